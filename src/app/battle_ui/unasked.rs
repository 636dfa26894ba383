//! Models that do by themselves what their player said beforehand. The rules always ask; this is a
//! comfort that answers for the player from a number on.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    app::seat::{Answer, Game},
    battle::{Acting, BattleWorld, Decision, History, ModelId, Pending, SideId},
};

/// Who answers by itself, and from which number on.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Unasked {
    from: BTreeMap<ModelId, u16>,
    /// How many orders there were when the last answer was given: after taking that back the player
    /// is asked.
    answered_at: Option<usize>,
}

impl Unasked {
    /// Whether the last answer was given with no fewer orders than there are now.
    fn is_taken_back(&self, orders: usize) -> bool {
        self.answered_at.is_some_and(|at| orders <= at)
    }
}

/// The answer that is given to a decision without asking; it counts as given.
pub fn answer(world: &mut World, decision: &Decision<Game>) -> Option<Answer> {
    let orders = world.resource::<History<Game>>().len();
    let mut unasked = world.resource_mut::<Unasked>();
    if unasked.is_taken_back(orders) {
        return None;
    }
    let from = |model: ModelId| unasked.from.get(&model).copied();
    let answer = Game::unasked_answer(&decision.question, &from)?;
    unasked.answered_at = Some(orders);
    Some(answer)
}

/// Whether the player who has the seat now leads a model: the one who is asked, or whose go it is.
fn is_led(world: &World, model: ModelId) -> bool {
    let asked = world.resource::<Pending<Game>>().0.as_ref().map(|decision| decision.side);
    world.side_of_model(model) == in_the_seat(asked, world.frame().side)
}

/// Whose player has the seat: of the side that is asked, or whose go it is.
fn in_the_seat(asked: Option<SideId>, turn: SideId) -> SideId {
    asked.unwrap_or(turn)
}

/// The row of a model's card that chooses it, for its own player only.
pub fn row(world: &mut World, ui: &mut egui::Ui, model: ModelId) {
    let Some(about) = Game::unasked(world, model).filter(|_| is_led(world, model)) else { return };
    let present = world.resource::<Unasked>().from.get(&model).copied();
    let mut by_itself = present.is_some();
    let mut from = present.unwrap_or(about.usual);
    ui.horizontal(|ui| {
        ui.checkbox(&mut by_itself, RichText::new(about.text).small()).on_hover_text(about.about);
        let number =
            egui::DragValue::new(&mut from).range(about.least..=about.most).suffix(" or more");
        ui.add_enabled(by_itself, number);
    });
    let wanted = by_itself.then_some(from);
    if wanted != present {
        let known = &mut world.resource_mut::<Unasked>().from;
        match wanted {
            Some(from) => known.insert(model, from),
            None => known.remove(&model),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::crowd,
        battle::{Showing, wrapper},
        dice::Dice,
    };

    #[test]
    fn an_answer_that_was_taken_back_is_asked_for() {
        let mut unasked = Unasked::default();
        assert!(!unasked.is_taken_back(7));
        unasked.answered_at = Some(7);
        assert!(unasked.is_taken_back(7) && !unasked.is_taken_back(9));
    }

    #[test]
    fn only_who_has_the_seat_sees_what_a_model_was_told() {
        let mut world = World::new();
        world.insert_resource(Game::load_data(None).0);
        wrapper::begin::<Game>(&mut world, &crowd(), 1, Dice::seeded(1), true).unwrap();
        let of_side = |side: SideId| {
            world.roster().models().find(|&model| world.side_of_model(model) == side).unwrap()
        };
        let turn = world.frame().side;
        assert!(is_led(&world, of_side(turn)) && !is_led(&world, of_side(turn.other())));
        assert_eq!(in_the_seat(Some(turn.other()), turn), turn.other(), "who is asked has it");
    }
}
