//! What can be wrong with a snapshot from a file. Restoring one that was looked through never panics:
//! it has everything that the battle's level has, and names nobody who isn't there.

use bevy::prelude::World;

use super::Snapshot;
use crate::{
    battle::{
        BattleWorld, ModelId, Presence, RuleSystem, ground,
        level::{name_problem, shape_problem},
        strangers::{self, Known, Stranger},
    },
    table::{Base, Inches, Placed},
};

/// No battle lasts so many turns, nor rolls so many dice or waits for so many steps.
const MOST_TURNS: u32 = 1000;
const MOST_DICE: u64 = 1_000_000;
const MOST_STEPS: usize = 10_000;

impl<R: RuleSystem> Snapshot<R> {
    /// What is wrong with the snapshot as one of the battle that has begun in a world: the field, and
    /// what is the matter with it.
    pub(in crate::battle) fn problem(&self, world: &World) -> Option<(String, String)> {
        self.wrong_count(world)
            .or_else(|| self.wrong_place(world))
            .or_else(|| self.wrong_frame())
            .or_else(|| self.stranger(world))
            .or_else(|| R::state_problem(world, self))
    }

    fn wrong_count(&self, world: &World) -> Option<(String, String)> {
        let roster = world.roster();
        let units = roster.units().len() - roster.formed().len();
        let at_start = roster.models().len() - roster.arrivals().len();
        let sides = roster.sides().count();
        let edges = self.layout.edges.len();
        let lain = self.layout.terrain.len();
        let counts = [
            ("units", self.units.len(), units + self.formed.len()),
            ("models", self.models.len(), at_start + self.arrivals.len()),
            ("layout.edges", edges, if edges == 0 { 0 } else { sides }),
            ("layout.terrain", lain, if lain == 0 { 0 } else { world.table().terrain.len() }),
        ];
        counts.into_iter().find(|(_, found, expected)| found != expected).map(
            |(field, found, expected)| {
                (field.to_owned(), format!("{found} of them; there must be {expected}"))
            },
        )
    }

    fn wrong_place(&self, world: &World) -> Option<(String, String)> {
        for (index, model) in self.models.iter().enumerate() {
            let field = || format!("models[{index}].pose");
            if !model.pose.is_sound() {
                let problem = "it has no place, or faces in no direction";
                return Some((field(), problem.to_owned()));
            }
            // Those who come later have no base yet: a point will do.
            let base = match world.roster().model(ModelId(index as u32)) {
                Some(_) => *world.of_model::<Base>(ModelId(index as u32)),
                None => Base::Circle { radius: Inches::ZERO },
            };
            let on_table = world.table().holds(&Placed { base, pose: model.pose });
            if model.presence == Presence::OnTable && !on_table {
                return Some((field(), format!("{} is off the table", model.pose.at)));
            }
        }
        let named = self.formed.iter().enumerate();
        let misnamed = named
            .filter_map(|(place, unit)| Some((place, name_problem(&unit.name)?)))
            .map(|(place, problem)| (format!("formed[{place}].name"), problem))
            .next();
        if misnamed.is_some() {
            return misnamed;
        }
        let arrivals = self.arrivals.iter().enumerate();
        let unknown = arrivals
            .filter_map(|(place, arrival)| Some((place, R::arrival_problem(world, arrival)?)))
            .map(|(place, problem)| (format!("arrivals[{place}]"), problem))
            .next();
        if unknown.is_some() {
            return unknown;
        }
        if let Some(ground) = &self.ground {
            return ground::problem(ground);
        }
        let shapes = self.layout.terrain.iter().enumerate();
        shapes
            .filter_map(|(place, shape)| Some((place, shape_problem(shape)?)))
            .map(|(place, problem)| (format!("layout.terrain[{place}]"), problem))
            .next()
    }

    fn wrong_frame(&self) -> Option<(String, String)> {
        let wrong = |field: &str, problem: String| Some((field.to_owned(), problem));
        let (turn, last) = (self.frame.turn, self.frame.last_turn);
        if turn > MOST_TURNS || last > MOST_TURNS {
            return wrong("frame", format!("turn {turn} of {last}; {MOST_TURNS} is the limit"));
        }
        if !self.dice.are_seeded() {
            return wrong("dice", "they follow a script; a battle's dice follow a seed".to_owned());
        }
        let rolled = self.dice.rolled();
        if rolled > MOST_DICE {
            return wrong("dice.rolled", format!("{rolled} dice; {MOST_DICE} is the limit"));
        }
        let steps = self.stack.len();
        if steps > MOST_STEPS {
            return wrong("stack", format!("{steps} steps; {MOST_STEPS} is the limit"));
        }
        match &self.pending {
            Some(decision) if decision.default >= decision.options.len() => {
                let options = decision.options.len();
                wrong("pending.default", format!("{} of {options} options", decision.default))
            }
            Some(_) | None => None,
        }
    }

    fn stranger(&self, world: &World) -> Option<(String, String)> {
        let roster = world.roster();
        let terrain = world.table().terrain.len();
        let known = Known {
            units: self.units.len(),
            models: self.models.len(),
            terrain: self.ground.as_ref().map_or(terrain, |ground| ground.next as usize),
            sides: roster.sides().count(),
        };
        strangers::find(known, "units", &self.units)
            .or_else(|| strangers::find(known, "models", &self.models))
            .or_else(|| strangers::find(known, "frame", &self.frame))
            .or_else(|| strangers::find(known, "formed", &self.formed))
            .or_else(|| strangers::find(known, "arrivals", &self.arrivals))
            .or_else(|| strangers::find(known, "rules", &self.rules))
            .or_else(|| strangers::find(known, "stack", &self.stack))
            .or_else(|| strangers::find(known, "pending", &self.pending))
            .map(|Stranger { field, problem }| (field, problem))
    }
}
