//! What charges and combined models bring besides plain blows: drives through enemies, sweeps of
//! tails, rounds of several elements.

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    dice::Needed,
    no_quarter::{
        charges, close_combat, combined,
        odds::{self, AttackOdds, Chain},
        order::Blow,
        profile::Weapon,
    },
    table::{Inches, formation::Flank, sight::Cover},
};

/// The hits of a drive on everybody in its way; nobody rolls for them (COMBO-02).
pub(super) fn of_overrun(
    world: &World,
    model: ModelId,
    target: UnitId,
    to: Vec2,
) -> Vec<AttackOdds> {
    let known = world.roster().model(model).is_some_and(|_| world.is_standing(model))
        && world.roster().unit(target).is_some()
        && to.is_finite();
    let Some(Ok(drive)) = known.then(|| charges::drive(world, model, target, to)) else {
        return Vec::new();
    };
    let strength = charges::overrun_strength(world, model);
    let hit =
        |&(victim, _): &(ModelId, Inches)| automatic(world, model, victim, "Overrun", strength, 0);
    drive.victims.iter().map(hit).collect()
}

/// The hits of a tail on everybody it sweeps, friend or foe; nobody rolls for them (TR-TAIL).
pub(super) fn of_tail(world: &World, model: ModelId, flank: Flank) -> Vec<AttackOdds> {
    let Some(strength) = close_combat::tail_strength(world, model) else { return Vec::new() };
    let hit = |(place, target): (usize, ModelId)| {
        let actions = if place == 0 { close_combat::TAIL_ACTIONS } else { 0 };
        automatic(world, model, target, "Tail", strength, actions)
    };
    close_combat::swept(world, model, flank).into_iter().enumerate().map(hit).collect()
}

/// A hit that nobody rolls for.
fn automatic(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    name: &str,
    strength: i32,
    actions: u8,
) -> AttackOdds {
    let weapon = Weapon { name: name.to_owned(), ..Weapon::improvised() };
    let chain = Chain::new(world, strength, target, &weapon, false);
    AttackOdds {
        attacker,
        target,
        weapon: weapon.name,
        actions,
        range: None,
        cover: Cover::None,
        to_hit: Needed::new(10).between(10, 10),
        chance: chain.wounds(false),
        save: chain.save,
        damage: chain.damage,
        dice: 0,
    }
}

/// The blows of a round; those that are struck together cost what the dearest does (COMBO-01).
pub(super) fn of_round(world: &World, round: &[Blow]) -> Vec<AttackOdds> {
    let cost = combined::cost(world, round);
    let shown = |(place, blow): (usize, &Blow)| {
        let attack = odds::of_blow(world, blow);
        match (round.len(), place) {
            (1, _) => attack,
            (_, 0) => AttackOdds { actions: cost, ..attack },
            _ => AttackOdds { actions: 0, ..attack },
        }
    };
    round.iter().enumerate().map(shown).collect()
}
