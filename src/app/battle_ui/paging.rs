//! Which of the panels beside the table takes the keys that scroll: the one under the pointer, else the one
//! that was opened by its key, else the whole log while it is open; and none that shows all it has. These
//! keys do nothing else then, whatever they mean otherwise, unless a player has made one of them the key that
//! closes the panel or steps back. Panels hear of them all the same.

use bevy::{input::InputSystems, prelude::*};
use bevy_egui::egui::{self, scroll_area::ScrollAreaOutput};
use leafwing_input_manager::plugin::InputManagerSystem;

use super::{keys::box_is_open, open_panels::OpenPanels, panel};
use crate::app::{
    focus,
    screens::Screen,
    third_party::{
        egui::context,
        leafwing::{Action, meanings},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Paging>();
    let keys = keep_keys.in_set(InputManagerSystem::Filter).after(InputSystems);
    app.add_systems(PreUpdate, keys.run_if(in_state(Screen::Battle)));
}

/// What scrolls beside the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paged {
    /// The whole log.
    Log,
    /// The unit's card.
    Card,
    /// The dice tray.
    Dice,
}

impl Paged {
    const ALL: [Self; 3] = [Self::Log, Self::Card, Self::Dice];

    /// The name of its panel.
    fn area(self) -> egui::Id {
        egui::Id::new(match self {
            Self::Log => "log",
            Self::Card => "card",
            Self::Dice => "dice",
        })
    }

    /// What opens and closes it.
    fn switch(self) -> Action {
        match self {
            Self::Log => Action::ShowLog,
            Self::Card => Action::ShowCard,
            Self::Dice => Action::ShowDice,
        }
    }

    fn is_open(self, shown: &OpenPanels) -> bool {
        match self {
            Self::Log => shown.log,
            Self::Card => shown.card,
            Self::Dice => shown.dice,
        }
    }
}

/// What takes the keys that scroll.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paging {
    /// In this frame.
    now: Option<Paged>,
    /// What was opened by its key last.
    opened: Option<Paged>,
}

impl Paging {
    /// A panel was opened by its key, or closed.
    pub fn switched(&mut self, panel: Paged, open: bool) {
        self.opened = open.then_some(panel);
    }

    /// Nothing that was opened keeps the keys.
    pub fn let_go(&mut self) {
        self.opened = None;
    }
}

/// Whether more is in a panel than it shows, as it was shown last.
fn is_longer(ctx: &egui::Context, panel: Paged) -> bool {
    ctx.data(|data| data.get_temp(panel.area().with("is longer"))).unwrap_or(false)
}

/// Lets the keys scroll a panel if they are its own. To be called in what scrolls, after all that is in it.
pub fn scroll(world: &World, ui: &egui::Ui, panel: Paged) {
    if world.resource::<Paging>().now == Some(panel) {
        focus::scroll_by_pages(ui);
    }
}

/// Remembers whether a panel shows all that is in it.
pub fn shown<R>(ctx: &egui::Context, panel: Paged, area: &ScrollAreaOutput<R>) {
    let longer = area.content_size.y > area.inner_rect.height() + 0.5;
    ctx.data_mut(|data| data.insert_temp(panel.area().with("is longer"), longer));
}

/// Remembers that a panel isn't there, so that there is nothing to scroll.
pub fn hidden(ctx: &egui::Context, panel: Paged) {
    ctx.data_mut(|data| data.insert_temp(panel.area().with("is longer"), false));
}

/// Who takes the keys now.
fn taker(world: &World, ctx: &egui::Context) -> Option<Paged> {
    let shown = world.resource::<OpenPanels>();
    if box_is_open(world) || !focus::pages_beside_table(ctx) {
        return None;
    }
    let pointed = ctx.pointer_hover_pos().and_then(|at| ctx.layer_id_at(at));
    let under = Paged::ALL.into_iter().find(|panel| Some(panel.area()) == pointed.map(|it| it.id));
    // In a narrow window the one that is open lies over everything.
    let sheet = Paged::ALL.into_iter().find(|it| panel::is_narrow(ctx) && it.is_open(shown));
    let opened = world.resource::<Paging>().opened;
    let wanted = [under, sheet, opened, Some(Paged::Log)].into_iter().flatten();
    let mut open = wanted.filter(|panel| panel.is_open(shown));
    open.find(|&panel| panel == Paged::Log || is_longer(ctx, panel))
}

fn keep_keys(world: &mut World) {
    let taker = context(world).and_then(|ctx| taker(world, &ctx));
    world.resource_mut::<Paging>().now = taker;
    let Some(taker) = taker else { return };
    let mut leaves = |key: &KeyCode| {
        let meanings = meanings(world, *key);
        meanings.contains(&taker.switch()) || meanings.contains(&Action::Cancel)
    };
    let kept: Vec<KeyCode> = focus::PAGING.into_iter().filter(|key| !leaves(key)).collect();
    let mut keys = world.resource_mut::<ButtonInput<KeyCode>>();
    for key in kept {
        if keys.pressed(key) || keys.just_pressed(key) {
            keys.reset(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            battle_ui::player::{ARCHERS, Player},
            camera::View,
            third_party::egui::press,
        },
        battle::BattleWorld,
    };

    /// A card that is longer than its place, in a low window.
    fn long_card() -> Player {
        let mut player = Player::of(ARCHERS);
        let (own, _) = player.units();
        let (_, at) = player.first(own);
        let mut windows = player
            .app
            .world_mut()
            .query_filtered::<&mut Window, With<bevy::window::PrimaryWindow>>();
        let mut window = windows.single_mut(player.app.world_mut()).expect("there is one");
        window.resolution.set(1280.0, 480.0);
        player.wait(5);
        player.click(at, MouseButton::Left);
        // Nothing points at the card.
        player.point(Vec2::splat(16.0));
        player.wait(5);
        player
    }

    /// Presses a key as a window tells it, which panels and the game both hear.
    fn page(player: &mut Player, key: egui::Key, code: KeyCode) {
        press(player.app.world_mut(), key);
        player.key(code);
    }

    fn scrolled(player: &mut Player) -> bool {
        let words = crate::app::headless::words(&mut player.app);
        let ctx = context(player.app.world_mut()).expect("there is one");
        let card = ctx.memory(|memory| memory.area_rect(Paged::Card.area())).expect("it is shown");
        let name = player.world().unit_name(player.units().0).to_owned();
        let top = words.iter().find(|(word, place)| *word == name && place.left() < card.right());
        top.is_none_or(|(_, place)| place.top() < card.top())
    }

    #[test]
    fn a_card_is_scrolled_by_keys_once_its_key_has_opened_it_and_the_log_is_not_meanwhile() {
        let mut player = long_card();
        let view = *player.world().resource::<View>();
        assert!(!scrolled(&mut player));
        page(&mut player, egui::Key::End, KeyCode::End);
        assert!(!scrolled(&mut player), "End is for the battle as long as nobody has opened it");
        (0..2).for_each(|_| player.key(KeyCode::F2));
        page(&mut player, egui::Key::End, KeyCode::End);
        assert!(scrolled(&mut player), "the card stands at its end");
        page(&mut player, egui::Key::Home, KeyCode::Home);
        assert!(!scrolled(&mut player));
        assert_eq!(*player.world().resource::<View>(), view, "and the table stays where it is");
        player.key(KeyCode::Escape);
        let (_, at) = player.first(player.units().0);
        player.click(at, MouseButton::Left);
        page(&mut player, egui::Key::PageDown, KeyCode::PageDown);
        assert!(!scrolled(&mut player), "whoever steps back has let go of it");
    }

    #[test]
    fn the_panel_under_the_pointer_is_scrolled() {
        let mut player = long_card();
        let ctx = context(player.app.world_mut()).expect("there is one");
        let card = ctx.memory(|memory| memory.area_rect(Paged::Card.area())).expect("it is shown");
        let view = *player.world().resource::<View>();
        let pixels = view.zoom / view.points_per_inch();
        let middle = Vec2::new(card.center().x, card.center().y) * pixels;
        player.point(view.table_at(middle));
        player.wait(3);
        page(&mut player, egui::Key::End, KeyCode::End);
        assert!(scrolled(&mut player));
    }
}
