//! Attacks with templates before they are made: where they would lie, who would be under them, and
//! with what chance each would be hit and wounded.

use bevy::prelude::World;

use super::attacks::Chain;
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    no_quarter::{
        close_combat,
        components::ProfileOf,
        order::{Breath, Order},
        profile::{Weapon, WeaponRule},
        templates,
    },
    table::{
        Inches,
        template::{Covered, Laid},
    },
};

/// An attack with a template.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewTemplate {
    /// Who attacks.
    pub attacker: ModelId,
    /// The weapon's name.
    pub weapon: String,
    /// Where it would lie if it hits.
    pub laid: Laid,
    /// What it costs each of those who pay.
    pub actions: u8,
    /// Who pays.
    pub payers: Vec<ModelId>,
    /// The number to hit; none for a teardrop, which always does.
    pub to_hit: Option<Needed>,
    /// How far a miss may go in any direction, at least and at most, and the chance that it does.
    pub deviation: Option<(Inches, Inches, f32)>,
    /// Who may be hit, by id: those under it as it is aimed, and those it may come down on.
    pub under: Vec<PreviewUnder>,
}

/// A model that a template may hit.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewUnder {
    /// Who.
    pub model: ModelId,
    /// How much of it is under the template as it is aimed.
    pub covered: Covered,
    /// The chance that it is hit, from 0 to 1, deviation included.
    pub hit: f32,
    /// The chance that it is wounded, from 0 to 1.
    pub wound: f32,
    /// The number to save against it, if there is a save at all.
    pub save: Option<Needed>,
    /// The number to damage.
    pub damage: Needed,
    /// Whether a hit that it survives knocks it prone (DMG-04).
    pub falls: bool,
}

/// The templates of an order.
pub(super) fn templates(world: &World, order: &Order) -> Vec<PreviewTemplate> {
    match order {
        Order::Breathe { breath } => of_breath(world, breath).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A breath, whether it may be breathed or not.
pub(in crate::no_quarter) fn of_breath(world: &World, breath: &Breath) -> Option<PreviewTemplate> {
    let laid = templates::breath_laid(world, breath)?;
    let weapon = close_combat::weapon(world, breath.model, breath.weapon).ok()?;
    let covered = templates::under_breath(world, breath.model, &laid);
    let hit = |(model, covered): (ModelId, Covered)| {
        under(world, breath.model, weapon, model, covered, chance(covered), 0.0)
    };
    Some(PreviewTemplate {
        attacker: breath.model,
        weapon: weapon.name.clone(),
        laid,
        actions: weapon.use_cost,
        payers: vec![breath.model],
        to_hit: None,
        deviation: None,
        under: covered.into_iter().map(hit).collect(),
    })
}

/// The chance that somebody covered like this is hit once the template is down.
fn chance(covered: Covered) -> f32 {
    match covered {
        Covered::Not => 0.0,
        Covered::Partly => templates::needed_if_partly().chance(),
        Covered::Wholly => 1.0,
    }
}

/// What an attack does to one model: hit with a chance, of which a part is masterful.
fn under(
    world: &World,
    attacker: ModelId,
    weapon: &Weapon,
    model: ModelId,
    covered: Covered,
    hit: f32,
    masterful: f32,
) -> PreviewUnder {
    let chain = Chain::new(world, attacker, model, weapon, true);
    let wound = (hit - masterful) * chain.wounds(false) + masterful * chain.wounds(true);
    let strength = weapon.strength(world.of_model::<ProfileOf>(attacker).0.strength);
    let falls = weapon.has(WeaponRule::KnockProne)
        && strength >= world.of_model::<ProfileOf>(model).0.strength;
    PreviewUnder { model, covered, hit, wound, save: chain.save, damage: chain.damage, falls }
}
