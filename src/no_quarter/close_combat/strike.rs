//! One blow: the number needed, the die, and the hit on its way to the armour. Book: Striking The
//! Enemy, Close Combat Modifiers.

use bevy::prelude::World;

use super::{
    check_blow, check_weapon, extra_attack, is_assisted, is_higher, pay_for_attack, weapon,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::dice::{Needed, Purpose, Roll},
    no_quarter::{
        combined,
        components::{Morale, ProfileOf, Record, Stance},
        event::{Event, HitResult},
        fear, formations, hold, movement,
        order::{AttackMode, Blow},
        profile::{Ability, Weapon, WeaponRule},
        reason::Reason,
        step::{Hit, Step},
        system::{NoQuarter, emit},
    },
};

/// Whoever strikes, as plain values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Striker {
    /// CC.
    pub close_combat: i32,
    /// Whether it charged this turn.
    pub charging: bool,
    /// Whether it is panicked (MOR-05).
    pub panicked: bool,
    /// Whether it stands higher than its target.
    pub higher: bool,
    /// Whether a friend helps it (CC-06).
    pub assisted: bool,
    /// Whether it hurts very large targets (CC-13).
    pub siege: bool,
    /// Whether this is one of the dice of an extra attack (AB-EXTRA-ATTACK).
    pub extra: bool,
    /// Whether the target has left it an opening (AB-EXTRA-ATTACK).
    pub opening: bool,
}

/// Whoever is struck at, as plain values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The nerves of its unit.
    pub morale: Morale,
    /// Whether it lies on the ground.
    pub prone: bool,
    /// Whether it is large.
    pub large: bool,
    /// Whether it is a castle or a colossal creature (CC-13).
    pub very_large: bool,
    /// Whether it stands higher than the striker.
    pub higher: bool,
    /// Whether a barrier is between them.
    pub across_barrier: bool,
    /// Whether it is quick to get out of the way, and not in ranks (AB-DODGE).
    pub dodges: bool,
}

/// What siege attacks need to hit a very large target, whatever else. Book: Attacks Against Very
/// Large Targets (CC-13).
pub const SIEGE: i32 = 9;

/// Whether an attack can hurt a target at all: a very large one takes a siege weapon (CC-13).
pub fn can_hurt(world: &World, attacker: ModelId, weapon: u8, target: ModelId) -> bool {
    !world.of_model::<ProfileOf>(target).0.is_very_large() || is_siege(world, attacker, weapon)
}

/// Whether an attack is one of a siege weapon: its own, or that of the element that uses it; whatever
/// works by a template is.
pub(in crate::no_quarter) fn is_siege(world: &World, attacker: ModelId, weapon: u8) -> bool {
    let is_one = |arm: &Weapon| {
        arm.blast().is_some() || arm.teardrop().is_some() || arm.has(WeaponRule::SiegeWeapon)
    };
    super::weapon(world, attacker, weapon).is_ok_and(is_one)
        || combined::wielder(world, attacker, weapon).abilities.contains(&Ability::SiegeWeapon)
}

/// The number needed to strike. Book: Close Combat Modifiers (CC-01, CC-03, CC-06). A natural 1
/// always hits and a natural 10 never does (ruling, CC-04 and CC-05).
pub fn needed_to_strike(striker: &Striker, target: &Target) -> Needed {
    if striker.siege && target.very_large {
        return Needed::new(SIEGE).between(1, 9);
    }
    Needed::new(striker.close_combat)
        .with_if(striker.charging, Reason::Charging, 1)
        .with_if(target.morale == Morale::Panicked, Reason::TargetPanicked, 1)
        .with_if(target.morale == Morale::Terrified, Reason::TargetTerrified, 2)
        .with_if(target.prone, Reason::TargetProne, 1)
        .with_if(target.large, Reason::LargeTarget, 1)
        .with_if(striker.higher, Reason::HigherGround, 1)
        .with_if(target.higher, Reason::EnemyHigher, -1)
        .with_if(target.across_barrier, Reason::AcrossBarrier, -1)
        .with_if(striker.assisted, Reason::Assistance, 1)
        .with_if(striker.panicked, Reason::Panicked, -1)
        .with_if(striker.extra, Reason::ExtraAttack, -1)
        .with_if(striker.opening, Reason::Opening, 1)
        .with_if(target.dodges, Reason::TargetDodges, -1)
        .between(1, 9)
}

/// The plain values of two models on the table, the attacker with one of its weapons.
pub fn striker_and_target(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    weapon: u8,
) -> (Striker, Target) {
    let (unit, enemy) = (world.unit_of(attacker), world.unit_of(target));
    let striker = Striker {
        close_combat: combined::wielder(world, attacker, weapon).close_combat,
        charging: world.of_model::<Record>(attacker).charged_in == Some(world.frame().turn),
        panicked: fear::nerves_in_combat(world, unit) == Morale::Panicked,
        higher: is_higher(world, attacker, target),
        assisted: is_assisted(world, attacker, target),
        siege: is_siege(world, attacker, weapon),
        extra: false,
        opening: false,
    };
    let (own, other) = (world.placed(attacker), world.placed(target));
    let model_of_target = target;
    let target = Target {
        morale: fear::nerves_in_combat(world, enemy),
        prone: *world.of_model::<Stance>(target) == Stance::Prone,
        large: world.of_model::<ProfileOf>(target).0.size.is_large(),
        very_large: world.of_model::<ProfileOf>(target).0.is_very_large(),
        higher: is_higher(world, target, attacker),
        across_barrier: movement::across_a_barrier(world, &own, &other),
        dodges: dodges(world, model_of_target),
    };
    (striker, target)
}

/// Whether a model gets out of the way of blows and shots: not in ranks nor closed up. Book:
/// Abilities, Dodge (AB-DODGE).
pub(in crate::no_quarter) fn dodges(world: &World, model: ModelId) -> bool {
    world.of_model::<ProfileOf>(model).0.has(Ability::Dodge)
        && !formations::is_formed(world, world.unit_of(model))
}

/// How a die to hit came up (CC-04, CC-05).
pub(in crate::no_quarter) fn result_of(roll: &Roll, unerring: bool) -> HitResult {
    if roll.natural_highest() {
        if unerring { HitResult::Missed } else { HitResult::Fumbled }
    } else if roll.natural_one() {
        HitResult::MasterfulHit
    } else if roll.passed() {
        HitResult::Hit
    } else {
        HitResult::Missed
    }
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
    let steps = roll(world, &blow, if paid { weapon.use_cost } else { 0 }, false);
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
    let mut steps = roll(world, &blow, 0, false);
    for step in &mut steps {
        if let Step::Save(hit) | Step::OfferParry { hit, .. } = step {
            hit.follow_up = false;
        }
    }
    world.push_all::<NoQuarter>(steps);
}

/// Strikes a free blow at somebody who left an opening (AB-EXTRA-ATTACK).
pub(in crate::no_quarter) fn strike_opening(world: &mut World, blow: Blow) {
    if on_its_feet(world, blow.attacker) && check_blow(world, &blow).is_ok() {
        let steps = roll(world, &blow, 0, true);
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
        hits.extend(roll(world, blow, if place == 0 { cost } else { 0 }, false));
    }
    if paid {
        hold::offer(world);
    }
    world.push_all::<NoQuarter>(hits);
}

fn on_its_feet(world: &World, attacker: ModelId) -> bool {
    world.is_standing(attacker)
        && *world.of_model::<Stance>(attacker) == Stance::Standing
        && world.of_model::<Record>(attacker).fumbled_in != Some(world.frame().turn)
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

/// Rolls the dice of a blow and tells them; the steps that it goes on with.
fn roll(world: &mut World, blow: &Blow, actions: u8, opening: bool) -> Vec<Step> {
    let Blow { attacker, target, weapon: index, mode } = *blow;
    let Some(armed) = combined::armed(world, attacker, index) else { return Vec::new() };
    let weapon = &*armed.weapon;
    if !movement::are_engaged(world, attacker, target) {
        // Book: Extended Reach Weapons (CC-09).
        let record = Record { reaching: Some(target), ..*world.of_model::<Record>(attacker) };
        world.set_model(attacker, record);
    }
    if weapon.has(WeaponRule::TwoHanded) {
        let both_hands = Some(world.frame().turn);
        let record = Record { both_hands, ..*world.of_model::<Record>(attacker) };
        world.set_model(attacker, record);
    }
    let (striker, aim) = striker_and_target(world, attacker, target, index);
    let extra = mode == AttackMode::Extra;
    let needed = needed_to_strike(&Striker { extra, opening, ..striker }, &aim);
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
        let hit = Hit { follow_up: !extra, spare: extra.then_some(shown), ..hit };
        steps.push(super::parry::before_armour(world, hit, shown));
    }
    if fumbles > 0 {
        let turn = Some(world.frame().turn);
        let record = *world.of_model::<Record>(attacker);
        world.set_model(attacker, Record { fumbled_in: turn, ..record });
    }
    if extra {
        steps.push(extra_attack::rolled(world, blow, fumbles));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(close_combat: i32) -> Striker {
        Striker { close_combat, ..Striker::default() }
    }

    #[test]
    fn cc_03_the_book_s_examples() {
        let charging = |cc| Striker { charging: true, ..plain(cc) };
        assert_eq!(needed_to_strike(&charging(5), &Target::default()).value(), 6);
        assert_eq!(needed_to_strike(&charging(4), &Target::default()).value(), 5);
    }

    #[test]
    fn cc_03_each_modifier_by_itself() {
        let target = Target::default();
        let values = [
            (plain(5), Target { morale: Morale::Panicked, ..target }, 6),
            (plain(5), Target { morale: Morale::Terrified, ..target }, 7),
            (plain(5), Target { prone: true, ..target }, 6),
            (plain(5), Target { large: true, ..target }, 6),
            (plain(5), Target { higher: true, ..target }, 4),
            (plain(5), Target { across_barrier: true, ..target }, 4),
            (Striker { higher: true, ..plain(5) }, target, 6),
            (Striker { assisted: true, ..plain(5) }, target, 6),
            (Striker { panicked: true, ..plain(5) }, target, 4),
        ];
        for (striker, target, value) in values {
            let needed = needed_to_strike(&striker, &target);
            assert_eq!((needed.value(), needed.modifiers.len()), (value, 1), "{needed}");
        }
    }

    #[test]
    fn cc_04_cc_05_one_always_hits_and_ten_never() {
        let roll = |result, needed: i32| Roll {
            roller: None,
            purpose: Purpose::ToHit,
            sides: 10,
            result,
            needed: Some(Needed::new(needed)),
        };
        assert_eq!(result_of(&roll(1, 0), false), HitResult::MasterfulHit);
        assert_eq!(result_of(&roll(10, 10), false), HitResult::Fumbled);
        assert_eq!(result_of(&roll(10, 10), true), HitResult::Missed);
        assert_eq!(result_of(&roll(5, 5), false), HitResult::Hit);
        assert_eq!(result_of(&roll(6, 5), false), HitResult::Missed);
    }
}
