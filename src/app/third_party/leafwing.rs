//! leafwing-input-manager turns keys into actions, all of them listed here.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default());
    app.add_systems(Startup, spawn_keys);
}

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
    /// Prepares a move.
    Move,
    /// Prepares a turn on the spot.
    Turn,
    /// Prepares a wheel.
    Wheel,
    /// Prepares a charge.
    Charge,
    /// Prepares close combat.
    Fight,
    /// Prepares shooting.
    Shoot,
    /// Prepares a breath, a grenade or a support weapon.
    Template,
    /// Loads a support weapon.
    LoadWeapon,
    /// Leaves or joins a unit.
    Membership,
    /// Prepares a change of places in the ranks.
    ChangePlaces,
    /// Goes on hold.
    Hold,
    /// Gets up.
    StandUp,
    /// Tries to rally.
    Rally,
    /// Changes formation.
    FormUp,
    /// Ends the activation.
    EndActivation,
    /// Measures a distance.
    Measure,
    /// Shows attack zones.
    ShowZones,
    /// Shows front arcs.
    ShowArcs,
    /// Shows range bands.
    ShowBands,
    /// Shows coherency.
    ShowCoherency,
    /// Shows what the model under the pointer sees.
    ShowSight,
    /// Shows where the selected model can get to.
    ShowReach,
    /// Shows the log.
    ShowLog,
    /// Shows help.
    Help,
    /// Opens the menu.
    Menu,
}

fn spawn_keys(mut commands: Commands) {
    use Action::*;
    let keys = InputMap::new([
        (PanUp, KeyCode::ArrowUp),
        (PanUp, KeyCode::KeyW),
        (PanDown, KeyCode::ArrowDown),
        (PanDown, KeyCode::KeyS),
        (PanLeft, KeyCode::ArrowLeft),
        (PanLeft, KeyCode::KeyA),
        (PanRight, KeyCode::ArrowRight),
        (PanRight, KeyCode::KeyD),
        (ZoomIn, KeyCode::Equal),
        (ZoomIn, KeyCode::NumpadAdd),
        (ZoomOut, KeyCode::Minus),
        (ZoomOut, KeyCode::NumpadSubtract),
        (FitTable, KeyCode::Home),
        (FitTable, KeyCode::Digit0),
        (Skip, KeyCode::Space),
        (Skip, KeyCode::Escape),
        (Cancel, KeyCode::Escape),
        (Confirm, KeyCode::Enter),
        (Confirm, KeyCode::NumpadEnter),
        (Undo, KeyCode::Backspace),
        (NextUnit, KeyCode::Tab),
        (Move, KeyCode::KeyM),
        (Turn, KeyCode::KeyY),
        (Wheel, KeyCode::KeyP),
        (Charge, KeyCode::KeyC),
        (Fight, KeyCode::KeyF),
        (Shoot, KeyCode::KeyG),
        (Template, KeyCode::KeyJ),
        (LoadWeapon, KeyCode::KeyQ),
        (Membership, KeyCode::Semicolon),
        (ChangePlaces, KeyCode::Slash),
        (Hold, KeyCode::KeyH),
        (StandUp, KeyCode::KeyU),
        (Rally, KeyCode::KeyR),
        (FormUp, KeyCode::KeyO),
        (EndActivation, KeyCode::KeyE),
        (Measure, KeyCode::KeyT),
        (NextModel, KeyCode::BracketRight),
        (PreviousModel, KeyCode::BracketLeft),
        (Scope, KeyCode::KeyI),
        (RotateLeft, KeyCode::Comma),
        (RotateRight, KeyCode::Period),
        (ShowZones, KeyCode::KeyZ),
        (ShowArcs, KeyCode::KeyX),
        (ShowBands, KeyCode::KeyB),
        (ShowCoherency, KeyCode::KeyN),
        (ShowSight, KeyCode::KeyV),
        (ShowReach, KeyCode::KeyK),
        (ShowLog, KeyCode::KeyL),
        (Help, KeyCode::F1),
        (Menu, KeyCode::F10),
    ])
    .with(Undo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyZ))
    .with(Save, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyS))
    .with(Save, KeyCode::F5)
    .with(Load, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyL))
    .with(Load, KeyCode::F9)
    .with(NudgeUp, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::ArrowUp))
    .with(NudgeDown, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::ArrowDown))
    .with(NudgeLeft, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::ArrowLeft))
    .with(NudgeRight, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::ArrowRight))
    .with(PreviousUnit, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::Tab));
    commands.spawn((Name::new("Keys"), keys));
}
