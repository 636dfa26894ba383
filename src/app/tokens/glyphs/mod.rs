//! The signs of troops: silhouettes that can still be told apart when a token is a dozen pixels
//! wide.
//!
//! A sign is a row of strokes, parted by semicolons and line ends, on a square from -100 to 100
//! with y downwards:
//! - `f` and `c` fill a path in ink and in paper, `l` and `k` draw along one, so wide as the
//!   number behind the letter says: `f M0 -90 L20 0 C.. Q.. Z`, `l16 M0 0 L9 9`
//! - `d x y r` is a dot in ink, `h x y r` one in paper, `e x y rx ry` an oval in ink
//! - `@name size x y` is another sign, so many hundredths as large
//! - `=` before any of them draws its mirror image too

mod arms;
mod beasts;
mod engines;

use bevy::prelude::*;
use bevy_prototype_lyon::prelude::ShapePath;

use crate::app::drawing::{Drawing, circle, ellipse};

/// Draws in ink on a face, at a place and size.
pub struct Pen<'a> {
    /// The picture.
    pub drawing: &'a mut Drawing,
    /// The sign's middle.
    pub at: Vec2,
    /// Inches from the sign's middle to its edge.
    pub scale: f32,
    /// Dark.
    pub ink: Color,
    /// Light.
    pub paper: Color,
}

/// What stands for a troop without a sign of its own.
const UNKNOWN: &str = "shield";

/// All signs.
fn signs() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    arms::SIGNS.iter().chain(beasts::SIGNS).chain(engines::SIGNS)
}

/// The strokes of a sign, if there is one of that name.
pub(super) fn strokes_of(name: &str) -> Option<&'static str> {
    signs().find(|(known, _)| *known == name).map(|(_, strokes)| *strokes)
}

/// Draws the sign a profile names; an unknown one is a shield.
pub fn draw(pen: &mut Pen, name: &str) {
    let strokes = strokes_of(name).or_else(|| strokes_of(UNKNOWN)).unwrap_or_default();
    for stroke in split(strokes) {
        let placing = Placing { at: pen.at, scale: pen.scale, mirrored: false };
        let stroke = match stroke.strip_prefix('=') {
            Some(stroke) => {
                draw_stroke(pen, stroke, Placing { mirrored: true, ..placing });
                stroke
            }
            None => stroke,
        };
        draw_stroke(pen, stroke, placing);
    }
}

fn split(strokes: &str) -> impl Iterator<Item = &str> {
    strokes.split([';', '\n']).map(str::trim).filter(|stroke| !stroke.is_empty())
}

/// Where a stroke comes to lie.
#[derive(Clone, Copy)]
struct Placing {
    at: Vec2,
    scale: f32,
    mirrored: bool,
}

impl Placing {
    fn point(&self, x: f32, y: f32) -> Vec2 {
        let x = if self.mirrored { -x } else { x };
        self.at + Vec2::new(x, -y) * (self.scale / 100.0)
    }
}

/// Draws one stroke; says whether it could be read.
fn draw_stroke(pen: &mut Pen, stroke: &str, placing: Placing) -> bool {
    let Some((kind, rest)) = stroke.split_once(' ') else { return false };
    let unit = placing.scale / 100.0;
    if let Some(name) = kind.strip_prefix('@') {
        let ([size, x, y], Some(_)) = (numbers(rest), strokes_of(name)) else { return false };
        let (at, scale) = (placing.point(x, y), pen.scale * size / 100.0);
        let (ink, paper) = (pen.ink, pen.paper);
        draw(&mut Pen { drawing: &mut *pen.drawing, at, scale, ink, paper }, name);
        return true;
    }
    let (letter, width) = kind.split_at(1);
    let colour = if matches!(letter, "f" | "l" | "d" | "e") { pen.ink } else { pen.paper };
    match letter {
        "f" | "c" => {
            let Some(path) = path(rest, placing) else { return false };
            pen.drawing.fill(&path, colour);
        }
        "l" | "k" => {
            let (Some(path), Ok(width)) = (path(rest, placing), width.parse::<f32>()) else {
                return false;
            };
            if letter == "l" {
                pen.drawing.line(&path, colour, width * unit);
            } else {
                pen.drawing.cut_line(&path, colour, width * unit);
            }
        }
        "d" | "h" => {
            let [x, y, radius] = numbers(rest);
            pen.drawing.fill(&circle(placing.point(x, y), radius * unit), colour);
        }
        "e" => {
            let [x, y, wide, high] = numbers(rest);
            let radii = Vec2::new(wide, high) * unit;
            pen.drawing.fill(&ellipse(placing.point(x, y), radii), colour);
        }
        _ => return false,
    }
    true
}

/// So many numbers; those that aren't there are 0.
fn numbers<const N: usize>(text: &str) -> [f32; N] {
    let mut found = text.split_whitespace().filter_map(|number| number.parse().ok());
    std::array::from_fn(|_| found.next().unwrap_or(0.0))
}

/// A path of `M`, `L`, `Q`, `C` and `Z`.
fn path(text: &str, placing: Placing) -> Option<ShapePath> {
    let mut path = ShapePath::new();
    let mut rest = text.trim();
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(char::is_alphabetic).map_or(rest.len(), |end| end + 1);
        let (this, next) = rest.split_at(end);
        let numbers: Vec<f32> =
            this[1..].split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let points: Vec<Vec2> =
            numbers.chunks_exact(2).map(|xy| placing.point(xy[0], xy[1])).collect();
        path = match (command, points.as_slice()) {
            ('M', &[to]) => path.move_to(to),
            ('L', &[to]) => path.line_to(to),
            ('Q', &[by, to]) => path.quadratic_bezier_to(by, to),
            ('C', &[a, b, to]) => path.cubic_bezier_to(a, b, to),
            ('Z', &[]) => path.close(),
            _ => return None,
        };
        rest = next;
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_stroke_can_be_read() {
        for (name, strokes) in signs() {
            let mut drawing = Drawing::new();
            let mut pen = Pen {
                drawing: &mut drawing,
                at: Vec2::ZERO,
                scale: 1.0,
                ink: Color::BLACK,
                paper: Color::WHITE,
            };
            for stroke in split(strokes) {
                let placing = Placing { at: Vec2::ZERO, scale: 1.0, mirrored: false };
                let read = draw_stroke(&mut pen, stroke.trim_start_matches('='), placing);
                assert!(read, "{name}: {stroke}");
            }
            assert!(!drawing.is_empty(), "{name}");
            assert_eq!(signs().filter(|(other, _)| other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn the_page_on_profiles_lists_every_sign_of_a_troop() {
        let page = include_str!("../../../../docs/adding-a-profile.md");
        let line =
            page.lines().find_map(|line| line.strip_prefix("- `glyph`, the sign on the token: "));
        let listed = line.and_then(|line| line.split(';').next()).expect("the signs have a line");
        let listed: BTreeSet<&str> = listed.split(", ").collect();
        // A lance is shown by the weapon.
        let of_troops =
            signs().map(|(name, _)| *name).filter(|name| ![UNKNOWN, "lance"].contains(name));
        assert_eq!(listed, of_troops.collect());
    }

    #[test]
    fn signs_stay_in_their_square() {
        for (name, _) in signs().filter(|(name, _)| *name != "lance") {
            let mut drawing = Drawing::new();
            let (ink, paper) = (Color::BLACK, Color::WHITE);
            draw(&mut Pen { drawing: &mut drawing, at: Vec2::ZERO, scale: 1.0, ink, paper }, name);
            let (low, high) = drawing.extent();
            assert!(low.min_element() > -1.17 && high.max_element() < 1.17, "{name} {low} {high}");
            let middle = (low + high) / 2.0;
            assert!(middle.abs().max_element() < 0.16, "{name} sits at {middle}");
        }
    }
}
