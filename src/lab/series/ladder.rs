//! Ratings of several players from all that they have played against each other.

use serde::Serialize;

use super::{Interval, PairRecord, Pairs, measure::PRIOR};
use crate::dice::Dice;

/// So often the pairs are drawn anew to see by how much ratings vary.
const DRAWS: usize = 400;
/// The seed of those draws: the same results give the same intervals.
const SEED: u64 = 1;
/// Rounds of the fit; it is close long before.
const ROUNDS: usize = 500;
/// So many draws between each two players are added to what was played: somebody who has won or
/// lost everything gets a finite rating.
const DRAWN: f64 = 0.5;

/// How strong a player is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Who.
    pub player: String,
    /// By how much Elo stronger than the first player of the series.
    pub elo: f64,
    /// The same with 95 % confidence; the first player's is its own measure.
    pub interval: Interval,
    /// Battles played.
    pub battles: u64,
    /// Which share of them it has won; draws count half.
    pub share: f64,
}

/// The pairs of two players, named by their places.
pub type Meeting = ([usize; 2], Vec<PairRecord>);

/// The ratings of players in the order of their places.
pub fn ladder(players: &[String], meetings: &[Meeting]) -> Vec<Rating> {
    let count = |pairs: &mut dyn Iterator<Item = &PairRecord>| {
        let mut counted = Pairs::default();
        pairs.for_each(|pair| counted.count(pair));
        counted
    };
    let seen: Vec<([usize; 2], Pairs)> =
        meetings.iter().map(|(who, pairs)| (*who, count(&mut pairs.iter()))).collect();
    let ratings = fit(players.len(), &seen);
    // The same again from pairs drawn out of those that were played, each perhaps several times.
    let mut dice = Dice::<()>::seeded(SEED);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); players.len()];
    for _ in 0..DRAWS {
        let again: Vec<_> =
            seen.iter().map(|(who, pairs)| (*who, draw(pairs, &mut dice))).collect();
        for (ratings, rating) in drawn.iter_mut().zip(fit(players.len(), &again)) {
            ratings.push(rating);
        }
    }
    let rate = |player: usize| {
        let mut drawn = drawn[player].clone();
        drawn.sort_by(f64::total_cmp);
        // The middle 95 % of them.
        let outside = DRAWS / 40;
        let interval = Interval { low: drawn[outside], high: drawn[DRAWS - 1 - outside] };
        let (mut battles, mut won) = (0, 0.0);
        for ([first, second], pairs) in &seen {
            let share = match player {
                _ if player == *first => pairs.share(),
                _ if player == *second => 1.0 - pairs.share(),
                _ => continue,
            };
            battles += 2 * pairs.played();
            won += share * 2.0 * pairs.played() as f64;
        }
        let share = if battles == 0 { 0.5 } else { won / battles as f64 };
        let (player, elo) = (players[player].clone(), ratings[player]);
        Rating { player, elo, interval, battles, share }
    };
    (0..players.len()).map(rate).collect()
}

/// As many pairs as there are, drawn with replacement; each possible result counts as if it had occurred
/// [`PRIOR`] times besides.
fn draw(pairs: &Pairs, dice: &mut Dice<()>) -> Pairs {
    let mut drawn = Pairs::default();
    let weights = pairs.counts.map(|count| (count as f64 + PRIOR) / PRIOR);
    // No die has more sides.
    let shrunk = (weights.iter().sum::<f64>() / f64::from(u16::MAX - 5)).max(1.0);
    let weights = weights.map(|weight| (weight / shrunk).ceil() as u64);
    let all = weights.iter().sum::<u64>() as u16;
    for _ in 0..pairs.played().min(u64::from(u16::MAX)) {
        let mut place = u64::from(dice.roll(all, (), None).result - 1);
        let result = weights.iter().position(|&count| {
            let here = place < count;
            place = place.saturating_sub(count);
            here
        });
        drawn.counts[result.unwrap_or(0)] += 1;
    }
    drawn
}

/// The ratings of the Bradley–Terry model under which these results are likeliest, the first at 0.
/// Found by Zermelo's rounds (minorisation and maximisation: Hunter 2004), in which each player's
/// strength follows from everybody else's.
fn fit(players: usize, seen: &[([usize; 2], Pairs)]) -> Vec<f64> {
    let mut strengths = vec![1.0; players];
    for _ in 0..ROUNDS {
        let mut won = vec![0.0; players];
        let mut chances = vec![0.0; players];
        for ([first, second], pairs) in seen {
            let battles = 2.0 * pairs.played() as f64 + DRAWN;
            let share = pairs.share() * 2.0 * pairs.played() as f64 + DRAWN / 2.0;
            won[*first] += share;
            won[*second] += battles - share;
            let each = battles / (strengths[*first] + strengths[*second]);
            chances[*first] += each;
            chances[*second] += each;
        }
        for (player, strength) in strengths.iter_mut().enumerate() {
            if chances[player] > 0.0 {
                *strength = won[player] / chances[player];
            }
        }
        // Only proportions matter.
        let first = strengths[0];
        strengths.iter_mut().for_each(|strength| *strength /= first);
    }
    strengths.iter().map(|strength| 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::series::{BattleRecord, Share, elo};

    /// So many pairs of which the first player has won this share of the battles outright.
    fn pairs(won: usize, lost: usize) -> Vec<PairRecord> {
        let share = Share { points: 0, models: 1, lost: 0, decisions: 1, seconds: 0.0 };
        let battle = |winner| BattleRecord {
            winner: Some(winner),
            reason: String::new(),
            turn: 4,
            orders: 1,
            hash: String::new(),
            shares: [share; 2],
        };
        let pair =
            |number, winner| PairRecord { number, battles: [battle(winner), battle(winner)] };
        (0..won + lost).map(|number| pair(number, usize::from(number >= won))).collect()
    }

    fn named(players: &[&str]) -> Vec<String> {
        players.iter().map(|&player| player.to_owned()).collect()
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_results() {
        let ratings = ladder(&named(&["one", "other"]), &[([0, 1], pairs(50, 150))]);
        assert_eq!(ratings[0].elo, 0.0);
        // But for the half draw that is added.
        assert!((ratings[1].elo - elo(0.75)).abs() < 1.0, "{ratings:?}");
        let Interval { low, high } = ratings[1].interval;
        assert!(low < ratings[1].elo && ratings[1].elo < high && low > 100.0 && high < 320.0);
        assert_eq!((ratings[1].battles, ratings[1].share), (400, 0.75));
    }

    #[test]
    fn those_who_beat_the_same_are_rated_alike() {
        let meetings = [([0, 1], pairs(20, 80)), ([0, 2], pairs(20, 80)), ([1, 2], pairs(50, 50))];
        let ratings = ladder(&named(&["weak", "strong", "twin"]), &meetings);
        assert!((ratings[1].elo - ratings[2].elo).abs() < 1e-6);
        assert!(ratings[1].elo > 200.0);
        assert_eq!(ratings, ladder(&named(&["weak", "strong", "twin"]), &meetings));
    }

    #[test]
    fn whoever_wins_everything_has_a_rating_all_the_same() {
        let ratings = ladder(&named(&["one", "other"]), &[([0, 1], pairs(0, 100))]);
        assert!(ratings[1].elo.is_finite() && ratings[1].elo > 600.0);
        let Interval { low, high } = ratings[1].interval;
        assert!(low < high && low > 300.0, "{low} to {high}");
        let nothing = ladder(&named(&["one", "other"]), &[([0, 1], Vec::new())]);
        assert_eq!((nothing[1].elo, nothing[1].share), (0.0, 0.5));
    }
}
