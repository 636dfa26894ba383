//! What one press can do in No Quarter, in words: one list for the panel, the keys and the help.

use crate::{
    battle::playable::acting::{VerbId, VerbKey, VerbWords},
    no_quarter::{Order, uses::Usable},
    table::formation::Manoeuvre,
};

/// Something a player can do with one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Begins the selected unit's activation.
    Activate,
    /// Prepares a move.
    Move,
    /// Prepares a turn on the spot.
    Turn,
    /// Prepares a wheel.
    Wheel,
    /// Prepares a change of formation.
    FormUp,
    /// Prepares a charge.
    Charge,
    /// Uses something that a model has, or prepares that.
    Use(Usable),
    /// Prepares close combat.
    Fight,
    /// Prepares shooting.
    Shoot,
    /// Prepares a spell.
    Cast,
    /// Prepares a breath, a grenade or a support weapon.
    Template,
    /// Loads a support weapon.
    LoadWeapon,
    /// An individual leaves its unit, or joins one.
    Membership,
    /// Prepares a change of places in the ranks.
    ChangePlaces,
    /// Gets up.
    StandUp,
    /// Tries to rally.
    Rally,
    /// Goes on hold.
    Hold,
    /// Ends the activation.
    EndActivation,
    /// Takes up the next unit or piece of terrain that waits to be put down.
    TakeUp,
    /// Has a unit of the enemy act first.
    ActFirst,
}

/// One verb of each kind. Each thing that can be used has a verb; the spells have one together.
const KINDS: &[Verb] = &one_of_each!(Verb:
    Activate,
    Move,
    Turn,
    Wheel,
    FormUp,
    Charge,
    Fight,
    Shoot,
    StandUp,
    Rally,
    Hold,
    ChangePlaces,
    Membership,
    Template,
    LoadWeapon,
    Cast,
    Use(Usable::PLAIN[0]),
    EndActivation,
    TakeUp,
    ActFirst,
);

/// How many verbs there are.
const COUNT: usize = KINDS.len() - 1 + Usable::PLAIN.len();

impl Verb {
    /// All verbs, in the order in which panels show them: those of every unit come first, so that each
    /// has its place whoever acts.
    pub const ALL: [Self; COUNT] = {
        let mut all = [Self::Activate; COUNT];
        let (mut place, mut kind) = (0, 0);
        while kind < KINDS.len() {
            if let Self::Use(_) = KINDS[kind] {
                let mut used = 0;
                while used < Usable::PLAIN.len() {
                    all[place] = Self::Use(Usable::PLAIN[used]);
                    (place, used) = (place + 1, used + 1);
                }
            } else {
                all[place] = KINDS[kind];
                place += 1;
            }
            kind += 1;
        }
        all
    };

    /// Whether every unit has it, whether or not it can be done now. The others are offered to those
    /// units alone that have what it takes.
    pub const fn is_everyones(self) -> bool {
        match self {
            Self::Activate
            | Self::Move
            | Self::Turn
            | Self::Wheel
            | Self::FormUp
            | Self::Charge
            | Self::Fight
            | Self::Shoot
            | Self::StandUp
            | Self::Rally
            | Self::Hold
            | Self::EndActivation
            | Self::TakeUp
            | Self::ActFirst => true,
            Self::Use(_)
            | Self::Cast
            | Self::Template
            | Self::LoadWeapon
            | Self::Membership
            | Self::ChangePlaces => false,
        }
    }

    /// The verb by which something is used.
    pub const fn of_use(what: Usable) -> Self {
        match what {
            Usable::Spell(_) => Self::Cast,
            plain => Self::Use(plain),
        }
    }

    /// The verbs that are orders of the active unit, as the panel shows them.
    pub fn orders() -> impl Iterator<Item = Self> {
        let others = |verb: &Self| matches!(verb, Self::Activate | Self::TakeUp | Self::ActFirst);
        Self::ALL.into_iter().filter(move |verb| !others(verb))
    }

    /// Its place among all.
    pub fn id(self) -> VerbId {
        let place = Self::ALL.iter().position(|verb| *verb == self);
        VerbId(place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX))
    }

    /// The one at a place.
    pub fn of(id: VerbId) -> Option<Self> {
        Self::ALL.get(usize::from(id.0)).copied()
    }

    /// The one that prepares a manoeuvre of a block.
    pub fn of_manoeuvre(manoeuvre: &Manoeuvre) -> Self {
        match manoeuvre {
            Manoeuvre::Ahead(_) | Manoeuvre::Back(_) | Manoeuvre::Sidestep(..) => Self::Move,
            Manoeuvre::Wheel { .. } => Self::Wheel,
            Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => Self::Turn,
        }
    }

    /// The one by which an order is given; none of what isn't an order of the active unit.
    pub fn of_order(order: &Order) -> Option<Self> {
        Some(match order {
            Order::Activate { .. } => Self::Activate,
            Order::Move { moves } if moves.iter().all(|way| way.path.is_empty()) => Self::Turn,
            Order::Move { .. } => Self::Move,
            Order::Manoeuvre { manoeuvre } => Self::of_manoeuvre(manoeuvre),
            Order::FormUp { .. } => Self::FormUp,
            Order::Reorganise { .. } => Self::ChangePlaces,
            Order::Leave { .. } | Order::Join { .. } => Self::Membership,
            Order::Charge { .. } | Order::ChargeToReach { .. } => Self::Charge,
            Order::Fight { .. } => Self::Fight,
            Order::Use { what, .. } => Self::Use(*what),
            Order::Shoot { .. } => Self::Shoot,
            Order::Breathe { .. } | Order::Throw { .. } | Order::Fire { .. } => Self::Template,
            Order::Load { .. } => Self::LoadWeapon,
            Order::StandUp { .. } => Self::StandUp,
            Order::Rally => Self::Rally,
            Order::Hold { .. } => Self::Hold,
            Order::EndActivation => Self::EndActivation,
            Order::Deploy { .. }
            | Order::Answer { .. }
            | Order::Concede { .. }
            | Order::LayTerrain { .. }
            | Order::Enter { .. }
            | Order::KeepBack { .. }
            | Order::Instruct { .. } => return None,
        })
    }

    /// What it is called and what it is for.
    pub const fn words(self) -> VerbWords {
        match self {
            Self::Activate => VerbWords {
                id: "Activate",
                name: "Activate",
                help: "Activate the selected unit so that it can act.",
                targets: false,
                key: VerbKey::Confirming,
                icon: "activate",
                term: "verb Activate",
            },
            Self::Move => VerbWords {
                id: "Move",
                name: "Move",
                help: "Move; most models pay 1 action for each inch.",
                targets: false,
                key: VerbKey::Usually("KeyM"),
                icon: "move",
                term: "verb Move",
            },
            Self::Turn => VerbWords {
                id: "Turn",
                name: "Turn",
                help: "Turn to face another way.",
                targets: false,
                key: VerbKey::Usually("KeyY"),
                icon: "turn",
                term: "verb Turn",
            },
            Self::Wheel => VerbWords {
                id: "Wheel",
                name: "Wheel",
                help: "Swing the ranks forward around a front corner; press again to set the degrees.",
                targets: false,
                key: VerbKey::Usually("KeyP"),
                icon: "wheel",
                term: "verb Wheel",
            },
            Self::FormUp => VerbWords {
                id: "FormUp",
                name: "Form up",
                help: "Change the formation or the width of the front.",
                targets: false,
                key: VerbKey::Usually("KeyO"),
                icon: "form up",
                term: "verb FormUp",
            },
            Self::Charge => VerbWords {
                id: "Charge",
                name: "Charge",
                help: "Run into contact; as the first action, it gives momentum.",
                targets: true,
                key: VerbKey::Usually("KeyC"),
                icon: "charge",
                term: "verb Charge",
            },
            Self::Use(what) => what.about().verb,
            Self::Fight => VerbWords {
                id: "Fight",
                name: "Fight",
                help: "Strike enemies in contact.",
                targets: true,
                key: VerbKey::Usually("KeyF"),
                icon: "fight",
                term: "verb Fight",
            },
            Self::Shoot => VerbWords {
                id: "Shoot",
                name: "Shoot",
                help: "Shoot at an enemy in sight.",
                targets: true,
                key: VerbKey::Usually("KeyG"),
                icon: "shoot",
                term: "verb Shoot",
            },
            Self::Cast => VerbWords {
                id: "Cast",
                name: "Cast",
                help: "Cast a spell.",
                targets: false,
                key: VerbKey::Usually("F7"),
                icon: "cast",
                term: "verb Cast",
            },
            Self::Template => VerbWords {
                id: "Template",
                name: "Template",
                help: "Breathe, throw grenades or fire a support weapon.",
                targets: false,
                key: VerbKey::Usually("KeyJ"),
                icon: "fire",
                term: "verb Template",
            },
            Self::LoadWeapon => VerbWords {
                id: "LoadWeapon",
                name: "Load gun",
                help: "Load a support weapon for its next shot.",
                targets: false,
                key: VerbKey::Usually("KeyQ"),
                icon: "load weapon",
                term: "verb LoadWeapon",
            },
            Self::Membership => VerbWords {
                id: "Membership",
                name: "Leave or join",
                help: "Let an individual leave its unit to act alone, or join a unit.",
                targets: false,
                key: VerbKey::Usually("Semicolon"),
                icon: "membership",
                term: "verb Membership",
            },
            Self::ChangePlaces => VerbWords {
                id: "ChangePlaces",
                name: "Change places",
                help: "Let two models of a block change places.",
                targets: false,
                key: VerbKey::Usually("Slash"),
                icon: "change places",
                term: "verb ChangePlaces",
            },
            Self::StandUp => VerbWords {
                id: "StandUp",
                name: "Stand up",
                help: "Get models that were knocked down back on their feet.",
                targets: false,
                key: VerbKey::Usually("KeyU"),
                icon: "stand up",
                term: "verb StandUp",
            },
            Self::Rally => VerbWords {
                id: "Rally",
                name: "Rally",
                help: "Test to rally; must be the first action.",
                targets: false,
                key: VerbKey::Usually("KeyR"),
                icon: "rally",
                term: "verb Rally",
            },
            Self::Hold => VerbWords {
                id: "Hold",
                name: "Hold",
                help: "Give up all actions to respond to the enemy later.",
                targets: false,
                key: VerbKey::Usually("KeyH"),
                icon: "hold",
                term: "verb Hold",
            },
            Self::EndActivation => VerbWords {
                id: "EndActivation",
                name: "End activation",
                help: "End the activation; unused actions are lost.",
                targets: false,
                key: VerbKey::Usually("KeyE"),
                icon: "done",
                term: "verb EndActivation",
            },
            Self::TakeUp => VerbWords {
                id: "TakeUp",
                name: "Pick up",
                help: "Pick up the next one that waits to be placed.",
                targets: false,
                key: VerbKey::Confirming,
                icon: "form up",
                term: "",
            },
            Self::ActFirst => VerbWords {
                id: "ActFirst",
                name: "Make an enemy act first",
                help: "List the enemy's units, or have the selected one act first.",
                targets: false,
                key: VerbKey::Usually("Shift+KeyE"),
                icon: "change places",
                term: "initiative",
            },
        }
    }
}

/// All verbs in words, by their places.
pub const WORDS: [VerbWords; COUNT] = {
    let mut words = [Verb::Activate.words(); COUNT];
    let mut place = 0;
    while place < COUNT {
        words[place] = Verb::ALL[place].words();
        place += 1;
    }
    words
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn every_verb_is_found_at_its_place_and_listed_once() {
        assert_eq!(Verb::orders().count(), 16 + Usable::PLAIN.len());
        assert_eq!(Verb::orders().next(), Some(Verb::Move));
        assert_eq!(Verb::orders().last(), Some(Verb::EndActivation));
        for verb in Verb::ALL {
            assert_eq!(Verb::of(verb.id()), Some(verb));
            let words = WORDS[usize::from(verb.id().0)];
            assert_eq!(words, verb.words());
            if !matches!(verb, Verb::Use(_)) {
                assert_eq!(words.id, format!("{verb:?}"), "settings keep this name");
            }
            let namesakes = WORDS.iter().filter(|other| other.id == words.id);
            assert_eq!(namesakes.count(), 1);
        }
    }

    #[test]
    fn verbs_of_every_unit_come_first_so_that_their_places_are_the_same_whoever_acts() {
        let orders: Vec<Verb> =
            Verb::orders().filter(|&verb| verb != Verb::EndActivation).collect();
        assert!(orders.is_sorted_by_key(|verb| !verb.is_everyones()), "{orders:?}");
        assert!(!orders[orders.len() - 1].is_everyones());
    }

    #[test]
    fn what_can_be_used_has_verbs_of_its_own_under_the_names_that_settings_keep() {
        let ids: Vec<&str> = WORDS.iter().map(|words| words.id).collect();
        assert_eq!(ids[15..20], ["Cast", "Sweep", "Overrun", "RainOfArrows", "Leap"]);
        assert_eq!(ids[20..24], ["Taunt", "Overload", "Concentrate", "Cancel"]);
        let listed = |what| Verb::ALL.into_iter().filter(|verb| *verb == Verb::Use(what)).count();
        assert!(Usable::PLAIN.into_iter().all(|what| listed(what) == 1));
        let spells = Usable::all().filter(|what| Verb::of_use(*what) == Verb::Cast);
        assert_eq!(spells.count(), Usable::all().count() - Usable::PLAIN.len());
    }

    #[test]
    fn every_order_has_an_entry_in_the_codex() {
        let armoury = Armoury::embedded().unwrap();
        for verb in Verb::orders().chain([Verb::Activate]) {
            assert!(armoury.codex.contains_key(verb.words().term), "{verb:?}");
        }
    }

    #[test]
    fn no_two_orders_share_a_key_and_only_things_that_are_used_an_icon() {
        let is_used = |verb: Verb| matches!(verb, Verb::Use(_));
        for (place, verb) in Verb::orders().enumerate() {
            let same = |other: &Verb| {
                let (a, b) = (verb.words(), other.words());
                let both_used = is_used(verb) && is_used(*other);
                let icon = a.icon == b.icon && (!both_used || verb == *other);
                icon || (a.key == b.key && a.key != VerbKey::Unset)
            };
            assert_eq!(Verb::orders().position(|other| same(&other)), Some(place), "{verb:?}");
        }
    }
}
