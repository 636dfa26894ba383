//! What abilities do, and when effects end.

use super::*;
use crate::{
    battle::BattleWorld,
    no_quarter::{
        components::{Formation, Holding},
        order::StandingOrder,
        profile::{Ability, Profile},
        reason::{Change, Reason},
        statistics::Stat,
        system::BattleState,
        test_world::{TestWorld, block, man, ranker},
    },
    table::Inches,
};

const SKIRMISH: Formation = Formation::Skirmish;

fn with(abilities: Vec<Ability>) -> Profile {
    Profile { abilities, ..man() }
}

#[test]
fn ab_dodge_counts_against_blows_and_shots_and_not_in_ranks() {
    let mut test = TestWorld::new();
    let loose = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], with(vec![Ability::Dodge]));
    let ranks = Formation::Ranked { frontage: 4 };
    let dodging = Profile { abilities: vec![Ability::Dodge], ..ranker() };
    let formed = test.unit(0, ranks, &block(20.0, 10.0, 4, 8), dodging);
    let (loose, formed) = (test.model(loose, 0), test.model(formed, 0));
    let against = |model, test_of| modifiers(&test.world, (model, 0), test_of, Whose::Against);
    let harder = [Change::new(Reason::TargetDodges, -1)];
    assert_eq!(against(loose, Test::Strike), harder);
    assert_eq!(against(loose, Test::Shoot), harder);
    assert_eq!(against(formed, Test::Strike), []);
    assert_eq!(modifiers(&test.world, (loose, 0), Test::Strike, Whose::Own), []);
}

#[test]
fn the_fastest_way_to_move_counts() {
    let mut test = TestWorld::new();
    let bird = with(vec![Ability::DoubleTime, Ability::Flying]);
    let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], bird);
    let plain = test.unit(0, SKIRMISH, &[(15.0, 10.0, 90.0)], man());
    let (bird, man) = (test.model(unit, 0), test.model(plain, 0));
    assert_eq!([rate(&test.world, bird), rate(&test.world, man)], [Inches(2.5), Inches(1.0)]);
    assert!(has(&test.world, bird, Gift::Flight) && !has(&test.world, man, Gift::Flight));
}

#[test]
fn what_lasts_on_a_unit_lasts_on_its_models_and_twice_is_no_more() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], man());
    let model = test.model(unit, 0);
    let does = Does::Adds(Stat::Command, -1);
    let effect = Effect { does, source: Source::Fear, until: Until::EndOfTurn };
    for _ in 0..2 {
        lay_on_unit(&mut test.world, unit, effect);
    }
    assert_eq!(added(&test.world, model, 0, Stat::Command), -1);
    lift_from_unit(&mut test.world, unit, does);
    assert_eq!(added(&test.world, model, 0, Stat::Command), 0);
}

#[test]
fn effects_end_in_their_time() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], man());
    let model = test.model(unit, 0);
    let lay = |test: &mut TestWorld, deed, until| {
        let does = Does::Forbids(deed);
        lay_on_model(&mut test.world, model, Effect { does, source: Source::Fumble, until });
    };
    lay(&mut test, Deed::Attack, Until::EndOfTurn);
    lay(&mut test, Deed::Breathe, Until::EndOfGo);
    lay(&mut test, Deed::FollowUp, Until::EndOfActivation);
    lay(&mut test, Deed::Aim, Until::Always);
    let forbidden = |test: &TestWorld| {
        [Deed::Attack, Deed::Breathe, Deed::FollowUp, Deed::Aim]
            .map(|deed| forbids(&test.world, model, deed))
    };
    // Who waits to go on with its own activation keeps what it did in it.
    test.world.resource_mut::<BattleState>().waiting.push(unit);
    end_activation(&mut test.world);
    assert_eq!(forbidden(&test), [true, true, false, true]);
    test.world.resource_mut::<BattleState>().waiting.clear();
    end_activation(&mut test.world);
    assert_eq!(forbidden(&test), [true, false, false, true]);
    end_turn(&mut test.world);
    assert_eq!(forbidden(&test), [false, false, false, true]);
}

#[test]
fn what_waits_for_an_activation_lasts_to_the_end_of_it_and_of_the_hold_in_it() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], man());
    for (deed, until) in [(Deed::Aim, Until::EndOfNextGo), (Deed::Breathe, Until::InNextGo)] {
        let effect = Effect { does: Does::Forbids(deed), source: Source::Casting, until };
        lay_on_unit(&mut test.world, unit, effect);
    }
    let forbidden = |test: &TestWorld| {
        [Deed::Aim, Deed::Breathe].map(|deed| forbids_unit(&test.world, unit, deed))
    };
    // Somebody else's activation, and a turn, change nothing.
    end_activation(&mut test.world);
    end_turn(&mut test.world);
    assert_eq!(forbidden(&test), [true, false]);
    begin_go(&mut test.world, unit);
    assert_eq!(forbidden(&test), [true, true]);
    test.world.set_unit(unit, Holding(Some(StandingOrder::Ask)));
    end_activation(&mut test.world);
    assert_eq!(forbidden(&test), [true, true]);
    test.world.set_unit(unit, Holding(None));
    end_activation(&mut test.world);
    assert_eq!(forbidden(&test), [false, false]);
}

#[test]
fn what_lasts_until_the_end_of_the_next_turn_outlasts_one() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], man());
    let (does, until) = (Does::Forbids(Deed::Aim), Until::EndOfNextTurn);
    lay_on_unit(&mut test.world, unit, Effect { does, source: Source::Casting, until });
    end_turn(&mut test.world);
    assert!(forbids_unit(&test.world, unit, Deed::Aim));
    end_turn(&mut test.world);
    assert!(!forbids_unit(&test.world, unit, Deed::Aim));
}

#[test]
fn who_is_hampered_is_half_as_fast_unless_it_flies() {
    let mut test = TestWorld::new();
    let bird = with(vec![Ability::Flying]);
    let rates = [man(), bird].map(|profile| {
        let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], profile);
        let does = Does::Gives(Gift::Hampered);
        let effect = Effect { does, source: Source::Casting, until: Until::Always };
        lay_on_unit(&mut test.world, unit, effect);
        rate(&test.world, test.model(unit, 0))
    });
    assert_eq!(rates, [Inches(0.5), Inches(2.5)]);
}

#[test]
fn a_go_is_shared_with_whoever_goes_on_with_it() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], man());
    let home = test.unit(0, SKIRMISH, &[(15.0, 10.0, 90.0)], man());
    let lay = |test: &mut TestWorld, deed, until| {
        let does = Does::Forbids(deed);
        lay_on_unit(&mut test.world, unit, Effect { does, source: Source::Rally, until });
    };
    lay(&mut test, Deed::Charge, Until::EndOfGo);
    lay(&mut test, Deed::Rally, Until::Always);
    share_go(&mut test.world, unit, home);
    assert!(forbids_unit(&test.world, home, Deed::Charge));
    assert!(!forbids_unit(&test.world, home, Deed::Rally));
}
