//! Whether a spell may be cast at somebody or something: whose it is, how far, in sight, and whether
//! anything keeps the spell off.

use bevy::{math::Vec2, prelude::World};

use super::{Aim, Whom, ahead, closest, nearest_enemy, sees};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::ProfileOf,
        effects::{self, Does, Gift},
        error::{OrderError, Refusal},
        line_of_sight::{sees_model, sees_point},
        magic::{Dead, Spell, SpellOn, raising::who_may_rise},
        movement,
        profile::{Ability, Class},
        system::BattleState,
        templates,
        uses::{At, elsewhere},
    },
    table::{Inches, base::gap},
};

/// Whether a spell may be cast at something.
///
/// # Errors
/// The rule that forbids it.
pub(in crate::no_quarter::magic) fn check(
    world: &World,
    caster: ModelId,
    spell: Spell,
    at: At,
) -> Result<(), OrderError> {
    let card = spell.card();
    match (card.aim, at) {
        (Aim::Itself | Aim::Around(_), At::Itself) => Ok(()),
        (Aim::Nearest(within), At::Itself) => {
            let Some((_, distance)) = nearest_enemy(world, caster) else {
                let text = "no enemy is on the table";
                return Err(OrderError::new(Refusal::NothingToDo, card.rule, text).model(caster));
            };
            check_range(world, caster, spell, distance, within)
        }
        (Aim::Unit(whose, within), At::Unit(unit)) => {
            check_unit(world, caster, spell, unit, whose, within)
        }
        (Aim::Risen(within), At::Model(model)) => {
            check_model(world, caster, spell, model, Whom::Friends)?;
            check_risen(world, caster, spell, model)?;
            check_seen(world, caster, spell, model, within)
        }
        (Aim::Model(whose, within), At::Model(model)) => {
            check_model(world, caster, spell, model, whose)?;
            check_seen(world, caster, spell, model, within)
        }
        (Aim::Touch, At::Model(model)) => {
            check_model(world, caster, spell, model, Whom::Enemies)?;
            check_touch(world, caster, spell, model)
        }
        (Aim::Place(within), At::Place(to)) => {
            check_on_table(world, caster, spell, to)?;
            check_place(world, caster, spell, to, within)
        }
        (Aim::AnyPlace(within), At::Place(to)) => {
            check_on_table(world, caster, spell, to)?;
            check_distance(world, caster, spell, to, within)
        }
        (Aim::Ahead(diameter), At::Towards(way)) => {
            check_direction(world, caster, spell, way)?;
            let way = way.normalize_or_zero();
            check_on_table(world, caster, spell, ahead(world, caster, way, diameter))
        }
        (Aim::Grave(dead, within), At::Place(to)) => {
            check_dead(world, caster, spell, dead)?;
            check_on_table(world, caster, spell, to)?;
            check_distance(world, caster, spell, to, within)
        }
        (Aim::FromTheBase(_), At::Towards(way)) => check_direction(world, caster, spell, way),
        (Aim::Anywhere(_, within), At::Teardrop { from, facing }) => {
            check_direction(world, caster, spell, facing)?;
            check_on_table(world, caster, spell, from)?;
            check_place(world, caster, spell, from, within)
        }
        (Aim::InPlay, At::Spell(what)) => {
            check_in_play(world, caster, card.rule, what)?;
            if sees(world, caster, what.on) {
                Ok(())
            } else {
                Err(unseen(world, caster, spell, what.spell.name()))
            }
        }
        _ => Err(elsewhere(world, caster, &spell.about())),
    }
}

fn check_seen(
    world: &World,
    caster: ModelId,
    spell: Spell,
    model: ModelId,
    within: Inches,
) -> Result<(), OrderError> {
    if model != caster && !sees_model(world, caster, model).visible() {
        return Err(unseen(world, caster, spell, world.model_name(model)));
    }
    let distance = gap(&world.placed(caster), &world.placed(model));
    check_range(world, caster, spell, distance, within)
}

fn check_touch(
    world: &World,
    caster: ModelId,
    spell: Spell,
    model: ModelId,
) -> Result<(), OrderError> {
    if movement::engaged_with(world, caster).contains(&model) {
        return Ok(());
    }
    let (name, enemy) = (world.model_name(caster), world.model_name(model));
    let distance = gap(&world.placed(caster), &world.placed(model));
    let text = format!("{name} doesn't touch {enemy}");
    let refusal = Refusal::NotInContact { gap: distance, reach: Inches::ZERO };
    Err(OrderError::new(refusal, spell.card().rule, text).model(caster))
}

fn check_risen(
    world: &World,
    caster: ModelId,
    spell: Spell,
    model: ModelId,
) -> Result<(), OrderError> {
    let profile = &world.of_model::<ProfileOf>(model).0;
    if model != caster && profile.class == Class::Core && profile.has(Ability::Undead) {
        return Ok(());
    }
    let text = format!("{} is no skeleton or zombie", world.model_name(model));
    Err(OrderError::new(Refusal::NotRisen, spell.card().rule, text).model(caster))
}

/// Whether a spell lies on something.
///
/// # Errors
/// That none of that name does.
pub(in crate::no_quarter::magic) fn check_in_play(
    world: &World,
    caster: ModelId,
    rule: &str,
    what: SpellOn,
) -> Result<(), OrderError> {
    if world.resource::<BattleState>().spells.iter().any(|one| one.what == what) {
        return Ok(());
    }
    let text = format!("{} isn't in play there", what.spell.name());
    Err(OrderError::new(Refusal::NoSuchThing, rule, text).model(caster))
}

fn check_unit(
    world: &World,
    caster: ModelId,
    spell: Spell,
    unit: UnitId,
    whose: Whom,
    within: Inches,
) -> Result<(), OrderError> {
    let rule = spell.card().rule;
    if world.roster().unit(unit).is_none() {
        return Err(OrderError::no_such_unit(world, unit));
    }
    let name = world.unit_name(unit);
    if world.standing(unit).is_empty() {
        let text = format!("no models of {name} are on the table");
        return Err(OrderError::new(Refusal::NobodyThere, rule, text).model(caster));
    }
    let own = world.side_of(unit) == world.side_of_model(caster);
    check_side(world, caster, spell, own, name, whose)?;
    let withstands = |model| effects::withstands(world, model, spell);
    if world.standing(unit).into_iter().all(withstands) {
        let text = format!("{} can't affect {name}", spell.name());
        return Err(OrderError::new(Refusal::Unaffected, "TR-MEMBRANES", text).model(caster));
    }
    let lies = |gift: Gift| effects::on_unit(world, unit).any(|does| does == Does::Gives(gift));
    check_safe(caster, spell, name, lies)?;
    let Some((_, distance)) = closest(world, caster, unit) else {
        return Err(unseen(world, caster, spell, name));
    };
    check_range(world, caster, spell, distance, within)
}

fn check_model(
    world: &World,
    caster: ModelId,
    spell: Spell,
    model: ModelId,
    whose: Whom,
) -> Result<(), OrderError> {
    if world.roster().model(model).is_none() {
        let text = "there is no such target";
        return Err(OrderError::new(Refusal::NoSuchThing, "", text).model(caster));
    }
    let name = world.model_name(model);
    if !world.is_standing(model) {
        let text = format!("{name} is not on the table");
        return Err(OrderError::new(Refusal::NotOnTable, spell.card().rule, text).model(caster));
    }
    let own = world.side_of_model(model) == world.side_of_model(caster);
    check_side(world, caster, spell, own, name, whose)?;
    check_safe(caster, spell, name, |gift| effects::has(world, model, gift))
}

fn check_side(
    world: &World,
    caster: ModelId,
    spell: Spell,
    own: bool,
    name: &str,
    whose: Whom,
) -> Result<(), OrderError> {
    let (what, caster_name) = (spell.name(), world.model_name(caster));
    let (refusal, text) = match whose {
        Whom::Enemies if own => {
            (Refusal::NotAnEnemy, format!("{name} isn't an enemy of {caster_name}"))
        }
        Whom::Friends if !own => {
            (Refusal::NotAFriend, format!("{what} is for friends, and {name} is an enemy"))
        }
        Whom::Friends | Whom::Enemies | Whom::Anybody => return Ok(()),
    };
    Err(OrderError::new(refusal, spell.card().rule, text).model(caster))
}

/// Whether nothing keeps a spell off its target: a talisman, or the same spell in the turn before.
fn check_safe(
    caster: ModelId,
    spell: Spell,
    name: &str,
    has: impl Fn(Gift) -> bool,
) -> Result<(), OrderError> {
    let refuse = |refusal, rule, text| Err(OrderError::new(refusal, rule, text).model(caster));
    if has(Gift::Warded) {
        let text = format!("no spell can be aimed at {name}: it bears a talisman");
        return refuse(Refusal::Warded, Spell::Talisman.card().rule, text);
    }
    if has(Gift::SafeFrom(spell)) {
        let text =
            format!("{} can't be cast at {name} in two turns one after the other", spell.name());
        return refuse(Refusal::UsedAlready, spell.card().rule, text);
    }
    Ok(())
}

fn check_on_table(
    world: &World,
    caster: ModelId,
    spell: Spell,
    to: Vec2,
) -> Result<(), OrderError> {
    if to.is_finite() && templates::on_table(world, to) {
        return Ok(());
    }
    let text = "that place is not on the table";
    Err(OrderError::new(Refusal::NoSuchPlace, spell.card().rule, text).model(caster))
}

fn check_place(
    world: &World,
    caster: ModelId,
    spell: Spell,
    to: Vec2,
    within: Inches,
) -> Result<(), OrderError> {
    if !sees_point(world, caster, to) {
        return Err(unseen(world, caster, spell, "that place").at(to));
    }
    check_distance(world, caster, spell, to, within)
}

fn check_distance(
    world: &World,
    caster: ModelId,
    spell: Spell,
    to: Vec2,
    within: Inches,
) -> Result<(), OrderError> {
    let distance = Inches(world.placed(caster).closest_point(to).distance(to));
    check_range(world, caster, spell, distance, within).map_err(|error| error.at(to))
}

/// Whether any of the dead may rise at all.
fn check_dead(world: &World, caster: ModelId, spell: Spell, dead: Dead) -> Result<(), OrderError> {
    if !who_may_rise(world, caster, dead).is_empty() {
        return Ok(());
    }
    let text = "no enemy of a man's size has been slain who could rise";
    Err(OrderError::new(Refusal::NobodyThere, spell.card().rule, text).model(caster))
}

fn check_direction(
    world: &World,
    caster: ModelId,
    spell: Spell,
    way: Vec2,
) -> Result<(), OrderError> {
    if way.is_finite() && way.try_normalize().is_some() {
        return Ok(());
    }
    let text = format!("{} by {} has no direction", spell.name(), world.model_name(caster));
    Err(OrderError::new(Refusal::NoSuchPlace, spell.card().rule, text).model(caster))
}

fn check_range(
    world: &World,
    caster: ModelId,
    spell: Spell,
    distance: Inches,
    reach: Inches,
) -> Result<(), OrderError> {
    if distance.at_most(reach) {
        return Ok(());
    }
    let (what, name) = (spell.name(), world.model_name(caster));
    let text = format!("{what} reaches {reach}, and the target is {distance} from {name}");
    let refusal = Refusal::OutOfRange { distance, reach };
    Err(OrderError::new(refusal, spell.card().rule, text).model(caster))
}

fn unseen(world: &World, caster: ModelId, spell: Spell, what: &str) -> OrderError {
    let text = format!("{} can't see {what}", world.model_name(caster));
    OrderError::new(Refusal::OutOfSight, spell.card().rule, text).model(caster)
}
