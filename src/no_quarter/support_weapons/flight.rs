//! A missile that goes on after it has wounded somebody. Book: Projectile Travel (SUP-05).

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{BattleWorld, ModelId, Resolving, TerrainId},
    no_quarter::dice::Purpose,
    no_quarter::{
        event::{Event, HitResult},
        hit::{self, Hit, HitRule},
        line_of_sight,
        step::Step,
        system::{NoQuarter, emit},
    },
    table::{Base, Inches, Opacity, Placed, sight::WOODS_DEPTH},
};

/// Bases that a line only grazes by less than this aren't struck. Inches.
const HAIR: f32 = 1e-3;

/// A missile that may go on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flight {
    /// Sides of the die for how far.
    pub die: u8,
    /// Its line, once it goes on.
    pub line: Option<Line>,
}

/// A missile goes on level, so high above the ground that its first target stands on. Ruling: at a
/// man's chest, so that a wall stops it and a fence doesn't.
const CHEST: Inches = Inches(0.6);

/// Where a missile goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Where it left its first target's base.
    pub from: Vec2,
    /// Which way, of length 1.
    pub way: Vec2,
    /// How far from there.
    pub length: Inches,
    /// How far it has gone.
    pub gone: Inches,
    /// How high it flies, above the table.
    #[serde(default)]
    pub height: Inches,
}

/// A wound brings: the missile that dealt it goes on, if it is one.
pub(in crate::no_quarter) fn flying_on(hit: &Hit, stood: &Placed) -> Vec<Step> {
    let missile = hit.flight().is_some();
    let through = *stood;
    if missile { vec![Step::FlyOn { hit: hit.clone(), through }] } else { Vec::new() }
}

/// A missile has wounded somebody, who stood there: it goes on in a straight line and hits the next
/// model on it without a roll, friend or foe.
pub(in crate::no_quarter) fn fly_on(world: &mut World, hit: &Hit, through: &Placed) {
    let Some(flight) = hit.flight() else { return };
    let line = match flight.line {
        Some(line) => {
            let out = span(through, line.from, line.way).map_or(line.gone.0, |(_, out)| out);
            Line { gone: Inches(out.max(line.gone.0)), ..line }
        }
        None => {
            let from = world.placed(hit.attacker).pose.at;
            let way = (through.pose.at - from).normalize_or(Vec2::Y);
            let out = span(through, through.pose.at, way).map_or(0.0, |(_, out)| out);
            let sides = u16::from(flight.die.max(1));
            let roll = world.dice().roll(sides, Purpose::Distance, Some(hit.attacker.0));
            let length = Inches(f32::from(roll.result));
            let from = through.pose.at + way * out;
            emit(world, Event::FlewOn { attacker: hit.attacker, from, way, length, roll });
            let ground = world.table().elevation_at(through.pose.at);
            let height = Inches(ground.0 + CHEST.0);
            Line { from, way, length, gone: Inches::ZERO, height }
        }
    };
    let stop = stop(world, &line);
    let next = next(world, &line, hit.target);
    let next = next.filter(|(far, _)| stop.is_none_or(|(stop, _)| *far <= stop + HAIR));
    if let (None, Some((stop, terrain))) = (next, stop) {
        let at = line.from + line.way * stop;
        emit(world, Event::FlightEnded { attacker: hit.attacker, at, terrain });
    }
    if let Some((_, target)) = next {
        let next = hit.clone().without(HitRule::FliesOn(flight));
        let next = next.with(HitRule::FliesOn(Flight { line: Some(line), ..flight }));
        let next = Hit { target, result: HitResult::Automatic, ..next };
        let steps = hit::lands(world, &next, None);
        world.push_all::<NoQuarter>(steps);
    }
}

/// Where terrain stops a missile before the end of its line, in inches from its beginning, and which.
/// Ruling: what blocks sight stops it, if it is as high as the missile flies; woods and the like let
/// it through for as much of them as one sees through, and everything lower is passed.
fn stop(world: &World, line: &Line) -> Option<(f32, TerrainId)> {
    let length = line.length.0;
    let to = line.from + line.way * length;
    let mut stops: Vec<(f32, TerrainId)> = Vec::new();
    let mut woods: Vec<(f32, f32, TerrainId)> = Vec::new();
    for (place, piece) in world.table().terrain.iter().enumerate() {
        if piece.height.0 <= line.height.0 || piece.opacity == Opacity::Clear {
            continue;
        }
        let id = world.terrain_at(place);
        for (enters, leaves) in piece.spans_inside(line.from, to) {
            if (leaves - enters) * length <= HAIR {
                continue;
            }
            match piece.opacity {
                Opacity::Blocking => stops.push((enters * length, id)),
                _ => woods.push((enters * length, leaves * length, id)),
            }
        }
    }
    woods.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let (mut left, mut until) = (WOODS_DEPTH.0, 0.0_f32);
    for (enters, leaves, terrain) in woods {
        let enters = enters.max(until);
        let deep = (leaves - enters).max(0.0);
        if deep > left {
            stops.push((enters + left, terrain));
            break;
        }
        left -= deep;
        until = until.max(leaves);
    }
    stops.into_iter().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
}

/// Whether a missile at a height passes through a model, and not over or under it.
fn is_as_high(world: &World, model: ModelId, height: Inches) -> bool {
    let stands = line_of_sight::standing(world, model);
    let foot = stands.elevation.0;
    foot <= height.0 + HAIR && height.0 <= foot + stands.height.0 + HAIR
}

/// The first model that a missile meets on the rest of its line, and after how many inches.
fn next(world: &World, line: &Line, but: ModelId) -> Option<(f32, ModelId)> {
    let mut met: Vec<(f32, ModelId)> = Vec::new();
    for model in world.roster().models().filter(|&model| model != but) {
        if !world.is_standing(model) || !is_as_high(world, model, line.height) {
            continue;
        }
        if let Some((enters, leaves)) = span(&world.placed(model), line.from, line.way)
            && leaves - enters > HAIR
            && enters >= line.gone.0 - 2.0 * HAIR
            && enters <= line.length.0 - HAIR
        {
            met.push((enters, model));
        }
    }
    met.into_iter().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
}

/// Where a line enters and leaves a base, in inches from its beginning, if it crosses it.
fn span(placed: &Placed, from: Vec2, way: Vec2) -> Option<(f32, f32)> {
    let offset = placed.pose.at - from;
    match placed.base {
        Base::Circle { radius } => {
            let along = offset.dot(way);
            let aside = offset.perp_dot(way);
            let half = radius.0 * radius.0 - aside * aside;
            (half > 0.0).then(|| (along - half.sqrt(), along + half.sqrt()))
        }
        Base::Rectangle { width, depth } => {
            let axes = [(placed.pose.right(), width.0), (placed.pose.facing, depth.0)];
            let (mut enters, mut leaves) = (f32::NEG_INFINITY, f32::INFINITY);
            for (axis, size) in axes {
                let (middle, speed, half) = (offset.dot(axis), way.dot(axis), size / 2.0);
                if speed.abs() < 1e-6 {
                    if middle.abs() >= half {
                        return None;
                    }
                    continue;
                }
                let (a, b) = ((middle - half) / speed, (middle + half) / speed);
                enters = enters.max(a.min(b));
                leaves = leaves.min(a.max(b));
            }
            (enters < leaves).then_some((enters, leaves))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    #[test]
    fn a_line_enters_and_leaves_a_base() {
        let round = Placed::new(Base::round(25.4), Pose::new(Vec2::new(0.0, 5.0), Vec2::Y));
        assert_eq!(span(&round, Vec2::ZERO, Vec2::Y), Some((4.5, 5.5)));
        assert_eq!(span(&round, Vec2::new(0.6, 0.0), Vec2::Y), None);
        let square = Base::rectangle(25.4, 25.4);
        let square = Placed::new(square, Pose::new(Vec2::new(0.0, 5.0), Vec2::Y));
        let (enters, leaves) = span(&square, Vec2::new(0.3, 0.0), Vec2::Y).unwrap();
        assert!((enters - 4.5).abs() < 1e-5 && (leaves - 5.5).abs() < 1e-5);
    }
}
