//! Counts what the whole app makes in a frame with 400 models on the table.

use std::collections::BTreeSet;

use bevy::{mesh::VertexAttributeValues, prelude::*};

use super::{Look, Token, Worn, glyphs};
use crate::{
    app::{
        ARCHERS, AppOptions,
        battle_ui::{
            aim::Hover,
            mode::Selection,
            overlays::{Contours, Drawn, Overlays},
        },
        begin_battle,
        camera::View,
        crowd, headless,
        orders::OrderQueue,
        seat::Game,
        settings::Settings,
        theme::{Theme, ThemeName},
    },
    battle::{BattleWorld, Showing, SideId},
    no_quarter::Order,
};

/// Meshes added or changed since the app began.
#[derive(Resource, Default)]
struct Built(usize);

fn count(mut events: MessageReader<AssetEvent<Mesh>>, mut built: ResMut<Built>) {
    let new = |event: &&AssetEvent<Mesh>| {
        matches!(event, AssetEvent::Added { .. } | AssetEvent::Modified { .. })
    };
    built.0 += events.read().filter(new).count();
}

fn settled() -> App {
    settled_in(None)
}

/// In a window of a size, or of the usual one.
fn settled_in(size: Option<(u32, u32)>) -> App {
    let mut app = headless(AppOptions { exit: true, size, ..default() });
    app.init_resource::<Built>().add_systems(Last, count);
    app.update();
    begin(&mut app);
    app
}

/// Begins the battle of the crowd and lets it come to rest.
fn begin(app: &mut App) {
    let level = crowd();
    begin_battle(app, level, 1);
    (0..10).for_each(|_| app.update());
}

fn built_in(app: &mut App, frames: usize) -> usize {
    let before = app.world().resource::<Built>().0;
    (0..frames).for_each(|_| app.update());
    app.world().resource::<Built>().0 - before
}

#[test]
fn no_mesh_is_built_while_nothing_changes() {
    let mut app = settled();
    let world = app.world_mut();
    let mut tokens = world.query::<(&Token, &Mesh2d, &Worn)>();
    assert_eq!(tokens.iter(world).count(), 400);
    let meshes: BTreeSet<_> = tokens.iter(world).map(|(_, mesh, _)| mesh.id()).collect();
    assert_eq!(meshes.len(), 2, "all of a side share a mesh, since their bases are equal");
    assert!(world.resource::<Built>().0 > 2, "the counter counts");
    assert_eq!(built_in(&mut app, 10), 0);
}

#[test]
fn no_overlay_is_computed_or_drawn_anew_while_nothing_changes() {
    let mut app = settled();
    let counts = |app: &App| {
        (app.world().resource::<Contours>().count, app.world().resource::<Drawn>().count)
    };
    app.world_mut().resource_mut::<OrderQueue>().give(Order::Activate { unit: ARCHERS });
    let unit = Some(ARCHERS);
    let model = Some(app.world().members(ARCHERS)[0]);
    *app.world_mut().resource_mut::<Selection>() = Selection { unit, model };
    let before = counts(&app);
    *app.world_mut().resource_mut::<Overlays>() = Overlays::ALL;
    (0..60).for_each(|_| app.update());
    assert_eq!(app.world().frame().active, unit);
    let shown = counts(&app);
    assert!(shown.0 > before.0 && shown.1 > before.1, "the counters count: {shown:?}");
    assert_eq!(built_in(&mut app, 10), 0);
    assert_eq!(counts(&app), shown);
    // Only what is seen depends on whose eyes they are.
    let model = Some(app.world().members(ARCHERS)[1]);
    *app.world_mut().resource_mut::<Hover>() = Hover { model, unit };
    (0..10).for_each(|_| app.update());
    assert!(counts(&app).0 <= shown.0 + 1, "{:?}", counts(&app));
}

#[test]
fn tokens_show_more_the_larger_they_are() {
    let mut app = settled();
    let looks = |app: &mut App| -> BTreeSet<Look> {
        let mut worn = app.world_mut().query::<&Worn>();
        worn.iter(app.world()).map(|worn| worn.0).collect()
    };
    for (zoom, look) in [(10.0, Look::Far), (26.0, Look::Middle), (70.0, Look::Near)] {
        let mut view = app.world_mut().resource_mut::<View>();
        let (middle, now) = (view.window / 2.0, view.zoom);
        view.zoom_at(middle, zoom / now);
        app.update();
        assert_eq!(looks(&mut app), BTreeSet::from([look]), "at {zoom}");
    }
    // Looks that were seen before are kept.
    let mut view = app.world_mut().resource_mut::<View>();
    let middle = view.window / 2.0;
    view.zoom_at(middle, 26.0 / 70.0);
    assert_eq!(built_in(&mut app, 2), 0);
}

/// Whether a mesh has the rim of a side in a theme.
fn has_rim(app: &App, mesh: &Handle<Mesh>, theme: ThemeName, side: u32) -> bool {
    let mesh = app.world().resource::<Assets<Mesh>>().get(mesh).expect("it is kept");
    let Some(VertexAttributeValues::Float32x4(colours)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR)
    else {
        return false;
    };
    let rim = Theme::of(theme).side(SideId(side)).rim.to_linear().to_f32_array();
    colours.contains(&rim)
}

/// How many bodies have the rim of either side in a theme, and how many there are.
fn painted(app: &mut App, theme: ThemeName) -> (usize, usize) {
    let mut meshes = app.world_mut().query::<&Mesh2d>();
    let meshes: Vec<Handle<Mesh>> = meshes.iter(app.world()).map(|mesh| mesh.0.clone()).collect();
    let rim = |mesh: &&Handle<Mesh>, theme| (0..2).any(|side| has_rim(app, mesh, theme, side));
    let in_any = |mesh: &&Handle<Mesh>| ThemeName::ALL.into_iter().any(|theme| rim(mesh, theme));
    let right = meshes.iter().filter(|mesh| rim(mesh, theme)).count();
    (right, meshes.iter().filter(in_any).count())
}

#[test]
fn the_title_and_the_first_battle_have_the_players_colours() {
    let theme = ThemeName::HighContrast;
    let mut app = headless(AppOptions { exit: true, ..default() });
    // The title is painted, and its meshes are kept, before these settings are known.
    app.world_mut().resource_mut::<Settings>().theme = theme;
    (0..2).for_each(|_| app.update());
    let (right, all) = painted(&mut app, theme);
    assert!(all > 60 && right == all, "on the title {right} of {all}");
    begin(&mut app);
    let (right, all) = painted(&mut app, theme);
    assert!(all == 400 && right == all, "in the battle {right} of {all}");
    // Nor does a battle keep those of another theme.
    *app.world_mut().resource_mut::<Theme>() = Theme::of(ThemeName::Tritanopia);
    (0..2).for_each(|_| app.update());
    assert_eq!(painted(&mut app, ThemeName::Tritanopia), (400, 400));
}

#[test]
fn windows_may_be_very_small() {
    for size in [(512, 288), (200, 120), (30, 20)] {
        let mut app = settled_in(Some(size));
        let unit = Some(ARCHERS);
        app.world_mut().resource_mut::<Selection>().unit = unit;
        *app.world_mut().resource_mut::<Overlays>() = Overlays::ALL;
        (0..5).for_each(|_| app.update());
        assert_eq!(app.world().resource::<Selection>().unit, unit, "{size:?}");
    }
}

#[test]
fn every_model_has_a_sign() {
    let (data, _) = Game::load_data(None);
    let signs = Game::signs(&data);
    assert!(signs.len() > 30);
    for sign in signs {
        assert!(glyphs::strokes_of(sign).is_some(), "{sign:?}");
    }
}
