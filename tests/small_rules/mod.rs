//! A rule system of two orders, small enough to be read in one go: necromancers raise the dead, and
//! clouds of fog drift over the table. It shows what a rule system has to provide, and it does what no
//! order of the first book does yet: models and ground come, move and go.
//!
//! - *grave*: where a dead man rises; a die decides whether one does.
//! - *cloud*: a disc of fog; a die decides whether one that drifts dissolves.
//!
//! Its version is a parameter: in the second the dead are harder to raise, so that a battle of the
//! first no longer replays.

use std::fmt;

use bevy::{
    ecs::world::EntityRef,
    math::Vec2,
    prelude::{Bundle, Component, Entity, Resource, World},
};
use ironrank::{
    battle::{
        BattleWorld, Battlefield, DataError, Entrance, Level, MemberOf, ModelId, Named, Outcome,
        Planning, Presence, Resolving, Roster, RuleSystem, Side, SideId, SideNames, Snapshot,
        Tally, TerrainId, TurnFrame, UnitId, arrivals,
        components::TableEdge,
        ground,
        level::{Place, Turns, UnitSetup},
    },
    table::{Base, Footprint, Inches, Opacity, Placed, Pose, Table, Terrain},
};
use serde::{Deserialize, Serialize};

/// The rules of graves and clouds, in one of their versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graves<const VERSION: u32>;

/// A level of these rules.
pub const NIGHT: &str = r#"(
    name: "A Foggy Night",
    rules: "graves",
    table: (width: 24, depth: 24),
    sides: [(name: "Crypt", edge: South), (name: "Barrow", edge: North)],
    units: [
        (side: "Crypt", profile: "Bones", count: 3, place: At(6, 4, 90)),
        (side: "Barrow", profile: "Wights", count: 2, place: At(6, 20, 270)),
    ],
    turns: Fixed(12),
)"#;

/// What a player may ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Raises a dead man for a unit.
    Raise {
        /// The unit.
        unit: UnitId,
        /// The grave.
        at: Vec2,
    },
    /// Blows a cloud somewhere else, or a new one onto the table.
    Drift {
        /// The cloud; a new one if left out.
        cloud: Option<TerrainId>,
        /// Where its middle comes to lie.
        to: Vec2,
    },
}

/// Why an order is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// The battle has ended.
    #[error("the battle is over")]
    Over,
    /// It is the other side's go.
    #[error("{0} has its go first")]
    NotYourGo(String),
    /// Nobody could stand there.
    #[error("there is no room at {0}")]
    NoRoom(Vec2),
    /// Who or what is meant isn't there.
    #[error("there is no {0}")]
    NotThere(String),
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A dead man has risen.
    Rose {
        /// Who.
        model: ModelId,
        /// What the die showed.
        die: u16,
    },
    /// The grave stayed closed.
    Slept {
        /// What the die showed.
        die: u16,
    },
    /// A cloud has come, or has moved.
    Drifted {
        /// Which.
        cloud: TerrainId,
    },
    /// A cloud has dissolved.
    Dissolved {
        /// Which.
        cloud: TerrainId,
    },
}

/// The pieces that orders resolve into.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// A grave may open.
    Open {
        /// Whose.
        unit: UnitId,
        /// Where.
        at: Vec2,
    },
    /// A cloud may dissolve.
    Thin {
        /// Which.
        cloud: TerrainId,
    },
    /// The other side has its go.
    NextGo,
}

/// These rules ask nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Nothing {}

/// What changes about a unit: how many it has raised.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised(pub u32);

/// What changes about a unit, as a bundle.
#[derive(Bundle, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitState {
    /// How many it has raised.
    pub raised: Raised,
}

/// The turn in which a model rose; 0 for those of the level.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoseIn(pub u32);

/// What changes about a model, as a bundle.
#[derive(Bundle, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelState {
    /// When it rose.
    pub rose_in: RoseIn,
}

/// The night: its clouds, and whether it is over.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Night {
    /// The clouds on the table, by id.
    pub clouds: Vec<TerrainId>,
    /// Whether it is over.
    pub over: bool,
}

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Whether a grave opens.
    Grave,
    /// Whether a cloud dissolves.
    Cloud,
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Grave => "grave",
            Self::Cloud => "cloud",
        })
    }
}

/// What never changes about a dead man: what he is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dead {
    /// His name.
    pub name: String,
}

/// Everybody stands on such a base.
const BASE: Base = Base::Circle { radius: Inches(0.5) };
/// How far a cloud reaches.
const CLOUD: Inches = Inches(2.0);
/// A cloud that drifts dissolves on this or more.
const DISSOLVES: u16 = 8;

impl<const VERSION: u32> Graves<VERSION> {
    /// A grave opens on this or less.
    const OPENS: u16 = if VERSION < 2 { 7 } else { 3 };
}

/// Computers that play these rules think of nothing: they give the fallback.
impl<const VERSION: u32> Planning for Graves<VERSION> {
    type Act = Order;
    type Knowledge = ();

    fn order(_: &World, act: &Order) -> Option<Order> {
        Some(act.clone())
    }
}

impl<const VERSION: u32> RuleSystem for Graves<VERSION> {
    const NAME: &'static str = "graves";
    const VERSION: u32 = VERSION;

    type Purpose = Purpose;
    type Order = Order;
    type OrderError = Refusal;
    type Event = Event;
    type Question = Nothing;
    type Answer = Nothing;
    type Step = Step;
    type UnitState = UnitState;
    type ModelState = ModelState;
    type FrameState = Night;
    type Arrival = Dead;
    type UnitSetup = UnitSetup;
    type SetUp = ();

    fn set_up(world: &mut World, level: &Level<Self>) -> Result<(), Vec<DataError>> {
        let table = Table::new(level.table.width, level.table.depth);
        world.insert_resource(Battlefield(table));
        world.insert_resource(SideNames::of(&level.sides));
        world.insert_resource(TableEdge(level.sides.iter().map(|side| side.edge).collect()));
        world.insert_resource(Roster::new(level.sides.len() as u32));
        world.insert_resource(Night::default());
        let Turns::Fixed(last_turn) = level.turns else {
            return Err(vec![level.error("turns", "turns", "these rules need a fixed number")]);
        };
        world.insert_resource(TurnFrame {
            turn: 1,
            last_turn,
            side: SideId(0),
            active: None,
            first_activation: false,
        });
        for setup in &level.units {
            let side = level.sides.iter().position(|side| side.name == setup.side);
            let side = Side(SideId(side.unwrap_or_default() as u32));
            let Place::At(x, y, degrees) = setup.place else {
                return Err(vec![level.error("units", "units", "every unit needs a place")]);
            };
            let unit = world.spawn((Named(setup.profile.clone()), side, UnitState::default())).id();
            let id = world.resource_mut::<Roster>().add_unit(unit);
            world.entity_mut(unit).insert(id);
            for number in 0..setup.count {
                let pose = Pose::degrees(Vec2::new(x + 1.1 * number as f32, y), degrees);
                let name = Named(format!("{} {}", setup.profile, number + 1));
                let parts =
                    (name, BASE, pose, Presence::OnTable, ModelState::default(), MemberOf(unit));
                let model = world.spawn(parts).id();
                let id = world.resource_mut::<Roster>().add_model(model);
                world.entity_mut(model).insert(id);
            }
        }
        Ok(())
    }

    fn spawn_arrival(world: &mut World, Dead { name }: &Dead) -> Entity {
        world.spawn((Named(name.clone()), BASE)).id()
    }

    fn arrival_problem(_: &World, Dead { name }: &Dead) -> Option<String> {
        name.is_empty().then(|| "the dead have names".to_owned())
    }

    fn check(world: &World, order: &Order) -> Result<(), Refusal> {
        let frame = world.frame();
        if world.resource::<Night>().over {
            return Err(Refusal::Over);
        }
        match order {
            Order::Raise { unit, at } => {
                if world.roster().unit(*unit).is_none() {
                    return Err(Refusal::NotThere(unit.to_string()));
                }
                if world.side_of(*unit) != frame.side {
                    return Err(Refusal::NotYourGo(world.side_name(frame.side).to_owned()));
                }
                let grave = Placed::new(BASE, Pose::new(*at, Vec2::Y));
                let free = |model| world.placed(model).pose.at.distance(*at) >= 1.0;
                let room = world.table().holds(&grave) && world.roster().models().all(free);
                if room { Ok(()) } else { Err(Refusal::NoRoom(*at)) }
            }
            Order::Drift { cloud, to } => {
                if let Some(cloud) = cloud.filter(|&cloud| world.terrain(cloud).is_none()) {
                    return Err(Refusal::NotThere(cloud.to_string()));
                }
                let Table { width, depth, .. } = *world.table();
                let on_table = (0.0..=width.0).contains(&to.x) && (0.0..=depth.0).contains(&to.y);
                if on_table { Ok(()) } else { Err(Refusal::NoRoom(*to)) }
            }
        }
    }

    fn begin(world: &mut World, order: Order) {
        world.push::<Self>(Step::NextGo);
        match order {
            Order::Raise { unit, at } => world.push::<Self>(Step::Open { unit, at }),
            Order::Drift { cloud: None, to } => {
                let disc = Footprint::Circle { at: to, radius: CLOUD };
                let fog = Terrain {
                    opacity: Opacity::Obscuring,
                    height: Inches(4.0),
                    ..Terrain::new("fog", disc)
                };
                let cloud = ground::lay(world, fog);
                world.resource_mut::<Night>().clouds.push(cloud);
                world.emit::<Self>(Event::Drifted { cloud });
            }
            Order::Drift { cloud: Some(cloud), to } => {
                ground::shift(world, cloud, Footprint::Circle { at: to, radius: CLOUD });
                world.emit::<Self>(Event::Drifted { cloud });
                world.push::<Self>(Step::Thin { cloud });
            }
        }
    }

    fn step(world: &mut World, step: Step) {
        match step {
            Step::Open { unit, at } => {
                let die = world.dice().d10(Purpose::Grave, None).result;
                if die > Self::OPENS {
                    world.emit::<Self>(Event::Slept { die });
                    return;
                }
                let raised = Raised(world.of_unit::<Raised>(unit).0 + 1);
                world.set_unit(unit, raised);
                let name = format!("Dead man {} of {unit}", raised.0);
                let entrance = Entrance::<Self> {
                    unit,
                    pose: Pose::new(at, Vec2::Y),
                    presence: Presence::OnTable,
                    state: ModelState { rose_in: RoseIn(world.frame().turn) },
                };
                let model = arrivals::bring_in(world, Dead { name }, entrance);
                world.emit::<Self>(Event::Rose { model, die });
            }
            Step::Thin { cloud } => {
                if world.dice().d10(Purpose::Cloud, None).result >= DISSOLVES {
                    ground::take_away(world, cloud);
                    world.resource_mut::<Night>().clouds.retain(|&other| other != cloud);
                    world.emit::<Self>(Event::Dissolved { cloud });
                }
            }
            Step::NextGo => {
                let mut frame = world.resource_mut::<TurnFrame>();
                frame.side = frame.side.other();
                if frame.side == SideId(0) {
                    frame.turn += 1;
                }
                let over = frame.turn > frame.last_turn;
                world.resource_mut::<Night>().over = over;
            }
        }
    }

    fn answer(answer: Nothing) -> Order {
        match answer {}
    }

    fn given_answer(_: &Order) -> Option<&Nothing> {
        None
    }

    fn propose(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Order {
        let mut place = || {
            let Table { width, depth, .. } = *world.table();
            let at = |length: Inches, place: usize| length.0 * place as f32 / 19.0;
            Vec2::new(at(width, pick(20)), at(depth, pick(20)))
        };
        let at = place();
        let clouds = &world.resource::<Night>().clouds;
        let units: Vec<UnitId> = own_units(world).collect();
        match pick(3) {
            0 => Order::Drift { cloud: None, to: at },
            1 if !clouds.is_empty() => {
                Order::Drift { cloud: Some(clouds[pick(clouds.len())]), to: at }
            }
            _ => Order::Raise { unit: units[pick(units.len())], at },
        }
    }

    fn fallback(world: &World) -> Order {
        let Table { width, depth, .. } = *world.table();
        Order::Drift { cloud: None, to: Vec2::new(width.0, depth.0) / 2.0 }
    }

    fn tally(world: &World, side: SideId) -> Tally {
        let of_side = world.roster().models().filter(|&model| world.side_of_model(model) == side);
        let models = of_side.count() as u32;
        Tally { side, points: models as i32, account: Vec::new(), models, lost: 0 }
    }

    fn outcome(world: &World) -> Option<Outcome> {
        let tallies: Vec<Tally> =
            world.roster().sides().map(|side| Self::tally(world, side)).collect();
        world.resource::<Night>().over.then(|| Outcome {
            winner: None,
            reason: "the night is over".to_owned(),
            tallies,
        })
    }

    fn broken_invariants(world: &World) -> Vec<String> {
        let lost = |cloud: &&TerrainId| world.terrain(**cloud).is_none();
        let lost = world.resource::<Night>().clouds.iter().filter(lost);
        lost.map(|cloud| format!("{cloud} is gone and still in the sky")).collect()
    }

    fn state_problem(_: &World, _: &Snapshot<Self>) -> Option<(String, String)> {
        None
    }

    fn sentence(world: &World, event: &Event) -> String {
        match event {
            Event::Rose { model, die } => format!("{} rises ({die}).", world.model_name(*model)),
            Event::Slept { die } => format!("The grave stays closed ({die})."),
            Event::Drifted { cloud } => format!("Fog drifts: {cloud}."),
            Event::Dissolved { cloud } => format!("Fog dissolves: {cloud}."),
        }
    }

    fn unit_state(unit: EntityRef) -> UnitState {
        UnitState { raised: held(&unit) }
    }

    fn model_state(model: EntityRef) -> ModelState {
        ModelState { rose_in: held(&model) }
    }
}

/// The units of the side whose go it is.
fn own_units(world: &World) -> impl Iterator<Item = UnitId> {
    world.roster().units().filter(|&unit| world.side_of(unit) == world.frame().side)
}

fn held<T: Component + Copy>(entity: &EntityRef) -> T {
    *entity.get::<T>().expect("everybody is spawned with the whole bundle")
}
