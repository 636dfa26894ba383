//! The battles of a series as lines with commas, for spreadsheets.

use ironrank::lab::series::{Bill, Journal};

const COLUMNS: [&str; 19] = [
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
    "first_seconds",
    "second_seconds",
    "hash",
];

/// A line for each battle, below a line with the names of the columns. First and second are the
/// level's sides; the winner is a side too, `first` or `second`, and empty in a draw.
pub(super) fn csv(journal: &Journal) -> String {
    let series = &journal.header.series;
    let mut table = COLUMNS.join(",") + "\n";
    for (&number, pair) in &journal.pairs {
        let Bill { players, level, seed } = series.bill(number);
        for (battle, leads) in pair.battles.iter().zip([0, 1]) {
            // Who leads which side.
            let seat = |side: usize| side ^ leads;
            let [first, second] = [0, 1].map(|side| battle.shares[seat(side)]);
            let winner = battle.winner.map_or("", |player| ["first", "second"][seat(player)]);
            let player = |side: usize| field(&series.players[players[seat(side)]]);
            let fields = [
                field(&series.levels[level].name),
                seed.to_string(),
                player(0),
                player(1),
                winner.to_owned(),
                field(&battle.reason),
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
                first.seconds.to_string(),
                second.seconds.to_string(),
                field(&battle.hash),
            ];
            debug_assert_eq!(fields.len(), COLUMNS.len());
            table += &fields.join(",");
            table.push('\n');
        }
    }
    table
}

/// A text as a field: within quotation marks if it could be taken for more than one (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stays_one_field() {
        assert_eq!(field("the 4 turns are over"), "the 4 turns are over");
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("two\nlines"), "\"two\nlines\"");
    }
}
