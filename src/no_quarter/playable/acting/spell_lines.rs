//! What casting a spell would do, in lines: the roll, what it changes about those it lies on, and how long.

use bevy::prelude::World;

use super::{odds::in_a_line, sketch::line};
use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::{
            Tone,
            acting::{Line, per_cent},
            count,
        },
    },
    no_quarter::{
        Order, ProfileOf,
        effects::Does,
        magic::{self, Aim, Lasts, Spell, Work},
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
    if matches!(card.aim, Aim::Nearest(_)) {
        lines.extend(found(world, *model).map(|text| line(topic, text, Tone::Warning)));
    }
    let changes = changes(world, *spell, &magic::targets(world, *model, *at));
    if !changes.is_empty() {
        lines.push(line(topic, changes.join(", "), Tone::Good));
    } else if preview.attacks.is_empty() && preview.templates.is_empty() {
        lines.extend(
            lasting::in_the_codex(world, *spell).map(|text| line(topic, text, Tone::Faint)),
        );
    }
    if card.lasts != Lasts::AtOnce {
        lines.push(line(topic, lasting::how_long(card), Tone::Faint));
    }
    lines
}

/// Whom a spell finds by itself: the nearest enemy, and its unit.
fn found(world: &World, caster: ModelId) -> Option<String> {
    let (nearest, distance) = magic::nearest_enemy(world, caster)?;
    let unit = world.unit_of(nearest);
    let standing = count(world.standing(unit).len(), "model");
    let (model, unit) = (world.model_name(nearest), world.unit_name(unit));
    let whom = if model == unit { model.to_owned() } else { format!("{model} of {unit}") };
    let far = distance.0;
    Some(format!("Finds the nearest enemy: {whom}, {far:.1}\" away, with {standing} in its unit"))
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
    fn a_bolt_says_whom_it_will_find() {
        let mut test = TestWorld::new();
        let bolt = Spell::LightningBolt;
        let mage = Profile { abilities: vec![Ability::Wizard(2), Ability::Knows(bolt)], ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
        test.unit(1, Formation::Skirmish, &[(10.0, 30.0, 270.0)], man());
        let near = [(10.0, 20.0, 270.0), (12.0, 20.0, 270.0)];
        let near = test.unit(1, Formation::Skirmish, &near, man());
        test.activate(ours);
        let what = Usable::Spell(bolt);
        let order = Order::Use { model: test.model(ours, 0), what, at: At::Itself };
        let lines = sketch(&test.world, Focus::default(), &order).lines;
        let finds = lines.iter().find(|line| line.text.starts_with("Finds the nearest enemy"));
        let finds = &finds.expect("it is told").text;
        assert!(finds.contains(test.world.unit_name(near)), "{finds}");
        assert!(finds.ends_with("with 2 models in its unit"), "{finds}");
    }

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
