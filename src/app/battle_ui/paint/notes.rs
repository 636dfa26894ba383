//! Where a note stands: beside what it is about, in the window, and over as little as possible of what
//! should stay in sight.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Between what a note is about and the note, in egui points.
const AWAY: Vec2 = vec2(18.0, 14.0);
/// What is pointed at stays in sight so far around it, in egui points.
const AROUND: f32 = 6.0;

/// How much farther away a note stands where it would cover something nearer, in egui points.
const FARTHER: f32 = 48.0;

/// What a note leaves in sight if it can, rather what is marked or written than tokens.
#[derive(Clone, Debug, Default)]
pub struct Spared {
    /// Marks, ghosts, numbers and banners.
    pub marks: Vec<Rect>,
    /// Tokens.
    pub tokens: Vec<Rect>,
}

/// The place of a note of a size beside what it is about: the first that covers least of what it spares,
/// and first of all not what it is about. Near it if there is such a place, else a little farther away.
pub(in crate::app::battle_ui) fn place(
    about: Rect,
    size: Vec2,
    window: Rect,
    spared: &Spared,
) -> Rect {
    let cost = |rect: &Rect| {
        let covered = |all: &[Rect]| all.iter().filter(|other| other.intersects(*rect)).count();
        let covers_it = about.expand(AROUND).intersects(*rect);
        (covers_it, covered(&spared.marks), covered(&spared.tokens))
    };
    let [first, near @ ..] = corners(about, size);
    let others = near.into_iter().chain(corners(about.expand(FARTHER), size));
    let mut best = pushed_into(window, first);
    for rect in others.map(|rect| pushed_into(window, rect)) {
        if cost(&rect) < cost(&best) {
            best = rect;
        }
    }
    best
}

/// The place of something of a size that is told besides, while an order in preparation is drawn: near a
/// point, but over as little as possible of what is taken; where nothing near is free, beside all of it or
/// at the window's edges.
pub(in crate::app::battle_ui) fn clear(at: Pos2, size: Vec2, window: Rect, taken: &[Rect]) -> Rect {
    let point = Rect::from_pos(at);
    let all = taken.iter().fold(point, |all, rect| all.union(*rect));
    let edges = [
        window.left_top(),
        window.right_top() - vec2(size.x, 0.0),
        window.left_bottom() - vec2(0.0, size.y),
        window.right_bottom() - size,
    ];
    let edges = edges.map(|corner| Rect::from_min_size(corner, size));
    let places = corners(point, size).into_iter().chain(corners(all, size)).chain(edges);
    let cost = |rect: &Rect| {
        let rect = rect.expand(AROUND);
        let covered = |other: &Rect| match rect.intersect(*other) {
            common if common.is_negative() => 0.0,
            // A line has no area.
            common => 1.0 + common.area(),
        };
        covered(&point) + taken.iter().map(covered).sum::<f32>()
    };
    let mut best = pushed_into(window, Rect::from_min_size(at + AWAY, size));
    for place in places.map(|rect| pushed_into(window, rect)) {
        if cost(&place) < cost(&best) {
            best = place;
        }
    }
    best
}

/// The places beside something, the usual one first: to its lower right, and to the left, above or in the
/// middle where there is more to be seen.
fn corners(about: Rect, size: Vec2) -> [Rect; 6] {
    let right = about.right() + AWAY.x;
    let left = about.left() - AWAY.x - size.x;
    let (low, high) = (about.center().y + AWAY.y, about.center().y - AWAY.y - size.y);
    let middle = about.center().x - size.x / 2.0;
    let (below, above) = (about.bottom() + AWAY.y, about.top() - AWAY.y - size.y);
    let corners: [Pos2; 6] = [
        pos2(right, low),
        pos2(left, low),
        pos2(right, high),
        pos2(left, high),
        pos2(middle, below),
        pos2(middle, above),
    ];
    corners.map(|corner| Rect::from_min_size(corner, size))
}

/// A rectangle moved into the window; one that is larger begins at its upper left corner.
pub(super) fn pushed_into(window: Rect, rect: Rect) -> Rect {
    let push = vec2(
        (window.right() - rect.right()).min(0.0) + (window.left() - rect.left()).max(0.0),
        (window.bottom() - rect.bottom()).min(0.0) + (window.top() - rect.top()).max(0.0),
    );
    rect.translate(push)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect { min: Pos2::ZERO, max: pos2(800.0, 600.0) };
    const SIZE: Vec2 = vec2(300.0, 100.0);

    fn at(x: f32, y: f32) -> Rect {
        Rect::from_pos(pos2(x, y))
    }

    fn square(x: f32, y: f32) -> Rect {
        Rect::from_center_size(pos2(x, y), vec2(20.0, 20.0))
    }

    fn marks(marks: &[Rect]) -> Spared {
        Spared { marks: marks.to_vec(), tokens: Vec::new() }
    }

    #[test]
    fn a_note_stands_to_the_lower_right_where_nothing_is_in_its_way() {
        let note = place(at(200.0, 200.0), SIZE, WINDOW, &marks(&[square(100.0, 100.0)]));
        assert_eq!(note.min, pos2(218.0, 214.0));
    }

    /// As in the picture of a move: whoever moves comes up from below to where the pointer is.
    #[test]
    fn a_note_leaves_the_end_of_a_move_in_sight() {
        let pointer = at(400.0, 250.0);
        let way = (0..8_u8)
            .map(|mark| square(400.0 + 8.0 * f32::from(mark), 260.0 + 20.0 * f32::from(mark)));
        let ghosts = [square(360.0, 300.0), square(330.0, 310.0)];
        let spared: Vec<Rect> = way.chain(ghosts).collect();
        let note = place(pointer, SIZE, WINDOW, &marks(&spared));
        assert!(spared.iter().all(|mark| !mark.intersects(note)), "{note}");
        assert!(WINDOW.contains_rect(note), "{note}");
    }

    /// As when a unit is moved and the pointer rests in a wood: the way comes up from below, ghosts stand at
    /// its end, and what it costs is told beside it.
    #[test]
    fn what_ground_does_covers_neither_the_way_nor_its_end_nor_what_it_costs() {
        for (x, y) in [(400, 250), (60, 60), (760, 80), (780, 560), (20, 580)] {
            let pointer = pos2(x as f32, y as f32);
            let ghosts = (0..4_u8).map(|place| {
                Rect::from_center_size(
                    pointer + vec2(f32::from(place) * 14.0 - 21.0, 0.0),
                    vec2(20.0, 20.0),
                )
            });
            let middle = WINDOW.center();
            let way = (0..20_u8).map(|step| {
                let at = pointer.lerp(middle, f32::from(step) / 40.0);
                Rect::from_center_size(at, vec2(8.0, 8.0))
            });
            let mut taken: Vec<Rect> = ghosts.chain(way).collect();
            taken.push(place(Rect::from_pos(pointer), vec2(200.0, 60.0), WINDOW, &marks(&taken)));
            let card = clear(pointer, vec2(260.0, 120.0), WINDOW, &taken);
            assert!(WINDOW.contains_rect(card), "{card}");
            assert!(taken.iter().all(|rect| !rect.intersects(card)), "{pointer}: {card}");
        }
    }

    #[test]
    fn a_note_at_the_edge_does_not_cover_what_it_is_about() {
        let template = Rect::from_center_size(pos2(700.0, 300.0), vec2(120.0, 120.0));
        let note = place(template, SIZE, WINDOW, &Spared::default());
        assert!(!note.intersects(template), "{note}");
        let corner = at(790.0, 590.0);
        assert!(!place(corner, SIZE, WINDOW, &Spared::default()).contains(corner.center()));
    }

    /// As where nothing can be done to an enemy among others: names hang beside it on all sides.
    #[test]
    fn a_note_covers_no_name_and_rather_a_token_than_a_name() {
        let pointer = at(400.0, 300.0);
        let size = vec2(120.0, 30.0);
        let beside = place(pointer, size, WINDOW, &Spared::default());
        let banner = Rect::from_center_size(beside.center(), vec2(90.0, 20.0));
        let aside = place(pointer, size, WINDOW, &marks(&[banner]));
        assert!(!aside.intersects(banner), "{aside} over {banner}");
        let near = corners(pointer, size);
        let farther = place(pointer, size, WINDOW, &marks(&near));
        assert!(near.iter().all(|banner| !banner.intersects(farther)), "{farther}");
        assert!(farther.distance_to_pos(pointer.center()) < 2.0 * FARTHER, "{farther}");
        let everywhere = |step: f32| {
            let row = move |y: u16| (0..80_u16).map(move |x| (f32::from(x), f32::from(y)));
            (0..60_u16).flat_map(row).map(move |(x, y)| square(x * step, y * step)).collect()
        };
        let spared = Spared { marks: vec![banner], tokens: everywhere(10.0) };
        let over_tokens = place(pointer, size, WINDOW, &spared);
        assert!(!over_tokens.intersects(banner), "{over_tokens} over {banner}");
    }
}
