//! The follow up of a unit in ranks: once nobody is left to fight, all of it may go straight ahead.
//! Book: Follow Up Movement (CC-12).

use bevy::{math::Vec2, prelude::World};

use super::follow_up::how_far;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        charges,
        components::Momentum,
        error::{OrderError, Refusal},
        event::{Event, Gait},
        movement,
        question::Answer,
        system::emit,
    },
    table::{
        Inches, Placed, Pose, TOLERANCE,
        base::touching,
        formation::{Manoeuvre, first_contact},
    },
};

/// Distances that are offered when no enemy is met, the first that is free.
const OFFERED: [f32; 4] = [2.0, 1.5, 1.0, 0.5];

/// Where a block goes, and into whom.
pub(super) struct BlockWay {
    models: Vec<ModelId>,
    ends: Vec<Pose>,
    into: Option<ModelId>,
}

/// What a block may do, besides staying: go into the enemy ahead, or just ahead.
pub(super) fn options(
    world: &World,
    killer: ModelId,
    charges: &dyn Fn(ModelId) -> bool,
) -> Vec<Answer> {
    let target = into(world, killer).and_then(|way| way.into);
    if let Some(target) = target.filter(|&target| charges(target)) {
        return vec![Answer::FollowUpInto { target }];
    }
    let pose = world.placed(killer).pose;
    let free = |way: &f32| ahead(world, killer, pose.at + pose.facing * *way).is_ok();
    let way = OFFERED.into_iter().find(free);
    way.map(|way| Answer::FollowUpTo { to: pose.at + pose.facing * way }).into_iter().collect()
}

/// Straight ahead until the first base touches an enemy, if one is near enough.
pub(super) fn into(world: &World, killer: ModelId) -> Option<BlockWay> {
    let unit = world.unit_of(killer);
    let models = world.standing(unit);
    let facing = world.placed(killer).pose.facing;
    let all = movement::around(world, &models, &[]);
    let placed: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let (way, _, enemy) = first_contact(&placed, facing, &all.enemies, how_far(world, killer))?;
    let target = all.enemy_ids[enemy];
    let ends = go(world, &models, way, &[world.unit_of(target)]).ok()?;
    Some(BlockWay { models, ends, into: Some(target) })
}

/// Straight ahead, so that the killer comes to a place.
///
/// # Errors
/// The place isn't ahead, too far, or not free, or the block would touch an enemy there.
pub(super) fn ahead(world: &World, killer: ModelId, to: Vec2) -> Result<BlockWay, OrderError> {
    let unit = world.unit_of(killer);
    let pose = world.placed(killer).pose;
    let name = world.unit_name(unit);
    let way = Inches((to - pose.at).dot(pose.facing));
    let aside = (to - pose.at).dot(pose.right()).abs();
    let how_far = how_far(world, killer);
    if aside > 0.1 || way.0 < TOLERANCE || !way.at_most(how_far) {
        let text =
            format!("{name} is in ranks and can only follow up straight ahead, {how_far} at most");
        return Err(OrderError::new(Refusal::Ranked, "CC-12", text).model(killer).at(to));
    }
    let models = world.standing(unit);
    let ends = go(world, &models, way, &[])?;
    let touched = ends.iter().zip(&models).find_map(|(&end, &model)| {
        let enemies = movement::around(world, &[model], &[]);
        let end = Placed { pose: end, ..world.placed(model) };
        enemies.enemies.iter().position(|e| touching(e, &end)).map(|i| enemies.enemy_ids[i])
    });
    if let Some(enemy) = touched {
        let name = world.model_name(enemy);
        let text = format!("that would touch {name}: choose to follow up into it");
        return Err(OrderError::new(Refusal::ThatIsACharge { enemy }, "CC-12", text).at(to));
    }
    Ok(BlockWay { models, ends, into: None })
}

/// Where everybody is after going straight ahead, if the way is free and open.
fn go(
    world: &World,
    models: &[ModelId],
    way: Inches,
    exempt: &[UnitId],
) -> Result<Vec<Pose>, OrderError> {
    let around = movement::around(world, models, exempt);
    let movers = movement::movers(world, models);
    let travel = movement::drill(&movers, &Manoeuvre::Ahead(way), &around.surroundings(world))
        .map_err(|(index, obstruction)| {
            OrderError::obstructed(world, models[index], obstruction, &around)
        })?;
    // Difficult ground and barriers cost more, and a free move has nothing to pay with.
    let rate = movers.iter().map(|(mover, _)| mover.rate.0).fold(f32::MAX, f32::min);
    if travel.actions as f32 > (way.0 / rate).ceil() + TOLERANCE {
        let text = "the ground ahead is too difficult for a free move";
        return Err(OrderError::new(Refusal::NoWay, "CC-12", text));
    }
    Ok(travel.frames.last().cloned().unwrap_or_default())
}

/// Moves the block and says into whom.
pub(super) fn carry_out(world: &mut World, killer: ModelId, way: &BlockWay) {
    for (&model, &end) in way.models.iter().zip(&way.ends) {
        let from = world.placed(model).pose;
        world.set_model(model, end);
        world.set_model(model, Momentum(0));
        emit(world, Event::Moved { model, gait: Gait::FollowUp, from, way: vec![end], actions: 0 });
    }
    if way.into.is_some() {
        for &model in &way.models {
            if movement::is_engaged(world, model) {
                charges::has_charged(world, model);
            }
        }
    }
    emit(world, Event::FollowedUp { model: killer, into: way.into });
}
