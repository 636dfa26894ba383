//! Orders worth trying, for players that know nothing but what is legal. Every kind of order has
//! its chance; the caller checks whether it may be given.

mod artillery;
mod using;

use bevy::{math::Vec2, prelude::World};

use super::{
    charges,
    components::{Formation, Holding, Morale, Stance, UnitRecord},
    deployment, formations, movement, objectives,
    order::{Order, StandingOrder},
    phase::{Phase, phase},
    plan, reserves, statistics,
    system::NoQuarter,
    terrain_placing, turn_sequence,
    uses::Occasion,
};
use crate::{
    battle::{BattleWorld, ModelId, Pending, RuleSystem, UnitId},
    table::{
        Inches, Pose,
        base::direction,
        formation::{Flank, Manoeuvre},
    },
};

/// Of so many activations one is left to the enemy with the battle.
const GIVING_UP: usize = 1000;

/// An order worth trying now.
pub(super) fn propose(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Order {
    if let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 {
        let option = pick(decision.options.len()).min(decision.options.len() - 1);
        return NoQuarter::answer(decision.options[option].clone());
    }
    if phase(world) == Phase::Terrain {
        return propose_terrain(world, pick).unwrap_or_else(|| fallback(world));
    }
    if phase(world) == Phase::Deployment {
        return propose_deployment(world, pick).unwrap_or_else(|| fallback(world));
    }
    match world.frame().active {
        None => propose_activation(world, pick),
        Some(unit) => propose_action(world, unit, pick),
    }
}

/// An order that is always legal while the battle goes on.
pub(super) fn fallback(world: &World) -> Order {
    if let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 {
        return NoQuarter::answer(decision.options[decision.default].clone());
    }
    let frame = world.frame();
    if let Some(&terrain) = terrain_placing::unlaid(world).first() {
        return Order::LayTerrain { terrain, at: terrain_placing::find_spot(world, terrain) };
    }
    if phase(world) == Phase::Deployment
        && let Some(unit) = deployment::undeployed(world, frame.side)
    {
        // In a zone too crowded to deploy in, the rest comes later.
        return match deployment::find_place(world, unit) {
            Some((at, formation)) => Order::Deploy { unit, at, formation },
            None => Order::KeepBack { unit },
        };
    }
    if frame.active.is_some() {
        return Order::EndActivation;
    }
    let own = |unit: &UnitId| {
        world.side_of(*unit) == frame.side && turn_sequence::can_activate(world, *unit)
    };
    let waiting =
        |unit: &UnitId| world.side_of(*unit) == frame.side && reserves::can_enter(world, *unit);
    match (world.roster().units().find(own), world.roster().units().find(waiting)) {
        (Some(unit), _) => Order::Activate { unit },
        (None, Some(unit)) => Order::KeepBack { unit },
        (None, None) => Order::Concede { side: frame.side },
    }
}

fn propose_terrain(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Option<Order> {
    let pieces = terrain_placing::unlaid(world);
    let terrain = *pieces.get(pick(pieces.len().max(1)))?;
    if rarely(pick, 20) {
        return Some(Order::LayTerrain { terrain, at: None });
    }
    let size = Vec2::new(world.table().width.0, world.table().depth.0);
    let at = size * Vec2::new(fraction(pick), fraction(pick));
    let at = Some(Pose::new(at, direction(pick(360) as f32)));
    Some(Order::LayTerrain { terrain, at })
}

fn propose_deployment(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Option<Order> {
    let side = world.frame().side;
    let waiting: Vec<UnitId> = world
        .roster()
        .units()
        .filter(|&unit| world.side_of(unit) == side && deployment::is_undeployed(world, unit))
        .collect();
    let unit = *waiting.get(pick(waiting.len().max(1)))?;
    if rarely(pick, 30) {
        return Some(Order::KeepBack { unit });
    }
    let (low, high) = if deployment::comes_later(world, unit) {
        (Vec2::ZERO, Vec2::new(world.table().width.0, world.table().depth.0))
    } else {
        deployment::zone(world, side)
    };
    let at = low + (high - low) * Vec2::new(fraction(pick), fraction(pick));
    let formation = *world.of_unit::<Formation>(unit);
    Some(Order::Deploy { unit, at: Pose::new(at, deployment::inwards(world, side)), formation })
}

/// Whether something rare is tried: by the last choice of so many, so that a player who takes the
/// first of everything fights rather than gives up.
fn rarely(pick: &mut dyn FnMut(usize) -> usize, of: usize) -> bool {
    pick(of) + 1 == of
}

/// A number from 0 to 1.
fn fraction(pick: &mut dyn FnMut(usize) -> usize) -> f32 {
    pick(101) as f32 / 100.0
}

fn propose_activation(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Order {
    let side = world.frame().side;
    if rarely(pick, GIVING_UP) {
        return Order::Concede { side };
    }
    if rarely(pick, 20) {
        let held = |&unit: &UnitId| {
            world.side_of(unit) == side && world.of_unit::<Holding>(unit).0.is_some()
        };
        let holders: Vec<UnitId> = world.roster().units().filter(held).collect();
        if let Some(&unit) = holders.get(pick(holders.len().max(1))) {
            return Order::Instruct { unit, standing: propose_standing(pick) };
        }
    }
    let reserve = |unit: &UnitId| world.side_of(*unit) == side && reserves::can_enter(world, *unit);
    let reserve: Vec<UnitId> = world.roster().units().filter(reserve).collect();
    if let Some(&unit) = reserve.get(pick(reserve.len().max(1)))
        && pick(3) == 0
    {
        return propose_entry(world, unit, pick);
    }
    let units: Vec<UnitId> =
        world.roster().units().filter(|&unit| turn_sequence::may_select(world, unit)).collect();
    match units.get(pick(units.len().max(1))) {
        Some(&unit) => Order::Activate { unit },
        None => fallback(world),
    }
}

fn propose_entry(world: &World, unit: UnitId, pick: &mut dyn FnMut(usize) -> usize) -> Order {
    if rarely(pick, 4) {
        return Order::KeepBack { unit };
    }
    let formation = *world.of_unit::<Formation>(unit);
    let (low, high) = deployment::zone(world, world.side_of(unit));
    let size = high - low;
    let along = low + size * fraction(pick);
    let upright = deployment::inwards(world, world.side_of(unit)).x == 0.0;
    let along = if upright { along.x } else { along.y };
    Order::Enter { unit, at: reserves::entry(world, unit, formation, along), formation }
}

fn enemies(world: &World, unit: UnitId) -> Vec<UnitId> {
    let side = world.side_of(unit);
    let units = world.roster().units();
    units.filter(|&u| world.side_of(u) != side && !world.standing(u).is_empty()).collect()
}

fn propose_action(world: &World, unit: UnitId, pick: &mut dyn FnMut(usize) -> usize) -> Order {
    let models = world.standing(unit);
    if models.is_empty() {
        return Order::EndActivation;
    }
    let steady = *world.of_unit::<Morale>(unit) == Morale::Steady;
    let acted = world.of_unit::<UnitRecord>(unit).acted;
    if !steady && !acted && pick(10) < 8 {
        return Order::Rally;
    }
    let prone = models.iter().any(|&m| *world.of_model::<Stance>(m) == Stance::Prone);
    if prone && pick(10) < 7 {
        return Order::StandUp { models: Vec::new() };
    }
    let enemies = enemies(world, unit);
    let enemy = enemies.get(pick(enemies.len().max(1))).copied();
    let reaches = |&model: &ModelId| charges::longest_reach(world, model).0 > 0.0;
    let long = models.iter().any(reaches);
    let engaged = models.iter().any(|&model| movement::is_engaged(world, model)) || long;
    if engaged
        && pick(2) == 0
        && let Some(order) = using::propose(world, &models, Occasion::Combat, None, pick)
    {
        return order;
    }
    // Some spells are for enemies in contact alone.
    if engaged && let Some(order) = propose_any_time(world, &models, enemy, 3, pick) {
        return order;
    }
    if engaged && pick(10) < 8 {
        let blows = plan::melee(world, unit, None);
        if !blows.is_empty() {
            return Order::Fight { blows };
        } else if !long {
            return Order::EndActivation;
        }
    }
    if let Some(order) = propose_any_time(world, &models, enemy, 2, pick) {
        return order;
    }
    if let Some(order) = propose_membership(world, pick) {
        return order;
    }
    if let Some(order) = artillery::propose(world, unit, pick) {
        return order;
    }
    match pick(20) {
        0..=5 => enemy.map_or(Order::EndActivation, |target| {
            // Three to one is rare and worth trying.
            let weak = |&enemy: &UnitId| charges::may_push_back(world, unit, enemy);
            let weak = enemies.iter().copied().find(weak);
            let target = weak.filter(|_| pick(2) == 0).unwrap_or(target);
            propose_charge(world, &models, target, long, pick)
        }),
        6..=9 => propose_shots(world, unit, enemy, pick),
        10..=15 => propose_move(world, unit, &models, enemy, pick),
        16 => propose_formation(world, unit, pick),
        17 if !acted => Order::Hold { standing: propose_standing(pick) },
        18 => propose_turn(&models, pick),
        _ => Order::EndActivation,
    }
}

/// One time in so many, something that may be used at any time, such as a spell, by whoever has it.
fn propose_any_time(
    world: &World,
    models: &[ModelId],
    enemy: Option<UnitId>,
    one_in: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Order> {
    let tries = using::has(world, models, Occasion::AnyTime) && pick(one_in) == 0;
    tries.then(|| using::propose(world, models, Occasion::AnyTime, enemy, pick)).flatten()
}

/// A charge of all or of one, with long weapons perhaps only as near as they reach. Whoever has
/// something to charge with, such as a chariot's wheels, uses it about half of the time.
fn propose_charge(
    world: &World,
    models: &[ModelId],
    target: UnitId,
    long: bool,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Order {
    let single = pick(8) == 0;
    let chargers = if single { vec![models[pick(models.len())]] } else { Vec::new() };
    let users = if single { &chargers[..] } else { models };
    let uses = single || using::has(world, users, Occasion::Charge) && pick(2) == 0;
    if uses && let Some(order) = using::propose(world, users, Occasion::Charge, Some(target), pick)
    {
        return order;
    }
    if long && pick(3) == 0 {
        return Order::ChargeToReach { models: chargers, target };
    }
    Order::Charge { models: chargers, target }
}

fn propose_standing(pick: &mut dyn FnMut(usize) -> usize) -> StandingOrder {
    match pick(9) {
        0 | 1 => StandingOrder::Ask,
        2 | 3 => StandingOrder::Within(Inches(6.0 + pick(20) as f32)),
        4 | 5 => StandingOrder::WhenCharged,
        6 => StandingOrder::Never,
        _ => StandingOrder::FirstTarget,
    }
}

fn propose_shots(
    world: &World,
    unit: UnitId,
    enemy: Option<UnitId>,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Order {
    let Some(target) = enemy else { return Order::EndActivation };
    let mut shots = plan::volley(world, unit, target, pick(3) == 0);
    artillery::pick_elements(world, unit, target, &mut shots, pick);
    if shots.is_empty() { Order::EndActivation } else { Order::Shoot { shots } }
}

fn propose_move(
    world: &World,
    unit: UnitId,
    models: &[ModelId],
    enemy: Option<UnitId>,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Order {
    if matches!(formations::effective(world, unit), Formation::Ranked { .. }) {
        return Order::Manoeuvre { manoeuvre: propose_manoeuvre(pick) };
    }
    let actions = models.iter().map(|&model| statistics::actions(world, model)).max();
    let actions = f32::from(actions.unwrap_or(0));
    let middle = world.middle(unit);
    let step = actions * fraction(pick);
    let goal = objectives::goal(world, unit).map(|goal| (goal - middle).normalize_or(Vec2::Y));
    let way = match enemy {
        _ if goal.is_some() && pick(2) == 0 => goal.unwrap_or(Vec2::Y),
        Some(enemy) if pick(3) > 0 => (world.middle(enemy) - middle).normalize_or(Vec2::Y),
        _ => direction(pick(360) as f32),
    };
    let order = if pick(5) == 0 {
        let model = models[pick(models.len())];
        let to = world.placed(model).pose.at + direction(pick(360) as f32) * step.min(2.0);
        plan::move_model(world, model, to, Some(way))
    } else {
        plan::move_unit(world, unit, middle + way * step, Some(way))
    };
    order.unwrap_or(Order::EndActivation)
}

fn propose_manoeuvre(pick: &mut dyn FnMut(usize) -> usize) -> Manoeuvre {
    let flank = if pick(2) == 0 { Flank::Left } else { Flank::Right };
    let inches = Inches(0.5 + pick(16) as f32 / 2.0);
    match pick(8) {
        0..=3 => Manoeuvre::Ahead(inches),
        4 | 5 => Manoeuvre::Wheel { pivot: flank, degrees: 5.0 + pick(86) as f32 },
        6 => match pick(4) {
            0 => Manoeuvre::QuarterTurn(flank),
            1 => Manoeuvre::AboutTurn,
            2 => Manoeuvre::Back(inches),
            _ => Manoeuvre::Sidestep(flank, inches),
        },
        _ => Manoeuvre::Ahead(Inches(8.0)),
    }
}

/// Now and then an individual leaves, or joins whom it can.
fn propose_membership(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Option<Order> {
    if pick(6) > 0 {
        return None;
    }
    let leavers = plan::leavers(world);
    if !leavers.is_empty() {
        return Some(Order::Leave { model: leavers[pick(leavers.len())] });
    }
    let units = plan::joinable(world);
    (!units.is_empty()).then(|| Order::Join { unit: units[pick(units.len())] })
}

/// Other places in the ranks for some.
fn propose_places(world: &World, unit: UnitId, pick: &mut dyn FnMut(usize) -> usize) -> Order {
    let models = world.standing(unit);
    let frontage = formations::ranks(world, unit).first().map_or(4, Vec::len);
    let order = match pick(3) {
        0 => Some(plan::swap_places(world, models[pick(models.len())], models[pick(models.len())])),
        1 => plan::draw_up(world, unit, (frontage + 1).min(20) as u8),
        _ => plan::draw_up(world, unit, frontage.saturating_sub(1).max(4) as u8),
    };
    order.unwrap_or(Order::EndActivation)
}

fn propose_formation(world: &World, unit: UnitId, pick: &mut dyn FnMut(usize) -> usize) -> Order {
    if formations::may_reorganise(world, unit) && pick(2) == 0 {
        return propose_places(world, unit, pick);
    }
    let formation = match pick(4) {
        0 => Formation::Ranked { frontage: 4 + pick(3) as u8 },
        1 => Formation::Closed,
        2 => Formation::Skirmish,
        _ => Formation::Dispersed,
    };
    let facing = direction(pick(360) as f32);
    Order::FormUp { formation, at: Some(Pose::new(world.middle(unit), facing)) }
}

fn propose_turn(models: &[ModelId], pick: &mut dyn FnMut(usize) -> usize) -> Order {
    let facing = direction(pick(360) as f32);
    let turn = |&model: &ModelId| super::order::ModelMove {
        model,
        path: Vec::new(),
        facing: Some(facing),
    };
    Order::Move { moves: models.iter().map(turn).collect() }
}
