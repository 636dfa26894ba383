//! Hints: the plans that a computer player would choose from for whoever's turn it is. One of them may be
//! followed; it is left as soon as the battle goes another way.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::{ADVISER, Purpose, Suggestion, awaited, think, turn::sketched};
use crate::{
    app::{
        battle_ui::{draft::Stamp, giving, toast::Toasts},
        orders::OrderQueue,
        seat::{Game, Order, Sketch},
    },
    battle::{Commanders, History, Pending, Planning, RuleSystem},
    players::next_order,
};

/// The act of a plan.
type Act = <Game as Planning>::Act;

/// What was asked and answered.
#[derive(Resource, Default)]
pub struct Hints {
    asked: Option<(u64, Stamp)>,
    /// Plans that were thought of, and those among them that are sketched: one in a frame.
    arriving: Option<Arriving>,
    given: Option<(Stamp, Vec<Hint>)>,
    /// The hint that is pointed at.
    pointed: Option<usize>,
    followed: Option<Followed>,
}

/// A plan, and what its first order would do.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The plan.
    pub suggestion: Suggestion,
    /// What it begins with.
    pub sketch: Sketch,
}

/// Hints on their way.
struct Arriving {
    stamp: Stamp,
    waiting: VecDeque<Suggestion>,
    sketched: Vec<Hint>,
}

/// The rest of a plan that is followed.
struct Followed {
    acts: VecDeque<Act>,
    /// How many orders there will be once the last one of it was given.
    orders: usize,
}

impl Hints {
    /// Whether somebody has asked and isn't answered yet.
    pub fn is_thought_about(&self) -> bool {
        self.asked.is_some() || self.arriving.is_some()
    }

    /// The hints, the best first; none if nobody asked.
    pub fn given(&self) -> Option<&[Hint]> {
        self.given.as_ref().map(|(_, hints)| &hints[..])
    }

    /// The place of the hint that is pointed at, if one is.
    pub fn pointed(&self) -> Option<usize> {
        self.pointed
    }

    /// Points at a hint, or at none.
    pub fn point_at(&mut self, place: Option<usize>) {
        self.pointed = place;
    }

    /// Whether hints are shown or on their way.
    pub fn are_open(&self) -> bool {
        self.is_thought_about() || self.given.is_some()
    }

    /// Shows no hints any more.
    pub fn close(&mut self) {
        (self.asked, self.arriving, self.given, self.pointed) = (None, None, None, None);
    }
}

/// Why nobody can be asked for a hint now, if nobody can.
pub fn why_not(world: &World) -> Option<&'static str> {
    if world.get_resource::<Commanders>().is_some_and(|commanders| commanders.no_hints) {
        Some("this battle is fought without hints")
    } else if Game::outcome(world).is_some() {
        Some("the battle is over")
    } else if awaited(world).is_some() {
        Some("it is the computer's turn")
    } else {
        None
    }
}

/// Asks for hints; shows them no more if they are shown.
pub fn ask(world: &mut World) {
    if world.resource::<Hints>().are_open() {
        world.resource_mut::<Hints>().close();
        return;
    }
    let stamp = Stamp::of(world);
    let asked = think(world, Purpose::Hint(ADVISER)).map(|number| (number, stamp));
    let mut hints = world.resource_mut::<Hints>();
    hints.followed = None;
    // Where nobody can think, there is nothing to say.
    hints.given = asked.is_none().then(|| (stamp, Vec::new()));
    hints.asked = asked;
}

/// Takes what was thought of, if it is still wanted.
pub(super) fn take(world: &mut World, number: u64, suggestions: Vec<Suggestion>) {
    let asked = world.resource::<Hints>().asked;
    let Some((_, stamp)) = asked.filter(|&(of, stamp)| of == number && stamp == Stamp::of(world))
    else {
        return;
    };
    let mut hints = world.resource_mut::<Hints>();
    (hints.asked, hints.pointed) = (None, None);
    let (waiting, sketched) = (suggestions.into(), Vec::new());
    hints.arriving = Some(Arriving { stamp, waiting, sketched });
}

/// Sketches the next plan of those on their way; shows all once they are.
fn sketch_next(world: &mut World) {
    let Some(mut arriving) = world.resource_mut::<Hints>().arriving.take() else { return };
    if let Some(suggestion) = arriving.waiting.pop_front() {
        let sketch = sketched(world, &suggestion.order);
        arriving.sketched.push(Hint { suggestion, sketch });
    }
    let mut hints = world.resource_mut::<Hints>();
    if arriving.waiting.is_empty() {
        hints.given = Some((arriving.stamp, arriving.sketched));
    } else {
        hints.arriving = Some(arriving);
    }
}

/// Follows a hint: gives its first order now, and the others when their turn comes.
pub fn follow(world: &mut World, place: usize) {
    let hint = world.resource::<Hints>().given().and_then(|hints| hints.get(place)).cloned();
    let Some(Hint { suggestion, .. }) = hint else { return };
    world.resource_mut::<Hints>().close();
    let mut acts = suggestion.plan.acts.into();
    match next_order::<Game>(world, &mut acts) {
        Some(order) => give(world, order, acts),
        None => world.resource_mut::<Toasts>().refuse("This plan is no longer possible."),
    }
}

fn give(world: &mut World, order: Order, acts: VecDeque<Act>) {
    let orders = world.resource::<History<Game>>().len() + 1;
    world.resource_mut::<Hints>().followed = Some(Followed { acts, orders });
    giving::give(world, order);
}

/// Forgets hints for what was, and goes on with the plan that is followed.
pub(super) fn go_on(world: &mut World) {
    let now = Stamp::of(world);
    let hints = world.resource::<Hints>();
    let old = |stamp: Stamp| stamp != now;
    let outdated = hints.asked.is_some_and(|(_, stamp)| old(stamp))
        || hints.arriving.as_ref().is_some_and(|arriving| old(arriving.stamp))
        || hints.given.as_ref().is_some_and(|&(stamp, _)| old(stamp));
    if outdated {
        world.resource_mut::<Hints>().close();
    }
    sketch_next(world);
    if world.resource::<Hints>().followed.is_none() || !world.resource::<OrderQueue>().is_empty() {
        return;
    }
    let Some(followed) = world.resource_mut::<Hints>().followed.take() else { return };
    let given = world.resource::<History<Game>>().len();
    // A question in the middle of an order is the player's own.
    let asked = world.resource::<Pending<Game>>().0.is_some();
    if given != followed.orders || asked || awaited(world).is_some() {
        return;
    }
    let Followed { mut acts, .. } = followed;
    if let Some(order) = next_order::<Game>(world, &mut acts) {
        give(world, order, acts);
    }
}
