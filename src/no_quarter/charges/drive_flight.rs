//! A driver whose target has fled goes after it, turns on somebody else, or halts. Book: Flee From A
//! Charge (CHG-05).

use bevy::prelude::World;

use super::{
    charge::{Charge, Manner},
    drive::{Drive, Stage},
    driving::SAME_PLACE,
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        components::ActionsLeft,
        fear, hold,
        question::{Answer, Question},
        step::Step,
        system::{NoQuarter, push},
        uses::{announce_drive, lane},
    },
    table::Inches,
};

/// After the target had its chance to flee: drives on, or asks what to do now (CHG-05).
pub(super) fn after(world: &mut World, unit: UnitId, target: UnitId, drive: &Drive) {
    if hold::may_flee(world, target) {
        push(world, Step::Drive { unit, stage: Stage::On });
        return;
    }
    let (side, driver) = (world.side_of(unit), drive.driver);
    let mut options = vec![Answer::Halt];
    if !world.standing(target).is_empty() {
        options.push(Answer::Pursue);
    }
    let default = options.len() - 1;
    for other in world.roster().units() {
        let exposed = other != target
            && world.side_of(other) != side
            && !world.standing(other).is_empty()
            && fear::check_charge(world, unit, other).is_ok()
            && (leads_through(world, drive, other)
                || !super::course(world, unit, &[driver], other).contacts.is_empty());
        if exposed {
            options.push(Answer::Redirect { target: other });
        }
    }
    let question = Question::DriveFled { driver, target };
    world.ask::<NoQuarter>(Decision { side, question, options, default });
}

/// Whether the same way leads through another unit now.
fn leads_through(world: &World, drive: &Drive, other: UnitId) -> bool {
    let left = u32::from(world.of_model::<ActionsLeft>(drive.driver).0);
    lane(world, drive.driver, other, drive.to)
        .is_ok_and(|lane| !lane.victims.is_empty() && lane.travel.actions <= left)
}

/// Pursuing is driving on. Another unit is driven through if it is in the way, or else charged. Halting
/// is driving to where the first contact would have been.
pub(in crate::no_quarter) fn answer(world: &mut World, driver: ModelId, answer: &Answer) {
    let unit = world.unit_of(driver);
    let Some((_, mut drive)) = Drive::of(world, unit) else { return };
    match answer {
        Answer::Pursue => push(world, Step::Drive { unit, stage: Stage::On }),
        Answer::Redirect { target } => redirect(world, unit, &drive, *target),
        _ => {
            let pose = world.placed(driver).pose;
            let whole = drive.length.0.max(SAME_PLACE);
            let way = drive.halt.map_or(0.0, |way| way.0);
            let ahead = (drive.to - pose.at).normalize_or(pose.facing);
            drive.to = pose.at + ahead * way;
            drive.actions = (f32::from(drive.actions) * way / whole - 1e-3).ceil() as u8;
            drive.length = Inches(way);
            drive.keep(world, unit);
            push(world, Step::Drive { unit, stage: Stage::ToHalt });
        }
    }
}

fn redirect(world: &mut World, unit: UnitId, drive: &Drive, target: UnitId) {
    let Some(mut charge) = Charge::of(world, unit).cloned() else { return };
    let through = leads_through(world, drive, target);
    charge.target = target;
    if through {
        charge.make(world, unit);
        announce_drive(world, unit, target);
    } else {
        charge.manner = Manner::Home;
        charge.make(world, unit);
        super::announce(world, unit, target);
    }
}
