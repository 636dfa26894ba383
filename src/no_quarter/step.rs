//! The small pieces that orders resolve into. They wait on the battle's stack, which can be saved
//! in the middle of a reaction.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    charges::Stage,
    command_test::CommandTest,
    event::{Gait, TestReason},
    hit::Hit,
    hold::Response,
    magic::Later,
    mishaps::Mishap,
    order::{Blow, Breath, Fire, Shot, Throw},
    question::Answer,
    trial::Trial,
    turn_sequence::Initiative,
};
use crate::{
    battle::{ModelId, UnitId},
    no_quarter::dice::Roll,
    table::{Placed, Pose},
};

/// One step. Each is resolved in the chapter its comment names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// Rolls for who lays the first piece of terrain (terrain_placing).
    BeginTerrain,
    /// Rolls for who deploys first (deployment).
    BeginDeployment,
    /// Begins the next game turn, or ends the battle (turn_sequence).
    BeginTurn,
    /// Rolls for initiative (turn_sequence).
    RollInitiative,
    /// Passes to whoever activates next, or ends the turn (turn_sequence).
    NextActivation,
    /// Processes what happens at the end of a turn (turn_sequence).
    EndTurn,
    /// Ends the active unit's activation: its record is cleared (turn_sequence).
    FinishActivation {
        /// The unit.
        unit: UnitId,
    },
    /// Blood is shed that splashes those in contact (corrosive_blood).
    Splash {
        /// Whose.
        model: ModelId,
        /// Where the model stood.
        at: Placed,
    },
    /// A model may get wounds back at the end of the turn (regeneration).
    Regenerate {
        /// Who.
        model: ModelId,
        /// How many it has lost in the turn.
        wounds: u8,
        /// To whom it has lost the last of them.
        by: ModelId,
    },
    /// A model may suffer a mishap as its activation begins (mishaps).
    RiskMishap {
        /// Who.
        model: ModelId,
        /// Which.
        mishap: Mishap,
    },
    /// Sends stragglers of the active unit back to it (formations).
    Regroup {
        /// The unit.
        unit: UnitId,
    },
    /// Lets holders that responded become activated (hold).
    SettleHolders {
        /// The unit whose activation ends.
        active: UnitId,
    },
    /// Makes every unit that must test its morale do so (morale).
    TestMorale,
    /// Moves models one action further (movement).
    Walk(Walk),
    /// Offers units on hold to shoot at the active unit (hold).
    OfferResponses {
        /// Units not yet asked, by id.
        holders: Vec<UnitId>,
    },
    /// A declared charge: the target may flee first (charges).
    BeginCharge {
        /// Who charges.
        unit: UnitId,
    },
    /// Asks a charger whose target has fled what it does now (charges).
    AskAfterFlight {
        /// Who charges.
        unit: UnitId,
    },
    /// The charge's move (charges).
    RunCharge {
        /// Who charges.
        unit: UnitId,
    },
    /// The end of the charge's move: a block may push on (charges).
    EndCharge {
        /// Who charges.
        unit: UnitId,
    },
    /// The charge's end: who is in contact, and what comes of it (charges).
    MeetCharge {
        /// Who charges.
        unit: UnitId,
    },
    /// The next stage of a drive through enemies (charges).
    Drive {
        /// Who drives.
        unit: UnitId,
        /// Which.
        stage: Stage,
    },
    /// Lets touched units on hold strike first (hold).
    ReceiveCharge {
        /// Who charged.
        charger: UnitId,
        /// Units on hold that are touched and not yet asked.
        holders: Vec<UnitId>,
    },
    /// A model on hold strikes at a charger (hold).
    Receive {
        /// Who.
        model: ModelId,
        /// Who charged.
        charger: UnitId,
        /// At whom, if its player has named one.
        at: Option<ModelId>,
    },
    /// One close combat attack (close_combat).
    Strike {
        /// Who strikes whom with what.
        blow: Blow,
        /// Whether it is paid for; responses from hold are not.
        paid: bool,
    },
    /// A free blow, at +1, at somebody whose extra attack left an opening (close_combat).
    StrikeOpening {
        /// Who strikes whom with what.
        blow: Blow,
    },
    /// The enemy strikes a free blow at somebody who left an opening (close_combat).
    LeaveOpening {
        /// Who left it.
        model: ModelId,
        /// Who may strike.
        target: ModelId,
    },
    /// All hits of an attack in close combat are through, and its attacker may follow up
    /// (close_combat).
    AttackOver {
        /// Who attacked.
        model: ModelId,
        /// Everybody it was in contact with, or reached, when it attacked.
        near: Vec<ModelId>,
    },
    /// The blows of several elements of a model at the same time (close_combat, combined).
    StrikeTogether {
        /// The blows, each of another element.
        blows: Vec<Blow>,
        /// Whether they are paid for; responses from hold are not.
        paid: bool,
    },
    /// One automatic hit on a model that breaks off (close_combat).
    FreeHit(Hit),
    /// One ranged attack (ranged_combat).
    Shoot {
        /// Who shoots at whom with what.
        shot: Shot,
        /// Whether it is paid for; responses from hold are not.
        paid: bool,
    },
    /// One response from hold that isn't a shot, and the unit that it answers (hold).
    Respond(Response, UnitId),
    /// One attack with a teardrop (templates).
    Breathe(Breath),
    /// Asks a unit that is attacked whether it uses its mastery (mastery).
    OfferMastery {
        /// Who.
        unit: UnitId,
    },
    /// A unit that is taunted charges (uses).
    ObeyTaunt {
        /// Who.
        unit: UnitId,
    },
    /// A model that has leapt comes down (uses).
    Land {
        /// Who.
        model: ModelId,
        /// Where.
        at: Pose,
    },
    /// One template of arrows that rain down (uses).
    RainDown {
        /// Who let them rain.
        attacker: ModelId,
        /// With what: the place of the bow in its arms.
        weapon: u8,
        /// Where they were aimed.
        at: Vec2,
    },
    /// One throw of a grenade (grenades).
    Throw(Throw),
    /// One firing of a support weapon (support_weapons).
    Fire(Fire),
    /// A blow that hit may be parried first (close_combat).
    OfferParry {
        /// The hit.
        hit: Hit,
        /// What the attacker's die showed.
        die: u16,
    },
    /// A hit that its target may get out of the way of (evade).
    Evade(Hit),
    /// The armour save against a hit (armour).
    Save(Hit),
    /// The damage roll of a hit that got through (damage).
    Damage(Hit),
    /// A missile goes on behind somebody whom it has wounded (support_weapons).
    FlyOn {
        /// The hit that it wounded with.
        hit: Hit,
        /// Where the wounded model stood.
        through: Placed,
    },
    /// After a kill in close combat (close_combat).
    OfferFollowUp {
        /// Who killed.
        model: ModelId,
    },
    /// A follow up that was chosen (close_combat).
    FollowUp {
        /// Who follows up.
        model: ModelId,
        /// Where to, or into whom.
        answer: Answer,
    },
    /// A blow of a chariot's crew while it drives; nobody follows up then (close_combat).
    StrikeOnTheWay {
        /// Who strikes whom with what.
        blow: Blow,
    },
    /// A test against fear (fear).
    FearTest {
        /// Who.
        unit: UnitId,
        /// The level of fear.
        level: u8,
        /// Whether it is charged, rather than about to charge.
        charged: bool,
        /// By whom, if it is charged.
        #[serde(default)]
        charger: Option<UnitId>,
    },
    /// A command test (command_test, morale).
    CommandTest {
        /// Who.
        unit: UnitId,
        /// Why.
        reason: TestReason,
    },
    /// A command test that has failed may be made again, as the army's standard is near (command_test).
    SecondChance {
        /// Who.
        unit: UnitId,
        /// What for.
        test: CommandTest,
        /// The roll that failed.
        roll: Roll,
    },
    /// A roll on the panic table (morale).
    RollPanic {
        /// Who.
        unit: UnitId,
        /// What is added.
        bonus: u8,
    },
    /// A panicked unit runs (morale).
    Retreat {
        /// Who.
        unit: UnitId,
    },
    /// A unit on hold flees from a charge (hold).
    Flee {
        /// Who.
        unit: UnitId,
        /// From whom.
        charger: UnitId,
    },
    /// A roll on which something hangs (trial).
    Roll(Trial),
    /// What was rolled, before it counts (trial).
    Rolled(Trial, Roll),
    /// The dice for the initiative, before they count (turn_sequence).
    Initiative(Initiative),
    /// What magic does by itself at its time (magic).
    Magic(Later),
    /// Looks whether the battle has ended by itself (victory).
    LookForTheEnd,
    /// Asks whether somebody steps into the gap that an individual left (formations).
    OfferGap {
        /// The unit.
        unit: UnitId,
    },
}

/// Models on their way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// Whose models.
    pub unit: UnitId,
    /// Why.
    pub gait: Gait,
    /// Who, along which way.
    pub walkers: Vec<Walker>,
    /// How many ticks are done.
    pub tick: u32,
    /// Whether units on hold get their chance on the way.
    pub interruptible: bool,
}

/// One model on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walker {
    /// Who.
    pub model: ModelId,
    /// Where it is after each action, or part of the way.
    pub ticks: Vec<Pose>,
    /// What it pays in all; spent evenly as it goes, all of it by the last tick.
    pub actions: u8,
}
