//! Standing wishes: heroes who parry by themselves, units that roll again whatever has failed, because
//! their player said so beforehand. The rules always ask; this is a comfort that answers for the player.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::acting::{Wish, WishId, WishNumber, Wisher},
    },
    no_quarter::{
        Answer, Question,
        close_combat::may_parry,
        command_test,
        effects::{Again, Test},
        hit_roll::{ALWAYS, NEVER},
        trial::Rolling,
    },
};

/// The die from which on a hero parries unless its player says otherwise: its chance is then even.
const USUAL: u16 = 6;

/// What may be wished.
#[derive(Clone, Copy)]
enum Of {
    /// A hero parries.
    Parrying,
    /// A unit, or one of its models, makes a failed roll again.
    RollingAgain(Test),
}

impl Of {
    fn id(self) -> WishId {
        match self {
            Self::Parrying => WishId(0),
            Self::RollingAgain(test) => WishId(1 + test as u8),
        }
    }
}

/// What may be wished for a unit and one of its models.
pub fn wishes(world: &World, unit: UnitId, model: Option<ModelId>) -> Vec<Wish> {
    let parrying = model.filter(|&model| may_parry(world, model)).map(parrying);
    let standing = world.standing(unit);
    let again = Test::ALL.into_iter().filter(|&test| may_roll_again(world, unit, &standing, test));
    parrying.into_iter().chain(again.map(|test| rolling_again(unit, test))).collect()
}

fn parrying(model: ModelId) -> Wish {
    Wish {
        id: Of::Parrying.id(),
        of: Wisher::Model(model),
        text: "Auto-parry on a hit of",
        about: "It parries without asking you when the attacker's die shows this or more.",
        from: Some(WishNumber { usual: USUAL, least: ALWAYS + 1, most: NEVER }),
    }
}

fn rolling_again(unit: UnitId, test: Test) -> Wish {
    Wish {
        id: Of::RollingAgain(test).id(),
        of: Wisher::Unit(unit),
        text: always(test),
        about: "Whenever the unit may roll again, it does so without asking you.",
        from: None,
    }
}

/// What a unit always does that rolls again in a kind of test.
fn always(test: Test) -> &'static str {
    match test {
        Test::Strike => "Always re-roll missed blows",
        Test::Shoot => "Always re-roll missed shots",
        Test::PartlyCovered => "Always re-roll for models partly under a template",
        Test::Parry => "Always re-roll failed parries",
        Test::Evade => "Always re-roll failed evasions",
        Test::Save => "Always re-roll failed armour saves",
        Test::Damage => "Always re-roll failed damage rolls",
        Test::Command => "Always re-roll failed command tests",
        Test::Panic => "Always re-roll on the panic table",
        Test::Endure => "Always re-roll failed toughness tests",
        Test::Cast => "Always re-roll failed spells",
        Test::Resist => "Always re-roll failed resistance",
        Test::Cancel => "Always re-roll failed cancelling",
    }
}

/// Whether a unit, or one of its models that stand, may be asked to make a failed roll again.
fn may_roll_again(world: &World, unit: UnitId, standing: &[ModelId], test: Test) -> bool {
    let asked = |rolling: Rolling| rolling.again == Some(Again::May);
    let by_model = |model: ModelId| asked(Rolling::of_element(world, (model, 0), test));
    asked(Rolling::of_unit(world, unit, test))
        || standing.iter().copied().any(by_model)
        || test == Test::Command && command_test::has_second_chances(world, unit)
}

/// The answer that is given without asking, if the player of those concerned wants that.
pub fn answer(
    question: &Question,
    wished: &dyn Fn(Wisher, WishId) -> Option<u16>,
) -> Option<Answer> {
    match question {
        Question::Parry { target, die, .. } => {
            let from = wished(Wisher::Model(*target), Of::Parrying.id())?;
            (*die >= from).then_some(Answer::Parry)
        }
        Question::RollAgain { unit, test, .. } => {
            wished(Wisher::Unit(*unit), Of::RollingAgain(*test).id()).map(|_| Answer::RollAgain)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn only_who_was_told_to_parries_unasked_and_only_against_high_dice() {
        let (hero, attacker) = (ModelId(4), ModelId(1));
        let parry = |die| Question::Parry { attacker, target: hero, die };
        assert_eq!(answer(&parry(9), &|_, _| None), None);
        let told = |of: Wisher, wish: WishId| {
            (of == Wisher::Model(hero) && wish == Of::Parrying.id()).then_some(6)
        };
        assert_eq!(answer(&parry(6), &told), Some(Answer::Parry));
        assert_eq!(answer(&parry(5), &told), None);
        let other = Question::Parry { attacker, target: ModelId(5), die: 9 };
        assert_eq!(answer(&other, &told), None);
    }

    #[test]
    fn who_was_told_to_roll_saves_again_rolls_nothing_else_again() {
        let again = |test| Question::RollAgain { unit: UnitId(2), test, result: 9, needed: 5 };
        let saves = |of: Wisher, wish: WishId| {
            let saves = of == Wisher::Unit(UnitId(2)) && wish == Of::RollingAgain(Test::Save).id();
            saves.then_some(0)
        };
        assert_eq!(answer(&again(Test::Save), &saves), Some(Answer::RollAgain));
        assert_eq!(answer(&again(Test::Command), &saves), None);
        assert_eq!(answer(&again(Test::Save), &|_, _| None), None);
    }

    #[test]
    fn each_wish_has_an_id_and_words_of_its_own() {
        let ids: BTreeSet<WishId> = Test::ALL.map(|test| Of::RollingAgain(test).id()).into();
        assert_eq!(ids.len(), Test::ALL.len());
        assert!(!ids.contains(&Of::Parrying.id()));
        let words: BTreeSet<&str> = Test::ALL.map(always).into();
        assert_eq!(words.len(), Test::ALL.len());
    }
}
