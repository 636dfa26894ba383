use std::sync::Arc;

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{GENERAL, MATERIAL, OBJECTIVES, OPPORTUNITY, THREAT},
    harm::capped,
    knowledge::{Knowledge, MOST_COURSES},
    outlook::Stand,
    study::Study,
};
use crate::{
    battle::{
        BattleWorld, Decision, ModelId, Planning, Resolving, RuleSystem, SideId, TurnFrame, UnitId,
        level::{Edge, Objective},
        planning::{Account, Foresight, Weighed},
        wrapper::Objectives,
    },
    no_quarter::{
        NoQuarter, charges,
        components::{ActionsLeft, Activation, Formation, Holding, Role, Wielders},
        formations::give_homes,
        order::{Order, StandingOrder},
        profile::{Ability, Class, Part, Profile, Weapon},
        question::{Answer, Question},
        test_world::{TestWorld, block, bow, fifteen_against_four, man, ranker},
    },
    table::{Footprint, Ground, Opacity, Pose, Terrain},
};

const LOOSE: Formation = Formation::Skirmish;

/// All that somebody could do now, the best first.
fn plans(test: &TestWorld) -> Vec<Weighed<NoQuarter>> {
    let knowledge = Knowledge::default();
    let choices = NoQuarter::choices(&test.world, &knowledge, Foresight::NextReply);
    let mut plans: Vec<_> = (0..choices.count()).filter_map(|n| choices.weigh(n)).collect();
    plans.sort_by(|a, b| b.account.worth().total_cmp(&a.account.worth()));
    plans
}

/// Asks a side something; the first option is the default.
fn ask(test: &mut TestWorld, question: Question, options: Vec<Answer>) {
    let decision = Decision { side: SideId(0), question, options, default: 0 };
    test.world.ask::<NoQuarter>(decision);
}

/// The best answer now.
fn best_answer(test: &TestWorld) -> Act {
    plans(test).remove(0).plan.acts.remove(0)
}

/// Two men who face as many enemies, so many inches apart.
fn facing(gap: f32) -> (TestWorld, UnitId, UnitId) {
    let mut test = TestWorld::new();
    let line = |y: f32, look: f32| [(20.0, y, look), (22.0, y, look)];
    let ours = test.unit(0, LOOSE, &line(10.0, 90.0), man());
    let theirs = test.unit(1, LOOSE, &line(11.0 + gap, 270.0), man());
    (test, ours, theirs)
}

#[test]
fn the_course_of_a_charge_is_remembered_as_long_as_nothing_changes() {
    let (mut test, ours, theirs) = facing(4.0);
    test.activate(ours);
    let knowledge = Knowledge::default();
    let course = |test: &TestWorld| {
        let chargers = charges::chargers(&test.world, ours, &[]);
        let course = knowledge.course(&test.world, ours, &chargers, theirs);
        assert_eq!(*course, charges::course(&test.world, ours, &chargers, theirs));
        course
    };
    let first = course(&test);
    assert_eq!(first.contacts.len(), 2);
    assert!(Arc::ptr_eq(&first, &course(&test)), "nobody has moved");
    let far_one = test.model(theirs, 1);
    let place = *test.world.of_model::<Pose>(far_one);
    test.world.set_model(far_one, Pose { at: place.at + Vec2::Y, ..place });
    assert_ne!(first, course(&test), "one is farther away");
    test.world.set_model(far_one, place);
    assert!(Arc::ptr_eq(&first, &course(&test)), "as before");
    for step in 1..=MOST_COURSES {
        let at = place.at + Vec2::X * step as f32 * 0.001;
        test.world.set_model(far_one, Pose { at, ..place });
        course(&test);
    }
    test.world.set_model(far_one, place);
    let again = course(&test);
    assert!(again == first && !Arc::ptr_eq(&first, &again), "only the last ones are remembered");
    let corners = [(4.0, 12.0), (36.0, 12.0), (36.0, 13.0), (4.0, 13.0)].map(Vec2::from);
    let rock = Terrain::new("rock", Footprint::Polygon(corners.to_vec()));
    test.terrain(Terrain { ground: Ground::Impassable, ..rock });
    assert!(course(&test).contacts.is_empty(), "a rock is between them");
}

fn study<'w>(test: &'w TestWorld, knowledge: &'w Knowledge, foresight: Foresight) -> Study<'w> {
    Study::new(&test.world, SideId(0), knowledge, foresight)
}

fn stand(test: &TestWorld, unit: UnitId, shift: Vec2, foresight: Foresight) -> Account {
    let knowledge = Knowledge::default();
    let study = study(test, &knowledge, foresight);
    let force = study.force(unit).unwrap().clone();
    let mut account = Account::default();
    study.stand(&mut account, &force, Stand { shift, ..Stand::here(&force) });
    account
}

#[test]
fn nobody_loses_more_than_there_is() {
    let (test, _, theirs) = facing(5.0);
    let knowledge = Knowledge::default();
    let study = study(&test, &knowledge, Foresight::NextReply);
    let force = study.force(theirs).unwrap();
    assert!((capped(force, 1.0) - 10.0).abs() < 1e-4, "one of two men for 10 points each");
    assert!(capped(force, 1.5) < capped(force, 2.0) && capped(force, 2.0) < capped(force, 9.0));
    assert!(capped(force, 100.0) <= 20.0);
}

/// The points that a model takes by blows with two actions from an enemy that can take many, with as many
/// improvised weapons as there are places of elements that wield them.
fn dealt(profile: Profile, wielders: Vec<u8>) -> f32 {
    let mut test = TestWorld::new();
    let others = vec![Weapon::improvised(); wielders.len() - 1];
    let ours = test.armed_unit(0, LOOSE, &[(20.0, 10.0, 90.0)], profile, others);
    let theirs = Profile { wounds: 40, ..man() };
    let theirs = test.unit(1, LOOSE, &[(20.0, 16.0, 270.0)], theirs);
    let model = test.model(ours, 0);
    test.world.set_model(model, Wielders(wielders));
    let knowledge = Knowledge::default();
    let study = study(&test, &knowledge, Foresight::NextBlow);
    study.harm(study.force(ours).unwrap(), study.force(theirs).unwrap(), 2.0)
}

#[test]
fn whoever_strikes_several_times_at_once_does_more() {
    let one = dealt(man(), vec![0, 0]);
    assert!(one > 0.0);
    let twice = Profile { abilities: vec![Ability::ExtraAttack(2)], ..man() };
    let by_two_dice = dealt(twice, vec![0, 0]);
    // Each of the two is harder to hit with.
    assert!(by_two_dice > 1.4 * one && by_two_dice < 2.0 * one, "{by_two_dice} to {one}");
    let man = man();
    let beast = Part {
        name: "Beast".to_owned(),
        ranged_attack: 0,
        close_combat: man.close_combat,
        strength: man.strength,
        weapons: Vec::new(),
        abilities: Vec::new(),
        nemesis: None,
    };
    let rider = Profile { parts: vec![beast], ..man };
    let together = dealt(rider.clone(), vec![0, 1]);
    assert!((together - 2.0 * one).abs() < 0.05 * one, "{together} to {one}");
    assert_eq!(dealt(rider, vec![0, 0]), one, "what the beast hasn't it can't strike with");
}

#[test]
fn a_danger_beyond_the_enemy_s_reach_counts_less_than_half() {
    // Eight actions, an inch for each: four for the way leave as many for blows.
    let [near, far] = [4.0, 12.0].map(|gap| {
        let (test, ours, _) = facing(gap);
        // Who sees no farther than the next blow sees none.
        let account = stand(&test, ours, Vec2::ZERO, Foresight::NextBlow);
        assert_eq!(account.of(THREAT), 0.0);
        stand(&test, ours, Vec2::ZERO, Foresight::NextReply).of(THREAT)
    });
    assert!(near < -0.1 && far > near / 2.0, "{near}, {far}");
    // It comes nearer by going there.
    let (test, ours, _) = facing(12.0);
    let account = stand(&test, ours, Vec2::new(0.0, 8.0), Foresight::NextReply);
    assert!(account.of(THREAT) < -0.1, "{account:?}");
}

#[test]
fn a_general_is_worth_twice_what_it_costs() {
    let (mut test, ours, _) = facing(4.0);
    let before =
        study(&test, &Knowledge::default(), Foresight::NextReply).force(ours).unwrap().worth;
    let general = test.model(ours, 0);
    let entity = test.world.model(general).id();
    test.world.entity_mut(entity).insert(Role::General);
    let knowledge = Knowledge::default();
    let study = study(&test, &knowledge, Foresight::NextReply);
    let force = study.force(ours).unwrap();
    assert!(force.leads && (force.worth - before - 10.0).abs() < 1e-4);
    let account = stand(&test, ours, Vec2::ZERO, Foresight::NextReply);
    assert!(account.of(GENERAL) < 0.0, "{account:?}");
}

/// So many turns come after this one.
fn turns_left(test: &mut TestWorld, turns: u32) {
    let mut frame = test.world.resource_mut::<TurnFrame>();
    frame.last_turn = frame.turn + turns;
}

#[test]
fn nothing_counts_that_would_come_after_the_battle() {
    let (mut test, ours, theirs) = facing(4.0);
    test.world.set_unit(theirs, Activation::Activated);
    let [more, last] = [1, 0].map(|turns| {
        turns_left(&mut test, turns);
        let account = stand(&test, ours, Vec2::ZERO, Foresight::NextReply);
        (account.of(OPPORTUNITY), account.of(THREAT))
    });
    assert!(more.0 > 0.1 && more.1 < -0.1, "{more:?}");
    assert_eq!(last, (0.0, 0.0));
    // In the last turn those still count who have their go to come.
    test.world.set_unit(theirs, Activation::Unactivated);
    assert!(stand(&test, ours, Vec2::ZERO, Foresight::NextReply).of(THREAT) < -0.1);
}

#[test]
fn those_who_decide_about_a_place_are_dearer_than_their_points() {
    let (mut test, _, theirs) = facing(4.0);
    turns_left(&mut test, 1);
    let side = test.world.side_name(SideId(0)).to_owned();
    let knowledge = Knowledge::default();
    let [there, elsewhere] = [Vec2::new(21.0, 15.0), Vec2::new(21.0, 400.0)].map(|at| {
        let side = side.clone();
        test.world.insert_resource(Objectives(vec![Objective::Hold { side, at }]));
        let study = study(&test, &knowledge, Foresight::NextReply);
        let force = study.force(theirs).unwrap();
        force.price() - force.worth
    });
    assert!(there > 50.0 && elsewhere < 1.0, "{there}, {elsewhere}");
}

#[test]
fn whoever_has_to_reach_an_edge_goes_around_enemies_on_its_way() {
    let mut test = TestWorld::new();
    let ours = test.unit(0, LOOSE, &[(20.0, 10.0, 90.0)], man());
    test.unit(1, LOOSE, &[(20.0, 22.0, 270.0), (21.5, 22.0, 270.0)], man());
    turns_left(&mut test, 6);
    let side = test.world.side_name(SideId(0)).to_owned();
    let model = test.world.model_name(test.model(ours, 0)).to_owned();
    let to = Some(Edge::North);
    test.world.insert_resource(Objectives(vec![Objective::Escort { side, model, to }]));
    let worth = |x: f32| stand(&test, ours, Vec2::new(x, 2.0), Foresight::NextBlow).of(OBJECTIVES);
    assert!(worth(0.0) > 0.0 && worth(8.0) > worth(0.0), "{}, {}", worth(0.0), worth(8.0));
}

#[test]
fn a_place_is_worth_most_to_whoever_stands_there() {
    let (mut test, ours, _) = facing(20.0);
    let at = Vec2::new(21.0, 22.0);
    let side = test.world.side_name(SideId(0)).to_owned();
    test.world.insert_resource(Objectives(vec![Objective::Hold { side, at }]));
    let far = stand(&test, ours, Vec2::ZERO, Foresight::NextBlow).of(OBJECTIVES);
    let nearer = stand(&test, ours, Vec2::new(0.0, 4.0), Foresight::NextBlow).of(OBJECTIVES);
    let there = stand(&test, ours, Vec2::new(0.0, 12.0), Foresight::NextBlow).of(OBJECTIVES);
    assert!(0.0 < far && far < nearer && nearer < there, "{far}, {nearer}, {there}");
}

#[test]
fn whoever_thinks_of_the_enemy_is_in_no_hurry_to_a_place_that_counts_at_the_end() {
    let at = Vec2::new(21.0, 22.0);
    // How much the way there gains, to whoever sees the next blow and whoever sees the reply to it.
    let gains = |turns: u32, objective: &dyn Fn(&mut TestWorld) -> Objective| {
        let (mut test, ours, _) = facing(20.0);
        turns_left(&mut test, turns);
        let objective = objective(&mut test);
        test.world.insert_resource(Objectives(vec![objective]));
        [Foresight::NextBlow, Foresight::NextReply].map(|foresight| {
            let worth = |y: f32| stand(&test, ours, Vec2::new(0.0, y), foresight).of(OBJECTIVES);
            worth(12.0) - worth(0.0)
        })
    };
    let hill = |test: &mut TestWorld| {
        let corners = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)];
        let corners = corners.map(|corner| at + Vec2::from(corner)).to_vec();
        test.terrain(Terrain::new("hill", Footprint::Polygon(corners)));
        Objective::Feature { terrain: 0 }
    };
    let marked = |test: &mut TestWorld| Objective::Hold {
        side: test.world.side_name(SideId(0)).to_owned(),
        at,
    };
    let [blow, reply] = gains(5, &hill);
    assert!(0.0 < reply && reply < 0.6 * blow, "early: {reply} of {blow}");
    let [blow, reply] = gains(0, &hill);
    assert!(0.0 < reply && (reply - blow).abs() < 0.01 * blow, "late: {reply} of {blow}");
    // Where a scenario is decided, it is well to be early.
    let [blow, reply] = gains(5, &marked);
    assert!(0.0 < reply && (reply - blow).abs() < 0.01 * blow, "marked: {reply} of {blow}");
}

#[test]
fn a_charge_is_valued_by_its_blows_and_given_as_an_order() {
    let (mut test, ours, theirs) = facing(4.0);
    test.activate(ours);
    let knowledge = Knowledge::default();
    let choices = NoQuarter::choices(&test.world, &knowledge, Foresight::NextReply);
    let plans: Vec<_> = (0..choices.count()).filter_map(|n| choices.weigh_closely(n)).collect();
    let is_charge = |one: &&Weighed<NoQuarter>| one.plan.name.starts_with("charge");
    let charge = plans.iter().find(is_charge).unwrap();
    // Four actions go into the way; the other four and three of momentum are two blows each on 6 and
    // damage on 5, for two men of two.
    let points = charge.account.of(MATERIAL);
    assert!((8.0..=20.0).contains(&points), "{points}");
    // Whoever hasn't looked for the way doesn't count on all of it.
    let roughly: Vec<_> = (0..choices.count()).filter_map(|n| choices.weigh(n)).collect();
    let rough = roughly.iter().find(is_charge).unwrap().account.of(MATERIAL);
    assert!((0.2 * points..points).contains(&rough), "{rough} of {points}");
    let order = NoQuarter::order(&test.world, &charge.plan.acts[0]).unwrap();
    assert_eq!(order, Order::Charge { models: Vec::new(), target: theirs });
    for one in plans.iter().chain(&roughly) {
        let first = one.plan.acts.first().and_then(|act| NoQuarter::order(&test.world, act));
        if let Some(order) = first {
            let legal = NoQuarter::check(&test.world, &order).is_ok();
            assert!(legal || one.plan.name.contains("hold"), "{}", one.plan.name);
        }
        assert!(one.account.worth().is_finite(), "{}", one.plan.name);
    }
}

#[test]
fn archers_think_of_shooting_before_they_walk_away() {
    let mut test = TestWorld::new();
    let place = [(20.0, 10.0, 90.0)];
    let ours = test.armed_unit(0, LOOSE, &place, man(), vec![bow()]);
    let dear = Profile { points: crate::no_quarter::profile::Points::Stated(40), ..man() };
    test.unit(1, LOOSE, &[(20.0, 28.0, 270.0)], dear);
    test.activate(ours);
    let best = plans(&test).remove(0);
    assert!(best.plan.name.contains("shoot at"), "{}", best.plan.name);
}

#[test]
fn whoever_strikes_is_in_no_more_danger_than_whoever_only_stays() {
    let mut test = TestWorld::new();
    let ours = test.unit(0, LOOSE, &[(20.0, 10.0, 90.0)], man());
    // One before it and one behind it, so that it is in contact with both.
    test.unit(1, LOOSE, &[(20.0, 11.0, 270.0)], man());
    test.unit(1, LOOSE, &[(20.0, 9.0, 90.0)], man());
    test.activate(ours);
    let weighed = |name: &str| {
        plans(&test).into_iter().find(|one| one.plan.name.starts_with(name)).unwrap().account
    };
    let (strike, stay) = (weighed("strike"), weighed("end the activation"));
    assert!(stay.of(THREAT) < 0.0, "{stay:?}");
    assert!(strike.of(THREAT) >= stay.of(THREAT), "{strike:?}, {stay:?}");
    assert!(strike.worth() > stay.worth(), "{strike:?}, {stay:?}");
}

#[test]
fn whoever_shoots_worse_takes_the_edge_with_cover() {
    for (bows, wanted) in [([false, true], Edge::South), ([true, false], Edge::North)] {
        let mut test = TestWorld::new();
        for (side, bows) in (0..).zip(bows) {
            let arms = if bows { vec![bow()] } else { Vec::new() };
            test.armed_unit(side, LOOSE, &[(20.0, 20.0 + side as f32 * 8.0, 90.0)], man(), arms);
        }
        let corners = [(10.0, 14.0), (20.0, 14.0), (20.0, 17.0), (10.0, 17.0)].map(Vec2::from);
        let wood = Terrain::new("wood", Footprint::Polygon(corners.to_vec()));
        test.terrain(Terrain { opacity: Opacity::Obscuring, ..wood });
        let other = if wanted == Edge::North { Edge::South } else { Edge::North };
        let edges = [other, wanted].map(|edge| Answer::Edge { edge });
        ask(&mut test, Question::ChooseEdge { side: SideId(0) }, edges.into());
        assert_eq!(best_answer(&test), Act::Answer(Answer::Edge { edge: wanted }));
    }
}

#[test]
fn whoever_takes_an_edge_looks_where_the_objectives_are() {
    let mut test = TestWorld::new();
    let side = test.world.side_name(SideId(0)).to_owned();
    let at = Vec2::new(24.0, 40.0);
    test.world.insert_resource(Objectives(vec![Objective::Hold { side, at }]));
    let edges = [Edge::South, Edge::North].map(|edge| Answer::Edge { edge });
    ask(&mut test, Question::ChooseEdge { side: SideId(0) }, edges.into());
    assert_eq!(best_answer(&test), Act::Answer(Answer::Edge { edge: Edge::North }));
}

#[test]
fn whoever_pushes_back_goes_only_as_far_as_brings_more_of_them_to_blows() {
    let (mut test, ours, theirs) = fifteen_against_four();
    let mut options = vec![Answer::Pass];
    options.extend((1..=8).map(|actions| Answer::PushBack { actions }));
    ask(&mut test, Question::PushBack { unit: ours, target: theirs }, options);
    // Two actions bring all of them to blows, and one brings most.
    let best = best_answer(&test);
    assert!(matches!(best, Act::Answer(Answer::PushBack { actions: 1 | 2 })), "{best:?}");
}

#[test]
fn whoever_stands_in_the_way_is_pushed_off_an_objective() {
    let mut test = TestWorld::new();
    let ranks = block(10.0, 9.5, 4, 8);
    let ours = test.unit(0, Formation::Ranked { frontage: 4 }, &ranks, ranker());
    let theirs = test.unit(1, LOOSE, &[(11.5, 10.485, 270.0)], ranker());
    test.activate(ours);
    turns_left(&mut test, 0);
    let options = vec![Answer::Pass, Answer::PushBack { actions: 4 }];
    ask(&mut test, Question::PushBack { unit: ours, target: theirs }, options);
    assert_eq!(best_answer(&test), Act::Answer(Answer::Pass), "nobody more comes to blows");
    let side = test.world.side_name(SideId(0)).to_owned();
    let at = Vec2::new(11.5, 15.0);
    test.world.insert_resource(Objectives(vec![Objective::Hold { side, at }]));
    assert_eq!(best_answer(&test), Act::Answer(Answer::PushBack { actions: 4 }));
}

/// An individual with so many actions in a company of two men, which is active, and an enemy somewhere.
fn quick_rider(actions: u8, enemy: (f32, f32)) -> (TestWorld, ModelId, UnitId) {
    let mut test = TestWorld::new();
    let company = test.unit(0, LOOSE, &[(20.0, 10.0, 90.0), (21.2, 10.0, 90.0)], man());
    let quick = Profile { actions, class: Class::Individual, ..man() };
    let rider = test.unit(0, LOOSE, &[(22.4, 10.0, 90.0)], quick);
    let rider = test.model(rider, 0);
    test.joins(rider, company);
    give_homes(&mut test.world);
    let theirs = test.unit(1, LOOSE, &[(enemy.0, enemy.1, 270.0)], man());
    test.activate(company);
    test.world.set_model(rider, ActionsLeft(actions));
    (test, rider, theirs)
}

#[test]
fn an_individual_leaves_slow_company_to_get_where_it_has_to_be() {
    let (mut test, rider, _) = quick_rider(12, (2.0, 40.0));
    turns_left(&mut test, 3);
    assert!(plans(&test).iter().all(|one| !one.plan.name.contains("leave")), "what for?");
    let side = test.world.side_name(SideId(0)).to_owned();
    let model = test.world.model_name(rider).to_owned();
    let to = Some(Edge::North);
    test.world.insert_resource(Objectives(vec![Objective::Escort { side, model, to }]));
    let best = plans(&test).remove(0);
    assert_eq!(best.plan.acts[0], Act::Give(Order::Leave { model: rider }), "{best:?}");
}

#[test]
fn those_on_hold_are_told_what_promises_more_and_only_once() {
    let mut test = TestWorld::new();
    let place = [(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)];
    let archers = test.armed_unit(0, LOOSE, &place, man(), vec![bow()]);
    test.world.set_unit(archers, Activation::Activated);
    test.world.set_unit(archers, Holding(Some(StandingOrder::WhenCharged)));
    let others = test.unit(0, LOOSE, &[(40.0, 2.0, 90.0)], man());
    let dear = Profile { points: crate::no_quarter::profile::Points::Stated(40), ..man() };
    test.unit(1, LOOSE, &[(20.0, 30.0, 270.0), (22.0, 30.0, 270.0)], dear);
    let best = plans(&test).remove(0);
    let [Act::Give(order @ Order::Instruct { unit, standing }), then] = &best.plan.acts[..] else {
        panic!("{best:?}");
    };
    assert!(*unit == archers && *standing != StandingOrder::WhenCharged, "{standing}");
    assert_eq!(*then, Act::Give(Order::Activate { unit: others }));
    test.order(order.clone());
    assert_eq!(plans(&test).remove(0).plan.acts, std::slice::from_ref(then), "told so already");
}

#[test]
fn an_individual_may_charge_alone_whom_its_company_does_not_reach() {
    let (test, rider, theirs) = quick_rider(16, (22.4, 21.5));
    let charge = Act::Give(Order::Charge { models: Vec::new(), target: theirs });
    let alone = |plans: Vec<Weighed<NoQuarter>>| {
        let leaves = Act::Give(Order::Leave { model: rider });
        plans.into_iter().find(|one| one.plan.acts[..2] == [leaves.clone(), charge.clone()])
    };
    let plans = plans(&test).into_iter().filter(|one| one.plan.acts.len() > 1).collect();
    let found = alone(plans).expect("the enemy is ten inches away, and the others go eight");
    assert!(found.account.of(MATERIAL) > 0.0, "{found:?}");
}
