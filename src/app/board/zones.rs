//! Deployment zones, drawn while units are put on the table.

use bevy::prelude::*;

use super::{OfBattle, Paint};
use crate::{
    app::{
        AppSystems,
        drawing::{Drawing, dashes, rectangle, segment},
        in_battle, layer,
        running::BattleBegan,
        theme::Theme,
    },
    battle::{BattleWorld, Phase, SideId, TurnFrame},
    no_quarter::{BattleState, deployment},
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(|_: On<BattleBegan>, mut commands: Commands| commands.queue(draw_zones));
    app.add_systems(
        Update,
        redraw_zones
            .before(show_zones)
            .in_set(AppSystems::Redraw)
            .run_if(in_battle.and_then(resource_changed::<Theme>)),
    );
    app.add_systems(Update, show_zones.in_set(AppSystems::Redraw).run_if(in_battle));
}

/// The picture of one side's zone.
#[derive(Component)]
struct Zone(SideId);

fn draw_zones(world: &mut World) {
    if world.frame().phase != Phase::Deployment {
        return;
    }
    let theme = world.resource::<Theme>().clone();
    let sides: Vec<SideId> = world.roster().sides().collect();
    for side in sides {
        let (low, high) = deployment::zone(world, side);
        let colour = theme.side(side).rim;
        let mut drawing = Drawing::new();
        drawing.fill(&rectangle((low + high) / 2.0, high - low), colour.with_alpha(0.12));
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        for (a, b) in dashes(&corners, true, 0.8, 0.45) {
            drawing.cut_line(&segment(a, b), colour.with_alpha(0.9), 0.14);
        }
        hatch(&mut drawing, low, high, colour.with_alpha(0.16));
        let mesh = world.resource_mut::<Assets<Mesh>>().add(drawing.mesh());
        let material = world.resource::<Paint>().plain.clone();
        let at = Transform::from_xyz(0.0, 0.0, layer::MARKS);
        world.spawn((OfBattle, Zone(side), Mesh2d(mesh), MeshMaterial2d(material), at));
    }
}

/// Draws the zones again in the colours of another theme.
fn redraw_zones(zones: Query<Entity, With<Zone>>, mut commands: Commands) {
    zones.iter().for_each(|zone| commands.entity(zone).despawn());
    commands.queue(draw_zones);
}

/// Slanting lines across a rectangle.
fn hatch(drawing: &mut Drawing, low: Vec2, high: Vec2, colour: Color) {
    let size = high - low;
    let mut along = -size.y;
    while along < size.x {
        let from = along.max(0.0);
        let to = (along + size.y).min(size.x);
        if to > from {
            let a = low + Vec2::new(from, from - along);
            let b = low + Vec2::new(to, to - along);
            drawing.cut_line(&segment(a, b), colour, 0.07);
        }
        along += 1.6;
    }
}

/// Only the zone of the side that deploys is shown, and none while units infiltrate.
fn show_zones(
    frame: Res<TurnFrame>,
    state: Res<BattleState>,
    mut zones: Query<(&Zone, &mut Visibility)>,
) {
    for (zone, mut visibility) in &mut zones {
        let deploys =
            frame.phase == Phase::Deployment && frame.side == zone.0 && !state.infiltrating;
        let wanted = if deploys { Visibility::Visible } else { Visibility::Hidden };
        visibility.set_if_neq(wanted);
    }
}
