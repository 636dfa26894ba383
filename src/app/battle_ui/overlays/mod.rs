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
    app::{camera::View, theme::ThemeName},
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

impl Contours {
    fn shows_anything(&self) -> bool {
        !(self.zones.is_empty()
            && self.arcs.is_empty()
            && self.bands.is_empty()
            && self.links.is_empty()
            && self.reach.is_empty()
            && self.seen.is_none())
    }
}

/// Computed contours, until something changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Contours {
    key: Option<Key>,
    /// How often they were computed.
    count: u64,
    zones: Vec<zones::OfSide>,
    arcs: Vec<arcs::Arc>,
    bands: Vec<bands::Band>,
    links: Vec<cohesion::Link>,
    seen: Option<sight::View>,
    reach: Vec<reach::Contour>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    stamp: Stamp,
    shown: Overlays,
    moving: bool,
    /// Whose ranges: of bows, or of which aimed weapon.
    bows: bool,
    aimed: Option<(ModelId, u8)>,
    unit: Option<UnitId>,
    model: Option<ModelId>,
    /// Whose arcs, if only some.
    selected: Option<UnitId>,
    eye: Option<ModelId>,
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

/// Computes contours anew if something has changed.
pub fn update(world: &mut World) {
    let shown = wanted(world);
    let selection = *world.resource::<Selection>();
    let hover = *world.resource::<Hover>();
    let unit = selection.unit.or(world.frame().active);
    let key = Key {
        stamp: Stamp::of(world),
        shown,
        moving: matches!(world.resource::<Mode>(), Mode::Move | Mode::Block(_)),
        bows: matches!(world.resource::<Mode>(), Mode::Shoot { .. }),
        aimed: match world.resource::<Mode>() {
            Mode::Template(aimed) => Some((aimed.by, aimed.weapon)),
            _ => None,
        },
        unit,
        model: selection.model,
        selected: selection.unit,
        eye: hover.model.or(selection.model).filter(|_| shown.sight),
    };
    let old = world.resource::<Contours>();
    if old.key == Some(key) {
        return;
    }
    let count = old.count + 1;
    // Zones are the dearest and depend on little.
    let same_zones = old.key.is_some_and(|o| {
        (o.stamp, o.shown.zones, o.moving) == (key.stamp, key.shown.zones, key.moving)
    });
    let zones = if same_zones {
        old.zones.clone()
    } else if shown.zones {
        zones::contours(world, key.moving)
    } else {
        Vec::new()
    };
    let arcs = if shown.arcs { arcs::of(world, &selection) } else { Vec::new() };
    let bands = unit.filter(|_| shown.bands).map(|unit| bands::of(world, unit));
    let links = if shown.coherency { cohesion::links(world) } else { Vec::new() };
    let seen = key.eye.filter(|&eye| world.is_standing(eye)).map(|eye| sight::from(world, eye));
    let reach = unit.filter(|_| shown.reach).map(|unit| reach::of(world, unit, selection.model));
    *world.resource_mut::<Contours>() = Contours {
        key: Some(key),
        count,
        zones,
        arcs,
        bands: bands.unwrap_or_default(),
        links,
        seen,
        reach: reach.unwrap_or_default(),
    };
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
    lines: Arc<Mesh>,
    words: Vec<Words>,
}

/// All that decides what the lines look like.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawnKey {
    count: u64,
    view: View,
    free: egui::Rect,
    theme: ThemeName,
}

/// Makes the lines of what is shown, if anything about them has changed.
pub fn prepare(world: &mut World, canvas: &Canvas) {
    let contours = world.resource::<Contours>();
    let key = DrawnKey {
        count: contours.count,
        view: *canvas.view(),
        free: canvas.free(),
        theme: canvas.theme.name,
    };
    if world.resource::<Drawn>().key == Some(key) {
        return;
    }
    let mut strokes = canvas.strokes();
    let mut words = Vec::new();
    if contours.shows_anything() {
        let mut room = Room::new(world, canvas);
        let (strokes, words, room) = (&mut strokes, &mut words, &mut room);
        zones::draw(canvas, strokes, &contours.zones);
        reach::draw(canvas, strokes, words, room, &contours.reach);
        bands::draw(canvas, strokes, words, room, &contours.bands);
        cohesion::draw(canvas, strokes, words, room, &contours.links);
        arcs::draw(canvas, strokes, &contours.arcs);
        if let Some(view) = &contours.seen {
            sight::draw(world, canvas, strokes, words, room, view);
        }
    }
    let lines = Arc::new(strokes.into_mesh());
    *world.resource_mut::<Drawn>() = Drawn { key: Some(key), lines, words };
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
