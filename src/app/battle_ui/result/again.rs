//! What can be fought after a battle: the same once more, with the sides swapped, or with other dice.

use bevy::prelude::*;

use crate::{
    app::{
        running::{Beginning, NextBattle, chance},
        seat::Game,
    },
    battle::{Commanders, Handicap, History, history::UndoRule, wrapper},
};

/// A way to fight the same battle again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// With the same dice.
    Same,
    /// Each player with the other army.
    Swapped,
    /// With dice that nobody knows.
    OtherDice,
}

/// Begins it.
pub(super) fn begin(world: &mut World, again: Again) {
    // One battle at a time.
    if world.resource::<NextBattle>().0.is_none() {
        let beginning = beginning(world, again);
        world.resource_mut::<NextBattle>().0 = Some(beginning);
    }
}

fn beginning(world: &World, again: Again) -> Beginning {
    let wrapper::Beginning { mut level, mut seed } =
        world.resource::<wrapper::Beginning<Game>>().clone();
    match again {
        Again::Same => {}
        Again::Swapped => level.swap_sides(),
        Again::OtherDice => seed = chance(world.resource::<Time<Real>>()),
    }
    let practice = world.resource::<History<Game>>().undo_rule == UndoRule::Anything;
    let commanders = world.resource::<Commanders>().clone();
    let handicap = world.resource::<Handicap>().clone();
    Beginning::New { level: Box::new(level), seed, practice, commanders, handicap }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, BattleWorld, SideId, levels},
        lab::{Bout, play},
    };

    #[test]
    fn a_battle_can_be_fought_again_in_three_ways() {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let mut world = play(Bout::<Game>::random(&level, 5)).unwrap().world;
        let mut time = Time::<Real>::default();
        time.advance_by(std::time::Duration::from_nanos(123_456_789));
        world.insert_resource(time);
        let begun = |again| match beginning(&world, again) {
            Beginning::New { level, seed, .. } => (level, seed),
            Beginning::Saved(_) => panic!("it begins anew"),
        };
        let (same, seed) = begun(Again::Same);
        assert_eq!((*same, seed), (level.clone(), 5));
        let (same, other) = begun(Again::OtherDice);
        assert_eq!(*same, level);
        assert_ne!(other, 5);
        let (swapped, seed) = begun(Again::Swapped);
        assert_eq!(seed, 5);
        let names = |level| {
            let battle = Battle::<Game>::new(level, seed).unwrap();
            let side = |side| battle.world.side_name(SideId(side)).to_owned();
            let own = battle.world.roster().units().next().unwrap();
            let edge = battle.world.edge_of(SideId(0));
            ([side(0), side(1)], battle.world.side_of(own), edge)
        };
        let ([first, second], owner, edge) = names(&level);
        let (sides, swapped_owner, swapped_edge) = names(&swapped);
        assert_eq!(sides, [second, first], "who had the one army has the other");
        assert_ne!(owner, swapped_owner, "its units go with it");
        assert_ne!(edge, swapped_edge, "and so does the edge it stands at");
        let mut back = *swapped;
        back.swap_sides();
        assert_eq!(back, level);
    }
}
