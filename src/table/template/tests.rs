use proptest::prelude::*;

use super::*;
use crate::table::{Pose, base::rotation, footprint::inside_polygon};

#[test]
fn a_blast_covers_wholly_up_to_its_edge() {
    let blast = Laid {
        template: Template::Blast { diameter: Inches(3.0) },
        at: Vec2::ZERO,
        facing: Vec2::Y,
    };
    let round = |x: f32| {
        let base = Base::Circle { radius: Inches(0.5) };
        blast.covers(&Placed::new(base, Pose::degrees(Vec2::new(x, 0.0), 0.0)))
    };
    assert_eq!(round(1.0), Covered::Wholly);
    assert_eq!(round(1.01), Covered::Partly);
    assert_eq!(round(1.99), Covered::Partly);
    assert_eq!(round(2.0), Covered::Not);
    let square = |x: f32, degrees: f32| {
        let base = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };
        blast.covers(&Placed::new(base, Pose::degrees(Vec2::new(x, 0.0), degrees)))
    };
    // Its far corners touch the edge at x + 0.5 and 0.5.
    let edge = (1.5_f32 * 1.5 - 0.25).sqrt() - 0.5;
    assert_eq!(square(edge, 0.0), Covered::Wholly);
    assert_eq!(square(edge + 0.01, 0.0), Covered::Partly);
    assert_eq!(square(1.99, 90.0), Covered::Partly);
    assert_eq!(square(2.0, 0.0), Covered::Not);
    assert_eq!(square(2.0, 45.0), Covered::Partly);
}

fn drop(length: f32, width: f32) -> Laid {
    Laid {
        template: Template::Teardrop { length: Inches(length), width: Inches(width) },
        at: Vec2::ZERO,
        facing: Vec2::X,
    }
}

fn disc(x: f32, y: f32, radius: f32) -> Placed {
    Placed::new(Base::Circle { radius: Inches(radius) }, Pose::degrees(Vec2::new(x, y), 0.0))
}

#[test]
fn a_teardrop_is_as_long_and_as_wide_as_it_says() {
    let laid = drop(6.0, 2.0);
    assert_eq!(laid.covers(&disc(5.0, 0.0, 1.0)), Covered::Wholly);
    assert_eq!(laid.covers(&disc(5.01, 0.0, 1.0)), Covered::Partly);
    assert_eq!(laid.covers(&disc(6.4, 0.0, 0.5)), Covered::Partly);
    assert_eq!(laid.covers(&disc(6.5, 0.0, 0.5)), Covered::Not);
    assert_eq!(laid.covers(&disc(5.0, 1.5, 0.5)), Covered::Not);
    assert_eq!(laid.covers(&disc(5.0, 1.49, 0.5)), Covered::Partly);
    // Its point touches whoever breathes, and covers nothing behind it.
    assert_eq!(laid.covers(&disc(-0.5, 0.0, 0.5)), Covered::Not);
    assert_eq!(laid.covers(&disc(-0.4, 0.0, 0.5)), Covered::Partly);
    // Two fifths of the way to the centre it is two fifths as wide.
    assert_eq!(laid.covers(&disc(2.0, 0.0, 0.4)), Covered::Wholly);
    assert_eq!(laid.covers(&disc(2.0, 0.0, 0.41)), Covered::Partly);
    let square = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };
    let square = |x: f32, degrees| {
        laid.covers(&Placed::new(square, Pose::degrees(Vec2::new(x, 0.0), degrees)))
    };
    // Half an inch to the side, the straight edge lies 0.5 / tan from the point.
    let tangent = (24.0_f32).sqrt();
    assert_eq!(square(0.5 * tangent + 0.51, 0.0), Covered::Wholly);
    assert_eq!(square(0.5 * tangent + 0.49, 0.0), Covered::Partly);
    assert_eq!(square(6.49, 90.0), Covered::Partly);
    assert_eq!(square(6.51, 90.0), Covered::Not);
    assert_eq!(square(6.51, 45.0), Covered::Partly);
}

#[test]
fn half_a_blast_covers_nothing_behind_its_straight_edge() {
    let half = Laid {
        template: Template::HalfBlast { diameter: Inches(3.0) },
        at: Vec2::new(10.0, 10.0),
        facing: Vec2::Y,
    };
    let round = |x: f32, y: f32| half.covers(&disc(10.0 + x, 10.0 + y, 0.5));
    assert_eq!(round(0.0, 0.5), Covered::Wholly);
    assert_eq!(round(0.0, 1.0), Covered::Wholly);
    assert_eq!(round(0.0, 1.01), Covered::Partly);
    assert_eq!(round(0.0, 0.49), Covered::Partly, "over the edge");
    assert_eq!(round(0.0, -0.49), Covered::Partly);
    assert_eq!(round(0.0, -0.5), Covered::Not, "only touches the edge");
    assert_eq!(round(0.0, 1.99), Covered::Partly);
    assert_eq!(round(0.0, 2.0), Covered::Not);
    // Beside its corner, and aslant of it.
    assert_eq!(round(1.99, 0.0), Covered::Partly);
    assert_eq!(round(1.98, -0.1), Covered::Partly);
    assert_eq!(round(1.9, -0.4), Covered::Not);
    let square = |x: f32, y: f32, degrees: f32| {
        let base = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };
        half.covers(&Placed::new(base, Pose::degrees(Vec2::new(10.0 + x, 10.0 + y), degrees)))
    };
    assert_eq!(square(0.0, 0.5, 90.0), Covered::Wholly);
    assert_eq!(square(0.0, 0.49, 90.0), Covered::Partly);
    assert_eq!(square(0.0, -0.49, 90.0), Covered::Partly);
    assert_eq!(square(0.0, -0.51, 90.0), Covered::Not);
    assert_eq!(square(0.0, -0.51, 45.0), Covered::Partly, "a corner reaches over the edge");
    assert_eq!(square(1.99, -0.4, 90.0), Covered::Partly);
    assert_eq!(square(2.01, 0.0, 90.0), Covered::Not);
    // Turned about, the other half.
    let turned = Laid { facing: -Vec2::Y, ..half };
    assert_eq!(turned.covers(&disc(10.0, 9.0, 0.5)), Covered::Wholly);
    assert_eq!(turned.covers(&disc(10.0, 10.5, 0.5)), Covered::Not);
}

#[test]
fn odd_sizes_are_survived() {
    for (length, width) in [(0.0, 0.0), (1.0, 2.0), (-3.0, -1.0), (f32::NAN, 1.0), (2.0, f32::NAN)]
    {
        let laid = drop(length, width);
        laid.covers(&disc(0.0, 0.0, 0.5));
        laid.outline();
    }
    assert_eq!(drop(1.0, 2.0).covers(&disc(0.0, 0.0, 0.5)), Covered::Wholly);
}

#[test]
fn a_scatter_goes_its_distance_in_its_direction() {
    let there = |degrees| scattered(Vec2::new(1.0, 1.0), degrees, Inches(4.0));
    assert!(there(90).distance(Vec2::new(1.0, 5.0)) < 1e-4);
    assert!(there(180).distance(Vec2::new(-3.0, 1.0)) < 1e-4);
    assert!(there(360).distance(Vec2::new(5.0, 1.0)) < 1e-4);
}

/// Thousandths between two numbers: the sampler of ranges of floats has panics of its own.
fn real(from: f32, to: f32) -> impl Strategy<Value = f32> + Clone {
    (0..=1000_u16).prop_map(move |share| from + (to - from) * f32::from(share) / 1000.0)
}

fn laid() -> impl Strategy<Value = Laid> {
    let template = prop_oneof![
        real(1.0, 3.0).prop_map(|diameter| Template::HalfBlast { diameter: Inches(diameter) }),
        real(1.0, 3.0).prop_map(|diameter| Template::Blast { diameter: Inches(diameter) }),
        (real(3.0, 8.0), real(1.0, 2.5)).prop_map(|(length, width)| Template::Teardrop {
            length: Inches(length),
            width: Inches(width)
        }),
    ];
    (template, real(-1.0, 1.0), real(-1.0, 1.0), real(0.0, 360.0)).prop_map(
        |(template, x, y, degrees)| Laid {
            template,
            at: Vec2::new(x, y),
            facing: direction(degrees),
        },
    )
}

fn placed() -> impl Strategy<Value = Placed> {
    let base = prop_oneof![
        real(0.2, 1.0).prop_map(|radius| Base::Circle { radius: Inches(radius) }),
        (real(0.4, 2.0), real(0.4, 2.0)).prop_map(|(width, depth)| Base::Rectangle {
            width: Inches(width),
            depth: Inches(depth)
        }),
    ];
    (base, real(-4.0, 4.0), real(-4.0, 4.0), real(0.0, 360.0)).prop_map(|(base, x, y, degrees)| {
        Placed::new(base, Pose::degrees(Vec2::new(x, y), degrees))
    })
}

/// Points on a grid over a base.
fn points_of(placed: &Placed) -> impl Iterator<Item = Vec2> + '_ {
    const STEPS: i8 = 20;
    let reach = placed.base.outer_radius().0;
    let at = move |step: i8| reach * f32::from(step) / f32::from(STEPS);
    (-STEPS..=STEPS)
        .flat_map(move |x| (-STEPS..=STEPS).map(move |y| Vec2::new(at(x), at(y))))
        .map(|offset| placed.pose.at + offset)
        .filter(|&point| placed.contains(point))
}

proptest! {
    #[test]
    fn what_is_covered_agrees_with_its_points(laid in laid(), placed in placed()) {
        let outline = laid.outline();
        // The outline's chords are a little inside of round edges.
        let slack = 0.01;
        let parts = laid.parts();
        let mut any = false;
        let mut all = true;
        for point in points_of(&placed) {
            let inside = inside_polygon(&outline, point);
            prop_assert!(!inside || parts.within(point) > -1e-4);
            prop_assert!(inside || parts.within(point) < slack);
            any |= inside;
            all &= parts.within(point) > -slack;
        }
        match laid.covers(&placed) {
            Covered::Not => prop_assert!(!any),
            Covered::Partly => {}
            Covered::Wholly => prop_assert!(all),
        }
        // Partly: some of its edge is outside, and not all of it.
        let edge = placed.outline(720);
        let out = edge.iter().map(|&point| -parts.within(point)).fold(f32::NEG_INFINITY, f32::max);
        match laid.covers(&placed) {
            Covered::Wholly => prop_assert!(out <= 2.0 * HAIR),
            Covered::Partly | Covered::Not => prop_assert!(out > -0.001),
        }
    }

    #[test]
    fn turning_both_changes_nothing(laid in laid(), placed in placed(), degrees in real(0.0, 360.0)) {
        let turn = rotation(degrees);
        let turned = Laid { at: turn * laid.at, facing: turn * laid.facing, ..laid };
        let pose = Pose { at: turn * placed.pose.at, facing: turn * placed.pose.facing };
        let (a, b) = (laid.covers(&placed), turned.covers(&Placed { pose, ..placed }));
        // At the very edge a rounding decides.
        let parts = laid.parts();
        let clear = match placed.base {
            Base::Circle { radius } => (parts.within(placed.pose.at).abs() - radius.0).abs() > 0.01,
            Base::Rectangle { .. } => {
                placed.outline(4).iter().all(|&corner| parts.within(corner).abs() > 0.01)
            }
        };
        prop_assert!(a == b || !clear, "{:?} and {:?}", a, b);
    }
}
