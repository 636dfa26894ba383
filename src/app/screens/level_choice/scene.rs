//! What is in the picture of a level: its table, and where its models stand.

use bevy::prelude::*;

use crate::{
    app::{
        board::Scenery,
        layer,
        theme::Theme,
        tokens::{Face, Faces, Look, Piece},
    },
    battle::{
        Level, SideId,
        level::{Deployment, Place, Role, UnitSetup},
    },
    no_quarter::{Armoury, deployment},
    table::{Base, Inches, Placed, Pose, Terrain},
};

/// The table of a level.
pub(super) fn scenery(level: &Level, armoury: &Armoury) -> Scenery {
    let size = Vec2::new(level.table.width.0, level.table.depth.0);
    let pieces = level.terrain.iter().filter_map(|feature| {
        let kind = armoury.terrain.get(&feature.kind)?;
        Some(Terrain {
            ground: feature.ground.unwrap_or(kind.ground),
            barrier: kind.barrier,
            elevation: feature.elevation.unwrap_or(kind.elevation),
            height: feature.height.unwrap_or(kind.height),
            ..Terrain::new(&kind.name, feature.shape.clone())
        })
    });
    Scenery::pictured(size, pieces.collect(), 1)
}

/// The tokens of all models that have a place from the start.
pub(super) fn tokens(
    level: &Level,
    armoury: &Armoury,
    theme: &Theme,
    faces: &mut Faces,
    meshes: &mut Assets<Mesh>,
) -> Vec<(Handle<Mesh>, Transform)> {
    if level.deployment != Deployment::AsPlaced {
        return Vec::new();
    }
    let mut tokens = Vec::new();
    for unit in &level.units {
        let side = level.sides.iter().position(|side| side.name == unit.side);
        let side = SideId(side.unwrap_or_default() as u32);
        for (number, placed) in places(unit, armoury).into_iter().enumerate() {
            let role = if number < unit.command.len() { Role::Leader } else { Role::Rank };
            let face = Face::new(placed.base, side, "", role);
            let height = layer::TOKENS + tokens.len() as f32 * 0.01;
            let at = Transform::from_translation(placed.pose.at.extend(height))
                .with_rotation(Quat::from_rotation_arc_2d(Vec2::Y, placed.pose.facing));
            let tile = faces.mesh(Piece::Body, &face, Look::Far, theme, meshes);
            tokens.push((tile, at));
        }
    }
    tokens
}

/// Where a level puts a unit's models; nowhere if it leaves that to the players.
fn places(unit: &UnitSetup, armoury: &Armoury) -> Vec<Placed> {
    let base = |profile: &str| {
        let profile = armoury.profiles.get(profile);
        profile.map_or(Base::Circle { radius: Inches(0.5) }, |profile| profile.base.base())
    };
    let led = unit.command.iter().map(|c| base(c.profile.as_ref().unwrap_or(&unit.profile)));
    let ranks = (0..unit.count.min(300)).map(|_| base(&unit.profile));
    let bases: Vec<Base> = led.chain(ranks).collect();
    let poses = match &unit.place {
        Place::At(x, y, degrees) => {
            let front = Pose::degrees(Vec2::new(*x, *y), *degrees);
            deployment::lay_out(&bases, unit.command.len(), unit.formation, &front)
        }
        Place::Each(poses) => {
            poses.iter().map(|&(x, y, d)| Pose::degrees(Vec2::new(x, y), d)).collect()
        }
        Place::ByHand | Place::Reserve | Place::Infiltrator => Vec::new(),
    };
    bases.into_iter().zip(poses).map(|(base, pose)| Placed { base, pose }).collect()
}
