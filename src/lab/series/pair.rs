//! A pair of battles: played, and what is kept of it.

use std::{cell::Cell, ops::ControlFlow, rc::Rc, time::Duration};

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Level, Planning, RuleSystem, SideId, planning::Reason},
    lab::{Bout, Played, Trouble, play},
    players::{Kind, Player},
};

/// What came of both battles of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRecord {
    /// Its number in the series.
    pub number: usize,
    /// The battle in which the first player leads the level's first side, and the one in which it
    /// leads the second.
    pub battles: [BattleRecord; 2],
}

impl PairRecord {
    /// Whether another record is of the same battles; how long the players thought may differ.
    pub fn is_the_same(&self, other: &Self) -> bool {
        self.timeless() == other.timeless()
    }

    fn timeless(&self) -> Self {
        let mut timeless = self.clone();
        let shares = timeless.battles.iter_mut().flat_map(|battle| &mut battle.shares);
        shares.for_each(|share| share.seconds = 0.0);
        timeless
    }
}

/// What came of a battle, from the view of the players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleRecord {
    /// Which of the two players has won: 0 or 1; none in a draw.
    pub winner: Option<usize>,
    /// Why the battle ended.
    pub reason: String,
    /// The turn it ended in.
    pub turn: u32,
    /// Orders given, answers among them.
    pub orders: usize,
    /// The state hash at the end.
    pub hash: String,
    /// What came of each player's army.
    pub shares: [Share; 2],
}

/// What came of a player's army.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Victory points.
    pub points: i32,
    /// Models at the start.
    pub models: u32,
    /// Models lost.
    pub lost: u32,
    /// How often the player was asked to decide.
    pub decisions: u64,
    /// How long it thought, in seconds; it depends on the machine, all else doesn't.
    pub seconds: f64,
}

impl PairRecord {
    /// Whether somebody else has played the same battles with the same results, however long it took.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let timeless = |pair: &Self| {
            let mut pair = pair.clone();
            pair.battles.iter_mut().flat_map(|battle| &mut battle.shares).for_each(|share| {
                share.seconds = 0.0;
            });
            pair
        };
        timeless(self) == timeless(other)
    }
}

/// How often and how long somebody has thought.
#[derive(Clone, Copy, Default)]
struct Thought {
    decisions: u64,
    time: Duration,
}

/// Tells the time since a moment that doesn't matter. (What runs in a browser has no clock of its own.)
pub type Clock = fn() -> Duration;

/// A player whose decisions are counted.
struct Watched<R: RuleSystem> {
    player: Box<dyn Player<R>>,
    clock: Clock,
    thought: Rc<Cell<Thought>>,
}

impl<R: RuleSystem> Player<R> for Watched<R> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        let began = (self.clock)();
        let order = self.player.order(world);
        let Thought { decisions, time } = self.thought.get();
        let time = time + (self.clock)().saturating_sub(began);
        self.thought.set(Thought { decisions: decisions + 1, time });
        order
    }

    fn written(&self) -> Option<String> {
        self.player.written()
    }

    fn has_checked(&self) -> bool {
        self.player.has_checked()
    }

    fn goes_on(&self) -> bool {
        self.player.goes_on()
    }

    fn reason(&self) -> Option<&Reason> {
        self.player.reason()
    }

    fn begins_plan(&self) -> bool {
        self.player.begins_plan()
    }
}

/// How battles of a series are played.
pub struct Table<'a, R: RuleSystem> {
    /// The level.
    pub level: &'a Level<R>,
    /// Puts data that isn't embedded into the world before the battle is set up.
    pub prepare: &'a (dyn Fn(&mut World) + Sync),
    /// Sees the world before each order, and may stop the battle there.
    pub watch: &'a (dyn Fn(&World) -> ControlFlow<()> + Sync),
    /// Measures how long players think.
    pub clock: Clock,
}

/// Plays a pair of battles with a seed: the first player leads the first side, then the second. A player
/// against itself would fight the same battle twice: it is fought once and counts for both.
///
/// # Errors
/// What went wrong in one of them; a battle that somebody left is wrong too.
pub fn play_pair<R: Planning>(
    table: &Table<R>,
    number: usize,
    seed: u64,
    players: [Kind; 2],
) -> Result<PairRecord, Trouble> {
    let there = play_one(table, seed, players, 0)?;
    let [first, second] = players;
    let back = match first == second {
        true => there.clone().other_way_round(),
        false => play_one(table, seed, players, 1)?,
    };
    Ok(PairRecord { number, battles: [there, back] })
}

impl BattleRecord {
    /// The same battle if the players had swapped sides.
    fn other_way_round(mut self) -> Self {
        self.winner = self.winner.map(|winner| 1 - winner);
        self.shares.reverse();
        self
    }
}

/// Plays a battle in which the first player leads one of the sides.
fn play_one<R: Planning>(
    table: &Table<R>,
    seed: u64,
    players: [Kind; 2],
    leads: usize,
) -> Result<BattleRecord, Trouble> {
    let thoughts: [Rc<Cell<Thought>>; 2] = Default::default();
    // What the side of a player is, and who leads a side, are the same swap.
    let other = |one: usize| one ^ leads;
    let seats = [0, 1].map(|side| -> Box<dyn Player<R>> {
        let player = players[other(side)].player(seed, SideId(side as u32));
        let thought = thoughts[other(side)].clone();
        Box::new(Watched { player, clock: table.clock, thought })
    });
    let bout = Bout {
        players: seats.into(),
        prepare: table.prepare,
        watch: table.watch,
        ..Bout::random(table.level, seed)
    };
    let Played { world, report, .. } = play(bout)?.sound()?;
    let orders = report.orders;
    if !report.finished {
        return Err(Trouble::Unfinished { orders });
    }
    let winner = R::outcome(&world).and_then(|outcome| outcome.winner);
    let share = |player: usize| {
        let Thought { decisions, time } = thoughts[player].get();
        let side = &report.sides[other(player)];
        let (points, models, lost) = (side.points, side.models, side.lost);
        Share { points, models, lost, decisions, seconds: time.as_secs_f64() }
    };
    Ok(BattleRecord {
        winner: winner.map(|side| other(side.index())),
        shares: [0, 1].map(share),
        turn: report.turn,
        orders,
        hash: report.hash,
        reason: report.reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{battle::levels, no_quarter::NoQuarter};

    /// What somebody finds on the Plain.
    fn on_the_plain<T>(find: impl FnOnce(&Table<NoQuarter>) -> Result<T, Trouble>) -> T {
        let level = levels::find::<NoQuarter>("plain", None).unwrap();
        let table = Table {
            level: &level,
            prepare: &|_| (),
            watch: &|_| ControlFlow::Continue(()),
            clock: || Duration::ZERO,
        };
        find(&table).unwrap()
    }

    fn pair(players: [Kind; 2]) -> PairRecord {
        on_the_plain(|table| play_pair(table, 3, 5, players))
    }

    #[test]
    fn a_player_against_itself_would_fight_the_same_battle_twice() {
        let PairRecord { number, battles: [one, other] } = pair([Kind::Random; 2]);
        assert_eq!(number, 3);
        let played =
            [0, 1].map(|leads| on_the_plain(|table| play_one(table, 5, [Kind::Random; 2], leads)));
        assert_eq!([&one, &other], [&played[0], &played[1]]);
        assert!(one.shares.iter().all(|share| share.decisions > 5 && share.models > 5));
        let decisions: u64 = one.shares.iter().map(|share| share.decisions).sum();
        assert_eq!(one.orders as u64, decisions);
    }

    #[test]
    fn the_second_battle_is_the_first_of_the_players_the_other_way_round() {
        let there = pair([Kind::Random, Kind::FirstLegal]);
        let back = pair([Kind::FirstLegal, Kind::Random]);
        for (one, other) in [(0, 1), (1, 0)] {
            let (one, mut other) = (&there.battles[one], back.battles[other].clone());
            assert_eq!(one.winner, other.winner.map(|winner| 1 - winner));
            other.shares.reverse();
            assert_eq!((&one.hash, one.shares), (&other.hash, other.shares));
        }
        assert!(there.agrees_with(&there.clone()) && !there.agrees_with(&back));
        let mut slower = there.clone();
        slower.battles[1].shares[0].seconds = 9.0;
        assert!(there.agrees_with(&slower) && there != slower);
    }
}
