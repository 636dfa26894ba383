//! The dice of a blow, and of those that are struck at the same time: one after another, and after the
//! last what comes of the hits. Book: Striking The Enemy, Special Combination Models (CC-01, COMBO-01).

use std::mem;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{extra_attack, modes, striking};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        combined,
        components::Record,
        dice::Roll,
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        event::{Event, HitResult},
        hit::{self, Hit, HitRule},
        hit_roll::result_of,
        hold, movement,
        order::{AttackMode, Blow},
        profile::WeaponRule,
        step::Step,
        system::{NoQuarter, emit, push},
        trial::{Rolling, Stake, Trial},
    },
};

/// Whoever strikes with both hands has no use of its shield for the rest of the turn. Book: Armoury,
/// two handed weapons (WPN-TWO-HANDED).
const WITHOUT_SHIELD: Effect = Effect {
    does: Does::Forbids(Deed::UseShield),
    source: Source::BothHands,
    until: Until::EndOfTurn,
};

/// Whoever has struck with what strikes once in an activation doesn't do so again (MUT-SCORPION-TAIL).
const HAS_STRUCK: Effect = Effect {
    does: Does::Forbids(Deed::StrikeOnce),
    source: Source::SingleBlow,
    until: Until::EndOfGo,
};

/// Blows whose dice are being rolled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swing {
    /// The blow whose turn it is.
    blow: Blow,
    /// Those that are struck at the same time and come after it.
    others: Vec<Blow>,
    /// On what terms they are struck.
    terms: Terms,
    /// How many dice of the blow are still to be rolled, the present one included.
    left: u8,
    /// How many of its dice were fumbles.
    fumbles: u8,
    /// What comes of the hits so far.
    brings: Vec<Step>,
}

/// On what terms blows are struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Terms {
    /// What they cost, until the first die tells it.
    pub actions: u8,
    /// Whether they are paid for, so that those on hold may answer them.
    pub paid: bool,
    /// Whether the target has left an opening (AB-EXTRA-ATTACK).
    pub opening: bool,
    /// Whether a kill lets the striker follow up (CC-12).
    pub follow_up: bool,
}

impl Terms {
    /// Those of a blow that costs nothing.
    pub const FREE: Self = Self { actions: 0, paid: false, opening: false, follow_up: true };
}

impl Swing {
    /// Which of whose elements rolls.
    pub(in crate::no_quarter) fn roller(&self, world: &World) -> (ModelId, usize) {
        let Blow { attacker, weapon, .. } = self.blow;
        (attacker, combined::place_of_wielder(world, attacker, weapon))
    }

    /// Whether it never fumbles.
    pub(in crate::no_quarter) fn is_unerring(&self, world: &World) -> bool {
        combined::is_unerring(world, self.blow.attacker, self.blow.weapon)
    }

    /// How its dice are rolled by somebody who would roll like this (AB-MODES).
    pub(in crate::no_quarter) fn rolling(&self, plain: Rolling) -> Rolling {
        self.blow.mode.rolling(plain)
    }
}

/// Strikes blows that can be struck, at the same time.
pub(super) fn swing(world: &mut World, blows: Vec<Blow>, terms: Terms) {
    next_blow(world, blows, terms, Vec::new());
}

/// Rolls for the first of some blows or, after the last, goes on to what those before it bring.
fn next_blow(world: &mut World, mut blows: Vec<Blow>, mut terms: Terms, mut brings: Vec<Step>) {
    while !blows.is_empty() {
        let blow = blows.remove(0);
        let Blow { attacker, target, weapon, .. } = blow;
        let Some(armed) = combined::armed(world, attacker, weapon) else { continue };
        if !movement::are_engaged(world, attacker, target) {
            // Book: Extended Reach Weapons (CC-09).
            let record = Record { reaching: Some(target), ..*world.of_model::<Record>(attacker) };
            world.set_model(attacker, record);
        }
        if armed.weapon.has(WeaponRule::TwoHanded) {
            effects::lay_on_model(world, attacker, WITHOUT_SHIELD);
        }
        if armed.weapon.has(WeaponRule::OneBlow) {
            effects::lay_on_model(world, attacker, HAS_STRUCK);
        }
        let left = modes::dice_of(world, &blow);
        if effects::has(world, target, Gift::Helpless) {
            for _ in 0..left {
                brings.extend(strike_helpless(world, &blow, &mut terms));
            }
            continue;
        }
        let needed = striking(world, &blow, terms.opening).needed();
        let swing = Swing { blow, others: blows, terms, left, fumbles: 0, brings };
        push(world, Step::Roll(Trial::new(Stake::Blow(swing), needed)));
        return;
    }
    if terms.paid {
        hold::offer(world);
    }
    world.push_all::<NoQuarter>(brings);
}

/// A blow hits somebody who can't defend itself, without a roll (SP-BLIND): what that brings.
fn strike_helpless(world: &mut World, blow: &Blow, terms: &mut Terms) -> Vec<Step> {
    let Some(armed) = super::armed(world, blow) else { return Vec::new() };
    let Blow { attacker, target, .. } = *blow;
    let weapon = armed.weapon.name.clone();
    let (result, actions) = (HitResult::Helpless, mem::take(&mut terms.actions));
    emit(world, Event::Struck { attacker, target, weapon, roll: None, result, actions });
    let hit = Hit::by_weapon(&armed, target, result);
    let hit = if terms.follow_up { hit } else { hit.without(HitRule::FollowsUp) };
    let hit = gifted(world, blow).into_iter().flatten().fold(hit, Hit::with);
    hit::lands(world, &hit, None)
}

/// A die of a blow was rolled: tells it, and rolls the next one or goes on.
pub(in crate::no_quarter) fn struck(world: &mut World, mut swing: Swing, roll: Roll) {
    let Blow { attacker, target, mode, .. } = swing.blow;
    let Some(armed) = super::armed(world, &swing.blow) else { return };
    let by_gifts = gifted(world, &swing.blow);
    let extra = mode == AttackMode::Extra;
    let die = roll.result;
    let result = result_of(&roll, swing.is_unerring(world));
    swing.left = swing.left.saturating_sub(1);
    let next = if swing.left > 0 { roll.needed.clone() } else { None };
    swing.fumbles += u8::from(result == HitResult::Fumbled);
    let actions = mem::take(&mut swing.terms.actions);
    let (weapon, roll) = (armed.weapon.name.clone(), Some(roll));
    emit(world, Event::Struck { attacker, target, weapon, roll, result, actions });
    if result.is_hit() {
        let mut hit = Hit::by_weapon(&armed, target, result);
        if !swing.terms.follow_up || extra {
            hit = hit.without(HitRule::FollowsUp);
        }
        let rules =
            mode.hit_rule(&armed.weapon, die).into_iter().chain(by_gifts.into_iter().flatten());
        hit = rules.fold(hit, Hit::with);
        swing.brings.extend(hit::lands(world, &hit, Some(die)));
    }
    if let Some(needed) = next {
        push(world, Step::Roll(Trial::new(Stake::Blow(swing), needed)));
        return;
    }
    let Swing { blow, others, terms, fumbles, mut brings, .. } = swing;
    if fumbles > 0 {
        super::fumble(world, attacker);
    }
    if extra {
        brings.extend(extra_attack::rolled(world, &blow, fumbles));
    }
    next_blow(world, others, terms, brings);
}

/// What the gifts of whoever strikes make of its hits.
fn gifted(world: &World, blow: &Blow) -> [Option<HitRule>; 2] {
    let Blow { attacker, weapon, .. } = *blow;
    let mutilates = effects::has_with(world, attacker, weapon, Gift::Mutilating);
    [
        super::dazzles(world, attacker, weapon).then_some(HitRule::Dazzles),
        mutilates.then_some(HitRule::Mutilates),
    ]
}
