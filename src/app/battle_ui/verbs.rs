//! Does what buttons and keys ask for, or says why not: gives orders, begins and ends their
//! preparation.

use bevy::prelude::*;

pub use super::verb::Verb;
use super::{
    aim::{self, Hover},
    at_once::{best_sweep, membership, to_load},
    mode::{BlockMove, Mode, Scope, Selection},
    plan::{self, Plan},
    possible::{Kind, Possible, next_target},
    templates,
    toast::Toasts,
    why_not::why_not,
};
use crate::{
    app::{
        orders::{OrderQueue, Refused},
        running,
        screens::load_box::LoadBox,
    },
    battle::{BattleWorld, ModelId, RuleSystem, level::Formation},
    no_quarter::{
        NoQuarter, Order, Standing,
        phase::{Phase, phase},
        plan as placing,
    },
};

/// The models that an order without named models would go to: the selected one or all.
pub fn ordered(world: &World) -> Vec<ModelId> {
    match (*world.resource::<Scope>(), world.resource::<Selection>().model) {
        (Scope::Model, Some(model)) => vec![model],
        _ => Vec::new(),
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
            let mode = match world.resource::<Mode>().clone() {
                Mode::Fight { plain, weapon } => Mode::Fight { plain: !plain, weapon },
                _ => Mode::Fight { plain: false, weapon: None },
            };
            enter(world, mode);
            pick_only_target(world, Kind::Fight);
        }
        Verb::Sweep => {
            if let Some(order) = best_sweep(world) {
                give(world, order);
            }
        }
        Verb::Shoot => {
            // The key a second time aims.
            let mode = match world.resource::<Mode>().clone() {
                Mode::Shoot { aim, weapon } => Mode::Shoot { aim: !aim, weapon },
                _ => Mode::Shoot { aim: false, weapon: None },
            };
            enter(world, mode);
        }
        Verb::Template => {
            let Some(unit) = world.frame().active else { return };
            let present = match world.resource::<Mode>() {
                Mode::Template(aimed) => Some(aimed),
                _ => None,
            };
            // The key again takes the next weapon; after the only one it steps back.
            if let Some(aimed) = templates::next(world, unit, present) {
                enter(world, Mode::Template(aimed));
            }
        }
        Verb::LoadWeapon => {
            let order = world.frame().active.and_then(|unit| to_load(world, unit));
            if let Some(order) = order {
                give(world, order);
            }
        }
        Verb::Membership => {
            if let Some(order) = membership(world) {
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

/// Puts the aim on the only enemy that is a legal target: there is nothing to choose.
fn pick_only_target(world: &mut World, kind: Kind) {
    let hover = world.resource::<Hover>().unit;
    let legal = world.resource::<Possible>().legal(kind);
    if let [only] = legal[..]
        && hover != Some(only)
    {
        next_target(world, 1);
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
    } else if phase(world) == Phase::Terrain {
        super::terrain_placing::take_up_next(world);
    } else if phase(world) == Phase::Deployment {
        super::deployment::take_up_next(world);
    } else if world.frame().active.is_none() && phase(world) == Phase::Activations {
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
