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
        evade, hit_roll, nemesis,
        profile::{Weapon, WeaponRule},
        reason::{Change, Reason},
        trial::{Faces, Rolling},
    },
};

/// Who attacks whom, and how strong the attacker is.
#[derive(Clone, Copy)]
pub struct Between {
    /// Who rolls for damage.
    pub attacker: ModelId,
    /// Which of its elements attacks: 0 for the main one.
    pub element: usize,
    /// The strength of whoever of them uses the weapon.
    pub strength: i32,
    /// Who is hit.
    pub target: ModelId,
}

/// What stands between a hit and a wound.
#[derive(Clone)]
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
    /// The highest number on the die to hit with which no damage is rolled (AB-MODES).
    outright: u16,
    /// The chance to get out of the way of a hit that a die made (AB-EVADE).
    evades: f32,
    /// The test of toughness that the target takes instead of it, and how (TR-ETHEREAL-EMBRACE).
    endures: Option<(Needed, Rolling)>,
}

/// How somebody parries.
#[derive(Clone)]
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
        let Between { attacker, element, strength: bearer, target } = between;
        let strength = weapon.strength(bearer) + nemesis::bonus(world, (attacker, element), target);
        let rolling = |model, test| Rolling::of_element(world, (model, 0), test);
        let armoured = armour::armoured(world, target, ranged);
        let lasting = armour::lasting(world, target, attacker);
        let chills = weapon.has(WeaponRule::Chilling);
        let save = |masterful: bool, change: Option<Change>| {
            let changes: Vec<Change> = change.into_iter().chain(lasting.iter().copied()).collect();
            let piercing = Piercing { strength, penetration: weapon.penetration, masterful };
            let save = armour::needed_to_save(armoured, piercing, &changes).ok();
            save.filter(|_| !chills)
        };
        let endures = chills
            .then(|| (damage::needed_to_endure(world, target), rolling(target, Test::Endure)));
        let damage = match &endures {
            // The share of failed tests, as the attacker sees it.
            Some((needed, _)) => {
                let sides = i32::from(D10_SIDES);
                Needed::new(sides).with(Reason::Toughness, -needed.value()).between(0, sides)
            }
            None => damage::needed(world, attacker, target, strength),
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
            damage,
            damaging: rolling(attacker, Test::Damage),
            outright: 0,
            evades: evade::chance(world, target, attacker),
            endures,
        }
    }

    /// The same against blows that can't be parried (AB-DAZZLE).
    #[must_use]
    pub fn unparried(self) -> Self {
        Self { parries: None, ..self }
    }

    /// Whether the target may parry them.
    pub fn may_be_parried(&self) -> bool {
        self.parries.is_some()
    }

    /// The same against hits that nothing saves from.
    #[must_use]
    pub fn unsaved(self) -> Self {
        Self { save: None, masterful: None, opened: None, ..self }
    }

    /// The same where a hit needs no roll for damage if its die shows this number or less, nor gets any
    /// save but those of magic (AB-MIGHTY-STRIKE, AB-POISONOUS-ATTACK).
    #[must_use]
    pub fn wounding_outright(self, outright: u16) -> Self {
        Self { outright, ..self }
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
            let outright = die <= self.outright;
            let past = 1.0 - self.evades;
            if masterful && die == hit_roll::ALWAYS {
                wounds += tenths * past * self.through(&self.masterful, outright);
                continue;
            }
            let parry = self.parries.as_ref().and_then(|Parrying { rolling, changes }| {
                close_combat::parry_odds(die, changes, *rolling)
            });
            let (parried, opened) = parry.unwrap_or((0.0, 0.0));
            let (save, after_opening) = if outright {
                (&self.masterful, &self.masterful)
            } else {
                (&self.save, &self.opened)
            };
            let wounded = (1.0 - parried - opened) * self.through(save, outright)
                + opened * self.through(after_opening, outright);
            wounds += tenths * past * wounded;
        }
        wounds / f32::from(D10_SIDES)
    }

    /// The chance that a hit, ordinary or masterful, ends in a wound.
    pub fn wounds(&self, masterful: bool) -> f32 {
        self.through(if masterful { &self.masterful } else { &self.save }, false)
    }

    /// The chance that a blow at somebody helpless ends in a wound: it hits without a die, but may be
    /// evaded.
    pub fn wounds_the_helpless(&self) -> f32 {
        (1.0 - self.evades) * self.wounds(false)
    }

    /// The chance that a hit gets through a save and wounds, which it may do outright.
    fn through(&self, save: &Option<Needed>, outright: bool) -> f32 {
        let saves = save.as_ref().map_or(0.0, |save| self.saving.chance(save));
        let saves = if self.twice { saves * saves } else { saves };
        let wounds = match &self.endures {
            _ if outright => 1.0,
            Some((needed, rolling)) => 1.0 - rolling.chance(needed),
            None => self.damaging.chance(&self.damage),
        };
        (1.0 - saves) * wounds
    }
}
