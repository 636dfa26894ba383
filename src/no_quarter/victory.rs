//! Who has won, and by how much. Book: Victory Conditions (TURN-06 to TURN-09).

use bevy::{math::Vec2, prelude::World};

use super::{
    components::{Morale, ProfileOf},
    error::{OrderError, Refusal},
    event::Event,
    system::{BattleState, NoQuarter, emit},
};
use crate::{
    battle::{
        BattleWorld, ModelId, Outcome, Phase, Presence, SideId, Stack, Tally, TurnFrame,
        level::{Objective, Role},
        wrapper::Objectives,
    },
    table::{Inches, Placed, Terrain},
};

/// Points for a designated feature that a side controls at the end (TURN-07).
const FEATURE_POINTS: i32 = 100;
/// Points for the enemy's army standard (TURN-07).
const STANDARD_POINTS: i32 = 50;
/// How near a feature models must be to count. Ruling: controlling a feature.
const CONTROL: Inches = Inches(3.0);

fn is_lost(world: &World, model: ModelId) -> bool {
    matches!(*world.of_model::<Presence>(model), Presence::Casualty | Presence::Left)
}

fn models_of(world: &World, side: SideId) -> impl Iterator<Item = ModelId> {
    world.roster().models().filter(move |&model| world.side_of_model(model) == side)
}

/// The side with more unpanicked models near, by a measure of nearness.
fn holder(world: &World, near: impl Fn(&Placed) -> bool) -> Option<SideId> {
    let mut counts = [0_u32; 2];
    for model in world.roster().models() {
        let unit = world.unit_of(model);
        if world.is_standing(model)
            && *world.of_unit::<Morale>(unit) == Morale::Steady
            && near(&world.placed(model))
        {
            counts[world.side_of(unit).index().min(1)] += 1;
        }
    }
    match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => Some(SideId(0)),
        std::cmp::Ordering::Less => Some(SideId(1)),
        std::cmp::Ordering::Equal => None,
    }
}

/// Who controls a terrain piece: more unpanicked models within 3" of it (ruling).
pub fn controls(world: &World, terrain: &Terrain) -> Option<SideId> {
    holder(world, |placed| terrain.gap(placed).at_most(CONTROL))
}

fn holds_point(world: &World, at: Vec2) -> Option<SideId> {
    holder(world, |placed| Inches(placed.closest_point(at).distance(at)).at_most(CONTROL))
}

/// The battle points of a side as things stand, with where they came from (TURN-07).
pub fn tally(world: &World, side: SideId) -> Tally {
    let enemy = side.other();
    let mut casualties = 0;
    let mut account = Vec::new();
    for model in models_of(world, enemy).filter(|&model| is_lost(world, model)) {
        let points = world.of_model::<ProfileOf>(model).0.points as i32;
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
    let objectives = world.get_resource::<Objectives>().map_or(&[][..], |o| &o.0);
    for objective in objectives {
        if let Objective::Feature { terrain } = objective
            && let Some(piece) = world.table().terrain.get(*terrain as usize)
            && controls(world, piece) == Some(side)
        {
            account.push((format!("holding the {}", piece.kind), FEATURE_POINTS));
        }
    }
    if world.resource::<BattleState>().conceded == Some(enemy) {
        let survivors: i32 = models_of(world, enemy)
            .filter(|&model| !is_lost(world, model))
            .map(|model| world.of_model::<ProfileOf>(model).0.points as i32)
            .sum();
        account.push(("half of those who gave up".to_owned(), survivors / 2));
    }
    let points = account.iter().map(|(_, points)| points).sum();
    let own: Vec<ModelId> = models_of(world, side).collect();
    let lost = own.iter().filter(|&&model| is_lost(world, model)).count() as u32;
    Tally { side, points, account, models: own.len() as u32, lost }
}

/// Ends the battle: counts the points and stops everything.
pub(super) fn end_battle(world: &mut World, reason: String) {
    let tallies: Vec<Tally> = world.roster().sides().map(|side| tally(world, side)).collect();
    let by_objective = world.get_resource::<Objectives>().and_then(|objectives| {
        objectives.0.iter().find_map(|objective| match objective {
            Objective::Hold { side, at } => {
                let holder = holds_point(world, *at)?;
                (world.side_name(holder) == side).then_some(holder)
            }
            Objective::Feature { .. } => None,
        })
    });
    let most = tallies.iter().map(|tally| tally.points).max().unwrap_or(0);
    let mut best = tallies.iter().filter(|tally| tally.points == most);
    let by_points = match (best.next(), best.next()) {
        (Some(tally), None) => Some(tally.side),
        _ => None,
    };
    let conceded = world.resource::<BattleState>().conceded;
    let winner = conceded.map(SideId::other).or(by_objective).or(by_points);
    let outcome = Outcome { winner, reason, tallies };
    let mut frame = world.resource_mut::<TurnFrame>();
    frame.phase = Phase::Over;
    frame.active = None;
    world.resource_mut::<BattleState>().outcome = Some(outcome.clone());
    world.resource_mut::<Stack<NoQuarter>>().0.clear();
    emit(world, Event::Ended { outcome });
}

/// Ends the battle when a side has nobody left (TURN-06).
pub(super) fn look_for_the_end(world: &mut World) {
    let gone = |side: SideId| models_of(world, side).all(|model| is_lost(world, model));
    let gone: Vec<SideId> = world.roster().sides().filter(|&side| gone(side)).collect();
    if let Some(&side) = gone.first() {
        let reason = if gone.len() > 1 {
            "nobody is left".to_owned()
        } else {
            format!("nobody of {} is left", world.side_name(side))
        };
        end_battle(world, reason);
    }
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
    let reason = format!("{} has given up", world.side_name(side));
    end_battle(world, reason);
}
