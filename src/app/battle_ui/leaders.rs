//! Who leads each side: a person, or a level of computer player. The choice of level has it, and the menu
//! of the battle opens it in a box of its own.

use bevy::prelude::*;
use bevy_egui::egui::{self, ComboBox, RichText};

use super::{hints::hint, icons::Icon, open_panels::OpenPanels, panel, press::Press};
use crate::{
    app::{
        computers, focus,
        settings::{Pace, Settings},
        theme::Theme,
    },
    battle::{BattleWorld, Commander, Commanders, SideId},
    players::Kind,
};

/// What the box is called.
pub const NAME: &str = "Players";
/// What it is for.
pub const HELP: &str = "Who leads each side: you, or the computer.";
/// What a person is called.
const PERSON: &str = "Person";
/// How a person plays.
const ABOUT_PERSON: &str = "You, or somebody beside you.";
/// The width of the box, in egui points.
const WIDTH: f32 = 460.0;
/// The width of a choice, in egui points.
const CHOICE: f32 = 118.0;

/// What whoever leads a side is called.
fn title(commander: &Commander) -> String {
    match commander {
        Commander::Person => PERSON.to_owned(),
        Commander::Computer(name) => {
            Kind::named(name).map_or_else(|| name.clone(), |kind| kind.title().to_owned())
        }
    }
}

/// Chooses who leads a side; whoever is chosen, if that is somebody else than before.
pub fn choice(ui: &mut egui::Ui, side: SideId, now: &Commander) -> Option<Commander> {
    let mut chosen = now.clone();
    let levels = Kind::LEVELS
        .iter()
        .map(|kind| (Commander::Computer(kind.name().to_owned()), kind.title(), kind.about()));
    let all = [(Commander::Person, PERSON, ABOUT_PERSON)].into_iter().chain(levels);
    let id = egui::Id::new(("who leads", side.index()));
    let shown = ComboBox::from_id_salt(id).width(CHOICE).selected_text(title(now));
    let response = shown.show_ui(ui, |ui| {
        let mut rows = Vec::new();
        let mut present = None;
        for (one, name, about) in all {
            let is_now = one == *now;
            let row = ui.selectable_value(&mut chosen, one, name).on_hover_text(about);
            present = present.or_else(|| is_now.then(|| row.clone()));
            rows.push(row);
        }
        // As long as the list is open, the keyboard is in it.
        if !rows.iter().any(egui::Response::has_focus)
            && let Some(present) = present
        {
            present.request_focus();
        }
        focus::walk(ui, &rows);
        // A click closes it anyway, a key doesn't.
        if rows.iter().any(egui::Response::clicked) {
            ui.close();
        }
    });
    give_keyboard_back(&response.response, response.inner.is_some());
    let about = match now {
        Commander::Person => ABOUT_PERSON,
        Commander::Computer(name) => Kind::named(name).map_or("", Kind::about),
    };
    response.response.on_hover_text(format!("{HELP}\n{}: {about}", title(now)));
    (chosen != *now).then_some(chosen)
}

/// Gives the keyboard back to the button of a list that a key has just closed.
fn give_keyboard_back(button: &egui::Response, is_open: bool) {
    let place = button.id.with("was open");
    let was_open: bool =
        button.ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(place), is_open));
    if was_open && !is_open && focus::keys_were_used_last(&button.ctx) {
        button.request_focus();
    }
}

/// Chooses for all sides, in one row that wraps where there is no room.
pub fn row(ui: &mut egui::Ui, theme: &Theme, names: &[&str], commanders: &mut Commanders) {
    for (side, name) in (0..).map(SideId).zip(names) {
        let colour = Theme::egui(theme.side(side).text);
        ui.label(RichText::new(*name).color(colour).strong());
        if let Some(chosen) = choice(ui, side, commanders.of(side)) {
            commanders.give(side, chosen);
        }
        ui.add_space(8.0);
    }
    let mut hints = !commanders.no_hints;
    ui.checkbox(&mut hints, "Hints")
        .on_hover_text("Allows you to ask the computer for the best plans in this battle.");
    commanders.no_hints = !hints;
}

/// Shows the box if it is open.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if !world.resource::<OpenPanels>().players {
        return;
    }
    let mut open = true;
    let mut given = None;
    let modal = panel::modal(ctx, "players", WIDTH, |ui| {
        ui.horizontal(|ui| {
            panel::title(ui, NAME);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        ui.separator();
        panel::for_fingers(ui);
        let sides: Vec<SideId> = world.roster().sides().collect();
        egui::Grid::new("sides").num_columns(2).spacing(egui::vec2(16.0, 8.0)).show(ui, |ui| {
            for side in sides {
                let colour = Theme::egui(theme.side(side).text);
                ui.label(RichText::new(world.side_name(side)).color(colour).strong());
                let now = world.resource::<Commanders>().of(side).clone();
                given = choice(ui, side, &now).map(|to| (side, to)).or(given.take());
                ui.end_row();
            }
        });
        ui.add_space(6.0);
        ui.label("How long the computer's plans are shown");
        let mut pace = world.resource::<Settings>().pace;
        ui.horizontal_wrapped(|ui| paces(ui, &mut pace));
        if pace != world.resource::<Settings>().pace {
            world.resource_mut::<Settings>().pace = pace;
        }
        let faint = Theme::egui(theme.faint);
        let hints = if world.resource::<Commanders>().no_hints {
            "This battle is fought without hints."
        } else {
            "Hints are allowed in this battle."
        };
        ui.label(RichText::new(hints).color(faint).small());
    });
    if let Some((side, to)) = given {
        computers::give(world, side, to);
    }
    if !open || modal.should_close() {
        world.resource_mut::<OpenPanels>().players = false;
    }
}

/// The paces at which computers play, one beside the other.
pub fn paces(ui: &mut egui::Ui, pace: &mut Pace) {
    for one in Pace::ALL {
        let button = egui::Button::new(one.name()).selected(*pace == one);
        let high = panel::finger_or(ui, 25.0);
        if ui.add(button.min_size(egui::vec2(0.0, high))).clicked() {
            *pace = one;
        }
    }
}

/// The button that opens the box.
pub fn button(world: &mut World, ui: &mut egui::Ui) {
    let press = Press::row(Icon::Unit, NAME, "");
    let press = press.at_least(egui::vec2(0.0, panel::finger_or(ui, 25.0)));
    if hint(ui.add(press), NAME, HELP, "").clicked() {
        world.resource_mut::<OpenPanels>().players = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::third_party::egui::pressed;

    #[test]
    fn a_list_that_a_key_closes_gives_the_keyboard_back_to_its_button() {
        for closes in [egui::Key::Enter, egui::Key::Escape] {
            let ctx = egui::Context::default();
            let frame = |keys: &[egui::Key]| {
                let events = keys.iter().map(|&key| pressed(key)).collect();
                let input = egui::RawInput { events, ..Default::default() };
                let mut output = ctx.run_ui(input, |ui| {
                    choice(ui, SideId(0), &Commander::Person);
                    let _ = ui.button("Another");
                    focus::keep_in_sight(ui);
                });
                output.textures_delta.clear();
                ctx.memory(|memory| memory.focused())
            };
            let press = |key: egui::Key| {
                frame(&[key]);
                (0..3).fold(None, |_, _| frame(&[]))
            };
            let button = press(egui::Key::Tab);
            assert!(button.is_some(), "its button has the keyboard");
            let row = press(egui::Key::Enter);
            assert!(row.is_some() && row != button, "the list has it");
            assert_ne!(press(egui::Key::ArrowDown), row);
            assert_eq!(press(closes), button, "{closes:?}");
        }
    }
}
