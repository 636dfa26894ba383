//! The result of a battle as plain numbers. As JSON it is what `ironrank battle --json` prints;
//! its fields are documented in docs/command-line.md and only ever added to.

use bevy::prelude::World;
use serde::Serialize;

use super::Kinds;
use crate::{
    battle::{BattleWorld, Log, RuleSystem, save::Save},
    dice::Dice,
};

/// What came of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The version of this format.
    pub format: u32,
    /// The level's name.
    pub level: String,
    /// The rule system.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// Whether the battle was fought to its end.
    pub finished: bool,
    /// The winning side's name; none in a draw or an unfinished battle.
    pub winner: Option<String>,
    /// Why the battle ended.
    pub reason: String,
    /// The turn it ended in.
    pub turn: u32,
    /// The sides, in the level's order.
    pub sides: Vec<SideReport>,
    /// Orders given, answers among them.
    pub orders: usize,
    /// Events that happened.
    pub events: usize,
    /// Dice rolled.
    pub dice: u64,
    /// The state hash at the end.
    pub hash: String,
    /// How often each kind of order, question, answer and event occurred.
    #[serde(flatten)]
    pub kinds: Kinds,
}

/// What came of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideReport {
    /// Its name.
    pub name: String,
    /// Who gave its orders.
    pub player: String,
    /// Victory points.
    pub points: i32,
    /// Where they came from.
    pub account: Vec<(String, i32)>,
    /// Models at the start.
    pub models: u32,
    /// Models lost.
    pub lost: u32,
}

impl Report {
    /// The report on the battle in a world whose orders and answers were counted.
    pub fn of<R: RuleSystem>(
        world: &World,
        save: &Save<R>,
        players: Vec<String>,
        mut kinds: Kinds,
    ) -> Self {
        let outcome = R::outcome(world);
        let events = &world.resource::<Log<R>>().0;
        kinds.count_events::<R>(events);
        let mut players = players.into_iter();
        let sides = world.roster().sides().map(|side| {
            let tally = R::tally(world, side);
            SideReport {
                name: world.side_name(side).to_owned(),
                player: players.next().unwrap_or_default(),
                points: tally.points,
                account: tally.account,
                models: tally.models,
                lost: tally.lost,
            }
        });
        let winner = outcome.as_ref().and_then(|outcome| outcome.winner);
        Self {
            format: 1,
            level: save.level.name.clone(),
            rules: save.rules.clone(),
            seed: save.seed,
            sides: sides.collect(),
            finished: outcome.is_some(),
            winner: winner.map(|side| world.side_name(side).to_owned()),
            reason: outcome.map_or_else(|| "not fought to its end".to_owned(), |o| o.reason),
            turn: world.frame().turn,
            orders: save.orders.len(),
            events: events.len(),
            dice: world.resource::<Dice<R::Purpose>>().rolled(),
            hash: save.hash.clone(),
            kinds,
        }
    }

    /// The result as a few lines for people.
    pub fn text(&self) -> String {
        let mut text = format!("{}, seed {}: ", self.level, self.seed);
        text += &match (&self.winner, self.finished) {
            (Some(winner), _) => format!("{winner} won"),
            (None, true) => "a draw".to_owned(),
            (None, false) => "no result".to_owned(),
        };
        text += &format!(" in turn {} ({})\n", self.turn, self.reason);
        for side in &self.sides {
            let SideReport { name, player, points, models, lost, .. } = side;
            text += &format!("  {name} ({player}): {points} points, lost {lost} of {models}");
            let account: Vec<String> =
                side.account.iter().map(|(reason, share)| format!("{share} {reason}")).collect();
            if !account.is_empty() {
                text += &format!(" ({})", account.join(", "));
            }
            text.push('\n');
        }
        let Self { orders, events, dice, hash, .. } = self;
        text += &format!("  {orders} orders, {events} events, {dice} dice, hash {hash}\n");
        text
    }
}
