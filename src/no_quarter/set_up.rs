//! From a level to a battle: puts the table down, spawns terrain, units and models, and begins.

use std::sync::Arc;

use bevy::{
    math::Vec2,
    prelude::{Entity, World},
};

use super::{
    armies,
    armoury::Armoury,
    charges::LastPlan,
    components::{
        ActionsLeft, Arms, Battery, ModelBundle, ProfileOf, Strength, UnitBundle, Wielders,
        WoundsLeft,
    },
    deployment, formations,
    infiltration::{self, Infiltrates},
    profile::{Profile, Weapon, WeaponRule},
    step::Step,
    support_weapons,
    system::{BattleState, push},
    templates::Templates,
};
use crate::{
    battle::{
        BattleWorld, Battlefield, DataError, Level, MemberOf, Named, Phase, Presence, Roster, Side,
        SideId, SideNames, TerrainId, TurnFrame, UnitId,
        components::TableEdge,
        data::no_such_name,
        level::{Deployment, Formation, Objective, Place, Role, Turns, UnitSetup},
        set_up::TerrainSetUp,
    },
    table::{Base, Inches, Placed, Pose, Table, Terrain, base::overlapping},
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
        // Infiltrators are put down by hand even where all others have their places.
        Deployment::AsPlaced if world.roster().models().any(waits) => Step::BeginDeployment,
        Deployment::AsPlaced => Step::BeginTurn,
    };
    push(world, first);
    Ok(())
}

/// Puts a level's table, units and models into a world, without beginning the first turn.
///
/// # Errors
/// Unknown names, models off the table, in each other or on ground where nobody can stand.
pub fn spawn(world: &mut World, level: &Level) -> Result<(), Vec<DataError>> {
    let armoury = match world.get_resource::<Armoury>() {
        Some(armoury) => armoury.clone(),
        None => Armoury::embedded()?,
    };
    let table = lay_table(&armoury, level)?;
    let mut errors = Vec::new();
    let terrain = table.terrain.len() as u32;
    world.insert_resource(Battlefield(table));
    world.insert_resource(SideNames(level.sides.iter().map(|side| side.name.clone()).collect()));
    world.insert_resource(Roster::new(level.sides.len() as u32));
    world.insert_resource(TableEdge(level.sides.iter().map(|side| side.edge).collect()));
    world.insert_resource(BattleState::default());
    world.insert_resource(LastPlan::default());
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
    world.insert_resource(TurnFrame {
        turn: 0,
        last_turn,
        phase,
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
    if errors.is_empty() {
        errors = misplaced(world, level);
        errors.extend(strangers(world, level));
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

/// The weapons of a profile, the improvised attack last.
///
/// # Errors
/// When it names a weapon that isn't there.
pub fn arms_of(armoury: &Armoury, profile: &Profile) -> Result<Arms, String> {
    arms_and_wielders(armoury, profile).map(|(arms, _)| arms)
}

/// The same, with the element that uses each. An element without a close combat weapon improvises.
fn arms_and_wielders(armoury: &Armoury, profile: &Profile) -> Result<(Arms, Wielders), String> {
    let mut arms = Vec::new();
    let mut wielders = Vec::new();
    let parts = profile.parts.iter().map(|part| &part.weapons);
    for (place, weapons) in (0_u8..).zip([&profile.weapons].into_iter().chain(parts)) {
        let first = arms.len();
        for id in weapons {
            let weapon = armoury
                .weapons
                .get(id)
                .ok_or_else(|| format!("{} has no weapon called \"{id}\"", profile.id))?;
            arms.push(loaded_from(weapon, arms.first()));
            if let Some(with) = weapon.with.as_ref().and_then(|id| armoury.weapons.get(id)) {
                arms.push(with.clone());
            }
        }
        if place > 0 && arms[first..].iter().all(|weapon| weapon.is_ranged()) {
            arms.push(Arc::new(Weapon::improvised()));
        }
        wielders.resize(arms.len(), place);
    }
    arms.push(Arc::new(Weapon::improvised()));
    wielders.push(0);
    Ok((Arms(arms), Wielders(wielders)))
}

/// Ammunition has the use cost and the bands of the weapon it is fired from. Book: Equipment, Grape
/// Shot (EQ-GRAPE-SHOT).
fn loaded_from(weapon: &Arc<Weapon>, from: Option<&Arc<Weapon>>) -> Arc<Weapon> {
    match from {
        Some(from) if weapon.has(WeaponRule::Ammunition) => Arc::new(Weapon {
            use_cost: from.use_cost,
            bands: from.bands.clone(),
            ..Weapon::clone(weapon)
        }),
        _ => weapon.clone(),
    }
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
        Place::ByHand | Place::Infiltrator => {
            (Presence::Undeployed, vec![Pose::new(Vec2::ZERO, Vec2::Y); bases.len()])
        }
    };
    let few = models.len() <= infiltration::MOST_MODELS;
    let named = matches!(setup.place, Place::Infiltrator);
    if named && !few {
        let most = infiltration::MOST_MODELS;
        let problem = format!("{} infiltrators; {most} models is the most", models.len());
        return Err(level.error(&field, &format!("\"{}\"", setup.profile), problem));
    }
    let profiles: Vec<&Profile> = models.iter().map(|(profile, ..)| profile.as_ref()).collect();
    let infiltrates = Infiltrates(named || infiltration::able(&profiles));
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
            infiltrates,
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
    let (arms, wielders) = arms_and_wielders(armoury, profile)?;
    let state = ModelBundle {
        wounds: WoundsLeft(profile.wounds),
        actions: ActionsLeft(0),
        ..ModelBundle::default()
    };
    let base = profile.base.base();
    let entity = world
        .spawn((
            Named(name),
            ProfileOf(profile.clone()),
            (arms, wielders),
            role,
            base,
            pose,
            presence,
            state,
            MemberOf(unit),
        ))
        .id();
    let id = world.resource_mut::<Roster>().add_model(entity);
    world.entity_mut(entity).insert(id);
    Ok(entity)
}

/// Models that stand where nobody can: off the table, in each other, on impassable ground.
fn misplaced(world: &World, level: &Level) -> Vec<DataError> {
    let mut errors = Vec::new();
    let mut seen: Vec<(UnitId, Placed)> = Vec::new();
    for unit in world.roster().units() {
        let setup = &level.units[unit.index()];
        let field = format!("units[{}].place", unit.index());
        let needle = format!("\"{}\"", setup.profile);
        let mut told = false;
        if let Some(problem) =
            deployment::formation_problem(world, unit, *world.of_unit::<Formation>(unit))
        {
            errors.push(level.error(
                &format!("units[{}].formation", unit.index()),
                &needle,
                problem,
            ));
        }
        if let Some(problem) = support_weapons::crew_problem(world, unit) {
            errors.push(level.error(&field, &needle, problem));
        }
        for model in world.standing(unit) {
            let placed = world.placed(model);
            let name = world.model_name(model);
            let Vec2 { x, y } = placed.pose.at;
            let place = format!("{name} of \"{}\" at {x:.1}, {y:.1}", world.unit_name(unit));
            let problem = if !world.table().holds(&placed) {
                Some(format!("{place} stands off the table"))
            } else if let Some(terrain) = deployment::bad_ground(world, model) {
                let kind = &world.table().terrain[terrain].kind;
                Some(format!("{place} stands on the {kind}, where nobody can"))
            } else {
                let other = seen.iter().find(|(_, other)| overlapping(&placed, other));
                other.map(|(other, _)| {
                    let name = world.unit_name(*other);
                    format!("{place} stands on top of a model of \"{name}\"")
                })
            };
            if let Some(problem) = problem.filter(|_| !told) {
                errors.push(level.error(&field, &needle, problem));
                told = true;
            }
            seen.push((unit, placed));
        }
    }
    errors
}

/// Objectives about models that the level doesn't have, or has twice.
fn strangers(world: &World, level: &Level) -> Vec<DataError> {
    let mut errors = Vec::new();
    for (index, objective) in level.objectives.iter().enumerate() {
        let (side, name, foe) = match objective {
            Objective::Escort { side, model, .. } => (side, model, false),
            Objective::Capture { side, model } => (side, model, true),
            Objective::Feature { .. } | Objective::Hold { .. } => continue,
        };
        let own = level.sides.iter().position(|known| known.name == *side).unwrap_or_default();
        let own = SideId(own as u32);
        let of = if foe { own.other() } else { own };
        let called = world.roster().models().filter(|&model| {
            world.side_of_model(model) == of && world.of_model::<Named>(model).0 == *name
        });
        let count = called.count();
        if count != 1 {
            let whose = world.side_name(of);
            let how_many =
                if count == 0 { "no model".to_owned() } else { format!("{count} models") };
            let are = if count == 0 { "is" } else { "are" };
            let problem = format!("{how_many} of \"{whose}\" {are} called \"{name}\"");
            let field = format!("objectives[{index}].model");
            errors.push(level.error(&field, &format!("\"{name}\""), problem));
        }
    }
    errors
}

/// How far a deployment zone reaches from its own edge, and keeps from the side edges, in inches.
/// Book: Deployment Zones (SET-03). On small tables it is at most a third of the way across.
pub fn zone_depth(across: Inches) -> Inches {
    Inches(12.0_f32.min(across.0 / 3.0))
}
