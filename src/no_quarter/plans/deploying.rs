//! Where units are deployed: fighters in front and towards what the battle is about, shooters where they
//! see, the general behind the others, nobody in the way of the guns.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{COVER, GENERAL, OBJECTIVES, PLACE},
    force::{Force, worth_of},
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, Presence, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        NoQuarter,
        components::{Arms, Formation, Role},
        deployment,
        order::Order,
        support_weapons,
    },
    table::{Ground, Pose},
};

/// Places along the zone, and lines from its front to its back, that are thought of.
const COLUMNS: u8 = 7;
const LINES: u8 = 3;
/// Directions from its goal, and distances in inches, in which a hidden place is looked for.
const DIRECTIONS: u8 = 16;
const FARS: [f32; 4] = [3.0, 11.5, 14.0, 17.0];
/// Of the units that wait so many are thought of, the strongest first.
const UNITS: usize = 2;
/// What being at the right line is worth. Points.
const LINE: f32 = 6.0;
/// What being near a goal is worth. Points.
const GOAL: f32 = 10.0;
/// Friends nearer than this are in the way. Inches.
const ROOM: f32 = 5.0;

/// What a unit is for, as far as its place goes.
struct Task {
    unit: UnitId,
    /// What it is worth.
    worth: f32,
    /// How far it shoots; 0 if it doesn't.
    range: f32,
    gun: bool,
    leads: bool,
}

/// Thinks of places for the units that wait to be deployed.
pub(super) fn think(thoughts: &mut Thoughts) {
    let world = thoughts.study.world;
    let side = thoughts.study.side;
    let mut tasks: Vec<Task> = world
        .roster()
        .units()
        .filter(|&unit| world.side_of(unit) == side && deployment::is_undeployed(world, unit))
        .map(|unit| task(&thoughts.study, unit))
        .collect();
    // Guns and those who shoot take their places late, when it is known whom they see.
    let late = |task: &Task| task.gun || task.leads || task.range > 0.0;
    tasks.sort_by(|a, b| {
        late(a).cmp(&late(b)).then(b.worth.total_cmp(&a.worth)).then(a.unit.cmp(&b.unit))
    });
    for task in tasks.into_iter().take(UNITS) {
        let unit = task.unit;
        if deployment::comes_later(world, unit) {
            thoughts.add(move |study| anywhere(study, unit));
            for far in FARS {
                for direction in 0..DIRECTIONS {
                    thoughts.add(move |study| infiltrate(study, unit, direction, far));
                }
            }
            continue;
        }
        let task = std::rc::Rc::new(task);
        for line in 0..LINES {
            for column in 0..COLUMNS {
                let task = task.clone();
                thoughts.add(move |study| deploy(study, &task, line, column));
            }
        }
        thoughts.add(move |study| anywhere(study, unit));
    }
}

fn task(study: &Study, unit: UnitId) -> Task {
    let world = study.world;
    let members = world.members(unit);
    let range = |model| {
        let arms = &world.of_model::<Arms>(model).0;
        arms.iter().filter(|arm| arm.is_shot()).map(|arm| arm.longest().0).fold(0.0, f32::max)
    };
    let gun = members.iter().any(|&model| support_weapons::is_chassis(world, model));
    // Most of them shoot, not one.
    let shooters = members.iter().filter(|&&model| range(model) > 0.0).count();
    Task {
        unit,
        worth: members.iter().map(|&model| worth_of(world, model)).sum(),
        range: if shooters * 2 > members.len() {
            members.iter().map(|&model| range(model)).fold(0.0, f32::max)
        } else {
            0.0
        },
        gun,
        leads: members.iter().any(|&model| *world.of_model::<Role>(model) == Role::General),
    }
}

fn deploy(study: &Study, task: &Task, line: u8, column: u8) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let side = study.side;
    let (low, high) = deployment::zone(world, side);
    let inwards = deployment::inwards(world, side);
    let size = high - low;
    let middle = (low + high) / 2.0;
    let depth = size.dot(inwards.abs());
    let width = size.dot(inwards.perp().abs());
    let along = (f32::from(column) + 0.5) / f32::from(COLUMNS) - 0.5;
    let across = 0.48 - f32::from(line) * 0.33;
    let at = middle + inwards.perp() * along * width + inwards * across * depth;
    let formation = *world.of_unit::<Formation>(task.unit);
    let pose = Pose::new(at, inwards);
    let order = Order::Deploy { unit: task.unit, at: pose, formation };
    deployment::check(world, task.unit, &pose, formation).ok()?;
    let mut account = Account::default();
    let wanted = match task {
        Task { gun: true, .. } => 0.33,
        Task { leads: true, .. } => 0.5,
        Task { range, .. } if *range > 0.0 => 0.25,
        _ => 0.0,
    };
    let off = (f32::from(line) * 0.33 - wanted).abs();
    account.add(PLACE, -LINE * off * 2.0);
    add_goals(study, &mut account, task, at);
    let crowd: f32 = study
        .forces()
        .iter()
        .filter(|force| force.side == side)
        .map(|force| {
            let beside = (force.middle - at).dot(inwards.perp()).abs();
            let ahead = (force.middle - at).dot(inwards);
            // Nobody stands before a gun.
            let blocks = (task.gun || force.gun.is_some()) && beside < ROOM;
            let near = (ROOM - force.middle.distance(at)).max(0.0);
            near * 0.5 + if blocks && ahead.abs() > 1.0 { 2.0 } else { 0.0 }
        })
        .sum();
    account.add(PLACE, -crowd);
    if task.leads {
        let nearest = study.friends_near(side, at);
        account.add(GENERAL, -0.3 * nearest.min(20.0));
    }
    let covered = world
        .table()
        .terrain
        .iter()
        .any(|piece| piece.contains(at) && piece.ground != Ground::Open);
    account.add(COVER, if covered && !task.gun { 0.5 } else { 0.0 });
    let name = format!("deploy {} {}", study.name(task.unit), place_in_words(line, column));
    Some(weighed(name, vec![Act::Give(order)], account))
}

fn place_in_words(line: u8, column: u8) -> String {
    let line = match line {
        0 => "in front",
        1 => "in the middle",
        _ => "at the back",
    };
    let side = match column {
        0..=1 => " on one flank",
        2..=4 => "",
        _ => " on the other flank",
    };
    format!("{line}{side}")
}

/// Towards goals, and towards enemies that are there already.
fn add_goals(study: &Study, account: &mut Account, task: &Task, at: Vec2) {
    let nearest = study.goals().iter().map(|goal| goal.at.distance(at)).fold(f32::MAX, f32::min);
    if nearest < f32::MAX && !task.gun {
        account.add(OBJECTIVES, GOAL / (1.0 + 0.08 * nearest));
    }
    let enemies = study.enemies_of(study.side);
    let far = enemies.map(|enemy| enemy.middle.distance(at)).fold(f32::MAX, f32::min);
    if far < f32::MAX {
        account.add(PLACE, -0.05 * far);
    }
    // An army keeps together.
    let friends = study.friends_near(study.side, at);
    if friends < f32::MAX {
        account.add(PLACE, -0.08 * friends);
    }
    let _ = task.worth;
}

impl Study<'_> {
    /// How far the nearest unit of a side is from a place; far away if there is none. Inches.
    fn friends_near(&self, side: crate::battle::SideId, at: Vec2) -> f32 {
        let own = self.forces().iter().filter(|force| force.side == side);
        own.map(|force| force.middle.distance(at)).fold(f32::MAX, f32::min)
    }
}

/// Some legal place, or the reserve if there is none.
fn anywhere(study: &Study, unit: UnitId) -> Option<Weighed<NoQuarter>> {
    const LAST: f32 = -50.0;
    let mut account = Account::default();
    account.add(PLACE, LAST);
    let name = study.name(unit);
    let (order, name) = match deployment::find_place(study.world, unit) {
        Some((at, formation)) => {
            (Order::Deploy { unit, at, formation }, format!("deploy {name} where there is room"))
        }
        None => (Order::KeepBack { unit }, format!("keep {name} back")),
    };
    Some(weighed(name, vec![Act::Give(order)], account))
}

/// Those who come later are put down near goals, whoever is to be captured, or the enemy's guns.
fn infiltrate(study: &Study, unit: UnitId, direction: u8, far: f32) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    let sought = |one: &&Force| one.gun.is_some() || study.is_to_be_captured(one);
    let enemies = study.enemies_of(study.side).filter(sought).map(|one| one.middle);
    let wishes: Vec<Vec2> = study.goals().iter().map(|goal| goal.at).chain(enemies).collect();
    let table = world.table();
    let middle = Vec2::new(table.width.0, table.depth.0) / 2.0;
    let wish = *wishes.get(usize::from(direction) % wishes.len().max(1)).unwrap_or(&middle);
    let turn = f32::from(direction) * 360.0 / f32::from(DIRECTIONS);
    let around = crate::table::base::direction(turn);
    let at = super::fighting::inside(study, wish + around * far);
    let formation = *world.of_unit::<Formation>(unit);
    let pose = Pose::new(at, (wish - at).normalize_or(Vec2::Y));
    deployment::check(world, unit, &pose, formation).ok()?;
    let mut account = Account::default();
    account.add(OBJECTIVES, GOAL / (1.0 + 0.05 * wish.distance(at)));
    let name = format!("put {} down near its goal", study.name(unit));
    let order = Order::Deploy { unit, at: pose, formation };
    debug_assert!(
        world
            .members(unit)
            .iter()
            .all(|&model| *world.of_model::<Presence>(model) == Presence::Undeployed),
        "only who waits is deployed"
    );
    Some(weighed(name, vec![Act::Give(order)], account))
}
