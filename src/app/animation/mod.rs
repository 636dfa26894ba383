//! Plays events one after another, briefly; orders wait until the last has been shown. A press
//! of the skip key or a click shows the rest at once.
//!
//! - *beat*: what is played at the same time, such as the steps of all models of a unit.
//! - *clip*: one token's part of a beat.

mod beat;
mod clip;
mod effects;
mod floaters;
mod follow;
mod sounds;
mod volley;

use std::collections::VecDeque;

use bevy::prelude::*;

use super::{
    AppSystems, in_battle,
    pointer::Pointer,
    running::{BattleBegan, BattleLeft},
    seat::Game,
    settings::Settings,
    sound::Heard,
    third_party::leafwing::{Action, Begun},
    tokens::{Appearance, Token, Tokens},
};
use crate::battle::{Log, Telling, playable::telling::Staging};

use beat::Beat;
pub use floaters::{Floater, Floaters};
pub use follow::bring_into_sight;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>();
    app.init_resource::<follow::Glide>().add_observer(follow::forget);
    app.add_plugins((floaters::plugin, effects::plugin));
    app.add_systems(
        Update,
        (play, follow::follow_action).chain().in_set(AppSystems::PlayEvents).run_if(in_battle),
    );
    app.add_observer(|_: On<BattleLeft>, mut playback: ResMut<Playback>| *playback = default());
    app.add_observer(|_: On<BattleBegan>, mut floaters: ResMut<Floaters>| floaters.0.clear());
}

/// How far the view has shown what happened.
#[derive(Resource, Debug, Default)]
pub struct Playback {
    /// How many events have been shown.
    pub cursor: usize,
    /// What is to be seen of those that have not been shown.
    ahead: VecDeque<Staging>,
    /// What is being played.
    beat: Option<Beat>,
    /// Seconds since it began.
    clock: f32,
}

impl Playback {
    /// A playback that has shown everything.
    pub fn at_the_end(world: &World) -> Self {
        let cursor = world.get_resource::<Log<Game>>().map_or(0, |log| log.0.len());
        Self { cursor, ..Self::default() }
    }

    /// Whether something is still to be shown.
    pub fn is_busy(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// How many events have been shown or are being shown: their dice have been thrown.
    pub fn begun(&self) -> usize {
        let beat = self.beat.as_ref().map_or(0, |beat| beat.events.min(self.ahead.len()));
        self.cursor + beat
    }

    /// The dice that still tumble: the first event to which any belong, and how far they are, from 0 to 1.
    pub fn tumbling(&self) -> Option<(usize, f32)> {
        let beat = self.beat.as_ref().filter(|beat| self.clock < beat.rest)?;
        Some((self.cursor, self.clock / beat.rest))
    }

    /// Whether all has been shown with which ground comes, moves or goes.
    pub fn has_shown_ground(&self) -> bool {
        !self.ahead.iter().any(|staging| staging.ground)
    }

    /// Shows the rest at once.
    pub fn skip(&mut self) {
        self.cursor += self.ahead.len();
        self.ahead.clear();
        self.beat = None;
        self.clock = 0.0;
    }

    /// The words that are to be said by now, each time only those that haven't been.
    fn due_words(&mut self) -> Vec<Floater> {
        let due = self.beat.as_mut().filter(|beat| self.clock >= beat.said_at);
        due.map(|beat| std::mem::take(&mut beat.words)).unwrap_or_default()
    }

    /// What is being played, and how far it is, from 0 to 1.
    fn now(&self) -> Option<(&Beat, f32)> {
        let beat = self.beat.as_ref()?;
        Some((beat, beat.progress(self.clock)))
    }
}

/// Takes up what has happened since; after undo there are fewer events.
pub fn notice_events(world: &mut World) {
    let events = &world.resource::<Log<Game>>().0;
    let playback = world.resource::<Playback>();
    let (known, count) = (playback.cursor + playback.ahead.len(), events.len());
    let fresh = events.get(known..).unwrap_or_default();
    let fresh: Vec<Staging> = fresh.iter().map(|event| Game::staging(world, event)).collect();
    let mut playback = world.resource_mut::<Playback>();
    playback.ahead.extend(fresh);
    if count < known {
        playback.skip();
        playback.cursor = count;
    }
}

/// Shows the rest at once if that is wished for. What the same click orders comes after that, and is
/// played.
pub(super) fn skip(
    begun: Res<Begun>,
    pointer: Res<Pointer>,
    mut playback: ResMut<Playback>,
    mut floaters: ResMut<Floaters>,
) {
    let wanted = begun.has(Action::Skip) || pointer.clicked || pointer.right_clicked;
    if wanted && playback.is_busy() {
        // What is being played is said to its end.
        let words = playback.beat.as_mut().map(|beat| std::mem::take(&mut beat.words));
        floaters.say(words.unwrap_or_default());
        playback.skip();
    }
}

/// So many events may wait before they are played faster.
const PATIENCE: f32 = 30.0;

fn play(
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    index: Res<Tokens>,
    mut playback: ResMut<Playback>,
    mut floaters: ResMut<Floaters>,
    mut heard: MessageWriter<Heard>,
    mut tokens: Query<(&'static Token, &'static mut Appearance)>,
    models: Query<beat::ModelParts>,
) {
    if !playback.is_busy() {
        return;
    }
    let Some(rate) = settings.speed.rate() else {
        // Whoever sees it at once hears it at once.
        let stage = beat::Stage { index: &index, tokens: &tokens, models: &models };
        heard.write_batch(sounds::at_once(playback.ahead.make_contiguous(), &stage));
        playback.skip();
        return;
    };
    let waiting = playback.ahead.len() as f32;
    let rate = rate * (1.0 + (waiting / PATIENCE).min(4.0));
    let mut left = time.delta_secs().min(0.1) * rate;
    // One frame may end several short beats.
    while playback.is_busy() {
        if playback.beat.is_none() {
            let stage = beat::Stage { index: &index, tokens: &tokens, models: &models };
            let ahead = playback.ahead.make_contiguous();
            let beat = beat::compose(ahead, &stage);
            let shown = beat.events.min(ahead.len());
            heard.write_batch(sounds::of_beat(&beat, &ahead[..shown], &stage, rate));
            playback.beat = Some(beat);
            playback.clock = 0.0;
        }
        playback.clock += left;
        floaters.say(playback.due_words());
        let Some((beat, progress)) = playback.now() else { return };
        for clip in &beat.clips {
            if let Some(entity) = index.get(clip.model)
                && let Ok((_, mut shown)) = tokens.get_mut(entity)
            {
                clip.show(progress, &mut shown);
            }
        }
        if playback.clock < beat.seconds {
            return;
        }
        left = playback.clock - beat.seconds;
        let taken = beat.events.max(1).min(playback.ahead.len());
        playback.cursor += taken;
        playback.ahead.drain(..taken);
        playback.beat = None;
    }
}
