//! The same level, seed and orders give the same battle, whatever was done in between.

use ironrank::{
    battle::{
        Battle, History, RuleSystem, SideId, history::UndoRule, level::Deployment, levels,
        save::Save,
    },
    lab::{Bout, Played, check_replay, play},
    no_quarter::{
        NoQuarter,
        level::{EdgeChoice, Level, TerrainSetUp},
    },
    players::{Kind, whose_order},
};

fn fight(level: &Level, seed: u64, kinds: [Kind; 2]) -> Played<NoQuarter> {
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

fn all_levels() -> Vec<Level> {
    let ids = levels::ids(None);
    ids.iter().map(|id| levels::find(id, None).expect("levels are checked by a test")).collect()
}

#[test]
fn random_battles_end_and_keep_what_must_hold() {
    for level in all_levels() {
        // The soak plays the large ones more often.
        let models: u32 = level.units.iter().map(|unit| unit.count).sum();
        for seed in 1..=if models > 100 { 1 } else { 3 } {
            let played = fight(&level, seed, [Kind::Random; 2]);
            assert!(played.report.finished, "{}, seed {seed}", level.name);
        }
    }
}

#[test]
fn the_first_legal_orders_lead_to_an_end_too() {
    let level = levels::find("duel-at-the-wall", None).unwrap();
    for kinds in [[Kind::FirstLegal; 2], [Kind::FirstLegal, Kind::Random]] {
        let report = fight(&level, 1, kinds).report;
        assert!(report.finished);
        assert!(!report.reason.contains("given up"), "{kinds:?}: {}", report.reason);
    }
}

#[test]
fn the_same_seed_is_the_same_battle_and_another_is_not() {
    let level = levels::find("duel-at-the-wall", None).unwrap();
    let [first, again, other] = [5, 5, 6].map(|seed| fight(&level, seed, [Kind::Random; 2]));
    assert_eq!(first.report, again.report);
    assert_ne!(first.report.hash, other.report.hash);
}

#[test]
fn a_save_replays_to_the_same_battle() {
    for level in all_levels() {
        let mut played = fight(&level, 2, [Kind::Random; 2]);
        check_replay(&played, &|_| ()).unwrap();
        // And once more through its text.
        let text = played.save.write().unwrap();
        played.save = Save::read("battle.ron", &text).unwrap_or_else(|e| panic!("{e:?}"));
        check_replay(&played, &|_| ()).unwrap();
    }
}

#[test]
fn undone_is_never_done() {
    let level = levels::find("duel-at-the-wall", None).unwrap();
    for seed in 1..=3 {
        undo_and_do_again(&level, seed);
    }
}

/// Where terrain lies and who has which edge is undone like anything else.
#[test]
fn set_up_is_undone_too() {
    let mut level = levels::find::<NoQuarter>("duel-at-the-wall", None).unwrap();
    level.deployment = Deployment::ByHand;
    level.set_up.terrain = TerrainSetUp::Alternately;
    level.set_up.edges = EdgeChoice::ByDice;
    for seed in 1..=3 {
        undo_and_do_again(&level, seed);
    }
}

fn undo_and_do_again(level: &Level, seed: u64) {
    let played = fight(level, seed, [Kind::Random; 2]);
    let mut battle = Battle::<NoQuarter>::new(level, seed).expect("the level was fought on before");
    battle.world.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
    let mut hashes = vec![battle.state_hash()];
    for order in &played.save.orders {
        battle.order(order.clone()).expect("it was legal before");
        hashes.push(battle.state_hash());
    }
    // Back in leaps, and on again from one of the places.
    for count in (0..hashes.len()).rev().step_by(7) {
        battle.undo_to(count).expect("practice undoes anything");
        assert_eq!(battle.state_hash(), hashes[count], "seed {seed}, back to order {count}");
    }
    battle.undo_to(0).expect("practice undoes anything");
    for (order, hash) in played.save.orders.iter().zip(&hashes[1..]) {
        battle.order(order.clone()).expect("it was legal before");
        assert_eq!(battle.state_hash(), *hash, "seed {seed}");
    }
}

#[test]
fn refused_orders_and_checks_change_nothing() {
    let level = levels::find("duel-at-the-wall", None).unwrap();
    let mut battle = Battle::<NoQuarter>::new(&level, 4).unwrap();
    let mut player = Kind::Random.player::<NoQuarter>(4, SideId(0));
    let mut refused = 0;
    for choice in 0..60_usize {
        let before = battle.state_hash();
        let mut calls = choice;
        let order = NoQuarter::propose(&battle.world, &mut |count| {
            calls = calls.wrapping_mul(31).wrapping_add(7);
            calls % count.max(1)
        });
        if battle.check(&order).is_err() {
            refused += 1;
            assert!(battle.order(order).is_err());
        }
        assert_eq!(battle.state_hash(), before, "a check or a refusal changed something");
        if battle.outcome().is_some() {
            break;
        }
        assert!(whose_order::<NoQuarter>(&battle.world).index() < 2);
        let next = player.order(&battle.world).unwrap();
        battle.order(next).unwrap();
    }
    assert!(refused > 0, "nothing was refused; the test tests nothing");
}
