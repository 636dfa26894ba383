//! A lure: its target has to come to the caster. Book: Wind Aspect, Lure (SP-LURE). Ruling: models in
//! combat and terrified units stay where they are; the others get up if they lie, and go straight to the
//! caster with all that they have left. Ranks and closed order keep in step; whoever is stopped loses the
//! actions that it has left.

use bevy::{math::Vec2, prelude::World};

use super::{
    Casting, Ended, Spell, SpellOn,
    in_play::{self, Bearer},
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Morale, Stance},
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        event::{Event, Gait, TestReason},
        formations, movement,
        step::{Step, Walk, Walker},
        system::{emit, push},
        uses::At,
    },
    table::{
        Mover, Pose,
        path::find_path_towards,
        travel::{Travel, stands, travel},
    },
};

/// A unit in step looks for the longest way by such steps. Inches.
const STEP: f32 = 0.1;

/// The target of the spell is lured.
pub(super) fn call(world: &mut World, casting: &Casting) {
    let At::Unit(unit) = casting.at else { return };
    in_play::leave(world, on(unit), casting.caster, &[Does::IsLured(casting.caster)]);
}

/// The lure on a unit.
fn on(unit: UnitId) -> SpellOn {
    SpellOn { spell: Spell::Lure, on: Bearer::Unit(unit) }
}

/// By whom a unit is lured.
pub(super) fn lured_by(world: &World, unit: UnitId) -> Option<ModelId> {
    effects::on_unit(world, unit).find_map(|does| match does {
        Does::IsLured(by) => Some(by),
        _ => None,
    })
}

/// A unit that is lured begins its activation: the first time it goes, after that it takes a test.
pub(super) fn pull(world: &mut World, unit: UnitId) {
    let following = Does::Gives(Gift::Following);
    if effects::on_unit(world, unit).any(|does| does == following) {
        push(world, Step::CommandTest { unit, reason: TestReason::Lure });
        return;
    }
    let (source, until) = (Source::Spell(Spell::Lure), Until::SpellEnds);
    effects::lay_on_unit(world, unit, Effect { does: following, source, until });
    follow(world, unit);
}

/// A unit has taken its test: it is free, or it goes on.
pub(in crate::no_quarter) fn tested(world: &mut World, unit: UnitId, passed: bool) {
    if passed {
        in_play::end(world, on(unit), Ended::ShakenOff);
    } else {
        follow(world, unit);
    }
}

/// A unit goes to whoever has lured it.
fn follow(world: &mut World, unit: UnitId) {
    let caster = lured_by(world, unit).filter(|&caster| world.is_standing(caster));
    let Some(caster) = caster else { return };
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        return;
    }
    emit(world, Event::Lured { unit, by: caster });
    get_up(world, unit);
    let to = world.placed(caster).pose.at;
    let walkers = if formations::is_formed(world, unit) {
        in_step(world, unit, to)
    } else {
        one_by_one(world, unit, to)
    };
    for model in free(world, unit) {
        let left = world.of_model::<ActionsLeft>(model).0;
        if left > 0 && walkers.iter().all(|walker| walker.model != model) {
            movement::pay(world, model, left);
        }
    }
    if !walkers.is_empty() {
        let (gait, tick, interruptible) = (Gait::Lured, 0, true);
        push(world, Step::Walk(Walk { unit, gait, walkers, tick, interruptible }));
    }
}

/// Those who lie get up, as far as they have the actions for it.
fn get_up(world: &mut World, unit: UnitId) {
    let actions = movement::STANDING_UP;
    for model in movement::fallen(world, unit) {
        if world.of_model::<ActionsLeft>(model).0 >= actions {
            movement::pay(world, model, actions);
            world.set_model(model, Stance::Standing);
            emit(world, Event::StoodUp { model, actions });
        }
    }
}

/// The models of a unit that are in no combat.
fn free(world: &World, unit: UnitId) -> Vec<ModelId> {
    let mut models = world.standing(unit);
    models.retain(|&model| !movement::is_engaged(world, model));
    models
}

/// Whether a model in no combat can go at all.
fn goes(world: &World, model: ModelId) -> bool {
    *world.of_model::<Stance>(model) == Stance::Standing
        && world.of_model::<ActionsLeft>(model).0 > 0
        && !effects::forbids(world, model, Deed::Move)
}

/// The ways of loose models, those nearest to the caster first, each by itself.
fn one_by_one(world: &World, unit: UnitId, to: Vec2) -> Vec<Walker> {
    let mut models = free(world, unit);
    models.retain(|&model| goes(world, model));
    let far = |model: ModelId| world.of_model::<Pose>(model).at.distance_squared(to);
    models.sort_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
    let mut walkers: Vec<Walker> = Vec::new();
    for model in models {
        let mut around = movement::around(world, &[model], &[]);
        around.keep_off();
        for walker in &walkers {
            around.place_friend(walker.model, walker.ticks.last().copied());
        }
        let (mover, from) = (movement::mover(world, model), *world.of_model::<Pose>(model));
        let actions = world.of_model::<ActionsLeft>(model).0;
        let surroundings = around.surroundings(world);
        let route = find_path_towards(&mover, &from, to, &surroundings, u32::from(actions));
        let Some(mut ticks) = (!route.path.is_empty()).then_some(route.travel.ticks) else {
            continue;
        };
        // It looks where it is called, if its base fits that way round.
        if let Some(last) = ticks.last_mut() {
            let turned = Pose { facing: (to - last.at).normalize_or(last.facing), ..*last };
            if stands(&mover, &turned, &surroundings, false).is_ok() {
                *last = turned;
            }
        }
        walkers.push(Walker { model, ticks, actions });
    }
    walkers
}

/// The ways of a unit in ranks or closed order: all go as far in the same direction, or nobody does.
fn in_step(world: &World, unit: UnitId, to: Vec2) -> Vec<Walker> {
    let models = world.standing(unit);
    let stays = |&model: &ModelId| movement::is_engaged(world, model) || !goes(world, model);
    if models.iter().any(stays) {
        return Vec::new();
    }
    let mut around = movement::around(world, &models, &[]);
    around.keep_off();
    let surroundings = around.surroundings(world);
    let movers: Vec<Mover> = models.iter().map(|&model| movement::mover(world, model)).collect();
    let actions = |model: ModelId| world.of_model::<ActionsLeft>(model).0;
    let reaches =
        models.iter().zip(&movers).map(|(&m, mover)| mover.rate.0 * f32::from(actions(m)));
    let way = to - world.middle(unit);
    let far = reaches.fold(way.length(), f32::min);
    let travels = |length: f32| -> Option<Vec<Travel>> {
        let of = |(&model, mover): (&ModelId, &Mover)| {
            let from = *world.of_model::<Pose>(model);
            let path = [from.at + way.normalize_or_zero() * length];
            let travel = travel(mover, &from, &path, None, &surroundings).ok()?;
            (travel.actions <= u32::from(actions(model))).then_some(travel)
        };
        models.iter().zip(&movers).map(of).collect()
    };
    let steps = (far / STEP) as usize;
    let Some(travels) = (0..steps).find_map(|back| travels(far - back as f32 * STEP)) else {
        return Vec::new();
    };
    let walker = |(&model, travel): (&ModelId, Travel)| Walker {
        model,
        ticks: travel.ticks,
        actions: actions(model),
    };
    models.iter().zip(travels).map(walker).collect()
}
