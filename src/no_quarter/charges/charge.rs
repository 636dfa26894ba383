//! The charge that a unit is making: who charges whom, how, and what contact will give them. It lasts
//! from its declaration to its end, so that steps and questions on the way need only name the unit.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{drive::Drive, reach};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::components::Charging,
};

/// A charge on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// Whom.
    pub target: UnitId,
    /// Who charges.
    pub chargers: Vec<Charger>,
    /// How they go.
    pub manner: Manner,
    /// Where contact would have been made before the target fled: by model (CHG-05).
    pub halts: Vec<(ModelId, Vec2)>,
}

/// One of those who charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charger {
    /// Who.
    pub model: ModelId,
    /// What contact gives it.
    pub gains: Gains,
}

/// What contact gives a charger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gains {
    /// Nothing: whoever it goes at fights it from afar already (CC-09).
    Nothing,
    /// The bonus of a charge, and momentum (CHG-04).
    Bonus {
        /// Extra actions for close combat: none after it has done something else.
        momentum: u8,
    },
}

/// How a charge goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Manner {
    /// Into contact.
    Home,
    /// To where long weapons reach (CC-09).
    ToReach,
    /// Straight through its target (COMBO-02).
    Through(Drive),
}

impl Charge {
    /// The charge that a unit is making, if it is.
    pub fn of(world: &World, unit: UnitId) -> Option<&Self> {
        world.of_unit::<Charging>(unit).0.as_ref()
    }

    /// A unit makes this charge from now on.
    pub(in crate::no_quarter) fn make(self, world: &mut World, unit: UnitId) {
        world.set_unit(unit, Charging(Some(self)));
    }

    /// A unit's charge is over.
    pub(super) fn end(world: &mut World, unit: UnitId) {
        world.set_unit(unit, Charging(None));
    }

    /// Those who charge.
    pub fn models(&self) -> Vec<ModelId> {
        self.chargers.iter().map(|charger| charger.model).collect()
    }

    /// What contact gives one of them.
    pub(super) fn gains(&self, model: ModelId) -> Gains {
        let charger = self.chargers.iter().find(|charger| charger.model == model);
        charger.map_or(Gains::Nothing, |charger| charger.gains)
    }
}

impl Gains {
    /// What a charge into contact would give a model as it is now.
    pub(super) fn of(world: &World, model: ModelId) -> Self {
        reach::momentum(world, model).map_or(Self::Nothing, |momentum| Self::Bonus { momentum })
    }

    /// The momentum among it.
    pub(super) fn momentum(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Bonus { momentum } => momentum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Decision, Pending},
        no_quarter::{
            NoQuarter, Order,
            components::{Formation, Holding},
            order::StandingOrder,
            question::{Answer, Question},
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn chg_05_a_charge_lasts_until_its_end_and_its_questions_name_it_only() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 15.0, 270.0)], man());
        test.world.set_unit(theirs, Holding(Some(StandingOrder::WhenCharged)));
        test.order(Order::Activate { unit: ours });
        test.order(Order::Charge { models: Vec::new(), target: theirs });
        let charge = Charge::of(&test.world, ours).expect("it is declared");
        assert_eq!((charge.target, charge.models()), (theirs, test.models(ours)));
        test.answer(Answer::Flee);
        let asked = test.world.resource::<Pending<NoQuarter>>().0.clone();
        let Some(Decision { question, .. }) = asked else { panic!("the charger is asked") };
        assert_eq!(question, Question::TargetFled { charger: ours, target: theirs });
        test.answer(Answer::Halt);
        assert_eq!(Charge::of(&test.world, ours), None);
    }

    #[test]
    fn chg_04_what_was_done_before_takes_the_momentum() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        test.activate(ours);
        let model = test.model(ours, 0);
        assert_eq!(Gains::of(&test.world, model).momentum(), super::super::MOMENTUM);
        let record = *test.world.of_model::<crate::no_quarter::Record>(model);
        test.world.set_model(model, crate::no_quarter::Record { acted: true, ..record });
        assert_eq!(Gains::of(&test.world, model), Gains::Bonus { momentum: 0 });
    }
}
