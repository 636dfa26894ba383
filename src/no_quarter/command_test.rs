//! Command tests and their modifiers. Book: Command Test Modifiers (CMD-01 to CMD-03).

use bevy::prelude::World;

use super::{
    components::Morale,
    effects::{self, Gift},
    event::{Event, TestReason},
    fear, formations, morale, movement, ranged_combat,
    reason::Reason,
    statistics::{Stat, stat},
    step::Step,
    support_weapons,
    system::{emit, push},
};
use crate::{
    battle::{
        BattleWorld, ModelId, Resolving, UnitId,
        level::{Formation, Role},
    },
    no_quarter::dice::{Needed, Purpose, Roll},
    table::{Inches, base::gap},
};

/// How near an unpanicked enemy must be to unnerve a unit.
const ENEMY_NEAR: Inches = Inches(10.0);
/// How near the general must be to steady a unit.
const GENERAL_NEAR: Inches = Inches(10.0);
/// How near the army's standard must be for a second chance.
const STANDARD_NEAR: Inches = Inches(20.0);

/// What a unit needs for a command test now, with the modifiers by name (CMD-01, CMD-02).
pub fn needed(world: &World, unit: UnitId) -> Needed {
    let models = world.standing(unit);
    let command = |&model: &ModelId| stat(world, model, Stat::Command);
    let has = |role: Role| models.iter().any(|&m| *world.of_model::<Role>(m) == role);
    let mut enemies_in_combat: Vec<ModelId> = Vec::new();
    let mut own_in_combat = 0_usize;
    for &model in &models {
        let touched = movement::engaged_with(world, model);
        own_in_combat += usize::from(!touched.is_empty());
        enemies_in_combat.extend(touched);
    }
    enemies_in_combat.sort_unstable();
    enemies_in_combat.dedup();
    let feared = enemies_in_combat.iter().any(|&enemy| {
        fear::caused_by(world, enemy).is_some() && fear::is_subject(world, unit, enemy)
    });
    let leader = support_weapons::leader_of_battery(world, unit);
    let best = models.iter().chain(&leader).map(command).max();
    Needed::new(best.unwrap_or(0))
        .with_if(formations::is_formed(world, unit), Reason::RankedOrClosed, 1)
        .with_if(formations::effective(world, unit) == Formation::Dispersed, Reason::Dispersed, -1)
        .with_if(has(Role::StandardBearer) || has(Role::ArmyStandard), Reason::Banner, 1)
        .with_if(has(Role::Musician), Reason::Musician, 1)
        .with_if(general_near(world, unit, &models), Reason::GeneralNear, 1)
        .with_if(enemies_in_combat.len() > own_in_combat, Reason::Outnumbered, -1)
        .with_if(feared, Reason::FearInCombat, -1)
        .with_if(enemy_near(world, unit, &models), Reason::EnemyNear, -1)
        .between(0, 10)
}

fn nearest(world: &World, models: &[ModelId], other: ModelId) -> Option<Inches> {
    let other = world.placed(other);
    let gaps = models.iter().map(|&model| gap(&world.placed(model), &other).0);
    gaps.min_by(f32::total_cmp).map(Inches)
}

/// A friend with a role, in good order, near and in sight of the unit.
fn supporter_near(
    world: &World,
    unit: UnitId,
    models: &[ModelId],
    role: Role,
    within: Inches,
) -> bool {
    let side = world.side_of(unit);
    world.roster().models().any(|model| {
        *world.of_model::<Role>(model) == role
            && world.is_standing(model)
            && world.side_of_model(model) == side
            && *world.of_unit::<Morale>(world.unit_of(model)) == Morale::Steady
            && (models.contains(&model)
                || nearest(world, models, model).is_some_and(|gap| gap.at_most(within))
                    && models
                        .iter()
                        .any(|&own| ranged_combat::sees_model(world, model, own).visible()))
    })
}

fn general_near(world: &World, unit: UnitId, models: &[ModelId]) -> bool {
    supporter_near(world, unit, models, Role::General, GENERAL_NEAR)
}

fn enemy_near(world: &World, unit: UnitId, models: &[ModelId]) -> bool {
    let side = world.side_of(unit);
    let mut units = world.roster().units();
    units.any(|enemy| {
        world.side_of(enemy) != side
            && *world.of_unit::<Morale>(enemy) == Morale::Steady
            && !support_weapons::is_abandoned(world, enemy)
            && world.standing(enemy).into_iter().any(|model| {
                nearest(world, models, model).is_some_and(|gap| gap.at_most(ENEMY_NEAR))
            })
    })
}

fn roll(world: &mut World, unit: UnitId, reason: TestReason, needed: Needed) -> bool {
    let roll: Roll = world.dice().test(Purpose::Command, None, needed);
    let passed = roll.passed();
    emit(world, Event::CommandTested { unit, reason, roll, passed });
    passed
}

/// Whether a failed test gets its second chance from the army's standard (CMD-03).
fn standard_near(world: &World, unit: UnitId) -> bool {
    let models = world.standing(unit);
    supporter_near(world, unit, &models, Role::ArmyStandard, STANDARD_NEAR)
}

/// Rolls a command test, and again if the army's standard gives a second chance (CMD-03).
pub(super) fn roll_with_standard(
    world: &mut World,
    unit: UnitId,
    reason: TestReason,
    number: Needed,
) -> bool {
    roll(world, unit, reason, number.clone())
        || standard_near(world, unit)
            && roll(world, unit, reason, number.with(Reason::ArmyStandard, 1))
}

/// A unit takes a command test, and what follows from it.
pub(super) fn test(world: &mut World, unit: UnitId, reason: TestReason) {
    if world.standing(unit).is_empty() {
        return;
    }
    let tests = |&model: &ModelId| !effects::has(world, model, Gift::Untested);
    let sure = reason == TestReason::Losses && morale::is_unwavering(world, unit)
        || !world.standing(unit).iter().any(tests);
    let passed = if sure {
        emit(world, Event::Unwavering { unit });
        true
    } else {
        let number = needed(world, unit);
        roll_with_standard(world, unit, reason, number)
    };
    match reason {
        TestReason::Losses if !passed => push(world, Step::RollPanic { unit, bonus: 0 }),
        TestReason::Rally => morale::rally_tested(world, unit, passed),
        TestReason::ShootIntoCombat => ranged_combat::set_daring(world, unit, passed),
        TestReason::Losses | TestReason::Fear => {}
    }
}
