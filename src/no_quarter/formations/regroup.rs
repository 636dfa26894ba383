//! Stragglers go back to their unit at the end of its activation. Book: Coherency Check (FORM-11).

use bevy::prelude::World;

use super::{coherency, join::Joiner};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Morale, Stance},
        error::{OrderError, Refusal},
        event::Gait,
        movement,
        step::{Step, Walk, Walker},
        system::push,
    },
    table::{Placed, base::gap, formation::chain},
};

/// The models of a unit that are out of coherency and in no combat, and the largest chain.
pub fn stragglers(world: &World, unit: UnitId) -> (Vec<ModelId>, Vec<ModelId>) {
    let models = world.standing(unit);
    let placed: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let chains = chain(&placed, coherency(world, unit));
    if chains.len() <= 1 {
        return (Vec::new(), models);
    }
    let main: Vec<ModelId> = chains[0].iter().map(|&i| models[i]).collect();
    let lost = |model: &ModelId| !main.contains(model) && !movement::is_engaged(world, *model);
    (models.iter().copied().filter(lost).collect(), main)
}

/// The actions that a straggler of a unit needs to get back to it, or all it has if it can't; none
/// for those in coherency.
fn way_back(world: &World, unit: UnitId, model: ModelId) -> u8 {
    let (lost, main) = stragglers(world, unit);
    let left = world.of_model::<ActionsLeft>(model).0;
    if !lost.contains(&model) || left == 0 || main.is_empty() {
        return 0;
    }
    let anchors: Vec<Placed> = main.iter().map(|&model| world.placed(model)).collect();
    let mut around = movement::around(world, &[model], &[]);
    around.keep_off();
    let joiner = Joiner {
        mover: movement::mover(world, model),
        start: world.placed(model).pose,
        actions: u32::from(left),
        around: around.surroundings(world),
    };
    let distance = |at: bevy::math::Vec2| at.distance_squared(joiner.start.at);
    match joiner.join(&anchors, coherency(world, unit), &distance) {
        Some(route) => u8::try_from(route.travel.actions).unwrap_or(left).min(left),
        None => left,
    }
}

/// Whether models of a unit may spend actions on something else than going back to it: a straggler
/// keeps what its way back takes (FORM-11).
///
/// # Errors
/// The straggler who couldn't get back then.
pub(in crate::no_quarter) fn check_duty(
    world: &World,
    unit: UnitId,
    spent: &[(ModelId, u32)],
) -> Result<(), OrderError> {
    let (lost, _) = stragglers(world, unit);
    for &(model, cost) in spent.iter().filter(|(model, _)| lost.contains(model)) {
        let left = world.of_model::<ActionsLeft>(model).0;
        let needed = way_back(world, unit, model);
        if cost + u32::from(needed) > u32::from(left) {
            let name = world.model_name(model);
            let text = format!(
                "{name} is out of coherency and has to go back first: {needed} of its {left} \
                 actions, so there are not {cost} to spare"
            );
            let refusal = Refusal::NotEnoughActions {
                needed: needed.saturating_add(u8::try_from(cost).unwrap_or(u8::MAX)),
                left,
            };
            return Err(OrderError::new(refusal, "FORM-11", text).model(model));
        }
    }
    Ok(())
}

/// Sends stragglers as near to their unit as their remaining actions allow.
pub(in crate::no_quarter) fn regroup(world: &mut World, unit: UnitId) {
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        return;
    }
    let walkers = plan_regroup(world, unit);
    if !walkers.is_empty() {
        let gait = Gait::Regroup;
        push(world, Step::Walk(Walk { unit, gait, walkers, tick: 0, interruptible: true }));
    }
}

fn plan_regroup(world: &World, unit: UnitId) -> Vec<Walker> {
    let (mut lost, main) = stragglers(world, unit);
    lost.retain(|&model| {
        *world.of_model::<Stance>(model) == Stance::Standing
            && world.of_model::<ActionsLeft>(model).0 > 0
    });
    if lost.is_empty() || main.is_empty() {
        return Vec::new();
    }
    let allowed = coherency(world, unit);
    let mut anchors: Vec<Placed> = main.iter().map(|&model| world.placed(model)).collect();
    // The nearest goes first, so that the others can come up to it.
    let distance = |model: ModelId| {
        let here = world.placed(model);
        anchors.iter().map(|anchor| gap(&here, anchor).0).fold(f32::MAX, f32::min)
    };
    let mut order: Vec<(f32, ModelId)> = lost.iter().map(|&m| (distance(m), m)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut walkers: Vec<Walker> = Vec::new();
    for (_, model) in order {
        let mut around = movement::around(world, &[model], &[]);
        around.keep_off();
        // Who goes before is where it will be.
        for walker in &walkers {
            around.place_friend(walker.model, walker.ticks.last().copied());
        }
        let joiner = Joiner {
            mover: movement::mover(world, model),
            start: world.placed(model).pose,
            actions: u32::from(world.of_model::<ActionsLeft>(model).0),
            around: around.surroundings(world),
        };
        let route = joiner.go_back(&anchors, allowed);
        let Some(&end) = route.travel.ticks.last() else { continue };
        if joiner.is_with(end.at, &anchors, allowed) {
            anchors.push(joiner.mover.placed(end));
        }
        let actions = u8::try_from(route.travel.actions).unwrap_or(u8::MAX);
        walkers.push(Walker { model, ticks: route.travel.ticks, actions });
    }
    walkers
}
