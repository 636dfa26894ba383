//! The dice tray: the dice of the last order that rolled any, by owner and by what they were for,
//! with the needed number, and each with its reason under the pointer.

use std::ops::Range;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText};

use super::{die, icons::Icon, panel, plan::BattleCount, shown::Shown};
use crate::{
    app::{animation::Playback, orders::LastOrder, seat::Game, settings::Settings, theme::Theme},
    battle::{
        BattleWorld, Log, SideId, Telling,
        playable::telling::{Die, Opening, Wanted},
    },
};

/// The most height of the tray, in egui points.
const HIGHEST: f32 = 330.0;

/// Dice of one side for the same purpose with the same number.
#[derive(Clone, Debug, PartialEq)]
struct Handful {
    side: SideId,
    purpose: String,
    order: u8,
    wanted: Option<Wanted>,
    /// Each with the event that it belongs to, by its place in the log.
    dice: Vec<(usize, Die)>,
}

/// What lies in the tray.
#[derive(Resource, Clone, Debug, Default)]
pub struct DiceTray {
    battle: usize,
    /// The events whose dice they are.
    events: Range<usize>,
    handfuls: Vec<Handful>,
    /// The first event of those whose dice were thrown last, and how long ago, in seconds at normal
    /// speed.
    thrown: (usize, f32),
}

impl DiceTray {
    /// The height that the tray takes with what lies in it in a column so wide, in egui points.
    pub fn height(&self, width: f32) -> f32 {
        if self.handfuls.is_empty() {
            return 0.0;
        }
        let in_a_row = ((width - 30.0) / (DIE.x + GAP.x)).floor() as usize;
        let rows = |handful: &Handful| handful.dice.len().div_ceil(in_a_row.max(1)) as f32;
        let handfuls: f32 =
            self.handfuls.iter().map(|handful| 22.0 + rows(handful) * (DIE.y + GAP.y)).sum();
        let sides = self.handfuls.chunk_by(|a, b| a.side == b.side).count();
        (22.0 + handfuls + 22.0 * sides as f32).min(HIGHEST)
    }
}

/// Puts the dice of events that have been shown since into the tray.
pub fn update(world: &mut World) {
    let rate = world.resource::<Settings>().speed.rate();
    let passed = world.resource::<Time>().delta_secs();
    // Without animations they lie at once.
    let older = rate.map_or(f32::MAX, |rate| passed * rate);
    world.resource_mut::<DiceTray>().bypass_change_detection().thrown.1 += older;
    let battle = world.resource::<BattleCount>().0;
    let events = world.resource::<Log<Game>>().0.len();
    let upto = world.resource::<Playback>().cursor.min(events);
    let from = world.resource::<LastOrder>().events_from.min(upto);
    let tray = world.resource::<DiceTray>();
    if tray.battle == battle && tray.events == (from..upto) {
        return;
    }
    let handfuls = collect(dice_of(world, from..upto));
    let is_new = |event: &_| Game::opening(event) == Some(Opening::Activation);
    let begins = world.resource::<Log<Game>>().0[from..upto].iter().any(is_new);
    let mut tray = world.resource_mut::<DiceTray>();
    let last = if tray.battle == battle { tray.events.end.max(from) } else { from };
    if handfuls.iter().flat_map(|handful| &handful.dice).any(|&(event, _)| event >= last) {
        let age = if rate.is_some() { 0.0 } else { f32::MAX };
        tray.thrown = (last, age);
    }
    // An order without dice leaves those of the last one lying, until another unit has its go; what
    // is undone is taken away.
    let emptied = tray.battle != battle || tray.events.end > upto || begins;
    if !handfuls.is_empty() || emptied {
        tray.handfuls = handfuls;
    }
    tray.battle = battle;
    tray.events = from..upto;
}

/// The dice of events, each with the place of its event in the log.
fn dice_of(world: &World, events: Range<usize>) -> impl Iterator<Item = (usize, Die)> + use<'_> {
    let log = &world.resource::<Log<Game>>().0;
    let of_event =
        move |place: usize| Game::dice(world, &log[place]).into_iter().map(move |die| (place, die));
    events.flat_map(of_event)
}

fn collect(dice: impl Iterator<Item = (usize, Die)>) -> Vec<Handful> {
    let mut handfuls: Vec<Handful> = Vec::new();
    for (place, die) in dice {
        let same = |handful: &&mut Handful| {
            (handful.side, handful.order, &handful.wanted) == (die.side, die.order, &die.wanted)
        };
        match handfuls.iter_mut().find(same) {
            Some(handful) => handful.dice.push((place, die)),
            None => handfuls.push(Handful {
                side: die.side,
                purpose: die.purpose.clone(),
                order: die.order,
                wanted: die.wanted.clone(),
                dice: vec![(place, die)],
            }),
        }
    }
    // By owner, the one who rolled first on top, and then as an attack goes.
    let first = handfuls.first().map(|handful| handful.side);
    handfuls.sort_by_key(|handful| (Some(handful.side) != first, handful.order));
    handfuls
}

/// Shows the tray, if dice lie in it.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if panel::is_narrow(ctx) {
        let closed = panel::sheet(ctx, "dice", |ui| {
            let closed = panel::sheet_head(ui, Icon::Dice, "Dice");
            contents(world, ui, theme, panel::sheet_height(ctx));
            closed
        });
        if closed {
            world.resource_mut::<Shown>().dice = false;
        }
        return;
    }
    if world.resource::<DiceTray>().handfuls.is_empty() {
        return;
    }
    let width = panel::beside(world, ctx);
    let window = ctx.content_rect();
    let below = window.bottom() - panel::orders_height(ctx) - panel::GAP;
    let at = egui::pos2(window.right() - panel::GAP, below);
    let width = width - 2.0 * panel::GAP;
    let most = egui::vec2(width, HIGHEST);
    panel::floating(ctx, "dice", (Align2::RIGHT_BOTTOM, at), most, |ui| {
        contents(world, ui, theme, HIGHEST - 20.0);
    });
}

fn contents(world: &World, ui: &mut egui::Ui, theme: &Theme, highest: f32) {
    let DiceTray { handfuls, thrown, .. } = world.resource::<DiceTray>();
    egui::ScrollArea::vertical().max_height(highest).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = GAP;
        if handfuls.is_empty() {
            let text = "Dice from the last roll appear here, with the numbers they need.";
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        }
        let mut side = None;
        for handful in handfuls {
            if side != Some(handful.side) {
                side = Some(handful.side);
                let colour = Theme::egui(theme.side(handful.side).text);
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    Icon::Dice.show(ui, 15.0, colour);
                    ui.label(RichText::new(world.side_name(handful.side)).strong().color(colour));
                });
            }
            show_handful(ui, theme, handful, *thrown);
        }
    });
}

fn show_handful(ui: &mut egui::Ui, theme: &Theme, handful: &Handful, (first, age): (usize, f32)) {
    let left = |place: usize, event: usize| {
        if event >= first { die::tumble(age, place) } else { 0.0 }
    };
    let rolling = handful.dice.iter().enumerate().any(|(place, die)| left(place, die.0) > 0.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text = RichText::new(&handful.purpose).small();
        ui.label(text.color(Theme::egui(theme.text)));
        let Some(wanted) = &handful.wanted else { return };
        die::rule(ui, theme, &wanted.good);
        let passed = handful.dice.iter().filter(|(_, die)| die.passed() == Some(true)).count();
        let count = match (rolling, handful.dice.len()) {
            (true, _) => "…".to_owned(),
            (false, 1) if passed == 1 => "passed".to_owned(),
            (false, 1) => "failed".to_owned(),
            (false, all) => format!("{passed} of {all}"),
        };
        let text = RichText::new(format!("{}: {count}", wanted.text)).small();
        ui.label(text.color(Theme::egui(theme.text)));
    });
    ui.horizontal_wrapped(|ui| {
        for (place, (event, die)) in handful.dice.iter().enumerate() {
            let colours = theme.side(handful.side);
            let left = left(place, *event);
            die::draw(ui, theme, colours, die, left).on_hover_text(&die.about);
        }
    });
}

/// The size of a die, in egui points.
const DIE: egui::Vec2 = die::SIZE;
/// The gaps between dice, in egui points.
const GAP: egui::Vec2 = egui::vec2(3.0, 2.0);

#[cfg(test)]
mod tests {
    use super::*;

    fn die(side: u32, order: u8, needed: i32) -> Die {
        Die {
            side: SideId(side),
            purpose: String::new(),
            order,
            result: 4,
            sides: 10,
            wanted: Some(Wanted { text: format!("≤{needed}"), good: 1..=needed }),
            natural: None,
            about: String::new(),
        }
    }

    #[test]
    fn dice_lie_by_owner_and_number() {
        const SAVE: u8 = 4;
        const DAMAGE: u8 = 5;
        let dice = [die(0, DAMAGE, 5), die(1, SAVE, 3), die(0, DAMAGE, 5), die(0, DAMAGE, 7)];
        let handfuls = collect((0..).zip(dice));
        let seen: Vec<(u32, u8, &str, usize)> = handfuls
            .iter()
            .map(|t| (t.side.0, t.order, t.wanted.as_ref().unwrap().text.as_str(), t.dice.len()))
            .collect();
        assert_eq!(seen, [(0, DAMAGE, "≤5", 2), (0, DAMAGE, "≤7", 1), (1, SAVE, "≤3", 1)]);
    }
}
