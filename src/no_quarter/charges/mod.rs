//! Declaring and running a charge, momentum, falling short, redirecting. Book: Charges (CHG-01 to
//! CHG-06), Momentum Attack, Flee From A Charge, Pushback (CC-10), Wrapping Round (CC-11), the
//! charges of Extended Reach Weapons (CC-09).

mod aside;
mod block;
mod charge;
mod contact;
mod course;
mod crew;
mod drive;
mod drive_flight;
mod driving;
mod head_on;
mod loose;
mod push_back;
mod reach;
mod shortfall;
mod sound_charge;

pub use charge::{Charge, Charger, Gains, Manner};
pub use contact::{BONUS, charged_this_turn};
pub(super) use contact::{end, has_charged, meet, met};
pub(super) use course::Lineup;
pub use course::{Course, course};
pub(super) use crew::answer as answer_crew_strikes;
pub use drive::{Drive, Stage};
pub(super) use drive_flight::answer as answer_drive_fled;
pub use driving::LAST_BLOW;
pub(super) use driving::{answer_last_blow, drive};
pub(super) use head_on::head_on;
pub use push_back::{PushBack, TO_ONE, may_push_back, push_back, pushes_on};
pub(super) use push_back::{answer as answer_push_back, without};
pub(super) use reach::momentum_left;
pub use reach::{comes_within_reach, longest_reach, momentum};
pub use shortfall::{before as shortfall, short_by};
pub use sound_charge::{SOUNDED, sounded};

use bevy::{math::Vec2, prelude::World};

use super::{
    components::{ActionsLeft, Morale, Stance},
    effects::{self, Deed},
    error::{OrderError, Refusal},
    event::{Event, Gait},
    fear, formations, hold, mishaps, movement,
    question::{Answer, Question},
    step::{Step, Walk, Walker},
    system::{NoQuarter, emit, push},
    who::who,
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    table::{Placed, path::find_path_towards},
};

/// Extra actions for close combat of a model that did nothing but charge. Book: Momentum Attack
/// (CHG-04).
pub const MOMENTUM: u8 = 3;

/// The models that charge when an order names these, or nobody for the whole unit: those on their
/// feet, with actions, able to move, and in combat with nobody (CHG-06).
pub fn chargers(world: &World, unit: UnitId, named: &[ModelId]) -> Vec<ModelId> {
    let models = if named.is_empty() { world.standing(unit) } else { named.to_vec() };
    let able = |&model: &ModelId| {
        world.is_standing(model)
            && *world.of_model::<Stance>(model) == Stance::Standing
            && world.of_model::<ActionsLeft>(model).0 > 0
            && !mishaps::is_jammed(world, model)
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
            let text = format!("{} is named twice", who(world, model));
            return Err(OrderError::new(Refusal::NamedTwice, "CHG-01", text).model(model));
        }
    }
    check_may_charge(world, unit)?;
    if world.roster().unit(target).is_none() {
        return Err(OrderError::no_such_unit(world, target));
    }
    let enemy = world.unit_name(target);
    if world.side_of(target) == world.side_of(unit) {
        let text = format!("{enemy} isn't an enemy of {name}");
        return Err(OrderError::new(Refusal::NotAnEnemy, "CHG-01", text));
    }
    if world.standing(target).is_empty() {
        let text = format!("no models of {enemy} are on the table");
        return Err(OrderError::new(Refusal::NobodyThere, "CHG-01", text));
    }
    fear::check_charge(world, unit, target)?;
    let chargers = chargers(world, unit, models);
    if chargers.is_empty() {
        return Err(nobody_can_charge(world, unit, models));
    }
    if !course::gets_nearer(world, unit, &chargers, target) {
        let all = if models.is_empty() { world.standing(unit).len() } else { models.len() };
        let text = if chargers.len() < all {
            format!("those of {name} who can still charge can't get any closer to {enemy}")
        } else {
            format!("{name} can't get any closer to {enemy}")
        };
        return Err(OrderError::new(Refusal::NoWay, "CHG-02", text));
    }
    Ok(())
}

/// The same for a charge that stops where long weapons reach (CC-09).
pub(super) fn check_to_reach(
    world: &World,
    models: &[ModelId],
    target: UnitId,
) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    let models = with_reach(world, unit, models);
    check(world, &models, target)?;
    let able = chargers(world, unit, &models);
    reach::check(world, &able)?;
    if course_to_reach(world, unit, &able, target).walkers.is_empty() {
        let text = format!(
            "the weapons of {} already reach {} from where they stand",
            world.unit_name(unit),
            world.unit_name(target)
        );
        return Err(OrderError::new(Refusal::NothingToDo, "CC-09", text));
    }
    Ok(())
}

/// Those named, or with nobody named all whose weapons reach, if anybody's do.
fn with_reach(world: &World, unit: UnitId, models: &[ModelId]) -> Vec<ModelId> {
    if !models.is_empty() {
        return models.to_vec();
    }
    let all = world.standing(unit);
    let long: Vec<ModelId> =
        all.iter().copied().filter(|&model| longest_reach(world, model).0 > 0.0).collect();
    if long.is_empty() { all } else { long }
}

/// Where everybody goes in a charge that stops where long weapons reach (CC-09).
pub fn course_to_reach(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> Course {
    stopping_short(world, unit, models, course(world, unit, models, target), target)
}

/// The same, of the [course] on which they would come into contact.
pub fn stopping_short(
    world: &World,
    unit: UnitId,
    models: &[ModelId],
    course: Course,
    target: UnitId,
) -> Course {
    let as_block = formations::is_ranked(world, unit) && models.len() == world.standing(unit).len();
    reach::stop_short(world, course, target, as_block)
}

/// Whether nothing about its state keeps a unit from charging. Book: Charging (CHG-06).
pub(super) fn check_may_charge(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {}
        Morale::Panicked => {
            let text = format!("{name} is panicked and can't charge");
            return Err(OrderError::new(Refusal::Panicked, "CHG-06", text));
        }
        Morale::Terrified => {
            let text = format!("{name} is terrified and can't charge");
            return Err(OrderError::new(Refusal::Terrified, "CHG-06", text));
        }
    }
    if effects::forbids_unit(world, unit, Deed::Charge) {
        let text = format!("{name} has just rallied and can't charge in this activation");
        return Err(OrderError::new(Refusal::RalliedAlready, "CHG-06", text));
    }
    Ok(())
}

fn nobody_can_charge(world: &World, unit: UnitId, models: &[ModelId]) -> OrderError {
    let models = if models.is_empty() { world.standing(unit) } else { models.to_vec() };
    let hindrance = |&model: &ModelId| Hindrance::of(world, model);
    let Some(&model) = models.iter().min_by_key(|model| hindrance(model)) else {
        let text = format!("no models of {} are left", world.unit_name(unit));
        return OrderError::new(Refusal::NobodyThere, "CHG-01", text);
    };
    if let Err(jammed) = mishaps::check_not_jammed(world, model) {
        return jammed;
    }
    let least = Hindrance::of(world, model);
    let name = if models.len() > 1 && models.iter().all(|model| hindrance(model) == least) {
        world.unit_name(unit).to_owned()
    } else {
        who(world, model).to_string()
    };
    let (refusal, rule, text) = match least {
        Hindrance::Prone => {
            (Refusal::Prone, "MOVE-04", format!("{name} is prone and has to stand up first"))
        }
        Hindrance::InCombat => {
            (Refusal::InCombat, "CHG-06", format!("{name} is already in close combat"))
        }
        Hindrance::NoActions => {
            let refusal = Refusal::NotEnoughActions { needed: 1, left: 0 };
            (refusal, "MOVE-01", format!("{name} has no actions left to charge with"))
        }
    };
    OrderError::new(refusal, rule, text).model(model)
}

/// What keeps a model from charging, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hindrance {
    NoActions,
    InCombat,
    Prone,
}

impl Hindrance {
    /// What keeps back a model that can't charge.
    fn of(world: &World, model: ModelId) -> Self {
        if *world.of_model::<Stance>(model) == Stance::Prone {
            Self::Prone
        } else if movement::is_engaged(world, model) {
            Self::InCombat
        } else {
            Self::NoActions
        }
    }
}

/// Declares a charge (CHG-01).
pub(super) fn declare(world: &mut World, models: Vec<ModelId>, target: UnitId, manner: Manner) {
    let Some(unit) = world.frame().active else { return };
    let models = if manner == Manner::ToReach { with_reach(world, unit, &models) } else { models };
    let charger = |model: ModelId| Charger { model, gains: Gains::of(world, model) };
    let chargers = chargers(world, unit, &models).into_iter().map(charger).collect();
    Charge { target, chargers, manner, halts: Vec::new() }.make(world, unit);
    announce(world, unit, target);
}

/// Says whom the charge goes at; who fears that target takes its test now (FEAR-01).
fn announce(world: &mut World, unit: UnitId, target: UnitId) {
    declared(world, unit, target, Step::BeginCharge { unit });
}

/// A charge is declared: who fears its target takes its test before it goes on (FEAR-01).
pub(super) fn declared(world: &mut World, unit: UnitId, target: UnitId, then: Step) {
    formations::has_charged(world, unit);
    emit(world, Event::ChargeDeclared { unit, target });
    let mut steps = Vec::new();
    if let Some(level) = fear::of_charging(world, unit, target) {
        steps.push(Step::FearTest { unit, level, charged: false, charger: None });
    }
    steps.push(then);
    world.push_all::<NoQuarter>(steps);
}

/// A target on hold may flee before anybody moves (HOLD-05).
pub(super) fn begin(world: &mut World, unit: UnitId) {
    let Some(mut charge) = Charge::of(world, unit).cloned() else { return };
    let target = charge.target;
    if fear::is_daunted(world, unit, target) {
        Charge::end(world, unit);
        emit(world, Event::Daunted { unit, target });
        return;
    }
    if !hold::may_flee(world, target) {
        push(world, Step::RunCharge { unit });
        return;
    }
    let course = course(world, unit, &charge.models(), target);
    let end = |walker: &Walker| Some((walker.model, walker.ticks.last()?.at));
    charge.halts = course.walkers.iter().filter_map(end).collect();
    charge.make(world, unit);
    push(world, Step::AskAfterFlight { unit });
    hold::ask_flee(world, target, unit);
}

/// After the target had its chance to flee: goes on, or asks what to do now (CHG-05).
pub(super) fn ask_after_flight(world: &mut World, unit: UnitId) {
    let Some(charge) = Charge::of(world, unit) else { return };
    let (target, models) = (charge.target, charge.models());
    if hold::may_flee(world, target) {
        push(world, Step::RunCharge { unit });
        return;
    }
    let reaches = |world: &World, other| !course(world, unit, &models, other).contacts.is_empty();
    let question = Question::TargetFled { charger: unit, target };
    ask_what_now(world, unit, target, question, &reaches);
}

/// Asks a unit whose target has fled whether it halts, goes after it, or turns on somebody else whom
/// it reaches (CHG-05).
fn ask_what_now(
    world: &mut World,
    unit: UnitId,
    target: UnitId,
    question: Question,
    reaches: &dyn Fn(&World, UnitId) -> bool,
) {
    let side = world.side_of(unit);
    let mut options = vec![Answer::Halt];
    if !world.standing(target).is_empty() {
        options.push(Answer::Pursue);
    }
    let default = options.len() - 1;
    for other in world.roster().units() {
        let exposed = other != target
            && world.side_of(other) != side
            && !world.standing(other).is_empty()
            && fear::check_charge(world, unit, other).is_ok()
            && reaches(world, other);
        if exposed {
            options.push(Answer::Redirect { target: other });
        }
    }
    world.ask::<NoQuarter>(Decision { side, question, options, default });
}

pub(super) fn answer_flight(world: &mut World, unit: UnitId, answer: &Answer) {
    let Some(mut charge) = Charge::of(world, unit).cloned() else { return };
    match answer {
        Answer::Pursue => push(world, Step::RunCharge { unit }),
        Answer::Redirect { target } => {
            charge.target = *target;
            charge.make(world, unit);
            announce(world, unit, *target);
        }
        _ => halt(world, unit, &charge),
    }
}

/// The chargers go where contact would have been made.
fn halt(world: &mut World, unit: UnitId, charge: &Charge) {
    let mut walkers: Vec<Walker> = Vec::new();
    let mut taken: Vec<(ModelId, Placed)> = Vec::new();
    for &(model, to) in &charge.halts {
        if let Some(walker) = way_towards(world, model, to, &taken) {
            if let Some(&pose) = walker.ticks.last() {
                taken.push((model, Placed { pose, ..world.placed(model) }));
            }
            walkers.push(walker);
        }
    }
    let walk = Walk { unit, gait: Gait::Charge, walkers, tick: 0, interruptible: true };
    world.push_all::<NoQuarter>(vec![Step::Walk(walk), Step::EndCharge { unit }]);
}

fn way_towards(
    world: &World,
    model: ModelId,
    to: Vec2,
    taken: &[(ModelId, Placed)],
) -> Option<Walker> {
    let mut around = movement::around(world, &[model], &[]);
    for &(other, placed) in taken {
        around.place_friend(other, Some(placed.pose));
    }
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let actions = u32::from(movement::actions_for_moving(world, model));
    let route = find_path_towards(&mover, &from, to, &around.surroundings(world), actions);
    let actions = u8::try_from(route.travel.actions).ok()?;
    (!route.path.is_empty()).then_some(Walker { model, ticks: route.travel.ticks, actions })
}

/// The charge's move.
pub(super) fn run(world: &mut World, unit: UnitId) {
    let Some(charge) = Charge::of(world, unit) else { return };
    let (target, models) = (charge.target, charge.models());
    let to_reach = charge.manner == Manner::ToReach;
    let whole = models.len() == world.standing(unit).len();
    if formations::is_ranked(world, unit) && !whole {
        // Wrapping round: who leaves the ranks breaks them (CC-11).
        hold::break_ranks(world, unit);
    }
    let course = if to_reach {
        course_to_reach(world, unit, &models, target)
    } else {
        course(world, unit, &models, target)
    };
    if sounded(world, unit) > 0 {
        // They have acted, even where the musician pays for the whole way.
        for walker in &course.walkers {
            movement::pay(world, walker.model, 0);
        }
    }
    let walk =
        Walk { unit, gait: Gait::Charge, walkers: course.walkers, tick: 0, interruptible: true };
    world.push_all::<NoQuarter>(vec![Step::Walk(walk), Step::EndCharge { unit }]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        test_world::{TestWorld, man},
    };

    #[test]
    fn what_keeps_back_all_is_told_of_the_unit() {
        let mut test = TestWorld::new();
        let two = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let unit = test.unit(0, Formation::Skirmish, &two, man());
        let models = [test.model(unit, 0), test.model(unit, 1)];
        for model in models {
            test.world.set_model(model, ActionsLeft(0));
        }
        let told = |world: &World| nobody_can_charge(world, unit, &[]).text;
        let name = test.world.unit_name(unit).to_owned();
        assert_eq!(told(&test.world), format!("{name} has no actions left to charge with"));
        // Somebody who lies on the ground is farther from it than somebody without actions.
        test.world.set_model(models[0], Stance::Prone);
        let other = who(&test.world, models[1]);
        assert_eq!(told(&test.world), format!("{other} has no actions left to charge with"));
        test.world.set_model(models[1], Stance::Prone);
        assert_eq!(told(&test.world), format!("{name} is prone and has to stand up first"));
    }
}
