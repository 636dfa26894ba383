//! Every level that comes with the game can be played: names known, nobody on top of another,
//! armies about as strong as each other.

use ironrank::{
    battle::{Battle, levels},
    no_quarter::{Armoury, NoQuarter, armies::army_points},
};

#[test]
fn every_level_is_set_up_with_no_invariant_broken() {
    for id in levels::ids(None) {
        let mut level = levels::find(&id, None).unwrap_or_else(|e| panic!("{id}: {e:?}"));
        for deployment in [
            ironrank::battle::level::Deployment::AsPlaced,
            ironrank::battle::level::Deployment::ByHand,
        ] {
            level.deployment = deployment;
            let battle = Battle::<NoQuarter>::new(&level, 1)
                .unwrap_or_else(|errors| panic!("{id}, {deployment:?}: {errors:#?}"));
            let broken =
                <NoQuarter as ironrank::battle::RuleSystem>::broken_invariants(&battle.world);
            assert!(broken.is_empty(), "{id}, {deployment:?}: {broken:#?}");
        }
    }
}

#[test]
fn armies_are_about_as_strong_as_each_other() {
    let armoury = Armoury::embedded().unwrap();
    for id in levels::ids(None) {
        let level = levels::find(&id, None).unwrap();
        let points = |side: &str| army_points(&armoury, &level, side);
        let [a, b] = [points(&level.sides[0].name), points(&level.sides[1].name)];
        println!("{id}: {a} against {b} points");
        let (less, more) = (a.min(b), a.max(b));
        // Who has something to achieve may have more to do it with.
        let scenario = level.objectives.iter().any(|objective| objective.side().is_some());
        let fair = if scenario { 80 } else { 93 };
        assert!(less * 100 >= more * fair, "{id}: {a} against {b} points");
    }
}

/// The pitched battle is the large one, the siege has a very large target, the scenarios decide.
#[test]
fn the_other_levels_have_what_they_promise() {
    let find = |id: &str| levels::find(id, None).unwrap();
    let pitched = find("pitched-battle");
    for side in &pitched.sides {
        let units = pitched.units.iter().filter(|unit| unit.side == side.name);
        let models: u32 = units.map(|unit| unit.count + unit.command.len() as u32).sum();
        assert!((85..=95).contains(&models), "{}: {models}", side.name);
    }
    let armoury = Armoury::embedded().unwrap();
    let siege = find("siege-of-the-hut-line");
    let very_large = |unit: &ironrank::battle::level::UnitSetup| {
        armoury.profiles[&unit.profile].size == ironrank::no_quarter::Size::VeryLarge
    };
    assert!(siege.units.iter().any(very_large));
    for id in ["siege-of-the-hut-line", "escort", "infiltration"] {
        let level = find(id);
        assert!(level.objectives.iter().any(|o| o.side().is_some()), "{id}");
    }
}

#[test]
fn first_clash_has_what_it_promises() {
    let level = levels::find("first-clash", None).unwrap();
    let models = |side: &str| -> u32 {
        let units = level.units.iter().filter(|unit| unit.side == side);
        units.map(|unit| unit.count + unit.command.len() as u32).sum()
    };
    assert_eq!([models("The Marches"), models("The Horde")], [45, 45]);
    for kind in ["low_hill", "wood", "wall", "hut", "stream", "rough"] {
        assert!(level.terrain.iter().any(|piece| piece.kind == kind), "no {kind}");
    }
}
