//! The icon of what happened, the same as that of the order that brought it about.

use crate::no_quarter::Event;

/// The name of the icon of an event.
pub(super) fn of(event: &Event) -> &'static str {
    match event {
        Event::TurnBegan { .. } | Event::TurnEnded { .. } | Event::LengthRolled { .. } => "turn",
        Event::DeploymentRolled { .. }
        | Event::TerrainRolled { .. }
        | Event::LatecomersRolled { .. }
        | Event::InitiativeRolled { .. }
        | Event::WhoWasHit { .. }
        | Event::ElementHit { .. }
        | Event::MishapRolled { .. }
        | Event::Deviated { .. } => "dice",
        Event::Deployed { .. }
        | Event::TerrainLaid { .. }
        | Event::EdgeChosen { .. }
        | Event::KeptBack { .. }
        | Event::Entered { .. } => "table",
        Event::Activated { .. } => "activate",
        Event::ActivationEnded { .. } | Event::HoldEnded { .. } => "done",
        Event::Leapt { .. }
        | Event::Moved { .. }
        | Event::FollowedUp { .. }
        | Event::Manoeuvred { .. } => "move",
        Event::FormedUp { .. } | Event::Reorganised { .. } | Event::RanksBroken { .. } => "form up",
        Event::LeftUnit { .. } | Event::JoinedUnit { .. } => "membership",
        Event::ChargeDeclared { .. }
        | Event::Charged { .. }
        | Event::InReach { .. }
        | Event::PushedBack { .. }
        | Event::FellShort { .. } => "charge",
        Event::RanOver { .. } => "drive",
        Event::Daunted { .. }
        | Event::Frightened { .. }
        | Event::PanicRolled { .. }
        | Event::CommandTested { .. } => "panic",
        Event::Fled { .. } | Event::Retreated { .. } | Event::BrokeOff { .. } => "leave",
        Event::StoodUp { .. } => "stand up",
        Event::Struck { .. } | Event::WentOver { .. } | Event::TooLarge { .. } => "fight",
        Event::Shot { .. } | Event::FlewOn { .. } | Event::FlightEnded { .. } => "shoot",
        Event::Breathed { .. }
        | Event::Threw { .. }
        | Event::Bombarded { .. }
        | Event::TemplateLaid { .. }
        | Event::PartlyCovered { .. } => "fire",
        Event::Loaded { .. } => "load weapon",
        Event::Used { what, .. } => what.about().verb.icon,
        Event::Cast { .. } | Event::SpellRolled { .. } | Event::KeptUp { .. } => "cast",
        Event::Concentrated { .. } => "concentrate",
        Event::Cancelled { .. } | Event::SpellEnded { .. } => "cancel",
        Event::TrodQuicksand { .. } => "dice",
        Event::Resisted { .. } => "armour",
        Event::ActivationLost { .. } => "done",
        Event::Lured { .. } => "move",
        Event::SawAhead { .. } => "sight",
        Event::Rose { .. } => "stand up",
        Event::MasteryRolled { .. }
        | Event::MasteryUsed { .. }
        | Event::Parried { .. }
        | Event::Evaded { .. }
        | Event::Saved { .. }
        | Event::NoSave { .. } => "armour",
        Event::DamageRolled { .. }
        | Event::Wounded { .. }
        | Event::Endured { .. }
        | Event::Overloaded { .. }
        | Event::WoundIgnored { .. }
        | Event::Splashed { .. }
        | Event::Regenerated { .. }
        | Event::Healed { .. } => "wound",
        Event::KnockedProne { .. } | Event::LaidLow { .. } => "prone",
        Event::Fell { .. } => "fallen",
        Event::Unwavering { .. }
        | Event::Ignored { .. }
        | Event::StoodFirm { .. }
        | Event::Rallied { .. } => "rally",
        Event::Held { .. } | Event::Instructed { .. } | Event::Responded { .. } => "hold",
        Event::Conceded { .. } => "concede",
        Event::Ended { .. } => "victory",
    }
}
