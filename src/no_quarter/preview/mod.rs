//! What an order would do, before it is given: costs, ways, targets, chances. It asks the same
//! functions as `check` and the steps, and draws no dice.

mod attacks;
mod command_tests;
mod responses;
mod templates;
mod ways;

pub use responses::ResponseMark;

use bevy::prelude::World;

use super::{
    error::OrderError,
    event::Gait,
    odds::{AttackOdds, GroundOdds, TemplateOdds},
    order::Order,
    topic::Topic,
    uses::FirstRoll,
};
use crate::{
    battle::{ModelId, UnitId},
    dice::Needed,
    table::{Account, Inches, Pose},
};

/// What an order would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Why it is refused; the rest then shows as much as can be said.
    pub refused: Option<OrderError>,
    /// Models on their way.
    pub ways: Vec<PreviewWay>,
    /// Attacks with their chances.
    pub attacks: Vec<AttackOdds>,
    /// Attacks with templates: where they would lie and who would be under them.
    pub templates: Vec<TemplateOdds>,
    /// Ground that would come up: where it would lie and whom it would meet.
    pub grounds: Vec<GroundOdds>,
    /// Tests to be taken.
    pub tests: Vec<PreviewTest>,
    /// Where enemies on hold could respond on the way.
    pub responses: Vec<ResponseMark>,
    /// The roll without which nothing comes of it, if there is one: attacks and templates are told as if
    /// it had succeeded.
    pub first: Option<FirstRoll>,
    /// What a player should know before: breaking off, giving up ranks, falling short.
    pub warnings: Vec<Warning>,
}

impl Preview {
    /// Whether dice are rolled for it, as far as it can be foreseen.
    pub fn rolls_dice(&self) -> bool {
        self.first.is_some()
            || !self.attacks.is_empty()
            || !self.templates.is_empty()
            || !self.tests.is_empty()
    }
}

/// What a player should know before, and what it is about.
pub type Warning = (Topic, String);

/// A command test that an order brings.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewTest {
    /// What it is about.
    pub about: Topic,
    /// What for: "to rally".
    pub what: &'static str,
    /// By whom.
    pub unit: UnitId,
    /// The number.
    pub needed: Needed,
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
    /// What it costs.
    pub actions: u8,
    /// What these actions go to, as far as its way takes them.
    pub account: Account,
    /// What the model has.
    pub actions_left: u8,
    /// Whether it ends in contact with an enemy.
    pub contact: bool,
}

/// What an order would do now.
pub fn preview(world: &World, order: &Order) -> Preview {
    let refused = <super::NoQuarter as crate::battle::RuleSystem>::check(world, order).err();
    let (ways, mut warnings) = ways::ways(world, order);
    let attacks = attacks::attacks(world, order);
    let templates = templates::templates(world, order);
    let grounds = templates::grounds(world, order);
    warnings.extend(templates::warnings(world, &templates, &grounds));
    warnings.extend(templates::loading(world, order));
    warnings.extend(command_tests::warning(world, order, &attacks));
    let tests = command_tests::tests(world, order, &attacks);
    let responses = responses::responses(world, &ways);
    let first = attacks::first_roll(world, order);
    Preview { refused, ways, attacks, templates, grounds, tests, responses, first, warnings }
}
