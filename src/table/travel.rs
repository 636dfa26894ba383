//! Who moves among what, and whether a base may be swept along a path and end there.
//! Only the end is asked for friends and barriers. Book: Movement (MOVE-01 to MOVE-10).

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    base::{Base, Placed, Pose, overlapping},
    cost::travel_cost,
    obstruction::{end_obstruction, end_zone, nears_a_zone, zones_of},
    terrain::Table,
    units::Inches,
    zone::Zone,
};

pub use super::{
    cost::{Travel, cost},
    obstruction::{Obstruction, leg_is_clear, leg_obstruction},
};

/// A model as far as moving is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mover {
    /// What it stands on.
    pub base: Base,
    /// How far it goes with one action in open ground (MOVE-01, MOVE-02).
    pub rate: Inches,
    /// How tall it is; it crosses barriers no taller (MOVE-07).
    pub height: Inches,
    /// Whether it ignores everything on the way (MOVE-10).
    pub flies: bool,
    /// Whether it does so on wings, which don't carry it into air that is closed to flight.
    #[serde(default)]
    pub by_wing: bool,
    /// Whether water is open ground to it.
    pub wades: bool,
    /// How high a barrier it crosses for nothing, if any.
    #[serde(default)]
    pub vaults: Option<Inches>,
    /// Whether it climbs what is too tall to cross, or impassable.
    #[serde(default)]
    pub climbs: bool,
    /// Whether all ground is alike to it: what slows others down is no slower than the rest.
    pub plods: bool,
}

impl Mover {
    /// A model that walks: it neither flies nor wades, vaults, climbs or plods.
    pub fn on_foot(base: Base, rate: Inches, height: Inches) -> Self {
        Self {
            base,
            rate,
            height,
            flies: false,
            by_wing: false,
            wades: false,
            vaults: None,
            climbs: false,
            plods: false,
        }
    }
}

/// Everything a mover has to mind; itself is in none of the lists.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The table and its terrain.
    pub table: &'a Table,
    /// Bases it may touch, never overlap, on the way or at the end.
    pub enemies: &'a [Placed],
    /// Bases it may pass through, but not overlap at the end.
    pub friends: &'a [Placed],
    /// Ground it may not enter.
    pub zones: &'a [Zone],
}

/// What a path costs if the model may take it: `path` holds the points after the start, `facing`
/// is how it looks at the end, as at the start if nothing else is said. On the way the facing is
/// kept. Book: Movement (MOVE-03, MOVE-06 to MOVE-08, MOVE-10).
///
/// Ruling: a model that begins a leg inside a zone may move so that the gap never shrinks (MOVE-01,
/// MOVE-08). Ruling: in flight zones don't bind; whoever takes off in one leaves it like everybody else,
/// and is free once it is out (MOVE-10).
pub fn travel(
    mover: &Mover,
    start: &Pose,
    path: &[Vec2],
    facing: Option<Vec2>,
    around: &Surroundings,
) -> Result<Travel, Obstruction> {
    let begin = mover.placed(*start);
    let mut here = begin;
    let mut left = if mover.by_wing { zones_of(&begin, around) } else { Vec::new() };
    for &to in path {
        let obstruction = leg_obstruction(mover, &here, to, around)
            .or_else(|| nears_a_zone(mover, &here, to, &left, around));
        if let Some(obstruction) = obstruction {
            return Err(obstruction);
        }
        here = here.moved_to(to);
        left.retain(|&zone| around.zones[zone].entered_by(&here).is_some());
    }
    if let Some(facing) = facing.and_then(Vec2::try_normalize) {
        here.pose.facing = facing;
    }
    arrive(mover, &begin, &here, path, around)
}

/// The travel along a path whose legs are clear, if the mover may end there.
fn arrive(
    mover: &Mover,
    begin: &Placed,
    end: &Placed,
    path: &[Vec2],
    around: &Surroundings,
) -> Result<Travel, Obstruction> {
    match end_obstruction(end, around).or_else(|| end_zone(end, Some(begin), around)) {
        Some(obstruction) => Err(obstruction),
        None => Ok(unobstructed(mover, begin, end, path, around)),
    }
}

/// The travel along a path with nothing in the way, not even at its end.
fn unobstructed(
    mover: &Mover,
    begin: &Placed,
    end: &Placed,
    path: &[Vec2],
    around: &Surroundings,
) -> Travel {
    let mut travel = travel_cost(around.table, mover, &begin.pose, path);
    if let Some(last) = travel.ticks.last_mut() {
        *last = end.pose;
    }
    travel
}

/// The [travel] straight to a pose where the mover [stands], zones included, if nothing is in the way:
/// for those who needn't know what is.
pub fn travel_straight(
    mover: &Mover,
    start: &Pose,
    end: &Pose,
    around: &Surroundings,
) -> Option<Travel> {
    debug_assert!(stands(mover, end, around, false).is_ok(), "who asks has looked at the end");
    let begin = mover.placed(*start);
    if !straight_is_clear(mover, &begin, end.at, around) {
        return None;
    }
    let facing = end.facing.try_normalize().unwrap_or(start.facing);
    let end = mover.placed(Pose { facing, ..*end });
    Some(unobstructed(mover, &begin, &end, &[end.pose.at], around))
}

/// Whether nothing is in the way of a base that is moved straight to a point, facing kept.
fn straight_is_clear(mover: &Mover, begin: &Placed, to: Vec2, around: &Surroundings) -> bool {
    let nears = || nears_a_zone(mover, begin, to, &zones_of(begin, around), around).is_some();
    leg_is_clear(mover, begin, to, around) && !(mover.by_wing && nears())
}

/// A straight leg with nothing in the way. Whoever stops earlier meets nothing either, unless it began
/// too near to somebody.
pub(super) struct ClearLeg<'a> {
    mover: &'a Mover,
    begin: Placed,
    around: &'a Surroundings<'a>,
    /// Whether it began in a zone or sunk into an enemy: then it depends on where it stops whether it
    /// comes nearer.
    began_too_near: bool,
}

impl<'a> ClearLeg<'a> {
    /// The leg from a pose to a point, facing kept, unless something is in the way.
    pub fn of(mover: &'a Mover, start: &Pose, to: Vec2, around: &'a Surroundings) -> Option<Self> {
        let begin = mover.placed(*start);
        if !straight_is_clear(mover, &begin, to, around) {
            return None;
        }
        let began_too_near = !zones_of(&begin, around).is_empty()
            || around.enemies.iter().any(|enemy| overlapping(&begin, enemy));
        Some(Self { mover, begin, around, began_too_near })
    }

    /// The [travel] along it that stops at a point on it.
    ///
    /// # Errors
    /// Why the mover can't stop there.
    pub fn stopping_at(&self, at: Vec2) -> Result<Travel, Obstruction> {
        let Self { mover, begin, around, .. } = self;
        if self.began_too_near {
            return travel(mover, &begin.pose, &[at], None, around);
        }
        arrive(mover, begin, &begin.moved_to(at), &[at], around)
    }
}

/// Whether a model may end somewhere: on the table, clear of bases, of impassable ground, of
/// barriers and, unless they are ignored, of zones. Touching is clear.
pub fn stands(
    mover: &Mover,
    pose: &Pose,
    around: &Surroundings,
    ignore_zones: bool,
) -> Result<(), Obstruction> {
    let here = mover.placed(*pose);
    let zone = || if ignore_zones { None } else { end_zone(&here, None, around) };
    end_obstruction(&here, around).or_else(zone).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        Footprint, Ground, Terrain,
        scene::{Scene, at, disc, foot, rectangle, zone},
        zone::ZoneShape,
    };

    fn table(terrain: Vec<Terrain>) -> Table {
        Table { terrain, ..Table::new(Inches(48.0), Inches(48.0)) }
    }

    fn bog() -> Terrain {
        Terrain {
            ground: Ground::Difficult,
            ..Terrain::new("bog", rectangle(0.0, 12.0, 48.0, 14.0))
        }
    }

    fn wall(height: f32) -> Terrain {
        let line =
            Footprint::Line { points: vec![at(0.0, 20.0), at(48.0, 20.0)], width: Inches(0.5) };
        Terrain { barrier: true, height: Inches(height), ..Terrain::new("wall", line) }
    }

    /// A move from 10, 10 with a table, enemies, friends and zones.
    fn scene(terrain: Vec<Terrain>) -> Scene {
        let start = Pose::degrees(at(10.0, 10.0), 90.0);
        Scene { table: table(terrain), ..Scene::new(start) }
    }

    impl Scene {
        fn go(&self, mover: &Mover, path: &[Vec2]) -> Result<Travel, Obstruction> {
            travel(mover, &self.start, path, None, &self.around())
        }

        fn costs(&self, mover: &Mover, path: &[Vec2]) -> u32 {
            self.go(mover, path).expect("nothing is in the way").actions
        }
    }

    /// Among a rock, a wall, fog, two enemies with zones and two friends.
    fn crowded(start: Vec2) -> Scene {
        let rock = Terrain {
            ground: Ground::Impassable,
            ..Terrain::new("rock", rectangle(12.0, 8.0, 14.0, 11.0))
        };
        let fog = Terrain {
            closed_to_flight: true,
            ..Terrain::new("fog", rectangle(4.0, 6.0, 6.0, 9.0))
        };
        let mut crowded = scene(vec![bog(), wall(1.25), rock, fog]);
        crowded.start.at = start;
        crowded.enemies.extend([disc(8.0, 14.0), disc(6.0, 11.0)]);
        let ahead = Zone { shape: ZoneShape::FrontHalf, ..zone(6.0, 11.0, 1.0) };
        crowded.zones.extend([zone(8.0, 14.0, 1.0), ahead]);
        crowded.friends.extend([disc(10.0, 6.0), disc(12.0, 14.0)]);
        crowded
    }

    #[test]
    fn a_straight_way_is_the_same_however_it_is_asked_for() {
        let block = Base::Rectangle { width: Inches(1.0), depth: Inches(2.0) };
        let bird = Mover { flies: true, by_wing: true, ..foot() };
        let movers = [foot(), Mover { base: block, ..foot() }, bird];
        // In the open, in both zones, and sunk into an enemy.
        let starts = [at(10.0, 10.0), at(8.5, 12.3), at(6.2, 12.4), at(7.4, 13.4)];
        for (mover, start) in movers.iter().flat_map(|m| starts.map(move |start| (m, start))) {
            let crowded = crowded(start);
            let (start, around) = (&crowded.start, &crowded.around());
            let (mut clear, mut barred, mut ends) = (0, 0, 0);
            for (turn, far) in (0..72).flat_map(|turn| (0..=11).map(move |far| (turn, far))) {
                let out = crate::table::base::direction(turn as f32 * 5.0);
                let to = start.at + out * far as f32;
                let end = Pose { at: to, facing: -out };
                let whole = travel(mover, start, &[to], Some(end.facing), around);
                if stands(mover, &end, around, false).is_ok() {
                    assert_eq!(travel_straight(mover, start, &end, around), whole.clone().ok());
                }
                let Some(leg) = ClearLeg::of(mover, start, to, around) else {
                    assert!(whole.is_err(), "{to}");
                    barred += 1;
                    continue;
                };
                clear += 1;
                for share in [0.2, 0.5, 0.8, 1.0] {
                    let sooner = start.at.lerp(to, share);
                    let expected = travel(mover, start, &[sooner], None, around);
                    ends += usize::from(expected.is_err());
                    assert_eq!(leg.stopping_at(sooner), expected, "{sooner}");
                }
            }
            assert!(clear > 50 && barred > 50 && ends > 5, "{mover:?}: {clear}, {barred}, {ends}");
        }
    }

    #[test]
    fn move_07_a_wall_costs_one_more() {
        let walled = scene(vec![wall(1.25)]);
        let over = walled.go(&foot(), &[at(10.0, 22.0)]).expect("no taller than the model");
        assert_eq!((over.actions, &over.barriers[..]), (13, &[0][..]));
        assert_eq!(over.ticks.len(), 13);
        // A corner on the wall is one crossing still.
        let path = [at(10.0, 20.0), at(11.0, 21.0)];
        assert_eq!(walled.go(&foot(), &path).map(|t| t.barriers.len()), Ok(1));
        let there_and_back = [at(10.0, 21.0), at(10.0, 19.0)];
        assert_eq!(walled.costs(&foot(), &there_and_back), 15);
        assert!(matches!(
            walled.go(&foot(), &[at(10.0, 19.5)]),
            Err(Obstruction::OnBarrier { terrain: 0, .. })
        ));
        assert_eq!(walled.costs(&foot(), &[at(10.0, 19.25)]), 10);
        let tall = scene(vec![wall(1.3)]).go(&foot(), &[at(10.0, 22.0)]);
        let Err(Obstruction::TooTall { height, at, .. }) = tall else { panic!("{tall:?}") };
        assert!(height == Inches(1.3) && (at.y - 19.25).abs() < 0.02, "{at}");
    }

    #[test]
    fn move_06_impassable_ground_stops_the_whole_base() {
        let rock = Terrain {
            ground: Ground::Impassable,
            ..Terrain::new("rock", rectangle(11.0, 12.0, 14.0, 14.0))
        };
        let rocky = scene(vec![rock]);
        assert_eq!(rocky.costs(&foot(), &[at(10.5, 11.0), at(10.5, 15.0)]), 6);
        let grazes = rocky.go(&foot(), &[at(10.6, 11.0), at(10.6, 15.0)]);
        let Err(Obstruction::Impassable { terrain: 0, at: place }) = grazes else { panic!() };
        assert!(place.y > 11.5 && place.y < 12.0, "{place}");
        let bird = Mover { flies: true, rate: Inches(2.5), ..foot() };
        assert_eq!(rocky.costs(&bird, &[at(16.0, 18.0)]), 4);
        assert!(rocky.go(&bird, &[at(12.0, 13.0)]).is_err());
    }

    #[test]
    fn move_08_zones_are_not_entered() {
        let mut guarded = scene(vec![]);
        guarded.zones.push(zone(12.0, 15.0, 1.0));
        guarded.enemies.push(disc(12.0, 15.0));
        assert_eq!(guarded.costs(&foot(), &[at(10.0, 20.0)]), 10);
        let refused = guarded.go(&foot(), &[at(10.05, 10.0), at(10.05, 20.0)]);
        let Err(Obstruction::Zone { zone: 0, gap, reach, at: place }) = refused else { panic!() };
        assert!((gap.0 - 0.95).abs() < 1e-4 && reach == Inches(1.0) && place.y < 15.0);
        let shown = refused.expect_err("refused").to_string();
        assert!(shown.starts_with("the gap would be 0.95\" where an attack zone reaches 1\""));
        let bird = Mover { flies: true, ..foot() };
        assert_eq!(guarded.costs(&bird, &[at(14.0, 20.0)]), 11);
        assert!(guarded.go(&bird, &[at(12.0, 17.0 - 0.1)]).is_err());
    }

    #[test]
    fn move_08_who_begins_inside_may_leave() {
        let mut close = scene(vec![]);
        close.zones.push(zone(10.0, 11.5, 1.0));
        close.enemies.push(disc(10.0, 11.5));
        assert_eq!(close.costs(&foot(), &[at(10.0, 7.0)]), 3);
        assert_eq!(close.costs(&foot(), &[at(11.0, 10.0)]), 1);
        assert!(close.go(&foot(), &[at(10.0, 10.2)]).is_err());
        assert!(close.go(&foot(), &[at(10.0, 9.5), at(10.0, 10.0)]).is_err());
        assert!(close.go(&foot(), &[at(10.0, 8.0), at(10.0, 10.0)]).is_err());
        // Not even past it, nearer at first and out on the other side.
        let past = close.go(&foot(), &[at(12.5, 11.0)]);
        assert!(matches!(past, Err(Obstruction::Zone { zone: 0, .. })), "{past:?}");
        // Outside again it moves as it likes, around the zone.
        assert_eq!(close.costs(&foot(), &[at(10.0, 8.0), at(9.0, 9.0)]), 4);
    }

    #[test]
    fn enemies_are_solid_and_may_be_touched() {
        let mut blocked = scene(vec![]);
        blocked.enemies.push(disc(10.0, 15.0));
        assert_eq!(blocked.costs(&foot(), &[at(10.0, 14.0)]), 4);
        let through = blocked.go(&foot(), &[at(10.0, 18.0)]);
        let Err(Obstruction::Enemy { enemy: 0, at: place }) = through else { panic!() };
        assert!((place.y - 14.0).abs() < 0.05, "{place}");
    }

    #[test]
    fn who_stands_on_an_enemy_may_only_get_off() {
        let mut tangled = scene(vec![]);
        tangled.enemies.push(disc(10.4, 10.0));
        assert_eq!(tangled.costs(&foot(), &[at(9.0, 10.0)]), 1);
        for to in [at(10.2, 10.0), at(12.0, 10.0)] {
            let on = tangled.go(&foot(), &[to]);
            assert!(matches!(on, Err(Obstruction::Enemy { enemy: 0, .. })), "{to}: {on:?}");
        }
    }

    #[test]
    fn move_03_friends_are_passed_but_not_stood_on() {
        let mut crowd = scene(vec![]);
        crowd.friends.push(disc(10.0, 15.0));
        assert_eq!(crowd.costs(&foot(), &[at(10.0, 18.0)]), 8);
        assert_eq!(crowd.costs(&foot(), &[at(10.0, 14.0)]), 4, "it may touch");
        assert!(matches!(
            crowd.go(&foot(), &[at(10.0, 14.5)]),
            Err(Obstruction::Friend { friend: 0, .. })
        ));
    }

    #[test]
    fn move_10_flying_pays_inches_only() {
        let bird = Mover { flies: true, rate: Inches(2.5), ..foot() };
        let flown = scene(vec![bog(), wall(9.0)]).go(&bird, &[at(10.0, 22.5)]).expect("it flies");
        assert_eq!((flown.actions, flown.barriers.len()), (5, 0));
    }

    #[test]
    fn move_10_who_takes_off_in_a_zone_leaves_it_first() {
        let mut close = scene(vec![]);
        close.zones.push(zone(10.0, 11.5, 1.0));
        close.enemies.push(disc(10.0, 11.5));
        let bird = Mover { flies: true, by_wing: true, rate: Inches(2.5), ..foot() };
        let over = close.go(&bird, &[at(10.0, 20.0)]);
        assert!(matches!(over, Err(Obstruction::Zone { zone: 0, .. })), "{over:?}");
        // A step aside within the zone doesn't free it.
        assert!(close.go(&bird, &[at(10.2, 10.0), at(10.0, 20.0)]).is_err());
        assert_eq!(close.costs(&bird, &[at(16.0, 10.0)]), 3);
        assert_eq!(close.costs(&bird, &[at(10.0, 9.0), at(10.0, 18.0)]), 4);
        assert!(close.go(&Mover { by_wing: false, ..bird }, &[at(10.0, 20.0)]).is_ok(), "a ghost");
    }

    #[test]
    fn nobody_leaves_the_table() {
        let open = scene(vec![]);
        assert!(matches!(open.go(&foot(), &[at(0.4, 10.0)]), Err(Obstruction::OffTable { .. })));
        assert!(open.go(&foot(), &[at(f32::NAN, 10.0)]).is_err());
        assert!(open.go(&foot(), &[at(1e30, 10.0), at(10.0, 10.0)]).is_err());
        assert_eq!(open.costs(&foot(), &[at(0.5, 10.0)]), 10);
    }

    #[test]
    fn rectangles_keep_their_facing_on_the_way() {
        let horse = Mover { base: Base::rectangle(25.4, 50.8), ..foot() };
        let mut gate = scene(vec![]);
        gate.enemies = vec![disc(9.0, 15.0), disc(11.0, 15.0)];
        let around =
            |enemies| Surroundings { table: &gate.table, enemies, friends: &[], zones: &[] };
        let go = |degrees: f32, end: Option<Vec2>| {
            let start = Pose::degrees(at(10.0, 10.0), degrees);
            travel(&horse, &start, &[at(10.0, 18.0)], end, &around(&gate.enemies))
        };
        assert!(go(90.0, None).is_ok());
        assert!(go(0.0, None).is_err());
        let turned = go(90.0, Some(Vec2::X)).expect("it turns at the end");
        assert_eq!(turned.ticks.last().map(|pose| pose.facing), Some(Vec2::X));
        assert_eq!(turned.ticks[0].facing, Pose::degrees(Vec2::ZERO, 90.0).facing);
    }

    #[test]
    fn closed_air_stops_wings_and_nobody_else() {
        let shape = rectangle(0.0, 12.0, 48.0, 14.0);
        let scene = scene(vec![Terrain { closed_to_flight: true, ..Terrain::new("fog", shape) }]);
        let bird = Mover { flies: true, by_wing: true, ..foot() };
        let there = [at(10.0, 20.0)];
        let stopped = scene.go(&bird, &there);
        assert!(matches!(stopped, Err(Obstruction::Impassable { terrain: 0, .. })), "{stopped:?}");
        assert!(scene.go(&bird, &[at(10.0, 8.0)]).is_ok());
        for other in [foot(), Mover { by_wing: false, ..bird }] {
            assert!(scene.go(&other, &there).is_ok());
        }
    }
}
