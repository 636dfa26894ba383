//! Ground that comes, moves and goes in the course of a battle: smoke, fog, lava. As long as nothing of
//! the kind has happened, a piece's id is its place in the table's list, and snapshots hold no ground.

use std::sync::Arc;

use bevy::prelude::{Entity, Resource, With, World};
use serde::{Deserialize, Serialize};

use super::{
    components::Battlefield,
    ids::TerrainId,
    level::{name_problem, shape_problem},
};
use crate::table::{Footprint, Terrain};

/// All pieces of a table on which some have come, moved or gone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// The pieces, in the table's order.
    pub pieces: Vec<(TerrainId, Terrain)>,
    /// The id of the next piece that comes; no piece gets that of one that is gone.
    pub next: u32,
}

/// How the pieces of a changed table are called, and what lay there before.
#[derive(Resource, Clone, Debug)]
struct Changed {
    before: Arc<[Terrain]>,
    ids: Vec<TerrainId>,
    next: u32,
}

/// More pieces than come in any battle.
const MOST_IDS: u32 = 10_000;

/// Lays a new piece.
pub fn lay(world: &mut World, piece: Terrain) -> TerrainId {
    let mut changed = change(world);
    let id = TerrainId(changed.next);
    changed.next += 1;
    changed.ids.push(id);
    world.insert_resource(changed);
    world.resource_mut::<Battlefield>().0.terrain.push(piece);
    world.spawn(id);
    id
}

/// Moves or reshapes a piece; does nothing if it is gone.
pub fn shift(world: &mut World, id: TerrainId, to: Footprint) {
    let Some(place) = place(world, id) else { return };
    let changed = change(world);
    world.insert_resource(changed);
    world.resource_mut::<Battlefield>().0.terrain[place].footprint = to;
}

/// Takes a piece away; does nothing if it is gone.
pub fn take_away(world: &mut World, id: TerrainId) {
    let Some(place) = place(world, id) else { return };
    let mut changed = change(world);
    changed.ids.remove(place);
    world.insert_resource(changed);
    world.resource_mut::<Battlefield>().0.terrain.remove(place);
    keep_entities(world);
}

/// The place of a piece in the table's list, if it lies there.
pub(super) fn place(world: &World, id: TerrainId) -> Option<usize> {
    match world.get_resource::<Changed>() {
        Some(changed) => changed.ids.iter().position(|&known| known == id),
        None => (id.index() < world.resource::<Battlefield>().0.terrain.len()).then(|| id.index()),
    }
}

/// The id of the piece at a place in the table's list.
pub(super) fn id_at(world: &World, place: usize) -> TerrainId {
    let plain = TerrainId(place as u32);
    world
        .get_resource::<Changed>()
        .map_or(plain, |changed| changed.ids.get(place).copied().unwrap_or(plain))
}

/// How many ids pieces have had so far, those of pieces that are gone among them.
pub(super) fn ids(world: &World) -> usize {
    let plain = world.resource::<Battlefield>().0.terrain.len();
    world.get_resource::<Changed>().map_or(plain, |changed| changed.next as usize)
}

/// The ground as it is, if it isn't as the battle began with it.
pub(super) fn of(world: &World) -> Option<Ground> {
    let changed = world.get_resource::<Changed>()?;
    let terrain = &world.resource::<Battlefield>().0.terrain;
    let pieces = changed.ids.iter().copied().zip(terrain.iter().cloned()).collect();
    Some(Ground { pieces, next: changed.next })
}

/// Puts the ground back into a state of the same battle; none is that in which it began.
pub(super) fn restore(world: &mut World, ground: Option<&Ground>) {
    if of(world).as_ref() == ground {
        return;
    }
    let changed = change(world);
    let terrain = match ground {
        None => {
            world.remove_resource::<Changed>();
            changed.before.to_vec()
        }
        Some(Ground { pieces, next }) => {
            let ids = pieces.iter().map(|(id, _)| *id).collect();
            world.insert_resource(Changed { ids, next: *next, ..changed });
            pieces.iter().map(|(_, piece)| piece.clone()).collect()
        }
    };
    world.resource_mut::<Battlefield>().0.terrain = terrain;
    keep_entities(world);
}

/// Forgets all changes, as the battle leaves its world.
pub(super) fn forget(world: &mut World) {
    world.remove_resource::<Changed>();
}

/// What is wrong with ground from a file: the field, and what is the matter with it.
pub(super) fn problem(ground: &Ground) -> Option<(String, String)> {
    let wrong = |field: String, problem: String| Some((format!("ground.{field}"), problem));
    if ground.next > MOST_IDS {
        return wrong("next".to_owned(), format!("{}; {MOST_IDS} is the limit", ground.next));
    }
    for (place, (id, piece)) in ground.pieces.iter().enumerate() {
        let field = format!("pieces[{place}]");
        if id.0 >= ground.next || ground.pieces[..place].iter().any(|(other, _)| other == id) {
            return wrong(field, format!("{id} is the id of another piece, or of one to come"));
        }
        if let Some(problem) = name_problem(&piece.kind) {
            return wrong(field, problem);
        }
        if let Some(problem) = shape_problem(&piece.footprint) {
            return wrong(field, problem);
        }
        let possible = |height: f32| (0.0..=24.0).contains(&height);
        if !(possible(piece.height.0) && possible(piece.elevation.0)) {
            return wrong(
                field,
                "a height that can't be on a table; 0\" to 24\" is allowed".to_owned(),
            );
        }
    }
    None
}

/// What is known of the changes, as if one had just begun if there were none.
fn change(world: &World) -> Changed {
    if let Some(changed) = world.get_resource::<Changed>() {
        return changed.clone();
    }
    let terrain = &world.resource::<Battlefield>().0.terrain;
    let next = terrain.len() as u32;
    Changed { before: terrain.as_slice().into(), ids: (0..next).map(TerrainId).collect(), next }
}

/// One entity for each piece, and none for those that are gone.
fn keep_entities(world: &mut World) {
    let count = world.resource::<Battlefield>().0.terrain.len();
    let mut missing: Vec<TerrainId> = (0..count).map(|place| id_at(world, place)).collect();
    let mut there = world.query_filtered::<(Entity, &TerrainId), With<TerrainId>>();
    let there: Vec<(Entity, TerrainId)> =
        there.iter(world).map(|(entity, &id)| (entity, id)).collect();
    for (entity, id) in there {
        match missing.iter().position(|&wanted| wanted == id) {
            Some(place) => drop(missing.remove(place)),
            None => drop(world.despawn(entity)),
        }
    }
    for id in missing {
        world.spawn(id);
    }
}
