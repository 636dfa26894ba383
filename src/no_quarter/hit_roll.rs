//! The roll to hit, near or far: its number, and how its die came up. Book: Close Combat, Ranged
//! Combat, Masterful Hit, Fumbles (CC-01, RNG-01, CC-04, CC-05).

use super::{event::HitResult, reason::Change};
use crate::no_quarter::dice::{Needed, Roll};

/// A natural 1 always hits, and finds a gap in the armour. Ruling: CC-04.
pub const ALWAYS: u16 = 1;
/// A natural 10 never does, and is a fumble for all but the unerring. Ruling: CC-05.
pub const NEVER: u16 = 10;
/// The number of whoever hits with anything but a 10.
pub const SUREST: i32 = NEVER as i32 - 1;

/// The number needed to hit with so much close combat or ranged attack.
pub fn needed_to_hit(skill: i32, changes: impl IntoIterator<Item = Change>) -> Needed {
    Needed::new(skill).with_all(changes).between(ALWAYS.into(), SUREST)
}

/// What siege attacks need to hit a very large target, whatever else: anything but a 10. Book: Attacks
/// Against Very Large Targets (CC-13).
pub fn needed_to_besiege() -> Needed {
    needed_to_hit(SUREST, [])
}

/// Whether a die to hit is a fumble (CC-05, AB-UNERRING).
pub fn is_fumble(die: u16, unerring: bool) -> bool {
    die == NEVER && !unerring
}

/// How a die to hit came up (CC-04, CC-05).
pub(super) fn result_of(roll: &Roll, unerring: bool) -> HitResult {
    let die = roll.result;
    if is_fumble(die, unerring) {
        HitResult::Fumbled
    } else if die == ALWAYS {
        HitResult::MasterfulHit
    } else if roll.passed() && die != NEVER {
        HitResult::Hit
    } else {
        HitResult::Missed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::dice::Purpose;

    #[test]
    fn cc_04_cc_05_one_always_hits_and_ten_never() {
        assert_eq!([needed_to_hit(-3, []).value(), needed_to_hit(12, []).value()], [1, 9]);
        assert_eq!(needed_to_besiege().value(), 9);
        let roll = |result, needed: i32| Roll {
            roller: None,
            purpose: Purpose::ToHit,
            sides: 10,
            result,
            needed: Some(Needed::new(needed)),
            aside: Vec::new(),
            added: Vec::new(),
        };
        assert_eq!(result_of(&roll(1, 0), false), HitResult::MasterfulHit);
        assert_eq!(result_of(&roll(10, 10), false), HitResult::Fumbled);
        assert_eq!(result_of(&roll(10, 10), true), HitResult::Missed);
        assert_eq!(result_of(&roll(5, 5), false), HitResult::Hit);
        assert_eq!(result_of(&roll(6, 5), false), HitResult::Missed);
    }
}
