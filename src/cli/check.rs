//! `ironrank check`: looks through data files and tells all that is wrong with them.

use std::path::{Path, PathBuf};

use bevy::prelude::World;
use ironrank::{
    battle::{DataError, RuleSystem, playable::count, save::Save, wrapper},
    dice::Dice,
    lab::open,
    no_quarter::{
        Armoury, NoQuarter,
        armies::{self, BattleSize},
        level::Level,
    },
    players::Script,
};

use super::{
    Failure, Outcome, armoury, furnish,
    input::{self, Files},
    kind::Kind,
    output::{complain_all, say},
    progress::{HowFar, Progress},
    saved::Verdict,
};

/// What to check.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Levels, profiles, weapons, terrain kinds, scripts of orders or saved battles; a directory
    /// stands for all *.ron files in it and below it, and - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Use the data files of this directory before the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let Files { files, mut errors, .. } = Files::of(&options.files);
    if files.is_empty() && errors.is_empty() {
        let named: Vec<String> = options.files.iter().map(|path| input::shown(path)).collect();
        errors.push(DataError::new(named.join(", "), "no *.ron files there"));
    }
    let mut outcome = if errors.is_empty() { Ok(()) } else { Err(complain_all(&errors)) };
    for path in files {
        match check(&path, &armoury) {
            Ok(found) => say(format_args!("{}: {found}", input::shown(&path)))?,
            Err(errors) => outcome = Err::<(), Failure>(complain_all(&errors)),
        }
    }
    outcome
}

/// Checks a file and says what it holds.
fn check(path: &Path, armoury: &Armoury) -> Result<String, Vec<DataError>> {
    let text = input::text(path).map_err(|error| vec![error])?;
    let file = input::shown(path);
    match Kind::of(&text) {
        Kind::Level => {
            let level = Level::read(&file, &text)?;
            set_up(&level, armoury)?;
            Ok(describe(&level, armoury))
        }
        Kind::Save => {
            let save = Save::<NoQuarter>::read(&file, &text)?;
            let (progress, orders) = (Progress::new(&file), save.count());
            let mut given = 0;
            let mut watch = |_: &World, _: &_| {
                progress.tell(|| HowFar::of(given, orders, "order"));
                given += 1;
            };
            let (world, opened) = open(&save, &furnish(armoury), &mut watch)?;
            let told = match Verdict::on(&save, &world, &opened) {
                Verdict::AsSaved => String::new(),
                Verdict::OtherRules(told) => format!("\n  {told}"),
                Verdict::Changed(problem) => return Err(vec![DataError::new(file, problem)]),
            };
            Ok(format!("a saved battle of {}{told}", count(orders, "order")))
        }
        Kind::Script => {
            let script = Script::<NoQuarter>::read(&file, &text).map_err(|error| vec![error])?;
            Ok(format!("a script of {}", count(script.len(), "order")))
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
    let shown: Vec<String> = armies
        .iter()
        .map(|(name, points)| format!("{name} {}", count(*points as usize, "point")))
        .collect();
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
