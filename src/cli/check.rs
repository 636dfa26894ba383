//! `ironrank check`: looks through data files and tells all that is wrong with them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bevy::prelude::World;
use ironrank::{
    battle::{
        DataError, Opened, RuleSystem, data::without_comments, levels::read_text, save::Save,
        wrapper,
    },
    dice::Dice,
    lab::open,
    no_quarter::{
        Armoury, NoQuarter,
        armies::{self, BattleSize},
        level::Level,
    },
    players::read_script,
};

use super::{Failure, Outcome, armoury, complain_all, furnish, say};

/// What to check.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Levels, profiles, weapons, terrain kinds, scripts of orders, saved battles; of a directory
    /// all *.ron files in it
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Lay this data directory over the embedded data first
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

/// The kinds of file we know, told apart by what stands in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Level,
    Save,
    Script,
    Data,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for path in &options.files {
        collect(path, &mut files, &mut errors);
    }
    if files.is_empty() && errors.is_empty() {
        let shown: Vec<String> =
            options.files.iter().map(|path| path.display().to_string()).collect();
        errors.push(DataError::new(shown.join(", "), "no *.ron files there"));
    }
    let mut outcome = if errors.is_empty() { Ok(()) } else { Err(complain_all(&errors)) };
    for path in files {
        match check(&path, &armoury) {
            Ok(found) => say(format_args!("{}: {found}", path.display())),
            Err(errors) => outcome = Err::<(), Failure>(complain_all(&errors)),
        }
    }
    outcome
}

/// A file itself, or all RON files in a directory, sorted.
pub(super) fn collect(path: &Path, files: &mut Vec<PathBuf>, errors: &mut Vec<DataError>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => {
            errors.push(DataError::new(path.display().to_string(), error.to_string()));
            return;
        }
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.sort();
    for path in found {
        if path.is_dir() {
            collect(&path, files, errors);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            files.push(path);
        }
    }
}

/// Checks a file and says what it holds.
fn check(path: &Path, armoury: &Armoury) -> Result<String, Vec<DataError>> {
    let text = read_text(path).map_err(|error| vec![error])?;
    let file = path.display().to_string();
    match kind_of(&text) {
        Kind::Level => {
            let level = Level::read(&file, &text)?;
            set_up(&level, armoury)?;
            Ok(describe(&level, armoury))
        }
        Kind::Save => {
            let save = Save::<NoQuarter>::read(&file, &text)?;
            let (_, opened) = open(&save, &furnish(armoury), &mut |_, _| ())?;
            let told = match opened {
                Opened::AsSaved => String::new(),
                Opened::AtPosition(_) | Opened::AtLastOrder { .. } | Opened::Elsewhere(_) => {
                    format!("\n  {opened}")
                }
            };
            Ok(format!("a saved battle of {} orders{told}", save.count()))
        }
        Kind::Script => {
            let orders = read_script::<NoQuarter>(&file, &text).map_err(|error| vec![error])?;
            Ok(format!("a script of {} orders", orders.len()))
        }
        Kind::Data => {
            let errors = armoury.check_file(&file, &text);
            if errors.is_empty() { Ok("data of No Quarter".to_owned()) } else { Err(errors) }
        }
    }
}

/// A level that can be played: its name, size and armies, and advice.
fn describe(level: &Level, armoury: &Armoury) -> String {
    let armies: Vec<(&str, u32)> = level
        .sides
        .iter()
        .map(|side| (side.name.as_str(), armies::army_points(armoury, level, &side.name)))
        .collect();
    let largest = armies.iter().map(|army| army.1).max().unwrap_or(0);
    let size = BattleSize::for_points(largest).name();
    let shown: Vec<String> =
        armies.iter().map(|(name, points)| format!("{name} {points} points")).collect();
    let mut text = format!(
        "a level, \"{}\", that can be played: {size}, {}",
        level.name,
        shown.join(" against ")
    );
    for advice in armies::advice(armoury, level) {
        text.push_str(&format!("\n  advice: {advice}"));
    }
    text
}

/// Sets a level's battle up, which finds what only the rules know is wrong.
fn set_up(level: &Level, armoury: &Armoury) -> Result<(), Vec<DataError>> {
    let mut world = World::new();
    world.insert_resource(armoury.clone());
    wrapper::begin::<NoQuarter>(&mut world, level, 1, Dice::seeded(1), false)?;
    let broken = NoQuarter::broken_invariants(&world);
    if broken.is_empty() {
        return Ok(());
    }
    Err(broken.into_iter().map(|problem| DataError::new(&level.source.file, problem)).collect())
}

/// What a file means to be.
fn kind_of(text: &str) -> Kind {
    // Comments may stand before the first bracket and may name anything.
    let bare = without_comments(text);
    let bare = bare.trim_start();
    let is_list = bare.starts_with('[');
    let is_data = bare.contains("id:") || bare.contains("term:");
    if is_list && !is_data {
        Kind::Script
    } else if is_list {
        Kind::Data
    } else if bare.contains("version:") && !bare.trim_start_matches('(').trim().starts_with("name:")
    {
        Kind::Save
    } else {
        Kind::Level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_what_stands_in_them() {
        assert_eq!(kind_of("// version: 3\n(\n  name: \"Hill\")"), Kind::Level);
        assert_eq!(kind_of("(\n    version: 1,\n    rules: \"no_quarter\""), Kind::Save);
        assert_eq!(kind_of("[EndActivation, Activate(unit: 3)]"), Kind::Script);
        assert_eq!(kind_of("[(id: \"axe\", use_cost: 4)]"), Kind::Data);
        assert_eq!(kind_of("[(term: \"AC\", name: \"Actions\")]"), Kind::Data);
        assert_eq!(kind_of(""), Kind::Level);
    }
}
