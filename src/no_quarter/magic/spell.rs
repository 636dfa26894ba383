//! The list of spells, and what a card says of one. To add a spell: a line in the list below, its card
//! in its aspect's file, its entry in the codex (`"spell Name"`), and its boards.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{Casting, aim::Aim, dark, earth, fire, light, water, wind, work::Harm};
use crate::{
    battle::ModelId,
    no_quarter::{
        effects::{Does, Until},
        odds::GroundOdds,
        statistics::Stat,
        uses::At,
    },
    table::Inches,
};

/// Makes the enum of spells and finds each one's card from one list.
macro_rules! spells {
    ($($(#[$doc:meta])+ $spell:ident: $aspect:ident::$card:ident;)+) => {
        /// A spell. Book: Spell List.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Spell {
            $($(#[$doc])+ $spell,)+
        }

        impl Spell {
            /// All spells, aspect by aspect.
            pub const ALL: &'static [Self] = &[$(Self::$spell,)+];

            /// What the book prints of it.
            pub const fn card(self) -> &'static Card {
                match self {
                    $(Self::$spell => &$aspect::$card,)+
                }
            }
        }
    };
}

spells! {
    // Fire.
    /// A burst of flames around an enemy (SP-FIREBALL).
    Fireball: fire::FIREBALL;
    /// A hand of fire on an enemy in contact (SP-MOLTEN-GRASP).
    MoltenGrasp: fire::MOLTEN_GRASP;
    /// A cloud that hides and hinders (SP-SMOKE).
    Smoke: fire::SMOKE;
    /// A short jet of flames (SP-BURNING-HAND).
    BurningHand: fire::BURNING_HAND;
    /// A jet of steam out of the ground (SP-STEAM-VENT).
    SteamVent: fire::STEAM_VENT;
    /// Molten rock that wells up (SP-LAVA-POOL).
    LavaPool: fire::LAVA_POOL;

    // Water.
    /// An end to a spell in sight (SP-CLEANSE).
    Cleanse: water::CLEANSE;
    /// Water is as good as land (SP-RIVERWALK).
    Riverwalk: water::RIVERWALK;
    /// No spell can be aimed at its bearer (SP-TALISMAN).
    Talisman: water::TALISMAN;
    /// Wet bowstrings (SP-RAIN-STORM).
    RainStorm: water::RAIN_STORM;
    /// Nimble hands (SP-QUICKENING).
    Quickening: water::QUICKENING;
    /// Water around the feet (SP-FLOOD).
    Flood: water::FLOOD;

    // Earth.
    /// Skin of stone (SP-STONE-ARMOUR).
    StoneArmour: earth::STONE_ARMOUR;
    /// A stone from the sky (SP-METEOR).
    Meteor: earth::METEOR;
    /// A giant's strength for one (SP-GROWTH).
    Growth: earth::GROWTH;
    /// Tougher flesh (SP-SPORES).
    Spores: earth::SPORES;
    /// Ground that breaks up underfoot (SP-TREACHEROUS-GROUND).
    TreacherousGround: earth::TREACHEROUS_GROUND;
    /// Ground that swallows those who move (SP-QUICKSAND).
    Quicksand: earth::QUICKSAND;

    // Wind.
    /// A gust that throws an enemy away (SP-ELDERITH-WIND).
    ElderithWind: wind::ELDERITH_WIND;
    /// An end to an activation that has yet to come (SP-WIND-OF-THOR).
    WindOfThor: wind::WIND_OF_THOR;
    /// A gust that fells the weak (SP-CHILL-BLAST).
    ChillBlast: wind::CHILL_BLAST;
    /// Dust in the eyes of those who shoot (SP-DUST-STORM).
    DustStorm: wind::DUST_STORM;
    /// A cloud around the caster (SP-FOG).
    Fog: wind::FOG;
    /// A call that nobody can refuse (SP-LURE).
    Lure: wind::LURE;

    // Light.
    /// Lightning that jumps from one enemy to the next (SP-LIGHTNING-BOLT).
    LightningBolt: light::LIGHTNING_BOLT;
    /// A glimpse of what comes (SP-SEE-THE-LIGHT).
    SeeTheLight: light::SEE_THE_LIGHT;
    /// A flash that blinds (SP-BLIND).
    Blind: light::BLIND;
    /// Light that turns blows aside (SP-SHIELD).
    Shield: light::SHIELD;
    /// A touch that stuns (SP-SHOCK).
    Shock: light::SHOCK;
    /// Another go at what went wrong (SP-PERCEPTION).
    Perception: light::PERCEPTION;

    // Dark.
    /// A blow to every soul of a unit (SP-SMITE).
    Smite: dark::SMITE;
    /// Frailty for one (SP-WEAKNESS).
    Weakness: dark::WEAKNESS;
    /// A risen warrior for two actions (SP-SACRIFICE).
    Sacrifice: dark::SACRIFICE;
    /// A risen warrior for a wound (SP-GAIN-LIFE).
    GainLife: dark::GAIN_LIFE;
    /// Terror out of nowhere (SP-PANIC).
    Panic: dark::PANIC;
    /// Rats that run on and on (SP-PESTILENCE).
    Pestilence: dark::PESTILENCE;
    /// Heavy feet (SP-STUMBLE).
    Stumble: dark::STUMBLE;
    /// Skeletons and zombies out of the ground (SP-SUMMON-FALLEN).
    SummonFallen: dark::SUMMON_FALLEN;
    /// A slain enemy on one's own side (SP-RE-ANIMATE).
    ReAnimate: dark::RE_ANIMATE;
}

/// One of the six kinds of magic. Book: Magic, Magic Relationships (MAG-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Aspect {
    /// It destroys.
    Fire,
    /// It protects and cleanses.
    Water,
    /// It strengthens.
    Earth,
    /// It hinders.
    Wind,
    /// It plays with time.
    Light,
    /// The living dead: only for armies that have any (SET-10).
    Dark,
}

impl Aspect {
    /// The one that no army has besides it (MAG-04).
    pub fn opposed(self) -> Self {
        match self {
            Self::Fire => Self::Water,
            Self::Water => Self::Fire,
            Self::Earth => Self::Wind,
            Self::Wind => Self::Earth,
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Water => "water",
            Self::Earth => "earth",
            Self::Wind => "wind",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// What the book prints of a spell.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// What players call it.
    pub name: &'static str,
    /// The ledger id of its rule.
    pub rule: &'static str,
    /// Its term in the codex.
    pub term: &'static str,
    /// Its aspect.
    pub aspect: Aspect,
    /// UC: actions that casting it costs.
    pub use_cost: u8,
    /// The number that casts it, without wizardry: the higher, the easier (MAG-01).
    pub level: i32,
    /// What it adds to the points of who knows it.
    pub points: i32,
    /// At whom or what it is cast.
    pub aim: Aim,
    /// The characteristic by which each of its targets may resist it, if any may (MAG-05).
    pub resisted: Option<Stat>,
    /// What it does.
    pub does: Work,
    /// The ground that it would make, if it makes any, with what that would do.
    pub makes: Option<fn(&World, ModelId, At) -> Option<GroundOdds>>,
    /// What a die means that it asks for by itself: "it drifts".
    pub means: Option<fn(u16) -> String>,
    /// How long it lasts.
    pub lasts: Lasts,
    /// Whether it is never cast at the same target in two turns one after the other.
    pub pauses: bool,
}

/// What most cards have in common: nobody resists, it is over at once, and may be cast in every turn.
pub(super) const PLAIN: Card = Card {
    name: "",
    rule: "",
    term: "",
    aspect: Aspect::Fire,
    use_cost: 0,
    level: 0,
    points: 0,
    aim: Aim::Itself,
    resisted: None,
    does: Work::Leaves(&[]),
    makes: None,
    means: None,
    lasts: Lasts::AtOnce,
    pauses: false,
};

/// What a spell does once it is cast.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// It leaves these on its target for as long as it lasts.
    Leaves(&'static [Does]),
    /// It does harm to each model of its target, unless that resists.
    Harms(Harm),
    /// A blast of a diameter and a strength goes off around its target's closest model in sight.
    Blast {
        /// How wide.
        diameter: Inches,
        /// The strength of its hits.
        strength: i32,
    },
    /// A blast that always goes astray by a die of so many sides, and leaves nobody where it lands.
    Crater {
        /// How wide.
        diameter: Inches,
        /// The strength of its hits.
        strength: i32,
        /// The sides of the die.
        astray: u16,
    },
    /// The teardrop that it is aimed with comes down.
    Teardrop {
        /// The strength of its hits.
        strength: i32,
    },
    /// Ground wells up that harms everybody on it, unless they resist, and lets nobody stay.
    Pool {
        /// How wide.
        diameter: Inches,
        /// What it does to them.
        harm: Harm,
    },
    /// What a function of its aspect says.
    Does(fn(&mut World, &Casting)),
    /// The same, and it hits somebody whom the dice find.
    Strikes {
        /// The strength of its hits.
        strength: i32,
        /// The function.
        by: fn(&mut World, &Casting),
    },
}

impl Work {
    /// What comes to those who could resist and don't.
    pub(super) fn harm(self) -> Option<Harm> {
        match self {
            Self::Harms(harm) | Self::Pool { harm, .. } => Some(harm),
            Self::Leaves(_)
            | Self::Blast { .. }
            | Self::Crater { .. }
            | Self::Teardrop { .. }
            | Self::Does(_)
            | Self::Strikes { .. } => None,
        }
    }
}

/// How long a spell lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// It is over at once.
    AtOnce,
    /// Until its caster is activated again, or as long as that keeps it up for so many actions (MAG-06).
    UntilCasterActs {
        /// What keeping it up costs; none if it can't be kept up.
        upkeep: Option<u8>,
    },
    /// The same, but it does nothing before its target is activated next.
    FromNextActivation {
        /// What keeping it up costs; none if it can't be kept up.
        upkeep: Option<u8>,
    },
    /// From now to the end of its target's next activation.
    ThroughNextActivation,
    /// In its target's next activation, and not before.
    NextActivation,
    /// From now to the end of the activation in which its target moves next.
    ThroughNextMove,
    /// As long as its own rule says.
    ByItself,
}

impl Lasts {
    /// When the effects end that the spell leaves.
    pub(super) fn until(self) -> Until {
        match self {
            Self::ThroughNextActivation => Until::EndOfNextGo,
            Self::NextActivation => Until::InNextGo,
            Self::FromNextActivation { .. } => Until::SpellEndsFromNextGo,
            Self::ThroughNextMove => Until::NextMove,
            Self::AtOnce | Self::UntilCasterActs { .. } | Self::ByItself => Until::SpellEnds,
        }
    }

    /// Whether the caster's next activation ends it, unless it is kept up.
    pub(super) fn ends_with_caster(self) -> bool {
        matches!(self, Self::UntilCasterActs { .. } | Self::FromNextActivation { .. })
    }

    /// What keeping it up costs, if it can be kept up.
    pub fn upkeep(self) -> Option<u8> {
        match self {
            Self::UntilCasterActs { upkeep } | Self::FromNextActivation { upkeep } => upkeep,
            Self::AtOnce
            | Self::ThroughNextActivation
            | Self::NextActivation
            | Self::ThroughNextMove
            | Self::ByItself => None,
        }
    }
}

impl Spell {
    /// The same as something that lives as long as the program.
    pub(in crate::no_quarter) fn kept(self) -> &'static Self {
        &Self::ALL[self as usize]
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        self.card().name
    }

    /// Whether it hits or fells somebody.
    pub fn harms(self) -> bool {
        match self.card().does {
            Work::Harms(_)
            | Work::Blast { .. }
            | Work::Crater { .. }
            | Work::Teardrop { .. }
            | Work::Pool { .. }
            | Work::Strikes { .. } => true,
            Work::Leaves(_) | Work::Does(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{Armoury, codex, profile::Ability};

    #[test]
    fn every_card_is_told_in_the_codex_with_its_numbers() {
        let armoury = Armoury::embedded().unwrap();
        for &spell in Spell::ALL {
            let card = spell.card();
            assert_eq!(spell.kept(), &spell);
            assert_eq!(card.term, format!("spell {spell:?}"));
            let entry = &armoury.codex[card.term];
            assert_eq!((&*entry.name, &*entry.rule), (card.name, card.rule), "{spell:?}");
            let costs = format!("Level {}, {} actions.", card.level, card.use_cost);
            assert!(entry.about.ends_with(&costs), "{spell:?}: {}", entry.about);
            if let Some(upkeep) = card.lasts.upkeep() {
                let told = format!("Upkeep {upkeep}.");
                assert!(entry.about.contains(&told), "{spell:?}: {}", entry.about);
            }
            assert_eq!(codex::of_ability(Ability::Knows(spell)), card.term);
        }
        let told = armoury.codex.keys().filter(|term| term.starts_with("spell "));
        assert_eq!(told.count(), Spell::ALL.len());
    }

    #[test]
    fn aspects_are_opposed_to_each_other() {
        use Aspect::{Dark, Earth, Fire, Light, Water, Wind};
        for aspect in [Fire, Water, Earth, Wind, Light, Dark] {
            assert_eq!(aspect.opposed().opposed(), aspect);
            assert_ne!(aspect.opposed(), aspect);
        }
    }
}
