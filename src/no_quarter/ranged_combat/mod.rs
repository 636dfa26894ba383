//! Ranged combat: who may shoot at whom, and at what number. Book: Ranged Combat (RNG-01 to
//! RNG-09), Masterful Hit, Fumbles.

mod shoot;

pub use super::line_of_sight::{closest_seen, sees_model, unit_sees_unit};
pub(super) use shoot::shoot;

use bevy::prelude::World;

use super::{
    close_combat,
    components::{ActionsLeft, Morale, ProfileOf, Record, Stance, UnitRecord},
    error::{OrderError, Refusal},
    event::TestReason,
    formations, movement,
    order::Shot,
    profile::{Weapon, WeaponRule},
    step::Step,
    system::NoQuarter,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId, level::Formation},
    dice::Needed,
    table::{
        Inches,
        sight::{Cover, Sight},
    },
};

/// What aiming costs. Book: Aiming (RNG-04).
pub const AIM_ACTIONS: u8 = 2;

/// An enemy unit this near is a threat that must be shot at. Book: Target Selection (RNG-06).
const THREAT: Inches = Inches(8.0);

/// A shot, as plain values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotAt {
    /// RA.
    pub ranged_attack: i32,
    /// The band's modifier, by its place: close, medium, long.
    pub band: (usize, i32),
    /// Whether the shooter aims.
    pub aimed: bool,
    /// Whether it stands in the second rank or further back.
    pub rear_rank: bool,
    /// Whether the target is large by itself.
    pub large: bool,
    /// How the target's unit stands.
    pub formation: Formation,
    /// The target's cover.
    pub cover: Cover,
    /// Whether the target is terrified.
    pub terrified: bool,
}

/// The number needed to hit. Book: Ranged Attack Modifiers (RNG-02 to RNG-05). A natural 1 always
/// hits and a natural 10 never does (ruling, CC-04 and CC-05).
pub fn needed_to_shoot(shot: &ShotAt) -> Needed {
    const BANDS: [&str; 3] = ["close range", "medium range", "long range"];
    let formed = matches!(shot.formation, Formation::Ranked { .. } | Formation::Closed);
    let cover = match shot.cover {
        Cover::None => ("", 0),
        Cover::Soft => ("soft cover", -1),
        Cover::Hard => ("hard cover", -2),
    };
    Needed::new(shot.ranged_attack)
        .with(BANDS[shot.band.0.min(2)], shot.band.1)
        .with_if(
            shot.large || formed,
            if shot.large { "large target" } else { "ranked or closed target" },
            1,
        )
        .with_if(shot.formation == Formation::Dispersed, "dispersed target", -1)
        .with_if(shot.aimed, "aimed", 1)
        .with(cover.0, cover.1)
        .with_if(shot.rear_rank, "second or third rank", -1)
        .with_if(shot.terrified, "target terrified", 1)
        .between(1, 9)
}

/// The band of a weapon that a range falls into: its place and modifier; none beyond long range.
pub fn band(weapon: &Weapon, range: Inches) -> Option<(usize, i32)> {
    let place = weapon.bands.iter().position(|band| range.at_most(band.0))?;
    Some((place, weapon.bands[place].1))
}

/// Everything about a shot that can be said before the die: the target and the number, or none
/// beyond long range.
#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    /// The model that is shot at: the closest in sight.
    pub target: ModelId,
    /// The range.
    pub range: Inches,
    /// What is seen of it.
    pub sight: Sight,
    /// The number, unless the target is beyond long range.
    pub needed: Option<Needed>,
}

/// What a shot is aimed at and at what number.
pub fn aim(world: &World, shot: &Shot) -> Option<Aimed> {
    aim_with(world, shot, true)
}

/// The same; a loose model on hold may turn to its target for free (HOLD-01).
pub(super) fn aim_with(world: &World, shot: &Shot, ahead_only: bool) -> Option<Aimed> {
    let weapon = close_combat::weapon(world, shot.shooter, shot.weapon).ok()?;
    let (target, range, sight) = closest_seen(world, shot.shooter, shot.target, ahead_only)?;
    let needed = band(weapon, range).map(|band| {
        needed_to_shoot(&ShotAt {
            ranged_attack: world.of_model::<ProfileOf>(shot.shooter).0.ranged_attack,
            band,
            aimed: shot.aim,
            rear_rank: is_in_rear_rank(world, shot.shooter),
            large: world.of_model::<ProfileOf>(target).0.size.is_large(),
            formation: formations::effective(world, shot.target),
            cover: sight.cover(),
            terrified: *world.of_unit::<Morale>(shot.target) == Morale::Terrified,
        })
    });
    Some(Aimed { target, range, sight, needed })
}

fn is_in_rear_rank(world: &World, model: ModelId) -> bool {
    let unit = world.unit_of(model);
    matches!(formations::effective(world, unit), Formation::Ranked { .. })
        && !formations::ranks(world, unit).first().is_some_and(|front| front.contains(&model))
}

/// The closest model of a unit in sight, wherever it stands to the shooter (HOLD-02).
pub fn closest_in_sight(
    world: &World,
    shooter: ModelId,
    unit: UnitId,
) -> Option<(ModelId, Inches, Sight)> {
    closest_seen(world, shooter, unit, false)
}

/// Whether shots may be taken now: each one, and all that each model takes together.
pub(super) fn check(world: &World, shots: &[Shot]) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    if shots.is_empty() {
        return Err(OrderError::new(Refusal::NothingToDo, "RNG-01", "no shot is named"));
    }
    check_unit(world, unit)?;
    let mut spent: Vec<(ModelId, u32)> = Vec::new();
    let mut near: Option<Vec<(UnitId, Inches)>> = None;
    for shot in shots {
        check_shot(world, unit, shot, &mut near)?;
        let weapon = close_combat::weapon(world, shot.shooter, shot.weapon)?;
        let cost = u32::from(weapon.use_cost) + u32::from(if shot.aim { AIM_ACTIONS } else { 0 });
        match spent.iter_mut().find(|(model, _)| *model == shot.shooter) {
            Some((_, sum)) => *sum += cost,
            None => spent.push((shot.shooter, cost)),
        }
    }
    for (model, needed) in spent {
        let left = world.of_model::<ActionsLeft>(model).0;
        if needed > u32::from(left) {
            let needed = u8::try_from(needed).unwrap_or(u8::MAX);
            return Err(OrderError::not_enough_actions(world, model, needed, left));
        }
    }
    Ok(())
}

fn check_unit(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => Ok(()),
        Morale::Panicked => {
            let text = format!("{name} is panicked and can't shoot; let it rally first");
            Err(OrderError::new(Refusal::Panicked, "MOR-05", text))
        }
        Morale::Terrified => {
            let text = format!("{name} is terrified and can't shoot; let it rally first");
            Err(OrderError::new(Refusal::Terrified, "MOR-06", text))
        }
    }
}

/// Enemy units within 8" and in sight of a unit, nearest first (RNG-06).
fn threats(world: &World, unit: UnitId) -> Vec<(UnitId, Inches)> {
    let side = world.side_of(unit);
    let mut threats = Vec::new();
    for enemy in world.roster().units().filter(|&enemy| world.side_of(enemy) != side) {
        let gap = movement::unit_gap(world, unit, enemy);
        if let Some(gap) = gap.filter(|gap| gap.at_most(THREAT))
            && unit_sees_unit(world, unit, enemy)
        {
            threats.push((enemy, gap));
        }
    }
    threats.sort_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    threats
}

fn check_shot(
    world: &World,
    unit: UnitId,
    shot: &Shot,
    near: &mut Option<Vec<(UnitId, Inches)>>,
) -> Result<(), OrderError> {
    let model = shot.shooter;
    movement::check_member(world, unit, model)?;
    let name = world.model_name(model);
    let weapon = close_combat::weapon(world, model, shot.weapon)?;
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    if world.roster().unit(shot.target).is_none() {
        return refuse(Refusal::NoSuchThing, "", "there is no such target".to_owned());
    }
    let enemy = world.unit_name(shot.target);
    if world.side_of(shot.target) == world.side_of(unit) {
        return refuse(Refusal::NotAnEnemy, "RNG-01", format!("{enemy} is no enemy of {name}"));
    }
    if !weapon.is_ranged() {
        let text = format!("{name} can't shoot with a {}", weapon.name.to_lowercase());
        return refuse(Refusal::WrongWeapon, "RNG-01", text);
    }
    if weapon.has(WeaponRule::NotForCavalry) && world.of_model::<ProfileOf>(model).0.cavalry {
        let text = format!("{name} can't use a {} on horseback", weapon.name.to_lowercase());
        return refuse(Refusal::WrongWeapon, "WPN-RANGED", text);
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{name} is prone and has to stand up first");
        return refuse(Refusal::Prone, "MOVE-04", text);
    }
    if world.of_model::<Record>(model).fumbled_in == Some(world.frame().turn) {
        let text = format!("{name} has fumbled and makes no more attacks this turn");
        return refuse(Refusal::Fumbled, "CC-05", text);
    }
    if movement::is_engaged(world, model) {
        let text = format!("{name} is in close combat and can't shoot");
        return refuse(Refusal::InCombat, "RNG-09", text);
    }
    let Some(aimed) = aim(world, shot) else {
        if closest_in_sight(world, model, shot.target).is_some() {
            let text = format!("{enemy} is behind {name}, who has to turn first");
            return refuse(Refusal::OutsideArc, "FORM-01", text);
        }
        return refuse(Refusal::OutOfSight, "RNG-01", format!("{name} sees nobody of {enemy}"));
    };
    check_priority(world, unit, shot, &aimed, near)?;
    let into_combat = movement::is_engaged(world, aimed.target);
    if into_combat && world.of_unit::<UnitRecord>(unit).shoots_into_combat == Some(false) {
        let text = format!("{} didn't dare to shoot into close combat", world.unit_name(unit));
        return refuse(Refusal::WontShootIntoCombat, "RNG-08", text);
    }
    Ok(())
}

/// A near enemy must be the target, unless the chosen one is the easier shot by cover (RNG-06).
fn check_priority(
    world: &World,
    unit: UnitId,
    shot: &Shot,
    aimed: &Aimed,
    near: &mut Option<Vec<(UnitId, Inches)>>,
) -> Result<(), OrderError> {
    let threats = near.get_or_insert_with(|| threats(world, unit));
    if threats.is_empty() || threats.iter().any(|(threat, _)| *threat == shot.target) {
        return Ok(());
    }
    for &(threat, gap) in threats.iter() {
        let Some((.., sight)) = closest_seen(world, shot.shooter, threat, true) else { continue };
        if aimed.sight.cover() >= sight.cover() {
            let name = world.model_name(shot.shooter);
            let text = format!(
                "{name} has to shoot at {}, {gap} away: within 8\" and no harder to hit",
                world.unit_name(threat)
            );
            let error =
                OrderError::new(Refusal::NearerTarget { unit: threat, gap }, "RNG-06", text);
            return Err(error.model(shot.shooter));
        }
    }
    Ok(())
}

/// Shoots, one shot after another; into close combat only after a command test (RNG-08).
pub(super) fn begin(world: &mut World, shots: Vec<Shot>) {
    let Some(unit) = world.frame().active else { return };
    let into_combat = |shot: &Shot| {
        aim(world, shot).is_some_and(|aimed| movement::is_engaged(world, aimed.target))
    };
    let tested = world.of_unit::<UnitRecord>(unit).shoots_into_combat.is_some();
    let mut steps = Vec::new();
    if !tested && shots.iter().any(into_combat) {
        steps.push(Step::CommandTest { unit, reason: TestReason::ShootIntoCombat });
    }
    steps.extend(shots.into_iter().map(|shot| Step::Shoot { shot, paid: true }));
    world.push_all::<NoQuarter>(steps);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(ranged_attack: i32) -> ShotAt {
        ShotAt {
            ranged_attack,
            band: (1, 0),
            aimed: false,
            rear_rank: false,
            large: false,
            formation: Formation::Skirmish,
            cover: Cover::None,
            terrified: false,
        }
    }

    #[test]
    fn rng_03_the_book_s_example() {
        let shot = ShotAt { band: (0, 1), formation: Formation::Closed, ..plain(5) };
        assert_eq!(needed_to_shoot(&shot).value(), 7);
    }

    #[test]
    fn rng_03_each_modifier_by_itself() {
        let values = [
            (ShotAt { band: (2, -1), ..plain(5) }, 4),
            (ShotAt { large: true, ..plain(5) }, 6),
            (ShotAt { formation: Formation::Ranked { frontage: 4 }, ..plain(5) }, 6),
            (ShotAt { formation: Formation::Dispersed, ..plain(5) }, 4),
            (ShotAt { aimed: true, ..plain(5) }, 6),
            (ShotAt { cover: Cover::Soft, ..plain(5) }, 4),
            (ShotAt { cover: Cover::Hard, ..plain(5) }, 3),
            (ShotAt { rear_rank: true, ..plain(5) }, 4),
            (ShotAt { terrified: true, ..plain(5) }, 6),
        ];
        for (shot, value) in values {
            let needed = needed_to_shoot(&shot);
            assert_eq!((needed.value(), needed.modifiers.len()), (value, 1), "{needed}");
        }
    }
}
