//! The battle of a session: its world, who plays in it, the plan that is being carried out, and the
//! snapshots to come back to.

use std::{
    collections::{BTreeMap, VecDeque},
    path::Path,
};

use bevy::prelude::World;
use ironrank::{
    battle::{
        History, Log, Pending, RuleSystem, Snapshot,
        data::no_such_name,
        engine,
        history::{Keep, UndoRule},
        levels, link,
        playable::count,
        save::{MOST_ORDERS, Save},
        wrapper::{self, Beginning},
    },
    dice::Dice,
    no_quarter::{Armoury, Event, NoQuarter, Order, level::Level, plans::Act},
    players::{Kind as PlayerKind, Player, whose_order},
};

use super::problem::{Kind, Problem};

/// So many snapshots are kept; of more, the oldest goes.
pub(super) const MOST_SNAPSHOTS: usize = 64;

/// A battle and all that a session knows about it.
pub(super) struct Fought {
    pub(super) world: World,
    /// Who plays, by side and kind, as they go on with their plans and dice.
    players: BTreeMap<(u32, &'static str), Box<dyn Player<NoQuarter>>>,
    /// What is left of the plan that is being carried out.
    pub(super) rest: VecDeque<Act>,
    /// The acts of the plans that were told last, by their numbers, until something happens.
    pub(super) listed: Vec<(usize, Vec<Act>)>,
    snapshots: VecDeque<Kept>,
    /// How many snapshots were taken.
    taken: u64,
}

/// A battle as it stood once.
struct Kept {
    name: String,
    state: Snapshot<NoQuarter>,
    history: History<NoQuarter>,
    events: Vec<Event>,
}

impl Fought {
    fn new(world: World) -> Self {
        Self {
            world,
            players: BTreeMap::new(),
            rest: VecDeque::new(),
            listed: Vec::new(),
            snapshots: VecDeque::new(),
            taken: 0,
        }
    }

    /// Begins a battle of a level.
    ///
    /// # Errors
    /// All that is wrong with the level.
    pub(super) fn of_level(level: &Level, seed: u64, armoury: &Armoury) -> Result<Self, Problem> {
        let mut world = World::new();
        world.insert_resource(armoury.clone());
        wrapper::begin::<NoQuarter>(&mut world, level, seed, Dice::seeded(seed), Keep::Checkpoints)
            .map_err(|errors| Problem::data(&errors))?;
        Ok(Self::new(world))
    }

    /// Opens a saved battle, and says what has become of it if it isn't as it was.
    ///
    /// # Errors
    /// What is wrong with the save.
    pub(super) fn of_save(
        save: &Save<NoQuarter>,
        armoury: &Armoury,
    ) -> Result<(Self, Option<String>), Problem> {
        let prepare = |world: &mut World| world.insert_resource(armoury.clone());
        let (world, opened) = ironrank::lab::open(save, &prepare, &mut |_, _| ())
            .map_err(|errors| Problem::data(&errors))?;
        let changed = opened.change().map(|_| opened.to_string());
        Ok((Self::new(world), changed))
    }

    /// Lets any order be taken back.
    pub(super) fn practise(&mut self) {
        self.world.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
    }

    pub(super) fn is_practice(&self) -> bool {
        self.world.resource::<History<NoQuarter>>().undo_rule == UndoRule::Anything
    }

    pub(super) fn beginning(&self) -> &Beginning<NoQuarter> {
        self.world.resource::<Beginning<NoQuarter>>()
    }

    /// How many orders were given.
    pub(super) fn orders(&self) -> usize {
        self.world.resource::<History<NoQuarter>>().len()
    }

    /// All that has happened.
    pub(super) fn events(&self) -> &[Event] {
        &self.world.resource::<Log<NoQuarter>>().0
    }

    pub(super) fn is_over(&self) -> bool {
        NoQuarter::outcome(&self.world).is_some()
    }

    /// Whether the battle waits for an answer.
    pub(super) fn is_asked(&self) -> bool {
        self.world.resource::<Pending<NoQuarter>>().0.is_some()
    }

    /// The order that answers the pending decision with one of its options, by its place.
    ///
    /// # Errors
    /// That nothing is asked, or that there is no such answer.
    pub(super) fn option(&self, number: u64) -> Result<Order, Problem> {
        let Some(decision) = &self.world.resource::<Pending<NoQuarter>>().0 else {
            return Err(Problem::new(Kind::Refused, "nothing is asked"));
        };
        let answer = usize::try_from(number).ok().and_then(|n| decision.options.get(n)).cloned();
        answer.map(NoQuarter::answer).ok_or_else(|| {
            let options = count(decision.options.len(), "option");
            let told = format!("number: {number}; the decision has {options}, counted from 0");
            Problem::new(Kind::Unknown, told)
        })
    }

    /// Gives an order. A plan that is being carried out ends, unless the order answers a question in
    /// the middle of it.
    ///
    /// # Errors
    /// What the rules say, or that there were too many orders.
    pub(super) fn give(&mut self, order: Order) -> Result<(), Problem> {
        if self.orders() >= MOST_ORDERS {
            let told =
                format!("the battle has had {}, which is the limit", count(MOST_ORDERS, "order"));
            return Err(Problem::new(Kind::Limit, told));
        }
        let answers = NoQuarter::given_answer(&order).is_some();
        engine::execute::<NoQuarter>(&mut self.world, order)
            .map_err(|error| Problem::refused(&error))?;
        self.listed.clear();
        if !answers {
            self.rest.clear();
        }
        Ok(())
    }

    /// A computer player of the side that is to order, as it has played so far.
    pub(super) fn player(&mut self, kind: PlayerKind) -> (&mut dyn Player<NoQuarter>, &World) {
        let (side, seed) = (whose_order::<NoQuarter>(&self.world), self.beginning().seed);
        let player = self.players.entry((side.0, kind.name()));
        (&mut **player.or_insert_with(|| kind.player(seed, side)), &self.world)
    }

    /// A computer player who has just sat down.
    pub(super) fn fresh_player(&self, kind: PlayerKind) -> Box<dyn Player<NoQuarter>> {
        kind.player(self.beginning().seed, whose_order::<NoQuarter>(&self.world))
    }

    /// Keeps the battle as it stands under a name of the program's own.
    ///
    /// # Errors
    /// That this is no practice battle.
    pub(super) fn keep(&mut self) -> Result<String, Problem> {
        self.check_practice()?;
        self.taken += 1;
        let name = format!("snapshot-{}", self.taken);
        if self.snapshots.len() == MOST_SNAPSHOTS {
            self.snapshots.pop_front();
        }
        self.snapshots.push_back(Kept {
            name: name.clone(),
            state: Snapshot::take(&self.world),
            history: self.world.resource::<History<NoQuarter>>().clone(),
            events: self.events().to_vec(),
        });
        Ok(name)
    }

    /// Puts the battle back to a snapshot.
    ///
    /// # Errors
    /// That this is no practice battle, or that there is no such snapshot.
    pub(super) fn put_back(&mut self, name: &str) -> Result<(), Problem> {
        self.check_practice()?;
        let Some(kept) = self.snapshots.iter().find(|kept| kept.name == name) else {
            let known = self.snapshots.iter().map(|kept| kept.name.as_str());
            return Err(Problem::new(Kind::Unknown, no_such_name("snapshot", name, known)));
        };
        kept.state.restore(&mut self.world);
        self.world.insert_resource(kept.history.clone());
        self.world.insert_resource(Log::<NoQuarter>(kept.events.clone()));
        self.forget_intentions();
        Ok(())
    }

    fn check_practice(&self) -> Result<(), Problem> {
        if self.is_practice() {
            return Ok(());
        }
        let told = "only a practice battle can go back; begin it with \"practice\": true";
        Err(Problem::new(Kind::Undo, told))
    }

    /// Takes orders back until so many are left.
    ///
    /// # Errors
    /// Why it can't go back so far.
    pub(super) fn undo_to(&mut self, orders: Option<usize>) -> Result<(), Problem> {
        let undone = match orders {
            Some(orders) => History::<NoQuarter>::undo_to(&mut self.world, orders),
            None => History::<NoQuarter>::undo_last(&mut self.world),
        };
        undone.map_err(|error| Problem::new(Kind::Undo, error))?;
        self.forget_intentions();
        Ok(())
    }

    /// The battle stands elsewhere: whatever somebody was about to do is no longer so.
    fn forget_intentions(&mut self) {
        self.players.clear();
        self.listed.clear();
        self.rest.clear();
    }

    /// The battle as a save.
    pub(super) fn save(&self) -> Save<NoQuarter> {
        wrapper::save::<NoQuarter>(&self.world)
    }

    /// The battle as a link.
    ///
    /// # Errors
    /// That there is too much of it.
    pub(super) fn link(&self) -> Result<String, Problem> {
        link::write(&self.save()).map_err(|error| Problem::new(Kind::Data, error))
    }
}

/// A level that comes with the game or lies in the data directory. No other file is read, whatever the
/// name says.
///
/// # Errors
/// That there is no such level, or what is wrong with it.
pub(super) fn level(name: &str, data: Option<&Path>) -> Result<Level, Problem> {
    let ids = levels::ids(data);
    if !ids.iter().any(|id| id == name) {
        let told = no_such_name("level", name, ids.iter().map(String::as_str));
        return Err(Problem::new(Kind::Unknown, told));
    }
    levels::find(name, data).map_err(|errors| Problem::data(&errors))
}

/// A kind of computer player by its name.
///
/// # Errors
/// That nobody is called so.
pub(super) fn player_kind(name: &str) -> Result<PlayerKind, Problem> {
    PlayerKind::known(name).map_err(|told| Problem::new(Kind::Unknown, told))
}
