//! The whole log: its lines by turn, by unit or by rolls if wanted, of which only those in sight are
//! laid out.

use bevy::prelude::*;
use bevy_egui::egui::{self, ComboBox, Rangef, RichText, ScrollArea};

use super::{
    follow,
    heights::MEASURED_AT_ONCE,
    lines::{About, LogLines, Row},
    show_row,
};
use crate::{
    app::{
        battle_ui::{
            hints::hint,
            icons::Icon,
            mode::Selection,
            paging::{self, Paged},
            press::Press,
        },
        dropdown::{self, Row as Entry},
        seat::Game,
        theme::Theme,
        third_party::egui::sized,
    },
    battle::{BattleWorld, History, playable::count},
};

/// The width of the open log, in egui points; it may lie over a corner of the table.
pub(super) const OPEN: f32 = 300.0;

/// What it is, and the switch that folds it.
pub(super) fn head(ui: &mut egui::Ui, key: &str) -> bool {
    ui.horizontal(|ui| {
        let brass = ui.visuals().hyperlink_color;
        Icon::Log.show(ui, 16.0, brass);
        ui.label(RichText::new("Log").strong().color(brass));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let fold = ui.add(Press::square(Icon::Fold, "Collapse the log", 24.0));
            hint(fold, "Collapse the log", "Shows only the last lines.", key).clicked()
        })
        .inner
    })
    .inner
}

/// What of the log is shown: by turn, by unit, dice only.
pub(super) fn filters(world: &World, ui: &mut egui::Ui, log: &mut LogLines) {
    let before = log.filter;
    let filter = &mut log.filter;
    ui.horizontal(|ui| {
        ui.checkbox(&mut filter.only_rolls, RichText::new("Rolls only").small());
        ui.checkbox(&mut filter.details, RichText::new("Each model").small())
            .on_hover_text("Shows what each model does when its unit acts together.");
        if log.kept.is_some() && ui.small_button("Unmark").clicked() {
            log.kept = None;
        }
    });
    let last = log.lines.last().map_or(0, |line| line.turn);
    let named = |turn: Option<u32>| match turn {
        None => "All turns".to_owned(),
        Some(0) => "Before turn 1".to_owned(),
        Some(turn) => format!("Turn {turn}"),
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let turns = [None].into_iter().chain((0..=last).map(Some));
        let turns = turns.map(|turn| Entry::new(turn, named(turn)));
        let button = ComboBox::from_id_salt("log_turn").width(92.0);
        let button = button.selected_text(named(filter.turn));
        dropdown::show(ui, button, &mut filter.turn, turns);
        let units = world.roster().units().filter(|&unit| !world.members(unit).is_empty());
        let abouts = [About::All, About::Selected].into_iter().chain(units.map(About::Unit));
        let abouts = abouts.map(|about| Entry::new(about, called(world, about)));
        let button = ComboBox::from_id_salt("log_unit").width(ui.available_width() - 2.0);
        let button = button.truncate().selected_text(called(world, filter.about));
        dropdown::show(ui, button, &mut filter.about, abouts);
    });
    if *filter != before {
        log.earlier = 0;
        log.kept = None;
    }
}

/// What a choice of units is called.
fn called(world: &World, about: About) -> &str {
    match about {
        About::All => "All units",
        About::Selected => "Selected unit",
        About::Unit(unit) => world.unit_name(unit),
    }
}

/// So many lines are shown at first, and so many more when earlier ones are asked for.
const AT_A_TIME: usize = 300;

/// What was played with rules that have changed since, as it was told then.
fn before(world: &World, ui: &mut egui::Ui) {
    let Some(earlier) = world.resource::<History<Game>>().earlier() else { return };
    let title = RichText::new("Played under earlier rules").small();
    egui::CollapsingHeader::new(title).id_salt("log_before").show(ui, |ui| {
        for line in &earlier.told {
            ui.label(RichText::new(line).small());
        }
    });
}

/// The rows that the filter lets through; the one that was clicked.
pub(super) fn rows(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    log: &mut LogLines,
    high: f32,
) -> Option<Row> {
    let mut clicked = None;
    let rows = log.rows(world.resource::<Selection>().unit);
    let from = rows.len().saturating_sub(AT_A_TIME + log.earlier);
    // At once: the end moves as long as rows are measured, and then sticks.
    let area = ScrollArea::vertical().auto_shrink([false, false]).max_height(high).animated(false);
    area.min_scrolled_height(0.0).stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.set_width(ui.available_width() - 4.0);
        if from > 0 && ui.small_button(count(from, "earlier line")).clicked() {
            log.earlier += AT_A_TIME;
        }
        if from == 0 {
            before(world, ui);
        }
        if rows.is_empty() {
            ui.label(RichText::new("Nothing to show yet.").small());
        }
        let (wide, text) = (ui.available_width(), sized(ui, 1.0));
        log.heights.measured_for(wide, text, log.filter.details, 2 * log.lines.len());
        let unmeasured = |row: &&Row| log.heights.of(row.number()).is_none();
        let mut unknown = rows[from..].iter().filter(unmeasured).count();
        for &row in &rows[from..] {
            let known = log.heights.of(row.number());
            let top = ui.cursor().top();
            let high = known.unwrap_or(log.heights.usual());
            let in_sight = ui.clip_rect().y_range().intersects(Rangef::new(top, top + high));
            // Of the others the last ones are measured first, as the log stands at its end.
            let measured = known.is_none() && unknown <= MEASURED_AT_ONCE;
            unknown -= usize::from(known.is_none());
            if !in_sight && !measured {
                ui.add_space(high);
                continue;
            }
            clicked = show_row(world, ui, theme, log, row).or(clicked);
            log.heights.keep(row.number(), ui.cursor().top() - top);
        }
        paging::scroll(world, ui, Paged::Log);
        follow(ui, log);
    });
    clicked
}
