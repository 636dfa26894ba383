//! Which of several candidates does best, if each can be tried as often as one likes: all are tried a few
//! times, the worse ones and those that are no better than the favourite are thrown out, the others are
//! tried again.

use std::cmp::Ordering;

/// How many standard errors the best has to be ahead of another for that to be settled.
const SURE: f32 = 2.5;
/// How many standard errors make it clear that another is better than the favourite.
pub(in crate::players) const CLEARLY: f32 = 2.0;
/// Fewer trials than this settle nothing and make nothing clear.
const FEWEST: usize = 4;
/// How much what was expected counts beside what was seen, however often it was tried: it sees what comes
/// after the end of a trial.
const EXPECTED: f32 = 0.3;

/// A round of trials.
#[derive(Clone, Copy, Debug)]
pub(in crate::players) struct Round {
    /// How often each has been tried at its end.
    pub trials: usize,
    /// How many candidates are kept then at most.
    pub kept: usize,
}

/// What is known of a candidate in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// Which candidate.
    pub candidate: usize,
    /// What it is worth, on the scale of what was expected.
    pub worth: f32,
    /// How much it has to stand back behind those before it: trials have shown it to be better, but not
    /// clearly, or not often enough; or it promises more, but wasn't tried.
    pub doubt: f32,
    /// How often it was tried.
    pub trials: usize,
}

/// Candidates that are being tried: it says who is tried next and is told what came of it.
pub(super) struct Halving {
    /// What was expected of each.
    expected: Vec<f32>,
    /// The rounds that are left, the present one first.
    rounds: &'static [Round],
    /// How many standard errors another has to be ahead of the favourite to be preferred to it.
    clear: f32,
    /// What was seen of each.
    seen: Vec<Vec<f32>>,
    /// Those that are still tried; all of them are tried equally often.
    alive: Vec<usize>,
    /// Those that were thrown out, the best first.
    out: Vec<usize>,
    /// Those that were never tried, because there couldn't be trials enough for all.
    left_out: Vec<usize>,
    /// What was seen of the first of those that are alive when all are tried once more.
    row: Vec<f32>,
}

impl Halving {
    /// Candidates with what is expected of each, the rounds in which they are tried, and how many standard errors
    /// another has to be ahead of the favourite to be preferred to it.
    pub fn new(expected: Vec<f32>, rounds: &'static [Round], clear: f32) -> Self {
        let count = expected.len();
        Self {
            expected,
            rounds,
            clear,
            seen: vec![Vec::new(); count],
            alive: (0..count).collect(),
            out: Vec::new(),
            left_out: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Which candidate is tried next, and the number of the trial; none once it is settled.
    pub fn next(&self) -> Option<(usize, usize)> {
        self.rounds.first()?;
        let &candidate = self.alive.get(self.row.len())?;
        Some((candidate, self.seen[candidate].len()))
    }

    /// Takes what came of the [next](Self::next) trial.
    pub fn take(&mut self, value: f32) {
        self.row.push(value);
        if self.row.len() < self.alive.len() {
            return;
        }
        for (&one, value) in self.alive.iter().zip(self.row.drain(..)) {
            self.seen[one].push(value);
        }
        while let Some(round) = self.rounds.first()
            && self.seen[self.alive[0]].len() >= round.trials
        {
            self.end_round(round);
        }
    }

    /// Whether there was one trial, and no more.
    pub fn has_tried_one(&self) -> bool {
        self.row.len() == 1 && self.seen.iter().all(Vec::is_empty)
    }

    /// Leaves out those that were expected to be worst if there can be only so many trials: whoever is
    /// tried has to be tried often enough. Two are compared in any case: further trials of a candidate mostly
    /// take less than its first.
    pub fn fit(&mut self, trials: u64) {
        debug_assert!(self.left_out.is_empty(), "candidates are left out once");
        let most = usize::try_from(trials).unwrap_or(usize::MAX) / FEWEST;
        let mut others = self.alive.split_off(1);
        others.sort_by(|&a, &b| self.by_expectation(a, b));
        self.left_out = others.split_off(most.saturating_sub(1).max(1).min(others.len()));
        self.alive.extend(others);
    }

    /// Throws the worse ones out, and ends it if who is left is settled. Nobody who isn't clearly better is
    /// preferred to the favourite: while nobody is, it stays, and whoever isn't ahead of it goes.
    fn end_round(&mut self, round: &Round) {
        let Some(scale) = self.sort() else { return };
        let favourite = self.favourite();
        let Self { expected, seen, alive, clear, .. } = self;
        if is_settled(alive, seen, |&one| scale.worth(expected[one], &seen[one])) {
            self.rounds = &[];
            return;
        }
        let is_beaten = |&one: &usize| is_clear(&seen[one], &seen[favourite], *clear);
        let stays = alive.contains(&favourite) && !alive.iter().any(is_beaten);
        let ahead = |one: usize| difference(&seen[one], &seen[favourite]).0 > 0.0;
        let mut places = round.kept.max(1) - usize::from(stays);
        let goes_on = |&one: &usize| {
            if stays && one == favourite {
                return true;
            }
            let goes_on = places > 0 && (!stays || ahead(one));
            places -= usize::from(goes_on);
            goes_on
        };
        let (alive, dropped) = alive.drain(..).partition::<Vec<_>, _>(goes_on);
        self.alive = alive;
        self.out.splice(0..0, dropped);
        self.rounds = if self.alive.len() == 1 { &[] } else { &self.rounds[1..] };
    }

    /// Who was expected to be best.
    fn favourite(&self) -> usize {
        (0..self.expected.len()).min_by(|&a, &b| self.by_expectation(a, b)).unwrap_or_default()
    }

    /// Whoever was expected to be better comes first; of equals, whoever came to mind first.
    fn by_expectation(&self, a: usize, b: usize) -> Ordering {
        self.expected[b].total_cmp(&self.expected[a]).then(a.cmp(&b))
    }

    /// Puts those that are alive in order, the best first. None if they were not all tried once.
    fn sort(&mut self) -> Option<Scale> {
        let Self { expected, seen, alive, out, .. } = self;
        let tried = alive.iter().chain(&*out);
        let scale = Scale::of(tried.map(|&one| (expected[one], &*seen[one])))?;
        let worth = |&one: &usize| scale.worth(expected[one], &seen[one]);
        alive.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
        Some(scale)
    }

    /// Puts the one that was expected to be best before those that trials don't clearly show to be
    /// better: what chance may have done is no reason. It may have been thrown out for that.
    fn honour_the_favourite(&self, order: &mut [usize]) {
        let favourite = self.favourite();
        let Some(place) = order.iter().position(|&one| one == favourite) else { return };
        let clearly =
            |&other: &usize| is_clear(&self.seen[other], &self.seen[favourite], self.clear);
        let to = order[..place].iter().rposition(clearly).map_or(0, |last| last + 1);
        order[to..=place].rotate_right(1);
    }

    /// What is known of them by now, the best first, then those that were left out. None if the others
    /// were not all tried once.
    pub fn verdicts(mut self) -> Option<Vec<Verdict>> {
        let scale = self.sort()?;
        let mut order: Vec<usize> = self.alive.iter().chain(&self.out).copied().collect();
        self.honour_the_favourite(&mut order);
        order.extend(&self.left_out);
        let mut most = f32::INFINITY;
        let verdict = |candidate: usize| {
            let (expected, seen) = (self.expected[candidate], &self.seen[candidate]);
            let worth = if seen.is_empty() { expected } else { scale.worth(expected, seen) };
            // Who was tried less often, or stands back for the favourite, may only look better.
            most = most.min(worth);
            Verdict { candidate, worth, doubt: worth - most, trials: seen.len() }
        };
        Some(order.into_iter().map(verdict).collect())
    }
}

/// Whether one did better than another by so many standard errors in the trials that both had. A few trials make
/// nothing clear.
fn is_clear(one: &[f32], other: &[f32], errors: f32) -> bool {
    let count = one.len().min(other.len());
    let (mean, variance) = difference(one, other);
    count >= FEWEST && mean > 0.0 && mean * mean * count as f32 >= errors * errors * variance
}

/// Whether the first of some is sure to be the best of them: they met with the same luck, so what counts
/// is by how much each pair of trials differs.
fn is_settled(alive: &[usize], seen: &[Vec<f32>], worth: impl Fn(&usize) -> f32) -> bool {
    let Some((first, others)) = alive.split_first() else { return true };
    if seen[*first].len() < FEWEST {
        return false;
    }
    others.iter().all(|other| {
        let (_, variance) = difference(&seen[*first], &seen[*other]);
        let count = seen[*first].len() as f32;
        let ahead = worth(first) - worth(other);
        ahead * ahead * count >= SURE * SURE * variance
    })
}

/// By how much one did better than another in the trials that both had, on the average, and how much
/// that varies.
fn difference(one: &[f32], other: &[f32]) -> (f32, f32) {
    let differences: Vec<f32> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let mean = mean(&differences);
    let square = |difference: &f32| (difference - mean) * (difference - mean);
    let most = (differences.len() as f32 - 1.0).max(1.0);
    (mean, differences.iter().map(square).sum::<f32>() / most)
}

/// Where the middle of what was seen and of what was expected is.
struct Scale {
    seen: f32,
    expected: f32,
}

impl Scale {
    /// Of what was expected and seen of each; none if one of them wasn't tried.
    fn of<'a>(known: impl Iterator<Item = (f32, &'a [f32])>) -> Option<Self> {
        let first = |(expected, seen): (f32, &[f32])| Some((expected, *seen.first()?));
        let (expected, seen): (Vec<f32>, Vec<f32>) = known.map(first).collect::<Option<_>>()?;
        Some(Self { seen: mean(&seen), expected: mean(&expected) })
    }

    /// What a candidate is worth by what was seen, and a little by what was expected.
    fn worth(&self, expected: f32, seen: &[f32]) -> f32 {
        let trust = (EXPECTED + 1.0 / (seen.len() as f32 + 1.0)).min(1.0);
        let found = mean(seen) - self.seen + self.expected;
        trust * expected + (1.0 - trust) * found
    }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDS: [Round; 3] = [
        Round { trials: 4, kept: 3 },
        Round { trials: 16, kept: 2 },
        Round { trials: 48, kept: 1 },
    ];

    /// Luck that only one candidate has, a little more good than bad, between -14 and 18.
    fn luck_of_its_own(number: usize) -> f32 {
        (number * 5 % 17) as f32 * 2.0 - 14.0
    }

    /// Tries candidates until they are settled, or `try_out` gives none.
    fn halve(
        expected: &[f32],
        try_out: impl FnMut(usize, usize) -> Option<f32>,
    ) -> Option<Vec<Verdict>> {
        halve_if_clear(CLEARLY, expected, try_out)
    }

    /// The same where another has to be ahead by so many standard errors.
    fn halve_if_clear(
        clear: f32,
        expected: &[f32],
        mut try_out: impl FnMut(usize, usize) -> Option<f32>,
    ) -> Option<Vec<Verdict>> {
        let mut halving = Halving::new(expected.to_vec(), &ROUNDS, clear);
        while let Some((one, number)) = halving.next()
            && let Some(value) = try_out(one, number)
        {
            halving.take(value);
        }
        halving.verdicts()
    }

    /// Luck that all candidates share, between -20 and 20.
    fn luck(number: usize) -> f32 {
        (number * 7919 % 41) as f32 - 20.0
    }

    #[test]
    fn the_best_is_found_whatever_was_expected() {
        let value = [10.0, 14.0, 30.0, 5.0, 0.0];
        let expected = [20.0, 15.0, 12.0, 10.0, 9.0];
        let mut tried = [0; 5];
        let verdicts = halve(&expected, |one, number| {
            tried[one] += 1;
            // Each has some luck of its own besides.
            Some(value[one] + luck(number) + luck(number * 3 + one) / 4.0)
        });
        let verdicts = verdicts.unwrap();
        assert_eq!(verdicts[0].candidate, 2, "{verdicts:?}");
        assert!(
            verdicts.is_sorted_by(|a, b| a.worth - a.doubt >= b.worth - b.doubt),
            "{verdicts:?}"
        );
        assert_eq!(verdicts.len(), 5);
        assert!(tried.iter().all(|&count| count >= 4) && tried[2] >= tried[4], "{tried:?}");
    }

    #[test]
    fn what_is_settled_is_not_tried_again() {
        let mut tried = 0;
        let verdicts = halve(&[3.0, 2.0], |one, number| {
            tried += 1;
            Some([50.0, 0.0][one] + luck(number))
        });
        assert_eq!((verdicts.unwrap()[0].candidate, tried), (0, 8));
        // Where nothing differs, what was expected decides.
        let verdicts = halve(&[2.0, 3.0], |_, number| Some(luck(number))).unwrap();
        assert_eq!((verdicts[0].candidate, verdicts[0].trials), (1, 4));
    }

    #[test]
    fn whoever_runs_out_of_time_goes_by_what_it_has() {
        assert_eq!(halve(&[3.0, 2.0], |_, _| None), None);
        let stopped_after = |most: usize| {
            let mut left = most;
            let try_out = |one: usize, _| {
                left = left.checked_sub(1)?;
                Some([0.0, 40.0][one])
            };
            halve(&[3.0, 2.0], try_out).unwrap()
        };
        let verdicts = stopped_after(9);
        assert!(verdicts.iter().all(|verdict| verdict.trials == 4), "whole rows: {verdicts:?}");
        assert_eq!((verdicts[0].candidate, verdicts[0].doubt), (1, 0.0));
        // One or two trials are no reason to give up what was expected to be best.
        let verdicts = stopped_after(5);
        assert_eq!((verdicts[0].candidate, verdicts[0].trials), (0, 2));
        assert!(verdicts[1].doubt > 0.0, "it seemed better, and stands back: {verdicts:?}");
    }

    #[test]
    fn the_favourite_is_honoured_to_the_end() {
        // The other is a little ahead on the average.
        let try_out = |one: usize, number| Some(luck(number) + [0.0, luck_of_its_own(number)][one]);
        let verdicts = halve(&[4.0, 3.0], try_out).unwrap();
        assert_eq!(verdicts[0].trials, 48, "it was tried to the end: {verdicts:?}");
        assert_eq!(verdicts[0].candidate, 0, "{verdicts:?}");
        // Whoever asks for less goes by what it has seen.
        let verdicts = halve_if_clear(0.5, &[4.0, 3.0], try_out).unwrap();
        assert_eq!((verdicts[0].candidate, verdicts[0].trials), (1, 48), "{verdicts:?}");
    }

    #[test]
    fn whoever_is_behind_the_favourite_is_not_tried_again() {
        let mut tried = [0; 3];
        let verdicts = halve(&[3.0, 2.0, 1.0], |one, number| {
            tried[one] += 1;
            // The second is ahead on the average, but not clearly; the third is behind.
            Some(luck(number) + [0.0, luck_of_its_own(number), -2.0 + luck(number * 3) / 4.0][one])
        });
        assert_eq!(tried[2], 4, "{tried:?}");
        assert!(tried[0] > 4 && tried[0] == tried[1], "{tried:?}");
        assert_eq!(verdicts.unwrap()[0].candidate, 0);
    }

    #[test]
    fn candidates_are_left_out_if_there_cannot_be_trials_enough_for_all() {
        let expected = [5.0, 1.0, 4.0, 2.0, 3.0];
        let mut halving = Halving::new(expected.to_vec(), &ROUNDS, CLEARLY);
        let mut tried = [0; 5];
        while let Some((one, number)) = halving.next() {
            tried[one] += 1;
            halving.take([0.0, 900.0, 5.0, 900.0, 60.0][one] + luck(number));
            if halving.has_tried_one() {
                halving.fit(14);
            }
        }
        // For fourteen trials, four of each, there are three; those that promise most.
        assert_eq!(tried, [4, 0, 4, 0, 4]);
        let verdicts = halving.verdicts().unwrap();
        let order: Vec<usize> = verdicts.iter().map(|verdict| verdict.candidate).collect();
        assert_eq!(order[0], 4, "{verdicts:?}");
        assert_eq!(order[3..], [3, 1], "those that were left out come last: {verdicts:?}");
        let untried: Vec<_> = verdicts[3..].iter().map(|one| (one.worth, one.trials)).collect();
        assert_eq!(untried, [(2.0, 0), (1.0, 0)]);
        assert!(
            verdicts.is_sorted_by(|a, b| a.worth - a.doubt >= b.worth - b.doubt),
            "{verdicts:?}"
        );
    }

    #[test]
    fn the_favourite_is_compared_with_one_other_at_least() {
        for (candidates, left) in [(1, 1), (2, 2), (5, 2)] {
            let mut halving = Halving::new(vec![1.0; candidates], &ROUNDS, CLEARLY);
            halving.take(0.0);
            halving.fit(3);
            assert_eq!(halving.alive.len(), left);
        }
    }
}
