//! How many inputs casting, concentrating and cancelling take.

use bevy::prelude::*;
use bevy_egui::egui::Key;

use super::{KEYS, MOUSE, Player, Row, verb};
use crate::{
    app::{
        battle_ui::{giving, listing::OpenListing, mode::focus, player::MAGE},
        seat::Game,
        third_party::egui as panels,
    },
    battle::{ground, playable::Acting},
    no_quarter::{
        BattleState,
        magic::{Bearer, InPlay, Spell, SpellOn},
    },
    table::{Footprint, Inches, Terrain},
};

impl Player {
    /// Opens the list of a verb by its button, and chooses what stands first in it.
    fn chooses_first(&mut self, id: &str) {
        self.presses(id);
        assert!(self.world().resource::<OpenListing>().is_open(), "{id} opens a list");
        let world = self.world();
        let listing = Game::listing(world, focus(world), verb(id)).expect("there is a choice");
        let does = listing.choices().next().expect("there is a choice").does.clone();
        self.press(|world| {
            world.resource_mut::<OpenListing>().close();
            giving::choose(world, does);
        });
    }

    /// Presses the number of what stands first in the list that is open.
    fn types_first(&mut self) {
        assert!(self.world().resource::<OpenListing>().is_open(), "a list is open");
        self.inputs += 1;
        panels::press(self.app.world_mut(), Key::Num1);
        self.wait(3);
    }
}

#[test]
fn a_spell_and_the_end_by_mouse() {
    let mut player = Player::of(MAGE);
    let (_, enemy) = player.units();
    let (_, target) = player.first(enemy);
    let before = player.orders();
    player.activates();
    player.chooses_first("Cast");
    player.click(target, MouseButton::Left);
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Cast.inputs(MOUSE), 3));
}

#[test]
fn a_spell_and_the_end_by_keys() {
    let mut player = Player::of(MAGE);
    let before = player.orders();
    [KeyCode::Tab, KeyCode::Enter, KeyCode::F7].into_iter().for_each(|key| player.key(key));
    player.types_first();
    [KeyCode::Tab, KeyCode::Enter, KeyCode::KeyE].into_iter().for_each(|key| player.key(key));
    assert_eq!((player.inputs, player.orders() - before), (Row::Cast.inputs(KEYS), 3));
}

#[test]
fn concentrating_before_a_spell() {
    let more = |column: usize, concentrates: &dyn Fn(&mut Player)| {
        let mut player = Player::of(MAGE);
        player.activates();
        let (inputs, orders) = (player.inputs, player.orders());
        concentrates(&mut player);
        assert_eq!(player.orders() - orders, 1, "it concentrates");
        let told = Row::Cast.told(column);
        let wanted = format!("concentrating {} more", player.inputs - inputs);
        assert!(told.ends_with(&wanted), "{told}: {wanted}");
    };
    more(MOUSE, &|player| player.presses("Concentrate"));
    more(KEYS, &|player| player.key(KeyCode::F8));
}

/// A wizard before whom an enemy's smoke lies.
fn smoky() -> Player {
    let mut player = Player::of(MAGE);
    let (_, enemy) = player.units();
    let (caster, _) = player.first(enemy);
    let world = player.app.world_mut();
    let shape = Footprint::Circle { at: Vec2::new(16.0, 16.0), radius: Inches(1.5) };
    let piece = ground::lay(world, Terrain::new("smoke", shape));
    let what = SpellOn { spell: Spell::Smoke, on: Bearer::Ground(piece) };
    let one = InPlay { what, caster, heading: None };
    world.resource_mut::<BattleState>().spells.push(one);
    player.wait(5);
    player
}

#[test]
fn cancelling_and_the_end_by_mouse() {
    let mut player = smoky();
    let before = player.orders();
    player.activates();
    player.chooses_first("Cancel");
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Cancel.inputs(MOUSE), 3));
}

#[test]
fn cancelling_and_the_end_by_keys() {
    let mut player = smoky();
    let before = player.orders();
    [KeyCode::Tab, KeyCode::Enter, KeyCode::End].into_iter().for_each(|key| player.key(key));
    player.types_first();
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Cancel.inputs(KEYS), 3));
}
