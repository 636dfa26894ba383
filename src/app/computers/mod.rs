//! Computer players in the window. They think while the last order is still being shown, tell what they
//! are about to do, and do it at a pace that people choose. Anybody may ask the same players for a hint.
//!
//! - *thinker*: where they think.
//! - *turn*: how far the one is whose turn it is.
//! - *summary*: what they did while nobody looked.
//! - *hints*: plans for a person's own side, and the plan that is followed.

pub mod hints;
mod summary;
#[cfg(test)]
mod tests;
mod thinker;
mod turn;

use bevy::prelude::*;

pub use turn::{Turn, is_seen_to_think, play_now, unit_of};

pub use self::thinker::Suggestion;
use self::thinker::{Errand, Outcome, Purpose, Thinker, Thought};
use super::{
    AppSystems,
    running::{BattleBegan, BattleLeft},
    screens::Screen,
    seat::Game,
};
use crate::{
    battle::{BattleWorld, Commander, Commanders, History, RuleSystem, SideId, Snapshot, wrapper},
    players::{Kind, whose_order},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Turn>().init_resource::<Errands>().init_resource::<hints::Hints>();
    app.init_resource::<summary::Summary>();
    app.add_systems(Update, go_on.in_set(AppSystems::ReadInput).run_if(in_state(Screen::Battle)));
    app.add_observer(|_: On<BattleBegan>, mut commands: Commands| commands.queue(forget));
    app.add_observer(|_: On<BattleLeft>, mut commands: Commands| commands.queue(forget));
}

/// The level that gives hints: the highest that doesn't keep anybody waiting long.
pub const ADVISER: Kind = Kind::Captain;

/// How many errands there were, and how often battles went another way than players thought.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Errands {
    count: u64,
    epoch: u64,
    /// How often somebody had gone back in the battle.
    rewound: usize,
}

/// Nobody thinks about the battle that was.
fn forget(world: &mut World) {
    world.remove_non_send::<Thinker>();
    *world.resource_mut::<Turn>() = Turn::default();
    *world.resource_mut::<hints::Hints>() = hints::Hints::default();
    *world.resource_mut::<summary::Summary>() = summary::Summary::default();
}

/// The level of computer player that leads a side; none if a person does.
pub fn leader(world: &World, side: SideId) -> Option<Kind> {
    let name = world.get_resource::<Commanders>()?.computer(side)?;
    Kind::named(name)
}

/// The side and the level of the computer player that the battle waits for; none if it waits for a
/// person, or for nobody.
pub fn awaited(world: &World) -> Option<(SideId, Kind)> {
    // Where only people play, nothing else is asked.
    if world.get_resource::<Commanders>().is_none_or(Commanders::are_usual) {
        return None;
    }
    if !world.contains_resource::<wrapper::Beginning<Game>>() || Game::outcome(world).is_some() {
        return None;
    }
    let side = whose_order::<Game>(world);
    Some((side, leader(world, side)?))
}

/// Gives a side to somebody from now on. Hints for whoever led it are no longer shown or followed.
pub fn give(world: &mut World, side: SideId, to: Commander) {
    world.resource_mut::<Commanders>().give(side, to);
    world.resource_mut::<Errands>().epoch += 1;
    *world.resource_mut::<Turn>() = Turn::default();
    *world.resource_mut::<hints::Hints>() = hints::Hints::default();
}

/// An order of a computer player was refused: somebody else has to go on.
pub fn refused(world: &mut World) {
    if let Some((side, kind)) = awaited(world) {
        turn::give_up(world, side, kind, "its order was illegal");
    }
}

/// The side that a person would speak for: the one that is awaited if a person leads it, or else the
/// first that a person leads. None if computers lead all.
pub fn own_side(world: &World) -> Option<SideId> {
    let now = whose_order::<Game>(world);
    let all = world.roster().sides().collect::<Vec<SideId>>();
    std::iter::once(now).chain(all).find(|&side| leader(world, side).is_none())
}

/// Thinks, tells and gives orders; takes up hints.
fn go_on(world: &mut World) {
    if !world.contains_resource::<wrapper::Beginning<Game>>() {
        return;
    }
    let rewound = world.resource::<History<Game>>().rewound();
    if world.resource::<Errands>().rewound != rewound {
        let mut errands = world.resource_mut::<Errands>();
        errands.rewound = rewound;
        errands.epoch += 1;
    }
    let thought = world.get_non_send_mut::<Thinker>().and_then(|mut thinker| thinker.thought());
    let thought = match thought {
        Some(Thought { number, outcome: Outcome::Hints(suggestions) }) => {
            hints::take(world, number, suggestions);
            None
        }
        Some(lost @ Thought { outcome: Outcome::Lost, .. }) => {
            // Whoever is asked next begins anew.
            world.remove_non_send::<Thinker>();
            world.resource_mut::<hints::Hints>().close();
            Some(lost)
        }
        other => other,
    };
    turn::go_on(world, thought);
    hints::go_on(world);
}

/// Sends somebody to think about the battle as it stands; the errand's number. None where nobody can.
fn think(world: &mut World, purpose: Purpose) -> Option<u64> {
    if world.get_non_send::<Thinker>().is_none() {
        let seed = world.get_resource::<wrapper::Beginning<Game>>()?.seed;
        let thinker = Thinker::of(world, seed)?;
        world.insert_non_send(thinker);
    }
    let position = Box::new(Snapshot::take(world));
    let mut errands = world.resource_mut::<Errands>();
    errands.count += 1;
    let (number, epoch) = (errands.count, errands.epoch);
    let errand = Errand { number, position, purpose, epoch };
    world.get_non_send_mut::<Thinker>()?.think(errand);
    Some(number)
}

/// Has an errand end with what was found so far.
fn hurry(world: &mut World, number: u64) {
    if let Some(mut thinker) = world.get_non_send_mut::<Thinker>() {
        thinker.hurry(number);
    }
}
