//! A ranked unit that outnumbers those it charges three to one goes on, and pushes back whom it
//! touches, as far as it likes: until more of it can fight, or off the ground they hold. Book:
//! Pushback (CC-10).

use bevy::{math::Vec2, prelude::World};

use super::{Course, head_on::head_on};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        components::{ActionsLeft, ProfileOf, Stance},
        effects::{self, Gift},
        event::{Event, Gait},
        formations, hold,
        movement::{self, Around},
        question::{Answer, Question},
        step::Step,
        system::{NoQuarter, emit, push},
    },
    table::{
        Inches, Mover, Placed, Pose,
        base::{slide_until_touching, touching},
        formation::Manoeuvre,
        travel::{stands, travel},
    },
};

/// How many to one a unit must be to push back.
pub const TO_ONE: usize = 3;

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

/// Whether a unit is the kind to push another back: in ranks, three to one or more. Ruling: what
/// only a siege weapon hurts is pushed by nobody (CC-13).
pub fn may_push_back(world: &World, unit: UnitId, target: UnitId) -> bool {
    let (own, others) = (world.standing(unit).len(), world.standing(target));
    let very_large = |model| world.of_model::<ProfileOf>(model).0.is_very_large();
    !others.is_empty()
        && own >= TO_ONE * others.len()
        && formations::is_ranked(world, unit)
        && !others.into_iter().any(very_large)
}

/// What a unit's pushback by so many actions straight ahead would be, if it is possible.
pub fn push_back(world: &World, unit: UnitId, target: UnitId, actions: u8) -> Option<PushBack> {
    Front::here(world, unit, target)?.push(world, actions)
}

/// Whether a charge that goes as planned may push on after its first contact.
pub fn pushes_on(world: &World, unit: UnitId, target: UnitId, course: &Course) -> bool {
    !course.contacts.is_empty()
        && Front::after(world, unit, target, course).is_some_and(|front| front.can_push(world))
}

/// A block that has run into those it outnumbers.
struct Front {
    /// Its models, where they stand then.
    models: Vec<(ModelId, Placed)>,
    /// The actions that each of them has left at least.
    left: u8,
    /// Those it may push.
    victims: Vec<ModelId>,
    /// What is around the block besides those.
    around: Around,
    /// What is around those besides the block.
    behind: Around,
}

impl Front {
    /// The block where it stands, if it is the kind to push.
    fn here(world: &World, unit: UnitId, target: UnitId) -> Option<Self> {
        Self::after(world, unit, target, &Course::default())
    }

    /// The block after its charge.
    fn after(world: &World, unit: UnitId, target: UnitId, course: &Course) -> Option<Self> {
        if !may_push_back(world, unit, target) {
            return None;
        }
        let ids = world.standing(unit);
        let walker = |model: ModelId| course.walkers.iter().find(|walker| walker.model == model);
        let end = |&model: &ModelId| {
            let pose = walker(model).and_then(|walker| walker.ticks.last().copied());
            let placed = world.placed(model);
            (model, Placed { pose: pose.unwrap_or(placed.pose), ..placed })
        };
        let left = |&model: &ModelId| match *world.of_model::<Stance>(model) {
            Stance::Prone => 0,
            Stance::Standing => {
                let paid = walker(model).map_or(0, |walker| walker.actions);
                world.of_model::<ActionsLeft>(model).0.saturating_sub(paid)
            }
        };
        let victims = world.standing(target);
        let mut around = movement::around(world, &ids, &[target]);
        without(&mut around, &victims);
        let mut behind = movement::around(world, &victims, &[unit]);
        behind.zones.clear();
        behind.zone_ids.clear();
        without(&mut behind, &ids);
        Some(Self {
            models: ids.iter().map(end).collect(),
            left: ids.iter().map(left).min()?,
            victims,
            around,
            behind,
        })
    }

    /// Every pushback that is possible, the shortest first, and the place of the shortest of those
    /// that bring the most to blows, if any brings more than fight already.
    fn pushes(&self, world: &World) -> (Vec<PushBack>, Option<usize>) {
        let fights = |(model, placed): &&(ModelId, Placed)| {
            !movement::engaged_at(world, *model, placed).is_empty()
        };
        let mut own = self.models.iter().filter(fights).count();
        let met = |&&victim: &&ModelId| {
            let placed = world.placed(victim);
            self.models.iter().any(|(_, own)| movement::would_fight(world, own, &placed))
        };
        let mut met = self.victims.iter().filter(met).count();
        let mut best = None;
        let pushes: Vec<PushBack> =
            (1..=self.left).filter_map(|actions| self.push(world, actions)).collect();
        for (place, push) in pushes.iter().enumerate() {
            if push.met.len() > met || push.contacts.len() > own {
                met = met.max(push.met.len());
                own = own.max(push.contacts.len());
                best = Some(place);
            }
        }
        (pushes, best)
    }

    /// Whether it can push at all.
    fn can_push(&self, world: &World) -> bool {
        (1..=self.left).any(|actions| self.push(world, actions).is_some())
    }

    /// The pushback by so many actions, if it is possible.
    fn push(&self, world: &World, actions: u8) -> Option<PushBack> {
        if actions == 0 || actions > self.left {
            return None;
        }
        let movers: Vec<(Mover, Pose)> = self
            .models
            .iter()
            .map(|&(model, placed)| (movement::mover(world, model), placed.pose))
            .collect();
        let rate = movers.iter().map(|(mover, _)| mover.rate.0).fold(f32::MAX, f32::min);
        let surroundings = self.around.surroundings(world);
        // The farthest that costs as much: barriers and difficult ground shorten the way, by half at
        // most.
        let (way, travel) = (0..=actions).find_map(|less| {
            let way = rate * (f32::from(actions) - f32::from(less) * 0.5);
            let ahead = Manoeuvre::Ahead(Inches(way));
            let travel = movement::drill(&movers, &ahead, &surroundings).ok()?;
            (travel.actions == u32::from(actions)).then_some((way, travel))
        })?;
        let ends: Vec<(ModelId, Pose)> = self
            .models
            .iter()
            .map(|(model, _)| *model)
            .zip(travel.frames.last()?.iter().copied())
            .collect();
        let facing = movers.first()?.1.facing;
        let block: Vec<Placed> =
            ends.iter().map(|&(model, pose)| Placed { pose, ..world.placed(model) }).collect();
        // Contact with anybody else would be a charge at him.
        if block.iter().any(|base| self.around.enemies.iter().any(|enemy| touching(base, enemy))) {
            return None;
        }
        let pushed = self.make_way(world, &block, facing, way)?;
        let end_of = |victim: ModelId| {
            let placed = world.placed(victim);
            let new = pushed.iter().find(|(model, _)| *model == victim);
            new.map_or(placed, |(_, pose)| Placed { pose: *pose, ..placed })
        };
        let touched = |victim: &ModelId| block.iter().any(|base| touching(base, &end_of(*victim)));
        let met: Vec<ModelId> = self.victims.iter().copied().filter(touched).collect();
        let fights = |base: &Placed| met.iter().any(|&victim| touching(base, &end_of(victim)));
        let contacts: Vec<ModelId> = ends
            .iter()
            .zip(&block)
            .filter(|(_, base)| fights(base))
            .map(|((model, _), _)| *model)
            .collect();
        // Who loses them all on the way has pushed nobody.
        (!contacts.is_empty()).then_some(PushBack { actions, ends, pushed, met, contacts })
    }

    /// Where the enemies go: straight back with the unit's front, or aside along it where a comrade
    /// is in the way. None if there is no room for one of them, or one is steadfast or held by somebody
    /// else (AB-STEADFAST).
    fn make_way(
        &self,
        world: &World,
        block: &[Placed],
        facing: Vec2,
        way: f32,
    ) -> Option<Vec<(ModelId, Pose)>> {
        let contact = |victim: &Placed| -> Option<f32> {
            let meets = |(_, base): &(ModelId, Placed)| head_on(base, facing, victim, Inches(way));
            self.models.iter().filter_map(meets).map(|slide| slide.0).min_by(f32::total_cmp)
        };
        let mut order: Vec<(f32, ModelId)> = self
            .victims
            .iter()
            .map(|&victim| (contact(&world.placed(victim)).unwrap_or(f32::MAX), victim))
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let own = |enemy: &ModelId| self.models.iter().any(|(model, _)| model == enemy);
        let mut around = self.behind.clone();
        around.enemies.extend_from_slice(block);
        around.enemy_ids.extend(self.models.iter().map(|(model, _)| *model));
        let mut pushed = Vec::new();
        for (contact, victim) in order {
            let placed = world.placed(victim);
            let back = (way - contact).max(0.0);
            let wanted = Pose { at: placed.pose.at + facing * back, ..placed.pose };
            let mover = movement::mover(world, victim);
            let gets_to = |to: &Pose| self.gets_to(world, &mover, &placed.pose, &wanted, to);
            let at = room(world, &around, &mover, &wanted, block, facing, &gets_to)?;
            if at.at.distance(placed.pose.at) > 1e-3 {
                let held = movement::engaged_with(world, victim);
                let steadfast = effects::has(world, victim, Gift::Steadfast);
                if steadfast || held.iter().any(|enemy| !own(enemy)) {
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

    /// Whether there is a way for a model that is pushed: straight back and then aside, or right
    /// there. Nobody is pushed through what he couldn't walk through.
    fn gets_to(&self, world: &World, mover: &Mover, from: &Pose, back: &Pose, to: &Pose) -> bool {
        let surroundings = self.behind.surroundings(world);
        let ways: [&[Vec2]; 2] = [&[back.at, to.at], &[to.at]];
        let stays = from.at.distance(to.at) < 1e-3;
        stays || ways.into_iter().any(|way| travel(mover, from, way, None, &surroundings).is_ok())
    }
}

/// Takes some enemies out of what is in the way.
pub(in crate::no_quarter) fn without(around: &mut Around, models: &[ModelId]) {
    let keep: Vec<usize> =
        (0..around.enemies.len()).filter(|&i| !models.contains(&around.enemy_ids[i])).collect();
    around.enemies = keep.iter().map(|&i| around.enemies[i]).collect();
    around.enemy_ids = keep.iter().map(|&i| around.enemy_ids[i]).collect();
}

/// The wanted place, or else the nearest one along the unit's front where a model has room.
fn room(
    world: &World,
    around: &Around,
    mover: &Mover,
    wanted: &Pose,
    block: &[Placed],
    facing: Vec2,
    gets_to: &dyn Fn(&Pose) -> bool,
) -> Option<Pose> {
    let surroundings = around.surroundings(world);
    let free = |pose: &Pose| stands(mover, pose, &surroundings, true).is_ok() && gets_to(pose);
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

/// Asks a ranked charger in contact whether it pushes on, and how far; false if it can't.
pub(super) fn ask(world: &mut World, unit: UnitId, target: UnitId) -> bool {
    let Some(front) = Front::here(world, unit, target) else { return false };
    let (pushes, best) = front.pushes(world);
    if pushes.is_empty() {
        return false;
    }
    let mut options = vec![Answer::Pass];
    options.extend(pushes.iter().map(|push| Answer::PushBack { actions: push.actions }));
    world.ask::<NoQuarter>(Decision {
        side: world.side_of(unit),
        question: Question::PushBack { unit, target },
        options,
        // As little as brings most of them to blows; they stay if nothing does.
        default: best.map_or(0, |place| place + 1),
    });
    true
}

/// Pushes on, and then sees to the end of the charge.
pub(in crate::no_quarter) fn answer(
    world: &mut World,
    unit: UnitId,
    target: UnitId,
    answer: &Answer,
) {
    push(world, Step::MeetCharge { unit });
    let Answer::PushBack { actions } = answer else { return };
    let Some(push) = push_back(world, unit, target, *actions) else { return };
    let models = push.pushed.iter().map(|(model, _)| *model).collect();
    emit(world, Event::PushedBack { unit, target, models, actions: push.actions });
    for (model, pose) in push.ends {
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, pose);
        movement::pay(world, model, push.actions);
        let (gait, way, actions) = (Gait::Charge, vec![pose], push.actions);
        emit(world, Event::Moved { model, gait, from, way, actions });
    }
    for (model, pose) in push.pushed {
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
    use crate::no_quarter::{
        components::Formation,
        test_world::{TestWorld, block, fifteen_against_four, ranker},
    };

    #[test]
    fn cc_10_whoever_is_pushed_into_comrades_steps_aside() {
        let (test, ours, theirs) = fifteen_against_four();
        assert!(may_push_back(&test.world, ours, theirs));
        for (actions, met) in [(1, 2), (2, 4), (3, 4)] {
            let push = push_back(&test.world, ours, theirs, actions).expect("there is room");
            assert_eq!(push.met.len(), met, "{actions}: {:?}", push.pushed);
        }
        let front = Front::here(&test.world, ours, theirs).expect("fifteen to four");
        let (pushes, best) = front.pushes(&test.world);
        assert_eq!(pushes.len(), 8, "every length that the actions allow");
        // After two actions all four of them fight all five of the front.
        let best = &pushes[best.expect("more come to blows")];
        assert_eq!((best.actions, best.met.len(), best.contacts.len()), (2, 4, 5));
    }

    #[test]
    fn cc_10_where_nobody_more_comes_to_blows_staying_is_better() {
        let mut test = TestWorld::new();
        let ours =
            test.unit(0, Formation::Ranked { frontage: 4 }, &block(10.0, 9.5, 4, 8), ranker());
        let theirs = test.unit(1, Formation::Skirmish, &[(11.5, 10.485, 270.0)], ranker());
        test.activate(ours);
        let front = Front::here(&test.world, ours, theirs).expect("eight to one");
        let (pushes, best) = front.pushes(&test.world);
        assert!(!pushes.is_empty() && best.is_none(), "{best:?}");
    }
}
