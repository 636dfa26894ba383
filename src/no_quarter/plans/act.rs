//! The parts of a plan. What depends on how the part before it went becomes an order when its turn
//! comes.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{BattleWorld, Pending, UnitId},
    no_quarter::{
        NoQuarter,
        order::{Order, Shot},
        plan,
        question::Answer,
    },
};

/// A part of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    /// An order as it stands.
    Give(Order),
    /// An answer to the question that is open.
    Answer(Answer),
    /// The active unit goes as near to a place as it can and looks in a direction.
    Go {
        /// The unit.
        unit: UnitId,
        /// Where its middle is to be.
        to: Vec2,
        /// Where it looks then.
        facing: Option<Vec2>,
    },
    /// The active unit strikes whoever it is in combat with.
    Strike {
        /// The unit.
        unit: UnitId,
    },
    /// The active unit shoots at a target.
    Shoot {
        /// The unit.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// Whether those aim who can.
        aim: bool,
    },
    /// The active unit has had its go.
    End {
        /// The unit.
        unit: UnitId,
    },
}

impl Act {
    /// The order that it is now, if there is anything of it left to do.
    pub(super) fn order(&self, world: &World) -> Option<Order> {
        let asked = world.resource::<Pending<NoQuarter>>().0.is_some();
        let active = |unit: UnitId| !asked && world.frame().active == Some(unit);
        match self {
            Self::Give(order) => Some(order.clone()),
            Self::Answer(answer) => asked.then(|| Order::Answer { answer: answer.clone() }),
            Self::Go { unit, to, facing } => {
                active(*unit).then(|| plan::move_unit(world, *unit, *to, *facing).ok())?
            }
            Self::Strike { unit } => {
                let blows = active(*unit).then(|| plan::melee(world, *unit, None))?;
                (!blows.is_empty()).then_some(Order::Fight { blows })
            }
            Self::Shoot { unit, target, aim } => {
                active(*unit).then(|| shots(world, *unit, *target, *aim))?
            }
            Self::End { unit } => active(*unit).then_some(Order::EndActivation),
        }
    }
}

/// A volley at a target, if anybody can shoot at it.
fn shots(world: &World, unit: UnitId, target: UnitId, aim: bool) -> Option<Order> {
    if world.roster().unit(target).is_none() || world.standing(target).is_empty() {
        return None;
    }
    let shots: Vec<Shot> = plan::volley(world, unit, target, aim);
    (!shots.is_empty()).then_some(Order::Shoot { shots })
}
