//! Copies the battle as a link that opens it on a page.

use bevy::prelude::*;
use bevy_egui::egui;

use super::toast::Toasts;
use crate::app::running;

/// What the button says.
pub const NAME: &str = "Copy a link";
/// What it does.
pub const HELP: &str = "Whoever opens the link sees this battle at this point";

/// Puts the link on the clipboard and says so.
pub fn copy(world: &mut World, ctx: &egui::Context) {
    let said = match running::link(world) {
        Ok(end) => Ok(give(world, ctx, &end)),
        Err(error) => Err(error.to_string()),
    };
    let mut toasts = world.resource_mut::<Toasts>();
    match said {
        Ok(said) => toasts.say(said),
        Err(why) => toasts.refuse(why),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn give(world: &World, ctx: &egui::Context, end: &str) -> String {
    let page = &world.resource::<crate::app::settings::Settings>().page;
    let link = format!("{page}{end}");
    let said = copied(&link);
    ctx.copy_text(link);
    said
}

/// At an address without encryption browsers keep pages off the clipboard.
#[cfg(target_arch = "wasm32")]
fn give(_: &World, ctx: &egui::Context, end: &str) -> String {
    use crate::app::browser::address;
    if !address::has_clipboard() {
        address::show(end);
        return "The link is in the address bar.".to_owned();
    }
    let link = format!("{}{end}", address::base());
    let said = copied(&link);
    ctx.copy_text(link);
    said
}

fn copied(link: &str) -> String {
    format!("The link is copied: {} characters.", link.len())
}
