//! Makes a draft step by step: the order, what it would do, and if it goes too far the farthest that
//! doesn't.

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
    /// It goes too far: a shorter one is looked for.
    Shorten(Search),
    /// It is done.
    Done(Draft),
}

/// How far the actions go, between nowhere and where they don't.
#[derive(Clone, Debug)]
struct Search {
    from: Vec2,
    to: Vec2,
    legal: f32,
    beyond: f32,
    halvings: u8,
    best: Option<Order>,
    /// The order that goes too far.
    whole: Draft,
}

/// How often the way is halved on which the end is looked for.
const HALVINGS: u8 = 6;

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
            Stage::Shorten(search) if search.halvings == HALVINGS => {
                Stage::Done(search.best.map_or(search.whole, |best| Draft {
                    shortened: true,
                    ..look_at(world, self.key.focus, best)
                }))
            }
            Stage::Shorten(mut search) => {
                let share = (search.legal + search.beyond) / 2.0;
                let at = Some(search.from.lerp(search.to, share));
                let pointing = Pointing { at, ..self.key.pointing };
                let order = self.order(world, pointing).and_then(Result::ok);
                let legal = order.filter(|order| Game::check(world, order).is_ok());
                if legal.is_some() {
                    (search.legal, search.best) = (share, legal);
                } else {
                    search.beyond = share;
                }
                search.halvings += 1;
                Stage::Shorten(search)
            }
            Stage::Done(made) => Stage::Done(made),
        }
    }

    /// The order that mode, focus and what is pointed at make.
    fn order(&self, world: &World, pointing: Pointing) -> Option<Result<Order, OrderError>> {
        Game::order(world, self.key.focus, self.key.mode.intent()?, pointing)
    }

    /// A draft is made, unless it goes too far and there is a shorter one to look for.
    fn made(&self, world: &World, whole: Draft) -> Stage {
        let from = || {
            let (intent, refused) = (self.key.mode.intent()?, whole.refused.as_ref()?);
            Game::shortens_from(world, self.key.focus, intent, refused)
        };
        let (Some(from), Some(to)) = (from(), self.key.pointing.at) else {
            return Stage::Done(whole);
        };
        let (legal, beyond, halvings, best) = (0.0, 1.0, 0, None);
        Stage::Shorten(Search { from, to, legal, beyond, halvings, best, whole })
    }
}

/// An order and what it would do.
fn look_at(world: &World, focus: Focus, order: Order) -> Draft {
    let mut sketch = Game::sketch(world, focus, &order);
    let refused = sketch.refused.take();
    Draft { refused, order: Some(order), sketch, ..Draft::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::battle_ui::{draft::Stamp, mode::Mode},
        battle::{
            ModelId,
            playable::acting::{Began, VerbId},
        },
        no_quarter::{
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    fn key(world: &World, at: Vec2, model: ModelId) -> Key {
        let focus = Focus { unit: None, model: Some(model), alone: true };
        let place = Game::verbs().iter().position(|words| words.id == "Move").unwrap();
        let Began::Prepares(moving) = Game::begun_by(world, focus, None, VerbId(place as u8))
        else {
            panic!("a move is prepared")
        };
        Key {
            stamp: Stamp::default(),
            mode: Mode::Prepare(moving),
            focus,
            pointing: Pointing { at: Some(at), ..Pointing::default() },
        }
    }

    /// The draft, and how many frames it took.
    fn made(world: &World, key: Key, share: Duration) -> (Draft, u32) {
        let mut making = Box::new(Making::of(key));
        for frame in 1.. {
            match making.go_on(world, share) {
                Ok(draft) => return (draft, frame),
                Err(more) => making = more,
            }
        }
        unreachable!("frames never end")
    }

    #[test]
    fn a_plan_made_bit_by_bit_is_the_same_plan() {
        let mut test = TestWorld::new();
        let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        test.activate(unit);
        let model = test.model(unit, 0);
        for (ahead, frames, shortened) in [(3.0, 2, false), (20.0, 8, true)] {
            let at = Vec2::new(10.0, 10.0 + ahead);
            let (at_once, one) = made(&test.world, key(&test.world, at, model), Duration::MAX);
            let (bit_by_bit, many) = made(&test.world, key(&test.world, at, model), Duration::ZERO);
            assert_eq!((one, many), (1, frames), "{ahead} inches");
            assert!(at_once.is_legal() && at_once.shortened == shortened);
            assert_eq!(at_once.order, bit_by_bit.order);
            assert_eq!(at_once.sketch, bit_by_bit.sketch);
        }
    }
}
