//! What can be concluded from results: intervals, ratings, and a test that stops when it knows.

use serde::{Serialize, Serializer};

use super::Pairs;

/// So many standard deviations on both sides hold 95 % of a normal distribution.
pub(super) const NORMAL_95: f64 = 1.959_963_984_540_054;
/// When it comes to how much pairs differ, each possible result counts as if it had occurred so often
/// besides: a few pairs that all ended alike prove nothing.
const PRIOR: f64 = 0.5;

/// By how much single pairs differ from what they all come to: a variance.
pub(super) fn variance(pairs: &Pairs) -> f64 {
    let seen = pairs.counts.map(|count| count as f64 + PRIOR);
    let all: f64 = seen.iter().sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        seen.iter().zip(Pairs::SHARES).map(|(seen, share)| seen * value(share)).sum::<f64>() / all
    };
    let middle = mean_of(&|share| share);
    mean_of(&|share| (share - middle) * (share - middle))
}

/// Between which numbers something lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

// JSON has no infinity: an open end is null.
impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let end = |end: f64| end.is_finite().then_some(end);
        [end(self.low), end(self.high)].serialize(serializer)
    }
}

/// The Wilson interval of a share: so many of so many. Draws count half.
pub fn wilson(won: f64, of: u64) -> Interval {
    if of == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (count, square) = (of as f64, NORMAL_95 * NORMAL_95);
    let share = won / count;
    let middle = share + square / (2.0 * count);
    let spread = (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
    let reach = NORMAL_95 * spread;
    let all = 1.0 + square / count;
    // At the ends nothing is left to rounding.
    let low = if won > 0.0 { ((middle - reach) / all).max(0.0) } else { 0.0 };
    let high = if won < count { ((middle + reach) / all).min(1.0) } else { 1.0 };
    Interval { low, high }
}

/// The share of a battle's points that a player gets who is so much Elo stronger.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How much Elo stronger somebody is who gets this share: infinite for all or nothing.
pub fn elo(share: f64) -> f64 {
    if share == 0.5 {
        return 0.0;
    }
    400.0 * (share / (1.0 - share)).log10()
}

/// A sequential probability ratio test on pairs of battles: is the first player stronger by `much`
/// Elo, or only by `little`? It is wrong one time in twenty, either way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The smaller difference, in Elo.
    pub little: f64,
    /// The larger one.
    pub much: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The first player is stronger by the larger difference rather than by the smaller.
    Stronger,
    /// It isn't.
    NotStronger,
    /// More battles are needed.
    Open,
}

impl Sprt {
    /// How often it may say that somebody is stronger who isn't, and the other way round.
    pub const ERROR: f64 = 0.05;

    /// The logarithm of how much better the larger difference explains the results.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let variance = variance(pairs);
        let (mean, played) = (pairs.share(), pairs.played() as f64);
        let (little, much) = (expected(self.little), expected(self.much));
        // The logarithm of the likelihoods' ratio for a mean of normal distribution.
        played * (much - little) * (2.0 * mean - little - much) / (2.0 * variance)
    }

    /// What the results so far say.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let bound = ((1.0 - Self::ERROR) / Self::ERROR).ln();
        match self.ratio(pairs) {
            ratio if pairs.played() == 0 || ratio.abs() < bound => Verdict::Open,
            ratio if ratio > 0.0 => Verdict::Stronger,
            _ => Verdict::NotStronger,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(number: f64, wanted: f64) {
        assert!((number - wanted).abs() < 5e-4, "{number} is not {wanted}");
    }

    #[test]
    fn wilson_gives_the_figures_of_the_textbooks() {
        // 10 of 20, 0 of 10 and 95 of 100: Newcombe (1998) and any table.
        let half = wilson(10.0, 20);
        close(half.low, 0.2993);
        close(half.high, 0.7007);
        let none = wilson(0.0, 10);
        close(none.low, 0.0);
        close(none.high, 0.2775);
        assert_eq!((wilson(0.0, 3).low, wilson(3.0, 3).high), (0.0, 1.0));
        let most = wilson(95.0, 100);
        close(most.low, 0.8882);
        close(most.high, 0.9785);
        assert_eq!(wilson(0.0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn elo_and_share_are_each_others_inverse() {
        close(expected(400.0), 10.0 / 11.0);
        close(expected(0.0), 0.5);
        for difference in [-300.0, -20.0, 0.0, 55.0, 191.0] {
            close(elo(expected(difference)), difference);
        }
        assert_eq!(elo(0.5), 0.0);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_test_stops_when_it_knows() {
        let test = Sprt { little: 0.0, much: 20.0 };
        assert_eq!(test.verdict(&Pairs::default()), Verdict::Open);
        let even = |each| Pairs { counts: [each, 2 * each, 4 * each, 2 * each, each] };
        assert_eq!(test.verdict(&even(5)), Verdict::Open);
        assert_eq!(test.verdict(&even(1000)), Verdict::NotStronger);
        assert_eq!(test.verdict(&Pairs { counts: [1, 4, 20, 18, 12] }), Verdict::Stronger);
        assert_eq!(test.verdict(&Pairs { counts: [12, 18, 20, 4, 1] }), Verdict::NotStronger);
    }

    #[test]
    fn the_test_is_wrong_no_more_often_than_it_says() {
        use crate::dice::Dice;
        let wrong = |strength: f64, wrong: Verdict| {
            let mut dice = Dice::<()>::seeded(11);
            let mut erred = 0;
            for _ in 0..200 {
                let mut pairs = Pairs::default();
                let verdict = loop {
                    let mut won = 0;
                    for _ in 0..2 {
                        let roll = f64::from(dice.roll(10_000, (), None).result - 1) / 10_000.0;
                        won += 2 * usize::from(roll < expected(strength));
                    }
                    pairs.counts[won] += 1;
                    match test_far_apart().verdict(&pairs) {
                        Verdict::Open => (),
                        known => break known,
                    }
                };
                erred += usize::from(verdict == wrong);
            }
            erred
        };
        // One in twenty is 10 of 200; chance alone makes 20 or more of it once in 500 series.
        assert!(wrong(0.0, Verdict::Stronger) < 20);
        assert!(wrong(100.0, Verdict::NotStronger) < 20);
    }

    fn test_far_apart() -> Sprt {
        Sprt { little: 0.0, much: 100.0 }
    }
}
