//! Shows who can be charged, struck or shot at, and the chances against the enemy under the
//! pointer: the whole chain from the hit to the wound, each modifier by name.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Hover,
    card_place,
    draft::{self, Draft},
    ghosts,
    hints::explain_all,
    icons::Icon,
    likely,
    mode::{Mode, Selection},
    next_step, odds,
    paint::{Canvas, Manner},
    target_search::TargetSearch,
};
use crate::{
    app::{
        camera::View,
        layer::Layer,
        pointer::Pointer,
        theme::{Theme, strength},
        third_party::egui::context,
    },
    battle::{
        BattleWorld, ModelId,
        playable::{
            acting::{AimedAt, per_cent},
            capitalised,
        },
    },
    table::{Placed, base::closest_points},
};

/// Marks enemies as targets, and who would attack whom.
pub fn draw(world: &World, canvas: &Canvas) {
    draw_targets(world, canvas);
    if !likely::mode(world).targets() {
        return;
    }
    for attack in &world.resource::<Draft>().sketch.attacks {
        draw_attack(world, canvas, attack, canvas.warning().gamma_multiply(strength::LEADING));
    }
}

/// A line from an attacker to its target.
pub(super) fn draw_attack(world: &World, canvas: &Canvas, attack: &AimedAt, colour: egui::Color32) {
    let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
    let (a, b) = closest_points(&from, &to);
    canvas.line(a, b, colour, 1.5);
}

/// Marks enemies as targets of the verb in preparation, legal or not.
fn draw_targets(world: &World, canvas: &Canvas) {
    let Some(verb) = world.resource::<Mode>().target_verb() else { return };
    let hover = world.resource::<Hover>();
    for target in &world.resource::<TargetSearch>().targets.known {
        if target.verb != verb {
            continue;
        }
        let standing = world.standing(target.unit);
        let placed: Vec<Placed> = standing.iter().map(|&model| world.placed(model)).collect();
        let (colour, width, manner) = match &target.refused {
            None if hover.unit == Some(target.unit) => {
                let manner = if target.reached { Manner::Solid } else { Manner::Dashed };
                (canvas.warning(), 2.5, manner)
            }
            None if target.reached => (canvas.good(), 1.75, Manner::Solid),
            // It may be tried, but won't come to blows.
            None => (canvas.faint(), 1.5, Manner::Dashed),
            Some(_) => (canvas.faint(), 1.25, Manner::Dotted),
        };
        canvas.rings(&placed, 3.0, colour, width, manner);
    }
}

/// Shows the card with the chances.
pub fn card(world: &World, ctx: &egui::Context, canvas: &Canvas) {
    let draft = world.resource::<Draft>();
    let Some(target) = subject(world, draft) else { return };
    let theme = &canvas.theme;
    let at = card_place::of(world, ctx, canvas, target, area());
    egui::Area::new(area())
        .fixed_pos(at)
        .constrain(false)
        .movable(false)
        .order(Layer::Boxes.order())
        .show(ctx, |ui| {
            egui::Frame::window(ui.style()).show(ui, |ui| {
                ui.set_max_width(card_place::width(world, ctx));
                contents(world, ui, theme, draft, target);
            });
        });
}

/// Whom the card is about: whoever is pointed at, or where nobody is to be, who does what has chances.
fn subject(world: &World, draft: &Draft) -> Option<ModelId> {
    draft.order.as_ref()?;
    let mode = world.resource::<Mode>();
    if mode.aims_at_somebody() {
        return world.resource::<Hover>().model;
    }
    let tells = !draft.sketch.odds.is_empty() || !draft.sketch.lines.is_empty();
    let unit = world.frame().active.filter(|_| mode.points_at_nothing() && tells)?;
    let model = world.resource::<Selection>().model.filter(|&model| world.unit_of(model) == unit);
    model.or_else(|| world.standing(unit).first().copied())
}

fn area() -> egui::Id {
    egui::Id::new("chances")
}

/// Whether the pointer is on the card.
pub fn is_on_card(world: &mut World, pointer: &Pointer) -> bool {
    let Some(ctx) = context(world) else { return false };
    let view = world.resource::<View>();
    let layer = pointer.screen.and_then(|at| ctx.layer_id_at(view.point_at(at)));
    layer.is_some_and(|layer| layer.id == area())
}

fn contents(world: &World, ui: &mut egui::Ui, theme: &Theme, draft: &Draft, target: ModelId) {
    let faint = Theme::egui(theme.faint);
    ui.spacing_mut().item_spacing.y = 2.0;
    let unit = world.unit_of(target);
    let odds = &draft.sketch.odds;
    let colour = Theme::egui(theme.side(world.side_of(unit)).text);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(world.unit_name(unit)).color(colour).strong());
        if !odds.is_empty() {
            // Whoever may not be attacked has no chance that is shown as one.
            let is_refused = draft.refused.is_some();
            let colour = Theme::egui(if is_refused { theme.bad } else { theme.good });
            if is_refused {
                Icon::Close.show(ui, 14.0, colour);
            }
            let chance = RichText::new(per_cent(odds.at_least_one)).color(colour).size(18.0);
            let chance = if is_refused { chance.strikethrough() } else { chance.strong() };
            ui.label(chance);
            ui.label(RichText::new(odds.aim).color(faint));
        }
    });
    if let Some(refused) = &draft.refused {
        let objection = draft::objection(world, refused);
        let colour = Theme::egui(theme.bad);
        let why = ui.label(RichText::new(capitalised(&objection.text)).color(colour));
        explain_all(world, why, &objection.terms);
    }
    // All of it only for those who ask: the card covers the table.
    let whole = ui.input(|input| input.modifiers.shift);
    if !odds.is_empty() {
        ui.label(RichText::new(&odds.expected).color(Theme::egui(theme.accent)));
        if whole {
            odds::show(world, ui, theme, odds, draft.refused.is_none());
        } else {
            odds::in_short(world, ui, theme, odds);
        }
    }
    for line in ghosts::account(world, draft) {
        let colour = Theme::egui(theme.tone(line.tone));
        let label = ui.label(RichText::new(line.text).color(colour));
        explain_all(world, label, &line.terms);
    }
    let more = match (odds.is_empty(), whole) {
        (true, _) => "",
        (false, true) => " · point at a term to read its rule",
        (false, false) => " · hold Shift for every modifier",
    };
    if draft.refused.is_none() {
        let give = next_step::to_give(world, world.resource::<Mode>());
        let text = format!("{}{more}", give.trim_end_matches('.'));
        ui.label(RichText::new(text).color(faint).small());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        battle_ui::player::{ARCHERS, Player},
        words,
    };

    #[test]
    fn the_card_of_a_target_that_is_refused_says_why_before_any_number() {
        let mut player = Player::behind_a_hut(ARCHERS, 14.0);
        let (own, hidden) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        player.key(KeyCode::KeyG);
        let (_, target) = player.first(hidden);
        player.point(target);
        player.wait(40);
        let refused = player.world().resource::<Draft>().refused.clone().expect("it isn't seen");
        let why = capitalised(&draft::objection(player.world(), &refused).text);
        let read = words(&mut player.app);
        let place =
            |text: &str| read.iter().find(|(word, _)| word == text).map(|(_, place)| *place);
        let why = place(&why).unwrap_or_else(|| panic!("{why} of {read:?}"));
        let chance =
            read.iter().find(|(word, _)| word.ends_with("to wound") || word.contains("expected"));
        if let Some((_, numbers)) = chance {
            assert!(why.top() < numbers.bottom(), "{why} above {numbers}");
        }
    }
}
