//! What computers did while nobody looked: told once a person has the turn and looks again. Nobody looks
//! whose window is in the background, and nobody can follow what is hardly shown.

use bevy::{prelude::*, window::PrimaryWindow};

use super::own_side;
use crate::{
    app::{
        animation::Playback,
        battle_ui::toast::Toasts,
        seat::{Event, Game},
        settings::{Pace, Settings},
    },
    battle::{
        BattleWorld, History, Log, RuleSystem, Telling,
        history::Followed,
        playable::{capitalised, count, telling::Weight},
    },
};

/// So many plans are told; the log has them all.
const MOST_PLANS: usize = 5;
/// So much of what came of a plan is told.
const MOST_TOLD: usize = 2;

/// Whether there is something to be summed up.
#[derive(Resource, Default)]
pub struct Summary {
    looked_away: bool,
    /// So many orders were told of.
    told: usize,
}

impl Summary {
    /// Orders that were taken back will be told of again.
    fn forget_beyond(&mut self, given: usize) {
        self.told = self.told.min(given);
    }
}

/// Notes whether anybody looks at what computers do.
pub(super) fn watch(world: &mut World) {
    let given = world.resource::<History<Game>>().len();
    world.resource_mut::<Summary>().forget_beyond(given);
    let pace = world.resource::<Settings>().pace;
    let hardly_shown = matches!(pace, Pace::Fast | Pace::AtOnce);
    if hardly_shown || !is_looked_at(world) {
        world.resource_mut::<Summary>().looked_away = true;
    }
}

/// Tells a person whose turn it is what was missed, as soon as everything has been shown.
pub(super) fn tell(world: &mut World) {
    let given = world.resource::<History<Game>>().len();
    let mut summary = world.resource_mut::<Summary>();
    summary.forget_beyond(given);
    if !summary.looked_away || world.resource::<Playback>().is_busy() || !is_looked_at(world) {
        return;
    }
    let mut summary = world.resource_mut::<Summary>();
    summary.looked_away = false;
    let told = std::mem::replace(&mut summary.told, given);
    let lines = lines(world, told);
    if !lines.is_empty() && own_side(world).is_some() {
        world.resource_mut::<Toasts>().say(lines.join("\n"));
    }
}

/// Whether the window is in front of all others.
fn is_looked_at(world: &mut World) -> bool {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    windows.iter(world).all(|window| window.focused)
}

/// A line for each of the last plans that computers have followed since a person's last order, leaving out
/// so many orders of the battle: whose it was, what it was, and the gravest of what came of it.
fn lines(world: &World, from: usize) -> Vec<String> {
    let events = &world.resource::<Log<Game>>().0;
    let plans = world.resource::<History<Game>>().plans_since_own_last();
    let is_new = |plan: &Followed<Game>| plan.place >= from;
    let gives = |plan: &Followed<Game>| Game::given_answer(plan.order).is_none();
    let of_orders = plans.filter(is_new).filter(gives);
    let line = |plan: Followed<Game>| {
        let first = plan.reason.plans.first()?;
        let events = plan.events(events);
        let unit = events.iter().find_map(|event| Game::told(world, event).by);
        let mut line = match unit {
            Some(unit) => format!("{}: {}.", world.unit_name(unit), first.name),
            None => format!("{}.", capitalised(&first.name)),
        };
        for told in gravest(world, events).into_iter().take(MOST_TOLD) {
            line.push(' ');
            line.push_str(&told);
        }
        Some(line)
    };
    let plans: Vec<Followed<Game>> = of_orders.collect();
    let left_out = plans.len().saturating_sub(MOST_PLANS);
    let more = (left_out > 0).then(|| format!("The log has {}.", count(left_out, "earlier plan")));
    more.into_iter().chain(plans.into_iter().skip(left_out).filter_map(line)).collect()
}

/// What is grave among events, in sentences.
fn gravest(world: &World, events: &[Event]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut place = 0;
    while let Some(event) = events.get(place) {
        let passage = Game::passage(world, &events[place..]);
        let (told, length) = match passage {
            Some(passage) => (passage.told, passage.events.max(1)),
            None => (Game::told(world, event), 1),
        };
        if told.weight == Weight::Grave && !told.detail {
            sentences.push(told.text);
        }
        place += length;
    }
    sentences
}
