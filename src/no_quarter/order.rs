//! What players may ask for in No Quarter.

mod kinds;
mod standing;
mod words;

pub(super) use kinds::{finer_kind, kinds};
pub use standing::StandingOrder;
pub(super) use words::{words, words_of_answer};

use bevy::math::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    components::Formation,
    former,
    question::Answer,
    uses::{At, Usable},
};
use crate::{
    battle::{ModelId, SideId, TerrainId, UnitId},
    table::{Pose, formation::Manoeuvre},
};

/// One order. All but deployment, activation, answers and conceding go to the active unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub enum Order {
    /// Puts a unit on the table before the battle: the middle of its front, and its formation.
    Deploy {
        /// The unit.
        unit: UnitId,
        /// The middle of its front edge, and where it looks.
        at: Pose,
        /// How it stands.
        formation: Formation,
    },
    /// Begins a unit's activation. Book: Unit and Model Activation.
    Activate {
        /// The unit.
        unit: UnitId,
    },
    /// Moves models of the active unit that is not in ranks, all at the same time. Moving away
    /// from an enemy in contact is breaking off.
    Move {
        /// Who goes where.
        moves: Vec<ModelMove>,
    },
    /// Moves the active ranked unit as one block. Book: Ranked Formation (MOVE-09).
    Manoeuvre {
        /// What it does.
        manoeuvre: Manoeuvre,
    },
    /// Changes the active unit's formation. Book: Changing Formations (FORM-08).
    FormUp {
        /// The new formation.
        formation: Formation,
        /// The middle of the new front, and where it looks; not needed to break ranks.
        at: Option<Pose>,
    },
    /// Moves up to six models of the active ranked unit to other places in its ranks. Book:
    /// Changing Formations (FORM-09).
    Reorganise {
        /// Who goes where: the middle of its base.
        places: Vec<(ModelId, Vec2)>,
    },
    /// An individual leaves the active unit and acts by itself at once, with the actions it has
    /// left; then the unit goes on. Book: Individuals And Characters In Units (FORM-10).
    Leave {
        /// Who.
        model: ModelId,
    },
    /// The active individual joins a unit it stands in coherency with, which ends its activation
    /// (FORM-10).
    Join {
        /// Which.
        unit: UnitId,
    },
    /// Charges. Book: Charges.
    Charge {
        /// Who charges; empty for the whole unit.
        models: Vec<ModelId>,
        /// Whom.
        target: UnitId,
    },
    /// Charges, but stops where its long weapons reach. Book: Extended Reach Weapons (CC-09).
    ChargeToReach {
        /// Who charges; empty for all who have such a weapon.
        models: Vec<ModelId>,
        /// Whom.
        target: UnitId,
    },
    /// Close combat attacks, one after another. Book: Close Combat.
    Fight {
        /// The blows, in order. One at somebody who has fallen by then is not struck and costs
        /// nothing.
        blows: Vec<Blow>,
    },
    /// Sets something off: an ability that is used by itself, neither a blow nor a shot.
    Use {
        /// Who.
        model: ModelId,
        /// What.
        what: Usable,
        /// Where.
        at: At,
    },
    /// Ranged attacks, one after another. Book: Ranged Combat.
    Shoot {
        /// The shots, in order. One at a unit that is gone by then is not shot and costs nothing.
        shots: Vec<Shot>,
    },
    /// Breathes or sprays over a teardrop. Book: Teardrop Templates (TEAR-01).
    Breathe {
        /// Who, with what, where to.
        breath: Breath,
    },
    /// Throws a grenade. Book: Throwing Grenades (GREN-01).
    Throw {
        /// Who, with what, at what.
        throw: Throw,
    },
    /// Fires a support weapon, or a mounted one that bursts. Book: Support Weapons (SUP-02).
    Fire {
        /// What, with what, at what.
        fire: Fire,
    },
    /// Loads a support weapon for its next activation. Book: Loading A Support Weapon (SUP-03).
    Load {
        /// Its chassis.
        weapon: ModelId,
    },
    /// Gets prone models up. Book: Stand Up From Prone (MOVE-04).
    StandUp {
        /// Who; empty for all.
        models: Vec<ModelId>,
    },
    /// Tries to rally. Book: Rallying (MOR-07).
    Rally,
    /// Goes on hold. Book: Hold Actions (HOLD-01).
    Hold {
        /// What to wait for.
        standing: StandingOrder,
    },
    /// Ends the active unit's activation.
    EndActivation,
    /// Answers the pending decision.
    Answer {
        /// One of its options, or a place of one's own choosing where that is allowed.
        answer: Answer,
    },
    /// Gives up. Book: Number Of Game Turns (TURN-08).
    Concede {
        /// Who.
        side: SideId,
    },
    /// Lays a piece of terrain before the armies are set up. Book: Alternate Placing Of Terrain
    /// (SET-02).
    LayTerrain {
        /// The piece.
        terrain: TerrainId,
        /// Where its middle lies, and how it is turned: it looks to the right as the level has it.
        /// Left out altogether without a place.
        at: Option<Pose>,
    },
    /// Brings a unit from the reserve over its own edge and begins its activation. Book: Reserve
    /// Units (SET-05).
    Enter {
        /// The unit.
        unit: UnitId,
        /// The middle of its front edge, and where it looks.
        at: Pose,
        /// How it stands.
        formation: Formation,
    },
    /// Keeps a unit in reserve: instead of deploying it, or for the present turn. Book: Reserve
    /// Units (SET-05).
    KeepBack {
        /// The unit.
        unit: UnitId,
    },
    /// Tells a unit on hold to wait for something else; at any time, without cost. Book: Hold
    /// Actions (HOLD-02).
    Instruct {
        /// The unit on hold.
        unit: UnitId,
        /// What to wait for from now on.
        standing: StandingOrder,
    },
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        former::read(deserializer)
    }
}

/// One model's way in a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelMove {
    /// Who.
    pub model: ModelId,
    /// The points it goes through after its present place; empty to turn on the spot.
    pub path: Vec<Vec2>,
    /// Where it looks at the end; as before if left out.
    pub facing: Option<Vec2>,
}

/// One close combat attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// Who strikes.
    pub attacker: ModelId,
    /// At whom.
    pub target: ModelId,
    /// With what: the place of the weapon in the attacker's arms.
    pub weapon: u8,
    /// In which way.
    #[serde(default)]
    pub mode: AttackMode,
}

impl Blow {
    /// A blow with one die.
    pub fn plain(attacker: ModelId, target: ModelId, weapon: u8) -> Self {
        Self { attacker, target, weapon, mode: AttackMode::Plain }
    }
}

/// The way a blow is struck: plainly, or in a special attack mode. Book: Abilities, special attack
/// modes (AB-MODES).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackMode {
    /// One die.
    #[default]
    Plain,
    /// As many dice as its extra attack has, each at -1 (AB-EXTRA-ATTACK).
    Extra,
    /// Two dice, of which the lower one counts (AB-AGGRESSIVE-ATTACK).
    Aggressive,
    /// A miss may be rolled again (AB-DETERMINED).
    Determined,
    /// At twice the cost, slaying outright on a low die (AB-MIGHTY-STRIKE).
    Mighty,
    /// A natural 1 wounds outright (AB-POISONOUS-ATTACK).
    Poisonous,
}

/// One ranged attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Who shoots.
    pub shooter: ModelId,
    /// At which unit; its closest model in sight is the target.
    pub target: UnitId,
    /// With what: the place of the weapon in the shooter's arms.
    pub weapon: u8,
    /// Whether it aims: 2 actions more for +1. Book: Aiming (RNG-04).
    pub aim: bool,
    /// Which of a support weapon and its crew it picks at close range; the closest in sight if left
    /// out (SUP-08).
    #[serde(default)]
    pub pick: Option<ModelId>,
    /// In which way.
    #[serde(default)]
    pub mode: ShotMode,
}

/// The way a shot is shot: plainly, or in a special attack mode. Book: Abilities, special attack modes
/// (AB-MODES).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ShotMode {
    /// As its weapon shoots.
    #[default]
    Plain,
    /// Two dice, each at -1 (AB-EXTRA-SHOT).
    Extra,
    /// A miss may be rolled again (AB-SURE-SHOT).
    Sure,
    /// A natural 1 wounds outright (AB-POISONOUS-ATTACK).
    Poisonous,
    /// At -1, with the actions of a move (AB-MOVE-AND-FIRE).
    OnTheMove,
}

/// One attack with a teardrop. Book: Teardrop Templates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breath {
    /// Who breathes.
    pub model: ModelId,
    /// With what: the place of the weapon in its arms.
    pub weapon: u8,
    /// Where the teardrop points to, from its point to its circle; any direction.
    pub facing: Vec2,
    /// Where its point touches the edge of the base; straight ahead of the middle if left out.
    pub at: Option<Vec2>,
}

/// What a template is aimed at. Book: Blast Templates (BLAST-01).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mark {
    /// The middle of a model's base.
    Model(ModelId),
    /// A point on the ground.
    Ground(Vec2),
}

/// One grenade, or several thrown as one. Book: Throwing Grenades, Combined Grenade Attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throw {
    /// Who throws, rolls, and measures the range.
    pub thrower: ModelId,
    /// With what: the place of the grenade in the thrower's arms.
    pub weapon: u8,
    /// Who throws with it, each for half an inch more of blast; all base to base.
    pub with: Vec<ModelId>,
    /// At what.
    pub at: Mark,
}

/// One firing of a support weapon, or of a mounted one. Book: Support Weapons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fire {
    /// The chassis, or who carries the weapon.
    pub shooter: ModelId,
    /// With what: the place of the weapon, or of its ammunition, in its arms.
    pub weapon: u8,
    /// At what: one for a blast; for a burst one for all dice, or one for each (SUP-04).
    pub marks: Vec<Mark>,
    /// Whether it fires over everything, at what a friend sees, for -1 (SUP-06).
    pub indirect: bool,
    /// Whether the bearer of a mounted weapon aims; support weapons can't (RNG-04).
    pub aim: bool,
}
