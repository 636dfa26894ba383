//! What a rule system tells a window of its battles: every event, every decision.

use ironrank::{
    battle::{
        Battle, BattleWorld, Log, Pending, SideId, Telling, levels,
        playable::telling::{Milestone, Weight},
    },
    no_quarter::{Armoury, NoQuarter},
    players::{Kind, whose_order},
};

const LEVELS: [&str; 4] = ["first-clash", "artillery-duel", "pitched-battle", "brass-and-claw"];

/// Plays a random battle, looking at it before each order.
fn play(level: &str, mut look: impl FnMut(&Battle<NoQuarter>)) -> Battle<NoQuarter> {
    let level = levels::find(level, None).expect("an embedded level");
    let mut battle = Battle::<NoQuarter>::new(&level, 5).expect("the level can be played");
    let mut players = [0, 1].map(|side| Kind::Random.player::<NoQuarter>(5, SideId(side)));
    while battle.outcome().is_none() {
        look(&battle);
        let side = whose_order::<NoQuarter>(&battle.world);
        let order = players[side.index()].order(&battle.world).expect("a random order");
        battle.order(order).expect("a legal order");
    }
    battle
}

#[test]
fn a_decision_tells_what_each_answer_does() {
    let codex = Armoury::embedded().expect("the embedded data are sound").codex;
    let mut asked = 0;
    for level in LEVELS {
        play(level, |battle| {
            let Some(decision) = &battle.world.resource::<Pending<NoQuarter>>().0 else { return };
            let asking = NoQuarter::asking(&battle.world, decision);
            assert!(asking.text.ends_with(['?', '.']), "{}", asking.text);
            assert!(codex.contains_key(asking.term), "{}", asking.term);
            assert_eq!(asking.replies.len(), decision.options.len(), "{}", asking.text);
            let mut texts: Vec<&str> = asking.replies.iter().map(|r| r.text.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), decision.options.len(), "{texts:?} are told apart");
            for term in asking.replies.iter().flat_map(|reply| &reply.terms) {
                assert!(codex.contains_key(*term), "{term}");
            }
            asked += 1;
        });
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn events_are_told_with_their_units_and_their_dice() {
    for level in LEVELS {
        let battle = play(level, |_| {});
        let world = &battle.world;
        let events = &world.resource::<Log<NoQuarter>>().0;
        let mut turns = 0;
        for (place, event) in events.iter().enumerate() {
            let told = NoQuarter::told(world, event);
            assert!(told.text.ends_with('.'), "{}", told.text);
            assert!(told.by.is_none_or(|by| told.units.contains(&by)), "{}", told.text);
            let dice = NoQuarter::dice(world, event);
            assert_eq!(told.rolled, !dice.is_empty());
            for die in dice {
                let units = world.roster().units().map(|unit| world.unit_name(unit));
                let sides = world.roster().sides().map(|side| world.side_name(side));
                let mut rollers = units.chain(sides);
                assert!(rollers.any(|name| name == die.by), "{}: {} rolled", told.text, die.by);
                assert!(!die.purpose.is_empty(), "{}: what for?", told.text);
            }
            if let Some(Milestone::Turn(turn)) = NoQuarter::milestone(event) {
                turns += 1;
                assert_eq!((turn, told.weight), (turns, Weight::Header));
            }
            let tableau = NoQuarter::tableau(world, events, place).expect("it has happened");
            assert_eq!(tableau.text, told.text);
        }
        assert_eq!(NoQuarter::tableau(world, events, events.len()), None);
        assert!(turns > 1, "{level}");
    }
}

#[test]
fn a_passage_tells_in_one_line_what_its_events_tell_each() {
    let (mut volleys, mut fights) = (0, 0);
    for level in LEVELS {
        let battle = play(level, |_| {});
        let world = &battle.world;
        let events = &world.resource::<Log<NoQuarter>>().0;
        let mut place = 0;
        while place < events.len() {
            let Some(passage) = NoQuarter::passage(world, &events[place..]) else {
                place += 1;
                continue;
            };
            assert!(passage.events > 1, "one event has its own line");
            let all = &events[place..place + passage.events];
            let told = &passage.told;
            assert!(told.text.ends_with('.'), "{}", told.text);
            assert!(all.iter().all(|event| NoQuarter::milestone(event).is_none()), "{}", told.text);
            for each in all.iter().map(|event| NoQuarter::told(world, event)) {
                let known = each.units.iter().all(|unit| told.units.contains(unit));
                assert!(known, "{}: {}", told.text, each.text);
                assert!(told.rolled || !each.rolled, "{}: {}", told.text, each.text);
            }
            assert!(!told.rolled || !passage.tally.is_empty(), "{}", told.text);
            let shorter = NoQuarter::passage(world, &events[place..place + passage.events - 1]);
            let grows = shorter.is_none_or(|shorter| shorter.events < passage.events);
            assert!(grows, "{}", told.text);
            volleys += usize::from(passage.tally.contains("shot"));
            fights += usize::from(passage.tally.contains("blow"));
            place += passage.events;
        }
    }
    assert!(volleys > 5 && fights > 5, "{volleys} volleys, {fights} fights");
}
