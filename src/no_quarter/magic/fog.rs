//! Fog around a wizard: it hides and hinders, and nobody flies in it. Book: Wind Aspect, Fog (SP-FOG).
//! Rulings: it reaches as far as the card says that nobody flies, and stays where it came up when the
//! wizard goes away. Who flies can't get in; who is caught in it walks, at its own rate, until it is out.

use bevy::prelude::World;

use super::{Aim, Bearer, Casting, SpellOn, in_play};
use crate::{
    battle::{BattleWorld, ground},
    table::{Footprint, Ground, Inches, Opacity, Terrain},
};

/// How high it rises: above the heads of giants.
const HEIGHT: Inches = Inches(5.0);

/// Fog rises around its caster.
pub(super) fn rise(world: &mut World, casting: &Casting) {
    let Aim::Around(reach) = casting.spell.card().aim else { return };
    let placed = world.placed(casting.caster);
    let radius = Inches(placed.base.outer_radius().0 + reach.0);
    let piece = Terrain {
        ground: Ground::Difficult,
        opacity: Opacity::Blocking,
        height: HEIGHT,
        closed_to_flight: true,
        ..Terrain::new("fog", Footprint::Circle { at: placed.pose.at, radius })
    };
    let piece = ground::lay(world, piece);
    let what = SpellOn { spell: casting.spell, on: Bearer::Ground(piece) };
    in_play::enter(world, what, casting.caster);
}
