//! What entries of data files may be: numbers within bounds, lists of a sensible length, names that can
//! be printed. Each check says what is wrong and what would be possible.

use std::fmt::Display;

use super::{Armoury, TemplateKind, TerrainKind};
use crate::{
    battle::{
        data::{no_such_name, quoted},
        level::name_problem,
    },
    no_quarter::{
        arms,
        codex::CodexEntry,
        magic::Spell,
        points::{Price, is_talent},
        profile::{Ability, BaseSize, Class, Nemesis, Profile, Weapon, WeaponRule, WeaponStrength},
        rule_names::rule_name,
    },
    table::template::Template,
};

/// Bands that a weapon has at most: close, medium, long.
const BANDS: usize = 3;
/// Rules and abilities that anything has at most: so many there are.
const RULES: usize = 20;
/// Weapons that an element names at most.
const WEAPONS: usize = 12;
/// Further elements of a combined model at most.
const PARTS: usize = 4;
/// Arms of a model at most, with what comes with its weapons and with improvised ones; bursts are
/// remembered by as many bits.
const ARMS: usize = 16;

fn outside<T: PartialOrd + Display>(what: &str, value: T, low: T, high: T) -> Option<String> {
    let fits = value >= low && value <= high;
    (!fits).then(|| format!("{what} is {value}; {low} to {high} is allowed"))
}

fn too_many(what: &str, count: usize, most: usize) -> Option<String> {
    (count > most).then(|| format!("{count} {what}; {most} at most"))
}

/// What is wrong with an id or a name.
fn names(id: &str, name: &str) -> Option<String> {
    name_problem(id).or_else(|| name_problem(name))
}

/// The same with a name that may be left out.
fn name_if_given(name: &str) -> Option<String> {
    if name.is_empty() { None } else { name_problem(name) }
}

/// What is wrong with a weapon.
pub(super) fn weapon(weapon: &Weapon) -> Option<String> {
    let strength = match weapon.strength {
        WeaponStrength::Bonus(bonus) => outside("strength bonus", bonus, -5, 10),
        WeaponStrength::Fixed(strength) => outside("strength", strength, 1, 20),
    };
    let ascending = weapon.bands.windows(2).all(|pair| pair[0].0 < pair[1].0);
    names(&weapon.id, &weapon.name)
        .or_else(|| outside("use_cost", weapon.use_cost, 1, 12))
        .or(strength)
        .or_else(|| outside("penetration", weapon.penetration, 0, 10))
        .or_else(|| outside("points", weapon.points.unwrap_or(0), -100, 1000))
        .or_else(|| too_many("bands", weapon.bands.len(), BANDS))
        .or_else(|| weapon.bands.iter().find_map(|b| outside("a range", b.0.0, 0.5, 200.0)))
        .or_else(|| weapon.bands.iter().find_map(|b| outside("a range modifier", b.1, -9, 9)))
        .or_else(|| (!ascending).then(|| "the bands are not in order of range".to_owned()))
        .or_else(|| too_many("rules", weapon.rules.len(), RULES))
        .or_else(|| weapon.rules.iter().find_map(weapon_rule))
        .or_else(|| teardrop(weapon))
        .or_else(|| grenade(weapon))
}

/// What is wrong with a price.
pub(super) fn price(price: &Price) -> Option<String> {
    if !is_talent(price.ability) {
        let problem = "armour and magic have prices of their own, which no file changes";
        return Some(problem.to_owned());
    }
    number(price.ability)
        .or_else(|| outside("points", price.points, -100, 1000))
        .or_else(|| too_many("restrictions", price.only.len(), RULES))
}

/// What is wrong with a rule of a weapon that has a number.
fn weapon_rule(rule: &WeaponRule) -> Option<String> {
    match *rule {
        WeaponRule::ExtendedReach(reach) => outside("ExtendedReach", reach.0, 0.1, 6.0),
        WeaponRule::BurstFire(dice) => outside("BurstFire", dice, 1, 4),
        WeaponRule::ProjectileTravel(sides) => outside("ProjectileTravel", sides, 1, 20),
        WeaponRule::Blast(wide) => outside("Blast", wide.0, 0.1, 6.0),
        WeaponRule::TwoHanded
        | WeaponRule::TwoRanks
        | WeaponRule::ChargeOnly
        | WeaponRule::CavalryOnly
        | WeaponRule::NotForCavalry
        | WeaponRule::KnockProne
        | WeaponRule::SaveTwice
        | WeaponRule::ExtraWound
        | WeaponRule::SiegeWeapon
        | WeaponRule::Indirect
        | WeaponRule::Ammunition
        | WeaponRule::Thrown
        | WeaponRule::Chilling
        | WeaponRule::Venomous
        | WeaponRule::OneBlow
        | WeaponRule::Teardrop(_) => None,
    }
}

/// A teardrop costs what its size and strength say. Book: TEAR-02.
fn teardrop(weapon: &Weapon) -> Option<String> {
    let size = weapon.teardrop()?;
    let WeaponStrength::Fixed(strength) = weapon.strength else {
        return Some("a teardrop weapon needs a strength of its own: Fixed".to_owned());
    };
    let cost = size.use_cost(strength);
    let problem = || {
        let size = format!("{size:?}").to_lowercase();
        let given = weapon.use_cost;
        format!("use_cost is {given}; a {size} teardrop of strength {strength} costs {cost}")
    };
    (weapon.use_cost != cost).then(problem)
}
/// A grenade costs its strength. Book: Throwing Grenades (GREN-01).
fn grenade(weapon: &Weapon) -> Option<String> {
    if !weapon.has(WeaponRule::Thrown) {
        return None;
    }
    let cost = i32::from(weapon.use_cost);
    match (weapon.strength, weapon.blast()) {
        (WeaponStrength::Bonus(_), _) => {
            Some("a grenade needs a strength of its own: Fixed".to_owned())
        }
        (_, None) => Some("a grenade needs a Blast among its rules".to_owned()),
        (WeaponStrength::Fixed(strength), _) if strength != cost => {
            Some(format!("use_cost is {cost}; a grenade of strength {strength} costs {strength}"))
        }
        _ => None,
    }
}
/// What is wrong with a template.
pub(super) fn template(kind: &TemplateKind) -> Option<String> {
    names(&kind.id, &kind.name).or_else(|| match kind.template {
        Template::Blast { diameter } | Template::HalfBlast { diameter } => {
            outside("diameter", diameter.0, 0.1, 12.0)
        }
        Template::Teardrop { length, width } => outside("length", length.0, 0.5, 24.0)
            .or_else(|| outside("width", width.0, 0.1, length.0)),
    })
}

/// What is wrong with a kind of terrain.
pub(super) fn terrain(terrain: &TerrainKind) -> Option<String> {
    names(&terrain.id, &terrain.name)
        .or_else(|| outside("height", terrain.height.0, 0.0, 24.0))
        .or_else(|| outside("elevation", terrain.elevation.0, 0.0, 24.0))
}

/// What is wrong with an entry of the codex.
pub(super) fn codex(entry: &CodexEntry) -> Option<String> {
    if entry.name.is_empty() || entry.about.is_empty() {
        return Some("a name and a summary are expected".to_owned());
    }
    let known = rule_name(&entry.rule).is_some();
    (!known).then(|| format!("{} isn't a rule of the ledger", quoted(&entry.rule)))
}

/// What is wrong with a profile, apart from weapons that aren't there.
pub(super) fn profile(profile: &Profile) -> Option<String> {
    let sides = match profile.base {
        BaseSize::Round(diameter) => [diameter, diameter],
        BaseSize::Rectangle(width, depth) => [width, depth],
    };
    let least = u8::from(!profile.chassis);
    names(&profile.id, &profile.name)
        .or_else(|| name_if_given(&profile.unit_name))
        .or_else(|| name_if_given(&profile.glyph))
        .or_else(|| profile.element.as_deref().and_then(name_problem))
        .or_else(|| {
            outside("actions", profile.actions, least, if profile.chassis { 0 } else { 20 })
        })
        .or_else(|| outside("ranged_attack", profile.ranged_attack, 0, 10))
        .or_else(|| outside("close_combat", profile.close_combat, 0, 10))
        .or_else(|| outside("strength", profile.strength, 0, 15))
        .or_else(|| outside("toughness", profile.toughness, 1, 15))
        .or_else(|| outside("wounds", profile.wounds, 1, 20))
        .or_else(|| outside("command", profile.command, 0, 10))
        .or_else(|| outside("armour", profile.armour, 0, 10))
        .or_else(|| outside("resilience", profile.resilience, 0, 10))
        .or_else(|| outside("points", profile.points.value(), 0, 2000))
        .or_else(|| outside("height", profile.height().0, 0.2, 24.0))
        .or_else(|| sides.iter().find_map(|&side| outside("base", side, 10.0, 200.0)))
        .or_else(|| abilities(&profile.abilities))
        .or_else(|| equipment(profile))
        .or_else(|| too_many("weapons", profile.weapons.len(), WEAPONS))
        .or_else(|| too_many("further parts", profile.parts.len(), PARTS))
        .or_else(|| {
            profile.parts.iter().find_map(|part| {
                name_problem(&part.name)
                    .or_else(|| outside("ranged_attack", part.ranged_attack, 0, 10))
                    .or_else(|| outside("close_combat", part.close_combat, 0, 10))
                    .or_else(|| outside("strength", part.strength, 0, 15))
                    .or_else(|| abilities(&part.abilities))
                    .or_else(|| too_many("weapons", part.weapons.len(), WEAPONS))
            })
        })
}

fn abilities(abilities: &[Ability]) -> Option<String> {
    too_many("abilities", abilities.len(), RULES)
        .or_else(|| abilities.iter().copied().find_map(number))
        .or_else(|| magic(abilities))
}

/// What is wrong with the number of an ability, if it has one.
fn number(ability: Ability) -> Option<String> {
    match ability {
        Ability::ExtraAttack(dice) => outside("ExtraAttack", dice, 2, 4),
        Ability::Fear(level) => outside("Fear", level, 0, 9),
        Ability::Runes(level) => outside("Runes", level, 1, 3),
        Ability::Tattoos(armour) => outside("Tattoos", armour, 1, 5),
        Ability::Wizard(level) => outside("Wizard", level, 1, 4),
        _ => None,
    }
}

/// What is wrong with the spells among some abilities: a wizard has as many as its wizardry at most,
/// initiates one, and all are of one aspect. Book: Magic (MAG-03, MAG-04).
fn magic(abilities: &[Ability]) -> Option<String> {
    let (mut most, mut spells) = (0, Vec::new());
    for ability in abilities {
        match *ability {
            Ability::Wizard(level) => most = usize::from(level),
            Ability::Initiate => most = 1,
            Ability::Knows(spell) => spells.push(spell),
            _ => {}
        }
    }
    let aspect = |spell: &Spell| spell.card().aspect;
    let first = spells.first().map(aspect);
    let other = spells.iter().find(|spell| Some(aspect(spell)) != first);
    let strange = || {
        let (first, other) = (first?.name(), aspect(other?).name());
        Some(format!("spells of the aspects of {first} and {other}; only one is allowed"))
    };
    too_many("spells", spells.len(), most).or_else(strange)
}

/// What is wrong with what a profile bears besides its weapons: runes take armour, and how much skin
/// there is for tattoos depends on the class. Book: Armour Runes Of Defiance, Magic Tattoos. Ruling: a
/// support weapon's crew is tattooed like core troops.
fn equipment(profile: &Profile) -> Option<String> {
    let most_tattoos = match profile.class {
        Class::Core | Class::Support => 3,
        Class::Elite => 4,
        Class::Individual | Class::Character => 5,
    };
    profile.abilities.iter().find_map(|ability| match *ability {
        Ability::Runes(_) => (profile.armour == 0)
            .then(|| "Runes are carved into armour, and it has none".to_owned()),
        Ability::Tattoos(armour) => outside("Tattoos", armour, 1, most_tattoos),
        _ => None,
    })
}

/// What is wrong with somebody's oath: only heroes swear one, and somebody must be what they hate. Book:
/// Traits, Nemesis (TR-NEMESIS).
pub(super) fn oath(armoury: &Armoury, profile: &Profile) -> Option<String> {
    let nemeses = |profile: &Profile| -> Vec<Nemesis> {
        let parts = profile.parts.iter().filter_map(|part| part.nemesis.clone());
        profile.nemesis.clone().into_iter().chain(parts).collect()
    };
    let own = nemeses(profile);
    let hero = matches!(profile.class, Class::Individual | Class::Character);
    if !own.is_empty() && !hero {
        return Some("only individuals and characters have a nemesis".to_owned());
    }
    let hated = own.iter().flat_map(|nemesis| &nemesis.of);
    let known: Vec<String> =
        armoury.profiles.values().flat_map(|other| nemeses(other)).map(|n| n.kind).collect();
    let missing = hated.into_iter().find(|kind| !known.contains(kind))?;
    Some(no_such_name("kind", missing, known.iter().map(String::as_str)))
}

/// What is wrong with a profile besides, once all weapons are known.
pub(super) fn arms(armoury: &Armoury, profile: &Profile) -> Option<String> {
    let (arms, _) = arms::arms_of(armoury, profile).ok()?;
    too_many("arms, with all that comes with them,", arms.0.len(), ARMS)
}

/// What is wrong with a weapon besides, once all templates are known.
pub(super) fn shape(armoury: &Armoury, weapon: &Weapon) -> Option<String> {
    let id = weapon.teardrop()?.template();
    let there = armoury.templates.contains_key(id);
    (!there).then(|| format!("no template is called \"{id}\", which its teardrop needs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a file of one weapon with these fields besides what it must have.
    fn weapon_of(fields: &str) -> String {
        told(&format!("[(id: \"a\", name: \"A\", use_cost: 4, strength: Bonus(0), {fields})]"))
    }

    fn profile_of(fields: &str) -> String {
        told(&format!(
            "[(id: \"a\", name: \"A\", actions: 8, ranged_attack: 5, close_combat: 5, strength: 5,
            toughness: 5, wounds: 1, command: 5, base: Round(25), points: 1, {fields})]"
        ))
    }

    fn told(text: &str) -> String {
        let errors = Armoury::embedded().unwrap().check_file("mine.ron", text);
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        told.join("; ")
    }

    #[test]
    fn rules_of_weapons_have_bounds() {
        assert_eq!(weapon_of("rules: [ExtendedReach(2)]"), "");
        for wrong in ["NaN", "1e30", "-1", "inf"] {
            let told = weapon_of(&format!("rules: [ExtendedReach({wrong})]"));
            assert!(told.contains("ExtendedReach is"), "{wrong}: {told}");
        }
        let burst = |dice| weapon_of(&format!("bands: [(10, 0)], rules: [BurstFire({dice})]"));
        assert_eq!((burst(1), burst(4)), (String::new(), String::new()));
        assert!(burst(0).contains("BurstFire is 0; 1 to 4 is allowed"), "{}", burst(0));
        assert!(burst(9).contains("BurstFire is 9"));
        let travel =
            |die| weapon_of(&format!("bands: [(10, 0)], rules: [ProjectileTravel({die})]"));
        assert_eq!(travel(10), "");
        assert!(travel(0).contains("ProjectileTravel is 0; 1 to 20"), "{}", travel(0));
        assert!(weapon_of("rules: [Blast(NaN)]").contains("Blast is NaN"));
        assert!(
            weapon_of("bands: [(1, 0), (2, 0), (3, 0), (4, 0)]").contains("4 bands; 3 at most")
        );
        let many = ["TwoHanded"; 21].join(", ");
        assert!(weapon_of(&format!("rules: [{many}]")).contains("21 rules; 20 at most"));
    }

    #[test]
    fn abilities_and_parts_have_bounds() {
        assert_eq!(profile_of("abilities: [ExtraAttack(4), Fear(0)]"), "");
        assert!(profile_of("abilities: [ExtraAttack(9)]").contains("ExtraAttack is 9; 2 to 4"));
        assert!(profile_of("abilities: [Runes(2)]").contains("it has none"));
        assert_eq!(profile_of("armour: 2, abilities: [Runes(3)]"), "");
        assert!(profile_of("armour: 2, abilities: [Runes(4)]").contains("Runes is 4; 1 to 3"));
        assert_eq!(profile_of("abilities: [Tattoos(3)]"), "");
        assert!(profile_of("abilities: [Tattoos(4)]").contains("Tattoos is 4; 1 to 3"));
        assert_eq!(profile_of("class: Elite, abilities: [Tattoos(4)]"), "");
        assert!(profile_of("abilities: [Fear(200)]").contains("Fear is 200; 0 to 9"));
        assert_eq!(profile_of("abilities: [Wizard(2), Knows(Fireball), Knows(Smoke)]"), "");
        assert!(profile_of("abilities: [Wizard(5)]").contains("Wizard is 5; 1 to 4"));
        let many = profile_of("abilities: [Initiate, Knows(Fireball), Knows(Smoke)]");
        assert!(many.contains("2 spells; 1 at most"), "{many}");
        let mixed = profile_of("abilities: [Wizard(2), Knows(Fireball), Knows(Shield)]");
        assert!(mixed.contains("aspects of fire and light"), "{mixed}");
        let part = |fields: &str| {
            profile_of(&format!("parts: [(name: \"B\", close_combat: 5, strength: 5, {fields})]"))
        };
        assert_eq!(part("ranged_attack: 5"), "");
        assert!(part("ranged_attack: 11").contains("ranged_attack is 11"));
        assert!(part("abilities: [ExtraAttack(1)]").contains("ExtraAttack is 1"));
    }

    #[test]
    fn names_can_be_printed() {
        assert!(profile_of("unit_name: \"a\\u{202e}b\"").contains("can't be printed"));
        let long = "a".repeat(1000);
        assert!(profile_of(&format!("element: \"{long}\"")).contains("a name of 1000 characters"));
        assert!(
            profile_of("parts: [(name: \"\", close_combat: 5, strength: 5)]").contains("empty")
        );
        let terrain = |name: &str| told(&format!("[(id: \"a\", name: \"{name}\")]"));
        assert_eq!(terrain("Bog"), "");
        assert!(terrain("a\\tb").contains("can't be printed"), "{}", terrain("a\\tb"));
    }

    #[test]
    fn no_model_bears_more_arms_than_bursts_can_tell() {
        // Those of both elements, and the improvised one.
        let swords = |count: usize| vec!["\"sword\""; count].join(", ");
        let both = |own: usize, part: usize| {
            profile_of(&format!(
                "weapons: [{}], parts: [(name: \"B\", close_combat: 5, strength: 5, weapons: [{}])]",
                swords(own),
                swords(part)
            ))
        };
        assert_eq!(both(12, 3), "");
        assert!(both(12, 4).contains("17 arms"), "{}", both(12, 4));
    }

    #[test]
    fn a_teardrop_needs_its_shape() {
        let mut armoury = Armoury::embedded().unwrap();
        armoury.templates.remove("large_teardrop");
        let wrong: Vec<String> =
            armoury.weapons.values().filter_map(|weapon| shape(&armoury, weapon)).collect();
        assert!(!wrong.is_empty() && wrong.iter().all(|told| told.contains("large_teardrop")));
    }
}
