//! Answers to what rules ask. Each question has a rule of thumb of its own; whatever an answer isn't
//! valued by comes after the default.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{COVER, MATERIAL, NERVES, OBJECTIVES, OPPORTUNITY, ORDER, PLACE, RANKS, THREAT},
    force::{Force, worth_of},
    outlook::Stand,
    study::Study,
    terrain::shoots_better,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, SideId, UnitId, level::Edge, planning::Account},
    no_quarter::{
        NoQuarter, charges,
        components::ActionsLeft,
        deployment, hold,
        magic::Risen,
        movement, odds,
        order::words_of_answer,
        question::{Answer, Question},
    },
    table::{Ground, Pose},
};

/// What the default answer has over the others, where nothing else speaks for any of them. Points.
const DEFAULT: f32 = 0.01;
/// Waiting for a better shot is worth this share of the present one.
const PATIENCE: f32 = 0.35;
/// Shots worth less than this aren't taken: the next target may be a better one. Points.
const WORTH_A_SHOT: f32 = 1.0;
/// What fleeing costs a unit, as a share of its worth: its ranks, its place, its go.
const FLIGHT: f32 = 0.12;
/// How much of the harm of a pursuer still comes to those who flee.
const CAUGHT: f32 = 0.3;
/// An attack that promises so many points is worth the one mastery of a battle.
const MASTERY: f32 = 12.0;
/// How much an enemy's answer counts against following up.
const ANSWER: f32 = 0.6;
/// What retreating costs, as a share of the force.
const RETREAT: f32 = 0.1;
/// A new unit of the dead is another one to be activated. Points.
const ANOTHER_UNIT: f32 = 3.0;
/// Cover and bad ground count so far ahead of a zone. Inches.
const SHELTER: f32 = 6.0;
/// What a piece of cover, or of bad ground, is worth to an edge. Points.
const SHELTERED: f32 = 2.0;
/// How much less a place is worth for each inch to it, to an edge.
const WAY: f32 = 0.05;

/// Thinks of all answers to a question, the default first.
pub(super) fn think<'w>(thoughts: &mut Thoughts<'w>, decision: &'w Decision<NoQuarter>) {
    let default = decision.default;
    let others = (0..decision.options.len()).filter(|&place| place != default);
    for place in std::iter::once(default).chain(others) {
        let Some(answer) = decision.options.get(place) else { continue };
        thoughts.add(move |study| {
            let mut account = Account::default();
            value(study, &mut account, &decision.question, answer);
            if place == default {
                account.add(ORDER, DEFAULT);
            }
            let name = words_of_answer(study.world, answer);
            Some(weighed(name, vec![Act::Answer(answer.clone())], account))
        });
    }
}

/// What an answer is worth, where there is more to say than that it is the default.
fn value(study: &Study, account: &mut Account, question: &Question, answer: &Answer) {
    match (question, answer) {
        (Question::RespondToAction { holder, active }, answer) => {
            respond(study, account, *holder, *active, answer);
        }
        (Question::RespondToCharge { holder, charger }, Answer::Flee) => {
            account.add(THREAT, -flight(study, *holder, *charger));
        }
        (Question::RespondToCharge { holder, charger }, _) => {
            account.add(THREAT, -charged(study, *holder, *charger));
        }
        (Question::ReceiveCharge { holder, charger }, Answer::Strike | Answer::StrikeAt { .. }) => {
            account.add(MATERIAL, first_blows(study, *holder, *charger));
            if let Answer::StrikeAt { target } = answer {
                // All of them together do more than those who reach one.
                account.add(MATERIAL, 0.02 * worth_of(study.world, *target) - 1.0);
            }
        }
        (Question::LastBlow { .. }, Answer::Strike) => account.add(MATERIAL, 1.0),
        (Question::TargetFled { charger, target }, answer) => {
            pursue(study, account, *charger, *target, answer);
        }
        (Question::FollowUp { model, .. }, answer) => {
            follow_up(study, account, *model, answer);
        }
        (Question::ChooseEdge { side }, Answer::Edge { edge }) => {
            choose_edge(study, account, *side, *edge);
        }
        (Question::PushBack { unit, target }, answer) => {
            push_back(study, account, *unit, *target, answer);
        }
        (Question::StandOrRetreat { unit }, Answer::Retreat) => {
            let worth = study.force(*unit).map_or(0.0, |force| force.worth);
            account.add(NERVES, -RETREAT * worth);
        }
        (Question::StandOrRetreat { unit }, Answer::Stand) => {
            account.add(THREAT, -0.5 * standing_danger(study, *unit));
        }
        (Question::Parry { .. }, Answer::Parry) => account.add(MATERIAL, 1.0),
        (Question::SpareHit { .. }, Answer::GoesOverTo { target }) => {
            account.add(MATERIAL, 0.1 * worth_of(study.world, *target));
        }
        (Question::RollAgain { .. } | Question::SeeAhead { .. }, Answer::RollAgain) => {
            account.add(NERVES, 1.0);
        }
        (Question::IgnoreFailure { .. }, Answer::Ignore) => account.add(NERVES, 1.0),
        (Question::UseMastery { unit, .. }, Answer::UseMastery) => {
            account.add(THREAT, attacked(study, *unit) - MASTERY);
        }
        (Question::FillGap { .. }, Answer::Fill) => account.add(RANKS, 1.0),
        (Question::CrewStrikes { .. }, Answer::CrewStrikes { blow }) => {
            let chance = odds::of_blow(study.world, blow).chance;
            account.add(MATERIAL, chance * worth_of(study.world, blow.target));
        }
        (Question::KeepUp { caster }, Answer::KeepUp { what }) => {
            let card = what.spell.card();
            let cost = f32::from(card.lasts.upkeep().unwrap_or(0));
            let all = f32::from(study.world.of_model::<ActionsLeft>(*caster).0).max(1.0);
            account.add(ORDER, card.points as f32 * 0.7 * (1.0 - cost / all) - 0.5);
        }
        (Question::WhoRises { .. }, Answer::Raise { who: Risen::Slain(model) }) => {
            account.add(MATERIAL, worth_of(study.world, *model));
        }
        (Question::WhoTakesThem { .. }, Answer::FormUnit) => account.add(ORDER, ANOTHER_UNIT),
        (Question::WhoTakesThem { .. }, Answer::JoinUnit { unit }) => {
            let near = study.force(*unit).map_or(0.0, |force| {
                let gap = |enemy| force.gap(Vec2::ZERO, enemy);
                let nearest = study.enemies_of(force.side).map(gap).fold(f32::MAX, f32::min);
                10.0 / (2.0 + nearest)
            });
            account.add(ORDER, near);
        }
        (
            Question::Taunted { unit, .. } | Question::DriveFled { driver: _, target: unit },
            Answer::Redirect { target },
        ) => {
            let net = match (study.force(*unit), study.force(*target)) {
                (Some(own), Some(enemy)) => {
                    let gap = own.gap(Vec2::ZERO, enemy);
                    study.harm_by_charge(own, enemy, gap)
                        - ANSWER * study.harm(enemy, own, enemy.actions)
                }
                _ => 0.0,
            };
            account.add(MATERIAL, net);
        }
        // Nothing speaks for any other answer.
        (
            Question::ReceiveCharge { .. }
            | Question::LastBlow { .. }
            | Question::ChooseEdge { .. }
            | Question::StandOrRetreat { .. }
            | Question::Parry { .. }
            | Question::SpareHit { .. }
            | Question::RollAgain { .. }
            | Question::SeeAhead { .. }
            | Question::IgnoreFailure { .. }
            | Question::UseMastery { .. }
            | Question::FillGap { .. }
            | Question::CrewStrikes { .. }
            | Question::KeepUp { .. }
            | Question::WhoRises { .. }
            | Question::WhoTakesThem { .. }
            | Question::Taunted { .. }
            | Question::DriveFled { .. }
            | Question::BeginBattle,
            _,
        ) => {}
    }
}

/// The zone of an edge should be near the objectives. A side that shoots worse wants cover there, one that shoots
/// better wants none, and neither wants bad ground.
fn choose_edge(study: &Study, account: &mut Account, side: SideId, edge: Edge) {
    let world = study.world;
    let of = if world.edge_of(side) == edge { side } else { side.other() };
    let (low, high) = deployment::zone(world, of);
    let ahead = deployment::inwards(world, of) * SHELTER;
    let (near, far) = (low.min(low + ahead), high.max(high + ahead));
    let middle = (low + high) / 2.0;
    for goal in study.goals() {
        account.add(OBJECTIVES, goal.worth / (1.0 + WAY * goal.at.distance(middle)));
    }
    let shoots_better = shoots_better(study);
    for piece in &world.table().terrain {
        let (from, to) = piece.footprint.bounds();
        let there = |low: Vec2, high: Vec2| from.cmple(high).all() && to.cmpge(low).all();
        if piece.gives_cover() && there(near, far) {
            account.add(COVER, if shoots_better { -SHELTERED } else { SHELTERED });
        }
        if piece.ground != Ground::Open && there(low, high) {
            account.add(PLACE, -SHELTERED);
        }
    }
}

/// How many of both sides would fight after a push, and what the ground is worth that changes hands.
fn push_back(study: &Study, account: &mut Account, unit: UnitId, target: UnitId, answer: &Answer) {
    let world = study.world;
    let (Some(own), Some(enemy)) = (study.force(unit), study.force(target)) else { return };
    let touches = |of: UnitId, whom: UnitId| {
        let fights = |&&model: &&ModelId| {
            movement::engaged_with(world, model).iter().any(|&one| world.unit_of(one) == whom)
        };
        world.standing(of).iter().filter(fights).count()
    };
    let pushed = match answer {
        Answer::PushBack { actions } => charges::push_back(world, unit, target, *actions),
        _ => None,
    };
    let (fight, met) = match &pushed {
        Some(push) => (push.contacts.len(), push.met.len()),
        None => (touches(unit, target), touches(target, unit)),
    };
    let paid = pushed.as_ref().map_or(0, |push| push.actions);
    let left = own.spots.iter().map(|spot| world.of_model::<ActionsLeft>(spot.model).0);
    let left = f32::from(left.min().unwrap_or(0).saturating_sub(paid));
    let share = |count: usize, of: &Force| (count as f32 / of.frontage.max(1) as f32).min(1.0);
    let harm = share(fight, own) * study.full_harm(own, enemy, left);
    account.add(MATERIAL, harm);
    if study.sees_replies() {
        // Whoever has fallen doesn't strike back.
        let stand = (1.0 - harm / enemy.price().max(1.0)).max(0.0);
        let back = stand * study.full_harm(enemy, own, enemy.actions);
        account.add(THREAT, -ANSWER * share(met, enemy) * back);
    }
    let Some(push) = pushed else { return };
    let shift = |ends: &[(ModelId, Pose)], of: &Force| {
        let gone = ends.iter().map(|(model, pose)| pose.at - world.placed(*model).pose.at);
        gone.sum::<Vec2>() / of.spots.len().max(1) as f32
    };
    for (force, ends, sign) in [(own, &push.ends, 1.0), (enemy, &push.pushed, -1.0)] {
        let here = Stand::here(force);
        let there = Stand { shift: shift(ends, force), ..here };
        for goal in study.goals() {
            let more = goal.worth_with(study, force, there) - goal.worth_with(study, force, here);
            account.add(OBJECTIVES, sign * more);
        }
    }
}

/// Shots from hold: what they promise against what the next target may.
fn respond(study: &Study, account: &mut Account, holder: UnitId, active: UnitId, answer: &Answer) {
    let world = study.world;
    let shots = || -> f32 {
        let Some(enemy) = study.force(active) else { return 0.0 };
        let shots = hold::response_shots(world, holder, active);
        let chances = shots.iter().filter_map(|shot| odds::of_response_shot(world, shot));
        super::harm::capped(enemy, chances.map(|shot| shot.chance).sum())
    };
    match answer {
        Answer::Shoot => account.add(MATERIAL, shots() - WORTH_A_SHOT),
        Answer::RespondAt { target } => {
            let targets = hold::response_targets(world, holder, active);
            let worth = targets.iter().find(|(model, _)| model == target).map_or(0.0, |one| one.1);
            account.add(MATERIAL, worth - WORTH_A_SHOT);
        }
        Answer::Pass => {
            // Nearer it is easier; but it may also go away, or come to blows.
            account.add(OPPORTUNITY, PATIENCE * shots());
        }
        _ => {}
    }
}

/// What a charge is likely to cost those who stay. It has been declared, so all are expected to arrive.
fn charged(study: &Study, holder: UnitId, charger: UnitId) -> f32 {
    let (Some(own), Some(enemy)) = (study.force(holder), study.force(charger)) else { return 0.0 };
    let gap = own.gap(Vec2::ZERO, enemy);
    let harm = study.full_harm_by_charge(enemy, own, gap);
    let first = study.full_harm(own, enemy, 3.5);
    // Whoever has fallen doesn't strike back.
    let left = (1.0 - harm / own.price().max(1.0)).max(0.0);
    let back = if study.sees_replies() {
        0.7 * left * study.full_harm(own, enemy, own.actions)
    } else {
        0.0
    };
    harm - first - back
}

/// What fleeing is likely to cost.
fn flight(study: &Study, holder: UnitId, charger: UnitId) -> f32 {
    let (Some(own), Some(enemy)) = (study.force(holder), study.force(charger)) else { return 0.0 };
    let gap = own.gap(Vec2::ZERO, enemy);
    let caught = if gap + own.reach() / 2.0 > enemy.reach() { CAUGHT } else { 1.2 };
    FLIGHT * own.worth + caught * study.full_harm_by_charge(enemy, own, gap)
}

/// What those who are touched can strike before the chargers do.
fn first_blows(study: &Study, holder: UnitId, charger: UnitId) -> f32 {
    let world = study.world;
    let blows = hold::receiving_blows(world, holder, charger);
    let wounds = blows.iter().map(|blow| odds::of_blow(world, blow).chance).sum();
    study.force(charger).map_or(0.0, |enemy| super::harm::capped(enemy, wounds)) + 0.5
}

/// After those who have fled, or at somebody else.
fn pursue(study: &Study, account: &mut Account, charger: UnitId, target: UnitId, answer: &Answer) {
    let world = study.world;
    let whom = match answer {
        Answer::Pursue => target,
        Answer::Redirect { target } => *target,
        _ => return,
    };
    let (Some(own), Some(enemy)) = (study.force(charger), study.force(whom)) else { return };
    let chargers = charges::chargers(world, charger, &[]);
    if study.knowledge.course(world, charger, &chargers, whom).contacts.is_empty() {
        // It runs after them for nothing.
        account.add(THREAT, -0.05 * own.worth);
        return;
    }
    let gap = own.gap(Vec2::ZERO, enemy);
    account.add(MATERIAL, study.harm_by_charge(own, enemy, gap));
    account.add(THREAT, -ANSWER * study.harm(enemy, own, enemy.actions));
}

/// Into the next enemy, if that does more than it gets back.
fn follow_up(study: &Study, account: &mut Account, model: ModelId, answer: &Answer) {
    let world = study.world;
    let (target, alone) = match answer {
        Answer::FollowUpInto { target } => (*target, false),
        Answer::FollowUpAlone { target } => (*target, true),
        _ => return,
    };
    let unit = world.unit_of(model);
    let (Some(own), Some(enemy)) = (study.force(unit), study.force(world.unit_of(target))) else {
        return;
    };
    let share = if own.ranked && !alone { 1.0 } else { 1.0 / own.spots.len().max(1) as f32 };
    let left = f32::from(world.of_model::<ActionsLeft>(model).0);
    account.add(MATERIAL, share * study.harm(own, enemy, left + 0.5 * own.actions));
    if study.sees_replies() {
        account.add(THREAT, -share * ANSWER * study.harm(enemy, own, enemy.actions));
    }
    if alone {
        account.add(RANKS, -0.08 * own.worth);
    }
}

/// The greatest danger to a unit where it is.
fn standing_danger(study: &Study, unit: UnitId) -> f32 {
    let Some(force) = study.force(unit) else { return 0.0 };
    let here = Stand::here(force);
    let each = study.enemies_of(force.side);
    let each = each.map(|enemy| study.attack(enemy, Stand::here(enemy), force, here).worth);
    each.fold(0.0, f32::max)
}

/// What the active unit is likely to do to a unit that it attacks.
fn attacked(study: &Study, unit: UnitId) -> f32 {
    let active = study.world.frame().active;
    let active = active.and_then(|active| study.force(active));
    let (Some(own), Some(enemy)) = (study.force(unit), active) else { return 0.0 };
    let gap = own.gap(Vec2::ZERO, enemy);
    let shots = study.harm_by_shots(enemy, own, gap, enemy.actions);
    if gap < 1.0 { study.harm(enemy, own, enemy.actions) } else { shots }
}
