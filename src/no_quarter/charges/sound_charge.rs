//! Drums and horns that give a charge more actions to move. Book: Abilities, Sound Charge
//! (AB-SOUND-CHARGE).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::Role,
        effects::{self, Gift},
    },
};

/// Actions that every model of a unit has besides its own for the move of a charge, if its musician
/// sounds one. They are spent first. Ruling: what of them isn't needed is lost.
pub const SOUNDED: u8 = 2;

/// The actions that a unit's musician gives to its charge, if it has one who does.
pub fn sounded(world: &World, unit: UnitId) -> u8 {
    let sounds = |&model: &ModelId| {
        *world.of_model::<Role>(model) == Role::Musician
            && effects::has(world, model, Gift::SoundingCharges)
    };
    if world.standing(unit).iter().any(sounds) { SOUNDED } else { 0 }
}
