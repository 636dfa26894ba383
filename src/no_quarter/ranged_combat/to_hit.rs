//! The number needed to hit with a shot, from plain values. Book: Ranged Attack Modifiers (RNG-02 to
//! RNG-05).

use crate::{
    battle::level::Formation,
    dice::Needed,
    no_quarter::{
        profile::Weapon,
        reason::{Change, Reason},
    },
    table::{Inches, sight::Cover},
};

/// A shot, as plain values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotAt {
    /// RA.
    pub ranged_attack: i32,
    /// The band's modifier, by its place: close, medium, long.
    pub band: (usize, i32),
    /// Whether the shooter aims.
    pub aimed: bool,
    /// Whether it stands in the second rank or further back.
    pub rear_rank: bool,
    /// Whether the target is large by itself.
    pub large: bool,
    /// How the target's unit stands.
    pub formation: Formation,
    /// The target's cover.
    pub cover: Cover,
    /// Whether more than three quarters of it are hidden and that makes a shot harder still
    /// (optional rule).
    pub very_difficult: bool,
    /// Whether the target is terrified.
    pub terrified: bool,
    /// Whether it is quick to get out of the way, and not in ranks (AB-DODGE).
    pub dodges: bool,
}

/// The reason of a range band's modifier, by its place.
pub(in crate::no_quarter) fn band_reason(place: usize) -> Reason {
    const BANDS: [Reason; 3] = [Reason::CloseRange, Reason::MediumRange, Reason::LongRange];
    BANDS[place.min(2)]
}

/// The number needed to hit. Book: Ranged Attack Modifiers (RNG-02 to RNG-05). A natural 1 always
/// hits and a natural 10 never does (ruling, CC-04 and CC-05).
pub fn needed_to_shoot(shot: &ShotAt) -> Needed {
    let formed = matches!(shot.formation, Formation::Ranked { .. } | Formation::Closed);
    let cover = match shot.cover {
        Cover::None => None,
        Cover::Soft => Some(Change::new(Reason::SoftCover, -1)),
        Cover::Hard => Some(Change::new(Reason::HardCover, -2)),
    };
    Needed::new(shot.ranged_attack)
        .with(band_reason(shot.band.0), shot.band.1)
        .with_if(
            shot.large || formed,
            if shot.large { Reason::LargeTarget } else { Reason::FormedTarget },
            1,
        )
        .with_if(shot.formation == Formation::Dispersed, Reason::DispersedTarget, -1)
        .with_if(shot.aimed, Reason::Aimed, 1)
        .with_all(cover)
        .with_if(shot.very_difficult, Reason::VeryDifficult, -1)
        .with_if(shot.rear_rank, Reason::RearRank, -1)
        .with_if(shot.terrified, Reason::TargetTerrified, 1)
        .with_if(shot.dodges, Reason::TargetDodges, -1)
        .between(1, 9)
}

/// The band of a weapon that a range falls into: its place and modifier; none beyond long range.
pub fn band(weapon: &Weapon, range: Inches) -> Option<(usize, i32)> {
    let place = weapon.bands.iter().position(|band| range.at_most(band.0))?;
    Some((place, weapon.bands[place].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(ranged_attack: i32) -> ShotAt {
        ShotAt {
            ranged_attack,
            band: (1, 0),
            aimed: false,
            rear_rank: false,
            large: false,
            formation: Formation::Skirmish,
            cover: Cover::None,
            very_difficult: false,
            terrified: false,
            dodges: false,
        }
    }

    #[test]
    fn rng_03_the_book_s_example() {
        let shot = ShotAt { band: (0, 1), formation: Formation::Closed, ..plain(5) };
        assert_eq!(needed_to_shoot(&shot).value(), 7);
    }

    #[test]
    fn rng_03_each_modifier_by_itself() {
        let values = [
            (ShotAt { band: (2, -1), ..plain(5) }, 4),
            (ShotAt { large: true, ..plain(5) }, 6),
            (ShotAt { formation: Formation::Ranked { frontage: 4 }, ..plain(5) }, 6),
            (ShotAt { formation: Formation::Dispersed, ..plain(5) }, 4),
            (ShotAt { aimed: true, ..plain(5) }, 6),
            (ShotAt { cover: Cover::Soft, ..plain(5) }, 4),
            (ShotAt { cover: Cover::Hard, ..plain(5) }, 3),
            (ShotAt { very_difficult: true, ..plain(5) }, 4),
            (ShotAt { rear_rank: true, ..plain(5) }, 4),
            (ShotAt { terrified: true, ..plain(5) }, 6),
        ];
        for (shot, value) in values {
            let needed = needed_to_shoot(&shot);
            assert_eq!((needed.value(), needed.modifiers.len()), (value, 1), "{needed}");
        }
    }
}
