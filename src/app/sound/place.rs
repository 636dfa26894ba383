//! Where a sound comes from: from the side on which it happens on the screen, and the fainter the
//! farther away that is.

use bevy::prelude::Vec2;

use crate::app::camera::View;

/// The farthest that anything is moved to one side; all the way is unpleasant on headphones.
const WIDEST: f32 = 0.75;
/// What is left of what happens as far off the screen as the screen is wide.
const OFF_SCREEN: f32 = 0.25;
/// Nothing on the table gets fainter than that.
const FAINTEST: f32 = 0.08;
/// From so many pixels an inch on one stands right beside it.
const CLOSE: f32 = 30.0;
/// What is left of what is seen from as far away as can be.
const FAR: f32 = 0.6;

/// How far to the left or right something on the table is, from -1 to 1, and how loud, from 0 to 1.
pub(super) fn from(view: &View, at: Vec2) -> (f32, f32) {
    let half = view.window / 2.0;
    let off = (view.pixel_of(at) - half) / half;
    let pan = off.x.clamp(-1.0, 1.0) * WIDEST;
    let beyond = (off.abs().max_element() - 1.0).max(0.0) / 2.0;
    let faded = bevy::math::ops::powf(OFF_SCREEN, beyond);
    let close = FAR + (1.0 - FAR) * (view.zoom / CLOSE).min(1.0);
    (pan, (faded * close).max(FAINTEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_come_from_where_they_happen_on_the_screen() {
        let view = View::default();
        let at = |x: f32, y: f32| from(&view, view.table_at(Vec2::new(x, y) * view.window));
        let (middle, loud) = at(0.5, 0.5);
        assert!(middle.abs() < 1e-4 && loud > FAR && loud <= 1.0);
        let (left, _) = at(0.0, 0.5);
        let (right, as_loud) = at(1.0, 0.5);
        assert!((left + WIDEST).abs() < 1e-3 && (right - WIDEST).abs() < 1e-3);
        assert!((as_loud - loud).abs() < 1e-3, "all of the screen is as loud");
        assert!(at(0.25, 0.5).0 < -0.3);
        assert!(at(0.5, 0.0).0.abs() < 1e-4, "up and down is no side");
    }

    #[test]
    fn what_happens_off_the_screen_is_fainter_but_never_lost() {
        let view = View::default();
        let at = |x: f32| from(&view, view.table_at(Vec2::new(x, 0.5) * view.window));
        let loudness: Vec<f32> = [0.9, 1.5, 2.0, 2.5, 30.0].map(|x| at(x).1).into();
        assert!(loudness.windows(2).all(|pair| pair[1] < pair[0]), "{loudness:?}");
        assert_eq!(loudness[4], FAINTEST);
        assert!((loudness[2] / loudness[0] - OFF_SCREEN).abs() < 1e-3);
        assert_eq!(at(30.0).0, WIDEST);
    }

    #[test]
    fn whoever_comes_closer_hears_more() {
        let mut view = View::default();
        let at = view.centre;
        let far = from(&view, at).1;
        view.zoom_at(view.window / 2.0, 4.0);
        assert!(from(&view, at).1 > far);
        assert!((from(&view, at).1 - 1.0).abs() < 1e-3);
    }
}
