//! One throw: the die, and where it bursts. Book: Throwing Grenades, Deviating Grenades, Grenade
//! Fumbles (GREN-01, GREN-02).

use bevy::prelude::World;

use super::{DEVIATION, check_throw, diameter, grenade, into_combat, needed, range_of, throwers};
use crate::{
    battle::{BattleWorld, Resolving},
    dice::Purpose,
    no_quarter::{
        close_combat, combined,
        event::{Event, HitResult, TestReason},
        hit_roll::result_of,
        hold, movement,
        order::{Mark, Throw},
        ranged_combat,
        step::Step,
        system::{NoQuarter, emit},
        templates::{deviate, go_off, mark_at},
    },
};

/// Throws; into close combat only after a command test (RNG-08).
pub(in crate::no_quarter) fn begin(world: &mut World, throw: Throw) {
    let Some(unit) = world.frame().active else { return };
    let mut steps = Vec::new();
    let tested = ranged_combat::dares(world, unit).is_some();
    if !tested && into_combat(world, &throw) {
        steps.push(Step::CommandTest { unit, reason: TestReason::ShootIntoCombat });
    }
    steps.push(Step::Throw(throw));
    world.push_all::<NoQuarter>(steps);
}

/// Throws one grenade, or several as one. A hit bursts where it was aimed, a miss 2" off, and a
/// fumble in the thrower's hand.
pub(in crate::no_quarter) fn throw(world: &mut World, throw: &Throw) {
    // The command test may have failed.
    if check_throw(world, throw).is_err() {
        return;
    }
    let Some(actions) = grenade(world, throw).map(|weapon| weapon.use_cost) else { return };
    for model in throwers(throw) {
        movement::pay(world, model, actions);
    }
    hold::offer(world);
    toss(world, throw, actions);
}

/// The throw itself, once it is paid for; in response from hold it costs nothing (HOLD-03).
pub(in crate::no_quarter) fn toss(world: &mut World, throw: &Throw, actions: u8) {
    let Some(armed) = combined::armed(world, throw.thrower, throw.weapon) else { return };
    let weapon = &*armed.weapon;
    let (Some(aimed_at), Some(range)) = (mark_at(world, throw.at), range_of(world, throw)) else {
        return;
    };
    let thrower = throw.thrower;
    let needed = needed(world, throw);
    let all = throwers(throw);
    let roll = world.dice().test(Purpose::ToHit, Some(thrower.0), needed);
    let unerring = combined::is_unerring(world, thrower, throw.weapon);
    let result = result_of(&roll, unerring);
    let target = match throw.at {
        Mark::Model(model) => Some(model),
        Mark::Ground(_) => None,
    };
    emit(
        world,
        Event::Threw {
            thrower,
            with: throw.with.clone(),
            weapon: weapon.name.clone(),
            target,
            at: aimed_at,
            range,
            roll,
            result,
            actions,
        },
    );
    let at = match result {
        HitResult::Fumbled => {
            for &model in &all {
                close_combat::fumble(world, model);
            }
            world.placed(thrower).pose.at
        }
        HitResult::Missed => deviate(world, thrower, aimed_at, DEVIATION),
        _ => aimed_at,
    };
    let masterful = target.filter(|_| result == HitResult::MasterfulHit);
    go_off(world, &armed, diameter(weapon, all.len()), at, masterful);
}
