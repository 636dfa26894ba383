//! What chapters ask of all that lasts: what changes a test or a characteristic, what is forbidden, and
//! what somebody has a gift for.

use bevy::prelude::World;

use super::{
    Deed, Does, Effect, Effects, Gift, Innate, Source, Test, When, Whose, does_for_the_led,
};
use crate::{
    battle::{
        BattleWorld, MemberOf, ModelId, UnitId,
        kept_query::{KeptQuery, kept},
    },
    no_quarter::{
        combined, components::ProfileOf, formations, magic::Spell, reason::Change, statistics::Stat,
    },
    table::Inches,
};

// Almost every rule asks for all of this together.
kept! {
    static MODELS: KeptQuery<OfModel>;
    static UNITS: KeptQuery<&'static Effects>;
}

type OfModel = (&'static Innate, Option<&'static Effects>, &'static MemberOf);

/// Everything that lasts on one of a model's elements: by its abilities and those of the whole model,
/// by what it did, and by what lasts on its unit. 0 is the main element (COMBO-01).
pub fn on_element(world: &World, model: ModelId, element: usize) -> impl Iterator<Item = Does> {
    let entity = world.roster().model(model).expect("model ids are checked at the way in");
    let asked = MODELS.with(|models| models.get(world, entity));
    let (innate, own, unit) = asked.expect("every model has what its abilities do, and its unit");
    let of_unit = UNITS.with(|units| units.get(world, unit.0));
    let lasting = own.into_iter().chain(of_unit).flat_map(|effects| &effects.0);
    let lasting = lasting.filter(|effect| match effect.source {
        _ if effect.until.waits() => false,
        Source::Spell(spell) => !innate.withstands(spell),
        _ => true,
    });
    innate.on_element(element).iter().copied().chain(lasting.map(|effect| effect.does))
}

/// Whether what a spell leaves does nothing to a model (TR-MEMBRANES).
pub fn withstands(world: &World, model: ModelId, spell: Spell) -> bool {
    world.of_model::<Innate>(model).withstands(spell)
}

/// Everything that lasts on a model as a whole.
pub fn on(world: &World, model: ModelId) -> impl Iterator<Item = Does> {
    on_element(world, model, 0)
}

/// Everything that lasts on a unit as such.
pub fn on_unit(world: &World, unit: UnitId) -> impl Iterator<Item = Does> {
    let effects = world.of_unit::<Effects>(unit).0.iter();
    effects.filter(|effect| !effect.until.waits()).map(|effect| effect.does)
}

/// What those who lead a unit do for it as a whole.
pub fn by_leaders(world: &World, unit: UnitId) -> impl Iterator<Item = Does> {
    let leaders = formations::leaders(world, unit).into_iter();
    leaders.flat_map(|leader| {
        let profile = &world.of_model::<ProfileOf>(leader).0;
        profile.abilities.iter().flat_map(|&ability| does_for_the_led(ability))
    })
}

/// What is added to a characteristic.
pub fn added(world: &World, model: ModelId, element: usize, stat: Stat) -> i32 {
    let by = |does| match does {
        Does::Adds(other, by) if other == stat => by,
        Does::AddsWhen { stat: other, by, when }
            if other == stat && counts(world, world.unit_of(model), Some(model), when) =>
        {
            by
        }
        _ => 0,
    };
    on_element(world, model, element).map(by).sum()
}

/// The spells in play that add to a characteristic of a model, each with how much.
pub fn added_by_spells(world: &World, model: ModelId, stat: Stat) -> Vec<(Spell, i32)> {
    let entity = world.model(model);
    let unit = entity.get::<MemberOf>().and_then(|unit| world.get::<Effects>(unit.0));
    let lasting = entity.get::<Effects>().into_iter().chain(unit).flat_map(|effects| &effects.0);
    let by = |effect: &Effect| match (effect.source, effect.does) {
        (Source::Spell(spell), Does::Adds(other, by)) if other == stat => Some((spell, by)),
        _ => None,
    };
    lasting.filter(|effect| !effect.until.waits()).filter_map(by).collect()
}

/// What a charge would add to a characteristic of a model that hasn't charged this turn (AB-RAM).
pub fn added_by_charging(world: &World, model: ModelId, element: usize, stat: Stat) -> i32 {
    let by = |does| match does {
        Does::AddsWhen { stat: other, by, when: When::Charged } if other == stat => by,
        _ => 0,
    };
    on_element(world, model, element).map(by).sum()
}

/// What changes a test of one of a model's elements, or one against it.
pub fn modifiers(
    world: &World,
    (model, element): (ModelId, usize),
    test: Test,
    whose: Whose,
) -> Vec<Change> {
    let counts = |when| counts(world, world.unit_of(model), Some(model), when);
    changes(on_element(world, model, element), test, whose, counts)
}

/// What a charge would change, besides what every charge does, in a test of one of the elements of a
/// model that hasn't charged this turn (AB-RAM).
pub fn modifiers_by_charging(
    world: &World,
    (model, element): (ModelId, usize),
    test: Test,
) -> Vec<Change> {
    let lasting = on_element(world, model, element);
    changes(lasting, test, Whose::Own, |when| when == When::Charged)
}

/// What changes a test of one of a model's elements that is taken against another model: what lasts on
/// the one, then what lasts on the other.
pub fn modifiers_between(
    world: &World,
    roller: (ModelId, usize),
    other: ModelId,
    test: Test,
) -> Vec<Change> {
    let mut changes = modifiers(world, roller, test, Whose::Own);
    changes.extend(modifiers(world, (other, 0), test, Whose::Against));
    changes
}

/// What changes a test of a unit as a whole.
pub fn modifiers_of_unit(world: &World, unit: UnitId, test: Test) -> Vec<Change> {
    changes(on_unit(world, unit), test, Whose::Own, |when| counts(world, unit, None, when))
}

/// What some models change in a test that others take against them together: equal changes by several
/// of them don't add up.
pub fn modifiers_against(world: &World, models: &[ModelId], test: Test) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for &model in models {
        for change in modifiers(world, (model, 0), test, Whose::Against) {
            if !changes.contains(&change) {
                changes.push(change);
            }
        }
    }
    changes
}

/// Whether something counts now that lasts on a unit, or on a model of it.
fn counts(world: &World, unit: UnitId, model: Option<ModelId>, when: When) -> bool {
    match when {
        When::Always => true,
        When::Loose => !formations::is_formed(world, unit),
        When::Formed => formations::is_formed(world, unit),
        When::Charged => model.is_some_and(|model| comes_from(world, model, Source::Charge)),
    }
}

/// What changes a kind of test of those on whom something lasts.
fn changes(
    lasting: impl Iterator<Item = Does>,
    test: Test,
    whose: Whose,
    counts: impl Fn(When) -> bool,
) -> Vec<Change> {
    let change = |does| match does {
        Does::Modifies { test: of, whose: by_whom, by, when }
            if of == test && by_whom == whose && counts(when) =>
        {
            Some(by)
        }
        _ => None,
    };
    lasting.filter_map(change).collect()
}

/// Whether a model has a gift.
pub fn has(world: &World, model: ModelId, gift: Gift) -> bool {
    on(world, model).any(|does| does == Does::Gives(gift))
}

/// Whether whichever of a model's elements uses a weapon has a gift (COMBO-01).
pub fn has_with(world: &World, model: ModelId, weapon: u8, gift: Gift) -> bool {
    let element = combined::place_of_wielder(world, model, weapon);
    on_element(world, model, element).any(|does| does == Does::Gives(gift))
}

/// Whether something is forbidden to a model, or to its unit.
pub fn forbids(world: &World, model: ModelId, deed: Deed) -> bool {
    on(world, model).any(|does| does == Does::Forbids(deed))
}

/// Whether something is forbidden to a unit as such.
pub fn forbids_unit(world: &World, unit: UnitId, deed: Deed) -> bool {
    on_unit(world, unit).any(|does| does == Does::Forbids(deed))
}

/// Whether something lasts on a model by a source of its own.
pub fn comes_from(world: &World, model: ModelId, source: Source) -> bool {
    world.of_model::<Effects>(model).0.iter().any(|effect| effect.source == source)
}

/// Whether something lasts on a unit as such by a source of its own.
pub fn unit_has_from(world: &World, unit: UnitId, source: Source) -> bool {
    world.of_unit::<Effects>(unit).0.iter().any(|effect| effect.source == source)
}

/// The spell on its unit that forbids something to a model, if one does.
pub fn spell_that_forbids(world: &World, model: ModelId, deed: Deed) -> Option<Spell> {
    let effects = world.of_unit::<Effects>(world.unit_of(model)).0.iter();
    let forbids = |effect: &&Effect| effect.does == Does::Forbids(deed) && !effect.until.waits();
    effects.filter(forbids).find_map(|effect| match effect.source {
        Source::Spell(spell) if !withstands(world, model, spell) => Some(spell),
        _ => None,
    })
}

/// Inches that a model covers with one action by its own feet, hooves or wings (MOVE-01, MOVE-02).
pub fn rate(world: &World, model: ModelId) -> Inches {
    let rate = fastest(on(world, model));
    if is_hampered(world, model) { Inches(rate.0 / HARD_GOING) } else { rate }
}

/// Difficult ground takes so many times as many actions. Book: Terrain (MOVE-05).
const HARD_GOING: f32 = 2.0;

/// Whether all ground is difficult to a model.
pub fn is_hampered(world: &World, model: ModelId) -> bool {
    has(world, model, Gift::Hampered) && !has(world, model, Gift::Flight)
}

/// How high a barrier a model crosses for nothing, if any (AB-AGILE).
pub fn vaults(world: &World, model: ModelId) -> Option<Inches> {
    let height = |does| match does {
        Does::Vaults(height) => Some(height),
        _ => None,
    };
    on(world, model).filter_map(height).max_by(|a, b| a.0.total_cmp(&b.0))
}

/// The rate of whoever some effects last on.
pub(in crate::no_quarter) fn fastest(effects: impl Iterator<Item = Does>) -> Inches {
    let rate = |does| match does {
        Does::Covers(inches) => inches.0,
        _ => 1.0,
    };
    Inches(effects.map(rate).fold(1.0, f32::max))
}
