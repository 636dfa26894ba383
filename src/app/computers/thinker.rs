//! Where computer players think: on a copy of the battle, natively on a thread of their own, in the
//! browser, which has no threads, between two frames.

use crate::{
    app::seat::{Game, Order},
    battle::{
        Rehearsal, SideId, Snapshot,
        planning::{Account, Plan, Reason},
    },
    players::{Kind, Player, next_order},
};

/// Something to think about.
pub struct Errand {
    /// Tells it from all others.
    pub number: u64,
    /// Where the battle stands.
    pub position: Box<Snapshot<Game>>,
    /// What for.
    pub purpose: Purpose,
    /// Players that thought before this began anew know nothing of it: raised when a battle goes another
    /// way than they think.
    pub epoch: u64,
}

/// What somebody thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The next order of a side that a computer leads.
    Order(SideId, Kind),
    /// Plans for whoever's turn it is.
    Hint(Kind),
}

/// What came out of it.
pub struct Thought {
    /// The errand's number.
    pub number: u64,
    /// What came out.
    pub outcome: Outcome,
}

/// What comes out of thinking.
pub enum Outcome {
    /// An order, and why, if a plan began with it; none if the player knows no more.
    Order(Option<Order>, Option<Reason>),
    /// The best plans, the best first.
    Hints(Vec<Suggestion>),
    /// The thinker is lost.
    #[cfg_attr(
        target_family = "wasm",
        expect(dead_code, reason = "whoever thinks between two frames isn't lost")
    )]
    Lost,
}

/// A plan that somebody may follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The plan.
    pub plan: Plan<Game>,
    /// What it is worth.
    pub account: Account,
    /// The order that it begins with.
    pub order: Order,
}

/// Players with a copy of the battle to think on.
struct Mind {
    copy: Rehearsal<Game>,
    /// The battle's seed.
    seed: u64,
    epoch: u64,
    players: Vec<(SideId, Kind, Box<dyn Player<Game>>)>,
}

impl Mind {
    fn new(copy: Rehearsal<Game>, seed: u64) -> Self {
        Self { copy, seed, epoch: 0, players: Vec::new() }
    }

    fn think(&mut self, errand: Errand) -> Thought {
        let Errand { number, position, purpose, epoch } = errand;
        if self.epoch != epoch {
            self.epoch = epoch;
            self.players.clear();
        }
        // Its dice are nobody's business: players roll none of them.
        self.copy.put(&position, number);
        let outcome = match purpose {
            Purpose::Order(side, kind) => self.order(side, kind),
            Purpose::Hint(kind) => Outcome::Hints(self.hints(kind)),
        };
        Thought { number, outcome }
    }

    fn order(&mut self, side: SideId, kind: Kind) -> Outcome {
        let known = self.players.iter().position(|&(of, as_kind, _)| (of, as_kind) == (side, kind));
        let place = known.unwrap_or_else(|| {
            self.players.retain(|&(of, ..)| of != side);
            self.players.push((side, kind, kind.player(self.seed, side)));
            self.players.len() - 1
        });
        let player = &mut self.players[place].2;
        let order = player.order(self.copy.world());
        let reason = player.reason().filter(|_| player.begins_plan());
        Outcome::Order(order, reason.cloned())
    }

    fn hints(&mut self, kind: Kind) -> Vec<Suggestion> {
        let world = self.copy.world();
        let mut player = kind.player::<Game>(self.seed, SideId(0));
        let plans = player.advise(world).into_iter();
        let begun = plans.filter_map(|weighed| {
            let order = next_order::<Game>(world, &mut weighed.plan.acts.clone().into())?;
            Some(Suggestion { plan: weighed.plan, account: weighed.account, order })
        });
        begun.collect()
    }
}

pub use place::Thinker;

#[cfg(not(target_family = "wasm"))]
mod place {
    use std::{
        sync::mpsc::{Receiver, Sender, TryRecvError, channel},
        thread,
    };

    use bevy::prelude::*;

    use super::{Errand, Mind, Outcome, Thought};
    use crate::{app::seat::Game, battle::Rehearsal};

    /// The thread on which players think. It ends once this is dropped and the last thought is thought.
    pub struct Thinker {
        errands: Sender<Errand>,
        thoughts: Receiver<Thought>,
    }

    impl Thinker {
        /// A thinker for the battle in a world; none where that is impossible.
        pub fn of(battle: &World, seed: u64) -> Option<Self> {
            let copy = Rehearsal::<Game>::of(battle)?;
            let (errands, from) = channel::<Errand>();
            let (to, thoughts) = channel();
            let think = move || {
                let mut mind = Mind::new(copy, seed);
                while let Ok(errand) = from.recv() {
                    if to.send(mind.think(errand)).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().name("computer players".to_owned());
            thread.spawn(think).ok()?;
            Some(Self { errands, thoughts })
        }

        /// Gives it something to think about.
        pub fn think(&mut self, errand: Errand) {
            // If the thread is lost, whoever waits is told so.
            let _ = self.errands.send(errand);
        }

        /// What it has thought since.
        pub fn thought(&mut self) -> Option<Thought> {
            match self.thoughts.try_recv() {
                Ok(thought) => Some(thought),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    Some(Thought { number: 0, outcome: Outcome::Lost })
                }
            }
        }
    }
}

#[cfg(target_family = "wasm")]
mod place {
    use bevy::prelude::*;

    use super::{Errand, Mind, Thought};
    use crate::{app::seat::Game, battle::Rehearsal};

    /// Players who think between two frames.
    pub struct Thinker {
        mind: Mind,
        errand: Option<Errand>,
    }

    impl Thinker {
        /// A thinker for the battle in a world; none where that is impossible.
        pub fn of(battle: &World, seed: u64) -> Option<Self> {
            Some(Self { mind: Mind::new(Rehearsal::<Game>::of(battle)?, seed), errand: None })
        }

        /// Gives it something to think about.
        pub fn think(&mut self, errand: Errand) {
            self.errand = Some(errand);
        }

        /// What it thinks now.
        pub fn thought(&mut self) -> Option<Thought> {
            let errand = self.errand.take()?;
            Some(self.mind.think(errand))
        }
    }
}
