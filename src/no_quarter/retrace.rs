//! Where models were at an earlier moment of the battle, told from its events.

use bevy::prelude::World;

use super::event::Event;
use crate::{
    battle::{BattleWorld, ModelId},
    table::Pose,
};

/// Where a model was just after the event at a place in the log: where the next of its moves began,
/// or where it fell, or else where it is now.
pub fn pose_after(world: &World, events: &[Event], place: usize, model: ModelId) -> Pose {
    let later = events.get(place + 1..).unwrap_or_default();
    let known = later.iter().find_map(|event| match event {
        Event::Moved { model: mover, from, .. } if *mover == model => Some(*from),
        Event::Fell { model: fallen, at, .. } if *fallen == model => Some(*at),
        _ => None,
    });
    known.unwrap_or_else(|| *world.of_model::<Pose>(model))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, Log, SideId, levels},
        no_quarter::NoQuarter,
        players::{Kind, whose_order},
    };

    #[test]
    fn events_tell_where_models_were() {
        let level = levels::find("first-clash", None).expect("an embedded level");
        let mut battle = Battle::<NoQuarter>::new(&level, 11).expect("the level can be played");
        let mut players = [0, 1].map(|side| Kind::Random.player::<NoQuarter>(11, SideId(side)));
        let mut moments = Vec::new();
        while battle.outcome().is_none() {
            let side = whose_order::<NoQuarter>(&battle.world);
            let order = players[side.index()].order(&battle.world).expect("a random order");
            battle.order(order).expect("a legal order");
            let world = &battle.world;
            let standing = world.roster().units().flat_map(|unit| world.standing(unit));
            let poses: Vec<(ModelId, Pose)> =
                standing.map(|model| (model, *world.of_model::<Pose>(model))).collect();
            moments.push((world.resource::<Log<NoQuarter>>().0.len() - 1, poses));
        }
        let world = &battle.world;
        let events = &world.resource::<Log<NoQuarter>>().0;
        for (place, poses) in moments.into_iter().step_by(3) {
            for (model, pose) in poses {
                let told = pose_after(world, events, place, model);
                assert!(told.at.distance(pose.at) < 1e-4, "{model:?} after event {place}");
            }
        }
    }
}
