//! Gives the orders of a file, one after another.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use bevy::prelude::World;

use super::Player;
use crate::battle::{DataError, RuleSystem, data::read_ron};

/// Gives orders from a list and then knows no more.
#[derive(Debug)]
pub struct Scripted<R: RuleSystem> {
    orders: Rc<RefCell<VecDeque<R::Order>>>,
}

impl<R: RuleSystem> Scripted<R> {
    /// A player who gives these orders.
    pub fn new(orders: impl IntoIterator<Item = R::Order>) -> Self {
        Self { orders: Rc::new(RefCell::new(orders.into_iter().collect())) }
    }

    /// Two players who give these orders between them, each what is its side's to give.
    pub fn both(orders: impl IntoIterator<Item = R::Order>) -> [Self; 2] {
        let one = Self::new(orders);
        let other = Self { orders: one.orders.clone() };
        [one, other]
    }
}

/// Reads the orders of a script: a RON list.
///
/// # Errors
/// The line where it stops making sense.
pub fn read_script<R: RuleSystem>(file: &str, text: &str) -> Result<Vec<R::Order>, DataError> {
    read_ron(file, text)
}

impl<R: RuleSystem> Player<R> for Scripted<R> {
    fn name(&self) -> String {
        "script".to_owned()
    }

    fn order(&mut self, _world: &World) -> Option<R::Order> {
        self.orders.borrow_mut().pop_front()
    }
}
