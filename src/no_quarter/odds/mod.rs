//! What an attack promises as things stand: every number it would be rolled against, and the chance
//! of the whole chain. The numbers are those of the rules themselves. The doctrine decides by these
//! chances, so what changes them changes battles.

mod attacks;
mod chain;
mod ground;
mod templates;

pub use attacks::{
    Meeting, of_automatic_hit, of_blow, of_blow_after_charge, of_burst, of_plain_blow,
    of_response_shot, of_shot, of_shot_at, of_siege_blow, wounds_of_blow,
};
pub use ground::{GroundOdds, MetOdds};
pub use templates::{
    TemplateOdds, UnderOdds, of_breath, of_crater, of_fired_blast, of_laid, of_throw,
};

use crate::{
    battle::ModelId,
    dice::Needed,
    table::{Inches, sight::Cover},
};

/// One attack.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackOdds {
    /// Who.
    pub attacker: ModelId,
    /// Whom.
    pub target: ModelId,
    /// The weapon's name.
    pub weapon: String,
    /// What it costs.
    pub actions: u8,
    /// The range, for shots.
    pub range: Option<Inches>,
    /// The target's cover, for shots.
    pub cover: Cover,
    /// The number to hit, with its modifiers.
    pub to_hit: Needed,
    /// Whether the target may parry what hits it.
    pub parried: bool,
    /// The number to save, if there is a save at all.
    pub save: Option<Needed>,
    /// The number to damage.
    pub damage: Needed,
    /// The dice that are rolled to hit.
    pub dice: u8,
    /// The chance of the whole chain: that this attack wounds, by any of its dice, from 0 to 1.
    pub chance: f32,
}

#[cfg(test)]
mod tests;
