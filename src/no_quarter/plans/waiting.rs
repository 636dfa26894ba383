//! What a unit does instead of acting: it rallies, gets up, goes on hold, or is done.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{MATERIAL, NERVES, ORDER},
    force::Force,
    outlook::{FLANK_SHOWN, Stand},
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, UnitId,
        planning::{Account, Weighed},
        playable::count,
    },
    no_quarter::{
        NoQuarter, command_test,
        components::{Morale, UnitRecord},
        event::TestReason,
        hold::RESPONSE_ACTIONS,
        movement,
        order::{Order, StandingOrder},
        plan,
    },
};

/// What good order is worth, as a share of the force.
pub(super) const STEADY: f32 = 0.4;
/// What getting up is worth, as a share of those who lie.
pub(super) const UPRIGHT: f32 = 0.35;
/// What it costs to leave all actions unused, as a share of the force: there is mostly something to do.
const IDLE: f32 = 0.03;
/// How likely an enemy is to come into the sights of whoever waits for it.
const COMES: f32 = 0.55;
/// How likely it is to charge whoever waits for that, rather than somebody else.
const CHARGES: f32 = 0.45;
/// How much of that remains to ranks that are charged in the flank.
const FROM_THE_FLANK: f32 = 0.3;
/// The actions of the blow that whoever is on hold strikes first.
const FIRST_BLOW: f32 = 3.5;

/// Thinks of leaving it at that.
pub(super) fn think_of_the_end(thoughts: &mut Thoughts, unit: UnitId) {
    let force = thoughts.study.force(unit).cloned();
    let end = vec![Act::End { unit }];
    thoughts.add_plan("end the activation".to_owned(), end, move |study| match &force {
        Some(force) => here(study, force),
        // Nobody is left of it.
        None => Account::default(),
    });
}

/// Thinks of good order, which comes first: to rally and to get up.
pub(super) fn think_of_order(thoughts: &mut Thoughts, unit: UnitId) {
    let world = thoughts.study.world;
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    if !force.is_steady() && !world.of_unit::<UnitRecord>(unit).acted {
        let own = force.clone();
        thoughts.add(move |study| Some(rally(study, &own)));
    }
    if !movement::fallen(world, unit).is_empty() {
        thoughts.add(move |study| Some(get_up(study, &force)));
    }
}

/// Thinks of going on hold.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    let world = thoughts.study.world;
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    let acted = world.of_unit::<UnitRecord>(unit).acted;
    if !acted && force.morale != Morale::Terrified {
        let own = force.clone();
        thoughts.add(move |study| hold_and_shoot(study, &own));
        thoughts.add(move |study| hold_against_charges(study, &force));
    }
}

/// What it is worth to stay.
pub(super) fn here(study: &Study, force: &Force) -> Account {
    let mut account = Account::default();
    let engaged = study.engaged_with(force.unit);
    let stand = Stand { fights: engaged.first().copied(), ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    if engaged.is_empty() {
        let idle = force.left / force.actions.max(1.0);
        account.add(ORDER, -IDLE * idle * force.worth);
    }
    if study.sees_replies() && !engaged.is_empty() {
        super::fighting::add_reply(study, &mut account, force, &engaged, 0.0);
    }
    account
}

fn rally(study: &Study, force: &Force) -> Weighed<NoQuarter> {
    let sure = command_test::is_sure(study.world, force.unit, TestReason::Rally);
    let chance = if sure { 1.0 } else { command_test::needed(study.world, force.unit).chance() };
    let mut account = here(study, force);
    account.add_noted(NERVES, chance * STEADY * force.worth, || {
        format!("it rallies on {:.0} in 10", chance * 10.0)
    });
    weighed("rally".to_owned(), vec![Act::Give(Order::Rally)], account)
}

fn get_up(study: &Study, force: &Force) -> Weighed<NoQuarter> {
    let fallen = movement::fallen(study.world, force.unit).len();
    let lie = fallen as f32;
    let mut account = here(study, force);
    let share = lie / force.spots.len().max(1) as f32;
    account.add_noted(NERVES, share * UPRIGHT * force.worth, || {
        let are = if fallen == 1 { "is" } else { "are" };
        format!("{} {are} prone and can't fight", count(fallen, "model"))
    });
    let order = Order::StandUp { models: Vec::new() };
    weighed("stand up".to_owned(), vec![Act::Give(order)], account)
}

/// Waits for enemies in range, if any could come into it.
fn hold_and_shoot(study: &Study, force: &Force) -> Option<Weighed<NoQuarter>> {
    if !force.is_steady() || !plan::answers_from_afar(study.world, force.unit) {
        return None;
    }
    let promise = |enemy: &Force| {
        let gap = (force.gap(Vec2::ZERO, enemy) - 0.7 * enemy.reach()).max(0.0);
        study.harm_by_shots(force, enemy, gap, f32::from(RESPONSE_ACTIONS))
            * study.sight(force.middle, enemy.middle).max(0.3)
    };
    let best = study
        .enemies_of(force.side)
        .filter(|enemy| enemy.may_act())
        .map(|enemy| (promise(enemy), enemy))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|best| best.0 > 0.0);
    let (points, enemy) = best?;
    let mut account = here(study, force);
    account.add_noted(MATERIAL, COMES * points, || {
        format!("{} may come into its sights", study.name(enemy.unit))
    });
    let order = Order::Hold { standing: StandingOrder::FirstTarget };
    let name = format!("hold and {}", StandingOrder::FirstTarget);
    Some(weighed(name, vec![Act::Give(order)], account))
}

/// Waits for a charge, to strike first or to flee, if anybody could charge.
fn hold_against_charges(study: &Study, force: &Force) -> Option<Weighed<NoQuarter>> {
    if !study.engaged_with(force.unit).is_empty() {
        return None;
    }
    let chargers = study.enemies_of(force.side).filter(|enemy| {
        enemy.may_act()
            && enemy.is_steady()
            && force.gap(Vec2::ZERO, enemy) <= enemy.reach() + enemy.rate
    });
    // Ranks that are charged in the flank hardly strike first.
    let sees = |enemy: &Force| {
        !force.ranked || force.looks_at(Vec2::ZERO, force.facing, enemy) >= FLANK_SHOWN
    };
    let first_blow = |enemy: &Force| {
        study.harm(force, enemy, FIRST_BLOW) * if sees(enemy) { 1.0 } else { FROM_THE_FLANK }
    };
    let best = chargers.map(|enemy| (first_blow(enemy), enemy)).max_by(|a, b| a.0.total_cmp(&b.0));
    let (points, enemy) = best?;
    let mut account = here(study, force);
    account.add_noted(MATERIAL, CHARGES * points, || {
        format!("it strikes first if {} charges", study.name(enemy.unit))
    });
    let order = Order::Hold { standing: StandingOrder::WhenCharged };
    let name = format!("hold and {}", StandingOrder::WhenCharged);
    Some(weighed(name, vec![Act::Give(order)], account))
}
