//! One token for each model: where it is shown, which may lag behind the rules while events are
//! played, and what it looks like.

pub mod banners;
mod face;
mod glyphs;
mod marks;

use bevy::prelude::*;

use super::{
    AppSystems,
    animation::Playback,
    board::{OfBattle, Paint},
    in_battle, layer,
    running::BattleBegan,
    theme::Theme,
};
use crate::{
    battle::{MemberOf, ModelId, Presence, Side, UnitId, level::Role},
    no_quarter::{ProfileOf, Stance},
    table::{Base, Pose},
};

pub use face::{Face, Faces};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Faces>().init_resource::<Tokens>();
    app.add_plugins((marks::plugin, banners::plugin));
    app.add_observer(dress_models);
    app.add_systems(
        Update,
        redress_models.in_set(AppSystems::Redraw).run_if(resource_changed::<Theme>),
    );
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
    /// The entity of the model's unit as shown: individuals leave and join units.
    pub unit: Entity,
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

impl Shown {
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

/// The part of a token that stays upright whichever way the model faces.
#[derive(Component)]
struct Upright;

/// The part of a token that shows its troop's sign.
#[derive(Component)]
struct Sign;

fn dress_models(
    _: On<BattleBegan>,
    models: Query<(Entity, &ModelId, &Base, &Pose, &Presence, &MemberOf, &ProfileOf, &Role)>,
    units: Query<(&UnitId, &Side)>,
    theme: Res<Theme>,
    paint: Res<Paint>,
    mut index: ResMut<Tokens>,
    mut faces: ResMut<Faces>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    *index = Tokens::default();
    for (entity, &model, &base, &pose, &presence, unit, profile, &role) in &models {
        let Ok((&id, side)) = units.get(unit.0) else { continue };
        let face = Face::new(base, side.0, &profile.0.glyph, role);
        let token = Token { model, entity, unit: unit.0 };
        enter(&mut index.units, id.index(), unit.0);
        let token = commands
            .spawn((
                OfBattle,
                token,
                Shown::at(pose, presence == Presence::OnTable),
                Mesh2d(faces.body(&face, &theme, &mut meshes)),
                MeshMaterial2d(paint.plain.clone()),
                // Transparent meshes are sorted by the height they first appear at.
                Transform::from_translation(pose.at.extend(height_of(model))),
            ))
            .with_child((
                Upright,
                Sign,
                Mesh2d(faces.sign(&face, &theme, &mut meshes)),
                MeshMaterial2d(paint.plain.clone()),
                Transform::from_xyz(0.0, 0.0, 0.002),
            ))
            .id();
        enter(&mut index.tokens, model.index(), token);
    }
}

/// Gives tokens the colours of another theme.
fn redress_models(
    models: Query<(&Base, &MemberOf, &ProfileOf, &Role)>,
    units: Query<&Side>,
    theme: Res<Theme>,
    mut faces: ResMut<Faces>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut tokens: Query<(&Token, &mut Mesh2d, &Children)>,
    mut signs: Query<&mut Mesh2d, (With<Sign>, Without<Token>)>,
) {
    faces.clear();
    for (token, mut body, children) in &mut tokens {
        let Ok((&base, unit, profile, &role)) = models.get(token.entity) else { continue };
        let Ok(side) = units.get(unit.0) else { continue };
        let face = Face::new(base, side.0, &profile.0.glyph, role);
        body.0 = faces.body(&face, &theme, &mut meshes);
        for child in children.iter() {
            if let Ok(mut sign) = signs.get_mut(child) {
                sign.0 = faces.sign(&face, &theme, &mut meshes);
            }
        }
    }
}

/// How high a token lies.
fn height_of(model: ModelId) -> f32 {
    layer::TOKENS + model.0 as f32 * 0.015
}

/// Once all events have been played, tokens show what the rules say.
fn settle_tokens(
    playback: Res<Playback>,
    models: Query<(&Pose, &Presence, &Stance, &MemberOf)>,
    units: Query<&UnitId>,
    mut index: ResMut<Tokens>,
    mut tokens: Query<(&mut Token, &mut Shown)>,
) {
    if playback.is_busy() {
        return;
    }
    for (mut token, mut shown) in &mut tokens {
        let Ok((&pose, &presence, &stance, unit)) = models.get(token.entity) else { continue };
        if token.unit != unit.0 {
            token.unit = unit.0;
            if let Ok(&id) = units.get(unit.0) {
                enter(&mut index.units, id.index(), unit.0);
            }
        }
        let toppled = if stance == Stance::Prone { Shown::PRONE } else { 0.0 };
        let standing = Shown::at(pose, presence == Presence::OnTable);
        shown.set_if_neq(Shown { toppled, ..standing });
    }
}

fn place_tokens(
    mut tokens: Query<
        (&Token, &Shown, &mut Transform, &mut Visibility, &Children),
        // New marks among the children have to be turned upright too.
        Or<(Changed<Shown>, Changed<Children>)>,
    >,
    mut upright: Query<&mut Transform, (With<Upright>, Without<Token>)>,
) {
    for (token, shown, mut transform, mut visibility, children) in &mut tokens {
        transform.translation = (shown.pose.at + shown.nudge).extend(height_of(token.model));
        let facing = Quat::from_rotation_arc_2d(Vec2::Y, shown.pose.facing);
        // Toppling: it turns aside and is foreshortened.
        let lean = Quat::from_rotation_z(shown.toppled * 1.2);
        transform.rotation = facing * lean;
        transform.scale = Vec3::new(1.0, 1.0 - 0.45 * shown.toppled, 1.0);
        for child in children.iter() {
            if let Ok(mut sign) = upright.get_mut(child) {
                let keep = if shown.toppled > 0.0 { Quat::IDENTITY } else { facing.inverse() };
                sign.rotation = keep;
            }
        }
        let wanted = if shown.present { Visibility::Inherited } else { Visibility::Hidden };
        visibility.set_if_neq(wanted);
    }
}
