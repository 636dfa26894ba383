//! An order in a few words, as a player would say it, for those who wrote it in a file. It may name
//! units and models that aren't there.

use bevy::prelude::World;

use super::{Mark, Order};
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::count},
    no_quarter::{
        magic::{Bearer, Risen},
        question::Answer,
        uses::At,
    },
    table::formation::Manoeuvre,
};

/// What an order asks for: "charge the unit Orc Bruisers".
pub(in crate::no_quarter) fn words(world: &World, order: &Order) -> String {
    let active = || {
        let active = world.frame().active;
        active.map_or_else(|| "a unit, though none is active".to_owned(), |id| unit(world, id))
    };
    match order {
        Order::Deploy { unit: id, .. } => format!("deploy {}", unit(world, *id)),
        Order::Activate { unit: id } => format!("activate {}", unit(world, *id)),
        Order::Move { moves } => {
            format!("move {}", several(world, moves.iter().map(|one| one.model)))
        }
        Order::Manoeuvre { manoeuvre } => format!("{} {}", way(manoeuvre), active()),
        Order::FormUp { .. } => format!("change the formation of {}", active()),
        Order::Reorganise { places } => {
            let models = several(world, places.iter().map(|place| place.0));
            format!("change the place in the ranks of {models}")
        }
        Order::Leave { model: id } => format!("let {} leave its unit", model(world, *id)),
        Order::Join { unit: id } => format!("join {}", unit(world, *id)),
        Order::Charge { models, target } | Order::ChargeToReach { models, target } => {
            let with = match &models[..] {
                [] => String::new(),
                some => format!(" with {}", several(world, some.iter().copied())),
            };
            let reach = matches!(order, Order::ChargeToReach { .. });
            let far = if reach { " as far as long weapons reach" } else { "" };
            format!("charge {}{with}{far}", unit(world, *target))
        }
        Order::Fight { blows } => match &blows[..] {
            [blow] => {
                format!("strike {} with {}", model(world, blow.target), model(world, blow.attacker))
            }
            several => format!("strike {}", count(several.len(), "blow")),
        },
        Order::Use { model: id, what, at } => {
            let known = match *at {
                At::Itself | At::Side(_) | At::Place(_) | At::Towards(_) | At::Teardrop { .. } => {
                    true
                }
                At::Model(other) => world.roster().model(other).is_some(),
                At::Spell(what) => match what.on {
                    Bearer::Unit(unit) => world.roster().unit(unit).is_some(),
                    Bearer::Model(other) => world.roster().model(other).is_some(),
                    Bearer::Ground(_) => true,
                },
                At::Unit(unit) | At::Through { unit, .. } => world.roster().unit(unit).is_some(),
            };
            let asked = if known {
                what.rules().asked(world, *at)
            } else {
                format!("use {} on somebody who isn't there", what.about().verb.name)
            };
            format!("{asked} with {}", model(world, *id))
        }
        Order::Shoot { shots } => match &shots[..] {
            [shot] => {
                format!("shoot at {} with {}", unit(world, shot.target), model(world, shot.shooter))
            }
            several => format!("take {}", count(several.len(), "shot")),
        },
        Order::Breathe { breath } => format!("lay a template with {}", model(world, breath.model)),
        Order::Throw { throw } => {
            format!("throw a grenade at {} with {}", mark(world, throw.at), {
                model(world, throw.thrower)
            })
        }
        Order::Fire { fire } => {
            let at = fire.marks.first().map_or_else(|| "nothing".to_owned(), |at| mark(world, *at));
            format!("fire {} at {at}", model(world, fire.shooter))
        }
        Order::Load { weapon } => format!("load {}", model(world, *weapon)),
        Order::StandUp { models } => match &models[..] {
            [] => "stand up".to_owned(),
            some => format!("stand {} up", several(world, some.iter().copied())),
        },
        Order::Rally => format!("rally {}", active()),
        Order::Hold { standing } => format!("put {} on hold, told to {standing}", active()),
        Order::EndActivation => format!("end the activation of {}", active()),
        Order::Answer { answer } => words_of_answer(world, answer),
        Order::Concede { side } => {
            let known = world.roster().sides().any(|known| known == *side);
            let side = if known {
                world.side_within(*side)
            } else {
                format!("side {}, which isn't there", side.0)
            };
            format!("concede for {side}")
        }
        Order::LayTerrain { terrain, .. } => {
            let kind = world.terrain(*terrain).map_or("a piece that isn't there", |t| &t.kind);
            format!("lay the terrain: {kind}")
        }
        Order::Enter { unit: id, .. } => {
            format!("bring {} on from the reserve", unit(world, *id))
        }
        Order::KeepBack { unit: id } => format!("keep {} in reserve", unit(world, *id)),
        Order::Instruct { unit: id, standing } => {
            format!("tell {} to {standing}", unit(world, *id))
        }
    }
}

/// An answer as one tells somebody to give it: "pursue those who flee".
pub(in crate::no_quarter) fn words_of_answer(world: &World, answer: &Answer) -> String {
    let unit = |id: &UnitId| unit(world, *id);
    let model = |id: &ModelId| model(world, *id);
    match answer {
        Answer::Pass => "do nothing now".to_owned(),
        Answer::PassForThisOrder => "do nothing during this order".to_owned(),
        Answer::Shoot => "shoot in response".to_owned(),
        Answer::RespondAt { target } => format!("respond at {}", model(target)),
        Answer::Strike => "strike first".to_owned(),
        Answer::StrikeAt { target } => format!("strike {} first", model(target)),
        Answer::Flee => "flee from the charge".to_owned(),
        Answer::Halt => "halt".to_owned(),
        Answer::Pursue => "pursue those who flee".to_owned(),
        Answer::Redirect { target } => format!("charge {} instead", unit(target)),
        Answer::FollowUpInto { target } => format!("follow up into {}", model(target)),
        Answer::FollowUpAlone { target } => {
            format!("leave the ranks and follow up into {}", model(target))
        }
        Answer::FollowUpTo { .. } => "follow up".to_owned(),
        Answer::Stand => "stand".to_owned(),
        Answer::Retreat => "retreat".to_owned(),
        Answer::Fill => "close the gap".to_owned(),
        Answer::Edge { edge } => format!("take the {} edge", edge.name()),
        Answer::Begin => "begin the battle".to_owned(),
        Answer::Parry => "parry".to_owned(),
        Answer::RollAgain => "roll again".to_owned(),
        Answer::LetStand => "let it stand".to_owned(),
        Answer::Ignore => "ignore the failure".to_owned(),
        Answer::UseMastery => "use the mastery".to_owned(),
        Answer::PushBack { .. } => "push back".to_owned(),
        Answer::CrewStrikes { blow } => format!("have the crew strike {}", model(&blow.target)),
        Answer::GoesOverTo { target } => format!("hit {}", model(target)),
        Answer::KeepUp { what } => format!("keep {} up", what.spell.name()),
        Answer::Raise { who: Risen::Slain(slain) } => format!("raise {}", model(slain)),
        Answer::Raise { who: Risen::Fallen(fallen) } => format!("raise {}", fallen.name()),
        Answer::JoinUnit { unit: home } => format!("join {}", unit(home)),
        Answer::FormUnit => "form a unit".to_owned(),
    }
}

fn way(manoeuvre: &Manoeuvre) -> &'static str {
    match manoeuvre {
        Manoeuvre::Ahead(_) => "advance with",
        Manoeuvre::Back(_) => "step back with",
        Manoeuvre::Sidestep(..) => "sidestep with",
        Manoeuvre::Wheel { .. } => "wheel with",
        Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => "turn with",
    }
}

fn unit(world: &World, id: UnitId) -> String {
    match world.roster().unit(id) {
        Some(_) => world.unit_name(id).to_owned(),
        None => format!("unit {}, which isn't there", id.0),
    }
}

fn model(world: &World, id: ModelId) -> String {
    match world.roster().model(id) {
        Some(_) => world.model_name(id).to_owned(),
        None => format!("model {}, which isn't there", id.0),
    }
}

/// The first of some models, and how many others there are.
fn several(world: &World, mut models: impl ExactSizeIterator<Item = ModelId>) -> String {
    let others = models.len().saturating_sub(1);
    let Some(first) = models.next() else { return "nobody".to_owned() };
    let first = model(world, first);
    if others == 0 { first } else { format!("{first} and {}", count(others, "other")) }
}

fn mark(world: &World, mark: Mark) -> String {
    match mark {
        Mark::Model(id) => model(world, id),
        Mark::Ground(at) => format!("the ground at {:.1}, {:.1}", at.x, at.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        order::{Blow, ModelMove, StandingOrder},
        test_world::{TestWorld, man},
        uses::Usable,
    };

    #[test]
    fn orders_are_told_with_the_names_of_whom_they_are_about() {
        let mut scene = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0)];
        let men = scene.unit(0, Formation::Skirmish, &places, man());
        let told = |scene: &TestWorld, order| words(&scene.world, &order);
        let name = scene.world.unit_name(men).to_owned();
        assert_eq!(told(&scene, Order::Activate { unit: men }), format!("activate {name}"));
        assert_eq!(told(&scene, Order::Rally), "rally a unit, though none is active");
        scene.activate(men);
        assert_eq!(told(&scene, Order::Rally), format!("rally {name}"));
        let hold = Order::Hold { standing: StandingOrder::WhenCharged };
        assert_eq!(told(&scene, hold), format!("put {name} on hold, told to ask if charged"));
        let models = [0, 1, 2].map(|place| scene.model(men, place));
        let step = |model| ModelMove { model, path: Vec::new(), facing: None };
        let first = scene.world.model_name(models[0]).to_owned();
        let all = told(&scene, Order::Move { moves: models.map(step).into() });
        assert_eq!(all, format!("move {first} and 2 others"));
        let give_up = Order::Concede { side: crate::battle::SideId(7) };
        assert_eq!(told(&scene, give_up), "concede for side 7, which isn't there");
        let answer = |answer| told(&scene, Order::Answer { answer });
        assert_eq!(answer(Answer::Redirect { target: men }), format!("charge {name} instead"));
        let stranger = Answer::FollowUpInto { target: ModelId(99) };
        assert_eq!(answer(stranger), "follow up into model 99, which isn't there");
        let strangers = [
            Order::Charge { models: vec![ModelId(99)], target: UnitId(77) },
            Order::Fight { blows: vec![Blow::plain(ModelId(99), ModelId(98), 0)] },
        ];
        for order in strangers {
            let told = told(&scene, order);
            assert!(told.contains("model 99, which isn't there"), "{told}");
        }
        let what = Usable::Concentration;
        let alone = Order::Use { model: ModelId(99), what, at: At::Itself };
        assert_eq!(told(&scene, alone), "concentrate with model 99, which isn't there");
    }
}
