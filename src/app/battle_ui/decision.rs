//! The question that a rule puts to a side in the middle of an order: a banner in the colour of
//! who decides, a button for each answer, and marks on the units it is about.

mod keys;
mod place;

pub use keys::read_keys;
pub use place::Corner;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Aim,
    draft::Draft,
    giving,
    hints::{explain, explain_all},
    icons::Icon,
    key_names::{NUMBERS, key_name},
    mark_unit,
    mode::Mode,
    odds,
    paint::Canvas,
    panel,
    press::wide,
    wishes,
};
use crate::{
    app::{
        animation::Playback,
        computers::{self, hints::Hints},
        layer::Layer,
        orders::OrderQueue,
        seat::{Answer, Game, Question},
        theme::Theme,
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{
        BattleWorld, Decision, Pending, RuleSystem, SideId, Telling,
        playable::{
            Acting,
            acting::Odds,
            capitalised,
            telling::{Asking, Displaced, Fate, Reply},
        },
    },
    table::{Placed, Pose},
};

/// The answer that Enter would give, changed by Tab.
#[derive(Resource, Clone, Debug, Default)]
pub struct Chosen {
    place: usize,
    /// The question, and what it is about.
    asked: Option<(Question, Asking)>,
    odds: Odds,
    /// Whether somebody has been reminded of the question who pressed other keys.
    reminded: bool,
}

/// The question that may be answered now: nothing is being played any more.
pub fn asked(world: &World) -> Option<Decision<Game>> {
    if world.resource::<Playback>().is_busy() {
        return None;
    }
    // What a computer is asked is nobody else's business.
    let own = computers::awaited(world).is_none();
    world.resource::<Pending<Game>>().0.clone().filter(|_| own)
}

/// Puts the choice on the default when a new question has come up.
pub fn settle(world: &mut World) {
    let Some(decision) = asked(world) else {
        *world.resource_mut::<Chosen>() = Chosen::default();
        return;
    };
    if !world.resource::<OrderQueue>().is_empty() {
        // It is answered already; the next question may be the same again.
        *world.resource_mut::<Chosen>() = Chosen::default();
        return;
    }
    if let Some(answer) = wishes::answer(world, &decision) {
        give(world, answer);
        return;
    }
    let known = world.resource::<Chosen>().asked.as_ref();
    if known.is_none_or(|(question, _)| *question != decision.question) {
        let asking = Game::asking(world, &decision);
        if let Some(intent) = Game::intent_to_answer(&decision.question) {
            *world.resource_mut::<Mode>() = Mode::Prepare(intent);
        }
        let odds = Game::odds(world, &decision.question);
        let asked = Some((decision.question, asking));
        *world.resource_mut::<Chosen>() =
            Chosen { place: decision.default, asked, odds, reminded: false };
        world.resource_mut::<Corner>().reconsider();
    }
}

fn give(world: &mut World, answer: Answer) {
    giving::give(world, Game::answer(answer));
    *world.resource_mut::<Chosen>() = Chosen::default();
}

/// The spot that keys have marked in answer to a question about one; Enter goes there then.
fn spot_by_keys(world: &World, question: &Question) -> Option<Vec2> {
    let aim = world.resource::<Aim>();
    let points = Game::intent_to_answer(question).is_some();
    aim.at.filter(|_| aim.by_keys && points && world.resource::<Mode>().places())
}

/// Marks the concerned units.
pub fn draw(world: &World, canvas: &Canvas) {
    if asked(world).is_none() {
        return;
    }
    let Chosen { place, asked: Some((question, asking)), .. } = world.resource::<Chosen>() else {
        return;
    };
    if let Some(own) = asking.own {
        mark_unit(world, canvas, own, 4.0, canvas.selected(), 2.2, false);
    }
    if let Some(other) = asking.other {
        mark_unit(world, canvas, other, 4.0, canvas.warning(), 2.0, true);
    }
    if let Some((model, distance)) = asking.circle {
        let placed = world.placed(model);
        canvas.ring(&placed, distance.0 * canvas.scale(), canvas.good(), 1.2);
        canvas.base(&placed, canvas.selected(), 2.5);
        if let Some(at) = spot_by_keys(world, question) {
            let from = placed.pose.at;
            let at = from + (at - from).clamp_length_max(distance.0);
            let colour = match world.resource::<Draft>().is_legal() {
                true => canvas.good(),
                false => canvas.bad(),
            };
            let pose = Pose { at, ..placed.pose };
            canvas.ghost(&Placed { pose, ..placed }, colour, 2.0);
            return;
        }
    }
    if let Some(chosen) = asking.replies.get(*place) {
        chosen.displaced.iter().for_each(|displaced| draw_displaced(world, canvas, displaced));
    }
    for target in asking.replies.iter().filter_map(|reply| reply.target) {
        canvas.ring(&world.placed(target), 4.0, canvas.warning(), 2.0);
    }
}

/// Where somebody would stand after the marked answer.
fn draw_displaced(world: &World, canvas: &Canvas, displaced: &Displaced) {
    let now = world.placed(displaced.model);
    let placed = Placed { pose: displaced.pose, ..now };
    match displaced.fate {
        Fate::Goes => canvas.ghost(&placed, canvas.good(), 1.2),
        Fate::Fights => canvas.ghost(&placed, canvas.good(), 2.4),
        Fate::Pushed => {
            canvas.arrow_to(now.pose.at, placed.pose.at, canvas.warning(), 1.8);
            canvas.ghost(&placed, canvas.warning(), 1.8);
        }
    }
}

/// Shows who decides what, with a button for each answer.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let Some(decision) = asked(world) else { return };
    if !world.resource::<OrderQueue>().is_empty() {
        return;
    }
    let Chosen { place: chosen, asked: Some((_, asking)), .. } = world.resource::<Chosen>() else {
        return;
    };
    let chosen = spot_by_keys(world, &decision.question).is_none().then_some(*chosen);
    if asking.beside {
        // The panel of orders has its answer.
        return;
    }
    let contents = |ui: &mut egui::Ui| contents(world, ui, theme, (decision.side, asking), chosen);
    let ByPointer { given, pointed, .. } = if is_sheet(ctx) {
        panel::sheet(ctx, "decision", contents)
    } else {
        let corner = place::corner(world, ctx, asking);
        let area = egui::Area::new(egui::Id::new("decision"))
            .fixed_pos(corner)
            .order(Layer::Boxes.order());
        let frame = egui::Frame::window(&ctx.global_style())
            .inner_margin(0.0)
            .stroke(egui::Stroke::new(2.0, Theme::egui(theme.side(decision.side).rim)));
        let shown = area.show(ctx, |ui| {
            frame
                .show(ui, |ui| {
                    ui.set_width(width(ctx));
                    // Otherwise an area gives its content 400 points.
                    ui.set_max_height((ctx.content_rect().height() - AROUND).max(0.0));
                    contents(ui)
                })
                .inner
        });
        let dragged = shown.inner.dragged;
        // From where it is shown: the window keeps it inside.
        let from = if dragged == egui::Vec2::ZERO { corner } else { shown.response.rect.min };
        *world.resource_mut::<Corner>() = Corner::Is(from + dragged);
        shown.inner
    };
    if let Some(place) = pointed {
        world.resource_mut::<Chosen>().place = place;
    }
    if let Some(answer) = given.and_then(|place| decision.options.get(place)) {
        give(world, answer.clone());
    }
}

/// The width of the box, in egui points.
const WIDTH: f32 = 400.0;
/// The same in a small window, as a share of it: the table is seen beside it.
const SMALL: f32 = 0.5;
/// What a box leaves of the window's height at least, in egui points.
const AROUND: f32 = 16.0;
/// What is said under the answers of a box, with the gaps around it; egui points.
const BELOW: f32 = 56.0;

/// How wide the box is, in egui points.
fn width(ctx: &egui::Context) -> f32 {
    if panel::is_small(ctx) {
        ctx.content_rect().width() * SMALL
    } else {
        panel::at_most(ctx, WIDTH)
    }
}

/// Whether the question comes as a sheet from the lower edge instead of in a box.
fn is_sheet(ctx: &egui::Context) -> bool {
    panel::is_narrow(ctx) && !panel::is_low(ctx)
}

/// What the pointer does in the box.
#[derive(Clone, Copy, Debug, Default)]
struct ByPointer {
    /// The answer that was pressed.
    given: Option<usize>,
    /// The answer under it.
    pointed: Option<usize>,
    /// How far it drags the box by its head, in egui points.
    dragged: egui::Vec2,
}

/// What stands in the box, and what the pointer does there. None of the answers is chosen while keys mark a
/// spot.
fn contents(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    (side, asking): (SideId, &Asking),
    chosen: Option<usize>,
) -> ByPointer {
    let mut pointer = ByPointer::default();
    let narrow = panel::is_narrow(ui.ctx());
    ui.spacing_mut().item_spacing.y = 6.0;
    let head = stripe(ui, theme, Some(side), &title(world, side), &capitalised(asking.about));
    if !is_sheet(ui.ctx()) {
        // Over the words, which could be selected otherwise.
        let head = ui.interact(head.rect, ui.id().with("head"), egui::Sense::drag());
        pointer.dragged = head.on_hover_cursor(egui::CursorIcon::Grab).drag_delta();
    }
    egui::Frame::NONE.inner_margin(10.0).show(ui, |ui| {
        let asked = ui.label(RichText::new(&asking.text).size(sized(ui, 15.0)));
        explain(world, asked, asking.term);
        let odds = &world.resource::<Chosen>().odds;
        if !odds.is_empty() {
            ui.horizontal_wrapped(|ui| {
                Icon::Dice.show(ui, 16.0, Theme::egui(theme.accent));
                let text = &odds.expected;
                ui.label(RichText::new(text).color(Theme::egui(theme.accent)));
            });
            let title = RichText::new("Chances").small();
            egui::CollapsingHeader::new(title)
                .show(ui, |ui| odds::show(world, ui, theme, odds, true));
        }
        let below = if is_sheet(ui.ctx()) { 0.0 } else { BELOW };
        let high = panel::sheet_height(ui.ctx()).min(ui.available_height() - below).max(0.0);
        // While hints are shown, numbers follow those.
        let numbers_taken = world.resource::<Hints>().given().is_some();
        let replies = egui::ScrollArea::vertical().max_height(high).min_scrolled_height(0.0);
        replies.show(ui, |ui| {
            for (place, Reply { text, terms, .. }) in asking.replies.iter().enumerate() {
                let has_number = place < NUMBERS.len() && !narrow && !numbers_taken;
                let number = has_number.then(|| (place + 1).to_string());
                let high = if narrow { panel::finger(ui.ctx()) } else { 34.0 };
                let response = wide(ui, text, number.as_deref(), Some(place) == chosen, high);
                let response = explain_all(world, response, terms);
                // What the table shows of an answer follows the pointer.
                if response.hovered() && ui.input(|i| i.pointer.is_moving()) {
                    pointer.pointed = Some(place);
                }
                if response.clicked() {
                    pointer.given = Some(place);
                }
            }
        });
        let mut hint = if narrow { String::new() } else { by_keys(world, asking, chosen) };
        if narrow && asking.circle.is_some() {
            hint.push_str(" You can also tap a spot inside the circle.");
        }
        if !is_sheet(ui.ctx()) {
            hint.push_str(" Drag the box to see what is under it.");
        }
        if !hint.is_empty() {
            ui.label(RichText::new(hint.trim_start()).color(Theme::egui(theme.faint)).small());
        }
    });
    pointer
}

/// How the question is answered without the buttons.
fn by_keys(world: &World, asking: &Asking, chosen: Option<usize>) -> String {
    let confirm = key_name(world, Action::Confirm);
    if chosen.is_none() {
        let next = key_name(world, Action::NextUnit);
        return format!("{confirm} goes to the marked spot. {next} leads back to the answers.");
    }
    let mut told = format!("{confirm} chooses the marked answer.");
    if asking.circle.is_some() {
        let nudge = key_name(world, Action::NudgeUp);
        told += &format!(
            " You can also click a spot inside the circle, or mark one with keys such as {nudge}."
        );
    }
    told
}

/// Who decides, or that the seat changes hands if another person has the activation.
fn title(world: &World, side: SideId) -> String {
    let acting = world.frame().active.map(|unit| world.side_of(unit));
    let is_another = |acting| acting != side && computers::leader(world, acting).is_none();
    if acting.is_some_and(is_another) {
        return format!("Hand over to {}", world.side_within(side));
    }
    world.side_does(side, "decides", "decide")
}

/// A stripe with words on it, in the colour of the side that it is about, if it is about one.
pub fn stripe(
    ui: &mut egui::Ui,
    theme: &Theme,
    side: Option<SideId>,
    words: &str,
    about: &str,
) -> egui::Response {
    let ground = theme.heading(side);
    let ink = Theme::egui(theme.words_on(ground));
    egui::Frame::NONE
        .fill(Theme::egui(ground))
        .inner_margin(egui::Margin::symmetric(10, 6))
        .corner_radius(egui::CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 })
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.vertical_centered(|ui| {
                ui.label(RichText::new(words).size(sized(ui, 18.0)).strong().color(ink));
                if !about.is_empty() {
                    ui.label(RichText::new(about).size(sized(ui, 13.0)).color(ink));
                }
            });
        })
        .response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            battle_ui::player::{DWARFS, Player, SPEARS},
            seat::Order,
        },
        battle::Commander,
        players::{Kind, whose_order},
    };

    #[test]
    fn nobody_hands_the_seat_over_who_plays_against_a_computer() {
        let mut player = Player::before(SPEARS, DWARFS, 14.0);
        let acting = whose_order::<Game>(player.world());
        let other = player.world().roster().sides().find(|&side| side != acting).unwrap();
        let unit = player.units().0;
        player.press(|world| giving::give(world, Order::Activate { unit }));
        let name = player.world().side_within(other);
        assert_eq!(title(player.world(), other), format!("Hand over to {name}"));
        let sergeant = Commander::Computer(Kind::Sergeant.name().to_owned());
        computers::give(player.app.world_mut(), acting, sergeant);
        assert_eq!(title(player.world(), other), format!("{name} decides"));
    }
}
