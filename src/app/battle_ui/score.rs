//! The score: the points of both sides on the turn bar, and the box that opens from there, with what
//! wins, what each side has so far, and how what is fought for stands.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui::{
    self, CornerRadius, FontId, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextFormat,
    WidgetInfo, WidgetType, pos2, text::LayoutJob, vec2,
};

use super::{
    account, course::Course, hints::hint, icons::Icon, key_names::key_name,
    open_panels::OpenPanels, panel, turn_bar,
};
use crate::{
    app::{focus, theme::Theme, third_party::leafwing::Action},
    battle::{
        BattleWorld, SideId,
        playable::showing::{Goal, Score},
    },
};

/// What it is called.
pub const NAME: &str = "Score";
/// What it is for.
const HELP: &str = "What wins this battle, and how it stands.";
/// The width of the box, in egui points.
const WIDTH: f32 = 560.0;
/// The height of the button, in egui points.
const HEIGHT: f32 = 26.0;

/// The points of both sides, in letters of a size: a button that opens the box. Those of who would win
/// now are underlined. Where no plates of the sides stand beside it, initials say whose they are.
pub fn button(world: &mut World, ui: &mut egui::Ui, theme: &Theme, size: f32, plates: bool) {
    let open = world.resource::<OpenPanels>().score;
    let font = FontId::proportional(size);
    let mut points = LayoutJob::default();
    let score = world.resource::<Course>().score();
    let names: Vec<&str> = score.tallies.iter().map(|tally| world.side_name(tally.side)).collect();
    let initials = initials(&names);
    for (place, tally) in score.tallies.iter().enumerate() {
        let plain = |colour| TextFormat::simple(font.clone(), colour);
        if place > 0 {
            points.append(" : ", 0.0, plain(Theme::egui(theme.faint)));
        }
        let colour = Theme::egui(theme.side(tally.side).text);
        let ahead = score.ahead == Some(tally.side);
        let underline = if ahead { Stroke::new(1.5, colour) } else { Stroke::NONE };
        let format = TextFormat { underline, ..plain(colour) };
        if !plates && let Some(initial) = initials.get(place) {
            points.append(&format!("{initial} "), 0.0, plain(colour));
        }
        points.append(&tally.points.to_string(), 0.0, format);
    }
    let galley = ui.painter().layout_job(points);
    let wide = 6.0 + size + 5.0 + galley.size().x + 8.0;
    let (rect, response) = ui.allocate_exact_size(vec2(wide, HEIGHT), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), open, spoken(world))
    });
    let visuals = ui.style().interact_selectable(&response, open);
    let (fill, edge) = (visuals.weak_bg_fill, visuals.bg_stroke);
    ui.painter().rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
    let star = pos2(rect.left() + 6.0 + size / 2.0, rect.center().y);
    let star = Rect::from_center_size(star, egui::Vec2::splat(size));
    Icon::Aim.paint(ui.painter(), star, Theme::egui(theme.accent));
    let at = pos2(star.right() + 5.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, Theme::egui(theme.text));
    let key = key_name(world, Action::ShowScore);
    let about = format!("{}. {HELP}", points_of(world));
    if hint(response, NAME, &about, &key).clicked() {
        world.resource_mut::<OpenPanels>().score = !open;
    }
}

/// What the button is called for those who don't see it: with the points of each side.
pub fn spoken(world: &World) -> String {
    format!("{NAME}: {}", points_of(world))
}

/// The sides with their points.
fn points_of(world: &World) -> String {
    let tallies = &world.resource::<Course>().score().tallies;
    let each =
        tallies.iter().map(|tally| format!("{} {}", world.side_within(tally.side), tally.points));
    each.collect::<Vec<_>>().join(", ")
}

/// As few letters of each name as tell it from the others, after an article that it may have.
fn initials(names: &[&str]) -> Vec<String> {
    let bare = |name: &str| name.strip_prefix("The ").unwrap_or(name).to_owned();
    let names: Vec<String> = names.iter().map(|name| bare(name)).collect();
    let first = |name: &str, letters: usize| name.chars().take(letters).collect::<String>();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let differ = |&letters: &usize| {
        let all: BTreeSet<String> = names.iter().map(|name| first(name, letters)).collect();
        all.len() == names.len()
    };
    let letters = (1..=longest).find(differ).unwrap_or(longest);
    names.iter().map(|name| first(name, letters)).collect()
}

/// Shows the box if it is open.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if !world.resource::<OpenPanels>().score {
        return;
    }
    let mut open = true;
    let modal = panel::modal(ctx, "score", WIDTH, |ui| {
        ui.horizontal(|ui| {
            panel::title(ui, NAME);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        ui.separator();
        let area = ScrollArea::vertical().max_height(ui.available_height());
        area.auto_shrink([false, true]).show(ui, |ui| {
            contents(world, ui, theme);
            focus::scroll_by_keys(ui);
        });
    });
    if modal.should_close() || !open {
        world.resource_mut::<OpenPanels>().score = false;
    }
}

fn contents(world: &World, ui: &mut egui::Ui, theme: &Theme) {
    let course = world.resource::<Course>();
    let Score { aim, tallies, .. } = course.score();
    let faint = Theme::egui(theme.faint);
    for (place, sentence) in aim.iter().enumerate() {
        let text = RichText::new(sentence);
        let text = if place == 0 { text.size(15.0).strong() } else { text.color(faint) };
        ui.add(egui::Label::new(text).wrap());
    }
    ui.add_space(8.0);
    ui.label(standing(world, course.score()));
    ui.add_space(4.0);
    account::show(world, ui, theme, tallies);
    if let Some((clock, left)) =
        course.clock().and_then(|clock| Some((clock, clock.left.as_ref()?)))
    {
        ui.separator();
        for (side, &left) in (0..).map(SideId).zip(left) {
            let text = turn_bar::still_to_act(world, clock, side, left);
            let colour = Theme::egui(theme.side(side).text);
            ui.add(egui::Label::new(RichText::new(text).color(colour)).wrap());
        }
    }
    for goal in course.goals() {
        ui.separator();
        told(ui, theme, goal);
    }
}

/// Who would win now, in a sentence.
fn standing(world: &World, score: &Score) -> String {
    match score.ahead {
        Some(side) => {
            let name = world.side_within(side);
            format!("If the battle ended now, {name} would win.")
        }
        None => "If the battle ended now, it would be a draw.".to_owned(),
    }
}

/// Something that is fought for: what is to be done, and how near that is.
pub fn told(ui: &mut egui::Ui, theme: &Theme, goal: &Goal) {
    let colour = |side: Option<_>| side.map_or(theme.text, |side| theme.side(side).text);
    ui.label(RichText::new(&goal.text).strong().color(Theme::egui(colour(goal.side))));
    for (place, sentence) in goal.standing.iter().enumerate() {
        let colour = if place == 0 { colour(goal.holder) } else { theme.text };
        ui.label(RichText::new(sentence).color(Theme::egui(colour)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_tell_sides_apart() {
        assert_eq!(initials(&["The Marches", "The Horde"]), ["M", "H"]);
        assert_eq!(initials(&["Crown", "Clans"]), ["Cr", "Cl"]);
        assert_eq!(initials(&["Crown", "Crown"]), ["Crown", "Crown"]);
        assert!(initials(&[]).is_empty());
    }
}
