//! What a unit does instead of acting: it rallies, gets up, goes on hold, or is done.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{MATERIAL, NERVES, ORDER},
    force::Force,
    outlook::{FLANK_SHOWN, Stand},
    study::Study,
    thoughts::{Thoughts, times, weighed},
};
use crate::{
    battle::{
        BattleWorld, UnitId,
        planning::{Account, Weighed},
        playable::count,
    },
    no_quarter::{
        NoQuarter, command_test,
        components::{Morale, UnitRecord},
        event::TestReason,
        hold::RESPONSE_ACTIONS,
        movement,
        order::{Order, StandingOrder},
        plan,
    },
    table::Inches,
};

/// What good order is worth, as a share of the force.
pub(super) const STEADY: f32 = 0.4;
/// What getting up is worth, as a share of those who lie.
pub(super) const UPRIGHT: f32 = 0.35;
/// What it costs to leave all actions unused, as a share of the force: there is mostly something to do.
const IDLE: f32 = 0.03;
/// How likely an enemy is to come into the sights of whoever waits for it.
const COMES: f32 = 0.55;
/// How much of its reach an enemy uses to come nearer, and how well one that is hidden now will be seen at least.
const COMES_TO: f32 = 0.7;
const HIDDEN: f32 = 0.3;
/// How much remains of the best shot if the unit chooses its target, which may stay away.
const CHOOSES: f32 = 0.9;
/// The share of the range within which a shot is a close one, and how likely an enemy in sight is to come that
/// close.
const NEAR: f32 = 0.5;
const COMES_NEAR: f32 = 0.8;
/// An instruction is changed only for so many points more.
const CLEARLY_MORE: f32 = 1.0;
/// How likely it is to charge whoever waits for that, rather than somebody else.
const CHARGES: f32 = 0.45;
/// How much of that remains to ranks that are charged in the flank.
const FROM_THE_FLANK: f32 = 0.3;
/// The actions of the blow that whoever is on hold strikes first.
const FIRST_BLOW: f32 = 3.5;

/// Thinks of leaving it at that.
pub(super) fn think_of_the_end(thoughts: &mut Thoughts, unit: UnitId) {
    let force = thoughts.study.force(unit).cloned();
    let end = vec![Act::End { unit }];
    thoughts.add_plan("end the activation".to_owned(), end, move |study| match &force {
        Some(force) => here(study, force),
        // Nobody is left of it.
        None => Account::default(),
    });
}

/// Thinks of good order, which comes first: to rally and to get up.
pub(super) fn think_of_order(thoughts: &mut Thoughts, unit: UnitId) {
    let world = thoughts.study.world;
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    if !force.is_steady() && !world.of_unit::<UnitRecord>(unit).acted {
        let own = force.clone();
        thoughts.add(move |study| Some(rally(study, &own)));
    }
    if !movement::fallen(world, unit).is_empty() {
        thoughts.add(move |study| Some(get_up(study, &force)));
    }
}

/// Thinks of going on hold, with all instructions that could be of use.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    let world = thoughts.study.world;
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    let acted = world.of_unit::<UnitRecord>(unit).acted;
    if acted || force.morale == Morale::Terrified {
        return;
    }
    for standing in instructions(&force) {
        let own = force.clone();
        thoughts.add(move |study| hold(study, &own, standing));
    }
}

/// What it is worth to stay.
pub(super) fn here(study: &Study, force: &Force) -> Account {
    let mut account = Account::default();
    let engaged = study.engaged_with(force.unit);
    let stand = Stand { fights: engaged.first().copied(), ..Stand::here(force) };
    study.stand(&mut account, force, stand);
    if engaged.is_empty() {
        let idle = force.left / force.actions.max(1.0);
        account.add(ORDER, -IDLE * idle * force.worth);
    }
    if study.sees_replies() && !engaged.is_empty() {
        super::fighting::add_reply(study, &mut account, force, &engaged, 0.0);
    }
    account
}

fn rally(study: &Study, force: &Force) -> Weighed<NoQuarter> {
    let sure = command_test::is_sure(study.world, force.unit, TestReason::Rally);
    let chance = if sure { 1.0 } else { command_test::needed(study.world, force.unit).chance() };
    let mut account = here(study, force);
    account.add_noted(NERVES, chance * STEADY * force.worth, || {
        format!("it rallies {}", times(chance))
    });
    weighed("rally".to_owned(), vec![Act::Give(Order::Rally)], account)
}

fn get_up(study: &Study, force: &Force) -> Weighed<NoQuarter> {
    let fallen = movement::fallen(study.world, force.unit).len();
    let lie = fallen as f32;
    let mut account = here(study, force);
    let share = lie / force.spots.len().max(1) as f32;
    account.add_noted(NERVES, share * UPRIGHT * force.worth, || {
        let are = if fallen == 1 { "is" } else { "are" };
        format!("{} {are} prone and can't fight", count(fallen, "model"))
    });
    let order = Order::StandUp { models: Vec::new() };
    weighed("stand up".to_owned(), vec![Act::Give(order)], account)
}

/// The instructions that could be of use to a force on hold. That it never responds is none of them.
fn instructions(force: &Force) -> [StandingOrder; 4] {
    let near = StandingOrder::Within(Inches((force.range * NEAR).floor()));
    [StandingOrder::FirstTarget, StandingOrder::Ask, near, StandingOrder::WhenCharged]
}

/// Waits with an instruction, if anything could come of it.
fn hold(study: &Study, force: &Force, standing: StandingOrder) -> Option<Weighed<NoQuarter>> {
    let hope = hope(study, force, standing)?;
    let mut account = here(study, force);
    account.add_noted(MATERIAL, hope.points, || hope.in_words(study));
    let order = Order::Hold { standing };
    let told = as_told(standing);
    Some(weighed(format!("hold and {told}"), vec![Act::Give(order)], account))
}

/// An instruction as it is told: whoever has nothing to shoot with has no distance to wait for.
fn as_told(standing: StandingOrder) -> StandingOrder {
    match standing {
        StandingOrder::Within(near) if near <= Inches::ZERO => StandingOrder::Ask,
        _ => standing,
    }
}

/// Gives a unit on hold another instruction, if that promises clearly more, and activates another unit: it costs
/// nothing to say so.
pub(super) fn instruct(
    study: &Study,
    unit: UnitId,
    then: impl Fn(&Study) -> Option<Weighed<NoQuarter>>,
) -> Option<Weighed<NoQuarter>> {
    let force = study.force(unit)?;
    let points = |standing| hope(study, force, standing).map_or(0.0, |hope| hope.points);
    let now = points(force.holding?);
    let others = instructions(force).into_iter();
    let hopes = others.filter_map(|standing| Some((standing, hope(study, force, standing)?)));
    let (standing, hope) =
        hopes.reduce(|best, other| if other.1.points > best.1.points { other } else { best })?;
    if hope.points <= now + CLEARLY_MORE {
        return None;
    }
    let Weighed { plan, mut account } = then(study)?;
    account.add_noted(MATERIAL, hope.points - now, || hope.in_words(study));
    let mut acts = vec![Act::Give(Order::Instruct { unit, standing })];
    acts.extend(plan.acts);
    let told = as_told(standing);
    let name = format!("tell {} to {told}, and {}", study.name(unit), plan.name);
    Some(weighed(name, acts, account))
}

/// What may come of waiting.
struct Hope<'s> {
    /// Points.
    points: f32,
    /// Who is hoped to come.
    enemy: &'s Force,
    /// Whether it is hoped to charge, rather than to come into the sights.
    charges: bool,
}

impl Hope<'_> {
    fn in_words(&self, study: &Study) -> String {
        let enemy = study.name(self.enemy.unit);
        if self.charges {
            format!("it strikes first if {enemy} charges")
        } else {
            format!("{enemy} may come into its sights")
        }
    }
}

/// The best that a force on hold may hope for with an instruction. Whoever is asked can keep its answer for a
/// charge, so the better of the two counts; whoever shoots on sight has none left.
fn hope<'s>(study: &'s Study, force: &Force, standing: StandingOrder) -> Option<Hope<'s>> {
    let better = |shots: Option<Hope<'s>>| {
        let both = shots.into_iter().chain(charge(study, force));
        both.reduce(|best, other| if other.points > best.points { other } else { best })
    };
    match standing {
        StandingOrder::Ask => better(shots(study, force, f32::MAX, |best, _| best * CHOOSES)),
        StandingOrder::FirstTarget => shots(study, force, f32::MAX, |_, mean| mean),
        StandingOrder::Within(near) => {
            better(shots(study, force, near.0, |best, _| best * COMES_NEAR))
        }
        StandingOrder::WhenCharged => charge(study, force),
        StandingOrder::Never => None,
    }
}

/// Shots at enemies who come within a distance: what `counts` makes of the best of them and of their mean.
fn shots<'s>(
    study: &'s Study,
    force: &Force,
    within: f32,
    counts: impl Fn(f32, f32) -> f32,
) -> Option<Hope<'s>> {
    if !force.is_steady() || !plan::answers_from_afar(study.world, force.unit) {
        return None;
    }
    let far = force.range.min(within);
    let promise = |enemy: &Force| {
        let gap = force.gap(Vec2::ZERO, enemy);
        let nearest = (gap - COMES_TO * enemy.reach()).max(0.0);
        // Guns answer for themselves how far they reach.
        let at = if force.gun.is_some() { nearest } else { gap.min(far).max(nearest) };
        if nearest > within {
            return 0.0;
        }
        study.harm_by_shots(force, enemy, at, f32::from(RESPONSE_ACTIONS))
            * study.sight(force.middle, enemy.middle).max(HIDDEN)
    };
    let enemies = study.enemies_of(force.side).filter(|enemy| enemy.may_act());
    let promises: Vec<(f32, &Force)> =
        enemies.map(|enemy| (promise(enemy), enemy)).filter(|(points, _)| *points > 0.0).collect();
    let mean = promises.iter().map(|(points, _)| points).sum::<f32>() / promises.len() as f32;
    let (best, enemy) = promises.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Hope { points: COMES * counts(best, mean), enemy, charges: false })
}

/// A charge that it answers: it strikes first.
fn charge<'s>(study: &'s Study, force: &Force) -> Option<Hope<'s>> {
    if force.morale == Morale::Terrified || !study.engaged_with(force.unit).is_empty() {
        return None;
    }
    let chargers = study.enemies_of(force.side).filter(|enemy| {
        enemy.may_act()
            && enemy.is_steady()
            && force.gap(Vec2::ZERO, enemy) <= enemy.reach() + enemy.rate
    });
    // Ranks that are charged in the flank hardly strike first.
    let sees = |enemy: &Force| {
        !force.ranked || force.looks_at(Vec2::ZERO, force.facing, enemy) >= FLANK_SHOWN
    };
    let first_blow = |enemy: &Force| {
        study.harm(force, enemy, FIRST_BLOW) * if sees(enemy) { 1.0 } else { FROM_THE_FLANK }
    };
    let best = chargers.map(|enemy| (first_blow(enemy), enemy)).max_by(|a, b| a.0.total_cmp(&b.0));
    let (points, enemy) = best?;
    Some(Hope { points: CHARGES * points, enemy, charges: true })
}
