//! Getting up. Book: Stand Up From Prone (MOVE-04).

use bevy::prelude::World;

use super::{check_member, moving_unit, pay};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Stance},
        error::{OrderError, Refusal},
        event::Event,
        hold,
        system::emit,
        who::who,
    },
};

/// What getting up costs. Book: Stand Up From Prone (MOVE-04).
pub const STANDING_UP: u8 = 3;

/// The prone models of a unit, by id.
pub fn fallen(world: &World, unit: UnitId) -> Vec<ModelId> {
    let mut models = world.standing(unit);
    models.retain(|&model| *world.of_model::<Stance>(model) == Stance::Prone);
    models
}

/// Whether named models may get up, or with none named, whether anybody can.
pub(in crate::no_quarter) fn check_stand_up(
    world: &World,
    models: &[ModelId],
) -> Result<(), OrderError> {
    let unit = moving_unit(world)?;
    if models.is_empty() {
        let fallen = fallen(world, unit);
        let Some(&first) = fallen.first() else {
            let text = format!("no model of {} is prone", world.unit_name(unit));
            return Err(OrderError::new(Refusal::NotProne, "MOVE-04", text));
        };
        if fallen.iter().any(|&model| can_pay(world, model)) {
            return Ok(());
        }
        return Err(too_tired(world, first));
    }
    for (i, &model) in models.iter().enumerate() {
        check_member(world, unit, model)?;
        let name = who(world, model);
        if models[..i].contains(&model) {
            let text = format!("{name} is named twice");
            return Err(OrderError::new(Refusal::NamedTwice, "", text).model(model));
        }
        if *world.of_model::<Stance>(model) != Stance::Prone {
            let text = format!("{name} is already on its feet");
            return Err(OrderError::new(Refusal::NotProne, "MOVE-04", text).model(model));
        }
        if !can_pay(world, model) {
            return Err(too_tired(world, model));
        }
    }
    Ok(())
}

fn can_pay(world: &World, model: ModelId) -> bool {
    world.of_model::<ActionsLeft>(model).0 >= STANDING_UP
}

fn too_tired(world: &World, model: ModelId) -> OrderError {
    let left = world.of_model::<ActionsLeft>(model).0;
    let text =
        format!("{} needs {STANDING_UP} actions to stand up and has {left}", who(world, model));
    let refusal = Refusal::NotEnoughActions { needed: STANDING_UP, left };
    OrderError::new(refusal, "MOVE-04", text).model(model)
}

/// Gets models up: the named ones, or all who can.
pub(in crate::no_quarter) fn stand_up(world: &mut World, mut models: Vec<ModelId>) {
    if models.is_empty() {
        let Some(unit) = world.frame().active else { return };
        models = fallen(world, unit);
        models.retain(|&model| can_pay(world, model));
    }
    for model in models {
        world.set_model(model, Stance::Standing);
        pay(world, model, STANDING_UP);
        emit(world, Event::StoodUp { model, actions: STANDING_UP });
    }
    hold::offer(world);
}
