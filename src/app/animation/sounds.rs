//! What is heard of a beat: the sounds of what it shows, where and when it shows them.

use bevy::prelude::Vec2;

use super::{
    beat::{Beat, MEETS, Stage},
    effects::IN_THE_AIR,
};
use crate::{
    app::sound::{Cued, Heard, of_stagings},
    battle::playable::telling::{Over, Play, Staging},
};

/// The sounds of a beat that shows these and is played so many times as fast as normal.
pub(super) fn of_beat(beat: &Beat, shown: &[Staging], stage: &Stage, rate: f32) -> Vec<Heard> {
    let heard = |Cued { of, sound, after, follows }: Cued| {
        // Whoever lets an arrow fly is heard before anybody knows where it goes.
        let (share, known) = match shown[of].play {
            Play::Blow { .. } => (MEETS, beat.rest),
            Play::Shot { .. } | Play::Lob { .. } if follows => (IN_THE_AIR, beat.rest),
            Play::Shot { .. } | Play::Lob { .. } => (0.0, 0.0),
            _ => (0.0, beat.rest),
        };
        let after = (beat.at_share(share).max(known) + after) / rate;
        Heard { sound, at: place(&shown[of], follows, stage), after }
    };
    of_stagings(shown).into_iter().map(heard).collect()
}

/// The sounds of all of these together, for whoever sees nothing move.
pub(super) fn at_once(shown: &[Staging], stage: &Stage) -> Vec<Heard> {
    let heard = |Cued { of, sound, after, follows }: Cued| {
        let at = place(&shown[of], follows, stage);
        Heard { sound, at, after }
    };
    of_stagings(shown).into_iter().map(heard).collect()
}

/// Where something happens, or where what comes of it does; none if it has no place.
fn place(staging: &Staging, follows: bool, stage: &Stage) -> Option<Vec2> {
    match &staging.play {
        Play::Walk { model, .. } | Play::Topple(model) | Play::Rise(model) => stage.at(*model),
        Play::Blow { target, .. } => stage.at(*target),
        Play::Shot { target, .. } if follows => stage.at(*target),
        Play::Lob { at, .. } if follows => Some(*at),
        Play::Shot { shooter, .. } | Play::Lob { shooter, .. } => stage.at(*shooter),
        Play::Breath(laid) | Play::Burst(laid) => Some(laid.at),
        Play::Pulse { from, .. } => stage.at(*from),
        Play::Fall { at, .. } => Some(at.at),
        Play::Appear(unit) => stage.middle(*unit),
        Play::Pause(_) => staging.words.iter().find_map(|word| match word.over {
            Over::Model(model) => stage.at(model),
            Over::Unit(unit) => stage.middle(unit),
            Over::Table => None,
        }),
    }
}
