//! The ground: turf in wide patches of lush and dry grass, trodden bare in places, with tufts,
//! flowers and pebbles; lit from the upper left and darker to the edges.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    sprite_render::AlphaMode2d,
};

use super::turf;
use crate::app::{
    drawing::Drawing,
    noise::{Grain, layers},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Grass>();
}

/// The textures, made once.
#[derive(Resource)]
pub struct Grass {
    /// Turf, for the ground.
    pub turf: Handle<ColorMaterial>,
    /// A faint grain over the colours of a mesh, for whatever is painted.
    pub grain: Handle<ColorMaterial>,
    /// The same, more and more transparent.
    fading: Vec<Handle<ColorMaterial>>,
    /// The image of the grain.
    pub grain_image: Handle<Image>,
}

/// Inches that one tile of the turf covers.
const TURF_TILE: f32 = 7.6;
/// Inches that one tile of the grain covers.
pub(super) const GRAIN_TILE: f32 = 7.0;

impl FromWorld for Grass {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        let (turf, grain_image) = (images.add(turf::turf()), images.add(turf::grain()));
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let turf = materials.add(ColorMaterial { texture: Some(turf), ..default() });
        let mut of_alpha = |alpha: f32| {
            materials.add(ColorMaterial {
                color: grain_colour(alpha),
                alpha_mode: AlphaMode2d::Blend,
                texture: Some(grain_image.clone()),
                ..default()
            })
        };
        let grain = of_alpha(1.0);
        let fading = (0..FADING).map(|step| of_alpha(1.0 - step as f32 / FADING as f32)).collect();
        Self { turf, grain, fading, grain_image }
    }
}

/// So many steps from what is there to what is gone.
const FADING: usize = 12;

impl Grass {
    /// The grain of something that has faded so much, from 0 to 1.
    pub(super) fn faded(&self, faded: f32) -> Handle<ColorMaterial> {
        let step = (faded.clamp(0.0, 1.0) * FADING as f32) as usize;
        self.fading.get(step.min(FADING - 1)).unwrap_or(&self.grain).clone()
    }
}

/// What evens out that the grain is a little darker than white.
pub(super) fn grain_colour(alpha: f32) -> Color {
    Color::linear_rgba(1.17, 1.17, 1.17, alpha)
}

/// How dry the grass is at a point, from 0 to 1.
fn dryness(at: Vec2) -> f32 {
    let bent =
        at / 13.0 + Vec2::new(layers(at / 17.0, 64, 2, 5), layers(at / 17.0, 64, 2, 6)) * 1.6;
    ((layers(bent, 64, 3, 71) - 0.36) * 2.6).clamp(0.0, 1.0)
}

/// A grid over the table whose corners carry the wide patches, the light and the vignette.
pub fn sheet(size: Vec2) -> Mesh {
    let cells = size.ceil().max(Vec2::ONE).as_uvec2();
    let (mut at, mut uv, mut colours, mut indices) = (vec![], vec![], vec![], vec![]);
    for y in 0..=cells.y {
        for x in 0..=cells.x {
            let share = Vec2::new(x as f32 / cells.x as f32, y as f32 / cells.y as f32);
            let point = share * size;
            let dry = dryness(point);
            let patch = layers(point / 5.0, 64, 2, 91) - 0.5;
            let from_middle = (share - 0.5).abs() * 2.0;
            let rim = (from_middle * from_middle * from_middle * from_middle).length().min(1.3);
            let sun = 1.0 + 0.10 * (share.y - share.x);
            let light = (0.93 + 0.26 * patch) * (1.0 - 0.34 * rim) * sun;
            let lush = Vec3::new(0.78, 0.93, 0.76);
            let tint = lush.lerp(Vec3::new(1.28, 1.08, 0.98), dry) * light;
            at.push([point.x, point.y, 0.0]);
            uv.push([point.x / TURF_TILE, point.y / TURF_TILE]);
            colours.push([tint.x, tint.y, tint.z, 1.0]);
        }
    }
    let row = cells.x + 1;
    for y in 0..cells.y {
        for x in 0..cells.x {
            let corner = y * row + x;
            indices.extend([corner, corner + 1, corner + row]);
            indices.extend([corner + 1, corner + row + 1, corner + row]);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, at)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uv)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(indices))
}

/// What lies on the ground, sharp at every zoom.
pub(super) fn details(size: Vec2) -> Drawing {
    let mut drawing = Drawing::new();
    let mut grain = Grain::new(7);
    let area = size.x * size.y;
    let place = |grain: &mut Grain| Vec2::new(grain.draw(), grain.draw()) * (size - 0.8) + 0.4;
    // Worn patches, where the grass is dry.
    for _ in 0..(area / 22.0) as usize {
        let at = place(&mut grain);
        if dryness(at) < 0.5 {
            continue;
        }
        for _ in 0..6 {
            let radii = Vec2::new(grain.between(0.5, 1.6), grain.between(0.35, 0.9));
            let soil = Color::srgba(0.42, 0.35, 0.22, grain.between(0.06, 0.15));
            drawing.soft_patch(at + grain.in_disc(1.3) * Vec2::new(1.4, 0.7), radii, soil);
        }
    }
    for _ in 0..(area * 0.36) as usize {
        let at = place(&mut grain);
        let light = grain.draw() > 0.5;
        let colour = if light {
            Color::srgba(0.74, 0.77, 0.43, 0.30)
        } else {
            Color::srgba(0.12, 0.18, 0.06, 0.34)
        };
        for _ in 0..4 {
            let root = at + Vec2::new(grain.between(-0.12, 0.12), grain.between(-0.03, 0.03));
            let tip = root + Vec2::new(grain.between(-0.15, 0.15), grain.between(0.12, 0.30));
            let side = (tip - root).normalize_or_zero().perp() * 0.022;
            drawing.triangle([root - side, root + side, tip], [colour; 3]);
        }
    }
    for _ in 0..(area * 0.012) as usize {
        flowers(&mut drawing, place(&mut grain), &mut grain);
    }
    for _ in 0..(area * 0.022) as usize {
        let at = place(&mut grain);
        let radii = Vec2::new(grain.between(0.05, 0.11), grain.between(0.04, 0.08));
        drawing.soft_patch(
            at + Vec2::new(0.04, -0.05),
            radii * 1.4,
            Color::srgba(0.0, 0.0, 0.0, 0.5),
        );
        let rim: [Vec2; 7] = std::array::from_fn(|i| {
            at + Vec2::from_angle(i as f32 / 7.0 * std::f32::consts::TAU) * radii
        });
        let top = at + Vec2::new(-0.2, 0.25) * radii;
        drawing.fan(top, Color::srgb(0.66, 0.65, 0.58), &rim, |_| Color::srgb(0.42, 0.41, 0.36));
    }
    drawing
}

/// A few flowers of one kind beside each other.
fn flowers(drawing: &mut Drawing, at: Vec2, grain: &mut Grain) {
    let colour = match (grain.draw() * 3.0) as u32 {
        0 => Color::srgb(0.86, 0.84, 0.74),
        1 => Color::srgb(0.80, 0.68, 0.28),
        _ => Color::srgb(0.58, 0.50, 0.66),
    };
    for _ in 0..5 {
        let at = at + grain.in_disc(0.55);
        let turn = grain.draw();
        let rim: [Vec2; 5] = std::array::from_fn(|i| {
            at + Vec2::from_angle((i as f32 / 5.0 + turn) * std::f32::consts::TAU) * 0.048
        });
        drawing.fan(at, colour, &rim, |_| colour.with_alpha(0.75));
    }
}
