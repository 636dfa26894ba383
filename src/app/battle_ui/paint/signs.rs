//! What is put on lines and into shapes: the signs of the sides, arrow heads, hatching.

use bevy_egui::egui::{self, Color32, Pos2};

use super::strokes::{self, Strokes, stations};
use crate::{app::theme::strength, battle::SideId};

/// A closed edge that belongs to a side: dots along the first side's, barbs along the second's, and
/// hatching inside that rises or falls.
pub fn side_edge(strokes: &mut Strokes, points: &[Pos2], side: SideId, colour: Color32) {
    let first = side.index().is_multiple_of(2);
    let slant = egui::vec2(1.0, if first { -1.0 } else { 1.0 }).normalized();
    strokes.hatch(points, slant, 9.0, 6.0, colour.gamma_multiply(strength::HATCHING));
    strokes.line(points, true, colour, 1.5);
    side_signs(strokes, points, true, side, colour);
}

/// The dots or barbs of a side along a line.
pub fn side_signs(
    strokes: &mut Strokes,
    points: &[Pos2],
    closed: bool,
    side: SideId,
    colour: Color32,
) {
    for (at, along) in stations(points, closed, SIGN_STEP) {
        if side.index().is_multiple_of(2) {
            strokes.dot(at, 2.4, colour);
        } else {
            strokes.barb(at, along, -strokes::inwards(along), 5.5, colour);
        }
    }
}

/// Window points between the signs along a side's line.
const SIGN_STEP: f32 = 26.0;

/// An arrow with a filled head.
pub fn arrow(strokes: &mut Strokes, from: Pos2, to: Pos2, colour: Color32, width: f32) {
    let way = (to - from).normalized();
    let size = (from - to).length().min(5.0 + width * 2.5);
    let neck = to - way * size;
    strokes.line(&[from, neck + way], false, colour, width);
    strokes.barb(neck, way.rot90(), way, size, colour);
}

/// Lines rising to the right across a convex shape, so many window points apart.
pub(super) fn across(points: &[Pos2], step: f32) -> Vec<[Pos2; 2]> {
    let along = egui::vec2(1.0, -1.0).normalized();
    let normal = along.rot90();
    let offs = points.iter().map(|point| point.to_vec2().dot(normal));
    let (low, high) = offs.fold((f32::MAX, f32::MIN), |(l, h), off| (l.min(off), h.max(off)));
    let mut lines = Vec::new();
    // From the window's corner, so that hatchings of neighbours run on.
    let mut off = (low / step).ceil() * step;
    while off < high && lines.len() < 500 {
        let mut ends: Vec<f32> = Vec::new();
        for i in 0..points.len() {
            let (a, b) = (points[i].to_vec2(), points[(i + 1) % points.len()].to_vec2());
            let (from, to) = (a.dot(normal) - off, b.dot(normal) - off);
            if (from < 0.0) != (to < 0.0) {
                ends.push(egui::lerp(a.dot(along)..=b.dot(along), from / (from - to)));
            }
        }
        let least = ends.iter().copied().fold(f32::MAX, f32::min);
        let most = ends.iter().copied().fold(f32::MIN, f32::max);
        if least < most {
            let place = |end: f32| (normal * off + along * end).to_pos2();
            lines.push([place(least), place(most)]);
        }
        off += step;
    }
    lines
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Rect, pos2};

    use super::*;

    #[test]
    fn hatching_crosses_the_whole_shape() {
        let square = [pos2(0.0, 0.0), pos2(40.0, 0.0), pos2(40.0, 40.0), pos2(0.0, 40.0)];
        let lines = across(&square, 8.0);
        assert!((6..=8).contains(&lines.len()), "{}", lines.len());
        let within = Rect::from_min_max(pos2(-0.1, -0.1), pos2(40.1, 40.1));
        assert!(lines.iter().flatten().all(|&end| within.contains(end)));
        let longest = lines.iter().map(|[a, b]| a.distance(*b)).fold(0.0, f32::max);
        assert!(longest > 40.0, "{longest}");
        let [a, b] = lines[lines.len() / 2];
        assert_eq!(b.y < a.y, b.x > a.x, "they rise");
    }
}
