//! What a level is about, in words: its size, how long it lasts, who fights and for how many
//! points.

use bevy_egui::egui::{self, RichText, ScrollArea};

use crate::{
    app::theme::Theme,
    battle::{Level, SideId, level::Turns},
    no_quarter::{Armoury, armies, sentence::count},
};

pub(super) fn show(ui: &mut egui::Ui, level: &Level, armoury: Option<&Armoury>, theme: &Theme) {
    ui.label(RichText::new(&level.name).size(22.0));
    ui.label(&level.about);
    ui.add_space(4.0);
    let turns = turns(level);
    let (width, depth) = (level.table.width.0, level.table.depth.0);
    let facts = format!("{width:.0}\" by {depth:.0}\"  ·  {turns}");
    ui.label(RichText::new(facts).color(Theme::egui(theme.faint)));
    ui.separator();
    let rest = ui.available_height();
    ScrollArea::vertical().max_height(rest).show(ui, |ui| {
        for side in 0..level.sides.len() {
            army(ui, level, side, armoury, theme);
        }
    });
}

/// How long it lasts.
pub(super) fn turns(level: &Level) -> String {
    match level.turns {
        Turns::Fixed(turns) => count(turns as usize, "turn"),
        Turns::Random => "turns by the dice".to_owned(),
        Turns::UntilTheEnd => "until one side is gone".to_owned(),
    }
}

/// One side's units and what they are worth.
fn army(ui: &mut egui::Ui, level: &Level, side: usize, armoury: Option<&Armoury>, theme: &Theme) {
    let setup = &level.sides[side];
    let colour = Theme::egui(theme.side(SideId(side as u32)).text);
    let faint = Theme::egui(theme.faint);
    let profile = |id: &str| armoury.and_then(|armoury| armoury.profiles.get(id));
    let total = armoury.map_or(0, |armoury| armies::army_points(armoury, level, &setup.name));
    let mut rows = Vec::new();
    for unit in level.units.iter().filter(|unit| unit.side == setup.name) {
        let points = armoury.map_or(0, |armoury| armies::unit_points(armoury, unit));
        let what = profile(&unit.profile).map_or(unit.profile.as_str(), |p| p.name.as_str());
        let models = unit.count as usize + unit.command.len();
        let name = unit.name.as_deref().unwrap_or(what);
        rows.push((name.to_owned(), format!("{models} × {what} · {points}")));
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new(&setup.name).size(17.0).color(colour));
        ui.label(RichText::new(format!("{total} points")).color(faint));
    });
    for (name, what) in rows {
        ui.horizontal_wrapped(|ui| {
            ui.label(name);
            ui.label(RichText::new(what).small().color(faint));
        });
    }
    ui.add_space(8.0);
}
