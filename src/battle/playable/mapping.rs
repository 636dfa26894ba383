//! What the rules measure, drawn on the table: overlays of zones, arcs, ranges, coherency, sight
//! and reach, as contours in inches.
//!
//! - *overlay*: a kind of measure that a player can switch on, by its place in the list.
//! - *gaze*: whom the player looks at.
//! - *source*: what an overlay is measured from; as long as it is the same and nothing happens, the
//!   contours stay.

mod contour;

use std::fmt::Debug;

use bevy::prelude::World;

pub use contour::{Contour, SightLines};

use super::Acting;
use crate::battle::{ModelId, UnitId};

/// A kind of measure that a player can switch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// What a posed picture calls it.
    pub id: &'static str,
    /// What its switch says.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The name of its icon.
    pub icon: &'static str,
    /// What settings call its key, for ever.
    pub setting: &'static str,
    /// The key that usually switches it, such as "KeyZ"; the player may give it another, or one if it
    /// has none.
    pub key: Option<&'static str>,
    /// How far up it is drawn: higher ones over lower ones.
    pub layer: u8,
}

/// Whom the player looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaze {
    /// The selected unit.
    pub unit: Option<UnitId>,
    /// The selected model of it.
    pub model: Option<ModelId>,
    /// The model under the pointer.
    pub pointed: Option<ModelId>,
}

/// A rule system that draws what it measures.
pub trait Mapping: Acting {
    /// What an overlay is measured from.
    type Source: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// All overlays, in the order of their switches.
    fn overlays() -> &'static [Overlay];

    /// The places of the overlays that an order in preparation shows by itself.
    fn overlays_of(intent: &Self::Intent) -> &'static [usize];

    /// What the overlay at a place is measured from; nothing where it has nothing to show.
    fn sources(
        world: &World,
        overlay: usize,
        gaze: Gaze,
        intent: Option<&Self::Intent>,
    ) -> Vec<Self::Source>;

    /// Measures.
    fn contours(world: &World, source: &Self::Source) -> Vec<Contour>;
}
