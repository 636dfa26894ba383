//! Whom something that is used could be aimed at, before the player points at anybody.

use bevy::prelude::World;

use super::{
    Intent,
    using::{Use, user},
};
use crate::{
    battle::{
        Acting, BattleWorld, ModelId, UnitId, figures,
        playable::acting::{Aims, Candidate, Focus},
    },
    no_quarter::{
        NoQuarter,
        magic::{self, Aim, Spell, Whom},
        movement,
        uses::{At, Usable, UsedAt},
    },
    table::base::gap,
};

/// What an intent may be aimed at, if it uses something that is aimed.
pub fn aims(world: &World, focus: Focus, intent: &Intent) -> Option<Aims> {
    let Intent::Use(aimed) = intent else { return None };
    let from = focus.only().or_else(|| user(world, aimed.what))?;
    let reach = match aimed.what {
        Usable::Spell(spell) => spell.card().aim.within(),
        _ => None,
    };
    let candidates = match is_put_down(aimed.what) {
        // It may lie anywhere; enemies are what keys lead to.
        true => units(world, from, Whom::Enemies).into_iter().map(Candidate::Unit).collect(),
        false => candidates(world, from, aimed.what),
    };
    (reach.is_some() || !candidates.is_empty()).then_some(Aims { from, reach, candidates })
}

/// Whether an intent may be aimed at one of them.
pub fn may_aim_at(world: &World, focus: Focus, intent: &Intent, at: Candidate) -> bool {
    let Intent::Use(Use { what, .. }) = intent else { return false };
    let Some(model) = focus.only().or_else(|| user(world, *what)) else { return false };
    what.rules().check(world, model, meant(world, model, *what, at)).is_ok()
}

/// Where a model uses something that is aimed at somebody.
pub(super) fn meant(world: &World, model: ModelId, what: Usable, at: Candidate) -> At {
    match at {
        _ if is_put_down(what) => down_at(world, model, what, at),
        // Nobody points: whom it finds is whom it meets.
        _ if finds_its_target(what) => At::Itself,
        Candidate::Unit(unit) => At::Unit(unit),
        Candidate::Model(model) => At::Model(model),
    }
}

/// Whether something is put down on a place.
fn is_put_down(what: Usable) -> bool {
    matches!(what.about().place, UsedAt::Place { .. } | UsedAt::Teardrop { .. })
}

/// Where something lies that a model puts down on somebody.
fn down_at(world: &World, model: ModelId, what: Usable, on: Candidate) -> At {
    let on = match on {
        Candidate::Model(model) => Some(model),
        Candidate::Unit(unit) => {
            NoQuarter::foremost(world, unit).or_else(|| world.standing(unit).first().copied())
        }
    };
    let by = world.placed(model).pose;
    let at = on.map_or(by.at, |on| world.placed(on).pose.at);
    match what.about().place {
        UsedAt::Teardrop { .. } => {
            At::Teardrop { from: at, facing: (at - by.at).normalize_or(by.facing) }
        }
        _ => At::Place(at),
    }
}

/// Whom something is for that a model uses, the nearest first.
pub(super) fn candidates(world: &World, from: ModelId, what: Usable) -> Vec<Candidate> {
    let whom = whom(what);
    match what.about().place {
        UsedAt::Unit { .. } => units(world, from, whom).into_iter().map(Candidate::Unit).collect(),
        UsedAt::Model { .. } if touches(what) => {
            let met = movement::engaged_with(world, from).into_iter();
            met.map(Candidate::Model).collect()
        }
        UsedAt::Model { .. } => {
            models(world, from, whom).into_iter().map(Candidate::Model).collect()
        }
        UsedAt::Itself if finds_its_target(what) => {
            let found = magic::nearest_enemy(world, from);
            found.map(|(nearest, _)| Candidate::Unit(world.unit_of(nearest))).into_iter().collect()
        }
        UsedAt::Itself
        | UsedAt::Side
        | UsedAt::Place { .. }
        | UsedAt::Towards { .. }
        | UsedAt::Teardrop { .. }
        | UsedAt::Spell { .. }
        | UsedAt::Through { .. } => Vec::new(),
    }
}

/// Whose models something is for: what no spell says is for enemies.
fn whom(what: Usable) -> Whom {
    let Usable::Spell(spell) = what else { return Whom::Enemies };
    spell.card().aim.whom()
}

/// Whether something finds whom it meets by itself.
fn finds_its_target(what: Usable) -> bool {
    matches!(what, Usable::Spell(spell) if matches!(spell.card().aim, Aim::Nearest(_)))
}

fn touches(what: Usable) -> bool {
    let touches = |spell: Spell| spell.card().aim == Aim::Touch;
    matches!(what, Usable::Spell(spell) if touches(spell))
}

/// The standing models that something is for, the nearest first.
fn models(world: &World, from: ModelId, whom: Whom) -> Vec<ModelId> {
    let (side, own) = (world.side_of_model(from), world.placed(from));
    let meant = |friend: bool| match whom {
        Whom::Friends => friend,
        Whom::Enemies => !friend,
        Whom::Anybody => true,
    };
    let figures = figures(world).into_iter().filter(|figure| meant(figure.side == side));
    let mut models: Vec<(f32, ModelId)> =
        figures.map(|figure| (gap(&own, &figure.placed).0, figure.id)).collect();
    models.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    models.into_iter().map(|(_, model)| model).collect()
}

/// Their units.
fn units(world: &World, from: ModelId, whom: Whom) -> Vec<UnitId> {
    let mut units = Vec::new();
    for model in models(world, from, whom) {
        let unit = world.unit_of(model);
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Ability, Profile,
        components::Formation,
        test_world::{TestWorld, man},
    };

    #[test]
    fn a_bolt_shows_whom_it_will_find() {
        let mut test = TestWorld::new();
        let bolt = Spell::LightningBolt;
        let mage = Profile { abilities: vec![Ability::Wizard(2), Ability::Knows(bolt)], ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
        test.unit(1, Formation::Skirmish, &[(10.0, 30.0, 270.0)], man());
        let near = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        test.activate(ours);
        let intent = Intent::Use(Use { what: Usable::Spell(bolt), through: None });
        let shown = aims(&test.world, Focus::default(), &intent).unwrap();
        assert_eq!(shown.candidates, [Candidate::Unit(near)]);
        assert!(may_aim_at(&test.world, Focus::default(), &intent, Candidate::Unit(near)));
    }

    #[test]
    fn a_spell_is_shown_with_its_reach_and_those_it_is_for() {
        let mut test = TestWorld::new();
        let abilities =
            [Ability::Wizard(2), Ability::Knows(Spell::Smite), Ability::Knows(Spell::Growth)];
        let mage = Profile { abilities: abilities.to_vec(), ..man() };
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &places, mage);
        let far = test.unit(1, Formation::Skirmish, &[(10.0, 40.0, 270.0)], man());
        let near = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        test.activate(ours);
        let world = &test.world;
        let shown = |spell| {
            let intent = Intent::Use(Use { what: Usable::Spell(spell), through: None });
            let aims = aims(world, Focus::default(), &intent).unwrap();
            let may = |&at: &Candidate| may_aim_at(world, Focus::default(), &intent, at);
            let legal: Vec<Candidate> = aims.candidates.iter().copied().filter(may).collect();
            (aims, legal)
        };
        let (smite, legal) = shown(Spell::Smite);
        assert_eq!(smite.reach, Spell::Smite.card().aim.within());
        assert_eq!(smite.candidates, [near, far].map(Candidate::Unit));
        assert_eq!(legal, [Candidate::Unit(near)]);
        let (growth, legal) = shown(Spell::Growth);
        let own = [0, 1].map(|place| Candidate::Model(test.model(ours, place)));
        assert_eq!((growth.candidates, legal), (own.to_vec(), own.to_vec()));
    }
}
