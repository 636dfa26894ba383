//! Moves that something stops on their way: the same move after a share of it, and why a plan ends
//! before what is pointed at. What can't even begin isn't shortened.

use bevy::prelude::World;

use super::{BlockMove, Intent, order::manoeuvre};
use crate::{
    battle::{
        BattleWorld, UnitId,
        playable::acting::{Focus, Pointing},
    },
    no_quarter::{Order, OrderError, Refusal, plan as placing},
    table::{Inches, formation::Manoeuvre},
};

/// The intent and what is pointed at after a share of the way, if something on the way stops it.
pub(super) fn shortened(
    world: &World,
    focus: Focus,
    intent: &Intent,
    pointing: Pointing,
    refused: &OrderError,
    share: f32,
) -> Option<(Intent, Pointing)> {
    let unit = world.frame().active.filter(|_| stops_on_the_way(&refused.refusal))?;
    match *intent {
        Intent::Move => {
            let only = focus.only().map(|model| world.placed(model).pose.at);
            let from = only.unwrap_or_else(|| world.middle(unit));
            let at = Some(from.lerp(pointing.at?, share));
            Some((Intent::Move, Pointing { at, ..pointing }))
        }
        Intent::Block(by) => {
            let part = part(&manoeuvre(world, unit, by, pointing)?, share)?;
            Some((Intent::Block(BlockMove::Exactly(part)), pointing))
        }
        Intent::Turn
        | Intent::FormUp { .. }
        | Intent::Charge { .. }
        | Intent::Use(_)
        | Intent::Fight { .. }
        | Intent::Shoot { .. }
        | Intent::Roll(_)
        | Intent::Hold
        | Intent::Deploy { .. }
        | Intent::FollowUp
        | Intent::Template(_)
        | Intent::ChangePlaces { .. }
        | Intent::DrawUp { .. }
        | Intent::LayTerrain { .. } => None,
    }
}

/// Whether a shorter move may be legal where one was refused for this.
fn stops_on_the_way(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::NotEnoughActions { .. }
            | Refusal::Obstructed(_)
            | Refusal::EndsInEachOther { .. }
            | Refusal::ThatIsACharge { .. }
            | Refusal::BreaksCoherency { .. }
            | Refusal::NoCrew
            | Refusal::NoWay
    )
}

/// A share of a manoeuvre, in whole degrees and tenths of an inch; none of what is done at once.
fn part(whole: &Manoeuvre, share: f32) -> Option<Manoeuvre> {
    let tenths = |way: Inches| Inches((way.0 * share * 10.0 + 1e-3).floor() / 10.0);
    match *whole {
        Manoeuvre::Ahead(way) => Some(Manoeuvre::Ahead(tenths(way))),
        Manoeuvre::Back(way) => Some(Manoeuvre::Back(tenths(way))),
        Manoeuvre::Sidestep(flank, way) => Some(Manoeuvre::Sidestep(flank, tenths(way))),
        Manoeuvre::Wheel { pivot, degrees } => {
            Some(Manoeuvre::Wheel { pivot, degrees: (degrees * share + 1e-3).floor() })
        }
        Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => None,
    }
}

/// Why a legal move stops before what is pointed at, if it does: a whole unit goes as near as it can.
pub(super) fn stops(
    world: &World,
    focus: Focus,
    intent: &Intent,
    pointing: Pointing,
    order: &Order,
) -> Option<OrderError> {
    let unit: UnitId = world.frame().active.filter(|_| focus.only().is_none())?;
    let (Intent::Move, Order::Move { moves }) = (intent, order) else { return None };
    placing::why_short(world, unit, pointing.at?, moves)
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        battle::{ModelId, RuleSystem, playable::Acting},
        no_quarter::{
            NoQuarter,
            components::Formation,
            test_world::{TestWorld, block, man, ranker},
        },
        table::formation::Flank,
    };

    fn at(x: f32, y: f32) -> Pointing {
        Pointing { at: Some(Vec2::new(x, y)), ..Pointing::default() }
    }

    fn refusal(world: &World, focus: Focus, intent: &Intent, to: Pointing) -> Option<OrderError> {
        match NoQuarter::order(world, focus, intent, to)? {
            Ok(order) => NoQuarter::check(world, &order).err(),
            Err(refused) => Some(refused),
        }
    }

    /// Whether the order after a share of the way is legal.
    fn is_legal(world: &World, focus: Focus, intent: &Intent, to: Pointing, share: f32) -> bool {
        let refused = refusal(world, focus, intent, to).expect("the whole of it is refused");
        let shorter = shortened(world, focus, intent, to, &refused, share);
        let (intent, to) = shorter.expect("something stops it on its way");
        refusal(world, focus, &intent, to).is_none()
    }

    #[test]
    fn a_block_goes_as_far_as_an_attack_zone_or_its_actions_allow() {
        let mut scene = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
        scene.unit(1, Formation::Skirmish, &[(12.0, 16.0, 270.0)], man());
        scene.activate(unit);
        let focus = Focus::default();
        // Enemy edge at 15.5, zone down to 14.5; the front is at 11.
        let straight = Intent::Block(BlockMove::Straight);
        assert!(is_legal(&scene.world, focus, &straight, at(12.0, 18.0), 0.25));
        assert!(!is_legal(&scene.world, focus, &straight, at(12.0, 18.0), 0.9));
        let far = Manoeuvre::Sidestep(Flank::Right, Inches(10.0));
        let aside = Intent::Block(BlockMove::Exactly(far));
        let nowhere = Pointing::default();
        assert!(is_legal(&scene.world, focus, &aside, nowhere, 0.4));
        assert!(!is_legal(&scene.world, focus, &aside, nowhere, 0.5));
    }

    #[test]
    fn a_wheel_is_shortened_by_its_angle() {
        let whole = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 90.0 };
        let half = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 45.0 };
        assert_eq!(part(&whole, 0.5), Some(half));
        assert_eq!(part(&Manoeuvre::AboutTurn, 0.5), None);
        assert_eq!(part(&Manoeuvre::Ahead(Inches(3.0)), 0.55), Some(Manoeuvre::Ahead(Inches(1.6))));
    }

    #[test]
    fn one_model_stops_where_its_actions_end_and_who_is_prone_does_not_begin() {
        let mut scene = TestWorld::new();
        let unit = scene.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        scene.activate(unit);
        let model: ModelId = scene.model(unit, 0);
        let focus = Focus { unit: Some(unit), model: Some(model), alone: true };
        assert!(is_legal(&scene.world, focus, &Intent::Move, at(10.0, 30.0), 0.4));
        assert!(!is_legal(&scene.world, focus, &Intent::Move, at(10.0, 30.0), 0.41));
        scene.world.set_model(model, crate::no_quarter::components::Stance::Prone);
        let to = at(10.0, 30.0);
        let refused = refusal(&scene.world, focus, &Intent::Move, to).expect("it is prone");
        assert_eq!(shortened(&scene.world, focus, &Intent::Move, to, &refused, 0.1), None);
    }

    #[test]
    fn a_unit_that_ends_before_the_place_says_why() {
        let mut scene = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (11.75, 10.0, 90.0)];
        let unit = scene.unit(0, Formation::Skirmish, &places, man());
        scene.activate(unit);
        let focus = Focus::default();
        let why = |to: Pointing| {
            let order = NoQuarter::order(&scene.world, focus, &Intent::Move, to);
            let order = order.expect("an order").expect("it is free to go");
            stops(&scene.world, focus, &Intent::Move, to, &order).map(|why| why.refusal)
        };
        assert_eq!(why(at(10.9, 16.0)), None);
        assert!(matches!(why(at(10.9, 30.0)), Some(Refusal::NotEnoughActions { .. })));
        let off = why(at(-3.0, 10.0));
        assert!(matches!(off, Some(Refusal::Obstructed(_))), "{off:?}");
    }
}
