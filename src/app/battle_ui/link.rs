//! Copies the battle as a link that opens it on a page.

use bevy::prelude::*;
use bevy_egui::egui;

use super::toast::Toasts;
use crate::app::running;

/// What the button says.
pub const NAME: &str = "Copy link";
/// What it does.
pub const HELP: &str = "Anyone who opens the link sees this battle as it stands now.";

/// Puts the link on the clipboard and says so.
pub fn copy(world: &mut World, ctx: &egui::Context) {
    match running::link(world) {
        Ok(end) => give(world, ctx, &end),
        Err(why) => world.resource_mut::<Toasts>().refuse(why.to_string()),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn give(world: &mut World, ctx: &egui::Context, end: &str) {
    let page = &world.resource::<crate::app::settings::Settings>().page;
    let link = format!("{page}{end}");
    world.resource_mut::<Toasts>().say(copied(&link));
    ctx.copy_text(link);
}

/// A browser says only later whether it has copied something.
#[cfg(target_arch = "wasm32")]
fn give(_: &mut World, _: &egui::Context, end: &str) {
    crate::app::browser::clipboard::copy_link(end);
}

/// What is said once a link is on the clipboard.
pub fn copied(link: &str) -> String {
    format!("Link copied ({} characters).", link.len())
}
