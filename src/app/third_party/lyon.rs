//! bevy_prototype_lyon draws paths as meshes.

use bevy::prelude::*;
use bevy_prototype_lyon::prelude::ShapePlugin;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(ShapePlugin);
}
