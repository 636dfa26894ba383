//! The table and what lies on it, drawn once, part by part before a battle begins.

mod changing;
mod easel;
mod ground;
mod lay;
mod rule;
mod scenery;
mod surround;
mod terrain;
mod turf;

use bevy::{prelude::*, sprite_render::AlphaMode2d};

use super::running::BattleLeft;

pub use changing::Changing;
pub use easel::Easel;
pub use ground::{Grass, sheet as ground_sheet};
pub use scenery::{Drawn, Part, Scenery};
pub use terrain::draw as draw_terrain_piece;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((ground::plugin, terrain::plugin, lay::plugin, changing::plugin));
    app.init_resource::<Paint>();
    app.add_observer(clear_table);
}

/// Something drawn for the battle on the table, which goes when the battle goes.
#[derive(Component)]
pub struct OfBattle;

/// What the colours of a unit that has had its go are multiplied by.
pub const GREYED: Color = Color::srgb(0.82, 0.82, 0.84);

/// The materials that everything drawn shares: meshes bring their own colours.
#[derive(Resource)]
pub struct Paint {
    /// Colours as they are.
    pub plain: Handle<ColorMaterial>,
    /// Greyed: has had its go.
    pub dimmed: Handle<ColorMaterial>,
    /// More and more transparent.
    pub fading: Vec<Handle<ColorMaterial>>,
}

impl FromWorld for Paint {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let mut tint = |color: Color| {
            let alpha_mode = AlphaMode2d::Blend;
            materials.add(ColorMaterial { color, alpha_mode, ..default() })
        };
        Self {
            plain: tint(Color::WHITE),
            dimmed: tint(GREYED),
            fading: (0..8).map(|i| tint(Color::WHITE.with_alpha(1.0 - i as f32 / 8.0))).collect(),
        }
    }
}

impl Paint {
    /// The material of something that has faded so much, from 0 to 1.
    pub fn faded(&self, faded: f32) -> Handle<ColorMaterial> {
        let step = (faded * self.fading.len() as f32) as usize;
        self.fading[step.min(self.fading.len() - 1)].clone()
    }
}

fn clear_table(_: On<BattleLeft>, mut commands: Commands, drawn: Query<Entity, With<OfBattle>>) {
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
}
