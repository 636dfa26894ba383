use super::*;
use crate::table::{
    Base, Footprint, Ground, Inches, Terrain,
    scene::{Scene, at, disc, rectangle, zone},
    zone::{Zone, ZoneShape},
};

fn hut(x0: f32, y0: f32, x1: f32, y1: f32) -> Terrain {
    Terrain { ground: Ground::Impassable, ..Terrain::new("hut", rectangle(x0, y0, x1, y1)) }
}

fn wood(x0: f32, y0: f32, x1: f32, y1: f32) -> Terrain {
    Terrain { ground: Ground::Difficult, ..Terrain::new("wood", rectangle(x0, y0, x1, y1)) }
}

fn wall(points: &[Vec2]) -> Terrain {
    let line = Footprint::Line { points: points.to_vec(), width: Inches(0.5) };
    Terrain { barrier: true, height: Inches(1.0), ..Terrain::new("wall", line) }
}

fn scene() -> Scene {
    Scene::new(Pose::degrees(at(10.0, 20.0), 0.0))
}

impl Scene {
    fn find(&self, to: Vec2) -> Result<Route, PathError> {
        let route = find_path(&self.mover, &self.start, to, None, &self.around(), None)?;
        let again = travel(&self.mover, &self.start, &route.path, None, &self.around());
        assert_eq!(again.as_ref(), Ok(&route.travel));
        assert_eq!(route.path.last(), Some(&to));
        Ok(route)
    }

    fn inches(&self, to: Vec2) -> f32 {
        inches(&self.mover, &self.find(to).expect("there is a way").travel)
    }
}

fn near(found: f32, best: f32) {
    assert!(found >= best * 0.985 && found <= best * 1.03, "found {found}, best {best}");
}

/// The shortest way around a disc between two points level with its middle.
fn around_disc(radius: f32, before: f32, after: f32) -> f32 {
    let straight = |d: f32| (d * d - radius * radius).sqrt();
    let angle = |d: f32| (radius / d).asin();
    straight(before) + straight(after) + radius * (angle(before) + angle(after))
}

#[test]
fn the_straight_line_comes_first() {
    let scene = scene();
    assert_eq!(scene.find(at(20.0, 25.0)).expect("open").path, [at(20.0, 25.0)]);
    let around = scene.around();
    let here = scene.start.at;
    let stay = find_path(&scene.mover, &scene.start, here, None, &around, Some(0));
    assert_eq!(stay, Ok(Route::default()));
}

#[test]
fn around_a_zone() {
    let mut scene = scene();
    scene.zones.push(zone(17.0, 20.0, 1.5));
    scene.enemies.push(disc(17.0, 20.0));
    near(scene.inches(at(25.0, 20.0)), around_disc(2.5, 7.0, 8.0));
}

#[test]
fn behind_a_front_zone() {
    let mut scene = scene();
    scene.zones.push(Zone { shape: ZoneShape::FrontHalf, ..zone(17.0, 20.0, 1.5) });
    scene.enemies.push(disc(17.0, 20.0));
    near(scene.inches(at(25.0, 20.0)), around_disc(1.0, 7.0, 8.0));
}

#[test]
fn around_a_hut() {
    let mut scene = scene();
    scene.table.terrain.push(hut(15.0, 16.0, 19.0, 23.0));
    // Over the upper side: two quarter arcs of the base's radius at most.
    let leg = |dx: f32, dy: f32| {
        let d = Vec2::new(dx, dy).length();
        let straight = (d * d - 0.25).sqrt();
        let turned = (0.5 / d).asin() + dy.atan2(dx);
        (straight, turned)
    };
    let (before, first) = leg(5.0, 3.0);
    let (after, last) = leg(6.0, 3.0);
    near(scene.inches(at(25.0, 20.0)), before + after + 4.0 + 0.5 * (first + last));
}

#[test]
fn through_a_gap_just_wide_enough() {
    for (slack, through) in [(0.0, true), (0.01, true), (0.3, true), (-0.06, false)] {
        let mut scene = scene();
        for i in 0..24 {
            // A line of enemies across the table, one inch apart but for one gap.
            let y = 0.5 + i as f32;
            scene.enemies.push(disc(17.0, y - 0.5));
            scene.enemies.push(disc(17.0, y + 24.5 + slack));
        }
        let to = at(25.0, 23.0);
        if through {
            near(scene.inches(to), at(10.0, 20.0).distance(at(17.0, 24.0)) + 8.0_f32.hypot(1.0));
        } else {
            let Err(PathError::NoWay { nearest: Some(nearest), why: Some(_) }) = scene.find(to)
            else {
                panic!("a way through nothing")
            };
            assert!(nearest.x > 15.0 && nearest.x < 16.5, "{nearest}");
        }
    }
}

#[test]
fn through_a_gap_between_two_zones() {
    for (slack, through) in [(0.0, true), (0.02, true), (-0.1, false)] {
        let mut scene = scene();
        scene.zones.push(zone(17.0, 20.0 + 2.5 + slack / 2.0, 1.5));
        scene.zones.push(zone(17.0, 20.0 - 2.5 - slack / 2.0, 1.5));
        let found = scene.inches(at(24.0, 20.4));
        assert_eq!(found < 14.3, through, "{slack}: {found}");
        assert!(found < 18.0);
    }
}

#[test]
fn a_wood_is_crossed_or_walked_around() {
    let mut thin = scene();
    thin.table.terrain.push(wood(16.0, 10.0, 17.0, 30.0));
    near(thin.inches(at(25.0, 20.0)), 16.0);
    let mut thick = scene();
    thick.table.terrain.push(wood(14.0, 17.0, 22.0, 40.0));
    near(thick.inches(at(25.0, 20.0)), 5.0 + 8.0 + 18.0_f32.sqrt());
    // Slantwise through a long strip it walks more in the open and less in the wood.
    let mut slant = scene();
    slant.table.terrain.push(wood(5.0, 24.0, 43.0, 28.0));
    let to = at(22.0, 32.0);
    let snell = (0..2400)
        .map(|i| {
            let (a, b) = (i as f32 * 0.005, 12.0 - i as f32 * 0.005);
            a.hypot(8.0) + 2.0 * b.hypot(4.0)
        })
        .fold(f32::MAX, f32::min);
    let found = slant.inches(to);
    assert!(found <= snell * 1.005 && found >= snell * 0.995, "{found} {snell}");
}

#[test]
fn a_wall_is_climbed_or_walked_around() {
    let mut long = scene();
    long.table.terrain.push(wall(&[at(17.0, 10.0), at(17.0, 30.0)]));
    let over = long.find(at(25.0, 20.0)).expect("over the wall");
    assert_eq!((over.travel.actions, over.travel.barriers.len()), (16, 1));
    let mut short = scene();
    short.table.terrain.push(wall(&[at(17.0, 10.0), at(17.0, 20.3)]));
    let past = short.find(at(24.9, 20.0)).expect("past its end");
    assert!(past.travel.barriers.is_empty() && past.travel.length.0 < 15.0, "{past:?}");
    let mut tall = short;
    tall.table.terrain[0].height = Inches(3.0);
    let length = tall.inches(at(25.0, 20.0));
    assert!(length > 15.1 && length < 15.5, "{length}");
}

#[test]
fn rectangles_go_around_as_they_face() {
    let mut scene = scene();
    scene.mover.base = Base::Rectangle { width: Inches(1.0), depth: Inches(2.0) };
    scene.table.terrain.push(hut(17.0, 15.0, 18.0, 22.0));
    let clear = |half: f32, ahead: f32| {
        let (a, b) = (at(17.0 - ahead, 22.0 + half), at(18.0 + ahead, 22.0 + half));
        at(10.0, 20.0).distance(a) + a.distance(b) + b.distance(at(25.0, 20.0))
    };
    near(scene.inches(at(25.0, 20.0)), clear(0.5, 1.0));
    scene.start = Pose::degrees(at(10.0, 20.0), 90.0);
    near(scene.inches(at(25.0, 20.0)), clear(1.0, 0.5));
    let bay = vec![at(16.0, 14.0), at(18.0, 14.0), at(18.0, 26.0), at(16.0, 26.0), at(17.0, 20.0)];
    scene.table.terrain[0].footprint = Footprint::Polygon(bay);
    assert!(scene.find(at(25.0, 20.0)).is_ok());
    scene.zones.push(Zone { shape: ZoneShape::FrontHalf, ..zone(17.0, 27.0, 2.0) });
    scene.zones.push(zone(17.0, 12.0, 2.0));
    assert!(scene.find(at(25.0, 20.0)).is_ok());
}

#[test]
fn who_begins_in_a_zone_gets_out_and_around() {
    let mut scene = scene();
    scene.enemies.push(disc(11.0, 20.0));
    scene.zones.push(zone(11.0, 20.0, 2.0));
    let length = scene.inches(at(25.0, 20.0));
    assert!(length < 21.0, "{length}");
    assert!(scene.find(at(5.0, 20.0)).is_ok());
}

#[test]
fn refusals_say_why() {
    let mut scene = scene();
    scene.zones.push(zone(17.0, 20.0, 1.5));
    scene.friends.push(disc(30.0, 30.0));
    let find =
        |to, at_most| find_path(&scene.mover, &scene.start, to, None, &scene.around(), at_most);
    assert!(matches!(find(at(17.5, 20.5), None), Err(PathError::Goal(Obstruction::Zone { .. }))));
    assert!(matches!(find(at(30.5, 30.5), None), Err(PathError::Goal(Obstruction::Friend { .. }))));
    assert_eq!(find(at(25.0, 20.0), Some(15)), Err(PathError::TooFar { at_most: 15 }));
    assert!(find(at(25.0, 20.0), Some(16)).is_ok());
    assert!(find(Vec2::NAN, None).is_err() && find(at(1e30, 0.0), None).is_err());
    assert!(find(at(-5.0, 20.0), None).is_err());
}

#[test]
fn towards_goes_as_far_as_it_may() {
    let mut scene = scene();
    scene.zones.push(zone(17.0, 20.0, 1.5));
    scene.enemies.push(disc(17.0, 20.0));
    let go = |scene: &Scene, to, actions| {
        let route = find_path_towards(&scene.mover, &scene.start, to, &scene.around(), actions);
        let again = travel(&scene.mover, &scene.start, &route.path, None, &scene.around());
        assert!(route.path.is_empty() || again.as_ref() == Ok(&route.travel));
        assert!(route.travel.actions <= actions);
        route.path.last().copied().unwrap_or(scene.start.at)
    };
    assert!((go(&scene, at(14.0, 20.0), 3) - at(13.0, 20.0)).length() < 0.01);
    // Around the zone, and into it no farther than its edge.
    assert!(go(&scene, at(25.0, 20.0), 12).x > 20.5);
    let edge = go(&scene, at(17.0, 20.0), 10);
    assert!((edge.distance(at(17.0, 20.0)) - 2.5).abs() < 0.1, "{edge}");
    scene.friends.push(disc(13.0, 20.0));
    let stopped = go(&scene, at(14.0, 20.0), 3);
    assert!(stopped.distance(at(13.0, 20.0)) >= 0.98, "{stopped}");
    assert!(stopped.x > 11.5);
    assert_eq!(go(&scene, at(14.0, 20.0), 0), scene.start.at);
    assert!(go(&scene, at(-5.0, 20.0), 20).x < 1.0);
    scene.mover.flies = true;
    assert!(go(&scene, at(25.0, 20.0), 10).x > 19.4);
}

/// Whoever may not end in a stretch of its way stops before it, and goes on where only a detour leads to
/// such a stretch.
#[test]
fn a_way_ends_where_it_may() {
    let mut open = scene();
    let towards = |scene: &Scene, to: Vec2, may_end: &dyn Fn(&Pose) -> bool| {
        let around = scene.around();
        find_path_to_end_well(&scene.mover, &scene.start, to, &around, 8, may_end)
    };
    let there = at(18.0, 20.0);
    assert_eq!(towards(&open, there, &|_| true).path, [there]);
    let end = |scene: &Scene, most: f32| {
        let route = towards(scene, there, &|pose| pose.at.x < most);
        route.path.last().copied()
    };
    let close = |found: Option<Vec2>, x: f32| {
        let found = found.expect("there is a way");
        assert!(found.x < x && found.x > x - 0.11, "{found} instead of {x}");
    };
    // Near to the end of its way, farther from it, and behind a hut.
    close(end(&open, 17.5), 17.5);
    close(end(&open, 13.0), 13.0);
    open.table.terrain.push(hut(12.0, 19.9, 12.5, 21.0));
    close(end(&open, 14.0), 14.0);
    assert_eq!(towards(&open, there, &|_| false), Route::default());
}
