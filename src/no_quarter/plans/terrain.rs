//! Laying terrain: cover for those who are shot at, open ground before those who shoot.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{COVER, PLACE},
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, TerrainId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        components::Arms,
        deployment,
        order::Order,
        terrain_placing::{self, RECOMMENDED_GAP},
    },
    table::{Pose, base::direction},
};

/// Places for a piece that are thought of, besides the first where there is room.
const PLACES: u8 = 12;
/// What cover is worth where it is wanted. Points.
const WANTED: f32 = 5.0;

/// Thinks of places for the next piece.
pub(super) fn think(thoughts: &mut Thoughts) {
    let Some(&piece) = terrain_placing::unlaid(thoughts.study.world).first() else { return };
    for number in 0..PLACES {
        thoughts.add(move |study| lay(study, piece, number));
    }
    thoughts.add(move |study| {
        let at = terrain_placing::find_spot(study.world, piece);
        let mut account = Account::default();
        account.add(PLACE, -WANTED);
        let order = Order::LayTerrain { terrain: piece, at };
        Some(weighed("lay it where there is room".to_owned(), vec![Act::Give(order)], account))
    });
}

fn lay(study: &Study, piece: TerrainId, number: u8) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let table = world.table();
    let size = Vec2::new(table.width.0, table.depth.0);
    let (column, row) = (f32::from(number % 4), f32::from(number / 4));
    let at = size * Vec2::new((column + 0.5) / 4.0, (row + 0.75) / 3.5);
    let pose = Pose::new(at, direction(0.0));
    terrain_placing::check(world, piece, Some(&pose)).ok()?;
    let terrain = world.terrain(piece)?;
    let covers = terrain.gives_cover();
    let inwards = deployment::inwards(world, study.side);
    // From -1 at the own edge to 1 at the enemy's.
    let ahead = ((at - size / 2.0).dot(inwards) / (size.dot(inwards.abs()) / 2.0)).clamp(-1.0, 1.0);
    let mut account = Account::default();
    if covers {
        // Whoever shoots better wants the middle open; the other wants to come near unseen.
        let middle = 1.0 - ahead.abs();
        account.add(COVER, if shoots_better(study) { -WANTED * middle } else { WANTED * middle });
        account.add(COVER, -0.2 * WANTED * ahead);
    }
    let footprint = terrain_placing::footprint_at(world, piece, &pose)?;
    let gap = terrain_placing::nearest_piece(world, piece, &footprint);
    let narrow = gap.map_or(0.0, |(_, gap)| (RECOMMENDED_GAP.0 - gap.0).max(0.0));
    account.add(PLACE, -narrow);
    let name = format!("lay the {}", terrain.kind);
    let order = Order::LayTerrain { terrain: piece, at: Some(pose) };
    Some(weighed(name, vec![Act::Give(order)], account))
}

/// Whether the side that thinks shoots better than the other, or as well.
pub(super) fn shoots_better(study: &Study) -> bool {
    shooters(study, true) >= shooters(study, false)
}

/// How many of a side's models shoot, those that wait off the table too.
fn shooters(study: &Study, own: bool) -> usize {
    let world = study.world;
    let of_side =
        world.roster().models().filter(|&model| (world.side_of_model(model) == study.side) == own);
    of_side
        .filter(|&model| world.of_model::<Arms>(model).0.iter().any(|arm| !arm.bands.is_empty()))
        .count()
}
