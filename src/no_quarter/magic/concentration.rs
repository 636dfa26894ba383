//! Concentrating before a spell is cast or cancelled. Book: Concentrating (MAG-02).

use bevy::prelude::World;

use super::casting;
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        effects::{self, Does, Effect, Gift, Source, Until},
        error::{OrderError, Refusal},
        event::Event,
        movement,
        reason::Reason,
        system::emit,
        trial::Rolling,
        uses::{About, At, FirstRoll, Foretold, Occasion, UsedAt, Using, elsewhere},
    },
};

/// It as something that can be used.
pub(in crate::no_quarter) const ABOUT: About = About {
    rule: "MAG-02",
    occasion: Occasion::AnyTime,
    place: UsedAt::Itself,
    verb: VerbWords {
        id: "Concentrate",
        name: "Concentrate",
        help: "Spend 1 action so that the next spell is 1 easier to cast or to cancel.",
        targets: false,
        key: VerbKey::Usually("F8"),
        icon: "concentrate",
        term: "verb Concentrate",
    },
    lacking: "has no wizard to concentrate",
    means: "magic",
};

/// What it costs. Book: Concentrating.
const ACTIONS: u8 = 1;

/// What it adds to the number for the next spell.
pub(super) const BONUS: i32 = 1;

/// What it leaves until the next spell.
const CONCENTRATING: Effect = Effect {
    does: Does::Gives(Gift::Concentrating),
    source: Source::Concentration,
    until: Until::EndOfGo,
};

/// A spell was cast, or an attempt made to cancel one: what came before it counts no more.
pub(super) fn is_spent(world: &mut World, model: ModelId) {
    effects::lift_source_from_model(world, model, Source::Concentration);
}

/// The chance, from 0 to 1, of the roll to cast or to cancel a spell if the model concentrates before it. None if
/// it can't, or couldn't pay for both.
pub(in crate::no_quarter) fn chance_after(world: &World, first: &FirstRoll) -> Option<f32> {
    let model = first.model;
    Concentration.check_now(world, model).ok()?;
    casting::check_able(world, model, "to concentrate and cast", ACTIONS + first.actions).ok()?;
    let needed = first.needed.clone().with(Reason::Concentrating, BONUS);
    Some(Rolling::of_element(world, (model, 0), first.test).chance(&needed))
}

/// Concentrating as something that is used.
pub struct Concentration;

impl Using for Concentration {
    fn has(&self, world: &World, model: ModelId) -> bool {
        casting::wizardry(world, model).is_some()
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        if casting::is_initiate(world, model) {
            let name = world.model_name(model);
            let text = format!("{name} is an initiate, who can't concentrate for a chant");
            return Err(OrderError::new(Refusal::NoSuchSpell, "MAG-03", text).model(model));
        }
        if !self.has(world, model) {
            return Err(elsewhere(world, model, &ABOUT));
        }
        if effects::has(world, model, Gift::Concentrating) {
            let text = format!("{} already concentrates on a spell", world.model_name(model));
            return Err(OrderError::new(Refusal::UsedAlready, ABOUT.rule, text).model(model));
        }
        casting::check_able(world, model, "to concentrate", ACTIONS)
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let unit = movement::active_unit(world)?;
        movement::check_member(world, unit, model)?;
        if at != At::Itself {
            return Err(elsewhere(world, model, &ABOUT));
        }
        self.check_now(world, model)
    }

    /// Nobody on hold answers it: it is part of the spell that follows.
    fn begin(&self, world: &mut World, model: ModelId, _: At) {
        movement::pay(world, model, ACTIONS);
        effects::lay_on_model(world, model, CONCENTRATING);
        emit(world, Event::Concentrated { model, actions: ACTIONS });
    }

    fn foretell(&self, _: &World, _: ModelId, _: At) -> Foretold {
        Foretold::default()
    }

    fn asked(&self, _: &World, _: At) -> String {
        "concentrate".to_owned()
    }

    fn told(&self, _: &World, _: At) -> String {
        "concentrates".to_owned()
    }

    fn propose(
        &self,
        _: &World,
        _: ModelId,
        _: Option<UnitId>,
        _: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        Some(At::Itself)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Ability, Order, Profile,
        components::Formation,
        magic::Spell,
        test_world::{TestWorld, man},
        uses::Usable,
    };

    /// A lone magic user with so many actions, who is active and can cast a shield on itself.
    fn scene(actions: u8, abilities: &[Ability]) -> (TestWorld, ModelId) {
        let mut test = TestWorld::new();
        let abilities = abilities.iter().cloned().chain([Ability::Knows(Spell::Shield)]).collect();
        let mage = Profile { actions, abilities, ..man() };
        let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
        test.activate(unit);
        let model = test.model(unit, 0);
        (test, model)
    }

    fn first(test: &TestWorld, model: ModelId) -> FirstRoll {
        let shield = Usable::Spell(Spell::Shield).rules();
        let foretold = shield.foretell(&test.world, model, At::Itself);
        foretold.first.expect("a roll to cast it")
    }

    #[test]
    fn the_chance_after_concentrating_is_the_one_that_it_has_then() {
        let adept = [Ability::Wizard(2), Ability::Adept];
        let great = [Ability::Wizard(5)];
        for abilities in [&adept[..1], &adept, &great] {
            let (mut test, model) = scene(10, abilities);
            let before = first(&test, model);
            let foreseen = chance_after(&test.world, &before).expect("it has the actions");
            test.order(Order::Use { model, what: Usable::Concentration, at: At::Itself });
            let after = first(&test, model);
            assert!((after.chance - foreseen).abs() < 1e-6, "{foreseen}, {after:?}");
            // Nobody is surer than sure.
            assert_eq!(after.chance > before.chance, abilities != great, "{before:?}");
            assert_eq!(chance_after(&test.world, &after), None, "it concentrates already");
        }
    }

    #[test]
    fn nobody_concentrates_without_the_actions_for_both_or_in_a_chant() {
        let wizard = [Ability::Wizard(2)];
        let cost = Spell::Shield.card().use_cost;
        for (actions, can) in [(cost, false), (cost + ACTIONS, true)] {
            let (test, model) = scene(actions, &wizard);
            let first = first(&test, model);
            assert_eq!(chance_after(&test.world, &first).is_some(), can, "{actions} actions");
        }
        let (test, model) = scene(10, &[Ability::Initiate]);
        assert_eq!(chance_after(&test.world, &first(&test, model)), None);
    }
}
