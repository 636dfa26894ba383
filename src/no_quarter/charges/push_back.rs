//! A ranked unit that outnumbers those it charges three to one goes on, and pushes back whom it
//! touches, until more of it can fight. Book: Pushback (CC-10).

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        components::{ActionsLeft, Stance},
        event::{Event, Gait},
        formations, hold,
        movement::{self, Around},
        question::{Answer, Question},
        step::{Charge, Step},
        system::{NoQuarter, emit, push},
    },
    table::{
        Inches, Mover, Placed, Pose,
        base::{overlapping, slide_until_touching, touching},
        formation::Manoeuvre,
        travel::stands,
    },
};

/// How many to one a unit must be to push back.
pub const TO_ONE: usize = 3;

/// Who is met on the way is in the way if the unit would be so deep in it after an inch more.
const HEAD_ON: f32 = 0.05;

/// How far to the side a model that is pushed into others steps, at most, and in which steps.
/// Inches.
const ASIDE: (f32, f32) = (6.0, 0.1);

/// Where everybody is after a pushback.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushBack {
    /// What it costs each model of the unit.
    pub actions: u8,
    /// Where the unit's models are then.
    pub ends: Vec<(ModelId, Pose)>,
    /// Where the enemies are who were pushed, or stepped aside for those.
    pub pushed: Vec<(ModelId, Pose)>,
    /// The enemies in contact then.
    pub met: Vec<ModelId>,
    /// The unit's models in contact then.
    pub contacts: Vec<ModelId>,
}

/// Whether a unit is the kind to push another back: in ranks, three to one or more.
pub fn may_push_back(world: &World, unit: UnitId, target: UnitId) -> bool {
    let (own, others) = (world.standing(unit).len(), world.standing(target).len());
    others > 0 && own >= TO_ONE * others && formations::is_ranked(world, unit)
}

/// What a unit's pushback by so many actions straight ahead would be, if it is possible.
pub fn push_back(world: &World, unit: UnitId, target: UnitId, actions: u8) -> Option<PushBack> {
    if actions == 0 || !may_push_back(world, unit, target) {
        return None;
    }
    let models = world.standing(unit);
    let able = |&model: &ModelId| {
        *world.of_model::<Stance>(model) == Stance::Standing
            && world.of_model::<ActionsLeft>(model).0 >= actions
    };
    if !models.iter().all(able) {
        return None;
    }
    let victims = world.standing(target);
    let mut around = movement::around(world, &models, &[target]);
    without(&mut around, &victims);
    let movers = movement::movers(world, &models);
    let rate = movers.iter().map(|(mover, _)| mover.rate.0).fold(f32::MAX, f32::min);
    let surroundings = around.surroundings(world);
    // Difficult ground halves the way.
    let (way, travel) = [1.0, 0.5].into_iter().find_map(|part| {
        let way = rate * f32::from(actions) * part;
        let travel = movement::drill(&movers, &Manoeuvre::Ahead(Inches(way)), &surroundings).ok()?;
        (travel.actions <= u32::from(actions)).then_some((way, travel))
    })?;
    let ends: Vec<(ModelId, Pose)> =
        models.iter().copied().zip(travel.frames.last()?.iter().copied()).collect();
    let facing = movers.first()?.1.facing;
    let block: Vec<Placed> =
        ends.iter().map(|&(model, pose)| Placed { pose, ..world.placed(model) }).collect();
    // Contact with anybody else would be a charge at him.
    if block.iter().any(|base| around.enemies.iter().any(|enemy| touching(base, enemy))) {
        return None;
    }
    let pushed = make_way(world, unit, &victims, &models, &block, facing, way)?;
    let end_of = |victim: ModelId| {
        let placed = world.placed(victim);
        let new = pushed.iter().find(|(model, _)| *model == victim);
        new.map_or(placed, |(_, pose)| Placed { pose: *pose, ..placed })
    };
    let touched = |victim: &ModelId| block.iter().any(|base| touching(base, &end_of(*victim)));
    let met: Vec<ModelId> = victims.iter().copied().filter(touched).collect();
    let fights = |base: &Placed| met.iter().any(|&victim| touching(base, &end_of(victim)));
    let contacts =
        ends.iter().zip(&block).filter(|(_, base)| fights(base)).map(|((model, _), _)| *model);
    Some(PushBack { actions, contacts: contacts.collect(), ends, met, pushed })
}

/// Takes some enemies out of what is in the way.
pub(super) fn without(around: &mut Around, models: &[ModelId]) {
    let keep: Vec<usize> =
        (0..around.enemies.len()).filter(|&i| !models.contains(&around.enemy_ids[i])).collect();
    around.enemies = keep.iter().map(|&i| around.enemies[i]).collect();
    around.enemy_ids = keep.iter().map(|&i| around.enemy_ids[i]).collect();
}

/// Where the enemies go: straight back with the unit's front, or aside along it where a comrade is
/// in the way. None if there is no room for one of them, or one is held by somebody else.
fn make_way(
    world: &World,
    unit: UnitId,
    victims: &[ModelId],
    models: &[ModelId],
    block: &[Placed],
    facing: Vec2,
    way: f32,
) -> Option<Vec<(ModelId, Pose)>> {
    let before: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    let contact = |victim: &Placed| -> Option<f32> {
        let meets = |base: &Placed| {
            let slide = slide_until_touching(base, facing, victim, Inches(way))?.0;
            let deeper = base.moved_to(base.pose.at + facing * (slide + HEAD_ON));
            overlapping(&deeper, victim).then_some(slide)
        };
        before.iter().filter_map(meets).min_by(f32::total_cmp)
    };
    let mut order: Vec<(f32, ModelId)> = victims
        .iter()
        .map(|&victim| (contact(&world.placed(victim)).unwrap_or(f32::MAX), victim))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut around = movement::around(world, victims, &[unit]);
    around.zones.clear();
    around.zone_ids.clear();
    without(&mut around, models);
    around.enemies.extend_from_slice(block);
    around.enemy_ids.extend_from_slice(models);
    let mut pushed = Vec::new();
    for (contact, victim) in order {
        let placed = world.placed(victim);
        let back = (way - contact).max(0.0);
        let wanted = Pose { at: placed.pose.at + facing * back, ..placed.pose };
        let mover = movement::mover(world, victim);
        let at = room(world, &around, &mover, &wanted, block, facing)?;
        if at.at.distance(placed.pose.at) > 1e-3 {
            let held = movement::engaged_with(world, victim);
            if held.iter().any(|enemy| !models.contains(enemy)) {
                return None;
            }
            pushed.push((victim, at));
        }
        // Comrades that come after it make way for it.
        around.friends.push(Placed { pose: at, ..placed });
        around.friend_ids.push(victim);
    }
    Some(pushed)
}

/// The wanted place, or else the nearest one along the unit's front where a model has room.
fn room(
    world: &World,
    around: &Around,
    mover: &Mover,
    wanted: &Pose,
    block: &[Placed],
    facing: Vec2,
) -> Option<Pose> {
    let surroundings = around.surroundings(world);
    let free = |pose: &Pose| stands(mover, pose, &surroundings, true).is_ok();
    if free(wanted) {
        return Some(*wanted);
    }
    let across = Vec2::new(facing.y, -facing.x);
    let far = mover.base.outer_radius().0 * 4.0 + 1.0;
    let steps = (ASIDE.0 / ASIDE.1) as u32;
    (0..=steps).flat_map(|step| [step as f32, -(step as f32)]).find_map(|step| {
        let side = wanted.at + across * (step * ASIDE.1);
        let start = mover.placed(Pose { at: side + facing * far, ..*wanted });
        let slides = block.iter().filter_map(|base| {
            slide_until_touching(&start, -facing, base, Inches(2.0 * far)).map(|slide| slide.0)
        });
        let slide = slides.min_by(f32::total_cmp)?;
        let pose = Pose { at: start.pose.at - facing * slide, ..*wanted };
        free(&pose).then_some(pose)
    })
}

/// The pushbacks worth asking for: each brings more enemies or more of the unit into the fight
/// than any shorter one.
pub(super) fn worth_asking(world: &World, charge: &Charge) -> Vec<PushBack> {
    if !may_push_back(world, charge.unit, charge.target) {
        return Vec::new();
    }
    let models = world.standing(charge.unit);
    let fighting = |&&model: &&ModelId| movement::is_engaged(world, model);
    let mut own = models.iter().filter(fighting).count();
    let mut met = {
        let victims = world.standing(charge.target);
        victims.into_iter().filter(|&victim| movement::is_engaged(world, victim)).count()
    };
    let left = models.iter().map(|&model| world.of_model::<ActionsLeft>(model).0).min();
    let mut worth = Vec::new();
    for actions in 1..=left.unwrap_or(0) {
        let Some(push) = push_back(world, charge.unit, charge.target, actions) else { break };
        if push.met.len() > met || push.contacts.len() > own {
            met = met.max(push.met.len());
            own = own.max(push.contacts.len());
            worth.push(push);
        }
    }
    worth
}

/// Asks a ranked charger in contact whether it pushes on; false if it can't.
pub(super) fn ask(world: &mut World, mut charge: Charge) -> bool {
    let worth = worth_asking(world, &charge);
    if worth.is_empty() {
        return false;
    }
    charge.settled = true;
    let mut options = vec![Answer::Pass];
    let default = worth.len();
    options.extend(worth.iter().map(|push| Answer::PushBack { actions: push.actions }));
    world.ask::<NoQuarter>(Decision {
        side: world.side_of(charge.unit),
        question: Question::PushBack { charge },
        options,
        // As little as brings most of them to blows.
        default,
    });
    true
}

/// Pushes on, and then sees to the end of the charge.
pub(in crate::no_quarter) fn answer(world: &mut World, charge: Charge, answer: &Answer) {
    let (unit, target) = (charge.unit, charge.target);
    push(world, Step::EndCharge(charge));
    let Answer::PushBack { actions } = answer else { return };
    let Some(plan) = push_back(world, unit, target, *actions) else { return };
    let models = plan.pushed.iter().map(|(model, _)| *model).collect();
    emit(world, Event::PushedBack { unit, target, models, actions: plan.actions });
    for (model, pose) in plan.ends {
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, pose);
        movement::pay(world, model, plan.actions);
        let (gait, way, actions) = (Gait::Charge, vec![pose], plan.actions);
        emit(world, Event::Moved { model, gait, from, way, actions });
    }
    for (model, pose) in plan.pushed {
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, pose);
        let (gait, way) = (Gait::PushedBack, vec![pose]);
        emit(world, Event::Moved { model, gait, from, way, actions: 0 });
    }
    hold::offer(world);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::level::Formation,
        no_quarter::test_world::{TestWorld, block, ranker},
    };

    #[test]
    fn cc_10_whoever_is_pushed_into_comrades_steps_aside() {
        let mut test = TestWorld::new();
        let ranks = block(10.0, 9.5, 5, 15);
        let ours = test.unit(0, Formation::Ranked { frontage: 5 }, &ranks, ranker());
        let places = [(12.0, 10.5), (10.2, 11.5), (13.8, 12.5), (12.0, 13.3)];
        let places = places.map(|(x, y)| (x, y, 270.0));
        let theirs = test.unit(1, Formation::Dispersed, &places, ranker());
        test.activate(ours);
        assert!(may_push_back(&test.world, ours, theirs));
        for (actions, met) in [(1, 2), (2, 4), (3, 4)] {
            let push = push_back(&test.world, ours, theirs, actions).expect("there is room");
            assert_eq!(push.met.len(), met, "{actions}: {:?}", push.pushed);
        }
    }
}
