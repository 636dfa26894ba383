//! Every level that comes with the game can be played: names known, nobody on top of another,
//! armies about as strong as each other, aims that can be reached in time.

use std::{collections::BTreeSet, sync::Arc};

use bevy::{math::Vec2, prelude::World};
use ironrank::{
    battle::{
        Battle, BattleWorld, RuleSystem, UnitId, components::TableEdge, level::Skill, levels,
        variants::variants_of, wrapper,
    },
    no_quarter::{
        Ability, Armoury, NoQuarter, Order, Profile, Size,
        armies::{advice, army_points, composition},
        army_files,
        components::{Formation, Role},
        level::{Level, Place, SetUp, UnitSetup},
        magic::{Aspect, Spell},
        objectives, plan,
        templates::Templates,
        uses::TAUNTERS,
    },
};

fn find(id: &str) -> Level {
    levels::find(id, None).unwrap_or_else(|errors| panic!("{id}: {errors:?}"))
}

fn of_side<'a>(level: &'a Level, side: &'a str) -> impl Iterator<Item = &'a UnitSetup> {
    level.units.iter().filter(move |unit| unit.side == side)
}

/// The profiles of some units, each with those of their command.
fn profiles<'a>(
    armoury: &Armoury,
    units: impl Iterator<Item = &'a UnitSetup>,
) -> Vec<Arc<Profile>> {
    let ids = units.flat_map(|unit| {
        let of_command =
            unit.command.iter().map(|model| model.profile.as_ref().unwrap_or(&unit.profile));
        of_command.chain((unit.count > 0).then_some(&unit.profile))
    });
    ids.map(|id| Arc::clone(&armoury.profiles[id])).collect()
}

/// The abilities of some profiles, and of all who share their bases.
fn abilities(profiles: &[Arc<Profile>]) -> impl Iterator<Item = Ability> {
    profiles.iter().flat_map(|profile| {
        let further = profile.parts.iter().flat_map(|part| &part.abilities);
        profile.abilities.iter().chain(further).copied()
    })
}

/// The spells that somebody among some profiles knows.
fn spells(profiles: &[Arc<Profile>]) -> BTreeSet<Spell> {
    let known = |ability| match ability {
        Ability::Knows(spell) => Some(spell),
        _ => None,
    };
    abilities(profiles).filter_map(known).collect()
}

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
fn a_battle_that_is_taken_out_of_a_world_leaves_nothing_of_its_table_behind() {
    let mut world = Battle::<NoQuarter>::new(&find("plain"), 1).expect("it can be played").world;
    let left = |world: &World| {
        [
            world.contains_resource::<TableEdge>(),
            world.contains_resource::<SetUp>(),
            world.contains_resource::<Templates>(),
        ]
    };
    assert_eq!(left(&world), [true; 3]);
    wrapper::end::<NoQuarter>(&mut world);
    assert_eq!(left(&world), [false; 3]);
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
        let fair = if scenario { 55 } else { 93 };
        assert!(less * 100 >= more * fair, "{id}: {a} against {b} points");
    }
}

/// How many battles the first sides of levels win is told by the table in docs/computer-players.md.
#[test]
fn levels_say_whom_they_are_harder_for_where_a_side_wins_more_than_six_battles_of_ten_and_only_there()
 {
    let shares = shares_of_first_sides();
    let ids = levels::ids(None);
    assert_eq!(shares.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), ids);
    for (id, first, won) in shares {
        let level = find(id);
        assert_eq!(level.sides[0].name, first, "{id}");
        let weaker = match won {
            ..40.0 => Some(&level.sides[0]),
            40.0..=60.0 => None,
            _ => Some(&level.sides[1]),
        };
        let harder = level.harder.as_ref().map(|harder| harder.side.as_str());
        assert_eq!(harder, weaker.map(|side| side.name.as_str()), "{id}: {first} won {won} %");
    }
}

/// For each level its first side, and in how many of a hundred battles between two Captains it won.
fn shares_of_first_sides() -> Vec<(&'static str, &'static str, f32)> {
    let page = include_str!("../docs/computer-players.md");
    let (_, section) = page.split_once("## How even the levels are").expect("the section is there");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| match *row.split('|').map(str::trim).collect::<Vec<_>>() {
        [_, id, first, won, ..] => {
            let won = won.strip_suffix(" %").and_then(|won| won.parse().ok());
            (id.trim_matches('`'), first, won.unwrap_or_else(|| panic!("no share in {row}")))
        }
        _ => panic!("no level, side and share in {row}"),
    })
    .collect()
}

/// The pitched battle is the large one, with everything an army may have on both sides.
#[test]
fn the_pitched_battle_has_what_it_promises() {
    let armoury = Armoury::embedded().unwrap();
    let pitched = find("pitched-battle");
    assert_eq!((pitched.table.width.0, pitched.table.depth.0), (72.0, 48.0));
    assert_eq!(advice(&armoury, &pitched), Vec::<String>::new());
    for side in &pitched.sides {
        let name = &side.name;
        let units = || of_side(&pitched, name);
        let models: u32 = units().map(|unit| unit.count + unit.command.len() as u32).sum();
        assert!((85..=95).contains(&models), "{name}: {models}");
        let with = |what: &dyn Fn(&UnitSetup) -> bool| units().filter(|unit| what(unit)).count();
        let role = |role: Role| with(&|unit| unit.command.iter().any(|m| m.role == role));
        assert_eq!((role(Role::General), role(Role::ArmyStandard)), (1, 1), "{name}");
        assert!(role(Role::Musician) >= 2 && role(Role::Leader) >= 2, "{name}");
        let of = |unit: &UnitSetup| armoury.profiles[&unit.profile].clone();
        assert!(with(&|unit| matches!(unit.formation, Formation::Ranked { .. })) >= 3, "{name}");
        assert!(with(&|unit| of(unit).cavalry) >= 1, "{name}: riders");
        assert!(with(&|unit| of(unit).size >= Size::Large) >= 1, "{name}");
        let chassis =
            |id: &Option<String>| id.as_ref().is_some_and(|id| armoury.profiles[id].chassis);
        let guns = with(&|unit| unit.command.iter().any(|model| chassis(&model.profile)));
        assert!(guns >= 2, "{name}: {guns} support weapons");
    }
}

/// Both sides of the duel have guns, the siege has a very large target and who can break it, the
/// scenarios decide.
#[test]
fn the_other_levels_have_what_they_promise() {
    let armoury = Armoury::embedded().unwrap();
    let duel = find("artillery-duel");
    for side in &duel.sides {
        let guns = of_side(&duel, &side.name).flat_map(|unit| &unit.command);
        let guns =
            guns.filter(|m| m.profile.as_ref().is_some_and(|id| armoury.profiles[id].chassis));
        assert_eq!(guns.count(), 2, "{}", side.name);
    }
    let siege = find("siege-of-the-hut-line");
    let very_large = |unit: &&UnitSetup| armoury.profiles[&unit.profile].size == Size::VeryLarge;
    assert!(siege.units.iter().any(|unit| very_large(&unit)));
    assert!(siege.units.iter().any(|unit| unit.profile == "wall_breaker"));
    for id in ["siege-of-the-hut-line", "escort", "infiltration"] {
        let level = find(id);
        assert!(level.objectives.iter().any(|o| o.side().is_some()), "{id}");
    }
}

/// Whatever the game's data knows stands on some table.
#[test]
fn every_profile_and_every_kind_of_terrain_is_in_a_level() {
    let armoury = Armoury::embedded().unwrap();
    let all: Vec<Level> = levels::ids(None).iter().map(|id| find(id)).collect();
    for kind in armoury.terrain.keys() {
        let used = all.iter().flat_map(|level| &level.terrain).any(|piece| piece.kind == *kind);
        assert!(used, "no level has a {kind}");
    }
    for id in armoury.profiles.keys() {
        let is = |unit: &UnitSetup| {
            unit.profile == *id || unit.command.iter().any(|m| m.profile.as_ref() == Some(id))
        };
        assert!(all.iter().flat_map(|level| &level.units).any(is), "no level has a {id}");
    }
}

/// Nothing that models can do is left for those who write levels: somebody on a table of the game, or
/// in one of its armies, has each ability and knows each spell.
#[test]
fn every_ability_and_every_spell_is_had_by_somebody() {
    let armoury = Armoury::embedded().unwrap();
    let levels: Vec<Level> = levels::ids(None).iter().map(|id| find(id)).collect();
    let armies: Vec<_> = army_files::ids(None)
        .iter()
        .map(|id| army_files::find(id, None).expect("it is listed").expect("a test reads it"))
        .collect();
    let of_levels = levels.iter().flat_map(|level| &level.units);
    let all = profiles(&armoury, of_levels.chain(armies.iter().flat_map(|army| &army.units)));
    let name = |ability: Ability| {
        let told = format!("{ability:?}");
        told.split('(').next().map(str::to_owned).unwrap_or_default()
    };
    let had: BTreeSet<String> = abilities(&all).map(name).collect();
    let missing: Vec<_> =
        variants_of::<Ability>().iter().filter(|ability| !had.contains(**ability)).collect();
    assert!(missing.is_empty(), "nobody has {missing:?}");
    let known = spells(&all);
    let missing: Vec<_> = Spell::ALL.iter().filter(|spell| !known.contains(spell)).collect();
    assert!(missing.is_empty(), "nobody knows {missing:?}");
}

#[test]
fn levels_for_beginners_have_no_magic_and_one_comes_first() {
    let (armoury, mut places) = (Armoury::embedded().unwrap(), Vec::new());
    for id in levels::ids(None) {
        let level = find(&id);
        places.push((level.place_in_list(), id.clone()));
        if level.skill == Skill::Beginner {
            let all = profiles(&armoury, level.units.iter());
            assert!(spells(&all).is_empty(), "{id}");
        }
    }
    places.sort();
    assert_eq!(places[0].1, "duel-at-the-wall");
}

/// The large battle for magic: close to 2000 points a side and no more, three aspects on each, all six together.
#[test]
fn the_battle_of_wizards_has_all_aspects() {
    use Aspect::{Dark, Earth, Fire, Light, Water, Wind};
    let armoury = Armoury::embedded().unwrap();
    let level = find("tide-of-graves");
    assert_eq!(advice(&armoury, &level), Vec::<String>::new());
    assert_eq!(composition(&armoury, &level), []);
    let expected = [[Fire, Earth, Light], [Water, Wind, Dark]];
    for (side, expected) in level.sides.iter().zip(expected) {
        let own = profiles(&armoury, of_side(&level, &side.name));
        let aspects: BTreeSet<Aspect> =
            spells(&own).into_iter().map(|spell| spell.card().aspect).collect();
        assert_eq!(aspects, BTreeSet::from(expected), "{}", side.name);
        let points = army_points(&armoury, &level, &side.name);
        assert!((1850..=2000).contains(&points), "{}: {points} points", side.name);
    }
}

/// The duel of two wizards, the night on which the dead rise, and the battle of what is set off.
#[test]
fn levels_of_magic_and_monsters_have_what_they_promise() {
    let armoury = Armoury::embedded().unwrap();
    let duel = find("lamp-and-ember");
    for side in &duel.sides {
        let generals = of_side(&duel, &side.name)
            .filter(|unit| unit.command.iter().any(|model| model.role == Role::General));
        let generals = profiles(&armoury, generals);
        let is_wizard = |ability| matches!(ability, Ability::Wizard(_));
        assert!(abilities(&generals).any(is_wizard), "{}", side.name);
    }
    let night = find("barrow-night");
    let [watch, dead] = [0, 1].map(|side| {
        let side: &str = &night.sides[side].name;
        (side, profiles(&armoury, of_side(&night, side)))
    });
    assert_eq!(night.objectives.iter().filter_map(|o| o.side()).collect::<Vec<_>>(), [watch.0]);
    let spent = [Spell::Sacrifice, Spell::GainLife, Spell::SummonFallen, Spell::ReAnimate];
    assert!(spent.iter().all(|spell| spells(&dead.1).contains(spell)));
    assert!(spells(&watch.1).iter().all(|spell| spell.card().aspect != Aspect::Dark));
    let pit = find("brass-and-claw");
    let [brass, claw] = [0, 1].map(|side| {
        let side: &str = &pit.sides[side].name;
        profiles(&armoury, of_side(&pit, side))
    });
    let has = |army: &[Arc<Profile>], ability| abilities(army).any(|own| own == ability);
    assert!(has(&brass, Ability::BoilerOverload) && has(&brass, Ability::Leap));
    assert!(claw.iter().any(|profile| profile.size == Size::VeryLarge), "nothing to overload for");
    for ability in [Ability::Taunt, Ability::Jaws, Ability::EtherealEmbrace, Ability::RainOfArrows]
    {
        assert!(has(&claw, ability), "{ability:?}");
    }
    let taunters =
        pit.units.iter().find(|unit| armoury.profiles[&unit.profile].has(Ability::Taunt));
    assert!(taunters.is_some_and(|unit| unit.count as usize >= TAUNTERS), "too few to taunt");
}

/// Plays a level in which one side keeps everybody off the table and one unit of the other goes
/// straight to where its aim is; says in which turn `done` held first.
fn unopposed(id: &str, unit: &str, done: impl Fn(&Battle<NoQuarter>) -> bool) -> u32 {
    let mut level = find(id);
    let own = level.units.iter().find(|setup| setup.name.as_deref() == Some(unit));
    let own = own.expect("the test names a unit of the level").side.clone();
    for setup in level.units.iter_mut().filter(|setup| setup.side != own) {
        setup.place = Place::Reserve;
    }
    let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("levels are checked by a test");
    let units: Vec<UnitId> = battle.world.roster().units().collect();
    let walker = units.into_iter().find(|&u| battle.world.unit_name(u) == unit);
    let walker = walker.expect("the test names a unit of the level");
    loop {
        let turn = battle.world.frame().turn;
        if done(&battle) {
            return turn;
        }
        assert!(battle.outcome().is_none(), "{id}: {unit} doesn't arrive");
        let ahead = (battle.world.frame().active == Some(walker))
            .then(|| objectives::goal(&battle.world, walker))
            .flatten()
            .and_then(|goal| onwards(&battle, walker, goal));
        let order = ahead.unwrap_or_else(|| NoQuarter::fallback(&battle.world));
        battle.order(order).unwrap_or_else(|refused| panic!("{id}: {refused}"));
    }
}

/// A move towards a place that gets the unit nearer to it.
fn onwards(battle: &Battle<NoQuarter>, unit: UnitId, goal: Vec2) -> Option<Order> {
    let mut order = plan::approach(&battle.world, unit, goal).ok();
    if let Some(Order::Move { moves }) = &mut order {
        moves.retain(|walk| !walk.path.is_empty());
        if moves.is_empty() {
            return None;
        }
    }
    order.filter(|order| battle.check(order).is_ok())
}

/// On an empty road Lady Merrin has turns to spare, and who storms the village reaches the well.
#[test]
fn aims_can_be_reached_in_time() {
    let turn = unopposed("escort", "Merrin's Guard", |battle| battle.outcome().is_some());
    assert!(turn <= 5, "Lady Merrin arrives in turn {turn}");
    for unit in ["Gate Gang", "Dusk Blades"] {
        let turn = unopposed("siege-of-the-hut-line", unit, |battle| {
            objectives::outlooks(&battle.world).iter().any(|outlook| outlook.holder.is_some())
        });
        assert!(turn <= 4, "{unit} reach the well in turn {turn}");
    }
    for unit in ["Night Watch", "Gate Fencers"] {
        let turn = unopposed("barrow-night", unit, |battle| {
            objectives::outlooks(&battle.world).iter().any(|outlook| outlook.holder.is_some())
        });
        assert!(turn <= 4, "{unit} reach the mouth of the barrow in turn {turn}");
    }
}

#[test]
fn first_clash_has_what_it_promises() {
    let level = find("first-clash");
    let models = |side: &str| -> u32 {
        of_side(&level, side).map(|unit| unit.count + unit.command.len() as u32).sum()
    };
    assert_eq!([models("The Marches"), models("The Horde")], [45, 45]);
    for kind in ["low_hill", "wood", "wall", "hut", "stream", "rough"] {
        assert!(level.terrain.iter().any(|piece| piece.kind == kind), "no {kind}");
    }
}
