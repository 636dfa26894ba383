//! What an order would do, before it is given: costs, ways, targets, chances. It asks the same
//! functions as `check` and the steps, and draws no dice.

mod attacks;
mod chain;
mod command_tests;
mod drives;
mod responses;
mod templates;
mod ways;

pub(super) use attacks::of_shot as shot_preview;
pub use attacks::{
    attack_preview_blow, attack_preview_charge, attack_preview_melee, attack_preview_ranged,
    response_preview,
};
pub use templates::{PreviewTemplate, PreviewUnder};
pub(super) use templates::{
    of_breath as breath_preview, of_fire as fire_preview, of_throw as throw_preview,
};

pub use responses::ResponseMark;

use bevy::prelude::World;

use super::{error::OrderError, event::Gait, order::Order};
use crate::{
    battle::{ModelId, UnitId},
    dice::Needed,
    table::{Inches, Pose, sight::Cover},
};

/// What an order would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Why it is refused; the rest then shows as much as can be said.
    pub refused: Option<OrderError>,
    /// Models on their way.
    pub ways: Vec<PreviewWay>,
    /// Attacks with their chances.
    pub attacks: Vec<PreviewAttack>,
    /// Attacks with templates: where they would lie and who would be under them.
    pub templates: Vec<PreviewTemplate>,
    /// Tests to be taken: what for, by whom, the number.
    pub tests: Vec<(String, UnitId, Needed)>,
    /// Where enemies on hold could respond on the way.
    pub responses: Vec<ResponseMark>,
    /// What a player should know before: breaking off, giving up ranks, falling short.
    pub warnings: Vec<String>,
}

/// One model's way.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewWay {
    /// Who.
    pub model: ModelId,
    /// Why.
    pub gait: Gait,
    /// Where it stands now.
    pub from: Pose,
    /// Where it is after each action; the last is the end.
    pub ticks: Vec<Pose>,
    /// Its length.
    pub length: Inches,
    /// How much of it is difficult ground.
    pub difficult: Inches,
    /// Barriers crossed.
    pub barriers: u32,
    /// What it costs.
    pub actions: u8,
    /// What the model has.
    pub actions_left: u8,
    /// Whether it ends in contact with an enemy.
    pub contact: bool,
}

/// One attack.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewAttack {
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
    /// The number to save, if there is a save at all.
    pub save: Option<Needed>,
    /// The number to damage.
    pub damage: Needed,
    /// The dice that are rolled to hit.
    pub dice: u8,
    /// The chance of the whole chain: that this attack wounds, by any of its dice, from 0 to 1.
    pub chance: f32,
}

/// What an order would do now.
pub fn preview(world: &World, order: &Order) -> Preview {
    let refused = <super::NoQuarter as crate::battle::RuleSystem>::check(world, order).err();
    let (ways, mut warnings) = ways::ways(world, order);
    let attacks = attacks::attacks(world, order);
    let templates = templates::templates(world, order);
    warnings.extend(templates::warnings(world, &templates));
    warnings.extend(templates::loading(world, order));
    let tests = command_tests::tests(world, order);
    let responses = responses::responses(world, &ways);
    Preview { refused, ways, attacks, templates, tests, responses, warnings }
}
