//! The seat: which rule system is played. It is the only file of the window that names one; the
//! words of that system are opaque values here, to be taken from it and handed back.

use crate::battle::{
    self, RuleSystem, Showing,
    playable::{Acting, Mapping, acting},
};

/// The rule system in the chair.
pub type Game = crate::no_quarter::NoQuarter;

/// A level.
pub type Level = battle::Level<Game>;
/// What a player asks for.
pub type Order = <Game as RuleSystem>::Order;
/// Why an order is refused.
pub type OrderError = <Game as RuleSystem>::OrderError;
/// What has happened.
pub type Event = <Game as RuleSystem>::Event;
/// What a rule asks in the middle of an order.
pub type Question = <Game as RuleSystem>::Question;
/// What may be answered.
pub type Answer = <Game as RuleSystem>::Answer;
/// What armies and tables are made of.
pub type Data = <Game as Showing>::Data;
/// An order in preparation.
pub type Intent = <Game as Acting>::Intent;
/// What an order would do.
pub type Sketch = acting::Sketch<OrderError>;
/// An order in preparation as somebody writes it who poses a picture.
pub type Posed = <Game as Acting>::Posed;
/// What overlays are measured from.
pub type Source = <Game as Mapping>::Source;
