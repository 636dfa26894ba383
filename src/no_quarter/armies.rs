//! What a level's armies are worth, whether they keep to the rules of composition, and who may carry
//! their banners. Book: Points Values, Units, Standard Bearers and Musicians, Army Battle Standard
//! (SET-01, SET-07, SET-11).

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;

use super::{
    armoury::Armoury,
    components::{ProfileOf, Role},
    level::{CommandModel, Level, UnitSetup},
    magic::{self, Spell},
    points::{
        Design, account_of,
        army::{Contingent, Group, Violation, violations},
    },
    profile::{Ability, Class, Profile},
};
use crate::battle::{
    BattleWorld, DataError, ModelId, SideId, UnitId, data::quoted, playable::count,
};

/// How large a battle is, by the points of its larger army. Book: Points Values (SET-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BattleSize {
    /// Up to 1000 points.
    Skirmish,
    /// Up to 2000.
    Small,
    /// Up to 3000.
    Medium,
    /// Above.
    Epic,
}

impl BattleSize {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 4] = one_of_each!(BattleSize: Skirmish, Small, Medium, Epic);

    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skirmish => "skirmish",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Epic => "epic",
        }
    }

    /// The points that players agree on for such a battle; an epic one may have more.
    pub fn points(self) -> u32 {
        match self {
            Self::Skirmish => 1000,
            Self::Small => 2000,
            Self::Medium => 3000,
            Self::Epic => 4000,
        }
    }

    /// The smallest size that has room for an army of so many points.
    pub fn for_points(points: u32) -> Self {
        let fits = |size: &Self| points <= size.points();
        Self::ALL.into_iter().find(fits).unwrap_or(Self::Epic)
    }
}

/// What a model costs in a role.
pub fn points_in_role(profile: &Profile, role: Role) -> u32 {
    let points = profile.points.value();
    points + extra_in_role(points, role)
}

/// The points of the army's standard, which its bearer carries besides all else (EQ-ABS).
pub const ARMY_STANDARD: u32 = 12;

/// What a model of so many points costs besides for its role: standard bearers and musicians a
/// quarter more, rounded down; the bearer of the army's standard pays for that (SET-11).
pub fn extra_in_role(points: u32, role: Role) -> u32 {
    match role {
        Role::StandardBearer | Role::Musician => points / 4,
        Role::ArmyStandard => ARMY_STANDARD,
        Role::Rank | Role::Leader | Role::General | Role::Individual => 0,
    }
}

/// What a model on the table costs.
pub fn points_of(world: &World, model: ModelId) -> u32 {
    points_in_role(&world.of_model::<ProfileOf>(model).0, *world.of_model::<Role>(model))
}

/// What all models of a side cost that are in a battle, lost ones included, with the spells that units
/// of initiates pay for once (SET-01, PTS-08).
pub fn points_on_side(world: &World, side: SideId) -> u32 {
    let units = world.roster().units().filter(|&unit| world.side_of(unit) == side);
    units.map(|unit| points_in_unit(world, unit)).sum()
}

/// What the models of a unit cost, and what they chant.
fn points_in_unit(world: &World, unit: UnitId) -> u32 {
    let models = world.members(unit);
    let initiates = models.iter().filter(|&&model| magic::is_initiate(world, model));
    let chants: BTreeSet<Spell> =
        initiates.flat_map(|&model| magic::spells_of(world, model)).collect();
    let once: i32 = chants.into_iter().map(|spell| spell.card().points).sum();
    let each = models.into_iter().map(|model| points_of(world, model));
    each.sum::<u32>() + u32::try_from(once).unwrap_or(0)
}

/// What a unit of a level costs, with the spell that its initiates pay for together (PTS-08). Profiles
/// that nobody knows count nothing.
pub fn unit_points(armoury: &Armoury, unit: &UnitSetup) -> u32 {
    let points = |id: &str, role: Role| {
        armoury.profiles.get(id).map_or(0, |profile| points_in_role(profile, role))
    };
    let command = unit
        .command
        .iter()
        .map(|model| points(model.profile.as_deref().unwrap_or(&unit.profile), model.role));
    unit.count * points(&unit.profile, Role::Rank) + command.sum::<u32>() + once(armoury, unit)
}

/// What a unit pays for once, however many of its models have it.
fn once(armoury: &Armoury, unit: &UnitSetup) -> u32 {
    let of_ranks = (unit.count > 0).then_some(&unit.profile);
    let of_command =
        unit.command.iter().map(|model| model.profile.as_ref().unwrap_or(&unit.profile));
    let profiles: BTreeSet<&String> = of_ranks.into_iter().chain(of_command).collect();
    let accounts = profiles.into_iter().filter_map(|id| {
        let profile = armoury.profiles.get(id)?;
        Some(account_of(profile, armoury).once)
    });
    let lines: BTreeMap<String, i32> =
        accounts.flatten().map(|line| (line.what, line.points)).collect();
    u32::try_from(lines.into_values().sum::<i32>()).unwrap_or(0)
}

/// What a side's army in a level costs.
pub fn army_points(armoury: &Armoury, level: &Level, side: &str) -> u32 {
    let units = level.units.iter().filter(|unit| unit.side == side);
    units.map(|unit| unit_points(armoury, unit)).sum()
}

/// What a level's armies have more of than the book recommends, which is advice and no rule: one
/// support weapon for each core or elite unit. Book: Support Weapon Availability (SET-12).
pub fn advice(armoury: &Armoury, level: &Level) -> Vec<String> {
    let is_weapon = |id: &String| armoury.profiles.get(id).is_some_and(|p| p.chassis);
    let weapons = |unit: &UnitSetup| {
        let among = unit.command.iter().filter(|m| m.profile.as_ref().is_some_and(is_weapon));
        among.count() as u32 + if is_weapon(&unit.profile) { unit.count } else { 0 }
    };
    let of_line = |unit: &&UnitSetup| {
        let class = armoury.profiles.get(&unit.profile).map(|profile| profile.class);
        matches!(class, Some(Class::Core | Class::Elite)) && weapons(unit) == 0
    };
    let mut advice = Vec::new();
    for side in &level.sides {
        let units = || level.units.iter().filter(|unit| unit.side == side.name);
        let (weapons, line) = (units().map(weapons).sum::<u32>(), units().filter(of_line).count());
        if weapons as usize > line {
            advice.push(format!(
                "\"{}\" has {} for {}; one for each such unit is recommended",
                side.name,
                count(weapons as usize, "support weapon"),
                count(line, "core or elite unit")
            ));
        }
    }
    advice
}

/// The models of a unit as the rules of composition see them: so many of a profile, with those that
/// stand out. Profiles that nobody knows are left out.
pub fn contingent(
    armoury: &Armoury,
    profile: &str,
    count: u32,
    command: &[CommandModel],
) -> Contingent {
    let known = |id: &str| armoury.profiles.get(id);
    let group = |id: &str, role: Role, count: u32| {
        let profile = known(id)?;
        let design = Design::of(profile, armoury);
        let is_undead = design.has(Ability::Undead);
        let aspects = design.wizardry.map(|magic| magic.aspects()).unwrap_or_default();
        Some(Group { count, class: profile.class, role, is_undead, aspects })
    };
    let of_command = command
        .iter()
        .filter_map(|model| group(model.profile.as_deref().unwrap_or(profile), model.role, 1));
    let is_gun = |id: &str| known(id).is_some_and(|profile| profile.chassis);
    let with_gun = command.iter().any(|model| model.profile.as_deref().is_some_and(is_gun));
    // A lone hero is the only command model of a unit of nobody.
    let main = command.first().filter(|_| count == 0).and_then(|model| model.profile.as_deref());
    Contingent {
        class: known(main.unwrap_or(profile)).map(|profile| profile.class).unwrap_or_default(),
        is_crew: is_gun(profile) || with_gun,
        groups: group(profile, Role::Rank, count).into_iter().chain(of_command).collect(),
    }
}

/// Which rules of composition an army breaks.
pub fn broken_by<'a>(
    armoury: &Armoury,
    units: impl IntoIterator<Item = &'a UnitSetup>,
) -> Vec<Violation> {
    let units = units.into_iter();
    let army: Vec<Contingent> =
        units.map(|unit| contingent(armoury, &unit.profile, unit.count, &unit.command)).collect();
    violations(&army)
}

/// Which rules of composition the armies of a level break, each with the side that does.
pub fn composition(armoury: &Armoury, level: &Level) -> Vec<(String, Violation)> {
    let of_side =
        |side: &str| broken_by(armoury, level.units.iter().filter(|unit| unit.side == side));
    let sides = level.sides.iter().map(|side| side.name.clone());
    sides
        .flat_map(|side| {
            let found = of_side(&side);
            found.into_iter().map(move |violation| (side.clone(), violation))
        })
        .collect()
}

/// What is wrong with the banners, musicians and generals of a level's armies (SET-11): an army has
/// one general at most, whose fall counts twice. Book: The Army, Characters; Additional Battle
/// Points (TURN-07).
pub(super) fn banner_problems(level: &Level) -> Vec<DataError> {
    let mut errors = Vec::new();
    for side in &level.sides {
        let (mut standards, mut generals) = (0, 0);
        for (index, unit) in level.units.iter().enumerate() {
            if unit.side != side.name {
                continue;
            }
            let field = format!("units[{index}].command");
            let needle = format!("\"{}\"", unit.profile);
            let bearers = |role: Role| unit.command.iter().filter(|m| m.role == role).count();
            let leading = bearers(Role::General);
            generals += leading;
            if leading > 0 && generals > 1 {
                let problem = format!("a second general in the army of \"{}\"", side.name);
                errors.push(level.error(&field, &needle, problem));
            }
            let own = bearers(Role::ArmyStandard);
            standards += own;
            if own > 0 && standards > 1 {
                let problem = format!("a second army standard in the army of \"{}\"", side.name);
                errors.push(level.error(&field, &needle, problem));
            }
            if own + bearers(Role::StandardBearer) > 1 {
                let problem = "more than one standard bearer in a unit; an army standard must be \
                               the only one";
                errors.push(level.error(&field, &needle, problem));
            }
            let other = |id: &String| *id != unit.profile;
            let strange = unit.command.iter().find(|model| {
                matches!(model.role, Role::StandardBearer | Role::Musician)
                    && model.profile.as_ref().is_some_and(other)
            });
            if let Some(model) = strange {
                let own = model.profile.as_deref().unwrap_or_default();
                let problem = format!(
                    "a standard bearer or musician with the profile {} in a unit of {}; they must \
                     have the profile of their unit",
                    quoted(own),
                    quoted(&unit.profile)
                );
                errors.push(level.error(&field, &needle, problem));
            }
        }
    }
    errors
}

/// What is wrong with the magic of a level's armies: aspects that are opposed to each other, and the
/// dark one without any undead. Book: Magic Relationships, Dark Aspect (MAG-04, SET-09, SET-10).
pub(super) fn magic_problems(armoury: &Armoury, level: &Level) -> Vec<DataError> {
    let broken = composition(armoury, level).into_iter();
    let broken = broken.filter(|(_, violation)| violation.is_of_magic());
    let error = |(side, violation): (String, Violation)| {
        let problem = format!("{} has {violation}", quoted(&side));
        level.error("units", &format!("side: \"{side}\""), problem)
    };
    broken.map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::profile::Points;

    #[test]
    fn set_01_sizes_go_by_points() {
        let size = BattleSize::for_points;
        assert_eq!((size(0), size(1000)), (BattleSize::Skirmish, BattleSize::Skirmish));
        assert_eq!((size(1001), size(2000)), (BattleSize::Small, BattleSize::Small));
        assert_eq!((size(3000), size(3001)), (BattleSize::Medium, BattleSize::Epic));
        assert_eq!(size(9000), BattleSize::Epic);
    }

    /// The book's example: a spearman of 33 points is worth 41 as a musician.
    #[test]
    fn set_11_a_musician_costs_a_quarter_more() {
        let armoury = Armoury::embedded().unwrap();
        let points = Points::Stated(33);
        let spearman = Profile { points, ..Profile::clone(&armoury.profiles["warrior"]) };
        assert_eq!(points_in_role(&spearman, Role::Musician), 41);
        assert_eq!(points_in_role(&spearman, Role::StandardBearer), 41);
        assert_eq!(points_in_role(&spearman, Role::Leader), 33);
        assert_eq!(points_in_role(&spearman, Role::ArmyStandard), 33 + 12);
    }

    fn level(first: &str, second: &str) -> Vec<String> {
        let text = format!(
            r#"(name: "B", table: (width: 48, depth: 48),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "warrior", count: 5, place: At(12, 8, 90), command: [{first}]),
        (side: "Red", profile: "dwarf", count: 5, place: At(30, 8, 90), command: [{second}]),
        (side: "Blue", profile: "warrior", count: 5, place: At(24, 40, 270)),
    ])"#
        );
        let level = Level::read("banners.ron", &text).unwrap();
        banner_problems(&level).iter().map(ToString::to_string).collect()
    }

    /// What is wrong with the magic of an army of soldiers who know these.
    fn magic(abilities: [Vec<Ability>; 2]) -> Vec<String> {
        let mut armoury = Armoury::embedded().unwrap();
        for (id, abilities) in ["warrior", "dwarf"].into_iter().zip(abilities) {
            let profile = Profile { abilities, ..Profile::clone(&armoury.profiles[id]) };
            armoury.profiles.insert(id.to_owned(), profile.into());
        }
        let text = r#"(name: "B", table: (width: 48, depth: 48),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "warrior", count: 5, place: At(12, 8, 90)),
        (side: "Red", profile: "dwarf", count: 5, place: At(30, 8, 90)),
        (side: "Blue", profile: "orc_bruiser", count: 5, place: At(24, 40, 270)),
    ])"#;
        let level = Level::read("magic.ron", text).unwrap();
        magic_problems(&armoury, &level).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn mag_04_no_army_has_opposed_aspects() {
        let knows = |spell| vec![Ability::Wizard(1), Ability::Knows(spell)];
        assert_eq!(magic([knows(Spell::Fireball), knows(Spell::Shield)]), Vec::<String>::new());
        let found = magic([knows(Spell::Fireball), knows(Spell::Cleanse)]);
        let [problem] = &found[..] else { panic!("{found:?}") };
        assert!(problem.contains("spells of fire and of water"), "{problem}");
    }

    #[test]
    fn set_10_dark_spells_take_undead() {
        let dark = || vec![Ability::Wizard(1), Ability::Knows(Spell::Smite)];
        assert_eq!(magic([dark(), vec![Ability::Undead]]), Vec::<String>::new());
        let found = magic([dark(), Vec::new()]);
        let [problem] = &found[..] else { panic!("{found:?}") };
        assert!(problem.contains("only an army with undead"), "{problem}");
    }

    /// A unit of initiates pays for its spell once, its leader included.
    #[test]
    fn pts_08_a_unit_pays_once_for_what_its_initiates_chant() {
        let mut armoury = Armoury::embedded().unwrap();
        let abilities = vec![Ability::Initiate, Ability::Knows(Spell::Talisman)];
        let initiate = Profile { abilities, ..Profile::clone(&armoury.profiles["warrior"]) };
        armoury.profiles.insert("initiate".to_owned(), initiate.into());
        let points = |profile: &str| {
            let text = format!(
                r#"(name: "I", table: (width: 48, depth: 48),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "{profile}", count: 5, place: At(12, 8, 90), command: [(role: Leader)]),
        (side: "Blue", profile: "warrior", count: 5, place: At(24, 40, 270)),
    ])"#
            );
            army_points(&armoury, &Level::read("initiates.ron", &text).unwrap(), "Red")
        };
        assert_eq!(points("warrior"), 6 * 24);
        assert_eq!(points("initiate"), 6 * 24 + 12);
    }

    #[test]
    fn set_12_a_second_weapon_for_one_unit_is_advised_against() {
        let armoury = Armoury::embedded().unwrap();
        let chassis = armoury.profiles.values().find(|profile| profile.chassis).unwrap();
        let gun = |x: u32| {
            format!(
                r#"(side: "Red", profile: "gunner", count: 3, place: At({x}, 8, 90),
                    command: [(profile: "{}", role: Rank)]),"#,
                chassis.id
            )
        };
        let found = |guns: u32| {
            let guns: String = (0..guns).map(|i| gun(10 + 8 * i)).collect();
            let text = format!(
                r#"(name: "G", table: (width: 48, depth: 48),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [{guns}
        (side: "Red", profile: "warrior", count: 5, place: At(40, 8, 90)),
        (side: "Blue", profile: "warrior", count: 5, place: At(24, 40, 270)),
    ])"#
            );
            advice(&armoury, &Level::read("guns.ron", &text).unwrap())
        };
        assert_eq!(found(1), Vec::<String>::new());
        assert!(found(2).len() == 1 && found(2)[0].contains("2 support weapons for 1"));
    }

    #[test]
    fn set_07_armies_are_counted_by_units_and_models() {
        let armoury = Armoury::embedded().unwrap();
        let found = |red: &str| {
            let text = format!(
                r#"(name: "C", table: (width: 48, depth: 48),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [{red}
        (side: "Red", profile: "warrior", count: 5, place: At(40, 8, 90), command: [(role: Leader)]),
        (side: "Blue", profile: "warrior", count: 5, place: At(24, 40, 270)),
    ])"#
            );
            composition(&armoury, &Level::read("c.ron", &text).unwrap())
        };
        let dwarfs = |count: u32, x: u32| {
            format!(r#"(side: "Red", profile: "dwarf", count: {count}, place: At({x}, 8, 90)),"#)
        };
        let of_red = |violation| ("Red".to_owned(), violation);
        assert_eq!(found(&dwarfs(4, 10)), []);
        let more = found(&dwarfs(5, 10));
        assert_eq!(more, [of_red(Violation::EliteModels { elite: 5, core: 6 })]);
        let units = found(&(dwarfs(2, 10) + &dwarfs(2, 25)));
        assert_eq!(units, [of_red(Violation::EliteUnits { elite: 2, core: 1 })]);
        // The crew of a cannon is no core unit, and a lone hero is neither.
        let others = r#"(side: "Red", profile: "gunner", count: 3, place: At(20, 8, 90),
            command: [(profile: "cannon", role: Rank)]),
            (side: "Red", profile: "captain_of_men", count: 0, place: At(30, 8, 90),
            command: [(role: General)]),"#;
        assert_eq!(found(&(dwarfs(5, 10) + others)), more);
    }

    #[test]
    fn an_army_has_one_general() {
        let general = "(role: General, profile: \"captain_of_men\")";
        assert_eq!(level(general, ""), Vec::<String>::new());
        for (first, second) in [(general, general), (&format!("{general}, {general}"), "")] {
            let found = level(first, second);
            assert!(found.len() == 1 && found[0].contains("a second general"), "{found:?}");
        }
    }

    #[test]
    fn set_11_banners_are_few_and_carried_by_their_own() {
        let two = "(role: StandardBearer), (role: Musician)";
        assert_eq!(level(two, two), Vec::<String>::new());
        let standard = "(role: ArmyStandard, profile: \"captain_of_men\")";
        assert_eq!(level(standard, two), Vec::<String>::new());
        let found = level(standard, standard);
        assert!(found.len() == 1 && found[0].contains("a second army standard"), "{found:?}");
        let found = level(&format!("{standard}, (role: StandardBearer)"), two);
        assert!(found.len() == 1 && found[0].contains("more than one"), "{found:?}");
        let found = level("(role: Musician, profile: \"dwarf\")", two);
        assert!(found.len() == 1 && found[0].contains("profile of their unit"), "{found:?}");
    }
}
