//! The view of the table: pan and zoom by mouse, touchpad and keys. One world unit is one inch.

use bevy::{
    input::{
        gestures::PinchGesture,
        mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    },
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::{
    egui,
    input::{EguiWantsInput, egui_wants_any_keyboard_input},
};

use super::{
    AppSystems,
    battle_ui::is_covered,
    held::Held,
    in_battle,
    pointer::Pointer,
    settings::UiScale,
    third_party::leafwing::{Action, Begun},
    touch::{Fingers, Stretch},
};
use crate::battle::Battlefield;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<View>().init_resource::<Margins>();
    app.add_systems(Startup, spawn_camera);
    app.add_systems(PreUpdate, measure_window.before(super::pointer::follow_pointer));
    // Keys that scroll what lies over the table don't move the table.
    let keys =
        pan_and_zoom_by_keys.run_if(not(egui_wants_any_keyboard_input)).run_if(not(is_covered));
    app.add_systems(
        Update,
        (keys, pan_and_zoom_by_pointer, keep_table_fitted)
            .chain()
            .in_set(AppSystems::ReadInput)
            .run_if(in_battle),
    );
    app.add_systems(Update, move_camera.in_set(AppSystems::Redraw));
}

/// The camera that shows the table and the panels.
#[derive(Component)]
pub struct MainCamera;

/// What edges of the window are covered by panels, in egui points.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    /// From the left edge.
    pub left: f32,
    /// From the right edge.
    pub right: f32,
    /// From the upper edge.
    pub top: f32,
    /// From the lower edge.
    pub bottom: f32,
}

/// What part of the table is seen.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// What is in the middle of the window, in inches.
    pub centre: Vec2,
    /// Logical window pixels per inch.
    pub zoom: f32,
    /// The window's size in logical pixels.
    pub window: Vec2,
    /// Logical pixels per egui point: how large panels are.
    ui_scale: f32,
    /// Whether the whole table is kept in view.
    fitted: bool,
}

impl Default for View {
    fn default() -> Self {
        let window = Vec2::new(1280.0, 720.0);
        Self { centre: Vec2::new(36.0, 24.0), zoom: 12.0, window, ui_scale: 1.0, fitted: true }
    }
}

/// The closest and the farthest look, in pixels per inch.
const ZOOM: std::ops::RangeInclusive<f32> = 4.0..=160.0;

impl View {
    /// The point of the table at a logical window pixel.
    pub fn table_at(&self, pixel: Vec2) -> Vec2 {
        let from_centre = pixel - self.window / 2.0;
        self.centre + Vec2::new(from_centre.x, -from_centre.y) / self.zoom
    }

    /// The logical window pixel of a point of the table.
    pub fn pixel_of(&self, table: Vec2) -> Vec2 {
        let from_centre = (table - self.centre) * self.zoom;
        self.window / 2.0 + Vec2::new(from_centre.x, -from_centre.y)
    }

    /// Where a point of the table is for egui.
    pub fn point_of(&self, table: Vec2) -> egui::Pos2 {
        let at = self.pixel_of(table) / self.ui_scale;
        egui::pos2(at.x, at.y)
    }

    /// A logical window pixel for egui.
    pub fn point_at(&self, pixel: Vec2) -> egui::Pos2 {
        let at = pixel / self.ui_scale;
        egui::pos2(at.x, at.y)
    }

    /// Moves the table with a finger, by logical window pixels.
    pub fn push(&mut self, by: Vec2) {
        let centre = self.centre - Vec2::new(by.x, -by.y) / self.zoom;
        self.look_at(centre);
    }

    /// Whether it shows the whole table, and goes on to when the window changes.
    pub fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// egui points per inch.
    pub fn points_per_inch(&self) -> f32 {
        self.zoom / self.ui_scale
    }

    /// Brings a point of the table to the middle and keeps the zoom.
    pub fn look_at(&mut self, table: Vec2) {
        self.centre = table;
        self.fitted = false;
    }

    /// Brings a point of the table to the middle of what panels leave of the window and keeps the zoom;
    /// where the whole table is in view anyway, it stays so.
    pub fn turn_to(&mut self, table: Vec2, margins: &Margins) {
        let free = self.free(margins);
        if self.fitted && free.contains(self.point_of(table)) {
            return;
        }
        let middle = Vec2::new(free.center().x, free.center().y) * self.ui_scale;
        let off = (middle - self.window / 2.0) / self.zoom;
        self.look_at(table - Vec2::new(off.x, -off.y));
    }

    /// Zooms by a factor around a logical window pixel, which keeps its place.
    pub fn zoom_at(&mut self, pixel: Vec2, factor: f32) {
        let before = self.table_at(pixel);
        self.zoom = (self.zoom * factor).clamp(*ZOOM.start(), *ZOOM.end());
        self.centre += before - self.table_at(pixel);
        self.fitted = false;
    }

    /// Shows a rectangle of the table in the part of the window that panels leave.
    pub fn fit(&mut self, low: Vec2, high: Vec2, margins: &Margins) {
        let around = 6.0;
        let scale = self.ui_scale;
        let left = margins.left * scale + around;
        let right = self.window.x - margins.right * scale - around;
        let top = margins.top * scale + around;
        let bottom = self.window.y - margins.bottom * scale - around;
        let size = (high - low).max(Vec2::ONE);
        let free = Vec2::new((right - left).max(50.0), (bottom - top).max(50.0));
        let zoom = (free.x / size.x).min(free.y / size.y);
        self.zoom = zoom.clamp(*ZOOM.start(), *ZOOM.end());
        let middle = Vec2::new(left + right, top + bottom) / 2.0;
        let off = (middle - self.window / 2.0) / self.zoom;
        self.centre = (low + high) / 2.0 - Vec2::new(off.x, -off.y);
    }

    /// The same with the whole of a table in it, and its frame.
    pub fn fitted_to(mut self, field: &Battlefield, margins: &Margins) -> Self {
        let far = Vec2::new(field.0.width.0, field.0.depth.0);
        self.fit(Vec2::splat(-RIM), far + RIM, margins);
        self
    }

    /// The part of the window that panels leave, in egui points.
    pub fn free(&self, margins: &Margins) -> egui::Rect {
        let size = self.window / self.ui_scale;
        egui::Rect::from_min_max(
            egui::pos2(margins.left, margins.top),
            egui::pos2(size.x - margins.right, size.y - margins.bottom),
        )
    }

    /// Keeps the whole table in view from now on.
    pub fn fit_table(&mut self) {
        self.fitted = true;
    }
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((MainCamera, Camera2d, Msaa::Sample4));
}

fn measure_window(
    windows: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    mut view: ResMut<View>,
) {
    let Ok(window) = windows.single() else { return };
    let size = Vec2::new(window.width(), window.height()).max(Vec2::splat(64.0));
    if view.window != size || view.ui_scale != scale.now() {
        view.window = size;
        view.ui_scale = scale.now();
    }
}

/// Shows the whole of a table that has come.
pub(super) fn fit_new_table(
    field: Res<Battlefield>,
    margins: Res<Margins>,
    mut view: ResMut<View>,
) {
    view.fit_table();
    *view = view.fitted_to(&field, &margins);
}

/// Wood around the ground that should be seen too, in inches.
pub const RIM: f32 = 1.6;

fn keep_table_fitted(field: Res<Battlefield>, margins: Res<Margins>, mut view: ResMut<View>) {
    if !view.fitted {
        let far = Vec2::new(field.0.width.0, field.0.depth.0);
        let centre = view.centre.clamp(Vec2::ZERO, far);
        if centre != view.centre {
            view.centre = centre;
        }
        return;
    }
    let wanted = view.fitted_to(&field, &margins);
    view.set_if_neq(wanted);
}

fn pan_and_zoom_by_keys(
    begun: Res<Begun>,
    pressed: Res<ButtonInput<KeyCode>>,
    held: Res<Held>,
    time: Res<Time<Real>>,
    mut view: ResMut<View>,
) {
    if pressed.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]) {
        return;
    }
    let toward = |more: Action, less: Action| held.push(more) - held.push(less);
    let seconds = time.delta_secs().min(0.1);
    let pan = Vec2::new(
        toward(Action::PanRight, Action::PanLeft),
        toward(Action::PanUp, Action::PanDown),
    );
    if pan != Vec2::ZERO {
        let centre = view.centre + pan * (600.0 / view.zoom) * seconds;
        view.look_at(centre);
    }
    let zoom = toward(Action::ZoomIn, Action::ZoomOut);
    if zoom != 0.0 {
        let middle = view.window / 2.0;
        view.zoom_at(middle, bevy::math::ops::exp(zoom * 1.6 * seconds));
    }
    if begun.has(Action::FitTable) {
        view.fit_table();
    }
}

/// By how much one pixel of a wheel's or a touchpad's way comes closer, as a power of e.
const A_PIXEL_TURNED: f32 = if cfg!(target_arch = "wasm32") { 0.0016 } else { 0.005 };

fn pan_and_zoom_by_pointer(
    pointer: Res<Pointer>,
    egui: Res<EguiWantsInput>,
    buttons: Res<ButtonInput<MouseButton>>,
    held: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    motion: Res<AccumulatedMouseMotion>,
    mut pinches: MessageReader<PinchGesture>,
    fingers: Res<Fingers>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut view: ResMut<View>,
) {
    let pinched: f32 = pinches.read().map(|pinch| pinch.0).sum();
    if let Some(Stretch { middle, moved, factor }) = fingers.stretch {
        view.push(moved);
        view.zoom_at(middle, factor);
        return;
    }
    let Some(at) = pointer.screen else { return };
    if pointer.over_panel || egui.wants_any_pointer_input() {
        return;
    }
    // With Shift the wheel is for turning what is being placed.
    let shift = held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let control = held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if scroll.delta != Vec2::ZERO && !shift {
        match scroll.unit {
            MouseScrollUnit::Line => {
                view.zoom_at(at, bevy::math::ops::exp(scroll.delta.y * 0.16));
            }
            // Browsers tell wheels in pixels too.
            MouseScrollUnit::Pixel if control || cfg!(target_arch = "wasm32") => {
                let turned = (scroll.delta.y / window.scale_factor()).clamp(-240.0, 240.0);
                view.zoom_at(at, bevy::math::ops::exp(turned * A_PIXEL_TURNED));
            }
            // Two fingers on a touchpad push the table.
            MouseScrollUnit::Pixel => {
                view.push(scroll.delta / window.scale_factor());
            }
        }
    }
    if pinched != 0.0 {
        view.zoom_at(at, bevy::math::ops::exp(pinched));
    }
    if buttons.any_pressed([MouseButton::Middle, MouseButton::Right]) && motion.delta != Vec2::ZERO
    {
        let pan = Vec2::new(-motion.delta.x, motion.delta.y) / view.zoom;
        let centre = view.centre + pan;
        view.look_at(centre);
    }
}

fn move_camera(
    view: Res<View>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<MainCamera>>,
) {
    let Ok((mut transform, mut projection)) = cameras.single_mut() else { return };
    let at = view.centre.extend(transform.translation.z);
    if transform.translation != at {
        transform.translation = at;
    }
    if let Projection::Orthographic(flat) = &*projection
        && (flat.scale - 1.0 / view.zoom).abs() > 1e-7
        && let Projection::Orthographic(flat) = &mut *projection
    {
        flat.scale = 1.0 / view.zoom;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_and_inches_are_inverse() {
        let mut view = View::default();
        for pixel in [Vec2::ZERO, Vec2::new(300.0, 500.0), view.window] {
            assert!(view.pixel_of(view.table_at(pixel)).distance(pixel) < 1e-2);
        }
        let pixel = Vec2::new(900.0, 200.0);
        let before = view.table_at(pixel);
        view.zoom_at(pixel, 3.0);
        assert!(view.table_at(pixel).distance(before) < 1e-3);
    }

    #[test]
    fn a_fitted_table_is_between_the_panels() {
        let mut view = View::default();
        let margins = Margins { right: 300.0, top: 40.0, ..default() };
        view.fit(Vec2::ZERO, Vec2::new(72.0, 48.0), &margins);
        let (low, high) = (view.pixel_of(Vec2::ZERO), view.pixel_of(Vec2::new(72.0, 48.0)));
        assert!(low.x >= 0.0 && high.x <= 980.0 && high.y >= 40.0 && low.y <= 720.0);
    }
}
