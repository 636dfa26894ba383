//! Why an order is refused: the rule by its ledger id, who is concerned, what was measured, where.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::who::who;
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::count},
    table::{Inches, travel::Obstruction},
};

/// A refused order: the reason, and what the table and a player need to see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{text}")]
pub struct OrderError {
    /// The reason, for code.
    pub refusal: Refusal,
    /// The ledger id of the rule, such as "MOVE-08"; empty where no rule of the book speaks.
    pub rule: String,
    /// The model concerned, if it is one.
    pub model: Option<ModelId>,
    /// The place on the table, if there is one.
    pub at: Option<Vec2>,
    /// The reason, for people: names, numbers, what to do instead.
    pub text: String,
}

/// The reasons for refusing an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// The battle is over.
    BattleIsOver,
    /// A decision has to be answered first.
    DecisionPending,
    /// There is no decision to answer.
    NothingAsked,
    /// The answer is none of the options.
    NoSuchAnswer,
    /// There is no such unit, model, weapon or side in this battle.
    NoSuchThing,
    /// The order belongs to another phase of the battle.
    WrongPhase,
    /// No unit is active.
    NoActiveUnit,
    /// Another unit is active.
    AnotherUnitIsActive,
    /// It is the other side's choice (TURN-03).
    NotYourChoice,
    /// The unit has had its go this turn (TURN-04).
    AlreadyActivated,
    /// Nobody of the unit is on the table.
    NobodyThere,
    /// The model isn't in the active unit.
    NotInActiveUnit,
    /// The model fell or isn't on the table.
    NotOnTable,
    /// The same model is named twice.
    NamedTwice,
    /// The order names nobody, or nothing to do.
    NothingToDo,
    /// The model has too few actions.
    NotEnoughActions {
        /// What the order costs.
        needed: u8,
        /// What the model has.
        left: u8,
    },
    /// The model is prone (MOVE-04).
    Prone,
    /// The model isn't prone.
    NotProne,
    /// The model's works are jammed (TR-MECHANICAL).
    Jammed,
    /// The unit is panicked (MOR-05).
    Panicked,
    /// The unit is terrified (MOR-06).
    Terrified,
    /// The unit isn't panicked or terrified.
    NotPanicked,
    /// The unit rallied, or tried to, this activation (MOR-07).
    RalliedAlready,
    /// Something else was done first (MOR-07, HOLD-01).
    ActedAlready,
    /// The unit moves as a block, or isn't in ranks (MOVE-09).
    Ranked,
    /// The unit isn't in ranks.
    NotRanked,
    /// The unit has too few models or ranks for this formation (FORM-03, FORM-05).
    TooFewForFormation {
        /// Models it has.
        models: u32,
        /// Models it needs.
        needed: u32,
    },
    /// Something is in the way.
    Obstructed(Obstruction),
    /// Two models of the order would end in each other.
    EndsInEachOther {
        /// The other model.
        other: ModelId,
    },
    /// The move would end touching an enemy: that is a charge.
    ThatIsACharge {
        /// The enemy.
        enemy: ModelId,
    },
    /// The unit would lose coherency (FORM-06, FORM-07).
    BreaksCoherency {
        /// The gap to the nearest other model.
        gap: Inches,
        /// The largest gap allowed.
        allowed: Inches,
    },
    /// The model is in close combat (CHG-06, RNG-09).
    InCombat,
    /// The target isn't an enemy.
    NotAnEnemy,
    /// The attacker doesn't touch or reach the target (CC-01).
    NotInContact {
        /// The gap.
        gap: Inches,
        /// What the weapon reaches.
        reach: Inches,
    },
    /// The target is outside the front half (FORM-01).
    OutsideArc,
    /// The model fumbled this turn (CC-05).
    Fumbled,
    /// It was used in this activation already (TEAR-02, SUP-02).
    UsedAlready,
    /// The place is not one where this can be laid or thrown.
    NoSuchPlace,
    /// The target is farther than this can be thrown or shot.
    OutOfRange {
        /// How far it is.
        distance: Inches,
        /// How far it may be.
        reach: Inches,
    },
    /// A support weapon has too few crew, or nobody of it serves it (SUP-01, SUP-07).
    NoCrew,
    /// The shooter may not pick whom it hits (SUP-08).
    CannotPick,
    /// Models that act together aren't base to base (GREN-03).
    NotTouching,
    /// The weapon can't be used like this.
    WrongWeapon,
    /// There is no line of sight to anybody in the target (RNG-01).
    OutOfSight,
    /// A nearer unit must be the target (RNG-06).
    NearerTarget {
        /// The nearer unit.
        unit: UnitId,
        /// How near.
        gap: Inches,
    },
    /// The unit failed its test to shoot into close combat (RNG-08).
    WontShootIntoCombat,
    /// The place is outside the deployment zone (SET-03).
    OutsideZone,
    /// The chargers can't get any nearer to the target.
    NoWay,
    /// The unit isn't in this state.
    CannotHold,
    /// The piece would lie on another (SET-02).
    OnTopOfTerrain,
    /// The unit isn't in reserve (SET-05).
    NotInReserve,
    /// An enemy is too near for a unit that is put down late (SET-06).
    EnemyNear {
        /// The enemy.
        enemy: ModelId,
        /// How near.
        gap: Inches,
        /// How far it must be.
        needed: Inches,
    },
    /// An enemy would see a unit that is put down late (SET-06).
    SeenBy {
        /// The enemy.
        enemy: ModelId,
    },
    /// The unit isn't on hold (HOLD-01).
    NotOnHold,
    /// More models are named than may do this at once (FORM-09).
    TooMany {
        /// Models named.
        models: u32,
        /// Models allowed.
        most: u32,
    },
    /// The model would stand out of the line of its rank (FORM-09).
    OutOfLine {
        /// How far.
        by: Inches,
    },
    /// The unit has failed, or used up, its test against fear (FEAR-01).
    Afraid,
    /// Only siege weapons hurt very large targets (CC-13).
    NeedsSiegeWeapon,
    /// The model belongs in the front rank (FORM-12).
    NotInFront,
    /// Only individuals and characters leave and join units (FORM-10).
    NotAnIndividual,
    /// The unit it would join has yet to have its go this turn (FORM-10).
    NotYetActivated,
    /// The model doesn't know this spell, or doesn't cast like this (MAG-03, MAG-04).
    NoSuchSpell,
    /// The target isn't a friend.
    NotAFriend,
    /// Spells can't be aimed at the target (SP-TALISMAN).
    Warded,
    /// The model isn't a risen warrior (SP-SACRIFICE, SP-GAIN-LIFE).
    NotRisen,
    /// A spell keeps the unit from it (SP-DUST-STORM).
    Hindered,
    /// The bearer of the army's standard is the only one of its unit who bears one (SET-11).
    OneStandard,
    /// The spell does nothing to anybody of the target (TR-MEMBRANES).
    Unaffected,
}

impl OrderError {
    /// An order names a unit that isn't in the battle.
    pub fn no_such_unit(world: &World, unit: UnitId) -> Self {
        let count = world.roster().units().len();
        let text =
            format!("there is no unit {}; units are numbered 0 to {}", unit.0, count.max(1) - 1);
        Self::new(Refusal::NoSuchThing, "", text)
    }

    /// An order names a model that isn't in the battle.
    pub fn no_such_model() -> Self {
        Self::new(Refusal::NoSuchThing, "", "there is no such model")
    }

    /// An order has a place that is no number, or a facing that is no direction.
    pub fn unsound_pose() -> Self {
        let text = "a place needs two numbers, and a facing of length 1";
        Self::new(Refusal::NoSuchThing, "", text)
    }

    /// A refusal under a rule, with its text for people.
    pub fn new(refusal: Refusal, rule: &str, text: impl Into<String>) -> Self {
        Self { refusal, rule: rule.to_owned(), model: None, at: None, text: text.into() }
    }

    /// Names the model concerned.
    #[must_use]
    pub fn model(mut self, model: ModelId) -> Self {
        self.model = Some(model);
        self
    }

    /// Names the place.
    #[must_use]
    pub fn at(mut self, at: Vec2) -> Self {
        self.at = Some(at);
        self
    }

    /// A model has too few actions for something, which is said as "to leap" or "for this attack".
    pub fn not_enough_actions(
        world: &World,
        model: ModelId,
        for_what: &str,
        needed: u8,
        left: u8,
    ) -> Self {
        let name = who(world, model);
        let needs = count(usize::from(needed), "action");
        let text = format!("{name} needs {needs} {for_what} and has {left}");
        Self::new(Refusal::NotEnoughActions { needed, left }, "MOVE-01", text).model(model)
    }

    /// Something is in a model's way. `enemies`, `friends` and `zones` name what the obstruction
    /// counts.
    pub fn obstructed(
        world: &World,
        model: ModelId,
        obstruction: Obstruction,
        around: &super::movement::Around,
    ) -> Self {
        let name = who(world, model);
        let terrain = |index: usize| world.table().terrain.get(index).map_or("", |t| &t.kind);
        let other = |ids: &[ModelId], index: usize| {
            let named = ids.get(index).map(|&id| who(world, id).to_string());
            named.unwrap_or_else(|| "somebody".to_owned())
        };
        let (rule, at, text) = match &obstruction {
            Obstruction::OffTable { at } => {
                ("MOVE-01", *at, format!("{name} would leave the table"))
            }
            Obstruction::Zone { zone, gap, reach, at } => {
                let enemy = other(&around.zone_ids, *zone);
                let text = format!(
                    "{name} would enter the attack zone of {enemy}: gap {gap}, zone {reach}"
                );
                ("MOVE-08", *at, text)
            }
            Obstruction::Enemy { enemy, at } => {
                let enemy = other(&around.enemy_ids, *enemy);
                ("MOVE-08", *at, format!("{enemy} is in the way of {name}"))
            }
            Obstruction::Friend { friend, at } => {
                let friend = other(&around.friend_ids, *friend);
                ("MOVE-03", *at, format!("{name} would end on top of {friend}"))
            }
            Obstruction::Impassable { terrain: index, at }
                if world.table().terrain.get(*index).is_some_and(|it| it.closed_to_flight) =>
            {
                let kind = terrain(*index);
                ("SP-FOG", *at, format!("{name} can't fly through the {kind}"))
            }
            Obstruction::Impassable { terrain: index, at } => {
                let text = format!("{name} can't cross the {}: it is impassable", terrain(*index));
                ("MOVE-06", *at, text)
            }
            Obstruction::TooTall { terrain: index, height, at } => {
                let kind = terrain(*index);
                let text = format!("the {kind} is {height} high, too tall for {name} to cross");
                ("MOVE-07", *at, text)
            }
            Obstruction::OnBarrier { terrain: index, at } => {
                ("MOVE-07", *at, format!("{name} can't end on top of the {}", terrain(*index)))
            }
        };
        Self::new(Refusal::Obstructed(obstruction), rule, text).model(model).at(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        test_world::{TestWorld, man},
    };

    #[test]
    fn actions_that_are_missing_are_counted_in_words() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let told = |needed, left| {
            let model = test.model(ours, 0);
            OrderError::not_enough_actions(&test.world, model, "to leap", needed, left).text
        };
        assert_eq!(told(1, 0), "Man 0.1 needs 1 action to leap and has 0");
        assert_eq!(told(4, 2), "Man 0.1 needs 4 actions to leap and has 2");
    }
}
