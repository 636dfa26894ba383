//! What the log says.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::{RuleSystem, SideNames},
    no_quarter::dice::{Needed, Purpose},
    no_quarter::{
        BattleState, NoQuarter,
        event::{Cause, Gait, HitResult},
        reason::Reason,
        test_world::{TestWorld, man},
        victory,
    },
    table::{Inches, Pose, sight::Cover},
};

fn scene() -> (TestWorld, UnitId, UnitId) {
    let mut test = TestWorld::new();
    let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
    let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
    (test, ours, theirs)
}

fn roll(result: u16, needed: Needed) -> Roll {
    Roll {
        roller: None,
        purpose: Purpose::ToHit,
        sides: 10,
        result,
        needed: Some(needed),
        aside: Vec::new(),
        added: Vec::new(),
    }
}

/// What the sides have rolled against each other.
fn eight_and_three() -> Vec<(SideId, Roll)> {
    let contest = Roll { purpose: Purpose::Initiative, needed: None, ..roll(0, Needed::new(0)) };
    let die = |result| Roll { result, ..contest.clone() };
    vec![(SideId(0), die(8)), (SideId(1), die(3))]
}

#[test]
fn attacks_say_die_number_and_modifiers() {
    let (test, ours, theirs) = scene();
    let (attacker, target) = (test.model(ours, 0), test.model(theirs, 0));
    let say = |event: Event| sentence(&test.world, &event);
    let struck = |weapon: &str, roll, result| {
        let weapon = weapon.to_owned();
        say(Event::Struck { attacker, target, weapon, roll, result, actions: 4 })
    };
    let needed = Needed::new(5).with(Reason::Charging, 1).between(1, 9);
    assert_eq!(
        struck("Sword", Some(roll(4, needed.clone())), HitResult::Hit),
        "Man 0.1 strikes Man 1.1 with a sword: rolls 4, needs 6 (5, +1 charging): hit."
    );
    assert_eq!(
        struck("Improvised", None, HitResult::Automatic),
        "Man 0.1 strikes Man 1.1 in the back: automatic hit."
    );
    let shot = say(Event::Shot {
        shooter: attacker,
        unit: theirs,
        target,
        weapon: "Blunderbuss".to_owned(),
        range: Inches(7.25),
        cover: Cover::Soft,
        roll: Some(roll(10, Needed::new(5).with(Reason::SoftCover, -1))),
        result: HitResult::Fumbled,
        actions: 4,
    });
    assert_eq!(
        shot,
        "Man 0.1 shoots at Man 1.1 in soft cover with a blunderbuss, 7.25\" away: rolls 10, needs \
         4 (5, -1 soft cover): fumble, no more attacks this turn."
    );
    assert!(struck("Axe", Some(roll(7, needed.clone())), HitResult::Missed).contains("an axe"));
    assert!(struck("Claws", Some(roll(7, needed)), HitResult::Missed).contains("with claws:"));
}

#[test]
fn whoever_falls_is_named_with_the_cause() {
    let (test, ours, theirs) = scene();
    let (by, model) = (test.model(ours, 0), test.model(theirs, 0));
    let at = Pose::new(Vec2::ZERO, Vec2::Y);
    let fell = |cause| sentence(&test.world, &Event::Fell { model, cause, at });
    assert_eq!(fell(Cause::Slain { by }), "Man 1.1 falls to Man 0.1.");
    assert_eq!(fell(Cause::RanOff), "Man 1.1 flees off the table.");
}

#[test]
fn moves_say_how_far_and_for_what() {
    let (test, ours, _) = scene();
    let model = test.model(ours, 0);
    let from = Pose::new(Vec2::ZERO, Vec2::Y);
    let moved = |way: Vec<Pose>, actions| {
        sentence(&test.world, &Event::Moved { model, gait: Gait::Move, from, way, actions })
    };
    let to = Pose::new(Vec2::new(3.0, 4.0), Vec2::Y);
    assert_eq!(moved(vec![to], 5), "Man 0.1 moves 5\" for 5 actions.");
    assert_eq!(moved(vec![Pose { facing: Vec2::X, ..from }], 0), "Man 0.1 turns.");
}

#[test]
fn sides_and_units_are_named() {
    let (test, ours, _) = scene();
    let say = |event: Event| sentence(&test.world, &event);
    let rolls = eight_and_three();
    assert_eq!(
        say(Event::InitiativeRolled { rolls: rolls.clone(), modifiers: [0, 0], winner: SideId(1) }),
        "Initiative, the lower roll wins: ours 8, theirs 3. theirs chooses first."
    );
    let (tie, again) = (rolls[0].1.clone(), rolls.clone());
    let tied: Vec<_> = [SideId(0), SideId(1)].map(|side| (side, tie.clone())).into();
    let rolled = tied.into_iter().chain(again).collect();
    assert_eq!(
        say(Event::InitiativeRolled { rolls: rolled, modifiers: [0, 0], winner: SideId(1) }),
        "Initiative, the lower roll wins: ours 8, theirs 8, a tie; then ours 8, theirs 3. theirs \
         chooses first."
    );
    assert_eq!(
        say(Event::InitiativeRolled { rolls, modifiers: [-6, 1], winner: SideId(0) }),
        "Initiative, the lower roll wins: ours 8 (-6), theirs 3 (+1). ours chooses first."
    );
    let rolls = eight_and_three();
    assert_eq!(
        say(Event::TerrainRolled { rolls: rolls.clone(), first: SideId(0) }),
        "Laying the terrain, the higher roll goes first: ours 8, theirs 3. ours lays the first piece."
    );
    assert_eq!(
        say(Event::DeploymentRolled { rolls, first: SideId(1) }),
        "Deployment, the lower roll goes first: ours 8, theirs 3. theirs deploys the first unit."
    );
    assert_eq!(say(Event::Activated { unit: ours, by: SideId(1) }), "theirs makes Men 0 act.");
}

#[test]
fn a_side_gives_up_in_the_number_of_its_name_and_the_state_stays_as_it_was() {
    let given_up = |plural: bool| {
        let (mut test, _, _) = scene();
        test.world.resource_mut::<SideNames>().0[0].plural = plural;
        victory::concede(&mut test.world, SideId(0));
        let shown = NoQuarter::outcome(&test.world).unwrap();
        let outcome = test.world.resource::<BattleState>().outcome.clone().unwrap();
        assert_eq!(outcome.reason, "ours has given up", "battles that are kept have this");
        let told = sentence(&test.world, &Event::Ended { outcome });
        assert!(told.contains(&shown.reason), "{told}");
        shown.reason
    };
    assert_eq!(given_up(true), "ours have given up");
    assert_eq!(given_up(false), "ours has given up");
}

#[test]
fn a_side_within_a_sentence_has_a_small_article() {
    let (mut test, ..) = scene();
    test.world.resource_mut::<SideNames>().0[0].name = "The Crown".to_owned();
    let rolls = eight_and_three();
    assert_eq!(
        sentence(
            &test.world,
            &Event::InitiativeRolled { rolls, modifiers: [0, 0], winner: SideId(0) }
        ),
        "Initiative, the lower roll wins: the Crown 8, theirs 3. The Crown chooses first."
    );
    victory::concede(&mut test.world, SideId(0));
    let outcome = test.world.resource::<BattleState>().outcome.clone().unwrap();
    let told = sentence(&test.world, &Event::Ended { outcome });
    assert!(told.starts_with("theirs wins: the Crown has given up (the Crown 0 points"), "{told}");
}

#[test]
fn what_a_concession_counts_is_told_in_other_words_than_the_state_has() {
    let (mut test, ..) = scene();
    victory::concede(&mut test.world, SideId(0));
    let stored = test.world.resource::<BattleState>().outcome.clone().unwrap();
    let shown = NoQuarter::outcome(&test.world).unwrap();
    let last = |outcome: &Outcome| {
        let [own, theirs] = &outcome.tallies[..] else { panic!("two sides") };
        let all_but_last = theirs.account.len() - 1;
        assert_eq!(own.account.len(), all_but_last, "nobody gave up to the first");
        theirs.account[all_but_last].clone()
    };
    let ((before, points), (after, same)) = (last(&stored), last(&shown));
    assert_eq!(before, "half of those who gave up", "battles that are kept have this");
    assert_eq!((after.as_str(), same), ("half of the survivors", points));
}

#[test]
fn momentum_is_told_of_one_and_of_each_of_several() {
    let (test, unit, target) = scene();
    let model = test.model(unit, 0);
    let charged =
        |contacts| sentence(&test.world, &Event::Charged { unit, target, contacts, momentum: 3 });
    assert_eq!(charged(vec![model]), "Men 0 charges Men 1: 1 model in contact with 3 momentum.");
    assert!(
        charged(vec![model, model]).ends_with("2 models in contact, each with up to 3 momentum.")
    );
}

#[test]
fn weapons_have_their_article() {
    assert_eq!(with_article("Axe"), "an axe");
    assert_eq!(with_article("Long bow"), "a long bow");
    assert_eq!(with_article("Claws"), "claws");
    assert_eq!(with_article("Tearing claws"), "tearing claws");
    assert_eq!(with_article("Blunderbuss"), "a blunderbuss");
    assert_eq!(with_article("Crossbow with piercing bolts"), "a crossbow with piercing bolts");
}
