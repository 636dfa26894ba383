//! The page that carries the game in a browser: how it begins, what it is told, and what comes
//! from it: files that were picked, links that were opened.

pub mod address;
pub mod audio;
pub mod clipboard;
pub mod files;
pub mod full_screen;
mod keyboard;
mod pace;
mod page;
mod probe;

use std::sync::Mutex;

use bevy::prelude::*;

use super::{
    AppOptions, AppSystems, Screen,
    battle_ui::toast::Toasts,
    running::{self, NextBattle},
    screens::{load_box::LoadBox, message_box::MessageBox},
    storage,
};
use crate::{app::seat::Game, battle::save::Save};

/// The canvas that the game is drawn on.
pub const CANVAS: &str = "#table";

/// Runs the game on the page.
pub fn run() {
    page::report_panics();
    super::run(AppOptions::default());
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((keyboard::plugin, page::plugin, probe::plugin));
    app.add_systems(Startup, (address::watch, begin));
    app.add_systems(Update, receive.in_set(AppSystems::ReadInput));
    app.add_systems(OnExit(Screen::Battle), address::forget_link);
}

/// Something that came from the page, at whatever moment the browser had it ready.
enum Arrival {
    /// A file that the player picked, and its text.
    File { name: String, text: String },
    /// A link that was opened while the game runs.
    Link(String),
    /// What became of a text on its way to the clipboard.
    Told(String),
    /// Something that went wrong on the way.
    Problem { title: &'static str, what: String },
}

/// What has arrived since the last frame.
static ARRIVED: Mutex<Vec<Arrival>> = Mutex::new(Vec::new());

fn arrive(arrival: Arrival) {
    if let Ok(mut arrived) = ARRIVED.lock() {
        arrived.push(arrival);
    }
}

/// The battle of a link is opened; whoever lost the picture in the middle of one is led back to it
/// by the page's button.
fn begin(mut next: ResMut<NextBattle>, mut message: ResMut<MessageBox>) {
    let goes_on = address::take_wish_to_go_on();
    if !address::open_link() && goes_on {
        match running::saved(storage::LAST_BATTLE) {
            Ok(beginning) => next.0 = Some(beginning),
            Err(errors) => message.errors("The battle can't be resumed", &errors),
        }
    }
}

/// Tells the page whether the battle on the table waits behind "Continue". Then the link it may
/// have come from has served.
pub(super) fn tell_kept(kept: bool) {
    page::mark("kept", if kept { "yes" } else { "" });
    if kept {
        address::forget_link();
        page::tell("ironrank:kept", "");
    }
}

fn receive(
    mut next: ResMut<NextBattle>,
    mut load: ResMut<LoadBox>,
    mut message: ResMut<MessageBox>,
    mut toasts: ResMut<Toasts>,
) {
    let arrived = ARRIVED.lock().map(|mut arrived| std::mem::take(&mut *arrived));
    for arrival in arrived.unwrap_or_default() {
        match arrival {
            Arrival::File { name, text } => match import(&name, &text) {
                Ok(()) => load.open(),
                Err(problems) => message.errors(&format!("{name} can't be imported"), &problems),
            },
            Arrival::Link(link) => match running::linked(&link) {
                Ok(beginning) => next.0 = Some(beginning),
                Err(error) => {
                    address::take_out(Some(link));
                    message.errors("The link can't be opened", &[error]);
                }
            },
            Arrival::Told(what) => toasts.say(what),
            Arrival::Problem { title, what } => message.errors(title, &[what]),
        }
    }
}

/// Keeps a picked file among the saved battles if it is one.
fn import(file: &str, text: &str) -> Result<(), Vec<String>> {
    Save::<Game>::read(file, text)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let name = storage::name_for(file, &storage::names(".ron"));
    storage::write(&name, text).map_err(|error| vec![error.to_string()])
}
