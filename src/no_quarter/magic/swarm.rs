//! Rats that run straight on and bite whoever they touch. Book: Dark Aspect, Pestilence (SP-PESTILENCE).
//! Rulings: the caster chooses the direction, and they keep to it; nothing stops them but the table's
//! edge, beyond which they are gone; they bite each model once, their caster not as they set out, and
//! nobody while they sit still. They neither hide anybody nor are in anybody's way.

use std::collections::BTreeMap;

use bevy::{math::Vec2, prelude::World};

use super::{Bearer, Casting, Ended, InPlay, Spell, SpellOn, aim, in_play, work};
use crate::{
    battle::{BattleWorld, Figure, ModelId, Resolving, TerrainId, figures, ground},
    dice::D10_SIDES,
    no_quarter::{
        dice::Purpose,
        effects::{self, Does, Effect, Gift, Source, Until},
        event::Event,
        odds::{self, GroundOdds, MetOdds},
        system::emit,
        templates,
        uses::At,
    },
    table::{Footprint, Inches, Picture, Terrain, template::Covered},
};

/// How wide the swarm is.
pub(super) const DIAMETER: Inches = Inches(3.0);

/// How much farther than the die shows it runs as it sets out. Inches.
const FIRST: f32 = 5.0;

fn footprint(at: Vec2) -> Footprint {
    Footprint::Circle { at, radius: Inches(DIAMETER.0 / 2.0) }
}

/// The swarm comes up in front of its caster, and runs.
pub(super) fn release(world: &mut World, casting: &Casting) {
    let (caster, spell, At::Towards(way)) = (casting.caster, casting.spell, casting.at) else {
        return;
    };
    let Some(way) = way.try_normalize() else { return };
    let at = aim::ahead(world, caster, way, DIAMETER);
    let swarm = Terrain::new("swarm of rats", footprint(at)).drawn_as(Picture::Swarm);
    let piece = ground::lay(world, swarm);
    let what = SpellOn { spell, on: Bearer::Ground(piece) };
    in_play::set_out(world, what, caster, Some(way));
    bite(world, spell, piece, &[caster]);
    run(world, what, caster, way, FIRST);
    forget(world, piece, caster);
}

/// The turn is over: the swarm runs on.
pub(super) fn run_on(world: &mut World, one: &InPlay) {
    if let Some(way) = one.heading.and_then(Vec2::try_normalize) {
        run(world, one.what, one.caster, way, 0.0);
    }
}

/// The swarm runs as far as a die shows, and so much farther, and bites whoever it touches.
fn run(world: &mut World, what: SpellOn, caster: ModelId, way: Vec2, more: f32) {
    let (spell, Bearer::Ground(piece)) = (what.spell, what.on) else { return };
    let Some(Footprint::Circle { at: from, .. }) = world.terrain(piece).map(|it| &it.footprint)
    else {
        return;
    };
    let from = *from;
    let roll = world.dice().d10(Purpose::Distance, Some(caster.0));
    let to = from + way * (f32::from(roll.result) + more);
    let bitten = |model| effects::has(world, model, Gift::Bitten(piece));
    let caught = touched(world, from, to, bitten);
    emit(world, Event::SpellRolled { model: caster, spell, roll, caught: caught.clone() });
    if templates::on_table(world, to) {
        ground::shift(world, piece, footprint(to));
        bite(world, spell, piece, &caught);
    } else {
        in_play::end(world, what, Ended::RanOut);
    }
    work::strike(world, caster, spell, &caught, true);
}

/// Whom the swarm touches on its way, in the order in which it comes to them, but for those it leaves alone.
fn touched(world: &World, from: Vec2, to: Vec2, spared: impl Fn(ModelId) -> bool) -> Vec<ModelId> {
    let lane = Terrain::new("", Footprint::Line { points: vec![from, to], width: DIAMETER });
    let ends = [from, to].map(|at| Terrain::new("", footprint(at)));
    let meets = |figure: &Figure| {
        let mut parts = ends.iter().chain([&lane]);
        !spared(figure.id) && parts.any(|part| part.overlaps(&figure.placed))
    };
    let far = |figure: &Figure| (figure.placed.pose.at - from).dot(to - from);
    let mut met: Vec<Figure> = figures(world).into_iter().filter(meets).collect();
    met.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.id.cmp(&b.id)));
    met.into_iter().map(|figure| figure.id).collect()
}

/// The swarm that would set out, and whom it would run over with how many faces of its die.
pub(super) fn foreseen(world: &World, caster: ModelId, at: At) -> Option<GroundOdds> {
    let At::Towards(way) = at else { return None };
    let (spell, way) = (Spell::Pestilence, way.try_normalize()?);
    let strength = work::strength(spell)?;
    let from = aim::ahead(world, caster, way, DIAMETER);
    let to = |die: u16| from + way * (f32::from(die) + FIRST);
    let mut faces: BTreeMap<ModelId, u16> = BTreeMap::new();
    for die in 1..=D10_SIDES {
        for model in touched(world, from, to(die), |model| model == caster) {
            *faces.entry(model).or_default() += 1;
        }
    }
    let met = faces.into_iter().map(|(model, faces)| {
        let hit = f32::from(faces) / f32::from(D10_SIDES);
        let bite = odds::of_automatic_hit(world, caster, model, spell.name(), (strength, true));
        let covered = if faces == D10_SIDES { Covered::Wholly } else { Covered::Partly };
        MetOdds { model, covered, hit, wound: hit * bite.chance }
    });
    let laid = templates::blast_laid(DIAMETER, from);
    let runs = Some([to(1), to(D10_SIDES)]);
    Some(GroundOdds { maker: caster, laid, runs, harms: true, met: met.collect() })
}

/// Remembers whom the swarm has bitten.
fn bite(world: &mut World, spell: Spell, piece: TerrainId, models: &[ModelId]) {
    let does = Does::Gives(Gift::Bitten(piece));
    let effect = Effect { does, source: Source::Spell(spell), until: Until::SpellEnds };
    for &model in models {
        effects::lay_on_model(world, model, effect);
    }
}

/// The swarm may bite a model from now on.
fn forget(world: &mut World, piece: TerrainId, model: ModelId) {
    effects::lift_from_model(world, model, Does::Gives(Gift::Bitten(piece)));
}

/// A piece of ground is gone: nobody needs to know any more whom it has bitten.
pub(super) fn forget_bites(world: &mut World, piece: TerrainId) {
    for model in world.roster().models() {
        forget(world, piece, model);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_how_wide_the_swarm_is_and_how_far_it_runs() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex[Spell::Pestilence.card().term].about;
        for told in [format!("{DIAMETER} wide"), format!("runs D10+{FIRST}\"")] {
            assert!(about.contains(&told), "{about} doesn't say \"{told}\"");
        }
    }
}
