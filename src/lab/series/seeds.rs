//! Which seeds a series may use: what players are tuned with is never what claims rest on.

use std::fmt::{Display, Formatter, Result as Shown};

/// The first seed of claims; those below it are for tuning.
const FIRST_OF_CLAIMS: u64 = 1_000_000;

/// What a series is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find out what works better.
    Tuning,
    /// To state how strong somebody is.
    Claim,
}

/// A series can't use its seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// They are for the other purpose.
    #[error(
        "seeds {first} to {last} are not for {purpose}: series for tuning use seeds below \
         {FIRST_OF_CLAIMS}, series for claims those from there on"
    )]
    OfOther {
        /// The first seed.
        first: u64,
        /// The last one.
        last: u64,
        /// What the series is played for.
        purpose: Purpose,
    },
    /// They are for both purposes.
    #[error(
        "seeds {first} to {last} are for both purposes: series for tuning use seeds below \
         {FIRST_OF_CLAIMS}, series for claims those from there on"
    )]
    Both {
        /// The first seed.
        first: u64,
        /// The last one.
        last: u64,
        /// What the series is played for.
        purpose: Purpose,
    },
    /// There aren't so many.
    #[error("{pairs} seeds from {first} on are more than there are: the last seed is {}", u64::MAX)]
    Missing {
        /// The first seed.
        first: u64,
        /// How many seeds the series needs.
        pairs: usize,
    },
}

impl Display for Purpose {
    fn fmt(&self, formatter: &mut Formatter) -> Shown {
        formatter.write_str(match self {
            Self::Tuning => "tuning",
            Self::Claim => "claims",
        })
    }
}

impl Purpose {
    /// The seed that a series begins with if nobody names one.
    pub fn first_seed(self) -> u64 {
        match self {
            Self::Tuning => 1,
            Self::Claim => FIRST_OF_CLAIMS,
        }
    }

    /// Whether a series that begins with a seed and counts up may be played for this.
    ///
    /// # Errors
    /// Its seeds belong to the other purpose, or there aren't so many.
    pub fn check(self, first: u64, pairs: usize) -> Result<(), SeedError> {
        let last = u64::try_from(pairs).ok().and_then(|pairs| first.checked_add(pairs.max(1) - 1));
        let Some(last) = last else { return Err(SeedError::Missing { first, pairs }) };
        let purposes = [first, last].map(|seed| match seed {
            ..FIRST_OF_CLAIMS => Self::Tuning,
            _ => Self::Claim,
        });
        match purposes {
            [one, other] if one != other => Err(SeedError::Both { first, last, purpose: self }),
            [one, _] if one != self => Err(SeedError::OfOther { first, last, purpose: self }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_seed_serves_both_purposes() {
        let (tuning, claim) = (Purpose::Tuning, Purpose::Claim);
        for seed in [0, 1, FIRST_OF_CLAIMS - 1, FIRST_OF_CLAIMS, u64::MAX] {
            assert_ne!(tuning.check(seed, 1).is_ok(), claim.check(seed, 1).is_ok(), "{seed}");
        }
        // Nor a series that begins with one purpose and ends with the other.
        assert!(tuning.check(FIRST_OF_CLAIMS - 3, 3).is_ok());
        let across = tuning.check(FIRST_OF_CLAIMS - 3, 4).unwrap_err();
        assert!(across.to_string().starts_with("seeds 999997 to 1000000 are for both purposes"));
        let other = tuning.check(FIRST_OF_CLAIMS, 4).unwrap_err();
        assert!(other.to_string().starts_with("seeds 1000000 to 1000003 are not for tuning"));
        assert!(claim.check(FIRST_OF_CLAIMS - 3, 4).is_err());
        let missing = claim.check(u64::MAX, 2).unwrap_err().to_string();
        assert!(missing.starts_with("2 seeds from 18446744073709551615 on are more"), "{missing}");
        for purpose in [tuning, claim] {
            assert_eq!(purpose.check(purpose.first_seed(), 1000), Ok(()));
        }
    }
}
