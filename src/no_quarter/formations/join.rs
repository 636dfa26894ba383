//! Places beside other bases, and the way of a model to the nearest one in coherency with its unit.
//! Stragglers, followers of a charge and relaxed moves use them.

use bevy::math::Vec2;

use crate::table::{
    Base, Inches, Mover, Placed, Pose, Surroundings,
    base::{direction, slide_until_touching, within},
    path::{Route, find_path, find_path_towards},
    travel::stands,
};

/// Directions that are looked at around a base.
const DIRECTIONS: u16 = 16;
/// No more ways are looked for than this.
const MOST_WAYS: usize = 6;
/// No more anchors are looked at than this, the nearest first.
const MOST_ANCHORS: usize = 6;

/// Where a base stands in a direction from another, no farther from it than a gap: at that gap
/// exactly if the bases face each other squarely.
pub(in crate::no_quarter) fn place_beside(
    base: Base,
    facing: Vec2,
    other: &Placed,
    out: Vec2,
    gap: f32,
) -> Option<Vec2> {
    if let (Base::Circle { radius: a }, Base::Circle { radius: b }) = (base, other.base) {
        return Some(other.pose.at + out * (a.0 + b.0 + gap));
    }
    let far = base.outer_radius().0 + other.base.outer_radius().0 + 0.1;
    let start = Placed::new(base, Pose { at: other.pose.at + out * far, facing });
    let way = slide_until_touching(&start, -out, other, Inches(far))?;
    Some(start.pose.at - out * (way.0 - gap))
}

/// Somebody who wants to be with others.
pub(in crate::no_quarter) struct Joiner<'a> {
    /// It.
    pub mover: Mover,
    /// Where it is.
    pub start: Pose,
    /// What it can spend.
    pub actions: u32,
    /// What is around it.
    pub around: Surroundings<'a>,
}

impl Joiner<'_> {
    /// Whether it is with one of the anchors at a place.
    pub fn is_with(&self, at: Vec2, anchors: &[Placed], allowed: Inches) -> bool {
        let here = self.mover.placed(Pose { at, ..self.start });
        anchors.iter().any(|anchor| within(&here, anchor, allowed))
    }

    /// A way that ends within `allowed` of an anchor, at the place that `worth` likes best: the
    /// lower the better. It looks at the best few places only.
    pub fn join(
        &self,
        anchors: &[Placed],
        allowed: Inches,
        worth: &dyn Fn(Vec2) -> f32,
    ) -> Option<Route> {
        let from = self.start.at;
        let reach = self.mover.rate.0 * self.actions as f32 + 0.01;
        let mut near: Vec<&Placed> = anchors.iter().collect();
        near.sort_by(|a, b| worth(a.pose.at).total_cmp(&worth(b.pose.at)));
        near.truncate(MOST_ANCHORS);
        let mut places = Vec::new();
        for anchor in near {
            for n in 0..DIRECTIONS {
                let out = direction(f32::from(n) * 360.0 / f32::from(DIRECTIONS));
                for gap in [allowed.0 * 0.95, 0.02] {
                    let facing = self.start.facing;
                    places.extend(place_beside(self.mover.base, facing, anchor, out, gap));
                }
            }
        }
        places.retain(|place| place.distance_squared(from) <= reach * reach);
        places.sort_by(|&a, &b| worth(a).total_cmp(&worth(b)));
        let stands_at = |at: &Vec2| {
            let pose = Pose { at: *at, ..self.start };
            stands(&self.mover, &pose, &self.around, false).is_ok()
        };
        let way = |at: Vec2| {
            find_path(&self.mover, &self.start, at, None, &self.around, Some(self.actions)).ok()
        };
        places.into_iter().filter(stands_at).take(MOST_WAYS).find_map(way)
    }

    /// As [`Self::join`] with the nearest place, or if none can be got to, as near to the nearest
    /// anchor as possible.
    pub fn go_back(&self, anchors: &[Placed], allowed: Inches) -> Route {
        let distance = |at: Vec2| at.distance_squared(self.start.at);
        if let Some(route) = self.join(anchors, allowed, &distance) {
            return route;
        }
        let places = anchors.iter().map(|anchor| anchor.pose.at);
        let nearest = places.min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(Route::default, |to| {
            find_path_towards(&self.mover, &self.start, to, &self.around, self.actions)
        })
    }
}
