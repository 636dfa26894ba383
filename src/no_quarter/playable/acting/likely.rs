//! What the active unit is most likely meant to do to an enemy that is pointed at, so that one click
//! does it. Whoever can strike strikes; else what promises most at once is done: the first blows of a
//! charge that comes into contact, shots, or a weapon that is laid. Of equals the charge goes first.

use bevy::prelude::World;

use super::{Intent, aiming, order::order, targets, verbs::Verb};
use crate::{
    battle::{
        BattleWorld, ModelId, Pending, RuleSystem, UnitId,
        playable::acting::{Focus, Pointing},
    },
    no_quarter::{NoQuarter, Order, plan as placing, preview::preview},
};

/// What an order at the enemy that is pointed at is most likely meant to be, if there is any.
pub(super) fn likely(world: &World, focus: Focus, pointing: Pointing) -> Option<Intent> {
    let unit = world.frame().active?;
    let enemy = |&target: &UnitId| world.side_of(target) != world.side_of(unit);
    let target = pointing.unit.filter(enemy)?;
    if world.resource::<Pending<NoQuarter>>().0.is_some() {
        return None;
    }
    let strike = Intent::Fight { plain: false, weapon: None };
    if legal(world, focus, &strike, pointing).is_some() {
        return Some(strike);
    }
    let laid = aiming::next(world, unit, focus, None).map(Intent::Template);
    let deeds = [Intent::Charge { to_reach: false }, Intent::Shoot { aim: false, weapon: None }]
        .into_iter()
        .chain(laid);
    let mut best: Option<(f32, Intent)> = None;
    for intent in deeds {
        let Some(order) = legal(world, focus, &intent, pointing) else { continue };
        let Some(worth) = worth(world, &order, target) else { continue };
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, intent));
        }
    }
    best.map(|(_, intent)| intent)
}

/// The nearest enemy to whom the active unit would do something: the model that it has to do with
/// first.
pub(super) fn likely_target(world: &World, focus: Focus) -> Option<ModelId> {
    let asked = targets::questions(world).into_iter().rev();
    let enemies = asked.filter(|(verb, _)| *verb == Verb::Fight.id()).map(|(_, enemy)| enemy);
    let mut foremost = enemies.filter_map(|enemy| targets::foremost(world, enemy));
    foremost.find(|&model| likely(world, focus, at(world, model)).is_some())
}

/// What is pointed at by whoever points at a model.
fn at(world: &World, model: ModelId) -> Pointing {
    Pointing {
        at: Some(world.placed(model).pose.at),
        facing: None,
        unit: Some(world.unit_of(model)),
        model: Some(model),
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
    use crate::no_quarter::{
        components::Formation,
        test_world::{TestWorld, bow, man},
    };

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
        let intent = likely(&scene.world, Focus::default(), at(&scene.world, model));
        assert_eq!(
            likely_target(&scene.world, Focus::default()),
            intent.is_some().then_some(model),
            "{apart} inches"
        );
        intent.and_then(|intent| intent.verb())
    }

    #[test]
    fn who_touches_strikes_who_reaches_charges_and_who_has_a_bow_shoots_from_afar() {
        assert_eq!(meant(1.0, false), Some(Verb::Fight));
        assert_eq!(meant(5.0, false), Some(Verb::Charge));
        assert_eq!(meant(11.0, true), Some(Verb::Shoot));
        assert_eq!(meant(20.0, false), None, "nothing reaches so far");
    }

    #[test]
    fn nothing_is_meant_at_a_friend_or_while_nobody_is_active() {
        let (mut scene, model) = scene(5.0, false);
        let own = scene.world.frame().active.and_then(|unit| scene.models(unit).first().copied());
        let own = own.expect("one of ours");
        let focus = Focus::default();
        assert_eq!(likely(&scene.world, focus, at(&scene.world, own)), None);
        scene.world.resource_mut::<crate::battle::TurnFrame>().active = None;
        assert_eq!(likely(&scene.world, focus, at(&scene.world, model)), None);
    }
}
