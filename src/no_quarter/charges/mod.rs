//! Declaring and running a charge, momentum, falling short, redirecting. Book: Charges (CHG-01 to
//! CHG-06), Momentum Attack, Flee From A Charge.

mod block;
mod loose;
mod plan;

pub use plan::{ChargePlan, plan};

use bevy::{math::Vec2, prelude::World};

use super::{
    components::{ActionsLeft, Momentum, Morale, Record, Stance, UnitRecord},
    error::{OrderError, Refusal},
    event::{Event, Gait},
    hold, movement,
    order::{Answer, Question},
    step::{Charge, Step, Walk, Walker},
    system::{NoQuarter, emit, push},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    table::path::find_path_towards,
};

/// Extra actions for close combat of a model that did nothing but charge. Book: Momentum Attack
/// (CHG-04).
pub const MOMENTUM: u8 = 3;

/// The models that charge when an order names these, or nobody for the whole unit: those on their
/// feet, with actions, and in combat with nobody (CHG-06).
pub fn chargers(world: &World, unit: UnitId, named: &[ModelId]) -> Vec<ModelId> {
    let models = if named.is_empty() { world.standing(unit) } else { named.to_vec() };
    let able = |&model: &ModelId| {
        world.is_standing(model)
            && *world.of_model::<Stance>(model) == Stance::Standing
            && world.of_model::<ActionsLeft>(model).0 > 0
            && !movement::is_engaged(world, model)
    };
    models.into_iter().filter(able).collect()
}

/// Whether the active unit, or some of it, may charge a unit.
pub(super) fn check(world: &World, models: &[ModelId], target: UnitId) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    let name = world.unit_name(unit);
    for (index, &model) in models.iter().enumerate() {
        movement::check_member(world, unit, model)?;
        if models[..index].contains(&model) {
            let text = format!("{} is named twice", world.model_name(model));
            return Err(OrderError::new(Refusal::NamedTwice, "CHG-01", text).model(model));
        }
    }
    check_may_charge(world, unit)?;
    if world.roster().unit(target).is_none() {
        return Err(OrderError::new(Refusal::NoSuchThing, "", "there is no such unit"));
    }
    let enemy = world.unit_name(target);
    if world.side_of(target) == world.side_of(unit) {
        let text = format!("{enemy} is no enemy of {name}");
        return Err(OrderError::new(Refusal::NotAnEnemy, "CHG-01", text));
    }
    if world.standing(target).is_empty() {
        let text = format!("nobody of {enemy} is on the table");
        return Err(OrderError::new(Refusal::NobodyThere, "CHG-01", text));
    }
    let chargers = chargers(world, unit, models);
    if chargers.is_empty() {
        return Err(nobody_can_charge(world, unit, models));
    }
    if plan(world, unit, &chargers, target).walkers.is_empty() {
        let text = format!("{name} can't get any nearer to {enemy}");
        return Err(OrderError::new(Refusal::NoWay, "CHG-02", text));
    }
    Ok(())
}

fn check_may_charge(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {}
        Morale::Panicked => {
            let text = format!("{name} is panicked and doesn't charge");
            return Err(OrderError::new(Refusal::Panicked, "CHG-06", text));
        }
        Morale::Terrified => {
            let text = format!("{name} is terrified and doesn't charge");
            return Err(OrderError::new(Refusal::Terrified, "CHG-06", text));
        }
    }
    if world.of_unit::<UnitRecord>(unit).rallied {
        let text = format!("{name} has just rallied and doesn't charge in this activation");
        return Err(OrderError::new(Refusal::RalliedAlready, "CHG-06", text));
    }
    Ok(())
}

fn nobody_can_charge(world: &World, unit: UnitId, models: &[ModelId]) -> OrderError {
    let models = if models.is_empty() { world.standing(unit) } else { models.to_vec() };
    let Some(&model) = models.first() else {
        let text = format!("nobody of {} is left", world.unit_name(unit));
        return OrderError::new(Refusal::NobodyThere, "CHG-01", text);
    };
    let name = world.model_name(model);
    let (refusal, rule, text) = if *world.of_model::<Stance>(model) == Stance::Prone {
        (Refusal::Prone, "MOVE-04", format!("{name} is prone and has to stand up first"))
    } else if movement::is_engaged(world, model) {
        (Refusal::InCombat, "CHG-06", format!("{name} is in close combat already"))
    } else {
        let refusal = Refusal::NotEnoughActions { needed: 1, left: 0 };
        (refusal, "MOVE-01", format!("{name} has no actions left to charge with"))
    };
    OrderError::new(refusal, rule, text).model(model)
}

/// Declares a charge (CHG-01).
pub(super) fn declare(world: &mut World, models: Vec<ModelId>, target: UnitId) {
    let Some(unit) = world.frame().active else { return };
    let first_action = !world.of_unit::<UnitRecord>(unit).acted;
    let models = chargers(world, unit, &models);
    emit(world, Event::ChargeDeclared { unit, target });
    let charge = Charge { unit, models, target, first_action, halts: Vec::new() };
    push(world, Step::BeginCharge(charge));
}

/// A target on hold may flee before anybody moves (HOLD-05).
pub(super) fn begin(world: &mut World, mut charge: Charge) {
    if !hold::may_flee(world, charge.target) {
        push(world, Step::RunCharge(charge));
        return;
    }
    let plan = plan(world, charge.unit, &charge.models, charge.target);
    let end = |walker: &Walker| Some((walker.model, walker.ticks.last()?.at));
    charge.halts = plan.walkers.iter().filter_map(end).collect();
    let (unit, target) = (charge.unit, charge.target);
    push(world, Step::AskAfterFlight(charge));
    hold::ask_flee(world, target, unit);
}

/// After the target had its chance to flee: goes on, or asks what to do now (CHG-05).
pub(super) fn ask_after_flight(world: &mut World, charge: Charge) {
    if hold::may_flee(world, charge.target) {
        push(world, Step::RunCharge(charge));
        return;
    }
    let side = world.side_of(charge.unit);
    let mut options = vec![Answer::Halt];
    if !world.standing(charge.target).is_empty() {
        options.push(Answer::Pursue);
    }
    let default = options.len() - 1;
    for other in world.roster().units() {
        let exposed = other != charge.target
            && world.side_of(other) != side
            && !world.standing(other).is_empty()
            && !plan(world, charge.unit, &charge.models, other).contacts.is_empty();
        if exposed {
            options.push(Answer::Redirect { target: other });
        }
    }
    let question = Question::TargetFled { charge };
    world.ask::<NoQuarter>(Decision { side, question, options, default });
}

pub(super) fn answer_flight(world: &mut World, mut charge: Charge, answer: &Answer) {
    match answer {
        Answer::Pursue => push(world, Step::RunCharge(charge)),
        Answer::Redirect { target } => {
            charge.target = *target;
            emit(world, Event::ChargeDeclared { unit: charge.unit, target: *target });
            push(world, Step::BeginCharge(charge));
        }
        _ => halt(world, charge),
    }
}

/// The chargers go where contact would have been made.
fn halt(world: &mut World, charge: Charge) {
    let mut walkers: Vec<Walker> = Vec::new();
    let mut taken: Vec<(ModelId, crate::table::Placed)> = Vec::new();
    for &(model, to) in &charge.halts {
        if let Some(walker) = way_towards(world, model, to, &charge, &taken) {
            if let Some(&pose) = walker.ticks.last() {
                taken.push((model, crate::table::Placed { pose, ..world.placed(model) }));
            }
            walkers.push(walker);
        }
    }
    let unit = charge.unit;
    let walk = Walk { unit, gait: Gait::Charge, walkers, tick: 0, interruptible: true };
    world.push_all::<NoQuarter>(vec![Step::Walk(walk), Step::EndCharge(charge)]);
}

fn way_towards(
    world: &World,
    model: ModelId,
    to: Vec2,
    charge: &Charge,
    taken: &[(ModelId, crate::table::Placed)],
) -> Option<Walker> {
    let mut around = movement::around(world, &[model], &[]);
    for &(other, placed) in taken {
        if let Some(place) = around.friend_ids.iter().position(|&id| id == other) {
            around.friends[place] = placed;
        }
    }
    debug_assert!(charge.models.contains(&model), "halts are those of the chargers");
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let actions = u32::from(world.of_model::<ActionsLeft>(model).0);
    let route = find_path_towards(&mover, &from, to, &around.surroundings(world), actions);
    let actions = u8::try_from(route.travel.actions).ok()?;
    (!route.path.is_empty()).then_some(Walker { model, ticks: route.travel.ticks, actions })
}

/// The charge's move.
pub(super) fn run(world: &mut World, charge: Charge) {
    let plan = plan(world, charge.unit, &charge.models, charge.target);
    let unit = charge.unit;
    let walk =
        Walk { unit, gait: Gait::Charge, walkers: plan.walkers, tick: 0, interruptible: true };
    world.push_all::<NoQuarter>(vec![Step::Walk(walk), Step::EndCharge(charge)]);
}

/// Sees who is in contact, and gives them their charge bonus and momentum (CHG-02, CHG-04).
pub(super) fn end(world: &mut World, charge: Charge) {
    let Charge { unit, target, first_action, .. } = charge;
    let turn = Some(world.frame().turn);
    let contacts: Vec<ModelId> = charge
        .models
        .into_iter()
        .filter(|&model| world.is_standing(model) && movement::is_engaged(world, model))
        .collect();
    if contacts.is_empty() {
        if !world.standing(unit).is_empty() {
            emit(world, Event::FellShort { unit, target });
        }
        return;
    }
    let momentum = if first_action { MOMENTUM } else { 0 };
    for &model in &contacts {
        let record = Record { charged_in: turn, ..*world.of_model::<Record>(model) };
        world.set_model(model, record);
        world.set_model(model, Momentum(momentum));
    }
    emit(world, Event::Charged { unit, target, contacts, momentum });
    let holders = hold::receiving_units(world, unit);
    if !holders.is_empty() {
        push(world, Step::ReceiveCharge { charger: unit, holders });
    }
}
