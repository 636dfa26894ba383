//! Which of several candidates does best, if each can be tried as often as one likes: all are tried a few
//! times, the worse half is thrown out, the others are tried again.

/// How many standard errors the best has to be ahead of another for that to be settled.
const SURE: f32 = 2.5;
/// Fewer trials than this settle nothing.
const FEWEST: usize = 4;
/// How much what was expected counts beside what was seen, however often it was tried: it sees what comes
/// after the end of a trial.
const EXPECTED: f32 = 0.15;

/// A round of trials.
#[derive(Clone, Copy, Debug)]
pub(in crate::players) struct Round {
    /// How often each has been tried at its end.
    pub trials: usize,
    /// How many candidates are kept then.
    pub kept: usize,
}

/// What is known of a candidate in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// Which candidate.
    pub candidate: usize,
    /// What it is worth, on the scale of what was expected.
    pub worth: f32,
    /// How often it was tried.
    pub trials: usize,
}

/// Tries candidates, each with what was expected of it, and judges them, the best first. `try_out` gets a
/// candidate and the number of the trial, and gives none once there is no more time. None if they could
/// not all be tried once.
pub(super) fn halve(
    expected: &[f32],
    rounds: &[Round],
    mut try_out: impl FnMut(usize, usize) -> Option<f32>,
) -> Option<Vec<Verdict>> {
    let mut seen: Vec<Vec<f32>> = vec![Vec::new(); expected.len()];
    let mut alive: Vec<usize> = (0..expected.len()).collect();
    let mut out: Vec<usize> = Vec::new();
    for round in rounds {
        let in_time = try_all(&alive, round.trials, &mut seen, &mut try_out);
        let scale = Scale::of(expected, &seen)?;
        let worth = |&one: &usize| scale.worth(expected[one], &seen[one]);
        alive.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
        if !in_time || is_settled(&alive, &seen, worth) {
            break;
        }
        let dropped = alive.split_off(round.kept.clamp(1, alive.len()));
        out.splice(0..0, dropped);
        if alive.len() == 1 {
            break;
        }
    }
    alive.extend(out);
    let scale = Scale::of(expected, &seen)?;
    let mut most = f32::INFINITY;
    let verdict = |candidate: usize| {
        // Who was dropped may only look better than who was tried more often.
        most = most.min(scale.worth(expected[candidate], &seen[candidate]));
        Verdict { candidate, worth: most, trials: seen[candidate].len() }
    };
    Some(alive.into_iter().map(verdict).collect())
}

/// Tries all that are left until each was tried so often; false if there was no time for that. All of
/// them are tried equally often.
fn try_all(
    alive: &[usize],
    trials: usize,
    seen: &mut [Vec<f32>],
    try_out: &mut impl FnMut(usize, usize) -> Option<f32>,
) -> bool {
    let done = alive.first().map_or(trials, |&one| seen[one].len());
    for number in done..trials {
        let row: Option<Vec<f32>> = alive.iter().map(|&one| try_out(one, number)).collect();
        let Some(row) = row else { return false };
        for (&one, value) in alive.iter().zip(row) {
            seen[one].push(value);
        }
    }
    true
}

/// Whether the first of some is sure to be the best of them: they met with the same luck, so what counts
/// is by how much each pair of trials differs.
fn is_settled(alive: &[usize], seen: &[Vec<f32>], worth: impl Fn(&usize) -> f32) -> bool {
    let Some((first, others)) = alive.split_first() else { return true };
    if seen[*first].len() < FEWEST {
        return false;
    }
    others.iter().all(|other| {
        let differences: Vec<f32> =
            seen[*first].iter().zip(&seen[*other]).map(|(own, other)| own - other).collect();
        let count = differences.len() as f32;
        let mean = mean(&differences);
        let square = |difference: &f32| (difference - mean) * (difference - mean);
        let variance = differences.iter().map(square).sum::<f32>() / (count - 1.0).max(1.0);
        let ahead = worth(first) - worth(other);
        ahead * ahead * count >= SURE * SURE * variance
    })
}

/// Where the middle of what was seen and of what was expected is.
struct Scale {
    seen: f32,
    expected: f32,
}

impl Scale {
    /// None if nothing was tried.
    fn of(expected: &[f32], seen: &[Vec<f32>]) -> Option<Self> {
        let firsts: Option<Vec<f32>> = seen.iter().map(|values| values.first().copied()).collect();
        Some(Self { seen: mean(&firsts?), expected: mean(expected) })
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

    /// Luck that all candidates share, between -20 and 20.
    fn luck(number: usize) -> f32 {
        (number * 7919 % 41) as f32 - 20.0
    }

    #[test]
    fn the_best_is_found_whatever_was_expected() {
        let value = [10.0, 14.0, 30.0, 5.0, 0.0];
        let expected = [20.0, 15.0, 12.0, 10.0, 9.0];
        let mut tried = [0; 5];
        let verdicts = halve(&expected, &ROUNDS, |one, number| {
            tried[one] += 1;
            // Each has some luck of its own besides.
            Some(value[one] + luck(number) + luck(number * 3 + one) / 4.0)
        });
        let verdicts = verdicts.unwrap();
        assert_eq!(verdicts[0].candidate, 2, "{verdicts:?}");
        assert!(verdicts.is_sorted_by(|a, b| a.worth >= b.worth), "{verdicts:?}");
        assert_eq!(verdicts.len(), 5);
        assert!(tried.iter().all(|&count| count >= 4) && tried[2] >= tried[4], "{tried:?}");
    }

    #[test]
    fn what_is_settled_is_not_tried_again() {
        let mut tried = 0;
        let verdicts = halve(&[3.0, 2.0], &ROUNDS, |one, number| {
            tried += 1;
            Some([50.0, 0.0][one] + luck(number))
        });
        assert_eq!((verdicts.unwrap()[0].candidate, tried), (0, 8));
        // Where nothing differs, what was expected decides.
        let verdicts = halve(&[2.0, 3.0], &ROUNDS, |_, number| Some(luck(number))).unwrap();
        assert_eq!((verdicts[0].candidate, verdicts[0].trials), (1, 4));
    }

    #[test]
    fn whoever_runs_out_of_time_goes_by_what_it_has() {
        assert_eq!(halve(&[3.0, 2.0], &ROUNDS, |_, _| None), None);
        let mut left = 5;
        let verdicts = halve(&[3.0, 2.0], &ROUNDS, |one, _| {
            left -= 1;
            (left >= 0).then_some([0.0, 40.0][one])
        });
        let verdicts = verdicts.unwrap();
        assert!(verdicts.iter().all(|verdict| verdict.trials == 2), "whole rows: {verdicts:?}");
        assert_eq!(verdicts[0].candidate, 1);
    }
}
