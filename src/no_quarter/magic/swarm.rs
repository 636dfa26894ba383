//! Rats that run straight on and bite whoever they touch. Book: Dark Aspect, Pestilence (SP-PESTILENCE).
//! Rulings: the caster chooses the direction, and they keep to it; nothing stops them but the table's
//! edge, beyond which they are gone; they bite each model once, their caster not as they set out, and
//! nobody while they sit still. They neither hide anybody nor are in anybody's way.

use bevy::{math::Vec2, prelude::World};

use super::{Bearer, Casting, Ended, InPlay, SpellOn, aim, in_play, work};
use crate::{
    battle::{BattleWorld, Figure, ModelId, Resolving, TerrainId, figures, ground},
    no_quarter::{
        dice::Purpose,
        effects::{self, Does, Effect, Gift, Source, Until},
        event::Event,
        system::emit,
        templates,
        uses::At,
    },
    table::{Footprint, Inches, Picture, Terrain},
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
    let caught = touched(world, piece, from, to);
    emit(world, Event::SpellRolled { model: caster, spell, roll, caught: caught.clone() });
    if templates::on_table(world, to) {
        ground::shift(world, piece, footprint(to));
        bite(world, spell, piece, &caught);
    } else {
        in_play::end(world, what, Ended::RanOut);
    }
    work::strike(world, caster, spell, &caught, true);
}

/// Whom the swarm touches for the first time on its way, in the order in which it comes to them.
fn touched(world: &World, piece: TerrainId, from: Vec2, to: Vec2) -> Vec<ModelId> {
    let lane = Terrain::new("", Footprint::Line { points: vec![from, to], width: DIAMETER });
    let ends = [from, to].map(|at| Terrain::new("", footprint(at)));
    let meets = |figure: &Figure| {
        let mut parts = ends.iter().chain([&lane]);
        !effects::has(world, figure.id, Gift::Bitten(piece))
            && parts.any(|part| part.overlaps(&figure.placed))
    };
    let far = |figure: &Figure| (figure.placed.pose.at - from).dot(to - from);
    let mut met: Vec<Figure> = figures(world).into_iter().filter(meets).collect();
    met.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.id.cmp(&b.id)));
    met.into_iter().map(|figure| figure.id).collect()
}

/// Remembers whom the swarm has bitten.
fn bite(world: &mut World, spell: super::Spell, piece: TerrainId, models: &[ModelId]) {
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
    use crate::no_quarter::{Armoury, magic::Spell};

    #[test]
    fn the_codex_tells_how_wide_the_swarm_is_and_how_far_it_runs() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex[Spell::Pestilence.card().term].about;
        for told in [format!("{DIAMETER} wide"), format!("runs D10+{FIRST}\"")] {
            assert!(about.contains(&told), "{about} doesn't say \"{told}\"");
        }
    }
}
