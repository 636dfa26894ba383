//! Magic: who casts what, what the roll takes, whom a spell works on and how long. Book: Magic (MAG-01
//! to MAG-08), and the cards of its spells.
//!
//! - *card*: what the book prints of a spell; the one table of them all, each in its aspect's file.
//! - *caster*: the wizard, or the initiate who leads a chant.
//! - *in play*: a spell that lasts is in play until it ends; its *bearer* is the unit, the model or the
//!   ground that it lies on.
//!
//! A spell is a line in the list in `spell`, and its card in the file of its aspect: numbers, aim, and
//! what it does in the words of [`Work`]. Only what those can't say is a function beside the card.

mod aim;
mod cancelling;
mod casting;
mod concentration;
mod dark;
mod earth;
mod fire;
mod fog;
mod foretelling;
mod gust;
mod in_play;
mod lava;
mod light;
mod lure;
mod perception;
mod quicksand;
mod raising;
mod resisting;
mod smoke;
mod spell;
mod swarm;
mod thrown;
mod upkeep;
mod using;
mod water;
mod wind;
mod work;

pub use aim::{Aim, Whom};
pub(super) use aim::{nearest_enemy, targets};
pub(super) use cancelling::{ABOUT as ABOUT_CANCELLING, cancelled};
pub use cancelling::{Cancelling, needed_to_cancel};
pub(super) use casting::rolled;
pub use casting::{
    Casting, chanters, is_cast, is_initiate, knows, needed_to_cast, spells_of, wizardry,
};
pub use concentration::Concentration;
pub(super) use concentration::{
    ABOUT as ABOUT_CONCENTRATION, chance_after as chance_after_concentrating,
};
pub(super) use in_play::tidy;
pub use in_play::{Bearer, Ended, InPlay, SpellOn};
pub(super) use lure::tested as lure_tested;
pub use perception::Glimpse;
pub(super) use perception::{answer as answer_glimpse, ask as ask_seer, seer};
pub use raising::{Dead, Fallen, Risen, Rising};
pub(super) use raising::{answer_home, answer_who, reanimated, rising_named};
pub(super) use resisting::resisted;
pub use resisting::{Resisting, needed_to_resist};
pub use spell::{Aspect, Card, Lasts, Spell, Work};
pub(super) use upkeep::answer as answer_upkeep;
pub use upkeep::due;
pub use work::Harm;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{effects, event::Gait, step::Step, system::BattleState};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::template::Laid,
};

/// What magic does by itself, once its time has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Later {
    /// A caster begins its activation: its spells end, but for the one that it keeps up (MAG-06).
    Upkeep {
        /// Who.
        caster: ModelId,
    },
    /// A caster is lost: the spells that it keeps up end (MAG-08).
    CasterLost {
        /// Who.
        caster: ModelId,
    },
    /// Whoever survives under a template makes way for it.
    MakeWay {
        /// Where it lies.
        laid: Laid,
    },
    /// Whoever survives makes way for molten rock, which lies there from then on (SP-LAVA-POOL).
    WellUp {
        /// Who has cast it.
        caster: ModelId,
        /// Where.
        laid: Laid,
    },
    /// What becomes of a spell in play at the end of a turn (TURN-05).
    GoOn {
        /// Which.
        what: SpellOn,
    },
    /// Quicksand may swallow models that have moved, one after the other (SP-QUICKSAND).
    Sink {
        /// Who.
        model: ModelId,
    },
    /// A unit that is lured begins its activation (SP-LURE).
    Lured {
        /// Which.
        unit: UnitId,
    },
    /// A unit has moved: what lasts until then ends soon (SP-STUMBLE).
    HasMoved {
        /// Which.
        unit: UnitId,
    },
    /// The turn is over: what lasts only so long ends, and what drifts drifts (TURN-05, MAG-08).
    TurnOver,
}

/// Its time has come.
pub(super) fn later(world: &mut World, later: Later) {
    match later {
        Later::Upkeep { caster } => upkeep::begin(world, caster),
        Later::CasterLost { caster } => in_play::caster_lost(world, caster),
        Later::MakeWay { laid } => thrown::make_way(world, &laid),
        Later::WellUp { caster, laid } => lava::settle(world, caster, &laid),
        Later::GoOn { what } => in_play::go_on(world, what),
        Later::Sink { model } => quicksand::sink(world, model),
        Later::Lured { unit } => lure::pull(world, unit),
        Later::HasMoved { unit } => effects::has_moved(world, unit),
        Later::TurnOver => in_play::turn_over(world),
    }
}

/// What the beginning of a unit's activation brings: its casters' spells, and those who lure it (MAG-06,
/// SP-LURE).
pub(super) fn activation_begins(world: &World, unit: UnitId) -> Vec<Step> {
    let spells = &world.resource::<BattleState>().spells;
    if spells.is_empty() {
        return Vec::new();
    }
    let casts = |&model: &ModelId| {
        spells
            .iter()
            .any(|one| one.caster == model && one.what.spell.card().lasts.ends_with_caster())
    };
    let casters = world.standing(unit).into_iter().filter(casts);
    let upkeep = casters.map(|caster| Step::Magic(Later::Upkeep { caster }));
    let lured = lure::lured_by(world, unit).map(|_| Step::Magic(Later::Lured { unit }));
    upkeep.chain(lured).collect()
}

/// What it brings that a model has moved (SP-STUMBLE).
pub(super) fn moved(world: &World, model: ModelId, gait: Gait) -> Option<Step> {
    let unit = world.unit_of(model);
    let ends = gait.is_a_move() && effects::awaits_move(world, unit);
    ends.then_some(Step::Magic(Later::HasMoved { unit }))
}

/// What it brings that models have used actions to move, and have arrived (SP-QUICKSAND).
pub(super) fn arrived(world: &World, models: &[ModelId]) -> Vec<Step> {
    let sinks = |&model: &ModelId| quicksand::may_swallow(world, model);
    let models = models.iter().copied().filter(sinks);
    models.map(|model| Step::Magic(Later::Sink { model })).collect()
}

/// What the loss of a model brings: an end to what it keeps up (MAG-08).
pub(super) fn slain(world: &World, caster: ModelId) -> Vec<Step> {
    let spells = &world.resource::<BattleState>().spells;
    let casts = spells.iter().any(|one| one.caster == caster);
    if casts { vec![Step::Magic(Later::CasterLost { caster })] } else { Vec::new() }
}

/// What the end of a turn brings (TURN-05).
pub(super) fn turn_over(world: &World) -> Option<Step> {
    let idle = world.resource::<BattleState>().spells.is_empty();
    (!idle).then_some(Step::Magic(Later::TurnOver))
}
