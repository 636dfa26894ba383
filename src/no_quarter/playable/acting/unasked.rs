//! Heroes who parry by themselves, because their player said so beforehand. The rules always ask; this
//! is a comfort that answers for the player where the die to be parried is high enough.

use bevy::prelude::World;

use crate::{
    battle::{ModelId, playable::acting::Unasked},
    no_quarter::{
        Answer, Question,
        close_combat::may_parry,
        hit_roll::{ALWAYS, NEVER},
    },
};

/// The die from which on a hero parries unless its player says otherwise: its chance is then even.
const USUAL: u16 = 6;

/// What a model does unasked if its player wants that.
pub fn unasked(world: &World, model: ModelId) -> Option<Unasked> {
    may_parry(world, model).then_some(Unasked {
        text: "Auto-parry on a hit of",
        about: "It parries without asking you when the attacker's die shows this or more.",
        usual: USUAL,
        least: ALWAYS + 1,
        most: NEVER,
    })
}

/// The answer that is given without asking, if the player of the model concerned wants that.
pub fn answer(question: &Question, from: &dyn Fn(ModelId) -> Option<u16>) -> Option<Answer> {
    let Question::Parry { target, die, .. } = question else { return None };
    from(*target).is_some_and(|from| *die >= from).then_some(Answer::Parry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_was_told_to_parries_unasked_and_only_against_high_dice() {
        let (hero, attacker) = (ModelId(4), ModelId(1));
        let parry = |die| Question::Parry { attacker, target: hero, die };
        assert_eq!(answer(&parry(9), &|_| None), None);
        let told = |model: ModelId| (model == hero).then_some(6);
        assert_eq!(answer(&parry(6), &told), Some(Answer::Parry));
        assert_eq!(answer(&parry(5), &told), None);
        let other = Question::Parry { attacker, target: ModelId(5), die: 9 };
        assert_eq!(answer(&other, &told), None);
    }
}
