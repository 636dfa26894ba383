//! The lines of overlays, on the table.

use bevy::math::Vec2;

use crate::{
    battle::{ModelId, SideId},
    table::{Placed, Pose, sight::Sight},
};

/// Something that was measured.
#[derive(Clone, Debug)]
pub enum Contour {
    /// Ground that belongs to a side: its edge as closed loops.
    Ground {
        /// Whose it is.
        side: SideId,
        /// Its edge.
        loops: Vec<Vec<Vec2>>,
    },
    /// Ground that takes no more than so many actions.
    Step {
        /// So many.
        actions: u32,
        /// Whether there is no wider one.
        last: bool,
        /// Its edge as closed loops.
        loops: Vec<Vec<Vec2>>,
        /// Places for the number on it, one in each of the same directions, the best ones first; none where it
        /// has no edge in a direction.
        at: Vec<Option<Vec2>>,
    },
    /// Ground within a range.
    Range {
        /// Its edge as open pieces.
        pieces: Vec<Vec<Vec2>>,
        /// Places for the words, the best ones first.
        at: Vec<Vec2>,
        /// What they say.
        words: String,
    },
    /// Two models hold on to each other.
    Link {
        /// Whose they are.
        side: SideId,
        /// From one of them.
        from: Vec2,
        /// To the other.
        to: Vec2,
    },
    /// A model has lost its unit.
    Lost(Placed),
    /// A unit has come apart.
    Gap {
        /// From one of its models.
        from: Vec2,
        /// To the nearest of the others.
        to: Vec2,
        /// How far.
        words: String,
    },
    /// The line between front and rear, of a model or of a whole front.
    Front {
        /// Whose it is.
        side: SideId,
        /// In the middle of the line.
        pose: Pose,
        /// Half the line's length.
        half: f32,
        /// How far ahead the arrow goes.
        ahead: f32,
    },
    /// What a model sees.
    Sight(SightLines),
}

/// What a model sees of its enemies.
#[derive(Clone, Debug)]
pub struct SightLines {
    /// Who looks.
    pub eye: ModelId,
    /// Each enemy, the nearest first, and how it is seen.
    pub seen: Vec<(ModelId, Sight)>,
}
