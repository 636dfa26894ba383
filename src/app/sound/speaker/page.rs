//! The browser's speaker. Browsers let a page be heard only after somebody has touched it or pressed
//! a key, and mix by themselves.

use std::collections::BTreeMap;

use crate::app::{
    browser::audio::{Audio, Note},
    sound::{Sound, Tone, samples::RATE},
};

/// What plays on the page.
#[derive(Default)]
pub(in crate::app::sound) struct Speaker {
    audio: Audio,
    sounds: BTreeMap<Sound, Vec<f32>>,
}

impl Speaker {
    pub(in crate::app::sound) const IS_THERE: bool = true;

    pub(in crate::app::sound) fn learn(&mut self, sound: Sound, samples: Vec<f32>) {
        self.sounds.insert(sound, samples);
    }

    pub(in crate::app::sound) fn play(&mut self, tone: Tone) {
        let Some(samples) = self.sounds.get(&tone.sound) else { return };
        let Tone { sound, pan, loudness, pitch, after } = tone;
        self.audio.play(sound as usize, (samples, RATE), Note { pan, loudness, pitch, after });
    }

    pub(in crate::app::sound) fn rest(&mut self) {}
}
