//! Chariots and the like drive through those they charge: a hit on each model in the way, the
//! survivors aside. Book: Abilities, Overrun; Chariot Crew And Overrun (COMBO-02).

use bevy::{math::Vec2, prelude::World};

use super::{head_on::head_on, push_back::without};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    no_quarter::{
        components::{ActionsLeft, ProfileOf, Record, Stance},
        effects::{self, Gift},
        error::{OrderError, Refusal},
        event::Event,
        fear, movement,
        profile::Ability,
        statistics::{Stat, stat},
        step::{Charge, Overrun, Step},
        system::{NoQuarter, emit},
    },
    table::{Inches, Pose, Travel, travel::travel},
};

/// A drive through a unit, straight on.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// The way, as if nobody of the unit were there.
    pub travel: Travel,
    /// Who is in the way, in the order they are met, and after how many inches.
    pub victims: Vec<(ModelId, Inches)>,
}

/// The strength of the hit that everybody in the way takes.
pub fn strength(world: &World, model: ModelId) -> i32 {
    stat(world, model, Stat::Wheels)
}

/// What a drive of a model to a place through a unit would be.
///
/// # Errors
/// What is in the way besides that unit.
pub fn drive(world: &World, model: ModelId, target: UnitId, to: Vec2) -> Result<Drive, OrderError> {
    let mut victims = world.standing(target);
    // Nobody drives through what only a siege weapon hurts (CC-13).
    let siege = is_siege(world, model);
    victims.retain(|&victim| siege || !is_very_large(world, victim));
    let mut around = movement::around(world, &[model], &[target]);
    without(&mut around, &victims);
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let way = to - from.at;
    let surroundings = around.surroundings(world);
    let travel = travel(&mover, &from, &[to], Some(way), &surroundings)
        .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, &around))?;
    let Some(ahead) = way.try_normalize() else {
        let text = "the drive leads nowhere";
        return Err(OrderError::new(Refusal::NothingToDo, "AB-OVERRUN", text).model(model));
    };
    let start = mover.placed(Pose::new(from.at, ahead));
    let mut met: Vec<(ModelId, Inches)> = victims
        .into_iter()
        .filter_map(|victim| {
            let placed = world.placed(victim);
            Some((victim, head_on(&start, ahead, &placed, Inches(way.length()))?))
        })
        .collect();
    met.sort_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    Ok(Drive { travel, victims: met })
}

fn is_very_large(world: &World, model: ModelId) -> bool {
    world.of_model::<ProfileOf>(model).0.is_very_large()
}

/// Whether a model is a siege weapon itself, so that it can run over the very large (CC-13).
pub(super) fn is_siege(world: &World, model: ModelId) -> bool {
    effects::has(world, model, Gift::Siege)
}

/// Whether a model of the active unit may drive through a unit to a place.
pub(in crate::no_quarter) fn check(
    world: &World,
    model: ModelId,
    target: UnitId,
    to: Vec2,
) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    let name = world.model_name(model);
    let refuse = |refusal, rule, text| Err(OrderError::new(refusal, rule, text).model(model));
    if !world.of_model::<ProfileOf>(model).0.has(Ability::Overrun) {
        let text = format!("{name} can't overrun anybody: it stops at the first contact");
        return refuse(Refusal::WrongWeapon, "AB-OVERRUN", text);
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        return refuse(Refusal::Prone, "MOVE-04", format!("{name} has to stand up first"));
    }
    if movement::is_engaged(world, model) {
        return refuse(Refusal::InCombat, "CHG-06", format!("{name} is in close combat already"));
    }
    if !to.is_finite() {
        return refuse(Refusal::NoSuchThing, "", "the place is no number".to_owned());
    }
    super::check(world, &[model], target)?;
    let standing = world.standing(target);
    if !is_siege(world, model) && standing.iter().all(|&victim| is_very_large(world, victim)) {
        let enemy = world.unit_name(target);
        let text = format!(
            "{enemy} is so large that only a siege weapon hurts it: {name} can't drive through it, \
             but may charge"
        );
        return refuse(Refusal::NeedsSiegeWeapon, "CC-13", text);
    }
    let drive = drive(world, model, target, to)?;
    let left = world.of_model::<ActionsLeft>(model).0;
    if drive.travel.actions > u32::from(left) {
        let needed = u8::try_from(drive.travel.actions).unwrap_or(u8::MAX);
        return Err(OrderError::not_enough_actions(world, model, needed, left));
    }
    if drive.victims.is_empty() {
        let text = format!("{name} meets nobody of {} that way", world.unit_name(target));
        let error = OrderError::new(Refusal::NoWay, "AB-OVERRUN", text);
        return Err(error.model(model).at(to));
    }
    Ok(())
}

/// Announces the drive; who fears the target takes its test first (FEAR-01).
pub(in crate::no_quarter) fn begin(world: &mut World, model: ModelId, target: UnitId, to: Vec2) {
    let Ok(drive) = drive(world, model, target, to) else { return };
    let unit = world.unit_of(model);
    let first_action = !world.of_model::<Record>(model).acted;
    let actions = u8::try_from(drive.travel.actions).unwrap_or(u8::MAX);
    let charge = Charge {
        unit,
        models: vec![model],
        target,
        first_action,
        halts: Vec::new(),
        to_reach: false,
        no_bonus: Vec::new(),
        // A drive pushes nobody back.
        settled: true,
        acted_before: Vec::new(),
        momentum_used: 0,
    };
    let length = world.placed(model).pose.at.distance(to);
    let overrun = Overrun {
        charge,
        model,
        to,
        length: Inches(length),
        actions,
        paid: 0,
        hit: Vec::new(),
        answered: false,
        contact: None,
        spent: Vec::new(),
        halt: None,
        halts: false,
        strikes_back: None,
    };
    announce(world, overrun);
}

/// Says whom the drive goes at; who fears that target takes its test now (FEAR-01).
pub(super) fn announce(world: &mut World, overrun: Overrun) {
    let (unit, target) = (overrun.charge.unit, overrun.charge.target);
    emit(world, Event::ChargeDeclared { unit, target });
    let mut steps = Vec::new();
    if let Some(level) = fear::of_charging(world, unit, target) {
        steps.push(Step::FearTest { unit, level, charged: false });
    }
    steps.push(Step::Overrun(overrun));
    world.push_all::<NoQuarter>(steps);
}
