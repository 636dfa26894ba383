//! A hit as its weapon makes it, and one that nobody rolls for: the one place where weapons' rules
//! become hits. Book: Armoury, Being Knocked Prone (DMG-04), Projectile Travel (SUP-05).

use super::{combined::Armed, event::HitResult, step::Hit, support_weapons::Flight};
use crate::battle::ModelId;

impl Hit {
    /// A hit by a weapon, on its way to the armour. Blows let their striker follow up.
    pub(super) fn by_weapon(armed: &Armed, target: ModelId, result: HitResult) -> Self {
        let Armed { model, weapon, strength, siege } = armed;
        let ranged = weapon.is_ranged();
        Self {
            attacker: *model,
            target,
            strength: weapon.strength(*strength),
            penetration: weapon.penetration,
            result,
            ranged,
            save_changes: Vec::new(),
            follow_up: !ranged,
            knocks_prone: weapon.felling(*strength),
            save_twice: weapon.saved_twice(),
            wounds: weapon.wounds(),
            flight: weapon.travel_die().filter(|_| ranged).map(|die| Flight { die, line: None }),
            spare: None,
            siege: *siege,
        }
    }

    /// A hit that nobody rolls for, such as that of a chariot: without penetration, and
    /// nobody follows up after it.
    pub(super) fn automatic(
        attacker: ModelId,
        target: ModelId,
        strength: i32,
        siege: bool,
    ) -> Self {
        Self {
            attacker,
            target,
            strength,
            penetration: 0,
            result: HitResult::Automatic,
            ranged: false,
            save_changes: Vec::new(),
            follow_up: false,
            knocks_prone: None,
            save_twice: false,
            wounds: 1,
            flight: None,
            spare: None,
            siege,
        }
    }
}
