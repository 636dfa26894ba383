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

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Mesh, Pos2};

use self::room::Room;
use super::{
    aim::Hover,
    mode::{Mode, Selection},
    paint::Canvas,
    plan::Stamp,
};
use crate::{
    app::{camera::View, theme::ThemeName, tokens::banners::Hung},
    battle::{BattleWorld, ModelId, UnitId},
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
    /// Computes it anew if it would be computed from something else; whether it was.
    fn renew(&mut self, from: Source, compute: impl FnOnce() -> Thing) -> bool {
        if self.from.as_ref() == Some(&from) {
            return false;
        }
        *self = Self { from: Some(from), thing: compute() };
        true
    }
}

/// Computed contours, each until something changes that it depends on.
#[derive(Resource, Clone, Debug, Default)]
pub struct Contours {
    /// How often any of them was computed.
    pub count: u64,
    /// By whether somebody moves.
    zones: Computed<(Stamp, bool, bool), Vec<zones::OfSide>>,
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
    fn shows_anything(&self) -> bool {
        !(self.zones.thing.is_empty()
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
    match world.resource::<Mode>() {
        Mode::Move | Mode::Block(_) => shown.zones = true,
        Mode::Shoot { .. } | Mode::Template(_) => shown.bands = true,
        _ => {}
    }
    shown
}

/// Computes those contours anew for which something has changed.
pub fn update(world: &mut World) {
    world.resource_scope(|world, mut contours: Mut<Contours>| {
        if renew(world, contours.bypass_change_detection()) {
            contours.count += 1;
        }
    });
}

/// Whether any contour was computed anew.
fn renew(world: &World, contours: &mut Contours) -> bool {
    let stamp = Stamp::of(world);
    let shown = wanted(world);
    let selection = *world.resource::<Selection>();
    let mode = world.resource::<Mode>();
    let unit = selection.unit.or(world.frame().active);
    let moving = matches!(mode, Mode::Move | Mode::Block(_));
    let shooting = Shooting {
        bows: matches!(mode, Mode::Shoot { .. }),
        aimed: match mode {
            Mode::Template(aimed) => Some((aimed.by, aimed.weapon)),
            _ => None,
        },
    };
    let shooter = unit.filter(|_| shown.bands);
    let walker = unit.filter(|_| shown.reach).map(|unit| (unit, selection.model));
    let eye = world.resource::<Hover>().model.or(selection.model).filter(|_| shown.sight);
    let eye = eye.filter(|&eye| world.is_standing(eye));
    let Contours { count: _, zones, arcs, bands, links, seen, reach } = contours;
    [
        zones.renew((stamp, shown.zones, moving), || {
            if shown.zones { zones::contours(world, moving) } else { Vec::new() }
        }),
        arcs.renew((stamp, shown.arcs, selection), || {
            if shown.arcs { arcs::of(world, &selection) } else { Vec::new() }
        }),
        bands.renew((stamp, shooter, shooting), || {
            shooter.map(|unit| bands::of(world, unit)).unwrap_or_default()
        }),
        links.renew((stamp, shown.coherency), || {
            if shown.coherency { cohesion::links(world) } else { Vec::new() }
        }),
        seen.renew((stamp, eye), || eye.map(|eye| sight::from(world, eye))),
        reach.renew((stamp, walker), || {
            walker.map(|(unit, model)| reach::of(world, unit, model)).unwrap_or_default()
        }),
    ]
    .contains(&true)
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
    let drawn = world.resource::<Drawn>();
    if drawn.key == Some(key) {
        return;
    }
    let count = drawn.count + 1;
    let mut strokes = canvas.strokes();
    let mut words = Vec::new();
    let mut legend = None;
    if contours.shows_anything() {
        let mut room = Room::new(world, canvas);
        let (strokes, words, room) = (&mut strokes, &mut words, &mut room);
        zones::draw(canvas, strokes, &contours.zones.thing);
        reach::draw(canvas, strokes, words, room, &contours.reach.thing);
        bands::draw(canvas, strokes, words, room, &contours.bands.thing);
        cohesion::draw(canvas, strokes, words, room, &contours.links.thing);
        arcs::draw(canvas, strokes, &contours.arcs.thing);
        if let Some(view) = &contours.seen.thing {
            legend = sight::draw(world, canvas, strokes, words, room, view);
        }
    }
    let lines = Arc::new(strokes.into_mesh());
    *world.resource_mut::<Drawn>() = Drawn { key: Some(key), count, lines, words };
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
