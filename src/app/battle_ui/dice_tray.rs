//! The dice tray: the dice of the last order that rolled any, as an attack goes and by who rolled them, with
//! the needed number, and each with its reason under the pointer. Those of a volley or a fight
//! lie under one line that says what they came to.

use std::{collections::BTreeMap, ops::Range};

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText};

use super::{
    column, die,
    draft::BattleCount,
    icons::Icon,
    open_panels::OpenPanels,
    paging::{self, Paged},
    panel,
};
use crate::{
    app::{
        animation::Playback,
        focus,
        orders::LastOrder,
        seat::Game,
        sound::{Heard, Sound},
        theme::Theme,
        third_party::egui::sized,
    },
    battle::{
        BattleWorld, Log, SideId, Telling, UnitId,
        playable::telling::{Die, Milestone, Wanted},
    },
};

/// Dice of one unit, or of a side, for the same purpose with the same number.
#[derive(Clone, Debug, PartialEq)]
struct Handful {
    side: SideId,
    /// Who rolled them.
    by: String,
    purpose: String,
    order: u8,
    wanted: Option<Wanted>,
    /// Each with the event that it belongs to, by its place in the log.
    dice: Vec<(usize, Die)>,
}

/// The dice of a passage, or of the events between two.
#[derive(Clone, Debug, PartialEq)]
struct Heap {
    /// The place of its first event in the log.
    first: usize,
    /// What a passage came to, and whose it is.
    told: Option<(String, Option<UnitId>)>,
    handfuls: Vec<Handful>,
}

/// What lies in the tray.
#[derive(Resource, Clone, Debug, Default)]
pub struct DiceTray {
    battle: usize,
    /// The events whose dice they are.
    events: Range<usize>,
    heaps: Vec<Heap>,
    /// Whether a player has opened or shut what came of a passage, by its first event. Otherwise the
    /// last one is open.
    opened: BTreeMap<usize, bool>,
    /// The first event of those whose dice still tumble, and how far they are, from 0 to 1.
    thrown: Option<(usize, f32)>,
}

impl DiceTray {
    fn is_open(&self, heap: &Heap) -> bool {
        let is_last = self.heaps.last().is_some_and(|last| last.first == heap.first);
        heap.told.is_none() || self.opened.get(&heap.first).copied().unwrap_or(is_last)
    }
}

/// Puts the dice of events that have been shown since, or are being shown, into the tray.
pub fn update(world: &mut World) {
    let playback = world.resource::<Playback>();
    let (begun, thrown) = (playback.begun(), playback.tumbling());
    world.resource_mut::<DiceTray>().bypass_change_detection().thrown = thrown;
    let battle = world.resource::<BattleCount>().0;
    let upto = begun.min(world.resource::<Log<Game>>().0.len());
    let from = world.resource::<LastOrder>().events_from.min(upto);
    let tray = world.resource::<DiceTray>();
    if tray.battle == battle && tray.events == (from..upto) {
        return;
    }
    let heaps = heaps(world, from..upto);
    let is_new = |event: &_| Game::milestone(event) == Some(Milestone::Activation);
    let begins = world.resource::<Log<Game>>().0[from..upto].iter().any(is_new);
    let mut tray = world.resource_mut::<DiceTray>();
    // What a battle brings along was thrown before it was opened.
    let just_opened = tray.battle != battle;
    let last = tray.events.end.max(from);
    let mut dice = heaps.iter().flat_map(|heap| &heap.handfuls).flat_map(|handful| &handful.dice);
    let rolls = !just_opened && dice.any(|&(event, _)| event >= last);
    // An order without dice leaves those of the last one lying, until another unit has its go; what
    // is undone is taken away.
    let emptied = just_opened || tray.events.end > upto || begins;
    if !heaps.is_empty() || emptied {
        tray.opened.retain(|first, _| heaps.iter().any(|heap| heap.first == *first));
        tray.heaps = heaps;
    }
    tray.battle = battle;
    tray.events = from..upto;
    if rolls {
        world.write_message(Heard::everywhere(Sound::Dice));
    }
}

/// The dice of events, those of a passage together.
fn heaps(world: &World, events: Range<usize>) -> Vec<Heap> {
    let log = &world.resource::<Log<Game>>().0;
    let mut heaps: Vec<Heap> = Vec::new();
    let mut loose = events.start;
    let handfuls = |events: Range<usize>| collect(dice_of(world, events));
    for (places, passage) in Game::stretches(world, &log[events.clone()]) {
        let Some(passage) = passage.filter(|passage| !passage.tally.is_empty()) else { continue };
        let (first, end) = (events.start + places.start, events.start + places.end);
        heaps.push(Heap { first: loose, told: None, handfuls: handfuls(loose..first) });
        let told = Some((passage.tally, passage.told.by));
        heaps.push(Heap { first, told, handfuls: handfuls(first..end) });
        loose = end;
    }
    heaps.push(Heap { first: loose, told: None, handfuls: handfuls(loose..events.end) });
    heaps.retain(|heap| !heap.handfuls.is_empty());
    heaps
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
            (handful.side, &handful.by, handful.order, &handful.wanted)
                == (die.side, &die.by, die.order, &die.wanted)
        };
        match handfuls.iter_mut().find(same) {
            Some(handful) => handful.dice.push((place, die)),
            None => handfuls.push(Handful {
                side: die.side,
                by: die.by.clone(),
                purpose: die.purpose.clone(),
                order: die.order,
                wanted: die.wanted.clone(),
                dice: vec![(place, die)],
            }),
        }
    }
    // As an attack goes; of two sides that roll for the same, the one who rolled first on top.
    let first = handfuls.first().map(|handful| handful.side);
    handfuls.sort_by_key(|handful| (handful.order, Some(handful.side) != first));
    handfuls
}

/// Shows the tray, if dice lie in it.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if panel::is_narrow(ctx) {
        let (closed, switched) = panel::sheet(ctx, "dice", |ui| {
            let closed = panel::sheet_head(ui, Icon::Dice, "Dice");
            let high = panel::sheet_height(ctx).min(ui.available_height());
            let switched = contents(world, ui, theme, high);
            (closed, switched)
        });
        if closed {
            world.resource_mut::<OpenPanels>().dice = false;
        }
        switch(world, switched);
        return;
    }
    if world.resource::<DiceTray>().heaps.is_empty() {
        paging::hidden(ctx, Paged::Dice);
        return;
    }
    let Some(most) = column::of_dice(world, ctx) else { return };
    let at = (Align2::RIGHT_BOTTOM, most.max);
    let switched = panel::floating(ctx, "dice", at, most.size(), |ui| {
        let high = ui.available_height();
        contents(world, ui, theme, high)
    });
    switch(world, switched);
}

/// Opens the heap that was pressed, or shuts it.
fn switch(world: &mut World, pressed: Option<(usize, bool)>) {
    if let Some((first, open)) = pressed {
        world.resource_mut::<DiceTray>().opened.insert(first, open);
    }
}

/// The heaps, the last one first; which was pressed, and whether it is to be open.
fn contents(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    highest: f32,
) -> Option<(usize, bool)> {
    let tray = world.resource::<DiceTray>();
    let mut pressed = None;
    let area = egui::ScrollArea::vertical().max_height(highest).min_scrolled_height(0.0);
    let shown = area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = GAP;
        if tray.heaps.is_empty() {
            let text = "Dice from the last roll appear here, with the numbers they need.";
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        }
        for heap in tray.heaps.iter().rev() {
            let open = tray.is_open(heap);
            if head(world, ui, theme, heap, open, tray.thrown) {
                pressed = Some((heap.first, !open));
            }
            if open {
                for handful in &heap.handfuls {
                    show_handful(world, ui, theme, handful, tray.thrown);
                }
            }
        }
        focus::keep_in_sight(ui);
        paging::scroll(world, ui, Paged::Dice);
    });
    paging::shown(ui.ctx(), Paged::Dice, &shown);
    pressed
}

/// What a passage came to, in one line that opens into its dice; whether it was pressed.
fn head(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    heap: &Heap,
    open: bool,
    thrown: Option<(usize, f32)>,
) -> bool {
    let Some((tally, by)) = &heap.told else { return false };
    let rolling = heap.handfuls.iter().any(|handful| handful.is_rolling(thrown));
    let came = if rolling { "…" } else { tally };
    let text = match by {
        Some(by) => format!("{}: {came}", world.unit_name(*by)),
        None => came.to_owned(),
    };
    let colour = by.map_or(theme.text, |by| theme.side(world.side_of(by)).text);
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let fold = if open { Icon::Fold } else { Icon::Unfold };
        fold.show(ui, sized(ui, 13.0), Theme::egui(theme.faint));
        let text = RichText::new(text).color(Theme::egui(colour));
        ui.add(egui::Label::new(text).wrap().selectable(false).sense(egui::Sense::click()))
    });
    row.inner.on_hover_text("Click to show its dice or to put them away.").clicked()
}

impl Handful {
    /// Who rolled them, and for what: "Red Hand, to hit".
    fn title(&self) -> String {
        format!("{}, {}", self.by, self.purpose)
    }

    /// How far a die of it still has to tumble, given which were thrown last.
    fn left(&self, place: usize, thrown: Option<(usize, f32)>) -> f32 {
        let (event, _) = self.dice[place];
        let thrown = thrown.filter(|&(first, _)| event >= first);
        thrown.map_or(0.0, |(_, share)| die::tumble(share, place, self.dice.len()))
    }

    fn is_rolling(&self, thrown: Option<(usize, f32)>) -> bool {
        (0..self.dice.len()).any(|place| self.left(place, thrown) > 0.0)
    }
}

/// Who rolled them and for what, in the colour of the side, what they needed and how they came up; and
/// under it the dice.
fn show_handful(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    handful: &Handful,
    thrown: Option<(usize, f32)>,
) {
    let rolling = handful.is_rolling(thrown);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let colour = Theme::egui(theme.side(handful.side).text);
        Icon::Dice.show(ui, sized(ui, 13.0), colour);
        let title = ui.label(RichText::new(handful.title()).color(colour));
        title.on_hover_text(world.side_name(handful.side));
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
        // The number and what came of it stay together.
        ui.add(egui::Label::new(text.color(Theme::egui(theme.text))).extend());
    });
    ui.horizontal_wrapped(|ui| {
        for (place, (_, die)) in handful.dice.iter().enumerate() {
            let colours = theme.side(handful.side);
            let left = handful.left(place, thrown);
            die::draw(ui, theme, colours, die, left).on_hover_text(&die.about);
        }
    });
}

/// The gaps between dice, in egui points.
const GAP: egui::Vec2 = egui::vec2(3.0, 2.0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{AppOptions, headless, orders::present_activation},
        battle::{Battle, levels, link},
        lab::{Bout, play},
    };

    #[test]
    fn a_battle_that_is_opened_has_the_dice_of_its_activation_in_the_tray() {
        let level = levels::find("first-clash", None).expect("an embedded level");
        let mut save = play(Bout::<Game>::random(&level, 7)).expect("it can be played").save;
        // As far as the first order of an activation that rolls dice.
        let mut battle = Battle::<Game>::new(&level, 7).expect("it can be set up");
        let mut given = 0;
        for order in &save.orders {
            battle.order(order.clone()).expect("it was given before");
            given += 1;
            let events =
                present_activation(&battle.world)..battle.world.resource::<Log<Game>>().0.len();
            if !heaps(&battle.world, events).is_empty() {
                break;
            }
        }
        save.orders.truncate(given);
        let link = Some(link::write(&save).expect("it fits into a link"));
        let mut app = headless(AppOptions { link, ..default() });
        for _ in 0..2000 {
            app.update();
            if !app.world().resource::<DiceTray>().heaps.is_empty() {
                break;
            }
        }
        let DiceTray { heaps, thrown, .. } = app.world().resource::<DiceTray>();
        let mut handfuls = heaps.iter().flat_map(|heap| &heap.handfuls);
        assert!(!heaps.is_empty(), "it is empty");
        assert!(
            !handfuls.any(|handful| handful.is_rolling(*thrown)),
            "nobody has thrown them here"
        );
    }

    fn die(side: u32, order: u8, needed: i32) -> Die {
        Die {
            side: SideId(side),
            by: format!("unit {side}"),
            purpose: "to hit".to_owned(),
            order,
            result: 4,
            sides: 10,
            wanted: Some(Wanted { text: format!("≤{needed}"), good: 1..=needed }),
            natural: None,
            about: String::new(),
        }
    }

    #[test]
    fn dice_lie_as_an_attack_goes_by_owner_and_number() {
        const SAVE: u8 = 4;
        const DAMAGE: u8 = 5;
        let dice = [die(0, DAMAGE, 5), die(1, SAVE, 3), die(0, DAMAGE, 5), die(0, DAMAGE, 7)];
        let handfuls = collect((0..).zip(dice));
        let seen: Vec<(u32, u8, &str, usize)> = handfuls
            .iter()
            .map(|t| (t.side.0, t.order, t.wanted.as_ref().unwrap().text.as_str(), t.dice.len()))
            .collect();
        assert_eq!(seen, [(1, SAVE, "≤3", 1), (0, DAMAGE, "≤5", 2), (0, DAMAGE, "≤7", 1)]);
    }

    #[test]
    fn every_row_says_who_rolled_and_for_what() {
        const TO_HIT: u8 = 3;
        let of = |by: &str| Die { by: by.to_owned(), ..die(0, TO_HIT, 5) };
        let handfuls = collect((0..).zip([of("Red Hand"), of("Stone Eye"), of("Red Hand")]));
        let rows: Vec<(String, usize)> =
            handfuls.iter().map(|handful| (handful.title(), handful.dice.len())).collect();
        let wanted = [("Red Hand, to hit".to_owned(), 2), ("Stone Eye, to hit".to_owned(), 1)];
        assert_eq!(rows, wanted, "units of the same side lie apart");
    }
}
