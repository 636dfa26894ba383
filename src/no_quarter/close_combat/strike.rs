//! Blows: whether they can still be struck, and what they cost. Book: Striking The Enemy.

use bevy::prelude::World;

use super::{
    can_hurt, check_blow, check_weapon, cost_of, pay_for_attack,
    swing::{Terms, swing},
    weapon,
};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        combined,
        components::Stance,
        effects::{self, Gift},
        movement,
        order::Blow,
        profile::{Weapon, WeaponRule},
    },
};

/// Whether an attack is one of a siege weapon: its own, or that of the element that uses it; whatever
/// works by a template is.
pub(in crate::no_quarter) fn is_siege(world: &World, attacker: ModelId, weapon: u8) -> bool {
    let is_one = |arm: &Weapon| {
        arm.blast().is_some() || arm.teardrop().is_some() || arm.has(WeaponRule::SiegeWeapon)
    };
    super::weapon(world, attacker, weapon).is_ok_and(is_one)
        || effects::has_with(world, attacker, weapon, Gift::Siege)
}

/// Strikes one blow. One that can't be struck any more, because somebody fell or moved since it
/// was ordered, is left out and costs nothing.
pub(in crate::no_quarter) fn strike(world: &mut World, blow: Blow, paid: bool) {
    let attacker = blow.attacker;
    let able = if paid { is_able(world, &blow) } else { can_respond(world, &blow) };
    if !able {
        return;
    }
    let cost = if paid { cost_of(world, &blow) } else { 0 };
    if super::actions_for_combat(world, attacker) < cost {
        return;
    }
    if paid {
        pay_for_attack(world, attacker, cost);
    }
    swing(world, vec![blow], Terms { actions: cost, paid, ..Terms::FREE });
}

/// Strikes a blow of a chariot's crew while it drives: paid for by the drive, and without a follow up
/// (COMBO-02).
pub(in crate::no_quarter) fn strike_on_the_way(world: &mut World, blow: Blow) {
    let engaged =
        world.is_standing(blow.target) && movement::are_engaged(world, blow.attacker, blow.target);
    if !on_its_feet(world, blow.attacker) || !engaged {
        return;
    }
    swing(world, vec![blow], Terms { follow_up: false, ..Terms::FREE });
}

/// Strikes a free blow at somebody who left an opening (AB-EXTRA-ATTACK).
pub(in crate::no_quarter) fn strike_opening(world: &mut World, blow: Blow) {
    if on_its_feet(world, blow.attacker) && check_blow(world, &blow).is_ok() {
        swing(world, vec![blow], Terms { opening: true, ..Terms::FREE });
    }
}

/// Strikes the blows of several elements of one model at the same time, for what the dearest costs,
/// or for free in response (COMBO-01). Those that can't be struck any more are left out.
pub(in crate::no_quarter) fn strike_together(world: &mut World, mut blows: Vec<Blow>, paid: bool) {
    blows.retain(|blow| if paid { is_able(world, blow) } else { can_respond(world, blow) });
    let Some(&Blow { attacker, .. }) = blows.first() else { return };
    let cost = if paid { combined::cost(world, &blows) } else { 0 };
    if paid {
        if super::actions_for_combat(world, attacker) < cost {
            return;
        }
        pay_for_attack(world, attacker, cost);
    }
    swing(world, blows, Terms { actions: cost, paid, ..Terms::FREE });
}

fn on_its_feet(world: &World, attacker: ModelId) -> bool {
    world.is_standing(attacker)
        && *world.of_model::<Stance>(attacker) == Stance::Standing
        && super::may_strike(world, attacker)
}

/// Whether a blow that was ordered can still be struck.
fn is_able(world: &World, blow: &Blow) -> bool {
    on_its_feet(world, blow.attacker) && check_blow(world, blow).is_ok()
}

/// Whether a blow in response can be struck: whoever is charged may turn to the charger.
pub(in crate::no_quarter) fn can_respond(world: &World, blow: &Blow) -> bool {
    let Blow { attacker, target, .. } = *blow;
    let touches = || {
        movement::are_engaged(world, attacker, target)
            && weapon(world, attacker, blow.weapon).is_ok_and(|weapon| {
                check_weapon(world, attacker, weapon).is_ok()
                    && can_hurt(world, attacker, blow.weapon, target)
            })
    };
    on_its_feet(world, attacker)
        && world.is_standing(target)
        && (touches() || check_blow(world, blow).is_ok())
}
