//! Answers whoever tests the page: a page opened with `?probe` says on request what it shows and
//! where, so that a test can use mouse and keys as a player does.

use bevy::prelude::*;
use bevy_egui::{
    EguiOutput, PrimaryEguiContext,
    egui::accesskit::{Node, Role},
};
use serde::Serialize;

use super::{
    address,
    pace::{self, AfterAll, Pace, Told},
    page::{canvas, mark},
};
use crate::{
    app::{
        Screen,
        animation::Playback,
        camera::View,
        loading::Loading,
        orders::OrderQueue,
        screens::{self, message_box::MessageBox},
        seat::Game,
        settings::UiScale,
        third_party::egui::context,
    },
    battle::{BattleWorld, History, Log, Pending, Roster, Showing, snapshot::state_hash},
};

pub(super) fn plugin(app: &mut App) {
    if address::is_probed() {
        app.add_plugins(pace::plugin);
        app.init_resource::<Asked>();
        app.add_systems(AfterAll, answer.after(pace::end_frame));
    }
}

/// The last question that was answered.
#[derive(Resource, Default)]
struct Asked(String);

/// What is shown, and where in CSS pixels.
#[derive(Serialize)]
struct Answer {
    screen: String,
    busy: bool,
    /// Whether all is there that the screen draws bit by bit.
    drawn: bool,
    message: Vec<String>,
    buttons: Vec<Button>,
    battle: Option<Battle>,
    pace: Told,
}

#[derive(Serialize)]
struct Button {
    name: String,
    role: String,
    enabled: bool,
    at: [f64; 2],
}

#[derive(Serialize)]
struct Battle {
    orders: usize,
    events: usize,
    hash: String,
    turn: u32,
    phase: String,
    side: u32,
    active: Option<u32>,
    question: Option<Question>,
    units: Vec<Unit>,
    zoom: f32,
}

#[derive(Serialize)]
struct Question {
    side: u32,
    options: usize,
}

#[derive(Serialize)]
struct Unit {
    id: u32,
    name: String,
    side: u32,
    models: Vec<[f32; 2]>,
}

/// A test writes a number of its own on the canvas and waits for the same number beside the
/// answer.
fn answer(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    ctx.enable_accesskit();
    let Some(asked) = question() else { return };
    if world.resource::<Asked>().0 == asked {
        return;
    }
    let Some(buttons) = buttons(world) else { return };
    let there = world.contains_resource::<Roster>();
    let drawn = world.run_system_cached(screens::is_drawn).unwrap_or_default();
    let shown = Answer {
        screen: format!("{:?}", world.resource::<State<Screen>>().get()),
        busy: world.resource::<Playback>().is_busy()
            || !world.resource::<OrderQueue>().is_empty()
            || world.contains_resource::<Loading>(),
        drawn,
        message: world.resource::<MessageBox>().lines().to_vec(),
        buttons,
        battle: there.then(|| battle(world)),
        pace: world.resource_mut::<Pace>().take(),
    };
    if let Ok(text) = serde_json::to_string(&shown) {
        mark("answer", &text);
        mark("answered", &asked);
    }
    world.resource_mut::<Asked>().0 = asked;
}

fn question() -> Option<String> {
    canvas()?.dataset().get("ask")
}

/// All that can be pressed or read, once a pass with names has been made.
fn buttons(world: &mut World) -> Option<Vec<Button>> {
    let scale = f64::from(world.resource::<UiScale>().now());
    let mut outputs = world.query_filtered::<&EguiOutput, With<PrimaryEguiContext>>();
    let output = outputs.single(world).ok()?;
    let update = output.platform_output.accesskit_update.as_ref()?;
    let button = |node: &Node| {
        let bounds = node.bounds()?;
        let name = node.label().or_else(|| node.value())?.to_owned();
        let role = node.role();
        let pressed = matches!(
            role,
            Role::Button | Role::CheckBox | Role::RadioButton | Role::TextInput | Role::Label
        );
        pressed.then(|| Button {
            name,
            role: format!("{role:?}"),
            enabled: !node.is_disabled(),
            at: [(bounds.x0 + bounds.x1) / 2.0 * scale, (bounds.y0 + bounds.y1) / 2.0 * scale],
        })
    };
    Some(update.nodes.iter().filter_map(|(_, node)| button(node)).collect())
}

fn battle(world: &World) -> Battle {
    let view = *world.resource::<View>();
    let frame = world.frame();
    let unit = |id| Unit {
        id: id_number(id),
        name: world.unit_name(id).to_owned(),
        side: world.side_of(id).index() as u32,
        models: world
            .standing(id)
            .into_iter()
            .map(|model| view.pixel_of(world.placed(model).pose.at).to_array())
            .collect(),
    };
    let pending = world.resource::<Pending<Game>>().0.as_ref();
    Battle {
        orders: world.resource::<History<Game>>().len(),
        events: world.resource::<Log<Game>>().0.len(),
        hash: format!("{:016x}", state_hash::<Game>(world)),
        turn: frame.turn,
        phase: Game::clock(world).time,
        side: frame.side.index() as u32,
        active: frame.active.map(id_number),
        question: pending.map(|decision| Question {
            side: decision.side.index() as u32,
            options: decision.options.len(),
        }),
        units: world.roster().units().map(unit).collect(),
        zoom: view.zoom,
    }
}

fn id_number(unit: crate::battle::UnitId) -> u32 {
    unit.index() as u32
}
