//! Range bands of a unit's weapons: the edge of all ground that any of its models reaches, with
//! the distance and the modifier written on it.

use std::sync::Arc;

use bevy::prelude::{Vec2, World};

use super::{MOST_PLACES, Weapons};
use crate::{
    battle::{BattleWorld, UnitId, playable::mapping::Contour},
    no_quarter::{Arms, Weapon, grenades::throw_range, plan::Attack, support_weapons},
    table::{Inches, Placed, outline::around},
};

/// Range and modifier to hit, as words.
fn words(range: Inches, modifier: i32) -> String {
    let modifier = if modifier == 0 { "±0".to_owned() } else { format!("{modifier:+}") };
    format!("{range}  {modifier}").replace('-', "−")
}

/// Who has the ranges, and each with its words: of the weapon that is aimed, or of the one that
/// reaches farthest in a unit, a support weapon's included.
fn ranges(world: &World, unit: UnitId, weapons: Weapons) -> (Vec<Placed>, Vec<(Inches, String)>) {
    let of = |weapon: &Weapon| -> Vec<(Inches, String)> {
        let bands = weapon.bands.iter();
        bands.map(|band| (band.0, words(band.0, band.1))).collect()
    };
    if let Weapons::Aimed { attack, by, weapon } = weapons {
        let own = vec![world.placed(by)];
        let arms = &world.of_model::<Arms>(by).0;
        return match (attack, arms.get(usize::from(weapon))) {
            (Attack::Fire, Some(weapon)) => (own, of(weapon)),
            (Attack::Throw, Some(_)) => {
                let reach = throw_range(world, by, weapon);
                (own, vec![(reach, reach.to_string())])
            }
            (Attack::Breathe, _) | (_, None) => (Vec::new(), Vec::new()),
        };
    }
    // With bows in hand the ranges are theirs, not those of the engine beside them.
    let bows = weapons == Weapons::Bows;
    let mut weapon: Option<Arc<Weapon>> = None;
    let mut bearers: Vec<(Placed, Inches)> = Vec::new();
    for model in world.standing(unit) {
        if bows && support_weapons::is_chassis(world, model) {
            continue;
        }
        let arms = world.of_model::<Arms>(model).0.iter();
        let ranged = arms.filter(|arm| !arm.bands.is_empty() && (!bows || arm.is_shot()));
        let far = |weapon: &&Arc<Weapon>| (weapon.longest().0 * 100.0) as u32;
        let Some(best) = ranged.max_by_key(far) else { continue };
        bearers.push((world.placed(model), best.longest()));
        if weapon.as_ref().is_none_or(|known| known.longest().0 < best.longest().0) {
            weapon = Some(best.clone());
        }
    }
    let Some(weapon) = weapon else { return (Vec::new(), Vec::new()) };
    // Beside a gun the crew's bows don't count.
    let longest = weapon.longest();
    let with_it = bearers.into_iter().filter(|(_, reach)| reach.0 >= longest.0);
    (with_it.map(|(placed, _)| placed).collect(), of(&weapon))
}

/// The bands of the weapon that is aimed, or of the one that reaches farthest in a unit.
pub(super) fn of(world: &World, unit: UnitId, weapons: Weapons) -> Vec<Contour> {
    let (bearers, ranges) = ranges(world, unit, weapons);
    let middle = world.middle(unit);
    let facing = world.facing(unit);
    let table = world.table();
    let (low, high) = (Vec2::ZERO, Vec2::new(table.width.0, table.depth.0));
    let on_table = |p: &&Vec2| p.cmpge(low).all() && p.cmple(high).all();
    ranges
        .into_iter()
        .map(|(reach, words)| {
            let pieces = around(&bearers, reach);
            let ahead = |p: &Vec2| (*p - middle).normalize_or_zero().dot(facing);
            let mut at: Vec<Vec2> = pieces.iter().flatten().filter(on_table).copied().collect();
            at.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
            // Spread along the whole edge.
            let every = (at.len() / MOST_PLACES).max(1);
            let at = at.into_iter().step_by(every).collect();
            Contour::Range { pieces, at, words }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Profile, WeaponRule,
        components::Formation,
        profile::Band as Range,
        test_world::{TestWorld, man},
    };

    #[test]
    fn a_gun_shows_its_own_ranges_and_its_crew_theirs() {
        let mut test = TestWorld::new();
        let far = |id: &str, reach: f32, rules| Weapon {
            id: id.to_owned(),
            bands: vec![Range(Inches(reach), 0)],
            rules,
            ..Weapon::improvised()
        };
        let bow = far("bow", 24.0, Vec::new());
        let blast = vec![WeaponRule::Blast(Inches(2.0))];
        let crew = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let crew = test.armed_unit(0, Formation::Skirmish, &crew, man(), vec![bow]);
        let chassis = Profile { chassis: true, ..man() };
        let cannon = vec![far("cannon", 48.0, blast)];
        let gun = [(11.0, 11.0, 90.0)];
        let gun = test.armed_unit(0, Formation::Skirmish, &gun, chassis, cannon);
        let weapon = test.model(gun, 0);
        test.joins(weapon, crew);
        let shown = |weapons: Weapons| {
            let (bearers, ranges) = ranges(&test.world, crew, weapons);
            (bearers.len(), ranges)
        };
        assert_eq!(shown(Weapons::All), (1, vec![(Inches(48.0), "48\"  ±0".to_owned())]));
        assert_eq!(shown(Weapons::Bows), (2, vec![(Inches(24.0), "24\"  ±0".to_owned())]));
    }
}
