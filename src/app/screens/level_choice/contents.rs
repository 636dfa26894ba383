//! What is in the picture of a level: its table, and where its models stand.

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
        Showing,
        playable::showing::{self, Badge},
    },
};

/// The table of a level.
pub(super) fn scenery(level: &Level, data: &Data) -> Scenery {
    let size = Vec2::new(level.table.width.0, level.table.depth.0);
    Scenery::pictured(size, Game::terrain(data, level), 1)
}

/// The tokens of all models that have a place from the start.
pub(super) fn tokens(
    level: &Level,
    data: &Data,
    theme: &Theme,
    faces: &mut Faces,
    meshes: &mut Assets<Mesh>,
) -> Vec<(Handle<Mesh>, Transform)> {
    let models = Game::placed_models(data, level).into_iter().enumerate();
    let token = |(place, model): (usize, showing::PlacedModel)| {
        let badge = if model.leads { Badge::Leader } else { Badge::Common };
        let shown = showing::Face { badge, ..default() };
        let face = Face::new(model.placed.base, model.side, shown);
        let pose = model.placed.pose;
        let height = layer::TOKENS + place as f32 * 0.01;
        let at = Transform::from_translation(pose.at.extend(height))
            .with_rotation(Quat::from_rotation_arc_2d(Vec2::Y, pose.facing));
        (faces.mesh(Piece::Body, &face, Look::Far, theme, meshes), at)
    };
    models.map(token).collect()
}
