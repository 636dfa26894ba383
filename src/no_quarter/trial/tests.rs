//! Trials with invented effects, die by die.

use super::*;
use crate::no_quarter::{
    components::{Formation, Morale, Role},
    dice::Purpose::{Command, Damage, Panic, Save, ToHit},
    effects::{Does, Effect, ExtraDie, Source, Test, Until, lay_on_model, lay_on_unit},
    event::Event,
    order::{Blow, Order},
    profile::Profile,
    rolls::rolls,
    test_world::{TestWorld, man},
};

/// Two men in contact: the second has armour 5 and something that lasts on him.
fn duel(does: Does) -> (TestWorld, Order) {
    let mut test = TestWorld::new();
    let knight = Profile { armour: 5, strength: 4, ..man() };
    let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], knight.clone());
    let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], knight);
    test.activate(ours);
    let (a, b) = (test.model(ours, 0), test.model(theirs, 0));
    let effect = Effect { does, source: Source::Fumble, until: Until::Always };
    lay_on_model(&mut test.world, b, effect);
    (test, Order::Fight { blows: vec![Blow::plain(a, b, 0)] })
}

/// The save among some events: the die that counts, those put aside, and whether it held.
fn save(events: &[Event]) -> Option<(u16, Vec<u16>, bool)> {
    events.iter().find_map(|event| match event {
        Event::Saved { roll, saved, .. } => {
            let aside = roll.aside.iter().map(|aside| aside.result).collect();
            Some((roll.result, aside, *saved))
        }
        _ => None,
    })
}

#[test]
fn of_several_dice_the_lowest_counts_and_the_others_are_shown() {
    let (mut test, fight) = duel(Does::PicksFrom { test: Test::Save, dice: 2 });
    test.dice(&[(ToHit, 5), (Save, 8), (Save, 3)]);
    let events = test.order(fight);
    assert_eq!(save(&events), Some((3, vec![8], true)));
    let told = events.iter().find(|event| matches!(event, Event::Saved { .. })).unwrap();
    let dice: Vec<u16> = rolls(&test.world, told).iter().map(|told| told.roll.result).collect();
    assert_eq!(dice, [8, 3]);
    let sentence = crate::no_quarter::sentence::sentence(&test.world, told);
    assert!(sentence.contains("rolls 3 (8 set aside), needs 5"), "{sentence}");
}

#[test]
fn what_must_be_rolled_again_is_so_once() {
    let (mut test, fight) = duel(Does::RollsAgain { test: Test::Save, again: Again::Must });
    test.dice(&[(ToHit, 5), (Save, 8), (Save, 9), (Damage, 9)]);
    assert_eq!(save(&test.order(fight)), Some((9, vec![8], false)));
    assert!(!test.is_asked());
}

#[test]
fn what_succeeds_is_not_rolled_again() {
    let (mut test, fight) = duel(Does::RollsAgain { test: Test::Save, again: Again::Must });
    test.dice(&[(ToHit, 5), (Save, 5)]);
    assert_eq!(save(&test.order(fight)), Some((5, Vec::new(), true)));
}

#[test]
fn what_may_be_rolled_again_is_asked_and_can_be_left() {
    let may = Does::RollsAgain { test: Test::Save, again: Again::May };
    let (mut test, fight) = duel(may);
    test.dice(&[(ToHit, 5), (Save, 8)]);
    assert_eq!(save(&test.order(fight.clone())), None);
    assert!(test.is_asked());
    test.dice(&[(Damage, 9)]);
    assert_eq!(save(&test.answer(Answer::LetStand)), Some((8, Vec::new(), false)));

    let (mut test, _) = duel(may);
    test.dice(&[(ToHit, 5), (Save, 8)]);
    test.order(fight);
    test.dice(&[(Save, 2)]);
    assert_eq!(save(&test.answer(Answer::RollAgain)), Some((2, vec![8], true)));
}

#[test]
fn what_must_be_done_leaves_no_choice() {
    let (mut test, fight) = duel(Does::RollsAgain { test: Test::Save, again: Again::May });
    let defender = match &fight {
        Order::Fight { blows } => blows[0].target,
        _ => unreachable!("it is a fight"),
    };
    let does = Does::RollsAgain { test: Test::Save, again: Again::Must };
    let effect = Effect { does, source: Source::Fumble, until: Until::Always };
    lay_on_model(&mut test.world, defender, effect);
    test.dice(&[(ToHit, 5), (Save, 8), (Save, 1)]);
    assert_eq!(save(&test.order(fight)), Some((1, vec![8], true)));
}

/// What a save came to, by its sentence and by the dice that lie in the tray.
fn told(test: &TestWorld, events: &[Event]) -> (String, Vec<u16>) {
    let told = events.iter().find(|event| matches!(event, Event::Saved { .. })).unwrap();
    let dice = rolls(&test.world, told).iter().map(|told| told.roll.result).collect();
    (crate::no_quarter::sentence::sentence(&test.world, told), dice)
}

#[test]
fn a_die_is_added_to_the_one_that_counts() {
    let die = ExtraDie { sides: 3, off: false };
    let (mut test, fight) = duel(Does::AddsDie { test: Test::Save, die });
    test.dice(&[(ToHit, 5), (Save, 4), (Save, 2), (Damage, 9)]);
    let events = test.order(fight);
    assert_eq!(save(&events), Some((4, Vec::new(), false)));
    let (sentence, dice) = told(&test, &events);
    assert!(sentence.contains("rolls 6 (4 +2), needs 5"), "{sentence}");
    assert_eq!(dice, [4, 2]);
}

#[test]
fn a_die_is_taken_off_the_lowest_and_rolled_anew_with_it() {
    let die = ExtraDie { sides: 3, off: true };
    let (mut test, fight) = duel(Does::AddsDie { test: Test::Save, die });
    let does = Does::RollsAgain { test: Test::Save, again: Again::Must };
    let effect = Effect { does, source: Source::Fumble, until: Until::Always };
    let Order::Fight { blows } = &fight else { unreachable!("it is a fight") };
    lay_on_model(&mut test.world, blows[0].target, effect);
    test.dice(&[(ToHit, 5), (Save, 9), (Save, 1), (Save, 7), (Save, 2)]);
    let events = test.order(fight);
    assert_eq!(save(&events), Some((7, vec![9], true)));
    let (sentence, dice) = told(&test, &events);
    assert!(sentence.contains("rolls 5 (7 -2) (8 (9 -1) set aside), needs 5"), "{sentence}");
    assert_eq!(dice, [9, 1, 7, 2]);
}

#[test]
fn cmd_03_a_second_chance_is_not_rolled_a_third_time() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
    let standard = test.unit(0, Formation::Skirmish, &[(13.0, 10.0, 90.0)], man());
    let bearer = test.model(standard, 0);
    test.world.set_model(bearer, Role::ArmyStandard);
    test.activate(unit).morale(unit, Morale::Panicked);
    let does = Does::RollsAgain { test: Test::Command, again: Again::Must };
    let effect = Effect { does, source: Source::Fumble, until: Until::Always };
    lay_on_unit(&mut test.world, unit, effect);
    test.dice(&[(Command, 9), (Command, 9)]);
    test.order(Order::Rally);
    assert!(test.is_asked());
    // It fails again, and that is that: it runs.
    test.dice(&[(Command, 9), (Panic, 2)]);
    let events = test.answer(Answer::RollAgain);
    let tested = events.iter().filter(|event| matches!(event, Event::CommandTested { .. }));
    assert_eq!(tested.count(), 1);
    assert!(events.iter().any(|event| matches!(event, Event::PanicRolled { .. })));
}
