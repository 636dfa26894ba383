//! Blood that eats through steel: whoever stands close when it is shed is splashed. Book: Mutations,
//! Corrosive Blood (MUT-CORROSIVE-BLOOD).

use bevy::prelude::World;

use super::{
    effects::{self, Gift},
    event::Event,
    hit::{self, Hit},
    step::Step,
    system::{NoQuarter, emit},
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    table::{Placed, base::touching},
};

/// The strength of a splash.
const STRENGTH: i32 = 5;

/// The splashes that wounds of a model bring, one for each.
pub(super) fn of_wounds(world: &World, model: ModelId, stood: &Placed, lost: u8) -> Vec<Step> {
    if !effects::has(world, model, Gift::CorrosiveBlood) {
        return Vec::new();
    }
    (0..lost).map(|_| Step::Splash { model, at: *stood }).collect()
}

/// Blood is shed: everybody in base contact takes a hit that nobody rolls for, friend or foe.
pub(super) fn splash(world: &mut World, model: ModelId, at: &Placed) {
    let is_caught = |&other: &ModelId| {
        other != model && world.is_standing(other) && touching(&world.placed(other), at)
    };
    let caught: Vec<ModelId> = world.roster().models().filter(is_caught).collect();
    if caught.is_empty() {
        return;
    }
    emit(world, Event::Splashed { model, caught: caught.clone() });
    let hits = caught.into_iter().map(|target| Hit::automatic(model, target, STRENGTH, false));
    let steps: Vec<Step> = hits.flat_map(|hit| hit::lands(world, &hit, None)).collect();
    world.push_all::<NoQuarter>(steps);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_how_strong_a_splash_is() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex["ability CorrosiveBlood"].about;
        assert!(about.contains(&format!("strength {STRENGTH}")), "{about}");
    }
}
