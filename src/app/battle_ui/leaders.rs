//! Who leads each side: a person, or a level of computer player. The choice of level has it, and the menu
//! of the battle opens it in a box of its own.

use bevy::prelude::*;
use bevy_egui::egui::{self, ComboBox, RichText};

use super::{hints::hint, icons::Icon, open_panels::OpenPanels, panel, press::Press};
use crate::{
    app::{
        computers,
        dropdown::{self, Row},
        settings::{Pace, Settings},
        theme::Theme,
    },
    battle::{
        BattleWorld, Commander, Commanders, Handicap, SideId, handicap,
        playable::{count, listed},
    },
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
/// What a handicap is.
const ABOUT_HANDICAP: &str = "Handicap: points that this side has from the beginning, to give unequal \
                              players an equal chance.";
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

/// Which computer players led sides when the battle ended, as a sentence; nothing where people led both.
pub fn at_the_end(world: &World) -> Option<String> {
    let commanders = world.get_resource::<Commanders>()?;
    let sides: Vec<SideId> = world.roster().sides().collect();
    let is_computer = |&side: &SideId| commanders.computer(side).is_some();
    let computers: Vec<SideId> = sides.iter().copied().filter(is_computer).collect();
    let first = commanders.of(*computers.first()?);
    if sides.iter().all(|&side| commanders.of(side) == first) {
        return Some(format!("{} led both sides at the end.", title(first)));
    }
    let led = |side| format!("{} led {}", title(commanders.of(side)), world.side_within(side));
    Some(format!("{} at the end.", listed(&computers.into_iter().map(led).collect::<Vec<_>>())))
}

/// Chooses who leads a side; whoever is chosen, if that is somebody else than before.
pub fn choice(ui: &mut egui::Ui, side: SideId, now: &Commander) -> Option<Commander> {
    let mut chosen = now.clone();
    let person = Row { value: Commander::Person, name: PERSON.to_owned(), about: ABOUT_PERSON };
    let levels = Kind::LEVELS.iter().map(|kind| Row {
        value: Commander::Computer(kind.name().to_owned()),
        name: kind.title().to_owned(),
        about: kind.about(),
    });
    let id = egui::Id::new(("who leads", side.index()));
    let button = ComboBox::from_id_salt(id).width(CHOICE).selected_text(title(now));
    let response = dropdown::show(ui, button, &mut chosen, [person].into_iter().chain(levels));
    let about = match now {
        Commander::Person => ABOUT_PERSON,
        Commander::Computer(name) => Kind::named(name).map_or("", Kind::about),
    };
    response.on_hover_text(format!("{HELP}\n{}: {about}", title(now)));
    (chosen != *now).then_some(chosen)
}

/// Chooses for all sides, with the handicaps, in one row that wraps where there is no room.
pub fn row(
    ui: &mut egui::Ui,
    theme: &Theme,
    names: &[&str],
    commanders: &mut Commanders,
    handicap: &mut Handicap,
) {
    for (side, name) in (0..).map(SideId).zip(names) {
        let colour = Theme::egui(theme.side(side).text);
        ui.label(RichText::new(*name).color(colour).strong());
        if let Some(chosen) = choice(ui, side, commanders.of(side)) {
            commanders.give(side, chosen);
        }
        let mut points = handicap.of(side);
        let value = egui::DragValue::new(&mut points).range(0..=handicap::MOST).speed(2.0);
        if ui.add(value.prefix("+").suffix(" pts")).on_hover_text(ABOUT_HANDICAP).changed() {
            handicap.give(side, points);
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
        egui::Grid::new("sides").num_columns(3).spacing(egui::vec2(16.0, 8.0)).show(ui, |ui| {
            for side in sides {
                let colour = Theme::egui(theme.side(side).text);
                ui.label(RichText::new(world.side_name(side)).color(colour).strong());
                let now = world.resource::<Commanders>().of(side).clone();
                given = choice(ui, side, &now).map(|to| (side, to)).or(given.take());
                let points = world.resource::<Handicap>().of(side);
                if points > 0 {
                    let text = format!("handicap: {}", count(points as usize, "point"));
                    ui.label(text).on_hover_text(ABOUT_HANDICAP);
                }
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
