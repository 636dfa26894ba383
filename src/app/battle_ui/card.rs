//! The card of the selected unit: its state, and the profile, weapons and abilities of a model of
//! it in full.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, ScrollArea};

use super::{
    aim::Hover,
    asked,
    choices::standings,
    hints::{explain, hint},
    icons::Icon,
    mode::Selection,
    panel, parries,
    press::Press,
    select,
    shown::Shown,
    verbs, words,
};
use crate::{
    app::{theme::Theme, third_party::egui::sized},
    battle::{
        BattleWorld, ModelId, Presence, RuleSystem, UnitId,
        level::{Formation, Role},
    },
    no_quarter::{
        Ability, ActionsLeft, Activation, Arms, Holding, Momentum, Morale, NoQuarter, Order,
        Profile, ProfileOf, Stance, Standing, Strength, Weapon, WoundsLeft, armies::points_of,
        charges, close_combat, codex, combined, deployment, formations, sentence::count,
    },
};

/// Shows the card of the selected unit, or of the one under the pointer: as high as it has to be.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let selection = *world.resource::<Selection>();
    let hover = *world.resource::<Hover>();
    let unit = selection.unit.or(hover.unit).or(world.frame().active);
    if panel::is_narrow(ctx) {
        panel::sheet(ctx, "card", |ui| {
            if panel::sheet_head(ui, Icon::Card, "Card") {
                world.resource_mut::<Shown>().card = false;
            }
            let high = panel::sheet_height(ctx);
            ScrollArea::vertical().max_height(high).show(ui, |ui| {
                contents(world, ui, theme, unit, selection, hover);
            });
        });
        return;
    }
    let width = panel::beside(world, ctx) - 2.0 * panel::GAP;
    let window = ctx.content_rect();
    let top = window.top() + panel::bar_height(ctx) + panel::GAP;
    let room = window.bottom() - panel::orders_height(ctx) - top - panel::GAP - 18.0;
    let at = (egui::Align2::LEFT_TOP, egui::pos2(window.left() + panel::GAP, top));
    panel::floating(ctx, "card", at, egui::vec2(width, room + 18.0), |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ScrollArea::vertical().max_height(room.max(60.0)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            contents(world, ui, theme, unit, selection, hover);
        });
    });
}

fn contents(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: Option<UnitId>,
    selection: Selection,
    hover: Hover,
) {
    match unit {
        Some(unit) => unit_card(world, ui, theme, unit, selection, hover),
        None => {
            let text = "Point at a unit to look at it; click to select it.";
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        }
    }
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
    let name = RichText::new(world.unit_name(unit)).size(sized(ui, 17.0)).strong().color(colour);
    ui.label(name);
    let standing = world.standing(unit);
    let strength = *world.of_unit::<Strength>(unit);
    let faint = Theme::egui(theme.faint);
    let (present, all) = (standing.len(), strength.models);
    let models = if deployment::is_undeployed(world, unit) {
        count(all as usize, "model")
    } else {
        format!("{present} of {all} models")
    };
    let about = format!("{} · {models}", world.side_name(side));
    ui.label(RichText::new(about).color(faint));
    let engaged = asked::engaged(world, unit);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for (text, colour, term) in states(world, theme, unit, engaged) {
            explain(world, badge(ui, &text, colour), term);
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
    profile_table(world, ui, theme, &profile);
    let arms = world.of_model::<Arms>(model).0.clone();
    if combined::is_combined(world, model) {
        parts(world, ui, theme, model, &arms);
    } else {
        for weapon in &arms {
            weapon_lines(world, ui, theme, weapon, profile.strength);
        }
    }
    if !profile.abilities.is_empty() {
        ui.add_space(2.0);
        abilities_row(world, ui, theme, &profile.abilities);
    }
    let about = format!(
        "{} {}",
        profile.size.name(),
        if profile.is_mounted() { "mounted" } else { "on foot" }
    );
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 1.0);
        let small = |text: String| RichText::new(text).color(faint).small();
        ui.label(small(about));
        let rate = ui.label(small(format!("· moves {} an action", profile.rate())));
        explain(world, rate, "rate");
        let points = count(points_of(world, model) as usize, "point");
        explain(world, ui.label(small(format!("· {points}"))), "points");
    });
    if selection.unit == Some(unit) {
        parries::row(world, ui, model);
        instructions(world, ui, unit);
    }
    if selection.unit == Some(unit) && standing.len() > 1 {
        ui.horizontal(|ui| {
            for (icon, name, step) in
                [(Icon::Left, "Previous model", -1), (Icon::Right, "Next model", 1)]
            {
                let button = ui.add(Press::square(icon, name, 24.0));
                if hint(button, name, "One of the unit alone.", "").clicked() {
                    select::next_model(world, step);
                }
            }
            ui.label(RichText::new("model by model").color(faint).small());
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
fn states(
    world: &World,
    theme: &Theme,
    unit: UnitId,
    engaged: usize,
) -> Vec<(String, Color32, &'static str)> {
    let (good, bad) = (Theme::egui(theme.good), Theme::egui(theme.bad));
    let (warning, faint) = (Theme::egui(theme.warning), Theme::egui(theme.faint));
    let mut states = Vec::new();
    if world.standing(unit).is_empty() {
        let waits = world.members(unit).iter().any(|&model| {
            matches!(world.of_model::<Presence>(model), Presence::Undeployed | Presence::Reserve)
        });
        let own = *world.of_unit::<Formation>(unit);
        return if waits {
            let formation = (words::formation(own), faint, codex::of_formation(own));
            vec![("not yet on the table".to_owned(), warning, "waits"), formation]
        } else {
            vec![("nobody left".to_owned(), faint, "")]
        };
    }
    match *world.of_unit::<Activation>(unit) {
        Activation::Unactivated => states.push(("to act".to_owned(), good, "to act")),
        Activation::Active => states.push(("active".to_owned(), warning, "active")),
        Activation::Activated => states.push(("has acted".to_owned(), faint, "has acted")),
    }
    let own = *world.of_unit::<Formation>(unit);
    let effective = formations::effective(world, unit);
    states.push((words::formation(effective), faint, codex::of_formation(effective)));
    if own != effective {
        states.push((format!("no longer {}", words::formation(own)), warning, "broken"));
    }
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {}
        Morale::Panicked => states.push(("panicked".to_owned(), bad, "panicked")),
        Morale::Terrified => states.push(("terrified".to_owned(), bad, "terrified")),
    }
    if let Some(standing) = world.of_unit::<Holding>(unit).0 {
        states.push((format!("on hold, {}", words::standing(standing)), warning, "holding"));
    }
    match engaged {
        0 => {}
        count => states.push((format!("{count} in combat"), warning, "in combat")),
    }
    let prone = world
        .standing(unit)
        .into_iter()
        .filter(|&model| *world.of_model::<Stance>(model) == Stance::Prone);
    match prone.count() {
        0 => {}
        count => states.push((format!("{count} prone"), bad, "prone")),
    }
    states
}

/// A word in a rim. It stays in one line and goes to the next as a whole.
fn badge(ui: &mut egui::Ui, text: &str, colour: Color32) -> egui::Response {
    let badge = egui::Button::new(RichText::new(text).color(colour).small())
        .fill(Color32::TRANSPARENT)
        .stroke(egui::Stroke::new(1.0, colour.gamma_multiply(0.7)))
        .corner_radius(3.0)
        .sense(egui::Sense::hover())
        .wrap_mode(egui::TextWrapMode::Extend)
        .small();
    ui.add(badge)
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
    if charges::charged_this_turn(world, model) {
        now.push_str(" · charged");
    }
    if close_combat::has_fumbled(world, model) {
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

/// The numbers of a profile, each under its letters.
fn profile_table(world: &World, ui: &mut egui::Ui, theme: &Theme, profile: &Profile) {
    let armour = match (profile.full_armour(), profile.resilience) {
        (0, _) => "–".to_owned(),
        (armour, 0) => armour.to_string(),
        (armour, resilience) => format!("{armour}/{resilience}"),
    };
    let cells = [
        ("AC", profile.actions.to_string()),
        ("RA", profile.ranged_attack.to_string()),
        ("CC", profile.close_combat.to_string()),
        ("ST", profile.strength.to_string()),
        ("T", profile.toughness.to_string()),
        ("W", profile.wounds.to_string()),
        ("CO", profile.command.to_string()),
        ("AR", armour),
    ];
    let (letters, numbers) = (sized(ui, 11.0), sized(ui, 14.0));
    let size = egui::vec2(ui.available_width(), letters + numbers + 12.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let wide = rect.width() / cells.len() as f32;
    let faint = Theme::egui(theme.faint);
    for (place, (name, value)) in cells.into_iter().enumerate() {
        let left = rect.left() + wide * place as f32;
        let cell = egui::Rect::from_min_size(
            egui::pos2(left, rect.top()),
            egui::vec2(wide, rect.height()),
        );
        let response = ui.interact(cell, ui.id().with(("number", name)), egui::Sense::hover());
        let text = Theme::egui(if response.hovered() { theme.accent } else { theme.text });
        let middle = cell.center().x;
        let font = egui::FontId::proportional;
        let painter = ui.painter();
        let top = egui::pos2(middle, cell.top() + 3.0);
        painter.text(top, egui::Align2::CENTER_TOP, name, font(letters), faint);
        let below = egui::pos2(middle, cell.bottom() - 3.0);
        painter.text(below, egui::Align2::CENTER_BOTTOM, value, font(numbers), text);
        explain(world, response, name);
    }
}

/// Abilities one beside the other, each with what it does on hovering.
fn abilities_row(world: &World, ui: &mut egui::Ui, theme: &Theme, abilities: &[Ability]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 3.0);
        for &ability in abilities {
            let badge = badge(ui, &words::ability(ability), Theme::egui(theme.accent));
            explain(world, badge, &codex::of_ability(ability));
        }
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
        let numbers = ui.label(RichText::new(numbers).small());
        explain(world, numbers, if element.ranged_attack > 0 { "RA" } else { "CC" });
        // The main element's abilities are those of the whole model, told below.
        if place > 0 && !element.abilities.is_empty() {
            abilities_row(world, ui, theme, element.abilities);
        }
        for (weapon, number) in arms.iter().zip(0..) {
            if combined::place_of_wielder(world, model, number) == place {
                weapon_lines(world, ui, theme, weapon, element.strength);
            }
        }
    }
    let text = "They strike together, for what the dearest of their weapons costs.";
    explain(world, ui.label(RichText::new(text).small().color(faint)), "parts");
}

/// A weapon: its name, its numbers and its rules, each with what it means on hovering.
fn weapon_lines(world: &World, ui: &mut egui::Ui, theme: &Theme, weapon: &Weapon, strength: i32) {
    let faint = Theme::egui(theme.faint);
    ui.add_space(1.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 1.0);
        let icon = if weapon.is_shot() { Icon::Shoot } else { Icon::Fight };
        icon.show(ui, 13.0, faint);
        ui.label(RichText::new(&weapon.name).strong());
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 1.0);
        let mut tell = |text: String, term: &str| {
            let label = ui.label(RichText::new(text).small().color(faint));
            explain(world, label, term);
        };
        tell(format!("UC {}", weapon.use_cost), "UC");
        tell(format!("ST {}", words::weapon_strength(weapon, strength)), "ST");
        if weapon.penetration != 0 {
            tell(format!("PM -{}", weapon.penetration), "PM");
        }
        if !weapon.bands.is_empty() {
            let bands: Vec<String> =
                weapon.bands.iter().map(|band| format!("{} {:+}", band.0, band.1)).collect();
            tell(bands.join(", "), "ranges");
        }
        for &rule in &weapon.rules {
            tell(words::weapon_rule(rule), &codex::of_weapon_rule(rule));
        }
    });
}
