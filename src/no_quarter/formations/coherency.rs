//! Whether a unit keeps together, and how a gap in its ranks is closed. Book: Skirmish Formation,
//! Dispersed Formation, Removing Casualties (FORM-06, FORM-07, DMG-03).

use bevy::prelude::World;

use super::{coherency, ranks};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        error::{OrderError, Refusal},
        event::{Event, Gait},
        movement,
        system::emit,
    },
    table::{Base, Placed, Pose, base::gap, formation::chain},
};

/// Whether models may end at new places without leaving more of their unit out of coherency than
/// are now (FORM-06, FORM-07).
///
/// # Errors
/// The model that would be too far from the others.
pub fn check_coherency(world: &World, moved: &[(ModelId, Placed)]) -> Result<(), OrderError> {
    let Some(&(first, _)) = moved.first() else { return Ok(()) };
    let unit = world.unit_of(first);
    let allowed = coherency(world, unit);
    let models = world.standing(unit);
    let before: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let after: Vec<Placed> = models
        .iter()
        .zip(&before)
        .map(|(model, &old)| moved.iter().find(|(m, _)| m == model).map_or(old, |(_, new)| *new))
        .collect();
    let outside = |placed: &[Placed]| {
        let chains = chain(placed, allowed);
        placed.len() - chains.first().map_or(0, Vec::len)
    };
    if outside(&after) <= outside(&before) {
        return Ok(());
    }
    let chains = chain(&after, allowed);
    let main = &chains[0];
    let lost = (0..models.len()).find(|index| !main.contains(index)).unwrap_or_default();
    let distance = main
        .iter()
        .map(|&index| gap(&after[lost], &after[index]))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or_default();
    let name = world.model_name(models[lost]);
    let text = format!(
        "{name} would be {distance} from the rest of its unit, which keeps within {allowed}"
    );
    let rule = if allowed.0 > 1.5 { "FORM-07" } else { "FORM-06" };
    let error = OrderError::new(Refusal::BreaksCoherency { gap: distance, allowed }, rule, text);
    Err(error.model(models[lost]).at(after[lost].pose.at))
}

/// A model of the last rank steps into a gap in the ranks, for free (DMG-03).
pub(in crate::no_quarter) fn close_up(world: &mut World, unit: UnitId, gap: Pose) {
    let ranks = ranks(world, unit);
    let Some(last) = ranks.last() else { return };
    let distance = |&model: &ModelId| world.of_model::<Pose>(model).at.distance(gap.at);
    let behind = |&model: &ModelId| {
        let depth = world.of_model::<Base>(model).depth().0;
        (gap.at - world.of_model::<Pose>(model).at).dot(gap.facing) > depth * 0.5
    };
    let free = |model: &ModelId| !movement::is_engaged(world, *model) && behind(model);
    let next = last.iter().copied().filter(free);
    let next = next.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)));
    if let Some(model) = next {
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, gap);
        let gait = Gait::CloseUp;
        emit(world, Event::Moved { model, gait, from, way: vec![gap], actions: 0 });
    }
}
