//! What armies may be made of. Book: Units; Core And Elite Points Values, Maximum Number Of Elite Models
//! (SET-07, SET-08); Magic Relationships, Dark Aspect (SET-09, SET-10).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Aspect;
use crate::{
    battle::playable::count,
    no_quarter::{components::Role, profile::Class},
};

/// A unit of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contingent {
    /// The class of its rank and file.
    pub class: Class,
    /// Whether it is the crew of a support weapon, which makes it neither core nor elite.
    pub is_crew: bool,
    /// Its models, in groups.
    pub groups: Vec<Group>,
}

/// Like models of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many.
    pub count: u32,
    /// Their class.
    pub class: Class,
    /// What they are to the unit.
    pub role: Role,
    /// Whether they are undead.
    pub is_undead: bool,
    /// The aspects of the spells that they know.
    pub aspects: Vec<Aspect>,
}

/// A rule of army composition that an army breaks, with the numbers that show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Violation {
    /// More elite units than core units.
    EliteUnits {
        /// Elite units.
        elite: u32,
        /// Core units.
        core: u32,
    },
    /// More elite models than two thirds of the core models.
    EliteModels {
        /// Elite models.
        elite: u32,
        /// Core models.
        core: u32,
    },
    /// Spells of opposed aspects.
    OpposedAspects(Aspect, Aspect),
    /// Dark spells without any undead.
    DarkWithoutUndead,
}

/// The elite models that an army may have with so many core models.
pub fn most_elite(core: u32) -> u32 {
    u32::try_from(u64::from(core) * 2 / 3).unwrap_or(u32::MAX)
}

impl Violation {
    /// The ledger id of the rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::EliteUnits { .. } | Self::EliteModels { .. } => "SET-07",
            Self::OpposedAspects(..) => "SET-09",
            Self::DarkWithoutUndead => "SET-10",
        }
    }
}

impl Violation {
    /// Whether it is about magic: then no level may have such an army, whatever it says of the others.
    pub fn is_of_magic(self) -> bool {
        match self {
            Self::OpposedAspects(..) | Self::DarkWithoutUndead => true,
            Self::EliteUnits { .. } | Self::EliteModels { .. } => false,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = |number: u32, what: &str| count(number as usize, what);
        match *self {
            Self::EliteUnits { elite, core } => {
                let (elite, core) = (all(elite, "elite unit"), all(core, "core unit"));
                write!(f, "{elite} and {core}; there may be no more elite units than core units")
            }
            Self::EliteModels { elite, core } => {
                let most = most_elite(core);
                let (elite, core) = (all(elite, "elite model"), all(core, "core model"));
                write!(f, "{elite} and {core}; {most} elite models at most, two thirds of the core")
            }
            Self::OpposedAspects(one, other) => {
                let (one, other) = (one.name(), other.name());
                write!(f, "spells of {one} and of {other}, which oppose each other")
            }
            Self::DarkWithoutUndead => {
                write!(f, "dark spells, which only an army with undead models may use")
            }
        }
    }
}

impl Contingent {
    /// What its models count as in the army, if they are core or elite at all: those who lead a unit,
    /// bear its standard or play for it count as the rest of it, unless they are heroes (SET-08).
    fn counts(&self, group: &Group) -> Option<Class> {
        let class = match group.role {
            Role::Leader | Role::StandardBearer | Role::Musician
                if matches!(group.class, Class::Core | Class::Elite) =>
            {
                self.class
            }
            Role::Rank
            | Role::Leader
            | Role::StandardBearer
            | Role::Musician
            | Role::General
            | Role::ArmyStandard
            | Role::Individual => group.class,
        };
        (!self.is_crew && matches!(class, Class::Core | Class::Elite)).then_some(class)
    }
}

/// Which rules of composition an army breaks.
pub fn violations(army: &[Contingent]) -> Vec<Violation> {
    let mut found = Vec::new();
    let units = |class| {
        let own = army.iter().filter(|unit| unit.class == class && !unit.is_crew);
        u32::try_from(own.count()).unwrap_or(u32::MAX)
    };
    let (elite, core) = (units(Class::Elite), units(Class::Core));
    if elite > core {
        found.push(Violation::EliteUnits { elite, core });
    }
    let models = |class| -> u32 {
        let groups =
            army.iter().flat_map(|unit| unit.groups.iter().map(move |group| (unit, group)));
        let own = groups.filter(|(unit, group)| unit.counts(group) == Some(class));
        own.map(|(_, group)| group.count).sum()
    };
    let (elite, core) = (models(Class::Elite), models(Class::Core));
    if elite > most_elite(core) {
        found.push(Violation::EliteModels { elite, core });
    }
    let groups = || army.iter().flat_map(|unit| &unit.groups);
    let mut aspects: Vec<Aspect> = groups().flat_map(|group| group.aspects.clone()).collect();
    aspects.sort_unstable();
    aspects.dedup();
    let opposed = aspects.iter().map(|&aspect| (aspect, aspect.opposed()));
    let opposed = opposed.filter(|(one, other)| one < other && aspects.contains(other));
    found.extend(opposed.map(|(one, other)| Violation::OpposedAspects(one, other)));
    if aspects.contains(&Aspect::Dark) && !groups().any(|group| group.is_undead) {
        found.push(Violation::DarkWithoutUndead);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(count: u32, class: Class, role: Role) -> Group {
        Group { count, class, role, is_undead: false, aspects: Vec::new() }
    }

    fn unit(class: Class, count: u32) -> Contingent {
        Contingent { class, is_crew: false, groups: vec![group(count, class, Role::Rank)] }
    }

    #[test]
    fn set_07_elite_units_never_outnumber_core_units() {
        let core = || unit(Class::Core, 10);
        let elite = || unit(Class::Elite, 3);
        assert_eq!(violations(&[core(), elite()]), []);
        let found = violations(&[core(), elite(), elite()]);
        assert_eq!(found, [Violation::EliteUnits { elite: 2, core: 1 }]);
        let told =
            "2 elite units and 1 core unit; there may be no more elite units than core units";
        assert_eq!((found[0].rule(), found[0].to_string().as_str()), ("SET-07", told));
        let crew = Contingent { is_crew: true, ..core() };
        assert_eq!(violations(&[crew, core(), elite(), elite()]).len(), 1, "crews don't count");
    }

    /// The book's example: with 20 core models there may be 13 elite ones.
    #[test]
    fn set_07_elite_models_are_two_thirds_at_most() {
        let army =
            |elite| [unit(Class::Core, 10), unit(Class::Core, 10), unit(Class::Elite, elite)];
        assert_eq!(most_elite(20), 13);
        assert_eq!(violations(&army(13)), []);
        let found = violations(&army(14));
        assert_eq!(found, [Violation::EliteModels { elite: 14, core: 20 }]);
        let told =
            "14 elite models and 20 core models; 13 elite models at most, two thirds of the core";
        assert_eq!(found[0].to_string(), told);
    }

    #[test]
    fn set_08_who_leads_a_unit_counts_as_the_rest_of_it() {
        let mut led = unit(Class::Core, 3);
        assert_eq!(violations(&[led.clone(), unit(Class::Elite, 3)]).len(), 1);
        for role in [Role::Leader, Role::StandardBearer] {
            led.groups.push(group(1, Class::Elite, role));
        }
        assert_eq!(violations(&[led.clone(), unit(Class::Elite, 3)]), [], "5 core models");
        led.groups =
            vec![group(4, Class::Core, Role::Rank), group(1, Class::Individual, Role::Leader)];
        assert_eq!(violations(&[led, unit(Class::Elite, 3)]).len(), 1, "heroes count as neither");
    }

    fn wizards(aspects: &[Aspect], is_undead: bool) -> Contingent {
        let one = group(1, Class::Individual, Role::Individual);
        let groups = vec![Group { aspects: aspects.to_vec(), is_undead, ..one }];
        Contingent { class: Class::Individual, is_crew: false, groups }
    }

    #[test]
    fn set_09_no_army_has_opposed_aspects() {
        let pairs = [
            (Aspect::Fire, Aspect::Water),
            (Aspect::Earth, Aspect::Wind),
            (Aspect::Light, Aspect::Dark),
        ];
        for (one, other) in pairs {
            let army = [wizards(&[other], true), wizards(&[one], true)];
            assert_eq!(violations(&army), [Violation::OpposedAspects(one, other)]);
        }
        let army =
            [wizards(&[Aspect::Fire], false), wizards(&[Aspect::Wind, Aspect::Light], false)];
        assert_eq!(violations(&army), []);
    }

    #[test]
    fn set_10_dark_spells_are_for_armies_with_undead() {
        let dark = |is_undead| violations(&[wizards(&[Aspect::Dark], is_undead)]);
        assert_eq!((dark(true), dark(false)), (vec![], vec![Violation::DarkWithoutUndead]));
    }
}
