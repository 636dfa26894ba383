//! No Quarter, the first rule system: fantasy battles with ten-sided dice, where low is good.
//! One module for each chapter of its book, named as the book names it, besides the words they
//! share: components, orders, events, questions, steps, errors, profiles.

mod answers;
pub mod armies;
pub mod armour;
pub mod armoury;
pub mod arms;
pub mod army_files;
mod arrival;
pub mod boards;
pub mod brutes;
pub mod charges;
pub mod close_combat;
pub mod codex;
pub mod combined;
pub mod command_test;
pub mod components;
mod corrosive_blood;
pub mod damage;
mod decided;
pub mod deployment;
pub mod dice;
pub mod doctrine;
pub mod effects;
pub mod error;
pub mod evade;
pub mod event;
pub mod fear;
pub mod flight;
pub mod formations;
mod former;
pub mod grenades;
pub mod hit;
pub mod hit_roll;
pub mod hold;
pub mod invariants;
pub mod level;
pub mod line_of_sight;
pub mod magic;
pub mod mastery;
pub mod mishaps;
mod moment;
pub mod morale;
pub mod movement;
pub mod mutilate;
pub mod nemesis;
pub mod objectives;
pub mod odds;
pub mod options;
pub mod order;
pub mod phase;
pub mod plan;
pub mod plans;
mod playable;
pub mod points;
pub mod preview;
pub mod profile;
pub mod propose;
pub mod question;
pub mod ranged_combat;
pub mod reason;
pub mod regeneration;
pub mod reserves;
pub mod retrace;
pub mod retreat;
pub mod rolls;
pub mod rule_names;
pub mod sentence;
pub mod set_up;
pub mod statistics;
pub mod step;
pub mod support_weapons;
pub mod system;
pub mod templates;
pub mod terrain_placing;
#[cfg(test)]
pub(crate) mod test_world;
pub mod topic;
pub mod trial;
pub mod turn_sequence;
pub mod uses;
pub mod victory;
mod who;

pub use armoury::Armoury;
pub use components::{
    ActionsLeft, Activation, Arms, Battery, Gun, Holding, ModelBundle, Momentum, Morale,
    MoraleRecord, ProfileOf, Record, Stance, Strength, UnitBundle, UnitRecord, WoundsLeft,
};
pub use error::{OrderError, Refusal};
pub use event::Event;
pub use order::{Blow, Breath, Fire, Mark, ModelMove, Order, Shot, StandingOrder, Throw};
pub use profile::{Ability, Profile, Size, Weapon, WeaponRule};
pub use question::{Answer, Question};
pub use reason::Reason;
pub use step::Step;
pub use system::{BattleState, NoQuarter};
