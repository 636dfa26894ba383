//! Spells in preparation: who of a unit knows which, and what numbers choose: another spell, or the spell in
//! play that one of them ends. All that is to be known of each stands in the list of the verb (`book`).

use bevy::prelude::World;

use super::{
    Intent,
    using::{Use, user},
};
use crate::{
    battle::{
        BattleWorld, ModelId, RuleSystem, UnitId,
        playable::{
            acting::{Choice, ChoiceDoes, Focus},
            count,
        },
    },
    no_quarter::{
        BattleState, NoQuarter, Order,
        magic::{self, Spell},
        sentence,
        uses::{self, At, Usable, UseOffer, UsedAt},
    },
};

/// The spells that a unit's models know, or the one that orders go to alone, each with somebody who can
/// cast it now, or who knows it at all.
pub(super) fn spells(world: &World, focus: Focus, unit: UnitId) -> Vec<UseOffer> {
    let mut spells: Vec<UseOffer> = Vec::new();
    for offer in uses::offers(world, unit) {
        let meant = focus.only().is_none_or(|only| only == offer.model);
        if !meant || !matches!(offer.what, Usable::Spell(_)) {
            continue;
        }
        match spells.iter_mut().find(|known| known.what == offer.what) {
            Some(known) if known.refused.is_some() && offer.refused.is_none() => *known = offer,
            Some(_) => {}
            None => spells.push(offer),
        }
    }
    spells
}

/// Whether anybody of a unit knows a spell.
pub fn has_spells(world: &World, unit: UnitId) -> bool {
    !spells(world, Focus::default(), unit).is_empty()
}

/// Why a unit can't cast any spell now, or not the model that orders go to alone.
pub fn why_no_spell(world: &World, focus: Focus, unit: UnitId) -> Option<String> {
    let spells = spells(world, focus, unit);
    if spells.is_empty() {
        return Some(format!("{} has nobody who knows a spell", world.unit_name(unit)));
    }
    let mut refusals = Vec::new();
    for offer in spells {
        refusals.push(offer.refused?);
    }
    refusals.into_iter().next().map(|why| why.text)
}

/// What one press with a number chooses about something that is used: another spell, or the spell in
/// play that it is used against.
pub fn choices(world: &World, unit: UnitId, focus: Focus, aimed: Use) -> Vec<Choice<NoQuarter>> {
    let mut choices = Vec::new();
    let ends_a_spell = matches!(aimed.what.about().place, UsedAt::Spell { .. });
    if matches!(aimed.what, Usable::Spell(_)) && !ends_a_spell {
        choices.extend(spells(world, focus, unit).into_iter().filter_map(|offer| {
            let Usable::Spell(spell) = offer.what else { return None };
            let intent = Intent::Use(Use { what: offer.what, through: None });
            let about = about_spell(world, offer.model, spell);
            let choice = Choice::of_intent(spell.name(), about, offer.what == aimed.what, intent);
            let why_not = offer.refused.map(|why| why.text);
            Some(Choice { term: spell.card().term, why_not, ..choice })
        }));
    }
    if let (UsedAt::Spell { .. }, Some(model)) =
        (aimed.what.about().place, focus.only().or_else(|| user(world, aimed.what)))
    {
        let spells = world.resource::<BattleState>().spells.iter();
        choices.extend(spells.map(|one| {
            let order = Order::Use { model, what: aimed.what, at: At::Spell(one.what) };
            let why_not = NoQuarter::check(world, &order).err().map(|why| why.text);
            let text = sentence::spell_on(world, one.what);
            let choice = Choice::new(text, "Ends this spell.", ChoiceDoes::Gives(order));
            Choice { term: one.what.spell.card().term, why_not, ..choice }
        }));
    }
    choices
}

/// What a spell costs and needs, as one sentence.
fn about_spell(world: &World, model: ModelId, spell: Spell) -> String {
    let card = spell.card();
    let cost = count(usize::from(card.use_cost), "action");
    let needed = magic::needed_to_cast(world, model, spell, magic::chanters(world, model, spell));
    let far = card.aim.within().map_or(String::new(), |within| format!(", within {within}"));
    format!("Costs {cost} and is cast on {} or less{far}.", needed.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::playable::acting::Pointing,
        no_quarter::{
            Ability, Profile,
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn numbers_choose_among_the_spells_that_a_unit_knows() {
        let mut test = TestWorld::new();
        let knows = [Spell::Shield, Spell::LightningBolt, Spell::SeeTheLight].map(Ability::Knows);
        let abilities = [Ability::Wizard(2)].into_iter().chain(knows).collect();
        let ours = test.unit(
            0,
            Formation::Skirmish,
            &[(10.0, 10.0, 90.0)],
            Profile { abilities, ..man() },
        );
        test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        assert!(has_spells(&test.world, ours));
        test.activate(ours);
        let first = Use { what: Usable::Spell(Spell::Shield), through: None };
        let choices = choices(&test.world, ours, Focus::default(), first);
        let told: Vec<_> = choices.iter().map(|choice| (&*choice.text, choice.chosen)).collect();
        assert_eq!(told, [("Shield", true), ("Lightning Bolt", false), ("See the Light", false)]);
        let about = "Costs 4 actions and is cast on 7 or less.";
        assert_eq!(choices[0].about, about);
        assert!(choices.iter().all(|choice| choice.why_not.is_none()));
        let order = first.order(&test.world, Focus::default(), Pointing::default()).unwrap();
        assert_eq!(NoQuarter::check(&test.world, &order), Ok(()));
        assert_eq!(why_no_spell(&test.world, Focus::default(), ours), None);
    }
}
