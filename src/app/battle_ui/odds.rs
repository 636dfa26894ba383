//! The chances of attacks, as cards show them.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{breaks, hints::explain};
use crate::{
    app::theme::Theme,
    battle::playable::{
        acting::{Odds, Said},
        count,
    },
};

/// The most kinds of attack that a card spells out.
const SPELLED_OUT: usize = 3;

/// Shows attacks, a line for each kind: who, and the numbers they need.
pub fn in_short(world: &World, ui: &mut egui::Ui, theme: &Theme, odds: &Odds) {
    for kind in odds.kinds.iter().take(SPELLED_OUT) {
        one_line(world, ui, &kind.short);
    }
    if let Some(more) = more(odds) {
        ui.label(RichText::new(more).small().color(Theme::egui(theme.faint)));
    }
}

/// Shows attacks, each kind with all its numbers: what they come to as a chance, if they may be made.
pub fn show(world: &World, ui: &mut egui::Ui, theme: &Theme, odds: &Odds, may: bool) {
    let colour = Theme::egui(if may { theme.good } else { theme.bad });
    for kind in odds.kinds.iter().take(SPELLED_OUT) {
        ui.separator();
        ui.horizontal(|ui| {
            ui.label(RichText::new(&kind.who).strong());
        });
        ui.scope(|ui| {
            ui.visuals_mut().override_text_color = Some(Theme::egui(theme.faint));
            one_line(world, ui, &kind.weapon);
        });
        for number in &kind.numbers {
            one_line(world, ui, number);
        }
        ui.label(RichText::new(&kind.chance).color(colour));
    }
    if let Some(more) = more(odds) {
        ui.label(RichText::new(more).color(Theme::egui(theme.faint)));
    }
}

/// How many kinds aren't spelled out.
fn more(odds: &Odds) -> Option<String> {
    told_of(odds.kinds.len().saturating_sub(SPELLED_OUT))
}

fn told_of(more: usize) -> Option<String> {
    (more > 0).then(|| format!("and {} of attack", count(more, "more kind")))
}

/// Words of one sentence, each part with a meaning of its own.
fn one_line(world: &World, ui: &mut egui::Ui, words: &[Said]) {
    ui.scope(|ui| {
        // Rows as high as their words.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
        ui.horizontal_wrapped(|ui| {
            let texts = breaks::kept_in_parts(words.iter().map(|said| said.text.as_str()));
            for (said, text) in words.iter().zip(texts) {
                let label = ui.label(RichText::new(text).small());
                if let Some(term) = said.term {
                    explain(world, label, term);
                }
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_are_not_spelled_out_are_counted() {
        assert_eq!(told_of(0), None);
        assert_eq!(told_of(1).as_deref(), Some("and 1 more kind of attack"));
        assert_eq!(told_of(2).as_deref(), Some("and 2 more kinds of attack"));
    }
}
