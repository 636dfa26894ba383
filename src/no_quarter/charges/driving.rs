//! A drive on its way: who is met strikes once if it is on hold and is hit, those on hold elsewhere
//! may shoot, and a target that flees leaves the driver a choice. Book: Abilities, Overrun; Flee From A
//! Charge (CHG-05); Hold Actions (HOLD-02, HOLD-04).

use bevy::{math::Vec2, prelude::World};

use super::{
    contact::has_charged,
    crew,
    head_on::head_on,
    overrun::{announce, drive, is_siege, strength},
    push_back::without,
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        components::{ActionsLeft, Stance},
        doctrine,
        event::{Event, Gait},
        fear, hold, movement,
        question::{Answer, Question},
        step::{Charge, Hit, Overrun, Step},
        system::{NoQuarter, emit, push},
    },
    table::{
        Inches, Placed, Pose,
        base::{direction, overlapping},
        travel::stands,
    },
};

/// Actions of the blow that each model on hold has before it is hit. Book: Abilities, Overrun.
pub const LAST_BLOW: u8 = 4;

/// A stop on the way is left out if it is so near to the next. Inches.
const SAME_PLACE: f32 = 0.01;

/// Drives on: to the next model in the way, or to the end.
pub(in crate::no_quarter) fn go_on(world: &mut World, mut overrun: Overrun) {
    let Overrun { model, to, .. } = overrun;
    let (unit, target) = (overrun.charge.unit, overrun.charge.target);
    if !world.is_standing(model) {
        return;
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        // It was felled on the way.
        arrive(world, overrun);
        return;
    }
    if overrun.hit.is_empty() && fear::is_daunted(world, unit, target) {
        emit(world, Event::Daunted { unit, target });
        return;
    }
    if !overrun.answered {
        overrun.answered = true;
        if hold::may_flee(world, target) {
            let first = drive(world, model, target, to).ok();
            let first = first.and_then(|drive| drive.victims.first().copied());
            overrun.halt = first.map(|(_, way)| way);
            push(world, Step::AfterFlightFromDrive(overrun));
            hold::ask_flee(world, target, unit);
            return;
        }
    }
    step_aside(world, &overrun);
    let next = drive(world, model, target, to).ok().filter(|_| !overrun.halts).and_then(|drive| {
        drive.victims.into_iter().find(|(victim, _)| !overrun.hit.contains(victim))
    });
    let way = next.map_or_else(
        || Inches(world.placed(model).pose.at.distance(clear_end(world, &overrun))),
        |(_, way)| way,
    );
    if drive_on(world, &mut overrun, way, next.is_none()) {
        push(world, Step::Overrun(overrun));
        hold::offer(world);
        return;
    }
    let Some((victim, _)) = next else {
        arrive(world, overrun);
        return;
    };
    overrun.hit.push(victim);
    if overrun.contact.is_none() {
        overrun.contact = Some(overrun.paid);
        has_charged(world, model);
    }
    let mut steps = Vec::new();
    if overrun.hit.len() == 1 {
        hold::break_ranks(world, target);
        if let Some(level) = fear::level(world, target, &[model]) {
            steps.push(Step::FearTest { unit: target, level, charged: true });
        }
    }
    steps.push(Step::LastBlow(overrun));
    world.push_all::<NoQuarter>(steps);
}

/// The end of a drive: among enemies it is the end of a charge, too. Then those on hold may respond.
fn arrive(world: &mut World, overrun: Overrun) {
    if movement::is_engaged(world, overrun.model) || overrun.hit.is_empty() {
        let momentum_used = crew::momentum_used(&overrun);
        push(world, Step::EndCharge(Charge { momentum_used, ..overrun.charge }));
    }
    hold::offer(world);
}

/// Before a model is hit: the player of those on hold is asked once in a drive whether they strike
/// as they are met. Whoever was told never to respond isn't (HOLD-04).
pub(in crate::no_quarter) fn last_blow(world: &mut World, overrun: Overrun) {
    let (model, target) = (overrun.model, overrun.charge.target);
    let victim = overrun.hit.last().copied();
    let able = |&victim: &ModelId| {
        hold::answers_charges(world, target) && hold::can_receive(world, victim)
    };
    let blow = victim
        .filter(able)
        .and_then(|victim| doctrine::blow_within(world, victim, model, LAST_BLOW));
    let Some(blow) = blow else {
        push(world, Step::RunOver(overrun));
        return;
    };
    match overrun.strikes_back {
        None => {
            let side = world.side_of(target);
            let options = vec![Answer::Strike, Answer::Pass];
            let question = Question::LastBlow { overrun };
            world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
        }
        Some(false) => push(world, Step::RunOver(overrun)),
        Some(true) => {
            let charger = overrun.charge.unit;
            hold::mark_responded(world, blow.attacker, charger);
            emit(world, Event::Responded { unit: target, to: charger });
            let steps = vec![Step::Strike { blow, paid: false }, Step::RunOver(overrun)];
            world.push_all::<NoQuarter>(steps);
        }
    }
}

pub(in crate::no_quarter) fn answer_last_blow(
    world: &mut World,
    mut overrun: Overrun,
    answer: &Answer,
) {
    overrun.strikes_back = Some(*answer == Answer::Strike);
    push(world, Step::LastBlow(overrun));
}

/// Who is met is hit, unless its last blow has stopped the drive.
pub(in crate::no_quarter) fn run_over(world: &mut World, overrun: Overrun) {
    let model = overrun.model;
    let drives = world.is_standing(model) && *world.of_model::<Stance>(model) == Stance::Standing;
    let victim = overrun.hit.last().copied().filter(|&victim| world.is_standing(victim));
    let Some(victim) = victim.filter(|_| drives) else {
        push(world, Step::Overrun(overrun));
        return;
    };
    let strength = strength(world, model);
    emit(world, Event::RanOver { model, target: victim, strength });
    let hit = Hit::automatic(model, victim, strength, is_siege(world, model));
    world.push_all::<NoQuarter>(vec![Step::Save(hit), Step::OfferCrewStrikes(overrun)]);
}

/// After the target had its chance to flee: drives on, or asks what to do now (CHG-05).
pub(in crate::no_quarter) fn after_flight(world: &mut World, overrun: Overrun) {
    let (unit, target) = (overrun.charge.unit, overrun.charge.target);
    if hold::may_flee(world, target) {
        push(world, Step::Overrun(overrun));
        return;
    }
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
            && (drives_through(world, &overrun, other)
                || !super::course(world, unit, &[overrun.model], other).contacts.is_empty());
        if exposed {
            options.push(Answer::Redirect { target: other });
        }
    }
    let question = Question::DriveFled { overrun };
    world.ask::<NoQuarter>(Decision { side, question, options, default });
}

/// Whether the same way leads through another unit now.
fn drives_through(world: &World, overrun: &Overrun, other: UnitId) -> bool {
    let left = u32::from(world.of_model::<ActionsLeft>(overrun.model).0);
    drive(world, overrun.model, other, overrun.to)
        .is_ok_and(|drive| !drive.victims.is_empty() && drive.travel.actions <= left)
}

/// Pursuing is driving on. Another unit is driven through if it is in the way, or else charged. Halting
/// is driving to where the first contact would have been.
pub(in crate::no_quarter) fn answer_flight(
    world: &mut World,
    mut overrun: Overrun,
    answer: &Answer,
) {
    match answer {
        Answer::Pursue => push(world, Step::Overrun(overrun)),
        Answer::Redirect { target } => {
            let drives = drives_through(world, &overrun, *target);
            overrun.charge.target = *target;
            overrun.answered = false;
            if drives {
                announce(world, overrun);
            } else {
                overrun.charge.settled = false;
                super::announce(world, overrun.charge);
            }
        }
        _ => {
            let pose = world.placed(overrun.model).pose;
            let whole = overrun.length.0.max(SAME_PLACE);
            let way = overrun.halt.map_or(0.0, |way| way.0);
            let ahead = (overrun.to - pose.at).normalize_or(pose.facing);
            overrun.to = pose.at + ahead * way;
            overrun.actions = (f32::from(overrun.actions) * way / whole - 1e-3).ceil() as u8;
            overrun.length = Inches(way);
            overrun.halts = true;
            push(world, Step::Overrun(overrun));
        }
    }
}

/// Drives on by so many inches and pays for it in proportion. True if it has stopped before that,
/// after a whole action, because somebody on hold could respond there (HOLD-02).
fn drive_on(world: &mut World, overrun: &mut Overrun, way: Inches, last: bool) -> bool {
    let model = overrun.model;
    let from = *world.of_model::<Pose>(model);
    let ahead = (overrun.to - from.at).normalize_or(from.facing);
    let length = overrun.length.0.max(SAME_PLACE);
    let gone = length - from.at.distance(overrun.to);
    let place = |way: f32| Pose::new(from.at + ahead * way, ahead);
    let mut stop = None;
    if hold::anyone_holding(world) {
        let each = length / f32::from(overrun.actions.max(1));
        let done = (gone / each + SAME_PLACE).floor() as u8;
        for action in done + 1..=overrun.actions {
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
    let due = (f32::from(overrun.actions) * share - 1e-3).ceil() as u8;
    let due = if last && stop.is_none() { overrun.actions } else { due.min(overrun.actions) };
    let actions = due.saturating_sub(overrun.paid);
    overrun.paid = overrun.paid.max(due);
    world.set_model(model, pose);
    movement::pay(world, model, actions);
    if pose != from || actions > 0 {
        let gait = Gait::Charge;
        emit(world, Event::Moved { model, gait, from, way: vec![pose], actions });
    }
    stop.is_some()
}

/// Where the drive ends: where it was to, or as far on the way there as nobody stands who has stepped
/// into its place meanwhile.
fn clear_end(world: &World, overrun: &Overrun) -> Vec2 {
    const STEP: f32 = 0.1;
    let from = *world.of_model::<Pose>(overrun.model);
    let ahead = (overrun.to - from.at).normalize_or(from.facing);
    let mut way = from.at.distance(overrun.to);
    while way > 0.0 {
        let end = Pose::new(from.at + ahead * way, ahead);
        if movement::is_clear(world, overrun.model, end) {
            return end.at;
        }
        way -= STEP;
    }
    from.at
}

/// Those who were hit and live stand beside the way, clear of everybody.
fn step_aside(world: &mut World, overrun: &Overrun) {
    let model = overrun.model;
    let here = world.placed(model);
    let ahead = (overrun.to - here.pose.at).normalize_or(here.pose.facing);
    let end = Placed { pose: Pose::new(overrun.to, ahead), ..here };
    for &victim in &overrun.hit {
        let in_the_way = |placed: &Placed| {
            let now = Placed { pose: Pose::new(here.pose.at, ahead), ..here };
            overlapping(placed, &end)
                || overlapping(placed, &now)
                || head_on(&now, ahead, placed, Inches(here.pose.at.distance(end.pose.at)))
                    .is_some()
        };
        if !world.is_standing(victim) || !in_the_way(&world.placed(victim)) {
            continue;
        }
        let Some(pose) = beside(world, victim, model, &in_the_way) else { continue };
        let from = *world.of_model::<Pose>(victim);
        world.set_model(victim, pose);
        let gait = Gait::PushedBack;
        emit(world, Event::Moved { model: victim, gait, from, way: vec![pose], actions: 0 });
    }
}

/// The nearest place out of the way for a model, the side first on which it stands.
fn beside(
    world: &World,
    victim: ModelId,
    model: ModelId,
    in_the_way: &dyn Fn(&Placed) -> bool,
) -> Option<Pose> {
    let mover = movement::mover(world, victim);
    let mut around = movement::around(world, &[victim], &[]);
    without(&mut around, &[model]);
    around.zones.clear();
    let surroundings = around.surroundings(world);
    let placed = world.placed(victim);
    (1..=48_u16).find_map(|ring| {
        let mut places: Vec<Vec2> = (0..24_u16)
            .map(|turn| {
                placed.pose.at + direction(f32::from(turn) * 15.0) * (f32::from(ring) * 0.15)
            })
            .collect();
        let chariot = world.placed(model).pose;
        let aside = |at: &Vec2| (*at - chariot.at).dot(chariot.right()).abs();
        places.sort_by(|a, b| aside(b).total_cmp(&aside(a)));
        places.into_iter().find_map(|at| {
            let pose = Pose { at, ..placed.pose };
            let there = Placed { pose, ..placed };
            let free = stands(&mover, &pose, &surroundings, true).is_ok();
            (free && !in_the_way(&there)).then_some(pose)
        })
    })
}
