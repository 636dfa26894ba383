//! How long the game itself works in a frame, without the drawing: no frame should hold the page
//! up once its curtain is up. Only pages opened with `?probe` measure it, for the test.

use std::time::Duration;

use bevy::{
    app::MainScheduleOrder, ecs::schedule::ScheduleLabel, platform::time::Instant, prelude::*,
};
use serde::Serialize;

use crate::app::AppSystems::{self, GiveOrders, PlayEvents, ReadInput, Redraw};

/// After everything else in a frame.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AfterAll;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pace>();
    app.init_schedule(AfterAll);
    app.world_mut().resource_mut::<MainScheduleOrder>().insert_after(Last, AfterAll);
    app.add_systems(First, begin_frame);
    app.add_systems(Update, part("before").before(ReadInput));
    let sets: [(AppSystems, AppSystems, &str); 3] = [
        (ReadInput, GiveOrders, "input"),
        (GiveOrders, PlayEvents, "orders"),
        (PlayEvents, Redraw, "events"),
    ];
    for (done, next, name) in sets {
        app.add_systems(Update, part(name).after(done).before(next));
    }
    app.add_systems(Update, part("redraw").after(Redraw));
    app.add_systems(AfterAll, (part("panels"), end_frame).chain());
}

/// A frame's work in milliseconds.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Frame {
    all: f64,
    parts: Vec<(&'static str, f64)>,
}

/// What the frames since the last question took.
#[derive(Resource, Default)]
pub(super) struct Pace {
    began: Option<Instant>,
    marked: Option<Instant>,
    frame: Frame,
    slowest: Frame,
    told: Told,
}

/// What is told of them.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Told {
    /// How many there were.
    frames: u32,
    /// What they took together, in milliseconds.
    sum: f64,
    /// Those of more than a twentieth of a second, or else the slowest.
    slow: Vec<Frame>,
}

/// So much of a frame is too much.
const TOO_LONG: Duration = Duration::from_millis(50);

impl Pace {
    /// What the frames since the last question took.
    pub(super) fn take(&mut self) -> Told {
        let mut told = std::mem::take(&mut self.told);
        let slowest = std::mem::take(&mut self.slowest);
        if told.slow.is_empty() {
            told.slow.push(slowest);
        }
        told
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn begin_frame(mut pace: ResMut<Pace>) {
    let now = Instant::now();
    (pace.began, pace.marked) = (Some(now), Some(now));
    pace.frame = Frame::default();
}

/// Notes what a part of the frame took.
fn part(name: &'static str) -> impl FnMut(ResMut<Pace>) {
    move |mut pace| {
        let now = Instant::now();
        let Some(before) = pace.marked.replace(now) else { return };
        pace.frame.parts.push((name, milliseconds(now - before)));
    }
}

pub(super) fn end_frame(mut pace: ResMut<Pace>) {
    let Some(began) = pace.began.take() else { return };
    let took = began.elapsed();
    let mut frame = std::mem::take(&mut pace.frame);
    frame.all = milliseconds(took);
    pace.told.frames += 1;
    pace.told.sum += frame.all;
    if took > TOO_LONG {
        pace.told.slow.push(frame.clone());
    }
    if frame.all > pace.slowest.all {
        pace.slowest = frame;
    }
}
