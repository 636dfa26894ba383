//! The choice of level: what there is, what it looks like, with which dice and how deployed.

mod about;
mod entries;
mod list;
mod wishes;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, RichText, ScrollArea, vec2},
};

use super::{Screen, message_box::MessageBox};
use crate::{
    app::{
        AppOptions, AppSystems, OverTable,
        battle_ui::{
            icons::Icon,
            panel::{finger, for_fingers, is_low, is_narrow},
            press::Press,
        },
        focus,
        loading::Loading,
        pictures::{Pictures, Size, Subject},
        running::{NextBattle, chance},
        seat::{Data, Level},
        settings::Settings,
        theme::Theme,
        third_party::egui::text_size,
    },
    battle::{Commanders, Handicap},
};
use entries::{Entries, Entry, Read};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LevelList>();
    app.add_systems(OnEnter(Screen::LevelChoice), look_for_levels);
    app.add_systems(OnExit(Screen::LevelChoice), put_away);
    app.add_systems(OnEnter(Screen::Battle), forget_dice);
    let here = in_state(Screen::LevelChoice);
    app.add_systems(Update, read_on.in_set(AppSystems::ReadInput).run_if(here.clone()));
    app.add_systems(EguiPrimaryContextPass, show.run_if(here).in_set(OverTable::Panels));
}

/// What there is to choose from and what is chosen.
#[derive(Resource, Default)]
pub struct LevelList {
    levels: Entries,
    /// The id of the level that is picked; none before it is known which there are.
    picked: String,
    seed: String,
    by_hand: bool,
    practice: bool,
    commanders: Commanders,
    handicap: Handicap,
    /// The screen was just entered and not shown yet.
    fresh: bool,
    /// The picked level gets the keyboard as soon as there is one.
    gives_keyboard: bool,
    /// Whether it was told what is wrong with levels.
    told: bool,
}

impl LevelList {
    /// Whether all levels were read.
    pub fn is_read(&self) -> bool {
        self.levels.are_read()
    }

    fn picked(&self) -> Option<&Entry> {
        self.levels.get(&self.picked)
    }

    /// The level that is picked, if it can be played.
    fn level(&self) -> Option<&Level> {
        self.picked().and_then(Entry::read).map(|read| &read.level)
    }
}

fn look_for_levels(
    options: Res<AppOptions>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut choice: ResMut<LevelList>,
    mut pictures: ResMut<Pictures>,
) {
    choice.levels.look(options.data.as_deref());
    if options.data.is_some() {
        // They may have been changed.
        pictures.forget(|_, subject| matches!(subject, Subject::Level(_)));
    }
    // Where the player was, this time or the last time.
    for known in [choice.picked.clone(), settings.last_level.clone()] {
        if choice.picked().is_none() {
            choice.picked = known;
        }
    }
    if choice.picked().is_none() {
        choice.picked.clear();
    }
    choice.practice = options.practice;
    choice.commanders = settings.commanders.clone();
    (choice.fresh, choice.gives_keyboard) = (true, true);
    choice.told = false;
    if choice.seed.is_empty() {
        // In the first frame nobody has pressed anything yet: it is drawn when the battle begins.
        let drawn = || (!time.elapsed().is_zero()).then(|| chance(&time));
        let seed = options.seed.or_else(drawn);
        choice.seed = seed.map_or(String::new(), |seed| seed.to_string());
    }
}

/// The next battle has dice of its own, unless its player asks for the same again.
fn forget_dice(mut choice: ResMut<LevelList>) {
    choice.seed.clear();
}

/// Whoever leaves the screen needs no large pictures.
fn put_away(mut pictures: ResMut<Pictures>) {
    pictures.forget(|size, subject| size == Size::Large && matches!(subject, Subject::Level(_)));
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
    let picked = choice.picked.clone();
    if choice.levels.read_next(&picked, options.data.as_deref(), &data) {
        return;
    }
    choice.told = true;
    if picked.is_empty()
        && let Some(first) = choice.levels.first().or_else(|| choice.levels.iter().next())
    {
        choice.picked = first.id.clone();
    }
    let errors = choice.levels.errors();
    if !errors.is_empty() {
        message.errors("Some levels can't be played", &errors);
    }
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
    mut settings: ResMut<Settings>,
    loading: Option<Res<Loading>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (choice, pictures) = (&mut *choice, &mut *pictures);
    let shape = Shape::of(context);
    let (around, inside) = if shape.is_tight() { (12.0, 10) } else { (60.0, 18) };
    let most = if shape == Shape::Upright { vec2(1150.0, 1200.0) } else { vec2(1150.0, 680.0) };
    let size = (context.content_rect().size() - vec2(around, around.min(50.0))).min(most);
    let frame = egui::Frame::window(&context.global_style()).inner_margin(inside);
    egui::Area::new(egui::Id::new("level_choice"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                let inner = size - egui::Vec2::splat(2.0 * f32::from(inside));
                ui.set_width(inner.x);
                ui.set_height(inner.y);
                for_fingers(ui);
                if !is_low(ui.ctx()) {
                    let brass = Theme::egui(theme.accent);
                    ui.label(RichText::new("New battle").size(26.0).color(brass));
                    ui.separator();
                }
                // Keys that close a list of players do nothing else.
                let lists = egui::Popup::is_any_open(ui.ctx());
                // What is below came out so high in the last frame.
                let kept = egui::Id::new("height below the levels");
                let below = ui.data(|data| data.get_temp(kept)).unwrap_or(64.0);
                let height = (ui.available_height() - below).max(60.0);
                let begins = body(ui, choice, pictures, &theme, &time, (shape, height));
                let below = ui.vertical(|ui| {
                    ui.separator();
                    match shape {
                        Shape::Upright | Shape::Beside { wishes_fit: false } => {
                            wishes::stacked(ui, choice, &theme, &time);
                        }
                        Shape::Beside { wishes_fit: true } => {
                            wishes::players(ui, choice, &theme);
                        }
                        Shape::Small => {}
                    }
                    ui.horizontal(|ui| {
                        let press = Press::row(Icon::Left, "Back", "");
                        let back = ui.add(press.at_least(vec2(100.0, finger(ui.ctx()))));
                        // Keys are those of a box that lies over it.
                        let boxed = !ui.memory(|memory| memory.is_above_modal_layer(ui.layer_id()));
                        let free = !boxed && !lists && !message.is_open();
                        if back.clicked() || (free && keys.just_pressed(KeyCode::Escape)) {
                            screen.set(Screen::Title);
                        }
                        if matches!(shape, Shape::Beside { wishes_fit: true }) {
                            ui.add_space(16.0);
                            wishes::show(ui, choice, &time);
                        }
                        // One battle at a time, however long Enter is held.
                        let waits = loading.is_some() || next.0.is_some();
                        let begins = begins && free && !waits;
                        wishes::begin(ui, choice, begins, &time, &mut next, &mut message);
                        if next.0.is_some() {
                            remember(choice, &mut settings);
                        }
                    });
                });
                let gap = ui.spacing().item_spacing.y;
                let high = below.response.rect.height() + gap;
                ui.data_mut(|data| data.insert_temp(kept, high));
            });
        });
    Ok(())
}

/// What was chosen is there the next time.
fn remember(choice: &LevelList, settings: &mut ResMut<Settings>) {
    if settings.last_level != choice.picked {
        settings.last_level.clone_from(&choice.picked);
    }
    if settings.commanders != choice.commanders {
        settings.commanders = choice.commanders.clone();
    }
}

/// How the screen is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The list beside what it is about; how the battle is to be fought below both.
    Beside {
        /// Whether that fits beside the buttons.
        wishes_fit: bool,
    },
    /// The list above what it is about, for an upright phone.
    Upright,
    /// The list beside all that else there is, which scrolls: neither width nor height is there.
    Small,
}

/// Narrower than this, the wishes and the buttons don't fit beside each other; egui points.
const NARROW: f32 = 940.0;
/// Narrower than this, list and details don't fit beside each other; egui points.
const NARROWEST: f32 = 460.0;

impl Shape {
    fn of(ctx: &egui::Context) -> Self {
        let width = ctx.content_rect().width();
        match (is_low(ctx), is_narrow(ctx)) {
            (true, true) if width >= NARROWEST => Self::Small,
            (_, true) => Self::Upright,
            (_, false) => Self::Beside { wishes_fit: width / text_size(ctx) >= NARROW },
        }
    }

    /// Whether each point counts.
    fn is_tight(self) -> bool {
        !matches!(self, Self::Beside { .. })
    }
}

/// The list and what it is about; true if a level was chosen to be played at once.
fn body(
    ui: &mut egui::Ui,
    choice: &mut LevelList,
    pictures: &mut Pictures,
    theme: &Theme,
    time: &Time<Real>,
    (shape, height): (Shape, f32),
) -> bool {
    let wide = ui.available_width();
    let mut begins = false;
    if shape == Shape::Upright {
        let part = |share: f32| vec2(wide, (height - 12.0) * share);
        ui.allocate_ui(part(0.4), |ui| begins = list::show(ui, choice, pictures, theme));
        ui.separator();
        ui.allocate_ui(part(0.6), |ui| {
            stacked(ui, choice, pictures, theme, |_, _| ());
        });
        return begins;
    }
    let side_by_side = egui::Layout::left_to_right(egui::Align::Min);
    ui.allocate_ui_with_layout(vec2(wide, height), side_by_side, |ui| {
        ui.set_max_height(height);
        ui.allocate_ui(vec2(LIST.min(wide * 0.46), height), |ui| {
            ui.vertical(|ui| begins = list::show(ui, choice, pictures, theme));
        });
        ui.separator();
        ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
            ui.vertical(|ui| match shape {
                Shape::Small => stacked(ui, choice, pictures, theme, |ui, choice| {
                    ui.separator();
                    wishes::stacked(ui, choice, theme, time);
                }),
                _ => details(ui, choice, pictures, theme, height),
            });
        });
    });
    begins
}

/// The width of the list at least, in egui points.
const LIST: f32 = 284.0;
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
        let room = vec2(room, height.min(room));
        pictures.show(ui, &Subject::Level(entry.id.clone()), &read.contents, room);
        ui.add_space(12.0);
        let rest = ScrollArea::vertical().id_salt("about").max_height(height);
        ui.vertical(|ui| {
            rest.show(ui, |ui| {
                about::show(ui, read, theme);
                focus::scroll_by_keys(ui);
            });
        });
    });
}

/// The level that is picked; what is wrong with it is shown.
fn playable<'a>(
    ui: &mut egui::Ui,
    choice: &'a LevelList,
    theme: &Theme,
) -> Option<(&'a Entry, &'a Read)> {
    let Some(entry) = choice.picked() else {
        if choice.levels.is_empty() {
            ui.label("There are no levels.");
        }
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

/// The same as the details, one below the other, and what else there is at the end.
fn stacked(
    ui: &mut egui::Ui,
    choice: &mut LevelList,
    pictures: &mut Pictures,
    theme: &Theme,
    rest: impl FnOnce(&mut egui::Ui, &mut LevelList),
) {
    let all = ScrollArea::vertical().id_salt("level").auto_shrink([false, false]);
    all.show(ui, |ui| {
        if let Some((entry, read)) = playable(ui, choice, theme) {
            let wide = ui.available_width() - 8.0;
            let room = vec2(wide, wide * 0.8);
            pictures.show(ui, &Subject::Level(entry.id.clone()), &read.contents, room);
            ui.add_space(8.0);
            about::show(ui, read, theme);
        }
        rest(ui, choice);
        focus::keep_in_sight(ui);
        focus::scroll_by_keys(ui);
    });
}

#[cfg(test)]
mod tests;
