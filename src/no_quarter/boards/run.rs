//! Setting a board up and playing its steps.

use std::{collections::BTreeSet, sync::Arc};

use bevy::{math::Vec2, prelude::World};

use super::{
    Board, BoardStep, BoardUnit, Tweak,
    conduct::{self, Giver},
    expect,
    names::Names,
};
use crate::{
    battle::{
        BattleWorld, History, Log, ModelId, Named, Pending, Presence, Roster, RuleSystem, Side,
        TurnFrame,
        data::no_such_name,
        engine::{self, execute},
        history::Keep,
        level::{Deployment, Edge, SideSetup, Skill, Turns},
        rehearsal::Again,
        snapshot::state_hash,
        wrapper::Objectives,
    },
    no_quarter::{
        Armoury, Event, NoQuarter, Order,
        components::{
            Battery, Gun, Holding, MoraleRecord, ProfileOf, Role, Stance, Strength, UnitBundle,
            WoundsLeft,
        },
        deployment::{self, ComesLater},
        dice::{Dice, Scripted},
        formations,
        level::{Level, TerrainSetUp},
        phase::Phase,
        profile::{Points, Profile},
        set_up::{self, spawn_model},
        step::Step,
        system::{BattleState, push},
    },
    table::{Base, Pose},
};

/// Plays a board.
///
/// # Errors
/// The first thing that is not as the board says, with the number of its step.
pub fn run(board: &Board) -> Result<(), String> {
    occurring(board).map(|_| ())
}

/// What occurs on a board, by the names under which battles count it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Occurring {
    /// The kinds of orders that are given.
    pub orders: BTreeSet<String>,
    /// The kinds of orders that are refused.
    pub refused: BTreeSet<String>,
    /// The kinds of questions that are answered.
    pub questions: BTreeSet<String>,
    /// The kinds of answers to them.
    pub answers: BTreeSet<String>,
    /// The kinds of events that happen.
    pub events: BTreeSet<String>,
    /// All events, in order.
    pub log: Vec<Event>,
}

/// Plays a board and says what occurs on it.
///
/// # Errors
/// As for [`run`].
pub fn occurring(board: &Board) -> Result<Occurring, String> {
    let script = board.dice.iter().map(|&(purpose, result)| Scripted { purpose, result });
    play(board, Dice::scripted(script), None)
}

/// Plays a board on which a player gives orders, with dice that follow from a seed.
///
/// # Errors
/// The first thing that is not as the board says, with the number of its step.
pub fn run_with(board: &Board, seed: u64, player: Giver) -> Result<(), String> {
    play(board, Dice::seeded(seed), Some(player)).map(|_| ())
}

fn play(board: &Board, dice: Dice, mut player: Option<Giver>) -> Result<Occurring, String> {
    let (mut world, mut names) = set_up(board, dice)?;
    if player.is_some() {
        let board = board.clone();
        let again = move || Some(set_up(&board, Dice::seeded(0)).ok()?.0);
        world.insert_resource(Again(Arc::new(again)));
    }
    let mut occurring = Occurring::default();
    let broken = NoQuarter::broken_invariants(&world);
    if let Some(problem) = broken.first() {
        return Err(format!("before the first step: {problem}"));
    }
    let mut seen = 0;
    for (index, step) in board.steps.iter().enumerate() {
        if let BoardStep::Do(order) | BoardStep::Refuse(order, ..) = step
            && let Ok(order) = names.order(&world, order)
        {
            occurring.count(&world, &order, matches!(step, BoardStep::Refuse(..)));
        }
        let taken = match (step, &mut player) {
            (BoardStep::Plays(side, state), Some(player)) => {
                conduct::play(&mut world, &names, side.id(), state, &mut **player)
            }
            (BoardStep::Plays(..), None) => Err("nobody plays on a rule board".to_owned()),
            _ => take(&mut world, &names, step, &mut seen),
        };
        taken.map_err(|problem| format!("step {}: {problem}", index + 1))?;
        names.learn(&world);
        if let Some(fault) = world.resource::<Dice>().faults().first() {
            return Err(format!("step {}: {fault}", index + 1));
        }
        if let Some(problem) = NoQuarter::broken_invariants(&world).first() {
            return Err(format!("after step {}: {problem}", index + 1));
        }
    }
    match world.resource::<Dice>().left().first() {
        Some(die) => {
            Err(format!("a die for {} showing {} was never rolled", die.purpose, die.result))
        }
        None => {
            occurring.log.clone_from(&world.resource::<Log<NoQuarter>>().0);
            occurring.events = occurring.log.iter().map(expect::variant).collect();
            Ok(occurring)
        }
    }
}

impl Occurring {
    /// Counts an order that is about to be given, with the question that it answers, or refused.
    fn count(&mut self, world: &World, order: &Order, refused: bool) {
        let kind = NoQuarter::order_kind(order).unwrap_or_else(|| expect::variant(order));
        if refused {
            self.refused.insert(kind);
            return;
        }
        self.orders.insert(kind);
        let Some(answer) = NoQuarter::given_answer(order) else { return };
        self.answers.insert(expect::variant(answer));
        if let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 {
            self.questions.insert(expect::variant(&decision.question));
        }
    }
}

fn take(
    world: &mut World,
    names: &Names,
    step: &BoardStep,
    seen: &mut usize,
) -> Result<(), String> {
    match step {
        BoardStep::Do(order) => {
            let order = names.order(world, order)?;
            execute::<NoQuarter>(world, order)
                .map_err(|error| format!("refused under {}: {error}", error.rule))
        }
        BoardStep::Refuse(order, refusal, rule) => {
            let order = names.order(world, order)?;
            let before = state_hash::<NoQuarter>(world);
            let Err(error) = execute::<NoQuarter>(world, order) else {
                return Err(format!("accepted; {refusal} under {rule} was expected"));
            };
            if state_hash::<NoQuarter>(world) != before {
                return Err("the refused order changed something".to_owned());
            }
            let name = expect::variant(&error.refusal);
            if name != *refusal || error.rule != *rule {
                let problem = format!(
                    "refused with {name} under {}: {error}; {refusal} under {rule} was expected",
                    error.rule
                );
                return Err(problem);
            }
            Ok(())
        }
        look => expect::look(world, names, look, seen),
    }
}

fn set_up(board: &Board, dice: Dice) -> Result<(World, Names), String> {
    let mut world = World::new();
    engine::insert_resources::<NoQuarter>(&mut world, dice);
    world.insert_resource(Objectives(board.objectives.clone()));
    world.insert_resource(board.options);
    let mut armoury = Armoury::embedded().map_err(|errors| errors[0].to_string())?;
    for weapon in &board.weapons {
        armoury.weapons.insert(weapon.id.clone(), Arc::new(weapon.clone()));
    }
    world.insert_resource(armoury.clone());
    let level = Level {
        name: board.title.clone(),
        about: board.summary.clone(),
        teaches: String::new(),
        skill: Skill::default(),
        harder: None,
        rules: NoQuarter::NAME.to_owned(),
        table: board.table,
        terrain: board.terrain.clone(),
        sides: vec![
            SideSetup { name: "Red".to_owned(), plural: false, army: None, edge: Edge::South },
            SideSetup { name: "Blue".to_owned(), plural: false, army: None, edge: Edge::North },
        ],
        units: Vec::new(),
        turns: if board.last_turn == 0 { Turns::Random } else { Turns::Fixed(board.last_turn) },
        deployment: if board.deployment { Deployment::ByHand } else { Deployment::AsPlaced },
        objectives: Vec::new(),
        set_up: board.set_up.clone(),
        source: crate::battle::level::Source::default(),
    };
    set_up::spawn(&mut world, &level).map_err(|errors| errors[0].to_string())?;
    let mut names = Names::default();
    for unit in &board.units {
        spawn_unit(&mut world, &armoury, board, unit, &mut names)?;
    }
    world.resource_mut::<BattleState>().initiative = board.initiative;
    formations::give_homes(&mut world);
    name_homes(&world, &mut names);
    if board.set_up.terrain == TerrainSetUp::Alternately {
        push(&mut world, Step::BeginTerrain);
    } else if board.deployment {
        push(&mut world, Step::BeginDeployment);
    } else if board.turn == 0 {
        push(&mut world, Step::BeginTurn);
    } else {
        let mut frame = world.resource_mut::<TurnFrame>();
        frame.turn = board.turn;
        frame.side = board.side.id();
        frame.first_activation = false;
        world.resource_mut::<BattleState>().phase = Phase::Activations;
    }
    engine::run::<NoQuarter>(&mut world);
    History::<NoQuarter>::begin(&mut world, Keep::Start);
    Ok((world, names))
}

/// Lets steps call the unit that an individual is by itself by the individual's name.
fn name_homes(world: &World, names: &mut Names) {
    let models: Vec<(String, ModelId)> =
        names.models.iter().map(|(name, &model)| (name.clone(), model)).collect();
    for (name, model) in models {
        if let Some(home) = world.model(model).get::<formations::Home>()
            && world.unit_of(model) != home.0
        {
            names.units.entry(name).or_insert(home.0);
        }
    }
}

/// What a board's model is unless it says otherwise: a man with a hand weapon, all numbers 5, no
/// armour, who takes one wound.
const DULL: &str = "dull";

/// A profile with what differs from it; the dull soldier's without a name.
pub(super) fn profile(
    armoury: &Armoury,
    id: Option<&str>,
    tweak: &Tweak,
) -> Result<Arc<Profile>, String> {
    let id = id.unwrap_or(DULL);
    let dull = armoury.profiles.get("basic_soldier").map(|soldier| Profile {
        id: DULL.to_owned(),
        name: "Soldier".to_owned(),
        actions: 8,
        ranged_attack: 5,
        close_combat: 5,
        strength: 5,
        toughness: 5,
        command: 5,
        points: Points::Stated(20),
        ..Profile::clone(soldier)
    });
    let found = if id == DULL {
        dull
    } else {
        armoury.profiles.get(id).map(|profile| Profile::clone(profile))
    };
    let mut profile = found
        .ok_or_else(|| no_such_name("profile", id, armoury.profiles.keys().map(String::as_str)))?;
    let Tweak { weapons, abilities, nemesis, size, height, base, cavalry, class, points, .. } =
        tweak.clone();
    profile.actions = tweak.actions.unwrap_or(profile.actions);
    profile.ranged_attack = tweak.ranged_attack.unwrap_or(profile.ranged_attack);
    profile.close_combat = tweak.close_combat.unwrap_or(profile.close_combat);
    profile.strength = tweak.strength.unwrap_or(profile.strength);
    profile.toughness = tweak.toughness.unwrap_or(profile.toughness);
    profile.wounds = tweak.wounds.unwrap_or(profile.wounds);
    profile.command = tweak.command.unwrap_or(profile.command);
    profile.armour = tweak.armour.unwrap_or(profile.armour);
    profile.resilience = tweak.resilience.unwrap_or(profile.resilience);
    profile.shield = tweak.shield.unwrap_or(profile.shield);
    profile.magic_armour = tweak.magic_armour.unwrap_or(profile.magic_armour);
    profile.weapons = weapons.unwrap_or(profile.weapons);
    profile.abilities = abilities.unwrap_or(profile.abilities);
    profile.nemesis = nemesis.or(profile.nemesis);
    profile.size = size.unwrap_or(profile.size);
    profile.height = height.or(profile.height);
    profile.base = base.unwrap_or(profile.base);
    profile.cavalry = cavalry.unwrap_or(profile.cavalry);
    profile.class = class.unwrap_or(profile.class);
    profile.points = points.map_or(profile.points, Points::Stated);
    Ok(Arc::new(profile))
}

fn spawn_unit(
    world: &mut World,
    armoury: &Armoury,
    board: &Board,
    setup: &BoardUnit,
    names: &mut Names,
) -> Result<(), String> {
    let side = setup.side.id();
    let ahead = deployment::inwards(world, side);
    let ahead = Pose::new(Vec2::ZERO, ahead).facing_degrees();
    let mut models: Vec<(String, Arc<Profile>, Role, Pose, bool, Option<u8>, Gun)> = Vec::new();
    for model in &setup.models {
        let profile = profile(armoury, model.profile.as_deref(), &model.tweak)?;
        let at = Vec2::new(model.at.0, model.at.1);
        let pose = Pose::degrees(at, model.facing.unwrap_or(ahead));
        let name = model.name.clone();
        models.push((name, profile, model.role, pose, model.prone, model.wounds_left, model.gun));
    }
    if let Some(block) = &setup.block {
        let profile = profile(armoury, block.profile.as_deref(), &block.tweak)?;
        let bases = vec![profile.base.base(); block.count as usize];
        let front = Vec2::new(block.front.0, block.front.1);
        let front = Pose::degrees(front, block.facing.unwrap_or(ahead));
        let poses = deployment::lay_out(&bases, 0, setup.formation, &front);
        for (index, pose) in poses.into_iter().enumerate() {
            let name = format!("{} {}", setup.name, index + 1);
            models.push((name, profile.clone(), Role::Rank, pose, false, None, Gun::default()));
        }
    }
    let profiles: Vec<&Profile> = models.iter().map(|model| model.1.as_ref()).collect();
    let comes_later = ComesLater::of(&profiles, setup.comes_later);
    let count = models.len() as u32;
    let weapons = profiles.iter().filter(|profile| profile.chassis).count() as u32;
    let wounds = models.iter().map(|(_, profile, ..)| u32::from(profile.wounds)).sum();
    let strength = Strength {
        models: setup.began_with.unwrap_or(count),
        wounds,
        models_this_turn: setup.turn_began_with.unwrap_or(count - weapons),
    };
    let bundle = UnitBundle {
        formation: setup.formation,
        activation: setup.activation,
        morale: setup.morale,
        battery: Battery(setup.battery),
        holding: Holding(setup.holding),
        strength,
        morale_record: MoraleRecord {
            tested_for_half: setup.tested_for_half,
            ..MoraleRecord::default()
        },
        ..UnitBundle::default()
    };
    let entity = world.spawn((Named(setup.name.clone()), Side(side), bundle, comes_later)).id();
    let id = world.resource_mut::<Roster>().add_unit(entity);
    world.entity_mut(entity).insert(id);
    if names.units.insert(setup.name.clone(), id).is_some() {
        return Err(format!("two units are called \"{}\"", setup.name));
    }
    let presence = if setup.reserve {
        Presence::Reserve
    } else if board.deployment && !setup.deployed {
        Presence::Undeployed
    } else {
        Presence::OnTable
    };
    for (name, profile, role, pose, prone, wounds, gun) in models {
        let shown = name.clone();
        let model = spawn_model(world, armoury, entity, &profile, role, shown, pose, presence)?;
        let id = *world.get::<ModelId>(model).expect("spawned models have their id");
        if prone {
            world.set_model(id, Stance::Prone);
        }
        world.set_model(id, gun);
        if let Some(wounds) = wounds {
            world.set_model(id, WoundsLeft(wounds));
        }
        debug_assert_eq!(*world.of_model::<Base>(id), profile.base.base());
        debug_assert!(world.of_model::<ProfileOf>(id).0.id == profile.id);
        if names.models.insert(name.clone(), id).is_some() {
            return Err(format!("two models are called \"{name}\""));
        }
    }
    Ok(())
}
