//! The battles of a series as lines with commas, for spreadsheets.

use std::error::Error;

use ironrank::lab::series::{Bill, Journal};

const COLUMNS: [&str; 17] = [
    "level",
    "seed",
    "first_side",
    "second_side",
    "winner",
    "reason",
    "turn",
    "orders",
    "first_points",
    "second_points",
    "first_models",
    "second_models",
    "first_lost",
    "second_lost",
    "first_decisions",
    "second_decisions",
    "hash",
];

/// A line for each battle, below a line with the names of the columns. First and second are the
/// level's sides; the winner is a side too, `first` or `second`, and empty in a draw.
pub(super) fn csv(journal: &Journal) -> Result<String, Box<dyn Error>> {
    let series = &journal.header.series;
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(COLUMNS)?;
    for (&number, pair) in &journal.pairs {
        let Bill { players, level, seed } = series.bill(number);
        for (battle, leads) in pair.battles.iter().zip([0, 1]) {
            // Who leads which side.
            let seat = |side: usize| side ^ leads;
            let share = |side: usize| battle.shares[seat(side)];
            let winner = battle.winner.map_or("", |player| ["first", "second"][seat(player)]);
            let player = |side: usize| series.players[players[seat(side)]].clone();
            let [first, second] = [share(0), share(1)];
            table.write_record([
                series.levels[level].name.clone(),
                seed.to_string(),
                player(0),
                player(1),
                winner.to_owned(),
                battle.reason.clone(),
                battle.turn.to_string(),
                battle.orders.to_string(),
                first.points.to_string(),
                second.points.to_string(),
                first.models.to_string(),
                second.models.to_string(),
                first.lost.to_string(),
                second.lost.to_string(),
                first.decisions.to_string(),
                second.decisions.to_string(),
                battle.hash.clone(),
            ])?;
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}
