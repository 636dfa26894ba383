//! What a board says must be seen, held against what there is.

use std::collections::BTreeMap;

use bevy::prelude::World;
use serde::Serialize;
use serde_json::Value as Json;

use super::{AttackState, BoardStep, ModelState, UnitState, names::Names, priced};
use crate::{
    battle::{BattleWorld, Log, Pending, UnitId},
    dice::{Modifier, Needed},
    no_quarter::{
        NoQuarter, armour, close_combat, command_test,
        components::{ActionsLeft, Activation, Holding, Momentum, Morale, Stance, WoundsLeft},
        damage, formations, movement, odds,
        order::{Blow, Order},
        preview, ranged_combat,
        reason::Reason,
        statistics::{Stat, stat_with},
        system::BattleState,
        victory,
    },
    table::Pose,
};

/// Fields of events that hold the id of a model.
const MODEL_FIELDS: [&str; 16] = [
    "model", "caught", "attacker", "shooter", "hit", "into", "by", "contacts", "enemy", "other",
    "roller", "wholly", "partly", "thrower", "with", "models",
];
/// Fields of events that hold the id of a unit.
const UNIT_FIELDS: [&str; 5] = ["unit", "to", "from", "holder", "charger"];
/// Events whose target is a unit; of all others it is a model.
const UNIT_TARGETS: [&str; 5] = ["ChargeDeclared", "Charged", "FellShort", "Daunted", "PushedBack"];

/// The name of a value's enum variant.
pub(super) fn variant(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Json::String(name)) => name,
        Ok(Json::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Looks whether something is as a board says.
pub(super) fn look(
    world: &World,
    names: &Names,
    step: &BoardStep,
    seen: &mut usize,
) -> Result<(), String> {
    match step {
        BoardStep::Do(_) | BoardStep::Refuse(..) | BoardStep::Plays(..) => Ok(()),
        BoardStep::See(patterns) => see(world, names, patterns, seen),
        BoardStep::NotSeen(events) => {
            let log = &world.resource::<Log<NoQuarter>>().0;
            match log[*seen..].iter().map(variant).find(|name| events.contains(name)) {
                Some(name) => Err(format!("{name} has happened")),
                None => Ok(()),
            }
        }
        BoardStep::Asks(side, question, options) => {
            let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 else {
                return Err(format!("nothing is asked; {question} was expected"));
            };
            let asked = variant(&decision.question);
            let offered: Vec<String> = decision.options.iter().map(variant).collect();
            equal("who is asked", &decision.side, &side.id())?;
            equal("the question", &asked, question)?;
            equal("the options", &offered, options)
        }
        BoardStep::NothingAsked => match &world.resource::<Pending<NoQuarter>>().0 {
            Some(decision) => Err(format!("{} is asked", variant(&decision.question))),
            None => Ok(()),
        },
        BoardStep::Model(name, state) => look_at_model(world, names, name, state),
        BoardStep::Unit(name, state) => look_at_unit(world, names.unit(name)?, name, state),
        BoardStep::Costs(order, costs) => {
            let order = names.order(world, order)?;
            costs_of(world, names, &order, costs)
        }
        BoardStep::Responses(order, expected) => {
            let order = names.order(world, order)?;
            let marks = preview::preview(world, &order).responses;
            for (holder, actions) in expected {
                let unit = names.unit(holder)?;
                let own = marks.iter().filter(|mark| mark.holder == unit);
                let found: Vec<u32> = own.map(|mark| mark.actions).collect();
                equal(&format!("the chances of {holder} to respond"), &found, actions)?;
            }
            Ok(())
        }
        BoardStep::Attack(attack) => look_at_attack(world, names, attack),
        BoardStep::Under(order, expected) => {
            let order = names.order(world, order)?;
            look_under(world, names, &order, expected)
        }
        BoardStep::Tests(order, expected) => {
            let order = names.order(world, order)?;
            let tests = preview::preview(world, &order).tests.into_iter();
            let found: Vec<(String, i32)> = tests
                .filter_map(|test| {
                    let unit = names.name_of_unit(u64::from(test.unit.0))?;
                    Some((unit.to_owned(), test.needed.value()))
                })
                .collect();
            equal("the tests", &found, expected)
        }
        BoardStep::Command(unit, number, because) => {
            let needed = command_test::needed(world, names.unit(unit)?);
            needs("the command test", &needed, *number, because)
        }
        BoardStep::Sight(from, to, hidden, cover) => {
            let sight = ranged_combat::sees_model(world, names.model(from)?, names.model(to)?);
            if (sight.hidden - hidden).abs() > 0.01 {
                return Err(format!("{:.3} of {to} is hidden, not {hidden}", sight.hidden));
            }
            equal("the cover", &sight.cover(), cover)
        }
        BoardStep::Turn(turn, side) => {
            equal("the turn", &world.frame().turn, turn)?;
            equal("whose go it is", &world.frame().side, &side.id())
        }
        BoardStep::Winner(side) => {
            let Some(outcome) = &world.resource::<BattleState>().outcome else {
                return Err("the battle isn't over".to_owned());
            };
            equal("the winner", &outcome.winner, &side.map(|side| side.id()))
        }
        BoardStep::Points(side, points) => {
            equal("the battle points", &victory::tally(world, side.id()).points, points)
        }
        BoardStep::Account(account) => priced::look_at_account(world, account),
        BoardStep::Army(army) => priced::look_at_army(world, army),
    }
}

pub(super) fn equal<T: PartialEq + std::fmt::Debug>(
    what: &str,
    is: &T,
    expected: &T,
) -> Result<(), String> {
    if is == expected { Ok(()) } else { Err(format!("{what} is {is:?}, not {expected:?}")) }
}

/// Looks at one fact if the board speaks of it.
pub(super) fn fact<T: PartialEq + std::fmt::Debug>(
    what: &str,
    is: &T,
    expected: Option<&T>,
) -> Result<(), String> {
    expected.map_or(Ok(()), |expected| equal(what, is, expected))
}

fn needs(
    what: &str,
    needed: &Needed,
    number: i32,
    because: &BTreeMap<String, i32>,
) -> Result<(), String> {
    if needed.value() != number {
        return Err(format!("{what} needs {needed}, not {number}"));
    }
    let modifiers: BTreeMap<Reason, i32> =
        needed.modifiers.iter().filter_map(|m| Some((Reason::of(m)?, m.value))).collect();
    equal(&format!("the modifiers of {what}"), &modifiers, &reasons(because)?)
}

/// The reasons that a board names by their words.
fn reasons(because: &BTreeMap<String, i32>) -> Result<BTreeMap<Reason, i32>, String> {
    let reason = |(words, &value): (&String, &i32)| match Reason::called(words) {
        Some(reason) => Ok((reason, value)),
        None => Err(format!("no number is ever changed because of \"{words}\"")),
    };
    because.iter().map(reason).collect()
}

fn see(
    world: &World,
    names: &Names,
    patterns: &[(String, BTreeMap<String, ron::Value>)],
    seen: &mut usize,
) -> Result<(), String> {
    let log = &world.resource::<Log<NoQuarter>>().0;
    let mut next = *seen;
    for (name, fields) in patterns {
        let mut nearest = None;
        let found = (next..log.len()).find(|&index| {
            if variant(&log[index]) != *name {
                return false;
            }
            let event = serde_json::to_value(&log[index]).unwrap_or_default();
            match mismatch(names, name, &event[name], fields) {
                None => true,
                Some(problem) => {
                    nearest.get_or_insert(problem);
                    false
                }
            }
        });
        let Some(found) = found else {
            let happened: Vec<String> = log[*seen..].iter().map(variant).collect();
            let nearest = nearest.unwrap_or_else(|| "no such event".to_owned());
            return Err(format!("{name} is missing ({nearest}); seen: {}", happened.join(", ")));
        };
        next = found + 1;
    }
    *seen = next;
    Ok(())
}

/// The first field of an event that isn't as expected.
fn mismatch(
    names: &Names,
    event: &str,
    fields: &Json,
    expected: &BTreeMap<String, ron::Value>,
) -> Option<String> {
    expected.iter().find_map(|(key, value)| {
        let expected = serde_json::to_value(value).unwrap_or_default();
        let is = match key.as_str() {
            "die" => fields["roll"]["result"].clone(),
            "sides" => fields["roll"]["sides"].clone(),
            "needed" => {
                let needed: Option<Needed> =
                    serde_json::from_value(fields["roll"]["needed"].clone()).ok();
                needed.map_or(Json::Null, |needed| needed.value().into())
            }
            "because" => {
                let needed: Option<Needed> =
                    serde_json::from_value(fields["roll"]["needed"].clone()).ok();
                let modifiers = needed.map(|needed| needed.modifiers).unwrap_or_default();
                let words = |m: &Modifier| Some(Reason::of(m)?.words().to_owned());
                let pairs = modifiers.iter().filter_map(|m| Some((words(m)?, m.value.into())));
                Json::Object(pairs.collect())
            }
            "dice" => {
                let rolls = fields["rolls"].as_array().cloned().unwrap_or_default();
                rolls.iter().map(|roll| roll[1]["result"].clone()).collect()
            }
            key => named(names, event, key, fields[key].clone()),
        };
        (!alike(&is, &expected)).then(|| format!("{key} is {is}, not {expected}"))
    })
}

/// Names in place of the ids in a field.
fn named(names: &Names, event: &str, key: &str, value: Json) -> Json {
    let is_unit = UNIT_FIELDS.contains(&key) && !(key == "from" && value.is_object())
        || key == "target" && UNIT_TARGETS.contains(&event);
    let by_a_side = key == "by" && event == "Activated";
    let is_model = MODEL_FIELDS.contains(&key) && !by_a_side || key == "target" && !is_unit;
    match value {
        Json::Number(number) if is_unit || is_model => {
            let id = number.as_u64().unwrap_or(u64::MAX);
            let name = if is_unit { names.name_of_unit(id) } else { names.name_of_model(id) };
            name.map_or(Json::Number(number), |name| name.into())
        }
        Json::Array(list) => list.into_iter().map(|v| named(names, event, key, v)).collect(),
        other => other,
    }
}

fn alike(is: &Json, expected: &Json) -> bool {
    match (is, expected) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() < 0.02
        }
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        // A variant with fields may be named by its name alone.
        (Json::Object(a), Json::String(name)) => a.len() == 1 && a.contains_key(name),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && b.iter().all(|(key, b)| a.get(key).is_some_and(|a| alike(a, b)))
        }
        (a, b) => a == b,
    }
}

fn look_at_model(
    world: &World,
    names: &Names,
    name: &str,
    state: &ModelState,
) -> Result<(), String> {
    let model = names.model(name)?;
    let about = |what: &str| format!("{what} of {name}");
    let pose = *world.of_model::<Pose>(model);
    fact(&about("standing"), &world.is_standing(model), state.on_table.as_ref())?;
    if let Some((x, y)) = state.at
        && pose.at.distance(bevy::math::Vec2::new(x, y)) > 0.05
    {
        return Err(format!("{name} is at {:.2}, not ({x}, {y})", pose.at));
    }
    if let Some(degrees) = state.facing {
        let off = (pose.facing_degrees() - degrees).rem_euclid(360.0);
        if off.min(360.0 - off) > 1.0 {
            return Err(format!("{name} looks to {:.1}, not {degrees}", pose.facing_degrees()));
        }
    }
    let prone = *world.of_model::<Stance>(model) == Stance::Prone;
    fact(&about("actions"), &world.of_model::<ActionsLeft>(model).0, state.actions.as_ref())?;
    fact(&about("momentum"), &world.of_model::<Momentum>(model).0, state.momentum.as_ref())?;
    fact(&about("wounds"), &world.of_model::<WoundsLeft>(model).0, state.wounds.as_ref())?;
    fact(&about("prone"), &prone, state.prone.as_ref())?;
    fact(&about("engaged"), &movement::is_engaged(world, model), state.engaged.as_ref())
}

fn look_at_unit(world: &World, unit: UnitId, name: &str, state: &UnitState) -> Result<(), String> {
    let about = |what: &str| format!("{what} of {name}");
    let models = world.standing(unit);
    let placed: Vec<_> = models.iter().map(|&model| world.placed(model)).collect();
    let chains = crate::table::formation::chain(&placed, formations::coherency(world, unit));
    let holding = world.of_unit::<Holding>(unit).0.is_some();
    fact(&about("models"), &(models.len() as u32), state.models.as_ref())?;
    fact(&about("morale"), world.of_unit::<Morale>(unit), state.morale.as_ref())?;
    fact(&about("activation"), world.of_unit::<Activation>(unit), state.activation.as_ref())?;
    fact(&about("holding"), &holding, state.holding.as_ref())?;
    let counts_as = formations::effective(world, unit);
    fact(&about("formation"), &counts_as, state.counts_as.as_ref())?;
    fact(&about("coherency"), &(chains.len() <= 1), state.coherent.as_ref())
}

fn costs_of(
    world: &World,
    names: &Names,
    order: &Order,
    costs: &[(String, u8)],
) -> Result<(), String> {
    let preview = preview::preview(world, order);
    for (name, cost) in costs {
        let model = names.model(name)?;
        let way = preview.ways.iter().find(|way| way.model == model);
        let way = way.ok_or_else(|| format!("{name} goes nowhere in the preview"))?;
        equal(&format!("the cost for {name}"), &way.actions, cost)?;
    }
    Ok(())
}

/// Who may be hit by an order's template, or met by the ground that it makes, with the chances in percent,
/// to half a percent.
fn look_under(
    world: &World,
    names: &Names,
    order: &Order,
    expected: &[(String, f32, f32)],
) -> Result<(), String> {
    let preview = preview::preview(world, order);
    let under = preview.templates.iter().flat_map(|template| &template.under);
    let met = preview.grounds.iter().flat_map(|ground| &ground.met);
    let is: Vec<(String, f32, f32)> = under
        .map(|under| (under.model, under.hit, under.wound))
        .chain(met.map(|met| (met.model, met.hit, met.wound)))
        .map(|(model, hit, wound)| {
            let name = names.name_of_model(u64::from(model.0)).unwrap_or_default();
            (name.to_owned(), hit * 100.0, wound * 100.0)
        })
        .collect();
    let alike = |a: &(String, f32, f32), b: &(String, f32, f32)| {
        a.0 == b.0 && (a.1 - b.1).abs() < 0.5 && (a.2 - b.2).abs() < 0.5
    };
    let same = is.len() == expected.len()
        && expected.iter().all(|one| is.iter().any(|other| alike(one, other)));
    if same { Ok(()) } else { Err(format!("under the template are {is:?}, not {expected:?}")) }
}

fn look_at_attack(world: &World, names: &Names, attack: &AttackState) -> Result<(), String> {
    let AttackState { attacker, target, weapon, aim, mode, shot_mode, .. } = attack;
    let shooter = names.model(attacker)?;
    let index = names.weapon(world, shooter, weapon)?;
    let arm = close_combat::weapon(world, shooter, index).map_err(|error| error.to_string())?;
    let named = (attacker.clone(), target.clone(), weapon.clone());
    let (needed, victim, strength) = if arm.is_ranged() {
        let shot = names.shot(world, &named, *aim, *shot_mode)?;
        let aimed = ranged_combat::aim(world, &shot).ok_or("nobody is in sight")?;
        let strength = stat_with(world, shooter, index, Stat::Strength);
        (aimed.needed.ok_or("the target is out of range")?, aimed.target, strength)
    } else {
        let victim = names.model(target)?;
        let blow = Blow { mode: *mode, ..Blow::plain(shooter, victim, index) };
        let strength = close_combat::strength(world, &blow);
        (close_combat::striking(world, &blow, false).needed(), victim, strength)
    };
    needs("the attack", &needed, attack.to_hit, &attack.because)?;
    let strength = arm.strength(strength);
    if let Some(expected) = attack.save {
        let piercing =
            armour::Piercing { strength, penetration: arm.penetration, ..Default::default() };
        let save = armour::needed(world, (victim, shooter), arm.is_ranged(), piercing, &[]);
        let save = save.map_or(0, |needed| needed.value());
        equal("the save", &save, &expected)?;
    }
    let number = damage::needed(world, shooter, victim, strength).value();
    fact("the damage roll", &number, attack.damage.as_ref())?;
    let Some(expected) = attack.chance else { return Ok(()) };
    let chance = if arm.is_ranged() {
        let shot = names.shot(world, &named, *aim, *shot_mode)?;
        odds::of_shot(world, &shot).ok_or("nobody is in sight")?.chance
    } else {
        let blow = Blow { mode: *mode, ..Blow::plain(shooter, victim, index) };
        odds::of_blow(world, &blow).chance
    };
    let percent = chance * 100.0;
    if (percent - expected).abs() < 0.1 {
        Ok(())
    } else {
        Err(format!("the chance of a wound is {percent:.1} percent, not {expected}"))
    }
}
