//! The log: everything that happened as a sentence, the newest at the bottom; by turn, by unit or by
//! rolls if wanted. A line under the pointer shows on the table who did what to whom; a click keeps
//! that shown.

use bevy::prelude::*;
use bevy_egui::egui::{self, Rangef, RichText, ScrollArea};

use super::{
    concerns::Concerns,
    dice_tray::DiceTray,
    hints::hint,
    icons::Icon,
    key_names::key_name,
    log_heights::{Heights, MEASURED_AT_ONCE},
    log_icons,
    mode::Selection,
    paint::Canvas,
    panel,
    plan::BattleCount,
    press::Press,
    scene::Scene,
    shown::Shown,
};
use crate::{
    app::{
        animation::Playback,
        camera::{Margins, View},
        theme::Theme,
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{BattleWorld, Log, RuleSystem, UnitId},
    no_quarter::{Event, NoQuarter, event::Gait, rolls::rolls, sentence},
};

/// One line of the log; it has the place of its event.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    units: Vec<UnitId>,
    /// Whose doing it is.
    by: Option<UnitId>,
    icon: Icon,
    /// The turn it belongs to; 0 before the first.
    turn: u32,
    rolled: bool,
    /// One model's share of what another line tells of its unit.
    detail: bool,
    /// What several lines from this one on tell together.
    summary: Option<String>,
    weight: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// A turn begins or ends.
    Header,
    /// A unit begins something.
    Unit,
    /// Somebody falls, breaks, wins.
    Grave,
    /// Anything else.
    Plain,
}

/// Which units' lines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum About {
    #[default]
    All,
    Selected,
    Unit(UnitId),
}

/// Which lines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Filter {
    turn: Option<u32>,
    about: About,
    only_rolls: bool,
    details: bool,
}

impl Filter {
    fn lets_through(&self, line: &Line, selected: Option<UnitId>) -> bool {
        let unit = match self.about {
            About::All => None,
            About::Selected => selected,
            About::Unit(unit) => Some(unit),
        };
        let header = line.weight == Weight::Header;
        self.turn.is_none_or(|turn| line.turn == turn)
            && (header || !self.only_rolls || line.rolled)
            && (self.details || !line.detail || line.summary.is_some())
            && (header || unit.is_none_or(|unit| line.units.contains(&unit)))
    }
}

/// So many lines are shown at first, and so many more when earlier ones are asked for.
const AT_A_TIME: usize = 300;

/// The lines so far, and what is shown of them.
#[derive(Resource, Clone, Debug, Default)]
pub struct LogLines {
    battle: usize,
    lines: Vec<Line>,
    filter: Filter,
    /// Earlier lines that are shown beyond the usual.
    earlier: usize,
    /// How many lines there were when the panel was last shown.
    shown: usize,
    heights: Heights,
    /// The line under the pointer.
    pointed: Option<usize>,
    /// The line that was clicked.
    kept: Option<usize>,
}

impl LogLines {
    /// Shows no line on the table any more; false if none was kept.
    pub fn let_go(&mut self) -> bool {
        self.kept.take().is_some()
    }

    /// The places of the lines that the filter lets through.
    fn places(&self, selected: Option<UnitId>) -> Vec<usize> {
        let through = |&place: &usize| self.filter.lets_through(&self.lines[place], selected);
        (0..self.lines.len()).filter(through).collect()
    }

    /// The places of the last lines that the filter lets through, for all units.
    fn last_places(&self, count: usize) -> Vec<usize> {
        let through = |&place: &usize| self.filter.lets_through(&self.lines[place], None);
        let mut last: Vec<usize> =
            (0..self.lines.len()).rev().filter(through).take(count).collect();
        last.reverse();
        last
    }

    /// Keeps the last line with a text shown on the table.
    pub fn keep_last(&mut self, text: &str) {
        self.kept = self.lines.iter().rposition(|line| line.text.contains(text));
    }
}

fn weight(event: &Event) -> Weight {
    match event {
        Event::TurnBegan { .. } | Event::TurnEnded { .. } | Event::Ended { .. } => Weight::Header,
        Event::Activated { .. } | Event::ChargeDeclared { .. } | Event::Responded { .. } => {
            Weight::Unit
        }
        Event::Fell { .. }
        | Event::Fled { .. }
        | Event::PanicRolled { .. }
        | Event::Retreated { .. }
        | Event::Conceded { .. } => Weight::Grave,
        _ => Weight::Plain,
    }
}

/// Whether an event is one model's share of what another tells of its unit.
fn is_detail(event: &Event) -> bool {
    let of_unit = [Gait::InRanks, Gait::FormUp, Gait::PushedBack];
    matches!(event, Event::Moved { gait, .. } if of_unit.contains(gait))
}

/// Takes up events that have been shown since; forgets those that were undone.
pub fn update(world: &mut World) {
    let battle = world.resource::<BattleCount>().0;
    let shown = world.resource::<Playback>().cursor;
    let events = world.resource::<Log<NoQuarter>>().0.len();
    let upto = shown.min(events);
    let mut log = world.resource_mut::<LogLines>();
    if log.battle != battle {
        // Units and turns are those of another battle; the rest of the wishes stay.
        let filter = Filter { turn: None, about: About::All, ..log.filter };
        *log = LogLines { battle, filter, ..LogLines::default() };
    }
    if log.lines.len() > upto {
        log.lines.truncate(upto);
        log.kept = None;
    }
    let from = log.lines.len();
    if from == upto {
        return;
    }
    // What happens now is looked at, not what was.
    log.kept = None;
    let mut turn = log.lines.last().map_or(0, |line| line.turn);
    let mut fresh: Vec<Line> = world.resource::<Log<NoQuarter>>().0[from..upto]
        .iter()
        .map(|event| {
            if let Event::TurnBegan { turn: begun } = event {
                turn = *begun;
            }
            Line {
                text: NoQuarter::sentence(world, event),
                units: Concerns::of(event).all_units(world),
                by: Concerns::of(event).by.all_units(world).first().copied(),
                icon: log_icons::of(event),
                turn,
                rolled: !rolls(world, event).is_empty(),
                detail: is_detail(event),
                summary: None,
                weight: weight(event),
            }
        })
        .collect();
    sum_up(world, from, &mut fresh);
    world.resource_mut::<LogLines>().lines.extend(fresh);
}

/// Sums up moves of many models of a unit that are told one after another.
fn sum_up(world: &World, from: usize, lines: &mut [Line]) {
    let events = &world.resource::<Log<NoQuarter>>().0[from..from + lines.len()];
    let mut place = 0;
    while place < events.len() {
        let Some((count, text)) = sentence::of_moves(world, &events[place..]) else {
            place += 1;
            continue;
        };
        if !lines[place].detail {
            lines[place..place + count].iter_mut().for_each(|line| line.detail = true);
            lines[place].summary = Some(text);
        }
        place += count;
    }
}

/// So many lines stay when the log isn't open.
const LAST: usize = 5;

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
                filters(world, ui, log);
                let high = panel::sheet_height(ctx);
                clicked = lines(world, ui, theme, log, high);
            });
            return;
        }
        let at = (egui::Align2::RIGHT_TOP, egui::pos2(window.right() - panel::GAP, top));
        let (id, wide) = if open { ("log", width.max(OPEN)) } else { ("last_lines", width) };
        let most = egui::vec2(wide - 2.0 * panel::GAP, room.max(80.0));
        panel::floating(ctx, id, at, most, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            if open {
                switched = head(ui, &key);
                filters(world, ui, log);
                ui.separator();
                clicked = lines(world, ui, theme, log, (room - 110.0).max(60.0));
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

/// The width of the open log, in egui points; it may lie over a corner of the table.
const OPEN: f32 = 300.0;

/// What it is, and the switch that folds it.
fn head(ui: &mut egui::Ui, key: &str) -> bool {
    ui.horizontal(|ui| {
        let brass = ui.visuals().hyperlink_color;
        Icon::Log.show(ui, 16.0, brass);
        ui.label(RichText::new("Log").strong().color(brass));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let fold = ui.add(Press::square(Icon::Fold, "Fold the log", 24.0));
            hint(fold, "Fold the log", "Only its last lines stay.", key).clicked()
        })
        .inner
    })
    .inner
}

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
    let word = "Whole log";
    let unfold = Press::row(Icon::Unfold, word, key);
    let unfold = hint(ui.add(unfold), word, "Everything that happened, by turn or unit.", key);
    (clicked, unfold.clicked())
}

/// The lines that the filter lets through; the one that was clicked.
fn lines(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    log: &mut LogLines,
    high: f32,
) -> Option<usize> {
    let mut clicked = None;
    let places = log.places(world.resource::<Selection>().unit);
    let from = places.len().saturating_sub(AT_A_TIME + log.earlier);
    // At once: the end moves as long as lines are measured, and then sticks.
    let area = ScrollArea::vertical().auto_shrink([false, true]).max_height(high).animated(false);
    area.stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.set_width(ui.available_width() - 4.0);
        if from > 0 && ui.small_button(format!("{from} earlier lines")).clicked() {
            log.earlier += AT_A_TIME;
        }
        if places.is_empty() {
            ui.label(RichText::new("Nothing of that kind yet.").small());
        }
        let (wide, text) = (ui.available_width(), sized(ui, 1.0));
        log.heights.measured_for(wide, text, log.filter.details, log.lines.len());
        let mut unknown =
            places[from..].iter().filter(|&&place| log.heights.of(place).is_none()).count();
        for &place in &places[from..] {
            let known = log.heights.of(place);
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
            let kept = log.kept == Some(place);
            let response = show_line(world, ui, theme, &log.lines[place], &log.filter, kept);
            log.heights.keep(place, ui.cursor().top() - top);
            if response.hovered() {
                log.pointed = Some(place);
            }
            if response.clicked() {
                clicked = Some(place);
            }
        }
        if log.shown != log.lines.len() {
            log.shown = log.lines.len();
            ui.scroll_to_cursor(Some(egui::Align::BOTTOM));
        }
    });
    clicked
}

/// Brings the view to where the event at a place in the log happened.
fn look(world: &mut World, place: usize) {
    let margins = *world.resource::<Margins>();
    let mut view = *world.resource::<View>();
    let Some(scene) = Scene::of(world, place) else { return };
    scene.look(&mut view, &margins);
    world.resource_mut::<View>().set_if_neq(view);
}

/// What of the log is shown: by turn, by unit, dice only.
fn filters(world: &World, ui: &mut egui::Ui, log: &mut LogLines) {
    let before = log.filter;
    let filter = &mut log.filter;
    ui.horizontal(|ui| {
        ui.checkbox(&mut filter.only_rolls, RichText::new("dice only").small());
        ui.checkbox(&mut filter.details, RichText::new("each model").small())
            .on_hover_text("Each model's own part in what its unit does together");
        if log.kept.is_some() && ui.small_button("unmark").clicked() {
            log.kept = None;
        }
    });
    let last = log.lines.last().map_or(0, |line| line.turn);
    let named = |turn: u32| match turn {
        0 => "before turn 1".to_owned(),
        turn => format!("turn {turn}"),
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        egui::ComboBox::from_id_salt("log_turn")
            .width(92.0)
            .selected_text(filter.turn.map_or("all turns".to_owned(), named))
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut filter.turn, None, "all turns");
                for turn in 0..=last {
                    ui.selectable_value(&mut filter.turn, Some(turn), named(turn));
                }
            });
        let about = match filter.about {
            About::All => "all units",
            About::Selected => "selected unit",
            About::Unit(unit) => world.unit_name(unit),
        };
        egui::ComboBox::from_id_salt("log_unit")
            .width(ui.available_width() - 2.0)
            .truncate()
            .selected_text(about)
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut filter.about, About::All, "all units");
                ui.selectable_value(&mut filter.about, About::Selected, "selected unit");
                let units = world.roster().units();
                for unit in units.filter(|&unit| !world.members(unit).is_empty()) {
                    let name = world.unit_name(unit);
                    ui.selectable_value(&mut filter.about, About::Unit(unit), name);
                }
            });
    });
    if *filter != before {
        log.earlier = 0;
        log.kept = None;
    }
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
    let told = line.summary.as_ref().filter(|_| !filter.details).unwrap_or(&line.text);
    let text = RichText::new(told).size(sized(ui, 12.0));
    let text = match line.weight {
        Weight::Header => {
            ui.add_space(2.0);
            text.strong().size(sized(ui, 13.5)).color(Theme::egui(theme.accent))
        }
        Weight::Unit => text.strong().color(Theme::egui(theme.text)),
        Weight::Grave => text.color(Theme::egui(theme.bad)),
        Weight::Plain if line.rolled => text.color(Theme::egui(theme.text)),
        Weight::Plain => text.color(Theme::egui(theme.faint)),
    };
    let side = line.by.map(|unit| theme.side(world.side_of(unit)));
    let ink = match (side, line.weight) {
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

/// Shows on the table what the line under the pointer tells, and the one that is kept.
pub fn draw(world: &World, canvas: &Canvas) {
    let log = world.resource::<LogLines>();
    if let Some(scene) = log.kept.and_then(|place| Scene::of(world, place)) {
        scene.draw(world, canvas, true);
    }
    let pointed = log.pointed.filter(|&place| log.kept != Some(place));
    if let Some(scene) = pointed.and_then(|place| Scene::of(world, place)) {
        scene.draw(world, canvas, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filtered_by_turn_unit_and_dice() {
        let line = Line {
            text: String::new(),
            units: vec![UnitId(2)],
            by: None,
            icon: Icon::Move,
            turn: 3,
            rolled: false,
            detail: false,
            summary: None,
            weight: Weight::Plain,
        };
        let all = Filter::default();
        assert!(all.lets_through(&line, None));
        assert!(!Filter { turn: Some(2), ..all }.lets_through(&line, None));
        assert!(Filter { turn: Some(3), ..all }.lets_through(&line, None));
        assert!(!Filter { only_rolls: true, ..all }.lets_through(&line, None));
        assert!(!Filter { about: About::Unit(UnitId(1)), ..all }.lets_through(&line, None));
        let selected = Filter { about: About::Selected, ..all };
        assert!(selected.lets_through(&line, Some(UnitId(2))));
        assert!(!selected.lets_through(&line, Some(UnitId(1))));
        assert!(selected.lets_through(&line, None));
        let detail = Line { detail: true, ..line.clone() };
        assert!(!all.lets_through(&detail, None));
        assert!(Filter { details: true, ..all }.lets_through(&detail, None));
        let header = Line { weight: Weight::Header, units: Vec::new(), ..line };
        assert!(selected.lets_through(&header, Some(UnitId(1))));
    }
}
