//! What the active unit is most likely meant to do to an enemy that is pointed at, so that one click
//! does it. Whoever can strike strikes; else what promises most at once is done: the first blows of a
//! charge that comes into contact, shots, or a weapon that is laid. Of equals the charge goes first.

use bevy::prelude::World;

use super::{Intent, aiming, order::order};
use crate::{
    battle::{
        BattleWorld, Pending, RuleSystem, UnitId,
        playable::acting::{Focus, Pointing},
    },
    no_quarter::{NoQuarter, Order, plan as placing, preview::preview},
};

/// What an order at the enemy that is pointed at may be meant to be. Of equals the first is meant.
pub(super) fn deeds(world: &World, focus: Focus, pointing: Pointing) -> Vec<Intent> {
    let asked = world.resource::<Pending<NoQuarter>>().0.is_some();
    let Some(unit) = world.frame().active.filter(|_| !asked) else { return Vec::new() };
    let enemy = |target: UnitId| world.side_of(target) != world.side_of(unit);
    if !pointing.unit.is_some_and(enemy) {
        return Vec::new();
    }
    let laid = aiming::next(world, unit, focus, None).map(Intent::Template);
    let at_once = [
        Intent::Fight { mode: None, weapon: None },
        Intent::Charge { to_reach: false },
        Intent::Shoot { aim: false, mode: None, weapon: None },
    ];
    at_once.into_iter().chain(laid).collect()
}

/// How much a deed promises at once, if it is legal and comes to anything.
pub(super) fn promise(
    world: &World,
    focus: Focus,
    intent: &Intent,
    pointing: Pointing,
) -> Option<f32> {
    let order = legal(world, focus, intent, pointing)?;
    // Who can strike isn't meant to do anything else.
    match intent {
        Intent::Fight { .. } => Some(f32::INFINITY),
        _ => worth(world, &order, pointing.unit?),
    }
}

/// The order of an intent, if the rules allow it.
fn legal(world: &World, focus: Focus, intent: &Intent, pointing: Pointing) -> Option<Order> {
    let order = order(world, focus, intent, pointing)?.ok()?;
    NoQuarter::check(world, &order).is_ok().then_some(order)
}

/// How many wounds an order promises at once, those of friends taken off; none if it comes to nothing.
fn worth(world: &World, order: &Order, target: UnitId) -> Option<f32> {
    let preview = preview(world, order);
    let attacks = match order {
        Order::Charge { .. } => {
            if !preview.ways.iter().any(|way| way.contact) {
                return None;
            }
            placing::blows_on_contact(world, &preview.ways, target)
        }
        _ => preview.attacks,
    };
    let wounds: f32 = attacks.iter().map(|attack| attack.chance).sum();
    let side = world.side_of(target);
    let under = preview.templates.iter().flat_map(|template| &template.under);
    let caught: f32 = under
        .map(|one| if world.side_of_model(one.model) == side { one.wound } else { -one.wound })
        .sum();
    let worth = wounds + caught;
    (worth > 0.0 || matches!(order, Order::Charge { .. })).then_some(worth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{ModelId, playable::acting::Weighing},
        no_quarter::{
            components::Formation,
            playable::acting::{targets, verbs::Verb},
            test_world::{TestWorld, bow, man},
        },
    };

    /// What is pointed at by whoever points at a model.
    fn at(world: &World, model: ModelId) -> Pointing {
        Pointing {
            at: Some(world.placed(model).pose.at),
            facing: None,
            unit: Some(world.unit_of(model)),
            model: Some(model),
        }
    }

    /// What is most likely meant at a model, after all deeds were weighed.
    fn likely(world: &World, model: ModelId) -> Option<Intent> {
        let mut weighing = Weighing::<NoQuarter>::of(world, Focus::default(), at(world, model));
        while !weighing.is_over() {
            weighing.step(world);
        }
        weighing.meant()
    }

    /// One of ours, with a bow or without, and one of theirs so far above.
    fn scene(apart: f32, armed: bool) -> (TestWorld, ModelId) {
        let mut scene = TestWorld::new();
        let arms = if armed { vec![bow()] } else { Vec::new() };
        let place = [(10.0, 10.0, 90.0)];
        let ours = scene.armed_unit(0, Formation::Skirmish, &place, man(), arms);
        let place = [(10.0, 10.0 + apart, 270.0)];
        let theirs = scene.unit(1, Formation::Skirmish, &place, man());
        scene.activate(ours);
        let model = scene.model(theirs, 0);
        (scene, model)
    }

    fn meant(apart: f32, armed: bool) -> Option<Verb> {
        let (scene, model) = scene(apart, armed);
        let enemies = targets::nearest_enemies(&scene.world);
        assert_eq!(enemies, [scene.world.unit_of(model)], "{apart} inches");
        likely(&scene.world, model).and_then(|intent| intent.verb())
    }

    #[test]
    fn who_touches_strikes_who_reaches_charges_and_who_has_a_bow_shoots_from_afar() {
        assert_eq!(meant(1.0, false), Some(Verb::Fight));
        assert_eq!(meant(5.0, false), Some(Verb::Charge));
        assert_eq!(meant(11.0, true), Some(Verb::Shoot));
        assert_eq!(meant(20.0, false), None, "nothing reaches so far");
    }

    #[test]
    fn each_step_asks_about_one_deed_and_who_can_strike_is_asked_no_more() {
        let steps = |apart: f32| {
            let (scene, model) = scene(apart, false);
            let pointing = at(&scene.world, model);
            let mut weighing = Weighing::<NoQuarter>::of(&scene.world, Focus::default(), pointing);
            let mut steps = 0;
            while !weighing.is_over() {
                weighing.step(&scene.world);
                steps += 1;
            }
            steps
        };
        assert_eq!((steps(1.0), steps(5.0)), (1, 3));
    }

    #[test]
    fn nothing_is_meant_at_a_friend_or_while_nobody_is_active() {
        let (mut scene, model) = scene(5.0, false);
        let own = scene.world.frame().active.and_then(|unit| scene.models(unit).first().copied());
        let own = own.expect("one of ours");
        assert_eq!(likely(&scene.world, own), None);
        scene.world.resource_mut::<crate::battle::TurnFrame>().active = None;
        assert_eq!(likely(&scene.world, model), None);
    }
}
