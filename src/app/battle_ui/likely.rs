//! What a click does most likely at the enemy under the pointer while no order is in preparation: it is
//! shown there before it is done, by the right button, or after a look by a finger or a key.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::{
    aim::{self, Aim, Hover},
    draft::{Draft, Stamp},
    giving,
    mode::{Mode, focus},
    rest,
    toast::Toasts,
};
use crate::{
    app::{
        pointer::Pointer,
        seat::{Game, Intent, Sketch},
    },
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            Acting, Tone,
            acting::{Focus, Line, Odds, Pointing, Weighing, per_cent},
        },
    },
};

/// What is most likely meant at the enemy that is pointed at, asked of the rules once until something
/// changes, bit by bit.
#[derive(Resource, Clone, Debug, Default)]
pub struct Likely {
    key: Option<(Stamp, Focus, UnitId)>,
    weighing: Option<Weighing<Game>>,
    intent: Option<Intent>,
    /// Why nothing is meant there, once that is known.
    nothing: Option<String>,
    looking: Option<Looking>,
}

/// A look for the nearest enemy at which something is meant.
#[derive(Clone, Debug)]
struct Looking {
    key: (Stamp, Focus),
    /// Who is still to be looked at, the last first.
    open: Vec<UnitId>,
    present: Option<(ModelId, Weighing<Game>)>,
}

/// So long it may go on asking in one frame.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

/// Asks the rules about the enemy under the pointer, and about those that are looked at by keys.
pub fn update(world: &mut World) {
    let key = enemy(world).map(|unit| (Stamp::of(world), focus(world), unit));
    if world.resource::<Likely>().key != key {
        let pointing = aim::pointing(world);
        let weighing = key.map(|(_, focus, _)| Weighing::of(world, focus, pointing));
        let mut likely = world.resource_mut::<Likely>();
        (likely.key, likely.weighing, likely.intent) = (key, weighing, None);
        likely.nothing = None;
    }
    weigh(world, A_FRAMES_SHARE);
    look(world);
}

/// Gives the order that is meant; the next click means something only after a moment.
pub fn commit(world: &mut World) {
    giving::commit(world);
    rest::begin(world);
}

/// Answers what is asked about the enemy under the pointer at once: a click is about to do it.
pub fn settle(world: &mut World) {
    weigh(world, Duration::MAX);
}

fn weigh(world: &mut World, share: Duration) {
    let Some(mut weighing) = world.resource_mut::<Likely>().weighing.take() else { return };
    let begun = Instant::now();
    loop {
        weighing.step(world);
        if weighing.is_over() {
            let meant = weighing.meant();
            let nothing = if meant.is_none() { nothing_at(world) } else { None };
            let mut likely = world.resource_mut::<Likely>();
            (likely.intent, likely.nothing) = (meant, nothing);
            return;
        }
        if begun.elapsed() >= share {
            world.resource_mut::<Likely>().weighing = Some(weighing);
            return;
        }
    }
}

/// Why nothing is meant at the enemy that is weighed.
fn nothing_at(world: &World) -> Option<String> {
    let (_, focus, _) = world.resource::<Likely>().key?;
    Game::nothing_at(world, focus, aim::pointing(world))
}

/// Goes on to look for an enemy at whom something is meant, and prepares that.
fn look(world: &mut World) {
    let Some(mut looking) = world.resource_mut::<Likely>().looking.take() else { return };
    let selects = *world.resource::<Mode>() == Mode::Select;
    if !selects || looking.key != (Stamp::of(world), focus(world)) {
        return;
    }
    let begun = Instant::now();
    while begun.elapsed() < A_FRAMES_SHARE {
        let Some((model, mut weighing)) = looking.present.take() else {
            let Some(unit) = looking.open.pop() else {
                let why = nothing_anywhere(world, looking.key.1);
                world.resource_mut::<Toasts>().refuse(why);
                return;
            };
            let begin = |model| (model, Weighing::of(world, looking.key.1, at(world, model)));
            looking.present = Game::foremost(world, unit).map(begin);
            continue;
        };
        weighing.step(world);
        if !weighing.is_over() {
            looking.present = Some((model, weighing));
        } else if let Some(intent) = weighing.meant() {
            return prepare_at(world, model, intent);
        }
    }
    world.resource_mut::<Likely>().looking = Some(looking);
}

/// Why nothing is meant at any enemy: what is in the way at the nearest.
fn nothing_anywhere(world: &World, focus: Focus) -> String {
    let nearest = Game::nearest_enemies(world).into_iter();
    let mut nearest = nearest.filter_map(|unit| Game::foremost(world, unit));
    let why = nearest.next().and_then(|model| Game::nothing_at(world, focus, at(world, model)));
    why.map_or_else(|| "No enemy is in reach.".to_owned(), |why| format!("{why}."))
}

/// What is pointed at by whoever points at a model.
fn at(world: &World, model: ModelId) -> Pointing {
    let (at, unit) = (world.placed(model).pose.at, world.unit_of(model));
    Pointing { at: Some(at), facing: None, unit: Some(unit), model: Some(model) }
}

/// The enemy under the pointer, while a click would select.
fn enemy(world: &World) -> Option<UnitId> {
    if rest::is_on(world) {
        return None;
    }
    let active = world.frame().active.filter(|_| *world.resource::<Mode>() == Mode::Select)?;
    let pointed =
        world.resource::<Hover>().unit.filter(|_| world.resource::<Aim>().at.is_some())?;
    (world.side_of(pointed) != world.side_of(active)).then_some(pointed)
}

/// The mode as far as the order at the pointer is concerned: the present one, or the one in which what
/// is most likely meant would be prepared.
pub fn mode(world: &World) -> Mode {
    let present = world.resource::<Mode>();
    match &world.resource::<Likely>().intent {
        Some(intent) if *present == Mode::Select => Mode::Prepare(intent.clone()),
        _ => present.clone(),
    }
}

/// Whether something is meant at the enemy under the pointer.
pub fn is_meant(world: &World) -> bool {
    *world.resource::<Mode>() == Mode::Select && world.resource::<Likely>().intent.is_some()
}

/// Why nothing can be done to the enemy under the pointer, if that is so.
pub fn nothing(world: &World) -> Option<&str> {
    let selects = *world.resource::<Mode>() == Mode::Select;
    world.resource::<Likely>().nothing.as_deref().filter(|_| selects)
}

/// Prepares what is most likely meant at the enemy that is pointed at, or else at the nearest, aimed at
/// it for the player to look at. Confirming it then gives the order. Says so where there is none.
pub fn prepare(world: &mut World) {
    settle(world);
    let meant = world.resource::<Likely>().intent.clone().filter(|_| is_meant(world));
    if let (Some(intent), Some(model)) = (meant, world.resource::<Hover>().model) {
        return prepare_at(world, model, intent);
    }
    let key = (Stamp::of(world), focus(world));
    let mut open = Game::nearest_enemies(world);
    open.reverse();
    world.resource_mut::<Likely>().looking = Some(Looking { key, open, present: None });
    look(world);
}

fn prepare_at(world: &mut World, model: ModelId, intent: Intent) {
    aim::put_on(world, model);
    giving::prepare(world, intent);
    // Beginning a mode lets go of the aim.
    aim::put_on(world, model);
}

/// What the click would do, in a line or two at the pointer.
pub fn lines(world: &World) -> Vec<Line> {
    let Some(intent) = world.resource::<Likely>().intent.as_ref().filter(|_| is_meant(world))
    else {
        return Vec::new();
    };
    let Sketch { odds, doubt, .. } = &world.resource::<Draft>().sketch;
    let verb = Game::name_of(world, intent).unwrap_or_default();
    let press = if world.resource::<Pointer>().finger { "Tap" } else { "Right click" };
    let mut text = format!("{press}: {}", verb.to_lowercase());
    if !odds.is_empty() {
        text = format!("{text} · {} {}", per_cent(odds.at_least_one), odds.aim);
    }
    let plain = |text: String, tone: Tone| Line { text, tone, terms: Vec::new() };
    let tone = if doubt.is_some() { Tone::Warning } else { Tone::Good };
    let mut lines = vec![plain(text, tone)];
    lines.extend(at_a_glance(odds).map(|text| plain(text, Tone::Plain)));
    lines
}

/// What attacks come to in a line: all numbers if they are all alike, or else what to expect of them
/// together.
fn at_a_glance(odds: &Odds) -> Option<String> {
    match &odds.kinds[..] {
        [] => None,
        [kind] => Some(kind.short.iter().map(|said| said.text.as_str()).collect()),
        _ => Some(odds.expected.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::playable::acting::{OddsOfKind, Said};

    #[test]
    fn numbers_of_some_attacks_are_not_taken_for_those_of_all() {
        let kind = |who: &str| OddsOfKind { short: vec![Said::plain(who)], ..default() };
        let expected = "2 attacks · 0.3 wounds expected".to_owned();
        let odds = |kinds| Odds { expected: expected.clone(), kinds, ..default() };
        assert_eq!(at_a_glance(&odds(Vec::new())), None);
        assert_eq!(at_a_glance(&odds(vec![kind("Ilwen")])).as_deref(), Some("Ilwen"));
        let both = odds(vec![kind("Ilwen"), kind("Archer")]);
        assert_eq!(at_a_glance(&both), Some(expected));
    }
}
