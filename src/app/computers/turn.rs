//! How far a computer player is whose turn it is: it thinks, tells what it is about to do, and does it.

use bevy::prelude::*;

use super::{Outcome, Purpose, Thought, awaited, hurry, think};
use crate::{
    app::{
        animation::Playback,
        battle_ui::{
            self,
            draft::Stamp,
            mode::{Mode, Selection},
            open_panels::OpenPanels,
            toast::Toasts,
        },
        orders::OrderQueue,
        seat::{Game, Order, Sketch},
        settings::{Pace, Settings},
    },
    battle::{
        Acting, BattleWorld, Commander, Commanders, History, Log, RuleSystem, SideId, Telling,
        data::quoted,
        planning::Reason,
        playable::{acting::Focus, count, telling::Milestone},
    },
    players::Kind,
};

/// How far the computer player is whose turn it is.
#[derive(Resource, Default)]
pub struct Turn {
    stage: Stage,
    /// Whether a computer was awaited in the frame before.
    waited: bool,
}

/// A stage of its turn.
#[derive(Default)]
pub enum Stage {
    /// It hasn't begun.
    #[default]
    Resting,
    /// It thinks.
    Thinking {
        /// What about.
        stamp: Stamp,
        /// The errand's number.
        number: u64,
        /// Since when, in seconds since the program began.
        since: f64,
    },
    /// It is about to give an order.
    Announcing {
        /// In which state of the battle.
        stamp: Stamp,
        /// The order.
        order: Box<Order>,
        /// Why, if a plan begins with it.
        reason: Option<Reason>,
        /// What it would do, once it is told.
        told: Option<Box<Told>>,
    },
}

/// What is told before an order is given.
pub struct Told {
    /// What the order would do.
    pub sketch: Sketch,
    /// When it is given, in seconds since the program began; none if somebody has to say so.
    pub until: Option<f64>,
}

impl Turn {
    /// Where it stands.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Whether something comes of it without anybody's doing.
    pub fn goes_on(&self) -> bool {
        match &self.stage {
            Stage::Resting => false,
            Stage::Announcing { told: Some(told), .. } => told.until.is_some(),
            Stage::Thinking { .. } | Stage::Announcing { told: None, .. } => true,
        }
    }

    /// What is about to be done, if that is told now.
    pub fn told(&self) -> Option<(&Told, Option<&Reason>)> {
        match &self.stage {
            Stage::Announcing { told: Some(told), reason, .. } => Some((told, reason.as_ref())),
            _ => None,
        }
    }
}

/// The order that is told is given at once; whoever thinks makes up its mind.
pub fn play_now(world: &mut World) {
    match &mut world.resource_mut::<Turn>().stage {
        Stage::Announcing { told: Some(told), .. } => told.until = Some(0.0),
        &mut Stage::Thinking { number, .. } => hurry(world, number),
        Stage::Announcing { told: None, .. } | Stage::Resting => {}
    }
}

/// Goes on with the turn of the computer player that the battle waits for.
pub(super) fn go_on(world: &mut World, thought: Option<Thought>) {
    let Some((side, kind)) = awaited(world) else {
        let mut turn = world.resource_mut::<Turn>();
        turn.stage = Stage::Resting;
        if std::mem::take(&mut turn.waited) {
            sum_up(world);
        }
        hand_over_to_people(world);
        return;
    };
    let now = Stamp::of(world);
    let mut turn = world.resource_mut::<Turn>();
    turn.waited = true;
    let stage = std::mem::take(&mut turn.stage);
    let stage = match stage {
        Stage::Thinking { stamp, .. } | Stage::Announcing { stamp, .. } if stamp != now => {
            // The battle has gone another way.
            Stage::Resting
        }
        Stage::Thinking { stamp, number, since } => match thought {
            Some(Thought { outcome: Outcome::Lost, .. }) => {
                give_up(world, side, kind, "it can't think any more");
                return;
            }
            Some(Thought { number: of, outcome: Outcome::Order(order, reason) })
                if of == number =>
            {
                let order = order.unwrap_or_else(|| Game::fallback(world));
                Stage::Announcing { stamp, order: Box::new(order), reason, told: None }
            }
            _ => Stage::Thinking { stamp, number, since },
        },
        other => other,
    };
    let stage = match stage {
        Stage::Resting => begin(world, (side, kind), now),
        Stage::Announcing { stamp, order, reason, told } => {
            match announce(world, &order, reason.is_some(), told) {
                Next::Waits(told) => Stage::Announcing { stamp, order, reason, told },
                Next::Gives => {
                    world.resource_mut::<OrderQueue>().give_for_computer(*order, reason);
                    Stage::Resting
                }
            }
        }
        thinking @ Stage::Thinking { .. } => thinking,
    };
    world.resource_mut::<Turn>().stage = stage;
}

/// Begins to think, unless an order still waits to be given.
fn begin(world: &mut World, (side, kind): (SideId, Kind), stamp: Stamp) -> Stage {
    if !world.resource::<OrderQueue>().is_empty() {
        return Stage::Resting;
    }
    // What a person was about to do is over.
    if world.resource::<Mode>().intent().is_some() {
        *world.resource_mut::<Mode>() = Mode::Select;
    }
    let since = world.resource::<Time<Real>>().elapsed_secs_f64();
    match think(world, Purpose::Order(side, kind)) {
        Some(number) => Stage::Thinking { stamp, number, since },
        None => {
            give_up(world, side, kind, "it can't think here");
            Stage::Resting
        }
    }
}

/// What becomes of an order that is about to be given.
enum Next {
    /// It is told, or waits to be.
    Waits(Option<Box<Told>>),
    /// It is given.
    Gives,
}

/// Tells what is about to be done, once what was done before has been shown, until it is time to do it. Of
/// a plan the first order is told.
fn announce(world: &mut World, order: &Order, begins: bool, told: Option<Box<Told>>) -> Next {
    if world.resource::<Playback>().is_busy() || is_held(world) {
        return Next::Waits(told);
    }
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let Some(told) = told else {
        if !begins {
            return Next::Gives;
        }
        let pace = world.resource::<Settings>().pace;
        let sketch = sketched(world, order);
        let long = pace.seconds().map(|seconds| {
            // Where nothing is to be seen on the table, less is to be read.
            if sketch.is_empty() { seconds * SHORT } else { seconds }
        });
        if long == Some(0.0) {
            return Next::Gives;
        }
        if let Some(unit) = Game::unit_ordered(world, order) {
            *world.resource_mut::<Selection>() = Selection { unit: Some(unit), model: None };
        }
        let until = long.map(|long| now + long);
        return Next::Waits(Some(Box::new(Told { sketch, until })));
    };
    match told.until {
        Some(until) if until <= now => Next::Gives,
        _ => Next::Waits(Some(told)),
    }
}

/// What an order to a whole unit would do.
pub(super) fn sketched(world: &World, order: &Order) -> Sketch {
    let unit = Game::unit_ordered(world, order);
    Game::sketch(world, Focus { unit, model: None, alone: false }, order)
}

/// Tells a person whose turn it is again what happened too fast to follow: the log marks it.
fn sum_up(world: &mut World) {
    if !matches!(world.resource::<Settings>().pace, Pace::Fast | Pace::AtOnce) {
        return;
    }
    let Some(since) = world.resource::<History<Game>>().since_own_last() else { return };
    let events = world.resource::<Log<Game>>().0.get(since..).unwrap_or_default();
    let activations =
        events.iter().filter(|event| Game::milestone(event) == Some(Milestone::Activation)).count();
    if activations > 0 {
        let units = count(activations, "unit");
        let told = format!("The computer has acted with {units}. The log marks what happened.");
        world.resource_mut::<Toasts>().say(told);
    }
}

/// What has nothing to be seen is told so much shorter.
const SHORT: f64 = 0.6;

/// Whether somebody reads something that lies over the table.
fn is_held(world: &World) -> bool {
    world.resource::<OpenPanels>().covers() || battle_ui::box_is_open(world)
}

/// A person leads a side from now on whose computer player doesn't go on.
pub(super) fn give_up(world: &mut World, side: SideId, kind: Kind, why: &str) {
    let name = world.side_within(side);
    super::give(world, side, Commander::Person);
    let told = format!("{} can't continue: {why}. You lead {name} now.", kind.title());
    world.resource_mut::<Toasts>().refuse(told);
}

/// A side whose computer player isn't known is a person's.
fn hand_over_to_people(world: &mut World) {
    let unknown = |world: &World| {
        let commanders = world.get_resource::<Commanders>()?;
        let mut sides = world.roster().sides();
        let side = sides.find(|&side| {
            commanders.computer(side).is_some() && super::leader(world, side).is_none()
        })?;
        Some((side, commanders.computer(side)?.to_owned()))
    };
    if let Some((side, name)) = unknown(world) {
        let of = world.side_within(side);
        super::give(world, side, Commander::Person);
        let known = Kind::LEVELS.map(Kind::name).join(", ");
        let name = quoted(&name);
        let told =
            format!("There is no computer player {name} (there are {known}). You lead {of}.");
        world.resource_mut::<Toasts>().refuse(told);
    }
}
