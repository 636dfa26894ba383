//! From recipes to samples: pure functions, with the same result every time.

use std::f32::consts::TAU;

use bevy::math::ops;

use super::recipe::{Part, Recipe, Voice};
use crate::app::noise::Grain;

/// Samples in a second.
pub(super) const RATE: u32 = 44_100;
/// The first and the last of every sound come and go evenly, in seconds: a speaker that jumps clicks.
const EDGE: f32 = 0.0015;

/// The samples of a sound, from -1 to 1.
pub(super) fn of(recipe: &Recipe) -> Vec<f32> {
    let end = |part: &Part| part.at + part.seconds();
    let seconds = recipe.parts.iter().map(end).fold(0.0, f32::max);
    let mut samples = vec![0.0; frames(seconds)];
    for (seed, part) in (recipe.seed * 64..).zip(recipe.parts) {
        let begins = frames(part.at);
        let room = samples.get_mut(begins..).unwrap_or_default();
        mix(room, part, seed);
    }
    smooth_edges(&mut samples);
    let peak = samples.iter().fold(0.0, |peak: f32, sample| peak.max(sample.abs()));
    if peak > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= recipe.peak / peak);
    }
    samples
}

/// So many samples.
fn frames(seconds: f32) -> usize {
    (seconds * RATE as f32).round() as usize
}

/// Adds a part from the first of these samples on.
fn mix(samples: &mut [f32], part: &Part, seed: u32) {
    let long = part.seconds();
    let rate = RATE as f32;
    let mut grain = Grain::new(seed);
    let mut phase = 0.0_f32;
    let (mut below_high, mut below_low) = ((0.0_f32, 0.0_f32), 0.0_f32);
    for (place, sample) in samples.iter_mut().take(frames(long)).enumerate() {
        let seconds = place as f32 / rate;
        let share = seconds / long;
        let now = match part.voice {
            Voice::Sine { from, to } => {
                phase = (phase + glide(from, to, share) / rate).fract();
                ops::sin(phase * TAU)
            }
            Voice::Buzz { from, to } => {
                phase = (phase + glide(from, to, share) / rate).fract();
                buzz(phase * TAU)
            }
            Voice::Hiss { low, high } => {
                let white = grain.between(-1.0, 1.0);
                below_high.0 += (white - below_high.0) * follows(high);
                below_high.1 += (below_high.0 - below_high.1) * follows(high);
                below_low += (below_high.1 - below_low) * follows(low);
                (below_high.1 - below_low) * strength(low, high)
            }
        };
        *sample += now * part.loud * part.envelope(seconds);
    }
}

/// A tone and its first overtones, each fainter than the one before.
fn buzz(angle: f32) -> f32 {
    const OVERTONES: u8 = 6;
    // The sine of each multiple follows from the two before it.
    let twice_cos = 2.0 * ops::cos(angle);
    let (mut before, mut now) = (0.0, ops::sin(angle));
    let mut sum = 0.0;
    for number in 1..=OVERTONES {
        sum += now / f32::from(number);
        (before, now) = (now, twice_cos * now - before);
    }
    sum * 0.6
}

/// What brings noise of which little was let through to the strength of a tone.
fn strength(low: f32, high: f32) -> f32 {
    0.9 / (2.0 * (high - low) / RATE as f32).sqrt()
}

/// A tone on its way from one height to another, in hertz.
fn glide(from: f32, to: f32, share: f32) -> f32 {
    from * ops::powf(to / from, share)
}

/// The share of a step that something sluggish follows in a sample if it lets through what is lower
/// than so many hertz.
fn follows(hertz: f32) -> f32 {
    1.0 - ops::exp(-TAU * hertz / RATE as f32)
}

fn smooth_edges(samples: &mut [f32]) {
    let edge = frames(EDGE).min(samples.len() / 2);
    let last = samples.len();
    for place in 0..edge {
        let share = place as f32 / edge as f32;
        samples[place] *= share;
        samples[last - 1 - place] *= share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::sound::Sound;

    #[test]
    fn every_sound_is_short_and_no_louder_than_it_is_meant() {
        let mut bytes = 0;
        for sound in Sound::ALL {
            let recipe = sound.recipe();
            let samples = of(&recipe);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.03..=1.2).contains(&seconds), "{sound:?}: {seconds} s");
            let peak = samples.iter().fold(0.0, |peak: f32, sample| peak.max(sample.abs()));
            assert!((peak - recipe.peak).abs() < 1e-4 && peak < 1.0, "{sound:?}: {peak}");
            assert!(samples.iter().all(|sample| sample.is_finite()), "{sound:?}");
            bytes += samples.len() * size_of::<f32>();
        }
        assert!(bytes < 3_000_000, "all of them take {bytes} bytes");
    }

    #[test]
    fn no_sound_clicks_where_it_begins_or_ends() {
        for sound in Sound::ALL {
            let samples = of(&sound.recipe());
            let (first, last) = (samples[0], samples[samples.len() - 1]);
            assert_eq!((first, last), (0.0, 0.0), "{sound:?}");
            let ends = [&samples[..20], &samples[samples.len() - 20..]];
            for end in ends {
                let jump = end.windows(2).map(|pair| (pair[1] - pair[0]).abs());
                let jump = jump.fold(0.0, f32::max);
                assert!(jump < 0.25, "{sound:?}: {jump}");
            }
            let last = &samples[samples.len() - 20..];
            assert!(last.iter().all(|sample| sample.abs() < 0.02), "{sound:?}: {last:?}");
        }
    }

    #[test]
    fn sounds_are_the_same_every_time_and_differ_from_each_other() {
        let all: Vec<Vec<f32>> = Sound::ALL.iter().map(|sound| of(&sound.recipe())).collect();
        for (place, sound) in Sound::ALL.iter().enumerate() {
            assert_eq!(of(&sound.recipe()), all[place], "{sound:?}");
            let other = all[..place].iter().position(|other| *other == all[place]);
            assert_eq!(other, None, "{sound:?}");
        }
    }

    #[test]
    fn overtones_are_multiples_of_their_tone() {
        for place in 0_u8..20 {
            let angle = f32::from(place) * 0.31;
            let sines = (1_u8..=6).map(|n| ops::sin(angle * f32::from(n)) / f32::from(n));
            assert!((buzz(angle) - sines.sum::<f32>() * 0.6).abs() < 1e-4, "{angle}");
        }
    }

    #[test]
    fn a_tone_glides_from_one_height_to_the_other() {
        assert_eq!(glide(200.0, 100.0, 0.0), 200.0);
        assert!((glide(200.0, 100.0, 1.0) - 100.0).abs() < 1e-3);
        assert!((glide(100.0, 400.0, 0.5) - 200.0).abs() < 1e-3);
    }
}
