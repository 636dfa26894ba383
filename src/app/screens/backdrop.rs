//! What lies behind the title and the choice of level: two lines of battle on a small table, whose
//! frame is seen along the lower edge of the window.

use std::time::Duration;

use bevy::{camera::visibility::RenderLayers, prelude::*};

use super::Screen;
use crate::{
    app::{
        AppSystems,
        board::{Easel, Grass, Paint, Scenery},
        camera::View,
        curtain::Curtain,
        layer,
        loading::Loading,
        theme::{Theme, ThemeName},
        tokens::{Face, Faces, Look, Piece},
    },
    battle::{
        SideId,
        playable::showing::{self, Badge},
    },
    table::{Base, Footprint, Ground, Inches, Picture, Pose, Terrain},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), (lay, muster).chain());
    app.add_systems(OnEnter(Screen::LevelChoice), (lay, muster).chain());
    app.add_systems(OnEnter(Screen::Battle), clear);
    let no_battle = not(crate::app::in_battle);
    app.add_systems(Update, look.in_set(AppSystems::ReadInput).run_if(no_battle.clone()));
    let repainted = no_battle.clone().and_then(resource_changed::<Theme>);
    app.add_systems(Update, muster.in_set(AppSystems::Redraw).run_if(repainted));
    // Who waits for a battle doesn't wait for this.
    let begun = no_battle.and_then(resource_exists::<Painting>);
    let begun = begun.and_then(not(resource_exists::<Loading>));
    app.add_systems(Update, paint_on.in_set(AppSystems::Redraw).run_if(begun));
}

/// What all of the backdrop is below. The table is kept through battles, hidden.
#[derive(Component)]
struct Backdrop;

/// Something of a token of the backdrop, painted in the colours of a theme.
#[derive(Component)]
struct Counter(ThemeName);

/// The table in the making; everything is hidden until all of it is there.
#[derive(Resource)]
pub struct Painting(Easel);

/// So long a frame may go on with it.
const A_FRAMES_SHARE: Duration = Duration::from_millis(8);

/// The size of the table, in inches.
const SIZE: Vec2 = Vec2::new(62.0, 40.0);
/// The seed of its first piece of terrain.
const FIRST_SEED: u32 = 3;
/// At least so much of it is shown, in inches, from the frame at its lower edge upwards.
const SHOWN: Vec2 = Vec2::new(36.0, 20.0);
/// How far to the right of the table's edge everything stands, in inches: no number of the rule
/// lies under the words below the menu.
const ASIDE: Vec2 = Vec2::new(7.0, 0.0);
/// What of the frame is shown, in inches.
const RIM: f32 = 1.35;

fn look(mut view: ResMut<View>) {
    let zoom = (view.window.x / SHOWN.x).max(view.window.y / SHOWN.y);
    let centre = Vec2::new(SIZE.x / 2.0, view.window.y / zoom / 2.0 - RIM);
    if view.zoom != zoom || view.centre != centre {
        view.zoom = zoom;
        view.look_at(centre);
    }
}

fn clear(
    mut backdrop: Query<&mut Visibility, With<Backdrop>>,
    counters: Query<Entity, With<Counter>>,
    mut commands: Commands,
) {
    backdrop.iter_mut().for_each(|mut seen| *seen = Visibility::Hidden);
    counters.iter().for_each(|counter| commands.entity(counter).despawn());
}

/// Begins to draw the table, or shows it again.
fn lay(
    mut backdrop: Query<&mut Visibility, With<Backdrop>>,
    painting: Option<Res<Painting>>,
    mut commands: Commands,
) {
    if let Ok(mut seen) = backdrop.single_mut() {
        if painting.is_none() {
            *seen = Visibility::Inherited;
        }
        return;
    }
    let below = commands.spawn((Backdrop, Transform::default(), Visibility::Hidden)).id();
    let scenery = Scenery::pictured(SIZE, terrain(), FIRST_SEED);
    commands.insert_resource(Painting(Easel::new(scenery, below, RenderLayers::default())));
}

/// Draws more of the table, and shows it when it is done.
fn paint_on(
    grass: Res<Grass>,
    curtain: Res<Curtain>,
    mut painting: ResMut<Painting>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if painting.0.go_on(curtain.share(A_FRAMES_SHARE), &grass, &mut meshes, &mut commands) {
        commands.entity(painting.0.below()).insert(Visibility::Inherited);
        commands.remove_resource::<Painting>();
    }
}

/// Puts up the two lines, again in another theme.
fn muster(
    backdrop: Single<Entity, With<Backdrop>>,
    standing: Query<(Entity, &Counter)>,
    theme: Res<Theme>,
    paint: Res<Paint>,
    mut faces: ResMut<Faces>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if standing.iter().any(|(_, counter)| counter.0 == theme.name) {
        return;
    }
    for (entity, _) in &standing {
        commands.entity(entity).despawn();
    }
    let mut height = layer::TOKENS;
    let mut spawn = |mesh: Handle<Mesh>, height: f32, pose: Pose| {
        let turned = Quat::from_rotation_arc_2d(Vec2::Y, pose.facing);
        commands.spawn((
            ChildOf(*backdrop),
            Counter(theme.name),
            Mesh2d(mesh),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_translation(pose.at.extend(height)).with_rotation(turned),
        ));
    };
    for (side, glyph, badge, base, pose) in armies() {
        let shown = showing::Face { sign: glyph.to_owned(), badge, ..default() };
        let face = Face::new(base, SideId(side), shown);
        height += 0.02;
        let mut piece = |piece| faces.mesh(piece, &face, Look::Middle, &theme, &mut meshes);
        let (body, sign) = (piece(Piece::Body), piece(Piece::Sign));
        spawn(body, height, pose);
        spawn(sign, height + 0.01, Pose::new(pose.at, Vec2::Y));
    }
}

fn terrain() -> Vec<Terrain> {
    let polygon = |points: &[(f32, f32)]| {
        Footprint::Polygon(points.iter().map(|&(x, y)| Vec2::new(x, y) + ASIDE).collect())
    };
    let line = |points: &[(f32, f32)], width: f32| Footprint::Line {
        points: points.iter().map(|&(x, y)| Vec2::new(x, y) + ASIDE).collect(),
        width: Inches(width),
    };
    let flat = |picture: Picture, shape: Footprint| Terrain::new("", shape).drawn_as(picture);
    let high = |picture: Picture, height: f32, shape: Footprint| Terrain {
        height: Inches(height),
        ..flat(picture, shape)
    };
    vec![
        flat(
            Picture::Road,
            line(
                &[
                    (2.0, 7.6),
                    (13.0, 9.6),
                    (22.0, 8.4),
                    (28.0, 9.5),
                    (33.0, 9.9),
                    (38.0, 8.9),
                    (50.0, 12.4),
                ],
                1.9,
            ),
        ),
        flat(
            Picture::Water,
            line(
                &[(14.0, -1.6), (17.6, 1.4), (24.0, 3.2), (31.0, 1.6), (38.0, 2.9), (50.0, 1.5)],
                1.7,
            ),
        ),
        flat(Picture::Field, polygon(&[(5.0, 12.6), (13.4, 11.8), (14.4, 17.0), (5.6, 17.8)])),
        Terrain {
            elevation: Inches(2.0),
            height: Inches(2.0),
            ..flat(
                Picture::Hill,
                polygon(&[
                    (35.4, 17.0),
                    (36.8, 14.1),
                    (40.4, 12.9),
                    (43.8, 14.0),
                    (45.8, 18.8),
                    (42.0, 22.8),
                    (37.0, 22.6),
                    (34.8, 19.6),
                ]),
            )
        },
        high(Picture::Hut, 3.0, polygon(&[(16.6, 15.6), (20.0, 16.3), (19.4, 19.0), (16.0, 18.3)])),
        high(Picture::Fence, 0.6, line(&[(14.9, 11.4), (15.9, 16.6)], 0.35)),
        high(Picture::Hedge, 1.0, line(&[(20.2, 5.9), (26.6, 6.3)], 0.7)),
        // The road has a gap between two walls.
        high(Picture::Wall, 0.75, line(&[(31.0, 18.6), (31.9, 14.4), (32.6, 11.5)], 0.5)),
        high(Picture::Wall, 0.75, line(&[(33.0, 8.2), (33.5, 6.4), (33.9, 4.4)], 0.5)),
        high(
            Picture::Wood,
            4.0,
            polygon(&[
                (21.2, 15.6),
                (24.2, 14.1),
                (27.2, 15.0),
                (28.2, 18.2),
                (26.8, 21.8),
                (22.8, 22.4),
                (20.4, 19.4),
            ]),
        ),
        Terrain {
            ground: Ground::Difficult,
            ..flat(
                Picture::Rough,
                polygon(&[(8.4, 3.0), (11.4, 1.4), (14.0, 3.2), (12.8, 5.8), (9.4, 6.0)]),
            )
        },
        high(Picture::Wood, 4.0, polygon(&[(43.4, 3.8), (48.4, 3.6), (48.4, 8.6), (44.8, 8.0)])),
    ]
}

type Figure = (u32, &'static str, Badge, Base, Pose);

/// One line behind the walls and on the road between them, and one that comes at it.
fn armies() -> Vec<Figure> {
    let mut pieces = Vec::new();
    let mut block =
        |side: u32, glyph: &'static str, mm: f32, at: Vec2, facing: f32, wide: u32, deep: u32| {
            let front = Pose::degrees(at + ASIDE, facing);
            let step = mm / 25.4;
            for rank in 0..deep {
                for file in 0..wide {
                    let right = (file as f32 - (wide as f32 - 1.0) / 2.0) * step;
                    let middle = rank == 0 && file == wide / 2;
                    let badge = if middle { Badge::Leader } else { Badge::Common };
                    let pose = Pose { at: front.local(right, -(rank as f32) * step), ..front };
                    pieces.push((side, glyph, badge, Base::rectangle(mm, mm), pose));
                }
            }
        };
    block(0, "spear", 25.0, Vec2::new(31.0, 14.6), 12.0, 5, 2);
    block(0, "sword", 25.0, Vec2::new(29.6, 9.6), 4.0, 4, 5);
    block(0, "bow", 25.0, Vec2::new(32.6, 6.2), 15.0, 4, 2);
    block(1, "axe", 25.0, Vec2::new(35.4, 15.0), 192.0, 4, 3);
    block(1, "orc", 25.0, Vec2::new(36.8, 9.9), 171.0, 5, 4);
    block(1, "goblin", 20.0, Vec2::new(36.1, 5.3), 184.0, 4, 3);
    block(1, "ogre", 40.0, Vec2::new(40.2, 15.2), 194.0, 3, 1);
    pieces
}
