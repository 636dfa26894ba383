//! How orders are made: what a player may do at the moment, the order in preparation with what it
//! still wants, and what it would do. All of it is plain values; the rule system decides, the window
//! draws and listens.
//!
//! - *verb*: what one press can do, by its place among the rule system's verbs.
//! - *intent*: an order in preparation with all that the pointer doesn't say.
//! - *focus*: the selected unit, and whether orders go to one of its models alone.
//! - *listing*: choices with their details, in rows and columns.
//! - *sketch*: what an order would do, in drawing words.

mod aims;
mod controls;
mod focus;
mod listing;
mod odds;
mod setting_up;
mod sketch;
mod targets;
mod verbs;
mod weighing;

use std::fmt::Debug;

use bevy::{math::Vec2, prelude::World};
use serde::de::DeserializeOwned;

pub use super::Tone;
pub use aims::{Aims, Candidate};
pub use controls::{Amount, Choice, ChoiceDoes, Control, Find};
pub use focus::{Focus, Gesture, Pointing, Points, Wants};
pub use listing::{Listing, Row, Section};
pub use odds::{Odds, OddsOfKind, Said, per_cent};
pub use setting_up::{
    Enemies, Entry, SettingUp, Situation, WhereToPutDown, Wish, WishId, WishNumber, Wisher, Zone,
};
pub use sketch::{AimedAt, LaidTemplate, Line, ResponseAt, Sketch, SketchedWay, Under};
pub use targets::{Target, Targets};
pub use verbs::{Advice, Began, Offer, Pressed, VerbId, VerbKey, VerbWords};
pub use weighing::Weighing;

use crate::{
    battle::{ModelId, RuleSystem, SideId, UnitId},
    table::{Inches, Pose},
};

/// How a rule system lets orders be made.
pub trait Acting: RuleSystem {
    /// An order in preparation, with what the pointer doesn't say.
    type Intent: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// An intent as somebody writes it who poses a picture.
    type Posed: Clone + Debug + DeserializeOwned + Send + Sync + 'static;

    /// Everything that one press can do, in the order in which panels show it. The places are the
    /// verbs.
    fn verbs() -> &'static [VerbWords];

    /// What there is to do now: set things up, choose who acts, act.
    fn situation(world: &World) -> Situation<Self>;

    /// The verbs that are offered now: to the active unit, or to the selected one that may become it.
    fn offers(world: &World, focus: Focus) -> Vec<Offer>;

    /// The verbs that a unit would be offered if it acted, as far as can be told beforehand: so that
    /// there is room for them.
    fn verbs_of(world: &World, unit: UnitId) -> Vec<VerbId>;

    /// Why a verb can't be done now, if it can't, besides what its targets say.
    fn why_not(world: &World, focus: Focus, verb: VerbId) -> Option<String>;

    /// Why a model that a player takes hold of can't be moved now, if it can't and somebody would want
    /// to know. It may leave room for keys, as hints do ([`Wants::hint`]).
    fn held_fast(world: &World, focus: Focus, model: ModelId) -> Option<String>;

    /// How the refusal of an order is told to whoever prepared it, if there is more to tell than what
    /// any refusal tells: what couldn't be done, with its rule.
    fn refusal_of(
        world: &World,
        intent: &Self::Intent,
        refused: &Self::OrderError,
    ) -> Option<String>;

    /// The same for an order that was refused when it was about to be carried out.
    fn refusal_of_order(
        world: &World,
        order: &Self::Order,
        refused: &Self::OrderError,
    ) -> Option<String>;

    /// What a verb does that can be done, while perhaps an order is in preparation already.
    fn begun_by(
        world: &World,
        focus: Focus,
        present: Option<&Self::Intent>,
        verb: VerbId,
    ) -> Began<Self>;

    /// The verb that is meant by whoever confirms while no order is in preparation.
    fn usual_verb(world: &World) -> Option<VerbId>;

    /// The verb that is meant by whoever takes hold of a model of the active unit.
    fn dragging_verb() -> VerbId;

    /// The verb that ends what the active unit does: it is offered to every unit, and its button has a
    /// place of its own.
    fn ending_verb() -> VerbId;

    /// The intent that belongs to the pending decision, if it is answered by pointing.
    fn intent_to_answer(question: &Self::Question) -> Option<Self::Intent>;

    /// The intent of a posed picture.
    fn posed(world: &World, focus: Focus, posed: &Self::Posed) -> Option<Self::Intent>;

    /// What an intent wants of the player.
    fn wants(intent: &Self::Intent) -> Wants;

    /// What an intent is called at the moment, as the button is that prepares it; none if no button does.
    fn name_of(world: &World, intent: &Self::Intent) -> Option<&'static str>;

    /// Whether an intent may still be pursued after something has happened.
    fn is_possible(world: &World, intent: &Self::Intent) -> bool;

    /// Whether an intent that is possible has any use left for the active unit, besides what its targets
    /// say.
    fn is_of_use(world: &World, intent: &Self::Intent) -> bool;

    /// One step back; nothing if that leaves the intent.
    fn back(intent: &Self::Intent) -> Option<Self::Intent>;

    /// The unit that an intent is about, where that isn't the active one.
    fn unit_of(intent: &Self::Intent) -> Option<UnitId>;

    /// What can be said about an intent besides where it points.
    fn controls(world: &World, focus: Focus, intent: &Self::Intent) -> Vec<Control<Self>>;

    /// The list from which a verb has players choose, if it has one ([`Began::Lists`]).
    fn listing(world: &World, focus: Focus, verb: VerbId) -> Option<Listing<Self>>;

    /// What an intent may be aimed at, if it isn't one with [targets](Wants::targets).
    fn aims(world: &World, focus: Focus, intent: &Self::Intent) -> Option<Aims>;

    /// Whether it may be aimed at one of them.
    fn may_aim_at(world: &World, focus: Focus, intent: &Self::Intent, at: Candidate) -> bool;

    /// The verbs and enemies about which [`target`](Self::target) is to be asked: the last first.
    fn questions(world: &World) -> Vec<(VerbId, UnitId)>;

    /// What the rules say about an enemy as the target of a verb.
    fn target(world: &World, focus: Focus, verb: VerbId, unit: UnitId) -> Target;

    /// The model of an enemy that the active unit has to do with first.
    fn foremost(world: &World, enemy: UnitId) -> Option<ModelId>;

    /// What the active unit may be meant to do to an enemy that is pointed at, while no order is in
    /// preparation: to be [weighed](Weighing).
    fn deeds(world: &World, focus: Focus, pointing: Pointing) -> Vec<Self::Intent>;

    /// How much such a deed promises, if it can be done; what needs no comparison promises
    /// [`f32::INFINITY`].
    fn promise(
        world: &World,
        focus: Focus,
        intent: &Self::Intent,
        pointing: Pointing,
    ) -> Option<f32>;

    /// Why nothing can be done now to an enemy that is pointed at, in one line, once no deed has turned
    /// out to promise anything.
    fn nothing_at(world: &World, focus: Focus, pointing: Pointing) -> Option<String>;

    /// The enemies on the table, the nearest to the active unit first.
    fn nearest_enemies(world: &World) -> Vec<UnitId>;

    /// The intent after keys have moved what it moves by a vector, in inches; none where keys move what
    /// is pointed at.
    fn nudged(world: &World, focus: Focus, intent: &Self::Intent, by: Vec2)
    -> Option<Self::Intent>;

    /// The intent after keys have turned what it turns by degrees, counter-clockwise; none where keys
    /// turn the way that models look at the end.
    fn rotated(intent: &Self::Intent, degrees: f32) -> Option<Self::Intent>;

    /// What leads where is pointed at, if an intent doesn't.
    fn advice(world: &World, intent: &Self::Intent, pointing: Pointing) -> Option<Advice>;

    /// What a gesture on the table means for an intent.
    fn press(
        world: &World,
        focus: Focus,
        intent: &Self::Intent,
        pointing: Pointing,
        gesture: Gesture,
    ) -> Pressed<Self>;

    /// The order that an intent and what is pointed at make, or why there is none; nothing if they
    /// don't make one.
    fn order(
        world: &World,
        focus: Focus,
        intent: &Self::Intent,
        pointing: Pointing,
    ) -> Option<Result<Self::Order, Self::OrderError>>;

    /// The intent and what is pointed at after a share of the way, from 0 to 1, if an order was refused
    /// because something stops it on its way; none if it can't even begin.
    fn shortened(
        world: &World,
        focus: Focus,
        intent: &Self::Intent,
        pointing: Pointing,
        refused: &Self::OrderError,
        share: f32,
    ) -> Option<(Self::Intent, Pointing)>;

    /// Why a legal order of an intent stops before what is pointed at, if it does.
    fn stops(
        world: &World,
        focus: Focus,
        intent: &Self::Intent,
        pointing: Pointing,
        order: &Self::Order,
    ) -> Option<Self::OrderError>;

    /// How far one action takes whoever an intent moves, in inches; none if it moves nobody.
    fn stride(world: &World, focus: Focus, intent: &Self::Intent) -> Option<Inches>;

    /// What an order would do.
    fn sketch(world: &World, focus: Focus, order: &Self::Order) -> Sketch<Self::OrderError>;

    /// The unit that an order is given to: the one that it names, or else the active one. None for an
    /// answer.
    fn unit_ordered(world: &World, order: &Self::Order) -> Option<UnitId>;

    /// The models that an intent has marked so far, in order.
    fn marked(intent: &Self::Intent) -> &[ModelId];

    /// The outlines of what an intent carries over the table, if it were put down there.
    fn carried(world: &World, intent: &Self::Intent, at: &Pose) -> Option<Vec<Vec2>>;

    /// Where aiming by keys begins, and where whoever is placed looks unless the player says
    /// otherwise. `at` is where the aim is.
    fn anchor(world: &World, focus: Focus, intent: Option<&Self::Intent>, at: Option<Vec2>)
    -> Pose;

    /// The units that going from one to the next selects.
    fn selectable(world: &World) -> Vec<UnitId>;

    /// What waits to be set up: in which part of setting up, and how many.
    fn waiting(world: &World) -> Option<(u8, usize)>;

    /// The ground on which things are set up at the moment.
    fn ground(world: &World, intent: Option<&Self::Intent>) -> Option<WhereToPutDown>;

    /// Whether the first model of a unit may be put down at a point of the ground that is
    /// [searched](WhereToPutDown::Searched).
    fn may_stand(world: &World, unit: UnitId, at: Vec2) -> bool;

    /// What a unit that waits for the enemy may wait for, if its player may say so now.
    fn instructions(world: &World, unit: UnitId) -> Vec<Choice<Self>>;

    /// What may be wished once and for all, so that nobody asks again: for a unit, and for one of its
    /// models.
    fn wishes(world: &World, unit: UnitId, model: Option<ModelId>) -> Vec<Wish>;

    /// The answer that is given without asking, by what players have wished: the number from which on
    /// a wish holds, 0 if it has none.
    fn unasked_answer(
        question: &Self::Question,
        wished: &dyn Fn(Wisher, WishId) -> Option<u16>,
    ) -> Option<Self::Answer>;

    /// The chances of the attacks that answers to a question would be.
    fn odds(world: &World, question: &Self::Question) -> Odds;

    /// The order by which a side gives up.
    fn concession(side: SideId) -> Self::Order;
}
