//! What the models of a unit have left, from the least to the most, and what it has lost.

use bevy::prelude::World;

use super::kinds::spread;
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{count, showing::Label},
    },
    no_quarter::{
        Activation, Strength, WoundsLeft,
        playable::actions_left::{self, Left},
        statistics, support_weapons,
    },
};

/// Lines about a unit; none where nobody stands.
pub(super) fn of(world: &World, unit: UnitId) -> Vec<Label> {
    let standing = world.standing(unit);
    if standing.is_empty() {
        return Vec::new();
    }
    [actions(world, unit), wounds(world, unit, &standing), losses(world, unit)]
        .into_iter()
        .flatten()
        .collect()
}

/// The actions of those who have any: an engine has none.
fn actions(world: &World, unit: UnitId) -> Option<Label> {
    let acting = actions_left::of_unit(world, unit);
    if acting.is_empty() {
        return None;
    }
    let range = |of: &dyn Fn(&Left) -> u8| {
        spread(acting.iter().map(of), " to ", |actions| actions.to_string())
    };
    let all = range(&|left: &Left| left.whole);
    let noun = if all == "1" { "action" } else { "actions" };
    let each = if acting.len() > 1 { " each" } else { "" };
    let text = match *world.of_unit::<Activation>(unit) {
        // They come with the activation.
        Activation::Unactivated => format!("{all} {noun}{each}"),
        Activation::Active | Activation::Activated => {
            let left = range(&|left: &Left| left.actions);
            if left == all {
                format!("{all} {noun} left{each}")
            } else if left == "0" {
                "no actions left".to_owned()
            } else {
                format!("{left} of {all} {noun} left{each}")
            }
        }
    };
    Some(Label::new(text, "AC"))
}

/// The wounds of all together, the fallen among them, where some can take more than one.
fn wounds(world: &World, unit: UnitId, standing: &[ModelId]) -> Option<Label> {
    let ever = world.members(unit);
    let all: usize = ever.iter().map(|&model| usize::from(statistics::wounds(world, model))).sum();
    let left = |&model: &ModelId| usize::from(world.of_model::<WoundsLeft>(model).0);
    let left: usize = standing.iter().map(left).sum();
    let text = format!("{left} of {} left", count(all, "wound"));
    (all > ever.len()).then(|| Label::new(text, "W"))
}

/// Whom it has lost since the turn began.
fn losses(world: &World, unit: UnitId) -> Option<Label> {
    let before = world.of_unit::<Strength>(unit).models_this_turn as usize;
    let lost = before.saturating_sub(support_weapons::crew_of(world, unit).len());
    (lost > 0).then(|| Label::new(format!("{lost} lost this turn"), ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::Presence,
        no_quarter::{
            ActionsLeft, Profile,
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    fn told(test: &TestWorld, unit: UnitId) -> Vec<String> {
        of(&test.world, unit).into_iter().map(|label| label.text).collect()
    }

    #[test]
    fn wounds_of_the_fallen_are_lost_wounds() {
        let mut test = TestWorld::new();
        let tough = Profile { wounds: 3, ..man() };
        let places = [(10.0, 10.0, 90.0), (14.0, 10.0, 90.0)];
        let unit = test.unit(0, Formation::Skirmish, &places, tough);
        let [first, second] = [0, 1].map(|place| test.model(unit, place));
        assert_eq!(told(&test, unit)[1], "6 of 6 wounds left");
        test.world.set_model(first, WoundsLeft(2));
        assert_eq!(told(&test, unit)[1], "5 of 6 wounds left");
        test.world.set_model(second, WoundsLeft(0));
        test.world.set_model(second, Presence::Casualty);
        assert_eq!(told(&test, unit)[1], "2 of 6 wounds left");
    }

    #[test]
    fn a_unit_tells_what_is_left_from_the_least_to_the_most_and_whom_it_has_lost() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0)];
        let unit = test.unit(0, Formation::Skirmish, &places, man());
        assert_eq!(told(&test, unit), ["8 actions each"]);
        test.activate(unit);
        assert_eq!(told(&test, unit), ["8 actions left each"]);
        let [first, second, third] = [0, 1, 2].map(|place| test.model(unit, place));
        let strength = *test.world.of_unit::<Strength>(unit);
        test.world.set_unit(unit, Strength { models_this_turn: 3, ..strength });
        test.world.set_model(first, ActionsLeft(1));
        test.world.set_model(second, ActionsLeft(3));
        test.world.set_model(third, Presence::Casualty);
        assert_eq!(told(&test, unit), ["1 to 3 of 8 actions left each", "1 lost this turn"]);
        test.world.set_model(first, ActionsLeft(3));
        assert_eq!(told(&test, unit)[0], "3 of 8 actions left each");
        for model in [first, second] {
            test.world.set_model(model, ActionsLeft(0));
        }
        assert_eq!(told(&test, unit)[0], "no actions left");
    }
}
