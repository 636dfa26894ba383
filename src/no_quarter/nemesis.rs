//! Sworn enemies: they hit each other harder, and each survives the other's first wound. Book: Traits,
//! Nemesis (TR-NEMESIS).
//!
//! - *kind*: what somebody is to those whose sworn enemy it is; an id in the data files.

use bevy::prelude::World;

use super::{
    combined,
    components::ProfileOf,
    effects::{self, Does, Effect, Source, Until},
    event::Event,
    hit::{Hit, HitRule},
    profile::Nemesis,
    system::emit,
};
use crate::battle::{BattleWorld, ModelId};

/// How much stronger the hits at a sworn enemy are.
pub const STRONGER: i32 = 1;

/// Whether one of two names the other: then each is the other's sworn enemy.
fn are_sworn(one: &Nemesis, other: &Nemesis) -> bool {
    one.of.contains(&other.kind) || other.of.contains(&one.kind)
}

/// Whether a model, or anybody on its base, is a sworn enemy of one of a model's elements.
pub fn is_sworn_enemy(world: &World, (model, element): (ModelId, usize), other: ModelId) -> bool {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let Some(own) = combined::element_of(profile, element).nemesis else { return false };
    let others = &world.of_model::<ProfileOf>(other).0;
    (0..=others.parts.len())
        .filter_map(|place| combined::element_of(others, place).nemesis)
        .any(|theirs| are_sworn(own, theirs))
}

/// What one of a model's elements adds to the strength of its hits at another model.
pub fn bonus(world: &World, attacker: (ModelId, usize), target: ModelId) -> i32 {
    if is_sworn_enemy(world, attacker, target) { STRONGER } else { 0 }
}

/// A hit as strong as it is at its present target.
pub(super) fn aimed(world: &World, hit: &Hit) -> Hit {
    let mut hit = hit.clone();
    if hit.has(HitRule::SwornEnemy) {
        hit.strength -= STRONGER;
        hit = hit.without(HitRule::SwornEnemy);
    }
    if is_sworn_enemy(world, hit.by(), hit.target) {
        hit.strength += STRONGER;
        hit = hit.with(HitRule::SwornEnemy);
    }
    hit
}

/// Whether the wounds of a hit are the first that a model takes from its sworn enemy: one of them is
/// ignored.
pub(super) fn spares(world: &World, hit: &Hit, wounds: u8) -> bool {
    wounds > 0
        && hit.has(HitRule::SwornEnemy)
        && !effects::on(world, hit.target).any(|does| does == Does::HasIgnored(hit.attacker))
}

/// A wound by a sworn enemy is ignored: remembers that, as it happens once.
pub(super) fn spare(world: &mut World, hit: &Hit) {
    let (model, attacker) = (hit.target, hit.attacker);
    let (does, source, until) = (Does::HasIgnored(attacker), Source::Nemesis, Until::Always);
    effects::lay_on_model(world, model, Effect { does, source, until });
    emit(world, Event::WoundIgnored { model, attacker });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn one_oath_makes_two_enemies() {
        let sworn = |kind: &str, of: &[&str]| Nemesis {
            kind: kind.to_owned(),
            of: of.iter().map(|&kind| kind.to_owned()).collect(),
        };
        let (light, dark) = (sworn("light_unicorn", &["dark_unicorn"]), sworn("dark_unicorn", &[]));
        assert!(are_sworn(&light, &dark) && are_sworn(&dark, &light));
        assert!(!are_sworn(&light, &light) && !are_sworn(&dark, &sworn("dragon", &[])));
    }

    #[test]
    fn the_codex_tells_how_much_stronger_its_hits_are() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex["nemesis"].about;
        assert!(about.contains(&format!("{STRONGER} more strength")), "{about}");
    }
}
