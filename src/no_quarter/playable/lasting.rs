//! Spells in play, as players are told of them: what each lies on, who has cast it, and until when.

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{
        BattleWorld, TerrainId,
        playable::{
            count,
            showing::{Label, Lasting, LiesOn},
        },
    },
    no_quarter::{
        Armoury, BattleState,
        magic::{Bearer, Card, InPlay, Lasts, Spell},
    },
};

/// Points of the edge of ground among which its middle lies.
const OUTLINE: usize = 16;

/// All spells in play.
pub(super) fn lasting(world: &World) -> Vec<Lasting> {
    let spells = world.resource::<BattleState>().spells.iter();
    spells.filter_map(|one| told(world, one)).collect()
}

fn told(world: &World, one: &InPlay) -> Option<Lasting> {
    let card = one.what.spell.card();
    let on = match one.what.on {
        Bearer::Unit(unit) => LiesOn::Unit(unit),
        Bearer::Model(model) => LiesOn::Model(model),
        Bearer::Ground(piece) => LiesOn::Place(middle(world, piece)?),
    };
    Some(Lasting {
        name: Label::new(card.name, card.term),
        by: one.caster,
        on,
        until: until(world, one),
        kept_up: card.lasts.upkeep().is_some() && world.is_standing(one.caster),
    })
}

/// The middle of a piece of ground, if it is still there.
pub(super) fn middle(world: &World, piece: TerrainId) -> Option<Vec2> {
    let outline = world.terrain(piece)?.footprint.outline(OUTLINE);
    Some(outline.iter().sum::<Vec2>() / outline.len().max(1) as f32)
}

/// The spell in play that has made a piece of ground.
pub(super) fn maker(world: &World, piece: TerrainId) -> Option<&InPlay> {
    let mut spells = world.resource::<BattleState>().spells.iter();
    spells.find(|one| one.what.on == Bearer::Ground(piece))
}

/// What the codex says of a spell, without the numbers that stand in the list of spells.
pub(super) fn in_the_codex(world: &World, spell: Spell) -> Option<String> {
    let about = &world.get_resource::<Armoury>()?.codex.get(spell.card().term)?.about;
    let numbers = about.rfind("Level ").unwrap_or(about.len());
    // What it takes to keep it up is told with its end.
    let numbers = about.rfind("Upkeep ").unwrap_or(numbers).min(numbers);
    Some(about[..numbers].trim().to_owned())
}

/// Until when a spell in play lasts, as a sentence.
pub(super) fn until(world: &World, one: &InPlay) -> String {
    let caster = world.model_name(one.caster);
    let bearer = match one.what.on {
        Bearer::Unit(unit) => world.unit_name(unit),
        Bearer::Model(model) => world.model_name(model),
        Bearer::Ground(_) => "it",
    };
    let lost = !world.is_standing(one.caster);
    match one.what.spell.card().lasts {
        Lasts::UntilCasterActs { .. } if lost => "Ends with this turn.".to_owned(),
        Lasts::UntilCasterActs { upkeep: Some(cost) } => {
            let cost = count(usize::from(cost), "action");
            format!("Ends when {caster} is activated next, unless kept up for {cost}.")
        }
        Lasts::UntilCasterActs { upkeep: None } => {
            format!("Ends when {caster} is activated next.")
        }
        Lasts::ThroughNextActivation => format!("Ends with the next activation of {bearer}."),
        Lasts::NextActivation => {
            format!("Counts in the next activation of {bearer}, and ends with it.")
        }
        Lasts::FromNextActivation { upkeep } => {
            let kept = upkeep.map(|cost| {
                let cost = count(usize::from(cost), "action");
                format!(", unless kept up for {cost}")
            });
            let kept = kept.unwrap_or_default();
            format!(
                "Counts from the next activation of {bearer}, and ends when {caster} is activated \
                 next{kept}."
            )
        }
        Lasts::ThroughNextMove => format!("Ends with the activation in which {bearer} moves next."),
        Lasts::AtOnce | Lasts::ByItself => "Ends by itself, as its rule says.".to_owned(),
    }
}

/// How long a spell lasts once it is cast, as a sentence.
pub(super) fn how_long(card: &Card) -> String {
    match card.lasts {
        Lasts::AtOnce => "Its work is done at once.".to_owned(),
        Lasts::UntilCasterActs { upkeep: Some(cost) } => {
            let cost = count(usize::from(cost), "action");
            format!("Lasts until its caster is activated next, who can keep it up for {cost}.")
        }
        Lasts::UntilCasterActs { upkeep: None } => {
            "Lasts until its caster is activated next.".to_owned()
        }
        Lasts::ThroughNextActivation => {
            "Lasts until the end of its target's next activation.".to_owned()
        }
        Lasts::NextActivation => "Counts in its target's next activation.".to_owned(),
        Lasts::FromNextActivation { upkeep: Some(cost) } => {
            let cost = count(usize::from(cost), "action");
            format!(
                "Counts from its target's next activation until its caster is activated next, who \
                 can keep it up for {cost}."
            )
        }
        Lasts::FromNextActivation { upkeep: None } => {
            "Counts from its target's next activation until its caster is activated next."
                .to_owned()
        }
        Lasts::ThroughNextMove => {
            "Lasts until the end of the activation in which its target moves next.".to_owned()
        }
        Lasts::ByItself => "Ends by itself, as described.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::Presence,
        no_quarter::{
            components::Formation,
            magic::SpellOn,
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn a_spell_in_play_is_told_with_its_caster_and_its_end() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        let caster = test.model(ours, 0);
        for (spell, on) in [(Spell::Shield, ours), (Spell::RainStorm, theirs)] {
            let what = SpellOn { spell, on: Bearer::Unit(on) };
            test.world.resource_mut::<BattleState>().spells.push(InPlay {
                what,
                caster,
                heading: None,
            });
        }
        let [shield, rain] = &lasting(&test.world)[..] else { panic!("two are in play") };
        assert_eq!((shield.by, shield.on, shield.kept_up), (caster, LiesOn::Unit(ours), true));
        assert!(shield.until.contains("unless kept up for 2 actions"), "{}", shield.until);
        assert_eq!((rain.on, rain.kept_up), (LiesOn::Unit(theirs), false));
        assert!(rain.until.starts_with("Counts in the next activation"), "{}", rain.until);
        test.world.set_model(caster, Presence::Casualty);
        assert_eq!(lasting(&test.world)[0].until, "Ends with this turn.");
    }
}
