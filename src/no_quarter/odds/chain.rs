//! What stands between a hit and a wound: the parry, the saves, the damage roll, and the chance of them
//! all together.

use bevy::prelude::World;

use crate::{
    battle::ModelId,
    dice::Needed,
    no_quarter::{
        armour::{self, Piercing},
        close_combat, damage, hit_roll,
        profile::Weapon,
        reason::Change,
        statistics::{Stat, stat},
    },
};

/// What stands between a hit and a wound.
pub struct Chain {
    /// The save against an ordinary hit.
    pub save: Option<Needed>,
    /// The save against a masterful one.
    masterful: Option<Needed>,
    /// The save after a parry that left an opening (CC-07).
    opened: Option<Needed>,
    /// Whether the target may parry.
    parries: bool,
    /// Whether two saves must succeed.
    twice: bool,
    /// The damage roll.
    pub damage: Needed,
}

impl Chain {
    pub fn new(world: &World, bearer: i32, target: ModelId, weapon: &Weapon, ranged: bool) -> Self {
        let strength = weapon.strength(bearer);
        let armoured = armour::armoured(world, target, ranged);
        let save = |masterful: bool, changes: &[Change]| {
            let piercing = Piercing { strength, penetration: weapon.penetration, masterful };
            armour::needed_to_save(armoured, piercing, changes).ok()
        };
        let toughness = stat(world, target, Stat::Toughness);
        Self {
            save: save(false, &[]),
            masterful: save(true, &[]),
            opened: save(false, &[close_combat::OPENING]),
            parries: !ranged && close_combat::may_parry(world, target),
            twice: weapon.saved_twice(),
            damage: damage::needed_to_damage(strength, toughness),
        }
    }

    /// The chance that one die to hit ends in a wound. A natural 1 is a hit of its own kind when
    /// `masterful` hits are possible (CC-04).
    pub fn chance(&self, to_hit: &Needed, masterful: bool) -> f32 {
        let numbers = to_hit.value().clamp(0, 10);
        let mut wounds = 0.0;
        for die in 1..=numbers {
            if masterful && die == hit_roll::ALWAYS {
                wounds += self.wounds(true);
                continue;
            }
            let parry = if self.parries { close_combat::parry_odds(die) } else { None };
            let (parried, opened) = parry.unwrap_or((0.0, 0.0));
            wounds +=
                (1.0 - parried - opened) * self.wounds(false) + opened * self.through(&self.opened);
        }
        wounds / 10.0
    }

    /// The chance that a hit, ordinary or masterful, ends in a wound.
    pub fn wounds(&self, masterful: bool) -> f32 {
        self.through(if masterful { &self.masterful } else { &self.save })
    }

    /// The chance that a hit gets through a save and wounds.
    fn through(&self, save: &Option<Needed>) -> f32 {
        let saves = save.as_ref().map_or(0.0, Needed::chance);
        let saves = if self.twice { saves * saves } else { saves };
        (1.0 - saves) * self.damage.chance()
    }
}
