//! What casting a spell would do, foretold with the functions of the rules: the roll, who may resist, whom it
//! hits, the template that comes down, the ground that it makes.

use bevy::prelude::World;

use super::{
    Spell, Work, aim, casting, needed_to_resist,
    work::{self, Harm},
};
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    no_quarter::{
        effects::Test,
        odds::{self, AttackOdds, GroundOdds, TemplateOdds},
        statistics::Stat,
        templates::{blast_laid, under, under_breath},
        trial::Rolling,
        uses::{At, FirstRoll, Foretold},
    },
};

/// The number that casts a spell, and what comes of it if it is cast.
pub(super) fn foretell(world: &World, caster: ModelId, spell: Spell, at: At) -> Foretold {
    let card = spell.card();
    let chanters = casting::chanters(world, caster, spell);
    let needed = casting::needed_to_cast(world, caster, spell, chanters);
    let ground = card.makes.and_then(|makes| makes(world, caster, at));
    let first = FirstRoll {
        model: caster,
        name: card.name,
        term: card.term,
        actions: card.use_cost,
        does: "cast it",
        test: Test::Cast,
        chance: Rolling::of_element(world, (caster, 0), Test::Cast).chance(&needed),
        needed,
        resists: resists(world, caster, spell, at, ground.as_ref()),
        resisted_by: card.resisted,
    };
    Foretold {
        attacks: hits(world, caster, spell, at),
        templates: template(world, caster, spell, at).into_iter().collect(),
        grounds: ground.into_iter().collect(),
        first: Some(first),
        ..Foretold::default()
    }
}

/// The hits that it makes if it is cast.
fn hits(world: &World, caster: ModelId, spell: Spell, at: At) -> Vec<AttackOdds> {
    let Work::Harms(Harm::Hit { strength, saved }) = spell.card().does else {
        return Vec::new();
    };
    let how = (strength, saved);
    let hit = |target| odds::of_automatic_hit(world, caster, target, spell.name(), how);
    aim::targets(world, caster, at).into_iter().map(hit).collect()
}

/// The chance that a model resists, and the number.
pub(super) fn resisting(world: &World, model: ModelId, by: Stat) -> (Needed, f32) {
    let needed = needed_to_resist(world, model, by);
    let chance = Rolling::of_element(world, (model, 0), Test::Resist).chance(&needed);
    (needed, chance)
}

/// Those who may resist it, each with its number and its chance: those at whom it is cast, or to whom
/// something may come on the ground that it makes.
fn resists(
    world: &World,
    caster: ModelId,
    spell: Spell,
    at: At,
    ground: Option<&GroundOdds>,
) -> Vec<(ModelId, Needed, f32)> {
    let Some(by) = spell.card().resisted else { return Vec::new() };
    let mut models = aim::targets(world, caster, at);
    models.extend(ground.iter().flat_map(|ground| &ground.met).filter_map(|met| {
        // Nothing comes to whoever needs no test.
        (met.hit > 0.0).then_some(met.model)
    }));
    let resists = |model: ModelId| {
        let (needed, chance) = resisting(world, model, by);
        (model, needed, chance)
    };
    models.into_iter().map(resists).collect()
}

/// Its template, if it has one.
fn template(world: &World, caster: ModelId, spell: Spell, at: At) -> Option<TemplateOdds> {
    let armed = work::armed(caster, spell)?;
    let mut payers = casting::companions(world, caster, spell);
    payers.insert(0, caster);
    let actions = spell.card().use_cost;
    let mark = || match at {
        At::Unit(unit) if world.roster().unit(unit).is_some() => {
            let (mark, _) = aim::closest(world, caster, unit)?;
            Some(world.placed(mark).pose.at)
        }
        _ => None,
    };
    let laid = match spell.card().does {
        Work::Crater { diameter, astray, .. } => {
            let laid = odds::of_crater(world, &armed, diameter, mark()?, astray);
            return Some(TemplateOdds { payers, actions, ..laid });
        }
        Work::Blast { diameter, .. } => blast_laid(diameter, mark()?),
        _ => aim::laid(world, caster, spell, at)?,
    };
    let covered = match at {
        At::Towards(_) => under_breath(world, caster, &laid),
        _ => under(world, &laid),
    };
    Some(TemplateOdds { payers, actions, ..odds::of_laid(world, &armed, laid, covered) })
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        no_quarter::{
            Ability, Order, Profile,
            components::Formation,
            dice::Purpose,
            test_world::{TestWorld, man},
            uses::Usable,
        },
        table::{Footprint, Inches, template::Template},
    };

    /// Where the ground lies that a spell makes, and what was foreseen of it.
    fn cast(spell: Spell, at: At, dice: &[(Purpose, u16)]) -> (Footprint, GroundOdds) {
        let mut test = TestWorld::new();
        let abilities = vec![Ability::Wizard(4), Ability::Knows(spell)];
        let mage = Profile { abilities, ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
        test.unit(1, Formation::Skirmish, &[(40.0, 40.0, 270.0)], man());
        test.activate(ours).dice(dice);
        let caster = test.model(ours, 0);
        let mut foreseen = foretell(&test.world, caster, spell, at).grounds;
        assert_eq!(foreseen.len(), 1, "{spell:?}");
        let before = test.world.table().terrain.len();
        test.order(Order::Use { model: caster, what: Usable::Spell(spell), at });
        let terrain = &test.world.table().terrain;
        assert_eq!(terrain.len(), before + 1, "{spell:?}");
        (terrain[before].footprint.clone(), foreseen.swap_remove(0))
    }

    #[test]
    fn the_ground_that_comes_is_the_ground_that_was_foreseen() {
        let there = At::Place(Vec2::new(20.0, 12.0));
        let just_cast = (Purpose::Casting, 1);
        let same = |spell: Spell, at: At| {
            let (lies, GroundOdds { laid, runs, .. }) = cast(spell, at, &[just_cast]);
            let Template::Blast { diameter } = laid.template else { panic!("{laid:?}") };
            let radius = Inches(diameter.0 / 2.0);
            assert_eq!(
                (lies, runs),
                (Footprint::Circle { at: laid.at, radius }, None),
                "{spell:?}"
            );
        };
        same(Spell::Smoke, there);
        same(Spell::LavaPool, there);
        same(Spell::Fog, At::Itself);
        for (die, end) in [(1, 0), (10, 1)] {
            let dice = [just_cast, (Purpose::Distance, die)];
            let (lies, ground) = cast(Spell::Pestilence, At::Towards(Vec2::X), &dice);
            let Footprint::Circle { at, .. } = lies else { panic!("{lies:?}") };
            let runs = ground.runs.expect("the rats run at once");
            assert!(at.distance(runs[end]) < 1e-4, "{at} is not {}", runs[end]);
        }
        let makers: Vec<Spell> =
            Spell::ALL.iter().copied().filter(|spell| spell.card().makes.is_some()).collect();
        assert_eq!(makers.len(), 4, "a spell that makes ground has its line above: {makers:?}");
    }
}
