//! What sounds are mixed of: tones and noises that rise and fade.

/// What a sound is mixed of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recipe {
    /// Where its noise begins, so that no two sounds have the same.
    pub seed: u32,
    /// Its loudest sample; 1 is as loud as anything gets.
    pub peak: f32,
    /// What is mixed.
    pub parts: &'static [Part],
}

/// One part of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    /// From when on, in seconds.
    pub at: f32,
    /// How loud it is beside the other parts.
    pub loud: f32,
    /// Seconds until it is as loud as that.
    pub rises: f32,
    /// Seconds after which about a third is left of it; see [`Part::LASTS`].
    pub fades: f32,
    /// What it is.
    pub voice: Voice,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Voice {
    /// A pure tone that glides, in hertz.
    Sine {
        /// Where it begins.
        from: f32,
        /// Where it ends.
        to: f32,
    },
    /// A tone with overtones that glides, in hertz.
    Buzz {
        /// Where it begins.
        from: f32,
        /// Where it ends.
        to: f32,
    },
    /// Noise between two heights, in hertz.
    Hiss {
        /// What is lower fades.
        low: f32,
        /// What is higher fades.
        high: f32,
    },
}

impl Part {
    /// After so many times the span in which it fades to a third, nothing is left.
    pub(super) const LASTS: f32 = 5.0;

    /// How long it lasts, in seconds.
    pub(super) fn seconds(&self) -> f32 {
        self.rises + self.fades * Self::LASTS
    }

    /// How loud it is so many seconds after it began, from 0 to 1.
    pub(super) fn envelope(&self, seconds: f32) -> f32 {
        if seconds < self.rises {
            return seconds / self.rises;
        }
        let faded = seconds - self.rises;
        // The last of it goes evenly, so that it ends in silence.
        let left = (1.0 - faded / (self.fades * Self::LASTS)).max(0.0);
        bevy::math::ops::exp(-faded / self.fades) * (left * Self::LASTS).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_rises_fades_and_ends() {
        let voice = Voice::Sine { from: 100.0, to: 100.0 };
        let part = Part { at: 0.0, loud: 1.0, rises: 0.02, fades: 0.1, voice };
        assert_eq!(part.envelope(0.0), 0.0);
        assert!((part.envelope(0.01) - 0.5).abs() < 1e-3);
        assert!((part.envelope(0.02) - 1.0).abs() < 1e-3);
        assert!((0.3..0.4).contains(&part.envelope(0.12)));
        assert!(part.envelope(part.seconds()) < 1e-6);
        assert!(part.envelope(part.seconds() + 1.0) < 1e-6);
    }
}
