//! What stands on the table in a battle of No Quarter, described for players.

mod armies;
mod card;
mod clock;
mod goals;
mod piece;
mod score;
mod token;
mod words;

use std::path::Path;

use bevy::{ecs::world::EntityRef, math::Vec2, prelude::World};

use crate::{
    battle::{
        BattleWorld, DataError, ModelId, UnitId,
        playable::{
            Showing,
            showing::{
                Army, Card, Clock, Explanation, Face, Goal, Label, Lasting, Mark, Marks, PieceCard,
                PlacedModel, Score, Sign,
            },
        },
    },
    no_quarter::{
        Armoury, NoQuarter, codex::CodexEntry, deployment, formations, level::Level,
        rule_names::rule_name,
    },
    table::Terrain,
};

pub(super) use card::{spread, stat_letters};

impl Showing for NoQuarter {
    const TITLE: &'static str = "No Quarter 2.5a";

    type Data = Armoury;

    fn load_data(directory: Option<&Path>) -> (Armoury, Vec<DataError>) {
        Armoury::load(directory)
    }

    fn signs(armoury: &Armoury) -> Vec<&str> {
        armoury.profiles.values().map(|profile| profile.glyph.as_str()).collect()
    }

    fn armies(armoury: &Armoury, level: &Level) -> Vec<Army> {
        armies::all(armoury, level)
    }

    fn terrain(armoury: &Armoury, level: &Level) -> Vec<Terrain> {
        armies::terrain(armoury, level)
    }

    fn placed_models(armoury: &Armoury, level: &Level) -> Vec<PlacedModel> {
        armies::placed_models(armoury, level)
    }

    fn is_deployed_by_hand(level: &Level) -> bool {
        armies::is_deployed_by_hand(level)
    }

    fn deploy_by_hand(level: &mut Level) {
        armies::deploy_by_hand(level);
    }

    fn clock(world: &World) -> Clock {
        clock::clock(world)
    }

    fn goals(world: &World) -> Vec<Goal> {
        goals::goals(world)
    }

    fn score(world: &World) -> Score {
        score::score(world)
    }

    fn card(world: &World, unit: UnitId, model: Option<ModelId>) -> Card {
        card::card(world, unit, model)
    }

    fn lasting(world: &World) -> Vec<Lasting> {
        super::lasting::lasting(world)
    }

    fn strength(world: &World, unit: UnitId) -> usize {
        if deployment::is_undeployed(world, unit) {
            return world.members(unit).len();
        }
        world.standing(unit).len()
    }

    fn pieces_at(world: &World, place: Vec2) -> Vec<PieceCard> {
        piece::at(world, place)
    }

    fn face(model: EntityRef) -> Face {
        token::face(model)
    }

    fn marks(world: &World, model: ModelId) -> Marks {
        token::marks(world, model)
    }

    fn states(world: &World, unit: UnitId) -> Vec<Sign> {
        token::states(world, unit)
    }

    fn meaning(mark: Mark) -> Label {
        token::meaning(mark)
    }

    fn is_block(unit: EntityRef) -> bool {
        unit.get().copied().is_some_and(formations::is_close)
    }

    fn is_in_close_order(world: &World, unit: UnitId) -> bool {
        formations::is_close(formations::effective(world, unit))
    }

    fn explained<'a>(world: &'a World, term: &str) -> Option<Explanation<'a>> {
        world.get_resource::<Armoury>()?.codex.get(term).map(told)
    }
}

/// An entry of the codex as players read it.
fn told(entry: &CodexEntry) -> Explanation<'_> {
    // The ledger's ids are for those who write rules. An entry that goes by its rule's name says it once.
    let rule = rule_name(&entry.rule).unwrap_or_default();
    let rule = if rule.eq_ignore_ascii_case(&entry.name) { "" } else { rule };
    Explanation { name: &entry.name, rule, about: &entry.about }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_and_state_that_a_card_shows_has_an_entry() {
        let armoury = Armoury::embedded().unwrap();
        let numbers = "AC RA CC ST T W CO AR UC PM ranges rate points parts momentum";
        let rolls = "hit save damage command cover";
        let states = "to act,active,has acted,holding,in combat,prone,broken,waits,charged,fumbled";
        let words = numbers.split(' ').chain(rolls.split(' ')).chain(states.split(','));
        for term in words {
            assert!(armoury.codex.contains_key(term), "{term}");
        }
    }
}
