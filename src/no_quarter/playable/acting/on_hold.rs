//! What a unit on hold may be told to do when enemies come, when it goes on hold and from then on.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, RuleSystem, UnitId,
        playable::{
            acting::{Choice, ChoiceDoes},
            capitalised,
        },
    },
    no_quarter::{Holding, NoQuarter, Order, StandingOrder, plan as placing},
    table::Inches,
};

/// What a unit that goes on hold may be told to do.
pub(super) fn choices(world: &World, unit: UnitId) -> Vec<Choice<NoQuarter>> {
    let choice = |wanted| standing(wanted, Order::Hold { standing: wanted });
    standings(world, unit).into_iter().map(choice).collect()
}

/// What a unit on hold may be told to wait for from now on; nothing if nobody may tell it.
pub(super) fn instructions(world: &World, unit: UnitId) -> Vec<Choice<NoQuarter>> {
    let Some(present) = world.of_unit::<Holding>(unit).0 else { return Vec::new() };
    let may = |standing| NoQuarter::check(world, &Order::Instruct { unit, standing }).is_ok();
    if !may(StandingOrder::Ask) && !may(StandingOrder::Never) {
        return Vec::new();
    }
    let choice = |wanted| Choice {
        chosen: wanted == present,
        ..standing(wanted, Order::Instruct { unit, standing: wanted })
    };
    standings(world, unit).into_iter().map(choice).collect()
}

/// What a unit on hold may wait for.
fn standings(world: &World, unit: UnitId) -> Vec<StandingOrder> {
    let mut all = vec![StandingOrder::Ask];
    // Who can't shoot waits for charges.
    if placing::answers_from_afar(world, unit) {
        all.extend([6.0, 12.0, 18.0, 24.0].map(|distance| StandingOrder::Within(Inches(distance))));
        all.push(StandingOrder::FirstTarget);
    }
    all.extend([StandingOrder::WhenCharged, StandingOrder::Never]);
    all
}

/// What a unit on hold may wait for, as a choice.
fn standing(standing: StandingOrder, order: Order) -> Choice<NoQuarter> {
    let (about, term) = match standing {
        StandingOrder::Ask => ("You are asked every time it could respond.".to_owned(), "response"),
        StandingOrder::Within(distance) => (
            format!("You are asked about enemies within {distance}, and when it is charged."),
            "response",
        ),
        StandingOrder::FirstTarget => (
            "It shoots at the first enemy it can without asking you. You are still asked when it \
             is charged."
                .to_owned(),
            "response",
        ),
        StandingOrder::WhenCharged => (
            "You are asked only when it is charged: it can flee or strike first.".to_owned(),
            "receiving",
        ),
        StandingOrder::Never => {
            ("It never responds, not even to a charge, and you aren't asked.".to_owned(), "holding")
        }
    };
    let text = capitalised(&standing.to_string());
    Choice { term, ..Choice::new(text, about, ChoiceDoes::Gives(order)) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        battle::Showing,
        no_quarter::{
            Armoury, Event,
            components::Formation,
            test_world::{TestWorld, bow, man},
        },
    };

    #[test]
    fn only_who_shoots_waits_for_targets() {
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &place, man());
        let wanted = [StandingOrder::Ask, StandingOrder::WhenCharged, StandingOrder::Never];
        assert_eq!(standings(&test.world, ours), wanted);
    }

    #[test]
    fn what_is_chosen_for_a_unit_on_hold_is_told_in_the_same_words_in_log_and_card() {
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), vec![bow()]);
        let told = standings(&test.world, ours).into_iter().zip(choices(&test.world, ours));
        for (standing, choice) in told {
            let phrase = standing.to_string();
            assert_eq!(choice.text, capitalised(&phrase));
            assert!(phrase.contains(' '), "{phrase}: a phrase, not a word");
            test.world.set_unit(ours, Holding(Some(standing)));
            let lines = [
                NoQuarter::sentence(&test.world, &Event::Held { unit: ours, standing }),
                NoQuarter::sentence(&test.world, &Event::Instructed { unit: ours, standing }),
            ];
            assert!(lines.iter().all(|line| line.ends_with(&format!("told to {phrase}."))));
            let card = NoQuarter::card(&test.world, ours, None).states;
            let on_hold = format!("on hold, told to {phrase}");
            assert!(card.iter().any(|state| state.label.text == on_hold), "{on_hold}: {card:?}");
        }
    }

    #[test]
    fn everything_that_a_unit_on_hold_may_wait_for_says_what_it_does_and_by_which_rule() {
        let codex = Armoury::embedded().unwrap().codex;
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), vec![bow()]);
        let choices = choices(&test.world, ours);
        assert_eq!(choices.len(), 8);
        let abouts: BTreeSet<&str> = choices.iter().map(|choice| choice.about.as_str()).collect();
        assert_eq!(abouts.len(), 8, "each says something of its own");
        for choice in &choices {
            assert!(choice.about.ends_with('.'), "{}", choice.text);
            assert!(codex.contains_key(choice.term), "{}: {}", choice.text, choice.term);
        }
    }
}
