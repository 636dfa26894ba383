//! Why nothing can be done to an enemy that is pointed at: how far it is beyond what comes nearest to it,
//! or what forbids it.

use bevy::prelude::World;

use super::{
    Intent,
    aiming::{self, Attack},
    order::order,
    refusing,
    verbs::Verb,
};
use crate::{
    battle::{
        BattleWorld, ModelId, Pending, RuleSystem, UnitId,
        playable::acting::{Focus, Pointing},
    },
    no_quarter::{
        Arms, NoQuarter, Order, Refusal, charges, event::Shortfall, plan as placing, sentence,
    },
    table::{Inches, base::gap},
};

/// What keeps a deed from an enemy.
enum Miss {
    /// It falls so many inches short.
    Short {
        by: f32,
        /// What falls short, as in "beyond any charge".
        what: &'static str,
        /// What stands in its way, if it isn't the distance alone.
        why: Option<String>,
    },
    /// A rule forbids it, however near the enemy is.
    Forbidden(String),
}

/// Why the active unit can do nothing to the enemy that is pointed at, in one line.
pub(super) fn nothing_at(world: &World, focus: Focus, pointing: Pointing) -> Option<String> {
    let asked = world.resource::<Pending<NoQuarter>>().0.is_some();
    let unit = world.frame().active.filter(|_| !asked)?;
    let target = pointing.unit.filter(|&other| world.side_of(other) != world.side_of(unit))?;
    let why = refusing::everybody_is_done(world, unit, Verb::Fight)
        .or_else(|| nearest_miss(world, focus, pointing, (unit, target)))?;
    Some(format!("Nothing can be done to {} now: {why}", world.unit_name(target)))
}

fn nearest_miss(
    world: &World,
    focus: Focus,
    pointing: Pointing,
    between: (UnitId, UnitId),
) -> Option<String> {
    let shot = of_shots(world, focus, pointing, between);
    if let Some(Miss::Forbidden(why)) = shot {
        // Who can shoot wants to know why not.
        return Some(why);
    }
    let charge = of_charge(world, focus, between);
    let laid = of_laid(world, focus, pointing, between.0);
    let (mut nearest, mut beyond, mut forbidden) = (None, Vec::new(), None);
    for miss in [charge, shot, laid].into_iter().flatten() {
        match miss {
            Miss::Short { by, what, why } => {
                if !beyond.contains(&what) {
                    beyond.push(what);
                }
                if nearest.as_ref().is_none_or(|(least, _)| by < *least) {
                    nearest = Some((by, why));
                }
            }
            Miss::Forbidden(why) => {
                forbidden.get_or_insert(why);
            }
        }
    }
    let Some((by, why)) = nearest else { return forbidden };
    let far = format!("it is {} beyond any {}", Inches(by), beyond.join(" or "));
    Some(match why {
        Some(why) => format!("{far}, since {why}"),
        None => far,
    })
}

/// Inches to tenths, as one measures, and something if it is anything at all.
fn measured(inches: f32) -> f32 {
    Inches(inches).to_tenths().0.max(0.1)
}

fn of_charge(world: &World, focus: Focus, (unit, target): (UnitId, UnitId)) -> Option<Miss> {
    let models: Vec<ModelId> = focus.only().into_iter().collect();
    let order = Order::Charge { models: models.clone(), target };
    if let Err(refused) = NoQuarter::check(world, &order) {
        return Some(Miss::Forbidden(refused.text));
    }
    let chargers = charges::chargers(world, unit, &models);
    let course = charges::course(world, unit, &chargers, target);
    if !course.contacts.is_empty() {
        return None;
    }
    let by = measured(charges::short_by(world, &course, target).0);
    let why = match charges::shortfall(world, unit, &chargers, target) {
        Shortfall::TooFar => None,
        other => Some(sentence::shortfall(world, target, other)),
    };
    Some(Miss::Short { by, what: "charge", why })
}

/// None of those who have nothing to shoot with.
fn of_shots(
    world: &World,
    focus: Focus,
    pointing: Pointing,
    (unit, target): (UnitId, UnitId),
) -> Option<Miss> {
    let models = focus.only().map_or_else(|| world.standing(unit), |model| vec![model]);
    let enemies = world.standing(target);
    let by = |shooter: ModelId| {
        let arms = world.of_model::<Arms>(shooter).0.iter().filter(|arm| arm.is_shot());
        let reach = arms.map(|arm| arm.longest().0).max_by(f32::total_cmp)?;
        let own = world.placed(shooter);
        let gaps = enemies.iter().map(|&enemy| gap(&own, &world.placed(enemy)).0);
        Some(gaps.min_by(f32::total_cmp)? - reach)
    };
    let shooters = models.into_iter().filter(|&model| placing::shoots(world, model));
    let by = shooters.filter_map(by).min_by(f32::total_cmp)?;
    if !Inches(by).at_most(Inches::ZERO) {
        return Some(Miss::Short { by: measured(by), what: "shot", why: None });
    }
    let shoot =
        order(world, focus, &Intent::Shoot { aim: false, mode: None, weapon: None }, pointing)?;
    let refused = NoQuarter::check(world, &shoot.ok()?).err()?;
    Some(Miss::Forbidden(refused.text))
}

/// The same for the first weapon that is laid on the table.
fn of_laid(world: &World, focus: Focus, pointing: Pointing, unit: UnitId) -> Option<Miss> {
    let aimed = aiming::next(world, unit, focus, None)?;
    let what = match aimed.attack {
        Attack::Breathe => "breath",
        Attack::Throw => "throw",
        Attack::Fire => "shot",
    };
    let refused = NoQuarter::check(world, &aiming::order(world, &aimed, pointing)?).err()?;
    Some(match refused.refusal {
        Refusal::OutOfRange { distance, reach } => {
            Miss::Short { by: measured(distance.0 - reach.0), what, why: None }
        }
        _ => Miss::Forbidden(refused.text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        ActionsLeft,
        components::{Formation, Stance},
        test_world::{TestWorld, bow, man},
    };

    /// One of ours who looks up the table, with a bow or without, and one of theirs so far away.
    fn scene(apart: f32, facing: f32, armed: bool) -> (TestWorld, ModelId, Pointing) {
        let mut scene = TestWorld::new();
        let arms = if armed { vec![bow()] } else { Vec::new() };
        let ours = scene.armed_unit(0, Formation::Skirmish, &[(10.0, 8.0, facing)], man(), arms);
        let place = [(10.0, 8.0 + apart, 270.0)];
        let theirs = scene.unit(1, Formation::Skirmish, &place, man());
        scene.activate(ours);
        let (own, enemy) = (scene.model(ours, 0), scene.model(theirs, 0));
        let at = Some(scene.at(enemy));
        (scene, own, Pointing { at, unit: Some(theirs), model: Some(enemy), facing: None })
    }

    fn told(apart: f32, facing: f32, armed: bool) -> String {
        let (scene, _, pointing) = scene(apart, facing, armed);
        nothing_at(&scene.world, Focus::default(), pointing).expect("it is an enemy")
    }

    #[test]
    fn the_nearest_miss_is_measured() {
        let start = "Nothing can be done to Men 1 now: it is ";
        // Bases of an inch, 8 inches of charge, 30 of a bow.
        assert_eq!(told(20.0, 90.0, false), format!("{start}11\" beyond any charge"));
        assert_eq!(told(37.0, 90.0, true), format!("{start}6\" beyond any charge or shot"));
    }

    #[test]
    fn who_is_forbidden_to_shoot_or_has_nothing_left_is_told_why() {
        let behind = told(20.0, 270.0, true);
        assert!(behind.contains("has to turn first"), "{behind}");
        let (mut scene, own, pointing) = scene(20.0, 90.0, true);
        scene.world.set_model(own, ActionsLeft(0));
        let done = nothing_at(&scene.world, Focus::default(), pointing);
        assert!(done.is_some_and(|why| why.contains("actions left")));
    }

    #[test]
    fn who_cannot_charge_at_all_is_told_why() {
        let (mut scene, own, pointing) = scene(5.0, 90.0, false);
        scene.world.set_model(own, Stance::Prone);
        let prone = nothing_at(&scene.world, Focus::default(), pointing).expect("it is an enemy");
        assert!(prone.contains("prone") && !prone.contains("beyond"), "{prone}");
    }

    #[test]
    fn nothing_is_said_about_friends_or_while_nobody_is_active() {
        let (mut scene, own, pointing) = scene(20.0, 90.0, false);
        let friend = Pointing { unit: Some(scene.world.unit_of(own)), ..pointing };
        assert_eq!(nothing_at(&scene.world, Focus::default(), friend), None);
        scene.world.resource_mut::<crate::battle::TurnFrame>().active = None;
        assert_eq!(nothing_at(&scene.world, Focus::default(), pointing), None);
    }
}
