//! What one press can do in a battle: one list for the panel, the keys and the help.

use crate::app::third_party::leafwing::Action;

/// Something a player can do with one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Begins the selected unit's activation.
    Activate,
    /// Prepares a move.
    Move,
    /// Prepares a turn on the spot.
    Turn,
    /// Prepares a wheel.
    Wheel,
    /// Prepares a change of formation.
    FormUp,
    /// Prepares a charge.
    Charge,
    /// Prepares a drive through enemies.
    Overrun,
    /// Prepares close combat.
    Fight,
    /// Sweeps with a tail.
    Sweep,
    /// Prepares shooting.
    Shoot,
    /// Prepares a breath, a grenade or a support weapon.
    Template,
    /// Loads a support weapon.
    LoadWeapon,
    /// An individual leaves its unit, or joins one.
    Membership,
    /// Prepares a change of places in the ranks.
    ChangePlaces,
    /// Gets up.
    StandUp,
    /// Tries to rally.
    Rally,
    /// Goes on hold.
    Hold,
    /// Ends the activation.
    EndActivation,
    /// Gives orders to the unit or to one model.
    Scope,
    /// Measures.
    Measure,
    /// Takes back the last order.
    Undo,
    /// Keeps the battle.
    Save,
    /// Loads the kept battle.
    Load,
}

impl Verb {
    /// All verbs.
    pub const ALL: [Self; 23] = [
        Self::Activate,
        Self::Move,
        Self::Turn,
        Self::Wheel,
        Self::FormUp,
        Self::Charge,
        Self::Overrun,
        Self::Fight,
        Self::Sweep,
        Self::Shoot,
        Self::Template,
        Self::LoadWeapon,
        Self::Membership,
        Self::ChangePlaces,
        Self::StandUp,
        Self::Rally,
        Self::Hold,
        Self::EndActivation,
        Self::Scope,
        Self::Measure,
        Self::Undo,
        Self::Save,
        Self::Load,
    ];

    /// The verbs that are orders of the active unit, as the panel shows them.
    pub fn orders() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|verb| verb.is_order())
    }

    fn is_order(self) -> bool {
        !matches!(
            self,
            Self::Activate | Self::Scope | Self::Measure | Self::Undo | Self::Save | Self::Load
        )
    }

    /// What the button says.
    pub fn name(self) -> &'static str {
        match self {
            Self::Activate => "Activate",
            Self::Move => "Move",
            Self::Turn => "Turn",
            Self::Wheel => "Wheel",
            Self::FormUp => "Form up",
            Self::Charge => "Charge",
            Self::Overrun => "Drive",
            Self::Fight => "Fight",
            Self::Sweep => "Sweep tail",
            Self::Shoot => "Shoot",
            Self::Template => "Template",
            Self::LoadWeapon => "Load gun",
            Self::Membership => "Leave or join",
            Self::ChangePlaces => "Change places",
            Self::StandUp => "Stand up",
            Self::Rally => "Rally",
            Self::Hold => "Hold",
            Self::EndActivation => "End activation",
            Self::Scope => "Unit or model",
            Self::Measure => "Measure",
            Self::Undo => "Undo",
            Self::Save => "Save",
            Self::Load => "Load",
        }
    }

    /// The key's meaning that does it.
    pub fn action(self) -> Action {
        match self {
            Self::Activate => Action::Confirm,
            Self::Move => Action::Move,
            Self::Turn => Action::Turn,
            Self::Wheel => Action::Wheel,
            Self::FormUp => Action::FormUp,
            Self::Charge => Action::Charge,
            Self::Overrun => Action::Overrun,
            Self::Fight => Action::Fight,
            Self::Sweep => Action::Sweep,
            Self::Shoot => Action::Shoot,
            Self::Template => Action::Template,
            Self::LoadWeapon => Action::LoadWeapon,
            Self::Membership => Action::Membership,
            Self::ChangePlaces => Action::ChangePlaces,
            Self::StandUp => Action::StandUp,
            Self::Rally => Action::Rally,
            Self::Hold => Action::Hold,
            Self::EndActivation => Action::EndActivation,
            Self::Scope => Action::Scope,
            Self::Measure => Action::Measure,
            Self::Undo => Action::Undo,
            Self::Save => Action::Save,
            Self::Load => Action::Load,
        }
    }

    /// What it is for, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Activate => "The selected unit begins to use its actions.",
            Self::Move => "Go somewhere, one action an inch for most.",
            Self::Turn => "Look another way.",
            Self::Wheel => "Swing the ranks forward around a front corner.",
            Self::FormUp => "Take another formation or frontage.",
            Self::Charge => "Run into contact; first of all it gives momentum.",
            Self::Overrun => "Drive a chariot through enemies to a place behind them.",
            Self::Fight => "Strike those in contact.",
            Self::Sweep => "Sweep the side with more enemies with the tail: all there are hit.",
            Self::Shoot => "Shoot at an enemy in sight.",
            Self::Template => "Breathe, throw grenades, fire a support weapon.",
            Self::LoadWeapon => "Load a support weapon for its next shot.",
            Self::Membership => "An individual leaves its unit and acts alone, or joins one.",
            Self::ChangePlaces => "Models of a block change places in its ranks.",
            Self::StandUp => "Get those up who were knocked down.",
            Self::Rally => "Try to find courage again, before all else.",
            Self::Hold => "Give up all actions to respond to the enemy later.",
            Self::EndActivation => "Be done; actions left over are lost.",
            Self::Scope => "Orders for all models, or for the selected one alone.",
            Self::Measure => "Measure distances; this is always allowed.",
            Self::Undo => "Take back what was done since the last die.",
            Self::Save => "Keep this battle.",
            Self::Load => "Go back to the kept battle.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_listed_once() {
        for verb in Verb::orders() {
            assert!(Verb::ALL.contains(&verb));
        }
        assert_eq!(Verb::orders().count(), 17);
        assert_eq!(Verb::orders().next(), Some(Verb::Move));
        assert_eq!(Verb::orders().last(), Some(Verb::EndActivation));
        for (place, verb) in Verb::ALL.iter().enumerate() {
            assert_eq!(Verb::ALL.iter().position(|other| other == verb), Some(place));
        }
    }
}
