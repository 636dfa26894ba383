//! Lays the table of a battle: spawns what is drawn of it, and draws what isn't drawn yet.

use bevy::prelude::*;

use super::{
    Drawn, Grass, OfBattle, Scenery,
    scenery::{Part, Picture},
    terrain::Crowns,
};
use crate::{
    app::{AppSystems, running::BattleBegan},
    battle::Battlefield,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawn>();
    app.add_observer(lay_ground);
    let laid = resource_exists_and_changed::<Battlefield>;
    app.add_systems(Update, lay_terrain.in_set(AppSystems::Redraw).run_if(laid));
}

/// The picture of a piece of terrain, or a tree of one.
#[derive(Component)]
struct Piece;

/// Lays all that stays as it is throughout the battle.
fn lay_ground(
    _: On<BattleBegan>,
    field: Res<Battlefield>,
    grass: Res<Grass>,
    mut drawn: ResMut<Drawn>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let scenery = Scenery::played(&field.0);
    drawn.turn_to(scenery.clone());
    for part in scenery.parts().filter(|part| !matches!(part, Part::Piece(_))) {
        let Picture { mesh, .. } = drawn.picture(part, &mut meshes);
        let at = Transform::from_xyz(0.0, 0.0, scenery.height(part));
        commands.spawn((OfBattle, Mesh2d(mesh), part.material(&grass), at));
    }
}

/// Lays all pieces of terrain, at the beginning and whenever players have laid one.
fn lay_terrain(
    field: Res<Battlefield>,
    pieces: Query<Entity, With<Piece>>,
    grass: Res<Grass>,
    crowns: Res<Crowns>,
    mut drawn: ResMut<Drawn>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for piece in &pieces {
        commands.entity(piece).despawn();
    }
    let scenery = Scenery::played(&field.0);
    drawn.turn_to(scenery.clone());
    for place in 0..field.0.terrain.len() {
        let part = Part::Piece(place);
        let Picture { mesh, trees } = drawn.picture(part, &mut meshes);
        let at = Transform::from_xyz(0.0, 0.0, scenery.height(part));
        commands.spawn((OfBattle, Piece, Mesh2d(mesh), part.material(&grass), at));
        for (number, tree) in trees.into_iter().enumerate() {
            let above = place as f32 * 0.1 + number as f32 * 0.0005;
            commands.spawn((OfBattle, Piece, crowns.tree(tree, above)));
        }
    }
}
