//! Where a unit may be put down that keeps its distance from every enemy and out of their sight. Rules
//! are asked about a few places of the table a frame, so that looking for them never makes the window
//! stutter.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::{draft::Stamp, mode::Mode, paint::Canvas};
use crate::{
    app::seat::Game,
    battle::{
        BattleWorld, UnitId,
        playable::{Acting, acting::WhereToPutDown},
    },
    table::outline::around,
};

/// What is known of the ground for the unit that is put down next.
#[derive(Resource, Clone, Debug, Default)]
pub struct SearchedGround {
    key: Option<(Stamp, Mode)>,
    /// The unit, if the ground has to be searched for one now.
    unit: Option<UnitId>,
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

/// Asks about the next places.
pub fn update(world: &mut World) {
    let mode = world.resource::<Mode>();
    let key = Some((Stamp::of(world), mode.clone()));
    if world.resource::<SearchedGround>().key != key {
        begin(world, key);
        return;
    }
    let Some(unit) = world.resource::<SearchedGround>().unit else { return };
    let table = world.table();
    let columns = (table.width.0 / APART) as u32;
    let all = columns * (table.depth.0 / APART) as u32;
    let mut next = world.resource::<SearchedGround>().next;
    let mut found = Vec::new();
    let begun = Instant::now();
    while next < all && begun.elapsed() < A_FRAMES_SHARE {
        let place = UVec2::new(next % columns, next / columns);
        let at = (place.as_vec2() + Vec2::splat(0.5)) * APART;
        if Game::may_stand(world, unit, at) {
            found.push(at);
        }
        next += 1;
    }
    if !found.is_empty() || next != world.resource::<SearchedGround>().next {
        let mut ground = world.resource_mut::<SearchedGround>();
        ground.next = next;
        ground.free.extend(found);
    }
}

/// Begins again, unless it is the same unit in the same state of the battle.
fn begin(world: &mut World, key: Option<(Stamp, Mode)>) {
    let ground = Game::ground(world, world.resource::<Mode>().intent());
    let mut known = world.resource_mut::<SearchedGround>();
    let same_state = known.key.as_ref().map(|(stamp, _)| *stamp) == key.as_ref().map(|key| key.0);
    let Some(WhereToPutDown::Searched { unit, enemies, distance }) = ground else {
        *known = SearchedGround { key, ..default() };
        return;
    };
    if same_state && known.unit == Some(unit) {
        known.key = key;
        return;
    }
    let near = around(&enemies, distance);
    *known = SearchedGround { key, unit: Some(unit), near, ..default() };
}

/// Draws them: a dot wherever a model may stand, and how near enemies let nobody come.
pub fn draw(world: &World, canvas: &Canvas, unit: UnitId) {
    let ground = world.resource::<SearchedGround>();
    let colour = canvas.side(world.side_of(unit));
    canvas.dots(&ground.free, 2.2, colour);
    for piece in &ground.near {
        canvas.dotted(piece, false, canvas.warning(), 1.6);
    }
}
