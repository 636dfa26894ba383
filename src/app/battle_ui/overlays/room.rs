//! Room for words over the table: a place among several where they cover no token, no banner and no
//! words that stand there already.

use bevy::prelude::*;
use bevy_egui::egui::{Pos2, Rect, Vec2 as Size};

use super::super::{
    ghosts::numbers,
    paint::{Canvas, notes::Spared},
};
use crate::{app::tokens::banners::Hung, table::Placed};

/// What is taken in the window.
pub struct Room {
    free: Rect,
    tokens: Vec<Rect>,
    banners: Vec<Rect>,
    words: Vec<Rect>,
}

/// Where the tokens are that are seen in the window.
fn tokens(world: &World, canvas: &Canvas) -> Vec<Rect> {
    let rect = |placed: Placed| {
        let radius = placed.base.outer_radius().0 * canvas.scale() * 0.8;
        Rect::from_center_size(canvas.at(placed.pose.at), Size::splat(2.0 * radius))
    };
    let all = super::tokens(world).into_iter().map(rect);
    all.filter(|token| token.intersects(canvas.free())).collect()
}

/// What stands on the table, which what is said beside the pointer leaves in sight: the names of units, and
/// tokens.
pub fn spared(world: &World, canvas: &Canvas) -> Spared {
    let marks = world.resource::<Hung>().rects().to_vec();
    Spared { marks, tokens: tokens(world, canvas) }
}

impl Room {
    /// Of the window, with all tokens in it.
    pub fn new(world: &World, canvas: &Canvas) -> Self {
        let free = canvas.free().shrink(6.0);
        let Spared { marks: banners, tokens } = spared(world, canvas);
        Self { free, tokens, banners, words: Vec::new() }
    }

    /// Tokens and banners that a rectangle would cover.
    fn covered(&self, rect: Rect) -> usize {
        self.tokens.iter().chain(&self.banners).filter(|other| other.intersects(rect)).count()
    }

    /// Takes the first of the places that covers nothing, or the one that covers the fewest
    /// tokens and banners; none where all of them are outside the window or over other words.
    pub fn take(&mut self, places: impl IntoIterator<Item = Pos2>, size: Size) -> Option<Pos2> {
        let mut best: Option<(usize, Rect)> = None;
        for place in places {
            let rect = Rect::from_center_size(place, size);
            if !self.free.contains_rect(rect) || self.words.iter().any(|w| w.intersects(rect)) {
                continue;
            }
            let covered = self.covered(rect);
            if best.is_none_or(|(least, _)| covered < least) {
                best = Some((covered, rect));
            }
            if covered == 0 {
                break;
            }
        }
        let (_, rect) = best?;
        self.words.push(rect.expand(2.0));
        Some(rect.center())
    }

    /// Takes one of several rows for numbers, each with its place: the first in which most of them cover
    /// neither a token nor a banner, and the last one is among them if possible. Which of that row have room:
    /// none covers a banner, other words or another number.
    pub fn take_row(&mut self, rows: &[Vec<(usize, Pos2)>]) -> Vec<(usize, Pos2)> {
        let shown = |row: &Vec<(usize, Pos2)>| -> Vec<(usize, Pos2)> {
            let inside = |(_, at): &&(usize, Pos2)| self.free.contains_rect(numbers::square(*at));
            let row: Vec<(usize, Pos2)> = row.iter().filter(inside).copied().collect();
            let places: Vec<Pos2> = row.iter().map(|&(_, at)| at).collect();
            let written = [&self.banners[..], &self.words[..]].concat();
            numbers::shown(&places, &written).into_iter().map(|place| row[place]).collect()
        };
        let is_clear = |&&(_, at): &&(usize, Pos2)| self.covered(numbers::square(at)) == 0;
        let most = rows.iter().flatten().map(|&(number, _)| number).max();
        let worth = |row: &[(usize, Pos2)]| {
            let clear: Vec<_> = row.iter().filter(is_clear).collect();
            (clear.last().is_some_and(|(number, _)| Some(*number) == most), clear.len())
        };
        let mut best = Vec::new();
        for row in rows.iter().map(shown) {
            if best.is_empty() || worth(&row) > worth(&best) {
                best = row;
            }
        }
        let squares = best.iter().map(|&(_, at)| numbers::square(at).expand(2.0));
        self.words.extend(squares);
        best
    }

    /// As [`Room::take`], but only where neither a token nor a banner is covered.
    pub fn take_clear(
        &mut self,
        places: impl IntoIterator<Item = Pos2>,
        size: Size,
    ) -> Option<Pos2> {
        self.take_where(places, size, |room, rect| room.covered(rect) == 0)
    }

    /// As [`Room::take`], but only where no banner is covered: for words about tokens.
    pub fn take_beside_banners(
        &mut self,
        places: impl IntoIterator<Item = Pos2>,
        size: Size,
    ) -> Option<Pos2> {
        self.take_where(places, size, |room, rect| {
            !room.banners.iter().any(|banner| banner.intersects(rect))
        })
    }

    /// As [`Room::take`], but only of the places that are clear.
    fn take_where(
        &mut self,
        places: impl IntoIterator<Item = Pos2>,
        size: Size,
        is_clear: impl Fn(&Self, Rect) -> bool,
    ) -> Option<Pos2> {
        let clear = |place: &Pos2| is_clear(self, Rect::from_center_size(*place, size));
        let places: Vec<Pos2> = places.into_iter().filter(clear).collect();
        self.take(places, size)
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::*;

    #[test]
    fn words_keep_off_tokens_and_each_other() {
        let free = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let token = Rect::from_center_size(pos2(50.0, 50.0), vec2(20.0, 20.0));
        let mut room = Room { free, tokens: vec![token], banners: Vec::new(), words: Vec::new() };
        let size = vec2(30.0, 14.0);
        let places = [pos2(50.0, 50.0), pos2(120.0, 50.0), pos2(500.0, 50.0)];
        assert_eq!(room.take(places, size), Some(places[1]));
        // The clear place is taken: rather over a token than over words.
        assert_eq!(room.take(places, size), Some(places[0]));
        assert_eq!(room.take(places, size), None);
        assert_eq!(room.take_clear([pos2(52.0, 52.0)], size), None);
    }

    /// As in the picture of a block between others, whose own banner hangs before its front.
    #[test]
    fn numbers_stand_in_order_in_one_row_beside_banners() {
        let free = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 400.0));
        let row = |x: f32, y: f32| -> Vec<(usize, Pos2)> {
            let place = |number: usize| {
                let far = 20.0 * number as f32;
                (number, pos2(200.0 + x * far, 200.0 + y * far))
            };
            (1..=8).map(place).collect()
        };
        let (ahead, aside) = (row(0.0, -1.0), row(-1.0, 0.0));
        let banner = Rect::from_center_size(pos2(200.0, 150.0), vec2(110.0, 18.0));
        let mut room = Room { free, tokens: Vec::new(), banners: vec![banner], words: Vec::new() };
        let rows = [ahead.clone(), aside.clone()];
        assert_eq!(room.take_row(&rows), aside, "a banner lies over 2 and 3 ahead");
        let beside_it = room.take_row(&rows);
        let numbers: Vec<usize> = beside_it.iter().map(|&(number, _)| number).collect();
        assert_eq!(numbers, [4, 5, 6, 7, 8], "1 would touch that of the row aside: {beside_it:?}");
        assert!(beside_it.iter().all(|&(_, at)| !numbers::square(at).intersects(banner)));
        assert_eq!(room.take_row(&[]), []);
    }

    /// As the plate of a template over a unit whose banner hangs above it.
    #[test]
    fn words_about_tokens_cover_no_banner() {
        let free = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let token = Rect::from_center_size(pos2(50.0, 50.0), vec2(20.0, 20.0));
        let banner = Rect::from_center_size(pos2(50.0, 26.0), vec2(60.0, 18.0));
        let mut room = Room { free, tokens: vec![token], banners: vec![banner], words: Vec::new() };
        let size = vec2(30.0, 14.0);
        let (above, on_it) = (pos2(50.0, 30.0), pos2(50.0, 50.0));
        assert_eq!(room.take_beside_banners([above, on_it], size), Some(on_it));
        assert_eq!(room.take_beside_banners([above], size), None);
    }
}
