//! What lasts on models and units: what their abilities do, and what the rules leave behind for a
//! while. Chapters ask here what changes a test, what is forbidden and what somebody has a gift for;
//! they don't ask which ability or rule that comes from.
//!
//! - *effect*: one thing that lasts, with its source and its end.
//! - *gift*: something that a model can do, or needn't suffer, which others can't or must.

mod abilities;
mod ending;
mod tested;

pub use abilities::does;
pub(super) use ending::{begin_go, end_activation, end_turn, share_go};
pub use tested::{Again, ExtraDie, Test, When, Whose};

use bevy::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use super::{combined, components::ProfileOf, formations, reason::Change, statistics::Stat};
use crate::{
    battle::{BattleWorld, MemberOf, ModelId, UnitId},
    table::Inches,
};

/// What lasts on a model or a unit, besides what its profile's abilities do. Equal effects of one
/// source don't add up.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effects(pub Vec<Effect>);

/// One thing that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What it does.
    pub does: Does,
    /// What it comes from.
    pub source: Source,
    /// When it ends.
    pub until: Until,
}

/// What an effect does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Does {
    /// It adds so much to a characteristic, or takes it off if below zero.
    Adds(Stat, i32),
    /// The number needed in a test changes. On the panic table it is the number that was rolled which
    /// does; the tests of a unit as a whole ask only what lasts on the unit.
    Modifies {
        /// In which tests.
        test: Test,
        /// In whose.
        whose: Whose,
        /// By how much, and why.
        by: Change,
        /// When.
        when: When,
    },
    /// It picks one of several dice in a test. Asked in all rolls that are trials.
    PicksFrom {
        /// In which tests.
        test: Test,
        /// How many.
        dice: u8,
    },
    /// It rolls again, once, when it fails in a test; a fumble stands. Asked in all rolls that are trials
    /// but those on a table; the tests of a unit as a whole ask only what lasts on the unit.
    RollsAgain {
        /// In which tests.
        test: Test,
        /// Whether it has the choice.
        again: Again,
    },
    /// It rolls a die beside the one that counts and adds it, or takes it off. Asked in all rolls that
    /// are trials; a natural 1 or 10 to hit stays one.
    AddsDie {
        /// In which tests.
        test: Test,
        /// What die.
        die: ExtraDie,
    },
    /// It covers so many inches with one action (MOVE-02).
    Covers(Inches),
    /// It causes fear of this level (FEAR-01).
    Frightens(u8),
    /// Fear up to this level is overcome (FEAR-03).
    HasOvercome(u8),
    /// It counts as panicked in close combat (FEAR-02).
    CountsAsPanicked,
    /// It has a gift.
    Gives(Gift),
    /// It must not do something.
    Forbids(Deed),
}

/// Something that a model can do, or needn't suffer, which others can't or must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gift {
    /// It crosses everything through the air (MOVE-10).
    Flight,
    /// Water is open ground to it (AB-WATER-APTITUDE).
    Wading,
    /// A 10 to hit is no fumble (AB-UNERRING).
    Unerring,
    /// It parries whatever its close combat is (CC-07).
    Parrying,
    /// It hurts very large targets (CC-13).
    Siege,
    /// Nobody frightens it (FEAR-03).
    Fearless,
    /// It passes every test of its morale (AB-UNWAVERING).
    Unwavering,
    /// It passes every command test (TR-UNDEAD).
    Untested,
    /// It has dared to shoot into close combat (RNG-08).
    ShootingIntoCombat,
}

/// Something that can be forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// Striking and shooting (CC-05).
    Attack,
    /// Aiming a shot (TR-UNDEAD).
    Aim,
    /// Taking cover behind its shield in close combat (WPN-TWO-HANDED).
    UseShield,
    /// Following up (CC-12, TR-DEVOUR).
    FollowUp,
    /// Breathing (TEAR-02).
    Breathe,
    /// Firing a burst with the weapon at this place in its arms (SUP-04).
    Burst(u8),
    /// Shooting into close combat (RNG-08).
    ShootIntoCombat,
    /// Charging (CHG-06).
    Charge,
    /// Charging somebody whom it fears (FEAR-01).
    ChargeTheFeared,
    /// Testing against fear before a charge (FEAR-01).
    FaceFear,
    /// Rallying (MOR-07).
    Rally,
}

/// What an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A charge into combat (CC-03).
    Charge,
    /// A fumble (CC-05).
    Fumble,
    /// A blow with both hands (WPN-TWO-HANDED).
    BothHands,
    /// A follow up: one in an activation (CC-12).
    FollowUp,
    /// A breath: one in an activation (TEAR-02).
    Breath,
    /// A burst: one in an activation (SUP-04).
    Burst,
    /// A command test to shoot into close combat (RNG-08).
    ShotIntoCombat,
    /// A test against fear (FEAR-01, FEAR-02).
    Fear,
    /// An attempt to rally (MOR-07).
    Rally,
}

/// When an effect ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Never.
    Always,
    /// At the end of the turn.
    EndOfTurn,
    /// When the unit that is active now has finished.
    EndOfActivation,
    /// At the end of the present activation too, but on a unit that waits to go on with its own only
    /// when that is over (FORM-10).
    EndOfGo,
}

/// Everything that lasts on one of a model's elements: by its abilities, by what it did, and by what
/// lasts on its unit. 0 is the main element (COMBO-01).
pub fn on_element(world: &World, model: ModelId, element: usize) -> impl Iterator<Item = Does> {
    let entity = world.model(model);
    let profile = &entity.get::<ProfileOf>().expect("every model has a profile").0;
    let own = entity.get::<Effects>();
    let unit = entity.get::<MemberOf>().and_then(|unit| world.get::<Effects>(unit.0));
    let lasting = own.into_iter().chain(unit).flat_map(|effects| &effects.0);
    let abilities = combined::element_of(profile, element).abilities;
    abilities.iter().flat_map(|&ability| does(ability)).chain(lasting.map(|effect| effect.does))
}

/// Everything that lasts on a model as a whole.
pub fn on(world: &World, model: ModelId) -> impl Iterator<Item = Does> {
    on_element(world, model, 0)
}

/// Everything that lasts on a unit as such.
pub fn on_unit(world: &World, unit: UnitId) -> impl Iterator<Item = Does> {
    world.of_unit::<Effects>(unit).0.iter().map(|effect| effect.does)
}

/// What is added to a characteristic.
pub fn added(world: &World, model: ModelId, element: usize, stat: Stat) -> i32 {
    let by = |does| match does {
        Does::Adds(other, by) if other == stat => by,
        _ => 0,
    };
    on_element(world, model, element).map(by).sum()
}

/// What changes a test of one of a model's elements, or one against it.
pub fn modifiers(
    world: &World,
    (model, element): (ModelId, usize),
    test: Test,
    whose: Whose,
) -> Vec<Change> {
    let loose = || !formations::is_formed(world, world.unit_of(model));
    changes(on_element(world, model, element), test, whose, loose)
}

/// What changes a test of one of a model's elements that is taken against another model: what lasts on
/// the one, then what lasts on the other.
pub fn modifiers_between(
    world: &World,
    roller: (ModelId, usize),
    other: ModelId,
    test: Test,
) -> Vec<Change> {
    let mut changes = modifiers(world, roller, test, Whose::Own);
    changes.extend(modifiers(world, (other, 0), test, Whose::Against));
    changes
}

/// What changes a test of a unit as a whole.
pub fn modifiers_of_unit(world: &World, unit: UnitId, test: Test) -> Vec<Change> {
    let loose = || !formations::is_formed(world, unit);
    changes(on_unit(world, unit), test, Whose::Own, loose)
}

/// What changes a kind of test of those on whom something lasts.
fn changes(
    lasting: impl Iterator<Item = Does>,
    test: Test,
    whose: Whose,
    is_loose: impl Fn() -> bool,
) -> Vec<Change> {
    let counts = |when| match when {
        When::Always => true,
        When::Loose => is_loose(),
    };
    let change = |does| match does {
        Does::Modifies { test: of, whose: by_whom, by, when }
            if of == test && by_whom == whose && counts(when) =>
        {
            Some(by)
        }
        _ => None,
    };
    lasting.filter_map(change).collect()
}

/// Whether a model has a gift.
pub fn has(world: &World, model: ModelId, gift: Gift) -> bool {
    on(world, model).any(|does| does == Does::Gives(gift))
}

/// Whether whichever of a model's elements uses a weapon has a gift (COMBO-01).
pub fn has_with(world: &World, model: ModelId, weapon: u8, gift: Gift) -> bool {
    let element = combined::place_of_wielder(world, model, weapon);
    on_element(world, model, element).any(|does| does == Does::Gives(gift))
}

/// Whether something is forbidden to a model, or to its unit.
pub fn forbids(world: &World, model: ModelId, deed: Deed) -> bool {
    on(world, model).any(|does| does == Does::Forbids(deed))
}

/// Whether something is forbidden to a unit as such.
pub fn forbids_unit(world: &World, unit: UnitId, deed: Deed) -> bool {
    on_unit(world, unit).any(|does| does == Does::Forbids(deed))
}

/// Whether something lasts on a model by a source of its own.
pub fn comes_from(world: &World, model: ModelId, source: Source) -> bool {
    world.of_model::<Effects>(model).0.iter().any(|effect| effect.source == source)
}

/// Inches that a model covers with one action by its own feet, hooves or wings (MOVE-01, MOVE-02).
pub fn rate(world: &World, model: ModelId) -> Inches {
    fastest(on(world, model))
}

/// The rate of whoever some effects last on.
pub(super) fn fastest(effects: impl Iterator<Item = Does>) -> Inches {
    let rate = |does| match does {
        Does::Covers(inches) => inches.0,
        _ => 1.0,
    };
    Inches(effects.map(rate).fold(1.0, f32::max))
}

/// Lays an effect on a model, unless the same lies on it.
pub fn lay_on_model(world: &mut World, model: ModelId, effect: Effect) {
    let mut effects = world.of_model::<Effects>(model).clone();
    if !effects.0.contains(&effect) {
        effects.0.push(effect);
        world.set_model(model, effects);
    }
}

/// Lays an effect on a unit, unless the same lies on it.
pub fn lay_on_unit(world: &mut World, unit: UnitId, effect: Effect) {
    let mut effects = world.of_unit::<Effects>(unit).clone();
    if !effects.0.contains(&effect) {
        effects.0.push(effect);
        world.set_unit(unit, effects);
    }
}

/// Ends what does something to a unit before its time.
pub fn lift_from_unit(world: &mut World, unit: UnitId, does: Does) {
    if on_unit(world, unit).any(|other| other == does) {
        let mut effects = world.of_unit::<Effects>(unit).clone();
        effects.0.retain(|effect| effect.does != does);
        world.set_unit(unit, effects);
    }
}

#[cfg(test)]
mod modifier_tests;
#[cfg(test)]
mod tests;
