//! What must hold on every table: distances agree with parry2d's own, nothing is swept through
//! anything, costs never fall as paths grow, and blocks keep their order.

use bevy::math::Vec2;
use ironrank::table::{
    Base, Footprint, Ground, Inches, Mover, Obstruction, Placed, Pose, Surroundings, Table,
    Terrain, Zone, ZoneShape,
    base::{
        OVERLAP_TOLERANCE, closest_points, gap, overlapping, penetration, rotation,
        slide_until_touching, touching,
    },
    cost::cost,
    formation::{Flank, Manoeuvre, is_one_chain, lay_out_loose, lay_out_ranks, manoeuvre, ranks},
    hull::Hull,
    obstruction::{leg_is_clear, leg_obstruction},
    travel::travel,
    zone::merged_outlines,
};
use parry2d::{
    math::{Pose as Isometry, Vector},
    query,
    shape::{Ball, Cuboid, Shape},
};
use proptest::{collection::vec, prelude::*};

const TABLE: Inches = Inches(30.0);

fn point() -> impl Strategy<Value = Vec2> {
    (1.0f32..29.0, 1.0f32..29.0).prop_map(|(x, y)| Vec2::new(x, y))
}

fn base() -> impl Strategy<Value = Base> {
    prop_oneof![
        (20.0f32..60.0).prop_map(Base::round),
        Just(Base::rectangle(25.0, 25.0)),
        (20.0f32..60.0, 20.0f32..100.0).prop_map(|(w, d)| Base::rectangle(w, d)),
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    let angle = prop_oneof![Just(0.0f32), Just(90.0), -180.0f32..180.0];
    (point(), angle).prop_map(|(at, degrees)| Pose::degrees(at, degrees))
}

fn placed() -> impl Strategy<Value = Placed> {
    (base(), pose()).prop_map(|(base, pose)| Placed::new(base, pose))
}

/// Two bases close enough to meet.
fn neighbours() -> impl Strategy<Value = (Placed, Placed)> {
    (placed(), placed(), -4.0f32..4.0, -4.0f32..4.0)
        .prop_map(|(a, b, x, y)| (a, b.moved_to(a.pose.at + Vec2::new(x, y))))
}

fn zone() -> impl Strategy<Value = Zone> {
    let shape = prop_oneof![Just(ZoneShape::AllRound), Just(ZoneShape::FrontHalf)];
    (placed(), prop_oneof![Just(1.0f32), Just(2.0)], shape)
        .prop_map(|(around, reach, shape)| Zone { around, reach: Inches(reach), shape })
}

fn footprint() -> impl Strategy<Value = Footprint> {
    prop_oneof![
        (point(), 0.5f32..4.0)
            .prop_map(|(at, radius)| Footprint::Circle { at, radius: Inches(radius) }),
        (vec(point(), 2..4), 0.1f32..1.0)
            .prop_map(|(points, width)| Footprint::Line { points, width: Inches(width) }),
        // A star-shaped polygon, seldom convex.
        (point(), vec(0.5f32..4.0, 3..9)).prop_map(|(at, spokes)| {
            let step = 360.0 / spokes.len() as f32;
            let spoke =
                |(i, length): (usize, &f32)| at + rotation(step * i as f32) * Vec2::X * *length;
            Footprint::Polygon(spokes.iter().enumerate().map(spoke).collect())
        }),
    ]
}

fn terrain() -> impl Strategy<Value = Terrain> {
    let ground = prop_oneof![
        3 => Just(Ground::Open),
        3 => Just(Ground::Difficult),
        1 => Just(Ground::Water),
        1 => Just(Ground::Impassable),
    ];
    (footprint(), ground, any::<bool>(), 0.0f32..2.0).prop_map(
        |(footprint, ground, barrier, height)| {
            let barrier = barrier && ground == Ground::Open;
            Terrain { ground, barrier, height: Inches(height), ..Terrain::new("piece", footprint) }
        },
    )
}

fn mover() -> impl Strategy<Value = Mover> {
    let rate = prop_oneof![Just(1.0f32), Just(1.5), Just(2.0), Just(2.5)];
    let seldom = || prop::bool::weighted(0.2);
    (base(), rate, seldom(), any::<bool>(), seldom()).prop_map(
        |(base, rate, flies, wades, plods)| Mover {
            flies,
            wades,
            plods,
            ..Mover::on_foot(base, Inches(rate), Inches(1.25))
        },
    )
}

fn table(terrain: Vec<Terrain>) -> Table {
    Table { terrain, ..Table::new(TABLE, TABLE) }
}

/// A position relative to the shape's centre, rotated as parry2d wants it.
fn in_parry(placed: &Placed) -> (Isometry, Box<dyn Shape>) {
    let at = Vector::new(placed.pose.at.x, placed.pose.at.y);
    // The base's front is parry's y.
    let angle = placed.pose.facing_degrees().to_radians() - std::f32::consts::FRAC_PI_2;
    let shape: Box<dyn Shape> = match placed.base {
        Base::Circle { radius } => Box::new(Ball::new(radius.0)),
        Base::Rectangle { width, depth } => {
            Box::new(Cuboid::new(Vector::new(width.0 / 2.0, depth.0 / 2.0)))
        }
    };
    (Isometry::new(at, angle), shape)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn gaps_are_symmetric_and_as_parry_has_them((a, b) in neighbours()) {
        prop_assert!((gap(&a, &b).0 - gap(&b, &a).0).abs() < 1e-4);
        prop_assert!((penetration(&a, &b).0 - penetration(&b, &a).0).abs() < 1e-4);
        prop_assert!(gap(&a, &b).0 == 0.0 || penetration(&a, &b).0 == 0.0);
        let ((pa, sa), (pb, sb)) = (in_parry(&a), in_parry(&b));
        let theirs = query::distance(&pa, &*sa, &pb, &*sb).expect("parry knows these shapes").distance;
        prop_assert!((gap(&a, &b).0 - theirs).abs() < 2e-3, "{} {theirs}", gap(&a, &b).0);
    }

    #[test]
    fn a_gap_is_what_is_neither_contact_nor_overlap((a, b) in neighbours()) {
        prop_assert_eq!(overlapping(&a, &b), penetration(&a, &b).0 > OVERLAP_TOLERANCE);
        if overlapping(&a, &b) {
            prop_assert!(touching(&a, &b) && gap(&a, &b).0 == 0.0);
        }
        prop_assert_eq!(touching(&a, &b), gap(&a, &b).0 <= ironrank::table::TOLERANCE);
    }

    #[test]
    fn closest_points_lie_on_both_bases((a, b) in neighbours()) {
        let (p, q) = closest_points(&a, &b);
        prop_assert!(p.distance(a.closest_point(p)) < 1e-3 && q.distance(b.closest_point(q)) < 1e-3);
        prop_assert!((p.distance(q) - gap(&a, &b).0).abs() < 1e-3);
    }

    #[test]
    fn a_sweep_covers_every_stop((a, b) in neighbours(), to in point()) {
        let swept = Hull::swept(&a, to);
        let goal = Hull::of(&b);
        let stops = |i: usize| {
            Hull::of(&a.moved_to(a.pose.at.lerp(to, i as f32 / 200.0))).separation(&goal)
        };
        let least = (0..=200).map(stops).fold(f32::INFINITY, f32::min).max(0.0);
        let swept = swept.separation(&goal).max(0.0);
        prop_assert!(swept <= least + 1e-3 && swept >= least - 0.2, "{swept} {least}");
    }

    #[test]
    fn slides_stop_at_the_first_touch((a, b) in neighbours(), degrees in -180.0f32..180.0) {
        let direction = ironrank::table::base::direction(degrees);
        let after = |way: f32| a.moved_to(a.pose.at + direction * way);
        match slide_until_touching(&a, direction, &b, Inches(6.0)) {
            Some(Inches(way)) if way > 0.0 => {
                prop_assert!(gap(&after(way), &b).0 < 1e-3);
                prop_assert!(penetration(&after(way), &b).0 < 1e-3);
                prop_assert!((0..50).all(|i| gap(&after(way * i as f32 / 50.0), &b).0 > 0.0));
            }
            Some(_) => prop_assert!(touching(&a, &b)),
            None => prop_assert!((0..60).all(|i| !overlapping(&after(i as f32 / 10.0), &b))),
        }
    }

    #[test]
    fn spans_agree_with_points(piece in footprint(), from in point(), to in point()) {
        let spans = piece.spans_inside(from, to);
        prop_assert!(spans.windows(2).all(|pair| pair[0].1 < pair[1].0));
        for i in 0..=100 {
            let share = i as f32 / 100.0;
            let near_an_end = spans.iter().any(|s| (s.0 - share).abs() < 1e-3 || (s.1 - share).abs() < 1e-3);
            let inside = spans.iter().any(|s| s.0 <= share && share <= s.1);
            if !near_an_end && piece.contains(from.lerp(to, share)) != inside {
                // Only within a hair of the edge may the two differ.
                let hair = Hull::disc(from.lerp(to, share), 2e-3);
                prop_assert!(piece.gap(&hair) == 0.0, "{share} {spans:?}");
                prop_assert!(!inside || !piece.overlaps(&hair), "{share} {spans:?}");
            }
        }
    }

    #[test]
    fn a_zone_takes_in_what_its_points_say(zone in zone(), (a, _) in neighbours(), x in -4.0f32..4.0, y in -4.0f32..4.0) {
        let a = a.moved_to(zone.around.pose.at + Vec2::new(x, y));
        let reach = (a.base.width().0.max(a.base.depth().0) / 2.0 * 1.5 / 0.05) as i32;
        // Once with the points clearly in front, once with those beside the line as well.
        let (mut deepest, mut nearly) = (f32::INFINITY, f32::INFINITY);
        for i in -reach..=reach {
            for j in -reach..=reach {
                let p = a.pose.at + Vec2::new(i as f32, j as f32) * 0.05;
                let ahead = (p - zone.around.pose.at).dot(zone.around.pose.facing);
                if a.contains(p) {
                    let gap = p.distance(zone.around.closest_point(p));
                    if zone.shape == ZoneShape::AllRound || ahead > 0.03 {
                        deepest = deepest.min(gap);
                    }
                    if zone.shape == ZoneShape::AllRound || ahead > -0.1 {
                        nearly = nearly.min(gap);
                    }
                }
            }
        }
        match zone.entered_by(&a) {
            Some(gap) => prop_assert!(nearly < zone.reach.0 + 0.15 && gap.0 < deepest + 1e-2),
            None => prop_assert!(deepest > zone.reach.0 - 0.03, "{deepest}"),
        }
    }

    #[test]
    fn what_may_travel_meets_nothing_on_the_way(
        mover in mover(),
        start in pose(),
        path in vec(point(), 1..3),
        pieces in vec(terrain(), 0..3),
        enemies in vec(placed(), 0..4),
        friends in vec(placed(), 0..3),
        zones in vec(zone(), 0..3),
    ) {
        let (table, begin) = (table(pieces), mover.placed(start));
        let (mut enemies, mut zones) = (enemies, zones);
        enemies.retain(|enemy| !overlapping(&begin, enemy));
        zones.retain(|zone| zone.entered_by(&begin).is_none());
        let around = Surroundings { table: &table, enemies: &enemies, friends: &friends, zones: &zones };
        let Ok(done) = travel(&mover, &start, &path, None, &around) else { return Ok(()) };
        let end = mover.placed(*done.ticks.last().expect("there is always an end"));
        prop_assert!(table.holds(&end) && end.pose.at == path[path.len() - 1]);
        prop_assert!(enemies.iter().chain(&friends).all(|other| !overlapping(&end, other)));
        prop_assert!(zones.iter().all(|zone| zone.entered_by(&end).is_none()));
        if mover.flies {
            return Ok(());
        }
        let mut here = start.at;
        for &to in &path {
            for i in 0..=100 {
                let stop = begin.moved_to(here.lerp(to, i as f32 / 100.0));
                for enemy in &enemies {
                    prop_assert!(penetration(&stop, enemy).0 < OVERLAP_TOLERANCE + 1e-3);
                }
                for zone in &zones {
                    let gap = zone.entered_by(&stop);
                    prop_assert!(gap.is_none_or(|gap| gap.0 > zone.reach.0 - 0.03), "{gap:?}");
                }
                for piece in &table.terrain {
                    prop_assert!(piece.ground != Ground::Impassable || !piece.contains(stop.pose.at));
                }
            }
            here = to;
        }
    }

    #[test]
    fn an_obstruction_is_where_the_way_is_free_till_then(
        mover in mover(),
        start in pose(),
        to in point(),
        pieces in vec(terrain(), 0..3),
        enemies in vec(placed(), 0..4),
        zones in vec(zone(), 0..3),
    ) {
        let table = table(pieces);
        let around = Surroundings { table: &table, enemies: &enemies, friends: &[], zones: &zones };
        let begin = mover.placed(start);
        let obstruction = leg_obstruction(&mover, &begin, to, &around);
        prop_assert_eq!(leg_is_clear(&mover, &begin, to, &around), obstruction.is_none());
        if let Some(obstruction) = obstruction
            && leg_is_clear(&mover, &begin, start.at, &around)
            && !matches!(obstruction, Obstruction::Zone { .. })
        {
            let nearly = start.at.lerp(obstruction.at(), 0.999);
            prop_assert!(leg_is_clear(&mover, &begin, nearly, &around), "{obstruction}");
        }
    }

    #[test]
    fn ticks_follow_the_path_and_costs_grow_with_it(
        mover in mover(),
        start in point(),
        path in vec(point(), 1..5),
        pieces in vec(terrain(), 0..5),
    ) {
        let table = table(pieces);
        let mut before = 0;
        for points in 1..=path.len() {
            let paid = cost(&table, &mover, start, &path[..points]);
            prop_assert!(paid.actions >= before, "{} {before}", paid.actions);
            prop_assert_eq!(paid.ticks.len(), paid.actions.max(1) as usize);
            prop_assert!((paid.open.0 + paid.difficult.0 - paid.length.0).abs() < 1e-3);
            let dearest = paid.length.0 * 2.0 / mover.rate.0 + paid.barriers.len() as f32;
            prop_assert!(paid.actions as f32 >= paid.length.0 / mover.rate.0 - 0.01);
            prop_assert!((paid.actions as f32) < dearest + 1.01);
            // No tick is farther from the one before than an action goes.
            let mut here = start;
            for tick in &paid.ticks {
                prop_assert!(here.distance(tick.at) <= mover.rate.0 + 1e-2);
                here = tick.at;
            }
            prop_assert!(here.distance(path[points - 1]) < 1e-5);
            before = paid.actions;
        }
        let bare = cost(&Table::new(TABLE, TABLE), &mover, start, &path);
        prop_assert!(bare.actions <= before);
    }

    #[test]
    fn a_straight_way_has_its_ticks_in_order(mover in mover(), start in point(), to in point(), pieces in vec(terrain(), 0..5)) {
        let paid = cost(&table(pieces), &mover, start, &[to]);
        let ways: Vec<f32> = paid.ticks.iter().map(|tick| tick.at.distance(start)).collect();
        prop_assert!(ways.windows(2).all(|pair| pair[0] <= pair[1] + 1e-4), "{ways:?}");
    }

    #[test]
    fn blocks_stand_in_order(base in base(), count in 0usize..40, frontage in 0usize..12, front in pose()) {
        let bases: Vec<Placed> = lay_out_ranks(base, count, frontage, &front)
            .into_iter().map(|pose| Placed::new(base, pose)).collect();
        prop_assert_eq!(bases.len(), count);
        prop_assert_eq!(ranks(count, frontage).len(), count);
        for i in 0..count {
            prop_assert!((0..i).all(|j| !overlapping(&bases[i], &bases[j])));
            prop_assert!((bases[i].pose.at - front.at).dot(front.facing) < 0.0);
        }
        prop_assert!(is_one_chain(&bases, Inches::ZERO));
        let loose: Vec<Placed> = lay_out_loose(base, count, frontage, Inches(0.9), &front)
            .into_iter().map(|pose| Placed::new(base, pose)).collect();
        prop_assert!(is_one_chain(&loose, Inches(1.0)));
        prop_assert!(count < 2 || !is_one_chain(&loose, Inches(0.8)));
    }

    #[test]
    fn manoeuvres_keep_everybody_s_place(
        count in 1usize..24,
        frontage in 1usize..8,
        degrees in -180.0f32..180.0,
        kind in 0usize..6,
        amount in 0.0f32..6.0,
        pieces in vec(terrain(), 0..4),
    ) {
        let mover = Mover::on_foot(Base::rectangle(25.0, 25.0), Inches(1.0), Inches(2.5));
        let front = Pose::degrees(Vec2::new(15.0, 15.0), degrees);
        let block: Vec<(Mover, Pose)> = lay_out_ranks(mover.base, count, frontage, &front)
            .into_iter().map(|pose| (mover, pose)).collect();
        let table = table(pieces);
        let around = Surroundings { table: &table, enemies: &[], friends: &[], zones: &[] };
        let order = [
            Manoeuvre::Ahead(Inches(amount)),
            Manoeuvre::Back(Inches(amount)),
            Manoeuvre::Sidestep(Flank::Right, Inches(amount)),
            Manoeuvre::Wheel { pivot: Flank::Left, degrees: amount * 30.0 },
            Manoeuvre::Wheel { pivot: Flank::Right, degrees: amount * 30.0 },
            Manoeuvre::QuarterTurn(Flank::Left),
        ][kind];
        let Ok(done) = manoeuvre(&block, &order, 3, &around) else { return Ok(()) };
        prop_assert_eq!(done.frames.len(), done.actions.max(1) as usize);
        for frame in &done.frames {
            for i in 0..count {
                prop_assert!((frame[i].facing.length() - 1.0).abs() < 1e-4);
                for j in 0..i {
                    let before = block[i].1.at.distance(block[j].1.at);
                    prop_assert!((frame[i].at.distance(frame[j].at) - before).abs() < 1e-3);
                    prop_assert!(!overlapping(&mover.placed(frame[i]), &mover.placed(frame[j])));
                }
            }
        }
        let end = &done.frames[done.frames.len() - 1];
        prop_assert!(end.iter().all(|&pose| table.holds(&mover.placed(pose))));
    }

    #[test]
    fn merged_outlines_run_along_the_zones(zones in vec(zone(), 1..8)) {
        for outline in merged_outlines(&zones) {
            for point in outline {
                let inside = |zone: &Zone, by: f32| {
                    let ahead = (point - zone.around.pose.at).dot(zone.around.pose.facing);
                    let front = zone.shape == ZoneShape::AllRound || ahead > by;
                    front && point.distance(zone.around.closest_point(point)) < zone.reach.0 - by
                };
                prop_assert!(!zones.iter().any(|zone| inside(zone, 0.15)));
                prop_assert!(zones.iter().any(|zone| inside(zone, -0.15)));
            }
        }
    }
}
