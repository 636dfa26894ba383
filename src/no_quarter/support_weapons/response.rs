//! A gun that was loaded answers from hold: firing it then takes half its use cost, which is within
//! what a response may cost. Book: Response Shooting (HOLD-03), Loading A Support Weapon (SUP-03).

use bevy::prelude::World;

use super::{FULL_CREW, aim::lay, arm, cost, crew_of, hands, is_chassis, is_loaded};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        close_combat,
        components::{Arms, Gun, Record},
        movement,
        order::{Fire, Mark},
    },
    table::{Inches, base::gap},
};

/// Whether a gun on hold could fire at all now: loaded, served by crew who are free and haven't
/// responded or fumbled, and not silent as a lone gunner's that has fired a turn ago.
fn is_ready(world: &World, chassis: ModelId) -> bool {
    let turn = world.frame().turn;
    let Gun { loaded_in, fired_in } = *world.of_model::<Gun>(chassis);
    let crew = hands(world, chassis, 0);
    let free = |&model: &ModelId| {
        let record = world.of_model::<Record>(model);
        record.responded_to.is_none() && !close_combat::has_fumbled(world, model)
    };
    let left = crew_of(world, world.unit_of(chassis)).len();
    let rested = left >= FULL_CREW || fired_in.is_none_or(|fired| fired + 1 < turn);
    is_chassis(world, chassis)
        && loaded_in.is_some()
        && fired_in != Some(turn)
        && rested
        && !crew.is_empty()
        && crew.iter().all(free)
        && !movement::is_engaged(world, chassis)
}

/// How far a gun on hold could fire in response for at most so many actions, if it could.
pub(in crate::no_quarter) fn response_reach(
    world: &World,
    chassis: ModelId,
    most: u8,
) -> Option<Inches> {
    if !is_ready(world, chassis) {
        return None;
    }
    let arms = world.of_model::<Arms>(chassis).0.iter();
    let able = arms.filter(|arm| !arm.bands.is_empty() && cost(world, chassis, arm) <= most);
    able.map(|arm| arm.longest()).max_by(|a, b| a.0.total_cmp(&b.0))
}

/// The firing of a gun on hold at a model for at most so many actions, if it is ready and sees it, or
/// can fire over what is between: of its ammunition what it is listed first.
pub(in crate::no_quarter) fn response_at(
    world: &World,
    chassis: ModelId,
    target: ModelId,
    most: u8,
) -> Option<Fire> {
    let reach = response_reach(world, chassis, most)?;
    if !gap(&world.placed(chassis), &world.placed(target)).at_most(reach) {
        return None;
    }
    debug_assert!(is_loaded(world, chassis));
    let arms = &world.of_model::<Arms>(chassis).0;
    let able = |(weapon, _): (u8, _)| {
        let arm = arm(world, chassis, weapon)?;
        if arm.bands.is_empty()
            || cost(world, chassis, arm) > most
            || !close_combat::can_hurt(world, chassis, weapon, target)
        {
            return None;
        }
        let marks = vec![Mark::Model(target)];
        let direct = Fire { shooter: chassis, weapon, marks, indirect: false, aim: false };
        let over = Fire { indirect: true, ..direct.clone() };
        [direct, over].into_iter().find(|fire| {
            lay(world, fire, Mark::Model(target)).is_ok_and(|laying| laying.needed.is_some())
        })
    };
    (0_u8..).zip(arms.iter()).find_map(able)
}
