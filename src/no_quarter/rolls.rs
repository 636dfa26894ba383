//! The dice behind an event and whose they are. The dice tray, the log and statistics count on every
//! die being behind exactly one event.

use bevy::prelude::World;

use super::event::Event;
use crate::{
    battle::{BattleWorld, ModelId, SideId, UnitId},
    no_quarter::dice::Roll,
};

/// One die behind an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolled<'a> {
    /// Whose die it is.
    pub side: SideId,
    /// The unit that rolled it; none if the side did.
    pub unit: Option<UnitId>,
    /// The die.
    pub roll: &'a Roll,
}

/// The dice behind an event, in the order they were rolled, with the side that rolled them: those that
/// were put aside before the one that counts, and what is added to it after it.
pub fn rolls<'a>(world: &World, event: &'a Event) -> Vec<Rolled<'a>> {
    let counting = counting(world, event).into_iter();
    counting.flat_map(with_aside).collect()
}

/// A die after those that were put aside for it, and before those that are added to it.
fn with_aside(rolled: Rolled<'_>) -> Vec<Rolled<'_>> {
    let Rolled { roll, .. } = rolled;
    let aside = roll.aside.iter().flat_map(|aside| with_aside(Rolled { roll: aside, ..rolled }));
    let added = roll.added.iter().map(|added| Rolled { roll: &added.roll, ..rolled });
    aside.chain([rolled]).chain(added.flat_map(with_aside)).collect()
}

/// The dice that count.
fn counting<'a>(world: &World, event: &'a Event) -> Vec<Rolled<'a>> {
    let contest = |rolls: &'a [(SideId, Roll)]| {
        rolls.iter().map(|(side, roll)| Rolled { side: *side, unit: None, roll }).collect()
    };
    let of_unit = |unit: UnitId, roll| Rolled { side: world.side_of(unit), unit: Some(unit), roll };
    let one = |model: ModelId, roll: Option<&'a Roll>| {
        // The attacker rolls for damage on whom it hit, for instance.
        let roller = |roll: &Roll| world.unit_of(roll.roller.map_or(model, ModelId));
        roll.into_iter().map(|roll| of_unit(roller(roll), roll)).collect()
    };
    match event {
        Event::DeploymentRolled { rolls, .. }
        | Event::TerrainRolled { rolls, .. }
        | Event::LatecomersRolled { rolls, .. }
        | Event::InitiativeRolled { rolls, .. } => contest(rolls),
        Event::LengthRolled { roll, .. } => {
            vec![Rolled { side: world.frame().side, unit: None, roll }]
        }
        Event::CommandTested { unit, roll, .. }
        | Event::PanicRolled { unit, roll, .. }
        | Event::MasteryRolled { unit, roll } => {
            vec![of_unit(*unit, roll)]
        }
        Event::Struck { attacker: model, roll, .. }
        | Event::Shot { shooter: model, roll, .. }
        | Event::Bombarded { shooter: model, roll, .. }
        | Event::Overloaded { model, roll, .. } => one(*model, roll.as_ref()),
        Event::WhoWasHit { rolls, hit } => {
            rolls.iter().flat_map(|(_, roll)| one(*hit, Some(roll))).collect()
        }
        Event::Threw { thrower: model, roll, .. }
        | Event::FlewOn { attacker: model, roll, .. }
        | Event::ElementHit { hit: model, roll, .. }
        | Event::PartlyCovered { model, roll, .. }
        | Event::Leapt { model, roll, .. }
        | Event::Parried { model, roll, .. }
        | Event::Evaded { model, roll, .. }
        | Event::Cast { model, roll, .. }
        | Event::Resisted { model, roll, .. }
        | Event::SpellRolled { model, roll, .. }
        | Event::TrodQuicksand { model, roll, .. }
        | Event::Cancelled { model, roll, .. }
        | Event::Saved { model, roll, .. }
        | Event::MishapRolled { model, roll, .. }
        | Event::Regenerated { model, roll, .. }
        | Event::Endured { model, roll, .. }
        | Event::DamageRolled { model, roll, .. } => one(*model, Some(roll)),
        Event::Deviated { attacker, direction, roll, .. } => {
            let mut dice: Vec<Rolled> = one(*attacker, Some(direction));
            dice.extend::<Vec<Rolled>>(one(*attacker, roll.as_ref()));
            dice
        }
        Event::Deployed { .. }
        | Event::TerrainLaid { .. }
        | Event::EdgeChosen { .. }
        | Event::KeptBack { .. }
        | Event::Entered { .. }
        | Event::TurnBegan { .. }
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
        | Event::Breathed { .. }
        | Event::Loaded { .. }
        | Event::TemplateLaid { .. }
        | Event::NoSave { .. }
        | Event::FlightEnded { .. }
        | Event::TooLarge { .. }
        | Event::Used { .. }
        | Event::WentOver { .. }
        | Event::Wounded { .. }
        | Event::KnockedProne { .. }
        | Event::Splashed { .. }
        | Event::LaidLow { .. }
        | Event::WoundIgnored { .. }
        | Event::Fell { .. }
        | Event::BrokeOff { .. }
        | Event::FollowedUp { .. }
        | Event::Unwavering { .. }
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
        | Event::Concentrated { .. }
        | Event::Healed { .. }
        | Event::KeptUp { .. }
        | Event::SpellEnded { .. }
        | Event::ActivationLost { .. }
        | Event::Lured { .. }
        | Event::SawAhead { .. }
        | Event::Rose { .. }
        | Event::Conceded { .. }
        | Event::Ended { .. } => Vec::new(),
    }
}
