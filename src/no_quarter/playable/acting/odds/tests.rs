//! The chances that are shown while an order is prepared.

use super::*;
use crate::no_quarter::{
    Profile,
    components::Formation,
    effects::Test,
    reason::Reason,
    test_world::{TestWorld, man},
};

fn attack(attacker: u32, weapon: &str, needed: i32) -> AttackOdds {
    AttackOdds {
        attacker: ModelId(attacker),
        target: ModelId(9),
        weapon: weapon.to_owned(),
        actions: 3,
        range: None,
        cover: Cover::None,
        to_hit: Needed::new(needed),
        parried: false,
        save: None,
        damage: Needed::new(5),
        dice: 1,
        chance: 0.25,
    }
}

#[test]
fn attacks_with_the_same_numbers_are_told_once() {
    let attacks =
        [attack(1, "Sword", 5), attack(2, "Sword", 5), attack(3, "Axe", 5), attack(4, "Sword", 6)];
    let groups = alike(&attacks);
    assert_eq!(groups.len(), 3);
    assert_eq!(groups[0].attackers, [ModelId(1), ModelId(2)]);
    assert_eq!(groups[0].targets, [ModelId(9)]);
    assert_eq!(expected(&attacks), "4 attacks · 1.0 wounds expected");
    let three_quarters = 0.75_f32;
    let none = three_quarters * three_quarters * three_quarters * three_quarters;
    assert!((at_least_one(&attacks) - (1.0 - none)).abs() < 1e-5);
    assert_eq!(at_least_one(&[]), 0.0);
}

#[test]
fn attackers_of_several_kinds_are_told_as_what_they_are() {
    let mut test = TestWorld::new();
    let place = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0)];
    let archers = test.unit(0, Formation::Skirmish, &place, man());
    let boss = Profile { name: "Boss".to_owned(), ..man() };
    let boss = test.unit(0, Formation::Skirmish, &[(16.0, 10.0, 90.0)], boss);
    let (boss, mut models) = (test.model(boss, 0), test.models(archers));
    let kind = man().name;
    assert_eq!(several(&test.world, &models), format!("3 × {kind}"));
    models.insert(0, boss);
    let name = test.world.model_name(boss);
    assert_eq!(several(&test.world, &models), format!("{name} and 3 × {kind}"));
    assert_eq!(attackers(&test.world, &[boss, boss]), format!("{name}, 2 attacks"));
    models.insert(0, boss);
    let all = attackers(&test.world, &models);
    assert_eq!(all, format!("{name} and 3 × {kind}, 5 attacks"));
    assert_eq!(several(&test.world, &models), format!("{name} and 3 × {kind}"));
}

#[test]
fn who_may_parry_is_told_where_that_lowers_the_chance() {
    let told = |attack: &AttackOdds| {
        short("Boss", attack).iter().map(|said| said.text.as_str()).collect::<String>()
    };
    let blow = attack(1, "Sword", 5);
    assert_eq!(told(&blow), "Boss: hits on ≤5, no save, wounds on ≤5 · 25%");
    let parried = AttackOdds { parried: true, ..blow };
    let expected = "Boss: hits on ≤5, may be parried, no save, wounds on ≤5 · 25%";
    assert_eq!(told(&parried), expected);
}

#[test]
fn chances_count_the_roll_without_which_nothing_comes_of_it() {
    let mut test = TestWorld::new();
    let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
    let unit = test.unit(0, Formation::Skirmish, &places, man());
    let [caster, target] = [0, 1].map(|place| test.model(unit, place));
    let first = |resists| FirstRoll {
        model: caster,
        name: "Spell",
        term: "verb Cast",
        actions: 4,
        does: "cast it",
        test: Test::Cast,
        needed: Needed::new(6),
        chance: 0.6,
        resists,
        resisted_by: Some(Stat::Strength),
    };
    let near = |chance: f32, wanted: f32| assert!((chance - wanted).abs() < 1e-5, "{chance}");
    let plain = after_first_roll(&test.world, &[], &first(Vec::new()));
    near(plain.at_least_one, 0.6);
    assert_eq!((plain.kinds.len(), &*plain.expected), (1, "Spell for 4 actions"));
    let resists = vec![(target, Needed::new(5), 0.5)];
    let falls = after_first_roll(&test.world, &[], &first(resists.clone()));
    near(falls.at_least_one, 0.3);
    let hit = AttackOdds { target, attacker: caster, ..attack(0, "Spell", 9) };
    let hurt = after_first_roll(&test.world, &[hit.clone(), hit], &first(resists));
    // Both hits hang on the same roll: 0.6 of what they promise once it has succeeded.
    near(hurt.at_least_one, 0.6 * (1.0 - (1.0 - 0.125_f32) * (1.0 - 0.125)));
    assert_eq!(hurt.kinds.len(), 3);
}

#[test]
fn a_line_says_what_each_roll_needs_and_what_it_is_for() {
    let line = |attack: &AttackOdds| -> String {
        let said = short("Knight", attack);
        said.iter().map(|said| said.text.as_str()).collect()
    };
    let mut blow = AttackOdds { save: Some(Needed::new(1)), ..attack(1, "Lance", 6) };
    assert_eq!(line(&blow), "Knight: hits on ≤6, saved on ≤1, wounds on ≤5 · 25%");
    (blow.save, blow.damage) = (None, Needed::new(0));
    assert_eq!(line(&blow), "Knight: hits on ≤6, no save, never wounds · 25%");
    let charging = Needed::new(5).with(Reason::Charging, 1);
    assert_eq!(in_a_line(&charging), "6 or less (5, +1 charging)");
    assert_eq!(in_a_line(&Needed::new(7)), "7 or less");
}
