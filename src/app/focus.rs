//! Where the keyboard is: a ring around the control that has it, as long as keys are used, and lists
//! that scroll to it, or by keys of their own.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, CornerRadius, Id, Stroke, StrokeKind},
};

use super::{OverTable, layer::Layer, theme::Theme};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ring>();
    app.add_systems(EguiPrimaryContextPass, follow.in_set(OverTable::Ring));
}

/// When the ring is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ring {
    /// Also while the pointer was used last, for a picture.
    pub always: bool,
}

/// What is known about the control that has the keyboard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Focus {
    /// The control.
    at: Option<Id>,
    /// The pass in which it was first seen there.
    since: u64,
    /// Whether a key was used last, and not the pointer.
    by_keys: bool,
    /// The control that has the ring.
    ringed: Option<Id>,
}

/// Where egui keeps it between frames.
fn place() -> Id {
    Id::new("focus of the keyboard")
}

impl Focus {
    fn of(ctx: &egui::Context) -> Self {
        ctx.data(|data| data.get_temp(place())).unwrap_or_default()
    }

    /// Looks where the keyboard is now, and what was used last.
    fn look(ctx: &egui::Context) -> Self {
        let mut focus = Self::of(ctx);
        let at = ctx.memory(|memory| memory.focused());
        if focus.at != at {
            (focus.at, focus.since) = (at, ctx.cumulative_pass_nr());
        }
        let used = ctx.input(|input| {
            input.events.iter().rev().find_map(|event| match event {
                egui::Event::Key { pressed: true, .. } => Some(true),
                egui::Event::PointerButton { pressed: true, .. } | egui::Event::Touch { .. } => {
                    Some(false)
                }
                _ => None,
            })
        });
        focus.by_keys = used.unwrap_or(focus.by_keys);
        ctx.data_mut(|data| data.insert_temp(place(), focus));
        focus
    }

    /// Whether the keyboard has just come to where it is.
    fn is_new(self, ctx: &egui::Context) -> bool {
        ctx.cumulative_pass_nr() <= self.since + 1
    }
}

/// Gives a control the keyboard, with the ring that shows it even before a key was used.
pub fn give_to(response: &egui::Response) {
    lead_to(&response.ctx, response.id);
}

/// The same for a control by its id.
pub fn lead_to(ctx: &egui::Context, control: Id) {
    ctx.memory_mut(|memory| memory.request_focus(control));
    ctx.data_mut(|data| {
        let focus: Focus = data.get_temp(place()).unwrap_or_default();
        data.insert_temp(place(), Focus { by_keys: true, ..focus });
    });
}

/// Whether a key was used last, and not the pointer.
pub fn keys_were_used_last(ctx: &egui::Context) -> bool {
    Focus::of(ctx).by_keys
}

/// Whether the keyboard has just come to a control.
pub fn has_come_to(response: &egui::Response) -> bool {
    let focus = Focus::look(&response.ctx);
    focus.at == Some(response.id) && focus.is_new(&response.ctx)
}

/// Scrolls to the control that the keyboard has just come to. To be called in a list that scrolls,
/// after all that is in it.
pub fn keep_in_sight(ui: &egui::Ui) {
    let focus = Focus::look(ui.ctx());
    let Some(id) = focus.at.filter(|_| focus.is_new(ui.ctx()) && focus.by_keys) else { return };
    let Some(control) = ui.ctx().read_response(id) else { return };
    // What is in sight beside the list doesn't belong to it, though the list reaches on behind it.
    let seen = control.interact_rect;
    if seen.is_positive() && !ui.clip_rect().contains(seen.center()) {
        return;
    }
    if control.layer_id == ui.layer_id() && ui.min_rect().contains_rect(control.rect) {
        ui.scroll_to_rect(control.rect.expand(RING), None);
    }
}

/// Lets the arrow keys walk up and down a list whose rows are these, in sight or not, and no farther than
/// its ends. To be called after all of them.
pub fn walk(ui: &egui::Ui, rows: &[egui::Response]) {
    walk_to(ui, rows, |row, last| row.clamp(0, last));
}

/// The same in a menu: after its last entry comes the first.
pub fn walk_round(ui: &egui::Ui, entries: &[egui::Response]) {
    walk_to(ui, entries, |entry, last| entry.rem_euclid(last + 1));
}

/// Lets the arrow keys walk; a row beyond the ends becomes another one, if the last has this place.
fn walk_to(ui: &egui::Ui, rows: &[egui::Response], within: impl Fn(isize, isize) -> isize) {
    let Some(here) = rows.iter().position(egui::Response::has_focus) else { return };
    let own = egui::EventFilter { vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(rows[here].id, own));
    let (up, down) = ui.input(|input| {
        let presses = |key| input.num_presses(key) as isize;
        (presses(egui::Key::ArrowUp), presses(egui::Key::ArrowDown))
    });
    let there = within(here as isize + down - up, rows.len() as isize - 1) as usize;
    if there != here {
        rows[there].request_focus();
        rows[there].scroll_to_me(None);
    }
}

/// How much of a page stays in sight when it is turned, in egui points.
const OVERLAP: f32 = 24.0;
/// How far an arrow key scrolls, in egui points.
const LINE: f32 = 40.0;

/// Lets Page Up, Page Down, Home and End scroll, and the arrow keys as long as no control has the
/// keyboard: then they lead from one control to the next. To be called in what scrolls, after all that
/// is in it; what lies under a box isn't scrolled, nor while somebody writes.
pub fn scroll_by_keys(ui: &egui::Ui) {
    scroll(ui, ui.memory(|memory| memory.focused().is_none()));
}

/// The same beside the table, where the arrow keys move that: only [`PAGING`] scroll.
pub fn scroll_by_pages(ui: &egui::Ui) {
    scroll(ui, false);
}

/// The keys that scroll whatever else has the keyboard.
pub const PAGING: [KeyCode; 4] = [KeyCode::PageUp, KeyCode::PageDown, KeyCode::Home, KeyCode::End];

/// Whether such keys scroll what lies beside the table: no box lies over it, and nobody writes.
pub fn pages_beside_table(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_none()) && !ctx.text_edit_focused()
}

fn scroll(ui: &egui::Ui, arrows: bool) {
    let is_under = !ui.memory(|memory| memory.is_above_modal_layer(ui.layer_id()));
    if is_under || ui.ctx().text_edit_focused() {
        return;
    }
    // What goes beyond the ends stops there.
    let all = ui.min_rect().height();
    let page = (ui.clip_rect().height() - OVERLAP).max(LINE);
    let down: f32 = ui.input(|input| {
        let presses = |key| input.num_presses(key) as f32;
        let pages = presses(egui::Key::PageDown) - presses(egui::Key::PageUp);
        let lines = presses(egui::Key::ArrowDown) - presses(egui::Key::ArrowUp);
        if input.key_pressed(egui::Key::Home) {
            -all
        } else if input.key_pressed(egui::Key::End) {
            all
        } else {
            pages * page + if arrows { lines * LINE } else { 0.0 }
        }
    });
    if down != 0.0 {
        ui.scroll_with_delta(egui::vec2(0.0, -down));
    }
}

/// How far around a control its ring is, in egui points.
const RING: f32 = 3.0;

fn follow(mut contexts: EguiContexts, theme: Res<Theme>, ring: Res<Ring>) -> Result {
    let ctx = contexts.ctx_mut()?;
    let focus = Focus::look(ctx);
    // What was there in the last frame only has no ring any more.
    let is_there = |&id: &Id| ctx.viewport(|viewport| viewport.this_pass.widgets.contains(id));
    let shown = focus.at.filter(|_| focus.by_keys || ring.always).filter(is_there);
    let control = shown.and_then(|id| ctx.read_response(id));
    // What of it is in sight: a list may have been scrolled on.
    let control = control.filter(|control| control.interact_rect.is_positive());
    let ringed = control.as_ref().map(|control| control.id);
    ctx.data_mut(|data| data.insert_temp(place(), Focus { ringed, ..focus }));
    if let Some(control) = control {
        let seen = control.interact_rect;
        let painter = Layer::Focus.painter(ctx);
        let round = CornerRadius::same(6);
        let around = seen.expand(RING - 1.0);
        let dark = Stroke::new(4.0, Theme::egui(theme.edge));
        painter.rect_stroke(around, round, dark, StrokeKind::Middle);
        let light = Stroke::new(2.0, Theme::egui(theme.selected));
        painter.rect_stroke(around, round, light, StrokeKind::Middle);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        AppOptions, headless,
        third_party::egui::{self as panels, context},
    };

    /// A frame of the app in which a key is pressed, and what has the keyboard after it.
    fn press(app: &mut App, key: egui::Key) -> Option<Id> {
        panels::press(app.world_mut(), key);
        (0..3).for_each(|_| app.update());
        context(app.world_mut()).and_then(|ctx| ctx.memory(|memory| memory.focused()))
    }

    /// The ring is where Enter acts, also where frames take long. egui follows arrows only when all
    /// controls are there, so with them the ring comes one frame later.
    #[test]
    fn the_ring_comes_to_a_control_in_the_frame_in_which_tab_leads_there() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        (0..5).for_each(|_| app.update());
        let ctx = context(app.world_mut()).unwrap();
        assert_eq!(Focus::of(&ctx).ringed, None, "nobody has pressed a key yet");
        let mut before = ctx.memory(|memory| memory.focused());
        for _ in 0..3 {
            panels::press(app.world_mut(), egui::Key::Tab);
            app.update();
            let now = ctx.memory(|memory| memory.focused());
            assert!(now.is_some() && now != before, "Tab leads on");
            assert_eq!(Focus::of(&ctx).ringed, now);
            before = now;
        }
        panels::press(app.world_mut(), egui::Key::ArrowDown);
        app.update();
        app.update();
        let now = ctx.memory(|memory| memory.focused());
        assert!(now.is_some() && now != before, "an arrow leads on");
        assert_eq!(Focus::of(&ctx).ringed, now);
    }

    #[test]
    fn keys_lead_through_the_title_and_show_where_they_are() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        (0..5).for_each(|_| app.update());
        let ctx = context(app.world_mut()).unwrap();
        let first = ctx.memory(|memory| memory.focused());
        assert!(first.is_some(), "the first entry of the menu has the keyboard");
        assert!(!Focus::of(&ctx).by_keys, "nobody has pressed a key yet");
        let second = press(&mut app, egui::Key::Tab);
        assert!(second.is_some() && second != first, "Tab goes on");
        let focus = Focus::of(&ctx);
        assert!(focus.by_keys && focus.at == second, "and there is the ring");
        let third = press(&mut app, egui::Key::ArrowDown);
        assert!(third.is_some() && third != second, "as does an arrow");
    }

    #[test]
    fn arrows_go_round_in_a_menu() {
        let ctx = egui::Context::default();
        let mut here = 0;
        let mut frame = |keys: &[egui::Key]| {
            let events = keys.iter().map(|&key| panels::pressed(key)).collect();
            let input = egui::RawInput { events, ..Default::default() };
            let mut output = ctx.run_ui(input, |ui| {
                let entry = |entry: i32| ui.button(format!("Entry {entry}"));
                let entries: Vec<egui::Response> = (0..4).map(entry).collect();
                if entries.iter().all(|entry| !entry.has_focus()) {
                    entries[0].request_focus();
                }
                walk_round(ui, &entries);
                here = entries.iter().position(egui::Response::has_focus).unwrap_or(usize::MAX);
            });
            output.textures_delta.clear();
            here
        };
        for _ in 0..4 {
            frame(&[]);
        }
        for (key, there) in [
            (egui::Key::ArrowUp, 3),
            (egui::Key::ArrowUp, 2),
            (egui::Key::ArrowDown, 3),
            (egui::Key::ArrowDown, 0),
        ] {
            frame(&[key]);
            for _ in 0..3 {
                frame(&[]);
            }
            assert_eq!(frame(&[]), there, "{key:?}");
        }
    }

    /// A text without any control in it.
    #[test]
    fn keys_scroll_what_has_nothing_to_walk_to() {
        let ctx = egui::Context::default();
        let (mut time, mut offset) = (0.0, 0.0);
        let mut scrolled = |key: egui::Key| {
            for frame in 0..10 {
                time += 0.1;
                let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(200.0, 120.0));
                let input = egui::RawInput {
                    events: if frame == 2 { vec![panels::pressed(key)] } else { Vec::new() },
                    screen_rect: Some(screen),
                    time: Some(time),
                    ..egui::RawInput::default()
                };
                let mut output = ctx.run_ui(input, |ui| {
                    let text = egui::ScrollArea::vertical().max_height(100.0).show(ui, |ui| {
                        for line in 0..40 {
                            ui.label(format!("Line {line}"));
                        }
                        scroll_by_keys(ui);
                    });
                    offset = text.state.offset.y;
                });
                output.textures_delta.clear();
            }
            offset
        };
        assert_eq!(scrolled(egui::Key::ArrowUp), 0.0, "there is nothing above the first line");
        let line = scrolled(egui::Key::ArrowDown);
        assert!(line > 0.0);
        let page = scrolled(egui::Key::PageDown);
        assert!(page > line + LINE, "{page} after {line}");
        let end = scrolled(egui::Key::End);
        assert!(end > page + LINE, "{end} after {page}");
        assert!(
            (scrolled(egui::Key::PageDown) - end).abs() < 1.0,
            "nothing is below the last line"
        );
        assert!(scrolled(egui::Key::PageUp) < end - LINE);
        assert!(scrolled(egui::Key::Home) < 1.0);
    }

    /// However fast somebody presses, and however little of the list is in sight.
    #[test]
    fn arrows_walk_through_a_list_and_stop_at_its_ends() {
        let ctx = egui::Context::default();
        let mut here = 0;
        let mut frame = |keys: &[egui::Key]| {
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(200.0, 120.0));
            let events = keys.iter().map(|&key| panels::pressed(key)).collect();
            let input = egui::RawInput { events, screen_rect: Some(screen), ..Default::default() };
            let mut output = ctx.run_ui(input, |ui| {
                egui::ScrollArea::vertical().max_height(60.0).show(ui, |ui| {
                    let row = |row: i32| ui.button(format!("Row {row}"));
                    let rows: Vec<egui::Response> = (0..20).map(row).collect();
                    if rows.iter().all(|row| !row.has_focus()) {
                        rows[0].request_focus();
                    }
                    walk(ui, &rows);
                    here = rows.iter().position(egui::Response::has_focus).unwrap_or(usize::MAX);
                });
                let _ = ui.button("Beside the list");
            });
            output.textures_delta.clear();
            here
        };
        let (up, down) = (egui::Key::ArrowUp, egui::Key::ArrowDown);
        for _ in 0..4 {
            frame(&[]);
        }
        frame(&[down; 9]);
        assert_eq!(frame(&[]), 9, "nine at once");
        frame(&[up]);
        assert_eq!(frame(&[]), 8);
        frame(&[down; 40]);
        assert_eq!(frame(&[]), 19);
        frame(&[down]);
        assert_eq!(frame(&[]), 19, "the last row, and nothing beside the list");
        frame(&[up; 40]);
        assert_eq!(frame(&[]), 0);
    }

    #[test]
    fn a_menu_begins_again_at_its_end() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        (0..5).for_each(|_| app.update());
        let first = context(app.world_mut()).unwrap().memory(|memory| memory.focused());
        let last = press(&mut app, egui::Key::ArrowUp);
        assert!(last.is_some() && last != first, "up from the first entry");
        assert_ne!(press(&mut app, egui::Key::ArrowUp), last, "up once more");
        press(&mut app, egui::Key::ArrowDown);
        assert_eq!(press(&mut app, egui::Key::ArrowDown), first, "and down from the last one");
    }

    #[test]
    fn a_list_scrolls_to_where_the_keyboard_goes() {
        let ctx = egui::Context::default();
        let mut offset = 0.0;
        for frame in 0..80 {
            let tab = panels::pressed(egui::Key::Tab);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(200.0, 120.0));
            let input = egui::RawInput {
                events: if frame % 4 == 0 { vec![tab] } else { Vec::new() },
                screen_rect: Some(screen),
                time: Some(f64::from(frame) * 0.1),
                ..egui::RawInput::default()
            };
            let mut output = ctx.run_ui(input, |ui| {
                let list = egui::ScrollArea::vertical().max_height(100.0).show(ui, |ui| {
                    for row in 0..20 {
                        let _ = ui.button(format!("Row {row}"));
                    }
                    keep_in_sight(ui);
                });
                offset = list.state.offset.y;
            });
            output.textures_delta.clear();
        }
        assert!(offset > 200.0, "after twenty Tabs the last row is in sight: {offset}");
    }
}
