//! The box with all battles that were kept: what each is, when it was kept, and what can be done with
//! it.

mod ask;
mod kept;

use std::io;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use self::{
    ask::{Ask, Decided},
    kept::{Kept, Shelf},
};
use super::{
    message_box::MessageBox,
    row::{self, Line, Row},
};
use crate::app::{
    AppSystems, OverTable,
    battle_ui::panel,
    focus,
    pictures::{Pictures, Subject},
    running::{self, BattleBegan, NextBattle},
    seat::Data,
    storage,
    theme::Theme,
};
use crate::battle::playable::against;

pub(super) use kept::names as saves;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LoadBox>();
    app.add_systems(Update, read_on.in_set(AppSystems::ReadInput));
    app.add_systems(EguiPrimaryContextPass, show.in_set(OverTable::Panels));
    // Also one that wasn't picked in the box: a link may be opened at any time.
    app.add_observer(|_: On<BattleBegan>, mut shown: ResMut<LoadBox>| shown.close());
}

/// What can be loaded, while the box is open.
#[derive(Resource, Default)]
pub struct LoadBox {
    shelf: Option<Shelf>,
    /// What is asked about one of them.
    asks: Option<Ask>,
    /// The button that asked: afterwards it has the keyboard again.
    asked_by: Option<egui::Id>,
    /// The box was just opened and not shown yet: the newest gets the keyboard.
    fresh: bool,
}

impl LoadBox {
    /// Whether the box is open.
    pub fn is_open(&self) -> bool {
        self.shelf.is_some()
    }

    /// Opens the box on what is there now.
    pub fn open(&mut self) {
        self.shelf = Some(Shelf::look());
        self.asks = None;
        self.fresh = true;
    }

    /// Opens the box with the question whether the newest battle is to be deleted.
    pub fn open_to_delete(&mut self) {
        self.open_asking(Ask::delete);
    }

    /// Opens the box with the question what the newest battle shall be called.
    pub fn open_to_rename(&mut self) {
        self.open_asking(Ask::rename);
    }

    fn open_asking(&mut self, about: impl FnOnce(&str) -> Ask) {
        self.open();
        let newest = self.shelf.as_ref().and_then(|shelf| shelf.iter().next());
        self.asks = newest.map(|kept| about(&kept.name));
    }

    /// Whether all that it lists was read.
    pub fn is_read(&self) -> bool {
        self.shelf.as_ref().is_none_or(Shelf::is_read)
    }

    pub(super) fn close(&mut self) {
        *self = Self::default();
    }
}

/// Reads a battle a frame.
fn read_on(data: Res<Data>, mut shown: ResMut<LoadBox>) {
    if !shown.is_read()
        && let Some(shelf) = &mut shown.shelf
    {
        shelf.read_next(&data);
    }
}

/// The width of the box, in egui points.
const WIDTH: f32 = 640.0;
/// How many lines a battle has under the name of its level.
const LINES: usize = 3;

fn show(
    mut contexts: EguiContexts,
    theme: Res<Theme>,
    mut shown: ResMut<LoadBox>,
    mut pictures: ResMut<Pictures>,
    mut next: ResMut<NextBattle>,
    mut message: ResMut<MessageBox>,
) -> Result {
    // Whoever looks whether it has changed is told only if it has.
    let (shown_now, pictures) = (shown.bypass_change_detection(), &mut *pictures);
    let Some(shelf) = &shown_now.shelf else { return Ok(()) };
    let context = contexts.ctx_mut()?;
    let fresh = std::mem::take(&mut shown_now.fresh);
    if fresh {
        // What is kept under a name may be another battle by now.
        pictures.forget(|_, subject| matches!(subject, Subject::Save(_)));
    }
    let mut picked = None;
    let mut closed = false;
    let modal = panel::modal(context, "load", WIDTH, |ui| {
        panel::title(ui, "Load a battle");
        ui.separator();
        if shelf.is_empty() {
            ui.label("There are no saved battles yet.");
        }
        let high = panel::at_most_high(context, 520.0);
        egui::ScrollArea::vertical().max_height(high).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            for (place, kept) in shelf.iter().enumerate() {
                entry(ui, kept, fresh && place == 0, pictures, &theme, &mut picked);
            }
            focus::keep_in_sight(ui);
            focus::scroll_by_keys(ui);
        });
        ui.separator();
        ui.horizontal(|ui| {
            closed = ui.button("Close").clicked();
            below(ui);
        });
    });
    closed |= modal.should_close();
    match picked {
        Some(Wish::Load(name)) => match running::saved(&name) {
            Ok(beginning) => {
                next.0 = Some(beginning);
                closed = true;
            }
            Err(errors) => {
                message.errors(&format!("{} can't be loaded", storage::title(&name)), &errors);
            }
        },
        Some(Wish::Ask(ask, by)) => (shown.asks, shown.asked_by) = (Some(ask), Some(by)),
        #[cfg(target_arch = "wasm32")]
        Some(Wish::Export(name)) => {
            let text = storage::read(&name).map_err(|error| error.to_string());
            let done = text.and_then(|text| crate::app::browser::files::hand_out(&name, &text));
            if let Err(error) = done {
                message.errors(storage::title(&name), &[error]);
            }
        }
        None => {}
    }
    let decided = shown.bypass_change_detection().asks.as_mut();
    if let Some(decided) = decided.and_then(|ask| ask.show(context, &theme)) {
        if let Some(by) = shown.asked_by.take() {
            context.memory_mut(|memory| memory.request_focus(by));
        }
        settle(&decided, &mut shown, &mut message);
    } else if closed {
        shown.close();
    }
    Ok(())
}

/// What was pressed.
enum Wish {
    /// Load this one.
    Load(String),
    /// Hand it out as a file.
    #[cfg(target_arch = "wasm32")]
    Export(String),
    /// Ask about it first, as a button wants.
    Ask(Ask, egui::Id),
}

/// Beside a battle what can be done with it has so much room, in egui points; below that it stands
/// under it.
const BESIDE: f32 = 84.0;
/// How wide the bar is that the list is scrolled by, in egui points.
const BAR: f32 = 12.0;
/// In a box narrower than that nothing stands beside a battle, in egui points.
const NARROW: f32 = 440.0;

/// A kept battle with what can be done with it.
fn entry(
    ui: &mut egui::Ui,
    kept: &Kept,
    takes_keyboard: bool,
    pictures: &mut Pictures,
    theme: &Theme,
    picked: &mut Option<Wish>,
) {
    let mut load = |ui: &mut egui::Ui, width: f32| {
        let mut response = row::show(ui, width, LINES, described(kept, theme), pictures, theme);
        if takes_keyboard {
            response.request_focus();
        }
        if let Some(errors) = kept.errors() {
            response = response.on_hover_ui(|ui| {
                errors.iter().for_each(|error| drop(ui.label(error.to_string())));
            });
        }
        response.clicked().then(|| Wish::Load(kept.name.clone()))
    };
    // The bar of the list lies over nothing that is pressed.
    let (wide, high) = (ui.available_width() - BAR, row::height(ui, LINES));
    if wide < NARROW {
        let loads = load(ui, wide);
        let others = ui.horizontal(|ui| others(ui, kept, 0.0)).inner;
        *picked = picked.take().or(loads).or(others);
        ui.add_space(6.0);
        return;
    }
    let beside = BESIDE.max(ui.spacing().interact_size.x);
    let top = egui::Layout::left_to_right(egui::Align::Min);
    ui.allocate_ui_with_layout(egui::vec2(wide, high), top, |ui| {
        let loads = load(ui, wide - beside - ui.spacing().item_spacing.x);
        let others = ui.vertical(|ui| others(ui, kept, beside)).inner;
        *picked = picked.take().or(loads).or(others);
    });
}

/// What can be done with a kept battle besides loading it.
fn others(ui: &mut egui::Ui, kept: &Kept, width: f32) -> Option<Wish> {
    let mut wish = None;
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    let own = storage::means_something(&kept.name);
    let rename = ui.add_enabled(!own, egui::Button::new("Rename").min_size(size));
    let why = "The game saves this one by itself. To rename it, load it and save it.";
    let rename = rename.on_disabled_hover_text(why);
    if rename.clicked() {
        wish = Some(Wish::Ask(Ask::rename(&kept.name), rename.id));
    }
    #[cfg(target_arch = "wasm32")]
    {
        let export = ui.add(egui::Button::new("Export").min_size(size));
        if export.on_hover_text("Saves it as a file.").clicked() {
            wish = Some(Wish::Export(kept.name.clone()));
        }
    }
    let delete = ui.add(egui::Button::new("Delete").min_size(size));
    if delete.clicked() {
        wish = Some(Wish::Ask(Ask::delete(&kept.name), delete.id));
    }
    wish
}

/// What a row says about a kept battle.
fn described<'a>(kept: &'a Kept, theme: &Theme) -> Row<'a> {
    let title = storage::title(&kept.name);
    let when = kept.when();
    let called = match when.as_str() {
        "" => title.to_owned(),
        when => format!("{title}  ·  {when}"),
    };
    let called = Line::new(called, theme.faint);
    let Some(summary) = kept.summary() else {
        let errors = kept.errors();
        let problem = errors.and_then(|errors| errors.first()).map(ToString::to_string);
        let problem = problem.map(|problem| Line::new(problem, theme.bad));
        let name = if errors.is_some() { "This battle can't be loaded" } else { title };
        let lines = problem.into_iter().chain([called]).collect();
        let is_broken = errors.is_some();
        let (is_picked, is_tab_stop) = (false, true);
        return Row { name, mark: "", lines, is_broken, is_picked, is_tab_stop, picture: None };
    };
    let lines = vec![
        Line::new(&summary.stands, theme.text),
        Line::new(against(&summary.sides), theme.text),
        called,
    ];
    let subject = Subject::Save(kept.name.clone());
    Row {
        name: &summary.level,
        mark: "",
        lines,
        is_broken: false,
        is_picked: false,
        is_tab_stop: true,
        picture: Some((subject, summary.contents.clone())),
    }
}

/// On the desktop battles that were kept are files already.
#[cfg(not(target_arch = "wasm32"))]
fn below(_: &mut egui::Ui) {}

#[cfg(target_arch = "wasm32")]
fn below(ui: &mut egui::Ui) {
    if ui.button("Import file").clicked() {
        crate::app::browser::files::ask_for_one();
    }
}

/// Does what was decided.
fn settle(decided: &Decided, shown: &mut LoadBox, message: &mut MessageBox) {
    shown.asks = None;
    let (name, done) = match decided {
        Decided::Nothing => return,
        Decided::Delete(name) => (name, storage::remove(name)),
        Decided::Rename(name, to) => (name, storage::rename(name, to)),
    };
    match (done, &mut shown.shelf) {
        (Err(error), _) => {
            let problem = match error.kind() {
                io::ErrorKind::AlreadyExists => "Another battle has this name.".to_owned(),
                _ => error.to_string(),
            };
            message.errors(storage::title(name), &[problem]);
            shown.open();
        }
        (Ok(()), Some(shelf)) => match decided {
            Decided::Nothing => {}
            Decided::Delete(name) => shelf.take_out(name),
            Decided::Rename(name, to) => shelf.rename(name, to),
        },
        (Ok(()), None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            AppOptions, battle_ui::open_panels::OpenPanels, begin_battle, headless,
            screens::settings_box::SettingsBox,
        },
        battle::levels,
    };

    #[test]
    fn a_battle_that_begins_closes_what_lies_over_the_table() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        let world = app.world_mut();
        world.resource_mut::<LoadBox>().shelf = Some(Shelf::default());
        world.resource_mut::<SettingsBox>().open = true;
        world.resource_mut::<OpenPanels>().menu = true;
        let level = levels::find("duel-at-the-wall", None).unwrap();
        begin_battle(&mut app, level, 1);
        app.update();
        let world = app.world();
        assert!(!world.resource::<LoadBox>().is_open());
        assert!(!world.resource::<SettingsBox>().open);
        assert!(!world.resource::<OpenPanels>().menu);
    }
}
