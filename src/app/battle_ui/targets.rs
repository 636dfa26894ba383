//! Shows who can be charged, struck or shot at, and the chances against the enemy under the
//! pointer: the whole chain from the hit to the wound, each modifier by name.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText};

use super::{
    aim::Hover,
    mode::Mode,
    paint::Canvas,
    plan::Plan,
    possible::{Kind, Possible},
    words,
};
use crate::{
    app::{camera::Margins, theme::Theme},
    battle::{BattleWorld, ModelId},
    no_quarter::preview::PreviewAttack,
};

/// Attacks that are alike but for who makes them.
#[derive(Clone, Debug)]
pub struct Alike {
    /// One of them.
    pub attack: PreviewAttack,
    /// Who makes them, once for each attack.
    pub attackers: Vec<ModelId>,
    /// The chance of each, added up.
    pub expected: f32,
}

/// Puts attacks with the same weapon and numbers together, in the order of their first.
pub fn alike(attacks: &[PreviewAttack]) -> Vec<Alike> {
    let mut groups: Vec<Alike> = Vec::new();
    for attack in attacks {
        let same = |group: &&mut Alike| {
            let other = &group.attack;
            other.weapon == attack.weapon
                && other.to_hit == attack.to_hit
                && other.save == attack.save
                && other.damage == attack.damage
                && other.cover == attack.cover
                && other.actions == attack.actions
        };
        match groups.iter_mut().find(same) {
            Some(group) => {
                group.attackers.push(attack.attacker);
                group.expected += attack.chance;
            }
            None => groups.push(Alike {
                attack: attack.clone(),
                attackers: vec![attack.attacker],
                expected: attack.chance,
            }),
        }
    }
    groups
}

/// Marks enemies as targets, legal or not.
pub fn draw(world: &World, canvas: &Canvas) {
    let Some(kind) = Kind::of(world.resource::<Mode>()) else { return };
    let hover = world.resource::<Hover>();
    for target in &world.resource::<Possible>().known {
        if target.kind != kind {
            continue;
        }
        for model in world.standing(target.unit) {
            let placed = world.placed(model);
            match &target.refused {
                None if hover.unit == Some(target.unit) => {
                    canvas.ring(&placed, 3.0, canvas.warning(), 2.5);
                }
                None => canvas.ring(&placed, 3.0, canvas.good(), 1.6),
                Some(_) => canvas.dashed_ring(&placed, 3.0, canvas.faint(), 1.0),
            }
        }
    }
    for attack in &world.resource::<Plan>().preview.attacks {
        let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
        let (a, b) = crate::table::base::closest_points(&from, &to);
        canvas.line(a, b, canvas.warning().gamma_multiply(0.5), 1.2);
    }
}

/// The most kinds of attack that the card spells out.
const SPELLED_OUT: usize = 4;

/// Shows the card with the chances.
pub fn card(world: &World, ctx: &egui::Context, canvas: &Canvas) {
    let mode = world.resource::<Mode>();
    if !matches!(mode, Mode::Fight | Mode::Shoot { .. }) {
        return;
    }
    let plan = world.resource::<Plan>();
    let Some(target) = world.resource::<Hover>().model else { return };
    if plan.order.is_none() {
        return;
    }
    let theme = &canvas.theme;
    let margins = world.resource::<Margins>();
    let window = ctx.content_rect();
    let space = egui::Rect::from_min_max(
        window.min + egui::vec2(margins.left, margins.top),
        window.max - egui::vec2(margins.right, margins.bottom),
    );
    let at = canvas.at(world.placed(target).pose.at);
    // On the side of the target that has more room, so that it never lies under the card.
    let (pivot, beside) = if at.x > space.center().x {
        (egui::Align2::RIGHT_CENTER, -28.0)
    } else {
        (egui::Align2::LEFT_CENTER, 28.0)
    };
    egui::Area::new(egui::Id::new("chances"))
        .fixed_pos(at + egui::vec2(beside, 0.0))
        .pivot(pivot)
        .constrain_to(space.shrink(4.0))
        .order(egui::Order::Foreground)
        .interactable(false)
        .show(ctx, |ui| {
            egui::Frame::window(ui.style()).show(ui, |ui| {
                ui.set_width(310.0);
                contents(world, ui, theme, plan, target);
            });
        });
}

fn contents(world: &World, ui: &mut egui::Ui, theme: &Theme, plan: &Plan, target: ModelId) {
    let faint = Theme::egui(theme.faint);
    ui.spacing_mut().item_spacing.y = 2.0;
    let unit = world.unit_of(target);
    ui.horizontal(|ui| {
        let colour = Theme::egui(theme.side(world.side_of(unit)).text);
        ui.label(RichText::new(world.unit_name(unit)).color(colour).strong());
        let attacks = &plan.preview.attacks;
        let expected: f32 = attacks.iter().map(|attack| attack.chance).sum();
        if !attacks.is_empty() {
            let plural = if attacks.len() == 1 { "attack" } else { "attacks" };
            let text = format!("{} {plural} · {expected:.1} wounds expected", attacks.len());
            ui.label(RichText::new(text).color(Theme::egui(theme.accent)));
        }
    });
    let groups = alike(&plan.preview.attacks);
    for group in groups.iter().take(SPELLED_OUT) {
        ui.separator();
        show_group(world, ui, theme, group);
    }
    if groups.len() > SPELLED_OUT {
        let more = groups.len() - SPELLED_OUT;
        ui.label(RichText::new(format!("and {more} more kinds of attack")).color(faint));
    }
    for (what, unit, needed) in &plan.preview.tests {
        let text = format!(
            "{what}: {} needs {} ({})",
            world.unit_name(*unit),
            needed.value(),
            words::chance(needed.chance())
        );
        ui.label(RichText::new(text).color(Theme::egui(theme.warning)));
    }
    for warning in &plan.preview.warnings {
        ui.label(RichText::new(warning).color(Theme::egui(theme.warning)));
    }
    match &plan.refused {
        Some(refused) => {
            let text = format!("✖ {} {}", refused.text, refused.rule);
            ui.label(RichText::new(text).color(Theme::egui(theme.bad)));
        }
        None => {
            ui.label(RichText::new("Click or Enter to attack").color(faint).small());
        }
    }
}

fn show_group(world: &World, ui: &mut egui::Ui, theme: &Theme, group: &Alike) {
    let attack = &group.attack;
    let count = group.attackers.len();
    let who = world.model_name(attack.attacker);
    let title = if count == 1 { who.to_owned() } else { format!("{count} × {who}'s kind") };
    let mut about = format!("{}, {} actions", attack.weapon, attack.actions);
    if let Some(range) = attack.range {
        about.push_str(&format!(", {:.1}\", {}", range.0, words::cover(attack.cover)));
    }
    ui.label(RichText::new(title).strong());
    ui.label(RichText::new(about).color(Theme::egui(theme.faint)).small());
    let text = Theme::egui(theme.text);
    let base = if attack.range.is_some() { "RA" } else { "CC" };
    row(ui, text, "hit", attack.to_hit.value(), &words::needed(base, &attack.to_hit));
    match &attack.save {
        Some(save) => row(ui, text, "save", save.value(), &words::needed("AR", save)),
        None => {
            ui.label(RichText::new("no save").color(text).small());
        }
    }
    row(ui, text, "damage", attack.damage.value(), &words::needed("table", &attack.damage));
    let good = Theme::egui(theme.good);
    let chance = format!("wounds: {} each", words::chance(attack.chance));
    ui.label(RichText::new(chance).color(good));
}

fn row(ui: &mut egui::Ui, colour: Color32, what: &str, value: i32, why: &str) {
    let number = if value <= 0 { "none".to_owned() } else { format!("{value} or less") };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{what} {number}")).color(colour).small().strong());
        ui.label(RichText::new(why).color(colour).small());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dice::Needed, table::sight::Cover};

    fn attack(attacker: u32, weapon: &str, needed: i32) -> PreviewAttack {
        PreviewAttack {
            attacker: ModelId(attacker),
            target: ModelId(9),
            weapon: weapon.to_owned(),
            actions: 3,
            range: None,
            cover: Cover::None,
            to_hit: Needed::new(needed),
            save: None,
            damage: Needed::new(5),
            chance: 0.25,
        }
    }

    #[test]
    fn attacks_with_the_same_numbers_are_told_once() {
        let attacks = [
            attack(1, "Sword", 5),
            attack(2, "Sword", 5),
            attack(3, "Axe", 5),
            attack(4, "Sword", 6),
        ];
        let groups = alike(&attacks);
        assert_eq!(groups.len(), 3);
        assert_eq!(groups[0].attackers, [ModelId(1), ModelId(2)]);
        assert!((groups[0].expected - 0.5).abs() < 1e-6);
    }
}
