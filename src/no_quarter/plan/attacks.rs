//! The blows of a whole unit.

use std::collections::BTreeMap;

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        close_combat, combined,
        components::{Arms, WoundsLeft},
        doctrine, movement, odds,
        order::{AttackMode, Blow},
    },
    table::Placed,
};

/// No more ways to combine the weapons of a combined model are looked at.
const MOST_CHOICES: usize = 128;

/// Nobody is struck from farther away: reach, a barrier, a rank in between. Inches.
const FARTHEST_BLOW: f32 = 6.0;

/// The blows of every model of a unit in combat, at the enemies it touches, as often as its
/// actions allow, with the weapon that promises most; only at `target` if given.
///
/// Each model strikes at one enemy; a blow at somebody who has fallen by then is left out and
/// costs nothing, so that its actions can be planned again.
pub fn melee(world: &World, unit: UnitId, target: Option<UnitId>) -> Vec<Blow> {
    melee_with(world, unit, target, None)
}

/// The same, where who has the weapon with an id strikes with that.
pub fn melee_with(
    world: &World,
    unit: UnitId,
    target: Option<UnitId>,
    wanted: Option<&str>,
) -> Vec<Blow> {
    let mut hopes: BTreeMap<ModelId, f32> = BTreeMap::new();
    let mut blows = Vec::new();
    let enemies = enemies_with_places(world, unit, target);
    for attacker in world.standing(unit) {
        if close_combat::check_attacker(world, unit, attacker).is_err() {
            continue;
        }
        let actions = close_combat::actions_for_combat(world, attacker);
        let mut best: Option<(f32, ModelId, Round)> = None;
        let own = world.placed(attacker);
        let weapons = combined::weapons_by_element(world, attacker);
        for &(enemy, other) in &enemies {
            if !movement::near(&own, &other, FARTHEST_BLOW) {
                continue;
            }
            let usable = usable(world, (attacker, &own), (enemy, &other), &weapons);
            if usable.is_empty() {
                continue;
            }
            let round = Round::plan(actions, &choices(world, attacker, enemy, usable, wanted));
            if round.weapons.is_empty() {
                continue;
            }
            let wounds = f32::from(world.of_model::<WoundsLeft>(enemy).0);
            let open = (wounds - hopes.get(&enemy).copied().unwrap_or(0.0)).max(0.05);
            let value = round.wounds.min(open);
            if best.as_ref().is_none_or(|(known, ..)| value > known + 1e-4) {
                best = Some((value, enemy, round));
            }
        }
        let Some((_, enemy, round)) = best else { continue };
        *hopes.entry(enemy).or_default() += round.wounds;
        let strikes = round.weapons.into_iter();
        let blow = |(weapon, mode)| Blow { attacker, target: enemy, weapon, mode };
        blows.extend(strikes.map(blow));
    }
    blows
}

/// The blows that the doctrine would strike at an enemy, where an element that has the weapon with an
/// id strikes with that.
pub fn best_blows_with(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    wanted: Option<&str>,
) -> Vec<Blow> {
    let choose = |weapons: Vec<u8>| preferred(world, attacker, weapons.into_iter(), wanted);
    doctrine::blows_with(world, attacker, target, choose)
}

/// Of places in a model's arms those of the wanted weapon, if it is among them; else all.
pub(super) fn preferred(
    world: &World,
    model: ModelId,
    places: impl Iterator<Item = u8>,
    wanted: Option<&str>,
) -> Vec<u8> {
    let arms = &world.of_model::<Arms>(model).0;
    let all: Vec<u8> = places.collect();
    let is_wanted =
        |&&place: &&u8| arms.get(usize::from(place)).is_some_and(|arm| Some(&*arm.id) == wanted);
    let chosen: Vec<u8> = all.iter().filter(is_wanted).copied().collect();
    if chosen.is_empty() { all } else { chosen }
}

/// Those of some blows, in their order, that each attacker has the actions for; all of them if nobody has
/// any, so that the rules can say so.
pub fn affordable(world: &World, blows: Vec<Blow>) -> Vec<Blow> {
    let mut spent: BTreeMap<ModelId, u32> = BTreeMap::new();
    let mut kept = Vec::new();
    for round in combined::rounds(world, &blows) {
        let attacker = round[0].attacker;
        let sum = spent.entry(attacker).or_default();
        let with = *sum + u32::from(combined::cost(world, &round));
        if with <= u32::from(close_combat::actions_for_combat(world, attacker)) {
            *sum = with;
            kept.extend(round);
        }
    }
    if kept.is_empty() { blows } else { kept }
}

/// The enemies of a unit who stand on the table, those of `target` alone if given, each with its place.
fn enemies_with_places(
    world: &World,
    unit: UnitId,
    target: Option<UnitId>,
) -> Vec<(ModelId, Placed)> {
    let side = world.side_of(unit);
    let units = world.roster().units();
    units
        .filter(|&other| world.side_of(other) != side && target.is_none_or(|t| t == other))
        .flat_map(|other| world.standing(other))
        .map(|enemy| (enemy, world.placed(enemy)))
        .collect()
}

/// The weapons with which a model may strike an enemy now, by element; empty if there are none.
fn usable(
    world: &World,
    attacker: (ModelId, &Placed),
    target: (ModelId, &Placed),
    weapons: &[Vec<u8>],
) -> Vec<Vec<u8>> {
    let engaged = movement::would_fight(world, attacker.1, target.1);
    // Most enemies are out of reach, and to say so in words takes long.
    let reaches = |place: u8| {
        close_combat::weapon(world, attacker.0, place)
            .is_ok_and(|arm| close_combat::reaches_from(world, attacker, target, engaged, arm))
    };
    let may_strike = |&place: &u8| {
        let blow = Blow::plain(attacker.0, target.0, place);
        reaches(place) && close_combat::check_blow(world, &blow).is_ok()
    };
    let by_element = |weapons: &Vec<u8>| weapons.iter().copied().filter(may_strike).collect();
    let usable: Vec<Vec<u8>> = weapons.iter().map(by_element).collect();
    if usable.iter().all(Vec::is_empty) { Vec::new() } else { usable }
}

/// Weapons that can strike an enemy together now, one of each element: their places and modes, their
/// cost and the wounds to expect.
type Choice = (Vec<(u8, AttackMode)>, u8, f32);

fn choices(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    usable: Vec<Vec<u8>>,
    wanted: Option<&str>,
) -> Vec<Choice> {
    let mut choices: Vec<Choice> = vec![(Vec::new(), 0, 0.0)];
    for weapons in usable {
        let mut more = Vec::new();
        for weapon in preferred(world, attacker, weapons.into_iter(), wanted) {
            let plain = Blow::plain(attacker, target, weapon);
            let odds = |blow: &Blow| odds::of_blow(world, blow);
            let (best, promise) = doctrine::better_mode(world, plain, odds);
            let mighty = Blow { mode: AttackMode::Mighty, ..plain };
            let dearer = close_combat::has_mode(world, attacker, weapon, mighty.mode)
                .then(|| (mighty, odds(&mighty)));
            for (blow, promise) in [(best, promise)].into_iter().chain(dearer) {
                let cost = close_combat::cost_of(world, &blow).max(1);
                more.extend(choices.iter().map(|(others, dearest, wounds)| {
                    let mut together = others.clone();
                    together.push((weapon, blow.mode));
                    (together, cost.max(*dearest), promise.chance + wounds)
                }));
            }
        }
        choices.extend(more);
        choices.truncate(MOST_CHOICES);
    }
    choices.retain(|(weapons, ..)| !weapons.is_empty());
    choices
}

/// The blows of one model at one enemy.
struct Round {
    /// Wounds to expect.
    wounds: f32,
    /// The weapons in order, the best first.
    weapons: Vec<(u8, AttackMode)>,
}

impl Round {
    /// The blows that promise most wounds for so many actions.
    fn plan(actions: u8, choices: &[Choice]) -> Self {
        let mut plans: Vec<(f32, Option<usize>)> = vec![(0.0, None)];
        for budget in 1..=usize::from(actions) {
            let mut best = (plans[budget - 1].0, None);
            for (place, (_, cost, chance)) in choices.iter().enumerate() {
                let Some(rest) = budget.checked_sub(usize::from(*cost)) else { continue };
                let wounds = plans[rest].0 + chance;
                if wounds > best.0 + 1e-6 {
                    best = (wounds, Some(place));
                }
            }
            plans.push(best);
        }
        let mut budget = usize::from(actions);
        let mut used = Vec::new();
        while budget > 0 {
            match plans[budget].1 {
                Some(place) => {
                    used.push(&choices[place]);
                    budget -= usize::from(choices[place].1);
                }
                None => budget -= 1,
            }
        }
        used.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
        let wounds = plans[usize::from(actions)].0;
        Self { wounds, weapons: used.into_iter().flat_map(|choice| choice.0.clone()).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        order::Order,
        profile::{Weapon, WeaponStrength},
        system::NoQuarter,
        test_world::{TestWorld, man},
    };

    fn sword() -> Weapon {
        Weapon {
            id: "sword".to_owned(),
            name: "Sword".to_owned(),
            use_cost: 4,
            strength: WeaponStrength::Bonus(1),
            ..Weapon::improvised()
        }
    }

    fn legal(test: &TestWorld, order: Order) {
        <NoQuarter as crate::battle::RuleSystem>::check(&test.world, &order).unwrap();
    }

    #[test]
    fn cc_02_actions_are_shared_out_between_weapons() {
        let choice = |weapon, cost, chance| (vec![(weapon, AttackMode::Plain)], cost, chance);
        let weapons = [choice(0, 4, 0.4), choice(1, 3, 0.25)];
        let plan = |actions| -> Vec<u8> {
            Round::plan(actions, &weapons).weapons.into_iter().map(|(weapon, _)| weapon).collect()
        };
        assert_eq!(plan(8), [0, 0]);
        assert_eq!(plan(7), [0, 1]);
        assert_eq!(plan(3), [1]);
        assert!(Round::plan(2, &weapons).weapons.is_empty());
    }

    #[test]
    fn melee_strikes_with_all_who_touch_and_is_legal() {
        let mut test = TestWorld::new();
        let line = [(10.0, 10.0, 90.0), (11.0, 10.0, 90.0), (15.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &line, man(), vec![sword()]);
        let enemies = [(10.0, 11.0, 270.0), (11.0, 11.0, 270.0)];
        let theirs = test.unit(1, Formation::Skirmish, &enemies, man());
        test.activate(ours);
        let blows = melee(&test.world, ours, None);
        assert_eq!(blows.len(), 4, "two of them, twice each: {blows:?}");
        let at = |n: usize| blows.iter().filter(|b| b.target == test.model(theirs, n)).count();
        assert_eq!((at(0), at(1)), (2, 2));
        legal(&test, Order::Fight { blows });
        assert!(melee(&test.world, theirs, Some(theirs)).is_empty());
    }

    #[test]
    fn cc_02_any_weapon_carried_may_be_wanted() {
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), vec![sword()]);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        test.activate(ours);
        let (attacker, target) = (test.model(ours, 0), test.model(theirs, 0));
        let weapons = |blows: Vec<Blow>| blows.iter().map(|blow| blow.weapon).collect::<Vec<_>>();
        let kick = Weapon::improvised().id;
        let kicks = melee_with(&test.world, ours, None, Some(&kick));
        assert_eq!(weapons(kicks.clone()), [1, 1]);
        legal(&test, Order::Fight { blows: kicks });
        assert_eq!(weapons(melee_with(&test.world, ours, None, Some("axe"))), [0, 0]);
        assert_eq!(weapons(best_blows_with(&test.world, attacker, target, Some(&kick))), [1]);
    }
}
