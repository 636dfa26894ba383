//! A drive on its way, stage by stage: who is met strikes once if it is on hold and is hit, those on
//! hold elsewhere may shoot, and the crew strikes as it passes. Book: Special Combination Models
//! (COMBO-02), Hold Actions (HOLD-02, HOLD-04).

use bevy::{math::Vec2, prelude::World};

use super::{
    aside::step_aside,
    charge::Charge,
    contact::has_charged,
    crew,
    drive::{Drive, Stage},
    drive_flight,
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        close_combat,
        components::Stance,
        doctrine,
        effects::{self, Gift},
        event::{Event, Gait},
        fear,
        hit::{self, Hit},
        hold, movement,
        question::{Answer, Question},
        step::Step,
        system::{NoQuarter, emit, push},
        uses::{lane, strength_of_drive},
    },
    table::{Inches, Pose},
};

/// Actions of the blow that each model on hold has before it is hit (COMBO-02).
pub const LAST_BLOW: u8 = 4;

/// A stop on the way is left out if it is so near to the next. Inches.
pub(super) const SAME_PLACE: f32 = 0.01;

/// Resolves the next stage of a unit's drive.
pub(in crate::no_quarter) fn drive(world: &mut World, unit: UnitId, stage: Stage) {
    let Some((target, drive)) = Drive::of(world, unit) else { return };
    match stage {
        Stage::SetOut => set_out(world, unit, target, drive),
        Stage::AfterFlight => drive_flight::after(world, unit, target, &drive),
        Stage::On => go_on(world, unit, target, drive),
        Stage::ToHalt => go_to_halt(world, unit, drive),
        Stage::LastBlow { victim } => last_blow(world, unit, &drive, victim),
        Stage::RunOver { victim } => run_over(world, unit, &drive, victim),
        Stage::Crew => crew::offer(world, unit, target, &drive),
    }
}

/// Sets out: whoever doesn't dare to stays, and a target on hold may flee first (FEAR-01, HOLD-05).
fn set_out(world: &mut World, unit: UnitId, target: UnitId, mut drive: Drive) {
    if !world.is_standing(drive.driver) {
        Charge::end(world, unit);
        return;
    }
    if fear::is_daunted(world, unit, target) {
        Charge::end(world, unit);
        emit(world, Event::Daunted { unit, target });
        return;
    }
    if !hold::may_flee(world, target) {
        push(world, Step::Drive { unit, stage: Stage::On });
        return;
    }
    let lane = lane(world, drive.driver, target, drive.to).ok();
    drive.halt = lane.and_then(|lane| lane.victims.first().map(|(_, way)| *way));
    drive.keep(world, unit);
    push(world, Step::Drive { unit, stage: Stage::AfterFlight });
    hold::ask_flee(world, target, unit);
}

/// Whether the driver is still on its way. One that was felled has arrived; a fallen one drives no
/// more.
fn drives(world: &mut World, unit: UnitId, drive: &Drive) -> bool {
    if !world.is_standing(drive.driver) {
        Charge::end(world, unit);
        return false;
    }
    let standing = *world.of_model::<Stance>(drive.driver) == Stance::Standing;
    if !standing {
        arrive(world, unit, drive);
    }
    standing
}

/// Drives on: to the next model in the way, or to the end.
fn go_on(world: &mut World, unit: UnitId, target: UnitId, mut drive: Drive) {
    if !drives(world, unit, &drive) {
        return;
    }
    step_aside(world, &drive);
    let model = drive.driver;
    let next = lane(world, model, target, drive.to)
        .ok()
        .and_then(|lane| lane.victims.into_iter().find(|(victim, _)| !drive.met.contains(victim)));
    let way = next.map_or_else(|| way_to_end(world, &drive), |(_, way)| way);
    if drive_on(world, unit, &mut drive, way, next.is_none()) {
        push(world, Step::Drive { unit, stage: Stage::On });
        hold::offer(world);
        return;
    }
    let Some((victim, _)) = next else {
        arrive(world, unit, &drive);
        return;
    };
    drive.met.push(victim);
    if drive.contact.is_none() {
        drive.contact = Some(drive.paid);
        has_charged(world, model);
    }
    let first = drive.met.len() == 1;
    drive.keep(world, unit);
    let mut steps = Vec::new();
    if first {
        hold::break_ranks(world, target);
        if let Some(level) = fear::of_being_charged(world, target, &[model]) {
            let charger = Some(unit);
            steps.push(Step::FearTest { unit: target, level, charged: true, charger });
        }
    }
    steps.push(Step::Drive { unit, stage: Stage::LastBlow { victim } });
    world.push_all::<NoQuarter>(steps);
}

/// Drives to where it halts, through nobody.
fn go_to_halt(world: &mut World, unit: UnitId, mut drive: Drive) {
    if !drives(world, unit, &drive) {
        return;
    }
    step_aside(world, &drive);
    let way = way_to_end(world, &drive);
    if drive_on(world, unit, &mut drive, way, true) {
        push(world, Step::Drive { unit, stage: Stage::ToHalt });
        hold::offer(world);
    } else {
        arrive(world, unit, &drive);
    }
}

/// The end of a drive: among enemies it is the end of a charge, too. Then those on hold may respond.
fn arrive(world: &mut World, unit: UnitId, drive: &Drive) {
    if movement::is_engaged(world, drive.driver) || drive.met.is_empty() {
        push(world, Step::EndCharge { unit });
    } else {
        Charge::end(world, unit);
    }
    hold::offer(world);
}

/// Before a model is hit: the player of those on hold is asked once in a drive whether they strike
/// as they are met. Whoever was told never to respond isn't, nor for those who couldn't hurt the driver
/// (HOLD-04, CC-13).
fn last_blow(world: &mut World, unit: UnitId, drive: &Drive, victim: ModelId) {
    let driver = drive.driver;
    let target = world.unit_of(victim);
    let able = hold::answers_charges(world, target) && hold::can_receive(world, victim);
    let blow = able.then(|| doctrine::blow_within(world, victim, driver, LAST_BLOW)).flatten();
    let blow = blow.filter(|blow| close_combat::can_respond(world, blow));
    let hit = Step::Drive { unit, stage: Stage::RunOver { victim } };
    match (blow, drive.strikes_back) {
        (None, _) | (Some(_), Some(false)) => push(world, hit),
        (Some(_), None) => {
            let side = world.side_of(target);
            let options = vec![Answer::Strike, Answer::Pass];
            let question = Question::LastBlow { driver, victim };
            world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
        }
        (Some(blow), Some(true)) => {
            hold::mark_responded(world, blow.attacker, unit);
            emit(world, Event::Responded { unit: target, to: unit });
            world.push_all::<NoQuarter>(vec![Step::Strike { blow, paid: false }, hit]);
        }
    }
}

pub(in crate::no_quarter) fn answer_last_blow(
    world: &mut World,
    driver: ModelId,
    victim: ModelId,
    answer: &Answer,
) {
    let unit = world.unit_of(driver);
    let Some((_, mut drive)) = Drive::of(world, unit) else { return };
    drive.strikes_back = Some(*answer == Answer::Strike);
    drive.keep(world, unit);
    push(world, Step::Drive { unit, stage: Stage::LastBlow { victim } });
}

/// A model that is met is hit, unless its last blow has stopped the drive.
fn run_over(world: &mut World, unit: UnitId, drive: &Drive, victim: ModelId) {
    let model = drive.driver;
    let drives = world.is_standing(model) && *world.of_model::<Stance>(model) == Stance::Standing;
    if !drives || !world.is_standing(victim) {
        push(world, Step::Drive { unit, stage: Stage::On });
        return;
    }
    let strength = strength_of_drive(world, model);
    emit(world, Event::RanOver { model, target: victim, strength });
    let hit = Hit::automatic(model, victim, strength, effects::has(world, model, Gift::Siege));
    let mut steps = hit::lands(world, &hit, None);
    steps.push(Step::Drive { unit, stage: Stage::Crew });
    world.push_all::<NoQuarter>(steps);
}

/// Drives on by so many inches and pays for it in proportion. True if it has stopped before that,
/// after a whole action, because somebody on hold could respond there (HOLD-02).
fn drive_on(world: &mut World, unit: UnitId, drive: &mut Drive, way: Inches, last: bool) -> bool {
    let model = drive.driver;
    let from = *world.of_model::<Pose>(model);
    let ahead = (drive.to - from.at).normalize_or(from.facing);
    let length = drive.length.0.max(SAME_PLACE);
    let gone = length - from.at.distance(drive.to);
    let place = |way: f32| Pose::new(from.at + ahead * way, ahead);
    let mut stop = None;
    if hold::anyone_holding(world) {
        let each = length / f32::from(drive.actions.max(1));
        let done = (gone / each + SAME_PLACE).floor() as u8;
        for action in done.saturating_add(1)..=drive.actions {
            let next = f32::from(action) * each - gone;
            if next > way.0 - SAME_PLACE {
                break;
            }
            if !movement::is_clear(world, model, place(next)) {
                continue;
            }
            world.set_model(model, place(next));
            if !hold::possible_responders(world).is_empty() {
                stop = Some(next);
                break;
            }
        }
    }
    let pose = place(stop.unwrap_or(way.0));
    let share = ((gone + stop.unwrap_or(way.0)) / length).clamp(0.0, 1.0);
    let due = (f32::from(drive.actions) * share - 1e-3).ceil() as u8;
    let due = if last && stop.is_none() { drive.actions } else { due.min(drive.actions) };
    let actions = due.saturating_sub(drive.paid);
    drive.paid = drive.paid.max(due);
    world.set_model(model, pose);
    movement::pay(world, model, actions);
    if pose != from || actions > 0 {
        let gait = Gait::Charge;
        emit(world, Event::Moved { model, gait, from, way: vec![pose], actions });
    }
    drive.clone().keep(world, unit);
    stop.is_some()
}

/// How far it is to the end.
fn way_to_end(world: &World, drive: &Drive) -> Inches {
    Inches(world.placed(drive.driver).pose.at.distance(clear_end(world, drive)))
}

/// Where the drive ends: where it was to, or as far on the way there as nobody stands who has stepped
/// into its place meanwhile.
fn clear_end(world: &World, drive: &Drive) -> Vec2 {
    const STEP: f32 = 0.1;
    let from = *world.of_model::<Pose>(drive.driver);
    let ahead = (drive.to - from.at).normalize_or(from.facing);
    let mut way = from.at.distance(drive.to);
    while way > 0.0 {
        let end = Pose::new(from.at + ahead * way, ahead);
        if movement::is_clear(world, drive.driver, end) {
            return end.at;
        }
        way -= STEP;
    }
    from.at
}
