//! What clicks on the table mean at the moment: they select, they measure, or they go on with an order
//! in preparation. A mode begins with a button or a key and ends when the order is given or the player
//! steps back.

use bevy::prelude::*;

use super::{draft::Stamp, target_search::has_target};
use crate::{
    app::seat::{Game, Intent},
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            Acting,
            acting::{Focus, Points, VerbId, Wants},
        },
    },
};

/// What clicks on the table mean.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub enum Mode {
    /// They select.
    #[default]
    Select,
    /// They go on with an order in preparation.
    Prepare(Intent),
    /// They measure from a point to the pointer.
    Measure {
        /// Where from, once it was clicked.
        from: Option<Vec2>,
    },
}

/// Whether orders go to a whole unit or to one of its models.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// To all models, each with a place that makes sense.
    #[default]
    Unit,
    /// To the selected model alone.
    Model,
}

/// What the player looks at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The selected unit.
    pub unit: Option<UnitId>,
    /// The selected model of it.
    pub model: Option<ModelId>,
}

/// The unit that was active in the frame before.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastActive(Option<UnitId>);

/// Takes the unit that is active now as the one that was, so that the selection stays.
pub fn forget_last(world: &mut World) {
    let active = world.frame().active;
    world.resource_mut::<LastActive>().0 = active;
}

/// What orders are made for: the selection, and whether it is one model alone.
pub fn focus(world: &World) -> Focus {
    let Selection { unit, model } = *world.resource::<Selection>();
    Focus { unit, model, alone: *world.resource::<Scope>() == Scope::Model }
}

impl Mode {
    /// The order in preparation.
    pub fn intent(&self) -> Option<&Intent> {
        match self {
            Self::Prepare(intent) => Some(intent),
            Self::Select | Self::Measure { .. } => None,
        }
    }

    /// What the order in preparation wants of the player.
    pub fn wants(&self) -> Option<Wants> {
        self.intent().map(Game::wants)
    }

    /// What is pointed at in it.
    fn points(&self) -> Option<Points> {
        self.wants().map(|wants| wants.points)
    }

    /// Whether targets are chosen in it.
    pub fn targets(&self) -> bool {
        self.points() == Some(Points::Target)
    }

    /// Whether somebody is pointed at in it, as a target or as the model that it is done to.
    pub fn aims_at_somebody(&self) -> bool {
        matches!(self.points(), Some(Points::Target | Points::Model))
    }

    /// Whether it follows the pointer over open ground.
    pub fn places(&self) -> bool {
        self.points() == Some(Points::Place)
    }

    /// Whether nothing is pointed at in it, so that whatever it does is done to nobody or nowhere else.
    pub fn points_at_nothing(&self) -> bool {
        self.points() == Some(Points::Nothing)
    }

    /// The verb that gives the order in preparation, if one does that prepared it.
    pub fn verb_that_gives(&self) -> Option<VerbId> {
        self.wants().filter(|wants| wants.given_by_verb)?.verb
    }

    /// The verb whose targets are chosen in it.
    pub fn target_verb(&self) -> Option<VerbId> {
        self.wants().and_then(|wants| wants.targets)
    }

    /// One step back: what Escape and the right button do.
    #[must_use]
    pub fn back(&self) -> Self {
        match self {
            Self::Measure { from: Some(_) } => Self::Measure { from: None },
            Self::Prepare(intent) => Game::back(intent).map_or(Self::Select, Self::Prepare),
            Self::Measure { from: None } | Self::Select => Self::Select,
        }
    }

    /// What a player does next in it, as one sentence that leaves room for
    /// keys (`key_names::with_keys`).
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Select => "Click a unit to select it; click again to select one model.",
            Self::Measure { from: None } => "Click where to measure from.",
            Self::Measure { from: Some(_) } => "Shows the distance from there to the pointer.",
            Self::Prepare(intent) => Game::wants(intent).hint,
        }
    }
}

/// The state of the battle in which the order in preparation was last known to be of use.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastUse(Option<Stamp>);

/// Ends a mode that has no use left once something has happened: no shot, no blow, no action. Whether
/// anybody is left to aim at turns out bit by bit.
fn end_what_is_of_no_use(world: &mut World) {
    let stamp = Some(Stamp::of(world));
    if world.resource::<LastUse>().0 == stamp {
        return;
    }
    let of_use = match world.resource::<Mode>().intent() {
        None => Some(true),
        Some(intent) if !Game::is_of_use(world, intent) => Some(false),
        Some(intent) => match Game::wants(intent).targets {
            // Others of the unit may have targets that one model hasn't.
            Some(verb) if focus(world).only().is_none() => has_target(world, verb),
            _ => Some(true),
        },
    };
    if of_use.is_some() {
        world.resource_mut::<LastUse>().0 = stamp;
    }
    if of_use == Some(false) {
        *world.resource_mut::<Mode>() = Mode::Select;
    }
}

/// Keeps mode and selection possible after something has changed: no order that can't be given any
/// more, nobody selected who is gone.
pub fn settle(world: &mut World) {
    let active = world.frame().active;
    let over = |intent: &Intent| !Game::is_possible(world, intent);
    if world.resource::<Mode>().intent().is_some_and(over) {
        *world.resource_mut::<Mode>() = Mode::Select;
    }
    end_what_is_of_no_use(world);
    let selection = *world.resource::<Selection>();
    let mut wanted = selection;
    let last = std::mem::replace(&mut world.resource_mut::<LastActive>().0, active);
    if last != active && (active.is_some() || selection.unit == last) {
        // Whoever becomes active is looked at; whoever is done is not any more.
        wanted = Selection { unit: active, model: None };
    }
    let wants = world.resource::<Mode>().wants();
    if wants.is_some_and(|wants| wants.of_active_unit) && wanted.unit != active {
        wanted = Selection { unit: active, model: None };
    }
    let known = world.roster().units().len();
    wanted.unit = wanted.unit.filter(|unit| unit.index() < known);
    wanted.model = wanted.model.filter(|&model| {
        model.index() < world.roster().models().len()
            && world.is_standing(model)
            && Some(world.unit_of(model)) == wanted.unit
    });
    if wanted != selection {
        *world.resource_mut::<Selection>() = wanted;
    }
    if wanted.model.is_none() && *world.resource::<Scope>() == Scope::Model {
        *world.resource_mut::<Scope>() = Scope::Unit;
    }
}
