//! Where a force could go: towards enemies and away from them, to what the battle is about, into cover,
//! to friends. Where it would stand is reckoned roughly; the way is looked for when it goes.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::ORDER,
    fighting::{inside, max_left},
    force::Force,
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{NoQuarter, components::Morale, movement, order::Order},
    table::{Ground, Inches, Terrain},
};

/// Enemies that are thought of, the nearest.
const ENEMIES: usize = 3;
/// A shorter way isn't worth going. Inches.
pub(super) const SHORTEST: f32 = 0.5;
/// Shelter farther away isn't thought of, in times the force's reach.
const SHELTER: f32 = 1.2;
/// Going anywhere has to bring more than this: nobody walks for nothing. Points.
pub(super) const EFFORT: f32 = 0.6;
/// So much of its way a block makes that has to turn for it, by how far it turns: little, a quarter,
/// right about.
const TURNING: [f32; 3] = [1.0, 0.55, 0.35];
/// A block goes straight on if it has to turn no more than this for it: a cosine.
const STRAIGHT_ON: f32 = 0.8;
/// Other ways of whoever has to get to an edge, by how far they turn aside: radians.
const ASIDE: [(f32, &str); 4] =
    [(0.5, "left"), (1.1, "far left"), (-0.5, "right"), (-1.1, "far right")];
/// A force that keeps away from an enemy stays so far out of its reach. Inches.
const OUT_OF_REACH: f32 = 1.0;

/// A way to go.
struct Way {
    name: String,
    to: Vec2,
    /// Where it looks then.
    facing: Option<Vec2>,
}

/// Thinks of the ways to what decides the battle.
pub(super) fn think_of_what_decides(thoughts: &mut Thoughts, unit: UnitId) {
    think_of(thoughts, unit, |study, force| ways_to(study, force, true));
}

/// Thinks of all other ways to go.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    think_of(thoughts, unit, |study, force| {
        let mut all = ways_to(study, force, false);
        all.extend(ways(study, force));
        all
    });
}

fn think_of(thoughts: &mut Thoughts, unit: UnitId, ways: impl Fn(&Study, &Force) -> Vec<Way>) {
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    let study = &thoughts.study;
    if force.morale == Morale::Terrified
        || max_left(study, &force) <= 0.0
        || !study.engaged_with(unit).is_empty()
    {
        return;
    }
    for way in ways(study, &force) {
        let own = force.clone();
        thoughts.add(move |study| go(study, &own, &way));
    }
}

/// The most that a force can go now. Inches.
fn far(force: &Force) -> f32 {
    force.rate * force.left
}

/// The ways to goals that decide the battle, or to those that count besides.
fn ways_to(study: &Study, force: &Force, decisive: bool) -> Vec<Way> {
    let far = far(force);
    let near = study.nearest_enemies(force);
    let nearest = near.first().map(|(_, enemy)| enemy.middle);
    let mut ways = Vec::new();
    for goal in study.goals().iter().filter(|goal| goal.is_decisive() == decisive) {
        let all = force.spots.len() as u32 - u32::from(force.gun.is_some());
        let there = goal.count(force, Vec2::ZERO) >= all && goal.who.is_none();
        let lacks = goal.who.is_some_and(|who| force.spots.iter().all(|spot| spot.model != who));
        if !there && !lacks {
            let facing = nearest.and_then(|enemy| (enemy - goal.at).try_normalize());
            let arrives = goal.at.distance(force.middle) <= far;
            let facing = facing.filter(|_| arrives);
            ways.push(Way { name: format!("go to {}", goal.name), to: goal.at, facing });
            if goal.who.is_some() {
                let out = (goal.at - force.middle).normalize_or_zero();
                for (turn, side) in ASIDE {
                    let to = force.middle + Vec2::from_angle(turn).rotate(out) * far;
                    let name = format!("go to {}, keeping to the {side}", goal.name);
                    ways.push(Way { name, to, facing: None });
                }
            }
        }
    }
    ways
}

fn ways(study: &Study, force: &Force) -> Vec<Way> {
    let mut ways = Vec::new();
    let near = study.nearest_enemies(force);
    let far = far(force);
    let nearest = near.first().map(|(_, enemy)| enemy.middle);
    for (gap, enemy) in near.iter().take(ENEMIES) {
        let name = study.name(enemy.unit);
        let dir = (enemy.middle - force.middle).normalize_or(force.facing);
        let look = Some(dir);
        // Contact would be a charge.
        let up_to = (gap - 1.2).min(far);
        if up_to > SHORTEST {
            let to = force.middle + dir * up_to;
            ways.push(Way { name: format!("advance on {name}"), to, facing: look });
            ways.push(Way {
                name: format!("advance a little on {name}"),
                to: force.middle + dir * up_to * 0.5,
                facing: look,
            });
        }
        let reach = enemy.charge_reach(study.world) + 1.5 + OUT_OF_REACH;
        let ahead = gap - reach;
        if ahead > SHORTEST && ahead < up_to {
            let to = force.middle + dir * ahead;
            ways.push(Way {
                name: format!("come up to where {name} can't reach it"),
                to,
                facing: look,
            });
        }
        if *gap < reach {
            let back = (reach - gap).min(far);
            let to = force.middle - dir * back;
            ways.push(Way { name: format!("keep away from {name}"), to, facing: look });
            let aside = dir.perp();
            for (side, word) in [(aside, "left"), (-aside, "right")] {
                ways.push(Way {
                    name: format!("step aside to the {word} of {name}"),
                    to: force.middle + side * far.min(6.0),
                    facing: look,
                });
            }
        }
        if force.ranked && force.looks_at(Vec2::ZERO, force.facing, enemy) < 0.85 {
            ways.push(Way { name: format!("face {name}"), to: force.middle, facing: look });
        }
    }
    if let Some(shelter) = shelter(study, force, nearest) {
        ways.push(shelter);
    }
    if let Some(friend) = general(study, force) {
        let to = friend.middle;
        ways.push(Way { name: format!("stay near {}", study.name(friend.unit)), to, facing: None });
    }
    if force.leads
        && force.spots.len() == 1
        && let Some(friend) = strongest_friend(study, force)
    {
        let behind = friend.middle - friend.facing * 3.0;
        let name = format!("take shelter behind {}", study.name(friend.unit));
        ways.push(Way { name, to: behind, facing: Some(friend.facing) });
    }
    if let Some(enemy) = nearest {
        let away = (force.middle - enemy).normalize_or(-force.facing);
        ways.push(Way {
            name: "fall back".to_owned(),
            to: force.middle + away * far,
            facing: Some(-away),
        });
    }
    ways
}

/// The nearest wood, ruin or wall that would cover it from the nearest enemy.
fn shelter<'s>(study: &'s Study, force: &Force, nearest: Option<Vec2>) -> Option<Way> {
    let enemy = nearest?;
    let within = SHELTER * far(force);
    let is_outside = |piece: &Terrain| piece.barrier || piece.ground == Ground::Impassable;
    let place = |piece: &'s Terrain| {
        if !piece.gives_cover() {
            return None;
        }
        let (low, high) = piece.footprint.bounds();
        let middle = (low + high) / 2.0;
        let away = (middle - enemy).normalize_or(Vec2::Y);
        let half = (high - low).min_element() / 2.0;
        // Behind what can't be stood on, else inside, at the edge.
        let to = middle + away * if is_outside(piece) { half + 1.2 } else { 0.0 };
        let far = to.distance(force.middle);
        (far <= within && far > SHORTEST).then_some((far, to, piece))
    };
    let best =
        study.world.table().terrain.iter().filter_map(place).min_by(|a, b| a.0.total_cmp(&b.0));
    let (_, to, piece) = best?;
    let how = if is_outside(piece) {
        "take cover behind"
    } else if piece.elevation > Inches::ZERO {
        "go up"
    } else {
        "go into"
    };
    let name = format!("{how} the {}", piece.kind);
    Some(Way { name, to, facing: (enemy - to).try_normalize() })
}

fn general<'s>(study: &'s Study, force: &Force) -> Option<&'s Force> {
    study.friends_of(force).find(|friend| friend.leads)
}

fn strongest_friend<'s>(study: &'s Study, force: &Force) -> Option<&'s Force> {
    let near = |friend: &&Force| {
        friend.spots.len() > 3 && friend.middle.distance(force.middle) < 2.0 * far(force) + 4.0
    };
    study.friends_of(force).filter(near).max_by(|a, b| a.worth.total_cmp(&b.worth))
}

/// Where a force would be that sets out for a place, and where it would look.
fn end_of(study: &Study, force: &Force, way: &Way) -> (Vec2, Vec2) {
    let to = inside(study, way.to);
    let wish = to - force.middle;
    let mut far = far(force);
    let mut facing = way.facing.or_else(|| wish.try_normalize());
    if force.ranked {
        let turn = wish.normalize_or(force.facing).dot(force.facing);
        if wish.length() >= SHORTEST && turn <= STRAIGHT_ON {
            // A block that goes aside or back goes on facing as it did.
            facing = None;
        }
        far *= match turn {
            turn if turn > STRAIGHT_ON => TURNING[0],
            turn if turn > 0.0 => TURNING[1],
            _ => TURNING[2],
        };
    }
    let bad = |piece: &Terrain| {
        matches!(piece.ground, Ground::Difficult | Ground::Water) && piece.contains(to)
    };
    if study.world.table().terrain.iter().any(bad) {
        far *= 0.65;
    }
    let shift = wish.clamp_length_max(far);
    (shift, facing.unwrap_or(force.facing))
}

fn go(study: &Study, force: &Force, way: &Way) -> Option<Weighed<NoQuarter>> {
    let to = inside(study, way.to);
    let (mut shift, mut facing) = end_of(study, force, way);
    let mut act = Act::Go { unit: force.unit, to, facing: Some(facing) };
    if study.closely.get() {
        let order = act.order(study.world)?;
        (shift, facing) = really(study, force, to, &order)?;
        act = Act::Give(order);
    }
    let turns = facing.dot(force.facing) < 0.9;
    if shift.length() < SHORTEST && !turns {
        return None;
    }
    let mut account = Account::default();
    let stand = Stand { shift, facing, ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    account.add(ORDER, -EFFORT);
    Some(weighed(way.name.clone(), vec![act], account))
}

/// Where an order to go really leads a force, and where it looks then. What is left after a block has
/// turned it goes on straight.
fn really(study: &Study, force: &Force, to: Vec2, order: &Order) -> Option<(Vec2, Vec2)> {
    match order {
        Order::Move { moves } => {
            let gone = force.spots.iter().filter_map(|spot| {
                let own = moves.iter().find(|one| one.model == spot.model)?;
                own.path.last().map(|&end| end - spot.at)
            });
            let shift = gone.sum::<Vec2>() / force.spots.len().max(1) as f32;
            Some((shift, moves.iter().find_map(|one| one.facing).unwrap_or(force.facing)))
        }
        Order::Manoeuvre { manoeuvre } => {
            let (_, travel) = movement::plan_manoeuvre(study.world, manoeuvre).ok()?;
            let end = travel.frames.last()?;
            let middle = end.iter().map(|pose| pose.at).sum::<Vec2>() / end.len().max(1) as f32;
            let facing = end.first()?.facing;
            let mut shift = middle - force.middle;
            if facing.dot(force.facing) < 0.999 {
                let left = (force.left - travel.actions as f32).max(0.0) * force.rate;
                shift += facing * (to - middle).dot(facing).clamp(0.0, left);
            }
            Some((shift, facing))
        }
        _ => None,
    }
}
