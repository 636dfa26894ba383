//! The order that mode, aim and selection make together, and what it would do. Rules are asked
//! again only when one of these has changed, and what is long to answer is spread over frames.

mod making;

use std::time::Duration;

use bevy::prelude::*;

use super::{
    aim, likely,
    mode::{Mode, focus},
};
use crate::{
    app::seat::{Game, Order, OrderError, Sketch},
    battle::{
        Acting, History, Log, Pending, Telling,
        playable::{
            acting::{Focus, Pointing},
            telling::Objection,
        },
    },
};
use making::Making;

/// A state of the battle: equal stamps, equal battles, as far as the panels are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    orders: usize,
    events: usize,
    asked: bool,
    rewound: usize,
    beginning: usize,
}

impl Stamp {
    /// Of the battle as it is.
    pub fn of(world: &World) -> Self {
        Self {
            orders: world.resource::<History<Game>>().len(),
            events: world.resource::<Log<Game>>().0.len(),
            asked: world.resource::<Pending<Game>>().0.is_some(),
            rewound: world.resource::<History<Game>>().rewound(),
            beginning: world.resource::<BattleCount>().0,
        }
    }

    /// Whether both are of one battle.
    pub fn is_of_same_battle(&self, other: &Self) -> bool {
        self.beginning == other.beginning
    }
}

/// How many battles were begun in this window, so that two are never taken for one.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct BattleCount(pub usize);

#[derive(Clone, Debug, PartialEq)]
struct Key {
    stamp: Stamp,
    mode: Mode,
    focus: Focus,
    pointing: Pointing,
}

/// The order in preparation and its preview.
#[derive(Resource, Clone, Debug, Default)]
pub struct Draft {
    key: Option<Key>,
    waited: u8,
    /// The next one, in the making.
    next: Option<Box<Making>>,
    /// The order, if mode and aim make one.
    pub order: Option<Order>,
    /// Why there is no order, or why it will be refused.
    pub refused: Option<OrderError>,
    /// What it would do.
    pub sketch: Sketch,
    /// Why it goes less far than what is pointed at, if it does.
    pub stops: Option<OrderError>,
}

impl Draft {
    /// Whether the order may be given as it is.
    pub fn is_legal(&self) -> bool {
        self.order.is_some() && self.refused.is_none()
    }

    /// Whether no other one is in the making.
    pub fn is_settled(&self) -> bool {
        self.next.is_none()
    }
}

/// Why an order in preparation is refused, for whoever prepares it.
pub fn objection(world: &World, refused: &OrderError) -> Objection {
    let told = Game::objection(refused);
    let intent = world.resource::<Draft>().key.as_ref().and_then(|key| key.mode.intent());
    match intent.and_then(|intent| Game::refusal_of(world, intent, refused)) {
        Some(text) => Objection { text, ..told },
        None => told,
    }
}

/// Frames between two drafts while the pointer keeps moving.
const PATIENCE: u8 = 2;

/// So long a frame may go on with a draft.
const A_FRAMES_SHARE: Duration = Duration::from_millis(6);

/// Brings the draft up to date: at once, or bit by bit and with a little patience while the pointer
/// moves.
pub fn update(world: &mut World, at_once: bool) {
    let key = present(world);
    let mut draft = world.resource_mut::<Draft>();
    if draft.key.as_ref() == Some(&key) && draft.next.is_none() {
        return;
    }
    let next = draft.next.take();
    // What was begun is finished even if the pointer has moved on, or it would never be.
    let next =
        next.filter(|next| *next.key() == key || (!at_once && next.key().differs_in_aim(&key)));
    let making = if let Some(next) = next {
        next
    } else {
        let same_but_aim = draft.key.as_ref().is_some_and(|old| old.differs_in_aim(&key));
        if same_but_aim && !at_once && draft.waited < PATIENCE {
            draft.waited += 1;
            return;
        }
        if !same_but_aim {
            *draft = Draft::default();
        }
        Box::new(Making::of(key))
    };
    let share = if at_once { Duration::MAX } else { A_FRAMES_SHARE };
    match making.go_on(world, share) {
        Ok(made) => *world.resource_mut::<Draft>() = made,
        Err(making) => world.resource_mut::<Draft>().next = Some(making),
    }
}

/// What a draft would be made of now.
fn present(world: &World) -> Key {
    let mode = likely::mode(world);
    let mut pointing = aim::pointing(world);
    if !mode.places() {
        pointing.at = None;
    }
    if !mode.wants().is_some_and(|wants| wants.minds_hover) {
        (pointing.unit, pointing.model) = (None, None);
    }
    Key { stamp: Stamp::of(world), mode, focus: focus(world), pointing }
}

impl Key {
    /// Whether at most the aim is another.
    fn differs_in_aim(&self, other: &Self) -> bool {
        let Pointing { at, facing, .. } = self.pointing;
        Self { pointing: Pointing { at, facing, ..other.pointing }, ..other.clone() } == *self
    }
}
