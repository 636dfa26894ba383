//! Exact moves of a ranked block: one press for each kind, then an amount.

use bevy::prelude::{Vec2, World};

use super::{BlockMove, Intent, order, verbs::Verb};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::acting::{Advice, Amount, Choice, ChoiceDoes, Control, Pointing},
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
    let pointed = [("By pointer", BlockMove::Straight), ("Wheel", BlockMove::Wheel)];
    let mut controls: Vec<Control<NoQuarter>> =
        pointed.map(|(text, kind)| choice(text, String::new(), by == kind, kind)).into();
    let half = Inches(3.0);
    let exact = [
        ("Ahead", Manoeuvre::Ahead(half)),
        ("Back", Manoeuvre::Back(half)),
        ("Step left", Manoeuvre::Sidestep(Flank::Left, Inches(1.0))),
        ("Step right", Manoeuvre::Sidestep(Flank::Right, Inches(1.0))),
        ("Wheel left", wheel(Flank::Left)),
        ("Wheel right", wheel(Flank::Right)),
        ("Turn left", Manoeuvre::QuarterTurn(Flank::Left)),
        ("Turn right", Manoeuvre::QuarterTurn(Flank::Right)),
        ("About turn", Manoeuvre::AboutTurn),
    ];
    let turns_now = matches!(by, BlockMove::Exactly(present) if is_turn(&present));
    controls.extend(exact.map(|(text, manoeuvre)| {
        let same = matches!(by, BlockMove::Exactly(present) if is_same_kind(&present, &manoeuvre));
        let kind = Intent::Block(BlockMove::Exactly(manoeuvre));
        let choice = Choice::of_intent(text, told(&manoeuvre), same, kind);
        // Numbers are inches unless the block turns.
        match turns_now && is_turn(&manoeuvre) {
            true => Control::Numbered(choice),
            false => Control::Choice(choice),
        }
    }));
    let present = match by {
        BlockMove::Exactly(present) => present,
        // Numbers that are typed are inches ahead.
        BlockMove::Straight => {
            let ahead = amount(world, unit, &Manoeuvre::Ahead(Inches::ZERO));
            let ahead = ahead.map(|ahead| Amount { before: "Ahead", ..ahead });
            controls.extend(ahead.map(Control::Amount));
            return controls;
        }
        BlockMove::Wheel => return controls,
    };
    controls.extend(amount(world, unit, &present).map(Control::Amount));
    controls.push(Control::Choice(do_it()));
    controls
}

/// Gives the order in preparation, which is all that is left to say.
pub(super) fn do_it() -> Choice<NoQuarter> {
    Choice { wanted: true, ..Choice::new("Do it", "", ChoiceDoes::Commits) }
}

/// The wheel that an exact one begins with.
fn wheel(pivot: Flank) -> Manoeuvre {
    Manoeuvre::Wheel { pivot, degrees: 30.0 }
}

/// What the key of wheels prepares while perhaps something is in preparation already: a wheel by
/// pointer, the key again one by degrees to the left, then to the right, and so on.
pub fn next_wheel(present: Option<&Intent>) -> BlockMove {
    match present {
        Some(Intent::Block(BlockMove::Wheel)) => BlockMove::Exactly(wheel(Flank::Left)),
        Some(Intent::Block(BlockMove::Exactly(Manoeuvre::Wheel {
            pivot: Flank::Left, ..
        }))) => BlockMove::Exactly(wheel(Flank::Right)),
        _ => BlockMove::Wheel,
    }
}

/// A wheel after keys have swung it on by degrees, counter-clockwise; none of other moves.
pub fn rotated(intent: &Intent, degrees: f32) -> Option<Intent> {
    let present = match *intent {
        Intent::Block(BlockMove::Wheel) => 0.0,
        Intent::Block(BlockMove::Exactly(Manoeuvre::Wheel { pivot, degrees })) => match pivot {
            Flank::Left => degrees,
            Flank::Right => -degrees,
        },
        _ => return None,
    };
    let swung = (present + degrees).clamp(-MOST_WHEELED, MOST_WHEELED);
    let pivot = if swung < 0.0 { Flank::Right } else { Flank::Left };
    let wheel = Manoeuvre::Wheel { pivot, degrees: swung.abs() };
    Some(Intent::Block(BlockMove::Exactly(wheel)))
}

/// A place so far both ahead or behind and beside is one to which no straight move leads, in inches.
const ASIDE: f32 = 1.0;

/// What leads a block to where is pointed at, if no straight move does.
pub fn advice(world: &World, intent: &Intent, pointing: Pointing) -> Option<Advice> {
    let unit = world.frame().active.filter(|_| *intent == Intent::Block(BlockMove::Straight))?;
    let (ahead, beside) = order::beyond(world, unit, pointing.at?);
    let text = "Ranks go straight ahead, back or aside. To swing them, use {verb}.";
    let verb = Verb::Wheel.id();
    (ahead.abs() > ASIDE && beside.abs() > ASIDE).then_some(Advice { text, verb })
}

/// How far one action takes a model.
pub fn stride(world: &World, model: ModelId) -> Inches {
    movement::mover(world, model).rate
}

/// How many steps of a way an inch has.
const STEPS_PER_INCH: f32 = 10.0;

/// By how many degrees a key changes a wheel.
const WHEEL_LEAP: f32 = 5.0;

/// The most that a block wheels at once, in degrees.
const MOST_WHEELED: f32 = 180.0;

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
                step: 1.0 / STEPS_PER_INCH,
                leap: Some(rate),
                ..Amount::new(set_amount)
            })
        }
        Manoeuvre::Wheel { degrees, .. } => Some(Amount {
            suffix: "°",
            now: degrees,
            most: MOST_WHEELED,
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

/// A block that goes straight, after keys have moved its end by a vector: the straight manoeuvre that
/// leads most nearly that way. One that leads there already gets longer, and its opposite shorter until
/// it leads the other way.
pub fn nudged(world: &World, intent: &Intent, by: Vec2) -> Option<Intent> {
    let unit = world.frame().active?;
    let facing = world.facing(unit);
    let present = match intent {
        Intent::Block(BlockMove::Straight) => None,
        Intent::Block(BlockMove::Exactly(present)) => Some((direction(facing, present)?, present)),
        _ => return None,
    };
    let way = Inches(by.length());
    let ways = [
        Manoeuvre::Ahead(way),
        Manoeuvre::Back(way),
        Manoeuvre::Sidestep(Flank::Left, way),
        Manoeuvre::Sidestep(Flank::Right, way),
    ];
    let near = |manoeuvre: &Manoeuvre| direction(facing, manoeuvre).map_or(0.0, |way| way.dot(by));
    let nearest = ways.into_iter().max_by(|a, b| near(a).total_cmp(&near(b)))?;
    // How far it leads that way already; less than nothing if it leads the opposite way.
    let gone = present.and_then(|(towards, present)| {
        let along = towards.dot(direction(facing, &nearest)?).round();
        Some(along * amount(world, unit, present)?.now)
    });
    let far = in_steps(gone.unwrap_or_default() + way.0);
    let manoeuvre = match present {
        Some((_, present)) if far < 0.0 => *present,
        _ => nearest,
    };
    let most = amount(world, unit, &manoeuvre)?.most;
    let straight = Intent::Block(BlockMove::Exactly(manoeuvre));
    Some(set_amount(&straight, far.abs().min(most)))
}

/// A way in whole steps, so that the pointer needn't tremble between two prices; in inches.
pub(super) fn in_steps(inches: f32) -> f32 {
    (inches * STEPS_PER_INCH).round() / STEPS_PER_INCH
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

/// Whether a block turns on the spot by it, without an amount.
pub fn is_turn(manoeuvre: &Manoeuvre) -> bool {
    matches!(manoeuvre, Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn)
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
    use crate::{
        battle::playable::acting::{Began, Focus},
        no_quarter::{
            components::Formation,
            playable::acting::{begin, why_not},
            test_world::{TestWorld, block, ranker},
        },
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
        assert_eq!(exactly(Manoeuvre::Ahead(Inches(8.0))), Some(set_amount(&straight, 8.0)));
        let further = |manoeuvre, by: Vec2| {
            let Some(intent) = exactly(manoeuvre) else { panic!("it is one") };
            let Some(Intent::Block(BlockMove::Exactly(after))) = nudged(&scene.world, &intent, by)
            else {
                panic!("{manoeuvre:?} goes straight")
            };
            told(&after)
        };
        let ahead = Manoeuvre::Ahead(Inches(3.0));
        let (one, of_sidestep) = (Inches(1.0), Manoeuvre::Sidestep(Flank::Right, Inches(0.5)));
        assert_eq!(further(ahead, Vec2::Y), told(&Manoeuvre::Ahead(Inches(4.0))));
        assert_eq!(further(ahead, -Vec2::Y), told(&Manoeuvre::Ahead(Inches(2.0))));
        assert_eq!(further(ahead, -4.0 * Vec2::Y), told(&Manoeuvre::Back(one)));
        assert_eq!(further(ahead, Vec2::X), told(&Manoeuvre::Sidestep(Flank::Right, one)));
        let left = Manoeuvre::Sidestep(Flank::Left, Inches(0.5));
        assert_eq!(further(of_sidestep, -Vec2::X), told(&left));
        assert_eq!(further(of_sidestep, -Vec2::Y), told(&Manoeuvre::Back(one)));
        let wheel = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 30.0 };
        let wheel = Intent::Block(BlockMove::Exactly(wheel));
        assert_eq!(nudged(&scene.world, &wheel, Vec2::Y), None, "keys change its degrees");
    }

    #[test]
    fn turns_have_numbers_and_a_key_begins_them() {
        let mut scene = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
        scene.activate(unit);
        let focus = Focus::default();
        assert_eq!(why_not::why_not(&scene.world, focus, Verb::Turn), None);
        let began = begin::begin(&scene.world, focus, None, Verb::Turn);
        let Began::Prepares(Intent::Block(by)) = began else { panic!("{began:?}") };
        assert_eq!(Intent::Block(by).verb(), Some(Verb::Turn));
        let numbered = |by: BlockMove| -> Vec<String> {
            let controls = block_controls(&scene.world, unit, by).into_iter();
            let about = controls.filter_map(|control| match control {
                Control::Numbered(choice) => Some(choice.about),
                _ => None,
            });
            about.collect()
        };
        assert_eq!(numbered(by), ["Quarter turn left", "Quarter turn right", "About turn"]);
        assert!(numbered(BlockMove::Straight).is_empty(), "numbers are inches");
    }

    #[test]
    fn the_key_of_wheels_sets_their_degrees_too() {
        let mut scene = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
        scene.activate(unit);
        let again = |present: Option<&Intent>| match begin::begin(
            &scene.world,
            Focus::default(),
            present,
            Verb::Wheel,
        ) {
            Began::Prepares(intent) => intent,
            other => panic!("{other:?}"),
        };
        let pointed = again(None);
        let left = again(Some(&pointed));
        let right = again(Some(&left));
        assert_eq!(pointed, Intent::Block(BlockMove::Wheel));
        for (intent, flank) in [(&left, Flank::Left), (&right, Flank::Right)] {
            assert_eq!(*intent, Intent::Block(BlockMove::Exactly(wheel(flank))));
            assert_eq!(intent.verb(), Some(Verb::Wheel));
        }
        assert_eq!(again(Some(&right)), pointed);
        let exactly = |pivot, degrees| {
            Some(Intent::Block(BlockMove::Exactly(Manoeuvre::Wheel { pivot, degrees })))
        };
        assert_eq!(rotated(&pointed, 15.0), exactly(Flank::Left, 15.0));
        assert_eq!(rotated(&pointed, -15.0), exactly(Flank::Right, 15.0));
        assert_eq!(rotated(&left, -45.0), exactly(Flank::Right, 15.0));
        assert_eq!(rotated(&Intent::Block(BlockMove::Straight), 15.0), None);
    }

    #[test]
    fn whoever_points_past_a_corner_of_a_block_is_told_what_swings_it() {
        let mut scene = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        // Four inches wide and two deep around 12, 10.
        let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
        scene.activate(unit);
        let told = |x: f32, y: f32, by: BlockMove| {
            let pointing = Pointing { at: Some(Vec2::new(x, y)), ..Pointing::default() };
            advice(&scene.world, &Intent::Block(by), pointing).map(|advice| advice.verb)
        };
        let straight = BlockMove::Straight;
        assert_eq!(told(12.5, 16.0, straight), None, "straight ahead");
        assert_eq!(told(18.0, 10.0, straight), None, "straight aside");
        assert_eq!(told(18.0, 16.0, straight), Some(Verb::Wheel.id()));
        assert_eq!(told(6.0, 4.0, straight), Some(Verb::Wheel.id()));
        assert_eq!(told(18.0, 16.0, BlockMove::Wheel), None);
    }
}
