//! Those whom a drive has hit and who live make way for it. Book: Special Combination Models
//! (COMBO-02).

use bevy::{math::Vec2, prelude::World};

use super::{drive::Drive, head_on::head_on, push_back::without};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        event::{Event, Gait},
        movement,
        system::emit,
    },
    table::{
        Inches, Placed, Pose,
        base::{direction, overlapping},
        travel::stands,
    },
};

/// Those who were hit and live stand beside the way, clear of everybody.
pub(super) fn step_aside(world: &mut World, drive: &Drive) {
    let model = drive.driver;
    let here = world.placed(model);
    let ahead = (drive.to - here.pose.at).normalize_or(here.pose.facing);
    let end = Placed { pose: Pose::new(drive.to, ahead), ..here };
    for &victim in &drive.met {
        let in_the_way = |placed: &Placed| {
            let now = Placed { pose: Pose::new(here.pose.at, ahead), ..here };
            overlapping(placed, &end)
                || overlapping(placed, &now)
                || head_on(&now, ahead, placed, Inches(here.pose.at.distance(end.pose.at)))
                    .is_some()
        };
        if !world.is_standing(victim) || !in_the_way(&world.placed(victim)) {
            continue;
        }
        let Some(pose) = beside(world, victim, model, &in_the_way) else { continue };
        let from = *world.of_model::<Pose>(victim);
        world.set_model(victim, pose);
        let gait = Gait::PushedBack;
        emit(world, Event::Moved { model: victim, gait, from, way: vec![pose], actions: 0 });
    }
}

/// The nearest place out of the way for a model, the side first on which it stands.
fn beside(
    world: &World,
    victim: ModelId,
    model: ModelId,
    in_the_way: &dyn Fn(&Placed) -> bool,
) -> Option<Pose> {
    let mover = movement::mover(world, victim);
    let mut around = movement::around(world, &[victim], &[]);
    without(&mut around, &[model]);
    around.zones.clear();
    let surroundings = around.surroundings(world);
    let placed = world.placed(victim);
    (1..=48_u16).find_map(|ring| {
        let mut places: Vec<Vec2> = (0..24_u16)
            .map(|turn| {
                placed.pose.at + direction(f32::from(turn) * 15.0) * (f32::from(ring) * 0.15)
            })
            .collect();
        let chariot = world.placed(model).pose;
        let aside = |at: &Vec2| (*at - chariot.at).dot(chariot.right()).abs();
        places.sort_by(|a, b| aside(b).total_cmp(&aside(a)));
        places.into_iter().find_map(|at| {
            let pose = Pose { at, ..placed.pose };
            let there = Placed { pose, ..placed };
            let free = stands(&mover, &pose, &surroundings, true).is_ok();
            (free && !in_the_way(&there)).then_some(pose)
        })
    })
}
