//! Casting: who may, what it costs, and the roll. Book: Casting A Spell, Initiates And Neophytes, Spell
//! Chants (MAG-01, MAG-03, MAG-04).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{Spell, aim, concentration, work};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Morale, ProfileOf, Stance},
        dice::{Needed, Roll},
        effects::{self, Deed, Does, Effect, Gift, Source, Test, Until, Whose},
        error::{OrderError, Refusal},
        event::Event,
        formations, hit_roll, hold, movement,
        profile::Ability,
        reason::Reason,
        step::Step,
        system::{emit, push},
        trial::{Stake, Trial},
        uses::At,
    },
    table::base::gap,
};

/// So many initiates make a spell easier by chanting, each by 1. Book: Spell Chants (MAG-03).
pub const MOST_CHANTERS: usize = 3;

/// A spell that is being cast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Casting {
    /// By whom; of a chant, its leader.
    pub caster: ModelId,
    /// Who chants with it.
    pub with: Vec<ModelId>,
    /// What.
    pub spell: Spell,
    /// At whom or what.
    pub at: At,
    /// What it cost each of them.
    pub actions: u8,
}

fn abilities(world: &World, model: ModelId) -> &[Ability] {
    &world.of_model::<ProfileOf>(model).0.abilities
}

/// The wizardry of a model, if it is a wizard. Book: Magic.
pub fn wizardry(world: &World, model: ModelId) -> Option<u8> {
    abilities(world, model).iter().find_map(|ability| match ability {
        Ability::Wizard(level) => Some(*level),
        _ => None,
    })
}

/// Whether a model chants with others instead of casting by itself (MAG-03).
pub fn is_initiate(world: &World, model: ModelId) -> bool {
    abilities(world, model).contains(&Ability::Initiate)
}

/// The spells that a model knows, in its profile's order (MAG-04).
pub fn spells_of(world: &World, model: ModelId) -> impl Iterator<Item = Spell> {
    let casts = wizardry(world, model).is_some() || is_initiate(world, model);
    let known = |ability: &Ability| match ability {
        Ability::Knows(spell) => Some(*spell),
        _ => None,
    };
    abilities(world, model).iter().filter_map(known).filter(move |_| casts)
}

/// Whether a model knows a spell.
pub fn knows(world: &World, model: ModelId, spell: Spell) -> bool {
    spells_of(world, model).any(|known| known == spell)
}

/// What remembers that a model has cast a spell in its activation (MAG-01).
const fn has_cast(spell: Spell) -> Effect {
    Effect {
        does: Does::Forbids(Deed::Cast(spell)),
        source: Source::Casting,
        until: Until::EndOfGo,
    }
}

/// Whether a unit has the nerves for magic. Book: The Effect Of Being Panicked (MOR-05, MOR-06).
pub(super) fn check_nerves(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => Ok(()),
        Morale::Panicked => {
            let text = format!("{name} is panicked and can't use magic; let it rally first");
            Err(OrderError::new(Refusal::Panicked, "MOR-05", text))
        }
        Morale::Terrified => {
            let text = format!("{name} is terrified and can't use magic; let it rally first");
            Err(OrderError::new(Refusal::Terrified, "MOR-06", text))
        }
    }
}

/// Whether a model of the active unit is able to use magic for so many actions, which are for this.
pub(super) fn check_able(
    world: &World,
    model: ModelId,
    for_what: &str,
    actions: u8,
) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    check_nerves(world, unit)?;
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{} is prone and has to stand up first", world.model_name(model));
        return Err(OrderError::new(Refusal::Prone, "MOVE-04", text).model(model));
    }
    let left = world.of_model::<ActionsLeft>(model).0;
    if left < actions {
        return Err(OrderError::not_enough_actions(world, model, for_what, actions, left));
    }
    formations::check_duty(world, unit, &[(model, u32::from(actions))])
}

/// Whether a model of the active unit may cast a spell now, at whatever. Ruling: at any time means in
/// close combat too.
pub(super) fn check_caster(world: &World, model: ModelId, spell: Spell) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    let name = world.model_name(model);
    if !knows(world, model, spell) {
        let text = format!("{name} doesn't know {}", spell.name());
        return Err(OrderError::new(Refusal::NoSuchSpell, "MAG-04", text).model(model));
    }
    if effects::forbids(world, model, Deed::Cast(spell)) {
        let spell = spell.name();
        let text = if is_initiate(world, model) {
            let unit = world.unit_name(unit);
            format!("{unit} has already chanted {spell}, and can do so only once in an activation")
        } else {
            format!(
                "{name} has already tried to cast {spell}, and can do so only once in an activation"
            )
        };
        return Err(OrderError::new(Refusal::UsedAlready, "MAG-01", text).model(model));
    }
    let does = if is_initiate(world, model) { "chant" } else { "cast" };
    check_able(world, model, &format!("to {does} {}", spell.name()), spell.card().use_cost)
}

/// Whether a spell may be cast now at something.
pub(super) fn check(world: &World, model: ModelId, spell: Spell, at: At) -> Result<(), OrderError> {
    check_caster(world, model, spell)?;
    aim::check(world, model, spell, at)
}

/// Who chants with an initiate: those of its unit that can, the nearest first, as many as help. Ruling:
/// nobody chants who doesn't make the spell easier.
pub(super) fn companions(world: &World, caster: ModelId, spell: Spell) -> Vec<ModelId> {
    if !is_initiate(world, caster) {
        return Vec::new();
    }
    let own = world.placed(caster);
    let chants = |&model: &ModelId| {
        model != caster && is_initiate(world, model) && check_caster(world, model, spell).is_ok()
    };
    let models = world.standing(world.unit_of(caster)).into_iter().filter(chants);
    let mut models: Vec<(f32, ModelId)> =
        models.map(|model| (gap(&own, &world.placed(model)).0, model)).collect();
    models.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    models.into_iter().map(|(_, model)| model).take(MOST_CHANTERS - 1).collect()
}

/// Whose casting of a spell it is: a wizard's own, or that of all initiates of a unit. Ruling: a chant is
/// the whole unit's, so that a unit chants its spell once in an activation, whoever joins in.
fn all_who_cast(world: &World, caster: ModelId, spell: Spell) -> Vec<ModelId> {
    if !is_initiate(world, caster) {
        return vec![caster];
    }
    let mut models = world.standing(world.unit_of(caster));
    models.retain(|&model| is_initiate(world, model) && knows(world, model, spell));
    models
}

/// How many would chant a spell with an initiate, itself included; 1 for a wizard.
pub fn chanters(world: &World, caster: ModelId, spell: Spell) -> usize {
    companions(world, caster, spell).len() + 1
}

/// The number that a caster needs for a spell now, with so many who chant, itself included if it is an
/// initiate (MAG-01 to MAG-03).
pub fn needed_to_cast(world: &World, caster: ModelId, spell: Spell, chanters: usize) -> Needed {
    let wizardry = wizardry(world, caster).map_or(0, i32::from);
    let chant = if is_initiate(world, caster) { chanters.min(MOST_CHANTERS) } else { 0 };
    let concentrates = effects::has(world, caster, Gift::Concentrating);
    Needed::new(spell.card().level)
        .with(Reason::Wizardry, wizardry)
        .with(Reason::Chant, chant as i32)
        .with_if(concentrates, Reason::Concentrating, concentration::BONUS)
        .with_all(effects::modifiers(world, (caster, 0), Test::Cast, Whose::Own))
        .between(0, hit_roll::SUREST)
}

/// Whether a roll casts a spell: a natural 10 never does (MAG-01).
pub fn is_cast(roll: &Roll) -> bool {
    roll.passed() && !roll.natural_highest()
}

/// Begins to cast a spell that `check` allowed: all who chant pay, and the leader rolls.
pub(super) fn begin(world: &mut World, caster: ModelId, spell: Spell, at: At) {
    let with = companions(world, caster, spell);
    let needed = needed_to_cast(world, caster, spell, with.len() + 1);
    let actions = spell.card().use_cost;
    for &model in [caster].iter().chain(&with) {
        movement::pay(world, model, actions);
    }
    for model in all_who_cast(world, caster, spell) {
        effects::lay_on_model(world, model, has_cast(spell));
    }
    concentration::is_spent(world, caster);
    hold::offer(world);
    let casting = Casting { caster, with, spell, at, actions };
    push(world, Step::Roll(Trial::new(Stake::Cast(casting), needed)));
}

/// The roll for a spell was made.
pub(in crate::no_quarter) fn rolled(world: &mut World, casting: Casting, roll: Roll) {
    let cast = is_cast(&roll);
    let caught = if cast { work::caught(world, &casting) } else { Vec::new() };
    let Casting { caster: model, ref with, spell, at, actions } = casting;
    let with = with.clone();
    emit(world, Event::Cast { model, with, spell, at, caught, roll, cast, actions });
    if cast {
        work::begin(world, casting);
    }
}
