//! The chances of attacks, as cards tell them: attacks that are alike together, each step of the
//! chain with its needed number and every modifier by name.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{hints::explain, words};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, ModelId},
    dice::Needed,
    no_quarter::{ProfileOf, codex, preview::PreviewAttack, sentence::count},
};

/// Attacks that are alike but for who makes them.
#[derive(Clone, Debug)]
pub struct Alike {
    /// One of them.
    pub attack: PreviewAttack,
    /// Who makes them, once for each attack.
    pub attackers: Vec<ModelId>,
    /// Whom they are made at.
    pub targets: Vec<ModelId>,
}

/// The most kinds of attack that a card spells out.
const SPELLED_OUT: usize = 3;

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
                if !group.targets.contains(&attack.target) {
                    group.targets.push(attack.target);
                }
            }
            None => groups.push(Alike {
                attack: attack.clone(),
                attackers: vec![attack.attacker],
                targets: vec![attack.target],
            }),
        }
    }
    groups
}

/// How many wounds to expect, as words.
pub fn expected(attacks: &[PreviewAttack]) -> String {
    let sum: f32 = attacks.iter().map(|attack| attack.chance).sum();
    let plural = if attacks.len() == 1 { "attack" } else { "attacks" };
    format!("{} {plural} · {sum:.1} wounds expected", attacks.len())
}

/// The chance that at least one of the attacks wounds, from 0 to 1.
pub fn at_least_one(attacks: &[PreviewAttack]) -> f32 {
    1.0 - attacks.iter().map(|attack| 1.0 - attack.chance).product::<f32>()
}

/// Shows attacks, a line for each kind: who, and the numbers they need.
pub fn in_short(world: &World, ui: &mut egui::Ui, theme: &Theme, attacks: &[PreviewAttack]) {
    let groups = alike(attacks);
    for group in groups.iter().take(SPELLED_OUT) {
        let attack = &group.attack;
        let who = several(world, &group.attackers, group.attackers.len());
        let number = |value: i32| if value <= 0 { "–".to_owned() } else { value.to_string() };
        let save = attack.save.as_ref().map_or("–".to_owned(), |save| number(save.value()));
        let (hit, damage) = (number(attack.to_hit.value()), number(attack.damage.value()));
        let chance = words::chance(attack.chance);
        one_line(ui, |ui| {
            say(world, ui, format!("{who}: "), "");
            say(world, ui, format!("hit {hit}, "), "hit");
            say(world, ui, format!("save {save}, "), "save");
            say(world, ui, format!("damage {damage}"), "damage");
            say(world, ui, format!(" · {chance}"), "");
        });
    }
    if groups.len() > SPELLED_OUT {
        let more = format!("and {} more kinds of attack", groups.len() - SPELLED_OUT);
        ui.label(RichText::new(more).small().color(Theme::egui(theme.faint)));
    }
}

/// Shows attacks, alike ones together.
pub fn show(world: &World, ui: &mut egui::Ui, theme: &Theme, attacks: &[PreviewAttack]) {
    let groups = alike(attacks);
    for group in groups.iter().take(SPELLED_OUT) {
        ui.separator();
        show_group(world, ui, theme, group);
    }
    if groups.len() > SPELLED_OUT {
        let more = format!("and {} more kinds of attack", groups.len() - SPELLED_OUT);
        ui.label(RichText::new(more).color(Theme::egui(theme.faint)));
    }
}

/// One model by its name, several by their kind.
fn several(world: &World, models: &[ModelId], count: usize) -> String {
    let Some(&first) = models.first() else { return String::new() };
    if count == 1 {
        return world.model_name(first).to_owned();
    }
    let kind = &world.of_model::<ProfileOf>(first).0.name;
    format!("{count} × {kind}")
}

fn show_group(world: &World, ui: &mut egui::Ui, theme: &Theme, group: &Alike) {
    let attack = &group.attack;
    let who = several(world, &group.attackers, group.attackers.len());
    let whom = several(world, &group.targets, group.targets.len());
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{who} ▶ {whom}")).strong());
    });
    let faint = Theme::egui(theme.faint);
    let cost = count(usize::from(attack.actions), "action");
    one_line(ui, |ui| {
        ui.visuals_mut().override_text_color = Some(faint);
        say(world, ui, format!("{}, ", attack.weapon), "");
        let Some(range) = attack.range else { return say(world, ui, cost, "UC") };
        say(world, ui, format!("{cost}, "), "UC");
        say(world, ui, format!("{:.1}\", ", range.0), "ranges");
        say(world, ui, words::cover(attack.cover).to_owned(), "cover");
    });
    let (base, skill) =
        if attack.range.is_some() { ("ranged attack", "RA") } else { ("close combat", "CC") };
    row(world, ui, "hit", (base, skill), &attack.to_hit);
    match &attack.save {
        Some(save) => row(world, ui, "save", ("armour", "AR"), save),
        None => say(world, ui, "no save".to_owned(), "save"),
    }
    row(world, ui, "damage", ("base", "damage"), &attack.damage);
    let each = if group.attackers.len() == 1 { "" } else { " each" };
    let chance = format!("wounds: {}{each}", words::chance(attack.chance));
    ui.label(RichText::new(chance).color(Theme::egui(theme.good)));
}

/// A needed number: what it is for, its base and each modifier by name.
fn row(world: &World, ui: &mut egui::Ui, what: &str, (base, term): (&str, &str), needed: &Needed) {
    let number = match needed.value() {
        ..=0 => "none".to_owned(),
        value => format!("{value} or less"),
    };
    one_line(ui, |ui| {
        say(world, ui, format!("{what} {number}:  "), what);
        let comma = |place: usize| if place < needed.modifiers.len() { ", " } else { "" };
        say(world, ui, format!("{base} {}{}", needed.base, comma(0)), term);
        for (modifier, place) in needed.modifiers.iter().zip(1..) {
            let text = format!("{:+} {}{}", modifier.value, modifier.name, comma(place));
            let label = ui.label(RichText::new(text).small());
            explain(world, label, codex::of_modifier(modifier).unwrap_or_default());
        }
    });
}

/// Words of one sentence, each part with a meaning of its own.
fn one_line(ui: &mut egui::Ui, parts: impl FnOnce(&mut egui::Ui)) {
    ui.scope(|ui| {
        // Rows as high as their words.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
        ui.horizontal_wrapped(parts);
    });
}

/// A part of a sentence, and the term that it tells on hovering; none if that is empty.
fn say(world: &World, ui: &mut egui::Ui, text: String, term: &str) {
    explain(world, ui.label(RichText::new(text).small()), term);
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
            dice: 1,
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
        assert_eq!(groups[0].targets, [ModelId(9)]);
        assert_eq!(expected(&attacks), "4 attacks · 1.0 wounds expected");
        let three_quarters = 0.75_f32;
        let none = three_quarters * three_quarters * three_quarters * three_quarters;
        assert!((at_least_one(&attacks) - (1.0 - none)).abs() < 1e-5);
        assert_eq!(at_least_one(&[]), 0.0);
    }
}
