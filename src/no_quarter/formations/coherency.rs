//! Whether a unit keeps together, and how a gap in its ranks is closed. Book: Skirmish Formation,
//! Dispersed Formation, Removing Casualties (FORM-06, FORM-07, DMG-03).

use bevy::prelude::World;

use super::{coherency_of, ranks, rule_of_coherency};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{Formation, Stance},
        error::{OrderError, Refusal},
        event::{Event, Gait},
        movement,
        system::emit,
        who::who,
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
    // As it was drawn up: a dispersed unit that still stands close has room to spread out.
    let formation = *world.of_unit::<Formation>(unit);
    let allowed = coherency_of(formation);
    let models = world.standing(unit);
    let fighting = |placed: &[Placed]| -> Vec<bool> {
        let fights =
            |(&model, at): (&ModelId, &Placed)| !movement::engaged_at(world, model, at).is_empty();
        models.iter().zip(placed).map(fights).collect()
    };
    let before: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let after: Vec<Placed> = models
        .iter()
        .zip(&before)
        .map(|(model, &old)| moved.iter().find(|(m, _)| m == model).map_or(old, |(_, new)| *new))
        .collect();
    // Who is in combat need not keep up (FORM-11), but others may keep to it.
    let outside = |placed: &[Placed]| -> Vec<usize> {
        let chains = chain(placed, allowed);
        let Some(main) = chains.first().filter(|_| chains.len() > 1) else { return Vec::new() };
        let fighting = fighting(placed);
        (0..placed.len()).filter(|i| !main.contains(i) && !fighting[*i]).collect()
    };
    let lost = outside(&after);
    if lost.len() <= outside(&before).len() {
        return Ok(());
    }
    let main = &chain(&after, allowed)[0];
    let has_moved = |&&i: &&usize| moved.iter().any(|(model, _)| *model == models[i]);
    let lost = *lost.iter().find(has_moved).unwrap_or(&lost[0]);
    let distance = main
        .iter()
        .map(|&index| gap(&after[lost], &after[index]))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or_default();
    let name = who(world, models[lost]);
    let text = format!(
        "{name} would be {distance} from the rest of its unit, which has to keep within {allowed}"
    );
    let rule = rule_of_coherency(formation);
    let error = OrderError::new(Refusal::BreaksCoherency { gap: distance, allowed }, rule, text);
    Err(error.model(models[lost]).at(after[lost].pose.at))
}

/// A model of the last rank steps into the place of one that fell, for free: one that is on its
/// feet and in no combat, the nearest to the fallen one's file (DMG-03). Nobody does for a gap in
/// the last rank, nor where somebody stands in the way: a model may fall while it passes friends.
pub(in crate::no_quarter) fn close_up(world: &mut World, unit: UnitId, fallen: ModelId, gap: Pose) {
    if let Some(model) = who_closes_up(world, unit, fallen, gap) {
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, gap);
        let gait = Gait::CloseUp;
        emit(world, Event::Moved { model, gait, from, way: vec![gap], actions: 0 });
        movement::hand_over(world, fallen, model);
    }
}

/// Who of the last rank would step into the place of one that is gone.
pub(super) fn who_closes_up(
    world: &World,
    unit: UnitId,
    gone: ModelId,
    gap: Pose,
) -> Option<ModelId> {
    let ranks = ranks(world, unit);
    let last = ranks.last()?;
    let base = *world.of_model::<Base>(gone);
    let aside = |model: ModelId| {
        let way = gap.at - world.of_model::<Pose>(model).at;
        (way.dot(gap.right()).abs(), way.dot(gap.facing))
    };
    let free = |model: &ModelId| {
        aside(*model).1 > base.depth().0 * 0.5
            && *world.of_model::<Base>(*model) == base
            && *world.of_model::<Stance>(*model) == Stance::Standing
            && !movement::is_engaged(world, *model)
            && movement::is_clear(world, *model, gap)
    };
    let next = last.iter().copied().filter(free);
    next.min_by(|&a, &b| aside(a).0.total_cmp(&aside(b).0).then(a.cmp(&b)))
}
