//! What a level of No Quarter says besides what all levels say: the units of its armies, or of an army
//! in a file of its own, with their command, their formations and batteries, and how table and armies are set up.

mod set_up;
#[cfg(test)]
mod tests;

pub use set_up::{Composition, EdgeChoice, FirstToSetUp, SetUp, TerrainSetUp};

use serde::{Deserialize, Serialize};

use super::{
    components::{Formation, Role},
    deployment::Latecomer,
    system::NoQuarter,
};
use crate::battle::{
    self, DataError,
    level::{Deployment, LevelUnit, reason_problem},
};

/// A level of No Quarter.
pub type Level = battle::Level<NoQuarter>;

/// An army of No Quarter in a file of its own.
pub type Army = battle::level::Army<NoQuarter>;

/// Where a unit begins.
pub type Place = battle::level::Place<Latecomer>;

/// A unit of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSetup {
    /// The side, by its name; units of an army in a file of its own have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub side: String,
    /// What players call the unit; the profile's name if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// The profile of its rank and file.
    pub profile: String,
    /// How many of them.
    pub count: u32,
    /// Leaders, heroes, standard bearers, musicians: in the front rank.
    #[serde(default)]
    pub command: Vec<CommandModel>,
    /// How it stands.
    #[serde(default)]
    pub formation: Formation,
    /// Where it stands, command models first.
    #[serde(default)]
    pub place: Place,
    /// The battery of its side that it belongs to, if it is a support weapon of one.
    #[serde(default)]
    pub battery: Option<u8>,
}

/// A model that stands out of its unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandModel {
    /// Its profile; the unit's if left out.
    #[serde(default)]
    pub profile: Option<String>,
    /// What it is to the unit and the army.
    pub role: Role,
    /// Its own name.
    #[serde(default)]
    pub name: Option<String>,
}

impl LevelUnit for UnitSetup {
    type OtherPlace = Latecomer;

    fn side(&self) -> &str {
        &self.side
    }

    fn set_side(&mut self, side: &str) {
        side.clone_into(&mut self.side);
    }

    fn profile(&self) -> &str {
        &self.profile
    }

    fn models(&self) -> u64 {
        u64::from(self.count) + self.command.len() as u64
    }

    fn names(&self) -> Vec<(String, &str)> {
        let own = self.name.iter().map(|name| ("name".to_owned(), name.as_str()));
        let of_command = self.command.iter().enumerate().flat_map(|(index, model)| {
            let names = [model.name.as_deref(), model.profile.as_deref()];
            names.into_iter().flatten().map(move |name| (format!("command[{index}]"), name))
        });
        own.chain(of_command).collect()
    }

    fn place(&self) -> &Place {
        &self.place
    }
}

/// What is wrong with the reason for armies of a level's own.
fn scenario_problem(reason: &str) -> Option<String> {
    if reason.trim().is_empty() {
        let problem = "a scenario without its reason, such as Scenario(\"the king's guard alone\")";
        Some(problem.to_owned())
    } else {
        reason_problem(reason)
    }
}

/// What is wrong with a level that needs no armoury to be seen.
pub(super) fn problems(level: &Level) -> Vec<DataError> {
    let mut errors = Vec::new();
    let SetUp { terrain, edges, first: _, armies } = &level.set_up;
    if level.deployment == Deployment::AsPlaced
        && (*terrain != TerrainSetUp::AsLaid || *edges != EdgeChoice::AsGiven)
    {
        let problem = "terrain or edges are chosen by the players, but the armies stand where the \
                       level has them: set deployment: ByHand";
        errors.push(level.error("set_up", "set_up", problem));
    }
    if let Composition::Scenario(reason) = armies
        && let Some(problem) = scenario_problem(reason)
    {
        errors.push(level.error("set_up.armies", "Scenario", problem));
    }
    for (index, unit) in level.units.iter().enumerate() {
        if let Formation::Ranked { frontage: 0 } = unit.formation {
            let (field, needle) = (format!("units[{index}]"), format!("\"{}\"", unit.profile));
            errors.push(level.error(&field, &needle, "a frontage of 0; it must be at least 1"));
        }
    }
    errors
}
