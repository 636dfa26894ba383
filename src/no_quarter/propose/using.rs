//! Using what models have, whatever it is.

use bevy::prelude::World;

use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{
        order::Order,
        uses::{self, Occasion, Usable},
    },
};

/// Something that one of these models has to use on an occasion.
pub(super) fn propose(
    world: &World,
    models: &[ModelId],
    occasion: Occasion,
    enemy: Option<UnitId>,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Order> {
    let fits = |what: &Usable| what.about().occasion == occasion;
    let had =
        |&model: &ModelId| uses::had(world, model).filter(fits).map(move |what| (model, what));
    let had: Vec<(ModelId, Usable)> = models.iter().flat_map(had).collect();
    let place = if had.len() > 1 { pick(had.len()) } else { 0 };
    let &(model, what) = had.get(place)?;
    let at = what.rules().propose(world, model, enemy, pick)?;
    Some(Order::Use { model, what, at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            components::Formation,
            profile::{Ability, Profile},
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
}
