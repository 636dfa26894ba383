//! Shots that follow each other are one volley: their arrows are in the air together.

use super::{
    beat::{Beat, LONGEST, SHOT, Stage, aftermath},
    clip::{Act, Clip},
    effects::{Missile, Shaft},
    floaters::Floater,
    words::attack_words,
};
use crate::no_quarter::Event;

/// The share of a volley within which its arrows leave the bows.
const SPREAD: f32 = 0.32;

/// All shots at one unit until something else happens, with their saves and wounds.
pub(super) fn volley(ahead: &[Event], stage: &Stage) -> (Beat, Vec<Floater>) {
    let mut beat = Beat::default();
    let mut words = Vec::new();
    let mut at: Option<crate::battle::UnitId> = None;
    while let Some(Event::Shot { shooter, unit, target, weapon, result, .. }) =
        ahead.get(beat.events)
    {
        if at.is_some_and(|at| at != *unit) {
            break;
        }
        at = Some(*unit);
        let said = attack_words(*target, *result, stage);
        let (one, said) = aftermath(Beat::still(SHOT), said, &ahead[beat.events..], *target, stage);
        beat.events += one.events;
        words.extend(said);
        // Each token does one thing at a time.
        for clip in one.clips {
            if beat.clips.iter().all(|other| other.model != clip.model) {
                beat.clips.push(clip);
            }
        }
        if let (Some(from), Some(to)) = (stage.at(*shooter), stage.at(*target)) {
            let hit = result.is_hit();
            let shaft = Shaft::of(weapon);
            beat.missiles.push(Missile { from, to, hit, shaft, start: 0.0 });
            if beat.clips.iter().all(|other| other.model != *shooter) {
                beat.clips.push(Clip { model: *shooter, act: Act::Recoil(to, 0.0) });
            }
        }
    }
    // Told in sum, over the middle of those who were shot at.
    let middle = at.and_then(|unit| stage.middle(unit));
    if beat.missiles.len() > 1 && middle.is_some() {
        words.iter_mut().for_each(|word: &mut Floater| word.at = middle);
    }
    let many = beat.missiles.len();
    for (place, missile) in beat.missiles.iter_mut().enumerate() {
        missile.start = SPREAD * place as f32 / many.max(1) as f32;
    }
    beat.seconds = if many > 1 { LONGEST } else { SHOT };
    (beat, words)
}
