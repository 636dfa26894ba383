//! What each side has won and lost, in a table: what counted for it, what that adds up to, the models
//! it lost. The score shows it as it stands, the result as it was in the end.

use bevy::prelude::World;
use bevy_egui::egui::{self, Grid, RichText};

use crate::{
    app::{theme::Theme, third_party::egui::sized},
    battle::{BattleWorld, Tally, playable::capitalised},
};

/// A row of the table: what it is about, and what each side has of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    about: String,
    shares: Vec<String>,
}

/// The table is no wider than that, in egui points.
const MOST: f32 = 560.0;

/// Shows what sides have.
pub fn show(world: &World, ui: &mut egui::Ui, theme: &Theme, tallies: &[Tally]) {
    let spacing = egui::vec2(12.0, 4.0);
    // What it is about has as much room as all sides together.
    let room = ui.available_width().min(MOST) - spacing.x * tallies.len() as f32;
    let side = room / (2 * tallies.len()).max(1) as f32;
    let grid = Grid::new("account").num_columns(tallies.len() + 1).spacing(spacing).striped(true);
    grid.min_col_width(side).max_col_width(room / 2.0).show(ui, |ui| {
        ui.label("");
        for tally in tallies {
            let colour = Theme::egui(theme.side(tally.side).text);
            let name = RichText::new(world.side_name(tally.side)).strong().color(colour);
            ui.add(egui::Label::new(name.size(sized(ui, 15.0))).wrap());
        }
        ui.end_row();
        counted(tallies).into_iter().for_each(|row| line(ui, row));
        ui.label(RichText::new("Battle points").strong());
        for tally in tallies {
            let colour = Theme::egui(theme.side(tally.side).text);
            let points = RichText::new(tally.points.to_string()).strong().color(colour);
            ui.label(points.size(sized(ui, 18.0)));
        }
        ui.end_row();
        line(ui, lost(tallies));
    });
}

fn line(ui: &mut egui::Ui, row: Row) {
    ui.add(egui::Label::new(row.about).wrap());
    row.shares.into_iter().for_each(|share| drop(ui.label(share)));
    ui.end_row();
}

/// Who was lost.
fn lost(tallies: &[Tally]) -> Row {
    let lost = |tally: &Tally| format!("{} of {}", tally.lost, tally.models);
    Row { about: "Models lost".to_owned(), shares: tallies.iter().map(lost).collect() }
}

/// What counted, each reason once.
fn counted(tallies: &[Tally]) -> Vec<Row> {
    let mut reasons: Vec<&str> = Vec::new();
    for (reason, _) in tallies.iter().flat_map(|tally| &tally.account) {
        if !reasons.contains(&reason.as_str()) {
            reasons.push(reason);
        }
    }
    let share = |tally: &Tally, reason: &str| {
        let shares = tally.account.iter().filter(|(other, _)| other == reason);
        let shares: Vec<i32> = shares.map(|(_, share)| *share).collect();
        match shares.as_slice() {
            [] => "–".to_owned(),
            shares => format!("{:+}", shares.iter().sum::<i32>()),
        }
    };
    let row = |reason| Row {
        about: capitalised(reason),
        shares: tallies.iter().map(|tally| share(tally, reason)).collect(),
    };
    reasons.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SideId;

    #[test]
    fn what_counted_for_both_sides_stands_in_one_row() {
        let tally = |side: u32, account: &[(&str, i32)]| Tally {
            side: SideId(side),
            points: account.iter().map(|(_, share)| share).sum(),
            account: account.iter().map(|&(reason, share)| (reason.to_owned(), share)).collect(),
            models: 12,
            lost: 3 + side,
        };
        let tallies = [
            tally(0, &[("enemy casualties", 120), ("holding the hill", 100)]),
            tally(
                1,
                &[("enemy casualties", 80), ("holding the wood", 100), ("holding the wood", 100)],
            ),
        ];
        let row = |about: &str, shares: [&str; 2]| Row {
            about: about.to_owned(),
            shares: shares.map(str::to_owned).to_vec(),
        };
        assert_eq!(
            counted(&tallies),
            [
                row("Enemy casualties", ["+120", "+80"]),
                row("Holding the hill", ["+100", "–"]),
                row("Holding the wood", ["–", "+200"]),
            ]
        );
        assert_eq!(lost(&tallies), row("Models lost", ["3 of 12", "4 of 12"]));
    }
}
