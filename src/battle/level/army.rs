//! Armies in files of their own. A level names one for a side, or somebody has it fight in the place
//! of a level's own; either way its units become units of the level, so that saves and links hold
//! all of it.

use std::{mem, path::Path};

use serde::{Deserialize, Serialize};

use super::{
    Deployment, Level, LevelUnit, Objective, Place, SideSetup, Source,
    check::{MOST_ERRORS, MOST_MODELS, unit_problem},
    name_problem,
};
use crate::battle::{
    data::{DataError, no_such_name, read_ron},
    rules::RuleSystem,
};

/// An army, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Army<R: RuleSystem> {
    /// What players call the side that it fights as.
    pub army: String,
    /// Whether the name is a plural.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// A sentence or two about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Its units; they name no side.
    pub units: Vec<R::UnitSetup>,
    /// The text that it was read from, for errors; not part of the army.
    #[serde(skip)]
    pub source: Source,
}

/// Longer files than any army needs, in bytes.
const LONGEST_ARMY: usize = 256 * 1024;

impl<R: RuleSystem> Army<R> {
    /// Reads an army and checks it, as far as that needs no profiles and no table.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        if text.len() > LONGEST_ARMY {
            let problem = format!("{} bytes is too long; {LONGEST_ARMY} is the limit", text.len());
            return Err(vec![DataError::new(file, problem)]);
        }
        let mut army: Self = read_ron(file, text).map_err(|error| vec![error])?;
        army.source = Source { file: file.to_owned(), text: text.to_owned() };
        let errors = army.problems();
        if errors.is_empty() { Ok(army) } else { Err(errors) }
    }

    /// An error about this army, at the line where `needle` stands.
    pub fn error(&self, field: &str, needle: &str, problem: impl Into<String>) -> DataError {
        let error = DataError::new(&self.source.file, problem).field(field);
        error.near_field(&self.source.text, field, needle)
    }

    fn problems(&self) -> Vec<DataError> {
        let mut errors = Vec::new();
        if let Some(problem) = name_problem(&self.army) {
            errors.push(self.error("army", "army", problem));
        }
        let count = self.units.len();
        if count == 0 || count > MOST_MODELS {
            let problem = format!("{count} units; 1 to {MOST_MODELS} are allowed");
            errors.push(self.error("units", "units", problem));
            return errors;
        }
        for (index, unit) in self.units.iter().enumerate() {
            let field = format!("units[{index}]");
            let names = unit.names().into_iter().map(|(field, name)| (field, name.to_owned()));
            let profile = ("profile".to_owned(), unit.profile().to_owned());
            for (own, name) in names.chain([profile]) {
                if let Some(problem) = name_problem(&name) {
                    errors.push(self.error(&format!("{field}.{own}"), "", problem));
                }
            }
            let needle = format!("\"{}\"", unit.profile());
            if !unit.side().is_empty() {
                let problem = "units of an army name no side: the level does";
                errors.push(self.error(&field, "side", problem));
            }
            if let Some(problem) = unit_problem(unit) {
                errors.push(self.error(&field, &needle, problem));
            }
        }
        errors.truncate(MOST_ERRORS);
        errors
    }

    /// Its units, as those of a side.
    fn units_of<'a>(&'a self, side: &'a str) -> impl Iterator<Item = R::UnitSetup> + 'a {
        self.units.iter().cloned().map(move |mut unit| {
            unit.set_side(side);
            unit
        })
    }
}

impl<R: RuleSystem> Level<R> {
    /// Puts the armies that sides name in the place of the names. A side without a name of its own
    /// goes by that of its army.
    pub(super) fn muster(&mut self, data: Option<&Path>) -> Result<(), Vec<DataError>> {
        for index in 0..self.sides.len() {
            let Some(name) = self.sides[index].army.take() else { continue };
            let army = R::army(&name, data).unwrap_or_else(|| {
                let known = R::armies(data);
                let unknown = no_such_name("army", &name, known.iter().map(String::as_str));
                let field = format!("sides[{index}].army");
                Err(vec![self.error(&field, "army", unknown)])
            })?;
            let side = &mut self.sides[index];
            if side.name.is_empty() {
                (side.name, side.plural) = (army.army.clone(), army.plural);
            }
            let name = side.name.clone();
            self.units.extend(army.units_of(&name));
        }
        Ok(())
    }

    /// Has an army fight for a side in the place of the level's own, under its own name unless the
    /// enemy goes by that. If it has units without a place, the armies are deployed by hand. Whether the
    /// level is harder for a side nobody knows then.
    ///
    /// # Errors
    /// That there is no such side, or all that is wrong with the level then.
    pub fn replace_army(&mut self, side: &str, army: &Army<R>) -> Result<(), Vec<DataError>> {
        let Some(index) = self.sides.iter().position(|known| known.name == side) else {
            let known = self.sides.iter().map(|side| side.name.as_str());
            return Err(vec![DataError::new(&self.source.file, no_such_name("side", side, known))]);
        };
        self.harder = None;
        if self.sides.iter().all(|known| known.name != army.army) {
            self.rename(index, army);
        }
        let name = self.sides[index].name.clone();
        let others = mem::take(&mut self.units).into_iter().filter(|unit| unit.side() != name);
        self.units = others.chain(army.units_of(&name)).collect();
        if army.units.iter().any(|unit| *unit.place() == Place::ByHand) {
            self.deployment = Deployment::ByHand;
        }
        let errors = self.problems();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Gives a side the name of an army, wherever it is named.
    fn rename(&mut self, index: usize, army: &Army<R>) {
        let SideSetup { name, plural, .. } = &mut self.sides[index];
        *plural = army.plural;
        let old = mem::replace(name, army.army.clone());
        for unit in self.units.iter_mut().filter(|unit| unit.side() == old) {
            unit.set_side(&army.army);
        }
        for objective in &mut self.objectives {
            match objective {
                Objective::Feature { .. } => {}
                Objective::Hold { side, .. }
                | Objective::Escort { side, .. }
                | Objective::Capture { side, .. } => {
                    if *side == old {
                        side.clone_from(&army.army);
                    }
                }
            }
        }
    }
}
