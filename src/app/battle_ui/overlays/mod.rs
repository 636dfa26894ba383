//! What the rules measure, drawn over the table on demand: attack zones, front arcs, range bands,
//! coherency, sight and reach. Contours are computed when something has changed and kept.

mod bands;
mod cohesion;
mod reach;
mod sight;
mod zones;

use bevy::prelude::*;

use super::{
    aim::Hover,
    mode::{Mode, Selection},
    paint::Canvas,
    plan::Stamp,
};
use crate::{
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

/// Computed contours, until something changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Contours {
    key: Option<Key>,
    zones: Vec<(SideId, Vec<Vec<Vec2>>)>,
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
    eye: Option<ModelId>,
}

/// All that stands on the table.
fn tokens(world: &World) -> Vec<Placed> {
    let units = world.roster().units();
    units.flat_map(|unit| world.standing(unit)).map(|model| world.placed(model)).collect()
}

/// The edge of the ground within a distance of any of these, as open pieces.
pub fn around(bases: &[Placed], reach: Inches) -> Vec<Vec<Vec2>> {
    bands::union(bases, reach)
}

/// How many tokens words of half a size around a place would cover.
fn covered(tokens: &[Placed], place: Vec2, half: Vec2) -> usize {
    let under = |token: &&Placed| {
        let reach = half + Vec2::splat(token.base.outer_radius().0 * 0.8);
        (token.pose.at - place).abs().cmplt(reach).all()
    };
    tokens.iter().filter(under).count()
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
        eye: hover.model.or(selection.model).filter(|_| shown.sight),
    };
    let old = world.resource::<Contours>();
    if old.key == Some(key) {
        return;
    }
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
    let bands = unit.filter(|_| shown.bands).map(|unit| bands::of(world, unit));
    let links = if shown.coherency { cohesion::links(world) } else { Vec::new() };
    let seen = key.eye.filter(|&eye| world.is_standing(eye)).map(|eye| sight::from(world, eye));
    let reach = unit.filter(|_| shown.reach).map(|unit| reach::of(world, unit, selection.model));
    *world.resource_mut::<Contours>() = Contours {
        key: Some(key),
        zones,
        bands: bands.unwrap_or_default(),
        links,
        seen,
        reach: reach.unwrap_or_default(),
    };
}

/// Draws what is shown.
pub fn draw(world: &World, canvas: &Canvas) {
    let contours = world.resource::<Contours>();
    zones::draw(canvas, &contours.zones);
    reach::draw(canvas, &contours.reach);
    bands::draw(canvas, &contours.bands);
    cohesion::draw(canvas, &contours.links);
    if world.resource::<Overlays>().arcs {
        draw_arcs(world, canvas);
    }
    if let Some(view) = &contours.seen {
        sight::draw(world, canvas, view);
    }
}

/// The front half of the selected unit's models, or of all: the line through the centre, barbed
/// towards the rear, and an arrow ahead.
fn draw_arcs(world: &World, canvas: &Canvas) {
    let selection = *world.resource::<Selection>();
    let models: Vec<ModelId> = match (selection.model, selection.unit) {
        (Some(model), _) => vec![model],
        (None, Some(unit)) => world.standing(unit),
        (None, None) => world.roster().models().filter(|&m| world.is_standing(m)).collect(),
    };
    for model in models {
        let placed = world.placed(model);
        let pose = placed.pose;
        if !canvas.sees(pose.at, 3.0) {
            continue;
        }
        let colour = canvas.side(world.side_of_model(model));
        let half = placed.base.outer_radius().0 + 0.5;
        canvas.line(pose.local(-half, 0.0), pose.local(half, 0.0), colour, 1.3);
        for side in [-1.0, 1.0] {
            let end = half * side;
            canvas.line(pose.local(end, 0.0), pose.local(end - 0.15 * side, -0.22), colour, 1.3);
        }
        canvas.arrow(&pose, placed.base.depth().0 / 2.0 + 0.45, colour, 1.3);
    }
}
