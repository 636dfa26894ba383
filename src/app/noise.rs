//! Grain for pictures: numbers that look like chance and are the same every time. Rules never
//! see them.

use bevy::math::Vec2;

/// A row of numbers between 0 and 1 that starts at a seed.
#[derive(Clone, Copy, Debug)]
pub struct Grain(u32);

impl Grain {
    /// The row of a seed.
    pub fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9) ^ 0x51ed_270b)
    }

    /// The row of a place, in hundredths of an inch.
    pub fn at(place: Vec2, seed: u32) -> Self {
        let (x, y) = ((place.x * 100.0) as i32 as u32, (place.y * 100.0) as i32 as u32);
        Self::new(mix(x ^ mix(y ^ mix(seed))))
    }

    /// The next number from 0 to 1.
    pub fn draw(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        unit(mix(self.0))
    }

    /// The next number between two.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.draw()
    }

    /// The next point in a disc around the origin.
    pub fn in_disc(&mut self, radius: f32) -> Vec2 {
        let angle = self.between(0.0, std::f32::consts::TAU);
        Vec2::from_angle(angle) * radius * self.draw().sqrt()
    }
}

fn mix(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

fn unit(x: u32) -> f32 {
    (x >> 8) as f32 / 16_777_215.0
}

/// Smooth noise from 0 to 1 that repeats after `period` in both directions.
pub fn smooth(at: Vec2, period: u32, seed: u32) -> f32 {
    let period = period.max(1) as i32;
    let low = at.floor();
    let t = at - low;
    let t = t * t * (Vec2::splat(3.0) - t * 2.0);
    let corner = |dx: i32, dy: i32| {
        let x = (low.x as i32 + dx).rem_euclid(period) as u32;
        let y = (low.y as i32 + dy).rem_euclid(period) as u32;
        unit(mix(x.wrapping_mul(0x1f12_3bb5) ^ mix(y ^ mix(seed))))
    };
    let below = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * t.x;
    let above = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * t.x;
    below + (above - below) * t.y
}

/// Layers of smooth noise, each twice as fine and half as strong, from 0 to 1.
pub fn layers(at: Vec2, period: u32, count: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut share) = (0.0, 0.0, 1.0);
    for layer in 0..count {
        let finer = (1 << layer) as f32;
        sum += smooth(at * finer, period << layer, seed + layer) * share;
        weight += share;
        share *= 0.5;
    }
    sum / weight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_repeats_after_its_period() {
        for i in 0..20 {
            let at = Vec2::new(i as f32 * 0.37, i as f32 * 0.71);
            let there = at + Vec2::new(8.0, 16.0);
            assert!((smooth(at, 8, 3) - smooth(there, 8, 3)).abs() < 1e-3);
            assert!((0.0..=1.0).contains(&layers(at, 8, 4, 1)));
        }
    }

    #[test]
    fn grain_is_spread_out() {
        let mut grain = Grain::new(5);
        let mean = (0..1000).map(|_| grain.draw()).sum::<f32>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
    }
}
