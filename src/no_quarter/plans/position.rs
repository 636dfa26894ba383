//! What a position is worth to a side, as it stands.

use bevy::math::Vec2;

use super::{
    aspect::{GENERAL, MATERIAL, NERVES, OBJECTIVES, OPPORTUNITY, RANKS, THREAT},
    force::Force,
    outlook::Stand,
    study::Study,
    waiting::{STEADY, UPRIGHT},
};
use crate::{
    battle::{RuleSystem, planning::Account},
    no_quarter::{NoQuarter, components::Morale, movement},
};

/// What terror costs, in what panic does.
const TERROR: f32 = 1.5;
/// What ranks are worth, as a share of the force.
const IN_RANKS: f32 = 0.05;
/// How much of what can be done to a force next counts.
const NEXT: f32 = 0.35;
/// How much of its harm an enemy is likely to do that has had its go in this turn.
const LATER: f32 = 0.5;

/// What it is worth to have won, whatever the points say.
const VICTORY: f32 = 150.0;

/// The account of a position for the side of a study: its own less the enemy's.
pub(super) fn of(study: &Study) -> Account {
    let mut account = Account::default();
    let over = NoQuarter::outcome(study.world);
    if let Some(winner) = over.as_ref().and_then(|outcome| outcome.winner) {
        account.add(OBJECTIVES, if winner == study.side { VICTORY } else { -VICTORY });
    }
    for force in study.forces() {
        let sign = if force.side == study.side { 1.0 } else { -1.0 };
        account.add(MATERIAL, sign * force.worth);
        if over.is_some() {
            continue;
        }
        account.add(NERVES, -sign * shaken(force) * force.worth);
        let lie = movement::fallen(study.world, force.unit).len() as f32;
        let share = lie / force.spots.len().max(1) as f32;
        account.add(NERVES, -sign * share * UPRIGHT * force.worth);
        if force.formed {
            account.add(RANKS, sign * IN_RANKS * force.worth);
        }
        let danger = danger(study, force);
        account.add(THREAT, -sign * NEXT * danger);
        if force.leads {
            account.add(GENERAL, -sign * NEXT * danger);
        }
        if study.engaged_with(force.unit).is_empty() {
            let mut chances = Account::default();
            study.add_opportunity(&mut chances, force, Stand::here(force));
            account.add(OPPORTUNITY, sign * chances.worth());
        }
        let approach = |goal: &super::goals::Goal| goal.approach(study, force, Vec2::ZERO);
        account.add(OBJECTIVES, sign * study.goals().iter().map(approach).sum::<f32>());
    }
    for goal in study.goals() {
        account.add(OBJECTIVES, goal.worth_now(study));
    }
    account
}

fn shaken(force: &Force) -> f32 {
    match force.morale {
        Morale::Steady => 0.0,
        Morale::Panicked => STEADY,
        Morale::Terrified => TERROR * STEADY,
    }
}

/// The greatest danger to a force.
fn danger(study: &Study, force: &Force) -> f32 {
    let engaged = study.engaged_with(force.unit);
    let each = study.enemies_of(force.side).map(|enemy| {
        let soon = if enemy.may_act() { 1.0 } else { LATER };
        soon * if engaged.contains(&enemy.unit) {
            study.harm(enemy, force, enemy.actions)
        } else {
            study.danger_of(force, enemy)
        }
    });
    each.fold(0.0, f32::max)
}
