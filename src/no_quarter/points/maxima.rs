//! What the book recommends at most. Book: the maximum values beside each table of Creating A Profile;
//! Ability, Trait And Equipment Maximums (PTS-09). More is advised against, not forbidden.

use super::{
    accounts::Account,
    armour::Material,
    design::Design,
    prices::{Kind, price_of},
};
use crate::no_quarter::{armoury::Armoury, components::Role, profile::Class};

/// What is recommended at most for models of a standing; nothing where the book has no number.
struct Most {
    /// What the book calls them.
    who: &'static str,
    actions: i32,
    ranged_attack: i32,
    close_combat: i32,
    strength: i32,
    toughness: i32,
    wounds: Option<i32>,
    command: i32,
    armour: Option<i32>,
    abilities: usize,
    traits: usize,
    equipment: usize,
}

const CHARACTER: Most = Most {
    who: "a character",
    actions: 12,
    ranged_attack: 8,
    close_combat: 8,
    strength: 8,
    toughness: 8,
    wounds: None,
    command: 9,
    armour: None,
    abilities: 5,
    traits: 3,
    equipment: 5,
};

const INDIVIDUAL: Most = Most {
    who: "an individual",
    toughness: 7,
    wounds: Some(3),
    command: 8,
    abilities: 4,
    equipment: 4,
    ..CHARACTER
};

const LEADER: Most = Most {
    who: "a unit leader",
    ranged_attack: 7,
    close_combat: 7,
    strength: 6,
    toughness: 6,
    wounds: Some(2),
    command: 7,
    armour: Some(5),
    abilities: 3,
    traits: 2,
    equipment: 3,
    ..INDIVIDUAL
};

const ELITE: Most = Most { who: "an elite model", abilities: 2, equipment: 2, ..LEADER };

const CORE: Most = Most {
    who: "a core model",
    actions: 10,
    ranged_attack: 5,
    close_combat: 5,
    strength: 5,
    toughness: 5,
    wounds: Some(1),
    command: 6,
    armour: Some(4),
    abilities: 1,
    traits: 2,
    equipment: 1,
};

/// What is recommended for a model; nothing for support units.
fn for_model(design: &Design) -> Option<&'static Most> {
    match design.class {
        Class::Character => Some(&CHARACTER),
        Class::Individual => Some(&INDIVIDUAL),
        Class::Core | Class::Elite if design.role == Some(Role::Leader) => Some(&LEADER),
        Class::Elite => Some(&ELITE),
        Class::Core => Some(&CORE),
        Class::Support => None,
    }
}

/// Looks for what a model has more of than the book recommends.
pub(super) fn look(account: &mut Account, design: &Design, armoury: &Armoury) {
    let Some(most) = for_model(design) else { return };
    // Mounts and their armour may be worth one more.
    let mount = i32::from(design.is_mounted());
    let mut more = |what: &str, value: i32, limit: Option<i32>| {
        if let Some(limit) = limit.filter(|&limit| value > limit) {
            let text = format!("{what} {value}; {limit} at most is recommended for {}", most.who);
            account.advise("PTS-09", text);
        }
    };
    more("actions", design.actions, Some(most.actions));
    for element in &design.elements {
        let of = design.prefix(element);
        let mut own = |what, value, limit| more(&format!("{of}{what}"), value, Some(limit));
        own("ranged attack", element.ranged_attack, most.ranged_attack);
        own("close combat", element.close_combat, most.close_combat);
        own("strength", element.strength, most.strength);
    }
    more("toughness", design.toughness, Some(most.toughness));
    more("wounds", design.wounds, most.wounds.map(|wounds| wounds + mount));
    more("command", design.command, Some(most.command));
    let armour = design.full_armour();
    more("armour", armour, most.armour.map(|armour| armour + mount));
    let [abilities, traits, equipment] = counts(design, armoury);
    let counted = [
        ("abilities", abilities, most.abilities),
        ("traits", traits, most.traits),
        ("pieces of equipment", equipment, most.equipment),
    ];
    for (what, count, limit) in counted {
        if count > limit {
            let text = format!("{count} {what}; {limit} at most is recommended for {}", most.who);
            account.advise("PTS-09", text);
        }
    }
}

/// How many abilities, traits and pieces of equipment a model has. Mutations all come with the one
/// trait of mutants, and magic is a trait. Flaws don't count: a model may have any number of them. Book:
/// Selecting Negative Abilities Or Traits.
fn counts(design: &Design, armoury: &Armoury) -> [usize; 3] {
    let of = |kind: Kind| {
        let prices = design.talents().filter_map(|talent| price_of(armoury, talent));
        prices.filter(|price| price.kind == kind && price.points >= 0).count()
    };
    let mutant = usize::from(of(Kind::Mutation) > 0);
    let sworn = design.elements.iter().filter(|element| element.is_sworn).count();
    let traits = of(Kind::Trait) + mutant + sworn + usize::from(design.wizardry.is_some());
    let carried = design.weapons().filter(|own| own.sort.is_equipment()).count();
    let protection = &design.protection;
    let besides = [
        protection.resilience > 0,
        protection.material == Material::Tattoos && protection.armour > 0,
        design.role == Some(Role::ArmyStandard),
    ];
    let besides = besides.into_iter().filter(|&has| has).count();
    [of(Kind::Ability), traits, of(Kind::Equipment) + carried + besides]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::no_quarter::{
        points::{
            Element, Protection,
            weapons::{Carried, Sort},
        },
        profile::Ability,
    };

    /// A model with as much as the book recommends for a core one.
    fn core() -> Design {
        let element = Element {
            ranged_attack: 5,
            close_combat: 5,
            strength: 5,
            talents: vec![Ability::Dodge],
            ..Element::default()
        };
        Design {
            actions: 10,
            toughness: 5,
            wounds: 1,
            command: 6,
            elements: vec![element],
            protection: Protection { armour: 3, shield: true, ..Protection::default() },
            ..Design::default()
        }
    }

    fn advice(design: &Design) -> Vec<String> {
        let mut account = Account::default();
        look(&mut account, design, &Armoury::embedded().unwrap());
        assert_eq!(account.errors().count(), 0);
        account.advice().map(|finding| finding.text.clone()).collect()
    }

    #[test]
    fn pts_09_what_is_recommended_is_told_with_what_is_there() {
        assert_eq!(advice(&core()), Vec::<String>::new());
        let wounded = Design { wounds: 2, ..core() };
        let told = ["wounds 2; 1 at most is recommended for a core model"];
        assert_eq!(advice(&wounded), told);
        assert_eq!(advice(&Design { cavalry: true, ..wounded.clone() }), Vec::<String>::new());
        assert_eq!(
            advice(&Design { class: Class::Elite, ..wounded.clone() }),
            Vec::<String>::new()
        );
        let leader = Design { role: Some(Role::Leader), ..wounded.clone() };
        assert_eq!(advice(&leader), Vec::<String>::new());
        assert_eq!(advice(&Design { class: Class::Support, wounds: 9, ..core() }).len(), 0);
    }

    #[test]
    fn pts_09_every_number_has_its_limit() {
        let mut strong = core();
        strong.actions = 11;
        strong.toughness = 6;
        strong.command = 7;
        strong.protection.armour = 4;
        strong.elements[0].ranged_attack = 6;
        strong.elements[0].close_combat = 6;
        strong.elements[0].strength = 6;
        strong.elements[0].talents.push(Ability::Agile);
        assert_eq!(advice(&strong).len(), 8);
        strong.class = Class::Elite;
        assert_eq!(advice(&strong), Vec::<String>::new());
    }

    /// What is recommended at most, where anything is: actions, ranged attack, close combat,
    /// strength, toughness, wounds, command, armour, abilities, traits and equipment.
    type Limits = [Option<usize>; 11];

    /// A model that has exactly so much of everything; where there is no limit, much.
    fn with(class: Class, role: Option<Role>, limits: &Limits, armoury: &Armoury) -> Design {
        let value = |place: usize| limits[place].unwrap_or(7) as i32;
        let talents = |kind: Kind, place: usize| {
            let prices = armoury.prices.values();
            let good = prices.filter(move |price| price.kind == kind && price.points >= 0);
            good.map(|price| price.ability).take(limits[place].unwrap_or(0)).collect::<Vec<_>>()
        };
        let kinds = [(Kind::Ability, 8), (Kind::Trait, 9)];
        let weapon = Arc::clone(&armoury.weapons["grenade_4_1.5"]);
        let grenade = Carried { weapon, sort: Sort::Grenade };
        let element = Element {
            ranged_attack: value(1),
            close_combat: value(2),
            strength: value(3),
            weapons: vec![grenade; limits[10].unwrap_or(0)],
            talents: kinds.into_iter().flat_map(|(kind, place)| talents(kind, place)).collect(),
            ..Element::default()
        };
        Design {
            class,
            role,
            actions: value(0),
            toughness: value(4),
            wounds: value(5),
            command: value(6),
            elements: vec![element],
            protection: Protection { armour: value(7), ..Protection::default() },
            ..Design::default()
        }
    }

    /// The book's tables of maximum values.
    #[test]
    fn pts_09_every_class_has_the_limits_of_the_book_s_tables() {
        let armoury = Armoury::embedded().unwrap();
        let leader = Some(Role::Leader);
        let of = |row: [usize; 11]| row.map(|limit| Some(limit).filter(|&limit| limit > 0));
        let table = [
            (Class::Character, None, of([12, 8, 8, 8, 8, 0, 9, 0, 5, 3, 5])),
            (Class::Individual, None, of([12, 8, 8, 8, 7, 3, 8, 0, 4, 3, 4])),
            (Class::Elite, leader, of([12, 7, 7, 6, 6, 2, 7, 5, 3, 2, 3])),
            (Class::Core, leader, of([12, 7, 7, 6, 6, 2, 7, 5, 3, 2, 3])),
            (Class::Elite, None, of([12, 7, 7, 6, 6, 2, 7, 5, 2, 2, 2])),
            (Class::Core, None, of([10, 5, 5, 5, 5, 1, 6, 4, 1, 2, 1])),
        ];
        for (class, role, limits) in table {
            assert_eq!(advice(&with(class, role, &limits, &armoury)), Vec::<String>::new());
            for place in 0..limits.len() {
                let mut more = limits;
                let Some(limit) = &mut more[place] else { continue };
                *limit += 1;
                let told = advice(&with(class, role, &more, &armoury));
                assert_eq!(told.len(), 1, "{class:?} {role:?} {place}: {told:?}");
            }
        }
    }

    #[test]
    fn pts_09_traits_and_equipment_are_counted_by_themselves() {
        let with = |talents: &[Ability]| {
            let mut design = core();
            design.elements[0].talents = talents.to_vec();
            advice(&design).len()
        };
        assert_eq!(with(&[Ability::Dodge, Ability::Undead, Ability::Flying]), 0);
        assert_eq!(with(&[Ability::Undead, Ability::Flying, Ability::Regenerate]), 1);
        assert_eq!(with(&[Ability::Undead, Ability::Horns, Ability::ExtraHead]), 0, "one mutant");
        assert_eq!(with(&[Ability::Undead, Ability::Flying, Ability::Devour]), 0, "no flaw counts");
        assert_eq!(with(&[Ability::Scope, Ability::Scythes]), 1);
    }
    #[test]
    fn pts_09_tattoos_runes_and_the_army_s_standard_are_equipment() {
        let mut scoped = core();
        scoped.elements[0].talents = vec![Ability::Scope];
        assert_eq!(advice(&scoped), Vec::<String>::new());
        let told = ["2 pieces of equipment; 1 at most is recommended for a core model"];
        let tattooed = Protection { material: Material::Tattoos, ..scoped.protection };
        assert_eq!(advice(&Design { protection: tattooed, ..scoped.clone() }), told);
        let runes = Protection { resilience: 1, ..scoped.protection };
        assert_eq!(advice(&Design { protection: runes, ..scoped.clone() }), told);
        assert_eq!(advice(&Design { role: Some(Role::ArmyStandard), ..scoped }), told);
    }
}
