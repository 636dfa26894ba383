//! Which models and units an event is about: who did it, and to whom.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{Event, event::Cause, magic::Bearer, uses::At},
};

/// Models and units on one end of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Party {
    /// Models by themselves.
    pub(super) models: Vec<ModelId>,
    /// Whole units.
    pub(super) units: Vec<UnitId>,
}

impl Party {
    fn of_models(models: impl IntoIterator<Item = ModelId>) -> Self {
        Self { models: models.into_iter().collect(), units: Vec::new() }
    }

    fn of_units(units: impl IntoIterator<Item = UnitId>) -> Self {
        Self { models: Vec::new(), units: units.into_iter().collect() }
    }

    /// The units that are in it, or whose models are, by id.
    pub(super) fn all_units(&self, world: &World) -> Vec<UnitId> {
        let of_models = self.models.iter().map(|&model| world.unit_of(model));
        let mut units: Vec<UnitId> = self.units.iter().copied().chain(of_models).collect();
        units.sort_unstable();
        units.dedup();
        units
    }
}

/// Whom an event is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Concerns {
    /// Who did it.
    pub(super) by: Party,
    /// To whom.
    pub(super) to: Party,
}

impl Concerns {
    fn models(by: impl IntoIterator<Item = ModelId>) -> Self {
        Self { by: Party::of_models(by), to: Party::default() }
    }

    fn unit(by: UnitId) -> Self {
        Self { by: Party::of_units([by]), to: Party::default() }
    }

    fn upon_models(self, to: impl IntoIterator<Item = ModelId>) -> Self {
        Self { to: Party::of_models(to), ..self }
    }

    fn upon_unit(self, to: UnitId) -> Self {
        Self { to: Party::of_units([to]), ..self }
    }

    fn upon(self, bearer: Bearer) -> Self {
        match bearer {
            Bearer::Unit(unit) => self.upon_unit(unit),
            Bearer::Model(model) => self.upon_models([model]),
            Bearer::Ground(_) => self,
        }
    }

    /// The units it is about, by id.
    pub(super) fn all_units(&self, world: &World) -> Vec<UnitId> {
        let mut units = self.by.all_units(world);
        units.extend(self.to.all_units(world));
        units
    }

    /// Of an event.
    pub(super) fn of(event: &Event) -> Self {
        match event {
            Event::DeploymentRolled { .. }
            | Event::TerrainRolled { .. }
            | Event::LatecomersRolled { .. }
            | Event::LengthRolled { .. }
            | Event::InitiativeRolled { .. }
            | Event::TerrainLaid { .. }
            | Event::EdgeChosen { .. }
            | Event::TurnBegan { .. }
            | Event::TurnEnded { .. }
            | Event::Conceded { .. }
            | Event::Ended { .. } => Self::default(),
            Event::Deployed { unit }
            | Event::KeptBack { unit }
            | Event::Entered { unit }
            | Event::Activated { unit, .. }
            | Event::ActivationEnded { unit }
            | Event::Manoeuvred { unit, .. }
            | Event::FormedUp { unit, .. }
            | Event::Unwavering { unit }
            | Event::MasteryRolled { unit, .. }
            | Event::MasteryUsed { unit, .. }
            | Event::Ignored { unit }
            | Event::StoodFirm { unit }
            | Event::Retreated { unit }
            | Event::Rallied { unit, .. }
            | Event::Held { unit, .. }
            | Event::Instructed { unit, .. }
            | Event::HoldEnded { unit }
            | Event::ActivationLost { unit }
            | Event::Frightened { unit }
            | Event::CommandTested { unit, .. }
            | Event::PanicRolled { unit, .. }
            | Event::RanksBroken { unit } => Self::unit(*unit),
            Event::Reorganised { models, .. } => Self::models(models.iter().copied()),
            Event::ChargeDeclared { unit, target }
            | Event::FellShort { unit, target, .. }
            | Event::Fled { unit, from: target }
            | Event::Responded { unit, to: target }
            | Event::Daunted { unit, target } => Self::unit(*unit).upon_unit(*target),
            Event::Charged { contacts, target, .. } => {
                Self::models(contacts.iter().copied()).upon_unit(*target)
            }
            Event::PushedBack { unit, models, .. } => {
                Self::unit(*unit).upon_models(models.iter().copied())
            }
            Event::LeftUnit { model, unit } | Event::JoinedUnit { model, unit } => {
                Self::models([*model]).upon_unit(*unit)
            }
            Event::Moved { model, .. }
            | Event::StoodUp { model, .. }
            | Event::NoSave { model, .. }
            | Event::KnockedProne { model }
            | Event::LaidLow { model }
            | Event::Regenerated { model, .. }
            | Event::Endured { model, .. }
            | Event::Overloaded { model, .. }
            | Event::Breathed { model, .. }
            | Event::Loaded { model, .. }
            | Event::PartlyCovered { model, .. }
            | Event::Saved { model, .. }
            | Event::MishapRolled { model, .. }
            | Event::TrodQuicksand { model, .. }
            | Event::Concentrated { model, .. }
            | Event::Healed { model, .. }
            | Event::BrokeOff { model } => Self::models([*model]),
            Event::Cast { model, with, at, .. } => {
                let by = Self::models([*model].into_iter().chain(with.iter().copied()));
                match *at {
                    At::Unit(unit) => by.upon_unit(unit),
                    At::Model(target) => by.upon_models([target]),
                    At::Spell(what) => by.upon(what.on),
                    At::Itself
                    | At::Side(_)
                    | At::Through { .. }
                    | At::Place(_)
                    | At::Towards(_)
                    | At::Teardrop { .. } => by,
                }
            }
            Event::Resisted { model, .. } => Self::models([*model]),
            Event::SpellRolled { model, caught, .. } => {
                Self::models([*model]).upon_models(caught.iter().copied())
            }
            Event::KeptUp { model, what, .. } | Event::Cancelled { model, what, .. } => {
                Self::models([*model]).upon(what.on)
            }
            Event::Lured { unit, by } => Self::models([*by]).upon_unit(*unit),
            Event::SawAhead { model, .. } => Self::models([*model]),
            Event::Rose { by, models, .. } => {
                Self::models([*by]).upon_models(models.iter().copied())
            }
            Event::SpellEnded { what, .. } => Self::default().upon(what.on),
            Event::DamageRolled { model, roll, .. } => {
                Self::models(roll.roller.map(ModelId)).upon_models([*model])
            }
            Event::Struck { attacker, target, .. } => {
                Self::models([*attacker]).upon_models([*target])
            }
            Event::Shot { shooter, target, .. } => Self::models([*shooter]).upon_models([*target]),
            Event::WhoWasHit { hit, .. } | Event::ElementHit { hit, .. } => {
                Self::default().upon_models([*hit])
            }
            Event::Threw { thrower, with, target, .. } => {
                Self::models(with.iter().copied().chain([*thrower])).upon_models(*target)
            }
            Event::Bombarded { shooter, target, .. } => {
                Self::models([*shooter]).upon_models(*target)
            }
            Event::Deviated { attacker, .. } | Event::FlewOn { attacker, .. } => {
                Self::models([*attacker])
            }
            Event::FlightEnded { attacker, .. } => Self::models([*attacker]),
            Event::WoundIgnored { model, attacker } => {
                Self::models([*attacker]).upon_models([*model])
            }
            Event::TooLarge { model, attacker } => Self::models([*attacker]).upon_models([*model]),
            Event::Used { model, caught, .. } => {
                Self::models([*model]).upon_models(caught.iter().copied())
            }
            Event::Leapt { model, caught, .. } | Event::Splashed { model, caught } => {
                Self::models([*model]).upon_models(caught.iter().copied())
            }
            Event::WentOver { attacker, target, .. } => {
                Self::models([*attacker]).upon_models([*target])
            }
            Event::TemplateLaid { attacker, wholly, partly, .. } => {
                Self::models([*attacker]).upon_models(wholly.iter().chain(partly).copied())
            }
            Event::Wounded { model, attacker, .. } => {
                Self::models([*attacker]).upon_models([*model])
            }
            Event::Parried { model, attacker, .. } | Event::Evaded { model, attacker, .. } => {
                Self::models([*model]).upon_models([*attacker])
            }
            Event::RanOver { model, target, .. } => Self::models([*model]).upon_models([*target]),
            Event::InReach { model, enemy } => Self::models([*model]).upon_models([*enemy]),
            Event::Fell { model, cause, .. } => match cause {
                Cause::Slain { by }
                | Cause::Captured { by }
                | Cause::Swallowed { by }
                | Cause::Sacrificed { by } => Self::models([*by]).upon_models([*model]),
                Cause::Scattered | Cause::RanOff | Cause::Vanished | Cause::BlewUp => {
                    Self::models([*model])
                }
            },
            Event::FollowedUp { model, into } => Self::models([*model]).upon_models(*into),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::dice::{Dice, Needed, Purpose},
        no_quarter::event::HitResult,
    };

    #[test]
    fn a_blow_is_by_the_attacker_and_damage_by_whom_hit() {
        let (attacker, target) = (ModelId(3), ModelId(9));
        let roll = Dice::seeded(1).test(Purpose::Damage, Some(3), Needed::new(5));
        let blow = Event::Struck {
            attacker,
            target,
            weapon: "hand weapon".to_owned(),
            roll: None,
            result: HitResult::Automatic,
            actions: 3,
        };
        let damage = Event::DamageRolled { model: target, roll, wounded: true, wounds_left: 0 };
        for event in [blow, damage] {
            let concerns = Concerns::of(&event);
            assert_eq!((concerns.by.models, concerns.to.models), (vec![attacker], vec![target]));
        }
    }
}
