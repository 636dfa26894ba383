//! The card of the selected unit: its state, and the profile, weapons and abilities of a model of
//! it in full.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, ScrollArea};

use super::{
    aim::Hover, choices::standings, mode::Selection, overlays, panel, parries, select, verbs, words,
};
use crate::{
    app::theme::Theme,
    battle::{
        BattleWorld, ModelId, Presence, RuleSystem, UnitId,
        level::{Formation, Role},
    },
    no_quarter::{
        ActionsLeft, Activation, Arms, Holding, Momentum, Morale, NoQuarter, Order, Profile,
        ProfileOf, Record, Stance, Standing, Strength, Weapon, WoundsLeft, armies::points_of,
        combined, formations, movement, sentence::count,
    },
};

/// Shows the card of the selected unit, or of the one under the pointer.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let selection = *world.resource::<Selection>();
    let hover = *world.resource::<Hover>();
    let unit = selection.unit.or(hover.unit).or(world.frame().active);
    let below = if panel::is_narrow(ctx) { -panel::orders_height(ctx) } else { -0.001 };
    let rect = panel::rect(ctx, (0.0, panel::BAR), (panel::CARD, below));
    panel::fixed(ctx, "card", rect, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let boxes = 78.0;
        let height = ui.available_height() - boxes;
        ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 2.0);
            match unit {
                Some(unit) => unit_card(world, ui, theme, unit, selection, hover),
                None => {
                    let text = "Point at a unit to look at it; click to select it.";
                    ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
                }
            }
        });
        ui.separator();
        overlays::boxes(world, ui);
    });
}

fn unit_card(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    selection: Selection,
    hover: Hover,
) {
    let side = world.side_of(unit);
    let colour = Theme::egui(theme.side(side).text);
    ui.label(RichText::new(world.unit_name(unit)).size(18.0).strong().color(colour));
    let standing = world.standing(unit);
    let strength = *world.of_unit::<Strength>(unit);
    let faint = Theme::egui(theme.faint);
    let (present, all) = (standing.len(), strength.models);
    let about = format!("{} · {present} of {all} models on the table", world.side_name(side));
    ui.label(RichText::new(about).color(faint));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for (text, colour) in states(world, theme, unit) {
            badge(ui, &text, colour);
        }
    });
    let shown = selection
        .model
        .filter(|_| selection.unit == Some(unit))
        .or(hover.model.filter(|_| hover.unit == Some(unit)))
        .or_else(|| standing.first().copied())
        .or_else(|| world.members(unit).first().copied());
    let Some(model) = shown else { return };
    ui.separator();
    model_head(world, ui, theme, model, selection.model == Some(model));
    let profile = world.of_model::<ProfileOf>(model).0.clone();
    profile_table(ui, theme, &profile);
    let arms = world.of_model::<Arms>(model).0.clone();
    if combined::is_combined(world, model) {
        parts(world, ui, theme, model, &arms);
    } else {
        for weapon in &arms {
            weapon_lines(ui, theme, weapon, profile.strength);
        }
    }
    let abilities: Vec<String> = profile.abilities.iter().map(|&a| words::ability(a)).collect();
    if !abilities.is_empty() {
        ui.label(RichText::new(format!("Abilities: {}", abilities.join(", "))).small());
    }
    let more = format!(
        "{} {} · moves {} an action · {}",
        profile.size.name(),
        if profile.is_mounted() { "mounted" } else { "on foot" },
        profile.rate(),
        count(points_of(world, model) as usize, "point")
    );
    ui.label(RichText::new(more).color(faint).small());
    if selection.unit == Some(unit) {
        parries::row(world, ui, model);
        instructions(world, ui, unit);
    }
    if selection.unit == Some(unit) && standing.len() > 1 {
        ui.horizontal(|ui| {
            if ui.small_button("◀").clicked() {
                select::next_model(world, -1);
            }
            ui.label(RichText::new("model").color(faint).small());
            if ui.small_button("▶").clicked() {
                select::next_model(world, 1);
            }
        });
    }
}

/// What a unit on hold waits for; its player may change it at any time.
fn instructions(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let Some(present) = world.of_unit::<Holding>(unit).0 else { return };
    let check = |world: &World, standing| {
        NoQuarter::check(world, &Order::Instruct { unit, standing }).is_ok()
    };
    if !check(world, Standing::Ask) && !check(world, Standing::Never) {
        return;
    }
    ui.separator();
    ui.label(RichText::new("Responds:").small());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(3.0, 3.0);
        ui.spacing_mut().button_padding = egui::vec2(4.0, 1.0);
        for (standing, text) in standings(world, unit) {
            let button = egui::Button::new(text).selected(standing == present);
            if ui.add(button).clicked() && standing != present {
                verbs::give(world, Order::Instruct { unit, standing });
            }
        }
    });
}

/// What is to be known about a unit at a glance.
fn states(world: &World, theme: &Theme, unit: UnitId) -> Vec<(String, Color32)> {
    let (good, bad) = (Theme::egui(theme.good), Theme::egui(theme.bad));
    let (warning, faint) = (Theme::egui(theme.warning), Theme::egui(theme.faint));
    let mut states = Vec::new();
    if world.standing(unit).is_empty() {
        let waits = world.members(unit).iter().any(|&model| {
            matches!(world.of_model::<Presence>(model), Presence::Undeployed | Presence::Reserve)
        });
        let own = *world.of_unit::<Formation>(unit);
        return if waits {
            vec![("not yet on the table".to_owned(), warning), (words::formation(own), faint)]
        } else {
            vec![("nobody left".to_owned(), faint)]
        };
    }
    match *world.of_unit::<Activation>(unit) {
        Activation::Unactivated => states.push(("to act".to_owned(), good)),
        Activation::Active => states.push(("active".to_owned(), warning)),
        Activation::Activated => states.push(("has acted".to_owned(), faint)),
    }
    let own = *world.of_unit::<Formation>(unit);
    let effective = formations::effective(world, unit);
    states.push((words::formation(effective), faint));
    if own != effective {
        states.push((format!("no longer {}", words::formation(own)), warning));
    }
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {}
        Morale::Panicked => states.push(("panicked".to_owned(), bad)),
        Morale::Terrified => states.push(("terrified".to_owned(), bad)),
    }
    if let Some(standing) = world.of_unit::<Holding>(unit).0 {
        states.push((format!("on hold, {}", words::standing(standing)), warning));
    }
    let engaged =
        world.standing(unit).into_iter().filter(|&model| movement::is_engaged(world, model));
    match engaged.count() {
        0 => {}
        count => states.push((format!("{count} in combat"), warning)),
    }
    let prone = world
        .standing(unit)
        .into_iter()
        .filter(|&model| *world.of_model::<Stance>(model) == Stance::Prone);
    match prone.count() {
        0 => {}
        count => states.push((format!("{count} prone"), bad)),
    }
    states
}

/// A word in a rim. It stays in one line and goes to the next as a whole.
fn badge(ui: &mut egui::Ui, text: &str, colour: Color32) {
    let badge = egui::Button::new(RichText::new(text).color(colour).small())
        .fill(Color32::TRANSPARENT)
        .stroke(egui::Stroke::new(1.0, colour.gamma_multiply(0.7)))
        .corner_radius(3.0)
        .sense(egui::Sense::hover())
        .wrap_mode(egui::TextWrapMode::Extend)
        .small();
    ui.add(badge);
}

fn model_head(world: &World, ui: &mut egui::Ui, theme: &Theme, model: ModelId, selected: bool) {
    let role = match *world.of_model::<Role>(model) {
        Role::Rank => "",
        Role::Leader => " · leader",
        Role::StandardBearer => " · standard bearer",
        Role::Musician => " · musician",
        Role::General => " · general",
        Role::ArmyStandard => " · army standard",
        Role::Individual => " · individual",
    };
    // Bearers are called what they are.
    let name = world.model_name(model);
    let told = role.trim_start_matches(" · ");
    let role = if name.ends_with(told) { "" } else { role };
    let name = format!("{name}{role}");
    let colour = if selected { theme.selected } else { theme.text };
    ui.label(RichText::new(name).strong().color(Theme::egui(colour)));
    let profile = &world.of_model::<ProfileOf>(model).0;
    let unit = world.unit_of(model);
    let actions = match *world.of_unit::<Activation>(unit) {
        // They come with the activation.
        Activation::Unactivated => String::new(),
        _ => format!("{}/", world.of_model::<ActionsLeft>(model).0),
    };
    let mut now = format!(
        "wounds {}/{} · actions {}{}",
        world.of_model::<WoundsLeft>(model).0,
        profile.wounds,
        actions,
        profile.actions
    );
    let momentum = world.of_model::<Momentum>(model).0;
    if momentum > 0 {
        now.push_str(&format!(" · momentum {momentum}"));
    }
    let turn = Some(world.frame().turn);
    let record = world.of_model::<Record>(model);
    if record.charged_in == turn {
        now.push_str(" · charged");
    }
    if record.fumbled_in == turn {
        now.push_str(" · fumbled");
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        now.push_str(" · prone");
    }
    if !world.is_standing(model) {
        now.push_str(" · not on the table");
    }
    ui.label(RichText::new(now).small());
}

fn profile_table(ui: &mut egui::Ui, theme: &Theme, profile: &Profile) {
    let armour = match (profile.full_armour(), profile.resilience) {
        (0, _) => "–".to_owned(),
        (armour, 0) => armour.to_string(),
        (armour, resilience) => format!("{armour}/{resilience}"),
    };
    let cells = [
        ("AC", profile.actions.to_string(), "Actions in an activation"),
        ("RA", profile.ranged_attack.to_string(), "Ranged attack: hits on this or less"),
        ("CC", profile.close_combat.to_string(), "Close combat: hits on this or less"),
        ("ST", profile.strength.to_string(), "Strength"),
        ("T", profile.toughness.to_string(), "Toughness"),
        ("W", profile.wounds.to_string(), "Wounds"),
        ("CO", profile.command.to_string(), "Command: passes on this or less"),
        ("AR", armour, "Armour, shield included: saves on this or less; / resilience"),
    ];
    let faint = Theme::egui(theme.faint);
    egui::Frame::NONE
        .fill(ui.visuals().extreme_bg_color)
        .corner_radius(3.0)
        .inner_margin(4.0)
        .show(ui, |ui| {
            ui.columns(cells.len(), |columns| {
                for (column, (name, value, about)) in columns.iter_mut().zip(cells) {
                    column.spacing_mut().item_spacing.y = 0.0;
                    column.vertical_centered(|ui| {
                        ui.label(RichText::new(name).small().color(faint)).on_hover_text(about);
                        ui.label(RichText::new(value).strong()).on_hover_text(about);
                    });
                }
            });
        });
}

/// The attackers on one base, each with its numbers and its weapons (COMBO-01, COMBO-02).
fn parts(world: &World, ui: &mut egui::Ui, theme: &Theme, model: ModelId, arms: &[Arc<Weapon>]) {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let faint = Theme::egui(theme.faint);
    for place in 0..=profile.parts.len() {
        let element = combined::element_of(profile, place);
        let name = element.name.unwrap_or(&profile.name);
        ui.separator();
        ui.label(RichText::new(name).strong().color(Theme::egui(theme.accent)));
        let mut numbers = format!("ST {}", element.strength);
        for (what, value) in [("CC", element.close_combat), ("RA", element.ranged_attack)] {
            if value > 0 {
                numbers = format!("{what} {value} · {numbers}");
            }
        }
        let about = "CC: close combat · RA: ranged attack · ST: strength";
        ui.label(RichText::new(numbers).small()).on_hover_text(about);
        // The main element's abilities are those of the whole model, told below.
        if place > 0 && !element.abilities.is_empty() {
            let abilities: Vec<String> =
                element.abilities.iter().map(|&ability| words::ability(ability)).collect();
            ui.label(RichText::new(abilities.join(", ")).small().color(faint));
        }
        for (weapon, number) in arms.iter().zip(0..) {
            if combined::place_of_wielder(world, model, number) == place {
                weapon_lines(ui, theme, weapon, element.strength);
            }
        }
    }
    let text = "They strike together, for what the dearest of their weapons costs.";
    ui.label(RichText::new(text).small().color(faint));
}

fn weapon_lines(ui: &mut egui::Ui, theme: &Theme, weapon: &Weapon, strength: i32) {
    let faint = Theme::egui(theme.faint);
    ui.add_space(1.0);
    ui.label(RichText::new(&weapon.name).strong().small());
    let mut line = format!(
        "UC {} · ST {} · PM {}",
        weapon.use_cost,
        words::weapon_strength(weapon, strength),
        if weapon.penetration == 0 { "–".to_owned() } else { format!("-{}", weapon.penetration) }
    );
    if !weapon.bands.is_empty() {
        let bands: Vec<String> =
            weapon.bands.iter().map(|band| format!("{} {:+}", band.0, band.1)).collect();
        line.push_str(&format!(" · {}", bands.join(", ")));
    }
    if !weapon.rules.is_empty() {
        let rules: Vec<String> = weapon.rules.iter().map(|&r| words::weapon_rule(r)).collect();
        line.push_str(&format!(" · {}", rules.join(", ")));
    }
    let response = ui.label(RichText::new(line).small().color(faint));
    response.on_hover_text(
        "UC: use cost, the actions an attack takes · ST: strength · PM: penetration modifier, what it \
         takes off armour saves · then how far it shoots at what modifier, and its special rules",
    );
}
