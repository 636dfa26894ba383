//! Chariots and the like drive through those they charge: a hit on each model in the way, the
//! survivors aside. Book: Abilities, Overrun; Chariot Crew And Overrun (COMBO-02).

use bevy::{math::Vec2, prelude::World};

use super::{About, At, Foretold, Occasion, Usable, UsedAt, Using, elsewhere};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        charges::{self, Charge, Charger, Drive, Gains, Manner, Stage, head_on, without},
        components::{ActionsLeft, ProfileOf, Stance},
        effects::{self, Gift},
        error::{OrderError, Refusal},
        event::Gait,
        hold, movement, odds,
        profile::Ability,
        statistics::{Stat, stat},
        step::Step,
        topic::Topic,
        who::who,
    },
    table::{Inches, Pose, Travel, travel::travel},
};

/// What catches whoever is in the way of a drive, in words.
pub const MEANS: &str = "its wheels";

/// The drive as something that can be used.
pub(super) const ABOUT: About = About {
    rule: "AB-OVERRUN",
    occasion: Occasion::Charge,
    place: UsedAt::Through {
        whom: "Click the enemy to drive through.",
        to: "Click where the drive should end.",
    },
    verb: VerbWords {
        id: "Overrun",
        name: "Drive",
        help: "Drive a chariot through enemies to a place behind them.",
        targets: false,
        key: VerbKey::Usually("Quote"),
        icon: "drive",
        term: "verb Overrun",
    },
    lacking: "has no chariot",
    means: MEANS,
};

/// The way of a drive through a unit, straight on.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The way, as if nobody of the unit were there.
    pub travel: Travel,
    /// Who is in the way, in the order they are met, and after how many inches.
    pub victims: Vec<(ModelId, Inches)>,
}

/// The strength of the hit that everybody in the way takes.
pub fn strength(world: &World, model: ModelId) -> i32 {
    stat(world, model, Stat::Wheels)
}

/// The way of a model to a place, straight through a unit.
///
/// # Errors
/// What is in the way besides that unit.
pub fn lane(world: &World, model: ModelId, target: UnitId, to: Vec2) -> Result<Lane, OrderError> {
    let mut victims = world.standing(target);
    victims.retain(|&victim| can_be_driven_over(world, victim, model));
    let mut around = movement::around(world, &[model], &[target]);
    without(&mut around, &victims);
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let way = to - from.at;
    let surroundings = around.surroundings(world);
    let travel = travel(&mover, &from, &[to], Some(way), &surroundings)
        .map_err(|obstruction| OrderError::obstructed(world, model, obstruction, &around))?;
    let Some(ahead) = way.try_normalize() else {
        let text = "this drive leads nowhere";
        return Err(OrderError::new(Refusal::NothingToDo, ABOUT.rule, text).model(model));
    };
    let start = mover.placed(Pose::new(from.at, ahead));
    let mut met: Vec<(ModelId, Inches)> = victims
        .into_iter()
        .filter_map(|victim| {
            let placed = world.placed(victim);
            Some((victim, head_on(&start, ahead, &placed, Inches(way.length()))?))
        })
        .collect();
    met.sort_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    Ok(Lane { travel, victims: met })
}

/// Whether a model drives over another that is in its way.
pub fn drives_over(world: &World, model: ModelId, victim: ModelId) -> bool {
    let drives = world.of_model::<ProfileOf>(model).0.has(Ability::Overrun);
    drives && can_be_driven_over(world, victim, model)
}

/// Nobody drives through what only a siege weapon hurts (CC-13).
fn can_be_driven_over(world: &World, victim: ModelId, by: ModelId) -> bool {
    !is_very_large(world, victim) || effects::has(world, by, Gift::Siege)
}

fn is_very_large(world: &World, model: ModelId) -> bool {
    world.of_model::<ProfileOf>(model).0.is_very_large()
}

/// Whether a model of the active unit may drive through anybody now.
fn check_driver(world: &World, model: ModelId) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    let name = who(world, model);
    let refuse = |refusal, rule, text| Err(OrderError::new(refusal, rule, text).model(model));
    if !world.of_model::<ProfileOf>(model).0.has(Ability::Overrun) {
        let text = format!("{name} can't overrun anybody: it stops at the first contact");
        return refuse(Refusal::WrongWeapon, ABOUT.rule, text);
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        return refuse(Refusal::Prone, "MOVE-04", format!("{name} has to stand up first"));
    }
    if movement::is_engaged(world, model) {
        return refuse(Refusal::InCombat, "CHG-06", format!("{name} is already in close combat"));
    }
    Ok(())
}

/// Whether a model of the active unit may drive through a unit to a place.
fn check(world: &World, model: ModelId, target: UnitId, to: Vec2) -> Result<(), OrderError> {
    check_driver(world, model)?;
    let name = who(world, model);
    let refuse = |refusal, rule, text| Err(OrderError::new(refusal, rule, text).model(model));
    if !to.is_finite() {
        return refuse(Refusal::NoSuchThing, "", "that place has no valid coordinates".to_owned());
    }
    charges::check(world, &[model], target)?;
    let standing = world.standing(target);
    let siege = effects::has(world, model, Gift::Siege);
    if !siege && standing.iter().all(|&victim| is_very_large(world, victim)) {
        let enemy = world.unit_name(target);
        let text = format!(
            "{enemy} is so large that only siege weapons can hurt it: {name} can't drive through it, \
             but may charge"
        );
        return refuse(Refusal::NeedsSiegeWeapon, "CC-13", text);
    }
    let lane = lane(world, model, target, to)?;
    let left = world.of_model::<ActionsLeft>(model).0;
    if lane.travel.actions > u32::from(left) {
        let needed = u8::try_from(lane.travel.actions).unwrap_or(u8::MAX);
        return Err(OrderError::not_enough_actions(world, model, "to drive so far", needed, left));
    }
    movement::check_length(world, model, lane.travel.length)?;
    if lane.victims.is_empty() {
        let text = format!("{name} meets no model of {} that way", world.unit_name(target));
        let error = OrderError::new(Refusal::NoWay, ABOUT.rule, text);
        return Err(error.model(model).at(to));
    }
    Ok(())
}

/// Begins the drive.
fn begin(world: &mut World, model: ModelId, target: UnitId, to: Vec2) {
    let Ok(lane) = lane(world, model, target, to) else { return };
    let unit = world.unit_of(model);
    let momentum = charges::momentum_left(world, model);
    let actions = u8::try_from(lane.travel.actions).unwrap_or(u8::MAX);
    let length = Inches(world.placed(model).pose.at.distance(to));
    let charge = Charge {
        target,
        chargers: vec![Charger { model, gains: Gains::Bonus { momentum } }],
        manner: Manner::Through(Drive::begin(model, to, length, actions)),
        halts: Vec::new(),
    };
    charge.make(world, unit);
    announce(world, unit, target);
}

/// Says whom the drive goes at; who fears that target takes its test now (FEAR-01).
pub(in crate::no_quarter) fn announce(world: &mut World, unit: UnitId, target: UnitId) {
    charges::declared(world, unit, target, Step::Drive { unit, stage: Stage::SetOut });
}

/// The drive as something that is used.
pub(super) struct Overrun;

impl Using for Overrun {
    fn has(&self, world: &World, model: ModelId) -> bool {
        world.of_model::<ProfileOf>(model).0.has(Ability::Overrun)
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        check_driver(world, model)
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let At::Through { unit, to } = at else { return Err(elsewhere(world, model, &ABOUT)) };
        check(world, model, unit, to)
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Through { unit, to } = at else { return };
        begin(world, model, unit, to);
    }

    /// The way, and the hits on everybody in it; nobody rolls for them.
    fn foretell(&self, world: &World, model: ModelId, at: At) -> Foretold {
        let At::Through { unit, to } = at else { return Foretold::default() };
        if world.roster().unit(unit).is_none() {
            return Foretold::default();
        }
        let charged = Some(unit);
        let known = world.is_standing(model) && to.is_finite();
        let Some(Ok(lane)) = known.then(|| lane(world, model, unit, to)) else {
            return Foretold { charged, ..Foretold::default() };
        };
        let strength = strength(world, model);
        let mut warnings = Vec::new();
        let names: Vec<&str> =
            lane.victims.iter().map(|(victim, _)| world.model_name(*victim)).collect();
        if !names.is_empty() {
            let text = format!("drives over {} with strength {strength}", names.join(", "));
            warnings.push((Topic::Use(Usable::Overrun), text));
        }
        if hold::may_flee(world, unit) {
            let text = format!("{} is on hold and may flee", world.unit_name(unit));
            warnings.push((Topic::Flight, text));
        }
        let hit = |&(victim, _): &(ModelId, Inches)| {
            odds::of_automatic_hit(world, model, victim, "Overrun", (strength, true))
        };
        let attacks = lane.victims.iter().map(hit).collect();
        let ways = vec![(model, Gait::Charge, lane.travel)];
        Foretold { ways, attacks, warnings, charged, ..Foretold::default() }
    }

    fn asked(&self, world: &World, at: At) -> String {
        let At::Through { unit, .. } = at else { return "drive on".to_owned() };
        format!("drive through {}", world.unit_name(unit))
    }

    fn told(&self, world: &World, at: At) -> String {
        let At::Through { unit, .. } = at else { return "drives on".to_owned() };
        format!("drives through {}", world.unit_name(unit))
    }

    /// Straight through the middle of an enemy unit and beyond.
    fn propose(
        &self,
        world: &World,
        model: ModelId,
        enemy: Option<UnitId>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        let unit = enemy?;
        let from = world.placed(model).pose.at;
        let way = world.middle(unit) - from;
        let beyond = way.normalize_or(Vec2::Y) * (pick(8) as f32 - 1.0);
        Some(At::Through { unit, to: from + way + beyond })
    }
}
