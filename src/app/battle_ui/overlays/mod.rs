//! What the rules measure, drawn over the table on demand: attack zones, front arcs, range bands,
//! coherency, sight and reach. Contours are computed when something has changed and kept
//! ([`Contours`]); so are the lines made of them, until the view changes ([`Drawn`]).

mod arcs;
mod bands;
mod cohesion;
mod reach;
mod room;
mod shorten;
mod sight;
mod zones;

use std::{sync::Arc, time::Duration};

use bevy::{platform::time::Instant, prelude::*};
use bevy_egui::egui::{self, Color32, Mesh, Pos2};

use self::room::Room;
use super::{
    aim::Hover,
    mode::{Mode, Selection},
    paint::Canvas,
    plan::Stamp,
};
use crate::{
    app::{camera::View, seat::Intent, theme::ThemeName, tokens::banners::Hung},
    battle::{BattleWorld, ModelId, SideId, UnitId},
    table::{Inches, Placed},
};

/// Which overlays are shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// Ground that enemies may not enter.
    pub zones: bool,
    /// Which way models look, and what lies in their front half.
    pub arcs: bool,
    /// How far the selected unit shoots.
    pub bands: bool,
    /// What holds units together.
    pub coherency: bool,
    /// What the model under the pointer sees.
    pub sight: bool,
    /// Where the selected model can get to.
    pub reach: bool,
}

impl Overlays {
    /// All of them shown.
    pub const ALL: Self =
        Self { zones: true, arcs: true, bands: true, coherency: true, sight: true, reach: true };

    /// All overlays: what the box says, what it explains, and the switch.
    pub fn boxes(&mut self) -> [(&'static str, &'static str, &mut bool); 6] {
        [
            ("Zones", "Ground that enemies may not enter", &mut self.zones),
            ("Arcs", "The front half of models", &mut self.arcs),
            ("Ranges", "How far the selected unit shoots, and at what modifier", &mut self.bands),
            ("Coherency", "What holds units together; broken where red", &mut self.coherency),
            ("Sight", "What the model under the pointer sees of each enemy", &mut self.sight),
            ("Reach", "Where the selected model can get to, action by action", &mut self.reach),
        ]
    }
}

/// Something that was computed, until what it was computed from changes.
#[derive(Clone, Debug)]
struct Computed<Source, Thing> {
    from: Option<Source>,
    thing: Thing,
}

impl<Source, Thing: Default> Default for Computed<Source, Thing> {
    fn default() -> Self {
        Self { from: None, thing: Thing::default() }
    }
}

impl<Source: PartialEq, Thing> Computed<Source, Thing> {
    /// Computes it anew if it would be computed from something else and the frame has time left;
    /// clears it if it isn't wanted.
    fn renew(&mut self, work: &mut Work, from: Source, compute: Option<impl FnOnce() -> Thing>)
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
    /// Of each side, by whether somebody moves.
    zones: [Computed<(Stamp, bool, bool), Option<zones::OfSide>>; 2],
    arcs: Computed<(Stamp, bool, Selection), Vec<arcs::Arc>>,
    bands: Computed<(Stamp, Option<UnitId>, Shooting), Vec<bands::Band>>,
    links: Computed<(Stamp, bool), Vec<cohesion::Link>>,
    seen: Computed<(Stamp, Option<ModelId>), Option<sight::View>>,
    reach: Computed<(Stamp, Option<(UnitId, Option<ModelId>)>), Vec<reach::Contour>>,
}

/// Whose ranges are shown: of bows, or of an aimed weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shooting {
    bows: bool,
    aimed: Option<(ModelId, u8)>,
}

impl Contours {
    /// Whether all are as they should be, and drawn in the same frame.
    pub fn are_settled(&self) -> bool {
        !self.left && !self.took_long
    }

    fn shows_anything(&self) -> bool {
        !(self.zones.iter().all(|zones| zones.thing.is_none())
            && self.arcs.thing.is_empty()
            && self.bands.thing.is_empty()
            && self.links.thing.is_empty()
            && self.reach.thing.is_empty()
            && self.seen.thing.is_none())
    }
}

/// So many places are tried for words along a contour.
const PLACES: usize = 40;

/// All that stands on the table.
fn tokens(world: &World) -> Vec<Placed> {
    let units = world.roster().units();
    units.flat_map(|unit| world.standing(unit)).map(|model| world.placed(model)).collect()
}

/// The edge of the ground within a distance of any of these, as open pieces.
pub fn around(bases: &[Placed], reach: Inches) -> Vec<Vec<Vec2>> {
    bands::union(bases, reach)
}

/// What is shown because of the present mode, besides what the player has switched on.
fn wanted(world: &World) -> Overlays {
    let mut shown = *world.resource::<Overlays>();
    match world.resource::<Mode>().intent() {
        Some(Intent::Move | Intent::Block(_)) => shown.zones = true,
        Some(Intent::Shoot { .. } | Intent::Template(_)) => shown.bands = true,
        _ => {}
    }
    shown
}

/// Computes those contours anew for which something has changed; what the rules have done is looked
/// at a frame later, for that of an order has enough to do.
pub fn update(world: &mut World) {
    world.resource_scope(|world, mut contours: Mut<Contours>| {
        let contours = contours.bypass_change_detection();
        let stamp = Stamp::of(world);
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
    let shown = wanted(world);
    let selection = *world.resource::<Selection>();
    let mode = world.resource::<Mode>();
    let unit = selection.unit.or(world.frame().active);
    let moving = matches!(mode.intent(), Some(Intent::Move | Intent::Block(_)));
    let shooting = Shooting {
        bows: matches!(mode.intent(), Some(Intent::Shoot { .. })),
        aimed: match mode.intent() {
            Some(Intent::Template(aimed)) => Some((aimed.by, aimed.weapon)),
            _ => None,
        },
    };
    let shooter = unit.filter(|_| shown.bands);
    let walker = unit.filter(|_| shown.reach).map(|unit| (unit, selection.model));
    let eye = world.resource::<Hover>().model.or(selection.model).filter(|_| shown.sight);
    let eye = eye.filter(|&eye| world.is_standing(eye));
    let Contours { zones, arcs, bands, links, seen, reach, .. } = contours;
    for (side, zones) in (0..).map(SideId).zip(zones) {
        let compute = || zones::contours(world, side, moving);
        zones.renew(&mut work, (stamp, shown.zones, moving), shown.zones.then_some(compute));
    }
    let compute = || arcs::of(world, &selection);
    arcs.renew(&mut work, (stamp, shown.arcs, selection), shown.arcs.then_some(compute));
    let compute = shooter.map(|unit| move || bands::of(world, unit));
    bands.renew(&mut work, (stamp, shooter, shooting), compute);
    let compute = || cohesion::links(world);
    links.renew(&mut work, (stamp, shown.coherency), shown.coherency.then_some(compute));
    let compute = walker.map(|(unit, model)| move || reach::of(world, unit, model));
    reach.renew(&mut work, (stamp, walker), compute);
    // Last, for it changes with the pointer: the others shouldn't wait until that rests.
    let compute = eye.map(|eye| move || Some(sight::from(world, eye)));
    seen.renew(&mut work, (stamp, eye), compute);
    work
}

/// Words of an overlay, where they stand in the window.
#[derive(Clone, Debug)]
enum Words {
    /// On a plate.
    Plate { at: Pos2, text: String, colour: Color32 },
    /// Without one, where the lines have made one.
    Bare { at: Pos2, text: String, colour: Color32 },
    /// A number of actions in a ring.
    Number { at: Pos2, number: usize, colour: Color32 },
}

/// The lines and words of the contours as they were last drawn.
#[derive(Resource, Clone, Debug, Default)]
pub struct Drawn {
    key: Option<DrawnKey>,
    /// How often they were drawn anew.
    pub count: u64,
    /// Whether they have waited for a frame in which less is computed.
    waited: bool,
    lines: Arc<Mesh>,
    words: Vec<Words>,
}

/// All that decides what the lines look like.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawnKey {
    count: u64,
    banners: u64,
    view: View,
    free: egui::Rect,
    theme: ThemeName,
}

/// Makes the lines of what is shown, if anything about them has changed.
pub fn prepare(world: &mut World, canvas: &Canvas) {
    let contours = world.resource::<Contours>();
    let key = DrawnKey {
        count: contours.count,
        banners: world.resource::<Hung>().count(),
        view: *canvas.view(),
        free: canvas.free(),
        theme: canvas.theme.name,
    };
    let took_long = contours.took_long;
    let drawn = world.resource_mut::<Drawn>().into_inner();
    if drawn.key == Some(key) {
        return;
    }
    // Lines go with the table: only what is new about them can wait.
    let same_view = drawn.key.is_some_and(|old| DrawnKey { count: key.count, ..old } == key);
    if took_long && same_view && !std::mem::replace(&mut drawn.waited, true) {
        return;
    }
    let count = drawn.count + 1;
    let mut strokes = canvas.strokes().with_room_for(&drawn.lines);
    let contours = world.resource::<Contours>();
    let mut words = Vec::new();
    let mut legend = None;
    if contours.shows_anything() {
        let mut room = Room::new(world, canvas);
        let (strokes, words, room) = (&mut strokes, &mut words, &mut room);
        for zones in contours.zones.iter().filter_map(|zones| zones.thing.as_ref()) {
            zones::draw(canvas, strokes, zones);
        }
        reach::draw(canvas, strokes, words, room, &contours.reach.thing);
        bands::draw(canvas, strokes, words, room, &contours.bands.thing);
        cohesion::draw(canvas, strokes, words, room, &contours.links.thing);
        arcs::draw(canvas, strokes, &contours.arcs.thing);
        if let Some(view) = &contours.seen.thing {
            legend = sight::draw(world, canvas, strokes, words, room, view);
        }
    }
    let lines = Arc::new(strokes.into_mesh());
    *world.resource_mut::<Drawn>() = Drawn { key: Some(key), count, waited: false, lines, words };
    world.resource_mut::<Hung>().make_way(legend);
}

/// Draws the lines of what is shown.
pub fn draw(world: &World, canvas: &Canvas) {
    canvas.paint(&world.resource::<Drawn>().lines);
}

/// Draws its words, over the banners of units.
pub fn draw_words(world: &World, canvas: &Canvas) {
    for words in &world.resource::<Drawn>().words {
        match words {
            Words::Plate { at, text, colour } => canvas.words(*at, text, *colour),
            Words::Bare { at, text, colour } => canvas.bare_words(*at, text, *colour),
            Words::Number { at, number, colour } => canvas.number(*at, *number, *colour),
        }
    }
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
