//! Ratings of several players from all that they have played against each other.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Interval, PairRecord, Pairs};
use crate::dice::Dice;

/// How often the pairs are weighed anew to see by how much ratings vary.
const DRAWS: usize = 400;
/// The seed of those draws: the same results give the same intervals.
const SEED: u64 = 1;
/// No die has more sides.
const SIDES: u16 = u16::MAX - 5;
/// The fit ends when no rating changes by more than so many Elo, or after so many rounds.
const CLOSE: f64 = 1e-6;
const ROUNDS: usize = 10_000;
/// To what two players have fought, this many battles are added that one of them has won, and as many that
/// the other has won: somebody who has won or lost everything gets a finite rating, and a few pairs that all
/// ended alike prove little.
const ADDED: u64 = 1;

/// How strong a player is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Who.
    pub player: String,
    /// By how much Elo stronger than the first player of the series; none if they have fought neither each
    /// other nor those who have, at any number of removes.
    pub elo: Option<f64>,
    /// The same with 95 % confidence; the first player's is its own measure. Infinite where nothing is
    /// known.
    pub interval: Interval,
    /// Battles played.
    pub battles: u64,
    /// Which share of them it has won; draws count half. None if there were none.
    pub share: Option<f64>,
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
    let weighed = |weigh: &mut dyn FnMut(u64) -> f64| {
        let weigh = |(who, pairs): &([usize; 2], Pairs)| (*who, Weighed::of(pairs, &mut *weigh));
        fit(players.len(), &seen.iter().map(weigh).collect::<Vec<_>>())
    };
    let ratings = weighed(&mut |count| count as f64);
    // The same again, with a random weight for each pair.
    let mut dice = Dice::<()>::seeded(SEED);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); players.len()];
    for _ in 0..DRAWS {
        let again = weighed(&mut |count| weights(count, &mut dice));
        for (ratings, rating) in drawn.iter_mut().zip(again) {
            ratings.push(rating);
        }
    }
    let played: Vec<u64> = (0..players.len())
        .map(|player| {
            let own = seen.iter().filter(|(who, _)| who.contains(&player));
            own.map(|(_, pairs)| 2 * pairs.played()).sum()
        })
        .collect();
    let known = compared_with_first(&seen);
    let rate = |player: usize| {
        let mut drawn = drawn[player].clone();
        drawn.sort_by(f64::total_cmp);
        // The middle 95 % of them.
        let outside = DRAWS / 40;
        let is_known = known.contains(&player);
        let interval = if is_known {
            Interval { low: drawn[outside], high: drawn[DRAWS - 1 - outside] }
        } else {
            Interval { low: f64::NEG_INFINITY, high: f64::INFINITY }
        };
        let battles = played[player];
        let mut won = 0.0;
        for ([first, second], pairs) in &seen {
            let share = match player {
                _ if player == *first => pairs.share(),
                _ if player == *second => 1.0 - pairs.share(),
                _ => continue,
            };
            won += share * 2.0 * pairs.played() as f64;
        }
        let share = (battles > 0).then(|| won / battles as f64);
        let (player, elo) = (players[player].clone(), is_known.then_some(ratings[player]));
        Rating { player, elo, interval, battles, share }
    };
    (0..players.len()).map(rate).collect()
}

/// The first player and all who can be compared with it, if it has played: those who have fought one of
/// them.
fn compared_with_first(seen: &[([usize; 2], Pairs)]) -> BTreeSet<usize> {
    let fought = || seen.iter().filter(|(_, pairs)| pairs.played() > 0).map(|(who, _)| who);
    let mut known = BTreeSet::new();
    if fought().any(|who| who.contains(&0)) {
        known.insert(0);
    }
    loop {
        let before = known.len();
        for who in fought() {
            if who.iter().any(|player| known.contains(player)) {
                known.extend(who);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

/// What so many pairs weigh together if each weighs 1 on average and is drawn from the exponential
/// distribution (the Bayesian bootstrap: Rubin 1981).
fn weights(count: u64, dice: &mut Dice<()>) -> f64 {
    let mut weight = || {
        let fraction = (f64::from(dice.roll(SIDES, (), None).result) - 0.5) / f64::from(SIDES);
        -fraction.ln()
    };
    (0..count).map(|_| weight()).sum()
}

/// What two players have played, each pair with a weight of its own.
struct Weighed {
    /// What all pairs weigh together.
    pairs: f64,
    /// What the first player has won of that.
    won: f64,
}

impl Weighed {
    /// `weigh` says what so many pairs weigh.
    fn of(pairs: &Pairs, mut weigh: impl FnMut(u64) -> f64) -> Self {
        // Each of the two is half a pair.
        let [won, lost] = [0.5 * weigh(ADDED), 0.5 * weigh(ADDED)];
        let mut all = Self { pairs: won + lost, won };
        for (&count, share) in pairs.counts.iter().zip(Pairs::SHARES) {
            let weight = weigh(count);
            all.pairs += weight;
            all.won += share * weight;
        }
        all
    }
}

/// The ratings of the Bradley–Terry model under which these results are likeliest, the first at 0.
/// Found by Zermelo's rounds (minorisation and maximisation: Hunter 2004), in which each player's
/// strength follows from everybody else's.
fn fit(players: usize, seen: &[([usize; 2], Weighed)]) -> Vec<f64> {
    let mut strengths = vec![1.0; players];
    let mut ratings = vec![0.0; players];
    for _ in 0..ROUNDS {
        let mut won = vec![0.0; players];
        let mut chances = vec![0.0; players];
        for ([first, second], played) in seen {
            won[*first] += played.won;
            won[*second] += played.pairs - played.won;
            let each = played.pairs / (strengths[*first] + strengths[*second]);
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
        let closer: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
        let moved = closer.iter().zip(&ratings).any(|(new, old)| (new - old).abs() > CLOSE);
        ratings = closer;
        if !moved {
            break;
        }
    }
    ratings
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
        assert_eq!(ratings[0].elo, Some(0.0));
        // With the two battles that are added.
        let other = ratings[1].elo.unwrap();
        assert!((other - elo(150.5 / 201.0)).abs() < 1e-3, "{ratings:?}");
        let Interval { low, high } = ratings[1].interval;
        assert!(low < other && other < high && low > 100.0 && high < 320.0);
        assert_eq!((ratings[1].battles, ratings[1].share), (400, Some(0.75)));
    }

    #[test]
    fn those_who_beat_the_same_are_rated_alike() {
        let meetings = [([0, 1], pairs(20, 80)), ([0, 2], pairs(20, 80)), ([1, 2], pairs(50, 50))];
        let ratings = ladder(&named(&["weak", "strong", "twin"]), &meetings);
        let [strong, twin] = [1, 2].map(|player| ratings[player].elo.unwrap());
        assert!((strong - twin).abs() < 1e-6 && strong > 200.0);
        assert_eq!(ratings, ladder(&named(&["weak", "strong", "twin"]), &meetings));
    }

    #[test]
    fn whoever_wins_everything_has_a_rating_all_the_same() {
        let ratings = ladder(&named(&["one", "other"]), &[([0, 1], pairs(0, 100))]);
        let elo = ratings[1].elo.unwrap();
        assert!(elo.is_finite() && elo > 600.0);
        let Interval { low, high } = ratings[1].interval;
        assert!(low < high && low > 300.0, "{low} to {high}");
        let nothing = ladder(&named(&["one", "other"]), &[([0, 1], Vec::new())]);
        assert_eq!((nothing[1].elo, nothing[1].share), (None, None));
        let open = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(nothing[1].interval, open);
        // Nor is anything known beside a first player that hasn't fought.
        let others = [([0, 1], Vec::new()), ([0, 2], Vec::new()), ([1, 2], pairs(50, 150))];
        let ratings = ladder(&named(&["absent", "one", "other"]), &others);
        assert_eq!((ratings[1].interval, ratings[2].interval), (open, open));
        // Whoever has fought those who have fought it can be compared with it, others can't.
        let links = [([0, 1], 1), ([0, 2], 0), ([0, 3], 0), ([1, 2], 1), ([1, 3], 0), ([3, 4], 1)];
        let links = links.map(|(who, count)| (who, pairs(count, 0)));
        let ratings = ladder(&named(&["a", "b", "c", "d", "e"]), &links);
        let known: Vec<bool> = ratings.iter().map(|rating| rating.elo.is_some()).collect();
        assert_eq!(known, [true, true, true, false, false]);
        assert_eq!((ratings[3].interval, ratings[3].share), (open, Some(1.0)));
    }

    /// So many pairs of which each player has won one battle.
    fn split(count: usize) -> Vec<PairRecord> {
        let mut pairs = pairs(count, 0);
        pairs.iter_mut().for_each(|pair| pair.battles[1].winner = Some(1));
        pairs
    }

    #[test]
    fn pairs_that_all_end_alike_prove_little_while_they_are_few() {
        let reach = |pairs| {
            let ratings = ladder(&named(&["one", "other"]), &[([0, 1], pairs)]);
            assert_eq!(ratings[1].elo, Some(0.0));
            let Interval { low, high } = ratings[1].interval;
            assert!(low < 0.0 && high > 0.0, "{low} to {high}");
            high - low
        };
        let (one, twelve) = (reach(split(1)), reach(split(12)));
        assert!(one > 300.0 && twelve < one / 3.0 && twelve > 20.0, "{one} and {twelve}");
        let lost = ladder(&named(&["one", "other"]), &[([0, 1], pairs(0, 1))]);
        assert!(lost[1].interval.low < 0.0, "a single pair leaves it open who is stronger");
    }

    #[test]
    fn ratings_lie_within_their_intervals_however_far_players_are_apart() {
        let far = [([0, 1], pairs(0, 12)), ([0, 2], pairs(0, 12)), ([1, 2], pairs(3, 9))];
        let ratings = ladder(&named(&["weak", "strong", "stronger"]), &far);
        for Rating { elo, interval: Interval { low, high }, player, .. } in &ratings[1..] {
            let elo = &elo.unwrap();
            assert!(low < elo && elo < high, "{player}: {elo} not in {low} to {high}");
        }
        // Twelve pairs, all won, leave no doubt of 200 Elo, but don't prove 600.
        let low = ratings[1].interval.low;
        assert!((200.0..600.0).contains(&low), "{ratings:?}");
    }
}
