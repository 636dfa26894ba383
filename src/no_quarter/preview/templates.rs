//! The templates of an order, and what a player should know about them before.

use bevy::prelude::World;

use super::Warning;
use crate::{
    battle::BattleWorld,
    no_quarter::{
        odds::{self, TemplateOdds, UnderOdds},
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

/// Friends that templates may hit.
pub(super) fn warnings(world: &World, templates: &[TemplateOdds]) -> Vec<Warning> {
    const NAMED: usize = 4;
    let each = templates.iter().filter_map(|template| {
        let side = world.side_of_model(template.attacker);
        let friend = |under: &&UnderOdds| world.side_of_model(under.model) == side;
        let friends: Vec<&UnderOdds> = template.under.iter().filter(friend).collect();
        let named: Vec<String> = friends
            .iter()
            .take(NAMED)
            .map(|under| format!("{} ({:.0}%)", world.model_name(under.model), under.hit * 100.0))
            .collect();
        let more = if friends.len() > NAMED { " and others" } else { "" };
        let text = format!("May hit your own: {}{more}", named.join(", "));
        (!friends.is_empty()).then_some((Topic::Templates, text))
    });
    each.collect()
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
