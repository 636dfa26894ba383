//! Terrain pieces as things that are picked up and put down: shifted, turned, and how far apart.

use bevy::math::Vec2;

use super::{base::Pose, terrain::Footprint, units::Inches};

impl Footprint {
    /// The middle of the upright rectangle around it: where it is picked up.
    pub fn middle(&self) -> Vec2 {
        let (low, high) = self.bounds();
        (low + high) / 2.0
    }

    /// The same piece with its middle at a place, turned by the angle from the table's right to
    /// where the pose looks.
    #[must_use]
    pub fn put(&self, pose: &Pose) -> Self {
        let middle = self.middle();
        self.mapped(|point| pose.at + pose.facing.rotate(point - middle))
    }

    /// The same piece a way off.
    #[must_use]
    pub fn shifted(&self, by: Vec2) -> Self {
        self.mapped(|point| point + by)
    }

    fn mapped(&self, map: impl Fn(Vec2) -> Vec2) -> Self {
        match self {
            Self::Polygon(corners) => Self::Polygon(corners.iter().map(|&p| map(p)).collect()),
            Self::Circle { at, radius } => Self::Circle { at: map(*at), radius: *radius },
            Self::Line { points, width } => {
                Self::Line { points: points.iter().map(|&p| map(p)).collect(), width: *width }
            }
        }
    }

    /// The gap to another piece, edge to edge; 0 if they overlap.
    pub fn gap_to_piece(&self, other: &Self) -> Inches {
        const SEGMENTS: usize = 24;
        let (a, b) = (self.outline(SEGMENTS), other.outline(SEGMENTS));
        let inside = a.iter().any(|&point| other.contains(point))
            || b.iter().any(|&point| self.contains(point));
        if inside {
            return Inches::ZERO;
        }
        let mut least = f32::MAX;
        for (a0, a1) in edges(&a) {
            for (b0, b1) in edges(&b) {
                if cross(a0, a1, b0, b1) {
                    return Inches::ZERO;
                }
                least = least
                    .min(distance(a0, b0, b1))
                    .min(distance(a1, b0, b1))
                    .min(distance(b0, a0, a1))
                    .min(distance(b1, a0, a1));
            }
        }
        Inches(least)
    }
}

fn edges(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(&a, &b)| (a, b))
}

fn distance(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let share = ((point - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
    point.distance(a + along * share)
}

fn cross(a0: Vec2, a1: Vec2, b0: Vec2, b1: Vec2) -> bool {
    let side = |a: Vec2, b: Vec2, point: Vec2| (b - a).perp_dot(point - a);
    side(a0, a1, b0) * side(a0, a1, b1) < 0.0 && side(b0, b1, a0) * side(b0, b1, a1) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f32, y: f32, side: f32) -> Footprint {
        let corner = |a: f32, b: f32| Vec2::new(x + a * side, y + b * side);
        let corners = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
        Footprint::Polygon(corners.to_vec())
    }

    #[test]
    fn gaps_between_pieces_are_measured_edge_to_edge() {
        let gap = |a: &Footprint, b: &Footprint| {
            assert!((a.gap_to_piece(b).0 - b.gap_to_piece(a).0).abs() < 1e-4);
            a.gap_to_piece(b).0
        };
        let first = square(0.0, 0.0, 2.0);
        assert!((gap(&first, &square(6.0, 0.0, 1.0)) - 4.0).abs() < 1e-4);
        assert!(gap(&first, &square(1.0, 1.0, 4.0)) < 1e-4);
        assert!(gap(&square(0.0, 0.0, 9.0), &square(3.0, 3.0, 1.0)) < 1e-4, "one in the other");
        // The wall's round end is nearest to the middle of a side.
        let wall = Footprint::Line {
            points: vec![Vec2::new(3.0, 1.0), Vec2::new(9.0, 1.0)],
            width: Inches(0.2),
        };
        assert!((gap(&first, &wall) - 0.9).abs() < 1e-3);
        // In line with it, and yet apart.
        assert!((gap(&first, &square(2.5, 0.5, 1.0)) - 0.5).abs() < 1e-4);
        // A cross of two bars: no corner of one lies in the other.
        let bar =
            |points: [Vec2; 2]| Footprint::Line { points: points.to_vec(), width: Inches(0.5) };
        let upright = bar([Vec2::new(5.0, 0.0), Vec2::new(5.0, 10.0)]);
        let level = bar([Vec2::new(0.0, 5.0), Vec2::new(10.0, 5.0)]);
        assert!(gap(&upright, &level) < 1e-4);
        let disc = Footprint::Circle { at: Vec2::new(5.0, 1.0), radius: Inches(1.0) };
        assert!((gap(&first, &disc) - 2.0).abs() < 0.02);
    }

    #[test]
    fn a_shifted_piece_keeps_its_shape() {
        assert_eq!(square(1.0, 2.0, 3.0).shifted(Vec2::new(4.0, -1.0)), square(5.0, 1.0, 3.0));
    }

    #[test]
    fn a_piece_is_put_down_by_its_middle_and_turned() {
        let bar = Footprint::Line {
            points: vec![Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0)],
            width: Inches(0.5),
        };
        let put = bar.put(&Pose::degrees(Vec2::new(10.0, 10.0), 90.0));
        let Footprint::Line { points, .. } = put else { panic!() };
        assert!(points[0].distance(Vec2::new(10.0, 8.0)) < 1e-4, "{points:?}");
        assert!(points[1].distance(Vec2::new(10.0, 12.0)) < 1e-4, "{points:?}");
    }
}
