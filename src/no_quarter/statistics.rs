//! Characteristics in play: what a profile prints, with everything that lasts on the model and its
//! unit. Nothing else reads a characteristic once the battle has begun.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    combined,
    components::ProfileOf,
    effects::{self, Deed, Gift},
    profile::Profile,
};
use crate::battle::{BattleWorld, ModelId};

/// A characteristic. Book: The Army, Model Profile, Armour Values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stat {
    /// AC: actions in an activation.
    Actions,
    /// RA: what a shot needs.
    RangedAttack,
    /// CC: what a blow needs; 0 for what can't strike, such as a chariot.
    CloseCombat,
    /// ST.
    Strength,
    /// T.
    Toughness,
    /// W: wounds that it has when it is unhurt.
    Wounds,
    /// CO: what a command test needs.
    Command,
    /// AR, without the shield.
    Armour,
    /// RE: what it takes off penetration (ARM-04).
    Resilience,
    /// The strength of the hits on those it drives over: ST, unless something adds to that alone
    /// (EQ-SCYTHES).
    Wheels,
}

/// What the army list prints for one of a model's elements: 0 for the main one (COMBO-01).
pub fn printed(profile: &Profile, element: usize, stat: Stat) -> i32 {
    let of = combined::element_of(profile, element);
    match stat {
        Stat::Actions => i32::from(profile.actions),
        Stat::RangedAttack => of.ranged_attack,
        Stat::CloseCombat => of.close_combat,
        Stat::Strength | Stat::Wheels => of.strength,
        Stat::Toughness => profile.toughness,
        Stat::Wounds => i32::from(profile.wounds),
        Stat::Command => profile.command,
        Stat::Armour => profile.armour,
        Stat::Resilience => profile.resilience,
    }
}

/// A characteristic of one of a model's elements now: 0 for the main one (COMBO-01).
pub fn stat_of_element(world: &World, model: ModelId, element: usize, stat: Stat) -> i32 {
    let profile = &world.of_model::<ProfileOf>(model).0;
    printed(profile, element, stat) + effects::added(world, model, element, stat)
}

/// A characteristic of a model now.
pub fn stat(world: &World, model: ModelId, stat: Stat) -> i32 {
    stat_of_element(world, model, 0, stat)
}

/// A characteristic of whichever of a model's elements uses a weapon (COMBO-01).
pub fn stat_with(world: &World, model: ModelId, weapon: u8, stat: Stat) -> i32 {
    stat_of_element(world, model, combined::place_of_wielder(world, model, weapon), stat)
}

/// The actions of a model in a whole activation: none for one that does nothing (TR-CONFUSED,
/// TR-REGENERATE).
pub fn actions(world: &World, model: ModelId) -> u8 {
    if effects::forbids(world, model, Deed::Act) {
        return 0;
    }
    never_below_0(stat(world, model, Stat::Actions))
}

/// The actions that a model has when it is activated now: half of them if it is dazed.
pub fn actions_when_activated(world: &World, model: ModelId) -> u8 {
    let actions = actions(world, model);
    if effects::has(world, model, Gift::Dazed) { actions / 2 } else { actions }
}

/// The wounds of a model that is unhurt.
pub fn wounds(world: &World, model: ModelId) -> u8 {
    never_below_0(stat(world, model, Stat::Wounds))
}

fn never_below_0(value: i32) -> u8 {
    u8::try_from(value.max(0)).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::no_quarter::{
        components::Formation,
        effects::{Does, Effect, Source, Until},
        profile::Part,
        test_world::{TestWorld, man},
    };

    #[test]
    fn a_characteristic_is_the_printed_one_with_what_lasts_on_model_and_unit() {
        let mut test = TestWorld::new();
        let mount = Part {
            name: "Mount".to_owned(),
            ranged_attack: 0,
            close_combat: 4,
            strength: 7,
            weapons: Vec::new(),
            abilities: Vec::new(),
            nemesis: None,
        };
        let rider = Profile { parts: vec![mount], ..man() };
        let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], rider);
        let model = test.model(unit, 0);
        let weaker = |stat| Effect {
            does: Does::Adds(stat, -2),
            source: Source::Fear,
            until: Until::EndOfTurn,
        };
        effects::lay_on_model(&mut test.world, model, weaker(Stat::Toughness));
        effects::lay_on_unit(&mut test.world, unit, weaker(Stat::Strength));
        let of = |element, stat| stat_of_element(&test.world, model, element, stat);
        assert_eq!([of(0, Stat::Toughness), of(1, Stat::Toughness)], [3, 3]);
        assert_eq!([of(0, Stat::Strength), of(1, Stat::Strength)], [3, 5]);
        assert_eq!([of(0, Stat::CloseCombat), of(1, Stat::CloseCombat)], [5, 4]);
        assert_eq!(of(0, Stat::Wheels), 5, "what weakens an arm doesn't slow wheels");
        effects::end_turn(&mut test.world);
        assert_eq!(stat(&test.world, model, Stat::Toughness), 5);
    }

    /// The sources of a folder without their unit tests, this file left out.
    fn sources(folder: &Path) -> Vec<(String, String)> {
        let mut sources = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources.extend(self::sources(&path));
            } else if !path.ends_with("statistics.rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let rules = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
                sources.push((path.display().to_string(), rules));
            }
        }
        sources
    }

    #[test]
    fn nobody_else_reads_a_characteristic_of_a_model_on_the_table() {
        let printed = [
            "actions",
            "ranged_attack",
            "close_combat",
            "strength",
            "toughness",
            "wounds",
            "command",
            "armour",
            "resilience",
        ];
        // Where models are built from their profiles, those who rise from what they were, and where
        // profiles are printed.
        let building =
            ["combined.rs", "magic/raising.rs", "boards/run.rs", "showing/card.rs", "card/arms.rs"];
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/no_quarter");
        for (file, text) in sources(&rules) {
            if !text.contains("of_model::<ProfileOf>") {
                continue;
            }
            for characteristic in printed {
                for owner in ["profile", ".0"] {
                    let reads = format!("{owner}.{characteristic}");
                    let allowed = building.iter().any(|built| file.ends_with(built));
                    let read = text.match_indices(&reads).any(|(at, _)| {
                        let next = text[at + reads.len()..].chars().next();
                        !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
                    });
                    assert!(!read || allowed, "{file}: {reads}");
                }
            }
        }
    }
}
