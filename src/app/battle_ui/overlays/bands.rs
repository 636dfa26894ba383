//! Range bands of a unit's weapons: the edge of all ground that any of its models reaches, with
//! the distance and the modifier written on it.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    super::{
        aim,
        mode::Mode,
        paint::{Canvas, strokes::Strokes},
    },
    Words,
    room::Room,
};
use crate::{
    app::seat::Intent,
    battle::{BattleWorld, UnitId},
    no_quarter::{Arms, Weapon, grenades::throw_range, plan::Attack, support_weapons},
    table::{Inches, Placed, TOLERANCE, Zone, ZoneShape},
};

/// One edge.
#[derive(Clone, Debug)]
pub struct Band {
    /// Pieces of the edge.
    pub pieces: Vec<Vec<Vec2>>,
    /// Places for the words on the table, the best ones first.
    at: Vec<Vec2>,
    /// What they say.
    pub words: String,
}

/// Range and modifier to hit, as words.
fn words(range: Inches, modifier: i32) -> String {
    let modifier = if modifier == 0 { "±0".to_owned() } else { format!("{modifier:+}") };
    format!("{range}  {modifier}").replace('-', "−")
}

/// Who has the ranges, and each with its words: of the weapon that is aimed, or of the one that
/// reaches farthest in a unit, a support weapon's included.
fn ranges(world: &World, unit: UnitId, mode: &Mode) -> (Vec<Placed>, Vec<(Inches, String)>) {
    let of = |weapon: &Weapon| -> Vec<(Inches, String)> {
        let bands = weapon.bands.iter();
        bands.map(|band| (band.0, words(band.0, band.1))).collect()
    };
    if let Some(Intent::Template(aimed)) = mode.intent() {
        let own = vec![world.placed(aimed.by)];
        let arms = &world.of_model::<Arms>(aimed.by).0;
        return match (aimed.attack, arms.get(usize::from(aimed.weapon))) {
            (Attack::Fire, Some(weapon)) => (own, of(weapon)),
            (Attack::Throw, Some(_)) => {
                let reach = throw_range(world, aimed.by, aimed.weapon);
                (own, vec![(reach, reach.to_string())])
            }
            (Attack::Breathe, _) | (_, None) => (Vec::new(), Vec::new()),
        };
    }
    // With bows in hand the ranges are theirs, not those of the engine beside them.
    let bows = matches!(mode.intent(), Some(Intent::Shoot { .. }));
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
pub fn of(world: &World, unit: UnitId) -> Vec<Band> {
    let (bearers, ranges) = ranges(world, unit, world.resource::<Mode>());
    let middle = aim::middle(world, unit);
    let facing = aim::facing(world, unit);
    let table = world.table();
    let (low, high) = (Vec2::ZERO, Vec2::new(table.width.0, table.depth.0));
    let on_table = |p: &&Vec2| p.cmpge(low).all() && p.cmple(high).all();
    ranges
        .into_iter()
        .map(|(reach, words)| {
            let pieces = union(&bearers, reach);
            let ahead = |p: &Vec2| (*p - middle).normalize_or_zero().dot(facing);
            let mut at: Vec<Vec2> = pieces.iter().flatten().filter(on_table).copied().collect();
            at.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
            // Spread along the whole edge.
            let every = (at.len() / super::PLACES).max(1);
            let at = at.into_iter().step_by(every).collect();
            Band { pieces, at, words }
        })
        .collect()
}

/// The edge of the ground within a distance of any base, as open pieces.
pub(super) fn union(bases: &[Placed], reach: Inches) -> Vec<Vec<Vec2>> {
    let mut pieces = Vec::new();
    for (place, around) in bases.iter().enumerate() {
        let zone = Zone { around: *around, reach, shape: ZoneShape::AllRound };
        let edge = zone.outline();
        let inside = |p: Vec2| {
            bases.iter().enumerate().any(|(other, base)| {
                other != place && base.closest_point(p).distance(p) < reach.0 - TOLERANCE
            })
        };
        let mut piece: Vec<Vec2> = Vec::new();
        let mut last: Option<(Vec2, bool)> = None;
        for &point in edge.iter().chain(edge.first()) {
            let hidden = inside(point);
            if let Some((before, was_hidden)) = last
                && was_hidden != hidden
            {
                let (out, within) = if hidden { (before, point) } else { (point, before) };
                piece.push(border(out, within, inside));
            }
            if hidden {
                if piece.len() > 1 {
                    pieces.push(std::mem::take(&mut piece));
                }
                piece.clear();
            } else {
                piece.push(point);
            }
            last = Some((point, hidden));
        }
        if piece.len() > 1 {
            pieces.push(piece);
        }
    }
    pieces
}

/// Where a line from a point outside to one inside crosses the border, just outside.
fn border(mut out: Vec2, mut within: Vec2, inside: impl Fn(Vec2) -> bool) -> Vec2 {
    for _ in 0..10 {
        let middle = out.midpoint(within);
        if inside(middle) {
            within = middle;
        } else {
            out = middle;
        }
    }
    out
}

/// Draws the edges in long dashes, each with its words.
pub fn draw(
    canvas: &Canvas,
    strokes: &mut Strokes,
    words: &mut Vec<Words>,
    room: &mut Room,
    bands: &[Band],
) {
    let colour = canvas.warning();
    for band in bands {
        for piece in &band.pieces {
            strokes.pattern(&canvas.all(piece), false, colour, 1.5, LONG_DASHES);
        }
        let size = canvas.size_of_words(&band.words);
        if let Some(at) = room.take(canvas.all(&band.at), size) {
            words.push(Words::Plate { at, text: band.words.clone(), colour });
        }
    }
}

/// Dashes of a range: on and off, in window points.
const LONG_DASHES: (f32, f32) = (14.0, 5.0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::seat::Intent,
        battle::level::Formation,
        no_quarter::{
            Profile, WeaponRule,
            profile::Band as Range,
            test_world::{TestWorld, man},
        },
        table::{Base, Pose},
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
        let shown = |mode: Mode| {
            let (bearers, ranges) = ranges(&test.world, crew, &mode);
            (bearers.len(), ranges)
        };
        assert_eq!(shown(Mode::Select), (1, vec![(Inches(48.0), "48\"  ±0".to_owned())]));
        let shoots = Mode::Prepare(Intent::Shoot { aim: false, weapon: None });
        assert_eq!(shown(shoots), (2, vec![(Inches(24.0), "24\"  ±0".to_owned())]));
    }

    #[test]
    fn the_edge_of_two_is_inside_neither() {
        let disc = |x: f32| {
            Placed::new(Base::Circle { radius: Inches(0.5) }, Pose::new(Vec2::X * x, Vec2::Y))
        };
        let bases = [disc(0.0), disc(3.0)];
        let pieces = union(&bases, Inches(6.0));
        assert!(!pieces.is_empty());
        for point in pieces.iter().flatten() {
            for base in &bases {
                assert!(base.closest_point(*point).distance(*point) > 5.9);
            }
        }
    }
}
