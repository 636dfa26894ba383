//! Chariots and the like drive through those they charge: a hit on each model in the way, the
//! survivors aside. Book: Abilities, Overrun; Chariot Crew And Overrun (COMBO-02).

use bevy::{math::Vec2, prelude::World};

use super::{crew, head_on::head_on, push_back::without};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    no_quarter::{
        components::{ActionsLeft, Holding, ProfileOf, Record, Stance},
        error::{OrderError, Refusal},
        event::{Event, Gait, HitResult},
        fear, hold, movement, plan as plans,
        profile::{Ability, Size},
        step::{Charge, Hit, Overrun, Step},
        system::{NoQuarter, emit, push},
    },
    table::{
        Inches, Placed, Pose, Travel,
        base::{direction, overlapping},
        travel::{stands, travel},
    },
};

/// Actions of the blow that each model on hold has before it is hit. Book: Abilities, Overrun.
const LAST_BLOW: u8 = 4;

/// A drive through a unit, straight on.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// The way, as if nobody of the unit were there.
    pub travel: Travel,
    /// Who is in the way, in the order they are met, and after how many inches.
    pub victims: Vec<(ModelId, Inches)>,
}

/// The strength of the hit that everybody in the way takes: the model's own, and 1 more with
/// scythes.
pub fn strength(world: &World, model: ModelId) -> i32 {
    let profile = &world.of_model::<ProfileOf>(model).0;
    profile.strength + i32::from(profile.has(Ability::Scythes))
}

/// What a drive of a model to a place through a unit would be.
///
/// # Errors
/// What is in the way besides that unit.
pub fn drive(world: &World, model: ModelId, target: UnitId, to: Vec2) -> Result<Drive, OrderError> {
    let mut victims = world.standing(target);
    // Nobody drives through what only a siege weapon hurts (CC-13).
    let siege = is_siege(world, model);
    victims.retain(|&victim| siege || !is_very_large(world, victim));
    let mut around = movement::around(world, &[model], &[target]);
    without(&mut around, &victims);
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let way = to - from.at;
    let surroundings = around.surroundings(world);
    let travel = travel(&mover, &from, &[to], Some(way), &surroundings)
        .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, &around))?;
    let Some(ahead) = way.try_normalize() else {
        let text = "the drive leads nowhere";
        return Err(OrderError::new(Refusal::NothingToDo, "AB-OVERRUN", text).model(model));
    };
    let start = mover.placed(Pose::new(from.at, ahead));
    let mut met: Vec<(ModelId, Inches)> = victims
        .into_iter()
        .filter_map(|victim| {
            let placed = world.placed(victim);
            Some((victim, head_on(&start, ahead, &placed, Inches(way.length()))?))
        })
        .collect();
    met.sort_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    Ok(Drive { travel, victims: met })
}

fn is_very_large(world: &World, model: ModelId) -> bool {
    world.of_model::<ProfileOf>(model).0.size == Size::VeryLarge
}

/// Whether a model is a siege weapon itself, so that it can run over the very large (CC-13).
fn is_siege(world: &World, model: ModelId) -> bool {
    world.of_model::<ProfileOf>(model).0.has(Ability::SiegeWeapon)
}

/// Whether a model of the active unit may drive through a unit to a place.
pub(in crate::no_quarter) fn check(
    world: &World,
    model: ModelId,
    target: UnitId,
    to: Vec2,
) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    let name = world.model_name(model);
    let refuse = |refusal, rule, text| Err(OrderError::new(refusal, rule, text).model(model));
    if !world.of_model::<ProfileOf>(model).0.has(Ability::Overrun) {
        let text = format!("{name} can't overrun anybody: it stops at the first contact");
        return refuse(Refusal::WrongWeapon, "AB-OVERRUN", text);
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        return refuse(Refusal::Prone, "MOVE-04", format!("{name} has to stand up first"));
    }
    if movement::is_engaged(world, model) {
        return refuse(Refusal::InCombat, "CHG-06", format!("{name} is in close combat already"));
    }
    if !to.is_finite() {
        return refuse(Refusal::NoSuchThing, "", "the place is no number".to_owned());
    }
    super::check(world, &[model], target)?;
    let standing = world.standing(target);
    if !is_siege(world, model) && standing.iter().all(|&victim| is_very_large(world, victim)) {
        let enemy = world.unit_name(target);
        let text = format!(
            "{enemy} is so large that only a siege weapon hurts it: {name} can't drive through it, \
             but may charge"
        );
        return refuse(Refusal::NeedsSiegeWeapon, "CC-13", text);
    }
    let drive = drive(world, model, target, to)?;
    let left = world.of_model::<ActionsLeft>(model).0;
    if drive.travel.actions > u32::from(left) {
        let needed = u8::try_from(drive.travel.actions).unwrap_or(u8::MAX);
        return Err(OrderError::not_enough_actions(world, model, needed, left));
    }
    if drive.victims.is_empty() {
        let text = format!("{name} meets nobody of {} that way", world.unit_name(target));
        let error = OrderError::new(Refusal::NoWay, "AB-OVERRUN", text);
        return Err(error.model(model).at(to));
    }
    Ok(())
}

/// Announces the drive; who fears the target takes its test first (FEAR-01).
pub(in crate::no_quarter) fn begin(world: &mut World, model: ModelId, target: UnitId, to: Vec2) {
    let Ok(drive) = drive(world, model, target, to) else { return };
    let unit = world.unit_of(model);
    let first_action = !world.of_model::<Record>(model).acted;
    emit(world, Event::ChargeDeclared { unit, target });
    let actions = u8::try_from(drive.travel.actions).unwrap_or(u8::MAX);
    let charge = Charge {
        unit,
        models: vec![model],
        target,
        first_action,
        halts: Vec::new(),
        to_reach: false,
        no_bonus: Vec::new(),
        settled: false,
        acted_before: Vec::new(),
        momentum_used: 0,
    };
    let length = world.placed(model).pose.at.distance(to);
    let overrun = Overrun {
        charge,
        model,
        to,
        length: Inches(length),
        actions,
        paid: 0,
        hit: Vec::new(),
        contact: None,
        spent: Vec::new(),
    };
    let mut steps = Vec::new();
    if let Some(level) = fear::of_charging(world, unit, target) {
        steps.push(Step::FearTest { unit, level, charged: false });
    }
    steps.push(Step::Overrun(overrun));
    world.push_all::<NoQuarter>(steps);
}

/// Drives on: to the next model in the way, or to the end.
pub(in crate::no_quarter) fn go_on(world: &mut World, mut overrun: Overrun) {
    let Overrun { model, to, .. } = overrun;
    let (unit, target) = (overrun.charge.unit, overrun.charge.target);
    if !world.is_standing(model) {
        return;
    }
    if overrun.hit.is_empty() {
        let daunted = world.of_unit::<crate::no_quarter::components::UnitRecord>(unit).daunted;
        if daunted && fear::of_charging(world, unit, target).is_some() {
            emit(world, Event::Daunted { unit, target });
            return;
        }
    }
    if !overrun.charge.settled {
        overrun.charge.settled = true;
        if hold::may_flee(world, target) {
            push(world, Step::Overrun(overrun));
            hold::ask_flee(world, target, unit);
            return;
        }
    }
    step_aside(world, &overrun);
    let next = drive(world, model, target, to).ok().and_then(|drive| {
        drive.victims.into_iter().find(|(victim, _)| !overrun.hit.contains(victim))
    });
    let Some((victim, way)) = next else {
        overrun.to = clear_end(world, &overrun);
        move_to(world, &mut overrun, None);
        if movement::is_engaged(world, model) {
            let used = crew::momentum_used(&overrun);
            push(world, Step::EndCharge(Charge { momentum_used: used, ..overrun.charge }));
        } else {
            hold::offer(world);
        }
        return;
    };
    move_to(world, &mut overrun, Some(way));
    overrun.hit.push(victim);
    if overrun.contact.is_none() {
        overrun.contact = Some(overrun.paid);
        crew::makes_contact(world, model);
    }
    let mut steps = Vec::new();
    if overrun.hit.len() == 1 {
        hold::break_ranks(world, target);
        if let Some(level) = fear::level(world, target, &[model]) {
            steps.push(Step::FearTest { unit: target, level, charged: true });
        }
    }
    steps.extend(last_blow(world, victim, model));
    let strength = strength(world, model);
    emit(world, Event::RanOver { model, target: victim, strength });
    steps.push(Step::Save(Hit {
        attacker: model,
        target: victim,
        strength,
        penetration: 0,
        result: HitResult::Automatic,
        ranged: false,
        save_penalty: 0,
        follow_up: false,
        knocks_prone: None,
        save_twice: false,
        wounds: 1,
        flight: None,
        spare: None,
        siege: is_siege(world, model),
    }));
    steps.push(Step::OfferCrewStrikes(overrun));
    world.push_all::<NoQuarter>(steps);
}

/// The blows of a model on hold before it is hit: once, with a weapon of at most four actions.
fn last_blow(world: &mut World, victim: ModelId, model: ModelId) -> Vec<Step> {
    let holder = world.unit_of(victim);
    let record = *world.of_model::<Record>(victim);
    let able = world.of_unit::<Holding>(holder).0.is_some()
        && *world.of_model::<Stance>(victim) == Stance::Standing
        && record.responded_to.is_none()
        && record.fumbled_in != Some(world.frame().turn);
    if !able {
        return Vec::new();
    }
    let Some(blow) = plans::best_blow_within(world, victim, model, LAST_BLOW) else {
        return Vec::new();
    };
    let charger = world.unit_of(model);
    world.set_model(victim, Record { responded_to: Some(charger), ..record });
    emit(world, Event::Responded { unit: holder, to: charger });
    vec![Step::Strike { blow, paid: false }]
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

/// Moves on by so many inches, or to the end, and pays for it in proportion.
fn move_to(world: &mut World, overrun: &mut Overrun, way: Option<Inches>) {
    let model = overrun.model;
    let from = *world.of_model::<Pose>(model);
    let ahead = (overrun.to - from.at).normalize_or(from.facing);
    let at = way.map_or(overrun.to, |way| from.at + ahead * way.0);
    let pose = Pose::new(at, ahead);
    let gone = 1.0 - at.distance(overrun.to) / overrun.length.0.max(1e-3);
    let due = (f32::from(overrun.actions) * gone.clamp(0.0, 1.0)).ceil() as u8;
    let due = if way.is_none() { overrun.actions } else { due.min(overrun.actions) };
    let actions = due.saturating_sub(overrun.paid);
    overrun.paid = overrun.paid.max(due);
    world.set_model(model, pose);
    movement::pay(world, model, actions);
    let gait = Gait::Charge;
    emit(world, Event::Moved { model, gait, from, way: vec![pose], actions });
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
