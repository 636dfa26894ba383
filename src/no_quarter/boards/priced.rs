//! What a board says of points and of armies: neither needs anybody on the table.

use bevy::prelude::World;
use serde::Deserialize;

use super::{
    Tweak,
    expect::{equal, fact},
    run::profile,
};
use crate::no_quarter::{
    Armoury, armies,
    components::Role,
    level::CommandModel,
    points::{
        self, Account, Aspect, Design, Finding, Line, Protection, Spell, Wizardry,
        army::{Contingent, Violation, violations},
    },
    profile::Ability,
};

/// A model and what it costs; what is left out isn't looked at.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AccountState {
    /// Its profile; the dull soldier if left out.
    pub profile: Option<String>,
    /// What differs from the profile.
    pub tweak: Tweak,
    /// What it is to its unit, if that matters.
    pub role: Option<Role>,
    /// What protects it, instead of what the profile says.
    pub protection: Option<Protection>,
    /// Talents besides those of the profile.
    pub talents: Vec<Ability>,
    /// The magic it knows.
    pub wizardry: Option<Wizardry>,
    /// What it costs.
    pub points: Option<i32>,
    /// Some lines of the account with their points.
    pub lines: Vec<(String, i32)>,
    /// What a unit of such models costs.
    pub unit: Option<UnitPrice>,
    /// The rules that it breaks, one for each error; none if left out.
    pub errors: Vec<String>,
    /// The rules that advise against it, one for each piece of advice.
    pub advice: Option<Vec<String>>,
}

/// What a unit costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitPrice {
    /// Its models.
    pub models: u32,
    /// The points of all of them, with what the unit pays for once.
    pub points: i32,
}

/// An army and what it breaks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyState {
    /// Its units.
    pub units: Vec<ArmyUnit>,
    /// All rules of composition that it breaks; none if left out.
    #[serde(default)]
    pub breaks: Vec<Violation>,
}

/// A unit of an army on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyUnit {
    /// The profile of its rank and file.
    pub profile: String,
    /// How many of them.
    pub count: u32,
    /// Those who stand out.
    #[serde(default)]
    pub command: Vec<CommandModel>,
    /// The spells that its models know.
    #[serde(default)]
    pub spells: Vec<Spell>,
}

fn design(armoury: &Armoury, state: &AccountState) -> Result<Design, String> {
    let profile = profile(armoury, state.profile.as_deref(), &state.tweak)?;
    let unknown = profile.weapons.iter().find(|id| !armoury.weapons.contains_key(*id));
    if let Some(unknown) = unknown {
        return Err(format!("no weapon is called \"{unknown}\""));
    }
    let mut design = Design::of(&profile, armoury);
    design.role = state.role;
    design.protection = state.protection.unwrap_or(design.protection);
    design.wizardry = state.wizardry.clone().or(design.wizardry);
    for &talent in &state.talents {
        design.add(0, talent);
    }
    Ok(design)
}

/// Looks whether a model costs what a board says.
pub(super) fn look_at_account(world: &World, state: &AccountState) -> Result<(), String> {
    let armoury = world.resource::<Armoury>();
    let account = points::account(&design(armoury, state)?, armoury);
    let told = || format!("{:?}", account.lines);
    for (what, points) in &state.lines {
        let line = Line { what: what.clone(), points: *points };
        if !account.lines.contains(&line) && !account.once.contains(&line) {
            return Err(format!("\"{what}\" for {points} isn't in the account: {}", told()));
        }
    }
    fact("the points", &account.points(), state.points.as_ref())
        .map_err(|problem| format!("{problem}: {}", told()))?;
    if let Some(UnitPrice { models, points }) = state.unit {
        equal("the points of the unit", &account.of_unit(models), &points)?;
    }
    equal("the errors", &rules(account.errors()), &state.errors)
        .map_err(|problem| with_findings(problem, &account))?;
    fact("the advice", &rules(account.advice()), state.advice.as_ref())
        .map_err(|problem| with_findings(problem, &account))
}

fn rules<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<String> {
    findings.map(|finding| finding.rule.clone()).collect()
}

fn with_findings(problem: String, account: &Account) -> String {
    let told: Vec<&str> = account.findings.iter().map(|finding| finding.text.as_str()).collect();
    format!("{problem}: {}", told.join("; "))
}

/// Looks whether an army breaks what a board says.
pub(super) fn look_at_army(world: &World, state: &ArmyState) -> Result<(), String> {
    let armoury = world.resource::<Armoury>();
    let army = state.units.iter().map(|unit| -> Result<Contingent, String> {
        profile(armoury, Some(&unit.profile), &Tweak::default())?;
        let mut own = armies::contingent(armoury, &unit.profile, unit.count, &unit.command);
        let aspects: Vec<Aspect> = unit.spells.iter().map(|spell| spell.card().aspect).collect();
        for group in &mut own.groups {
            group.aspects.extend(&aspects);
        }
        Ok(own)
    });
    let army = army.collect::<Result<Vec<_>, _>>()?;
    equal("what the army breaks", &violations(&army), &state.breaks)
}
