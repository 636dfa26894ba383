//! Runs of events told as one.

use bevy::math::Vec2;

use super::*;
use crate::{
    no_quarter::{
        components::Formation,
        dice::{Needed, Purpose, Roll},
        templates::blast_laid,
        test_world::{TestWorld, man},
    },
    table::{Inches, Pose, sight::Cover},
};

fn scene() -> (TestWorld, UnitId, UnitId) {
    let mut test = TestWorld::new();
    let place = |y: f32| [(10.0, y, 90.0), (12.0, y, 90.0), (14.0, y, 90.0), (16.0, y, 90.0)];
    let ours = test.unit(0, Formation::Skirmish, &place(10.0), man());
    let theirs = test.unit(1, Formation::Skirmish, &place(20.0), man());
    (test, ours, theirs)
}

fn roll(purpose: Purpose, result: u16) -> Roll {
    let needed = Some(Needed::new(5));
    Roll { roller: None, purpose, sides: 10, result, needed, aside: Vec::new(), added: Vec::new() }
}

fn shot(shooter: ModelId, unit: UnitId, target: ModelId, result: HitResult) -> Event {
    Event::Shot {
        shooter,
        unit,
        target,
        weapon: "Bow".to_owned(),
        range: Inches(10.0),
        cover: Cover::None,
        roll: Some(roll(Purpose::ToHit, 4)),
        result,
        actions: 4,
    }
}

fn saved(model: ModelId, saved: bool) -> Event {
    Event::Saved { model, roll: roll(Purpose::Save, 3), saved }
}

fn damage(model: ModelId, wounded: bool) -> Event {
    let roll = roll(Purpose::Damage, 3);
    Event::DamageRolled { model, roll, wounded, wounds_left: u8::from(!wounded) }
}

fn fell(model: ModelId, by: ModelId) -> Event {
    let at = Pose::new(Vec2::ZERO, Vec2::Y);
    Event::Fell { model, cause: Cause::Slain { by }, at }
}

#[test]
fn harm_without_a_roll_to_hit_is_not_told_beside_that_nobody_was_hit() {
    let told = |slain| Tally { attacks: 1, catches: true, slain, ..Tally::default() }.outcome();
    assert_eq!(told(1), "1 slain");
    assert_eq!(told(0), "nobody hit");
}

#[test]
fn a_volley_is_one_line_with_its_tally() {
    let (test, ours, theirs) = scene();
    let [we, they] = [ours, theirs].map(|unit| move |i| test_model(unit, i));
    let events = [
        shot(we(0), theirs, they(0), HitResult::Hit),
        saved(they(0), true),
        shot(we(1), theirs, they(1), HitResult::Missed),
        shot(we(2), theirs, they(1), HitResult::MasterfulHit),
        Event::NoSave { model: they(1), why: "a masterful hit".to_owned() },
        damage(they(1), true),
        fell(they(1), we(2)),
        shot(we(3), theirs, they(2), HitResult::Fumbled),
        Event::CommandTested {
            unit: theirs,
            reason: crate::no_quarter::event::TestReason::Losses,
            roll: roll(Purpose::Command, 3),
            passed: true,
        },
    ];
    let volley = passage(&test.world, &events).unwrap();
    assert_eq!(volley.events, 8, "the test of those who were shot at is a line of its own");
    assert_eq!(volley.tally, "4 shots, 2 hit, 1 saved, 1 slain, 1 fumble");
    assert_eq!(volley.told.text, "Men 0: 4 shots at Men 1, 2 hit, 1 saved, 1 slain, 1 fumble.");
    assert_eq!((volley.told.by, volley.told.weight), (Some(ours), Weight::Grave));
    assert_eq!(volley.told.units, [ours, theirs]);
    // It grows as more of it is shown.
    let earlier = passage(&test.world, &events[..3]).unwrap();
    assert_eq!(earlier.tally, "2 shots, 1 hit, 1 saved, none wounded");
    assert_eq!(passage(&test.world, &events[..1]), None, "one line is one line");
    assert_eq!(passage(&test.world, &events[8..]), None);
}

#[test]
fn an_answer_is_a_passage_of_its_own_and_nobody_hit_is_said() {
    let (test, ours, theirs) = scene();
    let [we, they] = [ours, theirs].map(|unit| move |i| test_model(unit, i));
    let events = [
        shot(we(0), theirs, they(0), HitResult::Missed),
        shot(we(1), theirs, they(0), HitResult::OutOfRange),
        shot(they(0), ours, we(0), HitResult::Hit),
        damage(we(0), false),
        shot(they(1), ours, we(0), HitResult::Missed),
    ];
    let first = passage(&test.world, &events).unwrap();
    assert_eq!((first.events, first.tally.as_str()), (2, "2 shots, none hit"));
    let answer = passage(&test.world, &events[2..]).unwrap();
    assert_eq!((answer.events, answer.tally.as_str()), (3, "2 shots, 1 hit, none wounded"));
    assert_eq!(passage(&test.world, &events[2..4]), None, "a lone shot is told line by line");
}

#[test]
fn what_one_template_hits_is_counted_in_models() {
    let (test, ours, theirs) = scene();
    let [we, they] = [ours, theirs].map(|unit| move |i| test_model(unit, i));
    let breath = |wholly: Vec<ModelId>| {
        let laid = blast_laid(Inches(3.0), Vec2::new(12.0, 20.0));
        [
            Event::Breathed { model: we(0), weapon: "Breath".to_owned(), laid, actions: 4 },
            Event::TemplateLaid { attacker: we(0), laid, wholly, partly: Vec::new() },
            saved(they(0), true),
            saved(they(1), true),
            saved(they(2), true),
        ]
    };
    let passage = |wholly| passage(&test.world, &breath(wholly)).unwrap().told.text;
    assert_eq!(
        passage(vec![they(0), they(1), they(2)]),
        "Men 0: 1 breath at Men 1, 3 models hit, 3 saved, none wounded."
    );
    assert!(passage(vec![they(0)]).contains(", 1 model hit,"), "{}", passage(vec![they(0)]));
    assert!(passage(Vec::new()).starts_with("Men 0: 1 breath, nobody hit"));
}

/// The models of [`scene`]: four in each unit.
fn test_model(unit: UnitId, place: u32) -> ModelId {
    ModelId(unit.0 * 4 + place)
}
