//! The keys that answer a question, and what the others do meanwhile.

use bevy::prelude::*;

use super::{Chosen, asked, give};
use crate::{
    app::{
        battle_ui::{
            aim::Aim,
            giving,
            key_names::{NUMBERS, key_name},
            keys as battle_keys,
            mode::Mode,
            toast::Toasts,
        },
        orders::OrderQueue,
        seat::Game,
        third_party::leafwing::Action,
    },
    battle::playable::Acting,
};

/// Reads the keys that answer; true when a question was there to take them.
pub fn read_keys(world: &mut World, pressed: &[Action]) -> bool {
    let Some(decision) = asked(world) else { return false };
    if !world.resource::<OrderQueue>().is_empty() {
        return false;
    }
    let asked = world.resource::<Chosen>().asked.as_ref();
    if asked.is_some_and(|(_, asking)| asking.beside) {
        // It stands beside all that can be done before; only what is in preparation comes first.
        let confirms =
            pressed.contains(&Action::Confirm) && *world.resource::<Mode>() == Mode::Select;
        let place = world.resource::<Chosen>().place;
        let answer = decision.options.get(place).filter(|_| confirms);
        if let Some(answer) = answer {
            give(world, answer.clone());
        }
        return confirms;
    }
    let count = decision.options.len();
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let number = NUMBERS.iter().position(|&key| keys.just_pressed(key));
    if let Some(answer) = number.and_then(|number| decision.options.get(number)) {
        give(world, answer.clone());
        return true;
    }
    if number.is_some() {
        remind(world, count);
    }
    for action in pressed {
        let place = world.resource::<Chosen>().place;
        match action {
            Action::NextUnit => world.resource_mut::<Chosen>().place = (place + 1) % count.max(1),
            Action::PreviousUnit => {
                world.resource_mut::<Chosen>().place = (place + count.max(1) - 1) % count.max(1);
            }
            Action::Confirm => {
                let by_keys = world.resource::<Aim>().by_keys;
                let points = Game::intent_to_answer(&decision.question).is_some();
                if points && world.resource::<Mode>().places() && by_keys {
                    giving::commit(world);
                } else if let Some(answer) = decision.options.get(place) {
                    give(world, answer.clone());
                }
            }
            Action::Verb(_)
            | Action::Scope
            | Action::NextModel
            | Action::PreviousModel
            | Action::RotateLeft
            | Action::RotateRight
            | Action::Cancel => remind(world, count),
            // What changes nothing in the battle works as usual.
            usual => battle_keys::press(world, *usual),
        }
    }
    true
}

/// Says once that a question waits, and how so many answers are given.
fn remind(world: &mut World, count: usize) {
    if std::mem::replace(&mut world.resource_mut::<Chosen>().reminded, true) {
        return;
    }
    let numbers = match count.min(NUMBERS.len()) {
        0 | 1 => "1".to_owned(),
        last => format!("1 to {last}"),
    };
    let confirm = key_name(world, Action::Confirm);
    let text =
        format!("Answer the question first: press {numbers}, or {confirm} for the marked answer");
    world.resource_mut::<Toasts>().refuse(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            animation::Playback,
            battle_ui::key_names::KeyNames,
            seat::{Answer, Question},
        },
        battle::{Decision, Pending, SideId},
    };

    #[test]
    fn a_key_that_answers_nothing_is_told_once_that_a_question_waits() {
        let mut world = World::new();
        world.init_resource::<Playback>();
        world.init_resource::<OrderQueue>();
        world.init_resource::<Chosen>();
        world.init_resource::<Toasts>();
        world.init_resource::<KeyNames>();
        world.init_resource::<ButtonInput<KeyCode>>();
        let options = vec![Answer::Begin];
        let asks =
            Decision { side: SideId(0), question: Question::BeginBattle, options, default: 0 };
        world.insert_resource(Pending::<Game>(Some(asks)));
        let mut told = |action: Action| {
            assert!(read_keys(&mut world, &[action]), "the question takes all keys");
            world.resource::<Toasts>().refusals()
        };
        assert_eq!(told(Action::PanUp), 0, "the view may be moved");
        assert_eq!(told(Action::Verb(0)), 1);
        assert_eq!(told(Action::NextModel), 1, "once is enough");
        let text = world.resource::<Toasts>().refusal().unwrap();
        assert!(text.contains("question") && text.contains("press 1"), "{text}");
    }
}
