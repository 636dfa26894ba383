//! The order that mode, aim and selection make together, and what it would do. Rules are asked
//! anew only when one of these has changed.

use bevy::prelude::*;

use super::{
    aim::{self, Aim, Hover},
    mode::{BlockMove, Mode, Scope, Selection},
    templates,
};
use crate::{
    battle::{BattleWorld, History, Log, ModelId, Pending, Phase, UnitId},
    no_quarter::{
        Answer, Arms, Blow, ModelMove, NoQuarter, Order, OrderError, Question, Refusal, Shot,
        deployment, formations,
        order::AttackMode,
        plan as placing,
        preview::{Preview, preview},
    },
    table::{
        Inches, Pose,
        formation::{Flank, Manoeuvre},
    },
};

/// A state of the battle: equal stamps, equal battles, as far as the panels are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    orders: usize,
    events: usize,
    asked: bool,
    beginning: usize,
}

impl Stamp {
    /// Of the battle as it is.
    pub fn of(world: &World) -> Self {
        Self {
            orders: world.resource::<History<NoQuarter>>().len(),
            events: world.resource::<Log<NoQuarter>>().0.len(),
            asked: world.resource::<Pending<NoQuarter>>().0.is_some(),
            beginning: world.resource::<BattleCount>().0,
        }
    }
}

/// How many battles were begun in this window, so that two are never taken for one.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct BattleCount(pub usize);

#[derive(Clone, Debug, PartialEq)]
struct Key {
    stamp: Stamp,
    mode: Mode,
    scope: Scope,
    selection: Selection,
    at: Option<Vec2>,
    facing: Option<Vec2>,
    hover: Hover,
}

/// The order in preparation and its preview.
#[derive(Resource, Clone, Debug, Default)]
pub struct Plan {
    key: Option<Key>,
    waited: u8,
    /// The order, if mode and aim make one.
    pub order: Option<Order>,
    /// Why there is no order, or why it will be refused.
    pub refused: Option<OrderError>,
    /// What it would do.
    pub preview: Preview,
    /// Whether it goes less far than the pointer, which is out of reach.
    pub shortened: bool,
    /// Where a unit in deployment would stand.
    pub places: Vec<(ModelId, Pose)>,
}

impl Plan {
    /// Whether the order may be given as it is.
    pub fn is_legal(&self) -> bool {
        self.order.is_some() && self.refused.is_none()
    }
}

/// Frames between two plans while the pointer keeps moving.
const PATIENCE: u8 = 2;

/// Brings the plan up to date, at once or with a little patience while the pointer moves.
pub fn update(world: &mut World, at_once: bool) {
    let aim = *world.resource::<Aim>();
    let mode = world.resource::<Mode>().clone();
    let key = Key {
        stamp: Stamp::of(world),
        scope: *world.resource::<Scope>(),
        selection: *world.resource::<Selection>(),
        at: if mode.places() { aim.at } else { None },
        facing: aim.facing,
        hover: if mode.minds_hover() { *world.resource::<Hover>() } else { Hover::default() },
        mode,
    };
    let mut plan = world.resource_mut::<Plan>();
    if plan.key.as_ref() == Some(&key) {
        return;
    }
    let same_but_aim = plan
        .key
        .as_ref()
        .is_some_and(|old| Key { at: old.at, facing: old.facing, ..key.clone() } == *old);
    if same_but_aim && !at_once && plan.waited < PATIENCE {
        plan.waited += 1;
        return;
    }
    let fresh = make(world, &key);
    let fresh = shortened(world, &key, &fresh).unwrap_or(fresh);
    *world.resource_mut::<Plan>() = Plan { key: Some(key), waited: 0, ..fresh };
}

/// A move that is too far for the actions left, as far as they go; none if there is nothing to
/// shorten.
fn shortened(world: &World, key: &Key, whole: &Plan) -> Option<Plan> {
    const HALVINGS: u8 = 6;
    let goes = matches!(key.mode, Mode::Move | Mode::Block(BlockMove::Straight));
    let too_far = |plan: &Plan| {
        let refusal = plan.refused.as_ref().map(|refused| &refused.refusal);
        matches!(refusal, Some(Refusal::NotEnoughActions { .. }))
    };
    if !goes || !too_far(whole) {
        return None;
    }
    let unit = world.frame().active?;
    let model = key.selection.model.filter(|_| key.scope == Scope::Model);
    let from = match (&key.mode, model) {
        (Mode::Block(_), _) => aim::block(world, unit).pose().at,
        (_, Some(model)) => world.placed(model).pose.at,
        _ => aim::middle(world, unit),
    };
    let to = key.at?;
    let (mut legal, mut beyond) = (0.0, 1.0);
    let mut best = None;
    for _ in 0..HALVINGS {
        let share = (legal + beyond) / 2.0;
        let plan = make(world, &Key { at: Some(from.lerp(to, share)), ..key.clone() });
        if plan.is_legal() {
            (legal, best) = (share, Some(plan));
        } else {
            beyond = share;
        }
    }
    Some(Plan { shortened: true, ..best? })
}

fn make(world: &World, key: &Key) -> Plan {
    let Some(order) = order(world, key) else { return Plan::default() };
    match order {
        Err(refused) => Plan { refused: Some(refused), ..Plan::default() },
        Ok(order) => {
            let places = match &order {
                Order::Deploy { unit, at, formation } | Order::Enter { unit, at, formation } => {
                    deployment::places(world, *unit, at, *formation)
                }
                _ => Vec::new(),
            };
            let mut preview = preview(world, &order);
            if let Order::Charge { target, .. } | Order::ChargeToReach { target, .. } = order {
                preview.attacks = placing::blows_on_contact(world, &preview.ways, target);
            }
            Plan {
                refused: preview.refused.clone(),
                order: Some(order),
                preview,
                places,
                ..Plan::default()
            }
        }
    }
}

fn order(world: &World, key: &Key) -> Option<Result<Order, OrderError>> {
    if let Mode::Deploy { unit, formation } = key.mode {
        let inwards = deployment::inwards(world, world.side_of(unit));
        let at = Pose::new(key.at?, key.facing.unwrap_or(inwards));
        return Some(Ok(if world.frame().phase == Phase::Deployment {
            Order::Deploy { unit, at, formation }
        } else {
            Order::Enter { unit, at, formation }
        }));
    }
    if let Mode::LayTerrain { terrain } = key.mode {
        let at = Pose::new(key.at?, key.facing.unwrap_or(Vec2::X));
        return Some(Ok(Order::LayTerrain { terrain, at: Some(at) }));
    }
    if key.mode == Mode::FollowUp {
        return follow_up(world, key.at?, key.hover).map(|answer| Ok(Order::Answer { answer }));
    }
    let unit = world.frame().active?;
    let model = key.selection.model.filter(|_| key.scope == Scope::Model);
    match key.mode {
        Mode::Move => {
            let to = key.at?;
            Some(match model {
                Some(model) => placing::move_model(world, model, to, key.facing),
                None => placing::move_unit(world, unit, to, key.facing),
            })
        }
        Mode::Turn => Some(Ok(turn(world, unit, model, key.at?))),
        Mode::Block(by) => {
            let manoeuvre = match by {
                BlockMove::Exactly(manoeuvre) => manoeuvre,
                BlockMove::Straight => straight(world, unit, key.at?),
                BlockMove::Wheel => wheel(world, unit, key.at?),
            };
            Some(Ok(Order::Manoeuvre { manoeuvre }))
        }
        Mode::FormUp { formation } => {
            let facing = key.facing.unwrap_or_else(|| aim::facing(world, unit));
            let at = key.at.map(|at| Pose::new(at, facing));
            let at = at.unwrap_or_else(|| aim::block(world, unit).front_centre());
            Some(Ok(Order::FormUp { formation, at: Some(at) }))
        }
        Mode::Charge { to_reach } => {
            let target = enemy(world, unit, key.hover)?;
            let models = model.into_iter().collect();
            Some(Ok(if to_reach {
                Order::ChargeToReach { models, target }
            } else {
                Order::Charge { models, target }
            }))
        }
        Mode::Overrun { through } => {
            let target = through?;
            let driver = |&model: &ModelId| placing::drives(world, model);
            let model = model.or_else(|| world.standing(unit).iter().copied().find(driver))?;
            Some(Ok(Order::Overrun { model, target, to: key.at? }))
        }
        Mode::Fight { plain, ref weapon } => {
            let target = enemy(world, unit, key.hover)?;
            let at = key.hover.model?;
            let mut blows = blows(world, unit, model, target, at, weapon.as_deref());
            if plain {
                blows.iter_mut().for_each(|blow| blow.mode = AttackMode::Plain);
            }
            Some(Ok(Order::Fight { blows }))
        }
        Mode::Shoot { aim, ref weapon } => {
            let target = enemy(world, unit, key.hover)?;
            let wanted = weapon.as_deref();
            let all = placing::volley_with(world, unit, target, aim, wanted, key.hover.model);
            Some(Ok(Order::Shoot { shots: shots(world, unit, model, target, aim, all) }))
        }
        Mode::Template(ref aimed) => {
            templates::order(world, aimed, key.at?, key.facing, key.hover).map(Ok)
        }
        Mode::Select
        | Mode::Hold
        | Mode::Measure { .. }
        | Mode::Deploy { .. }
        | Mode::FollowUp
        | Mode::ChangePlaces { .. }
        | Mode::LayTerrain { .. } => None,
    }
}

fn enemy(world: &World, unit: UnitId, hover: Hover) -> Option<UnitId> {
    hover.unit.filter(|&target| world.side_of(target) != world.side_of(unit))
}

fn turn(world: &World, unit: UnitId, model: Option<ModelId>, to: Vec2) -> Order {
    let middle = aim::middle(world, unit);
    let models = model.map_or_else(|| world.standing(unit), |model| vec![model]);
    let look = |model| {
        let from = if models.len() == 1 { world.placed(model).pose.at } else { middle };
        let facing = (to - from).try_normalize();
        ModelMove { model, path: Vec::new(), facing }
    };
    Order::Move { moves: models.iter().map(|&model| look(model)).collect() }
}

/// The straight move of a block that brings its front, flank or rear to a point.
fn straight(world: &World, unit: UnitId, to: Vec2) -> Manoeuvre {
    let block = aim::block(world, unit);
    let pose = block.pose();
    let way = to - pose.at;
    let ahead = way.dot(pose.facing);
    let right = way.dot(pose.right());
    let beside = (right.abs() - block.half_width.0).max(0.0);
    let beyond = (ahead.abs() - block.half_depth.0).max(0.0);
    // To tenths, so that the pointer needn't tremble between two prices.
    let tenths = |way: f32| Inches((way * 10.0).round() / 10.0);
    if beside > beyond {
        let flank = if right > 0.0 { Flank::Right } else { Flank::Left };
        Manoeuvre::Sidestep(flank, tenths(beside))
    } else if ahead >= 0.0 {
        Manoeuvre::Ahead(tenths(beyond))
    } else {
        Manoeuvre::Back(tenths(beyond))
    }
}

/// The wheel that makes a block look towards a point, in whole degrees.
fn wheel(world: &World, unit: UnitId, to: Vec2) -> Manoeuvre {
    let block = aim::block(world, unit);
    let front = block.front_centre();
    let way = (to - front.at).try_normalize().unwrap_or(front.facing);
    let right = way.dot(front.right());
    let degrees = bevy::math::ops::atan2(right.abs(), way.dot(front.facing)).to_degrees();
    let pivot = if right > 0.0 { Flank::Right } else { Flank::Left };
    Manoeuvre::Wheel { pivot, degrees: degrees.round() }
}

fn blows(
    world: &World,
    unit: UnitId,
    model: Option<ModelId>,
    target: UnitId,
    hovered: ModelId,
    weapon: Option<&str>,
) -> Vec<Blow> {
    let Some(attacker) = model else {
        let blows = placing::melee_with(world, unit, Some(target), weapon);
        if !blows.is_empty() {
            return blows;
        }
        // Somebody's blow, so that the rules can say why nobody strikes.
        let at = world.placed(hovered).pose.at;
        let far = |&m: &ModelId| world.placed(m).pose.at.distance_squared(at);
        let standing = world.standing(unit);
        let nearest = standing.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        let blow = |attacker| Blow::plain(attacker, hovered, 0);
        return nearest.map(blow).into_iter().collect();
    };
    // Rider and mount strike together.
    let best = placing::best_blows_with(world, attacker, hovered, weapon);
    if best.is_empty() { vec![Blow::plain(attacker, hovered, 0)] } else { best }
}

/// Of a whole unit's shots those that are meant.
fn shots(
    world: &World,
    unit: UnitId,
    model: Option<ModelId>,
    target: UnitId,
    aim: bool,
    mut shots: Vec<Shot>,
) -> Vec<Shot> {
    if let Some(model) = model {
        shots.retain(|shot| shot.shooter == model);
    }
    if !shots.is_empty() {
        return shots;
    }
    // Somebody's shot, so that the rules can say why nobody shoots.
    let standing = model.map_or_else(|| world.standing(unit), |model| vec![model]);
    let bow = |&shooter: &ModelId| {
        let arms = &world.of_model::<Arms>(shooter).0;
        let weapon = arms.iter().position(|weapon| weapon.is_shot())?;
        Some(Shot { shooter, target, weapon: weapon as u8, aim, pick: None })
    };
    let any = standing.iter().find_map(bow);
    let unarmed =
        standing.first().map(|&shooter| Shot { shooter, target, weapon: 0, aim, pick: None });
    any.or(unarmed).into_iter().collect()
}

/// The follow up that a click would be: into the enemy under the pointer if the rules offer it, to
/// the place if it is near enough to be meant.
fn follow_up(world: &World, to: Vec2, hover: Hover) -> Option<Answer> {
    let decision = world.resource::<Pending<NoQuarter>>().0.as_ref()?;
    let Question::FollowUp { model, distance } = decision.question else { return None };
    let into = decision.options.iter().find(|option| {
        matches!(option, Answer::FollowUpInto { target } | Answer::FollowUpAlone { target }
            if hover.model == Some(*target))
    });
    if into.is_some() {
        return into.cloned();
    }
    let side = world.side_of_model(model);
    if let Some(target) = hover.model.filter(|&enemy| world.side_of_model(enemy) != side) {
        // Not all that are near are offered; the rules say whether it may go into this one.
        return Some(if formations::is_ranked(world, world.unit_of(model)) {
            Answer::FollowUpAlone { target }
        } else {
            Answer::FollowUpInto { target }
        });
    }
    const MEANT: f32 = 1.5;
    let from = world.placed(model).pose.at;
    let near = to.distance(from) <= distance.0 + MEANT && hover.model.is_none();
    near.then(|| Answer::FollowUpTo { to: from + (to - from).clamp_length_max(distance.0) })
}
