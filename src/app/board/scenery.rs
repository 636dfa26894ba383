//! What of a table is drawn once, part by part: the ground, what lies on it, the frame, terrain.
//! A part takes some milliseconds, so whoever draws all of them spreads them over frames.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    Grass,
    ground::{self, GRAIN_TILE},
    surround,
    terrain::{self, Tree},
};
use crate::{
    app::{drawing::Drawing, layer},
    table::{Table, Terrain},
};

/// A table as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenery {
    size: Vec2,
    pieces: Vec<Terrain>,
    /// Whether the rules' edges have their sign and crowns of woods are left to others: a table to
    /// play on, not a picture.
    played: bool,
    /// The seed of the first piece, so that two pictures may differ.
    seed: u32,
}

/// What is drawn as one mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The ground itself.
    Ground,
    /// Tufts, flowers and pebbles on it.
    Details,
    /// The room around the table.
    Room,
    /// The frame's shade on the ground.
    Shade,
    /// The frame.
    Frame,
    /// A piece of terrain, by its place.
    Piece(usize),
}

impl Scenery {
    /// A table for a battle.
    pub fn played(table: &Table) -> Self {
        let size = Vec2::new(table.width.0, table.depth.0);
        Self { size, pieces: table.terrain.clone(), played: true, seed: 1 }
    }

    /// A table that is only looked at, with the seed of its first piece.
    pub fn pictured(size: Vec2, pieces: Vec<Terrain>, seed: u32) -> Self {
        Self { size, pieces, played: false, seed }
    }

    /// All that has to be drawn, what covers most first.
    pub fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        let pieces = (0..self.pieces.len()).map(Part::Piece);
        [Part::Ground, Part::Room, Part::Frame, Part::Shade, Part::Details]
            .into_iter()
            .chain(pieces)
    }

    fn seed_of(&self, place: usize) -> u32 {
        self.seed + place as u32
    }

    /// Draws a part.
    pub fn draw(&self, part: Part) -> Mesh {
        let mut drawing = Drawing::new();
        match part {
            Part::Ground => return ground::sheet(self.size),
            Part::Details => drawing = ground::details(self.size),
            Part::Room => surround::room(&mut drawing, self.size),
            Part::Shade => surround::inner_shade(&mut drawing, self.size),
            Part::Frame => surround::frame(&mut drawing, self.size),
            Part::Piece(place) => {
                let (piece, seed) = (&self.pieces[place], self.seed_of(place));
                if self.played {
                    terrain::draw_ground(&mut drawing, piece, seed, true, &self.pieces);
                } else {
                    terrain::draw(&mut drawing, piece, seed);
                }
            }
        }
        drawing.textured_mesh(GRAIN_TILE)
    }

    /// The trees whose crowns stand over a part, above tokens.
    fn trees(&self, part: Part) -> Vec<Tree> {
        match part {
            Part::Piece(place) => terrain::trees(&self.pieces[place], self.seed_of(place)),
            _ => Vec::new(),
        }
    }

    /// How high a part lies.
    pub fn height(&self, part: Part) -> f32 {
        match part {
            Part::Ground => layer::GROUND,
            Part::Details => layer::GROUND + 1.0,
            Part::Room => layer::ROOM,
            Part::Shade => layer::GROUND + 2.0,
            Part::Frame => layer::FRAME,
            Part::Piece(place) => terrain::height(&self.pieces[place], place),
        }
    }

    /// Whether a part looks the same as one of another table.
    fn is_same(&self, other: &Self, part: Part) -> bool {
        let Part::Piece(place) = part else { return self.size == other.size };
        let (Some(own), Some(others)) = (self.pieces.get(place), other.pieces.get(place)) else {
            return false;
        };
        // A stream and the pond it runs into are drawn as one.
        let waters = |all: &Self| -> Vec<Terrain> {
            all.pieces.iter().filter(|piece| terrain::is_water(piece)).cloned().collect()
        };
        own == others
            && (self.played, self.seed) == (other.played, other.seed)
            && (!terrain::is_water(own) || waters(self) == waters(other))
    }
}

impl Part {
    /// What it is painted with.
    pub fn material(self, grass: &Grass) -> MeshMaterial2d<ColorMaterial> {
        MeshMaterial2d(if self == Self::Ground { grass.turf.clone() } else { grass.grain.clone() })
    }
}

/// A part as it was drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Picture {
    /// What lies below tokens.
    pub(super) mesh: Handle<Mesh>,
    /// The trees whose crowns stand above them.
    pub(super) trees: Vec<Tree>,
}

/// The parts of a table to play on that were drawn so far. What looks the same on the next table is
/// kept.
#[derive(Resource, Default)]
pub struct Drawn {
    scenery: Option<Scenery>,
    pictures: BTreeMap<Part, Picture>,
}

impl Drawn {
    /// Turns to a table: keeps what looks the same there.
    pub fn turn_to(&mut self, scenery: Scenery) {
        match &self.scenery {
            Some(before) if *before == scenery => return,
            Some(before) => self.pictures.retain(|&part, _| scenery.is_same(before, part)),
            None => self.pictures.clear(),
        }
        self.scenery = Some(scenery);
    }

    /// Draws a part that isn't drawn yet; false if there is none.
    pub fn draw_next(&mut self, meshes: &mut Assets<Mesh>) -> bool {
        let mut parts = self.scenery.iter().flat_map(Scenery::parts);
        let missing = parts.find(|part| !self.pictures.contains_key(part));
        missing.map(|part| self.picture(part, meshes)).is_some()
    }

    /// A part's picture; it is drawn if it wasn't yet.
    pub(super) fn picture(&mut self, part: Part, meshes: &mut Assets<Mesh>) -> Picture {
        let draw = || {
            let Some(scenery) = &self.scenery else { return Picture::default() };
            Picture { mesh: meshes.add(scenery.draw(part)), trees: scenery.trees(part) }
        };
        self.pictures.entry(part).or_insert_with(draw).clone()
    }

    /// How many parts are drawn, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.pictures.len(), self.scenery.iter().flat_map(Scenery::parts).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        Footprint, Inches,
        Picture::{self, Hill, Water},
    };

    fn disc(picture: Picture, x: f32) -> Terrain {
        let disc = Footprint::Circle { at: Vec2::new(x, 8.0), radius: Inches(2.0) };
        Terrain::new("piece", disc).drawn_as(picture)
    }

    fn table(terrain: Vec<Terrain>) -> Scenery {
        let mut table = Table::new(Inches(24.0), Inches(16.0));
        table.terrain = terrain;
        Scenery::played(&table)
    }

    #[test]
    fn only_what_has_changed_is_drawn_again() {
        let mut meshes = Assets::<Mesh>::default();
        let mut drawn = Drawn::default();
        let mut draw_all = |drawn: &mut Drawn| {
            let mut count = 0;
            while drawn.draw_next(&mut meshes) {
                count += 1;
            }
            count
        };
        drawn.turn_to(table(vec![disc(Water, 5.0), disc(Hill, 12.0)]));
        assert_eq!(draw_all(&mut drawn), 7);
        assert_eq!(drawn.progress(), (7, 7));
        drawn.turn_to(table(vec![disc(Water, 5.0), disc(Hill, 12.0)]));
        assert_eq!(draw_all(&mut drawn), 0);
        drawn.turn_to(table(vec![disc(Water, 5.0), disc(Hill, 15.0)]));
        assert_eq!(draw_all(&mut drawn), 1, "the hill");
        let stream = disc(Water, 9.0);
        drawn.turn_to(table(vec![disc(Water, 5.0), disc(Hill, 15.0), stream]));
        assert_eq!(draw_all(&mut drawn), 2, "the stream, and the pond that it runs into");
        drawn.turn_to(table(vec![disc(Water, 5.0)]));
        assert_eq!(draw_all(&mut drawn), 1, "the pond without the stream");
    }
}
