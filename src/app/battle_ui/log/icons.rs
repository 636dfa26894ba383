//! The icon of what happened, the same as that of the order that brought it about.

use crate::{app::battle_ui::icons::Icon, no_quarter::Event};

/// The icon of an event.
pub fn of(event: &Event) -> Icon {
    match event {
        Event::TurnBegan { .. } | Event::TurnEnded { .. } | Event::LengthRolled { .. } => {
            Icon::Turn
        }
        Event::DeploymentRolled { .. }
        | Event::TerrainRolled { .. }
        | Event::LatecomersRolled { .. }
        | Event::InitiativeRolled { .. }
        | Event::WhoWasHit { .. }
        | Event::ElementHit { .. }
        | Event::Deviated { .. } => Icon::Dice,
        Event::Deployed { .. }
        | Event::TerrainLaid { .. }
        | Event::EdgeChosen { .. }
        | Event::KeptBack { .. }
        | Event::Entered { .. } => Icon::Table,
        Event::Activated { .. } => Icon::Activate,
        Event::ActivationEnded { .. } | Event::HoldEnded { .. } => Icon::Done,
        Event::Moved { .. } | Event::FollowedUp { .. } | Event::Manoeuvred { .. } => Icon::Move,
        Event::FormedUp { .. } | Event::Reorganised { .. } | Event::RanksBroken { .. } => {
            Icon::FormUp
        }
        Event::LeftUnit { .. } | Event::JoinedUnit { .. } => Icon::Membership,
        Event::ChargeDeclared { .. }
        | Event::Charged { .. }
        | Event::InReach { .. }
        | Event::PushedBack { .. }
        | Event::FellShort { .. } => Icon::Charge,
        Event::RanOver { .. } => Icon::Drive,
        Event::Daunted { .. }
        | Event::Frightened { .. }
        | Event::PanicRolled { .. }
        | Event::CommandTested { .. } => Icon::Panic,
        Event::Fled { .. } | Event::Retreated { .. } | Event::BrokeOff { .. } => Icon::Leave,
        Event::StoodUp { .. } => Icon::StandUp,
        Event::Struck { .. } | Event::WentOver { .. } | Event::TooLarge { .. } => Icon::Fight,
        Event::Shot { .. } | Event::FlewOn { .. } | Event::FlightEnded { .. } => Icon::Shoot,
        Event::Breathed { .. }
        | Event::Threw { .. }
        | Event::Bombarded { .. }
        | Event::TemplateLaid { .. }
        | Event::PartlyCovered { .. } => Icon::Fire,
        Event::Loaded { .. } => Icon::LoadWeapon,
        Event::Used { .. } => Icon::Sweep,
        Event::Parried { .. } | Event::Saved { .. } | Event::NoSave { .. } => Icon::Armour,
        Event::DamageRolled { .. } => Icon::Wound,
        Event::KnockedProne { .. } => Icon::Prone,
        Event::Fell { .. } => Icon::Fallen,
        Event::Unwavering { .. } | Event::StoodFirm { .. } | Event::Rallied { .. } => Icon::Rally,
        Event::Held { .. } | Event::Instructed { .. } | Event::Responded { .. } => Icon::Hold,
        Event::Conceded { .. } => Icon::Concede,
        Event::Ended { .. } => Icon::Victory,
    }
}
