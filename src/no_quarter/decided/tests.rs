//! What players are told of how a battle ended, and that its state says what it always said.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::{
        RuleSystem, SideNames, TurnFrame, UnitId,
        level::{Edge, Objective},
        wrapper::Objectives,
    },
    no_quarter::{
        Event, NoQuarter,
        components::Formation,
        sentence::sentence,
        test_world::{TestWorld, man},
    },
};

/// A man of each side, of the first at a distance from the middle of the table.
fn scene(objectives: Vec<Objective>) -> (TestWorld, [UnitId; 2]) {
    let mut test = TestWorld::new();
    let units = [(0, 26.0), (1, 40.0)]
        .map(|(side, y)| test.unit(side, Formation::Skirmish, &[(24.0, y, 90.0)], man()));
    {
        let names = &mut test.world.resource_mut::<SideNames>().0;
        names[0].name = "The Rangers".to_owned();
        names[0].plural = true;
        names[1].name = "The Camp".to_owned();
    }
    test.world.insert_resource(Objectives(objectives));
    test.world.resource_mut::<TurnFrame>().turn = 6;
    (test, units)
}

/// What is told once the turns are over: who has won, and why.
fn after_six_turns(test: &mut TestWorld) -> (Option<SideId>, String) {
    victory::end_battle(&mut test.world, "the 6 turns are over".to_owned());
    told(test)
}

fn told(test: &TestWorld) -> (Option<SideId>, String) {
    let stored = test.world.resource::<BattleState>().outcome.clone().expect("it is over");
    let shown = NoQuarter::outcome(&test.world).expect("it is over");
    let logged = sentence(&test.world, &Event::Ended { outcome: stored });
    assert!(logged.contains(&shown.reason), "{logged}");
    (shown.winner, shown.reason)
}

fn hold(side: &str) -> Objective {
    Objective::Hold { side: side.to_owned(), at: Vec2::new(24.0, 24.0) }
}

#[test]
fn a_place_that_was_to_be_held_decides() {
    let (mut test, _) = scene(vec![hold("The Rangers")]);
    let reason = "the 6 turns are over, and the Rangers hold the marked place";
    assert_eq!(after_six_turns(&mut test), (Some(SideId(0)), reason.to_owned()));
    let (mut test, _) = scene(vec![hold("The Camp")]);
    let reason = "the 6 turns are over, and the Camp doesn't hold the marked place";
    assert_eq!(after_six_turns(&mut test), (Some(SideId(0)), reason.to_owned()));
    let stored = test.world.resource::<BattleState>().outcome.clone().expect("it is over");
    assert_eq!(stored.reason, "the 6 turns are over", "battles that are kept have this");
}

#[test]
fn where_both_sides_have_objectives_points_may_decide() {
    let far = Objective::Hold { side: "The Camp".to_owned(), at: Vec2::new(4.0, 4.0) };
    let (mut test, _) = scene(vec![hold("The Rangers"), far.clone()]);
    let reason = "the 6 turns are over, and the Rangers hold the marked place";
    assert_eq!(after_six_turns(&mut test), (Some(SideId(0)), reason.to_owned()));
    let near = Objective::Hold { side: "The Camp".to_owned(), at: Vec2::new(24.0, 40.0) };
    let (mut test, _) = scene(vec![hold("The Rangers"), near]);
    let (winner, reason) = after_six_turns(&mut test);
    assert_eq!(winner, None);
    assert!(reason.ends_with("both sides have reached an objective, so battle points decide"));
    let other = Objective::Hold { side: "The Rangers".to_owned(), at: Vec2::new(4.0, 4.0) };
    let (mut test, _) = scene(vec![other, far]);
    let (_, reason) = after_six_turns(&mut test);
    assert!(reason.ends_with("neither side has reached an objective, so battle points decide"));
}

#[test]
fn a_character_who_was_to_come_somewhere_or_to_be_captured_decides() {
    let escort = |test: &TestWorld, unit: UnitId| Objective::Escort {
        side: "The Rangers".to_owned(),
        model: test.world.model_name(test.model(unit, 0)).to_owned(),
        to: Some(Edge::North),
    };
    let capture = |test: &TestWorld, unit: UnitId| Objective::Capture {
        side: "The Rangers".to_owned(),
        model: test.world.model_name(test.model(unit, 0)).to_owned(),
    };
    let (mut test, [ours, theirs]) = scene(Vec::new());
    let name = |test: &TestWorld, unit| test.world.model_name(test.model(unit, 0)).to_owned();
    let (lady, chief) = (name(&test, ours), name(&test, theirs));
    let objectives = vec![escort(&test, ours)];
    test.world.insert_resource(Objectives(objectives));
    let reason = format!("the 6 turns are over, and {lady} hasn't reached the northern edge");
    assert_eq!(after_six_turns(&mut test), (Some(SideId(1)), reason));

    let (mut test, _) = scene(Vec::new());
    let objectives = vec![capture(&test, theirs)];
    test.world.insert_resource(Objectives(objectives));
    let reason = format!("the 6 turns are over, and {chief} isn't captured");
    assert_eq!(after_six_turns(&mut test), (Some(SideId(1)), reason));

    // Whoever has fallen ends the battle at once.
    let (mut test, _) = scene(Vec::new());
    test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
    let objectives = vec![escort(&test, ours)];
    test.world.insert_resource(Objectives(objectives));
    let fallen = test.model(ours, 0);
    test.world.set_model(fallen, Presence::Casualty);
    victory::look_for_the_end(&mut test.world);
    assert_eq!(told(&test), (Some(SideId(1)), format!("{lady} has fallen")));
    let stored = test.world.resource::<BattleState>().outcome.clone().expect("it is over");
    assert_eq!(stored.reason, format!("{lady} is lost to The Rangers"), "as battles have it");
}

#[test]
fn whoever_has_nobody_left_is_told_of_within_a_sentence() {
    let (mut test, [ours, _]) = scene(Vec::new());
    let fallen = test.model(ours, 0);
    test.world.set_model(fallen, Presence::Casualty);
    victory::look_for_the_end(&mut test.world);
    let reason = "no models of the Rangers are left".to_owned();
    assert_eq!(told(&test), (Some(SideId(1)), reason));
}

#[test]
fn without_objectives_nothing_is_told_but_that_the_turns_are_over() {
    let (mut test, _) = scene(Vec::new());
    assert_eq!(after_six_turns(&mut test).1, "the 6 turns are over");
    test.world.resource_mut::<TurnFrame>().turn = 1;
    assert_eq!(told(&test).1, "the only turn is over");
}
