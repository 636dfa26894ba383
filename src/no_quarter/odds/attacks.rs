//! Blows and shots with every number and the chance of the whole chain: to hit, fail the save,
//! damage.

use std::borrow::Cow;

use bevy::prelude::World;

use super::{
    AttackOdds,
    chain::{Between, Chain, faces_to_hit},
};
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    no_quarter::{
        charges,
        close_combat::{self, Circumstances, Striking},
        combined,
        effects::{self, Gift, Test},
        formations,
        hit_roll::needed_to_besiege,
        line_of_sight, movement,
        order::{Blow, Fire, Mark, Shot},
        profile::Weapon,
        ranged_combat::{self, Aimed},
        reason::Reason,
        statistics::{Stat, stat_with},
        support_weapons,
        trial::Rolling,
    },
    table::{Placed, Pose, sight::Cover},
};

/// The dice of a support weapon without a blast, one attack for each of its marks; the chance is
/// that of all the dice at that mark.
pub fn of_burst(world: &World, fire: &Fire) -> Vec<AttackOdds> {
    let Some((weapon, actions, _)) = support_weapons::bill(world, fire) else { return Vec::new() };
    if weapon.blast().is_some() {
        return Vec::new();
    }
    let dice = usize::from(support_weapons::dice_of(weapon));
    let marks = fire.marks.len().clamp(1, dice.max(1));
    let Some(roller) = support_weapons::roller(world, fire) else { return Vec::new() };
    let unerring = support_weapons::never_fumbles(world, fire);
    let attack = |(index, mark): (usize, &Mark)| {
        let Mark::Model(target) = *mark else { return None };
        let laying = support_weapons::lay(world, fire, *mark).ok()?;
        let to_hit = laying.needed.unwrap_or_else(|| Needed::new(0).between(0, 0));
        let strength = stat_with(world, fire.shooter, fire.weapon, Stat::Strength);
        let element = combined::place_of_wielder(world, fire.shooter, fire.weapon);
        let between = Between { attacker: fire.shooter, element, strength, target };
        let chain = Chain::new(world, between, weapon, true);
        let faces = faces_to_hit(world, roller, Test::Shoot, &to_hit, unerring);
        let exposed = laying.band.is_some() && effects::has(world, target, Gift::Exposed);
        let to_hit = if exposed { automatic() } else { to_hit };
        let one = wounds(world, between, weapon, laying.band, |chain| {
            if exposed { chain.wounds(false) } else { chain.chance(&faces, true) }
        });
        let miss = 1.0 - one;
        // The last mark has all the dice that are left.
        let own = if index + 1 == marks { dice + 1 - marks } else { 1 };
        Some(AttackOdds {
            attacker: fire.shooter,
            target,
            weapon: weapon.name.clone(),
            actions,
            range: Some(laying.range),
            cover: laying.cover,
            to_hit,
            parried: chain.may_be_parried(),
            save: chain.save,
            damage: chain.damage,
            dice: u8::try_from(own).unwrap_or(u8::MAX),
            chance: 1.0 - (0..own).fold(1.0, |none, _| none * miss),
        })
    };
    fire.marks.iter().take(dice).enumerate().filter_map(attack).collect()
}

/// A blow by one model at another as things stand, in reach or not. A weapon that the attacker
/// doesn't have counts as its last, the improvised one.
pub fn of_plain_blow(world: &World, attacker: ModelId, target: ModelId, weapon: u8) -> AttackOdds {
    melee(world, &Blow::plain(attacker, target, weapon), None)
}

/// A blow as things stand, in its mode, in reach or not (AB-MODES).
pub fn of_blow(world: &World, blow: &Blow) -> AttackOdds {
    melee(world, blow, None)
}

/// A blow as if its attacker had just charged and stood at a pose (CHG-04).
pub fn of_blow_after_charge(world: &World, blow: &Blow, at: Pose) -> AttackOdds {
    melee(world, blow, Some(at))
}

/// Where two models meet, as far as chances depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Where they stand now.
    Here,
    /// On even ground, one against one.
    Anywhere,
}

/// The wounds to expect of a blow as things stand, and as if its attacker had just charged. What the dice of
/// an extra attack have left over goes to the next enemy (AB-EXTRA-ATTACK).
pub fn wounds_of_blow(world: &World, blow: &Blow, meeting: Meeting) -> (f32, f32) {
    let plain = Swing::of(world, blow, meeting);
    let mut charging = plain.clone();
    match meeting {
        Meeting::Here => charging.charge(world, blow, world.placed(blow.attacker).pose),
        Meeting::Anywhere => charging.gather_pace(world, blow),
    }
    let chain = plain.chain(world, blow);
    let after = plain.one(world, blow, &chain);
    let other = (charging.strength != plain.strength).then(|| charging.chain(world, blow));
    let charged = charging.one(world, blow, other.as_ref().unwrap_or(&chain));
    let dice = f32::from(close_combat::dice_of(world, blow));
    (dice * after, dice * charged)
}

fn melee(world: &World, blow: &Blow, charging_at: Option<Pose>) -> AttackOdds {
    let mut swing = Swing::of(world, blow, Meeting::Here);
    if let Some(pose) = charging_at {
        swing.charge(world, blow, pose);
    }
    let chain = swing.chain(world, blow);
    let dice = close_combat::dice_of(world, blow);
    AttackOdds {
        attacker: blow.attacker,
        target: blow.target,
        weapon: swing.weapon.name.clone(),
        actions: close_combat::cost_of(world, blow),
        range: None,
        cover: Cover::None,
        dice,
        chance: any_of(dice, swing.one(world, blow, &chain)),
        to_hit: swing.to_hit(),
        parried: chain.may_be_parried(),
        save: chain.save,
        damage: chain.damage,
    }
}

/// A blow before it is known what stands between a hit and a wound.
#[derive(Clone)]
struct Swing<'w> {
    weapon: Cow<'w, Weapon>,
    /// Who of a combined model strikes.
    roller: (ModelId, usize),
    striking: Striking,
    strength: i32,
    helpless: bool,
}

impl<'w> Swing<'w> {
    /// As things stand where the two meet.
    fn of(world: &'w World, blow: &Blow, meeting: Meeting) -> Self {
        let Blow { attacker, target, weapon, .. } = *blow;
        let circumstances = match meeting {
            Meeting::Here => Circumstances::here(world, blow),
            Meeting::Anywhere => Circumstances::anywhere(world, blow),
        };
        let improvised = |_| Cow::Owned(Weapon::improvised());
        Self {
            weapon: close_combat::weapon(world, attacker, weapon)
                .map_or_else(improvised, Cow::Borrowed),
            roller: (attacker, combined::place_of_wielder(world, attacker, weapon)),
            striking: close_combat::striking_in(world, blow, false, circumstances),
            strength: close_combat::strength(world, blow),
            helpless: effects::has(world, target, Gift::Helpless),
        }
    }

    /// As if its attacker had just charged and stood at a pose.
    fn charge(&mut self, world: &World, blow: &Blow, pose: Pose) {
        self.gather_pace(world, blow);
        let placed = Placed { pose, ..world.placed(blow.attacker) };
        let own = line_of_sight::standing_at(world, blow.attacker, placed);
        self.striking.circumstances = self.striking.circumstances.at(world, blow, &own);
    }

    /// What a charge adds, if its attacker hasn't charged this turn.
    fn gather_pace(&mut self, world: &World, blow: &Blow) {
        let attacker = blow.attacker;
        if !charges::charged_this_turn(world, attacker) {
            let changes = effects::modifiers_by_charging(world, self.roller, Test::Strike);
            self.striking.own.extend(changes);
            self.striking.own.push(charges::BONUS);
            self.strength +=
                effects::added_by_charging(world, attacker, self.roller.1, Stat::Strength);
        }
    }

    fn to_hit(&self) -> Needed {
        if self.helpless { automatic() } else { self.striking.needed() }
    }

    /// What stands between a hit and a wound.
    fn chain(&self, world: &World, blow: &Blow) -> Chain {
        let (attacker, element) = self.roller;
        let between = Between { attacker, element, strength: self.strength, target: blow.target };
        let chain = Chain::new(world, between, &self.weapon, false);
        let dazzles = close_combat::dazzles(world, attacker, blow.weapon);
        let chain = if dazzles { chain.unparried() } else { chain };
        chain.wounding_outright(blow.mode.outright(&self.weapon))
    }

    /// The chance that one of its dice wounds.
    fn one(&self, world: &World, blow: &Blow, chain: &Chain) -> f32 {
        if self.helpless {
            return chain.wounds_the_helpless();
        }
        let unerring = combined::is_unerring(world, blow.attacker, blow.weapon);
        let rolling = blow.mode.rolling(Rolling::of_element(world, self.roller, Test::Strike));
        chain.chance(&rolling.faces_to_hit(&self.to_hit(), unerring), true)
    }
}

/// The number of a hit that nobody rolls for.
fn automatic() -> Needed {
    Needed::new(10).between(10, 10)
}

/// A hit that nobody rolls for, under a name, of a strength, from which armour saves or doesn't.
pub fn of_automatic_hit(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    name: &str,
    (strength, saved): (i32, bool),
) -> AttackOdds {
    let weapon = Weapon { name: name.to_owned(), ..Weapon::improvised() };
    let between = Between { attacker, element: 0, strength, target };
    let chain = Chain::new(world, between, &weapon, false);
    let chain = if saved { chain } else { chain.unsaved() };
    AttackOdds {
        attacker,
        target,
        weapon: weapon.name,
        actions: 0,
        range: None,
        cover: Cover::None,
        to_hit: automatic(),
        chance: chain.wounds(false),
        parried: false,
        save: chain.save,
        damage: chain.damage,
        dice: 0,
    }
}

/// A blow of a strength, under a name, at a very large target that it can hurt (CC-13).
pub fn of_siege_blow(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    name: &str,
    strength: i32,
) -> AttackOdds {
    let weapon = Weapon { name: name.to_owned(), ..Weapon::improvised() };
    let to_hit = needed_to_besiege();
    let unerring = effects::has(world, attacker, Gift::Unerring);
    let faces = faces_to_hit(world, (attacker, 0), Test::Strike, &to_hit, unerring);
    let between = Between { attacker, element: 0, strength, target };
    let chain = Chain::new(world, between, &weapon, false);
    let chance = chain.chance(&faces, true);
    AttackOdds {
        attacker,
        target,
        weapon: weapon.name,
        actions: 0,
        range: None,
        cover: Cover::None,
        dice: 1,
        chance,
        to_hit,
        parried: chain.may_be_parried(),
        save: chain.save,
        damage: chain.damage,
    }
}

/// A shot with its numbers, if the shooter sees a target.
pub fn of_shot(world: &World, shot: &Shot) -> Option<AttackOdds> {
    of_aimed_shot(world, shot, true)
}

/// A shot in response with its numbers: a loose model on hold may turn to its target (HOLD-01).
pub fn of_response_shot(world: &World, shot: &Shot) -> Option<AttackOdds> {
    of_aimed_shot(world, shot, formations::is_formed(world, world.unit_of(shot.shooter)))
}

fn of_aimed_shot(world: &World, shot: &Shot, ahead_only: bool) -> Option<AttackOdds> {
    of_shot_at(world, shot, ranged_combat::aim_with(world, shot, ahead_only)?)
}

/// A shot with its numbers, if it is known what it is aimed at.
pub fn of_shot_at(world: &World, shot: &Shot, aimed: Aimed) -> Option<AttackOdds> {
    let weapon = close_combat::weapon(world, shot.shooter, shot.weapon).ok()?;
    let exposed = aimed.needed.is_some() && effects::has(world, aimed.target, Gift::Exposed);
    let needed = if exposed { Some(automatic()) } else { aimed.needed };
    let to_hit = needed.unwrap_or_else(|| {
        let skill = stat_with(world, shot.shooter, shot.weapon, Stat::RangedAttack);
        Needed::new(skill).with(Reason::BeyondLongRange, -skill).between(0, 0)
    });
    let strength = stat_with(world, shot.shooter, shot.weapon, Stat::Strength);
    let element = combined::place_of_wielder(world, shot.shooter, shot.weapon);
    let between = Between { attacker: shot.shooter, element, strength, target: aimed.target };
    let chain = Chain::new(world, between, weapon, true);
    let band = ranged_combat::band(weapon, aimed.range).map(|band| band.0);
    let roller = (shot.shooter, element);
    let unerring = combined::is_unerring(world, shot.shooter, shot.weapon);
    let rolling = shot.mode.rolling(Rolling::of_element(world, roller, Test::Shoot));
    let faces = rolling.faces_to_hit(&to_hit, unerring);
    let outright = shot.mode.outright();
    let one = wounds(world, between, weapon, band, |chain| {
        if exposed {
            return chain.wounds(false);
        }
        chain.clone().wounding_outright(outright).chance(&faces, !aimed.very_difficult)
    });
    let dice = shot.mode.dice(weapon);
    Some(AttackOdds {
        attacker: shot.shooter,
        target: aimed.target,
        weapon: weapon.name.clone(),
        actions: ranged_combat::cost_of_shot(world, shot),
        range: Some(aimed.range),
        cover: aimed.sight.cover(),
        dice,
        chance: any_of(dice, one),
        to_hit,
        parried: chain.may_be_parried(),
        save: chain.save,
        damage: chain.damage,
    })
}

/// The chance that any of several dice comes off, if one does so with a chance.
fn any_of(dice: u8, one: f32) -> f32 {
    if dice == 1 { one } else { 1.0 - (0..dice).fold(1.0, |none, _| none * (1.0 - one)) }
}

/// The chance that a shot at a model wounds; from afar at a support weapon and its crew, by who of
/// them is hit (SUP-08).
fn wounds(
    world: &World,
    between: Between,
    weapon: &Weapon,
    band: Option<usize>,
    chance: impl Fn(&Chain) -> f32,
) -> f32 {
    let target = between.target;
    let of =
        |target: ModelId| chance(&Chain::new(world, Between { target, ..between }, weapon, true));
    let engaged = movement::is_engaged(world, target);
    match support_weapons::elements(world, target).filter(|_| band != Some(0) && !engaged) {
        Some((crew, chassis)) => {
            let share = support_weapons::crew_share();
            share * of(crew) + (1.0 - share) * of(chassis)
        }
        None => of(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        order::{AttackMode, Blow},
        profile::{Ability, Profile},
        test_world::{TestWorld, man},
    };

    fn duel(armour: i32) -> (TestWorld, ModelId, ModelId) {
        let mut test = TestWorld::new();
        let knight = Profile { armour, ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], knight);
        test.activate(ours);
        let (a, b) = (test.model(ours, 0), test.model(theirs, 0));
        (test, a, b)
    }

    #[test]
    fn a_natural_1_is_counted_without_the_save() {
        // Strength 5 takes 1 off armour 4: saves on 3. Hits on 5, of which the 1 is masterful.
        let (test, a, b) = duel(4);
        let attack = of_plain_blow(&test.world, a, b, 0);
        assert_eq!(attack.save.as_ref().map(Needed::value), Some(3));
        let chance = (0.1 + 0.4 * 0.7) * 0.5;
        assert!((attack.chance - chance).abs() < 1e-6, "{}", attack.chance);
        // Counted out die by die.
        let wounds =
            |hit: i32, save: i32, damage: i32| hit <= 5 && (hit == 1 || save > 3) && damage <= 5;
        let mut count = 0;
        for hit in 1..=10 {
            for save in 1..=10 {
                count += (1..=10).filter(|&damage| wounds(hit, save, damage)).count();
            }
        }
        assert!((attack.chance - count as f32 / 1000.0).abs() < 1e-6);
    }

    #[test]
    fn without_armour_there_is_no_save_to_fail() {
        let (test, a, b) = duel(0);
        let attack = of_plain_blow(&test.world, a, b, 0);
        assert_eq!(attack.save, None);
        assert!((attack.chance - 0.25).abs() < 1e-6);
        let charge =
            of_blow_after_charge(&test.world, &Blow::plain(a, b, 0), test.world.placed(a).pose);
        assert!((charge.chance - 0.3).abs() < 1e-6);
        assert_eq!(charge.to_hit.to_string(), "6 (5, +1 charging)");
    }

    #[test]
    fn ab_ram_a_charge_promises_what_ramming_adds() {
        let mut test = TestWorld::new();
        let boar = Profile { abilities: vec![Ability::Ram], ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], boar);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        test.activate(ours);
        let (a, b) = (test.model(ours, 0), test.model(theirs, 0));
        let standing = of_plain_blow(&test.world, a, b, 0);
        assert_eq!((standing.to_hit.value(), standing.damage.value()), (5, 5));
        let pose = test.world.placed(a).pose;
        let charge = of_blow_after_charge(&test.world, &Blow::plain(a, b, 0), pose);
        assert_eq!(charge.to_hit.to_string(), "7 (5, +1 ramming, +1 charging)");
        assert_eq!(charge.damage.value(), 6);
        // Once it has charged, it is as was promised.
        charges::has_charged(&mut test.world, a);
        let charged = of_plain_blow(&test.world, a, b, 0);
        assert_eq!((charged.to_hit, charged.damage), (charge.to_hit, charge.damage));
    }

    #[test]
    fn ab_mighty_strike_costs_twice_as_much_and_slays_on_3() {
        let mut test = TestWorld::new();
        let hero = Profile { abilities: vec![Ability::MightyStrike], ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], hero);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        test.activate(ours);
        let plain = Blow::plain(test.model(ours, 0), test.model(theirs, 0), 0);
        let mighty = of_blow(&test.world, &Blow { mode: AttackMode::Mighty, ..plain });
        assert_eq!(mighty.actions, 2 * of_blow(&test.world, &plain).actions);
        // Three of ten slay, and half of the other two.
        assert!((mighty.chance - 0.4).abs() < 1e-6, "{}", mighty.chance);
    }
}
