//! Events as sentences for the log: who, whom, the die, the number with its modifiers, the outcome.

mod attacks;
mod magic;
mod moves;
mod templates;

#[cfg(test)]
mod tests;

use bevy::prelude::World;

pub use crate::battle::playable::count;
pub(super) use attacks::with_article;
pub use magic::{foresight_left, spell_on};
pub use moves::{of_moves, shortfall};

use super::{
    close_combat::OPENING,
    components::Formation,
    decided,
    deployment::LATECOMERS,
    event::{Event, PanicResult, TestReason},
    mishaps::Mishap,
    support_weapons::CREW_HIT,
};
use crate::{
    battle::{BattleWorld, Outcome, SideId, UnitId, playable::within_sentence},
    no_quarter::dice::Roll,
};

/// Which roll is the better one where sides roll against each other.
const LOWER: &str = "the lower roll";
/// The same for laying terrain (SET-02).
const HIGHER: &str = "the higher roll";

/// An event as one sentence.
pub(super) fn sentence(world: &World, event: &Event) -> String {
    let unit_name = |unit: UnitId| world.unit_name(unit);
    let name = |model| world.model_name(model);
    match event {
        Event::DeploymentRolled { rolls, first } => {
            let first = world.side_does(*first, "deploys", "deploy");
            let rolls = contest(world, rolls);
            format!("Deployment, {LOWER} goes first: {rolls}. {first} the first unit.")
        }
        Event::Deployed { unit } => {
            let side = world.side_does(world.side_of(*unit), "deploys", "deploy");
            format!("{side} {}.", unit_name(*unit))
        }
        Event::TerrainRolled { rolls, first } => {
            let first = world.side_does(*first, "lays", "lay");
            let rolls = contest(world, rolls);
            format!("Laying the terrain, {HIGHER} goes first: {rolls}. {first} the first piece.")
        }
        Event::TerrainLaid { side, terrain, at } => {
            let kind = world.terrain(*terrain).map_or("piece", |t| &t.kind);
            let side = match at {
                Some(_) => world.side_does(*side, "lays", "lay"),
                None => world.side_does(*side, "leaves out", "leave out"),
            };
            format!("{side} the {kind}.")
        }
        Event::EdgeChosen { side, edge } => {
            format!("{} the {} edge.", world.side_does(*side, "takes", "take"), edge.name())
        }
        Event::LatecomersRolled { rolls, first } => {
            let first = world.side_does(*first, "deploys", "deploy");
            let rolls = contest(world, rolls);
            format!("{LATECOMERS}, {LOWER} goes first: {rolls}. {first} the first unit.")
        }
        Event::KeptBack { unit } => format!("{} is kept in reserve.", unit_name(*unit)),
        Event::Entered { unit } => format!("{} arrives from reserve.", unit_name(*unit)),
        Event::TurnBegan { turn } => format!("Turn {turn} begins."),
        Event::LengthRolled { roll, last_turn } => {
            format!(
                "Length of the battle: the die shows {}, so turn {last_turn} will be the last.",
                roll.result
            )
        }
        Event::InitiativeRolled { rolls, modifiers, winner } => {
            let winner = world.side_does(*winner, "chooses", "choose");
            let each = |(side, roll): &(SideId, Roll)| {
                let die = die_of(world, *side, roll);
                match modifiers.get(side.index()) {
                    None | Some(0) => die,
                    Some(modifier) => format!("{die} ({modifier:+})"),
                }
            };
            let rolls = rounds(rolls, each);
            format!("Initiative, {LOWER} wins: {rolls}. {winner} first.")
        }
        Event::Activated { unit, by } => {
            let unit_name = unit_name(*unit);
            if world.side_of(*unit) == *by {
                format!("{} {unit_name}.", world.side_does(*by, "activates", "activate"))
            } else {
                format!("{} {unit_name} act.", world.side_does(*by, "makes", "make"))
            }
        }
        Event::ActivationEnded { unit } => format!("{} ends its activation.", unit_name(*unit)),
        Event::TurnEnded { turn } => format!("Turn {turn} ends."),
        Event::Moved { model, gait, from, way, actions } => {
            moves::moved(world, *model, *gait, from, way, *actions)
        }
        Event::Manoeuvred { unit, manoeuvre, actions } => {
            moves::manoeuvred(world, *unit, manoeuvre, *actions)
        }
        Event::FormedUp { unit, from, to } => {
            let (from, to) = (formation(*from), formation(*to));
            format!("{} changes formation from {from} to {to}.", unit_name(*unit))
        }
        Event::Reorganised { unit, models, actions } => {
            let models = count(models.len(), "model");
            format!("{} reorganises its ranks{}: {models} moved.", unit_name(*unit), paid(*actions))
        }
        Event::LeftUnit { model, unit } => {
            format!("{} leaves {}.", name(*model), unit_name(*unit))
        }
        Event::JoinedUnit { model, unit } => {
            format!("{} joins {}.", name(*model), unit_name(*unit))
        }
        Event::ChargeDeclared { unit, target } => {
            format!("{} declares a charge against {}.", unit_name(*unit), unit_name(*target))
        }
        Event::Charged { unit, target, contacts, momentum } => {
            let (unit, target) = (unit_name(*unit), unit_name(*target));
            let models = count(contacts.len(), "model");
            let gain = match (momentum, contacts.len()) {
                (0, _) => String::new(),
                (gain, 1) => format!(" with {gain} momentum"),
                // Those who had done something else before have none.
                (gain, _) => format!(", each with up to {gain} momentum"),
            };
            format!("{unit} charges {target}: {models} in contact{gain}.")
        }
        Event::Daunted { unit, target } => {
            format!("{} doesn't dare to charge {}.", unit_name(*unit), unit_name(*target))
        }
        Event::Frightened { unit } => {
            format!("{} is frightened and fights this round as if panicked.", unit_name(*unit))
        }
        Event::InReach { model, enemy } => {
            format!("{} stops where its weapon reaches {}.", name(*model), name(*enemy))
        }
        Event::PushedBack { unit, target, models, actions } => {
            let models = count(models.len(), "model");
            let (unit, target) = (unit_name(*unit), unit_name(*target));
            format!("{unit} pushes on{} and drives back {models} of {target}.", paid(*actions))
        }
        Event::RanOver { model, target, strength } => {
            format!("{} drives over {}: a hit of strength {strength}.", name(*model), name(*target))
        }
        Event::FellShort { unit, target, gap, why } => {
            let why = shortfall(world, *target, *why);
            let (unit, target, gap) = (unit_name(*unit), unit_name(*target), gap.to_tenths());
            format!("{unit} falls {gap} short of {target}: {why}.")
        }
        Event::Fled { unit, from } => {
            format!("{} flees from {}.", unit_name(*unit), unit_name(*from))
        }
        Event::StoodUp { model, actions } => {
            format!("{} stands up{}.", name(*model), paid(*actions))
        }
        Event::Struck { attacker, target, weapon, roll, result, actions: _ } => {
            attacks::struck(world, *attacker, *target, weapon, roll.as_ref(), *result)
        }
        Event::Shot {
            shooter,
            unit: _,
            target,
            weapon,
            range,
            cover,
            roll,
            result,
            actions: _,
        } => {
            attacks::shot(world, *shooter, *target, weapon, *range, *cover, roll.as_ref(), *result)
        }
        Event::WhoWasHit { rolls, hit } => attacks::who_was_hit(world, rolls, *hit),
        Event::Breathed { model, weapon, laid: _, actions } => {
            templates::breathed(world, *model, weapon, *actions)
        }
        Event::Threw { thrower, with, weapon, target, at: _, range, roll, result, actions: _ } => {
            let thrown = templates::Thrown { thrower: *thrower, with, weapon, target: *target };
            templates::threw(world, &thrown, *range, roll, *result)
        }
        Event::Bombarded {
            shooter,
            by,
            weapon,
            target,
            at: _,
            range,
            cover: _,
            roll,
            result,
            actions: _,
        } => {
            let shot = templates::Bombarded {
                shooter: *shooter,
                by: *by,
                weapon,
                target: *target,
                range: *range,
            };
            templates::bombarded(world, &shot, roll.as_ref(), *result)
        }
        Event::Loaded { model, actions } => {
            format!("{} is loaded{}.", name(*model), paid(*actions))
        }
        Event::FlewOn { attacker: _, from: _, way: _, length, roll } => {
            format!(
                "The missile flies on: D{} rolls {}, so up to {length}.",
                roll.sides, roll.result
            )
        }
        Event::FlightEnded { attacker: _, at: _, terrain } => {
            let kind = world.terrain(*terrain).map_or("table", |t| &t.kind);
            format!("The missile stops at the {kind}.")
        }
        Event::TooLarge { model, attacker } => format!(
            "The hit by {} does nothing to {}, which is so large that only siege weapons can hurt it.",
            name(*attacker),
            name(*model)
        ),
        Event::Used { model, what, at, caught, actions } => {
            let told = what.rules().told(world, *at);
            let caught = list(caught.iter().map(|&model| name(model).to_owned()));
            let caught = if caught.is_empty() { caught } else { format!(": {caught}") };
            format!("{} {told}{}{caught}.", name(*model), paid(*actions))
        }
        Event::Leapt { model, roll, length, caught: _ } => {
            format!("{} rolls {} and leaps {length}.", name(*model), roll.result)
        }
        Event::WentOver { attacker, model, target } => format!(
            "{} has already fallen, so the other hit by {} strikes {}.",
            name(*model),
            name(*attacker),
            name(*target)
        ),
        Event::ElementHit { unit, roll, hit } => {
            let (unit, hit) = (unit_name(*unit), name(*hit));
            format!(
                "Weapon or crew of {unit} (the crew on 1 to {CREW_HIT}): rolls {}: {hit}.",
                roll.result
            )
        }
        Event::Deviated { attacker: _, aimed_at: _, lands: _, direction, distance, roll: _ } => {
            templates::deviated(direction.result, *distance)
        }
        Event::TemplateLaid { attacker: _, laid, wholly, partly } => {
            templates::laid(world, laid, wholly, partly)
        }
        Event::PartlyCovered { model, roll, struck } => {
            let outcome = if *struck { "hit" } else { "spared" };
            format!("{} is partly under the template: {}: {outcome}.", name(*model), rolled(roll))
        }
        Event::Parried { model, attacker, roll, parried, opened } => {
            let outcome = match (parried, opened) {
                (true, _) => "parried".to_owned(),
                (false, true) => format!("leaves an opening, armour {} worse", -OPENING.by),
                (false, false) => "not parried".to_owned(),
            };
            let (model, attacker) = (name(*model), name(*attacker));
            format!("{model} tries to parry {attacker}: {}: {outcome}.", rolled(roll))
        }
        Event::Evaded { model, attacker, roll, evaded } => {
            let outcome = if *evaded { "evaded" } else { "not evaded" };
            let (model, attacker) = (name(*model), name(*attacker));
            format!("{model} tries to evade {attacker}: {}: {outcome}.", rolled(roll))
        }
        Event::Saved { model, roll, saved } => {
            let outcome = if *saved { "saved" } else { "not saved" };
            format!("Armour save of {}: {}: {outcome}.", name(*model), rolled(roll))
        }
        Event::NoSave { model, why } => format!("{} gets no armour save: {why}.", name(*model)),
        Event::DamageRolled { model, roll, wounded, wounds_left } => {
            let outcome = attacks::wounded(*wounded, *wounds_left);
            format!("Damage to {}: {}: {outcome}.", name(*model), rolled(roll))
        }
        Event::Wounded { model, attacker, wounds_left } => {
            let (model, attacker) = (name(*model), name(*attacker));
            let outcome = attacks::wounded(true, *wounds_left);
            format!("{attacker} needs no roll to damage {model}: {outcome}.")
        }
        Event::Endured { model, roll, endured, wounds_left } => {
            let outcome = attacks::wounded(!endured, *wounds_left);
            format!("Toughness test of {}: {}: {outcome}.", name(*model), rolled(roll))
        }
        Event::KnockedProne { model } => format!("{} is knocked prone.", name(*model)),
        Event::WoundIgnored { model, attacker } => {
            let (model, attacker) = (name(*model), name(*attacker));
            format!("{model} ignores the first wound by its nemesis, {attacker}.")
        }
        Event::Overloaded { model, roll, wounds, wounds_left } => {
            let blow = roll.as_ref().map_or_else(String::new, |roll| {
                let wounds = count(usize::from(*wounds), "wound");
                format!(" and rolls {}, so that its blow may take {wounds}", roll.result)
            });
            let left = count(usize::from(*wounds_left), "wound");
            format!("{} overloads its boiler{blow}. It has {left} left.", name(*model))
        }
        Event::Splashed { model, caught } => {
            let caught = list(caught.iter().map(|&model| name(model).to_owned()));
            format!("The blood of {} splashes {caught}.", name(*model))
        }
        Event::LaidLow { model } => {
            format!("{} has no wounds left and lies low until the turn ends.", name(*model))
        }
        Event::Regenerated { model, roll, regained, wounds_left } => {
            let outcome = if *regained {
                format!("{} left now", count(usize::from(*wounds_left), "wound"))
            } else {
                "the wound stays open".to_owned()
            };
            format!("{} regenerates: {}: {outcome}.", name(*model), rolled(roll))
        }
        Event::MishapRolled { model, mishap, roll, befell } => {
            let (may, spared, happens) = match mishap {
                Mishap::Confusion => ("be confused", "keeps its wits", "does nothing"),
                Mishap::Malfunction => ("malfunction", "works", "can't move in this activation"),
                Mishap::Vanishing => ("vanish", "stays", "is gone"),
            };
            let outcome = if *befell { happens } else { spared };
            format!("{} may {may}: {}: it {outcome}.", name(*model), rolled(roll))
        }
        Event::Fell { model, cause, at: _ } => attacks::fell(world, *model, *cause),
        Event::BrokeOff { model } => format!("{} breaks off from close combat.", name(*model)),
        Event::FollowedUp { model, into } => match into {
            Some(enemy) => format!("{} follows up into {}.", name(*model), name(*enemy)),
            None => format!("{} follows up.", name(*model)),
        },
        Event::CommandTested { unit, reason, roll, passed } => {
            let outcome = if *passed { "passed" } else { "failed" };
            let why = reason_text(*reason);
            format!("{} takes a command test {why}: {}: {outcome}.", unit_name(*unit), rolled(roll))
        }
        Event::Unwavering { unit } => {
            format!("{} is unwavering and takes no test.", unit_name(*unit))
        }
        Event::PanicRolled { unit, roll, bonus, result } => {
            let bonus = if *bonus == 0 { String::new() } else { format!(" {bonus:+}") };
            let outcome = match result {
                PanicResult::StandFirm => "may stand or retreat",
                PanicResult::Retreat => "retreats",
                PanicResult::Terrified => "terrified",
                PanicResult::Destroyed => "scattered and destroyed",
            };
            format!(
                "{} rolls {}{bonus} on the panic table: {outcome}.",
                unit_name(*unit),
                shown(roll)
            )
        }
        Event::MasteryRolled { unit, roll } => format!(
            "{} is a unit of masters and rolls {}, which it may add to its saves once.",
            unit_name(*unit),
            roll.result
        ),
        Event::MasteryUsed { unit, by } => {
            format!("{} uses its mastery: its saves are at +{by} for now.", unit_name(*unit))
        }
        Event::Ignored { unit } => {
            format!("{} is too proud to panic and ignores its failed test.", unit_name(*unit))
        }
        Event::StoodFirm { unit } => format!("{} is panicked but stands firm.", unit_name(*unit)),
        Event::Retreated { unit } => format!("{} retreats in panic.", unit_name(*unit)),
        Event::Rallied { unit, actions } => {
            let actions = count(usize::from(*actions), "action");
            format!("{} rallies and has at most {actions} left.", unit_name(*unit))
        }
        Event::Held { unit, standing } => {
            format!("{} goes on hold, told to {standing}.", unit_name(*unit))
        }
        Event::Instructed { unit, standing } => {
            format!("{} is now told to {standing}.", unit_name(*unit))
        }
        Event::Responded { unit, to } => {
            format!("{} responds to {}.", unit_name(*unit), unit_name(*to))
        }
        Event::HoldEnded { unit } => format!("{} is no longer on hold.", unit_name(*unit)),
        Event::Cast { model, with, spell, at, caught, roll, cast, actions } => {
            let casting = magic::Cast { model: *model, with, spell: *spell, at: *at, caught };
            magic::cast(world, &casting, roll, *cast, *actions)
        }
        Event::Resisted { model, spell, roll, resisted } => {
            let outcome = if *resisted { "resisted" } else { "not resisted" };
            format!(
                "{} tries to resist {}: {}: {outcome}.",
                name(*model),
                spell.name(),
                rolled(roll)
            )
        }
        Event::SpellRolled { model: _, spell, roll, caught } => {
            magic::spell_rolled(world, *spell, roll, caught)
        }
        Event::TrodQuicksand { model, roll, swallowed } => {
            let outcome = if *swallowed { "it sinks" } else { "it gets through" };
            format!("{} moves in quicksand: {}: {outcome}.", name(*model), shown(roll))
        }
        Event::Concentrated { model, actions } => {
            format!("{} concentrates on its next spell{}.", name(*model), paid(*actions))
        }
        Event::Healed { model, wounds_left } => {
            let left = count(usize::from(*wounds_left), "wound");
            format!("{} is healed and has {left} now.", name(*model))
        }
        Event::KeptUp { model, what, actions } => {
            format!("{} keeps up {}{}.", name(*model), spell_on(world, *what), paid(*actions))
        }
        Event::Cancelled { model, what, roll, cancelled, actions } => {
            let outcome = if *cancelled { "cancelled" } else { "in vain" };
            let (model, what) = (name(*model), spell_on(world, *what));
            let (cost, rolled) = (paid(*actions), rolled(roll));
            format!("{model} tries to cancel {what}{cost}: {rolled}: {outcome}.")
        }
        Event::SpellEnded { what, why } => magic::ended(world, *what, *why),
        Event::ActivationLost { unit } => {
            format!("{} is frozen and loses its activation.", unit_name(*unit))
        }
        Event::Lured { unit, by } => {
            format!("{} is lured and has to go to {}.", unit_name(*unit), name(*by))
        }
        Event::SawAhead { model, left } => format!(
            "{} has foreseen it, so that the die is rolled again. {}",
            name(*model),
            foresight_left(*left)
        ),
        Event::Rose { by, unit, formed, models } => {
            magic::rose(world, *by, unit.map(|unit| (unit, *formed)), models)
        }
        Event::RanksBroken { unit } => format!("The ranks of {} are broken.", unit_name(*unit)),
        Event::Conceded { side } => format!("{}.", world.side_does(*side, "concedes", "concede")),
        Event::Ended { outcome } => ended(world, outcome),
    }
}

/// A test's die and number: `rolls 4, needs 6 (5, +1 charging)`, with the dice that don't count:
/// `rolls 4 (9 set aside), needs 6`.
fn rolled(roll: &Roll) -> String {
    let shown = shown(roll);
    match &roll.needed {
        Some(needed) => format!("rolls {shown}, needs {needed}"),
        None => format!("rolls {shown}"),
    }
}

/// What a die shows with what is added to it, as `6 (4 +2)`, and those that were put aside for it.
fn shown(roll: &Roll) -> String {
    let mut shown = roll.total().to_string();
    if !roll.added.is_empty() {
        let added = roll.added.iter().map(|added| format!(" {:+}", added.value()));
        shown.push_str(&format!(" ({}{})", roll.result, added.collect::<String>()));
    }
    if !roll.aside.is_empty() {
        shown.push_str(&format!(" ({} set aside)", list(roll.aside.iter().map(self::shown))));
    }
    shown
}

fn contest(world: &World, rolls: &[(SideId, Roll)]) -> String {
    rounds(rolls, |(side, roll)| die_of(world, *side, roll))
}

/// The dice of several sides, who have rolled again after each tie.
fn rounds(rolls: &[(SideId, Roll)], each: impl Fn(&(SideId, Roll)) -> String) -> String {
    let mut rounds: Vec<&[(SideId, Roll)]> = Vec::new();
    let mut rest = rolls;
    while let Some((first, others)) = rest.split_first() {
        let again = others.iter().position(|other| other.0 == first.0);
        let (round, left) = rest.split_at(again.map_or(rest.len(), |place| place + 1));
        rounds.push(round);
        rest = left;
    }
    let told: Vec<String> = rounds.iter().map(|round| list(round.iter().map(&each))).collect();
    told.join(", a tie; then ")
}

/// Whose die it is and what it shows, within a sentence.
fn die_of(world: &World, side: SideId, roll: &Roll) -> String {
    format!("{} {}", world.side_within(side), roll.result)
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// What something cost, if anything: ` for 3 actions`.
fn paid(actions: u8) -> String {
    if actions == 0 {
        String::new()
    } else {
        format!(" for {}", count(usize::from(actions), "action"))
    }
}

fn formation(formation: Formation) -> String {
    match formation {
        Formation::Ranked { frontage } => format!("ranks of {frontage}"),
        Formation::Closed => "closed".to_owned(),
        Formation::Skirmish => "skirmish".to_owned(),
        Formation::Dispersed => "dispersed".to_owned(),
    }
}

fn reason_text(reason: TestReason) -> &'static str {
    match reason {
        TestReason::Losses => "for its losses",
        TestReason::Rally => "to rally",
        TestReason::ShootIntoCombat => "to shoot into close combat",
        TestReason::Fear => "against fear",
        TestReason::Slaughter => "at the sight of a slaughter",
        TestReason::Brutes => "to fight brutes",
        TestReason::Taunt => "against taunts",
        TestReason::FollowUp { .. } => "to follow up",
        TestReason::Magic => "against a spell",
        TestReason::Lure => "to break the hold of a lure",
    }
}

fn ended(world: &World, outcome: &Outcome) -> String {
    let points = list(outcome.tallies.iter().map(|tally| {
        let side = world.side_within(tally.side);
        let noun = if tally.points == 1 { "point" } else { "points" };
        format!("{side} {} {noun}", tally.points)
    }));
    let points = if points.is_empty() { points } else { format!(" ({points})") };
    let reason = decided::reason(world);
    let reason = within_sentence(reason.trim_end_matches('.'));
    match outcome.winner {
        Some(side) => format!("{}: {reason}{points}.", world.side_does(side, "wins", "win")),
        None => format!("A draw: {reason}{points}."),
    }
}
