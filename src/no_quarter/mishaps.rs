//! What may befall a model as its activation begins: a die is rolled for each, and its highest number is
//! bad luck. Book: Traits, Confused, Mechanical, Unstable (TR-CONFUSED, TR-MECHANICAL, TR-UNSTABLE).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    components::{ActionsLeft, Record},
    damage,
    dice::{Needed, Purpose},
    effects::{self, Deed, Does, Effect, Gift, Source, Until},
    error::{OrderError, Refusal},
    event::{Cause, Event},
    movement,
    step::Step,
    system::emit,
    who::who,
};
use crate::battle::{BattleWorld, ModelId, Resolving, UnitId};

/// A die that isn't above it leaves a model alone.
pub const SPARED: i32 = 9;

/// Something that may befall a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mishap {
    /// It forgets what it was to do, unless somebody fights it (TR-CONFUSED).
    Confusion,
    /// Something in it jams, and it can't move (TR-MECHANICAL).
    Malfunction,
    /// It goes back to where it came from (TR-UNSTABLE).
    Vanishing,
}

/// The rolls that the beginning of an activation brings, model by model.
pub(super) fn of_activation(world: &World, unit: UnitId) -> Vec<Step> {
    let risks = |model: ModelId| {
        let risk = |does| match does {
            Does::Risks(mishap) => Some(Step::RiskMishap { model, mishap }),
            _ => None,
        };
        effects::on(world, model).filter_map(risk).collect::<Vec<_>>()
    };
    world.standing(unit).into_iter().flat_map(risks).collect()
}

/// Rolls for a mishap, and lets it happen. In close combat nobody is confused.
pub(super) fn risk(world: &mut World, model: ModelId, mishap: Mishap) {
    let fights = mishap == Mishap::Confusion && movement::is_engaged(world, model);
    if fights || !world.is_standing(model) {
        return;
    }
    let roll = world.dice().test(Purpose::Special, Some(model.0), Needed::new(SPARED));
    let befell = !roll.passed();
    emit(world, Event::MishapRolled { model, mishap, roll, befell });
    if befell {
        befall(world, model, mishap);
    }
}

fn befall(world: &mut World, model: ModelId, mishap: Mishap) {
    let (does, until) = match mishap {
        Mishap::Confusion => (Does::Forbids(Deed::Act), Until::EndOfGo),
        Mishap::Malfunction => (Does::Forbids(Deed::Move), Until::EndOfGo),
        Mishap::Vanishing => (Does::Gives(Gift::Unscored), Until::Always),
    };
    effects::lay_on_model(world, model, Effect { does, source: Source::Mishap, until });
    match mishap {
        Mishap::Confusion => {
            world.set_model(model, ActionsLeft(0));
            // What was free to begin with, such as a turn on the spot, is so no more.
            let record = Record { acted: true, ..*world.of_model::<Record>(model) };
            world.set_model(model, record);
        }
        Mishap::Malfunction => {}
        Mishap::Vanishing => damage::slay(world, model, Cause::Vanished),
    }
}

/// Whether a model has forgotten what it was to do, and does nothing in this activation.
pub fn is_confused(world: &World, model: ModelId) -> bool {
    effects::forbids(world, model, Deed::Act) && effects::comes_from(world, model, Source::Mishap)
}

/// Whether a model is jammed, and stays where it is in this activation.
pub fn is_jammed(world: &World, model: ModelId) -> bool {
    effects::forbids(world, model, Deed::Move)
}

/// Whether a model can move of its own accord.
///
/// # Errors
/// When it is jammed.
pub(super) fn check_not_jammed(world: &World, model: ModelId) -> Result<(), OrderError> {
    if !is_jammed(world, model) {
        return Ok(());
    }
    let name = who(world, model);
    let text = format!("{name} has a malfunction and can't move in this activation");
    Err(OrderError::new(Refusal::Jammed, "TR-MECHANICAL", text).model(model))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_on_what_a_mishap_happens() {
        let armoury = Armoury::embedded().unwrap();
        for term in ["ability Confused", "ability Mechanical", "ability Unstable"] {
            let about = &armoury.codex[term].about;
            assert!(about.contains(&format!("on a {}", SPARED + 1)), "{term}: {about}");
        }
    }
}
