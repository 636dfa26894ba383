//! What lasts on models and units: what their abilities do, and what the rules leave behind for a
//! while. Chapters ask here what changes a test, what is forbidden and what somebody has a gift for;
//! they don't ask which ability or rule that comes from.
//!
//! - *effect*: one thing that lasts, with its source and its end.
//! - *gift*: something that a model can do, or needn't suffer, which others can't or must.

mod abilities;
mod ending;
mod tested;

pub use abilities::{VAULT, does, does_for_the_led, is_shared};
pub use ending::Until;
pub(super) use ending::{
    awaits_move, begin_go, end_activation, end_hold, end_turn, has_moved, share_go,
};
pub use tested::{Again, ExtraDie, Test, When, Whose};

use bevy::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use super::{
    combined, components::ProfileOf, formations, magic::Spell, profile::Profile, reason::Change,
    statistics::Stat,
};
use crate::{
    battle::{BattleWorld, MemberOf, ModelId, TerrainId, UnitId},
    no_quarter::mishaps::Mishap,
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
    /// The same at some times only.
    AddsWhen {
        /// To which characteristic.
        stat: Stat,
        /// How much.
        by: i32,
        /// When.
        when: When,
    },
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
    /// It crosses barriers up to this height for nothing (AB-AGILE).
    Vaults(Inches),
    /// It causes fear of this level (FEAR-01).
    Frightens(u8),
    /// It has ignored a wound by this sworn enemy (TR-NEMESIS).
    HasIgnored(ModelId),
    /// It may get so many wounds back when the turn ends (TR-REGENERATE).
    MayRegain {
        /// How many.
        wounds: u8,
        /// To whom it has lost the last of them.
        by: ModelId,
    },
    /// It may suffer a mishap as its activation begins (TR-CONFUSED, TR-MECHANICAL, TR-UNSTABLE).
    Risks(Mishap),
    /// Fear up to this level is overcome (FEAR-03).
    HasOvercome(u8),
    /// It has borne a charge by what causes fear of this level (FEAR-03).
    HasBorne(u8),
    /// It may add so much to its saves, once in the battle (AB-MASTERS-OF-COMBAT).
    Masters(u8),
    /// It has to charge in its next activation because of the taunts of a unit (AB-TAUNT).
    IsTaunted(UnitId),
    /// It has to go to whoever has lured it (SP-LURE).
    IsLured(ModelId),
    /// Its side may have so many dice rolled again (SP-PERCEPTION).
    SeesAhead(u8),
    /// It counts as panicked in close combat (FEAR-02).
    CountsAsPanicked,
    /// It has spent so many actions on moving that count for a shot, too (AB-MOVE-AND-FIRE).
    HasMoved(u8),
    /// Using a weapon costs it so many actions less, but never none (SP-QUICKENING).
    EasesWeapons(u8),
    /// Its moves and charges take it no farther than this in all (SP-FLOOD).
    GoesAtMost(Inches),
    /// Its moves and charges have taken it so far in its activation, where that is limited (SP-FLOOD).
    HasGone(Inches),
    /// What a spell has left on it or its unit does nothing to it (TR-MEMBRANES).
    Withstands(Spell),
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
    /// It passes through everything at its own rate (TR-ETHEREAL).
    Ghostly,
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
    /// Friends in its sight take a failed test of their morale again (AB-GREAT-LEADER).
    SecondChances,
    /// Nobody pushes it back or knocks it prone (AB-STEADFAST).
    Steadfast,
    /// It helps, and is helped by, comrades with the same gift (AB-TEAM-WORK).
    TeamWork,
    /// Nobody parries its blows (AB-DAZZLE).
    Dazzling,
    /// It follows up twice (AB-BLOODLUST).
    Bloodlust,
    /// As a musician it gives charges more actions (AB-SOUND-CHARGE).
    SoundingCharges,
    /// It gets out of the way of hits (AB-EVADE).
    Evading,
    /// Its kills appal other enemies (AB-MUTILATE).
    Mutilating,
    /// It ignores a failed test of its morale (AB-PROUD).
    Proud,
    /// The actions of its moves count for a shot, too (AB-MOVE-AND-FIRE).
    ShootingOnTheMove,
    /// The cavalry that it leads forms up for a charge for nothing (AB-HOLD-THE-LINE).
    HoldingTheLine,
    /// Whoever meets it needs courage to fight it (AB-BRUTES).
    Brutal,
    /// Its unit may save better once (AB-MASTERS-OF-COMBAT).
    Mastery,
    /// It counts as on hold when it is charged (MUT-EXTRA-HEAD).
    Watchful,
    /// Its blood splashes whoever stands close (MUT-CORROSIVE-BLOOD).
    CorrosiveBlood,
    /// Its wounds may close when the turn ends (TR-REGENERATE).
    Regeneration,
    /// Its loss is worth no battle points (TR-UNSTABLE).
    Unscored,
    /// A masterful hit doesn't deny its save (CC-04, EQ-TATTOOS).
    MagicArmour,
    /// The next spell that it casts or cancels is easier (MAG-02).
    Concentrating,
    /// No spell can be aimed at it (SP-TALISMAN).
    Warded,
    /// All ground is as slow to it as difficult ground, which is no slower, unless it flies
    /// (SP-TREACHEROUS-GROUND).
    Hampered,
    /// It has half of its actions when it is activated (SP-BLIND).
    Dazed,
    /// Blows at it hit without a roll (SP-BLIND, SP-SHOCK).
    Helpless,
    /// Shots at it hit without a roll (SP-SHOCK).
    Exposed,
    /// The ground may swallow it each time it moves, unless it flies (SP-QUICKSAND).
    Sinking,
    /// The swarm on this ground has bitten it, and does so only once (SP-PESTILENCE).
    Bitten(TerrainId),
    /// It climbs what others can't cross (TR-CLIMB).
    Climbing,
    /// It has followed a lure in one activation and may break its hold in others (SP-LURE).
    Following,
    /// This spell can't be cast at it again so soon (SP-WIND-OF-THOR, SP-DUST-STORM).
    SafeFrom(Spell),
}

/// Something that can be forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// Doing anything: it has no actions (TR-CONFUSED, TR-REGENERATE, SP-SHOCK).
    Act,
    /// Moving of its own accord (TR-MECHANICAL).
    Move,
    /// Striking and shooting (CC-05).
    Attack,
    /// Aiming a shot (TR-UNDEAD).
    Aim,
    /// Taking cover behind its shield in close combat (WPN-TWO-HANDED).
    UseShield,
    /// Following up (CC-12, TR-DEVOUR).
    FollowUp,
    /// Following up for the first of two times (AB-BLOODLUST).
    FirstFollowUp,
    /// Following up without a command test before (TR-HESITATE).
    FollowUpUntested,
    /// Breathing (TEAR-02).
    Breathe,
    /// Firing a burst with the weapon at this place in its arms (SUP-04).
    Burst(u8),
    /// Shooting into close combat (RNG-08).
    ShootIntoCombat,
    /// Taking a sure shot (AB-SURE-SHOT).
    ShootSurely,
    /// Charging (CHG-06).
    Charge,
    /// Charging somebody whom it fears (FEAR-01).
    ChargeTheFeared,
    /// Doing anything before a charge (AB-HOLD-THE-LINE).
    AllButCharge,
    /// Striking in close combat (AB-BRUTES).
    Fight,
    /// Being tested by the sight of brutes (AB-BRUTES).
    FaceBrutes,
    /// Testing against fear before a charge (FEAR-01).
    FaceFear,
    /// Rallying (MOR-07).
    Rally,
    /// Ignoring a failed test of its morale (AB-PROUD).
    IgnoreFailure,
    /// Overloading its boiler (TR-BOILER-OVERLOAD).
    Overload,
    /// Casting this spell (MAG-01).
    Cast(Spell),
    /// Attacking from afar with whatever weapon (SP-DUST-STORM, SP-BLIND).
    AttackFromAfar,
    /// Striking in close combat (SP-BLIND).
    Strike,
    /// Having the next activation that it would have (SP-WIND-OF-THOR).
    BeActivated,
    /// Striking with what strikes once in an activation (MUT-SCORPION-TAIL).
    StrikeOnce,
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
    /// A blow of its kind: one in an activation (MUT-SCORPION-TAIL).
    SingleBlow,
    /// A command test to shoot into close combat (RNG-08).
    ShotIntoCombat,
    /// A sure shot: one in an activation (AB-SURE-SHOT).
    SureShot,
    /// A test against fear (FEAR-01, FEAR-02).
    Fear,
    /// An attempt to rally (MOR-07).
    Rally,
    /// A failed test that was ignored: one in a battle (AB-PROUD).
    Pride,
    /// A move by somebody who shoots on the move (AB-MOVE-AND-FIRE).
    Move,
    /// A formation that cavalry took up for a charge (AB-HOLD-THE-LINE).
    HeldLine,
    /// A test by the sight of brutes (AB-BRUTES).
    Brutes,
    /// The training of masters (AB-MASTERS-OF-COMBAT).
    Mastery,
    /// A taunt (AB-TAUNT).
    Taunt,
    /// A mishap (TR-CONFUSED, TR-MECHANICAL, TR-UNSTABLE).
    Mishap,
    /// Wounds that may close again (TR-REGENERATE).
    Regeneration,
    /// A boiler that was overloaded (TR-BOILER-OVERLOAD).
    Overload,
    /// A wound by a sworn enemy (TR-NEMESIS).
    Nemesis,
    /// A spell in play (MAG-06).
    Spell(Spell),
    /// An attempt to cast a spell: one of each in an activation (MAG-01).
    Casting,
    /// Concentrating (MAG-02).
    Concentration,
}

/// Everything that lasts on one of a model's elements: by its abilities and those of the whole model,
/// by what it did, and by what lasts on its unit. 0 is the main element (COMBO-01).
pub fn on_element(world: &World, model: ModelId, element: usize) -> impl Iterator<Item = Does> {
    let entity = world.model(model);
    let profile = &entity.get::<ProfileOf>().expect("every model has a profile").0;
    let own = entity.get::<Effects>();
    let unit = entity.get::<MemberOf>().and_then(|unit| world.get::<Effects>(unit.0));
    let lasting = own.into_iter().chain(unit).flat_map(|effects| &effects.0);
    let lasting = lasting.filter(move |effect| match effect.source {
        _ if effect.until.waits() => false,
        Source::Spell(spell) => !withstands(profile, spell),
        _ => true,
    });
    let of_the_whole = profile.abilities.iter().filter(|&&ability| is_shared(ability));
    // The main element has the whole model's list for its own.
    let shared = (element > 0).then_some(of_the_whole).into_iter().flatten();
    let abilities = combined::element_of(profile, element).abilities.iter().chain(shared);
    abilities.flat_map(|&ability| does(ability)).chain(lasting.map(|effect| effect.does))
}

/// Whether what a spell leaves does nothing to models of a profile (TR-MEMBRANES).
pub fn withstands(profile: &Profile, spell: Spell) -> bool {
    let own = &profile.abilities;
    own.iter().flat_map(|&ability| does(ability)).any(|does| does == Does::Withstands(spell))
}

/// Everything that lasts on a model as a whole.
pub fn on(world: &World, model: ModelId) -> impl Iterator<Item = Does> {
    on_element(world, model, 0)
}

/// Everything that lasts on a unit as such.
pub fn on_unit(world: &World, unit: UnitId) -> impl Iterator<Item = Does> {
    let effects = world.of_unit::<Effects>(unit).0.iter();
    effects.filter(|effect| !effect.until.waits()).map(|effect| effect.does)
}

/// What those who lead a unit do for it as a whole.
pub fn by_leaders(world: &World, unit: UnitId) -> impl Iterator<Item = Does> {
    let leaders = formations::leaders(world, unit).into_iter();
    leaders.flat_map(|leader| {
        let profile = &world.of_model::<ProfileOf>(leader).0;
        profile.abilities.iter().flat_map(|&ability| does_for_the_led(ability))
    })
}

/// What is added to a characteristic.
pub fn added(world: &World, model: ModelId, element: usize, stat: Stat) -> i32 {
    let by = |does| match does {
        Does::Adds(other, by) if other == stat => by,
        Does::AddsWhen { stat: other, by, when }
            if other == stat && counts(world, world.unit_of(model), Some(model), when) =>
        {
            by
        }
        _ => 0,
    };
    on_element(world, model, element).map(by).sum()
}

/// The spells in play that add to a characteristic of a model, each with how much.
pub fn added_by_spells(world: &World, model: ModelId, stat: Stat) -> Vec<(Spell, i32)> {
    let entity = world.model(model);
    let unit = entity.get::<MemberOf>().and_then(|unit| world.get::<Effects>(unit.0));
    let lasting = entity.get::<Effects>().into_iter().chain(unit).flat_map(|effects| &effects.0);
    let by = |effect: &Effect| match (effect.source, effect.does) {
        (Source::Spell(spell), Does::Adds(other, by)) if other == stat => Some((spell, by)),
        _ => None,
    };
    lasting.filter(|effect| !effect.until.waits()).filter_map(by).collect()
}

/// What a charge would add to a characteristic of a model that hasn't charged this turn (AB-RAM).
pub fn added_by_charging(world: &World, model: ModelId, element: usize, stat: Stat) -> i32 {
    let by = |does| match does {
        Does::AddsWhen { stat: other, by, when: When::Charged } if other == stat => by,
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
    let counts = |when| counts(world, world.unit_of(model), Some(model), when);
    changes(on_element(world, model, element), test, whose, counts)
}

/// What a charge would change, besides what every charge does, in a test of one of the elements of a
/// model that hasn't charged this turn (AB-RAM).
pub fn modifiers_by_charging(
    world: &World,
    (model, element): (ModelId, usize),
    test: Test,
) -> Vec<Change> {
    let lasting = on_element(world, model, element);
    changes(lasting, test, Whose::Own, |when| when == When::Charged)
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
    changes(on_unit(world, unit), test, Whose::Own, |when| counts(world, unit, None, when))
}

/// What some models change in a test that others take against them together: equal changes by several
/// of them don't add up.
pub fn modifiers_against(world: &World, models: &[ModelId], test: Test) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for &model in models {
        for change in modifiers(world, (model, 0), test, Whose::Against) {
            if !changes.contains(&change) {
                changes.push(change);
            }
        }
    }
    changes
}

/// Whether something counts now that lasts on a unit, or on a model of it.
fn counts(world: &World, unit: UnitId, model: Option<ModelId>, when: When) -> bool {
    match when {
        When::Always => true,
        When::Loose => !formations::is_formed(world, unit),
        When::Formed => formations::is_formed(world, unit),
        When::Charged => model.is_some_and(|model| comes_from(world, model, Source::Charge)),
    }
}

/// What changes a kind of test of those on whom something lasts.
fn changes(
    lasting: impl Iterator<Item = Does>,
    test: Test,
    whose: Whose,
    counts: impl Fn(When) -> bool,
) -> Vec<Change> {
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

/// Whether something lasts on a unit as such by a source of its own.
pub fn unit_has_from(world: &World, unit: UnitId, source: Source) -> bool {
    world.of_unit::<Effects>(unit).0.iter().any(|effect| effect.source == source)
}

/// The spell on its unit that forbids something to a model, if one does.
pub fn spell_that_forbids(world: &World, model: ModelId, deed: Deed) -> Option<Spell> {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let effects = world.of_unit::<Effects>(world.unit_of(model)).0.iter();
    let forbids = |effect: &&Effect| effect.does == Does::Forbids(deed) && !effect.until.waits();
    effects.filter(forbids).find_map(|effect| match effect.source {
        Source::Spell(spell) if !withstands(profile, spell) => Some(spell),
        _ => None,
    })
}

/// Inches that a model covers with one action by its own feet, hooves or wings (MOVE-01, MOVE-02).
pub fn rate(world: &World, model: ModelId) -> Inches {
    let rate = fastest(on(world, model));
    if is_hampered(world, model) { Inches(rate.0 / HARD_GOING) } else { rate }
}

/// Difficult ground takes so many times as many actions. Book: Terrain (MOVE-05).
const HARD_GOING: f32 = 2.0;

/// Whether all ground is difficult to a model.
pub fn is_hampered(world: &World, model: ModelId) -> bool {
    has(world, model, Gift::Hampered) && !has(world, model, Gift::Flight)
}

/// How high a barrier a model crosses for nothing, if any (AB-AGILE).
pub fn vaults(world: &World, model: ModelId) -> Option<Inches> {
    let height = |does| match does {
        Does::Vaults(height) => Some(height),
        _ => None,
    };
    on(world, model).filter_map(height).max_by(|a, b| a.0.total_cmp(&b.0))
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

/// Lays an effect on a model in place of all that lasts on it by the same source.
pub fn replace_on_model(world: &mut World, model: ModelId, effect: Effect) {
    let mut effects = world.of_model::<Effects>(model).clone();
    effects.0.retain(|other| other.source != effect.source);
    effects.0.push(effect);
    world.set_model(model, effects);
}

/// Ends what does something to a model before its time.
pub fn lift_from_model(world: &mut World, model: ModelId, does: Does) {
    let mut effects = world.of_model::<Effects>(model).clone();
    let before = effects.0.len();
    effects.0.retain(|effect| effect.does != does);
    if effects.0.len() < before {
        world.set_model(model, effects);
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

/// Ends what comes to a unit as such from a source.
pub fn lift_source_from_unit(world: &mut World, unit: UnitId, source: Source) {
    if unit_has_from(world, unit, source) {
        let mut effects = world.of_unit::<Effects>(unit).clone();
        effects.0.retain(|effect| effect.source != source);
        world.set_unit(unit, effects);
    }
}

/// Ends what comes to a model from a source.
pub fn lift_source_from_model(world: &mut World, model: ModelId, source: Source) {
    if comes_from(world, model, source) {
        let mut effects = world.of_model::<Effects>(model).clone();
        effects.0.retain(|effect| effect.source != source);
        world.set_model(model, effects);
    }
}

#[cfg(test)]
mod modifier_tests;
#[cfg(test)]
mod tests;
