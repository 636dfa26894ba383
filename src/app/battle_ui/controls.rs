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
    offered,
    orders_panel::shown_key,
    panel,
    press::{Press, word_height},
    toast::Toasts,
};
use crate::{
    app::{seat::Game, theme::Theme, third_party::leafwing::Action},
    battle::playable::{
        Acting,
        acting::{Amount, Choice, ChoiceDoes, Control, Situation},
    },
};

/// What can be said about the order in preparation.
pub(super) fn present(world: &World) -> Vec<Control<Game>> {
    let intent = world.resource::<Mode>().intent();
    intent.map_or(Vec::new(), |intent| Game::controls(world, focus(world), intent))
}

/// Whether the choice at a place is taken by a number. What has a key of its own isn't, nor what is chosen
/// among ways of doing the same, nor anything where numbers that are typed are amounts or stand for what
/// comes after it.
fn has_number(controls: &[Control<Game>], place: usize) -> bool {
    let (before, rest) = controls.split_at(place);
    let [Control::Choice(choice), after @ ..] = rest else { return false };
    let has_key = choice.verb.is_some() || matches!(choice.does, ChoiceDoes::Commits);
    let is_one_of_many = |control: &Control<Game>| match control {
        Control::Amount(amount) => amount.leap.is_some(),
        Control::Choice(other) => other.chosen,
        _ => false,
    };
    let all_free = !before.iter().chain(rest).any(is_one_of_many);
    !has_key && all_free && !after.iter().any(|next| matches!(next, Control::Numbered(_)))
}

/// The choices that numbers take now, from 1 on: those about the order in preparation, or those of who may
/// come on from reserve.
fn numbered(world: &mut World) -> Vec<Choice<Game>> {
    let controls = present(world);
    let choices = controls.iter().enumerate().filter_map(|(place, control)| match control {
        Control::Numbered(choice) => Some(choice),
        Control::Choice(choice) => Some(choice).filter(|_| has_number(&controls, place)),
        _ => None,
    });
    let choices: Vec<Choice<Game>> = choices.cloned().collect();
    if *world.resource::<Mode>() == Mode::Select { in_reserve(world) } else { choices }
}

/// What can be done with those who may come on from reserve now.
fn in_reserve(world: &mut World) -> Vec<Choice<Game>> {
    match offered::situation(world) {
        Situation::Choosing { reserve, .. } => reserve,
        Situation::SettingUp(_) | Situation::Acting { .. } | Situation::Over => Vec::new(),
    }
}

/// Takes the choice with a number, from 1, or says why it can't be taken; false if there is none.
pub fn take(world: &mut World, number: usize) -> bool {
    let choice = number.checked_sub(1).and_then(|place| numbered(world).into_iter().nth(place));
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

/// The name of the key that takes the choice with a number, from 1, if one does. Fingers need none.
pub fn key_of_number(ui: &egui::Ui, number: usize) -> String {
    let has_key = number <= NUMBERS.len() && !panel::is_narrow(ui.ctx());
    if has_key { number.to_string() } else { String::new() }
}

/// Shows all of it.
pub fn show(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let controls = present(world);
    let mut number = 0;
    for (place, control) in controls.iter().cloned().enumerate() {
        match control {
            Control::Choice(choice) if !has_number(&controls, place) => {
                let key = own_key(world, &choice);
                press(world, ui, choice, shown_key(ui, &key));
            }
            Control::Numbered(choice) | Control::Choice(choice) => {
                number += 1;
                let key = key_of_number(ui, number);
                press(world, ui, choice, &key);
            }
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

/// The key that does the same as a choice; empty if there is none.
fn own_key(world: &World, choice: &Choice<Game>) -> String {
    match (choice.verb, &choice.does) {
        (Some(verb), _) => key_name(world, Command::Verb(verb).action()),
        (None, ChoiceDoes::Commits) => key_name(world, Action::Confirm),
        (None, _) => String::new(),
    }
}

/// Shows a choice, and takes it if it is pressed.
pub fn press(world: &mut World, ui: &mut egui::Ui, choice: Choice<Game>, key: &str) {
    let mut button = Press::word(&choice.text, key).selected(choice.chosen);
    if choice.wanted {
        button = button.loud();
    }
    let mut response = ui.add_enabled(choice.why_not.is_none(), button);
    let clicked = response.clicked();
    response = hint_of_choice(world, response, &choice.about, choice.term);
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

/// Buttons that turn the facing at the end. Keys turn it by steps.
fn turns(world: &mut World, ui: &mut egui::Ui) {
    let (left, right) = (Action::RotateLeft, Action::RotateRight);
    let buttons = [
        ("⟲ 15°", 15.0, Some(left)),
        ("15° ⟳", -15.0, Some(right)),
        ("⟲ 90°", 90.0, None),
        ("90° ⟳", -90.0, None),
    ];
    for (text, degrees, action) in buttons {
        let key = action.map_or(String::new(), |action| key_name(world, action));
        if ui.add(Press::word(text, shown_key(ui, &key))).clicked() {
            aim::rotate(world, degrees);
        }
    }
    if world.resource::<aim::Aim>().facing.is_some()
        && ui.add(Press::word("As before", "")).clicked()
    {
        world.resource_mut::<aim::Aim>().facing = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            AppOptions,
            battle_ui::player::{ARCHERS, Player},
            begin_battle, headless,
            orders::OrderQueue,
            settings::{AnimationSpeed, Settings},
        },
        battle::{BattleWorld, SideId, levels},
        players::{self, Kind},
    };

    /// The number of a choice.
    fn number_of(world: &mut World, text: &str) -> usize {
        let choices = numbered(world);
        let place = choices.iter().position(|choice| choice.text.starts_with(text));
        place.unwrap_or_else(|| panic!("no {text:?} in {choices:?}")) + 1
    }

    #[test]
    fn a_unit_is_placed_by_the_number_on_the_button() {
        let mut player = Player::deploying(ARCHERS);
        player.key(KeyCode::Enter);
        assert!(player.world().resource::<Mode>().intent().is_some(), "the first is in hand");
        let number = number_of(player.app.world_mut(), "Place it for me");
        let orders = player.orders();
        player.key(NUMBERS[number - 1]);
        assert_eq!(player.orders(), orders + 1, "it stands");
    }

    #[test]
    fn who_waits_in_reserve_comes_on_by_a_number_or_waits_on() {
        let settings = Settings { speed: AnimationSpeed::Off, ..Settings::default() };
        let options = AppOptions { exit: true, settings: Some(settings), ..AppOptions::default() };
        let mut app = headless(options);
        app.update();
        let level = levels::find("infiltration", None).expect("it comes with the game");
        begin_battle(&mut app, level, 3);
        // Whatever comes first, until the side with the reserve may choose in the second turn.
        let mut player: Box<dyn players::Player<Game>> = Kind::FirstLegal.player(3, SideId(0));
        for _ in 0..400 {
            if !in_reserve(app.world_mut()).is_empty() {
                break;
            }
            let order = player.order(app.world()).expect("there is always one");
            app.world_mut().resource_mut::<OrderQueue>().give(order);
            (0..6).for_each(|_| app.update());
        }
        assert!(app.world().frame().turn > 1);
        let number = number_of(app.world_mut(), "Bring on");
        assert_eq!(number_of(app.world_mut(), "Not this turn"), number + 1);
        assert!(take(app.world_mut(), number));
        let intent = app.world().resource::<Mode>().intent().cloned();
        assert!(intent.and_then(|intent| Game::unit_of(&intent)).is_some(), "it is in hand");
    }
}
