//! What is wrong with an army that was put on the table as its level says.

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, DataError, Named, SideId, UnitId, data::quoted, level::Objective},
    no_quarter::{components::Formation, deployment, formations, level::Level, support_weapons},
    table::{
        Placed,
        base::{gap, overlapping},
    },
};

/// Models that stand where nobody can: off the table, in each other, on impassable ground.
pub(super) fn misplaced(world: &World, level: &Level) -> Vec<DataError> {
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
        let has_weapon =
            world.members(unit).into_iter().any(|m| support_weapons::is_chassis(world, m));
        if setup.battery.is_some() && !has_weapon {
            let problem =
                "only support weapons form batteries, and this unit has none: leave it out";
            errors.push(level.error(&format!("units[{}].battery", unit.index()), &needle, problem));
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
        if let Some(problem) = scattered(world, unit).filter(|_| !told) {
            errors.push(level.error(&field, &needle, problem));
        }
    }
    errors
}

/// Who of a unit stands too far from the others, if anybody does (FORM-06, FORM-07).
fn scattered(world: &World, unit: UnitId) -> Option<String> {
    let (lost, main) = formations::stragglers(world, unit);
    let model = *lost.first()?;
    let here = world.placed(model);
    let gaps = main.iter().map(|&other| gap(&here, &world.placed(other)));
    let nearest = gaps.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let allowed = formations::coherency(world, unit);
    Some(format!(
        "\"{}\" is scattered: {} stands {nearest} from the others; {allowed} is the limit",
        world.unit_name(unit),
        world.model_name(model)
    ))
}

/// Objectives about models that the level doesn't have, or has twice.
pub(super) fn strangers(world: &World, level: &Level) -> Vec<DataError> {
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
            let problem = format!("{how_many} of \"{whose}\" {are} called {}", quoted(name));
            let field = format!("objectives[{index}].model");
            errors.push(level.error(&field, &format!("\"{name}\""), problem));
        }
    }
    errors
}
