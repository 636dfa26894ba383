//! Contours come from fine grids and have far more points than one sees.

use bevy::prelude::*;

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
