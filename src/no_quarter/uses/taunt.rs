//! Insults that make an enemy come too soon. Book: Abilities, Taunt (AB-TAUNT).

use bevy::prelude::World;

use super::{About, At, Foretold, Occasion, Usable, UsedAt, Using, using::elsewhere};
use crate::{
    battle::{
        BattleWorld, Decision, ModelId, Resolving, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        charges::{self, Manner},
        command_test,
        components::{ActionsLeft, Morale, ProfileOf},
        effects::{self, Does, Effect, Source, Until},
        error::{OrderError, Refusal},
        event::{Event, TestReason},
        formations, hold, movement,
        profile::Ability,
        question::{Answer, Question},
        ranged_combat,
        step::Step,
        system::{NoQuarter, emit},
        topic::Topic,
    },
    table::Inches,
};

/// The taunt as something that can be used.
pub(super) const ABOUT: About = About {
    rule: "AB-TAUNT",
    occasion: Occasion::AnyTime,
    place: UsedAt::Unit {
        hint: "Click the enemy to taunt, or choose it with {next} and {confirm}.",
    },
    verb: VerbWords {
        id: "Taunt",
        name: "Taunt",
        help: "Insult an enemy unit, so that it may have to charge.",
        targets: false,
        key: VerbKey::Usually("Shift+KeyC"),
        icon: "panic",
        term: "ability Taunt",
    },
    lacking: "has nobody who can taunt",
    means: "its insults",
};

/// What a taunt costs each model of the unit.
pub const TAUNT_ACTIONS: u8 = 6;
/// How many it takes to taunt.
pub const TAUNTERS: usize = 6;
/// How far insults carry.
pub const EARSHOT: Inches = Inches(20.0);

/// Those of a unit who can taunt.
fn taunters(world: &World, unit: UnitId) -> Vec<ModelId> {
    let mut models = world.standing(unit);
    models.retain(|&model| world.of_model::<ProfileOf>(model).0.has(Ability::Taunt));
    models
}

/// Whether a model of the active unit may taunt with its comrades.
fn check_unit(world: &World, model: ModelId) -> Result<UnitId, OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    let name = world.unit_name(unit);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    let count = taunters(world, unit).len();
    if count < TAUNTERS {
        let text = format!("{name} needs {TAUNTERS} models who can taunt and has {count}");
        return refuse(Refusal::WrongWeapon, ABOUT.rule, text);
    }
    if *world.of_unit::<Morale>(unit) != Morale::Steady {
        let text = format!("{name} is in no state to taunt anybody");
        return refuse(Refusal::Panicked, "MOR-05", text);
    }
    let mut spent = Vec::new();
    for model in world.standing(unit) {
        let left = world.of_model::<ActionsLeft>(model).0;
        if left < TAUNT_ACTIONS {
            return Err(OrderError::not_enough_actions(
                world,
                model,
                "to taunt",
                TAUNT_ACTIONS,
                left,
            ));
        }
        spent.push((model, u32::from(TAUNT_ACTIONS)));
    }
    formations::check_duty(world, unit, &spent)?;
    Ok(unit)
}

/// Whether a model may taunt a unit with its comrades.
fn check(world: &World, model: ModelId, target: UnitId) -> Result<(), OrderError> {
    let unit = check_unit(world, model)?;
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(model));
    if world.roster().unit(target).is_none() {
        return Err(OrderError::no_such_unit(world, target));
    }
    let (name, enemy) = (world.unit_name(unit), world.unit_name(target));
    if world.side_of(target) == world.side_of(unit) {
        let text = format!("{enemy} isn't an enemy of {name}");
        return refuse(Refusal::NotAnEnemy, ABOUT.rule, text);
    }
    let Some(distance) = movement::unit_gap(world, unit, target) else {
        let text = format!("no models of {enemy} are on the table");
        return refuse(Refusal::NobodyThere, ABOUT.rule, text);
    };
    if !distance.at_most(EARSHOT) {
        let text = format!("{enemy} is {distance} away and hears taunts up to {EARSHOT}");
        return refuse(Refusal::OutOfRange { distance, reach: EARSHOT }, ABOUT.rule, text);
    }
    if !ranged_combat::unit_sees_unit(world, unit, target) {
        let text = format!("nobody of {name} sees {enemy}");
        return refuse(Refusal::OutOfSight, ABOUT.rule, text);
    }
    if world.standing(target).into_iter().any(|model| movement::is_engaged(world, model)) {
        let text = format!("{enemy} is in close combat and has no ear for taunts");
        return refuse(Refusal::InCombat, ABOUT.rule, text);
    }
    Ok(())
}

/// Everybody shouts, and the enemy takes a command test.
fn taunt(world: &mut World, model: ModelId, target: UnitId) {
    for comrade in world.standing(world.unit_of(model)) {
        movement::pay(world, comrade, TAUNT_ACTIONS);
    }
    let (what, at, caught, actions) = (Usable::Taunt, At::Unit(target), Vec::new(), TAUNT_ACTIONS);
    emit(world, Event::Used { model, what, at, caught, actions });
    let (unit, reason) = (target, TestReason::Taunt);
    let holders = hold::holders(world);
    let steps = vec![Step::CommandTest { unit, reason }, Step::OfferResponses { holders }];
    world.push_all::<NoQuarter>(steps);
}

/// A unit has taken its test: if it failed, it comes for those who taunt in its next activation.
pub(in crate::no_quarter) fn tested(world: &mut World, unit: UnitId, passed: bool) {
    let Some(by) = world.frame().active.filter(|_| !passed) else { return };
    let (does, until) = (Does::IsTaunted(by), Until::Always);
    effects::lay_on_unit(world, unit, Effect { does, source: Source::Taunt, until });
}

/// By whom a unit is taunted.
fn taunted_by(world: &World, unit: UnitId) -> Option<UnitId> {
    effects::on_unit(world, unit).find_map(|does| match does {
        Does::IsTaunted(by) => Some(by),
        _ => None,
    })
}

/// The activation of a unit that is taunted begins with a charge.
pub(in crate::no_quarter) fn on_activation(world: &World, unit: UnitId) -> Vec<Step> {
    taunted_by(world, unit).map(|_| Step::ObeyTaunt { unit }).into_iter().collect()
}

/// A unit that is taunted charges those who did it, or another enemy whom it reaches. Ruling: it goes as
/// far as all its actions take it, and if it may not charge at all, the taunt is lost on it.
pub(in crate::no_quarter) fn obey(world: &mut World, unit: UnitId) {
    let Some(by) = taunted_by(world, unit) else { return };
    effects::lift_from_unit(world, unit, Does::IsTaunted(by));
    let models = world.standing(unit);
    let may = |other: UnitId| charges::check(world, &[], other).is_ok();
    let reaches = |other: &UnitId| {
        *other != by
            && world.side_of(*other) != world.side_of(unit)
            && may(*other)
            && !charges::course(world, unit, &models, *other).contacts.is_empty()
    };
    let others: Vec<UnitId> = world.roster().units().filter(reaches).collect();
    let targets: Vec<UnitId> = Some(by).filter(|&by| may(by)).into_iter().chain(others).collect();
    match targets[..] {
        [] => {}
        [only] => charges::declare(world, Vec::new(), only, Manner::Home),
        _ => {
            let options = targets.into_iter().map(|target| Answer::Redirect { target }).collect();
            world.ask::<NoQuarter>(Decision {
                side: world.side_of(unit),
                question: Question::Taunted { unit, by },
                options,
                default: 0,
            });
        }
    }
}

/// A unit that is taunted charges whom its player chose.
pub(in crate::no_quarter) fn answer(world: &mut World, answer: &Answer) {
    if let Answer::Redirect { target } = answer {
        charges::declare(world, Vec::new(), *target, Manner::Home);
    }
}

/// The taunt as something that is used.
pub(super) struct Taunt;

impl Using for Taunt {
    fn has(&self, world: &World, model: ModelId) -> bool {
        world.of_model::<ProfileOf>(model).0.has(Ability::Taunt)
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        check_unit(world, model).map(|_| ())
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let At::Unit(target) = at else { return Err(elsewhere(world, model, &ABOUT)) };
        check(world, model, target)
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Unit(target) = at else { return };
        taunt(world, model, target);
    }

    /// That the enemy passes its test in any case, if it does; its chances are those of every test.
    fn foretell(&self, world: &World, _: ModelId, at: At) -> Foretold {
        let At::Unit(target) = at else { return Foretold::default() };
        let there = world.roster().unit(target).is_some();
        if !there || !command_test::is_sure(world, target, TestReason::Taunt) {
            return Foretold::default();
        }
        let text = format!("{} passes its command test without a die", world.unit_name(target));
        let warnings = vec![(Topic::Use(Usable::Taunt), text)];
        Foretold { warnings, ..Foretold::default() }
    }

    fn asked(&self, world: &World, at: At) -> String {
        match at {
            At::Unit(unit) => format!("taunt {}", world.unit_name(unit)),
            _ => "taunt the enemy".to_owned(),
        }
    }

    fn told(&self, world: &World, at: At) -> String {
        match at {
            At::Unit(unit) => format!("and its comrades taunt {}", world.unit_name(unit)),
            _ => "and its comrades taunt the enemy".to_owned(),
        }
    }

    fn propose(
        &self,
        _: &World,
        _: ModelId,
        enemy: Option<UnitId>,
        _: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        enemy.map(At::Unit)
    }
}
