//! Counts what the whole app makes in a frame with 400 models on the table.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Look, Token, Worn};
use crate::{
    app::{
        AppOptions,
        battle_ui::{mode::Selection, overlays::Overlays},
        camera::View,
        headless,
        running::{Beginning, NextBattle},
    },
    battle::{Level, UnitId},
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

/// Sixteen units of 25 a side, face to face.
fn crowd() -> Level {
    let unit = |side: &str, profile: &str, x: f32, y: f32, facing: f32| {
        format!(
            r#"(side: "{side}", name: "{side} {x}", profile: "{profile}", count: 25,
                formation: Ranked(frontage: 5), place: At({x}, {y}, {facing})),"#
        )
    };
    let places = [6.0, 14.5, 23.0, 31.5, 40.0, 48.5, 57.0, 65.5];
    let near = places.map(|x| unit("Near", "spearman", x, 12.0, 90.0)).concat();
    let far = places.map(|x| unit("Far", "orc_bruiser", x, 36.0, 270.0)).concat();
    let text = format!(
        r#"(name: "Crowd", table: (width: 72, depth: 48),
            sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
            units: [{near}{far}], turns: Fixed(6))"#
    );
    Level::read("crowd.ron", &text).expect("the level is written here")
}

fn settled() -> App {
    let mut app = headless(AppOptions { exit: true, ..default() });
    app.init_resource::<Built>().add_systems(Last, count);
    let level = Box::new(crowd());
    app.update();
    app.world_mut().resource_mut::<NextBattle>().0 =
        Some(Beginning::New { level, seed: 1, practice: false });
    (0..12).for_each(|_| app.update());
    app
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
    assert_eq!(meshes.len(), 2, "all spearmen share a mesh, and all orcs");
    assert!(world.resource::<Built>().0 > 2, "the counter counts");
    assert_eq!(built_in(&mut app, 10), 0);
    // Nor with a unit selected and its overlays shown.
    *app.world_mut().resource_mut::<Selection>() = Selection { unit: Some(UnitId(2)), model: None };
    let all = Overlays { zones: true, arcs: true, coherency: true, ..default() };
    *app.world_mut().resource_mut::<Overlays>() = all;
    (0..3).for_each(|_| app.update());
    assert_eq!(built_in(&mut app, 10), 0);
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
