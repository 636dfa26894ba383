//! What verbs and orders in preparation are called at the moment, by buttons, labels and refusals alike:
//! one name for a breath, another for a grenade or a gun.

use bevy::prelude::World;

use super::{
    Intent,
    aiming::{self, Attack},
    verbs::Verb,
};
use crate::{
    battle::{BattleWorld, UnitId, playable::acting::Focus},
    no_quarter::{Order, support_weapons},
};

/// What a verb is called for a unit that acts.
pub(super) fn of_verb(world: &World, focus: Focus, unit: UnitId, verb: Verb) -> &'static str {
    let usual = verb.words().name;
    match verb {
        // What nobody alone can do goes by what its unit can.
        Verb::Template => aiming::verb_name(world, unit, focus)
            .or_else(|| aiming::verb_name(world, unit, Focus::default()))
            .unwrap_or(usual),
        // The gun is fired; its crew may have bows besides.
        Verb::Shoot if has_crew(world, unit) => "Crew shoots",
        _ => usual,
    }
}

/// What an order in preparation is called, if a verb prepares it.
pub(super) fn of_intent(world: &World, intent: &Intent) -> Option<&'static str> {
    if let Intent::Template(aimed) = intent {
        return Some(aiming::attack_name(aimed.attack));
    }
    intent.verb().map(|verb| of_present(world, verb))
}

/// What a verb is called for the active unit.
fn of_present(world: &World, verb: Verb) -> &'static str {
    let active = world.frame().active;
    active.map_or(verb.words().name, |unit| of_verb(world, Focus::default(), unit, verb))
}

/// What nobody can do who is refused an order in preparation: "Can't use its breath weapon", "The crew can't
/// shoot".
pub(super) fn refused(world: &World, intent: &Intent) -> Option<String> {
    let name = match intent {
        Intent::Template(aimed) => deed(aimed.attack),
        _ => of_intent(world, intent)?,
    };
    Some(cannot(world, intent.verb()?, name))
}

/// The same for an order.
pub(super) fn refused_order(world: &World, order: &Order) -> Option<String> {
    let verb = Verb::of_order(order)?;
    let name = match order {
        Order::Breathe { .. } => deed(Attack::Breathe),
        Order::Throw { .. } => deed(Attack::Throw),
        Order::Fire { .. } => deed(Attack::Fire),
        _ => of_present(world, verb),
    };
    Some(cannot(world, verb, name))
}

/// What somebody can't do who is refused an attack that is laid: who merely can't breathe chokes.
fn deed(attack: Attack) -> &'static str {
    match attack {
        Attack::Breathe => "Use its breath weapon",
        Attack::Throw | Attack::Fire => aiming::attack_name(attack),
    }
}

fn cannot(world: &World, verb: Verb, name: &str) -> String {
    if verb == Verb::Shoot && world.frame().active.is_some_and(|unit| has_crew(world, unit)) {
        return format!("The crew can't {}", verb.words().name.to_lowercase());
    }
    format!("Can't {}", name.to_lowercase())
}

/// Whether those of a unit who shoot are the crew of a support weapon.
pub(super) fn has_crew(world: &World, unit: UnitId) -> bool {
    support_weapons::weapon_of(world, unit).is_some()
}
