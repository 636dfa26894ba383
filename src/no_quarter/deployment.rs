//! Putting units on the table. Book: Getting Started, Deployment Zones, Positioning Models
//! (SET-03, SET-04).

pub mod latecomers;
mod lay_out;
mod turns;

use bevy::{math::Vec2, prelude::World};

use self::latecomers::{call_latecomers, too_early};
pub(super) use self::turns::{answer_edge, begin, check_turn, pass_on};
pub use self::{
    latecomers::{
        ComesLater, LATECOMERS, Latecomer, comes_later, hint_for_latecomers, is_latecomers_turn,
    },
    lay_out::lay_out,
    turns::{defender, is_undeployed, undeployed},
};

use super::{
    components::{Formation, ProfileOf},
    error::{OrderError, Refusal},
    event::Event,
    formations, support_weapons,
    system::emit,
    who::who,
};
use crate::{
    battle::{BattleWorld, ModelId, Presence, SideId, UnitId, level::Edge, playable::count},
    table::{Base, Ground, Inches, Placed, Pose, base::overlapping},
};

/// How far a deployment zone keeps from the side edges, in inches. Book: SET-03.
const SIDE_MARGIN: f32 = 6.0;

/// How far a deployment zone reaches from its own edge, and keeps from the side edges, in inches.
/// Book: Deployment Zones (SET-03). On small tables it is at most a third of the way across.
fn zone_depth(across: Inches) -> Inches {
    Inches(12.0_f32.min(across.0 / 3.0))
}

/// Where a side may deploy: the lower left and the upper right corner, in inches.
/// Ruling: 6" from the side edges, 12" from the own edge (SET-03); on small tables at most a
/// third of the way across, and a sixth from the sides.
pub fn zone(world: &World, side: SideId) -> (Vec2, Vec2) {
    let table = world.table();
    let (width, depth) = (table.width.0, table.depth.0);
    let margin = |length: f32| SIDE_MARGIN.min(length / 6.0);
    match world.edge_of(side) {
        Edge::South => {
            let reach = zone_depth(table.depth).0;
            (Vec2::new(margin(width), 0.0), Vec2::new(width - margin(width), reach))
        }
        Edge::North => {
            let reach = zone_depth(table.depth).0;
            (Vec2::new(margin(width), depth - reach), Vec2::new(width - margin(width), depth))
        }
        Edge::West => {
            let reach = zone_depth(table.width).0;
            (Vec2::new(0.0, margin(depth)), Vec2::new(reach, depth - margin(depth)))
        }
        Edge::East => {
            let reach = zone_depth(table.width).0;
            (Vec2::new(width - reach, margin(depth)), Vec2::new(width, depth - margin(depth)))
        }
    }
}

/// The way from a side's own edge into the table.
pub fn inwards(world: &World, side: SideId) -> Vec2 {
    match world.edge_of(side) {
        Edge::South => Vec2::Y,
        Edge::North => Vec2::NEG_Y,
        Edge::West => Vec2::X,
        Edge::East => Vec2::NEG_X,
    }
}

/// What keeps a unit of its present size from standing in a formation, if anything.
/// Book: Ranked Formation, Closed Formation (FORM-03, FORM-05).
pub fn formation_problem(world: &World, unit: UnitId, formation: Formation) -> Option<String> {
    let models = world.members(unit).into_iter().filter(|&model| !world.is_lost(model)).count();
    match formation {
        Formation::Ranked { .. } | Formation::Closed if models < 8 => {
            Some(format!("{}; ranks and closed formations need 8", count(models, "model")))
        }
        Formation::Ranked { frontage } if frontage < 4 => {
            Some(format!("a frontage of {frontage}; ranks need at least 4 in front"))
        }
        Formation::Ranked { frontage } if models < usize::from(frontage) + 4 => {
            let most = models - 4;
            Some(format!("a frontage of {frontage} leaves no second rank of 4; {most} at most"))
        }
        _ => None,
    }
}

/// The terrain piece that keeps a model from standing where it is, if one does.
pub fn bad_ground(world: &World, model: ModelId) -> Option<usize> {
    bad_ground_at(world, &world.placed(model))
}

fn bad_ground_at(world: &World, placed: &Placed) -> Option<usize> {
    let forbids = |t: &crate::table::Terrain| t.barrier || t.ground == Ground::Impassable;
    world.table().terrain.iter().position(|t| forbids(t) && t.overlaps(placed))
}

/// Where a unit's models would be deployed.
pub fn places(
    world: &World,
    unit: UnitId,
    at: &Pose,
    formation: Formation,
) -> Vec<(ModelId, Pose)> {
    let mut members = world.members(unit);
    let command = if formations::is_close(formation) {
        formations::front_first(world, &mut members)
    } else {
        members.iter().filter(|&&model| formations::belongs_in_front(world, model)).count()
    };
    let bases: Vec<Base> = members.iter().map(|&model| *world.of_model::<Base>(model)).collect();
    let poses = lay_out(&bases, command, formation, at);
    members.into_iter().zip(poses).collect()
}

/// How far a base is from a table edge, at its nearest.
pub(super) fn edge_gap(world: &World, placed: &Placed, edge: Edge) -> Inches {
    let table = world.table();
    let far = |at: Vec2| match edge {
        Edge::South => at.y,
        Edge::North => table.depth.0 - at.y,
        Edge::West => at.x,
        Edge::East => table.width.0 - at.x,
    };
    Inches(placed.outline(16).into_iter().map(far).fold(f32::MAX, f32::min))
}

/// Whether a unit may be deployed like this now.
pub(super) fn check(
    world: &World,
    unit: UnitId,
    at: &Pose,
    formation: Formation,
) -> Result<(), OrderError> {
    check_turn(world, unit)?;
    let places = checked_places(world, unit, at, formation)?;
    support_weapons::check_battery_placed(world, unit, &places)?;
    if comes_later(world, unit) {
        check_room(world, &places)?;
        latecomers::check(world, &places)
    } else {
        check_zone(world, world.frame().side, &places, "SET-03")?;
        check_room(world, &places)
    }
}

/// Where a unit's models would stand, if the formation and the numbers make sense.
pub(super) fn checked_places(
    world: &World,
    unit: UnitId,
    at: &Pose,
    formation: Formation,
) -> Result<Vec<(ModelId, Placed)>, OrderError> {
    if !at.is_sound() {
        return Err(OrderError::unsound_pose());
    }
    if let Some(problem) = formation_problem(world, unit, formation) {
        let models = world.members(unit).len() as u32;
        let refusal = Refusal::TooFewForFormation { models, needed: 8 };
        let text = format!("{}: {problem}", world.unit_name(unit));
        return Err(OrderError::new(refusal, "FORM-03", text));
    }
    let placed = |(model, pose): (ModelId, Pose)| {
        (model, Placed { base: *world.of_model::<Base>(model), pose })
    };
    Ok(places(world, unit, at, formation).into_iter().map(placed).collect())
}

/// Whether models would stand in a side's deployment zone.
pub(super) fn check_zone(
    world: &World,
    side: SideId,
    places: &[(ModelId, Placed)],
    rule: &str,
) -> Result<(), OrderError> {
    let (low, high) = zone(world, side);
    let slack = Vec2::splat(crate::table::units::TOLERANCE);
    let inside = |p: &Vec2| p.cmpge(low - slack).all() && p.cmple(high + slack).all();
    for (model, placed) in places {
        let outline = placed.outline(16);
        if let Some(outside) = outline.iter().find(|point| !inside(point)) {
            let name = who(world, *model);
            let beyond = Inches(outside.distance(outside.clamp(low, high)));
            let text = format!(
                "{name} would stand {beyond} outside the deployment zone, which runs from {:.0}\" \
                 to {:.0}\" along and from {:.0}\" to {:.0}\" across the table",
                low.x, high.x, low.y, high.y
            );
            let error = OrderError::new(Refusal::OutsideZone, rule, text);
            return Err(error.model(*model).at(*outside));
        }
    }
    Ok(())
}

/// Whether models would stand where they can, and on nobody.
pub(super) fn check_room(world: &World, places: &[(ModelId, Placed)]) -> Result<(), OrderError> {
    let others: Vec<ModelId> =
        world.roster().models().filter(|&model| world.is_standing(model)).collect();
    for (model, placed) in places {
        let (model, at) = (*model, placed.pose.at);
        let name = who(world, model);
        if let Some(terrain) = bad_ground_at(world, placed) {
            let kind = &world.table().terrain[terrain].kind;
            let text = format!("{name} can't stand on the {kind}");
            let refusal =
                Refusal::Obstructed(crate::table::travel::Obstruction::OnBarrier { terrain, at });
            return Err(OrderError::new(refusal, "MOVE-06", text).model(model).at(at));
        }
        let other = others.iter().find(|&&other| overlapping(placed, &world.placed(other)));
        if let Some(&other) = other {
            let text = format!("{name} would stand on top of {}", who(world, other));
            let error = OrderError::new(Refusal::EndsInEachOther { other }, "MOVE-03", text);
            return Err(error.model(model).at(at));
        }
    }
    Ok(())
}

/// Puts a unit's models on the table.
pub(super) fn put_down(world: &mut World, unit: UnitId, at: &Pose, formation: Formation) {
    for (model, pose) in places(world, unit, at, formation) {
        world.set_model(model, pose);
        world.set_model(model, Presence::OnTable);
    }
    world.set_unit(unit, formation);
}

/// Deploys a unit; then it is the other side's go while that has units left.
pub(super) fn deploy(world: &mut World, unit: UnitId, at: &Pose, formation: Formation) {
    put_down(world, unit, at, formation);
    emit(world, Event::Deployed { unit });
    pass_on(world);
}

/// Some legal place for a unit that is still to be deployed, searched over its whole zone.
pub fn find_place(world: &World, unit: UnitId) -> Option<(Pose, Formation)> {
    if comes_later(world, unit) {
        return latecomers::find_place(world, unit);
    }
    let side = world.side_of(unit);
    let (low, high) = zone(world, side);
    let facing = inwards(world, side);
    let own = *world.of_unit::<Formation>(unit);
    let depth =
        world.members(unit).into_iter().map(|m| world.of_model::<ProfileOf>(m).0.base.base());
    let step = depth.map(|base| base.depth().0).fold(0.5, f32::min).max(0.4);
    let rows = ((high.y - low.y) / step) as usize + 1;
    let columns = ((high.x - low.x) / step) as usize + 1;
    for formation in [own, Formation::Skirmish] {
        for row in 0..rows {
            for column in 0..columns {
                let at = low + Vec2::new(column as f32, row as f32) * step;
                let pose = Pose::new(at, facing);
                if check(world, unit, &pose, formation).is_ok() {
                    return Some((pose, formation));
                }
            }
        }
    }
    None
}
