//! From events to beats: what is played together, for how long, and which words float up.

use bevy::prelude::*;

use super::{
    clip::{Act, Clip},
    floaters::{Floater, Tone},
};
use crate::{
    app::tokens::{Shown, Token, Tokens},
    battle::{MemberOf, ModelId, Presence, UnitId},
    dice::Roll,
    no_quarter::{
        Event,
        event::{Cause, HitResult, PanicResult},
    },
    table::Pose,
};

/// What is played at the same time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Beat {
    /// How many events it shows.
    pub events: usize,
    /// How long it takes at normal speed.
    pub seconds: f32,
    /// What tokens do.
    pub clips: Vec<Clip>,
    /// A missile from a place to a place, and whether it hits.
    pub tracer: Option<(Vec2, Vec2, bool)>,
}

/// What beats need to know of a model.
pub(super) type ModelParts = (&'static MemberOf, &'static Pose, &'static Presence);

/// The tokens as they are shown now.
pub(super) struct Stage<'a, 'w, 's> {
    /// Tokens by model.
    pub index: &'a Tokens,
    /// How they are shown.
    pub tokens: &'a Query<'w, 's, (&'static Token, &'static mut Shown)>,
    /// What the rules say.
    pub models: &'a Query<'w, 's, ModelParts>,
}

impl Stage<'_, '_, '_> {
    fn at(&self, model: ModelId) -> Option<Vec2> {
        let (_, shown) = self.tokens.get(self.index.get(model)?).ok()?;
        Some(shown.pose.at)
    }

    fn members(&self, unit: UnitId) -> impl Iterator<Item = (&Token, &Shown)> {
        let entity = self.index.unit(unit);
        self.tokens.iter().filter(move |(token, _)| Some(token.unit) == entity)
    }

    /// The middle of what is shown of a unit.
    fn middle(&self, unit: UnitId) -> Option<Vec2> {
        let places = self.members(unit).filter(|(_, shown)| shown.present);
        let places: Vec<Vec2> = places.map(|(_, shown)| shown.pose.at).collect();
        let count = places.len();
        (count > 0).then(|| places.into_iter().sum::<Vec2>() / count as f32)
    }

    fn said(&self, unit: UnitId, tone: Tone, text: impl Into<String>) -> Vec<Floater> {
        let at = self.middle(unit);
        at.map(|at| Floater::new(at, tone, text)).into_iter().collect()
    }

    fn told(&self, model: ModelId, tone: Tone, text: impl Into<String>) -> Vec<Floater> {
        self.at(model).map(|at| Floater::new(at, tone, text)).into_iter().collect()
    }
}

/// Inches that tokens go in a second.
const PACE: f32 = 16.0;
/// No beat takes longer, in seconds.
const LONGEST: f32 = 0.45;

/// The next beat: as many of the events ahead as belong together, and the words it sends up.
pub(super) fn compose(ahead: &[Event], stage: &Stage) -> (Beat, Vec<Floater>) {
    let still = |seconds: f32| Beat { events: 1, seconds, ..Beat::default() };
    let Some(first) = ahead.first() else { return (still(0.0), Vec::new()) };
    match first {
        Event::Moved { .. } => (walk(ahead), Vec::new()),
        Event::Struck { attacker, target, roll, result, .. } => {
            let at = stage.at(*target).unwrap_or_default();
            let mut beat = Beat { seconds: 0.26, ..still(0.0) };
            beat.clips.push(Clip { model: *attacker, act: Act::Lunge(at) });
            let words = attack_words(*target, roll.as_ref(), *result, stage);
            aftermath(beat, words, ahead, *target, stage)
        }
        Event::Shot { shooter, target, roll, result, .. } => {
            let mut beat = Beat { seconds: 0.30, ..still(0.0) };
            if let (Some(from), Some(to)) = (stage.at(*shooter), stage.at(*target)) {
                beat.tracer = Some((from, to, result.is_hit()));
                beat.clips.push(Clip { model: *shooter, act: Act::Lunge(from - (to - from)) });
            }
            let words = attack_words(*target, roll.as_ref(), *result, stage);
            aftermath(beat, words, ahead, *target, stage)
        }
        Event::Fell { .. } => (fall(ahead), fallen_words(ahead, stage)),
        Event::KnockedProne { model } => {
            let clips = vec![Clip { model: *model, act: Act::Topple }];
            (Beat { clips, ..still(0.2) }, stage.told(*model, Tone::Bad, "down"))
        }
        Event::StoodUp { model, .. } => {
            let clips = vec![Clip { model: *model, act: Act::Rise }];
            (Beat { clips, ..still(0.16) }, Vec::new())
        }
        Event::Deployed { unit } => {
            let appear = |token: &Token| {
                let (_, &pose, &presence) = stage.models.get(token.entity).ok()?;
                let there = presence == Presence::OnTable;
                there.then_some(Clip { model: token.model, act: Act::Appear(pose) })
            };
            let clips = stage.members(*unit).filter_map(|(token, _)| appear(token)).collect();
            (Beat { clips, ..still(0.25) }, Vec::new())
        }
        Event::TurnBegan { turn } => (still(0.35), vec![Floater::banner(format!("Turn {turn}"))]),
        Event::Ended { outcome } => (still(0.3), vec![Floater::banner(outcome.reason.clone())]),
        Event::ChargeDeclared { unit, .. } => {
            (still(0.30), stage.said(*unit, Tone::Strong, "Charge!"))
        }
        Event::FellShort { unit, .. } => (still(0.30), stage.said(*unit, Tone::Bad, "falls short")),
        Event::Fled { unit, .. } => (still(0.25), stage.said(*unit, Tone::Bad, "flees")),
        Event::CommandTested { unit, roll, passed, .. } => {
            let tone = if *passed { Tone::Good } else { Tone::Bad };
            (still(0.30), stage.said(*unit, tone, format!("command {}", rolled(roll))))
        }
        Event::Unwavering { unit } => (still(0.15), stage.said(*unit, Tone::Good, "unwavering")),
        Event::PanicRolled { unit, roll, result, .. } => {
            let what = match result {
                PanicResult::StandFirm => "stands firm or runs",
                PanicResult::Retreat => "retreats",
                PanicResult::Terrified => "terrified",
                PanicResult::Destroyed => "scatters",
            };
            let text = format!("panic {}: {what}", roll.result);
            (still(0.35), stage.said(*unit, Tone::Bad, text))
        }
        Event::Rallied { unit, .. } => (still(0.30), stage.said(*unit, Tone::Good, "rallies")),
        Event::Held { unit, .. } => (still(0.22), stage.said(*unit, Tone::Plain, "holds")),
        Event::Responded { unit, .. } => (still(0.22), stage.said(*unit, Tone::Strong, "responds")),
        Event::RanksBroken { unit } => (still(0.22), stage.said(*unit, Tone::Bad, "ranks broken")),
        Event::Saved { model, roll, saved } => {
            (still(0.12), save_words(*model, roll, *saved, stage))
        }
        Event::DamageRolled { model, roll, wounded, wounds_left } => {
            let words = damage_words(*model, roll, *wounded, *wounds_left, stage);
            (still(0.12), words)
        }
        _ => (still(0.0), Vec::new()),
    }
}

/// All that walk until something else happens.
fn walk(ahead: &[Event]) -> Beat {
    let mut beat = Beat::default();
    let mut longest: f32 = 0.0;
    for event in ahead {
        let Event::Moved { model, from, way, .. } = event else { break };
        beat.events += 1;
        let mut poses = vec![*from];
        poses.extend(way.iter().copied());
        let before = beat.clips.iter_mut().find(|clip| clip.model == *model);
        match before {
            Some(Clip { act: Act::Walk(walked), .. }) => walked.extend(poses),
            _ => beat.clips.push(Clip { model: *model, act: Act::Walk(poses) }),
        }
    }
    for clip in &beat.clips {
        if let Act::Walk(way) = &clip.act {
            let length: f32 = way.windows(2).map(|pair| pair[0].at.distance(pair[1].at)).sum();
            longest = longest.max(length);
        }
    }
    beat.seconds = (longest / PACE).clamp(0.10, LONGEST);
    beat
}

fn fall(ahead: &[Event]) -> Beat {
    let mut beat = Beat { seconds: 0.42, ..Beat::default() };
    for event in ahead {
        let Event::Fell { model, at, .. } = event else { break };
        beat.events += 1;
        beat.clips.push(Clip { model: *model, act: Act::Fall(*at) });
    }
    beat
}

fn fallen_words(ahead: &[Event], stage: &Stage) -> Vec<Floater> {
    let Some(Event::Fell { model, cause, .. }) = ahead.first() else { return Vec::new() };
    let text = match cause {
        Cause::Slain { .. } => "slain",
        Cause::Captured { .. } => "captured",
        Cause::Scattered => "scatters",
        Cause::RanOff => "runs off",
    };
    stage.told(*model, Tone::Bad, text)
}

/// Adds the save and the damage that follow an attack to its beat.
fn aftermath(
    mut beat: Beat,
    mut words: Vec<Floater>,
    ahead: &[Event],
    target: ModelId,
    stage: &Stage,
) -> (Beat, Vec<Floater>) {
    let mut hurt = target;
    for event in &ahead[1..] {
        let more = match event {
            Event::WhoWasHit { hit, .. } => {
                hurt = *hit;
                stage.told(*hit, Tone::Strong, "hit instead")
            }
            Event::Saved { model, roll, saved } => save_words(*model, roll, *saved, stage),
            Event::NoSave { .. }
            | Event::FlightEnded { .. }
            | Event::TooLarge { .. }
            | Event::Swept { .. }
            | Event::WentOver { .. } => Vec::new(),
            Event::DamageRolled { model, roll, wounded, wounds_left } => {
                damage_words(*model, roll, *wounded, *wounds_left, stage)
            }
            _ => break,
        };
        beat.events += 1;
        beat.seconds = (beat.seconds + 0.06).min(LONGEST);
        let lifted = words.len() as f32;
        words.extend(more.into_iter().map(|floater| floater.lower(lifted)));
    }
    if beat.events > 1 {
        beat.clips.push(Clip { model: hurt, act: Act::Shudder });
    }
    (beat, words)
}

/// "6 needs 5": what came up and what was needed.
fn rolled(roll: &Roll) -> String {
    match &roll.needed {
        Some(needed) => format!("{} needs {}", roll.result, needed.value()),
        None => roll.result.to_string(),
    }
}

fn attack_words(
    target: ModelId,
    roll: Option<&Roll>,
    result: HitResult,
    stage: &Stage,
) -> Vec<Floater> {
    let (tone, word) = match result {
        HitResult::Missed => (Tone::Plain, "miss"),
        HitResult::Hit | HitResult::Automatic => (Tone::Strong, "hit"),
        HitResult::MasterfulHit => (Tone::Strong, "masterful hit"),
        HitResult::Fumbled => (Tone::Bad, "fumble"),
        HitResult::OutOfRange => (Tone::Plain, "out of range"),
    };
    let text = match roll {
        Some(roll) => format!("{}: {word}", rolled(roll)),
        None => word.to_owned(),
    };
    stage.told(target, tone, text)
}

fn save_words(model: ModelId, roll: &Roll, saved: bool, stage: &Stage) -> Vec<Floater> {
    let (tone, word) = if saved { (Tone::Good, "saved") } else { (Tone::Bad, "pierced") };
    stage.told(model, tone, format!("armour {}: {word}", rolled(roll)))
}

fn damage_words(
    model: ModelId,
    roll: &Roll,
    wounded: bool,
    left: u8,
    stage: &Stage,
) -> Vec<Floater> {
    let (tone, word) = match (wounded, left) {
        (false, _) => (Tone::Good, "unhurt".to_owned()),
        (true, 0) => (Tone::Bad, "slain".to_owned()),
        (true, left) => (Tone::Bad, format!("wounded, {left} left")),
    };
    stage.told(model, tone, format!("damage {}: {word}", rolled(roll)))
}
