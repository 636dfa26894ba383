//! What computer players of No Quarter may do and what it is worth: plans for everything that a player
//! may choose, valued in points of the armies by the same chances that the previews show. It uses
//! [`plan`](super::plan), which turns what a player means into orders, and no rule asks it.
//!
//! - *force*: a unit as the valuation sees it: where it stands, how far it goes, what it is worth.
//! - *harm*: the points that one force is likely to take from another.
//! - *knowledge*: what is known of kinds of models, from one choice to the next.
//! - *goal*: a place that objectives are about.
//! - *thought*: a choice that comes to mind, worked out only when somebody asks.
//!
//! Whatever has no plan of its own falls back to a default: the default answer of a question, the end of
//! an activation.

mod act;
mod activating;
mod answering;
mod aspect;
mod deploying;
mod fighting;
mod force;
mod forming;
mod goals;
mod harm;
mod knowledge;
mod lines_of_fire;
mod moving;
mod nerves;
mod outlook;
mod position;
mod prospects;
mod shooting;
mod study;
mod terrain;
#[cfg(test)]
mod tests;
mod thoughts;
mod using;
mod waiting;

pub use act::Act;
pub use knowledge::Knowledge;

use bevy::prelude::World;

use self::{study::Study, thoughts::Thoughts};
use super::{
    armoury::Armoury,
    order::Order,
    phase::{Phase, phase},
    system::NoQuarter,
};
use crate::battle::{
    BattleWorld, Pending, Planning, SideId,
    planning::{Account, Choices, Foresight},
};

impl Planning for NoQuarter {
    type Act = Act;
    type Knowledge = Knowledge;

    fn order(world: &World, act: &Act) -> Option<Order> {
        act.order(world)
    }

    fn choices<'w>(
        world: &'w World,
        knowledge: &'w Knowledge,
        foresight: Foresight,
    ) -> Box<dyn Choices<Self> + 'w> {
        let decision = world.resource::<Pending<Self>>().0.as_ref();
        let side = decision.map_or_else(|| side_to_order(world), |decision| decision.side);
        let mut thoughts = Thoughts::new(Study::new(world, side, knowledge, foresight));
        match (decision, phase(world), world.frame().active) {
            (Some(decision), ..) => answering::think(&mut thoughts, decision),
            (None, Phase::Terrain, _) => terrain::think(&mut thoughts),
            (None, Phase::Deployment, _) => deploying::think(&mut thoughts),
            (None, Phase::Activations, None) => activating::think(&mut thoughts),
            (None, Phase::Activations, Some(unit)) => {
                waiting::think_of_order(&mut thoughts, unit);
                moving::think_of_what_decides(&mut thoughts, unit);
                fighting::think(&mut thoughts, unit);
                using::think(&mut thoughts, unit);
                shooting::think(&mut thoughts, unit);
                moving::think(&mut thoughts, unit);
                forming::think(&mut thoughts, unit);
                waiting::think(&mut thoughts, unit);
                waiting::think_of_the_end(&mut thoughts, unit);
            }
            (None, Phase::Over, _) => {}
        }
        Box::new(thoughts)
    }

    fn position(world: &World, side: SideId, knowledge: &Knowledge) -> Account {
        position::of(&Study::new(world, side, knowledge, Foresight::NextReply))
    }

    fn furnish(battle: &World, copy: &mut World) {
        if let Some(armoury) = battle.get_resource::<Armoury>() {
            copy.insert_resource(armoury.clone());
        }
    }
}

/// Whose order the battle waits for, if it asks nothing.
fn side_to_order(world: &World) -> SideId {
    let frame = world.frame();
    frame.active.map_or(frame.side, |unit| world.side_of(unit))
}
