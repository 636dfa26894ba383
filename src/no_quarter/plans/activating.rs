//! Who is activated next: whoever has most to win by acting now, and who may have to go first for the
//! enemy. Units in reserve come on where they are wanted.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{MATERIAL, NERVES, OBJECTIVES, ORDER},
    force::Force,
    study::Study,
    thoughts::{Thoughts, weighed},
    waiting,
};
use crate::{
    battle::{
        BattleWorld, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        components::{Formation, Holding},
        deployment,
        order::Order,
        reserves, turn_sequence,
    },
};

/// How much of an answer counts against an attack.
const ANSWER: f32 = 0.4;
/// What it is worth to have an enemy's unit go before there is anything for it to do. Points. Where somebody
/// has to get somewhere it costs as much: there is always something to do, for both sides.
const TEMPO: f32 = 3.0;
/// Having to rally is a reason to act early, as a share of the force.
const SHAKEN: f32 = 0.08;
/// A unit with nothing to do acts the sooner the less it is worth: the others wait for what comes.
const WAITS: f32 = 0.004;
/// Places along the edge that are thought of for a unit that comes on.
const ENTRIES: u8 = 5;
/// What it is worth to come on, as a share of the force.
const COMES_ON: f32 = 0.3;

/// Thinks of all units that may be activated now.
pub(super) fn think(thoughts: &mut Thoughts) {
    let world = thoughts.study.world;
    let side = thoughts.study.side;
    for unit in world.roster().units() {
        if reserves::is_reserve(world, unit) {
            if world.side_of(unit) == side && reserves::can_enter(world, unit) {
                think_of_reserve(thoughts, unit);
            }
            continue;
        }
        if !turn_sequence::may_select(world, unit) {
            continue;
        }
        let own = world.side_of(unit) == side;
        thoughts.add(move |study| activate(study, unit, own));
    }
    for unit in world.roster().units() {
        if world.side_of(unit) == side && world.of_unit::<Holding>(unit).0.is_some() {
            thoughts
                .add(move |study| waiting::instruct(study, unit, |study| most_urgent(study, unit)));
        }
    }
}

/// The unit of its own, but for one, that a side has most reason to activate.
fn most_urgent(study: &Study, but: UnitId) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let own = |&unit: &UnitId| {
        unit != but && world.side_of(unit) == study.side && turn_sequence::may_select(world, unit)
    };
    let all = world.roster().units().filter(own);
    let all = all.filter_map(|unit| activate(study, unit, true));
    all.max_by(|a, b| a.account.worth().total_cmp(&b.account.worth()))
}

fn activate(study: &Study, unit: UnitId, own: bool) -> Option<Weighed<NoQuarter>> {
    let force = study.force(unit)?;
    let mut account = Account::default();
    add_urgency(study, &mut account, force);
    let name = study.name(unit);
    let name = if own {
        format!("activate {name}")
    } else {
        // What it could do now is done to us.
        let urgent = account.worth();
        account = Account::default();
        let hurries = study.sees_replies() && study.goals().iter().any(|goal| goal.who.is_some());
        let tempo = if hurries { -TEMPO } else { TEMPO };
        account.add_noted(ORDER, tempo - 2.0 * urgent.max(0.0), || {
            "it has to go before there is much for it to do".to_owned()
        });
        if !study.sees_replies() {
            account.add(ORDER, -2.0 * TEMPO);
        }
        format!("make {name} go first")
    };
    Some(weighed(name, vec![Act::Give(Order::Activate { unit })], account))
}

/// What a force has to win by acting now. That an enemy could come before is no reason: those who wait
/// see where it goes, and measured in battles they do better.
fn add_urgency(study: &Study, account: &mut Account, force: &Force) {
    let engaged = study.engaged_with(force.unit);
    let mut best = 0.0_f32;
    let mut whom = None;
    for enemy in study.enemies_of(force.side) {
        let attack = if engaged.contains(&enemy.unit) {
            study.harm(force, enemy, force.actions)
        } else if engaged.is_empty() {
            let gap = force.gap(Vec2::ZERO, enemy);
            let seen = study.sight(force.middle, enemy.middle);
            let shots = study.harm_by_shots(force, enemy, gap, force.actions) * seen;
            let reach = force.charge_reach(study.world);
            let charge = if gap <= reach && force.gun.is_none() {
                let answer = study.harm(enemy, force, enemy.actions);
                study.harm_by_charge(force, enemy, gap) - answer * ANSWER
            } else {
                0.0
            };
            shots.max(charge)
        } else {
            0.0
        };
        if attack > best {
            best = attack;
            whom = Some(enemy.unit);
        }
    }
    if let Some(whom) = whom {
        account.add_noted(MATERIAL, best, || format!("it can attack {}", study.name(whom)));
    }
    if !force.is_steady() {
        account.add(NERVES, SHAKEN * force.worth);
    }
    account.add(ORDER, -WAITS * force.worth);
    if study.turns_left < 1.0 {
        let at_stake: f32 = study
            .goals()
            .iter()
            .filter(|goal| goal.count(force, Vec2::ZERO) == 0)
            .map(|goal| {
                let far = goal.at.distance(force.middle) - goal.near;
                if far <= force.reach() { goal.worth * 0.2 } else { 0.0 }
            })
            .sum();
        account.add(OBJECTIVES, at_stake);
    }
}

/// A unit in reserve comes on at one of several places, or stays away.
fn think_of_reserve(thoughts: &mut Thoughts, unit: UnitId) {
    for number in 0..ENTRIES {
        thoughts.add(move |study| enter(study, unit, number));
    }
    let acts = vec![Act::Give(Order::KeepBack { unit })];
    let name = format!("keep {} back", thoughts.study.name(unit));
    thoughts.add_plan(name, acts, |_| Account::default());
}

fn enter(study: &Study, unit: UnitId, number: u8) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let side = world.side_of(unit);
    let own = *world.of_unit::<Formation>(unit);
    let upright = deployment::inwards(world, side).x == 0.0;
    let (low, high) = deployment::zone(world, side);
    let share = (f32::from(number) + 0.5) / f32::from(ENTRIES);
    let at = low + (high - low) * share;
    let along = if upright { at.x } else { at.y };
    let pose = reserves::entry(world, unit, own, along);
    let (pose, formation) = if reserves::check_enter(world, unit, &pose, own).is_ok() {
        (pose, own)
    } else if number == 0 {
        reserves::find_entry(world, unit)?
    } else {
        return None;
    };
    let members = world.members(unit);
    let worth: f32 =
        members.iter().map(|&model| super::force::worth_of(world, model)).sum::<f32>() * COMES_ON;
    let mut account = Account::default();
    account.add(MATERIAL, worth);
    // Where there is something to do.
    let goals = study.goals().iter().map(|goal| goal.at);
    let enemies = study.enemies_of(side).map(|enemy| enemy.middle);
    let nearest =
        goals.chain(enemies).map(|there| there.distance(pose.at)).fold(f32::MAX, f32::min);
    account.add(OBJECTIVES, -0.2 * nearest.min(60.0));
    let name = format!("bring {} on", study.name(unit));
    Some(weighed(name, vec![Act::Give(Order::Enter { unit, at: pose, formation })], account))
}
