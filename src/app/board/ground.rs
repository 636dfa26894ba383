//! The ground: a grass texture made of noise, tinted in wide patches and darker to the edges,
//! with tufts and pebbles drawn on it.

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor},
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::{OfBattle, Paint};
use crate::{
    app::{
        drawing::{Drawing, ellipse, open},
        layer,
        noise::{Grain, layers, smooth},
        running::BattleBegan,
    },
    battle::Battlefield,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Grass>();
    app.add_observer(lay_ground);
}

/// The texture, made once.
#[derive(Resource)]
pub struct Grass(pub Handle<ColorMaterial>);

/// Pixels along an edge of the texture.
const PIXELS: u32 = 1024;
/// Inches that one tile of the texture covers.
const TILE: f32 = 24.0;

impl FromWorld for Grass {
    fn from_world(world: &mut World) -> Self {
        let image = world.resource_mut::<Assets<Image>>().add(grass());
        let material = ColorMaterial { texture: Some(image), ..default() };
        Self(world.resource_mut::<Assets<ColorMaterial>>().add(material))
    }
}

fn grass() -> Image {
    let mut pixels = Vec::with_capacity((PIXELS * PIXELS * 4) as usize);
    for y in 0..PIXELS {
        for x in 0..PIXELS {
            let at = Vec2::new(x as f32, y as f32) / PIXELS as f32;
            let patches = layers(at * 8.0, 8, 3, 11);
            let fine = smooth(at * 256.0, 256, 23);
            // Blades: noise drawn out along two directions.
            let blades = smooth(Vec2::new(at.x * 512.0, at.y * 128.0), 512, 31).max(smooth(
                Vec2::new(at.x * 128.0, at.y * 512.0),
                512,
                37,
            ));
            let light = 0.80 + 0.22 * patches + 0.13 * (fine - 0.5) + 0.16 * (blades - 0.6);
            let dry = ((patches - 0.52) * 3.0).clamp(0.0, 1.0);
            let green = Vec3::new(0.395, 0.475, 0.255);
            let straw = Vec3::new(0.520, 0.500, 0.300);
            let colour = (green.lerp(straw, dry * 0.55) * light).clamp(Vec3::ZERO, Vec3::ONE);
            pixels.extend([colour.x, colour.y, colour.z].map(|part| (part * 255.0) as u8));
            pixels.push(255);
        }
    }
    let size = Extent3d { width: PIXELS, height: PIXELS, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let usages = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new(size, TextureDimension::D2, pixels, format, usages);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

fn lay_ground(
    _: On<BattleBegan>,
    field: Res<Battlefield>,
    grass: Res<Grass>,
    paint: Res<Paint>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let size = Vec2::new(field.0.width.0, field.0.depth.0);
    commands.spawn((
        OfBattle,
        Mesh2d(meshes.add(sheet(size))),
        MeshMaterial2d(grass.0.clone()),
        Transform::from_xyz(0.0, 0.0, layer::GROUND),
    ));
    commands.spawn((
        OfBattle,
        Mesh2d(meshes.add(details(size).mesh())),
        MeshMaterial2d(paint.plain.clone()),
        Transform::from_xyz(0.0, 0.0, layer::GROUND + 1.0),
    ));
}

/// A grid over the table whose corners carry the wide patches and the vignette.
pub fn sheet(size: Vec2) -> Mesh {
    let cells = (size / 1.5).ceil().as_uvec2();
    let (mut at, mut uv, mut colours, mut indices) = (vec![], vec![], vec![], vec![]);
    for y in 0..=cells.y {
        for x in 0..=cells.x {
            let share = Vec2::new(x as f32 / cells.x as f32, y as f32 / cells.y as f32);
            let point = share * size;
            let wide = layers(point / 9.0, 64, 2, 71);
            let from_middle = (share - 0.5).abs() * 2.0;
            let rim = from_middle.powf(5.0).length().min(1.0);
            let light = (0.86 + 0.30 * wide) * (1.0 - 0.26 * rim);
            at.push([point.x, point.y, 0.0]);
            uv.push([point.x / TILE, point.y / TILE]);
            colours.push([light * (0.96 + 0.10 * wide), light, light * (1.02 - 0.14 * wide), 1.0]);
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

/// Tufts of grass and a few pebbles, sharp at every zoom.
pub fn details(size: Vec2) -> Drawing {
    let mut drawing = Drawing::new();
    let mut grain = Grain::new(7);
    let area = size.x * size.y;
    for _ in 0..(area * 0.28) as usize {
        let at = Vec2::new(grain.draw(), grain.draw()) * (size - 0.8) + 0.4;
        let light = grain.draw() > 0.45;
        let colour = if light {
            Color::srgba(0.80, 0.84, 0.50, 0.34)
        } else {
            Color::srgba(0.13, 0.19, 0.07, 0.36)
        };
        for _ in 0..3 {
            let lean = Vec2::new(grain.between(-0.14, 0.14), grain.between(0.14, 0.30));
            let root = at + Vec2::new(grain.between(-0.10, 0.10), 0.0);
            let bend = root + lean * 0.5 + Vec2::new(lean.x * -0.25, 0.0);
            drawing.line(&open([root, bend, root + lean]), colour, 0.028);
        }
    }
    for _ in 0..(area * 0.03) as usize {
        let at = Vec2::new(grain.draw(), grain.draw()) * (size - 0.8) + 0.4;
        let radii = Vec2::new(grain.between(0.05, 0.11), grain.between(0.04, 0.08));
        drawing
            .fill(&ellipse(at + Vec2::new(0.03, -0.04), radii), Color::srgba(0.0, 0.0, 0.0, 0.3));
        drawing.fill(&ellipse(at, radii), Color::srgb(0.56, 0.55, 0.49));
        drawing.fill(
            &ellipse(at + Vec2::new(-0.015, 0.018), radii * 0.55),
            Color::srgba(0.86, 0.85, 0.78, 0.55),
        );
    }
    drawing
}
