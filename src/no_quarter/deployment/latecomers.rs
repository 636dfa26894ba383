//! Units that are on the table before anybody looks. Book: Infiltrating Units, Abilities,
//! Infiltrate (SET-06).

use bevy::{
    math::Vec2,
    prelude::{Component, World},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::Formation,
        deployment,
        error::{OrderError, Refusal},
        level::Place,
        line_of_sight,
        profile::{Ability, Profile},
        system::BattleState,
        who::who,
    },
    table::{Base, Inches, Placed, Pose, base::gap, units::TOLERANCE},
};

/// The largest infiltrating unit. Ruling: the ability's six, not the set-up chapter's seven.
const MOST_MODELS: usize = 6;

/// How far infiltrators keep from enemies.
pub const DISTANCE: Inches = Inches(10.0);

/// What units are called that come later.
pub const LATECOMERS: &str = "Infiltrators";

/// The codex's term for them.
pub const TERM: &str = "ability Infiltrate";

/// Where a level has a unit begin that comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Latecomer {
    /// Its player puts it down after all others, where no enemy sees it.
    Infiltrator,
}

/// Whether a unit is put down after all others; it never changes in a battle.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComesLater(bool);

impl ComesLater {
    /// Whether a unit of these models comes later: by its own ability, which all of them must have,
    /// or because a scenario says so (AB-INFILTRATE).
    pub fn of(models: &[&Profile], told_to: bool) -> Self {
        let few = models.len() <= MOST_MODELS && !models.is_empty();
        let able = |profile: &&Profile| profile.has(Ability::Infiltrate);
        Self(told_to || few && models.iter().all(able))
    }

    /// The same for a unit of a level, by the place it has there.
    ///
    /// # Errors
    /// What is wrong if it is too large.
    pub fn at(place: &Place, models: &[&Profile]) -> Result<Self, String> {
        let told_to = matches!(place, Place::ByRule(Latecomer::Infiltrator));
        if told_to && models.len() > MOST_MODELS {
            return Err(format!(
                "{} infiltrators; {MOST_MODELS} models are the limit",
                models.len()
            ));
        }
        Ok(Self::of(models, told_to))
    }
}

/// Whether a unit is put down after all others.
pub fn comes_later(world: &World, unit: UnitId) -> bool {
    world.unit(unit).get::<ComesLater>().is_some_and(|later| later.0)
}

/// Whether all others are on the table, so that it is the turn of those who come later.
pub fn is_latecomers_turn(world: &World) -> bool {
    world.resource::<BattleState>().infiltrating
}

/// How units that come later are put down, in a sentence.
pub fn hint_for_latecomers() -> String {
    format!(
        "Choose a unit of infiltrators, then point at a dotted place: {DISTANCE} from enemies and \
         out of their sight."
    )
}

/// All others are on the table.
pub(super) fn call_latecomers(world: &mut World) {
    world.resource_mut::<BattleState>().infiltrating = true;
}

/// That it isn't the turn of a unit that comes later.
pub(super) fn too_early(world: &World, unit: UnitId) -> OrderError {
    let text =
        format!("{} infiltrates: it is deployed after all other units", world.unit_name(unit));
    OrderError::new(Refusal::NotYourChoice, "SET-06", text)
}

/// The nearest enemy of models at some places, and how near it is to which of them.
pub fn nearest_enemy(
    world: &World,
    places: &[(ModelId, Placed)],
) -> Option<(Inches, ModelId, ModelId)> {
    let side = world.side_of_model(places.first()?.0);
    let enemies = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model) && world.side_of_model(model) != side);
    let mut nearest: Option<(Inches, ModelId, ModelId)> = None;
    for enemy in enemies {
        let placed = world.placed(enemy);
        for (own, here) in places {
            let gap = gap(here, &placed);
            if nearest.is_none_or(|(least, ..)| gap.0 < least.0) {
                nearest = Some((gap, enemy, *own));
            }
        }
    }
    nearest
}

/// Whether infiltrators may be put down at these places: far enough from every enemy, and seen by
/// none.
pub(super) fn check(world: &World, places: &[(ModelId, Placed)]) -> Result<(), OrderError> {
    for (model, placed) in places {
        if !world.table().holds(placed) {
            let text = format!("{} would stand off the table", who(world, *model));
            let error = OrderError::new(Refusal::OutsideZone, "SET-06", text);
            return Err(error.model(*model).at(placed.pose.at));
        }
    }
    if let Some((gap, enemy, own)) = nearest_enemy(world, places)
        && gap.0 < DISTANCE.0 - TOLERANCE
    {
        let (name, enemy_name) = (who(world, own), who(world, enemy));
        let text = format!(
            "{name} would be {gap} from {enemy_name}; infiltrators keep {DISTANCE} from enemies"
        );
        let refusal = Refusal::EnemyNear { enemy, gap, needed: DISTANCE };
        let at = world.placed(enemy).pose.at;
        return Err(OrderError::new(refusal, "SET-06", text).model(own).at(at));
    }
    if let Some((enemy, own)) = line_of_sight::seen_at(world, places) {
        let (name, enemy_name) = (who(world, own), who(world, enemy));
        let text =
            format!("{enemy_name} would see {name}; infiltrators must be deployed out of sight");
        let at = world.placed(enemy).pose.at;
        return Err(OrderError::new(Refusal::SeenBy { enemy }, "SET-06", text).model(own).at(at));
    }
    Ok(())
}

/// Whether a model of an infiltrating unit may be put down with its middle at a place, as far as
/// enemies go.
pub fn may_stand(world: &World, unit: UnitId, at: Vec2) -> bool {
    let facing = deployment::inwards(world, world.side_of(unit));
    let placed =
        |model| Placed { base: *world.of_model::<Base>(model), pose: Pose::new(at, facing) };
    let first = world.members(unit).first().copied();
    first.is_some_and(|model| check(world, &[(model, placed(model))]).is_ok())
}

/// Some legal place for an infiltrating unit: the nearest to the enemy's side of the table first.
pub fn find_place(world: &World, unit: UnitId) -> Option<(Pose, Formation)> {
    let facing = deployment::inwards(world, world.side_of(unit));
    let own = *world.of_unit::<Formation>(unit);
    let table = world.table();
    let (columns, rows) = (table.width.0 as u32, table.depth.0 as u32);
    let mut spots: Vec<Vec2> = (0..columns * rows)
        .map(|i| Vec2::new((i % columns) as f32 + 0.5, (i / columns) as f32 + 0.5))
        .collect();
    spots.sort_by(|a, b| {
        let ahead = b.dot(facing).total_cmp(&a.dot(facing));
        ahead.then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y))
    });
    for formation in [own, Formation::Skirmish] {
        for &at in &spots {
            let pose = Pose::new(at, facing);
            if deployment::check(world, unit, &pose, formation).is_ok() {
                return Some((pose, formation));
            }
        }
        if own == Formation::Skirmish {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::test_world::{TestWorld, man};

    #[test]
    fn set_06_in_the_open_nobody_infiltrates() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(2.0, 2.0, 90.0)], man());
        assert!(may_stand(&test.world, ours, Vec2::new(24.0, 20.0)), "there is no enemy");
        assert!(!may_stand(&test.world, ours, Vec2::new(0.2, 20.0)), "off the table");
        test.unit(1, Formation::Skirmish, &[(24.0, 40.0, 270.0)], man());
        assert!(!may_stand(&test.world, ours, Vec2::new(24.0, 20.0)), "in full sight");
    }
}
