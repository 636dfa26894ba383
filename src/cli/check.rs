//! `ironrank check`: looks through data files and tells all that is wrong with them.

use std::path::{Path, PathBuf};

use bevy::prelude::World;
use ironrank::{
    battle::{
        DataError, RuleSystem,
        data::{no_such_name, printable, quoted},
        history::Keep,
        level::LevelUnit,
        playable::{count, within_sentence},
        save::Save,
        wrapper,
    },
    dice::Dice,
    no_quarter::{
        Armoury, NoQuarter,
        armies::{self, BattleSize},
        level::{Army, Composition, Level},
        points::account_of,
    },
    players::Script,
};

use super::{
    Outcome, armoury,
    input::{self, Files},
    kind::Kind,
    output::{complain, complain_all, say},
    saved::{self, Verdict},
};

/// What to check.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Levels, armies, profiles, weapons, terrain kinds, scripts of orders or saved battles; a directory
    /// stands for all *.ron files in it and below it, and - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Use the data files of this directory before the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let Files { files, errors, .. } = Files::of(&options.files);
    let mut outcome = if errors.is_empty() { Ok(()) } else { Err(complain_all(&errors)) };
    for path in files {
        match check(&path, &armoury, options.data.as_deref()) {
            Ok(found) => say(format_args!("{}: {found}", input::shown(&path)))?,
            Err(Problems(problems)) => {
                for problem in problems {
                    outcome = Err(complain(problem));
                }
            }
        }
    }
    outcome
}

/// What is wrong with a file: each problem as it is told, in one line or several.
struct Problems(Vec<String>);

impl From<Vec<DataError>> for Problems {
    fn from(errors: Vec<DataError>) -> Self {
        Self(errors.iter().map(ToString::to_string).collect())
    }
}

/// Checks a file and says what it holds.
fn check(path: &Path, armoury: &Armoury, data: Option<&Path>) -> Result<String, Problems> {
    let text = input::text(path).map_err(|error| vec![error])?;
    let file = input::shown(path);
    match Kind::of(&text) {
        Kind::Level => {
            let level = Level::read_with(&file, &text, data)?;
            set_up(&level, armoury)?;
            keeps_to_the_book(&level, armoury)?;
            Ok(describe(&level, armoury))
        }
        Kind::Army => Ok(muster(&Army::read(&file, &text)?, armoury)?),
        Kind::Save => {
            let save = Save::<NoQuarter>::read(&file, &text)?;
            let (world, opened) = saved::open(&file, &save, armoury, &mut |_, _| ())?;
            let told = match Verdict::on(&save, &world, &opened) {
                Verdict::AsSaved => String::new(),
                Verdict::OtherRules(told) => format!("\n  {told}"),
                Verdict::Changed(problem) => {
                    return Err(Problems(vec![format!("{}: {problem}", printable(&file))]));
                }
            };
            Ok(format!("a saved battle of {}{told}", count(save.count(), "order")))
        }
        Kind::Script => {
            let script = Script::<NoQuarter>::read(&file, &text).map_err(|error| vec![error])?;
            Ok(format!("a script of {}", count(script.len(), "order")))
        }
        Kind::Data => {
            let errors = armoury.check_file(&file, &text);
            if errors.is_empty() { Ok(price(&file, &text, armoury)?) } else { Err(errors.into()) }
        }
    }
}

/// Holds the profiles of a data file against the book's tables and says what the file holds, with
/// warnings about stated points and advice.
fn price(file: &str, text: &str, armoury: &Armoury) -> Result<String, Vec<DataError>> {
    let (mut told, mut errors) = ("data of No Quarter".to_owned(), Vec::new());
    for profile in armoury.profiles_in(file, text)? {
        let account = account_of(&profile, armoury);
        let name = quoted(&profile.name);
        if let Some(stated) = profile.points.stated()
            && i64::from(stated) != i64::from(account.points())
        {
            let points = account.points();
            told.push_str(&format!(
                "\n  warning: {name} states {}; the book's tables give {points}",
                count(stated as usize, "point")
            ));
        }
        for finding in account.advice() {
            told.push_str(&format!("\n  advice: {name}: {} ({})", finding.text, finding.rule));
        }
        errors.extend(account.errors().map(|finding| {
            let problem = format!("{} ({})", finding.text, finding.rule);
            let error = DataError::new(file, problem).field(&profile.id);
            error.near(text, &format!("\"{}\"", profile.id))
        }));
    }
    if errors.is_empty() { Ok(told) } else { Err(errors) }
}

/// The sentences about what the armies of a level break of the rules of composition, each with its
/// side.
fn broken_rules(level: &Level, armoury: &Armoury) -> Vec<(String, String)> {
    let broken = armies::composition(armoury, level).into_iter();
    let told = broken.map(|(side, violation)| {
        let sentence = format!("{} has {violation} ({})", quoted(&side), violation.rule());
        (side, sentence)
    });
    told.collect()
}

/// Refuses the armies of a level that is to keep to the book and doesn't.
fn keeps_to_the_book(level: &Level, armoury: &Armoury) -> Result<(), Vec<DataError>> {
    if level.set_up.armies != Composition::ByTheBook {
        return Ok(());
    }
    let broken = broken_rules(level, armoury).into_iter();
    let errors: Vec<DataError> = broken
        .map(|(side, problem)| level.error("units", &format!("side: \"{side}\""), problem))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
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
        .map(|(name, points)| {
            format!("{} of {}", count(*points as usize, "point"), within_sentence(name))
        })
        .collect();
    let mut text = format!(
        "a level, \"{}\", that can be played: {size}, {}",
        level.name,
        shown.join(" against ")
    );
    match &level.set_up.armies {
        Composition::Advised => {
            for (_, warning) in broken_rules(level, armoury) {
                text.push_str(&format!("\n  warning: {warning}"));
            }
        }
        Composition::Scenario(reason) => {
            text.push_str(&format!("\n  armies of its own: {reason}"));
        }
        // By the book nothing is left to say by now, and free armies are meant as they are.
        Composition::ByTheBook | Composition::Free => {}
    }
    if let Some(harder) = &level.harder {
        text.push_str(&format!("\n  note: {harder}"));
    }
    for advice in armies::advice(armoury, level) {
        text.push_str(&format!("\n  advice: {advice}"));
    }
    text
}

/// Looks an army's profiles up and says how large and how odd it is.
fn muster(army: &Army, armoury: &Armoury) -> Result<String, Vec<DataError>> {
    let profiles = army.units.iter().enumerate().flat_map(|(index, unit)| {
        let command = unit.command.iter().filter_map(|model| model.profile.as_ref());
        command.chain([&unit.profile]).map(move |profile| (index, profile))
    });
    let unknown = profiles.filter(|(_, profile)| !armoury.profiles.contains_key(*profile));
    let errors: Vec<DataError> = unknown
        .map(|(index, profile)| {
            let known = armoury.profiles.keys().map(String::as_str);
            let problem = no_such_name("profile", profile, known);
            army.error(&format!("units[{index}]"), &format!("\"{profile}\""), problem)
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let models: u64 = army.units.iter().map(LevelUnit::models).sum();
    let points: u32 = army.units.iter().map(|unit| armies::unit_points(armoury, unit)).sum();
    let mut text = format!(
        "an army, {}: {} of {}, {}",
        quoted(&army.army),
        count(army.units.len(), "unit"),
        count(usize::try_from(models).unwrap_or(usize::MAX), "model"),
        count(points as usize, "point")
    );
    for violation in armies::broken_by(armoury, &army.units) {
        text.push_str(&format!("\n  warning: it has {violation} ({})", violation.rule()));
    }
    Ok(text)
}

/// Sets a level's battle up, which finds what only the rules know is wrong.
pub(super) fn set_up(level: &Level, armoury: &Armoury) -> Result<(), Vec<DataError>> {
    let mut world = World::new();
    world.insert_resource(armoury.clone());
    wrapper::begin::<NoQuarter>(&mut world, level, 1, Dice::seeded(1), Keep::Start)?;
    let broken = NoQuarter::broken_invariants(&world);
    if broken.is_empty() {
        return Ok(());
    }
    Err(broken.into_iter().map(|problem| DataError::new(&level.source.file, problem)).collect())
}
