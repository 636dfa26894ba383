//! The command tests that an order brings: against fear, to rally, to attack into close combat, not to heed
//! a taunt. Book: Fear Causing Models, Shooting Into Close Combat, Taunt (FEAR-01, FEAR-02, MOR-07, RNG-08,
//! AB-TAUNT).

use bevy::prelude::World;

use super::{PreviewTest, Warning};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        brutes, command_test,
        event::TestReason,
        fear, grenades, movement,
        odds::AttackOdds,
        order::Order,
        ranged_combat, support_weapons, templates,
        topic::Topic,
        uses::{At, Usable},
    },
};

/// The command tests that an order brings (RNG-08, MOR-07).
pub(super) fn tests(world: &World, order: &Order, attacks: &[AttackOdds]) -> Vec<PreviewTest> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let test_of = |unit: UnitId, about: Topic, what: &'static str, reason: TestReason| {
        if command_test::is_sure(world, unit, reason) {
            return Vec::new();
        }
        vec![PreviewTest { about, what, unit, needed: command_test::needed(world, unit) }]
    };
    let test = |about, what, reason| test_of(unit, about, what, reason);
    let into_combat =
        |what: &'static str| test(Topic::IntoCombat, what, TestReason::ShootIntoCombat);
    match order {
        Order::Charge { target, .. } | Order::ChargeToReach { target, .. }
            if world.roster().unit(*target).is_some() =>
        {
            fear_tests(world, unit, &world.standing(unit), *target)
        }
        Order::Use { what: what @ Usable::Taunt, at: At::Unit(target), .. }
            if world.roster().unit(*target).is_some() =>
        {
            test_of(*target, Topic::Use(*what), "not to heed the taunt", TestReason::Taunt)
        }
        Order::Use { model, what, at } if world.roster().model(*model).is_some() => {
            let charged = what.rules().foretell(world, *model, *at).charged;
            let tests = |target: UnitId| fear_tests(world, unit, &[*model], target);
            charged.map_or_else(Vec::new, tests)
        }
        Order::Rally => test(Topic::Rallying, "to rally", TestReason::Rally),
        Order::Shoot { .. }
            if ranged_combat::dares(world, unit).is_none() && is_any_engaged(world, attacks) =>
        {
            into_combat("to shoot into close combat")
        }
        Order::Fire { fire }
            if ranged_combat::dares(world, unit).is_none()
                && support_weapons::into_combat(world, fire) =>
        {
            into_combat("to fire into close combat")
        }
        Order::Throw { throw }
            if ranged_combat::dares(world, unit).is_none()
                && grenades::grenade(world, throw).is_some()
                && templates::mark_at(world, throw.at).is_some()
                && grenades::into_combat(world, throw) =>
        {
            into_combat("to throw into close combat")
        }
        _ => Vec::new(),
    }
}

/// Whether any of those whom attacks are aimed at is in close combat.
fn is_any_engaged(world: &World, attacks: &[AttackOdds]) -> bool {
    attacks.iter().any(|attack| movement::is_engaged(world, attack.target))
}

/// A warning of friends among those who may be hit by shots into close combat (RNG-08).
pub(super) fn warning(world: &World, order: &Order, attacks: &[AttackOdds]) -> Option<Warning> {
    let shot = matches!(order, Order::Shoot { .. }) && is_any_engaged(world, attacks);
    let whom = "Dice decide which model in that combat is hit, friends included";
    shot.then(|| (Topic::IntoCombat, whom.to_owned()))
}

/// The tests against fear, and those of whoever meets brutes, that a charge of some models brings: of
/// their unit, and of those charged, unless they roll for nothing (FEAR-01, FEAR-02, AB-UNWAVERING,
/// AB-BRUTES).
fn fear_tests(
    world: &World,
    unit: UnitId,
    chargers: &[ModelId],
    target: UnitId,
) -> Vec<PreviewTest> {
    let test = |what: &'static str, tested: UnitId, level: Option<u8>| {
        let charger = (tested == target).then_some(unit);
        let needed = fear::needed(world, tested, level?, charger);
        let tests = !fear::is_sure(world, tested);
        tests.then_some(PreviewTest { about: Topic::Fear, what, unit: tested, needed })
    };
    let own = test("to charge what it fears", unit, fear::of_charging(world, unit, target));
    let feared = fear::of_being_charged(world, target, chargers);
    let theirs = test("to bear the charge of what it fears", target, feared);
    let meets_brutes = |unit: UnitId, enemy: UnitId| {
        let tests = brutes::faces(world, unit, &[enemy]) && !brutes::is_sure(world, unit);
        let (about, what) = (Topic::Brutes, "to fight brutes");
        let needed = command_test::needed(world, unit);
        tests.then_some(PreviewTest { about, what, unit, needed })
    };
    let own_courage = meets_brutes(unit, target);
    own.into_iter().chain(theirs).chain(own_courage).chain(meets_brutes(target, unit)).collect()
}
