//! The command tests that an order brings: against fear, to rally, to attack into close combat. Book:
//! Fear Causing Models, Shooting Into Close Combat (FEAR-01, FEAR-02, MOR-07, RNG-08).

use bevy::prelude::World;

use super::{PreviewTest, attacks};
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        command_test, fear, grenades, morale, movement, order::Order, ranged_combat,
        support_weapons, templates, topic::Topic,
    },
};

/// The command tests that an order brings (RNG-08, MOR-07).
pub(super) fn tests(world: &World, order: &Order) -> Vec<PreviewTest> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let test = |about: Topic, what: &'static str| {
        vec![PreviewTest { about, what, unit, needed: command_test::needed(world, unit) }]
    };
    match order {
        Order::Charge { target, .. } | Order::ChargeToReach { target, .. }
            if world.roster().unit(*target).is_some() =>
        {
            fear_tests(world, unit, *target)
        }
        Order::Use { model, what, at } if world.roster().model(*model).is_some() => {
            let charged = what.rules().foretell(world, *model, *at).charged;
            charged.map_or_else(Vec::new, |target| fear_tests(world, unit, target))
        }
        Order::Rally => test(Topic::Rallying, "to rally"),
        Order::Shoot { .. }
            if ranged_combat::dares(world, unit).is_none()
                && attacks::attacks(world, order)
                    .iter()
                    .any(|attack| movement::is_engaged(world, attack.target)) =>
        {
            test(Topic::IntoCombat, "to shoot into close combat")
        }
        Order::Fire { fire }
            if ranged_combat::dares(world, unit).is_none()
                && support_weapons::into_combat(world, fire) =>
        {
            test(Topic::IntoCombat, "to fire into close combat")
        }
        Order::Throw { throw }
            if ranged_combat::dares(world, unit).is_none()
                && grenades::grenade(world, throw).is_some()
                && templates::mark_at(world, throw.at).is_some()
                && grenades::into_combat(world, throw) =>
        {
            test(Topic::IntoCombat, "to throw into close combat")
        }
        _ => Vec::new(),
    }
}

/// The tests against fear that a charge brings: of the chargers, and of those charged, unless they
/// are unwavering and need not roll (FEAR-01, FEAR-02, AB-UNWAVERING).
fn fear_tests(world: &World, unit: UnitId, target: UnitId) -> Vec<PreviewTest> {
    let test = |what: &'static str, unit: UnitId, other: UnitId| {
        let level = fear::of_charging(world, unit, other)?;
        let needed = fear::needed(world, unit, level);
        let tests = !morale::is_unwavering(world, unit);
        tests.then_some(PreviewTest { about: Topic::Fear, what, unit, needed })
    };
    let own = test("to charge what it fears", unit, target);
    let theirs = test("to bear the charge of what it fears", target, unit);
    own.into_iter().chain(theirs).collect()
}
