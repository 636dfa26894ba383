//! Lengths in inches, and the one pair of comparisons that decides "touching" and "at least".

use std::{
    fmt,
    ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign},
};

use serde::{Deserialize, Serialize};

/// Two bases no farther apart than this touch; lengths closer than this are equal. Inches.
pub const TOLERANCE: f32 = 0.02;

/// A length on the table in inches; one world unit is one inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Inches(pub f32);

impl Inches {
    /// No length at all.
    pub const ZERO: Self = Self(0.0);

    /// A length given in millimetres, as bases are.
    pub fn from_millimetres(millimetres: f32) -> Self {
        Self(millimetres / 25.4)
    }

    /// The length to tenths, as one measures.
    #[must_use]
    pub fn to_tenths(self) -> Self {
        Self((self.0 * 10.0).round() / 10.0)
    }

    /// The longer of two lengths.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// At least as long as `other`, with the table's tolerance.
    pub fn at_least(self, other: Self) -> bool {
        self.0 >= other.0 - TOLERANCE
    }

    /// At most as long as `other`, with the table's tolerance.
    pub fn at_most(self, other: Self) -> bool {
        self.0 <= other.0 + TOLERANCE
    }
}

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() / 100.0;
        write!(f, "{hundredths}\"")
    }
}

impl Add for Inches {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Inches {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Inches {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Inches {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mul<f32> for Inches {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self(self.0 * factor)
    }
}

impl Div<f32> for Inches {
    type Output = Self;
    fn div(self, divisor: f32) -> Self {
        Self(self.0 / divisor)
    }
}

impl Neg for Inches {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerance_decides_both_comparisons() {
        assert!(Inches(0.99).at_least(Inches(1.0)));
        assert!(!Inches(0.97).at_least(Inches(1.0)));
        assert!(Inches(1.01).at_most(Inches(1.0)));
        assert!(!Inches(1.03).at_most(Inches(1.0)));
        assert_eq!(Inches::from_millimetres(25.4), Inches(1.0));
        assert_eq!(Inches(1.256).to_string(), "1.26\"");
    }
}
