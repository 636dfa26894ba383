//! Where lines of words may end: never between a number and what it counts, and never before a dot that
//! stands between two facts.

/// A space at which no line ends.
const KEPT: char = '\u{A0}';
/// What stands between two facts.
const DOT: char = '·';

/// Words in which lines end only where they may.
pub fn kept(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars();
    let mut last = ' ';
    while let Some(next) = rest.next() {
        let before_dot = || rest.clone().find(|&letter| letter != ' ') == Some(DOT);
        let stays = next == ' ' && (last.is_ascii_digit() || before_dot());
        kept.push(if stays { KEPT } else { next });
        last = next;
    }
    kept
}

/// The same for a line whose parts are laid out one by one: a dot at the beginning of a part goes to the end
/// of the part before it.
pub fn kept_in_parts<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in parts {
        let mut part = kept(part);
        if let Some(before) = all.last_mut()
            && let Some(rest) = part.trim_start().strip_prefix(DOT)
        {
            before.extend([KEPT, DOT]);
            part = rest.to_owned();
        }
        all.push(part);
    }
    all
}

/// One of several facts that stand side by side: all but the last end with a dot.
pub fn fact(text: &str, is_last: bool) -> String {
    let text = kept(text);
    if is_last { text } else { format!("{text}{KEPT}{DOT}") }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{self, Color32, FontId};

    use super::*;

    #[test]
    fn no_line_ends_between_a_number_and_what_it_counts() {
        let kept = |text: &str| kept(text).replace(KEPT, "_");
        assert_eq!(kept("43 points"), "43_points");
        assert_eq!(kept("16 of 16 wounds left"), "16_of 16_wounds left");
        assert_eq!(kept("moves 1\" an action"), "moves 1\" an action");
        assert_eq!(kept("medium on foot"), "medium on foot");
    }

    #[test]
    fn a_dot_stays_with_the_fact_before_it() {
        let shown = |text: String| text.replace(KEPT, "_");
        assert_eq!(shown(kept("wounds 1/1 · actions 8 · prone")), "wounds 1/1_· actions 8_· prone");
        assert_eq!(shown(kept("48\" by 32\"  ·  6 turns")), "48\" by 32\"__·  6_turns");
        assert_eq!(shown(fact("large", false)), "large_·");
        assert_eq!(shown(fact("43 points", true)), "43_points");
        let parts = kept_in_parts(["hits on ≤6", ", no save", " · 25%"].into_iter());
        assert_eq!(
            parts.into_iter().map(shown).collect::<Vec<_>>(),
            ["hits on ≤6", ", no save_·", " 25%"]
        );
    }

    /// However narrow the card is, as egui lays it out.
    #[test]
    fn no_line_of_a_card_begins_with_a_dot() {
        let ctx = egui::Context::default();
        let text = kept("The Marches · 12 halberdiers · axe and shield · 8 actions left each");
        let mut lines: Vec<String> = Vec::new();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            for wide in 100_u16..300 {
                let font = FontId::proportional(13.0);
                let laid = ui.painter().layout(text.clone(), font, Color32::WHITE, wide.into());
                lines.extend(laid.rows.iter().map(|row| row.text()));
            }
        });
        output.textures_delta.clear();
        assert!(lines.len() > 500, "it takes several lines: {}", lines.len());
        let begins = |line: &&String| line.trim_start().starts_with(DOT);
        assert_eq!(lines.iter().find(begins), None);
    }
}
