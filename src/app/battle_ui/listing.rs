//! The list from which a verb has players choose: a row for each choice with its details in columns, or,
//! where there is no room for columns, in a second line. What pointing at a row tells is all that is known
//! of it.

mod row;

use bevy::prelude::*;
use bevy_egui::egui::{self, Key, RichText, ScrollArea};

use self::row::{Form, Marks};
use super::{
    draft::Stamp,
    giving,
    key_names::NUMBERS,
    lasting,
    mode::{Mode, focus},
    panel,
};
use crate::{
    app::{
        focus::{keep_in_sight, scroll_by_keys},
        seat::{Game, Intent},
        theme::Theme,
        third_party::leafwing::Action,
    },
    battle::playable::{
        Acting,
        acting::{Choice, ChoiceDoes, Focus, Listing, VerbId},
    },
};

/// The widest that the box becomes, in egui points.
const WIDTH: f32 = 760.0;

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What a verb has players choose from.
    Verb(VerbId),
    /// All that lasts.
    Lasting,
}

/// The list that is open.
#[derive(Resource, Clone, Debug, Default)]
pub struct OpenListing {
    subject: Option<Subject>,
    /// Whether it has just been opened: its first row takes the keyboard.
    new: bool,
    /// What the list says, and for what it was made.
    made: Option<(MadeFor, Listing<Game>)>,
}

/// What a list is made for.
type MadeFor = (Stamp, Focus, Subject);

impl OpenListing {
    /// Whether a list is open.
    pub fn is_open(&self) -> bool {
        self.subject.is_some()
    }

    /// Whether that of a subject is open.
    pub fn is_of(&self, subject: Subject) -> bool {
        self.subject == Some(subject)
    }

    /// Opens the list of a subject; the same again closes it.
    pub fn toggle(&mut self, subject: Subject) {
        let closes = self.is_of(subject);
        *self = Self::default();
        (self.subject, self.new) = ((!closes).then_some(subject), !closes);
    }

    /// Closes it.
    pub fn close(&mut self) {
        *self = Self::default();
    }
}

/// What keys do while a list is open, besides those by which egui walks its rows: those that opened it
/// close it.
pub fn read_keys(world: &mut World, pressed: &[Action]) {
    let open = world.resource::<OpenListing>();
    let closes = |action: &Action| match action {
        Action::Verb(pressed) => open.is_of(Subject::Verb(VerbId(*pressed))),
        Action::ShowLasting => open.is_of(Subject::Lasting),
        other => *other == Action::Cancel,
    };
    if pressed.iter().any(closes) {
        world.resource_mut::<OpenListing>().close();
    }
}

/// The list that is open, made again only when something has happened.
fn present(world: &mut World) -> Option<Listing<Game>> {
    let subject = world.resource::<OpenListing>().subject?;
    let key = (Stamp::of(world), focus(world), subject);
    let known = world.resource::<OpenListing>().made.as_ref();
    if let Some((_, listing)) = known.filter(|(of, _)| *of == key) {
        return Some(listing.clone());
    }
    let listing = match subject {
        Subject::Verb(verb) => Game::listing(world, key.1, verb),
        Subject::Lasting => lasting::listing(world),
    };
    let made = listing.clone().map(|listing| (key, listing));
    let mut open = world.resource_mut::<OpenListing>();
    match made {
        Some(made) => open.made = Some(made),
        // Nothing is left to choose from.
        None => open.close(),
    }
    listing
}

/// Shows the list if one is open.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let Some(listing) = present(world) else { return };
    let mut chosen = None;
    let mut open = true;
    let modal = panel::modal(ctx, "listing", WIDTH, |ui| {
        ui.horizontal(|ui| {
            panel::title(ui, &listing.title);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        ui.separator();
        let area = ScrollArea::vertical().max_height(ui.available_height());
        area.auto_shrink([false, true]).show(ui, |ui| {
            chosen = contents(world, ui, theme, &listing);
            keep_in_sight(ui);
            scroll_by_keys(ui);
        });
    });
    chosen = chosen.or_else(|| typed(ctx, &listing));
    let closed = modal.should_close() || !open || chosen.is_some();
    if closed {
        world.resource_mut::<OpenListing>().close();
    } else {
        world.resource_mut::<OpenListing>().new = false;
    }
    if let Some(does) = chosen {
        choose(world, does);
    }
}

/// Does what was chosen: an order that a row prepares takes the place of the one in preparation.
fn choose(world: &mut World, does: ChoiceDoes<Game>) {
    if matches!(does, ChoiceDoes::Prepares(_)) {
        *world.resource_mut::<Mode>() = Mode::Select;
    }
    giving::choose(world, does);
}

/// The choice whose number was pressed, if it can be chosen.
fn typed(ctx: &egui::Context, listing: &Listing<Game>) -> Option<ChoiceDoes<Game>> {
    const KEYS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let number = ctx.input(|input| KEYS.iter().position(|&key| input.key_pressed(key)))?;
    let choice = listing.choices().nth(number)?;
    choice.why_not.is_none().then(|| choice.does.clone())
}

/// All sections with their rows; what was chosen.
fn contents(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    listing: &Listing<Game>,
) -> Option<ChoiceDoes<Game>> {
    let intent = world.resource::<Mode>().intent().cloned();
    let OpenListing { new, .. } = world.resource::<OpenListing>();
    let form = Form::new(ui, listing);
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut chosen = None;
    let mut first = *new;
    let mut number = 0;
    let narrow = panel::is_narrow(ui.ctx());
    for section in &listing.sections {
        if !section.heading.is_empty() || !section.aside.is_empty() {
            ui.horizontal_wrapped(|ui| {
                // Rows of words are as high as words, not as fingers.
                ui.spacing_mut().interact_size.y = 0.0;
                ui.label(RichText::new(&section.heading).strong());
                ui.label(RichText::new(&section.aside).color(Theme::egui(theme.faint)).small());
            });
        }
        form.heads(ui, theme, listing);
        for row in &section.rows {
            number += 1;
            let key = (number <= NUMBERS.len() && !narrow).then(|| number.to_string());
            let marked = is_prepared(intent.as_ref(), &row.choice);
            let marks = Marks { key: key.as_deref(), marked };
            let response = form.row(world, ui, theme, listing, row, marks);
            if first && row.choice.why_not.is_none() {
                response.request_focus();
                first = false;
            }
            if response.clicked() && row.choice.why_not.is_none() {
                chosen = Some(row.choice.does.clone());
            }
        }
        ui.add_space(6.0);
    }
    let hint = match (listing.choices().any(|choice| choice.why_not.is_none()), narrow) {
        (true, true) => "Tap a row to choose it. Hold it to read more.",
        (true, false) => {
            "Press its number, or go to it with the arrow keys and press Enter. Point at a row to \
             read more."
        }
        (false, true) => "Nothing can be chosen now. Hold a row to read why.",
        (false, false) => "Nothing can be chosen now. Point at a row to read why.",
    };
    ui.label(RichText::new(hint).color(Theme::egui(theme.faint)).small());
    chosen
}

/// Whether a choice is the order that is in preparation already.
fn is_prepared(present: Option<&Intent>, choice: &Choice<Game>) -> bool {
    matches!((&choice.does, present), (ChoiceDoes::Prepares(intent), Some(present)) if intent == present)
}
