//! The outlines of ground, for drawing: around several bases, and without more points than one
//! sees.

use bevy::math::Vec2;

use super::{
    base::Placed,
    units::{Inches, TOLERANCE},
    zone::{Zone, ZoneShape},
};

/// The edge of the ground within a distance of any base, as open pieces.
pub fn around(bases: &[Placed], reach: Inches) -> Vec<Vec<Vec2>> {
    let mut pieces = Vec::new();
    for (place, around) in bases.iter().enumerate() {
        let zone = Zone { around: *around, reach, shape: ZoneShape::AllRound };
        let edge = zone.outline();
        let inside = |p: Vec2| {
            bases.iter().enumerate().any(|(other, base)| {
                other != place && base.closest_point(p).distance(p) < reach.0 - TOLERANCE
            })
        };
        let mut piece: Vec<Vec2> = Vec::new();
        let mut last: Option<(Vec2, bool)> = None;
        for &point in edge.iter().chain(edge.first()) {
            let hidden = inside(point);
            if let Some((before, was_hidden)) = last
                && was_hidden != hidden
            {
                let (out, within) = if hidden { (before, point) } else { (point, before) };
                piece.push(border(out, within, inside));
            }
            if hidden {
                if piece.len() > 1 {
                    pieces.push(std::mem::take(&mut piece));
                }
                piece.clear();
            } else {
                piece.push(point);
            }
            last = Some((point, hidden));
        }
        if piece.len() > 1 {
            pieces.push(piece);
        }
    }
    pieces
}

/// Where a line from a point outside to one inside crosses the border, just outside.
fn border(mut out: Vec2, mut within: Vec2, inside: impl Fn(Vec2) -> bool) -> Vec2 {
    for _ in 0..10 {
        let middle = out.midpoint(within);
        if inside(middle) {
            within = middle;
        } else {
            out = middle;
        }
    }
    out
}

/// How far a shortened line may be from the true one, in inches: less than a pixel at any usual
/// zoom.
const OFF: f32 = 0.012;

/// A closed line without the points that don't bend it, by the method of Ramer, Douglas and
/// Peucker.
pub fn shorten(points: &[Vec2]) -> Vec<Vec2> {
    if points.len() < 8 {
        return points.to_vec();
    }
    // Two points that certainly stay: any, and the farthest from it.
    let from_first = |i: &usize| points[*i].distance_squared(points[0]);
    let far = (0..points.len()).max_by(|a, b| from_first(a).total_cmp(&from_first(b)));
    let far = far.unwrap_or(points.len() / 2).max(1);
    let mut kept = vec![false; points.len() + 1];
    kept[0] = true;
    kept[far] = true;
    let at = |i: usize| points[i % points.len()];
    let mut open = vec![(0, far), (far, points.len())];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (at(from), at(to));
        let off = |i: &usize| {
            let along = b - a;
            let share =
                ((at(*i) - a).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
            a.lerp(b, share).distance_squared(at(*i))
        };
        let worst = (from + 1..to).max_by(|i, j| off(i).total_cmp(&off(j)));
        if let Some(worst) = worst.filter(|worst| off(worst) > OFF * OFF) {
            kept[worst] = true;
            open.extend([(from, worst), (worst, to)]);
        }
    }
    (0..points.len()).filter(|&i| kept[i]).map(|i| points[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Pose};

    #[test]
    fn the_edge_of_two_is_inside_neither() {
        let disc = |x: f32| {
            Placed::new(Base::Circle { radius: Inches(0.5) }, Pose::new(Vec2::X * x, Vec2::Y))
        };
        let bases = [disc(0.0), disc(3.0)];
        let pieces = around(&bases, Inches(6.0));
        assert!(!pieces.is_empty());
        for point in pieces.iter().flatten() {
            for base in &bases {
                assert!(base.closest_point(*point).distance(*point) > 5.9);
            }
        }
    }

    #[test]
    fn a_circle_loses_points_but_not_its_shape() {
        let circle: Vec<Vec2> = (0..400)
            .map(|i| Vec2::from_angle(i as f32 / 400.0 * std::f32::consts::TAU) * 3.0)
            .collect();
        let short = shorten(&circle);
        assert!((30..120).contains(&short.len()), "{}", short.len());
        for i in 0..short.len() {
            let middle = short[i].midpoint(short[(i + 1) % short.len()]);
            assert!((middle.length() - 3.0).abs() < 2.0 * OFF, "{middle}");
        }
    }

    #[test]
    fn a_square_of_many_points_keeps_its_corners() {
        let side = |from: Vec2, to: Vec2| (0..50).map(move |i| from.lerp(to, i as f32 / 50.0));
        let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        let square: Vec<Vec2> =
            (0..4).flat_map(|i| side(corners[i], corners[(i + 1) % 4])).collect();
        assert_eq!(shorten(&square), corners);
    }
}
