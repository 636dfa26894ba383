//! Archers who shoot high, over friends, so that their arrows come down wherever the wind takes them.
//! Book: Abilities, Rain Of Arrows (AB-RAIN-OF-ARROWS).

use bevy::{math::Vec2, prelude::World};

use super::{About, At, Foretold, Occasion, Usable, UsedAt, Using, using::elsewhere};
use crate::{
    battle::{
        BattleWorld, ModelId, Resolving, UnitId,
        playable::{
            acting::{VerbKey, VerbWords},
            count,
            telling::Missile,
        },
    },
    no_quarter::{
        arms::use_cost,
        combined,
        components::{ActionsLeft, Arms, ProfileOf},
        error::{OrderError, Refusal},
        event::Event,
        formations, hold, line_of_sight, movement,
        profile::{Ability, Weapon},
        ranged_combat::{band, check_free, check_threats_first, check_unit},
        step::Step,
        system::{NoQuarter, emit},
        templates::{self, Astray},
        topic::Topic,
        who::who,
    },
    table::{Inches, base::gap},
};

/// The rain as something that can be used.
pub(super) const ABOUT: About = About {
    rule: "AB-RAIN-OF-ARROWS",
    occasion: Occasion::AnyTime,
    place: UsedAt::Unit {
        hint: "Click the unit on which the arrows should rain, or choose it with {next} and {confirm}.",
    },
    verb: VerbWords {
        id: "RainOfArrows",
        name: "Rain of arrows",
        help: "Shoot over friends with all archers at once; the arrows scatter and hit everybody there.",
        targets: false,
        key: VerbKey::Usually("Shift+KeyG"),
        icon: "ranges",
        term: "ability RainOfArrows",
    },
    lacking: "has no archers who can let arrows rain",
    means: "its arrows",
};

/// So many archers, or fewer, shoot one template full.
pub const ARCHERS: usize = 4;
/// How wide a template of arrows is.
const RAIN: Inches = Inches(2.0);
/// How far each of them goes astray.
const ASTRAY: Astray = Astray::Rolled(5);

/// The place of the bow that a model shoots high with, if it has the ability and a bow: crossbows and
/// guns don't do.
fn bow_of(world: &World, model: ModelId) -> Option<u8> {
    if !world.of_model::<ProfileOf>(model).0.has(Ability::RainOfArrows) {
        return None;
    }
    let is_bow = |arm: &Weapon| arm.is_shot() && arm.missile == Missile::Arrow;
    let place = world.of_model::<Arms>(model).0.iter().position(|arm| is_bow(arm))?;
    u8::try_from(place).ok()
}

/// The bow of a model.
fn bow(world: &World, model: ModelId) -> Option<&Weapon> {
    let place = bow_of(world, model)?;
    world.of_model::<Arms>(model).0.get(usize::from(place)).map(|arm| &**arm)
}

/// Who shoots with a model: all of its unit who have the same bow, are free to shoot and can pay for it,
/// in whatever rank they stand.
fn archers(world: &World, model: ModelId) -> Vec<ModelId> {
    let Some(own) = bow(world, model) else { return Vec::new() };
    let able = |&other: &ModelId| {
        bow(world, other).is_some_and(|arm| arm.id == own.id)
            && check_free(world, other).is_ok()
            && world.of_model::<ActionsLeft>(other).0 >= use_cost(world, other, own)
    };
    world.standing(world.unit_of(model)).into_iter().filter(able).collect()
}

/// The model of a unit at whose middle the arrows are aimed: the closest.
fn mark(world: &World, model: ModelId, target: UnitId) -> Option<(ModelId, Inches)> {
    let own = world.placed(model);
    let far = |enemy: ModelId| (enemy, gap(&own, &world.placed(enemy)));
    let enemies = world.standing(target).into_iter().map(far);
    enemies.min_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)))
}

/// The templates that so many archers shoot.
fn templates_of(archers: usize) -> usize {
    archers.div_ceil(ARCHERS)
}

/// Whether a model of the active unit may let arrows rain at all.
fn check_archer(world: &World, model: ModelId) -> Result<&Weapon, OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, model)?;
    check_unit(world, unit)?;
    check_free(world, model)?;
    let Some(bow) = bow(world, model) else {
        let text = format!("{} can't let arrows rain", who(world, model));
        return Err(OrderError::new(Refusal::WrongWeapon, ABOUT.rule, text).model(model));
    };
    let left = world.of_model::<ActionsLeft>(model).0;
    let cost = use_cost(world, model, bow);
    if left < cost {
        return Err(OrderError::not_enough_actions(
            world,
            model,
            "for a rain of arrows",
            cost,
            left,
        ));
    }
    let spent = archers(world, model).into_iter().map(|archer| (archer, u32::from(cost)));
    formations::check_duty(world, unit, &spent.collect::<Vec<_>>())?;
    Ok(bow)
}

/// Whether a model may let arrows rain on a unit.
fn check(world: &World, model: ModelId, target: UnitId) -> Result<(), OrderError> {
    let bow = check_archer(world, model)?;
    let name = who(world, model);
    let refuse = |refusal, rule: &str, text| Err(OrderError::new(refusal, rule, text).model(model));
    if world.roster().unit(target).is_none() {
        return Err(OrderError::no_such_unit(world, target));
    }
    let enemy = world.unit_name(target);
    if world.side_of(target) == world.side_of_model(model) {
        let text = format!("{enemy} isn't an enemy of {name}");
        return refuse(Refusal::NotAnEnemy, "RNG-01", text);
    }
    let Some((mark, distance)) = mark(world, model, target) else {
        let text = format!("no models of {enemy} are on the table");
        return refuse(Refusal::NobodyThere, ABOUT.rule, text);
    };
    // Only at medium and long range.
    if !matches!(band(bow, distance), Some((1.., _))) {
        let text = format!(
            "{enemy} is {distance} away: arrows rain at medium and long range, beyond {} and up to {}",
            bow.bands.first().map_or(Inches(0.0), |band| band.0),
            bow.longest()
        );
        return refuse(Refusal::OutOfRange { distance, reach: bow.longest() }, ABOUT.rule, text);
    }
    if !line_of_sight::sees_over_friends(world, model, mark) {
        let text = format!("{name} can't see {enemy}, even over the heads of friends");
        return refuse(Refusal::OutOfSight, "RNG-01", text);
    }
    if movement::is_engaged(world, mark) {
        let text = format!("{enemy} is in close combat, where the arrows would hit friends");
        return refuse(Refusal::InCombat, ABOUT.rule, text);
    }
    check_threats_first(world, model, world.placed(mark).pose.at, Some(RAIN))
}

/// Everybody shoots, and one template after another comes down.
fn begin(world: &mut World, model: ModelId, target: UnitId) {
    let (Some(weapon), Some((mark, _))) = (bow_of(world, model), mark(world, model, target)) else {
        return;
    };
    let archers = archers(world, model);
    let actions = bow(world, model).map_or(0, |bow| use_cost(world, model, bow));
    for &archer in &archers {
        movement::pay(world, archer, actions);
    }
    let (what, at, caught) = (Usable::RainOfArrows, At::Unit(target), Vec::new());
    emit(world, Event::Used { model, what, at, caught, actions });
    hold::offer(world);
    let at = world.placed(mark).pose.at;
    let rain = Step::RainDown { attacker: model, weapon, at };
    world.push_all::<NoQuarter>(vec![rain; templates_of(archers.len())]);
}

/// A template of arrows goes astray and comes down: everybody whom it touches is hit, friend or foe.
pub(in crate::no_quarter) fn rain_down(world: &mut World, attacker: ModelId, weapon: u8, at: Vec2) {
    let Some(armed) = combined::armed(world, attacker, weapon) else { return };
    let lands = templates::deviate(world, attacker, at, ASTRAY);
    templates::hit_all_touched(world, &armed, RAIN, lands);
}

/// The rain as something that is used.
pub(super) struct Rain;

impl Using for Rain {
    fn has(&self, world: &World, model: ModelId) -> bool {
        bow_of(world, model).is_some()
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        check_archer(world, model).map(|_| ())
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let At::Unit(target) = at else { return Err(elsewhere(world, model, &ABOUT)) };
        check(world, model, target)
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Unit(target) = at else { return };
        begin(world, model, target);
    }

    /// How many templates come down; whom they hit nobody can say.
    fn foretell(&self, world: &World, model: ModelId, _: At) -> Foretold {
        let archers = archers(world, model).len();
        let (shoot, templates) =
            (count(archers, "archer"), count(templates_of(archers), "template"));
        let far = ASTRAY.distances().end().to_owned();
        let text = format!(
            "{shoot} for {templates} of {RAIN}, each up to {far}\" astray; friends are hit, too"
        );
        let warnings = vec![(Topic::Use(Usable::RainOfArrows), text)];
        Foretold { warnings, ..Foretold::default() }
    }

    fn asked(&self, world: &World, at: At) -> String {
        match at {
            At::Unit(unit) => format!("rain arrows on {}", world.unit_name(unit)),
            _ => "rain arrows".to_owned(),
        }
    }

    fn told(&self, world: &World, at: At) -> String {
        match at {
            At::Unit(unit) => format!("lets arrows rain on {}", world.unit_name(unit)),
            _ => "lets arrows rain".to_owned(),
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
