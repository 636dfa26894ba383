//! From events to beats: what is played together, for how long, and which words float up.

use bevy::prelude::*;

use super::{
    clip::{Act, Clip},
    effects::{self, Burst, Missile, Shaft},
    floaters::{Floater, Tone},
    volley::volley,
    words::{attack_words, damage_words, fallen_words, save_words},
};
use crate::{
    app::tokens::{
        Shown, Token, Tokens,
        cluster::{Extent, largest},
    },
    battle::{MemberOf, ModelId, Presence, UnitId},
    no_quarter::{
        Event,
        event::{Gait, PanicResult},
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
    /// What flies.
    pub missiles: Vec<Missile>,
    /// What a template does.
    pub burst: Option<Burst>,
    /// Where else something happens.
    pub at: Option<Vec2>,
}

impl Beat {
    /// One event, so many seconds.
    pub(super) fn still(seconds: f32) -> Self {
        Self { events: 1, seconds, ..Self::default() }
    }

    /// Where it happens, besides at the tokens of its clips.
    pub(super) fn places(&self) -> impl Iterator<Item = Vec2> {
        let ends = self.missiles.iter().flat_map(|missile| [missile.from, missile.to]);
        let burst = self.burst.iter().map(|burst| burst.laid.at);
        ends.chain(burst).chain(self.at)
    }
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
    pub(super) fn at(&self, model: ModelId) -> Option<Vec2> {
        let (_, shown) = self.tokens.get(self.index.get(model)?).ok()?;
        Some(shown.pose.at)
    }

    fn members(&self, unit: UnitId) -> impl Iterator<Item = (&Token, &Shown)> {
        let entity = self.index.unit(unit);
        self.tokens.iter().filter(move |(token, _)| Some(token.unit) == entity)
    }

    /// The middle of what is shown of a unit; where it is scattered, of the largest part of it.
    pub(super) fn middle(&self, unit: UnitId) -> Option<Vec2> {
        let places = self.members(unit).filter(|(_, shown)| shown.present);
        let places: Vec<Extent> =
            places.map(|(_, shown)| (shown.pose.at, Vec2::splat(0.5))).collect();
        let together = largest(&places);
        let sum: Vec2 = together.iter().map(|&place| places[place].0).sum();
        (!together.is_empty()).then(|| sum / together.len() as f32)
    }

    fn said(&self, unit: UnitId, tone: Tone, text: impl Into<String>) -> Vec<Floater> {
        let at = self.middle(unit);
        at.map(|at| Floater::new(at, tone, text)).into_iter().collect()
    }

    pub(super) fn told(&self, model: ModelId, tone: Tone, text: impl Into<String>) -> Vec<Floater> {
        self.at(model).map(|at| Floater::new(at, tone, text)).into_iter().collect()
    }
}

/// Inches that tokens go in a second.
const PACE: f32 = 16.0;
/// No beat takes longer, in seconds. These are the times of docs/look.md.
pub(super) const LONGEST: f32 = 0.45;
const WALK: f32 = 0.35;
const CHARGE: f32 = 0.30;
const FLIGHT: f32 = 0.45;
const BREATH: f32 = 0.40;
const FALL: f32 = 0.30;
pub(super) const SHOT: f32 = 0.30;

/// The next beat: as many of the events ahead as belong together, and the words it sends up.
pub(super) fn compose(ahead: &[Event], stage: &Stage) -> (Beat, Vec<Floater>) {
    let (mut beat, mut words) = beat_of(ahead, stage);
    if !beat.missiles.is_empty() {
        // Nobody knows before they land.
        words.iter_mut().for_each(|word| word.wait(beat.seconds * effects::FLIGHT));
    }
    beat.at = words.iter().find_map(|floater| floater.at);
    (beat, words)
}

fn beat_of(ahead: &[Event], stage: &Stage) -> (Beat, Vec<Floater>) {
    let still = Beat::still;
    let Some(first) = ahead.first() else { return (still(0.0), Vec::new()) };
    match first {
        Event::Moved { gait, .. } => (walk(ahead, *gait), Vec::new()),
        Event::Struck { attacker, target, result, .. } => {
            let at = stage.at(*target).unwrap_or_default();
            let mut beat = still(0.26);
            beat.clips.push(Clip { model: *attacker, act: Act::Lunge(at) });
            let words = attack_words(*target, *result, stage);
            aftermath(beat, words, ahead, *target, stage)
        }
        Event::Shot { .. } => volley(ahead, stage),
        Event::Threw { thrower, weapon, at, .. } => (lob(*thrower, weapon, *at, stage), Vec::new()),
        Event::Bombarded { shooter, weapon, at, .. } => {
            (lob(*shooter, weapon, *at, stage), Vec::new())
        }
        Event::Breathed { laid, .. } => {
            let burst = Some(Burst { laid: *laid, breath: true });
            (Beat { burst, ..still(BREATH) }, Vec::new())
        }
        Event::TemplateLaid { laid, .. } => {
            let burst = Some(Burst { laid: *laid, breath: false });
            (Beat { burst, ..still(0.35) }, Vec::new())
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
        Event::CommandTested { unit, passed, .. } => {
            let (tone, word) = if *passed { (Tone::Good, "steady") } else { (Tone::Bad, "shaken") };
            (still(0.30), stage.said(*unit, tone, word))
        }
        Event::Unwavering { unit } => (still(0.15), stage.said(*unit, Tone::Good, "unwavering")),
        Event::PanicRolled { unit, result, .. } => {
            let what = match result {
                PanicResult::StandFirm => "panics",
                PanicResult::Retreat => "retreats",
                PanicResult::Terrified => "terrified",
                PanicResult::Destroyed => "scatters",
            };
            (still(0.35), stage.said(*unit, Tone::Bad, what))
        }
        Event::Rallied { unit, .. } => (still(0.30), stage.said(*unit, Tone::Good, "rallies")),
        Event::Held { unit, .. } => (still(0.22), stage.said(*unit, Tone::Plain, "holds")),
        Event::Responded { unit, .. } => (still(0.22), stage.said(*unit, Tone::Strong, "responds")),
        Event::RanksBroken { unit } => (still(0.22), stage.said(*unit, Tone::Bad, "ranks broken")),
        Event::Saved { model, saved, .. } => (still(0.12), save_words(*model, *saved, stage)),
        Event::DamageRolled { model, wounded, .. } => {
            (still(0.12), damage_words(*model, *wounded, stage))
        }
        Event::Parried { model, parried: true, .. } => {
            (still(0.15), stage.told(*model, Tone::Good, "parried"))
        }
        Event::Loaded { model, .. } => (still(0.15), stage.told(*model, Tone::Plain, "loaded")),
        _ => (still(0.0), Vec::new()),
    }
}

/// All that go in the same way until something else happens.
fn walk(ahead: &[Event], as_first: Gait) -> Beat {
    let mut beat = Beat::default();
    let mut longest: f32 = 0.0;
    for event in ahead {
        let Event::Moved { model, gait, from, way, .. } = event else { break };
        if *gait != as_first {
            break;
        }
        beat.events += 1;
        let mut poses = vec![*from];
        poses.extend(way.iter().copied());
        let before = beat.clips.iter_mut().find(|clip| clip.model == *model);
        let walked = before.and_then(|clip| match &mut clip.act {
            Act::Walk(way) | Act::Charge(way) | Act::Flee(way) => Some(way),
            _ => None,
        });
        if let Some(walked) = walked {
            walked.extend(poses);
            continue;
        }
        let act = match gait {
            Gait::Charge => Act::Charge(poses),
            Gait::Flight | Gait::Retreat => Act::Flee(poses),
            _ => Act::Walk(poses),
        };
        beat.clips.push(Clip { model: *model, act });
    }
    for clip in &beat.clips {
        if let Act::Walk(way) | Act::Charge(way) | Act::Flee(way) = &clip.act {
            let length: f32 = way.windows(2).map(|pair| pair[0].at.distance(pair[1].at)).sum();
            longest = longest.max(length);
        }
    }
    beat.seconds = match as_first {
        Gait::Charge => CHARGE,
        Gait::Flight | Gait::Retreat => FLIGHT,
        _ => (longest / PACE).clamp(0.10, WALK),
    };
    beat
}

/// Something heavy that flies to a place.
fn lob(from: ModelId, weapon: &str, to: Vec2, stage: &Stage) -> Beat {
    let mut beat = Beat::still(SHOT);
    if let Some(from_at) = stage.at(from) {
        let shaft = Shaft::of(weapon);
        beat.missiles.push(Missile { from: from_at, to, hit: false, shaft, start: 0.0 });
        beat.clips.push(Clip { model: from, act: Act::Recoil(to, 0.0) });
    }
    beat
}

fn fall(ahead: &[Event]) -> Beat {
    let mut beat = Beat { seconds: FALL, ..Beat::default() };
    for event in ahead {
        let Event::Fell { model, at, .. } = event else { break };
        beat.events += 1;
        beat.clips.push(Clip { model: *model, act: Act::Fall(*at) });
    }
    beat
}

/// Adds the save and the damage that follow an attack to its beat.
pub(super) fn aftermath(
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
            Event::Saved { model, saved, .. } => save_words(*model, *saved, stage),
            Event::NoSave { .. }
            | Event::FlightEnded { .. }
            | Event::TooLarge { .. }
            | Event::Used { .. }
            | Event::WentOver { .. } => Vec::new(),
            Event::DamageRolled { model, wounded, .. } => damage_words(*model, *wounded, stage),
            _ => break,
        };
        beat.events += 1;
        beat.seconds = (beat.seconds + 0.06).min(LONGEST);
        words.extend(more);
    }
    if beat.events > 1 {
        beat.clips.push(Clip { model: hurt, act: Act::Shudder });
    }
    (beat, words)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::SystemState;

    use super::*;
    use crate::{
        battle::{Log, levels},
        lab::{Bout, Played, play},
        no_quarter::NoQuarter,
    };

    /// Everything that happens in a random battle of a level.
    fn events_of(level: &str) -> Vec<Event> {
        let level = levels::find(level, None).expect("it comes with the game");
        let played = play(Bout::<NoQuarter>::random(&level, 3)).and_then(Played::sound);
        let played = played.expect("random players give legal orders");
        played.world.resource::<Log<NoQuarter>>().0.clone()
    }

    #[test]
    fn no_beat_takes_longer_than_half_a_second() {
        let mut world = World::new();
        let mut state: SystemState<(
            Query<(&'static Token, &'static mut Shown)>,
            Query<ModelParts>,
        )> = SystemState::new(&mut world);
        let (tokens, models) = state.get_mut(&mut world).expect("both queries are sound");
        let index = Tokens::default();
        let stage = Stage { index: &index, tokens: &tokens, models: &models };
        for level in ["first-clash", "artillery-duel"] {
            let events = events_of(level);
            let mut ahead = events.as_slice();
            let mut beats = 0;
            while !ahead.is_empty() {
                let (beat, _) = compose(ahead, &stage);
                assert!(beat.seconds < 0.5, "{:?} takes {}", ahead[0], beat.seconds);
                assert!(beat.events >= 1 && beat.events <= ahead.len(), "{:?}", ahead[0]);
                ahead = &ahead[beat.events..];
                beats += 1;
            }
            assert!(beats > 40, "{level}: {beats}");
        }
        let longest = [WALK, CHARGE, FLIGHT, BREATH, FALL, SHOT, LONGEST];
        assert!(longest.into_iter().all(|seconds| seconds < 0.5));
    }
}
