//! What the tables ask of a model.

use std::{iter, sync::Arc};

use super::{
    armour::{Material, Protection},
    magic::Wizardry,
    weapons::{Carried, Sort},
};
use crate::no_quarter::{
    armoury::Armoury,
    components::Role,
    profile::{Ability, Class, Profile, Size},
};

/// A model as the book's tables see it. Most of it stands in a [`Profile`]; what profiles don't say is
/// given beside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Design {
    /// Its class.
    pub class: Class,
    /// What it is to its unit and army, if that is known; a profile may be anybody's.
    pub role: Option<Role>,
    /// Its size.
    pub size: Size,
    /// Whether it rides.
    pub cavalry: bool,
    /// Whether it is the chassis of a support weapon, which costs nothing by itself.
    pub chassis: bool,
    /// AC.
    pub actions: i32,
    /// T.
    pub toughness: i32,
    /// W.
    pub wounds: i32,
    /// CO.
    pub command: i32,
    /// Its attackers, the main one first.
    pub elements: Vec<Element>,
    /// What protects it.
    pub protection: Protection,
    /// The magic it knows.
    pub wizardry: Option<Wizardry>,
}

/// An attacker: the model itself, or one of several on the same base.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    /// What it is called, if there are several.
    pub name: Option<String>,
    /// RA; 0 if it has none.
    pub ranged_attack: i32,
    /// CC; 0 if it has none.
    pub close_combat: i32,
    /// ST.
    pub strength: i32,
    /// What it is armed with, the first to be paid in full first.
    pub weapons: Vec<Carried>,
    /// Its talents; those of the whole model are the main element's.
    pub talents: Vec<Ability>,
    /// Whether it has sworn enemies (TR-NEMESIS).
    pub is_sworn: bool,
}

impl Design {
    /// A profile as the tables see it. Weapons that the armoury doesn't know are left out. Ruling:
    /// armour that is magical is tattoos, all other armour counts as worn.
    pub fn of(profile: &Profile, armoury: &Armoury) -> Self {
        let carried = |ids: &[String]| -> Vec<Carried> {
            let known = ids.iter().filter_map(|id| armoury.weapons.get(id));
            let carried = |weapon: &Arc<_>| Carried {
                weapon: Arc::clone(weapon),
                sort: Sort::of(weapon, profile.chassis),
            };
            known.map(carried).collect()
        };
        let main = Element {
            name: profile.element.clone(),
            ranged_attack: profile.ranged_attack,
            close_combat: profile.close_combat,
            strength: profile.strength,
            weapons: carried(&profile.weapons),
            talents: Vec::new(),
            is_sworn: profile.nemesis.is_some(),
        };
        let further = profile.parts.iter().map(|part| Element {
            name: Some(part.name.clone()),
            ranged_attack: part.ranged_attack,
            close_combat: part.close_combat,
            strength: part.strength,
            weapons: carried(&part.weapons),
            talents: Vec::new(),
            is_sworn: part.nemesis.is_some(),
        });
        let material = if profile.magic_armour { Material::Tattoos } else { Material::Worn };
        let mut design = Self {
            class: profile.class,
            role: None,
            size: profile.size,
            cavalry: profile.cavalry,
            chassis: profile.chassis,
            actions: i32::from(profile.actions),
            toughness: profile.toughness,
            wounds: i32::from(profile.wounds),
            command: profile.command,
            elements: iter::once(main).chain(further).collect(),
            protection: Protection {
                armour: profile.armour,
                material,
                free: profile.free_armour,
                shield: profile.shield,
                barding: false,
                resilience: profile.resilience,
            },
            wizardry: None,
        };
        let abilities = iter::once(&profile.abilities);
        let abilities = abilities.chain(profile.parts.iter().map(|part| &part.abilities));
        for (place, abilities) in abilities.enumerate() {
            for &ability in abilities {
                design.add(place, ability);
            }
        }
        design
    }

    /// Adds an ability to one of its elements, the main one being 0: as part of armour or magic, if it
    /// is that, and otherwise as a talent.
    pub fn add(&mut self, place: usize, ability: Ability) {
        match ability {
            Ability::Runes(level) => self.protection.resilience += i32::from(level),
            Ability::Tattoos(armour) => {
                self.protection.armour += i32::from(armour);
                self.protection.material = Material::Tattoos;
            }
            Ability::Wizard(level) => self.wizardry.get_or_insert_default().level = level,
            Ability::Initiate => {
                self.wizardry.get_or_insert_default();
            }
            Ability::Knows(spell) => self.wizardry.get_or_insert_default().spells.push(spell),
            talent => {
                if let Some(element) = self.elements.get_mut(place) {
                    element.talents.push(talent);
                }
            }
        }
    }

    /// Whether it has a talent, whichever element's.
    pub fn has(&self, talent: Ability) -> bool {
        self.talents().any(|own| own == talent)
    }

    /// The talents of all elements.
    pub fn talents(&self) -> impl Iterator<Item = Ability> {
        self.elements.iter().flat_map(|element| element.talents.iter().copied())
    }

    /// The weapons of all elements.
    pub fn weapons(&self) -> impl Iterator<Item = &Carried> {
        self.elements.iter().flat_map(|element| &element.weapons)
    }

    /// Whether it rides or drives: cavalry, and all whose base a mount or a chariot shares.
    pub fn is_mounted(&self) -> bool {
        self.cavalry || self.elements.len() > 1
    }

    /// AR with shield and barding.
    pub fn full_armour(&self) -> i32 {
        let Protection { armour, shield, barding, .. } = self.protection;
        armour + i32::from(shield) + i32::from(barding)
    }

    /// Whether it is an individual or a character.
    pub(super) fn is_hero(&self) -> bool {
        match self.class {
            Class::Individual | Class::Character => true,
            Class::Core | Class::Elite | Class::Support => false,
        }
    }

    /// What lines say of an element before they say what it pays for.
    pub(super) fn prefix(&self, element: &Element) -> String {
        match &element.name {
            Some(name) if self.elements.len() > 1 => format!("{name}: "),
            Some(_) | None => String::new(),
        }
    }
}
