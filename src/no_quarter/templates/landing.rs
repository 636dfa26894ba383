//! A template comes down: who is hit under it. Book: Teardrop Templates, Blast Templates (TEAR-01,
//! BLAST-01).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::needed_if_partly;
use crate::{
    battle::{ModelId, Resolving},
    no_quarter::{
        combined::Armed,
        dice::Roll,
        event::{Event, HitResult},
        hit::{self, Hit},
        step::Step,
        system::{NoQuarter, emit, push},
        trial::{Stake, Trial},
    },
    table::template::{Covered, Laid},
};

/// A template that has come down, while dice are rolled for those partly under it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Landing {
    /// What hits each of them; its target is the one for whom a die is rolled.
    hit: Hit,
    /// Those for whom dice are rolled after that, the last of them first.
    others: Vec<ModelId>,
    /// Those who are hit so far.
    struck: Vec<ModelId>,
    /// In whose armour it finds a gap, if it hits that model.
    masterful: Option<ModelId>,
}

impl Landing {
    /// Who attacks, and rolls.
    pub(in crate::no_quarter) fn attacker(&self) -> ModelId {
        self.hit.attacker
    }

    /// Rolls for the next of those partly covered; after the last come the hits.
    fn next(mut self, world: &mut World) {
        if let Some(target) = self.others.pop() {
            self.hit.target = target;
            let needed = needed_if_partly(world, self.hit.attacker, target);
            push(world, Step::Roll(Trial::new(Stake::PartlyCovered(self), needed)));
            return;
        }
        let Self { hit, struck, masterful, .. } = self;
        let result = |model: ModelId| {
            if masterful == Some(model) { HitResult::MasterfulHit } else { HitResult::Automatic }
        };
        let on = |target| Hit { target, result: result(target), ..hit.clone() };
        let steps = struck.into_iter().flat_map(|target| hit::lands(world, &on(target), None));
        let steps = steps.collect();
        world.push_all::<NoQuarter>(steps);
    }
}

/// Hits those under a template: all who are wholly covered, and the others on 5 or less. Ruling: a
/// masterful hit finds the gap in the armour of the model that was aimed at, and of no other.
pub(in crate::no_quarter) fn come_down(
    world: &mut World,
    armed: &Armed,
    laid: Laid,
    covered: &[(ModelId, Covered)],
    masterful: Option<ModelId>,
) {
    let of = |how: Covered| {
        let models = covered.iter().filter(move |(_, covered)| *covered == how);
        models.map(|(model, _)| *model).collect::<Vec<_>>()
    };
    let attacker = armed.model;
    let (wholly, partly) = (of(Covered::Wholly), of(Covered::Partly));
    let struck = wholly.clone();
    emit(world, Event::TemplateLaid { attacker, laid, wholly, partly: partly.clone() });
    let Some(&(first, _)) = covered.first() else { return };
    let hit = Hit::by_weapon(armed, first, HitResult::Automatic);
    let others = partly.into_iter().rev().collect();
    Landing { hit, others, struck, masterful }.next(world);
}

/// A die was rolled for somebody partly covered.
pub(in crate::no_quarter) fn partly_covered(world: &mut World, mut landing: Landing, roll: Roll) {
    let (model, struck) = (landing.hit.target, roll.passed());
    emit(world, Event::PartlyCovered { model, roll, struck });
    if struck {
        landing.struck.push(model);
    }
    landing.next(world);
}
