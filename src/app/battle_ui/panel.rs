//! Where panels are and how they are framed: a bar above, orders below, and what is beside the table
//! as narrow as the table lets it be. In a narrow window what is beside becomes a sheet from below.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Frame, Id, Pos2, Rect};

use super::{
    icons::Icon,
    open_panels::{Before, OpenPanels},
    press::Press,
    turn_bar,
};
use crate::{
    app::{
        camera::{Margins, RIM},
        layer::Layer,
        third_party::egui::text_size,
    },
    battle::Battlefield,
};

/// The height of the turn bar where there is width, in egui points.
const BAR: f32 = 36.0;
/// How wide what is beside the table is at least and at most, in egui points.
const BESIDE: (f32, f32) = (206.0, 268.0);
/// The least height of the orders panel, in egui points: a row of verbs, and two of words.
const ORDERS: f32 = 118.0;
/// What the orders panel has besides the verbs, in egui points at the usual size of text: two rows. In a
/// narrow window the switches of overlays come after them.
const BESIDES_VERBS: f32 = 70.0;
/// The width of a window, in egui points at the usual size of text, in which all that can be chosen about
/// a block's move is in one row. In a less wide one it is two.
const ONE_ROW: f32 = 1180.0;
/// How high the second row is, in egui points at the usual size of text.
const SECOND_ROW: f32 = 29.0;
/// Below this width panels don't stand beside the table but lie over it, one at a time; egui points.
const NARROW: f32 = 720.0;
/// Below this width only the card stands beside the table; egui points.
const MIDDLING: f32 = 940.0;
/// The share of the window's height that a sheet has at most.
const SHARE_OF_SHEET: f32 = 0.85;
/// Between panels and the window's edges, in egui points.
pub const GAP: f32 = 6.0;

/// Whether the window is as narrow as an upright phone.
pub fn is_narrow(ctx: &egui::Context) -> bool {
    ctx.content_rect().width() < NARROW
}

/// Below this height nothing is taller than it must be; egui points.
const LOW: f32 = 420.0;
/// How high what fingers press is, in egui points.
const FINGER: f32 = 44.0;
/// What fingers press in a low window, in egui points.
const LOW_FINGER: f32 = 32.0;

/// Whether the window is as low as a phone that lies on its side.
pub fn is_low(ctx: &egui::Context) -> bool {
    ctx.content_rect().height() < LOW
}

/// Whether the window is narrow and low, as one of 1280 by 720 pixels is at 250 %.
pub fn is_small(ctx: &egui::Context) -> bool {
    is_narrow(ctx) && is_low(ctx)
}

/// Whether there is room for a column at both sides of the table.
pub fn has_two_columns(ctx: &egui::Context) -> bool {
    ctx.content_rect().width() >= MIDDLING * text_size(ctx)
}

/// The height of the turn bar, in egui points: its buttons take as many rows as they need.
pub fn bar_height(ctx: &egui::Context) -> f32 {
    BAR * text_size(ctx).max(1.0) + turn_bar::button_rows(ctx) as f32 * (finger(ctx) + 2.0)
}

/// The height of the orders panel, in egui points. It doesn't depend on what is said there or who acts,
/// and stays through a battle as long as the window and the size of text do.
pub fn orders_height(ctx: &egui::Context) -> f32 {
    let text = text_size(ctx);
    let narrow = is_narrow(ctx);
    let least = if narrow { 3.0 * finger(ctx) + BESIDES_VERBS } else { ORDERS * text };
    let switches = if narrow { finger(ctx) } else { 0.0 };
    let in_one_row = narrow || ctx.content_rect().width() >= ONE_ROW * text;
    let second = if in_one_row { 0.0 } else { SECOND_ROW * text };
    let wanted = least.max(room_for_verbs(ctx) + BESIDES_VERBS * text + second + switches);
    wanted.min(ctx.content_rect().height() * 0.4)
}

/// The height that is kept for verbs, in egui points; 0 before it is known.
pub fn room_for_verbs(ctx: &egui::Context) -> f32 {
    VerbRows::kept(ctx).filter(|rows| rows.fit_into(ctx)).map_or(0.0, |rows| rows.high)
}

/// How high the rows of verbs are of the unit that has most of them, in egui points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct VerbRows {
    /// The width of the window and the size of text that they were measured for.
    measured_for: (f32, f32),
    /// Whose verbs they are.
    whose: VerbsOf,
    high: f32,
}

/// Whose verbs the orders panel has room for: those of the units of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbsOf {
    /// Which of the battles that were begun in this window.
    pub battle: usize,
    /// Whether its units have been set up: before, not all can be told.
    pub set_up: bool,
}

impl VerbRows {
    fn id() -> Id {
        Id::new("height of the verbs")
    }

    fn kept(ctx: &egui::Context) -> Option<Self> {
        ctx.data(|data| data.get_temp(Self::id()))
    }

    fn fit_into(&self, ctx: &egui::Context) -> bool {
        self.measured_for == (ctx.content_rect().width(), text_size(ctx))
    }
}

/// Makes room for the verbs of a battle's units, unless there is: `measure` says how high their rows are
/// at most, in egui points.
pub fn make_room_for_verbs(ctx: &egui::Context, whose: VerbsOf, measure: impl FnOnce() -> f32) {
    if VerbRows::kept(ctx).is_some_and(|rows| rows.whose == whose && rows.fit_into(ctx)) {
        return;
    }
    let measured_for = (ctx.content_rect().width(), text_size(ctx));
    let rows = VerbRows { measured_for, whose, high: measure() };
    ctx.data_mut(|data| data.insert_temp(VerbRows::id(), rows));
}

/// The width of what is beside the table: as much as a table that fills the height leaves, within
/// bounds; egui points.
pub fn beside(world: &World, ctx: &egui::Context) -> f32 {
    let window = ctx.content_rect();
    let table = world
        .get_resource::<Battlefield>()
        .map_or(Vec2::new(72.0, 48.0), |field| Vec2::new(field.0.width.0, field.0.depth.0))
        + 2.0 * RIM;
    let high = window.height() - bar_height(ctx) - orders_height(ctx);
    let spare = (window.width() - high * table.x / table.y) / 2.0;
    let text = text_size(ctx);
    spare.clamp(BESIDE.0 * text, BESIDE.1 * text).round()
}

/// How high what fingers press is, in egui points: as much as they need, or as a low window has.
pub fn finger(ctx: &egui::Context) -> f32 {
    if is_low(ctx) { LOW_FINGER } else { FINGER }
}

/// How high what is pressed is, in egui points: so much, or in a narrow window as much as fingers need.
pub fn finger_or(ui: &egui::Ui, high: f32) -> f32 {
    if is_narrow(ui.ctx()) { finger(ui.ctx()) } else { high }
}

/// In a narrow window fingers press: nothing is lower than they need.
pub fn for_fingers(ui: &mut egui::Ui) {
    if is_narrow(ui.ctx()) {
        ui.spacing_mut().interact_size.y = finger(ui.ctx());
    }
}

/// Makes the rows that follow as high as their buttons, so that labels, fields and choices in a row are on
/// one line.
pub fn even_rows(ui: &mut egui::Ui) {
    let text = ui.text_style_height(&egui::TextStyle::Button);
    let high = text + 2.0 * ui.spacing().button_padding.y;
    let size = &mut ui.spacing_mut().interact_size;
    size.y = size.y.max(high);
}

/// So wide, or as wide as the window allows; egui points.
pub fn at_most(ctx: &egui::Context, width: f32) -> f32 {
    width.min(ctx.content_rect().width() - 24.0).max(0.0)
}

/// So high, or as high as the window allows; egui points.
pub fn at_most_high(ctx: &egui::Context, height: f32) -> f32 {
    height.min(ctx.content_rect().height() - 120.0).max(80.0)
}

/// A box in the middle of the window, so wide at most and as high as its content and the window allow.
pub fn modal<R>(
    ctx: &egui::Context,
    id: &str,
    width: f32,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::ModalResponse<R> {
    egui::Modal::new(Id::new(id)).show(ctx, |ui| {
        ui.set_width(at_most(ctx, width));
        // Otherwise an area gives its content 400 points.
        ui.set_max_height((ctx.content_rect().height() - 24.0).max(0.0));
        for_fingers(ui);
        contents(ui)
    })
}

/// In a narrow window nothing lies over the table at first, and then only what was opened last.
pub fn make_room(world: &mut World, ctx: &egui::Context) {
    let shown = *world.resource::<OpenPanels>();
    let mut before = *world.resource::<Before>();
    let after = before.room(shown, is_narrow(ctx));
    world.resource_mut::<Before>().set_if_neq(before);
    world.resource_mut::<OpenPanels>().set_if_neq(after);
}

/// Tells the camera what panels cover.
pub fn tell_margins(world: &mut World, ctx: &egui::Context) {
    let shown = *world.resource::<OpenPanels>();
    let beside = beside(world, ctx);
    let column = |there: bool| if there { beside } else { 0.0 };
    let wanted = Margins {
        left: column(shown.card && !is_narrow(ctx)),
        right: column(shown.right_column() && has_two_columns(ctx)),
        top: bar_height(ctx),
        bottom: orders_height(ctx),
    };
    world.resource_mut::<Margins>().set_if_neq(wanted);
}

/// A framed panel in a fixed rectangle.
pub fn fixed<R>(
    ctx: &egui::Context,
    id: &str,
    rect: Rect,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let square = |frame: Frame| frame.corner_radius(0).inner_margin(egui::Margin::symmetric(8, 3));
    in_rect(ctx, id, rect, square, contents)
}

/// A framed panel with round corners that keeps its rectangle whatever is in it.
pub fn column<R>(
    ctx: &egui::Context,
    id: &str,
    rect: Rect,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let round = |frame: Frame| frame.corner_radius(6).inner_margin(8);
    in_rect(ctx, id, rect, round, contents)
}

/// A panel that fills a rectangle, in a frame with corners and margins of its own.
fn in_rect<R>(
    ctx: &egui::Context,
    id: &str,
    rect: Rect,
    shaped: impl FnOnce(Frame) -> Frame,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(Id::new(id))
        .fixed_pos(rect.min)
        .constrain(false)
        .movable(false)
        .order(Layer::Panels.order());
    area.show(ctx, |ui| {
        let frame = shaped(frame(ui));
        // A window manager may make the window smaller than it is allowed to be.
        let inside = (rect.size() - frame.total_margin().sum()).max(egui::Vec2::ZERO);
        frame
            .show(ui, |ui| {
                ui.set_min_size(inside);
                ui.set_max_size(inside);
                contents(ui)
            })
            .inner
    })
    .inner
}

/// A framed panel as high as its content, at most as large as that, with one of its corners at a
/// place.
pub fn floating<R>(
    ctx: &egui::Context,
    id: &str,
    (pivot, at): (Align2, Pos2),
    most: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(Id::new(id))
        .fixed_pos(at)
        .pivot(pivot)
        .constrain(false)
        .movable(false)
        .order(Layer::Panels.order());
    area.show(ctx, |ui| {
        let frame = frame(ui).corner_radius(6).inner_margin(8);
        frame
            .show(ui, |ui| {
                let inside = (most - frame.total_margin().sum()).max(egui::vec2(40.0, 40.0));
                ui.set_width(inside.x);
                ui.set_max_height(inside.y);
                contents(ui)
            })
            .inner
    })
    .inner
}

/// How high a sheet is at most, in egui points: it leaves the turn bar in sight.
fn highest_sheet(ctx: &egui::Context) -> f32 {
    let high = ctx.content_rect().height();
    (high * SHARE_OF_SHEET).min(high - bar_height(ctx))
}

/// A sheet from the lower edge of a narrow window, over everything but the turn bar.
pub fn sheet<R>(ctx: &egui::Context, id: &str, contents: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let window = ctx.content_rect();
    let area = egui::Area::new(Id::new(id))
        .fixed_pos(window.left_bottom())
        .pivot(Align2::LEFT_BOTTOM)
        .constrain(false)
        .movable(false)
        .order(Layer::Boxes.order());
    area.show(ctx, |ui| {
        let round = egui::CornerRadius { nw: 12, ne: 12, sw: 0, se: 0 };
        let frame = frame(ui).corner_radius(round).inner_margin(12);
        frame
            .show(ui, |ui| {
                ui.set_width((window.width() - frame.total_margin().sum().x).max(0.0));
                let margins = frame.total_margin().sum().y;
                ui.set_max_height((highest_sheet(ctx) - margins).max(0.0));
                for_fingers(ui);
                contents(ui)
            })
            .inner
    })
    .inner
}

/// The title of a box.
pub fn title(ui: &mut egui::Ui, text: &str) {
    let brass = ui.visuals().hyperlink_color;
    ui.label(egui::RichText::new(text).heading().color(brass));
}

/// The head of a sheet: what it is, and a way to close it; true if that was pressed.
pub fn sheet_head(ui: &mut egui::Ui, icon: Icon, name: &str) -> bool {
    ui.horizontal(|ui| {
        let brass = ui.visuals().hyperlink_color;
        icon.show(ui, 20.0, brass);
        ui.label(egui::RichText::new(name).heading().color(brass));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add(Press::square(Icon::Close, "Close", finger(ui.ctx()))).clicked()
        })
        .inner
    })
    .inner
}

/// The most height that a sheet's content may take, in egui points.
pub fn sheet_height(ctx: &egui::Context) -> f32 {
    ctx.content_rect().height() * 0.55
}

fn frame(ui: &egui::Ui) -> Frame {
    let visuals = &ui.style().visuals;
    Frame::new().fill(visuals.panel_fill).stroke(visuals.window_stroke)
}

/// The rectangle between two corners given as distances from the window's edges; negative ones
/// count from the right or the lower edge.
pub fn rect(ctx: &egui::Context, from: (f32, f32), to: (f32, f32)) -> Rect {
    let window = ctx.content_rect();
    let place = |(x, y): (f32, f32)| {
        let x = if x < 0.0 { window.right() + x } else { window.left() + x };
        let y = if y < 0.0 { window.bottom() + y } else { window.top() + y };
        Pos2::new(x, y)
    };
    Rect::from_min_max(place(from), place(to))
}

#[cfg(test)]
mod tests;
