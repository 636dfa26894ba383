//! What a footprint covers: points, bases, and the parts of a straight line.
//! Polygons need not be convex; a line's band has round ends and joints.

use bevy::math::{Vec2, ops};

use super::{
    base::OVERLAP_TOLERANCE,
    hull::{Hull, bounds_of},
    terrain::Footprint,
};

impl Footprint {
    /// The convex pieces of a line's band.
    fn bands(points: &[Vec2], width: f32) -> impl Iterator<Item = Hull> + '_ {
        let single = points.first().filter(|_| points.len() == 1);
        let pairs = points.windows(2).map(move |pair| Hull::band(pair[0], pair[1], width / 2.0));
        pairs.chain(single.map(move |&at| Hull::disc(at, width / 2.0)))
    }

    /// The lower left and the upper right corner of the upright rectangle around it.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        match self {
            Self::Polygon(corners) => bounds_of(corners),
            Self::Circle { at, radius } => (at - radius.0, at + radius.0),
            Self::Line { points, width } => {
                let (low, high) = bounds_of(points);
                (low - width.0 / 2.0, high + width.0 / 2.0)
            }
        }
    }

    /// Whether a point lies on it.
    pub fn contains(&self, point: Vec2) -> bool {
        match self {
            Self::Polygon(corners) => inside_polygon(corners, point),
            Self::Circle { at, radius } => at.distance_squared(point) <= radius.0 * radius.0,
            Self::Line { points, width } => {
                Self::bands(points, width.0).any(|band| band.contains(point))
            }
        }
    }

    /// Whether a shape lies on it in part, by more than the tolerance of contact.
    pub fn overlaps(&self, hull: &Hull) -> bool {
        let ((low, high), (from, to)) = (self.bounds(), hull.bounds());
        if low.cmpgt(to).any() || high.cmplt(from).any() {
            return false;
        }
        let sunk = |other: &Hull| hull.separation_up_to(other, 0.0) < -OVERLAP_TOLERANCE;
        match self {
            Self::Polygon(corners) => {
                inside_polygon(corners, hull.centre())
                    || edges(corners).any(|(a, b)| sunk(&Hull::band(a, b, 0.0)))
            }
            Self::Circle { at, radius } => sunk(&Hull::disc(*at, radius.0)),
            Self::Line { points, width } => Self::bands(points, width.0).any(|band| sunk(&band)),
        }
    }

    /// Inches from its edge to a shape's edge; none when they meet.
    pub fn gap(&self, hull: &Hull) -> f32 {
        let nearest = |gap: f32, other: Hull| gap.min(hull.separation(&other));
        let gap = match self {
            Self::Polygon(corners) => {
                if inside_polygon(corners, hull.centre()) {
                    return 0.0;
                }
                edges(corners).map(|(a, b)| Hull::band(a, b, 0.0)).fold(f32::INFINITY, nearest)
            }
            Self::Circle { at, radius } => hull.separation(&Hull::disc(*at, radius.0)),
            Self::Line { points, width } => {
                Self::bands(points, width.0).fold(f32::INFINITY, nearest)
            }
        };
        gap.max(0.0)
    }

    /// Whether a shape's edge is at most so many inches from its edge, or they meet.
    pub fn within(&self, hull: &Hull, most: f32) -> bool {
        let ((low, high), (from, to)) = (self.bounds(), hull.bounds());
        // A little more than needed, so that rounding never decides.
        let reach = most + 0.01;
        if low.cmpgt(to + reach).any() || high.cmplt(from - reach).any() {
            return false;
        }
        let near = |other: Hull| hull.separation_up_to(&other, most) <= most;
        match self {
            Self::Polygon(corners) => {
                inside_polygon(corners, hull.centre())
                    || edges(corners).any(|(a, b)| near(Hull::band(a, b, 0.0)))
            }
            Self::Circle { at, radius } => near(Hull::disc(*at, radius.0)),
            Self::Line { points, width } => Self::bands(points, width.0).any(near),
        }
    }

    /// Where a straight line lies on it: shares of the line from 0 to 1, sorted, apart.
    pub fn spans_inside(&self, from: Vec2, to: Vec2) -> Vec<(f32, f32)> {
        let length = from.distance(to);
        if length.is_nan() || length <= 1e-6 {
            return if self.contains(from) { vec![(0.0, 1.0)] } else { Vec::new() };
        }
        let (low, high) = self.bounds();
        if low.cmpgt(from.max(to)).any() || high.cmplt(from.min(to)).any() {
            return Vec::new();
        }
        let along = (to - from) / length;
        let clipped = |hull: Hull| {
            let (first, last) = hull.chord(from, along)?;
            let (first, last) = (first.max(0.0) / length, (last / length).min(1.0));
            (first <= last).then_some((first, last))
        };
        match self {
            Self::Polygon(corners) => polygon_spans(corners, from, to),
            Self::Circle { at, radius } => {
                clipped(Hull::disc(*at, radius.0)).into_iter().filter(|(a, b)| b > a).collect()
            }
            Self::Line { points, width } => {
                let mut spans = Vec::new();
                spans.extend(Self::bands(points, width.0).filter_map(clipped));
                merge_spans(&mut spans);
                spans
            }
        }
    }

    /// Its edge as a polygon, with round parts of `segments` points to the full circle.
    pub fn outline(&self, segments: usize) -> Vec<Vec2> {
        match self {
            Self::Polygon(corners) => corners.clone(),
            Self::Circle { at, radius } => Hull::disc(*at, radius.0).outline(0.0, segments),
            Self::Line { points, width } => match points[..] {
                [] => Vec::new(),
                [at] => Hull::disc(at, width.0 / 2.0).outline(0.0, segments),
                _ => band_outline(points, width.0 / 2.0, segments),
            },
        }
    }
}

/// Sorts spans and joins those that meet.
pub(super) fn merge_spans(spans: &mut Vec<(f32, f32)>) {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut kept = 0;
    for i in 1..spans.len() {
        if spans[i].0 <= spans[kept].1 + 1e-6 {
            spans[kept].1 = spans[kept].1.max(spans[i].1);
        } else {
            kept += 1;
            spans[kept] = spans[i];
        }
    }
    spans.truncate(kept + 1);
}

fn edges(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// Even-odd rule.
pub(super) fn inside_polygon(corners: &[Vec2], point: Vec2) -> bool {
    edges(corners)
        .filter(|(a, b)| {
            (a.y > point.y) != (b.y > point.y)
                && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
        })
        .count()
        % 2
        == 1
}

/// Cuts the line at every edge and keeps the pieces whose middle is inside.
fn polygon_spans(corners: &[Vec2], from: Vec2, to: Vec2) -> Vec<(f32, f32)> {
    let way = to - from;
    let mut cuts = Vec::new();
    for (a, b) in edges(corners) {
        let (da, db) = (way.perp_dot(a - from), way.perp_dot(b - from));
        if (da < 0.0) != (db < 0.0) {
            let at = a + (b - a) * (da / (da - db));
            let t = way.dot(at - from) / way.length_squared();
            if t > 0.0 && t < 1.0 {
                cuts.push(t);
            }
        }
    }
    if cuts.is_empty() {
        return if inside_polygon(corners, from + way * 0.5) {
            vec![(0.0, 1.0)]
        } else {
            Vec::new()
        };
    }
    cuts.push(0.0);
    cuts.push(1.0);
    cuts.sort_by(f32::total_cmp);
    let mut spans: Vec<(f32, f32)> = cuts
        .windows(2)
        .map(|pair| (pair[0], pair[1]))
        .filter(|(a, b)| b - a > 1e-6 && inside_polygon(corners, from + way * ((a + b) / 2.0)))
        .collect();
    merge_spans(&mut spans);
    spans
}

/// The left side there, a round end, the right side back, a round end.
fn band_outline(points: &[Vec2], half: f32, segments: usize) -> Vec<Vec2> {
    let normal = |i: usize| (points[i + 1] - points[i]).normalize_or(Vec2::X).perp();
    let last = points.len() - 1;
    // Joints are mitred, up to twice the half width.
    let side = |i: usize| {
        let (before, after) = (normal(i.max(1) - 1), normal(i.min(last - 1)));
        let middle = (before + after).normalize_or(before);
        middle * (half / middle.dot(before).max(0.5))
    };
    let steps = (segments.clamp(4, 1024) / 2).max(2);
    let cap = |at: Vec2, from: Vec2| {
        (1..steps).map(move |k| {
            let (sin, cos) = ops::sin_cos(-std::f32::consts::PI * k as f32 / steps as f32);
            at + Vec2::new(cos, sin).rotate(from)
        })
    };
    let mut outline: Vec<Vec2> = (0..=last).map(|i| points[i] + side(i)).collect();
    outline.extend(cap(points[last], side(last)));
    outline.extend((0..=last).rev().map(|i| points[i] - side(i)));
    outline.extend(cap(points[0], -side(0)));
    // Counter-clockwise like every outline.
    outline.reverse();
    outline
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Inches, Placed, Pose};

    /// A horseshoe open to the top.
    fn horseshoe() -> Footprint {
        let corners = [(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)];
        Footprint::Polygon(corners.map(|(x, y)| Vec2::new(x as f32, y as f32)).to_vec())
    }

    fn hull(x: f32, y: f32) -> Hull {
        let pose = Pose::degrees(Vec2::new(x, y), 90.0);
        Hull::of(&Placed::new(Base::Circle { radius: Inches(0.5) }, pose))
    }

    #[test]
    fn a_line_through_a_horseshoe_is_inside_twice() {
        let spans = horseshoe().spans_inside(Vec2::new(-2.0, 4.0), Vec2::new(8.0, 4.0));
        let expected = [(0.2, 0.4), (0.6, 0.8)];
        assert_eq!(spans.len(), 2);
        for (span, expected) in spans.iter().zip(expected) {
            assert!((span.0 - expected.0).abs() < 1e-5 && (span.1 - expected.1).abs() < 1e-5);
        }
        let low = horseshoe().spans_inside(Vec2::new(-2.0, 1.0), Vec2::new(3.0, 1.0));
        assert!(low.len() == 1 && (low[0].0 - 0.4).abs() < 1e-5 && low[0].1 == 1.0);
        assert!(horseshoe().spans_inside(Vec2::new(3.0, 9.0), Vec2::new(3.0, 2.5)).is_empty());
    }

    #[test]
    fn a_base_fits_into_the_mouth_of_a_horseshoe() {
        assert!(!horseshoe().overlaps(&hull(3.0, 4.0)));
        assert!(!horseshoe().overlaps(&hull(2.5, 4.0)));
        assert!(horseshoe().overlaps(&hull(2.4, 4.0)));
        assert!(horseshoe().overlaps(&hull(1.0, 1.0)));
        assert!((horseshoe().gap(&hull(3.0, 4.0)) - 0.5).abs() < 1e-5);
        assert_eq!(horseshoe().gap(&hull(1.0, 1.0)), 0.0);
        assert!((horseshoe().gap(&hull(3.0, 8.0)) - (5.0f32.sqrt() - 0.5)).abs() < 1e-5);
    }

    #[test]
    fn bent_bands_count_as_one() {
        let points = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
        let wall = Footprint::Line { points, width: Inches(1.0) };
        assert_eq!(wall.spans_inside(Vec2::new(2.5, -2.0), Vec2::new(6.0, 1.5)).len(), 1);
        assert_eq!(wall.spans_inside(Vec2::new(0.0, -2.0), Vec2::new(7.0, 5.0)).len(), 2);
        assert!(wall.contains(Vec2::new(4.4, 2.0)) && !wall.contains(Vec2::new(3.0, 1.0)));
        for point in wall.outline(16) {
            assert!(!wall.contains(point + (point - Vec2::new(4.0, 0.0)) * 0.2), "{point}");
        }
        let thin = vec![Vec2::new(0.0, 1.0), Vec2::new(4.0, 1.0)];
        let thin = Footprint::Line { points: thin, width: Inches::ZERO };
        assert_eq!(thin.spans_inside(Vec2::new(2.0, 0.0), Vec2::new(2.0, 3.0)).len(), 1);
    }

    #[test]
    fn outlines_run_counter_clockwise() {
        let line = vec![Vec2::ZERO, Vec2::new(4.0, 0.0)];
        for shape in [
            Footprint::Line { points: line, width: Inches(1.0) },
            Footprint::Circle { at: Vec2::ONE, radius: Inches(2.0) },
        ] {
            let outline = shape.outline(32);
            let area: f32 = edges(&outline).map(|(a, b)| a.perp_dot(b) / 2.0).sum();
            assert!(area > 4.0, "{area}");
        }
    }
}
