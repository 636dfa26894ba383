//! The upper outline of many overlapping spans: which of them hides most at each bearing.

use std::ops::Range;

use super::{HiddenBy, frame::HAIR, shadow::Span};

/// A range of slopes in which one blocker, or none, hides most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) from: f32,
    pub(super) to: f32,
    start: f32,
    end: f32,
    pub(super) by: Option<HiddenBy>,
}

impl Piece {
    /// The hidden share of the height, on average over the piece.
    pub(super) fn mean(&self) -> f32 {
        let (low, high) = (self.start.min(self.end), self.start.max(self.end));
        if high <= 1.0 {
            (low + high) / 2.0
        } else if low >= 1.0 {
            1.0
        } else {
            // Rises to 1 over a part of the piece and stays there.
            let rising = (1.0 - low) / (high - low);
            1.0 - rising * (1.0 - low) / 2.0
        }
    }

    /// The hidden share of the height, times the width of the piece.
    pub(super) fn area(&self) -> f32 {
        self.mean() * (self.to - self.from)
    }
}

/// Hands out the pieces of a view from right to left, without gaps. Puts the spans in order.
pub(super) fn pieces(spans: &mut [Span], width: Range<f32>, mut each: impl FnMut(Piece)) {
    let hair = HAIR * (width.end - width.start);
    spans.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
    let mut ahead = &*spans;
    let mut crossing: Vec<&Span> = Vec::with_capacity(spans.len());
    let mut from = width.start;
    while from < width.end {
        // What begins here joins; the piece ends where the next begins or the first ends.
        while let Some((next, rest)) = ahead.split_first()
            && next.from <= from + hair
        {
            if next.to > from + hair {
                crossing.push(next);
            }
            ahead = rest;
        }
        let mut to = ahead.first().map_or(width.end, |next| next.from);
        for span in &crossing {
            to = span.to.min(to);
        }
        if to > width.end - hair {
            to = width.end;
        }
        highest(&crossing, from, to, &mut each);
        crossing.retain(|span| span.to > to + hair);
        from = to;
    }
}

/// The pieces between two slopes in which no span begins or ends.
fn highest(spans: &[&Span], from: f32, to: f32, each: &mut impl FnMut(Piece)) {
    let Some(&first) = spans.first() else {
        each(Piece { from, to, start: 0.0, end: 0.0, by: None });
        return;
    };
    let mut top = first;
    let mut all = None;
    for &span in spans {
        let (old, new) = ((top.at(from), top.at(to)), (span.at(from), span.at(to)));
        if new.0 > old.0 || (new.0 == old.0 && new.1 > old.1) {
            top = span;
        }
        if new.0 >= 1.0 && new.1 >= 1.0 && all.is_none_or(|(height, _)| height < new.0 + new.1) {
            all = Some((new.0 + new.1, span));
        }
    }
    if let Some((_, span)) = all {
        each(Piece { from, to, start: 1.0, end: 1.0, by: Some(span.by) });
        return;
    }
    let mut at = from;
    loop {
        // The first place at which a steeper span comes out above.
        let mut next: Option<(f32, &Span)> = None;
        for &span in spans {
            let steeper = span.rise - top.rise;
            if steeper > 0.0 && span.at(to) > top.at(to) {
                let place = at + (top.at(at) - span.at(at)).max(0.0) / steeper;
                let sooner = next.is_none_or(|(first, other)| {
                    place < first || (place == first && span.rise > other.rise)
                });
                if place < to && sooner {
                    next = Some((place, span));
                }
            }
        }
        let end = next.map_or(to, |(place, _)| place);
        if end > at {
            let (start, finish) = (top.at(at), top.at(end));
            each(Piece { from: at, to: end, start, end: finish, by: Some(top.by) });
        }
        match next {
            Some((place, span)) => (at, top) = (place, span),
            None => return,
        }
    }
}
