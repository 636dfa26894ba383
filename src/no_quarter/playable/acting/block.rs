//! Exact moves of a ranked block: one press for each kind, then an amount.

use bevy::prelude::{Vec2, World};

use super::{BlockMove, Intent};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::acting::{Amount, Choice, ChoiceDoes, Control},
    },
    no_quarter::{NoQuarter, movement},
    table::{
        Inches,
        formation::{Flank, Manoeuvre},
    },
};

/// What can be said about the move of a block.
pub fn block_controls(world: &World, unit: UnitId, by: BlockMove) -> Vec<Control<NoQuarter>> {
    let choice = |text: &str, about: String, chosen: bool, kind: BlockMove| {
        Control::Choice(Choice::of_intent(text, about, chosen, Intent::Block(kind)))
    };
    let pointed = [("by pointer", BlockMove::Straight), ("wheel", BlockMove::Wheel)];
    let mut controls: Vec<Control<NoQuarter>> =
        pointed.map(|(text, kind)| choice(text, String::new(), by == kind, kind)).into();
    let half = Inches(3.0);
    let exact = [
        ("ahead", Manoeuvre::Ahead(half)),
        ("back", Manoeuvre::Back(half)),
        ("◀ step", Manoeuvre::Sidestep(Flank::Left, Inches(1.0))),
        ("step ▶", Manoeuvre::Sidestep(Flank::Right, Inches(1.0))),
        ("⟲ wheel", Manoeuvre::Wheel { pivot: Flank::Left, degrees: 30.0 }),
        ("wheel ⟳", Manoeuvre::Wheel { pivot: Flank::Right, degrees: 30.0 }),
        ("⟲ quarter", Manoeuvre::QuarterTurn(Flank::Left)),
        ("quarter ⟳", Manoeuvre::QuarterTurn(Flank::Right)),
        ("about", Manoeuvre::AboutTurn),
    ];
    controls.extend(exact.map(|(text, manoeuvre)| {
        let same = matches!(by, BlockMove::Exactly(present) if is_same_kind(&present, &manoeuvre));
        choice(text, told(&manoeuvre), same, BlockMove::Exactly(manoeuvre))
    }));
    let present = match by {
        BlockMove::Exactly(present) => present,
        // Numbers that are typed are inches ahead.
        BlockMove::Straight => {
            let ahead = amount(world, unit, &Manoeuvre::Ahead(Inches::ZERO));
            let ahead = ahead.map(|ahead| Amount { before: "ahead", ..ahead });
            controls.extend(ahead.map(Control::Amount));
            return controls;
        }
        BlockMove::Wheel => return controls,
    };
    controls.extend(amount(world, unit, &present).map(Control::Amount));
    let commit = Choice::new("Do it", "", ChoiceDoes::Commits);
    controls.push(Control::Choice(Choice { wanted: true, ..commit }));
    controls
}

/// How far one action takes a model.
pub fn stride(world: &World, model: ModelId) -> Inches {
    movement::mover(world, model).rate
}

/// By how many degrees a key changes a wheel.
const WHEEL_LEAP: f32 = 5.0;

/// How far or by how much a block moves.
fn amount(world: &World, unit: UnitId, manoeuvre: &Manoeuvre) -> Option<Amount<NoQuarter>> {
    let rate = world.standing(unit).first().map_or(1.0, |&model| stride(world, model).0);
    match *manoeuvre {
        Manoeuvre::Ahead(way) | Manoeuvre::Back(way) | Manoeuvre::Sidestep(_, way) => {
            let far = rate * 20.0;
            let along = direction(world.facing(unit), manoeuvre);
            Some(Amount {
                suffix: "\"",
                now: way.0,
                most: far,
                step: 0.1,
                leap: Some(rate),
                along,
                ..Amount::new(set_amount)
            })
        }
        Manoeuvre::Wheel { degrees, .. } => Some(Amount {
            suffix: "°",
            now: degrees,
            most: 180.0,
            leap: Some(WHEEL_LEAP),
            ..Amount::new(set_amount)
        }),
        Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => None,
    }
}

/// In which direction a straight manoeuvre leads a block that looks so.
fn direction(facing: Vec2, manoeuvre: &Manoeuvre) -> Option<Vec2> {
    let right = -facing.perp();
    match manoeuvre {
        Manoeuvre::Ahead(_) => Some(facing),
        Manoeuvre::Back(_) => Some(-facing),
        Manoeuvre::Sidestep(Flank::Right, _) => Some(right),
        Manoeuvre::Sidestep(Flank::Left, _) => Some(-right),
        Manoeuvre::Wheel { .. } | Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => None,
    }
}

/// A block that would go where the pointer is, after keys have moved it by a vector instead: the
/// straight manoeuvre that leads most nearly there. Exact manoeuvres have an amount that keys change.
pub fn nudged(world: &World, intent: &Intent, by: Vec2) -> Option<Intent> {
    let Intent::Block(BlockMove::Straight) = intent else { return None };
    let facing = world.facing(world.frame().active?);
    let way = Inches(by.length());
    let ways = [
        Manoeuvre::Ahead(way),
        Manoeuvre::Back(way),
        Manoeuvre::Sidestep(Flank::Left, way),
        Manoeuvre::Sidestep(Flank::Right, way),
    ];
    let near = |manoeuvre: &Manoeuvre| direction(facing, manoeuvre).map_or(0.0, |way| way.dot(by));
    let nearest = ways.into_iter().max_by(|a, b| near(a).total_cmp(&near(b)))?;
    Some(Intent::Block(BlockMove::Exactly(nearest)))
}

/// The same manoeuvre by another amount; whoever goes where the pointer is goes ahead by it.
fn set_amount(intent: &Intent, amount: f32) -> Intent {
    let present = match intent {
        Intent::Block(BlockMove::Exactly(present)) => present,
        Intent::Block(BlockMove::Straight) => &Manoeuvre::Ahead(Inches::ZERO),
        _ => return intent.clone(),
    };
    let manoeuvre = match *present {
        Manoeuvre::Ahead(_) => Manoeuvre::Ahead(Inches(amount)),
        Manoeuvre::Back(_) => Manoeuvre::Back(Inches(amount)),
        Manoeuvre::Sidestep(flank, _) => Manoeuvre::Sidestep(flank, Inches(amount)),
        Manoeuvre::Wheel { pivot, .. } => Manoeuvre::Wheel { pivot, degrees: amount },
        Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => *present,
    };
    Intent::Block(BlockMove::Exactly(manoeuvre))
}

fn is_same_kind(a: &Manoeuvre, b: &Manoeuvre) -> bool {
    match (a, b) {
        (Manoeuvre::Wheel { pivot: a, .. }, Manoeuvre::Wheel { pivot: b, .. })
        | (Manoeuvre::Sidestep(a, _), Manoeuvre::Sidestep(b, _))
        | (Manoeuvre::QuarterTurn(a), Manoeuvre::QuarterTurn(b)) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// A manoeuvre in words.
pub fn told(manoeuvre: &Manoeuvre) -> String {
    match manoeuvre {
        Manoeuvre::Ahead(way) => format!("Ahead {way}"),
        Manoeuvre::Back(way) => format!("Back {way}, at double cost"),
        Manoeuvre::Sidestep(side, way) => {
            format!("Sidestep {} {way}, at double cost", side.name())
        }
        Manoeuvre::Wheel { pivot, degrees } => {
            format!("Wheel {} by {degrees:.0}°", pivot.name())
        }
        Manoeuvre::QuarterTurn(side) => format!("Quarter turn {}", side.name()),
        Manoeuvre::AboutTurn => "About turn".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        test_world::{TestWorld, block, ranker},
    };

    #[test]
    fn keys_move_a_block_the_way_they_point() {
        let mut scene = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
        scene.activate(unit);
        let straight = Intent::Block(BlockMove::Straight);
        let moved = |by: Vec2| nudged(&scene.world, &straight, by);
        let exactly = |manoeuvre| Some(Intent::Block(BlockMove::Exactly(manoeuvre)));
        assert_eq!(moved(Vec2::Y), exactly(Manoeuvre::Ahead(Inches(1.0))));
        assert_eq!(moved(-Vec2::Y), exactly(Manoeuvre::Back(Inches(1.0))));
        assert_eq!(moved(Vec2::X), exactly(Manoeuvre::Sidestep(Flank::Right, Inches(1.0))));
        assert_eq!(moved(-Vec2::X), exactly(Manoeuvre::Sidestep(Flank::Left, Inches(1.0))));
        let right = Manoeuvre::Sidestep(Flank::Right, Inches(1.0));
        let sideways = amount(&scene.world, unit, &right).and_then(|amount| amount.along);
        assert!(sideways.is_some_and(|way| way.distance(Vec2::X) < 1e-5));
        assert_eq!(exactly(Manoeuvre::Ahead(Inches(8.0))), Some(set_amount(&straight, 8.0)));
    }
}
