//! One firing of a support weapon: the crew pays, the weapon turns, the dice come up. Book: Use Cost
//! For Support Weapons, Burst Fire, Blast Template Deviation (SUP-02, SUP-04, BLAST-02).

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{
    aim::{Laying, cost_of, element_of, lay, never_fumbles, payers, shooter_of},
    check_fire, dice_of, element_hit, hands, into_combat, is_chassis,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        close_combat,
        combined::{self, Armed},
        components::{ActionsLeft, Gun},
        dice::Roll,
        effects::{self, Gift},
        event::{Event, Gait, HitResult, TestReason},
        hit::{self, Hit},
        hit_roll::result_of,
        hold, movement,
        order::{Fire, Mark},
        ranged_combat,
        step::Step,
        system::{NoQuarter, emit, push},
        templates::{DEVIATION, deviate, go_off, mark_at},
        trial::{Stake, Trial},
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
    let (fire, brings) = (fire.clone(), Vec::new());
    Firing { fire, by, crew, unerring, actions, layings, die: 0, brings }.begin(world);
}

/// Fires a loaded weapon in response from hold, which costs nothing (HOLD-03).
pub(in crate::no_quarter) fn fire_in_response(world: &mut World, fire: &Fire) {
    let Some(by) = shooter_of(world, fire) else { return };
    let unerring = never_fumbles(world, fire);
    let layings: Vec<Laying> =
        fire.marks.iter().filter_map(|&mark| lay(world, fire, mark).ok()).collect();
    let crew = hands(world, fire.shooter, 0);
    if layings.is_empty() || crew.is_empty() {
        return;
    }
    goes_off(world, fire);
    let (fire, brings) = (fire.clone(), Vec::new());
    Firing { fire, by, crew, unerring, actions: 0, layings, die: 0, brings }.begin(world);
}

/// A weapon with crew is turned to its target, and empty then.
fn goes_off(world: &mut World, fire: &Fire) {
    if is_chassis(world, fire.shooter) {
        let gun = Gun { fired_in: Some(world.frame().turn), loaded_in: None };
        world.set_model(fire.shooter, gun);
        turn_towards(world, fire.shooter, fire.marks.first().copied());
    }
}

/// A weapon is turned for free as long as one of its crew remains (SUP-01).
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

/// A weapon going off, whose dice are being rolled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Firing {
    /// What was ordered.
    fire: Fire,
    /// Who rolls.
    by: ModelId,
    /// Who serves it.
    crew: Vec<ModelId>,
    /// Whether whoever rolls never fumbles.
    unerring: bool,
    /// What it costs each of the crew.
    actions: u8,
    /// Its aims: one for each die, and the last for all that are left.
    layings: Vec<Laying>,
    /// Which die it is, from 0.
    die: u8,
    /// What comes of the hits so far.
    brings: Vec<Step>,
}

impl Firing {
    /// Which of whose elements rolls.
    pub(in crate::no_quarter) fn roller(&self, world: &World) -> (ModelId, usize) {
        (self.by, element_of(world, &self.fire, self.by))
    }

    /// Whether whoever rolls never fumbles.
    pub(in crate::no_quarter) fn is_unerring(&self) -> bool {
        self.unerring
    }

    fn begin(self, world: &mut World) {
        let Some(armed) = combined::armed(world, self.fire.shooter, self.fire.weapon) else {
            return;
        };
        if armed.weapon.blast().is_none() {
            self.next_die(world, &armed);
        } else if let Some(laying) = self.layings.first()
            && mark_at(world, laying.mark).is_some()
            && let Some(needed) = laying.needed.clone()
        {
            push(world, Step::Roll(Trial::new(Stake::Fire(self), needed)));
        }
    }

    /// A fumble ends all that the crew does in this activation (SUP-04).
    fn fumble(&self, world: &mut World) {
        for &model in &self.crew {
            close_combat::fumble(world, model);
            if is_chassis(world, self.fire.shooter) {
                world.set_model(model, ActionsLeft(0));
            }
        }
    }

    /// A blast: where it was aimed, or astray on a miss; on a natural 10 in the air (BLAST-02).
    fn burst(&self, world: &mut World, armed: &Armed, roll: Roll, result: HitResult) {
        let Some(laying) = self.layings.first() else { return };
        let Some(aimed_at) = mark_at(world, laying.mark) else { return };
        self.tell_blast(world, armed, laying, (aimed_at, roll), result);
        let at = match result {
            HitResult::Fumbled | HitResult::OutOfRange => return,
            HitResult::Missed => deviate(world, self.fire.shooter, aimed_at, DEVIATION),
            HitResult::Hit
            | HitResult::MasterfulHit
            | HitResult::Automatic
            | HitResult::Helpless => aimed_at,
        };
        let diameter = armed.weapon.blast().unwrap_or(Inches(1.0));
        let target = model_of(laying.mark).filter(|_| result == HitResult::MasterfulHit);
        go_off(world, armed, diameter, at, target);
    }

    fn tell_blast(
        &self,
        world: &mut World,
        armed: &Armed,
        laying: &Laying,
        (at, roll): (Vec2, Roll),
        result: HitResult,
    ) {
        let event = Event::Bombarded {
            shooter: self.fire.shooter,
            by: self.by,
            weapon: armed.weapon.name.clone(),
            target: model_of(laying.mark),
            at,
            range: laying.range,
            cover: laying.cover,
            roll: Some(roll),
            result,
            actions: self.actions,
        };
        emit(world, event);
    }

    /// What the present die is aimed at.
    fn laying(&self) -> Option<&Laying> {
        self.layings.get(usize::from(self.die)).or(self.layings.last())
    }

    /// Rolls the next die, each at its own target or all at one (SUP-04); after the last come the hits.
    fn next_die(mut self, world: &mut World, armed: &Armed) {
        while self.die < dice_of(&armed.weapon) {
            let Some(laying) = self.laying() else { return };
            if let Mark::Model(target) = laying.mark {
                let needed = laying.needed.clone();
                if needed.is_some() && effects::has(world, target, Gift::Exposed) {
                    self.strike(world, armed, None, HitResult::Helpless);
                    self.die += 1;
                    continue;
                }
                if let Some(needed) = needed {
                    push(world, Step::Roll(Trial::new(Stake::Fire(self), needed)));
                    return;
                }
                self.tell_die(world, armed, target, None, HitResult::OutOfRange);
            }
            self.die += 1;
        }
        world.push_all::<NoQuarter>(self.brings);
    }

    /// One die came up at its target, or hits it without a roll (SP-SHOCK).
    fn strike(&mut self, world: &mut World, armed: &Armed, roll: Option<Roll>, result: HitResult) {
        let Some(laying) = self.laying() else { return };
        let (Mark::Model(target), band) = (laying.mark, laying.band) else { return };
        let die = roll.as_ref().map(|roll| roll.result);
        self.tell_die(world, armed, target, roll, result);
        if let Some(band) = band.filter(|_| result.is_hit()) {
            let target = if movement::is_engaged(world, target) {
                ranged_combat::who_is_hit(world, target)
            } else {
                element_hit(world, self.fire.shooter, target, band)
            };
            let hit = Hit::by_weapon(armed, target, result);
            self.brings.extend(hit::lands(world, &hit, die));
        }
    }

    fn tell_die(
        &self,
        world: &mut World,
        armed: &Armed,
        target: ModelId,
        roll: Option<Roll>,
        result: HitResult,
    ) {
        let Some(laying) = self.laying() else { return };
        let event = Event::Shot {
            shooter: self.fire.shooter,
            unit: world.unit_of(target),
            target,
            weapon: armed.weapon.name.clone(),
            range: laying.range,
            cover: laying.cover,
            roll,
            result,
            actions: if self.die == 0 { self.actions } else { 0 },
        };
        emit(world, event);
    }
}

/// The model that is aimed at, if it is one.
fn model_of(mark: Mark) -> Option<ModelId> {
    match mark {
        Mark::Model(model) => Some(model),
        Mark::Ground(_) => None,
    }
}

/// A die of a weapon was rolled.
pub(in crate::no_quarter) fn fired(world: &mut World, mut firing: Firing, roll: Roll) {
    let Fire { shooter, weapon, .. } = firing.fire;
    let Some(armed) = combined::armed(world, shooter, weapon) else { return };
    let result = result_of(&roll, firing.unerring);
    if result == HitResult::Fumbled {
        firing.fumble(world);
    }
    if armed.weapon.blast().is_some() {
        firing.burst(world, &armed, roll, result);
    } else {
        firing.strike(world, &armed, Some(roll), result);
        firing.die += 1;
        firing.next_die(world, &armed);
    }
}
