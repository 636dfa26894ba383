//! What is in the picture of a table: what lies on it, and who stands where.

use bevy::prelude::*;

use crate::{
    app::{
        board::Scenery,
        layer,
        seat::{Data, Game, Level},
        theme::Theme,
        tokens::{Face, Faces, Look, Piece},
    },
    battle::{
        BattleWorld, Showing,
        playable::showing::{self, Badge, PlacedModel},
    },
    table::Terrain,
};

/// A table as somebody sees it who only looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Its width and depth, in inches.
    size: Vec2,
    terrain: Vec<Terrain>,
    models: Vec<PlacedModel>,
}

/// So much around the table is seen, in inches.
const AROUND: f32 = 1.5;

impl Contents {
    /// A level before its battle: with all models that have a place from the start.
    pub fn of_level(level: &Level, data: &Data) -> Self {
        Self {
            size: Vec2::new(level.table.width.0, level.table.depth.0),
            terrain: Game::terrain(data, level),
            models: Game::placed_models(data, level),
        }
    }

    /// The battle in a world as it stands.
    pub fn of_battle(world: &World) -> Self {
        let table = world.table();
        let standing = world.roster().models().filter(|&model| world.is_standing(model));
        let models = standing.map(|model| PlacedModel {
            side: world.side_of_model(model),
            placed: world.placed(model),
            leads: Game::face(world.model(model)).badge != Badge::Common,
        });
        Self {
            size: Vec2::new(table.width.0, table.depth.0),
            terrain: table.terrain.clone(),
            models: models.collect(),
        }
    }

    /// How many models stand on it.
    #[cfg(test)]
    pub fn standing(&self) -> usize {
        self.models.len()
    }

    /// How much is seen, in inches: the table and its frame.
    pub(super) fn seen(&self) -> Vec2 {
        self.size + 2.0 * AROUND
    }

    /// The middle of what is seen.
    pub(super) fn middle(&self) -> Vec2 {
        self.size / 2.0
    }

    /// The table without its models.
    pub(super) fn scenery(&self) -> Scenery {
        Scenery::pictured(self.size, self.terrain.clone(), 1)
    }

    /// The tokens of all models.
    pub(super) fn tokens(
        &self,
        theme: &Theme,
        faces: &mut Faces,
        meshes: &mut Assets<Mesh>,
    ) -> Vec<(Handle<Mesh>, Transform)> {
        let token = |(place, model): (usize, &PlacedModel)| {
            let badge = if model.leads { Badge::Leader } else { Badge::Common };
            let shown = showing::Face { badge, ..default() };
            let face = Face::new(model.placed.base, model.side, shown);
            let pose = model.placed.pose;
            let height = layer::TOKENS + place as f32 * 0.01;
            let at = Transform::from_translation(pose.at.extend(height))
                .with_rotation(Quat::from_rotation_arc_2d(Vec2::Y, pose.facing));
            (faces.mesh(Piece::Body, &face, Look::Far, theme, meshes), at)
        };
        self.models.iter().enumerate().map(token).collect()
    }
}
