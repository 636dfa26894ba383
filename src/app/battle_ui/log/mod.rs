//! The log: everything that happened as a sentence, the newest at the bottom. Its last lines stand
//! beside the table, unless all of it is open. A line under the pointer shows on the table who did
//! what to whom; a click keeps that shown.

mod heights;
mod lines;
mod whole;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use self::lines::{Filter, Line};
pub use self::lines::{LogLines, update};
use super::{
    dice_tray::DiceTray, hints::hint, icons::Icon, key_names::key_name, paint::Canvas, panel,
    press::Press, shown::Shown, tableau,
};
use crate::{
    app::{
        camera::{Margins, View},
        theme::Theme,
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{BattleWorld, playable::telling::Weight},
};

/// Shows the log: the whole of it, or its last lines where it isn't open.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let open = world.resource::<Shown>().log;
    let narrow = panel::is_narrow(ctx);
    let window = ctx.content_rect();
    let width = panel::beside(world, ctx);
    let top = window.top() + panel::bar_height(ctx) + panel::GAP;
    let tray = match world.resource::<Shown>().dice {
        true => world.resource::<DiceTray>().height(width) + 26.0,
        false => 0.0,
    };
    let room = window.bottom() - panel::orders_height(ctx) - top - tray - panel::GAP;
    let key = key_name(world, Action::ShowLog);
    let mut clicked = None;
    let mut switched = false;
    world.resource_scope(|world, mut log: Mut<LogLines>| {
        let log = log.bypass_change_detection();
        log.pointed = None;
        if narrow {
            panel::sheet(ctx, "log", |ui| {
                switched = panel::sheet_head(ui, Icon::Log, "Log");
                whole::filters(world, ui, log);
                let high = panel::sheet_height(ctx);
                clicked = whole::lines(world, ui, theme, log, high);
            });
            return;
        }
        let at = (egui::Align2::RIGHT_TOP, egui::pos2(window.right() - panel::GAP, top));
        let (id, wide) = if open { ("log", width.max(whole::OPEN)) } else { ("last_lines", width) };
        let most = egui::vec2(wide - 2.0 * panel::GAP, room.max(80.0));
        panel::floating(ctx, id, at, most, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            if open {
                switched = whole::head(ui, &key);
                whole::filters(world, ui, log);
                ui.separator();
                clicked = whole::lines(world, ui, theme, log, (room - 110.0).max(60.0));
            } else {
                (clicked, switched) = last_lines(world, ui, theme, log, &key);
            }
        });
    });
    if switched {
        world.resource_mut::<Shown>().log = !open;
    }
    if let Some(place) = clicked {
        let mut log = world.resource_mut::<LogLines>();
        let kept = (log.kept != Some(place)).then_some(place);
        log.kept = kept;
        if kept.is_some() {
            look(world, place);
        }
    }
}

/// So many lines stay when the log isn't open.
const LAST: usize = 5;

/// The last lines and the switch that unfolds the rest; the line that was clicked.
fn last_lines(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    log: &mut LogLines,
    key: &str,
) -> (Option<usize>, bool) {
    let mut clicked = None;
    for place in log.last_places(LAST) {
        let kept = log.kept == Some(place);
        let response = show_line(world, ui, theme, &log.lines[place], &Filter::default(), kept);
        if response.hovered() {
            log.pointed = Some(place);
        }
        if response.clicked() {
            clicked = Some(place);
        }
    }
    let word = "Full log";
    let unfold = Press::row(Icon::Unfold, word, key);
    let unfold = hint(ui.add(unfold), word, "Everything that happened, by turn or by unit.", key);
    (clicked, unfold.clicked())
}

/// A line: its icon in the colour of the side that did it, and what happened.
fn show_line(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    line: &Line,
    filter: &Filter,
    kept: bool,
) -> egui::Response {
    let told = line.summary.as_ref().filter(|_| !filter.details).unwrap_or(&line.told.text);
    let text = RichText::new(told).size(sized(ui, 12.0));
    let text = match line.told.weight {
        Weight::Header => {
            ui.add_space(2.0);
            text.strong().size(sized(ui, 13.5)).color(Theme::egui(theme.accent))
        }
        Weight::Unit => text.strong().color(Theme::egui(theme.text)),
        Weight::Grave => text.color(Theme::egui(theme.bad)),
        Weight::Plain if line.told.rolled => text.color(Theme::egui(theme.text)),
        Weight::Plain => text.color(Theme::egui(theme.faint)),
    };
    let side = line.told.by.map(|unit| theme.side(world.side_of(unit)));
    let ink = match (side, line.told.weight) {
        (_, Weight::Header) => Theme::egui(theme.accent),
        (Some(side), _) => Theme::egui(side.text),
        (None, _) => Theme::egui(theme.faint),
    };
    let behind = ui.painter().add(egui::Shape::Noop);
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let size = sized(ui, 14.0);
        line.icon.show(ui, size, ink);
        ui.add(egui::Label::new(text).wrap().selectable(false).sense(egui::Sense::click()))
    });
    let response = row.inner;
    if kept || response.hovered() {
        let fill = Theme::egui(theme.selected).gamma_multiply(if kept { 0.22 } else { 0.09 });
        let rect = row.response.rect.expand(1.0);
        ui.painter().set(behind, egui::Shape::rect_filled(rect, 2.0, fill));
    }
    response
}

/// Brings the view to where the event at a place in the log happened.
fn look(world: &mut World, place: usize) {
    let margins = *world.resource::<Margins>();
    let mut view = *world.resource::<View>();
    let Some(tableau) = tableau::of(world, place) else { return };
    tableau::look(&tableau, &mut view, &margins);
    world.resource_mut::<View>().set_if_neq(view);
}

/// Shows on the table what the line under the pointer tells, and the one that is kept.
pub fn draw(world: &World, canvas: &Canvas) {
    let log = world.resource::<LogLines>();
    if let Some(kept) = log.kept.and_then(|place| tableau::of(world, place)) {
        tableau::draw(&kept, canvas, true);
    }
    let pointed = log.pointed.filter(|&place| log.kept != Some(place));
    if let Some(pointed) = pointed.and_then(|place| tableau::of(world, place)) {
        tableau::draw(&pointed, canvas, false);
    }
}
