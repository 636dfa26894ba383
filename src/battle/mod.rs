//! What every rule system shares: stable ids, components, orders in, events out, decisions, the
//! resolution stack, the turn frame, history and levels. It knows no rulebook.
//!
//! - *order*: something a player asks for; the only way in.
//! - *event*: something that has happened, with its dice; the only way out.
//! - *decision*: a question that a rule puts to a side in the middle of an order.
//! - *step*: a small piece of an order's resolution, kept on a stack that can be saved.

pub mod arrivals;
mod checksum;
pub mod commanders;
pub mod components;
pub mod data;
pub mod engine;
pub mod figures;
pub mod files;
pub mod ground;
pub mod handicap;
pub mod history;
pub mod ids;
pub(crate) mod kept_query;
pub mod level;
pub mod levels;
pub mod link;
pub mod opening;
pub mod planning;
pub mod playable;
pub mod rehearsal;
pub mod rules;
pub mod save;
pub mod snapshot;
pub mod strangers;
pub mod variants;
pub mod world;
pub mod wrapper;

pub use arrivals::{Arrived, Entrance, Formed};
pub use commanders::{Commander, Commanders};
pub use components::{
    Battlefield, MemberOf, Members, Named, Presence, Roster, Side, SideName, SideNames, TurnFrame,
};
pub use data::DataError;
pub use engine::{Decision, Log, Pending, Resolving, Stack};
pub use figures::{Figure, figures};
pub use handicap::Handicap;
pub use history::History;
pub use ids::{ModelId, SideId, TerrainId, UnitId};
pub use level::Level;
pub use opening::{Opened, Opening};
pub use planning::Planning;
pub use playable::{Acting, Mapping, Playable, Showing, Telling};
pub use rehearsal::Rehearsal;
pub use rules::{Outcome, RuleSystem, Tally};
pub use snapshot::Snapshot;
pub use world::BattleWorld;
pub use wrapper::Battle;
