//! Pictures of many coloured paths in one mesh: lyon's shapes, tessellated one over the other.
//! A token or a piece of terrain is one such mesh, however many strokes it has.

mod painting;

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};
use bevy_egui::egui;
use bevy_prototype_lyon::prelude::{
    FillOptions, LineCap, LineJoin, Shape, ShapeBuilder, ShapeBuilderBase, ShapePath,
    StrokeOptions,
    tess::{
        BuffersBuilder, FillTessellator, FillVertex, StrokeTessellator, StrokeVertex, VertexBuffers,
    },
};

/// How far a drawn curve may be from the true one, in inches.
const FINENESS: f32 = 0.006;

/// A picture in the making.
#[derive(Default)]
pub struct Drawing {
    vertices: VertexBuffers<Vertex, u32>,
    fill: FillTessellator,
    stroke: StrokeTessellator,
}

#[derive(Clone, Copy, Default)]
struct Vertex {
    at: [f32; 2],
    colour: [f32; 4],
}

impl Vertex {
    fn new(at: Vec2, colour: Color) -> Self {
        Self { at: at.to_array(), colour: colour.to_linear().to_f32_array() }
    }
}

impl Drawing {
    /// An empty picture.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills a path with one colour.
    pub fn fill(&mut self, path: &ShapePath, colour: impl Into<Color>) {
        let colour = colour.into();
        self.fill_with(path, |_| colour);
    }

    /// Fills a path with a colour for each of its points, blended between them.
    pub fn fill_with(&mut self, path: &ShapePath, colour: impl Fn(Vec2) -> Color) {
        let shape = lines(path);
        let options = FillOptions::default().with_tolerance(FINENESS);
        let vertex = |v: FillVertex| {
            let at = Vec2::from(v.position().to_array());
            Vertex::new(at, colour(at))
        };
        let mut output = BuffersBuilder::new(&mut self.vertices, vertex);
        if let Err(error) = self.fill.tessellate_path(&shape.path, &options, &mut output) {
            warn!("a path could not be filled: {error:?}");
        }
    }

    /// Fills the strip between two closed rows of as many points, with a colour for each point
    /// of the outer row and of the inner row.
    pub fn ring(
        &mut self,
        outer: &[Vec2],
        inner: &[Vec2],
        colours: impl Fn(usize) -> (Color, Color),
    ) {
        let count = outer.len().min(inner.len());
        let first = self.vertices.vertices.len() as u32;
        for i in 0..count {
            let (out, into) = colours(i);
            self.vertices.vertices.push(Vertex::new(outer[i], out));
            self.vertices.vertices.push(Vertex::new(inner[i], into));
        }
        for i in 0..count as u32 {
            let (a, b) = (first + i * 2, first + (i + 1) % count as u32 * 2);
            self.vertices.indices.extend([a, b, a + 1, b, b + 1, a + 1]);
        }
    }

    /// Draws along a path with round caps and joints; the width is in inches.
    pub fn line(&mut self, path: &ShapePath, colour: impl Into<Color>, width: f32) {
        self.stroke(path, colour, width, LineCap::Round);
    }

    /// Draws along a path with square ends.
    pub fn cut_line(&mut self, path: &ShapePath, colour: impl Into<Color>, width: f32) {
        self.stroke(path, colour, width, LineCap::Butt);
    }

    fn stroke(&mut self, path: &ShapePath, colour: impl Into<Color>, width: f32, cap: LineCap) {
        let shape = lines(path);
        let colour = colour.into().to_linear().to_f32_array();
        let options = StrokeOptions::default()
            .with_line_width(width)
            .with_line_cap(cap)
            .with_line_join(LineJoin::Round)
            .with_tolerance(FINENESS);
        let vertex = |v: StrokeVertex| Vertex { at: v.position().to_array(), colour };
        let mut output = BuffersBuilder::new(&mut self.vertices, vertex);
        if let Err(error) = self.stroke.tessellate_path(&shape.path, &options, &mut output) {
            warn!("a path could not be drawn: {error:?}");
        }
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.vertices.indices.is_empty()
    }

    /// The lower left and the upper right corner of what was drawn.
    pub fn extent(&self) -> (Vec2, Vec2) {
        let nothing = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
        self.vertices.vertices.iter().fold(nothing, |(low, high), vertex| {
            (low.min(vertex.at.into()), high.max(vertex.at.into()))
        })
    }

    /// The picture as pixels with smooth edges, row by row from the upper left: what lies in a
    /// square from -1 to 1.
    pub fn pixels(&self, size: usize) -> egui::ColorImage {
        const FINER: usize = 4;
        let fine = size * FINER;
        let mut dots = vec![[0.0_f32; 4]; fine * fine];
        for corners in self.vertices.indices.chunks_exact(3) {
            let corner = |i: usize| &self.vertices.vertices[corners[i] as usize];
            let [a, b, c] = [corner(0), corner(1), corner(2)];
            let at = |v: &Vertex| (Vec2::new(v.at[0], -v.at[1]) + 1.0) * 0.5 * fine as f32;
            fill_triangle(&mut dots, fine, [at(a), at(b), at(c)], a.colour);
        }
        let mut image = egui::ColorImage::filled([size, size], egui::Color32::TRANSPARENT);
        for (place, pixel) in image.pixels.iter_mut().enumerate() {
            let (x, y) = (place % size * FINER, place / size * FINER);
            let mut sum = [0.0; 4];
            for dot in (0..FINER * FINER).map(|i| dots[(y + i / FINER) * fine + x + i % FINER]) {
                for (sum, part) in sum.iter_mut().zip(dot) {
                    *sum += part / (FINER * FINER) as f32;
                }
            }
            let [red, green, blue, alpha] = sum;
            if alpha > 0.0 {
                let colour = LinearRgba::new(red / alpha, green / alpha, blue / alpha, alpha);
                *pixel = super::theme::Theme::egui(colour.into());
            }
        }
        image
    }

    /// The picture for egui, with each of its points where `place` puts it.
    pub fn egui_mesh(&self, place: impl Fn(Vec2) -> egui::Pos2) -> egui::Mesh {
        let mut mesh = egui::Mesh::default();
        for vertex in &self.vertices.vertices {
            let [red, green, blue, alpha] = vertex.colour;
            let colour = Color::from(LinearRgba { red, green, blue, alpha });
            mesh.colored_vertex(place(vertex.at.into()), super::theme::Theme::egui(colour));
        }
        mesh.indices.clone_from(&self.vertices.indices);
        mesh
    }

    /// The picture as a mesh with colours at its vertices, to be shown with a white material.
    pub fn mesh(self) -> Mesh {
        let at: Vec<[f32; 3]> =
            self.vertices.vertices.iter().map(|v| [v.at[0], v.at[1], 0.0]).collect();
        let colours: Vec<[f32; 4]> = self.vertices.vertices.iter().map(|v| v.colour).collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, at)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U32(self.vertices.indices))
    }
}

/// Paints one flat triangle over dots; colours are multiplied by their opacity.
fn fill_triangle(dots: &mut [[f32; 4]], wide: usize, [a, b, c]: [Vec2; 3], colour: [f32; 4]) {
    let low = a.min(b).min(c).max(Vec2::ZERO);
    let high = a.max(b).max(c).min(Vec2::splat(wide as f32));
    let turn = (b - a).perp_dot(c - a).signum();
    for y in low.y as usize..(high.y.ceil() as usize).min(wide) {
        for x in low.x as usize..(high.x.ceil() as usize).min(wide) {
            let dot = Vec2::new(x as f32, y as f32) + 0.5;
            let inside = |a: Vec2, b: Vec2| (b - a).perp_dot(dot - a) * turn >= 0.0;
            if inside(a, b) && inside(b, c) && inside(c, a) {
                let below = &mut dots[y * wide + x];
                let opacity = colour[3];
                for part in 0..3 {
                    below[part] = colour[part] * opacity + below[part] * (1.0 - opacity);
                }
                below[3] = opacity + below[3] * (1.0 - opacity);
            }
        }
    }
}

fn lines(path: &ShapePath) -> Shape {
    ShapeBuilder::with(path).fill(Color::WHITE).build()
}

/// A closed path through points.
pub fn polygon(points: impl IntoIterator<Item = Vec2>) -> ShapePath {
    open(points).close()
}

/// An open path through points.
pub fn open(points: impl IntoIterator<Item = Vec2>) -> ShapePath {
    let mut points = points.into_iter();
    let Some(first) = points.next() else { return ShapePath::new() };
    points.fold(ShapePath::new().move_to(first), ShapePath::line_to)
}

/// A line from point to point.
pub fn segment(from: Vec2, to: Vec2) -> ShapePath {
    ShapePath::new().move_to(from).line_to(to)
}

/// A circle.
pub fn circle(at: Vec2, radius: f32) -> ShapePath {
    ellipse(at, Vec2::splat(radius))
}

/// An ellipse along the axes.
pub fn ellipse(at: Vec2, radii: Vec2) -> ShapePath {
    ShapePath::new()
        .move_to(at + Vec2::new(radii.x, 0.0))
        .arc(at, radii, std::f32::consts::TAU, 0.0)
        .close()
}

/// A rectangle by its middle and its size.
pub fn rectangle(at: Vec2, size: Vec2) -> ShapePath {
    let half = size / 2.0;
    polygon([-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)].map(|p| at + p))
}

/// A closed curve that swings through the middles of a polygon's edges.
pub fn smooth(points: &[Vec2]) -> ShapePath {
    let count = points.len();
    if count < 3 {
        return polygon(points.iter().copied());
    }
    let middle = |i: usize| (points[i % count] + points[(i + 1) % count]) / 2.0;
    let start = ShapePath::new().move_to(middle(count - 1));
    (0..count).fold(start, |path, i| path.quadratic_bezier_to(points[i], middle(i))).close()
}

/// Dashes along a closed or open row of points: on for `dash`, off for `gap` inches.
pub fn dashes(points: &[Vec2], closed: bool, dash: f32, gap: f32) -> Vec<(Vec2, Vec2)> {
    let mut pieces = Vec::new();
    let mut along = 0.0_f32;
    let period = (dash + gap).max(0.02);
    let last = if closed { points.len() } else { points.len().saturating_sub(1) };
    for i in 0..last {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let length = a.distance(b);
        let mut done = 0.0;
        while done < length && pieces.len() < 4000 {
            let phase = along % period;
            let on = phase < dash;
            let step = (if on { dash - phase } else { period - phase }).max(0.005);
            let end = (done + step).min(length);
            if on {
                pieces.push((a.lerp(b, done / length), a.lerp(b, end / length)));
            }
            along += end - done;
            done = end;
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_all_its_layers() {
        let mut drawing = Drawing::new();
        assert!(drawing.is_empty());
        drawing.fill(&circle(Vec2::ZERO, 1.0), Color::BLACK);
        drawing.line(&segment(Vec2::ZERO, Vec2::X), Color::WHITE, 0.1);
        assert!(!drawing.is_empty());
        let mesh = drawing.mesh();
        assert!(mesh.count_vertices() > 16);
        assert!(mesh.indices().is_some_and(|indices| indices.len() % 3 == 0));
    }

    #[test]
    fn dashes_cover_their_share() {
        let square = [Vec2::ZERO, Vec2::X * 4.0, Vec2::splat(4.0), Vec2::Y * 4.0];
        let pieces = dashes(&square, true, 0.5, 0.5);
        let length: f32 = pieces.iter().map(|(a, b)| a.distance(*b)).sum();
        assert!((length - 8.0).abs() < 0.6, "{length}");
    }
}
