//! What decided a battle, as players are told. The reason in its outcome is part of the state, where it
//! stays as the battles of earlier versions have it, and nobody reads it. Book: Victory Conditions,
//! Scenario (TURN-06 to TURN-09).

use bevy::prelude::World;

use super::{
    objectives::{self, Outlook, Progress, Settled, Standing},
    system::BattleState,
    victory,
};
use crate::battle::{
    BattleWorld, ModelId, Presence, SideId,
    playable::{listed, within_sentence},
};

/// Why a battle ended and, where objectives decide, how they ended: "the 6 turns are over, and the
/// Besiegers don't hold the marked place".
pub fn reason(world: &World) -> String {
    if let Some(side) = world.resource::<BattleState>().conceded {
        return does(world, side, "has given up", "have given up");
    }
    match objectives::settled(world) {
        Some(Settled::Reached(_, outlook)) => return ended(world, &outlook),
        Some(Settled::Lost(_, outlooks)) => return all_ended(world, &outlooks),
        None => {}
    }
    let how = match victory::gone(world)[..] {
        // Who alone is left has won, whatever the objectives say.
        [side] => return format!("no models of {} are left", world.side_within(side)),
        [] => turns_over(world.frame().turn),
        _ => "nobody is left".to_owned(),
    };
    match by_objectives(world) {
        Some(decided) => format!("{how}, and {decided}"),
        None => how,
    }
}

/// That a battle of so many turns is over.
fn turns_over(turns: u32) -> String {
    if turns == 1 {
        "the only turn is over".to_owned()
    } else {
        format!("the {turns} turns are over")
    }
}

/// What a side does, within a sentence.
fn does(world: &World, side: SideId, one: &str, several: &str) -> String {
    within_sentence(&world.side_does(side, one, several))
}

/// What the objectives decided when the turns were over; none if there are none.
fn by_objectives(world: &World) -> Option<String> {
    let all = objectives::scenario(world);
    match Standing::of(&all) {
        Standing::None => None,
        Standing::Reached(side) => {
            let reached = |outlook: &Outlook| {
                outlook.side == Some(side) && outlook.progress == Progress::Reached
            };
            let reached: Vec<Outlook> = all.into_iter().filter(reached).collect();
            Some(all_ended(world, &reached))
        }
        Standing::Missed(_) => Some(all_ended(world, &all)),
        Standing::Both => {
            Some("both sides have reached an objective, so battle points decide".to_owned())
        }
        Standing::Neither => {
            Some("neither side has reached an objective, so battle points decide".to_owned())
        }
    }
}

/// How some objectives ended, as parts of one sentence.
fn all_ended(world: &World, outlooks: &[Outlook]) -> String {
    listed(&outlooks.iter().map(|outlook| ended(world, outlook)).collect::<Vec<String>>())
}

/// How an objective ended.
fn ended(world: &World, outlook: &Outlook) -> String {
    let Outlook { side, progress, edge, model, .. } = outlook;
    match (*model, *side) {
        (Some(model), _) => character_ended(world, model, *progress, edge.map(|edge| edge.name())),
        (None, Some(side)) if *progress == Progress::Reached => {
            does(world, side, "holds the marked place", "hold the marked place")
        }
        (None, Some(side)) => {
            does(world, side, "doesn't hold the marked place", "don't hold the marked place")
        }
        (None, None) => "nobody holds the marked place".to_owned(),
    }
}

/// What became of a character who was to be brought to an edge or, if to none, to be captured.
fn character_ended(
    world: &World,
    model: ModelId,
    progress: Progress,
    edge: Option<&str>,
) -> String {
    let name = world.model_name(model);
    let has_left = *world.of_model::<Presence>(model) == Presence::Left;
    match (progress, edge) {
        (Progress::Reached, Some(edge)) => format!("{name} has reached the {edge} edge"),
        (Progress::Reached, None) => format!("{name} is captured"),
        (Progress::Lost, _) if has_left => format!("{name} has left the table"),
        (Progress::Lost, Some(_)) => format!("{name} has fallen"),
        (Progress::Lost, None) => format!("{name} has fallen and can't be captured any more"),
        (Progress::Open, Some(edge)) => format!("{name} hasn't reached the {edge} edge"),
        (Progress::Open, None) => format!("{name} isn't captured"),
    }
}

#[cfg(test)]
mod tests;
