//! What holds units together: a line for each pair of models near enough, a red ring around
//! models that hang on to nobody.

use bevy::prelude::*;

use super::super::paint::Canvas;
use crate::{
    battle::{BattleWorld, SideId},
    no_quarter::formations,
    table::{Placed, base::closest_points, base::gap, formation::chain},
};

/// A link, or a straggler.
#[derive(Clone, Debug)]
pub enum Link {
    /// Two models hold on to each other.
    Holds(SideId, Vec2, Vec2),
    /// A model is out of its unit's coherency.
    Lost(Placed),
}

/// The links of all units.
pub fn links(world: &World) -> Vec<Link> {
    let mut links = Vec::new();
    for unit in world.roster().units() {
        let side = world.side_of(unit);
        let bases: Vec<Placed> =
            world.standing(unit).into_iter().map(|model| world.placed(model)).collect();
        let allowed = formations::coherency(world, unit);
        for (place, a) in bases.iter().enumerate() {
            for b in &bases[place + 1..] {
                if gap(a, b).at_most(allowed) {
                    // From centre to centre where they touch, so that there is a line at all.
                    let (from, to) = closest_points(a, b);
                    let touch = from.distance(to) < 0.2;
                    let ends = if touch { (a.pose.at, b.pose.at) } else { (from, to) };
                    links.push(Link::Holds(side, ends.0, ends.1));
                }
            }
        }
        for group in chain(&bases, allowed).into_iter().skip(1) {
            links.extend(group.into_iter().map(|place| Link::Lost(bases[place])));
        }
    }
    links
}

/// Draws them.
pub fn draw(canvas: &Canvas, links: &[Link]) {
    for link in links {
        match link {
            Link::Holds(side, from, to) => canvas.line(*from, *to, canvas.side(*side), 1.5),
            Link::Lost(placed) => canvas.dashed_ring(placed, 4.0, canvas.bad(), 2.0),
        }
    }
}
