//! The places that objectives are about, and the way there.

use std::cell::OnceCell;

use bevy::{
    math::{Vec2, ops},
    prelude::World,
};

use super::{
    force::{Force, Spot},
    harm::logistic,
    outlook::Stand,
    study::Study,
};
use crate::{
    battle::{BattleWorld, ModelId, SideId},
    no_quarter::{
        objectives::{self, CONTROL, Progress},
        victory::FEATURE_POINTS,
    },
    table::Terrain,
};

/// What a scenario's objective is worth, in points: it decides the battle whatever the points say.
const DECISIVE: f32 = 1000.0;

/// What share of an objective's worth a model has at most that is still on its way to it.
const BEFORE_ARRIVAL: f32 = 0.9;

/// How likely a unit that isn't at a place yet comes there in the end if it can, how much less for each
/// turn that it takes, and how much of that remains to those who are in combat.
const COMES: f32 = 0.6;
const PER_TURN: f32 = 0.3;
const BOUND: f32 = 0.7;

/// How fast those who are at a place already lose what they have over those who may still come, for each turn
/// that they would have to stay: the enemy has its say. Whoever sees only the next blow doesn't think of it.
const FADES: f32 = 0.5;

/// How much sooner or later makes a difference to whoever has to be at a place. Turns.
const ARRIVAL: f32 = 0.35;

/// By how many models a place may go to the other side after all, at the end and for each turn before it:
/// of all that are likely to be there.
const SPREAD: f32 = 1.5;
const SPREAD_PER_TURN: f32 = 0.03;

/// An enemy this far beside a way still delays whoever goes it. Inches.
const BESIDE_ITS_WAY: f32 = 5.0;
/// How long an enemy on its way delays it, how much of that remains if the enemy fights somebody else, and
/// how long a fight does. Turns.
const DELAYED: f32 = 0.7;
const BUSY: f32 = 0.3;
const FIGHTS: f32 = 0.5;

/// With so many turns to spare, a model is as likely to get in time where it has to as not: the enemy has
/// its say.
const SPARE: f32 = 1.0;

/// How much sooner or later makes a difference. Turns.
const HASTE: f32 = 0.6;

/// What an inch of its way counts in any case. Points.
const INCH: f32 = 3.0;

/// A place that is worth something to who holds it at the end.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// What people call it: "the hill".
    pub name: String,
    pub at: Vec2,
    /// Models this near hold it. Inches from the middle.
    pub near: f32,
    /// Points.
    pub worth: f32,
    /// Whose alone it is; both may hold a feature.
    pub side: Option<SideId>,
    /// Who has to get there, if it isn't whoever is nearest.
    pub who: Option<ModelId>,
    /// How many of each side are likely to be there at the end, once somebody has asked.
    there: OnceCell<[f32; 2]>,
}

/// All goals of a battle.
pub(super) fn of(world: &World) -> Vec<Goal> {
    let outlooks = objectives::outlooks(world);
    let goal = |outlook: &objectives::Outlook| {
        if outlook.progress == Progress::Lost {
            return None;
        }
        let (worth, name) = match outlook.side {
            Some(_) => (DECISIVE, "the marked place".to_owned()),
            None => (FEATURE_POINTS as f32, feature_name(world, outlook.at?)),
        };
        match (outlook.at, outlook.edge, outlook.model) {
            (Some(at), ..) => {
                let size = feature_radius(world, at).filter(|_| outlook.side.is_none());
                Some(Goal {
                    name,
                    at,
                    near: size.unwrap_or(0.0) + CONTROL.0,
                    worth,
                    side: outlook.side,
                    who: None,
                    there: OnceCell::new(),
                })
            }
            (None, Some(_), Some(model)) => {
                let unit = world.unit_of(model);
                let at = objectives::goal(world, unit)?;
                let name = "the edge of the table".to_owned();
                let (near, who) = (objectives::ARRIVED.0, Some(model));
                let there = OnceCell::new();
                Some(Goal { name, at, near, worth, side: outlook.side, who, there })
            }
            _ => None,
        }
    };
    outlooks.iter().filter_map(goal).collect()
}

fn feature(world: &World, at: Vec2) -> Option<&Terrain> {
    let middle = |piece: &&Terrain| {
        let (low, high) = piece.footprint.bounds();
        ((low + high) / 2.0).distance(at) < 0.01
    };
    world.table().terrain.iter().find(middle)
}

fn feature_name(world: &World, at: Vec2) -> String {
    feature(world, at).map_or_else(|| "the place".to_owned(), |piece| format!("the {}", piece.kind))
}

fn feature_radius(world: &World, at: Vec2) -> Option<f32> {
    let (low, high) = feature(world, at)?.footprint.bounds();
    Some((high - low).length() / 3.0)
}

impl Goal {
    /// Whether it decides the battle, whatever the points say.
    pub fn is_decisive(&self) -> bool {
        self.side.is_some()
    }

    /// How many of a force would count for it, if that stood elsewhere by a vector.
    pub fn count(&self, force: &Force, shift: Vec2) -> u32 {
        if !force.is_steady() {
            return 0;
        }
        let near = |spot: &&Spot| {
            Some(spot.model) != force.gun
                && (spot.at + shift).distance(self.at) - spot.radius <= self.near
        };
        force.spots.iter().filter(near).count() as u32
    }

    /// What it is worth to the side that thinks, as things stand.
    pub fn worth_now(&self, study: &Study) -> f32 {
        let side = study.side;
        match self.who {
            Some(who) => self.carried(study, side, who, None),
            None => self.value(study, side, self.presence(study)),
        }
    }

    /// What a force that stood elsewhere would mean for it, to that force's side.
    pub fn worth_with(&self, study: &Study, force: &Force, stand: Stand) -> f32 {
        if let Some(who) = self.who {
            return self.carried(study, force.side, who, Some((force, stand)));
        }
        let mut there = self.presence(study);
        there[place_of(force.side)] +=
            self.likely(study, force, Some(stand.shift)) - self.likely(study, force, None);
        self.value(study, force.side, there)
    }

    /// What it would cost a side that a force fell, as far as it is likely to be there at the end.
    pub fn stake(&self, study: &Study, force: &Force, there: [f32; 2]) -> f32 {
        let mut without = there;
        without[place_of(force.side)] -= self.likely(study, force, None);
        self.value(study, force.side, there) - self.value(study, force.side, without)
    }

    /// How many models of each side are likely to be there at the end.
    pub fn presence(&self, study: &Study) -> [f32; 2] {
        *self.there.get_or_init(|| {
            let mut there = [0.0; 2];
            for force in study.forces() {
                there[place_of(force.side)] += self.likely(study, force, None);
            }
            there
        })
    }

    /// How many models of a force are likely to be there at the end, if it stays or if it goes now.
    fn likely(&self, study: &Study, force: &Force, shift: Option<Vec2>) -> f32 {
        if !force.is_steady() || self.who.is_some() {
            return 0.0;
        }
        let there = self.count(force, shift.unwrap_or_default()) as f32;
        if force.gun.is_some() {
            return there;
        }
        let all = force.spots.len() as f32;
        let waits = force.may_act() && shift.is_none() && !force.active;
        let goes = study.turns_left + if waits { 1.0 } else { 0.0 };
        if goes <= 0.0 {
            return there;
        }
        let middle = force.middle + shift.unwrap_or_default();
        let far = (middle.distance(self.at) - self.near).max(0.0);
        let turns = far / force.reach().max(1.0);
        let in_time = logistic((goes - turns) / ARRIVAL);
        let bound = if study.engaged_with(force.unit).is_empty() { 1.0 } else { BOUND };
        let comes = COMES * in_time * bound / (1.0 + PER_TURN * turns);
        // Whoever has to hold the place of a scenario does better to be there early, as battles have shown.
        let stay = if study.sees_replies() && !self.is_decisive() {
            COMES + (1.0 - COMES) * ops::exp(-FADES * study.turns_left)
        } else {
            1.0
        };
        there * stay + (all - there).max(0.0) * comes
    }

    /// What it is worth to a side if so many of each side are likely to be there at the end.
    fn value(&self, study: &Study, side: SideId, there: [f32; 2]) -> f32 {
        let spread = SPREAD + SPREAD_PER_TURN * study.turns_left * (there[0] + there[1]);
        let (own, other) = (there[place_of(side)], there[1 - place_of(side)]);
        let more = |more: f32, fewer: f32| logistic((more - fewer - 0.5) / spread);
        self.worth
            * match self.side {
                Some(of) if of == side => more(own, other),
                // A place that the enemy has to hold is denied to it.
                Some(_) => -more(other, own),
                None => more(own, other) - more(other, own),
            }
    }

    /// For a model that has to get somewhere: how likely it is to be there in time, to a side. As long as
    /// there is time to spare, there is no hurry; enemies beside its way take time.
    fn carried(
        &self,
        study: &Study,
        side: SideId,
        who: ModelId,
        moved: Option<(&Force, Stand)>,
    ) -> f32 {
        let carries = |force: &Force| force.spots.iter().any(|spot| spot.model == who);
        // It may have left its company.
        let moves = moved.map(|(force, _)| force).filter(|force| carries(force));
        let all = || study.forces().iter().map(|force| &**force);
        let Some(force) = moves.or_else(|| all().find(|force| carries(force))) else { return 0.0 };
        let Some(spot) = force.spots.iter().find(|spot| spot.model == who) else { return 0.0 };
        let sign = if force.side == side { 1.0 } else { -1.0 };
        let shift_of = |one: &Force| match moved {
            Some((of, stand)) if of.unit == one.unit => stand.shift,
            _ => Vec2::ZERO,
        };
        let goes_now = moved.is_some_and(|(of, _)| of.unit == force.unit);
        let fights = match moved {
            Some((of, stand)) if of.unit == force.unit => {
                stand.fights.is_some() || !study.engaged_with(force.unit).is_empty()
            }
            Some((_, stand)) => {
                stand.fights == Some(force.unit) || !study.engaged_with(force.unit).is_empty()
            }
            None => !study.engaged_with(force.unit).is_empty(),
        };
        let out = (self.at - spot.at).normalize_or_zero();
        let at = spot.at + shift_of(force);
        let far = ((self.at - at).dot(out) - self.near).max(0.0);
        if far == 0.0 {
            return sign * self.worth;
        }
        let beside = |enemy: &Force| {
            let middle = enemy.middle + shift_of(enemy);
            let along = (middle - at).dot(out).clamp(0.0, far);
            let off = (middle - at - out * along).length() / BESIDE_ITS_WAY;
            let strong = (enemy.worth / force.worth.max(1.0)).min(1.0);
            let busy = study.engaged_with(enemy.unit).iter().any(|&unit| unit != force.unit);
            ops::exp(-off * off) * strong * if busy { BUSY } else { 1.0 }
        };
        let enemies = study.enemies_of(force.side).filter(|enemy| enemy.is_steady());
        let delayed =
            DELAYED * enemies.map(beside).sum::<f32>() + if fights { FIGHTS } else { 0.0 };
        let turns = far / force.reach().max(1.0) + delayed;
        let waits = force.may_act() && !goes_now && !force.active;
        let spare = study.turns_left + if waits { 1.0 } else { 0.0 } - turns;
        let in_time = logistic((spare - SPARE) / HASTE);
        sign * (self.worth * BEFORE_ARRIVAL * in_time - far * INCH)
    }
}

/// The place of a side in what is counted for both.
fn place_of(side: SideId) -> usize {
    side.index().min(1)
}
