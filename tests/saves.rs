//! What a save that can't be taken up again is told: what is wrong, and in which line.

use std::{collections::BTreeSet, ops::Range};

use ironrank::{
    battle::{
        Battle, DataError, Opened, SideId, levels,
        save::{MOST_ORDERS, SAVE_VERSION, Save},
    },
    lab::{Bout, play},
    no_quarter::{Answer, NoQuarter, Order},
    players::Kind,
};

/// A battle in which nothing was done yet, with these orders in its save.
fn save_with(orders: &[Order]) -> String {
    let level = levels::find("duel-at-the-wall", None).expect("an embedded level");
    let battle = Battle::<NoQuarter>::new(&level, 1).expect("the level can be played");
    let save = Save { orders: orders.to_vec(), ..battle.save() };
    save.write().expect("a save has a form")
}

fn refused(text: &str) -> DataError {
    let errors = match Save::<NoQuarter>::read("old.ron", text) {
        Err(errors) => errors,
        Ok(save) => Battle::load(&save).err().expect("something is wrong with it"),
    };
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].clone()
}

/// Battles that stopped in the middle of something, with the questions they stopped at.
fn in_the_middle() -> Vec<Save<NoQuarter>> {
    let mut saves = Vec::new();
    let mut asked = BTreeSet::new();
    for (level, seeds) in [("duel-at-the-wall", 1..=6), ("artillery-duel", 1..=2), ("plain", 1..=1)]
    {
        let level = levels::find(level, None).expect("an embedded level");
        for seed in seeds {
            let orders =
                play(Bout::<NoQuarter>::random(&level, seed)).expect("it ends").save.orders;
            let mut battle = Battle::<NoQuarter>::new(&level, seed).expect("it was played");
            for (count, order) in orders.into_iter().enumerate() {
                battle.order(order).expect("it was legal");
                let question = battle.pending().map(|decision| {
                    let told = format!("{:?}", decision.question);
                    told.split_whitespace().next().unwrap_or_default().to_owned()
                });
                if count == 9 || question.is_some_and(|question| asked.insert(question)) {
                    saves.push(battle.save());
                }
            }
        }
    }
    assert!(asked.len() > 4, "{asked:?}");
    saves
}

/// As if rules had changed: nothing leads to where the battle stood, so it opens there.
fn open_at_position(save: &Save<NoQuarter>) -> Result<Battle<NoQuarter>, Vec<DataError>> {
    let save = Save { orders: Vec::new(), hash: String::new(), unread: None, ..save.clone() };
    let (battle, opened) = Battle::open(&save)?;
    assert!(matches!(opened, Opened::AtPosition(_)), "{opened:?}");
    Ok(battle)
}

/// Every state that a battle comes to has a form as text that leads back to it, and play goes on from
/// there as it would have.
#[test]
fn a_battle_goes_on_from_its_position_as_from_its_orders() {
    for save in in_the_middle() {
        let text = save.write_compact().expect("a save has a form");
        let read = Save::<NoQuarter>::read("middle.ron", &text).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(read.position, save.position);
        let mut there = open_at_position(&read).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut here = Battle::load(&save).expect("it was played");
        let mut player = Kind::Random.player::<NoQuarter>(7, SideId(0));
        for _ in 0..12 {
            if here.outcome().is_some() {
                break;
            }
            let order = player.order(&here.world).expect("random players always know more");
            here.order(order.clone()).expect("players give legal orders");
            there.order(order).expect("and so they are from the position");
            let (mut one, mut other) = (here.snapshot(), there.snapshot());
            // Only the log begins again.
            (one.events, other.events) = (0, 0);
            assert_eq!(one, other);
        }
    }
}

/// Whatever numbers stand in a position, it is refused with its field, or it can be played.
#[test]
fn no_number_in_a_position_makes_the_program_panic() {
    let (mut refused, mut played) = (0, 0);
    for (index, save) in in_the_middle().iter().enumerate() {
        let text = save.write_compact().expect("a save has a form");
        let (before, position) = text.split_once("position:").expect("it has a position");
        let position = position.split("told:").next().expect("something stands there");
        let numbers = numbers(position);
        for (turn, range) in numbers.into_iter().enumerate().skip(index).step_by(5) {
            let hostile = ["4000000000", "255", "99", "NaN", "-1", "1.0e30", "65535"][turn % 7];
            let (start, end) = (&position[..range.start], &position[range.end..]);
            let text = format!("{before}position:{start}{hostile}{end})");
            let text = text.replace(",)", ")");
            let opened = Save::<NoQuarter>::read("hostile.ron", &text)
                .and_then(|save| open_at_position(&save));
            match opened {
                Err(errors) => {
                    assert!(errors[0].line.is_some(), "{}", errors[0]);
                    refused += 1;
                }
                Ok(mut battle) => {
                    played += 1;
                    let mut player = Kind::Random.player::<NoQuarter>(3, SideId(0));
                    for _ in 0..6 {
                        if battle.outcome().is_some() {
                            break;
                        }
                        let Some(order) = player.order(&battle.world) else { break };
                        let _ = battle.order(order);
                    }
                }
            }
        }
    }
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played");
}

/// Where numbers stand in a text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(|c: char| c.is_ascii_digit() || c == '-') {
        let start = from + start;
        let end = text[start..].find(|c| !part(c)).map_or(text.len(), |length| start + length);
        // Digits in names are no numbers.
        let named = text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !named {
            found.push(start..end);
        }
        from = end;
    }
    found
}

/// The line, from 1, where a text stands.
fn line_of(text: &str, needle: &str) -> usize {
    text.lines().position(|line| line.contains(needle)).expect("it stands there") + 1
}

/// What nobody asks for any more is left out of a battle of earlier rules, and what follows keeps who
/// gave it.
#[test]
fn an_answer_to_what_is_no_longer_asked_is_left_out() {
    let level = levels::find("duel-at-the-wall", None).expect("an embedded level");
    let save = play(Bout::<NoQuarter>::random(&level, 1)).expect("it ends").save;
    let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("it was played");
    let mut place = 0;
    while place < 20 || battle.pending().is_some() {
        battle.order(save.orders[place].clone()).expect("it was legal");
        place += 1;
    }
    let mut old = save.clone();
    old.rules_version = Some(5);
    old.orders.insert(place, Order::Answer { answer: Answer::Pass });
    old.by_computer = [(place - 1, None), (place, None), (place + 1, None)].into();
    let (battle, opened) = Battle::open(&old).expect("it can be opened");
    assert_eq!(opened, Opened::AsSaved);
    let anew = battle.save();
    assert_eq!(anew.orders, save.orders);
    assert_eq!(anew.by_computer, [(place - 1, None), (place, None)].into());
    // The present rules would have asked.
    let present = Save { rules_version: save.rules_version, ..old };
    let opened = Battle::open(&present).map(|(_, opened)| opened);
    assert!(matches!(&opened, Ok(Opened::AtPosition(_))), "{opened:?}");
}

#[test]
fn a_foreign_save_is_refused_at_its_line() {
    let save = |version: u32, rules: &str| {
        format!("(\n    version: {version},\n    rules: \"{rules}\",\n)")
    };
    let line = |text: &str| {
        Save::<NoQuarter>::read("old.ron", text).expect_err("it is no save of this game")[0].line
    };
    assert_eq!(line(&save(SAVE_VERSION + 1, "no_quarter")), Some(2));
    assert_eq!(line(&save(SAVE_VERSION, "chess")), Some(3));
}

#[test]
fn an_order_that_is_not_legal_is_named_with_its_line() {
    let text = save_with(&[Order::Rally]);
    let error = refused(&text);
    assert_eq!(error.line, Some(line_of(&text, "Rally")), "{error}");
    assert!(error.to_string().contains("orders[0]: this order is not legal here ("), "{error}");
}

#[test]
fn a_wrong_level_is_named_with_its_line_in_the_save() {
    let text = save_with(&[]);
    let wrong = text.replacen("width: 24", "width: 2400", 1);
    let error = refused(&wrong);
    assert_eq!(error.field.as_deref(), Some("table.width"), "{error}");
    assert_eq!(error.line, Some(line_of(&wrong, "table: ")), "{error}");
}

#[test]
fn more_orders_than_any_battle_has_are_refused_unplayed() {
    let error = refused(&save_with(&vec![Order::Rally; MOST_ORDERS + 1]));
    assert!(error.to_string().contains("20001 orders; 20000 are the limit"), "{error}");
    assert!(error.line.is_some(), "{error}");
}
