//! What guns aim at, and who would stand in front of them.

use bevy::math::Vec2;

use super::{force::Force, study::Study};
use crate::{
    battle::{BattleWorld, SideId, UnitId},
    no_quarter::{components::Arms, profile::WeaponRule},
};

/// How much of the harm of a gun's next shot is lost if somebody stands in its line of fire: it may find
/// another target, or another place.
const LOST: f32 = 0.35;
/// Who is nearer to a line of fire than this, edge of its base to the line, is in it. Inches.
const BESIDE: f32 = 0.25;
/// A target that is seen worse than this past terrain is none.
const SEEN: f32 = 0.3;

/// A gun and what it is likely to fire at next.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineOfFire {
    /// Whose gun it is.
    side: SideId,
    /// The gun's unit.
    pub gun: UnitId,
    /// Its target's unit.
    target: UnitId,
    from: Vec2,
    to: Vec2,
    /// What its shot is likely to take.
    points: f32,
}

impl LineOfFire {
    /// Whether anybody of a force would be in it that stood elsewhere by a vector.
    fn is_barred(&self, force: &Force, shift: Vec2) -> bool {
        let line = self.to - self.from;
        let length = line.length_squared();
        length > 0.0
            && force.spots.iter().any(|spot| {
                let at = spot.at + shift - self.from;
                let along = at.dot(line) / length;
                let off = (at - line * along).length();
                (0.0..1.0).contains(&along) && off < spot.radius + BESIDE
            })
    }
}

/// The lines of fire of all guns of both sides that have to see what they fire at.
pub(super) fn of(study: &Study) -> Vec<LineOfFire> {
    study.forces().iter().filter_map(|force| line_of(study, force)).collect()
}

fn line_of(study: &Study, force: &Force) -> Option<LineOfFire> {
    let gun = force.gun?;
    let arms = &study.world.of_model::<Arms>(gun).0;
    if !force.is_steady() || arms.iter().any(|arm| arm.has(WeaponRule::Indirect)) {
        return None;
    }
    let from = force.spots.iter().find(|spot| spot.model == gun)?.at;
    let targets = study.nearest_enemies(force).into_iter().filter_map(|(gap, enemy)| {
        let seen = study.sight(from, enemy.middle);
        let points = study.harm_by_shots(force, enemy, gap, force.actions) * seen;
        (points > 0.0 && seen >= SEEN && study.engaged_with(enemy.unit).is_empty())
            .then_some((points, enemy))
    });
    // The nearest of those that promise most.
    let best = targets.reduce(|best, other| if other.0 > best.0 { other } else { best });
    let (points, enemy) = best?;
    Some(LineOfFire {
        side: force.side,
        gun: force.unit,
        target: enemy.unit,
        from,
        to: enemy.middle,
        points,
    })
}

impl Study<'_> {
    /// What it costs the other units of a force's side that it stands in front of their guns, and in
    /// front of which most.
    pub fn bars_guns(
        &self,
        force: &Force,
        shift: Vec2,
        fights: Option<UnitId>,
    ) -> Option<(f32, UnitId)> {
        let lines = self.lines_of_fire().iter().filter(|line| {
            line.side == force.side
                && line.gun != force.unit
                // Nobody fires into a fight.
                && fights != Some(line.target)
                && line.is_barred(force, shift)
        });
        let worst = lines.max_by(|a, b| a.points.total_cmp(&b.points).then(b.gun.cmp(&a.gun)))?;
        Some((LOST * worst.points, worst.gun))
    }
}
