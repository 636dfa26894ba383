//! One line around many bases: where rings around them would cross, only what lies outside all the
//! others is left.

use bevy::prelude::*;

/// A line of the rim.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its points.
    pub points: Vec<Vec2>,
    /// Whether it comes back to where it began.
    pub closed: bool,
}

/// The rim of all that convex outlines enclose together; outlines run counter-clockwise.
pub fn rim(outlines: &[Vec<Vec2>]) -> Vec<Piece> {
    let bounds: Vec<Rect> = outlines.iter().map(|outline| bounds(outline)).collect();
    let mut pieces = Vec::new();
    for (this, outline) in outlines.iter().enumerate() {
        let near =
            |other: &usize| *other != this && !bounds[*other].intersect(bounds[this]).is_empty();
        let others: Vec<&[Vec2]> =
            (0..outlines.len()).filter(near).map(|other| &*outlines[other]).collect();
        pieces.extend(outside(outline, &others));
    }
    pieces
}

fn bounds(outline: &[Vec2]) -> Rect {
    let low = outline.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = outline.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    Rect { min: low, max: high }
}

/// What of a closed line lies outside all of the others.
fn outside(outline: &[Vec2], others: &[&[Vec2]]) -> Vec<Piece> {
    if others.is_empty() {
        return vec![Piece { points: outline.to_vec(), closed: true }];
    }
    let mut pieces: Vec<Vec<Vec2>> = Vec::new();
    let mut goes_on = false;
    for (i, &a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        let mut hidden: Vec<(f32, f32)> =
            others.iter().filter_map(|other| within(a, b, other)).collect();
        hidden.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut from = 0.0;
        for (begin, end) in hidden.into_iter().chain([(1.0, 1.0)]) {
            if begin > from {
                match pieces.last_mut().filter(|_| goes_on && from == 0.0) {
                    Some(piece) => piece.push(a.lerp(b, begin)),
                    None => pieces.push(vec![a.lerp(b, from), a.lerp(b, begin)]),
                }
                goes_on = begin == 1.0;
            }
            from = end.max(from);
            if end == 1.0 && begin < 1.0 {
                goes_on = false;
            }
        }
    }
    let closed = goes_on && pieces.len() == 1 && pieces[0].first() == pieces[0].last();
    // What goes on over the first point is one piece.
    if goes_on && pieces.len() > 1 && pieces[0].first() == outline.first() {
        let first = pieces.remove(0);
        if let Some(last) = pieces.last_mut() {
            last.extend(first.into_iter().skip(1));
        }
    }
    if closed {
        pieces[0].pop();
    }
    pieces.into_iter().map(|points| Piece { points, closed }).collect()
}

/// Less than this inside another is outside, in inches: edges that lie on each other stay.
const DEPTH: f32 = 0.004;

/// The part of a line inside a convex outline, in shares of its length.
fn within(a: Vec2, b: Vec2, outline: &[Vec2]) -> Option<(f32, f32)> {
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    for (i, &c) in outline.iter().enumerate() {
        let d = outline[(i + 1) % outline.len()];
        let Some(inwards) = (d - c).perp().try_normalize() else { continue };
        let depth = inwards.dot(a - c) - DEPTH;
        let gains = inwards.dot(b - a);
        if gains.abs() < 1e-9 {
            if depth <= 0.0 {
                return None;
            }
        } else if gains > 0.0 {
            from = from.max(-depth / gains);
        } else {
            to = to.min(-depth / gains);
        }
        if from >= to {
            return None;
        }
    }
    Some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f32) -> Vec<Vec2> {
        [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
            .map(|(across, up)| Vec2::new(x + across, up))
            .to_vec()
    }

    fn length(pieces: &[Piece]) -> f32 {
        let of = |piece: &Piece| {
            let back =
                piece.closed.then(|| piece.points[0].distance(*piece.points.last().unwrap()));
            let steps = piece.points.windows(2).map(|pair| pair[0].distance(pair[1]));
            steps.sum::<f32>() + back.unwrap_or(0.0)
        };
        pieces.iter().map(of).sum()
    }

    #[test]
    fn rings_apart_stay_whole() {
        let pieces = rim(&[square(0.0), square(5.0)]);
        assert_eq!(pieces.len(), 2);
        assert!(pieces.iter().all(|piece| piece.closed && piece.points.len() == 4));
    }

    #[test]
    fn rings_that_cross_become_one_rim() {
        let pieces = rim(&[square(0.0), square(1.5)]);
        // 3.5 wide and 2 high; where edges lie on each other, both stay.
        let rim = 2.0 * (3.5 + 2.0);
        assert!((rim - 0.05..rim + 2.05).contains(&length(&pieces)), "{pieces:?}");
        for point in pieces.iter().flat_map(|piece| &piece.points) {
            let deep = |x: f32| {
                point.x > x + 0.01 && point.x < x + 1.99 && point.y > 0.01 && point.y < 1.99
            };
            assert!(!deep(0.0) && !deep(1.5), "{point}");
        }
    }

    #[test]
    fn one_inside_another_has_no_rim() {
        let small = square(0.0).into_iter().map(|point| point * 0.5 + Vec2::splat(0.4)).collect();
        let pieces = rim(&[square(0.0), small]);
        assert!((length(&pieces) - 8.0).abs() < 0.01, "{pieces:?}");
    }

    #[test]
    fn a_corner_that_is_covered_leaves_one_line() {
        let cover: Vec<Vec2> =
            square(0.0).into_iter().map(|point| point + Vec2::new(1.5, 1.5)).collect();
        let pieces = outside(&square(0.0), &[&cover]);
        assert_eq!(pieces.len(), 1, "{pieces:?}");
        assert!(!pieces[0].closed);
        assert!((length(&pieces) - 7.0).abs() < 0.05, "{pieces:?}");
    }
}
