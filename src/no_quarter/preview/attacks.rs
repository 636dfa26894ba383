//! The attacks of an order with their chances.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        combined,
        odds::{self, AttackOdds},
        order::{Blow, Order},
        uses::FirstRoll,
    },
};

/// The attacks of an order.
pub(super) fn attacks(world: &World, order: &Order) -> Vec<AttackOdds> {
    let there = |model: ModelId| world.roster().model(model).is_some();
    match order {
        Order::Fight { blows } => {
            let known = |blow: &&Blow| there(blow.attacker) && there(blow.target);
            let blows: Vec<Blow> = blows.iter().filter(known).copied().collect();
            combined::rounds(world, &blows)
                .iter()
                .flat_map(|round| of_round(world, round))
                .collect()
        }
        Order::Use { model, what, at } if there(*model) => {
            what.rules().foretell(world, *model, *at).attacks
        }
        Order::Shoot { shots } => shots
            .iter()
            .filter(|shot| there(shot.shooter) && world.roster().unit(shot.target).is_some())
            .filter_map(|shot| odds::of_shot(world, shot))
            .collect(),
        Order::Fire { fire } => odds::of_burst(world, fire),
        _ => Vec::new(),
    }
}

/// The roll without which nothing comes of an order, if there is one.
pub(super) fn first_roll(world: &World, order: &Order) -> Option<FirstRoll> {
    let &Order::Use { model, what, at } = order else { return None };
    world.roster().model(model)?;
    what.rules().foretell(world, model, at).first
}

/// The blows of a round; those that are struck together cost what the dearest does (COMBO-01).
fn of_round(world: &World, round: &[Blow]) -> Vec<AttackOdds> {
    let cost = combined::cost(world, round);
    let shown = |(place, blow): (usize, &Blow)| {
        let attack = odds::of_blow(world, blow);
        match (round.len(), place) {
            (1, _) => attack,
            (_, 0) => AttackOdds { actions: cost, ..attack },
            _ => AttackOdds { actions: 0, ..attack },
        }
    };
    round.iter().enumerate().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        test_world::{TestWorld, man},
    };

    #[test]
    fn an_order_s_attacks_are_shown_even_of_weapons_that_are_not_there() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        test.activate(ours);
        let (attacker, target) = (test.model(ours, 0), test.model(theirs, 0));
        let blows = vec![
            Blow::plain(attacker, target, 0),
            Blow::plain(attacker, ModelId(99), 0),
            Blow::plain(attacker, target, 99),
        ];
        let shown = attacks(&test.world, &Order::Fight { blows });
        assert_eq!(shown.len(), 2);
        assert_eq!((shown[0].actions, shown[1].weapon.as_str()), (3, "Improvised"));
    }
}
