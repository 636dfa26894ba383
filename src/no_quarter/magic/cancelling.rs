//! Ending a spell in play against its caster's will. Book: Cancelling A Spell In Play (MAG-07). Ruling:
//! wizards can, initiates can't; nothing is measured, and nobody has to see it.

use bevy::prelude::World;

use super::{Ended, Spell, SpellOn, aim, casting, concentration, in_play};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        dice::{Needed, Roll},
        effects::{self, Gift, Test, Whose},
        error::{OrderError, Refusal},
        event::Event,
        hit_roll, hold, movement,
        reason::Reason,
        sentence,
        step::Step,
        system::{BattleState, emit, push},
        trial::{Rolling, Stake, Trial},
        uses::{About, At, FirstRoll, Foretold, Occasion, UsedAt, Using, elsewhere},
    },
};

/// It as something that can be used.
pub(in crate::no_quarter) const ABOUT: About = About {
    rule: "MAG-07",
    occasion: Occasion::AnyTime,
    place: UsedAt::Spell { hint: "Choose the spell to cancel." },
    verb: VerbWords {
        id: "Cancel",
        name: "Cancel spell",
        help: "Try to end a spell in play for 3 actions.",
        targets: false,
        key: VerbKey::Usually("End"),
        icon: "cancel",
        term: "verb Cancel",
    },
    lacking: "has no wizard to cancel a spell",
    means: "magic",
};

/// What an attempt costs. Book: Cancelling A Spell In Play.
const ACTIONS: u8 = 3;

/// Cancelling is easier than casting by so much.
const BONUS: i32 = 1;

/// The number that a wizard needs to cancel a spell now, with what lasts on it: its wizardry doesn't count.
pub fn needed_to_cancel(world: &World, model: ModelId, spell: Spell) -> Needed {
    let concentrates = effects::has(world, model, Gift::Concentrating);
    Needed::new(spell.card().level)
        .with(Reason::Cancelling, BONUS)
        .with_if(concentrates, Reason::Concentrating, concentration::BONUS)
        .with_all(effects::modifiers(world, (model, 0), Test::Cancel, Whose::Own))
        .between(0, hit_roll::SUREST)
}

/// Cancelling as something that is used.
pub struct Cancelling;

impl Using for Cancelling {
    fn has(&self, world: &World, model: ModelId) -> bool {
        casting::wizardry(world, model).is_some()
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        if !self.has(world, model) {
            return Err(elsewhere(world, model, &ABOUT));
        }
        casting::check_able(world, model, "to cancel a spell", ACTIONS)?;
        if world.resource::<BattleState>().spells.is_empty() {
            let text = "no spell is in play";
            return Err(OrderError::new(Refusal::NothingToDo, ABOUT.rule, text).model(model));
        }
        Ok(())
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        self.check_now(world, model)?;
        let At::Spell(what) = at else { return Err(elsewhere(world, model, &ABOUT)) };
        aim::check_in_play(world, model, ABOUT.rule, what)
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Spell(what) = at else { return };
        let needed = needed_to_cancel(world, model, what.spell);
        movement::pay(world, model, ACTIONS);
        concentration::is_spent(world, model);
        hold::offer(world);
        push(world, Step::Roll(Trial::new(Stake::Cancel { model, what }, needed)));
    }

    fn foretell(&self, world: &World, model: ModelId, at: At) -> Foretold {
        let At::Spell(what) = at else { return Foretold::default() };
        let needed = needed_to_cancel(world, model, what.spell);
        let first = FirstRoll {
            model,
            name: ABOUT.verb.name,
            term: ABOUT.verb.term,
            actions: ACTIONS,
            does: "cancel it",
            test: Test::Cancel,
            chance: Rolling::of_element(world, (model, 0), Test::Cancel).chance(&needed),
            needed,
            resists: Vec::new(),
            resisted_by: None,
        };
        Foretold { first: Some(first), ..Foretold::default() }
    }

    fn asked(&self, world: &World, at: At) -> String {
        let At::Spell(what) = at else { return "cancel a spell".to_owned() };
        format!("cancel {}", sentence::spell_on(world, what))
    }

    fn told(&self, world: &World, at: At) -> String {
        let At::Spell(what) = at else { return "cancels a spell".to_owned() };
        format!("tries to cancel {}", sentence::spell_on(world, what))
    }

    fn propose(
        &self,
        world: &World,
        model: ModelId,
        _enemy: Option<UnitId>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        let side = world.side_of_model(model);
        let spells = world.resource::<BattleState>().spells.iter();
        let theirs = spells.filter(|one| world.side_of_model(one.caster) != side);
        let theirs: Vec<SpellOn> = theirs.map(|one| one.what).collect();
        let place = pick(theirs.len().max(1));
        theirs.get(place).copied().map(At::Spell)
    }
}

/// The roll to cancel a spell was made.
pub(in crate::no_quarter) fn cancelled(
    world: &mut World,
    model: ModelId,
    what: SpellOn,
    roll: Roll,
) {
    let cancelled = casting::is_cast(&roll);
    emit(world, Event::Cancelled { model, what, roll, cancelled, actions: ACTIONS });
    if cancelled {
        in_play::end(world, what, Ended::Cancelled);
    }
}
