//! Why something can't be done now, and what isn't there for the active unit at all.

use bevy::prelude::*;

use super::{
    at_once::{best_sweep, membership, to_load},
    mode::{Mode, Selection},
    possible::{Kind, Possible},
    templates,
    verb::Verb,
    verbs::ordered,
};
use crate::{
    battle::{BattleWorld, History, ModelId, Pending, RuleSystem, UnitId},
    no_quarter::{
        ActionsLeft, Momentum, NoQuarter, Order, OrderError, Standing, formations, movement,
        phase::{Phase, phase},
        plan as placing,
        uses::Usable,
    },
};

fn said(result: Result<(), OrderError>) -> Option<String> {
    result.err().map(|error| error.told())
}

/// How many standing models of a unit still have actions.
pub fn can_still_act(world: &World, unit: UnitId) -> usize {
    let able = |&model: &ModelId| {
        world.of_model::<ActionsLeft>(model).0 > 0 || world.of_model::<Momentum>(model).0 > 0
    };
    world.standing(unit).iter().filter(|model| able(model)).count()
}

fn everybody_is_done(world: &World, unit: UnitId) -> Option<String> {
    let has = |&model: &ModelId| world.of_model::<ActionsLeft>(model).0 > 0;
    let nobody = !world.standing(unit).iter().any(has);
    nobody.then(|| format!("nobody of {} has actions left", world.unit_name(unit)))
}

fn nobody_shoots(world: &World, unit: UnitId) -> Option<String> {
    let nobody = !world.standing(unit).iter().any(|&model| placing::shoots(world, model));
    nobody.then(|| format!("nobody of {} has anything to shoot with", world.unit_name(unit)))
}

fn nobody_fights(world: &World, unit: UnitId) -> Option<String> {
    let fights = |&model: &ModelId| {
        movement::is_engaged(world, model) || placing::strikes_without_contact(world, model)
    };
    let nobody = !world.standing(unit).iter().any(fights);
    nobody.then(|| format!("nobody of {} is in contact with an enemy", world.unit_name(unit)))
}

/// Why a verb can't be done now, if it can't.
pub fn why_not(world: &World, verb: Verb) -> Option<String> {
    let check = |order: Order| said(NoQuarter::check(world, &order));
    let unit = world.frame().active;
    let busy = || -> Option<String> {
        if world.resource::<Pending<NoQuarter>>().0.is_some() {
            return Some("a decision has to be answered first".to_owned());
        }
        if phase(world) != Phase::Activations {
            return Some("not in this part of the battle".to_owned());
        }
        unit.is_none().then(|| "activate a unit first".to_owned())
    };
    match verb {
        Verb::Activate => match world.resource::<Selection>().unit {
            Some(unit) => check(Order::Activate { unit }),
            None => Some("select a unit first".to_owned()),
        },
        Verb::Move | Verb::Turn => busy().or_else(|| {
            let unit = unit?;
            if let Some(why) = everybody_is_done(world, unit) {
                return Some(why);
            }
            let name = world.unit_name(unit);
            let ranked = matches!(Mode::moving(world, unit), Mode::Block(_));
            (verb == Verb::Turn && ranked)
                .then(|| format!("{name} stands in ranks: wheel, or turn the block"))
        }),
        Verb::Wheel => busy().or_else(|| {
            let unit = unit?;
            let loose = !matches!(Mode::moving(world, unit), Mode::Block(_));
            loose.then(|| format!("{} isn't in ranks", world.unit_name(unit)))
        }),
        Verb::FormUp => busy().or_else(|| everybody_is_done(world, unit?)),
        Verb::Charge => busy()
            .or_else(|| everybody_is_done(world, unit?))
            .or_else(|| world.resource::<Possible>().why_not(Kind::Charge)),
        Verb::Overrun => busy().or_else(|| {
            let unit = unit?;
            let drives =
                world.standing(unit).iter().any(|&m| Usable::Overrun.rules().has(world, m));
            (!drives).then(|| format!("{} has no chariot", world.unit_name(unit)))
        }),
        Verb::Fight => busy()
            .or_else(|| everybody_is_done(world, unit?))
            .or_else(|| nobody_fights(world, unit?))
            .or_else(|| world.resource::<Possible>().why_not(Kind::Fight)),
        Verb::Sweep => busy().or_else(|| {
            let order = best_sweep(world);
            order.is_none().then(|| "nobody can sweep enemies with a tail here".to_owned())
        }),
        Verb::Shoot => busy()
            .or_else(|| everybody_is_done(world, unit?))
            .or_else(|| nobody_shoots(world, unit?))
            .or_else(|| world.resource::<Possible>().why_not(Kind::Shoot)),
        Verb::Template => busy().or_else(|| {
            let unit = unit?;
            let none = templates::options(world, unit).is_empty();
            none.then(|| {
                format!("nobody of {} breathes, throws or serves a weapon", world.unit_name(unit))
            })
            .or_else(|| everybody_is_done(world, unit))
            .or_else(|| templates::nothing_to_use(world, unit))
        }),
        Verb::LoadWeapon => busy().or_else(|| match to_load(world, unit?) {
            Some(order) => check(order),
            None => Some(format!("{} serves no weapon", world.unit_name(unit?))),
        }),
        Verb::Membership => busy().or_else(|| {
            let none = membership(world).is_none();
            none.then(|| "nobody can leave the unit or join another here".to_owned())
        }),
        Verb::ChangePlaces => busy().or_else(|| {
            let unit = unit?;
            let loose = !formations::may_reorganise(world, unit);
            loose.then(|| format!("{} isn't in ranks", world.unit_name(unit)))
        }),
        Verb::StandUp => busy().or_else(|| check(Order::StandUp { models: ordered(world) })),
        Verb::Rally => busy().or_else(|| check(Order::Rally)),
        Verb::Hold => busy().or_else(|| check(Order::Hold { standing: Standing::Ask })),
        Verb::EndActivation => busy().or_else(|| check(Order::EndActivation)),
        Verb::Scope => {
            let of_unit = |model: &ModelId| Some(world.unit_of(*model)) == unit;
            let model = world.resource::<Selection>().model.filter(of_unit);
            let why = "select a model of the active unit first: click it a second time";
            model.is_none().then(|| why.to_owned())
        }
        Verb::Undo => History::<NoQuarter>::why_no_undo(world).map(|error| error.to_string()),
        Verb::Measure | Verb::Save | Verb::Load => None,
    }
}

/// Whether a verb is one for the active unit at all: not every unit has a cannon.
pub fn concerns(world: &World, verb: Verb, unit: UnitId) -> bool {
    let has =
        |what: Usable| world.standing(unit).iter().any(|&model| what.rules().has(world, model));
    match verb {
        Verb::Template => !templates::options(world, unit).is_empty(),
        Verb::LoadWeapon => to_load(world, unit).is_some(),
        Verb::Membership => membership(world).is_some(),
        Verb::ChangePlaces => formations::may_reorganise(world, unit),
        Verb::Overrun => has(Usable::Overrun),
        Verb::Sweep => has(Usable::TailAttack),
        _ => true,
    }
}
