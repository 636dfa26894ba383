//! `ironrank points`: what profiles cost by the book's tables, line by line.

use std::{path::PathBuf, sync::Arc};

use ironrank::{
    battle::{data::no_such_name, playable::count},
    no_quarter::{
        Armoury, Profile,
        points::{Account, Line, account_of},
    },
};
use serde::Serialize;

use super::{
    Failure, Outcome, armoury,
    output::{complain, misused, say, say_json},
};

/// Whose points, and how to tell them.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Profiles by their ids or names, such as orc_bruiser or "Orc Bruiser"
    #[arg(value_name = "PROFILE", required = true)]
    profiles: Vec<String>,
    /// Print the accounts as JSON (docs/command-line.md)
    #[arg(long)]
    json: bool,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

/// The account of a profile, as JSON has it.
#[derive(Serialize)]
struct Priced<'a> {
    id: &'a str,
    name: &'a str,
    class: &'static str,
    /// What the tables give.
    points: i32,
    /// What the profile states, if it does.
    stated: Option<u32>,
    #[serde(flatten)]
    account: &'a Account,
}

/// All accounts, as JSON has them.
#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    profiles: Vec<Priced<'a>>,
}

/// The version of the JSON.
const FORMAT: u32 = 1;

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let profiles: Vec<Arc<Profile>> =
        options.profiles.iter().map(|name| find(&armoury, name)).collect::<Result<_, _>>()?;
    let accounts: Vec<Account> =
        profiles.iter().map(|profile| account_of(profile, &armoury)).collect();
    let all = || profiles.iter().zip(&accounts);
    if options.json {
        let profiles = all().map(|(profile, account)| priced(profile, account)).collect();
        say_json(&Document { format: FORMAT, profiles })?;
    } else {
        for (place, (profile, account)) in all().enumerate() {
            if place > 0 {
                say("")?;
            }
            say(table(profile, account))?;
        }
    }
    let mut outcome = Ok(());
    for (profile, account) in all() {
        for finding in account.errors() {
            let name = &profile.name;
            outcome = Err(complain(format_args!("{name}: {} ({})", finding.text, finding.rule)));
        }
    }
    outcome
}

/// The profile that somebody has named.
fn find(armoury: &Armoury, name: &str) -> Result<Arc<Profile>, Failure> {
    let by_name = || armoury.profiles.values().find(|profile| profile.name == name);
    let found = armoury.profiles.get(name).or_else(by_name).cloned();
    found.ok_or_else(|| {
        let known = armoury.profiles.keys().map(String::as_str);
        misused(no_such_name("profile", name, known))
    })
}

fn priced<'a>(profile: &'a Profile, account: &'a Account) -> Priced<'a> {
    Priced {
        id: &profile.id,
        name: &profile.name,
        class: profile.class.name(),
        points: account.points(),
        stated: profile.points.stated(),
        account,
    }
}

/// The account of a profile as a table: what is paid for, and its points below each other.
fn table(profile: &Profile, account: &Account) -> String {
    let total = Line { what: "all together".to_owned(), points: account.points() };
    let lines = || account.lines.iter().chain([&total]);
    let all = lines().chain(&account.once);
    let width = all.map(|line| line.what.chars().count()).max().unwrap_or(0);
    let row = |line: &Line| format!("\n  {:<width$}  {:>4}", line.what, line.points);
    let points = usize::try_from(account.points()).unwrap_or(0);
    let (name, id, class) = (&profile.name, &profile.id, profile.class.name());
    let mut text = format!("{name} ({id}), {class}: {}", count(points, "point"));
    text.extend(lines().map(row));
    if !account.once.is_empty() {
        text.push_str("\n  besides, once for each unit:");
        text.extend(account.once.iter().map(row));
    }
    if let Some(stated) = profile.points.stated()
        && i64::from(stated) != i64::from(account.points())
    {
        let stated = count(stated as usize, "point");
        text.push_str(&format!(
            "\n  warning: the profile states {stated}, which is what battles use"
        ));
    }
    for finding in account.advice() {
        text.push_str(&format!("\n  advice: {} ({})", finding.text, finding.rule));
    }
    text
}
