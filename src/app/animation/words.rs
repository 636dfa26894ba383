//! The short words that results are told with.

use super::{
    beat::Stage,
    floaters::{Floater, Tone},
};
use crate::{
    battle::ModelId,
    no_quarter::{
        Event,
        event::{Cause, HitResult},
    },
};

pub(super) fn attack_words(target: ModelId, result: HitResult, stage: &Stage) -> Vec<Floater> {
    let (tone, word) = match result {
        HitResult::Missed => (Tone::Plain, "miss"),
        HitResult::Hit | HitResult::Automatic => (Tone::Strong, "hit"),
        HitResult::MasterfulHit => (Tone::Strong, "masterful"),
        HitResult::Fumbled => (Tone::Bad, "fumble"),
        HitResult::OutOfRange => (Tone::Plain, "out of range"),
    };
    stage.told(target, tone, word)
}

/// A save that fails needs no word: the wound has one.
pub(super) fn save_words(model: ModelId, saved: bool, stage: &Stage) -> Vec<Floater> {
    if saved { stage.told(model, Tone::Good, "saved") } else { Vec::new() }
}

pub(super) fn damage_words(model: ModelId, wounded: bool, stage: &Stage) -> Vec<Floater> {
    let (tone, word) = if wounded { (Tone::Bad, "-") } else { (Tone::Good, "unhurt") };
    stage.told(model, tone, word)
}

/// Who was slain has had its word with the wound.
pub(super) fn fallen_words(ahead: &[Event], stage: &Stage) -> Vec<Floater> {
    let fallen = ahead.iter().map_while(|event| match event {
        Event::Fell { model, cause, .. } => Some((*model, cause)),
        _ => None,
    });
    let told = |(model, cause): (ModelId, &Cause)| {
        let word = match cause {
            Cause::Slain { .. } => return Vec::new(),
            Cause::Captured { .. } => "captured",
            Cause::Scattered => "scatters",
            Cause::RanOff => "runs off",
        };
        stage.told(model, Tone::Bad, word)
    };
    fallen.flat_map(told).collect()
}
