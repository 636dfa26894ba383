//! Every level that comes with the game can be played: names known, nobody on top of another,
//! armies about as strong as each other.

use ironrank::{
    battle::{Battle, levels},
    no_quarter::{Armoury, NoQuarter},
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
        let points = |side: &str| -> u32 {
            let units = level.units.iter().filter(|unit| unit.side == side);
            let of_unit = |unit: &ironrank::battle::level::UnitSetup| {
                let own = armoury.profiles[&unit.profile].points;
                let command = unit.command.iter().map(|model| {
                    model.profile.as_ref().map_or(own, |profile| armoury.profiles[profile].points)
                });
                unit.count * own + command.sum::<u32>()
            };
            units.map(of_unit).sum()
        };
        let [a, b] = [points(&level.sides[0].name), points(&level.sides[1].name)];
        println!("{id}: {a} against {b} points");
        let (less, more) = (a.min(b), a.max(b));
        assert!(less * 100 >= more * 93, "{id}: {a} against {b} points");
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
