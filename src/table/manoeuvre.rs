//! How a ranked block moves: straight ahead, back, aside, wheeling on a corner, or turning in
//! place, always keeping its order. Book: Ranked Movement (MOVE-09); the costs are a ruling.
//!
#![doc = include_str!("../../docs/drawings/wheel.svg")]

mod reach;
mod way;

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    account::Account,
    base::{Placed, Pose, overlapping},
    cost::{Pace, Reckoning},
    obstruction::{Nearby, end_obstruction, end_zone},
    travel::{Mover, Obstruction, Surroundings},
    units::Inches,
};

pub use reach::{BlockReach, block_reach};
pub use way::{manoeuvre_end, wheel_end};

use way::Way;

/// Ruling: stepping aside and going back cost double.
const UNUSUAL: f32 = 2.0;
/// A wheel is looked at whenever the outer corner has gone this far. Inches.
const STEP: f32 = 0.25;

/// A side of a block, as its own models see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Flank {
    /// To their left.
    Left,
    /// To their right.
    Right,
}

impl Flank {
    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// 1 for the right, -1 for the left.
    pub(super) fn to_the_right(self) -> f32 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// One move of a block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Manoeuvre {
    /// Straight to the front.
    Ahead(Inches),
    /// Straight to the rear, facing kept.
    Back(Inches),
    /// Straight to a side, facing kept.
    Sidestep(Flank, Inches),
    /// Forwards around a front corner.
    Wheel {
        /// The corner that stays.
        pivot: Flank,
        /// How far round, from 0 to 180.
        degrees: f32,
    },
    /// Everybody turns on the spot; ranks become files.
    QuarterTurn(Flank),
    /// Everybody turns round on the spot.
    AboutTurn,
}

/// What a manoeuvre costs and where it leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockTravel {
    /// The whole actions it takes each model.
    pub actions: u32,
    /// What these go to.
    pub account: Account,
    /// The way that is paid for: straight, or the outer front corner's arc.
    pub length: Inches,
    /// Where all models are after each action spent, the last one their end; at least one.
    pub frames: Vec<Vec<Pose>>,
}

impl BlockTravel {
    fn new(account: Account, length: Inches, frames: Vec<Vec<Pose>>) -> Self {
        Self { actions: account.total(), account, length, frames }
    }
}

/// What a manoeuvre of a block costs if all its models may make it; otherwise which model can't
/// and why. The first model's facing is the block's; nobody of the block is in `around`, and a
/// friend's number past its list counts the block's own models.
///
/// Ruling: straight ahead at the rate; a wheel costs the arc travelled by the opposite front
/// corner; an about-turn or quarter turn costs `turning` actions; sidesteps and backward moves cost
/// double. The model with the dearest ground decides (MOVE-09).
pub fn manoeuvre(
    movers: &[(Mover, Pose)],
    manoeuvre: &Manoeuvre,
    turning: u32,
    around: &Surroundings,
) -> Result<BlockTravel, (usize, Obstruction)> {
    if movers.is_empty() {
        return Ok(BlockTravel::new(Account::default(), Inches::ZERO, vec![Vec::new()]));
    }
    match Way::of(movers, manoeuvre) {
        Way::Straight(way) => {
            let pose_at = |start: Pose, share: f32| way.pose_at(start, share);
            let drive_on = Drive { length: way.length, steps: 1, price: way.price };
            drive(movers, drive_on, &pose_at, around)
        }
        Way::Wheel(wheel) => {
            let pose_at = |start: Pose, share: f32| wheel.pose_at(start, share);
            let steps = (wheel.length / STEP).ceil().max(1.0) as usize;
            let drive_on = Drive { length: wheel.length, steps, price: 1.0 };
            let swept = drive(movers, drive_on, &pose_at, around)?;
            Ok(BlockTravel { account: swept.account.of_wheel(), ..swept })
        }
        Way::Turn(degrees) => turn(movers, degrees, turning, around),
    }
}

fn turn(
    movers: &[(Mover, Pose)],
    degrees: f32,
    actions: u32,
    around: &Surroundings,
) -> Result<BlockTravel, (usize, Obstruction)> {
    let before: Vec<Pose> = movers.iter().map(|(_, pose)| *pose).collect();
    let after: Vec<Pose> = before.iter().map(|pose| pose.turned(degrees)).collect();
    for (i, &(mover, start)) in movers.iter().enumerate() {
        let end = mover.placed(after[i]);
        if let Some(obstruction) = obstruction_at_end(&mover.placed(start), &end, around) {
            return Err((i, obstruction));
        }
        // Long bases that stood side by side don't fit any more.
        let sunk = |j: usize| overlapping(&end, &movers[j].0.placed(after[j]));
        if let Some(j) = (0..i).find(|&j| sunk(j)) {
            let friend = around.friends.len() + j;
            return Err((i, Obstruction::Friend { friend, at: end.pose.at }));
        }
    }
    let mut frames = vec![before; actions.saturating_sub(1) as usize];
    frames.push(after);
    Ok(BlockTravel::new(Account::turning(actions), Inches::ZERO, frames))
}

fn obstruction_at_end(start: &Placed, end: &Placed, around: &Surroundings) -> Option<Obstruction> {
    end_obstruction(end, around).or_else(|| end_zone(end, Some(start), around))
}

/// How a block goes its way.
struct Drive {
    /// The way that is paid for.
    length: f32,
    /// In how many straight pieces each model's way is looked at.
    steps: usize,
    /// How often each inch counts.
    price: f32,
}

/// Sweeps every model along its way, finds the dearest one, and lets the block keep its pace.
fn drive(
    movers: &[(Mover, Pose)],
    drive: Drive,
    pose_at: &dyn Fn(Pose, f32) -> Pose,
    around: &Surroundings,
) -> Result<BlockTravel, (usize, Obstruction)> {
    let mut dearest: Option<(Account, Reckoning)> = None;
    let mut path = Vec::with_capacity(drive.steps);
    for (i, &(mover, start)) in movers.iter().enumerate() {
        path.clear();
        let places =
            (1..=drive.steps).map(|step| pose_at(start, step as f32 / drive.steps as f32).at);
        let corners = |(low, high): (Vec2, Vec2), at: Vec2| (low.min(at), high.max(at));
        let nearby = Nearby::new(&mover, places.fold((start.at, start.at), corners), around);
        let mut here = start;
        let mut own = 0.0;
        for step in 1..=drive.steps {
            let next = pose_at(start, step as f32 / drive.steps as f32);
            let from = mover.placed(Pose { facing: next.facing, ..here });
            if let Some(obstruction) = nearby.obstruction(&mover, &from, next.at, around) {
                return Err((i, obstruction));
            }
            own += here.at.distance(next.at);
            path.push(next.at);
            here = next;
        }
        let (begin, end) = (mover.placed(start), mover.placed(here));
        if let Some(obstruction) = obstruction_at_end(&begin, &end, around) {
            return Err((i, obstruction));
        }
        // Everybody pays for the block's way; their own way only says on which ground.
        let factor = if own > 1e-6 { drive.price * drive.length / own } else { 1.0 };
        let pace = Pace { factor, unusual: drive.price };
        let reckoning = Reckoning::along(around.table, &mover, start.at, &path, pace);
        let account = reckoning.account();
        if dearest.as_ref().is_none_or(|(most, _)| most.total() < account.total()) {
            dearest = Some((account, reckoning));
        }
    }
    let (account, dearest) = dearest.unwrap_or_default();
    let actions = account.total();
    let frame = |share: f32| movers.iter().map(|&(_, start)| pose_at(start, share)).collect();
    let share_after = |n: u32| dearest.way_after(n as f32) / dearest.length().max(1e-6);
    let mut frames: Vec<Vec<Pose>> =
        (1..actions).map(|n| frame(share_after(n).clamp(0.0, 1.0))).collect();
    frames.push(frame(1.0));
    Ok(BlockTravel::new(account, Inches(drive.length), frames))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Footprint, Ground, Table, Terrain, Zone, ZoneShape, formation};

    fn foot() -> Mover {
        Mover::on_foot(
            Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) },
            Inches(1.0),
            Inches(1.25),
        )
    }

    /// Two ranks of four, the front edge's middle at 20, 20, facing up the table.
    fn block() -> Vec<(Mover, Pose)> {
        let front = Pose::degrees(Vec2::new(20.0, 20.0), 90.0);
        let poses = formation::lay_out_ranks(foot().base, 8, 4, &front);
        poses.into_iter().map(|pose| (foot(), pose)).collect()
    }

    fn go(
        m: Manoeuvre,
        terrain: Vec<Terrain>,
        enemies: &[Placed],
        zones: &[Zone],
    ) -> Result<BlockTravel, (usize, Obstruction)> {
        let table = Table { terrain, ..Table::new(Inches(48.0), Inches(48.0)) };
        let around = Surroundings { table: &table, enemies, friends: &[], zones };
        manoeuvre(&block(), &m, 3, &around)
    }

    fn open(m: Manoeuvre) -> BlockTravel {
        go(m, vec![], &[], &[]).expect("nothing is in the way")
    }

    fn bog(low: Vec2, high: Vec2) -> Terrain {
        let corners = vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        Terrain { ground: Ground::Difficult, ..Terrain::new("bog", Footprint::Polygon(corners)) }
    }

    #[test]
    fn move_09_straight_moves() {
        for (m, actions) in [
            (Manoeuvre::Ahead(Inches(3.5)), 4),
            (Manoeuvre::Back(Inches(1.5)), 3),
            (Manoeuvre::Sidestep(Flank::Left, Inches(2.0)), 4),
            (Manoeuvre::Ahead(Inches(0.0)), 0),
            (Manoeuvre::Ahead(Inches(-3.0)), 0),
            (Manoeuvre::Ahead(Inches(f32::NAN)), 0),
        ] {
            let travel = open(m);
            assert_eq!(travel.actions, actions, "{m:?}");
            assert_eq!(travel.frames.len(), actions.max(1) as usize);
        }
        let left = open(Manoeuvre::Sidestep(Flank::Left, Inches(2.0)));
        assert!(left.frames[3][0].at.distance(block()[0].1.at - Vec2::X * 2.0) < 1e-4);
        assert!(left.frames[0][0].at.distance(block()[0].1.at - Vec2::X * 0.5) < 1e-4);
    }

    #[test]
    fn move_09_the_dearest_ground_counts() {
        // Only the rightmost file has to wade through half an inch.
        let puddle = bog(Vec2::new(21.2, 20.0), Vec2::new(21.8, 20.5));
        let travel = go(Manoeuvre::Ahead(Inches(2.0)), vec![puddle], &[], &[]).expect("passable");
        assert_eq!(travel.actions, 3);
        let Account { way, ground, ref hard, .. } = travel.account;
        assert_eq!((way, ground, &hard[..]), (2, 1, &[0][..]));
    }

    #[test]
    fn the_account_of_a_manoeuvre_tells_its_kind() {
        let aside = open(Manoeuvre::Sidestep(Flank::Left, Inches(2.0))).account;
        assert_eq!((aside.way, aside.unusual, aside.total()), (2, 2, 4));
        let wheel = open(Manoeuvre::Wheel { pivot: Flank::Left, degrees: 90.0 }).account;
        assert_eq!((wheel.wheel, wheel.way, wheel.total()), (7, 0, 7));
        let turn = open(Manoeuvre::AboutTurn).account;
        assert_eq!((turn.turn, turn.total()), (3, 3));
        let marsh = bog(Vec2::new(0.0, 0.0), Vec2::new(48.0, 48.0));
        let back = go(Manoeuvre::Back(Inches(2.0)), vec![marsh], &[], &[]).expect("passable");
        let Account { way, unusual, ground, .. } = back.account;
        assert_eq!((way, unusual, ground, back.actions), (2, 2, 4, 8));
    }

    #[test]
    fn move_09_a_wheel_costs_the_outer_corners_arc() {
        let travel = open(Manoeuvre::Wheel { pivot: Flank::Left, degrees: 90.0 });
        assert!((travel.length.0 - 4.0 * std::f32::consts::FRAC_PI_2).abs() < 1e-4);
        assert_eq!((travel.actions, travel.frames.len()), (7, 7));
        let end = &travel.frames[6];
        // The left front corner at 18, 20 stays; all face left.
        assert!(end[0].at.distance(Vec2::new(18.5, 20.5)) < 1e-3, "{:?}", end[0]);
        assert!(end[3].at.distance(Vec2::new(18.5, 23.5)) < 1e-3, "{:?}", end[3]);
        assert!(end.iter().all(|pose| pose.facing.distance(-Vec2::X) < 1e-4));
        let right = open(Manoeuvre::Wheel { pivot: Flank::Right, degrees: 30.0 });
        assert_eq!(right.actions, 3);
        assert!(right.frames[2][0].at.y > 20.0);
        let nothing = open(Manoeuvre::Wheel { pivot: Flank::Right, degrees: 0.0 });
        assert_eq!((nothing.actions, nothing.frames.len()), (0, 1));
    }

    #[test]
    fn where_a_manoeuvre_leads_is_known_before_its_way() {
        let flanks = [Flank::Left, Flank::Right];
        let mut all = vec![Manoeuvre::AboutTurn];
        all.extend(flanks.map(Manoeuvre::QuarterTurn));
        for length in [0.0, 0.3, 2.0, 7.5].map(Inches) {
            all.extend([Manoeuvre::Ahead(length), Manoeuvre::Back(length)]);
            all.extend(flanks.map(|flank| Manoeuvre::Sidestep(flank, length)));
        }
        for degrees in [0.0, 20.0, 135.0, 270.0] {
            all.extend(flanks.map(|pivot| Manoeuvre::Wheel { pivot, degrees }));
        }
        for one in all {
            assert_eq!(Some(&manoeuvre_end(&block(), &one)), open(one).frames.last(), "{one:?}");
        }
    }

    #[test]
    fn move_09_a_wheel_goes_half_round_at_most() {
        let wheel = |degrees| open(Manoeuvre::Wheel { pivot: Flank::Left, degrees });
        let far = wheel(150.0);
        assert!((far.length.0 - 4.0 * 150.0_f32.to_radians()).abs() < 1e-3);
        // As the block came, on the other side of the corner that stayed.
        let round = wheel(180.0);
        let end = round.frames.last().expect("it ends somewhere");
        assert!(end[3].at.distance(Vec2::new(14.5, 20.5)) < 1e-3, "{:?}", end[3]);
        assert!(end.iter().all(|pose| pose.facing.distance(-Vec2::Y) < 1e-4));
        assert_eq!(wheel(270.0), round);
    }

    #[test]
    fn move_03_a_block_passes_friends_but_ends_on_none() {
        let friend = Placed::new(foot().base, Pose::degrees(Vec2::new(19.5, 24.0), 90.0));
        let table = Table::new(Inches(48.0), Inches(48.0));
        let around = Surroundings { table: &table, enemies: &[], friends: &[friend], zones: &[] };
        let ahead = |way| manoeuvre(&block(), &Manoeuvre::Ahead(Inches(way)), 3, &around);
        assert_eq!(ahead(0.5).map(|travel| travel.actions), Ok(1));
        assert!(ahead(3.4).is_ok());
        assert!(matches!(ahead(4.0), Err((1, Obstruction::Friend { friend: 0, .. }))));
        assert_eq!(ahead(7.0).map(|travel| travel.actions), Ok(7));
    }

    #[test]
    fn move_09_a_wheel_through_a_bog_doubles() {
        let bog = bog(Vec2::new(0.0, 0.0), Vec2::new(48.0, 48.0));
        let wheel = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 90.0 };
        assert_eq!(go(wheel, vec![bog], &[], &[]).map(|travel| travel.actions), Ok(13));
    }

    #[test]
    fn move_09_a_wheel_is_swept() {
        let wheel = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 90.0 };
        // On the arc of the outer corner, clear of where the block begins and ends.
        let post = Placed::new(
            Base::Circle { radius: Inches(0.3) },
            Pose::degrees(Vec2::new(20.7, 22.7), 0.0),
        );
        assert!(matches!(go(wheel, vec![], &[post], &[]), Err((3, Obstruction::Enemy { .. }))));
        let aside = post.moved_to(Vec2::new(21.5, 23.5));
        assert!(go(wheel, vec![], &[aside], &[]).is_ok());
        let zone = Zone { around: aside, reach: Inches(1.0), shape: ZoneShape::AllRound };
        assert!(matches!(go(wheel, vec![], &[], &[zone]), Err((3, Obstruction::Zone { .. }))));
    }

    #[test]
    fn move_09_turns_cost_what_they_are_told_and_stay() {
        for (m, facing) in [
            (Manoeuvre::QuarterTurn(Flank::Left), -Vec2::X),
            (Manoeuvre::QuarterTurn(Flank::Right), Vec2::X),
            (Manoeuvre::AboutTurn, -Vec2::Y),
        ] {
            let travel = open(m);
            assert_eq!((travel.actions, travel.frames.len()), (3, 3));
            for (pose, (_, start)) in travel.frames[2].iter().zip(block()) {
                assert!(pose.at == start.at && pose.facing.distance(facing) < 1e-5);
            }
        }
    }

    #[test]
    fn move_09_long_bases_cannot_turn_side_by_side() {
        let horse = Mover { base: Base::rectangle(25.4, 50.8), ..foot() };
        let front = Pose::degrees(Vec2::new(20.0, 20.0), 90.0);
        let poses = formation::lay_out_ranks(horse.base, 8, 4, &front);
        let movers: Vec<(Mover, Pose)> = poses.into_iter().map(|pose| (horse, pose)).collect();
        let table = Table::new(Inches(48.0), Inches(48.0));
        let around = Surroundings { table: &table, enemies: &[], friends: &[], zones: &[] };
        let quarter = manoeuvre(&movers, &Manoeuvre::QuarterTurn(Flank::Left), 3, &around);
        assert!(matches!(quarter, Err((1, Obstruction::Friend { friend: 0, .. }))));
        // Only the second and the third are in each other's way; an outsider counts before them.
        let apart = [16.0, 20.0, 21.0].map(|x| (horse, Pose::degrees(Vec2::new(x, 20.0), 90.0)));
        let friend = Placed::new(foot().base, Pose::degrees(Vec2::new(40.0, 40.0), 90.0));
        let beside = Surroundings { friends: &[friend], ..around };
        let quarter = manoeuvre(&apart, &Manoeuvre::QuarterTurn(Flank::Right), 3, &beside);
        assert!(matches!(quarter, Err((2, Obstruction::Friend { friend: 2, .. }))), "{quarter:?}");
        assert!(manoeuvre(&movers, &Manoeuvre::AboutTurn, 3, &around).is_ok());
        let nobody = manoeuvre(&[], &Manoeuvre::AboutTurn, 3, &around).expect("nobody turns");
        assert_eq!(nobody.frames, [vec![]]);
    }

    #[test]
    fn move_08_a_block_stops_at_zones() {
        let enemy = Placed::new(foot().base, Pose::degrees(Vec2::new(19.0, 26.0), -90.0));
        let zone = Zone { around: enemy, reach: Inches(1.0), shape: ZoneShape::AllRound };
        assert!(go(Manoeuvre::Ahead(Inches(4.5)), vec![], &[enemy], &[zone]).is_ok());
        let Err((model, obstruction)) =
            go(Manoeuvre::Ahead(Inches(4.6)), vec![], &[enemy], &[zone])
        else {
            panic!("it would enter")
        };
        assert!(model == 0 && matches!(obstruction, Obstruction::Zone { zone: 0, .. }));
    }
}
