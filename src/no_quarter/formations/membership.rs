//! The units of individuals, and leaving one. Book: Individuals And Characters In Units (FORM-10).
//!
//! - *home*: the unit of one that an individual is when it is with nobody.

use bevy::prelude::{Component, World};

use super::{is_formed, is_ranked, ranks};
use crate::{
    battle::{
        BattleWorld, Decision, MemberOf, ModelId, Named, Resolving, Roster, Side, TurnFrame, UnitId,
    },
    no_quarter::{
        components::{
            ActionsLeft, Activation, Morale, MoraleRecord, ProfileOf, Role, Stance, Strength,
            UnitBundle, UnitRecord,
        },
        effects,
        error::{OrderError, Refusal},
        event::{Event, Gait},
        mishaps, movement,
        profile::Class,
        question::{Answer, Question},
        statistics,
        step::Step,
        system::{BattleState, NoQuarter, emit, push},
    },
    table::Pose,
};

/// The unit of one that an individual is when it is with nobody. It never changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home(pub UnitId);

/// Whether a model is one that may leave and join units, and parry: an individual or a character.
/// Book: The Army, Individuals, Characters.
pub fn is_individual(world: &World, model: ModelId) -> bool {
    let class = world.of_model::<ProfileOf>(model).0.class;
    let role = *world.of_model::<Role>(model);
    matches!(class, Class::Individual | Class::Character)
        || matches!(role, Role::General | Role::ArmyStandard | Role::Individual)
}

/// Whether a model belongs in the front rank of its unit: leaders, banners, musicians, individuals and
/// characters, whatever their part in it. Book: Special Models In Ranked Units (FORM-12).
pub fn belongs_in_front(world: &World, model: ModelId) -> bool {
    *world.of_model::<Role>(model) != Role::Rank || is_individual(world, model)
}

/// Those who lead a unit: its leader, and individuals who are with it. Ruling: the abilities that do
/// something for the led count from any of these.
pub fn leaders(world: &World, unit: UnitId) -> Vec<ModelId> {
    let leads = |&model: &ModelId| {
        *world.of_model::<Role>(model) == Role::Leader || is_individual(world, model)
    };
    world.standing(unit).into_iter().filter(leads).collect()
}

/// Gives every individual a unit of its own to be in when it leaves the others.
pub(in crate::no_quarter) fn give_homes(world: &mut World) {
    let models: Vec<ModelId> =
        world.roster().models().filter(|&model| is_individual(world, model)).collect();
    for model in models {
        let unit = world.unit_of(model);
        let home = if world.members(unit).len() == 1 {
            unit
        } else {
            let name = Named(world.model_name(model).to_owned());
            let side = Side(world.side_of(unit));
            let entity = world.spawn((name, side, UnitBundle::default())).id();
            let id = world.resource_mut::<Roster>().add_unit(entity);
            world.entity_mut(entity).insert(id);
            id
        };
        let entity = world.model(model).id();
        world.entity_mut(entity).insert(Home(home));
    }
}

/// The home of an individual, if it has one.
pub(in crate::no_quarter) fn home(world: &World, model: ModelId) -> Option<UnitId> {
    world.model(model).get::<Home>().map(|home| home.0)
}

/// Puts a model into another unit, and counts it among that unit's strength instead.
pub(super) fn change_unit(world: &mut World, model: ModelId, to: UnitId) {
    let from = world.unit_of(model);
    let wounds = u32::from(statistics::wounds(world, model));
    let own = *world.of_unit::<Strength>(from);
    let less = Strength {
        models: own.models.saturating_sub(1),
        wounds: own.wounds.saturating_sub(wounds),
        models_this_turn: own.models_this_turn.saturating_sub(1),
    };
    let other = *world.of_unit::<Strength>(to);
    let more = Strength {
        models: other.models + 1,
        wounds: other.wounds + wounds,
        models_this_turn: other.models_this_turn + 1,
    };
    world.set_unit(from, less);
    world.set_unit(to, more);
    let unit = world.unit(to).id();
    let entity = world.model(model).id();
    world.entity_mut(entity).insert(MemberOf(unit));
}

/// Whether a model may leave the active unit.
pub(in crate::no_quarter) fn check_leave(world: &World, model: ModelId) -> Result<(), OrderError> {
    let unit = movement::moving_unit(world)?;
    movement::check_member(world, unit, model)?;
    let (name, of) = (world.model_name(model), world.unit_name(unit));
    let refuse = |refusal, text| Err(OrderError::new(refusal, "FORM-10", text).model(model));
    if !is_individual(world, model) {
        let text =
            format!("{name} belongs to {of}: only individuals and characters can leave a unit");
        return refuse(Refusal::NotAnIndividual, text);
    }
    if home(world, model).is_none_or(|home| home == unit) {
        return refuse(Refusal::NothingToDo, format!("{name} has no unit to leave"));
    }
    mishaps::check_not_jammed(world, model)?;
    let left = world.of_model::<ActionsLeft>(model).0;
    if left == 0 {
        return refuse(
            Refusal::NotEnoughActions { needed: 1, left },
            format!("{name} has no actions left to move away from {of}"),
        );
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{name} is prone and has to stand up before it leaves {of}");
        return Err(OrderError::new(Refusal::Prone, "MOVE-04", text).model(model));
    }
    Ok(())
}

/// An individual leaves the active unit and is the active unit itself until it is done. It keeps
/// its actions, and what it did.
pub(in crate::no_quarter) fn leave(world: &mut World, model: ModelId) {
    let (unit, Some(home)) = (world.unit_of(model), home(world, model)) else { return };
    let formed = is_formed(world, unit);
    let in_front = is_ranked(world, unit)
        && ranks(world, unit).last().is_some_and(|last| !last.contains(&model));
    let at = *world.of_model::<Pose>(model);
    world.set_unit(home, Activation::Active);
    world.set_unit(home, *world.of_unit::<Morale>(unit));
    world.set_unit(home, *world.of_unit::<UnitRecord>(unit));
    effects::share_go(world, unit, home);
    let tested_in = world.of_unit::<MoraleRecord>(unit).tested_in;
    let nerves = MoraleRecord { tested_in, ..*world.of_unit::<MoraleRecord>(home) };
    world.set_unit(home, nerves);
    world.set_unit(home, Strength::default());
    change_unit(world, model, home);
    world.resource_mut::<TurnFrame>().active = Some(home);
    let mut state = world.resource_mut::<BattleState>();
    state.waiting.push(unit);
    if in_front {
        state.gaps.push((unit, model, at));
    }
    emit(world, Event::LeftUnit { model, unit });
    if formed && !is_formed(world, unit) {
        emit(world, Event::RanksBroken { unit });
    }
}

/// When the activation of an individual that has left a unit is over, that unit goes on: the rest
/// of its own activation. False if nobody waits for that.
pub(in crate::no_quarter) fn resume(world: &mut World) -> bool {
    let Some(unit) = world.resource_mut::<BattleState>().waiting.pop() else { return false };
    let side = world.side_of(unit);
    if world.standing(unit).is_empty() {
        world.set_unit(unit, Activation::Activated);
        world.resource_mut::<BattleState>().gaps.retain(|gap| gap.0 != unit);
        let mut frame = world.resource_mut::<TurnFrame>();
        frame.active = None;
        frame.side = side.other();
        emit(world, Event::ActivationEnded { unit });
        push(world, Step::NextActivation);
        return true;
    }
    let mut frame = world.resource_mut::<TurnFrame>();
    frame.active = Some(unit);
    frame.side = side;
    push(world, Step::OfferGap { unit });
    true
}

/// Asks whether somebody of the rear rank steps into a gap that an individual left.
pub(in crate::no_quarter) fn offer_gap(world: &mut World, unit: UnitId) {
    let mut state = world.resource_mut::<BattleState>();
    let Some(place) = state.gaps.iter().position(|gap| gap.0 == unit) else { return };
    let (_, who, at) = state.gaps.remove(place);
    push(world, Step::OfferGap { unit });
    if let Some(model) = super::coherency::who_closes_up(world, unit, who, at) {
        world.ask::<NoQuarter>(Decision {
            side: world.side_of(unit),
            question: Question::FillGap { model, at },
            options: vec![Answer::Fill, Answer::Pass],
            default: 0,
        });
    }
}

pub(in crate::no_quarter) fn answer_gap(
    world: &mut World,
    model: ModelId,
    at: Pose,
    answer: &Answer,
) {
    if *answer != Answer::Fill {
        return;
    }
    let unit = world.unit_of(model);
    let from = *world.of_model::<Pose>(model);
    let formed = is_formed(world, unit);
    world.set_model(model, at);
    let gait = Gait::CloseUp;
    emit(world, Event::Moved { model, gait, from, way: vec![at], actions: 0 });
    if formed && !is_formed(world, unit) {
        emit(world, Event::RanksBroken { unit });
    }
}
