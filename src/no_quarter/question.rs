//! What a rule asks in the middle of an order, and what may be answered.

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{
    effects::Test,
    magic::{Glimpse, Risen, Rising, Spell, SpellOn},
    order::Blow,
    sentence,
    step::Step,
};
use crate::{
    battle::{BattleWorld, ModelId, SideId, UnitId, level::Edge},
    table::{Inches, Pose},
};

/// Something that a rule asks in the middle of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// May shoot at the active unit, which has just done something in sight. Book: Response
    /// Shooting (HOLD-02, HOLD-03).
    RespondToAction {
        /// The unit on hold.
        holder: UnitId,
        /// The active unit.
        active: UnitId,
    },
    /// May flee from a charge that was just declared. Book: Flee From A Charge (HOLD-05).
    RespondToCharge {
        /// The unit on hold.
        holder: UnitId,
        /// The charging unit.
        charger: UnitId,
    },
    /// May strike first at chargers in contact. Book: Receive A Charge (HOLD-04).
    ReceiveCharge {
        /// The unit on hold.
        holder: UnitId,
        /// The charging unit.
        charger: UnitId,
    },
    /// The target has fled: what now? Book: Flee From A Charge (CHG-05).
    TargetFled {
        /// Who charges.
        charger: UnitId,
        /// Who has fled.
        target: UnitId,
    },
    /// May move 2" for free after a kill. Book: Follow Up Movement (CC-12).
    FollowUp {
        /// Who killed.
        model: ModelId,
        /// How far.
        distance: Inches,
    },
    /// Picks a table edge. Book: Deployment Zones (SET-04).
    ChooseEdge {
        /// Who.
        side: SideId,
    },
    /// May stand or retreat after a 1 on the panic table. Book: Panic Table (MOR-03).
    StandOrRetreat {
        /// The panicked unit.
        unit: UnitId,
    },
    /// May parry a blow that hit. Book: Parry (CC-07).
    Parry {
        /// Who struck.
        attacker: ModelId,
        /// Who is hit.
        target: ModelId,
        /// What the attacker's die showed; the parry must be under it.
        die: u16,
    },
    /// May go on and push back whom it has charged. Book: Pushback (CC-10).
    PushBack {
        /// Who has charged.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// May let those on hold strike as a chariot meets them, each before it is hit (HOLD-04,
    /// COMBO-02).
    LastBlow {
        /// Who drives.
        driver: ModelId,
        /// Who is met.
        victim: ModelId,
    },
    /// Whom it was to drive through has fled: what now? Book: Flee From A Charge (CHG-05).
    DriveFled {
        /// Who drives.
        driver: ModelId,
        /// Who has fled.
        target: UnitId,
    },
    /// May let the crew strike before a chariot drives on. Book: Special Combination Models
    /// (COMBO-02).
    CrewStrikes {
        /// Who drives.
        driver: ModelId,
        /// Through whom.
        target: UnitId,
    },
    /// Whom a hit strikes that is left over from an extra attack, whose target has fallen
    /// (AB-EXTRA-ATTACK).
    SpareHit {
        /// Who struck.
        attacker: ModelId,
        /// The target that has fallen.
        fallen: ModelId,
    },
    /// May close the gap that an individual left in the ranks, for free (FORM-10).
    FillGap {
        /// Who would step into it, out of the rear rank.
        model: ModelId,
        /// Where.
        at: Pose,
    },
    /// May roll again what has failed, once.
    RollAgain {
        /// The unit that has rolled, or whose model has.
        unit: UnitId,
        /// What for.
        test: Test,
        /// What the die showed.
        result: u16,
        /// What the second roll must not exceed.
        needed: i32,
    },
    /// May ignore a failed test of its morale, once in the battle (AB-PROUD).
    IgnoreFailure {
        /// Who.
        unit: UnitId,
    },
    /// May add to its saves now, once in the battle (AB-MASTERS-OF-COMBAT).
    UseMastery {
        /// Who is attacked.
        unit: UnitId,
        /// What it may add.
        by: u8,
    },
    /// Has to charge because of taunts: those who taunt, or another enemy whom it reaches (AB-TAUNT).
    Taunted {
        /// Who.
        unit: UnitId,
        /// By whom.
        by: UnitId,
    },
    /// May keep one of its spells up, or let all end. Book: Upkeep (MAG-06).
    KeepUp {
        /// Who has cast them.
        caster: ModelId,
    },
    /// May have a die rolled again by foresight (SP-PERCEPTION).
    SeeAhead {
        /// Whose foresight it is.
        caster: ModelId,
        /// How often it can still do so.
        left: u8,
        /// What went wrong.
        of: Glimpse,
    },
    /// Who of the dead rises (SP-SUMMON-FALLEN, SP-RE-ANIMATE).
    WhoRises {
        /// Who raises them.
        caster: ModelId,
        /// By which spell.
        spell: Spell,
        /// Near which place.
        at: Vec2,
    },
    /// Which unit those who rise join (SP-SUMMON-FALLEN, SP-RE-ANIMATE).
    WhoTakesThem {
        /// Who they are.
        rising: Rising,
    },
    /// Begins the battle, now that everybody is deployed: until then the last unit may be taken back as
    /// any other. Book: Getting Started (SET-04).
    BeginBattle,
}

impl Question {
    /// The ledger id of the rule that asks.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::RespondToAction { .. } => "HOLD-02",
            Self::RespondToCharge { .. } => "HOLD-05",
            Self::ReceiveCharge { .. } => "HOLD-04",
            Self::LastBlow { .. } => "HOLD-04",
            Self::TargetFled { .. } | Self::DriveFled { .. } => "CHG-05",
            Self::FollowUp { .. } => "CC-12",
            Self::ChooseEdge { .. } | Self::BeginBattle => "SET-04",
            Self::StandOrRetreat { .. } => "MOR-03",
            Self::IgnoreFailure { .. } => "AB-PROUD",
            Self::UseMastery { .. } => "AB-MASTERS-OF-COMBAT",
            Self::Taunted { .. } => "AB-TAUNT",
            Self::FillGap { .. } => "FORM-10",
            Self::SpareHit { .. } => "AB-EXTRA-ATTACK",
            Self::CrewStrikes { .. } => "COMBO-02",
            Self::Parry { .. } => "CC-07",
            Self::PushBack { .. } => "CC-10",
            Self::KeepUp { .. } => "MAG-06",
            Self::SeeAhead { .. } => Spell::Perception.card().rule,
            Self::WhoRises { spell, .. } => spell.card().rule,
            Self::WhoTakesThem { rising } => rising.spell.card().rule,
            Self::RollAgain { test, .. } => test.rule(),
        }
    }

    /// The version of the rules since which it is asked; 0 if it always was.
    pub(super) fn asked_since(&self) -> u32 {
        match self {
            Self::RollAgain { .. } => 3,
            Self::BeginBattle => 4,
            Self::RespondToAction { .. }
            | Self::RespondToCharge { .. }
            | Self::ReceiveCharge { .. }
            | Self::TargetFled { .. }
            | Self::FollowUp { .. }
            | Self::ChooseEdge { .. }
            | Self::StandOrRetreat { .. }
            | Self::Parry { .. }
            | Self::PushBack { .. }
            | Self::LastBlow { .. }
            | Self::DriveFled { .. }
            | Self::CrewStrikes { .. }
            | Self::SpareHit { .. }
            | Self::IgnoreFailure { .. }
            | Self::UseMastery { .. }
            | Self::Taunted { .. }
            | Self::KeepUp { .. }
            | Self::SeeAhead { .. }
            | Self::WhoRises { .. }
            | Self::WhoTakesThem { .. }
            | Self::FillGap { .. } => 0,
        }
    }

    /// Whether the next step on the stack is the one that goes on with the answer, where one has to.
    pub(super) fn is_awaited(&self, next: Option<&Step>) -> bool {
        match self {
            Self::Parry { .. } => matches!(next, Some(Step::OfferParry { .. })),
            Self::SpareHit { .. } => matches!(next, Some(Step::Save(_))),
            Self::BeginBattle => matches!(next, Some(Step::BeginTurn)),
            Self::IgnoreFailure { .. } => matches!(next, Some(Step::RollPanic { .. })),
            Self::RollAgain { .. } => {
                matches!(next, Some(Step::Rolled(..) | Step::SecondChance { .. }))
            }
            Self::RespondToAction { .. }
            | Self::RespondToCharge { .. }
            | Self::ReceiveCharge { .. }
            | Self::TargetFled { .. }
            | Self::FollowUp { .. }
            | Self::ChooseEdge { .. }
            | Self::StandOrRetreat { .. }
            | Self::PushBack { .. }
            | Self::LastBlow { .. }
            | Self::DriveFled { .. }
            | Self::CrewStrikes { .. }
            | Self::UseMastery { .. }
            | Self::Taunted { .. }
            | Self::KeepUp { .. }
            | Self::WhoRises { .. }
            | Self::WhoTakesThem { .. }
            | Self::FillGap { .. } => true,
            Self::SeeAhead { of: Glimpse::Roll { .. }, .. } => {
                matches!(next, Some(Step::Rolled(..)))
            }
            Self::SeeAhead { of: Glimpse::Initiative { .. }, .. } => {
                matches!(next, Some(Step::Initiative(_)))
            }
        }
    }

    /// What is asked, as short as a bar has room for.
    pub fn in_short(&self) -> &'static str {
        match self {
            Self::RespondToAction { .. } => "shoot in response?",
            Self::RespondToCharge { .. } => "flee?",
            Self::ReceiveCharge { .. } | Self::LastBlow { .. } => "strike first?",
            Self::TargetFled { .. } | Self::DriveFled { .. } => "halt or pursue?",
            Self::FollowUp { .. } => "follow up?",
            Self::ChooseEdge { .. } => "which edge?",
            Self::BeginBattle => "begin the battle?",
            Self::StandOrRetreat { .. } => "stand or retreat?",
            Self::IgnoreFailure { .. } => "ignore the failed test?",
            Self::UseMastery { .. } => "use the mastery?",
            Self::Taunted { .. } => "charge whom?",
            Self::FillGap { .. } => "step into the gap?",
            Self::CrewStrikes { .. } => "does the crew strike?",
            Self::SpareHit { .. } => "who takes the spare hit?",
            Self::Parry { .. } => "parry?",
            Self::KeepUp { .. } => "keep a spell up?",
            Self::SeeAhead { .. } => "roll again by foresight?",
            Self::WhoRises { .. } => "who rises?",
            Self::WhoTakesThem { .. } => "whom do they join?",
            Self::RollAgain { .. } => "roll again?",
            Self::PushBack { .. } => "push back?",
        }
    }

    /// What is asked, in a few words, for refusing other orders meanwhile.
    pub fn about(&self) -> &'static str {
        match self {
            Self::RespondToAction { .. } => "whether to shoot in response",
            Self::RespondToCharge { .. } => "whether to flee from the charge",
            Self::ReceiveCharge { .. } => "whether to strike first",
            Self::LastBlow { .. } => "whether the models in the way strike first",
            Self::TargetFled { .. } | Self::DriveFled { .. } => {
                "what to do now that the target has fled"
            }
            Self::FollowUp { .. } => "whether to follow up",
            Self::ChooseEdge { .. } => "which table edge to take",
            Self::BeginBattle => "when the battle begins",
            Self::StandOrRetreat { .. } => "whether to stand or retreat",
            Self::IgnoreFailure { .. } => "whether to ignore the failed test",
            Self::UseMastery { .. } => "whether to use the mastery of combat now",
            Self::Taunted { .. } => "whom to charge because of the taunts",
            Self::FillGap { .. } => "whether to step into the gap",
            Self::CrewStrikes { .. } => "whether the crew strikes on the way",
            Self::SpareHit { .. } => "whom the spare hit strikes",
            Self::Parry { .. } => "whether to parry the blow",
            Self::KeepUp { .. } => "which spell to keep up",
            Self::SeeAhead { .. } => "whether to roll again by foresight",
            Self::WhoRises { .. } => "who of the dead rises",
            Self::WhoTakesThem { .. } => "which unit the risen dead join",
            Self::RollAgain { .. } => "whether to roll again",
            Self::PushBack { .. } => "how far to push the enemy back",
        }
    }
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Do nothing now.
    Pass,
    /// Do nothing and don't ask again while the present order lasts.
    PassForThisOrder,
    /// Every model on hold that can shoots at the active unit.
    Shoot,
    /// Every touched model on hold strikes.
    Strike,
    /// Those of a unit on hold who can strike at this charger; the others are asked again (HOLD-04).
    StrikeAt {
        /// Whom.
        target: ModelId,
    },
    /// Flee from the charge.
    Flee,
    /// Stay where contact would have been.
    Halt,
    /// Go on after those who fled.
    Pursue,
    /// Charge somebody else instead.
    Redirect {
        /// Whom.
        target: UnitId,
    },
    /// Follow up into contact with an enemy.
    FollowUpInto {
        /// Whom.
        target: ModelId,
    },
    /// Follow up to a place.
    FollowUpTo {
        /// Where.
        to: Vec2,
    },
    /// Panicked, but stay.
    Stand,
    /// Panicked, and retreat.
    Retreat,
    /// Step into the gap.
    Fill,
    /// Take this table edge.
    Edge {
        /// Which.
        edge: Edge,
    },
    /// Parry.
    Parry,
    /// Roll again.
    RollAgain,
    /// Let what was rolled stand.
    LetStand,
    /// Ignore the failed test.
    Ignore,
    /// Add to the saves now.
    UseMastery,
    /// Go on with so many actions and push back whoever is in the way.
    PushBack {
        /// What it costs each model of the unit.
        actions: u8,
    },
    /// One model leaves the ranks and follows up into contact with an enemy by itself.
    FollowUpAlone {
        /// Whom.
        target: ModelId,
    },
    /// Every model on hold that can throws, breathes or fires a loaded gun at this model of the active
    /// unit, and the others shoot (HOLD-03).
    RespondAt {
        /// At whom.
        target: ModelId,
    },
    /// One of the crew strikes this blow.
    CrewStrikes {
        /// The blow.
        blow: Blow,
    },
    /// The hit that is left over strikes this enemy.
    GoesOverTo {
        /// Whom.
        target: ModelId,
    },
    /// The battle begins.
    Begin,
    /// Keep this spell up; the caster's others end.
    KeepUp {
        /// Which, and on what.
        what: SpellOn,
    },
    /// These of the dead rise.
    Raise {
        /// Who.
        who: Risen,
    },
    /// Those who rise join this unit.
    JoinUnit {
        /// Which.
        unit: UnitId,
    },
    /// Those who rise form a unit of their own.
    FormUnit,
}

impl Answer {
    /// The version of the rules since which those are no longer asked for it who couldn't hurt anybody;
    /// 0 for all others (HOLD-04, CC-13).
    pub(super) fn unasked_since(&self) -> u32 {
        match self {
            Self::Pass | Self::Strike | Self::StrikeAt { .. } => 6,
            _ => 0,
        }
    }

    /// The answer by its name in orders, with whom or what it is about.
    pub fn named(&self, world: &World) -> String {
        let debug = format!("{self:?}");
        let name = debug.split_whitespace().next().unwrap_or_default();
        let about = match self {
            Self::StrikeAt { target }
            | Self::FollowUpInto { target }
            | Self::FollowUpAlone { target }
            | Self::RespondAt { target }
            | Self::GoesOverTo { target }
            | Self::CrewStrikes { blow: Blow { target, .. } } => world.model_name(*target),
            Self::Redirect { target } => world.unit_name(*target),
            Self::Raise { who: Risen::Slain(model) } => world.model_name(*model),
            Self::Raise { who: Risen::Fallen(fallen) } => fallen.name(),
            Self::JoinUnit { unit } => world.unit_name(*unit),
            Self::Edge { edge } => edge.name(),
            Self::PushBack { actions } => return format!("{name} {actions}"),
            Self::KeepUp { what } => {
                return format!("{name} {}", sentence::spell_on(world, *what));
            }
            Self::FollowUpTo { to } => return format!("{name} {:.1}, {:.1}", to.x, to.y),
            Self::Pass
            | Self::PassForThisOrder
            | Self::Shoot
            | Self::Strike
            | Self::Flee
            | Self::Halt
            | Self::Pursue
            | Self::Stand
            | Self::Retreat
            | Self::Fill
            | Self::Parry
            | Self::RollAgain
            | Self::LetStand
            | Self::Ignore
            | Self::UseMastery
            | Self::FormUnit
            | Self::Begin => return name.to_owned(),
        };
        format!("{name} {about}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Decision, Pending},
        no_quarter::{
            NoQuarter, Order,
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn a_wrong_answer_is_told_the_possible_ones() {
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let holder = test.unit(0, Formation::Skirmish, &place, man());
        let charger = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        let target = test.model(charger, 0);
        test.world.resource_mut::<Pending<NoQuarter>>().0 = Some(Decision {
            side: SideId(0),
            question: Question::ReceiveCharge { holder, charger },
            options: vec![Answer::Strike, Answer::Pass, Answer::StrikeAt { target }],
            default: 0,
        });
        let refused = test.refuses(&Order::Answer { answer: Answer::Flee });
        let possible = "that isn't one of the possible answers: Strike, Pass, StrikeAt Man 1.1";
        assert!(refused.text.ends_with(possible), "{}", refused.text);
    }
}
