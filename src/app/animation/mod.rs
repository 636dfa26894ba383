//! Plays events one after another, briefly; orders wait until the last has been shown.

use bevy::prelude::*;

use super::{AppSystems, in_battle};
use crate::{battle::Log, no_quarter::NoQuarter};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>();
    app.add_systems(Update, play.in_set(AppSystems::PlayEvents).run_if(in_battle));
}

/// How far the view has shown what happened.
#[derive(Resource, Clone, Debug, Default)]
pub struct Playback {
    /// How many events have been shown, or are being shown.
    pub cursor: usize,
    /// How many events there are.
    known: usize,
}

impl Playback {
    /// A playback that has shown everything.
    pub fn at_the_end(world: &World) -> Self {
        let known = world.get_resource::<Log<NoQuarter>>().map_or(0, |log| log.0.len());
        Self { cursor: known, known }
    }

    /// Whether something is still to be shown.
    pub fn is_busy(&self) -> bool {
        self.cursor < self.known
    }
}

/// Looks how many events there are; after undo there are fewer.
pub fn notice_events(world: &mut World) {
    let known = world.resource::<Log<NoQuarter>>().0.len();
    let mut playback = world.resource_mut::<Playback>();
    playback.known = known;
    playback.cursor = playback.cursor.min(known);
}

fn play(mut playback: ResMut<Playback>) {
    playback.cursor = playback.known;
}
