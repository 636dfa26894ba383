//! What a save that can't be taken up again is told: what is wrong, and in which line.

use ironrank::{
    battle::{
        Battle, DataError, levels,
        save::{MOST_ORDERS, SAVE_VERSION, Save},
    },
    no_quarter::{NoQuarter, Order},
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

/// The line, from 1, where a text stands.
fn line_of(text: &str, needle: &str) -> usize {
    text.lines().position(|line| line.contains(needle)).expect("it stands there") + 1
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
    assert!(error.to_string().contains("orders[0]: this order is not legal here"), "{error}");
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
    assert!(error.to_string().contains("20001 orders; 20000 are the most"), "{error}");
    assert!(error.line.is_some(), "{error}");
}
