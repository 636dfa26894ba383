//! Close combat: blows at whoever is in contact, charges, and getting away.

use std::{collections::BTreeMap, sync::Arc};

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{BOUND_ENEMIES, MATERIAL, NERVES, RANKS, THREAT},
    force::Force,
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        charges::{self, Course},
        components::{ActionsLeft, WoundsLeft},
        event::Gait,
        fear, hold,
        odds::{self, AttackOdds},
        order::Order,
        plan,
        preview::PreviewWay,
    },
    table::Inches,
};

/// How much of what an enemy in contact can do counts against a fight, if it still has its go in this turn.
const REPLY_NOW: f32 = 0.7;
/// The same of one that has had its go.
const REPLY_LATER: f32 = 0.4;
/// How much of what the force can do in its next activation counts for staying in a fight.
const AGAIN: f32 = 0.4;
/// How much it counts against a charge that it begins a fight against more than it can beat.
const OUTMATCHED: f32 = 0.1;
/// How much it is worth that an enemy in combat can't do what else it could.
const BOUND: f32 = 0.7;
/// What a target on hold costs a charge that may find nobody there.
const FLEES: f32 = 0.75;

/// Thinks of blows and charges.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    let engaged = thoughts.study.engaged_with(unit);
    if !engaged.is_empty() {
        let whom = thoughts.study.name(engaged[0]).to_owned();
        let own = force.clone();
        let enemies = engaged.clone();
        thoughts.add(move |study| strike(study, &own, &enemies, &whom));
        if force.spots.len() == 1 {
            let own = force.clone();
            thoughts.add(move |study| break_off(study, &own, &engaged));
        }
    }
    // Whoever is out of actions may still have momentum to strike with, but none to charge.
    let left = max_left(&thoughts.study, &force);
    if !force.is_steady() || force.gun.is_some() || left <= 0.0 {
        return;
    }
    let world = thoughts.study.world;
    let reach = force.rate * (left + force.sounded(world));
    let targets: Vec<UnitId> = thoughts
        .study
        .nearest_enemies(&force)
        .into_iter()
        .take_while(|(gap, _)| *gap <= reach + 0.1)
        .map(|(_, enemy)| enemy.unit)
        .collect();
    let long = charges::longest_reach(world, force.typical).0 > 0.0;
    for target in targets {
        let own = force.clone();
        thoughts.add(move |study| charge(study, &own, target, false));
        if long {
            let own = force.clone();
            thoughts.add(move |study| charge(study, &own, target, true));
        }
    }
}

/// The actions of whoever of a force has most.
pub(super) fn max_left(study: &Study, force: &Force) -> f32 {
    let left = force.spots.iter().map(|spot| study.world.of_model::<ActionsLeft>(spot.model).0);
    f32::from(left.max().unwrap_or(0))
}

/// Points that some attacks are likely to take, and how many wounds from which unit; several at one model
/// take no more than it has.
fn expected(study: &Study, attacks: impl Iterator<Item = (ModelId, f32)>) -> (f32, f32) {
    let mut by_target: BTreeMap<ModelId, f32> = BTreeMap::new();
    for (target, wounds) in attacks {
        *by_target.entry(target).or_default() += wounds;
    }
    let mut by_unit: BTreeMap<UnitId, f32> = BTreeMap::new();
    let mut points = 0.0;
    for (target, wounds) in by_target {
        let unit = study.world.unit_of(target);
        let Some(force) = study.force(unit) else { continue };
        let Some(spot) = force.spots.iter().find(|spot| spot.model == target) else { continue };
        let left = f32::from(study.world.of_model::<WoundsLeft>(target).0).max(1.0);
        // What is more than enough for one goes over to the next, if at all.
        let share = wounds / left;
        let falls = if share < 1.0 { share } else { 1.0 + 0.3 * (share - 1.0) };
        let stake = force.stake.get() / force.spots.len().max(1) as f32;
        points += (spot.worth + stake) * falls.min(2.0);
        *by_unit.entry(unit).or_default() += wounds;
    }
    let most: f32 = by_unit.keys().filter_map(|&unit| study.force(unit)).map(|f| f.price()).sum();
    let all: f32 = by_unit.keys().filter_map(|&unit| study.force(unit)).map(|f| f.wounds).sum();
    let wounds: f32 = by_unit.values().sum();
    (points.min(most), (wounds / all.max(1.0)).min(1.0))
}

/// Blows at all in contact.
fn strike(
    study: &Study,
    force: &Force,
    engaged: &[UnitId],
    whom: &str,
) -> Option<Weighed<NoQuarter>> {
    let blows = plan::melee(study.world, force.unit, None);
    if blows.is_empty() {
        return None;
    }
    let mut known: BTreeMap<_, f32> = BTreeMap::new();
    let attacks = blows.iter().map(|blow| {
        let key = (blow.attacker, blow.target, blow.weapon, blow.mode);
        let chance = known.entry(key).or_insert_with(|| odds::of_blow(study.world, blow).chance);
        (blow.target, *chance)
    });
    let attacks: Vec<(ModelId, f32)> = attacks.collect();
    let (points, share) = expected(study, attacks.into_iter());
    let mut account = Account::default();
    account.add(MATERIAL, points);
    if study.sees_replies() {
        add_reply(study, &mut account, force, engaged, share);
        if let [enemy] = engaged
            && let Some(enemy) = study.force(*enemy)
        {
            study.add_panic(&mut account, enemy, share * enemy.wounds);
        }
    }
    // What those in contact can do is counted already.
    let stand = Stand { fights: engaged.first().copied(), ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    let acts = vec![Act::Give(Order::Fight { blows })];
    Some(weighed(format!("strike {whom}"), acts, account))
}

/// What enemies in contact can do, of whom a share has fallen by then.
pub(super) fn add_reply(
    study: &Study,
    account: &mut Account,
    force: &Force,
    engaged: &[UnitId],
    fallen: f32,
) {
    for enemy in engaged.iter().filter_map(|&enemy| study.force(enemy)) {
        let left = 1.0 - fallen;
        let soon = if enemy.may_act() { REPLY_NOW } else { REPLY_LATER };
        let reply = study.harm(enemy, force, enemy.actions) * left * soon;
        let again = study.harm(force, enemy, force.actions) * left * AGAIN;
        let name = study.name(enemy.unit);
        account.add_noted(THREAT, -reply, || format!("{name} can strike back"));
        account.add(MATERIAL, again);
    }
}

/// A charge of the whole unit, or of those who are free.
fn charge(
    study: &Study,
    force: &Force,
    target: UnitId,
    to_reach: bool,
) -> Option<Weighed<NoQuarter>> {
    let chargers = charges::chargers(study.world, force.unit, &[]);
    let dares = daring(study, force.unit, target);
    charge_of(study, (force, &chargers), dares, target, to_reach)
}

/// A charge of some models of a force, who dare to charge with so much of a chance.
pub(super) fn charge_of(
    study: &Study,
    (force, chargers): (&Force, &[ModelId]),
    dares: f32,
    target: UnitId,
    to_reach: bool,
) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let enemy = study.force(target)?;
    if chargers.is_empty() {
        return None;
    }
    let whole = chargers.len() == force.spots.len();
    let run = if study.closely.get() {
        run_closely(study, force, enemy, chargers, to_reach)?
    } else {
        run_roughly(study, force, enemy, to_reach)
    };
    let (points, share) = (run.points, run.share);
    let stays = if hold::may_flee(world, target) { FLEES } else { 1.0 };
    let mut account = Account::default();
    account.add(MATERIAL, points * dares * stays);
    if dares < 1.0 {
        account.add_noted(NERVES, -0.1 * force.worth * (1.0 - dares), || {
            format!("it fears {}", study.name(target))
        });
    }
    let breaks = force.ranked && !whole;
    let stand = Stand {
        shift: run.shift,
        facing: (enemy.middle - force.middle).normalize_or(force.facing),
        formed: force.formed && !breaks,
        fights: Some(target),
    };
    if study.sees_replies() {
        study.add_panic(&mut account, enemy, share * enemy.wounds * dares * stays);
        let mut reply = Account::default();
        add_reply(study, &mut reply, force, &[target], share);
        if to_reach && charges::longest_reach(world, enemy.typical).0 <= 0.0 {
            // They have to come nearer first.
            account.add(THREAT, reply.of(THREAT) * 0.5);
        } else {
            account.add_noted(THREAT, reply.of(THREAT), || {
                format!("{} can strike back", study.name(target))
            });
        }
        account.add(MATERIAL, reply.of(MATERIAL));
        if enemy.holding.is_some() {
            account.add_noted(THREAT, -study.harm(enemy, force, 3.0), || {
                format!("{} is on hold", study.name(target))
            });
        }
        // Whoever fights attacks nobody else.
        let bound = study.best_but(enemy, force.unit) * study.may_come(enemy) * BOUND;
        account.add_noted(BOUND_ENEMIES, bound, || {
            format!("{} can attack nobody else then", study.name(target))
        });
        // A fight against more than it can beat is none to begin.
        let lost =
            study.harm(enemy, force, enemy.actions) - study.harm(force, enemy, force.actions);
        account.add(THREAT, -OUTMATCHED * lost.max(0.0) * (1.0 - share));
        if breaks {
            account.add(RANKS, -0.05 * force.worth);
        }
    }
    study.stand(&mut account, force, stand);
    let name = study.name(target);
    let (order, name) = if to_reach {
        let order = Order::ChargeToReach { models: Vec::new(), target };
        (order, format!("charge {name} to within weapon reach"))
    } else {
        (Order::Charge { models: Vec::new(), target }, format!("charge {name}"))
    };
    let strike = Act::Strike { unit: force.unit };
    Some(weighed(name, vec![Act::Give(order), strike.clone(), strike], account))
}

/// What a charge comes to.
struct Run {
    /// How far the force comes.
    shift: Vec2,
    /// Points that it is likely to take.
    points: f32,
    /// The share of the enemy that is likely to fall.
    share: f32,
}

/// What a charge comes to as long as nobody has looked for its way.
fn run_roughly(study: &Study, force: &Force, enemy: &Force, to_reach: bool) -> Run {
    let gap = force.gap(Vec2::ZERO, enemy);
    let actions = max_left(study, force) - gap / force.rate.max(0.1);
    let (points, share) = if to_reach {
        harm_from_afar(study, force, enemy)
    } else {
        let points = study.harm_after_charge(force, enemy, actions);
        (points, share_of(enemy, points))
    };
    let shift = (enemy.middle - force.middle).normalize_or(force.facing) * gap;
    Run { shift, points, share }
}

/// The same by the ways that everybody goes, if there are any.
fn run_closely(
    study: &Study,
    force: &Force,
    enemy: &Force,
    chargers: &[ModelId],
    to_reach: bool,
) -> Option<Run> {
    let (world, target) = (study.world, enemy.unit);
    let mut course = study.knowledge.course(world, force.unit, chargers, target);
    let arrives = if to_reach {
        let home = Course::clone(&course);
        course = Arc::new(charges::stopping_short(world, force.unit, chargers, home, target));
        charges::comes_within_reach(world, &course, target)
    } else {
        !course.contacts.is_empty()
    };
    if !arrives {
        return None;
    }
    let (points, share) = if to_reach {
        harm_from_afar(study, force, enemy)
    } else {
        let attacks = blows_after(study, &course, target);
        expected(study, attacks.into_iter())
    };
    Some(Run { shift: mean_shift(study, force, &course), points, share })
}

/// What a charge brings that ends as far from the enemy as weapons reach: points, and the share of the
/// enemy that falls.
fn harm_from_afar(study: &Study, force: &Force, enemy: &Force) -> (f32, f32) {
    let points = study.harm(force, enemy, force.left - force.actions * 0.3);
    (points, share_of(enemy, points))
}

/// The share of a force that so many points of it are.
fn share_of(force: &Force, points: f32) -> f32 {
    (points / force.price().max(1.0)).min(1.0)
}

/// How far a force comes on a course, on the average.
fn mean_shift(study: &Study, force: &Force, course: &Course) -> Vec2 {
    let sum: Vec2 = course
        .walkers
        .iter()
        .filter_map(|walker| {
            let at = study.world.placed(walker.model).pose.at;
            Some(walker.ticks.last()?.at - at)
        })
        .sum();
    sum / force.spots.len().max(1) as f32
}

/// The blows of all in contact after a charge, with the actions that they have left then: at whom, and
/// the wounds to expect.
fn blows_after(study: &Study, course: &Course, target: UnitId) -> Vec<(ModelId, f32)> {
    let world = study.world;
    let way = |walker: &crate::no_quarter::step::Walker| PreviewWay {
        model: walker.model,
        gait: Gait::Charge,
        from: world.placed(walker.model).pose,
        ticks: walker.ticks.clone(),
        length: Inches::ZERO,
        actions: walker.actions,
        account: crate::table::Account::default(),
        actions_left: world.of_model::<ActionsLeft>(walker.model).0,
        contact: true,
    };
    let touching = course.walkers.iter().filter(|walker| course.contacts.contains(&walker.model));
    let ways: Vec<PreviewWay> = touching.map(way).collect();
    let first: Vec<AttackOdds> = plan::blows_on_contact(world, &ways, target);
    let rounds = |attack: &AttackOdds| {
        let way = ways.iter().find(|way| way.model == attack.attacker)?;
        let left = way.actions_left.saturating_sub(way.actions);
        let actions = left.saturating_add(charges::momentum(world, way.model).unwrap_or(0));
        // Those who strike together with another pay nothing of their own.
        let dearest = first.iter().filter(|other| other.attacker == attack.attacker);
        let cost = dearest.map(|other| other.actions).max().unwrap_or(0).max(1);
        Some(f32::from(actions / cost))
    };
    let wounds = |attack: &AttackOdds| Some((attack.target, attack.chance * rounds(attack)?));
    first.iter().filter_map(wounds).collect()
}

/// The chance that a unit dares to charge what it may fear.
pub(super) fn daring(study: &Study, unit: UnitId, target: UnitId) -> f32 {
    let world = study.world;
    match fear::of_charging(world, unit, target) {
        Some(level) if !fear::is_sure(world, unit) => {
            fear::needed(world, unit, level, None).chance()
        }
        _ => 1.0,
    }
}

/// A single model leaves a fight.
fn break_off(study: &Study, force: &Force, engaged: &[UnitId]) -> Option<Weighed<NoQuarter>> {
    let enemy = study.force(*engaged.first()?)?;
    let away = (force.middle - enemy.middle).normalize_or(Vec2::Y);
    let far = force.rate * force.left;
    let to = inside(study, force.middle + away * far);
    let model = force.spots.first()?.model;
    let order = plan::move_model(study.world, model, to, Some(-away)).ok()?;
    let mut account = Account::default();
    for enemy in engaged.iter().filter_map(|&enemy| study.force(enemy)) {
        let hit = study.harm(enemy, force, 4.0);
        account
            .add_noted(THREAT, -hit, || format!("{} strikes at its back", study.name(enemy.unit)));
    }
    let stand = Stand { shift: to - force.middle, fights: Some(enemy.unit), ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    if study.sees_replies() {
        // It comes after whoever runs from it.
        let gap = force.gap(stand.shift, enemy);
        let danger = study.harm_by_charge(enemy, force, gap);
        account.add(THREAT, -danger * 0.7);
    }
    let name = format!("break off from {}", study.name(enemy.unit));
    Some(weighed(name, vec![Act::Give(order)], account))
}

/// A place on the table, a little from its edges.
pub(super) fn inside(study: &Study, at: Vec2) -> Vec2 {
    const MARGIN: f32 = 1.0;
    let table = study.world.table();
    let far = Vec2::new(table.width.0, table.depth.0) - Vec2::splat(MARGIN);
    at.clamp(Vec2::splat(MARGIN), far.max(Vec2::splat(MARGIN)))
}
