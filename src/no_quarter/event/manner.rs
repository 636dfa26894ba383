//! How what has happened came about: how dice came up, why models moved, what took them off the
//! table.

use serde::{Deserialize, Serialize};

use crate::battle::{ModelId, TerrainId};

/// How an attack's die came up. Book: Striking The Enemy, Masterful Hit, Fumbles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitResult {
    /// Above the number.
    Missed,
    /// At or under it.
    Hit,
    /// A natural 1: no armour save (CC-04).
    MasterfulHit,
    /// A natural 10: no more attacks this turn (CC-05).
    Fumbled,
    /// Beyond long range; no die was rolled (RNG-02).
    OutOfRange,
    /// Nobody rolled: the enemy turned its back (CC-08).
    Automatic,
    /// Nobody rolled: the target can't defend itself (SP-BLIND).
    Helpless,
}

impl HitResult {
    /// Whether it goes on to the save.
    pub fn is_hit(self) -> bool {
        matches!(self, Self::Hit | Self::MasterfulHit | Self::Automatic | Self::Helpless)
    }
}

/// Why a charge came into contact with nobody (CHG-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shortfall {
    /// They were farther away than its actions reach.
    TooFar,
    /// Its actions would have done over open ground.
    Slowed,
    /// They fled from it (CHG-05).
    Fled,
    /// Whoever charged was felled on the way.
    Felled,
    /// They stand where nobody finds a place beside them.
    NoRoom,
    /// The table ends there.
    Edge,
    /// What nobody crosses was in the way.
    Terrain {
        /// Which piece.
        terrain: TerrainId,
    },
    /// Another enemy was in the way.
    Enemy {
        /// Who.
        model: ModelId,
    },
    /// Another enemy's attack zone was in the way.
    Zone {
        /// Whose.
        model: ModelId,
    },
}

/// Why a model moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gait {
    /// An ordinary move.
    Move,
    /// A move of a ranked block.
    InRanks,
    /// Charging.
    Charge,
    /// The free move after a kill.
    FollowUp,
    /// Fleeing from a charge.
    Flight,
    /// Retreating in panic.
    Retreat,
    /// Going back to its unit at the end of the activation.
    Regroup,
    /// Taking a new place in a formation.
    FormUp,
    /// Stepping into a gap in the ranks.
    CloseUp,
    /// Pushed back by ranks (CC-10).
    PushedBack,
    /// Thrown aside by a spell (SP-METEOR).
    Thrown,
    /// Lured by a spell (SP-LURE).
    Lured,
}

impl Gait {
    /// Whether whoever goes like that goes on its own feet, from one place to another.
    pub fn is_a_move(self) -> bool {
        match self {
            Self::Move
            | Self::InRanks
            | Self::Charge
            | Self::FollowUp
            | Self::Flight
            | Self::Retreat
            | Self::Regroup
            | Self::Lured => true,
            Self::FormUp | Self::CloseUp | Self::PushedBack | Self::Thrown => false,
        }
    }
}

/// Why a unit took a command test. Book: Command Test Modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestReason {
    /// Half of it is lost (MOR-01, MOR-02).
    Losses,
    /// To rally (MOR-07).
    Rally,
    /// To shoot into close combat (RNG-08).
    ShootIntoCombat,
    /// Fear (FEAR-01, FEAR-02).
    Fear,
    /// To let one of its models follow up (TR-HESITATE).
    FollowUp {
        /// Which.
        model: ModelId,
    },
    /// A cruel kill near by (AB-MUTILATE).
    Slaughter,
    /// To fight brutes (AB-BRUTES).
    Brutes,
    /// To bear being taunted (AB-TAUNT).
    Taunt,
    /// A spell (SP-PANIC).
    Magic,
    /// To break the hold of a lure (SP-LURE).
    Lure,
}

impl TestReason {
    /// Whether it is a test of morale, which the panic table follows if it fails (MOR-01, MOR-02,
    /// AB-MUTILATE).
    pub fn is_of_morale(self) -> bool {
        match self {
            Self::Losses | Self::Slaughter | Self::Magic => true,
            Self::Rally
            | Self::ShootIntoCombat
            | Self::Fear
            | Self::Brutes
            | Self::Taunt
            | Self::Lure
            | Self::FollowUp { .. } => false,
        }
    }
}

/// What the panic table says. Book: Panic Table (MOR-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PanicResult {
    /// 1: stands or retreats by choice.
    StandFirm,
    /// 2 to 7.
    Retreat,
    /// 8 and 9.
    Terrified,
    /// 10.
    Destroyed,
}

/// What took a model off the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// An enemy's blow or shot.
    Slain {
        /// Who did it.
        by: ModelId,
    },
    /// Taken alive in close combat by an enemy who was after it (TURN-09).
    Captured {
        /// Who did it.
        by: ModelId,
    },
    /// Its unit scattered (MOR-03).
    Scattered,
    /// It ran off its own table edge.
    RanOff,
    /// It went back to where it came from (TR-UNSTABLE).
    Vanished,
    /// Its own boiler burst (TR-BOILER-OVERLOAD).
    BlewUp,
    /// Quicksand has swallowed it (SP-QUICKSAND).
    Swallowed {
        /// Whose spell it was.
        by: ModelId,
    },
    /// A friend's spell took its life (SP-SACRIFICE, SP-GAIN-LIFE).
    Sacrificed {
        /// Whose.
        by: ModelId,
    },
}
