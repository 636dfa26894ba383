//! What kind of order is being prepared, and what it still wants of the player.

use bevy::prelude::World;
use serde::Deserialize;

use super::{
    aiming::{Aiming, Attack},
    block::is_turn,
    using::Use,
    verbs::Verb,
};
use crate::{
    battle::{
        BattleWorld, ModelId, Pending, TerrainId, UnitId,
        playable::acting::{Focus, Points, Wants},
    },
    no_quarter::{
        NoQuarter, Order, Question,
        components::Formation,
        formations,
        order::{AttackMode, ShotMode},
        phase::{Phase, phase},
        reserves,
        uses::Usable,
    },
    table::formation::{Flank, Manoeuvre},
};

/// The order that is being prepared, with what the pointer doesn't say.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
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
    /// Something that a model has to use.
    Use(Use),
    /// Blows at whom the pointer is on.
    Fight {
        /// The attack mode for whoever has it; else each takes what promises most (AB-MODES).
        mode: Option<AttackMode>,
        /// The id of the weapon for whoever has it; else each takes what promises most.
        weapon: Option<String>,
    },
    /// Shots at whom the pointer is on.
    Shoot {
        /// Whether to aim.
        aim: bool,
        /// The attack mode for whoever has it; else each takes what promises most (AB-MODES).
        mode: Option<ShotMode>,
        /// The id of the weapon for whoever has it; else each takes what promises most.
        weapon: Option<String>,
    },
    /// An order that is aimed at nobody and rolls dice: its chances are shown before it is given, by its
    /// verb once more or by confirming.
    Roll(Order),
    /// Going on hold: the choices say what to wait for.
    Hold,
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
    Template(Aiming),
    /// Two models of a ranked unit change places.
    ChangePlaces {
        /// The one of them that was chosen first.
        first: Option<ModelId>,
    },
    /// Models of a ranked unit change places so that its front rank is wider or narrower.
    DrawUp {
        /// How many stand in the front rank then.
        frontage: u8,
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

/// An intent as somebody writes it who poses a picture.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Posed {
    /// A move, as the active unit's formation has it.
    Move,
    /// A turn on the spot.
    Turn,
    /// A wheel.
    Wheel,
    /// Exactly this manoeuvre.
    Exactly(Manoeuvre),
    /// A change of formation.
    FormUp(Formation),
    /// A charge.
    Charge,
    /// Close combat.
    Fight,
    /// Shooting.
    Shoot,
    /// Aimed shooting.
    Aim,
    /// Going on hold.
    Hold,
    /// Breath, grenade or support weapon: the first that the active unit has.
    Template,
    /// Something that is used.
    Use(Usable),
    /// Putting a unit down, by its number.
    Deploy(u32, Formation),
}

impl Intent {
    /// That in which a unit moves, as its formation has it.
    pub fn moving(world: &World, unit: UnitId) -> Self {
        match formations::effective(world, unit) {
            Formation::Ranked { .. } => Self::Block(BlockMove::Straight),
            Formation::Closed | Formation::Skirmish | Formation::Dispersed => Self::Move,
        }
    }

    /// That in which a unit turns on the spot, as its formation has it.
    pub fn turning(world: &World, unit: UnitId) -> Self {
        match Self::moving(world, unit) {
            Self::Block(_) => Self::Block(BlockMove::Exactly(Manoeuvre::QuarterTurn(Flank::Left))),
            _ => Self::Turn,
        }
    }

    /// That of putting a unit down.
    pub fn deploying(world: &World, unit: UnitId) -> Self {
        Self::Deploy { unit, formation: *world.of_unit::<Formation>(unit) }
    }

    /// That of a posed picture.
    pub fn posed(world: &World, focus: Focus, posed: &Posed) -> Option<Self> {
        Some(match *posed {
            Posed::Move => Self::moving(world, world.frame().active?),
            Posed::Turn => Self::Turn,
            Posed::Wheel => Self::Block(BlockMove::Wheel),
            Posed::Exactly(manoeuvre) => Self::Block(BlockMove::Exactly(manoeuvre)),
            Posed::FormUp(formation) => Self::FormUp { formation },
            Posed::Charge => Self::Charge { to_reach: false },
            Posed::Fight => Self::Fight { mode: None, weapon: None },
            Posed::Shoot => Self::Shoot { aim: false, mode: None, weapon: None },
            Posed::Aim => Self::Shoot { aim: true, mode: None, weapon: None },
            Posed::Hold => Self::Hold,
            Posed::Template => {
                Self::Template(super::aiming::next(world, world.frame().active?, focus, None)?)
            }
            Posed::Use(what) => Self::Use(Use { what, through: None }),
            Posed::Deploy(number, formation) => {
                let unit = UnitId(number);
                let known = unit.index() < world.roster().units().len();
                return known.then_some(Self::Deploy { unit, formation });
            }
        })
    }

    /// That in which a question is answered by pointing.
    pub fn answering(question: &Question) -> Option<Self> {
        matches!(question, Question::FollowUp { .. }).then_some(Self::FollowUp)
    }

    /// What it wants of the player.
    pub fn wants(&self) -> Wants {
        Wants {
            points: self.points(),
            verb: self.verb().map(Verb::id),
            targets: self.targets().map(Verb::id),
            turns: match self {
                Self::Move
                | Self::FormUp { .. }
                | Self::Deploy { .. }
                | Self::LayTerrain { .. } => true,
                Self::Use(aimed) => aimed.turns(),
                Self::Turn
                | Self::Block(_)
                | Self::Charge { .. }
                | Self::Fight { .. }
                | Self::Shoot { .. }
                | Self::Roll(_)
                | Self::Hold
                | Self::FollowUp
                | Self::Template(_)
                | Self::ChangePlaces { .. }
                | Self::DrawUp { .. } => false,
            },
            minds_hover: self.points() == Points::Target
                || matches!(self, Self::Template(_) | Self::FollowUp)
                || matches!(self, Self::Use(aimed) if aimed.points() == Points::Model),
            of_active_unit: match self {
                Self::Move
                | Self::Turn
                | Self::Block(_)
                | Self::FormUp { .. }
                | Self::Charge { .. }
                | Self::Use(_)
                | Self::Fight { .. }
                | Self::Shoot { .. }
                | Self::Template(_)
                | Self::ChangePlaces { .. }
                | Self::DrawUp { .. }
                | Self::Roll(_)
                | Self::Hold => true,
                Self::Deploy { .. } | Self::FollowUp | Self::LayTerrain { .. } => false,
            },
            goes_on: matches!(self, Self::Fight { .. } | Self::Shoot { .. }),
            given_by_verb: matches!(self, Self::Roll(_)),
            hint: self.hint(),
        }
    }

    fn points(&self) -> Points {
        match self {
            Self::Move
            | Self::Turn
            | Self::Block(_)
            | Self::FormUp { .. }
            | Self::Deploy { .. }
            | Self::FollowUp
            | Self::Template(_)
            | Self::DrawUp { .. }
            | Self::LayTerrain { .. } => Points::Place,
            Self::Use(aimed) => aimed.points(),
            Self::Charge { .. } | Self::Fight { .. } | Self::Shoot { .. } => Points::Target,
            Self::ChangePlaces { .. } => Points::Model,
            Self::Roll(_) | Self::Hold => Points::Nothing,
        }
    }

    /// The verb whose targets it chooses from.
    fn targets(&self) -> Option<Verb> {
        match self {
            Self::Charge { .. } => Some(Verb::Charge),
            Self::Fight { .. } => Some(Verb::Fight),
            Self::Shoot { .. } => Some(Verb::Shoot),
            Self::Move
            | Self::Turn
            | Self::Block(_)
            | Self::FormUp { .. }
            | Self::Use(_)
            | Self::Roll(_)
            | Self::Hold
            | Self::Deploy { .. }
            | Self::FollowUp
            | Self::Template(_)
            | Self::ChangePlaces { .. }
            | Self::DrawUp { .. }
            | Self::LayTerrain { .. } => None,
        }
    }

    /// The verb that prepares it.
    pub(super) fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::Move | Self::Block(BlockMove::Straight) => Verb::Move,
            Self::Turn => Verb::Turn,
            Self::Block(BlockMove::Wheel) => Verb::Wheel,
            Self::Block(BlockMove::Exactly(manoeuvre)) => Verb::of_manoeuvre(manoeuvre),
            Self::FormUp { .. } => Verb::FormUp,
            Self::Charge { .. } => Verb::Charge,
            Self::Use(aimed) => Verb::of_use(aimed.what),
            Self::Fight { .. } => Verb::Fight,
            Self::Shoot { .. } => Verb::Shoot,
            Self::Template(_) => Verb::Template,
            Self::ChangePlaces { .. } | Self::DrawUp { .. } => Verb::ChangePlaces,
            Self::Roll(order) => return Verb::of_order(order),
            Self::Hold => Verb::Hold,
            Self::Deploy { .. } | Self::FollowUp | Self::LayTerrain { .. } => return None,
        })
    }

    /// The unit that it is about, where that isn't the active one.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Deploy { unit, .. } => Some(*unit),
            Self::Move
            | Self::Turn
            | Self::Block(_)
            | Self::FormUp { .. }
            | Self::Charge { .. }
            | Self::Use(_)
            | Self::Fight { .. }
            | Self::Shoot { .. }
            | Self::Roll(_)
            | Self::Hold
            | Self::FollowUp
            | Self::Template(_)
            | Self::ChangePlaces { .. }
            | Self::DrawUp { .. }
            | Self::LayTerrain { .. } => None,
        }
    }

    /// One step back; nothing if that leaves it.
    pub fn back(&self) -> Option<Self> {
        match self {
            Self::Block(BlockMove::Exactly(_) | BlockMove::Wheel) => {
                Some(Self::Block(BlockMove::Straight))
            }
            Self::ChangePlaces { first: Some(_) } | Self::DrawUp { .. } => {
                Some(Self::ChangePlaces { first: None })
            }
            Self::Use(aimed) => aimed.back().map(Self::Use),
            Self::Template(aimed) if !aimed.marks.is_empty() => {
                let mut aimed = aimed.clone();
                aimed.marks.pop();
                Some(Self::Template(aimed))
            }
            Self::Move
            | Self::Turn
            | Self::Block(BlockMove::Straight)
            | Self::FormUp { .. }
            | Self::Charge { .. }
            | Self::Fight { .. }
            | Self::Shoot { .. }
            | Self::Roll(_)
            | Self::Hold
            | Self::Deploy { .. }
            | Self::FollowUp
            | Self::Template(_)
            | Self::ChangePlaces { first: None }
            | Self::LayTerrain { .. } => None,
        }
    }

    /// Whether it may still be pursued: no order without an active unit, none while something is
    /// asked.
    pub fn is_possible(&self, world: &World) -> bool {
        let active = world.frame().active;
        let asked = world.resource::<Pending<NoQuarter>>().0.is_some();
        match self {
            Self::Deploy { unit, .. } => {
                let deployment = phase(world) == Phase::Deployment;
                let comes_on = active.is_none() && !asked && reserves::can_enter(world, *unit);
                world.side_of(*unit) == world.frame().side && (deployment || comes_on)
            }
            Self::LayTerrain { .. } => phase(world) == Phase::Terrain,
            Self::FollowUp => asked,
            Self::Move
            | Self::Turn
            | Self::Block(_)
            | Self::FormUp { .. }
            | Self::Charge { .. }
            | Self::Use(_)
            | Self::Fight { .. }
            | Self::Shoot { .. }
            | Self::Roll(_)
            | Self::Hold
            | Self::Template(_)
            | Self::ChangePlaces { .. }
            | Self::DrawUp { .. } => active.is_some() && !asked,
        }
    }

    /// What a player does next in it, as one sentence.
    fn hint(&self) -> &'static str {
        match self {
            Self::Move => {
                "Click where they should go, or lead them there with keys such as {lead}. Drag to \
                 choose where they face, or turn with {turn}."
            }
            Self::Turn => "Point where they should face, then click.",
            Self::Block(BlockMove::Straight) => {
                "Point ahead of, behind or beside the block, then click; or lead it there with keys \
                 such as {lead}."
            }
            Self::Block(BlockMove::Wheel) => {
                "Point where the block should face, then click; or swing it with {turn}."
            }
            Self::Block(BlockMove::Exactly(manoeuvre)) if is_turn(manoeuvre) => {
                "Choose the turn, then click or press {confirm}."
            }
            Self::Block(BlockMove::Exactly(Manoeuvre::Wheel { .. })) => {
                "Type the degrees or change them with {turn}, then click or press {confirm}."
            }
            Self::Block(BlockMove::Exactly(_)) => {
                "Set or type the amount, then click or press {confirm}."
            }
            Self::FormUp { .. } => {
                "Click the middle of the new front. Drag to turn it, or use {turn}."
            }
            Self::Use(aimed) => aimed.hint(),
            Self::Charge { .. } => {
                "Point at the enemy to charge, then click; or choose it with {next} and {confirm}."
            }
            Self::Fight { .. } => {
                "Point at the enemy to strike, then click; or choose it with {next} and {confirm}."
            }
            Self::Shoot { .. } => {
                "Point at the enemy to shoot, then click; or choose it with {next} and {confirm}."
            }
            Self::Roll(_) => "Press {confirm} to roll.",
            Self::Hold => "What should this unit do when enemies come?",
            Self::Deploy { .. } => "Click the middle of the front. Drag to turn it, or use {turn}.",
            Self::FollowUp => "Click the place to follow up to.",
            Self::Template(Aiming { attack: Attack::Breathe, .. }) => {
                "Point where to breathe, then click. {mark} and a click, or {turn} move where it \
                 begins."
            }
            Self::Template(Aiming { attack: Attack::Fire, dice: 2.., .. }) => {
                "Point at a model, then click. {mark} and a click give it one die and leave the rest."
            }
            Self::Template(_) => "Point at a place or a model, then click.",
            Self::ChangePlaces { first: None } => {
                "Click a model, then the one to change places with; or choose the width of the \
                 front rank."
            }
            Self::ChangePlaces { first: Some(_) } => "Click the model to change places with.",
            Self::DrawUp { .. } => {
                "Choose the width of the front rank, then click or press {confirm}."
            }
            Self::LayTerrain { .. } => "Click where its middle should lie. Turn it with {turn}.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{no_quarter::magic::Spell, table::Inches};

    #[test]
    fn who_is_under_the_pointer_matters_where_somebody_is_pointed_at() {
        let minds = |spell| {
            let what = Usable::Spell(spell);
            Intent::Use(Use { what, through: None }).wants().minds_hover
        };
        assert!(minds(Spell::Growth) && minds(Spell::Smite), "a model, a unit");
        assert!(!minds(Spell::Smoke) && !minds(Spell::Shield), "a place, the caster");
    }

    #[test]
    fn stepping_back_always_ends_the_preparation() {
        let wheel = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 30.0 };
        let intents = [
            Intent::Move,
            Intent::Block(BlockMove::Exactly(wheel)),
            Intent::Block(BlockMove::Exactly(Manoeuvre::Ahead(Inches(3.0)))),
            Intent::Shoot { aim: true, mode: None, weapon: Some("bow".to_owned()) },
            Intent::Use(Use { what: Usable::Overrun, through: Some(UnitId(2)) }),
            Intent::ChangePlaces { first: Some(ModelId(2)) },
            Intent::DrawUp { frontage: 5 },
            Intent::Roll(Order::Rally),
            Intent::Hold,
        ];
        for intent in intents {
            let mut steps = 0;
            let mut present = Some(intent);
            while let Some(intent) = present {
                present = intent.back();
                steps += 1;
                assert!(steps < 4);
            }
        }
    }
}
