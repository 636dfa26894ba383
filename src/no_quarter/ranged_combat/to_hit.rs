//! What changes the number needed to hit with a shot, from plain values. Book: Ranged Attack Modifiers (RNG-02 to
//! RNG-05).

use crate::{
    no_quarter::{
        components::Formation,
        profile::Weapon,
        reason::{Change, Reason},
    },
    table::{Inches, sight::Cover},
};

/// The circumstances of a shot, as plain values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotAt {
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
}

/// What aiming does to a shot (RNG-04).
pub const AIMED: Change = Change::new(Reason::Aimed, 1);

/// What a range band changes: its place and modifier (RNG-02).
pub(in crate::no_quarter) fn of_band((place, by): (usize, i32)) -> Change {
    const BANDS: [Reason; 3] = [Reason::CloseRange, Reason::MediumRange, Reason::LongRange];
    Change::new(BANDS[place.min(2)], by)
}

impl ShotAt {
    /// What they change, in the order of the book's list (RNG-02 to RNG-05).
    pub fn changes(&self) -> impl Iterator<Item = Change> + use<> {
        let large = self.large.then_some(Reason::LargeTarget);
        let (formed, dispersed) = match self.formation {
            Formation::Ranked { .. } | Formation::Closed => (Some(Reason::FormedTarget), false),
            Formation::Skirmish => (None, false),
            Formation::Dispersed => (None, true),
        };
        let cover = match self.cover {
            Cover::None => None,
            Cover::Soft => Some(Change::new(Reason::SoftCover, -1)),
            Cover::Hard => Some(Change::new(Reason::HardCover, -2)),
        };
        let if_so = |so: bool, why, by| so.then_some(Change::new(why, by));
        [
            Some(of_band(self.band)),
            large.or(formed).map(|why| Change::new(why, 1)),
            if_so(dispersed, Reason::DispersedTarget, -1),
            self.aimed.then_some(AIMED),
            cover,
            if_so(self.very_difficult, Reason::VeryDifficult, -1),
            if_so(self.rear_rank, Reason::RearRank, -1),
            if_so(self.terrified, Reason::TargetTerrified, 1),
        ]
        .into_iter()
        .flatten()
    }
}

/// The band of a weapon that a range falls into: its place and modifier; none beyond long range.
pub fn band(weapon: &Weapon, range: Inches) -> Option<(usize, i32)> {
    let place = weapon.bands.iter().position(|band| range.at_most(band.0))?;
    Some((place, weapon.bands[place].1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::hit_roll::needed_to_hit;

    const PLAIN: ShotAt = ShotAt {
        band: (1, 0),
        aimed: false,
        rear_rank: false,
        large: false,
        formation: Formation::Skirmish,
        cover: Cover::None,
        very_difficult: false,
        terrified: false,
    };

    #[test]
    fn rng_03_the_book_s_example() {
        let shot = ShotAt { band: (0, 1), formation: Formation::Closed, ..PLAIN };
        assert_eq!(needed_to_hit(5, shot.changes()).value(), 7);
    }

    #[test]
    fn rng_03_each_modifier_by_itself() {
        let values = [
            (ShotAt { band: (2, -1), ..PLAIN }, 4),
            (ShotAt { large: true, ..PLAIN }, 6),
            (ShotAt { formation: Formation::Ranked { frontage: 4 }, ..PLAIN }, 6),
            (ShotAt { formation: Formation::Dispersed, ..PLAIN }, 4),
            (ShotAt { aimed: true, ..PLAIN }, 6),
            (ShotAt { cover: Cover::Soft, ..PLAIN }, 4),
            (ShotAt { cover: Cover::Hard, ..PLAIN }, 3),
            (ShotAt { very_difficult: true, ..PLAIN }, 4),
            (ShotAt { rear_rank: true, ..PLAIN }, 4),
            (ShotAt { terrified: true, ..PLAIN }, 6),
        ];
        for (shot, value) in values {
            let needed = needed_to_hit(5, shot.changes());
            assert_eq!((needed.value(), needed.modifiers.len()), (value, 1), "{needed}");
        }
    }
}
