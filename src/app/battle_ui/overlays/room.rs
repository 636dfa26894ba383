//! Room for words over the table: a place among several where they cover no token, no banner and no
//! words that stand there already.

use bevy::prelude::*;
use bevy_egui::egui::{Pos2, Rect, Vec2 as Size};

use super::super::paint::Canvas;
use crate::{app::tokens::banners::Hung, table::Placed};

/// What is taken in the window.
pub struct Room {
    free: Rect,
    tokens: Vec<Rect>,
    banners: Vec<Rect>,
    words: Vec<Rect>,
}

impl Room {
    /// Of the window, with all tokens in it.
    pub fn new(world: &World, canvas: &Canvas) -> Self {
        let free = canvas.free().shrink(6.0);
        let rect = |placed: Placed| {
            let radius = placed.base.outer_radius().0 * canvas.scale() * 0.8;
            Rect::from_center_size(canvas.at(placed.pose.at), Size::splat(2.0 * radius))
        };
        let tokens =
            super::tokens(world).into_iter().map(rect).filter(|token| token.intersects(free));
        let banners = world.resource::<Hung>().rects().to_vec();
        Self { free, tokens: tokens.collect(), banners, words: Vec::new() }
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
