//! Why something can't be done now, what isn't there for the active unit at all, and what is
//! offered to it therefore.

use bevy::prelude::*;

use super::{
    Intent, aiming, at_once::to_load, comings_and_goings, forming_up, names, refusing, setting_up,
    spells, using, verbs::Verb,
};
use crate::{
    battle::{
        BattleWorld, ModelId, Pending, RuleSystem, UnitId,
        playable::{
            acting::{Focus, Offer},
            count,
        },
    },
    no_quarter::{
        NoQuarter, Order, OrderError, StandingOrder, charges, close_combat, formations, movement,
        phase::{Phase, phase},
        plan as placing,
        playable::actions_left,
        ranged_combat, support_weapons,
    },
};

fn nobody_shoots(world: &World, unit: UnitId) -> Option<String> {
    let name = world.unit_name(unit);
    let mut armed = standing_who(world, unit, |model| placing::shoots(world, model)).peekable();
    if armed.peek().is_none() {
        return Some(format!("no model of {name} has anything to shoot with"));
    }
    if let Err(refused) = ranged_combat::check_unit(world, unit) {
        return Some(refused.text);
    }
    let done = armed.all(|model| close_combat::has_fumbled(world, model));
    done.then(|| format!("each shooter of {name} has fumbled and can't attack again this turn"))
}

fn nobody_fights(world: &World, unit: UnitId) -> Option<String> {
    let near = |model: ModelId| {
        movement::is_engaged(world, model) || placing::strikes_without_contact(world, model)
    };
    let mut why: Option<String> = None;
    let mut same = true;
    for model in standing_who(world, unit, near) {
        let refused = close_combat::check_attacker(world, unit, model).err()?.text;
        same &= why.as_ref().is_none_or(|first| *first == refused);
        why.get_or_insert(refused);
    }
    Some(match why {
        Some(why) if same => why,
        Some(why) => format!("{why}, and the others in contact can't strike either"),
        None => format!("no model of {} is in contact with an enemy", world.unit_name(unit)),
    })
}

/// The standing models of a unit of which something is true.
fn standing_who(
    world: &World,
    unit: UnitId,
    what: impl Fn(ModelId) -> bool,
) -> impl Iterator<Item = ModelId> {
    world.standing(unit).into_iter().filter(move |&model| what(model))
}

/// Why a verb can't be done now, if it can't, besides what its targets say.
pub fn why_not(world: &World, focus: Focus, verb: Verb) -> Option<String> {
    let told = |refused: OrderError| refused.text;
    let check = |order: Order| NoQuarter::check(world, &order).err().map(told);
    let everybody_is_done = |unit: UnitId| refusing::everybody_is_done(world, unit, verb);
    let unit = world.frame().active;
    let busy = || -> Option<String> {
        if world.resource::<Pending<NoQuarter>>().0.is_some() {
            return Some("a decision has to be answered first".to_owned());
        }
        if phase(world) != Phase::Activations {
            return Some("this can't be done in this part of the battle".to_owned());
        }
        unit.is_none().then(|| "activate a unit first".to_owned())
    };
    match verb {
        Verb::Activate => match focus.unit {
            // An enemy acts first only by a verb of its own.
            Some(unit) => check(Order::Activate { unit }).or_else(|| {
                is_enemy(world, unit).then(|| refusing::of_the_other_side(world, unit))
            }),
            None => Some("select a unit first".to_owned()),
        },
        Verb::ActFirst => match focus.unit.filter(|&unit| is_enemy(world, unit)) {
            Some(unit) => check(Order::Activate { unit }),
            None => setting_up::why_no_enemy(world),
        },
        Verb::Move | Verb::Turn => busy().or_else(|| {
            let unit = unit?;
            if let Some(why) = everybody_is_done(unit) {
                return Some(why);
            }
            refusing::rooted(world, unit, focus.only()).map(told)
        }),
        Verb::Wheel => busy().or_else(|| {
            let unit = unit?;
            let loose = !matches!(Intent::moving(world, unit), Intent::Block(_));
            loose
                .then(|| format!("{} isn't in ranks", world.unit_name(unit)))
                .or_else(|| refusing::rooted(world, unit, None).map(told))
        }),
        Verb::FormUp => busy().or_else(|| everybody_is_done(unit?)).or_else(|| {
            let unit = unit?;
            forming_up::begins_with(world, unit).err().map(told)
        }),
        Verb::Charge => busy().or_else(|| everybody_is_done(unit?)).or_else(|| {
            let refused = charges::check_may_charge(world, unit?).err();
            refused.map(told)
        }),
        Verb::Use(what) => busy().or_else(|| using::why_not(world, focus, unit?, what)),
        Verb::Cast => busy().or_else(|| spells::why_no_spell(world, focus, unit?)),
        Verb::Fight => {
            busy().or_else(|| everybody_is_done(unit?)).or_else(|| nobody_fights(world, unit?))
        }
        Verb::Shoot => {
            busy().or_else(|| everybody_is_done(unit?)).or_else(|| nobody_shoots(world, unit?))
        }
        Verb::Template => busy().or_else(|| {
            let unit = unit?;
            let none = aiming::options(world, unit, focus).is_empty();
            let what = "breath weapon, grenades or support weapon";
            none.then(|| match focus.only() {
                Some(model) => format!("{} has no {what}", world.model_name(model)),
                None => format!("{} has no {what}", world.unit_name(unit)),
            })
            .or_else(|| everybody_is_done(unit))
            .or_else(|| aiming::nothing_to_use(world, unit, focus))
        }),
        Verb::LoadWeapon => busy().or_else(|| match to_load(world, unit?) {
            Some(order) => check(order),
            None => Some(format!("{} has no weapon to serve", world.unit_name(unit?))),
        }),
        Verb::Membership => busy().or_else(|| {
            let none = !comings_and_goings::are_possible(world);
            none.then(|| "no model can leave the unit or join another here".to_owned())
        }),
        Verb::ChangePlaces => busy().or_else(|| {
            let unit = unit?;
            let loose = !formations::may_reorganise(world, unit);
            loose.then(|| format!("{} isn't in ranks", world.unit_name(unit)))
        }),
        Verb::StandUp => busy().or_else(|| check(Order::StandUp { models: ordered(focus) })),
        Verb::Rally => busy().or_else(|| check(Order::Rally)),
        Verb::Hold => busy().or_else(|| check(Order::Hold { standing: StandingOrder::Ask })),
        Verb::EndActivation => busy().or_else(|| check(Order::EndActivation)),
        Verb::TakeUp => None,
    }
}

/// Whether a unit belongs to the side that doesn't choose now who acts.
pub fn is_enemy(world: &World, unit: UnitId) -> bool {
    world.side_of(unit) != world.frame().side
}

/// Whether an order in preparation by a verb has any use left for the active unit as a whole, besides
/// what its targets say: somebody has actions for it.
pub fn is_of_use(world: &World, intent: &Intent) -> bool {
    let (Some(unit), Some(verb)) = (world.frame().active, intent.verb()) else { return true };
    let whole = Focus { unit: Some(unit), ..Focus::default() };
    why_not(world, whole, verb).is_none()
}

/// The models that an order without named models would go to: the selected one, or all.
pub fn ordered(focus: Focus) -> Vec<ModelId> {
    focus.only().into_iter().collect()
}

/// Whether a verb is one for a unit at all, whenever it acts: not every unit has a cannon. That doesn't
/// change with what it can do at the moment, nor with whom orders go to, so that buttons stay where they
/// are.
fn concerns(world: &World, unit: UnitId, verb: Verb) -> bool {
    match verb {
        Verb::Template => !aiming::options(world, unit, Focus::default()).is_empty(),
        Verb::LoadWeapon => support_weapons::weapon_of(world, unit).is_some(),
        Verb::Membership => {
            world.standing(unit).iter().any(|&model| formations::is_individual(world, model))
        }
        Verb::ChangePlaces => formations::may_reorganise(world, unit),
        Verb::Use(what) => using::is_had(world, unit, what),
        Verb::Cast => spells::has_spells(world, unit),
        everyones => everyones.is_everyones(),
    }
}

/// The verbs that concern a unit whenever it acts.
pub fn verbs_of(world: &World, unit: UnitId) -> impl Iterator<Item = Verb> {
    Verb::orders().filter(move |&verb| concerns(world, unit, verb))
}

/// The verbs that are offered now, as they are called now.
pub fn offers(world: &World, focus: Focus) -> Vec<Offer> {
    let offer = |verb: Verb| {
        let words = verb.words();
        let called = |unit: UnitId| names::of_verb(world, focus, unit, verb);
        Offer {
            verb: verb.id(),
            name: world.frame().active.map_or(words.name, called).to_owned(),
            help: words.help.to_owned(),
            why_not: why_not(world, focus, verb),
            wanted: false,
        }
    };
    let Some(unit) = world.frame().active else {
        let selected = focus.unit.map(|unit| {
            let name = world.unit_name(unit);
            let enemy = is_enemy(world, unit);
            // Whoever makes an enemy act is told so, and isn't urged to.
            match enemy && world.frame().first_activation {
                true => Offer {
                    name: format!("Make {name} act first"),
                    help: setting_up::ABOUT_ENEMIES.to_owned(),
                    ..offer(Verb::ActFirst)
                },
                false => {
                    let name = format!("Activate {name}");
                    Offer { name, wanted: !enemy, ..offer(Verb::Activate) }
                }
            }
        });
        return selected.into_iter().collect();
    };
    let called = verbs_of(world, unit).map(|verb| match verb {
        Verb::Shoot if names::has_crew(world, unit) => Offer {
            help: "The crew shoots with its own weapons instead of serving the gun.".to_owned(),
            ..offer(verb)
        },
        Verb::EndActivation => Offer {
            help: left_to_act(world, unit, ", which will be lost"),
            wanted: actions_left::able(world, unit) == (0, 0),
            ..offer(verb)
        },
        _ => offer(verb),
    });
    called.collect()
}

/// How many of a unit can still act, as a sentence, with what becomes of their actions; of a model by
/// itself, with how many.
pub fn left_to_act(world: &World, unit: UnitId, fate: &str) -> String {
    if let [alone] = actions_left::of_unit(world, unit)[..] {
        let name = world.unit_name(unit);
        return match (alone.actions, alone.momentum) {
            (0, 0) => format!("{name} has no actions left."),
            (0, _) => format!("{name} has no actions left, but can strike with momentum."),
            (left, _) => format!("{name} has {} left{fate}.", count(usize::from(left), "action")),
        };
    }
    match actions_left::able(world, unit) {
        (0, 0) => "No model has actions left.".to_owned(),
        (0, left) => {
            format!("No model has actions left, but {} can strike with momentum.", models(left))
        }
        (1, _) => format!("1 model has actions left{fate}."),
        (left, _) => format!("{} have actions left{fate}.", models(left)),
    }
}

fn models(number: usize) -> String {
    count(number, "model")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::Showing,
        no_quarter::{
            ActionsLeft, Arms, Momentum, Morale, Weapon, WeaponRule,
            components::Formation,
            profile::Band,
            test_world::{TestWorld, block, man, ranker},
        },
        table::Inches,
    };

    /// Two of ours, the first of them beside an enemy, with so many actions and so much momentum.
    fn scene(actions: [u8; 2], momentum: u8) -> (TestWorld, UnitId) {
        let mut scene = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let ours = scene.unit(0, Formation::Skirmish, &places, man());
        scene.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        scene.activate(ours);
        let [first, second] = [0, 1].map(|place| scene.model(ours, place));
        scene.world.set_model(first, ActionsLeft(actions[0]));
        scene.world.set_model(second, ActionsLeft(actions[1]));
        scene.world.set_model(first, Momentum(momentum));
        (scene, ours)
    }

    #[test]
    fn the_card_the_panel_and_refusals_tell_the_same_of_what_is_left() {
        for (actions, momentum, card, panel) in [
            ([8, 8], 0, "8 actions left each", "2 models have actions left."),
            ([0, 1], 0, "0 to 1 of 8 actions left each", "1 model has actions left."),
            ([0, 0], 0, "no actions left", "No model has actions left."),
            (
                [0, 0],
                4,
                "no actions left",
                "No model has actions left, but 1 model can strike with momentum.",
            ),
        ] {
            let (scene, ours) = scene(actions, momentum);
            let told = NoQuarter::card(&scene.world, ours, None).left;
            assert_eq!(told[0].text, card);
            assert_eq!(left_to_act(&scene.world, ours, ""), panel);
            let none_left = actions == [0, 0];
            let refused = why_not(&scene.world, Focus::default(), Verb::Charge);
            assert_eq!(
                refused.is_some_and(|why| why.contains("actions left")),
                none_left,
                "{card}"
            );
        }
    }

    #[test]
    fn who_has_momentum_left_can_fight_without_actions() {
        let fights = |momentum: u8| {
            let (scene, _) = scene([0, 0], momentum);
            why_not(&scene.world, Focus::default(), Verb::Fight)
        };
        assert_eq!(fights(4), None);
        assert!(fights(0).is_some_and(|why| why.contains("actions left")));
    }

    #[test]
    fn who_has_fumbled_neither_fights_nor_shoots() {
        let (mut scene, ours) = scene([8, 8], 0);
        let fights = Intent::Fight { mode: None, weapon: None };
        let [first, second] = [0, 1].map(|place| scene.model(ours, place));
        // The second one is too far away to fight.
        close_combat::fumble(&mut scene.world, second);
        assert!(is_of_use(&scene.world, &fights));
        close_combat::fumble(&mut scene.world, first);
        assert!(!is_of_use(&scene.world, &fights));
        let why = why_not(&scene.world, Focus::default(), Verb::Fight).unwrap_or_default();
        assert!(why.ends_with("has fumbled and can't attack again this turn"), "{why}");

        let bow = Weapon { bands: vec![Band(Inches(24.0), 0)], ..Weapon::improvised() };
        let place = [(30.0, 10.0, 90.0)];
        let archers = scene.armed_unit(0, Formation::Skirmish, &place, man(), vec![bow]);
        scene.activate(archers);
        let shoots = Intent::Shoot { aim: false, mode: None, weapon: None };
        assert!(is_of_use(&scene.world, &shoots));
        let archer = scene.model(archers, 0);
        close_combat::fumble(&mut scene.world, archer);
        assert!(!is_of_use(&scene.world, &shoots));
    }

    #[test]
    fn who_is_terrified_is_offered_neither_charge_nor_attack() {
        let (mut scene, ours) = scene([8, 8], 0);
        for model in scene.world.standing(ours) {
            let bow = Weapon { bands: vec![Band(Inches(24.0), 0)], ..Weapon::improvised() };
            scene.world.set_model(model, Arms(vec![Weapon::improvised().into(), bow.into()]));
        }
        let why = |scene: &TestWorld| {
            let told = |verb| why_not(&scene.world, Focus::default(), verb);
            [Verb::Move, Verb::Charge, Verb::Fight, Verb::Shoot].map(told)
        };
        assert_eq!(why(&scene), [const { None }; 4]);
        scene.world.set_unit(ours, Morale::Terrified);
        for why in why(&scene) {
            assert!(why.as_ref().is_some_and(|why| why.contains("is terrified")), "{why:?}");
        }
    }

    #[test]
    fn a_verb_keeps_its_place_from_unit_to_unit_and_whomever_orders_go_to() {
        let mut scene = TestWorld::new();
        let bombs = vec![Weapon { rules: vec![WeaponRule::Thrown], ..Weapon::improvised() }];
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let throwers = scene.armed_unit(0, Formation::Skirmish, &places, man(), bombs);
        let ranked = Formation::Ranked { frontage: 4 };
        let ranks = scene.unit(0, ranked, &block(20.5, 10.5, 4, 8), ranker());
        let without = scene.model(throwers, 1);
        scene.world.set_model(without, Arms(vec![Weapon::improvised().into()]));
        let mut offered = |unit: UnitId, focus: Focus| -> Vec<Verb> {
            scene.activate(unit);
            let verbs = offers(&scene.world, focus).into_iter();
            verbs.filter_map(|offer| Verb::of(offer.verb)).collect()
        };
        let all = offered(throwers, Focus::default());
        let others = offered(ranks, Focus::default());
        for (place, verb) in all.iter().enumerate().filter(|(_, verb)| verb.is_everyones()) {
            // What ends an activation has a place of its own in panels.
            if *verb != Verb::EndActivation {
                assert_eq!(others.get(place), Some(verb));
            }
        }
        assert!(others.contains(&Verb::ChangePlaces) && !others.contains(&Verb::Template));
        assert!(all.contains(&Verb::Template) && !all.contains(&Verb::ChangePlaces));
        let alone = Focus { unit: Some(throwers), model: Some(without), alone: true };
        assert_eq!(offered(throwers, alone), all, "it has nothing to throw itself");
        assert!(why_not(&scene.world, alone, Verb::Template).is_some());
    }
}
