//! The colours that terrain really has on the table: two pieces of each kind that levels have, drawn
//! as the board draws them, over the ground's texture, and sampled. So whoever repaints terrain
//! changes what themes are measured against.

use std::collections::BTreeMap;

use bevy::{mesh::VertexAttributeValues, prelude::*};
use bevy_egui::egui::pos2;

use super::contrast::over;
use crate::{
    app::{
        board::{Grass, draw_terrain_piece, ground_sheet},
        drawing::Drawing,
        noise::Grain,
        seat::Game,
    },
    battle::{Battle, BattleWorld, levels},
    table::Terrain,
};

/// Samples taken of a piece along its longer side, at most.
const ACROSS: f32 = 48.0;
/// How many of a kind's samples, sorted from dark to light, stand for it: shares of the way.
/// Single pixels of leaf or pebble beyond them don't count.
const SHARES: [f32; 7] = [0.03, 0.15, 0.30, 0.50, 0.70, 0.85, 0.97];

/// The representative paints of each kind of terrain, dark to light; "ground" is the bare table.
pub fn paints() -> BTreeMap<String, Vec<LinearRgba>> {
    let ground = ground();
    let mut samples: BTreeMap<String, Vec<LinearRgba>> = BTreeMap::new();
    samples.insert("ground".to_owned(), ground.clone());
    for piece in pieces() {
        let of_kind = samples.entry(piece.kind.clone()).or_default();
        of_kind.extend(sample(&piece, &ground));
    }
    samples.into_iter().map(|(kind, samples)| (kind, representatives(samples))).collect()
}

/// One or two pieces of each kind, as levels have them.
fn pieces() -> Vec<Terrain> {
    const OF_EACH: usize = 2;
    let mut found: Vec<Terrain> = Vec::new();
    for id in levels::ids(None) {
        let level = levels::find(&id, None).expect("an embedded level");
        let battle = Battle::<Game>::new(&level, 1).expect("it can be played");
        for piece in &battle.world.table().terrain {
            if found.iter().filter(|other| other.kind == piece.kind).count() < OF_EACH {
                found.push(piece.clone());
            }
        }
    }
    found
}

/// Samples of the bare ground: texels under the tint of the sheet.
fn ground() -> Vec<LinearRgba> {
    let mut world = World::new();
    world.init_resource::<Assets<Image>>();
    world.init_resource::<Assets<ColorMaterial>>();
    let grass = Grass::from_world(&mut world);
    let materials = world.resource::<Assets<ColorMaterial>>();
    let texture = materials.get(&grass.turf).and_then(|material| material.texture.clone());
    let texture = texture.expect("grass is a texture");
    let image = world.resource::<Assets<Image>>().get(&texture).expect("it was made");
    let texels = image.data.as_ref().expect("with pixels").chunks_exact(4);
    let texels: Vec<LinearRgba> = texels
        .step_by(97)
        .map(|texel| Color::srgb_u8(texel[0], texel[1], texel[2]).into())
        .collect();
    let sheet = ground_sheet(Vec2::new(48.0, 36.0));
    let Some(VertexAttributeValues::Float32x4(tints)) = sheet.attribute(Mesh::ATTRIBUTE_COLOR)
    else {
        panic!("the sheet is tinted");
    };
    let mut grain = Grain::new(1);
    let texel = |grain: &mut Grain| texels[(grain.draw() * texels.len() as f32) as usize];
    let tinted = tints.iter().map(|tint| {
        let texel = texel(&mut grain);
        LinearRgba::rgb(texel.red * tint[0], texel.green * tint[1], texel.blue * tint[2])
    });
    tinted.collect()
}

/// The colours inside a piece, on a grid.
fn sample(piece: &Terrain, ground: &[LinearRgba]) -> Vec<LinearRgba> {
    let mut drawing = Drawing::new();
    draw_terrain_piece(&mut drawing, piece, 1);
    let mesh = drawing.egui_mesh(|at| pos2(at.x, at.y));
    let outline = piece.outline(32);
    let low = outline.iter().copied().fold(Vec2::MAX, Vec2::min);
    let size = outline.iter().copied().fold(Vec2::MIN, Vec2::max) - low;
    let step = size.max_element() / ACROSS;
    let columns = (size.x / step).ceil() as usize + 1;
    let rows = (size.y / step).ceil() as usize + 1;
    let mut grain = Grain::new(5);
    let bare = |_| ground[(grain.draw() * ground.len() as f32) as usize];
    let mut pixels: Vec<LinearRgba> = (0..columns * rows).map(bare).collect();
    let vertex = |index: u32| {
        let vertex = &mesh.vertices[index as usize];
        let [r, g, b, a] = vertex.color.to_srgba_unmultiplied();
        (Vec2::new(vertex.pos.x, vertex.pos.y), LinearRgba::from(Color::srgba_u8(r, g, b, a)))
    };
    for corners in mesh.indices.chunks_exact(3) {
        let [(a, paint), (b, second), (c, third)] = [0, 1, 2].map(|i| vertex(corners[i]));
        let whole = (b - a).perp_dot(c - a);
        if whole.abs() < 1e-7 {
            continue;
        }
        let from = ((a.min(b).min(c) - low) / step).ceil().max(Vec2::ZERO).as_usizevec2();
        let to = ((a.max(b).max(c) - low) / step).floor();
        if to.cmplt(Vec2::ZERO).any() {
            continue;
        }
        let to = to.as_usizevec2();
        for y in from.y..=to.y.min(rows - 1) {
            for x in from.x..=to.x.min(columns - 1) {
                let at = low + Vec2::new(x as f32, y as f32) * step;
                let of_b = (at - a).perp_dot(c - a) / whole;
                let of_c = (b - a).perp_dot(at - a) / whole;
                if of_b >= 0.0 && of_c >= 0.0 && of_b + of_c <= 1.0 {
                    let blend = paint * (1.0 - of_b - of_c) + second * of_b + third * of_c;
                    let pixel = &mut pixels[y * columns + x];
                    *pixel = over(blend, *pixel);
                }
            }
        }
    }
    let place = |i: usize| low + Vec2::new((i % columns) as f32, (i / columns) as f32) * step;
    pixels
        .into_iter()
        .enumerate()
        .filter(|(i, _)| piece.contains(place(*i)))
        .map(|(_, pixel)| pixel)
        .collect()
}

fn representatives(mut samples: Vec<LinearRgba>) -> Vec<LinearRgba> {
    samples.sort_by(|a, b| a.luminance().total_cmp(&b.luminance()));
    let last = samples.len() - 1;
    SHARES.iter().map(|share| samples[(share * last as f32) as usize]).collect()
}
