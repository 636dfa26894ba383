//! What verbs do: they give an order at once, or begin its preparation.

use bevy::prelude::World;

use super::{
    Intent, aiming,
    at_once::to_load,
    block::next_wheel,
    forming_up, setting_up, using,
    verbs::Verb,
    why_not::{is_enemy, ordered},
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
        preview::preview,
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
        Verb::Use(what) => match using::begin(world, focus, what) {
            Began::Gives(order) => at_once(world, focus, present, order),
            other => other,
        },
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
        Verb::LoadWeapon => match unit.and_then(|unit| to_load(world, unit)) {
            Some(order) => at_once(world, focus, present, order),
            None => Began::Nothing,
        },
        Verb::ChangePlaces => Began::Prepares(Intent::ChangePlaces { first: focus.model }),
        Verb::StandUp => at_once(world, focus, present, Order::StandUp { models: ordered(focus) }),
        Verb::Rally => at_once(world, focus, present, Order::Rally),
        Verb::Hold => Began::Prepares(Intent::Hold),
        Verb::EndActivation => Began::Gives(Order::EndActivation),
        Verb::ActFirst => match focus.unit.filter(|&unit| is_enemy(world, unit)) {
            Some(unit) => Began::Gives(Order::Activate { unit }),
            None => Began::ListsEnemies,
        },
        Verb::TakeUp => prepares(setting_up::next(world, focus)),
    }
}

/// An order that needs no aim: it is given at once, unless it rolls dice. Those can't be taken back, so its
/// chances are shown first, and the same verb once more gives what is shown.
fn at_once(
    world: &World,
    focus: Focus,
    present: Option<&Intent>,
    order: Order,
) -> Began<NoQuarter> {
    let user = |order: &Order| match order {
        Order::Use { model, .. } => Some(*model),
        _ => None,
    };
    let is_meant = |shown: &Order| {
        Verb::of_order(shown) == Verb::of_order(&order)
            && (focus.only().is_none() || user(shown) == user(&order))
    };
    match present {
        Some(Intent::Roll(shown)) if is_meant(shown) => Began::Gives(shown.clone()),
        _ if preview(world, &order).rolls_dice() => Began::Prepares(Intent::Roll(order)),
        _ => Began::Gives(order),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            Ability, Profile,
            components::{Formation, Morale},
            test_world::{TestWorld, man},
            uses::At,
        },
        table::formation::Flank,
    };

    #[test]
    fn what_rolls_dice_is_shown_first_and_given_as_it_is_shown() {
        let mut scene = TestWorld::new();
        let ours = scene.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        scene.activate(ours).morale(ours, Morale::Panicked);
        let rally =
            |present: Option<&Intent>| begin(&scene.world, Focus::default(), present, Verb::Rally);
        let shown = Intent::Roll(Order::Rally);
        assert_eq!(rally(None), Began::Prepares(shown.clone()));
        assert_eq!(rally(Some(&shown)), Began::Gives(Order::Rally));
        assert_eq!(rally(Some(&Intent::Move)), Began::Prepares(shown));
    }

    #[test]
    fn a_side_that_was_chosen_is_swept_and_not_the_one_with_more_enemies() {
        let mut scene = TestWorld::new();
        let beast = Profile { abilities: vec![Ability::TailAttack], ..man() };
        let ours = scene.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], beast);
        let foes = [(11.0, 10.0, 180.0), (10.7, 10.8, 180.0), (9.0, 10.0, 0.0)];
        scene.unit(1, Formation::Skirmish, &foes, man());
        scene.activate(ours);
        let (model, what) = (scene.model(ours, 0), Usable::TailAttack);
        let sweep = |flank| Order::Use { model, what, at: At::Side(flank) };
        let press = |present: Option<&Intent>| {
            begin(&scene.world, Focus::default(), present, Verb::Use(what))
        };
        assert_eq!(press(None), Began::Prepares(Intent::Roll(sweep(Flank::Right))));
        let left = Intent::Roll(sweep(Flank::Left));
        assert_eq!(press(Some(&left)), Began::Gives(sweep(Flank::Left)));
    }
}
