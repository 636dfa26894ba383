//! Shots that follow each other are one volley: their arrows are in the air together.

use super::{
    beat::{Beat, LONGEST, SHOT, Stage, aftermath},
    clip::{Act, Clip},
    effects::Projectile,
    floaters::Floater,
};
use crate::battle::{
    ModelId, UnitId,
    playable::telling::{Play, Staging},
};

/// The share of a volley within which its arrows leave the bows.
const SPREAD: f32 = 0.32;

/// All shots at one unit until something else happens, with their saves and wounds.
pub(super) fn volley(ahead: &[Staging], stage: &Stage) -> (Beat, Vec<Floater>) {
    let mut beat = Beat::default();
    let mut words = Vec::new();
    let mut at: Option<UnitId> = None;
    let mut shots: Vec<(ModelId, Projectile)> = Vec::new();
    while let Some(shot) = ahead.get(beat.events)
        && let Play::Shot { shooter, unit, target, missile, hit } = &shot.play
    {
        if at.is_some_and(|at| at != *unit) {
            break;
        }
        at = Some(*unit);
        let said = stage.raised(&shot.words).collect();
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
            let projectile = Projectile { from, to, hit: *hit, missile: *missile, start: 0.0 };
            shots.push((*shooter, projectile));
        }
    }
    // Told in sum, over the middle of those who were shot at.
    let middle = at.and_then(|unit| stage.middle(unit));
    let many = shots.len();
    if many > 1 && middle.is_some() {
        words.iter_mut().for_each(|word: &mut Floater| word.at = middle);
    }
    beat.seconds = if many > 1 { LONGEST } else { SHOT };
    loose(&mut beat, shots);
    (beat, words)
}

/// Shots leave one after another, and each shooter recoils with the first of its own.
fn loose(beat: &mut Beat, shots: Vec<(ModelId, Projectile)>) {
    let many = shots.len().max(1) as f32;
    for (place, (shooter, shot)) in shots.into_iter().enumerate() {
        let start = SPREAD * place as f32 / many;
        if beat.clips.iter().all(|other| other.model != shooter) {
            beat.clips.push(Clip { model: shooter, act: Act::Recoil(shot.to, start) });
        }
        beat.projectiles.push(Projectile { start, ..shot });
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Vec2;

    use super::*;
    use crate::battle::playable::telling::Missile;

    #[test]
    fn nobody_recoils_before_its_first_shot_leaves() {
        let missile = Missile::Arrow;
        let shot = Projectile { from: Vec2::ZERO, to: Vec2::X, hit: true, missile, start: 0.0 };
        let shooters = [ModelId(4), ModelId(4), ModelId(7), ModelId(2)];
        let mut beat = Beat::default();
        // Who does something else already goes on with it.
        beat.clips.push(Clip { model: ModelId(2), act: Act::Shudder });
        loose(&mut beat, shooters.map(|shooter| (shooter, shot)).into());
        let recoil = |model, start| Clip { model, act: Act::Recoil(Vec2::X, start) };
        let starts: Vec<f32> = beat.projectiles.iter().map(|projectile| projectile.start).collect();
        assert!(starts.is_sorted() && starts[3] > 0.2, "{starts:?}");
        assert_eq!(beat.clips[1..], [recoil(ModelId(4), 0.0), recoil(ModelId(7), starts[2])]);
    }
}
