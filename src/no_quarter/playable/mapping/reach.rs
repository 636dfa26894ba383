//! Where a model or a block can get to with the actions it has left, a contour for each action.

use std::f32::consts::TAU;

use bevy::prelude::{Vec2, World};

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
    let middle = Pose { at: world.middle(unit), ..world.placed(first).pose };
    steps(most, &middle, |within| reach.outlines(within))
}

fn actions(world: &World, model: ModelId) -> u8 {
    if *world.of_unit::<Activation>(world.unit_of(model)) == Activation::Active {
        movement::actions_for_moving(world, model)
    } else {
        statistics::actions(world, model)
    }
}

/// A contour for each action, with the places of its number in each direction from a pose.
fn steps(most: u32, pose: &Pose, outlines: impl Fn(u32) -> Vec<Vec<Vec2>>) -> Vec<Contour> {
    let step = |step: u32| {
        let loops: Vec<Vec<Vec2>> = outlines(step).iter().map(|edge| shorten(edge)).collect();
        let at = directions(pose).map(|way| farthest(&loops, pose.at, way)).collect();
        Contour::Step { actions: step, last: step == most, loops, at }
    };
    (1..=most).map(step).collect()
}

/// So many directions are looked in for numbers: an even number.
const DIRECTIONS: u8 = 24;

/// Directions all around a pose: ahead, then alternately to the left and to the right, and back last.
fn directions(pose: &Pose) -> impl Iterator<Item = Vec2> {
    let ahead = pose.facing;
    (0..DIRECTIONS).map(move |place| {
        let aside = f32::from(place.div_ceil(2)) * TAU / f32::from(DIRECTIONS);
        Vec2::from_angle(if place % 2 == 1 { aside } else { -aside }).rotate(ahead)
    })
}

/// Where somebody who goes in a direction from a point leaves some closed edges for the last time.
fn farthest(loops: &[Vec<Vec2>], from: Vec2, way: Vec2) -> Option<Vec2> {
    let edges = loops.iter().flat_map(|points| {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(&a, &b)| (a - from, b - from))
    });
    let crossed = edges.filter_map(|(a, b)| {
        // On the left of the way and on the right of it.
        let (left, right) = (way.perp_dot(a), way.perp_dot(b));
        let share = left / (left - right);
        let far = way.dot(a.lerp(b, share));
        ((left > 0.0) != (right > 0.0) && far > 0.0).then_some(far)
    });
    crossed.max_by(f32::total_cmp).map(|far| from + way * far)
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
    fn numbers_of_actions_stand_farther_and_farther_out_in_the_same_direction() {
        let mut test = TestWorld::new();
        let unit = test.unit(0, Formation::Skirmish, &[(20.0, 20.0, 90.0)], man());
        let contours = of(&test.world, unit, None);
        let places = |place: usize| -> Vec<Vec2> {
            let at = contours.iter().map(|contour| match contour {
                Contour::Step { at, .. } => at[place].expect("the ground is open"),
                other => panic!("{other:?}"),
            });
            at.collect()
        };
        for place in 0..usize::from(DIRECTIONS) {
            let from = Vec2::splat(20.0);
            let far: Vec<f32> = places(place).iter().map(|at| at.distance(from)).collect();
            assert!(far.windows(2).all(|two| two[0] + 0.5 < two[1]), "{place}: {far:?}");
        }
        let ahead = places(0);
        assert!(ahead.iter().all(|at| (at.x - 20.0).abs() < 1e-3), "straight ahead: {ahead:?}");
    }

    #[test]
    fn an_edge_is_left_where_it_is_crossed_last() {
        let square = |low: f32, high: f32| {
            vec![
                Vec2::new(low, low),
                Vec2::new(high, low),
                Vec2::new(high, high),
                Vec2::new(low, high),
            ]
        };
        let loops = [square(-1.0, 1.0), square(2.0, 4.0)];
        assert_eq!(farthest(&loops, Vec2::ZERO, Vec2::X), Some(Vec2::X));
        let aslant = Vec2::ONE.normalize();
        let at = farthest(&loops, Vec2::ZERO, aslant).expect("both are crossed");
        assert!(at.distance(Vec2::splat(4.0)) < 1e-4, "{at}");
        assert_eq!(farthest(&loops, Vec2::splat(9.0), Vec2::X), None);
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
