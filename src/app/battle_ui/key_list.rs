//! The list of all keys: what each does, another key for it, which two are the same, and the way back
//! to the usual ones. The page of keys and the settings show it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};
use leafwing_input_manager::prelude::InputMap;

use super::{command::Command, hints::hint, icons::Icon, key_names::names_of, panel, press::Press};
use crate::{
    app::{
        focus, full_screen,
        seat::Game,
        settings::Settings,
        theme::Theme,
        third_party::{
            egui::{give_back_keyboard, sized},
            leafwing::{Action, KEYS, clashing},
        },
    },
    battle::Mapping,
};

/// Keys that give orders, besides verbs.
const AIMING: [(Action, Icon, &str); 12] = [
    (
        Action::Confirm,
        Icon::Done,
        "Give the order, activate, prepare what is likely, choose the marked answer",
    ),
    (Action::Cancel, Icon::Close, "Step back, deselect (also a right click on the table)"),
    (Action::NextUnit, Icon::Right, "Next unit that can act, next target, next answer"),
    (Action::PreviousUnit, Icon::Left, "Previous unit, target or answer"),
    (Action::NextModel, Icon::Right, "Next model of the unit or of the target"),
    (Action::PreviousModel, Icon::Left, "Previous model of the unit or of the target"),
    (Action::NudgeUp, Icon::Move, "Nudge up (Ctrl: by a tenth of an inch)"),
    (Action::NudgeDown, Icon::Move, "Nudge down"),
    (Action::NudgeLeft, Icon::Move, "Nudge left"),
    (Action::NudgeRight, Icon::Move, "Nudge right"),
    (Action::RotateLeft, Icon::Turn, "Turn or swing left (Ctrl: by 1°)"),
    (Action::RotateRight, Icon::Turn, "Turn or swing right"),
];

/// Keys that show something, besides overlays.
const SHOWING: [(Action, Icon, &str); 17] = [
    (Action::ShowLog, Icon::Log, "Full log"),
    (Action::ShowDice, Icon::Dice, "Dice tray"),
    (Action::ShowCard, Icon::Card, "Unit card"),
    (Action::ShowScore, Icon::Aim, "What wins, and the score"),
    (Action::ShowLasting, Icon::Spark, "What is in play, and until when"),
    (Action::Panels, Icon::Keys, "Go through the panels: each time to the next one"),
    (Action::Skip, Icon::Right, "Skip the animation; let the computer go on"),
    (Action::PanUp, Icon::Fold, "Pan up (also drag with the middle or right button)"),
    (Action::PanDown, Icon::Unfold, "Pan down"),
    (Action::PanLeft, Icon::Left, "Pan left"),
    (Action::PanRight, Icon::Right, "Pan right"),
    (Action::ZoomIn, Icon::Sight, "Zoom in (also the wheel)"),
    (Action::ZoomOut, Icon::Sight, "Zoom out"),
    (Action::FitTable, Icon::Table, "Show the whole table"),
    (Action::Help, Icon::Keys, "This list"),
    (Action::Menu, Icon::Menu, "The menu"),
    (Action::FullScreen, Icon::FullScreen, full_screen::NAME),
];

/// The action whose new key is awaited, and the keys before they were all reset.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Awaited {
    action: Option<Action>,
    before: Option<BTreeMap<String, String>>,
}

impl Awaited {
    /// Whether the next key is one to be taken.
    pub fn is_waiting(&self) -> bool {
        self.action.is_some()
    }

    /// Takes the next key for an action.
    #[cfg(test)]
    pub fn wait_for(&mut self, action: Action) {
        self.action = Some(action);
    }
}

/// The lines of the list.
#[derive(Resource, Default)]
pub struct KeyLines(Vec<Line>);

/// Finds out again which keys there are and which are the same, when they have been changed.
pub fn update(
    maps: Query<&InputMap<Action>, Changed<InputMap<Action>>>,
    mut lines: ResMut<KeyLines>,
) {
    if let Ok(map) = maps.single() {
        lines.0 = lines_of(map);
    }
}

/// A line of the list.
struct Line {
    action: Action,
    icon: Icon,
    /// All its keys.
    key: String,
    name: &'static str,
    about: &'static str,
    /// Others that have one of its keys.
    clash: Vec<&'static str>,
}

/// Every action with its keys, and with what else has one of them.
fn lines_of(map: &InputMap<Action>) -> Vec<Line> {
    let commands = Command::all()
        .map(|command| (command.action(), Icon::of(command), command.name(), command.help()));
    let overlays = (0..).zip(Game::overlays()).map(|(place, overlay)| {
        let icon = Icon::named(overlay.icon).unwrap_or(Icon::Table);
        (Action::Overlay(place), icon, overlay.name, overlay.about)
    });
    let plain = |&(action, icon, name): &(Action, Icon, &'static str)| (action, icon, name, "");
    let mut lines: Vec<Line> = commands
        .chain(AIMING.iter().map(plain))
        .chain(overlays)
        .chain(SHOWING.iter().map(plain))
        .map(|(action, icon, name, about)| {
            let key = names_of(map, action).join(", ");
            Line { action, icon, key, name, about, clash: Vec::new() }
        })
        .collect();
    let names: Vec<(Action, &'static str)> =
        lines.iter().map(|line| (line.action, line.name)).collect();
    for line in &mut lines {
        let clashing = clashing(map, line.action);
        let same = names.iter().filter(|(action, _)| clashing.contains(action));
        line.clash = same.map(|&(_, name)| name).collect();
    }
    lines
}

/// Takes the key that is pressed while one is awaited; Escape leaves the old one.
fn take_key(world: &mut World) {
    let Some(action) = world.resource::<Awaited>().action else { return };
    let pressed = world.resource::<ButtonInput<KeyCode>>();
    if pressed.just_pressed(KeyCode::Escape) {
        world.resource_mut::<Awaited>().action = None;
    } else if let Some(&key) = KEYS.iter().find(|&&key| pressed.just_pressed(key)) {
        let keys = &mut world.resource_mut::<Settings>().keys;
        keys.insert(action.name(), format!("{key:?}"));
        world.resource_mut::<Awaited>().action = None;
    }
}

/// Shows the list, so high at most.
pub fn show(world: &mut World, ui: &mut egui::Ui, theme: &Theme, high: f32) {
    if world.resource::<Awaited>().is_waiting() {
        // What is pressed is meant for the list and not for the button that has been pressed.
        give_back_keyboard(ui.ctx());
    }
    // A key that is taken does nothing else.
    let scrolls = !world.resource::<Awaited>().is_waiting();
    take_key(world);
    world.resource_scope(|world, lines: Mut<KeyLines>| {
        show_lines(world, ui, theme, &lines.0, (high, scrolls));
    });
}

/// Shows the lines, so high at most; keys may scroll them.
fn show_lines(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    lines: &[Line],
    (high, scrolls): (f32, bool),
) {
    let narrow = panel::is_narrow(ui.ctx());
    reset_row(world, ui, theme, lines);
    egui::ScrollArea::vertical().max_height(high).auto_shrink([false, true]).show(ui, |ui| {
        let half = if narrow { lines.len() } else { lines.len().div_ceil(2) };
        ui.columns(if narrow { 1 } else { 2 }, |columns| {
            for (column, shown) in columns.iter_mut().zip(lines.chunks(half)) {
                column.spacing_mut().item_spacing.y = 3.0;
                let high = if narrow { panel::finger(column.ctx()) } else { 26.0 };
                let key = egui::vec2(width_of_keys(column, lines), high);
                for line in shown {
                    show_line(world, column, theme, line, key);
                }
            }
        });
        focus::keep_in_sight(ui);
        ui.separator();
        ui.label(
            "Click a unit to select it; click again to select one model. Drag a model of the \
             active unit to move it. While moving, press where they should go and drag to choose \
             where they face. The numbers 1 to 9 choose weapons and ways of attacking, and answer \
             questions; while you set the exact move of a block, they enter its inches or degrees. \
             With Shift held, a click or Enter marks one target of a burst and then the next, or \
             marks where on the base a breath begins. Page Up, Page Down, Home and End scroll the full \
             log while it is open. They also scroll the unit card and the dice tray while the pointer \
             rests there, and after a key has opened one of these until you press Esc. If you have \
             given one of these keys to closing a panel or to stepping back, it does that instead.",
        );
        if scrolls {
            focus::scroll_by_keys(ui);
        }
    });
}

/// How many keys are the same, and the way back to the usual ones.
fn reset_row(world: &mut World, ui: &mut egui::Ui, theme: &Theme, lines: &[Line]) {
    // The row is as high as its button from the start, so that words stand beside it.
    let high = ui.spacing().interact_size.y;
    ui.spacing_mut().interact_size.y = high.max(26.0);
    ui.horizontal_wrapped(|ui| {
        let clashing = lines.iter().filter(|line| !line.clash.is_empty()).count();
        let (text, colour) = match clashing {
            0 => ("Click a key to change it.".to_owned(), theme.faint),
            _ => (format!("{clashing} actions share a key."), theme.bad),
        };
        ui.label(RichText::new(text).color(Theme::egui(colour)));
        let changed = !world.resource::<Settings>().keys.is_empty();
        let reset = Press::row(Icon::Undo, "Restore defaults", "");
        if ui.add_enabled(changed, reset).clicked() {
            let before = std::mem::take(&mut world.resource_mut::<Settings>().keys);
            world.resource_mut::<Awaited>().before = Some(before);
        }
        let before = world.resource::<Awaited>().before.clone();
        if let Some(before) = before.filter(|_| !changed)
            && ui.add(Press::row(Icon::Undo, "Undo", "")).clicked()
        {
            world.resource_mut::<Settings>().keys = before;
            world.resource_mut::<Awaited>().before = None;
        }
    });
    ui.spacing_mut().interact_size.y = high;
}

/// How wide the buttons of all keys are, so that what keys do stands in a column of its own: as wide as
/// the longest of them, at most half of the room; egui points.
fn width_of_keys(ui: &egui::Ui, lines: &[Line]) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let width = |line: &Line| {
        let galley =
            ui.painter().layout_no_wrap(line.key.clone(), font.clone(), egui::Color32::WHITE);
        galley.size().x
    };
    let widest = lines.iter().map(width).fold(0.0, f32::max) + 2.0 * ui.spacing().button_padding.x;
    widest.max(sized(ui, 90.0)).min(ui.available_width() / 2.0).ceil()
}

/// The way back to the usual key, where it was changed.
const BACK: f32 = 22.0;

/// Shows an action with its key, on a button so large.
fn show_line(world: &mut World, ui: &mut egui::Ui, theme: &Theme, line: &Line, key: egui::Vec2) {
    let waits = world.resource::<Awaited>().action == Some(line.action);
    let name = line.action.name();
    let row = egui::vec2(ui.available_width(), key.y);
    ui.allocate_ui_with_layout(row, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        line.icon.show(ui, 18.0, Theme::egui(theme.faint));
        let text = match (waits, &*line.key) {
            (true, _) => "press a key",
            (false, "") => "no key",
            (false, key) => key,
        };
        let colour = match (waits, line.clash.is_empty()) {
            (true, _) => theme.text,
            (false, true) => theme.accent,
            (false, false) => theme.bad,
        };
        let button = egui::Button::new(RichText::new(text).strong().color(Theme::egui(colour)))
            .selected(waits)
            .truncate();
        let response = ui.add_sized(key, button);
        let about = "Click, then press the new key. Escape keeps the old one.";
        if hint(response, line.name, about, &line.key).clicked() {
            world.resource_mut::<Awaited>().action = (!waits).then_some(line.action);
        }
        let changed = &world.resource::<Settings>().keys;
        if changed.contains_key(&name) {
            let back = ui.add(Press::square(Icon::Undo, "Restore the default key", BACK));
            if hint(back, "Restore the default key", "", "").clicked() {
                world.resource_mut::<Settings>().keys.remove(&name);
            }
        } else if !changed.is_empty() {
            ui.add_space(BACK);
        }
        // One label, so that it is as high as its button as long as it has one line.
        let mut words = egui::text::LayoutJob::default();
        let style = ui.style().clone();
        let mut say = |text: RichText| {
            text.append_to(&mut words, &style, egui::FontSelection::Default, egui::Align::Center);
        };
        say(RichText::new(line.name));
        if !line.clash.is_empty() {
            let text = format!("\nSame key as: {}", line.clash.join(", "));
            say(RichText::new(text).small().color(Theme::egui(theme.bad)));
        }
        let label = ui.add(egui::Label::new(words).wrap());
        if !line.about.is_empty() {
            hint(label, line.name, line.about, &line.key);
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy::reflect::{TypeInfo, Typed};

    use super::*;
    use crate::battle::playable::{Acting, acting::VerbKey};

    #[test]
    fn a_key_given_twice_is_told_at_both() {
        let mut map = InputMap::new([(Action::Save, KeyCode::KeyM), (Action::Load, KeyCode::KeyF)]);
        map.insert(Action::PanUp, KeyCode::ArrowUp).insert(Action::PanUp, KeyCode::KeyW);
        map.insert(Action::Verb(3), KeyCode::KeyW);
        let lines = lines_of(&map);
        let line = |action| lines.iter().find(|line| line.action == action).unwrap();
        assert_eq!(line(Action::PanUp).key, "Up, W");
        assert_eq!(line(Action::PanUp).clash, [line(Action::Verb(3)).name]);
        assert_eq!(line(Action::Verb(3)).clash, [line(Action::PanUp).name]);
        assert!(line(Action::Load).clash.is_empty());
        assert!(line(Action::Measure).clash.is_empty(), "it has no key at all");
    }

    #[test]
    fn the_longest_key_has_room_beside_what_it_does() {
        let mut map = InputMap::new([(Action::PanUp, KeyCode::KeyW)]);
        map.insert(Action::NudgeUp, KeyCode::Backspace);
        map.insert(Action::NudgeUp, KeyCode::PageDown).insert(Action::NudgeUp, KeyCode::Delete);
        let lines = lines_of(&map);
        let longest = lines.iter().find(|line| line.action == Action::NudgeUp).unwrap();
        let ctx = egui::Context::default();
        let mut widths = (0.0, 0.0, 0.0);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let font = egui::TextStyle::Button.resolve(ui.style());
            let white = egui::Color32::WHITE;
            let words = ui.painter().layout_no_wrap(longest.key.clone(), font, white).size().x;
            let wide = width_of_keys(ui, &lines);
            ui.set_max_width(1.5 * words);
            widths = (words, wide, width_of_keys(ui, &lines));
        });
        output.textures_delta.clear();
        let (words, wide, narrow) = widths;
        assert!(words > 90.0, "{words}");
        assert!(wide >= words, "{wide} for words of {words}");
        assert!(narrow <= 0.75 * words + 1.0, "what keys do has no room beside {narrow}");
    }

    #[test]
    fn every_action_is_listed_once() {
        let lines = lines_of(&InputMap::default());
        let mut listed: Vec<String> = lines.iter().map(|line| line.action.name()).collect();
        let TypeInfo::Enum(actions) = Action::type_info() else { panic!("actions are an enum") };
        let of_rules = ["Verb", "Overlay"];
        let others = actions.variant_names().iter().filter(|name| !of_rules.contains(name));
        let verbs = Game::verbs().iter().filter(|words| words.key != VerbKey::Confirming);
        let overlays = Game::overlays().iter().map(|overlay| overlay.setting);
        let of_rules = verbs.map(|words| words.id).chain(overlays);
        let mut actions: Vec<&str> = others.copied().chain(of_rules).collect();
        listed.sort();
        actions.sort();
        assert_eq!(listed, actions);
    }
}
