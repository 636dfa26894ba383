//! Events that are told in one line: the attacks that a unit makes one after another with all that
//! comes of them, and the moves of many of its models.

use bevy::prelude::World;

use super::{concerns::Concerns, icons, told};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            count, listed,
            telling::{Passage, Told, Weight},
        },
    },
    no_quarter::{
        Event,
        event::{Cause, Gait, HitResult},
        rolls::rolls,
        sentence,
    },
};

/// One line for the first few of some events, if they belong together.
pub(super) fn passage(world: &World, events: &[Event]) -> Option<Passage> {
    attacks(world, events).or_else(|| moves(world, events))
}

/// Moves of many models of a unit.
fn moves(world: &World, events: &[Event]) -> Option<Passage> {
    let (count, text) = sentence::of_moves(world, events)?;
    let first = told::told(world, events.first()?);
    // Otherwise another line tells it of the whole unit.
    let told = (!first.detail).then_some(Told { text, ..first })?;
    Some(Passage { events: count, told, tally: String::new() })
}

/// How an attack is made. Attacks of one kind by the same unit belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Blow,
    Shot,
    Burst,
    Breath,
    Throw,
    Spell,
    Other,
}

impl Attack {
    /// So many of them.
    fn counted(self, number: usize) -> String {
        let name = match self {
            Self::Blow => "blow",
            Self::Shot | Self::Burst => "shot",
            Self::Breath => "breath",
            Self::Throw => "throw",
            Self::Spell => "spell",
            Self::Other => "attack",
        };
        count(number, name)
    }
}

/// What an event is in a volley or a fight.
enum Share {
    /// An attack by a unit.
    Attack(UnitId, Attack),
    /// What comes of one.
    Outcome,
    /// What happens between two attacks.
    Between,
    /// Something else.
    Nothing,
}

fn share(world: &World, event: &Event) -> Share {
    let attack = |model, attack| Share::Attack(world.unit_of(model), attack);
    match event {
        Event::Struck { attacker, .. } => attack(*attacker, Attack::Blow),
        Event::Shot { shooter, .. } => attack(*shooter, Attack::Shot),
        Event::Bombarded { shooter, .. } => attack(*shooter, Attack::Burst),
        Event::Breathed { model, .. } => attack(*model, Attack::Breath),
        Event::Threw { thrower, .. } => attack(*thrower, Attack::Throw),
        Event::Used { model, .. } => attack(*model, Attack::Other),
        Event::Cast { model, spell, .. } if spell.harms() => attack(*model, Attack::Spell),
        Event::WhoWasHit { .. }
        | Event::FlewOn { .. }
        | Event::FlightEnded { .. }
        | Event::ElementHit { .. }
        | Event::TooLarge { .. }
        | Event::WentOver { .. }
        | Event::Leapt { .. }
        | Event::Resisted { .. }
        | Event::Deviated { .. }
        | Event::TemplateLaid { .. }
        | Event::PartlyCovered { .. }
        | Event::Parried { .. }
        | Event::Evaded { .. }
        | Event::Wounded { .. }
        | Event::Saved { .. }
        | Event::NoSave { .. }
        | Event::DamageRolled { .. }
        | Event::Endured { .. }
        | Event::KnockedProne { .. }
        | Event::Splashed { .. }
        | Event::Overloaded { .. }
        | Event::WoundIgnored { .. }
        | Event::LaidLow { .. }
        | Event::Fell { cause: Cause::Slain { .. } | Cause::Captured { .. }, .. } => Share::Outcome,
        Event::SpellRolled { spell, .. } if spell.harms() => Share::Outcome,
        Event::FollowedUp { .. } | Event::Moved { gait: Gait::FollowUp | Gait::CloseUp, .. } => {
            Share::Between
        }
        Event::Fell {
            cause:
                Cause::Scattered
                | Cause::RanOff
                | Cause::Vanished
                | Cause::BlewUp
                | Cause::Swallowed { .. }
                | Cause::Sacrificed { .. },
            ..
        }
        | Event::DeploymentRolled { .. }
        | Event::Deployed { .. }
        | Event::TerrainRolled { .. }
        | Event::TerrainLaid { .. }
        | Event::EdgeChosen { .. }
        | Event::LatecomersRolled { .. }
        | Event::KeptBack { .. }
        | Event::Entered { .. }
        | Event::TurnBegan { .. }
        | Event::LengthRolled { .. }
        | Event::InitiativeRolled { .. }
        | Event::Activated { .. }
        | Event::ActivationEnded { .. }
        | Event::TurnEnded { .. }
        | Event::Moved { .. }
        | Event::Manoeuvred { .. }
        | Event::FormedUp { .. }
        | Event::Reorganised { .. }
        | Event::LeftUnit { .. }
        | Event::JoinedUnit { .. }
        | Event::ChargeDeclared { .. }
        | Event::Charged { .. }
        | Event::Daunted { .. }
        | Event::Frightened { .. }
        | Event::InReach { .. }
        | Event::PushedBack { .. }
        | Event::RanOver { .. }
        | Event::FellShort { .. }
        | Event::Fled { .. }
        | Event::StoodUp { .. }
        | Event::Loaded { .. }
        | Event::BrokeOff { .. }
        | Event::MishapRolled { .. }
        | Event::Regenerated { .. }
        | Event::CommandTested { .. }
        | Event::Unwavering { .. }
        | Event::PanicRolled { .. }
        | Event::MasteryRolled { .. }
        | Event::MasteryUsed { .. }
        | Event::Ignored { .. }
        | Event::StoodFirm { .. }
        | Event::Retreated { .. }
        | Event::Rallied { .. }
        | Event::Held { .. }
        | Event::Instructed { .. }
        | Event::Responded { .. }
        | Event::HoldEnded { .. }
        | Event::RanksBroken { .. }
        | Event::Cast { .. }
        | Event::SpellRolled { .. }
        | Event::TrodQuicksand { .. }
        | Event::Concentrated { .. }
        | Event::Healed { .. }
        | Event::KeptUp { .. }
        | Event::Cancelled { .. }
        | Event::SpellEnded { .. }
        | Event::ActivationLost { .. }
        | Event::Lured { .. }
        | Event::SawAhead { .. }
        | Event::Rose { .. }
        | Event::Conceded { .. }
        | Event::Ended { .. } => Share::Nothing,
    }
}

/// A lone attack that came to no more lines than these is told by them.
const FEW: usize = 4;

/// The attacks of one kind that a unit makes, with what comes of them.
fn attacks(world: &World, events: &[Event]) -> Option<Passage> {
    let Share::Attack(by, attack) = share(world, events.first()?) else { return None };
    let mut end = 0;
    for (place, event) in events.iter().enumerate() {
        match share(world, event) {
            Share::Attack(unit, another) if (unit, another) == (by, attack) => end = place + 1,
            Share::Outcome => end = place + 1,
            Share::Between => {}
            Share::Attack(..) | Share::Nothing => break,
        }
    }
    if end < 2 {
        return None;
    }
    let events = &events[..end];
    let mut tally = Tally::default();
    events.iter().for_each(|event| tally.add(world, event));
    if tally.attacks < 2 && end <= FEW {
        return None;
    }
    let mut units: Vec<UnitId> =
        events.iter().flat_map(|event| Concerns::of(event).all_units(world)).collect();
    units.sort_unstable();
    units.dedup();
    let (made, came) = (attack.counted(tally.attacks), tally.outcome());
    let at = tally.at(world).map_or(String::new(), |names| format!(" at {names}"));
    let told = Told {
        text: format!("{}: {made}{at}, {came}.", world.unit_name(by)),
        by: Some(by),
        units,
        icon: icons::of(&events[0]),
        weight: if tally.fallen() > 0 { Weight::Grave } else { Weight::Plain },
        detail: false,
        rolled: events.iter().any(|event| !rolls(world, event).is_empty()),
    };
    Some(Passage { events: end, told, tally: format!("{made}, {came}") })
}

/// What attacks came to, counted.
#[derive(Debug, Default)]
struct Tally {
    attacks: usize,
    /// Whom they were aimed at, in the order in which they were.
    at: Vec<UnitId>,
    hit: usize,
    /// Whether an attack hits as many as it happens to catch.
    catches: bool,
    fumbled: usize,
    parried: usize,
    evaded: usize,
    saved: usize,
    /// Wounds of those who still stand.
    wounded: usize,
    prone: usize,
    slain: usize,
    captured: usize,
}

impl Tally {
    fn add(&mut self, world: &World, event: &Event) {
        match event {
            Event::Struck { target, result, .. } => self.attack(world.unit_of(*target), *result),
            Event::Shot { unit, result, .. } => self.attack(*unit, *result),
            Event::Bombarded { result, .. } | Event::Threw { result, .. } => {
                // Who is hit is known when the template comes down.
                self.attacks += 1;
                self.fumbled += usize::from(*result == HitResult::Fumbled);
            }
            Event::Breathed { .. } => self.attacks += 1,
            Event::Used { caught, .. } => {
                self.attacks += 1;
                self.catch(world, caught);
            }
            Event::Cast { caught, .. } => {
                self.attacks += 1;
                self.catch(world, caught);
            }
            Event::SpellRolled { caught, .. } => self.catch(world, caught),
            Event::TemplateLaid { wholly, partly, .. } => {
                self.catches = true;
                self.hit += wholly.len();
                wholly.iter().chain(partly).for_each(|&model| self.aim(world.unit_of(model)));
            }
            Event::PartlyCovered { struck, .. } => self.hit += usize::from(*struck),
            Event::Parried { parried, .. } => self.parried += usize::from(*parried),
            Event::Evaded { evaded, .. } => self.evaded += usize::from(*evaded),
            Event::Saved { saved, .. } => self.saved += usize::from(*saved),
            Event::DamageRolled { wounded, wounds_left, .. } => {
                self.wounded += usize::from(*wounded && *wounds_left > 0);
            }
            Event::Wounded { wounds_left, .. } => self.wounded += usize::from(*wounds_left > 0),
            Event::Endured { endured, wounds_left, .. } => {
                self.wounded += usize::from(!*endured && *wounds_left > 0);
            }
            Event::KnockedProne { .. } => self.prone += 1,
            Event::Fell { cause: Cause::Slain { .. }, .. } => self.slain += 1,
            Event::Fell { cause: Cause::Captured { .. }, .. } => self.captured += 1,
            _ => {}
        }
    }

    /// Counts those who are hit without a roll for each.
    fn catch(&mut self, world: &World, caught: &[ModelId]) {
        self.catches |= !caught.is_empty();
        self.hit += caught.len();
        caught.iter().for_each(|&model| self.aim(world.unit_of(model)));
    }

    fn attack(&mut self, at: UnitId, result: HitResult) {
        self.attacks += 1;
        self.aim(at);
        match result {
            HitResult::Hit
            | HitResult::MasterfulHit
            | HitResult::Automatic
            | HitResult::Helpless => self.hit += 1,
            HitResult::Fumbled => self.fumbled += 1,
            HitResult::Missed | HitResult::OutOfRange => {}
        }
    }

    fn aim(&mut self, at: UnitId) {
        if !self.at.contains(&at) {
            self.at.push(at);
        }
    }

    /// Whom they were aimed at, by name.
    fn at(&self, world: &World) -> Option<String> {
        let names: Vec<&str> = self.at.iter().map(|&unit| world.unit_name(unit)).collect();
        (!names.is_empty()).then(|| listed(&names))
    }

    fn fallen(&self) -> usize {
        self.slain + self.captured
    }

    /// What came of them: "5 hit, 2 saved, 1 slain"; where one attack may hit many, "5 models hit".
    fn outcome(&self) -> String {
        // Some do harm without a roll to hit.
        let harmed = self.wounded + self.prone + self.fallen() > 0;
        let hit = match (self.hit, self.catches) {
            (0, _) if harmed => None,
            (0, true) => Some("nobody hit".to_owned()),
            (0, false) => Some("none hit".to_owned()),
            (hit, true) => Some(format!("{} hit", count(hit, "model"))),
            (hit, false) => Some(format!("{hit} hit")),
        };
        let mut parts: Vec<String> = hit.into_iter().collect();
        let counted = [
            (self.parried, "parried"),
            (self.evaded, "evaded"),
            (self.saved, "saved"),
            (self.wounded, "wounded"),
            (self.prone, "knocked prone"),
            (self.slain, "slain"),
            (self.captured, "captured"),
        ];
        let said = counted.into_iter().filter(|&(number, _)| number > 0);
        parts.extend(said.map(|(number, what)| format!("{number} {what}")));
        if self.hit > 0 && self.wounded + self.fallen() == 0 {
            parts.push("none wounded".to_owned());
        }
        if self.fumbled > 0 {
            parts.push(count(self.fumbled, "fumble"));
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests;
