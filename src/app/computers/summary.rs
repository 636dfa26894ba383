//! What computers did while nobody looked: told once a person has the turn and looks again, or looks again at
//! computers among themselves. Nobody looks whose window is in the background, and nobody can follow what is
//! hardly shown.

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
        BattleWorld, History, Log, RuleSystem, Telling, UnitId,
        history::Followed,
        playable::{
            listed,
            telling::{Told, Weight},
        },
    },
};

/// So many plans are looked at.
const MOST_PLANS: usize = 40;
/// So many units' deeds are told; the log has them all.
const MOST_DEEDS: usize = 5;
/// So much of what came of a unit's deeds is told.
const MOST_TOLD: usize = 2;

/// Whether there is something to be summed up.
#[derive(Resource, Default)]
pub struct Summary {
    looked_away: bool,
    /// So many orders were told of.
    told: usize,
    /// So many orders had been given when somebody looked away from computers among themselves.
    left_at: Option<usize>,
}

impl Summary {
    /// Orders that were taken back will be told of again.
    fn forget_beyond(&mut self, given: usize) {
        self.told = self.told.min(given);
        self.left_at = self.left_at.map(|left_at| left_at.min(given));
    }
}

/// Notes whether anybody looks at what computers do.
pub(super) fn watch(world: &mut World) {
    let given = world.resource::<History<Game>>().len();
    world.resource_mut::<Summary>().forget_beyond(given);
    let pace = world.resource::<Settings>().pace;
    let hardly_shown = matches!(pace, Pace::Fast | Pace::AtOnce);
    let (is_looked_at, plays) = (is_looked_at(world), own_side(world).is_some());
    let is_shown = !world.resource::<Playback>().is_busy();
    let mut summary = world.resource_mut::<Summary>();
    if hardly_shown || !is_looked_at {
        summary.looked_away = true;
    }
    // Whoever only watches has no turn to be told in.
    if plays {
        summary.left_at = None;
    } else if !is_looked_at {
        summary.left_at.get_or_insert(given);
    } else if is_shown && let Some(left_at) = summary.left_at.take() {
        summary.told = given;
        summary.looked_away = hardly_shown;
        say(world, left_at);
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
    summary.left_at = None;
    let told = std::mem::replace(&mut summary.told, given);
    // Where computers lead all sides, the result is there now.
    if own_side(world).is_some() {
        say(world, told);
    }
}

/// Tells what computers did, leaving out so many orders of the battle.
fn say(world: &mut World, from: usize) {
    let lines = lines(world, from);
    if !lines.is_empty() {
        world.resource_mut::<Toasts>().say(lines.join("\n"));
    }
}

/// Whether the window is in front of all others.
fn is_looked_at(world: &mut World) -> bool {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    windows.iter(world).all(|window| window.focused)
}

/// A line for each of the last units that computers have had do something since a person's last order,
/// leaving out so many orders of the battle: what its plans were, and the gravest of what came of them.
fn lines(world: &World, from: usize) -> Vec<String> {
    let all = &world.resource::<Log<Game>>().0;
    let plans = world.resource::<History<Game>>().plans_since_own_last();
    let is_new = |plan: &Followed<Game>| plan.place >= from;
    let gives = |plan: &Followed<Game>| Game::given_answer(plan.order).is_none();
    let mut deeds: Vec<Deed> = Vec::new();
    let plans: Vec<Followed<Game>> = plans.filter(is_new).filter(gives).collect();
    let earlier = plans.len().saturating_sub(MOST_PLANS);
    for plan in plans.into_iter().skip(earlier) {
        let events = plan.events(all);
        let Some(unit) = events.iter().find_map(|event| Game::told(world, event).by) else {
            continue;
        };
        let told = told(world, events);
        // That a unit's turn has come goes without saying.
        if told.iter().all(|told| told.weight == Weight::Unit) {
            continue;
        }
        if deeds.last().is_none_or(|last| last.unit != unit) {
            deeds.push(Deed { unit, plans: Vec::new(), grave: Vec::new() });
        }
        if let (Some(deed), Some(first)) = (deeds.last_mut(), plan.reason.plans.first()) {
            if deed.plans.last() != Some(&first.name) {
                deed.plans.push(first.name.clone());
            }
            let grave = told.into_iter().filter(|told| told.weight == Weight::Grave);
            deed.grave.extend(grave.map(|told| told.text));
        }
    }
    let left_out = deeds.len().saturating_sub(MOST_DEEDS);
    let more = (earlier + left_out > 0).then(|| "The log tells what came before.".to_owned());
    let lines = deeds.iter().skip(left_out).map(|deed| deed.line(world));
    more.into_iter().chain(lines).collect()
}

/// What a unit did.
struct Deed {
    unit: UnitId,
    plans: Vec<String>,
    grave: Vec<String>,
}

impl Deed {
    fn line(&self, world: &World) -> String {
        let mut line = format!("{}: {}.", world.unit_name(self.unit), listed(&self.plans));
        for told in self.grave.iter().take(MOST_TOLD) {
            line.push(' ');
            line.push_str(told);
        }
        line
    }
}

/// What events tell, one line for those that belong together.
fn told(world: &World, events: &[Event]) -> Vec<Told> {
    Game::stretches(world, events)
        .map(|(places, passage)| match passage {
            Some(passage) => passage.told,
            None => Game::told(world, &events[places.start]),
        })
        .filter(|told| !told.detail && !told.text.is_empty())
        .collect()
}
