//! Does what buttons and keys ask for, or says why not: gives orders, begins and ends their
//! preparation, selects.

use std::sync::Arc;

use bevy::prelude::*;

pub use super::verb::Verb;
use super::{
    aim::{self, Hover},
    mode::{BlockMove, Mode, Scope, Selection},
    plan::{self, Plan},
    possible::{Kind, Possible},
    templates,
    toast::Toasts,
};
use crate::{
    app::{
        orders::{OrderQueue, Refused},
        running,
        screens::load_box::LoadBox,
    },
    battle::{BattleWorld, History, ModelId, Pending, Phase, RuleSystem, UnitId, level::Formation},
    no_quarter::{
        ActionsLeft, Arms, Momentum, NoQuarter, Order, OrderError, Standing, Weapon, WeaponRule,
        close_combat, deployment, formations, movement, plan as placing, turn_sequence,
    },
    table::formation::Flank,
};

fn said(result: Result<(), OrderError>) -> Option<String> {
    let error = result.err()?;
    Some(if error.rule.is_empty() {
        error.text
    } else {
        format!("{} ({})", error.text, error.rule)
    })
}

/// The models that an order without named models would go to: the selected one or all.
pub fn ordered(world: &World) -> Vec<ModelId> {
    match (*world.resource::<Scope>(), world.resource::<Selection>().model) {
        (Scope::Model, Some(model)) => vec![model],
        _ => Vec::new(),
    }
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
    let shoots =
        |&model: &ModelId| world.of_model::<Arms>(model).0.iter().any(|weapon| weapon.is_shot());
    let nobody = !world.standing(unit).iter().any(shoots);
    nobody.then(|| format!("nobody of {} has anything to shoot with", world.unit_name(unit)))
}

/// The sweep of a tail over the side with more enemies.
fn best_sweep(world: &World) -> Option<Order> {
    let unit = world.frame().active?;
    let side = world.side_of(unit);
    let enemies = |model, flank| {
        let caught = close_combat::swept(world, model, flank);
        caught.into_iter().filter(|&other| world.side_of_model(other) != side).count()
    };
    let sweeps = world
        .standing(unit)
        .into_iter()
        .flat_map(|model| [Flank::Left, Flank::Right].map(|flank| (model, flank)));
    let legal =
        |&(model, flank): &(ModelId, Flank)| close_combat::check_tail(world, model, flank).is_ok();
    let (model, flank) =
        sweeps.filter(legal).max_by_key(|&(model, flank)| enemies(model, flank))?;
    Some(Order::SweepTail { model, flank })
}

fn nobody_fights(world: &World, unit: UnitId) -> Option<String> {
    let reaches = |weapon: &Arc<Weapon>| {
        weapon
            .rules
            .iter()
            .any(|rule| matches!(rule, WeaponRule::ExtendedReach(_) | WeaponRule::TwoRanks))
    };
    let fights = |&model: &ModelId| {
        movement::is_engaged(world, model) || world.of_model::<Arms>(model).0.iter().any(reaches)
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
        if world.frame().phase != Phase::Activations {
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
            let drives = world.standing(unit).iter().any(|&m| plan::drives(world, m));
            (!drives).then(|| format!("{} has no chariot (COMBO-02)", world.unit_name(unit)))
        }),
        Verb::Fight => busy()
            .or_else(|| everybody_is_done(world, unit?))
            .or_else(|| nobody_fights(world, unit?))
            .or_else(|| world.resource::<Possible>().why_not(Kind::Fight)),
        Verb::Sweep => busy().or_else(|| {
            let order = best_sweep(world);
            order
                .is_none()
                .then(|| "nobody can sweep enemies with a tail here (TR-TAIL)".to_owned())
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
        Verb::LoadWeapon => busy().or_else(|| match templates::to_load(world, unit?) {
            Some(order) => check(order),
            None => Some(format!("{} serves no weapon", world.unit_name(unit?))),
        }),
        Verb::Membership => busy().or_else(|| {
            let none = templates::membership(world).is_none();
            none.then(|| "nobody can leave the unit or join another here (FORM-10)".to_owned())
        }),
        Verb::ChangePlaces => busy().or_else(|| {
            let unit = unit?;
            let loose = !formations::may_reorganise(world, unit);
            loose.then(|| format!("{} isn't in ranks (FORM-09)", world.unit_name(unit)))
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
        Verb::Undo => (!History::<NoQuarter>::can_undo(world)).then(|| {
            if world.resource::<History<NoQuarter>>().is_empty() {
                "there is nothing to undo".to_owned()
            } else {
                "dice were rolled since; only a practice battle can go back further".to_owned()
            }
        }),
        Verb::Measure | Verb::Save | Verb::Load => None,
    }
}

/// Whether a verb is one for the active unit at all: not every unit has a cannon.
pub fn concerns(world: &World, verb: Verb, unit: UnitId) -> bool {
    match verb {
        Verb::Template => !templates::options(world, unit).is_empty(),
        Verb::LoadWeapon => templates::to_load(world, unit).is_some(),
        Verb::Membership => templates::membership(world).is_some(),
        Verb::ChangePlaces => formations::may_reorganise(world, unit),
        Verb::Overrun => world.standing(unit).iter().any(|&model| plan::drives(world, model)),
        Verb::Sweep => {
            let tailed = |&model: &ModelId| close_combat::tail_strength(world, model).is_some();
            world.standing(unit).iter().any(tailed)
        }
        _ => true,
    }
}

/// Does it, or says why not.
pub fn act(world: &mut World, verb: Verb) {
    if let Some(why) = why_not(world, verb) {
        world.resource_mut::<Toasts>().refuse(format!("{}: {why}", verb.name()));
        return;
    }
    match verb {
        Verb::Activate => {
            if let Some(unit) = world.resource::<Selection>().unit {
                give(world, Order::Activate { unit });
            }
        }
        Verb::Move => {
            if let Some(unit) = world.frame().active {
                let mode = Mode::moving(world, unit);
                enter(world, mode);
            }
        }
        Verb::Turn => enter(world, Mode::Turn),
        Verb::Wheel => enter(world, Mode::Block(BlockMove::Wheel)),
        Verb::FormUp => {
            let Some(unit) = world.frame().active else { return };
            let formation = *world.of_unit::<Formation>(unit);
            enter(world, Mode::FormUp { formation });
        }
        Verb::Charge => enter(world, Mode::Charge { to_reach: false }),
        Verb::Overrun => enter(world, Mode::Overrun { through: None }),
        Verb::Fight => {
            // The key a second time strikes with one die each.
            let plain = matches!(*world.resource::<Mode>(), Mode::Fight { plain: false });
            enter(world, Mode::Fight { plain });
        }
        Verb::Sweep => {
            if let Some(order) = best_sweep(world) {
                give(world, order);
            }
        }
        Verb::Shoot => {
            let aim = match *world.resource::<Mode>() {
                // The key a second time aims.
                Mode::Shoot { aim } => !aim,
                _ => false,
            };
            enter(world, Mode::Shoot { aim });
        }
        Verb::Template => {
            let Some(unit) = world.frame().active else { return };
            let present = match *world.resource::<Mode>() {
                Mode::Template(aimed) => Some(aimed),
                _ => None,
            };
            // The key again takes the next weapon; after the only one it steps back.
            if let Some(aimed) = templates::next(world, unit, present) {
                enter(world, Mode::Template(aimed));
            }
        }
        Verb::LoadWeapon => {
            let order = world.frame().active.and_then(|unit| templates::to_load(world, unit));
            if let Some(order) = order {
                give(world, order);
            }
        }
        Verb::Membership => {
            if let Some(order) = templates::membership(world) {
                give(world, order);
            }
        }
        Verb::ChangePlaces => {
            let first = world.resource::<Selection>().model;
            enter(world, Mode::ChangePlaces { first });
        }
        Verb::StandUp => {
            let models = ordered(world);
            give(world, Order::StandUp { models });
        }
        Verb::Rally => give(world, Order::Rally),
        Verb::Hold => enter(world, Mode::Hold),
        Verb::EndActivation => give(world, Order::EndActivation),
        Verb::Scope => {
            let mut scope = world.resource_mut::<Scope>();
            *scope = match *scope {
                Scope::Unit => Scope::Model,
                Scope::Model => Scope::Unit,
            };
        }
        Verb::Measure => enter(world, Mode::Measure { from: None }),
        Verb::Undo => {
            world.resource_mut::<OrderQueue>().undo();
            *world.resource_mut::<Mode>() = Mode::Select;
        }
        Verb::Save => match running::save(world, &running::name_of_save(world)) {
            Ok(()) => world.resource_mut::<Toasts>().say("The battle is saved."),
            Err(error) => {
                world.resource_mut::<Toasts>().refuse(format!("It can't be kept: {error}"));
            }
        },
        Verb::Load => world.resource_mut::<LoadBox>().open(),
    }
}

/// Begins to prepare an order; the same again steps back.
pub fn enter(world: &mut World, mode: Mode) {
    let present = world.resource::<Mode>().clone();
    aim::clear(world);
    *world.resource_mut::<Mode>() = if present == mode { Mode::Select } else { mode };
    world.resource_mut::<Refused>().0 = None;
}

/// Gives an order and ends its preparation.
pub fn give(world: &mut World, order: Order) {
    world.resource_mut::<Toasts>().forget_refusal();
    world.resource_mut::<OrderQueue>().give(order);
    *world.resource_mut::<Mode>() = Mode::Select;
    aim::clear(world);
}

/// Gives the order that is being prepared, if the rules allow it; otherwise says why not.
pub fn commit(world: &mut World) {
    plan::update(world, true);
    let plan = world.resource::<Plan>();
    let (order, refused) = (plan.order.clone(), plan.refused.clone());
    match (order, refused) {
        (_, Some(refused)) => world.resource_mut::<Toasts>().refuse_order(&refused),
        (Some(order), None) => {
            let mode = world.resource::<Mode>().clone();
            give(world, order);
            // Who strikes or shoots once often does so again.
            if matches!(mode, Mode::Fight { .. } | Mode::Shoot { .. }) {
                *world.resource_mut::<Mode>() = mode;
            }
        }
        (None, None) => {}
    }
}

/// What Enter does: gives the prepared order, activates the selected unit.
pub fn confirm(world: &mut World) {
    let mode = world.resource::<Mode>().clone();
    if mode == (Mode::Overrun { through: None }) {
        let through = world.resource::<Hover>().unit;
        *world.resource_mut::<Mode>() = Mode::Overrun { through };
    } else if mode.places() || mode.targets() {
        commit(world);
    } else if matches!(mode, Mode::ChangePlaces { .. }) {
        if let Some(model) = world.resource::<Selection>().model {
            change_places(world, model);
        }
    } else if mode == Mode::Hold {
        give(world, Order::Hold { standing: Standing::Ask });
    } else if world.frame().phase == Phase::Terrain {
        super::terrain_placing::take_up_next(world);
    } else if world.frame().phase == Phase::Deployment {
        super::deployment::take_up_next(world);
    } else if world.frame().active.is_none() && world.frame().phase == Phase::Activations {
        act(world, Verb::Activate);
    }
}

/// Chooses the first of two models that change places, or the second, which gives the order.
pub fn change_places(world: &mut World, model: ModelId) {
    let Mode::ChangePlaces { first } = *world.resource::<Mode>() else { return };
    let Some(first) = first.filter(|&first| first != model) else {
        *world.resource_mut::<Mode>() = Mode::ChangePlaces { first: Some(model) };
        return;
    };
    let order = placing::swap_places(world, first, model);
    match NoQuarter::check(world, &order) {
        Ok(()) => give(world, order),
        Err(refused) => world.resource_mut::<Toasts>().refuse_order(&refused),
    }
}

/// What Escape and the right button do.
pub fn back(world: &mut World) {
    let mode = world.resource::<Mode>().clone();
    if mode != Mode::Select {
        *world.resource_mut::<Mode>() = mode.back();
        aim::clear(world);
    } else {
        let mut selection = world.resource_mut::<Selection>();
        if selection.model.take().is_none() {
            selection.unit = None;
        }
        *world.resource_mut::<Scope>() = Scope::Unit;
    }
    world.resource_mut::<Refused>().0 = None;
}

/// Selects the next or the previous unit that can be activated, or deployed; in a mode with
/// targets, the next target.
pub fn next(world: &mut World, step: i32) {
    if world.resource::<Mode>().targets() {
        super::possible::next_target(world, step);
        return;
    }
    let units: Vec<UnitId> = if world.frame().phase == Phase::Deployment {
        let side = world.frame().side;
        let waits =
            |unit: &UnitId| world.side_of(*unit) == side && deployment::is_undeployed(world, *unit);
        world.roster().units().filter(waits).collect()
    } else if let Some(active) = world.frame().active {
        vec![active]
    } else {
        let may = |unit: &UnitId| {
            turn_sequence::can_activate(world, *unit)
                && NoQuarter::check(world, &Order::Activate { unit: *unit }).is_ok()
        };
        world.roster().units().filter(may).collect()
    };
    let present = world.resource::<Selection>().unit;
    let Some(unit) = neighbour(&units, present, step) else { return };
    select(world, unit, None);
}

/// Selects the next or the previous standing model of the selected unit.
pub fn next_model(world: &mut World, step: i32) {
    let selection = *world.resource::<Selection>();
    let Some(unit) = selection.unit.or(world.frame().active) else { return };
    let standing = world.standing(unit);
    let Some(model) = neighbour(&standing, selection.model, step) else { return };
    select(world, unit, Some(model));
}

/// The element `step` places after the present one, round and round.
pub fn neighbour<T: Copy + PartialEq>(all: &[T], present: Option<T>, step: i32) -> Option<T> {
    if all.is_empty() {
        return None;
    }
    let place = present.and_then(|present| all.iter().position(|&one| one == present));
    let count = all.len() as i32;
    let next = match place {
        Some(place) => (place as i32 + step).rem_euclid(count),
        None if step < 0 => count - 1,
        None => 0,
    };
    all.get(next as usize).copied()
}

/// Selects a unit, and a model of it.
pub fn select(world: &mut World, unit: UnitId, model: Option<ModelId>) {
    *world.resource_mut::<Selection>() = Selection { unit: Some(unit), model };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_go_round() {
        let all = [3, 5, 8];
        assert_eq!(neighbour(&all, Some(8), 1), Some(3));
        assert_eq!(neighbour(&all, Some(3), -1), Some(8));
        assert_eq!(neighbour(&all, None, 1), Some(3));
        assert_eq!(neighbour(&all, None, -1), Some(8));
        assert_eq!(neighbour(&all, Some(4), 1), Some(3));
        assert_eq!(neighbour::<u8>(&[], None, 1), None);
    }
}
