//! What is said while orders are prepared and given.

use super::*;
use crate::{
    battle::{levels, wrapper},
    dice::Dice,
    no_quarter::Armoury,
};

#[test]
fn a_refusal_before_an_activation_names_the_unit_once() {
    let level = levels::find("first-clash", None).unwrap();
    let mut world = World::new();
    world.insert_resource(Armoury::load(None).0);
    wrapper::begin::<Game>(&mut world, &level, 1, Dice::seeded(1), true).unwrap();
    let unit = world.roster().units().next();
    world.insert_resource(Selection { unit, model: None });
    let verb = Game::usual_verb(&world).expect("no unit is active yet");
    // The button says whom it activates, and so does whatever refuses it.
    assert_eq!(called(&mut world, Command::Verb(verb)), "Activate");
}
