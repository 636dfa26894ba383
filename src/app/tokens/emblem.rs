//! One large sign over each block while its tokens are too small for their own: from afar a block
//! reads as one counter.

use std::collections::BTreeMap;

use bevy::{ecs::resource::IsResource, prelude::*};

use super::{
    Appearance, Face, Faces, Look, Token, Worn,
    glyphs::{self, Pen},
};
use crate::{
    app::{
        AppSystems,
        board::{OfBattle, Paint},
        camera::View,
        drawing::Drawing,
        in_battle, layer,
        running::BattleBegan,
        seat::Game,
        theme::{SideColours, Theme},
    },
    battle::{Members, Showing, Side, SideId, UnitId},
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(spawn_emblems);
    app.add_systems(
        Update,
        place_emblems.after(super::place_tokens).in_set(AppSystems::Redraw).run_if(in_battle),
    );
}

/// The large sign of a unit.
#[derive(Component)]
struct Emblem {
    unit: Entity,
    /// What its mesh shows.
    shows: Option<(SideId, String)>,
}

fn spawn_emblems(
    _: On<BattleBegan>,
    units: Query<Entity, (With<UnitId>, With<Members>, With<Side>)>,
    paint: Res<Paint>,
    mut commands: Commands,
) {
    for unit in &units {
        commands.spawn((
            OfBattle,
            Emblem { unit, shows: None },
            Mesh2d::default(),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_xyz(0.0, 0.0, layer::MARKS + 1.0),
            Visibility::Hidden,
        ));
    }
}

/// Fewer models than that are no block.
const BLOCK: usize = 4;
/// The least and the greatest size of an emblem, from its middle to its edge: pixels, inches.
const LEAST_PIXELS: f32 = 11.0;
/// See [`LEAST_PIXELS`].
const MOST_INCHES: f32 = 1.4;

fn place_emblems(
    view: Res<View>,
    theme: Res<Theme>,
    moved: Query<(), (With<Token>, Or<(Changed<Appearance>, Changed<Worn>, Changed<Token>)>)>,
    tokens: Query<(&Token, &Appearance, &Worn, &Face)>,
    units: Query<(EntityRef, &Side), (Without<Emblem>, Without<IsResource>)>,
    mut emblems: Query<(&mut Emblem, &mut Mesh2d, &mut Transform, &mut Visibility)>,
    mut faces: ResMut<Faces>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut zoom: Local<f32>,
) {
    let repaint = theme.is_changed();
    if !repaint && moved.is_empty() && *zoom == view.zoom {
        return;
    }
    *zoom = view.zoom;
    let mut blocks: BTreeMap<Entity, Vec<(&Appearance, &Face)>> = BTreeMap::new();
    for (token, shown, worn, face) in &tokens {
        if shown.present && worn.0 == Look::Far {
            blocks.entry(token.unit).or_default().push((shown, face));
        }
    }
    for (mut emblem, mut mesh, mut transform, mut seen) in &mut emblems {
        let block = blocks.get(&emblem.unit).map(Vec::as_slice).unwrap_or_default();
        let placed = units.get(emblem.unit).ok().and_then(|(unit, side)| {
            (Game::is_block(unit) && block.len() >= BLOCK)
                .then(|| (middle(block), side.0, sign(block)))
        });
        let Some(((at, room), side, sign)) = placed else {
            seen.set_if_neq(Visibility::Hidden);
            if repaint {
                emblem.shows = None;
            }
            continue;
        };
        let size = (room * 1.08).min(MOST_INCHES).max(LEAST_PIXELS / view.zoom);
        let wanted = Transform::from_translation(at.extend(transform.translation.z))
            .with_scale(Vec3::new(size, size, 1.0));
        transform.set_if_neq(wanted);
        seen.set_if_neq(Visibility::Inherited);
        let shows = (side, sign.to_owned());
        if repaint || emblem.shows.as_ref() != Some(&shows) {
            mesh.0 = faces.emblem(side, sign, &theme, &mut meshes);
            emblem.shows = Some(shows);
        }
    }
}

/// The middle of a block, and half its smaller side.
fn middle(block: &[(&Appearance, &Face)]) -> (Vec2, f32) {
    let count = block.len().max(1) as f32;
    let facing = block.iter().map(|(shown, _)| shown.pose.facing).sum::<Vec2>();
    let facing = facing.normalize_or(Vec2::Y);
    let centre = block.iter().map(|(shown, _)| shown.pose.at).sum::<Vec2>() / count;
    let (mut low, mut high) = (Vec2::splat(f32::MAX), Vec2::splat(f32::MIN));
    for (shown, face) in block {
        let off = shown.pose.at - centre;
        let local = Vec2::new(-off.perp_dot(facing), off.dot(facing));
        low = low.min(local - face.half());
        high = high.max(local + face.half());
    }
    let off = (low + high) / 2.0;
    let right = Vec2::new(facing.y, -facing.x);
    (centre + facing * off.y + right * off.x, (high - low).min_element() / 2.0)
}

/// The sign that most of a block have.
fn sign<'a>(block: &[(&Appearance, &'a Face)]) -> &'a str {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, face) in block.iter().filter(|(_, face)| face.is_common()) {
        *counts.entry(&face.shown.sign).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|&(_, count)| count).map(|(sign, _)| sign);
    most.or_else(|| block.first().map(|(_, face)| face.shown.sign.as_str())).unwrap_or_default()
}

/// A sign from -1 to 1 in light enamel with a dark edge.
pub(super) fn picture(sign: &str, colours: SideColours) -> Drawing {
    let mut drawing = Drawing::new();
    let dark = colours.edge();
    let mut stamp = |at: Vec2, ink: Color, paper: Color| {
        glyphs::draw(&mut Pen { drawing: &mut drawing, at, scale: 0.86, ink, paper }, sign);
    };
    for step in 0..10 {
        let way = Vec2::from_angle(step as f32 / 10.0 * std::f32::consts::TAU);
        stamp(way * 0.13, dark, dark);
    }
    stamp(Vec2::ZERO, colours.light(), dark);
    drawing
}
