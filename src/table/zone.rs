//! Attack zones: the ground around a base that an enemy may not enter.
//! Inside is measured from base edge to base edge. Book: Attack Zones (FORM-02, MOVE-08).

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    base::Placed,
    contour,
    hull::Hull,
    units::{Inches, TOLERANCE},
};

/// Which ground around its base a zone takes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneShape {
    /// All round.
    AllRound,
    /// Only the half plane in front of the line through the base's centre.
    FrontHalf,
}

/// The ground within a distance of a base's edge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// The base that exerts it.
    pub around: Placed,
    /// How far it reaches from that base's edge.
    pub reach: Inches,
    /// Which part of the ground it takes in.
    pub shape: ZoneShape,
}

impl Zone {
    /// The gap between the base edges if a base is inside: nearer than the reach, by more than the
    /// table's tolerance, and with the near part in front where the zone has only a front.
    pub fn entered_by(&self, base: &Placed) -> Option<Inches> {
        let far = self.reach.0 + self.around.base.outer_radius().0 + base.base.outer_radius().0;
        if self.around.pose.at.distance_squared(base.pose.at) > far * far {
            return None;
        }
        self.entered_by_hull(&Hull::of(base))
    }

    /// As [`Self::entered_by`], for any shape, such as the ground a moving base sweeps.
    pub fn entered_by_hull(&self, hull: &Hull) -> Option<Inches> {
        let limit = self.reach.0 - TOLERANCE;
        let around = Hull::of(&self.around);
        let gap = hull.separation_up_to(&around, limit).max(0.0);
        if gap >= limit {
            return None;
        }
        match self.shape {
            ZoneShape::AllRound => Some(Inches(gap)),
            ZoneShape::FrontHalf => {
                let gap = self.gap_in_front(hull, &around)?;
                (gap < limit).then_some(Inches(gap))
            }
        }
    }

    /// The gap between the zone's base and the part of a shape that lies in front of it.
    fn gap_in_front(&self, hull: &Hull, around: &Hull) -> Option<f32> {
        let pose = self.around.pose;
        // A base flush with the line beside the centre is not in front.
        let line = pose.at + pose.facing * TOLERANCE;
        let (gap, (near, _)) = hull.separation_and_closest_points(around);
        if (near - line).dot(pose.facing) >= 0.0 {
            return Some(gap.max(0.0));
        }
        if hull.extent(pose.facing) <= line.dot(pose.facing) {
            return None;
        }
        // The nearest point lies behind, so the nearest in front lies on the line itself.
        let (from, to) = hull.chord(line, pose.right())?;
        let cut = Hull::band(line + pose.right() * from, line + pose.right() * to, 0.0);
        Some(cut.separation(around).max(0.0))
    }

    /// The zone's edge as a polygon, counter-clockwise.
    pub fn outline(&self) -> Vec<Vec2> {
        let whole = Hull::of(&self.around).outline(self.reach.0, 48);
        match self.shape {
            ZoneShape::AllRound => whole,
            ZoneShape::FrontHalf => {
                clip_to_front(&whole, self.around.pose.at, self.around.pose.facing)
            }
        }
    }

    /// How far outside a point is, in inches; below zero it is inside.
    fn outside(&self, point: Vec2) -> f32 {
        let gap = self.around.gap_to_point(point) - self.reach.0;
        match self.shape {
            ZoneShape::AllRound => gap,
            ZoneShape::FrontHalf => {
                gap.max((self.around.pose.at - point).dot(self.around.pose.facing))
            }
        }
    }
}

/// The part of a convex polygon in front of a line.
fn clip_to_front(outline: &[Vec2], at: Vec2, facing: Vec2) -> Vec<Vec2> {
    let ahead = |p: Vec2| (p - at).dot(facing);
    let mut front = Vec::with_capacity(outline.len() + 2);
    for i in 0..outline.len() {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        let (da, db) = (ahead(a), ahead(b));
        if da >= 0.0 {
            front.push(a);
        }
        if (da < 0.0) != (db < 0.0) {
            front.push(a + (b - a) * (da / (da - db)));
        }
    }
    front
}

/// The side of a cell of the grid that the zones are laid on, in inches.
const CELL: f32 = 0.125;
/// Grids of more points than this get larger cells. Guards against huge inputs.
const MOST_POINTS: f32 = 1_000_000.0;

/// The edge of all zones taken together, as closed loops, for drawing: outer edges run
/// counter-clockwise, the edges of gaps in the middle clockwise. Exact to a few hundredths.
pub fn merged_outlines(zones: &[Zone]) -> Vec<Vec<Vec2>> {
    let bounds = |zone: &Zone| {
        let half = zone.around.base.outer_radius().0 + zone.reach.0;
        (zone.around.pose.at - half, zone.around.pose.at + half)
    };
    let sound = |zone: &&Zone| bounds(zone).0.is_finite() && bounds(zone).1.is_finite();
    let zones: Vec<&Zone> = zones.iter().filter(sound).collect();
    let Some(first) = zones.first() else { return Vec::new() };
    let (mut low, mut high) = bounds(first);
    for zone in &zones {
        let (a, b) = bounds(zone);
        (low, high) = (low.min(a), high.max(b));
    }
    let area = (high - low).max(Vec2::ONE);
    let cell = CELL.max((area.x * (area.y / MOST_POINTS)).sqrt());
    let low = low - cell * 1.5;
    let size = ((high - low) / cell).ceil() + 2.0;
    let (columns, rows) = (size.x.clamp(2.0, 4e5) as usize, size.y.clamp(2.0, 4e5) as usize);
    if columns.saturating_mul(rows) > 4 * MOST_POINTS as usize {
        return Vec::new();
    }
    let at = |column: usize, row: usize| low + Vec2::new(column as f32, row as f32) * cell;
    let mut values = vec![1.0_f32; columns * rows];
    for zone in zones {
        let (a, b) = bounds(zone);
        let from = ((a - low) / cell).floor().max(Vec2::ZERO);
        let to = ((b - low) / cell).ceil();
        for row in from.y as usize..=(to.y as usize).min(rows - 1) {
            for column in from.x as usize..=(to.x as usize).min(columns - 1) {
                let value = &mut values[row * columns + column];
                *value = value.min(zone.outside(at(column, row)));
            }
        }
    }
    contour::loops(columns, rows, &values, |index| at(index % columns, index / columns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Pose};

    fn disc(x: f32, y: f32) -> Placed {
        Placed::new(Base::Circle { radius: Inches(0.5) }, Pose::degrees(Vec2::new(x, y), 90.0))
    }

    fn zone(shape: ZoneShape, reach: f32) -> Zone {
        Zone { around: disc(10.0, 10.0), reach: Inches(reach), shape }
    }

    fn area(outline: &[Vec2]) -> f32 {
        let twice = |i: usize| outline[i].perp_dot(outline[(i + 1) % outline.len()]);
        (0..outline.len()).map(twice).sum::<f32>() / 2.0
    }

    #[test]
    fn form_02_the_edge_of_a_zone_is_outside() {
        let zone = zone(ZoneShape::AllRound, 1.0);
        assert_eq!(zone.entered_by(&disc(12.0, 10.0)), None);
        assert_eq!(zone.entered_by(&disc(11.99, 10.0)), None);
        let gap = zone.entered_by(&disc(11.95, 10.0)).expect("a twentieth of an inch inside");
        assert!((gap.0 - 0.95).abs() < 1e-4);
        assert_eq!(zone.entered_by(&disc(10.3, 10.0)), Some(Inches(0.0)));
    }

    #[test]
    fn form_02_a_front_zone_ignores_what_is_behind() {
        let zone = zone(ZoneShape::FrontHalf, 2.0);
        assert!(zone.entered_by(&disc(10.0, 12.5)).is_some());
        assert_eq!(zone.entered_by(&disc(10.0, 8.5)), None);
        assert_eq!(zone.entered_by(&disc(12.0, 9.5)), None);
        // The nearest point is behind, but a part that is still within reach lies in front.
        let gap = zone.entered_by(&disc(12.0, 9.8)).expect("its upper part is in front");
        assert!(gap.0 > 1.0 && gap.0 < 1.1, "{gap}");
        assert_eq!(zone.entered_by(&disc(12.95, 9.6)), None);
    }

    #[test]
    fn outlines_are_as_large_as_the_zones() {
        let whole = area(&zone(ZoneShape::AllRound, 1.5).outline());
        assert!((whole - std::f32::consts::PI * 4.0).abs() < 0.1, "{whole}");
        let front = area(&zone(ZoneShape::FrontHalf, 1.5).outline());
        assert!((front - std::f32::consts::PI * 2.0).abs() < 0.1, "{front}");
    }

    #[test]
    fn merged_outlines_join_what_overlaps() {
        let at = |x: f32| Zone { around: disc(x, 10.0), ..zone(ZoneShape::AllRound, 1.5) };
        assert_eq!(merged_outlines(&[at(10.0), at(20.0)]).len(), 2);
        let both = merged_outlines(&[at(10.0), at(13.0)]);
        assert_eq!(both.len(), 1);
        // Two discs of radius 2, 3 apart.
        assert!((area(&both[0]) - 23.32).abs() < 0.3, "{}", area(&both[0]));
        assert!(merged_outlines(&[]).is_empty());
        let ring: Vec<Zone> = (0..12)
            .map(|i| {
                let at =
                    Vec2::new(20.0, 20.0) + crate::table::base::direction(i as f32 * 30.0) * 6.0;
                Zone { around: disc(at.x, at.y), ..zone(ZoneShape::AllRound, 1.5) }
            })
            .collect();
        let loops = merged_outlines(&ring);
        assert_eq!(loops.len(), 2);
        assert_eq!(loops.iter().filter(|outline| area(outline) > 0.0).count(), 1);
    }
}
