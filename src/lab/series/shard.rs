//! A part of a series, for one machine of several.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// One of so many parts, counted from 1: "3/64".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: usize,
    of: usize,
}

impl Shard {
    /// Whether a pair of battles belongs to this part. Each pair belongs to one of them.
    pub fn holds(self, number: usize) -> bool {
        number % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a part such as 3/64 was expected: the third of 64".to_owned();
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let (part, of) = (part.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        if part == 0 || part > of { Err(wrong()) } else { Ok(Self { part, of }) }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_belongs_to_one_part() {
        let parts: Vec<Shard> = (1..=5).map(|part| format!("{part}/5").parse().unwrap()).collect();
        for number in 0..40 {
            assert_eq!(parts.iter().filter(|part| part.holds(number)).count(), 1, "{number}");
        }
        assert_eq!(parts[2].to_string(), "3/5");
        for wrong in ["", "3", "0/5", "6/5", "1/0", "a/b", "-1/5", "1/5/5"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
