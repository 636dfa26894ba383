//! Who is in the way of a base that goes straight on, and who is merely brushed.

use bevy::math::Vec2;

use crate::table::{
    Inches, Placed,
    base::{overlapping, slide_until_touching},
};

/// A model that is met is in the way if the base would be in it after so much more. Inches.
const DEEPER: f32 = 0.05;

/// How far a base goes straight on until it meets another that is in its way, if it does within
/// `at_most`.
pub(in crate::no_quarter) fn head_on(
    base: &Placed,
    direction: Vec2,
    other: &Placed,
    at_most: Inches,
) -> Option<Inches> {
    let slide = slide_until_touching(base, direction, other, at_most)?;
    let deeper = base.moved_to(base.pose.at + direction * (slide.0 + DEEPER));
    overlapping(&deeper, other).then_some(slide)
}
