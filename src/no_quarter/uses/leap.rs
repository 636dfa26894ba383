//! A leap high into the air that comes down wherever its die says, on whoever is there. Book: Abilities,
//! Leap (AB-LEAP).

use bevy::{math::Vec2, prelude::World};

use super::{About, At, Foretold, Occasion, Usable, UsedAt, Using, using::elsewhere};
use crate::{
    battle::{
        BattleWorld, ModelId, Resolving, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        charges::head_on,
        close_combat::touching_place,
        components::{ActionsLeft, Momentum, Morale, ProfileOf, Stance},
        dice::Purpose,
        effects::{self, Gift},
        error::{OrderError, Refusal},
        event::{Event, Gait},
        hit::{self, Hit},
        hold,
        movement::{self, Around},
        profile::Ability,
        statistics::{Stat, stat},
        step::Step,
        system::{NoQuarter, emit},
        topic::Topic,
        who::who,
    },
    table::{
        Ground, Inches, Placed, Pose,
        base::{direction, overlapping},
        travel::stands,
    },
};

/// The leap as something that can be used.
pub(super) const ABOUT: About = About {
    rule: "AB-LEAP",
    occasion: Occasion::Charge,
    place: UsedAt::Towards { hint: "Click the direction of the leap." },
    verb: VerbWords {
        id: "Leap",
        name: "Leap",
        help: "Leap in a direction, as far as a die says, onto whoever is there.",
        targets: false,
        key: VerbKey::Usually("Shift+KeyM"),
        icon: "drive",
        term: "ability Leap",
    },
    lacking: "has nobody who can leap",
    means: "its weight",
};

/// What a leap costs; nothing can be done after it.
pub const LEAP_ACTIONS: u8 = 5;
/// How far it goes besides what the die shows.
const LEAST: Inches = Inches(5.0);
/// How strong a model has to be to leap.
pub const STRONG: i32 = 6;
/// A leap is cut short in steps of this, where nobody can land. Inches.
const SHORTER: f32 = 0.1;
/// Places around a base that lands at which those under it may find room.
const PLACES: u16 = 24;

/// Whether a model of the active unit may leap at all.
fn check(world: &World, model: ModelId) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    let name = who(world, model);
    let refuse = |refusal, rule, text| Err(OrderError::new(refusal, rule, text).model(model));
    if !world.of_model::<ProfileOf>(model).0.has(Ability::Leap)
        || stat(world, model, Stat::Strength) < STRONG
    {
        let text = format!("{name} can't leap: that takes the ability and strength {STRONG}");
        return refuse(Refusal::WrongWeapon, ABOUT.rule, text);
    }
    // Ruling: a model that leaps would leave its unit behind.
    if world.standing(unit).len() > 1 {
        let text = format!("{name} would leave its unit behind");
        return refuse(Refusal::NotAnIndividual, ABOUT.rule, text);
    }
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {}
        Morale::Panicked => {
            return refuse(Refusal::Panicked, "MOR-05", format!("{name} is panicked"));
        }
        Morale::Terrified => {
            return refuse(Refusal::Terrified, "MOR-06", format!("{name} is terrified"));
        }
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{name} is prone and has to stand up first");
        return refuse(Refusal::Prone, "MOVE-04", text);
    }
    // Ruling: nobody leaps out of close combat.
    if movement::is_engaged(world, model) {
        let text = format!("{name} is in close combat and can't leap out of it");
        return refuse(Refusal::InCombat, ABOUT.rule, text);
    }
    let left = world.of_model::<ActionsLeft>(model).0;
    if left < LEAP_ACTIONS {
        return Err(OrderError::not_enough_actions(world, model, "to leap", LEAP_ACTIONS, left));
    }
    // It can't be sure to come down sooner than that.
    movement::check_length(world, model, LEAST)
}

/// Whether a model may come down somewhere, as far as the ground says: on the table, not on what nobody
/// stands on.
fn may_land(world: &World, model: ModelId, pose: &Pose) -> bool {
    let nobody = Around::default();
    let mover = movement::mover(world, model);
    stands(&mover, pose, &nobody.surroundings(world), true).is_ok()
}

/// How far a model gets that leaps so far at most: over everything no taller than half of that, and to
/// where the ground lets it come down. Ruling: whatever is too tall stops it before.
fn length(world: &World, model: ModelId, way: Vec2, most: f32) -> f32 {
    let here = world.placed(model);
    let start = Placed { pose: Pose::new(here.pose.at, way), ..here };
    let tallest = most / 2.0;
    let others = world.roster().models().filter(|&other| other != model);
    let tall = others.filter(|&other| {
        let profile = &world.of_model::<ProfileOf>(other).0;
        world.is_standing(other) && (profile.height().0 > tallest || profile.is_very_large())
    });
    let most = tall
        .filter_map(|other| head_on(&start, way, &world.placed(other), Inches(most)))
        .map(|slide| slide.0)
        .fold(most, f32::min);
    let walls: Vec<_> = world
        .table()
        .terrain
        .iter()
        .filter(|piece| piece.height.0 > tallest)
        .filter(|piece| piece.barrier || piece.ground == Ground::Impassable)
        .collect();
    let steps = (most / SHORTER).floor() as u32;
    let lengths = std::iter::once(most).chain((0..steps).rev().map(|n| n as f32 * SHORTER));
    let clear = |&far: &f32| {
        let to = here.pose.at + way * far;
        may_land(world, model, &Pose::new(to, way))
            && !walls.iter().any(|wall| !wall.footprint.spans_inside(here.pose.at, to).is_empty())
    };
    lengths.into_iter().find(clear).unwrap_or(0.0)
}

/// Leaps: a die says how far; everybody under the landing is hit, and then it lands.
fn leap(world: &mut World, model: ModelId, way: Vec2) {
    let Some(way) = way.try_normalize() else { return };
    movement::pay(world, model, LEAP_ACTIONS);
    world.set_model(model, ActionsLeft(0));
    world.set_model(model, Momentum(0));
    let roll = world.dice().d10(Purpose::Distance, Some(model.0));
    let length = Inches(length(world, model, way, f32::from(roll.result) + LEAST.0));
    let here = world.placed(model);
    let end = Pose::new(here.pose.at + way * length.0, way);
    let landed = Placed { pose: end, ..here };
    let under = |&other: &ModelId| {
        other != model && world.is_standing(other) && overlapping(&landed, &world.placed(other))
    };
    let caught: Vec<ModelId> = world.roster().models().filter(under).collect();
    let (what, at, actions) = (Usable::Leap, At::Towards(way), LEAP_ACTIONS);
    emit(world, Event::Used { model, what, at, caught: caught.clone(), actions });
    emit(world, Event::Leapt { model, roll, length, caught: caught.clone() });
    let (strength, siege) =
        (stat(world, model, Stat::Strength), effects::has(world, model, Gift::Siege));
    let hits = caught.iter().map(|&target| Hit::automatic(model, target, strength, siege));
    let mut steps: Vec<Step> = hits.flat_map(|hit| hit::lands(world, &hit, None)).collect();
    steps.push(Step::Land { model, at: end });
    world.push_all::<NoQuarter>(steps);
}

/// A model that has leapt comes down, and those under it who live make room at the edge of its base.
/// Where one of them finds none, it comes down before that.
pub(in crate::no_quarter) fn land(world: &mut World, model: ModelId, at: Pose) {
    if !world.is_standing(model) {
        return;
    }
    let from = *world.of_model::<Pose>(model);
    world.set_model(model, at);
    let landed = world.placed(model);
    let under = |&other: &ModelId| {
        other != model && world.is_standing(other) && overlapping(&landed, &world.placed(other))
    };
    let under: Vec<ModelId> = world.roster().models().filter(under).collect();
    for other in under {
        let Some(pose) = room_beside(world, other, &landed) else { continue };
        hold::break_ranks(world, world.unit_of(other));
        let from = *world.of_model::<Pose>(other);
        world.set_model(other, pose);
        let gait = Gait::PushedBack;
        emit(world, Event::Moved { model: other, gait, from, way: vec![pose], actions: 0 });
    }
    let mut end = at;
    let mut far = from.at.distance(at.at);
    while far > 0.0 && !(movement::is_clear(world, model, end) && may_land(world, model, &end)) {
        far = (far - SHORTER).max(0.0);
        end.at = from.at + at.facing * far;
    }
    world.set_model(model, end);
    emit(world, Event::Moved { model, gait: Gait::Move, from, way: vec![end], actions: 0 });
    hold::offer(world);
}

/// The place at the edge of a base that has landed where somebody under it has room, on the side first
/// on which it stood.
fn room_beside(world: &World, other: ModelId, landed: &Placed) -> Option<Pose> {
    let mover = movement::mover(world, other);
    let mut around = movement::around(world, &[other], &[]);
    around.zones.clear();
    around.zone_ids.clear();
    let surroundings = around.surroundings(world);
    let placed = world.placed(other);
    let out = (placed.pose.at - landed.pose.at).try_normalize().unwrap_or(landed.pose.facing);
    let mut ways: Vec<Vec2> =
        (0..PLACES).map(|n| direction(f32::from(n) * 360.0 / f32::from(PLACES))).collect();
    ways.sort_by(|a, b| b.dot(out).total_cmp(&a.dot(out)));
    ways.into_iter().find_map(|way| {
        let pose = touching_place(&mover, landed, way)?;
        stands(&mover, &pose, &surroundings, true).is_ok().then_some(pose)
    })
}

/// The leap as something that is used.
pub(super) struct Leap;

impl Using for Leap {
    fn has(&self, world: &World, model: ModelId) -> bool {
        world.of_model::<ProfileOf>(model).0.has(Ability::Leap)
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        check(world, model)
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let At::Towards(way) = at else { return Err(elsewhere(world, model, &ABOUT)) };
        check(world, model)?;
        if way.is_finite() && way.try_normalize().is_some() {
            return Ok(());
        }
        let text = "this leap leads nowhere";
        Err(OrderError::new(Refusal::NothingToDo, ABOUT.rule, text).model(model))
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Towards(way) = at else { return };
        leap(world, model, way);
    }

    /// How far it may go; whom it meets there nobody can say.
    fn foretell(&self, world: &World, model: ModelId, _: At) -> Foretold {
        let strength = stat(world, model, Stat::Strength);
        let (least, most) = (Inches(LEAST.0 + 1.0), Inches(LEAST.0 + 10.0));
        let text = format!(
            "leaps {least} to {most} and hits whoever is there with strength {strength}; nothing can \
             be done after it"
        );
        let warnings = vec![(Topic::Use(Usable::Leap), text)];
        Foretold { warnings, ..Foretold::default() }
    }

    fn asked(&self, _: &World, _: At) -> String {
        "leap".to_owned()
    }

    fn told(&self, _: &World, _: At) -> String {
        "leaps".to_owned()
    }

    fn propose(
        &self,
        world: &World,
        model: ModelId,
        enemy: Option<UnitId>,
        _: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        let way = world.middle(enemy?) - world.placed(model).pose.at;
        way.try_normalize().map(At::Towards)
    }
}
