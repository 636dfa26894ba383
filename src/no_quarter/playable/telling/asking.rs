//! What a decision is about: the question in full, whom it concerns, and its answers.

use bevy::prelude::World;

use super::{keeping_up, replies::replies};
use crate::{
    battle::{BattleWorld, Decision, UnitId, playable::telling::Asking},
    no_quarter::{
        NoQuarter, Question, charges, close_combat, codex,
        effects::Test,
        magic::{self, Glimpse, Rising},
        playable::acting::setting_up::{ALL_DEPLOYED, UNTIL_IT_BEGINS},
        sentence::foresight_left,
    },
};

/// What the pending decision is about, and what each answer would do.
pub(super) fn asking(world: &World, decision: &Decision<NoQuarter>) -> Asking {
    let question = &decision.question;
    let (own, other) = concerned(world, question);
    let circle = match question {
        Question::FollowUp { model, distance } => Some((*model, *distance)),
        _ => None,
    };
    Asking {
        text: text(world, question),
        about: question.about(),
        term: codex::of_question(question),
        own,
        other,
        circle,
        beside: *question == Question::BeginBattle,
        replies: replies(world, decision),
    }
}

/// The units a question is about: who decides for, and on whose account.
fn concerned(world: &World, question: &Question) -> (Option<UnitId>, Option<UnitId>) {
    match question {
        Question::RespondToAction { holder, active } => (Some(*holder), Some(*active)),
        Question::RespondToCharge { holder, charger }
        | Question::ReceiveCharge { holder, charger } => (Some(*holder), Some(*charger)),
        Question::CrewStrikes { driver, target } | Question::DriveFled { driver, target } => {
            (Some(world.unit_of(*driver)), Some(*target))
        }
        Question::LastBlow { driver, victim } => {
            (Some(world.unit_of(*victim)), Some(world.unit_of(*driver)))
        }
        Question::SpareHit { attacker, .. } => (Some(world.unit_of(*attacker)), None),
        Question::Parry { attacker, target, .. } => {
            (Some(world.unit_of(*target)), Some(world.unit_of(*attacker)))
        }
        Question::TargetFled { charger: unit, target } | Question::PushBack { unit, target } => {
            (Some(*unit), Some(*target))
        }
        Question::FollowUp { model, .. } | Question::FillGap { model, .. } => {
            (Some(world.unit_of(*model)), None)
        }
        Question::KeepUp { caster }
        | Question::SeeAhead { caster, .. }
        | Question::WhoRises { caster, .. }
        | Question::WhoTakesThem { rising: Rising { caster, .. } } => {
            (Some(world.unit_of(*caster)), None)
        }
        Question::Taunted { unit, by } => (Some(*unit), Some(*by)),
        Question::StandOrRetreat { unit }
        | Question::IgnoreFailure { unit }
        | Question::UseMastery { unit, .. }
        | Question::RollAgain { unit, .. } => (Some(*unit), None),
        Question::ChooseEdge { .. } | Question::BeginBattle => (None, None),
    }
}

/// What a roll failed in.
fn failed(test: Test) -> &'static str {
    match test {
        Test::Strike | Test::Shoot | Test::PartlyCovered => "has missed",
        Test::Parry => "has failed to parry",
        Test::Evade => "has failed to evade a hit",
        Test::Save => "has failed an armour save",
        Test::Damage => "has failed to wound",
        Test::Command => "has failed a command test",
        Test::Panic => "has rolled on the panic table",
        Test::Endure => "has failed a test of its toughness",
        Test::Cast => "has failed to cast a spell",
        Test::Resist => "has failed to resist a spell",
        Test::Cancel => "has failed to cancel a spell",
    }
}

/// What foresight could change, as a sentence.
fn glimpse(world: &World, glimpse: &Glimpse) -> String {
    match *glimpse {
        Glimpse::Roll { unit, test, result, needed } => {
            let needed = needed.map(|needed| format!(", and {needed} or less is needed"));
            let (name, failed) = (world.unit_name(unit), failed(test));
            format!("{name} {failed}: the die shows {result}{}.", needed.unwrap_or_default())
        }
        Glimpse::Initiative { own, other } => {
            format!("Your die for the initiative shows {own}, the other side's {other}.")
        }
    }
}

/// A question, as a sentence.
fn text(world: &World, question: &Question) -> String {
    let unit = |id| world.unit_name(id);
    match question {
        Question::RespondToAction { holder, active } => format!(
            "{} is on hold and {} has just acted in its sight. Shoot in response?",
            unit(*holder),
            unit(*active)
        ),
        Question::RespondToCharge { holder, charger } => {
            format!("{} is on hold, and {} charges it. Flee?", unit(*holder), unit(*charger))
        }
        Question::ReceiveCharge { holder, charger } => format!(
            "{} is on hold, and {} has run into it. Strike first?",
            unit(*holder),
            unit(*charger)
        ),
        Question::TargetFled { charger, target } => {
            format!("{} has fled. What should {} do?", unit(*target), unit(*charger))
        }
        Question::DriveFled { driver, target } => {
            format!("{} has fled. What should {} do?", unit(*target), world.model_name(*driver))
        }
        Question::LastBlow { driver, victim } => format!(
            "{} is on hold, and {} drives through it. Should the models in the way strike first?",
            unit(world.unit_of(*victim)),
            world.model_name(*driver)
        ),
        Question::FollowUp { model, distance } => format!(
            "{} has slain an enemy and may follow up for free, {distance} at most. Where should it \
             go?",
            world.model_name(*model)
        ),
        Question::ChooseEdge { side } => {
            format!("Which table edge should {} take?", world.side_within(*side))
        }
        Question::BeginBattle => format!("{ALL_DEPLOYED} {UNTIL_IT_BEGINS}"),
        Question::StandOrRetreat { unit: panicked } => {
            format!("{} is panicked. Should it stand or retreat?", unit(*panicked))
        }
        Question::Taunted { unit: taunted, by } => format!(
            "{} can't bear the taunts of {} and has to charge. Whom?",
            unit(*taunted),
            unit(*by)
        ),
        Question::UseMastery { unit: masters, by } => format!(
            "{} is attacked and may add {by} to its saves for now, once in this battle. Do it?",
            unit(*masters)
        ),
        Question::IgnoreFailure { unit: proud } => format!(
            "{} has failed a morale test. Should it ignore that? It can do so once in this battle.",
            unit(*proud)
        ),
        Question::Parry { attacker, target, die } => format!(
            "{} hits {}: the die shows {die}. Parry? You need less than {}, and a {} costs {} armour.",
            world.model_name(*attacker),
            world.model_name(*target),
            close_combat::parry_needed(world, *target, *attacker, *die).value() + 1,
            close_combat::LEAVES_AN_OPENING,
            -close_combat::OPENING.by
        ),
        Question::PushBack { unit: charger, target } => format!(
            "{} has run into {} and outnumbers it {} to 1. Push it back before the fight?",
            unit(*charger),
            unit(*target),
            charges::TO_ONE
        ),
        Question::CrewStrikes { driver, target } => format!(
            "{} drives through {}. Should its crew strike on the way?",
            world.model_name(*driver),
            unit(*target)
        ),
        Question::SpareHit { attacker, fallen } => format!(
            "{} has fallen, and {} has a hit left over. Whom should it strike?",
            world.model_name(*fallen),
            world.model_name(*attacker)
        ),
        Question::RollAgain { unit: who, test, result, needed } => format!(
            "{} {}: the die shows {result}. Roll again? You need {needed} or less, and the second \
             roll counts.",
            unit(*who),
            failed(*test)
        ),
        Question::KeepUp { caster } => keeping_up::question(world, *caster),
        Question::SeeAhead { caster, left, of } => format!(
            "{} {} has foreseen it. Roll again? {}",
            glimpse(world, of),
            world.model_name(*caster),
            foresight_left(*left)
        ),
        Question::WhoRises { caster, .. } => {
            format!("{} raises the dead. Who should rise?", world.model_name(*caster))
        }
        Question::WhoTakesThem { rising } => {
            let them = magic::rising_named(world, rising);
            let rise = if rising.count == 1 { "rises" } else { "rise" };
            let verb = if rising.count == 1 { "does it" } else { "do they" };
            format!("{them} {rise}. Which unit {verb} join?")
        }
        Question::FillGap { model, .. } => format!(
            "There is a gap in the ranks. Should {} step into it for free?",
            world.model_name(*model)
        ),
    }
}
