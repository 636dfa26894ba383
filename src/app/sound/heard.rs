//! What is heard of what is seen: the same descriptions that the animation plays, in sounds.

use bevy::prelude::*;

use super::Sound;
use crate::battle::playable::telling::{Cue, Missile, Mood, Over, Pace, Play, Staging};

/// Something is to be heard.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// What.
    pub sound: Sound,
    /// Where on the table, in inches; none if it has no place.
    pub at: Option<Vec2>,
    /// Seconds from now.
    pub after: f32,
}

impl Heard {
    /// A sound without a place, at once.
    pub fn everywhere(sound: Sound) -> Self {
        Self { sound, at: None, after: 0.0 }
    }
}

/// A sound of something that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cued {
    /// The description that it goes with, by its place among those given.
    pub of: usize,
    /// What.
    pub sound: Sound,
    /// Whether it comes of an attack, and is heard where and when that meets somebody.
    pub follows: bool,
    /// Seconds from then.
    pub after: f32,
}

/// So many of the same sound are heard together; more are only louder.
const TOGETHER: usize = 4;
/// Between two of the same sound that would be heard at the same moment, in seconds.
const APART: f32 = 0.035;
/// Between an attack and what comes of it, and between one such thing and the next, in seconds.
const THEN: f32 = 0.07;

/// What is heard of what is seen together, in order.
pub fn of_stagings(stagings: &[Staging]) -> Vec<Cued> {
    let mut heard: Vec<Cued> = Vec::new();
    let mut of = 0;
    let mut then = 0.0;
    for (place, staging) in stagings.iter().enumerate() {
        let follows = staging.cue != Cue::Own;
        if follows {
            then += THEN;
        } else {
            (of, then) = (place, 0.0);
        }
        for sound in of_staging(staging) {
            let many = heard.iter().filter(|other| other.sound == sound).count();
            let most = if goes_on(sound) { 1 } else { TOGETHER };
            if many < most {
                let after = then + many as f32 * APART;
                heard.push(Cued { of, sound, follows, after });
            }
        }
    }
    heard
}

/// Whether one of it stands for all that do it at the same time.
fn goes_on(sound: Sound) -> bool {
    matches!(sound, Sound::Steps | Sound::Charge | Sound::Flight | Sound::Turn)
}

/// What is heard of one description: what happens, then what is said about it.
fn of_staging(staging: &Staging) -> impl Iterator<Item = Sound> {
    let said = staging.words.iter().filter_map(|word| match (word.over, word.mood) {
        (Over::Table, _) => Some(Sound::Turn),
        (Over::Unit(_), Mood::Strong) => Some(Sound::Call),
        (Over::Unit(_), Mood::Good) => Some(Sound::Rally),
        (Over::Unit(_), Mood::Bad) => Some(Sound::Falter),
        // Something held, or hurt.
        (Over::Model(_), Mood::Good) => Some(Sound::Clang),
        (Over::Model(_), Mood::Bad) if staging.cue != Cue::Own => Some(Sound::Hit),
        (Over::Model(_) | Over::Unit(_), _) => None,
    });
    of_play(staging).into_iter().chain(said)
}

fn of_play(staging: &Staging) -> Option<Sound> {
    Some(match &staging.play {
        Play::Pause(_) => return None,
        Play::Walk { pace: Pace::Walk, .. } => Sound::Steps,
        Play::Walk { pace: Pace::Charge, .. } => Sound::Charge,
        Play::Walk { pace: Pace::Flee, .. } => Sound::Flight,
        Play::Blow { .. } => {
            // What is said of a blow that met something is said aloud.
            let met = staging.words.iter().any(|word| word.mood == Mood::Strong);
            if met { Sound::Blow } else { Sound::Swing }
        }
        Play::Shot { missile: Missile::Arrow, .. } => Sound::Arrow,
        Play::Shot { missile: Missile::Bolt, .. } => Sound::Bolt,
        Play::Shot { missile: Missile::Ball, .. } => Sound::Gun,
        Play::Lob { .. } => Sound::Lob,
        Play::Breath(_) => Sound::Breath,
        Play::Burst(_) => Sound::Burst,
        Play::Pulse { succeeds: true, .. } => Sound::Rally,
        Play::Pulse { succeeds: false, .. } => Sound::Falter,
        Play::Fall { .. } | Play::Topple(_) => Sound::Fall,
        Play::Rise(_) | Play::Appear(_) => Sound::Place,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{
            ModelId, UnitId,
            playable::telling::{Pause, Word},
        },
        table::Pose,
    };

    const HERE: Pose = Pose { at: Vec2::ZERO, facing: Vec2::X };

    fn word(over: Over, mood: Mood) -> Word {
        Word { over, mood, text: "something".into() }
    }

    fn model(number: u32) -> Over {
        Over::Model(ModelId(number))
    }

    fn blow(mood: Mood) -> Staging {
        let play = Play::Blow { attacker: ModelId(0), target: ModelId(1) };
        Staging { words: vec![word(model(1), mood)], ..Staging::of(play) }
    }

    fn sounds(stagings: &[Staging]) -> Vec<Sound> {
        of_stagings(stagings).into_iter().map(|cued| cued.sound).collect()
    }

    #[test]
    fn a_blow_is_heard_and_then_what_comes_of_it() {
        let saved = Staging::said(Pause::Glimpse, word(model(1), Mood::Good)).after_attack();
        let hurt = Staging::said(Pause::Glimpse, word(model(1), Mood::Bad)).after_attack();
        assert_eq!(sounds(&[blow(Mood::Strong), saved]), [Sound::Blow, Sound::Clang]);
        let blow_itself = Cued { of: 0, sound: Sound::Blow, follows: false, after: 0.0 };
        let hit = Cued { sound: Sound::Hit, follows: true, after: THEN, ..blow_itself };
        assert_eq!(of_stagings(&[blow(Mood::Strong), hurt]), [blow_itself, hit]);
        assert_eq!(sounds(&[blow(Mood::Plain)]), [Sound::Swing]);
        assert_eq!(sounds(&[blow(Mood::Bad)]), [Sound::Swing]);
    }

    #[test]
    fn many_who_walk_are_heard_once_and_a_volley_a_few_times() {
        let walk = |pace| Play::Walk { model: ModelId(0), pace, kind: 0, way: vec![HERE] };
        let walks = vec![Staging::of(walk(Pace::Walk)); 12];
        assert_eq!(sounds(&walks), [Sound::Steps]);
        assert_eq!(sounds(&[Staging::of(walk(Pace::Flee))]), [Sound::Flight]);
        let shot = Play::Shot {
            shooter: ModelId(0),
            unit: UnitId(1),
            target: ModelId(1),
            missile: Missile::Arrow,
            hit: true,
        };
        let heard = of_stagings(&vec![Staging::of(shot); 12]);
        assert_eq!(heard.len(), TOGETHER);
        assert!(heard.iter().all(|cued| cued.sound == Sound::Arrow));
        assert!(heard.windows(2).all(|pair| pair[0].after < pair[1].after), "{heard:?}");
    }

    #[test]
    fn words_are_heard_by_whom_they_are_over_and_how_they_are_meant() {
        let unit = Over::Unit(UnitId(0));
        let said = |over, mood| sounds(&[Staging::said(Pause::Long, word(over, mood))]);
        assert_eq!(said(Over::Table, Mood::Strong), [Sound::Turn]);
        assert_eq!(said(unit, Mood::Strong), [Sound::Call]);
        assert_eq!(said(unit, Mood::Bad), [Sound::Falter]);
        assert_eq!(said(unit, Mood::Good), [Sound::Rally]);
        assert_eq!(said(unit, Mood::Plain), []);
        assert_eq!(said(model(0), Mood::Good), [Sound::Clang]);
        assert_eq!(sounds(&[Staging::nothing()]), []);
    }
}
