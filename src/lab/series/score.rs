//! What the battles between two players come to.

use serde::Serialize;

use super::{BattleRecord, Interval, PairRecord, elo, wilson};

/// How often a pair of battles gave the first player each of its possible shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Nothing, one draw, one win or two draws, a win and a draw, two wins.
    pub counts: [u64; 5],
}

impl Pairs {
    /// What share of a pair each result is.
    pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair of battles from the view of its first player.
    pub fn count(&mut self, pair: &PairRecord) {
        let quarters: usize = pair
            .battles
            .iter()
            .map(|battle| match battle.winner {
                Some(0) => 2,
                Some(_) => 0,
                None => 1,
            })
            .sum();
        self.counts[quarters] += 1;
    }

    /// How many pairs were played.
    pub fn played(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The first player's share of all; one half if nothing was played.
    pub fn share(&self) -> f64 {
        if self.played() == 0 {
            return 0.5;
        }
        let won = self.counts.iter().zip(Self::SHARES).map(|(&count, share)| count as f64 * share);
        won.sum::<f64>() / self.played() as f64
    }

    /// How much Elo stronger the first player is, with 95 % confidence, from what the pairs differ
    /// by. Both battles of a pair together are one result: they have the dice and the table in common.
    pub fn elo(&self) -> Interval {
        let (share, played) = (self.share(), self.played() as f64);
        if played == 0.0 {
            return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        if share == 0.0 || share == 1.0 {
            // Nothing differs, so nothing is known but that no pair was otherwise.
            let Interval { low, high } = wilson(share * played, self.played());
            return Interval { low: elo(low), high: elo(high) };
        }
        let error = (super::measure::variance(self) / played).sqrt();
        let reach = super::measure::NORMAL_95 * error;
        Interval { low: elo((share - reach).max(0.0)), high: elo((share + reach).min(1.0)) }
    }
}

/// The battles between two players, from the view of the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Battles that each of them has won.
    pub won: [u64; 2],
    /// Battles that nobody has won.
    pub drawn: u64,
    /// The results by pairs.
    pub pairs: Pairs,
    /// Each player's victory points in all battles together.
    pub points: [i64; 2],
    /// The models that each player led.
    pub models: [u64; 2],
    /// Those of them that were lost.
    pub lost: [u64; 2],
    /// The turns in which the battles ended, added up.
    pub turns: u64,
    /// Orders given, answers among them.
    pub orders: u64,
    /// What each player was asked to decide while somebody looked at a clock.
    pub decisions: [u64; 2],
    /// How long each of them thought, in seconds.
    pub seconds: [f64; 2],
    /// How often the level's first side has won; it doesn't matter who led it.
    pub first_side: u64,
}

impl Score {
    /// Counts a pair of battles.
    pub fn count(&mut self, pair: &PairRecord) {
        self.pairs.count(pair);
        for (battle, swapped) in pair.battles.iter().zip([false, true]) {
            self.count_battle(battle, swapped);
        }
    }

    fn count_battle(&mut self, battle: &BattleRecord, swapped: bool) {
        match battle.winner {
            Some(winner) => {
                self.won[winner] += 1;
                self.first_side += u64::from((winner == 0) != swapped);
            }
            None => self.drawn += 1,
        }
        for (player, share) in battle.shares.iter().enumerate() {
            self.points[player] += i64::from(share.points);
            self.models[player] += u64::from(share.models);
            self.lost[player] += u64::from(share.lost);
            if share.seconds > 0.0 {
                self.decisions[player] += share.decisions;
            }
            self.seconds[player] += share.seconds;
        }
        self.turns += u64::from(battle.turn);
        self.orders += battle.orders as u64;
    }

    /// How many battles were played.
    pub fn played(&self) -> u64 {
        self.won[0] + self.won[1] + self.drawn
    }

    /// Between which shares of the battles the first player's lies; draws count half.
    pub fn wilson(&self) -> Interval {
        wilson(self.won[0] as f64 + self.drawn as f64 / 2.0, self.played())
    }

    /// How much of what it led a player has lost: 0 to 1.
    pub fn losses(&self, player: usize) -> f64 {
        self.lost[player] as f64 / (self.models[player] as f64).max(1.0)
    }

    /// A player's victory points in a battle.
    pub fn points_a_battle(&self, player: usize) -> f64 {
        self.points[player] as f64 / (self.played() as f64).max(1.0)
    }

    /// The turn in which a battle ends.
    pub fn turns_a_battle(&self) -> f64 {
        self.turns as f64 / (self.played() as f64).max(1.0)
    }

    /// How much a player decides in a second; none if nobody has looked at a clock.
    pub fn decisions_a_second(&self, player: usize) -> Option<f64> {
        let seconds = self.seconds[player];
        (seconds > 0.0).then(|| self.decisions[player] as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::series::Share;

    fn battle(winner: Option<usize>, points: [i32; 2]) -> BattleRecord {
        let share = |points| Share { points, models: 10, lost: 3, decisions: 40, seconds: 2.0 };
        BattleRecord {
            winner,
            reason: "the last turn is over".to_owned(),
            turn: 4,
            orders: 80,
            hash: "0f".to_owned(),
            shares: points.map(share),
        }
    }

    fn pair(first: Option<usize>, second: Option<usize>) -> PairRecord {
        PairRecord { number: 0, battles: [battle(first, [5, 2]), battle(second, [1, 1])] }
    }

    #[test]
    fn a_pair_is_one_result() {
        let mut pairs = Pairs::default();
        let results = [(Some(1), Some(1)), (None, Some(1)), (Some(0), Some(1)), (None, None)];
        for (first, second) in results.into_iter().chain([(Some(0), None), (Some(0), Some(0))]) {
            pairs.count(&pair(first, second));
        }
        assert_eq!(pairs.counts, [1, 1, 2, 1, 1]);
        assert_eq!(pairs.share(), 0.5);
    }

    #[test]
    fn whoever_plays_against_himself_is_exactly_as_strong() {
        let mut score = Score::default();
        for winner in [0, 1, 1, 0, 1] {
            // The same battle twice: who won it as the first side loses it as the second.
            score.count(&pair(Some(winner), Some(1 - winner)));
        }
        assert_eq!(score.won, [5, 5]);
        assert_eq!(score.pairs.share(), 0.5);
        // Whoever led the first side won it twice or not at all.
        assert_eq!(score.first_side, 4);
    }

    #[test]
    fn points_losses_and_lengths_are_added_up() {
        let mut score = Score::default();
        score.count(&pair(Some(0), None));
        assert_eq!((score.played(), score.won, score.drawn), (2, [1, 0], 1));
        assert_eq!([0, 1].map(|player| score.points_a_battle(player)), [3.0, 1.5]);
        assert_eq!(score.losses(0), 0.3);
        assert_eq!(score.turns_a_battle(), 4.0);
        assert_eq!(score.decisions_a_second(1), Some(20.0));
        assert_eq!(Score::default().decisions_a_second(0), None);
        let Interval { low, high } = score.wilson();
        assert!(low < 0.75 && 0.75 < high);
    }

    #[test]
    fn one_sided_results_have_no_upper_end() {
        let pairs = Pairs { counts: [0, 0, 0, 1, 30] };
        let Interval { low, high } = pairs.elo();
        assert!(low > 300.0 && high == f64::INFINITY);
        let all = Pairs { counts: [0, 0, 0, 0, 31] }.elo();
        assert!(all.low > 300.0 && all.low < 400.0 && all.high == f64::INFINITY);
        let open = Pairs::default().elo();
        assert_eq!((open.low, open.high), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
