//! What a player knows from one choice to the next: what a model of one kind does to a model of another
//! wherever they meet, which hardly ever changes, and where charges that it thought of lately would lead,
//! since it thinks of the same ones in most trials. Both cost much to work out.

use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        charges::{Course, Lineup},
        components::{Arms, Formation, Morale, ProfileOf, Stance},
        effects::Effects,
        formations,
        profile::{Profile, Weapon},
    },
    table::Table,
};

/// No battle has so many kinds of models that this isn't enough for it.
const MOST_KINDS: usize = 1000;

/// The courses of so many charges are remembered.
pub(super) const MOST_COURSES: usize = 256;

/// What is known of pairs of kinds of models, and of charges. It belongs to one battle and its rehearsals.
#[derive(Debug, Default)]
pub struct Knowledge(RefCell<Known>);

#[derive(Debug, Default)]
struct Known {
    kinds: Vec<Kind>,
    blows: BTreeMap<(usize, usize), Blows>,
    shots: BTreeMap<(usize, usize), Shots>,
    courses: Courses,
}

/// The courses of charges that were worked out last, each with the fingerprint of its lineup.
#[derive(Debug, Default)]
struct Courses {
    known: VecDeque<(u64, Lineup, Arc<Course>)>,
    /// The table on which they were worked out.
    table: Option<Table>,
}

/// All that counts of a model for what it does to others and they to it, but where it stands.
#[derive(Debug, PartialEq)]
struct Kind {
    profile: Same<Profile>,
    arms: Vec<Same<Weapon>>,
    own: Effects,
    of_unit: Effects,
    stance: Stance,
    morale: Morale,
    formation: Formation,
    /// Whether that formation holds together.
    formed: bool,
    active: bool,
}

/// A shared value that is compared by what it is shared with.
#[derive(Debug)]
struct Same<T>(Arc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Wounds by one action of a model with its best weapons against another: as it stands, and after a charge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Blows {
    pub plain: f32,
    pub charging: f32,
    /// By a hit of its wheels, if it can drive through the other at all.
    pub driving: f32,
}

impl Blows {
    /// The better of two, each way for itself.
    pub fn better(self, other: Self) -> Self {
        Self {
            plain: self.plain.max(other.plain),
            charging: self.charging.max(other.charging),
            driving: self.driving.max(other.driving),
        }
    }
}

/// A model's best shots at another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shots {
    /// The wounds of one that hits.
    pub wounds: f32,
    /// The number to hit at the shortest range, in tenths.
    pub skill: f32,
    /// What one costs, in actions.
    pub cost: f32,
}

impl Knowledge {
    /// Makes room for a new moment, if too much has gathered.
    pub(super) fn tidy(&self) {
        let mut known = self.0.borrow_mut();
        if known.kinds.len() > MOST_KINDS {
            *known = Known::default();
        }
    }

    /// The number of a model's kind, until it is [tidied](Self::tidy) up.
    pub(super) fn kind(&self, world: &World, model: ModelId) -> usize {
        let unit = world.unit_of(model);
        let arms = &world.of_model::<Arms>(model).0;
        let kind = Kind {
            profile: Same(world.of_model::<ProfileOf>(model).0.clone()),
            arms: arms.iter().cloned().map(Same).collect(),
            own: world.of_model::<Effects>(model).clone(),
            of_unit: world.of_unit::<Effects>(unit).clone(),
            stance: *world.of_model(model),
            morale: *world.of_unit(unit),
            formation: *world.of_unit(unit),
            formed: formations::is_formed(world, unit),
            active: world.frame().active == Some(unit),
        };
        let kinds = &mut self.0.borrow_mut().kinds;
        kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        })
    }

    /// What a model of one kind does to one of another by blows, worked out if nobody has asked yet.
    pub(super) fn blows(&self, pair: (usize, usize), work_out: impl FnOnce() -> Blows) -> Blows {
        if let Some(&known) = self.0.borrow().blows.get(&pair) {
            return known;
        }
        let blows = work_out();
        self.0.borrow_mut().blows.insert(pair, blows);
        blows
    }

    /// The same by shots.
    pub(super) fn shots(&self, pair: (usize, usize), work_out: impl FnOnce() -> Shots) -> Shots {
        if let Some(&known) = self.0.borrow().shots.get(&pair) {
            return known;
        }
        let shots = work_out();
        self.0.borrow_mut().shots.insert(pair, shots);
        shots
    }

    /// The course of a charge, worked out unless it is among the last that were.
    pub(super) fn course(
        &self,
        world: &World,
        unit: UnitId,
        models: &[ModelId],
        target: UnitId,
    ) -> Arc<Course> {
        let (lineup, table) = (Lineup::of(world, unit, models, target), world.table());
        let courses = &mut self.0.borrow_mut().courses;
        if courses.table.as_ref() != Some(table) {
            courses.known.clear();
            courses.table = Some(table.clone());
        }
        let print = lineup.fingerprint();
        let is_same = |(of, known, _): &&(u64, Lineup, _)| *of == print && *known == lineup;
        if let Some((_, _, course)) = courses.known.iter().find(is_same) {
            return course.clone();
        }
        let course = Arc::new(lineup.course(table));
        if courses.known.len() >= MOST_COURSES {
            courses.known.pop_front();
        }
        courses.known.push_back((print, lineup, course.clone()));
        course
    }
}
