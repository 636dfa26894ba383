//! What can be wrong with a level of any rule system: sizes, counts, numbers, names, shapes, sides.

use bevy::math::Vec2;

use super::{
    Deployment, Harder, Level, LevelUnit, Objective, Place, TableSize, Turns, other_rules,
};
use crate::{
    battle::{
        RuleSystem,
        data::{DataError, is_printable, no_such_name, quoted},
    },
    table::Footprint,
};

/// More pieces of terrain than on any table one could play on.
const MOST_PIECES: usize = 100;
/// More corners than all its pieces have together.
const MOST_POINTS: usize = 1500;
/// More models than fight in any battle, and so more units.
pub(super) const MOST_MODELS: usize = 1000;
/// More models than stand in any unit.
const MOST_IN_UNIT: u64 = 200;
/// More aims than anybody could follow.
const MOST_OBJECTIVES: usize = 20;
/// Somebody with so many problems to fix isn't told of more.
pub(super) const MOST_ERRORS: usize = 20;
/// Longer names than any label holds, in characters.
const LONGEST_NAME: usize = 60;
/// More degrees than anybody means.
const WHOLE_TURN: f32 = 360.0;
/// Longer reasons than people read in one line, in characters.
const LONGEST_REASON: usize = 200;
/// Longer descriptions than the choice of level holds, in characters.
const LONGEST_ABOUT: usize = 1000;

impl<R: RuleSystem> Level<R> {
    /// All of it, each with its line; of a level beyond all bounds only that, and never more than
    /// twenty.
    pub(super) fn problems(&self) -> Vec<DataError> {
        let mut errors = self.excess();
        if errors.is_empty() {
            // Names are repeated by other errors, so they are looked at before.
            self.look_at_names(&mut errors);
        }
        if !errors.is_empty() {
            return errors;
        }
        self.look_at_the_frame(&mut errors);
        self.look_at_terrain(&mut errors);
        for (index, unit) in self.units.iter().enumerate() {
            if errors.len() >= MOST_ERRORS {
                break;
            }
            self.look_at_unit(index, unit, &mut errors);
        }
        self.look_at_armies(&mut errors);
        self.look_at_objectives(&mut errors);
        errors.extend(R::level_problems(self));
        errors.truncate(MOST_ERRORS);
        errors
    }

    /// What there is so much of that looking at each would take long.
    fn excess(&self) -> Vec<DataError> {
        let mut errors = Vec::new();
        let points: usize = self.terrain.iter().map(|feature| corners(&feature.shape)).sum();
        if self.terrain.len() > MOST_PIECES || points > MOST_POINTS {
            let problem = format!(
                "{} pieces with {points} points; {MOST_PIECES} pieces with {MOST_POINTS} points \
                 are the limit",
                self.terrain.len()
            );
            errors.push(self.error("terrain", "terrain", problem));
        }
        for (field, count, most) in [
            ("sides", self.sides.len(), 2),
            ("units", self.units.len(), MOST_MODELS),
            ("objectives", self.objectives.len(), MOST_OBJECTIVES),
        ] {
            if count > most {
                let problem = format!("{count} {field}; {most} are the limit");
                errors.push(self.error(field, field, problem));
            }
        }
        errors
    }

    fn look_at_the_frame(&self, errors: &mut Vec<DataError>) {
        if let Some(problem) = other_rules::<R>(&self.rules) {
            errors.push(self.error("rules", "rules", problem));
        }
        let TableSize { width, depth } = self.table;
        for (field, length) in [("table.width", width), ("table.depth", depth)] {
            if !(12.0..=144.0).contains(&length.0) {
                let problem = format!("{length} is no size for a table; 12\" to 144\" is allowed");
                errors.push(self.error(field, "table", problem));
            }
        }
        if self.sides.len() != 2 {
            let problem = format!("a battle has two sides, this has {}", self.sides.len());
            errors.push(self.error("sides", "sides", problem));
        } else if self.sides[0].name == self.sides[1].name {
            let problem = "both sides have the same name; units couldn't tell them apart";
            errors.push(self.error("sides", &quoted(&self.sides[0].name), problem));
        } else if self.sides[0].edge == self.sides[1].edge {
            let problem = "both sides have the same table edge";
            errors.push(self.error("sides", "edge", problem));
        }
        if let Some(harder) = &self.harder
            && !self.sides.iter().any(|side| side.name == harder.side)
        {
            let problem = no_such_name("side", &harder.side, self.side_names());
            errors.push(self.error("harder", "harder", problem));
        }
        if let Turns::Fixed(turns @ (0 | 21..)) = self.turns {
            let problem = format!("{turns} turns; 1 to 20 are allowed");
            errors.push(self.error("turns", "turns", problem));
        }
    }

    fn look_at_names(&self, errors: &mut Vec<DataError>) {
        for (field, text) in [("about", &self.about), ("teaches", &self.teaches)] {
            let length = text.chars().count();
            if length > LONGEST_ABOUT {
                let problem = format!("{length} characters; {LONGEST_ABOUT} at most");
                errors.push(self.error(field, field, problem));
            }
        }
        if let Some(Harder { side, because }) = &self.harder
            && let Some(problem) = name_problem(side).or_else(|| reason_problem(because))
        {
            errors.push(self.error("harder", "harder", problem));
        }
        let level = [("name".to_owned(), self.name.as_str()), ("rules".to_owned(), &self.rules)];
        let sides = self.sides.iter().enumerate();
        let sides = sides.map(|(index, side)| (format!("sides[{index}]"), side.name.as_str()));
        let units = self.units.iter().enumerate().flat_map(|(index, unit)| {
            let of = move |(field, name)| (format!("units[{index}].{field}"), name);
            let others = [("side".to_owned(), unit.side()), ("profile".to_owned(), unit.profile())];
            unit.names().into_iter().chain(others).map(of)
        });
        let terrain = self.terrain.iter().enumerate();
        let terrain =
            terrain.map(|(index, piece)| (format!("terrain[{index}].kind"), &*piece.kind));
        let objectives = self.objectives.iter().enumerate().flat_map(|(index, objective)| {
            let of = move |(field, name)| (format!("objectives[{index}].{field}"), name);
            let side = objective.side().map(|side| ("side", side));
            side.into_iter().chain(objective.model().map(|model| ("model", model))).map(of)
        });
        let names = level.into_iter().chain(sides).chain(units).chain(terrain).chain(objectives);
        for (field, name) in names {
            if errors.len() >= MOST_ERRORS {
                return;
            }
            if let Some(problem) = name_problem(name) {
                // Where the name stands, or the field that it is in.
                let last = field.rsplit('.').next().unwrap_or_default();
                let needle = last.split('[').next().unwrap_or_default();
                errors.push(self.error(&field, needle, problem));
            }
        }
    }

    fn look_at_terrain(&self, errors: &mut Vec<DataError>) {
        for (index, feature) in self.terrain.iter().enumerate() {
            if let Some(problem) = shape_problem(&feature.shape) {
                let field = format!("terrain[{index}].shape");
                errors.push(self.error(&field, &format!("\"{}\"", feature.kind), problem));
            }
            if !self.table.meets(&feature.shape) {
                let field = format!("terrain[{index}].shape");
                let problem = "it lies completely off the table: move it, or leave it out";
                errors.push(self.error(&field, &format!("\"{}\"", feature.kind), problem));
            }
            for length in [feature.height, feature.elevation].into_iter().flatten() {
                if !(0.0..=24.0).contains(&length.0) {
                    let field = format!("terrain[{index}]");
                    let problem = format!("a height of {length}; 0\" to 24\" is allowed");
                    errors.push(self.error(&field, &format!("\"{}\"", feature.kind), problem));
                }
            }
        }
    }

    fn look_at_unit(&self, index: usize, unit: &R::UnitSetup, errors: &mut Vec<DataError>) {
        let field = format!("units[{index}]");
        let needle = format!("\"{}\"", unit.profile());
        if !self.sides.iter().any(|side| side.name == unit.side()) {
            let problem = no_such_name("side", unit.side(), self.side_names());
            errors.push(self.error(&field, &format!("\"{}\"", unit.side()), problem));
        }
        if let Some(problem) = unit_problem(unit) {
            errors.push(self.error(&field, &needle, problem));
        }
        if matches!(unit.place(), Place::ByHand) && self.deployment == Deployment::AsPlaced {
            let problem = "no place, and the level's deployment is AsPlaced: give At(x, y, degrees) or \
                           set deployment: ByHand";
            errors.push(self.error(&field, &needle, problem));
        }
        let models = unit.models();
        let problem = match unit.place() {
            &Place::At(x, y, degrees) => pose_problem(&(x, y, degrees)),
            Place::Each(poses) if poses.len() as u64 != models => {
                Some(format!("{} places for {models} models", poses.len()))
            }
            Place::Each(poses) => poses.iter().find_map(pose_problem),
            Place::ByHand | Place::Reserve | Place::ByRule(_) => None,
        };
        if let Some(problem) = problem {
            errors.push(self.error(&format!("{field}.place"), "place", problem));
        }
    }

    fn look_at_armies(&self, errors: &mut Vec<DataError>) {
        // A unit that is too large by itself is told once, not for the whole level too.
        let models: u64 = self.units.iter().map(|unit| unit.models().min(MOST_IN_UNIT)).sum();
        if models > MOST_MODELS as u64 {
            let problem = format!("{models} models; {MOST_MODELS} is the limit");
            errors.push(self.error("units", "units", problem));
        }
        if self.sides.len() == 2 {
            for side in &self.sides {
                if !self.units.iter().any(|unit| unit.side() == side.name) {
                    let problem = format!("{} has no units", quoted(&side.name));
                    errors.push(self.error("units", &format!("\"{}\"", side.name), problem));
                }
            }
        }
    }

    fn look_at_objectives(&self, errors: &mut Vec<DataError>) {
        let TableSize { width, depth } = self.table;
        let count = self.terrain.len();
        for (index, objective) in self.objectives.iter().enumerate() {
            let field = format!("objectives[{index}]");
            // Its own line; without a side it is found by its place alone.
            let needle = objective.side().map_or_else(|| "(".to_owned(), quoted);
            let mut wrong = |problem| errors.push(self.error(&field, &needle, problem));
            let same = |other: &Objective| other.is_about_the_same_as(objective);
            if let Some(first) = self.objectives[..index].iter().position(same) {
                wrong(format!("the same as objectives[{first}]: it would count twice"));
            }
            if let Some(side) = objective.side()
                && !self.sides.iter().any(|known| known.name == side)
            {
                wrong(no_such_name("side", side, self.side_names()));
            }
            match objective {
                Objective::Feature { terrain } if *terrain as usize >= count => {
                    wrong(format!("terrain {terrain} of {count}, counted from 0"));
                }
                Objective::Hold { at, .. }
                    if !(0.0..=width.0).contains(&at.x) || !(0.0..=depth.0).contains(&at.y) =>
                {
                    wrong(format!("a point at {at}, off the table"));
                }
                Objective::Escort { side, to: Some(to), .. }
                    if self.sides.iter().any(|own| own.name == *side && own.edge == *to) =>
                {
                    let edge = to.name();
                    wrong(format!(
                        "the {edge} edge is the side's own: name another, or leave \"to\" out for the \
                         one on the other side"
                    ));
                }
                Objective::Feature { .. }
                | Objective::Hold { .. }
                | Objective::Escort { .. }
                | Objective::Capture { .. } => {}
            }
        }
    }

    fn side_names(&self) -> impl Iterator<Item = &str> {
        self.sides.iter().map(|side| side.name.as_str())
    }
}

/// Why no unit can have so many models.
pub(super) fn unit_problem(unit: &impl LevelUnit) -> Option<String> {
    let models = unit.models();
    if models == 0 {
        Some("a unit without models".to_owned())
    } else if models > MOST_IN_UNIT {
        Some(format!("{models} models in one unit; {MOST_IN_UNIT} is the limit"))
    } else {
        None
    }
}

/// Why a name can't stand on a label or in the log.
pub(crate) fn name_problem(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        Some("a name is empty".to_owned())
    } else if name.chars().count() > LONGEST_NAME {
        Some(format!("a name of {} characters; {LONGEST_NAME} at most", name.chars().count()))
    } else if !name.chars().all(is_printable) {
        Some(format!("the name {name:?} has characters that can't be printed"))
    } else {
        None
    }
}

/// Why a reason that a level gives for something can't stand in a line.
pub(crate) fn reason_problem(reason: &str) -> Option<String> {
    let length = reason.chars().count();
    if reason.trim().is_empty() {
        Some("the reason is empty".to_owned())
    } else if length > LONGEST_REASON {
        Some(format!("a reason of {length} characters; {LONGEST_REASON} at most"))
    } else if !reason.chars().all(is_printable) {
        Some("the reason has characters that can't be printed".to_owned())
    } else {
        None
    }
}

/// Why nobody can stand at x, y and look to an angle in degrees.
fn pose_problem(&(x, y, degrees): &(f32, f32, f32)) -> Option<String> {
    if !(x.is_finite() && y.is_finite() && degrees.is_finite()) {
        Some("a place that isn't a number".to_owned())
    } else if degrees.abs() > WHOLE_TURN {
        Some(format!("an angle of {degrees} degrees; {WHOLE_TURN} are a whole turn"))
    } else {
        None
    }
}

impl TableSize {
    /// Whether any of a shape lies on the table.
    fn meets(&self, shape: &Footprint) -> bool {
        let (low, high) = shape.bounds();
        let table = Vec2::new(self.width.0, self.depth.0);
        high.cmpge(Vec2::ZERO).all() && low.cmple(table).all()
    }
}

fn corners(shape: &Footprint) -> usize {
    match shape {
        Footprint::Polygon(points) | Footprint::Line { points, .. } => points.len(),
        Footprint::Circle { .. } => 1,
    }
}

fn area(points: &[Vec2]) -> f32 {
    let next = points.iter().cycle().skip(1);
    let twice: f32 = points.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
    twice.abs() / 2.0
}

/// Two edges of a polygon that cross, counted from 0.
fn crossing(points: &[Vec2]) -> Option<(usize, usize)> {
    let count = points.len();
    let edge = |i: usize| (points[i], points[(i + 1) % count]);
    let side = |(a, b): (Vec2, Vec2), p: Vec2| (b - a).perp_dot(p - a);
    let cross = |e: (Vec2, Vec2), f: (Vec2, Vec2)| {
        side(e, f.0) * side(e, f.1) < 0.0 && side(f, e.0) * side(f, e.1) < 0.0
    };
    (0..count)
        .flat_map(|i| (i + 1..count).map(move |j| (i, j)))
        .find(|&(i, j)| cross(edge(i), edge(j)))
}

/// Why a shape can't lie on a table.
pub(in crate::battle) fn shape_problem(shape: &Footprint) -> Option<String> {
    let near = |point: &Vec2| point.is_finite() && point.abs().max_element() <= 500.0;
    match shape {
        Footprint::Polygon(points) => {
            if points.len() < 3 {
                Some(format!("a polygon of {} points; at least 3", points.len()))
            } else if points.len() > 200 {
                Some(format!("a polygon of {} points; 200 is the limit", points.len()))
            } else if !points.iter().all(near) {
                Some("a point far off any table".to_owned())
            } else if area(points) < 0.01 {
                Some("a polygon with no area".to_owned())
            } else {
                crossing(points).map(|(a, b)| format!("a polygon whose edges {a} and {b} cross"))
            }
        }
        Footprint::Circle { at, radius } => {
            let fits = near(at) && (0.05..=72.0).contains(&radius.0);
            (!fits).then(|| "a circle that can't lie on a table".to_owned())
        }
        Footprint::Line { points, width } => {
            if points.len() < 2 || points.len() > 200 {
                Some(format!("a line of {} points; 2 to 200", points.len()))
            } else if !points.iter().all(near) || !(0.05..=24.0).contains(&width.0) {
                Some("a line far off any table, or of no width".to_owned())
            } else if points.windows(2).any(|pair| pair[0].distance(pair[1]) < 0.01) {
                Some("a line with the same point twice in a row".to_owned())
            } else {
                None
            }
        }
    }
}
