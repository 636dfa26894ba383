//! The table and what lies on it, drawn once when a battle begins.

use bevy::prelude::*;

use super::{
    drawing::{Drawing, polygon, rectangle},
    running::{BattleBegan, BattleLeft},
    theme::layer,
};
use crate::battle::Battlefield;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(lay_table).add_observer(clear_table);
}

/// Something drawn for the battle on the table, which goes when the battle goes.
#[derive(Component)]
pub struct OfBattle;

fn lay_table(
    _: On<BattleBegan>,
    field: Res<Battlefield>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let white = materials.add(ColorMaterial::from(Color::WHITE));
    let size = Vec2::new(field.0.width.0, field.0.depth.0);
    let mut ground = Drawing::new();
    ground.fill(&rectangle(size / 2.0, size + 2.0), Color::srgb_u8(0x5a, 0x3d, 0x24));
    ground.fill(&rectangle(size / 2.0, size), Color::srgb_u8(0x5d, 0x76, 0x3f));
    for piece in &field.0.terrain {
        ground.fill(&polygon(piece.outline(48)), Color::srgb_u8(0x46, 0x5a, 0x30));
    }
    commands.spawn((
        OfBattle,
        Mesh2d(meshes.add(ground.mesh())),
        MeshMaterial2d(white),
        Transform::from_xyz(0.0, 0.0, layer::GROUND),
    ));
}

fn clear_table(_: On<BattleLeft>, mut commands: Commands, drawn: Query<Entity, With<OfBattle>>) {
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
}
