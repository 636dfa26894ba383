//! Templates: teardrops and blasts, who is under them and what becomes of them. Book: Teardrop
//! Templates (TEAR-01, TEAR-02), Blast Templates (BLAST-01, BLAST-02).
//!
//! - *laid*: where a template lies, or will.
//! - *wholly* and *partly* covered: base inside the template, or any overlap (ruling).

mod blast;
mod breath;
mod landing;

pub use blast::{Astray, DEVIATION, blast_laid, mark_at};
pub(super) use blast::{deviate, go_off, hit_all_touched};
pub use breath::{breath_laid, check_breath, edge};
pub(super) use breath::{breathe, breathe_out};
pub use landing::Landing;
pub(super) use landing::{come_down, partly_covered};

use std::{collections::BTreeMap, sync::LazyLock};

use bevy::{
    math::Vec2,
    prelude::{Resource, World},
};

use super::{
    armoury::Armoury,
    effects::{self, Test},
    profile::TeardropSize,
};
use crate::{
    battle::{BattleWorld, ModelId, figures},
    dice::Needed,
    table::{
        Inches,
        template::{Covered, Laid, Template},
    },
};

/// Models partly covered are hit on this or less. Book: Teardrop Templates, Blast Templates.
pub const PARTLY: i32 = 5;

/// The shapes of the templates, by id.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Templates(BTreeMap<String, Template>);

impl Templates {
    /// Those of an armoury.
    pub fn of(armoury: &Armoury) -> Self {
        let shapes = armoury.templates.iter().map(|(id, kind)| (id.clone(), kind.template));
        Self(shapes.collect())
    }
}

/// The shapes that come with the game, for worlds that were given no others.
static EMBEDDED: LazyLock<Templates> = LazyLock::new(|| {
    Armoury::embedded().map(|armoury| Templates::of(&armoury)).unwrap_or_default()
});

/// The shape of a teardrop. Book: Teardrop Templates (TEAR-01).
pub fn teardrop(world: &World, size: TeardropSize) -> Template {
    let id = size.template();
    let own = world.get_resource::<Templates>().and_then(|templates| templates.0.get(id));
    let shape = own.or_else(|| EMBEDDED.0.get(id)).copied();
    shape.expect("the data have the shape of every teardrop that a weapon names")
}

/// How far a teardrop reaches from its point.
pub fn teardrop_length(world: &World, size: TeardropSize) -> Inches {
    match teardrop(world, size) {
        Template::Teardrop { length, .. } => length,
        Template::Blast { diameter } => diameter,
        Template::HalfBlast { diameter } => Inches(diameter.0 / 2.0),
    }
}

/// Whether a point is on the table.
pub fn on_table(world: &World, at: Vec2) -> bool {
    let table = world.table();
    at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::new(table.width.0, table.depth.0)).all()
}

/// The number that hits a model partly covered by an attacker's template, with what lasts on both.
pub fn needed_if_partly(world: &World, attacker: ModelId, model: ModelId) -> Needed {
    let changes = effects::modifiers_between(world, (attacker, 0), model, Test::PartlyCovered);
    Needed::new(PARTLY).with_all(changes)
}

/// Everybody under a template, friend or foe, by id.
pub fn under(world: &World, laid: &Laid) -> Vec<(ModelId, Covered)> {
    let models = figures(world).into_iter();
    let covered = models.map(|model| (model.id, laid.covers(&model.placed)));
    covered.filter(|(_, covered)| *covered != Covered::Not).collect()
}

/// Everybody under somebody's template but the one who breathes: it stands behind its own breath.
/// Ruling: a breather isn't touched by it.
pub fn under_breath(world: &World, breather: ModelId, laid: &Laid) -> Vec<(ModelId, Covered)> {
    let mut under = under(world, laid);
    under.retain(|(model, _)| *model != breather);
    under
}
