//! Formations, places in the ranks, and individuals who come and go.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{GENERAL, RANKS, THREAT},
    fighting::max_left,
    force::Force,
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, RuleSystem, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        components::{Formation, UnitRecord},
        formations,
        order::Order,
        plan,
    },
};

/// Enemies farther away are no reason to form up or to widen the front. Inches.
const NEAR: f32 = 20.0;
/// What a man more in the front rank is worth with an enemy near, as a share of the force.
const WIDER: f32 = 0.008;
/// What a company keeps from an individual that joins it.
const SHIELDED: f32 = 0.6;
/// Individuals within so many inches of a company may think of joining it.
const BESIDE: f32 = 3.0;

/// Thinks of formations and of who belongs where.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    if max_left(&thoughts.study, &force) <= 0.0 {
        return;
    }
    let world = thoughts.study.world;
    if let [only] = &force.spots[..]
        && formations::is_individual(world, only.model)
    {
        let near = |friend: &&Force| force.gap(Vec2::ZERO, friend) <= BESIDE;
        let hosts: Vec<UnitId> =
            thoughts.study.friends_of(&force).filter(near).map(|friend| friend.unit).collect();
        for host in hosts {
            let own = force.clone();
            thoughts.add(move |study| join(study, &own, host));
        }
        return;
    }
    let nearest = thoughts.study.nearest_enemies(&force).first().map_or(f32::MAX, |near| near.0);
    let engaged = !thoughts.study.engaged_with(unit).is_empty();
    if nearest > NEAR {
        return;
    }
    let fresh = !world.of_unit::<UnitRecord>(unit).acted;
    let many = force.spots.len() >= formations::FEWEST;
    if many && !engaged && fresh && !force.formed && is_threatened(&thoughts.study, &force) {
        let own = force.clone();
        thoughts.add(move |study| form_up(study, &own));
    }
    if force.ranked && fresh {
        if formations::may_reorganise(world, unit) {
            for wider in [true, false] {
                let own = force.clone();
                thoughts.add(move |study| draw_up(study, &own, wider));
            }
        }
        let own = force;
        thoughts.add(move |study| break_ranks(study, &own));
    }
}

/// Whether somebody could charge a force who still has its go: else there is time to form up, and something
/// better to do meanwhile.
fn is_threatened(study: &Study, force: &Force) -> bool {
    study.enemies_of(force.side).any(|enemy| {
        let reach = enemy.charge_reach(study.world);
        enemy.may_act() && enemy.is_steady() && force.gap(Vec2::ZERO, enemy) <= reach
    })
}

/// The formation that is worth most where the force is.
fn form_up(study: &Study, force: &Force) -> Option<Weighed<NoQuarter>> {
    let formed = |order: &Order| match order {
        Order::FormUp { formation: Formation::Ranked { frontage }, at: Some(at) } => {
            // About twice as wide as deep.
            let wish = (force.spots.len() as f32 * 2.0).sqrt();
            Some((10.0 - (f32::from(*frontage) - wish).abs(), *at))
        }
        Order::FormUp { formation: Formation::Closed, at: Some(at) } => Some((4.0, *at)),
        _ => None,
    };
    let options = plan::form_up_options(study.world, force.unit);
    let best = options
        .into_iter()
        .filter_map(|order| Some((formed(&order)?, order)))
        .max_by(|a, b| a.0.0.total_cmp(&b.0.0));
    let ((_, at), order) = best?;
    let mut account = Account::default();
    let stand = Stand { facing: at.facing, formed: true, ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    let how = match order {
        Order::FormUp { formation: Formation::Closed, .. } => "close up",
        _ => "form ranks",
    };
    Some(weighed(how.to_owned(), vec![Act::Give(order)], account))
}

/// Another number of models in the front rank.
fn draw_up(study: &Study, force: &Force, wider: bool) -> Option<Weighed<NoQuarter>> {
    let now = u8::try_from(force.frontage).ok()?;
    let wish = if wider { now.checked_add(1)? } else { now.checked_sub(1)? };
    if usize::from(wish) < formations::FEWEST_IN_RANK {
        return None;
    }
    let order = plan::draw_up(study.world, force.unit, wish)?;
    let mut account = Account::default();
    study.stand(&mut account, force, Stand::here(force));
    let worth = WIDER * force.worth;
    account.add(RANKS, if wider { worth } else { -worth } - 1.5);
    let how = if wider { "widen the front" } else { "narrow the front" };
    Some(weighed(how.to_owned(), vec![Act::Give(order)], account))
}

fn break_ranks(study: &Study, force: &Force) -> Option<Weighed<NoQuarter>> {
    let order = Order::FormUp { formation: Formation::Skirmish, at: None };
    NoQuarter::check(study.world, &order).ok()?;
    let mut account = Account::default();
    let stand = Stand { formed: false, ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    Some(weighed("break ranks".to_owned(), vec![Act::Give(order)], account))
}

/// An individual joins a company, which stands between it and the enemy.
fn join(study: &Study, force: &Force, host: UnitId) -> Option<Weighed<NoQuarter>> {
    let order = Order::Join { unit: host };
    NoQuarter::check(study.world, &order).ok()?;
    let mut account = Account::default();
    study.stand(&mut account, force, Stand::here(force));
    let danger = -account.of(THREAT).min(0.0) - account.of(GENERAL).min(0.0);
    let name = study.name(host);
    account.add_noted(THREAT, SHIELDED * danger, || format!("{name} shields it"));
    Some(weighed(format!("join {name}"), vec![Act::Give(order)], account))
}
