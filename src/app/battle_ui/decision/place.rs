//! Where the box of a decision stands: where it covers least of what it is about, chosen once when the
//! question comes up. There it stays until that is answered, unless a player drags it elsewhere. The next
//! one stands there too, unless it would cover more than it must.

use std::f32::consts::FRAC_PI_4;

use bevy::prelude::{Resource, Vec2, World};
use bevy_egui::egui::{self, Align2, Pos2, Rect, vec2};

use super::width;
use crate::{
    app::camera::{Margins, View},
    battle::{
        BattleWorld,
        playable::telling::{Asking, Fate},
    },
    table::Inches,
};

/// The left upper corner of the box, in egui points.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum Corner {
    /// Nothing has been asked yet.
    #[default]
    Open,
    /// Where the last question stood.
    Was(Pos2),
    /// Where the present one stands.
    Is(Pos2),
}

impl Corner {
    /// Another question has come up.
    pub(super) fn reconsider(&mut self) {
        if let Self::Is(at) = *self {
            *self = Self::Was(at);
        }
    }
}

/// The corner of the box for what is asked now.
pub(super) fn corner(world: &World, ctx: &egui::Context, asking: &Asking) -> Pos2 {
    let before = match *world.resource::<Corner>() {
        Corner::Is(at) => return at,
        Corner::Was(at) => Some(at),
        Corner::Open => None,
    };
    // About as large as it comes out: what is above and below the answers, and a row for each.
    let size = vec2(width(ctx) + 20.0, 176.0 + 42.0 * asking.replies.len() as f32);
    let places = places(ctx.content_rect(), world.resource::<Margins>(), size);
    best(before.into_iter().chain(places), size, &concerned(world, asking))
}

/// Along the edges of the table, in the order in which they are taken.
fn places(window: Rect, margins: &Margins, size: egui::Vec2) -> [Pos2; 6] {
    const GAP: f32 = 8.0;
    let (top, bottom) = (margins.top + GAP, -margins.bottom - GAP);
    let aside = (margins.left - margins.right) / 2.0;
    let places = [
        (Align2::CENTER_TOP, vec2(aside, top)),
        (Align2::CENTER_BOTTOM, vec2(aside, bottom)),
        (Align2::RIGHT_TOP, vec2(-GAP, top)),
        (Align2::RIGHT_BOTTOM, vec2(-GAP, bottom)),
        (Align2::LEFT_BOTTOM, vec2(GAP, bottom)),
        (Align2::LEFT_TOP, vec2(GAP, top)),
    ];
    places.map(|(pivot, off)| pivot.align_size_within_rect(size, window).translate(off).min)
}

/// The corner of a box that covers fewest points: the first of equals.
fn best(corners: impl Iterator<Item = Pos2>, size: egui::Vec2, points: &[Pos2]) -> Pos2 {
    /// A point that the box doesn't come nearer to isn't covered, in egui points: half a token.
    const NEAR: f32 = 12.0;
    let covered = |corner: &Pos2| {
        let covers = Rect::from_min_size(*corner, size).expand(NEAR);
        points.iter().filter(|&&point| covers.contains(point)).count()
    };
    corners.min_by_key(covered).unwrap_or_default()
}

/// The points of the window that matter for the answer: where those stand whom it is about, where they
/// would stand, and where one may click.
fn concerned(world: &World, asking: &Asking) -> Vec<Pos2> {
    let units = [asking.own, asking.other].into_iter().flatten();
    let models = units.flat_map(|unit| world.standing(unit));
    let targets = asking.replies.iter().filter_map(|reply| reply.target);
    let stand = models.chain(targets).map(|model| world.placed(model).pose.at);
    let displaced = asking.replies.iter().flat_map(|reply| &reply.displaced);
    let ends = displaced.filter(|displaced| displaced.fate != Fate::Pushed);
    let ends = ends.map(|displaced| displaced.pose.at);
    let circle = asking.circle.into_iter().flat_map(|(model, Inches(radius))| {
        let middle = world.placed(model).pose.at;
        let around = |eighth: u8| Vec2::from_angle(f32::from(eighth) * FRAC_PI_4);
        (0..8).map(move |eighth| middle + around(eighth) * radius)
    });
    let view = world.resource::<View>();
    stand.chain(ends).chain(circle).map(|at| view.point_of(at)).collect()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    const SIZE: egui::Vec2 = vec2(400.0, 260.0);

    fn window() -> Rect {
        Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0))
    }

    /// Where a box would stand that is asked about a point, after one stood elsewhere.
    fn stands(before: Option<Pos2>, about: Pos2) -> Pos2 {
        let margins = Margins { left: 250.0, right: 250.0, top: 36.0, bottom: 160.0 };
        let places = places(window(), &margins, SIZE);
        best(before.into_iter().chain(places), SIZE, &[about])
    }

    #[test]
    fn a_box_covers_nothing_that_it_is_about() {
        for x in (20..1280).step_by(60) {
            for y in (60..540).step_by(40) {
                let about = pos2(x as f32, y as f32);
                let corner = stands(None, about);
                assert!(!Rect::from_min_size(corner, SIZE).contains(about), "{about}: {corner}");
            }
        }
    }

    #[test]
    fn the_next_box_stands_where_the_last_one_stood_unless_it_covers_something() {
        let first = stands(None, pos2(640.0, 500.0));
        let beside = pos2(300.0, 300.0);
        assert_eq!(stands(Some(first), beside), first);
        let dragged = pos2(700.0, 90.0);
        assert_eq!(stands(Some(dragged), beside), dragged, "as well as one that was dragged");
        let under = Rect::from_min_size(dragged, SIZE).center();
        assert_ne!(stands(Some(dragged), under), dragged);
    }

    #[test]
    fn a_box_stays_where_it_stands_whatever_happens_to_the_view() {
        let mut world = World::new();
        let asking = Asking {
            text: String::new(),
            about: "",
            term: "",
            own: None,
            other: None,
            circle: None,
            beside: false,
            replies: Vec::new(),
        };
        // Neither the view nor the margins are even asked for.
        let at = pos2(300.0, 80.0);
        world.insert_resource(Corner::Is(at));
        assert_eq!(corner(&world, &egui::Context::default(), &asking), at);
        world.resource_mut::<Corner>().reconsider();
        assert_eq!(*world.resource::<Corner>(), Corner::Was(at));
    }
}
