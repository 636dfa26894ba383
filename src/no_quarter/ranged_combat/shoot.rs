//! One shot: the die, and the hit on its way to the armour. Book: Ranged Combat (RNG-01, RNG-02).

use bevy::prelude::World;

use super::{AIM_ACTIONS, aim_with, band, into_combat::who_is_hit};
use crate::{
    battle::{BattleWorld, Resolving},
    no_quarter::dice::{Purpose, Roll},
    no_quarter::{
        close_combat, combined,
        components::{ActionsLeft, Stance},
        event::{Event, HitResult},
        formations,
        hit_roll::result_of,
        hold, movement,
        order::Shot,
        profile::{Weapon, WeaponRule},
        step::{Hit, Step},
        support_weapons::element_hit,
        system::{NoQuarter, emit},
    },
};

/// Shoots one shot. One that can't be shot any more, because somebody fell or moved since it was
/// ordered, is left out and costs nothing. A burst is so many dice for one use (RNG-07).
pub(in crate::no_quarter) fn shoot(world: &mut World, shot: Shot, paid: bool) {
    let model = shot.shooter;
    let able = world.is_standing(model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && !close_combat::has_fumbled(world, model)
        && !super::is_too_far_back(world, model)
        && !movement::is_engaged(world, model);
    if !able {
        return;
    }
    let Some(armed) = combined::armed(world, model, shot.weapon) else { return };
    let weapon = &*armed.weapon;
    let bursts = burst(weapon) > 1;
    if paid && super::has_burst(world, model, shot.weapon) {
        return;
    }
    let unit = world.unit_of(model);
    // Ranks can't turn; a loose model on hold turned to its enemy for free.
    let ahead_only = paid || formations::is_formed(world, unit);
    let Some(aimed) = aim_with(world, &shot, ahead_only) else { return };
    let into_combat = movement::is_engaged(world, aimed.target);
    if into_combat && super::dares(world, unit) != Some(true) {
        return;
    }
    let actions = weapon.use_cost + if shot.aim { AIM_ACTIONS } else { 0 };
    let actions = if paid { actions } else { 0 };
    if paid {
        if world.of_model::<ActionsLeft>(model).0 < actions {
            return;
        }
        movement::pay(world, model, actions);
        if bursts {
            super::bursts(world, model, shot.weapon);
        }
    } else {
        hold::mark_responded(world, model, shot.target);
    }
    let event = |roll: Option<Roll>, result: HitResult, actions: u8| Event::Shot {
        shooter: model,
        unit: shot.target,
        target: aimed.target,
        weapon: weapon.name.clone(),
        range: aimed.range,
        cover: aimed.sight.cover(),
        roll,
        result,
        actions,
    };
    if paid {
        hold::offer(world);
    }
    let Some(needed) = aimed.needed.clone() else {
        emit(world, event(None, HitResult::OutOfRange, actions));
        return;
    };
    let unerring = combined::is_unerring(world, model, shot.weapon);
    let mut steps = Vec::new();
    for die in 0..burst(weapon) {
        let roll = world.dice().test(Purpose::ToHit, Some(model.0), needed.clone());
        let result = match result_of(&roll, unerring) {
            HitResult::MasterfulHit if aimed.very_difficult => HitResult::Hit,
            result => result,
        };
        if result == HitResult::Fumbled {
            close_combat::fumble(world, model);
        }
        emit(world, event(Some(roll), result, if die == 0 { actions } else { 0 }));
        if result.is_hit() {
            let target = match band(weapon, aimed.range) {
                _ if into_combat => who_is_hit(world, aimed.target),
                Some((band, _)) => element_hit(world, model, aimed.target, band),
                None => aimed.target,
            };
            steps.push(Step::Save(Hit::by_weapon(&armed, target, result)));
        }
    }
    world.push_all::<NoQuarter>(steps);
}

/// Dice in one use of a weapon. Book: Burst Fire.
pub(in crate::no_quarter) fn burst(weapon: &Weapon) -> u8 {
    let dice = |rule: &WeaponRule| match rule {
        WeaponRule::BurstFire(dice) => Some((*dice).clamp(1, 4)),
        _ => None,
    };
    weapon.rules.iter().find_map(dice).unwrap_or(1)
}
