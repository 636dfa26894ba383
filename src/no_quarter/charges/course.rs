//! The course of a charge: where everybody goes. The order, its preview and the computer players ask
//! the same function, each for itself; whether anybody gets nearer at all is known sooner.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::World;

use super::{block, loose, sound_charge::sounded};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::ActionsLeft,
        formations,
        movement::{self, Around},
        step::Walker,
    },
    table::{Account, Mover, Placed, Pose, Table},
};

/// Where everybody of a charge goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Who moves, and how.
    pub walkers: Vec<Walker>,
    /// Those of them who come into contact.
    pub contacts: Vec<ModelId>,
    /// What the actions of each walker go to, in their order; empty where the course is cut short.
    pub accounts: Vec<Account>,
}

impl Course {
    /// Where those who move end.
    pub fn ends(&self, world: &World) -> impl Iterator<Item = Placed> {
        self.walkers.iter().map(|walker| {
            let placed = world.placed(walker.model);
            walker.ticks.last().map_or(placed, |&pose| Placed { pose, ..placed })
        })
    }
}

/// All that a course depends on besides the table, as plain values.
#[derive(Debug, PartialEq)]
pub(in crate::no_quarter) struct Lineup {
    /// Whether they charge as one block.
    as_block: bool,
    /// Who charges.
    pub(super) models: Vec<ModelId>,
    /// The same, as movers where they stand.
    pub(super) movers: Vec<(Mover, Pose)>,
    /// The actions that each of them has for its way.
    pub(super) actions: Vec<u32>,
    /// Those among them that the musician gives (AB-SOUND-CHARGE).
    sounded: u8,
    /// Those of the charged unit.
    pub(super) targets: Vec<Placed>,
    /// What is around the chargers.
    pub(super) around: Around,
}

/// The course of a charge of some models of a unit at another unit, with the actions they have left
/// and those that their musician gives them, which they don't pay. A ranked unit charges as one block,
/// others model by model.
pub fn course(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> Course {
    Lineup::of(world, unit, models, target).course(world.table())
}

/// Whether anybody gets nearer in a charge: whether its course has any walkers.
pub(super) fn gets_nearer(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> bool {
    let lineup = Lineup::of(world, unit, models, target);
    let table = world.table();
    if lineup.as_block {
        !block::course(&lineup, table).walkers.is_empty()
    } else {
        loose::gets_nearer(&lineup, table)
    }
}

impl Lineup {
    /// What the [course] of a charge depends on.
    pub(in crate::no_quarter) fn of(
        world: &World,
        unit: UnitId,
        models: &[ModelId],
        target: UnitId,
    ) -> Self {
        let whole = models.len() == world.standing(unit).len();
        let sounded = sounded(world, unit);
        let actions = |&model: &ModelId| {
            let own = world.of_model::<ActionsLeft>(model).0.saturating_add(sounded);
            u32::from(movement::within_limit(world, model, own))
        };
        Self {
            sounded,
            as_block: formations::is_ranked(world, unit) && whole,
            models: models.to_vec(),
            movers: movement::movers(world, models),
            actions: models.iter().map(actions).collect(),
            targets: world.placed_models(target),
            around: movement::around(world, models, &[target]),
        }
    }

    /// The [course] on this table.
    pub(in crate::no_quarter) fn course(&self, table: &Table) -> Course {
        let mut course =
            if self.as_block { block::course(self, table) } else { loose::course(self, table) };
        for walker in &mut course.walkers {
            walker.actions = walker.actions.saturating_sub(self.sounded);
        }
        for account in &mut course.accounts {
            account.take_off(u32::from(self.sounded));
        }
        course
    }

    /// A number made of everybody's actions and place: lineups with different numbers differ, and most
    /// that differ have different numbers.
    pub(in crate::no_quarter) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.actions.hash(&mut hasher);
        let own = self.movers.iter().map(|(_, pose)| pose.at);
        let places = own.chain(self.targets.iter().map(|target| target.pose.at));
        for at in places {
            (at.x.to_bits(), at.y.to_bits()).hash(&mut hasher);
        }
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::{ops::ControlFlow, sync::Mutex};

    use super::*;
    use crate::{
        battle::levels,
        lab::{Bout, play},
        no_quarter::{NoQuarter, charges::chargers},
    };

    #[test]
    fn whoever_gets_nearer_has_a_course() {
        // In how many charges nobody gets nearer, and in how many somebody does.
        let seen = Mutex::new([0, 0]);
        let compare = |world: &World| {
            let units: Vec<UnitId> = world.roster().units().collect();
            for (&unit, &target) in units.iter().flat_map(|a| units.iter().map(move |b| (a, b))) {
                let models = chargers(world, unit, &[]);
                let enemies = world.side_of(unit) != world.side_of(target);
                if !enemies || models.is_empty() || world.standing(target).is_empty() {
                    continue;
                }
                let known = gets_nearer(world, unit, &models, target);
                let course = course(world, unit, &models, target);
                assert_eq!(known, !course.walkers.is_empty(), "{unit:?} {target:?} {models:?}");
                seen.lock().unwrap()[usize::from(known)] += 1;
            }
            ControlFlow::Continue(())
        };
        let level = levels::find::<NoQuarter>("escort", None).unwrap();
        play(Bout { watch: &compare, ..Bout::random(&level, 1) }).unwrap().sound().unwrap();
        let [none, some] = *seen.lock().unwrap();
        assert!(none > 0 && some > 100, "{none} {some}");
    }
}
