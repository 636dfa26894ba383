//! Breath and spray: a teardrop from the edge of the base in any direction. Book: Teardrop
//! Templates, Use Cost For Teardrop Templates (TEAR-01, TEAR-02).

use bevy::{math::Vec2, prelude::World};

use super::{come_down, teardrop, under_breath};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        arms::use_cost,
        close_combat, combined,
        components::ActionsLeft,
        effects::{self, Deed, Does, Effect, Source, Until},
        error::{OrderError, Refusal},
        event::Event,
        formations, hold, movement,
        order::Breath,
        ranged_combat,
        system::emit,
        who::who,
    },
    table::{Base, Inches, Placed, template::Laid},
};

/// The point of a teardrop touches a base when it is no farther from its edge than this. Inches.
const AT_THE_EDGE: f32 = 0.05;

/// Where a breath would lie, whether it may be breathed or not.
pub fn breath_laid(world: &World, breath: &Breath) -> Option<Laid> {
    world.roster().model(breath.model)?;
    let weapon = close_combat::weapon(world, breath.model, breath.weapon).ok()?;
    let template = teardrop(world, weapon.teardrop()?);
    let facing = breath.facing.try_normalize()?;
    let at = breath.at.unwrap_or_else(|| edge(&world.placed(breath.model), facing));
    at.is_finite().then_some(Laid { template, at, facing })
}

/// Where a ray from the middle of a base leaves it.
pub fn edge(placed: &Placed, towards: Vec2) -> Vec2 {
    let out = match placed.base {
        Base::Circle { radius } => radius.0,
        Base::Rectangle { width, depth } => {
            let aside = towards.dot(placed.pose.right()).abs();
            let ahead = towards.dot(placed.pose.facing).abs();
            let (aside, ahead) = (width.0 / 2.0 / aside.max(1e-6), depth.0 / 2.0 / ahead.max(1e-6));
            aside.min(ahead)
        }
    };
    placed.pose.at + towards * out
}

/// How far a point is from the edge of a base.
fn from_the_edge(placed: &Placed, point: Vec2) -> Inches {
    let offset = point - placed.pose.at;
    let inside = match placed.base {
        Base::Circle { radius } => radius.0 - offset.length(),
        Base::Rectangle { width, depth } => {
            let aside = width.0 / 2.0 - offset.dot(placed.pose.right()).abs();
            let ahead = depth.0 / 2.0 - offset.dot(placed.pose.facing).abs();
            aside.min(ahead)
        }
    };
    let outside = placed.closest_point(point).distance(point);
    Inches(outside.max(inside))
}

/// Whether a breath may be breathed now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_breath(world: &World, breath: &Breath) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    let model = breath.model;
    ranged_combat::check_unit(world, unit)?;
    movement::check_member(world, unit, model)?;
    let name = who(world, model);
    let weapon = close_combat::weapon(world, model, breath.weapon)?;
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    if weapon.teardrop().is_none() {
        let text = format!("{} isn't laid as a teardrop", weapon.name);
        return refuse(Refusal::WrongWeapon, "TEAR-01", text);
    }
    let Some(laid) = breath_laid(world, breath) else {
        let text = format!("the breath of {name} has no direction");
        return refuse(Refusal::NoSuchPlace, "TEAR-01", text);
    };
    let off = from_the_edge(&world.placed(model), laid.at);
    if !off.at_most(Inches(AT_THE_EDGE)) {
        let text = format!(
            "the point of the teardrop is {off} from the edge of {name}, which it has to touch"
        );
        let error = OrderError::new(Refusal::NoSuchPlace, "TEAR-01", text);
        return Err(error.model(model).at(laid.at));
    }
    ranged_combat::check_free(world, model)?;
    if effects::forbids(world, model, Deed::Breathe) {
        let text = format!(
            "{name} has already used its breath weapon, and can do so only once in an activation"
        );
        return refuse(Refusal::UsedAlready, "TEAR-02", text);
    }
    let left = world.of_model::<ActionsLeft>(model).0;
    let cost = use_cost(world, model, weapon);
    if cost > left {
        return Err(OrderError::not_enough_actions(
            world,
            model,
            "to use its breath weapon",
            cost,
            left,
        ));
    }
    formations::check_duty(world, unit, &[(model, u32::from(cost))])
}

/// Breathes.
pub(in crate::no_quarter) fn breathe(world: &mut World, breath: Breath) {
    let model: ModelId = breath.model;
    let Ok(weapon) = close_combat::weapon(world, model, breath.weapon) else { return };
    let actions = use_cost(world, model, weapon);
    if breath_laid(world, &breath).is_none() {
        return;
    }
    movement::pay(world, model, actions);
    let does = Does::Forbids(Deed::Breathe);
    let until = Until::EndOfGo;
    effects::lay_on_model(world, model, Effect { does, source: Source::Breath, until });
    hold::offer(world);
    breathe_out(world, &breath, actions);
}

/// The breath itself, once it is paid for; in response from hold it costs nothing (HOLD-03).
pub(in crate::no_quarter) fn breathe_out(world: &mut World, breath: &Breath, actions: u8) {
    let model = breath.model;
    let Some(armed) = combined::armed(world, model, breath.weapon) else { return };
    let Some(laid) = breath_laid(world, breath) else { return };
    emit(world, Event::Breathed { model, weapon: armed.weapon.name.clone(), laid, actions });
    let covered = under_breath(world, model, &laid);
    come_down(world, &armed, laid, &covered, None);
}
