//! What forces could do in their next activation: the best attack of each, and what of that is likely to
//! come.

use super::{
    force::Force,
    outlook::{FLANK_SHOWN, Stand},
    study::Study,
};
use crate::battle::UnitId;

/// How much of what a force could do next counts, if it still has its go in this turn: the other side has
/// its say before.
const NOW: f32 = 0.55;
/// The same of a force that has had its go.
const LATER: f32 = 0.35;
/// How much of what the attacked do in return counts against an attack.
const ANSWER: f32 = 0.25;
/// How much of what a force can do to an enemy counts that is just out of its reach.
const ON_THE_WAY: f32 = 0.6;
/// A force within so many times its reach of an enemy is on the way to it.
const APPROACH: f32 = 3.0;
/// An answer so many times as strong as the attack leaves hardly anything of that.
const HOPELESS: f32 = 3.0;
/// What is left of an attack then.
const FORLORN: f32 = 0.1;
/// How much of an attack of ranks counts that have to turn for it.
const TURNED: f32 = 0.6;
/// How much more a charge is worth that comes from the flank or the rear.
const FROM_THE_FLANK: f32 = 0.2;
/// Ranks turn for whoever they don't look at any more than this: a cosine.
const AHEAD: f32 = 0.5;
/// How near a force comes first that charges in its next activation but one, in times its reach.
const COMES_TO: f32 = 0.6;
/// How much of an attack is to be feared, of what [may come](Study::may_come) at all, by somebody who finds
/// nobody else to attack. In 720 battles of Recruit and Sergeant, a third more was suffered by the end of the
/// turn; but whoever is spared leaves it to somebody else of its side. Charges in the flank cost still more:
/// with as much of them, riders don't dare to take a general whose company could turn on them.
const BY_SHOTS: f32 = 0.73;
const BY_A_GUN: f32 = 2.4;
const BY_CHARGE: f32 = 0.71;
const IN_THE_FLANK: f32 = 0.45;
/// The same of a charge by somebody who has to come nearer first.
const FROM_AFAR: f32 = 0.35;
/// How much better, or worse, those are struck who leave their order, or close it.
const ORDERLY: f32 = 0.15;

/// What attacking somebody promises.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attack {
    /// Points, less what comes back.
    pub worth: f32,
    /// Whether it is a charge.
    pub by_charge: bool,
    /// Whether it can be made in one activation.
    pub reaches: bool,
    /// Whether it comes from the flank or the rear of those in ranks.
    pub flank: bool,
    /// Points that shots lose to what is between.
    pub covered: f32,
}

/// The two best attacks of a force on different enemies.
pub(super) type Best = [Option<(f32, UnitId)>; 2];

/// How much of what a force can do to an enemy counts that is farther away than it can reach.
fn approaching(gap: f32, reach: f32) -> f32 {
    let far = (gap - reach) / (APPROACH * reach.max(1.0));
    ON_THE_WAY * (1.0 - far).max(0.1)
}

/// Attacking an enemy promises no more than this, and no chances have to be worked out for it.
fn most(force: &Force, stand: Stand, enemy: &Force, study: &Study) -> f32 {
    if force.gun.is_some() || force.range > 0.0 {
        return enemy.price();
    }
    let gap = force.gap(stand.shift, enemy);
    let reach = force.charge_reach(study.world);
    enemy.price() * if gap <= reach { 1.0 } else { approaching(gap, reach) }
}

impl Study<'_> {
    /// How much of what a force could do counts: nothing that would come after the battle.
    pub fn may_come(&self, force: &Force) -> f32 {
        if !force.is_steady() {
            0.0
        } else if force.may_act() {
            NOW
        } else if self.turns_left > 0.0 {
            LATER
        } else {
            0.0
        }
    }

    /// The best attack of a force that stands somewhere on an enemy that stands where it is, and on whom, if
    /// no more than a share of each counts.
    pub fn best_attack(
        &self,
        force: &Force,
        stand: Stand,
        counts: impl Fn(&Attack) -> f32,
    ) -> Option<(f32, UnitId)> {
        // What promises most is looked at first: of the others hardly any need to be.
        let mut hopes: Vec<(f32, &Force)> = self
            .enemies_of(force.side)
            .map(|enemy| (most(force, stand, enemy, self), enemy))
            .collect();
        hopes.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.unit.cmp(&a.1.unit)));
        let mut best: Option<(f32, UnitId)> = None;
        for (most, enemy) in hopes {
            if best.is_some_and(|best| most < best.0) {
                break;
            }
            let attack = self.attack(force, stand, enemy, Stand::here(enemy));
            let worth = attack.worth * counts(&attack);
            let ahead =
                |best: (f32, UnitId)| worth > best.0 || worth == best.0 && enemy.unit > best.1;
            if best.is_none_or(ahead) {
                best = Some((worth, enemy.unit));
            }
        }
        best.filter(|best| best.0 > 0.0)
    }

    /// The two best attacks of a force where everybody stands now.
    pub fn best_two(&self, force: &Force) -> Best {
        if let Some(known) = self.prospects.borrow().get(&force.unit) {
            return *known;
        }
        let mut best: Best = [None, None];
        if self.engaged_with(force.unit).is_empty() {
            let here = Stand::here(force);
            for enemy in self.enemies_of(force.side) {
                let worth = self.attack(force, here, enemy, Stand::here(enemy)).worth;
                let ahead = |than: Option<(f32, UnitId)>| than.is_none_or(|than| worth > than.0);
                if worth <= 0.0 {
                    continue;
                }
                if ahead(best[0]) {
                    best = [Some((worth, enemy.unit)), best[0]];
                } else if ahead(best[1]) {
                    best[1] = Some((worth, enemy.unit));
                }
            }
        }
        self.prospects.borrow_mut().insert(force.unit, best);
        best
    }

    /// What the best attack of a force promises on anybody but one.
    pub fn best_but(&self, force: &Force, but: UnitId) -> f32 {
        let best = self.best_two(force);
        best.into_iter().flatten().find(|best| best.1 != but).map_or(0.0, |best| best.0)
    }

    /// The points that are to be feared of an attack of a force on somebody: the fewer, the more it could do
    /// to somebody else.
    pub fn feared(&self, force: &Force, on: UnitId, attack: &Attack) -> f32 {
        if attack.worth <= 0.0 {
            return 0.0;
        }
        let share = match (attack.by_charge, attack.reaches, attack.flank) {
            (false, ..) if force.gun.is_some() => BY_A_GUN,
            (false, ..) => BY_SHOTS,
            (true, false, _) => FROM_AFAR,
            (true, true, false) => BY_CHARGE,
            (true, true, true) => IN_THE_FLANK,
        };
        let chosen = attack.worth / (attack.worth + self.best_but(force, on));
        attack.worth * chosen * share * self.may_come(force)
    }

    /// What attacking an enemy that stands somewhere promises a force that stands somewhere.
    pub fn attack(&self, force: &Force, stand: Stand, enemy: &Force, there: Stand) -> Attack {
        if !force.is_steady() {
            return Attack::default();
        }
        let shift = stand.shift - there.shift;
        let gap = force.gap(shift, enemy);
        let open = self.harm_by_shots(force, enemy, gap, force.actions);
        let shots = if open > 0.0 {
            open * self.sight(force.middle + stand.shift, enemy.middle + there.shift)
        } else {
            0.0
        };
        let by_shots = Attack {
            worth: shots,
            by_charge: false,
            reaches: true,
            flank: false,
            covered: open - shots,
        };
        if force.gun.is_some() {
            return by_shots;
        }
        let reach = force.charge_reach(self.world);
        let blows = if gap <= reach {
            self.harm_by_charge(force, enemy, gap)
        } else {
            // It has to come nearer first, and nobody drives from so far away.
            let left = force.actions - COMES_TO * reach / force.rate.max(0.1);
            approaching(gap, reach) * self.harm_after_charge(force, enemy, left)
        };
        let blows = match (enemy.formed, there.formed) {
            (true, false) => blows * (1.0 + ORDERLY),
            (false, true) => blows * (1.0 - ORDERLY),
            (true, true) | (false, false) => blows,
        };
        if blows <= shots {
            // Whatever the answer is, there is something better to do.
            return by_shots;
        }
        let flank = enemy.ranked && enemy.looks_at(-shift, there.facing, force) < FLANK_SHOWN;
        let net = if flank {
            blows * (1.0 + FROM_THE_FLANK)
        } else {
            let answer = self.harm(enemy, force, enemy.actions);
            if answer > HOPELESS * blows { FORLORN * blows } else { blows - ANSWER * answer }
        };
        let turns = force.ranked && force.looks_at(shift, stand.facing, enemy) < AHEAD;
        let worth = net.max(0.0) * if turns { TURNED } else { 1.0 };
        if worth <= shots {
            return by_shots;
        }
        Attack { worth, by_charge: true, reaches: gap <= reach, flank, ..by_shots }
    }
}
