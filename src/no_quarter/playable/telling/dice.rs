//! Dice as they lie in the tray. Book: D10s, low is good.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::telling::{Die, Natural, Wanted},
    },
    dice::D10_SIDES,
    no_quarter::dice::{Purpose, Roll},
    no_quarter::{
        Event,
        magic::Spell,
        rolls::{Rolled, rolls},
    },
};

/// The dice behind an event, in the order in which they were rolled.
pub(super) fn dice(world: &World, event: &Event) -> Vec<Die> {
    rolls(world, event).into_iter().map(|rolled| die(world, event, &rolled)).collect()
}

fn die(world: &World, event: &Event, Rolled { side, unit, roll }: &Rolled) -> Die {
    let purpose = purpose(event, roll.purpose);
    let wanted = roll.needed.as_ref().map(|needed| Wanted {
        text: format!("≤{}", needed.value()),
        // What is added lies beside the die, which shows less or more than it comes to.
        good: 1..=needed.value() - roll.addition(),
    });
    Die {
        side: *side,
        by: unit.map_or(world.side_name(*side), |unit| world.unit_name(unit)).to_owned(),
        about: about(world, &purpose, roll),
        purpose: match roll.purpose {
            // Nobody needs a number there (TURN-01).
            Purpose::Initiative => format!("{purpose} (lower wins)"),
            _ => purpose,
        },
        order: stage(roll.purpose),
        result: roll.result,
        sides: roll.sides,
        natural: natural(roll),
        wanted,
    }
}

/// When in an attack its dice are rolled: at whom and where it goes, who is saved, who is wounded, and
/// what that does to nerves. Each has a number of its own.
fn stage(purpose: Purpose) -> u8 {
    match purpose {
        Purpose::Initiative => 0,
        Purpose::Sides => 1,
        Purpose::GameLength => 2,
        Purpose::Casting => 3,
        Purpose::ToHit => 4,
        Purpose::WhoIsHit => 5,
        Purpose::Direction => 6,
        Purpose::Distance => 7,
        Purpose::Parry => 8,
        Purpose::Save => 9,
        Purpose::Damage => 10,
        Purpose::Command => 11,
        Purpose::Panic => 12,
        Purpose::Special => 13,
    }
}

/// What a die is rolled for; where a single ability or spell asks for it, what that is.
fn purpose(event: &Event, purpose: Purpose) -> String {
    let special = match event {
        _ if purpose != Purpose::Special => None,
        Event::Resisted { spell, .. } => Some(format!("resisting {}", spell.name())),
        Event::SpellRolled { spell, .. } => Some(spell.name().to_owned()),
        Event::TrodQuicksand { .. } => Some(Spell::Quicksand.name().to_owned()),
        Event::Evaded { .. } => Some("evading".to_owned()),
        Event::Endured { .. } => Some("toughness test".to_owned()),
        Event::Regenerated { .. } => Some("regeneration".to_owned()),
        Event::MishapRolled { .. } => Some("mishap".to_owned()),
        Event::MasteryRolled { .. } => Some("mastery".to_owned()),
        Event::Overloaded { .. } => Some("boiler".to_owned()),
        _ => None,
    };
    special.unwrap_or_else(|| purpose.to_string())
}

/// A test's natural 1, its natural 10.
fn natural(roll: &Roll) -> Option<Natural> {
    if roll.sides != D10_SIDES || roll.needed.is_none() {
        return None;
    }
    let best = roll.natural_one().then_some(Natural::Best);
    best.or(roll.natural_highest().then_some(Natural::Worst))
}

/// Who rolled a die, what it shows and what it needed and why.
fn about(world: &World, purpose: &str, roll: &Roll) -> String {
    let known = |id: &u32| (*id as usize) < world.roster().models().len();
    let who = roll.roller.filter(known).map(|id| world.model_name(ModelId(id)).to_owned());
    let mut text = who.map_or(String::new(), |who| format!("{who}, "));
    let unit = if roll.sides == 360 { "°" } else { "" };
    text.push_str(&format!("{purpose}: {}{unit}", roll.result));
    for added in &roll.added {
        text.push_str(&format!(" {:+}", added.value()));
    }
    if let Some(needed) = &roll.needed {
        text.push_str(&format!(" on a need of {needed}"));
        text.push_str(if roll.passed() { ", enough" } else { ", too much" });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, Log, levels},
        no_quarter::NoQuarter,
    };

    #[test]
    fn dice_for_the_initiative_say_whose_they_are_and_that_the_lower_one_wins() {
        let level = levels::find("first-clash", None).unwrap();
        let battle = Battle::<NoQuarter>::new(&level, 3).unwrap();
        let world = &battle.world;
        let events = &world.resource::<Log<NoQuarter>>().0;
        let rolled = events.iter().find(|event| matches!(event, Event::InitiativeRolled { .. }));
        let dice = dice(world, rolled.expect("a battle begins with it"));
        assert!(dice.len() >= 2);
        for die in dice {
            assert_eq!(die.by, world.side_name(die.side));
            assert!(die.purpose.contains("lower wins"), "{}", die.purpose);
        }
    }
}
