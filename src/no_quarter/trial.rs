//! A roll on which something hangs. The roll and what follows from it are two steps: between them
//! lie dice to pick from, dice that are added, re-rolls that must be made, and those that somebody may
//! make.
//!
//! - *stake*: what hangs on a roll, and so who goes on with it.
//! - *added*: a die that is rolled beside another, whose number it raises or lowers.
//! - *aside*: dice that were rolled and don't count, because another was picked or rolled instead.

mod faces;
mod stake;

pub use faces::{Faces, Rolling};
pub use stake::Stake;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};
use stake::Roller;

use super::{
    command_test,
    effects::{Again, ExtraDie},
    magic::{self, Glimpse},
    question::{Answer, Question},
    step::Step,
    system::{NoQuarter, push},
};
use crate::{
    battle::{BattleWorld, Decision, Resolving, UnitId},
    dice::Added,
    no_quarter::dice::{Needed, Roll},
};

/// A roll of a D10 that is to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// What hangs on it.
    pub stake: Stake,
    /// The number needed; none where the number itself is what counts.
    pub needed: Option<Needed>,
    /// What was rolled for it already.
    pub aside: Vec<Roll>,
    /// Whether it was rolled again: that happens once.
    pub again: bool,
}

impl Trial {
    /// A roll against a number.
    pub fn new(stake: Stake, needed: Needed) -> Self {
        Self { needed: Some(needed), ..Self::on_a_table(stake) }
    }

    /// A roll whose number itself is what counts.
    pub fn on_a_table(stake: Stake) -> Self {
        Self { stake, needed: None, aside: Vec::new(), again: false }
    }

    /// The unit that rolls, or whose model does.
    pub fn unit(&self, world: &World) -> UnitId {
        match self.stake.roller(world) {
            Roller::Element(model, _) => world.unit_of(model),
            Roller::Unit(unit) => unit,
        }
    }

    /// How it is rolled, by what lasts on whoever rolls and by the mode of an attack.
    fn rolling(&self, world: &World) -> Rolling {
        let test = self.stake.test();
        self.stake.rolling(match self.stake.roller(world) {
            Roller::Element(model, element) => Rolling::of_element(world, (model, element), test),
            Roller::Unit(unit) => Rolling::of_unit(world, unit, test),
        })
    }
}

/// Makes the roll: of several dice the lowest counts, and the others are put aside; then comes what is
/// added to it.
pub(super) fn roll(world: &mut World, mut trial: Trial) {
    let purpose = trial.stake.purpose();
    let roller = match trial.stake.roller(world) {
        Roller::Element(model, _) => Some(model.0),
        Roller::Unit(_) => None,
    };
    let rolling = trial.rolling(world);
    let mut rolls: Vec<Roll> = (0..rolling.dice)
        .map(|_| Roll { needed: trial.needed.clone(), ..world.dice().d10(purpose, roller) })
        .collect();
    let lowest = (0..rolls.len()).min_by_key(|&place| rolls[place].result).unwrap_or(0);
    let mut picked = rolls.remove(lowest);
    if let Some(ExtraDie { sides, off }) = rolling.added {
        let roll = world.dice().roll(sides.max(1), purpose, roller);
        picked.added.push(Added { roll, off });
    }
    trial.aside.append(&mut rolls);
    push(world, Step::Rolled(trial, picked));
}

/// Looks at a roll: one that failed may be made again; any other counts, unless foresight changes it.
/// While somebody is asked, the roll waits on the stack.
pub(super) fn rolled(world: &mut World, trial: Trial, roll: Roll) {
    let stands = trial.again || trial.stake.stands(world, &roll);
    let again = if stands { None } else { trial.rolling(world).again };
    match again {
        None => look_ahead(world, trial, roll),
        Some(Again::Must) => roll_again(world, trial, roll),
        Some(Again::May) => {
            let (unit, test, result) = (trial.unit(world), trial.stake.test(), roll.result);
            let needed = roll.needed.as_ref().map_or(0, Needed::value);
            push(world, Step::Rolled(trial, roll));
            ask(world, unit, Question::RollAgain { unit, test, result, needed });
        }
    }
}

/// The roll counts, unless the foresight of somebody on its side lets it be made again: whatever failed,
/// fumbles too, and on a table any number but the best (SP-PERCEPTION).
fn look_ahead(world: &mut World, trial: Trial, roll: Roll) {
    let unit = trial.unit(world);
    let failed = match trial.needed {
        Some(_) => !trial.stake.passes(world, &roll),
        None => roll.result > 1,
    };
    let seer = magic::seer(world, world.side_of(unit)).filter(|_| failed && !trial.again);
    let Some(caster) = seer else { return follow(world, trial, roll) };
    let (test, result) = (trial.stake.test(), roll.result);
    let needed = roll.needed.as_ref().map(Needed::value);
    push(world, Step::Rolled(trial, roll));
    magic::ask_seer(world, caster, Glimpse::Roll { unit, test, result, needed });
}

/// Makes a roll that waited again, or lets it count.
pub(super) fn settle(world: &mut World, trial: Trial, roll: Roll, again: bool) {
    if again {
        roll_again(world, trial, roll);
    } else {
        follow(world, trial, roll);
    }
}

/// Asks a unit, or a model of it, whether it rolls again.
pub(super) fn ask(world: &mut World, unit: UnitId, question: Question) {
    let side = world.side_of(unit);
    let options = vec![Answer::RollAgain, Answer::LetStand];
    world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
}

/// Rolls again, or lets a failed roll count.
pub(super) fn answer(world: &mut World, answer: &Answer) {
    let again = *answer == Answer::RollAgain;
    match world.take_next::<NoQuarter>() {
        Some(Step::Rolled(trial, roll)) => settle(world, trial, roll, again),
        Some(Step::SecondChance { unit, test, roll }) => {
            command_test::answer_second_chance(world, unit, test, &roll, again);
        }
        _ => {}
    }
}

fn roll_again(world: &mut World, mut trial: Trial, roll: Roll) {
    trial.aside.push(roll);
    push(world, Step::Roll(Trial { again: true, ..trial }));
}

/// The roll counts.
fn follow(world: &mut World, trial: Trial, roll: Roll) {
    let Trial { stake, aside, .. } = trial;
    stake.follow(world, Roll { aside, ..roll });
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod to_hit_tests;
