//! What lies behind the title and the choice of level: two lines of battle on a small table.

use bevy::prelude::*;

use super::Screen;
use crate::{
    app::{
        AppSystems,
        board::{self, Paint},
        camera::View,
        layer,
        theme::Theme,
        tokens::{Face, Faces},
    },
    battle::{SideId, level::Role},
    table::{Base, Footprint, Ground, Inches, Pose, Terrain},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), lay);
    app.add_systems(OnEnter(Screen::LevelChoice), lay);
    app.add_systems(OnEnter(Screen::Battle), clear);
    let no_battle = not(crate::app::in_battle);
    app.add_systems(Update, look.in_set(AppSystems::ReadInput).run_if(no_battle));
}

/// Something of the backdrop.
#[derive(Component)]
struct Backdrop;

/// The size of what is shown, in inches.
const SIZE: Vec2 = Vec2::new(48.0, 30.0);

fn look(mut view: ResMut<View>) {
    let zoom = (view.window.x / (SIZE.x - 12.0)).max(view.window.y / (SIZE.y - 8.0));
    if view.zoom != zoom || view.centre != SIZE / 2.0 {
        view.zoom = zoom;
        view.look_at(SIZE / 2.0);
    }
}

fn clear(mut commands: Commands, drawn: Query<Entity, With<Backdrop>>) {
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
}

fn lay(
    drawn: Query<(), With<Backdrop>>,
    theme: Res<Theme>,
    paint: Res<Paint>,
    grass: Res<board::Grass>,
    mut faces: ResMut<Faces>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if !drawn.is_empty() {
        return;
    }
    commands.spawn((
        Backdrop,
        Mesh2d(meshes.add(board::ground_sheet(SIZE))),
        MeshMaterial2d(grass.0.clone()),
        Transform::from_xyz(0.0, 0.0, layer::GROUND),
    ));
    let mut drawing = board::ground_details(SIZE);
    for (index, piece) in terrain().iter().enumerate() {
        board::draw_terrain_piece(&mut drawing, piece, index as u32 + 3);
    }
    spawn(
        &mut commands,
        meshes.add(drawing.mesh()),
        &paint,
        layer::TERRAIN,
        Pose::new(Vec2::ZERO, Vec2::Y),
    );
    let mut height = layer::TOKENS;
    for (side, glyph, role, base, pose) in armies() {
        let face = Face::new(base, SideId(side), glyph, role);
        height += 0.02;
        spawn(&mut commands, faces.body(&face, &theme, &mut meshes), &paint, height, pose);
        let upright = Pose::new(pose.at, Vec2::Y);
        spawn(
            &mut commands,
            faces.sign(&face, &theme, &mut meshes),
            &paint,
            height + 0.01,
            upright,
        );
    }
}

fn spawn(commands: &mut Commands, mesh: Handle<Mesh>, paint: &Paint, height: f32, pose: Pose) {
    let turned = Quat::from_rotation_arc_2d(Vec2::Y, pose.facing);
    commands.spawn((
        Backdrop,
        Mesh2d(mesh),
        MeshMaterial2d(paint.plain.clone()),
        Transform::from_translation(pose.at.extend(height)).with_rotation(turned),
    ));
}

fn terrain() -> Vec<Terrain> {
    let polygon = |points: &[(f32, f32)]| {
        Footprint::Polygon(points.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
    };
    let line = |points: &[(f32, f32)], width: f32| Footprint::Line {
        points: points.iter().map(|&(x, y)| Vec2::new(x, y)).collect(),
        width: Inches(width),
    };
    vec![
        Terrain::new(
            "stream",
            line(&[(18.0, -1.0), (21.0, 3.6), (29.0, 6.0), (36.0, 4.4), (49.0, 6.0)], 1.6),
        ),
        Terrain {
            elevation: Inches(2.0),
            height: Inches(2.0),
            ..Terrain::new(
                "hill",
                polygon(&[
                    (34.0, 20.5),
                    (39.0, 18.8),
                    (44.0, 20.0),
                    (46.0, 24.0),
                    (42.0, 28.0),
                    (36.0, 27.6),
                    (33.0, 24.5),
                ]),
            )
        },
        Terrain {
            height: Inches(4.0),
            ..Terrain::new(
                "wood",
                polygon(&[
                    (22.0, 20.5),
                    (25.5, 19.5),
                    (28.0, 22.0),
                    (27.0, 26.5),
                    (23.0, 27.0),
                    (20.5, 24.0),
                ]),
            )
        },
        Terrain {
            height: Inches(0.75),
            ..Terrain::new("wall", line(&[(31.2, 13.6), (32.6, 9.8)], 0.5))
        },
        Terrain {
            height: Inches(3.0),
            ..Terrain::new(
                "hut",
                polygon(&[(13.5, 20.5), (17.0, 21.2), (16.5, 24.0), (13.0, 23.4)]),
            )
        },
        Terrain {
            ground: Ground::Difficult,
            ..Terrain::new(
                "rough ground",
                polygon(&[(14.0, 6.5), (17.0, 5.5), (19.0, 7.5), (17.5, 9.5), (14.5, 9.0)]),
            )
        },
    ]
}

type Piece = (u32, &'static str, Role, Base, Pose);

/// Two lines that are about to meet.
fn armies() -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut block =
        |side: u32, glyph: &'static str, mm: f32, at: Vec2, facing: f32, wide: u32, deep: u32| {
            let front = Pose::degrees(at, facing);
            let step = mm / 25.4;
            for rank in 0..deep {
                for file in 0..wide {
                    let right = (file as f32 - (wide as f32 - 1.0) / 2.0) * step;
                    let middle = rank == 0 && file == wide / 2;
                    let role = if middle { Role::Leader } else { Role::Rank };
                    let sign = if middle { "hero" } else { glyph };
                    let pose = Pose { at: front.local(right, -(rank as f32) * step), ..front };
                    pieces.push((side, sign, role, Base::rectangle(mm, mm), pose));
                }
            }
        };
    block(0, "sword", 25.0, Vec2::new(26.6, 15.2), 24.0, 6, 4);
    block(0, "spear", 25.0, Vec2::new(29.4, 10.4), 14.0, 5, 2);
    block(0, "bow", 25.0, Vec2::new(22.4, 12.6), 20.0, 6, 1);
    block(1, "orc", 25.0, Vec2::new(33.6, 17.2), 204.0, 5, 4);
    block(1, "axe", 25.0, Vec2::new(35.6, 10.8), 192.0, 5, 3);
    block(1, "ogre", 40.0, Vec2::new(40.4, 15.2), 200.0, 3, 1);
    block(1, "goblin", 20.0, Vec2::new(41.6, 22.6), 214.0, 5, 2);
    pieces
}
