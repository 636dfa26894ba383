//! Moves of single models, all at the same time: what they cost, whether they may be made, and
//! their beginning. Book: Move, Enemy Attack Zones (MOVE-01 to MOVE-08), Breaking Off (CC-08).

use bevy::{math::Vec2, prelude::World};

use super::{
    around::{Around, around, mover},
    check_member,
    engagement::{engaged_at, engaged_with},
    limit::check_length,
    moving_unit,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        close_combat,
        components::{ActionsLeft, Record, Stance},
        error::{OrderError, Refusal},
        event::{Event, Gait},
        formations, mishaps,
        order::ModelMove,
        step::{Step, Walk, Walker},
        support_weapons,
        system::{emit, push},
        who::who,
    },
    table::{Account, Obstruction, Placed, Pose, Travel, base::overlapping, travel::travel},
};

/// No path has more points; guards against orders from outside.
const MOST_POINTS: usize = 256;

/// One model's move, as it would be made.
#[derive(Clone, Debug)]
pub(in crate::no_quarter) struct PlannedMove {
    /// Who.
    pub model: ModelId,
    /// The way, with its cost; a turn on the spot has one tick and perhaps no cost.
    pub travel: Travel,
    /// Enemies it leaves contact with by choice.
    pub leaves: Vec<ModelId>,
}

impl PlannedMove {
    /// Where it ends.
    pub fn end(&self) -> Pose {
        *self.travel.ticks.last().expect("a way has at least one tick")
    }

    /// What it costs.
    pub fn actions(&self) -> u8 {
        u8::try_from(self.travel.actions).unwrap_or(u8::MAX)
    }
}

pub(in crate::no_quarter) fn check_move(
    world: &World,
    moves: &[ModelMove],
) -> Result<(), OrderError> {
    plan_move(world, moves).map(|_| ())
}

/// What a move of the active unit would be.
///
/// # Errors
/// The first rule that forbids it.
pub(in crate::no_quarter) fn plan_move(
    world: &World,
    moves: &[ModelMove],
) -> Result<Vec<PlannedMove>, OrderError> {
    let unit = moving_unit(world)?;
    if moves.is_empty() {
        let text = "the order to move names no models";
        return Err(OrderError::new(Refusal::NothingToDo, "MOVE-01", text));
    }
    if formations::is_ranked(world, unit) {
        let text = format!(
            "{} is in ranks and moves as one block: manoeuvre it, or break ranks first",
            world.unit_name(unit)
        );
        return Err(OrderError::new(Refusal::Ranked, "MOVE-09", text));
    }
    for (i, wish) in moves.iter().enumerate() {
        check_mover(world, unit, wish)?;
        if moves[..i].iter().any(|other| other.model == wish.model) {
            let text = format!("{} is named twice", who(world, wish.model));
            return Err(OrderError::new(Refusal::NamedTwice, "", text).model(wish.model));
        }
    }
    let models: Vec<ModelId> = moves.iter().map(|wish| wish.model).collect();
    let around = around(world, &models, &[]);
    let mut planned: Vec<PlannedMove> =
        moves.iter().map(|wish| plan_one(world, wish, &around)).collect::<Result<_, _>>()?;
    for &model in models.iter().filter(|&&model| support_weapons::is_chassis(world, model)) {
        support_weapons::pay_to_push(world, &mut planned, model)?;
    }
    check_ends(world, &planned)?;
    let ends: Vec<(ModelId, Placed)> = planned.iter().map(|one| end_of(world, one)).collect();
    for (model, end) in ends.iter().filter(|(model, _)| support_weapons::is_chassis(world, *model))
    {
        support_weapons::check_battery(world, *model, end)?;
    }
    formations::check_coherency(world, &ends)?;
    let strays: Vec<(ModelId, Pose, u32)> =
        planned.iter().map(|one| (one.model, one.end(), one.travel.actions)).collect();
    formations::check_stray(world, unit, &strays)?;
    Ok(planned)
}

fn check_mover(world: &World, unit: UnitId, wish: &ModelMove) -> Result<(), OrderError> {
    let model = wish.model;
    check_member(world, unit, model)?;
    let name = who(world, model);
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{name} is prone and has to stand up first, for 3 actions");
        return Err(OrderError::new(Refusal::Prone, "MOVE-04", text).model(model));
    }
    mishaps::check_not_jammed(world, model)?;
    let facing = wish.facing.and_then(Vec2::try_normalize);
    if wish.path.is_empty() && facing.is_none() {
        let text = format!("{name} has been given neither a path nor a facing");
        return Err(OrderError::new(Refusal::NothingToDo, "MOVE-01", text).model(model));
    }
    if wish.path.len() > MOST_POINTS {
        let text = format!("the way of {name} has more than {MOST_POINTS} points");
        return Err(OrderError::new(Refusal::NothingToDo, "MOVE-01", text).model(model));
    }
    if wish.path.iter().any(|at| !at.is_finite()) {
        let at = world.of_model::<Pose>(model).at;
        let text = format!("the way of {name} leads far off any table");
        let refusal = Refusal::Obstructed(Obstruction::OffTable { at });
        return Err(OrderError::new(refusal, "MOVE-01", text).model(model));
    }
    Ok(())
}

/// The way of one model, legal by itself.
fn plan_one(world: &World, wish: &ModelMove, around: &Around) -> Result<PlannedMove, OrderError> {
    let model = wish.model;
    let start = *world.of_model::<Pose>(model);
    let pushed = support_weapons::is_chassis(world, model);
    let surroundings = around.surroundings(world);
    let mut travel =
        travel(&mover(world, model), &start, &wish.path, wish.facing, &surroundings)
            .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, around))?;
    if wish.path.is_empty() {
        travel.account = turning(world, model);
        travel.actions = travel.account.total();
    }
    let left = world.of_model::<ActionsLeft>(model).0;
    if travel.actions > u32::from(left) && !pushed {
        let needed = u8::try_from(travel.actions).unwrap_or(u8::MAX);
        return Err(OrderError::not_enough_actions(world, model, "for this move", needed, left));
    }
    check_length(world, model, travel.length)?;
    let before = engaged_with(world, model);
    let mut planned = PlannedMove { model, travel, leaves: Vec::new() };
    let (_, end) = end_of(world, &planned);
    let after = engaged_at(world, model, &end);
    if let Some(&enemy) = after.iter().find(|enemy| !before.contains(enemy)) {
        let (name, other) = (who(world, model), who(world, enemy));
        let text = format!("{name} would end in contact with {other}: that is a charge");
        let error = OrderError::new(Refusal::ThatIsACharge { enemy }, "CHG-01", text);
        return Err(error.model(model).at(end.pose.at));
    }
    planned.leaves = before.into_iter().filter(|enemy| !after.contains(enemy)).collect();
    Ok(planned)
}

/// What turning a model on the spot costs. Ruling: it is free at the start of its activation. A support
/// weapon is always turned for nothing (SUP-01).
pub(in crate::no_quarter) fn turning(world: &World, model: ModelId) -> Account {
    let pushed = support_weapons::is_chassis(world, model);
    Account::turning(u32::from(world.of_model::<Record>(model).acted && !pushed))
}

fn end_of(world: &World, planned: &PlannedMove) -> (ModelId, Placed) {
    (planned.model, Placed { pose: planned.end(), ..world.placed(planned.model) })
}

/// Whether the models end clear of each other.
fn check_ends(world: &World, planned: &[PlannedMove]) -> Result<(), OrderError> {
    let ends: Vec<(ModelId, Placed)> = planned.iter().map(|one| end_of(world, one)).collect();
    for (i, (model, end)) in ends.iter().enumerate() {
        for (other, other_end) in &ends[..i] {
            if super::near(end, other_end, 0.0) && overlapping(end, other_end) {
                let unit = world.unit_name(world.unit_of(*model));
                let text = format!("2 models of {unit} would end on the same ground");
                let refusal = Refusal::EndsInEachOther { other: *other };
                let error = OrderError::new(refusal, "MOVE-03", text);
                return Err(error.model(*model).at(end.pose.at));
            }
        }
    }
    Ok(())
}

/// Begins a move that was checked: enemies left behind strike first, then everybody walks.
pub(in crate::no_quarter) fn begin_move(world: &mut World, moves: Vec<ModelMove>) {
    let Ok(planned) = plan_move(world, &moves) else { return };
    let Some(unit) = world.frame().active else { return };
    let breaking: Vec<(ModelId, Vec<ModelId>)> = planned
        .iter()
        .filter(|one| !one.leaves.is_empty())
        .map(|one| (one.model, one.leaves.clone()))
        .collect();
    let walkers = planned
        .into_iter()
        .map(|one| {
            let actions = one.actions();
            Walker { model: one.model, ticks: one.travel.ticks, actions }
        })
        .collect();
    let walk = Walk { unit, gait: Gait::Move, walkers, tick: 0, interruptible: true };
    push(world, Step::Walk(walk));
    for &(model, _) in &breaking {
        emit(world, Event::BrokeOff { model });
    }
    for (model, left) in breaking.iter().rev() {
        close_combat::free_hits(world, *model, left);
    }
}
