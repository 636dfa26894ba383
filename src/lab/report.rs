//! The result of a battle as plain numbers. As JSON it is what `ironrank battle --json` prints;
//! its fields are documented in docs/command-line.md and only ever added to.

use std::fmt::Display;

use bevy::prelude::World;
use serde::Serialize;

use super::Kinds;
use crate::{
    battle::{
        BattleWorld, Log, RuleSystem,
        playable::{listed, within_sentence},
        save::Save,
    },
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
            (Some(winner), _) => format!("{} won", within_sentence(winner)),
            (None, true) => "a draw".to_owned(),
            (None, false) => "no result".to_owned(),
        };
        text += &match self.turn {
            0 => format!(" before the first turn ({})\n", self.reason),
            turn => format!(" in turn {turn} ({})\n", self.reason),
        };
        for side in &self.sides {
            let SideReport { name, player, lost, .. } = side;
            let (points, models) = (side.earned(), counted(side.models, "model"));
            text += &format!("  {name} ({player}): {points}; lost {lost} of its {models}\n");
        }
        let (orders, events) = (counted(self.orders, "order"), counted(self.events, "event"));
        let dice = if self.dice == 1 { "1 die".to_owned() } else { format!("{} dice", self.dice) };
        text += &format!("  {orders}, {events}, {dice}, hash {}\n", self.hash);
        text
    }
}

impl SideReport {
    /// Its points and what they are for: "254 points (204 for enemy casualties and 50 for the enemy's army
    /// standard)".
    fn earned(&self) -> String {
        let points = counted(self.points, "point");
        let shares = self.account.iter().filter(|(_, share)| *share != 0);
        let shares: Vec<(&str, i32)> = shares.map(|(what, share)| (&**what, *share)).collect();
        match shares[..] {
            [] => points,
            [(what, _)] => format!("{points} for {what}"),
            _ => {
                let shares = shares.iter().map(|(what, share)| format!("{share} for {what}"));
                format!("{points} ({})", listed(&shares.collect::<Vec<String>>()))
            }
        }
    }
}

/// So many of something: "1 point", "3 points".
fn counted<N: Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_told_as_one() {
        let side = |points| SideReport {
            name: "Red".to_owned(),
            player: "random".to_owned(),
            points,
            account: Vec::new(),
            models: 2,
            lost: 1,
        };
        let report = Report {
            format: 1,
            level: "duel".to_owned(),
            rules: "no_quarter".to_owned(),
            seed: 7,
            finished: true,
            winner: None,
            reason: "the last turn is over".to_owned(),
            turn: 6,
            sides: vec![side(1), side(-2)],
            orders: 1,
            events: 3,
            dice: 1,
            hash: "0f".to_owned(),
            kinds: Kinds::default(),
        };
        let wanted = "duel, seed 7: a draw in turn 6 (the last turn is over)\n  \
            Red (random): 1 point; lost 1 of its 2 models\n  \
            Red (random): -2 points; lost 1 of its 2 models\n  \
            1 order, 3 events, 1 die, hash 0f\n";
        assert_eq!(report.text(), wanted);
        let early = Report { turn: 0, ..report }.text();
        assert!(early.contains("a draw before the first turn"), "{early}");
    }

    #[test]
    fn points_are_told_as_points_and_not_as_casualties() {
        let earned = |account: &[(&str, i32)]| {
            let points = account.iter().map(|(_, share)| share).sum();
            let account = account.iter().map(|&(what, share)| (what.to_owned(), share)).collect();
            let (name, player) = ("Red".to_owned(), "random".to_owned());
            SideReport { name, player, points, account, models: 2, lost: 1 }.earned()
        };
        let casualties = ("enemy casualties", 204);
        assert_eq!(earned(&[("enemy casualties", 0)]), "0 points");
        assert_eq!(earned(&[casualties]), "204 points for enemy casualties");
        let standard = ("the enemy's army standard", 50);
        let told = "254 points (204 for enemy casualties and 50 for the enemy's army standard)";
        assert_eq!(earned(&[casualties, standard]), told);
    }
}
