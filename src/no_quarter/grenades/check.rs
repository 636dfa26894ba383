//! Whether a grenade may be thrown: by whom, how far, at what. Book: Throwing Grenades (GREN-01),
//! Combined Grenade Attack (GREN-03).

use bevy::prelude::World;

use super::{grenade, throwers};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        arms::use_cost,
        components::{ActionsLeft, Arms},
        error::{OrderError, Refusal},
        formations, movement,
        order::{Mark, Throw},
        ranged_combat,
        statistics::{self, Stat},
        templates::on_table,
        who::who,
    },
    table::{Inches, Placed, base::gap, formation::is_one_chain},
};

/// No more throw together than this; guards against orders from outside.
const MOST_THROWERS: usize = 64;

/// How far a model throws one of its grenades: 2" and the strength of whoever throws in inches. Book:
/// Throwing Grenades (GREN-01).
pub fn throw_range(world: &World, model: ModelId, weapon: u8) -> Inches {
    Inches(2.0 + statistics::stat_with(world, model, weapon, Stat::Strength) as f32)
}

/// How far a throw goes, from the edge of the thrower's base, if there is anything to throw at.
pub fn range_of(world: &World, throw: &Throw) -> Option<Inches> {
    world.roster().model(throw.thrower)?;
    let own = world.placed(throw.thrower);
    match throw.at {
        Mark::Model(model) => {
            world.roster().model(model)?;
            world.is_standing(model).then(|| gap(&own, &world.placed(model)))
        }
        Mark::Ground(at) => at.is_finite().then(|| Inches(own.closest_point(at).distance(at))),
    }
}

/// Whether a throw is aimed into close combat, which takes a command test (RNG-08). Ruling: a place
/// on the ground is an attack on all whom the blast would cover there.
pub(in crate::no_quarter) fn into_combat(world: &World, throw: &Throw) -> bool {
    ranged_combat::is_into_combat(world, throw.at, blast(world, throw))
}

/// How wide a throw bursts.
fn blast(world: &World, throw: &Throw) -> Option<Inches> {
    let weapon = grenade(world, throw)?;
    Some(super::diameter(weapon, throwers(throw).len()))
}

/// Whether a grenade may be thrown now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_throw(world: &World, throw: &Throw) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    ranged_combat::check_unit(world, unit)?;
    check_throwers(world, unit, throw)?;
    check_mark(world, unit, throw)?;
    let cost =
        grenade(world, throw).map_or(0, |weapon| u32::from(use_cost(world, throw.thrower, weapon)));
    let spent: Vec<(ModelId, u32)> = throwers(throw).into_iter().map(|m| (m, cost)).collect();
    formations::check_duty(world, unit, &spent)
}

fn check_throwers(world: &World, unit: UnitId, throw: &Throw) -> Result<(), OrderError> {
    let all = throwers(throw);
    if all.len() > MOST_THROWERS {
        let text = format!("no more than {MOST_THROWERS} models can throw together");
        return Err(OrderError::new(Refusal::NothingToDo, "GREN-03", text));
    }
    for (index, &model) in all.iter().enumerate() {
        movement::check_member(world, unit, model)?;
        let name = who(world, model);
        let refuse =
            |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
        if all[..index].contains(&model) {
            return refuse(Refusal::NamedTwice, "GREN-03", format!("{name} is named twice"));
        }
        let Some(weapon) = grenade(world, throw) else {
            let text = format!("{} has no grenade of that kind", who(world, throw.thrower));
            return refuse(Refusal::WrongWeapon, "GREN-01", text);
        };
        if !world.of_model::<Arms>(model).0.iter().any(|own| own.id == weapon.id) {
            let text = format!("{name} doesn't carry the same grenade and can't join the throw");
            return refuse(Refusal::WrongWeapon, "GREN-03", text);
        }
        ranged_combat::check_free(world, model)?;
        if ranged_combat::is_too_far_back(world, model) {
            let text = format!("{name} stands behind the third rank, too far back to throw");
            return refuse(Refusal::OutOfSight, "RNG-03", text);
        }
        let left = world.of_model::<ActionsLeft>(model).0;
        let cost = use_cost(world, model, weapon);
        if cost > left {
            return Err(OrderError::not_enough_actions(world, model, "to throw", cost, left));
        }
    }
    let bases: Vec<Placed> = all.iter().map(|&model| world.placed(model)).collect();
    if !is_one_chain(&bases, Inches::ZERO) {
        let text = "models that throw together have to stand base to base";
        let error = OrderError::new(Refusal::NotTouching, "GREN-03", text);
        return Err(error.model(throw.thrower));
    }
    Ok(())
}

fn check_mark(world: &World, unit: UnitId, throw: &Throw) -> Result<(), OrderError> {
    let model = throw.thrower;
    let name = who(world, model);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    let Some(distance) = range_of(world, throw) else {
        let text = format!("there is nothing at the place where {name} would throw");
        return refuse(Refusal::NoSuchPlace, "GREN-01", text);
    };
    let own = world.placed(model);
    let (what, at) = match throw.at {
        Mark::Model(target) => {
            let enemy = who(world, target);
            if world.side_of_model(target) == world.side_of(unit) {
                let text = format!("{enemy} isn't an enemy of {name}");
                return refuse(Refusal::NotAnEnemy, "GREN-01", text);
            }
            (enemy.to_string(), world.placed(target).closest_point(own.pose.at))
        }
        Mark::Ground(at) => {
            if !on_table(world, at) {
                let text = format!("{name} can't throw off the table");
                return refuse(Refusal::NoSuchPlace, "GREN-01", text);
            }
            ("the place".to_owned(), at)
        }
    };
    let reach = throw_range(world, model, throw.weapon);
    if !distance.at_most(reach) {
        let text = format!("{name} can throw {reach} at most, and {what} is {distance} away");
        let error = OrderError::new(Refusal::OutOfRange { distance, reach }, "GREN-01", text);
        return Err(error.model(model).at(at));
    }
    if !own.pose.in_front(at) {
        let text = format!("{what} is behind {name}, who has to turn first");
        return refuse(Refusal::OutsideArc, "FORM-01", text);
    }
    match throw.at {
        Mark::Model(target) => ranged_combat::check_near_first(world, model, target)?,
        Mark::Ground(at) => {
            ranged_combat::check_threats_first(world, model, at, blast(world, throw))?;
        }
    }
    if into_combat(world, throw) && ranged_combat::dares(world, unit) == Some(false) {
        let text = format!("{} didn't dare to throw into close combat", world.unit_name(unit));
        return refuse(Refusal::WontShootIntoCombat, "RNG-08", text);
    }
    Ok(())
}
