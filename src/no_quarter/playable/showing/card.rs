//! The card of a unit, and of one of its models.

mod arms;
mod kinds;
mod left;

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
        ActionsLeft, Activation, BattleState, Holding, Momentum, Morale, Stance, Strength,
        WoundsLeft, charges, close_combat, codex,
        components::{Formation, Role},
        deployment,
        effects::{self, Gift},
        formations,
        magic::{Bearer, Spell},
        mishaps, movement, regeneration, statistics,
    },
};

pub(in crate::no_quarter::playable) use kinds::{spread, stat_letters};

/// A unit's card, and one of its models if it was asked for.
pub(super) fn card(world: &World, unit: UnitId, model: Option<ModelId>) -> Card {
    let all = world.of_unit::<Strength>(unit).models;
    let models = if deployment::is_undeployed(world, unit) {
        count(all as usize, "model")
    } else {
        left_of(world.standing(unit).len(), all as usize)
    };
    Card {
        models,
        states: states(world, unit),
        left: left::of(world, unit),
        kinds: kinds::of(world, unit),
        model: model.map(|model| model_card(world, model)),
    }
}

/// How many models are left of all: "9 of 11 models".
fn left_of(left: usize, all: usize) -> String {
    match (left, all) {
        (1, 1) => count(1, "model"),
        _ => format!("{left} of {}", count(all, "model")),
    }
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
        let text = format!("on hold, told to {standing}");
        states.push(state(text, Tone::Warning, "holding"));
    }
    for condition in IN_UNITS.iter().chain(&CONDITIONS) {
        let count = standing.iter().filter(|&&model| (condition.is)(world, model)).count();
        if count > 0 {
            let text = match standing.len() {
                1 => condition.words.to_owned(),
                _ => format!("{count} {}", condition.words),
            };
            states.push(state(text, condition.tone, condition.term));
        }
    }
    states.extend(spells(world, unit));
    states
}

/// How a model may be.
struct Condition {
    words: &'static str,
    tone: Tone,
    /// What the codex has about it.
    term: &'static str,
    is: fn(&World, ModelId) -> bool,
}

impl Condition {
    const fn new(
        words: &'static str,
        tone: Tone,
        term: &'static str,
        is: fn(&World, ModelId) -> bool,
    ) -> Self {
        Self { words, tone, term, is }
    }
}

/// What is counted in a unit; of a model by itself its card says more.
const IN_UNITS: [Condition; 2] = [
    Condition::new("in combat", Tone::Warning, "in combat", movement::is_engaged),
    Condition::new("with momentum", Tone::Good, "momentum", |world, model| {
        world.of_model::<Momentum>(model).0 > 0
    }),
];

/// What is counted in a unit and told of a model.
const CONDITIONS: [Condition; 7] = [
    Condition::new("charged", Tone::Good, "charged", charges::charged_this_turn),
    Condition::new("concentrating", Tone::Good, "verb Concentrate", |world, model| {
        effects::has(world, model, Gift::Concentrating)
    }),
    Condition::new("fumbled", Tone::Bad, "fumbled", close_combat::has_fumbled),
    Condition::new("prone", Tone::Bad, "prone", |world, model| {
        *world.of_model::<Stance>(model) == Stance::Prone
    }),
    Condition::new("laid low", Tone::Bad, "ability Regenerate", regeneration::is_laid_low),
    Condition::new("confused", Tone::Bad, "ability Confused", mishaps::is_confused),
    Condition::new("jammed", Tone::Bad, "ability Mechanical", mishaps::is_jammed),
];

/// The spells in play on a unit and on its models, each once.
fn spells(world: &World, unit: UnitId) -> Vec<UnitState> {
    let lies = |on: Bearer| match on {
        Bearer::Unit(other) => other == unit,
        Bearer::Model(model) => world.unit_of(model) == unit,
        Bearer::Ground(_) => false,
    };
    let mut spells: Vec<Spell> = Vec::new();
    for one in &world.resource::<BattleState>().spells {
        if lies(one.what.on) && !spells.contains(&one.what.spell) {
            spells.push(one.what.spell);
        }
    }
    spells.into_iter().map(|spell| state(spell.name(), Tone::Warning, spell.card().term)).collect()
}

fn model_card(world: &World, model: ModelId) -> ModelCard {
    let kind = kinds::kind(world, &[model]);
    ModelCard { name: name(world, model), now: now(world, model), kind }
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
    let mut now = vec![format!(
        "wounds {}/{}",
        world.of_model::<WoundsLeft>(model).0,
        statistics::wounds(world, model)
    )];
    let whole = statistics::actions(world, model);
    if whole > 0 {
        now.push(match *world.of_unit::<Activation>(world.unit_of(model)) {
            // They come with the activation.
            Activation::Unactivated => format!("actions {whole}"),
            Activation::Active | Activation::Activated => {
                format!("actions {}/{whole}", world.of_model::<ActionsLeft>(model).0)
            }
        });
    }
    let momentum = world.of_model::<Momentum>(model).0;
    if momentum > 0 {
        now.push(format!("momentum {momentum}"));
    }
    let told = CONDITIONS.iter().filter(|condition| (condition.is)(world, model));
    now.extend(told.map(|condition| condition.words.to_owned()));
    if !world.is_standing(model) {
        now.push("not on the table".to_owned());
    }
    now.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::playable::showing::Kind,
        no_quarter::{
            Ability, Profile, StandingOrder,
            effects::{Does, Effect, Source, Until},
            test_world::{TestWorld, bow, man},
        },
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
        assert_eq!(states, ["to act", "skirmish", "on hold, told to ask if charged", "1 prone"]);
        assert_eq!(card.models, "2 of 2 models");
        assert_eq!(card.left, [Label::new("8 actions each", "AC")]);
        let [kind] = &card.kinds[..] else { panic!("{:?}", card.kinds) };
        assert_eq!(kind.count, 2);
        let model = card.model.unwrap();
        assert_eq!(model.now, "wounds 1/1 · actions 8 · prone");
        assert_eq!(model.kind, Kind { count: 1, ..kind.clone() });
        assert!(kind.characteristics.contains(&("AR", "3".to_owned())));
        assert_eq!(kind.abilities, [Label::new("fear 2", "ability Fear")]);
        let [part] = &kind.parts[..] else { panic!("{:?}", kind.parts) };
        let rules: Vec<&str> = part.arms[0].rules.iter().map(|rule| &*rule.text).collect();
        assert_eq!(rules, ["UC 4", "ST 4", "10\" +1, 20\" +0, 30\" -1"]);
        assert!(part.arms[0].shot && part.wielder.is_none() && kind.together.is_none());
    }

    #[test]
    fn a_wizard_who_concentrates_is_told_to() {
        let mut test = TestWorld::new();
        let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let model = test.model(unit, 0);
        let does = Does::Gives(Gift::Concentrating);
        let effect = Effect { does, source: Source::Concentration, until: Until::EndOfGo };
        effects::lay_on_model(&mut test.world, model, effect);
        let card = card(&test.world, unit, Some(model));
        let told = |state: &UnitState| state.label.text == "concentrating";
        assert!(card.states.iter().any(told), "a model by itself isn't counted");
        assert_eq!(card.model.unwrap().now, "wounds 1/1 · actions 8 · concentrating");
    }

    #[test]
    fn one_model_alone_is_not_counted_among_models() {
        assert_eq!(left_of(1, 1), "1 model");
        assert_eq!(left_of(0, 1), "0 of 1 model");
        assert_eq!(left_of(1, 5), "1 of 5 models");
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
