//! Units that come later. Book: Reserve Units (SET-05).

use bevy::{math::Vec2, prelude::World};

use super::{
    components::{Activation, Formation, Strength},
    deployment,
    error::{OrderError, Refusal},
    event::Event,
    hold, movement,
    phase::{Phase, phase},
    step::Step,
    support_weapons,
    system::{emit, push},
    turn_sequence,
    who::who,
};
use crate::{
    battle::{BattleWorld, ModelId, Presence, UnitId},
    table::{Inches, Placed, Pose, base::touching, travel::stands},
};

/// How far from its own edge the rearmost base of a unit may be that comes on. Ruling: a reserve
/// enters with its rear at the table's edge, without cost, and then acts as usual.
pub const EDGE: Inches = Inches(0.5);

/// Whether a unit is in reserve.
pub fn is_reserve(world: &World, unit: UnitId) -> bool {
    let members = world.members(unit);
    members.iter().any(|&model| *world.of_model::<Presence>(model) == Presence::Reserve)
}

/// Whether a unit in reserve may still come on in this turn: on any but the first.
pub fn can_enter(world: &World, unit: UnitId) -> bool {
    phase(world) == Phase::Activations
        && world.frame().turn > 1
        && *world.of_unit::<Activation>(unit) == Activation::Unactivated
        && is_reserve(world, unit)
}

/// What keeps a unit from coming on at all, wherever it is.
fn check_turn(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let frame = world.frame();
    if world.roster().unit(unit).is_none() {
        return Err(OrderError::no_such_unit(world, unit));
    }
    let name = world.unit_name(unit);
    if !is_reserve(world, unit) {
        let text = format!("{name} is not in reserve");
        return Err(OrderError::new(Refusal::NotInReserve, "SET-05", text));
    }
    if phase(world) != Phase::Activations || frame.turn < 2 {
        let text = format!("{name} can't come on before the second turn");
        return Err(OrderError::new(Refusal::WrongPhase, "SET-05", text));
    }
    turn_sequence::check_nobody_active(world)?;
    turn_sequence::check_side(world, unit)?;
    if *world.of_unit::<Activation>(unit) != Activation::Unactivated {
        let text = format!("{name} stays off the table this turn");
        return Err(OrderError::new(Refusal::AlreadyActivated, "SET-05", text));
    }
    Ok(())
}

/// Whether a unit may be activated off the table, which brings it on at the nearest legal place to
/// the middle of its edge.
pub(super) fn check_activate(world: &World, unit: UnitId) -> Result<(), OrderError> {
    check_turn(world, unit)?;
    if find_entry(world, unit).is_none() {
        let text = format!("{} finds no room at its edge of the table", world.unit_name(unit));
        return Err(OrderError::new(Refusal::NoWay, "SET-05", text));
    }
    Ok(())
}

/// Whether a unit may come on like this now.
pub(super) fn check_enter(
    world: &World,
    unit: UnitId,
    at: &Pose,
    formation: Formation,
) -> Result<(), OrderError> {
    check_turn(world, unit)?;
    let side = world.side_of(unit);
    let places = deployment::checked_places(world, unit, at, formation)?;
    deployment::check_zone(world, side, &places, "SET-05")?;
    deployment::check_room(world, &places)?;
    let edge = world.edge_of(side);
    let rear = places
        .iter()
        .map(|(_, placed)| deployment::edge_gap(world, placed, edge).0)
        .fold(f32::MAX, f32::min);
    if !Inches(rear).at_most(EDGE) {
        let name = world.unit_name(unit);
        let text = format!(
            "{name} has to come on over its own edge: its rear would be {} from it, and {EDGE} is \
             the limit",
            Inches(rear)
        );
        return Err(OrderError::new(Refusal::OutsideZone, "SET-05", text).at(at.at));
    }
    let members: Vec<ModelId> = places.iter().map(|&(model, _)| model).collect();
    let around = movement::around(world, &members, &[]);
    let surroundings = around.surroundings(world);
    for (model, placed) in &places {
        let mover = movement::mover(world, *model);
        stands(&mover, &placed.pose, &surroundings, false)
            .map_err(|problem| OrderError::obstructed(world, *model, problem, &around))?;
        let enemies = around.enemies.iter().zip(&around.enemy_ids);
        if let Some((_, &enemy)) = enemies.into_iter().find(|(base, _)| touching(base, placed)) {
            let name = who(world, *model);
            let text = format!("{name} would come on touching {}", who(world, enemy));
            let error = OrderError::new(Refusal::ThatIsACharge { enemy }, "SET-05", text);
            return Err(error.model(*model).at(placed.pose.at));
        }
    }
    Ok(())
}

/// A unit comes on over its own edge, and its activation begins.
pub(super) fn enter(world: &mut World, unit: UnitId, at: &Pose, formation: Formation) {
    deployment::put_down(world, unit, at, formation);
    let models_this_turn = support_weapons::crew_of(world, unit).len() as u32;
    let strength = Strength { models_this_turn, ..*world.of_unit::<Strength>(unit) };
    world.set_unit(unit, strength);
    emit(world, Event::Entered { unit });
    turn_sequence::activate(world, unit);
    hold::offer(world);
}

/// Whether a unit may be kept off the table now: instead of being deployed, or for this turn.
pub(super) fn check_keep_back(world: &World, unit: UnitId) -> Result<(), OrderError> {
    if phase(world) != Phase::Deployment {
        return check_turn(world, unit);
    }
    deployment::check_turn(world, unit)
}

/// Keeps a unit in reserve: instead of deploying it, or for the rest of this turn.
pub(super) fn keep_back(world: &mut World, unit: UnitId) {
    emit(world, Event::KeptBack { unit });
    if phase(world) == Phase::Deployment {
        for model in world.members(unit) {
            world.set_model(model, Presence::Reserve);
        }
        deployment::pass_on(world);
        return;
    }
    world.set_unit(unit, Activation::Activated);
    push(world, Step::NextActivation);
}

/// Where the front of a unit would be that comes on at a place along its edge, in inches from the
/// table's lower left corner.
pub fn entry(world: &World, unit: UnitId, formation: Formation, along: f32) -> Pose {
    let side = world.side_of(unit);
    let inwards = deployment::inwards(world, side);
    let table = world.table();
    let size = Vec2::new(table.width.0, table.depth.0);
    // The point on the own edge: on the far edges inwards points back.
    let foot = Vec2::new(inwards.y.abs(), inwards.x.abs()) * along
        + size
            * Vec2::new(f32::from(u8::from(inwards.x < 0.0)), f32::from(u8::from(inwards.y < 0.0)));
    let places = deployment::places(world, unit, &Pose::new(foot, inwards), formation);
    let behind = |(model, pose): &(ModelId, Pose)| {
        let base = *world.of_model::<crate::table::Base>(*model);
        Placed { base, pose: *pose }
            .outline(16)
            .iter()
            .map(|p| (foot - *p).dot(inwards))
            .fold(0.0, f32::max)
    };
    let depth = places.iter().map(behind).fold(0.0, f32::max);
    Pose::new(foot + inwards * (depth + 0.02), inwards)
}

/// Some legal way on for a unit in reserve, nearest to the middle of its edge.
pub fn find_entry(world: &World, unit: UnitId) -> Option<(Pose, Formation)> {
    let own = *world.of_unit::<Formation>(unit);
    let inwards = deployment::inwards(world, world.side_of(unit));
    let table = world.table();
    let length = if inwards.x == 0.0 { table.width.0 } else { table.depth.0 };
    for formation in [own, Formation::Skirmish] {
        for step in 0..length as u32 {
            let off = (step / 2) as f32 + 0.5;
            let along = length / 2.0 + if step % 2 == 0 { off } else { -off };
            let pose = entry(world, unit, formation, along);
            if check_enter(world, unit, &pose, formation).is_ok() {
                return Some((pose, formation));
            }
        }
        if own == Formation::Skirmish {
            break;
        }
    }
    None
}
