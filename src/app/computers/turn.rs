//! How far a computer player is whose turn it is: it thinks, tells what it is about to do, and does it.

use bevy::prelude::*;

use super::{Outcome, Purpose, Thought, awaited, hurry, summary, think};
use crate::{
    app::{
        animation::{self, Playback},
        battle_ui::{
            self,
            draft::Stamp,
            mode::{Mode, Selection},
            open_panels::{Before, OpenPanels},
            toast::Toasts,
        },
        orders::OrderQueue,
        seat::{Game, Order, Sketch},
        settings::{Pace, Settings},
    },
    battle::{
        Acting, BattleWorld, Commander, Commanders, Pending, RuleSystem, SideId, Telling, UnitId,
        data::quoted, planning::Reason, playable::acting::Focus,
    },
    players::Kind,
};

/// How far the computer player is whose turn it is.
#[derive(Resource, Default)]
pub struct Turn {
    stage: Stage,
    /// The side whose plan began with an order of which nothing could be drawn on the table, and why it is
    /// followed: what comes next of it is told too.
    unseen: Option<(SideId, Reason)>,
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
        /// Why, if a plan begins with it or the order before it couldn't be drawn.
        reason: Option<Reason>,
        /// Whether a plan begins with it.
        begins: bool,
        /// What it would do, once it is told.
        told: Option<Box<Told>>,
    },
}

/// What is told before an order is given.
pub struct Told {
    /// What the order would do.
    pub sketch: Sketch,
    /// The unit that acts or answers; none where one is chosen.
    pub actor: Option<UnitId>,
    /// How long it has been there to be read, in seconds.
    seen: f64,
    /// How much of the time that the pace gives it gets.
    share: f64,
    /// Whether somebody has said that it may go on.
    goes_on: bool,
}

impl Told {
    /// Whether it has been told for long enough at a pace.
    fn is_over(&self, pace: Pace) -> bool {
        self.goes_on || pace.seconds().is_some_and(|long| long * self.share <= self.seen)
    }
}

impl Turn {
    /// Where it stands.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Whether something comes of it at a pace without anybody's doing.
    pub fn goes_on(&self, pace: Pace) -> bool {
        match &self.stage {
            Stage::Resting => false,
            Stage::Announcing { told: Some(told), .. } => told.goes_on || pace.seconds().is_some(),
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

/// Whoever thinks longer than this shows that it thinks. Seconds.
const SOON: f64 = 0.3;

/// Whether a computer player has been thinking for so long that this is shown.
pub fn is_seen_to_think(world: &World) -> bool {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    match world.resource::<Turn>().stage() {
        Stage::Thinking { since, .. } => {
            now - since > SOON && !world.resource::<Playback>().is_busy()
        }
        Stage::Resting | Stage::Announcing { .. } => false,
    }
}

/// The order that is told is given at once; whoever is seen to think makes up its mind.
pub fn play_now(world: &mut World) {
    let thinks = is_seen_to_think(world);
    match &mut world.resource_mut::<Turn>().stage {
        Stage::Announcing { told: Some(told), .. } => told.goes_on = true,
        &mut Stage::Thinking { number, .. } if thinks => hurry(world, number),
        Stage::Thinking { .. } | Stage::Announcing { told: None, .. } | Stage::Resting => {}
    }
}

/// Goes on with the turn of the computer player that the battle waits for.
pub(super) fn go_on(world: &mut World, thought: Option<Thought>) {
    hand_over_to_people(world);
    let Some((side, kind)) = awaited(world) else {
        *world.resource_mut::<Turn>() = Turn::default();
        summary::tell(world);
        return;
    };
    summary::watch(world);
    let now = Stamp::of(world);
    let stage = std::mem::take(&mut world.resource_mut::<Turn>().stage);
    let stage = match stage {
        Stage::Thinking { stamp, .. } | Stage::Announcing { stamp, .. } if stamp != now => {
            // The battle has gone another way.
            Stage::Resting
        }
        Stage::Thinking { stamp, number, since } => match thought {
            Some(Thought { outcome: Outcome::Lost, .. }) => {
                give_up(world, side, kind, "it ran into an error");
                return;
            }
            Some(Thought { number: of, outcome: Outcome::Order(order, reason) })
                if of == number =>
            {
                let order = Box::new(order.unwrap_or_else(|| Game::fallback(world)));
                let unseen = world.resource_mut::<Turn>().unseen.take();
                let unseen = unseen.filter(|(of, _)| *of == side).map(|(_, reason)| reason);
                let begins = reason.is_some();
                Stage::Announcing { stamp, order, reason: reason.or(unseen), begins, told: None }
            }
            _ => Stage::Thinking { stamp, number, since },
        },
        other => other,
    };
    let stage = match stage {
        Stage::Resting => begin(world, (side, kind), now),
        Stage::Announcing { stamp, order, reason, begins, told } => {
            match announce(world, &order, reason.as_ref().map(|_| begins), told) {
                Next::Waits(told) => Stage::Announcing { stamp, order, reason, begins, told },
                Next::Gives(told) => {
                    let reason = reason.filter(|_| begins);
                    let is_unseen = told.is_some_and(|told| told.sketch.is_empty());
                    // What is answered belongs to no plan that goes on.
                    let goes_on = is_unseen && Game::given_answer(&order).is_none();
                    let unseen = reason.clone().filter(|_| goes_on);
                    world.resource_mut::<Turn>().unseen = unseen.map(|reason| (side, reason));
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
            give_up(world, side, kind, "it can't run here");
            Stage::Resting
        }
    }
}

/// What becomes of an order that is about to be given.
enum Next {
    /// It is told, or waits to be.
    Waits(Option<Box<Told>>),
    /// It is given, after this was told.
    Gives(Option<Box<Told>>),
}

/// Tells what is about to be done, once what was done before has been shown, until it is time to do it. `begins`
/// says whether a plan begins with the order, or whether it follows one that couldn't be drawn and is told only if
/// it can be; it is none if there is nothing to tell. What people may have answered for them isn't told of computers
/// either.
fn announce(
    world: &mut World,
    order: &Order,
    begins: Option<bool>,
    told: Option<Box<Told>>,
) -> Next {
    if world.resource::<Playback>().is_busy() || is_held(world) {
        return Next::Waits(told);
    }
    let pace = world.resource::<Settings>().pace;
    let told = match told {
        Some(mut told) => {
            told.seen += world.resource::<Time<Real>>().delta_secs_f64();
            told
        }
        None if begins.is_none() || answers_by_habit(world, order) => return Next::Gives(None),
        None => {
            let told = Box::new(tell(world, order));
            if begins == Some(false) && told.sketch.is_empty() {
                return Next::Gives(None);
            }
            if !told.is_over(pace) {
                show(world, unit_of(world, order), &told.sketch);
            }
            told
        }
    };
    if told.is_over(pace) { Next::Gives(Some(told)) } else { Next::Waits(Some(told)) }
}

/// What is told of an order.
fn tell(world: &World, order: &Order) -> Told {
    let sketch = sketched(world, order);
    // Where nothing is to be seen on the table, less is to be read.
    let share = if sketch.is_empty() { SHORT } else { 1.0 };
    let answers = Game::given_answer(order).is_some();
    let actor = if answers { unit_of(world, order) } else { world.frame().active };
    Told { sketch, actor, seen: 0.0, share, goes_on: false }
}

/// Selects whose order is told, and brings it into sight.
fn show(world: &mut World, unit: Option<UnitId>, sketch: &Sketch) {
    if unit.is_some() {
        *world.resource_mut::<Selection>() = Selection { unit, model: None };
    }
    let models = unit.map(|unit| world.placed_models(unit)).unwrap_or_default();
    let attacked = sketch.attacks.iter().map(|attack| world.placed(attack.target));
    let stand = models.into_iter().chain(attacked).map(|placed| placed.pose.at);
    let places: Vec<Vec2> = stand.chain(sketch.ends()).collect();
    animation::bring_into_sight(world, &places);
}

/// The unit that an order is given to, or that answers.
pub fn unit_of(world: &World, order: &Order) -> Option<UnitId> {
    let answers = || {
        let decision = world.resource::<Pending<Game>>().0.as_ref()?;
        Game::asking(world, decision).own
    };
    Game::unit_ordered(world, order).or_else(answers)
}

/// Whether an order answers something that a person could have answered once and for all.
fn answers_by_habit(world: &World, order: &Order) -> bool {
    let always = |_, _| Some(0);
    let pending = world.resource::<Pending<Game>>().0.as_ref();
    Game::given_answer(order).is_some()
        && pending.is_some_and(|asked| Game::unasked_answer(&asked.question, &always).is_some())
}

/// What an order to a whole unit would do.
pub(super) fn sketched(world: &World, order: &Order) -> Sketch {
    let unit = Game::unit_ordered(world, order);
    Game::sketch(world, Focus { unit, model: None, alone: false }, order)
}

/// What has nothing to be seen is told so much shorter.
const SHORT: f64 = 0.6;

/// Whether somebody reads something that lies over the table.
fn is_held(world: &World) -> bool {
    world.resource::<OpenPanels>().covers()
        || battle_ui::box_is_open(world)
        || world.resource::<Before>().has_sheet()
}

/// A person leads a side from now on whose computer player doesn't go on.
pub(super) fn give_up(world: &mut World, side: SideId, kind: Kind, why: &str) {
    let name = world.side_within(side);
    super::give(world, side, Commander::Person);
    let told = format!("The {} stopped: {why}. You lead {name} now.", kind.title());
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
