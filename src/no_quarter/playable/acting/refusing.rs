//! How a refusal is told to whoever tried something: with what can't be done, and why a model that somebody
//! takes hold of stays where it is.

use bevy::prelude::World;

use super::{Intent, names, verbs::Verb, why_not};
use crate::{
    battle::{BattleWorld, ModelId, Pending, RuleSystem, UnitId, playable::acting::Focus},
    no_quarter::{
        ModelMove, NoQuarter, Order, OrderError, Refusal, formations, playable::actions_left,
        turn_sequence,
    },
    table::{Inches, Pose, formation::Manoeuvre},
};

/// How a refusal is told to whoever prepared an order by a verb: where it is for the state of those who would
/// do it, with what can't be done before it.
pub(super) fn told_to_whoever_tried(
    world: &World,
    intent: &Intent,
    refused: &OrderError,
) -> Option<String> {
    let what = names::refused(world, intent).filter(|_| is_about_state(&refused.refusal))?;
    Some(format!("{what}: {}", refused.text))
}

/// The same for whoever gave an order.
pub(super) fn told_to_whoever_ordered(
    world: &World,
    order: &Order,
    refused: &OrderError,
) -> Option<String> {
    let about_state = is_about_state(&refused.refusal);
    let what = names::refused_order(world, order).filter(|_| about_state)?;
    Some(format!("{what}: {}", refused.text))
}

/// Whether something is refused for the state of those who would do it, whatever they would do and
/// wherever.
fn is_about_state(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Prone
            | Refusal::Panicked
            | Refusal::Terrified
            | Refusal::Fumbled
            | Refusal::InCombat
            | Refusal::RalliedAlready
            | Refusal::NotEnoughActions { .. }
    )
}

/// Why the active unit, or one model of it, can't even begin to move.
pub(super) fn rooted(world: &World, unit: UnitId, only: Option<ModelId>) -> Option<OrderError> {
    let state = |order: &Order| {
        let refused = NoQuarter::check(world, order).err()?;
        is_about_state(&refused.refusal).then_some(refused)
    };
    if formations::is_ranked(world, unit) {
        // The least that a block can do.
        return state(&Order::Manoeuvre { manoeuvre: Manoeuvre::Ahead(Inches(0.1)) });
    }
    let mut first = None;
    for model in only.map_or_else(|| world.standing(unit), |model| vec![model]) {
        let facing = Some(world.of_model::<Pose>(model).facing);
        let turn = ModelMove { model, path: Vec::new(), facing };
        let refused = state(&Order::Move { moves: vec![turn] })?;
        first.get_or_insert(refused);
    }
    first
}

/// Why a model stays where it is when somebody takes hold of it, if it does.
pub(super) fn held_fast(world: &World, focus: Focus, model: ModelId) -> Option<String> {
    let unit = world.unit_of(model);
    if world.resource::<Pending<NoQuarter>>().0.is_some() {
        return None;
    }
    let frame = world.frame();
    match frame.active {
        active if active != Some(unit) && world.side_of(unit) != frame.side => {
            Some(of_the_other_side(world, unit))
        }
        Some(active) if active == unit => {
            let why = why_not::why_not(world, focus, Verb::Move)?;
            Some(format!("Can't move: {why}"))
        }
        Some(active) => Some(format!("Can't move: {} is active", world.unit_name(active))),
        None => Some(match NoQuarter::check(world, &Order::Activate { unit }) {
            Ok(()) => format!("Activate {} first", world.unit_name(unit)),
            // It says whom it is about.
            Err(refused) => format!("Can't move: {}", refused.text),
        }),
    }
}

/// Whose a unit is that isn't the side's whose go it is, and how it may be made to act if it may be
/// (TURN-02).
pub(super) fn of_the_other_side(world: &World, unit: UnitId) -> String {
    let side = world.side_within(world.side_of(unit));
    let whose = format!("{} belongs to {side}", world.unit_name(unit));
    if turn_sequence::can_activate(world, unit) && turn_sequence::may_select(world, unit) {
        let by = Verb::ActFirst.words().id;
        format!("{whose}. To make it act first, select it and use {{verb:{by}}}")
    } else {
        whose
    }
}

/// Why nobody of a unit can do something by a verb, for want of actions; blows need only momentum.
pub(super) fn everybody_is_done(world: &World, unit: UnitId, verb: Verb) -> Option<String> {
    let (with_actions, with_momentum) = actions_left::able(world, unit);
    if with_actions > 0 || (verb == Verb::Fight && with_momentum > 0) {
        return None;
    }
    Some(format!("no model of {} has actions left", world.unit_name(unit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Telling, TurnFrame},
        no_quarter::{
            ActionsLeft, Armoury, Morale, Weapon, WeaponRule,
            components::{Activation, Formation, Stance},
            playable::acting::aiming,
            profile::TeardropSize,
            test_world::{TestWorld, man},
        },
    };

    const CHARGE: Intent = Intent::Charge { to_reach: false };

    fn scene() -> (TestWorld, UnitId, UnitId) {
        let mut scene = TestWorld::new();
        let ours = scene.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = scene.unit(1, Formation::Skirmish, &[(10.0, 15.0, 270.0)], man());
        scene.world.insert_resource(Armoury::embedded().unwrap());
        (scene, ours, theirs)
    }

    #[test]
    fn who_is_prone_reads_in_plain_words_that_it_cannot_charge() {
        let (mut scene, ours, target) = scene();
        scene.activate(ours);
        let model = scene.model(ours, 0);
        scene.world.set_model(model, Stance::Prone);
        let refused = NoQuarter::check(&scene.world, &Order::Charge { models: Vec::new(), target });
        let refused = refused.expect_err("it is prone");
        let text = told_to_whoever_tried(&scene.world, &CHARGE, &refused).expect("its state");
        let order = Order::Charge { models: Vec::new(), target };
        let ordered = told_to_whoever_ordered(&scene.world, &order, &refused);
        assert_eq!(ordered.as_ref(), Some(&text), "the order itself is told the same");
        assert!(text.starts_with("Can't charge: ") && text.ends_with("stand up first"), "{text}");
        let told = NoQuarter::objection(&refused);
        assert_eq!(told.rule, "Stand Up From Prone", "its rule is told beside the words");
    }

    #[test]
    fn who_cannot_breathe_reads_so_and_not_that_it_cannot_template() {
        let mut scene = TestWorld::new();
        scene.world.insert_resource(Armoury::embedded().unwrap());
        let rules = vec![WeaponRule::Teardrop(TeardropSize::Large)];
        let fire = Weapon { rules, ..Weapon::improvised() };
        let place = [(10.0, 10.0, 90.0)];
        let ours = scene.armed_unit(0, Formation::Skirmish, &place, man(), vec![fire]);
        scene.activate(ours);
        let aimed = aiming::next(&scene.world, ours, Focus::default(), None).expect("its breath");
        let refused = OrderError::new(Refusal::Prone, "MOVE-04", "it is prone");
        let text = told_to_whoever_tried(&scene.world, &Intent::Template(aimed), &refused);
        assert!(text.is_some_and(|text| text.starts_with("Can't use its breath weapon: ")));
    }

    #[test]
    fn what_stands_in_the_way_goes_by_its_own_rule() {
        let (scene, ..) = scene();
        let refused = OrderError::new(Refusal::NoWay, "CHG-02", "no way");
        assert_eq!(told_to_whoever_tried(&scene.world, &CHARGE, &refused), None);
    }

    #[test]
    fn whoever_is_taken_hold_of_and_stays_says_why() {
        let (mut scene, ours, theirs) = scene();
        let (own, enemy) = (scene.model(ours, 0), scene.model(theirs, 0));
        scene.activate(ours);
        let why = |scene: &TestWorld, model| held_fast(&scene.world, Focus::default(), model);
        assert_eq!(why(&scene, own), None, "it may go");
        let theirs = why(&scene, enemy).expect("it isn't ours");
        assert!(theirs.ends_with("belongs to theirs"), "{theirs}");
        scene.world.set_model(own, Stance::Prone);
        let prone = why(&scene, own).expect("it is prone");
        assert!(prone.contains("prone") && !prone.contains('('), "{prone}");
        scene.world.set_model(own, Stance::Standing);
        scene.world.set_model(own, ActionsLeft(0));
        let done = why(&scene, own).expect("it has done all it can");
        assert!(done.contains("actions left"), "{done}");
        scene.world.resource_mut::<TurnFrame>().active = None;
        scene.world.set_unit(ours, Activation::Activated);
        let name = scene.world.unit_name(ours).to_owned();
        let had = why(&scene, own).expect("it has had its go");
        assert_eq!(had.matches(&name).count(), 1, "{had}: its name once");
    }

    #[test]
    fn an_enemy_that_is_taken_hold_of_says_whose_it_is_and_how_it_may_be_made_to_act() {
        let (mut scene, _, theirs) = scene();
        let enemy = scene.model(theirs, 0);
        let why = |scene: &TestWorld| held_fast(&scene.world, Focus::default(), enemy).unwrap();
        assert!(!why(&scene).contains("{verb:"), "it isn't the first activation");
        scene.world.resource_mut::<TurnFrame>().first_activation = true;
        let may = why(&scene);
        assert!(may.contains("belongs to theirs") && may.contains("{verb:ActFirst}"), "{may}");
        scene.morale(theirs, Morale::Panicked);
        assert!(!why(&scene).contains("{verb:"), "a panicked unit can't be made to act");
    }
}
