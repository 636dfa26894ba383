//! Poses the battle's interface for a picture: who is selected, what is being prepared, where the
//! pointer is. A hidden option for documentation and tests; it gives no orders.

use std::{fs, path::Path};

use bevy::prelude::*;
use serde::Deserialize;

use super::{
    aim::{Aim, Hover, model_at},
    choosing, giving,
    listing::{OpenListing, Subject},
    mode::{Mode, Scope, Selection},
    open_panels::OpenPanels,
    overlays::Overlays,
};
use crate::{
    app::{
        AppOptions,
        animation::Playback,
        camera::View,
        computers,
        orders::OrderQueue,
        screens::{Screen, message_box::MessageBox},
        seat::{Game, Posed},
    },
    battle::{
        BattleWorld, Commander, ModelId, SideId, UnitId,
        data::{DataError, read_ron},
        playable::{
            Acting,
            acting::{Focus, VerbId},
        },
    },
};

/// What the picture shall show.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pose {
    /// The selected unit, by number.
    unit: Option<u32>,
    /// The selected model, by number.
    model: Option<u32>,
    /// Whether orders go to that model alone.
    alone: bool,
    /// The order being prepared.
    prepares: Option<Posed>,
    /// Where it is measured from.
    measures: Option<Vec2>,
    /// Where the pointer is, in inches.
    at: Option<Vec2>,
    /// Where models shall look at the end.
    facing: Option<Vec2>,
    /// Overlays: zones, arcs, bands, coherency, sight, reach.
    overlays: Vec<String>,
    /// What is in the middle of the window, in inches.
    centre: Option<Vec2>,
    /// Pixels per inch.
    zoom: Option<f32>,
    /// Whether log and dice are hidden.
    no_log: bool,
    /// Whether the whole log is open.
    log: bool,
    /// Part of the log's line that is shown on the table.
    line: Option<String>,
    /// Whether the score is shown.
    score: bool,
    /// Whether the keys are shown.
    help: bool,
    /// Whether the menu is open.
    menu: bool,
    /// Whether it is shown who leads the sides.
    players: bool,
    /// The computer players that lead the sides from here on, by their names.
    computers: Vec<String>,
    /// Whether hints are shown.
    hints: bool,
    /// The verb whose list is open, as settings call it.
    list: Option<String>,
    /// Whether the enemy's units are listed, one of which may be made to act first.
    enemies: bool,
}

/// The pose that is still to be taken.
#[derive(Resource, Default)]
struct Waiting(Option<Pose>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waiting>();
    app.add_systems(Startup, read);
}

fn read(
    options: Option<Res<AppOptions>>,
    mut waiting: ResMut<Waiting>,
    mut message: ResMut<MessageBox>,
) {
    let Some(path) = options.and_then(|options| options.look.clone()) else { return };
    match read_pose(&path) {
        Ok(pose) => waiting.0 = Some(pose),
        Err(error) => message.errors("The picture's pose can't be read", &[error]),
    }
}

fn read_pose(path: &Path) -> Result<Pose, DataError> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|e| DataError::new(&name, e.to_string()))?;
    read_ron(&name, &text)
}

/// Takes the pose once nothing is going on any more.
pub fn take(world: &mut World) {
    let ready = world.resource::<Waiting>().0.is_some()
        && *world.resource::<State<Screen>>().get() == Screen::Battle
        && world.resource::<OrderQueue>().is_empty()
        && !world.resource::<Playback>().is_busy();
    if !ready {
        return;
    }
    let Some(pose) = world.resource_mut::<Waiting>().0.take() else { return };
    let unit = |number: u32| {
        Some(UnitId(number)).filter(|unit| unit.index() < world.roster().units().len())
    };
    let model = |number: u32| {
        Some(ModelId(number)).filter(|model| model.index() < world.roster().models().len())
    };
    let chosen = pose.model.and_then(model);
    let selected = chosen.map(|model| world.unit_of(model)).or(pose.unit.and_then(unit));
    let focus = Focus { unit: selected, model: chosen, alone: pose.alone };
    let mode = match (&pose.prepares, pose.measures) {
        (_, Some(from)) => Mode::Measure { from: Some(from) },
        (Some(posed), None) => Game::posed(world, focus, posed).map_or(Mode::Select, Mode::Prepare),
        (None, None) => Mode::Select,
    };
    let overlays = Overlays::called(&pose.overlays);
    let hover = pose.at.and_then(|at| model_at(world, at, 0.3));
    let hover = hover.map_or(Hover::default(), |model| Hover::on(world, model));
    giving::enter(world, mode);
    super::mode::forget_last(world);
    *world.resource_mut::<Selection>() = Selection { unit: selected, model: chosen };
    *world.resource_mut::<Scope>() = if pose.alone { Scope::Model } else { Scope::Unit };
    *world.resource_mut::<Overlays>() = overlays;
    *world.resource_mut::<Hover>() = hover;
    let mut aim = world.resource_mut::<Aim>();
    aim.at = pose.at;
    aim.facing = pose.facing;
    aim.by_keys = true;
    if let Some(line) = &pose.line {
        super::log::update(world);
        world.resource_mut::<super::log::LogLines>().keep_last(line);
    }
    let mut shown = world.resource_mut::<OpenPanels>();
    shown.log = pose.log;
    shown.lines = !pose.no_log;
    shown.dice = !pose.no_log;
    shown.score = pose.score;
    shown.help = pose.help;
    shown.menu = pose.menu;
    shown.players = pose.players;
    let listed = pose
        .list
        .as_deref()
        .and_then(|id| (0..).map(VerbId).zip(Game::verbs()).find(|(_, words)| words.id == id));
    if let Some((verb, _)) = listed {
        world.resource_mut::<OpenListing>().toggle(Subject::Verb(verb));
    }
    if pose.enemies {
        choosing::list_enemies(world);
    }
    for (side, name) in (0..).map(SideId).zip(pose.computers) {
        computers::give(world, side, Commander::Computer(name));
    }
    if pose.hints {
        computers::hints::ask(world);
    }
    let mut view = world.resource_mut::<View>();
    if let Some(centre) = pose.centre {
        view.look_at(centre);
    }
    if let Some(zoom) = pose.zoom {
        let (middle, present) = (view.window / 2.0, view.zoom);
        view.zoom_at(middle, zoom / present);
    }
}
