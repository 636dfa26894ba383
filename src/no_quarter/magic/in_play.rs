//! Spells in play: what they leave, and how they end. Book: Template Effects, Upkeep, Killing A Magic
//! User (MAG-06, MAG-08). Ruling: the same spell lies only once on the same bearer; cast again, the later
//! casting takes the place of the earlier one.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{Casting, Later, Spell, lava, smoke, swarm, wind};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, TerrainId, UnitId, ground},
    no_quarter::{
        effects::{self, Does, Effect, Gift, Source, Until},
        event::Event,
        step::Step,
        system::{BattleState, NoQuarter, emit},
        uses::At,
    },
};

/// What a spell lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bearer {
    /// A unit.
    Unit(UnitId),
    /// One model.
    Model(ModelId),
    /// A piece of ground that the spell has made.
    Ground(TerrainId),
}

/// A spell and what it lies on: there is only one such in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpellOn {
    /// The spell.
    pub spell: Spell,
    /// What it lies on.
    pub on: Bearer,
}

/// A spell in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct InPlay {
    /// Which, and on what.
    pub what: SpellOn,
    /// Who has cast it.
    pub caster: ModelId,
    /// Which way it goes on, if it goes anywhere by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Vec2>,
}

/// Why a spell is no longer in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// Its time is over.
    RanOut,
    /// Its caster didn't keep it up, or couldn't (MAG-06).
    NotKeptUp,
    /// It was cancelled (MAG-07, SP-CLEANSE).
    Cancelled,
    /// Its caster is gone (MAG-08).
    CasterLost,
    /// The same was cast on the same bearer again.
    Renewed,
    /// Its bearer broke its hold (SP-LURE).
    ShakenOff,
}

impl Bearer {
    /// What a spell lies on that is cast at somebody.
    fn of(casting: &Casting) -> Option<Self> {
        match casting.at {
            At::Itself => Some(Self::Model(casting.caster)),
            At::Unit(unit) => Some(Self::Unit(unit)),
            At::Model(model) => Some(Self::Model(model)),
            At::Side(_)
            | At::Through { .. }
            | At::Place(_)
            | At::Towards(_)
            | At::Teardrop { .. }
            | At::Spell(_) => None,
        }
    }
}

/// Leaves something on the target of a spell for as long as it lasts.
pub(super) fn lay(world: &mut World, casting: &Casting, does: &[Does]) {
    if let Some(on) = Bearer::of(casting) {
        leave(world, SpellOn { spell: casting.spell, on }, casting.caster, does);
    }
}

/// Leaves something on a bearer for as long as a spell lasts.
pub(super) fn leave(world: &mut World, what: SpellOn, caster: ModelId, does: &[Does]) {
    end(world, what, Ended::Renewed);
    let (source, until) = (Source::Spell(what.spell), what.spell.card().lasts.until());
    for &does in does {
        lay_on(world, what.on, Effect { does, source, until });
    }
    enter(world, what, caster);
}

/// Lays an effect on a bearer.
fn lay_on(world: &mut World, on: Bearer, effect: Effect) {
    match on {
        Bearer::Unit(unit) => effects::lay_on_unit(world, unit, effect),
        Bearer::Model(model) => effects::lay_on_model(world, model, effect),
        Bearer::Ground(_) => {}
    }
}

/// Keeps the same spell off its target for the next turn.
pub(super) fn keep_off(world: &mut World, casting: &Casting) {
    let Some(on) = Bearer::of(casting) else { return };
    let does = Does::Gives(Gift::SafeFrom(casting.spell));
    let effect = Effect { does, source: Source::Casting, until: Until::EndOfNextTurn };
    lay_on(world, on, effect);
}

/// A spell comes into play.
pub(super) fn enter(world: &mut World, what: SpellOn, caster: ModelId) {
    set_out(world, what, caster, None);
}

/// A spell comes into play that goes on by itself, in a direction if it has one.
pub(super) fn set_out(world: &mut World, what: SpellOn, caster: ModelId, heading: Option<Vec2>) {
    world.resource_mut::<BattleState>().spells.push(InPlay { what, caster, heading });
}

/// Ends a spell that is in play, with all that it left; does nothing if it isn't.
pub(super) fn end(world: &mut World, what: SpellOn, why: Ended) {
    let mut state = world.resource_mut::<BattleState>();
    let Some(place) = state.spells.iter().position(|one| one.what == what) else { return };
    state.spells.remove(place);
    match what.on {
        Bearer::Unit(unit) => {
            effects::lift_source_from_unit(world, unit, Source::Spell(what.spell))
        }
        Bearer::Model(model) => {
            effects::lift_source_from_model(world, model, Source::Spell(what.spell));
        }
        Bearer::Ground(piece) => {
            swarm::forget_bites(world, piece);
            ground::take_away(world, piece);
        }
    }
    emit(world, Event::SpellEnded { what, why });
}

/// Whether anything is left of a spell in play.
fn lasts(world: &World, what: SpellOn) -> bool {
    let source = Source::Spell(what.spell);
    match what.on {
        Bearer::Unit(unit) => {
            !world.standing(unit).is_empty() && effects::unit_has_from(world, unit, source)
        }
        Bearer::Model(model) => {
            world.is_standing(model) && effects::comes_from(world, model, source)
        }
        Bearer::Ground(piece) => world.terrain(piece).is_some(),
    }
}

/// Ends spells of which nothing is left: their time is over, or their bearer is gone.
pub(in crate::no_quarter) fn tidy(world: &mut World) {
    let spells = world.resource::<BattleState>().spells.clone();
    for InPlay { what, .. } in spells {
        if !lasts(world, what) {
            end(world, what, Ended::RanOut);
        }
    }
}

/// Ends the spells in play of which something is true.
pub(super) fn end_those(world: &mut World, why: Ended, ends: impl Fn(&World, &InPlay) -> bool) {
    let spells = world.resource::<BattleState>().spells.clone();
    for one in spells {
        if ends(world, &one) {
            end(world, one.what, why);
        }
    }
}

/// A caster is lost: what it would have to keep up ends at once (MAG-08).
pub(super) fn caster_lost(world: &mut World, caster: ModelId) {
    end_those(world, Ended::CasterLost, |_, one| {
        one.caster == caster && one.what.spell.card().lasts.upkeep().is_some()
    });
}

/// The turn is over: what would have ended with the next activation of a caster who is lost ends now,
/// and clouds drift (MAG-08, TURN-05).
pub(super) fn turn_over(world: &mut World) {
    end_those(world, Ended::CasterLost, |world, one| {
        !world.is_standing(one.caster) && one.what.spell.card().lasts.ends_with_caster()
    });
    let spells = world.resource::<BattleState>().spells.iter();
    let steps = spells.map(|one| Step::Magic(Later::GoOn { what: one.what })).collect();
    world.push_all::<NoQuarter>(steps);
}

/// What becomes of a spell at the end of a turn, if it is still in play.
pub(super) fn go_on(world: &mut World, what: SpellOn) {
    let spells = &world.resource::<BattleState>().spells;
    let Some(&one) = spells.iter().find(|one| one.what == what) else { return };
    let caster = one.caster;
    match (what.spell, what.on) {
        (Spell::Smoke, Bearer::Ground(piece)) => smoke::drift(world, caster, piece),
        (Spell::LavaPool, Bearer::Ground(piece)) => lava::cool(world, caster, piece),
        (Spell::Pestilence, Bearer::Ground(_)) => swarm::run_on(world, &one),
        (Spell::WindOfThor, Bearer::Unit(unit)) => wind::freeze(world, unit, what),
        _ => {}
    }
}
