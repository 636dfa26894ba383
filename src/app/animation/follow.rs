//! The view glides to what is played out of sight, unless it was told not to or somebody moves it.

use bevy::prelude::*;
use bevy_egui::egui;

use super::Playback;
use crate::app::{
    camera::{Margins, View},
    running::BattleBegan,
    settings::Settings,
    tokens::{Appearance, Token, Tokens},
};

/// A glide of the view under way.
#[derive(Resource, Default)]
pub(super) struct Glide {
    way: Option<(Vec2, Vec2)>,
    /// Seconds since it began.
    clock: f32,
    /// Where it has put the view last.
    put: Vec2,
    /// The event with which the last beat that was looked at began.
    seen: Option<usize>,
}

impl Glide {
    /// Begins anew: from where the view is, so far.
    fn begin(&mut self, from: Vec2, by: Vec2) {
        self.way = Some((from, from + by));
        (self.clock, self.put) = (0.0, from);
    }
}

/// Events are counted again.
pub(super) fn forget(_: On<BattleBegan>, mut glide: ResMut<Glide>) {
    *glide = Glide::default();
}

/// Seconds that a glide takes.
const LONG: f32 = 0.4;
/// What happens nearer to the edge than that counts as out of sight, in egui points.
const EDGE: f32 = 36.0;

pub(super) fn follow_action(
    settings: Res<Settings>,
    playback: Res<Playback>,
    margins: Res<Margins>,
    time: Res<Time<Real>>,
    index: Res<Tokens>,
    tokens: Query<&Appearance, With<Token>>,
    mut view: ResMut<View>,
    mut glide: ResMut<Glide>,
) {
    if !settings.follow_action || settings.speed.rate().is_none() {
        glide.way = None;
        return;
    }
    // All of the table is in sight.
    if view.is_fitted() {
        return;
    }
    if let Some((beat, _)) = playback.now()
        && glide.seen != Some(playback.cursor)
    {
        glide.seen = Some(playback.cursor);
        let shown = |model| Some(tokens.get(index.get(model)?).ok()?.pose.at);
        let mut places: Vec<Vec2> = beat.places().collect();
        places.extend(beat.clips.iter().filter_map(|clip| shown(clip.model)));
        if let Some(by) = needed(&places, &view, &margins) {
            glide.begin(view.centre, by);
        }
    }
    let Some((from, to)) = glide.way else { return };
    if glide.put != view.centre {
        // Somebody moves it.
        glide.way = None;
        return;
    }
    glide.clock += time.delta_secs().min(0.1);
    let share = (glide.clock / LONG).min(1.0);
    view.look_at(from.lerp(to, share * share * (3.0 - 2.0 * share)));
    glide.put = view.centre;
    if share >= 1.0 {
        glide.way = None;
    }
}

/// Brings places into sight that are out of it, unless the view was told to stay.
pub fn bring_into_sight(world: &mut World, places: &[Vec2]) {
    let view = world.resource::<View>();
    if !world.resource::<Settings>().follow_action || view.is_fitted() {
        return;
    }
    let centre = view.centre;
    let Some(by) = needed(places, view, world.resource::<Margins>()) else { return };
    // Where nothing is animated, the view is there at once.
    if world.resource::<Settings>().speed.rate().is_none() {
        world.resource_mut::<View>().look_at(centre + by);
    } else {
        world.resource_mut::<Glide>().begin(centre, by);
    }
}

/// How far the view has to go for all places to be in sight, in inches; none if they are.
fn needed(places: &[Vec2], view: &View, margins: &Margins) -> Option<Vec2> {
    let area = view.free(margins).shrink(EDGE);
    let seen = places.iter().fold(egui::Rect::NOTHING, |rect, &at| {
        rect.union(egui::Rect::from_min_max(view.point_of(at), view.point_of(at)))
    });
    if !seen.is_finite() || !area.is_positive() {
        return None;
    }
    let push = |low: f32, high: f32, from: f32, to: f32| {
        if high - low > to - from {
            (from + to - low - high) / 2.0
        } else {
            (from - low).max(0.0) + (to - high).min(0.0)
        }
    };
    let off = egui::vec2(
        push(seen.left(), seen.right(), area.left(), area.right()),
        push(seen.top(), seen.bottom(), area.top(), area.bottom()),
    );
    let inside =
        area.intersects(seen) && (seen.width() > area.width() || seen.height() > area.height());
    (off.length() > 1.0 && !inside).then(|| Vec2::new(-off.x, off.y) / view.points_per_inch())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_goes_no_farther_than_it_must() {
        let mut view = View::default();
        view.zoom_at(view.window / 2.0, 40.0 / view.zoom);
        let margins = Margins::default();
        let centre = view.centre;
        assert_eq!(needed(&[centre, centre + 3.0], &view, &margins), None);
        let off = centre + Vec2::new(30.0, 0.0);
        let by = needed(&[off], &view, &margins).expect("it is out of sight");
        assert!(by.x > 10.0 && by.x < 30.0 && by.y == 0.0, "{by}");
        view.look_at(centre + by);
        assert_eq!(needed(&[off], &view, &margins), None);
        assert_eq!(needed(&[], &view, &margins), None);
    }
}
