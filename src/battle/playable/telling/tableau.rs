//! Who stood where when something happened, as a line of the log shows it on the table.

use bevy::math::Vec2;

use crate::table::{Placed, template::Laid};

/// Who stood where when something happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tableau {
    /// What happened, in one sentence.
    pub text: String,
    /// Those who did it.
    pub by: Vec<Placed>,
    /// Those to whom they did it.
    pub to: Vec<Placed>,
    /// What is to be seen besides.
    pub traces: Vec<Trace>,
    /// The place that it is about if it is about nobody.
    pub at: Option<Vec2>,
}

/// Something that an event leaves on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// The way that somebody went.
    Way(Vec<Vec2>),
    /// Where somebody fell.
    Fall(Vec2),
    /// The ground under a template.
    Template(Laid),
    /// A place at which those who did it aimed.
    AimedAt(Vec2),
    /// Something landed elsewhere than it was aimed at.
    Astray {
        /// Where it was to land.
        aimed_at: Vec2,
        /// Where it landed.
        lands: Vec2,
    },
    /// Where something came to a halt.
    Halt(Vec2),
    /// The way on which something may fly on.
    FlightOn {
        /// From where.
        from: Vec2,
        /// How far at most.
        to: Vec2,
    },
}

impl Tableau {
    /// The middle of those who did it.
    pub fn middle_of_doers(&self) -> Option<Vec2> {
        middle(&self.by)
    }

    /// The middle of those to whom they did it.
    pub fn middle_of_sufferers(&self) -> Option<Vec2> {
        middle(&self.to)
    }

    /// Where it happened: the middle of those it happened to, or of those who did it.
    pub fn middle(&self) -> Option<Vec2> {
        self.middle_of_sufferers().or_else(|| self.middle_of_doers()).or(self.at)
    }
}

fn middle(party: &[Placed]) -> Option<Vec2> {
    let sum: Vec2 = party.iter().map(|placed| placed.pose.at).sum();
    (!party.is_empty()).then(|| sum / party.len() as f32)
}
