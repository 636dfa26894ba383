//! What a click at an enemy most likely means. The rules are asked about one deed after another, since
//! planning a charge and a volley takes long.

use bevy::prelude::World;

use super::{Acting, Focus, Pointing};

/// Deeds at what is pointed at, of which the one that promises most is looked for.
#[derive(Clone, Debug)]
pub struct Weighing<S: Acting> {
    focus: Focus,
    pointing: Pointing,
    /// What is still to be asked, the last first.
    open: Vec<S::Intent>,
    /// What promises most so far, and how much.
    best: Option<(f32, S::Intent)>,
}

impl<S: Acting> Weighing<S> {
    /// Begins to weigh what may be meant.
    pub fn of(world: &World, focus: Focus, pointing: Pointing) -> Self {
        let mut open = S::deeds(world, focus, pointing);
        open.reverse();
        Self { focus, pointing, open, best: None }
    }

    /// Asks about the next deed; of equals the first is kept.
    pub fn step(&mut self, world: &World) {
        let Some(intent) = self.open.pop() else { return };
        let Some(worth) = S::promise(world, self.focus, &intent, self.pointing) else { return };
        if self.best.as_ref().is_none_or(|(most, _)| worth > *most) {
            self.best = Some((worth, intent));
        }
        if worth == f32::INFINITY {
            self.open.clear();
        }
    }

    /// Whether nothing is left to ask.
    pub fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// What is most likely meant, as far as is known.
    pub fn meant(self) -> Option<S::Intent> {
        self.best.map(|(_, intent)| intent)
    }
}
