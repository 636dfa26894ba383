//! What is said when a caster is asked which of its spells it keeps up: what that costs, and what ends.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::{count, listed},
    },
    no_quarter::{
        ActionsLeft,
        magic::{self, SpellOn},
        sentence,
    },
};

/// The question, as a sentence.
pub(super) fn question(world: &World, caster: ModelId) -> String {
    let name = world.model_name(caster);
    match &magic::due(world, caster)[..] {
        [only] => format!(
            "{name} is activated, so {} ends unless it is kept up now. Keep it up?",
            sentence::spell_on(world, *only)
        ),
        due => format!(
            "{name} is activated, so its {} end, but for the one that it keeps up now. Which?",
            count(due.len(), "spell")
        ),
    }
}

/// An answer, as a button says it: a spell that is kept up, or none.
pub(super) fn answer(world: &World, caster: ModelId, kept: Option<SpellOn>) -> String {
    let ends: Vec<String> = magic::due(world, caster)
        .into_iter()
        .filter(|&what| Some(what) != kept)
        .map(|what| sentence::spell_on(world, what))
        .collect();
    let end = if ends.len() == 1 { "ends" } else { "end" };
    let ends = if ends.is_empty() { String::new() } else { format!("{} {end}", listed(&ends)) };
    let Some(what) = kept else { return format!("Keep up none: {ends}") };
    let cost = what.spell.card().lasts.upkeep().unwrap_or(0);
    let left = world.of_model::<ActionsLeft>(caster).0;
    let cost = format!("{cost} of {}", count(usize::from(left), "action"));
    let kept = format!("Keep up {} for {cost}", sentence::spell_on(world, what));
    if ends.is_empty() { kept } else { format!("{kept}; {ends}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        BattleState,
        components::Formation,
        magic::{Bearer, InPlay, Spell},
        test_world::{TestWorld, man},
    };

    #[test]
    fn each_answer_says_what_it_costs_and_what_ends() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let caster = test.model(ours, 0);
        test.world.set_model(caster, ActionsLeft(8));
        let on = |spell| SpellOn { spell, on: Bearer::Unit(ours) };
        let [shield, spores] = [Spell::Shield, Spell::Spores].map(on);
        let begins = |test: &mut TestWorld, what| {
            let spells = &mut test.world.resource_mut::<BattleState>().spells;
            spells.push(InPlay { what, caster, heading: None });
        };
        begins(&mut test, shield);
        let [one, name] = [shield, spores].map(|what| sentence::spell_on(&test.world, what));
        let told = |test: &TestWorld, kept| answer(&test.world, caster, kept);
        assert_eq!(told(&test, Some(shield)), format!("Keep up {one} for 2 of 8 actions"));
        assert_eq!(told(&test, None), format!("Keep up none: {one} ends"));
        begins(&mut test, spores);
        let both = format!("Keep up {name} for 3 of 8 actions; {one} ends");
        assert_eq!(told(&test, Some(spores)), both);
        assert!(told(&test, None).ends_with(" end"), "two of them");
        assert!(question(&test.world, caster).contains("its 2 spells end"));
    }
}
