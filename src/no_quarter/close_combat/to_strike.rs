//! The number needed to strike: close combat, what lasts on both, and the circumstances. Book: Close
//! Combat Modifiers (CC-01, CC-03, CC-06), Attacks Against Very Large Targets (CC-13).

use bevy::prelude::World;

use super::{is_assisted, is_siege, team};
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    no_quarter::{
        combined,
        components::{Morale, ProfileOf, Stance},
        effects::{self, Test, Whose},
        fear,
        hit_roll::{needed_to_besiege, needed_to_hit},
        line_of_sight, movement,
        order::{AttackMode, Blow},
        reason::{Change, Reason},
        statistics::{self, Stat},
    },
    table::sight::{Standing, higher_ground},
};

/// Each of the dice of an extra attack is harder to hit with (AB-EXTRA-ATTACK).
const EXTRA: Change = Change::new(Reason::ExtraAttack, -1);

/// A blow at somebody who has left an opening (AB-EXTRA-ATTACK).
const AT_AN_OPENING: Change = Change::new(Reason::Opening, 1);

/// A blow from higher ground (CC-03).
pub const DOWNWARDS: Change = Change::new(Reason::HigherGround, 1);

/// A blow at somebody on higher ground (CC-03).
pub const UPWARDS: Change = Change::new(Reason::EnemyHigher, -1);

/// A blow across a wall, a fence or a hedge (CC-03).
pub const ACROSS_A_BARRIER: Change = Change::new(Reason::AcrossBarrier, -1);

/// How striker and target stand and feel, as plain values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// The nerves of the target's unit.
    pub morale: Morale,
    /// Whether the target lies on the ground.
    pub prone: bool,
    /// Whether the target is large.
    pub large: bool,
    /// Whether the striker stands higher.
    pub higher: bool,
    /// Whether the target stands higher.
    pub lower: bool,
    /// Whether a barrier is between them.
    pub across_barrier: bool,
    /// Whether a friend helps the striker (CC-06).
    pub assisted: bool,
    /// How many comrades swarm over the target with it, who count instead of one who helps
    /// (AB-TEAM-WORK).
    pub team: i32,
    /// Whether the striker is panicked (MOR-05).
    pub panicked: bool,
}

impl Circumstances {
    /// Those of a blow between two models where they stand.
    pub(in crate::no_quarter) fn here(world: &World, blow: &Blow) -> Self {
        let own = line_of_sight::standing(world, blow.attacker);
        Self { team: team(world, blow), ..Self::anywhere(world, blow) }.at(world, blow, &own)
    }

    /// The same for a striker at a given place: what changes with it is the ground, what lies between the
    /// two, and whether a friend helps.
    #[must_use]
    pub(in crate::no_quarter) fn at(self, world: &World, blow: &Blow, own: &Standing) -> Self {
        let Blow { attacker, target, .. } = *blow;
        let other = line_of_sight::standing(world, target);
        Self {
            higher: higher_ground(own, &other),
            lower: higher_ground(&other, own),
            across_barrier: movement::across_a_barrier(world, &own.placed, &other.placed),
            assisted: is_assisted(world, attacker, target, &own.placed),
            ..self
        }
    }

    /// Those that are the same wherever the two stand: on even ground, one against one.
    pub(in crate::no_quarter) fn anywhere(world: &World, blow: &Blow) -> Self {
        let Blow { attacker, target, .. } = *blow;
        let nerves = |model| fear::nerves_in_combat(world, world.unit_of(model));
        Self {
            morale: nerves(target),
            prone: *world.of_model::<Stance>(target) == Stance::Prone,
            large: world.of_model::<ProfileOf>(target).0.size.is_large(),
            panicked: nerves(attacker) == Morale::Panicked,
            ..Self::default()
        }
    }

    /// What they change, in the order of the book's list (CC-03, CC-06, AB-TEAM-WORK, MOR-05).
    pub fn changes(&self) -> impl Iterator<Item = Change> + use<> {
        let nerves = match self.morale {
            Morale::Steady => None,
            Morale::Panicked => Some(Change::new(Reason::TargetPanicked, 1)),
            Morale::Terrified => Some(Change::new(Reason::TargetTerrified, 2)),
        };
        let if_so = |so: bool, why, by| so.then_some(Change::new(why, by));
        [
            nerves,
            if_so(self.prone, Reason::TargetProne, 1),
            if_so(self.large, Reason::LargeTarget, 1),
            self.higher.then_some(DOWNWARDS),
            self.lower.then_some(UPWARDS),
            self.across_barrier.then_some(ACROSS_A_BARRIER),
            if_so(self.assisted && self.team == 0, Reason::Assistance, 1),
            if_so(self.team > 0, Reason::TeamWork, self.team),
            if_so(self.panicked, Reason::Panicked, -1),
        ]
        .into_iter()
        .flatten()
    }
}

/// Everything that makes the number of one blow.
#[derive(Clone, Debug, PartialEq)]
pub struct Striking {
    /// CC of the element that strikes.
    pub close_combat: i32,
    /// Whether a siege weapon strikes at a very large target (CC-13).
    pub besieging: bool,
    /// What lasts on the striker.
    pub own: Vec<Change>,
    /// How the two stand and feel.
    pub circumstances: Circumstances,
    /// What kind of blow it is.
    pub kind: Vec<Change>,
    /// What lasts on the target.
    pub against: Vec<Change>,
}

impl Striking {
    /// The number needed.
    pub fn needed(&self) -> Needed {
        if self.besieging {
            return needed_to_besiege();
        }
        let changes = self.own.iter().copied().chain(self.circumstances.changes());
        let changes = changes.chain(self.kind.iter().chain(&self.against).copied());
        needed_to_hit(self.close_combat, changes)
    }
}

/// What makes the number of a blow between two models on the table.
pub fn striking(world: &World, blow: &Blow, opening: bool) -> Striking {
    striking_in(world, blow, opening, Circumstances::here(world, blow))
}

/// The same in given circumstances.
pub(in crate::no_quarter) fn striking_in(
    world: &World,
    blow: &Blow,
    opening: bool,
    circumstances: Circumstances,
) -> Striking {
    let Blow { attacker, target, weapon, mode } = *blow;
    let profile = &world.of_model::<ProfileOf>(target).0;
    let element = combined::place_of_wielder(world, attacker, weapon);
    let extra = (mode == AttackMode::Extra).then_some(EXTRA);
    Striking {
        close_combat: statistics::stat_of_element(world, attacker, element, Stat::CloseCombat),
        besieging: profile.is_very_large() && is_siege(world, attacker, weapon),
        own: effects::modifiers(world, (attacker, element), Test::Strike, Whose::Own),
        circumstances,
        kind: extra.into_iter().chain(opening.then_some(AT_AN_OPENING)).collect(),
        against: effects::modifiers(world, (target, 0), Test::Strike, Whose::Against),
    }
}

/// Whether an attack can hurt a target at all: a very large one takes a siege weapon (CC-13).
pub fn can_hurt(world: &World, attacker: ModelId, weapon: u8, target: ModelId) -> bool {
    !world.of_model::<ProfileOf>(target).0.is_very_large() || is_siege(world, attacker, weapon)
}

#[cfg(test)]
mod tests;
