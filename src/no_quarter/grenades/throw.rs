//! One throw: the die, and where it bursts. Book: Throwing Grenades, Deviating Grenades, Grenade
//! Fumbles (GREN-01, GREN-02).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{DEVIATION, check_throw, diameter, grenade, into_combat, needed, range_of, throwers};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        arms::use_cost,
        close_combat, combined,
        dice::Roll,
        event::{Event, HitResult, TestReason},
        hit_roll::result_of,
        hold, movement,
        order::{Mark, Throw},
        ranged_combat,
        step::Step,
        system::{NoQuarter, emit, push},
        templates::{deviate, go_off, mark_at},
        trial::{Stake, Trial},
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
    let Some(actions) = grenade(world, throw).map(|weapon| use_cost(world, throw.thrower, weapon))
    else {
        return;
    };
    for model in throwers(throw) {
        movement::pay(world, model, actions);
    }
    hold::offer(world);
    toss(world, throw, actions);
}

/// The throw itself, once it is paid for; in response from hold it costs nothing (HOLD-03).
pub(in crate::no_quarter) fn toss(world: &mut World, throw: &Throw, actions: u8) {
    let armed = combined::armed(world, throw.thrower, throw.weapon);
    if armed.is_none() || mark_at(world, throw.at).is_none() {
        return;
    }
    let needed = needed(world, throw);
    let toss = Toss { throw: throw.clone(), actions };
    push(world, Step::Roll(Trial::new(Stake::Throw(toss), needed)));
}

/// A grenade in the air.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Toss {
    /// The throw.
    throw: Throw,
    /// What it costs each thrower.
    actions: u8,
}

impl Toss {
    /// Which of whose elements rolls.
    pub(in crate::no_quarter) fn roller(&self, world: &World) -> (ModelId, usize) {
        let Throw { thrower, weapon, .. } = self.throw;
        (thrower, combined::place_of_wielder(world, thrower, weapon))
    }

    /// Whether it never fumbles.
    pub(in crate::no_quarter) fn is_unerring(&self, world: &World) -> bool {
        combined::is_unerring(world, self.throw.thrower, self.throw.weapon)
    }
}

/// The die of a throw was rolled: the grenade bursts where it goes.
pub(in crate::no_quarter) fn thrown(world: &mut World, toss: &Toss, roll: Roll) {
    let Toss { throw, actions } = toss;
    let thrower = throw.thrower;
    let Some(armed) = combined::armed(world, thrower, throw.weapon) else { return };
    let (Some(aimed_at), Some(range)) = (mark_at(world, throw.at), range_of(world, throw)) else {
        return;
    };
    let result = result_of(&roll, toss.is_unerring(world));
    let target = match throw.at {
        Mark::Model(model) => Some(model),
        Mark::Ground(_) => None,
    };
    emit(
        world,
        Event::Threw {
            thrower,
            with: throw.with.clone(),
            weapon: armed.weapon.name.clone(),
            target,
            at: aimed_at,
            range,
            roll,
            result,
            actions: *actions,
        },
    );
    let all = throwers(throw);
    let at = match result {
        HitResult::Fumbled => {
            for &model in &all {
                close_combat::fumble(world, model);
            }
            world.placed(thrower).pose.at
        }
        HitResult::Missed => deviate(world, thrower, aimed_at, DEVIATION),
        HitResult::Hit
        | HitResult::MasterfulHit
        | HitResult::Automatic
        | HitResult::Helpless
        | HitResult::OutOfRange => aimed_at,
    };
    let masterful = target.filter(|_| result == HitResult::MasterfulHit);
    go_off(world, &armed, diameter(&armed.weapon, all.len()), at, masterful);
}
