//! Where panels are and how they are framed; which of them are shown; names of keys.

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, Pos2, Rect};
use leafwing_input_manager::prelude::InputMap;

use crate::app::{camera::Margins, third_party::leafwing::Action};

/// The keys that answer questions by number.
pub const NUMBERS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// Which panels are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The log.
    pub log: bool,
    /// The dice tray.
    pub dice: bool,
    /// The unit's card.
    pub card: bool,
    /// The keys.
    pub help: bool,
    /// The menu of the battle.
    pub menu: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self { log: true, dice: true, card: true, help: false, menu: false }
    }
}

impl Shown {
    /// Whether anything stands along the right edge.
    pub fn right_column(&self) -> bool {
        self.log || self.dice
    }

    /// Closes help and menu; false if neither was open.
    pub fn close_help(&mut self) -> bool {
        let open = self.help || self.menu;
        self.help = false;
        self.menu = false;
        open
    }
}

/// The height of the turn bar, in egui points.
pub const BAR: f32 = 36.0;
/// The width of the card, in egui points.
pub const CARD: f32 = 236.0;
/// The width of the log, in egui points.
pub const LOG: f32 = 272.0;
/// The height of the orders panel, in egui points.
pub const ORDERS: f32 = 124.0;

/// Tells the camera what panels cover.
pub fn tell_margins(world: &mut World, playing: bool) {
    let shown = *world.resource::<Shown>();
    let wanted = if playing {
        Margins {
            left: if shown.card { CARD } else { 0.0 },
            right: if shown.right_column() { LOG } else { 0.0 },
            top: BAR,
            bottom: ORDERS,
        }
    } else {
        Margins::default()
    };
    world.resource_mut::<Margins>().set_if_neq(wanted);
}

/// A framed panel in a fixed rectangle.
pub fn fixed<R>(
    ctx: &egui::Context,
    id: &str,
    rect: Rect,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(Id::new(id))
        .fixed_pos(rect.min)
        .constrain(false)
        .movable(false)
        .order(egui::Order::Middle);
    area.show(ctx, |ui| {
        let style = ui.style();
        let frame = egui::Frame::new()
            .fill(style.visuals.panel_fill)
            .stroke(style.visuals.window_stroke)
            .inner_margin(egui::Margin::symmetric(8, 5));
        frame
            .show(ui, |ui| {
                // A window manager may make the window smaller than it is allowed to be.
                let inside = (rect.size() - frame.total_margin().sum()).max(egui::Vec2::ZERO);
                ui.set_min_size(inside);
                ui.set_max_size(inside);
                contents(ui)
            })
            .inner
    })
    .inner
}

/// The rectangle between two corners given as distances from the window's edges; negative ones
/// count from the right or the lower edge.
pub fn rect(ctx: &egui::Context, from: (f32, f32), to: (f32, f32)) -> Rect {
    let window = ctx.content_rect();
    let place = |(x, y): (f32, f32)| {
        let x = if x < 0.0 { window.right() + x } else { window.left() + x };
        let y = if y < 0.0 { window.bottom() + y } else { window.top() + y };
        Pos2::new(x, y)
    };
    Rect::from_min_max(place(from), place(to))
}

/// The first key of an action, as players call it.
pub fn key_name(world: &mut World, action: Action) -> String {
    let mut maps = world.query::<&InputMap<Action>>();
    let Ok(map) = maps.single(world) else { return String::new() };
    let Some(input) = map.get_buttonlike(&action).and_then(|inputs| inputs.first()) else {
        return String::new();
    };
    plain(&format!("{input:?}"))
}

/// A key's name without what only programs need.
fn plain(debug: &str) -> String {
    // Chords are written as a list of their keys.
    let mut keys: Vec<String> = Vec::new();
    for word in debug.split(|c: char| !c.is_alphanumeric()) {
        let key = match word {
            "Control" | "Shift" | "Alt" | "Super" => word,
            "Escape" => "Esc",
            "Backspace" | "Enter" | "Tab" | "Space" | "Home" => word,
            "Semicolon" => ";",
            "Slash" => "/",
            "Quote" => "'",
            "Backslash" => "\\",
            "Backquote" => "`",
            "Delete" | "Insert" | "End" | "PageUp" | "PageDown" => word,
            "Comma" => ",",
            "Period" => ".",
            "BracketLeft" => "[",
            "BracketRight" => "]",
            "Equal" => "+",
            "Minus" => "-",
            "ArrowUp" => "Up",
            "ArrowDown" => "Down",
            "ArrowLeft" => "Left",
            "ArrowRight" => "Right",
            _ if word.starts_with("Key") && word.len() == 4 => &word[3..],
            _ if word.starts_with("Digit") && word.len() == 6 => &word[5..],
            _ if word.len() <= 3
                && word.starts_with('F')
                && word[1..].chars().all(|c| c.is_ascii_digit())
                && word.len() > 1 =>
            {
                word
            }
            _ => continue,
        };
        let key = if key == "Control" { "Ctrl" } else { key };
        if !keys.iter().any(|known| known == key) {
            keys.push(key.to_owned());
        }
    }
    keys.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_plain_names() {
        assert_eq!(plain("KeyM"), "M");
        assert_eq!(plain("F5"), "F5");
        assert_eq!(plain("Escape"), "Esc");
        let chord = "ButtonlikeChord([ModifierKey(Control), KeyCode(KeyZ)])";
        assert_eq!(plain(chord), "Ctrl+Z");
    }
}
