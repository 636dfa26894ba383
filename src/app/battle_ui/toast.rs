//! Short messages: why an order was refused, with a mark at the place it is about, and what was
//! saved.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText};

use super::paint::Canvas;
use crate::{
    app::{
        camera::Margins,
        layer::Layer,
        orders::{Denied, Refused},
        seat::Game,
        theme::Theme,
    },
    battle::{Acting, BattleWorld, Telling, playable::telling::Objection},
};

/// A message and how long it stays.
#[derive(Clone, Debug)]
struct Toast {
    text: String,
    /// The rule that speaks against something; empty where none does.
    rule: String,
    bad: bool,
    at: Option<Vec2>,
    /// The place on the table beside which it stands, rather than at the upper edge. Inches.
    beside: Option<Vec2>,
    seconds_left: f32,
}

/// The message that is shown now.
#[derive(Resource, Clone, Debug, Default)]
pub struct Toasts {
    shown: Option<Toast>,
    last_refusal: Option<Denied>,
    refusals: u32,
}

/// How long a message stays, in seconds.
const STAYS: f32 = 6.0;
/// How long a refusal stays, unless something else is pressed before. Seconds.
const REFUSAL_STAYS: f32 = 4.0;
/// The same for one beside the place where something is tried, once that is over. Seconds.
const BESIDE_STAYS: f32 = 2.0;

impl Toasts {
    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.show(text.into(), String::new(), false, None);
    }

    /// Shows why something can't be done.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.show(text.into(), String::new(), true, None);
    }

    /// Takes back why something couldn't be done: something else is done instead.
    pub fn forget_refusal(&mut self) {
        if self.refusal().is_some() {
            self.shown = None;
        }
    }

    /// Why something can't be done, while that is shown.
    pub fn refusal(&self) -> Option<&str> {
        self.shown.as_ref().filter(|toast| toast.bad).map(|toast| toast.text.as_str())
    }

    /// Shows why an order is refused, and where.
    pub fn object(&mut self, Objection { text, rule, at, .. }: Objection) {
        self.show(text, rule, true, at);
    }

    /// Shows why something can't be done beside the place where it was tried; once, however long it is
    /// tried for.
    pub fn refuse_beside(&mut self, text: String, beside: Vec2) {
        let again = self.shown.as_mut().filter(|toast| toast.bad && toast.text == text);
        if let Some(toast) = again {
            (toast.beside, toast.seconds_left) = (Some(beside), BESIDE_STAYS);
            return;
        }
        self.show(text, String::new(), true, None);
        if let Some(toast) = &mut self.shown {
            (toast.beside, toast.seconds_left) = (Some(beside), BESIDE_STAYS);
        }
    }

    /// How often something was refused so far.
    pub fn refusals(&self) -> u32 {
        self.refusals
    }

    fn show(&mut self, text: String, rule: String, bad: bool, at: Option<Vec2>) {
        self.refusals = self.refusals.wrapping_add(u32::from(bad));
        let seconds_left = if bad { REFUSAL_STAYS } else { STAYS };
        self.shown = Some(Toast { text, rule, bad, at, beside: None, seconds_left });
    }
}

/// Shows the message, and the reason for the last refused order.
pub fn show(world: &mut World, ctx: &egui::Context, canvas: &Canvas) {
    let refused = world.resource::<Refused>().0.clone();
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let (mut place, mut text) = (None, refused.as_ref().map(Denied::to_string));
    let mut rule = String::new();
    if let Some(Denied::Order { order, error }) = &refused {
        let Objection { at, model, text: told, rule: of_it, .. } = Game::objection(error);
        rule = of_it;
        text = Some(Game::refusal_of_order(world, order, error).unwrap_or(told));
        let model = model.filter(|model| model.index() < world.roster().models().len());
        place = at.or_else(|| model.map(|model| world.placed(model).pose.at));
    }
    let mut toasts = world.resource_mut::<Toasts>();
    if toasts.last_refusal != refused {
        toasts.last_refusal.clone_from(&refused);
        if let Some(why) = text {
            toasts.show(why, rule, true, place);
        }
    }
    let Some(toast) = &mut toasts.shown else { return };
    toast.seconds_left -= seconds;
    if toast.seconds_left <= 0.0 {
        toasts.shown = None;
        return;
    }
    let toast = toast.clone();
    let theme = world.resource::<Theme>().clone();
    if let Some(at) = toast.at {
        canvas.cross(at, Theme::egui(theme.bad));
    }
    if let Some(at) = toast.beside {
        let mark = if toast.bad { "✖" } else { "✔" };
        let colour = if toast.bad { theme.bad } else { theme.good };
        canvas.note(at, &[(format!("{mark} {}", toast.text), Theme::egui(colour))]);
        return;
    }
    let margins = *world.resource::<Margins>();
    let colour = if toast.bad { theme.bad } else { theme.good };
    egui::Area::new(egui::Id::new("toast"))
        .anchor(
            Align2::CENTER_TOP,
            egui::vec2((margins.left - margins.right) / 2.0, margins.top + 8.0),
        )
        .order(Layer::Messages.order())
        .interactable(false)
        .show(ctx, |ui| {
            let frame =
                egui::Frame::window(ui.style()).stroke(egui::Stroke::new(1.5, Theme::egui(colour)));
            frame.show(ui, |ui| {
                ui.set_max_width(460.0);
                ui.horizontal_wrapped(|ui| {
                    let mark = if toast.bad { "✖" } else { "✔" };
                    ui.label(RichText::new(mark).color(Theme::egui(colour)).strong());
                    ui.label(RichText::new(&toast.text));
                    if !toast.rule.is_empty() {
                        ui.label(RichText::new(&toast.rule).small().weak());
                    }
                });
            });
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_input_ends_a_refusal_and_no_other_message() {
        let mut toasts = Toasts::default();
        toasts.refuse("Not here");
        assert_eq!(toasts.refusal(), Some("Not here"));
        toasts.forget_refusal();
        assert!(toasts.shown.is_none());
        toasts.say("Battle saved.");
        toasts.forget_refusal();
        assert!(toasts.shown.is_some() && toasts.refusal().is_none());
    }

    #[test]
    fn what_is_tried_on_is_refused_once_and_soon_forgotten_after_it() {
        let mut toasts = Toasts::default();
        for x in 0..9 {
            toasts.refuse_beside("It is prone".to_owned(), Vec2::new(x as f32, 1.0));
        }
        assert_eq!(toasts.refusals(), 1);
        let shown = toasts.shown.as_ref().unwrap();
        assert_eq!((shown.beside, shown.seconds_left), (Some(Vec2::new(8.0, 1.0)), BESIDE_STAYS));
    }
}
