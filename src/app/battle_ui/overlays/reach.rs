//! Where a model can get to with the actions it has left, a contour for each action.

use bevy::prelude::*;

use super::super::paint::Canvas;
use crate::battle::{ModelId, UnitId};

/// The edge of the ground that takes no more than so many actions.
#[derive(Clone, Debug)]
pub struct Contour {
    /// So many.
    pub actions: u32,
    /// The edge, as closed loops.
    pub loops: Vec<Vec<Vec2>>,
}

/// The contours of a model, or of the first model of a unit.
pub fn of(_world: &World, _unit: UnitId, _model: Option<ModelId>) -> Vec<Contour> {
    Vec::new()
}

/// Draws them, the last one strongest.
pub fn draw(canvas: &Canvas, contours: &[Contour]) {
    let last = contours.len();
    for (place, contour) in contours.iter().enumerate() {
        let colour = canvas.good().gamma_multiply(if place + 1 == last { 0.9 } else { 0.45 });
        for edge in &contour.loops {
            if place + 1 == last {
                canvas.outline(edge, colour, 1.6);
            } else {
                canvas.dotted(edge, true, colour, 1.2);
            }
            let top = edge.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y));
            if let Some(top) = top {
                canvas.label(top, &contour.actions.to_string(), canvas.good());
            }
        }
    }
}
