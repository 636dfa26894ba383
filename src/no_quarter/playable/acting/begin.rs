//! What verbs do: they give an order at once, or begin its preparation.

use bevy::prelude::World;

use super::{
    Intent, aiming, at_once::to_load, block::next_wheel, forming_up, setting_up, using,
    verbs::Verb, why_not::ordered,
};
use crate::{
    battle::{
        BattleWorld,
        playable::acting::{Began, Focus},
    },
    no_quarter::{
        NoQuarter, Order,
        order::AttackMode,
        phase::{Phase, phase},
        uses::Usable,
    },
};

/// What a verb does that can be done, while perhaps an order is in preparation already.
pub fn begin(
    world: &World,
    focus: Focus,
    present: Option<&Intent>,
    verb: Verb,
) -> Began<NoQuarter> {
    let gives = |order: Option<Order>| order.map_or(Began::Nothing, Began::Gives);
    let prepares = |intent: Option<Intent>| intent.map_or(Began::Nothing, Began::Prepares);
    let unit = world.frame().active;
    match verb {
        Verb::Activate => gives(focus.unit.map(|unit| Order::Activate { unit })),
        Verb::Move => prepares(unit.map(|unit| Intent::moving(world, unit))),
        Verb::Turn => prepares(unit.map(|unit| Intent::turning(world, unit))),
        Verb::Wheel => Began::Prepares(Intent::Block(next_wheel(present))),
        Verb::FormUp => {
            let first = unit.and_then(|unit| forming_up::begins_with(world, unit).ok());
            prepares(first.map(|formation| Intent::FormUp { formation }))
        }
        Verb::Charge => Began::Prepares(Intent::Charge { to_reach: false }),
        Verb::Cast | Verb::Use(Usable::Cancelling) | Verb::Membership => Began::Lists,
        Verb::Use(what) => using::begin(world, focus, what),
        // The key a second time strikes in no special mode.
        Verb::Fight => Began::PreparesForOnlyTarget(match present {
            Some(Intent::Fight { mode, weapon }) => {
                let plain = Some(AttackMode::Plain);
                let mode = if *mode == plain { None } else { plain };
                Intent::Fight { mode, weapon: weapon.clone() }
            }
            _ => Intent::Fight { mode: None, weapon: None },
        }),
        // The key a second time aims.
        Verb::Shoot => Began::Prepares(match present {
            Some(Intent::Shoot { aim, mode, weapon }) => {
                Intent::Shoot { aim: !aim, mode: *mode, weapon: weapon.clone() }
            }
            _ => Intent::Shoot { aim: false, mode: None, weapon: None },
        }),
        Verb::Template => {
            let present = match present {
                Some(Intent::Template(aimed)) => Some(aimed),
                _ => None,
            };
            // The key again takes the next weapon; after the only one it steps back.
            let next = unit.and_then(|unit| aiming::next(world, unit, focus, present));
            prepares(next.map(Intent::Template))
        }
        Verb::LoadWeapon => gives(unit.and_then(|unit| to_load(world, unit))),
        Verb::ChangePlaces => Began::Prepares(Intent::ChangePlaces { first: focus.model }),
        Verb::StandUp => Began::Gives(Order::StandUp { models: ordered(focus) }),
        Verb::Rally => Began::Gives(Order::Rally),
        Verb::Hold => Began::Prepares(Intent::Hold),
        Verb::EndActivation => Began::Gives(Order::EndActivation),
        Verb::TakeUp => prepares(setting_up::next(world, focus)),
    }
}

/// The verb that is meant by whoever confirms while no order is in preparation.
pub fn usual_verb(world: &World) -> Option<Verb> {
    match phase(world) {
        Phase::Terrain | Phase::Deployment => Some(Verb::TakeUp),
        Phase::Activations => world.frame().active.is_none().then_some(Verb::Activate),
        Phase::Over => None,
    }
}
