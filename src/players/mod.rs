//! Who gives the orders. A player sees the whole battle, gives one order at a time through the
//! rule system's interface, and has dice of its own: it never touches the battle's.

mod captain;
mod dice_of_ones_own;
mod first_legal;
mod marshal;
mod random;
mod recruit;
mod scripted;
mod search;
mod sergeant;
mod thinking;
mod weighing;

use bevy::prelude::World;

pub use first_legal::FirstLegal;
pub use random::RandomPlayer;
pub use scripted::{Script, Scripted};
pub use search::Searching;
pub use thinking::next_order;
pub use weighing::Weighing;

use crate::battle::{
    BattleWorld, Pending, Planning, RuleSystem, SideId,
    data::no_such_name,
    planning::{Reason, Weighed},
};

/// The version of the computer players: whenever one of them comes to decide otherwise it is raised, so that
/// nobody goes on with a series that others have begun.
pub const VERSION: u32 = 3;

/// Somebody who gives the orders of a side.
pub trait Player<R: RuleSystem> {
    /// What results call it.
    fn name(&self) -> String;

    /// The order to give now; none if it knows no more. It is asked only when it is its turn to
    /// say something, see [`whose_order`].
    fn order(&mut self, world: &World) -> Option<R::Order>;

    /// Thinks about its next order, or about what it would advise, for a short while; true once more
    /// thinking would change nothing. Whoever is in a hurry asks for the order earlier and gets what was
    /// found by then. Nobody needs to call it: those who are asked for an order at once think first.
    fn ponder(&mut self, world: &World) -> bool {
        let _ = world;
        true
    }

    /// The file and the line where the order that it gave last is written, if it is.
    fn written(&self) -> Option<String> {
        None
    }

    /// Whether it has checked the order that it gave last.
    fn has_checked(&self) -> bool {
        false
    }

    /// Whether the order that it gave last is part of a plan of which something is left.
    fn goes_on(&self) -> bool {
        false
    }

    /// Why it gave the order that it gave last, if it has a reason.
    fn reason(&self) -> Option<&Reason> {
        None
    }

    /// Whether a plan of its own began with the order that it gave last: its reason is a new one.
    fn begins_plan(&self) -> bool {
        false
    }

    /// The reason of the plan that began with the order that it gave last, if one did.
    fn begun_reason(&self) -> Option<&Reason> {
        self.reason().filter(|_| self.begins_plan())
    }

    /// The best plans that it thinks of now and that can be begun, the best first; none from those who
    /// make no plans.
    fn advise(&mut self, world: &World) -> Vec<Weighed<R>>
    where
        R: Planning,
    {
        let _ = world;
        Vec::new()
    }
}

/// The side whose order or answer the battle waits for: who was asked, else who owns the active
/// unit, else whose turn it is to activate or deploy.
pub fn whose_order<R: RuleSystem>(world: &World) -> SideId {
    if let Some(decision) = &world.resource::<Pending<R>>().0 {
        return decision.side;
    }
    let frame = world.frame();
    frame.active.map_or(frame.side, |unit| world.side_of(unit))
}

/// The kinds of player that a command line can name, besides scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// See [`RandomPlayer`].
    Random,
    /// See [`FirstLegal`].
    FirstLegal,
    /// Weighs the first plans that come to mind by what they bring at once, see [`Weighing`].
    Recruit,
    /// Weighs all its plans and what the enemy can do next, see [`Weighing`].
    Sergeant,
    /// Tries its best plans, see [`Searching`].
    Captain,
    /// Tries each plan more often and looks farther, see [`Searching`].
    Marshal,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        one_of_each!(Kind: Random, FirstLegal, Recruit, Sergeant, Captain, Marshal);

    /// What a command line and results call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::FirstLegal => "first-legal",
            Self::Recruit => "recruit",
            Self::Sergeant => "sergeant",
            Self::Captain => "captain",
            Self::Marshal => "marshal",
        }
    }

    /// The levels of computer player that people fight, from the lowest to the highest.
    pub const LEVELS: [Self; 4] = [Self::Recruit, Self::Sergeant, Self::Captain, Self::Marshal];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Random => "Random orders",
            Self::FirstLegal => "First legal orders",
            Self::Recruit => "Recruit",
            Self::Sergeant => "Sergeant",
            Self::Captain => "Captain",
            Self::Marshal => "Marshal",
        }
    }

    /// How it plays, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Random => "Gives random legal orders.",
            Self::FirstLegal => "Gives the first legal order that it finds.",
            Self::Recruit => "Sees its own unit and the next blow. For your first battles.",
            Self::Sergeant => "Weighs every option, and how the enemy could hit back.",
            Self::Captain => {
                "Tries out its best plans, the enemy's reply included, before it follows one."
            }
            Self::Marshal => {
                "Tries its best plans more often, and looks farther. It takes its time."
            }
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind with a name.
    ///
    /// # Errors
    /// That nobody is called so, and who is meant perhaps.
    pub fn known(name: &str) -> Result<Self, String> {
        Self::named(name).ok_or_else(|| no_such_name("player", name, Self::ALL.map(Self::name)))
    }

    /// A player of this kind; `seed` is the battle's, so that a battle can be repeated from it.
    pub fn player<R: Planning>(self, seed: u64, side: SideId) -> Box<dyn Player<R>> {
        match self {
            Self::Random => Box::new(RandomPlayer::new(seed, side)),
            Self::FirstLegal => Box::new(FirstLegal::default()),
            Self::Recruit => Box::new(Weighing::recruit()),
            Self::Sergeant => Box::new(Weighing::sergeant()),
            Self::Captain => Box::new(Searching::new(self, seed, side, captain::EFFORTS)),
            Self::Marshal => Box::new(Searching::new(self, seed, side, marshal::EFFORTS)),
        }
    }
}
