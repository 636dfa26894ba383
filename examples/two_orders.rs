//! A whole rule system of two orders: two runners race across the table, each to the other's edge. Who
//! runs rolls a D5 for the inches and tires; who is tired has to rest first. It is played in the
//! headless wrapper by two random players, with its invariants checked after each order, and then played
//! again.
//!
//! `cargo run --no-default-features --example two_orders`

use std::{error::Error, fmt};

use bevy::{
    ecs::world::EntityRef,
    prelude::{Bundle, Component, Entity, Resource, World},
};
use ironrank::{
    battle::{
        BattleWorld, Battlefield, DataError, Level, Log, MemberOf, ModelId, Named, Outcome,
        Presence, Resolving, Roster, RuleSystem, Side, SideId, SideNames, Snapshot, Tally,
        TurnFrame,
        components::TableEdge,
        level::{Place, UnitSetup},
    },
    dice::Roll,
    lab::{Bout, Played, check_replay, play},
    table::{Base, Placed, Pose, Table},
};
use serde::{Deserialize, Serialize};

/// The level: a table, two sides, one runner each.
const LEVEL: &str = r#"(
    name: "Footrace", rules: "footrace",
    table: (width: 12, depth: 24),
    sides: [(name: "Hares", edge: South), (name: "Tortoises", edge: North)],
    units: [
        (side: "Hares", profile: "hare", count: 1, place: At(4, 1, 90)),
        (side: "Tortoises", profile: "tortoise", count: 1, place: At(8, 23, 270)),
    ],
)"#;

/// How often one may run before one has to rest.
const BREATH: u8 = 2;

/// How far from its table edge a line lies, in inches, so that a base on it is still on the table.
const LINE: f32 = 1.0;

/// The rules of the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Footrace;

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Purpose {
    /// How far a runner gets.
    Inches,
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Inches => f.write_str("inches"),
        }
    }
}

/// What a player may ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Order {
    /// His runner goes straight ahead, so many inches as a D5 says.
    Run,
    /// His runner gets his breath back.
    Rest,
}

/// Why an order is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
enum Refusal {
    /// The race is over.
    #[error("the race is over")]
    Over,
    /// He has run too often.
    #[error("{name} has run {BREATH} times and has to rest")]
    OutOfBreath {
        /// Who.
        name: String,
    },
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    /// Somebody ran.
    Ran { model: ModelId, roll: Roll<Purpose> },
    /// Somebody rested.
    Rested { model: ModelId },
}

/// A small piece of an order's resolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Step {
    /// Rolls and runs.
    Run { model: ModelId },
    /// The go passes to the other side.
    NextGo,
}

/// These rules ask nothing, and nobody joins a race later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Nothing {}

/// How often a runner has run since he rested.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Tired(u8);

/// What changes about a model, besides its place.
#[derive(Bundle, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct ModelState {
    tired: Tired,
}

/// What else changes: who has won.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Finish(Option<SideId>);

impl RuleSystem for Footrace {
    const NAME: &'static str = "footrace";
    const VERSION: u32 = 1;

    type Purpose = Purpose;
    type Order = Order;
    type OrderError = Refusal;
    type Event = Event;
    type Question = Nothing;
    type Answer = Nothing;
    type Step = Step;
    // Nothing changes about a unit.
    type UnitState = ();
    type ModelState = ModelState;
    type FrameState = Finish;
    type Arrival = Nothing;
    type UnitSetup = UnitSetup;
    type SetUp = ();

    fn set_up(world: &mut World, level: &Level<Self>) -> Result<(), Vec<DataError>> {
        let Level { table, sides, .. } = level;
        let table = Table { width: table.width, depth: table.depth, terrain: Vec::new() };
        world.insert_resource(Battlefield(table));
        world.insert_resource(SideNames::of(sides));
        world.insert_resource(TableEdge(sides.iter().map(|side| side.edge).collect()));
        world.insert_resource(Roster::new(sides.len() as u32));
        world.insert_resource(Finish::default());
        world.insert_resource(TurnFrame {
            turn: 1,
            last_turn: 1,
            side: SideId(0),
            active: None,
            first_activation: false,
        });
        for (setup, side) in level.units.iter().zip(0..) {
            let Place::At(x, y, degrees) = setup.place else {
                return Err(vec![level.error("units", "units", "every runner needs a place")]);
            };
            let named = Named(setup.profile.clone());
            let unit = world.spawn((named.clone(), Side(SideId(side)))).id();
            let id = world.resource_mut::<Roster>().add_unit(unit);
            world.entity_mut(unit).insert(id);
            let Placed { base, pose } =
                Placed::new(Base::round(25.0), Pose::degrees((x, y).into(), degrees));
            let parts =
                (named, base, pose, Presence::OnTable, ModelState::default(), MemberOf(unit));
            let model = world.spawn(parts).id();
            let id = world.resource_mut::<Roster>().add_model(model);
            world.entity_mut(model).insert(id);
        }
        Ok(())
    }

    fn spawn_arrival(_: &mut World, arrival: &Nothing) -> Entity {
        match *arrival {}
    }

    fn arrival_problem(_: &World, arrival: &Nothing) -> Option<String> {
        match *arrival {}
    }

    fn check(world: &World, order: &Order) -> Result<(), Refusal> {
        let model = runner(world);
        match order {
            _ if Self::outcome(world).is_some() => Err(Refusal::Over),
            Order::Run if world.of_model::<Tired>(model).0 >= BREATH => {
                Err(Refusal::OutOfBreath { name: world.model_name(model).to_owned() })
            }
            Order::Run | Order::Rest => Ok(()),
        }
    }

    fn begin(world: &mut World, order: Order) {
        let model = runner(world);
        // The stack is resolved from its top: what comes last is pushed first.
        world.push::<Self>(Step::NextGo);
        match order {
            Order::Run => world.push::<Self>(Step::Run { model }),
            Order::Rest => {
                world.set_model(model, Tired(0));
                world.emit::<Self>(Event::Rested { model });
            }
        }
    }

    fn step(world: &mut World, step: Step) {
        match step {
            Step::Run { model } => {
                let roll = world.dice().d5(Purpose::Inches, Some(model.0));
                let pose = *world.of_model::<Pose>(model);
                let mut at = pose.local(0.0, f32::from(roll.result));
                at.y = at.y.clamp(LINE, world.table().depth.0 - LINE);
                world.set_model(model, Pose { at, ..pose });
                world.set_model(model, Tired(world.of_model::<Tired>(model).0 + 1));
                world.emit::<Self>(Event::Ran { model, roll });
            }
            Step::NextGo => {
                let side = world.frame().side;
                let won = is_home(world, runner(world));
                world.resource_mut::<TurnFrame>().side = side.other();
                if won {
                    world.resource_mut::<Finish>().0 = Some(side);
                }
            }
        }
    }

    fn answer(answer: Nothing) -> Order {
        match answer {}
    }

    fn given_answer(_: &Order) -> Option<&Nothing> {
        None
    }

    fn propose(_: &World, pick: &mut dyn FnMut(usize) -> usize) -> Order {
        if pick(4) == 0 { Order::Rest } else { Order::Run }
    }

    fn fallback(_: &World) -> Order {
        Order::Rest
    }

    fn tally(world: &World, side: SideId) -> Tally {
        let won = world.resource::<Finish>().0 == Some(side);
        Tally { side, points: i32::from(won), account: Vec::new(), models: 1, lost: 0 }
    }

    fn outcome(world: &World) -> Option<Outcome> {
        let winner = world.resource::<Finish>().0?;
        let tallies = world.roster().sides().map(|side| Self::tally(world, side)).collect();
        let reason = format!("{} are home", world.side_name(winner));
        Some(Outcome { winner: Some(winner), reason, tallies })
    }

    fn broken_invariants(world: &World) -> Vec<String> {
        let off = |model: &ModelId| !world.table().holds(&world.placed(*model));
        let off = world.roster().models().filter(off);
        off.map(|model| format!("{} is off the table", world.model_name(model))).collect()
    }

    fn state_problem(_: &World, snapshot: &Snapshot<Self>) -> Option<(String, String)> {
        let winner = snapshot.rules.0.filter(|side| side.index() > 1)?;
        Some(("rules".to_owned(), format!("there is no side {}", winner.0)))
    }

    fn sentence(world: &World, event: &Event) -> String {
        match event {
            Event::Ran { model, roll } => {
                format!("The {} runs {} inches.", world.model_name(*model), roll.result)
            }
            Event::Rested { model } => format!("The {} rests.", world.model_name(*model)),
        }
    }

    fn unit_state(_: EntityRef) {}

    fn model_state(model: EntityRef) -> ModelState {
        let tired = *model.get().expect("every runner is spawned with the whole bundle");
        ModelState { tired }
    }
}

/// The runner of the side whose go it is.
fn runner(world: &World) -> ModelId {
    ModelId(world.frame().side.0)
}

/// Whether a runner has crossed the table, from one edge to the other.
fn is_home(world: &World, model: ModelId) -> bool {
    let pose = world.placed(model).pose;
    let finish = if pose.facing.y > 0.0 { world.table().depth.0 - LINE } else { LINE };
    (pose.at.y - finish).abs() < 1e-3
}

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::read("footrace.ron", LEVEL).map_err(|wrong| wrong[0].clone())?;
    let bout = Bout::<Footrace> { check_invariants: true, ..Bout::random(&level, 7) };
    let played = play(bout).and_then(Played::sound)?;
    for event in &played.world.resource::<Log<Footrace>>().0 {
        println!("{}", Footrace::sentence(&played.world, event));
    }
    println!("{}", played.report.text());
    check_replay(&played, &|_| ())?;
    println!("Played again from its orders, it was the same race.");
    Ok(())
}
