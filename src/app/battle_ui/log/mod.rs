//! The log: everything that happened as a sentence, the newest at the bottom. Its last lines stand
//! beside the table, unless all of it is open. A line under the pointer shows on the table who did
//! what to whom, and where those stand now whom it names; a click brings the view there and keeps that
//! shown, and opens the one line of a volley or a fight.

mod heights;
mod lines;
mod whole;

use bevy::prelude::*;
use bevy_egui::egui::{self, Rangef, RichText};

use self::lines::Row;
pub use self::lines::{LogLines, update};
use super::{
    column, hints::hint, icons::Icon, key_names::key_name, mark_unit, open_panels::OpenPanels,
    overlays::room, paint::Canvas, panel, press::Press, tableau, turn_to,
};
use crate::{
    app::{
        computers, focus,
        seat::Game,
        theme::{Theme, strength},
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{BattleWorld, History, planning::Reason, playable::telling::Weight},
};

/// Shows the log: the whole of it, or its last lines where it isn't open.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let open = world.resource::<OpenPanels>().log;
    let narrow = panel::is_narrow(ctx);
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
                let high = panel::sheet_height(ctx).min(ui.available_height());
                clicked = whole::rows(world, ui, theme, log, high);
            });
            return;
        }
        let (id, wide) = match open {
            true => ("log", panel::beside(world, ctx).max(whole::OPEN)),
            false => ("last_lines", panel::beside(world, ctx)),
        };
        panel::column(ctx, id, column::of_log(world, ctx, wide), |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            if open {
                switched = whole::head(ui, &key);
                whole::filters(world, ui, log);
                ui.separator();
                let high = ui.available_height();
                clicked = whole::rows(world, ui, theme, log, high);
            } else {
                (clicked, switched) = last_lines(world, ui, theme, log, &key);
            }
        });
    });
    if switched {
        world.resource_mut::<OpenPanels>().log = !open;
    }
    match clicked {
        Some(Row::Passage(place)) => {
            world.resource_mut::<LogLines>().switch(place);
            if world.resource::<LogLines>().is_open(Row::Passage(place)) == Some(true) {
                look(world, place);
            }
        }
        Some(Row::Line(place)) => keep(world, place),
        None => {}
    }
}

/// Keeps a line shown on the table; no longer, if it was.
fn keep(world: &mut World, place: usize) {
    let mut log = world.resource_mut::<LogLines>();
    let kept = (log.kept != Some(place)).then_some(place);
    log.kept = kept;
    if kept.is_some() {
        look(world, place);
    }
}

/// So many rows stay when the log isn't open.
const LAST: usize = 12;

/// The last rows above the switch that unfolds the rest, which is always whole; the row that was
/// clicked, and whether the switch was.
fn last_lines(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    log: &mut LogLines,
    key: &str,
) -> (Option<Row>, bool) {
    let mut clicked = None;
    let from_below = egui::Layout::bottom_up(egui::Align::Min);
    ui.with_layout(from_below, |ui| {
        let word = "Full log";
        let unfold = Press::row(Icon::Unfold, word, key);
        let about = "Everything that happened, by turn or by unit.";
        let unfold = hint(ui.add(unfold), word, about, key);
        ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
            // It begins with a whole row, which doesn't fade.
            ui.spacing_mut().scroll.fade.strength = 0.0;
            let area = egui::ScrollArea::vertical().auto_shrink([false, false]).animated(false);
            area.min_scrolled_height(0.0).stick_to_bottom(true).show(ui, |ui| {
                let seen = ui.clip_rect();
                let has_new = log.shown != log.lines.len();
                let mut places = Vec::new();
                for row in log.last_rows(LAST) {
                    let top = ui.cursor().top();
                    clicked = show_row(world, ui, theme, log, row).or(clicked);
                    places.push(Rangef::new(top, ui.cursor().top()));
                }
                if let Some(end) = cut(&places, seen.y_range()) {
                    // What scrolls down is clipped above and below, but not at its sides.
                    let wide = ui.max_rect().x_range();
                    let hidden = egui::Rect::from_x_y_ranges(wide, seen.top()..=end);
                    ui.painter().rect_filled(hidden, 0.0, ui.visuals().panel_fill);
                }
                follow(ui, log);
                let last = places.last().filter(|row| has_new && row.span() > seen.height());
                if let Some(&last) = last {
                    // It is read from its beginning.
                    let row = egui::Rect::from_x_y_ranges(ui.max_rect().x_range(), last);
                    ui.scroll_to_rect(row, Some(egui::Align::TOP));
                }
            });
        });
        (clicked, unfold.clicked())
    })
    .inner
}

/// Where the row ends that the upper edge of what is seen cuts through, if one comes after it.
fn cut(rows: &[Rangef], seen: Rangef) -> Option<f32> {
    let (_, before) = rows.split_last()?;
    let is_cut = |row: &&Rangef| row.min < seen.min - 0.5 && row.max > seen.min + 0.5;
    before.iter().find(is_cut).map(|row| row.max)
}

/// Scrolls to the end when there is something new, and to the row that has the keyboard.
fn follow(ui: &egui::Ui, log: &mut LogLines) {
    if log.shown != log.lines.len() {
        log.shown = log.lines.len();
        ui.scroll_to_cursor(Some(egui::Align::BOTTOM));
    }
    focus::keep_in_sight(ui);
}

/// A row: its icon in the colour of the side that did it, and what happened. It comes back if it was
/// clicked.
fn show_row(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    log: &mut LogLines,
    row: Row,
) -> Option<Row> {
    let told = log.told(row);
    let text = RichText::new(&told.text).size(sized(ui, 12.0));
    let text = match told.weight {
        Weight::Header => {
            ui.add_space(2.0);
            text.strong().size(sized(ui, 13.5)).color(Theme::egui(theme.accent))
        }
        Weight::Unit => text.strong().color(Theme::egui(theme.text)),
        Weight::Grave => text.color(Theme::egui(theme.bad)),
        Weight::Plain if told.rolled => text.color(Theme::egui(theme.text)),
        Weight::Plain => text.color(Theme::egui(theme.faint)),
    };
    let side = told.by.map(|unit| theme.side(world.side_of(unit)));
    let ink = match (side, told.weight) {
        (_, Weight::Header) => Theme::egui(theme.accent),
        (Some(side), _) => Theme::egui(side.text),
        (None, _) => Theme::egui(theme.faint),
    };
    let icon = Icon::named(told.icon).unwrap_or(Icon::Log);
    let kept = log.kept.is_some_and(|place| row == Row::Line(place));
    let events = log.events(row);
    let history = world.resource::<History<Game>>();
    let reason = events.clone().next().and_then(|place| Some((place, history.reason_at(place)?)));
    let behind = ui.painter().add(egui::Shape::Noop);
    let shown = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if log.is_within(row) {
            ui.add_space(8.0);
        }
        icon.show(ui, sized(ui, 14.0), ink);
        if let Some(open) = log.is_open(row) {
            let fold = if open { Icon::Fold } else { Icon::Unfold };
            fold.show(ui, sized(ui, 11.0), Theme::egui(theme.faint));
        }
        if let Some((place, reason)) = reason {
            // The arrow before it is pressed to open the row.
            let room = if log.is_open(row).is_none() { sized(ui, 20.0) } else { 3.0 };
            why(ui, (theme, room), log, place, reason);
        }
        ui.add(egui::Label::new(text).wrap().selectable(false).sense(egui::Sense::click()))
    });
    let response = shown.inner;
    if let Some((_, reason)) = reason.filter(|&(place, _)| log.explains(place)) {
        ui.indent("why", |ui| {
            for (place, plan) in reason.plans.iter().enumerate() {
                let words = RichText::new(plan.sentence()).size(sized(ui, 11.5));
                let words = words.color(Theme::egui(theme.faint));
                ui.label(if place == 0 { words } else { words.italics() });
            }
        });
    }
    if history.since_own_last().is_some_and(|since| events.start >= since)
        && computers::own_side(world).is_some()
    {
        // What computers have done since one's own last order.
        let rect = shown.response.rect;
        let line = egui::Stroke::new(2.0, Theme::egui(theme.accent));
        ui.painter().vline(rect.left() - 3.0, rect.y_range(), line);
    }
    if kept || response.hovered() {
        let fill = Theme::egui(theme.selected).gamma_multiply(if kept { 0.22 } else { 0.09 });
        let rect = shown.response.rect.expand(1.0);
        ui.painter().set(behind, egui::Shape::rect_filled(rect, 2.0, fill));
    }
    if response.hovered() {
        log.pointed = Some(row);
    }
    response.clicked().then_some(row)
}

/// A lamp at the line with which a plan of a computer player begins: pointing at it tells why, and a click
/// keeps that told. Fingers need more room than it takes: so much of what is left of it is pressed with it.
fn why(
    ui: &mut egui::Ui,
    (theme, room): (&Theme, f32),
    log: &mut LogLines,
    place: usize,
    reason: &Reason,
) {
    let size = egui::Vec2::splat(sized(ui, 14.0));
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    // Up and down it reaches to the middle between two rows.
    let high = ui.spacing().item_spacing.y / 2.0;
    let around = egui::Rect::from_min_max(
        rect.min - egui::vec2(room, high),
        rect.max + egui::vec2(3.0, high),
    );
    let response = ui.interact(around, ui.id().with(("why", place)), egui::Sense::click());
    response.widget_info(|| {
        let (on, told) = (ui.is_enabled(), log.explains(place));
        egui::WidgetInfo::selected(egui::WidgetType::Button, on, told, "Why")
    });
    Icon::Hint.paint(ui.painter(), rect, Theme::egui(theme.accent));
    if response.on_hover_text(reason.sentence()).clicked() {
        log.switch_reason(place);
    }
}

/// Brings the view to where the event at a place in the log happened.
fn look(world: &mut World, place: usize) {
    if let Some(at) = tableau::of(world, place).and_then(|tableau| tableau.middle()) {
        turn_to(world, at);
    }
}

/// Shows on the table what the line under the pointer tells, and the one that is kept.
pub fn draw(world: &World, canvas: &Canvas) {
    let log = world.resource::<LogLines>();
    for unit in log.pointed_units() {
        let colour = canvas.text().gamma_multiply(strength::HOVERED);
        mark_unit(world, canvas, unit, 1.5, colour, 1.0, true);
    }
    if let Some(kept) = log.kept.and_then(|place| tableau::of(world, place)) {
        tableau::draw(&kept, canvas, Some(&room::spared(world, canvas)));
    }
    let pointed = log.pointed.map_or(0..0, |row| log.events(row));
    for place in pointed.filter(|&place| log.kept != Some(place)) {
        if let Some(pointed) = tableau::of(world, place) {
            tableau::draw(&pointed, canvas, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            animation::Playback,
            battle_ui::player::{Player, SPEARS},
            camera::View,
            computers::hints::Hints,
            settings::Settings,
            third_party::egui::{context, press},
            words,
        },
        battle::Log,
    };

    /// A key as the battle and its panels hear of it.
    fn press_both(player: &mut Player, key: egui::Key, code: KeyCode) {
        press(player.app.world_mut(), key);
        player.key(code);
    }

    /// A battle whose log is longer than the window is high, and what its first line tells.
    fn long() -> (Player, String) {
        let mut player = Player::of(SPEARS);
        player.key(KeyCode::Tab);
        player.key(KeyCode::Enter);
        let mut log = player.app.world_mut().resource_mut::<Log<Game>>();
        let last = log.0.last().cloned().expect("a unit acts");
        log.0.extend(vec![last; 250]);
        let events = log.0.len();
        // They have been shown on the table.
        player.app.world_mut().resource_mut::<Playback>().cursor = events;
        player.wait(10);
        let mut lines = player.app.world_mut().resource_mut::<LogLines>();
        lines.filter.details = true;
        let [first, .., last] = &lines.lines[..] else { panic!("there are lines") };
        assert_ne!(first.told.text, last.told.text);
        let first = first.told.text.clone();
        player.key(KeyCode::KeyL);
        player.wait(60);
        (player, first)
    }

    /// What is read in the whole log.
    fn read(player: &mut Player) -> Vec<(String, egui::Rect)> {
        let words = words(&mut player.app);
        let ctx = context(player.app.world_mut()).unwrap();
        let log = ctx.memory(|memory| memory.area_rect(egui::Id::new("log"))).expect("it is open");
        words.into_iter().filter(|(_, place)| log.contains(place.center())).collect()
    }

    /// Whether a line is among those in sight of the whole log.
    fn is_read(player: &mut Player, line: &str) -> bool {
        read(player).iter().any(|(word, _)| word == line)
    }

    #[test]
    fn the_whole_log_is_scrolled_by_keys_that_do_nothing_else_meanwhile() {
        let (mut player, first) = long();
        let reads = |player: &mut Player| is_read(player, &first);
        assert!(!reads(&mut player), "it begins at its end: {first} of {:?}", read(&mut player));
        let middle = player.world().resource::<View>().centre;
        player.app.world_mut().resource_mut::<View>().look_at(middle + Vec2::ONE);
        player.wait(1);
        let view = *player.world().resource::<View>();
        press_both(&mut player, egui::Key::Home, KeyCode::Home);
        assert!(reads(&mut player), "Home leads to its beginning");
        assert_eq!(*player.world().resource::<View>(), view, "and leaves the table where it is");
        press_both(&mut player, egui::Key::End, KeyCode::End);
        assert!(!reads(&mut player));
        press_both(&mut player, egui::Key::PageUp, KeyCode::PageUp);
        assert!(!player.world().resource::<Hints>().are_open(), "nobody has asked for hints");
    }

    #[test]
    fn keys_of_the_log_are_those_of_the_battle_again_once_it_is_closed_and_of_a_box_over_it() {
        let (mut player, first) = long();
        let reads = |player: &mut Player| is_read(player, &first);
        player.key(KeyCode::F4);
        press_both(&mut player, egui::Key::Home, KeyCode::Home);
        player.key(KeyCode::F4);
        assert!(!reads(&mut player), "what lies under the score isn't scrolled");
        player.key(KeyCode::KeyL);
        press_both(&mut player, egui::Key::PageUp, KeyCode::PageUp);
        assert!(player.world().resource::<Hints>().are_open());
    }

    #[test]
    fn a_key_that_scrolls_closes_the_log_if_a_player_has_made_it_its_key() {
        let (mut player, _) = long();
        let mut settings = player.app.world_mut().resource_mut::<Settings>();
        settings.keys.insert(Action::ShowLog.name(), "PageDown".to_owned());
        player.wait(2);
        press_both(&mut player, egui::Key::PageDown, KeyCode::PageDown);
        assert!(!player.world().resource::<OpenPanels>().log, "it closes");
        press_both(&mut player, egui::Key::PageDown, KeyCode::PageDown);
        assert!(player.world().resource::<OpenPanels>().log, "and opens");
    }

    #[test]
    fn the_log_begins_with_a_whole_row_however_high_the_one_before_it_is() {
        let seen = Rangef::new(50.0, 250.0);
        let cut = |ends: &[f32]| {
            let rows: Vec<Rangef> =
                ends.windows(2).map(|two| Rangef::new(two[0], two[1])).collect();
            super::cut(&rows, seen)
        };
        assert_eq!(cut(&[24.0, 40.0, 56.0, 72.0]), Some(56.0));
        assert_eq!(cut(&[34.0, 50.0, 66.0]), None, "the second row begins at the edge");
        assert_eq!(cut(&[20.0, 180.0, 250.0]), Some(180.0), "a volley told in many lines");
        assert_eq!(cut(&[40.0, 60.0, 240.0, 256.0]), Some(60.0), "rows end at the lower edge");
        assert_eq!(cut(&[20.0, 250.0]), None, "nothing would be left beside the last row");
        assert_eq!(cut(&[]), None);
    }
}
