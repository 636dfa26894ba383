//! What a line beside an order, the button of an answer or a refusal is about. Whoever points at it
//! reads what the codex has on that; its words are for people alone.

use super::{deployment::latecomers, error::Refusal, uses::Usable};

/// What something that is said is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    // Ways and where they lead.
    /// What a way costs (MOVE-01).
    Way,
    /// Ground that costs double (MOVE-05).
    DifficultGround,
    /// Barriers on a way (MOVE-07).
    Barriers,
    /// Enemies and their attack zones in the way (MOVE-08).
    EnemiesInTheWay,
    /// The moves of a block (MOVE-09).
    RankedMovement,
    /// Leaving a close combat (CC-08).
    BreakingOff,
    /// Somebody arrives who was to be brought there (TURN-09).
    Arrival,

    // Formations.
    /// Ranks, and what they bring (FORM-03).
    Ranks,
    /// Closed formation (FORM-05).
    ClosedFormation,
    /// Gaps between the models of a unit (FORM-06).
    Coherency,
    /// Too few models for ranks and closed order (FORM-04).
    TooFewForRanks,
    /// Changing formation (FORM-08).
    FormingUp,
    /// Changing places in the ranks (FORM-09).
    ChangingPlaces,
    /// Individuals who leave and join (FORM-10).
    Membership,
    /// Which way a model looks (FORM-01).
    Facing,

    // Charges and blows.
    /// Charging at all (CHG-01).
    Charge,
    /// Charges that don't reach (CHG-02).
    FallingShort,
    /// Actions that a charge gives (CHG-04).
    Momentum,
    /// Pushing on through those who were charged (CC-10).
    PushingBack,
    /// Contact and blows (CC-01).
    CloseCombat,
    /// Being in close combat (RNG-09).
    InCombat,
    /// A natural 10 (CC-05).
    Fumble,
    /// Targets that only siege weapons hurt (CC-13).
    SiegeWeapon,
    /// What is feared (AB-FEAR).
    Fear,
    /// Enemies too horrible to fight (AB-BRUTES).
    Brutes,

    // Shots and templates.
    /// Shots at all (RNG-01).
    Shooting,
    /// Numbers to hit from afar (RNG-01).
    HitFromAfar,
    /// How far weapons shoot (RNG-02).
    Ranges,
    /// Shots into close combat (RNG-08).
    IntoCombat,
    /// Who is under a template (TEAR-01).
    Templates,
    /// Templates that land elsewhere (BLAST-02).
    Astray,
    /// What hits do (DMG-01).
    Damage,
    /// Loading a weapon, and who serves it (SUP-03).
    Loading,
    /// Grenades (GREN-01).
    Grenades,

    // What units are in.
    /// Actions of a model (MOVE-01).
    Actions,
    /// The sides take turns with their units (TURN-03).
    Alternation,
    /// Being on hold (HOLD-01).
    OnHold,
    /// Shots in response (HOLD-02).
    Response,
    /// Flight from a charge (HOLD-05).
    Flight,
    /// Lying on the ground (MOVE-04).
    Prone,
    /// Works that are jammed (TR-MECHANICAL).
    Jammed,
    /// Being panicked (MOR-05).
    Panicked,
    /// Being terrified (MOR-06).
    Terrified,
    /// Retreats (MOR-04).
    Retreat,
    /// Rallying (MOR-07).
    Rallying,

    // Setting up.
    /// Table edges (SET-04).
    Edges,
    /// Laying terrain (SET-02).
    LayingTerrain,
    /// Zones, and units that come later (SET-03, SET-05).
    Reserves,
    /// Units that are put down late (SET-06).
    Latecomers,

    // Magic.
    /// Casting spells (MAG-01).
    Magic,
    /// Keeping spells up (MAG-06).
    Upkeep,

    /// Something that is used.
    Use(Usable),
}

impl Topic {
    /// The codex's terms for it, the first of them first.
    pub fn terms(self) -> Vec<&'static str> {
        match self {
            Self::Way => vec!["rate"],
            Self::DifficultGround => vec!["difficult"],
            Self::Barriers => vec!["barriers"],
            Self::EnemiesInTheWay => vec!["verb Move"],
            Self::RankedMovement => vec!["verb Wheel"],
            Self::BreakingOff => vec!["breaking off", "save"],
            Self::Arrival => vec!["scenario"],
            Self::Ranks => vec!["ranked"],
            Self::ClosedFormation => vec!["closed"],
            Self::Coherency => vec!["skirmish", "dispersed"],
            Self::TooFewForRanks => vec!["broken"],
            Self::FormingUp => vec!["verb FormUp"],
            Self::ChangingPlaces => vec!["verb ChangePlaces"],
            Self::Membership => vec!["verb Membership"],
            Self::Facing => vec!["verb Turn"],
            Self::Charge => vec!["verb Charge"],
            Self::FallingShort => vec!["short charge"],
            Self::Momentum => vec!["momentum"],
            Self::PushingBack => vec!["pushback"],
            Self::CloseCombat => vec!["verb Fight"],
            Self::InCombat => vec!["in combat"],
            Self::Fumble => vec!["fumbled"],
            Self::SiegeWeapon => vec!["ability SiegeWeapon"],
            Self::Fear => vec!["ability Fear", "command"],
            Self::Brutes => vec!["ability Brutes", "command"],
            Self::Shooting => vec!["verb Shoot"],
            Self::HitFromAfar => vec!["hit", "RA"],
            Self::Ranges => vec!["ranges"],
            Self::IntoCombat => vec!["into combat", "command"],
            Self::Templates => vec!["verb Template"],
            Self::Astray => vec!["weapon Blast"],
            Self::Damage => vec!["damage"],
            Self::Loading => vec!["verb LoadWeapon"],
            Self::Grenades => vec!["weapon Thrown"],
            Self::Actions => vec!["AC"],
            Self::Alternation => vec!["verb Activate"],
            Self::OnHold => vec!["holding"],
            Self::Response => vec!["holding", "response"],
            Self::Flight => vec!["holding", "flight"],
            Self::Prone => vec!["prone"],
            Self::Jammed => vec!["ability Mechanical"],
            Self::Panicked => vec!["panicked"],
            Self::Terrified => vec!["terrified"],
            Self::Retreat => vec!["retreat"],
            Self::Rallying => vec!["verb Rally", "command"],
            Self::Edges => vec!["edges"],
            Self::LayingTerrain => vec!["terrain"],
            Self::Reserves => vec!["waits"],
            Self::Latecomers => vec![latecomers::TERM],
            Self::Magic => vec!["verb Cast"],
            Self::Upkeep => vec!["upkeep"],
            Self::Use(what) => vec![what.about().verb.term],
        }
    }

    /// What a refusal is about, if a rule speaks.
    pub fn of_refusal(refusal: &Refusal) -> Option<Self> {
        Some(match refusal {
            Refusal::BattleIsOver
            | Refusal::DecisionPending
            | Refusal::NothingAsked
            | Refusal::NoSuchAnswer
            | Refusal::NoSuchThing
            | Refusal::WrongPhase
            | Refusal::NobodyThere
            | Refusal::NotOnTable
            | Refusal::NamedTwice
            | Refusal::NothingToDo
            | Refusal::UsedAlready
            | Refusal::NoSuchPlace
            | Refusal::WrongWeapon => return None,
            Refusal::NoActiveUnit
            | Refusal::AnotherUnitIsActive
            | Refusal::NotInActiveUnit
            | Refusal::NotYourChoice
            | Refusal::AlreadyActivated => Self::Alternation,
            Refusal::NotEnoughActions { .. } | Refusal::ActedAlready => Self::Actions,
            Refusal::Prone | Refusal::NotProne => Self::Prone,
            Refusal::Jammed => Self::Jammed,
            Refusal::Panicked | Refusal::NotPanicked => Self::Panicked,
            Refusal::Terrified => Self::Terrified,
            Refusal::RalliedAlready => Self::Rallying,
            Refusal::Ranked | Refusal::NotRanked => Self::Ranks,
            Refusal::TooFewForFormation { .. } => Self::TooFewForRanks,
            Refusal::Obstructed(_) | Refusal::EndsInEachOther { .. } => Self::EnemiesInTheWay,
            Refusal::ThatIsACharge { .. } | Refusal::NoWay | Refusal::NotAnEnemy => Self::Charge,
            Refusal::BreaksCoherency { .. } => Self::Coherency,
            Refusal::InCombat => Self::InCombat,
            Refusal::NotInContact { .. } => Self::CloseCombat,
            Refusal::OutsideArc => Self::Facing,
            Refusal::Fumbled => Self::Fumble,
            Refusal::OutOfRange { .. } => Self::Ranges,
            Refusal::NoCrew => Self::Loading,
            Refusal::NotTouching => Self::Grenades,
            Refusal::OutOfSight | Refusal::NearerTarget { .. } | Refusal::CannotPick => {
                Self::Shooting
            }
            Refusal::WontShootIntoCombat => Self::IntoCombat,
            Refusal::OutsideZone => Self::Edges,
            Refusal::CannotHold | Refusal::NotOnHold => Self::OnHold,
            Refusal::OnTopOfTerrain => Self::LayingTerrain,
            Refusal::NotInReserve => Self::Reserves,
            Refusal::EnemyNear { .. } | Refusal::SeenBy { .. } => Self::Latecomers,
            Refusal::TooMany { .. } | Refusal::OutOfLine { .. } => Self::ChangingPlaces,
            Refusal::Afraid => Self::Fear,
            Refusal::NeedsSiegeWeapon => Self::SiegeWeapon,
            Refusal::NotInFront
            | Refusal::NotAnIndividual
            | Refusal::NotYetActivated
            | Refusal::OneStandard => Self::Membership,
            Refusal::NoSuchSpell
            | Refusal::Warded
            | Refusal::NotAFriend
            | Refusal::NotRisen
            | Refusal::Unaffected
            | Refusal::Hindered => Self::Magic,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_knows_what_every_topic_is() {
        let plain = one_of_each!(Topic:
            Way,
            DifficultGround,
            Barriers,
            EnemiesInTheWay,
            RankedMovement,
            BreakingOff,
            Arrival,
            Ranks,
            ClosedFormation,
            Coherency,
            TooFewForRanks,
            FormingUp,
            ChangingPlaces,
            Membership,
            Facing,
            Charge,
            FallingShort,
            Momentum,
            PushingBack,
            CloseCombat,
            InCombat,
            Fumble,
            SiegeWeapon,
            Fear,
            Brutes,
            Shooting,
            HitFromAfar,
            Ranges,
            IntoCombat,
            Templates,
            Astray,
            Damage,
            Loading,
            Grenades,
            Actions,
            Alternation,
            OnHold,
            Response,
            Flight,
            Prone,
            Jammed,
            Panicked,
            Terrified,
            Retreat,
            Rallying,
            Edges,
            LayingTerrain,
            Reserves,
            Latecomers,
            Magic,
            Upkeep,
            Use(Usable::TailAttack),
        );
        let armoury = Armoury::embedded().unwrap();
        for topic in plain.into_iter().chain(Usable::all().map(Topic::Use)) {
            let terms = topic.terms();
            assert!(!terms.is_empty(), "{topic:?}");
            for term in terms {
                assert!(armoury.codex.contains_key(term), "{topic:?}: {term}");
            }
        }
    }
}
