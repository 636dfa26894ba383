//! The result: who won and why, what counted and what was lost, the table as it was left, who did
//! what, and what comes next.

mod again;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};

use self::again::Again;
use super::{
    account, decision::stripe, hints::hint, icons::Icon, key_names::key_name, leaders, link,
    open_panels::OpenPanels, panel, press::Press, toast::Toasts,
};
use crate::{
    app::{
        AppSystems, focus,
        layer::Layer,
        pictures::{Contents, Pictures, Subject},
        running,
        screens::{Screen, message_box::MessageBox},
        seat::Game,
        theme::Theme,
        third_party::{
            egui::give_back_keyboard,
            leafwing::{Action, Begun},
        },
    },
    battle::{
        BattleWorld, Outcome, RuleSystem, Telling, TurnFrame,
        playable::{capitalised, count, telling::Deeds},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Aside>().init_resource::<LastPosition>().init_resource::<Rest>();
    app.init_resource::<Settling>();
    let here = in_state(Screen::Result);
    app.add_systems(Update, read_keys.in_set(AppSystems::ReadInput).run_if(here));
    app.add_systems(OnEnter(Screen::Result), look_back);
    app.add_systems(OnExit(Screen::Result), look_away);
}

/// Whether the result is put aside to look at the table.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Aside(bool);

/// Keys that were meant for the battle do nothing here: they count only once all have been let go, and not
/// before a moment has passed.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Rest {
    /// Until when, in seconds since the program began.
    until: f64,
    /// Whether all keys have been up since the result came.
    let_go: bool,
}

/// How long that is at least, in seconds.
const REST: f64 = 0.8;

impl Rest {
    /// Whether keys count.
    fn is_over(self, time: &Time<Real>) -> bool {
        self.let_go && time.elapsed_secs_f64() >= self.until
    }
}

/// How large the result came out in the frame before: what is laid out for the first time may come out
/// otherwise in the next frame, and nobody sees it before it stays as it is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Settling {
    before: Option<egui::Rect>,
    /// In how many frames it was laid out unseen.
    frames: u8,
    is_over: bool,
}

/// It is seen after so many frames at the latest.
const UNSEEN: u8 = 8;

impl Settling {
    /// Whether the result is seen.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// It has come out so in this frame.
    fn came_out(self, rect: egui::Rect) -> Self {
        let stays = self.before.is_some_and(|before| {
            before.min.distance(rect.min) < 0.5 && before.max.distance(rect.max) < 0.5
        });
        let frames = self.frames.saturating_add(1);
        let is_over = self.is_over || stays || frames >= UNSEEN;
        Self { before: Some(rect), frames, is_over }
    }
}

/// The table as the battle left it, while its result is shown.
#[derive(Resource, Default)]
struct LastPosition(Option<Arc<Contents>>);

fn look_back(world: &mut World) {
    world.resource_mut::<Aside>().0 = false;
    *world.resource_mut::<Settling>() = Settling::default();
    let until = world.resource::<Time<Real>>().elapsed_secs_f64() + REST;
    *world.resource_mut::<Rest>() = Rest { until, let_go: false };
    let contents = Arc::new(Contents::of_battle(world));
    world.resource_mut::<LastPosition>().0 = Some(contents);
}

fn look_away(mut last: ResMut<LastPosition>, mut pictures: ResMut<Pictures>) {
    last.0 = None;
    pictures.forget(|_, subject| *subject == Subject::Result);
}

/// Whether a box lies over the result, which has the keys.
fn is_covered(message: &MessageBox, panels: &OpenPanels) -> bool {
    message.is_open() || panels.help
}

/// Escape and Home put the result aside; they, or Enter, bring it back. Of its buttons the first has the
/// keyboard, so that Enter takes it.
fn read_keys(
    begun: Res<Begun>,
    held: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut rest: ResMut<Rest>,
    mut aside: ResMut<Aside>,
    message: Res<MessageBox>,
    panels: Res<OpenPanels>,
) {
    if held.get_pressed().next().is_none() {
        rest.let_go = true;
    }
    if is_covered(&message, &panels) || !rest.is_over(&time) {
        return;
    }
    let turns = [Action::Cancel, Action::FitTable];
    if turns.into_iter().any(|action| begun.has(action)) {
        aside.0 = !aside.0;
    } else if begun.has(Action::Confirm) {
        aside.0 = false;
    }
}

/// A button along the lower edge that brings the result back.
fn way_back(world: &mut World, ctx: &egui::Context) {
    let key = key_name(world, Action::Cancel);
    egui::Area::new(egui::Id::new("back_to_result"))
        .anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -12.0))
        .order(Layer::Boxes.order())
        .show(ctx, |ui| {
            let press = Press::row(Icon::Victory, "Back to the result", &key).loud();
            if ui.add(press.at_least(egui::vec2(200.0, 40.0))).clicked() {
                world.resource_mut::<Aside>().0 = false;
            }
        });
}

/// The width of the result, in egui points.
const WIDTH: f32 = 880.0;
/// The width of the picture where it stands beside the rest, in egui points.
const PICTURE: f32 = 300.0;

/// Shows it over the table.
pub(super) fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let Some(outcome) = Game::outcome(world) else { return };
    if world.resource::<Aside>().0 {
        way_back(world, ctx);
        return;
    }
    let deeds = Game::deeds(world);
    let mut pressed = None;
    let rests = !world.resource::<Rest>().is_over(world.resource::<Time<Real>>());
    let settling = *world.resource::<Settling>();
    let area = egui::Area::new(egui::Id::new("result"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(Layer::Panels.order());
    let shown = area.show(ctx, |ui| {
        if !settling.is_over {
            ui.set_opacity(0.0);
        }
        // The wheel over it is not for the table under it.
        ui.set_max_height(ctx.content_rect().height() - 12.0);
        egui::Frame::window(ui.style()).inner_margin(0.0).show(ui, |ui| {
            ui.set_width(panel::at_most(ctx, WIDTH));
            let title = match outcome.winner {
                Some(side) => world.side_does(side, "wins", "win"),
                None => "A draw".to_owned(),
            };
            stripe(ui, theme, outcome.winner, &title, "");
            let margin = if panel::is_low(ctx) { 8.0 } else { 14.0 };
            egui::Frame::NONE.inner_margin(margin).show(ui, |ui| {
                // What is left above the buttons, as they came out in the last frame.
                let buttons = egui::Id::new("height of the result's buttons");
                let below = ctx.data(|data| data.get_temp(buttons)).unwrap_or(60.0);
                let high = (ui.available_height() - below).max(60.0);
                let all = ScrollArea::vertical().max_height(high).auto_shrink([false, true]);
                all.show(ui, |ui| {
                    told(world, ui, theme, &outcome, &deeds);
                    focus::keep_in_sight(ui);
                    focus::scroll_by_keys(ui);
                });
                let row = ui.vertical(|ui| {
                    ui.separator();
                    pressed = choices(world, ui, !rests);
                });
                let gap = ui.spacing().item_spacing.y;
                let came_out = row.response.rect.height() + gap + margin;
                ctx.data_mut(|data| data.insert_temp(buttons, came_out));
            });
        });
    });
    let settling = settling.came_out(shown.response.rect);
    world.resource_mut::<Settling>().set_if_neq(settling);
    if rests {
        give_back_keyboard(ctx);
    }
    let by_pointer = ctx.input(|input| input.pointer.any_released());
    if let Some(wish) = pressed.filter(|_| by_pointer || !rests) {
        grant(world, ctx, wish);
    }
}

/// The table as it was left, and all that there is to say.
fn told(world: &mut World, ui: &mut egui::Ui, theme: &Theme, outcome: &Outcome, deeds: &[Deeds]) {
    let TurnFrame { turn, last_turn, .. } = *world.frame();
    let took = how_long(turn, last_turn);
    let words = |world: &World, ui: &mut egui::Ui| {
        let reason = RichText::new(format!("{}.", capitalised(&outcome.reason)));
        ui.label(reason.size(15.0));
        let faint = Theme::egui(theme.faint);
        for line in took.iter().chain(&leaders::at_the_end(world)) {
            ui.label(RichText::new(line).color(faint));
        }
        ui.add_space(8.0);
        account::show(world, ui, theme, &outcome.tallies);
    };
    if panel::is_narrow(ui.ctx()) {
        words(world, ui);
        ui.add_space(8.0);
        let width = ui.available_width();
        picture(world, ui, width);
    } else {
        ui.horizontal_top(|ui| {
            picture(world, ui, PICTURE);
            ui.add_space(8.0);
            ui.vertical(|ui| words(world, ui));
        });
    }
    ui.separator();
    egui::Grid::new("deeds").num_columns(2).striped(true).show(ui, |ui| {
        for deed in deeds {
            let colour = Theme::egui(theme.side(deed.side).text);
            ui.label(RichText::new(world.unit_name(deed.unit)).color(colour));
            ui.add(egui::Label::new(&deed.text).wrap());
            ui.end_row();
        }
    });
}

/// How long a battle took that ended in a turn, from 1; 0 before the first. One that went on to its last
/// turn took as long as everybody knew it would.
fn how_long(turn: u32, last_turn: u32) -> Option<String> {
    match turn {
        0 => Some("It ended before the first turn.".to_owned()),
        turn if turn == last_turn => None,
        turn => Some(format!("It took {}.", count(turn as usize, "turn"))),
    }
}

/// The table as it was left, so wide at most.
fn picture(world: &mut World, ui: &mut egui::Ui, width: f32) {
    let Some(contents) = world.resource::<LastPosition>().0.clone() else { return };
    let mut pictures = world.resource_mut::<Pictures>();
    pictures.show(ui, &Subject::Result, &contents, egui::vec2(width, width * 0.8));
}

/// What was pressed.
#[derive(Clone, Copy)]
enum Wish {
    /// To fight the same battle again.
    Again(Again),
    /// To look at the table.
    Look,
    /// To go elsewhere.
    Leave(Screen),
    /// To keep the battle as a replay.
    Save,
    /// To copy a link to it.
    Link,
}

/// What can be done next. In a narrow or a low window the lesser things are icons alone. While keys count,
/// the first has the keyboard unless another has it.
fn choices(world: &World, ui: &mut egui::Ui, keys_count: bool) -> Option<Wish> {
    let mut wish = None;
    let key = key_name(world, Action::Cancel);
    let tight = panel::is_narrow(ui.ctx()) || panel::is_low(ui.ctx());
    let high = if tight { panel::finger(ui.ctx()) } else { 40.0 };
    let key = if tight { "" } else { key.as_str() };
    let boxed = is_covered(world.resource(), world.resource());
    let mut gives = keys_count && !boxed && ui.memory(|memory| memory.focused().is_none());
    ui.horizontal_wrapped(|ui| {
        // What changes nothing comes first: a stray Enter leads there.
        let again = [
            (Wish::Look, Icon::Table, "Look at the table", key, ""),
            (Wish::Again(Again::Same), Icon::Activate, "Again", "", "The same armies and dice."),
            (
                Wish::Again(Again::Swapped),
                Icon::ChangePlaces,
                "Sides swapped",
                "",
                "The same dice, and each player has the other army.",
            ),
            (Wish::Again(Again::OtherDice), Icon::Dice, "Other dice", "", "The same armies."),
        ];
        for (meant, icon, name, key, about) in again {
            let press = Press::row(icon, name, key).at_least(egui::vec2(0.0, high));
            let wanted = matches!(meant, Wish::Look);
            let press = if wanted { press.loud() } else { press };
            let button = ui.add(press);
            if std::mem::take(&mut gives) {
                focus::give_to(&button);
            }
            if hint(button, name, about, key).clicked() {
                wish = Some(meant);
            }
        }
        let others = [
            (Wish::Leave(Screen::LevelChoice), Icon::Fight, "New battle", ""),
            (Wish::Leave(Screen::Title), Icon::Leave, "Quit to title", ""),
            (Wish::Save, Icon::Save, "Save replay", "Saves the whole battle."),
            (Wish::Link, Icon::Link, link::NAME, link::HELP),
        ];
        for (meant, icon, name, about) in others {
            let press = if tight {
                Press::square(icon, name, high)
            } else {
                Press::row(icon, name, "").at_least(egui::vec2(0.0, high))
            };
            if hint(ui.add(press), name, about, "").clicked() {
                wish = Some(meant);
            }
        }
    });
    wish
}

fn grant(world: &mut World, ctx: &egui::Context, wish: Wish) {
    match wish {
        Wish::Again(again) => again::begin(world, again),
        Wish::Look => world.resource_mut::<Aside>().0 = true,
        Wish::Leave(screen) => world.resource_mut::<NextState<Screen>>().set(screen),
        Wish::Save => save_replay(world),
        Wish::Link => link::copy(world, ctx),
    }
}

/// Keeps the battle as a replay under the first free number.
fn save_replay(world: &mut World) {
    let name = running::name_of_save(world);
    let result = running::save(world, &name);
    let mut toasts = world.resource_mut::<Toasts>();
    match result {
        Ok(()) => toasts.say(format!("Saved as {name}.")),
        Err(error) => toasts.refuse(format!("It can't be saved: {error}")),
    }
}

#[cfg(test)]
mod tests;
