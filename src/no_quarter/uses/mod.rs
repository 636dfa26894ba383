//! What models set off by themselves, besides moves, blows and shots: one order for all of it, and one
//! list of what a model can use. Each has its chapter below; this is where the order finds it.

mod former;
mod offers;
mod overrun;
mod tail;

pub use offers::{Offer, had, offers};
pub use overrun::{Lane, lane, strength as strength_of_drive};
pub(super) use overrun::{announce as announce_drive, is_siege};

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{
    error::{OrderError, Refusal},
    event::Gait,
    odds::AttackOdds,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{Travel, formation::Flank},
};

/// Something that models can set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Usable {
    /// A tail that sweeps along one side. Book: Traits, Tail Attack (TR-TAIL).
    TailAttack,
    /// A drive straight through enemies. Book: Abilities, Overrun (COMBO-02).
    Overrun,
}

impl Usable {
    /// All of them.
    pub const ALL: [Self; 2] = one_of_each!(Usable: TailAttack, Overrun);

    /// Its chapter.
    pub fn rules(self) -> &'static dyn Using {
        match self {
            Self::TailAttack => &tail::Tail,
            Self::Overrun => &overrun::Overrun,
        }
    }
}

/// Where something is used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum At {
    /// On one side of the model.
    Side(Flank),
    /// Straight through a unit to a place.
    Through {
        /// Through whom.
        unit: UnitId,
        /// Where to.
        to: Vec2,
    },
}

/// When something is worth trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// In close combat.
    Combat,
    /// Instead of a charge.
    Charge,
}

/// What using something would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foretold {
    /// Who goes where, and how.
    pub ways: Vec<(ModelId, Gait, Travel)>,
    /// Whom it hits.
    pub attacks: Vec<AttackOdds>,
    /// What a player should know before.
    pub warnings: Vec<String>,
    /// Whom it charges.
    pub charged: Option<UnitId>,
}

/// What the chapter of something that can be used answers.
pub trait Using: Sync {
    /// Whether a model has it at all.
    fn has(&self, world: &World, model: ModelId) -> bool;

    /// When it is worth trying.
    fn occasion(&self) -> Occasion;

    /// Whether a model of the active unit may use it now, somewhere.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError>;

    /// Whether a model of the active unit may use it there.
    ///
    /// # Errors
    /// The rule that forbids it, or that it isn't used at such places.
    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError>;

    /// Uses it as `check` allowed.
    fn begin(&self, world: &mut World, model: ModelId, at: At);

    /// What it would do there, allowed or not, as much as can be said.
    fn foretell(&self, world: &World, model: ModelId, at: At) -> Foretold;

    /// What the model does, as the log says it: "sweeps its tail".
    fn told(&self, world: &World, at: At) -> String;

    /// A place that may be worth trying, against an enemy if it takes one.
    fn propose(
        &self,
        world: &World,
        model: ModelId,
        enemy: Option<UnitId>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At>;
}

/// That something isn't used at such a place.
fn elsewhere(world: &World, model: ModelId, rule: &'static str) -> OrderError {
    let text = format!("{} doesn't use it at such a place", world.model_name(model));
    OrderError::new(Refusal::NoSuchThing, rule, text).model(model)
}
