//! The game's name in letters of its own: forged iron with a chiselled edge, bound in brass. Each
//! letter is drawn as outlines and the pieces that fill them, one unit high, y downwards.

use bevy::color::Alpha;
use bevy_egui::egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, Vec2, pos2, vec2};

use crate::app::theme::Theme;

type Points = &'static [(f32, f32)];

/// A letter: how wide it is, its outlines (the outer clockwise, holes against it), and convex pieces
/// that fill it together.
struct Letter {
    width: f32,
    outlines: &'static [Points],
    pieces: &'static [Points],
}

const STEM: Points = &[(0.06, 0.2), (0.3, 0.2), (0.3, 0.8), (0.06, 0.8)];
const FOOT: Points = &[(0.06, 0.8), (0.3, 0.8), (0.36, 0.84), (0.36, 1.0), (0.0, 1.0), (0.0, 0.84)];

const I: Letter = Letter {
    width: 0.42,
    outlines: &[&[
        (0.0, 0.0),
        (0.42, 0.0),
        (0.42, 0.16),
        (0.34, 0.2),
        (0.34, 0.8),
        (0.42, 0.84),
        (0.42, 1.0),
        (0.0, 1.0),
        (0.0, 0.84),
        (0.08, 0.8),
        (0.08, 0.2),
        (0.0, 0.16),
    ]],
    pieces: &[
        &[(0.0, 0.0), (0.42, 0.0), (0.42, 0.16), (0.34, 0.2), (0.08, 0.2), (0.0, 0.16)],
        &[(0.08, 0.2), (0.34, 0.2), (0.34, 0.8), (0.08, 0.8)],
        &[(0.08, 0.8), (0.34, 0.8), (0.42, 0.84), (0.42, 1.0), (0.0, 1.0), (0.0, 0.84)],
    ],
};

const R: Letter = Letter {
    width: 0.78,
    outlines: &[
        &[
            (0.0, 0.0),
            (0.58, 0.0),
            (0.73, 0.14),
            (0.73, 0.44),
            (0.59, 0.58),
            (0.78, 1.0),
            (0.49, 1.0),
            (0.33, 0.61),
            (0.3, 0.61),
            (0.3, 0.8),
            (0.36, 0.84),
            (0.36, 1.0),
            (0.0, 1.0),
            (0.0, 0.84),
            (0.06, 0.8),
            (0.06, 0.2),
            (0.0, 0.16),
        ],
        &[(0.3, 0.2), (0.3, 0.41), (0.46, 0.41), (0.49, 0.38), (0.49, 0.23), (0.46, 0.2)],
    ],
    pieces: &[
        STEM,
        FOOT,
        &[(0.0, 0.0), (0.3, 0.0), (0.3, 0.2), (0.06, 0.2), (0.0, 0.16)],
        &[(0.3, 0.0), (0.58, 0.0), (0.46, 0.2), (0.3, 0.2)],
        &[(0.58, 0.0), (0.73, 0.14), (0.49, 0.23), (0.46, 0.2)],
        &[(0.73, 0.14), (0.73, 0.44), (0.49, 0.38), (0.49, 0.23)],
        &[(0.73, 0.44), (0.59, 0.58), (0.46, 0.41), (0.49, 0.38)],
        &[(0.3, 0.41), (0.46, 0.41), (0.59, 0.58), (0.33, 0.61), (0.3, 0.61)],
        &[(0.33, 0.61), (0.59, 0.58), (0.78, 1.0), (0.49, 1.0)],
    ],
};

const O: Letter = Letter {
    width: 0.8,
    outlines: &[
        &[
            (0.18, 0.0),
            (0.62, 0.0),
            (0.8, 0.2),
            (0.8, 0.8),
            (0.62, 1.0),
            (0.18, 1.0),
            (0.0, 0.8),
            (0.0, 0.2),
        ],
        &[
            (0.31, 0.2),
            (0.26, 0.26),
            (0.26, 0.74),
            (0.31, 0.8),
            (0.49, 0.8),
            (0.54, 0.74),
            (0.54, 0.26),
            (0.49, 0.2),
        ],
    ],
    pieces: &[
        &[(0.18, 0.0), (0.62, 0.0), (0.49, 0.2), (0.31, 0.2)],
        &[(0.62, 0.0), (0.8, 0.2), (0.54, 0.26), (0.49, 0.2)],
        &[(0.8, 0.2), (0.8, 0.8), (0.54, 0.74), (0.54, 0.26)],
        &[(0.8, 0.8), (0.62, 1.0), (0.49, 0.8), (0.54, 0.74)],
        &[(0.62, 1.0), (0.18, 1.0), (0.31, 0.8), (0.49, 0.8)],
        &[(0.18, 1.0), (0.0, 0.8), (0.26, 0.74), (0.31, 0.8)],
        &[(0.0, 0.8), (0.0, 0.2), (0.26, 0.26), (0.26, 0.74)],
        &[(0.0, 0.2), (0.18, 0.0), (0.31, 0.2), (0.26, 0.26)],
    ],
};

const N: Letter = Letter {
    width: 0.86,
    outlines: &[&[
        (0.0, 0.0),
        (0.27, 0.0),
        (0.55, 0.5),
        (0.55, 0.2),
        (0.49, 0.16),
        (0.49, 0.0),
        (0.86, 0.0),
        (0.86, 0.16),
        (0.79, 0.2),
        (0.79, 1.0),
        (0.57, 1.0),
        (0.3, 0.52),
        (0.3, 0.8),
        (0.36, 0.84),
        (0.36, 1.0),
        (0.0, 1.0),
        (0.0, 0.84),
        (0.06, 0.8),
        (0.06, 0.2),
        (0.0, 0.16),
    ]],
    pieces: &[
        STEM,
        FOOT,
        &[(0.0, 0.0), (0.27, 0.0), (0.3, 0.054), (0.3, 0.2), (0.06, 0.2), (0.0, 0.16)],
        &[(0.3, 0.054), (0.55, 0.5), (0.57, 1.0), (0.3, 0.52)],
        &[(0.55, 0.2), (0.79, 0.2), (0.79, 1.0), (0.57, 1.0), (0.55, 0.96)],
        &[(0.49, 0.0), (0.86, 0.0), (0.86, 0.16), (0.79, 0.2), (0.55, 0.2), (0.49, 0.16)],
    ],
};

const A: Letter = Letter {
    width: 0.88,
    outlines: &[
        &[
            (0.34, 0.0),
            (0.54, 0.0),
            (0.82, 0.8),
            (0.88, 0.84),
            (0.88, 1.0),
            (0.53, 1.0),
            (0.53, 0.84),
            (0.57, 0.8),
            (0.54, 0.71),
            (0.34, 0.71),
            (0.31, 0.8),
            (0.35, 0.84),
            (0.35, 1.0),
            (0.0, 1.0),
            (0.0, 0.84),
            (0.06, 0.8),
        ],
        &[(0.44, 0.31), (0.38, 0.54), (0.5, 0.54)],
    ],
    pieces: &[
        &[
            (0.34, 0.0),
            (0.44, 0.0),
            (0.44, 0.31),
            (0.38, 0.54),
            (0.34, 0.71),
            (0.31, 0.8),
            (0.06, 0.8),
        ],
        &[
            (0.44, 0.0),
            (0.54, 0.0),
            (0.82, 0.8),
            (0.57, 0.8),
            (0.54, 0.71),
            (0.5, 0.54),
            (0.44, 0.31),
        ],
        &[(0.38, 0.54), (0.5, 0.54), (0.54, 0.71), (0.34, 0.71)],
        &[(0.06, 0.8), (0.31, 0.8), (0.35, 0.84), (0.35, 1.0), (0.0, 1.0), (0.0, 0.84)],
        &[(0.57, 0.8), (0.82, 0.8), (0.88, 0.84), (0.88, 1.0), (0.53, 1.0), (0.53, 0.84)],
    ],
};

const K: Letter = Letter {
    width: 0.84,
    outlines: &[&[
        (0.0, 0.0),
        (0.36, 0.0),
        (0.36, 0.16),
        (0.3, 0.2),
        (0.3, 0.38),
        (0.52, 0.0),
        (0.82, 0.0),
        (0.56, 0.45),
        (0.84, 1.0),
        (0.54, 1.0),
        (0.38, 0.65),
        (0.3, 0.76),
        (0.3, 0.8),
        (0.36, 0.84),
        (0.36, 1.0),
        (0.0, 1.0),
        (0.0, 0.84),
        (0.06, 0.8),
        (0.06, 0.2),
        (0.0, 0.16),
    ]],
    pieces: &[
        STEM,
        FOOT,
        &[(0.0, 0.0), (0.36, 0.0), (0.36, 0.16), (0.3, 0.2), (0.06, 0.2), (0.0, 0.16)],
        &[(0.52, 0.0), (0.82, 0.0), (0.56, 0.45), (0.38, 0.65), (0.3, 0.76), (0.3, 0.38)],
        &[(0.38, 0.65), (0.56, 0.45), (0.84, 1.0), (0.54, 1.0)],
    ],
};

const NAME: [&Letter; 8] = [&I, &R, &O, &N, &R, &A, &N, &K];
/// Between letters, where they are one high.
const GAP: f32 = 0.13;
/// How wide the chiselled edge is.
const BEVEL: f32 = 0.055;
/// Where light comes from.
const LIGHT: Vec2 = vec2(-0.5, -0.866);

/// How wide the name is, where letters are one high.
pub fn width() -> f32 {
    let letters: f32 = NAME.iter().map(|letter| letter.width).sum();
    letters + GAP * (NAME.len() as f32 - 1.0)
}

/// Draws the name with its upper left corner at a place, so many points high.
pub fn paint(painter: &Painter, at: Pos2, height: f32, theme: &Theme) {
    let mut left = at.x;
    for letter in NAME {
        let place = |&(x, y): &(f32, f32)| pos2(left + x * height, at.y + y * height);
        cast_shadow(painter, letter, height, theme, place);
        forge(painter, letter, height, theme, place);
        left += (letter.width + GAP) * height;
    }
}

fn cast_shadow(
    painter: &Painter,
    letter: &Letter,
    height: f32,
    theme: &Theme,
    place: impl Fn(&(f32, f32)) -> Pos2,
) {
    for (far, alpha) in [(0.07, 0.24), (0.05, 0.35), (0.03, 0.47)] {
        let off = vec2(0.7, 1.0) * far * height;
        let mut mesh = Mesh::default();
        for piece in letter.pieces {
            let ink = Theme::egui(theme.shadow.with_alpha(alpha));
            fan(&mut mesh, piece.iter().map(|point| (place(point) + off, ink)));
        }
        painter.add(mesh);
    }
}

fn forge(
    painter: &Painter,
    letter: &Letter,
    height: f32,
    theme: &Theme,
    place: impl Fn(&(f32, f32)) -> Pos2,
) {
    let mut mesh = Mesh::default();
    for piece in letter.pieces {
        fan(&mut mesh, piece.iter().map(|point| (place(point), iron(theme, point.1))));
    }
    let mut ridges = Vec::new();
    for outline in letter.outlines {
        let inner = inset(outline);
        let count = outline.len();
        for (i, (&here, &ridge)) in outline.iter().zip(&inner).enumerate() {
            let next = (i + 1) % count;
            let edge = vec2(outline[next].0 - here.0, outline[next].1 - here.1);
            // Outwards: to the left of the way around.
            let normal = vec2(edge.y, -edge.x).normalized();
            let ink = chiselled(theme, normal.dot(LIGHT));
            let corners = [here, outline[next], inner[next], ridge];
            fan(&mut mesh, corners.iter().map(|corner| (place(corner), ink)));
        }
        ridges.push(inner.iter().map(&place).collect::<Vec<Pos2>>());
    }
    painter.add(mesh);
    for ridge in ridges {
        let line = Stroke::new(1.0, Theme::egui(theme.iron[1].with_alpha(0.5)));
        painter.add(Shape::closed_line(ridge, line));
    }
    let width = (height * 0.034).max(1.4);
    let (dark, brass) = (Theme::egui(theme.engraved), Theme::egui(theme.accent));
    for outline in letter.outlines {
        let edge: Vec<Pos2> = outline.iter().map(&place).collect();
        painter.add(Shape::closed_line(edge.clone(), Stroke::new(width * 1.9, dark)));
        painter.add(Shape::closed_line(edge, Stroke::new(width, brass)));
    }
}

/// The face of the iron, paler above.
fn iron(theme: &Theme, y: f32) -> Color32 {
    tempered(theme, 0.64 - 0.51 * y.clamp(0.0, 1.0))
}

/// A slope of the edge, by how much it looks into the light.
fn chiselled(theme: &Theme, light: f32) -> Color32 {
    tempered(theme, (light * 0.5 + 0.5).clamp(0.0, 1.0))
}

/// Iron with so much light on it, from 0 to 1.
fn tempered(theme: &Theme, light: f32) -> Color32 {
    let [bright, dark] = theme.iron.map(Theme::egui);
    dark.lerp_to_gamma(bright, light)
}

/// An outline moved inwards by the width of the chiselled edge.
fn inset(outline: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let count = outline.len();
    let at = |i: usize| vec2(outline[i % count].0, outline[i % count].1);
    (0..count)
        .map(|i| {
            let (before, here, after) = (at(i + count - 1), at(i), at(i + 1));
            let inwards = |edge: Vec2| vec2(-edge.y, edge.x).normalized();
            let (a, b) = (inwards(here - before), inwards(after - here));
            let middle = (a + b).normalized();
            // Sharp corners don't reach farther in than twice the width.
            let moved = here + middle * (BEVEL / middle.dot(a).max(0.5));
            (moved.x, moved.y)
        })
        .collect()
}

/// Adds a convex shape to a mesh.
fn fan(mesh: &mut Mesh, corners: impl Iterator<Item = (Pos2, Color32)>) {
    let first = mesh.vertices.len() as u32;
    let mut count = 0;
    for (at, ink) in corners {
        mesh.colored_vertex(at, ink);
        count += 1;
    }
    for corner in 2..count {
        mesh.add_triangle(first, first + corner - 1, first + corner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the area on the left of the way around, so positive clockwise with y downwards.
    fn turning(points: &[(f32, f32)]) -> f32 {
        let next = |i: usize| points[(i + 1) % points.len()];
        points.iter().enumerate().map(|(i, a)| a.0 * next(i).1 - next(i).0 * a.1).sum()
    }

    #[test]
    fn pieces_fill_what_outlines_enclose() {
        for letter in NAME {
            let enclosed: f32 = letter.outlines.iter().map(|outline| turning(outline)).sum();
            let filled: f32 = letter.pieces.iter().map(|piece| turning(piece).abs()).sum();
            assert!((enclosed - filled).abs() < 0.03, "{enclosed} {filled}");
            assert!(turning(letter.outlines[0]) > 0.0);
            assert!(letter.outlines[1..].iter().all(|hole| turning(hole) < 0.0));
        }
    }

    #[test]
    fn letters_keep_to_their_width() {
        for letter in NAME {
            let points = letter.outlines.iter().flat_map(|outline| outline.iter());
            for &(x, y) in points {
                assert!((0.0..=letter.width).contains(&x) && (0.0..=1.0).contains(&y));
            }
        }
    }
}
