//! Plays whole battles without a window, watches that nothing impossible happens in them, and
//! tells what did happen.

mod kind;
mod kinds;
mod report;
pub mod series;
mod trail;

use std::ops::ControlFlow;

use bevy::prelude::World;

pub use kind::kind;
pub use kinds::{Coverage, Kinds};
pub use report::{Report, SideReport};
pub use trail::Trail;

use crate::{
    battle::{
        BattleWorld, Commander, Commanders, DataError, Handicap, History, Level, Log, Opened,
        RuleSystem, SideId, engine,
        history::Keep,
        opening,
        playable::count,
        save::{MOST_ORDERS, Save},
        snapshot::state_hash,
        wrapper,
    },
    dice::Dice,
    players::{Kind, Player, RandomPlayer, whose_order},
};

/// A battle to be played.
pub struct Bout<'a, R: RuleSystem> {
    /// The level.
    pub level: &'a Level<R>,
    /// The seed of the battle's dice.
    pub seed: u64,
    /// The players, by side.
    pub players: Vec<Box<dyn Player<R>>>,
    /// Points that the sides have from the beginning.
    pub handicap: Handicap,
    /// Whether the save keeps which computer players led the sides, and why they did what they did.
    pub keeps_players: bool,
    /// Whether the rule system's invariants are checked after each order.
    pub check_invariants: bool,
    /// A battle with more orders than this is taken for endless.
    pub most_orders: usize,
    /// Puts data that isn't embedded into the world before the battle is set up.
    pub prepare: &'a (dyn Fn(&mut World) + Sync),
    /// Sees the world before each order, and may stop the battle there.
    pub watch: &'a (dyn Fn(&World) -> ControlFlow<()> + Sync),
}

impl<'a, R: RuleSystem> Bout<'a, R> {
    /// Two random players, with the embedded data and without a watch on what must hold; one seed
    /// for dice and players.
    pub fn random(level: &'a Level<R>, seed: u64) -> Self {
        Self {
            level,
            seed,
            players: [0, 1]
                .map(|side| Box::new(RandomPlayer::new(seed, SideId(side))) as Box<dyn Player<R>>)
                .into(),
            handicap: Handicap::default(),
            keeps_players: false,
            check_invariants: false,
            most_orders: MOST_ORDERS,
            prepare: &|_| (),
            watch: &|_| ControlFlow::Continue(()),
        }
    }
}

/// What went wrong in a battle.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Trouble {
    /// The level can't be played.
    #[error("{}", all(.0))]
    Data(Vec<DataError>),
    /// Something that must hold didn't.
    #[error("after order {after}, {order}: {}", .broken.join("; "))]
    Broken {
        /// How many orders were given.
        after: usize,
        /// The last of them.
        order: String,
        /// What doesn't hold.
        broken: Vec<String>,
    },
    /// A player gave an illegal order.
    #[error(
        "{}order {number} of the battle is not legal, by {player} ({order}): {problem}",
        .written.as_ref().map_or_else(String::new, |place| format!("{place}: "))
    )]
    Illegal {
        /// The file and the line where it is written, if it is.
        written: Option<String>,
        /// Its place among the orders of the battle, from 1.
        number: usize,
        /// The order, in words.
        order: String,
        /// Who gave it.
        player: String,
        /// Why it is refused.
        problem: String,
    },
    /// Somebody who watched it stopped it.
    #[error("stopped after {}", count(*.after, "order"))]
    Stopped {
        /// How many orders were given.
        after: usize,
    },
    /// A player knew no more orders.
    #[error("not fought to its end: nobody knew what to do after {}", count(*.orders, "order"))]
    Unfinished {
        /// How many orders were given.
        orders: usize,
    },
    /// The battle doesn't end.
    #[error("no end after {orders} orders, in turn {turn}")]
    Endless {
        /// How many orders were given.
        orders: usize,
        /// The turn it is in.
        turn: u32,
    },
    /// The same orders led somewhere else.
    #[error("replaying the {orders} orders gives {again}, not {first}")]
    ReplayDiffers {
        /// How many orders were given.
        orders: usize,
        /// The hash of the battle.
        first: String,
        /// The hash of its replay.
        again: String,
    },
}

fn all(errors: &[DataError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A battle that was played.
pub struct Played<R: RuleSystem> {
    /// The world after the last order.
    pub world: World,
    /// What happened, in numbers.
    pub report: Report,
    /// The battle as a file.
    pub save: Save<R>,
    /// What stopped it before its end.
    pub trouble: Option<Trouble>,
}

impl<R: RuleSystem> Played<R> {
    /// The battle if all went well.
    ///
    /// # Errors
    /// What went wrong in it.
    pub fn sound(self) -> Result<Self, Trouble> {
        match self.trouble {
            None => Ok(self),
            Some(trouble) => Err(trouble),
        }
    }
}

/// Plays a battle until it ends, a player knows no more, or something goes wrong.
///
/// # Errors
/// What is wrong with the level.
pub fn play<R: RuleSystem>(mut bout: Bout<R>) -> Result<Played<R>, Trouble> {
    let mut world = World::new();
    (bout.prepare)(&mut world);
    let dice = Dice::seeded(bout.seed);
    wrapper::begin::<R>(&mut world, bout.level, bout.seed, dice, Keep::Start)
        .map_err(Trouble::Data)?;
    world.insert_resource(bout.handicap.clone());
    let names: Vec<String> = bout.players.iter().map(|player| player.name()).collect();
    if bout.keeps_players {
        world.insert_resource(leaders(&names));
    }
    let mut kinds = Kinds::default();
    let trouble = play_on(&mut world, &mut bout, &mut kinds).err();
    let save = wrapper::save::<R>(&world);
    let report = Report::of::<R>(&world, &save, names, kinds);
    Ok(Played { world, report, save, trouble })
}

/// The levels of computer player among the names of players, by side; all others count as people.
fn leaders(names: &[String]) -> Commanders {
    let mut commanders = Commanders::default();
    for (side, name) in (0..).map(SideId).zip(names) {
        if Kind::named(name).is_some_and(|kind| Kind::LEVELS.contains(&kind)) {
            commanders.give(side, Commander::Computer(name.clone()));
        }
    }
    commanders
}

fn play_on<R: RuleSystem>(
    world: &mut World,
    bout: &mut Bout<R>,
    kinds: &mut Kinds,
) -> Result<(), Trouble> {
    let mut last = String::new();
    loop {
        let given = world.resource::<History<R>>().len();
        if bout.check_invariants {
            let broken = R::broken_invariants(world);
            if !broken.is_empty() {
                return Err(Trouble::Broken { after: given, order: last, broken });
            }
        }
        if R::outcome(world).is_some() {
            return Ok(());
        }
        if (bout.watch)(world).is_break() {
            return Err(Trouble::Stopped { after: given });
        }
        if given >= bout.most_orders {
            return Err(Trouble::Endless { orders: given, turn: world.frame().turn });
        }
        let side = whose_order::<R>(world);
        let Some(player) = bout.players.get_mut(side.index()) else { return Ok(()) };
        let Some(order) = player.order(world) else { return Ok(()) };
        last = format!("{order:?}");
        kinds.count_order::<R>(world, &order);
        if !player.has_checked()
            && let Err(problem) = R::check(world, &order)
        {
            return Err(Trouble::Illegal {
                written: player.written(),
                number: given + 1,
                order: R::order_in_words(world, &order),
                player: player.name(),
                problem: problem.to_string(),
            });
        }
        engine::execute_checked::<R>(world, order);
        if bout.keeps_players && world.resource::<Commanders>().computer(side).is_some() {
            let reason = player.begun_reason().cloned();
            world.resource_mut::<History<R>>().note_computer(reason);
        }
    }
}

/// Gives the orders of a save again.
///
/// # Errors
/// What is wrong with its level, or the first order that isn't legal.
pub fn replay<R: RuleSystem>(
    save: &Save<R>,
    prepare: &dyn Fn(&mut World),
) -> Result<World, Vec<DataError>> {
    replay_watched(save, prepare, &mut |_, _| ())
}

/// Gives the orders of a save again; `watch` sees the world before each of them.
///
/// # Errors
/// What is wrong with its level, or the first order that isn't legal.
pub fn replay_watched<R: RuleSystem>(
    save: &Save<R>,
    prepare: &dyn Fn(&mut World),
    watch: &mut dyn FnMut(&World, &R::Order),
) -> Result<World, Vec<DataError>> {
    let mut world = World::new();
    prepare(&mut world);
    opening::replay(&mut world, save, watch)?;
    Ok(world)
}

/// Opens a save as a player does: where its orders no longer lead to where the battle stood, it goes
/// on from there. `watch` sees the world before each order that is given.
///
/// # Errors
/// What is wrong with the save, or that not even its first order is legal.
pub fn open<R: RuleSystem>(
    save: &Save<R>,
    prepare: &dyn Fn(&mut World),
    watch: &mut dyn FnMut(&World, &R::Order),
) -> Result<(World, Opened), Vec<DataError>> {
    let mut world = World::new();
    prepare(&mut world);
    let opened = opening::open(&mut world, save, watch)?;
    Ok((world, opened))
}

/// Replays a battle that was just played and compares.
///
/// # Errors
/// That the replay isn't the same battle.
pub fn check_replay<R: RuleSystem>(
    played: &Played<R>,
    prepare: &dyn Fn(&mut World),
) -> Result<(), Trouble> {
    let world = replay::<R>(&played.save, prepare).map_err(Trouble::Data)?;
    let again = format!("{:016x}", state_hash::<R>(&world));
    let same_events = world.resource::<Log<R>>().0 == played.world.resource::<Log<R>>().0;
    if again == played.save.hash && same_events {
        return Ok(());
    }
    let orders = played.save.orders.len();
    Err(Trouble::ReplayDiffers { orders, first: played.save.hash.clone(), again })
}
