//! Why a charge comes into contact with nobody, for those who look at it: nothing is decided here.
//! Book: Charges (CHG-02).

use bevy::{math::Vec2, prelude::World};

use super::{Course, sound_charge::sounded};
use crate::{
    battle::{BattleWorld, Log, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Stance},
        event::{Event, Shortfall},
        formations, movement,
        system::NoQuarter,
    },
    table::{
        Inches, Mover, Obstruction, Placed, Pose,
        base::gap,
        travel::{cost, leg_obstruction},
    },
};

/// A charger where the charge began, with the actions it had then.
struct Start {
    model: ModelId,
    pose: Pose,
    actions: u32,
}

/// Why a charge of some models at a unit that is planned from where they stand makes no contact.
pub fn before(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> Shortfall {
    let start = |&model: &ModelId| Start {
        model,
        pose: *world.of_model::<Pose>(model),
        actions: u32::from(world.of_model::<ActionsLeft>(model).0),
    };
    let starts: Vec<Start> = models.iter().map(start).collect();
    why(world, unit, &starts, target)
}

/// How far from its target a charge that is planned ends, to tenths, as one measures.
pub fn short_by(world: &World, course: &Course, target: UnitId) -> Inches {
    let enemies = world.placed_models(target);
    let left = course.ends(world).filter_map(|own| nearest(&own, &enemies)).min_by(f32::total_cmp);
    Inches(left.unwrap_or(0.0)).to_tenths()
}

/// How far from its target a charge has ended that made no contact, and why.
pub(super) fn after(
    world: &World,
    unit: UnitId,
    target: UnitId,
    models: &[ModelId],
) -> (Inches, Shortfall) {
    let stand: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let enemies = world.placed_models(target);
    let left = stand.iter().filter_map(|own| nearest(own, &enemies)).fold(f32::MAX, f32::min);
    let left = Inches(if enemies.is_empty() { 0.0 } else { left });
    let log = &world.resource::<Log<NoQuarter>>().0;
    let declared =
        |event: &Event| matches!(event, Event::ChargeDeclared { unit: u, .. } if *u == unit);
    let begun = log.iter().rposition(declared).unwrap_or(log.len());
    let since = &log[begun..];
    let fled = |event: &Event| matches!(event, Event::Fled { unit, .. } if *unit == target);
    let fell = |&model: &ModelId| *world.of_model::<Stance>(model) == Stance::Prone;
    if since.iter().any(fled) || enemies.is_empty() {
        return (left, Shortfall::Fled);
    }
    if models.iter().all(fell) {
        return (left, Shortfall::Felled);
    }
    let starts: Vec<Start> = models.iter().map(|&model| start_of(world, since, model)).collect();
    (left, why(world, unit, &starts, target))
}

/// Where a model was and what it had before it went as these events tell.
fn start_of(world: &World, events: &[Event], model: ModelId) -> Start {
    let mut start = Start {
        model,
        pose: *world.of_model::<Pose>(model),
        actions: u32::from(world.of_model::<ActionsLeft>(model).0),
    };
    for event in events.iter().rev() {
        if let Event::Moved { model: moved, from, actions, .. } = event
            && *moved == model
        {
            start.pose = *from;
            start.actions += u32::from(*actions);
        }
    }
    start
}

fn nearest(own: &Placed, enemies: &[Placed]) -> Option<f32> {
    enemies.iter().map(|enemy| gap(own, enemy).0).min_by(f32::total_cmp)
}

/// A block goes straight ahead and all of it has to get through; of others the nearest counts.
fn why(world: &World, unit: UnitId, starts: &[Start], target: UnitId) -> Shortfall {
    let enemies = world.placed_models(target);
    let mut ways: Vec<(f32, Mover, &Start)> = starts
        .iter()
        .filter_map(|start| {
            let mover = movement::mover(world, start.model);
            Some((nearest(&mover.placed(start.pose), &enemies)?, mover, start))
        })
        .collect();
    ways.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.model.cmp(&b.2.model)));
    let Some(&(far, mover, first)) = ways.first() else { return Shortfall::Fled };
    let actions = first.actions + u32::from(sounded(world, unit));
    let reach = mover.rate.0 * actions as f32;
    let models: Vec<ModelId> = starts.iter().map(|start| start.model).collect();
    let as_block = formations::is_ranked(world, unit) && models.len() > 1;
    let ahead = ahead(&mover.placed(first.pose), &enemies, as_block);
    let around = movement::around(world, &models, &[target]);
    let surroundings = around.surroundings(world);
    let counted = if as_block { ways.len() } else { 1 };
    for (_, mover, start) in &ways[..counted] {
        let from = mover.placed(start.pose);
        let to = start.pose.at + ahead * far.min(reach);
        match leg_obstruction(mover, &from, to, &surroundings) {
            None => {}
            Some(Obstruction::OffTable { .. }) => return Shortfall::Edge,
            Some(Obstruction::Zone { zone, .. }) => {
                return Shortfall::Zone { model: around.zone_ids[zone] };
            }
            Some(Obstruction::Enemy { enemy, .. }) => {
                let model = around.enemy_ids[enemy];
                // To run into those it is at would be contact.
                if world.unit_of(model) != target {
                    return Shortfall::Enemy { model };
                }
            }
            Some(Obstruction::Friend { .. }) => return Shortfall::NoRoom,
            Some(
                Obstruction::Impassable { terrain, .. }
                | Obstruction::TooTall { terrain, .. }
                | Obstruction::OnBarrier { terrain, .. },
            ) => return Shortfall::Terrain { terrain: world.terrain_at(terrain) },
        }
    }
    if far > reach {
        return Shortfall::TooFar;
    }
    let way = cost(world.table(), &mover, first.pose.at, &[first.pose.at + ahead * far]);
    if way.actions > actions { Shortfall::Slowed } else { Shortfall::NoRoom }
}

/// The direction in which a charge looks for contact: a block's own, if that leads to the enemy.
fn ahead(own: &Placed, enemies: &[Placed], as_block: bool) -> Vec2 {
    /// A block that looks at most so far past its enemy charges without a wheel; the cosine.
    const STRAIGHT: f32 = 0.9;
    let distance = |enemy: &&Placed| gap(own, enemy).0;
    let enemy = enemies.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let (here, facing) = (own.pose.at, own.pose.facing);
    let way = enemy.map_or(facing, |enemy| (enemy.pose.at - here).normalize_or(facing));
    if as_block && way.dot(facing) > STRAIGHT { facing } else { way }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            components::Formation,
            order::Order,
            test_world::{TestWorld, block, man, ranker},
        },
        table::{Footprint, Ground, Terrain},
    };

    fn rectangle(x: f32, y: f32, width: f32, depth: f32) -> Footprint {
        let corners = [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)];
        Footprint::Polygon(corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
    }

    fn piece(kind: &str, ground: Ground, shape: Footprint) -> Terrain {
        Terrain { ground, ..Terrain::new(kind, shape) }
    }

    /// A charge of a man or a block up the table at enemies so far away, over terrain: what is told
    /// before and after.
    fn short(ranks: bool, far: f32, terrain: Vec<Terrain>) -> (Shortfall, Inches, Shortfall) {
        let mut test = TestWorld::new();
        test.world.resource_mut::<crate::battle::Battlefield>().0.terrain = terrain;
        let ours = if ranks {
            let ranked = Formation::Ranked { frontage: 5 };
            test.unit(0, ranked, &block(10.0, 10.0, 5, 10), ranker())
        } else {
            test.unit(0, Formation::Skirmish, &[(12.0, 10.0, 90.0)], man())
        };
        let theirs = test.unit(1, Formation::Skirmish, &[(12.0, 11.0 + far, 270.0)], man());
        test.order(Order::Activate { unit: ours });
        let models = test.world.standing(ours);
        let foreseen = before(&test.world, ours, &models, theirs);
        let events = test.order(Order::Charge { models: Vec::new(), target: theirs });
        let told = events.iter().find_map(|event| match event {
            Event::FellShort { gap, why, .. } => Some((*gap, *why)),
            _ => None,
        });
        let (gap, why) = told.expect("the charge falls short");
        (foreseen, gap, why)
    }

    #[test]
    fn chg_02_too_far_is_told_with_the_rest_of_the_way() {
        let (before, gap, after) = short(false, 9.5, Vec::new());
        assert_eq!((before, after), (Shortfall::TooFar, Shortfall::TooFar));
        assert!((gap.0 - 1.5).abs() < 0.05, "{gap}");
    }

    #[test]
    fn chg_02_a_block_that_meets_the_corner_of_a_hut_is_told_so() {
        // Between two of them there is no room for five abreast.
        let hut = |x: f32| piece("hut", Ground::Impassable, rectangle(x, 13.0, 4.0, 4.0));
        let (before, _, after) = short(true, 6.0, vec![hut(6.2), hut(13.8)]);
        assert!(matches!(after, Shortfall::Terrain { .. }), "{after:?}");
        assert_eq!(before, after);
    }

    #[test]
    fn chg_02_ground_that_costs_double_is_told() {
        let bog = piece("bog", Ground::Difficult, rectangle(0.0, 12.0, 48.0, 3.0));
        let (before, _, after) = short(false, 7.0, vec![bog]);
        assert_eq!((before, after), (Shortfall::Slowed, Shortfall::Slowed));
    }
}
