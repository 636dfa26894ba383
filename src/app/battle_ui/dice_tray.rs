//! The dice tray: the dice of the last order that rolled any, by owner and by what they were for,
//! with the needed number, and each with its reason under the pointer. Book: D10s, low is good.

use std::ops::Range;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, FontId, Pos2, RichText, Shape, Stroke};

use super::{icons::Icon, panel, plan::BattleCount, shown::Shown};
use crate::{
    app::{animation::Playback, orders::LastOrder, theme::Theme},
    battle::{BattleWorld, Log, ModelId, SideId},
    dice::{Purpose, Roll},
    no_quarter::{Event, NoQuarter, rolls::rolls},
};

/// The most height of the tray, in egui points.
const HIGHEST: f32 = 330.0;

/// One die in the tray.
#[derive(Clone, Debug, PartialEq)]
struct Die {
    result: u16,
    sides: u16,
    /// Whether it met its number; none for a die without one.
    passed: Option<bool>,
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
    for event in &world.resource::<Log<NoQuarter>>().0[events] {
        for rolled in rolls(world, event) {
            let Roll { purpose, result, sides, needed, .. } = rolled.roll;
            let value = needed.as_ref().map(crate::dice::Needed::value);
            let die = Die {
                result: *result,
                sides: *sides,
                passed: needed.as_ref().map(|_| rolled.roll.passed()),
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
    text.push_str(&format!("{}: {}", roll.purpose, roll.result));
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
    let throws = &world.resource::<DiceTray>().throws;
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
            show_throw(ui, theme, throw);
        }
    });
}

fn show_throw(ui: &mut egui::Ui, theme: &Theme, throw: &Throw) {
    let passed = throw.dice.iter().filter(|die| die.passed == Some(true)).count();
    let text = match throw.needed {
        Some(needed) => {
            let all = throw.dice.len();
            format!("{}, needs {needed}: {passed} of {all}", throw.purpose)
        }
        None => throw.purpose.to_string(),
    };
    ui.label(RichText::new(text).small().color(Theme::egui(theme.text)));
    ui.horizontal_wrapped(|ui| {
        for die in &throw.dice {
            draw_die(ui, theme, throw.side, die);
        }
    });
}

/// The size of a die, in egui points.
const DIE: egui::Vec2 = egui::vec2(22.0, 24.0);
/// The gaps between dice, in egui points.
const GAP: egui::Vec2 = egui::vec2(3.0, 2.0);

/// A D10 seen from the side: its silhouette, and the face on top with the number. One that met its
/// number is light, one that didn't dark; a natural 1 or highest has a thick edge.
fn draw_die(ui: &mut egui::Ui, theme: &Theme, side: SideId, die: &Die) {
    let (rect, response) = ui.allocate_exact_size(DIE, egui::Sense::hover());
    let painter = ui.painter();
    let at = |x: f32, y: f32| -> Pos2 {
        rect.center() + egui::vec2(x * rect.width(), y * rect.height()) * 0.5
    };
    let light = die.passed != Some(false);
    let fill = if light { Theme::egui(theme.side(side).face) } else { Theme::egui(theme.panel) };
    let ink = if light { Theme::egui(theme.side(side).ink) } else { Theme::egui(theme.faint) };
    let edge = match die.passed {
        Some(true) => Theme::egui(theme.good),
        Some(false) => Theme::egui(theme.bad).gamma_multiply(0.8),
        None => Theme::egui(theme.side(side).rim),
    };
    let extreme = die.sides == 10 && (die.result == 1 || die.result == 10);
    let width = if extreme && die.passed.is_some() { 2.6 } else { 1.3 };
    let outline =
        [(0.0, -1.0), (0.95, -0.25), (0.95, 0.25), (0.0, 1.0), (-0.95, 0.25), (-0.95, -0.25)];
    let outline: Vec<Pos2> = outline.into_iter().map(|(x, y)| at(x, y)).collect();
    painter.add(Shape::convex_polygon(outline, fill, Stroke::new(width, edge)));
    if die.sides <= 10 {
        let line = Stroke::new(0.8, ink.gamma_multiply(0.45));
        let face = [(0.0, -1.0), (0.68, 0.28), (0.0, 0.62), (-0.68, 0.28)];
        for (i, &(x, y)) in face.iter().enumerate() {
            let (next_x, next_y) = face[(i + 1) % face.len()];
            painter.line_segment([at(x, y), at(next_x, next_y)], line);
        }
        for (x, y, to_x, to_y) in
            [(0.68, 0.28, 0.95, 0.25), (-0.68, 0.28, -0.95, 0.25), (0.0, 0.62, 0.0, 1.0)]
        {
            painter.line_segment([at(x, y), at(to_x, to_y)], line);
        }
    }
    // A direction has three figures.
    let size = if die.result > 99 { 9.5 } else { 12.5 };
    let text = die.result.to_string();
    let font = FontId::proportional(size);
    painter.text(at(0.0, -0.02), Align2::CENTER_CENTER, &text, font, ink);
    if die.passed == Some(false) {
        let stroke = Stroke::new(1.2, Theme::egui(theme.bad).gamma_multiply(0.75));
        painter.line_segment([at(-0.55, 0.6), at(0.55, -0.6)], stroke);
    }
    response.on_hover_text(&die.about);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, levels},
        dice::{Dice, Needed},
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
