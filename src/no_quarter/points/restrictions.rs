//! Who may have what. Book: the notes beside each ability, trait and weapon (PTS-10). What a figure
//! has to look like is left to the players.

use serde::Deserialize;

use super::{
    accounts::Account,
    design::{Design, Element},
    prices::{price_of, rule_of},
    weapons::Sort,
};
use crate::no_quarter::{
    armoury::Armoury,
    components::Role,
    profile::{Ability, Class, WeaponRule, WeaponSign},
};

/// Who alone may have something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Only {
    /// Magic users, not initiates.
    Wizards,
    /// Individuals and characters.
    Heroes,
    /// Individuals, characters and unit leaders.
    HeroesAndLeaders,
    /// The general of the army.
    Generals,
    /// Musicians.
    Musicians,
    /// Characters and support units.
    CharactersAndSupport,
    /// All but core and elite models.
    NoRankAndFile,
    /// Large models.
    Large,
    /// Riders and drivers.
    Mounted,
    /// Chariots, cavalry and large models.
    LargeOrMounted,
    /// Models of this strength and more.
    Strength(i32),
    /// Models without any armour.
    Unarmoured,
    /// Models with a shield.
    Shielded,
    /// Models with a weapon that is shot.
    Shooters,
    /// Models with a weapon that takes a scope.
    Marksmen,
    /// Models without a crossbow.
    NoCrossbows,
    /// Models without a support weapon.
    NoSupportWeapons,
    /// Models with something else.
    With(Ability),
}

/// The best ranged attack of core undead who shoot (TR-UNDEAD).
const BEST_UNDEAD_SHOT: i32 = 4;

impl Only {
    /// Whether an element of a model may have it.
    fn holds(self, design: &Design, element: &Element) -> bool {
        // Of a role that isn't known nobody can say that it is the wrong one.
        let is = |role: Role| design.role.is_none_or(|own| own == role);
        let mut weapons = design.weapons();
        match self {
            Self::Wizards => design.wizardry.as_ref().is_some_and(|magic| magic.level > 0),
            Self::Heroes => design.is_hero(),
            Self::HeroesAndLeaders => design.is_hero() || is(Role::Leader),
            Self::Generals => is(Role::General),
            Self::Musicians => is(Role::Musician),
            Self::CharactersAndSupport => matches!(design.class, Class::Character | Class::Support),
            Self::NoRankAndFile => !matches!(design.class, Class::Core | Class::Elite),
            Self::Large => design.size.is_large(),
            Self::Mounted => design.is_mounted(),
            Self::LargeOrMounted => design.size.is_large() || design.is_mounted(),
            Self::Strength(least) => element.strength >= least,
            Self::Unarmoured => design.protection.armour == 0 && !design.protection.shield,
            Self::Shielded => design.protection.shield,
            Self::Shooters => weapons.any(|own| !own.weapon.bands.is_empty()),
            Self::Marksmen => weapons.any(|own| own.weapon.takes_scope),
            Self::NoCrossbows => weapons.all(|own| own.weapon.sign != Some(WeaponSign::Crossbow)),
            Self::NoSupportWeapons => weapons.all(|own| own.sort != Sort::Support),
            Self::With(talent) => design.has(talent),
        }
    }

    /// Who that is.
    fn words(self) -> String {
        let words = match self {
            Self::Wizards => "only for magic users",
            Self::Heroes => "only for individuals and characters",
            Self::HeroesAndLeaders => "only for individuals, characters and unit leaders",
            Self::Generals => "only for the general of the army",
            Self::Musicians => "only for musicians",
            Self::CharactersAndSupport => "only for characters and support units",
            Self::NoRankAndFile => "not for core and elite models",
            Self::Large => "only for large models",
            Self::Mounted => "only for models that ride or drive",
            Self::LargeOrMounted => "only for chariots, cavalry and large models",
            Self::Strength(least) => {
                return format!("only for models of strength {least} or more");
            }
            Self::Unarmoured => "only for models without any armour",
            Self::Shielded => "only for models with a shield",
            Self::Shooters => "only for models with a weapon that shoots",
            Self::Marksmen => "only for models with a musket, a rifle or the like",
            Self::NoCrossbows => "not for models with crossbows",
            Self::NoSupportWeapons => "not for support weapons",
            Self::With(talent) => return format!("only for models with {}", talent.name()),
        };
        words.to_owned()
    }
}

/// Looks for what a model may not have.
pub(super) fn look(account: &mut Account, design: &Design, armoury: &Armoury) {
    for element in &design.elements {
        for &talent in &element.talents {
            let only = price_of(armoury, talent).map_or(&[][..], |price| price.only.as_slice());
            for only in only.iter().filter(|only| !only.holds(design, element)) {
                let text = format!("{} is {}", talent.name(), only.words());
                account.refuse(rule_of(armoury, talent), text);
            }
        }
        if element.is_sworn && !Only::Heroes.holds(design, element) {
            account.refuse("TR-NEMESIS", format!("nemesis is {}", Only::Heroes.words()));
        }
    }
    undead(account, design);
    weapons(account, design);
}

/// What the undead may not be (TR-UNDEAD).
fn undead(account: &mut Account, design: &Design) {
    if !design.has(Ability::Undead) {
        return;
    }
    let rule = "TR-UNDEAD";
    if design.has(Ability::DoubleTime) && !design.is_mounted() {
        account.refuse(rule, "double time is not for undead on foot");
    }
    let shoots = |element: &&Element| {
        element.weapons.iter().any(|own| own.weapon.is_ranged())
            && element.ranged_attack > BEST_UNDEAD_SHOT
    };
    if design.class == Class::Core
        && let Some(element) = design.elements.iter().find(shoots)
    {
        let text = format!(
            "ranged attack {}; core undead who shoot have {BEST_UNDEAD_SHOT} at most",
            element.ranged_attack
        );
        account.refuse(rule, text);
    }
}

/// Weapons in the wrong hands.
fn weapons(account: &mut Account, design: &Design) {
    let has_support = design.weapons().any(|own| own.sort == Sort::Support);
    for own in design.weapons() {
        let name = own.weapon.name.to_lowercase();
        if own.weapon.has(WeaponRule::CavalryOnly) && !design.is_mounted() {
            account.refuse("WPN-LANCE", format!("{name} is only for cavalry and chariots"));
        }
        if own.weapon.has(WeaponRule::NotForCavalry) && design.cavalry {
            account.refuse("WPN-RANGED", format!("{name} is not for cavalry"));
        }
        let wounds_more = own.weapon.has(WeaponRule::ExtraWound);
        if wounds_more && own.sort == Sort::Melee && design.class != Class::Character {
            let text = format!("{name}: in close combat an extra wound is only for characters");
            account.refuse("WPN-EXTRA-WOUND", text);
        }
        if own.sort == Sort::Ammunition && !has_support {
            account.refuse("EQ-GRAPE-SHOT", format!("{name} is only for support weapons"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::no_quarter::{
        points::{Carried, Protection, Wizardry},
        profile::Size,
    };

    fn design(class: Class, talents: &[Ability]) -> Design {
        let element = Element { strength: 5, talents: talents.to_vec(), ..Element::default() };
        Design { class, elements: vec![element], ..Design::default() }
    }

    fn rule(talent: Ability) -> String {
        rule_of(&Armoury::embedded().unwrap(), talent).to_owned()
    }

    /// The rules that a model breaks.
    fn broken(design: &Design) -> Vec<String> {
        let mut account = Account::default();
        look(&mut account, design, &Armoury::embedded().unwrap());
        account.errors().map(|finding| finding.rule.clone()).collect()
    }

    #[test]
    fn pts_10_some_talents_are_for_heroes() {
        for talent in [Ability::Dazzle, Ability::MightyStrike, Ability::Unerring, Ability::Proud] {
            for class in [Class::Core, Class::Elite, Class::Support] {
                assert_eq!(broken(&design(class, &[talent])), [rule(talent)]);
            }
            for class in [Class::Individual, Class::Character] {
                assert_eq!(broken(&design(class, &[talent])), Vec::<String>::new());
            }
        }
        let attacks = |class, dice| broken(&design(class, &[Ability::ExtraAttack(dice)])).len();
        assert_eq!([attacks(Class::Elite, 2), attacks(Class::Elite, 3)], [0, 1]);
        assert_eq!([attacks(Class::Individual, 4), attacks(Class::Support, 3)], [0, 0]);
    }

    #[test]
    fn pts_10_roles_are_asked_for_once_they_are_known() {
        let leader =
            |talent, role| broken(&Design { role, ..design(Class::Core, &[talent]) }).is_empty();
        assert!(
            leader(Ability::SoundCharge, None)
                && leader(Ability::SoundCharge, Some(Role::Musician))
        );
        assert!(!leader(Ability::SoundCharge, Some(Role::Rank)));
        assert!(leader(Ability::GreatLeader, Some(Role::General)));
        assert!(!leader(Ability::GreatLeader, Some(Role::Leader)));
        assert!(leader(Ability::InspiringLeadership, Some(Role::Leader)));
        assert!(!leader(Ability::InspiringLeadership, Some(Role::Musician)));
    }

    #[test]
    fn pts_10_size_strength_mount_armour_and_shield_are_asked_for() {
        let plain = |talent| design(Class::Individual, &[talent]);
        let large = |talent| Design { size: Size::Large, ..plain(talent) };
        for talent in [Ability::Steadfast, Ability::SiegeWeapon, Ability::TailAttack, Ability::Ram]
        {
            assert_eq!((broken(&plain(talent)).len(), broken(&large(talent)).len()), (1, 0));
        }
        let rider = Design { cavalry: true, ..plain(Ability::CavalryMove) };
        assert_eq!((broken(&plain(Ability::CavalryMove)).len(), broken(&rider).len()), (1, 0));
        let mut leaper = plain(Ability::Leap);
        assert_eq!(broken(&leaper), ["AB-LEAP"]);
        leaper.elements[0].strength = 6;
        assert_eq!(broken(&leaper), Vec::<String>::new());
        let shield = Protection { shield: true, ..Protection::default() };
        let shielded = |talent| Design { protection: shield, ..plain(talent) };
        assert_eq!(broken(&plain(Ability::Evade)), Vec::<String>::new());
        assert_eq!(broken(&shielded(Ability::Evade)), ["AB-EVADE"]);
        let wall = Ability::Wall;
        assert_eq!((broken(&plain(wall)).len(), broken(&shielded(wall)).len()), (1, 0));
    }

    #[test]
    fn pts_10_adepts_are_wizards() {
        let with = |level| {
            let wizardry = Some(Wizardry { level, spells: Vec::new() });
            broken(&Design { wizardry, ..design(Class::Individual, &[Ability::Adept]) }).len()
        };
        assert_eq!([with(0), with(1)], [1, 0]);
        assert_eq!(broken(&design(Class::Individual, &[Ability::Adept])).len(), 1);
    }

    #[test]
    fn pts_10_the_undead_neither_hurry_nor_shoot_well() {
        let armoury = Armoury::embedded().unwrap();
        let bow = || Carried { weapon: Arc::clone(&armoury.weapons["bow"]), sort: Sort::Ranged };
        let hasty = design(Class::Elite, &[Ability::Undead, Ability::DoubleTime]);
        assert_eq!(broken(&hasty), ["TR-UNDEAD"]);
        assert_eq!(broken(&Design { cavalry: true, ..hasty }), Vec::<String>::new());
        let archer = |class, ranged_attack| {
            let mut archer = design(class, &[Ability::Undead]);
            archer.elements[0].ranged_attack = ranged_attack;
            archer.elements[0].weapons = vec![bow()];
            broken(&archer).len()
        };
        assert_eq!([archer(Class::Core, 4), archer(Class::Core, 5)], [0, 1]);
        assert_eq!(archer(Class::Elite, 5), 0);
    }

    #[test]
    fn pts_10_weapons_in_the_wrong_hands() {
        let armoury = Armoury::embedded().unwrap();
        let armed = |id: &str, cavalry| {
            let weapon = Arc::clone(&armoury.weapons[id]);
            let sort = Sort::of(&weapon, false);
            let mut design = Design { cavalry, ..design(Class::Core, &[]) };
            design.elements[0].weapons = vec![Carried { weapon, sort }];
            broken(&design)
        };
        assert_eq!(armed("lance", false), ["WPN-LANCE"]);
        assert_eq!(armed("long_bow", true), ["WPN-RANGED"]);
        assert_eq!(armed("grape_shot", false), ["EQ-GRAPE-SHOT"]);
        assert!(armed("lance", true).is_empty() && armed("long_bow", false).is_empty());
        let mut archers = design(Class::Core, &[Ability::RainOfArrows]);
        let arm =
            |id: &str| Carried { weapon: Arc::clone(&armoury.weapons[id]), sort: Sort::Ranged };
        for (id, problems) in [("bow", 0), ("crossbow", 1)] {
            archers.elements[0].weapons = vec![arm(id)];
            assert_eq!(broken(&archers).len(), problems, "{id}");
        }
    }
}
