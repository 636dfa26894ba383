//! How a roll is made, and how likely each number is then to be the one that counts. Rules roll by it,
//! and chances are reckoned by it.

use bevy::prelude::World;

use crate::{
    battle::{ModelId, UnitId},
    dice::Needed,
    no_quarter::effects::{self, Again, Does, Test},
};

/// The sides of the die.
const SIDES: u16 = 10;

/// How a roll is made, by what lasts on whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolling {
    /// How many dice there are to pick the lowest from, at least 1.
    pub dice: u8,
    /// Whether a failed roll is made again, once.
    pub again: Option<Again>,
}

impl Rolling {
    /// One die, and that is it.
    pub const PLAIN: Self = Self { dice: 1, again: None };

    /// How one of a model's elements rolls in a kind of test; 0 is the main one (COMBO-01).
    pub fn of_element(world: &World, (model, element): (ModelId, usize), test: Test) -> Self {
        Self::by(effects::on_element(world, model, element), test)
    }

    /// How a unit as a whole does.
    pub fn of_unit(world: &World, unit: UnitId, test: Test) -> Self {
        Self::by(effects::on_unit(world, unit), test)
    }

    /// The highest of several numbers of dice counts, and what must be done leaves no choice.
    fn by(lasting: impl Iterator<Item = Does>, test: Test) -> Self {
        lasting.fold(Self::PLAIN, |rolling, does| match does {
            Does::PicksFrom { test: of, dice } if of == test => {
                Self { dice: rolling.dice.max(dice), ..rolling }
            }
            Does::RollsAgain { test: of, again } if of == test => {
                Self { again: rolling.again.max(Some(again)), ..rolling }
            }
            _ => rolling,
        })
    }

    /// How likely each face is to be the one that counts against a number. A failed roll is made again
    /// where it may be, unless it is one of those that stand.
    pub fn faces(self, needed: &Needed, stands: impl Fn(u16) -> bool) -> Faces {
        let once: [f32; SIDES as usize] =
            std::array::from_fn(|place| self.tenths_of_lowest(place as u16 + 1));
        if self.again.is_none() {
            return Faces(once);
        }
        let counts = |face: u16| needed.passed_by(face) || stands(face);
        let rolled_again = Faces(once).chance(|face| !counts(face));
        Faces(std::array::from_fn(|place| {
            let at_once = if counts(place as u16 + 1) { once[place] } else { 0.0 };
            at_once + rolled_again * once[place]
        }))
    }

    /// The chance to pass, from 0 to 1, where every failed roll may be made again that can be at all.
    pub fn chance(self, needed: &Needed) -> f32 {
        if self == Self::PLAIN {
            return needed.chance();
        }
        self.faces(needed, |_| false).chance(|face| needed.passed_by(face))
    }

    /// How many times in ten a face is the lowest of the dice.
    fn tenths_of_lowest(self, face: u16) -> f32 {
        if self.dice <= 1 {
            return 1.0;
        }
        // All dice show so much at least.
        let all_from = |face: u16| {
            let share = f32::from(SIDES + 1 - face) / f32::from(SIDES);
            (0..self.dice).fold(1.0, |chance, _| chance * share)
        };
        f32::from(SIDES) * (all_from(face) - all_from(face + 1))
    }
}

/// How likely each face of the die is to be the one that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faces([f32; SIDES as usize]);

impl Faces {
    /// How many times in ten a face counts, from 0 to 10; that of a single die is exactly 1.
    pub fn tenths(&self, face: u16) -> f32 {
        let place = usize::from(face).checked_sub(1);
        place.and_then(|place| self.0.get(place)).copied().unwrap_or(0.0)
    }

    /// The chance that one of some faces counts, from 0 to 1.
    pub fn chance(&self, of: impl Fn(u16) -> bool) -> f32 {
        let counting = (1..=SIDES).filter(|&face| of(face)).map(|face| self.tenths(face));
        counting.fold(0.0, |sum, tenths| sum + tenths) / f32::from(SIDES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: Rolling = Rolling { dice: 2, again: None };
    const AGAIN: Rolling = Rolling { dice: 1, again: Some(Again::May) };

    /// The chance to pass, counted out roll by roll.
    fn counted(rolling: Rolling, needed: &Needed, stands: impl Fn(u16) -> bool) -> f32 {
        let rolls: Vec<u16> = match rolling.dice {
            1 => (1..=10).collect(),
            _ => (1..=10).flat_map(|a| (1..=10).map(move |b: u16| b.min(a))).collect(),
        };
        let passes = |die: &&u16| needed.passed_by(**die);
        let once = rolls.iter().filter(passes).count() as f32 / rolls.len() as f32;
        let again = |die: &&u16| !needed.passed_by(**die) && !stands(**die);
        let again = rolls.iter().filter(again).count() as f32 / rolls.len() as f32;
        if rolling.again.is_some() { once + again * once } else { once }
    }

    #[test]
    fn a_single_die_is_reckoned_exactly_as_its_number_is() {
        for number in 0..=10 {
            let needed = Needed::new(number);
            let faces = Rolling::PLAIN.faces(&needed, |_| false);
            let chance = faces.chance(|face| needed.passed_by(face));
            assert_eq!(chance.to_bits(), needed.chance().to_bits());
            assert_eq!(Rolling::PLAIN.chance(&needed).to_bits(), needed.chance().to_bits());
        }
    }

    #[test]
    fn pairs_and_second_rolls_are_reckoned_as_they_are_counted_out() {
        let both = Rolling { dice: 2, again: Some(Again::Must) };
        for rolling in [PAIR, AGAIN, both] {
            for number in 0..=10 {
                let needed = Needed::new(number);
                let chance = rolling.chance(&needed);
                let expected = counted(rolling, &needed, |_| false);
                assert!((chance - expected).abs() < 1e-5, "{rolling:?} {number}: {chance}");
            }
        }
        assert!((PAIR.chance(&Needed::new(5)) - 0.75).abs() < 1e-6);
        assert!((AGAIN.chance(&Needed::new(5)) - 0.75).abs() < 1e-6);
    }

    #[test]
    fn a_face_that_stands_is_not_rolled_again() {
        let needed = Needed::new(5);
        let ten = |face: u16| face == 10;
        let faces = AGAIN.faces(&needed, ten);
        // Four of ten are rolled again; the 10 is not.
        assert!((faces.chance(|face| needed.passed_by(face)) - 0.7).abs() < 1e-6);
        assert!((faces.tenths(10) - 1.4).abs() < 1e-6);
        assert!((faces.tenths(9) - 0.4).abs() < 1e-6);
        assert!((faces.chance(|_| true) - 1.0).abs() < 1e-6);
        let expected = counted(AGAIN, &needed, ten);
        assert!((faces.chance(|face| needed.passed_by(face)) - expected).abs() < 1e-6);
        assert_eq!((faces.tenths(0), faces.tenths(11)), (0.0, 0.0));
    }

    #[test]
    fn the_faces_of_several_dice_add_up_to_certainty() {
        for dice in [1, 2, 3, 4, 255] {
            let faces = Rolling { dice, again: None }.faces(&Needed::new(5), |_| false);
            assert!((faces.chance(|_| true) - 1.0).abs() < 1e-5, "{dice}");
        }
        assert!((PAIR.faces(&Needed::new(5), |_| false).tenths(1) - 1.9).abs() < 1e-5);
        assert!((PAIR.faces(&Needed::new(5), |_| false).tenths(10) - 0.1).abs() < 1e-5);
    }
}
