//! What a model carries: the weapons of its profile, those that are part of itself, and which of its
//! elements uses each.

use std::sync::Arc;

use bevy::prelude::World;

use super::{
    armoury::Armoury,
    combined,
    components::{Arms, Wielders},
    effects::{self, Does},
    profile::{Ability, Band, Profile, Weapon, WeaponRule},
};
use crate::battle::{ModelId, data::quoted};

/// The weapons of a profile, the improvised attack last, and the element that uses each. An element
/// without a close combat weapon of its own improvises. What some abilities are a weapon of, such as
/// jaws, follows what the element carries.
///
/// # Errors
/// When it names a weapon that isn't there.
pub(super) fn arms_of(armoury: &Armoury, profile: &Profile) -> Result<(Arms, Wielders), String> {
    let mut arms = Vec::new();
    let mut wielders = Vec::new();
    let parts = profile.parts.iter().map(|part| &part.weapons);
    let find = |id: &str| {
        let missing = || format!("{} has no weapon called {}", profile.id, quoted(id));
        armoury.weapons.get(id).ok_or_else(missing)
    };
    for (place, weapons) in (0_u8..).zip([&profile.weapons].into_iter().chain(parts)) {
        let first = arms.len();
        for id in weapons {
            let weapon = find(id)?;
            arms.push(with_scope(&loaded_from(weapon, arms.first()), profile, place));
            if let Some(with) = weapon.with.as_ref().and_then(|id| armoury.weapons.get(id)) {
                arms.push(with.clone());
            }
        }
        if place > 0 && arms[first..].iter().all(|weapon| weapon.is_ranged()) {
            arms.push(Arc::new(Weapon::improvised()));
        }
        let abilities = combined::element_of(profile, usize::from(place)).abilities;
        for id in abilities.iter().filter_map(|ability| ability.weapon()) {
            arms.push(find(id)?.clone());
        }
        wielders.resize(arms.len(), place);
    }
    arms.push(Arc::new(Weapon::improvised()));
    wielders.push(0);
    Ok((Arms(arms), Wielders(wielders)))
}

/// What using a weapon once costs whoever carries it now: its use cost, less what eases it, and 1 at
/// least (SP-QUICKENING).
pub fn use_cost(world: &World, model: ModelId, weapon: &Weapon) -> u8 {
    let eased = |does| match does {
        Does::EasesWeapons(actions) => Some(actions),
        _ => None,
    };
    match effects::on(world, model).filter_map(eased).max() {
        Some(actions) => weapon.use_cost.saturating_sub(actions).max(1),
        None => weapon.use_cost,
    }
}

/// What a scope adds at close, medium and long range. Book: Equipment, Scope (EQ-SCOPE).
const SCOPE: [i32; 3] = [1, 2, 1];

/// A weapon of one of a profile's elements with a scope, if that has one and the weapon takes it. Its
/// range stays the same.
fn with_scope(weapon: &Arc<Weapon>, profile: &Profile, element: u8) -> Arc<Weapon> {
    let abilities = combined::element_of(profile, usize::from(element)).abilities;
    if !weapon.takes_scope || !abilities.contains(&Ability::Scope) {
        return weapon.clone();
    }
    let better = |(&Band(reach, by), scope): (&Band, i32)| Band(reach, by + scope);
    let bands = weapon.bands.iter().zip(SCOPE).map(better).collect();
    Arc::new(Weapon { bands, ..Weapon::clone(weapon) })
}

/// Ammunition has the use cost and the bands of the weapon it is fired from. Book: Equipment, Grape
/// Shot (EQ-GRAPE-SHOT).
fn loaded_from(weapon: &Arc<Weapon>, from: Option<&Arc<Weapon>>) -> Arc<Weapon> {
    match from {
        Some(from) if weapon.has(WeaponRule::Ammunition) => Arc::new(Weapon {
            use_cost: from.use_cost,
            bands: from.bands.clone(),
            ..Weapon::clone(weapon)
        }),
        _ => weapon.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codex_tells_what_a_scope_adds() {
        let armoury = Armoury::embedded().unwrap();
        let [close, medium, long] = SCOPE;
        let told = format!("{close:+} at close, {medium:+} at medium and {long:+} at long range");
        let about = &armoury.codex["ability Scope"].about;
        assert!(about.contains(&told), "{about}");
    }
}
