//! Formations, places in the ranks, and individuals who come and go.

use std::rc::Rc;

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{GENERAL, NERVES, OBJECTIVES, OPPORTUNITY, RANKS, THREAT},
    fighting::{self, max_left},
    force::Force,
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, ModelId, RuleSystem, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        components::{ActionsLeft, Formation, UnitRecord},
        effects, formations,
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
/// What a company loses whose individual leaves it, as a share of the company.
const ON_THEIR_OWN: f32 = 0.03;
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
    if !engaged && force.is_steady() {
        think_of_leaving(thoughts, &force);
    }
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

/// What an individual leaves its company for.
#[derive(Clone, Copy, Debug)]
enum Errand {
    /// To charge by itself.
    Charge(UnitId),
    /// To get where it has to, before the others.
    Go(Vec2),
    /// To get away from an enemy.
    KeepAway(UnitId),
}

/// Thinks of what the individuals of a company could do by themselves: charge whom the others don't reach, hurry
/// to where they have to be, or get out of danger.
fn think_of_leaving(thoughts: &mut Thoughts, force: &Rc<Force>) {
    let study = &thoughts.study;
    let world = study.world;
    let mut errands: Vec<(ModelId, Errand)> = Vec::new();
    for spot in &force.spots {
        let model = spot.model;
        if !formations::is_individual(world, model)
            || NoQuarter::check(world, &Order::Leave { model }).is_err()
        {
            continue;
        }
        let near = study.nearest_enemies(force);
        let reach =
            effects::rate(world, model).0 * f32::from(world.of_model::<ActionsLeft>(model).0);
        let others = force.rate * (max_left(study, force) + force.sounded(world));
        let alone = near.iter().filter(|(gap, _)| *gap > others && *gap <= reach);
        errands.extend(alone.map(|(_, enemy)| (model, Errand::Charge(enemy.unit))));
        let goals = study.goals().iter().filter(|goal| goal.who == Some(model));
        errands.extend(goals.map(|goal| (model, Errand::Go(goal.at))));
        if let (true, Some((_, enemy))) = (force.leads, near.first()) {
            errands.push((model, Errand::KeepAway(enemy.unit)));
        }
    }
    for (model, errand) in errands {
        let own = force.clone();
        thoughts.add(move |study| leave(study, &own, model, errand));
    }
}

/// An individual leaves its company, which has the rest of its own go after it.
fn leave(
    study: &Study,
    force: &Force,
    model: ModelId,
    errand: Errand,
) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let others = study.part(force, |other| other != model)?;
    let mut alone = study.part(force, |other| other == model)?;
    alone.unit = formations::home(world, model)?;
    let (mut account, mut acts, name) = match errand {
        Errand::Charge(target) => {
            let dares = fighting::daring(study, force.unit, target);
            let charge = fighting::charge_of(study, (&alone, &[model]), dares, target, false)?;
            (charge.account, charge.plan.acts, charge.plan.name)
        }
        Errand::Go(to) => {
            let name = "hurry to the edge of the table".to_owned();
            let (account, act) = go(study, &alone, to);
            (account, vec![act], name)
        }
        Errand::KeepAway(enemy) => {
            let from = study.force(enemy)?;
            let away = (alone.middle - from.middle).normalize_or(-alone.facing);
            let to = alone.middle + away * alone.rate * alone.left;
            let (account, act) = go(study, &alone, to);
            (account, vec![act], format!("keep away from {}", study.name(enemy)))
        }
    };
    let mut theirs = Account::default();
    study.stand(&mut theirs, &others, Stand::here(&others));
    // What the battle is about counts once.
    theirs.0.retain(|item| item.about != OBJECTIVES);
    account.add_all(theirs);
    account.add_noted(NERVES, -ON_THEIR_OWN * others.worth, || {
        format!("{} lacks its leader", study.name(force.unit))
    });
    acts.insert(0, Act::Give(Order::Leave { model }));
    let name = format!("let {} leave and {name}", world.model_name(model));
    Some(weighed(name, acts, account))
}

/// What it is worth to one who goes alone to be as near to a place as it gets, and how it goes.
fn go(study: &Study, alone: &Force, to: Vec2) -> (Account, Act) {
    let to = fighting::inside(study, to);
    let shift = (to - alone.middle).clamp_length_max(alone.rate * alone.left);
    let mut account = Account::default();
    study.stand(&mut account, alone, Stand { shift, ..Stand::here(alone) });
    // What it could attack next it could with its company too.
    account.0.retain(|item| item.about != OPPORTUNITY);
    (account, Act::Go { unit: alone.unit, to, facing: None })
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
