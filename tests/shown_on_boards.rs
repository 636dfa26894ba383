//! What rule boards have to show: each spell at work, just failing, and refused or resisted; each ability
//! on two boards; and each kind of order, question, answer and event on one.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::LazyLock,
};

use ironrank::{
    lab::Kinds,
    no_quarter::{
        Armoury, Event, NoQuarter,
        boards::{Occurring, occurring, read_boards},
        magic::Spell,
    },
};

/// What occurs on each board, by the ledger id of the rule it shows.
static SHOWN: LazyLock<BTreeMap<String, Vec<Occurring>>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rules/no_quarter");
    let boards = read_boards(&folder).expect("the boards are part of the project");
    let mut shown: BTreeMap<String, Vec<Occurring>> = BTreeMap::new();
    for (_, board) in boards {
        // What is wrong with a board is told by `tests/rules.rs`; here it shows nothing.
        if let Ok(board) = board
            && let Ok(occurs) = occurring(&board)
        {
            shown.entry(board.id).or_default().push(occurs);
        }
    }
    shown
});

/// What occurs on the boards of a rule.
fn shown(rule: &str) -> &'static [Occurring] {
    SHOWN.get(rule).map_or(&[], Vec::as_slice)
}

/// Whether one of the boards shows an event.
fn has(boards: &[Occurring], wanted: impl Fn(&Event) -> bool) -> bool {
    boards.iter().any(|board| board.log.iter().any(&wanted))
}

/// What is missing on the boards of a spell.
fn missing(spell: Spell) -> Vec<&'static str> {
    let boards = shown(spell.card().rule);
    let works = |event: &Event| match event {
        Event::Cast { spell: own, cast: true, .. } => *own == spell,
        _ => false,
    };
    let just_fails = |event: &Event| match event {
        Event::Cast { spell: own, cast: false, roll, .. } if *own == spell => {
            let needed = roll.needed.as_ref().expect("casting needs a number").value();
            i32::from(roll.result) == needed + 1
        }
        _ => false,
    };
    let resisted = |event: &Event| match event {
        Event::Resisted { spell: own, resisted: true, .. } => *own == spell,
        _ => false,
    };
    let cast = format!("Use {spell:?}");
    let refused = boards.iter().any(|board| board.refused.contains(&cast));
    let found = [
        ("three boards", boards.len() >= 3),
        ("it works", has(boards, works)),
        ("it just fails", has(boards, just_fails)),
        ("it is refused or resisted", refused || has(boards, resisted)),
    ];
    found.into_iter().filter(|(_, found)| !found).map(|(what, _)| what).collect()
}

#[test]
fn each_spell_works_just_fails_and_is_refused_or_resisted() {
    let lacking: Vec<_> = Spell::ALL
        .iter()
        .map(|&spell| (spell, missing(spell)))
        .filter(|(_, missing)| !missing.is_empty())
        .collect();
    assert!(!Spell::ALL.is_empty());
    assert_eq!(lacking, Vec::new());
}

#[test]
fn each_ability_has_two_boards() {
    let armoury = Armoury::embedded().expect("what comes with the game can be read");
    let abilities = armoury.codex.values().filter(|entry| entry.term.starts_with("ability "));
    let mut lacking = Vec::new();
    for entry in abilities {
        let boards = shown(&entry.rule).len();
        if boards < 2 {
            lacking.push((&entry.term, &entry.rule, boards));
        }
    }
    assert_eq!(lacking, Vec::new());
}

#[test]
fn each_kind_occurs_on_a_board() {
    let mut kinds = Kinds::default();
    for board in SHOWN.values().flatten() {
        let once = |names: &BTreeSet<String>| names.iter().map(|name| (name.clone(), 1)).collect();
        kinds.add(Kinds {
            orders: once(&board.orders),
            questions: once(&board.questions),
            answers: once(&board.answers),
            events: once(&board.events),
        });
    }
    for part in kinds.coverage::<NoQuarter>() {
        assert_eq!(part.never, Vec::<String>::new(), "{} that no board shows", part.what);
    }
}
