//! The page's own mixer of sounds. It exists from the first touch or key on: before that browsers
//! let no page be heard.

use std::{cell::OnceCell, collections::BTreeMap, rc::Rc};

use bevy::log::warn;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{AudioBuffer, AudioContext, AudioContextState};

/// The mixer, and what was given to it.
pub struct Audio {
    context: Rc<OnceCell<AudioContext>>,
    known: BTreeMap<usize, AudioBuffer>,
}

/// How something is played.
pub struct Note {
    /// From -1, all to the left, to 1.
    pub pan: f32,
    /// From 0 to 1.
    pub loudness: f32,
    /// How many times as high as it was made.
    pub pitch: f32,
    /// Seconds from now.
    pub after: f32,
}

/// What browsers take for a touch; a finger that goes down may still mean to scroll.
const TOUCHES: [&str; 3] = ["pointerup", "touchend", "keydown"];

impl Default for Audio {
    fn default() -> Self {
        let context = Rc::new(OnceCell::new());
        let touched = context.clone();
        let wake = Closure::<dyn FnMut()>::new(move || wake(&touched));
        if let Some(window) = web_sys::window() {
            for touch in TOUCHES {
                let listener = wake.as_ref().unchecked_ref();
                if let Err(error) = window.add_event_listener_with_callback(touch, listener) {
                    warn!("nothing will be heard: {error:?}");
                }
            }
        }
        // It lives as long as the page: phones take the sound away during a call.
        wake.forget();
        Self { context, known: BTreeMap::new() }
    }
}

/// Makes the mixer, or wakes it.
fn wake(context: &OnceCell<AudioContext>) {
    match context.get() {
        // Running, or closed for good.
        Some(there) if there.state() != AudioContextState::Suspended => {}
        Some(there) => drop(there.resume()),
        None => {
            if let Ok(fresh) = AudioContext::new() {
                let _ = context.set(fresh);
            }
        }
    }
}

impl Audio {
    /// Plays samples of a rate that are known by a number.
    pub fn play(&mut self, number: usize, (samples, rate): (&[f32], u32), note: Note) {
        let Some(context) = self.context.get() else { return };
        // What would wait until the page wakes would be heard all at once.
        if context.state() != AudioContextState::Running {
            return;
        }
        let buffer = match self.known.get(&number) {
            Some(buffer) => Ok(buffer.clone()),
            None => buffer(context, samples, rate),
        };
        let played = buffer.and_then(|buffer| {
            self.known.insert(number, buffer.clone());
            start(context, &buffer, &note)
        });
        if let Err(error) = played {
            warn!("a sound was not played: {error:?}");
        }
    }
}

fn buffer(context: &AudioContext, samples: &[f32], rate: u32) -> Result<AudioBuffer, JsValue> {
    let long = u32::try_from(samples.len()).unwrap_or(u32::MAX);
    let buffer = context.create_buffer(1, long, rate as f32)?;
    buffer.copy_to_channel(samples, 0)?;
    Ok(buffer)
}

fn start(context: &AudioContext, buffer: &AudioBuffer, note: &Note) -> Result<(), JsValue> {
    let source = context.create_buffer_source()?;
    source.set_buffer(Some(buffer));
    source.playback_rate().set_value(note.pitch);
    let gain = context.create_gain()?;
    gain.gain().set_value(note.loudness);
    let side = context.create_stereo_panner()?;
    side.pan().set_value(note.pan);
    source.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&side)?;
    side.connect_with_audio_node(&context.destination())?;
    source.start_with_when(context.current_time() + f64::from(note.after))
}
