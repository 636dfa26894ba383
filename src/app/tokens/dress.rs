//! Dresses models in tokens, and changes what they wear with how large they are in the window.
//! Meshes are made once for each look and shared; when nothing changes none is made.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    Part, Shown, Token, Tokens, enter,
    face::{self, Face, Look},
};
use crate::{
    app::{
        board::{OfBattle, Paint},
        camera::View,
        layer,
        running::BattleBegan,
        theme::{Theme, ThemeName},
    },
    battle::{MemberOf, ModelId, Presence, Side, UnitId, level::Role},
    no_quarter::{Arms, ProfileOf},
    table::{Base, Pose},
};

/// The meshes of all looks seen so far, in the colours of one theme.
#[derive(Resource, Default)]
pub struct Faces {
    painted: Option<ThemeName>,
    bodies: BTreeMap<(Face, Look), Handle<Mesh>>,
    signs: BTreeMap<(Face, Look), Handle<Mesh>>,
    shadows: BTreeMap<Face, Handle<Mesh>>,
    /// Tokens that look alike lie equally high, so that they are drawn in one go.
    order: BTreeMap<Face, u32>,
}

impl Faces {
    /// The part that turns with the model: base, rim, arrow.
    pub fn body(&mut self, face: &Face, theme: &Theme, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.body_at(face, Look::Middle, theme, meshes)
    }

    /// The part that stays upright: the troop's sign.
    pub fn sign(&mut self, face: &Face, theme: &Theme, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.sign_at(face, Look::Middle, theme, meshes)
    }

    /// Forgets what was painted in the colours of another theme.
    fn follow(&mut self, theme: &Theme) {
        if self.painted != Some(theme.name) {
            self.painted = Some(theme.name);
            self.bodies.clear();
            self.signs.clear();
        }
    }

    /// All of it as it is seen from afar.
    pub fn tile(&mut self, face: &Face, theme: &Theme, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.body_at(face, Look::Far, theme, meshes)
    }

    fn body_at(
        &mut self,
        face: &Face,
        look: Look,
        theme: &Theme,
        meshes: &mut Assets<Mesh>,
    ) -> Handle<Mesh> {
        self.follow(theme);
        let look = look.min(Look::Middle);
        let face = face.body_only();
        let body = || meshes.add(face::body(&face, look, theme.side(face.side)).mesh());
        self.bodies.entry((face.clone(), look)).or_insert_with(body).clone()
    }

    fn sign_at(
        &mut self,
        face: &Face,
        look: Look,
        theme: &Theme,
        meshes: &mut Assets<Mesh>,
    ) -> Handle<Mesh> {
        self.follow(theme);
        // From afar it is hidden.
        let look = look.max(Look::Middle);
        let sign = || meshes.add(face::sign(face, look, theme.side(face.side)).mesh());
        self.signs.entry((face.clone(), look)).or_insert_with(sign).clone()
    }

    fn shadow(&mut self, face: &Face, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        let face = face.shadow_only();
        let shadow = || meshes.add(face::shadow(&face).mesh());
        self.shadows.entry(face.clone()).or_insert_with(shadow).clone()
    }

    fn place_in_order(&mut self, face: Face) -> f32 {
        let next = self.order.len() as u32;
        *self.order.entry(face).or_insert(next) as f32
    }
}

/// Which look a token wears.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worn(pub Look);

/// How high a token lies, and how high the sign lies on it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) struct Height(pub f32);

/// From one look to the next higher one.
const STEP: f32 = 0.01;
/// Shadows lie under all tokens, signs over all of them; from a token's own height.
const SHADOWS: f32 = layer::TOKENS - 1.0;
/// See [`SHADOWS`].
const SIGNS: f32 = layer::TOKENS + 4.0;
/// Marks lie over all signs.
pub(super) const MARKS: f32 = layer::TOKENS + 9.0;

pub(super) fn dress_models(
    _: On<BattleBegan>,
    models: Query<(Entity, &ModelId, &Base, &Pose, &Presence, &MemberOf, &ProfileOf, &Role, &Arms)>,
    units: Query<(&UnitId, &Side)>,
    theme: Res<Theme>,
    paint: Res<Paint>,
    view: Res<View>,
    mut index: ResMut<Tokens>,
    mut faces: ResMut<Faces>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    *index = Tokens::default();
    for (entity, &model, &base, &pose, &presence, unit, profile, &role, arms) in &models {
        let Ok((&id, side)) = units.get(unit.0) else { continue };
        let weapons = arms.0.iter().map(AsRef::as_ref);
        let face = Face::of(base, side.0, &profile.0, role, weapons);
        let look = Look::at(face.size() * 2.0 * view.zoom);
        let height = layer::TOKENS + STEP * faces.place_in_order(face.body_only());
        let sign_height = SIGNS + STEP * faces.place_in_order(face.clone());
        let body = faces.body_at(&face, look, &theme, &mut meshes);
        let sign = faces.sign_at(&face, look, &theme, &mut meshes);
        let shadow = faces.shadow(&face, &mut meshes);
        let material = MeshMaterial2d(paint.plain.clone());
        enter(&mut index.units, id.index(), unit.0);
        let token = commands
            .spawn((
                OfBattle,
                Token { model, entity, unit: unit.0 },
                Shown::at(pose, presence == Presence::OnTable),
                (Worn(look), Height(height)),
                Mesh2d(body),
                material.clone(),
                // Transparent meshes are sorted by the height they first appear at.
                Transform::from_translation(pose.at.extend(height)),
            ))
            .with_children(|parts| {
                let at = |z: f32| Transform::from_xyz(0.0, 0.0, z - height);
                parts.spawn((Part::Shadow, Mesh2d(shadow), material.clone(), at(SHADOWS)));
                parts.spawn((Part::Sign, Mesh2d(sign), material, at(sign_height)));
            })
            .insert(face)
            .id();
        enter(&mut index.tokens, model.index(), token);
    }
}

/// Tokens show more the larger they are; another theme dresses them anew.
pub(super) fn fit_looks(
    view: Res<View>,
    theme: Res<Theme>,
    mut last: Local<f32>,
    mut faces: ResMut<Faces>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut tokens: Query<(Ref<Token>, &Face, &mut Worn, &mut Mesh2d, &Children)>,
    mut parts: Query<(&Part, &mut Mesh2d, &mut Visibility), Without<Token>>,
) {
    let repaint = theme.is_changed();
    let zoomed = *last != view.zoom;
    *last = view.zoom;
    for (token, face, mut worn, mut body, children) in &mut tokens {
        if !(zoomed || repaint || token.is_added()) {
            continue;
        }
        let look = Look::at(face.size() * 2.0 * view.zoom);
        if worn.0 == look && !repaint && !token.is_added() {
            continue;
        }
        worn.0 = look;
        body.0 = faces.body_at(face, look, &theme, &mut meshes);
        for &child in children {
            let Ok((&part, mut mesh, mut seen)) = parts.get_mut(child) else { continue };
            if part == Part::Sign {
                mesh.0 = faces.sign_at(face, look, &theme, &mut meshes);
            }
            if part != Part::Shadow {
                let wanted =
                    if look == Look::Far { Visibility::Hidden } else { Visibility::Inherited };
                seen.set_if_neq(wanted);
            }
        }
    }
}
