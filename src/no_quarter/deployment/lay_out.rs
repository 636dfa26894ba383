//! How a unit stands in a formation: where each of its models is from the middle of its front.

use crate::{
    no_quarter::{components::Formation, formations::coherency_of},
    table::{
        Base, Inches, Pose,
        formation::{lay_out_loose, lay_out_ranks},
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
    let (frontage, places) = match formation {
        Formation::Ranked { frontage } => {
            let frontage = usize::from(frontage).clamp(1, count.max(1));
            (frontage, lay_out_ranks(cell, count, frontage, front))
        }
        Formation::Closed => {
            let frontage = CLOSED_FRONTAGE.min(count.max(1));
            (frontage, lay_out_ranks(cell, count, frontage, front))
        }
        Formation::Skirmish | Formation::Dispersed => {
            let frontage = LOOSE_FRONTAGE.min(count.max(1));
            let spacing = Inches(coherency_of(formation).0 - TO_SPARE);
            (frontage, lay_out_loose(cell, count, frontage, spacing, front))
        }
    };
    // Places come front rank first, left to right; the command group takes the middle of it.
    let first = frontage.min(count).saturating_sub(command) / 2;
    let middle = first..(first + command).min(count);
    let mut order: Vec<usize> = middle.clone().collect();
    order.extend((0..count).filter(|place| !middle.contains(place)));
    order.into_iter().map(|place| places[place]).collect()
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
