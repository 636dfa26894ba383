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
    players: Vec<Seated>,
    /// Who thinks about a hint.
    adviser: Option<Box<dyn Player<Game>>>,
    /// Whether an order was begun to be thought of and isn't given yet.
    is_ordering: bool,
}

/// A player, and which side it leads as what.
type Seated = (SideId, Kind, Box<dyn Player<Game>>);

impl Mind {
    fn new(copy: Rehearsal<Game>, seed: u64) -> Self {
        Self { copy, seed, epoch: 0, players: Vec::new(), adviser: None, is_ordering: false }
    }

    /// Begins with an errand; the one before it isn't wanted any more.
    fn begin(&mut self, errand: &Errand) {
        if self.epoch != errand.epoch || self.is_ordering {
            self.epoch = errand.epoch;
            self.players.clear();
        }
        self.adviser = None;
        // Its dice are nobody's business: players roll none of them.
        self.copy.put(&errand.position, errand.number);
        match errand.purpose {
            Purpose::Order(side, kind) => self.seat(side, kind),
            Purpose::Hint(kind) => self.adviser = Some(kind.player(self.seed, SideId(0))),
        }
        self.is_ordering = matches!(errand.purpose, Purpose::Order(..));
    }

    /// Goes on with it for a short while; true once more of that would change nothing.
    fn ponder(&mut self, purpose: Purpose) -> bool {
        let world = self.copy.world();
        let thinks = match purpose {
            Purpose::Order(side, _) => player_of(&mut self.players, side),
            Purpose::Hint(_) => self.adviser.as_mut(),
        };
        thinks.is_none_or(|player| player.ponder(world))
    }

    /// What has come out of it by now.
    fn end(&mut self, errand: &Errand) -> Thought {
        self.is_ordering = false;
        let outcome = match errand.purpose {
            Purpose::Order(side, _) => self.order(side),
            Purpose::Hint(_) => Outcome::Hints(self.hints()),
        };
        Thought { number: errand.number, outcome }
    }

    /// Sees to it that a player of this kind leads the side.
    fn seat(&mut self, side: SideId, kind: Kind) {
        if !self.players.iter().any(|&(of, as_kind, _)| (of, as_kind) == (side, kind)) {
            self.players.retain(|&(of, ..)| of != side);
            self.players.push((side, kind, kind.player(self.seed, side)));
        }
    }

    fn order(&mut self, side: SideId) -> Outcome {
        let Some(player) = player_of(&mut self.players, side) else { return Outcome::Lost };
        let order = player.order(self.copy.world());
        Outcome::Order(order, player.begun_reason().cloned())
    }

    fn hints(&mut self) -> Vec<Suggestion> {
        let world = self.copy.world();
        let plans = self.adviser.take().map(|mut adviser| adviser.advise(world));
        let begun = plans.into_iter().flatten().filter_map(|weighed| {
            let order = next_order::<Game>(world, &mut weighed.plan.acts.clone().into())?;
            Some(Suggestion { plan: weighed.plan, account: weighed.account, order })
        });
        begun.collect()
    }
}

/// Who leads a side.
fn player_of(players: &mut [Seated], side: SideId) -> Option<&mut Box<dyn Player<Game>>> {
    players.iter_mut().find(|&&mut (of, ..)| of == side).map(|(.., player)| player)
}

pub use place::Thinker;

#[cfg(not(target_family = "wasm"))]
mod place {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicU64, Ordering},
            mpsc::{Receiver, Sender, TryRecvError, channel},
        },
        thread,
    };

    use bevy::prelude::*;

    use super::{Errand, Mind, Outcome, Thought};
    use crate::{app::seat::Game, battle::Rehearsal};

    /// The thread on which players think. It ends soon after this is dropped.
    pub struct Thinker {
        errands: Sender<Errand>,
        thoughts: Receiver<Thought>,
        /// The number of the errand for which there is no more time.
        hurried: Arc<AtomicU64>,
    }

    impl Thinker {
        /// A thinker for the battle in a world; none where that is impossible.
        pub fn of(battle: &World, seed: u64) -> Option<Self> {
            let copy = Rehearsal::<Game>::of(battle)?;
            let (errands, from) = channel::<Errand>();
            let (to, thoughts) = channel();
            let hurried = Arc::new(AtomicU64::new(0));
            let no_more_time = hurried.clone();
            let think = move || {
                let mut mind = Mind::new(copy, seed);
                let mut next = from.recv().ok();
                while let Some(errand) = next {
                    mind.begin(&errand);
                    next = loop {
                        let is_done = mind.ponder(errand.purpose)
                            || no_more_time.load(Ordering::Relaxed) == errand.number;
                        if is_done {
                            let told = to.send(mind.end(&errand));
                            break told.ok().and_then(|()| from.recv().ok());
                        }
                        match from.try_recv() {
                            Ok(newer) => break Some(newer),
                            Err(TryRecvError::Disconnected) => break None,
                            Err(TryRecvError::Empty) => {}
                        }
                    };
                }
            };
            let thread = thread::Builder::new().name("computer players".to_owned());
            thread.spawn(think).ok()?;
            Some(Self { errands, thoughts, hurried })
        }

        /// Gives it something to think about instead of what it thinks about now.
        pub fn think(&mut self, errand: Errand) {
            // If the thread is lost, whoever waits is told so.
            let _ = self.errands.send(errand);
        }

        /// Ends an errand with what was found so far.
        pub fn hurry(&mut self, number: u64) {
            self.hurried.store(number, Ordering::Relaxed);
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
    use std::time::Duration;

    use bevy::{platform::time::Instant, prelude::*};

    use super::{Errand, Mind, Thought};
    use crate::{app::seat::Game, battle::Rehearsal};

    /// How long they think between two frames. What is begun in it is ended a little later.
    const SLICE: Duration = Duration::from_millis(15);

    /// Players who think between two frames, a little at a time.
    pub struct Thinker {
        mind: Mind,
        /// What they think about, and whether they have begun.
        errand: Option<(Errand, bool)>,
        /// The number of the errand for which there is no more time.
        hurried: u64,
    }

    impl Thinker {
        /// A thinker for the battle in a world; none where that is impossible.
        pub fn of(battle: &World, seed: u64) -> Option<Self> {
            let mind = Mind::new(Rehearsal::<Game>::of(battle)?, seed);
            Some(Self { mind, errand: None, hurried: 0 })
        }

        /// Gives it something to think about instead of what it thinks about now.
        pub fn think(&mut self, errand: Errand) {
            self.errand = Some((errand, false));
        }

        /// Ends an errand with what was found so far.
        pub fn hurry(&mut self, number: u64) {
            self.hurried = number;
        }

        /// Thinks for a slice of time, and tells what has come out of it.
        pub fn thought(&mut self) -> Option<Thought> {
            let (errand, has_begun) = self.errand.as_mut()?;
            if !std::mem::replace(has_begun, true) {
                self.mind.begin(errand);
            }
            let since = Instant::now();
            while !self.mind.ponder(errand.purpose) && self.hurried != errand.number {
                if since.elapsed() > SLICE {
                    return None;
                }
            }
            let (errand, _) = self.errand.take()?;
            Some(self.mind.end(&errand))
        }
    }
}
