//! Morale tests, the panic table, retreating and rallying. Book: Morale (MOR-01 to MOR-07).

use bevy::prelude::World;

use super::{
    components::{
        ActionsLeft, Holding, Morale, MoraleRecord, Record, Strength, UnitRecord, WoundsLeft,
    },
    damage,
    effects::{self, Deed, Does, Effect, Gift, Source, Test, Until},
    error::{OrderError, Refusal},
    event::{Cause, Event, PanicResult, TestReason},
    hold, movement,
    question::{Answer, Question},
    statistics,
    step::Step,
    support_weapons,
    system::{NoQuarter, emit, push},
    trial::{Stake, Trial},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::dice::Roll,
};

/// Whether a unit passes every morale test: all its models must. Book: Abilities, Unwavering.
pub fn is_unwavering(world: &World, unit: UnitId) -> bool {
    let models = world.standing(unit);
    !models.is_empty() && models.iter().all(|&model| effects::has(world, model, Gift::Unwavering))
}

/// Whether a unit has to test its morale now (MOR-01, MOR-02).
pub fn must_test(world: &World, unit: UnitId) -> bool {
    losses_to_test(world, unit) == Some(0)
}

/// How much more a unit has to lose before it tests its morale (MOR-01, MOR-02): models, or wounds if it
/// was a single model from the beginning. Nothing if it can't come to a test in this turn. Ruling: of a
/// support weapon its crew counts and the weapon doesn't, so that of two men one is half.
pub fn losses_to_test(world: &World, unit: UnitId) -> Option<u32> {
    let record = *world.of_unit::<MoraleRecord>(unit);
    let strength = *world.of_unit::<Strength>(unit);
    let crew = support_weapons::crew_of(world, unit);
    let left = crew.len() as u32;
    let turn = world.frame().turn;
    // A weapon without its crew has no nerves.
    if left == 0 || record.tested_in == Some(turn) {
        return None;
    }
    if !record.tested_for_half && strength.models == 1 {
        let wounds: u32 = crew.iter().map(|&m| u32::from(world.of_model::<WoundsLeft>(m).0)).sum();
        return Some(until_half(wounds, strength.wounds));
    }
    let began = if record.tested_for_half {
        strength.models_this_turn
    } else {
        let weapons = world.members(unit).into_iter();
        let weapons = weapons.filter(|&model| support_weapons::is_chassis(world, model)).count();
        strength.models.saturating_sub(weapons as u32)
    };
    Some(until_half(left, began))
}

/// How much more is to be lost before at least half is lost of what there was (MOR-01, MOR-02).
fn until_half(left: u32, of: u32) -> u32 {
    of.div_ceil(2).max(1).saturating_sub(of.saturating_sub(left))
}

/// After the active unit has finished: every unit that must, tests.
pub(super) fn test_all(world: &mut World) {
    let turn = world.frame().turn;
    let mut steps = Vec::new();
    for unit in world.roster().units() {
        if !must_test(world, unit) {
            continue;
        }
        let tested_in = Some(turn);
        let record = MoraleRecord { tested_for_half: true, tested_in };
        world.set_unit(unit, record);
        steps.push(Step::CommandTest { unit, reason: TestReason::Losses });
    }
    world.push_all::<NoQuarter>(steps);
}

/// Whether a unit takes a test of its morale that something else than its losses calls for: one in a turn,
/// and this is it then (MOR-02, AB-MUTILATE).
pub(super) fn takes_test(world: &mut World, unit: UnitId) -> bool {
    let tested_in = Some(world.frame().turn);
    let record = *world.of_unit::<MoraleRecord>(unit);
    world.set_unit(unit, MoraleRecord { tested_in, ..record });
    record.tested_in != tested_in
}

/// Whether a unit may ignore a failed test of its morale. Ruling: if all its models are proud, and once in
/// the battle (AB-PROUD).
fn may_ignore(world: &World, unit: UnitId) -> bool {
    let proud = |&model: &ModelId| {
        effects::has(world, model, Gift::Proud)
            && !effects::forbids(world, model, Deed::IgnoreFailure)
    };
    let models = world.standing(unit);
    !models.is_empty() && models.iter().all(proud)
}

/// Asks a unit that has failed a test of its morale whether it ignores that, if it may; its roll on the
/// panic table waits on the stack.
pub(super) fn offer_to_ignore(world: &mut World, unit: UnitId) {
    if may_ignore(world, unit) {
        world.ask::<NoQuarter>(Decision {
            side: world.side_of(unit),
            question: Question::IgnoreFailure { unit },
            options: vec![Answer::Ignore, Answer::LetStand],
            default: 0,
        });
    }
}

/// A unit ignores its failed test, or lets it stand.
pub(super) fn answer_ignore(world: &mut World, unit: UnitId, answer: &Answer) {
    if *answer != Answer::Ignore {
        return;
    }
    // The roll on the panic table.
    world.take_next::<NoQuarter>();
    let (does, until) = (Does::Forbids(Deed::IgnoreFailure), Until::Always);
    for model in world.standing(unit) {
        effects::lay_on_model(world, model, Effect { does, source: Source::Pride, until });
    }
    emit(world, Event::Ignored { unit });
}

/// What a number on the panic table means. Book: Panic Table (MOR-03).
pub fn panic_result(number: i32) -> PanicResult {
    match number {
        ..=1 => PanicResult::StandFirm,
        2..=7 => PanicResult::Retreat,
        8..=9 => PanicResult::Terrified,
        _ => PanicResult::Destroyed,
    }
}

/// What is added to a unit's roll on the panic table: what its test brings, what lasts on it, and what
/// lasts on the enemies that it fights (AB-INFAMOUS-FIGHTERS).
fn panic_bonus(world: &World, unit: UnitId, bonus: u8) -> i32 {
    let own = world.standing(unit).into_iter();
    let fought: Vec<ModelId> = own.flat_map(|model| movement::engaged_with(world, model)).collect();
    let mut lasting = effects::modifiers_of_unit(world, unit, Test::Panic);
    lasting.extend(effects::modifiers_against(world, &fought, Test::Panic));
    i32::from(bonus) + lasting.iter().map(|change| change.by).sum::<i32>()
}

pub(super) fn roll_panic(world: &mut World, unit: UnitId, bonus: u8) {
    if world.standing(unit).is_empty() {
        return;
    }
    push(world, Step::Roll(Trial::on_a_table(Stake::Panic { unit, bonus })));
}

/// The panic table was rolled on.
pub(super) fn panic_rolled(world: &mut World, unit: UnitId, bonus: u8, roll: Roll) {
    let bonus = panic_bonus(world, unit, bonus);
    let result = panic_result(roll.total() + bonus);
    emit(world, Event::PanicRolled { unit, roll, bonus, result });
    if world.of_unit::<Holding>(unit).0.is_some() {
        world.set_unit(unit, Holding(None));
        emit(world, Event::HoldEnded { unit });
    }
    match result {
        PanicResult::StandFirm => {
            world.set_unit(unit, Morale::Panicked);
            world.ask::<NoQuarter>(Decision {
                side: world.side_of(unit),
                question: Question::StandOrRetreat { unit },
                options: vec![Answer::Stand, Answer::Retreat],
                default: 0,
            });
        }
        PanicResult::Retreat => {
            world.set_unit(unit, Morale::Panicked);
            push(world, Step::Retreat { unit });
        }
        PanicResult::Terrified => world.set_unit(unit, Morale::Terrified),
        PanicResult::Destroyed => {
            for model in world.standing(unit) {
                damage::slay(world, model, Cause::Scattered);
            }
        }
    }
}

pub(super) fn answer_stand(world: &mut World, unit: UnitId, answer: &Answer) {
    match answer {
        Answer::Retreat => push(world, Step::Retreat { unit }),
        _ => emit(world, Event::StoodFirm { unit }),
    }
}

pub(super) fn check_rally(world: &World) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    let name = world.unit_name(unit);
    if *world.of_unit::<Morale>(unit) == Morale::Steady {
        let text = format!("{name} is in good order and needs no rallying");
        return Err(OrderError::new(Refusal::NotPanicked, "MOR-07", text));
    }
    let record = *world.of_unit::<UnitRecord>(unit);
    if effects::forbids_unit(world, unit, Deed::Rally) {
        let text = format!("{name} has already tried to rally in this activation");
        return Err(OrderError::new(Refusal::RalliedAlready, "MOR-07", text));
    }
    if record.acted {
        let text = format!("rallying must be the first thing {name} does in its activation");
        return Err(OrderError::new(Refusal::ActedAlready, "MOR-07", text));
    }
    if world.standing(unit).is_empty() {
        let text = format!("no models of {name} are left to rally");
        return Err(OrderError::new(Refusal::NobodyThere, "MOR-07", text));
    }
    Ok(())
}

/// What rallying forbids for the rest of the activation: to try again, and to charge (MOR-07).
const fn of_rallying(deed: Deed) -> Effect {
    Effect { does: Does::Forbids(deed), source: Source::Rally, until: Until::EndOfGo }
}

/// Half of the actions go into the attempt, whatever comes of it (MOR-07).
pub(super) fn rally(world: &mut World) {
    let Some(unit) = world.frame().active else { return };
    world.set_unit(unit, UnitRecord { acted: true });
    effects::lay_on_unit(world, unit, of_rallying(Deed::Rally));
    for model in world.standing(unit) {
        let actions = statistics::actions_when_activated(world, model);
        world.set_model(model, ActionsLeft(actions / 2));
        let record = Record { acted: true, ..*world.of_model::<Record>(model) };
        world.set_model(model, record);
    }
    // Rallying is an action like others, seen by those on hold (HOLD-02).
    let holders = hold::holders(world);
    world.push_all::<NoQuarter>(vec![
        Step::CommandTest { unit, reason: TestReason::Rally },
        Step::OfferResponses { holders },
    ]);
}

/// The test to rally was taken.
pub(super) fn rally_tested(world: &mut World, unit: UnitId, passed: bool) {
    if !passed {
        push(world, Step::RollPanic { unit, bonus: 1 });
        return;
    }
    world.set_unit(unit, Morale::Steady);
    effects::lay_on_unit(world, unit, of_rallying(Deed::Charge));
    let left = world.standing(unit).into_iter().map(|m| world.of_model::<ActionsLeft>(m).0);
    let actions = left.max().unwrap_or(0);
    emit(world, Event::Rallied { unit, actions });
}
