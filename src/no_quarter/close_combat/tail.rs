//! A tail that sweeps along one side of a large creature in a melee. Book: Traits, Tail Attack
//! (TR-TAIL).

use bevy::prelude::World;

use super::{actions_for_combat, check_attacker, pay_for_attack};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        combined,
        components::ProfileOf,
        effects::{self, Gift},
        error::{OrderError, Refusal},
        event::Event,
        formations, hold, movement,
        profile::Ability,
        statistics::{Stat, stat_of_element},
        step::{Hit, Step},
        system::{NoQuarter, emit},
    },
    table::{Inches, base::gap, formation::Flank},
};

/// What a sweep costs. Book: Traits, Tail Attack.
pub const TAIL_ACTIONS: u8 = 5;

/// How far from the base a tail reaches.
pub const TAIL_REACH: Inches = Inches(1.0);

/// The strength of a model's tail, if it has one: that of the element it belongs to, its own.
pub fn tail_strength(world: &World, model: ModelId) -> Option<i32> {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let has_tail = |&place: &usize| {
        combined::element_of(profile, place).abilities.contains(&Ability::TailAttack)
    };
    let strength = |place| stat_of_element(world, model, place, Stat::Strength);
    (0..=profile.parts.len()).filter(has_tail).map(strength).max()
}

/// Everybody whom a sweep along a side catches, friend or foe: within 1" of that half of the base.
pub fn swept(world: &World, model: ModelId, flank: Flank) -> Vec<ModelId> {
    let own = world.placed(model);
    let side = own.pose.right() * if flank == Flank::Right { 1.0 } else { -1.0 };
    let caught = |&other: &ModelId| {
        let placed = world.placed(other);
        let nearest = placed.closest_point(own.pose.at) - own.pose.at;
        other != model
            && world.is_standing(other)
            && gap(&own, &placed).at_most(TAIL_REACH)
            && nearest.dot(side) >= -1e-3
    };
    world.roster().models().filter(caught).collect()
}

/// Whether a model may sweep with its tail now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_tail(world: &World, model: ModelId, flank: Flank) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    check_attacker(world, unit, model)?;
    let name = world.model_name(model);
    let refuse =
        |refusal, text: String| Err(OrderError::new(refusal, "TR-TAIL", text).model(model));
    if tail_strength(world, model).is_none() {
        return refuse(Refusal::WrongWeapon, format!("{name} has no tail to strike with"));
    }
    if !movement::is_engaged(world, model) {
        let text = format!("{name} is in no close combat, where alone it uses its tail");
        return refuse(Refusal::NothingToDo, text);
    }
    let side = world.side_of(unit);
    if !swept(world, model, flank).iter().any(|&other| world.side_of_model(other) != side) {
        let text = format!("no enemy is within {TAIL_REACH} of {name} on that side");
        return refuse(Refusal::NothingToDo, text);
    }
    let left = actions_for_combat(world, model);
    if left < TAIL_ACTIONS {
        return Err(OrderError::not_enough_actions(world, model, TAIL_ACTIONS, left));
    }
    formations::check_duty(world, unit, &[(model, u32::from(TAIL_ACTIONS))])
}

/// Sweeps: everybody caught takes an automatic hit.
pub(in crate::no_quarter) fn sweep_tail(world: &mut World, model: ModelId, flank: Flank) {
    let Some(strength) = tail_strength(world, model) else { return };
    let caught = swept(world, model, flank);
    let siege = effects::has(world, model, Gift::Siege);
    pay_for_attack(world, model, TAIL_ACTIONS);
    emit(world, Event::Swept { model, flank, caught: caught.clone(), actions: TAIL_ACTIONS });
    hold::offer(world);
    let near = movement::engaged_with(world, model);
    let hit = |&target: &ModelId| Step::Save(Hit::automatic(model, target, strength, siege));
    let mut steps: Vec<Step> = caught.iter().map(hit).collect();
    steps.push(Step::AfterExtraAttack { model, target: model, near, opening: false });
    world.push_all::<NoQuarter>(steps);
}
