//! How a unit stands in a formation: where each of its models is from the middle of its front. It
//! keeps together, whatever bases it has (FORM-03 to FORM-07).

use bevy::math::Vec2;

use crate::{
    no_quarter::{components::Formation, formations::gap_within},
    table::{
        Base, Inches, Placed, Pose,
        formation::{first_contact, is_one_chain, lay_out_loose, lay_out_ranks},
    },
};

/// Models in a row of a loose unit when it is laid out.
const LOOSE_FRONTAGE: usize = 6;

/// Loose models are laid out so much nearer to each other than they must be. Inches.
const TO_SPARE: f32 = 0.25;

/// Models in a row of a closed unit when it is laid out.
const CLOSED_FRONTAGE: usize = 5;

/// Where the models of a unit stand in a formation whose front has its middle at `front`. The
/// first `command` models stand in the middle of the front rank (FORM-12).
pub fn lay_out(bases: &[Base], command: usize, formation: Formation, front: &Pose) -> Vec<Pose> {
    if let Some(places) = weapon_and_crew(bases, formation, front) {
        return places;
    }
    let count = bases.len();
    let widest = bases.iter().map(|base| base.width().0).fold(0.0, f32::max);
    let deepest = bases.iter().map(|base| base.depth().0).fold(0.0, f32::max);
    let same = bases.windows(2).all(|pair| pair[0] == pair[1]);
    let cell = match bases.first() {
        Some(base) if same => *base,
        _ => Base::Rectangle { width: Inches(widest), depth: Inches(deepest) },
    };
    let (frontage, spacing) = match formation {
        Formation::Ranked { frontage } => (usize::from(frontage), Inches::ZERO),
        Formation::Closed => (CLOSED_FRONTAGE, Inches::ZERO),
        Formation::Skirmish | Formation::Dispersed => {
            (LOOSE_FRONTAGE, Inches(gap_within(formation).0 - TO_SPARE))
        }
    };
    let frontage = frontage.clamp(1, count.max(1));
    let places = match formation {
        Formation::Ranked { .. } | Formation::Closed => lay_out_ranks(cell, count, frontage, front),
        Formation::Skirmish | Formation::Dispersed => {
            lay_out_loose(cell, count, frontage, spacing, front)
        }
    };
    // Places come front rank first, left to right; the command group takes the middle of it.
    let first = frontage.min(count).saturating_sub(command) / 2;
    let middle = first..(first + command).min(count);
    let mut order: Vec<usize> = middle.clone().collect();
    order.extend((0..count).filter(|place| !middle.contains(place)));
    let places: Vec<Pose> = order.iter().map(|&place| places[place]).collect();
    let placed = bases.iter().zip(&places).map(|(&base, &pose)| Placed::new(base, pose));
    if same || is_one_chain(&placed.collect::<Vec<_>>(), gap_within(formation)) {
        return places;
    }
    // Among larger ones the small ones stand too far apart: everybody moves up.
    let mut ranked = vec![bases[0]; count];
    for (&base, &place) in bases.iter().zip(&order) {
        ranked[place] = base;
    }
    let places = moved_up(&ranked, frontage, spacing, front);
    order.into_iter().map(|place| places[place]).collect()
}

/// Where bases of several sizes stand in ranks, the front rank first, each rank from left to right:
/// nobody farther from the one before it, and no rank from the one before it, than the spacing. The
/// middle of each rank stands behind that of the front rank, so that no rank misses the others.
fn moved_up(bases: &[Base], frontage: usize, spacing: Inches, front: &Pose) -> Vec<Pose> {
    let mut placed: Vec<Placed> = Vec::new();
    for rank in bases.chunks(frontage) {
        let across = side_by_side(rank, spacing);
        let middle = across[rank.len() / 2];
        // The front rank has its own middle at the front's.
        let shift = match placed.get(frontage / 2).filter(|_| !placed.is_empty()) {
            Some(before) => before.pose.at.x - middle,
            None => {
                -(across[0] - half(rank[0]) + across[rank.len() - 1] + half(rank[rank.len() - 1]))
                    / 2.0
            }
        };
        let behind: f32 =
            placed.iter().map(|one| one.base.depth().0 + spacing.0).sum::<f32>() + 1.0;
        let at = |back: f32| -> Vec<Placed> {
            let place = |(&base, &x): (&Base, &f32)| in_line(base, x + shift, -back);
            rank.iter().zip(&across).map(place).collect()
        };
        let way = first_contact(&at(behind), Vec2::Y, &placed, Inches(behind + 1.0));
        let back = way.map_or(0.0, |(way, ..)| behind - way.0 + spacing.0);
        placed.extend(at(back));
    }
    let place = |one: Placed| Pose::new(front.local(one.pose.at.x, one.pose.at.y), front.facing);
    placed.into_iter().map(place).collect()
}

/// Where the middles of bases are along a line that their front edges stand at, from left to right,
/// each so far from those before it.
fn side_by_side(rank: &[Base], spacing: Inches) -> Vec<f32> {
    let mut placed: Vec<Placed> = Vec::new();
    for &base in rank {
        let beyond: f32 = placed.iter().map(|one| one.base.width().0 + spacing.0).sum::<f32>();
        let beyond = beyond + base.width().0 + 1.0;
        let afar = [in_line(base, beyond, 0.0)];
        let way = first_contact(&afar, Vec2::NEG_X, &placed, Inches(beyond + 1.0));
        let x = way.map_or(0.0, |(way, ..)| beyond - way.0 + spacing.0);
        placed.push(in_line(base, x, 0.0));
    }
    placed.iter().map(|one| one.pose.at.x).collect()
}

/// A base that looks along y and has the middle of its front edge at a place.
fn in_line(base: Base, x: f32, y: f32) -> Placed {
    Placed::new(base, Pose::new(Vec2::new(x, y - base.depth().0 / 2.0), Vec2::Y))
}

fn half(base: Base) -> f32 {
    base.width().0 / 2.0
}

/// Crew stand so far behind their weapon and beside each other, in inches.
const BESIDE: f32 = 0.25;

/// Where a loose unit stands whose first model is larger than its few others: a support weapon in
/// front, its crew close behind.
fn weapon_and_crew(bases: &[Base], formation: Formation, front: &Pose) -> Option<Vec<Pose>> {
    let (weapon, crew) = bases.split_first()?;
    let one = crew.first()?;
    let alike = crew.iter().all(|base| base == one);
    let larger = weapon.width() > one.width() && weapon.depth() > one.depth();
    let loose = matches!(formation, Formation::Skirmish | Formation::Dispersed);
    if crew.len() > 4 || !alike || !larger || !loose {
        return None;
    }
    let place = |right: f32, back: f32| Pose::new(front.local(right, -back), front.facing);
    let pitch = one.width().0 + BESIDE;
    let behind = weapon.depth().0 + BESIDE + one.depth().0 / 2.0;
    let middle = (crew.len() - 1) as f32 / 2.0;
    let row = (0..crew.len()).map(|index| place((index as f32 - middle) * pitch, behind));
    Some([place(0.0, weapon.depth().0 / 2.0)].into_iter().chain(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::base::overlapping;

    const MAN: Base = Base::Rectangle { width: Inches(0.984), depth: Inches(0.984) };
    const OGRE: Base = Base::Rectangle { width: Inches(1.575), depth: Inches(1.575) };
    const RIDER: Base = Base::Rectangle { width: Inches(0.984), depth: Inches(1.969) };
    const TOWER: Base = Base::Rectangle { width: Inches(2.953), depth: Inches(3.937) };
    const GIANT: Base = Base::Circle { radius: Inches(1.5) };

    fn stands(bases: &[Base], command: usize, formation: Formation) -> Vec<Placed> {
        let front = Pose::degrees(Vec2::new(20.0, 10.0), 37.0);
        let places = lay_out(bases, command, formation, &front);
        assert_eq!(places.len(), bases.len());
        bases.iter().zip(places).map(|(&base, pose)| Placed::new(base, pose)).collect()
    }

    #[test]
    fn form_06_a_unit_with_bases_of_several_sizes_keeps_together() {
        let formations = [
            Formation::Skirmish,
            Formation::Dispersed,
            Formation::Closed,
            Formation::Ranked { frontage: 4 },
        ];
        let sizes = [MAN, OGRE, RIDER, GIANT];
        for (command, men) in sizes.iter().flat_map(|a| sizes.iter().map(move |b| (*a, *b))) {
            for count in 1..14 {
                for led in 0..3 {
                    for formation in formations {
                        let mut bases = vec![command; led];
                        bases.extend(vec![men; count]);
                        keep_together(&bases, led, formation);
                    }
                }
            }
        }
    }

    #[test]
    fn form_06_so_does_one_with_a_few_large_bases_anywhere_in_it() {
        let formations = [
            Formation::Skirmish,
            Formation::Closed,
            Formation::Ranked { frontage: 4 },
            Formation::Ranked { frontage: 6 },
        ];
        for (large, formation) in
            [OGRE, RIDER, GIANT, TOWER].iter().flat_map(|large| formations.map(|f| (*large, f)))
        {
            for count in 8..16 {
                for at in 0..count {
                    let mut bases = vec![MAN; count];
                    bases[at] = large;
                    keep_together(&bases, at % 3, formation);
                    bases[(at + count / 2) % count] = TOWER;
                    keep_together(&bases, 2, formation);
                }
            }
        }
    }

    /// All hang together, base to base in ranks and closed order, and nobody stands in another.
    fn keep_together(bases: &[Base], led: usize, formation: Formation) {
        let unit = stands(bases, led, formation);
        let told = format!("{led} lead {bases:?}, {formation:?}");
        assert!(is_one_chain(&unit, gap_within(formation)), "{told}");
        for (index, one) in unit.iter().enumerate() {
            assert!(!unit[index + 1..].iter().any(|other| overlapping(one, other)), "{told}");
        }
    }

    #[test]
    fn the_front_of_such_a_unit_is_where_its_player_wants_it() {
        let front = Pose::degrees(Vec2::new(20.0, 10.0), 90.0);
        // Two ogres led by a man between them.
        let places = lay_out(&[MAN, OGRE, OGRE], 1, Formation::Skirmish, &front);
        let near = |at: Vec2, x: f32, y: f32| at.distance(Vec2::new(x, y)) < 1e-3;
        assert!(near(places[0].at, 20.0, 10.0 - 0.492), "{places:?}");
        assert!(near(places[1].at, 20.0 - 0.492 - 0.75 - 0.7875, 10.0 - 0.7875), "{places:?}");
        assert!(near(places[2].at, 20.0 + 0.492 + 0.75 + 0.7875, 10.0 - 0.7875), "{places:?}");
    }
}
