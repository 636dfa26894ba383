//! What casting a spell would do, in lines: the roll, what it changes about those it lies on, and how long.

use bevy::prelude::World;

use super::{odds::in_a_line, sketch::line};
use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::{
            Tone,
            acting::{Line, per_cent},
        },
    },
    no_quarter::{
        Armoury, Order, ProfileOf,
        effects::Does,
        magic::{self, Lasts, Spell, Work},
        playable::{lasting, spread, stat_letters},
        preview::Preview,
        statistics::{Stat, stat},
        topic::Topic,
        uses::{At, Usable},
    },
};

/// What an order would do that casts a spell.
pub fn lines(world: &World, order: &Order, preview: &Preview) -> Vec<Line> {
    let (Order::Use { model, what: what @ Usable::Spell(spell), at }, Some(first)) =
        (order, &preview.first)
    else {
        return Vec::new();
    };
    let topic = Topic::Use(*what);
    let mut lines = Vec::new();
    // The card of whoever is pointed at has the roll among its chances.
    if !matches!(at, At::Unit(_) | At::Model(_)) {
        let roll = format!(
            "{}: cast on {}, {}",
            first.name,
            in_a_line(&first.needed),
            per_cent(first.chance)
        );
        lines.push(line(topic, roll, Tone::Plain));
    }
    let card = spell.card();
    let changes = changes(world, *spell, &magic::targets(world, *model, *at));
    if !changes.is_empty() {
        lines.push(line(topic, changes.join(", "), Tone::Good));
    } else if preview.attacks.is_empty() && preview.templates.is_empty() {
        lines.extend(in_the_codex(world, *spell).map(|text| line(topic, text, Tone::Faint)));
    }
    if card.lasts != Lasts::AtOnce {
        lines.push(line(topic, lasting::how_long(card), Tone::Faint));
    }
    lines
}

/// The characteristics that a spell changes, from what they are to what they would be: "T 4 becomes 2".
fn changes(world: &World, spell: Spell, models: &[ModelId]) -> Vec<String> {
    let Work::Leaves(does) = spell.card().does else { return Vec::new() };
    let changes = does.iter().filter_map(|does| match *does {
        Does::Adds(of, by) if !models.is_empty() => {
            let values = |by: i32| {
                let values = models.iter().map(|&model| on_a_card(world, model, of) + by);
                spread(values, "-", |value| value.to_string())
            };
            Some(format!("{} {} becomes {}", stat_letters(of), values(0), values(by)))
        }
        _ => None,
    });
    changes.collect()
}

/// A characteristic as cards show it, armour with the shield.
fn on_a_card(world: &World, model: ModelId, of: Stat) -> i32 {
    let shield = of == Stat::Armour && world.of_model::<ProfileOf>(model).0.shield;
    stat(world, model, of) + i32::from(shield)
}

/// What the codex says of a spell, without the numbers that stand in the list of spells.
fn in_the_codex(world: &World, spell: Spell) -> Option<String> {
    let card = spell.card();
    let about = &world.get_resource::<Armoury>()?.codex.get(card.term)?.about;
    let numbers = about.rfind("Level ").unwrap_or(about.len());
    Some(about[..numbers].trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::playable::acting::Focus;
    use crate::no_quarter::{
        Ability, Profile,
        components::Formation,
        playable::acting::sketch::sketch,
        test_world::{TestWorld, man},
    };

    #[test]
    fn a_spell_says_what_it_would_change_and_how_long() {
        let mut test = TestWorld::new();
        let knows = [Spell::StoneArmour, Spell::Weakness].map(Ability::Knows);
        let abilities = [Ability::Wizard(2)].into_iter().chain(knows).collect();
        let mage = Profile { abilities, armour: 1, ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        test.activate(ours);
        let (caster, enemy) = (test.model(ours, 0), test.model(theirs, 0));
        let told = |spell: Spell, at| {
            let order = Order::Use { model: caster, what: Usable::Spell(spell), at };
            let sketch = sketch(&test.world, Focus::default(), &order);
            let lines: Vec<String> = sketch.lines.into_iter().map(|line| line.text).collect();
            (lines, sketch.odds)
        };
        let (lines, odds) = told(Spell::StoneArmour, At::Unit(ours));
        assert_eq!(lines[0], "AR 1 becomes 3");
        assert!(lines[1].starts_with("Lasts until its caster is activated next"), "{lines:?}");
        let needed = Spell::StoneArmour.card().level + 2;
        assert!((odds.at_least_one - needed as f32 / 10.0).abs() < 1e-5, "{odds:?}");
        let (lines, _) = told(Spell::Weakness, At::Model(enemy));
        let toughness = stat(&test.world, enemy, Stat::Toughness);
        assert_eq!(lines[0], format!("T {toughness} becomes {}", toughness - 2));
    }
}
