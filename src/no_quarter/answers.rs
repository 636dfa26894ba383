//! Answers to decisions: whether they may be given, and which chapter takes them.

use bevy::prelude::World;

use super::{
    charges, close_combat, deployment,
    error::{OrderError, Refusal},
    formations, hold, magic, mastery, morale,
    question::{Answer, Question},
    system::NoQuarter,
    trial, uses,
};
use crate::battle::{BattleWorld, Pending};

/// Whether an answer is one of the pending decision's options, or a legal place of one's own.
pub(super) fn check(world: &World, answer: &Answer) -> Result<(), OrderError> {
    let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 else {
        let text = "there is no decision to answer";
        return Err(OrderError::new(Refusal::NothingAsked, "", text));
    };
    if decision.options.contains(answer) {
        return Ok(());
    }
    if let Question::FollowUp { model, distance } = &decision.question {
        let in_ranks = formations::is_ranked(world, world.unit_of(*model));
        match answer {
            Answer::FollowUpTo { to } => {
                return close_combat::check_follow_up(world, *model, *to, *distance);
            }
            Answer::FollowUpInto { target } if !in_ranks => {
                return close_combat::check_follow_up_into(world, *model, *target);
            }
            Answer::FollowUpAlone { target } if in_ranks => {
                return close_combat::check_follow_up_into(world, *model, *target);
            }
            _ => {}
        }
    }
    let mut possible: Vec<String> =
        decision.options.iter().map(|option| option.named(world)).collect();
    if matches!(decision.question, Question::FollowUp { .. }) {
        possible.push("FollowUpTo a place".to_owned());
    }
    let text = format!("that isn't one of the possible answers: {}", possible.join(", "));
    Err(OrderError::new(Refusal::NoSuchAnswer, "", text))
}

/// Hands an answer to the chapter that asked.
pub(super) fn begin(world: &mut World, answer: Answer) {
    let decision = world.resource_mut::<Pending<NoQuarter>>().0.take();
    let Some(decision) = decision else { return };
    match decision.question {
        Question::RespondToAction { holder, active } => {
            hold::answer_action(world, holder, active, &answer);
        }
        Question::RespondToCharge { holder, charger } => {
            hold::answer_charge(world, holder, charger, &answer);
        }
        Question::ReceiveCharge { holder, charger } => {
            hold::answer_contact(world, holder, charger, &answer);
        }
        Question::TargetFled { charger, .. } => charges::answer_flight(world, charger, &answer),
        Question::FollowUp { model, .. } => close_combat::answer_follow_up(world, model, answer),
        Question::ChooseEdge { side } => deployment::answer_edge(world, side, &answer),
        Question::StandOrRetreat { unit } => morale::answer_stand(world, unit, &answer),
        Question::Taunted { .. } => uses::answer_taunt(world, &answer),
        Question::UseMastery { unit, by } => mastery::answer(world, unit, by, &answer),
        Question::IgnoreFailure { unit } => morale::answer_ignore(world, unit, &answer),
        Question::Parry { .. } => close_combat::answer_parry(world, &answer),
        Question::PushBack { unit, target } => {
            charges::answer_push_back(world, unit, target, &answer);
        }
        Question::LastBlow { driver, victim } => {
            charges::answer_last_blow(world, driver, victim, &answer);
        }
        Question::DriveFled { driver, .. } => charges::answer_drive_fled(world, driver, &answer),
        Question::CrewStrikes { driver, .. } => {
            charges::answer_crew_strikes(world, driver, &answer);
        }
        Question::SpareHit { .. } => close_combat::answer_spare_hit(world, &answer),
        Question::RollAgain { .. } => trial::answer(world, &answer),
        Question::KeepUp { caster } => magic::answer_upkeep(world, caster, &answer),
        Question::SeeAhead { caster, .. } => magic::answer_glimpse(world, caster, &answer),
        Question::WhoRises { caster, spell, at } => {
            magic::answer_who(world, (caster, spell, at), &answer);
        }
        Question::WhoTakesThem { rising } => magic::answer_home(world, rising, &answer),
        // The step that begins the first turn is next on the stack.
        Question::BeginBattle => {}
        Question::FillGap { model, at } => formations::answer_gap(world, model, at, &answer),
    }
}
