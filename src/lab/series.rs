//! Series of battles between players: each pair of battles has one level and one seed, and the
//! players swap sides between the two. What a pair comes to tells the players apart, not the sides
//! or the dice.

mod journal;
mod ladder;
mod measure;
mod pair;
mod score;
mod seeds;
mod shard;
mod summary;

pub use journal::{
    Header, Journal, JournalError, LONGEST_SERIES, MOST_PAIRS, line, merge, missing,
};
pub use ladder::{Meeting, Rating, ladder};
pub use measure::{Interval, Sprt, Verdict, elo, expected, wilson};
pub use pair::{BattleRecord, Clock, PairRecord, Share, Table, play_pair};
pub use score::{Pairs, Score};
pub use seeds::{Purpose, SeedError};
pub use shard::Shard;
pub use summary::Summary;

use serde::{Deserialize, Serialize};

use crate::{
    battle::{Level, RuleSystem},
    players::Kind,
};

/// What is played: each player against each other, on each level, so many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// The rule system.
    pub rules: String,
    /// The version of its rules.
    pub version: u32,
    /// The version of the computer players; 0 in files from before it was kept.
    #[serde(default)]
    pub players_version: u32,
    /// The names of the players, two or more.
    pub players: Vec<String>,
    /// The levels.
    pub levels: Vec<LevelMark>,
    /// The seed of the first pair on each level; the following pairs count up from it.
    pub seed: u64,
    /// How many pairs of battles any two players fight on each level.
    pub pairs: usize,
}

/// A level and what its battles depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelMark {
    /// What a command line calls it.
    pub name: String,
    /// Stands for all that the level says: 16 hexadecimal digits.
    pub digest: String,
}

impl LevelMark {
    /// The mark of a level that a command line calls so.
    pub fn of<R: RuleSystem>(name: &str, level: &Level<R>) -> Self {
        Self { name: name.to_owned(), digest: level.digest() }
    }
}

/// One pair of battles of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bill {
    /// The places of the two players in the series.
    pub players: [usize; 2],
    /// The place of the level.
    pub level: usize,
    /// The seed of both battles.
    pub seed: u64,
}

impl Series {
    /// A series between players on levels.
    pub fn new<R: RuleSystem>(
        players: &[Kind],
        levels: Vec<LevelMark>,
        seed: u64,
        pairs: usize,
    ) -> Self {
        let players = players.iter().map(|kind| kind.name().to_owned()).collect();
        let players_version = crate::players::VERSION;
        let (rules, version) = (R::NAME.to_owned(), R::VERSION);
        Self { rules, version, players_version, players, levels, seed, pairs }
    }

    /// Any two players, by their places.
    pub fn meetings(&self) -> Vec<[usize; 2]> {
        let all = 0..self.players.len();
        all.clone()
            .flat_map(|first| all.clone().skip(first + 1).map(move |second| [first, second]))
            .collect()
    }

    /// How many pairs of battles there are.
    pub fn len(&self) -> usize {
        self.meetings().len().saturating_mul(self.levels.len()).saturating_mul(self.pairs)
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pair with a number below [`len`](Self::len). Neighbours differ in players and level, so
    /// that a series that is stopped early has a bit of everything.
    pub fn bill(&self, number: usize) -> Bill {
        let meetings = self.meetings();
        let round = number / meetings.len();
        Bill {
            players: meetings[number % meetings.len()],
            level: round % self.levels.len(),
            seed: self.seed.wrapping_add((round / self.levels.len()) as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_two_players_meet_on_each_level_with_each_seed() {
        let level = |name: &str| LevelMark { name: name.to_owned(), digest: String::new() };
        let series = Series {
            rules: "small".to_owned(),
            version: 1,
            players_version: 1,
            players: ["a", "b", "c"].map(str::to_owned).into(),
            levels: vec![level("hill"), level("ford")],
            seed: 7,
            pairs: 4,
        };
        assert_eq!(series.meetings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(series.len(), 24);
        let bills: BTreeSet<_> = (0..series.len())
            .map(|number| {
                let Bill { players, level, seed } = series.bill(number);
                (players, level, seed)
            })
            .collect();
        assert_eq!(bills.len(), 24);
        assert_eq!(
            bills.iter().map(|&(.., seed)| seed).collect::<BTreeSet<_>>(),
            (7..11).collect()
        );
        let early: BTreeSet<_> = (0..6).map(|number| series.bill(number).seed).collect();
        assert_eq!(early, BTreeSet::from([7]));
    }
}
