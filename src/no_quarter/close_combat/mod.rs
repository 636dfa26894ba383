//! Close combat: who can strike whom, at what number, and what comes of a blow. Book: Close Combat
//! (CC-01 to CC-09, CC-12 to CC-14), Masterful Hit, Fumbles.

mod block_follow_up;
mod breaking_off;
mod extra_attack;
mod follow_up;
mod modes;
mod parry;
mod strike;
mod swing;
mod to_strike;

#[cfg(test)]
mod tests;

pub use breaking_off::EXPOSED;
pub(super) use breaking_off::{free_hit, free_hits};
pub use extra_attack::{MOST_DICE, extra_dice};
pub(super) use extra_attack::{answer_spare_hit, hand_on, leave_opening};
pub use follow_up::FOLLOW_UP;
pub(super) use follow_up::touching_place;
pub(super) use follow_up::{
    after_attack, after_kill, answer_follow_up, ask_to_follow_up, check_follow_up,
    check_follow_up_into, follow_up, offer_follow_up,
};
pub use modes::{MIGHTY_COST, SLAYS, cost_of, has_mode, special_modes};
pub(super) use modes::{dice_of, modes_of};
pub use parry::{LEAVES_AN_OPENING, OPENING, may_parry, parry_changes, parry_needed, parry_odds};
pub(super) use parry::{answer_parry, before_armour, offer_parry, parry_rolled};
pub(super) use strike::{
    can_respond, is_siege, strike, strike_on_the_way, strike_opening, strike_together,
};
pub use swing::Swing;
pub(super) use swing::struck;
pub(super) use to_strike::striking_in;
pub use to_strike::{
    ACROSS_A_BARRIER, Circumstances, DOWNWARDS, Striking, UPWARDS, can_hurt, striking,
};

use bevy::prelude::World;

use super::{
    brutes, charges,
    combined::{self, Armed},
    components::{ActionsLeft, Arms, Momentum, Morale, ProfileOf, Stance},
    effects::{self, Deed, Does, Effect, Gift, Source, Until},
    error::{OrderError, Refusal},
    formations, mastery, movement,
    order::Blow,
    profile::{Weapon, WeaponRule},
    sentence::with_article,
    statistics::{self, Stat},
    step::Step,
    support_weapons,
    system::NoQuarter,
    who::who,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    table::{Placed, base::gap},
};

/// So many of a side in contact with an enemy help each other (CC-06).
const ASSISTED: usize = 2;

/// A weapon of a model.
///
/// # Errors
/// When it has no such weapon.
pub fn weapon(world: &World, model: ModelId, index: u8) -> Result<&Weapon, OrderError> {
    let arms = &world.of_model::<Arms>(model).0;
    arms.get(usize::from(index)).map(|weapon| &**weapon).ok_or_else(|| {
        let name = who(world, model);
        let text = format!("{name} has {} weapons, not {}", arms.len(), u32::from(index) + 1);
        OrderError::new(Refusal::NoSuchThing, "CC-02", text).model(model)
    })
}

/// Whether a model has fumbled and makes no more attacks this turn (CC-05).
pub fn has_fumbled(world: &World, model: ModelId) -> bool {
    effects::forbids(world, model, Deed::Attack)
}

/// Whether neither a fumble, nor brutes, nor a spell keep a model from striking (CC-05, AB-BRUTES,
/// SP-BLIND).
pub fn may_strike(world: &World, model: ModelId) -> bool {
    !has_fumbled(world, model)
        && !brutes::is_cowed(world, model)
        && !effects::forbids(world, model, Deed::Strike)
}

/// A fumble: the model makes no more attacks this turn (CC-05).
pub(super) fn fumble(world: &mut World, model: ModelId) {
    let does = Does::Forbids(Deed::Attack);
    let until = Until::EndOfTurn;
    effects::lay_on_model(world, model, Effect { does, source: Source::Fumble, until });
}

/// Whether blows may be struck now: each one, and all that each model strikes together.
pub(super) fn check(world: &World, blows: &[Blow]) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    if blows.is_empty() {
        let text = "the order to fight names no attacks";
        return Err(OrderError::new(Refusal::NothingToDo, "CC-01", text));
    }
    for blow in blows {
        check_attacker(world, unit, blow.attacker)?;
        check_blow(world, blow)?;
    }
    check_single_blows(world, blows)?;
    let rounds = combined::rounds(world, blows);
    let cost = |round: &Vec<Blow>| u32::from(combined::cost(world, round));
    let mut spent: Vec<(ModelId, u32)> = Vec::new();
    for round in &rounds {
        let attacker = round[0].attacker;
        let sum = add_cost(&mut spent, attacker, cost(round));
        let left = actions_for_combat(world, attacker);
        if sum > u32::from(left) {
            let own = rounds.iter().filter(|other| other[0].attacker == attacker);
            let needed = u8::try_from(own.map(cost).sum::<u32>()).unwrap_or(u8::MAX);
            return Err(OrderError::not_enough_actions(
                world,
                attacker,
                "for these blows",
                needed,
                left,
            ));
        }
    }
    // Long weapons strike without contact, so that a straggler's duty binds them (FORM-11).
    formations::check_duty(world, unit, &spent)
}

/// Adds to what a model spends in an order, and says how much that is so far.
pub(super) fn add_cost(spent: &mut Vec<(ModelId, u32)>, model: ModelId, cost: u32) -> u32 {
    match spent.iter_mut().find(|(other, _)| *other == model) {
        Some((_, sum)) => {
            *sum += cost;
            *sum
        }
        None => {
            spent.push((model, cost));
            cost
        }
    }
}

/// What a model can spend in close combat: its actions, and its momentum (CHG-04).
pub fn actions_for_combat(world: &World, model: ModelId) -> u8 {
    world.of_model::<ActionsLeft>(model).0.saturating_add(world.of_model::<Momentum>(model).0)
}

/// Pays for an attack in close combat, with momentum first.
pub(super) fn pay_for_attack(world: &mut World, model: ModelId, actions: u8) {
    let momentum = world.of_model::<Momentum>(model).0;
    let from_momentum = momentum.min(actions);
    world.set_model(model, Momentum(momentum - from_momentum));
    movement::pay(world, model, actions - from_momentum);
}

/// Whether a model of a unit is able to strike at all.
pub(super) fn check_attacker(
    world: &World,
    unit: UnitId,
    model: ModelId,
) -> Result<(), OrderError> {
    movement::check_member(world, unit, model)?;
    let name = who(world, model);
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{name} is prone and has to stand up first");
        return Err(OrderError::new(Refusal::Prone, "MOVE-04", text).model(model));
    }
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        let text = format!("{} is terrified and can't fight", world.unit_name(unit));
        return Err(OrderError::new(Refusal::Terrified, "MOR-06", text).model(model));
    }
    if has_fumbled(world, model) {
        let text = format!("{name} has fumbled and can't attack again this turn");
        return Err(OrderError::new(Refusal::Fumbled, "CC-05", text).model(model));
    }
    if brutes::is_cowed(world, model) {
        let text = format!("{name} hides from brutes and doesn't fight this turn");
        return Err(OrderError::new(Refusal::Afraid, "AB-BRUTES", text).model(model));
    }
    if let Some(spell) = effects::spell_that_forbids(world, model, Deed::Strike) {
        let text = format!("{name} can't strike because of {}", spell.name());
        return Err(OrderError::new(Refusal::Hindered, spell.card().rule, text).model(model));
    }
    Ok(())
}

/// Whether one model may strike another with a weapon, apart from its state and its actions.
///
/// # Errors
/// Why not: contact, arc, weapon.
pub fn check_blow(world: &World, blow: &Blow) -> Result<(), OrderError> {
    let Blow { attacker, target, .. } = *blow;
    let weapon = weapon(world, attacker, blow.weapon)?;
    let name = who(world, attacker);
    if world.roster().model(target).is_none() {
        let text = "there is no such target";
        return Err(OrderError::new(Refusal::NoSuchThing, "", text).model(attacker));
    }
    let enemy = who(world, target);
    if world.side_of_model(attacker) == world.side_of_model(target) {
        let text = format!("{enemy} isn't an enemy of {name}");
        return Err(OrderError::new(Refusal::NotAnEnemy, "CC-01", text).model(attacker));
    }
    if !world.is_standing(target) {
        let text = format!("{enemy} is not on the table");
        return Err(OrderError::new(Refusal::NotOnTable, "CC-01", text).model(attacker));
    }
    check_weapon(world, attacker, weapon)?;
    let strikes = statistics::stat_with(world, attacker, blow.weapon, Stat::CloseCombat) > 0;
    if !strikes && combined::is_combined(world, attacker) {
        let element = combined::wielder(world, attacker, blow.weapon);
        let part = element.name.unwrap_or("part").to_lowercase();
        let text = format!("the {part} of {name} doesn't strike: its crew does");
        return Err(OrderError::new(Refusal::WrongWeapon, "COMBO-02", text).model(attacker));
    }
    if !has_mode(world, attacker, blow.weapon, blow.mode) {
        let (mode, weapon) = (blow.mode.name(), with_article(&weapon.name));
        let text = format!("{name} has no {mode} with {weapon}");
        let error = OrderError::new(Refusal::WrongWeapon, blow.mode.rule(), text);
        return Err(error.model(attacker));
    }
    if !can_hurt(world, attacker, blow.weapon, target) {
        let text = format!("{enemy} is so large that only siege weapons can hurt it");
        let error = OrderError::new(Refusal::NeedsSiegeWeapon, "CC-13", text);
        return Err(error.model(attacker));
    }
    let (own, other) = (world.placed(attacker), world.placed(target));
    if !reaches(world, attacker, target, weapon) {
        let distance = gap(&own, &other);
        let refusal = Refusal::NotInContact { gap: distance, reach: weapon.reach() };
        let text = format!(
            "{name} doesn't reach {enemy}: they are {distance} apart, and {} reaches {}",
            with_article(&weapon.name),
            weapon.reach()
        );
        let error = OrderError::new(refusal, "CC-01", text);
        return Err(error.model(attacker).at(other.pose.at));
    }
    if !own.pose.in_front(other.closest_point(own.pose.at)) {
        let text = format!("{enemy} is behind {name}, who has to turn first");
        let error = OrderError::new(Refusal::OutsideArc, "FORM-01", text);
        return Err(error.model(attacker).at(other.pose.at));
    }
    Ok(())
}

/// Whether a weapon of a model reaches an enemy from where both stand: in contact, within its reach, or
/// over the man in front (CC-01, WPN-SPEAR).
pub fn reaches(world: &World, attacker: ModelId, target: ModelId, weapon: &Weapon) -> bool {
    let (own, other) = (world.placed(attacker), world.placed(target));
    let engaged = movement::would_fight(world, &own, &other);
    reaches_from(world, (attacker, &own), (target, &other), engaged, weapon)
}

/// The same where it is known where they stand, and whether they are in close combat.
pub(super) fn reaches_from(
    world: &World,
    (attacker, own): (ModelId, &Placed),
    (target, other): (ModelId, &Placed),
    engaged: bool,
    weapon: &Weapon,
) -> bool {
    engaged
        || weapon.reach().0 > 0.0 && gap(own, other).at_most(weapon.reach())
        || strikes_over_the_front_rank(world, attacker, target, weapon)
}

/// Whether a model may use a weapon in close combat now.
pub(super) fn check_weapon(
    world: &World,
    model: ModelId,
    weapon: &Weapon,
) -> Result<(), OrderError> {
    check_weapon_if(world, model, weapon, charges::charged_this_turn(world, model))
}

/// The same for a model that has charged this turn, or has not.
pub(super) fn check_weapon_if(
    world: &World,
    model: ModelId,
    weapon: &Weapon,
    charged: bool,
) -> Result<(), OrderError> {
    let name = who(world, model);
    let profile = &world.of_model::<ProfileOf>(model).0;
    let mounted = profile.is_mounted();
    let problem = if weapon.is_ranged() {
        Some(("CC-01", format!("{} isn't a close combat weapon", with_article(&weapon.name))))
    } else if weapon.has(WeaponRule::CavalryOnly) && !mounted {
        Some(("WPN-LANCE", format!("{name} is not mounted and can't use a lance")))
    } else if weapon.has(WeaponRule::ChargeOnly) && !charged {
        Some(("WPN-LANCE", format!("{name} can use the lance only in the turn of its charge")))
    } else if weapon.has(WeaponRule::OneBlow) && !may_strike_once(world, model) {
        let weapon = weapon.name.to_lowercase();
        let text = format!("{name} can use its {weapon} only once, in its own activation");
        Some(("MUT-SCORPION-TAIL", text))
    } else {
        None
    };
    match problem {
        Some((rule, text)) => Err(OrderError::new(Refusal::WrongWeapon, rule, text).model(model)),
        None => Ok(()),
    }
}

/// Whether a model may strike now with what strikes once in its own activation (MUT-SCORPION-TAIL).
fn may_strike_once(world: &World, model: ModelId) -> bool {
    world.frame().active == Some(world.unit_of(model))
        && !effects::forbids(world, model, Deed::StrikeOnce)
}

/// Whether an order has a model strike twice with what strikes once in an activation
/// (MUT-SCORPION-TAIL).
fn check_single_blows(world: &World, blows: &[Blow]) -> Result<(), OrderError> {
    for (place, blow) in blows.iter().enumerate() {
        let Blow { attacker, weapon: index, .. } = *blow;
        let arm = weapon(world, attacker, index)?;
        let same = |other: &Blow| other.attacker == attacker && other.weapon == index;
        if arm.has(WeaponRule::OneBlow) && blows[..place].iter().any(same) {
            let (name, arm) = (who(world, attacker), arm.name.to_lowercase());
            let text = format!("{name} can use its {arm} only once in an activation");
            let error = OrderError::new(Refusal::UsedAlready, "MUT-SCORPION-TAIL", text);
            return Err(error.model(attacker));
        }
    }
    Ok(())
}

/// Whether a model of the second rank strikes past a friend in front of it, as spearmen do. Book:
/// Armoury, Spear (WPN-SPEAR).
fn strikes_over_the_front_rank(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    weapon: &Weapon,
) -> bool {
    if !weapon.has(WeaponRule::TwoRanks) {
        return false;
    }
    let unit = world.unit_of(attacker);
    if !formations::is_ranked(world, unit) {
        return false;
    }
    let ranks = formations::ranks(world, unit);
    let [front, second, ..] = &ranks[..] else { return false };
    let own = world.placed(attacker);
    second.contains(&attacker)
        && front.iter().any(|&friend| {
            let placed = world.placed(friend);
            let behind = placed.pose.local(0.0, -own.base.depth().0);
            behind.distance(own.pose.at) < own.base.width().0 * 0.6
                && movement::are_engaged(world, friend, target)
        })
}

/// The blow of a spearman of the second rank at an enemy of a unit over the man in front (WPN-SPEAR).
pub(super) fn blow_over_the_front_rank(
    world: &World,
    attacker: ModelId,
    enemies: UnitId,
) -> Option<Blow> {
    let arms = &world.of_model::<Arms>(attacker).0;
    let spear = arms.iter().position(|weapon| weapon.has(WeaponRule::TwoRanks))?;
    let spear = u8::try_from(spear).ok()?;
    let mut blows = world.standing(enemies).into_iter();
    let blow = |target: ModelId| Blow::plain(attacker, target, spear);
    blows.find(|&target| check_blow(world, &blow(target)).is_ok()).map(blow)
}

/// Strikes blows, one after another, but those of several elements of a model together.
pub(super) fn begin(world: &mut World, blows: Vec<Blow>) {
    let step = |round: Vec<Blow>| match round[..] {
        [blow] => Step::Strike { blow, paid: true },
        _ => Step::StrikeTogether { blows: round, paid: true },
    };
    let targets = blows.iter().map(|blow| world.unit_of(blow.target));
    let mut steps = mastery::offers(world, targets);
    steps.extend(combined::rounds(world, &blows).into_iter().map(step));
    world.push_all::<NoQuarter>(steps);
}

/// Whether a model would have help in its fight if it stood at a place: two of its side or more touch
/// the enemy, and one of them besides itself touches no other. Ruling: reaching the enemy from afar
/// neither gives help nor makes up for a friend in contact (CC-06).
fn is_assisted(world: &World, attacker: ModelId, target: ModelId, at: &Placed) -> bool {
    let fights = |friend: &ModelId| {
        *friend != attacker
            && !support_weapons::is_chassis(world, *friend)
            && *world.of_model::<Stance>(*friend) == Stance::Standing
            && *world.of_unit::<Morale>(world.unit_of(*friend)) != Morale::Terrified
    };
    let mut friends = movement::engaged_with(world, target);
    friends.retain(fights);
    let itself = usize::from(movement::would_fight(world, at, &world.placed(target)));
    friends.len() + itself >= ASSISTED
        && friends.iter().any(|&friend| movement::engaged_with(world, friend) == [target])
}

/// How many comrades swarm over the target of a blow together with whoever strikes it: each adds 1 to
/// hit and 1 to strength. Ruling: those in base contact with the same enemy, busy with others or not;
/// they count instead of combat assistance. Book: Abilities, Team Work (AB-TEAM-WORK).
pub fn team(world: &World, blow: &Blow) -> i32 {
    let Blow { attacker, target, weapon, .. } = *blow;
    if !effects::has_with(world, attacker, weapon, Gift::TeamWork) {
        return 0;
    }
    let helps = |&friend: &ModelId| {
        friend != attacker
            && effects::has(world, friend, Gift::TeamWork)
            && *world.of_model::<Stance>(friend) == Stance::Standing
            && *world.of_unit::<Morale>(world.unit_of(friend)) != Morale::Terrified
    };
    let friends = movement::engaged_with(world, target).into_iter().filter(helps).count();
    i32::try_from(friends).unwrap_or(i32::MAX)
}

/// The strength with which a blow is struck, without its weapon: that of the element that strikes, with
/// what its team adds (AB-TEAM-WORK).
pub fn strength(world: &World, blow: &Blow) -> i32 {
    statistics::stat_with(world, blow.attacker, blow.weapon, Stat::Strength) + team(world, blow)
}

/// Who strikes a blow with what, and as strong as it is for that.
fn armed(world: &World, blow: &Blow) -> Option<Armed> {
    let armed = combined::armed(world, blow.attacker, blow.weapon)?;
    Some(Armed { strength: strength(world, blow), ..armed })
}

/// Whether nobody parries what a model strikes with a weapon (AB-DAZZLE).
pub fn dazzles(world: &World, model: ModelId, weapon: u8) -> bool {
    effects::has_with(world, model, weapon, Gift::Dazzling)
}
