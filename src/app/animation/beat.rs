//! From what is to be seen of events to beats: what is played together, for how long, and which words
//! float up.

use bevy::prelude::*;

use super::{
    clip::{Act, Clip},
    effects::{self, Burst, Projectile, Pulse},
    floaters::Floater,
    volley::volley,
};
use crate::{
    app::tokens::{
        Appearance, Token, Tokens,
        cluster::{Extent, largest},
    },
    battle::{
        MemberOf, ModelId, Presence, UnitId,
        playable::telling::{Cue, Missile, Over, Pace, Pause, Play, Staging, Toward, Word},
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
    /// For how much of that only dice move: what they decide is shown once they lie.
    pub lead: f32,
    /// When its dice lie, in seconds from its beginning; 0 without any.
    pub rest: f32,
    /// The words that tell it.
    pub words: Vec<Floater>,
    /// When they are said, in seconds from its beginning.
    pub said_at: f32,
    /// What tokens do.
    pub clips: Vec<Clip>,
    /// What flies.
    pub projectiles: Vec<Projectile>,
    /// What a template does.
    pub burst: Option<Burst>,
    /// What goes out from somebody without being seen otherwise.
    pub pulse: Option<Pulse>,
    /// Where else something happens.
    pub at: Option<Vec2>,
}

impl Beat {
    /// One event, so many seconds.
    pub(super) fn still(seconds: f32) -> Self {
        Self { events: 1, seconds, ..Self::default() }
    }

    /// How far what it shows has come at so many seconds from its beginning, from 0 to 1.
    pub(super) fn progress(&self, clock: f32) -> f32 {
        ((clock - self.lead) / (self.seconds - self.lead).max(1e-3)).clamp(0.0, 1.0)
    }

    /// When so much of what it shows is over, in seconds from its beginning.
    pub(super) fn at_share(&self, share: f32) -> f32 {
        self.lead + (self.seconds - self.lead) * share
    }

    /// The share of what it shows after which everybody sees how it came out.
    fn reveals(&self, first: &Play) -> f32 {
        match first {
            Play::Blow { .. } => MEETS,
            Play::Pulse { .. } => effects::GATHERED,
            _ if !self.projectiles.is_empty() => effects::IN_THE_AIR,
            _ => 0.0,
        }
    }

    /// Where it happens, besides at the tokens of its clips.
    pub(super) fn places(&self) -> impl Iterator<Item = Vec2> {
        let ends = self.projectiles.iter().flat_map(|projectile| [projectile.from, projectile.to]);
        let burst = self.burst.iter().map(|burst| burst.laid.at);
        let pulse = self.pulse.iter().flat_map(|pulse| [Some(pulse.from), pulse.to]).flatten();
        ends.chain(burst).chain(pulse).chain(self.at)
    }
}

/// What beats need to know of a model.
pub(super) type ModelParts = (&'static MemberOf, &'static Pose, &'static Presence);

/// The tokens as they are shown now.
pub(super) struct Stage<'a, 'w, 's> {
    /// Tokens by model.
    pub index: &'a Tokens,
    /// How they are shown.
    pub tokens: &'a Query<'w, 's, (&'static Token, &'static mut Appearance)>,
    /// What the rules say.
    pub models: &'a Query<'w, 's, ModelParts>,
}

impl Stage<'_, '_, '_> {
    pub(super) fn at(&self, model: ModelId) -> Option<Vec2> {
        let (_, shown) = self.tokens.get(self.index.get(model)?).ok()?;
        Some(shown.pose.at)
    }

    fn members(&self, unit: UnitId) -> impl Iterator<Item = (&Token, &Appearance)> {
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

    /// Words where they rise; those over what isn't shown are left out.
    pub(super) fn raised<'a>(
        &'a self,
        words: &'a [Word],
    ) -> impl Iterator<Item = Floater> + use<'a> {
        words.iter().filter_map(|word| {
            let floater = |at| Floater::new(at, word.mood, word.text.clone());
            match word.over {
                Over::Model(model) => self.at(model).map(floater),
                Over::Unit(unit) => self.middle(unit).map(floater),
                Over::Table => Some(Floater::banner(word.text.clone())),
            }
        })
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
const BLOW: f32 = 0.26;
const BURST: f32 = 0.35;
const TOPPLE: f32 = 0.20;
const RISE: f32 = 0.16;
const APPEAR: f32 = 0.25;
const PULSE: f32 = 0.45;
pub(super) const SHOT: f32 = 0.30;
/// When a blow meets somebody, as a share of its beat.
pub(super) const MEETS: f32 = 0.3;
/// How long dice tumble.
pub(super) const TUMBLE: f32 = 0.30;

/// How long words are left to be read, in seconds.
fn seconds(pause: Pause) -> f32 {
    match pause {
        Pause::None => 0.0,
        Pause::Glimpse => 0.12,
        Pause::Glance => 0.15,
        Pause::Short => 0.22,
        Pause::Middling => 0.25,
        Pause::Long => 0.30,
        Pause::Longest => 0.35,
    }
}

/// The next beat: as much of what is ahead as belongs together. If dice are rolled for any of it, they
/// are thrown at its beginning and lie before it shows how it came out.
pub(super) fn compose(ahead: &[Staging], stage: &Stage) -> Beat {
    let (mut beat, words) = beat_of(ahead, stage);
    let Some(first) = ahead.first() else { return beat };
    let shown = &ahead[..beat.events.min(ahead.len())];
    let reveals = beat.reveals(&first.play);
    if shown.iter().any(|staging| staging.rolls) {
        beat.rest = TUMBLE;
        beat.lead = (TUMBLE - beat.seconds * reveals).max(0.0);
        beat.seconds += beat.lead;
    }
    // Nobody knows before dice lie and arrows land.
    if beat.rest > 0.0 || !beat.projectiles.is_empty() {
        beat.said_at = beat.at_share(reveals).max(beat.rest);
    }
    beat.at = words.iter().find_map(|floater| floater.at);
    beat.words = words;
    beat
}

fn beat_of(ahead: &[Staging], stage: &Stage) -> (Beat, Vec<Floater>) {
    let still = Beat::still;
    let Some(first) = ahead.first() else { return (still(0.0), Vec::new()) };
    let words = stage.raised(&first.words);
    match &first.play {
        Play::Walk { pace, kind, .. } => (walk(ahead, *pace, *kind), words.collect()),
        Play::Blow { attacker, target } => {
            let at = stage.at(*target).unwrap_or_default();
            let mut beat = still(BLOW);
            beat.clips.push(Clip { model: *attacker, act: Act::Lunge(at) });
            aftermath(beat, words.collect(), ahead, *target, stage)
        }
        Play::Shot { .. } => volley(ahead, stage),
        Play::Lob { shooter, at, missile } => {
            (lob(*shooter, *missile, *at, stage), words.collect())
        }
        Play::Breath(laid) => {
            let burst = Some(Burst { laid: *laid, breath: true });
            (Beat { burst, ..still(BREATH) }, words.collect())
        }
        Play::Burst(laid) => {
            let burst = Some(Burst { laid: *laid, breath: false });
            (Beat { burst, ..still(BURST) }, words.collect())
        }
        Play::Pulse { from, to, succeeds } => {
            (pulse(*from, *to, *succeeds, stage), words.collect())
        }
        Play::Fall { .. } => fall(ahead, stage),
        Play::Topple(model) => {
            let clips = vec![Clip { model: *model, act: Act::Topple }];
            (Beat { clips, ..still(TOPPLE) }, words.collect())
        }
        Play::Rise(model) => {
            let clips = vec![Clip { model: *model, act: Act::Rise }];
            (Beat { clips, ..still(RISE) }, words.collect())
        }
        Play::Appear(unit) => {
            let appear = |token: &Token| {
                let (_, &pose, &presence) = stage.models.get(token.entity).ok()?;
                let there = presence == Presence::OnTable;
                there.then_some(Clip { model: token.model, act: Act::Appear(pose) })
            };
            let clips = stage.members(*unit).filter_map(|(token, _)| appear(token)).collect();
            (Beat { clips, ..still(APPEAR) }, words.collect())
        }
        Play::Pause(pause) => {
            let said = match first.cue {
                Cue::Own | Cue::Aftermath => words.collect(),
                Cue::HitInstead(_) => Vec::new(),
            };
            (still(seconds(*pause)), said)
        }
    }
}

/// All that go in the same way until something else happens.
fn walk(ahead: &[Staging], as_first: Pace, kind_of_first: u8) -> Beat {
    let mut beat = Beat::default();
    let mut longest: f32 = 0.0;
    for staging in ahead {
        let Play::Walk { model, pace, kind, way } = &staging.play else { break };
        if *kind != kind_of_first {
            break;
        }
        beat.events += 1;
        let before = beat.clips.iter_mut().find(|clip| clip.model == *model);
        let walked = before.and_then(|clip| match &mut clip.act {
            Act::Walk(way) | Act::Charge(way) | Act::Flee(way) => Some(way),
            _ => None,
        });
        if let Some(walked) = walked {
            walked.extend(way);
            continue;
        }
        let way = way.clone();
        let act = match pace {
            Pace::Walk => Act::Walk(way),
            Pace::Charge => Act::Charge(way),
            Pace::Flee => Act::Flee(way),
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
        Pace::Charge => CHARGE,
        Pace::Flee => FLIGHT,
        Pace::Walk => (longest / PACE).clamp(0.10, WALK),
    };
    beat
}

/// Something heavy that flies to a place.
fn lob(from: ModelId, missile: Missile, to: Vec2, stage: &Stage) -> Beat {
    let mut beat = Beat::still(SHOT);
    if let Some(from_at) = stage.at(from) {
        beat.projectiles.push(Projectile { from: from_at, to, hit: false, missile, start: 0.0 });
        beat.clips.push(Clip { model: from, act: Act::Recoil(to, 0.0) });
    }
    beat
}

/// Something that goes out from a model.
fn pulse(from: ModelId, to: Option<Toward>, succeeds: bool, stage: &Stage) -> Beat {
    let to = to.and_then(|to| match to {
        Toward::Model(model) => stage.at(model),
        Toward::Unit(unit) => stage.middle(unit),
        Toward::Place(at) => Some(at),
    });
    let pulse = stage.at(from).map(|from| Pulse { from, to, succeeds });
    Beat { pulse, ..Beat::still(PULSE) }
}

/// All that fall one after another.
fn fall(ahead: &[Staging], stage: &Stage) -> (Beat, Vec<Floater>) {
    let mut beat = Beat { seconds: FALL, ..Beat::default() };
    let mut words = Vec::new();
    for staging in ahead {
        let Play::Fall { model, at } = &staging.play else { break };
        beat.events += 1;
        beat.clips.push(Clip { model: *model, act: Act::Fall(*at) });
        words.extend(stage.raised(&staging.words));
    }
    (beat, words)
}

/// Adds the save and the damage that follow an attack to its beat.
pub(super) fn aftermath(
    mut beat: Beat,
    mut words: Vec<Floater>,
    ahead: &[Staging],
    target: ModelId,
    stage: &Stage,
) -> (Beat, Vec<Floater>) {
    let mut hurt = target;
    for staging in &ahead[1..] {
        match staging.cue {
            Cue::Own => break,
            Cue::Aftermath => {}
            Cue::HitInstead(hit) => hurt = hit,
        }
        beat.events += 1;
        beat.seconds = (beat.seconds + 0.06).min(LONGEST);
        words.extend(stage.raised(&staging.words));
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
        app::seat::Game,
        battle::{Log, Telling, levels},
        lab::{Bout, Played, play},
    };

    /// Everything that is to be seen of a random battle of a level.
    fn battle_of(level: &str) -> Vec<Staging> {
        let level = levels::find(level, None).expect("it comes with the game");
        let played = play(Bout::<Game>::random(&level, 3)).and_then(Played::sound);
        let world = played.expect("random players give legal orders").world;
        let events = &world.resource::<Log<Game>>().0;
        events.iter().map(|event| Game::staging(&world, event)).collect()
    }

    #[test]
    fn dice_lie_before_anything_is_said_and_nothing_moves_longer_than_half_a_second() {
        let mut world = World::new();
        let mut state: SystemState<(
            Query<(&'static Token, &'static mut Appearance)>,
            Query<ModelParts>,
        )> = SystemState::new(&mut world);
        let (tokens, models) = state.get_mut(&mut world).expect("both queries are sound");
        let index = Tokens::default();
        let stage = Stage { index: &index, tokens: &tokens, models: &models };
        for level in ["first-clash", "artillery-duel", "lamp-and-ember"] {
            let stagings = battle_of(level);
            let mut ahead = stagings.as_slice();
            let mut beats = 0;
            while !ahead.is_empty() {
                let beat = compose(ahead, &stage);
                let moves = beat.seconds - beat.lead;
                assert!(moves < 0.5, "{:?} takes {moves}", ahead[0]);
                assert!(beat.lead <= TUMBLE, "{:?} waits for {}", ahead[0], beat.lead);
                let rolls = ahead[..beat.events].iter().any(|staging| staging.rolls);
                assert_eq!(rolls, beat.rest > 0.0, "{:?}", ahead[0]);
                assert!(beat.said_at >= beat.rest && beat.said_at <= beat.seconds, "{beat:?}");
                assert!(beat.events >= 1 && beat.events <= ahead.len(), "{:?}", ahead[0]);
                ahead = &ahead[beat.events..];
                beats += 1;
            }
            assert!(beats > 40, "{level}: {beats}");
        }
        let longest = [
            WALK,
            CHARGE,
            FLIGHT,
            BREATH,
            FALL,
            SHOT,
            LONGEST,
            BLOW,
            BURST,
            TOPPLE,
            RISE,
            APPEAR,
            PULSE,
            seconds(Pause::Longest),
        ];
        assert!(longest.into_iter().all(|seconds| seconds < 0.5));
    }
}
