//! The free hits of enemies whom a model leaves by choice. Book: Voluntarily Retreating From Combat
//! (CC-08).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        combined::{self, Armed},
        components::{Morale, Stance},
        effects::{self, Deed, Gift},
        event::{Event, HitResult},
        hit::{self, Hit, HitRule},
        profile::Weapon,
        reason::{Change, Reason},
        step::Step,
        support_weapons,
        system::{NoQuarter, emit},
    },
};

/// What breaking off does to the saves against the free hits (CC-08).
pub const EXPOSED: Change = Change::new(Reason::TurnedItsBack, -1);

/// The automatic hits of enemies whom a model leaves by choice: one each, at their own strength,
/// saved at a further -1, without following up. Ruling: those whom it goes on touching have none
/// (CC-08).
pub(in crate::no_quarter) fn free_hits(world: &mut World, model: ModelId, left: &[ModelId]) {
    let weapon = std::sync::Arc::new(Weapon::improvised());
    let mut steps = Vec::new();
    for &enemy in left {
        let terrified = *world.of_unit::<Morale>(world.unit_of(enemy)) == Morale::Terrified;
        let fights = !support_weapons::is_chassis(world, enemy)
            && !effects::forbids(world, enemy, Deed::Strike);
        if *world.of_model::<Stance>(enemy) == Stance::Prone || terrified || !fights {
            continue;
        }
        let strength = combined::striking_strength(world, enemy);
        let siege = effects::has(world, enemy, Gift::Siege);
        let armed = Armed { model: enemy, element: 0, weapon: weapon.clone(), strength, siege };
        let hit = Hit::by_weapon(&armed, model, HitResult::Automatic);
        let hit = hit.without(HitRule::FollowsUp);
        steps.push(Step::FreeHit(Hit { save_changes: vec![EXPOSED], ..hit }));
    }
    world.push_all::<NoQuarter>(steps);
}

/// One automatic hit on a model that turns its back (CC-08).
pub(in crate::no_quarter) fn free_hit(world: &mut World, hit: Hit) {
    if !world.is_standing(hit.target) {
        return;
    }
    emit(
        world,
        Event::Struck {
            attacker: hit.attacker,
            target: hit.target,
            weapon: Weapon::improvised().name,
            roll: None,
            result: HitResult::Automatic,
            actions: 0,
        },
    );
    let steps = hit::lands(world, &hit, None);
    world.push_all::<NoQuarter>(steps);
}
