//! The course of the battle: how far it has come, how it stands and what is fought for, asked of the
//! rules when something has happened.

use bevy::prelude::*;

use super::draft::Stamp;
use crate::{
    app::seat::Game,
    battle::{
        Showing,
        playable::showing::{Clock, Goal, Lasting, Score},
    },
};

/// How far the battle has come, how it stands and what is fought for.
#[derive(Resource, Clone, Debug, Default)]
pub struct Course {
    stamp: Option<Stamp>,
    clock: Option<Clock>,
    score: Score,
    goals: Vec<Goal>,
    lasting: Vec<Lasting>,
}

impl Course {
    /// How far the battle has come, once it has begun.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// What wins, and how it stands.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// What is fought for.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// What somebody has brought about and what lasts until it ends.
    pub fn lasting(&self) -> &[Lasting] {
        &self.lasting
    }
}

/// Asks the rules again if something has happened.
pub fn update(world: &mut World) {
    let stamp = Some(Stamp::of(world));
    if world.resource::<Course>().stamp == stamp {
        return;
    }
    let (clock, score, goals) = (Some(Game::clock(world)), Game::score(world), Game::goals(world));
    let lasting = Game::lasting(world);
    *world.resource_mut::<Course>() = Course { stamp, clock, score, goals, lasting };
}
