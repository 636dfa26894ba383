//! leafwing-input-manager turns keys into actions, all of them listed here.

use std::{collections::BTreeMap, mem};

use bevy::{app::RunFixedMainLoopSystems, prelude::*};
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

use crate::{
    app::{seat::Game, settings::Settings},
    battle::playable::{
        Acting, Mapping,
        acting::{VerbId, VerbKey, VerbWords},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default());
    app.add_systems(Startup, spawn_keys);
    app.add_systems(PreUpdate, change_keys.run_if(resource_changed::<Settings>));
    // Looking which keys clash takes longer than anything else in a quiet frame.
    app.configure_sets(PreUpdate, InputManagerSystem::Update.run_if(keys_matter));
    // Nothing runs at fixed steps, so nothing needs actions for them.
    use RunFixedMainLoopSystems::{AfterFixedMainLoop, BeforeFixedMainLoop};
    let never = || false;
    app.configure_sets(RunFixedMainLoop, (BeforeFixedMainLoop, AfterFixedMainLoop).run_if(never));
    // A tick at a fixed step would end what has just begun before anybody has read it.
    app.configure_sets(FixedPostUpdate, InputManagerSystem::Tick.run_if(never));
}

/// Whether keys are held or were in the frame before: only then actions begin, go on or end.
fn keys_matter(keys: Res<ButtonInput<KeyCode>>, mut before: Local<bool>) -> bool {
    let held = keys.get_pressed().next().is_some()
        || keys.get_just_pressed().next().is_some()
        || keys.get_just_released().next().is_some();
    mem::replace(&mut *before, held) || held
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
    /// Does what a verb of the rule system does, by its place among them.
    Verb(u8),
    /// Measures a distance.
    Measure,
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

/// Keys that an action can be given, besides those with modifiers that it may have anyway.
pub const KEYS: [KeyCode; 66] = {
    use KeyCode::*;
    [
        KeyA,
        KeyB,
        KeyC,
        KeyD,
        KeyE,
        KeyF,
        KeyG,
        KeyH,
        KeyI,
        KeyJ,
        KeyK,
        KeyL,
        KeyM,
        KeyN,
        KeyO,
        KeyP,
        KeyQ,
        KeyR,
        KeyS,
        KeyT,
        KeyU,
        KeyV,
        KeyW,
        KeyX,
        KeyY,
        KeyZ,
        F1,
        F2,
        F3,
        F4,
        F5,
        F6,
        F7,
        F8,
        F9,
        F10,
        F11,
        F12,
        Comma,
        Period,
        Slash,
        Semicolon,
        Quote,
        Backslash,
        Backquote,
        BracketLeft,
        BracketRight,
        Minus,
        Equal,
        Space,
        Tab,
        Enter,
        Backspace,
        Delete,
        Insert,
        Home,
        End,
        PageUp,
        PageDown,
        ArrowUp,
        ArrowDown,
        ArrowLeft,
        ArrowRight,
        NumpadAdd,
        NumpadSubtract,
        NumpadEnter,
    ]
};

/// The key with a name as settings have it, such as "KeyM".
fn key_named(name: &str) -> Option<KeyCode> {
    KEYS.into_iter().find(|key| format!("{key:?}") == name)
}

/// The keys as they are meant, then those that the player has changed.
fn keys(changed: &BTreeMap<String, String>) -> InputMap<Action> {
    let mut keys = usual_keys();
    let usual: Vec<Action> = keys.iter_buttonlike().map(|(action, _)| *action).collect();
    for action in usual.into_iter().chain(actions_of_rules()) {
        let key = changed.get(&action.name()).and_then(|name| key_named(name));
        if let Some(key) = key {
            keys.clear_action(&action);
            keys.insert(action, key);
        }
    }
    keys
}

fn change_keys(settings: Res<Settings>, mut maps: Query<&mut InputMap<Action>>) {
    for mut map in &mut maps {
        map.set_if_neq(keys(&settings.keys));
    }
}

/// What else some key of an action means, beside what they are meant to share: Escape skips what
/// is being played and steps back.
pub fn clashing(map: &InputMap<Action>, action: Action) -> Vec<Action> {
    let usual = usual_keys();
    let (mine, meant) = (inputs(map, action), inputs(&usual, action));
    let clashes = |other: Action| {
        let shared = inputs(&usual, other);
        let meant = |input: &String| meant.contains(input) && shared.contains(input);
        inputs(map, other).iter().any(|input| mine.contains(input) && !meant(input))
    };
    let others = map.iter_buttonlike().map(|(&other, _)| other);
    others.filter(|&other| other != action && clashes(other)).collect()
}

/// The keys of an action, those with modifiers too, as the program writes them.
pub fn inputs(map: &InputMap<Action>, action: Action) -> Vec<String> {
    let inputs = map.get_buttonlike(&action).into_iter().flatten();
    inputs.map(|input| format!("{input:?}")).collect()
}

/// The actions of keys that went down and up again within one frame, which the action state misses
/// where frames are long.
pub fn tapped(world: &mut World) -> Vec<Action> {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let taps: Vec<KeyCode> =
        keys.get_just_pressed().copied().filter(|&key| keys.just_released(key)).collect();
    use KeyCode::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight};
    let held = [AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight];
    if taps.is_empty() || keys.any_pressed(held) {
        return Vec::new();
    }
    let mut maps = world.query::<&InputMap<Action>>();
    maps.iter(world).flat_map(|map| of_keys(map, &taps)).collect()
}

/// What keys mean, pressed by themselves.
fn of_keys(map: &InputMap<Action>, keys: &[KeyCode]) -> Vec<Action> {
    let names: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
    let actions = map
        .iter_buttonlike()
        .filter(|(_, inputs)| inputs.iter().any(|input| names.contains(&format!("{input:?}"))));
    actions.map(|(action, _)| *action).collect()
}

fn spawn_keys(mut commands: Commands, settings: Res<Settings>) {
    commands.spawn((Name::new("Keys"), keys(&settings.keys)));
}

fn usual_keys() -> InputMap<Action> {
    let mut keys = keys_of_every_battle();
    for (verb, words) in (0..).zip(Game::verbs()) {
        if let VerbKey::Usually(name) = words.key
            && let Some(key) = key_named(name)
        {
            keys.insert(Action::Verb(verb), key);
        }
    }
    for (place, overlay) in (0..).zip(Game::overlays()) {
        if let Some(key) = overlay.key.and_then(key_named) {
            keys.insert(Action::Overlay(place), key);
        }
    }
    keys
}

/// What the rule system has that may be given a key: its verbs, unless confirming does them, and its
/// overlays.
fn actions_of_rules() -> impl Iterator<Item = Action> {
    let own = |(_, words): &(u8, &VerbWords)| words.key != VerbKey::Confirming;
    let verbs = (0..).zip(Game::verbs()).filter(own).map(|(verb, _)| Action::Verb(verb));
    verbs.chain((0..).zip(Game::overlays()).map(|(place, _)| Action::Overlay(place)))
}

/// The usual keys of what every battle has, whatever its rule system.
fn keys_of_every_battle() -> InputMap<Action> {
    use Action::*;
    InputMap::new([
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
        (Measure, KeyCode::KeyT),
        (NextModel, KeyCode::BracketRight),
        (PreviousModel, KeyCode::BracketLeft),
        (Scope, KeyCode::KeyI),
        (RotateLeft, KeyCode::Comma),
        (RotateRight, KeyCode::Period),
        (ShowLog, KeyCode::KeyL),
        (ShowDice, KeyCode::Backslash),
        (ShowCard, KeyCode::F2),
        (ShowScore, KeyCode::F4),
        (Help, KeyCode::F1),
        (Menu, KeyCode::F10),
        (FullScreen, KeyCode::F11),
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
    .with(NudgeUp, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::ArrowUp))
    .with(NudgeDown, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::ArrowDown))
    .with(NudgeLeft, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::ArrowLeft))
    .with(NudgeRight, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::ArrowRight))
    .with(PreviousUnit, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::Tab))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The action of the verb with an id.
    fn verb(id: &str) -> Action {
        let place = Game::verbs().iter().position(|words| words.id == id).unwrap();
        Action::Verb(place as u8)
    }

    /// The action of the overlay with an id.
    fn overlay(id: &str) -> Action {
        let place = Game::overlays().iter().position(|overlay| overlay.id == id).unwrap();
        Action::Overlay(place as u8)
    }

    fn first(map: &InputMap<Action>, action: Action) -> String {
        inputs(map, action).swap_remove(0)
    }

    #[test]
    fn all_keys_of_actions_are_compared() {
        let with = |key: &str| keys(&[("Charge".to_owned(), key.to_owned())].into());
        let usual = usual_keys();
        for (&action, _) in usual.iter_buttonlike() {
            assert!(clashing(&usual, action).is_empty(), "{action:?}");
        }
        let pairs = [
            ("KeyW", Action::PanUp),
            ("KeyA", Action::PanLeft),
            ("KeyS", Action::PanDown),
            ("KeyD", Action::PanRight),
            ("F5", Action::Save),
            ("F9", Action::Load),
            ("NumpadAdd", Action::ZoomIn),
            ("NumpadEnter", Action::Confirm),
            ("KeyM", verb("Move")),
        ];
        for (key, other) in pairs {
            let map = with(key);
            assert_eq!(clashing(&map, verb("Charge")), [other], "{key}");
            assert_eq!(clashing(&map, other), [verb("Charge")], "{key}");
        }
        // Ctrl and Z is another key than Z.
        assert_eq!(clashing(&with("KeyZ"), verb("Charge")), [overlay("zones")]);
    }

    #[test]
    fn no_usual_key_but_that_of_the_full_screen_belongs_to_the_browser() {
        let page = include_str!("../../../web/page/loader.js");
        let (_, rest) = page.split_once("const BROWSER = new Set([").unwrap();
        let (list, _) = rest.split_once(']').unwrap();
        let theirs: Vec<String> =
            list.split(',').map(|key| key.trim().trim_matches('"').to_uppercase()).collect();
        assert!(theirs.contains(&"F11".to_owned()), "{theirs:?}");
        let usual = usual_keys();
        for (&action, _) in usual.iter_buttonlike().filter(|(a, _)| **a != Action::FullScreen) {
            let mine = inputs(&usual, action);
            assert!(!mine.iter().any(|key| theirs.contains(key)), "{action:?}: {mine:?}");
        }
    }

    #[test]
    fn changed_keys_replace_the_usual_ones_and_nonsense_changes_nothing() {
        let changed = [("Charge", "KeyQ"), ("Move", "no such key"), ("Nothing", "KeyZ")];
        let changed = changed.map(|(action, key)| (action.to_owned(), key.to_owned())).into();
        let (map, usual) = (keys(&changed), usual_keys());
        assert!(first(&map, verb("Charge")).contains("KeyQ"));
        assert_eq!(map.get_buttonlike(&verb("Charge")).map(Vec::len), Some(1));
        assert_eq!(first(&map, verb("Move")), first(&usual, verb("Move")));
        assert_eq!(first(&map, verb("Fight")), first(&usual, verb("Fight")));
    }

    #[test]
    fn settings_of_the_first_format_still_change_the_keys() {
        // As the program kept them when every verb was an action of its own.
        let text = r#"(sound: true, keys: {
            "Charge": "KeyQ", "ChangePlaces": "F6", "EndActivation": "End", "Undo": "Delete",
            "Overrun": "F7", "Sweep": "F8", "ShowZones": "F11", "ShowBands": "F12",
        })"#;
        #[derive(serde::Deserialize)]
        struct Kept {
            keys: BTreeMap<String, String>,
        }
        let kept: Kept = ron::from_str(text).unwrap();
        let map = keys(&kept.keys);
        let wanted = [
            (verb("Charge"), "KeyQ"),
            (verb("ChangePlaces"), "F6"),
            (verb("EndActivation"), "End"),
            (Action::Undo, "Delete"),
            (verb("Overrun"), "F7"),
            (verb("Sweep"), "F8"),
            (overlay("zones"), "F11"),
            (overlay("bands"), "F12"),
        ];
        for (action, key) in wanted {
            assert_eq!(inputs(&map, action).len(), 1);
            assert!(first(&map, action).contains(key), "{action:?}");
        }
    }

    #[test]
    fn verbs_and_overlays_have_keys_that_can_be_given() {
        let verbs = Game::verbs().iter().filter_map(|words| match words.key {
            VerbKey::Usually(key) => Some(key),
            VerbKey::Unset | VerbKey::Confirming => None,
        });
        for key in verbs.chain(Game::overlays().iter().filter_map(|overlay| overlay.key)) {
            assert!(key_named(key).is_some(), "{key}");
        }
    }

    #[test]
    fn keys_matter_until_the_frame_after_the_last_was_let_go() {
        let mut world = World::new();
        world.init_resource::<ButtonInput<KeyCode>>();
        let mut frame = |change: fn(&mut ButtonInput<KeyCode>)| {
            let mut keys = world.resource_mut::<ButtonInput<KeyCode>>();
            keys.clear();
            change(&mut keys);
            world.run_system_cached(keys_matter).unwrap()
        };
        assert!(!frame(|_| ()));
        assert!(frame(|keys| keys.press(KeyCode::KeyM)));
        assert!(frame(|_| ()), "it is held");
        assert!(frame(|keys| keys.release(KeyCode::KeyM)));
        assert!(frame(|_| ()), "the action ends");
        assert!(!frame(|_| ()));
    }

    #[test]
    fn a_key_begins_its_action_once_however_long_frames_are() {
        #[derive(Resource, Default)]
        struct Begun(usize);
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::input::InputPlugin));
        // Many fixed steps a frame.
        let frame = std::time::Duration::from_millis(100);
        app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(frame));
        app.init_resource::<Settings>().init_resource::<Begun>().add_plugins(plugin);
        let count = |state: Single<&ActionState<Action>>, mut begun: ResMut<Begun>| {
            begun.0 += usize::from(state.just_pressed(&verb("Move")));
        };
        app.add_systems(Update, count);
        app.update();
        app.update();
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::KeyM);
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(app.world().resource::<Begun>().0, 1);
    }

    #[test]
    fn short_taps_mean_what_long_ones_do() {
        let map = usual_keys();
        assert_eq!(of_keys(&map, &[KeyCode::KeyE]), [verb("EndActivation")]);
        let escape = of_keys(&map, &[KeyCode::Escape]);
        assert!(escape.contains(&Action::Cancel) && escape.contains(&Action::Skip));
        // Ctrl and Z is another key than Z.
        assert_eq!(of_keys(&map, &[KeyCode::KeyZ]), [overlay("zones")]);
    }

    #[test]
    fn every_key_that_can_be_given_is_found_by_its_name() {
        for key in KEYS {
            assert_eq!(key_named(&format!("{key:?}")), Some(key));
        }
    }
}
