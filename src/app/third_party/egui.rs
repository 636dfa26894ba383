//! bevy_egui draws panels and labels. Panels are systems in `EguiPrimaryContextPass`.

use bevy::{asset::AssetEventSystems, prelude::*};
use bevy_egui::{
    EguiContext, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass,
    PrimaryEguiContext,
    egui::{self, Color32, CornerRadius, Stroke, style::WidgetVisuals},
};

use crate::app::{
    settings::{Settings, UiScale},
    theme::Theme,
    touch::{self, Fingers},
};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(EguiPlugin::default());
    // Letters that are new in a frame are there when it is drawn, and not one later.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.add_systems(
        PreUpdate,
        limit_clicks.after(touch::read_fingers).before(EguiPreUpdateSet::BeginPass),
    );
    app.add_systems(
        EguiPrimaryContextPass,
        apply_theme.run_if(
            resource_changed::<Theme>
                .or_else(resource_changed::<Settings>)
                .or_else(resource_changed::<UiScale>),
        ),
    );
}

/// How long what presses a button may stay there: a finger that rests on it reads what it does. As
/// in [`Fingers`], in frames that are long it may have gone up unseen.
fn limit_clicks(
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    fingers: Res<Fingers>,
    time: Res<Time<Real>>,
) {
    let Ok(mut context) = contexts.single_mut() else { return };
    let usual = egui::InputOptions::default().max_click_duration;
    let longest = if fingers.are_the_pointer() { f64::from(touch::REST) } else { usual };
    // Going down and going up may each have been seen a frame late.
    let unseen = 2.0 * (time.delta_secs() - touch::LONGEST_FRAME).max(0.0);
    let longest = longest + f64::from(unseen);
    context.get_mut().options_mut(|options| options.input_options.max_click_duration = longest);
}

/// The context to draw panels with, for exclusive systems; none before the window is open.
pub fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts.single_mut(world).ok().map(|mut context| context.get_mut().clone())
}

/// Gives the keyboard back to the battle. A button that was clicked would otherwise keep it, and
/// every key would go to that button; only a field with text may have it.
pub fn give_back_keyboard(ctx: &egui::Context) {
    if ctx.text_edit_focused() {
        return;
    }
    ctx.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// A size of text in egui points, as large as the player wants text to be.
pub fn sized(ui: &egui::Ui, points: f32) -> f32 {
    resized(points, text_size_of(ui.style()))
}

/// Text isn't made smaller than this, in egui points.
const LEAST: f32 = 11.0;

fn resized(points: f32, text_size: f32) -> f32 {
    (points * text_size).max(points.min(LEAST))
}

/// How much larger than meant the player wants text to be.
pub fn text_size(ctx: &egui::Context) -> f32 {
    text_size_of(&ctx.global_style())
}

fn text_size_of(style: &egui::Style) -> f32 {
    style.text_styles.get(&egui::TextStyle::Body).map_or(1.0, |body| body.size / BODY)
}

/// The size of the usual text, in egui points.
const BODY: f32 = 13.5;

fn apply_theme(
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    theme: Res<Theme>,
    settings: Res<Settings>,
    scale: Res<UiScale>,
) {
    let Ok(mut context) = contexts.single_mut() else { return };
    let context = context.get_mut();
    context.set_zoom_factor(scale.now());
    context.set_theme(egui::Theme::Dark);
    context.style_mut_of(egui::Theme::Dark, |style| dress(style, &theme, settings.text_size));
}

fn dress(style: &mut egui::Style, theme: &Theme, text_size: f32) {
    let panel = Theme::egui(theme.panel);
    let text = Theme::egui(theme.text);
    let accent = Theme::egui(theme.accent);
    let line = Theme::egui(theme.line);
    let sizes = [
        (egui::TextStyle::Small, 11.5),
        (egui::TextStyle::Body, BODY),
        (egui::TextStyle::Button, BODY),
        (egui::TextStyle::Heading, 18.0),
    ];
    for (kind, size) in sizes {
        style.text_styles.insert(kind, egui::FontId::proportional(resized(size, text_size)));
    }
    style.spacing.menu_margin = egui::Margin::same(10);
    style.interaction.tooltip_delay = 0.35;
    style.spacing.item_spacing = egui::vec2(8.0, 4.0);
    // What goes on beyond an edge fades away there, so that nothing looks as if it ended in its middle.
    style.spacing.scroll.fade = egui::style::ScrollFadeStyle { strength: 1.0, size: 24.0 };
    style.spacing.button_padding = egui::vec2(8.0, 4.0);
    let visuals = &mut style.visuals;
    visuals.panel_fill = panel;
    visuals.window_fill = panel;
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.override_text_color = Some(text);
    visuals.weak_text_color = Some(Theme::egui(theme.faint));
    visuals.hyperlink_color = accent;
    visuals.error_fg_color = Theme::egui(theme.bad);
    visuals.warn_fg_color = Theme::egui(theme.warning);
    visuals.selection.bg_fill = Theme::egui(theme.chosen);
    visuals.selection.stroke = Stroke::new(1.0, accent);
    visuals.extreme_bg_color = Theme::egui(theme.sunken);
    visuals.faint_bg_color = Theme::egui(theme.panel).lerp_to_gamma(Theme::egui(theme.raised), 0.4);
    let widget = |widget: &mut WidgetVisuals, fill: Color, edge: Color32| {
        let fill = Theme::egui(fill);
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = CornerRadius::same(4);
    };
    widget(&mut visuals.widgets.noninteractive, theme.panel, line);
    widget(&mut visuals.widgets.inactive, theme.raised, line);
    widget(&mut visuals.widgets.hovered, theme.hovered, accent);
    widget(&mut visuals.widgets.active, theme.pressed, accent);
    widget(&mut visuals.widgets.open, theme.raised, accent);
}

/// A key that goes down, as panels are told of it.
#[cfg(test)]
pub fn pressed(key: egui::Key) -> egui::Event {
    let modifiers = egui::Modifiers::NONE;
    egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// Tells the panels of the next frame that a key goes down.
#[cfg(test)]
pub fn press(world: &mut World, key: egui::Key) {
    let mut inputs = world.query::<&mut bevy_egui::EguiInput>();
    for mut input in inputs.iter_mut(world) {
        input.0.events.push(pressed(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_too_small_to_read() {
        assert_eq!(resized(11.5, 0.85), LEAST);
        assert_eq!(resized(20.0, 0.85), 17.0);
        assert_eq!(resized(11.5, 1.0), 11.5);
        // What is a measure rather than text is left as it is.
        assert_eq!(resized(4.0, 0.85), 4.0);
    }

    const AT: egui::Pos2 = egui::pos2(20.0, 20.0);

    /// Clicks at the same place in a window with one widget.
    fn click(ctx: &egui::Context, mut widget: impl FnMut(&mut egui::Ui)) {
        let button = |pressed| egui::Event::PointerButton {
            pos: AT,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let frames = [vec![], vec![egui::Event::PointerMoved(AT)], vec![button(true)]];
        for events in frames.into_iter().chain([vec![button(false)], vec![]]) {
            let input = egui::RawInput { events, ..egui::RawInput::default() };
            // Nothing is painted.
            ctx.run_ui(input, &mut widget).textures_delta.clear();
        }
    }

    #[test]
    fn a_clicked_button_does_not_keep_the_keyboard() {
        let ctx = egui::Context::default();
        let mut clicks = 0;
        click(&ctx, |ui| {
            let button = ui.add_sized([80.0, 40.0], egui::Button::new("Activate"));
            if button.clicked() {
                clicks += 1;
                button.request_focus();
            }
        });
        assert_eq!(clicks, 1);
        assert!(ctx.memory(|memory| memory.focused()).is_some());
        give_back_keyboard(&ctx);
        assert_eq!(ctx.memory(|memory| memory.focused()), None);
    }

    #[test]
    fn a_text_field_keeps_the_keyboard() {
        let ctx = egui::Context::default();
        let mut text = String::new();
        click(&ctx, |ui| {
            ui.add_sized([80.0, 40.0], egui::TextEdit::singleline(&mut text));
        });
        let focused = ctx.memory(|memory| memory.focused());
        assert!(focused.is_some());
        give_back_keyboard(&ctx);
        assert_eq!(ctx.memory(|memory| memory.focused()), focused);
    }
}
