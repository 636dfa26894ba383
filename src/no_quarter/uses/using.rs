//! What the chapter of something that can be used answers, and where and when things are used.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{ModelId, UnitId, playable::acting::VerbWords},
    dice::Needed,
    no_quarter::{
        effects::Test,
        error::{OrderError, Refusal},
        event::Gait,
        magic::SpellOn,
        odds::{AttackOdds, GroundOdds, TemplateOdds},
        statistics::Stat,
        topic::Topic,
        who::who,
    },
    table::{Travel, formation::Flank},
};

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
    /// On the model itself.
    Itself,
    /// At a unit.
    Unit(UnitId),
    /// At a model.
    Model(ModelId),
    /// At a place.
    Place(Vec2),
    /// In a direction from the edge of the model's base.
    Towards(Vec2),
    /// With a teardrop somewhere on the table.
    Teardrop {
        /// Where its point lies.
        from: Vec2,
        /// Where it points to, from its point to its circle.
        facing: Vec2,
    },
    /// At a spell in play.
    Spell(SpellOn),
}

/// At which kind of place something is used, with what a player is told to do for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedAt {
    /// On the model itself: one press uses it, or shows its chances if it rolls dice.
    Itself,
    /// On one side of the model: one press takes the side where it hits more enemies, and shows its chances.
    Side,
    /// At a unit.
    Unit {
        /// How it is pointed at.
        hint: &'static str,
    },
    /// At a model.
    Model {
        /// How it is pointed at.
        hint: &'static str,
    },
    /// At a place.
    Place {
        /// How it is pointed at.
        hint: &'static str,
    },
    /// In a direction from the model.
    Towards {
        /// How it is pointed at.
        hint: &'static str,
    },
    /// With a teardrop somewhere on the table, turned as one likes.
    Teardrop {
        /// How it is pointed at.
        hint: &'static str,
    },
    /// At a spell in play, which is chosen from a list.
    Spell {
        /// How it is chosen.
        hint: &'static str,
    },
    /// Straight through a unit to a place.
    Through {
        /// How the unit is pointed at.
        whom: &'static str,
        /// How the place is pointed at after that.
        to: &'static str,
    },
}

/// When something is worth trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// In close combat.
    Combat,
    /// Instead of a charge.
    Charge,
    /// Whenever there are actions for it.
    AnyTime,
}

/// What is known of something that can be used, whoever has it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The ledger id of its rule.
    pub rule: &'static str,
    /// When it is worth trying; panels show its verb beside that of the occasion.
    pub occasion: Occasion,
    /// Where it is used.
    pub place: UsedAt,
    /// Its verb.
    pub verb: VerbWords,
    /// What a unit lacks in which nobody has it, after the unit's name: "has no claws".
    pub lacking: &'static str,
    /// With what it catches those whom it hits: "its claws".
    pub means: &'static str,
}

/// What using something would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foretold {
    /// Who goes where, and how.
    pub ways: Vec<(ModelId, Gait, Travel)>,
    /// Whom it hits.
    pub attacks: Vec<AttackOdds>,
    /// The templates that come down.
    pub templates: Vec<TemplateOdds>,
    /// The ground that it makes.
    pub grounds: Vec<GroundOdds>,
    /// What a player should know before, and what it is about.
    pub warnings: Vec<(Topic, String)>,
    /// Whom it charges.
    pub charged: Option<UnitId>,
    /// The roll without which nothing comes of it, if there is one.
    pub first: Option<FirstRoll>,
}

/// The roll without which nothing comes of something that is used. All chances that are foretold count from
/// its success on.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstRoll {
    /// Who rolls.
    pub model: ModelId,
    /// What it is called.
    pub name: &'static str,
    /// The term of the codex for that.
    pub term: &'static str,
    /// What it costs.
    pub actions: u8,
    /// What success does, after "to": "cast it".
    pub does: &'static str,
    /// What kind of test it is.
    pub test: Test,
    /// The number.
    pub needed: Needed,
    /// The chance of success, from 0 to 1.
    pub chance: f32,
    /// Those who may resist after that: who, on what number, and with what chance, from 0 to 1.
    pub resists: Vec<(ModelId, Needed, f32)>,
    /// With which characteristic.
    pub resisted_by: Option<Stat>,
}

/// What the chapter of something that can be used answers.
pub trait Using: Sync {
    /// Whether a model has it at all.
    fn has(&self, world: &World, model: ModelId) -> bool;

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

    /// What a player is asked to do, after "to": "show the claws to the Boar Boys". Places have no
    /// names and are left out.
    fn asked(&self, world: &World, at: At) -> String;

    /// What the model does, as the log says it: "shows its claws".
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
pub(in crate::no_quarter) fn elsewhere(world: &World, model: ModelId, what: &About) -> OrderError {
    let text = format!("{} can't use it there", who(world, model));
    OrderError::new(Refusal::NoSuchThing, what.rule, text).model(model)
}
