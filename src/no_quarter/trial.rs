//! A roll on which something hangs. The roll and what follows from it are two steps: between them
//! lie dice to pick from, re-rolls that must be made, and those that somebody may make.
//!
//! - *stake*: what hangs on a roll, and so who goes on with it.
//! - *aside*: dice that were rolled and don't count, because another was picked or rolled instead.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    armour, close_combat,
    command_test::{self, CommandTest},
    damage,
    effects::{self, Again, Does, Test},
    morale,
    question::{Answer, Question},
    step::{Hit, Step},
    system::{NoQuarter, push},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::dice::{Needed, Purpose, Roll},
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

/// Who makes a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Roller {
    /// A model.
    Model(ModelId),
    /// A unit as a whole.
    Unit(UnitId),
}

/// What hangs on a roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stake {
    /// Turning a blow aside (CC-07).
    Parry {
        /// The hit.
        hit: Hit,
    },
    /// An armour save (ARM-01).
    Save {
        /// The hit.
        hit: Hit,
        /// How many saves must still succeed, this one included (WPN-SAVE-X2).
        left: u8,
    },
    /// A damage roll (DMG-01).
    Damage(Hit),
    /// A command test (CMD-01).
    Command {
        /// Whose.
        unit: UnitId,
        /// What for.
        test: CommandTest,
        /// Whether it is the second chance that the army's standard gives (CMD-03).
        second: bool,
    },
    /// The panic table (MOR-03).
    Panic {
        /// Who.
        unit: UnitId,
        /// What is added.
        bonus: u8,
    },
}

impl Stake {
    /// What the die is rolled for.
    fn purpose(&self) -> Purpose {
        match self {
            Self::Parry { .. } => Purpose::Parry,
            Self::Save { .. } => Purpose::Save,
            Self::Damage(_) => Purpose::Damage,
            Self::Command { .. } => Purpose::Command,
            Self::Panic { .. } => Purpose::Panic,
        }
    }

    /// What kind of test it is to effects.
    fn test(&self) -> Test {
        match self {
            Self::Parry { .. } => Test::Parry,
            Self::Save { .. } => Test::Save,
            Self::Damage(_) => Test::Damage,
            Self::Command { .. } => Test::Command,
            Self::Panic { .. } => Test::Panic,
        }
    }
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

    fn roller(&self) -> Roller {
        match &self.stake {
            Stake::Parry { hit } | Stake::Save { hit, .. } => Roller::Model(hit.target),
            Stake::Damage(hit) => Roller::Model(hit.attacker),
            Stake::Command { unit, .. } | Stake::Panic { unit, .. } => Roller::Unit(*unit),
        }
    }

    /// The unit that rolls, or whose model does.
    pub fn unit(&self, world: &World) -> UnitId {
        match self.roller() {
            Roller::Model(model) => world.unit_of(model),
            Roller::Unit(unit) => unit,
        }
    }

    /// The ledger id of the rule that asks for the roll.
    pub fn rule(&self) -> &'static str {
        match &self.stake {
            Stake::Parry { .. } => "CC-07",
            Stake::Save { .. } => "ARM-01",
            Stake::Damage(_) => "DMG-01",
            Stake::Command { test: CommandTest::Plain(_), .. } => "CMD-01",
            Stake::Command { test: CommandTest::Fear { .. }, .. } => "FEAR-01",
            Stake::Panic { .. } => "MOR-03",
        }
    }

    /// What lasts on whoever rolls.
    fn lasting(&self, world: &World) -> Vec<Does> {
        match self.roller() {
            Roller::Model(model) => effects::on(world, model).collect(),
            Roller::Unit(unit) => effects::on_unit(world, unit).collect(),
        }
    }

    /// How many dice there are to pick one from.
    fn dice(&self, world: &World) -> u8 {
        let test = self.stake.test();
        let dice = |does: &Does| match does {
            Does::PicksFrom { test: of, dice } if *of == test => Some(*dice),
            _ => None,
        };
        self.lasting(world).iter().filter_map(dice).max().unwrap_or(1)
    }

    /// Whether a failed roll is made again, if it is.
    fn again(&self, world: &World) -> Option<Again> {
        let test = self.stake.test();
        let again = |does: &Does| match does {
            Does::RollsAgain { test: of, again } if *of == test => Some(*again),
            _ => None,
        };
        // What must be done leaves no choice.
        self.lasting(world).iter().filter_map(again).max()
    }
}

/// Makes the roll: of several dice the lowest counts, and the others are put aside.
pub(super) fn roll(world: &mut World, mut trial: Trial) {
    let purpose = trial.stake.purpose();
    let roller = match trial.roller() {
        Roller::Model(model) => Some(model.0),
        Roller::Unit(_) => None,
    };
    let mut rolls: Vec<Roll> = (0..trial.dice(world).max(1))
        .map(|_| Roll { needed: trial.needed.clone(), ..world.dice().d10(purpose, roller) })
        .collect();
    let lowest = (0..rolls.len()).min_by_key(|&place| rolls[place].result).unwrap_or(0);
    let picked = rolls.remove(lowest);
    trial.aside.append(&mut rolls);
    push(world, Step::Rolled(trial, picked));
}

/// Looks at a roll: one that failed may be made again; any other counts.
pub(super) fn rolled(world: &mut World, trial: Trial, roll: Roll) {
    let again = if roll.passed() || trial.again { None } else { trial.again(world) };
    match again {
        None => follow(world, trial, roll),
        Some(Again::Must) => roll_again(world, trial, roll),
        Some(Again::May) => {
            let decision = Decision {
                side: world.side_of(trial.unit(world)),
                question: Question::RollAgain { trial, roll },
                options: vec![Answer::RollAgain, Answer::Pass],
                default: 0,
            };
            world.ask::<NoQuarter>(decision);
        }
    }
}

/// Rolls again, or lets a failed roll count.
pub(super) fn answer(world: &mut World, trial: Trial, roll: Roll, answer: &Answer) {
    if *answer == Answer::RollAgain {
        roll_again(world, trial, roll);
    } else {
        follow(world, trial, roll);
    }
}

fn roll_again(world: &mut World, mut trial: Trial, roll: Roll) {
    trial.aside.push(roll);
    push(world, Step::Roll(Trial { again: true, ..trial }));
}

/// The roll counts: its chapter goes on.
fn follow(world: &mut World, trial: Trial, roll: Roll) {
    let Trial { stake, aside, .. } = trial;
    let roll = Roll { aside, ..roll };
    match stake {
        Stake::Parry { hit } => close_combat::parry_rolled(world, hit, roll),
        Stake::Save { hit, left } => armour::saved(world, hit, left, roll),
        Stake::Damage(hit) => damage::damage_rolled(world, &hit, roll),
        Stake::Command { unit, test, second } => {
            command_test::rolled(world, unit, test, second, roll);
        }
        Stake::Panic { unit, bonus } => morale::panic_rolled(world, unit, bonus, roll),
    }
}

#[cfg(test)]
mod tests;
