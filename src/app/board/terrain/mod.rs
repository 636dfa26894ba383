//! Terrain as one knows it from above: each kind has its own way of being drawn, lit from the
//! upper left. A kind that says nothing of its picture is drawn by what it does: ground, barrier, height.

mod brush;
mod building;
mod canopy;
mod conjured;
mod crown;
mod edge;
mod hill;
mod lane;
mod line;
mod plain;
mod relief;
mod ruin;
mod stone;
mod water;
mod wood;

use bevy::prelude::*;

use crate::{
    app::{drawing::Drawing, layer},
    table::{Footprint, Ground, Opacity, Picture, Terrain},
};

pub(super) use canopy::Crowns;
pub(super) use wood::Tree;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(canopy::plugin);
}

/// Where the light comes from.
const LIGHT: Vec2 = Vec2::new(-0.64, 0.768);

/// How high a piece lies: flat things lie under high ones, whatever their order in the level.
pub(super) fn height(piece: &Terrain, place: usize) -> f32 {
    let rise = piece.height.0.clamp(0.0, 12.0) + if piece.barrier { 1.0 } else { 0.0 };
    layer::TERRAIN + rise + above_streams(piece) + place as f32 * 0.002
}

/// The trees whose crowns stand over a piece.
pub(super) fn trees(piece: &Terrain, seed: u32) -> Vec<Tree> {
    if picture(piece) == Some(Picture::Wood) { wood::trees(piece, seed) } else { Vec::new() }
}

/// Whether a piece is drawn as water.
pub(super) fn is_water(piece: &Terrain) -> bool {
    picture(piece) == Some(Picture::Water)
}

/// As what a piece is drawn: as its kind says, else by what it does; nothing for plain ground that
/// does nothing.
fn picture(piece: &Terrain) -> Option<Picture> {
    piece.picture.or(match piece.ground {
        Ground::Difficult if piece.opacity == Opacity::Blocking && piece.elevation.0 <= 0.0 => {
            Some(Picture::Cloud)
        }
        Ground::Difficult => Some(Picture::Rough),
        Ground::Water => Some(Picture::Water),
        Ground::Impassable => Some(Picture::Crag),
        Ground::Open if piece.barrier => Some(Picture::Wall),
        Ground::Open if piece.elevation.0 > 0.0 => Some(Picture::Hill),
        Ground::Open => None,
    })
}

/// Draws a piece with everything that stands on it, as a picture: without the sign of the rules'
/// edge. The seed makes two of a kind differ.
pub fn draw(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    if picture(piece) == Some(Picture::Wood) {
        wood::wood(drawing, piece, seed);
    } else {
        draw_ground(drawing, piece, seed, false, &[]);
    }
}

/// Ponds lie over the streams that run into them.
fn above_streams(piece: &Terrain) -> f32 {
    let stream = matches!(piece.footprint, Footprint::Line { .. });
    if is_water(piece) && !stream { 0.2 } else { 0.0 }
}

/// Draws what lies below tokens, with the sign of the rules' edge or without; `around` is what
/// else lies on the table.
pub(super) fn draw_ground(
    drawing: &mut Drawing,
    piece: &Terrain,
    seed: u32,
    signed: bool,
    around: &[Terrain],
) {
    match picture(piece) {
        Some(Picture::Hill) => hill::hill(drawing, piece, seed, signed),
        Some(Picture::Wood) => wood::floor(drawing, piece, seed, signed),
        Some(Picture::Hedge) => line::hedge(drawing, piece, seed),
        Some(Picture::Fence) => line::fence(drawing, piece, seed),
        Some(Picture::Ditch) => line::ditch(drawing, piece, seed),
        Some(Picture::Wall) => stone::wall(drawing, piece, seed),
        Some(Picture::Hut) => building::hut(drawing, piece, seed),
        Some(Picture::Ruin) => ruin::ruin(drawing, piece, seed, signed),
        Some(Picture::Water) => water::water(drawing, piece, seed, signed, around),
        Some(Picture::Crag) => stone::crag(drawing, piece, seed),
        Some(Picture::Road) => plain::road(drawing, piece, seed),
        Some(Picture::Field) => plain::field(drawing, piece, seed),
        Some(Picture::Rough) => stone::rough(drawing, piece, seed, signed),
        Some(Picture::Lava) => conjured::lava(drawing, piece, seed, signed),
        Some(Picture::Swarm) => conjured::swarm(drawing, piece, seed, signed),
        Some(Picture::Cloud) => conjured::cloud(drawing, piece, seed, signed),
        None => plain::unknown(drawing, piece, seed, signed),
    }
}

/// The edge of a piece with a point at least every `step` inches.
fn fine_outline(piece: &Terrain, step: f32) -> Vec<Vec2> {
    let corners = piece.outline(48);
    let mut points = Vec::new();
    for (i, &from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let parts = (from.distance(to) / step).ceil().clamp(1.0, 400.0) as u32;
        points.extend((0..parts).map(|part| from.lerp(to, part as f32 / parts as f32)));
    }
    points
}

/// The middle of the points.
fn middle(points: &[Vec2]) -> Vec2 {
    points.iter().sum::<Vec2>() / points.len().max(1) as f32
}

/// How much each edge point of a counter-clockwise or clockwise outline looks into the light,
/// from -1 to 1.
fn lit(points: &[Vec2]) -> Vec<f32> {
    let count = points.len();
    let area: f32 = (0..count).map(|i| points[i].perp_dot(points[(i + 1) % count])).sum();
    let turn = if area >= 0.0 { 1.0 } else { -1.0 };
    let reach = (count / 24).max(1);
    (0..count)
        .map(|i| {
            let along = points[(i + reach) % count] - points[(i + count - reach) % count];
            (-along.perp() * turn).normalize_or_zero().dot(LIGHT)
        })
        .collect()
}

/// The points that a line runs through; for other shapes their closed edge.
fn course(piece: &Terrain) -> (Vec<Vec2>, bool) {
    match &piece.footprint {
        Footprint::Line { points, .. } => (points.clone(), false),
        Footprint::Polygon(_) | Footprint::Circle { .. } => (piece.outline(32), true),
    }
}

/// How wide a line is; other shapes' edges count as half an inch wide.
fn breadth(piece: &Terrain) -> f32 {
    match &piece.footprint {
        Footprint::Line { width, .. } => width.0,
        Footprint::Polygon(_) | Footprint::Circle { .. } => 0.5,
    }
}

/// Points along a course, `step` inches apart, each with the direction there.
fn stations(points: &[Vec2], closed: bool, step: f32) -> Vec<(Vec2, Vec2)> {
    let mut found = Vec::new();
    let mut left = step / 2.0;
    let last = if closed { points.len() } else { points.len().saturating_sub(1) };
    for i in 0..last {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let length = a.distance(b);
        let along = (b - a).normalize_or(Vec2::X);
        while left <= length && found.len() < 2000 {
            found.push((a + along * left, along));
            left += step;
        }
        left -= length;
    }
    found
}

/// Points spread over a piece, about `spacing` inches apart.
fn spread(piece: &Terrain, spacing: f32, seed: u32) -> Vec<Vec2> {
    let outline = piece.outline(32);
    let low = outline.iter().copied().fold(Vec2::MAX, Vec2::min);
    let high = outline.iter().copied().fold(Vec2::MIN, Vec2::max);
    let mut grain = crate::app::noise::Grain::at(low, seed);
    let size = high - low;
    // Squares so small that two points never share one: only those near a point are looked at.
    let square = spacing * 0.7;
    let columns = (size.x / square) as usize + 5;
    let rows = (size.y / square) as usize + 5;
    let mut taken: Vec<Option<Vec2>> = vec![None; columns * rows];
    let mut found: Vec<Vec2> = Vec::new();
    let tries = (size.x * size.y / (spacing * spacing) * 14.0).clamp(20.0, 6000.0) as usize;
    for _ in 0..tries {
        let at = low + Vec2::new(grain.draw(), grain.draw()) * size;
        let place = ((at - low) / square).as_uvec2();
        let (x, y) = (place.x as usize + 2, place.y as usize + 2);
        let row = |y: usize| &taken[y * columns + x - 2..=y * columns + x + 2];
        let mut near = (y - 2..=y + 2).flat_map(row).flatten();
        if near.all(|other| other.distance(at) > spacing) && piece.contains(at) {
            taken[y * columns + x] = Some(at);
            found.push(at);
        }
    }
    // The far ones first, so that nearer ones overlap them.
    found.sort_by(|a, b| b.y.total_cmp(&a.y));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Inches;

    fn piece(picture: Option<Picture>, ground: Ground) -> Terrain {
        use Picture::{Ditch, Fence, Hedge, Road, Wall};
        let corners = [(2.0, 2.0), (10.0, 1.0), (11.0, 8.0), (3.0, 9.0)];
        let footprint = match picture {
            Some(Hedge | Fence | Ditch | Wall | Road) => Footprint::Line {
                points: vec![Vec2::new(1.0, 1.0), Vec2::new(7.0, 3.0), Vec2::new(12.0, 2.0)],
                width: Inches(0.8),
            },
            _ => Footprint::Polygon(corners.map(|(x, y)| Vec2::new(x, y)).to_vec()),
        };
        Terrain { ground, height: Inches(1.0), picture, ..Terrain::new("piece", footprint) }
    }

    #[test]
    fn every_kind_has_a_small_picture_that_is_always_the_same() {
        let pictures = one_of_each!(Picture:
            Hill,
            Wood,
            Hedge,
            Fence,
            Ditch,
            Wall,
            Hut,
            Ruin,
            Water,
            Crag,
            Road,
            Field,
            Rough,
            Lava,
            Swarm,
            Cloud,
        );
        let pictures = pictures.map(|picture| piece(Some(picture), Ground::Open));
        let plain = [Ground::Open, Ground::Difficult].map(|ground| piece(None, ground));
        for piece in pictures.into_iter().chain(plain) {
            let drawn = || {
                let mut drawing = Drawing::new();
                draw(&mut drawing, &piece, 5);
                drawing
            };
            let (picture, corners) = (piece.picture, drawn().corners());
            assert!((100..25_000).contains(&corners), "{picture:?}: {corners} corners");
            let places = |drawing: Drawing| {
                let mesh = drawing.mesh();
                format!("{:?}", mesh.attribute(Mesh::ATTRIBUTE_POSITION))
            };
            assert!(places(drawn()) == places(drawn()), "{picture:?} differs from time to time");
        }
    }

    #[test]
    fn what_says_nothing_of_its_picture_is_drawn_by_what_it_does() {
        let of = |ground| picture(&piece(None, ground));
        assert_eq!(of(Ground::Open), None);
        assert_eq!(of(Ground::Water), Some(Picture::Water));
        assert_eq!(of(Ground::Impassable), Some(Picture::Crag));
        assert_eq!(of(Ground::Difficult), Some(Picture::Rough));
        let smoke = Terrain { opacity: Opacity::Blocking, ..piece(None, Ground::Difficult) };
        assert_eq!(picture(&smoke), Some(Picture::Cloud));
        let wall = Terrain { barrier: true, ..piece(None, Ground::Open) };
        assert_eq!(picture(&wall), Some(Picture::Wall));
        assert_eq!(picture(&wall.drawn_as(Picture::Hedge)), Some(Picture::Hedge));
    }
}
