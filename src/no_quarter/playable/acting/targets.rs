//! Which enemies can be charged, fought or shot at.

use bevy::prelude::*;

use super::verbs::Verb;
use crate::{
    battle::{
        BattleWorld, ModelId, RuleSystem, UnitId,
        playable::acting::{Focus, Target, VerbId},
    },
    no_quarter::{
        Arms, Blow, NoQuarter, Order, OrderError, Shot, charges, movement, order::ShotMode,
        plan as placing,
    },
    table::base::gap,
};

/// What to ask, the last first: nearest enemies, cheap questions.
pub fn questions(world: &World) -> Vec<(VerbId, UnitId)> {
    let units = nearest_enemies(world);
    let of_verb = |verb: Verb| units.iter().rev().map(move |&unit| (verb.id(), unit));
    [Verb::Charge, Verb::Shoot, Verb::Fight].into_iter().flat_map(of_verb).collect()
}

/// The enemies on the table, the nearest to the active unit first.
pub fn nearest_enemies(world: &World) -> Vec<UnitId> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let side = world.side_of(unit);
    let from = world.middle(unit);
    let mut units: Vec<(f32, UnitId)> = world
        .roster()
        .units()
        .filter(|&other| world.side_of(other) != side && !world.standing(other).is_empty())
        .map(|other| (world.middle(other).distance_squared(from), other))
        .collect();
    units.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    units.into_iter().map(|(_, unit)| unit).collect()
}

/// What the rules say about an enemy.
pub fn target(world: &World, focus: Focus, verb: VerbId, unit: UnitId) -> Target {
    let only = focus.only();
    let charges = verb == Verb::Charge.id();
    let (mut refused, mut reached) = (None, true);
    if let (Some(active), Some(of)) = (world.frame().active, Verb::of(verb)) {
        let why = ask(world, of, active, only, unit).err();
        refused = why.map(|why| why.text);
        if charges && refused.is_none() {
            let named: Vec<ModelId> = only.into_iter().collect();
            let chargers = charges::chargers(world, active, &named);
            reached = !charges::course(world, active, &chargers, unit).contacts.is_empty();
        }
    }
    Target { verb, unit, refused, reached }
}

fn ask(
    world: &World,
    verb: Verb,
    unit: UnitId,
    only: Option<ModelId>,
    target: UnitId,
) -> Result<(), OrderError> {
    let models = only.map_or_else(|| world.standing(unit), |model| vec![model]);
    let order = match verb {
        Verb::Charge => Order::Charge { models: only.into_iter().collect(), target },
        Verb::Fight => {
            let mut blows = placing::melee(world, unit, Some(target));
            blows.retain(|blow| models.contains(&blow.attacker));
            if blows.is_empty() {
                blows.extend(nearest_blow(world, &models, target));
            }
            Order::Fight { blows }
        }
        Verb::Shoot => {
            let mut shots = placing::volley(world, unit, target, false);
            shots.retain(|shot| models.contains(&shot.shooter));
            if shots.is_empty() {
                shots.extend(any_shot(world, &models, target));
            }
            Order::Shoot { shots }
        }
        _ => return Ok(()),
    };
    NoQuarter::check(world, &order)
}

fn nearest_blow(world: &World, models: &[ModelId], target: UnitId) -> Option<Blow> {
    let enemies = world.standing(target);
    let mut nearest: Option<(f32, Blow)> = None;
    for &attacker in models {
        let placed = world.placed(attacker);
        for &enemy in &enemies {
            let apart = gap(&placed, &world.placed(enemy)).0;
            if nearest.is_none_or(|(least, _)| apart < least) {
                nearest = Some((apart, Blow::plain(attacker, enemy, 0)));
            }
        }
    }
    nearest.map(|(_, blow)| blow)
}

fn any_shot(world: &World, models: &[ModelId], target: UnitId) -> Option<Shot> {
    let bow = |&shooter: &ModelId| {
        let arms = &world.of_model::<Arms>(shooter).0;
        let weapon = arms.iter().position(|weapon| weapon.is_shot())?;
        Some(Shot {
            shooter,
            target,
            weapon: weapon as u8,
            aim: false,
            pick: None,
            mode: ShotMode::Plain,
        })
    };
    let unarmed = models.first().map(|&shooter| Shot {
        shooter,
        target,
        weapon: 0,
        aim: false,
        pick: None,
        mode: ShotMode::Plain,
    });
    models.iter().find_map(bow).or(unarmed)
}

/// The model of an enemy that the active unit has to do with first: one in combat with it, or the
/// nearest.
pub fn foremost(world: &World, enemy: UnitId) -> Option<ModelId> {
    let unit = world.frame().active?;
    let own = world.standing(unit);
    let fought = |&model: &ModelId| {
        movement::engaged_with(world, model).iter().any(|other| own.contains(other))
    };
    let models = world.standing(enemy);
    let engaged = models.iter().copied().find(|model| fought(model));
    let from = world.middle(unit);
    let far = |model: &ModelId| world.placed(*model).pose.at.distance_squared(from);
    engaged.or_else(|| models.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b))))
}
