//! The crowns of a wood's trees above the table. Where a token stands under one, or the pointer
//! is over it, it becomes clear enough to see what is there. No mesh is made for that: crowns
//! share their meshes, and a few materials that are more and more transparent.

use bevy::{prelude::*, sprite_render::AlphaMode2d};

use super::{
    crown::{self, KINDS},
    wood::Tree,
};
use crate::{
    app::{
        AppSystems,
        board::{
            Grass,
            ground::{GRAIN_TILE, grain_colour},
        },
        drawing::Drawing,
        in_battle, layer,
        pointer::Pointer,
        tokens::{Appearance, Token},
    },
    table::Base,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Crowns>();
    let cleared = (look_under, clear_crowns).chain().in_set(AppSystems::Redraw);
    app.add_systems(Update, cleared.run_if(in_battle));
}

/// The meshes and materials that all crowns share.
#[derive(Resource)]
pub struct Crowns {
    meshes: Vec<Handle<Mesh>>,
    materials: Vec<Handle<ColorMaterial>>,
}

/// Steps from a crown one can't see through to one that is only hinted at.
const STEPS: usize = 9;
/// How much is left of a crown that is seen through.
const CLEAREST: f32 = 0.15;
/// Seconds that clearing takes.
const SECONDS: f32 = 0.18;
/// Crowns so near the pointer are seen through, in inches from their rim.
const AROUND_POINTER: f32 = 0.9;

impl FromWorld for Crowns {
    fn from_world(world: &mut World) -> Self {
        let texture = world.resource::<Grass>().grain_image.clone();
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let materials = (0..STEPS)
            .map(|step| {
                let alpha = 1.0 - (1.0 - CLEAREST) * step as f32 / (STEPS - 1) as f32;
                let material = ColorMaterial {
                    color: grain_colour(alpha),
                    alpha_mode: AlphaMode2d::Blend,
                    texture: Some(texture.clone()),
                    ..default()
                };
                materials.add(material)
            })
            .collect();
        let mut meshes = world.resource_mut::<Assets<Mesh>>();
        let meshes = (0..KINDS)
            .map(|kind| {
                let mut drawing = Drawing::new();
                crown::crown(&mut drawing, Vec2::ZERO, 1.0, kind);
                meshes.add(drawing.textured_mesh(GRAIN_TILE / 2.0))
            })
            .collect();
        Self { meshes, materials }
    }
}

impl Crowns {
    /// The crown of a tree, a little above the layer of crowns.
    pub fn tree(&self, tree: Tree, above: f32) -> impl Bundle + use<> {
        (
            Canopy(tree),
            Cleared::default(),
            Mesh2d(self.meshes[tree.kind % KINDS].clone()),
            MeshMaterial2d(self.materials[0].clone()),
            Transform::from_translation(tree.at.extend(layer::CANOPY + above))
                .with_scale(Vec3::new(tree.radius, tree.radius, 1.0)),
        )
    }

    /// The material of a crown that is cleared so much, from 0 to 1.
    fn material(&self, cleared: f32) -> &Handle<ColorMaterial> {
        &self.materials[step(cleared)]
    }
}

fn step(cleared: f32) -> usize {
    (cleared * (STEPS - 1) as f32).round() as usize
}

/// A crown on the table.
#[derive(Component, Debug)]
struct Canopy(Tree);

/// How much a crown lets one see.
#[derive(Component, Debug, Default)]
struct Cleared {
    /// Whether there is something under it to be seen.
    wanted: bool,
    /// How clear it is, from 0 to 1.
    now: f32,
}

/// Asks what is under each crown, when a token or the pointer has moved or trees are new.
fn look_under(
    pointer: Res<Pointer>,
    moved: Query<(), (With<Token>, Changed<Appearance>)>,
    planted: Query<(), Added<Canopy>>,
    tokens: Query<(&Token, &Appearance)>,
    bases: Query<&Base>,
    mut pointed: Local<Option<Vec2>>,
    mut canopies: Query<(&Canopy, &mut Cleared)>,
) {
    let at = pointer.on_table();
    if canopies.is_empty() || (moved.is_empty() && planted.is_empty() && *pointed == at) {
        return;
    }
    *pointed = at;
    let (mut low, mut high) = (Vec2::MAX, Vec2::MIN);
    for (Canopy(tree), _) in &canopies {
        low = low.min(tree.at - tree.radius);
        high = high.max(tree.at + tree.radius);
    }
    let hidden: Vec<(Vec2, f32)> = tokens
        .iter()
        .filter(|(_, shown)| shown.present)
        .map(|(token, shown)| {
            (shown.pose.at, bases.get(token.entity).map_or(0.5, |base| base.outer_radius().0))
        })
        .filter(|&(at, radius)| (at + radius).cmpge(low).all() && (at - radius).cmple(high).all())
        .collect();
    for (&Canopy(Tree { at: stem, radius, .. }), mut cleared) in &mut canopies {
        let near = |at: Vec2, reach: f32| at.distance(stem) < radius + reach;
        let wanted = at.is_some_and(|at| near(at, AROUND_POINTER))
            || hidden.iter().any(|&(at, reach)| near(at, reach));
        if cleared.wanted != wanted {
            cleared.wanted = wanted;
        }
    }
}

/// Clears crowns bit by bit, by exchanging shared materials.
fn clear_crowns(
    time: Res<Time>,
    crowns: Res<Crowns>,
    mut canopies: Query<(&mut Cleared, &mut MeshMaterial2d<ColorMaterial>)>,
) {
    let most = time.delta_secs() / SECONDS;
    for (mut cleared, mut material) in &mut canopies {
        let wanted = if cleared.wanted { 1.0 } else { 0.0 };
        let before = cleared.now;
        if before == wanted {
            continue;
        }
        cleared.now += (wanted - before).clamp(-most, most);
        if step(before) != step(cleared.now) {
            material.0 = crowns.material(cleared.now).clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::{state::app::StatesPlugin, time::TimeUpdateStrategy};

    use super::*;
    use crate::{
        app::{Screen, animation::Playback, settings::Settings},
        battle::{Battlefield, ModelId},
        table::{Footprint, Inches, Picture, Pose, Table, Terrain},
    };

    /// How many meshes were made or changed so far.
    #[derive(Resource, Default)]
    struct Made(usize);

    fn count(mut events: MessageReader<AssetEvent<Mesh>>, mut made: ResMut<Made>) {
        let new = |event: &&AssetEvent<Mesh>| {
            matches!(event, AssetEvent::Added { .. } | AssetEvent::Modified { .. })
        };
        made.0 += events.read().filter(new).count();
    }

    /// A table with a wood and a hill, and one token far from both.
    fn app() -> (App, Entity) {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), StatesPlugin));
        app.init_asset::<Mesh>().init_asset::<Image>().init_asset::<ColorMaterial>();
        app.insert_state(Screen::Battle);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(30)));
        app.init_resource::<Grass>().init_resource::<Pointer>().init_resource::<Made>();
        app.init_resource::<Playback>().init_resource::<Settings>();
        app.add_plugins((super::super::plugin, crate::app::board::lay::plugin));
        app.add_systems(Last, count);
        let mut table = Table::new(Inches(48.0), Inches(48.0));
        for (picture, x) in [(Picture::Wood, 10.0), (Picture::Hill, 30.0)] {
            let disc = Footprint::Circle { at: Vec2::new(x, 10.0), radius: Inches(4.0) };
            table.terrain.push(Terrain::new("piece", disc).drawn_as(picture));
        }
        app.insert_resource(Battlefield(table));
        let entity = app.world_mut().spawn(Base::Circle { radius: Inches(0.5) }).id();
        let token = Token { model: ModelId(0), entity, unit: entity };
        let token = app.world_mut().spawn((token, Appearance::at(pose(40.0, 40.0), true))).id();
        pass(&mut app, 12);
        (app, token)
    }

    fn pose(x: f32, y: f32) -> Pose {
        Pose::new(Vec2::new(x, y), Vec2::Y)
    }

    fn pass(app: &mut App, frames: u32) {
        for _ in 0..frames {
            app.update();
        }
    }

    fn made(app: &App) -> usize {
        app.world().resource::<Made>().0
    }

    /// How many crowns are as clear as can be, and how many not at all.
    fn clear_and_dense(app: &mut App) -> (usize, usize) {
        let (first, last) = {
            let materials = &app.world().resource::<Crowns>().materials;
            (materials[0].clone(), materials[STEPS - 1].clone())
        };
        let world = app.world_mut();
        let mut query = world.query_filtered::<&MeshMaterial2d<ColorMaterial>, With<Canopy>>();
        let shown: Vec<_> = query.iter(world).map(|material| material.0.clone()).collect();
        let of = |wanted: Handle<_>| shown.iter().filter(|&material| *material == wanted).count();
        (of(last), of(first))
    }

    #[test]
    fn terrain_is_drawn_once_and_again_only_when_the_table_changes() {
        let (mut app, _) = app();
        let drawn = made(&app);
        assert_eq!(drawn, KINDS + 2, "the crowns' meshes and one a piece");
        pass(&mut app, 10);
        assert_eq!(made(&app), drawn);
        let disc = Footprint::Circle { at: Vec2::new(20.0, 30.0), radius: Inches(4.0) };
        let field = &mut app.world_mut().resource_mut::<Battlefield>().0;
        field.terrain.push(Terrain::new("crag", disc).drawn_as(Picture::Crag));
        pass(&mut app, 10);
        assert_eq!(made(&app), drawn + 1, "the new piece alone");
    }

    #[test]
    fn crowns_over_a_token_clear_without_a_mesh_being_made() {
        let (mut app, token) = app();
        let drawn = made(&app);
        let (clear, dense) = clear_and_dense(&mut app);
        assert!(clear == 0 && dense > 8, "{clear} clear, {dense} dense");
        *app.world_mut().get_mut::<Appearance>(token).unwrap() =
            Appearance::at(pose(10.0, 10.0), true);
        pass(&mut app, 1);
        assert_eq!(clear_and_dense(&mut app).0, 0, "they don't vanish at once");
        pass(&mut app, 10);
        let (over, others) = clear_and_dense(&mut app);
        assert!(over > 0 && others > over, "{over} clear, {others} dense");
        *app.world_mut().get_mut::<Appearance>(token).unwrap() =
            Appearance::at(pose(40.0, 40.0), true);
        pass(&mut app, 12);
        assert_eq!(clear_and_dense(&mut app), (0, dense));
        app.world_mut().resource_mut::<Pointer>().table = Some(Vec2::new(10.0, 10.0));
        pass(&mut app, 12);
        assert!(clear_and_dense(&mut app).0 > 0, "the pointer is over them");
        assert_eq!(made(&app), drawn);
    }
}
