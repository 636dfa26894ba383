//! With which formation a change of formation begins: the nearest to the present one that the unit can take
//! at all, wherever it will stand then.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{OrderError, components::Formation, formations},
};

/// The formation that the active unit prepares first.
///
/// # Errors
/// Why the unit can take no other formation now, nor its own once more: the reason against the nearest.
pub(super) fn begins_with(world: &World, unit: UnitId) -> Result<Formation, OrderError> {
    let present = *world.of_unit::<Formation>(unit);
    let mut first = None;
    for formation in nearest_first(present, world.standing(unit).len()) {
        match formations::may_form_up(world, formation) {
            Ok(()) => return Ok(formation),
            Err(refused) => first = first.or(Some(refused)),
        }
    }
    // A unit always has some formation to look at.
    first.map_or(Ok(present), Err)
}

/// All formations for so many models, those most like the present one first: ranks as wide as they are,
/// narrower and wider ones, and then whatever is one step looser or closer.
fn nearest_first(present: Formation, models: usize) -> Vec<Formation> {
    let looseness = |formation: &Formation| match formation {
        Formation::Ranked { .. } => 0_i8,
        Formation::Closed => 1,
        Formation::Skirmish => 2,
        Formation::Dispersed => 3,
    };
    let wide = frontage(present, models);
    let ranks = widths(wide, models).map(|frontage| Formation::Ranked { frontage });
    let mut all: Vec<Formation> = ranks.collect();
    all.extend([Formation::Closed, Formation::Skirmish, Formation::Dispersed]);
    // Ranks stay in the order of their widths.
    all.sort_by_key(|formation| (looseness(formation) - looseness(&present)).abs());
    all
}

/// Widths of a front rank, the nearest to a wanted one first.
fn widths(wanted: u8, models: usize) -> impl Iterator<Item = u8> {
    let most = u8::try_from(models).unwrap_or(u8::MAX).max(wanted);
    let mut all: Vec<u8> = (1..=most).collect();
    all.sort_by_key(|wide| (wide.abs_diff(wanted), *wide > wanted));
    all.into_iter()
}

/// How wide the front of a unit is, or would be in ranks: half of its models, so that there are two.
pub(super) fn frontage(present: Formation, models: usize) -> u8 {
    /// A front that nobody has asked for isn't wider.
    const MOST: usize = 10;
    match present {
        Formation::Ranked { frontage } => frontage,
        Formation::Closed | Formation::Skirmish | Formation::Dispersed => {
            models.div_ceil(2).clamp(1, MOST) as u8
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{
            RuleSystem,
            playable::{
                Acting,
                acting::{Began, Focus, Pointing},
            },
        },
        no_quarter::{
            NoQuarter, Order,
            components::{Morale, UnitRecord},
            playable::acting::{Intent, verbs::Verb},
            test_world::{TestWorld, man},
        },
    };

    /// So many men in open order beside each other, and active.
    fn scene(models: u8, formation: Formation) -> (TestWorld, UnitId) {
        let mut test = TestWorld::new();
        let place =
            |model: u8| (10.0 + f32::from(model % 8) * 1.0, 10.0 - f32::from(model / 8), 90.0);
        let places: Vec<(f32, f32, f32)> = (0..models).map(place).collect();
        let unit = test.unit(0, formation, &places, man());
        test.activate(unit);
        (test, unit)
    }

    fn begun(test: &TestWorld) -> Option<Formation> {
        match NoQuarter::begun_by(&test.world, Focus::default(), None, Verb::FormUp.id()) {
            Began::Prepares(Intent::FormUp { formation }) => Some(formation),
            _ => None,
        }
    }

    #[test]
    fn form_08_forming_up_begins_with_a_formation_that_may_be_taken() {
        for (models, present, wanted) in [
            (4, Formation::Skirmish, Formation::Dispersed),
            (12, Formation::Skirmish, Formation::Closed),
            (12, Formation::Dispersed, Formation::Skirmish),
            (12, Formation::Ranked { frontage: 6 }, Formation::Ranked { frontage: 6 }),
            (9, Formation::Ranked { frontage: 6 }, Formation::Ranked { frontage: 5 }),
        ] {
            let (test, unit) = scene(models, present);
            assert_eq!(begun(&test), Some(wanted), "{models} in {present:?}");
            assert_eq!(begins_with(&test.world, unit), Ok(wanted));
        }
    }

    #[test]
    fn form_08_what_forming_up_begins_with_is_not_refused_in_open_ground() {
        for (models, present) in [(4, Formation::Skirmish), (12, Formation::Dispersed)] {
            let (test, _) = scene(models, present);
            let formation = begun(&test).expect("there is a formation");
            let (focus, pointing) = (Focus::default(), Pointing::default());
            let order =
                NoQuarter::order(&test.world, focus, &Intent::FormUp { formation }, pointing);
            let order: Order = order.expect("it makes an order").expect("of its own place");
            assert_eq!(NoQuarter::check(&test.world, &order), Ok(()), "{present:?}");
        }
    }

    #[test]
    fn form_08_whoever_can_take_no_formation_is_told_so_before_it_begins() {
        let (mut test, unit) = scene(12, Formation::Ranked { frontage: 6 });
        let why =
            |test: &TestWorld| NoQuarter::why_not(&test.world, Focus::default(), Verb::FormUp.id());
        assert_eq!(why(&test), None);
        // Loosening its ranks is all that is left to a unit that has done something.
        test.world.set_unit(unit, UnitRecord { acted: true });
        assert_eq!(begun(&test), Some(Formation::Skirmish));
        assert_eq!(why(&test), None);
        test.morale(unit, Morale::Terrified);
        assert_eq!(begun(&test), None);
        assert!(why(&test).is_some_and(|why| why.contains("terrified")), "{:?}", why(&test));
    }

    #[test]
    fn the_nearest_formations_come_first() {
        let ranks = |frontage| Formation::Ranked { frontage };
        let nearest = nearest_first(ranks(5), 6);
        assert_eq!(nearest[..5], [ranks(5), ranks(4), ranks(6), ranks(3), ranks(2)]);
        assert_eq!(nearest[6..], [Formation::Closed, Formation::Skirmish, Formation::Dispersed]);
        let nearest = nearest_first(Formation::Dispersed, 6);
        assert_eq!(
            nearest[..4],
            [Formation::Dispersed, Formation::Skirmish, Formation::Closed, ranks(3)]
        );
    }
}
