//! A wizard who sees what comes: its side may have dice rolled again. Book: Light Aspect, Perception
//! (SP-PERCEPTION). Ruling: a side has its own dice rolled again, those that failed, those on the panic
//! table and that for the initiative, each once; a fumble needn't stand.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    Casting, Ended, Spell, SpellOn,
    in_play::{self, Bearer},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, SideId, UnitId},
    no_quarter::{
        dice::Purpose,
        effects::{self, Does, Effect, Source, Test, Until},
        event::Event,
        question::{Answer, Question},
        step::Step,
        system::{BattleState, NoQuarter, emit},
        trial, turn_sequence,
    },
};

/// What is about to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Glimpse {
    /// A roll.
    Roll {
        /// The unit that has rolled, or whose model has.
        unit: UnitId,
        /// What for.
        test: Test,
        /// What the die showed.
        result: u16,
        /// What the second roll must not exceed; none where the number itself is what counts.
        needed: Option<i32>,
    },
    /// The initiative.
    Initiative {
        /// The die of one's own side.
        own: u16,
        /// That of the other.
        other: u16,
    },
}

/// How many dice may be rolled again, by the die for it.
fn glimpses(die: u16) -> u8 {
    match die {
        ..=2 => 3,
        3..=8 => 2,
        _ => 1,
    }
}

/// The same in words.
pub(super) fn means(die: u16) -> String {
    let dice = match glimpses(die) {
        1 => "1 die".to_owned(),
        several => format!("{several} dice"),
    };
    format!("{dice} may be rolled again")
}

/// A wizard looks into what comes.
pub(super) fn perceive(world: &mut World, casting: &Casting) {
    let (caster, spell) = (casting.caster, casting.spell);
    let roll = world.dice().d10(Purpose::Special, Some(caster.0));
    let number = glimpses(roll.result);
    emit(world, Event::SpellRolled { model: caster, spell, roll, caught: Vec::new() });
    in_play::leave(world, on(caster), caster, &[Does::SeesAhead(number)]);
}

/// The spell on a wizard.
fn on(caster: ModelId) -> SpellOn {
    SpellOn { spell: Spell::Perception, on: Bearer::Model(caster) }
}

/// How many dice a wizard may still have rolled again.
fn left(world: &World, caster: ModelId) -> u8 {
    let number = |does| match does {
        Does::SeesAhead(number) => Some(number),
        _ => None,
    };
    effects::on(world, caster).filter_map(number).max().unwrap_or(0)
}

/// A wizard through whom a side may have a die rolled again, if there is one.
pub(in crate::no_quarter) fn seer(world: &World, side: SideId) -> Option<ModelId> {
    let spells = world.resource::<BattleState>().spells.iter();
    let own = spells.filter(|one| one.what.spell == Spell::Perception).map(|one| one.caster);
    let mut own = own.filter(|&caster| world.side_of_model(caster) == side);
    own.find(|&caster| left(world, caster) > 0)
}

/// Asks whether something is rolled again; what was rolled waits on the stack.
pub(in crate::no_quarter) fn ask(world: &mut World, caster: ModelId, of: Glimpse) {
    let side = world.side_of_model(caster);
    let options = vec![Answer::RollAgain, Answer::LetStand];
    let question = Question::SeeAhead { caster, left: left(world, caster), of };
    world.ask::<NoQuarter>(Decision { side, question, options, default: 1 });
}

/// Rolls again, or lets what was rolled count.
pub(in crate::no_quarter) fn answer(world: &mut World, caster: ModelId, answer: &Answer) {
    let next = world.take_next::<NoQuarter>();
    let again = *answer == Answer::RollAgain;
    if again {
        spend(world, caster);
    }
    match next {
        Some(Step::Rolled(trial, roll)) => trial::settle(world, trial, roll, again),
        Some(Step::Initiative(initiative)) => {
            turn_sequence::settle_initiative(world, initiative, again);
        }
        _ => {}
    }
}

/// One die less may be rolled again.
fn spend(world: &mut World, caster: ModelId) {
    let before = left(world, caster);
    let left = before.saturating_sub(1);
    emit(world, Event::SawAhead { model: caster, left });
    if left == 0 {
        in_play::end(world, on(caster), Ended::RanOut);
        return;
    }
    effects::lift_from_model(world, caster, Does::SeesAhead(before));
    let (source, until) = (Source::Spell(Spell::Perception), Until::SpellEnds);
    effects::lay_on_model(world, caster, Effect { does: Does::SeesAhead(left), source, until });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_perception_the_whole_table() {
        let all: Vec<u8> = (1..=10).map(glimpses).collect();
        assert_eq!(all, [3, 3, 2, 2, 2, 2, 2, 2, 1, 1]);
    }
}
