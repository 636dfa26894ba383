//! Who sees whom, and how much of them. Book: Line Of Sight, Cover (RNG-01, RNG-05). Models of the
//! shooter's and of the target's unit never hide the target (ruling).

use bevy::prelude::World;

use super::components::ProfileOf;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{
        Inches,
        base::gap,
        sight::{self, Blocker, Sight, Standing},
    },
};

/// A model as sight sees it.
pub fn standing(world: &World, model: ModelId) -> Standing {
    let placed = world.placed(model);
    let elevation = world.table().elevation_at(placed.pose.at);
    Standing { placed, elevation, height: world.of_model::<ProfileOf>(model).0.height() }
}

/// All models that may stand between two units.
fn between(world: &World, a: UnitId, b: UnitId) -> Vec<(u32, Standing)> {
    let models = world.roster().models().filter(|&model| {
        let unit = world.unit_of(model);
        unit != a && unit != b && world.is_standing(model)
    });
    models.map(|model| (model.0, standing(world, model))).collect()
}

fn blockers(between: &[(u32, Standing)]) -> Vec<Blocker<'_>> {
    between.iter().map(|(key, standing)| Blocker { standing, key: *key }).collect()
}

/// What one model sees of another.
pub fn sees_model(world: &World, from: ModelId, to: ModelId) -> Sight {
    let between = between(world, world.unit_of(from), world.unit_of(to));
    let (from, to) = (standing(world, from), standing(world, to));
    sight::sight(world.table(), &from, &to, &blockers(&between))
}

/// Whether any model of a unit sees any of another's (ruling).
pub fn unit_sees_unit(world: &World, from: UnitId, to: UnitId) -> bool {
    let between = between(world, from, to);
    let blockers = blockers(&between);
    let targets: Vec<Standing> =
        world.standing(to).into_iter().map(|model| standing(world, model)).collect();
    world.standing(from).into_iter().any(|model| {
        let eye = standing(world, model);
        targets.iter().any(|target| sight::sees(world.table(), &eye, target, &blockers))
    })
}

/// The closest model of a unit that a model sees, how far it is and what is seen of it (DMG-03).
/// With `ahead_only`, only in the front half.
pub fn closest_seen(
    world: &World,
    from: ModelId,
    unit: UnitId,
    ahead_only: bool,
) -> Option<(ModelId, Inches, Sight)> {
    let own = world.placed(from);
    let mut targets: Vec<(Inches, ModelId)> = world
        .standing(unit)
        .into_iter()
        .map(|model| (gap(&own, &world.placed(model)), model))
        .filter(|&(_, model)| {
            !ahead_only || own.pose.in_front(world.placed(model).closest_point(own.pose.at))
        })
        .collect();
    targets.sort_by(|a, b| a.0.0.total_cmp(&b.0.0).then(a.1.cmp(&b.1)));
    let between = between(world, world.unit_of(from), unit);
    let blockers = blockers(&between);
    let eye = standing(world, from);
    targets.into_iter().find_map(|(range, model)| {
        let target = standing(world, model);
        if !sight::sees(world.table(), &eye, &target, &blockers) {
            return None;
        }
        Some((model, range, sight::sight(world.table(), &eye, &target, &blockers)))
    })
}

/// Whether a model stands on higher ground than another.
pub fn is_higher(world: &World, a: ModelId, b: ModelId) -> bool {
    sight::higher_ground(&standing(world, a), &standing(world, b))
}
