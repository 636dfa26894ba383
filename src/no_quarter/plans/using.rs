//! Spells and whatever else models set off by themselves: wherever the rules allow it, by what it is
//! foretold to do.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{MAGIC, MATERIAL},
    force::{Force, worth_of},
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, times, weighed},
};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        BattleState, NoQuarter,
        components::{ActionsLeft, WoundsLeft},
        doctrine,
        magic::{self, Whom},
        order::Order,
        uses::{self, At, FirstRoll, Foretold, Usable, UsedAt},
    },
    table::formation::Flank,
};

/// Units farther away aren't thought of. Inches.
const FARTHEST: f32 = 30.0;
/// So many units are thought of for each thing, the nearest first.
const UNITS: usize = 4;
/// What a spell that harms nobody is worth, for each point that it adds to the cost of who knows it.
const BLESSING: f32 = 0.7;
/// What ending a spell of the enemy is worth.
const ENDED: f32 = 6.0;
/// What the action spent on concentrating is worth elsewhere.
const CONCENTRATION: f32 = 1.5;
/// What a taunt is worth that makes an enemy leave its place.
const TAUNTED: f32 = 4.0;
/// What it costs to give up the actions of a whole round for something else.
const COST: f32 = 0.15;

/// Thinks of everything that models of a unit have to use.
pub(super) fn think(thoughts: &mut Thoughts, unit: UnitId) {
    let world = thoughts.study.world;
    let Some(force) = thoughts.study.force(unit).cloned() else { return };
    let has_any = force.spots.iter().any(|spot| uses::had(world, spot.model).next().is_some());
    if !has_any {
        return;
    }
    for offer in uses::offers(world, unit) {
        // Concentrating is thought of along with the spell that it is for.
        if offer.refused.is_some() || offer.what == Usable::Concentration {
            continue;
        }
        for mark in marks(&thoughts.study, &force, offer.model, offer.what) {
            let own = force.clone();
            let (model, what) = (offer.model, offer.what);
            thoughts.add(move |study| uses(study, &own, model, what, mark));
        }
    }
}

/// Where something could be used, and the unit it is meant for.
#[derive(Clone, Copy)]
struct UseMark {
    at: At,
    unit: Option<UnitId>,
}

impl UseMark {
    /// What a model of a unit does that uses something there, after "to".
    fn in_words(self, study: &Study, user: UnitId, what: Usable) -> String {
        let asked = what.rules().asked(study.world, self.at);
        let preposition = match self.at {
            At::Place(_) => "near",
            At::Towards(_) => "towards",
            At::Teardrop { .. } => "over",
            At::Side(_)
            | At::Through { .. }
            | At::Itself
            | At::Unit(_)
            | At::Model(_)
            | At::Spell(_) => return asked,
        };
        match self.unit {
            Some(unit) if unit == user => format!("{asked} close by"),
            Some(unit) => format!("{asked} {preposition} {}", study.name(unit)),
            None => asked,
        }
    }
}

/// Where something could be used.
fn marks(study: &Study, force: &Force, model: ModelId, what: Usable) -> Vec<UseMark> {
    let from = study.world.placed(model).pose.at;
    let whom = match what {
        Usable::Spell(spell) => spell.card().aim.whom(),
        _ => Whom::Enemies,
    };
    let mut units: Vec<(f32, &Force)> = study
        .forces()
        .iter()
        .filter(|one| match whom {
            Whom::Enemies => one.side != force.side,
            Whom::Friends => one.side == force.side,
            Whom::Anybody => true,
        })
        .map(|one| (one.middle.distance(from), &**one))
        .filter(|(far, _)| *far <= FARTHEST)
        .collect();
    units.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.cmp(&b.1.unit)));
    units.truncate(UNITS);
    let aim = |unit: &Force| (unit.middle - from).normalize_or(force.facing);
    let at_each = |at: &dyn Fn(&Force) -> Option<At>| {
        let marks = units.iter().filter_map(|(_, unit)| {
            let unit = *unit;
            Some(UseMark { at: at(unit)?, unit: Some(unit.unit) })
        });
        marks.collect()
    };
    let somewhere = |at: At| UseMark { at, unit: None };
    match what.about().place {
        UsedAt::Itself => vec![somewhere(At::Itself)],
        UsedAt::Side => [Flank::Left, Flank::Right].map(At::Side).map(somewhere).to_vec(),
        UsedAt::Unit { .. } => at_each(&|unit| Some(At::Unit(unit.unit))),
        UsedAt::Model { .. } => at_each(&|unit| dearest(unit).map(At::Model)),
        UsedAt::Place { .. } => at_each(&|unit| Some(At::Place(unit.middle))),
        UsedAt::Towards { .. } => at_each(&|unit| Some(At::Towards(aim(unit)))),
        UsedAt::Teardrop { .. } => at_each(&|unit| {
            let facing = aim(unit);
            Some(At::Teardrop { from: unit.middle - facing * 2.0, facing })
        }),
        UsedAt::Through { .. } => {
            let beyond = |(_, unit): &(f32, &Force)| {
                let (unit, middle, ahead) = (unit.unit, unit.middle, aim(unit));
                [2.0, 4.0].map(|past| At::Through { unit, to: middle + ahead * past })
            };
            units.iter().flat_map(beyond).map(somewhere).collect()
        }
        UsedAt::Spell { .. } => {
            let spells = &study.world.resource::<BattleState>().spells;
            let of_the_enemy =
                spells.iter().filter(|one| study.world.side_of_model(one.caster) != force.side);
            of_the_enemy.map(|one| somewhere(At::Spell(one.what))).collect()
        }
    }
}

/// The model of a force that is worth most.
fn dearest(force: &Force) -> Option<ModelId> {
    let best = force.spots.iter().max_by(|a, b| a.worth.total_cmp(&b.worth));
    best.map(|spot| spot.model)
}

fn uses(
    study: &Study,
    force: &Force,
    model: ModelId,
    what: Usable,
    mark: UseMark,
) -> Option<Weighed<NoQuarter>> {
    let (world, at) = (study.world, mark.at);
    what.rules().check(world, model, at).ok()?;
    let foretold = what.rules().foretell(world, model, at);
    let harms = harms(what, &foretold);
    let success = if harms { harm(study, force, &foretold) } else { good(study, force, what, at) };
    // To come to nothing is no plan.
    if harms && success <= 0.0 {
        return None;
    }
    let odds = chance(&foretold);
    let eased = foretold.first.as_ref().and_then(|first| {
        let eased = magic::chance_after_concentrating(world, first)? * unresisted(first);
        let gains = (eased - odds) * success > CONCENTRATION;
        (gains && !goes_without(study, force, what, first)).then_some(eased)
    });
    let odds = eased.unwrap_or(odds);
    let mut account = Account::default();
    if harms {
        account.add(MATERIAL, success * odds);
    } else {
        account.add_noted(MAGIC, success * odds, || format!("it succeeds {}", times(odds)));
    }
    study.stand(&mut account, force, after(force, &foretold));
    if study.sees_replies()
        && let Some(charged) = foretold.charged
    {
        super::fighting::add_reply(study, &mut account, force, &[charged], 0.0);
    }
    account.add(MAGIC, -COST);
    let used = Act::Give(Order::Use { model, what, at });
    let name = mark.in_words(study, force.unit, what);
    Some(match eased {
        Some(_) => {
            account.add(MAGIC, -CONCENTRATION);
            let (what, at) = (Usable::Concentration, At::Itself);
            let asked = what.rules().asked(world, at);
            let acts = vec![Act::Give(Order::Use { model, what, at }), used];
            weighed(format!("{asked} and {name}"), acts, account)
        }
        None => weighed(name, vec![used], account),
    })
}

/// Whether a wizard that concentrates for something lacks the action then for something else, which it could cast
/// or cancel after it otherwise.
fn goes_without(study: &Study, force: &Force, what: Usable, first: &FirstRoll) -> bool {
    let (world, model) = (study.world, first.model);
    let left = world.of_model::<ActionsLeft>(model).0.saturating_sub(first.actions);
    let takes_all = |other: Usable| {
        marks(study, force, model, other).into_iter().any(|mark| {
            other.rules().check(world, model, mark.at).is_ok()
                && other
                    .rules()
                    .foretell(world, model, mark.at)
                    .first
                    .is_some_and(|roll| roll.actions == left)
        })
    };
    let others = uses::offers(world, force.unit).into_iter();
    let mut others = others
        .filter(|other| other.model == model && other.refused.is_none() && other.what != what);
    others.any(|other| takes_all(other.what))
}

/// Where a force is when it has used something, and whom it fights then.
fn after(force: &Force, foretold: &Foretold) -> Stand {
    let gone = force.spots.iter().filter_map(|spot| {
        let (.., travel) = foretold.ways.iter().find(|(model, ..)| *model == spot.model)?;
        Some(travel.ticks.last()?.at - spot.at)
    });
    let shift = gone.sum::<Vec2>() / force.spots.len().max(1) as f32;
    Stand { shift, fights: foretold.charged, ..Stand::here(force) }
}

/// The chance that anything comes of it.
fn chance(foretold: &Foretold) -> f32 {
    let first = foretold.first.as_ref();
    first.map_or(1.0, |first| first.chance * unresisted(first))
}

/// The chance that whoever may resist doesn't.
fn unresisted(first: &FirstRoll) -> f32 {
    let resisted: f32 = first.resists.iter().map(|(.., chance)| chance).sum();
    1.0 - resisted / first.resists.len().max(1) as f32
}

/// Whether it is there to hit somebody.
fn harms(what: Usable, foretold: &Foretold) -> bool {
    match what {
        Usable::Spell(spell) => spell.harms(),
        Usable::Taunt | Usable::Cancelling => {
            !foretold.attacks.is_empty() || !foretold.templates.is_empty()
        }
        _ => true,
    }
}

/// Points that it is likely to take if it succeeds, less those of friends.
fn harm(study: &Study, force: &Force, foretold: &Foretold) -> f32 {
    let world = study.world;
    let each = |target: ModelId, wound: f32| {
        let wounds = f32::from(world.of_model::<WoundsLeft>(target).0).max(1.0);
        let own = world.side_of_model(target) == force.side;
        wound * worth_of(world, target) / wounds * if own { -doctrine::FRIEND } else { 1.0 }
    };
    let attacks = foretold.attacks.iter().map(|attack| each(attack.target, attack.chance));
    let under = foretold.templates.iter().flat_map(|template| &template.under);
    let under = under.map(|under| each(under.model, under.wound));
    let charges = foretold.charged.and_then(|unit| study.force(unit));
    let bumps = charges.map_or(0.0, |enemy| 0.3 * study.harm_by_charge(force, enemy, 0.0));
    attacks.chain(under).sum::<f32>() + bumps
}

/// What something is worth that hits nobody.
fn good(study: &Study, force: &Force, what: Usable, at: At) -> f32 {
    match what {
        Usable::Spell(spell) => {
            let card = spell.card();
            let target = match at {
                At::Unit(unit) => Some(unit),
                At::Model(model) => Some(study.world.unit_of(model)),
                _ => None,
            };
            BLESSING * card.points.max(2) as f32 * matters(study, force, target)
        }
        Usable::Cancelling => ENDED,
        Usable::Taunt => match at {
            At::Unit(unit) => study.force(unit).map_or(0.0, |enemy| {
                // It comes to those who are stronger, or not at all.
                let own = study.harm(force, enemy, force.actions);
                let other = study.harm_by_charge(enemy, force, 0.0);
                if own > other { TAUNTED } else { -TAUNTED }
            }),
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// How much it matters what becomes of a unit now: little while no enemy is near it.
fn matters(study: &Study, force: &Force, target: Option<UnitId>) -> f32 {
    let target = target.and_then(|unit| study.force(unit)).map_or(force, |target| &**target);
    let nearest = study
        .enemies_of(target.side)
        .map(|enemy| target.gap(Vec2::ZERO, enemy) / enemy.reach().max(target.reach()).max(1.0))
        .fold(f32::MAX, f32::min);
    let near = if nearest <= 1.0 { 1.0 } else { (2.0 - nearest).clamp(0.05, 1.0) };
    near * (target.worth / 120.0).clamp(0.3, 2.0)
}
