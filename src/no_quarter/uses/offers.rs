//! What models can use, each with why not if it can't be used now.

use bevy::prelude::World;

use super::Usable;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{error::OrderError, magic},
};

/// Something that a model has to use.
#[derive(Clone, Debug, PartialEq)]
pub struct UseOffer {
    /// Who.
    pub model: ModelId,
    /// What.
    pub what: Usable,
    /// Why it can't be used now, wherever.
    pub refused: Option<OrderError>,
}

/// What a model has to use.
pub fn had(world: &World, model: ModelId) -> impl Iterator<Item = Usable> {
    let plain = Usable::PLAIN.into_iter().filter(move |what| what.rules().has(world, model));
    plain.chain(magic::spells_of(world, model).map(Usable::Spell))
}

/// All that the models of a unit have to use.
pub fn offers(world: &World, unit: UnitId) -> Vec<UseOffer> {
    let offer = |model: ModelId, what: Usable| UseOffer {
        model,
        what,
        refused: what.rules().check_now(world, model).err(),
    };
    let models = world.standing(unit).into_iter();
    models.flat_map(|model| had(world, model).map(move |what| offer(model, what))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        error::Refusal,
        profile::{Ability, Profile},
        test_world::{TestWorld, man},
    };

    #[test]
    fn what_a_model_has_is_offered_with_why_not() {
        let mut test = TestWorld::new();
        let beast = Profile { abilities: vec![Ability::TailAttack, Ability::Overrun], ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], beast);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        test.activate(ours);
        let told = |test: &TestWorld| -> Vec<(Usable, Option<Refusal>)> {
            let offers = offers(&test.world, ours).into_iter();
            offers.map(|offer| (offer.what, offer.refused.map(|why| why.refusal))).collect()
        };
        // In no combat there is nobody to sweep; the way to drive is free.
        let apart = [(Usable::TailAttack, Some(Refusal::NothingToDo)), (Usable::Overrun, None)];
        assert_eq!(told(&test), apart);
        assert_eq!(offers(&test.world, theirs), []);
        let enemy = test.model(theirs, 0);
        test.world.set_model(enemy, crate::table::Pose::degrees((10.0, 11.0).into(), 270.0));
        let met = [(Usable::TailAttack, None), (Usable::Overrun, Some(Refusal::InCombat))];
        assert_eq!(told(&test), met);
    }
}
