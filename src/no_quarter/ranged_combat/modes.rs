//! Special attack modes of shots: who may shoot in which, and how many dice that takes, rolled in what
//! way. Book: Abilities, special attack modes (AB-MODES).

use bevy::prelude::World;

use super::{AIM_ACTIONS, burst};
use crate::{
    battle::ModelId,
    no_quarter::{
        arms::use_cost,
        close_combat, combined,
        effects::{self, Again, Deed, Does, Effect, Gift, Source, Until},
        error::{OrderError, Refusal},
        hit::HitRule,
        hit_roll::ALWAYS,
        order::{Shot, ShotMode},
        profile::{Ability, Weapon},
        reason::{Change, Reason},
        sentence::with_article,
        trial::Rolling,
        who::who,
    },
};

/// The dice of an extra shot (AB-EXTRA-SHOT).
const EXTRA_DICE: u8 = 2;
/// Each of them is harder to hit with (AB-EXTRA-SHOT).
const EXTRA: Change = Change::new(Reason::ExtraShot, -1);
/// A shot on the move is harder to hit with (AB-MOVE-AND-FIRE).
const ON_THE_MOVE: Change = Change::new(Reason::OnTheMove, -1);

impl ShotMode {
    /// All of them.
    pub const ALL: [Self; 5] = one_of_each!(ShotMode: Plain, Extra, Sure, Poisonous, OnTheMove);

    /// How the dice to hit are rolled in it by somebody who would roll like this.
    pub fn rolling(self, plain: Rolling) -> Rolling {
        match self {
            Self::Sure => Rolling { again: plain.again.max(Some(Again::May)), ..plain },
            Self::Plain | Self::Extra | Self::Poisonous | Self::OnTheMove => plain,
        }
    }

    /// The dice of a shot in it with a weapon that is able to shoot in it.
    pub fn dice(self, weapon: &Weapon) -> u8 {
        match self {
            Self::Extra => EXTRA_DICE,
            Self::Plain | Self::Sure | Self::Poisonous | Self::OnTheMove => burst(weapon),
        }
    }

    /// Whether an order holds one shot of a model in it at most: the next one finds other terms.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Self::Sure | Self::OnTheMove)
    }

    /// What it changes about the number to hit.
    pub(super) fn change(self) -> Option<Change> {
        match self {
            Self::Extra => Some(EXTRA),
            Self::OnTheMove => Some(ON_THE_MOVE),
            Self::Plain | Self::Sure | Self::Poisonous => None,
        }
    }

    /// The highest number on the die with which a hit wounds without a roll for damage; 0 if none does.
    pub fn outright(self) -> u16 {
        match self {
            Self::Poisonous => ALWAYS,
            Self::Plain | Self::Extra | Self::Sure | Self::OnTheMove => 0,
        }
    }

    /// What is special about a hit whose die showed a number.
    pub(super) fn hit_rule(self, die: u16) -> Option<HitRule> {
        (die <= self.outright()).then_some(HitRule::Poisons)
    }

    /// The ledger id of its rule.
    fn rule(self) -> &'static str {
        match self {
            Self::Plain => "AB-MODES",
            Self::Extra => "AB-EXTRA-SHOT",
            Self::Sure => "AB-SURE-SHOT",
            Self::Poisonous => "AB-POISONOUS-ATTACK",
            Self::OnTheMove => "AB-MOVE-AND-FIRE",
        }
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain shot",
            Self::Extra => "extra shot",
            Self::Sure => "sure shot",
            Self::Poisonous => "poisonous attack",
            Self::OnTheMove => "shot on the move",
        }
    }

    /// What a shot in it is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Plain => "Shoots in no special attack mode.",
            Self::Extra => "Rolls two dice for one shot, each at -1.",
            Self::Sure => "May roll a miss again, once in an activation.",
            Self::Poisonous => "Wounds outright on a 1.",
            Self::OnTheMove => "Uses the actions of a move for a shot at -1.",
        }
    }
}

/// Whether a model may shoot in a mode with a weapon: whichever of its elements uses that has the
/// ability (COMBO-01). Ruling: a weapon that fires bursts has no extra shot.
pub fn has_shot_mode(world: &World, model: ModelId, weapon: u8, mode: ShotMode) -> bool {
    let has = |ability| combined::wielder(world, model, weapon).abilities.contains(&ability);
    let bursts = || close_combat::weapon(world, model, weapon).is_ok_and(|arm| burst(arm) > 1);
    match mode {
        ShotMode::Plain => true,
        ShotMode::Extra => has(Ability::ExtraShot) && !bursts(),
        ShotMode::Sure => has(Ability::SureShot),
        ShotMode::Poisonous => has(Ability::PoisonousAttack),
        ShotMode::OnTheMove => effects::has(world, model, Gift::ShootingOnTheMove),
    }
}

/// What a shot costs, in its mode and aimed or not; nothing with a weapon that its shooter doesn't have.
/// On the move it costs what its move hasn't paid yet (AB-MOVE-AND-FIRE).
pub fn cost_of_shot(world: &World, shot: &Shot) -> u8 {
    let weapon = close_combat::weapon(world, shot.shooter, shot.weapon);
    let plain = weapon.map_or(0, |weapon| use_cost(world, shot.shooter, weapon));
    let cost = plain.saturating_add(if shot.aim { AIM_ACTIONS } else { 0 });
    match shot.mode {
        ShotMode::OnTheMove => cost.saturating_sub(moved(world, shot.shooter)),
        ShotMode::Plain | ShotMode::Extra | ShotMode::Sure | ShotMode::Poisonous => cost,
    }
}

/// The actions that a model has spent on moving and that still count for a shot.
fn moved(world: &World, model: ModelId) -> u8 {
    let moved = |does| match does {
        Does::HasMoved(actions) => Some(actions),
        _ => None,
    };
    effects::on(world, model).find_map(moved).unwrap_or(0)
}

/// A model has spent actions on a move: if it shoots on the move, they count for its next shot.
pub(in crate::no_quarter) fn has_moved(world: &mut World, model: ModelId, actions: u8) {
    if effects::has(world, model, Gift::ShootingOnTheMove) {
        let moved = moved(world, model).saturating_add(actions);
        let (does, until) = (Does::HasMoved(moved), Until::EndOfGo);
        effects::replace_on_model(world, model, Effect { does, source: Source::Move, until });
    }
}

/// The same shot in each mode in which it may be shot now.
pub fn in_every_mode(world: &World, shot: Shot) -> impl Iterator<Item = Shot> {
    let able = move |shot: &Shot| check_mode(world, shot).is_ok();
    ShotMode::ALL.into_iter().map(move |mode| Shot { mode, ..shot }).filter(able)
}

/// Whether a shot may be shot in its mode now.
pub(super) fn check_mode(world: &World, shot: &Shot) -> Result<(), OrderError> {
    let Shot { shooter, weapon, mode, .. } = *shot;
    if !has_shot_mode(world, shooter, weapon, mode) {
        let arm = close_combat::weapon(world, shooter, weapon)?;
        let (name, arm) = (who(world, shooter), with_article(&arm.name));
        let text = format!("{name} has no {} with {arm}", mode.name());
        return Err(OrderError::new(Refusal::WrongWeapon, mode.rule(), text).model(shooter));
    }
    if mode == ShotMode::Sure && effects::forbids(world, shooter, Deed::ShootSurely) {
        return Err(shot_already(world, shot));
    }
    Ok(())
}

/// Why a model doesn't take a second shot in the same mode.
pub(super) fn shot_already(world: &World, shot: &Shot) -> OrderError {
    let (name, mode) = (who(world, shot.shooter), shot.mode);
    let text = match mode {
        ShotMode::OnTheMove => format!("{name} can use a move for one shot only"),
        _ => format!("{name} can take one {} in each activation", mode.name()),
    };
    OrderError::new(Refusal::UsedAlready, mode.rule(), text).model(shot.shooter)
}

/// Remembers that a model has taken its sure shot, or has shot on the move: what it has moved counts no
/// more. Ruling: a sure shot is each model's, one in an activation (AB-SURE-SHOT).
pub(super) fn remember(world: &mut World, shot: &Shot) {
    if shot.mode == ShotMode::OnTheMove {
        let (does, until) = (Does::HasMoved(0), Until::EndOfGo);
        let effect = Effect { does, source: Source::Move, until };
        effects::replace_on_model(world, shot.shooter, effect);
    }
    if shot.mode == ShotMode::Sure {
        let (does, until) = (Does::Forbids(Deed::ShootSurely), Until::EndOfGo);
        let effect = Effect { does, source: Source::SureShot, until };
        effects::lay_on_model(world, shot.shooter, effect);
    }
}
