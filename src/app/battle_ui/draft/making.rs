//! Makes a draft step by step: the order, what it would do, and if something stops it on its way the
//! farthest that may be done.

use std::{mem, time::Duration};

use bevy::{platform::time::Instant, prelude::*};

use super::{Draft, Key};
use crate::{
    app::seat::{Game, Order, OrderError},
    battle::{
        RuleSystem,
        playable::{
            Acting,
            acting::{Focus, Pointing},
        },
    },
};

/// A draft in the making.
#[derive(Clone, Debug)]
pub(super) struct Making {
    key: Key,
    stage: Stage,
}

/// What is done next.
#[derive(Clone, Debug)]
enum Stage {
    /// The order is made.
    Ask,
    /// What it would do is asked.
    Look(Order),
    /// Something stops it on its way: a shorter one is looked for.
    Shorten(Search),
    /// It is done.
    Done(Draft),
}

/// How far one gets, between nowhere and where something stops it.
#[derive(Clone, Debug)]
struct Search {
    /// Shares of the whole way: one that may be gone, and a longer one that may not.
    legal: f32,
    beyond: f32,
    halvings: u8,
    best: Option<Order>,
    /// What stops it at the longer one.
    why: OrderError,
    /// The order for the whole way.
    whole: Draft,
}

/// The parts of a way that are tried first, the whole of it less one, less two, and so on: behind
/// something that can't be crossed there may be ground that can be reached.
const PARTS: f32 = 8.0;

/// How often such a part is halved to find the end.
const HALVINGS: u8 = 5;

impl Search {
    /// The share that is tried next.
    fn next(&self) -> f32 {
        let shorter = self.beyond - 1.0 / PARTS;
        if self.best.is_none() && shorter > 0.0 {
            shorter
        } else {
            (self.legal + self.beyond) / 2.0
        }
    }

    /// Whether the end is found, or that there is none.
    fn is_over(&self) -> bool {
        self.halvings == HALVINGS
    }
}

impl Making {
    /// Begins to make one.
    pub(super) fn of(key: Key) -> Self {
        Self { key, stage: Stage::Ask }
    }

    /// What it is made of.
    pub(super) fn key(&self) -> &Key {
        &self.key
    }

    /// Takes at least one step, and more until the time is up.
    pub(super) fn go_on(
        mut self: Box<Self>,
        world: &World,
        share: Duration,
    ) -> Result<Draft, Box<Self>> {
        let begun = Instant::now();
        loop {
            let stage = mem::replace(&mut self.stage, Stage::Ask);
            self.stage = self.step(world, stage);
            if let Stage::Done(made) = &mut self.stage {
                return Ok(Draft { key: Some(self.key), ..mem::take(made) });
            }
            if begun.elapsed() >= share {
                return Err(self);
            }
        }
    }

    fn step(&self, world: &World, stage: Stage) -> Stage {
        match stage {
            Stage::Ask => match self.order(world, self.key.pointing) {
                None => Stage::Done(Draft::default()),
                Some(Ok(order)) => Stage::Look(order),
                Some(Err(refused)) => {
                    self.made(world, Draft { refused: Some(refused), ..Draft::default() })
                }
            },
            Stage::Look(order) => self.made(world, look_at(world, self.key.focus, order)),
            Stage::Shorten(search) if search.is_over() => {
                let Search { best, why, whole, .. } = search;
                Stage::Done(best.map_or(whole, |best| Draft {
                    stops: Some(why),
                    ..look_at(world, self.key.focus, best)
                }))
            }
            Stage::Shorten(mut search) => {
                let share = search.next();
                search.halvings += u8::from(search.beyond - search.legal <= 1.0 / PARTS);
                match self.shortened(world, search.whole.refused.as_ref(), share) {
                    Some(Ok(order)) => (search.legal, search.best) = (share, Some(order)),
                    Some(Err(why)) => (search.beyond, search.why) = (share, why),
                    None => search.beyond = share,
                }
                Stage::Shorten(search)
            }
            Stage::Done(made) => Stage::Done(made),
        }
    }

    /// The order that mode, focus and what is pointed at make.
    fn order(&self, world: &World, pointing: Pointing) -> Option<Result<Order, OrderError>> {
        Game::order(world, self.key.focus, self.key.mode.intent()?, pointing)
    }

    /// The order for a share of the way, if the rules allow it.
    fn shortened(
        &self,
        world: &World,
        refused: Option<&OrderError>,
        share: f32,
    ) -> Option<Result<Order, OrderError>> {
        let Key { focus, ref mode, pointing, .. } = self.key;
        let (intent, pointing) =
            Game::shortened(world, focus, mode.intent()?, pointing, refused?, share)?;
        let order = Game::order(world, focus, &intent, pointing)?;
        Some(order.and_then(|order| Game::check(world, &order).map(|()| order)))
    }

    /// A draft is made, unless something stops it on its way and a shorter one is to be looked for.
    fn made(&self, world: &World, whole: Draft) -> Stage {
        let Key { focus, ref mode, pointing, .. } = self.key;
        let Some(intent) = mode.intent() else { return Stage::Done(whole) };
        let Some(why) = whole.refused.clone() else {
            let stops = whole
                .order
                .as_ref()
                .and_then(|order| Game::stops(world, focus, intent, pointing, order));
            return Stage::Done(Draft { stops, ..whole });
        };
        if Game::shortened(world, focus, intent, pointing, &why, 0.5).is_none() {
            return Stage::Done(whole);
        }
        let (legal, beyond, halvings, best) = (0.0, 1.0, 0, None);
        Stage::Shorten(Search { legal, beyond, halvings, best, why, whole })
    }
}

/// An order and what it would do.
fn look_at(world: &World, focus: Focus, order: Order) -> Draft {
    let mut sketch = Game::sketch(world, focus, &order);
    let refused = sketch.refused.take();
    Draft { refused, order: Some(order), sketch, ..Draft::default() }
}

#[cfg(test)]
mod tests;
