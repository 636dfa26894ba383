//! Who sees whom, and how much of them. Book: Line Of Sight, Cover (RNG-01, RNG-05). Models of the
//! shooter's and of the target's unit never hide the target (ruling).

use std::collections::BTreeMap;

use bevy::{math::Vec2, prelude::World};

use super::components::{ProfileOf, Record};
use crate::{
    battle::{BattleWorld, Figure, ModelId, UnitId, figures},
    table::{
        Base, Inches, Placed, Pose,
        base::gap,
        sight::{self, Blocker, Sight, Standing},
    },
};

/// A model as sight sees it.
pub fn standing(world: &World, model: ModelId) -> Standing {
    standing_where(world, model, world.placed(model))
}

/// The same of one that is known to stand somewhere.
fn standing_where(world: &World, model: ModelId, placed: Placed) -> Standing {
    let aloft = f32::from(world.of_model::<Record>(model).aloft) / 100.0;
    lifted(standing_at(world, model, placed), Inches(aloft))
}

/// The same so much higher: a flyer on its way (MOVE-10).
pub fn lifted(standing: Standing, by: Inches) -> Standing {
    Standing { elevation: Inches(standing.elevation.0 + by.0), ..standing }
}

/// A model as sight would see it somewhere else.
pub fn standing_at(world: &World, model: ModelId, placed: Placed) -> Standing {
    let elevation = world.table().elevation_at(placed.pose.at);
    Standing { placed, elevation, height: world.of_model::<ProfileOf>(model).0.height() }
}

/// All models that may stand between two units: those within the rectangle around both.
fn between(world: &World, a: UnitId, b: UnitId) -> Vec<(u32, Standing)> {
    let all = figures(world);
    let is_own = |model: &&Figure| [a, b].contains(&model.unit);
    let corners = all.iter().filter(is_own).map(|model| bounds(&model.placed));
    let Some((low, high)) = corners.reduce(|(l, h), (low, high)| (l.min(low), h.max(high))) else {
        return Vec::new();
    };
    let models = all.iter().filter(|model| !is_own(model)).filter(|model| {
        let (from, to) = bounds(&model.placed);
        from.cmple(high).all() && to.cmpge(low).all()
    });
    models.map(|model| (model.id.0, standing_where(world, model.id, model.placed))).collect()
}

fn bounds(placed: &Placed) -> (Vec2, Vec2) {
    let reach = placed.base.outer_radius().0;
    (placed.pose.at - reach, placed.pose.at + reach)
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

/// Whether a model would see another if nobody of its own side stood between them
/// (AB-RAIN-OF-ARROWS).
pub fn sees_over_friends(world: &World, from: ModelId, to: ModelId) -> bool {
    let side = world.side_of_model(from);
    let mut between = between(world, world.unit_of(from), world.unit_of(to));
    between.retain(|(key, _)| world.side_of_model(ModelId(*key)) != side);
    let (from, to) = (standing(world, from), standing(world, to));
    sight::sight(world.table(), &from, &to, &blockers(&between)).visible()
}

/// What one model sees of each of some others, which is told sooner for all of a unit together.
pub fn sees_models(world: &World, from: ModelId, to: &[ModelId]) -> Vec<Sight> {
    let (own, eye) = (world.unit_of(from), standing(world, from));
    let mut hiding: BTreeMap<UnitId, Vec<(u32, Standing)>> = BTreeMap::new();
    let mut sees = |&model: &ModelId| {
        let unit = world.unit_of(model);
        let between = hiding.entry(unit).or_insert_with(|| between(world, own, unit));
        sight::sight(world.table(), &eye, &standing(world, model), &blockers(between))
    };
    to.iter().map(&mut sees).collect()
}

/// Whether a model sees a point on the ground. Models of its own unit hide nothing, nor does who
/// stands on the point.
pub fn sees_point(world: &World, from: ModelId, at: Vec2) -> bool {
    const SPOT: Inches = Inches(0.05);
    let unit = world.unit_of(from);
    let others = figures(world).into_iter();
    let others = others.filter(|model| model.unit != unit && !model.placed.contains(at));
    let others: Vec<(u32, Standing)> =
        others.map(|model| (model.id.0, standing(world, model.id))).collect();
    let facing = (at - world.placed(from).pose.at).normalize_or(Vec2::Y);
    let spot = Standing {
        placed: Placed::new(Base::Circle { radius: SPOT }, Pose::new(at, facing)),
        elevation: world.table().elevation_at(at),
        height: SPOT,
    };
    sight::sees(world.table(), &standing(world, from), &spot, &blockers(&others))
}

/// Whether any model of a unit sees any of another's (ruling).
pub fn unit_sees_unit(world: &World, from: UnitId, to: UnitId) -> bool {
    let between = between(world, from, to);
    let blockers = blockers(&between);
    let [eyes, targets] = [from, to].map(|unit| {
        let models = world.standing(unit).into_iter();
        models.map(|model| standing(world, model)).collect::<Vec<_>>()
    });
    // The nearest pairs most often see each other.
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (i, eye) in eyes.iter().enumerate() {
        for (j, target) in targets.iter().enumerate() {
            pairs.push((eye.placed.pose.at.distance_squared(target.placed.pose.at), i, j));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let sees = |i: usize, j: usize| sight::sees(world.table(), &eyes[i], &targets[j], &blockers);
    pairs.into_iter().any(|(_, i, j)| sees(i, j))
}

/// Everybody who may hide one unit from another, wherever the models of both come to stand.
pub fn hiders(world: &World, a: UnitId, b: UnitId) -> Vec<(u32, Standing)> {
    let models = figures(world).into_iter();
    let others = models.filter(|model| model.unit != a && model.unit != b);
    others.map(|model| (model.id.0, standing(world, model.id))).collect()
}

/// Whether one would see another past these.
pub fn sees_past(
    world: &World,
    from: &Standing,
    to: &Standing,
    hiders: &[(u32, Standing)],
) -> bool {
    sight::sees(world.table(), from, to, &blockers(hiders))
}

/// The enemy who would see a model of a unit that isn't on the table yet, and which, if its models
/// stood at these places (SET-06).
pub fn seen_at(
    world: &World,
    places: &[(ModelId, crate::table::Placed)],
) -> Option<(ModelId, ModelId)> {
    let own = world.unit_of(places.first()?.0);
    let targets: Vec<(ModelId, Standing)> = places
        .iter()
        .map(|&(model, placed)| {
            let elevation = world.table().elevation_at(placed.pose.at);
            let height = world.of_model::<ProfileOf>(model).0.height();
            (model, Standing { placed, elevation, height })
        })
        .collect();
    let everybody: Vec<(UnitId, ModelId, Standing)> = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model) && world.unit_of(model) != own)
        .map(|model| (world.unit_of(model), model, standing(world, model)))
        .collect();
    let side = world.side_of(own);
    let enemies = world.roster().units().filter(|&unit| world.side_of(unit) != side);
    enemies.into_iter().find_map(|enemy| {
        let others = everybody.iter().filter(|(unit, ..)| *unit != enemy);
        let blockers: Vec<Blocker> =
            others.map(|(_, model, standing)| Blocker { standing, key: model.0 }).collect();
        let eyes = everybody.iter().filter(|(unit, ..)| *unit == enemy);
        eyes.into_iter().find_map(|(_, eye, from)| {
            let seen = |(_, target): &&(ModelId, Standing)| {
                sight::sees(world.table(), from, target, &blockers)
            };
            targets.iter().find(seen).map(|(target, _)| (*eye, *target))
        })
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

/// A model of a unit that a shooter picks, how far it is and what is seen of it. A support weapon
/// may hide its own crew then. Book: Shooting at Support Weapons (SUP-08).
pub fn picked(
    world: &World,
    from: ModelId,
    unit: UnitId,
    pick: ModelId,
    ahead_only: bool,
) -> Option<(ModelId, Inches, Sight)> {
    world.roster().model(pick)?;
    if !world.is_standing(pick) || world.unit_of(pick) != unit {
        return None;
    }
    let (own, target) = (world.placed(from), world.placed(pick));
    if ahead_only && !own.pose.in_front(target.closest_point(own.pose.at)) {
        return None;
    }
    let mut between = between(world, world.unit_of(from), unit);
    let weapon = world
        .standing(unit)
        .into_iter()
        .find(|&model| model != pick && world.of_model::<ProfileOf>(model).0.chassis);
    between.extend(weapon.map(|weapon| (weapon.0, standing(world, weapon))));
    let (eye, seen) = (standing(world, from), standing(world, pick));
    let sight = sight::sight(world.table(), &eye, &seen, &blockers(&between));
    sight.visible().then(|| (pick, gap(&own, &target), sight))
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        no_quarter::{
            components::Formation,
            test_world::{TestWorld, man},
        },
        table::{Footprint, Opacity, Terrain, sight::Cover},
    };

    #[test]
    fn own_models_hide_nothing_and_others_do() {
        let mut test = TestWorld::new();
        let line = [(10.0, 10.0, 90.0), (10.0, 12.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &line, man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        let (back, enemy) = (test.model(ours, 0), test.model(theirs, 0));
        assert_eq!(sees_model(&test.world, back, enemy).cover(), Cover::None);
        test.unit(1, Formation::Skirmish, &[(10.0, 17.0, 270.0)], man());
        assert!(sees_model(&test.world, back, enemy).cover() >= Cover::Soft);
    }

    #[test]
    fn many_are_seen_as_each_is() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let near = [(9.0, 16.0, 270.0), (11.0, 17.0, 270.0)];
        let near = test.unit(1, Formation::Skirmish, &near, man());
        let far = [(9.0, 22.0, 270.0), (10.0, 24.0, 270.0), (14.0, 20.0, 270.0)];
        let far = test.unit(1, Formation::Skirmish, &far, man());
        let (eye, world) = (test.model(ours, 0), &test.world);
        let enemies: Vec<ModelId> = [near, far].map(|unit| world.standing(unit)).concat();
        let each: Vec<Sight> = enemies.iter().map(|&enemy| sees_model(world, eye, enemy)).collect();
        assert_eq!(sees_models(world, eye, &enemies), each);
        assert!(each.iter().any(|sight| sight.cover() > Cover::None), "some hide others");
        assert!(each.iter().any(|sight| sight.cover() == Cover::None));
    }

    #[test]
    fn a_wall_of_a_house_hides_units_from_each_other() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        assert!(unit_sees_unit(&test.world, ours, theirs));
        let points = vec![Vec2::new(2.0, 15.0), Vec2::new(18.0, 15.0)];
        let house = Footprint::Line { points, width: Inches(1.0) };
        let house = Terrain {
            opacity: Opacity::Blocking,
            height: Inches(4.0),
            ..Terrain::new("house", house)
        };
        test.terrain(house);
        assert!(!unit_sees_unit(&test.world, ours, theirs));
        assert_eq!(closest_seen(&test.world, test.model(ours, 0), theirs, false), None);
    }

    #[test]
    fn the_closest_in_sight_may_stand_behind_and_the_closest_in_front_may_not() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let places = [(10.0, 20.0, 270.0), (10.0, 5.0, 90.0), (10.0, 18.0, 270.0)];
        let theirs = test.unit(1, Formation::Skirmish, &places, man());
        let shooter = test.model(ours, 0);
        let all_round = closest_seen(&test.world, shooter, theirs, false).unwrap();
        assert_eq!(all_round.0, test.model(theirs, 1));
        let ahead = closest_seen(&test.world, shooter, theirs, true).unwrap();
        assert_eq!(ahead.0, test.model(theirs, 2));
        assert!((ahead.1.0 - 7.0).abs() < 1e-4);
    }
}
