//! A driver whose target has fled goes after it, turns on somebody else, or halts. Book: Flee From A
//! Charge (CHG-05).

use bevy::prelude::World;

use super::{
    charge::{Charge, Manner},
    drive::{Drive, Stage},
    driving::SAME_PLACE,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::ActionsLeft,
        hold,
        question::{Answer, Question},
        step::Step,
        system::push,
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
    let driver = drive.driver;
    let reaches = |world: &World, other| {
        leads_through(world, drive, other)
            || !super::course(world, unit, &[driver], other).contacts.is_empty()
    };
    super::ask_what_now(world, unit, target, Question::DriveFled { driver, target }, &reaches);
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
