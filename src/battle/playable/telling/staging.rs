//! What is to be seen of an event: what models do, and the words that rise over them.

use std::borrow::Cow;

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{ModelId, UnitId},
    table::{Pose, template::Laid},
};

/// What is to be seen of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Staging {
    /// What happens on the table.
    pub play: Play,
    /// The words that tell it.
    pub words: Vec<Word>,
    /// Whether it is seen by itself.
    pub cue: Cue,
    /// Whether ground comes, moves or goes once it has been shown.
    pub ground: bool,
    /// Whether dice are rolled for it: nothing of what they decide is shown before they lie.
    pub rolls: bool,
}

impl Staging {
    /// Something that is seen by itself and without words.
    pub fn of(play: Play) -> Self {
        Self { play, words: Vec::new(), cue: Cue::Own, ground: false, rolls: false }
    }

    /// Nothing but words.
    pub fn said(pause: Pause, word: Word) -> Self {
        Self { words: vec![word], ..Self::of(Play::Pause(pause)) }
    }

    /// Nothing at all.
    pub fn nothing() -> Self {
        Self::of(Play::Pause(Pause::None))
    }

    /// The same as a consequence of the attack before it.
    #[must_use]
    pub fn after_attack(self) -> Self {
        Self { cue: Cue::Aftermath, ..self }
    }
}

/// Whether an event is seen by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// By itself.
    Own,
    /// With the attack right before it, if there is one: it comes of that.
    Aftermath,
    /// With the attack right before it, which hits somebody else than it was aimed at. Its words are
    /// only said then.
    HitInstead(ModelId),
}

/// What happens on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// Nothing moves, while the words are read.
    Pause(Pause),
    /// A model goes its way. Those that go in the same way, one event after another, go together.
    Walk {
        /// Who.
        model: ModelId,
        /// How.
        pace: Pace,
        /// Why, as a number that tells moves of one kind from those of another.
        kind: u8,
        /// From where it starts to where it ends.
        way: Vec<Pose>,
    },
    /// A blow at somebody near.
    Blow {
        /// Who strikes.
        attacker: ModelId,
        /// Whom.
        target: ModelId,
    },
    /// A shot at somebody far away. Those at one unit, one event after another, fly together.
    Shot {
        /// Who shoots.
        shooter: ModelId,
        /// At which unit.
        unit: UnitId,
        /// At which of its models.
        target: ModelId,
        /// What flies.
        missile: Missile,
        /// Whether it hits; a miss flies on.
        hit: bool,
    },
    /// Something heavy flies to a place.
    Lob {
        /// Who sends it.
        shooter: ModelId,
        /// Where it is to land.
        at: Vec2,
        /// What flies.
        missile: Missile,
    },
    /// Fire spreads over a template from its point.
    Breath(Laid),
    /// A template bursts from its middle.
    Burst(Laid),
    /// Something invisible goes out from a model, to whom it is meant for if it comes off.
    Pulse {
        /// From whom.
        from: ModelId,
        /// To whom or where; none where it stays with that model.
        to: Option<Toward>,
        /// Whether it comes off.
        succeeds: bool,
    },
    /// A model falls and is gone. Those that fall one event after another fall together.
    Fall {
        /// Who.
        model: ModelId,
        /// Where it stood.
        at: Pose,
    },
    /// A model goes down, but stays.
    Topple(ModelId),
    /// A model gets up.
    Rise(ModelId),
    /// A unit comes onto the table.
    Appear(UnitId),
}

/// Where something goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Toward {
    /// To a model.
    Model(ModelId),
    /// To the middle of a unit.
    Unit(UnitId),
    /// To a place.
    Place(Vec2),
}

/// How a model goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At ease.
    Walk,
    /// Faster and faster, with a blow at the end.
    Charge,
    /// Headlong.
    Flee,
}

/// What flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missile {
    /// Of a bow.
    Arrow,
    /// Of a crossbow or a bolt thrower: shorter and flatter.
    Bolt,
    /// Of a gun, a sling or an engine.
    #[default]
    Ball,
}

/// How long words are left to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pause {
    /// Not at all.
    None,
    /// One of many of its kind.
    Glimpse,
    /// A little longer.
    Glance,
    /// Short.
    Short,
    /// Neither short nor long.
    Middling,
    /// Long.
    Long,
    /// As long as it gets.
    Longest,
}

/// A word that rises from the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Over whom.
    pub over: Over,
    /// How it is meant.
    pub mood: Mood,
    /// What it says. A minus stands for wounds, which are counted.
    pub text: Cow<'static, str>,
}

/// What a word rises over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// A model.
    Model(ModelId),
    /// The middle of a unit.
    Unit(UnitId),
    /// All of the table.
    Table,
}

/// How a word is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// By the way.
    Plain,
    /// Good for whom it happened to.
    Good,
    /// Bad for whom it happened to.
    Bad,
    /// Look here.
    Strong,
}
