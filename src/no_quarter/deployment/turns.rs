//! Whose go it is to deploy: edges, the defender, one unit after the other, those last who come later. Book:
//! Getting Started, Deployment Zones (SET-01, SET-04, SET-06).

use bevy::prelude::World;

use super::{call_latecomers, comes_later, is_latecomers_turn, too_early};
use crate::{
    battle::{
        BattleWorld, Decision, ModelId, Presence, Resolving, SideId, TurnFrame, UnitId,
        components::TableEdge, playable::within_sentence,
    },
    no_quarter::{
        armies,
        dice::Purpose,
        error::{OrderError, Refusal},
        event::Event,
        level::{EdgeChoice, FirstToSetUp, SetUp},
        phase::{Phase, phase},
        question::{Answer, Question},
        step::Step,
        system::{BattleState, NoQuarter, emit, push},
        turn_sequence::contest,
    },
};

/// Whether it is this unit's turn to be deployed or kept back.
pub(in crate::no_quarter) fn check_turn(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let frame = world.frame();
    if phase(world) != Phase::Deployment {
        let text = "units can be deployed only before the battle";
        return Err(OrderError::new(Refusal::WrongPhase, "SET-04", text));
    }
    if world.roster().unit(unit).is_none() {
        return Err(OrderError::no_such_unit(world, unit));
    }
    let name = world.unit_name(unit);
    if world.side_of(unit) != frame.side {
        let next = within_sentence(&world.side_does(frame.side, "deploys", "deploy"));
        let text = format!("{name} can't be deployed now: {next} next");
        return Err(OrderError::new(Refusal::NotYourChoice, "SET-04", text));
    }
    if !waits(world, unit) {
        let text = format!("{name} has already been deployed");
        return Err(OrderError::new(Refusal::AlreadyActivated, "SET-04", text));
    }
    if !is_undeployed(world, unit) {
        return Err(too_early(world, unit));
    }
    Ok(())
}

/// After a unit was deployed or kept back: the next go, or the question whether the battle may begin. Its
/// first turn rolls dice, and what was rolled for can't be taken back.
pub(in crate::no_quarter) fn pass_on(world: &mut World) {
    if hand_over(world) {
        return;
    }
    let side = world.frame().side;
    push(world, Step::BeginTurn);
    world.ask::<NoQuarter>(Decision {
        side,
        question: Question::BeginBattle,
        options: vec![Answer::Begin],
        default: 0,
    });
}

/// Gives the go to whoever deploys next: the other side, or still the defender; then those who come
/// later (SET-04, SET-06). False if nobody is left to be deployed.
fn hand_over(world: &mut World) -> bool {
    let side = world.frame().side;
    let last = is_latecomers_turn(world);
    let defends = !last && defender(world).is_some();
    let order = if defends { [side, side.other()] } else { [side.other(), side] };
    let next = |world: &World| order.into_iter().find(|&side| undeployed(world, side).is_some());
    if let Some(side) = next(world) {
        world.resource_mut::<TurnFrame>().side = side;
        return true;
    }
    if last {
        return false;
    }
    call_latecomers(world);
    let sides: Vec<SideId> =
        world.roster().sides().filter(|&side| undeployed(world, side).is_some()).collect();
    match sides[..] {
        [] => return false,
        [side] => world.resource_mut::<TurnFrame>().side = side,
        _ => {
            let (rolls, first) = contest(world, Purpose::Sides);
            emit(world, Event::LatecomersRolled { rolls, first });
            world.resource_mut::<TurnFrame>().side = first;
        }
    }
    true
}

fn waits(world: &World, unit: UnitId) -> bool {
    let waits = |&model: &ModelId| *world.of_model::<Presence>(model) == Presence::Undeployed;
    world.members(unit).iter().any(waits)
}

/// Whether a unit is to be deployed by hand at this stage: those who come later after all others.
pub fn is_undeployed(world: &World, unit: UnitId) -> bool {
    waits(world, unit) && comes_later(world, unit) == is_latecomers_turn(world)
}

/// A unit of a side that is to be deployed at this stage.
pub fn undeployed(world: &World, side: SideId) -> Option<UnitId> {
    let units = world.roster().units();
    units.into_iter().find(|&unit| world.side_of(unit) == side && is_undeployed(world, unit))
}

/// The side that sets up all it has before the other, where the level wants it: the one with fewer
/// points, if either has (SET-01).
pub fn defender(world: &World) -> Option<SideId> {
    if world.get_resource::<SetUp>()?.first != FirstToSetUp::Weaker {
        return None;
    }
    let points = |side: u32| armies::points_on_side(world, SideId(side));
    match points(0).cmp(&points(1)) {
        std::cmp::Ordering::Less => Some(SideId(0)),
        std::cmp::Ordering::Greater => Some(SideId(1)),
        std::cmp::Ordering::Equal => None,
    }
}

/// Rolls for who chooses an edge and deploys first: the lowest die. A defender needs no die to set
/// up first (SET-01, SET-04).
pub(in crate::no_quarter) fn begin(world: &mut World) {
    world.resource_mut::<BattleState>().phase = Phase::Deployment;
    if world.roster().sides().all(|side| undeployed(world, side).is_none()) {
        // Nobody but those who come later is left to the players, and perhaps not even those.
        if !hand_over(world) {
            push(world, Step::BeginTurn);
        }
        return;
    }
    let defender = defender(world);
    let choose =
        world.get_resource::<SetUp>().is_some_and(|set_up| set_up.edges == EdgeChoice::ByDice);
    if let (Some(defender), false) = (defender, choose) {
        start(world, defender);
        return;
    }
    let (rolls, first) = contest(world, Purpose::Sides);
    emit(world, Event::DeploymentRolled { rolls, first });
    if choose {
        ask_edge(world, first);
    } else {
        start(world, first);
    }
}

/// The winner of the roll picks an edge.
fn ask_edge(world: &mut World, side: SideId) {
    let edges = [world.edge_of(side), world.edge_of(side.other())];
    world.ask::<NoQuarter>(Decision {
        side,
        question: Question::ChooseEdge { side },
        options: edges.into_iter().map(|edge| Answer::Edge { edge }).collect(),
        default: 0,
    });
}

/// The edge was picked; whoever picked it deploys first, unless there is a defender.
pub(in crate::no_quarter) fn answer_edge(world: &mut World, side: SideId, answer: &Answer) {
    if let Answer::Edge { edge } = answer
        && world.edge_of(side) != *edge
    {
        world.resource_mut::<TableEdge>().0.swap(0, 1);
    }
    let edge = world.edge_of(side);
    emit(world, Event::EdgeChosen { side, edge });
    let first = defender(world).unwrap_or(side);
    start(world, first);
}

/// The first side puts down its first unit, or the other if it has none.
fn start(world: &mut World, first: SideId) {
    let side = if undeployed(world, first).is_some() { first } else { first.other() };
    world.resource_mut::<TurnFrame>().side = side;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, History, RuleSystem, level::Deployment, levels},
        no_quarter::Order,
    };

    #[test]
    fn the_last_unit_can_be_taken_back_until_the_battle_begins() {
        let mut level = levels::find::<NoQuarter>("duel-at-the-wall", None).unwrap();
        level.deployment = Deployment::ByHand;
        let mut battle = Battle::<NoQuarter>::new(&level, 1).unwrap();
        let given =
            |battle: &Battle<NoQuarter>| battle.world.resource::<History<NoQuarter>>().len();
        while battle.pending().is_none() {
            let order = NoQuarter::fallback(&battle.world);
            battle.order(order).unwrap();
        }
        let asked = battle.pending().map(|decision| decision.question.clone());
        assert_eq!(asked, Some(Question::BeginBattle));
        let count = given(&battle);
        battle.undo_to(count - 1).unwrap();
        assert!(battle.pending().is_none() && phase(&battle.world) == Phase::Deployment);
        let order = NoQuarter::fallback(&battle.world);
        assert!(matches!(order, Order::Deploy { .. }), "{order:?}");
        battle.order(order).unwrap();
        battle.order(Order::Answer { answer: Answer::Begin }).unwrap();
        assert_eq!(phase(&battle.world), Phase::Activations);
        let count = given(&battle);
        assert!(battle.undo_to(count - 1).is_err(), "dice were rolled for the initiative");
    }
}
