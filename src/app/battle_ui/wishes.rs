//! Standing wishes: units and models that do by themselves what their player said beforehand. The rules
//! always ask; this is a comfort that answers for the player.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    app::{
        computers,
        seat::{Answer, Game},
    },
    battle::{
        Acting, BattleWorld, Decision, History, ModelId, Pending, SideId, UnitId,
        playable::acting::{Wish, WishId, Wisher},
    },
};

/// What players wish, and from which number on, 0 where there is none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    known: BTreeMap<(Wisher, WishId), u16>,
    /// How many orders there were when the last answer was given: after taking that back the player
    /// is asked.
    answered_at: Option<usize>,
}

impl Wishes {
    /// Whether the last answer was given with no fewer orders than there are now.
    fn is_taken_back(&self, orders: usize) -> bool {
        self.answered_at.is_some_and(|at| orders <= at)
    }
}

/// The answer that is given to a decision without asking; it counts as given.
pub fn answer(world: &mut World, decision: &Decision<Game>) -> Option<Answer> {
    let orders = world.resource::<History<Game>>().len();
    let mut wishes = world.resource_mut::<Wishes>();
    if wishes.is_taken_back(orders) {
        return None;
    }
    let wished = |of: Wisher, id: WishId| wishes.known.get(&(of, id)).copied();
    let answer = Game::unasked_answer(&decision.question, &wished)?;
    wishes.answered_at = Some(orders);
    Some(answer)
}

/// Whether a person has the seat now and leads a unit: the one who is asked, or whose go it is.
fn is_led(world: &World, unit: UnitId) -> bool {
    let asked = world.resource::<Pending<Game>>().0.as_ref().map(|decision| decision.side);
    let side = world.side_of(unit);
    side == in_the_seat(asked, world.frame().side) && computers::leader(world, side).is_none()
}

/// Whose player has the seat: of the side that is asked, or whose go it is.
fn in_the_seat(asked: Option<SideId>, turn: SideId) -> SideId {
    asked.unwrap_or(turn)
}

/// The rows of a unit's card that choose them, for its own player only.
pub fn rows(world: &mut World, ui: &mut egui::Ui, unit: UnitId, model: Option<ModelId>) {
    if !is_led(world, unit) {
        return;
    }
    for wish in Game::wishes(world, unit, model) {
        row(world, ui, &wish);
    }
}

fn row(world: &mut World, ui: &mut egui::Ui, wish: &Wish) {
    let key = (wish.of, wish.id);
    let present = world.resource::<Wishes>().known.get(&key).copied();
    let mut wished = present.is_some();
    let mut from = present.or(wish.from.map(|number| number.usual)).unwrap_or(0);
    ui.horizontal(|ui| {
        ui.checkbox(&mut wished, RichText::new(wish.text).small()).on_hover_text(wish.about);
        if let Some(number) = wish.from {
            let value = egui::DragValue::new(&mut from);
            let value = value.range(number.least..=number.most).suffix(" or more");
            ui.add_enabled(wished, value);
        }
    });
    let wanted = wished.then_some(from);
    if wanted != present {
        let known = &mut world.resource_mut::<Wishes>().known;
        match wanted {
            Some(from) => known.insert(key, from),
            None => known.remove(&key),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::crowd,
        battle::{Showing, history::Keep, wrapper},
        dice::Dice,
    };

    #[test]
    fn an_answer_that_was_taken_back_is_asked_for() {
        let mut wishes = Wishes::default();
        assert!(!wishes.is_taken_back(7));
        wishes.answered_at = Some(7);
        assert!(wishes.is_taken_back(7) && !wishes.is_taken_back(9));
    }

    #[test]
    fn only_who_has_the_seat_sees_what_a_unit_was_told() {
        let mut world = World::new();
        world.insert_resource(Game::load_data(None).0);
        wrapper::begin::<Game>(&mut world, &crowd(), 1, Dice::seeded(1), Keep::Recent).unwrap();
        let of_side = |side: SideId| {
            world.roster().units().find(|&unit| world.side_of(unit) == side).unwrap()
        };
        let turn = world.frame().side;
        assert!(is_led(&world, of_side(turn)) && !is_led(&world, of_side(turn.other())));
        assert_eq!(in_the_seat(Some(turn.other()), turn), turn.other(), "who is asked has it");
    }
}
