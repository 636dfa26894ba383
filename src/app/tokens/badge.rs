//! The brass badges of those who stand out of their unit; the troop's sign stays visible beside
//! them.

use bevy::prelude::*;

use crate::{
    app::{
        drawing::{Drawing, circle, open, polygon, segment},
        theme::Theme,
    },
    battle::playable::showing::Badge,
};

/// Draws a badge: a chevron leads a unit, a crown an army; a pennon and a flag are banners; a
/// note plays.
pub(super) fn draw(drawing: &mut Drawing, badge: Badge, theme: &Theme, at: Vec2, radius: f32) {
    if badge == Badge::Common {
        return;
    }
    let dark = theme.engraved;
    drawing.fill(&circle(at, radius * 1.16), dark);
    drawing.fill(&circle(at, radius), theme.accent);
    let point = |x: f32, y: f32| at + Vec2::new(x, y) * radius;
    match badge {
        Badge::Common => {}
        Badge::Leader => {
            let arms = open([point(-0.58, -0.30), point(0.0, 0.38), point(0.58, -0.30)]);
            drawing.line(&arms, dark, radius * 0.36);
        }
        Badge::General => {
            let crown = [
                point(-0.62, -0.52),
                point(-0.72, 0.38),
                point(-0.32, 0.0),
                point(0.0, 0.66),
                point(0.32, 0.0),
                point(0.72, 0.38),
                point(0.62, -0.52),
            ];
            drawing.fill(&polygon(crown), dark);
        }
        Badge::Banner => {
            drawing.line(&segment(point(-0.36, -0.66), point(-0.36, 0.66)), dark, radius * 0.22);
            let flag = [point(-0.36, 0.70), point(0.68, 0.34), point(-0.36, -0.02)];
            drawing.fill(&polygon(flag), dark);
        }
        Badge::ArmyBanner => {
            drawing.line(&segment(point(-0.50, -0.66), point(-0.50, 0.60)), dark, radius * 0.2);
            let flag = [
                point(-0.50, 0.64),
                point(0.72, 0.64),
                point(0.40, 0.30),
                point(0.72, -0.06),
                point(-0.50, -0.06),
            ];
            drawing.fill(&polygon(flag), dark);
        }
        Badge::Music => {
            drawing.fill(&circle(point(-0.22, -0.40), radius * 0.30), dark);
            let stem = open([point(0.0, -0.40), point(0.0, 0.62), point(0.46, 0.30)]);
            drawing.line(&stem, dark, radius * 0.2);
        }
    }
}
