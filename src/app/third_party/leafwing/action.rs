//! What keys can mean: one action for each meaning, whatever the key.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use crate::{
    app::seat::Game,
    battle::playable::{
        Acting, Mapping,
        acting::{VerbId, VerbWords},
    },
};

/// What keys can mean.
#[derive(Actionlike, Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
pub enum Action {
    /// Moves the view up the table.
    PanUp,
    /// Moves the view down the table.
    PanDown,
    /// Moves the view to the left.
    PanLeft,
    /// Moves the view to the right.
    PanRight,
    /// Comes closer.
    ZoomIn,
    /// Goes farther away.
    ZoomOut,
    /// Shows the whole table.
    FitTable,
    /// Ends the animations that are being played.
    Skip,
    /// Steps back: deselects, closes, cancels.
    Cancel,
    /// Gives the order that is being prepared, or the default answer.
    Confirm,
    /// Takes back the last order.
    Undo,
    /// Saves the battle.
    Save,
    /// Loads the saved battle.
    Load,
    /// Selects the next unit that can act.
    NextUnit,
    /// Selects the previous unit that can act.
    PreviousUnit,
    /// Selects the next model of the unit.
    NextModel,
    /// Selects the previous model of the unit.
    PreviousModel,
    /// Gives orders to the unit or to the selected model.
    Scope,
    /// Moves the aim of the prepared order up the table.
    NudgeUp,
    /// Moves the aim of the prepared order down the table.
    NudgeDown,
    /// Moves the aim of the prepared order to the left.
    NudgeLeft,
    /// Moves the aim of the prepared order to the right.
    NudgeRight,
    /// Turns the facing at the end of the prepared order to the left.
    RotateLeft,
    /// Turns the facing at the end of the prepared order to the right.
    RotateRight,
    /// Does what a verb of the rule system does, by its place among them.
    Verb(u8),
    /// Measures a distance.
    Measure,
    /// Asks for the best plans.
    Hint,
    /// Shows or hides an overlay of the rule system, by its place among them.
    Overlay(u8),
    /// Shows the log.
    ShowLog,
    /// Shows the dice tray.
    ShowDice,
    /// Shows the unit's card.
    ShowCard,
    /// Shows what wins and how it stands.
    ShowScore,
    /// Shows or hides the list of all that lasts.
    ShowLasting,
    /// Leads the keyboard to the next panel.
    Panels,
    /// Shows help.
    Help,
    /// Opens the menu.
    Menu,
    /// Fills the screen with the window, or ends that.
    FullScreen,
}

impl Action {
    /// What settings call it: verbs and overlays as the rule system does, the others as they are
    /// written here.
    pub fn name(self) -> String {
        match self {
            Self::Verb(place) => {
                words_of(VerbId(place)).map_or(String::new(), |words| words.id.to_owned())
            }
            Self::Overlay(place) => {
                let overlay = Game::overlays().get(usize::from(place));
                overlay.map_or(String::new(), |overlay| overlay.setting.to_owned())
            }
            other => format!("{other:?}"),
        }
    }
}

/// A verb of the rule system in words.
pub fn words_of(verb: VerbId) -> Option<&'static VerbWords> {
    Game::verbs().get(usize::from(verb.0))
}
