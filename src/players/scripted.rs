//! Gives the orders of a file, one after another.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use bevy::prelude::World;

use super::Player;
use crate::battle::{
    DataError, RuleSystem,
    data::{outline, read_ron},
};

/// Orders, each with the file and the line it is written in.
#[derive(Clone, Debug, PartialEq)]
pub struct Script<R: RuleSystem>(Vec<Written<R>>);

#[derive(Clone, Debug, PartialEq)]
struct Written<R: RuleSystem> {
    order: R::Order,
    place: String,
}

impl<R: RuleSystem> Script<R> {
    /// Reads a script: a RON list of orders.
    ///
    /// # Errors
    /// The line where it stops making sense.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let orders: Vec<R::Order> = read_ron(file, text)?;
        let mut begins = outline::elements(text).into_iter();
        let mut place = || match begins.next() {
            Some(at) => format!("{file}:{}", outline::line(text, at)),
            None => file.to_owned(),
        };
        Ok(Self(orders.into_iter().map(|order| Written { order, place: place() }).collect()))
    }

    /// How many orders there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The orders, each with the file and the line it is written in.
    pub fn orders(&self) -> impl Iterator<Item = (&R::Order, &str)> {
        self.0.iter().map(|written| (&written.order, written.place.as_str()))
    }
}

/// Gives orders from a script and then knows no more.
#[derive(Debug)]
pub struct Scripted<R: RuleSystem> {
    orders: Rc<RefCell<VecDeque<Written<R>>>>,
    /// Where the last one was written.
    last: Option<String>,
}

impl<R: RuleSystem> Scripted<R> {
    /// A player who gives these orders.
    pub fn new(script: Script<R>) -> Self {
        Self { orders: Rc::new(RefCell::new(script.0.into())), last: None }
    }

    /// Two players who give these orders between them, each what is its side's to give.
    pub fn both(script: Script<R>) -> [Self; 2] {
        let one = Self::new(script);
        let other = Self { orders: one.orders.clone(), last: None };
        [one, other]
    }
}

impl<R: RuleSystem> Player<R> for Scripted<R> {
    fn name(&self) -> String {
        "script".to_owned()
    }

    fn order(&mut self, _world: &World) -> Option<R::Order> {
        let Written { order, place } = self.orders.borrow_mut().pop_front()?;
        self.last = Some(place);
        Some(order)
    }

    fn written(&self) -> Option<String> {
        self.last.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::UnitId,
        no_quarter::{NoQuarter, Order},
    };

    #[test]
    fn an_order_knows_its_line() {
        let text = "// Rally,\n[\n  Activate(unit: 3), Rally, // \"[\n  EndActivation,\n]";
        let script = Script::<NoQuarter>::read("a.ron", text).unwrap();
        let orders: Vec<_> = script.orders().collect();
        assert_eq!(orders[0], (&Order::Activate { unit: UnitId(3) }, "a.ron:3"));
        assert_eq!(orders[1], (&Order::Rally, "a.ron:3"));
        assert_eq!(orders[2], (&Order::EndActivation, "a.ron:4"));
        assert_eq!(script.len(), 3);
    }
}
