//! Stragglers go back to their unit at the end of its activation. Book: Coherency Check (FORM-11).

use bevy::prelude::World;

use super::{coherency, join::Joiner};
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::count},
    no_quarter::{
        components::{ActionsLeft, Morale, Stance},
        error::{OrderError, Refusal},
        event::Gait,
        mishaps, movement,
        step::{Step, Walk, Walker},
        support_weapons,
        system::push,
        who::who,
    },
    table::{Placed, Pose, base::gap, formation::chain},
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

/// The actions that a straggler of a unit needs to get back to it from a pose, on its feet or not
/// yet, or what brings it as near as it can; none for those in coherency.
fn way_back(world: &World, unit: UnitId, model: ModelId, from: Pose, left: u8) -> u8 {
    let (_, main) = stragglers(world, unit);
    let rise = match *world.of_model::<Stance>(model) {
        Stance::Prone => movement::STANDING_UP,
        Stance::Standing => 0,
    };
    let stays = support_weapons::is_chassis(world, model) || mishaps::is_jammed(world, model);
    if left <= rise || main.is_empty() || stays {
        return 0;
    }
    let anchors: Vec<Placed> = main.iter().map(|&model| world.placed(model)).collect();
    let mut around = movement::around(world, &[model], &[]);
    around.keep_off();
    let joiner = Joiner {
        mover: movement::mover(world, model),
        start: from,
        actions: u32::from(left - rise),
        around: around.surroundings(world),
    };
    let route = joiner.go_back(&anchors, coherency(world, unit));
    match u8::try_from(route.travel.actions).unwrap_or(left) {
        0 => 0,
        walk => walk.saturating_add(rise).min(left),
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
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        return Ok(());
    }
    let (lost, _) = stragglers(world, unit);
    for &(model, cost) in spent.iter().filter(|(model, _)| lost.contains(model)) {
        let left = world.of_model::<ActionsLeft>(model).0;
        let needed = way_back(world, unit, model, world.placed(model).pose, left);
        if cost + u32::from(needed) > u32::from(left) {
            let name = who(world, model);
            let text = format!(
                "{name} is out of coherency and has to rejoin its unit first, for {needed} of its \
                 {left} actions: it can't spare {cost}"
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

/// Whether a unit may stand and wait: not while somebody is out of coherency and can get nearer, as
/// waiting takes all actions (FORM-11).
///
/// # Errors
/// The straggler who has to go back first.
pub(in crate::no_quarter) fn check_wait(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let (lost, _) = stragglers(world, unit);
    let all = |model: &ModelId| (*model, u32::from(world.of_model::<ActionsLeft>(*model).0));
    check_duty(world, unit, &lost.iter().map(all).collect::<Vec<_>>())
}

/// Whether stragglers may go to other places: only where they are in coherency, or get back to it
/// with what they have left (FORM-11).
///
/// # Errors
/// The straggler who couldn't get back then.
pub(in crate::no_quarter) fn check_stray(
    world: &World,
    unit: UnitId,
    moved: &[(ModelId, Pose, u32)],
) -> Result<(), OrderError> {
    let (lost, main) = stragglers(world, unit);
    let allowed = coherency(world, unit);
    let at = |model: ModelId| {
        let moved = moved.iter().find(|(other, ..)| *other == model);
        let placed = world.placed(model);
        Placed { pose: moved.map_or(placed.pose, |(_, pose, _)| *pose), ..placed }
    };
    // Where all stand after the move counts: the unit may come to its straggler.
    let models = world.standing(unit);
    let after: Vec<Placed> = models.iter().map(|&model| at(model)).collect();
    let chains = chain(&after, allowed);
    for &(model, pose, cost) in
        moved.iter().filter(|(model, _, cost)| lost.contains(model) && *cost > 0)
    {
        let place = models.iter().position(|&other| other == model);
        if chains.first().is_some_and(|main| place.is_some_and(|place| main.contains(&place))) {
            continue;
        }
        let left = world.of_model::<ActionsLeft>(model).0;
        let spare = left.saturating_sub(u8::try_from(cost).unwrap_or(left));
        let far = |pose: Pose| {
            let here = Placed { pose, ..world.placed(model) };
            main.iter().map(|&other| gap(&here, &at(other)).0).fold(f32::MAX, f32::min)
        };
        let nearer = far(pose) < far(world.placed(model).pose) - 0.01;
        let needed = way_back(world, unit, model, pose, u8::MAX);
        if !nearer && needed > spare {
            let name = who(world, model);
            let text = format!(
                "{name} is out of coherency and has to rejoin its unit: from there that takes {}, \
                 and it would have {spare} left",
                count(usize::from(needed), "action")
            );
            let refusal = Refusal::NotEnoughActions { needed, left: spare };
            return Err(OrderError::new(refusal, "FORM-11", text).model(model).at(pose.at));
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
            && !mishaps::is_jammed(world, model)
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
