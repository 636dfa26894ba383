//! Turning a blow aside. Book: Parry (CC-07).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving},
    dice::D10_SIDES,
    no_quarter::dice::{Needed, Roll},
    no_quarter::{
        components::{Morale, Stance},
        effects::{self, Gift, Test},
        evade,
        event::{Event, HitResult},
        formations,
        hit::{Hit, HitRule},
        hit_roll::{NEVER, SUREST},
        question::{Answer, Question},
        reason::{Change, Reason},
        statistics::{Stat, stat},
        step::Step,
        system::{NoQuarter, emit, push},
        trial::{Rolling, Stake, Trial},
    },
};

/// The close combat that individuals and characters need to parry.
pub const PARRYING: i32 = 6;

/// A failed parry with this number leaves an opening (CC-07).
pub const LEAVES_AN_OPENING: u16 = NEVER;

/// What a parry with a natural 10 does to the save against the hit (CC-07).
pub const OPENING: Change = Change::new(Reason::LeftAnOpening, -1);

/// Whether a model is able to parry: an individual or a character of close combat 6 and more, or
/// whoever has the ability, on its feet and not terrified.
pub fn may_parry(world: &World, model: ModelId) -> bool {
    let skilled = effects::has(world, model, Gift::Parrying)
        || stat(world, model, Stat::CloseCombat) >= PARRYING
            && formations::is_individual(world, model);
    skilled
        && world.is_standing(model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && *world.of_unit::<Morale>(world.unit_of(model)) != Morale::Terrified
}

/// The number needed to parry a blow whose die showed a number: under it, so a masterful hit can't
/// be parried.
fn needed_to_parry(die: u16) -> Needed {
    Needed::new(i32::from(die)).with(Reason::UnderTheDie, -1).between(0, SUREST)
}

/// The number that a model needs to parry a blow of an attacker now, with what lasts on both. What
/// can't be parried by the book can't whatever lasts.
pub fn parry_needed(world: &World, model: ModelId, attacker: ModelId, die: u16) -> Needed {
    needed_with(die, &parry_changes(world, model, attacker))
}

/// The number with what else changes it.
fn needed_with(die: u16, changes: &[Change]) -> Needed {
    let needed = needed_to_parry(die);
    if is_possible(&needed) { needed.with_all(changes.iter().copied()) } else { needed }
}

/// What lasts on two models and changes the parry of one against the other.
pub fn parry_changes(world: &World, model: ModelId, attacker: ModelId) -> Vec<Change> {
    effects::modifiers_between(world, (model, 0), attacker, Test::Parry)
}

/// The chances that a blow whose die showed a number is turned aside by somebody who rolls in some way,
/// with what changes the number, and that parrying it leaves an opening; none if it can't be parried.
pub fn parry_odds(die: u16, changes: &[Change], rolling: Rolling) -> Option<(f32, f32)> {
    let needed = needed_with(die, changes);
    let faces = rolling.faces(&needed, |_| false);
    is_possible(&needed).then(|| {
        let opened = faces.tenths(LEAVES_AN_OPENING) - faces.passing(LEAVES_AN_OPENING);
        (faces.passed(), opened / f32::from(D10_SIDES))
    })
}

/// Whether a number is one that a die can roll.
fn is_possible(needed: &Needed) -> bool {
    needed.value() > 0
}

/// Whether a hit with this die can be parried at all.
fn can_parry(world: &World, hit: &Hit, die: u16) -> bool {
    let needed = parry_needed(world, hit.target, hit.attacker, die);
    is_possible(&needed) && !hit.has(HitRule::Dazzles) && may_parry(world, hit.target)
}

/// What becomes of a hit, whose die showed a number if one was rolled: a parry if it is a blow that its
/// target can parry, else getting out of its way, else the armour. Ruling: the helpless don't parry, but
/// luck may still take them out of the way of a blow.
pub(in crate::no_quarter) fn before_armour(world: &World, hit: Hit, die: Option<u16>) -> Step {
    match die {
        Some(die) if !hit.ranged && can_parry(world, &hit, die) => Step::OfferParry { hit, die },
        Some(_) => evade::before_armour(world, hit),
        None if hit.result == HitResult::Helpless => evade::before_armour(world, hit),
        None => Step::Save(hit),
    }
}

/// Asks whether a model parries; the hit waits on the stack.
pub(in crate::no_quarter) fn offer_parry(world: &mut World, hit: Hit, die: u16) {
    let (attacker, target) = (hit.attacker, hit.target);
    if !world.is_standing(target) || !can_parry(world, &hit, die) {
        let step = evade::before_armour(world, hit);
        push(world, step);
        return;
    }
    push(world, Step::OfferParry { hit, die });
    world.ask::<NoQuarter>(Decision {
        side: world.side_of_model(target),
        question: Question::Parry { attacker, target, die },
        options: vec![Answer::Parry, Answer::Pass],
        default: 0,
    });
}

/// Rolls to parry, or leaves the hit to the armour.
pub(in crate::no_quarter) fn answer_parry(world: &mut World, answer: &Answer) {
    let Some(Step::OfferParry { hit, die }) = world.take_next::<NoQuarter>() else { return };
    if *answer == Answer::Parry {
        let needed = parry_needed(world, hit.target, hit.attacker, die);
        push(world, Step::Roll(Trial::new(Stake::Parry { hit }, needed)));
    } else {
        let step = evade::before_armour(world, hit);
        push(world, step);
    }
}

/// A parry was rolled; a natural 10 leaves an opening, which takes 1 off the armour for this hit.
pub(in crate::no_quarter) fn parry_rolled(world: &mut World, mut hit: Hit, roll: Roll) {
    let (model, attacker) = (hit.target, hit.attacker);
    let (parried, opened) = (roll.passed(), roll.result == LEAVES_AN_OPENING);
    emit(world, Event::Parried { model, attacker, roll, parried, opened });
    if !parried {
        hit.save_changes.extend(opened.then_some(OPENING));
        let step = evade::before_armour(world, hit);
        push(world, step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_07_the_die_must_be_beaten_from_below() {
        // The book's example: a 5 is parried on a 4 or less.
        assert_eq!(needed_to_parry(5).value(), 4);
        assert_eq!(needed_to_parry(1).value(), 0);
        assert_eq!(parry_odds(5, &[], Rolling::PLAIN), Some((0.4, 0.1)));
        assert_eq!(parry_odds(1, &[], Rolling::PLAIN), None);
    }

    #[test]
    fn whoever_parries_with_two_dice_seldom_leaves_an_opening() {
        let pair = Rolling { dice: 2, ..Rolling::PLAIN };
        let (parried, opened) = parry_odds(5, &[], pair).unwrap();
        assert!((parried - 0.64).abs() < 1e-5 && (opened - 0.01).abs() < 1e-5);
    }
}
