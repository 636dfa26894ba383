//! Where a model or a block can get to with the actions it has left, a contour for each action.

use bevy::prelude::{Vec2, World};

use super::MOST_PLACES;
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::mapping::Contour},
    no_quarter::{Activation, formations, movement, statistics},
    table::{Pose, outline::shorten, reach::reach},
};

/// The contours of a block; of a unit that is none those of a model, or of its first one. Who is not
/// active is shown with all the actions it would have.
pub(super) fn of(world: &World, unit: UnitId, model: Option<ModelId>) -> Vec<Contour> {
    if formations::is_ranked(world, unit) {
        return of_block(world, unit);
    }
    let Some(model) = model.or_else(|| world.standing(unit).first().copied()) else {
        return Vec::new();
    };
    if !world.is_standing(model) {
        return Vec::new();
    }
    let mover = movement::mover(world, model);
    let around = movement::around(world, &[model], &[]);
    let pose = world.placed(model).pose;
    let most = u32::from(actions(world, model));
    let field = reach(&mover, &pose, most, &around.surroundings(world));
    steps(most, &pose, |within| field.outlines(within))
}

/// The contours of a unit that moves as one: all of it goes ahead, wheels or steps aside, with the
/// actions of the one who has fewest (MOVE-09).
fn of_block(world: &World, unit: UnitId) -> Vec<Contour> {
    let models = world.standing(unit);
    let Some(&first) = models.first() else { return Vec::new() };
    let fewest = models.iter().map(|&model| actions(world, model)).min();
    let most = u32::from(fewest.unwrap_or_default());
    let Ok(reach) = movement::block_reach(world, unit, most) else { return Vec::new() };
    steps(most, &world.placed(first).pose, |within| reach.outlines(within))
}

fn actions(world: &World, model: ModelId) -> u8 {
    if *world.of_unit::<Activation>(world.unit_of(model)) == Activation::Active {
        movement::actions_for_moving(world, model)
    } else {
        statistics::actions(world, model)
    }
}

/// A contour for each action, with its number ahead of a pose.
fn steps(most: u32, pose: &Pose, outlines: impl Fn(u32) -> Vec<Vec<Vec2>>) -> Vec<Contour> {
    let ahead = |p: &Vec2| (*p - pose.at).normalize_or_zero().dot(pose.facing);
    (1..=most)
        .map(|step| {
            let loops: Vec<Vec<Vec2>> = outlines(step).iter().map(|edge| shorten(edge)).collect();
            let mut at: Vec<Vec2> = loops.iter().flatten().copied().collect();
            at.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
            at.truncate(MOST_PLACES);
            Contour::Step { actions: step, last: step == most, loops, at }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Stance,
        components::Formation,
        test_world::{TestWorld, man},
    };

    /// How far to the right, and how far up, the last contour goes.
    fn extent(contours: &[Contour]) -> Vec2 {
        let Some(Contour::Step { loops, last: true, .. }) = contours.last() else {
            panic!("there is a last contour")
        };
        loops.iter().flatten().copied().reduce(Vec2::max).expect("it has points")
    }

    #[test]
    fn move_09_a_block_is_shown_what_it_reaches_as_one() {
        let mut test = TestWorld::new();
        let rank = |y: f32| [0.0, 1.0, 2.0, 3.0].map(|x| (20.0 + x * 0.985, y, 90.0));
        let places: Vec<(f32, f32, f32)> = [rank(20.0), rank(19.015)].concat();
        let unit = test.unit(0, Formation::Ranked { frontage: 4 }, &places, man());
        let block = of(&test.world, unit, None);
        assert_eq!(block.len(), 8, "a contour for each action");
        let far = extent(&block);
        assert!((far.y - 28.5).abs() < 0.3, "eight inches ahead of the front edge: {far}");
        test.world.set_unit(unit, Formation::Skirmish);
        let man = extent(&of(&test.world, unit, None));
        assert!((man.y - 28.0).abs() < 0.3, "eight inches ahead of the middle of one: {man}");
        // Who lies on the ground keeps the block where it is.
        test.world.set_unit(unit, Formation::Ranked { frontage: 4 });
        let lying = test.model(unit, 3);
        test.world.set_model(lying, Stance::Prone);
        assert!(of(&test.world, unit, None).is_empty());
    }
}
