//! One firing of a support weapon: the crew pays, the weapon turns, the dice come up. Book: Use Cost
//! For Support Weapons, Burst Fire, Blast Template Deviation (SUP-02, SUP-04, BLAST-02).

use bevy::prelude::World;

use super::{
    aim::{Laying, cost_of, lay, never_fumbles, payers, shooter_of},
    check_fire, dice_of, element_hit, hands, into_combat, is_chassis,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    dice::{Needed, Purpose, Roll},
    no_quarter::{
        close_combat,
        combined::{self, Armed},
        components::{ActionsLeft, Gun},
        event::{Event, Gait, HitResult, TestReason},
        hit_roll::result_of,
        hold, movement,
        order::{Fire, Mark},
        ranged_combat,
        step::{Hit, Step},
        system::{NoQuarter, emit},
        templates::{DEVIATION, deviate, go_off, mark_at},
    },
    table::{Inches, Pose},
};

/// Fires; into close combat only after a command test (RNG-08).
pub(in crate::no_quarter) fn begin(world: &mut World, fire: Fire) {
    let Some(unit) = world.frame().active else { return };
    let mut steps = Vec::new();
    let tested = ranged_combat::dares(world, unit).is_some();
    if !tested && into_combat(world, &fire) {
        steps.push(Step::CommandTest { unit, reason: TestReason::ShootIntoCombat });
    }
    steps.push(Step::Fire(fire));
    world.push_all::<NoQuarter>(steps);
}

/// Fires a weapon once.
pub(in crate::no_quarter) fn fire(world: &mut World, fire: &Fire) {
    // The command test may have failed.
    if check_fire(world, fire).is_err() {
        return;
    }
    let Some(armed) = combined::armed(world, fire.shooter, fire.weapon) else { return };
    let Some(by) = shooter_of(world, fire) else { return };
    let unerring = never_fumbles(world, fire);
    let layings: Vec<Laying> =
        fire.marks.iter().filter_map(|&mark| lay(world, fire, mark).ok()).collect();
    let actions = cost_of(world, fire, &armed.weapon);
    let crew = payers(world, fire, actions);
    for &model in &crew {
        movement::pay(world, model, actions);
    }
    goes_off(world, fire);
    hold::offer(world);
    let firing = Firing { fire, armed: &armed, by, crew: &crew, unerring, actions };
    firing.resolve(world, &layings);
}

/// Fires a loaded weapon in response from hold, which costs nothing (HOLD-03).
pub(in crate::no_quarter) fn fire_in_response(world: &mut World, fire: &Fire) {
    let Some(armed) = combined::armed(world, fire.shooter, fire.weapon) else { return };
    let Some(by) = shooter_of(world, fire) else { return };
    let unerring = never_fumbles(world, fire);
    let layings: Vec<Laying> =
        fire.marks.iter().filter_map(|&mark| lay(world, fire, mark).ok()).collect();
    let crew = hands(world, fire.shooter, 0);
    if layings.is_empty() || crew.is_empty() {
        return;
    }
    goes_off(world, fire);
    let firing = Firing { fire, armed: &armed, by, crew: &crew, unerring, actions: 0 };
    firing.resolve(world, &layings);
}

/// A weapon with crew is turned to its target, and empty then.
fn goes_off(world: &mut World, fire: &Fire) {
    if is_chassis(world, fire.shooter) {
        let gun = Gun { fired_in: Some(world.frame().turn), loaded_in: None };
        world.set_model(fire.shooter, gun);
        turn_towards(world, fire.shooter, fire.marks.first().copied());
    }
}

/// A weapon is turned for nothing as long as one of its crew remains (SUP-01).
fn turn_towards(world: &mut World, chassis: ModelId, mark: Option<Mark>) {
    let from = *world.of_model::<Pose>(chassis);
    let Some(at) = mark.and_then(|mark| mark_at(world, mark)) else { return };
    let Some(facing) = (at - from.at).try_normalize() else { return };
    let to = Pose { facing, ..from };
    if facing.dot(from.facing) > 0.9999 || !movement::is_clear(world, chassis, to) {
        return;
    }
    world.set_model(chassis, to);
    emit(world, Event::Moved { model: chassis, gait: Gait::Move, from, way: vec![to], actions: 0 });
}

/// A weapon about to go off.
struct Firing<'a> {
    fire: &'a Fire,
    armed: &'a Armed,
    by: ModelId,
    crew: &'a [ModelId],
    unerring: bool,
    actions: u8,
}

impl Firing<'_> {
    fn resolve(&self, world: &mut World, layings: &[Laying]) {
        if self.armed.weapon.blast().is_none() {
            self.volley(world, layings);
        } else if let Some(laying) = layings.first() {
            self.burst(world, laying);
        }
    }

    /// Rolls to hit; a fumble ends all that the crew does in this activation (SUP-04).
    fn roll(&self, world: &mut World, needed: Needed) -> (Roll, HitResult) {
        let roll = world.dice().test(Purpose::ToHit, Some(self.by.0), needed);
        let unerring = self.unerring;
        let result = result_of(&roll, unerring);
        if result == HitResult::Fumbled {
            for &model in self.crew {
                close_combat::fumble(world, model);
                if is_chassis(world, self.fire.shooter) {
                    world.set_model(model, ActionsLeft(0));
                }
            }
        }
        (roll, result)
    }

    /// A blast: where it was aimed, or astray on a miss; on a natural 10 in the air (BLAST-02).
    fn burst(&self, world: &mut World, laying: &Laying) {
        let Some(aimed_at) = mark_at(world, laying.mark) else { return };
        let shooter = self.fire.shooter;
        let (roll, result) = match laying.needed.clone() {
            Some(needed) => {
                let (roll, result) = self.roll(world, needed);
                (Some(roll), result)
            }
            None => (None, HitResult::OutOfRange),
        };
        let target = match laying.mark {
            Mark::Model(model) => Some(model),
            Mark::Ground(_) => None,
        };
        emit(
            world,
            Event::Bombarded {
                shooter,
                by: self.by,
                weapon: self.armed.weapon.name.clone(),
                target,
                at: aimed_at,
                range: laying.range,
                cover: laying.cover,
                roll,
                result,
                actions: self.actions,
            },
        );
        let at = match result {
            HitResult::Fumbled | HitResult::OutOfRange => return,
            HitResult::Missed => deviate(world, shooter, aimed_at, DEVIATION),
            _ => aimed_at,
        };
        let diameter = self.armed.weapon.blast().unwrap_or(Inches(1.0));
        let masterful = target.filter(|_| result == HitResult::MasterfulHit);
        go_off(world, self.armed, diameter, at, masterful);
    }

    /// One die or several, each at its own target or all at one (SUP-04).
    fn volley(&self, world: &mut World, layings: &[Laying]) {
        let mut steps = Vec::new();
        for die in 0..usize::from(dice_of(&self.armed.weapon)) {
            let Some(laying) = layings.get(die).or(layings.last()) else { return };
            let Mark::Model(target) = laying.mark else { continue };
            let (roll, result) = match laying.needed.clone() {
                Some(needed) => {
                    let (roll, result) = self.roll(world, needed);
                    (Some(roll), result)
                }
                None => (None, HitResult::OutOfRange),
            };
            let unit = world.unit_of(target);
            emit(
                world,
                Event::Shot {
                    shooter: self.fire.shooter,
                    unit,
                    target,
                    weapon: self.armed.weapon.name.clone(),
                    range: laying.range,
                    cover: laying.cover,
                    roll,
                    result,
                    actions: if die == 0 { self.actions } else { 0 },
                },
            );
            let Some(band) = laying.band.filter(|_| result.is_hit()) else { continue };
            let target = if movement::is_engaged(world, target) {
                ranged_combat::who_is_hit(world, target)
            } else {
                element_hit(world, self.fire.shooter, target, band)
            };
            steps.push(Step::Save(Hit::by_weapon(self.armed, target, result)));
        }
        world.push_all::<NoQuarter>(steps);
    }
}
