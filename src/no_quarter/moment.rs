//! Moments of a battle at which an ability, or another rule that waits for them, has something to say.
//! Each is handed to the chapters concerned, which return the steps that it brings.

use bevy::prelude::World;

use super::{
    charges, close_combat, corrosive_blood, event::Gait, hit::Hit, hold, magic, mishaps, mutilate,
    regeneration, step::Step, support_weapons, system::NoQuarter, uses,
};
use crate::{
    battle::{ModelId, Resolving, UnitId},
    table::Placed,
};

/// A moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment<'a> {
    /// A unit is activated, and has yet to do anything (TURN-04).
    ActivationBegins {
        /// Which.
        unit: UnitId,
    },
    /// A model has left its place, for whatever reason (MOVE-01).
    Moved {
        /// Who.
        model: ModelId,
        /// Why.
        gait: Gait,
    },
    /// Models have used actions to move, manoeuvre or charge, and have arrived (MOVE-01).
    Arrived {
        /// Who.
        models: &'a [ModelId],
    },
    /// The active unit has moved on, or done something else that others may answer (HOLD-02).
    Acted,
    /// A charge, or whoever follows up, has met somebody (CHG-02, CC-12).
    Charged {
        /// Who charged.
        unit: UnitId,
        /// Those of it in contact.
        contacts: &'a [ModelId],
        /// Those of it who reach an enemy without contact, and whom (CC-09).
        reaching: &'a [(ModelId, ModelId)],
    },
    /// A blow, a shot or anything else has hit (CC-02).
    Hit {
        /// The hit.
        hit: &'a Hit,
        /// What its die showed, if one was rolled for it.
        die: Option<u16>,
    },
    /// A hit has wounded somebody, or slain it (DMG-01).
    Wounded {
        /// The hit.
        hit: &'a Hit,
        /// Where its target stood.
        stood: &'a Placed,
        /// How many wounds that has lost.
        lost: u8,
    },
    /// Somebody is slain, has run off or is scattered (DMG-02, MOR-03, MOR-04).
    Slain {
        /// Who.
        model: ModelId,
        /// By which hit, if it was one.
        hit: Option<&'a Hit>,
    },
    /// All hits of an attack are through that were struck together.
    AttackOver {
        /// Who attacked.
        model: ModelId,
        /// Everybody it was in contact with, or reached, when it attacked.
        near: &'a [ModelId],
    },
    /// The active unit has done what it does in its activation (TURN-04).
    ActivationOver {
        /// Whose.
        unit: UnitId,
    },
    /// Every unit has had its go (TURN-06).
    TurnOver,
}

/// A moment has come: its steps are next.
pub(super) fn comes(world: &mut World, moment: Moment) {
    let steps = steps(world, moment);
    world.push_all::<NoQuarter>(steps);
}

/// The steps that a moment brings.
pub(super) fn steps(world: &World, moment: Moment) -> Vec<Step> {
    match moment {
        Moment::ActivationBegins { unit } => {
            let mut steps = mishaps::of_activation(world, unit);
            steps.extend(magic::activation_begins(world, unit));
            steps.extend(uses::taunted(world, unit));
            steps
        }
        Moment::Moved { model, gait } => magic::moved(world, model, gait).into_iter().collect(),
        Moment::Arrived { models } => magic::arrived(world, models),
        Moment::Acted => hold::responses(world),
        Moment::Charged { unit, contacts, reaching } => {
            charges::met(world, unit, contacts, reaching)
        }
        Moment::Hit { hit, die } => vec![close_combat::before_armour(world, hit.clone(), die)],
        Moment::Wounded { hit, stood, lost } => {
            let mut steps = corrosive_blood::of_wounds(world, hit.target, stood, lost);
            steps.extend(support_weapons::flying_on(hit, stood));
            steps
        }
        Moment::Slain { model, hit } => {
            let mut steps = magic::slain(world, model);
            if let Some(hit) = hit {
                steps.extend(mutilate::after_kill(world, hit));
                steps.extend(close_combat::after_kill(hit));
            }
            steps
        }
        Moment::AttackOver { model, near } => close_combat::after_attack(world, model, near),
        Moment::ActivationOver { unit } => {
            vec![Step::SettleHolders { active: unit }, Step::TestMorale]
        }
        Moment::TurnOver => {
            let mut steps = regeneration::of_turn(world);
            steps.extend(magic::turn_over(world));
            steps.push(Step::LookForTheEnd);
            steps
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// The sources of a folder that name something, without their unit tests and this file.
    fn naming(folder: &Path, what: &str) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                found.extend(naming(&path, what));
            } else if name != "moment.rs" && !name.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let rules = text.split("#[cfg(test)]").next().unwrap_or_default();
                found.extend(rules.contains(what).then(|| name.to_owned()));
            }
        }
        found.sort();
        found
    }

    #[test]
    fn whatever_hits_is_a_moment_before_it_comes_to_the_armour() {
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/no_quarter");
        // Those that a hit waits for or has passed, and the words for the step.
        let known = ["evade.rs", "extra_attack.rs", "parry.rs", "question.rs", "system.rs"];
        assert_eq!(naming(&rules, "Step::Save("), known);
        assert!(naming(&rules, "hit::lands(").len() > 8);
    }

    #[test]
    fn whoever_is_lost_or_moves_is_so_in_one_place() {
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/no_quarter");
        assert_eq!(naming(&rules, "emit(world, Event::Fell {"), ["damage.rs"]);
        assert_eq!(naming(&rules, "emit::<NoQuarter>("), ["system.rs"]);
    }
}
