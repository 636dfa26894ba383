//! That a modifier counts in every kind of test, whatever it is rolled for.

use super::*;
use crate::{
    battle::{BattleWorld, Log, ModelId, engine::run},
    no_quarter::{
        NoQuarter,
        armour::{self, Piercing},
        close_combat, command_test,
        components::Formation,
        damage,
        dice::Purpose,
        evade,
        event::Event,
        grenades,
        magic::{self, Spell},
        order::{Blow, Fire, Mark, Shot, ShotMode, Throw},
        profile::{Profile, Weapon, WeaponRule},
        ranged_combat,
        reason::{Change, Reason},
        statistics::Stat,
        step::Step,
        support_weapons,
        system::push,
        templates,
        test_world::{TestWorld, bow, man},
    },
    table::Inches,
};

const SKIRMISH: Formation = Formation::Skirmish;

/// Somebody who tests and somebody whom that is about, five inches apart.
struct Pair {
    test: TestWorld,
    roller: ModelId,
    other: ModelId,
}

impl Pair {
    fn new() -> Self {
        let mut test = TestWorld::new();
        let grenade = vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(1.0))];
        let bombard = vec![WeaponRule::Blast(Inches(3.0))];
        let arms = vec![
            bow(),
            Weapon { rules: grenade, ..Weapon::improvised() },
            Weapon { rules: bombard, ..bow() },
        ];
        let knight = Profile { armour: 5, strength: 4, ..man() };
        let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], knight.clone(), arms);
        let theirs = test.unit(1, SKIRMISH, &[(10.0, 15.0, 270.0)], knight);
        test.activate(ours);
        let (roller, other) = (test.model(ours, 0), test.model(theirs, 0));
        Self { test, roller, other }
    }

    /// Lays a modifier of 1 on the unit of whoever tests, or on that of the other.
    fn modify(&mut self, test: Test, whose: Whose) {
        let by = Change::new(Reason::TargetDodges, 1);
        let does = Does::Modifies { test, whose, by, when: When::Always };
        let bearer = match whose {
            Whose::Own => self.roller,
            Whose::Against => self.other,
        };
        let unit = self.test.world.unit_of(bearer);
        let effect = Effect { does, source: Source::Fumble, until: Until::Always };
        lay_on_unit(&mut self.test.world, unit, effect);
    }

    /// The numbers needed in a kind of test, one for each roll that is such a test.
    fn numbers(&mut self, test: Test) -> Vec<i32> {
        let (roller, other) = (self.roller, self.other);
        let world = &self.test.world;
        let unit = world.unit_of(roller);
        match test {
            Test::Strike => {
                let blow = Blow::plain(roller, other, 0);
                vec![close_combat::striking(world, &blow, false).needed().value()]
            }
            Test::Shoot => {
                let target = world.unit_of(other);
                let (shooter, aim, pick, mode) = (roller, false, None, ShotMode::Plain);
                let shot = Shot { shooter, target, weapon: 0, aim, pick, mode };
                let shot = ranged_combat::aim(world, &shot).unwrap().needed.unwrap().value();
                [Mark::Model(other), Mark::Ground((10.0, 14.0).into())]
                    .into_iter()
                    .flat_map(|at| [self.throw(at), self.fire(at)])
                    .chain([shot])
                    .collect()
            }
            Test::PartlyCovered => vec![templates::needed_if_partly(world, roller, other).value()],
            Test::Parry => vec![close_combat::parry_needed(world, roller, other, 5).value()],
            Test::Evade => vec![evade::needed(world, roller, other).value()],
            Test::Save => {
                let piercing = Piercing { strength: 4, ..Piercing::default() };
                let needed = armour::needed(world, (roller, other), false, piercing, &[]);
                vec![needed.unwrap().value()]
            }
            Test::Damage => vec![damage::needed(world, roller, other, 4).value()],
            Test::Endure => vec![damage::needed_to_endure(world, roller).value()],
            Test::Cast => {
                vec![magic::needed_to_cast(world, roller, Spell::Fireball, 1).value()]
            }
            Test::Resist => vec![magic::needed_to_resist(world, roller, Stat::Strength).value()],
            Test::Cancel => {
                vec![magic::needed_to_cancel(world, roller, Spell::Fireball).value()]
            }
            Test::Command => vec![command_test::needed(world, unit).value()],
            Test::Panic => {
                self.test.dice(&[(Purpose::Panic, 3)]);
                push(&mut self.test.world, Step::RollPanic { unit, bonus: 0 });
                run::<NoQuarter>(&mut self.test.world);
                let log = &self.test.world.resource::<Log<NoQuarter>>().0;
                let bonus = |event: &Event| match event {
                    Event::PanicRolled { bonus, .. } => Some(*bonus),
                    _ => None,
                };
                log.iter().filter_map(bonus).collect()
            }
        }
    }

    fn throw(&self, at: Mark) -> i32 {
        let throw = Throw { thrower: self.roller, weapon: 1, with: Vec::new(), at };
        grenades::needed(&self.test.world, &throw).value()
    }

    fn fire(&self, at: Mark) -> i32 {
        let (shooter, marks) = (self.roller, vec![at]);
        let fire = Fire { shooter, weapon: 2, marks, aim: false, indirect: false };
        support_weapons::lay(&self.test.world, &fire, at).unwrap().needed.unwrap().value()
    }
}

fn numbers(test: Test, whose: Option<Whose>) -> Vec<i32> {
    let mut pair = Pair::new();
    if let Some(whose) = whose {
        pair.modify(test, whose);
    }
    pair.numbers(test)
}

#[test]
fn a_modifier_counts_in_every_test_of_its_bearer() {
    for test in Test::ALL {
        let one_more: Vec<i32> = numbers(test, None).iter().map(|number| number + 1).collect();
        assert_eq!(numbers(test, Some(Whose::Own)), one_more, "{test:?}");
    }
}

#[test]
fn a_modifier_counts_in_every_test_against_its_bearer() {
    for test in Test::ALL {
        let plain = numbers(test, None);
        let with = numbers(test, Some(Whose::Against));
        let more: Vec<i32> = with.iter().zip(&plain).map(|(with, plain)| with - plain).collect();
        let expected = match test {
            // Nothing that a target does helps against a blast; a shot is aimed at it alone.
            Test::Shoot => vec![0, 0, 0, 0, 1],
            // A unit tests its own nerves, a model its own toughness, and magic has no eye for whom it
            // meets.
            Test::Command
            | Test::Panic
            | Test::Endure
            | Test::Cast
            | Test::Resist
            | Test::Cancel => vec![0],
            _ => vec![1],
        };
        assert_eq!(more, expected, "{test:?}");
    }
}
