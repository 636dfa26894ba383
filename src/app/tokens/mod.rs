//! One token for each model: where it is shown, which may lag behind the rules while events are
//! played, and what it looks like.

use bevy::prelude::*;

use super::{
    AppSystems,
    animation::Playback,
    board::OfBattle,
    drawing::{Drawing, circle, polygon},
    in_battle,
    running::BattleBegan,
    theme::{Theme, layer},
};
use crate::{
    battle::{MemberOf, ModelId, Presence, Side},
    table::{Base, Pose},
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(dress_models);
    app.add_systems(
        Update,
        (settle_tokens, place_tokens).chain().in_set(AppSystems::Redraw).run_if(in_battle),
    );
}

/// A model's token.
#[derive(Component, Clone, Copy, Debug)]
pub struct Token {
    /// The model.
    pub model: ModelId,
    /// The model's entity.
    pub entity: Entity,
}

/// How a token is shown now.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Shown {
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

fn dress_models(
    _: On<BattleBegan>,
    models: Query<(Entity, &ModelId, &Base, &Pose, &Presence, &MemberOf)>,
    sides: Query<&Side>,
    theme: Res<Theme>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let white = materials.add(ColorMaterial::from(Color::WHITE));
    for (entity, &model, &base, &pose, &presence, unit) in &models {
        let Ok(side) = sides.get(unit.0) else { continue };
        let colours = theme.side(side.0);
        let radius = base.inner_radius().0;
        let mut picture = Drawing::new();
        picture.fill(&circle(Vec2::ZERO, radius), colours.rim);
        picture.fill(&circle(Vec2::ZERO, radius * 0.85), colours.face);
        let wedge = [Vec2::new(-0.2, 0.7), Vec2::new(0.2, 0.7), Vec2::new(0.0, 1.0)];
        picture.fill(&polygon(wedge.map(|p| p * radius)), colours.rim);
        commands.spawn((
            OfBattle,
            Token { model, entity },
            Shown {
                pose,
                present: presence == Presence::OnTable,
                faded: 0.0,
                toppled: 0.0,
                nudge: Vec2::ZERO,
            },
            Mesh2d(meshes.add(picture.mesh())),
            MeshMaterial2d(white.clone()),
            Transform::default(),
        ));
    }
}

/// Once all events have been played, tokens show what the rules say.
fn settle_tokens(
    playback: Res<Playback>,
    models: Query<(&Pose, &Presence)>,
    mut tokens: Query<(&Token, &mut Shown)>,
) {
    if playback.is_busy() {
        return;
    }
    for (token, mut shown) in &mut tokens {
        let Ok((&pose, &presence)) = models.get(token.entity) else { continue };
        let present = presence == Presence::OnTable;
        let settled = Shown { pose, present, faded: 0.0, toppled: 0.0, nudge: Vec2::ZERO };
        shown.set_if_neq(settled);
    }
}

fn place_tokens(
    mut tokens: Query<(&Token, &Shown, &mut Transform, &mut Visibility), Changed<Shown>>,
) {
    for (token, shown, mut transform, mut visibility) in &mut tokens {
        let height = layer::TOKENS + token.model.0 as f32 * 0.01;
        transform.translation = (shown.pose.at + shown.nudge).extend(height);
        transform.rotation = Quat::from_rotation_arc_2d(Vec2::Y, shown.pose.facing);
        *visibility = if shown.present { Visibility::Visible } else { Visibility::Hidden };
    }
}
