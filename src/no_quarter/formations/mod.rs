//! Formations, coherency and changing them. Book: Model Facing, Attack Zone, Formations (FORM-01
//! to FORM-12).
//!
//! - *chain*: the models of a unit that are in coherency with each other.
//! - *effective formation*: what a unit counts as; ranks that are too few or torn are skirmishers.

mod coherency;
mod form_up;
mod ground;
mod hold_the_line;
mod join;
mod joining;
mod membership;
mod regroup;
mod reorganise;
#[cfg(test)]
mod tests;

pub use coherency::check_coherency;
pub(super) use coherency::close_up;
pub use form_up::may_form_up;
pub(super) use form_up::{check_form_up, form_up, front_first, plan_form_up};
pub use ground::BEYOND;
pub use hold_the_line::forms_up_freely;
pub(super) use hold_the_line::{check_commitment, has_charged};
pub(super) use join::{Joiner, place_beside};
pub(super) use joining::{check_join, join, plan_join};
pub use membership::{Home, belongs_in_front, is_individual, leaders};
pub(super) use membership::{answer_gap, check_leave, give_homes, home, leave, offer_gap, resume};
pub(super) use regroup::regroup;
pub use regroup::stragglers;
pub(super) use regroup::{check_duty, check_stray, check_wait};
pub use reorganise::{MOST_MOVED, REORGANISING};
pub(super) use reorganise::{plan_reorganise, reorganise};

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::components::Formation,
    table::{Inches, Placed, Pose, base::gap, formation::is_one_chain},
};

/// The fewest models of a ranked or closed unit. Book: Ranked Formation (FORM-03, FORM-04).
pub const FEWEST: usize = 8;
/// The fewest models of each of two of its ranks (FORM-03).
pub const FEWEST_IN_RANK: usize = 4;
/// The fewest ranks with so many (FORM-03).
const FEWEST_RANKS: usize = 2;
/// Models of a unit stand no farther from the next one. Book: Skirmish Formation (FORM-06).
pub const COHERENCY: Inches = Inches(1.0);
/// Those of a dispersed unit stand no farther from the next one. Book: Dispersed Formation (FORM-07).
pub const DISPERSED_COHERENCY: Inches = Inches(2.0);
/// Ruling: models of a dispersed unit stand no closer to each other (FORM-07).
pub const SPREAD: Inches = Inches(1.0);
/// Bases of a formed unit no farther apart than this stand base to base.
const BASE_TO_BASE: Inches = Inches(0.1);

/// What a unit counts as: under eight models, or torn apart, ranks and closed order count as
/// skirmishing, as does a dispersed unit that hasn't spread out. Ruling: who still stands base to
/// base, but in fewer than two ranks of four, is in closed order. Book: Ranked Formation, Closed
/// Formation, Dispersed Formation (FORM-03 to FORM-05, FORM-07).
pub fn effective(world: &World, unit: UnitId) -> Formation {
    let formation = *world.of_unit::<Formation>(unit);
    match formation {
        Formation::Skirmish => formation,
        Formation::Dispersed => {
            let bases: Vec<Placed> = world.placed_models(unit);
            if is_spread_out(&bases) { formation } else { Formation::Skirmish }
        }
        Formation::Ranked { .. } | Formation::Closed => {
            let models = placed(world, unit);
            let bases: Vec<Placed> = models.iter().map(|(_, placed)| *placed).collect();
            match formation {
                _ if !holds_together(&bases) => Formation::Skirmish,
                Formation::Ranked { .. } if !has_ranks(&ranks_of(&models)) => Formation::Closed,
                _ => formation,
            }
        }
    }
}

/// Whether bases stand as those of a dispersed unit do. Ruling: no two of them closer than 1", and all
/// in coherency; until its models have moved that far apart, a unit that loosens skirmishes (FORM-07,
/// FORM-08).
fn is_spread_out(bases: &[Placed]) -> bool {
    let apart = |(i, base): (usize, &Placed)| {
        bases[..i].iter().all(|other| gap(base, other).at_least(SPREAD))
    };
    bases.iter().enumerate().all(apart) && is_one_chain(bases, DISPERSED_COHERENCY)
}

/// Whether two of some ranks at least have four models (FORM-03).
fn has_ranks(ranks: &[Vec<ModelId>]) -> bool {
    ranks.iter().filter(|rank| rank.len() >= FEWEST_IN_RANK).count() >= FEWEST_RANKS
}

/// Whether a unit may put its ranks in order: it was drawn up in ranks and stands base to base
/// still, though they need not be ranks of four any more (FORM-09).
pub fn may_reorganise(world: &World, unit: UnitId) -> bool {
    matches!(*world.of_unit::<Formation>(unit), Formation::Ranked { .. }) && is_formed(world, unit)
}

/// Whether bases are enough of them, base to base, for ranks or closed order.
pub(super) fn holds_together(bases: &[Placed]) -> bool {
    bases.len() >= FEWEST && is_one_chain(bases, BASE_TO_BASE)
}

/// Whether a unit has the armour, the command and the drawback of ranked and closed units (FORM-03,
/// FORM-05).
pub fn is_formed(world: &World, unit: UnitId) -> bool {
    is_close(*world.of_unit::<Formation>(unit)) && {
        let bases: Vec<Placed> = placed(world, unit).iter().map(|(_, placed)| *placed).collect();
        holds_together(&bases)
    }
}

/// Whether a formation is base to base.
pub fn is_close(formation: Formation) -> bool {
    matches!(formation, Formation::Ranked { .. } | Formation::Closed)
}

/// Whether a unit moves as one block.
pub fn is_ranked(world: &World, unit: UnitId) -> bool {
    matches!(effective(world, unit), Formation::Ranked { .. })
}

/// The gap that models of a unit may have to the next one (FORM-06, FORM-07). Closed order that
/// spreads out merely lapses, so it keeps the distance of skirmishers, and no unit is dispersed by
/// what befalls it: how it was drawn up decides, so that one that loosens has room to spread out.
pub fn coherency(world: &World, unit: UnitId) -> Inches {
    coherency_of(*world.of_unit::<Formation>(unit))
}

/// The gap that models may have to the next one in a formation.
pub(super) fn coherency_of(formation: Formation) -> Inches {
    match formation {
        Formation::Dispersed => DISPERSED_COHERENCY,
        Formation::Ranked { .. } | Formation::Closed | Formation::Skirmish => COHERENCY,
    }
}

/// The gap that models have at most to the next one in a formation as it is drawn up: base to base in
/// ranks and closed order, in coherency in others (FORM-03, FORM-05 to FORM-07).
pub(super) fn gap_within(formation: Formation) -> Inches {
    if is_close(formation) { BASE_TO_BASE } else { coherency_of(formation) }
}

/// The ledger id of the rule that keeps a formation together.
fn rule_of_coherency(formation: Formation) -> &'static str {
    match formation {
        Formation::Dispersed => "FORM-07",
        Formation::Ranked { .. } | Formation::Closed | Formation::Skirmish => "FORM-06",
    }
}

/// The ranks of a unit, front first, each from its left to its right, by where its models stand.
pub fn ranks(world: &World, unit: UnitId) -> Vec<Vec<ModelId>> {
    ranks_of(&placed(world, unit))
}

/// The models of a unit on the table, where they stand.
fn placed(world: &World, unit: UnitId) -> Vec<(ModelId, Placed)> {
    world.standing(unit).into_iter().map(|model| (model, world.placed(model))).collect()
}

/// The ranks that models would have at some places: with the foremost stand all whose fronts are
/// ahead of the middles of the others in their rank, however deep the bases of some are.
pub(super) fn ranks_of(models: &[(ModelId, Placed)]) -> Vec<Vec<ModelId>> {
    let facing = models.iter().map(|(_, placed)| placed.pose.facing).sum::<Vec2>();
    let facing = facing.normalize_or(Vec2::Y);
    let pose = Pose::new(Vec2::ZERO, facing);
    let mut places: Vec<(ModelId, f32, f32, f32)> = models
        .iter()
        .map(|&(model, placed)| {
            let depth = placed.base.depth().0;
            let front = placed.pose.at.dot(facing) + depth / 2.0;
            (model, front, placed.pose.at.dot(pose.right()), depth)
        })
        .collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut ranks: Vec<Vec<ModelId>> = Vec::new();
    let mut rest = places.as_slice();
    while let Some(first) = rest.first() {
        let mut end = first.1 - first.3 / 2.0;
        let in_rank = |place: &&(ModelId, f32, f32, f32)| {
            end = end.max(place.1 - place.3 / 2.0);
            place.1 > end
        };
        let count = rest.iter().take_while(in_rank).count().max(1);
        let (rank, behind) = rest.split_at(count);
        let mut rank = rank.to_vec();
        rank.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.0.cmp(&b.0)));
        ranks.push(rank.into_iter().map(|place| place.0).collect());
        rest = behind;
    }
    ranks
}
