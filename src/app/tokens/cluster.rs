//! Which of a scattered unit's models stand together: what is said about the unit is said there.

use bevy::prelude::*;

/// A base: its middle and half its extent along both axes, in inches.
pub type Extent = (Vec2, Vec2);

/// Two bases with no more between them belong together, in inches: a chain of dispersed models has
/// gaps of 2".
const LINK: f32 = 2.2;

/// The most that stand together, by their places in the list; of equals those with the first one.
pub fn largest(bases: &[Extent]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..bases.len()).collect();
    let mut largest: Vec<usize> = Vec::new();
    while let Some(&first) = left.first() {
        left.remove(0);
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&member) = group.get(next) {
            let (near, far): (Vec<usize>, Vec<usize>) =
                left.into_iter().partition(|&other| gap(bases[member], bases[other]) <= LINK);
            group.extend(near);
            left = far;
            next += 1;
        }
        if group.len() > largest.len() {
            largest = group;
        }
    }
    largest
}

/// How far two upright rectangles are apart.
fn gap((at, half): Extent, (other, other_half): Extent) -> f32 {
    ((at - other).abs() - half - other_half).max(Vec2::ZERO).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bases(places: &[(f32, f32)]) -> Vec<Extent> {
        places.iter().map(|&(x, y)| (Vec2::new(x, y), Vec2::splat(0.5))).collect()
    }

    #[test]
    fn the_largest_part_of_a_scattered_unit_counts() {
        let scattered = bases(&[(0.0, 0.0), (30.0, 0.0), (1.5, 0.0), (31.0, 1.0), (32.9, 3.0)]);
        let mut found = largest(&scattered);
        found.sort_unstable();
        assert_eq!(found, [1, 3, 4]);
    }

    #[test]
    fn a_chain_with_the_widest_gaps_is_whole_and_of_equals_the_first_counts() {
        let chain = bases(&[(0.0, 0.0), (3.0, 0.0), (6.0, 0.0), (9.0, 0.0)]);
        assert_eq!(largest(&chain).len(), 4);
        let pair = bases(&[(20.0, 0.0), (0.0, 0.0)]);
        assert_eq!(largest(&pair), [0]);
        assert!(largest(&[]).is_empty());
    }
}
