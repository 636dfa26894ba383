//! Models on their way, action by action, so that units on hold get their chance in between.
//! Book: Move (MOVE-01), Hold Actions (HOLD-02).

use bevy::prelude::World;

use super::{around::flies, limit, pay};
use crate::{
    battle::{BattleWorld, ModelId, Stack},
    no_quarter::{
        components::{ActionsLeft, Record, Stance},
        event::{Event, Gait},
        hold,
        moment::{self, Moment},
        ranged_combat,
        step::{Step, Walk, Walker},
        support_weapons,
        system::{NoQuarter, emit, push},
    },
    table::{Inches, Placed, Pose, base::overlapping},
};

/// Moves everybody who is still on the way, until somebody on hold could respond or all have
/// arrived. Who falls on the way drops out.
pub(in crate::no_quarter) fn walk(world: &mut World, mut walk: Walk) {
    let on_feet = |world: &World, walker: &Walker| {
        world.is_standing(walker.model)
            && *world.of_model::<Stance>(walker.model) == Stance::Standing
            && is_pushed(world, walker)
    };
    // Whoever was felled or stopped on the way may lie where others are going.
    let resumed = walk.tick > 0;
    let dropped: Vec<Walker> =
        walk.walkers.iter().filter(|walker| !on_feet(world, walker)).cloned().collect();
    walk.walkers.retain(|walker| on_feet(world, walker));
    for walker in dropped {
        fly(world, walker.model, None);
        lie_down(world, &walker, walk.tick as usize, &walk.walkers);
    }
    let ticks = walk.walkers.iter().map(|walker| walker.ticks.len()).max().unwrap_or(0) as u32;
    let mut parts: Vec<Part> = walk.walkers.iter().map(|walker| Part::new(world, walker)).collect();
    let watched = walk.interruptible && hold::anyone_holding(world);
    let mut interrupted = false;
    while walk.tick < ticks && !interrupted {
        for (walker, part) in walk.walkers.iter().zip(&mut parts) {
            part.advance(world, walker, walk.tick as usize);
        }
        walk.tick += 1;
        interrupted = watched && !hold::possible_responders(world).is_empty();
    }
    let arrived = walk.tick >= ticks;
    if arrived && resumed {
        make_room(world, &walk.walkers, &mut parts);
    }
    for (walker, part) in walk.walkers.iter().zip(parts) {
        part.tell(world, walker.model, walk.gait);
    }
    if arrived {
        let paying = walk.walkers.iter().filter(|walker| walker.actions > 0);
        let models: Vec<ModelId> = paying.map(|walker| walker.model).collect();
        moment::comes(world, Moment::Arrived { models: &models });
    } else {
        push(world, Step::Walk(walk));
    }
    if interrupted {
        hold::offer(world);
    }
}

/// Whether a support weapon on its way still has the crew that moves it (SUP-01); everybody else
/// goes by itself.
fn is_pushed(world: &World, walker: &Walker) -> bool {
    !support_weapons::is_chassis(world, walker.model)
        || support_weapons::crew_of(world, world.unit_of(walker.model)).len()
            >= support_weapons::FULL_CREW
        || walker.ticks.iter().all(|tick| tick.at == world.of_model::<Pose>(walker.model).at)
}

/// How high a flyer is that has flown so far and has so far still to fly. Ruling: half of whichever is
/// less, since it has to come down again, so that a flight of 15" rises to 3.75" where the book's example
/// prints 7.5" for it (MOVE-10). Book: Traits, Flying (MOVE-10).
pub(in crate::no_quarter) fn altitude(flown: Inches, left: Inches) -> Inches {
    Inches(flown.0.min(left.0) / 2.0)
}

/// A flyer on its way has come so much farther and has so far still to fly; none that has landed. As
/// long as it rises it is half as high as it has come far, and after that only what is left counts.
fn fly(world: &mut World, model: ModelId, further: Option<(f32, f32)>) {
    let record = *world.of_model::<Record>(model);
    let aloft = match further {
        Some((further, left)) if flies(world, model) => {
            let flown = Inches(f32::from(record.aloft) / 50.0 + further);
            (altitude(flown, Inches(left)).0 * 100.0).round() as u16
        }
        _ => 0,
    };
    if aloft != record.aloft {
        world.set_model(model, Record { aloft, ..record });
    }
}

/// The part of a walker's way that is told as one event.
struct Part {
    from: Pose,
    way: Vec<Pose>,
    actions: u8,
}

impl Part {
    fn new(world: &World, walker: &Walker) -> Self {
        Self { from: *world.of_model::<Pose>(walker.model), way: Vec::new(), actions: 0 }
    }

    fn advance(&mut self, world: &mut World, walker: &Walker, tick: usize) {
        let Some(&pose) = walker.ticks.get(tick) else { return };
        let from = *world.of_model::<Pose>(walker.model);
        world.set_model(walker.model, pose);
        let further = from.at.distance(pose.at);
        let left: f32 =
            walker.ticks[tick..].windows(2).map(|leg| leg[0].at.distance(leg[1].at)).sum();
        let landed = tick + 1 >= walker.ticks.len();
        fly(world, walker.model, (!landed).then_some((further, left)));
        self.way.push(pose);
        // What is paid is spread evenly over the ticks, and all of it by the last.
        let (all, ticks) = (usize::from(walker.actions), walker.ticks.len());
        let due = (all * (tick + 1) / ticks - all * tick / ticks) as u8;
        let due = due.min(world.of_model::<ActionsLeft>(walker.model).0);
        if due > 0 {
            pay(world, walker.model, due);
            self.actions += due;
        }
    }

    fn tell(self, world: &mut World, model: ModelId, gait: Gait) {
        if !self.way.is_empty() {
            let Self { from, way, actions } = self;
            if actions > 0 && matches!(gait, Gait::Move | Gait::InRanks) {
                ranged_combat::has_moved(world, model, actions);
            }
            if matches!(gait, Gait::Move | Gait::InRanks | Gait::Charge) {
                limit::has_gone(world, model, from, &way);
            }
            emit(world, Event::Moved { model, gait, from, way, actions });
        }
    }
}

/// Whether a model stands clear of all others on the table.
pub(in crate::no_quarter) fn is_clear(world: &World, model: ModelId, pose: Pose) -> bool {
    let here = Placed { pose, ..world.placed(model) };
    world.roster().models().all(|other| {
        other == model || !world.is_standing(other) || {
            let placed = world.placed(other);
            !super::near(&here, &placed, 0.0) || !overlapping(&here, &placed)
        }
    })
}

/// A model that was felled among friends on its way lies at the nearest part of it that is free, and
/// where none of the others will end, if there is such a part.
fn lie_down(world: &mut World, walker: &Walker, tick: usize, others: &[Walker]) {
    let model = walker.model;
    let from = *world.of_model::<Pose>(model);
    if !world.is_standing(model) || is_clear(world, model, from) {
        return;
    }
    let placed = world.placed(model);
    let ends: Vec<Placed> = others
        .iter()
        .filter_map(|other| {
            Some(Placed { pose: *other.ticks.last()?, ..world.placed(other.model) })
        })
        .collect();
    let is_free = |pose: &Pose| is_clear(world, model, *pose);
    let leaves_room = |pose: &Pose| {
        let lying = Placed { pose: *pose, ..placed };
        !ends.iter().any(|end| overlapping(end, &lying))
    };
    let back = walker.ticks.get(..tick).unwrap_or_default().iter().rev();
    let ahead = walker.ticks.get(tick..).unwrap_or_default().iter();
    let way: Vec<Pose> = back.chain(ahead).copied().filter(is_free).collect();
    let best = way.iter().copied().find(leaves_room).or_else(|| way.first().copied());
    if let Some(pose) = best {
        world.set_model(model, pose);
        let gait = Gait::Move;
        emit(world, Event::Moved { model, gait, from, way: vec![pose], actions: 0 });
    }
}

/// Who would end on somebody who was felled on the way stops as far before as it must.
fn make_room(world: &mut World, walkers: &[Walker], parts: &mut [Part]) {
    for (walker, part) in walkers.iter().zip(parts) {
        let here = *world.of_model::<Pose>(walker.model);
        if is_clear(world, walker.model, here) {
            continue;
        }
        let back = walker.ticks.iter().rev().copied();
        let free = back.chain([part.from]).find(|&pose| is_clear(world, walker.model, pose));
        if let Some(pose) = free {
            world.set_model(walker.model, pose);
            part.way.push(pose);
        }
    }
}

/// When somebody steps into the place of a model that fell while its block was on the way, it goes
/// the rest of the fallen model's way instead of its own.
pub(in crate::no_quarter) fn hand_over(world: &mut World, fallen: ModelId, to: ModelId) {
    for step in &mut world.resource_mut::<Stack<NoQuarter>>().0 {
        let Step::Walk(walk) = step else { continue };
        let place = |id: ModelId| walk.walkers.iter().position(|walker| walker.model == id);
        if let (Some(from), Some(to)) = (place(fallen), place(to)) {
            walk.walkers[to].ticks = std::mem::take(&mut walk.walkers[from].ticks);
            walk.walkers.remove(from);
        }
    }
}
