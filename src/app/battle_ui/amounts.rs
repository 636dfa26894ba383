//! The exact amount of an order in preparation, by keys: those that nudge let it grow and shrink, and
//! numbers that are typed are it.

use bevy::prelude::*;

use super::{controls, mode::Mode};
use crate::{
    app::seat::{Game, Intent},
    battle::playable::acting::{Amount, Control},
};

/// A number that is being typed.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Typed {
    text: String,
    /// The order in preparation with the number so far.
    made: Option<Intent>,
    /// When the last key was pressed, in seconds since the start.
    at: f32,
}

/// Whoever waits so long types another number, in seconds.
const PAUSE: f32 = 2.0;
/// No number is longer.
const LONGEST: usize = 6;

/// The amount that keys change, if there is one.
fn amount(world: &World) -> Option<Amount<Game>> {
    controls::present(world).into_iter().find_map(|control| match control {
        Control::Amount(amount) if amount.leap.is_some() => Some(amount),
        _ => None,
    })
}

/// Lets the amount grow up and to the right, or shrink; false if there is none.
pub fn nudge(world: &mut World, toward: Vec2, fine: bool) -> bool {
    let Some(amount) = amount(world) else { return false };
    let step = if fine { amount.step } else { amount.leap.unwrap_or(amount.step) };
    set(world, &amount, amount.now + (toward.x + toward.y) * step);
    true
}

fn set(world: &mut World, amount: &Amount<Game>, wanted: f32) {
    let wanted = possible(wanted, amount.step, amount.least, amount.most);
    let Some(present) = world.resource::<Mode>().intent() else { return };
    let intent = (amount.set)(present, wanted);
    *world.resource_mut::<Mode>() = Mode::Prepare(intent);
}

/// The nearest to what is wanted that can be chosen.
fn possible(wanted: f32, step: f32, least: f32, most: f32) -> f32 {
    // A tenth has no end in binary; ten in a unit have.
    let in_a_unit = (1.0 / step).round();
    let stepped = if in_a_unit >= 1.0 {
        (wanted * in_a_unit).round() / in_a_unit
    } else {
        (wanted / step).round() * step
    };
    stepped.clamp(least, most)
}

/// Takes keys of numbers as the amount; false if there is none, or no such key was pressed.
pub fn read_numbers(world: &mut World) -> bool {
    let pressed = world.resource::<ButtonInput<KeyCode>>();
    let keys: Vec<Key> = pressed.get_just_pressed().filter_map(|&key| Key::of(key)).collect();
    if keys.is_empty() {
        return false;
    }
    let Some(amount) = amount(world) else { return false };
    // Whole numbers have no point, so its keys mean something else.
    let counts = |key: &Key| *key != Key::Point || amount.step < 1.0;
    let keys: Vec<Key> = keys.into_iter().filter(counts).collect();
    if keys.is_empty() {
        return false;
    }
    let now = world.resource::<Time<Real>>().elapsed_secs();
    let mut typed = world.resource::<Typed>().clone();
    if now - typed.at > PAUSE || typed.made.as_ref() != world.resource::<Mode>().intent() {
        typed.text.clear();
    }
    let nothing_to_erase = typed.text.is_empty() && keys == [Key::Erase];
    if nothing_to_erase {
        // This key means something else then.
        return false;
    }
    keys.into_iter().for_each(|key| type_key(&mut typed.text, key));
    set(world, &amount, number(&typed.text));
    typed.made = world.resource::<Mode>().intent().cloned();
    typed.at = now;
    *world.resource_mut::<Typed>() = typed;
    true
}

/// A key that a number is typed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Digit(char),
    Point,
    Erase,
}

impl Key {
    fn of(key: KeyCode) -> Option<Self> {
        use KeyCode::*;
        Some(match key {
            Digit0 | Numpad0 => Self::Digit('0'),
            Digit1 | Numpad1 => Self::Digit('1'),
            Digit2 | Numpad2 => Self::Digit('2'),
            Digit3 | Numpad3 => Self::Digit('3'),
            Digit4 | Numpad4 => Self::Digit('4'),
            Digit5 | Numpad5 => Self::Digit('5'),
            Digit6 | Numpad6 => Self::Digit('6'),
            Digit7 | Numpad7 => Self::Digit('7'),
            Digit8 | Numpad8 => Self::Digit('8'),
            Digit9 | Numpad9 => Self::Digit('9'),
            // Half of the world writes a comma.
            Period | Comma | NumpadDecimal | NumpadComma => Self::Point,
            Backspace => Self::Erase,
            _ => return None,
        })
    }
}

fn type_key(text: &mut String, key: Key) {
    match key {
        Key::Erase => drop(text.pop()),
        Key::Point if text.contains('.') => {}
        Key::Point => text.push('.'),
        Key::Digit(_) if text.len() >= LONGEST => {}
        Key::Digit(digit) => text.push(digit),
    }
}

/// The number that was typed so far.
fn number(text: &str) -> f32 {
    format!("0{text}").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::battle_ui::mode::{Scope, Selection, focus},
        battle::{
            Battle, BattleWorld, Showing, UnitId, engine, levels,
            playable::{Acting, acting::Began},
        },
    };

    fn typed(keys: &[Key]) -> (String, f32) {
        let mut text = String::new();
        keys.iter().for_each(|&key| type_key(&mut text, key));
        let number = number(&text);
        (text, number)
    }

    #[test]
    fn numbers_are_typed_digit_by_digit() {
        use Key::{Digit, Erase, Point};
        assert_eq!(typed(&[Digit('4')]).1, 4.0);
        assert_eq!(typed(&[Digit('1'), Digit('2'), Point, Digit('5')]).1, 12.5);
        assert_eq!(typed(&[Point, Digit('3')]).1, 0.3);
        assert_eq!(typed(&[Digit('2'), Point, Point, Digit('5')]).1, 2.5);
        assert_eq!(typed(&[Digit('2'), Point, Digit('5'), Erase, Erase]), ("2".to_owned(), 2.0));
        assert_eq!(typed(&[Digit('2'), Erase, Erase]), (String::new(), 0.0));
        assert_eq!(typed(&[Digit('9'); 20]).0.len(), LONGEST);
    }

    #[test]
    fn amounts_go_in_whole_steps_within_their_bounds() {
        assert_eq!(possible(1.24, 0.1, 0.0, 20.0), 1.2);
        assert_eq!(possible(0.1 + 0.2, 0.1, 0.0, 20.0), 0.3);
        assert_eq!(possible(-4.0, 0.1, 0.0, 20.0), 0.0);
        assert_eq!(possible(999.0, 1.0, 0.0, 180.0), 180.0);
        assert_eq!(possible(33.0, 5.0, 0.0, 180.0), 35.0);
    }

    /// A battle in which somebody may be activated.
    fn battle() -> World {
        let level = levels::find("pitched-battle", None).unwrap();
        let mut world = Battle::<Game>::new(&level, 1).unwrap().world;
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Typed>();
        world.init_resource::<Scope>();
        world.init_resource::<Selection>();
        world.init_resource::<Mode>();
        world
    }

    /// The same with an active unit that prepares something.
    fn preparing(unit: UnitId, posed: &str) -> World {
        let mut world = battle();
        *world.resource_mut::<Selection>() = Selection { unit: Some(unit), model: None };
        let verb = Game::usual_verb(&world).unwrap();
        let began = Game::begun_by(&world, focus(&world), None, verb);
        let Began::Gives(order) = began else { panic!("{began:?}") };
        engine::execute::<Game>(&mut world, order).unwrap();
        let posed = ron::from_str(posed).unwrap();
        let intent = Game::posed(&world, focus(&world), &posed).unwrap();
        *world.resource_mut::<Mode>() = Mode::Prepare(intent);
        world
    }

    /// One that is about to go three inches ahead.
    fn going_ahead() -> World {
        let unit = Game::selectable(&battle()).into_iter().next().unwrap();
        preparing(unit, "Exactly(Ahead(3.0))")
    }

    fn now(world: &World) -> f32 {
        amount(world).unwrap().now
    }

    #[test]
    fn keys_step_an_action_at_a_time_or_a_tenth_and_numbers_are_inches() {
        let mut world = going_ahead();
        let intent = world.resource::<Mode>().intent().unwrap();
        let stride = Game::stride(&world, focus(&world), intent).unwrap().0;
        let ahead = Game::anchor(&world, focus(&world), Some(intent), None).facing;
        let mut nudged = |by: f32| {
            let intent = world.resource::<Mode>().intent().unwrap();
            let nudged = Game::nudged(&world, focus(&world), intent, ahead * by).unwrap();
            *world.resource_mut::<Mode>() = Mode::Prepare(nudged);
            now(&world)
        };
        assert!(stride > 0.1);
        assert!((nudged(stride) - 3.0 - stride).abs() < 0.06);
        assert!((nudged(-stride) - 3.0).abs() < 0.06);
        assert!((nudged(0.1) - 3.1).abs() < 0.06);
        for (key, wanted) in
            [(KeyCode::Digit1, 1.0), (KeyCode::Period, 1.0), (KeyCode::Digit5, 1.5)]
        {
            world.resource_mut::<ButtonInput<KeyCode>>().press(key);
            assert!(read_numbers(&mut world));
            assert!((now(&world) - wanted).abs() < 1e-3, "{key:?}");
            world.resource_mut::<ButtonInput<KeyCode>>().reset_all();
        }
        assert!(!read_numbers(&mut world), "no key was pressed");
    }

    #[test]
    fn keys_change_a_wheel_by_degrees_and_with_care_by_one() {
        let unit = Game::selectable(&battle()).into_iter().next().unwrap();
        let mut world = preparing(unit, "Exactly(Wheel(pivot: Left, degrees: 30.0))");
        assert!(nudge(&mut world, Vec2::Y, false));
        let leap = now(&world) - 30.0;
        assert!(leap > 1.0 && nudge(&mut world, -Vec2::X, true));
        assert!((now(&world) - 29.0 - leap).abs() < 1e-3);
        world.resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Comma);
        assert!(!read_numbers(&mut world), "degrees are whole: a comma swings the block");
    }

    #[test]
    fn a_block_about_to_move_goes_as_many_inches_ahead_as_are_typed() {
        let moving = |unit: UnitId| preparing(unit, "Move");
        let before = battle();
        let close = |unit: &UnitId| Game::is_in_close_order(&before, *unit);
        let mut all = Game::selectable(&before).into_iter().filter(close).map(moving);
        let ranked = all.find(|world| amount(world).is_some());
        let mut world = ranked.expect("somebody stands in ranks");
        world.resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Digit8);
        assert!(read_numbers(&mut world));
        assert_eq!(now(&world), 8.0);
    }

    #[test]
    fn keys_of_numbers_mean_what_they_usually_do_where_there_is_no_amount() {
        let mut world = battle();
        world.resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Digit4);
        assert!(world.frame().active.is_none());
        assert!(!read_numbers(&mut world));
        assert!(!nudge(&mut world, Vec2::Y, false));
        assert_eq!(*world.resource::<Mode>(), Mode::Select);
    }
}
