//! How far a model may go in its activation, if something limits that. Book: Water Aspect, Flood
//! (SP-FLOOD). Ruling: what counts is the length of the moves, manoeuvres, charges, leaps and drives that
//! it pays for, on whatever ground; follow ups and all that others do to it are free.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        components::ActionsLeft,
        effects::{self, Does, Effect, Source, Until},
        error::{OrderError, Refusal},
        magic::Spell,
        who::who,
    },
    table::{Inches, Pose},
};

/// How far a model may go in an activation, if that is limited, and how far it has gone in this one.
fn limit(world: &World, model: ModelId) -> Option<(f32, f32)> {
    let limit = |does| match does {
        Does::GoesAtMost(most) => Some(most.0),
        _ => None,
    };
    let gone = |does| match does {
        Does::HasGone(gone) => Some(gone.0),
        _ => None,
    };
    let most = effects::on(world, model).filter_map(limit).min_by(f32::total_cmp)?;
    Some((most, effects::on(world, model).find_map(gone).unwrap_or(0.0)))
}

/// How far a model may still go in this activation, if that is limited (SP-FLOOD).
fn may_go(world: &World, model: ModelId) -> Option<Inches> {
    limit(world, model).map(|(most, gone)| Inches((most - gone).max(0.0)))
}

/// A model has gone a way: where that is limited, it counts.
pub(super) fn has_gone(world: &mut World, model: ModelId, from: Pose, way: &[Pose]) {
    let Some((_, gone)) = limit(world, model) else { return };
    let does = Does::HasGone(Inches(gone + length(from, way).0));
    let effect = Effect { does, source: Source::Spell(Spell::Flood), until: Until::EndOfGo };
    effects::replace_on_model(world, model, effect);
}

/// How long a way is.
pub(super) fn length(from: Pose, way: &[Pose]) -> Inches {
    let mut at = from.at;
    let mut length = 0.0;
    for pose in way {
        length += at.distance(pose.at);
        at = pose.at;
    }
    Inches(length)
}

/// Whether a model may go so far now.
///
/// # Errors
/// How far it may go (SP-FLOOD).
pub(in crate::no_quarter) fn check_length(
    world: &World,
    model: ModelId,
    length: Inches,
) -> Result<(), OrderError> {
    let Some(left) = may_go(world, model).filter(|left| !length.at_most(*left)) else {
        return Ok(());
    };
    let card = Spell::Flood.card();
    let (name, spell) = (who(world, model), card.name);
    let length = length.to_tenths();
    let text = format!("{spell} lets {name} go {left} farther in this activation, not {length}");
    Err(OrderError::new(Refusal::Hindered, card.rule, text).model(model))
}

/// The actions that a model has for going anywhere: no more than take it as far as it may go on open
/// ground.
pub fn actions_for_moving(world: &World, model: ModelId) -> u8 {
    let left = world.of_model::<ActionsLeft>(model).0;
    within_limit(world, model, left)
}

/// The same, if a model had so many actions left.
pub fn within_limit(world: &World, model: ModelId, actions: u8) -> u8 {
    let Some(most) = may_go(world, model) else { return actions };
    let rate = super::mover(world, model).rate.0.max(0.05);
    actions.min((most.0 / rate + 1e-3).floor() as u8)
}
