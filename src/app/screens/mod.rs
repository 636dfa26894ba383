//! The screens one after another, and the boxes that lie over them.

mod backdrop;
#[cfg(test)]
mod fitting;
mod lettering;
pub mod letters;
mod level_choice;
pub mod load_box;
pub mod message_box;
mod row;
pub mod settings_box;
mod title;

use bevy::prelude::*;

use super::{
    AppOptions,
    battle_ui::{Entrance, Settling, draft::Draft, overlays::Contours},
    focus::Ring,
    options::FirstScreen,
    pictures::Pictures,
    tokens::banners::Hung,
};

/// What the window shows.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The title with its menu.
    #[default]
    Title,
    /// The choice of level.
    LevelChoice,
    /// A battle, deployment included.
    Battle,
    /// How the battle ended; it still lies on the table.
    Result,
}

impl Screen {
    /// Whether a battle lies on the table.
    pub fn has_battle(self) -> bool {
        matches!(self, Self::Battle | Self::Result)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((title::plugin, level_choice::plugin, backdrop::plugin, letters::plugin));
    app.add_plugins((message_box::plugin, settings_box::plugin, load_box::plugin));
    app.add_systems(Startup, open_first);
}

/// Whether all that the screen draws bit by bit is there.
pub fn is_drawn(
    screen: Res<State<Screen>>,
    backdrop: Option<Res<backdrop::Painting>>,
    choice: Res<level_choice::LevelList>,
    pictures: Res<Pictures>,
    load: Res<load_box::LoadBox>,
    entrance: Res<Entrance>,
    draft: Res<Draft>,
    contours: Res<Contours>,
    banners: Res<Hung>,
    result: Res<Settling>,
) -> bool {
    let pictured = load.is_read() && !pictures.are_wanted();
    let screen = match screen.get() {
        Screen::Title => backdrop.is_none(),
        Screen::LevelChoice => backdrop.is_none() && choice.is_read(),
        Screen::Battle => {
            entrance.is_over()
                && draft.is_settled()
                && contours.are_settled()
                && banners.are_painted()
        }
        Screen::Result => result.is_over(),
    };
    pictured && screen
}

/// Opens what the command line asks for.
fn open_first(
    options: Res<AppOptions>,
    mut screen: ResMut<NextState<Screen>>,
    mut load: ResMut<load_box::LoadBox>,
    mut settings: ResMut<settings_box::SettingsBox>,
    mut ring: ResMut<Ring>,
) {
    match options.show {
        Some(FirstScreen::Levels) => screen.set(Screen::LevelChoice),
        Some(FirstScreen::Load) => load.open(),
        Some(FirstScreen::Delete) => load.open_to_delete(),
        Some(FirstScreen::Rename) => load.open_to_rename(),
        Some(FirstScreen::Settings) => settings.open = true,
        None => {}
    }
    // Questions have the keyboard from the start.
    let asks = [FirstScreen::Delete, FirstScreen::Rename];
    ring.always = options.show.is_some_and(|screen| asks.contains(&screen));
}
