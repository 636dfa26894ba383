//! The templates of an order, and what a player should know about them before.

use bevy::prelude::World;

use super::Warning;
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        odds::{self, GroundOdds, TemplateOdds},
        order::Order,
        sentence::count,
        support_weapons,
        topic::Topic,
    },
};

/// The templates of an order.
pub(super) fn templates(world: &World, order: &Order) -> Vec<TemplateOdds> {
    match order {
        Order::Breathe { breath } => odds::of_breath(world, breath).into_iter().collect(),
        Order::Throw { throw } => odds::of_throw(world, throw).into_iter().collect(),
        Order::Fire { fire } => odds::of_fired_blast(world, fire).into_iter().collect(),
        Order::Use { model, what, at } if world.roster().model(*model).is_some() => {
            what.rules().foretell(world, *model, *at).templates
        }
        _ => Vec::new(),
    }
}

/// The ground that an order would make.
pub(super) fn grounds(world: &World, order: &Order) -> Vec<GroundOdds> {
    match order {
        Order::Use { model, what, at } if world.roster().model(*model).is_some() => {
            what.rules().foretell(world, *model, *at).grounds
        }
        _ => Vec::new(),
    }
}

/// Friends to whom templates and ground may do something.
pub(super) fn warnings(
    world: &World,
    templates: &[TemplateOdds],
    grounds: &[GroundOdds],
) -> Vec<Warning> {
    let of_templates = templates.iter().filter_map(|template| {
        let under = template.under.iter().map(|under| (under.model, under.hit));
        friends(world, template.attacker, under)
    });
    let of_grounds = grounds.iter().filter_map(|ground| {
        let met = ground.met.iter().map(|met| (met.model, met.hit));
        friends(world, ground.maker, met.filter(|(_, hit)| *hit > 0.0))
    });
    of_templates.chain(of_grounds).collect()
}

/// A warning of friends of somebody among those who may be hit, each with a chance.
fn friends(
    world: &World,
    of: ModelId,
    hit: impl Iterator<Item = (ModelId, f32)>,
) -> Option<Warning> {
    const NAMED: usize = 4;
    let side = world.side_of_model(of);
    let friends: Vec<(ModelId, f32)> =
        hit.filter(|&(model, _)| world.side_of_model(model) == side).collect();
    let named: Vec<String> = friends
        .iter()
        .take(NAMED)
        .map(|&(model, hit)| format!("{} ({:.0}%)", world.model_name(model), hit * 100.0))
        .collect();
    let more = if friends.len() > NAMED { " and others" } else { "" };
    let text = format!("May hit your own: {}{more}", named.join(", "));
    (!friends.is_empty()).then_some((Topic::Templates, text))
}

/// What loading a weapon costs, and whom (SUP-03).
pub(super) fn loading(world: &World, order: &Order) -> Option<Warning> {
    let Order::Load { weapon } = order else { return None };
    let (actions, crew) = support_weapons::load_bill(world, *weapon)?;
    let names: Vec<&str> = crew.iter().map(|&model| world.model_name(model)).collect();
    let actions = count(usize::from(actions), "action");
    let text = || match &names[..] {
        [one] => format!("Loading costs {one} {actions}"),
        several => format!("Loading costs {} {actions} each", several.join(", ")),
    };
    (!names.is_empty()).then(|| (Topic::Loading, text()))
}
