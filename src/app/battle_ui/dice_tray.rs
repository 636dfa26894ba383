//! The dice tray: the dice of the last order that rolled any, by owner and by what they were for,
//! with the needed number, and each with its reason under the pointer. Book: D10s, low is good.

use std::ops::Range;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText};

use super::{die, icons::Icon, panel, plan::BattleCount, shown::Shown};
use crate::{
    app::{animation::Playback, orders::LastOrder, settings::Settings, theme::Theme},
    battle::{BattleWorld, Log, ModelId, SideId},
    no_quarter::dice::{Purpose, Roll},
    no_quarter::{Event, NoQuarter, rolls::rolls},
};

/// The most height of the tray, in egui points.
const HIGHEST: f32 = 330.0;

/// One die in the tray.
#[derive(Clone, Debug, PartialEq)]
struct Die {
    shown: die::Shown,
    /// The event that it belongs to, by its place in the log.
    event: usize,
    /// Who rolled it and why it was what it was.
    about: String,
}

/// Dice of one side for the same purpose with the same number.
#[derive(Clone, Debug, PartialEq)]
struct Throw {
    side: SideId,
    purpose: Purpose,
    needed: Option<i32>,
    dice: Vec<Die>,
}

/// What lies in the tray.
#[derive(Resource, Clone, Debug, Default)]
pub struct DiceTray {
    battle: usize,
    /// The events whose dice they are.
    events: Range<usize>,
    throws: Vec<Throw>,
    /// The first event of those whose dice were thrown last, and how long ago, in seconds at normal
    /// speed.
    thrown: (usize, f32),
}

impl DiceTray {
    /// The height that the tray takes with what lies in it in a column so wide, in egui points.
    pub fn height(&self, width: f32) -> f32 {
        if self.throws.is_empty() {
            return 0.0;
        }
        let in_a_row = ((width - 30.0) / (DIE.x + GAP.x)).floor() as usize;
        let rows = |throw: &Throw| throw.dice.len().div_ceil(in_a_row.max(1)) as f32;
        let throws: f32 =
            self.throws.iter().map(|throw| 22.0 + rows(throw) * (DIE.y + GAP.y)).sum();
        let sides = self.throws.chunk_by(|a, b| a.side == b.side).count();
        (22.0 + throws + 22.0 * sides as f32).min(HIGHEST)
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
    let events = world.resource::<Log<NoQuarter>>().0.len();
    let upto = world.resource::<Playback>().cursor.min(events);
    let from = world.resource::<LastOrder>().events_from.min(upto);
    let tray = world.resource::<DiceTray>();
    if tray.battle == battle && tray.events == (from..upto) {
        return;
    }
    let throws = collect(world, from..upto);
    let is_new = |event: &Event| matches!(event, Event::Activated { .. });
    let begins = world.resource::<Log<NoQuarter>>().0[from..upto].iter().any(is_new);
    let mut tray = world.resource_mut::<DiceTray>();
    let last = if tray.battle == battle { tray.events.end.max(from) } else { from };
    if throws.iter().flat_map(|throw| &throw.dice).any(|die| die.event >= last) {
        let age = if rate.is_some() { 0.0 } else { f32::MAX };
        tray.thrown = (last, age);
    }
    // An order without dice leaves those of the last one lying, until another unit has its go; what
    // is undone is taken away.
    let emptied = tray.battle != battle || tray.events.end > upto || begins;
    if !throws.is_empty() || emptied {
        tray.throws = throws;
    }
    tray.battle = battle;
    tray.events = from..upto;
}

fn collect(world: &World, events: Range<usize>) -> Vec<Throw> {
    let mut throws: Vec<Throw> = Vec::new();
    for place in events {
        let event = &world.resource::<Log<NoQuarter>>().0[place];
        for rolled in rolls(world, event) {
            let Roll { purpose, result, sides, needed, .. } = rolled.roll;
            let value = needed.as_ref().map(crate::dice::Needed::value);
            let passed = needed.as_ref().map(|_| rolled.roll.passed());
            let die = Die {
                shown: die::Shown { result: *result, sides: *sides, passed },
                event: place,
                about: about(world, rolled.roll),
            };
            let same = |throw: &&mut Throw| {
                (throw.side, throw.purpose, throw.needed) == (rolled.side, *purpose, value)
            };
            match throws.iter_mut().find(same) {
                Some(throw) => throw.dice.push(die),
                None => throws.push(Throw {
                    side: rolled.side,
                    purpose: *purpose,
                    needed: value,
                    dice: vec![die],
                }),
            }
        }
    }
    // By owner, the one who rolled first on top, and then as an attack goes.
    let first = throws.first().map(|throw| throw.side);
    throws.sort_by_key(|throw| (Some(throw.side) != first, throw.purpose));
    throws
}

/// Who rolled a die, what it shows and what it needed and why.
fn about(world: &World, roll: &Roll) -> String {
    let known = |id: &u32| (*id as usize) < world.roster().models().len();
    let who = roll.roller.filter(known).map(|id| world.model_name(ModelId(id)).to_owned());
    let mut text = who.map_or(String::new(), |who| format!("{who}, "));
    let unit = if roll.sides == 360 { "°" } else { "" };
    text.push_str(&format!("{}: {}{unit}", roll.purpose, roll.result));
    if let Some(needed) = &roll.needed {
        text.push_str(&format!(" on a need of {needed}"));
        text.push_str(if roll.passed() { ", enough" } else { ", too much" });
    }
    text
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
    if world.resource::<DiceTray>().throws.is_empty() {
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
    let DiceTray { throws, thrown, .. } = world.resource::<DiceTray>();
    egui::ScrollArea::vertical().max_height(highest).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = GAP;
        if throws.is_empty() {
            let text = "The dice of the last order lie here, with the numbers they need.";
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        }
        let mut side = None;
        for throw in throws {
            if side != Some(throw.side) {
                side = Some(throw.side);
                let colour = Theme::egui(theme.side(throw.side).text);
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    Icon::Dice.show(ui, 15.0, colour);
                    ui.label(RichText::new(world.side_name(throw.side)).strong().color(colour));
                });
            }
            show_throw(ui, theme, throw, *thrown);
        }
    });
}

fn show_throw(ui: &mut egui::Ui, theme: &Theme, throw: &Throw, (first, age): (usize, f32)) {
    let is_new = |die: &Die| die.event >= first;
    let left = |place: usize, die: &Die| if is_new(die) { die::tumble(age, place) } else { 0.0 };
    let rolling = throw.dice.iter().enumerate().any(|(place, die)| left(place, die) > 0.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text = RichText::new(throw.purpose.to_string()).small();
        ui.label(text.color(Theme::egui(theme.text)));
        let Some(needed) = throw.needed else { return };
        die::rule(ui, theme, needed);
        let passed = throw.dice.iter().filter(|die| die.shown.passed == Some(true)).count();
        let count = match (rolling, throw.dice.len()) {
            (true, _) => "…".to_owned(),
            (false, 1) if passed == 1 => "passed".to_owned(),
            (false, 1) => "failed".to_owned(),
            (false, all) => format!("{passed} of {all}"),
        };
        let text = RichText::new(format!("≤{needed}: {count}")).small();
        ui.label(text.color(Theme::egui(theme.text)));
    });
    ui.horizontal_wrapped(|ui| {
        for (place, die) in throw.dice.iter().enumerate() {
            let colours = theme.side(throw.side);
            die::draw(ui, theme, colours, die.shown, left(place, die)).on_hover_text(&die.about);
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
    use crate::{
        battle::{Battle, levels},
        no_quarter::dice::{Dice, Needed},
    };

    #[test]
    fn dice_lie_by_owner_and_number() {
        let level = levels::find("duel-at-the-wall", None).expect("an embedded level");
        let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("it can be played");
        let world = &mut battle.world;
        let own = world.members(world.roster().units().next().expect("a unit"))[0];
        let enemy = world
            .roster()
            .models()
            .find(|&model| world.side_of(world.unit_of(model)) != SideId(0))
            .expect("an enemy");
        let mut dice = Dice::seeded(3);
        let mut damage = |needed| Event::DamageRolled {
            model: enemy,
            roll: dice.test(Purpose::Damage, Some(own.0), Needed::new(needed)),
            wounded: false,
            wounds_left: 1,
        };
        let mut events = vec![damage(5), damage(5), damage(7)];
        let roll = Dice::seeded(1).test(Purpose::Save, Some(enemy.0), Needed::new(3));
        events.insert(1, Event::Saved { model: enemy, roll, saved: false });
        world.resource_mut::<Log<NoQuarter>>().0 = events;
        let throws = collect(world, 0..4);
        let seen: Vec<(SideId, Purpose, Option<i32>, usize)> =
            throws.iter().map(|t| (t.side, t.purpose, t.needed, t.dice.len())).collect();
        let (own, other) = (SideId(0), SideId(1));
        let wanted = [
            (own, Purpose::Damage, Some(5), 2),
            (own, Purpose::Damage, Some(7), 1),
            (other, Purpose::Save, Some(3), 1),
        ];
        assert_eq!(seen, wanted);
    }
}
