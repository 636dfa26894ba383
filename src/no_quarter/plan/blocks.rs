//! Manoeuvres of a ranked unit towards a point, and formations it could take.

use bevy::{
    math::{Vec2, ops},
    prelude::World,
};

use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        components::Formation,
        error::{OrderError, Refusal},
        formations, movement,
        order::Order,
    },
    table::{
        Inches, Placed, Pose,
        formation::{Block, Flank, Manoeuvre, block_of},
    },
};

/// Shares of the most that actions allow, which are tried.
const SHARES: [f32; 5] = [1.0, 0.75, 0.5, 0.25, 0.125];
/// How many inches farther away a block would rather be than look a degree past its goal.
const INCHES_PER_DEGREE: f32 = 0.04;
/// A manoeuvre has to bring a block nearer by more than this. Inches.
const HELPS: f32 = 0.05;
/// The widest ranks that are offered.
const WIDEST: u8 = 10;

/// The manoeuvre of the active ranked unit that brings it nearest to a point, looking in a
/// direction or else towards it.
///
/// # Errors
/// Why it can't manoeuvre, or that no manoeuvre helps.
pub(super) fn manoeuvre_towards(
    world: &World,
    unit: UnitId,
    to: Vec2,
    facing: Option<Vec2>,
) -> Result<Order, OrderError> {
    let active = movement::ActiveBlock::of(world)?;
    let block = active.block();
    let wanted = facing.and_then(Vec2::try_normalize);
    let badness = |block: &Block| {
        let way = to - block.centre;
        let look = wanted.or_else(|| (way.length() > 1.0).then(|| way.normalize()));
        let off = look.map_or(0.0, |look| angle(block.facing, look).abs());
        way.length() + off * INCHES_PER_DEGREE
    };
    let good_enough = badness(&block) - HELPS;
    let mut candidates: Vec<(f32, Manoeuvre)> = candidates(&block, to, wanted, active.reach())
        .into_iter()
        .map(|manoeuvre| (badness(&active.block_after(&manoeuvre)), manoeuvre))
        .filter(|(bad, _)| *bad < good_enough)
        .collect();
    candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut refused = None;
    for (_, manoeuvre) in candidates {
        match active.plan(&manoeuvre) {
            Ok(_) => return Ok(Order::Manoeuvre { manoeuvre }),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    Err(refused.unwrap_or_else(|| {
        let text = format!("no manoeuvre brings {} nearer", world.unit_name(unit));
        OrderError::new(Refusal::NoWay, "MOVE-09", text).at(to)
    }))
}

/// The angle from one direction to another in degrees, counter-clockwise, from -180 to 180.
fn angle(from: Vec2, to: Vec2) -> f32 {
    ops::atan2(from.perp_dot(to), from.dot(to)).to_degrees()
}

fn candidates(block: &Block, to: Vec2, wanted: Option<Vec2>, reach: f32) -> Vec<Manoeuvre> {
    let way = to - block.centre;
    let (ahead, aside) = (way.dot(block.facing), way.dot(block.pose().right()));
    let turn = angle(block.facing, way.try_normalize().or(wanted).unwrap_or(block.facing));
    let looks = wanted.map(|wanted| angle(block.facing, wanted));
    let mut all = Vec::new();
    for share in SHARES {
        if ahead > 0.0 {
            all.push(Manoeuvre::Ahead(Inches(ahead.min(reach * share))));
        }
        if ahead < 0.0 {
            all.push(Manoeuvre::Back(Inches((-ahead).min(reach * share / 2.0))));
        }
        if aside.abs() > 0.1 {
            let flank = if aside > 0.0 { Flank::Right } else { Flank::Left };
            all.push(Manoeuvre::Sidestep(flank, Inches(aside.abs().min(reach * share / 2.0))));
        }
        let most = (reach * share / (block.half_width.0 * 2.0).max(0.1)).to_degrees().min(180.0);
        for turn in looks.into_iter().chain([turn]) {
            // A positive turn is counter-clockwise, that is round the left corner.
            let pivot = if turn > 0.0 { Flank::Left } else { Flank::Right };
            all.push(Manoeuvre::Wheel { pivot, degrees: turn.abs().min(most) });
        }
    }
    all.push(Manoeuvre::AboutTurn);
    all.push(Manoeuvre::QuarterTurn(if turn > 0.0 { Flank::Left } else { Flank::Right }));
    all.dedup();
    all
}

/// Every change of formation that the active unit could make now, a block in place of where it
/// stands, looking where most of it looks or at the nearest enemy.
pub fn form_up_options(world: &World, unit: UnitId) -> Vec<Order> {
    let models = world.standing(unit);
    let placed: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    if placed.is_empty() || movement::active_unit(world) != Ok(unit) {
        return Vec::new();
    }
    let mut options: Vec<Order> = [Formation::Skirmish, Formation::Dispersed]
        .map(|formation| Order::FormUp { formation, at: None })
        .into();
    let look: Vec2 = placed.iter().map(|placed| placed.pose.facing).sum();
    let look = look.normalize_or(Vec2::Y);
    let middle = block_of(&placed, look).centre;
    let side = world.side_of(unit);
    let enemies = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model) && world.side_of_model(model) != side);
    let enemy = enemies
        .map(|model| world.of_model::<Pose>(model).at)
        .min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    let at_enemy = enemy.and_then(|enemy| (enemy - middle).try_normalize());
    let widest = placed.len().saturating_sub(formations::FEWEST_IN_RANK).min(WIDEST.into()) as u8;
    let fewest = formations::FEWEST_IN_RANK as u8;
    for facing in [Some(look), at_enemy].into_iter().flatten() {
        let depth = |ranks: usize| placed[0].base.depth().0 * ranks as f32 / 2.0;
        let front = |ranks: usize| Pose::new(middle + facing * depth(ranks), facing);
        for frontage in fewest..=widest.max(fewest) {
            let at = front(placed.len().div_ceil(usize::from(frontage)));
            options.push(Order::FormUp { formation: Formation::Ranked { frontage }, at: Some(at) });
        }
        options.push(Order::FormUp { formation: Formation::Closed, at: Some(front(2)) });
    }
    options.retain(|order| match order {
        Order::FormUp { formation, at } => formations::plan_form_up(world, *formation, *at).is_ok(),
        _ => false,
    });
    options
}
