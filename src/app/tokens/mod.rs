//! One token for each model: where it is shown, which may lag behind the rules while events are
//! played, and what it looks like.

mod badge;
pub mod banners;
pub mod cluster;
mod dress;
mod emblem;
mod face;
mod glyphs;
mod marks;
mod states;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

use super::{AppSystems, animation::Playback, in_battle};
use crate::{
    battle::{MemberOf, ModelId, Presence, UnitId},
    table::Pose,
};

pub use dress::{Faces, Piece, Worn, faces};
#[cfg(test)]
pub use face::against_ground;
pub use face::{Face, Look};
use marks::Marks;
pub use marks::mark_at;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Faces>().init_resource::<Tokens>();
    app.add_plugins((emblem::plugin, marks::plugin, banners::plugin));
    app.add_observer(dress::dress_models);
    app.add_systems(
        Update,
        (dress::dress_newcomers, marks::read_marks, settle_tokens, dress::fit_looks, place_tokens)
            .chain()
            .in_set(AppSystems::Redraw)
            .run_if(in_battle),
    );
}

/// A model's token.
#[derive(Component, Clone, Copy, Debug)]
pub struct Token {
    /// The model.
    pub model: ModelId,
    /// The model's entity.
    pub entity: Entity,
    /// The entity of the model's unit as shown: individuals leave and join units.
    pub unit: Entity,
}

/// How a token is shown now.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Appearance {
    /// Where.
    pub pose: Pose,
    /// Whether it stands on the table.
    pub present: bool,
    /// How much it has faded, from 0 to 1.
    pub faded: f32,
    /// How much it is toppled, from 0 to 1.
    pub toppled: f32,
    /// Moved off its place for a moment: a lunge, a shudder. Inches.
    pub nudge: Vec2,
}

impl Appearance {
    /// How much those who lie prone are toppled.
    pub const PRONE: f32 = 0.55;

    /// Standing still at a pose, or not there.
    pub fn at(pose: Pose, present: bool) -> Self {
        Self { pose, present, faded: 0.0, toppled: 0.0, nudge: Vec2::ZERO }
    }
}

/// The tokens' entities by model, and the units' by id.
#[derive(Resource, Clone, Debug, Default)]
pub struct Tokens {
    tokens: Vec<Option<Entity>>,
    units: Vec<Option<Entity>>,
}

impl Tokens {
    /// A model's token.
    pub fn get(&self, model: ModelId) -> Option<Entity> {
        self.tokens.get(model.index()).copied().flatten()
    }

    /// A unit's entity, as tokens know it.
    pub fn unit(&self, unit: UnitId) -> Option<Entity> {
        self.units.get(unit.index()).copied().flatten()
    }
}

fn enter(list: &mut Vec<Option<Entity>>, place: usize, entity: Entity) {
    if list.len() <= place {
        list.resize(place + 1, None);
    }
    list[place] = Some(entity);
}

/// A part of a token.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Falls to the lower right whichever way the model faces; from afar it lies right below.
    Shadow,
    /// Stays upright, a little behind the arrow.
    Sign,
    /// Stays upright.
    Marks,
}

/// Where a token's shadow falls, in inches.
const SHADOW: Vec2 = Vec2::new(0.055, -0.075);

/// Once all events have been played, tokens show what the rules say.
fn settle_tokens(
    playback: Res<Playback>,
    models: Query<(&Pose, &Presence, &MemberOf)>,
    units: Query<&UnitId>,
    mut index: ResMut<Tokens>,
    mut tokens: Query<(&mut Token, &mut Appearance, Option<&Marks>)>,
) {
    if playback.is_busy() {
        return;
    }
    for (mut token, mut shown, marks) in &mut tokens {
        let Ok((&pose, &presence, unit)) = models.get(token.entity) else { continue };
        if token.unit != unit.0 {
            token.unit = unit.0;
            if let Ok(&id) = units.get(unit.0) {
                enter(&mut index.units, id.index(), unit.0);
            }
        }
        let lies = marks.is_some_and(Marks::lies);
        let toppled = if lies { Appearance::PRONE } else { 0.0 };
        let standing = Appearance::at(pose, presence == Presence::OnTable);
        shown.set_if_neq(Appearance { toppled, ..standing });
    }
}

fn place_tokens(
    mut tokens: Query<
        (&Appearance, &Face, &Worn, &dress::Height, &mut Transform, &mut Visibility, &Children),
        // New marks among the children have to be turned upright too.
        (With<Token>, Or<(Changed<Appearance>, Changed<Worn>, Changed<Children>)>),
    >,
    mut parts: Query<(&Part, &mut Transform), Without<Token>>,
) {
    for (shown, face, worn, height, mut transform, mut visibility, children) in &mut tokens {
        transform.translation = (shown.pose.at + shown.nudge).extend(height.0);
        let facing = Quat::from_rotation_arc_2d(Vec2::Y, shown.pose.facing);
        // Toppling: it turns aside and is foreshortened.
        let lean = Quat::from_rotation_z(shown.toppled * 1.2);
        transform.rotation = facing * lean;
        transform.scale = Vec3::new(1.0, 1.0 - 0.45 * shown.toppled, 1.0);
        let back = facing.inverse();
        for &child in children {
            let Ok((part, mut place)) = parts.get_mut(child) else { continue };
            let at = match part {
                Part::Shadow if worn.0 == Look::Far => Vec2::ZERO,
                Part::Shadow => (back * SHADOW.extend(0.0)).truncate(),
                Part::Sign => Vec2::new(0.0, -face::set_back(face)),
                Part::Marks => Vec2::ZERO,
            };
            place.translation = at.extend(place.translation.z);
            let lies = shown.toppled > 0.0 || *part == Part::Shadow;
            place.rotation = if lies { Quat::IDENTITY } else { back };
        }
        let wanted = if shown.present { Visibility::Inherited } else { Visibility::Hidden };
        visibility.set_if_neq(wanted);
    }
}
