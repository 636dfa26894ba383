//! What presses come to: clicks, double clicks and drags, told from what a pointer did one after another
//! and where it was each time.

use bevy::{
    input::{ButtonState, mouse::MouseButtonInput},
    prelude::*,
};

/// Something that the pointer did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Deed {
    /// Where, in logical window pixels.
    pub at: Vec2,
    /// What.
    pub done: Done,
    /// When it became known, in seconds since the program began.
    pub when: f32,
}

/// What a pointer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// It has come to a place.
    Moved,
    /// A button went down.
    Pressed(MouseButton),
    /// A button went up.
    Released(MouseButton),
}

impl Done {
    pub(super) fn of(input: &MouseButtonInput) -> Self {
        match input.state {
            ButtonState::Pressed => Self::Pressed(input.button),
            ButtonState::Released => Self::Released(input.button),
        }
    }
}

/// What has come to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gesture {
    /// The main button was pressed and released at one spot.
    Click {
        /// Where on the table, in inches.
        from: Vec2,
        /// For the second time in a short while.
        twice: bool,
    },
    /// The same of the second button.
    RightClick,
    /// The main button was released elsewhere than where it was pressed.
    Drop {
        /// Where on the table that was, in inches.
        from: Vec2,
    },
}

/// A main button that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Press {
    /// Where in the window it went down.
    from: Vec2,
    /// And on the table.
    pub table: Vec2,
    /// Whether the pointer has left the spot since.
    pub dragging: bool,
}

/// Two clicks within so many seconds are a double click.
const DOUBLE_CLICK: f32 = 0.35;

/// What is held, and what was clicked before.
#[derive(Default)]
pub(super) struct Presses {
    main: Option<Press>,
    second: Option<Press>,
    last_click: Option<(f32, Vec2)>,
}

impl Presses {
    /// The main button while it is held.
    pub(super) fn main(&self) -> Option<Press> {
        self.main
    }

    /// The main button is up, and that means nothing.
    pub(super) fn forget_main(&mut self) {
        self.main = None;
    }

    /// Takes up something that was done, over that point of the table or, without one, over a panel; a
    /// press may move by so many pixels and still be a click. What has come to its end with it.
    pub(super) fn take(
        &mut self,
        deed: &Deed,
        ground: Option<Vec2>,
        slack: f32,
    ) -> Option<Gesture> {
        let far = |press: &mut Press| press.dragging |= press.from.distance(deed.at) > slack;
        [&mut self.main, &mut self.second].into_iter().flatten().for_each(far);
        let pressed = || ground.map(|table| Press { from: deed.at, table, dragging: false });
        match deed.done {
            Done::Pressed(MouseButton::Left) => self.main = pressed(),
            Done::Pressed(MouseButton::Right) => self.second = pressed(),
            Done::Released(MouseButton::Left) => {
                return self.main.take().map(|it| self.end(it, deed, slack));
            }
            Done::Released(MouseButton::Right) => {
                let press = self.second.take()?;
                return (!press.dragging).then_some(Gesture::RightClick);
            }
            Done::Moved | Done::Pressed(_) | Done::Released(_) => {}
        }
        None
    }

    fn end(&mut self, press: Press, deed: &Deed, slack: f32) -> Gesture {
        let from = press.table;
        if press.dragging {
            self.last_click = None;
            return Gesture::Drop { from };
        }
        let twice = self.last_click.is_some_and(|(then, there)| {
            deed.when - then < DOUBLE_CLICK && there.distance(deed.at) < slack
        });
        self.last_click = Some((deed.when, deed.at));
        Gesture::Click { from, twice }
    }
}
