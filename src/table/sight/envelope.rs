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

/// Hands out the pieces of a view from right to left, without gaps.
pub(super) fn pieces(spans: &[Span], width: Range<f32>, mut each: impl FnMut(Piece)) {
    let hair = HAIR * (width.end - width.start);
    let mut cuts: Vec<f32> = Vec::with_capacity(2 * spans.len() + 2);
    cuts.extend([width.start, width.end]);
    cuts.extend(spans.iter().flat_map(|span| [span.from, span.to]));
    cuts.sort_unstable_by(f32::total_cmp);
    let mut from = width.start;
    for cut in cuts {
        let to = if cut >= width.end - hair { width.end } else { cut };
        if to - from > hair {
            highest(spans, from, to, hair, &mut each);
            from = to;
        }
    }
}

/// The pieces between two slopes in which no span begins or ends.
fn highest(spans: &[Span], from: f32, to: f32, hair: f32, each: &mut impl FnMut(Piece)) {
    let crossing = |span: &&Span| span.from <= from + hair && span.to >= to - hair;
    let Some(mut top) = best(spans.iter().filter(crossing), from, to) else {
        each(Piece { from, to, start: 0.0, end: 0.0, by: None });
        return;
    };
    let mut at = from;
    loop {
        // The first place at which a steeper span comes out above.
        let mut next: Option<(f32, &Span)> = None;
        for span in spans.iter().filter(crossing) {
            let steeper = span.rise() - top.rise();
            let gap = top.at(at) - span.at(at);
            if steeper > 0.0 && span.at(to) > top.at(to) {
                let place = at + gap.max(0.0) / steeper;
                let sooner = next.is_none_or(|(first, other)| {
                    place < first || (place == first && span.rise() > other.rise())
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

/// The highest span at a slope; of several, the one that is higher further on.
fn best<'a>(spans: impl Iterator<Item = &'a Span>, at: f32, to: f32) -> Option<&'a Span> {
    spans.reduce(|best, span| {
        let (old, new) = ((best.at(at), best.at(to)), (span.at(at), span.at(to)));
        if new.0 > old.0 || (new.0 == old.0 && new.1 > old.1) { span } else { best }
    })
}
