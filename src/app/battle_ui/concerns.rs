//! Which models and units an event is about, and whether dice were rolled for it.

use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{Event, event::Cause},
};

/// Whom an event is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concerns {
    /// Models by themselves.
    pub models: Vec<ModelId>,
    /// Whole units.
    pub units: Vec<UnitId>,
    /// Whether dice were rolled.
    pub rolled: bool,
}

impl Concerns {
    fn models(models: impl IntoIterator<Item = ModelId>, rolled: bool) -> Self {
        Self { models: models.into_iter().collect(), units: Vec::new(), rolled }
    }

    fn units(units: impl IntoIterator<Item = UnitId>, rolled: bool) -> Self {
        Self { models: Vec::new(), units: units.into_iter().collect(), rolled }
    }

    /// Of an event.
    pub fn of(event: &Event) -> Self {
        match event {
            Event::DeploymentRolled { .. }
            | Event::TerrainRolled { .. }
            | Event::InfiltratorsRolled { .. }
            | Event::LengthRolled { .. }
            | Event::InitiativeRolled { .. } => Self { rolled: true, ..Self::default() },
            Event::TerrainLaid { .. }
            | Event::EdgeChosen { .. }
            | Event::TurnBegan { .. }
            | Event::TurnEnded { .. }
            | Event::Conceded { .. }
            | Event::Ended { .. } => Self::default(),
            Event::Deployed { unit }
            | Event::KeptBack { unit }
            | Event::Entered { unit }
            | Event::Activated { unit, .. }
            | Event::ActivationEnded { unit }
            | Event::Manoeuvred { unit, .. }
            | Event::FormedUp { unit, .. }
            | Event::Reorganised { unit, .. }
            | Event::Unwavering { unit }
            | Event::StoodFirm { unit }
            | Event::Retreated { unit }
            | Event::Rallied { unit, .. }
            | Event::Held { unit, .. }
            | Event::Instructed { unit, .. }
            | Event::HoldEnded { unit }
            | Event::Frightened { unit }
            | Event::RanksBroken { unit } => Self::units([*unit], false),
            Event::ChargeDeclared { unit, target }
            | Event::Charged { unit, target, .. }
            | Event::FellShort { unit, target }
            | Event::Daunted { unit, target }
            | Event::PushedBack { unit, target, .. } => Self::units([*unit, *target], false),
            Event::Fled { unit, from } => Self::units([*unit, *from], false),
            Event::Responded { unit, to } => Self::units([*unit, *to], false),
            Event::CommandTested { unit, .. } | Event::PanicRolled { unit, .. } => {
                Self::units([*unit], true)
            }
            Event::LeftUnit { model, unit } | Event::JoinedUnit { model, unit } => {
                Self { models: vec![*model], units: vec![*unit], rolled: false }
            }
            Event::Moved { model, .. }
            | Event::StoodUp { model, .. }
            | Event::NoSave { model, .. }
            | Event::KnockedProne { model }
            | Event::Breathed { model, .. }
            | Event::Loaded { model, .. }
            | Event::BrokeOff { model } => Self::models([*model], false),
            Event::Struck { attacker, target, roll, .. } => {
                Self::models([*attacker, *target], roll.is_some())
            }
            Event::Shot { shooter, target, roll, .. } => {
                Self::models([*shooter, *target], roll.is_some())
            }
            Event::WhoWasHit { hit, .. } => Self::models([*hit], true),
            Event::Threw { thrower, with, target, .. } => {
                Self::models(with.iter().copied().chain([*thrower]).chain(*target), true)
            }
            Event::Bombarded { shooter, target, roll, .. } => {
                Self::models([*shooter].into_iter().chain(*target), roll.is_some())
            }
            Event::Deviated { attacker, .. } | Event::FlewOn { attacker, .. } => {
                Self::models([*attacker], true)
            }
            Event::FlightEnded { attacker, .. } => Self::models([*attacker], false),
            Event::TooLarge { model, attacker } => Self::models([*attacker, *model], false),
            Event::WentOver { attacker, model, target } => {
                Self::models([*attacker, *model, *target], false)
            }
            Event::ElementHit { hit, .. } => Self::models([*hit], true),
            Event::TemplateLaid { wholly, partly, .. } => {
                Self::models(wholly.iter().chain(partly).copied(), false)
            }
            Event::PartlyCovered { model, .. } => Self::models([*model], true),
            Event::Parried { model, attacker, .. } => Self::models([*model, *attacker], true),
            Event::RanOver { model, target, .. } => Self::models([*model, *target], false),
            Event::InReach { model, enemy } => Self::models([*model, *enemy], false),
            Event::Saved { model, .. } | Event::DamageRolled { model, .. } => {
                Self::models([*model], true)
            }
            Event::Fell { model, cause, .. } => match cause {
                Cause::Slain { by } | Cause::Captured { by } => Self::models([*model, *by], false),
                Cause::Scattered | Cause::RanOff => Self::models([*model], false),
            },
            Event::FollowedUp { model, into } => {
                Self::models([*model].into_iter().chain(*into), false)
            }
        }
    }
}
