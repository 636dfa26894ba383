use super::*;
use crate::table::Pose;

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
