//! The card of the unit under the pointer, below that of the selected one: what matters of both in few
//! lines, number below number. It has a place of its own beside the table, so that it covers nothing
//! that is aimed at. Where there is no such place it is told where the pointer rests.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};

use super::{Subjects, kind, unit_in_short};
use crate::{
    app::{
        battle_ui::{
            aim::Hover, breaks, column, course, hints::beside, mode::Mode, open_panels::OpenPanels,
            overlays::room, paint::Canvas, panel,
        },
        camera::View,
        pointer::Pointer,
        theme::Theme,
        third_party::egui::context,
        tokens::banners::Hung,
    },
    battle::{
        BattleWorld, UnitId,
        playable::showing::{Arm, Card},
    },
};

/// The unit under the pointer. It stays for a moment when the pointer leaves it, so that nothing
/// flickers between its models.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointed {
    unit: Option<UnitId>,
    seconds_left: f32,
}

/// How long a unit stays after the pointer has left it, in seconds.
const STAYS: f32 = 0.3;

impl Pointed {
    /// The unit.
    pub fn unit(self) -> Option<UnitId> {
        self.unit
    }

    /// Follows the pointer, which is on a unit or on none, for so many seconds.
    fn follow(self, unit: Option<UnitId>, seconds: f32) -> Self {
        match unit {
            Some(_) => Self { unit, seconds_left: STAYS },
            None if self.seconds_left > seconds => {
                Self { seconds_left: self.seconds_left - seconds, ..self }
            }
            None => Self::default(),
        }
    }
}

/// Where a plate under the pointer leaves word of its unit.
fn plate() -> egui::Id {
    egui::Id::new("unit of the plate under the pointer")
}

/// Tells that the pointer is on a unit's plate in a panel.
pub fn point_at(ctx: &egui::Context, unit: UnitId) {
    ctx.data_mut(|data| data.insert_temp(plate(), Some(unit)));
}

/// Looks which unit is under the pointer or the aim: its plate, one of its models, its banner.
pub fn update(world: &mut World) {
    let ctx = context(world);
    let on_plate = ctx
        .and_then(|ctx| ctx.data_mut(|data| data.remove_temp::<Option<UnitId>>(plate())).flatten());
    let pointer = world.resource::<Pointer>();
    let over_table = pointer.screen.filter(|_| pointer.on_table().is_some());
    let on_banner = over_table
        .and_then(|at| world.resource::<Hung>().unit_at(world.resource::<View>().point_at(at)));
    let unit = on_plate.or(world.resource::<Hover>().unit).or(on_banner);
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let now = world.resource::<Pointed>().follow(unit, seconds);
    world.resource_mut::<Pointed>().set_if_neq(now);
}

/// Shows it in a place of its own, beside another unit's card if there is one.
pub(super) fn show(
    world: &mut World,
    ctx: &egui::Context,
    theme: &Theme,
    (unit, own): (UnitId, Option<UnitId>),
    most: egui::Rect,
) {
    let at = (egui::Align2::LEFT_BOTTOM, most.left_bottom());
    panel::floating(ctx, "compared", at, most.size(), |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let area = ScrollArea::vertical().max_height(ui.available_height());
        area.min_scrolled_height(0.0).show(ui, |ui| {
            ui.set_width(ui.available_width());
            contents(world, ui, theme, unit, own);
        });
    });
}

/// Tells of the unit at the pointer where it has no place of its own, once the pointer rests there; whether
/// there is anything to tell.
pub fn show_at_rest(
    world: &mut World,
    ctx: &egui::Context,
    canvas: &Canvas,
    at: egui::Pos2,
) -> bool {
    let Some(unit) = world.resource::<Pointed>().unit() else { return false };
    if world.resource::<Mode>().aims_at_somebody() {
        // The card of chances tells of a target; nothing else comes near it.
        return true;
    }
    let Subjects { unit: own, .. } = Subjects::of(world);
    let has_card = world.resource::<OpenPanels>().card && !panel::is_narrow(ctx);
    if has_card && (own == Some(unit) || column::of_compared(world, ctx).is_some()) {
        return true;
    }
    let spared = room::spared(world, canvas);
    beside(ctx, "unit", at, (canvas.free(), &spared), |ui| {
        contents(world, ui, &canvas.theme, unit, own);
    });
    true
}

/// A unit in short: how it is, its numbers, over those of another if there is one, and its weapons.
pub(super) fn contents(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    own: Option<UnitId>,
) {
    let card = course::card(world, unit, None);
    unit_in_short(world, ui, theme, unit, &card);
    let Some(first) = card.kinds.first() else { return };
    let own = own.filter(|&own| own != unit);
    let own = own.map(|own| (own, course::card(world, own, None)));
    let beside = own.as_ref().and_then(|(own, card)| Some((*own, card.kinds.first()?)));
    let mut rows = vec![kind::Row { cells: &first.characteristics, faint: false }];
    rows.extend(beside.map(|(_, kind)| kind::Row { cells: &kind.characteristics, faint: true }));
    kind::table(world, ui, theme, &rows);
    let faint = Theme::egui(theme.faint);
    if let Some((own, _)) = beside {
        let text = format!("Below: {}.", world.unit_name(own));
        ui.label(RichText::new(text).small().color(faint));
    }
    // By their names alone: the pointer is on the table and opens nothing here.
    for names in [arms(&card), abilities(&card)] {
        if !names.is_empty() {
            ui.label(RichText::new(names).small());
        }
    }
}

/// The names of all weapons.
fn arms(card: &Card) -> String {
    let parts = card.kinds.iter().flat_map(|kind| &kind.parts);
    let arms = parts.flat_map(|part| &part.arms);
    each_once(arms.map(|Arm { name, .. }| name.as_str()))
}

/// The names of all abilities, the spells that somebody knows among them.
fn abilities(card: &Card) -> String {
    let whole = card.kinds.iter().flat_map(|kind| &kind.abilities);
    let parts = card.kinds.iter().flat_map(|kind| &kind.parts);
    let all = whole.chain(parts.flat_map(|part| &part.abilities));
    each_once(all.map(|label| label.text.as_str()))
}

/// Names one after another, each once.
fn each_once<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    breaks::kept(&names.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        battle_ui::player::{MAGE, Player},
        headless,
    };

    #[test]
    fn two_wizards_are_compared_with_their_spells() {
        let mut player = Player::before(MAGE, MAGE, 14.0);
        let (own, enemy) = player.units();
        let (_, at) = player.first(own);
        player.click(at, MouseButton::Left);
        let (_, at) = player.first(enemy);
        player.point(at);
        player.wait(5);
        let card = course::card(player.app.world_mut(), own, None);
        let spells = abilities(&card);
        assert!(spells.matches('·').count() > 2, "it knows spells: {spells}");
        let words = headless::words(&mut player.app);
        let in_short = words.iter().filter(|(word, _)| *word == spells).count();
        let badges = headless::buttons(&mut player.app);
        let is_badge = |name: &str| badges.iter().any(|(badge, _)| badge == name);
        let in_full = card.kinds[0].abilities.iter().all(|ability| is_badge(&ability.text));
        assert!(in_short == 2 || in_short == 1 && in_full, "{spells} on both cards: {words:?}");
    }

    #[test]
    fn a_card_does_not_flicker_between_the_models_of_a_unit() {
        let unit = Some(UnitId(3));
        let on = Pointed::default().follow(unit, 0.016);
        let between = on.follow(None, 0.1);
        assert_eq!(between.unit(), unit);
        assert_eq!(between.follow(unit, 0.016), on);
        assert_eq!(between.follow(None, 0.25).unit(), None);
        assert_eq!(on.follow(Some(UnitId(4)), 0.016).unit(), Some(UnitId(4)));
    }
}
