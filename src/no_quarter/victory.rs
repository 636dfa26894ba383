//! Who has won, and by how much. Book: Victory Conditions (TURN-06 to TURN-09).

use bevy::prelude::World;

use super::{
    armies,
    components::Role,
    effects::{self, Gift},
    error::{OrderError, Refusal},
    event::Event,
    objectives,
    phase::Phase,
    support_weapons,
    system::{BattleState, NoQuarter, emit},
};
use crate::battle::{
    BattleWorld, Handicap, ModelId, Outcome, SideId, Stack, Tally, TerrainId, TurnFrame,
    level::Objective,
};

/// Points for a designated feature that a side controls at the end (TURN-07).
pub const FEATURE_POINTS: i32 = 100;
/// Points for the enemy's army standard (TURN-07).
pub const STANDARD_POINTS: i32 = 50;

fn models_of(world: &World, side: SideId) -> impl Iterator<Item = ModelId> {
    world.roster().models().filter(move |&model| world.side_of_model(model) == side)
}

/// The battle points of a side as things stand, with where they came from (TURN-07).
pub fn tally(world: &World, side: SideId) -> Tally {
    let enemy = side.other();
    let mut casualties = 0;
    let mut account = Vec::new();
    let scored =
        |model: &ModelId| world.is_lost(*model) && !effects::has(world, *model, Gift::Unscored);
    for model in models_of(world, enemy).filter(scored) {
        let points = armies::points_of(world, model) as i32;
        casualties += points;
        match *world.of_model::<Role>(model) {
            Role::General => account.push(("the enemy general, counted twice".to_owned(), points)),
            Role::ArmyStandard => {
                account.push(("the enemy's army standard".to_owned(), STANDARD_POINTS));
            }
            _ => {}
        }
    }
    account.insert(0, ("enemy casualties".to_owned(), casualties));
    for objective in objectives::objectives(world) {
        if let Objective::Feature { terrain } = objective
            && let Some(piece) = world.terrain(TerrainId(*terrain))
            && objectives::controls(world, piece) == Some(side)
        {
            account.push((format!("holding the {}", piece.kind), FEATURE_POINTS));
        }
    }
    let handicap = world.get_resource::<Handicap>().map_or(0, |handicap| handicap.of(side));
    if handicap > 0 {
        account.push(("handicap".to_owned(), handicap));
    }
    if world.resource::<BattleState>().conceded == Some(enemy) {
        let survivors: i32 = models_of(world, enemy)
            .filter(|&model| !world.is_lost(model))
            .map(|model| armies::points_of(world, model) as i32)
            .sum();
        // Part of the state, and always the last; what is shown comes from `worded`.
        account.push(("half of those who gave up".to_owned(), survivors / 2));
    }
    let points = account.iter().map(|(_, points)| points).sum();
    let own: Vec<ModelId> = models_of(world, side).collect();
    let lost = own.iter().filter(|&&model| world.is_lost(model)).count() as u32;
    Tally { side, points, account, models: own.len() as u32, lost }
}

/// Ends the battle: counts the points and stops everything.
pub(super) fn end_battle(world: &mut World, reason: String) {
    end(world, reason, None);
}

/// The battle points of all sides as things stand.
pub fn tallies(world: &World) -> Vec<Tally> {
    world.roster().sides().map(|side| tally(world, side)).collect()
}

/// Who would win with these battle points if the battle ended as things stand; nobody in a draw.
pub fn ahead(world: &World, tallies: &[Tally]) -> Option<SideId> {
    let by_objective = objectives::Standing::of(&objectives::scenario(world)).winner();
    // Who alone is left has nobody to keep him from his objective.
    let alone = if objectives::is_scenario(world) { last_side(world) } else { None };
    let most = tallies.iter().map(|tally| tally.points).max().unwrap_or(0);
    let mut best = tallies.iter().filter(|tally| tally.points == most);
    let by_points = match (best.next(), best.next()) {
        (Some(tally), None) => Some(tally.side),
        _ => None,
    };
    alone.or(by_objective).or(by_points)
}

fn end(world: &mut World, reason: String, settled: Option<SideId>) {
    let tallies = tallies(world);
    let conceded = world.resource::<BattleState>().conceded;
    let winner = conceded.map(SideId::other).or(settled).or_else(|| ahead(world, &tallies));
    let outcome = Outcome { winner, reason, tallies };
    world.resource_mut::<TurnFrame>().active = None;
    let mut state = world.resource_mut::<BattleState>();
    state.phase = Phase::Over;
    state.outcome = Some(outcome.clone());
    world.resource_mut::<Stack<NoQuarter>>().0.clear();
    emit(world, Event::Ended { outcome });
}

/// Battle points with an account in today's words. Those in the outcome are part of the state, where
/// they stay as the battles of earlier versions have them.
pub fn worded(world: &World, mut tally: Tally) -> Tally {
    if world.resource::<BattleState>().conceded == Some(tally.side.other())
        && let Some((survivors, _)) = tally.account.last_mut()
    {
        *survivors = "half of the survivors".to_owned();
    }
    tally
}

/// Whether a side has nobody left: a weapon without its crew holds no field (SUP-07).
fn is_gone(world: &World, side: SideId) -> bool {
    let counts = |&model: &ModelId| !support_weapons::is_chassis(world, model);
    models_of(world, side).filter(counts).all(|model| world.is_lost(model))
}

/// The sides that have nobody left.
pub(super) fn gone(world: &World) -> Vec<SideId> {
    world.roster().sides().filter(|&side| is_gone(world, side)).collect()
}

/// The only side that has somebody left.
fn last_side(world: &World) -> Option<SideId> {
    if let [side] = gone(world)[..] { Some(side.other()) } else { None }
}

/// Ends the battle when its scenario is settled (TURN-09) or a side has nobody left (TURN-06).
pub(super) fn look_for_the_end(world: &mut World) {
    if let Some(settled) = objectives::settled(world) {
        end(world, settled.stored(world), Some(settled.winner()));
        return;
    }
    let reason = match gone(world)[..] {
        [] => return,
        // Part of the state; what is shown comes from `decided::reason`.
        [side] => format!("no models of {} are left", world.side_name(side)),
        _ => "nobody is left".to_owned(),
    };
    end_battle(world, reason);
}

pub(super) fn check_concede(world: &World, side: SideId) -> Result<(), OrderError> {
    if world.roster().sides().any(|other| other == side) {
        return Ok(());
    }
    let text = "there is no such side";
    Err(OrderError::new(Refusal::NoSuchThing, "TURN-08", text))
}

/// A side gives up: the other gets half of the survivors' points on top (TURN-08).
pub(super) fn concede(world: &mut World, side: SideId) {
    world.resource_mut::<crate::battle::Pending<NoQuarter>>().0 = None;
    world.resource_mut::<BattleState>().conceded = Some(side);
    emit(world, Event::Conceded { side });
    // Part of the state; what is shown comes from `decided::reason`.
    let reason = format!("{} has given up", world.side_name(side));
    end_battle(world, reason);
}
