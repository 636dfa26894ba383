//! The course of the battle as far as it has been shown: how far it has come, how it stands, what is fought
//! for, and how units are. It is asked of the rules when something has happened, and stays as it was
//! while that is still being played: nobody reads what came of an order before it is to be seen. Whatever
//! stands beside the table asks here, and never the rules themselves.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{card::compared::Pointed, draft::Stamp, mode::Selection};
use crate::{
    app::{animation::Playback, seat::Game, settings::Settings},
    battle::{
        BattleWorld, ModelId, Showing, UnitId,
        playable::showing::{Card, Clock, Goal, Lasting, Score, Sign},
    },
};

/// Whose card it is: a unit's, with one of its models or without.
type Whose = (UnitId, Option<ModelId>);

/// How far the battle has come, how it stands, what is fought for and how units are.
#[derive(Resource, Clone, Debug, Default)]
pub struct Course {
    stamp: Option<Stamp>,
    clock: Option<Clock>,
    score: Score,
    goals: Vec<Goal>,
    lasting: Vec<Lasting>,
    /// Of each unit, by its number.
    units: Vec<InShort>,
    /// Cards that were asked for, and before an order is given those that most likely will be.
    cards: BTreeMap<Whose, Card>,
}

/// What a unit's plate says of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InShort {
    /// How many models it counts.
    pub strength: usize,
    /// The signs of its states.
    pub signs: Vec<Sign>,
}

impl Course {
    /// Up to when it tells what has happened.
    pub fn stamp(&self) -> Option<Stamp> {
        self.stamp
    }

    /// How far the battle has come, once it has begun.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// What wins, and how it stands.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// What is fought for.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// What somebody has brought about and what lasts until it ends.
    pub fn lasting(&self) -> &[Lasting] {
        &self.lasting
    }

    /// What a unit's plate says.
    pub fn unit(&self, unit: UnitId) -> Option<&InShort> {
        self.units.get(unit.index())
    }
}

/// Whether what happened last is still being played, in the battle that this is about.
fn is_held(world: &World) -> bool {
    let known = world.resource::<Course>().stamp;
    world.resource::<Playback>().is_busy()
        && known.is_some_and(|known| known.is_of_same_battle(&Stamp::of(world)))
}

/// Asks the rules again if something has happened and has been shown.
pub fn update(world: &mut World) {
    let stamp = Some(Stamp::of(world));
    if world.resource::<Course>().stamp == stamp || is_held(world) {
        return;
    }
    let in_short =
        |unit| InShort { strength: Game::strength(world, unit), signs: Game::states(world, unit) };
    let course = Course {
        stamp,
        clock: Some(Game::clock(world)),
        score: Game::score(world),
        goals: Game::goals(world),
        lasting: Game::lasting(world),
        units: world.roster().units().map(in_short).collect(),
        cards: BTreeMap::new(),
    };
    *world.resource_mut::<Course>() = course;
}

/// Has the cards described that somebody most likely looks at while what an order does is played: those of
/// the selected unit, of the one under the pointer and of the active one. To be called before the order is
/// given.
pub fn keep(world: &mut World) {
    if world.resource::<Settings>().speed.rate().is_none() {
        return;
    }
    update(world);
    let Selection { unit, model } = *world.resource::<Selection>();
    let selected = unit.zip(model).map(|(unit, model)| (unit, Some(model)));
    let pointed = world.resource::<Pointed>().unit();
    let units = [unit, pointed, world.frame().active].into_iter().flatten();
    for (unit, model) in units.map(|unit| (unit, None)).chain(selected) {
        card(world, unit, model);
    }
}

/// A unit's card, and one of its models: described again only when something has happened. Of a model
/// that nobody looked at before what is played now, only its unit's is known.
pub fn card(world: &mut World, unit: UnitId, model: Option<ModelId>) -> Card {
    let known = &world.resource::<Course>().cards;
    let kept = known.get(&(unit, model)).or_else(|| {
        let unit = known.get(&(unit, None))?;
        is_held(world).then_some(unit)
    });
    if let Some(card) = kept {
        return card.clone();
    }
    let card = Game::card(world, unit, model);
    world.resource_mut::<Course>().cards.insert((unit, model), card.clone());
    card
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::app::{
        animation::Floaters,
        battle_ui::player::{ARCHERS, Player},
        settings::AnimationSpeed,
    };

    /// What is shown of a unit: what it has left, how many it counts, and the points of both sides.
    fn shown(player: &mut Player, unit: UnitId) -> (Vec<String>, usize, Vec<String>) {
        let left = card(player.app.world_mut(), unit, None).left;
        let course = player.world().resource::<Course>();
        let points = course.score().tallies.iter().map(|tally| tally.points.to_string());
        let left = left.into_iter().map(|label| label.text).collect();
        (left, course.unit(unit).expect("it is known").strength, points.collect())
    }

    #[test]
    fn dice_lie_before_results_are_said_and_numbers_change_after_all_was_shown() {
        let mut player = Player::of(ARCHERS);
        let (own, enemy) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        player.app.world_mut().resource_mut::<Settings>().speed = AnimationSpeed::Normal;
        player.wait(2);
        let (_, target) = player.first(enemy);
        let before = [own, enemy].map(|unit| shown(&mut player, unit));
        player.click_once_at(target);
        let is_busy = |player: &Player| player.world().resource::<Playback>().is_busy();
        (0..300).for_each(|_| {
            if !is_busy(&player) {
                player.wait(1);
            }
        });
        assert!(is_busy(&player), "a volley is shown");
        let (mut tumbled, mut said) = (false, false);
        let mut all = BTreeSet::new();
        while is_busy(&player) {
            let tumbles = player.world().resource::<Playback>().tumbling().is_some();
            let words = &player.world().resource::<Floaters>().0;
            let results = words.iter().any(|word| ["hit", "miss"].contains(&&*word.text));
            all.extend(words.iter().map(|word| word.text.clone()));
            assert!(said || !(tumbles && results), "{words:?} while dice tumble");
            (said, tumbled) = (said || results, tumbled || tumbles);
            assert_eq!([own, enemy].map(|unit| shown(&mut player, unit)), before);
            player.wait(1);
        }
        player.wait(2);
        assert!(tumbled && said, "dice tumbled: {tumbled}, and this was said: {all:?}");
        assert_ne!(shown(&mut player, own), before[0], "actions were spent");
    }
}
