//! What an order would do, in drawing words: ways and where they end, shapes, chances, costs, and
//! what a player should know before.

use bevy::math::Vec2;

use super::Odds;
use crate::{
    battle::{ModelId, SideId, playable::Tone},
    table::{Placed, Pose, template::Covered},
};

/// What an order would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch<E> {
    /// Why it is refused; the rest then shows as much as can be said.
    pub refused: Option<E>,
    /// Where models would stand that aren't on the table yet.
    pub places: Vec<(ModelId, Pose)>,
    /// Models on their way.
    pub ways: Vec<SketchedWay>,
    /// The model whose way is told and numbered.
    pub leader: Option<ModelId>,
    /// Where enemies could respond on the way.
    pub responses: Vec<ResponseAt>,
    /// Templates that would be laid.
    pub templates: Vec<LaidTemplate>,
    /// Who would attack whom from afar or near.
    pub attacks: Vec<AimedAt>,
    /// Points that were chosen besides.
    pub points: Vec<Vec2>,
    /// The chances of its attacks.
    pub odds: Odds,
    /// What it costs, if that can be said in a word or two.
    pub cost: Option<String>,
    /// What it costs and brings, in lines.
    pub lines: Vec<Line>,
    /// Why nothing, or little, comes of what it is for, though it may be given.
    pub doubt: Option<Line>,
    /// What else a player should know before.
    pub warnings: Vec<Line>,
}

impl<E> Sketch<E> {
    /// Whether nothing of it can be seen on the table.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
            && self.ways.is_empty()
            && self.templates.is_empty()
            && self.attacks.is_empty()
            && self.points.is_empty()
    }

    /// Where models and templates would be in the end, and the points that were chosen besides.
    pub fn ends(&self) -> impl Iterator<Item = Vec2> + '_ {
        let placed = self.places.iter().map(|(_, pose)| pose.at);
        let led = self.ways.iter().filter_map(|way| way.ticks.last()).map(|pose| pose.at);
        let laid = self.templates.iter().map(|template| template.at);
        placed.chain(led).chain(laid).chain(self.points.iter().copied())
    }
}

impl<E> Default for Sketch<E> {
    fn default() -> Self {
        Self {
            refused: None,
            places: Vec::new(),
            ways: Vec::new(),
            leader: None,
            responses: Vec::new(),
            templates: Vec::new(),
            attacks: Vec::new(),
            points: Vec::new(),
            odds: Odds::default(),
            cost: None,
            lines: Vec::new(),
            doubt: None,
            warnings: Vec::new(),
        }
    }
}

/// One model's way.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchedWay {
    /// Who.
    pub model: ModelId,
    /// The points it goes through, from where it stands now.
    pub points: Vec<Vec2>,
    /// Where it is after each action; the last is the end.
    pub ticks: Vec<Pose>,
    /// Whether it ends in contact with an enemy.
    pub contact: bool,
}

/// Where an enemy could respond to a model on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseAt {
    /// The mover then.
    pub mover: Placed,
    /// Who responds.
    pub side: SideId,
}

/// A template that would be laid.
#[derive(Clone, Debug, PartialEq)]
pub struct LaidTemplate {
    /// Its edge.
    pub outline: Vec<Vec2>,
    /// Where it is aimed.
    pub at: Vec2,
    /// From where, if it has to hit.
    pub from: Option<Vec2>,
    /// How far a miss may go, in inches.
    pub astray: Option<f32>,
    /// The edge of the ground over which it may run on at once; empty if it stays where it is.
    pub runs: Vec<Vec2>,
    /// Who would be under it, or could be if it went astray.
    pub under: Vec<Under>,
    /// How many would be under it, in words.
    pub count: String,
}

/// Somebody under a template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Under {
    /// Who.
    pub model: ModelId,
    /// How far.
    pub covered: Covered,
    /// Whether it is a friend of whoever lays it.
    pub friend: bool,
    /// The chance of a wound, from 0 to 1; none where nothing does any harm.
    pub wound: Option<f32>,
}

/// Somebody who would be attacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimedAt {
    /// By whom.
    pub attacker: ModelId,
    /// Who.
    pub target: ModelId,
    /// The chance of a wound from 0 to 1, where each attack's is told on the table.
    pub chance: Option<f32>,
}

/// A line of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The words.
    pub text: String,
    /// In which tone.
    pub tone: Tone,
    /// The terms of the codex that explain what it is about.
    pub terms: Vec<&'static str>,
}
