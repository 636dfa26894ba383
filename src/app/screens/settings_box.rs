//! The box for what a player prefers: sizes, colours, animations, sound, keys.

use bevy::prelude::*;
use bevy_egui::{
    EguiPrimaryContextPass,
    egui::{self, Color32, CornerRadius, RichText, Stroke, StrokeKind, vec2},
};

use crate::app::{
    OverTable,
    battle_ui::{
        icons::Icon,
        key_list,
        panel::{at_most_high, modal, title},
        press::Press,
    },
    camera::View,
    focus, full_screen,
    running::BattleBegan,
    screens::Screen,
    settings::{AnimationSpeed, Settings, UiScale, VOLUMES},
    sound,
    theme::{Theme, ThemeName},
    third_party::egui::{context, sized},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsBox>();
    app.add_systems(EguiPrimaryContextPass, show.in_set(OverTable::Panels));
    app.add_observer(|_: On<BattleBegan>, mut shown: ResMut<SettingsBox>| {
        (shown.open, shown.before) = (false, None);
    });
}

/// Whether the box is open.
#[derive(Resource, Default)]
pub struct SettingsBox {
    /// Whether the box is open.
    pub open: bool,
    section: Section,
    /// Everything as it was before it was all reset.
    before: Option<Settings>,
}

/// A part of the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    Display,
    Keys,
}

/// The width of the box, in egui points.
const WIDTH: f32 = 620.0;

fn show(world: &mut World) {
    if !world.resource::<SettingsBox>().open {
        return;
    }
    let Some(ctx) = context(world) else { return };
    let theme = world.resource::<Theme>().clone();
    let waited = world.resource::<key_list::Awaited>().is_waiting();
    let mut done = false;
    let keys = world.resource::<SettingsBox>().section == Section::Keys;
    let modal = modal(&ctx, "settings", if keys { 860.0 } else { WIDTH }, |ui| {
        title(ui, "Settings");
        sections(world, ui);
        ui.separator();
        let high = at_most_high(&ctx, 640.0) - 60.0;
        match world.resource::<SettingsBox>().section {
            Section::Display => {
                egui::ScrollArea::vertical().max_height(high).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    display(world, ui);
                    focus::keep_in_sight(ui);
                    focus::scroll_by_keys(ui);
                });
            }
            Section::Keys => key_list::show(world, ui, &theme, high - 40.0),
        }
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            reset(world, ui);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let press = Press::row(Icon::Done, "Done", "").loud().at_least(vec2(110.0, 36.0));
                done = ui.add(press).clicked();
            });
        });
    });
    if done || (modal.should_close() && !waited) {
        let mut shown = world.resource_mut::<SettingsBox>();
        shown.open = false;
        shown.before = None;
        *world.resource_mut::<key_list::Awaited>() = key_list::Awaited::default();
    }
}

fn sections(world: &mut World, ui: &mut egui::Ui) {
    let present = world.resource::<SettingsBox>().section;
    ui.horizontal(|ui| {
        for (section, icon, name) in
            [(Section::Display, Icon::Settings, "Display"), (Section::Keys, Icon::Keys, "Keys")]
        {
            let press = Press::row(icon, name, "").selected(section == present);
            if ui.add(press.at_least(vec2(110.0, 36.0))).clicked() {
                world.resource_mut::<SettingsBox>().section = section;
            }
        }
    });
}

/// Everything as it was meant, and back again.
fn reset(world: &mut World, ui: &mut egui::Ui) {
    let size = vec2(0.0, 36.0);
    let usual = world.resource::<Settings>().usual();
    let changed = *world.resource::<Settings>() != usual;
    let press = Press::row(Icon::Undo, "Restore defaults", "").at_least(size);
    if ui.add_enabled(changed, press).clicked() {
        let before = std::mem::replace(&mut *world.resource_mut::<Settings>(), usual);
        world.resource_mut::<SettingsBox>().before = Some(before);
        return;
    }
    if let Some(before) = world.resource::<SettingsBox>().before.clone()
        && !changed
        && ui.add(Press::row(Icon::Undo, "Undo", "").at_least(size)).clicked()
    {
        let window = world.resource::<Settings>().window;
        *world.resource_mut::<Settings>() = Settings { window, ..before };
        world.resource_mut::<SettingsBox>().before = None;
    }
}

/// A choice among sizes in per cent.
fn sizes(ui: &mut egui::Ui, value: &mut f32, offered: &[f32]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for &size in offered {
            let same = (*value - size).abs() < 0.01;
            let text = format!("{:.0}%", size * 100.0);
            let button = egui::Button::new(text).selected(same).min_size(vec2(50.0, 30.0));
            if ui.add(button).clicked() {
                *value = size;
            }
        }
    });
}

fn display(world: &mut World, ui: &mut egui::Ui) {
    let mut wanted = world.resource::<Settings>().clone();
    ui.spacing_mut().item_spacing.y = 8.0;
    head(ui, "Interface size", "Panels, buttons and text together.");
    let mut scale = world.resource::<UiScale>().now();
    sizes(ui, &mut scale, &[0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 2.5]);
    if scale != world.resource::<UiScale>().now() {
        wanted.ui_scale = scale;
        world.resource_mut::<UiScale>().choose(scale);
    }
    head(ui, "Text size", "Text only; panels keep their size.");
    sizes(ui, &mut wanted.text_size, &[0.9, 1.0, 1.15, 1.3]);
    head(ui, "Colours", "Shapes and patterns tell the sides apart in every theme.");
    ui.horizontal_wrapped(|ui| {
        for name in ThemeName::ALL {
            if swatch(ui, name, wanted.theme == name).clicked() {
                wanted.theme = name;
            }
        }
    });
    head(ui, "Animations", "Off: models move at once.");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for speed in AnimationSpeed::ALL {
            let button = egui::Button::new(speed.name()).selected(wanted.speed == speed);
            if ui.add(button.min_size(vec2(66.0, 30.0))).clicked() {
                wanted.speed = speed;
            }
        }
    });
    volume(ui, &mut wanted);
    head(ui, "View", "");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = ui.spacing().interact_size.y.max(28.0);
        follow(ui, &mut wanted);
        fill_screen(world, ui);
        let fit = Press::row(Icon::Table, "Show the whole table", "");
        if world.resource::<State<Screen>>().get().has_battle() && ui.add(fit).clicked() {
            world.resource_mut::<View>().fit_table();
        }
    });
    world.resource_mut::<Settings>().set_if_neq(wanted);
}

/// How loud it is.
fn volume(ui: &mut egui::Ui, wanted: &mut Settings) {
    if !sound::IS_THERE {
        head(ui, "Sound", "Not in this build; the README says how to get it.");
        return;
    }
    head(ui, "Sound", "Everything you hear is also shown.");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (volume, name) in VOLUMES {
            let button = egui::Button::new(name).selected(wanted.volume == volume);
            if ui.add(button.min_size(vec2(66.0, 30.0))).clicked() {
                wanted.volume = volume;
            }
        }
    });
}

/// Whether the window fills the screen.
fn fill_screen(world: &mut World, ui: &mut egui::Ui) {
    if !full_screen::is_possible() {
        return;
    }
    let on = full_screen::is_on(world);
    let press = Press::row(Icon::FullScreen, full_screen::NAME, "").selected(on);
    if ui.add(press).on_hover_text(full_screen::HELP).clicked() {
        full_screen::toggle(world);
    }
}

/// Whether the view goes where something happens.
fn follow(ui: &mut egui::Ui, wanted: &mut Settings) {
    ui.checkbox(&mut wanted.follow_action, "Follow the action")
        .on_hover_text("Pan smoothly to what happens off screen.");
}

fn head(ui: &mut egui::Ui, name: &str, about: &str) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let brass = ui.visuals().hyperlink_color;
        ui.label(RichText::new(name).strong().color(brass));
        ui.label(RichText::new(about).weak().small());
    });
}

/// A theme in small: its panel, both sides' counters, and the colours of signs.
fn swatch(ui: &mut egui::Ui, name: ThemeName, selected: bool) -> egui::Response {
    let theme = Theme::of(name);
    let size = vec2(108.0, 66.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        let kind = egui::WidgetType::Button;
        egui::WidgetInfo::selected(kind, ui.is_enabled(), selected, name.name())
    });
    let painter = ui.painter();
    let edge = match (selected, response.hovered()) {
        (true, _) => Stroke::new(2.5, Theme::egui(theme.accent)),
        (false, true) => Stroke::new(1.5, Theme::egui(theme.accent)),
        (false, false) => Stroke::new(1.0, Theme::egui(theme.line)),
    };
    let fill = Theme::egui(theme.panel);
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    for (place, side) in theme.sides.iter().enumerate() {
        let at = rect.min + vec2(14.0 + 26.0 * place as f32, 12.0);
        let counter = egui::Rect::from_min_size(at, vec2(20.0, 20.0));
        let rim = Stroke::new(3.0, Theme::egui(side.rim));
        painter.rect(
            counter,
            CornerRadius::same(3),
            Theme::egui(side.face),
            rim,
            StrokeKind::Inside,
        );
    }
    let signs: [Color32; 3] = [theme.good, theme.warning, theme.bad].map(Theme::egui);
    for (place, colour) in signs.into_iter().enumerate() {
        let at = rect.min + vec2(72.0 + 12.0 * place as f32, 22.0);
        painter.circle_filled(at, 4.5, colour);
    }
    let font = egui::FontId::proportional(sized(ui, 12.0));
    let at = rect.center_bottom() - vec2(0.0, 8.0);
    let ink = Theme::egui(theme.text);
    painter.text(at, egui::Align2::CENTER_BOTTOM, name.name(), font, ink);
    response.on_hover_text(name.about())
}
