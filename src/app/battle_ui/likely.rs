//! What a click does most likely at the enemy under the pointer while no order is in preparation: it is
//! shown there before it is done, by the right button, or after a look by a finger or a key.

use bevy::prelude::*;

use super::{
    aim::{self, Aim, Hover},
    draft::{Draft, Stamp},
    giving,
    mode::{Mode, focus},
};
use crate::{
    app::{
        pointer::Pointer,
        seat::{Game, Intent},
    },
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            Acting, Tone,
            acting::{Focus, Line, per_cent},
        },
    },
};

/// What is most likely meant at the enemy that is pointed at, asked of the rules once until something
/// changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Likely {
    key: Option<(Stamp, Focus, UnitId)>,
    intent: Option<Intent>,
}

/// Asks the rules about the enemy under the pointer.
pub fn update(world: &mut World) {
    let key = enemy(world).map(|unit| (Stamp::of(world), focus(world), unit));
    if world.resource::<Likely>().key == key {
        return;
    }
    let pointing = aim::pointing(world);
    let intent = key.and_then(|(_, focus, _)| Game::likely(world, focus, pointing));
    *world.resource_mut::<Likely>() = Likely { key, intent };
}

/// The enemy under the pointer, while a click would select.
fn enemy(world: &World) -> Option<UnitId> {
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

/// Prepares what is most likely meant at the enemy that is pointed at, or else at the nearest, aimed at
/// it for the player to look at. Confirming it then gives the order.
pub fn prepare(world: &mut World) {
    let pointed = world.resource::<Hover>().model.filter(|_| is_meant(world));
    let model = pointed.or_else(|| Game::likely_target(world, focus(world)));
    if let Some(model) = model {
        prepare_at(world, model);
    }
}

fn prepare_at(world: &mut World, model: ModelId) {
    aim::put_on(world, model);
    let intent = Game::likely(world, focus(world), aim::pointing(world));
    if let Some(intent) = intent {
        giving::prepare(world, intent);
        // Beginning a mode lets go of the aim.
        aim::put_on(world, model);
    }
}

/// What the click would do, in a line or two at the pointer.
pub fn lines(world: &World) -> Vec<Line> {
    let Some(intent) = world.resource::<Likely>().intent.as_ref().filter(|_| is_meant(world))
    else {
        return Vec::new();
    };
    let odds = &world.resource::<Draft>().sketch.odds;
    let verb = Game::name_of(world, intent).unwrap_or_default();
    let press = if world.resource::<Pointer>().finger { "Tap" } else { "Right click" };
    let mut text = format!("{press}: {}", verb.to_lowercase());
    if !odds.is_empty() {
        text = format!("{text} · {} {}", per_cent(odds.at_least_one), odds.aim);
    }
    let plain = |text: String, tone: Tone| Line { text, tone, terms: Vec::new() };
    let mut lines = vec![plain(text, Tone::Good)];
    if let Some(kind) = odds.kinds.first() {
        let short: Vec<&str> = kind.short.iter().map(|said| said.text.as_str()).collect();
        lines.push(plain(short.concat(), Tone::Plain));
    }
    lines
}
