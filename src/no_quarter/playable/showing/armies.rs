//! The armies and the table of a level, before its battle has begun.

use bevy::math::Vec2;

use crate::{
    battle::{
        SideId,
        level::Deployment,
        playable::showing::{Army, ArmyUnit, PlacedModel},
    },
    no_quarter::{
        Armoury, armies, deployment,
        level::{Level, Place, UnitSetup},
    },
    table::{Base, Inches, Placed, Pose, Terrain},
};

/// The armies of a level, by side.
pub(super) fn all(armoury: &Armoury, level: &Level) -> Vec<Army> {
    level.sides.iter().map(|side| of_side(armoury, level, &side.name)).collect()
}

fn of_side(armoury: &Armoury, level: &Level, side: &str) -> Army {
    let models = |unit: &UnitSetup| unit.count as usize + unit.command.len();
    let unit = |unit: &UnitSetup| {
        let points = armies::unit_points(armoury, unit);
        let profile = armoury.profiles.get(&unit.profile);
        let what = profile.map_or(unit.profile.as_str(), |profile| profile.name.as_str());
        let name = unit.name.as_deref().unwrap_or(what).to_owned();
        ArmyUnit { name, about: format!("{} × {what} · {points}", models(unit)) }
    };
    let own = || level.units.iter().filter(|unit| unit.side == side);
    Army {
        name: side.to_owned(),
        models: own().map(models).sum(),
        points: armies::army_points(armoury, level, side),
        units: own().map(unit).collect(),
    }
}

/// The terrain of a level. Kinds that nobody knows are left out.
pub(super) fn terrain(armoury: &Armoury, level: &Level) -> Vec<Terrain> {
    let pieces = level.terrain.iter().filter_map(|feature| {
        let kind = armoury.terrain.get(&feature.kind)?;
        Some(Terrain {
            ground: feature.ground.unwrap_or(kind.ground),
            barrier: kind.barrier,
            elevation: feature.elevation.unwrap_or(kind.elevation),
            height: feature.height.unwrap_or(kind.height),
            picture: kind.picture,
            ..Terrain::new(&kind.name, feature.shape.clone())
        })
    });
    pieces.collect()
}

/// Whether some unit has no place in the level.
pub(super) fn is_deployed_by_hand(level: &Level) -> bool {
    level.deployment == Deployment::ByHand
        || level.units.iter().any(|unit| matches!(unit.place, Place::ByHand))
}

/// Leaves the places of all units to the players.
pub(super) fn deploy_by_hand(level: &mut Level) {
    level.deployment = Deployment::ByHand;
}

/// All models that have a place from the start.
pub(super) fn placed_models(armoury: &Armoury, level: &Level) -> Vec<PlacedModel> {
    if level.deployment != Deployment::AsPlaced {
        return Vec::new();
    }
    let mut models = Vec::new();
    for unit in &level.units {
        let side = level.sides.iter().position(|side| side.name == unit.side);
        let side = SideId(side.unwrap_or_default() as u32);
        for (number, placed) in places(unit, armoury).into_iter().enumerate() {
            models.push(PlacedModel { side, placed, leads: number < unit.command.len() });
        }
    }
    models
}

/// The most models of a unit that are placed: broken levels may name any number.
const MOST: u32 = 300;

/// Where a level puts a unit's models; nowhere if it leaves that to the players.
fn places(unit: &UnitSetup, armoury: &Armoury) -> Vec<Placed> {
    let base = |profile: &str| {
        let profile = armoury.profiles.get(profile);
        profile.map_or(Base::Circle { radius: Inches(0.5) }, |profile| profile.base.base())
    };
    let led = unit.command.iter().map(|c| base(c.profile.as_ref().unwrap_or(&unit.profile)));
    let ranks = (0..unit.count.min(MOST)).map(|_| base(&unit.profile));
    let bases: Vec<Base> = led.chain(ranks).collect();
    let poses = match &unit.place {
        Place::At(x, y, degrees) => {
            let front = Pose::degrees(Vec2::new(*x, *y), *degrees);
            deployment::lay_out(&bases, unit.command.len(), unit.formation, &front)
        }
        Place::Each(poses) => {
            poses.iter().map(|&(x, y, d)| Pose::degrees(Vec2::new(x, y), d)).collect()
        }
        Place::ByHand | Place::Reserve | Place::ByRule(_) => Vec::new(),
    };
    bases.into_iter().zip(poses).map(|(base, pose)| Placed { base, pose }).collect()
}
