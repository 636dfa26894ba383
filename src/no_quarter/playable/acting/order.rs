//! The order that an intent, a focus and what is pointed at make together.

use bevy::prelude::*;

use super::{BlockMove, Intent, aiming, block::in_steps};
use crate::{
    battle::{
        BattleWorld, ModelId, Pending, RuleSystem, UnitId,
        playable::acting::{Focus, Gesture, Pointing, Pressed},
    },
    no_quarter::{
        Answer, Arms, Blow, ModelMove, NoQuarter, Order, OrderError, Question, Shot, StandingOrder,
        close_combat, deployment, formations,
        order::ShotMode,
        phase::{Phase, phase},
        plan as placing,
    },
    table::{
        Inches, Pose,
        formation::{Block, Flank, Manoeuvre, block_of},
    },
};

/// The order, or why there is none; nothing if mode and aim don't make one.
pub fn order(
    world: &World,
    focus: Focus,
    intent: &Intent,
    pointing: Pointing,
) -> Option<Result<Order, OrderError>> {
    if let Intent::Deploy { unit, formation } = *intent {
        let inwards = deployment::inwards(world, world.side_of(unit));
        let at = Pose::new(pointing.at?, pointing.facing.unwrap_or(inwards));
        return Some(Ok(if phase(world) == Phase::Deployment {
            Order::Deploy { unit, at, formation }
        } else {
            Order::Enter { unit, at, formation }
        }));
    }
    if let Intent::LayTerrain { terrain } = *intent {
        let at = Pose::new(pointing.at?, pointing.facing.unwrap_or(Vec2::X));
        return Some(Ok(Order::LayTerrain { terrain, at: Some(at) }));
    }
    if *intent == Intent::FollowUp {
        let answer = follow_up(world, pointing.at?, pointing.model)?;
        return Some(Ok(Order::Answer { answer }));
    }
    let unit = world.frame().active?;
    let model = focus.only();
    match *intent {
        Intent::Move => {
            let to = pointing.at?;
            Some(match model {
                Some(model) => placing::move_model(world, model, to, pointing.facing),
                None => placing::move_unit(world, unit, to, pointing.facing),
            })
        }
        Intent::Turn => Some(Ok(turn(world, unit, model, pointing.at?))),
        Intent::Block(by) => {
            let manoeuvre = manoeuvre(world, unit, by, pointing)?;
            Some(Ok(Order::Manoeuvre { manoeuvre }))
        }
        Intent::FormUp { formation } => {
            let facing = pointing.facing.unwrap_or_else(|| world.facing(unit));
            let at = pointing.at.map(|at| Pose::new(at, facing));
            let at = at.unwrap_or_else(|| block(world, unit).front_centre());
            Some(Ok(Order::FormUp { formation, at: Some(at) }))
        }
        Intent::Charge { to_reach } => {
            let target = enemy(world, unit, pointing)?;
            let models = model.into_iter().collect();
            Some(Ok(if to_reach {
                Order::ChargeToReach { models, target }
            } else {
                Order::Charge { models, target }
            }))
        }
        Intent::Use(aimed) => aimed.order(world, focus, pointing).map(Ok),
        Intent::Fight { mode, ref weapon } => {
            let target = enemy(world, unit, pointing)?;
            let at = pointing.model?;
            let mut blows = blows(world, unit, model, target, at, weapon.as_deref());
            if let Some(mode) = mode {
                for blow in &mut blows {
                    if close_combat::has_mode(world, blow.attacker, blow.weapon, mode) {
                        blow.mode = mode;
                    }
                }
                blows = placing::affordable(world, blows);
            }
            Some(Ok(Order::Fight { blows }))
        }
        Intent::Shoot { aim, mode, ref weapon } => {
            let target = enemy(world, unit, pointing)?;
            let wish = placing::Wish { aim, mode, weapon: weapon.as_deref(), pick: pointing.model };
            let all = placing::volley_with(world, unit, target, wish);
            Some(Ok(Order::Shoot { shots: shots(world, unit, model, target, aim, all) }))
        }
        Intent::Template(ref aimed) => aiming::order(world, aimed, pointing).map(Ok),
        Intent::DrawUp { frontage } => placing::draw_up(world, unit, frontage).map(Ok),
        Intent::Roll(ref order) => Some(Ok(order.clone())),
        Intent::Hold
        | Intent::Deploy { .. }
        | Intent::FollowUp
        | Intent::ChangePlaces { .. }
        | Intent::LayTerrain { .. } => None,
    }
}

/// What a gesture on the table means.
pub fn press(
    world: &World,
    focus: Focus,
    intent: &Intent,
    pointing: Pointing,
    gesture: Gesture,
) -> Pressed<NoQuarter> {
    match intent {
        Intent::Template(aimed) if gesture.marks => aiming::mark(world, aimed, pointing),
        Intent::Move
        | Intent::Turn
        | Intent::Block(_)
        | Intent::FormUp { .. }
        | Intent::Deploy { .. }
        | Intent::FollowUp
        | Intent::Template(_)
        | Intent::DrawUp { .. }
        | Intent::LayTerrain { .. } => Pressed::Commits,
        Intent::Use(aimed) => aimed.press(world, pointing),
        Intent::Charge { .. } | Intent::Fight { .. } | Intent::Shoot { .. } => {
            let active = world.frame().active;
            let target = active.and_then(|unit| enemy(world, unit, pointing));
            if target.is_some() { Pressed::Commits } else { Pressed::Selects }
        }
        Intent::Roll(_) if gesture.confirms => Pressed::Commits,
        Intent::Hold if gesture.confirms => {
            Pressed::Gives(Order::Hold { standing: StandingOrder::Ask })
        }
        Intent::Roll(_) | Intent::Hold => Pressed::Selects,
        Intent::ChangePlaces { first } => {
            let model = if gesture.confirms { focus.model } else { pointing.model };
            model.map_or(Pressed::Nothing, |model| change_places(world, *first, model))
        }
    }
}

/// Chooses the first of two models that change places, or the second, which gives the order.
fn change_places(world: &World, first: Option<ModelId>, model: ModelId) -> Pressed<NoQuarter> {
    let Some(first) = first.filter(|&first| first != model) else {
        return Pressed::Prepares(Intent::ChangePlaces { first: Some(model) });
    };
    let order = placing::swap_places(world, first, model);
    match NoQuarter::check(world, &order) {
        Ok(()) => Pressed::Gives(order),
        Err(refused) => Pressed::Refused(refused),
    }
}

/// The block that a unit's standing models make.
fn block(world: &World, unit: UnitId) -> Block {
    block_of(&world.placed_models(unit), world.facing(unit))
}

/// The enemy that is pointed at.
fn enemy(world: &World, unit: UnitId, pointing: Pointing) -> Option<UnitId> {
    pointing.unit.filter(|&target| world.side_of(target) != world.side_of(unit))
}

fn turn(world: &World, unit: UnitId, model: Option<ModelId>, to: Vec2) -> Order {
    let middle = world.middle(unit);
    let models = model.map_or_else(|| world.standing(unit), |model| vec![model]);
    let look = |model| {
        let from = if models.len() == 1 { world.placed(model).pose.at } else { middle };
        let facing = (to - from).try_normalize();
        ModelMove { model, path: Vec::new(), facing }
    };
    Order::Move { moves: models.iter().map(|&model| look(model)).collect() }
}

/// How a block moves to what is pointed at.
pub(super) fn manoeuvre(
    world: &World,
    unit: UnitId,
    by: BlockMove,
    pointing: Pointing,
) -> Option<Manoeuvre> {
    Some(match by {
        BlockMove::Exactly(manoeuvre) => manoeuvre,
        BlockMove::Straight => straight(world, unit, pointing.at?),
        BlockMove::Wheel => wheel(world, unit, pointing.at?),
    })
}

/// The straight move of a block that brings its front, flank or rear to a point.
fn straight(world: &World, unit: UnitId, to: Vec2) -> Manoeuvre {
    let (ahead, right) = beyond(world, unit, to);
    let steps = |way: f32| Inches(in_steps(way.abs()));
    if right.abs() > ahead.abs() {
        let flank = if right > 0.0 { Flank::Right } else { Flank::Left };
        Manoeuvre::Sidestep(flank, steps(right))
    } else if ahead >= 0.0 {
        Manoeuvre::Ahead(steps(ahead))
    } else {
        Manoeuvre::Back(steps(ahead))
    }
}

/// How far a point lies ahead of a block's front, or behind its rear with a minus, and how far to the
/// right of its right flank, or to the left of its left with a minus. Inches.
pub(super) fn beyond(world: &World, unit: UnitId, to: Vec2) -> (f32, f32) {
    let block = block(world, unit);
    let pose = block.pose();
    let way = to - pose.at;
    let past = |along: f32, half: Inches| (along.abs() - half.0).max(0.0).copysign(along);
    (past(way.dot(pose.facing), block.half_depth), past(way.dot(pose.right()), block.half_width))
}

/// The wheel that makes a block look towards a point, in whole degrees.
fn wheel(world: &World, unit: UnitId, to: Vec2) -> Manoeuvre {
    let block = block(world, unit);
    let front = block.front_centre();
    let way = (to - front.at).try_normalize().unwrap_or(front.facing);
    let right = way.dot(front.right());
    let degrees = bevy::math::ops::atan2(right.abs(), way.dot(front.facing)).to_degrees();
    let pivot = if right > 0.0 { Flank::Right } else { Flank::Left };
    Manoeuvre::Wheel { pivot, degrees: degrees.round() }
}

fn blows(
    world: &World,
    unit: UnitId,
    model: Option<ModelId>,
    target: UnitId,
    hovered: ModelId,
    weapon: Option<&str>,
) -> Vec<Blow> {
    let Some(attacker) = model else {
        let blows = placing::melee_with(world, unit, Some(target), weapon);
        if !blows.is_empty() {
            return blows;
        }
        // Somebody's blow, so that the rules can say why nobody strikes.
        let at = world.placed(hovered).pose.at;
        let far = |&m: &ModelId| world.placed(m).pose.at.distance_squared(at);
        let standing = world.standing(unit);
        let nearest = standing.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        let blow = |attacker| Blow::plain(attacker, hovered, 0);
        return nearest.map(blow).into_iter().collect();
    };
    // Rider and mount strike together.
    let best = placing::best_blows_with(world, attacker, hovered, weapon);
    if best.is_empty() { vec![Blow::plain(attacker, hovered, 0)] } else { best }
}

/// Those of a whole unit's shots that are meant.
fn shots(
    world: &World,
    unit: UnitId,
    model: Option<ModelId>,
    target: UnitId,
    aim: bool,
    mut shots: Vec<Shot>,
) -> Vec<Shot> {
    if let Some(model) = model {
        shots.retain(|shot| shot.shooter == model);
    }
    if !shots.is_empty() {
        return shots;
    }
    // Somebody's shot, so that the rules can say why nobody shoots.
    let standing = model.map_or_else(|| world.standing(unit), |model| vec![model]);
    let bow = |&shooter: &ModelId| {
        let arms = &world.of_model::<Arms>(shooter).0;
        let weapon = arms.iter().position(|weapon| weapon.is_shot())?;
        Some(Shot { shooter, target, weapon: weapon as u8, aim, pick: None, mode: ShotMode::Plain })
    };
    let any = standing.iter().find_map(bow);
    let unarmed = standing.first().map(|&shooter| Shot {
        shooter,
        target,
        weapon: 0,
        aim,
        pick: None,
        mode: ShotMode::Plain,
    });
    any.or(unarmed).into_iter().collect()
}

/// The follow up that a click would be: into the enemy under the pointer if the rules offer it, to
/// the place if it is near enough to be meant.
fn follow_up(world: &World, to: Vec2, pointed: Option<ModelId>) -> Option<Answer> {
    let decision = world.resource::<Pending<NoQuarter>>().0.as_ref()?;
    let Question::FollowUp { model, distance } = decision.question else { return None };
    let into = decision.options.iter().find(|option| {
        matches!(option, Answer::FollowUpInto { target } | Answer::FollowUpAlone { target }
            if pointed == Some(*target))
    });
    if into.is_some() {
        return into.cloned();
    }
    let side = world.side_of_model(model);
    if let Some(target) = pointed.filter(|&enemy| world.side_of_model(enemy) != side) {
        // Not all that are near are offered; the rules say whether it may go into this one.
        return Some(if formations::is_ranked(world, world.unit_of(model)) {
            Answer::FollowUpAlone { target }
        } else {
            Answer::FollowUpInto { target }
        });
    }
    const MEANT: f32 = 1.5;
    let from = world.placed(model).pose.at;
    let near = to.distance(from) <= distance.0 + MEANT;
    let near = near && pointed.is_none_or(|pointed| pointed == model);
    near.then(|| Answer::FollowUpTo { to: from + (to - from).clamp_length_max(distance.0) })
}
