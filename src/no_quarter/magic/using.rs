//! A spell as something that is used: one order for all of them, and one verb.

use bevy::{math::Vec2, prelude::World};

use super::{Aim, Spell, aim, casting, foretelling};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId, figures,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        error::OrderError,
        movement, sentence,
        system::BattleState,
        uses::{About, At, Foretold, Occasion, Using},
    },
    table::base::direction,
};

impl Spell {
    /// The spell as something that can be used. Its words are those of a button; the verb of all spells
    /// has its own.
    pub(in crate::no_quarter) const fn about(self) -> About {
        let card = self.card();
        About {
            rule: card.rule,
            occasion: Occasion::AnyTime,
            place: card.aim.place(),
            verb: VerbWords {
                id: "Cast",
                name: card.name,
                help: "Cast this spell.",
                targets: false,
                key: VerbKey::Unset,
                icon: "cast",
                term: card.term,
            },
            lacking: "has nobody who knows this spell",
            means: "magic",
        }
    }
}

impl Using for Spell {
    fn has(&self, world: &World, model: ModelId) -> bool {
        casting::knows(world, model, *self)
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        casting::check_caster(world, model, *self)
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        casting::check(world, model, *self, at)
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        casting::begin(world, model, *self, at);
    }

    fn foretell(&self, world: &World, model: ModelId, at: At) -> Foretold {
        foretelling::foretell(world, model, *self, at)
    }

    fn asked(&self, world: &World, at: At) -> String {
        format!("cast {}", with_target(world, *self, at))
    }

    fn told(&self, world: &World, at: At) -> String {
        format!("casts {}", with_target(world, *self, at))
    }

    fn propose(
        &self,
        world: &World,
        model: ModelId,
        enemy: Option<UnitId>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        let side = world.side_of_model(model);
        let of_side = |own: bool| {
            let figures = figures(world).into_iter();
            let of_side = figures.filter(|figure| (figure.side == side) == own);
            of_side.map(|figure| figure.id).collect::<Vec<ModelId>>()
        };
        let mut one_of = |models: Vec<ModelId>| {
            let place = pick(models.len().max(1));
            models.get(place).copied()
        };
        Some(match self.card().aim {
            Aim::Itself | Aim::Nearest(_) | Aim::Around(_) => At::Itself,
            Aim::Unit(aim::Whom::Enemies, _) => At::Unit(enemy?),
            Aim::Unit(..) => At::Unit(world.unit_of(one_of(of_side(true))?)),
            Aim::Risen(_) => At::Model(one_of(of_side(true))?),
            Aim::Model(whom, _) => At::Model(one_of(of_side(whom != aim::Whom::Enemies))?),
            Aim::Touch => At::Model(one_of(movement::engaged_with(world, model))?),
            Aim::Grave(..) => At::Place(towards(world, model, enemy?, pick(4) as f32 / 8.0)),
            Aim::Place(_) => At::Place(towards(world, model, enemy?, pick(4) as f32 / 4.0)),
            Aim::AnyPlace(_) => At::Place(world.placed(one_of(of_side(false))?).pose.at),
            Aim::FromTheBase(_) | Aim::Ahead(_) => {
                At::Towards(world.middle(enemy?) - world.placed(model).pose.at)
            }
            Aim::Anywhere(..) => At::Teardrop {
                from: towards(world, model, enemy?, 0.9),
                facing: direction(pick(360) as f32),
            },
            Aim::InPlay => {
                let spells = &world.resource::<BattleState>().spells;
                let place = pick(spells.len().max(1));
                At::Spell(spells.get(place)?.what)
            }
        })
    }
}

/// A spell and whom it is cast on, if that has a name.
fn with_target(world: &World, spell: Spell, at: At) -> String {
    let name = spell.name();
    let whom = match at {
        At::Unit(unit) => world.unit_name(unit),
        At::Model(model) => world.model_name(model),
        At::Spell(what) => return format!("{name} against {}", sentence::spell_on(world, what)),
        At::Itself
        | At::Side(_)
        | At::Through { .. }
        | At::Place(_)
        | At::Towards(_)
        | At::Teardrop { .. } => return name.to_owned(),
    };
    format!("{name} on {whom}")
}

/// A place on the way to a unit: 0 is where the caster stands, 1 the unit's middle.
fn towards(world: &World, caster: ModelId, unit: UnitId, share: f32) -> Vec2 {
    world.placed(caster).pose.at.lerp(world.middle(unit), share)
}
