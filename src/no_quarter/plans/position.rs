//! What a position is worth to a side, as it stands.

use super::{
    aspect::{GENERAL, MATERIAL, NERVES, OBJECTIVES, OPPORTUNITY, RANKS, THREAT},
    force::Force,
    outlook::{Stand, for_the_general},
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
const IN_RANKS: f32 = 0.02;
/// What shaken nerves cost here, of what good order is worth to whoever could rally: it may rally later.
const SHAKEN: f32 = 0.5;
/// How much of what a force can do by one activation's blows counts that is in combat, if it still has its go in
/// this turn: in the last turn, and while others follow, in which the fight goes on.
const LAST_BLOWS: f32 = 0.85;
const FIGHT_NOW: f32 = 1.3;
/// The same of a force that has had its go, if any turn follows.
const FIGHT: f32 = 0.6;
/// How much of what else [may come](Study::may_come) counts.
const OPEN: f32 = 0.6;

/// How much the [danger to a general](for_the_general) counts here, of what it counts in a plan: the points that
/// sides had at the end of battles between Sergeants hardly depended on it.
const GENERAL_STRUCK: f32 = 0.15;

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
        account.add(NERVES, -sign * SHAKEN * shaken(force) * force.worth);
        let lie = movement::fallen(study.world, force.unit).len() as f32;
        let share = lie / force.spots.len().max(1) as f32;
        account.add(NERVES, -sign * share * UPRIGHT * force.worth);
        if force.formed {
            account.add(RANKS, sign * IN_RANKS * force.worth);
        }
        let engaged = study.engaged_with(force.unit);
        let (item, counts, best) = if engaged.is_empty() {
            let best = study.best_attack(force, Stand::here(force), |_| 1.0);
            (OPPORTUNITY, OPEN * study.may_come(force), best)
        } else {
            let fights = engaged.iter().filter_map(|&enemy| study.force(enemy));
            let blows = fights.map(|enemy| (study.harm(force, enemy, force.actions), enemy.unit));
            (THREAT, fights_on(study, force), blows.max_by(|a, b| a.0.total_cmp(&b.0)))
        };
        if let Some((points, whom)) = best {
            let points = sign * counts * points;
            account.add(item, points);
            let general = study.force(whom).map_or(0.0, |whom| for_the_general(whom));
            account.add(GENERAL, GENERAL_STRUCK * general * points);
        }
    }
    for goal in study.goals() {
        account.add(OBJECTIVES, goal.worth_now(study));
    }
    account
}

/// How much of what a force does by one activation's blows counts that is in combat.
fn fights_on(study: &Study, force: &Force) -> f32 {
    match (force.may_act(), study.turns_left > 0.0) {
        (true, true) => FIGHT_NOW,
        (true, false) => LAST_BLOWS,
        (false, true) => FIGHT,
        (false, false) => 0.0,
    }
}

fn shaken(force: &Force) -> f32 {
    match force.morale {
        Morale::Steady => 0.0,
        Morale::Panicked => STEADY,
        Morale::Terrified => TERROR * STEADY,
    }
}
