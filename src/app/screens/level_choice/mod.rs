//! The choice of level: what there is, what it looks like, with which dice and how deployed.

mod about;
mod card;
mod contents;
mod entries;
mod pictures;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, RichText, ScrollArea, TextEdit},
};

use super::{Screen, message_box::MessageBox};
use crate::{
    app::{
        AppOptions, AppSystems,
        battle_ui::{
            icons::Icon,
            panel::{for_fingers, is_narrow},
            press::Press,
        },
        loading::Loading,
        running::{Beginning, NextBattle},
        seat::{Data, Game, Level},
        theme::Theme,
    },
    battle::Showing,
};
use entries::{Entries, Entry, Read};

pub use pictures::Pictures;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LevelList>();
    app.add_plugins(pictures::plugin);
    app.add_systems(OnEnter(Screen::LevelChoice), look_for_levels);
    let here = in_state(Screen::LevelChoice);
    app.add_systems(Update, read_on.in_set(AppSystems::ReadInput).run_if(here.clone()));
    app.add_systems(EguiPrimaryContextPass, show.run_if(here));
}

/// What there is to choose from and what is chosen.
#[derive(Resource, Default)]
pub struct LevelList {
    levels: Entries,
    picked: usize,
    seed: String,
    by_hand: bool,
    practice: bool,
    /// The screen was just entered and not shown yet: the picked level gets the keyboard.
    fresh: bool,
    /// Whether it was told what is wrong with levels.
    told: bool,
}

impl LevelList {
    /// Whether all levels were read.
    pub fn is_read(&self) -> bool {
        self.levels.are_read()
    }

    fn picked(&self) -> Option<&Entry> {
        self.levels.get(self.picked)
    }

    /// The level that is picked, if it can be played.
    fn level(&self) -> Option<&Level> {
        self.picked().and_then(Entry::read).map(|read| &read.level)
    }
}

fn look_for_levels(options: Res<AppOptions>, time: Res<Time<Real>>, mut choice: ResMut<LevelList>) {
    choice.levels.look(options.data.as_deref());
    choice.picked = choice.picked.min(choice.levels.len().saturating_sub(1));
    choice.practice = options.practice;
    choice.fresh = true;
    choice.told = false;
    if choice.seed.is_empty() {
        // In the first frame nobody has pressed anything yet: it is drawn when the battle begins.
        let drawn = || (!time.elapsed().is_zero()).then(|| chance(&time));
        let seed = options.seed.or_else(drawn);
        choice.seed = seed.map_or(String::new(), |seed| seed.to_string());
    }
}

/// Reads a level a frame, and tells at the end what is wrong with any.
fn read_on(
    options: Res<AppOptions>,
    data: Res<Data>,
    mut choice: ResMut<LevelList>,
    mut message: ResMut<MessageBox>,
) {
    // The first frame is long enough without.
    if choice.told || choice.fresh {
        return;
    }
    let picked = choice.picked;
    if choice.levels.read_next(picked, options.data.as_deref(), &data) {
        return;
    }
    choice.told = true;
    let errors = choice.levels.errors();
    if !errors.is_empty() {
        message.errors("Some levels can't be played", &errors);
    }
}

/// Narrower than this, the wishes and the buttons don't fit beside each other; egui points.
const NARROW: f32 = 860.0;

/// A number nobody could foresee: the moment somebody pressed.
fn chance(time: &Time<Real>) -> u64 {
    let moment = time.elapsed().as_nanos() as u64;
    (moment ^ (moment >> 9)).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 1_000_000
}

fn show(
    mut contexts: EguiContexts,
    theme: Res<Theme>,
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut choice: ResMut<LevelList>,
    mut pictures: ResMut<Pictures>,
    mut message: ResMut<MessageBox>,
    mut screen: ResMut<NextState<Screen>>,
    mut next: ResMut<NextBattle>,
    loading: Option<Res<Loading>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (choice, pictures) = (&mut *choice, &mut *pictures);
    let window = context.content_rect();
    // The list stands above what it is about.
    let upright = is_narrow(context);
    let around = if upright { egui::vec2(12.0, 12.0) } else { egui::vec2(60.0, 50.0) };
    let size =
        (window.size() - around).min(egui::vec2(1150.0, if upright { 1200.0 } else { 680.0 }));
    let frame = egui::Frame::window(&context.global_style()).inner_margin(18);
    egui::Area::new(egui::Id::new("level_choice"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(size.x - 36.0);
                ui.set_height(size.y - 36.0);
                for_fingers(ui);
                ui.label(RichText::new("New battle").size(26.0).color(Theme::egui(theme.accent)));
                ui.separator();
                // With large text the wishes take a row of their own.
                let narrow = ui.available_width() < NARROW;
                let below = match (upright, narrow) {
                    (true, _) => 170.0,
                    (false, true) => 104.0,
                    (false, false) => 64.0,
                };
                let body = ui.available_height() - below;
                let mut begins = false;
                if upright {
                    let wide = ui.available_width();
                    ui.allocate_ui(egui::vec2(wide, body * 0.36), |ui| {
                        begins = list(ui, choice, pictures, &theme);
                    });
                    ui.separator();
                    ui.allocate_ui(egui::vec2(wide, body * 0.64 - 20.0), |ui| {
                        stacked(ui, choice, pictures, &theme);
                    });
                } else {
                    let all = egui::vec2(ui.available_width(), body);
                    ui.allocate_ui_with_layout(
                        all,
                        egui::Layout::left_to_right(egui::Align::Min),
                        |ui| {
                            ui.set_max_height(body);
                            ui.allocate_ui(egui::vec2(card::WIDTH + 14.0, body), |ui| {
                                ui.vertical(|ui| begins = list(ui, choice, pictures, &theme));
                            });
                            ui.separator();
                            ui.allocate_ui(egui::vec2(ui.available_width(), body), |ui| {
                                ui.vertical(|ui| details(ui, choice, pictures, &theme, body));
                            });
                        },
                    );
                }
                ui.separator();
                if upright {
                    ui.horizontal(|ui| {
                        dice(ui, choice, &time);
                        practice(ui, choice);
                    });
                    ui.horizontal(|ui| deployment(ui, choice));
                } else if narrow {
                    ui.horizontal(|ui| wishes(ui, choice, &time));
                }
                ui.horizontal(|ui| {
                    let press =
                        Press::row(Icon::Left, "Back", "").at_least(egui::vec2(100.0, 44.0));
                    let back = ui.add(press);
                    let free = !message.is_open();
                    if back.clicked() || (free && keys.just_pressed(KeyCode::Escape)) {
                        screen.set(Screen::Title);
                    }
                    if !narrow {
                        ui.add_space(16.0);
                        wishes(ui, choice, &time);
                    }
                    // One battle at a time, however long Enter is held.
                    let waits = loading.is_some() || next.0.is_some();
                    let begins = begins && !message.is_open() && !waits;
                    begin(ui, choice, begins, &time, &mut next, &mut message);
                });
            });
        });
    Ok(())
}

/// The levels as cards; true if one was chosen to be played at once.
fn list(ui: &mut egui::Ui, choice: &mut LevelList, pictures: &mut Pictures, theme: &Theme) -> bool {
    let before = choice.picked;
    let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
    // After a click on something else nothing has the keyboard: Enter is still that of Begin.
    let mut begins = entered && ui.memory(|memory| memory.focused().is_none());
    let cards = ScrollArea::vertical().id_salt("levels").auto_shrink([false, false]);
    cards.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        for (index, entry) in choice.levels.iter().enumerate() {
            let row = card::show(ui, entry, choice.picked == index, pictures, theme);
            if choice.fresh && index == choice.picked {
                row.request_focus();
                row.scroll_to_me(None);
            }
            if row.clicked() || row.gained_focus() {
                choice.picked = index;
            }
            begins |= row.double_clicked() || (row.has_focus() && entered && before == index);
        }
    });
    choice.fresh = false;
    begins
}

fn details(
    ui: &mut egui::Ui,
    choice: &LevelList,
    pictures: &mut Pictures,
    theme: &Theme,
    height: f32,
) {
    let Some((entry, read)) = playable(ui, choice, theme) else { return };
    ui.horizontal_top(|ui| {
        let room = (ui.available_width() - 300.0).min(height).max(0.0);
        let room = egui::vec2(room, height.min(room));
        pictures.show(ui, &entry.id, &read.level, room);
        ui.add_space(12.0);
        let rest = ScrollArea::vertical().id_salt("about").max_height(height);
        ui.vertical(|ui| rest.show(ui, |ui| about::show(ui, read, theme)));
    });
}

/// The level that is picked; what is wrong with it is shown.
fn playable<'a>(
    ui: &mut egui::Ui,
    choice: &'a LevelList,
    theme: &Theme,
) -> Option<(&'a Entry, &'a Read)> {
    let Some(entry) = choice.picked() else {
        ui.label("There are no levels.");
        return None;
    };
    if let Some(errors) = entry.errors() {
        ui.label(RichText::new(entry.name()).size(22.0));
        for error in errors {
            ui.colored_label(Theme::egui(theme.bad), error.to_string());
        }
    }
    Some((entry, entry.read()?))
}

/// The same as the details, one below the other, for an upright phone.
fn stacked(ui: &mut egui::Ui, choice: &LevelList, pictures: &mut Pictures, theme: &Theme) {
    let Some((entry, read)) = playable(ui, choice, theme) else { return };
    let all = ScrollArea::vertical().id_salt("level").auto_shrink([false, false]);
    all.show(ui, |ui| {
        let wide = ui.available_width() - 8.0;
        pictures.show(ui, &entry.id, &read.level, egui::vec2(wide, wide * 0.8));
        ui.add_space(8.0);
        about::show(ui, read, theme);
    });
}

/// How the battle is to be fought, in one row.
fn wishes(ui: &mut egui::Ui, choice: &mut LevelList, time: &Time<Real>) {
    dice(ui, choice, time);
    ui.add_space(16.0);
    deployment(ui, choice);
    ui.add_space(16.0);
    practice(ui, choice);
}

fn dice(ui: &mut egui::Ui, choice: &mut LevelList, time: &Time<Real>) {
    ui.label("Dice");
    let seed = TextEdit::singleline(&mut choice.seed).desired_width(90.0).hint_text("by chance");
    ui.add(seed).on_hover_text(
        "The seed for the dice: the same seed and the same orders give the same rolls.",
    );
    if ui.button("Another").clicked() {
        choice.seed = chance(time).to_string();
    }
}

fn deployment(ui: &mut egui::Ui, choice: &mut LevelList) {
    let only = choice.level().is_some_and(Game::is_deployed_by_hand);
    let mut by_hand = choice.by_hand || only;
    ui.label("Deployment");
    ui.add_enabled_ui(!only, |ui| {
        ui.selectable_value(&mut by_hand, false, "As placed");
        ui.selectable_value(&mut by_hand, true, "By hand");
    });
    if !only {
        choice.by_hand = by_hand;
    }
}

fn practice(ui: &mut egui::Ui, choice: &mut LevelList) {
    let practice = ui.checkbox(&mut choice.practice, "Practice");
    practice.on_hover_text("Any order can be undone, even after dice were rolled.");
}

fn begin(
    ui: &mut egui::Ui,
    choice: &LevelList,
    begins: bool,
    time: &Time<Real>,
    next: &mut NextBattle,
    message: &mut MessageBox,
) {
    let level = choice.level();
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let press = Press::row(Icon::Fight, "Begin", "Enter").loud();
        let press = press.at_least(egui::vec2(150.0, 44.0));
        if !ui.add_enabled(level.is_some(), press).clicked() && !begins {
            return;
        }
        let Some(level) = level else { return };
        let seed = match choice.seed.trim() {
            "" => Ok(chance(time)),
            digits => digits.parse(),
        };
        let Ok(seed) = seed else {
            let problem = format!("\"{}\" isn't a number. Type digits only", choice.seed);
            message.errors("The seed must be a number", &[problem]);
            return;
        };
        let mut level = level.clone();
        if choice.by_hand {
            Game::deploy_by_hand(&mut level);
        }
        let practice = choice.practice;
        next.0 = Some(Beginning::New { level: Box::new(level), seed, practice });
    });
}
