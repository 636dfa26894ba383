//! How a player must go about something on a board, and how it must not.

use bevy::{math::Vec2, prelude::World};
use serde::Deserialize;

use super::{BoardAnswer, PlayState, names::Names};
use crate::{
    battle::{BattleWorld, Pending, RuleSystem, SideId, UnitId, engine::execute},
    no_quarter::{
        NoQuarter, Order, formations, movement,
        phase::{Phase, phase},
        ranged_combat,
        uses::Usable,
    },
    table::formation::Manoeuvre,
};

/// Whoever gives the orders on a board.
pub type Giver<'a> = &'a mut dyn FnMut(&World) -> Order;

/// An activation takes no more orders than this.
const MOST_ORDERS: usize = 30;

/// Something that may be true of the orders of a player, or of where they led.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Conduct {
    /// It activates this unit.
    Activates(String),
    /// It charges this unit.
    Charges(String),
    /// It charges anybody.
    ChargesSomebody,
    /// It shoots at this unit.
    ShootsAt(String),
    /// It shoots, throws, breathes or fires at anybody.
    ShootsAtSomebody,
    /// It strikes.
    Strikes,
    /// It fires a gun.
    Fires,
    /// It uses or casts something.
    Uses,
    /// It casts a spell.
    Casts,
    /// It casts two spells or more.
    CastsTwice,
    /// It concentrates.
    Concentrates,
    /// It concentrates, and neither casts nor cancels a spell after that.
    ConcentratesInVain,
    /// It goes anywhere: the way isn't nothing.
    Goes,
    /// It turns on the spot, loose or as a block.
    TurnsOnTheSpot,
    /// It goes on hold.
    Holds,
    /// It tries to rally.
    Rallies,
    /// It has its models stand up.
    StandsUp,
    /// It changes its formation.
    FormsUp,
    /// It joins this unit.
    Joins(String),
    /// It lets this model leave its unit.
    Leaves(String),
    /// It gives this unit on hold another instruction.
    Instructs(String),
    /// It brings this unit on from the reserve.
    ComesOn(String),
    /// It gives this answer.
    Answers(BoardAnswer),
    /// The nearest models of two units are no farther from each other than so many inches.
    Within(String, String, f32),
    /// They are farther from each other.
    Beyond(String, String, f32),
    /// The nearest model of a unit is no farther from a place than so many inches.
    IsNear(String, (f32, f32), f32),
    /// A unit looks at another: the middle of that is within 45 degrees of straight ahead.
    Faces(String, String),
    /// A unit is in ranks.
    IsRanked(String),
    /// A model sees at least half of another.
    Sees(String, String),
}

/// Lets a player play, and holds what it has done against what it should.
pub(super) fn play(
    world: &mut World,
    names: &Names,
    side: SideId,
    state: &PlayState,
    player: Giver,
) -> Result<(), String> {
    let orders = orders(world, side, player)?;
    let told = || {
        let told: Vec<String> =
            orders.iter().map(|(order, words)| format!("{words} [{order:?}]")).collect();
        told.join("; ")
    };
    for wanted in &state.must {
        if !wanted.is_so(world, names, &orders)? {
            return Err(format!("must: {wanted:?}, but it was: {}", told()));
        }
    }
    for unwanted in &state.must_not {
        if unwanted.is_so(world, names, &orders)? {
            return Err(format!("must not: {unwanted:?}, but it was: {}", told()));
        }
    }
    match state.orders {
        Some(most) if orders.len() > most => {
            Err(format!("{} orders instead of {most} at most: {}", orders.len(), told()))
        }
        _ => Ok(()),
    }
}

/// The orders of a player until the activation is over, or its one answer. The other side gives its
/// default answers meanwhile.
fn orders(world: &mut World, side: SideId, player: Giver) -> Result<Vec<(Order, String)>, String> {
    let mut orders = Vec::new();
    let answers = world.resource::<Pending<NoQuarter>>().0.is_some();
    loop {
        let decision = world.resource::<Pending<NoQuarter>>().0.clone();
        match decision {
            Some(decision) if decision.side != side => {
                let answer = decision.options[decision.default].clone();
                let order = NoQuarter::answer(answer);
                execute::<NoQuarter>(world, order).map_err(|error| error.to_string())?;
                continue;
            }
            Some(_) => {}
            None => {
                let frame = world.frame();
                let other = frame.active.map_or(frame.side, |unit| world.side_of(unit)) != side;
                let done = frame.active.is_none() && !orders.is_empty();
                if phase(world) == Phase::Over || other || done {
                    return Ok(orders);
                }
            }
        }
        if orders.len() >= MOST_ORDERS {
            return Err(format!("no end after {MOST_ORDERS} orders"));
        }
        let order = player(world);
        let words = NoQuarter::order_in_words(world, &order);
        execute::<NoQuarter>(world, order.clone())
            .map_err(|error| format!("{words} is refused under {}: {error}", error.rule))?;
        orders.push((order, words));
        if answers {
            return Ok(orders);
        }
    }
}

/// The middle of the models of a unit.
fn middle(world: &World, unit: UnitId) -> Vec2 {
    let models = world.standing(unit);
    let sum: Vec2 = models.iter().map(|&model| world.placed(model).pose.at).sum();
    sum / models.len().max(1) as f32
}

/// What an order uses, if it is one to use something.
fn used(order: &Order) -> Option<Usable> {
    match order {
        Order::Use { what, .. } => Some(*what),
        _ => None,
    }
}

fn is_spell(what: Usable) -> bool {
    matches!(what, Usable::Spell(_))
}

/// Whether nobody of a block leaves its place.
fn is_turn(manoeuvre: &Manoeuvre) -> bool {
    matches!(manoeuvre, Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn)
}

impl Conduct {
    fn is_so(
        &self,
        world: &World,
        names: &Names,
        orders: &[(Order, String)],
    ) -> Result<bool, String> {
        let any = |so: &dyn Fn(&Order) -> bool| orders.iter().any(|(order, _)| so(order));
        let spells = || {
            let used = orders.iter().filter_map(|(order, _)| used(order));
            used.filter(|&what| is_spell(what)).count()
        };
        let charges = |wanted: Option<UnitId>| {
            any(&|order| match order {
                Order::Charge { target, .. } | Order::ChargeToReach { target, .. } => {
                    wanted.is_none_or(|wanted| wanted == *target)
                }
                _ => false,
            })
        };
        let gap = |a: &str, b: &str| -> Result<f32, String> {
            let gap = movement::unit_gap(world, names.unit(a)?, names.unit(b)?);
            Ok(gap.map_or(f32::MAX, |gap| gap.0))
        };
        Ok(match self {
            Self::Activates(unit) => {
                let wanted = names.unit(unit)?;
                any(&|order| *order == Order::Activate { unit: wanted })
            }
            Self::Charges(unit) => charges(Some(names.unit(unit)?)),
            Self::ChargesSomebody => charges(None),
            Self::ShootsAt(unit) => {
                let wanted = names.unit(unit)?;
                any(&|order| match order {
                    Order::Shoot { shots } => shots.iter().any(|shot| shot.target == wanted),
                    _ => false,
                })
            }
            Self::ShootsAtSomebody => any(&|order| {
                matches!(
                    order,
                    Order::Shoot { .. }
                        | Order::Throw { .. }
                        | Order::Breathe { .. }
                        | Order::Fire { .. }
                )
            }),
            Self::Strikes => any(&|order| matches!(order, Order::Fight { .. })),
            Self::Fires => any(&|order| matches!(order, Order::Fire { .. })),
            Self::Uses => any(&|order| matches!(order, Order::Use { .. })),
            Self::Casts => spells() >= 1,
            Self::CastsTwice => spells() >= 2,
            Self::Concentrates => any(&|order| used(order) == Some(Usable::Concentration)),
            Self::ConcentratesInVain => {
                let mut last_first = orders.iter().rev().filter_map(|(order, _)| used(order));
                let magic = last_first.find(|&what| {
                    is_spell(what) || matches!(what, Usable::Concentration | Usable::Cancelling)
                });
                magic == Some(Usable::Concentration)
            }
            Self::Goes => any(&|order| match order {
                Order::Move { moves } => moves.iter().any(|one| !one.path.is_empty()),
                Order::Manoeuvre { manoeuvre } => !is_turn(manoeuvre),
                _ => false,
            }),
            Self::TurnsOnTheSpot => any(&|order| match order {
                Order::Move { moves } => moves.iter().all(|one| one.path.is_empty()),
                Order::Manoeuvre { manoeuvre } => is_turn(manoeuvre),
                _ => false,
            }),
            Self::Holds => any(&|order| matches!(order, Order::Hold { .. })),
            Self::Rallies => any(&|order| matches!(order, Order::Rally)),
            Self::StandsUp => any(&|order| matches!(order, Order::StandUp { .. })),
            Self::FormsUp => any(&|order| matches!(order, Order::FormUp { .. })),
            Self::Joins(unit) => {
                let wanted = names.unit(unit)?;
                any(&|order| *order == Order::Join { unit: wanted })
            }
            Self::Leaves(model) => {
                let wanted = names.model(model)?;
                any(&|order| *order == Order::Leave { model: wanted })
            }
            Self::Instructs(unit) => {
                let wanted = names.unit(unit)?;
                any(&|order| matches!(order, Order::Instruct { unit, .. } if *unit == wanted))
            }
            Self::ComesOn(unit) => {
                let wanted = names.unit(unit)?;
                any(&|order| matches!(order, Order::Enter { unit, .. } if *unit == wanted))
            }
            Self::Answers(answer) => {
                let answer = names.answer(world, answer)?;
                any(&|order| NoQuarter::given_answer(order) == Some(&answer))
            }
            Self::Within(a, b, most) => gap(a, b)? <= *most,
            Self::Beyond(a, b, least) => gap(a, b)? > *least,
            Self::IsNear(unit, at, most) => {
                let at = Vec2::new(at.0, at.1);
                let models = world.standing(names.unit(unit)?);
                let far = |&model| world.placed(model).closest_point(at).distance(at);
                models.iter().map(far).fold(f32::MAX, f32::min) <= *most
            }
            Self::Faces(unit, other) => {
                let (unit, other) = (names.unit(unit)?, names.unit(other)?);
                let Some(&first) = world.standing(unit).first() else { return Ok(false) };
                let to = middle(world, other) - middle(world, unit);
                let facing = world.placed(first).pose.facing;
                facing.dot(to.normalize_or_zero()) >= std::f32::consts::FRAC_1_SQRT_2
            }
            Self::IsRanked(unit) => formations::is_ranked(world, names.unit(unit)?),
            Self::Sees(from, to) => {
                let sight = ranged_combat::sees_model(world, names.model(from)?, names.model(to)?);
                sight.hidden <= 0.5
            }
        })
    }
}
