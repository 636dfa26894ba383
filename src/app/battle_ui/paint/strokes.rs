//! Lines over the table as one egui mesh, in window points: each with a dark edge at both sides, so
//! that it can be seen on every ground, and smooth at its borders. A mesh can be kept and painted
//! again as long as nothing about it changes.
//!
//! - *strip*: one unbroken piece of a line.
//! - *profile*: what a line is made of from side to side: nothing, edge, colour, edge, nothing.
//! - *station*: a point along a line where something is drawn, with the direction there.

use bevy_egui::egui::{Color32, Mesh, Pos2, Rect, Vec2, vec2};

/// How wide the dark edge is.
const EDGE: f32 = 1.0;
/// How far a border is blurred.
const SOFT: f32 = 0.6;
/// Points closer than this are one.
const SAME: f32 = 0.3;
/// Dashes for what would be: on and off.
pub const DASHES: (f32, f32) = (7.0, 5.0);
/// Dots for what may not be: on and off.
pub const DOTS: (f32, f32) = (2.0, 4.0);

/// Lines in the making.
pub struct Strokes {
    mesh: Mesh,
    edge: Color32,
    clip: Rect,
    /// How large everything is drawn; 1 is as meant.
    size: f32,
}

/// A colour made more transparent.
fn thin(colour: Color32, share: f32) -> Color32 {
    colour.gamma_multiply(share.clamp(0.0, 1.0))
}

impl Strokes {
    /// No lines yet. They will have this dark edge; what lies outside the part of the window is
    /// left out.
    pub fn new(edge: Color32, window: Rect) -> Self {
        Self { mesh: Mesh::default(), edge, clip: window.expand(24.0), size: 1.0 }
    }

    /// Lines and signs are drawn so much larger or smaller than they are said to be.
    pub fn sized(self, size: f32) -> Self {
        Self { size, ..self }
    }

    /// Makes room for as many lines as there were before.
    pub fn with_room_for(mut self, before: &Mesh) -> Self {
        self.mesh.reserve_vertices(before.vertices.len());
        self.mesh.reserve_triangles(before.indices.len() / 3);
        self
    }

    /// What was drawn.
    pub fn into_mesh(self) -> Mesh {
        self.mesh
    }

    /// Draws through points.
    pub fn line(&mut self, points: &[Pos2], closed: bool, colour: Color32, width: f32) {
        let mut kept: Vec<Pos2> = Vec::with_capacity(points.len());
        for &point in points {
            if kept.last().is_none_or(|last| last.distance_sq(point) > SAME * SAME) {
                kept.push(point);
            }
        }
        if closed {
            while kept.len() > 2 && kept[0].distance_sq(kept[kept.len() - 1]) <= SAME * SAME {
                kept.pop();
            }
        }
        if kept.len() >= 2 {
            self.strip(&kept, closed && kept.len() > 2, colour, width);
        }
    }

    /// Draws through points, on and off by so many window points; closed lines end as they begin.
    pub fn pattern(
        &mut self,
        points: &[Pos2],
        closed: bool,
        colour: Color32,
        width: f32,
        (on, off): (f32, f32),
    ) {
        for piece in pieces(points, closed, on, off) {
            if self.sees(&piece) {
                self.line(&piece, false, colour, width);
            }
        }
    }

    /// A filled convex shape, faint, without any edge.
    pub fn wash(&mut self, points: &[Pos2], colour: Color32) {
        if points.len() < 3 || !self.sees(points) {
            return;
        }
        let first = self.mesh.vertices.len() as u32;
        for &point in points {
            self.mesh.colored_vertex(point, colour);
        }
        for i in 1..points.len() as u32 - 1 {
            self.mesh.add_triangle(first, first + i, first + i + 1);
        }
    }

    /// A round dot with a dark edge.
    pub fn dot(&mut self, at: Pos2, radius: f32, colour: Color32) {
        if !self.clip.contains(at) {
            return;
        }
        let radius = radius * self.size;
        let around = (radius * 2.0).clamp(8.0, 24.0) as u32;
        let edge = thin(self.edge, f32::from(colour.a()) / 255.0);
        let rings = [
            (radius - SOFT / 2.0, colour),
            (radius + SOFT / 2.0, edge),
            (radius + EDGE * self.size, edge),
            (radius + EDGE * self.size + SOFT, Color32::TRANSPARENT),
        ];
        let first = self.mesh.vertices.len() as u32;
        self.mesh.colored_vertex(at, colour);
        for i in 0..around {
            let way = Vec2::angled(i as f32 / around as f32 * std::f32::consts::TAU);
            for (out, colour) in rings {
                self.mesh.colored_vertex(at + way * out, colour);
            }
        }
        let rings = rings.len() as u32;
        for i in 0..around {
            let (a, b) = (first + 1 + i * rings, first + 1 + (i + 1) % around * rings);
            self.mesh.add_triangle(first, a, b);
            for ring in 0..rings - 1 {
                self.mesh.add_triangle(a + ring, a + ring + 1, b + ring);
                self.mesh.add_triangle(b + ring, a + ring + 1, b + ring + 1);
            }
        }
    }

    /// A filled triangle with a dark edge: base on a line, tip beside it.
    pub fn barb(&mut self, at: Pos2, along: Vec2, out: Vec2, size: f32, colour: Color32) {
        if !self.clip.contains(at) {
            return;
        }
        let size = size * self.size;
        let half = along * size * 0.55;
        let corners = [at - half, at + half, at + out * size];
        let edge = thin(self.edge, f32::from(colour.a()) / 255.0);
        let middle = at + out * size * 0.33;
        let grow = |by: f32| corners.map(|p| p + (p - middle).normalized() * by);
        for (shape, colour) in [(grow(EDGE * self.size * 1.6), edge), (corners, colour)] {
            self.wash(&shape, colour);
        }
    }

    /// Short slanting lines from a closed edge inwards; `slant` is their direction, to either end.
    pub fn hatch(&mut self, points: &[Pos2], slant: Vec2, length: f32, step: f32, colour: Color32) {
        let length = length * self.size;
        for (at, along) in stations(points, true, step) {
            if !self.clip.contains(at) {
                continue;
            }
            let steep = slant.dot(inwards(along));
            // Where the edge runs along the hatching there is none.
            if steep.abs() > 0.3 {
                let way = slant * steep.signum();
                self.plain([at + way * 1.5, at + way * length], colour, 1.0);
            }
        }
    }

    /// A line without a dark edge, for what is only a texture.
    pub fn plain(&mut self, [from, to]: [Pos2; 2], colour: Color32, width: f32) {
        let across = (to - from).normalized().rot90();
        let half = width / 2.0;
        let profile = [
            (-half - SOFT, Color32::TRANSPARENT),
            (-half + SOFT / 2.0, colour),
            (half - SOFT / 2.0, colour),
            (half + SOFT, Color32::TRANSPARENT),
        ];
        let first = self.mesh.vertices.len() as u32;
        for point in [from, to] {
            for (off, colour) in profile {
                self.mesh.colored_vertex(point + across * off, colour);
            }
        }
        self.join(first, first + 4, 4);
    }

    /// Triangles between two rows of vertices.
    fn join(&mut self, a: u32, b: u32, count: u32) {
        for i in 0..count - 1 {
            self.mesh.add_triangle(a + i, a + i + 1, b + i);
            self.mesh.add_triangle(b + i, a + i + 1, b + i + 1);
        }
    }

    fn sees(&self, points: &[Pos2]) -> bool {
        points.iter().any(|&point| self.clip.contains(point))
            || Rect::from_points(points).intersects(self.clip)
    }

    /// Whether a leg of a line may be in sight.
    fn sees_leg(&self, a: Pos2, b: Pos2) -> bool {
        Rect::from_two_pos(a, b).intersects(self.clip)
    }

    fn strip(&mut self, points: &[Pos2], closed: bool, colour: Color32, width: f32) {
        let edge = thin(self.edge, f32::from(colour.a()) / 255.0);
        let half = width * self.size / 2.0;
        let dark = EDGE * self.size;
        let outs = [half + dark + SOFT, half + dark, half + SOFT / 2.0, half - SOFT / 2.0];
        let whole = [Color32::TRANSPARENT, edge, edge, colour];
        let count = points.len();
        let way = |i: usize, j: usize| (points[j % count] - points[i % count]).normalized();
        let mut last: Option<(u32, Pos2)> = None;
        let mut first_row = None;
        for i in 0..count {
            let before = if i > 0 || closed { way(i + count - 1, i) } else { way(0, 1) };
            let after = if i + 1 < count || closed { way(i, i + 1) } else { before };
            let across = (before + after).normalized().rot90();
            let across = if across.is_finite() { across } else { before.rot90() };
            // Sharp corners are cut off.
            let reach = 1.0 / across.dot(before.rot90()).abs().max(0.5);
            if !closed && i == 0 {
                let start = self.row(points[0] - after * (EDGE + SOFT), across, outs, &[]);
                let dark = [Color32::TRANSPARENT, edge, edge, edge];
                let edged = self.row(points[0] - after * SOFT, across, outs, &dark);
                self.join(start, edged, 8);
                last = Some((edged, points[0]));
            }
            let row = self.row(points[i], across * reach, outs, &whole);
            if let Some((before, from)) = last
                && self.sees_leg(from, points[i])
            {
                self.join(before, row, 8);
            }
            first_row = first_row.or(Some(row));
            last = Some((row, points[i]));
            if !closed && i + 1 == count {
                let dark = [Color32::TRANSPARENT, edge, edge, edge];
                let edged = self.row(points[i] + before * SOFT, across, outs, &dark);
                let end = self.row(points[i] + before * (EDGE + SOFT), across, outs, &[]);
                self.join(row, edged, 8);
                self.join(edged, end, 8);
            }
        }
        if closed
            && let (Some(first), Some((row, from))) = (first_row, last)
            && self.sees_leg(from, points[0])
        {
            self.join(row, first, 8);
        }
    }

    /// A row of vertices across a line, with the colours from outside to the middle; transparent
    /// without colours.
    fn row(&mut self, at: Pos2, across: Vec2, outs: [f32; 4], colours: &[Color32]) -> u32 {
        let first = self.mesh.vertices.len() as u32;
        let colour = |i: usize| colours.get(i).copied().unwrap_or(Color32::TRANSPARENT);
        for (i, out) in outs.into_iter().enumerate() {
            self.mesh.colored_vertex(at - across * out, colour(i));
        }
        for (i, out) in outs.into_iter().enumerate().rev() {
            self.mesh.colored_vertex(at + across * out, colour(i));
        }
        first
    }
}

/// The side of an edge that runs counter-clockwise on the table where the inside is.
pub fn inwards(along: Vec2) -> Vec2 {
    vec2(along.y, -along.x)
}

fn legs(points: &[Pos2], closed: bool) -> impl Iterator<Item = (Pos2, Pos2)> {
    let last = if closed { points.len() } else { points.len().saturating_sub(1) };
    (0..last).map(|i| (points[i], points[(i + 1) % points.len()]))
}

fn length(points: &[Pos2], closed: bool) -> f32 {
    legs(points, closed).map(|(a, b)| a.distance(b)).sum()
}

/// Points along a line at even distances of about `step`, each with the direction there.
pub fn stations(points: &[Pos2], closed: bool, step: f32) -> Vec<(Pos2, Vec2)> {
    let whole = length(points, closed);
    let count = (whole / step).floor();
    if count < 1.0 {
        return Vec::new();
    }
    let step = whole / count;
    let mut found = Vec::with_capacity(count as usize);
    let mut next = step / 2.0;
    for (a, b) in legs(points, closed) {
        let leg = a.distance(b);
        while next <= leg && leg > 0.0 {
            found.push((a.lerp(b, next / leg), (b - a) / leg));
            next += step;
        }
        next -= leg;
    }
    found
}

/// Cuts a line into pieces `on` long with gaps of `off`; around a closed line they come out even.
fn pieces(points: &[Pos2], closed: bool, on: f32, off: f32) -> Vec<Vec<Pos2>> {
    /// Lines longer than this are cut more coarsely, should the view ever be that near.
    const MOST: f32 = 4000.0;
    let whole = length(points, closed);
    let period = (on + off).max(whole / MOST).max(0.5);
    // A closed line has whole periods; an open one ends with a dash.
    let count = if closed { (whole / period).round() } else { ((whole + off) / period).round() };
    let count = count.max(1.0);
    let fitted = if closed { whole / count } else { whole / (count - off / (on + off)) };
    let on = fitted * on / (on + off);
    let mut found: Vec<Vec<Pos2>> = Vec::new();
    let mut piece: Vec<Pos2> = Vec::new();
    let mut along = 0.0_f32;
    for (a, b) in legs(points, closed) {
        let leg = a.distance(b);
        let mut done = 0.0;
        while done < leg {
            let phase = along % fitted;
            let drawn = phase < on - 1e-3;
            let left = if drawn { on - phase } else { fitted - phase }.max(0.02);
            let end = (done + left).min(leg);
            if drawn {
                if piece.is_empty() {
                    piece.push(a.lerp(b, done / leg));
                }
                piece.push(a.lerp(b, end / leg));
            }
            along += end - done;
            if end < leg || !drawn {
                let finished = std::mem::take(&mut piece);
                if finished.len() > 1 {
                    found.push(finished);
                }
            }
            done = end;
        }
    }
    if piece.len() > 1 {
        found.push(piece);
    }
    found
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    fn square() -> [Pos2; 4] {
        [pos2(10.0, 10.0), pos2(110.0, 10.0), pos2(110.0, 110.0), pos2(10.0, 110.0)]
    }

    fn strokes() -> Strokes {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 200.0));
        Strokes::new(Color32::from_black_alpha(180), window)
    }

    #[test]
    fn dashes_around_a_square_come_out_even() {
        let found = pieces(&square(), true, 7.0, 5.0);
        assert_eq!(found.len(), 33);
        let drawn: f32 = found.iter().map(|piece| length(piece, false)).sum();
        assert!((drawn - 400.0 * 7.0 / 12.0).abs() < 2.0, "{drawn}");
    }

    #[test]
    fn an_open_line_begins_and_ends_with_a_dash() {
        let line = [pos2(0.0, 0.0), pos2(60.0, 0.0), pos2(100.0, 0.0)];
        let found = pieces(&line, false, 7.0, 5.0);
        let first = found.first().and_then(|piece| piece.first()).expect("a dash");
        let last = found.last().and_then(|piece| piece.last()).expect("a dash");
        assert_eq!(*first, line[0]);
        assert!(last.distance(line[2]) < 0.1, "{last:?}");
    }

    #[test]
    fn stations_are_evenly_spread() {
        let found = stations(&square(), true, 30.0);
        assert_eq!(found.len(), 13);
        let (at, along) = found[0];
        assert!((at.x - 10.0 - 400.0 / 26.0).abs() < 0.01);
        assert_eq!(along, vec2(1.0, 0.0));
    }

    #[test]
    fn what_is_outside_the_window_costs_no_triangles() {
        let mut near = strokes();
        near.line(&square(), true, Color32::WHITE, 1.5);
        assert!(near.into_mesh().indices.len() > 100);
        let mut far = strokes();
        let away = square().map(|p| p + vec2(1000.0, 0.0));
        far.line(&away, true, Color32::WHITE, 1.5);
        far.pattern(&away, true, Color32::WHITE, 1.5, DASHES);
        assert!(far.into_mesh().indices.is_empty());
    }

    #[test]
    fn hatching_lies_inside() {
        let mut strokes = strokes();
        // Counter-clockwise on the table, where y goes up: clockwise in the window reversed.
        let mut edge = square();
        edge.reverse();
        strokes.hatch(&edge, vec2(0.7, -0.7), 8.0, 9.0, Color32::WHITE);
        let mesh = strokes.into_mesh();
        let inside = Rect::from_min_max(pos2(8.0, 8.0), pos2(112.0, 112.0));
        assert!(!mesh.vertices.is_empty());
        assert!(mesh.vertices.iter().all(|vertex| inside.contains(vertex.pos)));
    }
}
