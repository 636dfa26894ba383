//! Textures made at the start, each a small tile that repeats: turf for the ground and a faint
//! grain that lies over everything painted. They hold only what is fine; what is wide is in the
//! colours of the meshes, so that no repetition shows. Smaller copies are made along with them,
//! so that nothing glitters from afar.

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use crate::app::noise::Grain;

/// Pixels along an edge of the turf; a power of two, like those of the grain.
const TURF: usize = 256;
/// Pixels along an edge of the grain.
const GRAIN: usize = 256;

/// Short grass: many blades over each other.
pub fn turf() -> Image {
    let mut light = tones(TURF, 0.0);
    soft_noise(&mut light, TURF, 32, 0.05, 3);
    soft_noise(&mut light, TURF, 80, 0.05, 4);
    let mut grain = Grain::new(29);
    for _ in 0..3800 {
        let at = Vec2::new(grain.draw(), grain.draw()) * TURF as f32;
        let way = Vec2::new(grain.between(-0.55, 0.55), 1.0);
        let tone = grain.between(-0.15, 0.15);
        let length = grain.between(4.0, 11.0) as usize;
        for step in 0..length {
            let share = step as f32 / length as f32;
            let place = at + way * step as f32;
            let i = wrapped(place, TURF);
            light[i] += (tone * (1.0 - share * 0.5) - light[i]) * 0.55;
        }
    }
    let root = Vec3::new(0.325, 0.415, 0.205);
    let tip = Vec3::new(0.455, 0.515, 0.275);
    image(TURF, &light, |light| {
        let share = (light * 3.2 + 0.5).clamp(0.0, 1.0);
        root.lerp(tip, share) * (1.0 + light * 0.35)
    })
}

/// Brush strokes and specks, from a little darker to white.
pub fn grain() -> Image {
    let mut light = tones(GRAIN, 0.0);
    for (cells, strength, seed) in [(24, 0.16, 5), (64, 0.13, 6), (128, 0.16, 7)] {
        soft_noise(&mut light, GRAIN, cells, strength, seed);
    }
    let mut grain = Grain::new(41);
    for _ in 0..1500 {
        let at = Vec2::new(grain.draw(), grain.draw()) * GRAIN as f32;
        let way = Vec2::from_angle(grain.between(0.0, std::f32::consts::PI));
        let tone = grain.between(-0.22, 0.22);
        for step in 0..grain.between(3.0, 9.0) as usize {
            let i = wrapped(at + way * step as f32, GRAIN);
            light[i] += (tone - light[i]) * 0.4;
        }
    }
    image(GRAIN, &light, |light| Vec3::splat(0.925 + light * 0.31))
}

/// How many shades a tile has.
const SHADES: usize = 255;

fn tones(pixels: usize, tone: f32) -> Vec<f32> {
    vec![tone; pixels * pixels]
}

fn wrapped(at: Vec2, pixels: usize) -> usize {
    let within = |part: f32| (part as i32 as u32) as usize & (pixels - 1);
    within(at.y) * pixels + within(at.x)
}

/// Adds smooth noise of so many cells along the edge, by as much to both sides as `strength`.
fn soft_noise(light: &mut [f32], pixels: usize, cells: usize, strength: f32, seed: u32) {
    let mut grain = Grain::new(seed);
    let lattice: Vec<f32> =
        (0..cells * cells).map(|_| grain.between(-strength, strength)).collect();
    let place = |i: usize| {
        let at = (i * cells) as f32 / pixels as f32;
        let (low, share) = (at as usize, at.fract());
        (low, (low + 1) % cells, share * share * (3.0 - 2.0 * share))
    };
    let columns: Vec<_> = (0..pixels).map(place).collect();
    let mut row = vec![0.0; cells];
    for (y, line) in light.chunks_exact_mut(pixels).enumerate() {
        let (low, high, share) = place(y);
        for (x, value) in row.iter_mut().enumerate() {
            let (below, above) = (lattice[low * cells + x], lattice[high * cells + x]);
            *value = below + (above - below) * share;
        }
        for (value, &(left, right, share)) in line.iter_mut().zip(&columns) {
            *value += row[left] + (row[right] - row[left]) * share;
        }
    }
}

/// A tile of so many pixels along its edge, with its smaller copies, from how light each pixel
/// is: from -0.5 to 0.5 and what is more cut off.
fn image(pixels: usize, light: &[f32], colour: impl Fn(f32) -> Vec3) -> Image {
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0) as u8;
    let shades: Vec<[u8; 4]> = (0..=SHADES)
        .map(|shade| {
            let colour = colour(shade as f32 / SHADES as f32 - 0.5);
            [byte(colour.x), byte(colour.y), byte(colour.z), 255]
        })
        .collect();
    let mut data = Vec::with_capacity(pixels * pixels * 6);
    let (mut size, mut levels) = (pixels, 0);
    let mut light = light.to_vec();
    loop {
        for light in &light {
            let shade = ((light + 0.5) * SHADES as f32).clamp(0.0, SHADES as f32) as usize;
            data.extend_from_slice(&shades[shade]);
        }
        levels += 1;
        if size == 1 {
            break;
        }
        let (row, half) = (size, size / 2);
        let mut smaller = Vec::with_capacity(half * half);
        for pair in light.chunks_exact(row * 2) {
            let (low, high) = pair.split_at(row);
            let columns = low.chunks_exact(2).zip(high.chunks_exact(2));
            smaller.extend(columns.map(|(a, b)| (a[0] + a[1] + b[0] + b[1]) / 4.0));
        }
        light = smaller;
        size = half;
    }
    let extent = Extent3d { width: pixels as u32, height: pixels as u32, depth_or_array_layers: 1 };
    let mut image = Image::new_uninit(
        extent,
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = levels;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_brings_its_smaller_copies() {
        let tile = grain();
        assert_eq!(tile.texture_descriptor.mip_level_count, 9);
        let pixels: usize = (0..9).map(|level| (GRAIN >> level) * (GRAIN >> level)).sum();
        assert_eq!(tile.data.map(|data| data.len()), Some(pixels * 4));
    }

    #[test]
    fn noise_is_even_on_both_sides() {
        let mut light = tones(64, 0.0);
        soft_noise(&mut light, 64, 16, 0.5, 9);
        let mean = light.iter().sum::<f32>() / light.len() as f32;
        assert!(mean.abs() < 0.05, "{mean}");
        assert!(light.iter().all(|value| value.abs() <= 0.5));
    }
}
