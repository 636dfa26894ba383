//! The cheapest way through a field, bending at corners of what is in it.
//! A* over a graph whose legs are looked at only when they might be part of the answer.

use std::{cmp::Ordering, collections::BinaryHeap};

use bevy::math::Vec2;

use super::{
    field::{Extent, Field},
    obstacle::{Corner, Obstacle, ROUNDING},
};
use crate::table::base::direction;

/// Two obstacles leave a narrow gap if it is at most this wide; it gets points of its own, for
/// the corners around it may all be covered. Inches.
const NARROW: f32 = 0.4;
/// How far apart places to enter difficult ground are tried, before the way is tightened.
const ENTRANCES: f32 = 1.5;

/// How far places may be off by the rounding of their coordinates. Inches.
const NOISE: f32 = 1e-5;

/// What a search found.
#[derive(Clone, Debug)]
pub(in crate::table) enum Found {
    /// The points after the start, and what they cost in inches of open ground.
    Way(Vec<Vec2>, f32),
    /// No way; the points after the start on the way to the place nearest to the goal.
    Nothing(Vec<Vec2>),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    at: Vec2,
    /// Along the outline, if a path may only bend around it.
    outline: Option<(Vec2, Vec2)>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    total: f32,
    node: u32,
    from: u32,
    /// The price of the way up to the node, at least.
    price: f32,
    certain: bool,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The cheapest is the greatest, for the heap; ties by number, so that all runs agree.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .total
            .total_cmp(&self.total)
            .then(other.certain.cmp(&self.certain))
            .then(other.node.cmp(&self.node))
            .then(other.from.cmp(&self.from))
    }
}

const START: usize = 0;
const GOAL: usize = 1;

/// The cheapest way that costs less than `limit` and keeps within the extent.
pub(in crate::table) fn cheapest(field: &Field, extent: &Extent, limit: f32) -> Found {
    let nodes = nodes(field, extent);
    let goal = extent.to;
    let mut prices = vec![f32::INFINITY; nodes.len()];
    let mut came = vec![START as u32; nodes.len()];
    let remaining: Vec<f32> = nodes.iter().map(|node| node.at.distance(goal)).collect();
    let mut closed = vec![false; nodes.len()];
    let mut barring: Vec<Option<u32>> = vec![None; nodes.len()];
    let mut heap = BinaryHeap::new();
    prices[START] = 0.0;
    let mut nearest = (extent.from.distance(goal), START);
    heap.push(Entry { total: nearest.0, node: 0, from: 0, price: 0.0, certain: true });
    while let Some(entry) = heap.pop() {
        let here = entry.node as usize;
        if closed[here] {
            continue;
        }
        if !entry.certain {
            if entry.price >= prices[here] {
                continue;
            }
            let from = entry.from as usize;
            let (a, b) = (nodes[from].at, nodes[here].at);
            // What barred the last ways from here or to there often bars the next.
            let bars =
                |known: Option<u32>| known.is_some_and(|i| field.obstacles[i as usize].bars(a, b));
            if bars(barring[from]) || bars(barring[here]) {
                continue;
            }
            if let Some(bar) = field.barred_by(a, b) {
                (barring[from], barring[here]) = (Some(bar), Some(bar));
                continue;
            }
            let price = prices[from] + field.cost(a, b);
            if price >= prices[here] {
                continue;
            }
            prices[here] = price;
            came[here] = entry.from;
            let total = price + remaining[here];
            if total < limit {
                heap.push(Entry { total, price, certain: true, ..entry });
            }
            continue;
        }
        if entry.price > prices[here] {
            continue;
        }
        closed[here] = true;
        if here == GOAL {
            let route = trace(&came, GOAL);
            let slides: Vec<bool> =
                route.iter().map(|&i| i != GOAL && nodes[i].outline.is_none()).collect();
            let mut path: Vec<Vec2> = route.iter().map(|&i| nodes[i].at).collect();
            tighten(field, extent.from, &mut path, &slides);
            return Found::Way(path, prices[GOAL]);
        }
        let place = nodes[here].at;
        if remaining[here] < nearest.0 {
            nearest = (remaining[here], here);
        }
        let incoming = place - nodes[came[here] as usize].at;
        for (i, node) in nodes.iter().enumerate().skip(1) {
            if closed[i] {
                continue;
            }
            let way = node.at - place;
            let length = way.length();
            let price = prices[here] + length;
            let total = price + remaining[i];
            if price >= prices[i] || total >= limit {
                continue;
            }
            let bends = i == GOAL || nodes[here].bends(incoming, way);
            if here == START || bends && node.grazed(way) {
                let (node, from) = (i as u32, here as u32);
                heap.push(Entry { total, node, from, price, certain: false });
            }
        }
    }
    let mut path: Vec<Vec2> = trace(&came, nearest.1).into_iter().map(|i| nodes[i].at).collect();
    let last = path.last().copied().unwrap_or(extent.from);
    let nearer = last_step(field, last, goal);
    if nearer.distance_squared(last) > 1e-4 {
        path.push(nearer);
    }
    Found::Nothing(path)
}

/// The nodes after the start on the way to a node.
fn trace(came: &[u32], mut node: usize) -> Vec<usize> {
    let mut route = Vec::new();
    while node != START {
        route.push(node);
        node = came[node] as usize;
    }
    route.reverse();
    route
}

impl Node {
    /// Whether a straight line through it leaves what it is a corner of on one side.
    fn grazed(&self, way: Vec2) -> bool {
        let Some((back, ahead)) = self.outline else { return true };
        let slack = 1e-3 * way.length() + NOISE;
        let (a, b) = (way.perp_dot(back), way.perp_dot(ahead));
        a >= -slack && b >= -slack || a <= slack && b <= slack
    }

    /// Whether a taut path may come in one direction and leave in another.
    fn bends(&self, comes: Vec2, goes: Vec2) -> bool {
        let Some((_, ahead)) = self.outline else { return true };
        if !self.grazed(goes) {
            return false;
        }
        let slack = (1e-3 * comes.length() + NOISE) * (goes.length() + NOISE);
        let turn = comes.perp_dot(goes);
        // The outline runs counter-clockwise: who walks along it turns left, against it right.
        if (comes + goes).dot(ahead) >= 0.0 { turn >= -slack } else { turn <= slack }
    }
}

/// As far as possible straight towards a point.
fn last_step(field: &Field, from: Vec2, to: Vec2) -> Vec2 {
    let (mut free, mut barred) = (0.0, 1.0);
    for _ in 0..10 {
        let middle = (free + barred) / 2.0;
        if field.is_clear(from, from.lerp(to, middle)) {
            free = middle;
        } else {
            barred = middle;
        }
    }
    from.lerp(to, free)
}

fn nodes(field: &Field, extent: &Extent) -> Vec<Node> {
    let mut nodes =
        vec![Node { at: extent.from, outline: None }, Node { at: extent.to, outline: None }];
    let mut corners: Vec<Corner> = Vec::new();
    let useful = |at: Vec2| extent.meets(at, 0.0) && field.is_free(at);
    for obstacle in field.obstacles.iter().chain(&field.bends) {
        corners.clear();
        obstacle.corners(&mut corners);
        nodes.extend(
            corners
                .iter()
                .filter(|corner| useful(corner.at))
                .map(|corner| Node { at: corner.at, outline: Some((corner.back, corner.ahead)) }),
        );
    }
    for patch in field.rough.iter().chain(&field.barriers) {
        corners.clear();
        patch.whole.corners(&mut corners);
        for (i, corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()].at;
            let pieces = (corner.at.distance(next) / ENTRANCES).ceil().clamp(1.0, 64.0);
            for piece in 0..pieces as usize {
                let at = corner.at.lerp(next, piece as f32 / pieces);
                if useful(at) {
                    nodes.push(Node { at, outline: None });
                }
            }
        }
    }
    let mut narrow = Vec::new();
    ways_out(field, extent.from, &mut narrow);
    gaps(field, extent, &mut narrow);
    nodes.extend(narrow.into_iter().filter(|&at| useful(at)).map(|at| Node { at, outline: None }));
    nodes
}

/// Points around a start inside of something, for a first step from which it can be rounded
/// without ever going deeper.
fn ways_out(field: &Field, start: Vec2, out: &mut Vec<Vec2>) {
    let left: Vec<_> = field.obstacles.iter().filter(|obstacle| obstacle.left).collect();
    for i in 0..if left.is_empty() { 0 } else { 24 } {
        let way = direction(i as f32 * 15.0);
        let steps = [0.15, 0.4, 0.8, 1.4, 2.2, 3.2].map(|step| start + way * step);
        out.extend(steps.into_iter().filter(|&at| left.iter().any(|held| held.holds(at))));
    }
}

/// Points in and around narrow gaps between two obstacles, or an obstacle and the table's edge:
/// five in a row for each gap.
pub(in crate::table) fn gaps(field: &Field, extent: &Extent, out: &mut Vec<Vec2>) {
    let mut add = |middle: Vec2, across: Vec2| {
        let along = across.perp();
        out.extend([-0.8, -0.35, 0.0, 0.35, 0.8].map(|step| middle + along * step));
    };
    for (i, a) in field.obstacles.iter().enumerate() {
        let (a_middle, a_bound) = a.bounds();
        for b in &field.obstacles[..i] {
            let (b_middle, b_bound) = b.bounds();
            let apart = a_middle.distance_squared(b_middle);
            let (near, far) = (a.radius() + b.radius(), a_bound + b_bound + NARROW);
            if apart > far * far || a.is_base() && b.is_base() && apart < near * near {
                continue;
            }
            // All of one may be too far from the other, whatever their outer circles say.
            let wide = |a: &Obstacle, b_middle, b_bound| {
                a.clearance(b_middle) > b_bound + NARROW + ROUNDING
            };
            if wide(a, b_middle, b_bound) || wide(b, a_middle, a_bound) {
                continue;
            }
            let (on_a, on_b) = nearest_points(a, b);
            let slack = on_a.distance(on_b) - near;
            let across = (on_b - on_a).normalize_or_zero();
            let middle = on_a + across * (a.radius() + slack / 2.0);
            if slack > 0.0 && slack < NARROW && extent.meets(middle, NARROW) {
                add(middle, across);
            }
        }
        for outwards in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
            let limit = if outwards.dot(Vec2::ONE) > 0.0 { field.high } else { field.low };
            let room = (limit - a_middle).dot(outwards);
            if room > a_bound + NARROW {
                continue;
            }
            let nearest = a.nearest(a_middle + outwards * 1e3);
            let slack = (limit - nearest).dot(outwards) - a.radius();
            if slack > 0.0 && slack < NARROW {
                add(nearest + outwards * (a.radius() + slack / 2.0), outwards);
            }
        }
    }
}

fn nearest_points(a: &Obstacle, b: &Obstacle) -> (Vec2, Vec2) {
    let mut best = (f32::INFINITY, (Vec2::ZERO, Vec2::ZERO));
    for (from, to, swapped) in [(a, b, false), (b, a, true)] {
        let (middle, bound) = to.bounds();
        let core = bound - to.radius() + ROUNDING;
        for mark in from.marks() {
            // All of the other may be farther than what is known.
            let least = mark.distance(middle) - core;
            if least > 0.0 && least * least > best.0 {
                continue;
            }
            let nearest = to.nearest(mark);
            let apart = mark.distance_squared(nearest);
            if apart < best.0 {
                best = (apart, if swapped { (nearest, mark) } else { (mark, nearest) });
            }
        }
    }
    best.1
}

/// Slides bends of a path at the edges of uneven ground to where it is cheapest.
fn tighten(field: &Field, start: Vec2, path: &mut Vec<Vec2>, slides: &[bool]) {
    if !slides.contains(&true) {
        return;
    }
    let mut step = ENTRANCES / 2.0;
    while step > 0.02 {
        for i in (0..path.len() - 1).filter(|&i| slides[i]) {
            let before = if i == 0 { start } else { path[i - 1] };
            let after = path[i + 1];
            let price = |at: Vec2| Some(field.leg(before, at)? + field.leg(at, after)?);
            let Some(mut best) = price(path[i]) else { continue };
            for direction in DIRECTIONS {
                let at = path[i] + direction * step;
                if let Some(cheaper) = price(at).filter(|&p| p < best - 1e-4) {
                    (best, path[i]) = (cheaper, at);
                }
            }
        }
        step /= 2.0;
    }
    let mut i = 0;
    while i + 1 < path.len() {
        let before = if i == 0 { start } else { path[i - 1] };
        let with = field.cost(before, path[i]) + field.cost(path[i], path[i + 1]);
        if field.leg(before, path[i + 1]).is_some_and(|without| without <= with + 1e-4) {
            path.remove(i);
        } else {
            i += 1;
        }
    }
}

const DIAGONAL: f32 = core::f32::consts::FRAC_1_SQRT_2;
/// Eight ways around.
const DIRECTIONS: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(DIAGONAL, DIAGONAL),
    Vec2::new(0.0, 1.0),
    Vec2::new(-DIAGONAL, DIAGONAL),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-DIAGONAL, -DIAGONAL),
    Vec2::new(0.0, -1.0),
    Vec2::new(DIAGONAL, -DIAGONAL),
];
