//! What is heard: short sounds that the program makes by itself when it starts. The animation tells
//! what happens where, panels tell clicks and refusals, and a speaker plays it from where it happens
//! on the screen. Whatever is heard can also be seen.
//!
//! - *recipe*: what a sound is mixed of, from which its samples follow.
//! - *tone*: a sound as it is played: how loud, how high, how far to the left or right, when.

mod heard;
// Browsers mix by themselves.
#[cfg(any(test, windows, target_os = "macos", all(target_os = "linux", feature = "sound")))]
mod mixer;
mod place;
mod recipe;
mod samples;
mod sounds;
mod speaker;

use bevy::prelude::*;
use bevy_egui::{EguiOutput, EguiPostUpdateSet, PrimaryEguiContext, egui::output::OutputEvent};

use super::{
    AppOptions, AppSystems, battle_ui::toast::Toasts, camera::View, noise::Grain,
    settings::Settings,
};

pub use heard::{Cued, Heard, of_stagings};
pub use sounds::Sound;
use speaker::Speaker;

/// Tells what is heard, whether anybody plays it or not.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<Heard>();
    app.add_systems(PostUpdate, hear_clicks.after(EguiPostUpdateSet::ProcessOutput));
    app.add_systems(Update, hear_refusals.in_set(AppSystems::Redraw));
}

/// Plays what is heard, if it can, unless the program only takes a picture.
pub(super) fn loud(app: &mut App) {
    let options = app.world().resource::<AppOptions>();
    if !IS_THERE || options.exit || options.screenshot.is_some() {
        return;
    }
    app.insert_non_send(Speaker::default());
    app.insert_non_send(Orchestra::default());
    app.add_systems(Last, play);
}

/// Whether this program can be heard at all; on Linux it has to be built for that.
pub const IS_THERE: bool = Speaker::IS_THERE;

/// A sound as it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tone {
    sound: Sound,
    /// From -1, all to the left, to 1.
    pan: f32,
    /// From 0 to 1.
    loudness: f32,
    /// How many times as high as it was made, and as short.
    pitch: f32,
    /// Seconds from now.
    after: f32,
}

/// The sounds that have been made, and how often any was played.
#[derive(Default)]
struct Orchestra {
    made: usize,
    played: u32,
}

/// The share by which the same sound is higher or lower from one time to the next.
const DETUNED: f32 = 0.07;

impl Orchestra {
    /// The pitch of what is played next: never quite the same.
    fn pitch(&mut self) -> f32 {
        self.played = self.played.wrapping_add(1);
        Grain::new(self.played).between(1.0 - DETUNED, 1.0 + DETUNED)
    }
}

/// Makes a sound a frame until all are there, and plays what was heard.
fn play(
    settings: Res<Settings>,
    view: Res<View>,
    mut heard: MessageReader<Heard>,
    mut orchestra: NonSendMut<Orchestra>,
    mut speaker: NonSendMut<Speaker>,
) {
    if let Some(&sound) = Sound::ALL.get(orchestra.made) {
        speaker.learn(sound, samples::of(&sound.recipe()));
        orchestra.made += 1;
    }
    if settings.volume <= 0.0 {
        heard.clear();
        speaker.rest();
        return;
    }
    for &Heard { sound, at, after } in heard.read() {
        let (pan, near) = at.map_or((0.0, 1.0), |at| place::from(&view, at));
        let loudness = settings.volume * near;
        let pitch = if sound.is_of_the_table() { orchestra.pitch() } else { 1.0 };
        speaker.play(Tone { sound, pan, loudness, pitch, after });
    }
}

/// A button that is pressed clicks.
fn hear_clicks(
    outputs: Query<&EguiOutput, With<PrimaryEguiContext>>,
    mut heard: MessageWriter<Heard>,
) {
    let Ok(output) = outputs.single() else { return };
    let is_click = |event: &OutputEvent| matches!(event, OutputEvent::Clicked(_));
    if output.platform_output.events.iter().any(is_click) {
        heard.write(Heard::everywhere(Sound::Click));
    }
}

/// What is refused is said in words, and heard.
fn hear_refusals(toasts: Res<Toasts>, mut heard: MessageWriter<Heard>, mut known: Local<u32>) {
    if *known != toasts.refusals() {
        *known = toasts.refusals();
        heard.write(Heard::everywhere(Sound::Refused));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sound_is_never_quite_as_high_as_before() {
        let mut orchestra = Orchestra::default();
        let pitches: Vec<f32> = (0..20).map(|_| orchestra.pitch()).collect();
        assert!(pitches.windows(2).all(|pair| pair[0] != pair[1]), "{pitches:?}");
        let bounds = 1.0 - DETUNED..=1.0 + DETUNED;
        assert!(pitches.iter().all(|pitch| bounds.contains(pitch)), "{pitches:?}");
    }
}
