//! The contours of overlays, measured when something has changed and kept. A frame goes on with them
//! for a few milliseconds.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::Overlays;
use crate::{
    app::{
        battle_ui::{
            aim::Hover,
            course::Course,
            draft::Stamp,
            mode::{Mode, Selection},
        },
        seat::{Game, Source},
    },
    battle::playable::{
        Mapping,
        mapping::{Contour, Gaze},
    },
};

/// Something that was computed, until what it was computed from changes.
#[derive(Clone, Debug)]
struct Computed<Key, Thing> {
    from: Option<Key>,
    thing: Thing,
}

impl<Key, Thing: Default> Default for Computed<Key, Thing> {
    fn default() -> Self {
        Self { from: None, thing: Thing::default() }
    }
}

impl<Key: PartialEq, Thing> Computed<Key, Thing> {
    /// Computes it again if it would be computed from something else and the frame has time left;
    /// clears it if it isn't wanted.
    fn renew(&mut self, work: &mut Work, from: Key, compute: Option<impl FnOnce() -> Thing>)
    where
        Thing: Default,
    {
        if self.from.as_ref() == Some(&from) {
            return;
        }
        if compute.is_some() && work.done && work.is_long() {
            work.left = true;
            return;
        }
        let thing = compute.map(|compute| compute()).unwrap_or_default();
        *self = Self { from: Some(from), thing };
        work.done = true;
    }
}

/// So long a frame may go on computing contours; one kind of them it always may. Until its turn
/// comes each is shown as it was.
const A_FRAMES_SHARE: Duration = Duration::from_millis(8);

/// What a frame computes of them.
struct Work {
    begun: Instant,
    share: Duration,
    /// Whether any was computed.
    done: bool,
    /// Whether some are left for the next frame.
    left: bool,
}

impl Work {
    fn begin(share: Duration) -> Self {
        Self { begun: Instant::now(), share, done: false, left: false }
    }

    fn is_long(&self) -> bool {
        self.begun.elapsed() >= self.share
    }
}

/// The contours of one source of an overlay; none while it isn't shown.
type Measured = Computed<Option<(Stamp, Source)>, Vec<Contour>>;

/// Computed contours, each until something changes that it depends on.
#[derive(Resource, Clone, Debug, Default)]
pub struct Contours {
    /// How often any of them was computed.
    pub count: u64,
    /// Whether some are still shown as they were.
    left: bool,
    /// Whether this frame's share went into computing them.
    took_long: bool,
    /// What had happened the last time they were looked at.
    stamp: Option<Stamp>,
    /// Of each overlay, those of its sources.
    overlays: Vec<Vec<Measured>>,
}

impl Contours {
    /// Whether all are as they should be, and drawn in the same frame.
    pub fn are_settled(&self) -> bool {
        !self.left && !self.took_long
    }

    /// Whether this frame's share went into computing them.
    pub(super) fn took_long(&self) -> bool {
        self.took_long
    }

    /// All that are shown, from the lowest up.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Contour> {
        let overlays = from_below().into_iter().filter_map(move |place| self.overlays.get(place));
        overlays.flatten().flat_map(|measured| &measured.thing)
    }
}

/// The places of all overlays, from the lowest up.
fn from_below() -> Vec<usize> {
    let overlays = Game::overlays();
    let mut places: Vec<usize> = (0..overlays.len()).collect();
    places.sort_by_key(|&place| overlays[place].layer);
    places
}

/// Computes those contours anew for which something has changed; what the rules have done is looked
/// at a frame later, for that of an order has enough to do.
pub fn update(world: &mut World) {
    world.resource_scope(|world, mut contours: Mut<Contours>| {
        let contours = contours.bypass_change_detection();
        // What is still being played is measured once it has been shown.
        let shown = world.resource::<Course>().stamp();
        let stamp = shown.unwrap_or_else(|| Stamp::of(world));
        if contours.stamp.replace(stamp) != Some(stamp) {
            (contours.left, contours.took_long) = (true, false);
            return;
        }
        let work = renew(world, contours, stamp, Work::begin(A_FRAMES_SHARE));
        contours.count += u64::from(work.done);
        contours.left = work.left;
        contours.took_long = work.done && work.is_long();
    });
}

fn renew(world: &World, contours: &mut Contours, stamp: Stamp, mut work: Work) -> Work {
    let Selection { unit, model } = *world.resource::<Selection>();
    let gaze = Gaze { unit, model, pointed: world.resource::<Hover>().model };
    let intent = world.resource::<Mode>().intent();
    // Besides what the player has switched on.
    let by_itself = intent.map_or(&[][..], Game::overlays_of);
    let shown = *world.resource::<Overlays>();
    contours.overlays.resize_with(Game::overlays().len(), Vec::new);
    for place in from_below() {
        let sources = if shown.has(place) || by_itself.contains(&place) {
            Game::sources(world, place, gaze, intent)
        } else {
            Vec::new()
        };
        let overlay = &mut contours.overlays[place];
        overlay.resize_with(overlay.len().max(sources.len()), Computed::default);
        for (nth, measured) in overlay.iter_mut().enumerate() {
            let source = sources.get(nth);
            let compute = source.map(|source| move || Game::contours(world, source));
            measured.renew(&mut work, source.map(|source| (stamp, source.clone())), compute);
        }
    }
    work
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_frame_has_no_time_for_is_left_for_the_next_and_what_is_switched_off_is_not() {
        let mut all: [Computed<u32, Option<u32>>; 3] = default();
        let mut frame = |from: u32, on: bool| {
            let mut work = Work::begin(Duration::ZERO);
            for one in &mut all {
                one.renew(&mut work, from, on.then_some(|| Some(from)));
            }
            (work.done, work.left, all.each_ref().map(|one| one.thing))
        };
        assert_eq!(frame(1, true), (true, true, [Some(1), None, None]));
        assert_eq!(frame(1, true), (true, true, [Some(1), Some(1), None]));
        assert_eq!(frame(1, true), (true, false, [Some(1); 3]));
        assert_eq!(frame(1, true), (false, false, [Some(1); 3]));
        assert_eq!(frame(2, true), (true, true, [Some(2), Some(1), Some(1)]));
        assert_eq!(frame(3, false), (true, false, [None; 3]));
    }
}
