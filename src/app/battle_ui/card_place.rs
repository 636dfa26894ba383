//! Where the card of chances stands: over none of those it is about, if it can be over no token and
//! no banner at all, and where the table has no such place beside it.

use bevy::prelude::*;
use bevy_egui::egui::{Context, Id, Pos2, Rect, Vec2 as Size, pos2, vec2};

use super::{draft::Draft, paint::Canvas, panel};
use crate::{
    app::{camera::Margins, layer::Layer, tokens::banners::Hung},
    battle::{BattleWorld, ModelId},
    table::Placed,
};

/// The most width of the card's words, in egui points.
const WIDEST: f32 = 290.0;
/// What the frame of the card adds to them.
const FRAME: f32 = 14.0;
/// How large it is taken to be before it was shown.
const AT_FIRST: Size = vec2(280.0, 110.0);

/// What a card would lie over.
#[derive(Debug, Default)]
struct Taken {
    /// Those it is about: no place is worse.
    concerned: Vec<Rect>,
    /// Other tokens, and banners.
    others: Vec<Rect>,
    /// Panels beside the table.
    panels: Vec<Rect>,
}

/// A place that the card could have.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    rect: Rect,
    /// Whether it is over the table rather than beside it.
    over: bool,
}

/// How wide the card's words may be: as much as there is beside the table.
pub fn width(world: &World, ctx: &Context) -> f32 {
    match panel::has_two_columns(ctx) {
        true => (panel::beside(world, ctx) - 2.0 * panel::GAP - FRAME).min(WIDEST),
        false => WIDEST,
    }
}

/// The upper left corner of the card, which was shown as an area before.
pub fn of(world: &World, ctx: &Context, canvas: &Canvas, target: ModelId, area: Id) -> Pos2 {
    let before = ctx.memory(|memory| memory.area_rect(area));
    let size = before.map_or(AT_FIRST, |rect| rect.size());
    let taken = Taken::of(world, ctx, canvas, target);
    let mut places = over_the_table(canvas.free().shrink(6.0), size);
    places.extend(beside_it(world, ctx, size));
    best(&places, &taken).min
}

impl Taken {
    fn of(world: &World, ctx: &Context, canvas: &Canvas, target: ModelId) -> Self {
        let around = |placed: Placed| {
            let reach = 2.0 * placed.base.outer_radius().0 * canvas.scale();
            Rect::from_center_size(canvas.at(placed.pose.at), Size::splat(reach))
        };
        let attackers = world.frame().active;
        let units = [Some(world.unit_of(target)), attackers].into_iter().flatten();
        let about: Vec<ModelId> = units.flat_map(|unit| world.standing(unit)).collect();
        let ends = world.resource::<Draft>().sketch.ways.iter().filter_map(|way| {
            let pose = *way.ticks.last()?;
            Some(Placed { pose, ..world.placed(way.model) })
        });
        let stand = about.iter().map(|&model| world.placed(model));
        let concerned = stand.chain(ends).map(around).collect();
        let standing = world.roster().units().flat_map(|unit| world.standing(unit));
        let others = standing.filter(|model| !about.contains(model));
        let others = others.map(|model| around(world.placed(model)));
        let banners = world.resource::<Hung>().rects().iter().copied();
        let panels =
            ["card", "compared", "log", "last_lines", "dice"].into_iter().filter_map(|name| {
                let layer = Layer::Panels.of_area(name);
                let shown = ctx.memory(|memory| memory.areas().is_visible(&layer));
                let rect = ctx.memory(|memory| memory.area_rect(layer.id));
                rect.filter(|_| shown)
            });
        Self { concerned, others: others.chain(banners).collect(), panels: panels.collect() }
    }
}

/// The corners of the free window and the middles of its edges.
fn over_the_table(free: Rect, size: Size) -> Vec<Place> {
    let (low, high) = (free.min, (free.max - size).max(free.min));
    let middle = low + (high - low) / 2.0;
    let corners = [(low.x, low.y), (high.x, low.y), (low.x, high.y), (high.x, high.y)];
    let edges = [(middle.x, low.y), (middle.x, high.y), (low.x, middle.y), (high.x, middle.y)];
    let place = |(x, y)| Place { rect: Rect::from_min_size(pos2(x, y), size), over: true };
    corners.into_iter().chain(edges).map(place).collect()
}

/// In the columns beside the table, from the top and from below, and where a panel ends.
fn beside_it(world: &World, ctx: &Context, size: Size) -> Vec<Place> {
    let window = ctx.content_rect();
    let margins = world.resource::<Margins>();
    let top = window.top() + panel::bar_height(ctx) + panel::GAP;
    let bottom = window.bottom() - panel::orders_height(ctx) - panel::GAP - size.y;
    let left = (margins.left > 0.0).then_some(window.left() + panel::GAP);
    let right = (margins.right > 0.0).then_some(window.right() - panel::GAP - size.x);
    // Few steps are enough: panels differ in height.
    let rows = (0..=8_u8).map(move |row| top + (bottom - top).max(0.0) * f32::from(row) / 8.0);
    let columns = [right, left].into_iter().flatten();
    let place = |x: f32, y: f32| Place { rect: Rect::from_min_size(pos2(x, y), size), over: false };
    columns.flat_map(|x| rows.clone().map(move |y| place(x, y))).collect()
}

/// The place that covers least of what matters; of equals the one farthest from those it is about.
fn best(places: &[Place], taken: &Taken) -> Rect {
    let cost = |place: &Place| {
        let rect = place.rect.expand(2.0);
        let count = |others: &[Rect]| others.iter().filter(|o| o.intersects(rect)).count() as f32;
        let share = |other: &Rect| {
            let both = rect.intersect(*other);
            if both.is_positive() { both.area() / rect.area() } else { 0.0 }
        };
        let panels: f32 = taken.panels.iter().map(share).sum();
        let far = |other: &Rect| other.center().distance(rect.center());
        let nearest = taken.concerned.iter().map(far).fold(f32::MAX, f32::min).min(1e4);
        let aside = if place.over { 0.0 } else { 4.0 };
        100.0 * count(&taken.concerned) + 10.0 * count(&taken.others) + 30.0 * panels + aside
            - nearest * 1e-4
    };
    let best = places.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    best.map_or(Rect::ZERO, |place| place.rect)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = vec2(200.0, 100.0);

    fn token(x: f32, y: f32) -> Rect {
        Rect::from_center_size(pos2(x, y), Size::splat(20.0))
    }

    fn table() -> Vec<Place> {
        over_the_table(Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0)), SIZE)
    }

    fn beside() -> Place {
        Place { rect: Rect::from_min_size(pos2(810.0, 0.0), SIZE), over: false }
    }

    #[test]
    fn a_card_stands_in_the_corner_farthest_from_those_it_is_about() {
        let taken = Taken { concerned: vec![token(100.0, 500.0)], ..Taken::default() };
        assert_eq!(best(&table(), &taken).min, pos2(600.0, 0.0));
    }

    #[test]
    fn a_card_covers_no_banner_while_there_is_a_corner_without() {
        let concerned = vec![token(100.0, 500.0)];
        let others = vec![token(700.0, 50.0), token(100.0, 50.0)];
        let taken = Taken { concerned, others, ..Taken::default() };
        let rect = best(&table(), &taken);
        assert!(taken.others.iter().chain(&taken.concerned).all(|o| !o.intersects(rect)), "{rect}");
    }

    #[test]
    fn a_full_table_sends_the_card_aside_unless_a_panel_lies_there() {
        let all: Vec<Rect> = (0..40)
            .flat_map(|x| (0..30).map(move |y| token(x as f32 * 20.0, y as f32 * 20.0)))
            .collect();
        let mut places = table();
        places.push(beside());
        let mut taken = Taken { others: all, ..Taken::default() };
        assert_eq!(best(&places, &taken), beside().rect);
        // One token is less than a whole panel.
        taken.others = vec![token(700.0, 50.0), token(400.0, 50.0)];
        taken.others.extend([token(100.0, 50.0), token(100.0, 550.0), token(700.0, 550.0)]);
        taken.others.extend([token(400.0, 550.0), token(100.0, 300.0), token(700.0, 300.0)]);
        taken.panels = vec![beside().rect];
        assert!(best(&places, &taken).max.x <= 800.0);
        // Those it is about count more than either.
        taken.concerned = std::mem::take(&mut taken.others);
        assert_eq!(best(&places, &taken), beside().rect);
    }
}
