//! Places in the ranks, and individuals who come and go (FORM-09, FORM-10).

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, ModelId, RuleSystem, UnitId},
    no_quarter::{
        formations::{self, MOST_MOVED},
        order::Order,
        system::NoQuarter,
    },
    table::Pose,
};

/// A model stands in a place if it is no farther from it. Inches.
const AT_PLACE: f32 = 0.15;

/// Two models of the active unit change places (FORM-09).
pub fn swap_places(world: &World, a: ModelId, b: ModelId) -> Order {
    let at = |model: ModelId| world.of_model::<Pose>(model).at;
    Order::Reorganise { places: vec![(a, at(b)), (b, at(a))] }
}

/// The active ranked unit with another number of models in its front rank, its left, its right or
/// its middle where they are: whichever moves fewest and is allowed; none if more than six would
/// have to move (FORM-09).
pub fn draw_up(world: &World, unit: UnitId, frontage: u8) -> Option<Order> {
    let ranks = formations::ranks(world, unit);
    let front = ranks.first()?;
    let (&left, &right) = (front.first()?, front.last()?);
    let placed = world.placed(left);
    let (width, depth) = (placed.base.width().0, placed.base.depth().0);
    let pose = placed.pose;
    let across = pose.right();
    let columns = usize::from(frontage);
    let span = width * (columns as f32 - 1.0);
    let left = pose.at;
    let right = world.placed(right).pose.at - across * span;
    let shift = ((front.len() as f32 - frontage as f32) / 2.0).trunc() * width;
    let corners = [left, right, left + across * shift];
    let models: Vec<ModelId> = ranks.concat();
    let options = corners.into_iter().filter_map(|corner| {
        let place = |index: usize| {
            let (row, column) = (index / columns.max(1), index % columns.max(1));
            corner + across * (width * column as f32) - pose.facing * (depth * row as f32)
        };
        let places: Vec<Vec2> = (0..models.len()).map(place).collect();
        let order = Order::Reorganise { places: changes(world, &models, &places)? };
        NoQuarter::check(world, &order).is_ok().then_some(order)
    });
    options.min_by_key(|order| match order {
        Order::Reorganise { places } => places.len(),
        _ => usize::MAX,
    })
}

/// Who has to move so that all places are taken: those who stand in none of them, front places
/// first, the nearest model to each.
fn changes(world: &World, models: &[ModelId], places: &[Vec2]) -> Option<Vec<(ModelId, Vec2)>> {
    let at = |model: ModelId| world.of_model::<Pose>(model).at;
    let taken = |place: &Vec2| models.iter().any(|&model| at(model).distance(*place) < AT_PLACE);
    let stays = |model: ModelId| places.iter().any(|place| place.distance(at(model)) < AT_PLACE);
    let mut free: Vec<ModelId> = models.iter().copied().filter(|&model| !stays(model)).collect();
    let mut moved = Vec::new();
    for &place in places.iter().filter(|place| !taken(place)) {
        let distance = |model: ModelId| at(model).distance_squared(place);
        let next = (0..free.len()).min_by(|&a, &b| {
            distance(free[a]).total_cmp(&distance(free[b])).then(free[a].cmp(&free[b]))
        })?;
        moved.push((free.remove(next), place));
    }
    (!moved.is_empty() && moved.len() <= MOST_MOVED).then_some(moved)
}
