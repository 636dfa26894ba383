//! From intents to the rules: orders wait in a queue until nothing is being played, then they
//! are executed one by one.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::{
    AppSystems,
    animation::{self, Playback},
    battle_ui::course,
    computers, in_battle,
    running::BattleBegan,
    seat::{Event, Game, Order, OrderError},
};
use crate::battle::{
    History, Log, RuleSystem, Telling, engine, planning::Reason, playable::telling::Milestone,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OrderQueue>().init_resource::<Refused>().init_resource::<LastOrder>();
    app.add_observer(|_: On<BattleBegan>, mut commands: Commands| {
        commands.queue(|world: &mut World| {
            let events_from = present_activation(world);
            world.insert_resource(LastOrder { events_from });
        });
    });
    app.add_systems(
        Update,
        (animation::skip, give_orders).chain().in_set(AppSystems::GiveOrders).run_if(in_battle),
    );
}

/// Something a player wants done to the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// An order.
    Order(Order),
    /// An order of a computer player, and why, if a plan begins with it.
    OfComputer(Order, Option<Reason>),
    /// The last order taken back.
    Undo,
}

/// What waits to be done.
#[derive(Resource, Clone, Debug, Default)]
pub struct OrderQueue(pub VecDeque<Wish>);

impl OrderQueue {
    /// Queues an order.
    pub fn give(&mut self, order: Order) {
        self.0.push_back(Wish::Order(order));
    }

    /// Queues an order of a computer player.
    pub fn give_for_computer(&mut self, order: Order, reason: Option<Reason>) {
        self.0.push_back(Wish::OfComputer(order, reason));
    }

    /// Queues taking back the last order.
    pub fn undo(&mut self) {
        self.0.push_back(Wish::Undo);
    }

    /// How much waits.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether anything waits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Where in the log the last order began; answers belong to the order that they answer for.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastOrder {
    /// The place of its first event.
    pub events_from: usize,
}

/// Where in the log the present activation began; its end, if no unit has been activated. A battle that
/// is opened in the middle of one has its dice at hand, as if they had been rolled here.
pub fn present_activation(world: &World) -> usize {
    let log = &world.resource::<Log<Game>>().0;
    let begins = |event: &Event| Game::milestone(event) == Some(Milestone::Activation);
    log.iter().rposition(begins).unwrap_or(log.len())
}

/// Why the last order was refused, until the next one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Refused(pub Option<Denied>);

/// A wish that was not granted.
#[derive(Clone, Debug, PartialEq)]
pub enum Denied {
    /// The rules refuse an order.
    Order {
        /// What was ordered.
        order: Box<Order>,
        /// Why not.
        error: OrderError,
    },
    /// It can't be taken back.
    Undo(String),
}

impl std::fmt::Display for Denied {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Order { error, .. } => f.write_str(&Game::objection(error).text),
            Self::Undo(why) => f.write_str(why),
        }
    }
}

fn give_orders(world: &mut World) {
    while !world.resource::<Playback>().is_busy() {
        let Some(wish) = world.resource_mut::<OrderQueue>().0.pop_front() else { return };
        course::keep(world);
        let result = match wish {
            Wish::Order(order) => give(world, order),
            Wish::OfComputer(order, reason) => {
                let given = give(world, order);
                if given.is_ok() {
                    world.resource_mut::<History<Game>>().note_computer(reason);
                } else {
                    computers::refused(world);
                }
                given
            }
            Wish::Undo => {
                History::<Game>::undo(world).map_err(|error| Denied::Undo(error.to_string()))
            }
        };
        if result.is_err() {
            world.resource_mut::<OrderQueue>().0.clear();
        }
        world.resource_mut::<Refused>().0 = result.err();
        animation::notice_events(world);
    }
}

fn give(world: &mut World, order: Order) -> Result<(), Denied> {
    let events_from = world.resource::<Log<Game>>().0.len();
    let begins = Game::given_answer(&order).is_none();
    let result = engine::execute::<Game>(world, order.clone());
    if begins && result.is_ok() {
        world.insert_resource(LastOrder { events_from });
    }
    result.map_err(|error| Denied::Order { order: Box::new(order), error })
}

#[cfg(test)]
mod tests;
