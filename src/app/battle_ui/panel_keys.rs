//! The keyboard in the panels beside the table. A key leads into them, from each to the next, and from the
//! last one back to the table. In a panel Tab and the arrow keys go on, Enter presses, and Escape leads back.

use bevy::prelude::*;
use bevy_egui::{
    EguiInput,
    egui::{self, Id},
};

use super::keys::is_covered;
use crate::app::{
    focus,
    layer::Layer,
    third_party::egui::{context, give_back_keyboard},
};

/// Whether the panels have the keyboard.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InPanels(bool);

impl InPanels {
    /// Whether they have.
    pub fn are_gone_through(self) -> bool {
        self.0
    }
}

/// The panels, in the order in which the key leads to them.
const PANELS: [&str; 7] = ["decision", "orders", "card", "log", "last_lines", "dice", "turn_bar"];

/// What can be pressed in a panel now; nothing in one that isn't shown.
fn controls(ctx: &egui::Context, panel: &str) -> Vec<Id> {
    // In a narrow window it may be a sheet over the others.
    let layers = [Layer::Panels, Layer::Boxes].map(|layer| layer.of_area(panel));
    ctx.viewport(|viewport| {
        let widgets = layers.iter().flat_map(|&layer| viewport.prev_pass.widgets.get_layer(layer));
        let pressed = widgets.filter(|widget| widget.enabled && widget.sense.is_focusable());
        pressed.map(|widget| widget.id).collect()
    })
}

/// Leads the keyboard to the next panel that has something to press, or back to the table after the last.
pub fn go_on(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    let panels: Vec<Vec<Id>> = PANELS.iter().map(|panel| controls(&ctx, panel)).collect();
    let focused = ctx.memory(|memory| memory.focused());
    let here = focused.and_then(|id| panels.iter().position(|panel| panel.contains(&id)));
    let there = panels.iter().skip(here.map_or(0, |here| here + 1)).find_map(|panel| panel.first());
    world.resource_mut::<InPanels>().0 = there.is_some();
    match there {
        Some(&control) => focus::lead_to(&ctx, control),
        None => give_back_keyboard(&ctx),
    }
}

/// Gives the keyboard back to the table after panels were shown, unless they are gone through by keys: until
/// none of their controls has it any more, or something is pressed with the pointer.
pub fn settle(world: &mut World, ctx: &egui::Context) {
    let pressed = ctx.input(|input| input.pointer.any_pressed());
    let goes_on = !pressed && ctx.memory(|memory| memory.focused().is_some());
    let stays = world.resource::<InPanels>().0 && goes_on;
    world.resource_mut::<InPanels>().set_if_neq(InPanels(stays));
    if !stays {
        give_back_keyboard(ctx);
    }
}

fn is_tab(event: &egui::Event) -> bool {
    matches!(event, egui::Event::Key { key: egui::Key::Tab, .. })
}

/// Whether panels are about to hear of Tab.
pub fn tab_comes(inputs: Query<&EguiInput>) -> bool {
    inputs.iter().any(|input| input.events.iter().any(is_tab))
}

/// Keeps Tab from the panels while the table has the keyboard: it would lead egui to the first of their
/// controls, and Enter would press that if it came in the same frame.
pub fn keep_tab_for_table(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    let taken =
        ctx.memory(|memory| memory.focused().is_some() || memory.top_modal_layer().is_some());
    if taken || world.resource::<InPanels>().are_gone_through() || is_covered(world) {
        return;
    }
    let mut inputs = world.query::<&mut EguiInput>();
    for mut input in inputs.iter_mut(world) {
        input.events.retain(|event| !is_tab(event));
    }
}

/// The panels don't have the keyboard any more: a box has.
pub fn leave(world: &mut World) {
    world.resource_mut::<InPanels>().set_if_neq(InPanels(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            battle_ui::{
                log::LogLines,
                mode::Mode,
                open_panels::OpenPanels,
                player::{ARCHERS, MAGE, Player},
            },
            buttons,
            third_party::egui::press,
        },
        battle::BattleWorld,
    };

    /// A key as the battle and its panels hear of it.
    fn press_both(player: &mut Player, key: egui::Key, code: KeyCode) {
        press(player.app.world_mut(), key);
        player.key(code);
    }

    /// What has the keyboard: its id, and where it is.
    fn focused(player: &mut Player) -> Option<(Id, egui::Rect)> {
        let ctx = context(player.app.world_mut())?;
        let id = ctx.memory(|memory| memory.focused())?;
        Some((id, ctx.read_response(id)?.rect))
    }

    /// The panel that has what has the keyboard.
    fn panel(player: &mut Player) -> Option<&'static str> {
        let (id, _) = focused(player)?;
        let ctx = context(player.app.world_mut())?;
        PANELS.into_iter().find(|panel| controls(&ctx, panel).contains(&id))
    }

    /// An archer acts, and its card and the log are open.
    fn acting() -> Player {
        let mut player = Player::of(ARCHERS);
        player.key(KeyCode::Tab);
        player.key(KeyCode::Enter);
        player
    }

    #[test]
    fn a_list_begins_with_its_first_row_and_arrow_keys_walk_on() {
        let mut player = Player::of(MAGE);
        player.key(KeyCode::Tab);
        player.key(KeyCode::Enter);
        player.key(KeyCode::F7);
        let (first, _) = focused(&mut player).expect("the first spell has the keyboard");
        press(player.app.world_mut(), egui::Key::ArrowDown);
        player.wait(3);
        let (second, _) = focused(&mut player).expect("the second has it");
        assert_ne!(first, second);
    }

    #[test]
    fn tab_and_enter_in_one_frame_choose_on_the_table_and_press_no_button() {
        let mut player = Player::of(ARCHERS);
        let world = player.app.world_mut();
        press(world, egui::Key::Tab);
        press(world, egui::Key::Enter);
        player.tap(&[KeyCode::Tab, KeyCode::Enter]);
        assert!(!player.world().resource::<OpenPanels>().menu);
        assert_eq!(focused(&mut player), None);
        assert!(player.world().frame().active.is_some(), "selected first, then activated");
    }

    #[test]
    fn a_key_leads_from_panel_to_panel_and_back_to_the_table() {
        let mut player = acting();
        assert_eq!(panel(&mut player), None, "the table has the keyboard");
        let mut seen = Vec::new();
        for _ in 0..PANELS.len() {
            press_both(&mut player, egui::Key::Delete, KeyCode::Delete);
            let Some(panel) = panel(&mut player) else { break };
            seen.push(panel);
        }
        assert_eq!(seen, ["orders", "card", "last_lines", "turn_bar"]);
        assert_eq!(focused(&mut player), None, "and then back to the table");
        let mode = player.world().resource::<Mode>().clone();
        assert_eq!(mode, Mode::Select, "on the way nothing was pressed");
    }

    #[test]
    fn whatever_the_whole_log_is_filtered_by_is_pressed_by_keys() {
        let mut player = acting();
        player.key(KeyCode::KeyL);
        for _ in 0..PANELS.len() {
            press_both(&mut player, egui::Key::Delete, KeyCode::Delete);
            if panel(&mut player) == Some("log") {
                break;
            }
        }
        // The first control folds it, the next ones filter it.
        press_both(&mut player, egui::Key::Tab, KeyCode::Tab);
        assert_eq!(panel(&mut player), Some("log"));
        assert!(!player.world().resource::<LogLines>().tells_rolls_alone());
        press_both(&mut player, egui::Key::Enter, KeyCode::Enter);
        assert!(player.world().resource::<LogLines>().tells_rolls_alone(), "Enter ticks the box");
        assert!(player.world().resource::<OpenPanels>().log);
        press_both(&mut player, egui::Key::Escape, KeyCode::Escape);
        assert_eq!(focused(&mut player), None);
        assert!(player.world().frame().active.is_some(), "and Escape has done nothing else");
    }

    #[test]
    fn a_button_with_the_keyboard_is_pressed_by_enter_and_nothing_else_is_done() {
        let mut player = acting();
        press_both(&mut player, egui::Key::Delete, KeyCode::Delete);
        let names = buttons(&mut player.app);
        let mut walked = 0;
        // As far as the button that prepares a move.
        let wanted = names.iter().find(|(name, _)| name == "Move").expect("it is offered").1;
        while focused(&mut player).is_some_and(|(_, rect)| !wanted.contains(rect.center()))
            && walked < 40
        {
            press_both(&mut player, egui::Key::Tab, KeyCode::Tab);
            walked += 1;
        }
        assert_eq!(*player.world().resource::<Mode>(), Mode::Select);
        press_both(&mut player, egui::Key::Enter, KeyCode::Enter);
        assert_ne!(*player.world().resource::<Mode>(), Mode::Select, "a move is in preparation");
        assert_eq!(player.orders(), 1, "only the activation was ordered");
    }
}
