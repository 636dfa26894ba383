//! Random levels: armies that nobody would draw up, with leaders whose bases are larger or smaller
//! than those of their men, on tables with whatever lies there.

use std::fmt::Write;

use bevy::prelude::World;
use ironrank::{
    battle::{DataError, history::Keep, wrapper},
    dice::Dice,
    no_quarter::{
        Armoury, NoQuarter, Profile,
        armies::contingent,
        level::Level,
        points::army::{Contingent, Violation, violations},
        profile::Class,
    },
    table::Ground,
};

use crate::cli::furnish;

/// The table, in inches: long enough for units side by side.
const WIDTH: usize = 72;
const DEPTH: usize = 48;
/// Units of a side at most.
const MOST_UNITS: usize = 4;
/// Men of a unit at most, besides those who lead them.
const MOST_MEN: usize = 9;
/// A unit needs so many for ranks, and so many in each of two (FORM-03).
const FOR_RANKS: usize = 8;
const IN_RANK: usize = 4;

/// The random level of a seed. Its armies stand where it says if they can, and are deployed by their
/// players if not.
///
/// # Errors
/// What is wrong with it; that is a problem by itself.
pub(super) fn level(armoury: &Armoury, seed: u64) -> Result<Level, Vec<DataError>> {
    let placed = read(armoury, seed, true)?;
    let mut world = World::new();
    furnish(armoury)(&mut world);
    let stands =
        wrapper::begin::<NoQuarter>(&mut world, &placed, seed, Dice::seeded(seed), Keep::Start);
    if stands.is_ok() { Ok(placed) } else { read(armoury, seed, false) }
}

fn read(armoury: &Armoury, seed: u64, placed: bool) -> Result<Level, Vec<DataError>> {
    let text = Muster { armoury, dice: Dice::seeded(seed), placed }.text(seed);
    Level::read(&format!("random-{seed}.ron"), &text)
}

/// The only thing that its dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice;

/// A level in the making.
struct Muster<'a> {
    armoury: &'a Armoury,
    dice: Dice<Choice>,
    /// Whether the armies stand where the level says.
    placed: bool,
}

impl<'a> Muster<'a> {
    fn text(mut self, seed: u64) -> String {
        let turns = 3 + self.pick(4);
        let deployment = if self.placed { "AsPlaced" } else { "ByHand" };
        let terrain = self.terrain();
        let armies = [("Red", 8, 90), ("Blue", DEPTH - 8, 270)];
        let units = armies.map(|(side, y, facing)| self.army(side, y, facing)).concat();
        format!(
            "(name: \"Random {seed}\", table: (width: {WIDTH}, depth: {DEPTH}), \
             turns: Fixed({turns}), deployment: {deployment},\n \
             sides: [(name: \"Red\", edge: South), (name: \"Blue\", edge: North)],\n \
             terrain: [{terrain}],\n units: [{units}])\n"
        )
    }

    /// A place below a count.
    fn pick(&mut self, count: usize) -> usize {
        let sides = u16::try_from(count.max(1)).unwrap_or(u16::MAX);
        usize::from(self.dice.roll(sides, Choice, None).result - 1)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.pick(all.len())).copied()
    }

    /// Pieces between the armies.
    fn terrain(&mut self) -> String {
        let kinds: Vec<_> = self.armoury.terrain.values().collect();
        let mut text = String::new();
        for piece in 0..self.pick(6) {
            let Some(kind) = self.one_of(&kinds) else { break };
            let (x, y) = (6 + piece * 12, 18 + self.pick(10));
            let shape = if kind.barrier {
                format!("Line(points: [({x}, {y}), ({}, {})], width: 0.5)", x + 6, y + self.pick(3))
            } else if kind.ground == Ground::Impassable {
                format!("Circle(at: ({x}, {y}), radius: 1.5)")
            } else {
                format!("Circle(at: ({x}, {y}), radius: {})", 2 + self.pick(3))
            };
            let _ = write!(text, "(kind: \"{}\", shape: {shape}), ", kind.id);
        }
        text
    }

    fn army(&mut self, side: &str, y: usize, facing: usize) -> String {
        let count = 1 + self.pick(MOST_UNITS);
        let mut text = String::new();
        let mut army = Vec::new();
        for number in 0..count {
            let x = (2 * number + 1) * WIDTH / (2 * count);
            let unit = self.unit(&mut army);
            let place = match self.placed {
                true => format!(", place: At({x}, {y}, {facing})"),
                false => String::new(),
            };
            let _ = writeln!(text, "(side: \"{side}\", {unit}{place}),");
        }
        text
    }

    /// One of those profiles whose magic goes with that of an army, which has one such model more then.
    fn enlist(&mut self, army: &mut Vec<Contingent>, heroes: bool) -> &'a str {
        let armoury = self.armoury;
        let is_hero =
            |profile: &Profile| matches!(profile.class, Class::Individual | Class::Character);
        let with = |profile: &Profile| {
            let one = contingent(armoury, &profile.id, 1, &[]);
            army.iter().cloned().chain([one]).collect::<Vec<_>>()
        };
        let fits = |profile: &&Profile| {
            !profile.chassis
                && (!heroes || is_hero(profile))
                && !violations(&with(profile)).into_iter().any(Violation::is_of_magic)
        };
        let profiles: Vec<&Profile> =
            armoury.profiles.values().map(AsRef::as_ref).filter(fits).collect();
        let Some(profile) = self.one_of(&profiles) else { return "" };
        *army = with(profile);
        &profile.id
    }

    /// A unit with whoever leads it; the first of an army has its general.
    fn unit(&mut self, army: &mut Vec<Contingent>) -> String {
        let first = army.is_empty();
        let men = self.enlist(army, false);
        let count = 1 + self.pick(MOST_MEN);
        let mut command = String::new();
        let mut led = 0;
        if first || self.pick(3) > 0 {
            // Somebody of another kind leads them as often as a hero does.
            let heroes = self.pick(2) == 0;
            let leader = self.enlist(army, heroes);
            let role = if first { "General" } else { "Leader" };
            let _ = write!(command, "(profile: \"{leader}\", role: {role}), ");
            led += 1;
        }
        if self.pick(4) == 0 {
            let guest = self.enlist(army, true);
            let _ = write!(command, "(profile: \"{guest}\", role: Individual), ");
            led += 1;
        }
        let formation = self.formation(count + led);
        format!("profile: \"{men}\", count: {count}, command: [{command}], formation: {formation}")
    }

    fn formation(&mut self, models: usize) -> String {
        match self.pick(4) {
            0 => "Dispersed".to_owned(),
            1 if models >= FOR_RANKS => "Closed".to_owned(),
            2 if models >= FOR_RANKS => {
                let widest = models - IN_RANK;
                format!("Ranked(frontage: {})", IN_RANK + self.pick(widest - IN_RANK + 1))
            }
            _ => "Skirmish".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn random_levels_can_be_played_and_have_leaders_of_other_sizes() {
        let armoury = Armoury::embedded().unwrap();
        let mut mixed = 0;
        for seed in 0..40 {
            let level = level(&armoury, seed).unwrap_or_else(|errors| panic!("{seed}: {errors:?}"));
            assert_eq!(level.name, format!("Random {seed}"));
            let base = |id: &String| format!("{:?}", armoury.profiles[id].base);
            mixed += level
                .units
                .iter()
                .filter(|unit| {
                    let led = unit.command.iter().filter_map(|model| model.profile.as_ref());
                    led.chain([&unit.profile]).map(base).collect::<BTreeSet<_>>().len() > 1
                })
                .count();
        }
        assert!(mixed > 20, "{mixed} units with bases of several sizes");
    }
}
