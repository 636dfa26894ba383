//! What holds on every table, and the same answer from plain sampling.

use proptest::prelude::*;

use super::*;
use crate::table::{
    base::{overlapping, rotation},
    hull::Hull,
};

/// Thousandths between two numbers: the sampler of ranges of floats has panics of its own.
fn real(from: f32, to: f32) -> impl Strategy<Value = f32> + Clone {
    (0..=1000_u16).prop_map(move |share| from + (to - from) * f32::from(share) / 1000.0)
}

fn point() -> impl Strategy<Value = Vec2> {
    (real(0.0, 24.0), real(0.0, 24.0)).prop_map(Vec2::from)
}

fn standing() -> impl Strategy<Value = Standing> {
    let base = prop_oneof![
        real(0.3, 1.2).prop_map(|radius| Base::Circle { radius: Inches(radius) }),
        (real(0.6, 2.0), real(0.6, 4.0)).prop_map(|(width, depth)| Base::Rectangle {
            width: Inches(width),
            depth: Inches(depth)
        }),
    ];
    let elevation = prop_oneof![3 => Just(0.0_f32), 1 => real(0.0, 4.0)];
    (base, point(), real(0.0, 360.0), elevation, real(0.5, 4.0)).prop_map(
        |(base, at, degrees, elevation, height)| Standing {
            placed: Placed::new(base, Pose::degrees(at, degrees)),
            elevation: Inches(elevation),
            height: Inches(height),
        },
    )
}

/// A star around a point: simple, and seldom convex.
fn star() -> impl Strategy<Value = Footprint> {
    (point(), proptest::collection::vec(real(0.5, 4.0), 3..9)).prop_map(|(at, radii)| {
        let count = radii.len() as f32;
        let corner = |(i, radius): (usize, &f32)| {
            at + rotation(360.0 * i as f32 / count) * Vec2::new(*radius, 0.0)
        };
        Footprint::Polygon(radii.iter().enumerate().map(corner).collect())
    })
}

fn piece() -> impl Strategy<Value = Terrain> {
    let footprint = prop_oneof![
        3 => star(),
        1 => (point(), real(0.5, 3.0))
            .prop_map(|(at, radius)| Footprint::Circle { at, radius: Inches(radius) }),
        1 => (proptest::collection::vec(point(), 2..4), real(0.1, 0.6))
            .prop_map(|(points, width)| Footprint::Line { points, width: Inches(width) }),
    ];
    let opacity = prop_oneof![2 => Just(Opacity::Blocking), 1 => Just(Opacity::Obscuring)];
    let elevation = prop_oneof![4 => Just(0.0_f32), 1 => real(0.5, 3.0)];
    (footprint, real(0.2, 5.0), opacity, elevation).prop_map(
        |(footprint, height, opacity, elevation)| Terrain {
            height: Inches(height.max(elevation)),
            elevation: Inches(elevation),
            opacity,
            ..Terrain::new("piece", footprint)
        },
    )
}

/// Somebody who looks at somebody, and what is around them.
#[derive(Clone, Debug)]
struct Glance {
    table: Table,
    from: Standing,
    to: Standing,
    others: Vec<Standing>,
}

impl Glance {
    fn blockers(&self) -> Vec<Blocker<'_>> {
        let named = self.others.iter().zip(0..);
        named.map(|(standing, key)| Blocker { standing, key }).collect()
    }

    fn look(&self) -> Sight {
        look(&self.table, &self.from, &self.to, &self.blockers())
    }

    /// Turned about the table's corner, which leaves the table, and moved.
    fn turned(mut self, degrees: f32) -> Self {
        let turn = rotation(degrees);
        let place = |at: &mut Vec2| *at = turn * *at + Vec2::new(3.0, -2.0);
        for piece in &mut self.table.terrain {
            match &mut piece.footprint {
                Footprint::Polygon(points) | Footprint::Line { points, .. } => {
                    points.iter_mut().for_each(place);
                }
                Footprint::Circle { at, .. } => place(at),
            }
        }
        for model in self.others.iter_mut().chain([&mut self.from, &mut self.to]) {
            place(&mut model.placed.pose.at);
            model.placed.pose.facing = turn * model.placed.pose.facing;
        }
        self
    }
}

fn glance() -> impl Strategy<Value = Glance> {
    let terrain = proptest::collection::vec(piece(), 0..5);
    let others = proptest::collection::vec(standing(), 0..5);
    (terrain, standing(), standing(), others)
        .prop_map(|(terrain, from, to, mut others)| {
            // Nobody stands on the base of whoever is looked at.
            others.retain(|other| !overlapping(&other.placed, &to.placed));
            Glance { table: table(terrain), from, to, others }
        })
        .prop_filter("apart", |glance| {
            !Hull::of(&glance.to.placed).contains(glance.from.placed.pose.at)
        })
}

/// The hidden share by looking at many points of the silhouette, one line each, at least and at
/// most, as the depth of woods is sampled too; and whether any of the lines goes through woods.
fn sampled(glance: &Glance) -> Option<(f32, f32, bool)> {
    const ACROSS: u16 = 120;
    const UP: u16 = 60;
    let (from, to) = (&glance.from, &glance.to);
    let frame = Frame::new(from, to)?;
    let eye = from.placed.pose.at;
    let hull = Hull::of(&to.placed);
    let mut hidden = [0_u16; 2];
    let mut obscured = false;
    for across in 0..ACROSS {
        let share = (f32::from(across) + 0.5) / f32::from(ACROSS);
        let slope = frame.right_slope + (frame.left_slope - frame.right_slope) * share;
        let bearing = frame.bearing(slope);
        let along = Vec2::new(ops::cos(bearing), ops::sin(bearing));
        let plane = frame.depth * (1.0 + slope * slope).sqrt();
        let near = hull.chord(eye, along).map_or(plane, |(first, _)| first);
        let stands_on = |piece: &Terrain, model: &Standing| {
            model.elevation.at_least(piece.elevation) && piece.contains(model.placed.pose.at)
        };
        // Solid things as distances and tops, woods as well.
        let mut solid: Vec<(f32, f32, f32)> = Vec::new();
        let mut wood: Vec<(f32, f32, f32)> = Vec::new();
        for piece in &glance.table.terrain {
            let raised = piece.elevation > Inches::ZERO;
            let free = raised && (stands_on(piece, from) || stands_on(piece, to));
            let top = match piece.opacity {
                Opacity::Blocking => piece.height.0,
                _ => piece.elevation.0,
            };
            if !free && top > 0.0 {
                let spans = piece.spans_inside(eye, eye + along * near);
                solid.extend(spans.iter().map(|(a, b)| (a * near, b * near, top)));
            }
            if piece.opacity == Opacity::Obscuring {
                let spans = piece.spans_inside(eye, eye + along * plane);
                wood.extend(spans.iter().map(|(a, b)| (a * plane, b * plane, piece.height.0)));
            }
        }
        for model in &glance.others {
            if !model.placed.contains(eye)
                && let Some((a, b)) = Hull::of(&model.placed).chord(eye, along)
                && b > 0.0
                && a < near
            {
                solid.push((a.max(0.0), b.min(near), model.top()));
            }
        }
        for up in 0..UP {
            let height = to.elevation.0 + to.height.0 * (f32::from(up) + 0.5) / f32::from(UP);
            let line =
                |distance: f32| from.eye_height() + (height - from.eye_height()) * distance / plane;
            let blocked = solid.iter().any(|&(a, b, top)| line(a) < top || line(b) < top);
            const STEPS: u16 = 600;
            let step = plane / f32::from(STEPS);
            let mut deep = 0.0;
            if !wood.is_empty() {
                for at in 0..STEPS {
                    let at = (f32::from(at) + 0.5) * step;
                    let within =
                        |&(a, b, top): &(f32, f32, f32)| a <= at && at <= b && line(at) < top;
                    if wood.iter().any(within) {
                        deep += step;
                    }
                }
            }
            obscured |= deep > 0.1;
            let most = WOODS_DEPTH.0 + crate::table::TOLERANCE;
            hidden[0] += u16::from(blocked || deep > most + 2.0 * step);
            hidden[1] += u16::from(blocked || deep > most - 2.0 * step);
        }
    }
    let [least, most] = hidden.map(|count| f32::from(count) / f32::from(ACROSS * UP));
    Some((least, most, obscured))
}

proptest! {
    #[test]
    fn the_hidden_share_is_a_share_and_has_its_reasons(glance in glance()) {
        let seen = glance.look();
        prop_assert!((0.0..=1.0).contains(&seen.hidden));
        prop_assert!(!seen.obscured || seen.cover() >= Cover::Soft);
    }

    #[test]
    fn sampling_finds_the_same(glance in glance()) {
        let seen = glance.look();
        if let Some((least, most, obscured)) = sampled(&glance) {
            let hidden = seen.hidden;
            prop_assert!(hidden > least - 0.03 && hidden < most + 0.03, "{hidden}: {least} to {most}");
            prop_assert!(seen.obscured || !obscured || !seen.visible());
        }
    }

    #[test]
    fn one_more_blocker_never_shows_more(glance in glance(), more in piece(), other in standing()) {
        let before = glance.look();
        let mut after = glance.clone();
        after.table.terrain.push(more);
        let terrain = after.look();
        prop_assert!(terrain.hidden >= before.hidden - 1e-3);
        prop_assert!(terrain.obscured >= before.obscured || !terrain.visible());
        after.others.push(other);
        prop_assert!(after.look().hidden >= terrain.hidden - 1e-3);
    }

    #[test]
    fn turning_the_table_changes_nothing(glance in glance(), degrees in real(0.0, 360.0)) {
        let (a, b) = (glance.look(), glance.clone().turned(degrees).look());
        prop_assert!((a.hidden - b.hidden).abs() < 1e-3, "{} and {}", a.hidden, b.hidden);
    }

    /// Among equals, and past what is higher than they are, sight goes both ways.
    #[test]
    fn points_of_equal_height_see_each_other_or_not(
        mut glance in glance(), a in point(), b in point(),
    ) {
        prop_assume!(a.distance(b) > 1.0);
        let small = |at| Standing {
            placed: Placed::new(Base::Circle { radius: Inches(0.005) }, Pose::new(at, Vec2::Y)),
            elevation: Inches::ZERO,
            height: Inches(0.1),
        };
        (glance.from, glance.to) = (small(a), small(b));
        glance.others.retain(|other| !other.placed.contains(a) && !other.placed.contains(b));
        let there = glance.look().hidden;
        std::mem::swap(&mut glance.from, &mut glance.to);
        let back = glance.look().hidden;
        // Past an edge one may see half of the other.
        let clear = |share: f32| !(1e-3..=0.999).contains(&share);
        prop_assert!((there - back).abs() < 1e-3 || !clear(there) || !clear(back));
    }
}
