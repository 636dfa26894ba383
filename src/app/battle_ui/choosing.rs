//! Nobody is active: the units that may be, the side's own or, if they are asked for, the enemy's.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    chips,
    command::Command,
    controls,
    giving::act,
    hints::hint,
    icons::Icon,
    key_names::key_name,
    mode::{Mode, Selection},
    offered,
    orders_panel::{at_any_time, show_offer, shown_key},
    panel,
    press::Press,
    select,
};
use crate::{
    app::{seat::Game, theme::Theme},
    battle::{
        BattleWorld, UnitId,
        playable::{
            Acting,
            acting::{Choice, Enemies, Situation},
        },
    },
};

/// Whether the list of units to choose from is that of the enemy's. Only who asks for it sees it: whoever
/// looks at an enemy's unit still chooses from the own ones.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EnemyListed {
    listed: bool,
    /// Who was selected when this was looked at last: who selects a unit of the own side since doesn't ask
    /// for the enemy's any more.
    selected: Option<UnitId>,
}

/// Lists the enemy's units, or the own ones again.
pub fn list_enemies(world: &mut World) {
    let mut enemy = world.resource_mut::<EnemyListed>();
    enemy.listed = !enemy.listed;
}

/// The enemy's units while they are listed.
pub fn listed_enemies(world: &mut World) -> Option<Vec<UnitId>> {
    let Situation::Choosing { enemies, .. } = offered::situation(world) else { return None };
    lists_enemy(world, enemies.as_ref()).then_some(enemies?.units)
}

/// Whether the enemy's units are listed now, if they may be chosen.
fn lists_enemy(world: &mut World, enemies: Option<&Enemies>) -> bool {
    let selected = world.resource::<Selection>().unit;
    let before = *world.resource::<EnemyListed>();
    let now = enemies.map_or_else(EnemyListed::default, |enemies| {
        let is_own = |unit| !enemies.units.contains(&unit);
        let turns_away = before.selected != selected && selected.is_some_and(is_own);
        EnemyListed { listed: before.listed && !turns_away, selected }
    });
    world.resource_mut::<EnemyListed>().set_if_neq(now);
    now.listed
}

/// Shows what can be done, in a row in which nothing changes its place, and under it the units to choose
/// from. What making the enemy's act first means is explained this once if it has to be.
pub fn show(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    units: &[UnitId],
    enemies: Option<&Enemies>,
    explains: bool,
) {
    let lists_enemy = lists_enemy(world, enemies);
    let listed = enemies.filter(|_| lists_enemy);
    ui.horizontal_wrapped(|ui| {
        at_any_time(world, ui, false);
        if let Some(enemies) = enemies {
            switch(world, ui, enemies, lists_enemy);
        }
        // It comes last, as its name is as long as that of the selected unit.
        let high = egui::vec2(0.0, panel::finger_or(ui, 25.0));
        for offer in offered::offers(world) {
            let command = Command::Verb(offer.verb);
            let key = key_name(world, command.action());
            let press = Press::row(Icon::of(command), &offer.name, shown_key(ui, &key));
            let press = if offer.wanted { press.loud() } else { press };
            show_offer(world, ui, &offer, press.at_least(high), &key);
        }
        if let Some(text) = hint_to_choose(world, enemies, listed.is_some(), explains) {
            whole(ui, RichText::new(text).color(Theme::egui(theme.faint)));
        }
    });
    // In rows of their own they stay where they are, whatever is offered to the one that is selected.
    let (units, verb) = match listed {
        Some(enemies) => (&enemies.units[..], Some(enemies.verb)),
        None => (units, Game::usual_verb(world)),
    };
    ui.horizontal_wrapped(|ui| {
        let selection = world.resource::<Selection>().unit;
        for &unit in units {
            let response = chips::unit(world, ui, theme, unit, selection == Some(unit));
            if response.clicked() || response.double_clicked() {
                select::select(world, unit, None);
            }
            if response.double_clicked()
                && let Some(verb) = verb
            {
                act(world, Command::Verb(verb));
            }
        }
    });
}

/// The button that lists the enemy's units, and the own ones again. Its key has one that is selected act
/// instead, and so belongs to the button for that then.
fn switch(world: &mut World, ui: &mut egui::Ui, enemies: &Enemies, listed: bool) {
    let selected = world.resource::<Selection>().unit;
    let is_taken = selected.is_some_and(|unit| enemies.units.contains(&unit));
    let key = if is_taken {
        String::new()
    } else {
        key_name(world, Command::Verb(enemies.verb).action())
    };
    let high = egui::vec2(0.0, panel::finger_or(ui, 25.0));
    let press = Press::row(Icon::ChangePlaces, enemies.title, "");
    let press = press.selected(listed).at_least(high);
    if hint(ui.add(press), enemies.title, enemies.about, &key).clicked() {
        list_enemies(world);
    }
}

/// What is said beside the buttons: what to do as long as nobody is selected, how to measure, and what
/// making the enemy act means.
fn hint_to_choose(
    world: &World,
    enemies: Option<&Enemies>,
    listed: bool,
    explains: bool,
) -> Option<String> {
    if matches!(world.resource::<Mode>(), Mode::Measure { .. }) {
        return Some(world.resource::<Mode>().hint().to_owned());
    }
    let choose = || {
        let side = world.side_name(world.frame().side);
        format!("{side}: choose a unit on the table or in this list.")
    };
    let nobody = world.resource::<Selection>().unit.is_none();
    match enemies.filter(|_| explains || listed).map(|enemies| enemies.about) {
        // Nobody has been told yet what to do at all.
        Some(about) if nobody && !listed => Some(format!("{} {about}", choose())),
        Some(about) => Some(about.to_owned()),
        None => nobody.then(choose),
    }
}

/// Words at the end of a row, or in a row of their own where they don't fit into that.
fn whole(ui: &mut egui::Ui, words: RichText) {
    let room = ui.available_size_before_wrap().x;
    let font = egui::TextStyle::Body.resolve(ui.style());
    let text = words.text().to_owned();
    let wide = ui.painter().layout_no_wrap(text, font, egui::Color32::WHITE).size().x;
    if wide > room {
        ui.end_row();
    }
    ui.label(words);
}

/// Units of the side that wait in reserve and may come on now.
pub fn reserve(world: &mut World, ui: &mut egui::Ui, theme: &Theme, reserve: Vec<Choice<Game>>) {
    if reserve.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("In reserve:").color(Theme::egui(theme.faint)));
        for (number, choice) in (1..).zip(reserve) {
            let key = controls::key_of_number(ui, number);
            controls::press(world, ui, choice, &key);
        }
    });
}

#[cfg(test)]
mod tests;
