//! Moves of a ranked unit as one block. Book: Ranked Formation (MOVE-09); the costs are a ruling.

use bevy::{math::Vec2, prelude::World};

use super::{
    around::{Around, around, mover},
    engagement::is_engaged,
    limit::{actions_for_moving, check_length, length},
    moving_unit,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Stance},
        error::{OrderError, Refusal},
        event::{Event, Gait},
        formations, mishaps,
        step::{Step, Walk, Walker},
        system::{emit, push},
        who::who,
    },
    table::{
        Inches, Mover, Obstruction, Placed, Pose, Surroundings,
        formation::{Block, BlockTravel, Manoeuvre, block_of, manoeuvre},
        manoeuvre::{self, BlockReach},
    },
};

/// What a manoeuvre of a block would be. Ruling: turning in place costs what reorganising the ranks
/// does (MOVE-09, FORM-09).
///
/// # Errors
/// Which model can't, and why.
pub(in crate::no_quarter) fn drill(
    movers: &[(Mover, Pose)],
    wish: &Manoeuvre,
    around: &Surroundings,
) -> Result<BlockTravel, (usize, Obstruction)> {
    manoeuvre(movers, wish, u32::from(formations::REORGANISING), around)
}

/// Everything that a block can get to with so many actions.
///
/// # Errors
/// Why it can't move at all.
pub(in crate::no_quarter) fn block_reach(
    world: &World,
    unit: UnitId,
    actions: u32,
) -> Result<BlockReach, OrderError> {
    check_block(world, unit)?;
    let models = world.standing(unit);
    let around = around(world, &models, &[]);
    let (movers, turning) = (movers(world, &models), u32::from(formations::REORGANISING));
    Ok(manoeuvre::block_reach(&movers, actions, turning, &around.surroundings(world)))
}

/// The models of a block as the table wants them, by id.
pub(in crate::no_quarter) fn movers(world: &World, models: &[ModelId]) -> Vec<(Mover, Pose)> {
    models.iter().map(|&model| (mover(world, model), *world.of_model::<Pose>(model))).collect()
}

pub(in crate::no_quarter) fn check_manoeuvre(
    world: &World,
    wish: &Manoeuvre,
) -> Result<(), OrderError> {
    plan_manoeuvre(world, wish).map(|_| ())
}

/// What a manoeuvre of the active unit would be: its models, and their way.
///
/// # Errors
/// The first rule that forbids it.
pub(in crate::no_quarter) fn plan_manoeuvre(
    world: &World,
    wish: &Manoeuvre,
) -> Result<(Vec<ModelId>, BlockTravel), OrderError> {
    let active = ActiveBlock::of(world)?;
    let travel = active.plan(wish)?;
    Ok((active.models, travel))
}

/// The active unit as a block, with all that several manoeuvres need to know of it.
pub(in crate::no_quarter) struct ActiveBlock<'w> {
    world: &'w World,
    models: Vec<ModelId>,
    movers: Vec<(Mover, Pose)>,
    around: Around,
}

impl<'w> ActiveBlock<'w> {
    /// The active unit.
    ///
    /// # Errors
    /// Why it can't make any manoeuvre.
    pub fn of(world: &'w World) -> Result<Self, OrderError> {
        let unit = moving_unit(world)?;
        check_block(world, unit)?;
        let models = world.standing(unit);
        let (movers, around) = (movers(world, &models), around(world, &models, &[]));
        Ok(Self { world, models, movers, around })
    }

    /// As it stands.
    pub fn block(&self) -> Block {
        self.block_at(self.movers.iter().map(|&(_, pose)| pose))
    }

    /// As it would stand after a manoeuvre, if nothing were in its way.
    pub fn block_after(&self, wish: &Manoeuvre) -> Block {
        self.block_at(manoeuvre::manoeuvre_end(&self.movers, wish).into_iter())
    }

    fn block_at(&self, poses: impl Iterator<Item = Pose>) -> Block {
        let movers = self.movers.iter();
        let placed: Vec<Placed> =
            movers.zip(poses).map(|((mover, _), pose)| mover.placed(pose)).collect();
        let facing = placed.first().map_or(Vec2::Y, |first| first.pose.facing);
        block_of(&placed, facing)
    }

    /// The most inches that all of it can go with the actions that they have left.
    pub fn reach(&self) -> f32 {
        let actions = self.models.iter().map(|&model| actions_for_moving(self.world, model)).min();
        let rate = self.movers.iter().map(|(mover, _)| mover.rate.0);
        rate.fold(f32::MAX, f32::min) * f32::from(actions.unwrap_or(0))
    }

    /// What a manoeuvre of it would be.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn plan(&self, wish: &Manoeuvre) -> Result<BlockTravel, OrderError> {
        let Self { world, models, around, .. } = self;
        if !goes_anywhere(wish) {
            let text = "this would not move the unit";
            return Err(OrderError::new(Refusal::NothingToDo, "MOVE-09", text));
        }
        let surroundings = around.surroundings(world);
        let travel = drill(&self.movers, wish, &surroundings).map_err(|(index, obstruction)| {
            OrderError::obstructed(world, models[index], obstruction, around)
        })?;
        for &model in models {
            let left = world.of_model::<ActionsLeft>(model).0;
            if travel.actions > u32::from(left) {
                let needed = u8::try_from(travel.actions).unwrap_or(u8::MAX);
                return Err(OrderError::not_enough_actions(
                    world,
                    model,
                    "for this manoeuvre",
                    needed,
                    left,
                ));
            }
        }
        for walker in block_walkers(models, &travel) {
            let from = *world.of_model::<Pose>(walker.model);
            check_length(world, walker.model, length(from, &walker.ticks))?;
        }
        let ends = travel.frames.last().map_or(&[][..], Vec::as_slice);
        for ((&model, (mover, _)), &pose) in models.iter().zip(&self.movers).zip(ends) {
            if let Some(enemy) = around.first_engaged(world, &Placed::new(mover.base, pose)) {
                let (name, other) = (who(world, model), who(world, enemy));
                let text = format!("{name} would end in contact with {other}: that is a charge");
                let error = OrderError::new(Refusal::ThatIsACharge { enemy }, "CHG-01", text);
                return Err(error.model(model).at(pose.at));
            }
        }
        Ok(travel)
    }
}

fn goes_anywhere(wish: &Manoeuvre) -> bool {
    let some = |length: Inches| length.0 > 0.0 && length.0.is_finite();
    match wish {
        Manoeuvre::Ahead(way) | Manoeuvre::Back(way) | Manoeuvre::Sidestep(_, way) => some(*way),
        Manoeuvre::Wheel { degrees, .. } => *degrees > 0.0 && degrees.is_finite(),
        Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => true,
    }
}

/// Whether a unit is a block that can move: in ranks, all on their feet, nobody in combat.
fn check_block(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    if !formations::is_ranked(world, unit) {
        let text = format!("{name} is not in ranks: move its models one by one");
        return Err(OrderError::new(Refusal::NotRanked, "MOVE-09", text));
    }
    for model in world.standing(unit) {
        mishaps::check_not_jammed(world, model)?;
        if is_engaged(world, model) {
            let text = format!(
                "{} is in combat, so the block can't move: fight, or break ranks to break off",
                who(world, model)
            );
            return Err(OrderError::new(Refusal::InCombat, "MOVE-09", text).model(model));
        }
        if *world.of_model::<Stance>(model) == Stance::Prone {
            let text = format!(
                "{} is prone: it has to stand up, for 3 actions, before the block can move",
                who(world, model)
            );
            return Err(OrderError::new(Refusal::Prone, "MOVE-04", text).model(model));
        }
    }
    Ok(())
}

/// Begins a manoeuvre that was checked.
pub(in crate::no_quarter) fn begin_manoeuvre(world: &mut World, wish: &Manoeuvre) {
    let Ok((models, travel)) = plan_manoeuvre(world, wish) else { return };
    let Some(unit) = world.frame().active else { return };
    let actions = u8::try_from(travel.actions).unwrap_or(u8::MAX);
    emit(world, Event::Manoeuvred { unit, manoeuvre: *wish, actions });
    let walkers = block_walkers(&models, &travel);
    let walk = Walk { unit, gait: Gait::InRanks, walkers, tick: 0, interruptible: true };
    push(world, Step::Walk(walk));
}

/// Each model's way out of a block's.
pub(in crate::no_quarter) fn block_walkers(
    models: &[ModelId],
    travel: &BlockTravel,
) -> Vec<Walker> {
    let actions = u8::try_from(travel.actions).unwrap_or(u8::MAX);
    let walker = |(i, &model): (usize, &ModelId)| {
        let ticks = travel.frames.iter().filter_map(|frame| frame.get(i).copied()).collect();
        Walker { model, ticks, actions }
    };
    models.iter().enumerate().map(walker).collect()
}
