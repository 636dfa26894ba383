//! Proposals for breath, grenades and support weapons.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        movement,
        order::{Fire, Mark, ModelMove, Order, Shot, Throw},
        plan, ranged_combat, support_weapons,
    },
    table::base::direction,
};

/// What a unit may do with templates and support weapons, more often than not.
pub(super) fn propose(
    world: &World,
    unit: UnitId,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Order> {
    if pick(3) > 0
        && let Some(breath) = plan::best_breath(world, unit)
    {
        return Some(Order::Breathe { breath });
    }
    if pick(3) > 0
        && let Some(throw) = plan::best_throw(world, unit, pick(3) == 0)
    {
        return Some(Order::Throw { throw: astray(throw, world, pick) });
    }
    if let Some(weapon) = support_weapons::weapon_of(world, unit) {
        match pick(8) {
            0 => return Some(Order::Load { weapon }),
            1 => {
                let facing = Some(direction(pick(360) as f32));
                let turn = ModelMove { model: weapon, path: Vec::new(), facing };
                return Some(Order::Move { moves: vec![turn] });
            }
            _ => {}
        }
    }
    if pick(4) > 0
        && let Some(fire) = plan::best_fire(world, unit)
    {
        return Some(Order::Fire { fire: elsewhere(fire, world, pick) });
    }
    None
}

/// Now and then shots at a weapon and its crew pick one of them, where they may (SUP-08).
pub(super) fn pick_elements(
    world: &World,
    unit: UnitId,
    target: UnitId,
    shots: &mut [Shot],
    pick: &mut dyn FnMut(usize) -> usize,
) {
    if support_weapons::is_served(world, target) && pick(2) == 0 {
        // Weapon or crew, at close range.
        let models = world.standing(target);
        let picked = Some(models[pick(models.len())]);
        for shot in shots {
            let wish = Shot { pick: picked, ..*shot };
            if ranged_combat::check_shot(world, unit, &wish, &mut None).is_ok() {
                *shot = wish;
            }
        }
    }
}

/// Now and then a throw goes at the ground before its target instead.
fn astray(throw: Throw, world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Throw {
    match throw.at {
        Mark::Model(target) if pick(4) == 0 => {
            let (own, at) = (world.placed(throw.thrower), world.placed(target).pose.at);
            Throw { at: Mark::Ground(at.lerp(own.closest_point(at), 0.2)), ..throw }
        }
        _ => throw,
    }
}

/// Now and then a blast is laid beside its target, or over everything, or a burst is split.
fn elsewhere(fire: Fire, world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Fire {
    let Some(&Mark::Model(target)) = fire.marks.first() else { return fire };
    let near: Vec<ModelId> = world
        .standing(world.unit_of(target))
        .into_iter()
        .filter(|&other| movement::near(&world.placed(target), &world.placed(other), 0.5))
        .collect();
    let more = |pick: &mut dyn FnMut(usize) -> usize| Mark::Model(near[pick(near.len())]);
    let changed = match pick(6) {
        0 => {
            let at = world.placed(target).pose.at + direction(pick(360) as f32);
            Fire { marks: vec![Mark::Ground(at)], ..fire.clone() }
        }
        1 => Fire { indirect: true, ..fire.clone() },
        2 => Fire { marks: vec![Mark::Model(target), more(pick)], ..fire.clone() },
        _ => return fire,
    };
    if support_weapons::check_fire(world, &changed).is_ok() { changed } else { fire }
}
