//! What the rules measure, drawn over the table on demand. Contours are computed when something has
//! changed and kept ([`Contours`]); so are the lines made of them, until the view changes
//! ([`Drawn`]).

mod lines;
mod measured;
pub(super) mod room;
mod sight;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Mesh, Pos2};

use self::room::Room;
use super::paint::Canvas;
use crate::{
    app::{camera::View, seat::Game, theme::ThemeName, tokens::banners::Hung},
    battle::{
        BattleWorld,
        playable::{Mapping, mapping::Contour},
    },
    table::Placed,
};

pub use measured::{Contours, update};

/// Which overlays the player has switched on: a bit for each place among them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays(u32);

impl Overlays {
    /// All of them.
    pub const ALL: Self = Self(u32::MAX);

    /// Those with these ids, as a posed picture names them.
    pub fn called(ids: &[String]) -> Self {
        let places = Game::overlays().iter().enumerate();
        let called = places.filter(|(_, overlay)| ids.iter().any(|id| id == overlay.id));
        Self(called.fold(0, |bits, (place, _)| bits | (1 << place)))
    }

    /// Whether the one at a place is switched on.
    pub fn has(self, place: usize) -> bool {
        (self.0 >> place) & 1 == 1
    }

    /// Switches the one at a place on or off.
    pub fn toggle(&mut self, place: usize) {
        self.0 ^= 1 << place;
    }
}

/// All that stands on the table.
fn tokens(world: &World) -> Vec<Placed> {
    let units = world.roster().units();
    units.flat_map(|unit| world.standing(unit)).map(|model| world.placed(model)).collect()
}

/// Words of an overlay, where they stand in the window.
#[derive(Clone, Debug)]
enum Words {
    /// On a plate.
    Plate { at: Pos2, text: String, colour: Color32 },
    /// Without one, where there is one already.
    Bare { at: Pos2, text: String, colour: Color32 },
    /// A number of actions in a ring.
    Number { at: Pos2, number: usize, colour: Color32 },
}

/// The lines and words of the contours as they were last drawn.
#[derive(Resource, Clone, Debug, Default)]
pub struct Drawn {
    key: Option<DrawnKey>,
    /// How often they were drawn again.
    pub count: u64,
    /// Whether they have waited for a frame in which less is computed.
    waited: bool,
    lines: Arc<Mesh>,
    /// What words stand on or beside.
    plates: Arc<Mesh>,
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
    let took_long = contours.took_long();
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
    let mut plates = canvas.strokes();
    let contours = world.resource::<Contours>();
    let mut words = Vec::new();
    let mut legend = None;
    let shown: Vec<&Contour> = contours.shown().collect();
    if !shown.is_empty() {
        let mut room = Room::new(world, canvas);
        let (strokes, words, room) = (&mut strokes, &mut words, &mut room);
        let plates = &mut plates;
        for &contour in &shown {
            match contour {
                Contour::Sight(view) => {
                    legend = sight::draw(world, canvas, (strokes, plates), words, room, view);
                }
                other => lines::draw(canvas, strokes, words, room, other),
            }
        }
        lines::number(canvas, words, room, &shown);
    }
    let [lines, plates] = [strokes, plates].map(|strokes| Arc::new(strokes.into_mesh()));
    *world.resource_mut::<Drawn>() =
        Drawn { key: Some(key), count, waited: false, lines, plates, words };
    world.resource_mut::<Hung>().make_way(legend);
}

/// Draws the lines of what is shown.
pub fn draw(world: &World, canvas: &Canvas) {
    canvas.paint(&world.resource::<Drawn>().lines);
}

/// Draws its words, over the banners of units.
pub fn draw_words(world: &World, canvas: &Canvas) {
    let drawn = world.resource::<Drawn>();
    canvas.paint_plates(&drawn.plates);
    for words in &drawn.words {
        match words {
            Words::Plate { at, text, colour } => canvas.words(*at, text, *colour),
            Words::Bare { at, text, colour } => canvas.bare_words(*at, text, *colour),
            Words::Number { at, number, colour } => canvas.number(*at, *number, *colour),
        }
    }
}
