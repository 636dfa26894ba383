use super::*;
use crate::table::{Base, Footprint, Pose, Terrain};

mod always;

/// A square inch of base and an inch of height, so that shares of it are inches.
fn man(x: f32, y: f32) -> Standing {
    let base = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };
    Standing {
        placed: Placed::new(base, Pose::new(Vec2::new(x, y), Vec2::Y)),
        elevation: Inches::ZERO,
        height: Inches(1.0),
    }
}

fn tall(height: f32, man: Standing) -> Standing {
    Standing { height: Inches(height), ..man }
}

fn raised(elevation: f32, man: Standing) -> Standing {
    Standing { elevation: Inches(elevation), ..man }
}

/// The one who looks, with the eye half an inch above the ground.
fn archer() -> Standing {
    tall(0.5 / EYE, man(10.0, 10.0))
}

/// Ten inches away.
fn target() -> Standing {
    man(10.0, 20.0)
}

fn block(x: [f32; 2], y: [f32; 2], height: f32, opacity: Opacity) -> Terrain {
    let corners = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])];
    let footprint = Footprint::Polygon(corners.map(Vec2::from).to_vec());
    Terrain { height: Inches(height), opacity, ..Terrain::new("block", footprint) }
}

fn house(x: [f32; 2], y: [f32; 2], height: f32) -> Terrain {
    block(x, y, height, Opacity::Blocking)
}

fn woods(x: [f32; 2], y: [f32; 2], height: f32) -> Terrain {
    block(x, y, height, Opacity::Obscuring)
}

fn hill(x: [f32; 2], y: [f32; 2], elevation: f32) -> Terrain {
    Terrain { elevation: Inches(elevation), ..house(x, y, elevation) }
}

fn table(terrain: impl IntoIterator<Item = Terrain>) -> Table {
    let terrain = terrain.into_iter().collect();
    Table { terrain, ..Table::new(Inches(72.0), Inches(48.0)) }
}

/// What is seen, having made sure that the short answer and the parts agree with it.
fn look(table: &Table, from: &Standing, to: &Standing, blockers: &[Blocker]) -> Sight {
    let seen = sight(table, from, to, blockers);
    assert_eq!(sees(table, from, to, blockers), seen.visible(), "{seen:?}");
    let sum: f32 = seen.by.iter().map(|hidden| hidden.share).sum();
    assert!((sum - seen.hidden).abs() < 1e-3, "{seen:?}");
    assert!(seen.by.windows(2).all(|pair| pair[0].share >= pair[1].share));
    assert!(seen.strips.windows(2).all(|pair| pair[0].to_bearing == pair[1].from_bearing));
    assert!(seen.strips.iter().all(|strip| strip.to_bearing >= strip.from_bearing));
    assert!(seen.strips.iter().all(|strip| (0.0..=1.0).contains(&strip.hidden)), "{seen:?}");
    seen
}

fn key(standing: &Standing) -> Blocker<'_> {
    Blocker { standing, key: 7 }
}

fn hidden_by(terrain: impl IntoIterator<Item = Terrain>) -> f32 {
    look(&table(terrain), &archer(), &target(), &[]).hidden
}

#[track_caller]
fn assert_share(found: f32, expected: f32) {
    assert!((found - expected).abs() < 1e-3, "found {found}, expected {expected}");
}

#[test]
fn nothing_in_between_hides_nothing() {
    let seen = look(&table([]), &archer(), &target(), &[]);
    assert_eq!((seen.hidden, seen.obscured, seen.cover()), (0.0, false, Cover::None));
    assert_eq!(seen.strips.len(), 1);
    let strip = seen.strips[0];
    let middle = (strip.from_bearing + strip.to_bearing) / 2.0;
    assert!((middle - std::f32::consts::FRAC_PI_2).abs() < 1e-4);
    let width = strip.to_bearing - strip.from_bearing;
    assert!((width - 2.0 * ops::atan(0.5 / 9.5)).abs() < 1e-4);
}

#[test]
fn rng_05_a_house_hides_the_width_behind_it() {
    assert_share(hidden_by([house([10.0, 20.0], [14.0, 15.0], 5.0)]), 0.5);
    assert_share(hidden_by([house([0.0, 10.0], [14.0, 15.0], 5.0)]), 0.5);
    // A quarter of the silhouette, seen past the far corner of the house.
    let quarter = 10.0 + 0.5 * 0.5 / 9.5 * 5.0;
    assert_share(hidden_by([house([quarter, 20.0], [14.0, 15.0], 5.0)]), 0.25);
    assert_share(hidden_by([house([0.0, 20.0], [14.0, 15.0], 5.0)]), 1.0);
}

#[test]
fn rng_05_behind_a_house_is_out_of_sight() {
    let table = table([house([8.0, 12.0], [14.0, 15.0], 5.0)]);
    let seen = look(&table, &archer(), &target(), &[]);
    assert!(!seen.visible());
    assert_eq!(seen.by, [Hidden { by: HiddenBy::Terrain(0), share: seen.hidden }]);
    assert!(look(&table, &archer(), &man(16.0, 20.0), &[]).visible());
}

#[test]
fn rng_05_a_wall_at_eye_height_hides_its_own_height() {
    let wall = |height| house([0.0, 20.0], [14.0, 15.0], height);
    assert_share(hidden_by([wall(0.5)]), 0.5);
    // Both low and narrow: a quarter.
    let half = house([10.0, 20.0], [14.0, 15.0], 0.5);
    assert_share(hidden_by([half.clone()]), 0.25);
    let seen = look(&table([half]), &archer(), &target(), &[]);
    assert_eq!(seen.cover(), Cover::Soft);
    assert_eq!(look(&table([wall(0.5)]), &archer(), &target(), &[]).cover(), Cover::Hard);
}

#[test]
fn rng_05_the_line_of_sight_over_a_wall_decides() {
    // Above the eye, the near edge counts: 0.5 + 0.2 * 10 / 4.
    assert_share(hidden_by([house([0.0, 20.0], [14.0, 15.0], 0.7)]), 1.0);
    assert_share(hidden_by([house([0.0, 20.0], [15.0, 16.0], 0.7)]), 0.9);
    // Below the eye, the far edge: 0.5 - 0.2 * 10 / 8.
    assert_share(hidden_by([house([0.0, 20.0], [14.0, 18.0], 0.3)]), 0.25);
    // Leaned upon, it is looked over.
    assert_share(hidden_by([house([0.0, 20.0], [10.5, 10.7], 0.4)]), 0.0);
}

#[test]
fn rng_05_a_tall_target_is_hidden_by_its_share_of_height() {
    let table = table([house([0.0, 20.0], [14.0, 15.0], 0.5)]);
    assert_share(look(&table, &archer(), &tall(4.0, target()), &[]).hidden, 0.125);
    assert_share(look(&table, &archer(), &tall(2.0, target()), &[]).hidden, 0.25);
    // Knee-high rubble hides nothing of those who stand above it.
    assert_share(look(&table, &archer(), &raised(0.5, target()), &[]).hidden, 0.0);
}

#[test]
fn rng_05_a_slanting_wall_is_a_slanting_edge() {
    // Hidden height 0.5 + (top - 0.5) * 10 / d, from 0.7 at d = 10 to 0.9 at d = 5: linear
    // between the two, as seen across the whole silhouette.
    let (right, left) = (0.5 / 9.5, -0.5 / 9.5);
    let corners = [(10.0 + left * 10.0, 20.0), (10.0 + right * 5.0, 15.0)];
    let mut wall = house([0.0, 1.0], [0.0, 1.0], 0.7);
    let mut outline = corners.map(Vec2::from).to_vec();
    outline.push(Vec2::new(10.0 + left * 10.0, 20.0));
    wall.footprint = Footprint::Polygon(outline);
    let far = man(10.0, 30.0);
    let far = Standing {
        placed: Placed {
            base: Base::Rectangle { width: Inches(200.0 * right), depth: Inches(1e-3) },
            ..far.placed
        },
        ..far
    };
    // At 20 inches only the middle half is behind the wall: 0.5 + 0.2 * 20 / d, 0.9 to 1.3.
    let seen = look(&table([wall]), &archer(), &far, &[]);
    let (low, high) = (0.9, 1.3);
    let until_full = (1.0 - low) / (high - low);
    let mean = until_full * (low + 1.0) / 2.0 + (1.0 - until_full);
    let share = 2.0 * right / (2.0 * 100.0 * right / (20.0 - 5e-4));
    assert_share(seen.hidden, mean * share);
}

#[test]
fn rng_05_models_hide_what_stands_behind_their_base() {
    let (friend, aside) = (man(10.0, 15.0), man(10.5, 15.0));
    let seen = look(&table([]), &archer(), &target(), &[key(&friend)]);
    assert_eq!((seen.visible(), seen.by[0].by), (false, HiddenBy::Model(7)));
    // Its left edge is straight ahead.
    let seen = look(&table([]), &archer(), &target(), &[key(&aside)]);
    assert_share(seen.hidden, 0.5);
    // Left out by the caller, it hides nothing.
    assert_share(look(&table([]), &archer(), &target(), &[]).hidden, 0.0);
    // Behind the target or behind the archer, it hides nothing.
    for (x, y) in [(10.0, 21.0), (10.0, 25.0), (10.0, 9.0), (10.0, 5.0), (11.0, 20.0)] {
        let other = man(x, y);
        assert_share(look(&table([]), &archer(), &target(), &[key(&other)]).hidden, 0.0);
    }
}

#[test]
fn rng_05_a_small_friend_hides_the_feet_of_a_giant() {
    let (small, giant) = (tall(0.5, man(10.0, 15.0)), tall(4.0, target()));
    let seen = look(&table([]), &archer(), &giant, &[Blocker { standing: &small, key: 0 }]);
    assert_share(seen.hidden, 0.125);
    let round = Base::Circle { radius: Inches(0.5) };
    let small = Standing { placed: Placed { base: round, ..small.placed }, ..small };
    let seen = look(&table([]), &archer(), &giant, &[Blocker { standing: &small, key: 0 }]);
    assert_share(seen.hidden, 0.125);
}

#[test]
fn rng_05_overlapping_blockers_count_once_and_the_higher_one_is_named() {
    let low = house([0.0, 20.0], [14.0, 15.0], 0.5);
    let high = house([10.0, 20.0], [16.0, 17.0], 5.0);
    let seen = look(&table([low, high]), &archer(), &target(), &[]);
    assert_share(seen.hidden, 0.75);
    assert_eq!(seen.by.len(), 2);
    assert_eq!(seen.by[0].by, HiddenBy::Terrain(1));
    assert_share(seen.by[0].share, 0.5);
    assert_share(seen.by[1].share, 0.25);
    let strips: Vec<_> = seen.strips.iter().map(|strip| (strip.by, strip.hidden)).collect();
    assert_eq!(strips.len(), 2, "{strips:?}");
    assert_eq!(strips[0].0, Some(HiddenBy::Terrain(1)));
    assert_share(strips[1].1, 0.5);
}

#[test]
fn rng_05_hills_block_by_height() {
    let between = table([hill([0.0, 20.0], [14.0, 16.0], 2.0)]);
    assert!(!look(&between, &archer(), &target(), &[]).visible());
    // Whatever stands on it is solid ground nevertheless.
    let mut bare = between.clone();
    bare.terrain[0].opacity = Opacity::Clear;
    assert!(!look(&bare, &archer(), &target(), &[]).visible());
    // From the top one sees over walls, and is seen.
    let near = table([hill([0.0, 20.0], [8.0, 12.0], 2.0), house([0.0, 20.0], [14.0, 15.0], 1.2)]);
    let up = raised(2.0, archer());
    assert_share(look(&near, &up, &target(), &[]).hidden, 0.0);
    assert!(!look(&near, &archer(), &target(), &[]).visible());
    let back = look(&near, &target(), &up, &[]);
    assert_share(back.hidden, 0.0);
    assert!(higher_ground(&up, &target()) && !higher_ground(&target(), &up));
    assert!(!higher_ground(&raised(0.9, archer()), &target()));
    assert!(higher_ground(&raised(1.0, archer()), &target()));
}

#[test]
fn rng_05_both_on_one_hill_see_each_other() {
    let table = table([hill([0.0, 20.0], [5.0, 25.0], 2.0)]);
    let seen = look(&table, &raised(2.0, archer()), &raised(2.0, target()), &[]);
    assert_share(seen.hidden, 0.0);
}

#[test]
fn rng_05_two_inches_of_woods_are_seen_through() {
    let seen = |depth: f32| {
        let woods = woods([0.0, 20.0], [14.0, 14.0 + depth], 4.0);
        look(&table([woods]), &archer(), &target(), &[])
    };
    for depth in [0.1, 1.0, 2.0] {
        let seen = seen(depth);
        assert_eq!((seen.hidden, seen.obscured, seen.cover()), (0.0, true, Cover::Soft));
    }
    let deep = seen(2.1);
    assert_eq!((deep.visible(), deep.obscured), (false, true));
    assert_eq!(deep.by[0].by, HiddenBy::Terrain(0));
}

#[test]
fn rng_05_woods_add_up_and_overlaps_count_once() {
    let belt = |from, to| woods([0.0, 20.0], [from, to], 4.0);
    let seen = |belts: Vec<Terrain>| look(&table(belts), &archer(), &target(), &[]);
    assert!(seen(vec![belt(12.0, 13.0), belt(14.0, 15.0)]).visible());
    assert!(!seen(vec![belt(12.0, 13.0), belt(14.0, 15.2)]).visible());
    assert!(seen(vec![belt(14.0, 15.5), belt(14.2, 15.9)]).visible());
}

#[test]
fn rng_05_half_the_width_behind_deep_woods_is_hard_cover() {
    let deep = woods([10.0, 20.0], [12.0, 18.0], 4.0);
    let seen = look(&table([deep]), &archer(), &target(), &[]);
    // A corner of the woods is seen through: at a slope s the line is inside from 12 or s out.
    assert!(seen.obscured && seen.hidden > 0.45 && seen.hidden <= 0.5, "{seen:?}");
}

#[test]
fn rng_05_the_edge_of_woods_hides_those_inside_by_their_depth() {
    let edge = |from| table([woods([0.0, 20.0], [from, 30.0], 4.0)]);
    let inside = look(&edge(18.0), &archer(), &target(), &[]);
    assert_eq!((inside.hidden, inside.cover()), (0.0, Cover::Soft));
    assert!(!look(&edge(17.8), &archer(), &target(), &[]).visible());
    // And the same looking out.
    assert!(look(&edge(18.0), &target(), &archer(), &[]).visible());
    assert!(!look(&edge(17.8), &target(), &archer(), &[]).visible());
    // Woods behind the target are no cover.
    let behind = look(&edge(20.5), &archer(), &target(), &[]);
    assert_eq!(behind.cover(), Cover::None);
}

#[test]
fn rng_05_woods_are_looked_over_from_above() {
    let table = table([woods([0.0, 20.0], [11.0, 14.0], 2.0)]);
    assert!(!look(&table, &archer(), &target(), &[]).visible());
    let up = raised(8.0, archer());
    let seen = look(&table, &up, &target(), &[]);
    assert_eq!((seen.hidden, seen.obscured), (0.0, false));
    // A giant's head is seen over the tree tops: two inches deep at most means that the line
    // rises above 2 by y = 13.02, that is to 0.5 + 1.5 * 10 / 3.02 at the giant's distance.
    let seen = look(&table, &archer(), &tall(10.0, target()), &[]);
    assert_share(seen.hidden, (0.5 + 1.5 * 10.0 / 3.02) / 10.0);
}

#[test]
fn smoke_and_houses_hide_from_within() {
    let mut smoke = house([0.0, 1.0], [0.0, 1.0], 3.0);
    smoke.footprint = Footprint::Circle { at: Vec2::new(10.0, 10.0), radius: Inches(1.5) };
    let table = table([smoke]);
    assert!(!look(&table, &archer(), &target(), &[]).visible());
    assert!(!look(&table, &target(), &archer(), &[]).visible());
    assert!(look(&table, &man(13.0, 10.0), &man(13.0, 20.0), &[]).visible());
    // From high above, the smoke reaches as high up as the line over its near edge at the target.
    let tower = raised(10.0, target());
    let seen = look(&table, &tower, &tall(6.0, archer()), &[]);
    assert!(seen.hidden > 0.3 && seen.hidden < 0.5, "{seen:?}");
}

#[test]
fn a_wall_in_contact_with_the_target_hides_it() {
    let points = vec![Vec2::new(5.0, 19.45), Vec2::new(15.0, 19.45)];
    let footprint = Footprint::Line { points, width: Inches(0.1) };
    let wall = Terrain {
        height: Inches(0.5),
        opacity: Opacity::Blocking,
        barrier: true,
        ..Terrain::new("wall", footprint)
    };
    assert_share(hidden_by([wall.clone()]), 0.5);
    // From the target's side it is looked over, and hides as much of the archer.
    let back = look(&table([wall]), &target(), &archer(), &[]);
    assert!(back.hidden < 0.1, "{back:?}");
}

#[test]
fn a_slanting_wall_against_a_corner_hides_only_what_is_behind_it() {
    // Runs from in front of the target's left to behind its right: its right half is behind the
    // front edge, beside the target.
    let mut wall = house([0.0, 1.0], [0.0, 1.0], 3.0);
    wall.footprint = Footprint::Polygon(
        [(10.5, 19.5), (10.6, 19.4), (14.0, 22.0), (13.9, 22.1)].map(Vec2::from).to_vec(),
    );
    let hidden = hidden_by([wall.clone()]);
    assert!(hidden < 0.01, "{hidden}");
    wall.footprint = Footprint::Polygon(
        [(10.0, 19.4), (14.0, 22.0), (13.9, 22.1), (9.9, 19.5)].map(Vec2::from).to_vec(),
    );
    let hidden = hidden_by([wall]);
    assert!(hidden > 0.1 && hidden < 0.6, "{hidden}");
}

#[test]
fn odd_input_is_survived() {
    let nan = f32::NAN;
    let mut bad = house([nan, nan], [0.0, nan], nan);
    let mut pieces = vec![bad.clone()];
    bad.footprint = Footprint::Polygon(Vec::new());
    pieces.push(bad.clone());
    bad.footprint = Footprint::Line { points: vec![Vec2::NAN; 3], width: Inches(nan) };
    bad.height = Inches(f32::INFINITY);
    pieces.push(bad.clone());
    bad.footprint = Footprint::Circle { at: Vec2::INFINITY, radius: Inches(f32::INFINITY) };
    bad.opacity = Opacity::Obscuring;
    pieces.push(bad);
    let table = table(pieces);
    let (mut a, b) = (archer(), target());
    sight(&table, &a, &b, &[]);
    assert!(sees(&table, &a, &a, &[]));
    a.height = Inches(nan);
    sight(&table, &a, &b, &[Blocker { standing: &a, key: 0 }]);
    sight(&table, &b, &a, &[Blocker { standing: &a, key: 0 }]);
    a.placed.pose.at = Vec2::NAN;
    sight(&table, &a, &b, &[Blocker { standing: &a, key: 0 }]);
}
