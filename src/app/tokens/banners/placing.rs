//! Finds a place for each banner around its unit: no banner covers another, and tokens are covered
//! only where there is no room at all.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// A banner that wants a place. All lengths are in egui points.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    /// What the unit covers.
    pub unit: Rect,
    /// Its sizes, the best first; each shorter than the one before.
    pub sizes: [Vec2; 3],
    /// Whether it looks up, so that its back is below.
    pub looks_up: bool,
    /// Where it hung before.
    pub before: Option<Spot>,
}

/// Where a banner hangs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// Which of its sizes it has.
    pub size: usize,
    /// From the unit's middle to its own.
    pub off: Vec2,
}

impl Spot {
    pub(super) fn rect(&self, wish: &Wish) -> Rect {
        Rect::from_center_size(wish.unit.center() + self.off, wish.sizes[self.size])
    }
}

/// How much of the window tokens cover, in cells, summed from the upper left so that any
/// rectangle's share is known at once.
pub(super) struct Cover {
    corner: Pos2,
    wide: usize,
    high: usize,
    sums: Vec<u32>,
}

/// The side of a cell.
const CELL: f32 = 3.0;

impl Cover {
    /// What these cover of an area.
    pub(super) fn of(area: Rect, tokens: &[Rect]) -> Self {
        let wide = (area.width().max(1.0) / CELL).ceil() as usize;
        let high = (area.height().max(1.0) / CELL).ceil() as usize;
        let mut cells = vec![0_u32; wide * high];
        for token in tokens {
            let (left, right) = span(token.left(), token.right(), area.left(), wide);
            let (top, bottom) = span(token.top(), token.bottom(), area.top(), high);
            for row in top..bottom {
                cells[row * wide + left..row * wide + right].fill(1);
            }
        }
        let mut sums = vec![0_u32; (wide + 1) * (high + 1)];
        for row in 0..high {
            for column in 0..wide {
                let above = sums[row * (wide + 1) + column + 1];
                let left = sums[(row + 1) * (wide + 1) + column];
                let both = sums[row * (wide + 1) + column];
                sums[(row + 1) * (wide + 1) + column + 1] =
                    cells[row * wide + column] + above + left - both;
            }
        }
        Self { corner: area.min, wide, high, sums }
    }

    /// How much of a rectangle is covered, in square points.
    fn under(&self, rect: Rect) -> f32 {
        let (left, right) = span(rect.left(), rect.right(), self.corner.x, self.wide);
        let (top, bottom) = span(rect.top(), rect.bottom(), self.corner.y, self.high);
        let sum = |row: usize, column: usize| self.sums[row * (self.wide + 1) + column];
        let cells = sum(bottom, right) + sum(top, left) - sum(top, right) - sum(bottom, left);
        cells as f32 * CELL * CELL
    }
}

/// The cells from one coordinate to another, to the nearest edge of one.
fn span(from: f32, to: f32, corner: f32, count: usize) -> (usize, usize) {
    let first = ((from - corner) / CELL).round().clamp(0.0, count as f32) as usize;
    let end = ((to - corner) / CELL).round().clamp(first as f32, count as f32) as usize;
    (first, end)
}

/// Between a banner and its unit, and between banners.
const GAP: f32 = 4.0;
/// How often all look again whether a better place has come free.
const ROUNDS: usize = 3;

/// A place for each, if there is one; none hangs over what is taken.
pub(super) fn place(
    wishes: &[Wish],
    area: Rect,
    cover: &Cover,
    taken: Option<Rect>,
) -> Vec<Option<Spot>> {
    let mut spots: Vec<Option<Spot>> = vec![None; wishes.len()];
    let strangers_of = |i: usize| {
        let others = wishes.iter().enumerate().filter(move |&(other, _)| other != i);
        others.map(|(_, wish)| wish.unit).collect::<Vec<Rect>>()
    };
    let strangers: Vec<Vec<Rect>> = (0..wishes.len()).map(strangers_of).collect();
    for round in 0..ROUNDS {
        let mut changed = false;
        for (i, wish) in wishes.iter().enumerate() {
            let others: Vec<Rect> = (0..wishes.len())
                .filter(|&other| other != i)
                .filter_map(|other| Some(spots[other]?.rect(&wishes[other]).expand(GAP / 2.0)))
                .chain(taken)
                .collect();
            let best = best(wish, area, cover, &others, &strangers[i]);
            changed |= spots[i] != best;
            spots[i] = best;
        }
        if round > 0 && !changed {
            break;
        }
    }
    spots
}

fn best(
    wish: &Wish,
    area: Rect,
    cover: &Cover,
    others: &[Rect],
    strangers: &[Rect],
) -> Option<Spot> {
    let mut best: Option<(f32, Spot)> = None;
    for spot in wish.before.into_iter().chain(spots_around(wish)) {
        let rect = spot.rect(wish);
        let least = best.map_or(f32::INFINITY, |(least, _)| least);
        let mut cost = own_cost(&spot, rect, wish);
        // What others are about is asked only where it can still be the best.
        if cost >= least
            || !area.contains_rect(rect)
            || others.iter().any(|other| other.intersects(rect))
        {
            continue;
        }
        let hidden = cover.under(rect);
        cost += if hidden > 0.0 { 40.0 + hidden * 0.5 } else { 0.0 };
        if cost >= least {
            continue;
        }
        let crossed = others.iter().filter(|other| parted(rect, wish.unit, **other)).count();
        cost += 25.0 * crossed as f32 + 14.0 * seems_of(rect, strangers) as f32;
        if cost < least {
            best = Some((cost, spot));
        }
    }
    best.map(|(_, spot)| spot)
}

/// How bad a place is by itself, wherever others are.
fn own_cost(spot: &Spot, rect: Rect, wish: &Wish) -> f32 {
    let away = distance(rect, wish.unit);
    let behind = (spot.off.y > 0.0) == wish.looks_up;
    let beside = spot.off.x.abs() / wish.unit.width().max(rect.width());
    let shorter = [0.0, 16.0, 34.0][spot.size.min(2)];
    let stays = if wish.before == Some(*spot) { -6.0 } else { 0.0 };
    away * 0.7 + shorter + beside * 4.0 + if behind { 0.0 } else { 5.0 } + stays
}

/// A banner so near to a unit seems to be its own, in egui points.
pub(super) const NEAR: f32 = 9.0;

/// How many units a banner could be taken for the one of.
pub(super) fn seems_of(banner: Rect, units: &[Rect]) -> usize {
    units.iter().filter(|unit| distance(banner, **unit) < NEAR).count()
}

/// Rectangles moved so that none covers another: each as little as it takes, the first ones not at
/// all. Where there is no room nearby one stays.
pub(super) fn apart(rects: &[Rect]) -> Vec<Rect> {
    const STEP: f32 = 2.0;
    let mut placed: Vec<Rect> = Vec::new();
    for &wanted in rects {
        let free = |rect: &Rect| !placed.iter().any(|other| other.intersects(*rect));
        let steps = (0..40_u8).flat_map(|step| {
            let far = f32::from(step) * STEP;
            [vec2(0.0, -far), vec2(0.0, far), vec2(-far, 0.0), vec2(far, 0.0)]
        });
        let found = steps.map(|by| wanted.translate(by)).find(free);
        placed.push(found.unwrap_or(wanted));
    }
    placed
}

/// Whether something lies between a banner and its unit, so that a line would go over it.
fn parted(banner: Rect, unit: Rect, other: Rect) -> bool {
    let (from, to) = (banner.center(), unit.center());
    (1..6).any(|step| other.contains(from.lerp(to, step as f32 / 6.0)))
}

/// How far two rectangles are apart.
pub(super) fn distance(a: Rect, b: Rect) -> f32 {
    let x = (a.left() - b.right()).max(b.left() - a.right()).max(0.0);
    let y = (a.top() - b.bottom()).max(b.top() - a.bottom()).max(0.0);
    vec2(x, y).length()
}

/// Places around a unit, near ones and such that need a line to it.
fn spots_around(wish: &Wish) -> impl Iterator<Item = Spot> {
    let half = wish.unit.size() / 2.0;
    let of_size = move |size: usize, own: Vec2| {
        let line = own.y + GAP;
        let rows =
            [0.0, 0.6, 1.2, 2.2, 3.4, 5.0].map(|lines| half.y + GAP + own.y / 2.0 + lines * line);
        let shift = (half.x - own.x / 2.0).abs().max(own.x * 0.3);
        let above_and_below = rows.into_iter().flat_map(move |y| {
            let columns = [0.0, -0.5, 0.5, -1.0, 1.0, -1.6, 1.6];
            columns.into_iter().flat_map(move |x| [vec2(x * shift, y), vec2(x * shift, -y)])
        });
        let aside = [0.0, 12.0, 30.0, 56.0].map(|more| half.x + GAP + own.x / 2.0 + more);
        let beside = aside.into_iter().flat_map(move |x| {
            let rows = [0.0, -0.7, 0.7, -1.5, 1.5, -2.6, 2.6];
            rows.into_iter().flat_map(move |y| [vec2(x, y * line), vec2(-x, y * line)])
        });
        above_and_below.chain(beside).map(move |off| Spot { size, off })
    };
    let sizes = wish.sizes;
    (0..sizes.len()).flat_map(move |size| of_size(size, sizes[size]))
}

/// A rectangle around a middle.
pub(super) fn around(at: Pos2, half: Vec2) -> Rect {
    Rect::from_min_max(pos2(at.x - half.x, at.y - half.y), pos2(at.x + half.x, at.y + half.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(x: f32, y: f32, wide: f32) -> Wish {
        Wish {
            unit: around(pos2(x, y), vec2(wide, 14.0)),
            sizes: [vec2(120.0, 18.0), vec2(80.0, 18.0), vec2(40.0, 18.0)],
            looks_up: y > 300.0,
            before: None,
        }
    }

    fn window() -> Rect {
        Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0))
    }

    /// Two lines of units face to face in the middle of the table.
    fn melee() -> Vec<Wish> {
        let row = |y: f32| (0..8).map(move |i| wish(150.0 + 64.0 * i as f32, y, 28.0));
        row(285.0).chain(row(315.0)).collect()
    }

    #[test]
    fn banners_of_a_melee_cover_neither_each_other_nor_tokens() {
        let wishes = melee();
        let tokens: Vec<Rect> = wishes.iter().map(|wish| wish.unit).collect();
        let cover = Cover::of(window(), &tokens);
        let spots = place(&wishes, window(), &cover, None);
        let rects: Vec<Rect> = spots
            .iter()
            .zip(&wishes)
            .map(|(spot, wish)| spot.expect("there is room for all").rect(wish))
            .collect();
        for (i, rect) in rects.iter().enumerate() {
            assert!(window().contains_rect(*rect));
            assert!(rects[..i].iter().all(|other| !other.intersects(*rect)), "{i}");
            let bare = rect.shrink(CELL / 2.0);
            assert!(tokens.iter().all(|token| !token.intersects(bare)), "{i}");
        }
    }

    #[test]
    fn no_other_place_would_have_been_better() {
        let wishes = melee();
        let units: Vec<Rect> = wishes.iter().map(|wish| wish.unit).collect();
        let cover = Cover::of(window(), &units);
        let spots = place(&wishes, window(), &cover, None);
        let rects: Vec<Rect> =
            spots.iter().zip(&wishes).map(|(spot, wish)| spot.unwrap().rect(wish)).collect();
        for (i, wish) in wishes.iter().enumerate() {
            let rest = |all: &[Rect], by: f32| -> Vec<Rect> {
                let others = all.iter().enumerate().filter(|(other, _)| *other != i);
                others.map(|(_, rect)| rect.expand(by)).collect()
            };
            let (others, strangers) = (rest(&rects, GAP / 2.0), rest(&units, 0.0));
            let cost = |spot: &Spot| {
                let rect = spot.rect(wish);
                let free = window().contains_rect(rect)
                    && !others.iter().any(|other| other.intersects(rect));
                let hidden = cover.under(rect);
                let hides = if hidden > 0.0 { 40.0 + hidden * 0.5 } else { 0.0 };
                let crossed =
                    others.iter().filter(|other| parted(rect, wish.unit, **other)).count();
                let others = 25.0 * crossed as f32 + 14.0 * seems_of(rect, &strangers) as f32;
                free.then(|| own_cost(spot, rect, wish) + hides + others)
            };
            let found = best(wish, window(), &cover, &others, &strangers).unwrap();
            let least = spots_around(wish).filter_map(|spot| cost(&spot)).fold(f32::MAX, f32::min);
            assert!((cost(&found).unwrap() - least).abs() < 1e-3, "{i}");
        }
    }

    #[test]
    fn banners_make_way_for_what_is_taken() {
        let wishes = [wish(300.0, 560.0, 28.0)];
        let cover = Cover::of(window(), &[wishes[0].unit]);
        let first = place(&wishes, window(), &cover, None)[0].expect("there is room");
        let taken = first.rect(&wishes[0]);
        let second = place(&wishes, window(), &cover, Some(taken))[0].expect("there is room");
        assert!(!second.rect(&wishes[0]).intersects(taken));
    }

    #[test]
    fn banners_stay_where_they_are_while_nothing_is_better_by_far() {
        let mut wishes = melee();
        let tokens: Vec<Rect> = wishes.iter().map(|wish| wish.unit).collect();
        let cover = Cover::of(window(), &tokens);
        let spots = place(&wishes, window(), &cover, None);
        for (wish, spot) in wishes.iter_mut().zip(&spots) {
            wish.before = *spot;
            wish.unit = wish.unit.translate(vec2(0.5, 0.0));
        }
        let after = place(&wishes, window(), &cover, None);
        let moved = spots.iter().zip(&after).filter(|(a, b)| a != b).count();
        assert!(moved <= 1, "{moved} banners jumped");
    }

    #[test]
    fn banners_that_meet_make_way_by_as_little_as_it_takes() {
        let size = vec2(80.0, 18.0);
        let at = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), size);
        let rects = [at(100.0, 100.0), at(300.0, 100.0), at(120.0, 110.0), at(110.0, 95.0)];
        let moved = apart(&rects);
        assert_eq!(moved[..2], rects[..2], "who was there first stays");
        for (i, rect) in moved.iter().enumerate() {
            assert!(moved[..i].iter().all(|other| !other.intersects(*rect)), "{i}");
        }
        let far = moved[2].center().distance(rects[2].center());
        assert!(far <= 10.0, "8 points are missing, and it went {far}");
        let stacked = [at(100.0, 100.0); 3];
        assert!(apart(&stacked).windows(2).all(|pair| !pair[0].intersects(pair[1])));
    }

    #[test]
    fn a_banner_hangs_where_it_is_taken_for_nobody_elses() {
        // Each banner is wider than its unit and would reach over the other.
        let wishes = [wish(300.0, 300.0, 20.0), wish(350.0, 300.0, 20.0)];
        let tokens: Vec<Rect> = wishes.iter().map(|wish| wish.unit).collect();
        let spots = place(&wishes, window(), &Cover::of(window(), &tokens), None);
        for (i, wish) in wishes.iter().enumerate() {
            let rect = spots[i].expect("there is room").rect(wish);
            assert_eq!(seems_of(rect, &tokens), 1, "{i}: {rect:?}");
            assert!(distance(rect, wish.unit) < NEAR, "{i}: {rect:?}");
        }
    }

    #[test]
    fn a_banner_without_room_is_left_out() {
        let tiny = Rect::from_min_max(pos2(0.0, 0.0), pos2(30.0, 30.0));
        let wishes = [wish(15.0, 15.0, 10.0)];
        assert_eq!(place(&wishes, tiny, &Cover::of(tiny, &[]), None), [None]);
    }
}
