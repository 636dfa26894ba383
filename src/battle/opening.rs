//! Opening a saved battle: its orders are given again, one by one, what its rules did without asking is
//! answered as they did it, and answers to what is no longer asked are left out. Where the present rules don't lead to where the battle stood, it goes on
//! from there nevertheless, and says so.

use std::fmt;

use bevy::prelude::World;

use super::{
    data::DataError,
    engine::{self, Pending},
    history::{History, Keep, UndoRule},
    rules::RuleSystem,
    save::{Save, Unread},
    snapshot::Snapshot,
    wrapper,
};
use crate::dice::Dice;

/// A saved battle whose orders are given again.
pub struct Opening<R: RuleSystem> {
    save: Box<Save<R>>,
    /// What became of each order that was given: its place in the history, unless it was left out.
    places: Vec<Option<usize>>,
    refused: Option<DataError>,
}

/// How a saved battle was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// Its orders lead where they led.
    AsSaved,
    /// Where it stood, as its orders no longer lead there: they can be read, but not taken back.
    AtPosition(Change),
    /// After the last order that still holds, or as it began if none does, as nobody knows where it
    /// stood.
    AtLastOrder {
        /// How many orders hold.
        held: usize,
        /// How many there are.
        orders: usize,
        /// Why no more.
        change: Change,
    },
    /// After its last order, but not where that led once.
    Elsewhere(Change),
}

/// Why a battle isn't what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The version of the rules that it was played with, if that is known.
    pub played_with: Option<u32>,
    /// The version of the present rules.
    pub present: u32,
    /// The order that the present rules refuse, and why.
    pub refused: Option<DataError>,
}

impl<R: RuleSystem> Opening<R> {
    /// Sets a save's battle up, as it was before the save's first order.
    ///
    /// # Errors
    /// What is wrong with its level, or with a position in it.
    pub fn begin(
        world: &mut World,
        save: Box<Save<R>>,
        keep: Keep,
    ) -> Result<Self, Vec<DataError>> {
        let dice = Dice::seeded(save.seed);
        wrapper::begin::<R>(world, &save.level, save.seed, dice, keep)?;
        let position = save.position.as_deref();
        let earlier = save.earlier.as_ref().map(|earlier| &*earlier.position);
        for (field, snapshot) in [("earlier.position", earlier), ("position", position)] {
            if let Some((part, problem)) = snapshot.and_then(|snapshot| snapshot.problem(world)) {
                let source = &save.level.source;
                let needle = field.rsplit('.').next().unwrap_or(field);
                let error = DataError::new(&source.file, problem).field(format!("{field}.{part}"));
                return Err(vec![error.near(&source.text, &format!("{needle}:"))]);
            }
        }
        if let Some(earlier) = &save.earlier {
            History::go_on_from(world, earlier.clone());
        }
        world.insert_resource(save.commanders.clone());
        world.insert_resource(save.handicap.clone());
        if save.practice {
            world.resource_mut::<History<R>>().undo_rule = UndoRule::Anything;
        }
        Ok(Self { save, places: Vec::new(), refused: None })
    }

    /// The save.
    pub fn save(&self) -> &Save<R> {
        &self.save
    }

    /// How many of the save's orders were given.
    pub fn given(&self) -> usize {
        self.places.len()
    }

    /// The order to be given next; none at the end, or after one that was refused.
    pub fn next_order(&self) -> Option<&R::Order> {
        if self.refused.is_some() { None } else { self.save.orders.get(self.given()) }
    }

    /// Gives the next order, if there is one.
    pub fn go_on(&mut self, world: &mut World) {
        let Some(order) = self.next_order().cloned() else { return };
        let answers_nothing = self.is_no_longer_asked_for(&order);
        let place = world.resource::<History<R>>().orders().len();
        match engine::execute::<R>(world, order) {
            Ok(()) => {
                self.places.push(Some(place));
                self.answer_what_was_not_asked(world);
            }
            Err(_) if answers_nothing => self.places.push(None),
            Err(error) => {
                let given = self.given();
                let order = R::order_in_words(world, &self.save.orders[given]);
                let problem = format!("this order is not legal here ({order}): {error}");
                let (field, source) = (format!("orders[{given}]"), &self.save.level.source);
                let error = DataError::new(&source.file, problem);
                self.refused = Some(error.near_field(&source.text, &field, "").field(&field));
            }
        }
    }

    /// Whether an order may be the answer to a question that the rules of the save asked and the present
    /// ones don't.
    fn is_no_longer_asked_for(&self, order: &R::Order) -> bool {
        R::given_answer(order).is_some_and(|answer| R::unasked_since(answer) > self.played_with())
    }

    /// The version of the rules that the save was played with; 0 if nobody knows.
    fn played_with(&self) -> u32 {
        self.save.rules_version.unwrap_or(0)
    }

    /// Gives the default answer to each question that the rules of the save didn't ask yet.
    fn answer_what_was_not_asked(&self, world: &mut World) {
        let played_with = self.played_with();
        while let Some(decision) = &world.resource::<Pending<R>>().0
            && R::asked_since(&decision.question) > played_with
            && let Some(answer) = decision.options.get(decision.default).cloned()
        {
            engine::execute_checked::<R>(world, R::answer(answer));
        }
    }

    /// Notes which of the orders that were given computers had given once, and why.
    fn note_computers(&self, world: &mut World) {
        let of_computers = self.save.by_computer.iter().filter_map(|(&order, reason)| {
            let place = self.places.get(order).copied().flatten()?;
            Some((place, reason.clone()))
        });
        world.resource_mut::<History<R>>().note_computers(of_computers);
    }

    /// What stopped it before its last order.
    fn stopped(&self) -> Option<&DataError> {
        let unread = self.save.unread.as_ref().map(|Unread { problem, .. }| problem);
        self.refused.as_ref().or(unread)
    }

    /// After the last order: compares where it led with where it led once, and goes there if that is
    /// another place.
    ///
    /// # Errors
    /// The first order, if not even that holds, nobody knows where the battle stood, and it was played
    /// with these very rules: then the save is wrong. With other rules it opens as it began.
    pub fn finish(self, world: &mut World) -> Result<Opened, DataError> {
        let refused = self.stopped().cloned();
        self.note_computers(world);
        if refused.is_none() {
            let here = Snapshot::<R>::take(world);
            let same = format!("{:016x}", here.hash()) == self.save.hash
                || self.save.position.as_deref() == Some(&here);
            if same {
                return Ok(Opened::AsSaved);
            }
        }
        let (held, orders) = (self.given(), self.save.count());
        let change = Change { played_with: self.save.rules_version, present: R::VERSION, refused };
        if let Some(earlier) = self.save.into_earlier() {
            History::go_on_from(world, earlier);
            return Ok(Opened::AtPosition(change));
        }
        match &change.refused {
            None => Ok(Opened::Elsewhere(change)),
            Some(first) if held == 0 && !change.of_rules() => Err(first.clone()),
            Some(_) => Ok(Opened::AtLastOrder { held, orders, change }),
        }
    }
}

/// Gives all orders of a save again, in a world without a battle; `watch` sees the world before each
/// of them.
///
/// # Errors
/// What is wrong with the level or a position, or the first order that isn't legal.
pub fn replay<R: RuleSystem>(
    world: &mut World,
    save: &Save<R>,
    watch: &mut dyn FnMut(&World, &R::Order),
) -> Result<(), Vec<DataError>> {
    let opening = play_through(world, save, watch)?;
    opening.note_computers(world);
    opening.stopped().map_or(Ok(()), |error| Err(vec![error.clone()]))
}

/// Opens a save in a world without a battle; `watch` sees the world before each order that is given.
///
/// # Errors
/// What is wrong with the level or a position, or that not even the first order is legal by the rules
/// that it was played with.
pub fn open<R: RuleSystem>(
    world: &mut World,
    save: &Save<R>,
    watch: &mut dyn FnMut(&World, &R::Order),
) -> Result<Opened, Vec<DataError>> {
    let opening = play_through(world, save, watch)?;
    opening.finish(world).map_err(|error| vec![error])
}

/// Lays a saved battle out as it stood last, in a world without a battle and without giving its
/// orders again: to be looked at, not to be played on. False if the save doesn't say where it stood;
/// then it lies there as it began.
///
/// # Errors
/// What is wrong with the level or a position.
pub fn lay_out<R: RuleSystem>(
    world: &mut World,
    save: Box<Save<R>>,
) -> Result<bool, Vec<DataError>> {
    let opening = Opening::begin(world, save, Keep::Start)?;
    let position = opening.save.position.as_deref();
    if let Some(position) = position {
        position.restore(world);
    }
    Ok(position.is_some())
}

fn play_through<R: RuleSystem>(
    world: &mut World,
    save: &Save<R>,
    watch: &mut dyn FnMut(&World, &R::Order),
) -> Result<Opening<R>, Vec<DataError>> {
    let mut opening = Opening::begin(world, Box::new(save.clone()), Keep::Checkpoints)?;
    while let Some(order) = opening.next_order() {
        watch(world, order);
        opening.go_on(world);
    }
    Ok(opening)
}

impl Opened {
    /// Why the battle isn't what it was; none if it is.
    pub fn change(&self) -> Option<&Change> {
        match self {
            Self::AsSaved => None,
            Self::AtPosition(change)
            | Self::AtLastOrder { change, .. }
            | Self::Elsewhere(change) => Some(change),
        }
    }
}

impl Change {
    /// Whether the battle says that it was played with other rules.
    pub fn of_rules(&self) -> bool {
        self.played_with != Some(self.present)
    }
}

impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::AsSaved => f.write_str("The battle is as it was."),
            Self::AtPosition(change) => write!(
                f,
                "{change} The battle continues from where it stood. What came before can be \
                 read, but not undone."
            ),
            Self::AtLastOrder { held: 0, orders: 1, change } => {
                write!(f, "{change} Its only order is no longer legal, so it opens as it began.")
            }
            Self::AtLastOrder { held: 0, orders, change } => write!(
                f,
                "{change} None of its {orders} orders is legal any more, so it opens as it began."
            ),
            Self::AtLastOrder { held, orders, change } => write!(
                f,
                "{change} The first {held} of its {orders} orders are still legal, and the battle \
                 continues after them."
            ),
            Self::Elsewhere(change) if change.of_rules() => write!(
                f,
                "{change} All its orders are still legal, but they may lead to another position \
                 than before."
            ),
            Self::Elsewhere(change) => write!(
                f,
                "{change} Its orders lead to another position than the one it was saved in."
            ),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let present = self.present;
        match self.played_with {
            Some(version) if self.of_rules() => write!(
                f,
                "This battle was played with version {version} of the rules, and this is version \
                 {present}."
            ),
            Some(_) => f.write_str("This battle was changed after it was saved."),
            None => f.write_str("This battle was played with an earlier version of the game."),
        }
    }
}
