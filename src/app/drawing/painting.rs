//! Painting without tessellation: triangles, fans, strips and sheets whose corners have colours
//! of their own, so that colours blend softly into each other and into what lies below.

use bevy::prelude::*;

use super::{Drawing, Vertex};

impl Drawing {
    fn corner(&mut self, at: Vec2, colour: Color) -> u32 {
        self.vertices.vertices.push(Vertex::new(at, colour));
        self.vertices.vertices.len() as u32 - 1
    }

    /// A triangle with a colour at each corner.
    pub fn triangle(&mut self, corners: [Vec2; 3], colours: [Color; 3]) {
        let [a, b, c] = [0, 1, 2].map(|i| self.corner(corners[i], colours[i]));
        self.vertices.indices.extend([a, b, c]);
    }

    /// A four-sided piece with a colour at each corner, given around its edge.
    pub fn quad(&mut self, corners: [Vec2; 4], colours: [Color; 4]) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| self.corner(corners[i], colours[i]));
        self.vertices.indices.extend([a, b, c, a, c, d]);
    }

    /// A straight stroke with cut ends.
    pub fn bar(&mut self, from: Vec2, to: Vec2, colour: Color, width: f32) {
        let side = (to - from).normalize_or_zero().perp() * width / 2.0;
        self.quad([from - side, to - side, to + side, from + side], [colour; 4]);
    }

    /// Triangles from a middle to each part of a closed rim.
    pub fn fan(
        &mut self,
        middle: Vec2,
        colour: Color,
        rim: &[Vec2],
        rim_colour: impl Fn(usize) -> Color,
    ) {
        let hub = self.corner(middle, colour);
        let first = hub + 1;
        let count = rim.len() as u32;
        for (i, &at) in rim.iter().enumerate() {
            self.corner(at, rim_colour(i));
        }
        for i in 0..count {
            self.vertices.indices.extend([hub, first + i, first + (i + 1) % count]);
        }
    }

    /// A round patch that fades out to its edge; `radii` lie along the axes.
    pub fn soft_patch(&mut self, at: Vec2, radii: Vec2, colour: Color) {
        let rim: [Vec2; 14] = std::array::from_fn(|i| {
            at + Vec2::from_angle(i as f32 / 14.0 * std::f32::consts::TAU) * radii
        });
        self.fan(at, colour, &rim, |_| colour.with_alpha(0.0));
    }

    /// Strips between rows of as many points, from row to row, with a colour for each row.
    pub fn strips(&mut self, rows: &[Vec<Vec2>], colours: &[Color]) {
        let count = rows.iter().map(Vec::len).min().unwrap_or(0) as u32;
        let first = self.vertices.vertices.len() as u32;
        for (row, &colour) in rows.iter().zip(colours) {
            for &at in &row[..count as usize] {
                self.corner(at, colour);
            }
        }
        for row in 1..rows.len().min(colours.len()) as u32 {
            for i in 1..count {
                let (a, b) = (first + (row - 1) * count + i, first + row * count + i);
                self.vertices.indices.extend([a - 1, a, b - 1, a, b, b - 1]);
            }
        }
    }

    /// A grid between two corners, with a colour for each of its points; what is clear is left
    /// out.
    pub fn sheet(&mut self, low: Vec2, high: Vec2, step: f32, colour: impl Fn(Vec2) -> Color) {
        let size = high - low;
        let cells = (size / step).ceil().max(Vec2::ONE).as_uvec2();
        let row = (cells.x + 1) as usize;
        let place = |x: u32, y: u32| low + size * Vec2::new(x as f32, y as f32) / cells.as_vec2();
        let mut colours = Vec::with_capacity(row * (cells.y + 1) as usize);
        for y in 0..=cells.y {
            colours.extend((0..=cells.x).map(|x| colour(place(x, y))));
        }
        let mut corners: Vec<Option<u32>> = vec![None; colours.len()];
        for y in 0..cells.y {
            for x in 0..cells.x {
                let around = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                let index = |(x, y): (u32, u32)| y as usize * row + x as usize;
                if around.iter().all(|&at| colours[index(at)].alpha() < 0.004) {
                    continue;
                }
                let [a, b, c, d] = around.map(|(x, y)| {
                    let i = index((x, y));
                    *corners[i].get_or_insert_with(|| self.corner(place(x, y), colours[i]))
                });
                // Diagonals by turns, so that no direction shows.
                let halves = if (x + y) % 2 == 0 { [a, b, c, a, c, d] } else { [a, b, d, b, c, d] };
                self.vertices.indices.extend(halves);
            }
        }
    }

    /// The picture as a mesh for a material with a texture of which one tile covers so many
    /// inches.
    pub fn textured_mesh(self, tile: f32) -> Mesh {
        let uv: Vec<[f32; 2]> =
            self.vertices.vertices.iter().map(|v| [v.at[0] / tile, v.at[1] / tile]).collect();
        self.mesh().with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uv)
    }

    /// How many corners the picture's triangles have.
    pub fn corners(&self) -> usize {
        self.vertices.vertices.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_leaves_out_what_is_clear() {
        let mut drawing = Drawing::new();
        drawing.sheet(Vec2::ZERO, Vec2::splat(4.0), 1.0, |at| {
            Color::WHITE.with_alpha(if at.x < 0.5 { 1.0 } else { 0.0 })
        });
        assert_eq!(drawing.corners(), 10, "only the first column of cells");
        drawing.fan(Vec2::ZERO, Color::BLACK, &[Vec2::X, Vec2::Y, -Vec2::X], |_| Color::WHITE);
        assert_eq!(drawing.corners(), 14);
        assert!(drawing.textured_mesh(8.0).contains_attribute(Mesh::ATTRIBUTE_UV_0));
    }
}
