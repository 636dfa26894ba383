//! The only source of chance: a seeded generator in play, a script of results in tests.
//! Every roll says who made it, what for, what was needed and why, so that it can be shown.
//!
//! - *needed*: the number that decides a test, and whether it must not be exceeded or at least be
//!   shown.
//! - *natural*: what the die itself shows, before any modifier.
//! - *purpose*: what a die is rolled for. Each rule system has a type of its own for it.
//! - *reason*: why a needed number differs from its base. The dice know it by an id alone: which
//!   reasons there are is the business of a rule system.

mod keyed;
mod reason_id;
mod roll;
mod stream;

pub use reason_id::ReasonId;
pub use roll::{Added, Roll};

use std::{borrow::Cow, collections::VecDeque, fmt};

use bevy::prelude::Resource;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::keyed::Keyed;

/// The sides of the die that most rolls are made with.
pub const D10_SIDES: u16 = 10;

/// A reason of a rule system for changing a needed number.
pub trait Modifies: Copy {
    /// Its name, by which it is known again, in files too: it stays when reasons come and go.
    fn id(self) -> &'static str;

    /// The reason in the book's own words, such as "charging" or "soft cover".
    fn words(self) -> &'static str;
}

/// One reason why a needed number differs from its base, and by how much.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Modifier {
    /// What the rule system knows the reason by.
    pub reason: ReasonId,
    /// What people read.
    pub name: Cow<'static, str>,
    /// What it adds to the needed number.
    pub value: i32,
}

impl Modifier {
    /// A modifier for a reason.
    pub fn new(reason: impl Modifies, value: i32) -> Self {
        Self { reason: ReasonId::of(reason), name: Cow::Borrowed(reason.words()), value }
    }
}

/// Which results of a test are good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Good {
    /// The needed number and what is below it.
    #[default]
    Low,
    /// The needed number and what is above it.
    High,
}

impl Good {
    fn is_low(&self) -> bool {
        *self == Self::Low
    }
}

/// The number that decides a test, as a base value and the modifiers that change it.
///
/// ```
/// use ironrank::dice::{Modifies, Needed};
///
/// #[derive(Clone, Copy)]
/// enum Reason {
///     Charging,
///     Panicked,
/// }
///
/// impl Modifies for Reason {
///     fn id(self) -> &'static str {
///         match self {
///             Self::Charging => "Charging",
///             Self::Panicked => "Panicked",
///         }
///     }
///
///     fn words(self) -> &'static str {
///         match self {
///             Self::Charging => "charging",
///             Self::Panicked => "panicked",
///         }
///     }
/// }
///
/// let needed = Needed::new(5).with(Reason::Charging, 1).with(Reason::Panicked, -2).between(1, 9);
/// assert_eq!(needed.value(), 4);
/// assert!(needed.passed_by(4) && !needed.passed_by(5));
/// assert_eq!(needed.to_string(), "4 (5, +1 charging, -2 panicked)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Needed {
    /// The characteristic the test starts from.
    pub base: i32,
    /// Everything that changes it, in the order of the book's list.
    pub modifiers: Vec<Modifier>,
    /// The number never falls below this.
    pub lowest: i32,
    /// The number never rises above this.
    pub highest: i32,
    /// Whether it must not be exceeded, or at least be shown.
    #[serde(default, skip_serializing_if = "Good::is_low")]
    pub good: Good,
}

impl Needed {
    /// A test on a D10 that passes on `base` or less, and can fail always and succeed always.
    pub fn new(base: i32) -> Self {
        Self { base, modifiers: Vec::new(), lowest: 0, highest: D10_SIDES.into(), good: Good::Low }
    }

    /// A test on a die with so many sides that passes on `base` or more, and can fail always and
    /// succeed always.
    pub fn at_least(base: i32, sides: u16) -> Self {
        let highest = i32::from(sides) + 1;
        Self { base, modifiers: Vec::new(), lowest: 1, highest, good: Good::High }
    }

    /// Keeps the number between two bounds, such as 1 and 9.
    #[must_use]
    pub fn between(mut self, lowest: i32, highest: i32) -> Self {
        self.lowest = lowest;
        self.highest = highest;
        self
    }

    /// Adds a modifier; one of zero is left out.
    #[must_use]
    pub fn with(mut self, reason: impl Modifies, value: i32) -> Self {
        self.add(Modifier::new(reason, value));
        self
    }

    /// Adds a modifier when `applies`.
    #[must_use]
    pub fn with_if(self, applies: bool, reason: impl Modifies, value: i32) -> Self {
        if applies { self.with(reason, value) } else { self }
    }

    /// Adds several modifiers; those of zero are left out.
    #[must_use]
    pub fn with_all<M: Into<Modifier>>(mut self, modifiers: impl IntoIterator<Item = M>) -> Self {
        for modifier in modifiers {
            self.add(modifier.into());
        }
        self
    }

    /// The same number without the modifiers for a reason.
    #[must_use]
    pub fn without(mut self, reason: impl Modifies) -> Self {
        self.modifiers.retain(|modifier| modifier.reason != ReasonId::of(reason));
        self
    }

    fn add(&mut self, modifier: Modifier) {
        if modifier.value != 0 {
            self.modifiers.push(modifier);
        }
    }

    /// The number after all modifiers, within its bounds.
    pub fn value(&self) -> i32 {
        let values = self.modifiers.iter().map(|modifier| modifier.value);
        let sum = values.fold(self.base, i32::saturating_add);
        sum.min(self.highest).max(self.lowest)
    }

    /// Whether a natural result succeeds.
    pub fn passed_by(&self, result: impl Into<i32>) -> bool {
        let (result, value) = (result.into(), self.value());
        match self.good {
            Good::Low => result <= value,
            Good::High => result >= value,
        }
    }

    /// The chance of success on one D10, from 0 to 1.
    pub fn chance(&self) -> f32 {
        let value = self.value();
        let passing = match self.good {
            Good::Low => value,
            Good::High => i32::from(D10_SIDES) + 1 - value,
        };
        passing.clamp(0, D10_SIDES.into()) as f32 / f32::from(D10_SIDES)
    }
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.value())?;
        if !self.modifiers.is_empty() {
            write!(f, " ({}", self.base)?;
            for modifier in &self.modifiers {
                write!(f, ", {:+} {}", modifier.value, modifier.name)?;
            }
            write!(f, ")")?;
        }
        Ok(())
    }
}

/// One die of a script: what it must be asked for and what it then shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scripted<P> {
    /// The purpose the rules must name.
    pub purpose: P,
    /// What the die shows.
    pub result: u16,
}

/// How a script of dice and the rules disagreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum DiceFault<P> {
    /// The rules rolled and the script had ended.
    #[error("a die for {asked} was rolled, and the script had none left")]
    NotScripted {
        /// What the rules rolled for.
        asked: P,
    },
    /// The rules rolled for something else than the script expected.
    #[error("a die for {asked} was rolled where the script has one for {scripted}")]
    WrongPurpose {
        /// What the rules rolled for.
        asked: P,
        /// What the script expected.
        scripted: P,
    },
    /// The script shows a number that the die does not have.
    #[error("the script shows {result} on a die with {sides} sides")]
    NotOnTheDie {
        /// What the script shows.
        result: u16,
        /// What the die has.
        sides: u16,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Source<P> {
    Seeded(#[serde(with = "stream")] Box<ChaCha8Rng>),
    Scripted { results: VecDeque<Scripted<P>>, faults: Vec<DiceFault<P>> },
    Keyed(Keyed<P>),
}

/// The dice of one battle, rolled for purposes of a rule system's own.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dice<P: Send + Sync + 'static> {
    source: Source<P>,
    rolled: u64,
}

impl<P: Copy + PartialEq + fmt::Debug + Send + Sync + 'static> Dice<P> {
    /// Dice that follow from a seed: the same seed gives the same rolls everywhere.
    pub fn seeded(seed: u64) -> Self {
        Self { source: Source::Seeded(Box::new(ChaCha8Rng::seed_from_u64(seed))), rolled: 0 }
    }

    /// Dice that show what a script says, for tests.
    pub fn scripted(results: impl IntoIterator<Item = Scripted<P>>) -> Self {
        let results = results.into_iter().collect();
        Self { source: Source::Scripted { results, faults: Vec::new() }, rolled: 0 }
    }

    /// Dice to think with, which follow from a seed too: what a die shows depends on what it is rolled
    /// for, by whom, and how often that was rolled before, and on no other rolls.
    pub fn keyed(seed: u64) -> Self {
        Self { source: Source::Keyed(Keyed::of(seed)), rolled: 0 }
    }

    /// How many dice were rolled so far.
    pub fn rolled(&self) -> u64 {
        self.rolled
    }

    /// A number that stands for all that keyed dice have shown so far; 0 for others.
    pub fn shown(&self) -> u64 {
        match &self.source {
            Source::Keyed(keyed) => keyed.shown(),
            Source::Seeded(_) | Source::Scripted { .. } => 0,
        }
    }

    /// Whether they are the dice of a battle; those of a script are for tests, keyed ones for thoughts.
    pub fn are_seeded(&self) -> bool {
        matches!(self.source, Source::Seeded(_))
    }

    /// What the script still has; empty for seeded dice.
    pub fn left(&self) -> Vec<Scripted<P>> {
        match &self.source {
            Source::Seeded(_) | Source::Keyed(_) => Vec::new(),
            Source::Scripted { results, .. } => results.iter().copied().collect(),
        }
    }

    /// Where the script and the rules disagreed; empty for seeded dice.
    pub fn faults(&self) -> &[DiceFault<P>] {
        match &self.source {
            Source::Seeded(_) | Source::Keyed(_) => &[],
            Source::Scripted { faults, .. } => faults,
        }
    }

    /// Puts further results behind a script; seeded dice ignore them.
    pub fn script(&mut self, more: impl IntoIterator<Item = Scripted<P>>) {
        if let Source::Scripted { results, .. } = &mut self.source {
            results.extend(more);
        }
    }

    /// Rolls a die with `sides` sides.
    pub fn roll(&mut self, sides: u16, purpose: P, roller: Option<u32>) -> Roll<P> {
        self.rolled += 1;
        let result = match &mut self.source {
            Source::Seeded(generator) => generator.random_range(1..=sides),
            Source::Keyed(keyed) => keyed.roll(sides, purpose, roller),
            Source::Scripted { results, faults } => match results.pop_front() {
                None => {
                    faults.push(DiceFault::NotScripted { asked: purpose });
                    sides
                }
                Some(next) => {
                    if next.purpose != purpose {
                        faults.push(DiceFault::WrongPurpose {
                            asked: purpose,
                            scripted: next.purpose,
                        });
                    }
                    if next.result == 0 || next.result > sides {
                        faults.push(DiceFault::NotOnTheDie { result: next.result, sides });
                    }
                    next.result.clamp(1, sides)
                }
            },
        };
        Roll { roller, purpose, sides, result, needed: None, aside: Vec::new(), added: Vec::new() }
    }

    /// Rolls a D10 for a number.
    pub fn d10(&mut self, purpose: P, roller: Option<u32>) -> Roll<P> {
        self.roll(D10_SIDES, purpose, roller)
    }

    /// Rolls a D5 for a number.
    pub fn d5(&mut self, purpose: P, roller: Option<u32>) -> Roll<P> {
        self.roll(5, purpose, roller)
    }

    /// Rolls a D10 against a needed number.
    pub fn test(&mut self, purpose: P, roller: Option<u32>, needed: Needed) -> Roll<P> {
        Roll { needed: Some(needed), ..self.roll(D10_SIDES, purpose, roller) }
    }

    /// A random direction in whole degrees, 1 to 360, counter-clockwise from the table's right.
    pub fn direction(&mut self, purpose: P, roller: Option<u32>) -> Roll<P> {
        self.roll(360, purpose, roller)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the dice of the tests are rolled for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Purpose {
        ToHit,
        Save,
    }

    #[test]
    fn same_seed_same_rolls() {
        let (mut a, mut b) = (Dice::seeded(7), Dice::seeded(7));
        for _ in 0..100 {
            assert_eq!(a.d10(Purpose::ToHit, None), b.d10(Purpose::ToHit, None));
        }
        assert_eq!(a.rolled(), 100);
    }

    #[test]
    fn every_face_comes_up_and_no_other() {
        for mut dice in [Dice::seeded(1), Dice::keyed(1)] {
            let mut seen = [0; 11];
            for _ in 0..2000 {
                seen[usize::from(dice.d10(Purpose::Save, None).result)] += 1;
            }
            assert_eq!(seen[0], 0);
            assert!(seen[1..].iter().all(|&count| count > 120), "{seen:?}");
        }
        // Nor do the first results of many streams have anything in common.
        let mut seen = [0; 11];
        for roller in 0..2000 {
            seen[usize::from(Dice::keyed(9).d10(Purpose::Save, Some(roller)).result)] += 1;
        }
        assert!(seen[1..].iter().all(|&count| count > 120), "{seen:?}");
    }

    #[test]
    fn keyed_dice_share_their_luck_whatever_else_is_rolled() {
        let mut plain = Dice::keyed(5);
        let alone: Vec<u16> = (0..20).map(|_| plain.d10(Purpose::ToHit, Some(3)).result).collect();
        let mut busy = Dice::keyed(5);
        let among_others: Vec<u16> = (0..20)
            .map(|number| {
                for _ in 0..number % 3 {
                    busy.d10(Purpose::ToHit, Some(4));
                    busy.d10(Purpose::Save, Some(3));
                    busy.d10(Purpose::ToHit, None);
                }
                busy.d10(Purpose::ToHit, Some(3)).result
            })
            .collect();
        assert_eq!(alone, among_others);
        let mut other = Dice::keyed(6);
        let elsewhere: Vec<u16> =
            (0..20).map(|_| other.d10(Purpose::ToHit, Some(3)).result).collect();
        assert_ne!(alone, elsewhere);
        assert_ne!(plain.shown(), other.shown());
        assert!(!plain.are_seeded(), "no battle is fought with them");
    }

    #[test]
    fn a_script_is_followed_and_its_faults_are_kept() {
        let mut dice = Dice::scripted([Scripted { purpose: Purpose::ToHit, result: 3 }]);
        assert_eq!(dice.d10(Purpose::ToHit, None).result, 3);
        assert!(dice.faults().is_empty());
        dice.d10(Purpose::Save, None);
        assert_eq!(dice.faults(), [DiceFault::NotScripted { asked: Purpose::Save }]);
    }

    #[test]
    fn high_may_be_good_too() {
        let needed = Needed::at_least(4, 6);
        assert!(needed.passed_by(4) && needed.passed_by(6) && !needed.passed_by(3));
        assert!(!Needed::at_least(9, 6).passed_by(6) && Needed::at_least(-3, 6).passed_by(1));
        assert_eq!(Needed::at_least(8, 10).chance(), Needed::new(3).chance());
    }

    #[derive(Clone, Copy)]
    enum Why {
        Charging,
        Prone,
        Easy,
    }

    impl Modifies for Why {
        fn id(self) -> &'static str {
            self.words()
        }

        fn words(self) -> &'static str {
            match self {
                Self::Charging => "charging",
                Self::Prone => "prone",
                Self::Easy => "easy",
            }
        }
    }

    #[test]
    fn modifiers_add_up_within_bounds() {
        let needed = Needed::new(5).with(Why::Charging, 1).with(Why::Prone, 0).between(1, 9);
        assert_eq!((needed.value(), needed.modifiers.len()), (6, 1));
        assert_eq!(needed.clone().with(Why::Easy, 9).value(), 9);
        assert_eq!(needed.clone().without(Why::Easy).value(), 6);
        assert_eq!(needed.clone().without(Why::Charging).value(), 5);
        assert!(needed.passed_by(6) && !needed.passed_by(7));
        assert_eq!(needed.to_string(), "6 (5, +1 charging)");
    }
}
