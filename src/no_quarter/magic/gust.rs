//! A gust that throws a model away from its caster, until it hits something. Book: Wind Aspect, Elderith
//! Wind (SP-ELDERITH-WIND). Ruling: walls, buildings, rocks, woods and hills stop it; flat ground, water
//! and smoke don't, and at the table's edge it comes down.

use bevy::{math::Vec2, prelude::World};

use super::{Casting, work};
use crate::{
    battle::{BattleWorld, Figure, ModelId, Resolving, figures::figures_where},
    no_quarter::{
        components::ProfileOf,
        dice::Purpose,
        event::{Event, Gait},
        system::emit,
        uses::At,
    },
    table::{Ground, Opacity, Placed, Pose, Terrain, base::overlapping},
};

/// How far it throws: a die of so many sides, in inches.
const DIE: u16 = 10;

/// The same for a model more than twice as tall as the caster.
const DIE_FOR_GIANTS: u16 = 5;

/// From one place that is looked at to the next. Inches.
const STEP: f32 = 0.02;

/// The target of the spell is thrown straight away from its caster; it and whoever it hits take a hit.
pub(super) fn blow(world: &mut World, casting: &Casting) {
    let (caster, spell, At::Model(model)) = (casting.caster, casting.spell, casting.at) else {
        return;
    };
    let tall = |model: ModelId| world.of_model::<ProfileOf>(model).0.height().0;
    let sides = if tall(model) > 2.0 * tall(caster) { DIE_FOR_GIANTS } else { DIE };
    let from = *world.of_model::<Pose>(model);
    let way = from.at - world.of_model::<Pose>(caster).at;
    let way = way.normalize_or(from.facing);
    let roll = world.dice().roll(sides, Purpose::Distance, Some(caster.0));
    let far = f32::from(roll.result);
    emit(world, Event::SpellRolled { model: caster, spell, roll, caught: Vec::new() });
    let (at, met) = thrown(world, model, way * far);
    if at != from.at {
        let pose = Pose { at, ..from };
        world.set_model(model, pose);
        let gait = Gait::Thrown;
        emit(world, Event::Moved { model, gait, from, way: vec![pose], actions: 0 });
    }
    let hit = match met {
        Met::Nothing => Vec::new(),
        Met::Terrain => vec![model],
        Met::Model(other) => vec![model, other],
    };
    work::strike(world, caster, spell, &hit, true);
}

/// What a model meets that is thrown.
enum Met {
    Nothing,
    Terrain,
    Model(ModelId),
}

/// How far along a way a model gets, and what stops it.
fn thrown(world: &World, model: ModelId, way: Vec2) -> (Vec2, Met) {
    let (placed, table) = (world.placed(model), world.table());
    let reach = way.length() + placed.base.outer_radius().0;
    let near = |other: &Placed| {
        let far = reach + other.base.outer_radius().0;
        other.pose.at.distance_squared(placed.pose.at) <= far * far
    };
    let mut others: Vec<Figure> = figures_where(world, near);
    others.retain(|other| other.id != model);
    let pieces = table.terrain.iter();
    let solid: Vec<&Terrain> =
        pieces.filter(|piece| is_solid(piece) && !piece.overlaps(&placed)).collect();
    let steps = (way.length() / STEP).ceil().max(1.0) as u16;
    let mut free = placed.pose.at;
    for step in 1..=steps {
        let at = placed.pose.at + way * (f32::from(step) / f32::from(steps));
        let here = placed.moved_to(at);
        if !table.holds(&here) {
            return (free, Met::Nothing);
        }
        if let Some(other) = others.iter().find(|other| overlapping(&here, &other.placed)) {
            return (free, Met::Model(other.id));
        }
        if solid.iter().any(|piece| piece.overlaps(&here)) {
            return (free, Met::Terrain);
        }
        free = at;
    }
    (free, Met::Nothing)
}

/// Whether a piece of terrain stands up from the ground and stops whoever is thrown at it.
fn is_solid(piece: &Terrain) -> bool {
    piece.barrier
        || piece.ground == Ground::Impassable
        || piece.opacity == Opacity::Obscuring
        || piece.elevation.0 > 0.0
}
