//! The menu of the battle: save, load, settings, concede, leave.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    command::Command, giving::act, hints::hint, icons::Icon, key_names::key_name, leaders, link,
    open_panels::OpenPanels, panel, press::Press,
};
use crate::{
    app::{
        computers, focus, full_screen,
        orders::OrderQueue,
        screens::{Screen, settings_box::SettingsBox},
        seat::Game,
        third_party::leafwing::Action,
    },
    battle::{Acting, BattleWorld, RuleSystem},
};

/// The width of the menu, in egui points.
const WIDTH: f32 = 290.0;
/// The height of its entries: large enough for fingers.
const HEIGHT: f32 = 48.0;

/// Something the menu offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    GoOn,
    Save,
    Load,
    Link,
    Players,
    Settings,
    Keys,
    FullScreen,
    Leave,
}

/// Does what the keys do that the menu shows; how one gets about in it is egui's concern.
pub fn read_keys(world: &mut World, pressed: &[Action]) {
    let entry = |&action: &Action| match action {
        Action::Cancel | Action::Menu => Some(Entry::GoOn),
        Action::Help => Some(Entry::Keys),
        action if action == Command::Save.action() => Some(Entry::Save),
        action if action == Command::Load.action() => Some(Entry::Load),
        _ => None,
    };
    if let Some(entry) = pressed.iter().find_map(entry) {
        choose(world, entry);
    }
}

/// Does what an entry says; none of them leaves the menu open. Links are copied where there is a
/// context of egui.
fn choose(world: &mut World, entry: Entry) {
    world.resource_mut::<OpenPanels>().menu = false;
    match entry {
        Entry::GoOn | Entry::Link => {}
        Entry::Save => act(world, Command::Save),
        Entry::Load => act(world, Command::Load),
        Entry::Players => world.resource_mut::<OpenPanels>().players = true,
        Entry::Settings => world.resource_mut::<SettingsBox>().open = true,
        Entry::Keys => world.resource_mut::<OpenPanels>().help = true,
        Entry::FullScreen => full_screen::toggle(world),
        Entry::Leave => world.resource_mut::<NextState<Screen>>().set(Screen::Title),
    }
}

/// Shows the menu if it is open.
pub fn show(world: &mut World, ctx: &egui::Context) {
    let asking = egui::Id::new("conceding");
    let open = egui::Id::new("battle_menu_is_open");
    if !world.resource::<OpenPanels>().menu {
        // Whoever opens it again is asked again.
        ctx.data_mut(|data| {
            data.remove::<bool>(asking);
            data.remove::<bool>(open);
        });
        return;
    }
    let back = key_name(world, Action::Cancel);
    let save = key_name(world, Command::Save.action());
    let load = key_name(world, Command::Load.action());
    let keys = key_name(world, Action::Help);
    let full_key = key_name(world, Action::FullScreen);
    let full = if full_screen::is_on(world) { full_screen::NAME_BACK } else { full_screen::NAME };
    let mut entries = vec![
        (Entry::GoOn, Icon::Activate, "Resume", &*back, ""),
        (Entry::Save, Icon::Save, "Save", &*save, "Saves this battle as it stands."),
        (Entry::Load, Icon::Load, "Load", &*load, "Opens another saved battle."),
        (Entry::Link, Icon::Link, link::NAME, "", link::HELP),
        (Entry::Players, Icon::Unit, leaders::NAME, "", leaders::HELP),
        (
            Entry::Settings,
            Icon::Settings,
            "Settings",
            "",
            "Sizes, colours, animations, sound and keys.",
        ),
        (Entry::Keys, Icon::Keys, "Keys", &*keys, "View and change keys."),
    ];
    if full_screen::is_possible() {
        entries.push((Entry::FullScreen, Icon::FullScreen, full, &*full_key, full_screen::HELP));
    }
    let mut chosen = None;
    let mut concede = None;
    // It begins with its first entry, whichever was chosen last.
    let opens = ctx.data_mut(|data| !std::mem::replace(data.get_temp_mut_or_default(open), true));
    let modal = panel::modal(ctx, "battle_menu", WIDTH, |ui| {
        panel::title(ui, "Battle");
        egui::ScrollArea::vertical().show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            let size = egui::vec2(ui.available_width(), HEIGHT - 4.0);
            let mut buttons = Vec::new();
            for (entry, icon, name, key, about) in entries {
                let button = ui.add(Press::row(icon, name, key).at_least(size));
                let is_free = || ui.memory(|memory| memory.focused().is_none());
                if entry == Entry::GoOn && (opens || is_free()) {
                    button.request_focus();
                }
                buttons.push(button.clone());
                if hint(button, name, about, key).clicked() {
                    chosen = Some(entry);
                }
            }
            ui.separator();
            if Game::outcome(world).is_none()
                && let Some(side) = computers::own_side(world)
            {
                let asks = ui.data(|data| data.get_temp::<bool>(asking)).unwrap_or_default();
                let text = if asks {
                    "Really concede?".to_owned()
                } else {
                    format!("Concede for {}", world.side_within(side))
                };
                let button = Press::row(Icon::Concede, &text, "").at_least(size).selected(asks);
                let button = hint(ui.add(button), "Concede", "Ends the battle at once.", "");
                buttons.push(button.clone());
                if button.clicked() {
                    concede = asks.then_some(side);
                    ui.data_mut(|data| data.insert_temp(asking, !asks));
                }
            }
            let leave = Press::row(Icon::Leave, "Quit to title", "").at_least(size);
            let about = "Your battle is saved. Choose Continue on the title screen to resume it.";
            let leave = hint(ui.add(leave), "Quit to title", about, "");
            buttons.push(leave.clone());
            if leave.clicked() {
                chosen = Some(Entry::Leave);
            }
            focus::walk_round(ui, &buttons);
            focus::keep_in_sight(ui);
            focus::scroll_by_keys(ui);
        });
    });
    let closed = modal.should_close() || concede.is_some();
    if chosen == Some(Entry::Link) {
        link::copy(world, ctx);
    }
    if let Some(entry) = chosen {
        choose(world, entry);
    }
    if let Some(side) = concede {
        // Whoever's turn it is.
        world.resource_mut::<OrderQueue>().give(Game::concession(side));
    }
    if closed {
        world.resource_mut::<OpenPanels>().menu = false;
    }
}
