//! What a level is about, in words: its size, how long it lasts, who fights and for how many
//! points.

use bevy_egui::egui::{self, RichText};

use super::entries::Read;
use crate::{
    app::{battle_ui::breaks, seat::Level, theme::Theme},
    battle::{
        SideId,
        level::Turns,
        playable::{count, showing::Army},
    },
};

pub(super) fn show(ui: &mut egui::Ui, Read { level, armies, .. }: &Read, theme: &Theme) {
    ui.label(RichText::new(&level.name).size(22.0));
    ui.label(&level.about);
    if !level.teaches.is_empty() {
        ui.label(RichText::new(format!("Teaches {}.", level.teaches)).strong());
    }
    if let Some(harder) = &level.harder {
        ui.label(harder.to_string());
    }
    ui.add_space(4.0);
    let faint = Theme::egui(theme.faint);
    ui.label(RichText::new(breaks::kept(&facts(level))).color(faint));
    ui.separator();
    for (side, army) in armies.iter().enumerate() {
        show_army(ui, army, SideId(side as u32), theme);
    }
}

/// How large it is and how long it lasts.
pub(super) fn facts(level: &Level) -> String {
    let (width, depth) = (level.table.width.0, level.table.depth.0);
    format!("{width:.0}\" by {depth:.0}\"  ·  {}", turns(level))
}

/// How many models fight.
pub(super) fn strength(armies: &[Army]) -> String {
    let models: Vec<usize> = armies.iter().map(|army| army.models).collect();
    each(&models, "model")
}

/// What the armies are worth.
pub(super) fn worth(armies: &[Army]) -> String {
    let points: Vec<usize> = armies.iter().map(|army| army.points as usize).collect();
    each(&points, "point")
}

/// So many of something on each side.
fn each(numbers: &[usize], what: &str) -> String {
    match numbers {
        [first, others @ ..] if others.iter().all(|other| other == first) => {
            format!("{} a side", count(*first, what))
        }
        _ => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("{} {what}s", numbers.join(" against "))
        }
    }
}

/// How long it lasts.
fn turns(level: &Level) -> String {
    match level.turns {
        Turns::Fixed(turns) => count(turns as usize, "turn"),
        Turns::Random => "a random number of turns".to_owned(),
        Turns::UntilTheEnd => "until one side is destroyed".to_owned(),
    }
}

fn show_army(ui: &mut egui::Ui, army: &Army, side: SideId, theme: &Theme) {
    let colour = Theme::egui(theme.side(side).text);
    let faint = Theme::egui(theme.faint);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&army.name).size(17.0).color(colour));
        let (models, points) = (count(army.models, "model"), count(army.points as usize, "point"));
        ui.label(RichText::new(format!("{models}, {points}")).color(faint));
    });
    for unit in &army.units {
        ui.horizontal_wrapped(|ui| {
            ui.label(&unit.name);
            ui.label(RichText::new(breaks::kept(&unit.about)).small().color(faint));
        });
    }
    ui.add_space(8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armies_are_counted_once_where_they_are_alike() {
        assert_eq!(each(&[45, 45], "model"), "45 models a side");
        assert_eq!(each(&[1, 1], "model"), "1 model a side");
        assert_eq!(each(&[20, 24], "model"), "20 against 24 models");
    }
}
