//! Retreating in panic: where to, and whether in good order. Book: Panic Table, When To Move A
//! Retreating Unit, Prone Panicked Model (MOR-04).

use bevy::{math::Vec2, prelude::World};

use super::{
    components::{ActionsLeft, Stance},
    deployment::inwards,
    event::{Event, Gait},
    flight, formations, hold, movement, regeneration, statistics, support_weapons,
    system::emit,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{
        Inches, Mover, Placed, Pose, Surroundings,
        base::gap,
        formation::{BlockTravel, Manoeuvre},
        manoeuvre::Flank,
    },
};

/// A block that can't afford the whole of its way tries so much less, again and again. Inches.
const LESS: f32 = 0.25;

/// Where a panicked unit runs: away from the nearest enemy, and as much towards its own edge as
/// that allows (MOR-04).
pub fn direction(world: &World, unit: UnitId) -> Vec2 {
    let home = -inwards(world, world.side_of(unit));
    let models = world.standing(unit);
    let side = world.side_of(unit);
    let distance = |enemy: ModelId| {
        let enemy = world.placed(enemy);
        models.iter().map(|&m| gap(&world.placed(m), &enemy).0).fold(f32::MAX, f32::min)
    };
    let nearest = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model) && world.side_of_model(model) != side)
        // Nobody runs from a weapon that its crew has left.
        .filter(|&model| !support_weapons::is_abandoned(world, world.unit_of(model)))
        .map(|model| (distance(model), model))
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let Some((_, enemy)) = nearest else { return home };
    let away = (world.middle(unit) - world.placed(enemy).pose.at).normalize_or(home);
    if away.dot(home) >= 0.0 { (away + home).normalize_or(away) } else { away }
}

/// A panicked unit runs with half its actions; prone models get up for free first. Ranks and closed
/// order are kept as long as the block has a way (MOR-04).
pub(super) fn retreat(world: &mut World, unit: UnitId) {
    emit(world, Event::Retreated { unit });
    for model in world.standing(unit) {
        let lies = *world.of_model::<Stance>(model) == Stance::Prone;
        if lies && !regeneration::is_laid_low(world, model) {
            world.set_model(model, Stance::Standing);
            emit(world, Event::StoodUp { model, actions: 0 });
        }
    }
    let direction = direction(world, unit);
    match way_in_order(world, unit, direction) {
        Some(way) => go_in_order(world, unit, &way),
        None => {
            hold::break_ranks(world, unit);
            flight::run(world, unit, direction, Gait::Retreat);
        }
    }
    for model in world.standing(unit) {
        // Half went into the attempt to rally and half into running, if it was active at all.
        world.set_model(model, ActionsLeft(0));
    }
}

/// The way of a block that retreats, if all of it has one. Ruling: ranked and closed units turn to
/// whichever of the block's four sides looks most nearly the way they run, to the rear if in doubt,
/// and go straight on. Like others who run they pass through no friends; where the block can't go, it
/// breaks up and each runs by itself (MOR-04).
fn way_in_order(world: &World, unit: UnitId, direction: Vec2) -> Option<BlockTravel> {
    let models = world.standing(unit);
    let stands = |&model: &ModelId| *world.of_model::<Stance>(model) == Stance::Standing;
    if !formations::is_formed(world, unit) || !models.iter().all(stands) {
        return None;
    }
    let mut around = movement::around(world, &models, &[]);
    around.go_round_friends(&[]);
    let surroundings = around.surroundings(world);
    let movers = turned(facing_alike(world, &models), direction, &surroundings)?;
    let half = |&model: &ModelId| u32::from(statistics::actions(world, model) / 2);
    let actions = models.iter().map(half).min()?;
    let rate = movers.iter().map(|(mover, _)| mover.rate.0).fold(f32::MAX, f32::min);
    let ahead = |length: f32| {
        let wish = Manoeuvre::Ahead(Inches(length));
        movement::drill(&movers, &wish, &surroundings).ok()
    };
    let far = rate * actions as f32;
    // On slow ground it goes as far as its actions last; anything else that stops it is in its way.
    let mut too_dear = true;
    for length in (0_u16..).map(|n| far - LESS * f32::from(n)).take_while(|&length| length > 0.0) {
        match ahead(length) {
            Some(way) if way.actions <= actions => {
                return (too_dear && ends_in_no_combat(world, &models, &way)).then_some(way);
            }
            way => too_dear = way.is_some(),
        }
    }
    None
}

/// Whether nobody of a block would end in contact with an enemy.
fn ends_in_no_combat(world: &World, models: &[ModelId], way: &BlockTravel) -> bool {
    let ends = way.frames.last().map_or(&[][..], Vec::as_slice);
    models.iter().zip(ends).all(|(&model, &pose)| {
        let end = Placed { pose, ..world.placed(model) };
        movement::engaged_at(world, model, &end).is_empty()
    })
}

/// The models of a block, all of them looking where most of them do.
fn facing_alike(world: &World, models: &[ModelId]) -> Vec<(Mover, Pose)> {
    let mut movers = movement::movers(world, models);
    let sum = movers.iter().map(|(_, pose)| pose.facing).sum::<Vec2>();
    let facing = sum.normalize_or(Vec2::Y);
    for (_, pose) in &mut movers {
        pose.facing = facing;
    }
    movers
}

/// A block that has turned the way it runs, if its bases fit that way round.
fn turned(
    movers: Vec<(Mover, Pose)>,
    direction: Vec2,
    around: &Surroundings,
) -> Option<Vec<(Mover, Pose)>> {
    /// Nearer than this, two sides look the same way.
    const IN_DOUBT: f32 = 1e-3;
    let front = movers.first()?.1;
    let sides = [
        (-front.facing, Some(Manoeuvre::AboutTurn)),
        (-front.right(), Some(Manoeuvre::QuarterTurn(Flank::Left))),
        (front.right(), Some(Manoeuvre::QuarterTurn(Flank::Right))),
        (front.facing, None),
    ];
    let mut best = sides[0];
    for side in &sides[1..] {
        if side.0.dot(direction) > best.0.dot(direction) + IN_DOUBT {
            best = *side;
        }
    }
    let Some(turn) = best.1 else { return Some(movers) };
    let ends = movement::drill(&movers, &turn, around).ok()?.frames.pop()?;
    Some(movers.into_iter().zip(ends).map(|((mover, _), end)| (mover, end)).collect())
}

/// All models of a block go its way.
fn go_in_order(world: &mut World, unit: UnitId, way: &BlockTravel) {
    let actions = u8::try_from(way.actions).unwrap_or(u8::MAX);
    for walker in movement::block_walkers(&world.standing(unit), way) {
        let Some(&end) = walker.ticks.last() else { continue };
        let from = world.placed(walker.model).pose;
        world.set_model(walker.model, end);
        let (gait, way) = (Gait::Retreat, walker.ticks);
        emit(world, Event::Moved { model: walker.model, gait, from, way, actions });
    }
}
