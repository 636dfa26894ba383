//! Adds up what is played at the same time, for systems that only take samples.

use std::sync::Arc;

use super::{Tone, samples::RATE};

/// Something that is being played.
#[derive(Clone, Debug)]
pub(super) struct Playing {
    samples: Arc<[f32]>,
    /// The sample that comes next, and how far on the one after it is.
    at: f32,
    step: f32,
    left: f32,
    right: f32,
    /// Frames until it begins.
    wait: usize,
}

impl Playing {
    /// A tone for a system that takes so many frames in a second.
    pub(super) fn new(tone: &Tone, samples: Arc<[f32]>, rate: u32) -> Self {
        let angle = (tone.pan.clamp(-1.0, 1.0) + 1.0) * std::f32::consts::FRAC_PI_4;
        Self {
            samples,
            at: 0.0,
            step: tone.pitch * RATE as f32 / rate as f32,
            left: tone.loudness * bevy::math::ops::cos(angle),
            right: tone.loudness * bevy::math::ops::sin(angle),
            wait: (tone.after.max(0.0) * rate as f32) as usize,
        }
    }

    /// The next sample, between two of those that were made; none once all were played.
    fn next(&mut self) -> Option<f32> {
        if self.wait > 0 {
            self.wait -= 1;
            return Some(0.0);
        }
        let whole = self.at as usize;
        let now = *self.samples.get(whole)?;
        let then = self.samples.get(whole + 1).copied().unwrap_or_default();
        let share = self.at - whole as f32;
        self.at += self.step;
        Some(now + (then - now) * share)
    }
}

/// So many are played at once; the ear misses none of the others.
const MOST: usize = 32;

/// Everything that is being played.
#[derive(Default)]
pub(super) struct Mixer {
    playing: Vec<Playing>,
}

impl Mixer {
    /// Plays something more, unless there is too much already.
    pub(super) fn add(&mut self, playing: Playing) {
        if self.playing.len() < MOST {
            self.playing.push(playing);
        }
    }

    /// What comes next, to the left and to the right.
    pub(super) fn frame(&mut self) -> (f32, f32) {
        let (mut left, mut right) = (0.0, 0.0);
        self.playing.retain_mut(|playing| match playing.next() {
            None => false,
            Some(sample) => {
                left += sample * playing.left;
                right += sample * playing.right;
                true
            }
        });
        (limited(left), limited(right))
    }
}

/// What is soft as it is, what is loud pressed softly into what a speaker can do.
fn limited(sample: f32) -> f32 {
    const BEND: f32 = 1.5;
    let sample = sample.clamp(-BEND, BEND);
    sample - sample * sample * sample / (3.0 * BEND * BEND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::sound::Sound;

    const TONE: Tone =
        Tone { sound: Sound::Click, pan: 0.0, loudness: 1.0, pitch: 1.0, after: 0.0 };

    fn playing(tone: Tone, rate: u32) -> Playing {
        Playing::new(&tone, Arc::from(vec![0.5; 100]), rate)
    }

    fn frames(mixer: &mut Mixer, count: usize) -> Vec<(f32, f32)> {
        (0..count).map(|_| mixer.frame()).collect()
    }

    fn sounding(frames: &[(f32, f32)]) -> usize {
        frames.iter().filter(|(left, right)| *left != 0.0 || *right != 0.0).count()
    }

    #[test]
    fn a_sound_lasts_as_long_as_it_was_made_at_every_rate() {
        for (rate, wanted) in [(RATE, 100), (RATE * 2, 200), (RATE / 2, 50)] {
            let mut mixer = Mixer::default();
            mixer.add(playing(TONE, rate));
            let played = sounding(&frames(&mut mixer, 400));
            assert!(played.abs_diff(wanted) <= 1, "{rate}: {played}");
            assert!(mixer.playing.is_empty());
        }
    }

    #[test]
    fn a_sound_comes_from_its_side_and_at_its_time() {
        let mut mixer = Mixer::default();
        mixer.add(playing(Tone { pan: -1.0, ..TONE }, RATE));
        let (left, right) = mixer.frame();
        assert!(left > 0.4 && right.abs() < 1e-6);
        let mut mixer = Mixer::default();
        mixer.add(playing(Tone { after: 10.0 / RATE as f32 + 1e-6, ..TONE }, RATE));
        let early = frames(&mut mixer, 10);
        assert_eq!(sounding(&early), 0);
        assert_eq!(sounding(&frames(&mut mixer, 200)), 100);
    }

    #[test]
    fn however_much_is_played_at_once_nothing_is_too_loud() {
        let mut mixer = Mixer::default();
        (0..MOST + 10).for_each(|_| mixer.add(playing(TONE, RATE)));
        assert_eq!(mixer.playing.len(), MOST);
        let loudest = frames(&mut mixer, 50).into_iter().fold(0.0_f32, |m, (l, r)| m.max(l).max(r));
        assert!(loudest > 0.9 && loudest <= 1.0, "{loudest}");
        assert!((limited(0.1) - 0.1).abs() < 1e-3, "what is soft stays as it is");
        assert_eq!(limited(-9.0), -1.0);
    }
}
