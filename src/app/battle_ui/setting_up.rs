//! Setting up by hand: the side that is to place next takes up a unit or a piece of terrain, turns it,
//! and puts it down.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Aim,
    chips, controls,
    draft::Draft,
    giving::{give, prepare},
    icons::Icon,
    in_hand,
    key_names::{key_name, with_keys},
    mode::Mode,
    next_step,
    next_up::take_up_next,
    orders_panel::{refusal, shown_key},
    paint::Canvas,
    press::{Press, word_height},
};
use crate::{
    app::{seat::Game, theme::Theme, third_party::leafwing::Action},
    battle::{
        BattleWorld,
        playable::{
            Acting,
            acting::{Entry, SettingUp, WhereToPutDown},
        },
    },
    table::Pose,
};

/// The orders panel while things are set up.
pub fn panel(world: &mut World, ui: &mut egui::Ui, theme: &Theme, setting_up: &SettingUp<Game>) {
    ui.horizontal_wrapped(|ui| {
        let colour = Theme::egui(theme.side(world.frame().side).text);
        let title = RichText::new(&setting_up.title).strong().color(colour);
        if setting_up.waits.iter().any(|entry| entry.unit.is_some()) {
            ui.add_sized(egui::vec2(0.0, chips::height(ui)), egui::Label::new(title));
        } else {
            ui.set_row_height(word_height(ui));
            ui.label(title);
        }
        for entry in &setting_up.waits {
            waiting(world, ui, theme, entry);
        }
    });
    if world.resource::<Mode>().intent().is_some() {
        preparing(world, ui, theme);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let key = key_name(world, Action::Confirm);
        let icon = Icon::named(setting_up.icon).unwrap_or(Icon::Table);
        let press = Press::row(icon, setting_up.next, shown_key(ui, &key));
        if ui.add(press.loud()).clicked() {
            match &setting_up.ends {
                Some(order) => give(world, order.clone()),
                None => take_up_next(world),
            }
        }
        ui.label(RichText::new(&setting_up.hint).color(Theme::egui(theme.faint)));
    });
}

/// Something that waits to be put down: a unit's plate, or a word.
fn waiting(world: &mut World, ui: &mut egui::Ui, theme: &Theme, entry: &Entry<Game>) {
    let present = world.resource::<Mode>().intent();
    match entry.unit {
        Some(unit) => {
            let taken = present.and_then(Game::unit_of) == Some(unit);
            if chips::unit(world, ui, theme, unit, taken).clicked() {
                prepare(world, entry.intent.clone());
            }
        }
        None => {
            let taken = present == Some(&entry.intent);
            let press = ui.add(Press::word(&entry.name, "").selected(taken));
            if press.clicked() && !taken {
                prepare(world, entry.intent.clone());
            }
        }
    }
}

/// What is to be said about what is being put down, and what is wrong with where the pointer is.
pub fn preparing(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    ui.horizontal_wrapped(|ui| controls::show(world, ui, theme));
    let mode = world.resource::<Mode>().clone();
    if mode != Mode::Select {
        ui.horizontal_wrapped(|ui| told(world, ui, theme, &mode));
    }
}

/// Whether the order at the pointer is legal, or why not.
fn told(world: &mut World, ui: &mut egui::Ui, theme: &Theme, mode: &Mode) {
    let draft = world.resource::<Draft>();
    let (text, colour) = match (draft.refused.clone(), in_hand::hint(world)) {
        (Some(_), Some(hint)) => (hint.to_owned(), theme.faint),
        (Some(refused), None) => return refusal(world, ui, theme, &refused),
        (None, _) if draft.is_legal() => {
            (format!("✔ {}", next_step::to_give_so_as_to(world, mode, "place it")), theme.good)
        }
        (None, _) => (with_keys(world, mode.hint()), theme.faint),
    };
    ui.label(RichText::new(text).color(Theme::egui(colour)));
}

/// Draws the zones: the one to use now solid and hatched, the other dotted.
pub fn draw_ground(world: &World, canvas: &Canvas) {
    let ground = Game::ground(world, world.resource::<Mode>().intent());
    match ground {
        None => {}
        Some(WhereToPutDown::Searched { unit, .. }) => {
            super::searched_ground::draw(world, canvas, unit)
        }
        Some(WhereToPutDown::Zones { zones, .. }) => {
            for zone in zones {
                let (low, high) = (zone.low, zone.high);
                let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
                canvas.edge_of_side(&corners, zone.side, zone.used);
            }
        }
    }
}

/// Says whose zone is to be used, before its front edge; not while something is held over it.
pub fn draw_words(world: &World, canvas: &Canvas) {
    let intent = world.resource::<Mode>().intent();
    let Some(WhereToPutDown::Zones { zones, words: Some((place, text)) }) =
        Game::ground(world, intent)
    else {
        return;
    };
    let at = world.resource::<Aim>().at.filter(|_| intent.is_some());
    let used = zones.iter().find(|zone| zone.used);
    if used.is_some_and(|zone| at.is_some_and(|at| at == at.clamp(zone.low, zone.high))) {
        return;
    }
    canvas.label(place, &text, canvas.side(world.frame().side));
}

/// Draws the piece that is being laid where it would lie.
pub fn draw_carried(world: &World, canvas: &Canvas) {
    let Some(intent) = world.resource::<Mode>().intent() else { return };
    let aim = world.resource::<Aim>();
    let Some(at) = aim.at else { return };
    let at = Pose::new(at, aim.facing.unwrap_or(Vec2::X));
    let Some(outline) = Game::carried(world, intent, &at) else { return };
    let refused = world.resource::<Draft>().refused.is_some();
    let colour = match (refused, in_hand::is_on_its_way(world)) {
        (false, _) => canvas.good(),
        (true, true) => canvas.text(),
        (true, false) => canvas.bad(),
    };
    canvas.wash(&outline, colour.gamma_multiply(0.15));
    canvas.outline(&outline, colour, 2.0);
}
