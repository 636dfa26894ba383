//! Turns, initiative and activations. Book: Turn Sequence (TURN-01 to TURN-06).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    components::{
        ActionsLeft, Activation, Holding, Momentum, Morale, Record, Strength, UnitRecord,
    },
    effects,
    error::{OrderError, Refusal},
    event::Event,
    formations,
    magic::{self, Glimpse},
    mastery,
    moment::{self, Moment},
    movement,
    phase::{Phase, phase},
    reserves, statistics,
    step::Step,
    support_weapons,
    system::{BattleState, NoQuarter, emit, push},
    victory,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, SideId, TurnFrame, UnitId},
    no_quarter::dice::{Purpose, Roll},
};

/// Ties are rolled again at most so often; then the first side has it. No honest dice tie so long.
const MOST_TIES: usize = 100;

/// Both sides roll a D10 until one is lower: the rolls, and who has it (TURN-01).
pub(super) fn contest(world: &mut World, purpose: Purpose) -> (Vec<(SideId, Roll)>, SideId) {
    contest_for(world, purpose, [0, 0], false)
}

/// Both sides roll a D10, to which something may be added, until one is lower or, for laying
/// terrain, higher (SET-02).
pub(super) fn contest_for(
    world: &mut World,
    purpose: Purpose,
    modifiers: [i32; 2],
    highest: bool,
) -> (Vec<(SideId, Roll)>, SideId) {
    let mut rolls = Vec::new();
    for _ in 0..MOST_TIES {
        let first = world.dice().d10(purpose, None);
        let second = world.dice().d10(purpose, None);
        let a = i32::from(first.result) + modifiers[0];
        let b = i32::from(second.result) + modifiers[1];
        rolls.push((SideId(0), first));
        rolls.push((SideId(1), second));
        if a != b {
            return (rolls, SideId(u32::from((b < a) != highest)));
        }
    }
    (rolls, SideId(0))
}

/// The last turn of a battle of random length, by its die. Book: Number Of Game Turns (TURN-06).
pub fn random_length(result: u16) -> u32 {
    match result {
        0..=2 => 7,
        3..=4 => 6,
        5..=7 => 5,
        _ => 4,
    }
}

pub(super) fn begin_turn(world: &mut World) {
    if world.frame().last_turn == 0 {
        let roll = world.dice().d10(Purpose::GameLength, None);
        let last_turn = random_length(roll.result);
        world.resource_mut::<TurnFrame>().last_turn = last_turn;
        emit(world, Event::LengthRolled { roll, last_turn });
    }
    let TurnFrame { turn, last_turn, .. } = *world.frame();
    if turn >= last_turn {
        victory::end_battle(world, format!("the {turn} turns are over"));
        return;
    }
    let turn = turn + 1;
    let mut frame = world.resource_mut::<TurnFrame>();
    frame.turn = turn;
    frame.active = None;
    frame.first_activation = true;
    world.resource_mut::<BattleState>().phase = Phase::Activations;
    for unit in world.roster().units() {
        let models_this_turn = support_weapons::crew_of(world, unit).len() as u32;
        let strength = Strength { models_this_turn, ..*world.of_unit::<Strength>(unit) };
        world.set_unit(unit, strength);
    }
    emit(world, Event::TurnBegan { turn });
    if turn == 1 {
        mastery::begin(world);
    }
    world.push_all::<NoQuarter>(vec![Step::RollInitiative, Step::NextActivation]);
}

/// The dice for the initiative, before they count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative {
    /// Each side's die; ties are rolled again and leave more of them.
    rolls: Vec<(SideId, Roll)>,
    /// What is added to the dice of each side, in the order of the sides.
    modifiers: [i32; 2],
    /// Who has it.
    winner: SideId,
}

impl Initiative {
    /// The place of the die of a side that counts.
    fn place(&self, side: SideId) -> Option<usize> {
        self.rolls.iter().rposition(|(of, _)| *of == side)
    }

    /// What that die shows, with what is added.
    fn number(&self, side: SideId) -> i32 {
        let die = self.place(side).map_or(0, |place| i32::from(self.rolls[place].1.result));
        die + self.modifiers.get(side.index()).copied().unwrap_or(0)
    }
}

pub(super) fn roll_initiative(world: &mut World) {
    let modifiers = std::mem::take(&mut world.resource_mut::<BattleState>().initiative);
    let (rolls, winner) = contest_for(world, Purpose::Initiative, modifiers, false);
    look_ahead(world, Initiative { rolls, modifiers, winner });
}

/// The dice for the initiative count.
fn win(world: &mut World, Initiative { rolls, modifiers, winner }: Initiative) {
    world.resource_mut::<TurnFrame>().side = winner;
    emit(world, Event::InitiativeRolled { rolls, modifiers, winner });
}

/// The dice for the initiative count, unless foresight lets the side that has lost roll its own again,
/// once (SP-PERCEPTION).
fn look_ahead(world: &mut World, dice: Initiative) {
    let loser = dice.winner.other();
    let die = |side| dice.place(side).map(|place| &dice.rolls[place].1);
    let fresh = die(loser).filter(|roll| roll.aside.is_empty());
    let seer = fresh.and_then(|own| Some((magic::seer(world, loser)?, own.result)));
    let Some((caster, own)) = seer else { return win(world, dice) };
    let other = die(dice.winner).map_or(0, |roll| roll.result);
    push(world, Step::Initiative(dice));
    magic::ask_seer(world, caster, Glimpse::Initiative { own, other });
}

/// The side that has lost the initiative rolls its die again, or lets it count.
pub(super) fn settle_initiative(world: &mut World, mut dice: Initiative, again: bool) {
    let loser = dice.winner.other();
    let Some(place) = dice.place(loser).filter(|_| again) else { return win(world, dice) };
    let mut roll = world.dice().d10(Purpose::Initiative, None);
    roll.aside.push(dice.rolls[place].1.clone());
    dice.rolls[place].1 = roll;
    let (own, other) = (dice.number(loser), dice.number(dice.winner));
    if own == other {
        let (more, winner) = contest_for(world, Purpose::Initiative, dice.modifiers, false);
        dice.rolls.extend(more);
        dice.winner = winner;
    } else if own < other {
        dice.winner = loser;
    }
    look_ahead(world, dice);
}

/// Whether a unit still has its go this turn.
pub fn can_activate(world: &World, unit: UnitId) -> bool {
    *world.of_unit::<Activation>(unit) == Activation::Unactivated
        && !support_weapons::crew_of(world, unit).is_empty()
}

/// Whether the side to choose may select a unit now: its own, or as the winner of the initiative
/// an enemy's that is neither holding nor panicked (TURN-02).
pub fn may_select(world: &World, unit: UnitId) -> bool {
    check_activate(world, unit).is_ok()
}

pub(super) fn next_activation(world: &mut World) {
    if formations::resume(world) {
        return;
    }
    let side = world.frame().side;
    let has_units = |side: SideId| {
        let mut units = world.roster().units();
        units.any(|unit| {
            world.side_of(unit) == side
                && (can_activate(world, unit) || reserves::can_enter(world, unit))
        })
    };
    match [side, side.other()].into_iter().find(|&side| has_units(side)) {
        Some(side) => world.resource_mut::<TurnFrame>().side = side,
        None => push(world, Step::EndTurn),
    }
}

pub(super) fn end_turn(world: &mut World) {
    let turn = world.frame().turn;
    emit(world, Event::TurnEnded { turn });
    for unit in world.roster().units() {
        world.set_unit(unit, Activation::Unactivated);
    }
    // What lasted until now has its say before it ends.
    let steps = moment::steps(world, Moment::TurnOver);
    effects::end_turn(world);
    magic::tidy(world);
    push(world, Step::BeginTurn);
    world.push_all::<NoQuarter>(steps);
}

/// Whether no unit is active, so that one may be activated (TURN-03).
pub(super) fn check_nobody_active(world: &World) -> Result<(), OrderError> {
    let Some(active) = world.frame().active else { return Ok(()) };
    let text = format!("{} is active; end its activation first", world.unit_name(active));
    Err(OrderError::new(Refusal::AnotherUnitIsActive, "TURN-03", text))
}

/// Whether the side of a unit is the one to activate (TURN-03).
pub(super) fn check_side(world: &World, unit: UnitId) -> Result<(), OrderError> {
    if world.side_of(unit) == world.frame().side {
        return Ok(());
    }
    let (name, side) = (world.unit_name(unit), world.side_within(world.frame().side));
    let text = format!("{name} doesn't belong to {side}, whose turn it is to activate a unit");
    Err(OrderError::new(Refusal::NotYourChoice, "TURN-03", text))
}

pub(super) fn check_activate(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let frame = world.frame();
    if phase(world) != Phase::Activations {
        let text = "units can't be activated before deployment is over";
        return Err(OrderError::new(Refusal::WrongPhase, "TURN-02", text));
    }
    if world.roster().unit(unit).is_none() {
        return Err(OrderError::no_such_unit(world, unit));
    }
    check_nobody_active(world)?;
    let name = world.unit_name(unit);
    if reserves::is_reserve(world, unit) {
        return reserves::check_activate(world, unit);
    }
    if world.standing(unit).is_empty() {
        let text = format!("no models of {name} are on the table");
        return Err(OrderError::new(Refusal::NobodyThere, "TURN-04", text));
    }
    if support_weapons::is_abandoned(world, unit) {
        let text = format!("{name} has no crew left");
        return Err(OrderError::new(Refusal::NobodyThere, "SUP-07", text));
    }
    if *world.of_unit::<Activation>(unit) != Activation::Unactivated {
        let text = format!("{name} has already been activated this turn");
        return Err(OrderError::new(Refusal::AlreadyActivated, "TURN-04", text));
    }
    if world.side_of(unit) != frame.side {
        if !frame.first_activation {
            check_side(world, unit)?;
        }
        let side = world.side_within(frame.side);
        let holding = world.of_unit::<Holding>(unit).0.is_some();
        let panicked = *world.of_unit::<Morale>(unit) != Morale::Steady;
        if holding || panicked {
            let why = if holding { "on hold" } else { "panicked" };
            let text = format!("{side} can't make {name} go first: it is {why}");
            return Err(OrderError::new(Refusal::NotYourChoice, "TURN-02", text));
        }
    }
    Ok(())
}

pub(super) fn activate(world: &mut World, unit: UnitId) {
    if reserves::is_reserve(world, unit) {
        if let Some((at, formation)) = reserves::find_entry(world, unit) {
            reserves::enter(world, unit, &at, formation);
        }
        return;
    }
    let by = world.frame().side;
    let owner = world.side_of(unit);
    let mut frame = world.resource_mut::<TurnFrame>();
    frame.active = Some(unit);
    frame.side = owner;
    frame.first_activation = false;
    world.set_unit(unit, Activation::Active);
    world.set_unit(unit, UnitRecord::default());
    effects::begin_go(world, unit);
    if world.of_unit::<Holding>(unit).0.is_some() {
        world.set_unit(unit, Holding(None));
        emit(world, Event::HoldEnded { unit });
    }
    for model in world.standing(unit) {
        let actions = statistics::actions_when_activated(world, model);
        world.set_model(model, ActionsLeft(actions));
        world.set_model(model, Momentum(0));
        begin_anew(world, model);
    }
    emit(world, Event::Activated { unit, by });
    moment::comes(world, Moment::ActivationBegins { unit });
}

/// Forgets what a model did in an activation.
fn begin_anew(world: &mut World, model: ModelId) {
    let record = *world.of_model::<Record>(model);
    world.set_model(model, Record { acted: false, ..record });
}

pub(super) fn check_end_activation(world: &World) -> Result<(), OrderError> {
    movement::active_unit(world).map(|_| ())
}

/// Ends the active unit's activation: stragglers go back, holders settle, nerves are tested.
pub(super) fn end_activation(world: &mut World) {
    let Some(unit) = world.frame().active else { return };
    let mut steps = vec![Step::Regroup { unit }, Step::FinishActivation { unit }];
    steps.extend(moment::steps(world, Moment::ActivationOver { unit }));
    steps.extend([Step::LookForTheEnd, Step::NextActivation]);
    world.push_all::<NoQuarter>(steps);
}

pub(super) fn finish_activation(world: &mut World, unit: UnitId) {
    world.set_unit(unit, Activation::Activated);
    for model in world.members(unit) {
        world.set_model(model, ActionsLeft(0));
        world.set_model(model, Momentum(0));
        begin_anew(world, model);
    }
    // What somebody did in response ends here too (FEAR-02, CC-12).
    effects::end_activation(world);
    magic::tidy(world);
    let next = world.side_of(unit).other();
    let mut frame = world.resource_mut::<TurnFrame>();
    frame.active = None;
    frame.side = next;
    emit(world, Event::ActivationEnded { unit });
}
