//! Ranged combat: who may shoot at whom, and at what number. Book: Ranged Combat (RNG-01 to
//! RNG-09), Masterful Hit, Fumbles.

mod into_combat;
mod modes;
mod priority;
mod shoot;
mod to_hit;

#[cfg(test)]
mod tests;

pub use super::line_of_sight::{closest_seen, picked, sees_model, unit_sees_unit};
pub use into_combat::in_combat;
pub(super) use into_combat::who_is_hit;
pub(super) use modes::has_moved;
pub use modes::{cost_of_shot, has_shot_mode, in_every_mode};
pub use shoot::Volley;
pub(super) use shoot::{burst, shoot, shot};
pub(super) use to_hit::of_band;
pub use to_hit::{AIMED, ShotAt, band};

use bevy::{math::Vec2, prelude::World};

use super::{
    close_combat, combined,
    components::{ActionsLeft, Formation, Morale, ProfileOf, Stance},
    effects::{self, Deed, Does, Effect, Gift, Source, Test, Until, Whose, modifiers},
    error::{OrderError, Refusal},
    event::TestReason,
    formations,
    hit_roll::{needed_to_besiege, needed_to_hit},
    magic::Spell,
    mastery, movement,
    options::options,
    order::{Mark, Shot, ShotMode},
    profile::{Weapon, WeaponRule},
    reason::Change,
    sentence::with_article,
    statistics::{Stat, stat_of_element},
    step::Step,
    support_weapons,
    system::NoQuarter,
    templates,
    who::who,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    dice::Needed,
    table::{Inches, sight::Sight},
};

/// What aiming costs. Book: Aiming (RNG-04).
pub const AIM_ACTIONS: u8 = 2;

/// Targets of one burst are no farther apart. Book: Burst Fire (SUP-04, RNG-07).
pub(super) const BURST_SPREAD: Inches = Inches(1.0);

/// So many ranks of a block shoot. Book: Ranged Attack Modifiers (RNG-03).
const SHOOTING_RANKS: usize = 3;

/// More than this share hidden is a very difficult shot. Ruling: it is an optional rule, and counts
/// from three quarters on (RNG-05).
const VERY_DIFFICULT: f32 = 0.75;

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
    /// Whether it is very difficult, by the optional rule: no masterful hit then.
    pub very_difficult: bool,
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
    let (target, range, sight) = match shot.pick {
        Some(pick) => picked(world, shot.shooter, shot.target, pick, ahead_only)?,
        None => closest_seen(world, shot.shooter, shot.target, ahead_only)?,
    };
    let very_difficult = options(world).very_difficult_shots && sight.hidden > VERY_DIFFICULT;
    let very_large = world.of_model::<ProfileOf>(target).0.is_very_large();
    let needed = band(weapon, range).map(|band| {
        if very_large && close_combat::is_siege(world, shot.shooter, shot.weapon) {
            return needed_to_besiege();
        }
        let circumstances = ShotAt {
            band,
            aimed: shot.aim,
            rear_rank: rank_of(world, shot.shooter) > 0,
            large: world.of_model::<ProfileOf>(target).0.size.is_large(),
            formation: formations::effective(world, shot.target),
            cover: sight.cover(),
            very_difficult,
            terrified: *world.of_unit::<Morale>(shot.target) == Morale::Terrified,
        };
        let element = combined::place_of_wielder(world, shot.shooter, shot.weapon);
        let skill = stat_of_element(world, shot.shooter, element, Stat::RangedAttack);
        let shooter = (shot.shooter, element);
        let changes = changes(world, shooter, &circumstances, Some(target));
        needed_to_hit(skill, changes.into_iter().chain(shot.mode.change()))
    });
    Some(Aimed { target, range, sight, very_difficult, needed })
}

/// What changes the number of a shot: what lasts on whoever shoots, the circumstances, and what lasts
/// on the target, unless it is out of harm's way whatever it does.
pub(super) fn changes(
    world: &World,
    shooter: (ModelId, usize),
    circumstances: &ShotAt,
    target: Option<ModelId>,
) -> Vec<Change> {
    let against = target.map(|target| modifiers(world, (target, 0), Test::Shoot, Whose::Against));
    let mut changes = modifiers(world, shooter, Test::Shoot, Whose::Own);
    changes.extend(circumstances.changes().chain(against.into_iter().flatten()));
    changes
}

/// Whether a model can't take its time for a shot (TR-UNDEAD).
pub fn never_aims(world: &World, model: ModelId) -> bool {
    effects::forbids(world, model, Deed::Aim)
}

/// Whether a unit has dared to shoot into close combat in this activation, once it has been put to it
/// (RNG-08).
pub fn dares(world: &World, unit: UnitId) -> Option<bool> {
    if effects::forbids_unit(world, unit, Deed::ShootIntoCombat) {
        Some(false)
    } else {
        let dares = |does| does == Does::Gives(Gift::ShootingIntoCombat);
        effects::on_unit(world, unit).any(dares).then_some(true)
    }
}

/// Remembers whether a unit dares to shoot into close combat (RNG-08).
pub(super) fn set_daring(world: &mut World, unit: UnitId, dares: bool) {
    let does = if dares {
        Does::Gives(Gift::ShootingIntoCombat)
    } else {
        Does::Forbids(Deed::ShootIntoCombat)
    };
    let (source, until) = (Source::ShotIntoCombat, Until::EndOfGo);
    effects::lay_on_unit(world, unit, Effect { does, source, until });
}

/// The rank a model stands in, from 0; 0 for all that aren't in ranks.
fn rank_of(world: &World, model: ModelId) -> usize {
    let unit = world.unit_of(model);
    if !matches!(formations::effective(world, unit), Formation::Ranked { .. }) {
        return 0;
    }
    let ranks = formations::ranks(world, unit);
    ranks.iter().position(|rank| rank.contains(&model)).unwrap_or(0)
}

/// Whether a model stands behind the ranks that attack from afar (RNG-03).
pub(super) fn is_too_far_back(world: &World, model: ModelId) -> bool {
    rank_of(world, model) >= SHOOTING_RANKS
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
        return Err(OrderError::new(
            Refusal::NothingToDo,
            "RNG-01",
            "the order to shoot names no shots",
        ));
    }
    check_unit(world, unit)?;
    let costs = |shot: &Shot| u32::from(cost_of_shot(world, shot));
    let mut spent: Vec<(ModelId, u32)> = Vec::new();
    let mut near: Option<Vec<(UnitId, Inches)>> = None;
    for (place, shot) in shots.iter().enumerate() {
        check_shot(world, unit, shot, &mut near)?;
        let weapon = close_combat::weapon(world, shot.shooter, shot.weapon)?;
        let again = shots[..place]
            .iter()
            .any(|other| (other.shooter, other.weapon) == (shot.shooter, shot.weapon));
        if again && burst(weapon) > 1 {
            return Err(fired_already(world, shot.shooter, weapon));
        }
        let alike = |other: &Shot| (other.shooter, other.mode) == (shot.shooter, shot.mode);
        if shot.mode.is_single() && shots[..place].iter().any(alike) {
            return Err(modes::shot_already(world, shot));
        }
        let left = world.of_model::<ActionsLeft>(shot.shooter).0;
        let sum = close_combat::add_cost(&mut spent, shot.shooter, costs(shot));
        if sum > u32::from(left) {
            let own = shots.iter().filter(|other| other.shooter == shot.shooter);
            let needed = u8::try_from(own.map(costs).sum::<u32>()).unwrap_or(u8::MAX);
            return Err(OrderError::not_enough_actions(
                world,
                shot.shooter,
                "to shoot so much",
                needed,
                left,
            ));
        }
    }
    formations::check_duty(world, unit, &spent)
}

/// The spell that keeps a model from attacking from afar, if one does (SP-DUST-STORM, SP-BLIND).
pub(super) fn hindering(world: &World, model: ModelId) -> Option<Spell> {
    effects::spell_that_forbids(world, model, Deed::AttackFromAfar)
}

/// That a spell keeps somebody from attacking from afar.
fn hindered_by(name: &str, spell: Spell) -> OrderError {
    let text = format!("{name} can't attack from afar because of {}", spell.name());
    OrderError::new(Refusal::Hindered, spell.card().rule, text)
}

/// Whether a unit has the nerves to shoot at all, and no spell keeps everybody from it (MOR-05, MOR-06).
pub(super) fn check_unit(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let name = world.unit_name(unit);
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {
            let models = world.standing(unit);
            let hindered = |&model: &ModelId| hindering(world, model);
            let spells: Option<Vec<Spell>> = models.iter().map(hindered).collect();
            let spell = spells.and_then(|spells| spells.first().copied());
            spell.map_or(Ok(()), |spell| Err(hindered_by(name, spell)))
        }
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

/// Whether a model of a unit may shoot a shot, apart from its unit's nerves and its actions.
/// `near` keeps the threats to the unit once they are known.
pub(super) fn check_shot(
    world: &World,
    unit: UnitId,
    shot: &Shot,
    near: &mut Option<Vec<(UnitId, Inches)>>,
) -> Result<(), OrderError> {
    check_and_aim(world, unit, shot, near).map(|_| ())
}

/// The same, and what the shot is aimed at.
pub(super) fn check_and_aim(
    world: &World,
    unit: UnitId,
    shot: &Shot,
    near: &mut Option<Vec<(UnitId, Inches)>>,
) -> Result<Aimed, OrderError> {
    let model = shot.shooter;
    movement::check_member(world, unit, model)?;
    let name = who(world, model);
    let weapon = close_combat::weapon(world, model, shot.weapon)?;
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    if world.roster().unit(shot.target).is_none() {
        return refuse(Refusal::NoSuchThing, "", "there is no such target".to_owned());
    }
    let enemy = world.unit_name(shot.target);
    if world.side_of(shot.target) == world.side_of(unit) {
        return refuse(Refusal::NotAnEnemy, "RNG-01", format!("{enemy} isn't an enemy of {name}"));
    }
    if support_weapons::is_chassis(world, model) {
        let text = format!("{name} is fired by its crew: order it to fire");
        return refuse(Refusal::WrongWeapon, "SUP-02", text);
    }
    if !weapon.is_shot() {
        let text = format!("{name} can't shoot with {}", with_article(&weapon.name));
        return refuse(Refusal::WrongWeapon, "RNG-01", text);
    }
    if weapon.has(WeaponRule::NotForCavalry) && world.of_model::<ProfileOf>(model).0.cavalry {
        let text = format!("{name} can't use {} on horseback", with_article(&weapon.name));
        return refuse(Refusal::WrongWeapon, "WPN-RANGED", text);
    }
    if shot.aim && never_aims(world, model) {
        let text = format!("{name} is undead and never aims");
        return refuse(Refusal::WrongWeapon, "TR-UNDEAD", text);
    }
    modes::check_mode(world, shot)?;
    check_free(world, model)?;
    if has_burst(world, model, shot.weapon) {
        return Err(fired_already(world, model, weapon));
    }
    if is_too_far_back(world, model) {
        let text = format!("{name} stands behind the third rank, too far back to shoot");
        return refuse(Refusal::OutOfSight, "RNG-03", text);
    }
    if let Some(pick) = shot.pick {
        let gap = world.roster().model(pick).map(|_| gap_between(world, model, pick));
        let band = gap.and_then(|gap| band(weapon, gap)).map(|band| band.0);
        support_weapons::check_pick(world, model, shot.target, pick, band)?;
    }
    let Some(aimed) = aim(world, shot) else {
        if closest_in_sight(world, model, shot.target).is_some() {
            let text = format!("{enemy} is behind {name}, who has to turn first");
            return refuse(Refusal::OutsideArc, "FORM-01", text);
        }
        return refuse(
            Refusal::OutOfSight,
            "RNG-01",
            format!("{name} can't see any model of {enemy}"),
        );
    };
    if !close_combat::can_hurt(world, model, shot.weapon, aimed.target) {
        let text = format!("{enemy} is so large that only siege weapons can hurt it");
        return refuse(Refusal::NeedsSiegeWeapon, "CC-13", text);
    }
    priority::check_priority(world, unit, shot, &aimed, near)?;
    let into_combat = movement::is_engaged(world, aimed.target);
    if into_combat && dares(world, unit) == Some(false) {
        let text = format!("{} didn't dare to shoot into close combat", world.unit_name(unit));
        return refuse(Refusal::WontShootIntoCombat, "RNG-08", text);
    }
    Ok(aimed)
}

/// Whether a model has fired a burst with a weapon in this activation (SUP-04).
fn has_burst(world: &World, model: ModelId, weapon: u8) -> bool {
    effects::forbids(world, model, Deed::Burst(weapon))
}

/// Remembers that a model has fired a burst with a weapon (SUP-04).
fn bursts(world: &mut World, model: ModelId, weapon: u8) {
    let does = Does::Forbids(Deed::Burst(weapon));
    let until = Until::EndOfGo;
    effects::lay_on_model(world, model, Effect { does, source: Source::Burst, until });
}

/// Why a model doesn't fire a second burst.
fn fired_already(world: &World, model: ModelId, weapon: &Weapon) -> OrderError {
    let text = format!(
        "{} has already fired its {}, which fires one burst in an activation",
        who(world, model),
        weapon.name.to_lowercase()
    );
    OrderError::new(Refusal::UsedAlready, "SUP-04", text).model(model)
}

/// Whether a model may attack another from afar in spite of nearer enemies (RNG-06).
pub(super) fn check_near_first(
    world: &World,
    shooter: ModelId,
    target: ModelId,
) -> Result<(), OrderError> {
    let shot = Shot {
        shooter,
        target: world.unit_of(target),
        weapon: 0,
        aim: false,
        pick: None,
        mode: ShotMode::Plain,
    };
    let aimed = Aimed {
        target,
        range: gap_between(world, shooter, target),
        sight: sees_model(world, shooter, target),
        very_difficult: false,
        needed: None,
    };
    priority::check_priority(world, world.unit_of(shooter), &shot, &aimed, &mut None)
}

/// Those under a blast at a place: whoever it is aimed at there. Ruling: RNG-06, RNG-08.
fn aimed_at(world: &World, at: Vec2, blast: Option<Inches>) -> Vec<ModelId> {
    let Some(diameter) = blast.filter(|_| at.is_finite()) else { return Vec::new() };
    let covered = templates::under(world, &templates::blast_laid(diameter, at));
    covered.into_iter().map(|(model, _)| model).collect()
}

/// Whether an attack from afar is aimed into close combat: at a model in one, or at a place where its
/// blast would cover somebody in one (RNG-08).
pub(super) fn is_into_combat(world: &World, mark: Mark, blast: Option<Inches>) -> bool {
    match mark {
        Mark::Model(model) => {
            world.roster().model(model).is_some() && movement::is_engaged(world, model)
        }
        Mark::Ground(at) => {
            aimed_at(world, at, blast).into_iter().any(|model| movement::is_engaged(world, model))
        }
    }
}

/// Whether a model may aim a blast at a place in spite of nearer enemies: one that would catch none
/// of the threats is no attack on any of them (RNG-06).
pub(super) fn check_threats_first(
    world: &World,
    shooter: ModelId,
    at: Vec2,
    blast: Option<Inches>,
) -> Result<(), OrderError> {
    let unit = world.unit_of(shooter);
    let threats = priority::threats(world, unit);
    let covered = aimed_at(world, at, blast);
    let caught = |&(threat, _): &(UnitId, Inches)| {
        covered.iter().any(|&model| world.unit_of(model) == threat)
    };
    let seen = |&&(threat, _): &&(UnitId, Inches)| {
        closest_seen(world, shooter, threat, true)
            .is_some_and(|(model, ..)| !movement::is_engaged(world, model))
    };
    if threats.iter().any(caught) {
        return Ok(());
    }
    let Some(&(threat, gap)) = threats.iter().find(seen) else { return Ok(()) };
    let name = who(world, shooter);
    let text = format!(
        "{name} has to attack {}, {gap} away: it is within 8\" and in sight",
        world.unit_name(threat)
    );
    let refusal = Refusal::NearerTarget { unit: threat, gap };
    Err(OrderError::new(refusal, "RNG-06", text).model(shooter))
}

fn gap_between(world: &World, a: ModelId, b: ModelId) -> Inches {
    crate::table::base::gap(&world.placed(a), &world.placed(b))
}

/// Whether a model is on its feet, hasn't fumbled, sees what it does and is in no combat: free to attack
/// from afar.
pub(super) fn check_free(world: &World, model: ModelId) -> Result<(), OrderError> {
    let name = who(world, model);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    if *world.of_model::<Stance>(model) == Stance::Prone {
        let text = format!("{name} is prone and has to stand up first");
        return refuse(Refusal::Prone, "MOVE-04", text);
    }
    if close_combat::has_fumbled(world, model) {
        let text = format!("{name} has fumbled and can't attack again this turn");
        return refuse(Refusal::Fumbled, "CC-05", text);
    }
    if let Some(spell) = hindering(world, model) {
        return Err(hindered_by(&name.to_string(), spell).model(model));
    }
    if movement::is_engaged(world, model) {
        let text = format!("{name} is in close combat and can't make ranged attacks");
        return refuse(Refusal::InCombat, "RNG-09", text);
    }
    Ok(())
}

/// Shoots, one shot after another; into close combat only after a command test (RNG-08).
pub(super) fn begin(world: &mut World, shots: Vec<Shot>) {
    let Some(unit) = world.frame().active else { return };
    let into_combat = |shot: &Shot| {
        aim(world, shot).is_some_and(|aimed| movement::is_engaged(world, aimed.target))
    };
    let tested = dares(world, unit).is_some();
    let mut steps = Vec::new();
    if !tested && shots.iter().any(into_combat) {
        steps.push(Step::CommandTest { unit, reason: TestReason::ShootIntoCombat });
    }
    steps.extend(mastery::offers(world, shots.iter().map(|shot| shot.target)));
    steps.extend(shots.into_iter().map(|shot| Step::Shoot { shot, paid: true }));
    world.push_all::<NoQuarter>(steps);
}
