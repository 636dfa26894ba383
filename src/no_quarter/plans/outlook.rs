//! What it is worth to a force to stand somewhere when its activation is over: what it can do from there,
//! what the enemy can do to it, and what it holds.

use bevy::math::Vec2;

use super::{
    aspect::{COVER, FLANK, GENERAL, OBJECTIVES, OPPORTUNITY, RANKS, THREAT},
    force::Force,
    study::Study,
};
use crate::{
    battle::{
        BattleWorld, UnitId,
        planning::{Account, Foresight},
    },
    table::Opacity,
};

/// How much of what could be done next counts: the enemy has its say before.
const NEXT: f32 = 0.2;
/// How much an answer counts against what it answers.
const ANSWER: f32 = 0.5;
/// How much of its harm an enemy is likely to do that has had its go in this turn.
const LATER: f32 = 0.5;
/// The dangers that count, the greatest first, each with how likely it is to come: the enemy has more to
/// do than that, and is attacked itself before.
const DANGERS: [f32; 4] = [0.25, 0.18, 0.12, 0.08];
/// How many of the enemy's shots are likely to be meant for one of many targets.
const SHOT_AT: f32 = 0.2;
/// What ranks and closed order are worth, as a share of the force.
const IN_RANKS: f32 = 0.06;
/// A force shows its flank to whoever it doesn't look at any more than this: a cosine.
pub(super) const FLANK_SHOWN: f32 = 0.25;
/// A force within so many times its reach of an enemy is on the way to it.
const APPROACH: f32 = 3.0;

/// Where a force stands, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// From where it is.
    pub shift: Vec2,
    /// Where it looks.
    pub facing: Vec2,
    /// Whether it is in ranks or closed order.
    pub formed: bool,
    /// Whom it fights there, and what share of them is left: their answer is counted apart.
    pub fights: Option<UnitId>,
}

impl Stand {
    /// Where it is now.
    pub fn here(force: &Force) -> Self {
        Self { shift: Vec2::ZERO, facing: force.facing, formed: force.formed, fights: None }
    }
}

/// How much of what a force can do to an enemy counts that is farther away than it can reach.
fn approaching(gap: f32, reach: f32) -> f32 {
    let far = (gap - reach) / (APPROACH * reach.max(1.0));
    0.6 * (1.0 - far).max(0.1)
}

/// Attacking an enemy promises no more than this, and no chances have to be worked out for it.
fn most_opportunity(force: &Force, stand: Stand, enemy: &Force, study: &Study) -> f32 {
    if force.gun.is_some() || force.range > 0.0 {
        return enemy.worth;
    }
    let gap = force.gap(stand.shift, enemy);
    let reach = force.reach() + force.sounded(study.world) * force.rate;
    enemy.worth * if gap <= reach { 1.0 } else { approaching(gap, reach) }
}

/// A danger to a force.
struct Danger {
    points: f32,
    /// What it gets back.
    answer: f32,
    by: UnitId,
    flank: bool,
}

impl Study<'_> {
    /// Adds what it is worth to a force to stand somewhere.
    pub fn stand(&self, account: &mut Account, force: &Force, stand: Stand, foresight: Foresight) {
        if stand.fights.is_none() && self.engaged_with(force.unit).is_empty() {
            self.add_opportunity(account, force, stand);
        }
        for goal in self.goals() {
            let worth = goal.worth_with(self, force, stand.shift);
            account.add_noted(OBJECTIVES, worth, || format!("{} counts", goal.name));
        }
        if stand.formed {
            account.add(RANKS, IN_RANKS * force.worth);
        }
        if foresight >= Foresight::NextReply {
            if let Some((lost, gun)) = self.bars_guns(force, stand.shift, stand.fights) {
                account.add_noted(OPPORTUNITY, -lost, || {
                    format!("it stands in front of {}", self.name(gun))
                });
            }
            self.add_dangers(account, force, stand);
        }
    }

    /// The best that a force could do in its next activation.
    pub fn add_opportunity(&self, account: &mut Account, force: &Force, stand: Stand) {
        // What promises most is looked at first: of the others hardly any need to be.
        let mut hopes: Vec<(f32, &Force)> = self
            .enemies_of(force.side)
            .map(|enemy| (most_opportunity(force, stand, enemy, self), enemy))
            .collect();
        hopes.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.unit.cmp(&a.1.unit)));
        let mut best: Option<(f32, &Force)> = None;
        for (most, enemy) in hopes {
            if best.is_some_and(|best| most < best.0) {
                break;
            }
            let floor = best.map_or(0.0, |best| best.0);
            let worth = self.opportunity(force, stand, enemy, floor);
            let ahead =
                |best: (f32, &Force)| worth > best.0 || worth == best.0 && enemy.unit > best.1.unit;
            if best.is_none_or(ahead) {
                best = Some((worth, enemy));
            }
        }
        if let Some((worth, enemy)) = best.filter(|best| best.0 > 0.0) {
            account.add_noted(OPPORTUNITY, worth * NEXT, || {
                format!("it can attack {} next", self.name(enemy.unit))
            });
        }
    }

    /// What attacking an enemy promises; it need not be exact below a floor.
    fn opportunity(&self, force: &Force, stand: Stand, enemy: &Force, floor: f32) -> f32 {
        let gap = force.gap(stand.shift, enemy);
        let sight = self.sight(force.middle + stand.shift, enemy.middle);
        let shots = self.harm_by_shots(force, enemy, gap, force.actions) * sight;
        if force.gun.is_some() {
            return shots;
        }
        let reach = force.reach() + force.sounded(self.world) * force.rate;
        let blows = if gap <= reach {
            self.harm_by_charge(force, enemy, gap)
        } else {
            // It has to come nearer first.
            approaching(gap, reach) * self.harm_by_charge(force, enemy, 0.6 * reach)
        };
        if blows < shots.max(floor) {
            // Whatever the answer is, there is something better to do.
            return shots;
        }
        let answer = self.harm(enemy, force, enemy.actions) * ANSWER;
        let net = if answer > 1.5 * blows { 0.1 * blows } else { blows - 0.5 * answer };
        let turned = if force.ranked && force.looks_at(stand.shift, stand.facing, enemy) < 0.5 {
            0.6
        } else {
            1.0
        };
        shots.max(net.max(0.0) * turned)
    }

    /// What the enemy could do to a force next.
    fn add_dangers(&self, account: &mut Account, force: &Force, stand: Stand) {
        let mut dangers = Vec::new();
        let (mut shots, mut covered) = (0.0, 0.0);
        for enemy in self.enemies_of(force.side) {
            if stand.fights == Some(enemy.unit) || !enemy.is_steady() {
                continue;
            }
            let gap = force.gap(stand.shift, enemy);
            let soon = if enemy.may_act() { 1.0 } else { LATER };
            let harm = self.harm_by_shots(enemy, force, gap, enemy.actions) * soon * SHOT_AT;
            if harm > 0.0 {
                let seen = self.sight(enemy.middle, force.middle + stand.shift);
                shots += harm;
                covered += harm * (1.0 - seen);
            }
            if let Some(danger) = self.danger(force, stand, enemy, gap) {
                dangers.push(Danger { points: danger.points * soon, ..danger });
            }
        }
        dangers.sort_by(|a, b| b.points.total_cmp(&a.points));
        let (mut sum, mut answer) = (0.0, 0.0_f32);
        for (danger, weight) in dangers.iter().zip(DANGERS) {
            let points = danger.points * weight;
            sum += points;
            let name = self.name(danger.by);
            account.add_noted(THREAT, -points, || format!("{name} can charge it"));
            if danger.flank {
                account
                    .add_noted(FLANK, -0.25 * points, || format!("it shows its flank to {name}"));
            }
            // An answer is as likely as what it answers.
            answer = answer.max(danger.answer * weight);
        }
        // It answers one of them, however many come.
        let answer = (answer * ANSWER).min(sum);
        account.add(THREAT, answer);
        let sum = sum - answer + shots;
        account.add(THREAT, -shots);
        account.add(COVER, covered);
        if force.leads {
            let alone = if force.spots.len() == 1 { 0.6 } else { 0.15 };
            account.add(GENERAL, -alone * (sum - covered));
        }
    }

    /// What an enemy could do to a force by charging it, less what it would get back.
    pub fn danger_of(&self, force: &Force, enemy: &Force) -> f32 {
        let gap = force.gap(Vec2::ZERO, enemy);
        let danger = self.danger(force, Stand::here(force), enemy, gap);
        danger.map_or(0.0, |danger| (danger.points - ANSWER * danger.answer).max(0.0))
    }

    fn danger(&self, force: &Force, stand: Stand, enemy: &Force, gap: f32) -> Option<Danger> {
        // An inch and a half, for those who stand nearer than their middle.
        const SURE: f32 = 1.5;
        let reach = enemy.reach() + enemy.sounded(self.world) * enemy.rate + SURE;
        if gap > reach {
            return None;
        }
        let harm = self.harm_by_charge(enemy, force, (gap - SURE).max(0.0));
        if harm <= 0.0 {
            return None;
        }
        let seen = force.looks_at(stand.shift, stand.facing, enemy) >= FLANK_SHOWN;
        let flank = force.ranked && !seen;
        let answer = if flank { 0.0 } else { self.harm(force, enemy, force.actions) };
        let armour = if stand.formed == force.formed {
            1.0
        } else if stand.formed {
            0.85
        } else {
            1.15
        };
        Some(Danger { points: harm * armour, answer, by: enemy.unit, flank })
    }

    /// How well one place is seen from another, past the terrain between: 1 over open ground, hardly at
    /// all past what blocks the view.
    pub fn sight(&self, from: Vec2, to: Vec2) -> f32 {
        let mut seen = 1.0_f32;
        for piece in &self.world.table().terrain {
            if piece.opacity == Opacity::Clear && !piece.barrier {
                continue;
            }
            let (low, high) = piece.footprint.bounds();
            let (near, far) = (from.min(to), from.max(to));
            if low.cmpgt(far).any() || high.cmplt(near).any() {
                continue;
            }
            let inside = piece.length_inside(from, to).0;
            if inside <= 0.0 {
                continue;
            }
            let stands_on = piece.contains(from) || piece.contains(to);
            seen *= match piece.opacity {
                Opacity::Blocking if !stands_on && !piece.barrier => 0.1,
                Opacity::Obscuring if inside > 2.5 => 0.15,
                Opacity::Obscuring => 0.75,
                // A wall covers those behind it.
                Opacity::Blocking | Opacity::Clear if piece.barrier => 0.7,
                Opacity::Blocking | Opacity::Clear => 1.0,
            };
        }
        seen.max(0.05)
    }
}
