//! Whether a support weapon, or a mounted one, may fire. Book: Support Weapon Uses Per Turn, Burst
//! Fire, Loss Of Crew, Mounted Support Weapons (SUP-02, SUP-04, SUP-07, SUP-10).

use bevy::prelude::World;

use super::{
    FULL_CREW,
    aim::{Laying, cost_of, lay, payers},
    arm, crew_of, is_chassis, is_loaded,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        close_combat,
        components::{ActionsLeft, Gun},
        error::{OrderError, Refusal},
        formations, movement,
        order::{Fire, Mark},
        profile::Weapon,
        ranged_combat,
        sentence::with_article,
        who::who,
    },
    table::{Placed, formation::is_one_chain},
};

/// Dice in one shot of a weapon. Book: Burst Fire (SUP-04).
pub fn dice_of(weapon: &Weapon) -> u8 {
    if weapon.blast().is_some() { 1 } else { ranged_combat::burst(weapon) }
}

/// Whether a shot is aimed into close combat, which takes a command test (RNG-08). Ruling: a place on
/// the ground is an attack on all whom the blast would cover there.
pub(in crate::no_quarter) fn into_combat(world: &World, fire: &Fire) -> bool {
    let blast = arm(world, fire.shooter, fire.weapon).and_then(Weapon::blast);
    fire.marks.iter().any(|&mark| ranged_combat::is_into_combat(world, mark, blast))
}

/// Whether a weapon may be fired now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_fire(world: &World, fire: &Fire) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    ranged_combat::check_unit(world, unit)?;
    movement::check_member(world, unit, fire.shooter)?;
    let name = who(world, fire.shooter);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(fire.shooter));
    let Some(weapon) = arm(world, fire.shooter, fire.weapon) else {
        return refuse(Refusal::NoSuchThing, "", format!("{name} has no such weapon"));
    };
    if is_chassis(world, fire.shooter) {
        if weapon.bands.is_empty() {
            let text = format!("{name} can't be fired like that");
            return refuse(Refusal::WrongWeapon, "SUP-02", text);
        }
        if fire.aim {
            let text = format!("{name} is a support weapon, which can't be aimed");
            return refuse(Refusal::WrongWeapon, "RNG-04", text);
        }
        check_served(world, unit, fire, weapon)?;
    } else {
        check_mounted(world, fire, weapon)?;
    }
    check_marks(world, unit, fire, weapon)?;
    let cost = cost_of(world, fire, weapon);
    let spent: Vec<(ModelId, u32)> =
        payers(world, fire, cost).into_iter().map(|model| (model, u32::from(cost))).collect();
    formations::check_duty(world, unit, &spent)
}

/// A weapon with crew: not fired yet, not engaged, enough hands.
fn check_served(
    world: &World,
    unit: UnitId,
    fire: &Fire,
    weapon: &Weapon,
) -> Result<(), OrderError> {
    let chassis = fire.shooter;
    let name = who(world, chassis);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(chassis));
    let turn = world.frame().turn;
    let Gun { loaded_in, fired_in } = *world.of_model::<Gun>(chassis);
    let crew = crew_of(world, unit);
    if crew.is_empty() {
        return refuse(Refusal::NoCrew, "SUP-07", format!("{name} has no crew left to fire it"));
    }
    if fired_in == Some(turn) {
        let text = format!("{name} has already fired, and can fire only once in an activation");
        return refuse(Refusal::UsedAlready, "SUP-02", text);
    }
    if loaded_in == Some(turn) {
        let text = format!("{name} has just been loaded and can fire in its next activation");
        return refuse(Refusal::UsedAlready, "SUP-03", text);
    }
    if movement::is_engaged(world, chassis) {
        let text = format!("enemies are in contact with {name}, which can't fire in close combat");
        return refuse(Refusal::InCombat, "RNG-09", text);
    }
    for &model in &crew {
        if close_combat::has_fumbled(world, model) {
            let text = format!("the crew of {name} has fumbled and can do nothing more this turn");
            return refuse(Refusal::Fumbled, "SUP-04", text);
        }
    }
    let cost = cost_of(world, fire, weapon);
    let serving = payers(world, fire, cost);
    let Some(&first) = serving.first() else {
        return Err(nobody_serves(world, chassis, "to fire", cost));
    };
    // Book: Loss Of Crew. It is those left who count, whether they serve it now or not.
    let last_turn = fired_in.is_some_and(|fired| fired + 1 == turn);
    if crew.len() < FULL_CREW && last_turn {
        let text = format!(
            "{} alone can fire {name} only every other turn, and it fired in the last one",
            who(world, first)
        );
        return refuse(Refusal::NoCrew, "SUP-07", text);
    }
    debug_assert!(!is_loaded(world, chassis) || cost <= weapon.use_cost);
    Ok(())
}

/// Why nobody of the crew serves a weapon at a cost, which is for this.
pub(super) fn nobody_serves(
    world: &World,
    chassis: ModelId,
    for_what: &str,
    cost: u8,
) -> OrderError {
    let beside = super::hands(world, chassis, 0);
    let most = beside.iter().copied().max_by_key(|&model| world.of_model::<ActionsLeft>(model).0);
    match most {
        Some(model) => {
            let left = world.of_model::<ActionsLeft>(model).0;
            OrderError::not_enough_actions(world, model, for_what, cost, left)
        }
        None => {
            let name = who(world, chassis);
            let text = format!(
                "no crew can serve {name}: they have to be on their feet, out of combat and within \
                 {} of it",
                super::SERVING
            );
            OrderError::new(Refusal::NoCrew, "SUP-02", text).model(chassis)
        }
    }
}

/// A mounted weapon fires as its bearer's own ranged weapon (SUP-10).
fn check_mounted(world: &World, fire: &Fire, weapon: &Weapon) -> Result<(), OrderError> {
    let model = fire.shooter;
    let name = who(world, model);
    if weapon.blast().is_none() || weapon.bands.is_empty() {
        let text = format!("{name} can't fire {} over a disc", with_article(&weapon.name));
        return Err(OrderError::new(Refusal::WrongWeapon, "SUP-10", text).model(model));
    }
    ranged_combat::check_free(world, model)?;
    let cost = cost_of(world, fire, weapon);
    let left = world.of_model::<ActionsLeft>(model).0;
    if cost > left {
        return Err(OrderError::not_enough_actions(world, model, "to fire", cost, left));
    }
    Ok(())
}

fn check_marks(
    world: &World,
    unit: UnitId,
    fire: &Fire,
    weapon: &Weapon,
) -> Result<(), OrderError> {
    let shooter = fire.shooter;
    let name = who(world, shooter);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(shooter));
    let dice = usize::from(dice_of(weapon));
    if fire.marks.is_empty() || fire.marks.len() > dice {
        let text = format!("{name} fires at one target, or at up to {dice} with as many dice");
        return refuse(Refusal::NothingToDo, "SUP-04", text);
    }
    let mut targets: Vec<Placed> = Vec::new();
    for &mark in &fire.marks {
        match mark {
            Mark::Model(target) => {
                if world.roster().model(target).is_none() {
                    return refuse(Refusal::NoSuchThing, "", "there is no such target".to_owned());
                }
                if world.side_of_model(target) == world.side_of(unit) {
                    let text = format!("{} isn't an enemy of {name}", who(world, target));
                    return refuse(Refusal::NotAnEnemy, "RNG-01", text);
                }
                if !close_combat::can_hurt(world, shooter, fire.weapon, target) {
                    let enemy = who(world, target);
                    let text = format!("{enemy} is so large that only siege weapons can hurt it");
                    return refuse(Refusal::NeedsSiegeWeapon, "CC-13", text);
                }
                targets.push(world.placed(target));
            }
            Mark::Ground(_) if weapon.blast().is_none() => {
                let text = format!("{name} needs a model to fire at: it doesn't burst");
                return refuse(Refusal::NoSuchPlace, "BLAST-01", text);
            }
            Mark::Ground(_) => {}
        }
        let laying = lay(world, fire, mark)?;
        check_range(world, shooter, weapon, &laying)?;
        if !is_chassis(world, shooter) {
            let own = world.placed(shooter);
            match (mark, weapon.blast()) {
                (Mark::Model(target), _) => {
                    ranged_combat::check_near_first(world, shooter, target)?;
                }
                (Mark::Ground(at), wide) => {
                    ranged_combat::check_threats_first(world, shooter, at, wide)?;
                }
            }
            let at = crate::no_quarter::templates::mark_at(world, mark).unwrap_or(own.pose.at);
            if !own.pose.in_front(at) {
                let text = format!("the target is behind {name}, who has to turn first");
                return refuse(Refusal::OutsideArc, "FORM-01", text);
            }
        }
    }
    if !is_one_chain(&targets, ranged_combat::BURST_SPREAD) {
        let text = format!(
            "the targets of one burst must stand no more than {} apart",
            ranged_combat::BURST_SPREAD
        );
        return refuse(Refusal::NotTouching, "SUP-04", text);
    }
    if into_combat(world, fire) && ranged_combat::dares(world, unit) == Some(false) {
        let text = format!("{} didn't dare to fire into close combat", world.unit_name(unit));
        return refuse(Refusal::WontShootIntoCombat, "RNG-08", text);
    }
    Ok(())
}

/// Whether a blast reaches what it is aimed at. Ruling: beyond long range nothing would be rolled, and
/// nothing could go astray, so such a shot isn't fired (BLAST-02).
fn check_range(
    world: &World,
    shooter: ModelId,
    weapon: &Weapon,
    laying: &Laying,
) -> Result<(), OrderError> {
    if weapon.blast().is_none() || laying.needed.is_some() {
        return Ok(());
    }
    let (distance, reach) = (laying.range, weapon.longest());
    let name = who(world, shooter);
    let text = format!("{name} fires {reach} at most, and the target is {distance} away");
    let error = OrderError::new(Refusal::OutOfRange { distance, reach }, "BLAST-02", text);
    Err(error.model(shooter))
}
