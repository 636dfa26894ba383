//! The speaker of a program that was built without sound.

use crate::app::sound::{Sound, Tone};

/// It plays nothing.
#[derive(Default)]
pub(in crate::app::sound) struct Speaker {}

impl Speaker {
    pub(in crate::app::sound) const IS_THERE: bool = false;

    pub(in crate::app::sound) fn learn(&mut self, _: Sound, _: Vec<f32>) {}

    pub(in crate::app::sound) fn play(&mut self, _: Tone) {}

    pub(in crate::app::sound) fn rest(&mut self) {}
}
