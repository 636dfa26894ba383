//! What stands on the table, described for people: armies, the clock, the score, the cards of units,
//! the faces of models, and the terms that may need explaining.

pub mod army;
pub mod card;
pub mod clock;
pub mod lasting;
pub mod piece;
pub mod score;
pub mod token;

use std::path::Path;

use bevy::{
    ecs::world::EntityRef,
    math::Vec2,
    prelude::{Resource, World},
};

use crate::{
    battle::{DataError, Level, ModelId, RuleSystem, UnitId},
    table::Terrain,
};

pub use army::{Army, ArmyUnit, PlacedModel};
pub use card::{Arm, ArmsPart, Card, Kind, Label, ModelCard, UnitState};
pub use clock::{Clock, Goal};
pub use lasting::{Lasting, LiesOn};
pub use piece::PieceCard;
pub use score::Score;
pub use token::{Badge, Face, Mark, Marks, Sign};

/// What a term of the rules means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation<'a> {
    /// The name of its rule.
    pub name: &'a str,
    /// The heading under which the book has it; nothing if that is its name.
    pub rule: &'a str,
    /// What it says, in a sentence or two.
    pub about: &'a str,
}

/// A rule system that describes what stands on the table.
pub trait Showing: RuleSystem {
    /// What people call it: its name and the edition of its book.
    const TITLE: &'static str;

    /// What armies and tables are made of; every world with a battle has it as a resource.
    type Data: Resource + Clone;

    /// Reads the data, with the files of a directory laid over those that come with the game.
    /// Broken files are left out; what is wrong with them comes back beside the data.
    fn load_data(directory: Option<&Path>) -> (Self::Data, Vec<DataError>);

    /// The signs that models of the data may have.
    fn signs(data: &Self::Data) -> Vec<&str>;

    /// The armies of a level, by side.
    fn armies(data: &Self::Data, level: &Level<Self>) -> Vec<Army>;

    /// The terrain of a level.
    fn terrain(data: &Self::Data, level: &Level<Self>) -> Vec<Terrain>;

    /// The models of a level that have a place from the start.
    fn placed_models(data: &Self::Data, level: &Level<Self>) -> Vec<PlacedModel>;

    /// Whether players have to deploy some unit of a level by hand.
    fn is_deployed_by_hand(level: &Level<Self>) -> bool;

    /// Has players deploy all units of a level by hand.
    fn deploy_by_hand(level: &mut Level<Self>);

    /// How far the battle has come.
    fn clock(world: &World) -> Clock;

    /// What the armies fight about besides each other.
    fn goals(world: &World) -> Vec<Goal>;

    /// What wins the battle, and how it stands.
    fn score(world: &World) -> Score;

    /// A unit's card. It describes one of its models as well, if one is given.
    fn card(world: &World, unit: UnitId, model: Option<ModelId>) -> Card;

    /// What somebody has brought about and what lasts until it ends, the oldest first.
    fn lasting(world: &World) -> Vec<Lasting>;

    /// How many models a unit counts: who stands, and before it is set up all who will.
    fn strength(world: &World, unit: UnitId) -> usize;

    /// The pieces of terrain at a point of the table, the topmost first.
    fn pieces_at(world: &World, place: Vec2) -> Vec<PieceCard>;

    /// What a model's token shows as long as the battle lasts.
    fn face(model: EntityRef) -> Face;

    /// What is marked on a model's token.
    fn marks(world: &World, model: ModelId) -> Marks;

    /// The signs of a unit's states, for its banner.
    fn states(world: &World, unit: UnitId) -> Vec<Sign>;

    /// What a mark means, with its term.
    fn meaning(mark: Mark) -> Label;

    /// Whether a unit is drawn up so close that from afar it is shown as one block.
    fn is_block(unit: EntityRef) -> bool;

    /// Whether a unit stands in close order, so that one line goes around all of it.
    fn is_in_close_order(world: &World, unit: UnitId) -> bool;

    /// What a term of the rules means, if it is known.
    fn explained<'a>(world: &'a World, term: &str) -> Option<Explanation<'a>>;
}
