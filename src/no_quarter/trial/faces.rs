//! How a roll is made, and how likely each number is then to be the one that counts. Rules roll by it,
//! and chances are reckoned by it.

use bevy::prelude::World;

use crate::{
    battle::{ModelId, UnitId},
    dice::{D10_SIDES, Needed},
    no_quarter::{
        effects::{self, Again, Does, ExtraDie, Test},
        hit_roll,
    },
};

/// How a roll is made, by what lasts on whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolling {
    /// How many dice there are to pick the lowest from, at least 1.
    pub dice: u8,
    /// Whether a failed roll is made again, once.
    pub again: Option<Again>,
    /// What die is added to the one that was picked.
    pub added: Option<ExtraDie>,
}

impl Rolling {
    /// One die, and that is it.
    pub const PLAIN: Self = Self { dice: 1, again: None, added: None };

    /// How one of a model's elements rolls in a kind of test; 0 is the main one (COMBO-01).
    pub fn of_element(world: &World, (model, element): (ModelId, usize), test: Test) -> Self {
        Self::by(effects::on_element(world, model, element), test)
    }

    /// How a unit as a whole does, with what those who lead it do for it.
    pub fn of_unit(world: &World, unit: UnitId, test: Test) -> Self {
        Self::by(effects::on_unit(world, unit).chain(effects::by_leaders(world, unit)), test)
    }

    /// The highest of several numbers of dice counts, what must be done leaves no choice, and the largest
    /// of several dice to be added is added.
    fn by(lasting: impl Iterator<Item = Does>, test: Test) -> Self {
        lasting.fold(Self::PLAIN, |rolling, does| match does {
            Does::PicksFrom { test: of, dice } if of == test => {
                Self { dice: rolling.dice.max(dice), ..rolling }
            }
            Does::RollsAgain { test: of, again } if of == test => {
                Self { again: rolling.again.max(Some(again)), ..rolling }
            }
            Does::AddsDie { test: of, die } if of == test => {
                let larger = rolling.added.is_none_or(|other| other.sides < die.sides);
                Self { added: if larger { Some(die) } else { rolling.added }, ..rolling }
            }
            _ => rolling,
        })
    }

    /// How likely each face is to be the one that counts against a number. A failed roll is made again
    /// where it may be, unless it is one of those that stand.
    pub fn faces(self, needed: &Needed, stands: impl Fn(u16) -> bool) -> Faces {
        self.faces_if(|face| self.passing(needed, face), stands)
    }

    /// The same for a roll to hit, in which the die itself may say so whatever is added (CC-04, CC-05).
    pub fn faces_to_hit(self, needed: &Needed, unerring: bool) -> Faces {
        let passing = |face: u16| match face {
            hit_roll::ALWAYS if needed.passed_by(face) => 1.0,
            hit_roll::NEVER => 0.0,
            _ => self.passing(needed, face),
        };
        self.faces_if(passing, |face| hit_roll::is_fumble(face, unerring))
    }

    /// The same where each face passes with a chance.
    fn faces_if(self, passing: impl Fn(u16) -> f32, stands: impl Fn(u16) -> bool) -> Faces {
        let each = |of: &dyn Fn(u16) -> f32| -> [f32; D10_SIDES as usize] {
            std::array::from_fn(|place| of(place as u16 + 1))
        };
        let once = |face: u16| self.tenths_of_lowest(face);
        if self.again.is_none() {
            return Faces { all: each(&once), passing: each(&|face| once(face) * passing(face)) };
        }
        let failing = |face: u16| if stands(face) { 0.0 } else { 1.0 - passing(face) };
        let rolled_again = (1..=D10_SIDES).fold(0.0, |sum, face| sum + once(face) * failing(face))
            / f32::from(D10_SIDES);
        Faces {
            all: each(&|face| once(face) * (1.0 - failing(face)) + rolled_again * once(face)),
            passing: each(&|face| (once(face) + rolled_again * once(face)) * passing(face)),
        }
    }

    /// The chance that a face passes with what is added to it.
    fn passing(self, needed: &Needed, face: u16) -> f32 {
        let Some(ExtraDie { sides, off }) = self.added.filter(|die| die.sides > 0) else {
            return if needed.passed_by(face) { 1.0 } else { 0.0 };
        };
        let total = |added: u16| {
            let added = i32::from(added);
            i32::from(face) + if off { -added } else { added }
        };
        let passing = (1..=sides).filter(|&added| needed.passed_by(total(added)));
        passing.count() as f32 / f32::from(sides)
    }

    /// The chance to pass, from 0 to 1, where every failed roll may be made again that can be at all.
    pub fn chance(self, needed: &Needed) -> f32 {
        if self == Self::PLAIN {
            return needed.chance();
        }
        self.faces(needed, |_| false).passed()
    }

    /// How many times in ten a face is the lowest of the dice.
    fn tenths_of_lowest(self, face: u16) -> f32 {
        if self.dice <= 1 {
            return 1.0;
        }
        // All dice show so much at least.
        let all_from = |face: u16| {
            let share = f32::from(D10_SIDES + 1 - face) / f32::from(D10_SIDES);
            (0..self.dice).fold(1.0, |chance, _| chance * share)
        };
        f32::from(D10_SIDES) * (all_from(face) - all_from(face + 1))
    }
}

/// How likely each face of the die is to be the one that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faces {
    /// How many times in ten each is.
    all: [f32; D10_SIDES as usize],
    /// How many times in ten each is and passes.
    passing: [f32; D10_SIDES as usize],
}

impl Faces {
    /// How many times in ten a face counts, from 0 to 10; that of a single die is exactly 1.
    pub fn tenths(&self, face: u16) -> f32 {
        of_face(&self.all, face)
    }

    /// How many times in ten a face counts and passes.
    pub fn passing(&self, face: u16) -> f32 {
        of_face(&self.passing, face)
    }

    /// The chance that one of some faces counts, from 0 to 1.
    pub fn chance(&self, of: impl Fn(u16) -> bool) -> f32 {
        share((1..=D10_SIDES).filter(|&face| of(face)).map(|face| self.tenths(face)))
    }

    /// The chance to pass, from 0 to 1.
    pub fn passed(&self) -> f32 {
        share(self.passing.into_iter())
    }
}

fn of_face(faces: &[f32; D10_SIDES as usize], face: u16) -> f32 {
    let place = usize::from(face).checked_sub(1);
    place.and_then(|place| faces.get(place)).copied().unwrap_or(0.0)
}

/// So many tenths of a die's faces, as a chance.
fn share(tenths: impl Iterator<Item = f32>) -> f32 {
    tenths.fold(0.0, |sum, tenths| sum + tenths) / f32::from(D10_SIDES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: Rolling = Rolling { dice: 2, ..Rolling::PLAIN };
    const AGAIN: Rolling = Rolling { again: Some(Again::May), ..Rolling::PLAIN };

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
        let both = Rolling { dice: 2, again: Some(Again::Must), ..Rolling::PLAIN };
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
            let faces = Rolling { dice, ..Rolling::PLAIN }.faces(&Needed::new(5), |_| false);
            assert!((faces.chance(|_| true) - 1.0).abs() < 1e-5, "{dice}");
        }
        assert!((PAIR.faces(&Needed::new(5), |_| false).tenths(1) - 1.9).abs() < 1e-5);
        assert!((PAIR.faces(&Needed::new(5), |_| false).tenths(10) - 0.1).abs() < 1e-5);
    }

    #[test]
    fn a_die_that_is_added_is_reckoned_as_it_is_counted_out() {
        let needed = Needed::new(5);
        for (off, sides) in [(false, 3), (true, 3), (false, 6)] {
            let rolling = Rolling { added: Some(ExtraDie { sides, off }), ..Rolling::PLAIN };
            let total = |face: i32, added: i32| if off { face - added } else { face + added };
            let sides = i32::from(sides);
            let all = (1..=10).flat_map(|face| (1..=sides).map(move |added| total(face, added)));
            let passing = all.filter(|&total| needed.passed_by(total)).count();
            let expected = passing as f32 / (10 * sides) as f32;
            let chance = rolling.chance(&needed);
            assert!((chance - expected).abs() < 1e-6, "{rolling:?}: {chance}, {expected}");
        }
    }

    #[test]
    fn cc_04_cc_05_what_is_added_changes_no_1_and_no_10_to_hit() {
        let added = Some(ExtraDie { sides: 6, off: true });
        let rolling = Rolling { added, ..Rolling::PLAIN };
        let faces = rolling.faces_to_hit(&Needed::new(5), false);
        assert_eq!((faces.passing(1), faces.passing(10)), (1.0, 0.0));
        let harder = Some(ExtraDie { sides: 6, off: false });
        let rolling = Rolling { added: harder, ..Rolling::PLAIN };
        let faces = rolling.faces_to_hit(&Needed::new(1), false);
        assert_eq!((faces.passing(1), faces.passing(2)), (1.0, 0.0));
    }
}
