//! The lists from which players choose what a verb does. Here are those of wizards: the spells that they
//! know, and the spells in play that they might cancel.

use bevy::prelude::World;

use super::{
    Intent,
    aims::{candidates, meant},
    comings_and_goings,
    odds::in_a_line,
    sketch::line,
    spells::spells,
    using::{Use, user},
    verbs::Verb,
};
use crate::{
    battle::{
        BattleWorld, ModelId, Pending, RuleSystem, UnitId,
        playable::{
            Tone,
            acting::{Choice, ChoiceDoes, Focus, Listing, Row, Section, per_cent},
            capitalised, count,
        },
    },
    dice::Needed,
    no_quarter::{
        ActionsLeft, BattleState, NoQuarter, Order,
        effects::{self, Gift, Test},
        magic::{self, Card, Spell},
        playable::lasting,
        sentence,
        topic::Topic,
        trial::Rolling,
        uses::{At, Usable, UseOffer},
    },
};

/// The list from which a verb has players choose, if it has one and a unit acts.
pub fn listing(world: &World, focus: Focus, verb: Verb) -> Option<Listing<NoQuarter>> {
    let unit = world.frame().active?;
    if world.resource::<Pending<NoQuarter>>().0.is_some() {
        return None;
    }
    match verb {
        Verb::Cast => spell_book(world, focus, unit),
        Verb::Use(Usable::Cancelling) => in_play(world, focus),
        Verb::Membership => comings_and_goings::listing(world, focus, unit),
        _ => None,
    }
}

/// The spells of a unit's casters.
fn spell_book(world: &World, focus: Focus, unit: UnitId) -> Option<Listing<NoQuarter>> {
    let mut sections: Vec<(ModelId, Section<NoQuarter>)> = Vec::new();
    for offer in spells(world, focus, unit) {
        let Usable::Spell(spell) = offer.what else { continue };
        let caster = offer.model;
        let row = row(world, offer, spell);
        match sections.iter_mut().find(|(of, _)| *of == caster) {
            Some((_, section)) => section.rows.push(row),
            None => sections.push((caster, section(world, caster, spell, row))),
        }
    }
    let sections: Vec<_> = sections.into_iter().map(|(_, section)| section).collect();
    (!sections.is_empty()).then(|| Listing {
        title: "Spells".to_owned(),
        what: "Spell",
        columns: vec!["Aspect", "Actions", "Needs", "Chance", "Range", "Target", "Upkeep"],
        sections,
    })
}

/// The heading of a caster, with its first spell.
fn section(
    world: &World,
    caster: ModelId,
    spell: Spell,
    first: Row<NoQuarter>,
) -> Section<NoQuarter> {
    let mut now = Vec::new();
    if magic::is_initiate(world, caster) {
        now.push(match magic::chanters(world, caster, spell) {
            1 => "an initiate, alone".to_owned(),
            chanters => format!("{chanters} initiates chant together"),
        });
    } else if let Some(wizardry) = magic::wizardry(world, caster) {
        now.push(format!("wizardry {wizardry}"));
    }
    let left = world.of_model::<ActionsLeft>(caster).0;
    now.push(format!("{} left", count(usize::from(left), "action")));
    if effects::has(world, caster, Gift::Concentrating) {
        now.push("concentrates".to_owned());
    }
    let heading = world.model_name(caster).to_owned();
    Section { heading, aside: now.join(" · "), rows: vec![first] }
}

fn row(world: &World, offer: UseOffer, spell: Spell) -> Row<NoQuarter> {
    let UseOffer { model, what, refused } = offer;
    let card = spell.card();
    let chanters = magic::chanters(world, model, spell);
    let needed = magic::needed_to_cast(world, model, spell, chanters);
    let chance = Rolling::of_element(world, (model, 0), Test::Cast).chance(&needed);
    let intent = Intent::Use(Use { what, through: None });
    let choice = Choice::of_intent(card.name, "", false, intent);
    let why_not = refused.map(|why| capitalised(&why.text));
    let in_vain = why_not.is_none().then(|| nobody_to_aim_at(world, model, what)).flatten();
    let range = card.aim.within().map_or(String::new(), |within| within.to_string());
    let upkeep = card.lasts.upkeep().map_or(String::new(), |cost| cost.to_string());
    Row {
        details: vec![
            card.aspect.name().to_owned(),
            card.use_cost.to_string(),
            needed.value().to_string(),
            per_cent(chance),
            range,
            card.aim.words().to_owned(),
            upkeep,
        ],
        notes: vec![on_a_roll(card, &needed, chance), lasting::how_long(card)],
        remark: in_vain.map(|text| line(Topic::Use(what), text, Tone::Warning)),
        term: card.term.to_owned(),
        choice: Choice { why_not, ..choice },
    }
}

/// What casting takes: "Cast on 6 or less (4, +2 wizardry): 60%".
fn on_a_roll(card: &Card, needed: &Needed, chance: f32) -> String {
    let cost = count(usize::from(card.use_cost), "action");
    format!("Costs {cost}. Cast on {}: {}.", in_a_line(needed), per_cent(chance))
}

/// Why a spell that is aimed at somebody can be aimed at nobody now, if it can't: what keeps it off the
/// nearest of those it is for.
fn nobody_to_aim_at(world: &World, model: ModelId, what: Usable) -> Option<String> {
    let mut nearest = None;
    for at in candidates(world, model, what) {
        let refused = what.rules().check(world, model, meant(world, model, what, at)).err()?;
        nearest = nearest.or(Some(refused));
    }
    nearest.map(|why| capitalised(&why.text))
}

/// The spells in play, to be cancelled.
fn in_play(world: &World, focus: Focus) -> Option<Listing<NoQuarter>> {
    let what = Usable::Cancelling;
    let model = focus.only().or_else(|| user(world, what))?;
    let spells = &world.resource::<BattleState>().spells;
    let row = |one: &magic::InPlay| {
        let order = Order::Use { model, what, at: At::Spell(one.what) };
        let why_not = NoQuarter::check(world, &order).err().map(|why| capitalised(&why.text));
        let needed = magic::needed_to_cancel(world, model, one.what.spell);
        let chance = Rolling::of_element(world, (model, 0), Test::Cancel).chance(&needed);
        let card = one.what.spell.card();
        let text = sentence::spell_on(world, one.what);
        let choice = Choice::new(text, "", ChoiceDoes::Gives(order));
        Row {
            details: vec![
                world.model_name(one.caster).to_owned(),
                world.side_name(world.side_of_model(one.caster)).to_owned(),
                needed.value().to_string(),
                per_cent(chance),
            ],
            notes: vec![format!("Cancelled on {}: {}.", in_a_line(&needed), per_cent(chance))],
            remark: Some(line(Topic::Upkeep, lasting::until(world, one), Tone::Faint)),
            term: card.term.to_owned(),
            choice: Choice { why_not, ..choice },
        }
    };
    let rows: Vec<_> = spells.iter().map(row).collect();
    (!rows.is_empty()).then(|| Listing {
        title: "Cancel a spell".to_owned(),
        what: "Spell in play",
        columns: vec!["Cast by", "Side", "Needs", "Chance"],
        sections: vec![Section {
            heading: world.model_name(model).to_owned(),
            aside: what.about().verb.help.to_owned(),
            rows,
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Ability, Profile,
        components::Formation,
        magic::{Bearer, InPlay, SpellOn},
        test_world::{TestWorld, man},
    };

    fn wizard(knows: &[Spell]) -> Profile {
        let knows = knows.iter().copied().map(Ability::Knows);
        Profile { abilities: [Ability::Wizard(2)].into_iter().chain(knows).collect(), ..man() }
    }

    #[test]
    fn a_book_tells_what_each_spell_costs_and_needs_and_what_keeps_it_from_being_cast() {
        let mut test = TestWorld::new();
        let mage = wizard(&[Spell::Shield, Spell::RainStorm, Spell::Smite]);
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
        test.unit(1, Formation::Skirmish, &[(10.0, 35.0, 270.0)], man());
        assert!(listing(&test.world, Focus::default(), Verb::Cast).is_none(), "nobody acts");
        test.activate(ours);
        let caster = test.model(ours, 0);
        test.world.set_model(caster, ActionsLeft(5));
        let book = listing(&test.world, Focus::default(), Verb::Cast).unwrap();
        let [section] = &book.sections[..] else { panic!("{book:?}") };
        assert_eq!(section.aside, "wizardry 2 · 5 actions left");
        let [shield, rain, smite] = &section.rows[..] else { panic!("{section:?}") };
        assert!(section.rows.iter().all(|row| row.details.len() == book.columns.len()));
        let card = Spell::Shield.card();
        let needs = (card.level + 2).to_string();
        assert_eq!((&*shield.choice.text, &shield.details[2]), (card.name, &needs));
        assert!(shield.notes[0].contains("+2 wizardry"), "{:?}", shield.notes);
        let against = |row: &Row<NoQuarter>| (row.choice.why_not.is_some(), row.remark.is_some());
        let told = [shield, rain, smite].map(against);
        assert_eq!(told, [(false, false), (false, true), (true, false)], "too far, too dear");
        let ChoiceDoes::Prepares(intent) = &shield.choice.does else { panic!("it prepares") };
        let shields = Use { what: Usable::Spell(Spell::Shield), through: None };
        assert_eq!(*intent, Intent::Use(shields));
    }

    #[test]
    fn a_spell_that_finds_its_target_is_in_vain_only_where_there_is_none() {
        for (apart, in_vain) in [(25.0, false), (35.0, true)] {
            let mut test = TestWorld::new();
            let mage = wizard(&[Spell::LightningBolt]);
            let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
            test.unit(1, Formation::Skirmish, &[(10.0, 10.0 + apart, 270.0)], man());
            test.activate(ours);
            test.world.set_model(test.model(ours, 0), ActionsLeft(8));
            let book = listing(&test.world, Focus::default(), Verb::Cast).unwrap();
            let bolt = &book.sections[0].rows[0];
            let told = (bolt.choice.why_not.is_some() || bolt.remark.is_some(), apart);
            assert_eq!(told, (in_vain, apart), "{bolt:?}");
        }
    }

    #[test]
    fn spells_in_play_are_listed_with_what_cancelling_them_takes() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &places, wizard(&[]));
        let theirs =
            test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], wizard(&[Spell::Shield]));
        test.activate(ours);
        let verb = Verb::Use(Usable::Cancelling);
        assert!(listing(&test.world, Focus::default(), verb).is_none(), "nothing is in play");
        let caster = test.model(theirs, 0);
        let what = SpellOn { spell: Spell::Shield, on: Bearer::Model(caster) };
        let spells = &mut test.world.resource_mut::<BattleState>().spells;
        spells.push(InPlay { what, caster, heading: None });
        let list = listing(&test.world, Focus::default(), verb).unwrap();
        let row = &list.sections[0].rows[0];
        let needed = magic::needed_to_cancel(&test.world, test.model(ours, 0), Spell::Shield);
        assert_eq!(row.details[2], needed.value().to_string());
        assert!(row.choice.why_not.is_none() && row.details.len() == list.columns.len());
        assert!(matches!(row.choice.does, ChoiceDoes::Gives(Order::Use { .. })));
    }
}
