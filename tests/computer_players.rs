//! Computer players play every level by the rules and to its end, the same battle from the same seed,
//! know nothing of coming dice, and say why they do what they do.

mod small_rules;

use std::{collections::BTreeSet, ops::ControlFlow, sync::Mutex};

use bevy::prelude::World;
use ironrank::{
    battle::{
        Battle, Level, Planning, Rehearsal, RuleSystem, SideId, Snapshot,
        level::{Deployment, Turns},
        levels,
        planning::{Foresight, Weighed},
        variants::variants_of,
    },
    dice::Dice,
    lab::{Bout, Played, check_replay, kind, play},
    no_quarter::{
        NoQuarter, Order,
        level::{EdgeChoice, TerrainSetUp},
    },
    players::{Kind, whose_order},
};

use small_rules::Graves;

/// Those who decide at once.
const COMPUTERS: [Kind; 2] = [Kind::Recruit, Kind::Sergeant];

/// Those who try their plans before.
const SEARCHERS: [Kind; 2] = [Kind::Captain, Kind::Marshal];

/// A battle that is small enough for those who try much.
const SMALL: &str = r#"(
    name: "Three against three",
    table: (width: 24, depth: 24),
    sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
    units: [
        (side: "Near", name: "Watch", profile: "men_at_arms", count: 2,
         formation: Skirmish, place: At(12, 7, 90)),
        (side: "Near", name: "Hunter", profile: "wood_elf_archer", count: 1,
         formation: Skirmish, place: At(8, 5, 90)),
        (side: "Far", name: "Breakers", profile: "orc_bruiser", count: 2,
         formation: Skirmish, place: At(12, 14, 270)),
        (side: "Far", name: "Skulker", profile: "goblin_archer", count: 1,
         formation: Skirmish, place: At(15, 17, 270)),
    ],
    turns: Fixed(3),
)"#;

fn fight(level: &Level<NoQuarter>, seed: u64, kinds: [Kind; 2]) -> Played<NoQuarter> {
    let players = kinds.into_iter().zip(0..);
    let bout = Bout::<NoQuarter> {
        players: players.map(|(kind, side)| kind.player(seed, SideId(side))).collect(),
        check_invariants: true,
        ..Bout::random(level, seed)
    };
    play(bout)
        .and_then(Played::sound)
        .unwrap_or_else(|trouble| panic!("{}, seed {seed}: {trouble}", level.name))
}

fn small() -> Level<NoQuarter> {
    Level::read("small.ron", SMALL).expect("the level is written here")
}

fn level(id: &str) -> Level<NoQuarter> {
    levels::find(id, None).expect("an embedded level")
}

/// Computers never concede: nobody wins that way.
const NEVER_THOUGHT_OF: [&str; 1] = ["Concede"];

#[test]
fn every_kind_of_order_comes_to_a_computers_mind() {
    let thought_of = Mutex::new(BTreeSet::new());
    let listen = |world: &World| {
        let knowledge = <NoQuarter as Planning>::Knowledge::default();
        let choices = NoQuarter::choices(world, &knowledge, Foresight::NextReply);
        let plans = (0..choices.count()).filter_map(|choice| choices.weigh(choice));
        let first = |weighed: Weighed<NoQuarter>| {
            let order = NoQuarter::order(world, weighed.plan.acts.first()?)?;
            NoQuarter::check(world, &order).is_ok().then_some(order)
        };
        let orders: Vec<Order> = plans.filter_map(first).collect();
        thought_of.lock().unwrap().extend(orders.iter().map(kind));
        ControlFlow::Continue(())
    };
    let missing = || {
        let thought_of = thought_of.lock().unwrap();
        let kinds = variants_of::<Order>().iter().copied();
        kinds
            .filter(|kind| !thought_of.contains(*kind) && !NEVER_THOUGHT_OF.contains(kind))
            .collect::<Vec<&str>>()
    };
    let mut all = levels::ids(None).iter().map(|id| level(id)).collect::<Vec<_>>();
    all.push(set_up_by_hand("pitched-battle"));
    // Some things are rare.
    let battles = (1..6).flat_map(|seed| all.iter().map(move |level| (level, seed)));
    for (level, seed) in battles.take_while(|_| !missing().is_empty()) {
        let sergeant = |side| Kind::Sergeant.player(seed, SideId(side));
        let players = vec![sergeant(0), sergeant(1)];
        play(Bout::<NoQuarter> { players, watch: &listen, ..Bout::random(level, seed) }).unwrap();
    }
    let missing = missing();
    assert!(missing.is_empty(), "nobody thinks of {missing:?}");
}

#[test]
fn computers_play_every_level_to_its_end() {
    for id in levels::ids(None) {
        let level = level(&id);
        for kinds in [COMPUTERS, [Kind::Sergeant, Kind::Random]] {
            let played = fight(&level, 3, kinds);
            assert!(played.report.finished, "{id}");
            assert!(!played.report.reason.contains("given up"), "{id}: {}", played.report.reason);
        }
    }
}

/// A level whose terrain and units the players lay out, on edges that they choose, for as many turns as the dice
/// say.
fn set_up_by_hand(id: &str) -> Level<NoQuarter> {
    let mut level = level(id);
    level.deployment = Deployment::ByHand;
    level.set_up.terrain = TerrainSetUp::Alternately;
    level.set_up.edges = EdgeChoice::ByDice;
    level.turns = Turns::Random;
    level
}

#[test]
fn computers_lay_terrain_deploy_and_begin() {
    for id in ["duel-at-the-wall", "infiltration"] {
        let level = set_up_by_hand(id);
        for kinds in [[Kind::Recruit; 2], [Kind::Sergeant; 2]] {
            let played = fight(&level, 2, kinds);
            assert!(played.report.finished, "{id}");
            check_replay(&played, &|_| ()).unwrap();
        }
    }
}

#[test]
fn the_same_seed_is_the_same_battle() {
    let level = level("duel-at-the-wall");
    for kinds in [[Kind::Recruit; 2], [Kind::Sergeant; 2]] {
        let [first, again, other] = [5, 5, 6].map(|seed| fight(&level, seed, kinds));
        assert_eq!(first.report, again.report);
        assert_ne!(first.report.hash, other.report.hash);
    }
}

/// Series that were begun with other players can't be gone on with. Whoever changes what a player decides
/// raises [`ironrank::players::VERSION`] and writes down here what the battles come to now.
#[test]
fn players_that_decide_otherwise_have_another_version() {
    let known: [(Level<NoQuarter>, [Kind; 2], &str); 5] = [
        (level("duel-at-the-wall"), [Kind::Recruit, Kind::Sergeant], "d59afb7f37324bb3"),
        (level("lamp-and-ember"), [Kind::Sergeant, Kind::Recruit], "fbf85c020df522cf"),
        (level("first-clash"), [Kind::Sergeant; 2], "aaf6669a5c9da7bc"),
        (small(), [Kind::Captain, Kind::Marshal], "979d281bf603e0aa"),
        (small(), [Kind::Marshal, Kind::Captain], "002bae242a8f89ff"),
    ];
    let played = known.map(|(level, kinds, wanted)| (fight(&level, 9, kinds).report.hash, wanted));
    let (hashes, wanted): (Vec<String>, Vec<&str>) = played.into_iter().unzip();
    let present = (ironrank::players::VERSION, hashes.iter().map(String::as_str).collect());
    assert_eq!(present, (3, wanted), "what players decide has changed");
}

/// They decide by what came of their plans, they tell so, and the same seed is the same battle.
#[test]
fn those_who_try_their_plans_fight_to_the_end() {
    let level = small();
    let [played, again] = [(); 2].map(|()| fight(&level, 5, [Kind::Captain, Kind::Sergeant]));
    assert!(played.report.finished);
    assert_eq!(played.report, again.report);
    check_replay(&played, &|_| ()).unwrap();
    let mut battle = Battle::<NoQuarter>::new(&level, 5).unwrap();
    let mut player = Kind::Captain.player::<NoQuarter>(5, SideId(0));
    let mut tried = 0;
    while battle.outcome().is_none() {
        let order = player.order(&battle.world).unwrap();
        let reason = player.reason();
        let best = reason.and_then(|reason| reason.plans.first());
        let found = best.is_some_and(|best| best.account.of("what follows") != 0.0);
        tried += usize::from(found);
        let worths = reason
            .map_or_else(Vec::new, |reason| reason.plans.iter().map(|plan| plan.worth()).collect());
        // What is the same but for the last digit was added up in another order.
        assert!(worths.is_sorted_by(|a, b| *a >= b - 1e-3), "{worths:?}");
        battle.order(order).unwrap();
    }
    assert!(tried > 5, "only {tried} plans were tried");
}

/// Whoever thinks in slices comes to the same orders; whoever is hurried does the best it has found.
#[test]
fn thinking_in_slices_changes_nothing_and_may_be_cut_short() {
    let mut battle = Battle::<NoQuarter>::new(&small(), 5).unwrap();
    let captain = || Kind::Captain.player::<NoQuarter>(5, SideId(0));
    let (mut whole, mut sliced, mut restless) = (captain(), captain(), captain());
    let (mut slices, mut cut_short) = (0, 0);
    while battle.outcome().is_none() {
        let order = whole.order(&battle.world).unwrap();
        let began = slices;
        while !sliced.ponder(&battle.world) {
            slices += 1;
        }
        assert_eq!(sliced.order(&battle.world).unwrap(), order);
        assert_eq!(sliced.reason(), whole.reason());
        if slices > began {
            // Nothing is tried in the first slice: what is expected decides, as with Sergeant, who looks
            // closely at fewer plans.
            let [mut hurried, mut sergeant] =
                [Kind::Captain, Kind::Sergeant].map(|kind| kind.player::<NoQuarter>(5, SideId(0)));
            assert!(!hurried.ponder(&battle.world), "there is something to try");
            let order = hurried.order(&battle.world).unwrap();
            NoQuarter::check(&battle.world, &order).unwrap();
            let sergeants = sergeant.order(&battle.world).unwrap();
            let [expected, least] =
                [&hurried, &sergeant].map(|player| &player.reason().unwrap().plans);
            assert!(expected.iter().all(|plan| plan.account.of("what follows") == 0.0));
            assert!(expected.is_sorted_by(|a, b| a.worth() >= b.worth()));
            assert!(order == sergeants || expected[0].worth() > least[0].worth());
            // Somebody is hurried in the middle of a trial, and thinks on as ever in the next choice.
            for _ in 0..cut_short * 7 {
                restless.ponder(&battle.world);
            }
            let hurried = restless.order(&battle.world).unwrap();
            NoQuarter::check(&battle.world, &hurried).unwrap();
            cut_short += 1;
        }
        battle.order(order).unwrap();
    }
    assert!(cut_short > 3 && slices > 60 * cut_short, "{slices} slices of {cut_short} choices");
}

/// Whoever weighs alone, and whoever looks for second plans, thinks in slices too.
#[test]
fn slices_of_the_others_change_nothing_either() {
    // In the larger one generals lead companies, which they may leave.
    let (small, large) = (small(), level("first-clash"));
    for (kind, level, orders) in
        [(Kind::Sergeant, &small, 200), (Kind::Sergeant, &large, 400), (Kind::Marshal, &small, 8)]
    {
        let mut battle = Battle::<NoQuarter>::new(level, 5).unwrap();
        let player = || kind.player::<NoQuarter>(5, SideId(0));
        let (mut whole, mut sliced) = (player(), player());
        let mut slices = 0;
        for _ in 0..orders {
            if battle.outcome().is_some() {
                break;
            }
            let order = whole.order(&battle.world).unwrap();
            while !sliced.ponder(&battle.world) {
                slices += 1;
            }
            assert_eq!(sliced.order(&battle.world).unwrap(), order, "{kind:?}");
            assert_eq!(sliced.reason(), whole.reason(), "{kind:?}");
            battle.order(order).unwrap();
        }
        assert!(slices > 4, "{slices} slices of {kind:?}");
    }
}

/// In each position of a battle, in the middle of orders too, a player gives the same order whatever the
/// dice will show, and leaves the battle as it is.
#[test]
fn nobody_knows_the_coming_dice() {
    let (plain, small) = (level("plain"), small());
    let [recruit, sergeant] = COMPUTERS.map(|kind| (kind, &plain, 400));
    let [captain, marshal] = SEARCHERS;
    for (kind, level, most) in [recruit, sergeant, (captain, &small, 40), (marshal, &small, 8)] {
        let mut battle = Battle::<NoQuarter>::new(level, 4).unwrap();
        let mut other = Battle::<NoQuarter>::new(level, 4).unwrap();
        // Another seed than the battles', so that no player can work out their dice.
        let mut player = kind.player::<NoQuarter>(9, SideId(0));
        let mut twin = kind.player::<NoQuarter>(9, SideId(0));
        let mut questions = 0;
        for number in 0..most {
            if battle.outcome().is_some() {
                break;
            }
            questions += usize::from(battle.pending().is_some());
            let position = battle.snapshot();
            other.restore(&Snapshot { dice: Dice::seeded(1000 + number), ..position.clone() });
            let order = player.order(&battle.world).unwrap();
            assert_eq!(twin.order(&other.world).as_ref(), Some(&order), "{}", kind.name());
            assert_eq!(battle.snapshot(), position, "thinking changes nothing");
            battle.order(order).unwrap();
        }
        assert!(
            questions > 0 || most < 400,
            "{}: only {questions} questions were asked",
            kind.name()
        );
    }
}

#[test]
fn a_reason_tells_what_is_done_and_what_else_was_thought_of() {
    let level = level("plain");
    let mut battle = Battle::<NoQuarter>::new(&level, 4).unwrap();
    let mut player = Kind::Sergeant.player::<NoQuarter>(4, SideId(0));
    let mut sentences = std::collections::BTreeSet::new();
    while battle.outcome().is_none() {
        let order = player.order(&battle.world).unwrap();
        if let Some(reason) = player.reason() {
            assert!((1..=3).contains(&reason.plans.len()) && reason.weighed >= reason.plans.len());
            let worths: Vec<f32> = reason.plans.iter().map(|plan| plan.worth()).collect();
            assert!(worths.is_sorted_by(|a, b| a >= b), "{worths:?}");
            let text = serde_json::to_string(reason).unwrap();
            assert_eq!(
                serde_json::from_str::<serde_json::Value>(&text).unwrap()["weighed"],
                reason.weighed
            );
            sentences.insert(reason.sentence());
        }
        battle.order(order).unwrap();
    }
    assert!(sentences.len() > 20);
    for sentence in &sentences {
        let first = sentence.chars().next().unwrap();
        assert!(first.is_uppercase() && sentence.ends_with('.'), "{sentence}");
        assert!(sentence.contains("worth") && !sentence.contains("  "), "{sentence}");
    }
    assert!(sentences.iter().any(|sentence| sentence.starts_with("Charge ")), "{sentences:?}");
}

#[test]
fn a_position_is_worth_to_one_side_what_it_costs_the_other() {
    let level = level("pitched-battle");
    let battle = Battle::<NoQuarter>::new(&level, 1).unwrap();
    let knowledge = <NoQuarter as Planning>::Knowledge::default();
    let [own, other] =
        [0, 1].map(|side| NoQuarter::position(&battle.world, SideId(side), &knowledge).worth());
    assert!((own + other).abs() < 0.5, "{own} and {other}");
    assert!(own != 0.0);
}

/// A rehearsal goes the way of its own dice, again and again, and the battle knows nothing of it.
#[test]
fn what_is_rehearsed_happens_nowhere_else() {
    let level = level("plain");
    let mut battle = Battle::<NoQuarter>::new(&level, 9).unwrap();
    let mut players = [0, 1].map(|side| Kind::Random.player::<NoQuarter>(9, SideId(side)));
    for _ in 0..60 {
        let side = whose_order::<NoQuarter>(&battle.world);
        let order = players[side.index()].order(&battle.world).unwrap();
        battle.order(order).unwrap();
    }
    let position = battle.snapshot();
    let mut rehearsal = Rehearsal::<NoQuarter>::of(&battle.world).unwrap();
    let mut play_on = |seed: u64| {
        rehearsal.put(&position, seed);
        let before = rehearsal.steps();
        let mut players = [0, 1].map(|side| Kind::Random.player::<NoQuarter>(2, SideId(side)));
        for _ in 0..60 {
            if NoQuarter::outcome(rehearsal.world()).is_some() {
                break;
            }
            let side = whose_order::<NoQuarter>(rehearsal.world());
            let order = players[side.index()].order(rehearsal.world()).unwrap();
            rehearsal.order(order).unwrap();
        }
        (rehearsal.state().hash(), rehearsal.steps() - before)
    };
    let (first, other, again) = (play_on(1), play_on(2), play_on(1));
    assert_eq!(first, again);
    assert_ne!(first.0, other.0);
    assert!(first.1 > 60, "every order takes steps: {}", first.1);
    assert_eq!(battle.snapshot(), position);
}

/// Rules that offer no plans are played by their fallback, and a position is worth its battle points.
#[test]
fn rules_without_plans_are_played_too() {
    let level = Level::<Graves<1>>::read("night.ron", small_rules::NIGHT).unwrap();
    let mut battle = Battle::<Graves<1>>::new(&level, 1).unwrap();
    assert_eq!(
        <Graves<1> as Planning>::choices(&battle.world, &(), Foresight::NextReply).count(),
        0
    );
    let mut player = Kind::Sergeant.player::<Graves<1>>(1, SideId(0));
    let order = player.order(&battle.world).unwrap();
    assert_eq!(order, Graves::<1>::fallback(&battle.world));
    assert!(player.reason().is_none());
    battle.order(order).unwrap();
    let worth = Graves::<1>::position(&battle.world, SideId(0), &()).worth();
    let points = |side| Graves::<1>::tally(&battle.world, SideId(side)).points as f32;
    assert!((worth - points(0) + points(1)).abs() < 1e-6);
}
