//! What one token does in a beat.

use bevy::prelude::*;

use crate::{app::tokens::Appearance, battle::ModelId, table::Pose};

/// One token's part of a beat.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clip {
    /// Whose token.
    pub model: ModelId,
    /// What it does.
    pub act: Act,
}

/// What a token does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// Goes through poses, the first of which is where it is.
    Walk(Vec<Pose>),
    /// As walking, faster and faster, with a lunge at the end.
    Charge(Vec<Pose>),
    /// As walking, headlong; haste lines trail behind.
    Flee(Vec<Pose>),
    /// Thrusts towards a point and comes back.
    Lunge(Vec2),
    /// Recoils from a point that it shot at, once its turn in the volley has come: a share of the
    /// beat.
    Recoil(Vec2, f32),
    /// Shudders.
    Shudder,
    /// Topples and fades.
    Fall(Pose),
    /// Goes down, but stays.
    Topple,
    /// Gets up.
    Rise,
    /// Appears.
    Appear(Pose),
}

/// How far a lunge goes, in inches.
const LUNGE: f32 = 0.34;
/// How far a shooter recoils, in inches.
const RECOIL: f32 = 0.12;
/// The share of a charge after which the lunge begins.
const IMPACT: f32 = 0.7;

impl Clip {
    /// Puts the token where it is at a point of the beat, from 0 to 1.
    pub(super) fn show(&self, progress: f32, shown: &mut Appearance) {
        match &self.act {
            Act::Walk(way) => {
                shown.pose = along(way, ease(progress));
                shown.present = true;
            }
            Act::Charge(way) => {
                let run = (progress / IMPACT).min(1.0);
                shown.pose = along(way, run * run * (1.5 - 0.5 * run));
                shown.present = true;
                let blow = ((progress - IMPACT) / (1.0 - IMPACT)).max(0.0);
                shown.nudge = shown.pose.facing * LUNGE * 0.8 * thrust(blow);
            }
            Act::Flee(way) => {
                let left = 1.0 - progress;
                shown.pose = along(way, 1.0 - left * left);
                shown.present = true;
            }
            Act::Lunge(at) => {
                let way = *at - shown.pose.at;
                let reach = LUNGE.min(way.length() * 0.45);
                shown.nudge = way.normalize_or_zero() * reach * thrust(progress);
            }
            Act::Recoil(at, from) => {
                let now = ((progress - from) / (1.0 - from).max(0.01)).clamp(0.0, 1.0);
                let away = (shown.pose.at - *at).normalize_or_zero();
                shown.nudge = away * RECOIL * thrust(now);
            }
            Act::Shudder => {
                let shake = bevy::math::ops::sin(progress * 22.0) * (1.0 - progress);
                shown.nudge = shown.pose.right() * shake * 0.09;
            }
            Act::Fall(at) => {
                shown.pose = *at;
                shown.nudge = Vec2::ZERO;
                shown.toppled = ease((progress * 2.0).min(1.0));
                shown.faded = ((progress - 0.4) / 0.6).max(0.0);
                shown.present = progress < 1.0;
            }
            Act::Topple => shown.toppled = Appearance::PRONE * ease(progress),
            Act::Rise => shown.toppled = Appearance::PRONE * (1.0 - ease(progress)),
            Act::Appear(at) => {
                shown.pose = *at;
                shown.present = true;
                shown.nudge = Vec2::Y * 0.5 * (1.0 - ease(progress));
            }
        }
    }
}

fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// Out fast and back slowly: 0 at both ends, 1 at a third.
fn thrust(t: f32) -> f32 {
    if t < 1.0 / 3.0 { ease(t * 3.0) } else { 1.0 - ease((t - 1.0 / 3.0) * 1.5) }
}

/// The pose at a share of a way, by its length; turning on the spot counts as a short way.
fn along(way: &[Pose], share: f32) -> Pose {
    let Some((&first, &last)) = way.first().zip(way.last()) else {
        return Pose::new(Vec2::ZERO, Vec2::Y);
    };
    let effort = |a: &Pose, b: &Pose| a.at.distance(b.at) + 0.3 * a.facing.distance(b.facing);
    let whole: f32 = way.windows(2).map(|pair| effort(&pair[0], &pair[1])).sum();
    let mut left = whole * share;
    if share <= 0.0 {
        return first;
    }
    for pair in way.windows(2) {
        let part = effort(&pair[0], &pair[1]);
        if left <= part && part > 1e-5 {
            let t = left / part;
            let facing = pair[0].facing.lerp(pair[1].facing, t);
            let at = pair[0].at.lerp(pair[1].at, t);
            return Pose { at, facing: facing.normalize_or(pair[1].facing) };
        }
        left -= part;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_come_to_rest_where_they_belong() {
        let pose = |x| Pose::new(Vec2::new(x, 0.0), Vec2::X);
        let way = vec![pose(0.0), pose(5.0)];
        let far = Vec2::new(9.0, 3.0);
        let acts = [
            Act::Walk(way.clone()),
            Act::Charge(way.clone()),
            Act::Flee(way),
            Act::Lunge(far),
            Act::Recoil(far, 0.4),
            Act::Shudder,
        ];
        for act in acts {
            let clip = Clip { model: ModelId(0), act };
            let mut shown = Appearance::at(pose(5.0), true);
            clip.show(1.0, &mut shown);
            assert!(shown.nudge.length() < 1e-3, "{:?}", clip.act);
            assert!(shown.pose.at.distance(pose(5.0).at) < 1e-3, "{:?}", clip.act);
        }
    }

    #[test]
    fn ways_are_gone_at_even_speed() {
        let pose = |x| Pose::new(Vec2::new(x, 0.0), Vec2::Y);
        let way = [pose(0.0), pose(1.0), pose(4.0)];
        assert_eq!(along(&way, 0.0), way[0]);
        assert!(along(&way, 0.5).at.distance(Vec2::new(2.0, 0.0)) < 1e-4);
        assert_eq!(along(&way, 1.0), way[2]);
        assert_eq!(along(&way[..1], 0.7), way[0]);
    }

    #[test]
    fn who_falls_is_gone_at_the_end() {
        let pose = Pose::new(Vec2::ONE, Vec2::Y);
        let mut shown = Appearance::at(pose, true);
        let clip = Clip { model: ModelId(0), act: Act::Fall(pose) };
        clip.show(0.5, &mut shown);
        assert!(shown.present && shown.toppled > 0.9);
        clip.show(1.0, &mut shown);
        assert!(!shown.present);
    }
}
