//! Changing places in the ranks. Book: Changing Formations (FORM-09), Special Models In Ranked
//! Units (FORM-12).

use bevy::{math::Vec2, prelude::World};

use super::{FEWEST_IN_RANK, belongs_in_front, holds_together, may_reorganise, ranks_of};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Formation, Stance},
        error::{OrderError, Refusal},
        event::{Event, Gait},
        hold, mishaps, movement,
        system::emit,
        who::who,
    },
    table::{Inches, Placed, Pose, base::overlapping, travel::stands},
};

/// What a reorganisation costs every model of the unit that is on its feet and in no combat.
pub const REORGANISING: u8 = 3;
/// The most models that change places at once.
pub const MOST_MOVED: usize = 6;
/// A model stands in line if its front is no farther from the line of its rank. Inches.
const IN_LINE: f32 = 0.1;

/// Where the named models of the active unit would stand in its ranks.
///
/// # Errors
/// The first rule that forbids it.
pub(in crate::no_quarter) fn plan_reorganise(
    world: &World,
    places: &[(ModelId, Vec2)],
) -> Result<Vec<(ModelId, Pose)>, OrderError> {
    let unit = movement::moving_unit(world)?;
    check_named(world, unit, places)?;
    for model in payers(world, unit) {
        let left = world.of_model::<ActionsLeft>(model).0;
        if left < REORGANISING {
            return Err(OrderError::not_enough_actions(
                world,
                model,
                "to reorganise",
                REORGANISING,
                left,
            ));
        }
    }
    let models = world.standing(unit);
    let facing = models.iter().map(|&m| world.of_model::<Pose>(m).facing).sum::<Vec2>();
    let moved: Vec<(ModelId, Pose)> =
        places.iter().map(|&(model, at)| (model, Pose::new(at, facing))).collect();
    let ends: Vec<(ModelId, Placed)> = models
        .iter()
        .map(|&model| {
            let placed = world.placed(model);
            let new = moved.iter().find(|(other, _)| *other == model);
            (model, new.map_or(placed, |(_, pose)| Placed { pose: *pose, ..placed }))
        })
        .collect();
    check_ground(world, &models, &moved, &ends)?;
    check_ranks(world, unit, &moved, &ends)?;
    Ok(moved)
}

/// Everybody who pays: on its feet and in no combat.
fn payers(world: &World, unit: UnitId) -> Vec<ModelId> {
    let mut models = world.standing(unit);
    models.retain(|&model| {
        *world.of_model::<Stance>(model) == Stance::Standing && !movement::is_engaged(world, model)
    });
    models
}

/// Whether the order names a few models of a ranked unit that are able to change places.
fn check_named(world: &World, unit: UnitId, places: &[(ModelId, Vec2)]) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    if !may_reorganise(world, unit) {
        let text = format!("{name} is not in ranks and has none to reorganise");
        return Err(OrderError::new(Refusal::NotRanked, "FORM-09", text));
    }
    if places.is_empty() {
        let text = "the order names no models to change places";
        return Err(OrderError::new(Refusal::NothingToDo, "FORM-09", text));
    }
    if places.len() > MOST_MOVED {
        let models = places.len() as u32;
        let text = format!("{models} models would change places; only {MOST_MOVED} can at once");
        let refusal = Refusal::TooMany { models, most: MOST_MOVED as u32 };
        return Err(OrderError::new(refusal, "FORM-09", text));
    }
    for (index, &(model, at)) in places.iter().enumerate() {
        movement::check_member(world, unit, model)?;
        mishaps::check_not_jammed(world, model)?;
        let name = who(world, model);
        let problem = if places[..index].iter().any(|(other, _)| *other == model) {
            Some((Refusal::NamedTwice, "FORM-09", format!("{name} is named twice")))
        } else if !at.is_finite() {
            Some((Refusal::NoSuchThing, "", format!("the place of {name} isn't a number")))
        } else if *world.of_model::<Stance>(model) == Stance::Prone {
            let text = format!("{name} is prone and has to stand up first");
            Some((Refusal::Prone, "MOVE-04", text))
        } else if movement::is_engaged(world, model) {
            let text = format!("{name} is in combat and can't change places");
            Some((Refusal::InCombat, "FORM-09", text))
        } else {
            None
        };
        if let Some((refusal, rule, text)) = problem {
            return Err(OrderError::new(refusal, rule, text).model(model));
        }
    }
    Ok(())
}

/// Whether the ground is free at the new places.
pub(super) fn check_ground(
    world: &World,
    models: &[ModelId],
    moved: &[(ModelId, Pose)],
    ends: &[(ModelId, Placed)],
) -> Result<(), OrderError> {
    let around = movement::around(world, models, &[]);
    let surroundings = around.surroundings(world);
    for &(model, pose) in moved {
        let name = who(world, model);
        stands(&movement::mover(world, model), &pose, &surroundings, false)
            .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, &around))?;
        let end = Placed { pose, ..world.placed(model) };
        let other = ends.iter().find(|(id, placed)| *id != model && overlapping(placed, &end));
        if let Some(&(other, _)) = other {
            let unit = world.unit_name(world.unit_of(model));
            let text = format!("2 models of {unit} would be in one place");
            let error = OrderError::new(Refusal::EndsInEachOther { other }, "MOVE-03", text);
            return Err(error.model(model).at(pose.at));
        }
        if let Some(&enemy) = movement::engaged_at(world, model, &end).first() {
            let text = format!(
                "{name} would stand in contact with {}: that is a charge",
                who(world, enemy)
            );
            let error = OrderError::new(Refusal::ThatIsACharge { enemy }, "CHG-01", text);
            return Err(error.model(model).at(pose.at));
        }
    }
    Ok(())
}

/// Whether the unit is in ranks afterwards: two of four at least, base to base and in line, with
/// its command group where it was or in front.
pub(super) fn check_ranks(
    world: &World,
    unit: UnitId,
    moved: &[(ModelId, Pose)],
    ends: &[(ModelId, Placed)],
) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    let ranks = ranks_of(ends);
    let short = ranks.len() < 2 || ranks[..2].iter().any(|rank| rank.len() < FEWEST_IN_RANK);
    if short {
        let least = ranks.iter().take(2).map(Vec::len).min().unwrap_or(0);
        let least = if ranks.len() < 2 { 0 } else { least };
        let text =
            format!("{name} would have {least} in one of its first two ranks, which need 4 each");
        let refusal = Refusal::TooFewForFormation { models: least as u32, needed: 4 };
        return Err(OrderError::new(refusal, "FORM-03", text));
    }
    let end_of = |model: ModelId| ends.iter().find(|(id, _)| *id == model).map(|(_, end)| end);
    let facing = ends.iter().map(|(_, end)| end.pose.facing).sum::<Vec2>().normalize_or(Vec2::Y);
    let front = |end: &Placed| end.pose.at.dot(facing) + end.base.depth().0 / 2.0;
    for &(model, pose) in moved {
        let Some(rank) = ranks.iter().find(|rank| rank.contains(&model)) else { continue };
        let line = end_of(model).map_or(0.0, front);
        let crooked = rank
            .iter()
            .filter_map(|&other| end_of(other))
            .map(|end| (front(end) - line).abs())
            .fold(0.0, f32::max);
        if crooked > IN_LINE {
            let crooked = Inches(crooked);
            let text =
                format!("{} would stand {crooked} out of line with its rank", who(world, model));
            let refusal = Refusal::OutOfLine { by: crooked };
            return Err(OrderError::new(refusal, "FORM-09", text).model(model).at(pose.at));
        }
    }
    let bases: Vec<Placed> = ends.iter().map(|(_, end)| *end).collect();
    if !holds_together(&bases) {
        let text = format!("{name} would no longer stand base to base");
        let (gap, allowed) = (Inches(IN_LINE), Inches(IN_LINE));
        return Err(OrderError::new(Refusal::BreaksCoherency { gap, allowed }, "FORM-03", text));
    }
    let before: Vec<(ModelId, Placed)> =
        ends.iter().map(|&(model, _)| (model, world.placed(model))).collect();
    let behind = |ranks: &[Vec<ModelId>]| -> Vec<ModelId> {
        let rear = ranks.iter().skip(1).flatten();
        rear.copied().filter(|&model| belongs_in_front(world, model)).collect()
    };
    let (was, is) = (behind(&ranks_of(&before)), behind(&ranks));
    if is.len() > was.len()
        && let Some(&model) = is.iter().find(|model| !was.contains(model))
    {
        let text = format!(
            "{} belongs in the front rank, with the others who lead {name}",
            who(world, model)
        );
        return Err(OrderError::new(Refusal::NotInFront, "FORM-12", text).model(model));
    }
    Ok(())
}

/// Reorganises the ranks of the active unit; what was checked.
pub(in crate::no_quarter) fn reorganise(world: &mut World, places: &[(ModelId, Vec2)]) {
    let Ok(moved) = plan_reorganise(world, places) else { return };
    let Some(unit) = world.frame().active else { return };
    let payers = payers(world, unit);
    let models = moved.iter().map(|(model, _)| *model).collect();
    emit(world, Event::Reorganised { unit, models, actions: REORGANISING });
    for (model, pose) in moved {
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, pose);
        let (gait, way) = (Gait::FormUp, vec![pose]);
        emit(world, Event::Moved { model, gait, from, way, actions: REORGANISING });
    }
    for model in payers {
        movement::pay(world, model, REORGANISING);
    }
    let front = super::ranks(world, unit).first().map_or(0, Vec::len);
    let frontage = u8::try_from(front).unwrap_or(u8::MAX);
    world.set_unit(unit, Formation::Ranked { frontage });
    hold::offer(world);
}
