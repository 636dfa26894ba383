//! What holds units together: a link for each pair of neighbours near enough; who hangs on to
//! nobody, and how far the nearest comrade is.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, playable::mapping::Contour},
    no_quarter::formations,
    table::{Placed, base::closest_points, base::gap, formation::chain},
};

/// The links of all units.
pub(super) fn links(world: &World) -> Vec<Contour> {
    let mut links = Vec::new();
    for unit in world.roster().units() {
        let side = world.side_of(unit);
        let bases = world.placed_models(unit);
        let allowed = formations::coherency(world, unit);
        let near = |a: usize, b: usize| gap(&bases[a], &bases[b]).at_most(allowed);
        for (a, b) in neighbours(&bases) {
            if near(a, b) {
                let (from, to) = closest_points(&bases[a], &bases[b]);
                // Beyond the edges a little, so that there is a line even where they touch.
                let way = (bases[b].pose.at - bases[a].pose.at).normalize_or_zero() * 0.05;
                links.push(Contour::Link { side, from: from - way, to: to + way });
            }
        }
        let groups = chain(&bases, allowed);
        for (place, group) in groups.iter().enumerate().skip(1) {
            links.extend(group.iter().map(|&lost| Contour::Lost(bases[lost])));
            let others = groups[..place].iter().flatten();
            let pairs = others.flat_map(|&a| group.iter().map(move |&b| (a, b)));
            let far = |&(a, b): &(usize, usize)| gap(&bases[a], &bases[b]).0;
            if let Some((a, b)) = pairs.min_by(|a, b| far(a).total_cmp(&far(b))) {
                let (from, to) = closest_points(&bases[a], &bases[b]);
                let words = format!("{:.1}\" apart", from.distance(to));
                links.push(Contour::Gap { from, to, words });
            }
        }
    }
    links
}

/// Pairs between which nobody else stands: those who have no third that is nearer to both than they
/// are to each other. Whoever is linked at all is linked by them.
fn neighbours(bases: &[Placed]) -> Vec<(usize, usize)> {
    let at = |i: usize| bases[i].pose.at;
    let mut pairs = Vec::new();
    for a in 0..bases.len() {
        for b in a + 1..bases.len() {
            let apart = at(a).distance_squared(at(b)) * 0.98;
            let between =
                |c: usize| at(a).distance_squared(at(c)).max(at(b).distance_squared(at(c))) < apart;
            if !(0..bases.len()).any(|c| c != a && c != b && between(c)) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::table::{Base, Inches, Pose};

    #[test]
    fn neighbours_link_all_and_cross_nobody() {
        let base = Base::Circle { radius: Inches(0.5) };
        let place = |x: f32, y: f32| Placed::new(base, Pose::new(Vec2::new(x, y), Vec2::Y));
        let ranks: Vec<Placed> = (0..12).map(|i| place((i % 4) as f32, (i / 4) as f32)).collect();
        let pairs = neighbours(&ranks);
        // A grid: each to the right and to the rear, no diagonals.
        assert_eq!(pairs.len(), 3 * 3 + 4 * 2);
        let linked = chain(&ranks, Inches(0.5));
        assert_eq!(linked.len(), 1);
    }
}
