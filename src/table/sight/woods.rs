//! Woods: the depth of a line of sight inside them, and what lies too deep to be seen.

use bevy::math::Vec2;

use super::{
    HiddenBy, WOODS_DEPTH,
    frame::{Frame, NEAR},
    shadow::{Shadows, Span, for_each_band},
};
use crate::table::{terrain::Footprint, units::TOLERANCE};

/// Slices between which the hidden height is taken as linear differ by no more than this.
const STEP: f32 = 0.02;

/// One outline of woods in the frame.
struct Wood {
    outline: Outline,
    top: f32,
    index: usize,
}

enum Outline {
    /// Where its corners lie in the list of all corners.
    Polygon(std::ops::Range<usize>),
    Disc {
        centre: Vec2,
        radius: f32,
    },
}

/// A part of a line of sight inside a wood, as distances along the axis.
#[derive(Clone, Copy)]
struct Inside {
    from: f32,
    to: f32,
    top: f32,
    index: usize,
}

/// What one bearing is worth.
#[derive(Clone, Copy)]
struct Slice {
    slope: f32,
    /// The share of the target's height that lies behind too much wood.
    hidden: f32,
    /// The wood with most of the depth.
    index: usize,
    /// Whether the line to the target's feet goes through any wood.
    obscured: bool,
}

/// All woods that the view may go through.
#[derive(Default)]
pub(super) struct Woods {
    woods: Vec<Wood>,
    corners: Vec<Vec2>,
    inside: Vec<Inside>,
    parts: Vec<(f32, f32)>,
}

impl Woods {
    /// Adds a footprint, if the view meets it.
    pub(super) fn terrain(&mut self, frame: &Frame, footprint: &Footprint, top: f32, index: usize) {
        match footprint {
            Footprint::Polygon(points) => {
                if frame.misses(points, 0.0, frame.depth) {
                    return;
                }
                self.polygon(frame, points.iter().copied(), top, index);
            }
            Footprint::Circle { at, radius } => {
                self.disc(frame, frame.local(*at), radius.0, top, index);
            }
            Footprint::Line { points, width } => {
                if frame.misses(points, width.0 / 2.0, frame.depth) {
                    return;
                }
                for_each_band(points, width.0, |band| {
                    self.polygon(frame, band.into_iter(), top, index);
                });
                for &joint in points {
                    self.disc(frame, frame.local(joint), width.0 / 2.0, top, index);
                }
            }
        }
    }

    fn polygon(
        &mut self,
        frame: &Frame,
        points: impl Iterator<Item = Vec2>,
        top: f32,
        index: usize,
    ) {
        let start = self.corners.len();
        self.corners.extend(points.map(|point| frame.local(point)));
        let range = start..self.corners.len();
        if range.len() < 3 {
            self.corners.truncate(start);
        } else {
            self.woods.push(Wood { outline: Outline::Polygon(range), top, index });
        }
    }

    fn disc(&mut self, frame: &Frame, centre: Vec2, radius: f32, top: f32, index: usize) {
        if radius > 0.0 && !frame.misses_disc(centre, radius, frame.depth) {
            self.woods.push(Wood { outline: Outline::Disc { centre, radius }, top, index });
        }
    }

    /// Adds what lies too deep behind woods, and tells whether any line of sight goes through
    /// some.
    pub(super) fn shade(&mut self, frame: &Frame, shadows: &mut Shadows) -> bool {
        if self.woods.is_empty() {
            return false;
        }
        let mut obscured = false;
        // Where outlines overlap, the depth bends in places that are no corners.
        let samples: u8 = if self.woods.len() > 1 { 8 } else { 4 };
        let cuts = self.cuts(frame);
        for cut in cuts.windows(2) {
            let (from, to) = (cut[0], cut[1]);
            if to - from < 1e-6 {
                continue;
            }
            // A little inside, so that an outline's corner counts for the side it is on.
            let inset = (to - from) * 1e-4;
            let mut last: Option<Slice> = None;
            for sample in 0..=samples {
                let share = f32::from(sample) / f32::from(samples);
                let slope = from + inset + (to - from - 2.0 * inset) * share;
                let mut slice = self.slice(frame, slope);
                obscured |= slice.obscured;
                if sample == 0 {
                    slice.slope = from;
                } else if sample == samples {
                    slice.slope = to;
                }
                if let Some(last) = last {
                    self.between(frame, shadows, last, slice);
                }
                last = Some(slice);
            }
        }
        obscured
    }

    /// The slopes at which the depth may bend.
    fn cuts(&self, frame: &Frame) -> Vec<f32> {
        let view = frame.right_slope..frame.left_slope;
        let mut cuts = vec![view.start, view.end];
        let mut cut = |slope: f32| {
            if view.contains(&slope) {
                cuts.push(slope);
            }
        };
        for wood in &self.woods {
            match wood.outline {
                Outline::Polygon(ref range) => {
                    let corners = &self.corners[range.clone()];
                    let mut last = corners[corners.len() - 1];
                    for &corner in corners {
                        if corner.x > NEAR {
                            cut(corner.y / corner.x);
                        }
                        if (corner.x > frame.depth) != (last.x > frame.depth) {
                            let share = (frame.depth - last.x) / (corner.x - last.x);
                            cut((last.y + (corner.y - last.y) * share) / frame.depth);
                        }
                        last = corner;
                    }
                }
                Outline::Disc { centre, radius } => {
                    let square = centre.x * centre.x - radius * radius;
                    let root = radius * (centre.length_squared() - radius * radius).sqrt();
                    if centre.x > radius {
                        cut((centre.x * centre.y - root) / square);
                        cut((centre.x * centre.y + root) / square);
                    }
                    let offset = frame.depth - centre.x;
                    let half = (radius * radius - offset * offset).sqrt();
                    cut((centre.y - half) / frame.depth);
                    cut((centre.y + half) / frame.depth);
                }
            }
        }
        cuts.sort_unstable_by(f32::total_cmp);
        cuts
    }

    /// Adds the spans between two slices, halving until they are alike.
    fn between(&mut self, frame: &Frame, shadows: &mut Shadows, a: Slice, b: Slice) {
        if a.hidden <= 0.0 && b.hidden <= 0.0 {
            return;
        }
        let width = frame.left_slope - frame.right_slope;
        let alike = (a.hidden - b.hidden).abs() <= STEP;
        if alike || b.slope - a.slope <= 1e-5 * width {
            let higher = if a.hidden >= b.hidden { a } else { b };
            let by = HiddenBy::Terrain(higher.index);
            let (from, to) = (a.slope, b.slope);
            shadows.push(frame, Span::new((from, a.hidden), (to, b.hidden), by));
        } else {
            let middle = self.slice(frame, (a.slope + b.slope) / 2.0);
            self.between(frame, shadows, a, middle);
            self.between(frame, shadows, middle, b);
        }
    }

    fn slice(&mut self, frame: &Frame, slope: f32) -> Slice {
        self.cross(frame, slope);
        let stretch = (1.0 + slope * slope).sqrt();
        let most = WOODS_DEPTH.0 + TOLERANCE;
        let foot = frame.bottom;
        let head = frame.bottom + frame.height;
        let low = self.depth(frame, foot) * stretch;
        let mut slice = Slice { slope, hidden: 0.0, index: 0, obscured: low > TOLERANCE };
        if low <= most {
            return slice;
        }
        slice.index = self.thickest();
        if self.depth(frame, head) * stretch > most {
            slice.hidden = 1.0;
            return slice;
        }
        // The higher the point looked at, the sooner the line is over the tree tops.
        let (mut under, mut over) = (0.0, 1.0);
        for _ in 0..14 {
            let middle: f32 = (under + over) / 2.0;
            let deep = self.depth(frame, foot + (head - foot) * middle) * stretch > most;
            if deep {
                under = middle;
            } else {
                over = middle;
            }
        }
        slice.hidden = (under + over) / 2.0;
        slice
    }

    /// Finds the parts of a bearing inside woods, up to the picture plane.
    fn cross(&mut self, frame: &Frame, slope: f32) {
        self.inside.clear();
        for wood in &self.woods {
            let (top, index) = (wood.top, wood.index);
            let mut add = |from: f32, to: f32| {
                let (from, to) = (from.max(0.0), to.min(frame.depth));
                if to > from {
                    self.inside.push(Inside { from, to, top, index });
                }
            };
            match wood.outline {
                Outline::Disc { centre, radius } => {
                    let product = centre.x + centre.y * slope;
                    let square = 1.0 + slope * slope;
                    let outside = centre.length_squared() - radius * radius;
                    let root = product * product - outside * square;
                    if root > 0.0 {
                        let root = root.sqrt();
                        add((product - root) / square, (product + root) / square);
                    }
                }
                Outline::Polygon(ref range) => {
                    let corners = &self.corners[range.clone()];
                    let mut crossings = Crossings::new();
                    let mut last = corners[corners.len() - 1];
                    let mut last_side = last.y - slope * last.x;
                    for &corner in corners {
                        let side = corner.y - slope * corner.x;
                        if (side > 0.0) != (last_side > 0.0) {
                            let share = last_side / (last_side - side);
                            crossings.push(last.x + (corner.x - last.x) * share);
                        }
                        (last, last_side) = (corner, side);
                    }
                    for pair in crossings.sorted().chunks_exact(2) {
                        add(pair[0], pair[1]);
                    }
                }
            }
        }
    }

    /// How far the line from the eye to a height on the picture plane runs inside woods and below
    /// their tops, along the axis. Overlapping woods count once.
    fn depth(&mut self, frame: &Frame, height: f32) -> f32 {
        let climb = (height - frame.eye) / frame.depth;
        self.parts.clear();
        self.parts.extend(self.inside.iter().filter_map(|part| {
            let room = part.top - frame.eye;
            let over_all = climb == 0.0 && room <= 0.0;
            let from = if climb < 0.0 { part.from.max(room / climb) } else { part.from };
            let to = if climb > 0.0 { part.to.min(room / climb) } else { part.to };
            (to > from && !over_all).then_some((from, to))
        }));
        if self.parts.len() > 1 {
            self.parts.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        }
        let (mut sum, mut done) = (0.0, 0.0_f32);
        for &(from, to) in &self.parts {
            sum += (to - from.max(done)).max(0.0);
            done = done.max(to);
        }
        sum
    }

    fn thickest(&self) -> usize {
        let deeper = |a: &Inside, b: &Inside| (a.to - a.from).total_cmp(&(b.to - b.from));
        // The first of several alike.
        self.inside.iter().rev().max_by(|a, b| deeper(a, b)).map_or(0, |part| part.index)
    }
}

/// The places where a line crosses an outline; a line that crosses more often is cut short.
struct Crossings {
    places: [f32; 32],
    count: usize,
}

impl Crossings {
    fn new() -> Self {
        Self { places: [0.0; 32], count: 0 }
    }

    fn push(&mut self, place: f32) {
        if let Some(slot) = self.places.get_mut(self.count) {
            *slot = place;
            self.count += 1;
        }
    }

    fn sorted(&mut self) -> &[f32] {
        let places = &mut self.places[..self.count];
        places.sort_unstable_by(f32::total_cmp);
        places
    }
}
