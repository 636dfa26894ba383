//! How far a battle has come, and who is waited for.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, Log, Pending, SideId, UnitId, playable::showing::Clock},
    no_quarter::{
        Event, NoQuarter, Question,
        phase::{Phase, phase},
        playable::acting::setting_up::ALL_DEPLOYED,
        turn_sequence,
    },
};

/// From so many turns on nobody counts how many are left: the battle lasts until it is decided.
const ENDLESS: u32 = 1000;

/// How far the battle has come.
pub(super) fn clock(world: &World) -> Clock {
    let frame = world.frame();
    let time = match phase(world) {
        Phase::Terrain => "Laying the terrain".to_owned(),
        Phase::Deployment => "Deployment".to_owned(),
        Phase::Activations if frame.last_turn > 0 && frame.last_turn < ENDLESS => {
            format!("Turn {} of {}", frame.turn, frame.last_turn)
        }
        Phase::Activations => format!("Turn {}", frame.turn),
        Phase::Over => "The battle is over".to_owned(),
    };
    let plays_turns = phase(world) == Phase::Activations;
    let left = |world: &World| world.roster().sides().map(|side| left(world, side)).collect();
    let asked = world.resource::<Pending<NoQuarter>>().0.as_ref();
    let first = initiative(world).filter(|_| plays_turns);
    Clock {
        time,
        side: asked.map_or(frame.side, |decision| decision.side),
        left: plays_turns.then(|| left(world)),
        active: frame.active.filter(|_| plays_turns),
        awaited: awaited(world, first),
        first: first.map(|side| (side, "won the initiative with the lower roll")),
    }
}

/// Who may do what now, as a sentence without its end; `first` has won the initiative.
fn awaited(world: &World, first: Option<SideId>) -> String {
    if let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 {
        if decision.question == Question::BeginBattle {
            // It waits for nobody more than for anybody else.
            return ALL_DEPLOYED.trim_end_matches('.').to_owned();
        }
        let side = world.side_name(decision.side);
        return format!("{side} must answer: {}", decision.question.in_short());
    }
    let frame = world.frame();
    let does = |one: &str, several: &str| world.side_does(frame.side, one, several);
    match (phase(world), frame.active) {
        (Phase::Terrain, _) => does("lays a piece of terrain", "lay a piece of terrain"),
        (Phase::Deployment, _) => does("deploys a unit", "deploy a unit"),
        (Phase::Activations, Some(unit)) => {
            format!("{} with {}", does("acts", "act"), world.unit_name(unit))
        }
        (Phase::Activations, None) if frame.first_activation && first == Some(frame.side) => does(
            "won the initiative and chooses who acts first",
            "won the initiative and choose who acts first",
        ),
        (Phase::Activations, None) => does("chooses who acts next", "choose who acts next"),
        (Phase::Over, _) => String::new(),
    }
}

/// Who won the initiative this turn, if the log still has it.
fn initiative(world: &World) -> Option<SideId> {
    let turn = world.frame().turn;
    for event in world.resource::<Log<NoQuarter>>().0.iter().rev() {
        match event {
            Event::InitiativeRolled { winner, .. } => return Some(*winner),
            Event::TurnBegan { turn: begun } if *begun == turn => return None,
            _ => {}
        }
    }
    None
}

/// How many units of a side may still be activated this turn.
fn left(world: &World, side: SideId) -> usize {
    let waits =
        |&unit: &UnitId| world.side_of(unit) == side && turn_sequence::can_activate(world, unit);
    world.roster().units().filter(waits).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, Decision, levels},
        no_quarter::{Answer, Order},
    };

    #[test]
    fn it_says_who_won_the_initiative_and_who_is_waited_for() {
        let level = levels::find("first-clash", None).unwrap();
        let mut battle = Battle::<NoQuarter>::new(&level, 3).unwrap();
        let winner = battle.world.frame().side;
        let name = |world: &World, side: SideId| world.side_name(side).to_owned();
        let begun = clock(&battle.world);
        assert_eq!(begun.side, winner);
        assert_eq!(begun.first.map(|(side, _)| side), Some(winner));
        assert!(
            begun.first.is_some_and(|(_, how)| how.contains("lower roll")),
            "who wins, and how"
        );
        let text = "won the initiative and choose who acts first";
        assert_eq!(begun.awaited, format!("{} {text}", name(&battle.world, winner)));

        let own = |battle: &Battle<NoQuarter>| {
            let mut units = battle.world.roster().units();
            units.find(|&unit| battle.world.side_of(unit) == winner).unwrap()
        };
        let unit = own(&battle);
        battle.order(Order::Activate { unit }).unwrap();
        let acting = clock(&battle.world);
        let text =
            format!("{} act with {}", name(&battle.world, winner), battle.world.unit_name(unit));
        assert_eq!((acting.side, acting.awaited), (winner, text));

        // Whoever has to answer is waited for, not whoever acts.
        let other = winner.other();
        battle.world.resource_mut::<Pending<NoQuarter>>().0 = Some(Decision {
            side: other,
            question: Question::StandOrRetreat { unit },
            options: vec![Answer::Stand, Answer::Retreat],
            default: 0,
        });
        let asking = clock(&battle.world);
        let text = format!("{} must answer: stand or retreat?", name(&battle.world, other));
        assert_eq!((asking.side, asking.awaited), (other, text));
        battle.world.resource_mut::<Pending<NoQuarter>>().0 = None;

        battle.order(Order::EndActivation).unwrap();
        let next = clock(&battle.world);
        let text = format!("{} choose who acts next", name(&battle.world, other));
        assert_eq!((next.side, next.awaited), (other, text));
        assert_eq!(next.first.map(|(side, _)| side), Some(winner), "it doesn't change hands");
    }
}
