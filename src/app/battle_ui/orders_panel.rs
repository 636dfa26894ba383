//! The panel along the bottom: what the active unit can do, with keys and reasons why not.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, RichText, TextWrapMode};

use super::{
    choosing,
    command::Command,
    computers_turn, controls,
    draft::{self, Draft},
    explained,
    giving::act,
    hints::{explain_all, hint, hint_of_verb, hint_or_why},
    hints_panel,
    icons::Icon,
    key_names::{key_name, with_keys},
    mode::{Mode, Scope, Selection},
    next_step, offered, overlay_switches, panel,
    press::{Press, word_height},
    setting_up, toast, turn_to, verb_rows,
};
use crate::{
    app::{
        computers::{self, hints::Hints},
        focus,
        layer::Layer,
        seat::{Game, OrderError},
        theme::Theme,
        third_party::egui::sized,
    },
    battle::{
        BattleWorld, UnitId,
        playable::{
            Acting, Tone,
            acting::{Offer, Situation},
            capitalised,
        },
    },
};

/// What egui knows the button by that ends an activation. It has a place of its own at the right end of
/// the verbs, whatever else is offered.
pub(super) const ENDING: &str = "end of the activation";

/// Shows the panel.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let window = ctx.content_rect();
    let narrow = panel::is_narrow(ctx);
    let height = panel::orders_height(ctx);
    let area = egui::Area::new(egui::Id::new("orders"))
        .fixed_pos(window.left_bottom())
        .pivot(egui::Align2::LEFT_BOTTOM)
        .constrain(false)
        .movable(false)
        .order(Layer::Panels.order());
    area.show(ctx, |ui| {
        let visuals = &ui.style().visuals;
        let frame = egui::Frame::new()
            .fill(visuals.panel_fill)
            .stroke(visuals.window_stroke)
            .inner_margin(egui::Margin::symmetric(8, 5));
        frame.show(ui, |ui| {
            // A window manager may make the window smaller than the margins.
            let margins = frame.total_margin().sum();
            let inside = (height - margins.y).max(0.0);
            ui.set_width((window.width() - margins.x).max(0.0));
            ui.set_height(inside);
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            if narrow {
                panel::for_fingers(ui);
                verb_rows::make_room(world, ui, ui.available_width());
                within(ui, |ui| {
                    contents(world, ui, theme);
                    overlay_switches::show(world, ui, 6);
                });
                return;
            }
            ui.horizontal_top(|ui| {
                let wide = ui.available_width() - overlay_switches::WIDTH - 26.0;
                verb_rows::make_room(world, ui, wide);
                ui.vertical(|ui| {
                    ui.set_width(wide);
                    ui.set_max_height(inside);
                    contents(world, ui, theme);
                });
                let (line, _) = ui.allocate_exact_size(egui::vec2(9.0, 72.0), egui::Sense::hover());
                let edge = ui.visuals().window_stroke;
                ui.painter().vline(line.center().x, line.y_range(), edge);
                overlay_switches::show(world, ui, 3);
            });
        });
    });
}

/// What scrolls in the height that is left, however much it says.
fn within(ui: &mut egui::Ui, contents: impl FnOnce(&mut egui::Ui)) {
    let high = ui.available_height();
    let area = egui::ScrollArea::vertical().max_height(high).min_scrolled_height(high.min(20.0));
    area.auto_shrink([false, true]).show(ui, |ui| {
        contents(ui);
        focus::keep_in_sight(ui);
    });
}

fn contents(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    if let Some(of) = computers::awaited(world) {
        within(ui, |ui| computers_turn::show(world, ui, theme, of));
        return;
    }
    if world.resource::<Hints>().are_open() {
        within(ui, |ui| hints_panel::show(world, ui, theme));
        return;
    }
    let situation = offered::situation(world);
    let new = match &situation {
        Situation::Choosing { enemies: Some(enemies), .. } => Some(enemies.id),
        _ => None,
    };
    let explains = explained::explains(world, new);
    match situation {
        Situation::SettingUp(things) => {
            within(ui, |ui| setting_up::panel(world, ui, theme, &things));
        }
        Situation::Acting { unit, left } => active(world, ui, theme, unit, left),
        Situation::Choosing { units, enemies, reserve } => within(ui, |ui| {
            if world.resource::<Mode>().intent().is_some() {
                setting_up::preparing(world, ui, theme);
                return;
            }
            choosing::show(world, ui, theme, &units, enemies.as_ref(), explains);
            choosing::reserve(world, ui, theme, reserve);
        }),
        Situation::Over => {
            ui.label(RichText::new("The battle is over.").size(sized(ui, 16.0)));
        }
    }
}

/// An offered verb's button with its key; off with the reason, on with what it is for.
fn button(world: &mut World, ui: &mut egui::Ui, offer: &Offer, selected: bool) {
    let command = Command::Verb(offer.verb);
    let key = key_name(world, command.action());
    let mut press = Press::tall(Icon::of(command), &offer.name, shown_key(ui, &key));
    press = press.selected(selected);
    if offer.wanted {
        press = press.loud();
    }
    show_offer(world, ui, offer, press, &key);
}

/// Shows an offered verb as a button, and does it if it is pressed.
pub(super) fn show_offer(
    world: &mut World,
    ui: &mut egui::Ui,
    offer: &Offer,
    press: Press,
    key: &str,
) {
    let response = ui.add_enabled(offer.why_not.is_none(), press);
    let named = (&*offer.name, &*offer.help);
    if hint_of_verb(world, response, offer.verb, named, key, offer.why_not.as_deref()).clicked() {
        act(world, Command::Verb(offer.verb));
    }
}

/// The buttons of whatever can be done at any time, tall as those of verbs or low as in a row. They come
/// before all others, so that they have the same place whoever acts, and whoever is selected.
pub(super) fn at_any_time(world: &mut World, ui: &mut egui::Ui, tall: bool) {
    let high = egui::vec2(0.0, panel::finger_or(ui, 25.0));
    let (name, help) = (Command::Measure.name(), Command::Measure.help());
    let key = key_name(world, Command::Measure.action());
    let shown = shown_key(ui, &key);
    let press = match tall {
        true => Press::tall(Icon::Measure, name, shown),
        false => Press::row(Icon::Measure, name, shown).at_least(high),
    };
    let measures = matches!(world.resource::<Mode>(), Mode::Measure { .. });
    if hint(ui.add(press.selected(measures)), name, help, &key).clicked() {
        act(world, Command::Measure);
    }
    // Elsewhere the turn bar has room for it.
    if panel::is_narrow(ui.ctx()) {
        let press = match tall {
            true => Press::tall(Icon::Hint, Command::Hint.name(), ""),
            false => Press::row(Icon::Hint, Command::Hint.name(), "").at_least(high),
        };
        hints_panel::button(world, ui, press);
    }
}

/// A key is of no use to fingers.
pub fn shown_key<'a>(ui: &egui::Ui, key: &'a str) -> &'a str {
    if panel::is_narrow(ui.ctx()) { "" } else { key }
}

/// A unit is active: its orders.
fn active(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId, left: String) {
    let mode = world.resource::<Mode>().clone();
    let mut verbs = |ui: &mut egui::Ui| {
        let prepared = mode.wants().and_then(|wants| wants.verb);
        let (ending, others): (Vec<Offer>, Vec<Offer>) =
            offered::offers(world).into_iter().partition(|offer| offer.verb == Game::ending_verb());
        ui.horizontal_top(|ui| {
            let wide = verb_rows::beside_ending(world, ui, ui.available_width());
            ui.vertical(|ui| {
                ui.set_width(wide);
                ui.horizontal_wrapped(|ui| {
                    at_any_time(world, ui, true);
                    scopes(world, ui, unit);
                    for offer in others {
                        button(world, ui, &offer, prepared == Some(offer.verb));
                    }
                });
            });
            for offer in ending {
                let place = egui::UiBuilder::new().id(egui::Id::new(ENDING));
                ui.scope_builder(place, |ui| button(world, ui, &offer, false));
            }
        });
    };
    if panel::is_narrow(ui.ctx()) {
        // All of the panel scrolls.
        verbs(ui);
    } else {
        // More of them than could be told beforehand scroll.
        let high = panel::room_for_verbs(ui.ctx()) + 1.0;
        let area = egui::ScrollArea::vertical().id_salt("verbs").max_height(high);
        area.min_scrolled_height(high).auto_shrink([false, true]).show(ui, verbs);
    }
    within(ui, |ui| chosen(world, ui, theme, mode, &left));
}

/// What the order in preparation would do, and under it what can be chosen about it, which stays where
/// it is however much there is to say.
fn chosen(world: &mut World, ui: &mut egui::Ui, theme: &Theme, mode: Mode, left: &str) {
    message(ui, |ui| {
        summary(world, ui, theme, &mode);
        if !matches!(mode, Mode::Prepare(_)) {
            ui.label(RichText::new(left).color(Theme::egui(theme.faint)).small());
        }
    });
    if matches!(mode, Mode::Prepare(_)) {
        ui.horizontal_wrapped(|ui| {
            // Words stand at the middle of the buttons beside them.
            let high = word_height(ui);
            ui.spacing_mut().interact_size.y = high;
            ui.set_row_height(high);
            controls::show(world, ui, theme);
        });
    }
}

/// Words in a row that is as high whatever they say: what is longer than it is told on hovering. Where
/// fingers press nothing hovers, so it is two rows, and longer words take more.
fn message(ui: &mut egui::Ui, words: impl FnOnce(&mut egui::Ui)) {
    let narrow = panel::is_narrow(ui.ctx());
    let line = ui.text_style_height(&egui::TextStyle::Body).max(14.0);
    let size = egui::vec2(ui.available_width(), if narrow { 2.0 * line } else { line });
    let layout = egui::Layout::left_to_right(if narrow { Align::Min } else { Align::Center });
    ui.allocate_ui_with_layout(size, layout.with_main_wrap(narrow), |ui| {
        ui.set_min_size(size);
        // Rows of words are as high as words, not as fingers.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing = egui::vec2(8.0, 0.0);
        if !narrow {
            ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        }
        words(ui);
    });
}

/// Whether orders go to the unit or to one model of it.
fn scopes(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let scope = *world.resource::<Scope>();
    let model = world.resource::<Selection>().model;
    let key = key_name(world, Command::Scope.action());
    for (this, icon, name) in
        [(Scope::Unit, Icon::Unit, "Unit"), (Scope::Model, Icon::Model, "Model")]
    {
        let own = model.is_some_and(|model| world.unit_of(model) == unit);
        let possible = this == Scope::Unit || own;
        let key = if this == scope { "" } else { &*key };
        let press = Press::tall(icon, name, shown_key(ui, key)).selected(scope == this);
        let response = ui.add_enabled(possible, press);
        let why = (!possible).then_some("select a model first: click the unit, then the model");
        if hint_or_why(response, name, Command::Scope.help(), key, why).clicked() {
            *world.resource_mut::<Scope>() = this;
        }
    }
    ui.separator();
}

/// Why an order is refused: in plain words, and after them the rule, which those who point at it can read.
/// A click on the words leads to whomever or whatever is in the way.
pub fn refusal(world: &mut World, ui: &mut egui::Ui, theme: &Theme, refused: &OrderError) {
    let objection = draft::objection(world, refused);
    let bad = Theme::egui(theme.bad);
    Icon::Close.show(ui, 14.0, bad);
    let place = toast::place_of(world, &objection);
    let words = egui::Label::new(RichText::new(&objection.text).color(bad));
    match place {
        None => drop(ui.add(words)),
        Some(at) => {
            let words = ui.add(words.selectable(false).sense(egui::Sense::click()));
            if words.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                turn_to(world, at);
            }
        }
    }
    if !objection.rule.is_empty() {
        let brass = Theme::egui(theme.accent);
        let rule = RichText::new(objection.rule).color(brass).underline().small();
        explain_all(world, ui.label(rule), &objection.terms);
    }
}

/// The last line: what the order would do, or what to do next.
fn summary(world: &mut World, ui: &mut egui::Ui, theme: &Theme, mode: &Mode) {
    let faint = Theme::egui(theme.faint);
    if let Some(decision) = super::decision::asked(world) {
        let text = format!("{}.", world.side_does(decision.side, "decides", "decide"));
        let colour = Theme::egui(theme.side(decision.side).text);
        ui.label(RichText::new(text).color(colour).strong());
        return;
    }
    let draft = world.resource::<Draft>();
    if let Some(refused) = draft.refused.clone().filter(|_| *mode != Mode::Select) {
        refusal(world, ui, theme, &refused);
        return;
    }
    if draft.is_legal() && *mode != Mode::Select {
        let (text, tone) = approval(world, mode, draft);
        let colour = Theme::egui(theme.tone(tone));
        let icon = if tone == Tone::Good { Icon::Done } else { Icon::Panic };
        icon.show(ui, 14.0, colour);
        ui.label(RichText::new(text).color(colour));
        return;
    }
    let acts = *mode == Mode::Select && world.frame().active.is_some();
    let hint = if acts { next_step::of_actor(world) } else { with_keys(world, mode.hint()) };
    ui.label(RichText::new(hint).color(faint));
}

/// What is said of an order that may be given: what it costs and how it is given, and before that why
/// little comes of it, if so.
fn approval(world: &World, mode: &Mode, draft: &Draft) -> (String, Tone) {
    let give = next_step::to_give(world, mode);
    let doubt = draft.sketch.doubt.as_ref().map(|doubt| capitalised(&doubt.text));
    let tone = if doubt.is_some() { Tone::Warning } else { Tone::Good };
    let said = doubt.into_iter().chain(draft.sketch.cost.clone());
    (said.map(|part| format!("{part}. ")).collect::<String>() + &give, tone)
}

#[cfg(test)]
mod tests;
