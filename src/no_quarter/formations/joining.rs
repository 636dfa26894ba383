//! Individuals who join a unit. Book: Individuals And Characters In Units, Special Models In Ranked
//! Units (FORM-10, FORM-12).

use bevy::prelude::World;

use super::{
    belongs_in_front, gap_within, is_close, is_ranked,
    membership::{change_unit, home},
    ranks, ranks_of,
    reorganise::{check_ground, check_ranks},
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Activation, Formation, Momentum, Morale, Record, Role, Stance},
        error::{OrderError, Refusal},
        event::{Event, Gait},
        movement,
        system::emit,
        turn_sequence,
    },
    table::{Base, Inches, Placed, Pose, base::gap},
};

/// Whether the active individual may join a unit.
pub(in crate::no_quarter) fn check_join(world: &World, unit: UnitId) -> Result<(), OrderError> {
    plan_join(world, unit).map(|_| ())
}

/// Who stands where once the active individual has joined a unit: nobody anywhere else, unless the
/// unit is in ranks. Ruling: then he takes his place in the front rank at once, at its end if he
/// stands there, or that of one of its men, who steps where he stood.
///
/// # Errors
/// The first rule that forbids it.
pub(in crate::no_quarter) fn plan_join(
    world: &World,
    unit: UnitId,
) -> Result<Vec<(ModelId, Pose)>, OrderError> {
    let own = movement::moving_unit(world)?;
    if world.roster().unit(unit).is_none() {
        return Err(OrderError::no_such_unit(world, unit));
    }
    let (name, other) = (world.unit_name(own), world.unit_name(unit));
    let refuse = |refusal, text| Err(OrderError::new(refusal, "FORM-10", text));
    let models = world.standing(own);
    let [model] = models[..] else {
        let text = format!("{name} isn't a lone individual, so it can't join a unit");
        return refuse(Refusal::NotAnIndividual, text);
    };
    if home(world, model) != Some(own) {
        let text =
            format!("{name} isn't an individual: only individuals and characters can join a unit");
        return refuse(Refusal::NotAnIndividual, text);
    }
    if unit == own || world.side_of(unit) != world.side_of(own) {
        return refuse(Refusal::NothingToDo, format!("{name} can't join {other}"));
    }
    let others = world.standing(unit);
    if others.is_empty() {
        return refuse(Refusal::NobodyThere, format!("no models of {other} are on the table"));
    }
    check_standards(world, model, unit)?;
    for unit in [own, unit] {
        if *world.of_unit::<Morale>(unit) != Morale::Steady {
            let text = format!("{} has lost its nerve, so nobody can join", world.unit_name(unit));
            return refuse(Refusal::Panicked, text);
        }
    }
    let here = world.placed(model);
    let gaps = others.iter().map(|&other| gap(&here, &world.placed(other)).0);
    let nearest = Inches(gaps.fold(f32::MAX, f32::min));
    let formation = super::effective(world, unit);
    let allowed = gap_within(formation);
    if !nearest.at_most(allowed) {
        let how = if is_close(formation) {
            "base to base".to_owned()
        } else {
            format!("within {allowed}")
        };
        let text = format!(
            "{name} is {nearest} from {other} and has to be {how} to join it: move nearer first"
        );
        let error =
            OrderError::new(Refusal::BreaksCoherency { gap: nearest, allowed }, "FORM-10", text);
        return Err(error.model(model).at(here.pose.at));
    }
    if *world.of_unit::<Activation>(unit) != Activation::Activated {
        let text =
            format!("{other} hasn't been activated this turn; {name} can join it after that");
        return refuse(Refusal::NotYetActivated, text);
    }
    if is_ranked(world, unit) { into_the_front(world, model, unit) } else { Ok(Vec::new()) }
}

/// The bearer of the army's standard is the only one in a unit who bears a standard. Ruling: a unit whose
/// own bearer has fallen may be joined.
fn check_standards(world: &World, model: ModelId, unit: UnitId) -> Result<(), OrderError> {
    if *world.of_model::<Role>(model) != Role::ArmyStandard {
        return Ok(());
    }
    let bears = |own: &ModelId| *world.of_model::<Role>(*own) == Role::StandardBearer;
    let Some(bearer) = world.standing(unit).into_iter().find(bears) else { return Ok(()) };
    let (name, other) = (world.model_name(model), world.unit_name(unit));
    let text = format!(
        "{name} bears the army's standard and can't join {other}, which has a standard of its own"
    );
    Err(OrderError::new(Refusal::OneStandard, "SET-11", text).model(bearer))
}

/// How an individual beside a block gets into its front rank.
fn into_the_front(
    world: &World,
    model: ModelId,
    unit: UnitId,
) -> Result<Vec<(ModelId, Pose)>, OrderError> {
    let men = world.standing(unit);
    let front = ranks(world, unit).into_iter().next().unwrap_or_default();
    let Some(facing) = front.first().map(|&first| world.of_model::<Pose>(first).facing) else {
        return Ok(Vec::new());
    };
    let here = world.placed(model).pose;
    let mut ways = vec![vec![(model, Pose { facing, ..here })]];
    let base = *world.of_model::<Base>(model);
    let mut partners = front;
    partners.retain(|&man| {
        !belongs_in_front(world, man)
            && *world.of_model::<Base>(man) == base
            && *world.of_model::<Stance>(man) == Stance::Standing
            && !movement::is_engaged(world, man)
    });
    let distance = |man: ModelId| world.of_model::<Pose>(man).at.distance_squared(here.at);
    partners.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
    ways.extend(partners.into_iter().map(|man| {
        let place = *world.of_model::<Pose>(man);
        vec![(model, place), (man, Pose { facing: place.facing, ..here })]
    }));
    let everybody: Vec<ModelId> = men.into_iter().chain([model]).collect();
    let fits = |moved: &Vec<(ModelId, Pose)>| {
        let end = |&id: &ModelId| {
            let placed = world.placed(id);
            let new = moved.iter().find(|(other, _)| *other == id);
            (id, new.map_or(placed, |(_, pose)| Placed { pose: *pose, ..placed }))
        };
        let ends: Vec<(ModelId, Placed)> = everybody.iter().map(end).collect();
        ranks_of(&ends).first().is_some_and(|front| front.contains(&model))
            && check_ground(world, &everybody, moved, &ends).is_ok()
            && check_ranks(world, unit, moved, &ends).is_ok()
    };
    ways.into_iter().find(fits).ok_or_else(|| {
        let (name, other) = (world.model_name(model), world.unit_name(unit));
        let text = format!(
            "{name} belongs in the front rank of {other}: join at the end of that rank, or from \
             behind or beside the block, in line with the others, where another model can make room"
        );
        OrderError::new(Refusal::NotInFront, "FORM-12", text).model(model).at(here.at)
    })
}

/// The active individual joins a unit, and has had its go.
pub(in crate::no_quarter) fn join(world: &mut World, unit: UnitId) {
    let Some(own) = world.frame().active else { return };
    let Some(&model) = world.standing(own).first() else { return };
    let Ok(places) = plan_join(world, unit) else { return };
    let ranked = is_ranked(world, unit);
    change_unit(world, model, unit);
    for (model, pose) in places {
        let from = *world.of_model::<Pose>(model);
        if from != pose {
            world.set_model(model, pose);
            let gait = Gait::FormUp;
            emit(world, Event::Moved { model, gait, from, way: vec![pose], actions: 0 });
        }
    }
    if ranked {
        let front = ranks(world, unit).first().map_or(0, Vec::len);
        let frontage = u8::try_from(front).unwrap_or(u8::MAX);
        world.set_unit(unit, Formation::Ranked { frontage });
    }
    world.set_model(model, ActionsLeft(0));
    world.set_model(model, Momentum(0));
    let record = Record { acted: false, ..*world.of_model::<Record>(model) };
    world.set_model(model, record);
    emit(world, Event::JoinedUnit { model, unit });
    turn_sequence::end_activation(world);
}
