//! From a level to a battle: puts the table down, spawns terrain, units and models, and begins.

mod check;

use std::sync::Arc;

use bevy::{
    math::Vec2,
    prelude::{Entity, World},
};

use super::{
    armies,
    armoury::Armoury,
    arrival::Unchanging,
    components::{ActionsLeft, Battery, ModelBundle, Role, Strength, UnitBundle, WoundsLeft},
    deployment::{self, ComesLater},
    formations,
    level::{Level, Place, SetUp, TerrainSetUp, UnitSetup},
    phase::Phase,
    profile::Profile,
    step::Step,
    system::{BattleState, push},
    templates::Templates,
};
use crate::{
    battle::{
        BattleWorld, Battlefield, DataError, MemberOf, Named, Presence, Roster, Side, SideId,
        SideNames, TerrainId, TurnFrame,
        components::TableEdge,
        data::no_such_name,
        level::{Deployment, Turns},
    },
    table::{Base, Pose, Table, Terrain},
};

/// A battle that lasts until one side is gone still ends after so many turns.
pub const LONGEST_BATTLE: u32 = 50;

/// Puts a level's battle into a world and pushes the step that begins it.
pub(super) fn set_up(world: &mut World, level: &Level) -> Result<(), Vec<DataError>> {
    spawn(world, level)?;
    let waits = |model| *world.of_model::<Presence>(model) == Presence::Undeployed;
    let first = match level.deployment {
        Deployment::ByHand if level.set_up.terrain == TerrainSetUp::Alternately => {
            Step::BeginTerrain
        }
        Deployment::ByHand => Step::BeginDeployment,
        // Who comes later is put down by hand even where all others have their places.
        Deployment::AsPlaced if world.roster().models().any(waits) => Step::BeginDeployment,
        Deployment::AsPlaced => Step::BeginTurn,
    };
    push(world, first);
    Ok(())
}

/// Takes away what only this rule system has put into a world.
pub(super) fn tear_down(world: &mut World) {
    world.remove_resource::<SetUp>();
    world.remove_resource::<Templates>();
}

/// Puts a level's table, units and models into a world, without beginning the first turn.
///
/// # Errors
/// Unknown names, models off the table, in each other or on ground where nobody can stand.
pub fn spawn(world: &mut World, level: &Level) -> Result<(), Vec<DataError>> {
    let armoury = match world.get_resource::<Armoury>() {
        Some(armoury) => armoury.clone(),
        None => {
            // Those who join the battle later are looked up there.
            let embedded = Armoury::embedded()?;
            world.insert_resource(embedded.clone());
            embedded
        }
    };
    let table = lay_table(&armoury, level)?;
    let mut errors = Vec::new();
    let terrain = table.terrain.len() as u32;
    world.insert_resource(Battlefield(table));
    world.insert_resource(SideNames::of(&level.sides));
    world.insert_resource(Roster::new(level.sides.len() as u32));
    world.insert_resource(TableEdge(level.sides.iter().map(|side| side.edge).collect()));
    world.insert_resource(level.set_up.clone());
    world.insert_resource(level.set_up.unsettled());
    world.insert_resource(Templates::of(&armoury));
    let last_turn = match level.turns {
        Turns::Fixed(turns) => turns,
        Turns::Random => 0,
        Turns::UntilTheEnd => LONGEST_BATTLE,
    };
    let phase = match level.deployment {
        Deployment::AsPlaced => Phase::Activations,
        Deployment::ByHand => Phase::Deployment,
    };
    world.insert_resource(BattleState { phase, ..BattleState::default() });
    world.insert_resource(TurnFrame {
        turn: 0,
        last_turn,
        side: SideId(0),
        active: None,
        first_activation: true,
    });
    for id in (0..terrain).map(TerrainId) {
        world.spawn(id);
    }
    for (index, setup) in level.units.iter().enumerate() {
        if let Err(error) = spawn_unit(world, &armoury, level, index, setup) {
            errors.push(error);
        }
    }
    errors.extend(armies::banner_problems(level));
    errors.extend(armies::magic_problems(&armoury, level));
    if errors.is_empty() {
        errors = check::misplaced(world, level);
        errors.extend(check::strangers(world, level));
    }
    if errors.is_empty() {
        formations::give_homes(world);
        Ok(())
    } else {
        Err(errors)
    }
}

fn lay_table(armoury: &Armoury, level: &Level) -> Result<Table, Vec<DataError>> {
    let mut errors = Vec::new();
    let mut terrain = Vec::new();
    for (index, feature) in level.terrain.iter().enumerate() {
        let Some(kind) = armoury.terrain.get(&feature.kind) else {
            let known = armoury.terrain.keys().map(String::as_str);
            let problem = no_such_name("terrain", &feature.kind, known);
            let field = format!("terrain[{index}].kind");
            errors.push(level.error(&field, &format!("\"{}\"", feature.kind), problem));
            continue;
        };
        let elevation = feature.elevation.unwrap_or(kind.elevation);
        terrain.push(Terrain {
            kind: kind.name.clone(),
            footprint: feature.shape.clone(),
            ground: feature.ground.unwrap_or(kind.ground),
            barrier: kind.barrier,
            elevation,
            height: feature.height.unwrap_or(kind.height.max(elevation)),
            opacity: feature.opacity.unwrap_or(kind.opacity),
            closed_to_flight: false,
            picture: kind.picture,
        });
    }
    let table = Table { width: level.table.width, depth: level.table.depth, terrain };
    if errors.is_empty() { Ok(table) } else { Err(errors) }
}

/// The profile with an id, or who comes closest to it.
fn find_profile(
    armoury: &Armoury,
    level: &Level,
    field: &str,
    id: &str,
) -> Result<Arc<Profile>, DataError> {
    armoury.profiles.get(id).cloned().ok_or_else(|| {
        let problem = no_such_name("profile", id, armoury.profiles.keys().map(String::as_str));
        level.error(field, &format!("\"{id}\""), problem)
    })
}

fn spawn_unit(
    world: &mut World,
    armoury: &Armoury,
    level: &Level,
    index: usize,
    setup: &UnitSetup,
) -> Result<(), DataError> {
    let field = format!("units[{index}]");
    let profile = find_profile(armoury, level, &format!("{field}.profile"), &setup.profile)?;
    let mut models = Vec::new();
    for command in &setup.command {
        let own = match &command.profile {
            Some(id) => find_profile(armoury, level, &format!("{field}.command"), id)?,
            None => profile.clone(),
        };
        let name = command.name.clone().unwrap_or_else(|| match (command.role, &command.profile) {
            (Role::StandardBearer, _) => format!("{} standard bearer", own.name),
            (Role::Musician, _) => format!("{} musician", own.name),
            (_, None) => format!("{} leader", own.name),
            _ => own.name.clone(),
        });
        models.push((own, command.role, name));
    }
    for number in 1..=setup.count {
        let alone = setup.count == 1 && setup.command.is_empty();
        let name = match (&setup.name, alone) {
            (Some(name), true) => name.clone(),
            (None, true) => profile.name.clone(),
            _ => format!("{} {number}", profile.name),
        };
        models.push((profile.clone(), Role::Rank, name));
    }
    let side = level.sides.iter().position(|side| side.name == setup.side);
    let side = SideId(side.unwrap_or_default() as u32);
    let bases: Vec<Base> = models.iter().map(|(profile, ..)| profile.base.base()).collect();
    let command = setup.command.len();
    let by_hand = level.deployment == Deployment::ByHand && !matches!(setup.place, Place::Reserve);
    let (presence, poses) = match &setup.place {
        Place::Reserve => (Presence::Reserve, vec![Pose::new(Vec2::ZERO, Vec2::Y); bases.len()]),
        _ if by_hand => (Presence::Undeployed, vec![Pose::new(Vec2::ZERO, Vec2::Y); bases.len()]),
        Place::At(x, y, degrees) => {
            let front = Pose::degrees(Vec2::new(*x, *y), *degrees);
            (Presence::OnTable, deployment::lay_out(&bases, command, setup.formation, &front))
        }
        Place::Each(poses) => {
            let poses = poses.iter().map(|&(x, y, d)| Pose::degrees(Vec2::new(x, y), d)).collect();
            (Presence::OnTable, poses)
        }
        _ => (Presence::Undeployed, vec![Pose::new(Vec2::ZERO, Vec2::Y); bases.len()]),
    };
    let profiles: Vec<&Profile> = models.iter().map(|(profile, ..)| profile.as_ref()).collect();
    let comes_later = ComesLater::at(&setup.place, &profiles)
        .map_err(|problem| level.error(&field, &format!("\"{}\"", setup.profile), problem))?;
    let names = models.iter().map(|(profile, ..)| profile.wounds);
    let wounds = names.map(u32::from).sum();
    let count = models.len() as u32;
    let strength = Strength { models: count, wounds, models_this_turn: count };
    let called = if profile.unit_name.is_empty() { &profile.name } else { &profile.unit_name };
    let name = setup.name.clone().unwrap_or_else(|| called.clone());
    let unit = world
        .spawn((
            Named(name),
            Side(side),
            UnitBundle {
                formation: setup.formation,
                strength,
                battery: Battery(setup.battery),
                ..UnitBundle::default()
            },
            comes_later,
        ))
        .id();
    let id = world.resource_mut::<Roster>().add_unit(unit);
    world.entity_mut(unit).insert(id);
    for ((profile, role, name), pose) in models.into_iter().zip(poses) {
        spawn_model(world, armoury, unit, &profile, role, name, pose, presence)
            .map_err(|problem| level.error(&field, &format!("\"{}\"", setup.profile), problem))?;
    }
    Ok(())
}

/// Spawns one model of a unit.
///
/// # Errors
/// When its profile names a weapon that isn't there.
pub fn spawn_model(
    world: &mut World,
    armoury: &Armoury,
    unit: Entity,
    profile: &Arc<Profile>,
    role: Role,
    name: String,
    pose: Pose,
    presence: Presence,
) -> Result<Entity, String> {
    let unchanging = Unchanging::of(armoury, profile, role, name)?;
    let state = ModelBundle {
        wounds: WoundsLeft(profile.wounds),
        actions: ActionsLeft(0),
        ..ModelBundle::default()
    };
    let entity = world.spawn((unchanging, pose, presence, state, MemberOf(unit))).id();
    let id = world.resource_mut::<Roster>().add_model(entity);
    world.entity_mut(entity).insert(id);
    Ok(entity)
}
