//! The state hash before each order of a battle, so that a replay that leads elsewhere can say at
//! which order it first does.

use bevy::prelude::World;

use super::replay_watched;
use crate::battle::{DataError, RuleSystem, save::Save, snapshot::state_hash};

/// A state hash for each order of a battle: that of the state in which it was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail(Vec<u64>);

impl Trail {
    /// The trail of a saved battle as far as it goes, and the world after its last order; or what
    /// is wrong with its level, or the first order that isn't legal.
    pub fn of<R: RuleSystem>(
        save: &Save<R>,
        prepare: &dyn Fn(&mut World),
    ) -> (Self, Result<World, Vec<DataError>>) {
        let mut trail = Self::default();
        let mut note = |world: &World, _: &R::Order| trail.0.push(state_hash::<R>(world));
        let world = replay_watched(save, prepare, &mut note);
        (trail, world)
    }

    /// How many orders it is of.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is of no orders.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first order, counted from 0, that is given in another state than in the other trail.
    /// None if one trail is the other, or begins it.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        self.0.iter().zip(&other.0).position(|(mine, theirs)| mine != theirs)
    }

    /// The trail as text: sixteen hexadecimal digits a line.
    pub fn write(&self) -> String {
        self.0.iter().map(|hash| format!("{hash:016x}\n")).collect()
    }

    /// Reads a trail from its text.
    ///
    /// # Errors
    /// The line that is no hash.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let read = |(line, number): (&str, u32)| {
            let wrong = || DataError::new(format!("{file}:{number}"), "no hash stands there");
            let digits = line.len() == 16 && line.bytes().all(|byte| byte.is_ascii_hexdigit());
            let hash = digits.then(|| u64::from_str_radix(line, 16).ok()).flatten();
            hash.ok_or_else(wrong)
        };
        text.lines().zip(1..).map(read).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_is_written_and_read() {
        let trail = Trail(vec![0, 0x1234, u64::MAX]);
        assert_eq!(Trail::read("a.trail", &trail.write()).unwrap(), trail);
        for wrong in ["xyz", "12", "+00000000000000f", ""] {
            let text = format!("0000000000000000\n{wrong}\n");
            let error = Trail::read("a.trail", &text).unwrap_err().to_string();
            assert!(error.contains("a.trail:2"), "{error}");
        }
    }

    #[test]
    fn the_first_difference_is_found() {
        let trail = Trail(vec![1, 2, 3]);
        assert_eq!(trail.first_difference(&trail), None);
        assert_eq!(trail.first_difference(&Trail(vec![1, 2])), None);
        assert_eq!(trail.first_difference(&Trail(vec![1, 5, 6])), Some(1));
    }
}
