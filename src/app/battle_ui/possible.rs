//! Which enemies can be charged, fought or shot at, and who may leave or be joined. Rules are asked
//! about a few of them a frame, so that looking for a way to every enemy never makes the window
//! stutter.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::{
    aim::{self, Hover},
    mode::{Mode, Scope, Selection},
    plan::Stamp,
    select::neighbour,
};
use crate::{
    battle::{BattleWorld, ModelId, RuleSystem, UnitId},
    no_quarter::{Blow, NoQuarter, Order, OrderError, Shot, charges, movement, plan as placing},
    table::base::gap,
};

/// A kind of order that has a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Charges.
    Charge,
    /// Close combat.
    Fight,
    /// Ranged combat.
    Shoot,
}

impl Kind {
    /// The kind that a mode chooses targets for.
    pub fn of(mode: &Mode) -> Option<Self> {
        match mode {
            Mode::Charge { .. } => Some(Self::Charge),
            Mode::Fight { .. } => Some(Self::Fight),
            Mode::Shoot { .. } => Some(Self::Shoot),
            _ => None,
        }
    }
}

/// What the rules say about one enemy.
#[derive(Clone, Debug)]
pub struct Target {
    /// What for.
    pub kind: Kind,
    /// The enemy.
    pub unit: UnitId,
    /// Why not, if not.
    pub refused: Option<OrderError>,
    /// Whether it comes to blows: a charge may be allowed and yet fall short.
    pub reached: bool,
}

/// The answers so far, and what is still to be asked.
#[derive(Resource, Clone, Debug, Default)]
pub struct Possible {
    key: Option<(Stamp, Scope, Selection)>,
    open: Vec<(Kind, UnitId)>,
    /// The answers so far, nearest enemies first.
    pub known: Vec<Target>,
    /// Individuals who may leave the active unit.
    pub leavers: Vec<ModelId>,
    /// Units that the active individual may join.
    pub joinable: Vec<UnitId>,
}

impl Possible {
    /// Why nothing of a kind is possible; nothing while that isn't known.
    pub fn why_not(&self, kind: Kind) -> Option<String> {
        let mut of_kind = self.known.iter().filter(|target| target.kind == kind);
        let open = self.open.iter().any(|(of, _)| *of == kind);
        if open || of_kind.clone().any(|target| target.refused.is_none()) {
            return None;
        }
        let nearest = of_kind.next().and_then(|target| target.refused.as_ref());
        let nobody = || "there is no enemy on the table".to_owned();
        Some(nearest.map_or_else(nobody, OrderError::told))
    }

    /// How many answers there are so far.
    pub fn answered(&self) -> usize {
        self.known.len()
    }

    /// What is known about an enemy.
    pub fn about(&self, kind: Kind, unit: UnitId) -> Option<&Target> {
        self.known.iter().find(|target| target.kind == kind && target.unit == unit)
    }

    /// The enemies that are legal targets: those that are reached before those that aren't, nearest
    /// first.
    pub fn legal(&self, kind: Kind) -> Vec<UnitId> {
        let legal = |target: &&Target| target.kind == kind && target.refused.is_none();
        let mut legal: Vec<&Target> = self.known.iter().filter(legal).collect();
        legal.sort_by_key(|target| !target.reached);
        legal.into_iter().map(|target| target.unit).collect()
    }
}

/// So long it may go on asking in one frame.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

/// Asks about the next enemies.
pub fn update(world: &mut World) {
    let selection = *world.resource::<Selection>();
    let scope = *world.resource::<Scope>();
    let model = selection.model.filter(|_| scope == Scope::Model);
    let key = (Stamp::of(world), scope, Selection { unit: None, model });
    if world.resource::<Possible>().key != Some(key) {
        *world.resource_mut::<Possible>() = Possible {
            key: Some(key),
            open: enemies(world),
            known: Vec::new(),
            leavers: placing::leavers(world),
            joinable: placing::joinable(world),
        };
        return;
    }
    let Some(unit) = world.frame().active else { return };
    let begun = Instant::now();
    while begun.elapsed() < A_FRAMES_SHARE {
        let Some((kind, target)) = world.resource_mut::<Possible>().open.pop() else { return };
        let refused = ask(world, kind, unit, model, target).err();
        let reached = kind != Kind::Charge || refused.is_some() || {
            let named: Vec<ModelId> = model.into_iter().collect();
            let chargers = charges::chargers(world, unit, &named);
            !charges::course(world, unit, &chargers, target).contacts.is_empty()
        };
        let target = Target { kind, unit: target, refused, reached };
        world.resource_mut::<Possible>().known.push(target);
    }
}

/// What to ask, the last first: nearest enemies, cheap questions.
fn enemies(world: &World) -> Vec<(Kind, UnitId)> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let side = world.side_of(unit);
    let from = aim::middle(world, unit);
    let mut units: Vec<(f32, UnitId)> = world
        .roster()
        .units()
        .filter(|&other| world.side_of(other) != side && !world.standing(other).is_empty())
        .map(|other| (aim::middle(world, other).distance_squared(from), other))
        .collect();
    units.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    let mut open = Vec::new();
    for kind in [Kind::Charge, Kind::Shoot, Kind::Fight] {
        open.extend(units.iter().map(|&(_, unit)| (kind, unit)));
    }
    open
}

fn ask(
    world: &World,
    kind: Kind,
    unit: UnitId,
    model: Option<ModelId>,
    target: UnitId,
) -> Result<(), OrderError> {
    let models = model.map_or_else(|| world.standing(unit), |model| vec![model]);
    let order = match kind {
        Kind::Charge => Order::Charge { models: model.into_iter().collect(), target },
        Kind::Fight => {
            let mut blows = placing::melee(world, unit, Some(target));
            blows.retain(|blow| models.contains(&blow.attacker));
            if blows.is_empty() {
                blows.extend(nearest_blow(world, &models, target));
            }
            Order::Fight { blows }
        }
        Kind::Shoot => {
            let mut shots = placing::volley(world, unit, target, false);
            shots.retain(|shot| models.contains(&shot.shooter));
            if shots.is_empty() {
                shots.extend(any_shot(world, &models, target));
            }
            Order::Shoot { shots }
        }
    };
    NoQuarter::check(world, &order)
}

fn nearest_blow(world: &World, models: &[ModelId], target: UnitId) -> Option<Blow> {
    let enemies = world.standing(target);
    let mut nearest: Option<(f32, Blow)> = None;
    for &attacker in models {
        let placed = world.placed(attacker);
        for &enemy in &enemies {
            let apart = gap(&placed, &world.placed(enemy)).0;
            if nearest.is_none_or(|(least, _)| apart < least) {
                nearest = Some((apart, Blow::plain(attacker, enemy, 0)));
            }
        }
    }
    nearest.map(|(_, blow)| blow)
}

fn any_shot(world: &World, models: &[ModelId], target: UnitId) -> Option<Shot> {
    use crate::no_quarter::Arms;
    let bow = |&shooter: &ModelId| {
        let arms = &world.of_model::<Arms>(shooter).0;
        let weapon = arms.iter().position(|weapon| weapon.is_shot())?;
        Some(Shot { shooter, target, weapon: weapon as u8, aim: false, pick: None })
    };
    let unarmed =
        models.first().map(|&shooter| Shot { shooter, target, weapon: 0, aim: false, pick: None });
    models.iter().find_map(bow).or(unarmed)
}

/// Puts the aim on the next legal target of the present mode.
pub fn next_target(world: &mut World, step: i32) {
    let Some(kind) = Kind::of(world.resource::<Mode>()) else { return };
    let targets = world.resource::<Possible>().legal(kind);
    let present = world.resource::<Hover>().unit;
    let Some(unit) = neighbour(&targets, present, step) else { return };
    if let Some(model) = nearest_model(world, unit) {
        aim::put_on(world, model);
    }
}

/// The model of an enemy that the active unit has to do with first: one in combat with it, or the
/// nearest.
fn nearest_model(world: &World, enemy: UnitId) -> Option<ModelId> {
    let unit = world.frame().active?;
    let own = world.standing(unit);
    let fought = |&model: &ModelId| {
        movement::engaged_with(world, model).iter().any(|other| own.contains(other))
    };
    let models = world.standing(enemy);
    let engaged = models.iter().copied().find(|model| fought(model));
    let from = aim::middle(world, unit);
    let far = |model: &ModelId| world.placed(*model).pose.at.distance_squared(from);
    engaged.or_else(|| models.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b))))
}
