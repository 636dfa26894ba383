//! One shot: its dice, and the hits on their way to the armour. Book: Ranged Combat, Burst Fire (RNG-01,
//! RNG-02, RNG-07).

use std::mem;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{aim_with, band, into_combat::who_is_hit, modes};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        close_combat,
        combined::{self, Armed},
        components::{ActionsLeft, Stance},
        dice::Roll,
        effects::{self, Gift},
        event::{Event, HitResult},
        formations,
        hit::{self, Hit},
        hit_roll::result_of,
        hold, movement,
        order::{Shot, ShotMode},
        profile::{Weapon, WeaponRule},
        step::Step,
        support_weapons::element_hit,
        system::{NoQuarter, emit, push},
        trial::{Rolling, Stake, Trial},
    },
    table::{Inches, sight::Cover},
};

/// A shot whose dice are being rolled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    /// The shot.
    shot: Shot,
    /// The model that it is aimed at.
    target: ModelId,
    /// How far that is.
    range: Inches,
    /// Its cover.
    cover: Cover,
    /// Whether that model is in close combat (RNG-08).
    into_combat: bool,
    /// Whether no hit is masterful (optional rule).
    very_difficult: bool,
    /// What it costs, until the first die tells it.
    actions: u8,
    /// How many dice are still to be rolled, the present one included.
    left: u8,
    /// What comes of the hits so far.
    brings: Vec<Step>,
}

impl Volley {
    /// Which of whose elements rolls.
    pub(in crate::no_quarter) fn roller(&self, world: &World) -> (ModelId, usize) {
        let Shot { shooter, weapon, .. } = self.shot;
        (shooter, combined::place_of_wielder(world, shooter, weapon))
    }

    /// Whether it never fumbles.
    pub(in crate::no_quarter) fn is_unerring(&self, world: &World) -> bool {
        combined::is_unerring(world, self.shot.shooter, self.shot.weapon)
    }

    /// How its dice are rolled by somebody who would roll like this (AB-MODES).
    pub(in crate::no_quarter) fn rolling(&self, plain: Rolling) -> Rolling {
        self.shot.mode.rolling(plain)
    }

    /// How a die came up, or that the target is out of range.
    fn told(&mut self, weapon: &Weapon, roll: Option<Roll>, result: HitResult) -> Event {
        Event::Shot {
            shooter: self.shot.shooter,
            unit: self.shot.target,
            target: self.target,
            weapon: weapon.name.clone(),
            range: self.range,
            cover: self.cover,
            roll,
            result,
            actions: mem::take(&mut self.actions),
        }
    }

    /// A hit is on its way, which a die showing so much has made, if one was rolled.
    fn hits(&mut self, world: &mut World, armed: &Armed, die: Option<u16>, result: HitResult) {
        let target = match band(&armed.weapon, self.range) {
            _ if self.into_combat => who_is_hit(world, self.target),
            Some((band, _)) => element_hit(world, self.shot.shooter, self.target, band),
            None => self.target,
        };
        let rule = die.and_then(|die| self.shot.mode.hit_rule(die));
        let hit = rule.into_iter().fold(Hit::by_weapon(armed, target, result), Hit::with);
        self.brings.extend(hit::lands(world, &hit, die));
    }

    /// All its shots hit somebody who can't get out of their way, without a roll (SP-SHOCK).
    fn hit_exposed(mut self, world: &mut World, armed: &Armed) {
        for _ in 0..self.left {
            let event = self.told(&armed.weapon, None, HitResult::Helpless);
            emit(world, event);
            self.hits(world, armed, None, HitResult::Helpless);
        }
        world.push_all::<NoQuarter>(self.brings);
    }
}

/// Shoots one shot. One that can't be shot any more, because somebody fell or moved since it was
/// ordered, is left out and costs nothing. A burst is so many dice for one use (RNG-07).
pub(in crate::no_quarter) fn shoot(world: &mut World, shot: Shot, paid: bool) {
    let model = shot.shooter;
    let able = world.is_standing(model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && !close_combat::has_fumbled(world, model)
        && !super::is_too_far_back(world, model)
        && !movement::is_engaged(world, model);
    if !able {
        return;
    }
    let Some(armed) = combined::armed(world, model, shot.weapon) else { return };
    let weapon = &*armed.weapon;
    let bursts = burst(weapon) > 1;
    if paid
        && (super::has_burst(world, model, shot.weapon) || modes::check_mode(world, &shot).is_err())
    {
        return;
    }
    let unit = world.unit_of(model);
    // Ranks can't turn; a loose model on hold turned to its enemy for free.
    let ahead_only = paid || formations::is_formed(world, unit);
    let Some(aimed) = aim_with(world, &shot, ahead_only) else { return };
    let into_combat = movement::is_engaged(world, aimed.target);
    if into_combat && super::dares(world, unit) != Some(true) {
        return;
    }
    let actions = if paid { modes::cost_of_shot(world, &shot) } else { 0 };
    if paid {
        if world.of_model::<ActionsLeft>(model).0 < actions {
            return;
        }
        movement::pay(world, model, actions);
        if bursts {
            super::bursts(world, model, shot.weapon);
        }
    } else {
        hold::mark_responded(world, model, shot.target);
    }
    modes::remember(world, &shot);
    let mut volley = Volley {
        target: aimed.target,
        range: aimed.range,
        cover: aimed.sight.cover(),
        into_combat,
        very_difficult: aimed.very_difficult,
        actions,
        left: shot.mode.dice(weapon),
        brings: Vec::new(),
        shot,
    };
    if paid {
        hold::offer(world);
    }
    match aimed.needed {
        Some(_) if effects::has(world, volley.target, Gift::Exposed) => {
            volley.hit_exposed(world, &armed);
        }
        Some(needed) => push(world, Step::Roll(Trial::new(Stake::Shot(volley), needed))),
        None => {
            let event = volley.told(weapon, None, HitResult::OutOfRange);
            emit(world, event);
        }
    }
}

/// A die of a shot was rolled: tells it, and rolls the next one or goes on to the hits.
pub(in crate::no_quarter) fn shot(world: &mut World, mut volley: Volley, roll: Roll) {
    let Shot { shooter, weapon, .. } = volley.shot;
    let Some(armed) = combined::armed(world, shooter, weapon) else { return };
    let result = match result_of(&roll, volley.is_unerring(world)) {
        HitResult::MasterfulHit if volley.very_difficult => HitResult::Hit,
        result => result,
    };
    if result == HitResult::Fumbled {
        close_combat::fumble(world, shooter);
        if volley.shot.mode == ShotMode::Extra {
            // Book: Extra Attack Fumbles.
            world.set_model(shooter, ActionsLeft(0));
        }
    }
    volley.left = volley.left.saturating_sub(1);
    let next = if volley.left > 0 { roll.needed.clone() } else { None };
    let die = roll.result;
    let event = volley.told(&armed.weapon, Some(roll), result);
    emit(world, event);
    if result.is_hit() {
        volley.hits(world, &armed, Some(die), result);
    }
    match next {
        Some(needed) => push(world, Step::Roll(Trial::new(Stake::Shot(volley), needed))),
        None => world.push_all::<NoQuarter>(volley.brings),
    }
}

/// Dice in one use of a weapon. Book: Burst Fire.
pub(in crate::no_quarter) fn burst(weapon: &Weapon) -> u8 {
    let dice = |rule: &WeaponRule| match rule {
        WeaponRule::BurstFire(dice) => Some((*dice).clamp(1, 4)),
        _ => None,
    };
    weapon.rules.iter().find_map(dice).unwrap_or(1)
}
