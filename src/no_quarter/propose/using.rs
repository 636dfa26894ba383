//! Using what models have, whatever it is.

use bevy::prelude::World;

use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{
        order::Order,
        uses::{self, Occasion, Usable},
    },
};

/// Whether one of these models has something to use on an occasion.
pub(super) fn has(world: &World, models: &[ModelId], occasion: Occasion) -> bool {
    let fits = |what: Usable| what.about().occasion == occasion;
    models.iter().any(|&model| uses::had(world, model).any(fits))
}

/// Something that one of these models has to use on an occasion.
pub(super) fn propose(
    world: &World,
    models: &[ModelId],
    occasion: Occasion,
    enemy: Option<UnitId>,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Order> {
    let had = had(world, models, occasion);
    let place = if had.len() > 1 { pick(had.len()) } else { 0 };
    let &(model, what) = had.get(place)?;
    let at = what.rules().propose(world, model, enemy, pick)?;
    Some(Order::Use { model, what, at })
}

/// All that these models have to use on an occasion.
fn had(world: &World, models: &[ModelId], occasion: Occasion) -> Vec<(ModelId, Usable)> {
    let fits = |what: &Usable| what.about().occasion == occasion;
    let had =
        |&model: &ModelId| uses::had(world, model).filter(fits).map(move |what| (model, what));
    models.iter().flat_map(had).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{BattleWorld, Pending, RuleSystem},
        no_quarter::{
            NoQuarter,
            components::{Formation, Holding},
            order::StandingOrder,
            profile::{Ability, Profile},
            question::{Answer, Question},
            test_world::{TestWorld, man},
            uses::At,
        },
        table::formation::Flank,
    };

    #[test]
    fn of_all_that_is_had_one_is_picked_and_of_one_nobody_draws() {
        let mut test = TestWorld::new();
        let beast = Profile { abilities: vec![Ability::TailAttack], ..man() };
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let unit = test.unit(0, Formation::Skirmish, &places, beast);
        let models = test.models(unit);
        let mut asked = Vec::new();
        let mut last = |count: usize| {
            asked.push(count);
            count - 1
        };
        let propose = |models: &[ModelId], pick: &mut dyn FnMut(usize) -> usize| {
            super::propose(&test.world, models, Occasion::Combat, None, pick)
        };
        let sweep = |model| {
            let at = At::Side(Flank::Right);
            Some(Order::Use { model, what: Usable::TailAttack, at })
        };
        assert_eq!(propose(&models, &mut last), sweep(models[1]));
        assert_eq!(propose(&models[..1], &mut last), sweep(models[0]));
        // Whose, which side; which side.
        assert_eq!(asked, [2, 2, 2]);
        assert_eq!(propose(&[], &mut |_| 0), None);
    }

    #[test]
    fn chariots_often_drive_and_come_to_those_who_flee() {
        let mut test = TestWorld::new();
        let chariot = Profile { abilities: vec![Ability::Overrun], actions: 12, ..man() };
        let unit = test.unit(0, Formation::Skirmish, &[(12.0, 4.0, 90.0)], chariot);
        let enemy = test.unit(1, Formation::Skirmish, &[(12.0, 11.0, 270.0)], man());
        test.world.set_unit(enemy, Holding(Some(StandingOrder::WhenCharged)));
        test.activate(unit);
        let mut number = 1_u32;
        let mut pick = |count: usize| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) as usize % count.max(1)
        };
        let drives = |order: &Order| matches!(order, Order::Use { what: Usable::Overrun, .. });
        let drives: Vec<Order> = (0..400)
            .map(|_| super::super::propose(&test.world, &mut pick))
            .filter(|order| drives(order) && NoQuarter::check(&test.world, order).is_ok())
            .collect();
        assert!(drives.len() > 400 / 15, "{} of 400", drives.len());
        test.order(drives[0].clone());
        test.answer(Answer::Flee);
        let asked = test.world.resource::<Pending<NoQuarter>>().0.as_ref();
        let asked = asked.map(|decision| decision.question.clone());
        let driver = test.model(unit, 0);
        assert_eq!(asked, Some(Question::DriveFled { driver, target: enemy }));
    }

    /// Whoever can taunt has something to use, though nobody of them is a wizard.
    #[test]
    fn what_is_had_is_asked_for_by_its_occasion() {
        let mut test = TestWorld::new();
        let abilities = vec![Ability::Taunt];
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let jeering = test.unit(0, Formation::Skirmish, &places, Profile { abilities, ..man() });
        let models = test.models(jeering);
        assert!(has(&test.world, &models, Occasion::AnyTime));
        assert!(!has(&test.world, &models, Occasion::Combat));
        let plain = test.unit(1, Formation::Skirmish, &[(10.0, 30.0, 270.0)], man());
        assert!(!has(&test.world, &test.models(plain), Occasion::AnyTime));
    }
}
