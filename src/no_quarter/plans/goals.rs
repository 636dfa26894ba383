//! The places that objectives are about, and the way there.

use bevy::{
    math::{Vec2, ops},
    prelude::World,
};

use super::{
    force::{Force, Spot},
    study::Study,
};
use crate::{
    battle::{BattleWorld, ModelId, SideId},
    no_quarter::{
        components::Activation,
        objectives::{self, CONTROL, Progress},
        victory::FEATURE_POINTS,
    },
    table::Terrain,
};

/// What a scenario's objective is worth, in points: it decides the battle whatever the points say.
const DECISIVE: f32 = 1000.0;

/// What share of an objective's worth a unit has at most that is still on its way to it.
const BEFORE_ARRIVAL: f32 = 0.9;

/// How much less an objective counts for each turn that is still to come.
const PATIENCE: f32 = 0.3;

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
    /// How many of each side count for it now.
    pub counts: [u32; 2],
    /// Who has to get there, if it isn't whoever is nearest.
    pub who: Option<ModelId>,
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
                    counts: outlook.near.unwrap_or_default(),
                    who: None,
                })
            }
            (None, Some(_), Some(model)) => {
                let unit = world.unit_of(model);
                let at = objectives::goal(world, unit)?;
                let name = "the edge of the table".to_owned();
                let (near, counts) = (objectives::ARRIVED.0, [0, 0]);
                Some(Goal { name, at, near, worth, side: outlook.side, counts, who: Some(model) })
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

    /// How much it counts now, with so many turns to come: what decides the battle counts from the
    /// beginning.
    fn weight(&self, turns_left: f32) -> f32 {
        let patience = if self.side.is_some() { PATIENCE / 3.0 } else { PATIENCE };
        self.worth / (1.0 + patience * turns_left)
    }

    /// What it is worth to a side if so many of its own and of the enemy's are there at the end.
    fn held(&self, side: SideId, own: u32, others: u32) -> f32 {
        let ours = self.side.is_none_or(|of| of == side);
        let theirs = self.side.is_none_or(|of| of != side);
        // The more there are, the likelier they still are at the end.
        let sure = |more: u32, fewer: u32| ((more - fewer) as f32 / 4.0).clamp(0.4, 1.0);
        match own.cmp(&others) {
            std::cmp::Ordering::Greater if ours => sure(own, others),
            std::cmp::Ordering::Less if theirs => -sure(others, own),
            // A place that the enemy has to hold is denied to it.
            std::cmp::Ordering::Greater | std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.0,
        }
    }

    /// What it is worth to the side that thinks, as things stand.
    pub fn worth_now(&self, study: &Study) -> f32 {
        let side = study.side;
        if let Some(who) = self.who {
            let carrier = study
                .forces()
                .iter()
                .find(|force| force.spots.iter().any(|spot| spot.model == who));
            let Some(carrier) = carrier else { return 0.0 };
            let sign = if carrier.side == side { 1.0 } else { -1.0 };
            return sign * self.way_of(study, carrier, who, Vec2::ZERO);
        }
        let own = side.index().min(1);
        self.held(side, self.counts[own], self.counts[1 - own]) * self.weight(study.turns_left)
    }

    /// What a force that stood elsewhere would mean for it.
    pub fn worth_with(&self, study: &Study, force: &Force, shift: Vec2) -> f32 {
        let weight = self.weight(study.turns_left);
        if let Some(who) = self.who {
            return self.way_of(study, force, who, shift);
        }
        let side = force.side.index().min(1);
        let now = self.count(force, Vec2::ZERO);
        let then = self.count(force, shift);
        let own = self.counts[side].saturating_sub(now) + then;
        let others = self.counts[1 - side];
        let held = self.held(force.side, own, others) * weight;
        held + self.approach(study, force, shift)
    }

    /// What it is worth that a force which stood elsewhere would be on its way, if it is wanted there and
    /// hasn't arrived.
    pub fn approach(&self, study: &Study, force: &Force, shift: Vec2) -> f32 {
        let weight = self.weight(study.turns_left);
        let side = force.side.index().min(1);
        let without = self.counts[side].saturating_sub(self.count(force, Vec2::ZERO));
        // Whoever isn't there yet is worth the more the nearer it is, if it is wanted there.
        let enough = if self.side.is_some() { 8 } else { 2 };
        let wanted = self.count(force, shift) == 0 && without <= self.counts[1 - side] + enough;
        if !wanted || self.who.is_some() || !force.is_steady() || force.gun.is_some() {
            return 0.0;
        }
        let far = (force.middle + shift).distance(self.at) - self.near;
        let turns = (far / force.reach().max(1.0)).max(0.0);
        let first = self.rank_of(study, force);
        let in_time = if turns <= study.turns_left + 1.0 { 1.0 } else { 0.15 };
        // Half of an army goes where the battle is decided.
        let eager = match (first, self.side) {
            (0, _) => 0.5,
            (1, None) => 0.3,
            (1..=3, Some(_)) => 0.4,
            (_, Some(_)) => 0.15,
            (_, None) => 0.08,
        };
        // To be on the way is never worth more than to be there.
        let arrived = without + force.spots.len() as u32;
        let most = if self.side.is_none_or(|of| of == force.side) {
            BEFORE_ARRIVAL * self.held(force.side, arrived, 0) * weight
        } else {
            weight
        };
        (self.worth * eager * in_time).min(most) / (1.0 + 0.6 * turns)
    }

    /// For a model that has to get somewhere: how likely it is to be there in time. As long as there is time
    /// to spare, there is no hurry.
    fn way_of(&self, study: &Study, force: &Force, who: ModelId, shift: Vec2) -> f32 {
        let Some(spot) = force.spots.iter().find(|spot| spot.model == who) else { return 0.0 };
        let far = ((spot.at + shift).distance(self.at) - self.near).max(0.0);
        if far == 0.0 {
            return self.worth;
        }
        let turns = far / force.reach().max(1.0);
        let waits = force.activation == Activation::Unactivated && shift == Vec2::ZERO;
        let waiting = if waits { 1.0 } else { 0.0 };
        let spare = study.turns_left + waiting - turns;
        let in_time = 1.0 / (1.0 + ops::exp(-(spare - SPARE) / HASTE));
        self.worth * BEFORE_ARRIVAL * in_time - far * INCH
    }

    /// How many of its friends are nearer to it, by the time they take.
    fn rank_of(&self, study: &Study, force: &Force) -> usize {
        let time = |one: &Force| one.middle.distance(self.at) / one.reach().max(1.0);
        let own = time(force);
        let nearer = |one: &&Force| {
            one.gun.is_none()
                && one.is_steady()
                && (time(one) < own || time(one) == own && one.unit < force.unit)
        };
        study.friends_of(force).filter(nearer).count()
    }
}
