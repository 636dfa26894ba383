//! What each answer to a decision would do, as its button says it and as the table shows it.

use std::collections::BTreeSet;

use bevy::prelude::{Vec2, World};

use super::keeping_up;

use crate::{
    battle::{
        BattleWorld, Decision, ModelId, UnitId,
        playable::telling::{Displaced, Fate, Reply},
    },
    no_quarter::{
        Answer, Arms, Blow, NoQuarter, Question,
        charges::{self, PushBack},
        command_test,
        event::TestReason,
        fear, hold,
        magic::{Bearer, Risen, SpellOn},
        movement,
        playable::acting::setting_up::BEGIN,
        sentence::{self, count},
        support_weapons,
        topic::Topic,
    },
    table::Inches,
};

/// What may be answered, in the order of the decision's options.
pub(super) fn replies(world: &World, decision: &Decision<NoQuarter>) -> Vec<Reply> {
    let daring = dares(world, &decision.question);
    let reply = |answer: &Answer| {
        let push = pushback(world, &decision.question, answer);
        let text = text(world, &decision.question, answer);
        let daring = daring.filter(|_| *answer == Answer::Shoot);
        let text = match &push {
            Some(push) => pushing(world, push),
            None => format!("{text}{}", daring.map_or("", Daring::words)),
        };
        let displaced = push.as_ref().map(displaced).unwrap_or_default();
        let target = target(answer);
        let mut topics: Vec<Topic> = topic(answer).into_iter().collect();
        topics.extend(daring.map(|_| Topic::IntoCombat));
        let feared = target.is_some_and(|target| is_feared(world, &decision.question, target));
        topics.extend(feared.then_some(Topic::Fear));
        let terms = topics.into_iter().flat_map(Topic::terms).collect();
        Reply { text, terms, target, displaced }
    };
    decision.options.iter().map(reply).collect()
}

/// The model that an answer is about.
fn target(answer: &Answer) -> Option<ModelId> {
    match answer {
        Answer::KeepUp { what: SpellOn { on: Bearer::Model(target), .. } }
        | Answer::FollowUpInto { target }
        | Answer::FollowUpAlone { target }
        | Answer::RespondAt { target }
        | Answer::StrikeAt { target }
        | Answer::CrewStrikes { blow: Blow { target, .. } }
        | Answer::GoesOverTo { target } => Some(*target),
        Answer::Pass
        | Answer::PassForThisOrder
        | Answer::Shoot
        | Answer::Strike
        | Answer::Flee
        | Answer::Halt
        | Answer::Pursue
        | Answer::Redirect { .. }
        | Answer::FollowUpTo { .. }
        | Answer::Stand
        | Answer::Retreat
        | Answer::Fill
        | Answer::RollAgain
        | Answer::LetStand
        | Answer::Ignore
        | Answer::UseMastery
        | Answer::Edge { .. }
        | Answer::Begin
        | Answer::Parry
        | Answer::KeepUp { .. }
        | Answer::Raise { .. }
        | Answer::JoinUnit { .. }
        | Answer::FormUnit
        | Answer::PushBack { .. } => None,
    }
}

/// What an answer is about, besides what the question is about.
fn topic(answer: &Answer) -> Option<Topic> {
    Some(match answer {
        Answer::Shoot | Answer::RespondAt { .. } => Topic::Shooting,
        Answer::Strike | Answer::StrikeAt { .. } => Topic::CloseCombat,
        Answer::Flee => Topic::Flight,
        Answer::Redirect { .. } => Topic::Charge,
        Answer::FollowUpInto { .. } => Topic::CloseCombat,
        Answer::FollowUpAlone { .. } => Topic::Ranks,
        Answer::Retreat => Topic::Retreat,
        Answer::PushBack { .. } => Topic::PushingBack,
        Answer::KeepUp { .. } => Topic::Upkeep,
        Answer::Pass
        | Answer::PassForThisOrder
        | Answer::Halt
        | Answer::Pursue
        | Answer::FollowUpTo { .. }
        | Answer::Stand
        | Answer::Fill
        | Answer::RollAgain
        | Answer::LetStand
        | Answer::Ignore
        | Answer::UseMastery
        | Answer::Edge { .. }
        | Answer::Begin
        | Answer::Parry
        | Answer::CrewStrikes { .. }
        | Answer::Raise { .. }
        | Answer::JoinUnit { .. }
        | Answer::FormUnit
        | Answer::GoesOverTo { .. } => return None,
    })
}

/// What shots in response that go into close combat bring first.
#[derive(Clone, Copy)]
enum Daring {
    /// A command test (RNG-08).
    Tests,
    /// Nothing: whoever shoots passes without a die (TR-UNDEAD).
    IsSure,
}

impl Daring {
    /// How it goes on behind the word for the shots.
    fn words(self) -> &'static str {
        match self {
            Self::Tests => " into close combat, after a command test",
            Self::IsSure => " into close combat",
        }
    }
}

/// What comes before the shots in response, if they go into close combat and it isn't settled yet
/// whether the unit dares to.
fn dares(world: &World, question: &Question) -> Option<Daring> {
    let Question::RespondToAction { holder, active } = question else { return None };
    if !hold::take_test(world, *holder, &hold::response_shots(world, *holder, *active)) {
        return None;
    }
    let sure = command_test::is_sure(world, *holder, TestReason::ShootIntoCombat);
    Some(if sure { Daring::IsSure } else { Daring::Tests })
}

/// The pushback that an answer would be.
fn pushback(world: &World, question: &Question, answer: &Answer) -> Option<PushBack> {
    match (question, answer) {
        (Question::PushBack { unit, target }, Answer::PushBack { actions }) => {
            charges::push_back(world, *unit, *target, *actions)
        }
        _ => None,
    }
}

/// Where the ranks would stand after a pushback, where those they push would, and who would fight.
fn displaced(push: &PushBack) -> Vec<Displaced> {
    let ranks = push.ends.iter().map(|&(model, pose)| {
        let fate = if push.contacts.contains(&model) { Fate::Fights } else { Fate::Goes };
        Displaced { model, pose, fate }
    });
    let pushed = push.pushed.iter();
    let pushed = pushed.map(|&(model, pose)| Displaced { model, pose, fate: Fate::Pushed });
    ranks.chain(pushed).collect()
}

/// Shooting in response: where there is a gun, the bows are those of its crew.
fn shoot(world: &World, question: &Question) -> &'static str {
    match question {
        Question::RespondToAction { holder, .. }
            if support_weapons::weapon_of(world, *holder).is_some() =>
        {
            "Shoot with the crew's own weapons"
        }
        _ => "Shoot",
    }
}

/// Whether a follow up into an enemy takes a test against fear first (FEAR-01).
fn is_feared(world: &World, question: &Question, target: ModelId) -> bool {
    let Question::FollowUp { model, .. } = question else { return false };
    let (unit, enemies) = (world.unit_of(*model), world.unit_of(target));
    fear::of_charging(world, unit, enemies).is_some() && !fear::is_sure(world, unit)
}

/// What a follow up into an enemy brings before.
fn fearing(world: &World, question: &Question, target: ModelId) -> &'static str {
    if is_feared(world, question, target) { ", after a test against fear" } else { "" }
}

/// An answer, as a button says it.
fn text(world: &World, question: &Question, answer: &Answer) -> String {
    let model = |id: ModelId| world.model_name(id).to_owned();
    match answer {
        Answer::Pass => match question {
            Question::RespondToCharge { .. } => "Stand fast".to_owned(),
            Question::FollowUp { .. } => "Stay".to_owned(),
            Question::PushBack { unit, target } => no_push(world, *unit, *target),
            Question::KeepUp { caster } => keeping_up::answer(world, *caster, None),
            _ => "Pass".to_owned(),
        },
        Answer::PassForThisOrder => "Pass until the order is done".to_owned(),
        Answer::Shoot => shoot(world, question).to_owned(),
        Answer::Strike => "Strike first".to_owned(),
        Answer::StrikeAt { target } => format!("Strike {}, then choose again", model(*target)),
        Answer::Flee => "Flee".to_owned(),
        Answer::Halt => "Halt where they stood".to_owned(),
        Answer::Pursue => "Pursue".to_owned(),
        Answer::Redirect { target } => match question {
            Question::Taunted { .. } => format!("Charge {}", world.unit_name(*target)),
            _ => format!("Charge {} instead", world.unit_name(*target)),
        },
        Answer::FollowUpInto { target } => {
            format!("Follow up into {}{}", model(*target), fearing(world, question, *target))
        }
        Answer::FollowUpTo { to } => format!("Follow up to {:.1}, {:.1}", to.x, to.y),
        Answer::Stand => "Stand".to_owned(),
        Answer::Retreat => "Retreat".to_owned(),
        Answer::Fill => "Step into the gap".to_owned(),
        Answer::RollAgain => "Roll again".to_owned(),
        Answer::LetStand => "Let it stand".to_owned(),
        Answer::Ignore => "Ignore it".to_owned(),
        Answer::UseMastery => "Use it".to_owned(),
        Answer::Edge { edge } => format!("The {} edge", edge.name()),
        Answer::Begin => BEGIN.to_owned(),
        Answer::Parry => "Parry".to_owned(),
        Answer::PushBack { actions } => {
            format!("Push on for {}", count(usize::from(*actions), "action"))
        }
        Answer::CrewStrikes { blow } => {
            let arms = &world.of_model::<Arms>(blow.attacker).0;
            let weapon = arms.get(usize::from(blow.weapon)).map_or("", |arm| &arm.name);
            format!("{weapon} at {}", model(blow.target))
        }
        Answer::RespondAt { target } => match question {
            Question::RespondToAction { holder, active } => {
                let weapons = hold::weapons_at(world, *holder, *active, *target);
                format!("{} at {}", weapons.join(", "), model(*target))
            }
            _ => format!("At {}", model(*target)),
        },
        Answer::KeepUp { what } => match question {
            Question::KeepUp { caster } => keeping_up::answer(world, *caster, Some(*what)),
            _ => sentence::spell_on(world, *what),
        },
        Answer::GoesOverTo { target } => format!("Strike {}", model(*target)),
        Answer::Raise { who: Risen::Fallen(fallen) } => {
            format!("D{} {}", fallen.sides(), fallen.name())
        }
        Answer::Raise { who: Risen::Slain(slain) } => model(*slain),
        Answer::JoinUnit { unit } => format!("Join {}", world.unit_name(*unit)),
        Answer::FormUnit => "Form a new unit".to_owned(),
        Answer::FollowUpAlone { target } => {
            let fearing = fearing(world, question, *target);
            format!("Leave the ranks and follow up into {}{fearing}", model(*target))
        }
    }
}

/// A pushback: how far, which way, for what, and who would fight whom.
fn pushing(world: &World, push: &PushBack) -> String {
    let ways = push.ends.iter().map(|&(model, end)| end.at - world.placed(model).pose.at);
    let way = ways.sum::<Vec2>() / push.ends.len().max(1) as f32;
    let cost = count(usize::from(push.actions), "action");
    let fight = blows(push.contacts.len(), push.met.len());
    format!("Push on {} {} for {cost}: {fight}", Inches(way.length()), compass(way))
}

/// A pushback that is left out: who fights whom then.
fn no_push(world: &World, unit: UnitId, target: UnitId) -> String {
    let mut met = BTreeSet::new();
    let mut own = 0;
    for model in world.standing(unit) {
        let enemies = movement::engaged_with(world, model);
        let enemies = enemies.into_iter().filter(|&enemy| world.unit_of(enemy) == target);
        let enemies: Vec<ModelId> = enemies.collect();
        own += usize::from(!enemies.is_empty());
        met.extend(enemies);
    }
    format!("Stay here: {}", blows(own, met.len()))
}

/// So many of one's own against so many others.
fn blows(own: usize, others: usize) -> String {
    let fight = if own == 1 { "fights" } else { "fight" };
    let enemies = if others == 1 { "enemy" } else { "enemies" };
    format!("{} {fight} {others} {enemies}", count(own, "model"))
}

/// The direction of a way as a word, the top of the table being north.
fn compass(way: Vec2) -> &'static str {
    const NAMES: [&str; 8] =
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
    let eighths = way.to_angle().to_degrees() / 45.0;
    NAMES[(eighths.round() as i32).rem_euclid(8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Ability, Profile,
        components::{Formation, Holding},
        order::StandingOrder,
        test_world::{TestWorld, bow, man},
    };

    #[test]
    fn ways_have_the_names_of_the_compass() {
        assert_eq!(compass(Vec2::Y), "north");
        assert_eq!(compass(Vec2::new(1.0, 0.9)), "north-east");
        assert_eq!(compass(Vec2::NEG_X), "west");
        assert_eq!(compass(Vec2::new(0.1, -3.0)), "south");
    }

    #[test]
    fn fights_are_counted_in_words() {
        assert_eq!(blows(1, 2), "1 model fights 2 enemies");
        assert_eq!(blows(4, 1), "4 models fight 1 enemy");
    }

    #[test]
    fn fear_01_a_follow_up_into_the_feared_tells_of_the_test() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let place = [(10.0, 13.0, 270.0)];
        let plain = test.unit(1, Formation::Skirmish, &place, man());
        let ghoul = Profile { abilities: vec![Ability::Fear(1)], ..man() };
        let feared = test.unit(1, Formation::Skirmish, &[(13.0, 10.0, 180.0)], ghoul);
        let question = Question::FollowUp { model: test.model(ours, 0), distance: Inches(4.0) };
        let tells = |answer: Answer| {
            text(&test.world, &question, &answer).ends_with(", after a test against fear")
        };
        assert!(tells(Answer::FollowUpInto { target: test.model(feared, 0) }));
        assert!(tells(Answer::FollowUpAlone { target: test.model(feared, 0) }));
        assert!(!tells(Answer::FollowUpInto { target: test.model(plain, 0) }));
    }

    #[test]
    fn rng_08_only_those_who_roll_for_it_are_told_of_a_test_before_they_shoot() {
        let shoot = |abilities: Vec<Ability>| {
            let mut test = TestWorld::new();
            let archer = Profile { abilities, ..man() };
            let place = [(10.0, 10.0, 90.0)];
            let archers = test.armed_unit(0, Formation::Skirmish, &place, archer, vec![bow()]);
            let orcs = test.unit(1, Formation::Skirmish, &[(10.0, 16.0, 270.0)], man());
            test.unit(0, Formation::Skirmish, &[(10.0, 17.0, 270.0)], man());
            test.activate(orcs).world.set_unit(archers, Holding(Some(StandingOrder::Ask)));
            let question = Question::RespondToAction { holder: archers, active: orcs };
            let options = vec![Answer::Shoot, Answer::Pass];
            let side = test.world.side_of(archers);
            let decision = Decision { side, question, options, default: 1 };
            replies(&test.world, &decision).swap_remove(0).text
        };
        assert_eq!(shoot(Vec::new()), "Shoot into close combat, after a command test");
        assert_eq!(shoot(vec![Ability::Undead]), "Shoot into close combat");
        assert_eq!(shoot(vec![Ability::Unwavering]), shoot(Vec::new()));
    }
}
