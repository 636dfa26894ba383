//! Going on hold, and responding from it. Book: Hold Actions (HOLD-01 to HOLD-05).

mod charge;
mod response;

pub(super) use charge::{
    answer_charge, answer_contact, answers_charges, ask_flee, break_ranks, can_receive, flee,
    receive, receive_charge, receiving_units,
};
pub use charge::{may_flee, receiving_blows};
pub(super) use response::respond;
pub use response::{Response, response_targets, responses_at, weapons_at};

use bevy::prelude::World;

use super::{
    arms::use_cost,
    charges::Charge,
    close_combat,
    components::{Activation, Arms, Holding, Morale, ProfileOf, Record, Stance, UnitRecord},
    doctrine,
    effects::{self, Deed, Gift},
    error::{OrderError, Refusal},
    event::{Event, TestReason},
    formations, magic,
    moment::{self, Moment},
    movement,
    order::{Shot, ShotMode, StandingOrder},
    profile::{Weapon, WeaponRule},
    question::{Answer, Question},
    ranged_combat,
    step::Step,
    support_weapons,
    system::{BattleState, NoQuarter, emit, push},
    turn_sequence,
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    table::Inches,
};

/// Nobody is told to wait for enemies farther away.
const FARTHEST: Inches = Inches(200.0);

/// The dearest weapon that can be used in response, in actions. Book: Response Shooting (HOLD-03).
pub const RESPONSE_ACTIONS: u8 = 5;

pub(super) fn check(world: &World, standing: StandingOrder) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    let name = world.unit_name(unit);
    check_standing(standing)?;
    if world.standing(unit).is_empty() {
        let text = format!("no models of {name} are left to hold");
        return Err(OrderError::new(Refusal::NobodyThere, "HOLD-01", text));
    }
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        let text = format!("{name} is terrified and can't watch for the enemy");
        return Err(OrderError::new(Refusal::Terrified, "MOR-06", text));
    }
    if world.standing(unit).iter().all(|&model| effects::forbids(world, model, Deed::Act)) {
        let text = format!("nobody in {name} is able to watch for the enemy");
        return Err(OrderError::new(Refusal::CannotHold, "HOLD-01", text));
    }
    if world.of_unit::<UnitRecord>(unit).acted {
        let text =
            format!("going on hold takes all actions of {name}, and it has already spent some");
        return Err(OrderError::new(Refusal::ActedAlready, "HOLD-01", text));
    }
    formations::check_wait(world, unit)
}

fn check_standing(standing: StandingOrder) -> Result<(), OrderError> {
    if let StandingOrder::Within(distance) = standing
        && !(0.0..=FARTHEST.0).contains(&distance.0)
    {
        let text = format!("a unit on hold can wait for enemies within 0\" to {FARTHEST}");
        return Err(OrderError::new(Refusal::CannotHold, "HOLD-01", text));
    }
    Ok(())
}

/// Whether a unit's standing instructions may be changed: whenever it is on hold.
pub(super) fn check_instruct(
    world: &World,
    unit: UnitId,
    standing: StandingOrder,
) -> Result<(), OrderError> {
    if world.roster().unit(unit).is_none() {
        return Err(OrderError::no_such_unit(world, unit));
    }
    check_standing(standing)?;
    if world.of_unit::<Holding>(unit).0.is_none() {
        let name = world.unit_name(unit);
        let text = format!("{name} isn't on hold: activate it and choose hold first");
        return Err(OrderError::new(Refusal::NotOnHold, "HOLD-01", text));
    }
    Ok(())
}

/// Changes what a unit on hold waits for. Ruling: it is only talk, so it costs nothing.
pub(super) fn instruct(world: &mut World, unit: UnitId, standing: StandingOrder) {
    world.set_unit(unit, Holding(Some(standing)));
    emit(world, Event::Instructed { unit, standing });
}

/// Puts the active unit on hold, which ends its activation.
pub(super) fn hold(world: &mut World, standing: StandingOrder) {
    let Some(unit) = world.frame().active else { return };
    world.set_unit(unit, Holding(Some(standing)));
    emit(world, Event::Held { unit, standing });
    turn_sequence::end_activation(world);
}

/// After an atomic action of the active unit: lets enemies on hold respond, if any can (HOLD-02).
pub(super) fn offer(world: &mut World) {
    moment::comes(world, Moment::Acted);
}

/// What the active unit has just done brings: the enemies on hold who can respond are asked (HOLD-02).
pub(super) fn responses(world: &World) -> Vec<Step> {
    let holders = possible_responders(world);
    if holders.is_empty() { Vec::new() } else { vec![Step::OfferResponses { holders }] }
}

/// Whether any enemy of the active unit is on hold at all; cheap.
pub(super) fn anyone_holding(world: &World) -> bool {
    !holders(world).is_empty()
}

/// The enemies of the active unit that are on hold against it, whatever they wait for.
pub(super) fn holders(world: &World) -> Vec<UnitId> {
    let Some(active) = world.frame().active else { return Vec::new() };
    let side = world.side_of(active);
    let holds =
        |&unit: &UnitId| world.side_of(unit) != side && waits_for(world, unit, active).is_some();
    world.roster().units().filter(holds).collect()
}

/// What an enemy of the active unit waits for: what it was told on hold, or, where the active unit is
/// charging it and it is watchful, any opportunity (MUT-EXTRA-HEAD).
fn waits_for(world: &World, holder: UnitId, active: UnitId) -> Option<StandingOrder> {
    let charged = || Charge::of(world, active).is_some_and(|charge| charge.target == holder);
    let told = world.of_unit::<Holding>(holder).0;
    told.or_else(|| (charged() && is_watchful(world, holder)).then_some(StandingOrder::Ask))
}

/// Whether a unit counts as on hold when it is charged, though nobody told it to wait. Ruling: all its
/// models must, and what it does in response counts as its activation if it hasn't had that
/// (MUT-EXTRA-HEAD).
fn is_watchful(world: &World, unit: UnitId) -> bool {
    let models = world.standing(unit);
    !models.is_empty() && models.iter().all(|&model| effects::has(world, model, Gift::Watchful))
}

/// Units on hold that could respond to the active unit from afar now and whose players want to be asked.
pub fn possible_responders(world: &World) -> Vec<UnitId> {
    let Some(active) = world.frame().active else { return Vec::new() };
    let side = world.side_of(active);
    let units = world.roster().units();
    units
        .filter(|&unit| world.side_of(unit) != side && wants_to_respond(world, unit, active))
        .collect()
}

fn wants_to_respond(world: &World, holder: UnitId, active: UnitId) -> bool {
    let Some(standing) = waits_for(world, holder, active) else { return false };
    if world.resource::<BattleState>().silent_holders.contains(&holder) {
        return false;
    }
    let near = match standing {
        StandingOrder::Ask | StandingOrder::FirstTarget => true,
        StandingOrder::WhenCharged | StandingOrder::Never => false,
        StandingOrder::Within(distance) => {
            movement::unit_gap(world, holder, active).is_some_and(|gap| gap.at_most(distance))
        }
    };
    let mut models = able_to_respond(world, holder, active).into_iter();
    near && (models.any(|model| response_shot(world, model, active).is_some())
        || response::could_respond(world, holder, active))
}

/// The models of a unit on hold that haven't responded yet to the active unit, and are free to.
fn able_to_respond(world: &World, holder: UnitId, active: UnitId) -> Vec<ModelId> {
    if *world.of_unit::<Morale>(holder) != Morale::Steady {
        return Vec::new();
    }
    let able = |&model: &ModelId| {
        let record = world.of_model::<Record>(model);
        *world.of_model::<Stance>(model) == Stance::Standing
            && record.responded_to != Some(active)
            && !close_combat::has_fumbled(world, model)
            && ranged_combat::hindering(world, model).is_none()
            && !movement::is_engaged(world, model)
    };
    world.standing(holder).into_iter().filter(able).collect()
}

/// The weapons that a model may shoot with in response: their places in its arms.
fn quick_weapons(world: &World, model: ModelId) -> Vec<u8> {
    if support_weapons::is_chassis(world, model) {
        return Vec::new();
    }
    let cavalry = world.of_model::<ProfileOf>(model).0.cavalry;
    let quick = |arm: &Weapon| {
        arm.is_shot()
            && use_cost(world, model, arm) <= RESPONSE_ACTIONS
            && !(cavalry && arm.has(WeaponRule::NotForCavalry))
    };
    let arms = (0_u8..).zip(&world.of_model::<Arms>(model).0);
    let mut weapons: Vec<u8> = arms.filter(|(_, arm)| quick(arm)).map(|(place, _)| place).collect();
    if !weapons.is_empty() && ranged_combat::is_too_far_back(world, model) {
        weapons.clear();
    }
    weapons
}

/// The models of a unit on hold that could still respond from afar to a unit if they saw it in range,
/// and how far: with shots, grenades, breath or a loaded gun (HOLD-03).
pub fn ready_to_respond(world: &World, holder: UnitId, active: UnitId) -> Vec<(ModelId, Inches)> {
    let armed = |model: ModelId| {
        let arms = &world.of_model::<Arms>(model).0;
        let shots = quick_weapons(world, model).into_iter();
        let shots = shots.map(|place| arms[usize::from(place)].longest());
        let reaches = shots.chain(response::reach(world, model));
        let reach = reaches.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((model, reach))
    };
    able_to_respond(world, holder, active).into_iter().filter_map(armed).collect()
}

/// The shots that a unit on hold has at the active unit now: one for each model, with a weapon of
/// at most five actions, not aimed (HOLD-03). Like all shots they go at the nearest in sight, and if
/// that is in close combat only while the unit hasn't failed its test for it (RNG-08).
pub fn response_shots(world: &World, holder: UnitId, active: UnitId) -> Vec<Shot> {
    let models = able_to_respond(world, holder, active).into_iter();
    models.filter_map(|model| response_shot(world, model, active)).collect()
}

/// The shot of one model: with the weapon that most likely wounds, of those that reach and can hurt.
fn response_shot(world: &World, model: ModelId, active: UnitId) -> Option<Shot> {
    let weapons = quick_weapons(world, model);
    if weapons.is_empty() {
        return None;
    }
    let holder = world.unit_of(model);
    let (target, range, _) = ranged_combat::closest_in_sight(world, model, active)?;
    let placed = world.placed(model);
    let ahead = placed.pose.in_front(world.placed(target).closest_point(placed.pose.at));
    if !ahead && formations::is_formed(world, holder)
        || movement::is_engaged(world, target) && !shoots_into_combat(world, holder)
    {
        return None;
    }
    let arms = &world.of_model::<Arms>(model).0;
    let serves = |place: &u8| {
        let arm = &arms[usize::from(*place)];
        range.at_most(arm.longest()) && close_combat::can_hurt(world, model, *place, target)
    };
    let mode = ShotMode::Plain;
    let shot =
        |weapon: u8| Shot { shooter: model, target: active, weapon, aim: false, pick: None, mode };
    let plain = weapons.into_iter().filter(serves).map(shot);
    let shots: Vec<Shot> =
        plain.flat_map(|shot| ranged_combat::in_every_mode(world, shot)).collect();
    doctrine::shot(world, &shots)
}

/// Whether a unit on hold shoots at enemies in close combat: unless it was told to shoot without
/// being asked, or has failed its test in this activation (RNG-08).
pub(super) fn shoots_into_combat(world: &World, holder: UnitId) -> bool {
    world.of_unit::<Holding>(holder).0 != Some(StandingOrder::FirstTarget)
        && ranged_combat::dares(world, holder) != Some(false)
}

pub(super) fn offer_responses(world: &mut World, mut holders: Vec<UnitId>) {
    let Some(active) = world.frame().active else { return };
    if holders.is_empty() {
        return;
    }
    let holder = holders.remove(0);
    if !holders.is_empty() {
        push(world, Step::OfferResponses { holders });
    }
    if !wants_to_respond(world, holder, active) {
        return;
    }
    let shots = !response_shots(world, holder, active).is_empty();
    let targets = response::response_targets(world, holder, active);
    if world.of_unit::<Holding>(holder).0 == Some(StandingOrder::FirstTarget) {
        match targets.first() {
            Some(&(target, worth)) if worth > 0.0 => {
                response::respond_at(world, holder, active, target);
            }
            _ if shots => shoot_in_response(world, holder, active),
            _ => {}
        }
        return;
    }
    let mut options: Vec<Answer> = if shots { vec![Answer::Shoot] } else { Vec::new() };
    options.extend(targets.into_iter().map(|(target, _)| Answer::RespondAt { target }));
    let default = options.len();
    options.extend([Answer::Pass, Answer::PassForThisOrder]);
    world.ask::<NoQuarter>(Decision {
        side: world.side_of(holder),
        question: Question::RespondToAction { holder, active },
        options,
        default,
    });
}

pub(super) fn answer_action(world: &mut World, holder: UnitId, active: UnitId, answer: &Answer) {
    match answer {
        Answer::Shoot => shoot_in_response(world, holder, active),
        Answer::RespondAt { target } => response::respond_at(world, holder, active, *target),
        Answer::PassForThisOrder => {
            world.resource_mut::<BattleState>().silent_holders.push(holder);
        }
        _ => {}
    }
}

fn shoot_in_response(world: &mut World, holder: UnitId, active: UnitId) {
    let shots = response_shots(world, holder, active);
    emit(world, Event::Responded { unit: holder, to: active });
    let steps = shooting(world, holder, shots);
    world.push_all::<NoQuarter>(steps);
}

/// The shots of a unit on hold, after a command test if any of them goes into close combat (RNG-08).
fn shooting(world: &World, holder: UnitId, shots: Vec<Shot>) -> Vec<Step> {
    let mut steps = Vec::new();
    if take_test(world, holder, &shots) {
        steps.push(Step::CommandTest { unit: holder, reason: TestReason::ShootIntoCombat });
    }
    steps.extend(shots.into_iter().map(|shot| Step::Shoot { shot, paid: false }));
    steps
}

/// Whether a unit on hold tests before it takes these shots: somebody would shoot into close combat,
/// and it hasn't tested for that in this activation (RNG-08).
pub fn take_test(world: &World, holder: UnitId, shots: &[Shot]) -> bool {
    let into_combat = |shot: &Shot| {
        ranged_combat::closest_in_sight(world, shot.shooter, shot.target)
            .is_some_and(|(target, ..)| movement::is_engaged(world, target))
    };
    ranged_combat::dares(world, holder).is_none() && shots.iter().any(into_combat)
}

/// Remembers that a model has responded to the activation of a unit; it won't again (HOLD-02).
pub(super) fn mark_responded(world: &mut World, model: ModelId, to: UnitId) {
    let record = Record { responded_to: Some(to), ..*world.of_model::<Record>(model) };
    world.set_model(model, record);
}

/// At the end of an activation: units that responded to it are on hold no longer and have had
/// their go (HOLD-02).
pub(super) fn settle(world: &mut World, active: UnitId) {
    for unit in world.roster().units() {
        let members = world.members(unit);
        let responded =
            members.iter().any(|&m| world.of_model::<Record>(m).responded_to == Some(active));
        if !responded {
            continue;
        }
        for model in members {
            let record = Record { responded_to: None, ..*world.of_model::<Record>(model) };
            world.set_model(model, record);
        }
        end_hold(world, unit);
    }
}

/// Takes a unit off hold, after its response.
fn end_hold(world: &mut World, unit: UnitId) {
    world.set_unit(unit, Activation::Activated);
    if world.of_unit::<Holding>(unit).0.is_some() {
        world.set_unit(unit, Holding(None));
        emit(world, Event::HoldEnded { unit });
    }
    effects::end_hold(world, unit);
    magic::tidy(world);
}
