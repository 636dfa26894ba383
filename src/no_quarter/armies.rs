//! What an army is worth and who may carry its banners. Book: Points Values, Standard Bearers and
//! Musicians, Army Battle Standard (SET-01, SET-11).

use bevy::prelude::World;

use super::{
    armoury::Armoury,
    components::{ProfileOf, Role},
    level::{Level, UnitSetup},
    profile::{Class, Profile},
};
use crate::battle::{BattleWorld, DataError, ModelId, data::quoted, playable::count};

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

/// What a model costs in a role: standard bearers and musicians a quarter more, rounded down
/// (SET-11).
pub fn points_in_role(profile: &Profile, role: Role) -> u32 {
    match role {
        Role::StandardBearer | Role::Musician => profile.points + profile.points / 4,
        Role::Rank | Role::Leader | Role::General | Role::ArmyStandard | Role::Individual => {
            profile.points
        }
    }
}

/// What a model on the table costs.
pub fn points_of(world: &World, model: ModelId) -> u32 {
    points_in_role(&world.of_model::<ProfileOf>(model).0, *world.of_model::<Role>(model))
}

/// What a unit of a level costs. Profiles that nobody knows count nothing.
pub fn unit_points(armoury: &Armoury, unit: &UnitSetup) -> u32 {
    let points = |id: &str, role: Role| {
        armoury.profiles.get(id).map_or(0, |profile| points_in_role(profile, role))
    };
    let command = unit
        .command
        .iter()
        .map(|model| points(model.profile.as_deref().unwrap_or(&unit.profile), model.role));
    unit.count * points(&unit.profile, Role::Rank) + command.sum::<u32>()
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let spearman = Profile { points: 33, ..Profile::clone(&armoury.profiles["warrior"]) };
        assert_eq!(points_in_role(&spearman, Role::Musician), 41);
        assert_eq!(points_in_role(&spearman, Role::StandardBearer), 41);
        assert_eq!(points_in_role(&spearman, Role::Leader), 33);
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
