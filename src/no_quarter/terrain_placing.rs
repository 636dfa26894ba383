//! Laying the terrain before the armies come. Book: Setup, Alternate Placing Of Terrain (SET-02).
//! Pieces not yet laid lie beside the table, left of it, and are in nobody's way.

use bevy::{
    math::Vec2,
    prelude::{Resource, World},
};
use serde::{Deserialize, Serialize};

use super::{
    deployment,
    error::{OrderError, Refusal},
    event::Event,
    phase::{Phase, phase},
    step::Step,
    system::{BattleState, emit, push},
    turn_sequence::contest_for,
};
use crate::{
    battle::{BattleWorld, Battlefield, SideId, TerrainId, TurnFrame},
    no_quarter::dice::Purpose,
    table::{Footprint, Inches, Pose, base::direction},
};

/// What the book recommends to leave between pieces, so that ranks can pass. Book: Setup.
pub const RECOMMENDED_GAP: Inches = Inches(4.0);

/// How far beside the table unlaid pieces begin, in inches.
const BESIDE: f32 = 4.0;

/// Which pieces are laid, by [`TerrainId`]; left out ones count as laid.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid(pub Vec<bool>);

/// Puts all pieces beside the table and rolls: the highest lays the first piece. A defender lays
/// them all (SET-01, SET-02).
pub(super) fn begin(world: &mut World) {
    let count = world.table().terrain.len();
    let away = Vec2::new(-world.table().width.0 - BESIDE, 0.0);
    for piece in &mut world.resource_mut::<Battlefield>().0.terrain {
        piece.footprint = piece.footprint.shifted(away);
    }
    let laid = Laid(vec![false; count]);
    world.resource_mut::<BattleState>().laid = laid;
    world.resource_mut::<BattleState>().phase = Phase::Terrain;
    let first = match deployment::defender(world) {
        Some(defender) => defender,
        None if count == 0 => SideId(0),
        None => {
            let (rolls, first) = contest_for(world, Purpose::Sides, [0, 0], true);
            emit(world, Event::TerrainRolled { rolls, first });
            first
        }
    };
    world.resource_mut::<TurnFrame>().side = first;
    if count == 0 {
        push(world, Step::BeginDeployment);
    }
}

/// Why what is known of the pieces doesn't fit the table: as long as players lay none, it is empty.
pub(super) fn laid_problem(world: &World, Laid(laid): &Laid) -> Option<String> {
    let count = world.table().terrain.len();
    let fits = laid.is_empty() || laid.len() == count;
    (!fits).then(|| format!("{} pieces; the table has {count}", laid.len()))
}

/// The pieces still to be laid, by id.
pub fn unlaid(world: &World) -> Vec<TerrainId> {
    let laid = &world.resource::<BattleState>().laid.0;
    let places = laid.iter().enumerate().filter(|(_, laid)| !**laid);
    places.map(|(place, _)| TerrainId(place as u32)).collect()
}

/// Where a piece would lie: for checks and for drawing it beforehand.
pub fn footprint_at(world: &World, piece: TerrainId, at: &Pose) -> Option<Footprint> {
    world.terrain(piece).map(|piece| piece.footprint.put(at))
}

/// The laid piece nearest to a footprint, and how near; for the advice to leave room for ranks.
pub fn nearest_piece(
    world: &World,
    piece: TerrainId,
    at: &Footprint,
) -> Option<(TerrainId, Inches)> {
    let laid = &world.resource::<BattleState>().laid.0;
    let others = world.table().terrain.iter().zip(laid).enumerate();
    others
        .filter(|(place, (other, laid))| {
            **laid && *place != piece.index() && on_table(world, other.footprint.middle())
        })
        .map(|(place, (other, _))| (world.terrain_at(place), at.gap_to_piece(&other.footprint)))
        .min_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)))
}

fn on_table(world: &World, at: Vec2) -> bool {
    let table = world.table();
    (0.0..=table.width.0).contains(&at.x) && (0.0..=table.depth.0).contains(&at.y)
}

/// Whether a piece may be laid like this now; without a place it is left out. Ruling: its middle
/// lies on the table, and no two pieces lie on each other.
pub(super) fn check(world: &World, piece: TerrainId, at: Option<&Pose>) -> Result<(), OrderError> {
    if phase(world) != Phase::Terrain {
        let text = "terrain is laid before the armies are set up, where the level says so";
        return Err(OrderError::new(Refusal::WrongPhase, "SET-02", text));
    }
    let Some(terrain) = world.terrain(piece) else {
        return Err(OrderError::new(Refusal::NoSuchThing, "", "there is no such piece of terrain"));
    };
    let kind = &terrain.kind;
    if !unlaid(world).contains(&piece) {
        let text = format!("this {kind} has already been laid");
        return Err(OrderError::new(Refusal::AlreadyActivated, "SET-02", text));
    }
    let Some(at) = at else { return Ok(()) };
    if !at.is_sound() {
        return Err(OrderError::unsound_pose());
    }
    if !on_table(world, at.at) {
        let text = format!("the middle of the {kind} would lie off the table");
        return Err(OrderError::new(Refusal::OutsideZone, "SET-02", text).at(at.at));
    }
    let footprint = terrain.footprint.put(at);
    if let Some((other, gap)) = nearest_piece(world, piece, &footprint)
        && gap == Inches::ZERO
        && let Some(other) = world.terrain(other)
    {
        let other = &other.kind;
        let text = format!("the {kind} would lie on top of the {other}: put it beside that");
        return Err(OrderError::new(Refusal::OnTopOfTerrain, "SET-02", text).at(at.at));
    }
    Ok(())
}

/// Lays a piece; then it is the other side's go, unless a defender lays them all.
pub(super) fn lay(world: &mut World, piece: TerrainId, at: Option<Pose>) {
    if let Some(at) = &at
        && let Some(footprint) = footprint_at(world, piece, at)
    {
        world.resource_mut::<Battlefield>().0.terrain[piece.index()].footprint = footprint;
    }
    let side = world.frame().side;
    world.resource_mut::<BattleState>().laid.0[piece.index()] = true;
    emit(world, Event::TerrainLaid { side, terrain: piece, at });
    if deployment::defender(world).is_none() {
        world.resource_mut::<TurnFrame>().side = side.other();
    }
    if unlaid(world).is_empty() {
        push(world, Step::BeginDeployment);
    }
}

/// Some legal place for a piece, with the recommended gap if there is one.
pub fn find_spot(world: &World, piece: TerrainId) -> Option<Pose> {
    let table = world.table();
    let (columns, rows) = ((table.width.0 / 2.0) as u32, (table.depth.0 / 2.0) as u32);
    let mut second = None;
    for step in 0..columns * rows {
        // From the middle of the table outwards, row by row.
        let row = (step / columns + rows / 2) % rows;
        let at = Vec2::new((step % columns) as f32 * 2.0 + 1.0, row as f32 * 2.0 + 1.0);
        let pose = Pose::new(at, direction(0.0));
        if check(world, piece, Some(&pose)).is_err() {
            continue;
        }
        let footprint = footprint_at(world, piece, &pose)?;
        let roomy = nearest_piece(world, piece, &footprint)
            .is_none_or(|(_, gap)| gap.0 >= RECOMMENDED_GAP.0);
        if roomy {
            return Some(pose);
        }
        second = second.or(Some(pose));
    }
    second
}
