//! Ground that something would make: where it would lie, where it may run, and what it would do to those
//! whom it meets.

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::ModelId,
    no_quarter::templates::under,
    table::template::{Covered, Laid},
};

/// Ground that something would make.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundOdds {
    /// Who makes it.
    pub maker: ModelId,
    /// Where it would come up.
    pub laid: Laid,
    /// Where its middle is if it runs on at once as near as it may, and as far as it may.
    pub runs: Option<[Vec2; 2]>,
    /// Whether it does harm; if not, it is merely there.
    pub harms: bool,
    /// Whom it would meet, or could as it runs, by id.
    pub met: Vec<MetOdds>,
}

/// A model that such ground may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetOdds {
    /// Who.
    pub model: ModelId,
    /// How much of it the ground would cover; of ground that runs, all of it if it surely meets the model.
    pub covered: Covered,
    /// The chance that something comes to it, from 0 to 1.
    pub hit: f32,
    /// The chance that it is wounded, from 0 to 1.
    pub wound: f32,
}

impl GroundOdds {
    /// Ground that does nothing to those on it by itself, such as a cloud.
    pub fn harmless(world: &World, maker: ModelId, laid: Laid) -> Self {
        Self::harmful(world, maker, laid, |_| (0.0, 0.0)).harmlessly()
    }

    /// Ground that does harm to those under any part of it as it comes up, with the chances that something
    /// comes to each and that it is wounded.
    pub fn harmful(
        world: &World,
        maker: ModelId,
        laid: Laid,
        chances: impl Fn(ModelId) -> (f32, f32),
    ) -> Self {
        let met = under(world, &laid).into_iter().map(|(model, covered)| {
            let (hit, wound) = chances(model);
            MetOdds { model, covered, hit, wound }
        });
        Self { maker, laid, runs: None, harms: true, met: met.collect() }
    }

    fn harmlessly(self) -> Self {
        Self { harms: false, ..self }
    }
}
