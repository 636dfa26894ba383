//! Where the models of an order would go, and what a player should know before.

use bevy::prelude::World;

use super::{PreviewWay, Warning};
use crate::{
    battle::{BattleWorld, ModelId, TerrainId, UnitId, playable::count},
    no_quarter::{
        armour, charges,
        close_combat::EXPOSED,
        command_test,
        components::{ActionsLeft, Formation},
        event::Gait,
        formations, hold, movement, objectives,
        order::{ModelMove, Order},
        sentence::shortfall,
        step::Walker,
        terrain_placing,
        topic::Topic,
        uses::{At, Foretold, Usable},
    },
    table::{Account, Inches, Placed, Pose, Travel, formation::Manoeuvre, travel::cost},
};

/// The ways of an order's models, and warnings.
pub(super) fn ways(world: &World, order: &Order) -> (Vec<PreviewWay>, Vec<Warning>) {
    match order {
        Order::Move { moves } => of_moves(world, moves),
        Order::Manoeuvre { manoeuvre } => (of_manoeuvre(world, manoeuvre), Vec::new()),
        Order::FormUp { formation, at } => of_form_up(world, *formation, *at),
        Order::Reorganise { places } => (of_reorganise(world, places), Vec::new()),
        Order::Charge { models, target } => of_charge(world, models, *target, false),
        Order::Use { model, what, at } => of_use(world, *model, *what, *at),
        Order::ChargeToReach { models, target } => of_charge(world, models, *target, true),
        Order::StandUp { models } => (Vec::new(), of_stand_up(world, models)),
        Order::Leave { .. } => (Vec::new(), of_leave(world)),
        Order::Join { unit } => (of_join(world, *unit), Vec::new()),
        Order::LayTerrain { terrain, at } => (Vec::new(), of_terrain(world, *terrain, at.as_ref())),
        Order::Deploy { .. }
        | Order::Activate { .. }
        | Order::Fight { .. }
        | Order::Shoot { .. }
        | Order::Breathe { .. }
        | Order::Throw { .. }
        | Order::Fire { .. }
        | Order::Load { .. }
        | Order::Rally
        | Order::Hold { .. }
        | Order::EndActivation
        | Order::Answer { .. }
        | Order::Concede { .. }
        | Order::Enter { .. }
        | Order::KeepBack { .. }
        | Order::Instruct { .. } => (Vec::new(), Vec::new()),
    }
}

/// A way of which only the travel is known.
fn way(world: &World, model: ModelId, gait: Gait, travel: Travel) -> PreviewWay {
    let from = *world.of_model::<Pose>(model);
    PreviewWay {
        model,
        gait,
        from,
        length: travel.length,
        actions: u8::try_from(travel.actions).unwrap_or(u8::MAX),
        account: travel.account,
        actions_left: world.of_model::<ActionsLeft>(model).0,
        contact: contact(world, model, travel.ticks.last().copied().unwrap_or(from)),
        ticks: travel.ticks,
    }
}

fn contact(world: &World, model: ModelId, end: Pose) -> bool {
    !movement::engaged_at(world, model, &Placed { pose: end, ..world.placed(model) }).is_empty()
}

/// The way of somebody who walks through these places, with what its actions go to.
fn walked(world: &World, walker: &Walker, gait: Gait, account: Account) -> PreviewWay {
    let mut here = world.of_model::<Pose>(walker.model).at;
    let step = |tick: &Pose| std::mem::replace(&mut here, tick.at).distance(tick.at);
    let length = Inches(walker.ticks.iter().map(step).sum());
    let (actions, ticks) = (u32::from(walker.actions), walker.ticks.clone());
    way(world, walker.model, gait, Travel { actions, account, length, ticks, ..Travel::default() })
}

fn of_moves(world: &World, moves: &[ModelMove]) -> (Vec<PreviewWay>, Vec<Warning>) {
    let Ok(planned) = movement::plan_move(world, moves) else {
        return (unchecked(world, moves), Vec::new());
    };
    let mut warnings = Vec::new();
    for one in planned.iter().filter(|one| !one.leaves.is_empty()) {
        let enemies: Vec<&str> = movement::engaged_with(world, one.model)
            .into_iter()
            .map(|enemy| world.model_name(enemy))
            .collect();
        let name = world.model_name(one.model);
        let hits = if enemies.len() == 1 { "an automatic hit" } else { "automatic hits" };
        let enemies = enemies.join(", ");
        let text =
            format!("{name} breaks off and takes {hits} from {enemies}, saved at {:+}", EXPOSED.by);
        warnings.push((Topic::BreakingOff, text));
    }
    if let Some(unit) = world.frame().active
        && formations::is_formed(world, unit)
    {
        let end = |model: &ModelId| {
            let moved = planned.iter().find(|one| one.model == *model);
            let placed = world.placed(*model);
            moved.map_or(placed, |one| Placed { pose: one.end(), ..placed })
        };
        let ends: Vec<Placed> = world.standing(unit).iter().map(end).collect();
        if !formations::holds_together(&ends) {
            let text = format!("{} gives up its closed formation", world.unit_name(unit));
            warnings.push((Topic::ClosedFormation, text));
        }
    }
    for one in &planned {
        let end = Placed { pose: one.end(), ..world.placed(one.model) };
        if objectives::arrives(world, one.model, &end) {
            let name = world.model_name(one.model);
            let text = format!("{name} reaches the goal, and the battle is won");
            warnings.push((Topic::Arrival, text));
        }
    }
    let ways = planned.into_iter().map(|one| way(world, one.model, Gait::Move, one.travel));
    (ways.collect(), warnings)
}

/// Ways of a refused move, as far as they can be reckoned at all.
fn unchecked(world: &World, moves: &[ModelMove]) -> Vec<PreviewWay> {
    let known = |wish: &&ModelMove| {
        world.roster().model(wish.model).is_some()
            && world.is_standing(wish.model)
            && wish.path.len() <= 256
            && wish.path.iter().all(|at| at.is_finite() && at.abs().max_element() < 1e4)
    };
    let reckon = |wish: &ModelMove| {
        let start = world.of_model::<Pose>(wish.model).at;
        let mover = movement::mover(world, wish.model);
        let mut travel = cost(world.table(), &mover, start, &wish.path);
        if wish.path.is_empty() {
            travel.account = movement::turning(world, wish.model);
            travel.actions = travel.account.total();
        }
        way(world, wish.model, Gait::Move, travel)
    };
    moves.iter().filter(known).map(reckon).collect()
}

fn of_manoeuvre(world: &World, manoeuvre: &Manoeuvre) -> Vec<PreviewWay> {
    let Ok((models, travel)) = movement::plan_manoeuvre(world, manoeuvre) else {
        return Vec::new();
    };
    let walkers = movement::block_walkers(&models, &travel);
    let length = travel.length;
    let shown = |walker: &Walker| {
        let way = walked(world, walker, Gait::InRanks, travel.account.clone());
        PreviewWay { length: Inches(way.length.0.max(length.0)), ..way }
    };
    walkers.iter().map(shown).collect()
}

fn of_form_up(
    world: &World,
    formation: Formation,
    at: Option<Pose>,
) -> (Vec<PreviewWay>, Vec<Warning>) {
    let Ok(places) = formations::plan_form_up(world, formation, at) else {
        return (Vec::new(), Vec::new());
    };
    let Some(unit) = world.frame().active else { return (Vec::new(), Vec::new()) };
    let mut warnings = Vec::new();
    if formations::is_formed(world, unit) && !formations::is_close(formation) {
        let name = world.unit_name(unit);
        let (armour, command) = (armour::IN_FORMATION.by, command_test::IN_FORMATION.by);
        let text = format!(
            "{name} gives up the {armour:+} armour and {command:+} command of its formation"
        );
        warnings.push((Topic::Ranks, text));
    }
    let freely = formations::forms_up_freely(world, unit);
    let ways = places.into_iter().map(|(model, pose)| {
        let left = u32::from(world.of_model::<ActionsLeft>(model).0);
        let actions = if freely { 0 } else { left };
        let length = Inches(world.of_model::<Pose>(model).at.distance(pose.at));
        let travel = Travel { actions, length, ticks: vec![pose], ..Travel::default() };
        way(world, model, Gait::FormUp, travel)
    });
    (ways.collect(), warnings)
}

fn of_reorganise(world: &World, places: &[(ModelId, bevy::math::Vec2)]) -> Vec<PreviewWay> {
    let Ok(moved) = formations::plan_reorganise(world, places) else { return Vec::new() };
    let shown = |(model, pose): (ModelId, Pose)| {
        let actions = u32::from(formations::REORGANISING);
        let length = Inches(world.of_model::<Pose>(model).at.distance(pose.at));
        let travel = Travel { actions, length, ticks: vec![pose], ..Travel::default() };
        way(world, model, Gait::FormUp, travel)
    };
    moved.into_iter().map(shown).collect()
}

/// Who changes places when an individual joins a unit in ranks.
fn of_join(world: &World, unit: UnitId) -> Vec<PreviewWay> {
    let Ok(places) = formations::plan_join(world, unit) else { return Vec::new() };
    let shown = |(model, pose): (ModelId, Pose)| {
        let length = Inches(world.of_model::<Pose>(model).at.distance(pose.at));
        let travel = Travel { length, ticks: vec![pose], ..Travel::default() };
        way(world, model, Gait::FormUp, travel)
    };
    places.into_iter().map(shown).collect()
}

/// What a player should know before an individual leaves: how many stay, and in what order.
fn of_leave(world: &World) -> Vec<Warning> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let stay = world.standing(unit).len().saturating_sub(1);
    if formations::is_formed(world, unit) && stay < formations::FEWEST {
        let (name, left) = (world.unit_name(unit), count(stay, "model"));
        let text = format!("{name} will have {left} left, too few for ranks");
        vec![(Topic::TooFewForRanks, text)]
    } else {
        Vec::new()
    }
}

fn of_charge(
    world: &World,
    named: &[ModelId],
    target: UnitId,
    to_reach: bool,
) -> (Vec<PreviewWay>, Vec<Warning>) {
    let known = |&model: &ModelId| world.roster().model(model).is_some();
    let Some(unit) = world.frame().active else { return (Vec::new(), Vec::new()) };
    if world.roster().unit(target).is_none() || !named.iter().all(known) {
        return (Vec::new(), Vec::new());
    }
    let chargers = charges::chargers(world, unit, named);
    if chargers.iter().any(|&model| world.unit_of(model) != unit) {
        return (Vec::new(), Vec::new());
    }
    let whole = chargers.len() == world.standing(unit).len();
    let course = if to_reach {
        charges::course_to_reach(world, unit, &chargers, target)
    } else {
        charges::course(world, unit, &chargers, target)
    };
    let mut warnings = Vec::new();
    let (name, enemy) = (world.unit_name(unit), world.unit_name(target));
    if formations::is_ranked(world, unit) && !whole {
        let text = format!("{name} breaks its ranks: some models leave them to charge alone");
        warnings.push((Topic::Ranks, text));
    }
    if whole && charges::pushes_on(world, unit, target, &course) {
        let many = charges::TO_ONE;
        let text = format!("{name} outnumbers {enemy} {many} to 1 and may push it back");
        warnings.push((Topic::PushingBack, text));
    }
    if course.contacts.is_empty() && !to_reach {
        let left = charges::short_by(world, &course, target);
        let why = shortfall(world, target, charges::shortfall(world, unit, &chargers, target));
        let text = format!("{name} falls {left} short of {enemy}: {why}");
        warnings.push((Topic::FallingShort, text));
    } else if let Some(text) = no_momentum(world, name, &course.contacts) {
        warnings.push((Topic::Momentum, text));
    }
    // A block arrives as one; what is behind its front rank has arrived too.
    let as_block = whole && formations::is_ranked(world, unit);
    if !as_block && let Some(text) = few_arrive(name, enemy, &course, chargers.len()) {
        warnings.push((Topic::FallingShort, text));
    }
    if !formations::is_formed(world, unit) {
        let models = course.walkers.iter().map(|walker| walker.model);
        let ends: Vec<(ModelId, Placed)> = models.zip(course.ends(world)).collect();
        if let Err(apart) = formations::check_coherency(world, &ends) {
            let text = format!("{name} doesn't keep together: {}", apart.text);
            warnings.push((Topic::Coherency, text));
        }
    }
    if whole && formations::is_formed(world, unit) && !formations::is_ranked(world, unit) {
        let ends: Vec<Placed> = course.ends(world).collect();
        if ends.len() > 1 && !formations::holds_together(&ends) {
            let text = format!("{name} gives up its closed formation");
            warnings.push((Topic::ClosedFormation, text));
        }
    }
    if hold::may_flee(world, target) {
        warnings.push((Topic::Flight, format!("{enemy} is on hold and may flee")));
    }
    let mut accounts = course.accounts.iter().cloned();
    let ways = course.walkers.iter().map(|walker| {
        let account = accounts.next().unwrap_or_default();
        let way = walked(world, walker, Gait::Charge, account);
        PreviewWay { contact: course.contacts.contains(&walker.model), ..way }
    });
    (ways.collect(), warnings)
}

/// How many of those who charge come into contact, if that is less than half of them but somebody.
fn few_arrive(name: &str, enemy: &str, course: &charges::Course, all: usize) -> Option<String> {
    let few = course.contacts.len();
    let reach = if few == 1 { "reaches" } else { "reach" };
    let text =
        || format!("Only {few} of {all} models of {name} {reach} {enemy}; the others fall short");
    (few > 0 && 2 * few < all).then(text)
}

/// Which of those who come into contact gain no momentum, because they have done something else before
/// (CHG-04).
fn no_momentum(world: &World, unit: &str, contacts: &[ModelId]) -> Option<String> {
    let none = |&&model: &&ModelId| charges::momentum(world, model) == Some(0);
    let without: Vec<ModelId> = contacts.iter().filter(none).copied().collect();
    match without[..] {
        [] => None,
        _ if without.len() == contacts.len() => {
            Some(format!("{unit} gains no momentum: this charge isn't its first action"))
        }
        [one] => {
            let name = world.model_name(one);
            Some(format!("{name} gains no momentum: this charge isn't its first action"))
        }
        _ => {
            let (few, all) = (without.len(), contacts.len());
            Some(format!(
                "{few} of {all} models gain no momentum: this charge isn't their first action"
            ))
        }
    }
}

/// Room for ranks is advice, not a rule (SET-02).
fn of_terrain(world: &World, piece: TerrainId, at: Option<&Pose>) -> Vec<Warning> {
    let near = || {
        let footprint = terrain_placing::footprint_at(world, piece, at?)?;
        let (other, gap) = terrain_placing::nearest_piece(world, piece, &footprint)?;
        let advised = terrain_placing::RECOMMENDED_GAP;
        let kind = &world.terrain(other)?.kind;
        let text = || {
            format!("the gap to the {kind} is only {gap}: ranks pass more easily through {advised}")
        };
        (gap.0 < advised.0).then(|| (Topic::LayingTerrain, text()))
    };
    near().into_iter().collect()
}

/// The ways of something that is used.
fn of_use(world: &World, model: ModelId, what: Usable, at: At) -> (Vec<PreviewWay>, Vec<Warning>) {
    if world.roster().model(model).is_none() {
        return (Vec::new(), Vec::new());
    }
    let Foretold { ways, warnings, .. } = what.rules().foretell(world, model, at);
    let ways = ways.into_iter().map(|(model, gait, travel)| way(world, model, gait, travel));
    (ways.collect(), warnings)
}

fn of_stand_up(world: &World, models: &[ModelId]) -> Vec<Warning> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let fallen = movement::fallen(world, unit);
    let tired = |model: &&ModelId| {
        (models.is_empty() || models.contains(model))
            && world.of_model::<ActionsLeft>(**model).0 < movement::STANDING_UP
    };
    let stay = |model: &ModelId| {
        let name = world.model_name(*model);
        (Topic::Prone, format!("{name} has too few actions to stand up and stays prone"))
    };
    fallen.iter().filter(tired).map(stay).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Record,
        test_world::{TestWorld, man},
    };

    #[test]
    fn chg_04_those_who_did_something_else_are_told_from_those_who_did_not() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0)];
        let unit = test.unit(0, Formation::Skirmish, &places, man());
        test.activate(unit);
        let models = test.models(unit);
        let mut told = |acted: usize| {
            for &model in &models[..acted] {
                let record = *test.world.of_model::<Record>(model);
                test.world.set_model(model, Record { acted: true, ..record });
            }
            no_momentum(&test.world, "Men", &models).unwrap_or_default()
        };
        assert_eq!(told(0), "");
        assert!(told(1).contains("gains no momentum") && !told(1).starts_with("Men gains"));
        assert!(told(2).starts_with("2 of 3 models gain no momentum"));
        assert!(told(3).starts_with("Men gains no momentum"));
    }

    #[test]
    fn chg_02_few_who_arrive_are_told_from_half_of_all() {
        let told = |few: u32, all: usize| {
            let contacts = (0..few).map(ModelId).collect();
            let course = charges::Course { contacts, ..charges::Course::default() };
            few_arrive("Men", "Orcs", &course, all)
        };
        assert_eq!(told(0, 8), None, "nobody at all is told with how far it falls short");
        let one = "Only 1 of 8 models of Men reaches Orcs; the others fall short";
        assert_eq!(told(1, 8).as_deref(), Some(one));
        assert!(
            told(3, 8).is_some_and(|text| text.starts_with("Only 3 of 8 models of Men reach "))
        );
        assert_eq!(told(4, 8), None);
    }

    #[test]
    fn form_06_a_charge_that_would_leave_somebody_behind_says_so() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (11.0, 8.5, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &places, man());
        let enemies = [(10.0, 17.0, 270.0), (12.0, 17.0, 270.0)];
        let target = test.unit(1, Formation::Skirmish, &enemies, man());
        test.activate(ours);
        let apart = |test: &TestWorld| -> Vec<String> {
            let (_, warnings) = of_charge(&test.world, &[], target, false);
            let apart = warnings.into_iter().filter(|(about, _)| *about == Topic::Coherency);
            apart.map(|(_, text)| text).collect()
        };
        assert!(apart(&test).is_empty(), "all of them get there");
        let last = test.model(ours, 2);
        test.world.set_model(last, ActionsLeft(1));
        let told = apart(&test);
        assert!(told.len() == 1 && told[0].contains("doesn't keep together: "), "{told:?}");
    }
}
