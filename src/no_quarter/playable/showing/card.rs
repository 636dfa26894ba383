//! The card of a unit, and of one of its models.

mod arms;

use bevy::prelude::World;

use super::words;
use crate::{
    battle::{
        BattleWorld, ModelId, Presence, UnitId,
        playable::{
            Tone, count,
            showing::{Card, Label, ModelCard, UnitState},
        },
    },
    no_quarter::{
        ActionsLeft, Activation, Holding, Momentum, Morale, Profile, ProfileOf, Stance, Strength,
        WoundsLeft,
        armies::points_of,
        charges, close_combat, codex,
        components::{Formation, Role},
        deployment, effects, formations, movement,
        statistics::{self, Stat},
    },
};

/// A unit's card, with one of its models in full.
pub(super) fn card(world: &World, unit: UnitId, model: Option<ModelId>) -> Card {
    let all = world.of_unit::<Strength>(unit).models;
    let models = if deployment::is_undeployed(world, unit) {
        count(all as usize, "model")
    } else {
        format!("{} of {all} models", world.standing(unit).len())
    };
    let states = states(world, unit);
    Card { models, states, model: model.map(|model| model_card(world, model)) }
}

fn state(text: impl Into<String>, tone: Tone, term: &str) -> UnitState {
    UnitState { label: Label::new(text, term), tone }
}

/// What is to be known about a unit at a glance.
fn states(world: &World, unit: UnitId) -> Vec<UnitState> {
    let own = *world.of_unit::<Formation>(unit);
    let in_formation = |formation: Formation| {
        state(words::formation(formation), Tone::Faint, codex::of_formation(formation))
    };
    let standing = world.standing(unit);
    if standing.is_empty() {
        let waits = world.members(unit).iter().any(|&model| {
            matches!(world.of_model::<Presence>(model), Presence::Undeployed | Presence::Reserve)
        });
        return if waits {
            vec![state("not yet on the table", Tone::Warning, "waits"), in_formation(own)]
        } else {
            vec![state("no models left", Tone::Faint, "")]
        };
    }
    let effective = formations::effective(world, unit);
    let mut states = vec![
        match *world.of_unit::<Activation>(unit) {
            Activation::Unactivated => state("to act", Tone::Good, "to act"),
            Activation::Active => state("active", Tone::Warning, "active"),
            Activation::Activated => state("has acted", Tone::Faint, "has acted"),
        },
        in_formation(effective),
    ];
    if own != effective {
        states.push(state(words::broken(own), Tone::Warning, "broken"));
    }
    match *world.of_unit::<Morale>(unit) {
        Morale::Steady => {}
        Morale::Panicked => states.push(state("panicked", Tone::Bad, "panicked")),
        Morale::Terrified => states.push(state("terrified", Tone::Bad, "terrified")),
    }
    if let Some(standing) = world.of_unit::<Holding>(unit).0 {
        let text = format!("on hold, {}", words::standing(standing));
        states.push(state(text, Tone::Warning, "holding"));
    }
    match standing.iter().filter(|&&model| movement::is_engaged(world, model)).count() {
        0 => {}
        count => states.push(state(format!("{count} in combat"), Tone::Warning, "in combat")),
    }
    let prone = |&&model: &&ModelId| *world.of_model::<Stance>(model) == Stance::Prone;
    match standing.iter().filter(prone).count() {
        0 => {}
        count => states.push(state(format!("{count} prone"), Tone::Bad, "prone")),
    }
    states
}

fn model_card(world: &World, model: ModelId) -> ModelCard {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let (parts, together) = arms::parts(world, model);
    ModelCard {
        name: name(world, model),
        now: now(world, model),
        characteristics: characteristics(world, model),
        parts,
        together,
        abilities: arms::abilities(&profile.abilities),
        facts: vec![
            Label::new(size(profile), ""),
            Label::new(format!("moves {} an action", effects::rate(world, model)), "rate"),
            Label::new(count(points_of(world, model) as usize, "point"), "points"),
        ],
    }
}

/// What a model is called, and its role unless it is called that.
fn name(world: &World, model: ModelId) -> String {
    let name = world.model_name(model);
    match words::role(*world.of_model::<Role>(model)) {
        role if name.ends_with(role) => name.to_owned(),
        role => format!("{name} · {role}"),
    }
}

fn now(world: &World, model: ModelId) -> String {
    let actions = match *world.of_unit::<Activation>(world.unit_of(model)) {
        // They come with the activation.
        Activation::Unactivated => String::new(),
        Activation::Active | Activation::Activated => {
            format!("{}/", world.of_model::<ActionsLeft>(model).0)
        }
    };
    let mut now = format!(
        "wounds {}/{} · actions {}{}",
        world.of_model::<WoundsLeft>(model).0,
        statistics::wounds(world, model),
        actions,
        statistics::actions(world, model)
    );
    let momentum = world.of_model::<Momentum>(model).0;
    if momentum > 0 {
        now.push_str(&format!(" · momentum {momentum}"));
    }
    if charges::charged_this_turn(world, model) {
        now.push_str(" · charged");
    }
    if close_combat::has_fumbled(world, model) {
        now.push_str(" · fumbled");
    }
    if *world.of_model::<Stance>(model) == Stance::Prone {
        now.push_str(" · prone");
    }
    if !world.is_standing(model) {
        now.push_str(" · not on the table");
    }
    now
}

/// A model's characteristics as they are now, each under its letters.
fn characteristics(world: &World, model: ModelId) -> Vec<(&'static str, String)> {
    let now = |of: Stat| statistics::stat(world, model, of);
    let shield = i32::from(world.of_model::<ProfileOf>(model).0.shield);
    let armour = match (now(Stat::Armour) + shield, now(Stat::Resilience)) {
        (0, _) => "–".to_owned(),
        (armour, 0) => armour.to_string(),
        (armour, resilience) => format!("{armour}/{resilience}"),
    };
    vec![
        ("AC", now(Stat::Actions).to_string()),
        ("RA", now(Stat::RangedAttack).to_string()),
        ("CC", now(Stat::CloseCombat).to_string()),
        ("ST", now(Stat::Strength).to_string()),
        ("T", now(Stat::Toughness).to_string()),
        ("W", now(Stat::Wounds).to_string()),
        ("CO", now(Stat::Command).to_string()),
        ("AR", armour),
    ]
}

fn size(profile: &Profile) -> String {
    let mounted = if profile.is_mounted() { "mounted" } else { "on foot" };
    format!("{} {mounted}", profile.size.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Ability, StandingOrder,
        test_world::{TestWorld, bow, man},
    };

    #[test]
    fn a_card_tells_how_a_unit_is_and_what_one_of_its_models_can_do() {
        let mut test = TestWorld::new();
        let hero = Profile { armour: 3, abilities: vec![Ability::Fear(2)], ..man() };
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let unit = test.armed_unit(0, Formation::Skirmish, &places, hero, vec![bow()]);
        let model = test.model(unit, 0);
        test.world.set_unit(unit, Holding(Some(StandingOrder::WhenCharged)));
        test.world.set_model(model, Stance::Prone);
        let card = card(&test.world, unit, Some(model));
        let states: Vec<&str> = card.states.iter().map(|state| &*state.label.text).collect();
        assert_eq!(states, ["to act", "skirmish", "on hold, waits for a charge", "1 prone"]);
        assert_eq!(card.models, "2 of 2 models");
        let model = card.model.unwrap();
        assert_eq!(model.now, "wounds 1/1 · actions 8 · prone");
        assert!(model.characteristics.contains(&("AR", "3".to_owned())));
        assert_eq!(model.abilities, [Label::new("fear 2", "ability Fear")]);
        let [part] = &model.parts[..] else { panic!("{:?}", model.parts) };
        let rules: Vec<&str> = part.arms[0].rules.iter().map(|rule| &*rule.text).collect();
        assert_eq!(rules, ["UC 4", "ST 4", "10\" +1, 20\" +0, 30\" -1"]);
        assert!(part.arms[0].shot && part.wielder.is_none() && model.together.is_none());
    }

    #[test]
    fn whoever_is_gone_is_told_to_be() {
        let mut test = TestWorld::new();
        let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let model = test.model(unit, 0);
        let states = |test: &TestWorld| -> Vec<String> {
            states(&test.world, unit).into_iter().map(|state| state.label.text).collect()
        };
        test.world.set_model(model, Presence::Reserve);
        assert_eq!(states(&test), ["not yet on the table", "skirmish"]);
        test.world.set_model(model, Presence::Casualty);
        assert_eq!(states(&test), ["no models left"]);
    }
}
