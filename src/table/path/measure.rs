//! Distances between points, segments, polygons and boxes, as plain as searching many ways needs.

use bevy::math::Vec2;

pub(in crate::table) fn right(facing: Vec2) -> Vec2 {
    Vec2::new(facing.y, -facing.x)
}

/// A vector in terms of right and ahead.
pub(in crate::table) fn local(vector: Vec2, facing: Vec2) -> Vec2 {
    Vec2::new(vector.dot(right(facing)), vector.dot(facing))
}

pub(in crate::table) fn signed_area(points: &[Vec2]) -> f32 {
    edges(points, true).map(|(a, b)| a.perp_dot(b)).sum::<f32>() / 2.0
}

pub(in crate::table) fn bounding_disc(points: &[Vec2]) -> (Vec2, f32) {
    let low = points.iter().copied().fold(Vec2::MAX, Vec2::min);
    let high = points.iter().copied().fold(Vec2::MIN, Vec2::max);
    let middle = (low + high) / 2.0;
    (middle, points.iter().map(|p| p.distance(middle)).fold(0.0, f32::max))
}

/// The edges of a polygon, or of a line if it is not closed.
pub(in crate::table) fn edges(
    points: &[Vec2],
    closed: bool,
) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let next = points.iter().skip(1).chain(points.first().filter(|_| closed));
    points.iter().copied().zip(next.copied())
}

pub(in crate::table) fn nearest_of(edges: impl Iterator<Item = (Vec2, Vec2)>, point: Vec2) -> Vec2 {
    let mut best = (f32::INFINITY, point);
    for (a, b) in edges {
        let there = nearest_on_segment(point, a, b);
        let apart = there.distance_squared(point);
        if apart < best.0 {
            best = (apart, there);
        }
    }
    best.1
}

/// Whether a point is inside a simple polygon.
pub(in crate::table) fn within(points: &[Vec2], point: Vec2) -> bool {
    let mut inside = false;
    for (a, b) in edges(points, true) {
        if (a.y > point.y) != (b.y > point.y)
            && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        {
            inside = !inside;
        }
    }
    inside
}

pub(in crate::table) fn nearest_on_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let length = along.length_squared();
    if length <= f32::MIN_POSITIVE {
        return a;
    }
    a + along * ((point - a).dot(along) / length).clamp(0.0, 1.0)
}

pub(in crate::table) fn distance_to_segment_squared(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    nearest_on_segment(point, a, b).distance_squared(point)
}

pub(in crate::table) fn segments_apart_squared(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f32 {
    let (first, second) = (b - a, d - c);
    let (to_c, to_d) = (first.perp_dot(c - a), first.perp_dot(d - a));
    let (to_a, to_b) = (second.perp_dot(a - c), second.perp_dot(b - c));
    if to_c * to_d < 0.0 && to_a * to_b < 0.0 {
        return 0.0;
    }
    distance_to_segment_squared(a, c, d)
        .min(distance_to_segment_squared(b, c, d))
        .min(distance_to_segment_squared(c, a, b))
        .min(distance_to_segment_squared(d, a, b))
}

/// The squared distance between a point and a rectangle around the origin.
pub(in crate::table) fn to_box_squared(point: Vec2, half: Vec2) -> f32 {
    (point.abs() - half).max(Vec2::ZERO).length_squared()
}

/// The squared distance between a rectangle around the origin and a segment.
pub(in crate::table) fn box_to_segment_squared(half: Vec2, a: Vec2, b: Vec2) -> f32 {
    if slab_crossed(half, a, b) {
        return 0.0;
    }
    let to_box = |p: Vec2| to_box_squared(p, half);
    [half, -half, Vec2::new(half.x, -half.y), Vec2::new(-half.x, half.y)]
        .into_iter()
        .map(|corner| distance_to_segment_squared(corner, a, b))
        .fold(to_box(a).min(to_box(b)), f32::min)
}

pub(in crate::table) fn slab_crossed(half: Vec2, a: Vec2, b: Vec2) -> bool {
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (begin, run, limit) = (a[axis], b[axis] - a[axis], half[axis]);
        if run.abs() < 1e-9 {
            if begin.abs() > limit {
                return false;
            }
        } else {
            let (near, far) = ((-limit - begin) / run, (limit - begin) / run);
            enters = enters.max(near.min(far));
            leaves = leaves.min(near.max(far));
        }
    }
    enters <= leaves
}
