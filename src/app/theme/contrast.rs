//! How colours look to eyes that see fewer of them, and how well two can be told apart.

use bevy::{
    color::{ColorToComponents, Oklaba},
    prelude::*,
};

/// A way of seeing.
///
/// The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, for complete dichromacy
/// (severity 1.0), applied to linear RGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// All three kinds of cones.
    Normal,
    /// No cones for long waves: red is dark.
    Protan,
    /// No cones for middle waves.
    Deutan,
    /// No cones for short waves.
    Tritan,
    /// No colours at all: only how light things are.
    Grey,
}

impl Eyes {
    pub const ALL: [Self; 5] = one_of_each!(Eyes: Normal, Protan, Deutan, Tritan, Grey);

    /// What these eyes make of a colour.
    pub fn see(self, colour: LinearRgba) -> LinearRgba {
        let rgb = Vec3::from_array(colour.to_f32_array_no_alpha());
        let rows = match self {
            Self::Normal => return colour,
            Self::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
            Self::Grey => [[0.2126, 0.7152, 0.0722]; 3],
        };
        let [red, green, blue] = rows.map(|row| Vec3::from_array(row).dot(rgb).clamp(0.0, 1.0));
        LinearRgba::new(red, green, blue, colour.alpha)
    }
}

/// The contrast of two opaque colours as WCAG 2.1 defines it, from 1 to 21.
pub fn contrast(a: LinearRgba, b: LinearRgba) -> f32 {
    let light = |c: LinearRgba| 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue + 0.05;
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// How different two colours look: their distance in Oklab, where about 0.02 is just visible and
/// black and white are 1 apart.
pub fn difference(a: LinearRgba, b: LinearRgba) -> f32 {
    let lab = |c: LinearRgba| {
        let Oklaba { lightness, a, b, .. } = c.into();
        Vec3::new(lightness, a, b)
    };
    lab(a).distance(lab(b))
}

/// A translucent colour over an opaque one, blended in linear light as the window blends.
pub fn over(paint: LinearRgba, ground: LinearRgba) -> LinearRgba {
    let mixed = ground.mix(&paint.with_alpha(1.0), paint.alpha);
    mixed.with_alpha(1.0)
}

#[test]
fn black_and_white_are_as_far_apart_as_can_be() {
    let found = contrast(LinearRgba::BLACK, LinearRgba::WHITE);
    assert!((found - 21.0).abs() < 0.01, "{found}");
    assert!((difference(LinearRgba::BLACK, LinearRgba::WHITE) - 1.0).abs() < 0.01);
}

#[test]
fn each_filter_merges_what_its_eyes_cannot_part() {
    let linear = |r, g, b| LinearRgba::from(Color::srgb_u8(r, g, b));
    // Pairs from the confusion lines of each kind of dichromat.
    let pairs = [
        (Eyes::Protan, linear(200, 60, 50), linear(98, 88, 52)),
        (Eyes::Deutan, linear(200, 60, 50), linear(128, 110, 45)),
        (Eyes::Tritan, linear(70, 140, 90), linear(85, 134, 150)),
    ];
    for (eyes, a, b) in pairs {
        let (with, without) = (difference(a, b), difference(eyes.see(a), eyes.see(b)));
        assert!(without < with * 0.6, "{eyes:?}: {without} of {with}");
    }
    for eyes in Eyes::ALL {
        let white = eyes.see(LinearRgba::WHITE);
        assert!(difference(white, LinearRgba::WHITE) < 0.01, "{eyes:?} leaves white alone");
    }
}
