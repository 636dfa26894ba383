//! What armour costs. Book: Armour Values, Shield Cost, Barding Cost, Natural Armour Values, Adding
//! Armour Resilience; Magic Tattoos (PTS-02).

use serde::{Deserialize, Serialize};

use super::{accounts::Account, design::Design};
use crate::no_quarter::profile::Class;

/// What armour is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Material {
    /// Leather, mail, plates.
    #[default]
    Worn,
    /// Hide, scales, a carapace.
    Natural,
    /// Magic tattoos, on the skin of those who wear little.
    Tattoos,
}

/// What protects a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Protection {
    /// AR without shield and barding.
    pub armour: i32,
    /// What that is made of.
    pub material: Material,
    /// Whether a point of AR is the one that large models have for nothing. Ruling: where there is a
    /// shield, the shield's is that point; otherwise it is the last of the armour's. The book's
    /// wight lord comes out only so.
    pub free: bool,
    /// Whether there is a shield.
    pub shield: bool,
    /// Whether the mount is armoured too.
    pub barding: bool,
    /// RE, by runes on the armour.
    pub resilience: i32,
}

/// The points of AR 0 to 7.
const ARMOUR: [i32; 8] = [0, 1, 2, 4, 7, 11, 15, 20];
/// The points of RE 0 to 3.
const RUNES: [i32; 4] = [0, 1, 3, 6];
/// What tattoos cost above armour of the same AR, which goes up to 5.
const TATTOOED: i32 = 2;
const STRONGEST_TATTOOS: i32 = 5;
const SHIELD: i32 = 1;
const BARDING: i32 = 3;

fn price(table: &[i32], value: i32) -> Option<i32> {
    table.get(usize::try_from(value).ok()?).copied()
}

/// The points of armour alone, if there is such armour.
fn of_armour(material: Material, armour: i32) -> Option<i32> {
    let plain = price(&ARMOUR, armour)?;
    match material {
        Material::Worn | Material::Natural => Some(plain),
        Material::Tattoos if armour == 0 => Some(0),
        Material::Tattoos => (armour <= STRONGEST_TATTOOS).then_some(plain + TATTOOED),
    }
}

/// The strongest tattoos for models of a class (EQ-TATTOOS).
fn strongest_tattoos(class: Class) -> i32 {
    match class {
        Class::Core => 3,
        Class::Elite => 4,
        Class::Support | Class::Individual | Class::Character => STRONGEST_TATTOOS,
    }
}

/// Pays for what protects a model.
pub(super) fn pay(account: &mut Account, design: &Design) {
    let Protection { armour, material, free, shield, barding, resilience } = design.protection;
    let of_mass = free && !shield;
    let name = match material {
        Material::Worn => "armour",
        Material::Natural => "natural armour",
        Material::Tattoos => "magic tattoos",
    };
    let bought = armour - i32::from(of_mass);
    let rest = if of_mass { ", 1 of it free" } else { "" };
    match of_armour(material, bought) {
        Some(points) if armour > 0 => account.pay(format!("{name} {armour}{rest}"), points),
        Some(_) => {}
        None => account.refuse("PTS-02", format!("{name} {armour}{rest} has no price")),
    }
    if shield {
        let (what, points) = if free { ("shield, free", 0) } else { ("shield", SHIELD) };
        account.pay(what, points);
    }
    if barding {
        account.pay("barding", BARDING);
    }
    match price(&RUNES, resilience) {
        Some(0) => {}
        Some(points) => account.pay(format!("runes, resilience {resilience}"), points),
        None => {
            account.refuse("PTS-02", format!("resilience {resilience} has no price; 3 at most"))
        }
    }
    restrict(account, design);
}

/// Looks at what the book doesn't allow.
fn restrict(account: &mut Account, design: &Design) {
    let Protection { armour, material, free, barding, resilience, shield: _ } = design.protection;
    if free && !design.size.is_large() {
        let text = "only a large model has a point of armour for nothing";
        account.refuse("PTS-02", text);
    }
    if barding && !design.is_mounted() {
        account.refuse("PTS-02", "only a mount has barding");
    }
    if resilience > 0 && (material != Material::Worn || armour == 0) {
        let text = "only made armour bears runes, neither a hide nor tattoos";
        account.refuse("PTS-10", text);
    }
    let most = strongest_tattoos(design.class);
    if material == Material::Tattoos && armour > most {
        let text = format!("magic tattoos {armour}; models of this class have {most} at most");
        account.refuse("PTS-10", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::profile::Size;

    fn paid(design: &Design) -> (i32, Vec<String>) {
        let mut account = Account::default();
        pay(&mut account, design);
        let told = account.errors().map(|finding| finding.text.clone()).collect();
        (account.points(), told)
    }

    fn with(protection: Protection) -> Design {
        Design { protection, ..Design::default() }
    }

    #[test]
    fn pts_02_armour_and_tattoos() {
        let row = |material| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|armour| of_armour(material, armour));
        let worn = [0, 1, 2, 4, 7, 11, 15, 20];
        assert_eq!(row(Material::Worn)[..8], worn.map(Some));
        assert_eq!(row(Material::Natural)[8], None);
        let tattoos = row(Material::Tattoos);
        assert_eq!(tattoos[..6], [0, 3, 4, 6, 9, 13].map(Some));
        assert_eq!(tattoos[6..], [None; 3]);
    }

    #[test]
    fn pts_02_the_book_s_knight_has_an_armour_of_6() {
        let knight = Protection { armour: 4, shield: true, barding: true, ..Protection::default() };
        let knight = Design { cavalry: true, ..with(knight) };
        assert_eq!(paid(&knight), (7 + 1 + 3, Vec::new()));
        assert_eq!(knight.full_armour(), 6);
        let on_foot = Design { cavalry: false, ..knight };
        assert_eq!(paid(&on_foot).1, ["only a mount has barding"]);
    }

    #[test]
    fn pts_02_a_large_model_has_a_point_for_nothing() {
        let free = |armour, shield| {
            let protection = Protection { armour, shield, free: true, ..Protection::default() };
            Design { size: Size::Large, ..with(protection) }
        };
        assert_eq!(paid(&free(4, false)), (4, Vec::new()));
        assert_eq!(paid(&free(1, false)), (0, Vec::new()));
        assert_eq!(paid(&free(5, true)), (11, Vec::new()), "the shield is free");
        assert_eq!(paid(&free(0, false)).1.len(), 1, "there is nothing to be free of charge");
        let small = Design { size: Size::Medium, ..free(4, false) };
        assert_eq!(paid(&small).1.len(), 1);
    }

    #[test]
    fn pts_10_runes_are_for_made_armour_and_tattoos_have_limits() {
        let runes = |material, resilience| {
            paid(&with(Protection { armour: 2, material, resilience, ..Protection::default() }))
        };
        let worn = [1, 2, 3].map(|resilience| runes(Material::Worn, resilience));
        assert_eq!(worn.map(|(points, _)| points), [3, 5, 8]);
        assert_eq!(runes(Material::Worn, 4).1.len(), 1);
        assert_eq!(runes(Material::Natural, 1).1.len(), 1);
        let tattoos = |class, armour| {
            let tattoos =
                Protection { armour, material: Material::Tattoos, ..Protection::default() };
            paid(&Design { class, ..with(tattoos) }).1.len()
        };
        assert_eq!([tattoos(Class::Core, 3), tattoos(Class::Core, 4)], [0, 1]);
        assert_eq!([tattoos(Class::Elite, 4), tattoos(Class::Elite, 5)], [0, 1]);
        assert_eq!([tattoos(Class::Character, 5), tattoos(Class::Character, 6)], [0, 2]);
    }
}
