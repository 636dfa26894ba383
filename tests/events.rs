//! What events tell: every die that was rolled, and where everybody was.

use ironrank::{
    battle::{Battle, BattleWorld, Log, ModelId, SideId, levels},
    lab::{Bout, Played, play},
    no_quarter::{Armoury, NoQuarter, codex::of_modifier, retrace::pose_after, rolls::rolls},
    players::{Kind, whose_order},
    table::Pose,
};

/// A battle between two random players.
fn played(name: &str, seed: u64) -> Played<NoQuarter> {
    let level = levels::find(name, None).expect("an embedded level");
    play(Bout::random(&level, seed)).expect("the level can be played")
}

#[test]
fn every_die_is_behind_one_event() {
    for (name, seed) in [("first-clash", 1), ("artillery-duel", 2), ("pitched-battle", 3)] {
        let Played { world, report, .. } = played(name, seed);
        let events = &world.resource::<Log<NoQuarter>>().0;
        let dice: usize = events.iter().map(|event| rolls(&world, event).len()).sum();
        assert_eq!(dice as u64, report.dice, "{name}");
    }
}

#[test]
fn every_modifier_of_a_roll_is_explained() {
    let codex = Armoury::embedded().expect("the embedded data are sound").codex;
    for (name, seed) in [("first-clash", 4), ("pitched-battle", 5)] {
        let Played { world, .. } = played(name, seed);
        for event in &world.resource::<Log<NoQuarter>>().0 {
            for needed in rolls(&world, event).iter().filter_map(|told| told.roll.needed.as_ref()) {
                for modifier in &needed.modifiers {
                    let term = of_modifier(modifier).expect("every modifier has its reason");
                    assert!(codex.contains_key(term), "{}: {term}", modifier.name);
                }
            }
        }
    }
}

#[test]
fn events_tell_where_models_were() {
    let level = levels::find("first-clash", None).expect("an embedded level");
    let mut battle = Battle::<NoQuarter>::new(&level, 11).expect("the level can be played");
    let mut players = [0, 1].map(|side| Kind::Random.player::<NoQuarter>(11, SideId(side)));
    let mut moments = Vec::new();
    while battle.outcome().is_none() {
        let side = whose_order::<NoQuarter>(&battle.world);
        let order = players[side.index()].order(&battle.world).expect("a random order");
        battle.order(order).expect("a legal order");
        let world = &battle.world;
        let standing = world.roster().units().flat_map(|unit| world.standing(unit));
        let poses: Vec<(ModelId, Pose)> =
            standing.map(|model| (model, *world.of_model::<Pose>(model))).collect();
        moments.push((world.resource::<Log<NoQuarter>>().0.len() - 1, poses));
    }
    let world = &battle.world;
    let events = &world.resource::<Log<NoQuarter>>().0;
    for (place, poses) in moments.into_iter().step_by(3) {
        for (model, pose) in poses {
            let told = pose_after(world, events, place, model);
            assert!(told.at.distance(pose.at) < 1e-4, "{model:?} after event {place}");
        }
    }
}
