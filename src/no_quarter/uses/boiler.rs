//! A steam engine that overloads its boiler for one tremendous blow at a wall, and is never the same
//! after. Book: Traits, Boiler Overload (TR-BOILER-OVERLOAD).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{About, At, Foretold, Occasion, Usable, UsedAt, Using, using::elsewhere};
use crate::{
    battle::{
        BattleWorld, ModelId, Resolving, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        close_combat::{self, actions_for_combat, check_attacker, pay_for_attack},
        components::ProfileOf,
        damage,
        dice::{Purpose, Roll},
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        error::{OrderError, Refusal},
        event::{Cause, Event, HitResult},
        formations,
        hit::{self, Hit},
        hit_roll::{self, needed_to_besiege},
        hold, movement,
        odds::{self, AttackOdds},
        profile::Ability,
        statistics::Stat,
        step::Step,
        system::{NoQuarter, emit, push},
        topic::Topic,
        trial::{Stake, Trial},
        who::who,
    },
};

/// The overload as something that can be used.
pub(super) const ABOUT: About = About {
    rule: "TR-BOILER-OVERLOAD",
    occasion: Occasion::Combat,
    place: UsedAt::Unit {
        hint: "Click the castle or the like to strike, or choose it with {next} and {confirm}.",
    },
    verb: VerbWords {
        id: "Overload",
        name: "Overload boiler",
        help: "Overload the boiler for one blow at a very large target, once in the battle.",
        targets: false,
        key: VerbKey::Usually("Shift+KeyF"),
        icon: "wound",
        term: "verb Overload",
    },
    lacking: "has no boiler to overload",
    means: "its boiler",
};

/// With what the blow is struck.
const WEAPON: &str = "Boiler";
/// What an overload costs.
const OVERLOAD_ACTIONS: u8 = 6;
/// The strength of its blow.
const STRENGTH: i32 = 9;
/// The blow takes a D5 and so many wounds.
const MORE_WOUNDS: u8 = 1;
/// The wounds that it costs the engine itself, whatever comes of the blow.
const SCALDED: u8 = 2;
/// The actions that the engine has fewer from then on.
const SLOWER: i32 = 3;

/// A boiler that is being overloaded, and at whom the blow goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overload {
    /// Who.
    pub model: ModelId,
    /// At whom.
    pub target: ModelId,
}

impl Overload {
    /// Whether its blow never fumbles.
    pub(in crate::no_quarter) fn is_unerring(&self, world: &World) -> bool {
        effects::has(world, self.model, Gift::Unerring)
    }
}

/// The very large model of a unit that a model touches in front of it.
fn victim(world: &World, model: ModelId, unit: UnitId) -> Option<ModelId> {
    let own = world.placed(model).pose;
    movement::engaged_with(world, model).into_iter().find(|&enemy| {
        world.unit_of(enemy) == unit
            && world.of_model::<ProfileOf>(enemy).0.is_very_large()
            && own.in_front(world.placed(enemy).closest_point(own.at))
    })
}

/// Whether a model of the active unit may overload its boiler now, whatever it strikes.
fn check_engine(world: &World, model: ModelId) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    check_attacker(world, unit, model)?;
    let name = who(world, model);
    let refuse =
        |refusal, text: String| Err(OrderError::new(refusal, ABOUT.rule, text).model(model));
    if !world.of_model::<ProfileOf>(model).0.has(Ability::BoilerOverload) {
        return refuse(Refusal::WrongWeapon, format!("{name} has no boiler to overload"));
    }
    if effects::forbids(world, model, Deed::Overload) {
        let text = format!("{name} has already overloaded its boiler in this battle");
        return refuse(Refusal::UsedAlready, text);
    }
    let left = actions_for_combat(world, model);
    if left < OVERLOAD_ACTIONS {
        return Err(OrderError::not_enough_actions(
            world,
            model,
            "to overload its boiler",
            OVERLOAD_ACTIONS,
            left,
        ));
    }
    formations::check_duty(world, unit, &[(model, u32::from(OVERLOAD_ACTIONS))])
}

/// What an overload leaves on the engine.
const fn of_overload(does: Does) -> Effect {
    Effect { does, source: Source::Overload, until: Until::Always }
}

/// The die of an overload's blow was rolled: the engine suffers at once, then a hit lands.
pub(in crate::no_quarter) fn overloaded(world: &mut World, overload: Overload, roll: Roll) {
    let Overload { model, target } = overload;
    let result = hit_roll::result_of(&roll, overload.is_unerring(world));
    let die = roll.result;
    emit(
        world,
        Event::Struck {
            attacker: model,
            target,
            weapon: WEAPON.to_owned(),
            roll: Some(roll),
            result,
            actions: OVERLOAD_ACTIONS,
        },
    );
    if result == HitResult::Fumbled {
        close_combat::fumble(world, model);
    }
    let roll = result.is_hit().then(|| world.dice().d5(Purpose::Special, Some(model.0)));
    let wounds = roll
        .as_ref()
        .map_or(0, |roll| u8::try_from(roll.result).unwrap_or(u8::MAX).saturating_add(MORE_WOUNDS));
    let wounds_left = damage::lose(world, model, SCALDED);
    emit(world, Event::Overloaded { model, roll, wounds, wounds_left });
    if wounds_left == 0 {
        damage::slay(world, model, Cause::BlewUp);
    }
    if result.is_hit() {
        let hit = Hit { result, wounds, ..Hit::automatic(model, target, STRENGTH, true) };
        let steps = hit::lands(world, &hit, Some(die));
        world.push_all::<NoQuarter>(steps);
    }
}

/// The overload as something that is used.
pub(super) struct Boiler;

impl Using for Boiler {
    fn has(&self, world: &World, model: ModelId) -> bool {
        world.of_model::<ProfileOf>(model).0.has(Ability::BoilerOverload)
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        check_engine(world, model)?;
        let touched = movement::engaged_with(world, model).into_iter();
        let mut units = touched.map(|enemy| world.unit_of(enemy));
        if units.any(|unit| victim(world, model, unit).is_some()) {
            return Ok(());
        }
        let text = format!("{} touches no very large enemy in front of it", who(world, model));
        Err(OrderError::new(Refusal::NothingToDo, ABOUT.rule, text).model(model))
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let At::Unit(unit) = at else { return Err(elsewhere(world, model, &ABOUT)) };
        check_engine(world, model)?;
        if world.roster().unit(unit).is_none() {
            return Err(OrderError::no_such_unit(world, unit));
        }
        if victim(world, model, unit).is_some() {
            return Ok(());
        }
        let (name, enemy) = (who(world, model), world.unit_name(unit));
        let text =
            format!("{name} touches nobody in {enemy} who is very large, and in front of it");
        Err(OrderError::new(Refusal::NothingToDo, ABOUT.rule, text).model(model))
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Unit(unit) = at else { return };
        let Some(target) = victim(world, model, unit) else { return };
        pay_for_attack(world, model, OVERLOAD_ACTIONS);
        effects::lay_on_model(world, model, of_overload(Does::Forbids(Deed::Overload)));
        effects::lay_on_model(world, model, of_overload(Does::Adds(Stat::Actions, -SLOWER)));
        hold::offer(world);
        let stake = Stake::Overload(Overload { model, target });
        push(world, Step::Roll(Trial::new(stake, needed_to_besiege())));
    }

    fn foretell(&self, world: &World, model: ModelId, at: At) -> Foretold {
        let At::Unit(unit) = at else { return Foretold::default() };
        let Some(target) = victim(world, model, unit) else { return Foretold::default() };
        let blow = odds::of_siege_blow(world, model, target, WEAPON, STRENGTH);
        let text = format!("costs it {SCALDED} wounds, and {SLOWER} actions from now on");
        Foretold {
            attacks: vec![AttackOdds { actions: OVERLOAD_ACTIONS, ..blow }],
            warnings: vec![(Topic::Use(Usable::BoilerOverload), text)],
            ..Foretold::default()
        }
    }

    fn asked(&self, _world: &World, _at: At) -> String {
        "overload the boiler".to_owned()
    }

    fn told(&self, _world: &World, _at: At) -> String {
        "overloads its boiler".to_owned()
    }

    /// The castle that it touches.
    fn propose(
        &self,
        world: &World,
        model: ModelId,
        _enemy: Option<UnitId>,
        _pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        let touched = movement::engaged_with(world, model).into_iter();
        let mut units = touched.map(|enemy| world.unit_of(enemy));
        units.find(|&unit| victim(world, model, unit).is_some()).map(At::Unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_the_numbers_of_an_overload() {
        let armoury = Armoury::embedded().unwrap();
        let told = [
            format!("{OVERLOAD_ACTIONS} actions"),
            format!("strength {STRENGTH}"),
            format!("D5+{MORE_WOUNDS} wounds"),
            format!("{SCALDED} wounds"),
            format!("{SLOWER} actions fewer"),
        ];
        for term in ["verb Overload", "ability BoilerOverload"] {
            let about = &armoury.codex[term].about;
            for number in &told {
                assert!(about.contains(number), "{term}: {about} doesn't say \"{number}\"");
            }
        }
    }
}
