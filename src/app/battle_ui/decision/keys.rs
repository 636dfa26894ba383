//! The keys that answer a question, and what the others do meanwhile.

use bevy::prelude::*;

use super::{Chosen, asked, give, spot_by_keys};
use crate::app::{
    battle_ui::{
        aim, giving,
        key_names::{NUMBERS, key_name},
        keys as battle_keys,
        mode::Mode,
        toast::Toasts,
    },
    orders::OrderQueue,
    third_party::leafwing::Action,
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
        let marks = spot_by_keys(world, &decision.question).is_some();
        match action {
            // Back to the answers.
            Action::NextUnit | Action::PreviousUnit if marks => aim::clear(world),
            Action::NextUnit => world.resource_mut::<Chosen>().place = (place + 1) % count.max(1),
            Action::PreviousUnit => {
                world.resource_mut::<Chosen>().place = (place + count.max(1) - 1) % count.max(1);
            }
            Action::Confirm => {
                if marks {
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
            battle_ui::{
                aim::Aim,
                draft::Draft,
                key_names::KeyNames,
                player::{ARCHERS, Player},
            },
            seat::{Answer, Game, Question},
            words,
        },
        battle::{BattleWorld, Decision, Pending, SideId},
        table::Inches,
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
        world.init_resource::<Aim>();
        world.init_resource::<Mode>();
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

    #[test]
    fn keys_mark_a_spot_to_follow_up_to_and_lead_back_to_the_answers() {
        let mut player = Player::of(ARCHERS);
        let (own, _) = player.units();
        let (model, at) = player.first(own);
        player.double_click(at);
        let question = Question::FollowUp { model, distance: Inches(2.0) };
        let (side, options) = (player.world().frame().side, vec![Answer::Pass]);
        let decision = Decision { side, question: question.clone(), options, default: 0 };
        player.app.world_mut().resource_mut::<Pending<Game>>().0 = Some(decision);
        player.wait(5);
        let told = |player: &mut Player, text: &str| {
            words(&mut player.app).iter().any(|(word, _)| word.contains(text))
        };
        assert!(told(&mut player, "chooses the marked answer"));
        assert_eq!(spot_by_keys(player.world(), &question), None);
        player.tap(&[KeyCode::ShiftLeft, player.arrow_ahead(own)]);
        player.wait(20);
        let spot = spot_by_keys(player.world(), &question).expect("a spot is marked");
        assert!(spot.distance(at) < 1.0, "beside it: {spot} from {at}");
        assert!(told(&mut player, "goes to the marked spot"));
        let draft = player.world().resource::<Draft>();
        assert!(draft.order.is_some() || draft.refused.is_some(), "something is said about it");
        player.key(KeyCode::Tab);
        assert_eq!(spot_by_keys(player.world(), &question), None);
        assert!(told(&mut player, "chooses the marked answer"));
        assert!(player.world().resource::<Pending<Game>>().0.is_some(), "nothing is answered");
    }
}
