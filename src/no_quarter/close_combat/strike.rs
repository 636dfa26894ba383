//! One blow: the die, and the hit on its way to the armour. Book: Striking The Enemy.

use bevy::prelude::World;

use super::{can_hurt, check_blow, check_weapon, extra_attack, pay_for_attack, striking, weapon};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    dice::Purpose,
    no_quarter::{
        combined,
        components::{Record, Stance},
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        event::{Event, HitResult},
        hit_roll::result_of,
        hold,
        moment::{self, Moment},
        movement,
        order::{AttackMode, Blow},
        profile::{Weapon, WeaponRule},
        step::{Hit, Step},
        system::{NoQuarter, emit},
    },
};

/// Whoever strikes with both hands has no use of its shield for the rest of the turn. Book: Armoury,
/// two handed weapons (WPN-TWO-HANDED).
const WITHOUT_SHIELD: Effect = Effect {
    does: Does::Forbids(Deed::UseShield),
    source: Source::BothHands,
    until: Until::EndOfTurn,
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
    let Blow { attacker, weapon: index, .. } = blow;
    let able = if paid { is_able(world, &blow) } else { can_respond(world, &blow) };
    let Ok(weapon) = weapon(world, attacker, index).cloned() else { return };
    if !able {
        return;
    }
    if paid && super::actions_for_combat(world, attacker) < weapon.use_cost {
        return;
    }
    if paid {
        pay_for_attack(world, attacker, weapon.use_cost);
    }
    let actions = if paid { weapon.use_cost } else { 0 };
    let steps = roll(world, &blow, Terms { actions, ..Terms::FREE });
    if paid {
        hold::offer(world);
    }
    world.push_all::<NoQuarter>(steps);
}

/// Strikes a blow of a chariot's crew while it drives: paid for by the drive, and without a follow up
/// (COMBO-02).
pub(in crate::no_quarter) fn strike_on_the_way(world: &mut World, blow: Blow) {
    let engaged =
        world.is_standing(blow.target) && movement::are_engaged(world, blow.attacker, blow.target);
    if !on_its_feet(world, blow.attacker) || !engaged {
        return;
    }
    let steps = roll(world, &blow, Terms { follow_up: false, ..Terms::FREE });
    world.push_all::<NoQuarter>(steps);
}

/// Strikes a free blow at somebody who left an opening (AB-EXTRA-ATTACK).
pub(in crate::no_quarter) fn strike_opening(world: &mut World, blow: Blow) {
    if on_its_feet(world, blow.attacker) && check_blow(world, &blow).is_ok() {
        let steps = roll(world, &blow, Terms { opening: true, ..Terms::FREE });
        world.push_all::<NoQuarter>(steps);
    }
}

/// Strikes the blows of several elements of one model at the same time, for what the dearest costs,
/// or for nothing in response (COMBO-01). Those that can't be struck any more are left out.
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
    let mut hits = Vec::new();
    for (place, blow) in blows.iter().enumerate() {
        let actions = if place == 0 { cost } else { 0 };
        hits.extend(roll(world, blow, Terms { actions, ..Terms::FREE }));
    }
    if paid {
        hold::offer(world);
    }
    world.push_all::<NoQuarter>(hits);
}

fn on_its_feet(world: &World, attacker: ModelId) -> bool {
    world.is_standing(attacker)
        && *world.of_model::<Stance>(attacker) == Stance::Standing
        && !super::has_fumbled(world, attacker)
}

/// Whether a blow that was ordered can still be struck.
fn is_able(world: &World, blow: &Blow) -> bool {
    on_its_feet(world, blow.attacker) && check_blow(world, blow).is_ok()
}

/// Whether a blow in response can be struck: whoever is charged may turn to the charger.
fn can_respond(world: &World, blow: &Blow) -> bool {
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

/// On what terms a blow is struck.
#[derive(Clone, Copy)]
struct Terms {
    /// What it costs.
    actions: u8,
    /// Whether the target has left an opening (AB-EXTRA-ATTACK).
    opening: bool,
    /// Whether a kill lets the striker follow up (CC-12).
    follow_up: bool,
}

impl Terms {
    /// Those of a blow that costs nothing.
    const FREE: Self = Self { actions: 0, opening: false, follow_up: true };
}

/// Rolls the dice of a blow and tells them; the steps that it goes on with.
fn roll(world: &mut World, blow: &Blow, terms: Terms) -> Vec<Step> {
    let Terms { actions, opening, follow_up } = terms;
    let Blow { attacker, target, weapon: index, mode } = *blow;
    let Some(armed) = combined::armed(world, attacker, index) else { return Vec::new() };
    let weapon = &*armed.weapon;
    if !movement::are_engaged(world, attacker, target) {
        // Book: Extended Reach Weapons (CC-09).
        let record = Record { reaching: Some(target), ..*world.of_model::<Record>(attacker) };
        world.set_model(attacker, record);
    }
    if weapon.has(WeaponRule::TwoHanded) {
        effects::lay_on_model(world, attacker, WITHOUT_SHIELD);
    }
    let extra = mode == AttackMode::Extra;
    let needed = striking(world, blow, opening).needed();
    let unerring = combined::is_unerring(world, attacker, index);
    let (mut steps, mut fumbles) = (Vec::new(), 0);
    for die in 0..extra_attack::dice_of(world, blow) {
        let roll = world.dice().test(Purpose::ToHit, Some(attacker.0), needed.clone());
        let shown = roll.result;
        let result = result_of(&roll, unerring);
        fumbles += u8::from(result == HitResult::Fumbled);
        let (name, roll) = (weapon.name.clone(), Some(roll));
        let actions = if die == 0 { actions } else { 0 };
        emit(world, Event::Struck { attacker, target, weapon: name, roll, result, actions });
        if !result.is_hit() {
            continue;
        }
        let hit = Hit::by_weapon(&armed, target, result);
        let hit = Hit { follow_up: follow_up && !extra, spare: extra.then_some(shown), ..hit };
        steps.extend(moment::steps(world, Moment::Hit { hit: &hit, die: shown }));
    }
    if fumbles > 0 {
        super::fumble(world, attacker);
    }
    if extra {
        steps.extend(extra_attack::rolled(world, blow, fumbles));
    }
    steps
}
