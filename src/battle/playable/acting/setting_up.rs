//! What there is to do now, and the ground on which things are set up before the battle.

use bevy::math::Vec2;

use super::{Acting, Choice, VerbId};
use crate::{
    battle::{ModelId, SideId, UnitId},
    table::{Inches, Placed},
};

/// What there is to do now.
#[derive(Clone, Debug)]
pub enum Situation<S: Acting> {
    /// Units or pieces of terrain are put down one by one.
    SettingUp(SettingUp<S>),
    /// Somebody chooses the next unit to act.
    Choosing {
        /// The side's own units that may be chosen.
        units: Vec<UnitId>,
        /// The enemy's units that may be chosen instead.
        enemies: Option<Enemies>,
        /// What can be done with the units that wait off the table.
        reserve: Vec<Choice<S>>,
    },
    /// A unit acts.
    Acting {
        /// Which.
        unit: UnitId,
        /// How many of it can still act, as a sentence.
        left: String,
    },
    /// Nothing: the battle is over.
    Over,
}

/// Units of the enemy that may be chosen to act, though their own player gives their orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enemies {
    /// Which.
    pub units: Vec<UnitId>,
    /// What choosing one of them does, on the button that shows them.
    pub title: &'static str,
    /// What that means, for whoever sees it for the first time.
    pub about: &'static str,
    /// What settings call that explanation, for ever.
    pub id: &'static str,
    /// The verb that lists them, and that has the selected one act.
    pub verb: VerbId,
}

/// Things are put down one by one.
#[derive(Clone, Debug)]
pub struct SettingUp<S: Acting> {
    /// Who does what.
    pub title: String,
    /// What waits to be put down by the side whose go it is.
    pub waits: Vec<Entry<S>>,
    /// What the button says that picks up the next one, or ends the setting up.
    pub next: &'static str,
    /// The order that the button gives once nothing waits any more; until then it takes up the next one.
    pub ends: Option<S::Order>,
    /// The name of its icon.
    pub icon: &'static str,
    /// What to do, in a sentence.
    pub hint: String,
}

/// Something that waits to be put down.
#[derive(Clone, Debug)]
pub struct Entry<S: Acting> {
    /// The unit, if it is one.
    pub unit: Option<UnitId>,
    /// What it is called.
    pub name: String,
    /// The intent of putting it down.
    pub intent: S::Intent,
}

/// The ground on which things are set up.
#[derive(Clone, Debug, PartialEq)]
pub enum WhereToPutDown {
    /// A zone for each side.
    Zones {
        /// The zones.
        zones: Vec<Zone>,
        /// Whose is used now: the place before its front edge, and words for it.
        words: Option<(Vec2, String)>,
    },
    /// All ground that keeps its distance from enemies and is hidden from them: a unit's places have to
    /// be searched for.
    Searched {
        /// The unit.
        unit: UnitId,
        /// The enemies.
        enemies: Vec<Placed>,
        /// The distance.
        distance: Inches,
    },
}

/// The zone of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// The side.
    pub side: SideId,
    /// Its corner with the lowest coordinates.
    pub low: Vec2,
    /// Its corner with the highest.
    pub high: Vec2,
    /// Whether it is used now.
    pub used: bool,
}

/// Whose wish it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wisher {
    /// A whole unit's.
    Unit(UnitId),
    /// One model's.
    Model(ModelId),
}

/// Which of a rule system's standing wishes it is: its place in a list of the rule system's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WishId(pub u8);

/// A standing wish: a question that is answered without asking the player, because the player has said
/// beforehand how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Which one.
    pub id: WishId,
    /// Whose.
    pub of: Wisher,
    /// What is done unasked; where there is a number, in words before the number and "or more".
    pub text: &'static str,
    /// What that means, in a sentence.
    pub about: &'static str,
    /// From which number on, if that is for the player to say.
    pub from: Option<WishNumber>,
}

/// The number from which on a wish holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WishNumber {
    /// Unless the player says otherwise.
    pub usual: u16,
    /// The least.
    pub least: u16,
    /// The most.
    pub most: u16,
}
