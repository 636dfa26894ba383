//! What a rule system has to provide so that a battle can be fought with it.

use std::{
    error::Error,
    fmt::{Debug, Display},
    path::Path,
};

use bevy::{
    ecs::world::EntityRef,
    prelude::{Bundle, Entity, Resource, World},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    data::DataError,
    ids::SideId,
    level::{Army, Level, LevelUnit},
    snapshot::Snapshot,
    variants::variants_of,
};

/// A plain value that can be compared, shown and saved.
pub trait Value:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T> Value for T where
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// One rule system: its words, and what they do to a world.
///
/// There is one implementation of each rule; the window's world and the headless
/// [`Battle`](super::Battle) run the same functions.
pub trait RuleSystem: Sized + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The name that levels and saves give it.
    const NAME: &'static str;

    /// The version of its rules and of the form of their state. Whoever changes either raises it, so
    /// that a battle that no longer replays can say why.
    const VERSION: u32;

    /// What dice are rolled for.
    type Purpose: Value + Copy + Display;
    /// What players may ask for. Answers to decisions are orders too.
    type Order: Value;
    /// Why an order is refused: the rule, the model, the numbers, the place.
    type OrderError: Value + Error;
    /// What has happened, in the past tense.
    type Event: Value;
    /// What a rule asks in the middle of an order.
    type Question: Value;
    /// What may be answered.
    type Answer: Value;
    /// A small piece of resolution.
    type Step: Value;
    /// The changing components of a unit.
    type UnitState: Value + Bundle;
    /// The changing components of a model, besides its pose and presence.
    type ModelState: Value + Bundle;
    /// What else changes in a battle: one resource.
    type FrameState: Value + Resource;
    /// What a model that joins a battle after its start is made of: all that never changes about it.
    type Arrival: Value;
    /// A unit of a level. Rules that need no more than every unit has take
    /// [`UnitSetup`](super::level::UnitSetup).
    type UnitSetup: LevelUnit;
    /// What a level may say of how its battle is set up, besides what all levels say; `()` if that is
    /// nothing.
    type SetUp: Value + Default;

    /// What is wrong with a level that only this rule system can see, though it has yet to look up any
    /// profile or kind of terrain. That numbers, names and places make sense is known already.
    fn level_problems(_: &Level<Self>) -> Vec<DataError> {
        Vec::new()
    }

    /// The names of all armies in files of their own, those of a data directory too.
    fn armies(_data: Option<&Path>) -> Vec<String> {
        Vec::new()
    }

    /// The army of a name, or all that is wrong with its file; none if there is no such file. Those of
    /// a data directory go before those that come with the game.
    fn army(_name: &str, _data: Option<&Path>) -> Option<Result<Army<Self>, Vec<DataError>>> {
        None
    }

    /// Builds the battle of a level in a world without one, up to the first order.
    ///
    /// # Errors
    /// All that is wrong with the level, each with its file and line.
    fn set_up(world: &mut World, level: &Level<Self>) -> Result<(), Vec<DataError>>;

    /// Takes away what `set_up` has put into a world besides units, models and what all rule systems
    /// have.
    fn tear_down(_: &mut World) {}

    /// Spawns a model that joins a battle after its start, with its base, its name and whatever else
    /// never changes about it; its state is added by who asks.
    fn spawn_arrival(world: &mut World, arrival: &Self::Arrival) -> Entity;

    /// Why there is no such model, if the value comes from a file.
    fn arrival_problem(world: &World, arrival: &Self::Arrival) -> Option<String>;

    /// Whether an order may be given now. Draws no dice and changes nothing.
    ///
    /// # Errors
    /// The rule that forbids it, with what was measured.
    fn check(world: &World, order: &Self::Order) -> Result<(), Self::OrderError>;

    /// Starts an order that `check` allowed: pushes its steps.
    fn begin(world: &mut World, order: Self::Order);

    /// Resolves one step: changes components, emits events, may push steps or ask a question.
    fn step(world: &mut World, step: Self::Step);

    /// What an order asks for in a few words, such as "charge the Orc Bruisers", for those who wrote
    /// it in a file; it may name what isn't there. As the file has it, if a rule system has no words.
    fn order_in_words(world: &World, order: &Self::Order) -> String {
        let _ = world;
        format!("{order:?}")
    }

    /// What an order is counted as, where the name of its variant says too little.
    fn order_kind(_: &Self::Order) -> Option<String> {
        None
    }

    /// All that orders are counted as.
    fn order_kinds() -> Vec<String> {
        variants_of::<Self::Order>().iter().map(|&kind| kind.to_owned()).collect()
    }

    /// The order that gives an answer to the pending decision.
    fn answer(answer: Self::Answer) -> Self::Order;

    /// The answer that an order gives, if it is one.
    fn given_answer(order: &Self::Order) -> Option<&Self::Answer>;

    /// The version of the rules since which a question is asked; 0 if it always was. A battle played with
    /// earlier rules has no answer to it: when it is opened, the question takes its default.
    fn asked_since(_: &Self::Question) -> u32 {
        0
    }

    /// The version of the rules since which a question that took an answer is asked less often than before;
    /// 0 if there is none. When a battle played with earlier rules is opened, such an answer is left out
    /// where nobody asks for it.
    fn unasked_since(_: &Self::Answer) -> u32 {
        0
    }

    /// An order worth trying now, picked by `pick`, which is given a count above 0 and returns a
    /// place below it. It need not be legal; the caller checks.
    fn propose(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Self::Order;

    /// An order that is always legal while the battle goes on, for players out of ideas.
    fn fallback(world: &World) -> Self::Order;

    /// What a side has won so far, with an account for people to read.
    fn tally(world: &World, side: SideId) -> Tally;

    /// How the battle ended, once it has, with a reason for people to read: what decided it.
    fn outcome(world: &World) -> Option<Outcome>;

    /// What must hold between orders and does not.
    fn broken_invariants(world: &World) -> Vec<String>;

    /// What only this rule system can see is wrong with a snapshot that comes from a file: the field,
    /// and what is the matter with it. That counts and ids are the battle's own is known already.
    fn state_problem(world: &World, snapshot: &Snapshot<Self>) -> Option<(String, String)>;

    /// An event as a sentence for the log.
    fn sentence(world: &World, event: &Self::Event) -> String;

    /// Reads the changing components of a unit.
    fn unit_state(unit: EntityRef) -> Self::UnitState;

    /// Reads the changing components of a model.
    fn model_state(model: EntityRef) -> Self::ModelState;
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<SideId>,
    /// Why the battle ended.
    pub reason: String,
    /// What each side achieved, by side.
    pub tallies: Vec<Tally>,
}

/// What one side achieved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// The side.
    pub side: SideId,
    /// Victory points by the rule system's own count.
    pub points: i32,
    /// Where the points came from: a reason and its share.
    pub account: Vec<(String, i32)>,
    /// Models at the start.
    pub models: u32,
    /// Models lost.
    pub lost: u32,
}
