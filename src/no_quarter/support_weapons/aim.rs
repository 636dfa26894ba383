//! What a support weapon is aimed at, and at what number. Book: Blast Templates, Indirect Fire
//! (BLAST-01, SUP-06), Ranged Attack Modifiers.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{arm, gunner, hands, is_chassis};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    dice::Needed,
    no_quarter::{
        close_combat, combined,
        components::{Morale, ProfileOf},
        effects::{self, Does, Gift, Test, Whose},
        error::{OrderError, Refusal},
        formations,
        hit_roll::{needed_to_besiege, needed_to_hit},
        line_of_sight::{sees_model, sees_point},
        order::{Fire, Mark},
        profile::{Weapon, WeaponRule},
        ranged_combat::{self, AIM_ACTIONS, AIMED, ShotAt, band},
        reason::{Change, Reason},
        sentence::with_article,
        statistics::{Stat, stat_of_element},
        templates::{blast_laid, under},
        who::who,
    },
    table::{Inches, base::gap, sight::Cover},
};

/// Everything about one aim that can be said before the die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Laying {
    /// What is aimed at.
    pub mark: Mark,
    /// The range, from the weapon's base.
    pub range: Inches,
    /// The place of the range band, from 0 for close; none beyond long range.
    pub band: Option<usize>,
    /// The cover of whoever is aimed at, or would be under a blast on the ground; none for fire over
    /// what hides them altogether.
    pub cover: Cover,
    /// The number, unless the target is beyond long range.
    pub needed: Option<Needed>,
}

/// What firing over everything does to the number. Book: Indirect Fire (SUP-06).
pub const INDIRECT: Change = Change::new(Reason::IndirectFire, -1);

/// The number that hits a place on bare ground, from plain values. Book: Blast Templates (BLAST-01).
pub fn needed_at_ground(ranged_attack: i32, band: (usize, i32), aimed: bool) -> Needed {
    let aimed = aimed.then_some(AIMED);
    needed_to_hit(ranged_attack, [ranged_combat::of_band(band)].into_iter().chain(aimed))
}

/// Who rolls for a weapon: the best of its crew, or its bearer.
pub(super) fn shooter_of(world: &World, fire: &Fire) -> Option<ModelId> {
    if !is_chassis(world, fire.shooter) {
        return Some(fire.shooter);
    }
    let weapon = arm(world, fire.shooter, fire.weapon)?;
    let able = hands(world, fire.shooter, super::cost(world, fire.shooter, weapon));
    let any = || super::crew_of(world, world.unit_of(fire.shooter));
    gunner(world, &able).or_else(|| gunner(world, &any()))
}

/// What an aim at a mark is.
///
/// # Errors
/// There is nothing there, or nobody sees it who has to (SUP-06).
pub fn lay(world: &World, fire: &Fire, mark: Mark) -> Result<Laying, OrderError> {
    let shooter = fire.shooter;
    let name = who(world, shooter);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(shooter));
    let Some(weapon) = arm(world, shooter, fire.weapon) else {
        return refuse(Refusal::NoSuchThing, "", format!("{name} has no such weapon"));
    };
    let Some(by) = shooter_of(world, fire) else {
        return refuse(Refusal::NoCrew, "SUP-07", format!("nobody is left to fire the {name}"));
    };
    let own = world.placed(shooter);
    let (range, seen, whose) = match mark {
        Mark::Model(target) => {
            if world.roster().model(target).is_none() || !world.is_standing(target) {
                let text = "the target is not on the table".to_owned();
                return refuse(Refusal::NotOnTable, "BLAST-01", text);
            }
            let seen = sees_model(world, shooter, target).visible();
            (gap(&own, &world.placed(target)), seen, Some(target))
        }
        Mark::Ground(at) => {
            if !at.is_finite() || !crate::no_quarter::templates::on_table(world, at) {
                let text = format!("{name} can't fire off the table");
                return refuse(Refusal::NoSuchPlace, "BLAST-01", text);
            }
            let range = Inches(own.closest_point(at).distance(at));
            (range, sees_point(world, shooter, at), under_blast(world, weapon, at))
        }
    };
    if fire.indirect {
        if !weapon.has(WeaponRule::Indirect) {
            let text = format!("{} can't fire over things", with_article(&weapon.name));
            return refuse(Refusal::WrongWeapon, "SUP-06", text);
        }
        if !anybody_sees(world, shooter, mark) {
            let text = format!("no friend of {name} sees the target to direct its fire");
            return refuse(Refusal::OutOfSight, "SUP-06", text);
        }
    } else if !seen {
        let over = weapon.has(WeaponRule::Indirect);
        let way = if over { "; fire over everything if a friend sees it" } else { "" };
        let text = format!("{name} doesn't see the target{way}");
        return refuse(Refusal::OutOfSight, "RNG-01", text);
    }
    let cover = whose.map_or(Cover::None, |model| cover_of(world, fire, model));
    let target = Target { whose, cover, is_mark: matches!(mark, Mark::Model(_)) };
    let needed = band(weapon, range).map(|band| needed(world, fire, by, band, &target));
    Ok(Laying { mark, range, band: band(weapon, range).map(|band| band.0), cover, needed })
}

/// Whose modifiers a shot at the ground has. Ruling: those of the model nearest to the middle among
/// all whom the blast would touch there, friend or foe, so that aiming beside somebody never helps
/// (BLAST-01).
fn under_blast(world: &World, weapon: &Weapon, at: Vec2) -> Option<ModelId> {
    let under = under(world, &blast_laid(weapon.blast()?, at)).into_iter().map(|(model, _)| model);
    let far = |model: &ModelId| world.placed(*model).closest_point(at).distance(at);
    under.min_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)))
}

/// The cover of a model against a shot. Ruling: fire over everything pays its -1 instead of cover only
/// where the weapon can't see the model itself; in its sight both count (SUP-06, RNG-03).
fn cover_of(world: &World, fire: &Fire, model: ModelId) -> Cover {
    let sight = sees_model(world, fire.shooter, model);
    if fire.indirect && !sight.visible() { Cover::None } else { sight.cover() }
}

/// What a shot is at, as far as its number asks.
struct Target {
    /// The model whose modifiers count; none on bare ground.
    whose: Option<ModelId>,
    /// That model's cover.
    cover: Cover,
    /// Whether that model is aimed at, rather than the ground near it.
    is_mark: bool,
}

fn needed(world: &World, fire: &Fire, by: ModelId, band: (usize, i32), target: &Target) -> Needed {
    let element = element_of(world, fire, by);
    let skill = stat_of_element(world, by, element, Stat::RangedAttack);
    let cover = target.cover;
    let needed = match target.whose {
        None => {
            let lasting = effects::modifiers(world, (by, element), Test::Shoot, Whose::Own);
            needed_at_ground(skill, band, fire.aim).with_all(lasting)
        }
        Some(model) if target.is_mark && is_besieged(world, fire, model) => {
            return needed_to_besiege();
        }
        Some(target) => {
            let unit: UnitId = world.unit_of(target);
            let circumstances = ShotAt {
                band,
                aimed: fire.aim,
                rear_rank: false,
                large: world.of_model::<ProfileOf>(target).0.size.is_large(),
                formation: formations::effective(world, unit),
                cover,
                very_difficult: false,
                terrified: *world.of_unit::<Morale>(unit) == Morale::Terrified,
            };
            // Nothing that a target does helps against a template.
            let bursts =
                arm(world, fire.shooter, fire.weapon).is_none_or(|weapon| weapon.blast().is_some());
            let target = (!bursts).then_some(target);
            let changes = ranged_combat::changes(world, (by, element), &circumstances, target);
            needed_to_hit(skill, changes)
        }
    };
    needed.with_all(fire.indirect.then_some(INDIRECT))
}

/// Which of whose elements rolls for a weapon.
pub(in crate::no_quarter) fn roller(world: &World, fire: &Fire) -> Option<(ModelId, usize)> {
    shooter_of(world, fire).map(|by| (by, element_of(world, fire, by)))
}

/// Whoever rolls for a weapon, as what rolls: one of the crew, or the element of its bearer that uses
/// it (COMBO-01).
pub(super) fn element_of(world: &World, fire: &Fire, by: ModelId) -> usize {
    if by == fire.shooter { combined::place_of_wielder(world, by, fire.weapon) } else { 0 }
}

/// Whether whoever rolls for a weapon never fumbles.
pub(in crate::no_quarter) fn never_fumbles(world: &World, fire: &Fire) -> bool {
    roller(world, fire).is_some_and(|(by, element)| {
        effects::on_element(world, by, element).any(|does| does == Does::Gives(Gift::Unerring))
    })
}

/// Whether a target is so large that a siege weapon hits it on 9 or less (CC-13).
fn is_besieged(world: &World, fire: &Fire, target: ModelId) -> bool {
    world.of_model::<ProfileOf>(target).0.is_very_large()
        && close_combat::is_siege(world, fire.shooter, fire.weapon)
}

/// Whether any friend of a weapon sees a mark: anybody of its side but weapons. Ruling: its own crew
/// are friends too.
fn anybody_sees(world: &World, shooter: ModelId, mark: Mark) -> bool {
    let side = world.side_of_model(shooter);
    world.roster().models().any(|friend| {
        world.is_standing(friend)
            && world.side_of_model(friend) == side
            && !is_chassis(world, friend)
            && match mark {
                Mark::Model(target) => sees_model(world, friend, target).visible(),
                Mark::Ground(at) => sees_point(world, friend, at),
            }
    })
}

/// What a weapon costs with this order, of each who pays.
pub(super) fn cost_of(world: &World, fire: &Fire, weapon: &Weapon) -> u8 {
    let aim = if fire.aim { AIM_ACTIONS } else { 0 };
    super::cost(world, fire.shooter, weapon).saturating_add(aim)
}

/// Who pays for a shot: the crew that serves, or the bearer.
pub(super) fn payers(world: &World, fire: &Fire, cost: u8) -> Vec<ModelId> {
    if is_chassis(world, fire.shooter) {
        hands(world, fire.shooter, cost)
    } else {
        vec![fire.shooter]
    }
}
