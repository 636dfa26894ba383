//! Which actions of a way have their number beside them: as many as there is room for, so that no number
//! covers another or the words of a banner.

use bevy_egui::egui::{Pos2, Rect, Vec2 as Size};

use crate::app::battle_ui::paint::NUMBER;

/// What a number takes up at a point of the window.
pub fn square(at: Pos2) -> Rect {
    Rect::from_center_size(at, Size::splat(NUMBER))
}

/// From one number to the next, where not all have room.
const STRIDES: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

/// The places in a way that are numbered, in order: all of them, or every second, fifth or tenth, and always
/// the last. What a number would cover isn't numbered.
pub fn shown(places: &[Pos2], covered: &[Rect]) -> Vec<usize> {
    let chosen = STRIDES.iter().map(|&stride| every(places, stride));
    let apart = |chosen: &Vec<usize>| are_apart(chosen.iter().map(|&place| square(places[place])));
    let only_last = || places.len().checked_sub(1).into_iter().collect();
    let mut chosen = chosen.into_iter().find(apart).unwrap_or_else(only_last);
    let is_clear = |rect: Rect| !covered.iter().any(|other| other.intersects(rect));
    chosen.retain(|&place| is_clear(square(places[place])));
    chosen
}

/// The last place, and before it those whose numbers are whole strides, unless the last leaves them no room.
fn every(places: &[Pos2], stride: usize) -> Vec<usize> {
    let Some(last) = places.len().checked_sub(1) else { return Vec::new() };
    let end = square(places[last]);
    let before = (0..last).filter(|place| (place + 1) % stride == 0);
    let mut all: Vec<usize> =
        before.filter(|&place| stride == 1 || !square(places[place]).intersects(end)).collect();
    all.push(last);
    all
}

fn are_apart(rects: impl Iterator<Item = Rect>) -> bool {
    let mut before: Vec<Rect> = Vec::new();
    for rect in rects {
        if before.iter().any(|other| other.intersects(rect)) {
            return false;
        }
        before.push(rect);
    }
    true
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::*;

    fn row(count: u8, apart: f32) -> Vec<Pos2> {
        (0..count).map(|place| pos2(apart * f32::from(place), 40.0)).collect()
    }

    fn numbers(places: &[Pos2]) -> Vec<usize> {
        shown(places, &[]).into_iter().map(|place| place + 1).collect()
    }

    #[test]
    fn all_actions_are_numbered_where_there_is_room() {
        assert_eq!(numbers(&row(4, 20.0)), [1, 2, 3, 4]);
        assert_eq!(numbers(&[]), Vec::<usize>::new());
        assert_eq!(numbers(&row(1, 20.0)), [1]);
    }

    #[test]
    fn on_a_small_table_fewer_are_numbered_and_always_the_last() {
        assert_eq!(numbers(&row(8, 12.0)), [2, 4, 6, 8]);
        assert_eq!(numbers(&row(9, 12.0)), [2, 4, 6, 9], "8 would touch 9");
        assert_eq!(numbers(&row(12, 5.0)), [5, 12]);
        assert_eq!(numbers(&row(9, 1.0)), [9]);
    }

    /// However far the view is from the table, straight on or around a corner.
    #[test]
    fn no_number_covers_another() {
        for scale in 1_u8..40 {
            let scale = f32::from(scale);
            let bend = |step: u8| match step {
                0..6 => pos2(scale * f32::from(step), 0.0),
                _ => pos2(scale * f32::from(11 - step), scale * 0.7),
            };
            for places in [row(12, scale), (0..12).map(bend).collect()] {
                let shown = shown(&places, &[]);
                let rects = || shown.iter().map(|&place| square(places[place]));
                assert!(are_apart(rects()), "{scale}: {shown:?}");
                assert_eq!(shown.last(), Some(&11));
            }
        }
    }

    /// As in the picture of a charge, where the way leads under the banner of the unit that charges.
    #[test]
    fn no_number_of_a_way_covers_a_banner() {
        let banner = Rect::from_min_size(pos2(833.0, 351.0), vec2(146.0, 18.0));
        let way = [(896.0, 388.0), (910.0, 364.0), (925.0, 340.0), (939.0, 316.0)].map(Pos2::from);
        assert_eq!(shown(&way, &[banner]), [0, 2, 3]);
        assert_eq!(shown(&way, &[]), [0, 1, 2, 3]);
    }
}
