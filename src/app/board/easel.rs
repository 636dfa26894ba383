//! Scenery that is only looked at, drawn part by part below an entity.

use std::{collections::VecDeque, time::Duration};

use bevy::{camera::visibility::RenderLayers, platform::time::Instant, prelude::*};

use super::{Grass, Part, Scenery};

/// A picture of a table in the making.
pub struct Easel {
    scenery: Scenery,
    open: VecDeque<Part>,
    below: Entity,
    layers: RenderLayers,
}

impl Easel {
    /// Begins a picture below an entity, for the cameras of some layers.
    pub fn new(scenery: Scenery, below: Entity, layers: RenderLayers) -> Self {
        Self { open: scenery.parts().collect(), scenery, below, layers }
    }

    /// The entity that everything is below.
    pub fn below(&self) -> Entity {
        self.below
    }

    /// The layers that everything is in.
    pub fn layers(&self) -> &RenderLayers {
        &self.layers
    }

    /// Draws at least one part, and more until the time is up; true once all are drawn.
    pub fn go_on(
        &mut self,
        share: Duration,
        grass: &Grass,
        meshes: &mut Assets<Mesh>,
        commands: &mut Commands,
    ) -> bool {
        let begun = Instant::now();
        while let Some(part) = self.open.pop_front() {
            let mesh = Mesh2d(meshes.add(self.scenery.draw(part)));
            let at = Transform::from_xyz(0.0, 0.0, self.scenery.height(part));
            let layers = self.layers.clone();
            commands.spawn((ChildOf(self.below), mesh, part.material(grass), at, layers));
            if begun.elapsed() >= share {
                break;
            }
        }
        self.open.is_empty()
    }
}
