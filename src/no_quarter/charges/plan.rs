//! Where a charge goes. The preview, the order and the computer players ask the same function, most
//! often about the same charge one after the other, so the last plan is remembered.

use std::sync::{Mutex, PoisonError};

use bevy::prelude::{Resource, World};

use super::{block, loose};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::ActionsLeft,
        formations,
        movement::{self, Around},
        step::Walker,
    },
    table::{Mover, Placed, Pose, Table},
};

/// Where everybody of a charge goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChargePlan {
    /// Who moves, and how.
    pub walkers: Vec<Walker>,
    /// Those of them who come into contact.
    pub contacts: Vec<ModelId>,
}

/// All that a plan depends on besides the table, as plain values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    /// Whether they charge as one block.
    as_block: bool,
    /// Who charges.
    pub models: Vec<ModelId>,
    /// The same, as movers where they stand.
    pub movers: Vec<(Mover, Pose)>,
    /// The actions that each of them has left.
    pub actions: Vec<u32>,
    /// Those of the charged unit.
    pub targets: Vec<Placed>,
    /// What is around the chargers.
    pub around: Around,
}

/// The last charge that was planned in a battle. It is no state: who asks about the same scene
/// gets the same plan without it, only later.
#[derive(Resource, Debug, Default)]
pub struct LastPlan(Mutex<Option<(Table, Scene, ChargePlan)>>);

/// Plans a charge of some models of a unit at another unit, with the actions they have left.
/// A ranked unit charges as one block, others model by model.
pub fn plan(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> ChargePlan {
    let scene = Scene::of(world, unit, models, target);
    let table = world.table();
    let Some(last) = world.get_resource::<LastPlan>() else { return scene.plan(table) };
    let mut last = last.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((there, known, plan)) = &*last
        && *known == scene
        && there == table
    {
        return plan.clone();
    }
    let plan = scene.plan(table);
    *last = Some((table.clone(), scene, plan.clone()));
    plan
}

impl Scene {
    fn of(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> Self {
        let whole = models.len() == world.standing(unit).len();
        let actions = |&model: &ModelId| u32::from(world.of_model::<ActionsLeft>(model).0);
        Self {
            as_block: formations::is_ranked(world, unit) && whole,
            models: models.to_vec(),
            movers: movement::movers(world, models),
            actions: models.iter().map(actions).collect(),
            targets: world.standing(target).iter().map(|&model| world.placed(model)).collect(),
            around: movement::around(world, models, &[target]),
        }
    }

    fn plan(&self, table: &Table) -> ChargePlan {
        if self.as_block { block::plan(self, table) } else { loose::plan(self, table) }
    }
}
