//! What is said while orders are prepared and given.

use super::*;
use crate::battle::{Battle, levels};

#[test]
fn a_refusal_before_an_activation_names_the_unit_once() {
    let level = levels::find("first-clash", None).unwrap();
    let mut world = Battle::<Game>::new(&level, 1).unwrap().world;
    let unit = world.roster().units().next();
    world.insert_resource(Selection { unit, model: None });
    let verb = Game::usual_verb(&world).expect("no unit is active yet");
    // The button says whom it activates, and so does whatever refuses it.
    assert_eq!(called(&mut world, Command::Verb(verb)), "Activate");
}
