//! Who stands around a mover: solid enemies, friends to pass through, attack zones, and who is in
//! contact with whom. Book: Attack Zone (FORM-02), Close Combat (CC-01).

use bevy::{ecs::world::EntityRef, prelude::World};

use super::super::{
    components::ProfileOf,
    profile::{Ability, Profile},
    support_weapons,
};
use crate::{
    battle::{BattleWorld, MemberOf, ModelId, Presence, Side, SideId, UnitId},
    table::{
        Base, Footprint, Inches, Mover, Placed, Pose, Surroundings, TOLERANCE, Table, Zone,
        ZoneShape, base,
    },
};

/// Everything around a mover, and which model each piece of it is.
#[derive(Clone, Debug, Default, PartialEq)]
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
        self.on(world.table())
    }

    /// The same on a table without its world.
    pub(in crate::no_quarter) fn on<'a>(&'a self, table: &'a Table) -> Surroundings<'a> {
        Surroundings { table, enemies: &self.enemies, friends: &self.friends, zones: &self.zones }
    }

    /// Puts a friend somewhere else than it is, because it will be there.
    pub(in crate::no_quarter) fn place_friend(&mut self, model: ModelId, at: Option<Pose>) {
        let place = self.friend_ids.iter().position(|&id| id == model);
        if let (Some(place), Some(pose)) = (place, at) {
            self.friends[place].pose = pose;
        }
    }

    /// Adds a thin zone around every enemy that could be touched without entering a zone, so that
    /// a path looked for ends in nobody's contact: touching would be a charge (CHG-01).
    pub(in crate::no_quarter) fn keep_off(&mut self) {
        for (placed, &id) in self.enemies.iter().zip(&self.enemy_ids) {
            let zone = self.zone_ids.iter().position(|&zone| zone == id);
            if zone.is_none_or(|zone| self.zones[zone].shape == ZoneShape::FrontHalf) {
                let shape = ZoneShape::AllRound;
                self.zones.push(Zone { around: *placed, reach: Inches(KEPT_OFF), shape });
                self.zone_ids.push(id);
            }
        }
    }
}

/// How far a path that must not touch an enemy stays away from one that has no zone. Inches.
const KEPT_OFF: f32 = 4.0 * TOLERANCE;

/// A model that stands on the table.
#[derive(Clone, Copy, Debug)]
pub(in crate::no_quarter) struct Figure {
    /// Who.
    pub id: ModelId,
    /// Of which unit.
    pub unit: UnitId,
    /// Of which side.
    pub side: SideId,
    /// Where.
    pub placed: Placed,
}

/// All models that stand on the table, by id.
pub(in crate::no_quarter) fn figures(world: &World) -> Vec<Figure> {
    let roster = world.roster();
    let figure = |id| figure(world, id, world.entity(roster.model(id)?));
    roster.models().filter_map(figure).collect()
}

fn figure(world: &World, id: ModelId, model: EntityRef) -> Option<Figure> {
    if model.get::<Presence>() != Some(&Presence::OnTable) {
        return None;
    }
    let unit = world.entity(model.get::<MemberOf>()?.0);
    let placed = Placed::new(*model.get::<Base>()?, *model.get::<Pose>()?);
    Some(Figure { id, unit: *unit.get::<UnitId>()?, side: unit.get::<Side>()?.0, placed })
}

/// What moving needs to know of a model. Book: Move, Movement Abilities (MOVE-01, MOVE-02).
pub fn mover(world: &World, model: ModelId) -> Mover {
    let entity = world.model(model);
    let profile = profile(&entity);
    Mover {
        base: *entity.get::<Base>().expect("every model has a base"),
        rate: if profile.chassis { support_weapons::rate(world, model) } else { profile.rate() },
        height: profile.height(),
        flies: profile.has(Ability::Flying),
        wades: profile.has(Ability::WaterAptitude),
    }
}

fn profile<'a>(model: &EntityRef<'a>) -> &'a Profile {
    &model.get::<ProfileOf>().expect("every model has a profile").0
}

/// The attack zone of a model: 1" all round, or 2" to the front of a large one. Book: Attack
/// Zone (FORM-02).
pub fn zone(world: &World, model: ModelId) -> Zone {
    zone_around(world, model, world.placed(model))
}

fn zone_around(world: &World, model: ModelId, around: Placed) -> Zone {
    if profile(&world.model(model)).size.is_large() {
        Zone { around, reach: Inches(2.0), shape: ZoneShape::FrontHalf }
    } else {
        Zone { around, reach: Inches(1.0), shape: ZoneShape::AllRound }
    }
}

/// Everything around some models that move together: themselves left out, all enemies solid, the
/// zones of enemies not in combat, but none of the units in `exempt`, which are being charged.
pub fn around(world: &World, movers: &[ModelId], exempt: &[UnitId]) -> Around {
    let Some(&first) = movers.first() else { return Around::default() };
    let side = world.side_of_model(first);
    let figures = figures(world);
    let barriers = has_barriers(world.table());
    let mut around = Around::default();
    for figure in &figures {
        if figure.side == side {
            if !movers.contains(&figure.id) {
                around.friends.push(figure.placed);
                around.friend_ids.push(figure.id);
            }
            continue;
        }
        around.enemies.push(figure.placed);
        around.enemy_ids.push(figure.id);
        // A weapon threatens nobody who comes near it.
        if exempt.contains(&figure.unit) || support_weapons::is_chassis(world, figure.id) {
            continue;
        }
        let engaged = figures.iter().any(|other| {
            other.side == side && in_contact(world.table(), barriers, &figure.placed, &other.placed)
        });
        if !engaged {
            around.zones.push(zone_around(world, figure.id, figure.placed));
            around.zone_ids.push(figure.id);
        }
    }
    around
}

/// The enemies that a model is in close combat with, by id: those it touches, and those across a
/// barrier that both touch. Book: Close Combat (CC-01).
pub fn engaged_with(world: &World, model: ModelId) -> Vec<ModelId> {
    if !world.is_standing(model) {
        return Vec::new();
    }
    engaged_at(world, model, &world.placed(model))
}

/// Whether a model is in close combat.
pub fn is_engaged(world: &World, model: ModelId) -> bool {
    let side = world.side_of_model(model);
    world.is_standing(model) && opponents(world, side, world.placed(model)).next().is_some()
}

/// The enemies that a model would be in close combat with if it stood somewhere, by id.
pub(in crate::no_quarter) fn engaged_at(
    world: &World,
    model: ModelId,
    at: &Placed,
) -> Vec<ModelId> {
    opponents(world, world.side_of_model(model), *at).collect()
}

fn opponents(world: &World, side: SideId, me: Placed) -> impl Iterator<Item = ModelId> + '_ {
    let barriers = has_barriers(world.table());
    let reach = if barriers { MOST_BARRIER } else { TOLERANCE };
    let roster = world.roster();
    let fights = move |other: ModelId| {
        let entity = world.entity(roster.model(other)?);
        let placed = Placed::new(*entity.get::<Base>()?, *entity.get::<Pose>()?);
        if !near(&me, &placed, reach) {
            return None;
        }
        let figure = figure(world, other, entity)?;
        let enemy = figure.side != side && in_contact(world.table(), barriers, &me, &placed);
        enemy.then_some(other)
    };
    roster.models().filter_map(fights)
}

/// No barrier that can be fought over is wider. Inches.
const MOST_BARRIER: f32 = 3.0;

fn has_barriers(table: &Table) -> bool {
    table.terrain.iter().any(|piece| piece.barrier)
}

/// Whether two enemies at these places would be in close combat with each other.
pub fn would_fight(world: &World, a: &Placed, b: &Placed) -> bool {
    would_fight_on(world.table(), a, b)
}

/// The same on a table without its world.
pub(in crate::no_quarter) fn would_fight_on(table: &Table, a: &Placed, b: &Placed) -> bool {
    in_contact(table, has_barriers(table), a, b)
}

/// Whether two models are in close combat with each other.
pub fn are_engaged(world: &World, a: ModelId, b: ModelId) -> bool {
    would_fight(world, &world.placed(a), &world.placed(b))
}

/// Whether two bases can't touch only because a barrier that both touch lies between them.
/// Ruling: Movement, fighting over a barrier.
pub fn across_a_barrier(world: &World, a: &Placed, b: &Placed) -> bool {
    !base::touching(a, b) && meet_at_a_barrier(world.table(), a, b)
}

/// Whether two enemies fight: they touch, or both touch a barrier between them.
fn in_contact(table: &Table, barriers: bool, a: &Placed, b: &Placed) -> bool {
    if !near(a, b, if barriers { MOST_BARRIER } else { TOLERANCE }) {
        return false;
    }
    base::touching(a, b) || (barriers && meet_at_a_barrier(table, a, b))
}

fn meet_at_a_barrier(table: &Table, a: &Placed, b: &Placed) -> bool {
    if !near(a, b, MOST_BARRIER) {
        return false;
    }
    let between = table.barriers_touching(a);
    if between.is_empty() {
        return false;
    }
    let gap = base::gap(a, b);
    let (from, to) = base::closest_points(a, b);
    table.barriers_touching(b).into_iter().filter(|i| between.contains(i)).any(|i| {
        let barrier = &table.terrain[i];
        gap.0 <= width(&barrier.footprint) + 2.0 * TOLERANCE && barrier.crossings(from, to) > 0
    })
}

/// How wide a barrier is, across.
fn width(footprint: &Footprint) -> f32 {
    let width = match footprint {
        Footprint::Line { width, .. } => width.0,
        other => {
            let outline = other.outline(16);
            let span = |of: fn(&bevy::math::Vec2) -> f32| {
                let low = outline.iter().map(of).fold(f32::MAX, f32::min);
                outline.iter().map(of).fold(f32::MIN, f32::max) - low
            };
            span(|p| p.x).min(span(|p| p.y))
        }
    };
    width.clamp(0.0, MOST_BARRIER)
}

/// Whether two bases could be within a distance, by their outer circles.
pub(in crate::no_quarter) fn near(a: &Placed, b: &Placed, distance: f32) -> bool {
    let far = distance + a.base.outer_radius().0 + b.base.outer_radius().0;
    a.pose.at.distance_squared(b.pose.at) <= far * far
}
