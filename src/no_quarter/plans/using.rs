//! Spells and whatever else models set off by themselves: wherever the rules allow it, by what it is
//! foretold to do.

use bevy::math::Vec2;

use super::{
    act::Act,
    aspect::{MAGIC, MATERIAL},
    force::{Force, worth_of},
    outlook::Stand,
    study::Study,
    thoughts::{Thoughts, weighed},
};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        planning::{Account, Weighed},
    },
    no_quarter::{
        BattleState, NoQuarter,
        components::WoundsLeft,
        doctrine,
        magic::Whom,
        order::Order,
        uses::{self, At, Foretold, Usable, UsedAt},
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
/// What concentrating is worth to whoever has a spell to cast after it.
const CONCENTRATED: f32 = 0.8;
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
        if offer.refused.is_some() {
            continue;
        }
        for at in places(&thoughts.study, &force, offer.model, offer.what) {
            let own = force.clone();
            let (model, what) = (offer.model, offer.what);
            thoughts.add(move |study| uses(study, &own, model, what, at));
        }
    }
}

/// Where something could be used.
fn places(study: &Study, force: &Force, model: ModelId, what: Usable) -> Vec<At> {
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
    let each = units.iter().map(|(_, unit)| *unit);
    let aim = |unit: &Force| (unit.middle - from).normalize_or(force.facing);
    match what.about().place {
        UsedAt::Itself => vec![At::Itself],
        UsedAt::Side => vec![At::Side(Flank::Left), At::Side(Flank::Right)],
        UsedAt::Unit { .. } => each.map(|unit| At::Unit(unit.unit)).collect(),
        UsedAt::Model { .. } => each.filter_map(|unit| Some(At::Model(dearest(unit)?))).collect(),
        UsedAt::Place { .. } => each.map(|unit| At::Place(unit.middle)).collect(),
        UsedAt::Towards { .. } => each.map(|unit| At::Towards(aim(unit))).collect(),
        UsedAt::Teardrop { .. } => each
            .map(|unit| At::Teardrop { from: unit.middle - aim(unit) * 2.0, facing: aim(unit) })
            .collect(),
        UsedAt::Through { .. } => each
            .flat_map(|unit| {
                let beyond = |past: f32| {
                    let to: Vec2 = unit.middle + aim(unit) * past;
                    At::Through { unit: unit.unit, to }
                };
                [beyond(2.0), beyond(4.0)]
            })
            .collect(),
        UsedAt::Spell { .. } => {
            let spells = &study.world.resource::<BattleState>().spells;
            let of_the_enemy =
                spells.iter().filter(|one| study.world.side_of_model(one.caster) != force.side);
            of_the_enemy.map(|one| At::Spell(one.what)).collect()
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
    at: At,
) -> Option<Weighed<NoQuarter>> {
    let world = study.world;
    what.rules().check(world, model, at).ok()?;
    let foretold = what.rules().foretell(world, model, at);
    let mut account = Account::default();
    let chance = chance(&foretold);
    let harm = harm(study, force, &foretold);
    if harms(what, &foretold) {
        account.add(MATERIAL, harm * chance);
        // To come to nothing is no plan.
        if harm <= 0.0 {
            return None;
        }
    } else {
        let good = good(study, force, what, at);
        account.add_noted(MAGIC, good * chance, || {
            format!("it succeeds on {:.0} in 10", chance * 10.0)
        });
    }
    study.stand(&mut account, force, after(force, &foretold));
    if study.sees_replies()
        && let Some(charged) = foretold.charged
    {
        super::fighting::add_reply(study, &mut account, force, &[charged], 0.0);
    }
    account.add(MAGIC, -COST);
    let whom = match at {
        At::Unit(unit) | At::Through { unit, .. } => format!(" on {}", study.name(unit)),
        At::Model(model) => format!(" on {}", world.model_name(model)),
        _ => String::new(),
    };
    let name = match what {
        Usable::Spell(spell) => format!("cast {}{whom}", spell.name()),
        _ => format!("use {}{whom}", within(what.about().verb.name)),
    };
    Some(weighed(name, vec![Act::Give(Order::Use { model, what, at })], account))
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

/// A name as it stands within a sentence.
fn within(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

/// The chance that anything comes of it.
fn chance(foretold: &Foretold) -> f32 {
    let Some(first) = &foretold.first else { return 1.0 };
    let resisted: f32 = first.resists.iter().map(|(.., chance)| chance).sum();
    let resists = resisted / first.resists.len().max(1) as f32;
    first.chance * (1.0 - resists)
}

/// Whether it is there to hit somebody.
fn harms(what: Usable, foretold: &Foretold) -> bool {
    match what {
        Usable::Spell(spell) => spell.harms(),
        Usable::Taunt | Usable::Concentration | Usable::Cancelling => {
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
        // What has nothing to be cast at needs no concentration.
        Usable::Concentration if can_cast(study, force) => CONCENTRATED,
        Usable::Concentration => -CONCENTRATED,
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

/// Whether any spell of a force's wizards could be cast now.
fn can_cast(study: &Study, force: &Force) -> bool {
    let offers = uses::offers(study.world, force.unit);
    let mut spells = offers
        .iter()
        .filter(|offer| matches!(offer.what, Usable::Spell(_)) && offer.refused.is_none());
    spells.any(|offer| !places(study, force, offer.model, offer.what).is_empty())
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
