//! The account of a whole model. Book: Creating A Profile; Core And Elite Points Values (SET-08).

use super::{
    accounts::Account, armour, characteristics, design::Design, magic, maxima, prices::price_of,
    restrictions, weapons,
};
use crate::no_quarter::{
    armies,
    armoury::Armoury,
    components::Role,
    profile::{Class, Profile},
};

/// What any model costs at least.
pub const LEAST: i32 = 9;
/// The points of the most expensive core models.
const DEAREST_CORE: i32 = 35;
/// The same of large models.
const DEAREST_LARGE_CORE: i32 = 55;

/// What a model costs, line by line, and what isn't as the book has it.
pub fn account(design: &Design, armoury: &Armoury) -> Account {
    let mut account = Account::default();
    if design.chassis {
        // Toughness, wounds and armour of a chassis cost nothing. Book: Support Weapon Chassis Profile.
        weapons::pay(&mut account, design);
        pay_for_talents(&mut account, design, armoury);
        restrictions::look(&mut account, design, armoury);
        return account;
    }
    characteristics::pay(&mut account, design);
    armour::pay(&mut account, design);
    weapons::pay(&mut account, design);
    pay_for_talents(&mut account, design, armoury);
    magic::pay(&mut account, design);
    let sum = account.points();
    if sum < LEAST {
        account.pay(format!("up to the least that a model costs, {LEAST}"), LEAST - sum);
    }
    look_at_class(&mut account, design);
    pay_for_role(&mut account, design);
    restrictions::look(&mut account, design, armoury);
    maxima::look(&mut account, design, armoury);
    account
}

/// What a profile costs, whoever its models are.
pub fn account_of(profile: &Profile, armoury: &Armoury) -> Account {
    account(&Design::of(profile, armoury), armoury)
}

/// Pays for abilities, traits, mutations and equipment.
fn pay_for_talents(account: &mut Account, design: &Design, armoury: &Armoury) {
    for element in &design.elements {
        let of = design.prefix(element);
        for &talent in &element.talents {
            let name = talent.name();
            match price_of(armoury, talent) {
                Some(price) => account.pay(format!("{of}{name}"), price.points),
                None => account.refuse("PTS-10", format!("{of}{name} can't be bought")),
            }
        }
        if element.is_sworn {
            account.pay(format!("{of}nemesis"), 0);
        }
    }
}

/// Pays for what a model is to its unit or its army. Book: Standard Bearers And Musicians (SET-11).
fn pay_for_role(account: &mut Account, design: &Design) {
    let Some(role) = design.role else { return };
    let own = u32::try_from(account.points()).unwrap_or(0);
    let extra = armies::extra_in_role(own, role);
    if extra > 0 {
        let what = match role {
            Role::StandardBearer => "standard bearer, a quarter more",
            Role::Musician => "musician, a quarter more",
            Role::ArmyStandard => "army standard",
            Role::Rank | Role::Leader | Role::General | Role::Individual => "role",
        };
        account.pay(what, i32::try_from(extra).unwrap_or(i32::MAX));
    }
}

/// The points of the dearest core models of a size.
fn dearest_core(design: &Design) -> i32 {
    if design.size.is_large() { DEAREST_LARGE_CORE } else { DEAREST_CORE }
}

/// Whether the points of a model are those of its class. Leaders, standard bearers and musicians of
/// core units may cost more. That a cheap model counts as elite harms nobody else, so it is advice; so
/// is a large model that could be either.
fn look_at_class(account: &mut Account, design: &Design) {
    let points = account.points();
    let most = dearest_core(design);
    match design.class {
        Class::Core => {
            let may_cost_more = match design.role {
                Some(Role::Leader | Role::StandardBearer | Role::Musician) => true,
                Some(Role::Rank | Role::General | Role::ArmyStandard | Role::Individual) | None => {
                    false
                }
            };
            if points > most && !may_cost_more {
                let text =
                    format!("{points} points; a core model of its size costs {most} at most");
                account.refuse("SET-08", text);
            }
        }
        Class::Elite if points <= DEAREST_CORE => {
            let text = format!("{points} points; an elite model costs more than {DEAREST_CORE}");
            account.advise("SET-08", text);
        }
        Class::Elite | Class::Support | Class::Individual | Class::Character => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        points::Element,
        profile::{Ability, Size},
    };

    /// The book's starting profile.
    fn starting() -> Design {
        let element =
            Element { ranged_attack: 3, close_combat: 3, strength: 3, ..Element::default() };
        Design {
            actions: 8,
            toughness: 3,
            wounds: 1,
            command: 4,
            elements: vec![element],
            ..Design::default()
        }
    }

    fn account(design: &Design) -> Account {
        super::account(design, &Armoury::embedded().unwrap())
    }

    #[test]
    fn a_model_costs_9_points_at_least() {
        let mut poor = starting();
        poor.elements[0].talents = vec![Ability::Confused];
        let account = account(&poor);
        assert_eq!(account.points(), LEAST);
        let last = account.lines.last().unwrap();
        assert_eq!((last.what.as_str(), last.points), ("up to the least that a model costs, 9", 8));
    }

    #[test]
    fn set_11_bearers_pay_a_quarter_of_what_all_else_costs() {
        let role = Some(Role::Musician);
        let musician = account(&Design { role, ..starting() });
        assert_eq!(musician.points(), 9 + 2);
        let role = Some(Role::Leader);
        assert_eq!(account(&Design { role, ..starting() }).points(), 9);
    }

    #[test]
    fn set_11_the_army_s_standard_costs_12() {
        let role = Some(Role::ArmyStandard);
        let account = account(&Design { role, class: Class::Individual, ..starting() });
        assert_eq!(account.points(), 9 + 12);
        assert_eq!(account.lines.last().unwrap().what, "army standard");
    }

    /// What is found about a model of some points.
    fn found(class: Class, size: Size, points: i32, role: Option<Role>) -> Vec<String> {
        let mut account = Account::default();
        account.pay("all", points);
        look_at_class(&mut account, &Design { class, size, role, ..starting() });
        account.findings.into_iter().map(|finding| finding.text).collect()
    }

    #[test]
    fn set_08_core_models_are_cheap_and_elite_ones_dear() {
        let (medium, large) = (Size::Medium, Size::Large);
        let core = |size, points, role| found(Class::Core, size, points, role).len();
        assert_eq!([core(medium, 35, None), core(medium, 36, None)], [0, 1]);
        assert_eq!([core(large, 55, None), core(large, 56, None)], [0, 1]);
        let told = found(Class::Core, medium, 36, None);
        assert_eq!(told, ["36 points; a core model of its size costs 35 at most"]);
        for role in [Role::Leader, Role::StandardBearer, Role::Musician] {
            assert_eq!(core(medium, 90, Some(role)), 0);
        }
        assert_eq!(core(medium, 90, Some(Role::General)), 1);
        let elite = |points| found(Class::Elite, medium, points, None).len();
        assert_eq!([elite(35), elite(36)], [1, 0]);
        assert_eq!(found(Class::Individual, medium, 35, None).len(), 0);
    }
}
