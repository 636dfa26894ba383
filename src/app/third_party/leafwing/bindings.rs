//! Which keys mean which action: the usual ones, those that the player has changed, and which of them
//! are the same.

use std::collections::BTreeMap;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::Action;
use crate::{
    app::seat::Game,
    battle::playable::{
        Acting, Mapping,
        acting::{VerbKey, VerbWords},
    },
};

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

/// What the usual key of a verb begins with that is pressed together with Shift.
const SHIFT: &str = "Shift+";

/// The keys as they are meant, then those that the player has changed.
pub(super) fn keys(changed: &BTreeMap<String, String>) -> InputMap<Action> {
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

/// What a key means with modifiers held: the chords that have both, or else what it means by itself.
pub(super) fn of_key(
    map: &InputMap<Action>,
    key: KeyCode,
    modifiers: &[ModifierKey],
) -> Vec<Action> {
    let of = |wanted: &[String]| -> Vec<Action> {
        let all = map.iter_buttonlike().map(|(&action, _)| action);
        all.filter(|&action| inputs(map, action).iter().any(|input| wanted.contains(input)))
            .collect()
    };
    let chord = |&modifier: &ModifierKey| format!("{:?}", ButtonlikeChord::modified(modifier, key));
    let chords = of(&modifiers.iter().map(chord).collect::<Vec<String>>());
    if chords.is_empty() { of(&[format!("{key:?}")]) } else { chords }
}

fn usual_keys() -> InputMap<Action> {
    let mut keys = keys_of_every_battle();
    for (verb, words) in (0..).zip(Game::verbs()) {
        let VerbKey::Usually(name) = words.key else { continue };
        let with_shift = name.strip_prefix(SHIFT);
        let Some(key) = key_named(with_shift.unwrap_or(name)) else { continue };
        if with_shift.is_some() {
            let chord = ButtonlikeChord::modified(ModifierKey::Shift, key);
            keys.insert(Action::Verb(verb), chord);
        } else {
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
        (Hint, KeyCode::PageUp),
        (NextModel, KeyCode::BracketRight),
        (PreviousModel, KeyCode::BracketLeft),
        (Scope, KeyCode::KeyI),
        (RotateLeft, KeyCode::Comma),
        (RotateRight, KeyCode::Period),
        (ShowLog, KeyCode::KeyL),
        (ShowDice, KeyCode::Backslash),
        (ShowCard, KeyCode::F2),
        (ShowScore, KeyCode::F4),
        (ShowLasting, KeyCode::Insert),
        (Panels, KeyCode::Delete),
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

/// The key with a name as settings have it, such as "KeyM".
fn key_named(name: &str) -> Option<KeyCode> {
    KEYS.into_iter().find(|key| format!("{key:?}") == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::battle_ui::command::Command;

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
        let page = include_str!("../../../../web/page/loader.js");
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
            assert!(key_named(key.trim_start_matches(SHIFT)).is_some(), "{key}");
        }
    }

    #[test]
    fn whatever_can_be_done_with_a_press_has_a_key() {
        let map = usual_keys();
        let commands = Command::all().map(Command::action);
        for action in commands.chain((0..).zip(Game::overlays()).map(|(at, _)| Action::Overlay(at)))
        {
            assert!(!inputs(&map, action).is_empty(), "{}", action.name());
        }
        let rain = verb("RainOfArrows");
        assert_eq!(of_key(&map, KeyCode::KeyG, &[ModifierKey::Shift]), [rain]);
        assert_eq!(
            of_key(&map, KeyCode::KeyG, &[]),
            [verb("Shoot")],
            "without Shift it is another"
        );
    }

    #[test]
    fn short_taps_mean_what_long_ones_do() {
        let map = usual_keys();
        assert_eq!(of_key(&map, KeyCode::KeyE, &[]), [verb("EndActivation")]);
        let escape = of_key(&map, KeyCode::Escape, &[]);
        assert!(escape.contains(&Action::Cancel) && escape.contains(&Action::Skip));
        // Ctrl and Z is another key than Z, but there is none of Ctrl and E.
        assert_eq!(of_key(&map, KeyCode::KeyZ, &[]), [overlay("zones")]);
        let held = [ModifierKey::Control];
        assert_eq!(of_key(&map, KeyCode::KeyZ, &held), [Action::Undo]);
        assert_eq!(of_key(&map, KeyCode::KeyE, &held), [verb("EndActivation")]);
    }

    #[test]
    fn every_key_that_can_be_given_is_found_by_its_name() {
        for key in KEYS {
            assert_eq!(key_named(&format!("{key:?}")), Some(key));
        }
    }
}
