//! What can be said about the order in preparation: choices with the numbers of their keys, amounts,
//! turns of where models look.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim,
    command::Command,
    giving::choose,
    hints::hint_of_choice,
    key_names::{NUMBERS, key_name},
    mode::{Mode, focus},
    panel,
    press::{Press, word_height},
    toast::Toasts,
};
use crate::{
    app::{seat::Game, theme::Theme},
    battle::playable::{
        Acting,
        acting::{Amount, Choice, Control},
    },
};

/// What can be said about the order in preparation.
pub(super) fn present(world: &World) -> Vec<Control<Game>> {
    let intent = world.resource::<Mode>().intent();
    intent.map_or(Vec::new(), |intent| Game::controls(world, focus(world), intent))
}

/// Takes the choice with a number, from 1, or says why it can't be taken; false if there is none.
pub fn take(world: &mut World, number: usize) -> bool {
    let numbered = present(world).into_iter().filter_map(|control| match control {
        Control::Numbered(choice) => Some(choice),
        _ => None,
    });
    let choice = number.checked_sub(1).and_then(|place| numbered.into_iter().nth(place));
    let there = choice.is_some();
    match choice {
        Some(Choice { why_not: Some(why), .. }) => world.resource_mut::<Toasts>().refuse(why),
        Some(choice) => choose(world, choice.does),
        None => {}
    }
    there
}

/// The number whose key was pressed, from 1.
pub fn number(world: &World) -> Option<usize> {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    NUMBERS.iter().position(|&key| keys.just_pressed(key)).map(|place| place + 1)
}

/// Shows all of it.
pub fn show(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let mut place = 0;
    for control in present(world) {
        match control {
            Control::Numbered(choice) => {
                place += 1;
                let has_key = place <= NUMBERS.len() && !panel::is_narrow(ui.ctx());
                let key = if has_key { place.to_string() } else { String::new() };
                press(world, ui, choice, &key);
            }
            Control::Choice(choice) => press(world, ui, choice, ""),
            Control::Amount(amount) => set(world, ui, &amount),
            Control::Turns => turns(world, ui),
            Control::Words(text) => {
                ui.label(RichText::new(text).small());
            }
            Control::Aside(text) => {
                ui.label(RichText::new(text).color(Theme::egui(theme.faint)).small());
            }
        }
    }
}

/// Shows a choice, and takes it if it is pressed.
pub fn press(world: &mut World, ui: &mut egui::Ui, choice: Choice<Game>, key: &str) {
    let mut button = Press::word(&choice.text, key).selected(choice.chosen);
    if choice.wanted {
        button = button.loud();
    }
    let mut response = ui.add_enabled(choice.why_not.is_none(), button);
    let about = match choice.verb {
        Some(verb) => {
            let key = key_name(world, Command::Verb(verb).action());
            format!("{} ({key})", choice.about)
        }
        None => choice.about,
    };
    let clicked = response.clicked();
    response = hint_of_choice(world, response, &about, choice.term);
    if let Some(why_not) = choice.why_not {
        response.on_disabled_hover_text(why_not);
    }
    if clicked {
        choose(world, choice.does);
    }
}

/// Begins another row where a slider has no room: sliders don't wrap by themselves.
fn make_way(ui: &mut egui::Ui) {
    const SLIDER: f32 = 230.0;
    if ui.available_size_before_wrap().x < SLIDER {
        ui.end_row();
    }
}

/// Shows a slider, and changes the order in preparation if it is moved.
fn set(world: &mut World, ui: &mut egui::Ui, amount: &Amount<Game>) {
    make_way(ui);
    let before = ui.spacing().clone();
    if !amount.before.is_empty() {
        // As high as the buttons beside it, and short, so that one row holds all of them.
        ui.spacing_mut().interact_size.y = word_height(ui);
        ui.spacing_mut().slider_width = 60.0;
        ui.label(RichText::new(amount.before).small());
    }
    let mut wanted = amount.now;
    let mut slider = egui::Slider::new(&mut wanted, amount.least..=amount.most);
    slider = if amount.counts { slider.integer() } else { slider.step_by(amount.step.into()) };
    if !amount.suffix.is_empty() {
        slider = slider.suffix(amount.suffix);
    }
    if !amount.after.is_empty() {
        slider = slider.text(amount.after);
    }
    let changed = ui.add(slider).changed();
    *ui.spacing_mut() = before;
    let present = world.resource::<Mode>().intent().filter(|_| changed && wanted != amount.now);
    if let Some(present) = present {
        let intent = (amount.set)(present, wanted);
        *world.resource_mut::<Mode>() = Mode::Prepare(intent);
    }
}

/// Buttons that turn the facing at the end.
fn turns(world: &mut World, ui: &mut egui::Ui) {
    for (text, degrees) in [("⟲ 15°", 15.0), ("15° ⟳", -15.0), ("⟲ 90°", 90.0), ("90° ⟳", -90.0)]
    {
        if ui.add(Press::word(text, "")).clicked() {
            aim::rotate(world, degrees);
        }
    }
    if world.resource::<aim::Aim>().facing.is_some()
        && ui.add(Press::word("As before", "")).clicked()
    {
        world.resource_mut::<aim::Aim>().facing = None;
    }
}
