//! Fog around a wizard: it hides and hinders, and nobody flies in it. Book: Wind Aspect, Fog (SP-FOG).
//! Rulings: it reaches as far as the card says that nobody flies, and stays where it came up when the
//! wizard goes away. Who flies can't get in; who is caught in it walks, at its own rate, until it is out.

use bevy::{math::Vec2, prelude::World};

use super::{Aim, Bearer, Casting, Spell, SpellOn, in_play};
use crate::{
    battle::{BattleWorld, ModelId, ground},
    no_quarter::{odds::GroundOdds, templates::blast_laid, uses::At},
    table::{Footprint, Ground, Inches, Opacity, Terrain},
};

/// How high it rises: above the heads of giants.
const HEIGHT: Inches = Inches(5.0);

/// The middle of the fog that a caster raises, and how far it reaches from there.
fn extent(world: &World, caster: ModelId) -> Option<(Vec2, Inches)> {
    let Aim::Around(reach) = Spell::Fog.card().aim else { return None };
    let placed = world.placed(caster);
    Some((placed.pose.at, Inches(placed.base.outer_radius().0 + reach.0)))
}

/// The fog that would rise.
pub(super) fn foreseen(world: &World, caster: ModelId, _: At) -> Option<GroundOdds> {
    let (at, radius) = extent(world, caster)?;
    Some(GroundOdds::harmless(world, caster, blast_laid(Inches(2.0 * radius.0), at)))
}

/// Fog rises around its caster.
pub(super) fn rise(world: &mut World, casting: &Casting) {
    let Some((at, radius)) = extent(world, casting.caster) else { return };
    let piece = Terrain {
        ground: Ground::Difficult,
        opacity: Opacity::Blocking,
        height: HEIGHT,
        closed_to_flight: true,
        ..Terrain::new("fog", Footprint::Circle { at, radius })
    };
    let piece = ground::lay(world, piece);
    let what = SpellOn { spell: casting.spell, on: Bearer::Ground(piece) };
    in_play::enter(world, what, casting.caster);
}
