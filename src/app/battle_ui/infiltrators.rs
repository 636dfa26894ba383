//! Where infiltrators may be put down: far enough from every enemy, and seen by none. Rules are asked
//! about a few places of the table a frame, so that looking for them never makes the window stutter.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::{mode::Mode, overlays::around, paint::Canvas, plan::Stamp};
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        BattleState,
        deployment::{
            self,
            infiltration::{self, DISTANCE},
        },
        phase::{Phase, phase},
    },
    table::Placed,
};

/// What is known of the ground for the unit that is put down next.
#[derive(Resource, Clone, Debug, Default)]
pub struct HiddenGround {
    key: Option<(Stamp, UnitId)>,
    /// The next place to ask about, in rows from the lower left.
    next: u32,
    /// Places where its first model may stand.
    free: Vec<Vec2>,
    /// The edge of the ground too near to enemies.
    near: Vec<Vec<Vec2>>,
}

/// Inches between two places that are asked about.
const APART: f32 = 1.0;

/// So long it may go on asking in one frame.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

/// The infiltrating unit that is being put down, or the first that waits; none if it is not the
/// infiltrators' turn.
fn unit(world: &World) -> Option<UnitId> {
    let frame = world.frame();
    if phase(world) != Phase::Deployment || !world.resource::<BattleState>().infiltrating {
        return None;
    }
    match *world.resource::<Mode>() {
        Mode::Deploy { unit, .. } => Some(unit),
        _ => deployment::undeployed(world, frame.side),
    }
}

/// Asks about the next places.
pub fn update(world: &mut World) {
    let Some(unit) = unit(world) else { return };
    let key = Some((Stamp::of(world), unit));
    if world.resource::<HiddenGround>().key != key {
        let side = world.side_of(unit);
        let enemies = world
            .roster()
            .models()
            .filter(|&model| world.is_standing(model) && world.side_of_model(model) != side);
        let enemies: Vec<Placed> = enemies.map(|model| world.placed(model)).collect();
        let near = around(&enemies, DISTANCE);
        *world.resource_mut::<HiddenGround>() = HiddenGround { key, near, ..default() };
        return;
    }
    let table = world.table();
    let columns = (table.width.0 / APART) as u32;
    let all = columns * (table.depth.0 / APART) as u32;
    let mut next = world.resource::<HiddenGround>().next;
    let mut found = Vec::new();
    let begun = Instant::now();
    while next < all && begun.elapsed() < A_FRAMES_SHARE {
        let place = UVec2::new(next % columns, next / columns);
        let at = (place.as_vec2() + Vec2::splat(0.5)) * APART;
        if infiltration::may_stand(world, unit, at) {
            found.push(at);
        }
        next += 1;
    }
    if !found.is_empty() || next != world.resource::<HiddenGround>().next {
        let mut ground = world.resource_mut::<HiddenGround>();
        ground.next = next;
        ground.free.extend(found);
    }
}

/// Draws them: a dot wherever a model may stand, and how near enemies let nobody come.
pub fn draw(world: &World, canvas: &Canvas) {
    let Some(unit) = unit(world) else { return };
    let ground = world.resource::<HiddenGround>();
    let colour = canvas.side(world.side_of(unit));
    canvas.dots(&ground.free, 2.2, colour);
    for piece in &ground.near {
        canvas.dotted(piece, false, canvas.warning(), 1.6);
    }
}
