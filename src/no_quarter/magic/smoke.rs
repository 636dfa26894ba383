//! Smoke on the table: it hides and hinders, drifts, splits and clears. Book: Fire Aspect, Smoke
//! (SP-SMOKE). Ruling: smoke whose middle would drift off the table has cleared.

use bevy::{math::Vec2, prelude::World};

use super::{Bearer, Casting, Ended, Spell, SpellOn, in_play};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, TerrainId, ground},
    no_quarter::{
        dice::Purpose,
        event::Event,
        odds::GroundOdds,
        system::emit,
        templates::{self, Astray, blast_laid},
        uses::At,
    },
    table::{Footprint, Ground, Inches, Opacity, Terrain},
};

/// How wide a cloud is.
const DIAMETER: Inches = Inches(3.0);

/// How high it rises: above the heads of giants.
const HEIGHT: Inches = Inches(5.0);

/// How far it drifts: a D10 of inches.
const DRIFT: Astray = Astray::Rolled(10);

fn footprint(at: Vec2) -> Footprint {
    Footprint::Circle { at, radius: Inches(DIAMETER.0 / 2.0) }
}

fn cloud(at: Vec2) -> Terrain {
    Terrain {
        ground: Ground::Difficult,
        opacity: Opacity::Blocking,
        height: HEIGHT,
        ..Terrain::new("smoke", footprint(at))
    }
}

/// Smoke rises where it was cast.
pub(super) fn rise(world: &mut World, casting: &Casting) {
    let At::Place(at) = casting.at else { return };
    lay(world, casting.caster, at);
}

/// The smoke that would rise.
pub(super) fn foreseen(world: &World, caster: ModelId, at: At) -> Option<GroundOdds> {
    let At::Place(at) = at else { return None };
    Some(GroundOdds::harmless(world, caster, blast_laid(DIAMETER, at)))
}

fn lay(world: &mut World, caster: ModelId, at: Vec2) -> TerrainId {
    let piece = ground::lay(world, cloud(at));
    let what = SpellOn { spell: Spell::Smoke, on: Bearer::Ground(piece) };
    in_play::enter(world, what, caster);
    piece
}

/// What becomes of a cloud at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Clears,
    Stays,
    Drifts,
    Splits,
}

/// What a die says of a cloud. Book: Smoke.
fn fate(die: u16) -> Fate {
    match die {
        ..=3 => Fate::Clears,
        4..=6 => Fate::Stays,
        7..=9 => Fate::Drifts,
        _ => Fate::Splits,
    }
}

/// The same in words.
pub(super) fn means(die: u16) -> String {
    let what = match fate(die) {
        Fate::Clears => "it clears",
        Fate::Stays => "it stays where it is",
        Fate::Drifts => "it drifts",
        Fate::Splits => "it splits into two clouds, and both drift",
    };
    what.to_owned()
}

/// The turn is over: the cloud clears, stays, drifts, or splits in two that drift.
pub(super) fn drift(world: &mut World, caster: ModelId, piece: TerrainId) {
    let what = SpellOn { spell: Spell::Smoke, on: Bearer::Ground(piece) };
    let roll = world.dice().d10(Purpose::Special, Some(caster.0));
    let fate = fate(roll.result);
    emit(
        world,
        Event::SpellRolled { model: caster, spell: Spell::Smoke, roll, caught: Vec::new() },
    );
    match fate {
        Fate::Clears => in_play::end(world, what, Ended::RanOut),
        Fate::Stays => {}
        Fate::Drifts => carry(world, caster, piece),
        Fate::Splits => {
            let Some(at) = middle(world, piece) else { return };
            let other = lay(world, caster, at);
            carry(world, caster, piece);
            carry(world, caster, other);
        }
    }
}

fn middle(world: &World, piece: TerrainId) -> Option<Vec2> {
    match world.terrain(piece)?.footprint {
        Footprint::Circle { at, .. } => Some(at),
        Footprint::Polygon(_) | Footprint::Line { .. } => None,
    }
}

/// The wind carries a cloud somewhere else.
fn carry(world: &mut World, caster: ModelId, piece: TerrainId) {
    let Some(from) = middle(world, piece) else { return };
    let to = templates::deviate(world, caster, from, DRIFT);
    if templates::on_table(world, to) {
        ground::shift(world, piece, footprint(to));
    } else {
        let what = SpellOn { spell: Spell::Smoke, on: Bearer::Ground(piece) };
        in_play::end(world, what, Ended::RanOut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_smoke_the_whole_table() {
        let fates: Vec<Fate> = (1..=10).map(fate).collect();
        assert_eq!(fates[..3], [Fate::Clears; 3]);
        assert_eq!(fates[3..6], [Fate::Stays; 3]);
        assert_eq!(fates[6..9], [Fate::Drifts; 3]);
        assert_eq!(fates[9], Fate::Splits);
    }
}
