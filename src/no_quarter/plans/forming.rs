//! Formations, places in the ranks, and individuals who come and go.

use std::{cell::OnceCell, rc::Rc};

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{GENERAL, NERVES, OBJECTIVES, ORDER, RANKS, THREAT},
    fighting::{self, max_left},
    force::Force,
    moving::{EFFORT, SHORTEST},
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
        components::{Formation, Role, UnitRecord},
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
/// An individual thinks of so many enemies to charge alone.
const ALONE_AGAINST: usize = 2;
/// What a company loses when an individual leaves it, as a share of its worth.
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
        think_of_leaving(thoughts, &force, nearest);
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

/// An individual and the company that it could leave.
struct Parting {
    company: Rc<Force>,
    model: ModelId,
    /// The company without it, and it without the company, once somebody has asked.
    parts: OnceCell<Option<(Force, Force)>>,
}

impl Parting {
    fn parts(&self, study: &Study) -> Option<&(Force, Force)> {
        let part = || {
            let (others, mut alone) = study.parts(&self.company, self.model)?;
            alone.unit = formations::home(study.world, self.model)?;
            // What the company holds stays with it.
            others.stake.set(self.company.stake.get());
            Some((others, alone))
        };
        self.parts.get_or_init(part).as_ref()
    }
}

/// What an individual leaves its company for.
#[derive(Clone, Copy, Debug)]
enum Errand {
    /// To charge by itself whom the others don't reach: the nearest of those, or the next.
    Charge(usize),
    /// To get where it has to, before the others.
    Hurry(usize),
    /// To get out of the way of the nearest enemy.
    KeepAway,
}

/// Thinks of what the individuals of a company could do by themselves.
fn think_of_leaving(thoughts: &mut Thoughts, force: &Rc<Force>, nearest: f32) {
    let world = thoughts.study.world;
    for model in plan::leavers(world) {
        let goals = thoughts.study.goals().iter().enumerate();
        let goals = goals.filter(|(_, goal)| goal.who == Some(model));
        let mut errands: Vec<Errand> = goals.map(|(place, _)| Errand::Hurry(place)).collect();
        if nearest <= NEAR {
            errands.extend((0..ALONE_AGAINST).map(Errand::Charge));
            if *world.of_model::<Role>(model) == Role::General {
                errands.push(Errand::KeepAway);
            }
        }
        let parting = Rc::new(Parting { company: force.clone(), model, parts: OnceCell::new() });
        for errand in errands {
            let parting = parting.clone();
            thoughts.add(move |study| leave(study, &parting, errand));
        }
    }
}

/// An individual leaves its company, which finishes its own activation afterwards.
fn leave(study: &Study, parting: &Parting, errand: Errand) -> Option<Weighed<NoQuarter>> {
    let Parting { company, model, .. } = parting;
    let (others, alone) = parting.parts(study)?;
    let (mut account, mut acts, name) = match errand {
        Errand::Charge(number) => {
            let target = out_of_reach(study, others, alone).nth(number)?;
            let dares = fighting::daring(study, company.unit, target);
            let charge = fighting::charge_of(study, (alone, &[*model]), dares, target, false)?;
            (charge.account, charge.plan.acts, charge.plan.name)
        }
        Errand::Hurry(place) => {
            let goal = study.goals().get(place)?;
            let (account, act) = go(study, alone, goal.at)?;
            (account, vec![act], format!("hurry to {}", goal.name))
        }
        Errand::KeepAway => {
            let &(_, from) = study.nearest_enemies(alone).first()?;
            let away = (alone.middle - from.middle).normalize_or(-alone.facing);
            let (account, act) = go(study, alone, alone.middle + away * alone.rate * alone.left)?;
            (account, vec![act], format!("keep away from {}", study.name(from.unit)))
        }
    };
    let mut theirs = Account::default();
    study.stand(&mut theirs, others, Stand::here(others));
    // What the battle is about counts once.
    theirs.0.retain(|item| item.about != OBJECTIVES);
    account.add_all(theirs);
    account.add_noted(NERVES, -ON_THEIR_OWN * others.worth, || {
        let world = study.world;
        format!("{} does without {}", study.name(company.unit), world.model_name(*model))
    });
    acts.insert(0, Act::Give(Order::Leave { model: *model }));
    let name = format!("let {} leave and {name}", study.world.model_name(*model));
    Some(weighed(name, acts, account))
}

/// The enemies whom one can charge alone, but not with its company, the nearest first.
fn out_of_reach<'s>(
    study: &'s Study,
    others: &'s Force,
    alone: &Force,
) -> impl Iterator<Item = UnitId> + 's {
    let theirs = others.rate * (max_left(study, others) + others.sounded(study.world));
    let own = alone.rate * alone.left;
    let near = study.nearest_enemies(alone).into_iter();
    near.filter(move |(gap, enemy)| *gap <= own && others.gap(Vec2::ZERO, enemy) > theirs)
        .map(|(_, enemy)| enemy.unit)
}

/// What it is worth to one who goes alone to be as near to a place as it gets, and how it goes.
fn go(study: &Study, alone: &Force, to: Vec2) -> Option<(Account, Act)> {
    let to = fighting::inside(study, to);
    let shift = (to - alone.middle).clamp_length_max(alone.rate * alone.left);
    if shift.length() < SHORTEST {
        return None;
    }
    let mut account = Account::default();
    // What it could attack next it could with its company too.
    study.place(&mut account, alone, Stand { shift, ..Stand::here(alone) });
    account.add(ORDER, -EFFORT);
    Some((account, Act::Go { unit: alone.unit, to, facing: None }))
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
