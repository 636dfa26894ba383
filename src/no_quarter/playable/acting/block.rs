//! Exact moves of a ranked block: one press for each kind, then an amount.

use bevy::prelude::World;

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
    let BlockMove::Exactly(present) = by else { return controls };
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
            Some(Amount {
                suffix: "\"",
                now: way.0,
                most: far,
                step: 0.1,
                leap: Some(rate),
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

/// The same manoeuvre by another amount.
fn set_amount(intent: &Intent, amount: f32) -> Intent {
    let Intent::Block(BlockMove::Exactly(present)) = intent else { return intent.clone() };
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
