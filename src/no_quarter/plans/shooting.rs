//! Attacks from afar: volleys, templates, guns.

use std::rc::Rc;

use bevy::{math::Vec2, prelude::World};

use super::{
    act::Act,
    aspect::{MATERIAL, OPPORTUNITY},
    fighting::{inside, max_left},
    force::Force,
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        arms::use_cost,
        components::{Arms, WoundsLeft},
        doctrine,
        odds::{self, TemplateOdds},
        order::{Mark, ModelMove, Order},
        plan::{self, Attack},
        ranged_combat::AIM_ACTIONS,
        sentence, support_weapons,
    },
};

/// So many targets of a volley are looked at, the most promising first.
const TARGETS: usize = 3;
/// What a shot into a fight is worth, of what it would be else, if its friends there are worth nothing: it
/// may hit them, and takes a test.
const INTO_COMBAT: f32 = 0.4;
/// What loading is worth: the next shot is sooner ready. Points.
const LOADED: f32 = 4.0;
/// A gun looks at its target if it is no farther off than this: a cosine.
const AIMED: f32 = 0.75;

/// Thinks of everything that attacks from afar.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    let left = max_left(&thoughts.study, &force);
    if left <= 0.0 || !force.is_steady() {
        return;
    }
    think_of_templates(thoughts, &force);
    if let Some(gun) = force.gun {
        think_of_the_gun(thoughts, &force, gun);
    }
    let study = &thoughts.study;
    let world = study.world;
    if !force.spots.iter().any(|spot| plan::shoots(world, spot.model)) {
        return;
    }
    let range = longest(study, &force);
    let mut targets: Vec<(f32, f32, UnitId)> = study
        .nearest_enemies(&force)
        .into_iter()
        .filter(|(gap, _)| *gap <= range + left * force.rate)
        .map(|(gap, enemy)| {
            let near = gap.min(force.range.max(0.1) * 0.99);
            let seen = study.sight(force.middle, enemy.middle);
            (study.harm_by_shots(&force, enemy, near, left) * seen, gap, enemy.unit)
        })
        .collect();
    targets.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    for &(_, gap, target) in targets.iter().take(TARGETS) {
        if gap <= range {
            let own = force.clone();
            thoughts.add(move |study| shoot(study, &own, target));
        }
        if gap > range * 0.6 {
            let own = force.clone();
            thoughts.add(move |study| advance_and_shoot(study, &own, target));
        }
    }
}

fn longest(study: &Study, force: &Force) -> f32 {
    let shots = force.spots.iter().flat_map(|spot| {
        let arms = &study.world.of_model::<Arms>(spot.model).0;
        arms.iter().filter(|arm| arm.is_shot()).map(|arm| arm.longest().0)
    });
    shots.fold(0.0, f32::max)
}

/// What the cheapest shot of a force costs.
fn cost_of_shot(study: &Study, force: &Force) -> Option<f32> {
    let arms = &study.world.of_model::<Arms>(force.typical).0;
    let shots = arms.iter().filter(|arm| arm.is_shot());
    shots.map(|arm| f32::from(use_cost(study.world, force.typical, arm).max(1))).reduce(f32::min)
}

fn shoot(study: &Study, force: &Force, target: UnitId) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let enemy = study.force(target).filter(|enemy| !study.is_to_be_captured(enemy))?;
    let cost = cost_of_shot(study, force).unwrap_or(force.left);
    let left = max_left(study, force);
    // To aim is worth it if it costs no shot.
    let shots = (left / cost).floor().max(1.0);
    let aim = left - shots * cost >= f32::from(AIM_ACTIONS);
    let (volley, chances): (Vec<_>, Vec<f32>) =
        plan::volley_and_chances(world, force.unit, target, aim).into_iter().unzip();
    if volley.is_empty() {
        return None;
    }
    let wounds = chances.into_iter().sum();
    let points = super::harm::capped(enemy, wounds);
    let engaged = !study.engaged_with(target).is_empty();
    let mut account = Account::default();
    account.add(MATERIAL, if engaged { points * into_combat(study, enemy) } else { points });
    if study.sees_replies() && !engaged {
        study.add_panic(&mut account, enemy, wounds);
    }
    study.stand(&mut account, force, Stand::here(force));
    let aimed = if volley.iter().any(|shot| shot.aim) { "take aim and " } else { "" };
    let name = format!("{aimed}shoot at {}", study.name(target));
    Some(weighed(name, vec![Act::Give(Order::Shoot { shots: volley })], account))
}

/// What a shot at a force that fights with friends is worth, of what it would be else.
fn into_combat(study: &Study, at: &Force) -> f32 {
    let each = |force: &Force| force.worth / force.wounds.max(1.0);
    let friends = study.engaged_with(at.unit);
    let dearest = friends.iter().filter_map(|&unit| study.force(unit)).map(|force| each(force));
    INTO_COMBAT * (1.0 - 1.3 * dearest.fold(0.0, f32::max) / each(at).max(0.1))
}

/// A move into range, or nearer, and a volley.
fn advance_and_shoot(study: &Study, force: &Force, target: UnitId) -> Option<Weighed<NoQuarter>> {
    let enemy = study.force(target)?;
    let cost = cost_of_shot(study, force)?;
    let spare = force.left - cost;
    if spare < 1.0 || !study.engaged_with(force.unit).is_empty() {
        return None;
    }
    let gap = force.gap(Vec2::ZERO, enemy);
    let wanted = (gap - force.range * 0.9).max(1.0);
    let far = wanted.min(spare * force.rate);
    let there = gap - far;
    let dir = (enemy.middle - force.middle).normalize_or(force.facing);
    let shift = dir * far;
    let seen = study.sight(force.middle + shift, enemy.middle);
    let harm = study.harm_by_shots(force, enemy, there, force.left - far / force.rate.max(0.1));
    if harm * seen <= 0.0 || !study.engaged_with(target).is_empty() {
        return None;
    }
    let mut account = Account::default();
    account.add(MATERIAL, harm * seen * 0.9);
    if study.sees_replies() {
        let wounds = enemy.wounds * harm * seen / enemy.price().max(1.0);
        study.add_panic(&mut account, enemy, wounds);
    }
    let stand = Stand { shift, facing: dir, ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    let unit = force.unit;
    let to = inside(study, force.middle + shift);
    let acts =
        vec![Act::Go { unit, to, facing: Some(dir) }, Act::Shoot { unit, target, aim: false }];
    Some(weighed(format!("advance and shoot at {}", study.name(target)), acts, account))
}

/// Breath, grenades and blasts of whoever carries them.
fn think_of_templates(thoughts: &mut Thoughts, force: &Rc<Force>) {
    let world = thoughts.study.world;
    let mut kinds: Vec<Attack> = Vec::new();
    for spot in &force.spots {
        for (_, kind) in plan::aimed_attacks(world, spot.model) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    for kind in kinds {
        let own = force.clone();
        match kind {
            Attack::Breathe => thoughts.add(move |study| {
                let breath = plan::best_breath(study.world, own.unit)?;
                let odds = odds::of_breath(study.world, &breath)?;
                let (weapon, enemy) = (odds.weapon.to_lowercase(), enemy_under(study, &own, &odds));
                let name = format!("unleash its {weapon} on {enemy}");
                template(study, &own, &odds, Order::Breathe { breath }, name)
            }),
            Attack::Throw => {
                for together in [false, true] {
                    let own = own.clone();
                    thoughts.add(move |study| {
                        let throw = plan::best_throw(study.world, own.unit, together)?;
                        if together && throw.with.is_empty() {
                            return None;
                        }
                        let odds = odds::of_throw(study.world, &throw)?;
                        let together = if together { " together" } else { "" };
                        let weapon = sentence::with_article(&odds.weapon);
                        let enemy = unit_at(study.world, throw.at).map_or_else(
                            || enemy_under(study, &own, &odds),
                            |unit| study.name(unit),
                        );
                        let name = format!("throw {weapon}{together} at {enemy}");
                        template(study, &own, &odds, Order::Throw { throw }, name)
                    });
                }
            }
            Attack::Fire => thoughts.add(move |study| fire(study, &own)),
        }
    }
}

/// The unit of which a model is marked.
fn unit_at(world: &World, mark: Mark) -> Option<UnitId> {
    match mark {
        Mark::Model(model) => Some(world.unit_of(model)),
        Mark::Ground(_) => None,
    }
}

/// The first enemy on whom a template may come down.
fn enemy_under<'w>(study: &Study<'w>, force: &Force, odds: &TemplateOdds) -> &'w str {
    let mut under = odds.under.iter().map(|under| study.world.unit_of(under.model));
    let enemy = under.find(|&unit| study.world.side_of(unit) != force.side);
    enemy.map_or("the enemy", |unit| study.name(unit))
}

/// Points that a template is likely to take, less those of friends.
fn worth_of_template(study: &Study, unit: UnitId, odds: &TemplateOdds) -> f32 {
    let side = study.world.side_of(unit);
    let each = odds.under.iter().map(|under| {
        let own = study.world.side_of_model(under.model) == side;
        let wounds = f32::from(study.world.of_model::<WoundsLeft>(under.model).0).max(1.0);
        let points = super::force::worth_of(study.world, under.model);
        under.wound * points / wounds * if own { -doctrine::FRIEND } else { 1.0 }
    });
    each.sum()
}

fn template(
    study: &Study,
    force: &Force,
    odds: &TemplateOdds,
    order: Order,
    name: String,
) -> Option<Weighed<NoQuarter>> {
    let points = worth_of_template(study, force.unit, odds);
    if points <= 0.0 {
        return None;
    }
    let mut account = Account::default();
    account.add(MATERIAL, points);
    study.stand(&mut account, force, Stand::here(force));
    Some(weighed(name, vec![Act::Give(order)], account))
}

fn fire(study: &Study, force: &Force) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let fire = plan::best_fire(world, force.unit)?;
    let (points, weapon) = match odds::of_fired_blast(world, &fire) {
        Some(odds) => (worth_of_template(study, force.unit, &odds), odds.weapon),
        None => {
            let attacks = odds::of_burst(world, &fire);
            let weapon = attacks.first().map(|attack| attack.weapon.clone())?;
            let each = attacks.iter().map(|attack| {
                let spent = f32::from(world.of_model::<WoundsLeft>(attack.target).0).max(1.0);
                attack.chance * super::force::worth_of(world, attack.target) / spent
            });
            (each.sum(), weapon)
        }
    };
    let target = fire.marks.first().and_then(|mark| unit_at(world, *mark));
    let fought = target.filter(|&unit| !study.engaged_with(unit).is_empty());
    let share = fought.and_then(|unit| study.force(unit)).map_or(1.0, |at| into_combat(study, at));
    let quarry = target.and_then(|unit| study.force(unit));
    if quarry.is_some_and(|quarry| study.is_to_be_captured(quarry)) {
        return None;
    }
    let points = points * share;
    if points <= 0.0 {
        return None;
    }
    let whom = target.map_or_else(String::new, |unit| format!(" at {}", study.name(unit)));
    let mut account = Account::default();
    account.add(MATERIAL, points);
    study.stand(&mut account, force, Stand::here(force));
    let name = format!("fire its {}{whom}", weapon.to_lowercase());
    Some(weighed(name, vec![Act::Give(Order::Fire { fire })], account))
}

/// Loading, and turning towards a target.
fn think_of_the_gun(thoughts: &mut Thoughts, force: &Rc<Force>, gun: ModelId) {
    let own = force.clone();
    thoughts.add(move |study| {
        support_weapons::check_load(study.world, gun).ok()?;
        let mut account = Account::default();
        account
            .add_noted(OPPORTUNITY, LOADED, || "it is ready sooner for its next shot".to_owned());
        study.stand(&mut account, &own, Stand::here(&own));
        let name = format!("load {}", study.world.model_name(gun));
        Some(weighed(name, vec![Act::Give(Order::Load { weapon: gun })], account))
    });
    let own = force.clone();
    thoughts.add(move |study| turn(study, &own, gun));
}

/// Turns a gun towards the target that promises most, if it looks elsewhere.
fn turn(study: &Study, force: &Force, gun: ModelId) -> Option<Weighed<NoQuarter>> {
    let placed = study.world.placed(gun);
    let promise = |enemy: &Force| {
        let gap = force.gap(Vec2::ZERO, enemy);
        let seen = study.sight(placed.pose.at, enemy.middle);
        study.harm_by_shots(force, enemy, gap, force.actions) * seen
    };
    let best = study
        .enemies_of(force.side)
        .map(|enemy| (promise(enemy), enemy))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|best| best.0 > 0.0);
    let (points, enemy) = best?;
    let facing = (enemy.middle - placed.pose.at).try_normalize()?;
    if placed.pose.facing.dot(facing) >= AIMED {
        return None;
    }
    let mut account = Account::default();
    account.add_noted(OPPORTUNITY, points * 0.8, || {
        format!("it can fire at {} then", study.name(enemy.unit))
    });
    study.stand(&mut account, force, Stand::here(force));
    let moves = vec![ModelMove { model: gun, path: Vec::new(), facing: Some(facing) }];
    let name = format!("turn {} on {}", study.world.model_name(gun), study.name(enemy.unit));
    Some(weighed(name, vec![Act::Give(Order::Move { moves })], account))
}
