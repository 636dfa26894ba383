//! What was taken up to be put down and is still on its way. The next one is in hand at once, wherever the
//! pointer is; until it has come to where it may be put down, nobody is told that it can't be put down
//! here, unless somebody tries.

use bevy::prelude::*;

use super::{aim::Aim, mode::Mode};
use crate::{
    app::seat::{Game, Intent},
    battle::{
        UnitId,
        playable::{Acting, acting::WhereToPutDown},
    },
};

/// What is carried, and how far it has come.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct InHand {
    carried: Option<Carried>,
    /// Where it was first held over the table, in inches.
    from: Option<Vec2>,
    has_come: bool,
}

/// What is put down.
#[derive(Clone, Debug, PartialEq)]
enum Carried {
    /// A unit, in whatever formation.
    Unit(UnitId),
    /// Something else.
    Piece(Intent),
}

impl Carried {
    fn of(world: &World) -> Option<Self> {
        let intent = world.resource::<Mode>().intent()?;
        if let Some(unit) = Game::unit_of(intent) {
            return Some(Self::Unit(unit));
        }
        Game::waiting(world).map(|_| Self::Piece(intent.clone()))
    }
}

/// Whoever moves something so far moves it on purpose. Inches.
const ON_PURPOSE: f32 = 1.0;

/// Looks how far it has come.
pub fn update(world: &mut World) {
    let mut hand = world.resource::<InHand>().clone();
    let carried = Carried::of(world);
    if hand.carried != carried {
        hand = InHand { carried, ..InHand::default() };
    }
    let Aim { at, by_keys, .. } = *world.resource::<Aim>();
    if let (Some(_), Some(at), false) = (&hand.carried, at, hand.has_come) {
        let moved = hand.from.get_or_insert(at).distance(at) >= ON_PURPOSE;
        hand.has_come = by_keys || (moved && is_where_it_belongs(world, at));
    }
    world.resource_mut::<InHand>().set_if_neq(hand);
}

/// Whether a point lies where things are put down, as far as there are zones for it.
fn is_where_it_belongs(world: &World, at: Vec2) -> bool {
    let Some(zones) = zones(world) else { return true };
    zones.iter().any(|&(low, high)| at == at.clamp(low, high))
}

/// The zones that are used now: their corners with the lowest and the highest coordinates.
fn zones(world: &World) -> Option<Vec<(Vec2, Vec2)>> {
    match Game::ground(world, world.resource::<Mode>().intent())? {
        WhereToPutDown::Zones { zones, .. } => {
            let used = zones.into_iter().filter(|zone| zone.used);
            Some(used.map(|zone| (zone.low, zone.high)).collect())
        }
        WhereToPutDown::Searched { .. } => None,
    }
}

/// Whether what is in hand is still on its way.
pub fn is_on_its_way(world: &World) -> bool {
    let hand = world.resource::<InHand>();
    hand.carried.is_some() && !hand.has_come
}

/// What to do with what is on its way, in a sentence.
pub fn hint(world: &World) -> Option<&'static str> {
    let zones = || match zones(world) {
        Some(_) => "Take it to the marked zone.",
        None => "Take it to where it should go.",
    };
    is_on_its_way(world).then(zones)
}

#[cfg(test)]
mod tests;
