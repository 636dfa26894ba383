//! What a model carries: the weapons of its profile, and which of its elements uses each.

use std::sync::Arc;

use super::{
    armoury::Armoury,
    components::{Arms, Wielders},
    profile::{Profile, Weapon, WeaponRule},
};
use crate::battle::data::quoted;

/// The weapons of a profile, the improvised attack last, and the element that uses each. An element
/// without a close combat weapon improvises.
///
/// # Errors
/// When it names a weapon that isn't there.
pub(super) fn arms_of(armoury: &Armoury, profile: &Profile) -> Result<(Arms, Wielders), String> {
    let mut arms = Vec::new();
    let mut wielders = Vec::new();
    let parts = profile.parts.iter().map(|part| &part.weapons);
    for (place, weapons) in (0_u8..).zip([&profile.weapons].into_iter().chain(parts)) {
        let first = arms.len();
        for id in weapons {
            let weapon = armoury
                .weapons
                .get(id)
                .ok_or_else(|| format!("{} has no weapon called {}", profile.id, quoted(id)))?;
            arms.push(loaded_from(weapon, arms.first()));
            if let Some(with) = weapon.with.as_ref().and_then(|id| armoury.weapons.get(id)) {
                arms.push(with.clone());
            }
        }
        if place > 0 && arms[first..].iter().all(|weapon| weapon.is_ranged()) {
            arms.push(Arc::new(Weapon::improvised()));
        }
        wielders.resize(arms.len(), place);
    }
    arms.push(Arc::new(Weapon::improvised()));
    wielders.push(0);
    Ok((Arms(arms), Wielders(wielders)))
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
