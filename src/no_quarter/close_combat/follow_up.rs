//! The free move after a kill. Book: Follow Up Movement (CC-12).

use bevy::{math::Vec2, prelude::World};

use super::block_follow_up;
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving},
    no_quarter::{
        charges,
        components::{Momentum, Morale, Stance},
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        error::{OrderError, Refusal},
        event::{Event, Gait, TestReason},
        fear, formations,
        hit::{Hit, HitRule},
        hold, mishaps,
        moment::{self, Moment},
        movement,
        question::{Answer, Question},
        step::Step,
        system::{NoQuarter, emit, push},
    },
    table::{
        Inches, Placed, Pose,
        base::{direction, gap, overlapping, touching},
        travel::{Mover, Travel, travel},
    },
};

/// How far a follow up goes.
pub const FOLLOW_UP: Inches = Inches(2.0);

/// Enemies offered as the end of a follow up, at most.
const MOST_TARGETS: usize = 3;

/// Places tried around an enemy's base.
const PLACES: u16 = 24;

/// Whether a model follows up at all: on its feet, able to move, not terrified, out of combat, not one
/// that devours instead, and once in an activation, or twice with bloodlust. Book: Follow Up Movement;
/// Abilities, Bloodlust (CC-12, AB-BLOODLUST).
fn can_follow_up(world: &World, model: ModelId) -> bool {
    let unit = world.unit_of(model);
    world.is_standing(model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && *world.of_unit::<Morale>(unit) != Morale::Terrified
        && !effects::forbids(world, model, Deed::FollowUp)
        && !mishaps::is_jammed(world, model)
        && !movement::is_engaged(world, model)
}

/// Whether a ranked unit may follow up as a whole: nobody of it has anybody left to fight.
fn is_whole_block_free(world: &World, model: ModelId) -> bool {
    let models = world.standing(world.unit_of(model));
    !models.into_iter().any(|friend| movement::is_engaged(world, friend))
}

/// A kill brings: whoever struck the blow may follow up, unless other hits of the same attack are
/// still to come.
pub(in crate::no_quarter) fn after_kill(hit: &Hit) -> Vec<Step> {
    let follows_up = hit.has(HitRule::FollowsUp);
    if follows_up { vec![Step::OfferFollowUp { model: hit.attacker }] } else { Vec::new() }
}

/// The end of an attack brings: whoever has killed any of those near it may follow up.
pub(in crate::no_quarter) fn after_attack(
    world: &World,
    model: ModelId,
    near: &[ModelId],
) -> Vec<Step> {
    let killed = near.iter().any(|&enemy| !world.is_standing(enemy));
    if killed { vec![Step::OfferFollowUp { model }] } else { Vec::new() }
}

/// Lets a model that has killed follow up, if it can: one that hesitates only once its unit has passed a
/// command test (TR-HESITATE). Ruling: without anywhere to go there is no test.
pub(in crate::no_quarter) fn offer_follow_up(world: &mut World, model: ModelId) {
    if !effects::forbids(world, model, Deed::FollowUpUntested) {
        ask_to_follow_up(world, model);
    } else if options(world, model).is_some() {
        let (unit, reason) = (world.unit_of(model), TestReason::FollowUp { model });
        push(world, Step::CommandTest { unit, reason });
    }
}

/// Asks whether a model that has killed follows up, if it can.
pub(in crate::no_quarter) fn ask_to_follow_up(world: &mut World, model: ModelId) {
    if let Some(options) = options(world, model) {
        ask(world, model, options);
    }
}

/// Where a model that has killed may follow up to, besides places of its player's choosing, if it can
/// follow up at all.
fn options(world: &World, model: ModelId) -> Option<Vec<Answer>> {
    if !can_follow_up(world, model) {
        return None;
    }
    let charges = |enemy: ModelId| check_charges(world, model, enemy).is_ok();
    let mut options = vec![Answer::Pass];
    let ranked = formations::is_ranked(world, world.unit_of(model));
    if ranked && is_whole_block_free(world, model) {
        options.extend(block_follow_up::options(world, model, &charges));
    }
    let own = world.placed(model);
    let side = world.side_of_model(model);
    let how_far = how_far(world, model);
    let mut near: Vec<(f32, ModelId)> = world
        .roster()
        .models()
        .filter(|&other| world.is_standing(other) && world.side_of_model(other) != side)
        .map(|other| (gap(&own, &world.placed(other)).0, other))
        .filter(|&(gap, _)| gap <= how_far.0)
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, target) in near {
        if options.len() <= MOST_TARGETS
            && charges(target)
            && contact_place(world, model, target).is_some()
        {
            // In ranks one model may break formation for it.
            options.push(if ranked {
                Answer::FollowUpAlone { target }
            } else {
                Answer::FollowUpInto { target }
            });
        }
    }
    (!ranked || options.len() > 1).then_some(options)
}

fn ask(world: &mut World, model: ModelId, options: Vec<Answer>) {
    world.ask::<NoQuarter>(Decision {
        side: world.side_of_model(model),
        question: Question::FollowUp { model, distance: how_far(world, model) },
        options,
        default: 0,
    });
}

/// The nearest place around an enemy where a model touches it and can get to within a follow up.
fn contact_place(world: &World, model: ModelId, target: ModelId) -> Option<(Pose, Travel)> {
    let how_far = how_far(world, model);
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let around = movement::around(world, &[model], &[world.unit_of(target)]);
    let surroundings = around.surroundings(world);
    let enemy = world.placed(target);
    let mut best: Option<(Pose, Travel)> = None;
    for place in 0..PLACES {
        let out = direction(f32::from(place) * 360.0 / f32::from(PLACES));
        let Some(at) = touching_place(&mover, &enemy, out) else { continue };
        // Most places are too far, or farther than a known one, before anything else is asked.
        let straight = Inches(from.at.distance(at.at));
        if !straight.at_most(how_far)
            || best.as_ref().is_some_and(|(_, known)| straight >= known.length)
        {
            continue;
        }
        let way = match travel(&mover, &from, &[at.at], Some(at.facing), &surroundings) {
            Ok(way) if is_free(&way, how_far) => way,
            _ => continue,
        };
        best = Some((at, way));
    }
    best
}

/// How far a model follows up: half as far if all ground is difficult to it (SP-STUMBLE).
pub(super) fn how_far(world: &World, model: ModelId) -> Inches {
    if effects::is_hampered(world, model) { Inches(FOLLOW_UP.0 / 2.0) } else { FOLLOW_UP }
}

/// Whether a way is within a distance, difficult ground counting double, and crosses no barrier that
/// costs something: a free move has nothing to pay with.
fn is_free(way: &Travel, distance: Inches) -> bool {
    (way.length + way.difficult).at_most(distance) && way.account.crossing == 0
}

/// Where a base touches another when it comes from a direction, looking at it.
pub(in crate::no_quarter) fn touching_place(
    mover: &Mover,
    enemy: &Placed,
    out: Vec2,
) -> Option<Pose> {
    let far = mover.base.outer_radius().0 + enemy.base.outer_radius().0 + 0.1;
    let start = Placed::new(mover.base, Pose::new(enemy.pose.at + out * far, -out));
    let slide = crate::table::base::slide_until_touching(&start, -out, enemy, Inches(far))?;
    let pose = Pose::new(start.pose.at - out * slide.0, -out);
    let placed = Placed::new(mover.base, pose);
    (touching(&placed, enemy) && !overlapping(&placed, enemy)).then_some(pose)
}

/// Whether a model may follow up to a place of its player's choosing.
pub(in crate::no_quarter) fn check_follow_up(
    world: &World,
    model: ModelId,
    to: Vec2,
    distance: Inches,
) -> Result<(), OrderError> {
    let name = world.model_name(model);
    if !to.is_finite() {
        let text = "that place has no valid coordinates";
        return Err(OrderError::new(Refusal::NoSuchThing, "CC-12", text));
    }
    if formations::is_ranked(world, world.unit_of(model)) {
        if !is_whole_block_free(world, model) {
            let text = format!("{name} is in ranks, and others in them are still fighting");
            return Err(OrderError::new(Refusal::Ranked, "CC-12", text).model(model).at(to));
        }
        return block_follow_up::ahead(world, model, to).map(|_| ());
    }
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let length = Inches(from.at.distance(to));
    if !length.at_most(distance) {
        let text = format!("{name} can follow up {distance} at most, not {length}");
        return Err(OrderError::new(Refusal::NoWay, "CC-12", text).model(model).at(to));
    }
    let around = movement::around(world, &[model], &[]);
    let surroundings = around.surroundings(world);
    let way = travel(&mover, &from, &[to], Some(to - from.at), &surroundings)
        .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, &around))?;
    if !is_free(&way, distance) {
        let text = format!("the ground is too difficult for {name} to follow up there");
        return Err(OrderError::new(Refusal::NoWay, "CC-12", text).model(model).at(to));
    }
    let end = Placed::new(mover.base, Pose::new(to, to - from.at));
    if let Some(place) = around.enemies.iter().position(|enemy| touching(&end, enemy)) {
        let enemy = around.enemy_ids[place];
        let text =
            format!("{name} would touch {}: choose to follow up into it", world.model_name(enemy));
        return Err(OrderError::new(Refusal::ThatIsACharge { enemy }, "CC-12", text).at(to));
    }
    formations::check_coherency(world, &[(model, end)])
}

/// Whether a model may follow up into an enemy, as a charge that it is: not in panic, nor after it has
/// rallied, and not into what it has failed to face in this activation (CHG-06, FEAR-01).
fn check_charges(world: &World, model: ModelId, enemy: ModelId) -> Result<(), OrderError> {
    let unit = world.unit_of(model);
    if fear::nerves_in_combat(world, unit) != Morale::Steady {
        let name = world.unit_name(unit);
        let text = format!("{name} is panicked and can't follow up into a new enemy");
        return Err(OrderError::new(Refusal::Panicked, "CHG-06", text).model(model));
    }
    if world.frame().active == Some(unit) && effects::forbids_unit(world, unit, Deed::Charge) {
        let name = world.unit_name(unit);
        let text = format!("{name} has just rallied and can't charge in this activation");
        return Err(OrderError::new(Refusal::RalliedAlready, "CHG-06", text).model(model));
    }
    fear::check_charge(world, unit, world.unit_of(enemy))
}

/// Whether a model may follow up into an enemy of its player's choosing: loose, or out of its ranks.
pub(in crate::no_quarter) fn check_follow_up_into(
    world: &World,
    model: ModelId,
    target: ModelId,
) -> Result<(), OrderError> {
    let enemy = world.roster().model(target).is_some()
        && world.is_standing(target)
        && world.side_of_model(target) != world.side_of_model(model);
    if !enemy || contact_place(world, model, target).is_none() {
        let name = world.model_name(model);
        let text = format!("{name} can't get there within {}", how_far(world, model));
        return Err(OrderError::new(Refusal::NoWay, "CC-12", text).model(model));
    }
    check_charges(world, model, target)
}

/// Remembers that a model has had its follow up, or the first of two (AB-BLOODLUST).
fn followed_up(world: &mut World, model: ModelId) {
    let first = effects::has(world, model, Gift::Bloodlust)
        && !effects::forbids(world, model, Deed::FirstFollowUp);
    let deed = if first { Deed::FirstFollowUp } else { Deed::FollowUp };
    let (does, until) = (Does::Forbids(deed), Until::EndOfGo);
    effects::lay_on_model(world, model, Effect { does, source: Source::FollowUp, until });
}

/// A model follows up, or its whole unit in ranks. Into somebody whom it fears it takes its test first,
/// as for every charge (FEAR-01).
pub(in crate::no_quarter) fn answer_follow_up(world: &mut World, model: ModelId, answer: Answer) {
    let into = match answer {
        Answer::FollowUpInto { target } | Answer::FollowUpAlone { target } => Some(target),
        Answer::FollowUpTo { .. } => None,
        _ => return,
    };
    let unit = world.unit_of(model);
    let level = into.and_then(|enemy| fear::of_charging(world, unit, world.unit_of(enemy)));
    let mut steps = Vec::new();
    if let Some(level) = level {
        steps.push(Step::FearTest { unit, level, charged: false, charger: None });
    }
    steps.push(Step::FollowUp { model, answer });
    world.push_all::<NoQuarter>(steps);
}

/// Moves a model that follows up, or its whole unit in ranks. What momentum is left is lost: it
/// can't be used after a follow up. Who doesn't dare to go into somebody may still go elsewhere.
pub(in crate::no_quarter) fn follow_up(world: &mut World, model: ModelId, answer: &Answer) {
    let unit = world.unit_of(model);
    if let Answer::FollowUpInto { target } | Answer::FollowUpAlone { target } = answer {
        let enemies = world.unit_of(*target);
        if fear::is_daunted(world, unit, enemies) {
            emit(world, Event::Daunted { unit, target: enemies });
            ask_to_follow_up(world, model);
            return;
        }
    }
    if let Answer::FollowUpAlone { target } = answer {
        if contact_place(world, model, *target).is_none() {
            return;
        }
        hold::break_ranks(world, unit);
        follow_up_alone(world, model, &Answer::FollowUpInto { target: *target });
    } else if formations::is_ranked(world, world.unit_of(model)) {
        let way = match answer {
            Answer::FollowUpInto { .. } => block_follow_up::into(world, model),
            Answer::FollowUpTo { to } => block_follow_up::ahead(world, model, *to).ok(),
            _ => None,
        };
        let Some(way) = way else { return };
        let models = world.standing(unit);
        for &friend in &models {
            followed_up(world, friend);
        }
        block_follow_up::carry_out(world, model, &way);
        arrived(world, &models);
    } else {
        follow_up_alone(world, model, answer);
    }
}

fn follow_up_alone(world: &mut World, model: ModelId, answer: &Answer) {
    let from = world.placed(model).pose;
    let (way, into) = match answer {
        Answer::FollowUpInto { target } => match contact_place(world, model, *target) {
            Some((_, way)) => (way.ticks, Some(*target)),
            None => return,
        },
        Answer::FollowUpTo { to } => (vec![Pose::new(*to, *to - from.at)], None),
        _ => return,
    };
    let end = way.last().copied().unwrap_or(from);
    followed_up(world, model);
    world.set_model(model, end);
    world.set_model(model, Momentum(0));
    emit(world, Event::Moved { model, gait: Gait::FollowUp, from, way, actions: 0 });
    if into.is_some() {
        charges::has_charged(world, model);
    }
    emit(world, Event::FollowedUp { model, into });
    arrived(world, &[model]);
}

/// Whoever is met by a follow up meets a charge; and enemies on hold may answer what they see now
/// (FEAR-02, HOLD-02, HOLD-04).
fn arrived(world: &mut World, models: &[ModelId]) {
    let Some(unit) = models.first().map(|&model| world.unit_of(model)) else { return };
    let contacts: Vec<ModelId> =
        models.iter().copied().filter(|&model| movement::is_engaged(world, model)).collect();
    moment::comes(world, Moment::Charged { unit, contacts: &contacts, reaching: &[] });
    if world.frame().active == Some(unit) {
        hold::offer(world);
    }
}
