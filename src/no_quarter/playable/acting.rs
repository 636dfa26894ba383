//! The making of No Quarter's orders, described for players: verbs, intents, what they still want,
//! and what the order would do.

mod account;
pub(super) mod aiming;
mod aims;
mod at_once;
mod begin;
mod beyond;
mod block;
mod book;
mod choices;
mod comings_and_goings;
mod controls;
mod forming_up;
mod ground_lines;
mod intent;
mod likely;
mod names;
pub(super) mod odds;
mod on_hold;
mod order;
mod refusing;
pub(super) mod setting_up;
mod shortening;
mod sketch;
mod spell_lines;
mod spells;
mod targets;
mod template_lines;
mod using;
mod verbs;
mod why_not;
mod wishes;

use bevy::{math::Vec2, prelude::World};

pub(super) use intent::{BlockMove, Intent, Posed};
use verbs::Verb;

use crate::{
    battle::{
        BattleWorld, ModelId, Pending, SideId, UnitId,
        playable::{
            Acting,
            acting::{
                Advice, Aims, Began, Candidate, Choice, Control, Focus, Gesture, Listing, Odds,
                Offer, Pointing, Pressed, Situation, Sketch, Target, VerbId, VerbWords, Wants,
                WhereToPutDown, Wish, WishId, Wisher,
            },
        },
    },
    no_quarter::{Answer, NoQuarter, Order, OrderError, Question, deployment, terrain_placing},
    table::{Inches, Pose},
};

impl Acting for NoQuarter {
    type Intent = Intent;
    type Posed = Posed;

    fn verbs() -> &'static [VerbWords] {
        &verbs::WORDS
    }

    fn situation(world: &World) -> Situation<Self> {
        setting_up::situation(world)
    }

    fn offers(world: &World, focus: Focus) -> Vec<Offer> {
        why_not::offers(world, focus)
    }

    fn verbs_of(world: &World, unit: UnitId) -> Vec<VerbId> {
        why_not::verbs_of(world, unit).map(Verb::id).collect()
    }

    fn why_not(world: &World, focus: Focus, verb: VerbId) -> Option<String> {
        Verb::of(verb).and_then(|verb| why_not::why_not(world, focus, verb))
    }

    fn held_fast(world: &World, focus: Focus, model: ModelId) -> Option<String> {
        refusing::held_fast(world, focus, model)
    }

    fn refusal_of(world: &World, intent: &Intent, refused: &OrderError) -> Option<String> {
        refusing::told_to_whoever_tried(world, intent, refused)
    }

    fn refusal_of_order(world: &World, order: &Order, refused: &OrderError) -> Option<String> {
        refusing::told_to_whoever_ordered(world, order, refused)
    }

    fn begun_by(
        world: &World,
        focus: Focus,
        present: Option<&Intent>,
        verb: VerbId,
    ) -> Began<Self> {
        Verb::of(verb).map_or(Began::Nothing, |verb| begin::begin(world, focus, present, verb))
    }

    fn usual_verb(world: &World) -> Option<VerbId> {
        begin::usual_verb(world).map(Verb::id)
    }

    fn dragging_verb() -> VerbId {
        Verb::Move.id()
    }

    fn ending_verb() -> VerbId {
        Verb::EndActivation.id()
    }

    fn intent_to_answer(question: &Question) -> Option<Intent> {
        Intent::answering(question)
    }

    fn posed(world: &World, focus: Focus, posed: &Posed) -> Option<Intent> {
        Intent::posed(world, focus, posed)
    }

    fn wants(intent: &Intent) -> Wants {
        intent.wants()
    }

    fn name_of(world: &World, intent: &Intent) -> Option<&'static str> {
        names::of_intent(world, intent)
    }

    fn is_possible(world: &World, intent: &Intent) -> bool {
        intent.is_possible(world)
    }

    fn is_of_use(world: &World, intent: &Intent) -> bool {
        why_not::is_of_use(world, intent)
    }

    fn back(intent: &Intent) -> Option<Intent> {
        intent.back()
    }

    fn unit_of(intent: &Intent) -> Option<UnitId> {
        intent.unit()
    }

    fn controls(world: &World, focus: Focus, intent: &Intent) -> Vec<Control<Self>> {
        controls::controls(world, focus, intent)
    }

    fn listing(world: &World, focus: Focus, verb: VerbId) -> Option<Listing<Self>> {
        Verb::of(verb).and_then(|verb| book::listing(world, focus, verb))
    }

    fn aims(world: &World, focus: Focus, intent: &Intent) -> Option<Aims> {
        aims::aims(world, focus, intent)
    }

    fn may_aim_at(world: &World, focus: Focus, intent: &Intent, at: Candidate) -> bool {
        aims::may_aim_at(world, focus, intent, at)
    }

    fn questions(world: &World) -> Vec<(VerbId, UnitId)> {
        targets::questions(world)
    }

    fn target(world: &World, focus: Focus, verb: VerbId, unit: UnitId) -> Target {
        targets::target(world, focus, verb, unit)
    }

    fn foremost(world: &World, enemy: UnitId) -> Option<ModelId> {
        targets::foremost(world, enemy)
    }

    fn deeds(world: &World, focus: Focus, pointing: Pointing) -> Vec<Intent> {
        likely::deeds(world, focus, pointing)
    }

    fn promise(world: &World, focus: Focus, intent: &Intent, pointing: Pointing) -> Option<f32> {
        likely::promise(world, focus, intent, pointing)
    }

    fn nothing_at(world: &World, focus: Focus, pointing: Pointing) -> Option<String> {
        beyond::nothing_at(world, focus, pointing)
    }

    fn nearest_enemies(world: &World) -> Vec<UnitId> {
        targets::nearest_enemies(world)
    }

    fn nudged(world: &World, _: Focus, intent: &Intent, by: Vec2) -> Option<Intent> {
        block::nudged(world, intent, by)
    }

    fn rotated(intent: &Intent, degrees: f32) -> Option<Intent> {
        block::rotated(intent, degrees)
    }

    fn advice(world: &World, intent: &Intent, pointing: Pointing) -> Option<Advice> {
        block::advice(world, intent, pointing)
    }

    fn press(
        world: &World,
        focus: Focus,
        intent: &Intent,
        pointing: Pointing,
        gesture: Gesture,
    ) -> Pressed<Self> {
        order::press(world, focus, intent, pointing, gesture)
    }

    fn order(
        world: &World,
        focus: Focus,
        intent: &Intent,
        pointing: Pointing,
    ) -> Option<Result<Order, OrderError>> {
        order::order(world, focus, intent, pointing)
    }

    fn shortened(
        world: &World,
        focus: Focus,
        intent: &Intent,
        pointing: Pointing,
        refused: &OrderError,
        share: f32,
    ) -> Option<(Intent, Pointing)> {
        shortening::shortened(world, focus, intent, pointing, refused, share)
    }

    fn stops(
        world: &World,
        focus: Focus,
        intent: &Intent,
        pointing: Pointing,
        order: &Order,
    ) -> Option<OrderError> {
        shortening::stops(world, focus, intent, pointing, order)
    }

    fn stride(world: &World, focus: Focus, intent: &Intent) -> Option<Inches> {
        let moves = matches!(intent, Intent::Move | Intent::Block(_));
        let unit = world.frame().active.filter(|_| moves)?;
        let model = focus.only().or_else(|| world.standing(unit).first().copied())?;
        Some(block::stride(world, model))
    }

    fn sketch(world: &World, focus: Focus, order: &Order) -> Sketch<OrderError> {
        sketch::sketch(world, focus, order)
    }

    fn unit_ordered(world: &World, order: &Order) -> Option<UnitId> {
        match order {
            Order::Deploy { unit, .. }
            | Order::Activate { unit }
            | Order::Enter { unit, .. }
            | Order::KeepBack { unit }
            | Order::Instruct { unit, .. } => Some(*unit),
            Order::Answer { .. } | Order::Concede { .. } | Order::LayTerrain { .. } => None,
            _ => world.frame().active,
        }
    }

    fn marked(intent: &Intent) -> &[ModelId] {
        match intent {
            Intent::Template(aimed) => &aimed.marks,
            _ => &[],
        }
    }

    fn carried(world: &World, intent: &Intent, at: &Pose) -> Option<Vec<Vec2>> {
        let Intent::LayTerrain { terrain } = *intent else { return None };
        Some(terrain_placing::footprint_at(world, terrain, at)?.outline(32))
    }

    fn anchor(world: &World, focus: Focus, intent: Option<&Intent>, at: Option<Vec2>) -> Pose {
        Pose::new(begins_at(world, focus, intent), looks(world, intent, at))
    }

    fn selectable(world: &World) -> Vec<UnitId> {
        setting_up::selectable(world)
    }

    fn waiting(world: &World) -> Option<(u8, usize)> {
        setting_up::waiting(world)
    }

    fn ground(world: &World, intent: Option<&Intent>) -> Option<WhereToPutDown> {
        setting_up::ground(world, intent)
    }

    fn may_stand(world: &World, unit: UnitId, at: Vec2) -> bool {
        deployment::latecomers::may_stand(world, unit, at)
    }

    fn instructions(world: &World, unit: UnitId) -> Vec<Choice<Self>> {
        on_hold::instructions(world, unit)
    }

    fn wishes(world: &World, unit: UnitId, model: Option<ModelId>) -> Vec<Wish> {
        wishes::wishes(world, unit, model)
    }

    fn unasked_answer(
        question: &Question,
        wished: &dyn Fn(Wisher, WishId) -> Option<u16>,
    ) -> Option<Answer> {
        wishes::answer(question, wished)
    }

    fn odds(world: &World, question: &Question) -> Odds {
        odds::of_question(world, question)
    }

    fn concession(side: SideId) -> Order {
        Order::Concede { side }
    }
}

/// Where aiming by keys begins.
fn begins_at(world: &World, focus: Focus, intent: Option<&Intent>) -> Vec2 {
    if let Some(decision) = &world.resource::<Pending<NoQuarter>>().0
        && let Question::FollowUp { model, .. } = decision.question
    {
        return world.placed(model).pose.at;
    }
    if let Some(Intent::Deploy { unit, .. }) = intent {
        let (low, high) = deployment::zone(world, world.side_of(*unit));
        return (low + high) / 2.0;
    }
    if let Some(model) = focus.only() {
        return world.placed(model).pose.at;
    }
    let unit = world.frame().active.or(focus.unit);
    unit.map_or(Vec2::ZERO, |unit| world.middle(unit))
}

/// Where whoever is placed looks unless the player says otherwise.
fn looks(world: &World, intent: Option<&Intent>, at: Option<Vec2>) -> Vec2 {
    match intent {
        Some(Intent::Deploy { unit, .. }) => deployment::inwards(world, world.side_of(*unit)),
        // From the middle of the base to where a breath goes.
        Some(Intent::Template(aimed)) => {
            let from = world.placed(aimed.by).pose;
            at.and_then(|at| (at - from.at).try_normalize()).unwrap_or(from.facing)
        }
        _ => world.frame().active.map_or(Vec2::Y, |unit| world.facing(unit)),
    }
}
