//! What kind of order is being prepared. A mode begins with a button or a key, follows the
//! pointer, and ends when the order is given or the player steps back.

use bevy::prelude::*;

use super::templates::{Aimed, Attack};
use crate::{
    battle::{BattleWorld, ModelId, Pending, TerrainId, UnitId, level::Formation},
    no_quarter::{
        NoQuarter, formations,
        phase::{Phase, phase},
        reserves,
    },
    table::formation::Manoeuvre,
};

/// The order that is being prepared, with what the pointer doesn't say.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub enum Mode {
    /// None: clicks select.
    #[default]
    Select,
    /// A move of loose models to the pointer.
    Move,
    /// A turn on the spot towards the pointer.
    Turn,
    /// A move of a ranked block.
    Block(BlockMove),
    /// A new formation at the pointer.
    FormUp {
        /// The formation.
        formation: Formation,
    },
    /// A charge at whom the pointer is on.
    Charge {
        /// Whether it stops where long weapons reach.
        to_reach: bool,
    },
    /// A drive through whom the pointer is on, to a place behind.
    Overrun {
        /// Through whom, once they were clicked.
        through: Option<UnitId>,
    },
    /// Blows at whom the pointer is on.
    Fight {
        /// Whether with one die each, though more could be rolled (AB-EXTRA-ATTACK).
        plain: bool,
        /// The id of the weapon for whoever has it; else each takes what promises most.
        weapon: Option<String>,
    },
    /// Shots at whom the pointer is on.
    Shoot {
        /// Whether to aim.
        aim: bool,
        /// The id of the weapon for whoever has it; else each takes what promises most.
        weapon: Option<String>,
    },
    /// Going on hold: the panel asks what to wait for.
    Hold,
    /// Measuring from a point to the pointer.
    Measure {
        /// Where from, once it was clicked.
        from: Option<Vec2>,
    },
    /// Putting a unit on the table before the battle.
    Deploy {
        /// The unit.
        unit: UnitId,
        /// Its formation.
        formation: Formation,
    },
    /// Choosing the place of a follow-up after a kill.
    FollowUp,
    /// Breath, a grenade or a support weapon at the pointer.
    Template(Aimed),
    /// Two models of a ranked unit change places.
    ChangePlaces {
        /// The one of them that was chosen first.
        first: Option<ModelId>,
    },
    /// Laying a piece of terrain before the armies are set up.
    LayTerrain {
        /// The piece.
        terrain: TerrainId,
    },
}

/// How a ranked block moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlockMove {
    /// Straight ahead, back or aside, whichever way the pointer is.
    Straight,
    /// Forwards around a front corner, towards the pointer.
    Wheel,
    /// Exactly this, as the panel has it.
    Exactly(Manoeuvre),
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

impl Mode {
    /// Whether targets are chosen in it.
    pub fn targets(&self) -> bool {
        matches!(
            self,
            Self::Charge { .. }
                | Self::Fight { .. }
                | Self::Shoot { .. }
                | Self::Overrun { through: None }
        )
    }

    /// Whether it follows the pointer over open ground.
    pub fn places(&self) -> bool {
        match self {
            Self::Move
            | Self::Turn
            | Self::Block(_)
            | Self::FormUp { .. }
            | Self::Deploy { .. }
            | Self::FollowUp
            | Self::Template(_)
            | Self::Overrun { through: Some(_) }
            | Self::LayTerrain { .. } => true,
            Self::Select
            | Self::Overrun { through: None }
            | Self::Charge { .. }
            | Self::Fight { .. }
            | Self::Shoot { .. }
            | Self::Hold
            | Self::ChangePlaces { .. }
            | Self::Measure { .. } => false,
        }
    }

    /// Whether it matters who is under the pointer.
    pub fn minds_hover(&self) -> bool {
        self.targets() || matches!(self, Self::Template(_) | Self::FollowUp)
    }

    /// Whether it is an order of the active unit.
    pub fn is_of_active_unit(&self) -> bool {
        match self {
            Self::Move
            | Self::Turn
            | Self::Block(_)
            | Self::FormUp { .. }
            | Self::Charge { .. }
            | Self::Overrun { .. }
            | Self::Fight { .. }
            | Self::Shoot { .. }
            | Self::Template(_)
            | Self::ChangePlaces { .. }
            | Self::Hold => true,
            Self::Select
            | Self::Measure { .. }
            | Self::Deploy { .. }
            | Self::FollowUp
            | Self::LayTerrain { .. } => false,
        }
    }

    /// One step back: what Escape and the right button do.
    #[must_use]
    pub fn back(&self) -> Self {
        match self {
            Self::Block(BlockMove::Exactly(_) | BlockMove::Wheel) => {
                Self::Block(BlockMove::Straight)
            }
            Self::Measure { from: Some(_) } => Self::Measure { from: None },
            Self::ChangePlaces { first: Some(_) } => Self::ChangePlaces { first: None },
            Self::Overrun { through: Some(_) } => Self::Overrun { through: None },
            Self::Template(aimed) if !aimed.marks.is_empty() => {
                let mut aimed = aimed.clone();
                aimed.marks.pop();
                Self::Template(aimed)
            }
            _ => Self::Select,
        }
    }

    /// The mode in which a unit moves, as its formation has it.
    pub fn moving(world: &World, unit: UnitId) -> Self {
        match formations::effective(world, unit) {
            Formation::Ranked { .. } => Self::Block(BlockMove::Straight),
            Formation::Closed | Formation::Skirmish | Formation::Dispersed => Self::Move,
        }
    }

    /// What a player does next in it, as one sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Select => "Click a unit to select it, click again for one model.",
            Self::Move => {
                "Point at the place and click. Hold and drag to choose where they look; , and . turn."
            }
            Self::Turn => "Point to where they shall look and click.",
            Self::Block(BlockMove::Straight) => {
                "Point ahead, behind or beside the block and click."
            }
            Self::Block(BlockMove::Wheel) => "Point to where the block shall look and click.",
            Self::Block(BlockMove::Exactly(_)) => "Set the amount, then click or press Enter.",
            Self::FormUp { .. } => {
                "Point at the middle of the new front and click; drag or , and . turn it."
            }
            Self::Overrun { through: None } => "Click the enemy to drive through.",
            Self::Overrun { through: Some(_) } => "Click where the drive shall end.",
            Self::Charge { .. } => "Point at the enemy to charge and click.",
            Self::Fight { .. } => "Point at the enemy to strike and click.",
            Self::Shoot { .. } => "Point at the enemy to shoot and click.",
            Self::Hold => "What shall the unit wait for?",
            Self::Measure { from: None } => "Click where to measure from.",
            Self::Measure { from: Some(_) } => {
                "Distances run from base edge or point to the pointer."
            }
            Self::Deploy { .. } => {
                "Point at the middle of the front and click; drag or , and . turn it."
            }
            Self::FollowUp => "Click a place to follow up to.",
            Self::Template(Aimed { attack: Attack::Breathe, .. }) => {
                "Point where to breathe and click; , and . or Shift and a click move its beginning."
            }
            Self::Template(Aimed { attack: Attack::Fire, dice: 2.., .. }) => {
                "Point at a model and click; Shift and a click give it one die and go on."
            }
            Self::Template(_) => "Point at a place or a model and click.",
            Self::ChangePlaces { first: None } => {
                "Click a model, then the one to change places with."
            }
            Self::ChangePlaces { first: Some(_) } => "Click the model to change places with.",
            Self::LayTerrain { .. } => "Point at its middle and click; , and . turn it.",
        }
    }
}

/// Keeps mode and selection possible after something has changed: no order without an active
/// unit, nobody selected who is gone.
pub fn settle(world: &mut World) {
    let active = world.frame().active;
    let asked = world.resource::<Pending<NoQuarter>>().0.is_some();
    let deployment = phase(world) == Phase::Deployment;
    let mode = world.resource::<Mode>().clone();
    let ends = match mode {
        Mode::Select | Mode::Measure { .. } => false,
        Mode::Deploy { unit, .. } => {
            let comes_on = active.is_none() && !asked && reserves::can_enter(world, unit);
            world.side_of(unit) != world.frame().side || !(deployment || comes_on)
        }
        Mode::LayTerrain { .. } => phase(world) != Phase::Terrain,
        Mode::FollowUp => !asked,
        _ => active.is_none() || asked,
    };
    if ends {
        *world.resource_mut::<Mode>() = Mode::Select;
    }
    let selection = *world.resource::<Selection>();
    let mut wanted = selection;
    let last = std::mem::replace(&mut world.resource_mut::<LastActive>().0, active);
    if last != active && (active.is_some() || selection.unit == last) {
        // Whoever becomes active is looked at; whoever is done is not any more.
        wanted = Selection { unit: active, model: None };
    }
    if world.resource::<Mode>().is_of_active_unit() && wanted.unit != active {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Inches, formation::Flank};

    #[test]
    fn stepping_back_always_ends_in_selecting() {
        let wheel = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 30.0 };
        let modes = [
            Mode::Move,
            Mode::Block(BlockMove::Exactly(wheel)),
            Mode::Block(BlockMove::Exactly(Manoeuvre::Ahead(Inches(3.0)))),
            Mode::Shoot { aim: true, weapon: Some("bow".to_owned()) },
            Mode::Measure { from: Some(Vec2::ZERO) },
            Mode::Hold,
        ];
        for mut mode in modes {
            let mut steps = 0;
            while mode != Mode::Select {
                mode = mode.back();
                steps += 1;
                assert!(steps < 4);
            }
        }
    }

    #[test]
    fn a_mode_either_places_or_targets() {
        for mode in [
            Mode::Move,
            Mode::Charge { to_reach: false },
            Mode::Fight { plain: false, weapon: None },
            Mode::Select,
            Mode::Hold,
        ] {
            assert!(!(mode.places() && mode.targets()));
        }
    }
}
