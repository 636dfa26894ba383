//! Lines along which a value on a grid is zero, by marching squares.

use bevy::math::Vec2;

/// The edges of all stretches with values below zero, as closed loops with the stretch to the
/// left: outer edges run counter-clockwise, those of holes clockwise. Beyond the grid is outside.
pub(super) fn loops(
    columns: usize,
    rows: usize,
    values: &[f32],
    at: impl Fn(usize) -> Vec2,
) -> Vec<Vec<Vec2>> {
    // Each grid edge is left by at most one piece and reached by at most one. An edge is named by
    // its lower left point times two, plus one if it goes up.
    const NONE: u32 = u32::MAX;
    let mut next = vec![NONE; columns * rows * 2];
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns - 1 {
            let index = row * columns + column;
            let corners = [index, index + 1, index + 1 + columns, index + columns];
            let inside = corners.map(|corner| values[corner] < 0.0);
            if inside == [true; 4] || inside == [false; 4] {
                continue;
            }
            let edges = [index * 2, (index + 1) * 2 + 1, (index + columns) * 2, index * 2 + 1];
            for i in 0..4 {
                if inside[i] && !inside[(i + 1) % 4] {
                    // From where the inside is left to where the same outside stretch ends.
                    let ends =
                        (1..4).map(|k| (i + k) % 4).find(|&j| !inside[j] && inside[(j + 1) % 4]);
                    if let Some(j) = ends {
                        next[edges[i]] = edges[j] as u32;
                    }
                }
            }
        }
    }
    let crossing = |edge: usize| {
        let a = edge / 2;
        let b = if edge.is_multiple_of(2) { a + 1 } else { a + columns };
        let share = values[a] / (values[a] - values[b]);
        at(a).lerp(at(b), if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 })
    };
    let mut loops = Vec::new();
    for start in 0..next.len() {
        if next[start] == NONE {
            continue;
        }
        let mut outline = Vec::new();
        let mut here = start;
        while next[here] != NONE {
            outline.push(crossing(here));
            here = core::mem::replace(&mut next[here], NONE) as usize;
        }
        // Two crossings of one point are one.
        outline.dedup_by(|a, b| a.distance_squared(*b) < 1e-6);
        if outline.len() >= 3 {
            loops.push(outline);
        }
    }
    loops
}
