//! What stands between a hit and a wound: the parry, the saves, the damage roll, and the chance of them
//! all together.

use bevy::prelude::World;

use crate::{
    battle::ModelId,
    dice::{D10_SIDES, Needed},
    no_quarter::{
        armour::{self, Piercing},
        close_combat, damage,
        effects::Test,
        hit_roll,
        profile::Weapon,
        reason::Change,
        trial::{Faces, Rolling},
    },
};

/// Who attacks whom, and how strong the attacker is.
#[derive(Clone, Copy)]
pub struct Between {
    /// Who rolls for damage.
    pub attacker: ModelId,
    /// The strength of whoever of them uses the weapon.
    pub strength: i32,
    /// Who is hit.
    pub target: ModelId,
}

/// What stands between a hit and a wound.
pub struct Chain {
    /// The save against an ordinary hit.
    pub save: Option<Needed>,
    /// The save against a masterful one.
    masterful: Option<Needed>,
    /// The save after a parry that left an opening (CC-07).
    opened: Option<Needed>,
    /// How the target parries, if it may.
    parries: Option<Parrying>,
    /// Whether two saves must succeed.
    twice: bool,
    /// How the target rolls its saves.
    saving: Rolling,
    /// The damage roll.
    pub damage: Needed,
    /// How the attacker rolls it.
    damaging: Rolling,
}

/// How somebody parries.
struct Parrying {
    /// How it rolls.
    rolling: Rolling,
    /// What changes the number, besides the die that hit.
    changes: Vec<Change>,
}

/// How likely each face is to be the one that hits or misses: one of a model's elements rolls, and a
/// fumble stands.
pub fn faces_to_hit(
    world: &World,
    roller: (ModelId, usize),
    test: Test,
    to_hit: &Needed,
    unerring: bool,
) -> Faces {
    Rolling::of_element(world, roller, test).faces_to_hit(to_hit, unerring)
}

impl Chain {
    pub fn new(world: &World, between: Between, weapon: &Weapon, ranged: bool) -> Self {
        let Between { attacker, strength: bearer, target } = between;
        let strength = weapon.strength(bearer);
        let rolling = |model, test| Rolling::of_element(world, (model, 0), test);
        let armoured = armour::armoured(world, target, ranged);
        let lasting = armour::lasting(world, target, attacker);
        let save = |masterful: bool, change: Option<Change>| {
            let changes: Vec<Change> = change.into_iter().chain(lasting.iter().copied()).collect();
            let piercing = Piercing { strength, penetration: weapon.penetration, masterful };
            armour::needed_to_save(armoured, piercing, &changes).ok()
        };
        let parries = !ranged && close_combat::may_parry(world, target);
        Self {
            save: save(false, None),
            masterful: save(true, None),
            opened: save(false, Some(close_combat::OPENING)),
            parries: parries.then(|| Parrying {
                rolling: rolling(target, Test::Parry),
                changes: close_combat::parry_changes(world, target, attacker),
            }),
            twice: weapon.saved_twice(),
            saving: rolling(target, Test::Save),
            damage: damage::needed(world, attacker, target, strength),
            damaging: rolling(attacker, Test::Damage),
        }
    }

    /// The chance that one die to hit ends in a wound. A natural 1 is a hit of its own kind when
    /// `masterful` hits are possible (CC-04).
    pub fn chance(&self, faces: &Faces, masterful: bool) -> f32 {
        let mut wounds = 0.0;
        for die in hit_roll::ALWAYS..=hit_roll::NEVER {
            let tenths = faces.passing(die);
            if tenths <= 0.0 {
                continue;
            }
            if masterful && die == hit_roll::ALWAYS {
                wounds += tenths * self.wounds(true);
                continue;
            }
            let parry = self.parries.as_ref().and_then(|Parrying { rolling, changes }| {
                close_combat::parry_odds(die, changes, *rolling)
            });
            let (parried, opened) = parry.unwrap_or((0.0, 0.0));
            let wounded =
                (1.0 - parried - opened) * self.wounds(false) + opened * self.through(&self.opened);
            wounds += tenths * wounded;
        }
        wounds / f32::from(D10_SIDES)
    }

    /// The chance that a hit, ordinary or masterful, ends in a wound.
    pub fn wounds(&self, masterful: bool) -> f32 {
        self.through(if masterful { &self.masterful } else { &self.save })
    }

    /// The chance that a hit gets through a save and wounds.
    fn through(&self, save: &Option<Needed>) -> f32 {
        let saves = save.as_ref().map_or(0.0, |save| self.saving.chance(save));
        let saves = if self.twice { saves * saves } else { saves };
        (1.0 - saves) * self.damaging.chance(&self.damage)
    }
}
