//! Heroes who parry by themselves, because their player said so beforehand. The rules always ask; this
//! is a comfort that answers for the player where the die to be parried is high enough.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    battle::{BattleWorld, Decision, History, ModelId, Pending},
    no_quarter::{Answer, NoQuarter, Question, close_combat::may_parry},
};

/// Who parries by itself, and from which die of the attacker on.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Parries {
    from: BTreeMap<ModelId, u16>,
    /// How many orders there were when the last answer was given: after taking that back the player
    /// is asked.
    answered_at: Option<usize>,
}

/// The die from which on a hero parries unless its player says otherwise: its chance is then even.
const USUAL: u16 = 6;

impl Parries {
    /// The answer that is given without asking, if the player wants that.
    fn answer(&self, question: &Question, orders: usize) -> Option<Answer> {
        let Question::Parry { hit, die } = question else { return None };
        let wanted = self.from.get(&hit.target).is_some_and(|from| die >= from);
        let taken_back = self.answered_at.is_some_and(|at| orders <= at);
        (wanted && !taken_back).then_some(Answer::Parry)
    }
}

/// The answer that is given to a decision without asking; it counts as given.
pub fn answer(world: &mut World, decision: &Decision<NoQuarter>) -> Option<Answer> {
    let orders = world.resource::<History<NoQuarter>>().len();
    let mut parries = world.resource_mut::<Parries>();
    let answer = parries.answer(&decision.question, orders)?;
    parries.answered_at = Some(orders);
    Some(answer)
}

/// Whether the player who has the seat now leads a model: the one who is asked, or whose go it is.
fn is_led(world: &World, model: ModelId) -> bool {
    let asked = world.resource::<Pending<NoQuarter>>().0.as_ref();
    let side = asked.map_or(world.frame().side, |decision| decision.side);
    world.side_of_model(model) == side
}

/// The row of a hero's card that chooses it, for its own player only.
pub fn row(world: &mut World, ui: &mut egui::Ui, model: ModelId) {
    if !may_parry(world, model) || !is_led(world, model) {
        return;
    }
    let present = world.resource::<Parries>().from.get(&model).copied();
    let mut by_itself = present.is_some();
    let mut from = present.unwrap_or(USUAL);
    ui.horizontal(|ui| {
        ui.checkbox(&mut by_itself, RichText::new("parries unasked from").small())
            .on_hover_text("Parries by itself when the attacker's die shows this or more");
        ui.add_enabled(by_itself, egui::DragValue::new(&mut from).range(2..=10));
    });
    let wanted = by_itself.then_some(from);
    if wanted != present {
        let known = &mut world.resource_mut::<Parries>().from;
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
        battle::{SideId, level::Formation},
        no_quarter::{
            event::HitResult,
            step::Hit,
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn only_who_was_told_to_parries_unasked_and_only_against_high_dice() {
        let hero = ModelId(4);
        let parry = |die| Question::Parry { hit: hit(hero), die };
        let mut parries = Parries::default();
        assert_eq!(parries.answer(&parry(9), 7), None);
        parries.from.insert(hero, 6);
        assert_eq!(parries.answer(&parry(6), 7), Some(Answer::Parry));
        assert_eq!(parries.answer(&parry(5), 7), None);
        parries.answered_at = Some(7);
        assert_eq!(parries.answer(&parry(6), 7), None, "taken back");
        assert_eq!(parries.answer(&parry(6), 9), Some(Answer::Parry));
    }

    #[test]
    fn only_who_has_the_seat_sees_what_a_hero_was_told() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        let (own, other) = (test.model(ours, 0), test.model(theirs, 0));
        assert!(is_led(&test.world, own) && !is_led(&test.world, other));
        test.world.resource_mut::<Pending<NoQuarter>>().0 = Some(Decision {
            side: SideId(1),
            question: Question::Parry { hit: hit(other), die: 7 },
            options: vec![Answer::Parry, Answer::Pass],
            default: 0,
        });
        assert!(!is_led(&test.world, own) && is_led(&test.world, other));
    }

    fn hit(target: ModelId) -> Hit {
        Hit {
            attacker: ModelId(1),
            target,
            strength: 5,
            penetration: 0,
            result: HitResult::Hit,
            ranged: false,
            save_changes: Vec::new(),
            follow_up: true,
            knocks_prone: None,
            save_twice: false,
            wounds: 1,
            flight: None,
            spare: None,
            siege: false,
        }
    }
}
