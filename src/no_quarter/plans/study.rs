//! What is known of a battle while somebody thinks about one choice: all forces, the goals, and what one
//! force does to another, which is worked out when it is asked for the first time.

use std::{
    cell::{Cell, OnceCell, RefCell},
    collections::BTreeMap,
    rc::Rc,
    sync::Arc,
};

use bevy::{math::Vec2, prelude::World};

use super::{
    force::{Alike, Force},
    goals::{self, Goal},
    harm::Power,
    knowledge::Knowledge,
    lines_of_fire::{self, LineOfFire},
    prospects::Best,
};
use crate::{
    battle::{BattleWorld, Figure, ModelId, SideId, UnitId, figures, planning::Foresight},
    no_quarter::{components::ProfileOf, movement, objectives},
};

/// What a model adds to its worth whose fate decides the battle. Points.
const DECIDES: f32 = 300.0;

pub(super) struct Study<'w> {
    pub world: &'w World,
    /// Who thinks.
    pub side: SideId,
    /// How far it sees.
    foresight: Foresight,
    /// What it remembers.
    pub(super) knowledge: &'w Knowledge,
    /// The units on the table, by id, once somebody has asked.
    forces: OnceCell<Vec<Rc<Force>>>,
    /// Whether ways are looked for rather than reckoned roughly.
    pub(super) closely: Cell<bool>,
    /// Whether they know what is at stake with them.
    staked: Cell<bool>,
    /// What the battle is about besides casualties, once somebody has asked.
    goals: OnceCell<Vec<Goal>>,
    /// Who is to be captured by the other side, once somebody has asked.
    quarry: OnceCell<Vec<ModelId>>,
    /// What guns are likely to fire at, once somebody has asked.
    lines_of_fire: OnceCell<Vec<LineOfFire>>,
    /// The turns that come after this one.
    pub turns_left: f32,
    /// What one unit does to another, as far as it has been asked.
    pub(super) powers: RefCell<BTreeMap<(UnitId, UnitId), Power>>,
    /// The best attacks of each unit, as far as it has been asked.
    pub(super) prospects: RefCell<BTreeMap<UnitId, Best>>,
    /// Which units are in combat with which enemies, as far as it has been asked.
    engaged: RefCell<BTreeMap<UnitId, Vec<UnitId>>>,
}

impl<'w> Study<'w> {
    pub fn new(
        world: &'w World,
        side: SideId,
        knowledge: &'w Knowledge,
        foresight: Foresight,
    ) -> Self {
        knowledge.tidy();
        let frame = world.frame();
        Self {
            world,
            side,
            foresight,
            knowledge,
            forces: OnceCell::new(),
            closely: Cell::new(false),
            staked: Cell::new(false),
            goals: OnceCell::new(),
            quarry: OnceCell::new(),
            lines_of_fire: OnceCell::new(),
            turns_left: frame.last_turn.saturating_sub(frame.turn) as f32,
            powers: RefCell::new(BTreeMap::new()),
            prospects: RefCell::new(BTreeMap::new()),
            engaged: RefCell::new(BTreeMap::new()),
        }
    }

    /// Whether what the enemy does next counts.
    pub fn sees_replies(&self) -> bool {
        self.foresight >= Foresight::NextReply
    }

    /// The units on the table, by id.
    pub fn forces(&self) -> &[Rc<Force>] {
        let forces = self.forces.get_or_init(|| forces_of(self.world));
        // What they hold depends on where all of them are.
        if !self.staked.replace(true) {
            for goal in self.goals() {
                let there = goal.presence(self);
                for force in forces {
                    let stake = goal.stake(self, force, there);
                    force.stake.set(force.stake.get() + stake);
                }
            }
        }
        forces
    }

    /// What the battle is about besides casualties.
    pub fn goals(&self) -> &[Goal] {
        self.goals.get_or_init(|| goals::of(self.world))
    }

    /// What the guns of both sides are likely to fire at.
    pub fn lines_of_fire(&self) -> &[LineOfFire] {
        self.lines_of_fire.get_or_init(|| lines_of_fire::of(self))
    }

    /// A unit on the table.
    pub fn force(&self, unit: UnitId) -> Option<&Rc<Force>> {
        let forces = self.forces();
        let place = forces.binary_search_by_key(&unit, |force| force.unit).ok()?;
        forces.get(place)
    }

    /// A force without one of its models, and that by itself; nothing is at stake with either.
    pub fn parts(&self, force: &Force, model: ModelId) -> Option<(Force, Force)> {
        let mut figures = figures(self.world);
        figures.retain(|figure| figure.unit == force.unit);
        figures.sort_by_key(|figure| figure.id);
        let (alone, others): (Vec<Figure>, Vec<Figure>) =
            figures.into_iter().partition(|figure| figure.id == model);
        let extra_worth = extra_worth(self.world);
        let mut others = Force::of(self.world, &others, &extra_worth)?;
        let mut alone = Force::of(self.world, &alone, &extra_worth)?;
        (others.part, alone.part) = (true, true);
        Some((others, alone))
    }

    /// The models of a force by their profiles, each with the kind of the first.
    pub(super) fn kinds<'f>(&self, force: &'f Force) -> &'f [Alike] {
        force.kinds.get_or_init(|| {
            let profile = |model| &self.world.of_model::<ProfileOf>(model).0;
            let mut kinds: Vec<Alike> = Vec::new();
            for spot in &force.spots {
                let own = profile(spot.model);
                match kinds.iter_mut().find(|alike| Arc::ptr_eq(profile(alike.model), own)) {
                    Some(alike) => alike.count += 1.0,
                    None => {
                        let kind = self.knowledge.kind(self.world, spot.model);
                        kinds.push(Alike { model: spot.model, kind, count: 1.0 });
                    }
                }
            }
            kinds
        })
    }

    /// The kind of a model like most of a force.
    pub(super) fn kind(&self, force: &Force) -> usize {
        *force.kind.get_or_init(|| self.knowledge.kind(self.world, force.typical))
    }

    /// The enemies of a side.
    pub fn enemies_of(&self, side: SideId) -> impl Iterator<Item = &Force> {
        self.forces().iter().map(|force| &**force).filter(move |force| force.side != side)
    }

    /// The others of a side.
    pub fn friends_of(&self, own: &Force) -> impl Iterator<Item = &Force> {
        let (side, unit) = (own.side, own.unit);
        let forces = self.forces().iter().map(|force| &**force);
        forces.filter(move |force| force.side == side && force.unit != unit)
    }

    /// The enemies of a force, the nearest first, each with its gap. Inches.
    pub fn nearest_enemies(&self, force: &Force) -> Vec<(f32, &Force)> {
        let mut near: Vec<(f32, &Force)> = self
            .enemies_of(force.side)
            .map(|enemy| (force.gap(Vec2::ZERO, enemy), enemy))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.cmp(&b.1.unit)));
        near
    }

    /// The enemy units that a unit is in close combat with, by id.
    pub fn engaged_with(&self, unit: UnitId) -> Vec<UnitId> {
        if let Some(known) = self.engaged.borrow().get(&unit) {
            return known.clone();
        }
        let mut enemies = Vec::new();
        if let Some(force) = self.force(unit) {
            for enemy in self.enemies_of(force.side) {
                let may_touch =
                    force.is_near(enemy, CONTACT) && force.gap(Vec2::ZERO, enemy) < CONTACT;
                if may_touch && self.touch(force, enemy) {
                    enemies.push(enemy.unit);
                }
            }
        }
        self.engaged.borrow_mut().insert(unit, enemies.clone());
        enemies
    }

    /// Whether a side has to take one of a force alive: shots at it would win nothing.
    pub fn is_to_be_captured(&self, force: &Force) -> bool {
        let quarry = self.quarry.get_or_init(|| {
            let scenario = objectives::scenario(self.world);
            let side_of = |model| self.world.side_of_model(model);
            let captured = scenario.into_iter().filter(|outlook| outlook.edge.is_none());
            captured
                .filter_map(|one| one.model.filter(|&model| one.side != Some(side_of(model))))
                .collect()
        });
        !quarry.is_empty() && force.spots.iter().any(|spot| quarry.contains(&spot.model))
    }

    /// Whether any of two forces are in close combat with each other.
    fn touch(&self, force: &Force, enemy: &Force) -> bool {
        force.spots.iter().any(|own| {
            enemy.spots.iter().any(|other| {
                own.at.distance(other.at) - own.radius - other.radius < CONTACT
                    && movement::are_engaged(self.world, own.model, other.model)
            })
        })
    }

    /// What people call a unit.
    pub fn name(&self, unit: UnitId) -> &'w str {
        self.world.unit_name(unit)
    }
}

fn forces_of(world: &World) -> Vec<Rc<Force>> {
    let mut figures = figures(world);
    figures.sort_by_key(|figure| (figure.unit, figure.id));
    let extra_worth = extra_worth(world);
    let units = figures.chunk_by(|a: &Figure, b: &Figure| a.unit == b.unit);
    units.filter_map(|figures| Force::of(world, figures, &extra_worth)).map(Rc::new).collect()
}

/// What models are worth besides their points.
fn extra_worth(world: &World) -> impl Fn(ModelId) -> f32 {
    let deciding: Vec<_> =
        objectives::scenario(world).into_iter().filter_map(|outlook| outlook.model).collect();
    move |model| if deciding.contains(&model) { DECIDES } else { 0.0 }
}

/// Round bases nearer than this may touch, or fight across a barrier. Inches.
const CONTACT: f32 = 1.5;
