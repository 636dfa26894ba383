//! Several dice in one attack: hits that are left over go to the next enemy in contact, and two
//! fumbles at once give the enemy a free blow. Book: Abilities, Extra Attack; Extra Attack Fumbles
//! (AB-EXTRA-ATTACK).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving},
    no_quarter::{
        combined,
        components::{ActionsLeft, Momentum, Morale, Stance},
        damage, doctrine,
        event::Event,
        hit::{self, Hit},
        movement,
        order::{AttackMode, Blow},
        profile::Ability,
        question::{Answer, Question},
        step::Step,
        support_weapons,
        system::{NoQuarter, emit, push},
    },
    table::base::gap,
};

/// No extra attack has more dice (AB-EXTRA-ATTACK, MUT-EXTRA-LIMB).
pub const MOST_DICE: u8 = 4;

/// The dice that a model has in one attack with a weapon, if it makes an extra attack; 1 if it can't. One
/// more limb is one more die (MUT-EXTRA-LIMB).
pub fn extra_dice(world: &World, model: ModelId, weapon: u8) -> u8 {
    extra_dice_by(combined::wielder(world, model, weapon).abilities)
}

/// The same by the abilities of whoever uses the weapon.
pub(super) fn extra_dice_by(abilities: &[Ability]) -> u8 {
    let dice = |ability: &Ability| match ability {
        Ability::ExtraAttack(dice) => Some((*dice).clamp(2, MOST_DICE)),
        _ => None,
    };
    let dice = abilities.iter().filter_map(dice).max().unwrap_or(1);
    let limb = u8::from(abilities.contains(&Ability::ExtraLimb));
    (dice + limb).min(MOST_DICE)
}

/// Once the dice of an extra attack are rolled: a fumble ends all that its model does, and after the
/// hits comes the opening that two of them leave, and following up.
pub(super) fn rolled(world: &mut World, blow: &Blow, fumbles: u8) -> Vec<Step> {
    let Blow { attacker, target, .. } = *blow;
    if fumbles > 0 {
        world.set_model(attacker, ActionsLeft(0));
        world.set_model(attacker, Momentum(0));
    }
    let mut near = movement::engaged_with(world, attacker);
    if !near.contains(&target) {
        near.push(target);
    }
    let mut steps = Vec::new();
    if fumbles > 1 {
        steps.push(Step::LeaveOpening { model: attacker, target });
    }
    steps.push(Step::AttackOver { model: attacker, near });
    steps
}

/// Two dice were fumbles: the enemy has a free blow, if it is able to strike.
pub(in crate::no_quarter) fn leave_opening(world: &mut World, model: ModelId, target: ModelId) {
    let able = world.is_standing(target)
        && world.is_standing(model)
        && *world.of_model::<Stance>(target) == Stance::Standing
        && *world.of_unit::<Morale>(world.unit_of(target)) != Morale::Terrified
        && !support_weapons::is_chassis(world, target);
    if !able {
        return;
    }
    if let Some(blow) = doctrine::blow(world, target, model) {
        let blow = Blow { mode: AttackMode::Plain, ..blow };
        push(world, Step::StrikeOpening { blow });
    }
}

/// Those to whom a hit may go over whose target has fallen: enemies in contact with its attacker,
/// in front of it.
fn heirs(world: &World, hit: &Hit) -> Vec<ModelId> {
    let attacker = hit.attacker;
    if !world.is_standing(attacker) {
        return Vec::new();
    }
    let own = world.placed(attacker);
    let ahead = |enemy: &ModelId| {
        let placed = world.placed(*enemy);
        own.pose.in_front(placed.closest_point(own.pose.at)) && !damage::is_idle(world, hit, *enemy)
    };
    let mut heirs: Vec<ModelId> =
        movement::engaged_with(world, attacker).into_iter().filter(ahead).collect();
    heirs.sort_by(|&a, &b| {
        let far = |model: ModelId| gap(&own, &world.placed(model)).0;
        far(a).total_cmp(&far(b)).then(a.cmp(&b))
    });
    heirs
}

/// A hit is left over: it strikes another enemy in contact, of the attacker's choosing, for which it
/// waits on the stack.
pub(in crate::no_quarter) fn hand_on(world: &mut World, hit: Hit) {
    let heirs = heirs(world, &hit);
    match heirs[..] {
        [] => {}
        [only] => go_over(world, hit, only),
        _ => {
            let options = heirs.into_iter().map(|target| Answer::GoesOverTo { target }).collect();
            let (attacker, fallen) = (hit.attacker, hit.target);
            push(world, Step::Save(hit));
            world.ask::<NoQuarter>(Decision {
                side: world.side_of_model(attacker),
                question: Question::SpareHit { attacker, fallen },
                options,
                default: 0,
            });
        }
    }
}

pub(in crate::no_quarter) fn answer_spare_hit(world: &mut World, answer: &Answer) {
    let Some(Step::Save(hit)) = world.take_next::<NoQuarter>() else { return };
    if let Answer::GoesOverTo { target } = answer {
        go_over(world, hit, *target);
    }
}

/// The hit goes over with the die that it showed, which its new target may parry (CC-07).
fn go_over(world: &mut World, hit: Hit, target: ModelId) {
    let (attacker, model) = (hit.attacker, hit.target);
    emit(world, Event::WentOver { attacker, model, target });
    let hit = Hit { target, ..hit };
    let steps = hit::lands(world, &hit, hit.goes_over());
    world.push_all::<NoQuarter>(steps);
}
