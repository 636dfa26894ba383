//! What holds units together: a line for each pair of neighbours near enough, and for those who hang
//! on to nobody a dashed ring and a dashed line to the nearest comrade, with the gap.

use bevy::prelude::*;
use bevy_egui::egui::Pos2;

use super::{
    super::paint::{
        Canvas,
        strokes::{DASHES, Strokes},
    },
    Words,
    room::Room,
};
use crate::{
    battle::{BattleWorld, SideId},
    no_quarter::formations,
    table::{Placed, base::closest_points, base::gap, formation::chain},
};

/// A link, or a break.
#[derive(Clone, Debug)]
pub enum Link {
    /// Two models hold on to each other.
    Holds(SideId, Vec2, Vec2),
    /// A model is out of its unit's coherency.
    Lost(Placed),
    /// Where a unit has come apart: from model to model, and how far.
    Broken(Vec2, Vec2),
}

/// The links of all units.
pub fn links(world: &World) -> Vec<Link> {
    let mut links = Vec::new();
    for unit in world.roster().units() {
        let side = world.side_of(unit);
        let bases: Vec<Placed> =
            world.standing(unit).into_iter().map(|model| world.placed(model)).collect();
        let allowed = formations::coherency(world, unit);
        let near = |a: usize, b: usize| gap(&bases[a], &bases[b]).at_most(allowed);
        for (a, b) in neighbours(&bases) {
            if near(a, b) {
                let (from, to) = closest_points(&bases[a], &bases[b]);
                // Beyond the edges a little, so that there is a line even where they touch.
                let way = (bases[b].pose.at - bases[a].pose.at).normalize_or_zero() * 0.05;
                links.push(Link::Holds(side, from - way, to + way));
            }
        }
        let groups = chain(&bases, allowed);
        for (place, group) in groups.iter().enumerate().skip(1) {
            links.extend(group.iter().map(|&lost| Link::Lost(bases[lost])));
            let others = groups[..place].iter().flatten();
            let pairs = others.flat_map(|&a| group.iter().map(move |&b| (a, b)));
            let far = |&(a, b): &(usize, usize)| gap(&bases[a], &bases[b]).0;
            if let Some((a, b)) = pairs.min_by(|a, b| far(a).total_cmp(&far(b))) {
                let (from, to) = closest_points(&bases[a], &bases[b]);
                links.push(Link::Broken(from, to));
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

/// Draws them.
pub fn draw(
    canvas: &Canvas,
    strokes: &mut Strokes,
    words: &mut Vec<Words>,
    room: &mut Room,
    links: &[Link],
) {
    for link in links {
        match link {
            Link::Holds(side, from, to) => {
                let (from, to) = (canvas.at(*from), canvas.at(*to));
                strokes.line(&stitch(from, to), false, canvas.side(*side), 1.25);
            }
            Link::Lost(placed) => {
                let ring = canvas.all(&canvas.beyond(placed, 4.0));
                strokes.pattern(&ring, true, canvas.bad(), 2.0, DASHES);
            }
            Link::Broken(from, to) => {
                let line = canvas.all(&[*from, *to]);
                strokes.pattern(&line, false, canvas.bad(), 2.0, DASHES);
                let text = format!("{:.1}\" apart", from.distance(*to));
                let middle = line[0].lerp(line[1], 0.5);
                if let Some(at) = room.take([middle], canvas.size_of_words(&text)) {
                    words.push(Words::Plate { at, text, colour: canvas.bad() });
                }
            }
        }
    }
}

/// A line long enough to be seen, even where two touch; it says nothing about where exactly.
fn stitch(from: Pos2, to: Pos2) -> [Pos2; 2] {
    const LEAST: f32 = 6.0;
    let middle = from.lerp(to, 0.5);
    let half = to - middle;
    if half.length() >= LEAST / 2.0 {
        return [from, to];
    }
    let way = half.normalized() * LEAST / 2.0;
    [middle - way, middle + way]
}

#[cfg(test)]
mod tests {
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
