//! Command tests and their modifiers. Book: Command Test Modifiers (CMD-01 to CMD-03).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    brutes, close_combat,
    components::{Formation, Morale, Role},
    effects::{self, Gift, Test},
    event::{Event, TestReason},
    fear, formations, magic, morale, movement,
    question::Question,
    ranged_combat,
    reason::{Change, Reason},
    statistics::{Stat, stat},
    step::Step,
    support_weapons,
    system::{emit, push},
    trial::{self, Stake, Trial},
    uses,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::dice::{Needed, Roll},
    table::{Inches, base::gap},
};

/// What ranks and closed order do to a command test (CMD-02).
pub const IN_FORMATION: Change = Change::new(Reason::RankedOrClosed, 1);
/// How near an unpanicked enemy must be to unnerve a unit.
const ENEMY_NEAR: Inches = Inches(10.0);
/// How near the general must be to steady a unit.
const GENERAL_NEAR: Inches = Inches(10.0);
/// How near the army's standard must be for a second chance.
const STANDARD_NEAR: Inches = Inches(20.0);
/// What the second chance that it gives adds.
const STANDARD: i32 = 1;
/// A great leader is seen from however far away (AB-GREAT-LEADER).
const ANYWHERE: Inches = Inches(f32::MAX);

/// What a unit needs for a command test now, with the modifiers by name (CMD-01, CMD-02).
pub fn needed(world: &World, unit: UnitId) -> Needed {
    needed_facing(world, unit, None)
}

/// The same for a unit that a test makes face another, which doesn't unnerve it as one more enemy that
/// is near.
pub(super) fn needed_facing(world: &World, unit: UnitId, faced: Option<UnitId>) -> Needed {
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
        .with_all(formations::is_formed(world, unit).then_some(IN_FORMATION))
        .with_if(formations::effective(world, unit) == Formation::Dispersed, Reason::Dispersed, -1)
        .with_if(has(Role::StandardBearer) || has(Role::ArmyStandard), Reason::Banner, 1)
        .with_if(has(Role::Musician), Reason::Musician, 1)
        .with_if(general_near(world, unit, &models), Reason::GeneralNear, 1)
        .with_if(enemies_in_combat.len() > own_in_combat, Reason::Outnumbered, -1)
        .with_if(feared, Reason::FearInCombat, -1)
        .with_if(enemy_near(world, unit, &models, faced), Reason::EnemyNear, -1)
        .with_all(effects::modifiers_of_unit(world, unit, Test::Command))
        .between(0, 10)
}

fn nearest(world: &World, models: &[ModelId], other: ModelId) -> Option<Inches> {
    let other = world.placed(other);
    let gaps = models.iter().map(|&model| gap(&world.placed(model), &other).0);
    gaps.min_by(f32::total_cmp).map(Inches)
}

/// A friend of a kind, in good order, near and in sight of the unit.
fn supporter_near(
    world: &World,
    unit: UnitId,
    models: &[ModelId],
    supports: impl Fn(ModelId) -> bool,
    within: Inches,
) -> bool {
    let side = world.side_of(unit);
    world.roster().models().any(|model| {
        supports(model)
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
    let general = |model: ModelId| *world.of_model::<Role>(model) == Role::General;
    supporter_near(world, unit, models, general, GENERAL_NEAR)
}

/// Whether an enemy in good order is near, apart from one.
fn enemy_near(world: &World, unit: UnitId, models: &[ModelId], apart_from: Option<UnitId>) -> bool {
    let side = world.side_of(unit);
    let mut units = world.roster().units();
    units.any(|enemy| {
        world.side_of(enemy) != side
            && apart_from != Some(enemy)
            && *world.of_unit::<Morale>(enemy) == Morale::Steady
            && !support_weapons::is_abandoned(world, enemy)
            && world.standing(enemy).into_iter().any(|model| {
                nearest(world, models, model).is_some_and(|gap| gap.at_most(ENEMY_NEAR))
            })
    })
}

/// What a command test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CommandTest {
    /// Losses, rallying, a shot into close combat, a hesitant follow up.
    Plain(TestReason),
    /// Fear of this level (FEAR-01, FEAR-02).
    Fear {
        /// The level.
        level: u8,
        /// Whether the unit is charged, rather than about to charge.
        charged: bool,
    },
}

/// Who gives a failed test its second chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chance {
    /// The army's standard, in any test and at 1 better (CMD-03).
    Standard,
    /// A great leader, in a test of morale (AB-GREAT-LEADER).
    Leader,
}

/// Who gives a unit's failed test its second chance, if anybody does. Ruling: it has one at most, and
/// the standard's is the better one.
fn second_chance(world: &World, unit: UnitId, test: CommandTest) -> Option<Chance> {
    let models = world.standing(unit);
    let standard = |model: ModelId| *world.of_model::<Role>(model) == Role::ArmyStandard;
    if supporter_near(world, unit, &models, standard, STANDARD_NEAR) {
        return Some(Chance::Standard);
    }
    // Ruling: a general who is panicked inspires nobody.
    let great = |model: ModelId| effects::has(world, model, Gift::SecondChances);
    let of_morale = matches!(test, CommandTest::Plain(reason) if reason.is_of_morale());
    let seen = of_morale && supporter_near(world, unit, &models, great, ANYWHERE);
    seen.then_some(Chance::Leader)
}

/// Whether anybody of a unit's side can give it a second chance of a failed command test, wherever that
/// one stands now.
pub fn has_second_chances(world: &World, unit: UnitId) -> bool {
    let gives = |&model: &ModelId| {
        *world.of_model::<Role>(model) == Role::ArmyStandard
            || effects::has(world, model, Gift::SecondChances)
    };
    let side = world.side_of(unit);
    let friends = world.roster().units().filter(|&friend| world.side_of(friend) == side);
    friends.flat_map(|friend| world.standing(friend)).any(|model| gives(&model))
}

/// Whether a unit passes a command test without a die: where all its models pass every one, and, in
/// tests of morale and against fear, an unwavering one (AB-UNWAVERING, TR-UNDEAD).
pub fn is_sure(world: &World, unit: UnitId, reason: TestReason) -> bool {
    let passes = |&model: &ModelId| effects::has(world, model, Gift::Untested);
    match reason {
        TestReason::Losses | TestReason::Slaughter | TestReason::Magic | TestReason::Fear
            if morale::is_unwavering(world, unit) =>
        {
            true
        }
        _ => world.standing(unit).iter().all(passes),
    }
}

/// A unit takes a command test, and what follows from it.
pub(super) fn test(world: &mut World, unit: UnitId, reason: TestReason) {
    let spent = reason == TestReason::Slaughter && !morale::takes_test(world, unit);
    if world.standing(unit).is_empty() || spent {
        return;
    }
    if is_sure(world, unit, reason) {
        emit(world, Event::Unwavering { unit });
        tested(world, unit, reason, true);
    } else {
        let needed = needed(world, unit);
        roll(world, unit, CommandTest::Plain(reason), needed);
    }
}

/// Makes the roll of a command test.
pub(super) fn roll(world: &mut World, unit: UnitId, test: CommandTest, needed: Needed) {
    let stake = Stake::Command { unit, test, second: false };
    push(world, Step::Roll(Trial::new(stake, needed)));
}

/// A command test was rolled: one that failed may be rolled again where the army's standard or a great
/// leader gives a second chance (CMD-03, AB-GREAT-LEADER).
pub(super) fn rolled(world: &mut World, unit: UnitId, test: CommandTest, second: bool, roll: Roll) {
    let passed = roll.passed();
    let reason = match test {
        CommandTest::Plain(reason) => reason,
        CommandTest::Fear { .. } => TestReason::Fear,
    };
    emit(world, Event::CommandTested { unit, reason, roll: roll.clone(), passed });
    if !passed && !second && second_chance(world, unit, test).is_some() {
        push(world, Step::SecondChance { unit, test, roll });
    } else {
        settle(world, unit, test, passed);
    }
}

/// What the second chance of a command test needs, after one that failed.
fn needed_again(world: &World, unit: UnitId, test: CommandTest, failed: &Roll) -> Needed {
    let needed = failed.needed.clone().unwrap_or_else(|| Needed::new(0));
    let standard = second_chance(world, unit, test) == Some(Chance::Standard);
    needed.with_if(standard, Reason::ArmyStandard, STANDARD)
}

/// Asks whether a unit takes its second chance; the test waits on the stack.
pub(super) fn offer_second_chance(world: &mut World, unit: UnitId, test: CommandTest, roll: Roll) {
    let (result, needed) = (roll.result, needed_again(world, unit, test, &roll).value());
    push(world, Step::SecondChance { unit, test, roll });
    trial::ask(world, unit, Question::RollAgain { unit, test: Test::Command, result, needed });
}

/// A unit takes its second chance, or lets its failed test stand.
pub(super) fn answer_second_chance(
    world: &mut World,
    unit: UnitId,
    test: CommandTest,
    roll: &Roll,
    again: bool,
) {
    if again {
        let stake = Stake::Command { unit, test, second: true };
        // The second chance is the second roll; there is no third.
        let needed = needed_again(world, unit, test, roll);
        let trial = Trial { again: true, ..Trial::new(stake, needed) };
        push(world, Step::Roll(trial));
    } else {
        settle(world, unit, test, false);
    }
}

/// A command test is done.
fn settle(world: &mut World, unit: UnitId, test: CommandTest, passed: bool) {
    match test {
        CommandTest::Plain(reason) => tested(world, unit, reason, passed),
        CommandTest::Fear { level, charged } => fear::tested(world, unit, level, charged, passed),
    }
}

/// What follows from a command test that isn't one against fear.
fn tested(world: &mut World, unit: UnitId, reason: TestReason, passed: bool) {
    match reason {
        TestReason::Losses | TestReason::Slaughter | TestReason::Magic if !passed => {
            push(world, Step::RollPanic { unit, bonus: 0 });
            morale::offer_to_ignore(world, unit);
        }
        TestReason::Rally => morale::rally_tested(world, unit, passed),
        TestReason::ShootIntoCombat => ranged_combat::set_daring(world, unit, passed),
        TestReason::Brutes => brutes::tested(world, unit, passed),
        TestReason::Taunt => uses::taunt_tested(world, unit, passed),
        TestReason::Lure => magic::lure_tested(world, unit, passed),
        TestReason::FollowUp { model } if passed => close_combat::ask_to_follow_up(world, model),
        TestReason::Losses
        | TestReason::Slaughter
        | TestReason::Magic
        | TestReason::Fear
        | TestReason::FollowUp { .. } => {}
    }
}
