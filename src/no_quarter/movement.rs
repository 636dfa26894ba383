//! Moving models and blocks. Book: Actions, Move (MOVE-01 to MOVE-10).

use bevy::prelude::World;

use super::{
    components::{ActionsLeft, ProfileOf, Record, UnitRecord},
    error::{OrderError, Refusal},
    order::ModelMove,
    profile::Ability,
    step::Walk,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{
        Base, Footprint, Inches, Placed, Pose, Zone, ZoneShape,
        base::{closest_points, gap, touching},
        formation::Manoeuvre,
        travel::{Mover, Surroundings},
        units::TOLERANCE,
    },
};

/// Everything around a mover, and which model each piece of it is.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Solid bases.
    pub enemies: Vec<Placed>,
    /// Whose they are.
    pub enemy_ids: Vec<ModelId>,
    /// Bases that may be passed through.
    pub friends: Vec<Placed>,
    /// Whose they are.
    pub friend_ids: Vec<ModelId>,
    /// Attack zones to keep out of.
    pub zones: Vec<Zone>,
    /// Whose they are.
    pub zone_ids: Vec<ModelId>,
}

impl Around {
    /// As the table's functions want it.
    pub fn surroundings<'a>(&'a self, world: &'a World) -> Surroundings<'a> {
        Surroundings {
            table: world.table(),
            enemies: &self.enemies,
            friends: &self.friends,
            zones: &self.zones,
        }
    }
}

/// The active unit.
///
/// # Errors
/// When no unit is active.
pub fn active_unit(world: &World) -> Result<UnitId, OrderError> {
    world.frame().active.ok_or_else(|| {
        let text = "no unit is active; activate one first";
        OrderError::new(Refusal::NoActiveUnit, "TURN-03", text)
    })
}

/// What a model is to the table when it moves (MOVE-01, MOVE-02).
pub fn mover(world: &World, model: ModelId) -> Mover {
    let profile = &world.of_model::<ProfileOf>(model).0;
    Mover {
        base: *world.of_model::<Base>(model),
        rate: profile.rate(),
        height: profile.height(),
        flies: profile.has(Ability::Flying),
        wades: profile.has(Ability::WaterAptitude),
    }
}

/// Enemies that a model is in close combat with: those it touches, and those that touch the same
/// barrier as it does across it. Book: Close Combat. Ruling: Movement.
pub fn engaged_with(world: &World, model: ModelId) -> Vec<ModelId> {
    let mut enemies = Vec::new();
    for_engaged(world, model, |enemy| {
        enemies.push(enemy);
        false
    });
    enemies
}

/// Whether a model is in close combat.
pub fn is_engaged(world: &World, model: ModelId) -> bool {
    let mut engaged = false;
    for_engaged(world, model, |_| {
        engaged = true;
        true
    });
    engaged
}

/// Whether two models are in close combat with each other.
pub fn are_engaged(world: &World, a: ModelId, b: ModelId) -> bool {
    let (a, b) = (world.placed(a), world.placed(b));
    touching(&a, &b) || across_a_barrier(world, &a, &b)
}

/// Whether two bases can't touch only because a barrier that both touch lies between them.
pub fn across_a_barrier(world: &World, a: &Placed, b: &Placed) -> bool {
    const WIDEST: f32 = 2.0;
    let near = a.base.outer_radius().0 + b.base.outer_radius().0 + WIDEST;
    if a.pose.at.distance_squared(b.pose.at) > near * near || touching(a, b) {
        return false;
    }
    let table = world.table();
    if !table.terrain.iter().any(|terrain| terrain.barrier) {
        return false;
    }
    let shared = table.barriers_touching(a);
    if shared.is_empty() {
        return false;
    }
    let others = table.barriers_touching(b);
    shared.into_iter().filter(|index| others.contains(index)).any(|index| {
        let width = match &table.terrain[index].footprint {
            Footprint::Line { width, .. } => width.0,
            Footprint::Polygon(_) | Footprint::Circle { .. } => WIDEST,
        };
        let (from, to) = closest_points(a, b);
        gap(a, b).0 <= width + 2.0 * TOLERANCE && table.terrain[index].crossings(from, to) > 0
    })
}

fn for_engaged(world: &World, model: ModelId, mut found: impl FnMut(ModelId) -> bool) {
    if !world.is_standing(model) {
        return;
    }
    let side = world.side_of_model(model);
    let own = world.placed(model);
    let radius = own.base.outer_radius().0 + 2.5;
    for other in world.roster().models() {
        let at = world.of_model::<Pose>(other).at;
        let reach = radius + world.of_model::<Base>(other).outer_radius().0;
        if at.distance_squared(own.pose.at) > reach * reach
            || !world.is_standing(other)
            || world.side_of_model(other) == side
        {
            continue;
        }
        let placed = world.placed(other);
        if (touching(&own, &placed) || across_a_barrier(world, &own, &placed)) && found(other) {
            return;
        }
    }
}

/// A model's attack zone: 1" all round, or 2" to the front for large models (FORM-02).
pub fn zone(world: &World, model: ModelId) -> Zone {
    let large = world.of_model::<ProfileOf>(model).0.size.is_large();
    let (reach, shape) =
        if large { (2.0, ZoneShape::FrontHalf) } else { (1.0, ZoneShape::AllRound) };
    Zone { around: world.placed(model), reach: Inches(reach), shape }
}

/// What is around models that are about to move: solid enemies, friends to pass through, and the
/// zones of enemies that are not in combat, except those of `exempt` units (MOVE-08).
pub fn around(world: &World, movers: &[ModelId], exempt: &[UnitId]) -> Around {
    let mut around = Around::default();
    let Some(&first) = movers.first() else { return around };
    let side = world.side_of_model(first);
    for model in world.roster().models() {
        if movers.contains(&model) || !world.is_standing(model) {
            continue;
        }
        let unit = world.unit_of(model);
        let placed = world.placed(model);
        if world.side_of(unit) == side {
            around.friends.push(placed);
            around.friend_ids.push(model);
            continue;
        }
        around.enemies.push(placed);
        around.enemy_ids.push(model);
        if !exempt.contains(&unit) && !is_engaged(world, model) {
            around.zones.push(zone(world, model));
            around.zone_ids.push(model);
        }
    }
    around
}

/// A model spends actions.
pub(super) fn pay(world: &mut World, model: ModelId, actions: u8) {
    let left = world.of_model::<ActionsLeft>(model).0;
    debug_assert!(left >= actions, "check sees to it that a model can pay");
    world.set_model(model, ActionsLeft(left.saturating_sub(actions)));
    has_acted(world, model);
}

/// A model has done something in its activation.
pub(super) fn has_acted(world: &mut World, model: ModelId) {
    let record = Record { acted: true, ..*world.of_model::<Record>(model) };
    world.set_model(model, record);
    let unit = world.unit_of(model);
    let record = UnitRecord { acted: true, ..*world.of_unit::<UnitRecord>(unit) };
    world.set_unit(unit, record);
}

/// Not written yet.
pub(super) fn check_move(_world: &World, _moves: &[ModelMove]) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn begin_move(_world: &mut World, _moves: Vec<ModelMove>) {}

/// Not written yet.
pub(super) fn check_manoeuvre(_world: &World, _manoeuvre: &Manoeuvre) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn begin_manoeuvre(_world: &mut World, _manoeuvre: &Manoeuvre) {}

/// Not written yet.
pub(super) fn check_stand_up(_world: &World, _models: &[ModelId]) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn stand_up(_world: &mut World, _models: Vec<ModelId>) {}

/// Not written yet.
pub(super) fn walk(_world: &mut World, _walk: Walk) {}
