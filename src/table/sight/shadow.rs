//! What the things in between hide: each edge of an outline, projected onto the picture plane,
//! is a straight line of hidden height over a range of slopes.

use bevy::math::{Vec2, ops};

use super::{
    HiddenBy, Standing,
    frame::{Frame, NEAR, NearSide},
    slope,
};
use crate::table::{base::Base, footprint::inside_polygon, terrain::Footprint};

/// A range of slopes with the hidden share of the target's height, linear from one end to the
/// other. Shares above 1 hide all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: f32,
    pub(super) to: f32,
    start: f32,
    end: f32,
    /// How fast the hidden share rises.
    pub(super) rise: f32,
    pub(super) by: HiddenBy,
}

impl Span {
    /// From one slope with its share to a larger one with its own.
    pub(super) fn new((from, start): (f32, f32), (to, end): (f32, f32), by: HiddenBy) -> Self {
        Self { from, to, start, end, rise: (end - start) / (to - from), by }
    }

    /// The hidden share at a slope within the span.
    pub(super) fn at(&self, slope: f32) -> f32 {
        if slope <= self.from {
            self.start
        } else if slope >= self.to {
            self.end
        } else {
            self.start + self.rise * (slope - self.from)
        }
    }
}

/// The shadows collected so far.
#[derive(Default)]
pub(super) struct Shadows {
    pub(super) spans: Vec<Span>,
    /// Whether a single span hides the whole target.
    pub(super) sealed: bool,
    points: Vec<Vec2>,
    near_side: Option<NearSide>,
}

impl Shadows {
    /// Adds what a footprint of this height hides.
    pub(super) fn terrain(&mut self, frame: &Frame, footprint: &Footprint, top: f32, by: HiddenBy) {
        match footprint {
            Footprint::Polygon(points) => {
                if frame.misses(points, 0.0, frame.farthest) {
                    return;
                }
                self.points.clear();
                self.points.extend(points.iter().map(|&point| frame.local(point)));
                self.polygon(frame, top, by);
            }
            Footprint::Circle { at, radius } => {
                self.disc(frame, frame.local(*at), radius.0, top, by);
            }
            Footprint::Line { points, width } => {
                if frame.misses(points, width.0 / 2.0, frame.farthest) {
                    return;
                }
                for_each_band(points, width.0, |band| {
                    self.points.clear();
                    self.points.extend(band.map(|point| frame.local(point)));
                    self.polygon(frame, top, by);
                });
                if width.0 > 0.0 {
                    for &joint in points {
                        self.disc(frame, frame.local(joint), width.0 / 2.0, top, by);
                    }
                }
            }
        }
    }

    /// Adds what a model hides; one whose base is beneath the eye hides nothing.
    pub(super) fn model(&mut self, frame: &Frame, model: &Standing, by: HiddenBy) {
        let placed = &model.placed;
        let centre = frame.local(placed.pose.at);
        match placed.base {
            Base::Circle { radius } => {
                if centre.length_squared() > radius.0 * radius.0 {
                    self.disc(frame, centre, radius.0, model.top(), by);
                }
            }
            Base::Rectangle { width, depth } => {
                let ahead = frame.direction(placed.pose.facing);
                let beneath = centre.dot(ahead).abs() <= depth.0 / 2.0
                    && centre.perp_dot(ahead).abs() <= width.0 / 2.0;
                if !beneath {
                    self.points.clear();
                    self.points
                        .extend(placed.rectangle_corners().map(|corner| frame.local(corner)));
                    self.polygon(frame, model.top(), by);
                }
            }
        }
    }

    /// Adds the polygon in `self.points`, which is in the frame.
    fn polygon(&mut self, frame: &Frame, top: f32, by: HiddenBy) {
        if self.points.len() >= 2 {
            let points = std::mem::take(&mut self.points);
            self.outline(frame, &points, top, by);
            self.points = points;
        }
    }

    fn outline(&mut self, frame: &Frame, points: &[Vec2], top: f32, by: HiddenBy) {
        let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for &point in points {
            (least, most) = (point.min(least), point.max(most));
        }
        if least.x > NEAR && most.x <= frame.nearest && frame.hides_all(top) {
            let (mut right, mut left) = (f32::INFINITY, f32::NEG_INFINITY);
            for point in points {
                let slope = point.y / point.x;
                (right, left) = (slope.min(right), slope.max(left));
            }
            let height = frame.hidden_height(top, 1.0 / most.x);
            self.push(frame, Span::new((right, height), (left, height), by));
            return;
        }
        if top > frame.eye && least.x <= NEAR && inside_polygon(points, Vec2::ZERO) {
            self.push_whole(frame, by);
            return;
        }
        let mut last = points[points.len() - 1];
        for &point in points {
            self.edge(frame, last, point, top, by);
            last = point;
        }
        if top < frame.eye && frame.near_target(least, most) {
            self.under_target(frame, points, top, by);
        }
    }

    /// Adds a disc whose centre is in the frame.
    fn disc(&mut self, frame: &Frame, centre: Vec2, radius: f32, top: f32, by: HiddenBy) {
        if radius <= 0.0 || frame.misses_disc(centre, radius, frame.farthest) {
            return;
        }
        let outside = centre.length_squared() - radius * radius;
        if outside <= 0.0 {
            if top > frame.eye {
                self.push_whole(frame, by);
                return;
            }
            self.arc(frame, (frame.right_slope, frame.left_slope), centre, radius, top, by);
        } else if centre.x > radius {
            // Slopes of the two tangents: the roots of
            // (x² - r²) slope² - 2 x y slope + (y² - r²).
            let square = centre.x * centre.x - radius * radius;
            let root = radius * outside.sqrt();
            let product = centre.x * centre.y;
            let (right, left) = ((product - root) / square, (product + root) / square);
            if centre.x + radius <= frame.nearest && frame.hides_all(top) {
                let height = frame.hidden_height(top, 1.0 / (centre.x + radius));
                self.push(frame, Span::new((right, height), (left, height), by));
                return;
            }
            self.arc(frame, (right, left), centre, radius, top, by);
        } else {
            // Reaches beside or behind the eye, where slopes end: seen through its outline.
            self.points.clear();
            self.points.extend(around(centre, radius));
            self.polygon(frame, top, by);
            return;
        }
        if top < frame.eye && frame.near_target(centre - radius, centre + radius) {
            let points: Vec<Vec2> = around(centre, radius).collect();
            self.under_target(frame, &points, top, by);
        }
    }

    /// Adds the side of a disc that decides: the near one if its top is above the eye, else the
    /// far one.
    fn arc(
        &mut self,
        frame: &Frame,
        (right, left): (f32, f32),
        centre: Vec2,
        radius: f32,
        top: f32,
        by: HiddenBy,
    ) {
        let (right, left) = (right.max(frame.right_slope), left.min(frame.left_slope));
        if left <= right {
            return;
        }
        let outside = centre.length_squared() - radius * radius;
        let sign = if top > frame.eye { -1.0 } else { 1.0 };
        let mut last = None;
        for cosine in COSINES {
            // Close together at the ends, where the outline bends away most.
            let share = (1.0 - cosine) / 2.0;
            let slope = right + (left - right) * share;
            let product = centre.x + centre.y * slope;
            let square = 1.0 + slope * slope;
            let root = (product * product - outside * square).max(0.0).sqrt();
            let x = (product + sign * root) / square;
            let point = (x > NEAR).then(|| Vec2::new(1.0, slope) * x);
            if let (Some(a), Some(b)) = (last, point) {
                self.nearer_edge(frame, a, b, top, by);
            }
            last = point;
        }
    }

    /// Adds one edge of an outline, both ends in the frame.
    fn edge(&mut self, frame: &Frame, mut a: Vec2, mut b: Vec2, top: f32, by: HiddenBy) {
        if a.x > b.x {
            (a, b) = (b, a);
        }
        if b.x <= NEAR || a.x >= frame.farthest {
            return;
        }
        if a.x < NEAR {
            a = a.lerp(b, (NEAR - a.x) / (b.x - a.x));
            a.x = NEAR;
        }
        // Cut to the view here: slopes lose their precision beside the eye.
        let left = |point: Vec2| frame.left_slope * point.x - point.y;
        let right = |point: Vec2| point.y - frame.right_slope * point.x;
        if !cut(&mut a, &mut b, left) || !cut(&mut a, &mut b, right) {
            return;
        }
        self.nearer_edge(frame, a, b, top, by);
    }

    /// Adds an edge within the view as far as it is nearer than the target.
    fn nearer_edge(&mut self, frame: &Frame, a: Vec2, b: Vec2, top: f32, by: HiddenBy) {
        if a.x.max(b.x) <= frame.nearest {
            self.push_edge(frame, a, b, top, by);
            return;
        }
        // The target is convex and fills the view, so what is left of the edge outside the target
        // lies wholly before or wholly behind it.
        let length = a.distance(b);
        let along = (b - a) / length;
        let (first, last) = frame
            .target
            .chord(a, along)
            .map_or((length, length), |(first, last)| (first.max(0.0), last.min(length)));
        for (from, to) in [(0.0, first.min(length)), (last.max(0.0), length)] {
            if to - from > 1e-6 && frame.before_target(a + along * ((from + to) / 2.0)) {
                self.push_edge(frame, a + along * from, a + along * to, top, by);
            }
        }
    }

    /// Adds what a lower outline hides that reaches beneath the target: it ends at the target's
    /// own near side.
    fn under_target(&mut self, frame: &Frame, points: &[Vec2], top: f32, by: HiddenBy) {
        let side = self.near_side.take().unwrap_or_else(|| frame.near_side());
        let mut cuts: Vec<f32> = Vec::new();
        for cell in side.points().windows(2) {
            let (a, b) = (cell[0], cell[1]);
            cuts.clear();
            cuts.extend([0.0, 1.0]);
            let mut last = points[points.len() - 1];
            for &point in points {
                let (edge, along) = (point - last, b - a);
                let turn = along.perp_dot(edge);
                if turn.abs() > 1e-9 {
                    let (s, t) =
                        ((last - a).perp_dot(edge) / turn, (last - a).perp_dot(along) / turn);
                    if (0.0..1.0).contains(&s) && (0.0..=1.0).contains(&t) {
                        cuts.push(s);
                    }
                }
                last = point;
            }
            cuts.sort_by(f32::total_cmp);
            for cut in cuts.windows(2) {
                if cut[1] - cut[0] > 1e-6
                    && inside_polygon(points, a.lerp(b, (cut[0] + cut[1]) / 2.0))
                {
                    self.push_edge(frame, a.lerp(b, cut[0]), a.lerp(b, cut[1]), top, by);
                }
            }
        }
        self.near_side = Some(side);
    }

    fn push_edge(&mut self, frame: &Frame, a: Vec2, b: Vec2, top: f32, by: HiddenBy) {
        let [a, b] = [a, b].map(|end| (slope(end), frame.hidden_height(top, 1.0 / end.x)));
        let (right, left) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        self.push(frame, Span::new(right, left, by));
    }

    fn push_whole(&mut self, frame: &Frame, by: HiddenBy) {
        // The eye is inside: whatever else hides something, this hides more.
        let (from, to) = (frame.right_slope, frame.left_slope);
        self.push(frame, Span::new((from, f32::MAX), (to, f32::MAX), by));
    }

    /// Adds a span as far as it lies within the view and hides anything.
    pub(super) fn push(&mut self, frame: &Frame, span: Span) {
        let (mut from, mut to) = (frame.snap(span.from), frame.snap(span.to));
        let (mut start, mut end) = (span.at(from), span.at(to));
        if start <= 0.0 && end <= 0.0 {
            return;
        }
        if start < 0.0 {
            from += (to - from) * start / (start - end);
            start = 0.0;
        } else if end < 0.0 {
            to = from + (to - from) * start / (start - end);
            end = 0.0;
        }
        let sound = to - from > 1e-7 && start.is_finite() && end.is_finite();
        if !sound {
            return;
        }
        self.sealed |=
            from <= frame.right_slope && to >= frame.left_slope && start >= 1.0 && end >= 1.0;
        self.spans.push(Span::new((from, start), (to, end), span.by));
    }
}

/// Cosines of equal parts of a half turn: how many chords the edge of a disc has.
const COSINES: [f32; 13] = [
    1.0,
    0.965_925_8,
    0.866_025_4,
    0.707_106_77,
    0.5,
    0.258_819_05,
    0.0,
    -0.258_819_05,
    -0.5,
    -0.707_106_77,
    -0.866_025_4,
    -0.965_925_8,
    -1.0,
];

/// Cuts a straight line to where a linear measure isn't negative; tells whether any is left.
fn cut(a: &mut Vec2, b: &mut Vec2, measure: impl Fn(Vec2) -> f32) -> bool {
    let (start, end) = (measure(*a), measure(*b));
    if start < 0.0 && end < 0.0 {
        return false;
    }
    if start < 0.0 {
        *a = a.lerp(*b, start / (start - end));
    } else if end < 0.0 {
        *b = a.lerp(*b, start / (start - end));
    }
    true
}

/// The rectangles along a line, one for each of its pieces.
pub(super) fn for_each_band(points: &[Vec2], width: f32, mut each: impl FnMut([Vec2; 4])) {
    for ends in points.windows(2) {
        let aside = (ends[1] - ends[0]).normalize_or_zero().perp() * (width / 2.0);
        each([ends[0] - aside, ends[1] - aside, ends[1] + aside, ends[0] + aside]);
    }
}

/// A disc as a polygon.
pub(super) fn around(centre: Vec2, radius: f32) -> impl Iterator<Item = Vec2> {
    const CORNERS: u16 = 48;
    (0..CORNERS).map(move |corner| {
        let (sin, cos) =
            ops::sin_cos(f32::from(corner) / f32::from(CORNERS) * std::f32::consts::TAU);
        centre + radius * Vec2::new(cos, sin)
    })
}
