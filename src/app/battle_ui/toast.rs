//! Short messages: why an order was refused, with a mark at the place or around the model that it is
//! about, and what was saved. Whoever points at a message that is about a place and clicks is led there.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText};

use super::{overlays::room, paint::Canvas, turn_to};
use crate::{
    app::{
        camera::Margins,
        layer::Layer,
        orders::{Denied, Refused},
        pointer::Pointer,
        seat::Game,
        theme::Theme,
    },
    battle::{Acting, BattleWorld, ModelId, Telling, playable::telling::Objection},
    table::Placed,
};

/// A message and how long it stays.
#[derive(Clone, Debug)]
struct Toast {
    text: String,
    /// The rule that speaks against something; empty where none does.
    rule: String,
    bad: bool,
    /// The place that it is about.
    at: Option<Vec2>,
    /// The model that it is about.
    model: Option<ModelId>,
    /// The place on the table beside which it stands, rather than at the upper edge. Inches.
    beside: Option<Vec2>,
    seconds_left: f32,
    /// Where the pointer has rested since it appeared, in logical window pixels. It points at what was
    /// there before, and not at the message.
    rests: Rests,
}

/// Whether the pointer has rested since a message appeared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rests {
    /// It hasn't been asked yet.
    Unknown,
    /// All the time, there.
    At(Vec2),
    /// Not any more.
    No,
}

impl Rests {
    /// The pointer is there now.
    fn follow(self, now: Option<Vec2>) -> Self {
        match (self, now) {
            (Self::Unknown, Some(now)) => Self::At(now),
            (Self::At(then), Some(now)) if then == now => self,
            _ => Self::No,
        }
    }
}

/// The message that is shown now.
#[derive(Resource, Clone, Debug, Default)]
pub struct Toasts {
    shown: Option<Toast>,
    last_refusal: Option<Denied>,
    refusals: u32,
    /// Where a message is in the window that leads to a place of the table, in egui points, and the place;
    /// none before the pointer has moved since it appeared.
    leads: Option<(egui::Rect, Vec2)>,
}

/// How long a message stays, in seconds.
const STAYS: f32 = 6.0;
/// How much longer for each line after the first. Seconds.
const LINE_STAYS: f32 = 2.0;
/// How long a refusal stays, unless something else is pressed before. Seconds.
const REFUSAL_STAYS: f32 = 4.0;
/// The same for one beside the place where something is tried, once that is over. Seconds.
const BESIDE_STAYS: f32 = 2.0;

impl Toasts {
    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.show(text.into(), false);
    }

    /// Shows why something can't be done.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.show(text.into(), true);
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

    /// The message, while it is shown.
    #[cfg(test)]
    pub fn text(&self) -> Option<&str> {
        self.shown.as_ref().map(|toast| toast.text.as_str())
    }

    /// Shows why an order is refused, and where.
    pub fn object(&mut self, Objection { text, rule, at, model, .. }: Objection) {
        self.show(text, true);
        if let Some(toast) = &mut self.shown {
            (toast.rule, toast.at, toast.model) = (rule, at, model);
        }
    }

    /// The place to which a message leads that lies at a point of the window, if one does.
    pub fn leads_to(&self, at: egui::Pos2) -> Option<Vec2> {
        self.leads.filter(|(rect, _)| rect.contains(at)).map(|(_, place)| place)
    }

    /// Shows why something can't be done beside the place where it was tried; once, however long it is
    /// tried for.
    pub fn refuse_beside(&mut self, text: String, beside: Vec2) {
        let again = self.shown.as_mut().filter(|toast| toast.bad && toast.text == text);
        if let Some(toast) = again {
            (toast.beside, toast.seconds_left) = (Some(beside), BESIDE_STAYS);
            return;
        }
        self.show(text, true);
        if let Some(toast) = &mut self.shown {
            (toast.beside, toast.seconds_left) = (Some(beside), BESIDE_STAYS);
        }
    }

    /// How often something was refused so far.
    pub fn refusals(&self) -> u32 {
        self.refusals
    }

    fn show(&mut self, text: String, bad: bool) {
        self.refusals = self.refusals.wrapping_add(u32::from(bad));
        let more = text.lines().skip(1).count() as f32 * LINE_STAYS;
        let seconds_left = if bad { REFUSAL_STAYS } else { STAYS } + more;
        let (rule, at, model, beside) = (String::new(), None, None, None);
        let rests = Rests::Unknown;
        self.shown = Some(Toast { text, rule, bad, at, model, beside, seconds_left, rests });
    }
}

/// The place that an objection is about, or where the model stands that it is about.
pub fn place_of(world: &World, objection: &Objection) -> Option<Vec2> {
    objection.at.or_else(|| standing(world, objection.model).map(|placed| placed.pose.at))
}

/// Where a model stands, if it is known and on the table.
fn standing(world: &World, model: Option<ModelId>) -> Option<Placed> {
    let known = model.filter(|model| model.index() < world.roster().models().len());
    known.filter(|&model| world.is_standing(model)).map(|model| world.placed(model))
}

/// Shows the message, and the reason for the last refused order.
pub fn show(world: &mut World, ctx: &egui::Context, canvas: &Canvas) {
    let refused = world.resource::<Refused>().0.clone();
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let pointer = world.resource::<Pointer>().screen;
    let mut objection = refused.as_ref().map(|denied| Objection {
        text: denied.to_string(),
        rule: String::new(),
        terms: Vec::new(),
        at: None,
        model: None,
    });
    if let Some(Denied::Order { order, error }) = &refused {
        let told = Game::objection(error);
        let text = Game::refusal_of_order(world, order, error);
        objection = Some(Objection { text: text.unwrap_or_else(|| told.text.clone()), ..told });
    }
    let mut toasts = world.resource_mut::<Toasts>();
    toasts.leads = None;
    if toasts.last_refusal != refused {
        toasts.last_refusal.clone_from(&refused);
        if let Some(objection) = objection {
            toasts.object(objection);
        }
    }
    let Some(toast) = &mut toasts.shown else { return };
    toast.seconds_left -= seconds;
    toast.rests = toast.rests.follow(pointer);
    if toast.seconds_left <= 0.0 {
        toasts.shown = None;
        return;
    }
    let toast = toast.clone();
    let theme = world.resource::<Theme>().clone();
    let model = standing(world, toast.model);
    if let Some(placed) = &model {
        canvas.dashed_ring(placed, 4.0, Theme::egui(theme.bad), 2.0);
    }
    if let Some(at) = toast.at {
        canvas.cross(at, Theme::egui(theme.bad));
    }
    if let Some(at) = toast.beside {
        let mark = if toast.bad { "✖" } else { "✔" };
        let colour = if toast.bad { theme.bad } else { theme.good };
        let words = (format!("{mark} {}", toast.text), Theme::egui(colour));
        canvas.note(at, &[words], &room::spared(world, canvas));
        return;
    }
    let margins = *world.resource::<Margins>();
    let colour = if toast.bad { theme.bad } else { theme.good };
    let shown = egui::Area::new(egui::Id::new("toast"))
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
    let place = toast.at.or(model.map(|placed| placed.pose.at));
    if let Some(to) = place.filter(|_| toast.rests == Rests::No) {
        world.resource_mut::<Toasts>().leads = Some((shown.response.rect, to));
        if world.resource::<Pointer>().message.is_some() {
            ctx.set_cursor_icon(egui::CursorIcon::PointingHand);
        }
    }
}

/// Whoever presses something, be it a button of the mouse or a key, has read why the last thing couldn't
/// be done; whoever presses the message itself with the main button is led to the place that it is about.
/// Nothing can be pressed in the layer of messages, so the pointer is asked.
pub fn read_press(world: &mut World) {
    match world.resource::<Pointer>().led {
        Some(to) => turn_to(world, to),
        None => world.resource_mut::<Toasts>().forget_refusal(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        battle_ui::{
            mode::Selection,
            open_panels::OpenPanels,
            player::{Player, SPEARS},
        },
        camera::View,
    };

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

    #[test]
    fn a_refusal_leads_to_the_model_that_it_is_about() {
        let (mut player, at, pixel) = refused_at_the_other_end();
        player.click(place_at(&player, pixel), MouseButton::Left);
        assert!(is_led_to(&player, at), "the view stays");
        let selected = *player.world().resource::<Selection>();
        assert_eq!(selected, Selection::default(), "and the click is for nothing else");
    }

    #[test]
    fn only_the_main_button_is_led_by_a_message_and_any_other_press_ends_it() {
        for with in [MouseButton::Right, MouseButton::Middle] {
            let (mut player, at, pixel) = refused_at_the_other_end();
            player.click(place_at(&player, pixel), with);
            assert!(!is_led_to(&player, at), "{with:?}");
            assert_eq!(player.world().resource::<Toasts>().refusal(), None, "{with:?}");
        }
        let (mut player, at, pixel) = refused_at_the_other_end();
        player.point(place_at(&player, pixel));
        player.key(KeyCode::F12);
        assert!(!is_led_to(&player, at));
        assert_eq!(player.world().resource::<Toasts>().refusal(), None, "the pointer only rests");
    }

    #[test]
    fn a_box_over_a_message_takes_the_click() {
        let (mut player, at, pixel) = refused_at_the_other_end();
        player.app.world_mut().resource_mut::<OpenPanels>().menu = true;
        player.wait(3);
        player.click(place_at(&player, pixel), MouseButton::Left);
        assert!(!is_led_to(&player, at));
    }

    #[test]
    fn a_message_that_appears_under_a_resting_pointer_takes_no_click() {
        let (mut player, at, pixel) = refused_at_the_other_end();
        player.point(place_at(&player, pixel));
        refuse(&mut player);
        player.click_once(MouseButton::Left);
        assert!(!is_led_to(&player, at), "the click is meant for what lies under it");
        refuse(&mut player);
        player.click(place_at(&player, pixel + Vec2::X * 3.0), MouseButton::Left);
        assert!(is_led_to(&player, at), "the pointer has moved on it");
    }

    /// Refuses something about the first of the enemies.
    fn refuse(player: &mut Player) {
        let (_, enemy) = player.units();
        let (model, _) = player.first(enemy);
        player.app.world_mut().resource_mut::<Toasts>().object(Objection {
            text: "It is prone".to_owned(),
            rule: String::new(),
            terms: Vec::new(),
            at: None,
            model: Some(model),
        });
        player.wait(3);
    }

    /// The place on the table at a pixel of the window.
    fn place_at(player: &Player, pixel: Vec2) -> Vec2 {
        player.world().resource::<View>().table_at(pixel)
    }

    /// Whether the view has been brought to a place.
    fn is_led_to(player: &Player, at: Vec2) -> bool {
        let view = *player.world().resource::<View>();
        let free = view.free(player.world().resource::<Margins>());
        view.point_of(at).distance(free.center()) < 0.3 * free.height()
    }

    /// A player who looks elsewhere than at an enemy about whom something is refused, where that enemy
    /// is, and a pixel of the message.
    fn refused_at_the_other_end() -> (Player, Vec2, Vec2) {
        let mut player = Player::of(SPEARS);
        let (_, enemy) = player.units();
        let (_, at) = player.first(enemy);
        player.point(Vec2::new(16.0, 16.0));
        let mut view = player.app.world_mut().resource_mut::<View>();
        let middle = view.window / 2.0;
        view.zoom_at(middle, 4.0);
        view.look_at(Vec2::new(16.0, 16.0));
        refuse(&mut player);
        player.point(Vec2::new(16.0, 15.0));
        let (rect, to) = player.world().resource::<Toasts>().leads.expect("it is shown");
        assert_eq!(to, at);
        let view = *player.world().resource::<View>();
        let pixels = view.zoom / view.points_per_inch();
        let pixel = Vec2::new(rect.center().x, rect.center().y) * pixels;
        assert!(!is_led_to(&player, at), "nobody has pressed it yet");
        (player, at, pixel)
    }
}
