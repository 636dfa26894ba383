//! Small battles for tests of the chapters: an open table, units by their places, dice by script.
//! Everything is spawned directly, so a test needs no level and no data files.

use std::sync::Arc;

use bevy::{math::Vec2, prelude::World};

use super::{
    BattleState, NoQuarter,
    components::{
        ActionsLeft, Activation, Arms, Formation, ModelBundle, Morale, ProfileOf, Role, Strength,
        UnitBundle, Wielders, WoundsLeft,
    },
    effects::Innate,
    error::{OrderError, Refusal},
    event::Event,
    order::Order,
    profile::{Band, BaseSize, Class, Points, Profile, Size, Weapon, WeaponStrength},
    question::Answer,
};
use crate::{
    battle::{
        BattleWorld, Battlefield, History, Log, ModelId, Named, Pending, Presence, Roster, Side,
        SideId, SideName, SideNames, TurnFrame, UnitId,
        components::TableEdge,
        engine::{execute, insert_resources},
        history::Keep,
        level::Edge,
        playable::telling::Missile,
    },
    no_quarter::dice::{Dice, Purpose, Scripted},
    table::{Inches, Pose, Table, Terrain},
};

/// A battle in a test.
pub(crate) struct TestWorld {
    /// Its world.
    pub world: World,
}

/// A bow: three bands of 10".
pub(crate) fn bow() -> Weapon {
    Weapon {
        id: "bow".to_owned(),
        name: "Bow".to_owned(),
        use_cost: 4,
        strength: WeaponStrength::Fixed(4),
        bands: vec![Band(Inches(10.0), 1), Band(Inches(20.0), 0), Band(Inches(30.0), -1)],
        missile: Missile::Arrow,
        ..Weapon::improvised()
    }
}

/// A plain man: 8 actions, all numbers 5, no armour, on a round base of 1".
pub(crate) fn man() -> Profile {
    Profile {
        id: "man".to_owned(),
        name: "Man".to_owned(),
        unit_name: "Men".to_owned(),
        actions: 8,
        ranged_attack: 5,
        close_combat: 5,
        strength: 5,
        toughness: 5,
        wounds: 1,
        command: 5,
        armour: 0,
        free_armour: false,
        resilience: 0,
        shield: false,
        magic_armour: false,
        weapons: Vec::new(),
        abilities: Vec::new(),
        nemesis: None,
        size: Size::Medium,
        cavalry: false,
        height: None,
        base: BaseSize::Round(25.4),
        class: Class::Core,
        chassis: false,
        points: Points::Stated(10),
        element: None,
        parts: Vec::new(),
        glyph: String::new(),
    }
}

/// A plain man on a square base of 1", for ranks.
pub(crate) fn ranker() -> Profile {
    Profile { base: BaseSize::Rectangle(25.4, 25.4), ..man() }
}

/// Places of a block of `count` 1" bases in ranks of `frontage`, front rank first from its left;
/// the front rank's leftmost base has its centre at `x`, `y`, and all look up the table.
pub(crate) fn block(x: f32, y: f32, frontage: usize, count: usize) -> Vec<(f32, f32, f32)> {
    let place = |i: usize| (x + (i % frontage) as f32, y - (i / frontage) as f32, 90.0);
    (0..count).map(place).collect()
}

/// Fifteen in ranks of five, and four enemies one behind another before them, of whom they touch the first.
pub(crate) fn fifteen_against_four() -> (TestWorld, UnitId, UnitId) {
    let mut test = TestWorld::new();
    let ranks = block(10.0, 9.5, 5, 15);
    let ours = test.unit(0, Formation::Ranked { frontage: 5 }, &ranks, ranker());
    let places = [(12.0, 10.5), (10.2, 11.5), (13.8, 12.5), (12.0, 13.3)];
    let places = places.map(|(x, y)| (x, y, 270.0));
    let theirs = test.unit(1, Formation::Dispersed, &places, ranker());
    test.activate(ours);
    (test, ours, theirs)
}

impl TestWorld {
    /// An open table of 48" by 48" in the activations of turn 1; side 0 is next.
    pub fn new() -> Self {
        let mut world = World::new();
        world.insert_resource(Roster::new(2));
        world.insert_resource(Battlefield(Table::new(Inches(48.0), Inches(48.0))));
        world.insert_resource(SideNames(
            ["ours", "theirs"].map(|name| SideName { name: name.to_owned(), plural: false }).into(),
        ));
        world.insert_resource(TableEdge(vec![Edge::South, Edge::North]));
        world.insert_resource(TurnFrame {
            turn: 1,
            last_turn: 6,
            side: SideId(0),
            active: None,
            first_activation: false,
        });
        world.insert_resource(BattleState::default());
        insert_resources::<NoQuarter>(&mut world, Dice::scripted([]));
        Self { world }
    }

    /// Puts a piece of terrain on the table.
    pub fn terrain(&mut self, piece: Terrain) -> &mut Self {
        self.world.resource_mut::<Battlefield>().0.terrain.push(piece);
        self
    }

    /// Puts a unit on the table: x, y and degrees of each model.
    pub fn unit(
        &mut self,
        side: u32,
        formation: Formation,
        places: &[(f32, f32, f32)],
        profile: Profile,
    ) -> UnitId {
        self.armed_unit(side, formation, places, profile, Vec::new())
    }

    /// As [`Self::unit`], with weapons; the improvised one is added.
    pub fn armed_unit(
        &mut self,
        side: u32,
        formation: Formation,
        places: &[(f32, f32, f32)],
        profile: Profile,
        weapons: Vec<Weapon>,
    ) -> UnitId {
        let world = &mut self.world;
        let models = places.len() as u32;
        let strength = Strength {
            models,
            wounds: models * u32::from(profile.wounds),
            models_this_turn: models,
        };
        let bundle = UnitBundle { formation, strength, ..UnitBundle::default() };
        let unit = world.spawn((Side(SideId(side)), bundle)).id();
        let id = world.resource_mut::<Roster>().add_unit(unit);
        world.entity_mut(unit).insert((id, Named(format!("{} {}", profile.unit_name, id.0))));
        let profile = Arc::new(profile);
        let arms: Vec<Arc<Weapon>> =
            weapons.into_iter().chain([Weapon::improvised()]).map(Arc::new).collect();
        for (i, &(x, y, degrees)) in places.iter().enumerate() {
            let state = ModelBundle {
                wounds: WoundsLeft(profile.wounds),
                actions: ActionsLeft(profile.actions),
                ..ModelBundle::default()
            };
            let model = world
                .spawn((
                    crate::battle::MemberOf(unit),
                    profile.base.base(),
                    Pose::degrees(Vec2::new(x, y), degrees),
                    Presence::OnTable,
                    Role::Rank,
                    ProfileOf(profile.clone()),
                    Innate::of(&profile),
                    Arms(arms.clone()),
                    Wielders(vec![0; arms.len()]),
                    state,
                ))
                .id();
            let model_id = world.resource_mut::<Roster>().add_model(model);
            let name = Named(format!("{} {}.{}", profile.name, id.0, i + 1));
            world.entity_mut(model).insert((model_id, name));
        }
        id
    }

    /// Puts a model into another unit, such as a gun into its crew's.
    pub fn joins(&mut self, model: ModelId, unit: UnitId) -> &mut Self {
        let unit = self.world.roster().unit(unit).expect("the unit is there");
        let model = self.world.roster().model(model).expect("the model is there");
        self.world.entity_mut(model).insert(crate::battle::MemberOf(unit));
        self
    }

    /// Makes a unit the active one with all its actions.
    pub fn activate(&mut self, unit: UnitId) -> &mut Self {
        let side = self.world.side_of(unit);
        self.world.set_unit(unit, Activation::Active);
        let mut frame = self.world.resource_mut::<TurnFrame>();
        (frame.active, frame.side) = (Some(unit), side);
        self
    }

    /// Shakes the nerves of a unit.
    pub fn morale(&mut self, unit: UnitId, morale: Morale) -> &mut Self {
        self.world.set_unit(unit, morale);
        self
    }

    /// Adds dice to the script.
    pub fn dice(&mut self, dice: &[(Purpose, u16)]) -> &mut Self {
        let script = dice.iter().map(|&(purpose, result)| Scripted { purpose, result });
        self.world.resource_mut::<Dice>().script(script);
        self
    }

    /// The models of a unit, by id.
    pub fn models(&self, unit: UnitId) -> Vec<ModelId> {
        self.world.members(unit)
    }

    /// The n-th model of a unit, from 0.
    pub fn model(&self, unit: UnitId, n: usize) -> ModelId {
        self.world.members(unit)[n]
    }

    /// Where a model's centre is.
    pub fn at(&self, model: ModelId) -> Vec2 {
        self.world.of_model::<Pose>(model).at
    }

    /// The actions a model has left.
    pub fn actions(&self, model: ModelId) -> u8 {
        self.world.of_model::<ActionsLeft>(model).0
    }

    /// Gives an order that must be legal and returns what happened.
    pub fn order(&mut self, order: Order) -> Vec<Event> {
        if !self.world.contains_resource::<History<NoQuarter>>() {
            History::<NoQuarter>::begin(&mut self.world, Keep::Start);
        }
        let before = self.world.resource::<Log<NoQuarter>>().0.len();
        let asked = order.clone();
        if let Err(error) = execute::<NoQuarter>(&mut self.world, order) {
            panic!("{asked:?} was refused: {error}");
        }
        assert_eq!(self.world.resource::<Dice>().faults(), []);
        self.world.resource::<Log<NoQuarter>>().0[before..].to_vec()
    }

    /// Answers the pending decision.
    pub fn answer(&mut self, answer: Answer) -> Vec<Event> {
        self.order(Order::Answer { answer })
    }

    /// Whether the battle waits for a decision.
    pub fn is_asked(&self) -> bool {
        self.world.resource::<Pending<NoQuarter>>().0.is_some()
    }

    /// The refusal of an order that must be refused.
    pub fn refuses(&self, order: &Order) -> OrderError {
        match <NoQuarter as crate::battle::RuleSystem>::check(&self.world, order) {
            Ok(()) => panic!("{order:?} was allowed"),
            Err(error) => error,
        }
    }

    /// The reason for refusing an order that must be refused.
    pub fn refusal(&self, order: &Order) -> Refusal {
        self.refuses(order).refusal
    }
}
