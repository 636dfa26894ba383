//! Changing formation. Book: Changing Formations (FORM-08), Special Models In Ranked Units
//! (FORM-12).

use bevy::prelude::World;

use super::{
    FEWEST, FEWEST_IN_RANK, belongs_in_front, coherency, coherency_of, effective, forms_up_freely,
    ground, hold_the_line, is_close,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable},
    no_quarter::{
        components::{ActionsLeft, Formation, Stance, UnitRecord},
        deployment::lay_out,
        error::{OrderError, Refusal},
        event::{Event, Gait},
        hold, mishaps, movement,
        system::emit,
        who::who,
    },
    table::{Base, Inches, Placed, Pose, base::gap, formation::chain, travel::stands},
};

pub(in crate::no_quarter) fn check_form_up(
    world: &World,
    formation: Formation,
    at: Option<Pose>,
) -> Result<(), OrderError> {
    plan_form_up(world, formation, at).map(|_| ())
}

/// Where the models of the active unit would stand in a new formation; nobody moves out of ranks
/// or from one loose formation to another.
///
/// # Errors
/// The first rule that forbids it.
pub(in crate::no_quarter) fn plan_form_up(
    world: &World,
    formation: Formation,
    at: Option<Pose>,
) -> Result<Vec<(ModelId, Pose)>, OrderError> {
    let unit = movement::moving_unit(world)?;
    if world.standing(unit).is_empty() {
        let text = format!("no models of {} are on the table", world.unit_name(unit));
        return Err(OrderError::new(Refusal::NobodyThere, "FORM-08", text));
    }
    check_takes(world, unit, formation)?;
    if is_close(formation) { lay_out_block(world, unit, formation, at) } else { Ok(Vec::new()) }
}

/// Whether the active unit can take a formation, wherever it will stand then.
///
/// # Errors
/// The first rule that forbids it.
pub fn may_form_up(world: &World, formation: Formation) -> Result<(), OrderError> {
    check_takes(world, movement::moving_unit(world)?, formation)
}

fn check_takes(world: &World, unit: UnitId, formation: Formation) -> Result<(), OrderError> {
    if is_close(formation) {
        return check_able(world, unit, formation);
    }
    if *world.of_unit::<Formation>(unit) == formation {
        let text = format!("{} is already in that formation", world.unit_name(unit));
        return Err(OrderError::new(Refusal::NothingToDo, "FORM-08", text));
    }
    check_spacing(world, unit, formation)
}

/// Whether a unit hangs together as well in a looser or tighter formation as it does now.
fn check_spacing(world: &World, unit: UnitId, formation: Formation) -> Result<(), OrderError> {
    let allowed = coherency_of(formation);
    let mut models = world.standing(unit);
    let placed: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let outside =
        |allowed: Inches| placed.len() - chain(&placed, allowed).first().map_or(0, Vec::len);
    if outside(allowed) <= outside(coherency(world, unit)) {
        return Ok(());
    }
    let main = chain(&placed, allowed).swap_remove(0);
    let lost = (0..models.len()).find(|i| !main.contains(i)).unwrap_or_default();
    let nearest = main.iter().map(|&i| gap(&placed[lost], &placed[i]).0).fold(f32::MAX, f32::min);
    let model = models.swap_remove(lost);
    let text = format!(
        "{} is {} from the rest of its unit; that formation allows {allowed}",
        who(world, model),
        Inches(nearest)
    );
    let refusal = Refusal::BreaksCoherency { gap: Inches(nearest), allowed };
    Err(OrderError::new(refusal, "FORM-06", text).model(model).at(placed[lost].pose.at))
}

/// Whether a unit can form up at all: enough models, all actions left, nobody in combat or down.
fn check_able(world: &World, unit: UnitId, formation: Formation) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    let models = world.standing(unit);
    let count = models.len();
    let needed = match formation {
        Formation::Ranked { frontage } => {
            FEWEST.max(usize::from(frontage).max(FEWEST_IN_RANK) + FEWEST_IN_RANK)
        }
        Formation::Closed | Formation::Skirmish | Formation::Dispersed => FEWEST,
    };
    if let Formation::Ranked { frontage } = formation
        && usize::from(frontage) < FEWEST_IN_RANK
    {
        let text = format!("ranks are at least {FEWEST_IN_RANK} wide, not {frontage}");
        let refusal = Refusal::TooFewForFormation { models: frontage.into(), needed: 4 };
        return Err(OrderError::new(refusal, "FORM-03", text));
    }
    if count < needed {
        let has = playable::count(count, "model");
        let text = format!("{name} has {has} and needs {needed} for this formation");
        let (models, needed) = (count as u32, needed as u32);
        let refusal = Refusal::TooFewForFormation { models, needed };
        return Err(OrderError::new(refusal, "FORM-03", text));
    }
    if world.of_unit::<UnitRecord>(unit).acted {
        let text = format!("forming up takes all actions of {name}, and it has already used some");
        return Err(OrderError::new(Refusal::ActedAlready, "FORM-08", text));
    }
    for model in models {
        let name = who(world, model);
        mishaps::check_not_jammed(world, model)?;
        if movement::is_engaged(world, model) {
            let text = format!("{name} is in combat and can't take a place in a new formation");
            return Err(OrderError::new(Refusal::InCombat, "FORM-08", text).model(model));
        }
        if *world.of_model::<Stance>(model) == Stance::Prone {
            let text = format!("{name} is prone and can't take a place in a new formation");
            return Err(OrderError::new(Refusal::Prone, "MOVE-04", text).model(model));
        }
    }
    Ok(())
}

/// Where everybody stands in a new block, if all of it may be there.
fn lay_out_block(
    world: &World,
    unit: UnitId,
    formation: Formation,
    at: Option<Pose>,
) -> Result<Vec<(ModelId, Pose)>, OrderError> {
    let Some(at) = at.filter(|pose| pose.is_sound()) else {
        let text = "say where the middle of the new front should stand, and which way it should \
                    face";
        return Err(OrderError::new(Refusal::NothingToDo, "FORM-08", text));
    };
    let mut models = world.standing(unit);
    let command = front_first(world, &mut models);
    let bases: Vec<Base> = models.iter().map(|&model| *world.of_model::<Base>(model)).collect();
    let places = lay_out(&bases, command, formation, &at);
    let present: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let block: Vec<Placed> =
        bases.iter().zip(&places).map(|(&base, &pose)| Placed::new(base, pose)).collect();
    ground::check(world, unit, &present, &block)?;
    let taken = assign(&models, &present, &block, command);
    let around = movement::around(world, &models, &[]);
    let surroundings = around.surroundings(world);
    for &(model, pose) in &taken {
        stands(&movement::mover(world, model), &pose, &surroundings, false)
            .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, &around))?;
        let end = Placed { pose, ..world.placed(model) };
        if let Some(&enemy) = movement::engaged_at(world, model, &end).first() {
            let (name, other) = (who(world, model), who(world, enemy));
            let text = format!("{name} would stand in contact with {other}: that is a charge");
            let error = OrderError::new(Refusal::ThatIsACharge { enemy }, "CHG-01", text);
            return Err(error.model(model).at(pose.at));
        }
    }
    Ok(taken)
}

/// Sorts models by who belongs in the front rank, and says how many do (FORM-12).
pub(in crate::no_quarter) fn front_first(world: &World, models: &mut [ModelId]) -> usize {
    let is_behind = |model: &ModelId| !belongs_in_front(world, *model);
    models.sort_by_key(|model| (is_behind(model), *model));
    models.iter().filter(|model| !is_behind(model)).count()
}

/// Who takes which place: front places first, each by the nearest model that is left; the first
/// `command` places belong to the first `command` models, and each place to bases of its size.
fn assign(
    models: &[ModelId],
    present: &[Placed],
    places: &[Placed],
    command: usize,
) -> Vec<(ModelId, Pose)> {
    let mut free: Vec<usize> = (0..models.len()).collect();
    let mut taken = Vec::with_capacity(models.len());
    for (i, place) in places.iter().enumerate() {
        let entitled =
            |who: usize| (who < command) == (i < command) && present[who].base == place.base;
        let distance = |who: usize| present[who].pose.at.distance_squared(place.pose.at);
        let next = free
            .iter()
            .enumerate()
            .filter(|&(_, &who)| entitled(who))
            .min_by(|a, b| distance(*a.1).total_cmp(&distance(*b.1)).then(a.1.cmp(b.1)));
        if let Some((index, &who)) = next {
            taken.push((models[who], place.pose));
            free.remove(index);
        }
    }
    taken
}

/// Puts the active unit into a new formation; what was checked.
pub(in crate::no_quarter) fn form_up(world: &mut World, formation: Formation, at: Option<Pose>) {
    let Ok(places) = plan_form_up(world, formation, at) else { return };
    let Some(unit) = world.frame().active else { return };
    let from = *world.of_unit::<Formation>(unit);
    let was = effective(world, unit);
    // Breaking ranks costs nothing anyway.
    let freely = !places.is_empty() && forms_up_freely(world, unit);
    if freely {
        hold_the_line::commit(world, unit);
    }
    world.set_unit(unit, formation);
    emit(world, Event::FormedUp { unit, from, to: formation });
    if is_close(was) && !is_close(formation) {
        emit(world, Event::RanksBroken { unit });
    }
    for (model, pose) in places {
        let before = *world.of_model::<Pose>(model);
        let actions = if freely { 0 } else { world.of_model::<ActionsLeft>(model).0 };
        world.set_model(model, pose);
        if !freely {
            movement::pay(world, model, actions);
        }
        let gait = Gait::FormUp;
        emit(world, Event::Moved { model, gait, from: before, way: vec![pose], actions });
    }
    if is_close(formation) {
        hold::offer(world);
    }
}
