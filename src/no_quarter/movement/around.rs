//! Who stands around a mover: solid enemies, friends to pass through, attack zones. Book: Attack
//! Zone (FORM-02).

use bevy::{ecs::world::EntityRef, prelude::World};

use super::{
    super::{
        components::ProfileOf,
        effects::{self, Gift},
        profile::Profile,
        support_weapons,
    },
    engagement::{has_barriers, in_contact},
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId, figures},
    table::{
        Base, Inches, Mover, Placed, Pose, Surroundings, TOLERANCE, Table, Terrain, Zone, ZoneShape,
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

    /// The first enemy that somebody who stood somewhere would be in close combat with (CC-01).
    pub(super) fn first_engaged(&self, world: &World, at: &Placed) -> Option<ModelId> {
        let table = world.table();
        let barriers = has_barriers(table);
        let fights = |enemy: &Placed| in_contact(table, barriers, at, enemy);
        self.enemies.iter().position(fights).map(|place| self.enemy_ids[place])
    }

    /// Puts a friend somewhere else than it is, because it will be there.
    pub(in crate::no_quarter) fn place_friend(&mut self, model: ModelId, at: Option<Pose>) {
        let place = self.friend_ids.iter().position(|&id| id == model);
        if let (Some(place), Some(pose)) = (place, at) {
            self.friends[place].pose = pose;
        }
    }

    /// Makes friends solid, all but some: those who flee run around other units of their side.
    pub(in crate::no_quarter) fn go_round_friends(&mut self, but: &[ModelId]) {
        let friends = std::mem::take(&mut self.friends).into_iter();
        for (placed, id) in friends.zip(std::mem::take(&mut self.friend_ids)) {
            if but.contains(&id) {
                self.friends.push(placed);
                self.friend_ids.push(id);
            } else {
                self.enemies.push(placed);
                self.enemy_ids.push(id);
            }
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

/// What moving needs to know of a model. Book: Move, Movement Abilities (MOVE-01, MOVE-02).
pub fn mover(world: &World, model: ModelId) -> Mover {
    let entity = world.model(model);
    let profile = profile(&entity);
    let winged = flies(world, model);
    let ghostly = effects::has(world, model, Gift::Ghostly);
    Mover {
        base: *entity.get::<Base>().expect("every model has a base"),
        rate: if profile.chassis {
            support_weapons::rate(world, model)
        } else {
            effects::rate(world, model)
        },
        height: profile.height(),
        // Ruling: nothing slows or stops a ghost on its way either, and it ends where others could.
        flies: winged || ghostly,
        by_wing: winged && !ghostly,
        wades: effects::has(world, model, Gift::Wading),
        vaults: effects::vaults(world, model),
        climbs: effects::has(world, model, Gift::Climbing),
        plods: effects::is_hampered(world, model),
    }
}

/// Whether a model flies from where it stands: it has wings, and the air isn't closed to them there
/// (MOVE-10, SP-FOG).
pub fn flies(world: &World, model: ModelId) -> bool {
    flies_at(world, model, &world.placed(model))
}

/// The same, if it stood somewhere else.
pub fn flies_at(world: &World, model: ModelId, placed: &Placed) -> bool {
    let closed = |piece: &Terrain| piece.closed_to_flight && piece.overlaps(placed);
    effects::has(world, model, Gift::Flight) && !world.table().terrain.iter().any(closed)
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
    let table = world.table();
    let barriers = has_barriers(table);
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
            other.side == side && in_contact(table, barriers, &figure.placed, &other.placed)
        });
        if !engaged {
            around.zones.push(zone_around(world, figure.id, figure.placed));
            around.zone_ids.push(figure.id);
        }
    }
    around
}
