//! Models and ground that come, move and go in the course of a battle, and battles that outlive a
//! change of their rules: played with a rule system of two orders; and the dead that rise in No Quarter,
//! who join units or form them.

#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod small_rules;

use bevy::math::Vec2;
use ironrank::{
    battle::{
        Battle, BattleWorld, Entrance, Formed, History, Level, ModelId, Opened, Presence,
        RuleSystem, SideId, TerrainId, UnitId, arrivals,
        history::{UndoError, UndoRule},
        link,
        save::Save,
        wrapper,
    },
    lab::{Bout, Played, check_replay, play},
    no_quarter::{self, NoQuarter},
    players::Kind,
    table::Pose,
};
use small_rules::{Dead, Event, Graves, ModelState, NIGHT, Order, RoseIn, UnitState};

fn night<const VERSION: u32>() -> Level<Graves<VERSION>> {
    Level::read("night.ron", NIGHT).unwrap()
}

fn battle<const VERSION: u32>(seed: u64) -> Battle<Graves<VERSION>> {
    let mut battle = Battle::new(&night(), seed).unwrap();
    battle.world.resource_mut::<History<Graves<VERSION>>>().undo_rule = UndoRule::Anything;
    battle
}

/// How many models and pieces of terrain have entities.
fn entities(battle: &mut Battle<Graves<1>>) -> usize {
    let world = &mut battle.world;
    let models = world.query::<&ModelId>().iter(world).count();
    models + world.query::<&TerrainId>().iter(world).count()
}

/// A whole battle between random players.
fn played(seed: u64) -> Played<Graves<1>> {
    let level = night();
    let bout = Bout { check_invariants: true, ..Bout::random(&level, seed) };
    play(bout).and_then(Played::sound).unwrap()
}

#[test]
fn battles_with_comings_and_goings_replay_to_the_same_battle() {
    let mut seen = (0, 0, 0);
    for seed in 1..=20 {
        let played = played(seed);
        check_replay(&played, &|_| ()).unwrap();
        let events = &played.world.resource::<ironrank::battle::Log<Graves<1>>>().0;
        let count = |what: fn(&Event) -> bool| events.iter().filter(|event| what(event)).count();
        seen.0 += count(|event| matches!(event, Event::Rose { .. }));
        seen.1 += count(|event| matches!(event, Event::Drifted { .. }));
        seen.2 += count(|event| matches!(event, Event::Dissolved { .. }));
    }
    assert!(seen.0 > 20 && seen.1 > 20 && seen.2 > 5, "{seen:?}");
}

#[test]
fn who_came_leaves_no_trace_once_it_is_undone() {
    for seed in 1..=5 {
        let orders = played(seed).save.orders;
        let mut battle = battle::<1>(seed);
        let mut hashes = vec![battle.state_hash()];
        let at_start = entities(&mut battle);
        for order in &orders {
            battle.order(order.clone()).unwrap();
            hashes.push(battle.state_hash());
        }
        assert!(entities(&mut battle) > at_start);
        for count in (0..=orders.len()).rev().step_by(3) {
            battle.undo_to(count).unwrap();
            assert_eq!(battle.state_hash(), hashes[count], "seed {seed}, back to order {count}");
        }
        battle.undo_to(0).unwrap();
        assert_eq!(battle.state_hash(), hashes[0]);
        assert_eq!(entities(&mut battle), at_start, "nobody is left over");
        for (order, hash) in orders.iter().zip(&hashes[1..]) {
            battle.order(order.clone()).unwrap();
            assert_eq!(battle.state_hash(), *hash, "seed {seed}");
        }
    }
}

#[test]
fn a_snapshot_brings_back_models_and_ground_and_takes_them_out() {
    let mut battle = battle::<1>(1);
    let fresh = battle.snapshot();
    let fog = |cloud, x: f32| Order::Drift { cloud, to: Vec2::new(x, 12.0) };
    battle.order(fog(None, 4.0)).unwrap();
    battle.order(fog(None, 8.0)).unwrap();
    let foggy = battle.snapshot();
    // Two men who differ take each other's place.
    let graves = [Vec2::new(12.0, 12.0), Vec2::new(3.0, 12.0)];
    let mut risen = Vec::new();
    for at in graves {
        battle.restore(&foggy);
        while !matches!(battle.events().last(), Some(Event::Rose { .. })) {
            battle.order(Order::Raise { unit: UnitId(battle.world.frame().side.0), at }).unwrap();
        }
        risen.push(battle.snapshot());
    }
    let model = ModelId(5);
    for _ in 0..2 {
        for (snapshot, at) in risen.iter().zip(graves) {
            battle.restore(snapshot);
            assert_eq!(&battle.snapshot(), snapshot);
            assert_eq!(battle.world.placed(model).pose.at, at);
            assert!(battle.world.of_model::<RoseIn>(model).0 > 0);
            assert_eq!(battle.world.members(battle.world.unit_of(model)).last(), Some(&model));
        }
    }
    battle.restore(&foggy);
    assert_eq!(battle.world.roster().model(model), None);
    assert!(battle.world.terrain(TerrainId(1)).is_some());
    battle.restore(&fresh);
    assert_eq!(battle.snapshot(), fresh);
    assert!(
        battle.world.table().terrain.is_empty() && battle.world.terrain(TerrainId(0)).is_none()
    );
}

#[test]
fn a_snapshot_finds_the_dead_a_home_whose_unit_never_formed_in_it() {
    let mut battle = battle::<1>(1);
    let fresh = battle.snapshot();
    // The same man rises twice and forms a unit each time, but not the same.
    let formed = ["Crawlers", "Walkers"].map(|name| {
        battle.restore(&fresh);
        let formed = Formed { name: name.to_owned(), side: SideId(0) };
        let unit = arrivals::form::<Graves<1>>(&mut battle.world, &formed, UnitState::default());
        let pose = Pose::new(Vec2::new(12.0, 12.0), Vec2::Y);
        let state = ModelState::default();
        let entrance = Entrance { unit, pose, presence: Presence::OnTable, state };
        let dead = Dead { name: "Risen".to_owned() };
        arrivals::bring_in::<Graves<1>>(&mut battle.world, dead, entrance);
        battle.snapshot()
    });
    for snapshot in formed.iter().chain(&formed) {
        battle.restore(snapshot);
        assert_eq!(&battle.snapshot(), snapshot);
        let unit = battle.world.unit_of(ModelId(5));
        assert_eq!(battle.world.unit_name(unit), snapshot.formed[0].name);
        assert_eq!(battle.world.members(unit), [ModelId(5)]);
    }
}

#[test]
fn a_piece_keeps_its_id_when_others_go() {
    let mut battle = battle::<1>(3);
    for x in [4.0, 8.0, 12.0] {
        battle.order(Order::Drift { cloud: None, to: Vec2::new(x, 12.0) }).unwrap();
    }
    let first = TerrainId(0);
    while battle.world.terrain(first).is_some() {
        battle.order(Order::Drift { cloud: Some(first), to: Vec2::new(4.0, 10.0) }).unwrap();
    }
    let left: Vec<TerrainId> = (0..battle.world.table().terrain.len())
        .map(|place| battle.world.terrain_at(place))
        .collect();
    assert_eq!(left, [TerrainId(1), TerrainId(2)]);
    let fog = battle.world.terrain(TerrainId(2)).unwrap();
    assert!(fog.contains(Vec2::new(12.0, 12.0)));
    assert!(battle.check(&Order::Drift { cloud: Some(first), to: Vec2::ONE }).is_err());
}

#[test]
fn saves_links_and_other_worlds_have_all_that_came() {
    let save = played(4).save;
    let read = Save::<Graves<1>>::read("night.ron", &save.write().unwrap()).unwrap();
    let from_link = link::read::<Graves<1>>(&link::write(&save).unwrap()).unwrap();
    for save in [&read, &from_link] {
        let (battle, opened) = Battle::open(save).unwrap();
        assert_eq!(opened, Opened::AsSaved);
        assert_eq!(format!("{:016x}", battle.state_hash()), save.hash);
        // As a battle comes into the window's world.
        let snapshot = battle.snapshot();
        let mut world = bevy::prelude::World::new();
        wrapper::move_in::<Graves<1>>(&mut world, battle.world).unwrap();
        assert_eq!(ironrank::battle::Snapshot::<Graves<1>>::take(&world), snapshot);
        wrapper::end::<Graves<1>>(&mut world);
        let battle = Battle::<Graves<1>>::new(&night(), 1).unwrap();
        wrapper::move_in::<Graves<1>>(&mut world, battle.world).unwrap();
        assert!(world.table().terrain.is_empty(), "nothing is left of the battle before");
    }
}

/// How many orders are in [`of_the_first_version`].
const HALF: usize = 14;

/// Half a battle of the first version, with a dead man and a cloud, that the second version doesn't
/// lead to where it led.
fn of_the_first_version() -> Save<Graves<1>> {
    let half = |seed: u64| {
        let mut half = battle::<1>(seed);
        for order in &played(seed).save.orders[..HALF] {
            half.order(order.clone()).unwrap();
        }
        half.save()
    };
    let has_all = |save: &Save<Graves<1>>| {
        let position = save.position.as_ref().unwrap();
        let clouds = position.ground.as_ref().map_or(0, |ground| ground.pieces.len());
        clouds > 0 && !position.arrivals.is_empty()
    };
    (1..100).map(half).find(has_all).unwrap()
}

#[test]
fn a_save_outlives_a_change_of_rules() {
    let first = of_the_first_version();
    let second = Save::<Graves<2>>::read("night.ron", &first.write().unwrap()).unwrap();
    let (mut battle, opened) = Battle::open(&second).unwrap();
    let Opened::AtPosition(change) = &opened else { panic!("{opened:?}") };
    assert_eq!((change.played_with, change.present), (Some(1), 2));
    let told = opened.to_string();
    for part in ["version 1 of the rules, and this is version 2", "can be read, but not undone"] {
        assert!(told.contains(part), "{told}");
    }
    // It stands where it stood.
    let (then, now) = (first.position.clone().unwrap(), battle.snapshot());
    assert_eq!((&then.models.len(), &then.ground), (&now.models.len(), &now.ground));
    assert_eq!((&then.frame, &then.dice), (&now.frame, &now.dice));
    // What came before is kept, and can't be taken back.
    let world = &mut battle.world;
    let earlier = world.resource::<History<Graves<2>>>().earlier().unwrap();
    assert_eq!((earlier.orders.len(), &earlier.told), (HALF, &first.told));
    assert!(!first.told.is_empty() && earlier.orders[0].contains('('), "{earlier:?}");
    assert_eq!(History::<Graves<2>>::undo(world), Err(UndoError::OtherRules));
    assert_eq!(History::<Graves<2>>::why_no_undo(world), Some(UndoError::OtherRules));
    // Play goes on, can be taken back as far as here, and is saved.
    let start = battle.state_hash();
    battle.world.resource_mut::<History<Graves<2>>>().undo_rule = UndoRule::Anything;
    battle.order(Graves::<2>::fallback(&battle.world)).unwrap();
    battle.undo_to(0).unwrap();
    assert_eq!(battle.state_hash(), start);
    battle.order(Graves::<2>::fallback(&battle.world)).unwrap();
    let again = Save::<Graves<2>>::read("again.ron", &battle.save().write().unwrap()).unwrap();
    assert_eq!((again.orders.len(), again.earlier.as_ref().unwrap().orders.len()), (1, HALF));
    let (reopened, opened) = Battle::open(&again).unwrap();
    assert_eq!((opened, reopened.state_hash()), (Opened::AsSaved, battle.state_hash()));
    let anew = reopened.save();
    assert_eq!(anew, Save { level: anew.level.clone(), seal: None, ..again.clone() });
    // Also as a link, which begins at the position.
    let link = link::write(&again).unwrap();
    let (linked, opened) = Battle::open(&link::read::<Graves<2>>(&link).unwrap()).unwrap();
    assert_eq!((opened, linked.state_hash()), (Opened::AsSaved, battle.state_hash()));
    // And the rules may change once more.
    let third = Save::<Graves<3>>::read("again.ron", &again.write().unwrap()).unwrap();
    assert!(Battle::open(&third).is_ok());
}

#[test]
fn a_battle_that_replays_with_other_rules_is_none_the_worse() {
    let mut battle = battle::<1>(1);
    battle.order(Order::Drift { cloud: None, to: Vec2::new(4.0, 4.0) }).unwrap();
    let save = Save::<Graves<2>>::read("fog.ron", &battle.save().write().unwrap()).unwrap();
    let (mut opened, how) = Battle::open(&save).unwrap();
    assert_eq!(how, Opened::AsSaved);
    assert_eq!(opened.undo_to(0), Ok(()), "all of it can be taken back");
}

#[test]
fn without_a_position_a_battle_opens_after_the_last_order_that_holds() {
    let first = of_the_first_version();
    let link = link::write(&first).unwrap();
    let second = link::read::<Graves<2>>(&link).unwrap();
    assert_eq!(second.rules_version, Some(1), "a link says the version of its rules");
    let (_, opened) = Battle::open(&second).unwrap();
    assert!(matches!(opened, Opened::Elsewhere(_) | Opened::AtLastOrder { .. }), "{opened}");
    // With an order that is refused.
    let mut refused = second;
    refused.orders[9] = Order::Drift { cloud: Some(TerrainId(99)), to: Vec2::ONE };
    let (battle, opened) = Battle::open(&refused).unwrap();
    let Opened::AtLastOrder { held, orders, change } = &opened else { panic!("{opened:?}") };
    assert!(*held <= 9 && *orders == HALF, "{opened}");
    assert!(change.refused.as_ref().unwrap().to_string().contains("orders["), "{change:?}");
    assert!(
        opened
            .to_string()
            .contains(&format!("The first {held} of its {HALF} orders are still legal")),
        "{opened}"
    );
    assert_eq!(battle.world.resource::<History<Graves<2>>>().len(), *held);
    // One of which no order holds opens as it began, and says why.
    refused.orders.insert(0, Order::Raise { unit: UnitId(9), at: Vec2::ONE });
    let (battle, opened) = Battle::open(&refused).unwrap();
    assert!(matches!(opened, Opened::AtLastOrder { held: 0, .. }), "{opened:?}");
    assert!(opened.to_string().contains("was played with version 1 of the rules"), "{opened}");
    assert!(opened.to_string().contains("None of its"), "{opened}");
    assert_eq!(battle.world.resource::<History<Graves<2>>>().len(), 0);
    // With the rules that it was played with it is a mistake.
    refused.rules_version = Some(2);
    let errors = Battle::open(&refused).map(drop).unwrap_err();
    assert!(errors[0].to_string().contains("orders[0]: "), "{errors:?}");
}

#[test]
fn orders_that_other_rules_have_no_words_for_end_what_can_be_replayed() {
    let first = of_the_first_version();
    let text = first.write().unwrap();
    let (at, _) = text.match_indices("Drift(").nth(2).unwrap();
    let text = format!("{}Waft{}", &text[..at], &text[at + "Drift".len()..]);
    // With the same version of the rules it is a mistake in the file.
    let error = Save::<Graves<1>>::read("night.ron", &text).unwrap_err();
    assert!(error[0].to_string().contains("Waft"), "{error:?}");
    let second = Save::<Graves<2>>::read("night.ron", &text).unwrap();
    assert!(second.orders.len() < HALF && second.count() == HALF);
    let (battle, opened) = Battle::open(&second).unwrap();
    let Opened::AtPosition(change) = &opened else { panic!("{opened:?}") };
    assert!(change.refused.is_some());
    let earlier = battle.world.resource::<History<Graves<2>>>().earlier().unwrap();
    assert_eq!(earlier.orders.len(), HALF);
    assert!(earlier.orders.iter().any(|order| order.starts_with("Waft(")), "{earlier:?}");
    // A position of other words is no help, but the orders are.
    let text = first.write().unwrap().replace("rose_in:", "risen_in:");
    let second = Save::<Graves<2>>::read("night.ron", &text).unwrap();
    assert!(second.position.is_none() && second.orders.len() == HALF);
    assert!(Battle::open(&second).is_ok());
}

#[test]
fn broken_positions_are_refused_with_their_field() {
    let text = of_the_first_version().write().unwrap();
    let position = text.find("position: ").unwrap();
    let refused = |from: &str, to: &str| {
        let at = position + text[position..].find(from).unwrap_or_else(|| panic!("no {from}"));
        let text = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        let error = match Save::<Graves<1>>::read("night.ron", &text) {
            Err(errors) => errors[0].clone(),
            Ok(save) => {
                Battle::open(&save).err().unwrap_or_else(|| panic!("{to} is all right"))[0].clone()
            }
        };
        assert!(error.line.is_some(), "{error}");
        error.to_string()
    };
    for (from, to, field) in [
        ("unit: 0", "unit: 7", "position.models[0].unit"),
        ("at: (", "at: (NaN, 1.0), was: (", "night.ron"),
        ("at: (6.0", "at: (NaN", "position.models[0].pose"),
        ("at: (6.0", "at: (-60.0", "position.models[0].pose"),
        ("side: ", "side: 2, was: ", "night.ron"),
        ("name: \"Dead man 1", "name: \"\", was: \"", "night.ron"),
        ("next: ", "next: 9999", "position.ground.next"),
        ("radius: 2.0", "radius: NaN", "position.ground.pieces[0]"),
        ("height: 4.0", "height: -4.0", "position.ground.pieces[0]"),
        ("rolled: ", "rolled: 99999999", "position.dice.rolled"),
        ("Seeded(", "Scripted(", "night.ron"),
        ("last_turn: ", "last_turn: 99999", "position.frame"),
        ("stack: []", "stack: [Thin(cloud: 99)]", "position.stack[0].cloud"),
        ("stack: []", "stack: [Open(unit: 0, at: (inf, 1.0))]", "position.stack[0].at"),
        ("units: [", "units: [(raised: 3),", "position.units"),
    ] {
        let error = refused(from, to);
        assert!(error.contains(field), "{from} to {to}: {error}");
    }
    assert_eq!(Kind::Random.player::<Graves<1>>(1, SideId(0)).name(), "random");
}

const CRYPT: &str = r#"(
    name: "The Crypt Opens",
    table: (width: 36, depth: 30),
    sides: [(name: "Crypt", edge: South), (name: "Vale", edge: North)],
    units: [
        (side: "Crypt", profile: "barrow_lich", name: "Grim", count: 1, place: At(16, 6, 90)),
        (side: "Crypt", profile: "barrow_lich", name: "Hollow", count: 1, place: At(20, 6, 90)),
        (side: "Crypt", profile: "skeleton", count: 8, formation: Ranked(frontage: 4), place: At(18, 11, 90)),
        (side: "Vale", profile: "warrior", count: 6, place: At(18, 16, 270)),
        (side: "Vale", profile: "orc_bruiser", count: 4, place: At(8, 18, 270)),
    ],
    turns: Fixed(5),
)"#;

/// A whole battle around the crypt between random players.
fn dead_played(seed: u64) -> Played<NoQuarter> {
    let level = Level::<NoQuarter>::read("crypt.ron", CRYPT).unwrap();
    let bout = Bout { check_invariants: true, ..Bout::random(&level, seed) };
    play(bout).and_then(Played::sound).unwrap()
}

/// Those who have risen in a battle: how many times, and how many units they have formed.
fn risen(played: &Played<NoQuarter>) -> (usize, usize) {
    let events = &played.world.resource::<ironrank::battle::Log<NoQuarter>>().0;
    let rose = |event: &no_quarter::Event| match event {
        no_quarter::Event::Rose { formed, models, .. } if !models.is_empty() => Some(*formed),
        _ => None,
    };
    let rose: Vec<bool> = events.iter().filter_map(rose).collect();
    (rose.len(), rose.iter().filter(|formed| **formed).count())
}

#[test]
fn sp_summon_fallen_the_dead_and_their_units_are_undone_replayed_and_saved() {
    let mut seen = (0, 0);
    for seed in 1..=8 {
        let played = dead_played(seed);
        let (times, formed) = risen(&played);
        seen = (seen.0 + times, seen.1 + formed);
        check_replay(&played, &|_| ()).unwrap();
        if formed == 0 {
            continue;
        }
        let mut battle = Battle::<NoQuarter>::new(&played.save.level, seed).unwrap();
        battle.world.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
        let (start, units) = (battle.state_hash(), battle.world.roster().units().len());
        let mut hashes = vec![start];
        for order in &played.save.orders {
            battle.order(order.clone()).unwrap();
            hashes.push(battle.state_hash());
        }
        assert!(battle.world.roster().units().len() > units);
        // From a file, and in another world.
        let text = battle.save().write().unwrap();
        let read = Save::<NoQuarter>::read("crypt.ron", &text).unwrap();
        let (reopened, opened) = Battle::open(&read).unwrap();
        assert_eq!((opened, reopened.state_hash()), (Opened::AsSaved, battle.state_hash()));
        let mut world = bevy::prelude::World::new();
        let snapshot = reopened.snapshot();
        wrapper::move_in::<NoQuarter>(&mut world, reopened.world).unwrap();
        assert_eq!(ironrank::battle::Snapshot::<NoQuarter>::take(&world), snapshot);
        // Undone, nothing is left of them.
        for count in (0..played.save.orders.len()).rev().step_by(5) {
            battle.undo_to(count).unwrap();
            assert_eq!(battle.state_hash(), hashes[count], "seed {seed}, back to order {count}");
        }
        battle.undo_to(0).unwrap();
        assert_eq!((battle.state_hash(), battle.world.roster().units().len()), (start, units));
        battle.restore(&snapshot);
        // Only the log, which was taken back, begins again.
        let mut restored = battle.snapshot();
        restored.events = snapshot.events;
        assert_eq!(restored, snapshot);
    }
    assert!(seen.0 > 4 && seen.1 > 1, "{seen:?}");
}
