//! What is at stake, in the words of the accounts.

/// Models that fall, in points.
pub(super) const MATERIAL: &str = "casualties";
/// What the enemy can do next.
pub(super) const THREAT: &str = "danger";
/// What enemies can't do who are bound in combat.
pub(super) const BOUND_ENEMIES: &str = "tying up enemies";
/// What the side can do next.
pub(super) const OPPORTUNITY: &str = "chances to attack";
/// Places and people that the battle is about.
pub(super) const OBJECTIVES: &str = "objectives";
/// What is between shooters and their target.
pub(super) const COVER: &str = "cover";
/// Panic, and what brings it.
pub(super) const NERVES: &str = "nerves";
/// What could happen to the general.
pub(super) const GENERAL: &str = "the general's safety";
/// Ranks and closed order that are kept.
pub(super) const RANKS: &str = "ranks";
/// When it is best to act.
pub(super) const ORDER: &str = "timing";
/// Magic.
pub(super) const MAGIC: &str = "magic";
/// How armies are deployed.
pub(super) const PLACE: &str = "position";
