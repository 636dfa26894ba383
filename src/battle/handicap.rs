//! A handicap: points that sides have before the battle begins, so that unequal players have equal
//! chances. People wish for it when they begin a battle, it is shown with the score, and no level has
//! one. Saves and links keep it.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::{commanders::MOST_SIDES, ids::SideId, playable::count};

/// The most points that a side may have before the battle begins.
pub const MOST: i32 = 5000;

/// Points that each side has before the battle begins, in the order of sides; sides that aren't mentioned
/// have none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
pub struct Handicap(Vec<i32>);

/// Why something is no handicap.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHandicap {
    /// Too few points or too many.
    #[error("a handicap of {0}; it can be from 0 to {MOST} points")]
    Points(i64),
    /// It isn't a number of points.
    #[error("{} isn't a number of points", super::data::quoted(.0))]
    NotANumber(String),
    /// More sides than a battle has.
    #[error("a handicap for {}; a battle doesn't have so many", count(*.0, "side"))]
    Sides(usize),
}

impl Handicap {
    /// The points of a side.
    pub fn of(&self, side: SideId) -> i32 {
        self.0.get(side.index()).copied().unwrap_or(0)
    }

    /// Gives a side points, as many as there may be.
    pub fn give(&mut self, side: SideId, points: i32) {
        if self.0.len() <= side.index() {
            self.0.resize(side.index() + 1, 0);
        }
        self.0[side.index()] = points.clamp(0, MOST);
    }

    /// Whether no side has any.
    pub fn is_none(&self) -> bool {
        self.0.iter().all(|&points| points == 0)
    }

    /// The handicap with these points by side, as a command line has them.
    ///
    /// # Errors
    /// Which of them aren't points.
    pub fn of_words(points: &[String]) -> Result<Self, NoHandicap> {
        let number = |word: &String| {
            let number = word.trim().parse::<i64>();
            let number = number.map_err(|_| NoHandicap::NotANumber(word.clone()))?;
            i32::try_from(number).map_err(|_| NoHandicap::Points(number))
        };
        points.iter().map(number).collect::<Result<Vec<i32>, _>>()?.try_into()
    }
}

impl TryFrom<Vec<i32>> for Handicap {
    type Error = NoHandicap;

    fn try_from(points: Vec<i32>) -> Result<Self, NoHandicap> {
        if points.len() > MOST_SIDES {
            return Err(NoHandicap::Sides(points.len()));
        }
        match points.iter().find(|points| !(0..=MOST).contains(points)) {
            Some(&wrong) => Err(NoHandicap::Points(wrong.into())),
            None => Ok(Self(points)),
        }
    }
}

impl From<Handicap> for Vec<i32> {
    fn from(handicap: Handicap) -> Self {
        handicap.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_that_are_not_mentioned_have_no_handicap() {
        let mut handicap = Handicap::default();
        assert!(handicap.is_none());
        handicap.give(SideId(1), 200);
        assert_eq!([0, 1, 7].map(|side| handicap.of(SideId(side))), [0, 200, 0]);
        assert!(!handicap.is_none());
        handicap.give(SideId(1), -3);
        assert!(handicap.is_none());
    }

    #[test]
    fn what_is_no_handicap_is_refused_in_words() {
        let refused = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            Handicap::of_words(&words).unwrap_err().to_string()
        };
        assert_eq!(refused(&["0", "many"]), "\"many\" isn't a number of points");
        assert_eq!(refused(&["-1"]), "a handicap of -1; it can be from 0 to 5000 points");
        assert!(refused(&["99999999999"]).contains("99999999999"));
        assert!(refused(&["0"; 9]).contains("9 sides"));
        assert!(ron::from_str::<Handicap>("[5001]").is_err());
        assert_eq!(ron::from_str::<Handicap>("[0,200]").unwrap().of(SideId(1)), 200);
    }
}
