//! A tail that sweeps along one side of a large creature in a melee. Book: Traits, Tail Attack
//! (TR-TAIL).

use bevy::prelude::World;

use super::{About, At, Foretold, Occasion, Usable, UsedAt, Using, elsewhere};
use crate::{
    battle::{
        BattleWorld, ModelId, Resolving, UnitId,
        playable::acting::{VerbKey, VerbWords},
    },
    no_quarter::{
        close_combat::{actions_for_combat, check_attacker, pay_for_attack},
        combined,
        components::ProfileOf,
        effects::{self, Gift},
        error::{OrderError, Refusal},
        event::Event,
        formations,
        hit::{self, Hit},
        hold, movement,
        odds::{self, AttackOdds},
        profile::Ability,
        statistics::{Stat, stat_of_element},
        step::Step,
        system::{NoQuarter, emit},
        who::who,
    },
    table::{Inches, base::gap, formation::Flank},
};

/// The tail as something that can be used.
pub(super) const ABOUT: About = About {
    rule: "TR-TAIL",
    occasion: Occasion::Combat,
    place: UsedAt::Side,
    verb: VerbWords {
        id: "Sweep",
        name: "Sweep tail",
        help: "Sweep the tail along the side with more enemies and hit everybody there.",
        targets: false,
        key: VerbKey::Usually("Backquote"),
        icon: "sweep",
        term: "verb Sweep",
    },
    lacking: "has no tail to sweep with",
    means: "its tail",
};

/// What a sweep costs. Book: Traits, Tail Attack.
const TAIL_ACTIONS: u8 = 5;

/// How far from the base a tail reaches.
const TAIL_REACH: Inches = Inches(1.0);

/// The strength of a model's tail, if it has one: that of the element it belongs to, its own.
fn strength(world: &World, model: ModelId) -> Option<i32> {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let has_tail = |&place: &usize| {
        combined::element_of(profile, place).abilities.contains(&Ability::TailAttack)
    };
    let strength = |place| stat_of_element(world, model, place, Stat::Strength);
    (0..=profile.parts.len()).filter(has_tail).map(strength).max()
}

/// Everybody whom a sweep along a side catches, friend or foe: within 1" of that half of the base.
fn swept(world: &World, model: ModelId, flank: Flank) -> Vec<ModelId> {
    let own = world.placed(model);
    let side = own.pose.right() * if flank == Flank::Right { 1.0 } else { -1.0 };
    let caught = |&other: &ModelId| {
        let placed = world.placed(other);
        let nearest = placed.closest_point(own.pose.at) - own.pose.at;
        other != model
            && world.is_standing(other)
            && gap(&own, &placed).at_most(TAIL_REACH)
            && nearest.dot(side) >= -1e-3
    };
    world.roster().models().filter(caught).collect()
}

/// The tail as something that is used.
pub(super) struct Tail;

impl Using for Tail {
    fn has(&self, world: &World, model: ModelId) -> bool {
        strength(world, model).is_some()
    }

    fn check_now(&self, world: &World, model: ModelId) -> Result<(), OrderError> {
        check(world, model, Flank::Left).or_else(|_| check(world, model, Flank::Right))
    }

    fn check(&self, world: &World, model: ModelId, at: At) -> Result<(), OrderError> {
        let At::Side(flank) = at else { return Err(elsewhere(world, model, &ABOUT)) };
        check(world, model, flank)
    }

    fn begin(&self, world: &mut World, model: ModelId, at: At) {
        let At::Side(flank) = at else { return };
        sweep(world, model, flank);
    }

    /// The hits on everybody it sweeps, friend or foe; nobody rolls for them.
    fn foretell(&self, world: &World, model: ModelId, at: At) -> Foretold {
        let (At::Side(flank), Some(strength)) = (at, strength(world, model)) else {
            return Foretold::default();
        };
        let hit = |(place, target): (usize, ModelId)| {
            let actions = if place == 0 { TAIL_ACTIONS } else { 0 };
            let hit = odds::of_automatic_hit(world, model, target, "Tail", (strength, true));
            AttackOdds { actions, ..hit }
        };
        let attacks = swept(world, model, flank).into_iter().enumerate().map(hit).collect();
        Foretold { attacks, ..Foretold::default() }
    }

    fn asked(&self, _world: &World, at: At) -> String {
        let At::Side(flank) = at else { return "sweep the tail".to_owned() };
        format!("sweep the tail to the {}", flank.name())
    }

    fn told(&self, _world: &World, at: At) -> String {
        let At::Side(flank) = at else { return "sweeps its tail".to_owned() };
        format!("sweeps its tail along its {}", flank.name())
    }

    fn propose(
        &self,
        _world: &World,
        _model: ModelId,
        _enemy: Option<UnitId>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<At> {
        Some(At::Side(if pick(2) == 0 { Flank::Left } else { Flank::Right }))
    }
}

/// Whether a model may sweep with its tail along a side now.
fn check(world: &World, model: ModelId, flank: Flank) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    check_attacker(world, unit, model)?;
    let name = who(world, model);
    let refuse =
        |refusal, text: String| Err(OrderError::new(refusal, ABOUT.rule, text).model(model));
    if strength(world, model).is_none() {
        return refuse(Refusal::WrongWeapon, format!("{name} has no tail to strike with"));
    }
    if !movement::is_engaged(world, model) {
        let text = format!("{name} can use its tail only in close combat");
        return refuse(Refusal::NothingToDo, text);
    }
    let side = world.side_of(unit);
    if !swept(world, model, flank).iter().any(|&other| world.side_of_model(other) != side) {
        let text = format!("no enemy is within {TAIL_REACH} of {name} on that side");
        return refuse(Refusal::NothingToDo, text);
    }
    let left = actions_for_combat(world, model);
    if left < TAIL_ACTIONS {
        return Err(OrderError::not_enough_actions(
            world,
            model,
            "for a tail attack",
            TAIL_ACTIONS,
            left,
        ));
    }
    formations::check_duty(world, unit, &[(model, u32::from(TAIL_ACTIONS))])
}

/// Sweeps: everybody caught takes an automatic hit.
fn sweep(world: &mut World, model: ModelId, flank: Flank) {
    let Some(strength) = strength(world, model) else { return };
    let caught = swept(world, model, flank);
    let siege = effects::has(world, model, Gift::Siege);
    pay_for_attack(world, model, TAIL_ACTIONS);
    let (what, at, actions) = (Usable::TailAttack, At::Side(flank), TAIL_ACTIONS);
    emit(world, Event::Used { model, what, at, caught: caught.clone(), actions });
    hold::offer(world);
    let near = movement::engaged_with(world, model);
    let hits = caught.iter().map(|&target| Hit::automatic(model, target, strength, siege));
    let mut steps: Vec<Step> = hits.flat_map(|hit| hit::lands(world, &hit, None)).collect();
    steps.push(Step::AttackOver { model, near });
    world.push_all::<NoQuarter>(steps);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_the_numbers_of_a_sweep() {
        let armoury = Armoury::embedded().unwrap();
        for term in ["verb Sweep", "ability TailAttack"] {
            let about = &armoury.codex[term].about;
            let (actions, reach) =
                (format!("{TAIL_ACTIONS} actions"), format!("within {TAIL_REACH}"));
            assert!(about.contains(&actions) && about.contains(&reach), "{term}: {about}");
        }
    }
}
