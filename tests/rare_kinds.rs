//! The kinds that random battles hardly ever come to, which docs/command-line.md lists with the boards that
//! show them.

use std::{collections::BTreeSet, fs, path::Path};

use ironrank::{
    lab::{Coverage, Kinds},
    no_quarter::{
        NoQuarter,
        boards::{Board, Occurring, occurring},
    },
};

/// The page with the table, from the folder of the project.
const PAGE: &str = "docs/command-line.md";

/// How a row of the table begins, by what its kind is one of.
const OF: [&str; 4] = ["orders", "questions", "answers", "events"];

/// A row: of what, which kind, and the board with its title.
struct Row {
    of: String,
    kind: String,
    title: String,
    board: String,
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [of, kind, link] = cells[..] else { return None };
    if !OF.contains(&of) {
        return None;
    }
    let (title, board) = link.strip_prefix('[')?.strip_suffix(')')?.split_once("](../")?;
    let [title, board] = [title, board].map(str::to_owned);
    Some(Row { of: of.to_owned(), kind: kind.trim_matches('`').to_owned(), title, board })
}

fn rows() -> Vec<Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let text = fs::read_to_string(page).expect("the page is part of the project");
    text.lines().filter_map(row).collect()
}

/// All kinds of orders, questions, answers or events.
fn all_of(what: &str) -> Vec<String> {
    let coverage = Kinds::default().coverage::<NoQuarter>();
    let part: Option<Coverage> = coverage.into_iter().find(|part| part.what == what);
    part.expect("kinds of four things are counted").never
}

fn occurred<'a>(occurring: &'a Occurring, what: &str) -> &'a BTreeSet<String> {
    match what {
        "orders" => &occurring.orders,
        "questions" => &occurring.questions,
        "answers" => &occurring.answers,
        _ => &occurring.events,
    }
}

#[test]
fn every_rare_kind_occurs_on_its_board() {
    let rows = rows();
    assert!(rows.len() >= 6, "{} rows", rows.len());
    for Row { of, kind, title, board: file } in rows {
        assert!(all_of(&of).contains(&kind), "{PAGE}: there are no {of} called {kind}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let board = Board::read(&file, &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(board.title, title, "{file}");
        let occurring = occurring(&board).unwrap_or_else(|problem| panic!("{file}: {problem}"));
        assert!(occurred(&occurring, &of).contains(&kind), "{file} has no {kind}: {occurring:?}");
    }
}
