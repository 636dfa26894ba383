//! What it is worth to a force to stand somewhere when its activation is over: what it can do from there,
//! what the enemy can do to it, and what it holds.

use bevy::math::Vec2;

use super::{
    aspect::{COVER, GENERAL, OBJECTIVES, OPPORTUNITY, RANKS, THREAT},
    force::Force,
    prospects::Attack,
    study::Study,
};
use crate::{
    battle::{BattleWorld, UnitId, planning::Account},
    table::Opacity,
};

/// How much of a charge counts that it could make next. It will have had its go: the enemy has its say first.
/// Whoever can shoot finds somebody to shoot at, and nothing counts for that.
const WITHIN_REACH: f32 = 0.3;
/// The same of one that it only comes nearer to.
const ON_ITS_WAY: f32 = 0.09;
/// How much cover counts, of what shots lose to it: the enemy has other targets.
const COVERED: f32 = 0.1;
/// How much the danger of a charge counts once more that the general is in, alone or among others.
const GENERAL_ALONE: f32 = 2.4;
const GENERAL_GUARDED: f32 = 0.6;
/// How much of that shots count: they seldom bring a general down at once.
const SHOT_AT: f32 = 0.25;
/// What ranks and closed order are worth, as a share of the force.
const IN_RANKS: f32 = 0.01;
/// A force shows its flank to whoever it doesn't look at any more than this: a cosine.
pub(super) const FLANK_SHOWN: f32 = 0.25;

/// Where a force stands, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// From where it is.
    pub shift: Vec2,
    /// Where it looks.
    pub facing: Vec2,
    /// Whether it is in ranks or closed order.
    pub formed: bool,
    /// Whom it fights there; what they do in return is counted apart. Where it stays, that goes for all
    /// whom it is in combat with.
    pub fights: Option<UnitId>,
}

impl Stand {
    /// Where it is now.
    pub fn here(force: &Force) -> Self {
        Self { shift: Vec2::ZERO, facing: force.facing, formed: force.formed, fights: None }
    }
}

impl Study<'_> {
    /// Adds what it is worth to a force to stand somewhere.
    pub fn stand(&self, account: &mut Account, force: &Force, stand: Stand) {
        if stand.fights.is_none() && self.engaged_with(force.unit).is_empty() {
            self.add_opportunity(account, force, stand);
        }
        self.place(account, force, stand);
    }

    /// The same but for what it could attack from there.
    pub fn place(&self, account: &mut Account, force: &Force, stand: Stand) {
        for goal in self.goals() {
            let worth = goal.worth_with(self, force, stand);
            account.add_noted(OBJECTIVES, worth, || format!("{} is at stake", goal.name));
        }
        if stand.formed {
            account.add(RANKS, IN_RANKS * force.worth);
        }
        if self.sees_replies() {
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
        if self.turns_left <= 0.0 {
            return;
        }
        let counts = |attack: &Attack| match (attack.by_charge, attack.reaches) {
            (true, false) => ON_ITS_WAY,
            (true, true) => WITHIN_REACH,
            (false, _) => 0.0,
        };
        if let Some((worth, enemy)) = self.best_attack(force, stand, counts) {
            account.add_noted(OPPORTUNITY, worth, || {
                format!("it can attack {} next", self.name(enemy))
            });
        }
    }

    /// What it would mean for the enemy that a force stands somewhere.
    fn add_dangers(&self, account: &mut Account, force: &Force, stand: Stand) {
        let (mut sum, mut by_shots, mut covered) = (0.0, 0.0, 0.0);
        let mut worst: Option<(f32, &Force, Attack)> = None;
        let engaged = if stand.fights.is_some() && stand.shift == Vec2::ZERO {
            self.engaged_with(force.unit)
        } else {
            Vec::new()
        };
        for enemy in self.enemies_of(force.side) {
            if stand.fights == Some(enemy.unit) || engaged.contains(&enemy.unit) {
                continue;
            }
            let attack = self.attack(enemy, Stand::here(enemy), force, stand);
            covered += COVERED * attack.covered;
            let feared = self.feared(enemy, force.unit, &attack);
            if feared <= 0.0 {
                continue;
            }
            sum += feared;
            by_shots += if attack.by_charge { 0.0 } else { feared };
            if worst.as_ref().is_none_or(|worst| feared > worst.0) {
                worst = Some((feared, enemy, attack));
            }
        }
        account.add(COVER, covered);
        let Some((_, by, attack)) = worst else { return };
        // Nobody can lose more than everything.
        let sum = sum.min(force.price());
        let for_general = sum - (1.0 - SHOT_AT) * by_shots.min(sum);
        account.add_noted(THREAT, -sum, || {
            let how = match (attack.by_charge, attack.reaches) {
                (false, _) => "shoot at it",
                (true, true) if attack.flank => "charge its flank",
                (true, true) => "charge it",
                (true, false) => "come near to charge it",
            };
            format!("{} can {how}", self.name(by.unit))
        });
        account.add(GENERAL, -for_the_general(force) * for_general);
    }

    /// How well one place is seen from another, past the terrain between: 1 over open ground, hardly at
    /// all past what blocks the view.
    pub fn sight(&self, from: Vec2, to: Vec2) -> f32 {
        let mut seen = 1.0_f32;
        for piece in &self.world.table().terrain {
            if !piece.gives_cover() {
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

/// How much the danger of a charge at a force counts once more for the general in it.
pub(super) fn for_the_general(force: &Force) -> f32 {
    match (force.leads, force.spots.len()) {
        (false, _) => 0.0,
        (true, 1) => GENERAL_ALONE,
        (true, _) => GENERAL_GUARDED,
    }
}
