//! Dresses models in tokens, and changes what they wear with how large they are in the window.
//! Meshes are made once for each look and shared; when nothing changes none is made.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{
    ecs::{query::QueryItem, resource::IsResource, system::SystemParam},
    prelude::*,
};

use super::{
    Appearance, Part, Token, Tokens, emblem, enter,
    face::{self, Face, Look},
};
use crate::{
    app::{
        board::{OfBattle, Paint},
        camera::View,
        layer,
        running::BattleBegan,
        seat::Game,
        theme::{Theme, ThemeName},
    },
    battle::{BattleWorld, MemberOf, ModelId, Presence, Showing, Side, SideId, UnitId},
    table::{Base, Pose},
};

/// A piece of a token that has a mesh of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// What it casts on the ground.
    Shadow,
    /// What turns with the model: base, rim, arrow.
    Body,
    /// What stays upright: the troop's sign, its rank, its arms.
    Sign,
}

impl Piece {
    const ALL: [Self; 3] = one_of_each!(Piece: Shadow, Body, Sign);
}

/// The meshes of all looks seen so far, in the colours of one theme.
#[derive(Resource, Default)]
pub struct Faces {
    painted: Option<ThemeName>,
    meshes: BTreeMap<(Piece, Face, Look), Handle<Mesh>>,
    /// The signs over blocks.
    emblems: BTreeMap<(SideId, String), Handle<Mesh>>,
    /// Tokens that look alike lie equally high, so that they are drawn in one go.
    order: BTreeMap<Face, u32>,
}

impl Faces {
    /// A piece of a token, made if nothing looks like it yet. What was painted in the colours of
    /// another theme is forgotten.
    pub fn mesh(
        &mut self,
        piece: Piece,
        face: &Face,
        look: Look,
        theme: &Theme,
        meshes: &mut Assets<Mesh>,
    ) -> Handle<Mesh> {
        self.paint_for(theme);
        let (face, look) = match piece {
            // Only from afar its side shows.
            Piece::Shadow if look == Look::Far => (face.body_only(), look),
            Piece::Shadow => (face.shadow_only(), Look::Middle),
            Piece::Body => (face.body_only(), look.min(Look::Middle)),
            // From afar it is hidden.
            Piece::Sign => (face.clone(), look.max(Look::Middle)),
        };
        let make = || {
            let drawing = match piece {
                Piece::Shadow => face::shadow(&face, look, theme),
                Piece::Body => face::body(&face, look, theme),
                Piece::Sign => face::sign(&face, look, theme),
            };
            meshes.add(drawing.mesh())
        };
        self.meshes.entry((piece, face.clone(), look)).or_insert_with(make).clone()
    }

    fn paint_for(&mut self, theme: &Theme) {
        if self.painted != Some(theme.name) {
            self.painted = Some(theme.name);
            self.meshes.clear();
            self.emblems.clear();
        }
    }

    /// The large sign over a block of a side; made and forgotten as pieces are.
    pub(super) fn emblem(
        &mut self,
        side: SideId,
        sign: &str,
        theme: &Theme,
        meshes: &mut Assets<Mesh>,
    ) -> Handle<Mesh> {
        self.paint_for(theme);
        let make = || meshes.add(emblem::picture(sign, theme.side(side)).mesh());
        self.emblems.entry((side, sign.to_owned())).or_insert_with(make).clone()
    }

    /// Makes what a face wears on a table that is seen whole, at about so many pixels an inch, and
    /// what stands over a block of such.
    pub fn prepare(&mut self, face: &Face, zoom: f32, theme: &Theme, meshes: &mut Assets<Mesh>) {
        if face.is_common() {
            self.emblem(face.side, &face.shown.sign, theme, meshes);
        }
        for look in [Look::Far, Look::Middle, Look::at(face.size() * 2.0 * zoom)] {
            for piece in Piece::ALL {
                self.mesh(piece, face, look, theme, meshes);
            }
        }
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

/// What all models of a battle look like.
pub fn faces(world: &World) -> BTreeSet<Face> {
    let models = world.roster().models();
    models
        .map(|model| {
            let shown = Game::face(world.model(model));
            Face::new(world.placed(model).base, world.side_of_model(model), shown)
        })
        .collect()
}

/// A model, as far as its token wants to know it.
type Model = (
    EntityRef<'static>,
    &'static ModelId,
    &'static Pose,
    &'static Presence,
    &'static Base,
    &'static MemberOf,
);

/// All that it takes to dress models.
#[derive(SystemParam)]
pub(super) struct Wardrobe<'w, 's> {
    units: Query<'w, 's, (&'static UnitId, &'static Side)>,
    theme: Res<'w, Theme>,
    paint: Res<'w, Paint>,
    view: Res<'w, View>,
    index: ResMut<'w, Tokens>,
    faces: ResMut<'w, Faces>,
    commands: Commands<'w, 's>,
    meshes: ResMut<'w, Assets<Mesh>>,
}

impl Wardrobe<'_, '_> {
    fn dress(&mut self, model: QueryItem<Model>) {
        let (features, &model, &pose, &presence, &base, unit) = model;
        let Self { units, theme, paint, view, index, faces, commands, meshes } = self;
        let Ok((&id, side)) = units.get(unit.0) else { return };
        let face = Face::new(base, side.0, Game::face(features));
        let look = Look::at(face.size() * 2.0 * view.zoom);
        let height = layer::TOKENS + STEP * faces.place_in_order(face.body_only());
        let sign_height = layer::SIGNS + STEP * faces.place_in_order(face.clone());
        let [shadow, body, sign] =
            Piece::ALL.map(|piece| faces.mesh(piece, &face, look, theme, meshes));
        let material = MeshMaterial2d(paint.plain.clone());
        enter(&mut index.units, id.index(), unit.0);
        let token = commands
            .spawn((
                OfBattle,
                Token { model, entity: features.id(), unit: unit.0 },
                Appearance::at(pose, presence == Presence::OnTable),
                (Worn(look), Height(height)),
                Mesh2d(body),
                material.clone(),
                // Transparent meshes are sorted by the height they first appear at.
                Transform::from_translation(pose.at.extend(height)),
            ))
            .with_children(|parts| {
                let at = |z: f32| Transform::from_xyz(0.0, 0.0, z - height);
                parts.spawn((Part::Shadow, Mesh2d(shadow), material.clone(), at(layer::SHADOWS)));
                parts.spawn((Part::Sign, Mesh2d(sign), material, at(sign_height)));
            })
            .insert(face)
            .id();
        enter(&mut index.tokens, model.index(), token);
    }
}

/// Dresses all models of a battle that begins.
pub(super) fn dress_models(
    _: On<BattleBegan>,
    models: Query<Model, Without<IsResource>>,
    mut wardrobe: Wardrobe,
) {
    *wardrobe.index = Tokens::default();
    for model in &models {
        wardrobe.dress(model);
    }
}

/// Models may come later, and leave no trace once that is undone.
pub(super) fn dress_newcomers(
    newcomers: Query<Model, (Added<ModelId>, Without<IsResource>)>,
    mut gone: RemovedComponents<ModelId>,
    tokens: Query<(Entity, &Token)>,
    mut wardrobe: Wardrobe,
) {
    let gone: BTreeSet<Entity> = gone.read().collect();
    if !gone.is_empty() {
        for (token, _) in tokens.iter().filter(|(_, token)| gone.contains(&token.entity)) {
            wardrobe.commands.entity(token).despawn();
        }
    }
    for model in &newcomers {
        let dressed = wardrobe.index.get(*model.1).and_then(|token| tokens.get(token).ok());
        if dressed.is_none_or(|(_, token)| token.entity != model.0.id()) {
            wardrobe.dress(model);
        }
    }
}

/// Tokens show more the larger they are; another theme dresses them again.
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
        body.0 = faces.mesh(Piece::Body, face, look, &theme, &mut meshes);
        for &child in children {
            let Ok((&part, mut mesh, mut seen)) = parts.get_mut(child) else { continue };
            let piece = match part {
                Part::Shadow => Some(Piece::Shadow),
                Part::Sign => Some(Piece::Sign),
                Part::Marks => None,
            };
            if let Some(piece) = piece {
                mesh.0 = faces.mesh(piece, face, look, &theme, &mut meshes);
            }
            if part != Part::Shadow {
                let wanted =
                    if look == Look::Far { Visibility::Hidden } else { Visibility::Inherited };
                seen.set_if_neq(wanted);
            }
        }
    }
}
