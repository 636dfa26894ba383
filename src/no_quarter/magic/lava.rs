//! Molten rock on the table: it burns whoever stands where it wells up, and nobody walks there until it
//! is cold. Book: Fire Aspect, Lava Pool (SP-LAVA-POOL). Rulings: each model under any part of it tests
//! for itself, and whoever passes all command tests is safe; where it lies the ground is impassable; a
//! support weapon stays where it is.

use bevy::{math::Vec2, prelude::World};

use super::{
    Bearer, Casting, Ended, Later, Spell, SpellOn, Work, foretelling, in_play, resisting, thrown,
};
use crate::{
    battle::{ModelId, Resolving, TerrainId, ground},
    no_quarter::{
        dice::Purpose,
        effects::{self, Gift},
        event::Event,
        odds::GroundOdds,
        step::Step,
        system::{emit, push},
        templates::{blast_laid, under},
        uses::At,
    },
    table::{
        Footprint, Ground, Inches, Picture, Terrain,
        template::{Laid, Template},
    },
};

/// On more than this, at the end of a turn, the pool is cold. Book: Lava Pool.
const STAYS: u16 = 5;

fn pool(at: Vec2, diameter: Inches) -> Terrain {
    let footprint = Footprint::Circle { at, radius: Inches(diameter.0 / 2.0) };
    let pool = Terrain { ground: Ground::Impassable, ..Terrain::new("lava", footprint) };
    pool.drawn_as(Picture::Lava)
}

/// It wells up: everybody there tests, and whoever survives makes way for it.
pub(super) fn well_up(world: &mut World, casting: &Casting, diameter: Inches) {
    let (caster, At::Place(at)) = (casting.caster, casting.at) else { return };
    let laid = blast_laid(diameter, at);
    push(world, Step::Magic(Later::WellUp { caster, laid }));
    let mut models: Vec<ModelId> =
        under(world, &laid).into_iter().map(|(model, _)| model).collect();
    models.retain(|&model| is_tested(world, model));
    resisting::begin(world, caster, casting.spell, models);
}

/// Whether a model where it wells up has anything to fear.
fn is_tested(world: &World, model: ModelId) -> bool {
    !effects::has(world, model, Gift::Untested)
}

/// The pool that would well up, which nothing but resisting it saves anybody from.
pub(super) fn foreseen(world: &World, caster: ModelId, at: At) -> Option<GroundOdds> {
    let card = Spell::LavaPool.card();
    let (At::Place(at), Work::Pool { diameter, .. }) = (at, card.does) else { return None };
    let by = card.resisted?;
    let burns = |model: ModelId| {
        let chance = 1.0 - foretelling::resisting(world, model, by).1;
        if is_tested(world, model) { (chance, chance) } else { (0.0, 0.0) }
    };
    Some(GroundOdds::harmful(world, caster, blast_laid(diameter, at), burns))
}

/// Those who survive make way, and it lies there.
pub(super) fn settle(world: &mut World, caster: ModelId, laid: &Laid) {
    let Template::Blast { diameter } = laid.template else { return };
    thrown::make_way(world, laid);
    let piece = ground::lay(world, pool(laid.at, diameter));
    let what = SpellOn { spell: Spell::LavaPool, on: Bearer::Ground(piece) };
    in_play::enter(world, what, caster);
}

/// What its die means at the end of a turn.
pub(super) fn means(die: u16) -> String {
    if die > STAYS { "it has cooled" } else { "it stays hot" }.to_owned()
}

/// The turn is over: it stays, or is cold.
pub(super) fn cool(world: &mut World, caster: ModelId, piece: TerrainId) {
    let spell = Spell::LavaPool;
    let roll = world.dice().d10(Purpose::Special, Some(caster.0));
    let cold = roll.result > STAYS;
    emit(world, Event::SpellRolled { model: caster, spell, roll, caught: Vec::new() });
    if cold {
        in_play::end(world, SpellOn { spell, on: Bearer::Ground(piece) }, Ended::RanOut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_when_the_pool_stays() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex[Spell::LavaPool.card().term].about;
        assert!(about.contains(&format!("on 1 to {STAYS} it stays")), "{about}");
    }
}
