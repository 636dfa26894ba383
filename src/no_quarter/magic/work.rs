//! What a spell does once it is cast. Book: Spell List.

use std::sync::Arc;

use bevy::prelude::World;

use super::{Casting, Later, Spell, Work, aim, in_play, lava, resisting};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        combined::Armed,
        damage,
        event::HitResult,
        hit::{self, Hit, HitRule},
        profile::{Band, Weapon, WeaponStrength},
        step::Step,
        system::{NoQuarter, push},
        templates::{Astray, blast_laid, come_down, deviate, go_off, under, under_breath},
        uses::At,
    },
    table::Inches,
};

/// What a spell does to each model that it is cast at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// A hit.
    Hit {
        /// Its strength.
        strength: i32,
        /// Whether armour saves against it.
        saved: bool,
    },
    /// It falls prone.
    Fall,
    /// A wound that nothing saves it from.
    Wound,
}

/// The strength of a spell's hits, if it hits anybody.
pub(super) fn strength(spell: Spell) -> Option<i32> {
    match spell.card().does {
        Work::Harms(Harm::Hit { strength, .. })
        | Work::Blast { strength, .. }
        | Work::Crater { strength, .. }
        | Work::Teardrop { strength }
        | Work::Strikes { strength, .. } => Some(strength),
        Work::Harms(Harm::Fall | Harm::Wound)
        | Work::Leaves(_)
        | Work::Pool { .. }
        | Work::Does(_) => None,
    }
}

/// A caster with a spell as if that were a weapon from afar. Templates hurt very large targets (TR-SIEGE).
pub(super) fn armed(model: ModelId, spell: Spell) -> Option<Armed> {
    let card = spell.card();
    let strength = strength(spell)?;
    let weapon = Weapon {
        id: card.rule.to_owned(),
        name: card.name.to_owned(),
        use_cost: card.use_cost,
        strength: WeaponStrength::Fixed(strength),
        bands: vec![Band(card.aim.within().unwrap_or(Inches::ZERO), 0)],
        ..Weapon::improvised()
    };
    let siege =
        matches!(card.does, Work::Blast { .. } | Work::Crater { .. } | Work::Teardrop { .. });
    Some(Armed { model, element: 0, weapon: Arc::new(weapon), strength, siege })
}

/// Whom a spell hits without a further roll.
pub(super) fn caught(world: &World, casting: &Casting) -> Vec<ModelId> {
    let card = casting.spell.card();
    match card.does {
        Work::Harms(_) if card.resisted.is_none() => {
            aim::targets(world, casting.caster, casting.at)
        }
        Work::Harms(_)
        | Work::Leaves(_)
        | Work::Blast { .. }
        | Work::Crater { .. }
        | Work::Teardrop { .. }
        | Work::Pool { .. }
        | Work::Does(_)
        | Work::Strikes { .. } => Vec::new(),
    }
}

/// A spell that was cast does what it does.
pub(super) fn begin(world: &mut World, casting: Casting) {
    let Casting { caster, spell, at, .. } = casting;
    let card = spell.card();
    if card.pauses {
        in_play::keep_off(world, &casting);
    }
    match card.does {
        Work::Leaves(does) => in_play::lay(world, &casting, does),
        Work::Harms(harm) => {
            let targets = aim::targets(world, caster, at);
            match card.resisted {
                Some(_) => resisting::begin(world, caster, spell, targets),
                None => befall(world, caster, spell, harm, &targets),
            }
        }
        Work::Blast { diameter, .. } => {
            let (Some(armed), At::Unit(unit)) = (armed(caster, spell), at) else { return };
            let Some((mark, _)) = aim::closest(world, caster, unit) else { return };
            let at = world.placed(mark).pose.at;
            go_off(world, &armed, diameter, at, None);
        }
        Work::Crater { diameter, astray, .. } => {
            let (Some(armed), At::Unit(unit)) = (armed(caster, spell), at) else { return };
            let Some((mark, _)) = aim::closest(world, caster, unit) else { return };
            let at = world.placed(mark).pose.at;
            let lands = deviate(world, caster, at, Astray::Rolled(astray));
            let laid = blast_laid(diameter, lands);
            push(world, Step::Magic(Later::MakeWay { laid }));
            go_off(world, &armed, diameter, lands, None);
        }
        Work::Teardrop { .. } => {
            let laid = aim::laid(world, caster, spell, at);
            let (Some(armed), Some(laid)) = (armed(caster, spell), laid) else { return };
            let covered = match at {
                At::Towards(_) => under_breath(world, caster, &laid),
                _ => under(world, &laid),
            };
            come_down(world, &armed, laid, &covered, None);
        }
        Work::Pool { diameter, .. } => lava::well_up(world, &casting, diameter),
        Work::Does(work) | Work::Strikes { by: work, .. } => work(world, &casting),
    }
}

/// Harm comes to each of some models.
pub(super) fn befall(
    world: &mut World,
    caster: ModelId,
    spell: Spell,
    harm: Harm,
    models: &[ModelId],
) {
    match harm {
        Harm::Hit { saved, .. } => strike(world, caster, spell, models, saved),
        Harm::Fall => {
            for &model in models {
                damage::fall(world, model);
            }
        }
        Harm::Wound => {
            let burns = |&target: &ModelId| {
                let hit = Hit::automatic(caster, target, 0, true);
                hit::lands(world, &hit.with(HitRule::Unsaved).with(HitRule::Poisons), None)
            };
            let steps: Vec<Step> = models.iter().flat_map(burns).collect();
            world.push_all::<NoQuarter>(steps);
        }
    }
}

/// A spell hits each of some models.
pub(super) fn strike(
    world: &mut World,
    caster: ModelId,
    spell: Spell,
    models: &[ModelId],
    saved: bool,
) {
    let Some(armed) = armed(caster, spell) else { return };
    let on = |&target: &ModelId| {
        let hit = Hit::by_weapon(&armed, target, HitResult::Automatic);
        let hit = if saved { hit } else { hit.with(HitRule::Unsaved) };
        hit::lands(world, &hit, None)
    };
    let steps: Vec<Step> = models.iter().flat_map(on).collect();
    world.push_all::<NoQuarter>(steps);
}
