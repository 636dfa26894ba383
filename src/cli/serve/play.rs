//! Plans: what they are at the moment, carrying one out, and letting computer players play.

use std::collections::VecDeque;

use ironrank::{
    battle::{
        History, Planning, RuleSystem, SideId,
        planning::{Account, Foresight, Reason, Weighed},
    },
    no_quarter::{
        Event, NoQuarter, Order,
        plans::{Act, Knowledge},
    },
    players::{Kind as PlayerKind, next_order, whose_order},
};
use serde::Serialize;

use super::{
    fought::Fought,
    problem::{Kind, Problem},
    views::{Now, now},
};

/// What whoever's turn it is could do.
#[derive(Debug, Serialize)]
pub(super) struct Plans {
    side: SideId,
    /// The legal plans. The last is what is always legal.
    plans: Vec<PlanView>,
    /// Whether a plan waits to be gone on with.
    rest: bool,
    now: Now,
}

#[derive(Debug, Serialize)]
struct PlanView {
    number: usize,
    name: String,
    /// None for what is always legal, which nobody weighs.
    worth: Option<f32>,
    account: Account,
    /// Its first order.
    order: Order,
}

/// What a computer player would do.
#[derive(Debug, Serialize)]
pub(super) struct Thought {
    side: SideId,
    order: Order,
    text: String,
    /// Why, in a sentence; none where a player has no reason.
    reason: Option<String>,
    /// The plans that it likes best.
    plans: Vec<ThoughtOf>,
    /// How many it weighed.
    weighed: usize,
}

#[derive(Debug, Serialize)]
struct ThoughtOf {
    name: String,
    worth: f32,
    account: Account,
}

/// What has come of an order, an answer or a plan.
#[derive(Debug, Serialize)]
pub(super) struct Played {
    #[serde(skip_serializing_if = "Option::is_none")]
    orders: Option<Vec<Given>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<EventView>>,
    /// Whether all was done that was asked for.
    done: bool,
    /// Whether a plan waits to be gone on with.
    rest: bool,
    now: Now,
}

#[derive(Debug, Serialize)]
struct Given {
    side: SideId,
    text: String,
    order: Order,
}

/// An event.
#[derive(Debug, Serialize)]
pub(super) struct EventView {
    /// Its place among all events.
    number: usize,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Event>,
}

/// What the answer to a change tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Telling {
    /// Events as data too.
    pub(super) data: bool,
    /// Neither orders nor events.
    pub(super) quiet: bool,
}

/// How long a computer player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// Until its plan is done.
    Plan,
    /// Until the battle waits for the other side.
    Side,
    /// Until the battle is over; it plays both sides.
    End,
}

impl Until {
    const ALL: [(&'static str, Self); 3] =
        [("plan", Self::Plan), ("side", Self::Side), ("end", Self::End)];

    /// By its name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, until)| until)
    }

    pub(super) fn names() -> [&'static str; 3] {
        Self::ALL.map(|(name, _)| name)
    }
}

/// Some events, from a number on.
pub(super) fn events(fought: &Fought, from: usize, most: usize, data: bool) -> Vec<EventView> {
    let events = fought.events().iter().enumerate().skip(from).take(most);
    let told = events.map(|(number, event)| EventView {
        number,
        text: NoQuarter::sentence(&fought.world, event),
        data: data.then(|| event.clone()),
    });
    told.filter(|event| data || !event.text.is_empty()).collect()
}

/// The legal plans of whoever's turn it is; they keep their numbers until something happens.
pub(super) fn plans(fought: &mut Fought, foresight: Foresight) -> Plans {
    let (listed, views) = weighed(fought, foresight);
    fought.listed = listed;
    Plans {
        side: whose_order::<NoQuarter>(&fought.world),
        plans: views,
        rest: !fought.rest.is_empty(),
        now: now(&fought.world),
    }
}

fn weighed(fought: &Fought, foresight: Foresight) -> (Vec<(usize, Vec<Act>)>, Vec<PlanView>) {
    let world = &fought.world;
    let (mut listed, mut views) = (Vec::new(), Vec::new());
    if fought.is_over() {
        return (listed, views);
    }
    let knowledge = Knowledge::default();
    let choices = NoQuarter::choices(world, &knowledge, foresight);
    for number in 0..choices.count() {
        let Some(Weighed { plan, account }) = choices.weigh(number) else { continue };
        let Some(order) = next_order::<NoQuarter>(world, &mut plan.acts.clone().into()) else {
            continue;
        };
        let worth = Some(account.worth());
        views.push(PlanView { number, name: plan.name, worth, account, order });
        listed.push((number, plan.acts));
    }
    let order = NoQuarter::fallback(world);
    views.push(PlanView {
        number: choices.count(),
        name: NoQuarter::order_in_words(world, &order),
        worth: None,
        account: Account::default(),
        order,
    });
    (listed, views)
}

/// What a computer player would order now.
pub(super) fn think(fought: &Fought, kind: PlayerKind) -> Result<Thought, Problem> {
    check_goes_on(fought)?;
    let mut player = fought.fresh_player(kind);
    let order = player.order(&fought.world).ok_or_else(speechless)?;
    let reason = player.reason();
    let plans = reason.map_or(&[][..], |reason| &reason.plans).iter().map(|plan| ThoughtOf {
        name: plan.name.clone(),
        worth: plan.worth(),
        account: plan.account.clone(),
    });
    Ok(Thought {
        side: whose_order::<NoQuarter>(&fought.world),
        text: NoQuarter::order_in_words(&fought.world, &order),
        order,
        reason: reason.map(Reason::sentence),
        plans: plans.collect(),
        weighed: reason.map_or(0, |reason| reason.weighed),
    })
}

fn speechless() -> Problem {
    Problem::new(Kind::Unknown, "this player has no order to give")
}

fn check_goes_on(fought: &Fought) -> Result<(), Problem> {
    if fought.is_over() {
        return Err(Problem::new(Kind::Refused, "the battle is over"));
    }
    Ok(())
}

/// Something that is being carried out, and what there will be to tell.
pub(super) struct Playing<'a> {
    fought: &'a mut Fought,
    telling: Telling,
    given: Vec<Given>,
    events_before: usize,
}

impl<'a> Playing<'a> {
    pub(super) fn begin(fought: &'a mut Fought, telling: Telling) -> Self {
        let events_before = fought.events().len();
        Self { fought, telling, given: Vec::new(), events_before }
    }

    fn give(&mut self, order: Order) -> Result<(), Problem> {
        let given = (!self.telling.quiet).then(|| Given {
            side: whose_order::<NoQuarter>(&self.fought.world),
            text: NoQuarter::order_in_words(&self.fought.world, &order),
            order: order.clone(),
        });
        self.fought.give(order)?;
        self.given.extend(given);
        Ok(())
    }

    /// Gives one order.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn order(mut self, order: Order) -> Result<Played, Problem> {
        self.give(order)?;
        Ok(self.end(true))
    }

    /// Answers the pending decision with one of its options.
    ///
    /// # Errors
    /// That nothing is asked, or that there is no such answer.
    pub(super) fn answer(self, number: u64) -> Result<Played, Problem> {
        let order = self.fought.option(number)?;
        self.order(order)
    }

    /// Carries out a plan by its number.
    ///
    /// # Errors
    /// That there is no such plan.
    pub(super) fn plan(mut self, number: usize) -> Result<Played, Problem> {
        check_goes_on(self.fought)?;
        let world = &self.fought.world;
        let knowledge = Knowledge::default();
        let choices = NoQuarter::choices(world, &knowledge, Foresight::NextReply);
        let count = choices.count();
        if number == count {
            drop(choices);
            let order = NoQuarter::fallback(world);
            return self.order(order);
        }
        let listed = self.fought.listed.iter().find(|(listed, _)| *listed == number);
        let acts: Option<Vec<Act>> = match listed {
            Some((_, acts)) => Some(acts.clone()),
            None => (number < count)
                .then(|| choices.weigh(number))
                .flatten()
                .map(|weighed| weighed.plan.acts),
        };
        drop(choices);
        let mut acts: VecDeque<Act> = acts.unwrap_or_default().into();
        let Some(first) = next_order::<NoQuarter>(world, &mut acts) else {
            let told = format!("plan: no legal plan has the number {number} now");
            return Err(Problem::new(Kind::Unknown, told));
        };
        // An answer leaves the plan alone that the question has stopped.
        let answers = self.fought.is_asked();
        self.give(first)?;
        if answers { Ok(self.end(true)) } else { self.follow(acts) }
    }

    /// Goes on with a plan that a decision has stopped.
    ///
    /// # Errors
    /// That the decision has to be answered first.
    pub(super) fn rest(self) -> Result<Played, Problem> {
        if self.fought.is_asked() {
            let told = "rest: the decision has to be answered first";
            return Err(Problem::new(Kind::Refused, told));
        }
        let acts = std::mem::take(&mut self.fought.rest);
        self.follow(acts)
    }

    /// Gives the orders of acts, up to a decision.
    fn follow(mut self, mut acts: VecDeque<Act>) -> Result<Played, Problem> {
        while !self.fought.is_asked() && !self.fought.is_over() {
            let Some(order) = next_order::<NoQuarter>(&self.fought.world, &mut acts) else { break };
            self.give(order)?;
        }
        let done = acts.is_empty() || self.fought.is_over();
        if !done {
            self.fought.rest = acts;
        }
        Ok(self.end(done))
    }

    /// Lets a computer player play, unless the client goes meanwhile.
    ///
    /// # Errors
    /// That the battle is over.
    pub(super) fn player(
        mut self,
        kind: PlayerKind,
        until: Until,
        is_gone: &dyn Fn() -> bool,
    ) -> Result<Played, Problem> {
        check_goes_on(self.fought)?;
        let side = whose_order::<NoQuarter>(&self.fought.world);
        loop {
            let (player, world) = self.fought.player(kind);
            let order = player.order(world).ok_or_else(speechless)?;
            let goes_on = player.goes_on();
            let reason = player.begun_reason().cloned();
            self.give(order)?;
            self.fought.world.resource_mut::<History<NoQuarter>>().note_computer(reason);
            let others = whose_order::<NoQuarter>(&self.fought.world) != side;
            match until {
                _ if self.fought.is_over() => return Ok(self.end(true)),
                _ if is_gone() => return Ok(self.end(false)),
                Until::Plan if !goes_on => return Ok(self.end(true)),
                Until::Plan if others => return Ok(self.end(false)),
                Until::Side if others => return Ok(self.end(true)),
                Until::Plan | Until::Side | Until::End => {}
            }
        }
    }

    fn end(self, done: bool) -> Played {
        let Self { fought, telling: Telling { data, quiet }, given, events_before } = self;
        Played {
            orders: (!quiet).then_some(given),
            events: (!quiet).then(|| events(fought, events_before, usize::MAX, data)),
            done,
            rest: !fought.rest.is_empty(),
            now: now(&fought.world),
        }
    }
}
