//! Names of keys as players call them, and the keys that stand for numbers.

use bevy::{platform::collections::HashMap, prelude::*};
use leafwing_input_manager::prelude::InputMap;

use crate::{
    app::{
        pointer::Pointer,
        seat::Game,
        third_party::leafwing::{Action, inputs, words_of},
    },
    battle::playable::{Acting, acting::VerbId},
};

/// The keys that answer questions by number.
pub const NUMBERS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// The first key of each action, as players call it.
#[derive(Resource, Clone, Debug, Default)]
pub struct KeyNames(HashMap<Action, String>);

/// Names keys again when they have been changed.
pub fn update(
    maps: Query<&InputMap<Action>, Changed<InputMap<Action>>>,
    mut names: ResMut<KeyNames>,
) {
    let Ok(map) = maps.single() else { return };
    let first =
        map.iter_buttonlike().filter_map(|(action, inputs)| Some((action, inputs.first()?)));
    names.0 = first.map(|(action, key)| (*action, plain(&format!("{key:?}")))).collect();
}

/// The first key of an action, as players call it.
pub fn key_name(world: &World, action: Action) -> String {
    world.resource::<KeyNames>().0.get(&action).cloned().unwrap_or_default()
}

/// What a player does next, with the names of keys where a rule system leaves room for them.
pub fn with_keys(world: &World, hint: &str) -> String {
    let name = |action| in_a_sentence(&key_name(world, action));
    let turn = format!("{} and {}", name(Action::RotateLeft), name(Action::RotateRight));
    let hint = hint.replace("{turn}", &turn).replace("{confirm}", &name(Action::Confirm));
    let hint = hint.replace("{mark}", "Shift").replace("{next}", &name(Action::NextUnit));
    let hint = hint.replace("{lead}", &name(Action::NudgeUp));
    with_named_verb(world, hint)
}

/// A text with a verb and its key where a rule system leaves room for `{verb:Charge}`, the verb that settings
/// call so.
fn with_named_verb(world: &World, text: String) -> String {
    let named = || {
        let (before, rest) = text.split_once("{verb:")?;
        let (id, after) = rest.split_once('}')?;
        let place = Game::verbs().iter().position(|words| words.id == id)?;
        let verb = VerbId(u8::try_from(place).ok()?);
        Some(format!("{before}{}{after}", called(world, verb)))
    };
    named().unwrap_or(text)
}

/// A key's name that can't be taken for the punctuation of the sentence it stands in.
fn in_a_sentence(name: &str) -> String {
    let sign = |letter: char| letter.is_ascii_punctuation();
    if !name.is_empty() && name.chars().all(sign) { format!("\"{name}\"") } else { name.to_owned() }
}

/// A text with the name of a verb where a rule system leaves room for `{verb}`, and with its key, if it has
/// one and isn't looked for with a finger.
pub fn with_verb(world: &World, text: &str, verb: VerbId) -> String {
    text.replace("{verb}", &called(world, verb))
}

/// A verb by its name, with its key, if it has one and isn't looked for with a finger.
pub fn called(world: &World, verb: VerbId) -> String {
    let name = words_of(verb).map_or("", |words| words.name);
    let key = key_name(world, Action::Verb(verb.0));
    let finger = world.get_resource::<Pointer>().is_some_and(|pointer| pointer.finger);
    match key.is_empty() || finger {
        true => name.to_owned(),
        false => format!("{name} ({})", in_a_sentence(&key)),
    }
}

/// All keys of an action, as players call them.
pub fn names_of(map: &InputMap<Action>, action: Action) -> Vec<String> {
    inputs(map, action).iter().map(|input| plain(input)).collect()
}

/// A key's name without what only programs need.
fn plain(debug: &str) -> String {
    // Chords are written as a list of their keys.
    let mut keys: Vec<String> = Vec::new();
    for word in debug.split(|c: char| !c.is_alphanumeric()) {
        let key = match word {
            "Control" | "Shift" | "Alt" | "Super" => word,
            "Escape" => "Esc",
            "Backspace" | "Enter" | "Tab" | "Space" | "Home" => word,
            "Semicolon" => ";",
            "Slash" => "/",
            "Quote" => "'",
            "Backslash" => "\\",
            "Backquote" => "`",
            "Delete" | "Insert" | "End" | "PageUp" | "PageDown" => word,
            "Comma" => ",",
            "Period" => ".",
            "BracketLeft" => "[",
            "BracketRight" => "]",
            "Equal" => "+",
            "Minus" => "-",
            "NumpadAdd" => "Num +",
            "NumpadSubtract" => "Num -",
            "NumpadEnter" => "Num Enter",
            "ArrowUp" => "Up",
            "ArrowDown" => "Down",
            "ArrowLeft" => "Left",
            "ArrowRight" => "Right",
            _ if word.starts_with("Key") && word.len() == 4 => &word[3..],
            _ if word.starts_with("Digit") && word.len() == 6 => &word[5..],
            _ if word.len() <= 3
                && word.starts_with('F')
                && word[1..].chars().all(|c| c.is_ascii_digit())
                && word.len() > 1 =>
            {
                word
            }
            _ => continue,
        };
        let key = if key == "Control" { "Ctrl" } else { key };
        if !keys.iter().any(|known| known == key) {
            keys.push(key.to_owned());
        }
    }
    keys.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::third_party::leafwing::KEYS;

    #[test]
    fn hints_name_the_keys_as_they_are_set() {
        let mut world = World::new();
        let keys =
            [(Action::Confirm, "Space"), (Action::RotateLeft, "Q"), (Action::RotateRight, "W")];
        world.insert_resource(KeyNames(keys.map(|(key, name)| (key, name.to_owned())).into()));
        let hint = "Turn with {turn}, mark with {mark}, press {confirm}.";
        let told = "Turn with Q and W, mark with Shift, press Space.";
        assert_eq!(with_keys(&world, hint), told);
        let signs = [(Action::RotateLeft, ","), (Action::RotateRight, ".")];
        world.insert_resource(KeyNames(signs.map(|(key, name)| (key, name.to_owned())).into()));
        assert_eq!(with_keys(&world, "Turn with {turn}."), "Turn with \",\" and \".\".");
    }

    #[test]
    fn advice_names_a_verb_with_the_key_that_it_has() {
        let mut world = World::new();
        world.init_resource::<KeyNames>();
        let verb = VerbId(0);
        let name = words_of(verb).unwrap().name;
        let told = |world: &World| with_verb(world, "Use {verb}.", verb);
        assert_eq!(told(&world), format!("Use {name}."));
        let key = (Action::Verb(verb.0), "F6".to_owned());
        world.insert_resource(KeyNames([key].into()));
        assert_eq!(told(&world), format!("Use {name} (F6)."));
        world.insert_resource(Pointer { finger: true, ..Pointer::default() });
        assert_eq!(told(&world), format!("Use {name}."));
    }

    #[test]
    fn a_verb_is_named_where_a_rule_system_leaves_room_for_it() {
        let mut world = World::new();
        world.init_resource::<KeyNames>();
        let (id, name) = (Game::verbs()[1].id, Game::verbs()[1].name);
        let told = |world: &World| with_keys(world, &format!("Use {{verb:{id}}} now."));
        assert_eq!(told(&world), format!("Use {name} now."));
        world.insert_resource(KeyNames([(Action::Verb(1), "Shift+X".to_owned())].into()));
        assert_eq!(told(&world), format!("Use {name} (Shift+X) now."));
        assert_eq!(with_keys(&world, "Use {verb:nothing}."), "Use {verb:nothing}.");
    }

    #[test]
    fn keys_have_plain_names() {
        assert_eq!(plain("KeyM"), "M");
        assert_eq!(plain("F5"), "F5");
        assert_eq!(plain("Escape"), "Esc");
        for key in KEYS {
            let name = plain(&format!("{key:?}"));
            assert!(!name.is_empty(), "{key:?}");
            let same = |other: &&KeyCode| plain(&format!("{other:?}")) == name;
            assert_eq!(KEYS.iter().filter(same).count(), 1, "{name}");
        }
        let chord = "ButtonlikeChord([ModifierKey(Control), KeyCode(KeyZ)])";
        assert_eq!(plain(chord), "Ctrl+Z");
        let chord = "ButtonlikeChord([ModifierKey(Shift), KeyCode(KeyG)])";
        assert_eq!(plain(chord), "Shift+G");
    }
}
