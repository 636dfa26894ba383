//! What a model's abilities do for its elements, written down once when it comes: profiles never change in
//! a battle, and nothing is asked for more often.

use bevy::prelude::Component;

use super::{Does, does, is_shared};
use crate::no_quarter::{combined, magic::Spell, profile::Profile};

/// What a model's abilities do, by its elements: 0 is the main one (COMBO-01).
#[derive(Component, Debug, PartialEq)]
pub struct Innate(Box<[Box<[Does]>]>);

impl Innate {
    /// Of a model with this profile.
    pub fn of(profile: &Profile) -> Self {
        let of_the_whole = profile.abilities.iter().filter(|&&ability| is_shared(ability));
        let of_element = |element| {
            // The main element has the whole model's list for its own.
            let shared = (element > 0).then(|| of_the_whole.clone()).into_iter().flatten();
            let abilities = combined::element_of(profile, element).abilities.iter().chain(shared);
            abilities.flat_map(|&ability| does(ability)).collect()
        };
        Self((0..=profile.parts.len()).map(of_element).collect())
    }

    /// What they do for one of its elements; for the main one if it hasn't got that, as
    /// [`combined::element_of`] has it.
    pub fn on_element(&self, element: usize) -> &[Does] {
        self.0.get(element).unwrap_or(&self.0[0])
    }

    /// Whether what a spell leaves does nothing to it (TR-MEMBRANES).
    pub fn withstands(&self, spell: Spell) -> bool {
        self.on_element(0).contains(&Does::Withstands(spell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        effects::Gift,
        profile::{Ability, Part},
        test_world::man,
    };

    #[test]
    fn combo_01_elements_share_what_belongs_to_the_whole_model() {
        let beast = Part {
            name: "Beast".to_owned(),
            ranged_attack: 0,
            close_combat: 4,
            strength: 4,
            weapons: Vec::new(),
            abilities: vec![Ability::Membranes],
            nemesis: None,
        };
        let abilities = vec![Ability::Unerring, Ability::Unwavering];
        let innate = Innate::of(&Profile { abilities, parts: vec![beast], ..man() });
        let gives = |element, gift| innate.on_element(element).contains(&Does::Gives(gift));
        assert!(gives(0, Gift::Unerring) && gives(0, Gift::Unwavering));
        assert!(gives(1, Gift::Unerring) && !gives(1, Gift::Unwavering));
        // What the beast alone has doesn't protect the whole model.
        assert!(innate.on_element(1).contains(&Does::Withstands(Spell::Blind)));
        assert!(!innate.withstands(Spell::Blind));
    }
}
